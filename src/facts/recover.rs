//! Finds the end of a statement without parsing it.

use super::lexical::{blanks, is_name, string};

/// The text after the first token (or comment, or blank) of `input`; shorter than a non-empty `input`.
pub(super) fn skip_token(input: &[u8]) -> &[u8] {
    match input {
        [b' ' | b'\t' | b'\r' | b'\n' | b'%', ..] | [b'#', b'!', ..] => match blanks(input) {
            Ok((rest, ())) => rest,
            Err(_) => &[],
        },
        [b'"', ..] => match string(input) {
            Ok((rest, _)) => rest,
            // An unclosed string most likely ends with its line.
            Err(_) => &input[input.iter().position(|&b| b == b'\n').unwrap_or(input.len())..],
        },
        [b'.', b'.', rest @ ..] => rest,
        [b, ..] if is_name(*b) => &input[input.iter().position(|&b| !is_name(b)).unwrap_or(input.len())..],
        [_, rest @ ..] => rest,
        [] => input,
    }
}

/// The text after the next full stop, or `None` if there is none. A full stop before a digit is taken for a decimal
/// point.
pub(super) fn skip_statement(input: &[u8]) -> Option<&[u8]> {
    if input.starts_with(b"#script") {
        let end = input.windows(4).position(|w| w == b"#end")?;
        return skip_statement(&input[end + 4..]);
    }
    let mut rest = input;
    loop {
        // Full stops are only at these bytes, or in the tokens and comments that start with them.
        let next = rest.iter().position(|b| matches!(b, b'.' | b'"' | b'%' | b'#'))?;
        rest = &rest[next..];
        match rest {
            [] => return None,
            [b'.', b'.', tail @ ..] => rest = tail,
            [b'.', b'0'..=b'9', tail @ ..] => rest = tail,
            [b'.', tail @ ..] => return Some(tail),
            _ => rest = skip_token(rest),
        }
    }
}

/// The length of the fact at the start of `input`, without its full stop.
pub(super) fn fact_len(input: &[u8]) -> usize {
    match skip_statement(input) {
        Some(rest) => input.len() - rest.len() - 1,
        None => input.len(),
    }
}
