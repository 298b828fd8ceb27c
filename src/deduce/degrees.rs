//! The numbers of chosen and open edges at each vertex, which many rules read.
//!
//! A terminal is counted with one chosen edge more than it has, as if an edge joined it to its partner.

#[cfg(test)]
use super::Value;
use zlink_puzzle::{Incidence, Puzzle, VertexId};

/// The numbers of chosen and open edges at a vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Count {
    /// The number of chosen edges, plus 1 at a terminal.
    pub(super) chosen: u32,
    /// The number of edges that are not counted yet.
    pub(super) open: u32,
}

/// The counts of all vertices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Degrees {
    counts: Vec<Count>,
}

impl Degrees {
    pub(super) fn new(puzzle: &Puzzle, incidence: &Incidence) -> Self {
        let n = puzzle.vertex_count();
        let mut counts: Vec<Count> = (0..n)
            .map(|v| Count { chosen: 0, open: incidence.at(VertexId::from_index(v)).len() as u32 })
            .collect();
        for t in puzzle.pairs().iter().flatten() {
            counts[t.index()].chosen = 1;
        }
        Degrees { counts }
    }

    #[inline]
    pub(super) fn count(&self, v: VertexId) -> Count {
        self.counts[v.index()]
    }

    #[inline]
    pub(super) fn apply(&mut self, ends: [VertexId; 2], chosen: bool) {
        for v in ends {
            let count = &mut self.counts[v.index()];
            count.open -= 1;
            count.chosen += u32::from(chosen);
        }
    }

    #[inline]
    pub(super) fn undo(&mut self, ends: [VertexId; 2], chosen: bool) {
        for v in ends {
            let count = &mut self.counts[v.index()];
            count.open += 1;
            count.chosen -= u32::from(chosen);
        }
    }

    /// The counts computed from the values alone.
    #[cfg(test)]
    pub(super) fn from_scratch(puzzle: &Puzzle, incidence: &Incidence, values: &[Value]) -> Self {
        let mut degrees = Degrees::new(puzzle, incidence);
        for (v, count) in degrees.counts.iter_mut().enumerate() {
            let at = incidence.at(VertexId::from_index(v)).iter().map(|&(e, _)| values[e.index()]);
            count.open = at.clone().filter(|&x| x == Value::Open).count() as u32;
            count.chosen += at.filter(|&x| x == Value::In).count() as u32;
        }
        degrees
    }
}
