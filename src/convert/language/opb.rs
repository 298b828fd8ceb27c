//! Writes the puzzle as a pseudo-Boolean formula in the format OPB.

use std::io;

use super::NotWritten;
use crate::Document;
use zlink_base::limits::{Interrupted, Limits};
use zlink_proof::Formula;

/// The number of words between two checks of the limits.
const INTERVAL: usize = 1 << 16;

/// Text that stops growing when a limit is reached.
struct Text<'l> {
    text: String,
    words: usize,
    limits: &'l Limits,
    stopped: Option<Interrupted>,
}

impl io::Write for Text<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.words.is_multiple_of(INTERVAL) {
            self.stopped = self.limits.check().err();
        }
        self.words += 1;
        if self.stopped.is_some() {
            return Err(io::ErrorKind::Other.into());
        }
        self.text.push_str(&String::from_utf8_lossy(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes the formula of the puzzle.
pub(super) fn write(document: &Document, limits: &Limits) -> Result<String, NotWritten> {
    let formula = Formula::new(&document.puzzle, &[])?;
    let mut text = Text { text: String::new(), words: 0, limits, stopped: None };
    // Nothing else can fail.
    let _ = formula.write(&document.names, &mut text);
    match text.stopped {
        Some(cause) => Err(cause.into()),
        None => Ok(text.text),
    }
}
