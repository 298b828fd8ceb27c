//! A puzzle as the page receives it, with the layout that `draw` uses.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::job::Job;
use super::refusal::Refusal;
use zlink_convert::{Document, Format};
use zlink_draw::layout::{Layout, Method, NoLayout, Point};
use zlink_draw::{Places, pair_signs};
use zlink_generate::{GenerateError, Symmetry};
use zlink_puzzle::{CellId, EdgeId, Puzzle, Sum, Topology, VertexId};

/// The version of the board's JSON, which is that of the protocol.
const VERSION: u32 = 1;
/// The most cells of a board whose graph is searched for symmetries.
const MOST_CELLS: usize = 400;
/// The most bytes that the orbits of a symmetry take per cell.
const ORBITS_BYTES: usize = 32;
/// The length of an edge in whole coordinates, for vertices whose position only the layout has.
const UNIT: f64 = 1000.0;

/// The most bytes that a [`BoardView`] takes per vertex, edge, cell and side of a cell, not counting its JSON.
const VIEW_BYTES: [usize; 4] = [160, 32, 224, 16];

/// The most bytes that drawing a puzzle takes per vertex, edge, cell and side of a cell.
pub(super) const PICTURE_BYTES: [usize; 4] = [192, 128, 384, 8];
/// The most bytes that writing a puzzle in a format takes per vertex, edge, cell and side of a cell.
pub(super) const TEXT_BYTES: [usize; 4] = [192, 192, 192, 96];

/// The bytes that a puzzle takes, given the bytes per vertex, edge, cell and side of a cell.
pub(super) fn weight(puzzle: &Puzzle, [vertex, edge, cell, side]: [usize; 4]) -> usize {
    let sides: usize = (0..puzzle.cell_count()).map(|c| puzzle.cell(CellId::from_index(c)).edges.len()).sum();
    vertex * puzzle.vertex_count() + edge * puzzle.edge_count() + cell * puzzle.cell_count() + side * sides
}

/// A puzzle with its layout. The JSON of each vertex, edge and cell is made only while it is written.
pub(super) struct BoardView {
    format: Format,
    /// The puzzle without its answer, and with coordinates of all vertices.
    document: Document,
    answer: Vec<EdgeId>,
    layout: Layout,
    places: Places,
    symmetries: BTreeMap<&'static str, Vec<Vec<u32>>>,
    notes: Vec<String>,
}

#[derive(Serialize)]
struct CellView {
    name: String,
    edges: Vec<u32>,
    corners: Option<Vec<u32>>,
    label: Option<Point>,
    room: f64,
    clue: Option<u32>,
}

#[derive(Serialize)]
struct PairView {
    ends: [u32; 2],
    label: Option<String>,
    sign: String,
}

/// A list whose entries are made while it is written.
struct Each<F>(F);

impl<F: Fn() -> I, I: Iterator<Item: Serialize>> Serialize for Each<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

/// A text that is made while it is written.
struct Text<D>(D);

impl<D: fmt::Display> Serialize for Text<D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl BoardView {
    /// The view of a puzzle that was read from `format`.
    pub(super) fn of(
        mut document: Document,
        notes: Vec<String>,
        format: Format,
        job: &Job,
    ) -> Result<Self, Refusal> {
        let puzzle = &document.puzzle;
        job.reserve(weight(puzzle, VIEW_BYTES))?;
        let layout = layout(puzzle, &document.positions, job)?;
        job.check()?;
        let places = Places::of(puzzle, &layout, |_| true);
        let symmetries = symmetries(&document, job)?;
        let answer = std::mem::take(&mut document.answer);
        for (position, &at) in document.positions.iter_mut().zip(&layout.positions) {
            position.get_or_insert_with(|| whole(at, layout.method));
        }
        Ok(BoardView { format, document, answer, layout, places, symmetries, notes })
    }

    fn cell(&self, id: CellId) -> CellView {
        let cell = self.document.puzzle.cell(id);
        let corners = self.layout.faces[id.index()].as_ref();
        let place = self.places.at(id);
        CellView {
            name: self.document.names.cell(id).to_string(),
            edges: numbers(cell.edges),
            corners: corners.map(|corners| corners.iter().map(|v| v.0).collect()),
            label: place.map(|place| place.at.map(rounded)),
            room: place.map_or(0.0, |place| rounded(place.room)),
            clue: cell.clue,
        }
    }
}

