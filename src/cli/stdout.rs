//! The standard output as the process was given it.

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicBool, Ordering};

use zlink_base::faults::{Fallible, Operation};

/// Whether the process was started without a standard output.
static MISSING: AtomicBool = AtomicBool::new(false);

/// Notes whether the process has a standard output. To be called before the standard library sets the process up: it puts
/// `/dev/null` where a standard stream is missing, and then an answer would be lost without a word.
pub fn look_at_stdout() {
    MISSING.store(duplicate().is_err(), Ordering::Relaxed);
}

/// The standard output.
///
/// # Errors
/// When there is none.
pub(super) fn open() -> io::Result<impl Write + use<>> {
    if MISSING.load(Ordering::Relaxed) {
        return Err(io::Error::other("it is closed"));
    }
    Ok(Fallible::new(duplicate()?, Operation::Print))
}

/// Writes `bytes` to the standard output.
///
/// # Errors
/// Those of the system, and when there is no standard output.
pub(super) fn write(bytes: &[u8]) -> io::Result<()> {
    open()?.write_all(bytes)
}

fn duplicate() -> io::Result<File> {
    Ok(File::from(io::stdout().as_fd().try_clone_to_owned()?))
}
