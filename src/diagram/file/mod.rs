//! Diagrams in files.
//!
//! | file | form |
//! |---|---|
//! | `binary.rs` | zlink's own: compact, with the names of the elements and a checksum |
//! | `text.rs` | the form of Graphillion's `dump` and `load`: a node a line, elements by number |
//!
//! Input is not trusted: each reader checks all that it relies on, and allocates no more memory than the size of the
//! input justifies.

mod binary;
mod text;

use std::fmt;

use zlink_base::limits::Interrupted;

/// The reason why bytes cannot be read as a diagram.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The bytes are not in the expected form.
    #[error("this is not {0}")]
    NotThisForm(&'static str),
    /// The bytes are in a later version of the form, given here.
    #[error("this is version {0} of the form, and only version 1 is known")]
    Version(u8),
    /// The bytes end too early, at this position.
    #[error("the file ends too early, at byte {0}")]
    Truncated(usize),
    /// The checksum does not match: the bytes were changed after they were written.
    #[error("the file is damaged: its checksum is wrong")]
    Checksum,
    /// The bytes are complete, but do not describe a valid diagram.
    #[error("the file is wrong at {at}: {what}")]
    Wrong {
        /// The position of the mistake: a byte or a line.
        at: FilePosition,
        /// A description of the mistake.
        what: String,
    },
    /// A limit was reached.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

/// A position in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FilePosition {
    /// The offset of a byte, from 0.
    Byte(usize),
    /// The number of a line, from 1.
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
