//! `zlink compare` where there are no process groups, and no measure of all that a process has started: it only says so.

use std::ffi::OsString;

use clap::Args;

use super::message;
use zlink_answer::ExitStatus;
use zlink_base::clock::Instant;

pub(super) const EXAMPLES: &str = "This command needs a Unix, for example Linux.\n";

/// The command line of `zlink compare`, unread.
#[derive(Debug, Args)]
pub(super) struct Compare {
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<OsString>,
}

/// Refuses to compare.
pub(super) fn compare(_: Instant, _: &Compare) -> ExitStatus {
    message("error: compare needs process groups, which this system does not have: it runs on Linux");
    ExitStatus::ERROR
}
