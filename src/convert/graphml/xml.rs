//! Parses a text as XML, with errors at their places in the text.

use std::ops::Range;

use roxmltree::{Attribute, Document, Error, Node, ParsingOptions};

use super::super::lines::{Piece, Read, Text};
use zlink_facts::Diagnostic;

/// The namespace of GraphML.
pub(super) const NAMESPACE: &str = "http://graphml.graphdrawing.org/xmlns";

/// The start of an entity declaration. Entities are refused, as nested ones make small texts huge.
const ENTITY: &str = "<!ENTITY";

/// The most namespace declarations, more than any program writes. Every element stores those of all elements around it.
const MOST_NAMESPACES: usize = 1000;

/// The most attributes of an element, more than any program writes. Each is compared with all others of its element.
const MOST_ATTRIBUTES: usize = 1000;

/// The XML tree of a text.
pub(super) struct Xml<'s> {
    text: Text<'s>,
    /// The number of bytes before the tree: a byte order mark, blanks.
    before: usize,
    tree: Document<'s>,
}

impl<'s> Xml<'s> {
    /// Parses `text`.
    pub(super) fn new(text: Text<'s>) -> Read<Self> {
        let body = text.all.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        let before = text.all.len() - body.len();
        if let Some((at, _)) = body.match_indices("xmlns").nth(MOST_NAMESPACES) {
            let at = before + at;
            let what = format!("more than {MOST_NAMESPACES} namespaces are declared");
            return Err(text.error(at..at + "xmlns".len(), what));
        }
        no_huge_tag(text)?;
        // A document type without entities has no effect.
        let options = ParsingOptions { allow_dtd: !body.contains(ENTITY), ..ParsingOptions::default() };
        match Document::parse_with_options(body, options) {
            Ok(tree) => Ok(Xml { text, before, tree }),
            Err(error) => Err(broken(text, before, body, &error)),
        }
    }

    /// Fails unless the outermost element is that of GraphML.
    pub(super) fn is_graphml(&self) -> Read<()> {
        let root = self.tree.root_element();
        match root.tag_name().name() {
            "graphml" => Ok(()),
            other => {
                Err(self.error_in_tag(root, &format!("this is `{other}`: of XML, only `graphml` is read")))
            }
        }
    }

    /// The elements of GraphML and of the namespace of the outermost one, in the order of the text.
    pub(super) fn elements(&self) -> impl Iterator<Item = Node<'_, 's>> {
        self.tree.descendants().filter(|node| self.is_ours(*node))
    }

    /// Whether a node is an element of GraphML, and not of another language.
    pub(super) fn is_ours(&self, node: Node<'_, 's>) -> bool {
        let namespace = node.tag_name().namespace();
        let is_known = || namespace.is_none_or(|name| name == NAMESPACE);
        node.is_element() && (is_known() || namespace == self.tree.root_element().tag_name().namespace())
    }

    /// An attribute that the element must have.
    pub(super) fn required<'t>(&'t self, element: Node<'t, 's>, name: &str) -> Read<Attribute<'t, 's>> {
        attribute(element, name)
            .ok_or_else(|| self.text.error(self.tag(element), format!("the attribute `{name}` is missing")))
    }

    /// Fails if a value has a control character, at its place in the text.
    pub(super) fn no_control_character(&self, value: Attribute<'_, 's>) -> Read<()> {
        let Some(control) = value.value().chars().find(|c| c.is_control()) else { return Ok(()) };
        let range = value.range_value();
        let written = self.tree.input_text().get(range.clone()).unwrap_or_default();
        let place = first_control_character(written);
        let place = place.map_or(range.clone(), |place| range.start + place.start..range.start + place.end);
        Err(self.text.control_character(self.in_text(place), control))
    }

    /// An error in the start of an element.
    pub(super) fn error_in_tag(&self, element: Node<'_, 's>, message: &str) -> Box<Diagnostic> {
        self.text.error(self.tag(element), message)
    }

    /// An error in the value of an attribute.
    pub(super) fn error_in_value(&self, value: Attribute<'_, 's>, message: &str) -> Box<Diagnostic> {
        self.text.error(self.in_text(value.range_value()), message)
    }

    /// The range of the start tag of an element, without brackets.
    pub(super) fn tag(&self, element: Node<'_, 's>) -> Range<usize> {
        let start = element.range().start + 1;
        let rest = self.tree.input_text().get(start..).unwrap_or_default();
        let name = rest.find(|c: char| c.is_whitespace() || c == '/' || c == '>').unwrap_or(rest.len());
        let end = element.attributes().next_back().map_or(start + name, |last| last.range().end);
        self.in_text(start..end)
    }

    /// The range in the text of a range in the tree.
    pub(super) fn in_text(&self, range: Range<usize>) -> Range<usize> {
        range.start + self.before..range.end + self.before
    }
}

