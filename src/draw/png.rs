//! A scene as PNG, with letters without fonts.

use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, StrokeDash, Transform,
};

use super::glyphs;
use super::scene::{Anchor, Colour, Item, PathData, Scene, Shape, Step, Style};
use zlink_base::limits::{Interrupted, Limits, reserve};

/// The number of pixels, in each direction, for a pixel of the scene, unless the picture becomes too large.
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
    /// The picture is too large for the memory.
    #[error("the picture is too large for PNG; SVG has no limit")]
    TooLarge,
    /// The pixels cannot be written.
    #[error("the pixels cannot be written: {0}")]
    Encoding(String),
    /// A limit was reached.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

impl Scene {
    /// The scene as PNG. An animation is painted as of its end.
    ///
    /// # Errors
    /// The picture is too large, or a limit was reached.
    pub fn png(&self, limits: &Limits) -> Result<Vec<u8>, PngError> {
        let [width, height] = self.size;
        let scale = [SCALE, 1.0].into_iter().find(|scale| width * height * scale * scale <= MOST_PIXELS);
        let scale = scale.ok_or(PngError::TooLarge)?;
        // At most `MOST_PIXELS`.
        let [columns, rows] = self.size.map(|length| (length * scale).ceil() as u32);
        let _room = reserve(limits, columns as usize * rows as usize * PIXEL_BYTES)?;
        let mut pixels = Pixmap::new(columns, rows).ok_or(PngError::TooLarge)?;
        pixels.fill(Color::WHITE);
        let transform = Transform::from_scale(scale as f32, scale as f32);
        let mut looks = vec![Look { transform, ..Look::default() }];
        for (number, item) in self.items.iter().enumerate() {
            if number % (1 << 8) == 0 {
                limits.check()?;
            }
            let look = looks.last().cloned().unwrap_or_default();
            match item {
                Item::Open(styles) => looks.push(look.with(styles)),
                Item::Close => {
                    looks.pop();
                }
                Item::Shape(shape, styles) => look.with(styles).paint(&mut pixels, shape),
                Item::Appear(_) | Item::Title(_) => {}
            }
        }
        pixels.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
    }
}

/// The styles of a shape, its own and those of the groups around it.
#[derive(Debug, Clone)]
struct Look {
    fill: Colour,
    fill_opacity: f64,
    rule: FillRule,
    stroke: Colour,
    line: Stroke,
    opacity: f64,
    font_size: f64,
    anchor: Anchor,
    transform: Transform,
}

impl Default for Look {
    fn default() -> Self {
        Look {
            fill: Colour::Mixed([0; 3]),
            fill_opacity: 1.0,
            rule: FillRule::Winding,
            stroke: Colour::None,
            line: Stroke::default(),
            opacity: 1.0,
            font_size: 12.0,
            anchor: Anchor::Start,
            transform: Transform::identity(),
        }
    }
}

impl Look {
    fn with(mut self, styles: &[Style]) -> Self {
        for &style in styles {
            match style {
                Style::Fill(colour) => self.fill = colour,
                Style::FillOpacity(opacity) => self.fill_opacity = opacity,
                Style::EvenOdd => self.rule = FillRule::EvenOdd,
                Style::Stroke(colour) => self.stroke = colour,
                Style::Width(width) => self.line.width = width as f32,
                Style::Dashes(lengths) => {
                    self.line.dash =
                        StrokeDash::new(lengths.iter().map(|&length| length as f32).collect(), 0.0);
                }
                Style::RoundEnds => self.line.line_cap = LineCap::Round,
                Style::RoundCorners => self.line.line_join = LineJoin::Round,
                Style::Opacity(opacity) => self.opacity *= opacity.clamp(0.0, 1.0),
                Style::FontSize(size) => self.font_size = size,
                Style::Anchor(anchor) => self.anchor = anchor,
                Style::Turn(degrees, [x, y]) => {
                    let turn = Transform::from_rotate_at(degrees as f32, x as f32, y as f32);
                    self.transform = self.transform.pre_concat(turn);
                }
                Style::Class(_) => {}
            }
        }
        self
    }

    fn paint(&self, pixels: &mut Pixmap, shape: &Shape) {
        let fill = colour(self.fill, self.opacity * self.fill_opacity);
        if let Shape::Text { at, content } = shape {
            let Some((path, fill)) = self.letters(*at, content).zip(fill) else { return };
            let pen = Stroke {
                width: (self.font_size * PEN) as f32,
                line_cap: LineCap::Round,
                line_join: LineJoin::Round,
                ..Stroke::default()
            };
            pixels.stroke_path(&path, &fill, &pen, self.transform, None);
            return;
        }
        let Some(path) = outline(shape) else { return };
        if let Some(fill) = fill.filter(|_| !matches!(shape, Shape::Line(_))) {
            pixels.fill_path(&path, &fill, self.rule, self.transform, None);
        }
        if let Some(stroke) = colour(self.stroke, self.opacity) {
            pixels.stroke_path(&path, &stroke, &self.line, self.transform, None);
        }
    }

