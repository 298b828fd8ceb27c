//! SVG -> PNG: renders the few elements that this crate's pictures use, and letters without fonts.

use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, StrokeDash, Transform,
};

use super::elements::{Element, Event, events, unescaped};
use super::glyphs;
use zlink_base::limits::{Exhausted, Limits, reserve};

/// The number of pixels, in each direction, for a pixel of the SVG, unless the picture becomes too large.
const SCALE: f64 = 2.0;
/// The most pixels of a picture.
const MOST_PIXELS: f64 = 1e8;
/// The most memory of a pixel, decoded and encoded, in bytes.
const PIXEL_BYTES: usize = 8;
/// The width of the pen of letters, as a fraction of the font size.
const PEN: f64 = 0.1;

/// The reason why a picture cannot be turned into pixels.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    /// The text is no picture of this crate.
    #[error("the picture has no size")]
    NoSize,
    /// The picture is too large for the memory.
    #[error("the picture is too large for PNG; SVG has no limit")]
    TooLarge,
    /// The pixels cannot be written.
    #[error("the pixels cannot be written: {0}")]
    Encoding(String),
    /// A limit was reached.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
}

/// Renders a picture written by [`super::svg::Svg`] as PNG. An animation is rendered as of its end.
pub fn png(svg: &str, limits: &Limits) -> Result<Vec<u8>, PngError> {
    let mut events = events(svg);
    let Some(Event::Begin(root, _)) = events.next() else { return Err(PngError::NoSize) };
    let (Some(width), Some(height)) = (root.number("width"), root.number("height")) else {
        return Err(PngError::NoSize);
    };
    let scale = [SCALE, 1.0].into_iter().find(|scale| width * height * scale * scale <= MOST_PIXELS);
    let scale = scale.ok_or(PngError::TooLarge)?;
    // At most `MOST_PIXELS`.
    let [columns, rows] = [width, height].map(|length| (length * scale).ceil() as u32);
    let _room = reserve(limits, columns as usize * rows as usize * PIXEL_BYTES)?;
    let pixels = Pixmap::new(columns, rows).ok_or(PngError::TooLarge)?;
    let transform = Transform::from_scale(scale as f32, scale as f32);
    let mut sheet = Sheet { pixels, transform };
    let mut styles = vec![Style::default()];
    for (number, event) in events.enumerate() {
        if number % (1 << 8) == 0 {
            limits.check()?;
        }
        let style = styles.last().cloned().unwrap_or_default();
        match event {
            Event::End => {
                styles.pop();
            }
            Event::Whole(element) => sheet.draw(&element, &style.with(&element)),
            Event::Begin(element, text) => {
                let style = style.with(&element);
                if element.name == "text" {
                    sheet.write(&element, &style, &unescaped(text));
                }
                styles.push(style);
            }
        }
    }
    sheet.pixels.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
}

/// The style of an element, which inherits from the elements around it.
#[derive(Debug, Clone)]
struct Style {
    fill: Option<[u8; 3]>,
    is_even_odd: bool,
    stroke: Option<[u8; 3]>,
    width: f64,
    cap: LineCap,
    join: LineJoin,
    dashes: Vec<f32>,
    /// The opacity, from 0 to 1.
    opacity: f64,
    anchor: Anchor,
}

/// The part of a text that is at its position.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Anchor {
    Start,
    Middle,
    End,
}

impl Default for Style {
    fn default() -> Self {
        Style {
            fill: Some([0; 3]),
            is_even_odd: false,
            stroke: None,
            width: 1.0,
            cap: LineCap::Butt,
            join: LineJoin::Miter,
            dashes: Vec::new(),
            opacity: 1.0,
            anchor: Anchor::Start,
        }
    }
}

/// Parses a colour `#rgb` or `#rrggbb`; `None` for anything else.
fn colour(text: &str) -> Option<[u8; 3]> {
    let digits = text.strip_prefix('#')?;
    let number = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
    match digits.len() {
        6 => Some([number[1], number[2], number[3]]),
        3 => Some([number[2] & 15, number[3] >> 4, number[3] & 15].map(|c| 17 * c)),
        _ => None,
    }
}

