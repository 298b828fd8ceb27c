//! The line of the input that a message is about, with a marker below it.

use std::fmt::Write;
use std::ops::Range;

use super::Source;

/// The greatest number of characters shown of a line, and of those before the marker.
const WIDTH: usize = 100;
const BEFORE: usize = 60;

/// A place in a source with an excerpt of its line; it does not borrow the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot {
    /// The name of the source.
    pub file: String,
    /// The line number, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// The text of the line, shortened and without control characters.
    pub(super) text: String,
    /// The number of characters of `text` before the marker, and the length of the marker.
    pub(super) marker: (usize, usize),
}

impl Spot {
    /// The place of the bytes `range` of `source`.
    pub(super) fn new(source: &Source, range: Range<usize>) -> Self {
        let bytes = &source.bytes;
        let start = range.start.min(bytes.len());
        let line_start = bytes[..start].iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
        let line_end = bytes[start..].iter().position(|&b| b == b'\n').map_or(bytes.len(), |i| start + i);
        let end = range.end.clamp(start, line_end);
        // A character has at most four bytes, so this window has enough of them.
        let window_start = boundary(bytes, start.saturating_sub(4 * BEFORE).max(line_start), start);
        let window_end = line_end.min(start + 4 * WIDTH);
        let mut before = shown(&bytes[window_start..start]);
        let mut is_cut = window_start > line_start;
        if before.len() > BEFORE {
            before.drain(..before.len() - BEFORE);
            is_cut = true;
        }
        let marked = shown(&bytes[start..end.min(window_end)]).len();
        let mut after = shown(&bytes[start..window_end]);
        while after.last() == Some(&'\u{240d}') {
            after.pop();
        }
        let room = WIDTH - before.len();
        let cut_after = after.len() > room || window_end < line_end;
        after.truncate(room);
        let mut text = String::new();
        if is_cut {
            text.push_str("...");
        }
        let lead = before.len() + if is_cut { 3 } else { 0 };
        text.extend(before);
        text.extend(&after);
        if cut_after {
            text.push_str("...");
        }
        Spot {
            file: source.name.clone(),
            line: 1 + bytes[..line_start].iter().filter(|&&b| b == b'\n').count(),
            column: 1 + bytes[line_start..start].iter().filter(|&&b| !is_continuation(b)).count(),
            text,
            marker: (lead, marked.clamp(1, after.len().max(1))),
        }
    }

    /// Writes the line with its number, between two lines that hold a margin and the marker.
    pub(super) fn write_excerpt(&self, out: &mut impl Write) -> std::fmt::Result {
        let number = self.line.to_string();
        let pad = " ".repeat(number.len());
        writeln!(out, "{pad} |")?;
        writeln!(out, "{number} | {}", self.text)?;
        let (lead, len) = self.marker;
        writeln!(out, "{pad} | {}{}", " ".repeat(lead), "^".repeat(len))
    }
}

fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

/// The first character boundary from `at` on, but at most `limit`.
fn boundary(bytes: &[u8], at: usize, limit: usize) -> usize {
    (at..limit).find(|&i| !is_continuation(bytes[i])).unwrap_or(limit)
}

/// The characters of `bytes`, with each control character replaced by a visible one of one column.
fn shown(bytes: &[u8]) -> Vec<char> {
    String::from_utf8_lossy(bytes)
        .chars()
        .map(|c| match c {
            '\t' => ' ',
            '\0'..='\u{1f}' => char::from_u32(0x2400 + c as u32).unwrap_or('?'),
            '\u{7f}' => '\u{2421}',
            // Invisible characters, and those that change the direction of writing, would shift the marker.
            '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' => {
                '\u{fffd}'
            }
            _ if c.is_control() => '\u{fffd}',
            _ => c,
        })
        .collect()
}
