//! Checkpoints of `zlink generate pairs`, of the grid of 3 by 3 vertices.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tempfile::NamedTempFile;
use zlink::generate::pairs::{Checkpoint, CheckpointError, PairError, PairOptions, PairSweep};
use zlink::limits::{Exhausted, Limits, Progress, Silent};

use super::mending;

const SIDE: u32 = 3;
/// Magic number and fingerprint.
const HEAD: usize = 16;

/// Any bytes with the right head and checksum are a checkpoint from which the sweep goes on, or an error.
pub fn check(bytes: &[u8]) {
    for at_most in [None, Some(2)] {
        let options = PairOptions { at_most, threads: 1 };
        let file = file(&mending::checkpoint(bytes, head(at_most)));
        match count(options, file.path(), &Limits::none(), &Silent) {
            // Where it goes on, the file has an order of the edges, and its states could be of that order.
            Ok(()) => {}
            Err(PairError::Checkpoint(CheckpointError::Damaged(_))) => {}
            Err(PairError::TooWide | PairError::Exhausted(Exhausted::Memory)) => {}
            Err(error) => panic!("{error}"),
        }
    }
    // As it is, it may belong to anything.
    let file = file(bytes);
    if let Err(error) = count(PairOptions::default(), file.path(), &Limits::none(), &Silent) {
        assert!(!error.to_string().is_empty());
    }
}

fn file(bytes: &[u8]) -> NamedTempFile {
    let mut file = NamedTempFile::new().expect("a temporary file");
    file.write_all(bytes).expect("room for it");
    file
}

/// How each checkpoint of such a sweep begins, as a sweep that is stopped at once writes it.
fn head(at_most: Option<u8>) -> &'static [u8] {
    static HEADS: [OnceLock<Vec<u8>>; 2] = [OnceLock::new(), OnceLock::new()];
    HEADS[usize::from(at_most.is_some())].get_or_init(|| {
        let file = NamedTempFile::new().expect("a temporary file");
        let path = file.path().with_extension("checkpoint");
        let limits = Limits::none();
        let stop = Stop(limits.stop_flag());
        let stopped = count(PairOptions { at_most, threads: 1 }, &path, &limits, &stop);
        assert!(matches!(stopped, Err(PairError::Exhausted(Exhausted::Interrupted))));
        let bytes = std::fs::read(&path).expect("a checkpoint");
        std::fs::remove_file(path).expect("it is there");
        bytes[..HEAD].to_vec()
    })
}

/// Stops a sweep as soon as it tells how far it is.
struct Stop(Arc<AtomicBool>);

impl Progress for Stop {
    fn report(&self, _: &str, _: std::fmt::Arguments<'_>) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn counted(&self, _: u64) {}
}

fn count(
    options: PairOptions,
    path: &Path,
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<(), PairError> {
    let vertex = |x: u32, y: u32| SIDE * y + x;
    let mut edges = Vec::new();
    for y in 0..SIDE {
        edges.extend((1..SIDE).map(|x| [vertex(x - 1, y), vertex(x, y)]));
    }
    for x in 0..SIDE {
        edges.extend((1..SIDE).map(|y| [vertex(x, y - 1), vertex(x, y)]));
    }
    let checkpoint = Checkpoint::new(path.to_path_buf(), Duration::MAX);
    let sweep = PairSweep::new((SIDE * SIDE) as usize, &edges, options, Some(&checkpoint), limits)?;
    sweep.count(limits, progress, Some(&checkpoint)).map(drop)
}
