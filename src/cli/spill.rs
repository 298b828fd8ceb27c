//! The folder of `--spill`: opened before the work, and removed when the result is written.

use std::path::PathBuf;

use clap::Args;

use super::failure::Failure;
use super::session::Session;
use zlink_search::{Spill, SpillError};

/// Where a count puts what is too much for the memory.
#[derive(Debug, Args)]
#[command(next_help_heading = "Disk")]
pub(super) struct Disk {
    /// Keep the levels of a long sweep in files in this folder. They may be many times larger than --memory-limit, and --resume
    /// continues a run that was stopped. Only a breadth-first search runs then, and no other strategy.
    #[arg(long, value_name = "FOLDER")]
    pub(super) spill: Option<PathBuf>,
    /// Continue the last run in the folder, on any number of threads; without one, start from the beginning.
    #[arg(long, requires = "spill")]
    pub(super) resume: bool,
}

impl Disk {
    /// Opens the folder, if the option names one.
    pub(super) fn open(&self) -> Result<Option<Spill>, Failure> {
        let open = |folder| Spill::open(folder, self.resume).map_err(|error| unusable(&error));
        self.spill.as_deref().map(open).transpose()
    }

    /// Opens the folder that another process has opened, if the option names one.
    pub(super) fn join(&self) -> Result<Option<Spill>, Failure> {
        let join = |folder| Spill::join(folder).map_err(|error| unusable(&error));
        self.spill.as_deref().map(join).transpose()
    }
}

/// Reports why blocks could not be written or read, if that has ended a run.
pub(super) fn told(session: &Session, spill: &Spill) -> Result<(), Failure> {
    match spill.failure() {
        // On a full or broken disk, the files stay for --resume.
        Some(error @ SpillError::File { .. }) => {
            session.remark(&format!("{error}; go on with --resume"));
            Ok(())
        }
        Some(error) => Err(unusable(&error)),
        None => Ok(()),
    }
}

/// Removes the folder, after the result was written.
pub(super) fn removed(spill: &Spill) -> Result<(), Failure> {
    spill.remove().map_err(|error| Failure::input(error.to_string()))
}

/// The failure for a folder that cannot be used.
fn unusable(error: &SpillError) -> Failure {
    let help = match error {
        SpillError::File { .. } => return Failure::input(error.to_string()),
        SpillError::Unfinished(_) => "add --resume to go on with it, or name another folder",
        SpillError::InUse { .. } => "wait until it has ended, or name another folder",
        SpillError::Unreadable { .. } | SpillError::Damaged(_) | SpillError::Other(_) => {
            "name another folder, or remove this one"
        }
    };
    Failure::input_with_help(error.to_string(), help)
}
