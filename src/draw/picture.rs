//! Draws a puzzle with its answer as a scene.

use super::canvas::Canvas;
use super::geometry::{Trace, traces};
use super::layout::{Layout, Method, Point};
use super::overlay::Overlay;
use super::pairs::{pair_at, pair_colours, pair_signs};
use super::palette::{DISTINCT, FAINT, INK, INSIDE, distinct};
use super::places::Places;
use super::scene::{Anchor, Colour, PathData, Scene, Style, WHITE};
use super::signs;
use zlink_puzzle::{CellId, EdgeId, Marks, Names, PairLabels, Puzzle, Topology, VertexId};

/// The contents of a picture.
#[derive(Debug, Clone, Copy)]
pub struct Picture<'a> {
    /// The puzzle that is drawn.
    pub puzzle: &'a Puzzle,
    /// The names of the vertices and cells.
    pub names: &'a Names,
    /// The labels of the pairs; pairs without a label are numbered.
    pub labels: &'a PairLabels,
    /// The marks of vertices, their regions, and shaded squares.
    pub marks: &'a Marks,
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

/// A picture while it is drawn.
struct Drawing<'a> {
    picture: &'a Picture<'a>,
    canvas: Canvas<'a>,
    /// The places of the clues.
    places: Places,
    /// By pair: the number of its colour.
    colours: Vec<usize>,
    /// By pair: the label at its ends.
    signs: Vec<String>,
}

/// Draws the picture as an SVG document.
pub fn svg(picture: &Picture<'_>) -> String {
    scene(picture).svg()
}

/// Draws the picture as a scene.
pub fn scene(picture: &Picture<'_>) -> Scene {
    let Picture { puzzle, layout, overlay, .. } = *picture;
    let [low, high] = signs::corners(picture.marks, layout);
    let extent = [high[0] - low[0], high[1] - low[1]];
    let longest = extent[0].max(extent[1]) + 1.6;
    let signs = pair_signs(puzzle, picture.labels);
    let is_wordy = signs.iter().any(|sign| sign.chars().count() > MOST_ON_DISC);
    let unit = match (layout.method, overlay) {
        (Method::Distances, _) => CROSSED_UNIT,
        (_, Overlay::None) if !is_wordy => UNIT,
        _ => NUMBERED_UNIT,
    };
    let unit = unit.min(LARGEST / longest).max(LEAST_UNIT);
    let margin = 0.8;
    let bottom = (extent[1] + 2.0 * margin) * unit;
    let panels = overlay.panels();
    let width = (extent[0] + 2.0 * margin) * panels as f64 * unit;
    let legend = overlay.legend_size(width);
    let width = width.max(legend[0]);
    let origin = [low[0] - margin, low[1] - margin];
    let scene = Scene::new(width, bottom + legend[1]);
    let colours = pair_colours(puzzle, picture.answer, DISTINCT.len());
    let is_hidden = signs::hidden_cells(picture.marks, puzzle, layout);
    let is_shown = |cell: CellId| puzzle.cell(cell).sign().is_some() && !is_hidden[cell.index()];
    let places = Places::of(puzzle, layout, is_shown);
    let canvas = Canvas { puzzle, layout, unit, origin, panel: 0, width, bottom, scene };
    let mut drawing = Drawing { picture, canvas, places, colours, signs };
    for panel in 0..panels {
        drawing.canvas.panel = panel;
        drawing.canvas.origin[0] = origin[0] - panel as f64 * (extent[0] + 2.0 * margin);
        drawing.inside();
        signs::below(picture.marks, &mut drawing.canvas);
        drawing.plain_edges();
        drawing.marks();
        if picture.marks.is_empty() && puzzle.integrity().len() > 0 {
            drawing.integrity();
        }
        signs::marks(picture.marks, &mut drawing.canvas);
        overlay.below(&mut drawing.canvas);
        drawing.answer();
        drawing.vertices();
        drawing.clues();
        drawing.terminals();
        overlay.above(&mut drawing.canvas);
    }
    drawing.canvas.scene
}

