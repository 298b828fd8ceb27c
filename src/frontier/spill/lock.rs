//! FOLDER -> its lock: one run at a time works there.
//!
//! The system holds a lock for an open file, and takes it back when the process ends, in whatever way. What the file says is for
//! messages alone.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::SpillError;
use zlink_base::faults::{self, Operation};

/// The name of the file.
pub(super) const LOCK: &str = "lock";
/// How often a folder is made anew that another process, which has just ended its run, removes.
const ATTEMPTS: usize = 100;
/// The longest name of a process that is read.
const LONGEST: u64 = 200;

/// The lock of a folder. It is held as long as this value lives.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// Takes the lock of `folder`, which is made if there is none.
    pub(super) fn take(folder: &Path) -> Result<Self, SpillError> {
        let path = folder.join(LOCK);
        for _ in 0..ATTEMPTS {
            let fault = |error| SpillError::File { path: folder.to_path_buf(), error };
            fs::create_dir_all(folder).map_err(fault)?;
            match faults::point(Operation::Open).and_then(|()| lock(&path)) {
                Ok(Some(mut file)) => {
                    // Without room for a name the lock holds all the same.
                    let _ = file.set_len(0).and_then(|()| file.write_all(this_process().as_bytes()));
                    return Ok(Lock { path, _file: file });
                }
                Ok(None) => {}
                Err(error) => match error.kind() {
                    io::ErrorKind::NotFound => {}
                    io::ErrorKind::WouldBlock => break,
                    _ => return Err(SpillError::File { path, error }),
                },
            }
        }
        Err(SpillError::InUse { folder: folder.to_path_buf(), by: holder(&path) })
    }

    /// Removes the file, whose folder is about to go.
    pub(super) fn remove(&self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// Locks the file `path`; none if another process has removed it meanwhile. [`io::ErrorKind::WouldBlock`] where another one
/// holds the lock.
#[cfg(unix)]
fn lock(path: &Path) -> io::Result<Option<File>> {
    use std::os::unix::fs::MetadataExt;

    use rustix::fs::{FlockOperation, flock};
    use rustix::io::Errno;

    let file = File::options().read(true).write(true).create(true).truncate(false).open(path)?;
    match flock(&file, FlockOperation::NonBlockingLockExclusive) {
        // Some file systems know no locks; nor does the kernel, where it has too many.
        Ok(()) | Err(Errno::NOSYS | Errno::NOTSUP | Errno::NOLCK) => {}
        Err(error) => return Err(error.into()),
    }
    let (locked, found) = (file.metadata()?, fs::metadata(path)?);
    Ok((locked.dev() == found.dev() && locked.ino() == found.ino()).then_some(file))
}

/// Elsewhere there is the library alone, in which nothing goes to disk.
#[cfg(not(unix))]
fn lock(path: &Path) -> io::Result<Option<File>> {
    File::options().read(true).write(true).create(true).truncate(false).open(path).map(Some)
}

/// The name of this process: its number and, as folders are shared, its machine.
#[cfg(unix)]
#[expect(clippy::disallowed_methods, reason = "Unix has processes")]
fn this_process() -> String {
    format!("process {} on {}", std::process::id(), rustix::system::uname().nodename().to_string_lossy())
}

#[cfg(not(unix))]
fn this_process() -> String {
    String::new()
}

/// The name of the process that holds the lock of `path`.
fn holder(path: &Path) -> String {
    let mut name = String::new();
    let read = File::open(path).and_then(|file| file.take(LONGEST).read_to_string(&mut name));
    match read {
        Ok(_) if !name.is_empty() => name.chars().filter(|c| !c.is_control()).collect(),
        _ => "another process".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_run_at_a_time() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = place.path().join("a/b");
        let lock = Lock::take(&folder).expect("it is free");
        let told = Lock::take(&folder).expect_err("it is taken").to_string();
        assert!(told.ends_with(&format!(": {} works in this folder", this_process())), "{told}");
        drop(lock);
        // What a run has left behind that was killed.
        let lock = Lock::take(&folder).expect("it is free again");
        lock.remove();
        let other = Lock::take(&folder).expect("this is another file");
        drop(lock);
        assert!(Lock::take(&folder).is_err());
        drop(other);
        fs::write(folder.join(LOCK), [0xff; 1000]).expect("written");
        let _lock = Lock::take(&folder).expect("it is free");
        fs::write(folder.join(LOCK), "").expect("written");
        let told = Lock::take(&folder).expect_err("it is taken").to_string();
        assert!(told.ends_with(": another process works in this folder"), "{told}");
    }

    #[test]
    fn what_is_no_folder_is_told() {
        let place = tempfile::tempdir().expect("a folder");
        let file = place.path().join("file");
        fs::write(&file, "").expect("written");
        for folder in [file.clone(), file.join("below")] {
            assert!(matches!(Lock::take(&folder), Err(SpillError::File { .. })));
        }
        fs::create_dir_all(place.path().join("folder").join(LOCK)).expect("made");
        assert!(matches!(Lock::take(&place.path().join("folder")), Err(SpillError::File { .. })));
    }
}
