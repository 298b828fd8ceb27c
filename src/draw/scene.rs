//! A scene: the shapes of a picture with their styles, in the order in which they are drawn. `svg` writes it, `png` paints it.
//!
//! ```
//! use zlink_draw::scene::{Colour, PathData, Scene, Style};
//!
//! let mut scene = Scene::new(20.0, 10.0);
//! scene.open(&[Style::Stroke(Colour::Hex("#111"))]);
//! scene.line([[0.0, 2.5], [20.0, 2.5]], &[]);
//! scene.close();
//! scene.text([1.0, 9.0], &[], "a < b");
//! assert!(scene.svg().contains("<text x=\"1\" y=\"9\">a &lt; b</text>"));
//! ```

/// A colour of a shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colour {
    /// No colour: nothing is drawn.
    None,
    /// A colour written `#rgb` or `#rrggbb`.
    Hex(&'static str),
    /// The red, green and blue parts of a colour.
    Mixed([u8; 3]),
}

/// The colour of the background.
pub const WHITE: Colour = Colour::Hex("#fff");

/// The part of a text that is at its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// A property of a shape, or of all shapes in a group. Lengths are in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Style {
    /// The colour inside of a shape, and of letters.
    Fill(Colour),
    /// The opacity of the inside, from 0 to 1.
    FillOpacity(f64),
    /// Outlines within outlines leave holes.
    EvenOdd,
    /// The colour of lines.
    Stroke(Colour),
    /// The width of lines.
    Width(f64),
    /// The lengths of dashes and gaps in turn; without any, lines are solid.
    Dashes(&'static [f64]),
    /// Lines have round ends.
    RoundEnds,
    /// Lines have round corners.
    RoundCorners,
    /// The opacity of a shape or a group, from 0 to 1.
    Opacity(f64),
    /// The size of letters.
    FontSize(f64),
    /// The part of texts that is at their positions.
    Anchor(Anchor),
    /// A turn clockwise, in degrees, around a point.
    Turn(f64, [f64; 2]),
    /// A name for style sheets and scripts.
    Class(&'static str),
}

/// A shape with its own coordinates in pixels; the origin is at the top left.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Shape {
    Line([[f64; 2]; 2]),
    Circle { middle: [f64; 2], radius: f64 },
    Rectangle { corner: [f64; 2], size: [f64; 2], rounding: f64 },
    Path(PathData),
    Text { at: [f64; 2], content: String },
}

/// A part of a scene.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Item {
    /// The start of a group, whose shapes inherit its styles.
    Open(Vec<Style>),
    /// The end of the group that began last.
    Close,
    Shape(Shape, Vec<Style>),
    /// The group around this item is hidden until this second of an animation.
    Appear(f64),
    Title(String),
}

/// The shapes of a picture, on a white background.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    /// The width and height in pixels.
    pub(super) size: [f64; 2],
    pub(super) items: Vec<Item>,
    /// The number of groups that have begun and not ended.
    pub(super) depth: usize,
}

impl Scene {
    /// An empty scene of this size in pixels.
    pub fn new(width: f64, height: f64) -> Self {
        Scene { size: [width, height], items: Vec::new(), depth: 0 }
    }

    /// Begins a group.
    pub fn open(&mut self, styles: &[Style]) {
        self.items.push(Item::Open(styles.to_vec()));
        self.depth += 1;
    }

    /// Ends the group that began last, if there is one.
    pub fn close(&mut self) {
        if self.depth > 0 {
            self.items.push(Item::Close);
            self.depth -= 1;
        }
    }

    /// Draws a line between two points.
    pub fn line(&mut self, ends: [[f64; 2]; 2], styles: &[Style]) {
        self.shape(Shape::Line(ends), styles);
    }

    /// Draws a circle.
    pub fn circle(&mut self, middle: [f64; 2], radius: f64, styles: &[Style]) {
        self.shape(Shape::Circle { middle, radius }, styles);
    }

    /// Draws a rectangle from its upper left corner on; its corners are arcs of radius `rounding`.
    pub fn rectangle(&mut self, corner: [f64; 2], size: [f64; 2], rounding: f64, styles: &[Style]) {
        self.shape(Shape::Rectangle { corner, size, rounding }, styles);
    }

    /// Draws a path, unless it is empty.
    pub fn path(&mut self, path: PathData, styles: &[Style]) {
        if !path.steps.is_empty() {
            self.shape(Shape::Path(path), styles);
        }
    }

    /// Writes a text; the point is on its baseline.
    pub fn text(&mut self, at: [f64; 2], styles: &[Style], content: impl Into<String>) {
        self.shape(Shape::Text { at, content: content.into() }, styles);
    }

    /// Hides the group that began last until this second of an animation.
    pub fn appear(&mut self, second: f64) {
        self.items.push(Item::Appear(second));
    }

    /// Gives the group that began last, or the whole scene, a title, which is not drawn.
    pub fn title(&mut self, title: impl Into<String>) {
        self.items.push(Item::Title(title.into()));
    }

    fn shape(&mut self, shape: Shape, styles: &[Style]) {
        self.items.push(Item::Shape(shape, styles.to_vec()));
    }
}

/// A step of a path; it takes its points from [`PathData::points`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Move,
    Line,
    /// A control point and the end of a quadratic curve.
    Curve,
    /// Two control points and the end of a cubic curve.
    Cubic,
    Close,
}

/// The outline of a path: moves, lines and curves.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PathData {
    pub(super) steps: Vec<Step>,
    pub(super) points: Vec<[f64; 2]>,
}

impl PathData {
    /// Begins at the first of these points, and draws lines through all others.
    pub fn lines(&mut self, points: impl IntoIterator<Item = [f64; 2]>) {
        for (i, point) in points.into_iter().enumerate() {
            self.step(if i == 0 { Step::Move } else { Step::Line }, &[point]);
        }
    }

    /// Draws a quadratic curve to a point.
    pub fn curve_to(&mut self, control: [f64; 2], point: [f64; 2]) {
        self.step(Step::Curve, &[control, point]);
    }

    /// Draws a cubic curve to a point.
    pub fn cubic_to(&mut self, [a, b]: [[f64; 2]; 2], point: [f64; 2]) {
        self.step(Step::Cubic, &[a, b, point]);
    }

    /// Closes the line with a segment to its start.
    pub fn close(&mut self) {
        self.step(Step::Close, &[]);
    }

    fn step(&mut self, step: Step, points: &[[f64; 2]]) {
        self.steps.push(step);
        self.points.extend_from_slice(points);
    }
}
