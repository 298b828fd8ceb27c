//! Marks of constraints that contradict each other, on the board.

use super::canvas::Canvas;
use super::scene::Colour::{self, Hex};
use super::scene::Style;
use zlink_puzzle::{CellId, Constraint, EdgeId, Puzzle, VertexId};

/// The colours of the marks, which differ from everything else for every kind of colour vision.
const FILL: Colour = Hex("#F6C9B0");
const STROKE: Colour = Hex("#D55E00");

/// The parts of the board that a set of constraints marks.
struct Marked {
    cells: Vec<CellId>,
    vertices: Vec<VertexId>,
    edges: Vec<EdgeId>,
}

impl Marked {
    fn of(constraints: &[Constraint], puzzle: &Puzzle) -> Self {
        let mut marked = Marked { cells: Vec::new(), vertices: Vec::new(), edges: Vec::new() };
        for &constraint in constraints {
            match constraint {
                Constraint::Clue(cell) | Constraint::AtLeast(cell) | Constraint::AtMost(cell) => {
                    marked.cells.push(cell);
                }
                Constraint::Integrity(sum) => {
                    marked.edges.extend(puzzle.sum(sum).literals().map(|(edge, _)| edge));
                }
                Constraint::Pair(pair) => marked.vertices.extend(puzzle.pairs()[pair]),
                Constraint::Required(edge) | Constraint::Forbidden(edge) => marked.edges.push(edge),
                Constraint::Cover => {}
            }
        }
        marked
    }
}

/// The edges that the constraints name, and those of their cells, ascending.
pub(super) fn edges(constraints: &[Constraint], puzzle: &Puzzle) -> Vec<EdgeId> {
    let Marked { cells, mut edges, .. } = Marked::of(constraints, puzzle);
    edges.extend(cells.iter().flat_map(|&cell| puzzle.cell(cell).edges));
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// The legend of the marks.
pub(super) fn legend(constraints: &[Constraint]) -> String {
    let cover =
        if constraints.contains(&Constraint::Cover) { ", with every vertex to be covered" } else { "" };
    format!("marked: these contradict each other{cover}")
}

/// Draws the marks of cells, under everything else.
pub(super) fn below(canvas: &mut Canvas<'_>, constraints: &[Constraint]) {
    // For cells that are no faces, the edges are marked instead.
    let path = canvas.faces(&Marked::of(constraints, canvas.puzzle).cells);
    canvas.scene.path(path, &[Style::Fill(FILL)]);
}

/// Draws the marks of edges and of ends of pairs, over everything else.
pub(super) fn above(canvas: &mut Canvas<'_>, constraints: &[Constraint]) {
    let Canvas { puzzle, layout, unit, .. } = *canvas;
    let Marked { cells, vertices, edges } = Marked::of(constraints, puzzle);
    let others = cells.into_iter().filter(|cell| layout.faces[cell.index()].is_none());
    let in_cells: Vec<EdgeId> = others.flat_map(|cell| puzzle.cell(cell).edges).copied().collect();
    for (edges, width) in [(in_cells, 0.08), (edges, 0.16)] {
        let path = canvas.edges(edges.into_iter());
        let width = Style::Width((unit * width).max(1.5));
        canvas.scene.path(path, &[Style::Stroke(STROKE), width, Style::RoundEnds]);
    }
    for v in vertices {
        canvas.ring(v, unit * 0.42, STROKE, (unit * 0.08).max(1.5));
    }
}
