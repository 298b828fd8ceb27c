//! The standard output as the process inherited it.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use super::{message, system};
use zlink_answer::ExitStatus;
use zlink_base::faults::{Fallible, Operation};

/// Whether the process was started without a standard output.
static MISSING: AtomicBool = AtomicBool::new(false);

/// Records whether the process has a standard output. Must be called before the standard library initialises the process: it
/// opens `/dev/null` for a missing standard stream, and answers would be lost silently.
pub fn look_at_stdout() {
    MISSING.store(system::stdout().is_err(), Ordering::Relaxed);
}

/// Opens the standard output for writing.
///
/// # Errors
/// When the process has no standard output.
pub(super) fn open() -> io::Result<impl Write + use<>> {
    if MISSING.load(Ordering::Relaxed) {
        return Err(io::Error::other("it is closed"));
    }
    Ok(Fallible::new(system::stdout()?, Operation::Print))
}

/// Writes `bytes` to the standard output.
///
/// # Errors
/// When the system fails to write, or the process has no standard output.
pub(super) fn write(bytes: &[u8]) -> io::Result<()> {
    open()?.write_all(bytes)
}

/// The status of a run that only writes one text.
pub(super) fn written(page: io::Result<()>) -> ExitStatus {
    match page {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            message(&format!("error: the standard output cannot be written: {error}"));
            ExitStatus::ERROR
        }
        _ => ExitStatus::DONE,
    }
}
