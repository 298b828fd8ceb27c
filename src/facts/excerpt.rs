//! The line of the input that a message is about, with a marker under it.

use std::fmt::Write;
use std::ops::Range;

use super::Source;

/// How many characters of a line are shown, and how many of them before the marker at most.
const WIDTH: usize = 100;
const BEFORE: usize = 60;

/// A place in a source, as a message shows it; independent of the source's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot {
    /// The source's name.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// The line, cut and without control characters.
    pub(super) text: String,
    /// How many characters of `text` precede the marker, and how long it is.
    pub(super) marker: (usize, usize),
}

impl Spot {
    /// The place of `range` in `source`.
    pub(super) fn new(source: &Source, range: Range<usize>) -> Self {
        let bytes = &source.bytes;
        let start = range.start.min(bytes.len());
        let line_start = bytes[..start].iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
        let line_end = bytes[start..].iter().position(|&b| b == b'\n').map_or(bytes.len(), |i| start + i);
        let end = range.end.clamp(start, line_end);
        // Four bytes are the most that a character has, so this window holds enough of them.
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

    /// Writes the excerpt, each line with `indent` blanks for the number in front.
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

/// The first offset from `at` on that does not split a character, at most `limit`.
fn boundary(bytes: &[u8], at: usize, limit: usize) -> usize {
    (at..limit).find(|&i| !is_continuation(bytes[i])).unwrap_or(limit)
}

/// The characters of `bytes`, with a visible sign of one column in place of each control character.
fn shown(bytes: &[u8]) -> Vec<char> {
    String::from_utf8_lossy(bytes)
        .chars()
        .map(|c| match c {
            '\t' => ' ',
            '\0'..='\u{1f}' => char::from_u32(0x2400 + c as u32).unwrap_or('?'),
            '\u{7f}' => '\u{2421}',
            // Characters that are invisible or change the direction of writing would shift the marker.
            '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' => {
                '\u{fffd}'
            }
            _ if c.is_control() => '\u{fffd}',
            _ => c,
        })
        .collect()
}
