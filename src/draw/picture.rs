//! Draws a puzzle with its answer as SVG.

use super::geometry::traces;
use super::layout::{Layout, Method, Point};
use super::overlay::Overlay;
use super::pairs::{pair_colours, pair_signs};
use super::palette::{DISTINCT, FAINT, INK, INSIDE, distinct};
use super::places::Places;
use super::svg::{PathData, Svg};
use zlink_puzzle::{CellId, EdgeId, Names, PairLabels, Puzzle, Topology, VertexId};

/// The contents of a picture.
#[derive(Debug, Clone, Copy)]
pub struct Picture<'a> {
    /// The puzzle that is drawn.
    pub puzzle: &'a Puzzle,
    /// The names of the vertices and cells.
    pub names: &'a Names,
    /// The labels of the pairs; pairs without a label are numbered.
    pub labels: &'a PairLabels,
    /// The positions of the vertices.
    pub layout: &'a Layout,
    /// The edges of an answer, drawn bold.
    pub answer: &'a [EdgeId],
    /// More data about the edges.
    pub overlay: &'a Overlay,
    /// Whether the names of the vertices are shown beside them.
    pub vertex_names: bool,
}

/// The length of an edge in pixels, unless the picture becomes too large: for grids and tilings, for edges with numbers or pairs with long
/// labels, and for edges that cross.
const UNIT: f64 = 34.0;
const NUMBERED_UNIT: f64 = 58.0;
const CROSSED_UNIT: f64 = 76.0;
/// The largest width or height of a picture in pixels, as long as an edge has at least [`LEAST_UNIT`].
const LARGEST: f64 = 1800.0;
const LEAST_UNIT: f64 = 7.0;
/// The most characters of a label on a disc; longer labels get a wider spot.
const MOST_ON_DISC: usize = 3;

/// The drawing surface: the picture, the map from the plane of the layout to pixels, and the SVG so far.
pub(super) struct Canvas<'a> {
    pub(super) picture: &'a Picture<'a>,
    /// The length of an edge in pixels.
    pub(super) unit: f64,
    origin: Point,
    /// The number of the board that is drawn, of those side by side.
    pub(super) panel: usize,
    /// The width of the picture in pixels.
    pub(super) width: f64,
    pub(super) svg: Svg,
    /// The height where the drawing ends and the legend begins.
    pub(super) bottom: f64,
    /// The places of the clues.
    places: Places,
    /// By pair: the number of its colour.
    colours: Vec<usize>,
    /// By pair: the label at its ends.
    signs: Vec<String>,
}

impl Canvas<'_> {
    /// The pixel coordinates of a point of the layout.
    pub(super) fn place(&self, p: Point) -> Point {
        [(p[0] - self.origin[0]) * self.unit, (p[1] - self.origin[1]) * self.unit]
    }

    pub(super) fn vertex(&self, v: VertexId) -> Point {
        self.place(self.picture.layout.at(v))
    }

    pub(super) fn ends(&self, e: EdgeId) -> [Point; 2] {
        self.picture.puzzle.edge_ends(e).map(|v| self.vertex(v))
    }

    /// A path that draws these edges.
    pub(super) fn edges(&self, edges: impl Iterator<Item = EdgeId>) -> PathData {
        let mut path = PathData::default();
        for e in edges {
            let [a, b] = self.ends(e);
            path.move_to(a[0], a[1]).line_to(b[0], b[1]);
        }
        path
    }

    /// Writes a text centred at a point.
    pub(super) fn label(&mut self, at: Point, size: f64, fill: &str, text: &str) {
        // The height of digits is about 0.72 of the font size.
        let y = at[1] + 0.36 * size;
        self.svg.text(
            &[("x", at[0].into()), ("y", y.into()), ("font-size", size.into()), ("fill", fill.into())],
            text,
        );
    }
}

