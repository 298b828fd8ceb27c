//! Reads a pipe in a separate thread: a full pipe would block the command.

use std::io::Read;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// An event of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Event {
    /// The stream has ended.
    Closed,
    /// The stream is longer than allowed; the rest is discarded.
    Flooded,
}

/// The part of a stream that is kept.
#[derive(Debug, Clone, Copy)]
pub(super) enum Part {
    /// The whole stream.
    All,
    /// At least this many bytes of the stream's end, and at most twice as many.
    End(usize),
}

/// The kept bytes of a stream.
#[derive(Debug, Clone, Default)]
pub(super) struct Stream(Arc<Mutex<Vec<u8>>>);

impl Stream {
    /// Reads `from` and keeps `part` of it. Sends an event when the stream ends and when it exceeds `most` bytes.
    pub(super) fn read(
        mut from: impl Read + Send + 'static,
        part: Part,
        most: u64,
        tell: Sender<Event>,
    ) -> Self {
        let stream = Stream::default();
        let kept = stream.clone();
        thread::spawn(move || {
            let mut block = [0; 1 << 16];
            let mut total = 0u64;
            // A failure to read ends the stream.
            while let Ok(len @ 1..) = from.read(&mut block) {
                let flooded = total > most;
                total = total.saturating_add(len as u64);
                kept.push(&block[..len], part, total > most);
                if total > most && !flooded {
                    // An error means that nobody listens any more.
                    let _ = tell.send(Event::Flooded);
                }
            }
            let _ = tell.send(Event::Closed);
        });
        stream
    }

    fn push(&self, block: &[u8], part: Part, flooded: bool) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match part {
            Part::All if flooded => *kept = Vec::new(),
            Part::All => kept.extend_from_slice(block),
            Part::End(least) => {
                kept.extend_from_slice(block);
                if kept.len() > 2 * least {
                    let old = kept.len() - least;
                    kept.drain(..old);
                }
            }
        }
    }

    /// Takes the bytes that were kept so far.
    pub(super) fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn a_stream_that_is_too_long_is_not_kept() {
        let text = vec![b'x'; 300_000];
        for (most, part, kept, told) in [
            (300_000, Part::All, 300_000, &[Event::Closed][..]),
            (299_999, Part::All, 0, &[Event::Flooded, Event::Closed]),
            (10, Part::End(100_000), 100_000, &[Event::Flooded, Event::Closed]),
        ] {
            let (tell, hear) = channel();
            let stream = Stream::read(std::io::Cursor::new(text.clone()), part, most, tell);
            assert_eq!(hear.iter().collect::<Vec<_>>(), told);
            let held = stream.take().len();
            assert!((kept..=2 * kept).contains(&held), "{held} of {kept}");
        }
    }
}
