//! What comes through a pipe, read in a thread of its own: a full pipe would stop the command.

use std::io::Read;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// What is told of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Event {
    /// It has ended.
    Closed,
    /// More has come than is allowed; what still comes is thrown away.
    Flooded,
}

/// Which part of a stream is kept.
#[derive(Debug, Clone, Copy)]
pub(super) enum Part {
    /// All of it.
    All,
    /// At least this many bytes of its end, and at most twice as many.
    End(usize),
}

/// A stream.
#[derive(Debug, Clone, Default)]
pub(super) struct Stream(Arc<Mutex<Vec<u8>>>);

impl Stream {
    /// Reads `from`, keeps `part` of it, and tells when it ends and when it is longer than `most` bytes.
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
            // What was read until a failure is what there is.
            while let Ok(len @ 1..) = from.read(&mut block) {
                let flooded = total > most;
                total = total.saturating_add(len as u64);
                kept.push(&block[..len], part, total > most);
                if total > most && !flooded {
                    // Nobody may listen any more.
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

    /// What was kept so far.
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
