//! Files of states that `zlink generate pairs` writes to disk, for the grid of 3 by 3 vertices.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use num_bigint::BigUint;
use zlink::generate::pairs::{PairError, PairOptions, PairSweep};
use zlink::limits::{Interrupted, Limits, Progress, Silent};
use zlink::search::{Places, Spill, SpillError};

use super::mending;

const SIDE: u32 = 3;
/// The number of words at the beginning of a manifest: magic number, fingerprints of the question and of its states,
/// words of a state, number of edges.
const HEAD: usize = 5;

/// From any states in a file with the right checksum, the sweep resumes, or it reports a damaged file. The first byte
/// is the stage.
pub fn check(bytes: &[u8]) {
    let (&stage, states) = bytes.split_first().unwrap_or((&0, &[]));
    let words: Vec<u64> = states
        .chunks(8)
        .map(|word| word.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
        .collect();
    for at_most in [None, Some(2)] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let write = |name: &str, words: &[u64]| {
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            fs::write(folder.path().join(name), bytes).expect("room for it");
        };
        write("blocks-0-0", &words);
        write("manifest", &manifest(head(at_most), u64::from(stage) % u64::from(SIDE * SIDE + 1), &words));
        let spill = Spill::open(folder.path(), true).expect("a manifest with the right checksum");
        match count(at_most, &spill, &Limits::none(), &Silent) {
            // The states are possible at this stage.
            Ok(_) => {}
            Err(PairError::Interrupted(Interrupted::Storage)) => {
                assert!(matches!(spill.failure(), Some(SpillError::Damaged(_))));
            }
            Err(PairError::TooWide | PairError::Interrupted(Interrupted::Memory)) => {}
            Err(error) => panic!("{error}"),
        }
    }
    // The bytes themselves as a manifest: it is valid, or there is an error.
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("manifest"), bytes).expect("room for it");
    if let Err(error) = Spill::open(folder.path(), true) {
        assert!(!error.to_string().is_empty());
    }
}

/// The manifest of a sweep with one shard, which has these states after `stage` stages.
fn manifest(head: &[u64], stage: u64, states: &[u64]) -> Vec<u64> {
    let mut words = head.to_vec();
    // One shard waits; no figures; no further numbers; one file of blocks; one block with one segment; no rows.
    words.extend([stage, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1]);
    words.extend([0, 0, states.len() as u64, 0, 1, mending::checksum(states), 0]);
    words.push(mending::checksum(&words));
    words
}

/// The beginning of the manifest of such a sweep, up to the order of the edges. It is taken from a sweep that is
/// stopped at once.
fn head(at_most: Option<u8>) -> &'static [u64] {
    static HEADS: [OnceLock<Vec<u64>>; 2] = [OnceLock::new(), OnceLock::new()];
    HEADS[usize::from(at_most.is_some())].get_or_init(|| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let limits = Limits::none();
        let spill = Spill::open(folder.path(), false).expect("an empty folder");
        let stop = Stop::after(&limits, 1);
        let stopped = count(at_most, &spill, &limits, &stop);
        assert!(matches!(stopped, Err(PairError::Interrupted(Interrupted::Stopped))));
        let words = read(&folder.path().join("manifest"));
        words[..HEAD + words[HEAD - 1] as usize].to_vec()
    })
}

fn read(path: &Path) -> Vec<u64> {
    let bytes = fs::read(path).expect("a file");
    bytes.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes"))).collect()
}

/// Stops a run at its n-th report of progress.
pub(crate) struct Stop {
    flag: Arc<AtomicBool>,
    left: AtomicU64,
}

impl Stop {
    pub(crate) fn after(limits: &Limits, most: u64) -> Self {
        Stop { flag: limits.stop_flag(), left: AtomicU64::new(most) }
    }
}

impl Progress for Stop {
    fn report(&self, _: &str, _: std::fmt::Arguments<'_>) {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.flag.store(true, Ordering::Relaxed);
        }
    }

    fn counted(&self, _: u128) {}
}

/// The number of good sets of pairs of the grid.
pub(crate) fn count(
    at_most: Option<u8>,
    spill: &Spill,
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<BigUint, PairError> {
    let vertex = |x: u32, y: u32| SIDE * y + x;
    let mut edges = Vec::new();
    for y in 0..SIDE {
        edges.extend((1..SIDE).map(|x| [vertex(x - 1, y), vertex(x, y)]));
    }
    for x in 0..SIDE {
        edges.extend((1..SIDE).map(|y| [vertex(x, y - 1), vertex(x, y)]));
    }
    let options = PairOptions { at_most, threads: 1 };
    let places = Places { spill: Some(spill), peers: None };
    let sweep = PairSweep::new((SIDE * SIDE) as usize, &edges, options, places, limits)?;
    Ok(sweep.count(limits, progress, places)?.0)
}
