//! MESSAGES of 64-bit words <-> pieces that timely dataflow sends.
//!
//! ```text
//!   kind | words of the whole message | words of this piece ...
//! ```

use std::io::Write;

use timely_bytes::arc::Bytes;
use timely_communication::Bytesable;

/// The most words of a piece: it fits into the buffers of timely, each one megabyte.
const PIECE: usize = 1 << 15;
const HEAD: usize = 2;
/// The lengths that a piece can have, in bytes.
pub(super) const LENGTHS: std::ops::RangeInclusive<usize> = 8 * HEAD..=8 * (HEAD + PIECE);

/// The kind of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A part of a message.
    Message,
    /// The sender has stopped; the words are a text that says why.
    Stop,
}

/// A part of a message, or the report that a process has stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) kind: Kind,
    /// The number of words of the whole message.
    pub(super) total: usize,
    pub(super) words: Vec<u64>,
}

impl Piece {
    /// Splits a message into pieces.
    pub(super) fn of(message: &[u64]) -> impl Iterator<Item = Piece> + '_ {
        let total = message.len();
        // An empty message has one piece, too.
        let pieces = total.div_ceil(PIECE).max(1);
        (0..pieces).map(move |i| {
            let words = message[i * PIECE..total.min((i + 1) * PIECE)].to_vec();
            Piece { kind: Kind::Message, total, words }
        })
    }

    /// The piece that reports that this process has stopped; `text` says why.
    pub(super) fn stop(text: &str) -> Self {
        let bytes = text.as_bytes();
        let word =
            |bytes: &[u8]| u64::from_le_bytes(std::array::from_fn(|i| bytes.get(i).copied().unwrap_or(0)));
        let words: Vec<u64> = bytes.chunks(8).take(PIECE).map(word).collect();
        Piece { kind: Kind::Stop, total: words.len(), words }
    }

    /// The text of a piece of kind [`Kind::Stop`].
    pub(super) fn text(&self) -> String {
        let bytes: Vec<u8> = self.words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let text = String::from_utf8_lossy(&bytes);
        text.trim_end_matches('\0').chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
    }
}

impl Bytesable for Piece {
    fn from_bytes(bytes: Bytes) -> Self {
        let words = bytes.chunks_exact(8).map(|word| u64::from_le_bytes(std::array::from_fn(|i| word[i])));
        let mut head = words.clone();
        let (kind, total) = (head.next().unwrap_or(1), head.next().unwrap_or(0));
        Piece {
            kind: if kind == 0 { Kind::Message } else { Kind::Stop },
            total: usize::try_from(total).unwrap_or(usize::MAX),
            words: words.skip(HEAD).collect(),
        }
    }

    fn length_in_bytes(&self) -> usize {
        8 * (HEAD + self.words.len())
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        let kind = match self.kind {
            Kind::Message => 0,
            Kind::Stop => 1,
        };
        let head = [kind, self.total as u64];
        let mut buffer = [0; 1 << 12];
        for words in [&head[..]].into_iter().chain(self.words.chunks(buffer.len() / 8)) {
            for (bytes, word) in buffer.as_chunks_mut::<8>().0.iter_mut().zip(words) {
                *bytes = word.to_le_bytes();
            }
            // Timely has made room for `length_in_bytes`.
            let written = writer.write_all(&buffer[..8 * words.len()]);
            debug_assert!(written.is_ok(), "there is room");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sent_in_pieces_is_read() {
        for length in [0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE] {
            let message: Vec<u64> = (0..length as u64).map(|i| (i * i) ^ (i << 50)).collect();
            let pieces: Vec<Piece> = Piece::of(&message).collect();
            assert_eq!(pieces.len(), length.div_ceil(PIECE).max(1));
            let mut read = Vec::new();
            for piece in pieces {
                let mut bytes = Vec::new();
                piece.into_bytes(&mut bytes);
                assert_eq!(bytes.len(), piece.length_in_bytes());
                let same = Piece::from_bytes(timely_bytes::arc::BytesMut::from(bytes).freeze());
                assert_eq!(same, piece);
                assert_eq!((same.kind, same.total), (Kind::Message, length));
                read.extend(same.words);
            }
            assert_eq!(read, message);
        }
    }

    #[test]
    fn why_a_process_has_stopped_is_told() {
        for text in ["", "process 1 (a:1) has stopped: interrupted", "12345678", "Größe"] {
            assert_eq!(Piece::stop(text).text(), text);
        }
    }

    #[test]
    fn no_bytes_are_too_odd() {
        for bytes in [vec![], vec![1], vec![0; 8], vec![255; 16], vec![255; 31]] {
            let _ = Piece::from_bytes(timely_bytes::arc::BytesMut::from(bytes).freeze());
        }
    }
}
