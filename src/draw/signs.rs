//! Marks of vertices, borders of regions and shaded squares: what the facts `mark`, `region` and `shaded` say.

use std::collections::{BTreeMap, BTreeSet};

use super::canvas::Canvas;
use super::layout::Layout;
use super::palette::INK;
use super::scene::{Anchor, Colour, PathData, Style, WHITE};
use zlink_puzzle::{CellId, EdgeId, Marks, Puzzle, VertexId};

/// The colour of shaded squares.
const SHADE: Colour = Colour::Hex("#9a9a9a");

/// The edges between two regions, and the forbidden ones inside of one.
pub(super) fn borders(marks: &Marks, puzzle: &Puzzle) -> impl Iterator<Item = EdgeId> {
    let region = |v: VertexId| marks.regions.get(&v);
    let forbidden: BTreeSet<EdgeId> = puzzle.forbidden().iter().copied().collect();
    let edges = (0..puzzle.edge_count()).map(EdgeId::from_index).filter(|_| !marks.regions.is_empty());
    edges.filter(move |&e| {
        let [a, b] = puzzle.edge_ends(e).map(region);
        a.is_some() && b.is_some() && (a != b || forbidden.contains(&e))
    })
}

/// The cells whose clues and bounds are not drawn beside these marks, which say the same: those that are no faces, and all edges inside of a
/// region.
pub(super) fn hidden_cells(marks: &Marks, puzzle: &Puzzle, layout: &Layout) -> Vec<bool> {
    let mut inner: BTreeMap<&str, usize> = BTreeMap::new();
    let region = |edge: EdgeId| {
        let [a, b] = puzzle.edge_ends(edge).map(|v| marks.regions.get(&v));
        a.filter(|_| a == b).map(String::as_str)
    };
    (0..puzzle.edge_count())
        .filter_map(|e| region(EdgeId::from_index(e)))
        .for_each(|region| *inner.entry(region).or_default() += 1);
    let is_inside = |edges: &[EdgeId]| {
        let first = edges.first().and_then(|&e| region(e));
        first.is_some_and(|region| inner.get(region) == Some(&edges.len()))
            && edges.iter().all(|&e| region(e) == first)
    };
    let is_hidden = |cell: usize| {
        let edges = puzzle.cell(CellId::from_index(cell)).edges;
        !marks.is_empty() && (layout.faces[cell].is_none() || is_inside(edges))
    };
    (0..puzzle.cell_count()).map(is_hidden).collect()
}

/// The character of a circle, or the text of another mark.
pub(super) fn text(mark: &str) -> &str {
    match mark {
        Marks::WHITE => "○",
        Marks::BLACK => "●",
        text => text,
    }
}

/// Draws shaded squares and the borders of regions, with a frame around them.
pub(super) fn below(marks: &Marks, canvas: &mut Canvas<'_>) {
    let unit = canvas.unit;
    let width = Style::Width((unit / 14.0).clamp(0.6, 2.4));
    for &at in &marks.shaded {
        let Some([x, y]) = canvas.layout.given(at).map(|at| canvas.place(at)) else { continue };
        let corner = [x - unit / 2.0, y - unit / 2.0];
        canvas.scene.rectangle(corner, [unit; 2], 0.0, &[Style::Fill(SHADE)]);
    }
    let mut path = PathData::default();
    for edge in borders(marks, canvas.puzzle) {
        let [a, b] = canvas.ends(edge);
        let ([x, y], half) = (canvas.middle(edge), [(b[0] - a[0]) / 2.0, (b[1] - a[1]) / 2.0]);
        path.lines([[x - half[1], y + half[0]], [x + half[1], y - half[0]]]);
    }
    canvas.scene.path(path, &[Style::Fill(Colour::None), Style::Stroke(INK), width, Style::RoundEnds]);
    if !marks.regions.is_empty() || !marks.shaded.is_empty() {
        let [low, high] = corners(marks, canvas.layout).map(|at| canvas.place(at));
        let corner = [low[0] - unit / 2.0, low[1] - unit / 2.0];
        let size = [high[0] - low[0] + unit, high[1] - low[1] + unit];
        let styles = [Style::Fill(Colour::None), Style::Stroke(INK), width];
        canvas.scene.rectangle(corner, size, 0.0, &styles);
    }
}

/// The least and the greatest coordinates of the vertices and the shaded squares.
pub(super) fn corners(marks: &Marks, layout: &Layout) -> [[f64; 2]; 2] {
    let (mut low, mut high) = layout.bounds();
    for at in marks.shaded.iter().filter_map(|&at| layout.given(at)) {
        low = [low[0].min(at[0]), low[1].min(at[1])];
        high = [high[0].max(at[0]), high[1].max(at[1])];
    }
    [low, high]
}

/// Draws circles at vertices, and other marks as small texts beside them.
pub(super) fn marks(marks: &Marks, canvas: &mut Canvas<'_>) {
    if marks.signs.is_empty() {
        return;
    }
    let radius = (0.31 * canvas.unit).clamp(2.0, 14.0);
    canvas.scene.open(&[Style::Anchor(Anchor::Middle), Style::Class("marks")]);
    for (vertex, mark) in marks.words() {
        let at = canvas.vertex(vertex);
        let styles = |fill| [Style::Fill(fill), Style::Stroke(INK), Style::Width(radius / 8.0)];
        match &*mark {
            Marks::WHITE => canvas.scene.circle(at, radius, &styles(WHITE)),
            Marks::BLACK => canvas.scene.circle(at, radius, &styles(INK)),
            text => {
                let beside = [at[0] - 0.3 * canvas.unit, at[1] - 0.28 * canvas.unit];
                canvas.label(beside, (0.34 * canvas.unit).max(3.0), INK, text);
            }
        }
    }
    canvas.scene.close();
}
