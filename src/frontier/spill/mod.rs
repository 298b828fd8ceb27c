//! Blocks on disk: a sweep whose levels are larger than the memory, which can be stopped at any moment and goes on later.
//!
//! ```text
//!  folder/manifest            what is known at the end of a window: fingerprint, order, count so far, where its blocks are
//!  folder/blocks-WINDOW-N     what worker N sent to the blocks behind a window, in segments: records of one block each
//!  folder/rows-WINDOW-N       what worker N keeps of the window for a diagram, in segments: the rows of one block each
//!  folder/lock                locked by the run that works there
//! ```
//!
//! Behind each window the files of its blocks are on the disk before the manifest that names them takes the place of the
//! one before (`files::write_whole`); only then the files of the window before are removed. So after a signal, a full disk
//! or `kill -9` the manifest is that of a window whose blocks are all there, and a run goes on from it, on any number of
//! threads. Every segment has a checksum, and so has the manifest.

mod checksum;
#[doc(hidden)]
pub mod damage;
mod lock;
mod manifest;
mod segments;

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::Unfinished;
use zlink_base::limits::Exhausted;

pub use checksum::Checksum;
use lock::Lock;
use manifest::file_numbers;
pub use manifest::{Saved, Words, push_segments};
pub use segments::{Segment, SegmentWriter, read_segment};

const MANIFEST: &str = "manifest";
/// How a manifest begins that has not taken its place yet ([`zlink_base::files::write_whole`]).
const UNFINISHED: &str = ".manifest";
const BLOCKS: &str = "blocks-";
const ROWS: &str = "rows-";
/// How the names of the files begin that a manifest tells of.
const FILES: [&str; 2] = [BLOCKS, ROWS];

/// Why blocks on disk cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SpillError {
    /// A file cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: io::Error,
    },
    /// A file that the manifest names is not there, or cannot be read.
    #[error("{path}: this file of an unfinished run cannot be read: {error}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: io::Error,
    },
    /// It is not what it should be.
    #[error("{0}: this file is damaged, or it is none of a sweep")]
    Damaged(PathBuf),
    /// It belongs to another run.
    #[error("{0}: these blocks belong to another puzzle or to other options")]
    Other(PathBuf),
    /// There is an unfinished run, and nobody said that it is to go on.
    #[error("{0}: there are blocks of a run that is not finished")]
    Unfinished(PathBuf),
    /// Another run works in this folder.
    #[error("{folder}: {by} works in this folder")]
    InUse {
        /// The folder.
        folder: PathBuf,
        /// The process of that run.
        by: String,
    },
}

/// The name of a worker's file of the window that ends at level `at`.
fn file_name(prefix: &str, at: usize, worker: usize) -> PathBuf {
    PathBuf::from(format!("{prefix}{at}-{worker}"))
}

/// A folder for blocks.
#[derive(Debug)]
pub struct Spill {
    folder: PathBuf,
    /// The lock of the folder; of several processes that share a run the first one has it.
    lock: Option<Lock>,
    /// What the manifest said when the folder was opened.
    saved: Option<Saved>,
    /// For each number of edges passed the part of the work that is done then, by the plan's estimate.
    expected: Mutex<Vec<f64>>,
    /// No file in the folder has this number or a greater one.
    unused: AtomicUsize,
    failure: Mutex<Option<SpillError>>,
}

impl Spill {
    /// Opens `folder`, which is made if there is none. With `resume` a run goes on from what is there; without, there may
    /// be nothing to go on from.
    ///
    /// # Errors
    /// When the folder cannot be used, another run works there, or it holds what does not belong there.
    pub fn open(folder: &Path, resume: bool) -> Result<Self, SpillError> {
        let lock = Lock::take(folder)?;
        let path = folder.join(MANIFEST);
        let saved = manifest::read(&path)?;
        if saved.is_some() && !resume {
            return Err(SpillError::Unfinished(folder.to_path_buf()));
        }
        let numbers = saved.iter().flat_map(Saved::files).filter_map(file_numbers);
        let unused = numbers.map(|[_, window, _]| window.saturating_add(1)).max().unwrap_or(0);
        let spill = Spill {
            folder: folder.to_path_buf(),
            lock: Some(lock),
            saved,
            expected: Mutex::default(),
            unused: AtomicUsize::new(usize::try_from(unused).unwrap_or(usize::MAX)),
            failure: Mutex::default(),
        };
        spill.remove_all_but(spill.saved.as_ref(), None)?;
        Ok(spill)
    }

    /// Opens a folder that another process has opened, which sees to what is there.
    ///
    /// # Errors
    /// When the folder cannot be used.
    pub fn join(folder: &Path) -> Result<Self, SpillError> {
        let fault = |error| SpillError::File { path: folder.to_path_buf(), error };
        fs::create_dir_all(folder).map_err(fault)?;
        Ok(Spill {
            folder: folder.to_path_buf(),
            lock: None,
            saved: None,
            expected: Mutex::default(),
            unused: AtomicUsize::new(0),
            failure: Mutex::default(),
        })
    }