/// Fails if a tag has very many attributes.
fn no_huge_tag(text: Text<'_>) -> Read<()> {
    let mut at = 0;
    for rest in text.all.split('<') {
        let mut quote = None;
        let mut attributes = 0;
        for byte in rest.bytes() {
            match (quote, byte) {
                (Some(open), _) if open == byte => quote = None,
                (None, b'"' | b'\'') => quote = Some(byte),
                (None, b'=') => attributes += 1,
                (None, b'>') => break,
                _ => {}
            }
        }
        if attributes > MOST_ATTRIBUTES && !rest.starts_with(['!', '?']) {
            let what = format!("an element has more than {MOST_ATTRIBUTES} attributes");
            return Err(text.error(at..at + 1, what));
        }
        at += rest.len() + 1;
    }
    Ok(())
}

/// The attribute with this name and no namespace, if there is one.
pub(super) fn attribute<'t, 's>(element: Node<'t, 's>, name: &str) -> Option<Attribute<'t, 's>> {
    element.attributes().find(|attribute| attribute.namespace().is_none() && attribute.name() == name)
}

/// The range of the first control character in a value as written: the character itself, or its numeric reference. Line ends and tabs
/// written as such stand for blanks.
fn first_control_character(written: &str) -> Option<Range<usize>> {
    written.char_indices().find_map(|(at, c)| {
        if c == '&' {
            let (_, length) = control_by_number(&written[at..])?;
            return Some(at..at + length);
        }
        let is_blank = matches!(c, '\t' | '\n' | '\r');
        (c.is_control() && !is_blank).then(|| at..at + c.len_utf8())
    })
}

/// The control character whose numeric reference, like `&#13;`, is at the start of `written`, and the length of the reference in bytes.
fn control_by_number(written: &str) -> Option<(char, usize)> {
    let (digits, _) = written.strip_prefix("&#")?.split_once(';')?;
    let number = match digits.strip_prefix('x') {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => digits.parse(),
    };
    let control = number.ok().and_then(char::from_u32).filter(|c| c.is_control())?;
    Some((control, "&#".len() + digits.len() + 1))
}

/// The error for a text that is no XML.
fn broken(text: Text<'_>, before: usize, body: &str, error: &Error) -> Box<Diagnostic> {
    let within = |word: &str| {
        let at = before + body.find(word).unwrap_or(0);
        at..at + word.len()
    };
    let at = before + offset(body, error.pos());
    let character = text.all[at..].chars().next().map_or(0, char::len_utf8);
    let range = at..at + character;
    match error {
        Error::DtdDetected => {
            let what = "a document type with entities is not read: each entity must be written out";
            Box::new(text.error(within(ENTITY), what).help("leave out the part `<!DOCTYPE ...>`"))
        }
        Error::UnclosedRootNode => text.error_at_end("the text ends, but its first element has no end"),
        Error::UnexpectedEndOfStream => text.error_at_end("the text ends within a tag or a comment"),
        Error::NoRootNode => text.error_at_start("there is no element in this file"),
        Error::NonXmlChar(control, _) if control.is_control() => text.control_character(range, *control),
        Error::MalformedEntityReference(_) => {
            if let Some((control, length)) = control_by_number(&text.all[at..]) {
                return text.control_character(at..at + length, control);
            }
            let what = "after `&` the name or the number of a character was expected, and `;`";
            Box::new(text.error(range, what).help("the sign itself is written &amp;"))
        }
        Error::UnknownEntityReference(name, _) => {
            text.error(range, format!("there is no character with the name `{name}` in XML"))
        }
        Error::UnknownToken(_) => text.error(range, "this is no XML: nothing of this kind was expected here"),
        _ => {
            let what = error.to_string().replace(&format!(" at {}", error.pos()), "");
            let what = format!("this is no XML: {what}");
            if range.is_empty() { text.error_at_end(what) } else { text.error(range, what) }
        }
    }
}

/// The byte offset of a line and a column in characters, both counted from 1.
fn offset(body: &str, place: roxmltree::TextPos) -> usize {
    let number = |n: u32| usize::try_from(n).unwrap_or(usize::MAX).saturating_sub(1);
    let mut start = 0;
    for line in body.split_inclusive('\n').take(number(place.row)) {
        start += line.len();
    }
    let rest = Piece { at: start, text: &body[start..] };
    rest.characters().nth(number(place.col)).map_or(body.len(), |character| character.at)
}