impl Style {
    fn with(mut self, element: &Element<'_>) -> Self {
        if let Some(fill) = element.text("fill") {
            self.fill = colour(fill);
        }
        if let Some(stroke) = element.text("stroke") {
            self.stroke = colour(stroke);
        }
        if let Some(dashes) = element.text("stroke-dasharray") {
            self.dashes = dashes.split(' ').filter_map(|dash| dash.parse().ok()).collect();
        }
        self.is_even_odd |= element.text("fill-rule") == Some("evenodd");
        self.width = element.number("stroke-width").unwrap_or(self.width);
        self.opacity *= element.number("opacity").unwrap_or(1.0).clamp(0.0, 1.0);
        if element.text("stroke-linecap") == Some("round") {
            self.cap = LineCap::Round;
        }
        if element.text("stroke-linejoin") == Some("round") {
            self.join = LineJoin::Round;
        }
        self.anchor = match element.text("text-anchor") {
            Some("middle") => Anchor::Middle,
            Some("end") => Anchor::End,
            Some(_) => Anchor::Start,
            None => self.anchor,
        };
        self
    }

    fn paint(&self, [r, g, b]: [u8; 3]) -> Paint<'static> {
        let mut paint = Paint { anti_alias: true, ..Paint::default() };
        // The value is between 0 and 255.
        paint.set_color(Color::from_rgba8(r, g, b, (255.0 * self.opacity).round() as u8));
        paint
    }

    fn stroke(&self) -> Stroke {
        Stroke {
            width: self.width as f32,
            line_cap: self.cap,
            line_join: self.join,
            dash: StrokeDash::new(self.dashes.clone(), 0.0),
            ..Stroke::default()
        }
    }
}

struct Sheet {
    pixels: Pixmap,
    transform: Transform,
}

impl Sheet {
    fn draw(&mut self, element: &Element<'_>, style: &Style) {
        let Some(path) = outline(element) else { return };
        if let Some(fill) = style.fill.filter(|_| element.name != "line") {
            let rule = if style.is_even_odd { FillRule::EvenOdd } else { FillRule::Winding };
            self.pixels.fill_path(&path, &style.paint(fill), rule, self.transform, None);
        }
        if let Some(stroke) = style.stroke {
            self.pixels.stroke_path(&path, &style.paint(stroke), &style.stroke(), self.transform, None);
        }
    }

    fn write(&mut self, element: &Element<'_>, style: &Style, text: &str) {
        let Some(fill) = style.fill else { return };
        let size = element.number("font-size").unwrap_or(12.0);
        let (lines, width) = glyphs::write(text, size);
        let start = match style.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => -width / 2.0,
            Anchor::End => -width,
        };
        let left = element.number("x").unwrap_or(0.0) + start;
        let line = element.number("y").unwrap_or(0.0);
        let mut builder = PathBuilder::new();
        for points in lines {
            for (i, p) in points.iter().enumerate() {
                let [x, y] = [(left + p[0]) as f32, (line + p[1]) as f32];
                if i == 0 {
                    builder.move_to(x, y);
                } else {
                    builder.line_to(x, y);
                }
            }
        }
        let Some(path) = builder.finish() else { return };
        let pen = Style {
            width: size * PEN,
            cap: LineCap::Round,
            join: LineJoin::Round,
            dashes: Vec::new(),
            ..style.clone()
        };
        self.pixels.stroke_path(&path, &pen.paint(fill), &pen.stroke(), self.transform, None);
    }
}

/// The outline of a shape.
fn outline(element: &Element<'_>) -> Option<Path> {
    let number = |key| element.number(key).unwrap_or(0.0) as f32;
    let mut builder = PathBuilder::new();
    match element.name {
        "line" => {
            builder.move_to(number("x1"), number("y1"));
            builder.line_to(number("x2"), number("y2"));
        }
        "circle" => builder.push_circle(number("cx"), number("cy"), number("r")),
        "rect" => rectangle(
            &mut builder,
            Rect::from_xywh(number("x"), number("y"), number("width"), number("height"))?,
            number("rx"),
        ),
        "path" => curve(&mut builder, element.text("d")?),
        _ => return None,
    }
    builder.finish()
}

