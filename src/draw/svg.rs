//! A scene as SVG: one element on each line, with short numbers and escaped text.

use std::fmt::{self, Display, Write};

use super::scene::{Anchor, Colour, Item, Scene, Shape, Step, Style, WHITE};

/// A number that is written with at most two decimals and no needless zeros; if it is not finite, as 0.
struct Short(f64);

impl Display for Short {
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
struct Escaped<'a>(&'a str);

impl Display for Escaped<'_> {
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

impl Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Colour::None => f.write_str("none"),
            Colour::Hex(text) => f.write_str(text),
            Colour::Mixed([r, g, b]) => write!(f, "#{r:02x}{g:02x}{b:02x}"),
        }
    }
}

/// Writes the attributes of styles.
fn attributes(f: &mut String, styles: &[Style]) -> fmt::Result {
    for &style in styles {
        match style {
            Style::Fill(colour) => write!(f, " fill=\"{colour}\""),
            Style::FillOpacity(opacity) => write!(f, " fill-opacity=\"{}\"", Short(opacity)),
            Style::EvenOdd => f.write_str(" fill-rule=\"evenodd\""),
            Style::Stroke(colour) => write!(f, " stroke=\"{colour}\""),
            Style::Width(width) => write!(f, " stroke-width=\"{}\"", Short(width)),
            Style::Dashes([]) => f.write_str(" stroke-dasharray=\"none\""),
            Style::Dashes([first, others @ ..]) => {
                write!(f, " stroke-dasharray=\"{}", Short(*first))?;
                others.iter().try_for_each(|length| write!(f, " {}", Short(*length)))?;
                f.write_str("\"")
            }
            Style::RoundEnds => f.write_str(" stroke-linecap=\"round\""),
            Style::RoundCorners => f.write_str(" stroke-linejoin=\"round\""),
            Style::Opacity(opacity) => write!(f, " opacity=\"{}\"", Short(opacity)),
            Style::FontSize(size) => write!(f, " font-size=\"{}\"", Short(size)),
            Style::Anchor(Anchor::Start) => f.write_str(" text-anchor=\"start\""),
            Style::Anchor(Anchor::Middle) => f.write_str(" text-anchor=\"middle\""),
            Style::Anchor(Anchor::End) => f.write_str(" text-anchor=\"end\""),
            Style::Turn(degrees, [x, y]) => {
                write!(f, " transform=\"rotate({} {} {})\"", Short(degrees), Short(x), Short(y))
            }
            Style::Class(name) => write!(f, " class=\"{}\"", Escaped(name)),
        }?;
    }
    Ok(())
}

impl Scene {
    /// The scene as an SVG document.
    pub fn svg(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut text);
        text
    }

    fn write(&self, f: &mut String) -> fmt::Result {
        let [width, height] = self.size.map(Short);
        write!(f, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\"")?;
        write!(f, " viewBox=\"0 0 {width} {height}\"")?;
        writeln!(f, " font-family=\"DejaVu Sans, Helvetica, Arial, sans-serif\">")?;
        writeln!(f, "<rect width=\"{width}\" height=\"{height}\" fill=\"{WHITE}\"/>")?;
        for item in &self.items {
            match item {
                Item::Open(styles) => {
                    f.write_str("<g")?;
                    attributes(f, styles)?;
                    f.write_str(">\n")?;
                }
                Item::Close => f.write_str("</g>\n")?,
                Item::Shape(shape, styles) => element(f, shape, styles)?,
                Item::Appear(second) => {
                    let set = "<set attributeName=\"visibility\" to=";
                    writeln!(f, "{set}\"hidden\" begin=\"0s\" fill=\"freeze\"/>")?;
                    writeln!(f, "{set}\"visible\" begin=\"{}s\" fill=\"freeze\"/>", Short(*second))?;
                }
                Item::Title(title) => writeln!(f, "<title>{}</title>", Escaped(title))?,
            }
        }
        (0..self.depth).try_for_each(|_| f.write_str("</g>\n"))?;
        f.write_str("</svg>\n")
    }
}

/// Writes the element of a shape.
fn element(f: &mut String, shape: &Shape, styles: &[Style]) -> fmt::Result {
    match shape {
        Shape::Line(ends) => {
            let [[x1, y1], [x2, y2]] = ends.map(|end| end.map(Short));
            write!(f, "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"")?;
        }
        Shape::Circle { middle, radius } => {
            let [x, y] = middle.map(Short);
            write!(f, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\"", Short(*radius))?;
        }
        Shape::Rectangle { corner, size, rounding } => {
            let ([x, y], [width, height]) = (corner.map(Short), size.map(Short));
            write!(f, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"")?;
            if *rounding > 0.0 {
                write!(f, " rx=\"{}\"", Short(*rounding))?;
            }
        }
        Shape::Path(path) => {
            f.write_str("<path d=\"")?;
            let mut points = path.points.iter().map(|point| point.map(Short));
            for step in &path.steps {
                let (letter, count) = match step {
                    Step::Move => ('M', 1),
                    Step::Line => ('L', 1),
                    Step::Curve => ('Q', 2),
                    Step::Cubic => ('C', 3),
                    Step::Close => ('Z', 0),
                };
                f.write_char(letter)?;
                for (i, [x, y]) in points.by_ref().take(count).enumerate() {
                    let gap = if i > 0 { " " } else { "" };
                    write!(f, "{gap}{x} {y}")?;
                }
            }
            f.write_char('"')?;
        }
        Shape::Text { at, .. } => {
            let [x, y] = at.map(Short);
            write!(f, "<text x=\"{x}\" y=\"{y}\"")?;
        }
    }
    attributes(f, styles)?;
    match shape {
        Shape::Text { content, .. } => writeln!(f, ">{}</text>", Escaped(content)),
        _ => f.write_str("/>\n"),
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
    fn open_groups_are_closed() {
        let mut scene = Scene::new(3.0, 4.0);
        scene.close();
        scene.open(&[]);
        scene.open(&[Style::Class("x\"y")]);
        scene.title("<>");
        let text = scene.svg();
        assert!(text.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"3\""));
        assert!(text.ends_with("<g class=\"x&quot;y\">\n<title>&lt;&gt;</title>\n</g>\n</g>\n</svg>\n"));
    }
}
