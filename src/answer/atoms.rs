//! Edges as the atoms `link(U,V)` or `link(E)`.

use std::fmt::{Display, Write};

use zlink_puzzle::{EdgeId, Names, Puzzle, VertexId};

/// The atom of every edge of a puzzle, with its ends in the order of the input, or with its name.
#[derive(Debug, Clone, Default)]
pub struct Atoms {
    text: String,
    ends: Vec<usize>,
}

impl Atoms {
    /// The atoms of a puzzle's edges.
    pub fn of_puzzle(puzzle: &Puzzle, names: &Names) -> Self {
        // A vertex has several edges, and formatting its name takes longer than copying the text.
        let mut vertices = Atoms::default();
        for v in (0..puzzle.vertex_count()).map(VertexId::from_index) {
            vertices.push(names.vertex(v));
        }
        let mut atoms = Atoms::default();
        for e in (0..puzzle.edge_count()).map(EdgeId::from_index) {
            if names.edge(e).is_some() {
                atoms.push(names.link(puzzle, e));
                continue;
            }
            let [u, v] = puzzle.edge_ends(e).map(|v| vertices.get(v.index()));
            for part in ["link(", u, ",", v, ")"] {
                atoms.text.push_str(part);
            }
            atoms.ends.push(atoms.text.len());
        }
        atoms
    }

    /// The atoms of a solution's edges, which ascend; other edges have none.
    pub fn of_solution(puzzle: &Puzzle, names: &Names, solution: &[EdgeId]) -> Self {
        let mut atoms = Atoms::default();
        for &edge in solution {
            atoms.ends.resize(edge.index(), atoms.text.len());
            atoms.push(names.link(puzzle, edge));
        }
        atoms
    }

    /// The atom of `edge`.
    pub fn of(&self, edge: EdgeId) -> &str {
        self.get(edge.index())
    }

    fn push(&mut self, text: impl Display) {
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{text}");
        self.ends.push(self.text.len());
    }

    fn get(&self, i: usize) -> &str {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.text[start..self.ends[i]]
    }
}
