//! Places in the input.

use std::ops::Range;

use super::{lexical, recover};

/// An input text with a name for messages.
#[derive(Debug, Clone)]
pub struct Source {
    /// The name of the file; `-` for the standard input.
    pub name: String,
    /// The contents, which may be any bytes.
    pub bytes: Vec<u8>,
}

impl Source {
    /// A text with the name `name`.
    pub fn new(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Source { name: name.into(), bytes: bytes.into() }
    }
}

/// A place in the input: an offset into the concatenation of all sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place(pub(super) u64);

impl Place {
    /// The place of byte `offset` in the source with index `source`.
    pub(super) fn new(sources: &[Source], source: usize, offset: usize) -> Self {
        let before: u64 = sources[..source].iter().map(|s| s.bytes.len() as u64 + 1).sum();
        Place(before + offset as u64)
    }

    /// The index of the source that has this place, and the byte offset in it.
    pub fn resolve(self, sources: &[Source]) -> (usize, usize) {
        let mut offset = self.0;
        for (i, source) in sources.iter().enumerate() {
            let len = source.bytes.len() as u64 + 1;
            if offset < len {
                return (i, offset as usize);
            }
            offset -= len;
        }
        (0, 0)
    }
}

/// The bytes of argument `number` (from 0) of the fact that starts at `offset`. It is the whole fact up to its full
/// stop without a number, or if the fact has alternatives or fewer arguments.
pub(super) fn argument_range(bytes: &[u8], offset: usize, number: Option<usize>) -> Range<usize> {
    let start = offset.min(bytes.len());
    let rest = &bytes[start..];
    let end = start + recover::fact_len(rest);
    let whole = start..end;
    let Some(number) = number else { return whole };
    let Some(open) = rest[..whole.len()].iter().position(|&b| b == b'(') else { return whole };
    let mut depth = 0usize;
    let mut found = 0;
    let mut from = start + open + 1;
    let mut at = from;
    while at < end {
        let next = end - recover::skip_token(&bytes[at..end]).len();
        match bytes[at] {
            b'(' => depth += 1,
            b';' if depth == 0 => return whole,
            b',' | b')' if depth == 0 => {
                if found == number {
                    return trim(bytes, from..at);
                }
                found += 1;
                from = next;
            }
            b')' => depth -= 1,
            _ => {}
        }
        at = next;
    }
    whole
}

fn trim(bytes: &[u8], range: Range<usize>) -> Range<usize> {
    let text = &bytes[range.clone()];
    let inner = lexical::blanks(text).map_or(text, |(rest, ())| rest);
    let start = range.start + (text.len() - inner.len());
    let kept = inner.iter().rposition(|&b| !b.is_ascii_whitespace()).map_or(0, |i| i + 1);
    start..start + kept
}
