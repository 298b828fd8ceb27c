//! Opening files for reading, and writing whole files: the old content stays until the new one is complete.
//!
//! The new content is written to a new file with an unpredictable name in the target's folder (`tempfile`). Once it
//! is completely on the disk, that file replaces the target. So after a full disk, a signal or `kill -9` there is
//! either the old file or the new one, never a part of either.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::iter;
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, TempPath};

use crate::faults::{self, Fallible, Operation};

/// The greatest number of symbolic links that are followed in a row.
const LINKS: usize = 40;

/// Opens the file `path` for reading, and returns its metadata as well.
///
/// # Errors
/// The errors of the system.
pub fn open(path: &Path) -> io::Result<(impl Read + use<>, fs::Metadata)> {
    faults::point(Operation::Open)?;
    let file = File::open(path)?;
    let about = file.metadata()?;
    Ok((Fallible::new(file, Operation::Read), about))
}

/// The path of a file that is removed when this value is dropped.
pub type Private = TempPath;

/// Makes a new file with the given content, which only its owner can read and write, in `XDG_RUNTIME_DIR` or else in
/// the folder for temporary files. Its name starts with `prefix`, ends with `suffix`, and cannot be guessed.
///
/// # Errors
/// The errors of the system.
pub fn private(prefix: &str, suffix: &str, content: &[u8]) -> io::Result<Private> {
    faults::point(Operation::Open)?;
    let session = std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from).filter(|folder| folder.is_dir());
    let folder = session.unwrap_or_else(std::env::temp_dir);
    // `tempfile` makes files that only their owner can read.
    let mut file = tempfile::Builder::new().prefix(prefix).suffix(suffix).tempfile_in(folder)?;
    file.write_all(content)?;
    Ok(file.into_temp_path())
}

/// Makes a file in `folder` that has no name, or loses it at once, for what does not fit into memory.
///
/// # Errors
/// The errors of the system.
pub fn nameless(folder: &Path) -> io::Result<File> {
    faults::point(Operation::Open)?;
    tempfile::tempfile_in(folder)
}

/// Writes the file `path` by `write`, or leaves it as it was. Of a symbolic link, the target is replaced, not the
/// link. A file keeps its permissions. A pipe or a device is written to directly.
///
/// # Errors
/// The errors of the system, and those of `write`.
pub fn write_whole<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    let target = target(path)?;
    let found = match fs::metadata(&target) {
        Ok(found) => Some(found),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error.into()),
    };
    if found.as_ref().is_some_and(|found| !found.is_file()) {
        faults::point(Operation::Open)?;
        let file = File::options().write(true).open(&target)?;
        let mut out = BufWriter::new(Fallible::new(file, Operation::Write));
        write(&mut out)?;
        return Ok(out.flush()?);
    }
    let mut new = beside(&target)?;
    let mut out = BufWriter::new(Fallible::new(new.as_file_mut(), Operation::Write));
    write(&mut out)?;
    out.flush()?;
    drop(out);
    if let Some(found) = found {
        new.as_file().set_permissions(found.permissions())?;
    }
    faults::point(Operation::Sync)?;
    new.as_file().sync_all()?;
    faults::point(Operation::Rename)?;
    new.persist(&target).map_err(|error| error.error)?;
    // The new name is durable once the folder is synced, which not every system can do.
    if let Ok(folder) = File::open(folder(&target)) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// Writes `bytes` to the file `path`, as [`write_whole`] does.
///
/// # Errors
/// The errors of the system.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_whole(path, |out| out.write_all(bytes))
}

/// Checks whether [`write_whole`] could write the file `path`, as far as that can be known in advance.
///
/// # Errors
/// The reason why it could not.
pub fn check_writable(path: &Path) -> io::Result<()> {
    let target = target(path)?;
    match fs::metadata(&target) {
        Ok(found) if found.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(found) if !found.is_file() => Ok(()),
        _ => beside(&target).map(drop),
    }
}

/// A new file in the folder of `target`, with the default permissions there. Its name tells whose it is, should a killed run leave it.
fn beside(target: &Path) -> io::Result<NamedTempFile> {
    faults::point(Operation::Open)?;
    let name = target.file_name().ok_or(io::ErrorKind::IsADirectory)?;
    // Only the start of the name, which may be as long as names can be.
    let prefix: String = iter::once('.').chain(name.to_string_lossy().chars().take(32)).collect();
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".part");
    let mut options = File::options();
    options.read(true).write(true).create_new(true);
    let mut cause = None;
    let open = |path: &Path| options.open(path).inspect_err(|error| cause = error.raw_os_error());
    let made = builder.make_in(folder(target), open);
    // Without the path in the message, which is a temporary one that the user does not know.
    made.map_err(|error| cause.map_or(error, io::Error::from_raw_os_error))
}

fn folder(target: &Path) -> &Path {
    target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The path at the end of the chain of symbolic links that begins with `path`; no file need exist there.
fn target(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..LINKS {
        match fs::read_link(&path) {
            Ok(next) => path = folder(&path).join(next),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

#[cfg(test)]
mod tests {
    #[cfg(unix)]
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn files(folder: &Path) -> Vec<String> {
        let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn what_fails_leaves_the_old_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        write_bytes(&file, b"old").unwrap();
        let failed = write_whole(&file, |out| {
            out.write_all(b"new")?;
            Err(io::Error::other("no more"))
        });
        assert_eq!(failed.unwrap_err().to_string(), "no more");
        assert_eq!(fs::read(&file).unwrap(), b"old");
        assert_eq!(files(folder.path()), ["file"]);
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_stay() {
        let folder = tempfile::tempdir().unwrap();
        let [file, link, early] = ["file", "link", "early"].map(|name| folder.path().join(name));
        write_bytes(&file, b"old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("file", &link).unwrap();
        write_bytes(&link, b"new").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        symlink("late", &early).unwrap();
        write_bytes(&early, b"late").unwrap();
        assert_eq!(fs::read(folder.path().join("late")).unwrap(), b"late");
        symlink("round", folder.path().join("round")).unwrap();
        assert!(write_bytes(&folder.path().join("round"), b"").is_err());
        assert_eq!(files(folder.path()), ["early", "file", "late", "link", "round"]);
    }

    #[test]
    fn folders_and_devices_are_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        assert!(check_writable(folder.path()).is_err());
        assert!(write_bytes(folder.path(), b"x").is_err());
        assert!(check_writable(&folder.path().join("no/file")).is_err());
        assert!(check_writable(&folder.path().join("file")).is_ok());
        assert!(files(folder.path()).is_empty());
        if cfg!(unix) {
            write_bytes(Path::new("/dev/null"), b"x").unwrap();
        }
    }
}