/// Adds a rectangle with rounded corners of this radius.
fn rectangle(builder: &mut PathBuilder, rect: Rect, radius: f32) {
    let r = radius.min(rect.width() / 2.0).min(rect.height() / 2.0);
    if r <= 0.0 {
        builder.push_rect(rect);
        return;
    }
    let (left, top, right, bottom) = (rect.left(), rect.top(), rect.right(), rect.bottom());
    builder.move_to(left + r, top);
    builder.line_to(right - r, top);
    builder.quad_to(right, top, right, top + r);
    builder.line_to(right, bottom - r);
    builder.quad_to(right, bottom, right - r, bottom);
    builder.line_to(left + r, bottom);
    builder.quad_to(left, bottom, left, bottom - r);
    builder.line_to(left, top + r);
    builder.quad_to(left, top, left + r, top);
    builder.close();
}

/// Adds the data of a path, in the form that [`super::svg::PathData`] writes.
fn curve(builder: &mut PathBuilder, data: &str) {
    let mut start = 0;
    while start < data.len() {
        let end =
            data[start + 1..].find(|c: char| c.is_ascii_uppercase()).map_or(data.len(), |i| start + 1 + i);
        let numbers: Vec<f32> = data[start + 1..end].split(' ').filter_map(|n| n.parse().ok()).collect();
        match (&data[start..=start], &numbers[..]) {
            ("M", &[x, y]) => builder.move_to(x, y),
            ("L", &[x, y]) => builder.line_to(x, y),
            ("Q", &[x1, y1, x, y]) => builder.quad_to(x1, y1, x, y),
            ("C", &[x1, y1, x2, y2, x, y]) => builder.cubic_to(x1, y1, x2, y2, x, y),
            ("Z", []) => builder.close(),
            _ => {}
        }
        start = end;
    }
}

#[cfg(test)]
mod tests {
    use super::super::svg::Svg;
    use super::*;

    /// The colour of the PNG at a pixel of the SVG.
    fn at(picture: &[u8], x: u32, y: u32) -> [u8; 3] {
        let pixels = Pixmap::decode_png(picture).unwrap();
        let pixel = pixels.pixel(2 * x, 2 * y).unwrap();
        [pixel.red(), pixel.green(), pixel.blue()]
    }

    #[test]
    fn shapes_and_letters_leave_their_colours() {
        let mut svg = Svg::new(60.0, 40.0);
        svg.open("g", &[("stroke", "#f00".into()), ("stroke-width", 4.0.into())]);
        svg.empty("line", &[("x1", 5.0.into()), ("y1", 5.0.into()), ("x2", 20.0.into()), ("y2", 5.0.into())]);
        svg.close();
        svg.empty(
            "circle",
            &[("cx", 30.0.into()), ("cy", 10.0.into()), ("r", 5.0.into()), ("fill", "#0072b2".into())],
        );
        svg.empty(
            "path",
            &[("d", "M40 5L50 5L50 15L40 15Z".into()), ("fill", "none".into()), ("stroke", "#000".into())],
        );
        svg.text(
            &[
                ("x", 30.0.into()),
                ("y", 38.0.into()),
                ("font-size", 20.0.into()),
                ("text-anchor", "middle".into()),
            ],
            "1",
        );
        let picture = png(&svg.finish(), &Limits::none()).unwrap();
        assert_eq!(at(&picture, 10, 5), [255, 0, 0]);
        assert_eq!(at(&picture, 30, 10), [0, 0x72, 0xb2]);
        assert_eq!(at(&picture, 45, 10), [255; 3]);
        assert_eq!(at(&picture, 30, 32), [0; 3]);
        assert_eq!(at(&picture, 1, 1), [255; 3]);
    }

    #[test]
    fn other_texts_are_refused() {
        assert!(matches!(png("no picture", &Limits::none()), Err(PngError::NoSize)));
        assert!(matches!(
            png("<svg width=\"1000000\" height=\"1000000\">", &Limits::none()),
            Err(PngError::TooLarge)
        ));
    }
}
