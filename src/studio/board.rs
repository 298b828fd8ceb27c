//! A puzzle for the page: what is where, as `draw` has it.

use serde::Serialize;
use serde_json::{Map, Value};

use super::puzzle::Posed;
use super::refusal::Refusal;
use super::work::Piece;
use crate::convert::{Document, Format};
use crate::draw::layout::{Layout, Method, NoLayout, Point};
use crate::draw::{Places, pair_signs};
use crate::generate::Symmetry;
use crate::puzzle::{Built, CellId, EdgeId, Puzzle, Topology, VertexId};

/// Numbered with the protocol.
const VERSION: u32 = 1;
/// Boards with more cells are not searched for symmetries of their graph.
const MOST_CELLS: usize = 400;
/// Whole coordinates of an edge, where only the layout has some.
const UNIT: f64 = 1000.0;

/// A puzzle and where all of it is.
#[derive(Debug, Serialize)]
pub(super) struct BoardView {
    version: u32,
    format: &'static str,
    kind: &'static str,
    topology: &'static str,
    cover: bool,
    vertices: Vec<String>,
    /// Whole coordinates.
    pos: Vec<[i64; 2]>,
    /// Where the vertices are drawn, in lengths of an edge.
    at: Vec<Point>,
    edges: Vec<[u32; 2]>,
    cells: Vec<CellView>,
    pairs: Vec<PairView>,
    required: Vec<u32>,
    forbidden: Vec<u32>,
    answer: Vec<u32>,
    layout: &'static str,
    symmetries: Map<String, Value>,
    facts: String,
    notes: Vec<String>,
}

#[derive(Debug, Serialize)]
struct CellView {
    name: String,
    edges: Vec<u32>,
    corners: Option<Vec<u32>>,
    label: Option<Point>,
    room: f64,
    clue: Option<u32>,
}

#[derive(Debug, Serialize)]
struct PairView {
    ends: [u32; 2],
    label: Option<String>,
    sign: String,
}

impl BoardView {
    /// Of a puzzle that came in some format.
    pub(super) fn of(posed: Posed, format: Format, piece: &Piece) -> Result<Self, Refusal> {
        let Built { puzzle, names, answer, .. } = &posed.built;
        let layout = layout(puzzle, &posed.positions, piece)?;
        let places = Places::of(puzzle, &layout, |_| true);
        let numbers = |edges: &[EdgeId]| edges.iter().map(|e| e.0).collect::<Vec<u32>>();
        let cell = |id: CellId| {
            let cell = puzzle.cell(id);
            let corners = layout.faces[id.index()].as_ref();
            let place = places.at(id);
            CellView {
                name: names.cell(id).to_string(),
                edges: numbers(cell.edges),
                corners: corners.map(|corners| corners.iter().map(|v| v.0).collect()),
                label: place.map(|place| place.at.map(rounded)),
                room: place.map_or(0.0, |place| rounded(place.room)),
                clue: cell.clue,
            }
        };
        let pair = |(&ends, sign): (&[VertexId; 2], String)| PairView {
            ends: ends.map(|v| v.0),
            label: posed.labels.word(ends).map(std::borrow::Cow::into_owned),
            sign,
        };
        let pos: Vec<[i64; 2]> = (0..puzzle.vertex_count())
            .map(|v| posed.positions[v].unwrap_or_else(|| whole(layout.positions[v], layout.method)))
            .collect();
        let signs = pair_signs(puzzle, &posed.labels);
        Ok(BoardView {
            version: VERSION,
            format: format.name(),
            kind: kind(puzzle),
            topology: topology(puzzle.topology()),
            cover: puzzle.cover(),
            vertices: vertices(puzzle).map(|v| names.vertex(v).to_string()).collect(),
            at: layout.positions.iter().map(|point| point.map(rounded)).collect(),
            edges: (0..puzzle.edge_count())
                .map(|e| puzzle.edge_ends(EdgeId::from_index(e)).map(|v| v.0))
                .collect(),
            cells: (0..puzzle.cell_count()).map(CellId::from_index).map(cell).collect(),
            pairs: puzzle.pairs().iter().zip(signs).map(pair).collect(),
            required: numbers(puzzle.required()),
            forbidden: numbers(puzzle.forbidden()),
            answer: numbers(&answer.edges),
            layout: method(layout.method),
            symmetries: symmetries(&posed, piece),
            notes: posed.notes.clone(),
            facts: facts(posed, &pos),
            pos,
        })
    }
}

/// Where all vertices are.
pub(super) fn layout(
    puzzle: &Puzzle,
    positions: &[Option<[i64; 2]>],
    piece: &Piece,
) -> Result<Layout, Refusal> {
    Layout::of(puzzle, positions, &piece.limits).map_err(|why| match why {
        NoLayout::Exhausted(cause) => piece.refusal(cause),
        NoLayout::TooLarge(_) => Refusal::impossible(why.to_string()),
    })
}

fn vertices(puzzle: &Puzzle) -> impl Iterator<Item = VertexId> {
    (0..puzzle.vertex_count()).map(VertexId::from_index)
}

/// Without pairs and without cells only pairs can become something.
fn kind(puzzle: &Puzzle) -> &'static str {
    match puzzle.topology() {
        Topology::Linkage | Topology::PathMatching => "numberlink",
        Topology::Cycle | Topology::Cycles if puzzle.cell_count() == 0 => "numberlink",
        Topology::Cycle | Topology::Cycles => "slitherlink",
    }
}

fn topology(topology: Topology) -> &'static str {
    match topology {
        Topology::Cycle => "cycle",
        Topology::Cycles => "cycles",
        Topology::Linkage => "linkage",
        Topology::PathMatching => "path-matching",
    }
}

fn method(method: Method) -> &'static str {
    match method {
        Method::Given => "given",
        Method::Grid => "grid",
        Method::Polygons => "polygons",
        Method::Embedding => "embedding",
        Method::Distances => "distances",
    }
}

/// A ten-thousandth of an edge is not to be seen.
fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

/// The place of a vertex in whole numbers: column and row on a grid.
fn whole(at: Point, method: Method) -> [i64; 2] {
    let unit = if method == Method::Grid { 1.0 } else { UNIT };
    at.map(|c| (c * unit).round() as i64)
}

/// For each symmetry that the board has, the sets of two or more cells that it exchanges.
fn symmetries(posed: &Posed, piece: &Piece) -> Map<String, Value> {
    let board = posed.board();
    let mut all = Map::new();
    for symmetry in Symmetry::ALL {
        if symmetry == Symmetry::Graph && board.puzzle.cell_count() > MOST_CELLS {
            continue;
        }
        let Ok(mut orbits) = symmetry.orbits(&board, &piece.limits) else { continue };
        orbits.retain(|orbit| orbit.len() > 1);
        let orbits =
            orbits.iter().map(|orbit| orbit.iter().map(|cell| Value::from(cell.0)).collect::<Value>());
        all.insert(symmetry.name().to_owned(), orbits.collect());
    }
    all.retain(|_, orbits| orbits.as_array().is_some_and(|orbits| !orbits.is_empty()));
    all
}

/// The puzzle as facts, without its answer, but with coordinates of all vertices.
fn facts(posed: Posed, pos: &[[i64; 2]]) -> String {
    let mut document: Document = posed.document();
    document.answer.clear();
    document.positions = pos.iter().copied().map(Some).collect();
    document.to_facts()
}
