//! Puzzle -> facts, from which the puzzle can be built again.

use std::fmt;
use std::ops::Range;

use super::constraints::integrity_constraint;
use super::{Cell, CellId, EdgeId, Names, Puzzle, VertexId};
use zlink_facts::Predicate;

/// An argument of a fact about a puzzle.
#[derive(Debug, Clone, Copy)]
pub enum Argument<'a> {
    /// The name of a vertex.
    Vertex(VertexId),
    /// The name of a cell.
    Cell(CellId),
    /// A number.
    Number(i64),
    /// Any term, as gringo prints it.
    Term(&'a str),
}

/// Takes the predicate and the arguments of a fact.
pub type Emit<'e, E> = dyn FnMut(Predicate, &[Argument<'_>]) -> Result<(), E> + 'e;

/// Calls `emit` with the predicate and the arguments of each fact of `puzzle`, until it fails.
///
/// Reading the facts again, with the integrity constraints, gives the same vertices, edges and cells with the same ids, with two exceptions that facts
/// cannot express: cells with neither an edge nor a clue are omitted, and a topology other than the one that the
/// facts imply (a linkage if there are pairs, else one cycle) must be given again as an option.
pub fn each_fact<E>(puzzle: &Puzzle, emit: &mut Emit<'_, E>) -> Result<(), E> {
    each_of_graph(puzzle, emit)?;
    for cell in (0..puzzle.cell_count()).map(CellId::from_index) {
        let Cell { clue, at_least, at_most, .. } = puzzle.cell(cell);
        let numbers = [(Predicate::Clue, clue), (Predicate::AtLeast, at_least), (Predicate::AtMost, at_most)];
        for (predicate, number) in numbers {
            if let Some(number) = number {
                // No cell has so many edges, and clingo has no larger numbers.
                let number = i64::from(number.min(i32::MAX as u32));
                emit(predicate, &[Argument::Cell(cell), Argument::Number(number)])?;
            }
        }
        for &edge in puzzle.cell(cell).edges {
            let [u, v] = ends(puzzle, edge);
            emit(Predicate::CellContains, &[Argument::Cell(cell), u, v])?;
        }
    }
    puzzle.pairs().iter().try_for_each(|pair| emit(Predicate::Pair, &pair.map(Argument::Vertex)))?;
    puzzle.required().iter().try_for_each(|&edge| emit(Predicate::Link, &ends(puzzle, edge)))?;
    puzzle.forbidden().iter().try_for_each(|&edge| emit(Predicate::NoLink, &ends(puzzle, edge)))?;
    if puzzle.cover() { emit(Predicate::Cover, &[]) } else { Ok(()) }
}

/// Emits edges and nodes. Vertices are numbered by first appearance, so a vertex that an edge would introduce too early is preceded by the
/// missing ones as nodes.
fn each_of_graph<E>(puzzle: &Puzzle, emit: &mut Emit<'_, E>) -> Result<(), E> {
    let mut known = 0;
    for edge in 0..puzzle.edge_count() {
        let [u, v] = puzzle.edge_ends(EdgeId::from_index(edge)).map(VertexId::index);
        let missing = if v > known.max(u + 1) { known..v } else { known..u };
        each_node(missing, emit)?;
        known = known.max(u + 1).max(v + 1);
        emit(Predicate::Edge, &ends(puzzle, EdgeId::from_index(edge)))?;
    }
    each_node(known..puzzle.vertex_count(), emit)
}

fn each_node<E>(mut vertices: Range<usize>, emit: &mut Emit<'_, E>) -> Result<(), E> {
    vertices.try_for_each(|v| emit(Predicate::Node, &[Argument::Vertex(VertexId::from_index(v))]))
}

/// The ends of an edge as arguments, in the orientation of the input.
pub fn ends(puzzle: &Puzzle, edge: EdgeId) -> [Argument<'static>; 2] {
    puzzle.edge_ends(edge).map(Argument::Vertex)
}

/// Writes a fact and a line end.
pub fn write_fact(
    f: &mut fmt::Formatter<'_>,
    names: &Names,
    predicate: Predicate,
    arguments: &[Argument<'_>],
) -> fmt::Result {
    f.write_str(predicate.name())?;
    for (i, argument) in arguments.iter().enumerate() {
        f.write_str(if i == 0 { "(" } else { "," })?;
        match *argument {
            Argument::Vertex(vertex) => write!(f, "{}", names.vertex(vertex)),
            Argument::Cell(cell) => write!(f, "{}", names.cell(cell)),
            Argument::Number(number) => write!(f, "{number}"),
            Argument::Term(term) => f.write_str(term),
        }?;
    }
    f.write_str(if arguments.is_empty() { ".\n" } else { ").\n" })
}

/// Writes the integrity constraints of a puzzle, one on each line. They name edges by their ends, as the facts `edge(U,V)` do.
pub fn write_integrity(f: &mut fmt::Formatter<'_>, puzzle: &Puzzle, names: &Names) -> fmt::Result {
    let link = |edge| {
        let [u, v] = puzzle.edge_ends(edge).map(|v| names.vertex(v).to_string());
        format!("link({u},{v})")
    };
    puzzle.integrity().try_for_each(|(_, sum)| writeln!(f, "{}", integrity_constraint(sum, link)))
}

/// The facts of `puzzle` by [`each_fact`] and its integrity constraints, one on each line.
pub fn write_facts<'a>(puzzle: &'a Puzzle, names: &'a Names) -> impl fmt::Display + 'a {
    Facts { puzzle, names }
}

struct Facts<'a> {
    puzzle: &'a Puzzle,
    names: &'a Names,
}

impl fmt::Display for Facts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        each_fact(self.puzzle, &mut |predicate, arguments| write_fact(f, self.names, predicate, arguments))?;
        write_integrity(f, self.puzzle, self.names)
    }
}
