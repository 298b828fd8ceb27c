//! BYTES of a connection -> only messages that the other process may send, and no more than the memory holds.
//!
//! Timely dataflow trusts the head of a message: its channel, its target, and its length, for which it allocates memory. So each
//! head is checked before timely sees it. Channel `n` carries the messages of process `n`, and a connection those of its other
//! side: so the channel identifies the sender.
//!
//! ```text
//!   channel | source | first target | one past the last target | bytes | number     64 bits each, big-endian
//! ```

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use super::piece;
use zlink_base::limits::{Account, Interrupted, Limits};

const HEAD: usize = 48;

/// The number of bytes that are sent for a piece of `length` bytes.
pub(super) const fn sent(length: usize) -> usize {
    HEAD + length
}

/// The memory of the bytes that have arrived and are not yet received by the count.
#[derive(Debug)]
pub(super) struct Held(Mutex<Account>);

impl Held {
    /// No bytes yet; those to come are charged to the memory of `limits`.
    pub(super) fn new(limits: &Limits) -> Self {
        Held(Mutex::new(limits.account()))
    }

    fn add(&self, bytes: usize) -> Result<(), Interrupted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).grow(bytes)
    }

    /// Gives back the memory of `bytes` bytes, which the count has received.
    pub(super) fn free(&self, bytes: usize) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).shrink(bytes);
    }
}

/// Checks the bytes that come from process `from` to process `to`.
#[derive(Debug, Clone)]
pub(super) struct Gate {
    from: usize,
    to: usize,
    held: Arc<Held>,
    head: [u8; HEAD],
    /// The number of bytes of the head that have arrived.
    filled: usize,
    /// The number of bytes of the message's body that are still to come.
    left: usize,
}

impl Gate {
    pub(super) fn new(from: usize, to: usize, held: &Arc<Held>) -> Self {
        Gate { from, to, held: Arc::clone(held), head: [0; HEAD], filled: 0, left: 0 }
    }

    /// Checks the next bytes and charges their memory.
    pub(super) fn pass(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        self.held.add(bytes.len()).map_err(|_| io::ErrorKind::OutOfMemory)?;
        while !bytes.is_empty() {
            if self.left > 0 {
                let passed = self.left.min(bytes.len());
                (self.left, bytes) = (self.left - passed, &bytes[passed..]);
                continue;
            }
            let (head, rest) = bytes.split_at(bytes.len().min(HEAD - self.filled));
            self.head[self.filled..][..head.len()].copy_from_slice(head);
            (self.filled, bytes) = (self.filled + head.len(), rest);
            if self.filled == HEAD {
                (self.filled, self.left) = (0, self.length().ok_or(io::ErrorKind::InvalidData)?);
            }
        }
        Ok(())
    }

    /// The length in bytes of the message body that the head announces; none if the head is not valid.
    fn length(&self) -> Option<usize> {
        let [channel, source, first, last, length, _] =
            std::array::from_fn(|i| u64::from_be_bytes(std::array::from_fn(|j| self.head[8 * i + j])));
        // A head of zeros: no more comes.
        if [channel, source, first, last, length] == [0; 5] {
            return Some(0);
        }
        let (from, to) = (self.from as u64, self.to as u64);
        let length = usize::try_from(length).ok().filter(|length| piece::LENGTHS.contains(length))?;
        ([channel, source, first, last] == [from, from, to, to + 1] && length.is_multiple_of(8))
            .then_some(length)
    }
}

#[cfg(test)]
mod tests {
    use timely_communication::networking::MessageHeader;

    use super::*;

    const FROM: usize = 2;
    const TO: usize = 1;

    fn header(length: usize) -> MessageHeader {
        MessageHeader {
            channel: FROM,
            source: FROM,
            target_lower: TO,
            target_upper: TO + 1,
            length,
            seqno: 7,
        }
    }

    fn message(header: MessageHeader) -> Vec<u8> {
        let mut bytes = Vec::new();
        header.write_to(&mut bytes).expect("there is room");
        bytes.resize(sent(header.length.min(1 << 20)), 1);
        bytes
    }

    /// The result of a gate for these bytes, when `at_once` of them come at a time.
    fn passed(bytes: &[u8], at_once: usize) -> Result<(), io::ErrorKind> {
        let mut gate = Gate::new(FROM, TO, &Arc::new(Held::new(&Limits::none())));
        bytes.chunks(at_once).try_for_each(|bytes| gate.pass(bytes)).map_err(|error| error.kind())
    }

    #[test]
    fn messages_of_the_other_side_pass() {
        let end =
            MessageHeader { channel: 0, source: 0, target_lower: 0, target_upper: 0, length: 0, seqno: 0 };
        let lengths = [16, 24, 800, *piece::LENGTHS.end()];
        let all: Vec<u8> = lengths.map(header).into_iter().chain([end]).flat_map(message).collect();
        for at_once in [1, 7, 48, 64, all.len()] {
            assert_eq!(passed(&all, at_once), Ok(()), "{at_once} at a time");
        }
    }

    #[test]
    fn nothing_else_does() {
        let good = header(16);
        for bad in [
            MessageHeader { channel: 0, ..good },
            MessageHeader { channel: 9, ..good },
            MessageHeader { source: 0, ..good },
            MessageHeader { target_lower: 0, ..good },
            MessageHeader { target_upper: 9, ..good },
            header(0),
            header(8),
            header(17),
            header(piece::LENGTHS.end() + 8),
            header(usize::MAX),
        ] {
            let bytes = [message(good), message(bad)].concat();
            for at_once in [1, 50, bytes.len()] {
                assert_eq!(passed(&bytes, at_once), Err(io::ErrorKind::InvalidData), "{bad:?}");
            }
        }
    }

    #[test]
    fn what_waits_is_bounded() {
        let held = Arc::new(Held::new(&Limits::none().within(1000)));
        let (mut gate, bytes) = (Gate::new(FROM, TO, &held), message(header(800)));
        gate.pass(&bytes).expect("there is room");
        assert_eq!(gate.pass(&bytes).map_err(|error| error.kind()), Err(io::ErrorKind::OutOfMemory));
        held.free(sent(800));
        gate.pass(&bytes).expect("there is room again");
    }
}