    /// The strokes of a text.
    fn letters(&self, [x, y]: [f64; 2], text: &str) -> Option<Path> {
        let (lines, width) = glyphs::write(text, self.font_size);
        let left = match self.anchor {
            Anchor::Start => x,
            Anchor::Middle => x - width / 2.0,
            Anchor::End => x - width,
        };
        let mut path = PathData::default();
        for points in lines {
            path.lines(points.into_iter().map(|p| [left + p[0], y + p[1]]));
        }
        outline(&Shape::Path(path))
    }
}

/// The paint of a colour, if it is one.
fn colour(colour: Colour, opacity: f64) -> Option<Paint<'static>> {
    let [r, g, b] = match colour {
        Colour::None => return None,
        Colour::Mixed(parts) => parts,
        Colour::Hex(text) => {
            let digits = text.strip_prefix('#')?;
            let number = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
            match digits.len() {
                6 => [number[1], number[2], number[3]],
                3 => [number[2] & 15, number[3] >> 4, number[3] & 15].map(|c| 17 * c),
                _ => return None,
            }
        }
    };
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    // The value is between 0 and 255.
    paint.set_color(Color::from_rgba8(r, g, b, (255.0 * opacity).round() as u8));
    Some(paint)
}

/// The outline of a shape.
fn outline(shape: &Shape) -> Option<Path> {
    let near = |point: [f64; 2]| point.map(|c| c as f32);
    let mut builder = PathBuilder::new();
    match shape {
        Shape::Line(ends) => {
            let [[x1, y1], [x2, y2]] = ends.map(near);
            builder.move_to(x1, y1);
            builder.line_to(x2, y2);
        }
        Shape::Circle { middle, radius } => {
            let [x, y] = near(*middle);
            builder.push_circle(x, y, *radius as f32);
        }
        Shape::Rectangle { corner, size, rounding } => {
            let ([x, y], [width, height]) = (near(*corner), near(*size));
            rectangle(&mut builder, Rect::from_xywh(x, y, width, height)?, *rounding as f32);
        }
        Shape::Path(path) => {
            let mut points = path.points.iter().map(|&point| near(point));
            for step in &path.steps {
                let mut next = || points.next();
                match step {
                    Step::Move => next().map(|[x, y]| builder.move_to(x, y))?,
                    Step::Line => next().map(|[x, y]| builder.line_to(x, y))?,
                    Step::Curve => {
                        let ([x1, y1], [x, y]) = next().zip(next())?;
                        builder.quad_to(x1, y1, x, y);
                    }
                    Step::Cubic => {
                        let (([x1, y1], [x2, y2]), [x, y]) = next().zip(next()).zip(next())?;
                        builder.cubic_to(x1, y1, x2, y2, x, y);
                    }
                    Step::Close => builder.close(),
                }
            }
        }
        Shape::Text { .. } => return None,
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

#[cfg(test)]
mod tests {
    use super::*;
    use Colour::Hex;

    /// The colour of the PNG at a pixel of the scene.
    fn at(picture: &[u8], x: u32, y: u32) -> [u8; 3] {
        let pixels = Pixmap::decode_png(picture).unwrap();
        let pixel = pixels.pixel(2 * x, 2 * y).unwrap();
        [pixel.red(), pixel.green(), pixel.blue()]
    }

    #[test]
    fn shapes_and_letters_leave_their_colours() {
        let mut scene = Scene::new(60.0, 40.0);
        scene.open(&[Style::Stroke(Hex("#f00")), Style::Width(4.0)]);
        scene.line([[5.0, 5.0], [20.0, 5.0]], &[]);
        scene.close();
        scene.circle([30.0, 10.0], 5.0, &[Style::Fill(Hex("#0072b2"))]);
        let mut square = PathData::default();
        square.lines([[40.0, 5.0], [50.0, 5.0], [50.0, 15.0], [40.0, 15.0]]);
        square.close();
        scene.path(square, &[Style::Fill(Colour::None), Style::Stroke(Hex("#000"))]);
        scene.text([30.0, 38.0], &[Style::FontSize(20.0), Style::Anchor(Anchor::Middle)], "1");
        let picture = scene.png(&Limits::none()).unwrap();
        assert_eq!(at(&picture, 10, 5), [255, 0, 0]);
        assert_eq!(at(&picture, 30, 10), [0, 0x72, 0xb2]);
        assert_eq!(at(&picture, 45, 10), [255; 3]);
        assert_eq!(at(&picture, 30, 32), [0; 3]);
        assert_eq!(at(&picture, 1, 1), [255; 3]);
    }

    #[test]
    fn a_picture_that_is_too_large_is_refused() {
        assert!(matches!(Scene::new(1e6, 1e6).png(&Limits::none()), Err(PngError::TooLarge)));
        assert!(matches!(Scene::new(f64::NAN, 1.0).png(&Limits::none()), Err(PngError::TooLarge)));
    }
}
