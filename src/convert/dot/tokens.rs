//! The names and signs of a text in DOT, one after another.

use std::borrow::Cow;
use std::ops::Range;

use super::super::lines::{Piece, Read, Text};

/// A part of a text in DOT.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token<'s> {
    /// A name without quotes: a word or a number.
    Word(&'s str),
    /// A name in quotes, without them, or in the brackets of HTML.
    Quoted(Cow<'s, str>),
    /// A sign: a bracket, a separator, `--` or `->`.
    Sign(&'s str),
    /// The end of the text.
    End,
}

impl Token<'_> {
    /// Whether it is this keyword, in upper or lower case.
    pub(super) fn is(&self, keyword: &str) -> bool {
        matches!(self, Token::Word(word) if word.eq_ignore_ascii_case(keyword))
    }
}

/// The parts of a text, with a look at the next one.
pub(super) struct Tokens<'s> {
    text: Text<'s>,
    at: usize,
    next: (Token<'s>, Range<usize>),
}

impl<'s> Tokens<'s> {
    pub(super) fn new(text: Text<'s>) -> Read<Self> {
        let mut tokens = Tokens { text, at: 0, next: (Token::End, 0..0) };
        tokens.next()?;
        Ok(tokens)
    }

    /// The next part, which stays the next one.
    pub(super) fn peek(&self) -> &Token<'s> {
        &self.next.0
    }

    /// Where the next part is.
    pub(super) fn place(&self) -> Range<usize> {
        self.next.1.clone()
    }

    /// Takes the next part.
    pub(super) fn next(&mut self) -> Read<(Token<'s>, Range<usize>)> {
        let after = self.read()?;
        Ok(std::mem::replace(&mut self.next, after))
    }

    /// Takes the next part if it is this sign.
    pub(super) fn takes(&mut self, sign: &str) -> Read<bool> {
        let is_it = *self.peek() == Token::Sign(sign);
        if is_it {
            self.next()?;
        }
        Ok(is_it)
    }

    fn read(&mut self) -> Read<(Token<'s>, Range<usize>)> {
        let start = without_comments(self.text.all, self.at);
        let rest = &self.text.all[start..];
        let (token, length) = match rest.as_bytes() {
            [] => (Token::End, 0),
            [b'-', b'-' | b'>', ..] => (Token::Sign(&rest[..2]), 2),
            [b'{' | b'}' | b'[' | b']' | b';' | b',' | b'=' | b':' | b'+', ..] => {
                (Token::Sign(&rest[..1]), 1)
            }
            [b'/', b'*', ..] => return Err(self.text.error(start..start + 2, "this comment has no end")),
            [b'"', ..] => self.quoted(start, rest)?,
            [b'<', ..] => self.html(start, rest)?,
            _ => self.word(start, rest)?,
        };
        self.at = start + length;
        // The end of a text is told at its last character.
        let place =
            if token == Token::End { self.text.all.trim_end().len().saturating_sub(1) } else { start };
        Ok((token, place..place + length.max(usize::from(start > 0))))
    }

    fn quoted(&self, start: usize, rest: &'s str) -> Read<(Token<'s>, usize)> {
        let mut is_escaped = false;
        let end = rest[1..].find(|c| {
            let is_end = c == '"' && !is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            is_end
        });
        let end = end.ok_or_else(|| self.text.error(start..start + 1, "this quotation has no end"))?;
        let inner = &rest[1..=end];
        let name = match inner.contains('\\') {
            true => Cow::Owned(inner.replace("\\\r\n", "").replace("\\\n", "").replace("\\\"", "\"")),
            false => Cow::Borrowed(inner),
        };
        Ok((Token::Quoted(name), end + 2))
    }

    fn html(&self, start: usize, rest: &'s str) -> Read<(Token<'s>, usize)> {
        let mut open = 0usize;
        for (at, byte) in rest.bytes().enumerate() {
            match byte {
                b'<' => open += 1,
                b'>' => open -= 1,
                _ => {}
            }
            if open == 0 {
                return Ok((Token::Quoted(Cow::Borrowed(&rest[1..at])), at + 1));
            }
        }
        Err(self.text.error(start..start + 1, "this bracket is not closed"))
    }

    fn word(&self, start: usize, rest: &'s str) -> Read<(Token<'s>, usize)> {
        let is_part =
            |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.' || !c.is_ascii() && !c.is_control();
        let sign = usize::from(rest.starts_with('-'));
        let length = rest[sign..].find(|c| !is_part(c)).map_or(rest.len(), |length| sign + length);
        let word = &rest[..length];
        let is_name = sign == 0 && !word.contains('.') && !word.starts_with(|c: char| c.is_ascii_digit());
        let digits = word[sign..].replacen('.', "", 1);
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        if length > 0 && (is_name || is_number) {
            return Ok((Token::Word(word), length));
        }
        let first = Piece { at: start, text: rest }.characters().next().map_or(start..start, Piece::range);
        if length <= sign {
            self.text.no_control_character(Piece { at: start, text: &rest[..first.len()] })?;
            return Err(self.text.error(first, "this sign has no meaning here"));
        }
        let what = self.text.error(start..start + length, "this is neither a word nor a number");
        Err(Box::new(what.help("any other name stands in quotes")))
    }
}

/// The offset of the first character from `at` on that is no blank and in no comment.
pub(super) fn without_comments(text: &str, mut at: usize) -> usize {
    loop {
        let rest = text[at..].trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        at = text.len() - rest.len();
        let line = || rest.find('\n').unwrap_or(rest.len());
        at += match rest.as_bytes() {
            [b'/', b'/', ..] => line(),
            [b'/', b'*', ..] => match rest[2..].find("*/") {
                Some(end) => end + 4,
                None => return at,
            },
            // A line of the preprocessor.
            [b'#', ..] if text[..at].rsplit('\n').next().is_some_and(|before| before.trim().is_empty()) => {
                line()
            }
            _ => return at,
        };
    }
}
