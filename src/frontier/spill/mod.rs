//! Blocks on disk: a sweep whose levels are larger than the memory, and which can be stopped at any moment and resumed later.
//!
//! ```text
//!  folder/manifest            the state at the end of a window: fingerprint, order, count so far, where its blocks are
//!  folder/blocks-WINDOW-N     what worker N sent to the blocks after a window, in segments: records of one block each
//!  folder/rows-WINDOW-N       what worker N keeps of the window for a diagram, in segments: the rows of one block each
//!  folder/lock                locked by the run that works in the folder
//! ```
//!
//! After each window the files of its blocks are synced to disk before a manifest that names them replaces the previous one
//! (`files::write_whole`); only then the files of the previous window are removed. So after a signal, a full disk or `kill -9`
//! the manifest describes a window whose blocks are all on disk, and a run resumes from it, on any number of threads. Every
//! segment has a checksum, and so has the manifest.

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
use zlink_base::limits::Interrupted;

pub use checksum::Checksum;
use lock::Lock;
use manifest::file_numbers;
pub use manifest::{Saved, Words, push_segments};
pub use segments::{Segment, SegmentWriter, read_segment};

const MANIFEST: &str = "manifest";
/// The prefix of the name of a manifest that is still being written ([`zlink_base::files::write_whole`]).
const UNFINISHED: &str = ".manifest";
const BLOCKS: &str = "blocks-";
const ROWS: &str = "rows-";
/// The prefixes of the names of the files that a manifest lists.
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
    /// A file is damaged, or not a file of a sweep.
    #[error("{0}: this file is damaged, or it is none of a sweep")]
    Damaged(PathBuf),
    /// The blocks belong to another puzzle or to other options.
    #[error("{0}: these blocks belong to another puzzle or to other options")]
    Other(PathBuf),
    /// The folder holds an unfinished run, and it was not opened to resume it.
    #[error("{0}: there are blocks of a run that is not finished")]
    Unfinished(PathBuf),
    /// Another run works in this folder.
    #[error("{folder}: {by} works in this folder")]
    InUse {
        /// The folder.
        folder: PathBuf,
        /// The name of the process of that run.
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
    /// The lock of the folder; of several processes that share a run, only the first one holds it.
    lock: Option<Lock>,
    /// The content of the manifest when the folder was opened.
    saved: Option<Saved>,
    /// For each number of edges passed, the fraction of the work that is done by then, by the plan's estimate.
    expected: Mutex<Vec<f64>>,
    /// A number greater than the window of every file in the folder.
    unused: AtomicUsize,
    failure: Mutex<Option<SpillError>>,
}

impl Spill {
    /// Opens `folder`, which is created if it does not exist. With `resume` a run continues from its files; without, the folder
    /// must not hold an unfinished run.
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

    /// Opens a folder that another process has opened; that process manages its files.
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

    /// The order of the edges of the run to be resumed, if there is one.
    ///
    /// # Errors
    /// When the run is one of a puzzle with another fingerprint.
    pub fn order(&self, fingerprint: u64) -> Result<Option<&[u32]>, SpillError> {
        match &self.saved {
            Some(saved) if saved.fingerprint != fingerprint => Err(SpillError::Other(self.folder.clone())),
            saved => Ok(saved.as_ref().map(|saved| &saved.order[..])),
        }
    }

    /// The state from which a run resumes, if there is one.
    pub fn saved(&self) -> Option<&Saved> {
        self.saved.as_ref()
    }

    /// A writer for a worker's blocks after the window that ends at level `at`.
    pub fn blocks(&self, at: usize, worker: usize) -> SegmentWriter {
        SegmentWriter::new(self.folder.join(file_name(BLOCKS, at, worker)))
    }

    /// A writer for the rows that a worker keeps of the window that ends at level `at`.
    pub(crate) fn rows(&self, at: usize, worker: usize) -> SegmentWriter {
        SegmentWriter::new(self.folder.join(file_name(ROWS, at, worker)))
    }

    /// Returns a number that no file has yet, for runs that write files several times between two commits.
    pub fn turn(&self) -> usize {
        self.unused.fetch_add(1, Ordering::Relaxed)
    }

    /// Reserves the numbers below `number`, which belong to files of other processes.
    pub fn skip_to(&self, number: usize) {
        self.unused.fetch_max(number, Ordering::Relaxed);
    }

    /// Commits a window: from now on a run resumes from `saved`, whose files are on disk.
    pub fn commit(&self, saved: &Saved) -> Result<(), SpillError> {
        self.commit_before(None, saved)
    }

    /// [`Spill::commit`], but keeps files of windows that end after level `later`: other processes may be writing them.
    pub fn commit_before(&self, later: Option<usize>, saved: &Saved) -> Result<(), SpillError> {
        let path = self.folder.join(MANIFEST);
        manifest::write(&path, saved).map_err(|error| SpillError::File { path, error })?;
        // Files that cannot be removed now are removed next time.
        let _ = self.remove_all_but(Some(saved), later);
        Ok(())
    }

    /// Removes all files of the run, whose result has been reported.
    ///
    /// # Errors
    /// When a file cannot be removed.
    pub fn remove(&self) -> Result<(), SpillError> {
        let path = self.folder.join(MANIFEST);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(SpillError::File { path, error });
            }
            _ => self.remove_all_but(None, None)?,
        }
        self.lock.iter().for_each(Lock::remove);
        // The folder stays if it contains other files.
        let _ = fs::remove_dir(&self.folder);
        Ok(())
    }

    /// Removes the files that `saved` does not name, except files of windows that end after level `later`.
    fn remove_all_but(&self, saved: Option<&Saved>, later: Option<usize>) -> Result<(), SpillError> {
        let kept: BTreeSet<&Path> = saved.iter().flat_map(|saved| saved.files()).collect();
        let fault = |error| SpillError::File { path: self.folder.clone(), error };
        for entry in fs::read_dir(&self.folder).map_err(fault)? {
            let entry = entry.map_err(fault)?;
            let name = entry.file_name();
            let of_window = file_numbers(Path::new(&name)).map(|[_, window, _]| window);
            // An unfinished manifest is left by a run that was killed.
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

    /// Sets the expected distribution of the work over the edges, given the logarithm of the number of states before each edge.
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

    /// The fraction of the work that is done when `edges` edges are passed, by the plan's estimate.
    pub(crate) fn part(&self, edges: usize) -> Option<f64> {
        self.expected.lock().unwrap_or_else(PoisonError::into_inner).get(edges).copied()
    }

    /// Records why blocks cannot be written or read. The first such error is kept.
    pub fn fail(&self, error: SpillError) -> Unfinished {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        Unfinished::Stopped(Interrupted::Storage)
    }

    /// The error of reading or writing blocks that ended a run. It is returned only once.
    pub fn failure(&self) -> Option<SpillError> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}
