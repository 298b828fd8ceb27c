//! Messages on the standard error.

use std::io::{self, Write};

/// Writes one line to the standard error. Errors are ignored: a user who has closed it wants no messages.
pub(super) fn message(line: &str) {
    show(&format!("zlink: {line}\n"));
}

/// Writes `text` to the standard error.
pub(super) fn show(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}
