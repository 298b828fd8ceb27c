//! A small writer of SVG: elements, attributes with short numbers, escaped text.
//!
//! ```
//! use zlink_draw::svg::Svg;
//!
//! let mut svg = Svg::new(20.0, 10.0);
//! svg.open("g", &[("stroke", "black".into())]);
//! svg.empty("line", &[("x1", 0.0.into()), ("y1", 2.5.into()), ("x2", 20.0.into()), ("y2", 2.5.into())]);
//! svg.close();
//! svg.text(&[("x", 1.0.into()), ("y", 9.0.into())], "a < b");
//! assert!(svg.finish().contains("<text x=\"1\" y=\"9\">a &lt; b</text>"));
//! ```

use std::fmt::{self, Write};

/// The value of an attribute.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value<'a> {
    /// A number, written with at most two decimals.
    Number(f64),
    /// A text, which is escaped.
    Text(&'a str),
}

impl From<f64> for Value<'_> {
    fn from(number: f64) -> Self {
        Value::Number(number)
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Value::Text(text)
    }
}

impl<'a> From<&'a String> for Value<'a> {
    fn from(text: &'a String) -> Self {
        Value::Text(text)
    }
}

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Value::Number(number) => Short(number).fmt(f),
            Value::Text(text) => Escaped(text).fmt(f),
        }
    }
}

/// An attribute: its name and its value.
pub type Attribute<'a> = (&'a str, Value<'a>);

/// A number that is written with at most two decimals and no needless zeros; if it is not finite, as 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Short(pub f64);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.is_finite() {
            return f.write_str("0");
        }
        let text = format!("{:.2}", self.0);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if text == "-0" { "0" } else { text })
    }
}

/// A text that is written with XML's special characters escaped; characters that XML does not allow are replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\n' | '\t' => f.write_char(c)?,
                '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => {
                    f.write_char('\u{fffd}')?
                }
                _ => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// An SVG document under construction, with one element on each line.
#[derive(Debug, Clone)]
pub struct Svg {
    text: String,
    open: Vec<String>,
}

impl Svg {
    /// A picture of this size in pixels, with the origin at the top left and a white background.
    pub fn new(width: f64, height: f64) -> Self {
        let mut svg = Svg { text: String::new(), open: Vec::new() };
        let view = format!("0 0 {} {}", Short(width), Short(height));
        svg.open(
            "svg",
            &[
                ("xmlns", "http://www.w3.org/2000/svg".into()),
                ("width", width.into()),
                ("height", height.into()),
                ("viewBox", (&view).into()),
                ("font-family", "DejaVu Sans, Helvetica, Arial, sans-serif".into()),
            ],
        );
        svg.empty("rect", &[("width", width.into()), ("height", height.into()), ("fill", "#fff".into())]);
        svg
    }

    /// Begins an element with content.
    pub fn open(&mut self, name: &str, attributes: &[Attribute<'_>]) {
        self.tag(name, attributes);
        self.text.push_str(">\n");
        self.open.push(name.to_owned());
    }

    /// Ends the element that began last.
    pub fn close(&mut self) {
        if let Some(name) = self.open.pop() {
            self.text.push_str("</");
            self.text.push_str(&name);
            self.text.push_str(">\n");
        }
    }

    /// Writes an element without content.
    pub fn empty(&mut self, name: &str, attributes: &[Attribute<'_>]) {
        self.tag(name, attributes);
        self.text.push_str("/>\n");
    }

    /// Writes an element whose content is text.
    pub fn leaf(&mut self, name: &str, attributes: &[Attribute<'_>], content: &str) {
        self.tag(name, attributes);
        self.write(format_args!(">{}</{name}>\n", Escaped(content)));
    }

    /// Writes a `text` element.
    pub fn text(&mut self, attributes: &[Attribute<'_>], content: &str) {
        self.leaf("text", attributes, content);
    }

    /// Ends all open elements and returns the document.
    pub fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.text
    }

    fn tag(&mut self, name: &str, attributes: &[Attribute<'_>]) {
        self.write(format_args!("<{name}"));
        for (key, value) in attributes {
            self.write(format_args!(" {key}=\"{value}\""));
        }
    }

    fn write(&mut self, what: fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.text.write_fmt(what);
    }
}

/// The data of a path: moves, lines and curves with short numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PathData(String);

impl PathData {
    /// Begins a new line at a point.
    pub fn move_to(&mut self, x: f64, y: f64) -> &mut Self {
        let _ = write!(self.0, "M{} {}", Short(x), Short(y));
        self
    }

    /// Draws a line to a point.
    pub fn line_to(&mut self, x: f64, y: f64) -> &mut Self {
        let _ = write!(self.0, "L{} {}", Short(x), Short(y));
        self
    }

    /// Draws a quadratic curve to a point.
    pub fn curve_to(&mut self, control: (f64, f64), x: f64, y: f64) -> &mut Self {
        let _ = write!(self.0, "Q{} {} {} {}", Short(control.0), Short(control.1), Short(x), Short(y));
        self
    }

    /// Draws a cubic curve to a point.
    pub fn cubic_to(&mut self, controls: [(f64, f64); 2], x: f64, y: f64) -> &mut Self {
        let [(a, b), (c, d)] = controls.map(|(x, y)| (Short(x), Short(y)));
        let _ = write!(self.0, "C{a} {b} {c} {d} {} {}", Short(x), Short(y));
        self
    }

    /// Closes the line with a segment to its start.
    pub fn close(&mut self) -> &mut Self {
        self.0.push('Z');
        self
    }

    /// Whether the path is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The path as the value of the attribute `d`.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let numbers = [0.0, -0.0, -0.001, 1.0, 2.5, 2.504, 2.506, -3.1, 100.0, 1e9, f64::NAN, f64::INFINITY];
        let written = ["0", "0", "0", "1", "2.5", "2.5", "2.51", "-3.1", "100", "1000000000", "0", "0"];
        for (number, text) in numbers.into_iter().zip(written) {
            assert_eq!(Short(number).to_string(), text);
        }
    }

    #[test]
    fn every_character_is_safe() {
        assert_eq!(Escaped("a<b> & \"c\"\u{1}\n").to_string(), "a&lt;b&gt; &amp; &quot;c&quot;\u{fffd}\n");
    }

    #[test]
    fn open_elements_are_closed() {
        let mut svg = Svg::new(3.0, 4.0);
        svg.open("g", &[]);
        svg.open("a", &[("href", "#x\"y".into())]);
        svg.leaf("title", &[], "<>");
        let text = svg.finish();
        assert!(text.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"3\""));
        assert!(text.ends_with("<a href=\"#x&quot;y\">\n<title>&lt;&gt;</title>\n</a>\n</g>\n</svg>\n"));
    }
}
