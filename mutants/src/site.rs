//! Where a file can be mutated: the text that is replaced and what it becomes.

use std::ops::Range;

/// How the replacement is guarded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// An expression of which there are two versions.
    Expression,
    /// A statement that is left out.
    Statement,
    /// Nothing is replaced; a statement is put in that is carried out before all others of a function.
    Entry,
}

/// One mutation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// Bytes of the file that are replaced.
    pub range: Range<usize>,
    /// What stands there then.
    pub mutated: String,
    /// How.
    pub form: Form,
    /// The function that it is in.
    pub function: String,
}

impl Site {
    /// The line and column at which it begins, from 1 on.
    pub fn place(&self, text: &str) -> (usize, usize) {
        let before = &text[..self.range.start];
        let line = before.matches('\n').count() + 1;
        (line, before.len() - before.rfind('\n').map_or(0, |i| i + 1) + 1)
    }

    /// The lines that it changes, as a diff.
    pub fn diff(&self, text: &str) -> String {
        let start = text[..self.range.start].rfind('\n').map_or(0, |i| i + 1);
        let end = text[self.range.end..].find('\n').map_or(text.len(), |i| self.range.end + i);
        let after = [&text[start..self.range.start], &self.mutated, &text[self.range.end..end]].concat();
        let lines = |sign: char, lines: &str| -> String {
            lines
                .lines()
                .filter(|line| !line.trim().is_empty())
                .map(|line| format!("{sign}{line}\n"))
                .collect()
        };
        lines('-', &text[start..end]) + &lines('+', &after)
    }
}