impl Drawing<'_> {
    /// Tints the inside of the cycles of the answer, if the cells are faces.
    fn inside(&mut self) {
        let Picture { puzzle, layout, answer, overlay, .. } = *self.picture;
        let is_flat = puzzle.cell_count() > 0 && layout.faces.iter().all(Option::is_some);
        if !is_flat || overlay.is_step() || !matches!(puzzle.topology(), Topology::Cycle | Topology::Cycles) {
            return;
        }
        let mut path = PathData::default();
        for trace in traces(puzzle, answer).into_iter().filter(|trace| trace.is_closed) {
            self.trace(&mut path, &trace);
        }
        self.canvas.scene.path(path, &[Style::Fill(INSIDE), Style::EvenOdd]);
    }

    fn trace(&self, path: &mut PathData, trace: &Trace) {
        path.lines(trace.vertices.iter().map(|&v| self.canvas.vertex(v)));
        if trace.is_closed {
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
        let thin = (self.canvas.unit / 28.0).clamp(0.4, 1.2);
        for (wanted, stroke, width) in
            [(0, FAINT, thin), (1, Colour::Hex("#666"), 2.2 * thin), (2, FAINT, thin)]
        {
            let path = self.canvas.edges(all().filter(|e| kind[e.index()] == wanted));
            let mut styles = vec![Style::Fill(Colour::None), Style::Stroke(stroke), Style::Width(width)];
            styles.extend((wanted == 2).then_some(Style::Dashes(&[1.0, 3.0])));
            self.canvas.scene.path(path, &styles);
        }
    }

    /// Draws the answer: one bold line for each path or cycle; paths between pairs have the pair's colour.
    fn answer(&mut self) {
        let Picture { puzzle, answer, overlay, .. } = *self.picture;
        if answer.is_empty() || overlay.hides_answer() {
            return;
        }
        let pair_at = pair_at(puzzle);
        let [part, most] = if puzzle.pairs().is_empty() { [0.12, 4.5] } else { [0.2, 6.0] };
        let width = Style::Width((self.canvas.unit * part).clamp(1.5, most));
        let styles = [Style::Fill(Colour::None), width, Style::RoundEnds, Style::RoundCorners];
        self.canvas.scene.open(&styles);
        for trace in traces(puzzle, answer) {
            let mut path = PathData::default();
            self.trace(&mut path, &trace);
            let pair = trace.vertices.first().and_then(|v| pair_at[v.index()]);
            let stroke = pair.map_or(INK, |i| distinct(self.colours[i]));
            self.canvas.scene.path(path, &[Style::Stroke(stroke)]);
        }
        self.canvas.scene.close();
    }

    fn vertices(&mut self) {
        let Picture { puzzle, names, vertex_names, .. } = *self.picture;
        let vertices = (0..puzzle.vertex_count()).map(VertexId::from_index);
        let unit = self.canvas.unit;
        let radius = (unit * 0.06).clamp(0.5, 2.2);
        let mut path = PathData::default();
        for v in vertices.clone() {
            // A line of length 0 with round ends is a dot.
            path.lines([self.canvas.vertex(v); 2]);
        }
        let stroke = Style::Stroke(Colour::Hex("#555"));
        self.canvas.scene.path(path, &[stroke, Style::Width(2.0 * radius), Style::RoundEnds]);
        if vertex_names {
            let size = (unit * 0.24).clamp(4.0, 9.0);
            self.canvas.scene.open(&[Style::Anchor(Anchor::Start), Style::Class("names")]);
            for v in vertices {
                let [x, y] = self.canvas.vertex(v);
                let at = [x + 2.0 * radius, y - 0.16 * unit];
                self.canvas.label(at, size, Colour::Hex("#777"), &names.vertex(v).to_string());
            }
            self.canvas.scene.close();
        }
    }

    /// Draws the integrity constraints: a sign in the middle of their edges, with a line to each edge, dotted if the edge is out.
    fn integrity(&mut self) {
        let Picture { puzzle, layout, .. } = *self.picture;
        let colour = Colour::Hex("#B3541E");
        let size = (0.3 * self.canvas.unit).clamp(4.0, 11.0);
        self.canvas.scene.open(&[Style::Anchor(Anchor::Middle), Style::Class("constraints")]);
        for (_, sum) in puzzle.integrity() {
            let middles: Vec<(Point, bool)> = sum
                .literals()
                .map(|(e, is_in)| (self.canvas.place(layout.middle(puzzle, e)), is_in))
                .collect();
            let count = middles.len().max(1) as f64;
            let at = [0, 1].map(|axis| middles.iter().map(|(p, _)| p[axis]).sum::<f64>() / count);
            for wanted in [true, false] {
                let mut path = PathData::default();
                middles.iter().filter(|middle| middle.1 == wanted).for_each(|&(p, _)| path.lines([at, p]));
                let mut styles = vec![Style::Stroke(colour), Style::Width(1.0), Style::Opacity(0.8)];
                styles.extend((!wanted).then_some(Style::Dashes(&[1.0, 3.0])));
                self.canvas.scene.path(path, &styles);
            }
            self.canvas.scene.circle(at, 0.55 * size, &[Style::Fill(WHITE)]);
            self.canvas.label(at, size, colour, "⊘");
        }
        self.canvas.scene.close();
    }

    /// Draws the marks of cells with a clue or bounds that are no faces: thin lines from the place of the sign to the middle of each edge.
    fn marks(&mut self) {
        let Picture { puzzle, layout, .. } = *self.picture;
        for (number, (id, at)) in self.mark_places().into_iter().enumerate() {
            let mut path = PathData::default();
            for &e in puzzle.cell(id).edges {
                path.lines([at, self.canvas.place(layout.middle(puzzle, e))]);
            }
            let dashes = Style::Dashes(&[4.0, 2.0]);
            let stroke = Style::Stroke(distinct(number));
            self.canvas.scene.path(path, &[stroke, Style::Width(1.0), dashes, Style::Opacity(0.8)]);
        }
    }

    /// The places of the marks of cells that are no faces, in pixels.
    fn mark_places(&self) -> Vec<(CellId, Point)> {
        let Picture { puzzle, layout, .. } = *self.picture;
        let marked = puzzle.constrained_cells().filter(|(id, _)| layout.faces[id.index()].is_none());
        marked.filter_map(|(id, _)| Some((id, self.canvas.place(self.places.at(id)?.at)))).collect()
    }

    fn clues(&mut self) {
        let puzzle = self.picture.puzzle;
        let marks = self.mark_places();
        let canvas = &mut self.canvas;
        canvas.scene.open(&[Style::Anchor(Anchor::Middle), Style::Class("clues")]);
        // Clues are smaller if the edges have numbers.
        let most = if *self.picture.overlay == Overlay::None { 0.56 } else { 0.38 } * canvas.unit;
        for (id, cell) in puzzle.constrained_cells() {
            let text = cell.sign().unwrap_or_default();
            let width = text.chars().count().max(1) as f64;
            if self.picture.layout.faces[id.index()].is_some() {
                let Some(place) = self.places.at(id) else { continue };
                let room = place.room.max(0.0) * canvas.unit;
                let size = (1.15 * room / width.sqrt()).min(most).max(3.0);
                canvas.label(canvas.place(place.at), size, INK, &text);
            } else if let Some(number) = marks.iter().position(|mark| mark.0 == id) {
                let at = marks[number].1;
                let (w, h) = (7.0 + 6.0 * width, 13.0);
                let corner = [at[0] - w / 2.0, at[1] - h / 2.0];
                let styles = [Style::Fill(WHITE), Style::Stroke(distinct(number))];
                canvas.scene.rectangle(corner, [w, h], 3.0, &styles);
                canvas.label(at, 10.0, INK, &text);
            }
        }
        canvas.scene.close();
    }

    /// Draws the ends of pairs: discs of the pair's colour with its label, or wider spots if the label is long.
    fn terminals(&mut self) {
        let puzzle = self.picture.puzzle;
        if puzzle.pairs().is_empty() {
            return;
        }
        let canvas = &mut self.canvas;
        let radius = (0.31 * canvas.unit).clamp(3.0, 12.0);
        canvas.scene.open(&[Style::Anchor(Anchor::Middle), Style::Class("pairs")]);
        for (i, (ends, label)) in puzzle.pairs().iter().zip(&self.signs).enumerate() {
            let length = label.chars().count() as f64;
            let is_long = length > MOST_ON_DISC as f64;
            // The width of a letter is about 0.62 of the font size.
            let widest = 0.94 * canvas.unit - 1.2 * radius;
            let size = match length {
                _ if is_long => (0.95 * radius).min(widest / (0.62 * length)).max(2.0),
                length if length < 3.0 => 1.15 * radius,
                _ => 0.8 * radius,
            };
            let stroke = Style::Stroke(distinct(self.colours[i]));
            let styles = [Style::Fill(WHITE), stroke, Style::Width(radius * 0.3)];
            for at in ends.map(|v| canvas.vertex(v)) {
                if is_long {
                    let half = 0.5 * (0.62 * size * length + 1.2 * radius);
                    let corner = [at[0] - half, at[1] - radius];
                    canvas.scene.rectangle(corner, [2.0 * half, 2.0 * radius], radius, &styles);
                } else {
                    canvas.scene.circle(at, radius, &styles);
                }
                canvas.label(at, size, INK, label);
            }
        }
        canvas.scene.close();
    }
}