/// Draws the picture as an SVG document.
pub fn svg(picture: &Picture<'_>) -> String {
    let (low, high) = picture.layout.bounds();
    let extent = [high[0] - low[0], high[1] - low[1]];
    let longest = extent[0].max(extent[1]) + 1.6;
    let signs = pair_signs(picture.puzzle, picture.labels);
    let is_wordy = signs.iter().any(|sign| sign.chars().count() > MOST_ON_DISC);
    let unit = match (picture.layout.method, picture.overlay) {
        (Method::Distances, _) => CROSSED_UNIT,
        (_, Overlay::None) if !is_wordy => UNIT,
        _ => NUMBERED_UNIT,
    };
    let unit = unit.min(LARGEST / longest).max(LEAST_UNIT);
    let margin = 0.8;
    let bottom = (extent[1] + 2.0 * margin) * unit;
    let panels = picture.overlay.panels();
    let width = (extent[0] + 2.0 * margin) * panels as f64 * unit;
    let legend = picture.overlay.legend_size(width);
    let size = [width.max(legend[0]), bottom + legend[1]];
    let origin = [low[0] - margin, low[1] - margin];
    let svg = Svg::new(size[0], size[1]);
    let colours = pair_colours(picture.puzzle, picture.answer, DISTINCT.len());
    let width = size[0];
    let is_clued = |cell| picture.puzzle.cell(cell).clue.is_some();
    let places = Places::of(picture.puzzle, picture.layout, is_clued);
    let mut canvas = Canvas { picture, unit, origin, panel: 0, width, svg, bottom, places, colours, signs };
    for panel in 0..panels {
        canvas.panel = panel;
        canvas.origin[0] = origin[0] - panel as f64 * (extent[0] + 2.0 * margin);
        canvas.inside();
        canvas.plain_edges();
        canvas.marks();
        picture.overlay.below(&mut canvas);
        canvas.answer();
        canvas.vertices();
        canvas.clues();
        canvas.terminals();
        picture.overlay.above(&mut canvas);
    }
    canvas.svg.finish()
}