impl Serialize for BoardView {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Document { puzzle, names, positions, labels, .. } = &self.document;
        let edges = || (0..puzzle.edge_count()).map(EdgeId::from_index);
        let signs = pair_signs(puzzle, labels);
        let pair = |(&ends, sign): (&[VertexId; 2], &String)| PairView {
            ends: ends.map(|v| v.0),
            label: labels.word(ends).map(Cow::into_owned),
            sign: sign.clone(),
        };
        let mut view = serializer.serialize_map(None)?;
        view.serialize_entry("version", &VERSION)?;
        view.serialize_entry("format", self.format.name())?;
        view.serialize_entry("kind", kind(puzzle))?;
        view.serialize_entry("topology", topology(puzzle.topology()))?;
        view.serialize_entry("cover", &puzzle.cover())?;
        view.serialize_entry("vertices", &Each(|| vertices(puzzle).map(|v| Text(names.vertex(v)))))?;
        view.serialize_entry("pos", &Each(|| positions.iter().flatten()))?;
        view.serialize_entry("at", &Each(|| self.layout.positions.iter().map(|at| at.map(rounded))))?;
        view.serialize_entry("edges", &Each(|| edges().map(|e| puzzle.edge_ends(e).map(|v| v.0))))?;
        let cells = || (0..puzzle.cell_count()).map(CellId::from_index);
        view.serialize_entry("cells", &Each(|| cells().map(|cell| self.cell(cell))))?;
        view.serialize_entry("pairs", &Each(|| puzzle.pairs().iter().zip(&signs).map(pair)))?;
        let bounded =
            || puzzle.constrained_cells().filter(|(_, cell)| cell.at_least.or(cell.at_most).is_some());
        let bounds = || bounded().map(|(id, cell)| (id.0, cell.at_least, cell.at_most));
        view.serialize_entry("bounds", &Each(bounds))?;
        let literals = |sum: Sum<'_>| sum.literals().map(|(e, is_in)| (e.0, is_in)).collect::<Vec<_>>();
        view.serialize_entry("constraints", &Each(|| puzzle.integrity().map(|(_, sum)| literals(sum))))?;
        view.serialize_entry("required", &numbers(puzzle.required()))?;
        view.serialize_entry("forbidden", &numbers(puzzle.forbidden()))?;
        view.serialize_entry("answer", &numbers(&self.answer))?;
        view.serialize_entry("layout", method(self.layout.method))?;
        view.serialize_entry("symmetries", &self.symmetries)?;
        view.serialize_entry("facts", &Text(self.document.facts()))?;
        view.serialize_entry("notes", &self.notes)?;
        view.end()
    }
}

fn numbers(edges: &[EdgeId]) -> Vec<u32> {
    edges.iter().map(|e| e.0).collect()
}

/// Computes the layout of a puzzle; `positions` are the coordinates that its facts give.
pub(super) fn layout(puzzle: &Puzzle, positions: &[Option<[i64; 2]>], job: &Job) -> Result<Layout, Refusal> {
    Layout::of(puzzle, positions, &job.limits).map_err(|why| match why {
        NoLayout::Interrupted(cause) => job.refusal(cause),
        NoLayout::TooLarge(_) => Refusal::impossible(why.to_string()),
    })
}

fn vertices(puzzle: &Puzzle) -> impl Iterator<Item = VertexId> {
    (0..puzzle.vertex_count()).map(VertexId::from_index)
}

/// The kind of a puzzle. A board without pairs and without cells is for Numberlink: only pairs can be added to it.
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

/// `value` rounded to a ten-thousandth of an edge, a distance that nobody can see.
fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

/// The position of a vertex in whole numbers: column and row on a grid, else with [`UNIT`] as the length of an edge.
fn whole(at: Point, method: Method) -> [i64; 2] {
    let unit = if method == Method::Grid { 1.0 } else { UNIT };
    at.map(|c| (c * unit).round() as i64)
}

/// The orbits of two or more cells, for each symmetry that the board has, by the symmetry's name.
fn symmetries(document: &Document, job: &Job) -> Result<BTreeMap<&'static str, Vec<Vec<u32>>>, Refusal> {
    let Document { puzzle, positions, .. } = document;
    let mut all = BTreeMap::new();
    for symmetry in Symmetry::ALL {
        if symmetry == Symmetry::Graph && puzzle.cell_count() > MOST_CELLS {
            continue;
        }
        let mut orbits = match symmetry.orbits(puzzle, positions, &job.limits) {
            Ok(orbits) => orbits,
            // The search for symmetries of the graph may run out of time without harm.
            Err(GenerateError::Interrupted(cause)) if symmetry != Symmetry::Graph => {
                return Err(job.refusal(cause));
            }
            Err(_) => continue,
        };
        orbits.retain(|orbit| orbit.len() > 1);
        if !orbits.is_empty() {
            job.reserve(ORBITS_BYTES * puzzle.cell_count())?;
            let orbits = orbits.iter().map(|orbit| orbit.iter().map(|cell| cell.0).collect());
            all.insert(symmetry.name(), orbits.collect());
        }
    }
    Ok(all)
}
