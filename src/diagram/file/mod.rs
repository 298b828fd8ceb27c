//! Diagrams in files.
//!
//! | file | form |
//! |---|---|
//! | `binary.rs` | zlink's own: compact, with the names of the elements and a checksum |
//! | `text.rs` | that of Graphillion's `dump` and `load`: a node a line, elements by number |
//!
//! What is read may be anything: each reader checks all it relies on, and takes no more memory than the bytes at
//! hand account for.

mod binary;
mod text;

use std::fmt;

use zlink_base::limits::Exhausted;

/// Why bytes are no diagram.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// They are not in this form at all.
    #[error("this is not {0}")]
    NotThisForm(&'static str),
    /// They are in a later form.
    #[error("this is version {0} of the form, and only version 1 is known")]
    Version(u8),
    /// They end too early.
    #[error("the file ends too early, at byte {0}")]
    Truncated(usize),
    /// They are not what was written.
    #[error("the file is damaged: its checksum is wrong")]
    Checksum,
    /// They are whole, but make no diagram.
    #[error("the file is wrong at {at}: {what}")]
    Wrong {
        /// Where: a byte or a line.
        at: FilePosition,
        /// What is wrong there.
        what: String,
    },
    /// A limit was reached.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
}

/// A position in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FilePosition {
    /// Counted from 0.
    Byte(usize),
    /// Counted from 1.
    Line(usize),
}

impl fmt::Display for FilePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FilePosition::Byte(at) => write!(f, "byte {at}"),
            FilePosition::Line(at) => write!(f, "line {at}"),
        }
    }
}
