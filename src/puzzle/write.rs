//! Puzzle -> facts: a text from which the puzzle can be built again.

use std::fmt;

use super::{CellId, EdgeId, Names, Puzzle, VertexId};

/// The facts of `puzzle`, one on each line.
///
/// Reading the facts again gives the same vertices, edges and cells with the same ids, with two exceptions that facts
/// cannot express: cells with neither an edge nor a clue are omitted, and a topology other than the one that the
/// facts imply (a linkage if there are pairs, else one cycle) must be given again as an option.
pub fn write_facts<'a>(puzzle: &'a Puzzle, names: &'a Names) -> impl fmt::Display + 'a {
    Facts { puzzle, names }
}

struct Facts<'a> {
    puzzle: &'a Puzzle,
    names: &'a Names,
}

impl Facts<'_> {
    fn nodes(&self, f: &mut fmt::Formatter<'_>, ids: std::ops::Range<usize>) -> fmt::Result {
        for v in ids {
            writeln!(f, "node({}).", self.names.vertex(VertexId::from_index(v)))?;
        }
        Ok(())
    }

    /// Writes edges and nodes. Vertices are numbered by first appearance, so a vertex that an edge would introduce
    /// too early is preceded by the missing ones as nodes.
    fn graph(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut known = 0;
        for e in 0..self.puzzle.edge_count() {
            let ends = self.puzzle.edge_ends(EdgeId::from_index(e));
            let [u, v] = ends.map(VertexId::index);
            if u > known {
                self.nodes(f, known..u)?;
                known = u;
            }
            if v > known + usize::from(u == known) {
                self.nodes(f, known..v)?;
                known = v;
            }
            known = known.max(u + 1).max(v + 1);
            let [u, v] = ends.map(|v| self.names.vertex(v));
            writeln!(f, "edge({u},{v}).")?;
        }
        self.nodes(f, known..self.puzzle.vertex_count())
    }

    fn cells(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in 0..self.puzzle.cell_count() {
            let id = CellId::from_index(c);
            let cell = self.puzzle.cell(id);
            let name = self.names.cell(id);
            if let Some(clue) = cell.clue {
                writeln!(f, "clue({name},{clue}).")?;
            }
            for &e in cell.edges {
                let [u, v] = self.puzzle.edge_ends(e).map(|v| self.names.vertex(v));
                writeln!(f, "cell_contains({name},{u},{v}).")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Facts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.graph(f)?;
        self.cells(f)?;
        for &pair in self.puzzle.pairs() {
            let [a, b] = pair.map(|v| self.names.vertex(v));
            writeln!(f, "pair({a},{b}).")?;
        }
        for &e in self.puzzle.required() {
            writeln!(f, "{}.", self.names.link(self.puzzle, e))?;
        }
        for &e in self.puzzle.forbidden() {
            writeln!(f, "-{}.", self.names.link(self.puzzle, e))?;
        }
        if self.puzzle.cover() { writeln!(f, "cover.") } else { Ok(()) }
    }
}
