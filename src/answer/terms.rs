//! The terms of a line that a solver prints: atoms and other terms with separators between them.

/// The terms in `line`; `None` if it has anything but terms between separators.
pub(super) fn terms(line: &[u8]) -> Option<Vec<&[u8]>> {
    let mut found = Vec::new();
    let mut rest = line;
    loop {
        let gap = rest.iter().take_while(|&&b| is_separator(b)).count();
        if gap == rest.len() {
            return Some(found);
        }
        if gap == 0 && !found.is_empty() {
            return None;
        }
        rest = &rest[gap..];
        let (term, tail) = rest.split_at(length(rest)?);
        // Without its arguments the atom of a link is half of one.
        if term == b"link" {
            return None;
        }
        found.push(term);
        rest = tail;
    }
}

/// Whether a term is an atom, which is a fact with a full stop.
pub(super) fn is_atom(term: &[u8]) -> bool {
    let name = term.strip_prefix(b"-").unwrap_or(term);
    name.iter().find(|b| !matches!(b, b'_' | b'\'')).is_some_and(u8::is_ascii_lowercase)
}

fn is_separator(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b".,;|&:/".contains(&byte)
}

/// The length of the term with which `text` begins.
fn length(text: &[u8]) -> Option<usize> {
    let sign = usize::from(text.first() == Some(&b'-'));
    let is_word = |b: &&u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'\'' | b'#');
    let word = text[sign..].iter().take_while(is_word).count();
    let start = sign + word;
    match text.get(start) {
        _ if text.get(sign).is_some_and(u8::is_ascii_uppercase) => None,
        Some(b'"') if start == 0 => group(text),
        Some(b'(') => Some(start + group(&text[start..])?),
        _ => (word > 0).then_some(start),
    }
}

/// The length of the string or of the term in parentheses with which `text` begins.
fn group(text: &[u8]) -> Option<usize> {
    let (mut depth, mut in_string, mut escaped) = (0usize, false, false);
    for (i, byte) in text.iter().enumerate() {
        match byte {
            b'"' if !escaped => in_string = !in_string,
            b'(' if !in_string => depth += 1,
            b')' if !in_string => depth = depth.checked_sub(1)?,
            _ => {}
        }
        escaped = in_string && *byte == b'\\' && !escaped;
        if depth == 0 && !in_string {
            return Some(i + 1);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Option<Vec<String>> {
        Some(
            terms(line.as_bytes())?
                .into_iter()
                .map(|term| String::from_utf8_lossy(term).into_owned())
                .collect(),
        )
    }

    #[test]
    fn any_separator_is_one() {
        for line in [
            "a link(0,1)",
            "a\tlink(0,1)",
            "a. link(0,1).",
            "a,link(0,1)",
            "a ; link(0,1);",
            " a | link(0,1)\r",
        ] {
            assert_eq!(read(line).unwrap(), ["a", "link(0,1)"], "{line:?}");
        }
        assert_eq!(read(" \t").unwrap(), [""; 0]);
    }

    #[test]
    fn terms_of_all_kinds_are_whole() {
        let line = r#"(1,) () #inf -3 "st\" r(" -l(a) link("x. )",f((1,2)))"#;
        let terms = read(line).unwrap();
        assert_eq!(terms, ["(1,)", "()", "#inf", "-3", r#""st\" r(""#, "-l(a)", r#"link("x. )",f((1,2)))"#]);
        let atoms: Vec<&String> = terms.iter().filter(|term| is_atom(term.as_bytes())).collect();
        assert_eq!(atoms, ["-l(a)", r#"link("x. )",f((1,2)))"#]);
    }

    #[test]
    fn halves_are_none() {
        for line in [
            "link(0,1",
            "link(\"a",
            "link",
            "link (0,1)",
            "a)",
            "link(0,1)link(1,2)",
            "a-b",
            "Answer",
            "a = b",
            "-",
        ] {
            assert_eq!(read(line), None, "{line:?}");
        }
    }
}
