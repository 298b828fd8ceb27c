//! A place where a file can be mutated: the text that is replaced, and its replacement.

use std::ops::Range;

/// The kind of code that is replaced, which determines its guard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// An expression that is replaced.
    Expression,
    /// A statement that is left out.
    Statement,
    /// A statement that is inserted before all others of a function.
    Entry,
}

/// One mutation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// The bytes of the file that are replaced.
    pub range: Range<usize>,
    /// The replacement.
    pub mutated: String,
    /// The kind of code.
    pub form: Form,
    /// The name of the function around it.
    pub function: String,
}

impl Site {
    /// The line and column of its beginning, counted from 1.
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
