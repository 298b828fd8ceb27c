//! Reads the SVG that `svg` writes, element by element.

/// A part of an SVG text: the start or end of an element, or a whole one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Event<'a> {
    /// The start of an element, and the text after its tag.
    Begin(Element<'a>, &'a str),
    /// An element without content.
    Whole(Element<'a>),
    /// The end of the element that began last.
    End,
}

/// An element: its name and its attributes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Element<'a> {
    pub(super) name: &'a str,
    attributes: Vec<(&'a str, &'a str)>,
}

impl<'a> Element<'a> {
    /// Parses a tag: `name key="value" key="value"`.
    fn of(tag: &'a str) -> Self {
        let (name, mut rest) = tag.split_once(' ').unwrap_or((tag, ""));
        let mut attributes = Vec::new();
        while let Some((key, tail)) = rest.split_once("=\"") {
            let (value, tail) = tail.split_once('"').unwrap_or((tail, ""));
            attributes.push((key.trim(), value));
            rest = tail;
        }
        Element { name, attributes }
    }

    /// The value of an attribute, if the element has it.
    pub(super) fn text(&self, key: &str) -> Option<&'a str> {
        self.attributes.iter().find(|(known, _)| *known == key).map(|(_, value)| *value)
    }

    /// The value of an attribute as a number, if it is one.
    pub(super) fn number(&self, key: &str) -> Option<f64> {
        self.text(key)?.parse().ok()
    }
}

/// The elements of a picture, in their order.
pub(super) fn events(svg: &str) -> impl Iterator<Item = Event<'_>> {
    svg.split('<').skip(1).map(|part| {
        let (tag, after) = part.split_once('>').unwrap_or((part, ""));
        if tag.starts_with('/') {
            Event::End
        } else if let Some(tag) = tag.strip_suffix('/') {
            Event::Whole(Element::of(tag))
        } else {
            Event::Begin(Element::of(tag), after)
        }
    })
}

/// The text without the escapes of the writer.
pub(super) fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::super::svg::Svg;
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let mut svg = Svg::new(3.0, 4.5);
        svg.open("g", &[("fill", "none".into())]);
        svg.text(&[("x", 1.0.into())], "a<b & \"c\"");
        let text = svg.finish();
        let all: Vec<Event<'_>> = events(&text).collect();
        let Event::Begin(first, _) = &all[0] else { panic!("{all:?}") };
        assert_eq!((first.name, first.number("height"), first.number("depth")), ("svg", Some(4.5), None));
        assert!(matches!(&all[1], Event::Whole(rect) if rect.text("fill") == Some("#fff")));
        assert!(matches!(&all[3], Event::Begin(_, text) if unescaped(text) == "a<b & \"c\""));
        assert_eq!(all[4..], [Event::End, Event::End, Event::End]);
    }
}