impl Canvas<'_> {
    /// Tints the inside of the cycles of the answer, if the cells are faces.
    fn inside(&mut self) {
        let Picture { puzzle, layout, answer, overlay, .. } = *self.picture;
        let is_flat = puzzle.cell_count() > 0 && layout.faces.iter().all(Option::is_some);
        if !is_flat || overlay.is_step() || !matches!(puzzle.topology(), Topology::Cycle | Topology::Cycles) {
            return;
        }
        let mut path = PathData::default();
        for trace in traces(puzzle, answer).into_iter().filter(|trace| trace.is_closed) {
            self.trace(&mut path, &trace.vertices, true);
        }
        if !path.is_empty() {
            let fill =
                [("d", path.as_str().into()), ("fill", INSIDE.into()), ("fill-rule", "evenodd".into())];
            self.svg.empty("path", &fill);
        }
    }

    fn trace(&self, path: &mut PathData, vertices: &[VertexId], is_closed: bool) {
        for (i, &v) in vertices.iter().enumerate() {
            let [x, y] = self.vertex(v);
            if i == 0 {
                path.move_to(x, y);
            } else {
                path.line_to(x, y);
            }
        }
        if is_closed {
            path.close();
        }
    }

    /// Draws all edges thin: dotted if they are forbidden, darker if they are required.
    fn plain_edges(&mut self) {
        let puzzle = self.picture.puzzle;
        let mut kind = vec![0u8; puzzle.edge_count()];
        puzzle.required().iter().for_each(|e| kind[e.index()] = 1);
        puzzle.forbidden().iter().for_each(|e| kind[e.index()] = 2);
        let all = || (0..puzzle.edge_count()).map(EdgeId::from_index);
        let thin = (self.unit / 28.0).clamp(0.4, 1.2);
        for (wanted, stroke, width, dashes) in
            [(0, FAINT, thin, None), (1, "#666", 2.2 * thin, None), (2, FAINT, thin, Some("1 3"))]
        {
            let path = self.edges(all().filter(|e| kind[e.index()] == wanted));
            if path.is_empty() {
                continue;
            }
            let mut attributes = vec![
                ("d", path.as_str().into()),
                ("fill", "none".into()),
                ("stroke", stroke.into()),
                ("stroke-width", width.into()),
            ];
            attributes.extend(dashes.map(|dashes| ("stroke-dasharray", dashes.into())));
            self.svg.empty("path", &attributes);
        }
    }

    /// Draws the answer: one bold line for each path or cycle; paths between pairs have the pair's colour.
    fn answer(&mut self) {
        let Picture { puzzle, answer, overlay, .. } = *self.picture;
        if answer.is_empty() || overlay.hides_answer() {
            return;
        }
        let mut pair_at = vec![None; puzzle.vertex_count()];
        for (i, ends) in puzzle.pairs().iter().enumerate() {
            ends.iter().for_each(|v| pair_at[v.index()] = Some(i));
        }
        let is_linkage = !puzzle.pairs().is_empty();
        let width =
            (self.unit * if is_linkage { 0.2 } else { 0.12 }).clamp(1.5, if is_linkage { 6.0 } else { 4.5 });
        self.svg.open(
            "g",
            &[
                ("fill", "none".into()),
                ("stroke-width", width.into()),
                ("stroke-linecap", "round".into()),
                ("stroke-linejoin", "round".into()),
            ],
        );
        for trace in traces(puzzle, answer) {
            let mut path = PathData::default();
            self.trace(&mut path, &trace.vertices, trace.is_closed);
            let pair = trace.vertices.first().and_then(|v| pair_at[v.index()]);
            let stroke = pair.map_or(INK, |i: usize| distinct(self.colours[i]));
            self.svg.empty("path", &[("d", path.as_str().into()), ("stroke", stroke.into())]);
        }
        self.svg.close();
    }

    fn vertices(&mut self) {
        let Picture { puzzle, names, vertex_names, .. } = *self.picture;
        let radius = (self.unit * 0.06).clamp(0.5, 2.2);
        let mut path = PathData::default();
        for v in (0..puzzle.vertex_count()).map(VertexId::from_index) {
            let [x, y] = self.vertex(v);
            // A line of length 0 with round ends is a dot.
            path.move_to(x, y).line_to(x, y);
        }
        if !path.is_empty() {
            let dots = [
                ("d", path.as_str().into()),
                ("stroke", "#555".into()),
                ("stroke-width", (2.0 * radius).into()),
                ("stroke-linecap", "round".into()),
            ];
            self.svg.empty("path", &dots);
        }
        if vertex_names {
            let size = (self.unit * 0.24).clamp(4.0, 9.0);
            self.svg.open("g", &[("text-anchor", "start".into()), ("class", "names".into())]);
            for v in (0..puzzle.vertex_count()).map(VertexId::from_index) {
                let [x, y] = self.vertex(v);
                let name = names.vertex(v).to_string();
                self.label([x + 2.0 * radius, y - 0.16 * self.unit], size, "#777", &name);
            }
            self.svg.close();
        }
    }

    /// The corners of a cell's face in pixels, if it has a face.
    pub(super) fn polygon(&self, cell: usize) -> Option<Vec<Point>> {
        let face = self.picture.layout.faces[cell].as_ref()?;
        Some(face.iter().map(|&v| self.vertex(v)).collect())
    }

    /// The faces of cells as one path, without cells that are no faces.
    pub(super) fn faces(&self, cells: &[CellId]) -> PathData {
        let mut path = PathData::default();
        for corners in cells.iter().filter_map(|cell| self.polygon(cell.index())) {
            for (i, corner) in corners.iter().enumerate() {
                if i == 0 {
                    path.move_to(corner[0], corner[1]);
                } else {
                    path.line_to(corner[0], corner[1]);
                }
            }
            path.close();
        }
        path
    }

    /// Draws the marks of clued cells that are no faces: thin lines from the place of the clue to the middle of each edge.
    fn marks(&mut self) {
        let Picture { puzzle, layout, .. } = *self.picture;
        for (number, (id, at)) in self.mark_places().into_iter().enumerate() {
            let cell = puzzle.cell(id);
            let mut path = PathData::default();
            for &e in cell.edges {
                let middle = self.place(layout.middle(puzzle, e));
                path.move_to(at[0], at[1]).line_to(middle[0], middle[1]);
            }
            let stroke = distinct(number);
            self.svg.empty(
                "path",
                &[
                    ("d", path.as_str().into()),
                    ("stroke", stroke.into()),
                    ("stroke-width", 1.0.into()),
                    ("stroke-dasharray", "4 2".into()),
                    ("opacity", 0.8.into()),
                ],
            );
        }
    }

    /// The places of the marks of clued cells that are no faces, in pixels.
    fn mark_places(&self) -> Vec<(CellId, Point)> {
        let Picture { puzzle, layout, .. } = *self.picture;
        let marked = puzzle.clued_cells().filter(|(id, _)| layout.faces[id.index()].is_none());
        marked.filter_map(|(id, _)| Some((id, self.place(self.places.at(id)?.at)))).collect()
    }

    fn clues(&mut self) {
        let puzzle = self.picture.puzzle;
        self.svg.open("g", &[("text-anchor", "middle".into()), ("class", "clues".into())]);
        let marks = self.mark_places();
        // Clues are smaller if the edges have numbers.
        let most = if *self.picture.overlay == Overlay::None { 0.56 } else { 0.38 } * self.unit;
        for (id, cell) in puzzle.clued_cells() {
            let text = cell.clue.map(|clue| clue.to_string()).unwrap_or_default();
            let width = text.len().max(1) as f64;
            if self.picture.layout.faces[id.index()].is_some() {
                let Some(place) = self.places.at(id) else { continue };
                let room = place.room.max(0.0) * self.unit;
                let size = (1.15 * room / width.sqrt()).min(most).max(3.0);
                self.label(self.place(place.at), size, INK, &text);
            } else if let Some(number) = marks.iter().position(|mark| mark.0 == id) {
                let at = marks[number].1;
                let (w, h) = (7.0 + 6.0 * width, 13.0);
                self.svg.empty(
                    "rect",
                    &[
                        ("x", (at[0] - w / 2.0).into()),
                        ("y", (at[1] - h / 2.0).into()),
                        ("width", w.into()),
                        ("height", h.into()),
                        ("rx", 3.0.into()),
                        ("fill", "#fff".into()),
                        ("stroke", distinct(number).into()),
                    ],
                );
                self.label(at, 10.0, INK, &text);
            }
        }
        self.svg.close();
    }

    /// Draws the ends of pairs: discs of the pair's colour with its label, or wider spots if the label is long.
    fn terminals(&mut self) {
        let puzzle = self.picture.puzzle;
        if puzzle.pairs().is_empty() {
            return;
        }
        let radius = (0.31 * self.unit).clamp(3.0, 12.0);
        self.svg.open("g", &[("text-anchor", "middle".into()), ("class", "pairs".into())]);
        for (i, (ends, label)) in puzzle.pairs().iter().zip(self.signs.clone()).enumerate() {
            let length = label.chars().count() as f64;
            let is_long = length > MOST_ON_DISC as f64;
            // The width of a letter is about 0.62 of the font size.
            let widest = 0.94 * self.unit - 1.2 * radius;
            let size = match length {
                _ if is_long => (0.95 * radius).min(widest / (0.62 * length)).max(2.0),
                length if length < 3.0 => 1.15 * radius,
                _ => 0.8 * radius,
            };
            let half = if is_long { 0.5 * (0.62 * size * length + 1.2 * radius) } else { radius };
            let border = [
                ("fill", "#fff".into()),
                ("stroke", distinct(self.colours[i]).into()),
                ("stroke-width", (radius * 0.3).into()),
            ];
            for &v in ends {
                let [x, y] = self.vertex(v);
                if is_long {
                    let place = [
                        ("x", (x - half).into()),
                        ("y", (y - radius).into()),
                        ("width", (2.0 * half).into()),
                        ("height", (2.0 * radius).into()),
                        ("rx", radius.into()),
                    ];
                    self.svg.empty("rect", &[&place[..], &border].concat());
                } else {
                    let place = [("cx", x.into()), ("cy", y.into()), ("r", radius.into())];
                    self.svg.empty("circle", &[&place[..], &border].concat());
                }
                self.label([x, y], size, INK, &label);
            }
        }
        self.svg.close();
    }
}
