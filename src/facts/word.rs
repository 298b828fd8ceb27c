//! Conversion between words of other formats and terms.

use std::borrow::Cow;

/// The term for a word of any characters but NUL: an integer, a constant, or else a string.
pub fn term_of(word: &str) -> Cow<'_, str> {
    let is_number = word.parse::<i64>().is_ok_and(|number| number.to_string() == word);
    let first = word.trim_start_matches('_').chars().next();
    let is_constant = first.is_some_and(|c| c.is_ascii_lowercase())
        && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && word != "not";
    if is_number || is_constant {
        return Cow::Borrowed(word);
    }
    let escaped = word.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    Cow::Owned(format!("\"{escaped}\""))
}

/// The word for a term that gringo prints: strings are without quotes and escapes.
pub fn word_of(term: &str) -> Cow<'_, str> {
    let Some(inner) = term.strip_prefix('"').and_then(|term| term.strip_suffix('"')) else {
        return Cow::Borrowed(term);
    };
    let mut word = String::with_capacity(inner.len());
    let mut rest = inner.chars();
    while let Some(c) = rest.next() {
        word.push(match c {
            '\\' => match rest.next() {
                Some('n') => '\n',
                Some(escaped) => escaped,
                None => c,
            },
            plain => plain,
        });
    }
    Cow::Owned(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_back() {
        for (word, term) in [
            ("12", "12"),
            ("-3", "-3"),
            ("012", "\"012\""),
            ("+1", "\"+1\""),
            ("a_B1", "a_B1"),
            ("_a", "_a"),
            ("_", "\"_\""),
            ("A", "\"A\""),
            ("not", "\"not\""),
            ("", "\"\""),
            ("red car", "\"red car\""),
            ("a\\n\"b\n", "\"a\\\\n\\\"b\\n\""),
        ] {
            assert_eq!(term_of(word), term);
            assert_eq!(word_of(term), word);
        }
        assert_eq!(word_of("p(1,\"x\")"), "p(1,\"x\")");
    }
}
