//! Tables as aligned text and as Markdown.

use std::fmt::Write;

/// How a table looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// Aligned columns, for the terminal.
    Text,
    /// A Markdown table, for documents.
    Markdown,
}

/// A table: the first column holds names, the others figures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these headings.
    pub fn new<S: Into<String>>(headings: impl IntoIterator<Item = S>) -> Self {
        Table { rows: vec![headings.into_iter().map(Into::into).collect()] }
    }

    /// Adds a row.
    pub fn push(&mut self, row: Vec<String>) {
        self.rows.push(row);
    }

    /// The whole table, each row on a line.
    pub fn render(&self, look: Look) -> String {
        match look {
            Look::Text => self.text(),
            Look::Markdown => self.markdown(),
        }
    }

    fn text(&self) -> String {
        let columns = self.rows[0].len();
        let widths: Vec<usize> = (0..columns)
            .map(|i| self.rows.iter().filter_map(|row| row.get(i)).map(|cell| cell.chars().count()).max())
            .map(Option::unwrap_or_default)
            .collect();
        let mut out = String::new();
        for row in &self.rows {
            let mut line = String::new();
            for (i, (cell, width)) in row.iter().zip(&widths).enumerate() {
                // Writing to a string cannot fail.
                let _ = match i {
                    0 => write!(line, "{cell:<width$}"),
                    _ => write!(line, "  {cell:>width$}"),
                };
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
        out
    }

    fn markdown(&self) -> String {
        let mut out = String::new();
        for (i, row) in self.rows.iter().enumerate() {
            out.push('|');
            for cell in row {
                let _ = write!(out, " {} |", cell.replace('|', "\\|"));
            }
            out.push('\n');
            if i == 0 {
                out.push_str("|---|");
                out.push_str(&"---:|".repeat(row.len().saturating_sub(1)));
                out.push('\n');
            }
        }
        out
    }
}
