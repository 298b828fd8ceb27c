//! A text, split into lines and words with their places, and errors at these places.

use std::ops::Range;

use zlink_facts::{Diagnostic, Source};

/// A text that is being read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Text<'s> {
    source: &'s Source,
    /// The whole text.
    pub(super) all: &'s str,
    /// By byte of `all`, and for its end: the place in the source. Without any, `all` is the source itself.
    places: &'s [usize],
}

/// A part of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece<'s> {
    /// The byte offset of the part in the text.
    pub(super) at: usize,
    /// The characters of the part.
    pub(super) text: &'s str,
}

impl<'s> Piece<'s> {
    /// The byte range of the part.
    pub(super) fn range(self) -> Range<usize> {
        self.at..self.at + self.text.len()
    }

    /// The words of the part, separated by blanks.
    pub(super) fn words(self) -> impl Iterator<Item = Piece<'s>> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let skipped = rest.text.len() - rest.text.trim_start().len();
            let start = rest.at + skipped;
            let tail = &rest.text[skipped..];
            let len = tail.find(char::is_whitespace).unwrap_or(tail.len());
            rest = Piece { at: start + len, text: &tail[len..] };
            (len > 0).then_some(Piece { at: start, text: &tail[..len] })
        })
    }

    /// The parts between separators; they may be empty.
    pub(super) fn split(self, is_separator: impl Fn(char) -> bool) -> impl Iterator<Item = Piece<'s>> {
        let mut rest = Some(self);
        std::iter::from_fn(move || {
            let Piece { at, text } = rest.take()?;
            let Some((part, tail)) = text.split_once(&is_separator) else { return Some(Piece { at, text }) };
            rest = Some(Piece { at: at + text.len() - tail.len(), text: tail });
            Some(Piece { at, text: part })
        })
    }

    /// The part behind `prefix`, if it begins with it.
    pub(super) fn without(self, prefix: &str) -> Option<Self> {
        self.text.strip_prefix(prefix).map(|text| Piece { at: self.at + prefix.len(), text })
    }

    /// The characters of the part, as parts of their own.
    pub(super) fn characters(self) -> impl Iterator<Item = Piece<'s>> {
        self.text
            .char_indices()
            .map(move |(i, c)| Piece { at: self.at + i, text: &self.text[i..i + c.len_utf8()] })
    }

    /// The part without blanks around it.
    pub(super) fn trimmed(self) -> Self {
        let skipped = self.text.len() - self.text.trim_start().len();
        Piece { at: self.at + skipped, text: self.text.trim() }
    }
}

impl<'s> Text<'s> {
    /// The text of `source`, which must be UTF-8.
    pub(super) fn new(source: &'s Source) -> Result<Self, Box<Diagnostic>> {
        match std::str::from_utf8(&source.bytes) {
            Ok(all) => Ok(Text { source, all, places: &[] }),
            Err(error) => {
                let at = error.valid_up_to();
                let what = Diagnostic::error("this is no text: a byte is not valid UTF-8");
                Err(Box::new(what.at(std::slice::from_ref(source), 0, at..at + 1)))
            }
        }
    }

    /// A text that was made of this one, whose bytes (and end) stem from `places` of the source.
    pub(super) fn within<'t>(self, all: &'t str, places: &'t [usize]) -> Text<'t>
    where
        's: 't,
    {
        Text { source: self.source, all, places }
    }

    /// The lines of the text, without line ends.
    pub(super) fn lines(self) -> impl Iterator<Item = Piece<'s>> {
        let mut at = 0;
        self.all.split_inclusive('\n').map(move |line| {
            let piece = Piece { at, text: line.trim_end_matches(['\n', '\r']) };
            at += line.len();
            piece
        })
    }

    /// The source of the text, as messages need it.
    pub(super) fn sources(self) -> &'s [Source] {
        std::slice::from_ref(self.source)
    }

    /// An error at `range`.
    pub(super) fn error(self, range: Range<usize>, message: impl Into<String>) -> Box<Diagnostic> {
        Box::new(self.placed(Diagnostic::error(message), range))
    }

    /// A warning at `range`.
    pub(super) fn warning(self, range: Range<usize>, message: impl Into<String>) -> Diagnostic {
        self.placed(Diagnostic::warning(message), range)
    }

    fn placed(self, diagnostic: Diagnostic, range: Range<usize>) -> Diagnostic {
        let place = |at: usize| match self.places {
            [] => at,
            places => places[at.min(places.len() - 1)],
        };
        diagnostic.at(self.sources(), 0, place(range.start)..place(range.end))
    }

    /// The error that a name has a control character, at its range.
    pub(super) fn control_character(self, range: Range<usize>, character: char) -> Box<Diagnostic> {
        self.error(
            range,
            format!("this is the control character U+{:04X}, which no name can have", u32::from(character)),
        )
    }

    /// Fails if a part has a control character, or a character that cannot be seen, at that character.
    pub(super) fn no_control_character(self, part: Piece<'s>) -> Read<()> {
        let is_hidden =
            |c: char| matches!(c, '\u{ad}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2060}' | '\u{feff}');
        let is_control = |c: char| c.is_control() && !c.is_whitespace() || is_hidden(c);
        match part.text.char_indices().find(|(_, c)| is_control(*c)) {
            Some((i, c)) => Err(self.control_character(part.at + i..part.at + i + c.len_utf8(), c)),
            None => Ok(()),
        }
    }

    /// An error at the end of the text.
    pub(super) fn error_at_end(self, message: impl Into<String>) -> Box<Diagnostic> {
        let end = self.all.trim_end().len();
        self.error(end.saturating_sub(1)..end, message)
    }

    /// An error about the whole text, at its first word.
    pub(super) fn error_at_start(self, message: impl Into<String>) -> Box<Diagnostic> {
        let first = Piece { at: 0, text: self.all }.words().next();
        self.error(first.map_or(0..0, Piece::range), message)
    }
}

/// The result of a reader.
pub(super) type Read<T> = Result<T, Box<Diagnostic>>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_their_places() {
        let source = Source::new("x", "  ab c\r\n\n d");
        let text = Text::new(&source).unwrap();
        let words: Vec<Vec<(usize, &str)>> =
            text.lines().map(|line| line.words().map(|w| (w.at, w.text)).collect()).collect();
        assert_eq!(words, [vec![(2, "ab"), (5, "c")], vec![], vec![(10, "d")]]);
        let error = text.error(5..6, "wrong").to_string();
        assert!(error.starts_with("x:1:6: error: wrong\n"), "{error}");
    }
}
