//! Edges as the atoms `link(U,V)`.

use std::fmt::{Display, Write};

use crate::puzzle::{Built, EdgeId};

/// The atom of every edge of a puzzle, in the orientation of its input.
#[derive(Debug, Clone, Default)]
pub struct Atoms {
    text: String,
    ends: Vec<usize>,
}

impl Atoms {
    /// The atoms of edges with these ends, in the order of their ids.
    pub fn new<N: Display>(edges: impl IntoIterator<Item = [N; 2]>) -> Self {
        let mut atoms = Atoms::default();
        for [u, v] in edges {
            // Writing to a string cannot fail.
            let _ = write!(atoms.text, "link({u},{v})");
            atoms.ends.push(atoms.text.len());
        }
        atoms
    }

    /// The atoms of a puzzle's edges.
    pub fn of_puzzle(built: &Built) -> Self {
        let edges = (0..built.puzzle.edge_count()).map(EdgeId::from_index);
        Self::new(edges.map(|edge| built.puzzle.edge_ends(edge).map(|v| built.names.vertex(v))))
    }

    /// The atom of `edge`.
    pub fn of(&self, edge: EdgeId) -> &str {
        let i = edge.index();
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.text[start..self.ends[i]]
    }
}
