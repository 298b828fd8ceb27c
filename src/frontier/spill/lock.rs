//! FOLDER -> its lock: one run at a time works in a folder.
//!
//! The operating system holds the lock for an open file, and releases it when the process ends, in whatever way. The content of
//! the file is used in messages only.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::SpillError;
use zlink_base::faults::{self, Operation};

/// The name of the lock file.
pub(super) const LOCK: &str = "lock";
/// The number of attempts to create and lock a folder that another process, whose run has just ended, removes meanwhile.
const ATTEMPTS: usize = 100;
/// The largest number of bytes that are read of a process's name.
const LONGEST: u64 = 200;

/// The lock of a folder, held as long as this value lives.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// Takes the lock of `folder`, which is created if it does not exist.
    pub(super) fn take(folder: &Path) -> Result<Self, SpillError> {
        let path = folder.join(LOCK);
        for attempt in 1..=ATTEMPTS {
            let fault = |error| SpillError::File { path: folder.to_path_buf(), error };
            fs::create_dir_all(folder).map_err(fault)?;
            match faults::point(Operation::Open).and_then(|()| lock(&path)) {
                Ok(Some(mut file)) => {
                    // The lock is valid even if the name cannot be written.
                    let _ = file.set_len(0).and_then(|()| file.write_all(this_process().as_bytes()));
                    return Ok(Lock { path, _file: file });
                }
                Ok(None) => {}
                Err(error) => match error.kind() {
                    io::ErrorKind::NotFound if attempt < ATTEMPTS => {}
                    io::ErrorKind::WouldBlock => break,
                    _ => return Err(SpillError::File { path, error }),
                },
            }
        }
        Err(SpillError::InUse { folder: folder.to_path_buf(), by: holder(&path) })
    }

    /// Removes the lock file; the folder is about to be removed.
    pub(super) fn remove(&self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// Locks the file `path`; `None` if another process has removed it meanwhile. Fails with [`io::ErrorKind::WouldBlock`] if another
/// process holds the lock.
#[cfg(unix)]
fn lock(path: &Path) -> io::Result<Option<File>> {
    use std::os::unix::fs::MetadataExt;

    use rustix::fs::{FlockOperation, flock};
    use rustix::io::Errno;

    let file = File::options().read(true).write(true).create(true).truncate(false).open(path)?;
    match flock(&file, FlockOperation::NonBlockingLockExclusive) {
        // Some file systems have no locks, and the kernel may run out of them.
        Ok(()) | Err(Errno::NOSYS | Errno::NOTSUP | Errno::NOLCK) => {}
        Err(error) => return Err(error.into()),
    }
    let (locked, found) = (file.metadata()?, fs::metadata(path)?);
    Ok((locked.dev() == found.dev() && locked.ino() == found.ino()).then_some(file))
}

/// Opens the file `path` so that no other process can open it for writing, which is a lock on Windows.
#[cfg(windows)]
fn lock(path: &Path) -> io::Result<Option<File>> {
    use std::os::windows::fs::OpenOptionsExt;

    /// `FILE_SHARE_READ | FILE_SHARE_DELETE`: others may read the name in the file, and this process may remove it.
    const SHARED: u32 = 1 | 4;
    /// `ERROR_SHARING_VIOLATION`
    const IN_USE: i32 = 32;

    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false).share_mode(SHARED);
    options.open(path).map(Some).map_err(|error| match error.raw_os_error() {
        Some(IN_USE) => io::ErrorKind::WouldBlock.into(),
        _ => error,
    })
}

/// Creates the file `path` without a lock: on other systems only the library exists, which writes nothing to disk.
#[cfg(not(any(unix, windows)))]
fn lock(path: &Path) -> io::Result<Option<File>> {
    File::options().read(true).write(true).create(true).truncate(false).open(path).map(Some)
}

/// The name of this process: its number and, as folders may be shared between machines, its machine.
#[cfg(unix)]
#[expect(clippy::disallowed_methods, reason = "Unix has processes")]
fn this_process() -> String {
    format!("process {} on {}", std::process::id(), rustix::system::uname().nodename().to_string_lossy())
}

#[cfg(windows)]
#[expect(clippy::disallowed_methods, reason = "Windows has processes")]
fn this_process() -> String {
    format!("process {}", std::process::id())
}

#[cfg(not(any(unix, windows)))]
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
        // A killed run leaves its lock file behind.
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
