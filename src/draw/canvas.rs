//! The drawing surface of a board: the map from the plane of the layout to pixels, and the scene so far.

use super::layout::{Layout, Point};
use super::scene::{Colour, PathData, Scene, Style, WHITE};
use zlink_puzzle::{CellId, EdgeId, Puzzle, VertexId};

/// The height of a line of the legend, in pixels.
pub(super) const LINE: f64 = 18.0;

/// The drawing surface of a board.
pub(super) struct Canvas<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) layout: &'a Layout,
    /// The length of an edge in pixels.
    pub(super) unit: f64,
    /// The point of the layout that is drawn at the top left.
    pub(super) origin: Point,
    /// The number of the board that is drawn, of those side by side.
    pub(super) panel: usize,
    /// The width of the picture in pixels.
    pub(super) width: f64,
    /// The height where the drawing ends and the legend begins.
    pub(super) bottom: f64,
    pub(super) scene: Scene,
}

impl Canvas<'_> {
    /// The pixel coordinates of a point of the layout.
    pub(super) fn place(&self, p: Point) -> Point {
        [(p[0] - self.origin[0]) * self.unit, (p[1] - self.origin[1]) * self.unit]
    }

    pub(super) fn vertex(&self, v: VertexId) -> Point {
        self.place(self.layout.at(v))
    }

    pub(super) fn ends(&self, e: EdgeId) -> [Point; 2] {
        self.puzzle.edge_ends(e).map(|v| self.vertex(v))
    }

    /// The middle of an edge in pixels.
    pub(super) fn middle(&self, e: EdgeId) -> Point {
        let [a, b] = self.ends(e);
        [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0]
    }

    /// A path that draws these edges.
    pub(super) fn edges(&self, edges: impl Iterator<Item = EdgeId>) -> PathData {
        let mut path = PathData::default();
        edges.for_each(|e| path.lines(self.ends(e)));
        path
    }

    /// The faces of cells as one path, without cells that are no faces.
    pub(super) fn faces(&self, cells: &[CellId]) -> PathData {
        let mut path = PathData::default();
        for face in cells.iter().filter_map(|cell| self.layout.faces[cell.index()].as_ref()) {
            path.lines(face.iter().map(|&v| self.vertex(v)));
            path.close();
        }
        path
    }

    /// Draws a circle around a vertex.
    pub(super) fn ring(&mut self, v: VertexId, radius: f64, colour: Colour, width: f64) {
        let styles = [Style::Fill(Colour::None), Style::Stroke(colour), Style::Width(width)];
        self.scene.circle(self.vertex(v), radius, &styles);
    }

    /// Writes a text centred at a point.
    pub(super) fn label(&mut self, at: Point, size: f64, colour: Colour, text: &str) {
        // The height of digits is about 0.72 of the font size.
        self.scene.text([at[0], at[1] + 0.36 * size], &[Style::FontSize(size), Style::Fill(colour)], text);
    }

    /// The font size of numbers of edges.
    pub(super) fn number_size(&self) -> f64 {
        (self.unit * 0.24).clamp(3.0, 9.0)
    }

    /// Draws a number on a white spot.
    pub(super) fn number(&mut self, at: Point, size: f64, text: &str, colour: Colour) {
        let width = size * (0.62 * text.len() as f64 + 0.3);
        let corner = [at[0] - width / 2.0, at[1] - 0.55 * size];
        let styles = [Style::Fill(WHITE), Style::Opacity(0.85)];
        self.scene.rectangle(corner, [width, 1.1 * size], 0.3 * size, &styles);
        self.label(at, size, colour, text);
    }

    /// Writes a text of the legend.
    pub(super) fn legend(&mut self, x: f64, y: f64, text: &str) {
        self.scene.text([x, y], &[Style::FontSize(11.0), Style::Fill(Colour::Hex("#333"))], text);
    }
}