    /// The order of the edges of the run that goes on, if it is one of the puzzle with this fingerprint.
    ///
    /// # Errors
    /// When it is one of another puzzle.
    pub fn order(&self, fingerprint: u64) -> Result<Option<&[u32]>, SpillError> {
        match &self.saved {
            Some(saved) if saved.fingerprint != fingerprint => Err(SpillError::Other(self.folder.clone())),
            saved => Ok(saved.as_ref().map(|saved| &saved.order[..])),
        }
    }

    /// What there is to go on from.
    pub fn saved(&self) -> Option<&Saved> {
        self.saved.as_ref()
    }

    /// The file of a worker's blocks behind the window that ends at level `at`.
    pub fn blocks(&self, at: usize, worker: usize) -> SegmentWriter {
        SegmentWriter::new(self.folder.join(file_name(BLOCKS, at, worker)))
    }

    /// The file of what a worker keeps of that window.
    pub(crate) fn rows(&self, at: usize, worker: usize) -> SegmentWriter {
        SegmentWriter::new(self.folder.join(file_name(ROWS, at, worker)))
    }

    /// A number for files between whose windows there are several turns: no file has it yet.
    pub fn turn(&self) -> usize {
        self.unused.fetch_add(1, Ordering::Relaxed)
    }

    /// The numbers before this one are those of files of other processes.
    pub fn skip_to(&self, number: usize) {
        self.unused.fetch_max(number, Ordering::Relaxed);
    }

    /// A window is over: from now on a run goes on from `saved`, whose files are on the disk.
    pub fn commit(&self, saved: &Saved) -> Result<(), SpillError> {
        self.commit_before(None, saved)
    }

    /// The same, and files of windows that end behind level `later` stay: other processes may be writing them.
    pub fn commit_before(&self, later: Option<usize>, saved: &Saved) -> Result<(), SpillError> {
        let path = self.folder.join(MANIFEST);
        manifest::write(&path, saved).map_err(|error| SpillError::File { path, error })?;
        // What is left over is removed next time.
        let _ = self.remove_all_but(Some(saved), later);
        Ok(())
    }

    /// The run is over, and its result told: nothing is kept.
    ///
    /// # Errors
    /// Those of the system.
    pub fn remove(&self) -> Result<(), SpillError> {
        let path = self.folder.join(MANIFEST);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(SpillError::File { path, error });
            }
            _ => self.remove_all_but(None, None)?,
        }
        self.lock.iter().for_each(Lock::remove);
        // It stays when there is something else in it.
        let _ = fs::remove_dir(&self.folder);
        Ok(())
    }

    /// Removes the files that `saved` does not name, and that are not of windows that end behind level `later`.
    fn remove_all_but(&self, saved: Option<&Saved>, later: Option<usize>) -> Result<(), SpillError> {
        let kept: BTreeSet<&Path> = saved.iter().flat_map(|saved| saved.files()).collect();
        let fault = |error| SpillError::File { path: self.folder.clone(), error };
        for entry in fs::read_dir(&self.folder).map_err(fault)? {
            let entry = entry.map_err(fault)?;
            let name = entry.file_name();
            let of_window = file_numbers(Path::new(&name)).map(|[_, window, _]| window);
            // Also what a run was writing when it was killed.
            let is_ours = of_window.is_some() || name.to_string_lossy().starts_with(UNFINISHED);
            let is_later = later.is_some_and(|later| of_window > Some(later as u64));
            if is_ours && !is_later && !kept.contains(Path::new(&name)) {
                let path = entry.path();
                fs::remove_file(&path).map_err(|error| SpillError::File { path, error })?;
            }
        }
        Ok(())
    }

    /// The folder in which the blocks are.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Says how the work is spread over the edges, by the logarithms of the states before each of them.
    pub fn expect(&self, log_states: &[f64]) {
        let most = log_states.iter().copied().fold(0.0, f64::max);
        let mut sum = 0.0;
        let mut parts: Vec<f64> = Vec::with_capacity(log_states.len() + 1);
        parts.push(0.0);
        for log in log_states {
            sum += (log - most).exp();
            parts.push(sum);
        }
        parts.iter_mut().for_each(|part| *part /= sum.max(f64::MIN_POSITIVE));
        *self.expected.lock().unwrap_or_else(PoisonError::into_inner) = parts;
    }

    /// The part of the work that is done when so many edges are passed, as far as the plan's estimate goes.
    pub(crate) fn part(&self, edges: usize) -> Option<f64> {
        self.expected.lock().unwrap_or_else(PoisonError::into_inner).get(edges).copied()
    }

    /// Puts down why blocks cannot be written or read.
    pub fn fail(&self, error: SpillError) -> Unfinished {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        Unfinished::Stopped(Exhausted::Storage)
    }

    /// Why blocks could not be written or read, when that ended a run.
    pub fn failure(&self) -> Option<SpillError> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}
