//! A grid of squares, some of which are missing, while a puzzle is made of it.

use crate::document::{Draft, DraftError};
use zlink_puzzle::{Topology, VertexId};

/// A side of a square: above, right, below, left. The opposite one is two further.
pub(super) const SIDES: [usize; 4] = [0, 1, 2, 3];

/// A draft whose vertices are the middles of squares, and its edges by square.
pub(super) struct Squares {
    pub(super) draft: Draft,
    rows: usize,
    columns: usize,
    /// By square: its vertex, if it is not shaded.
    vertices: Vec<Option<u32>>,
    /// By square: the edges to the right and downwards.
    edges: Vec<[Option<u32>; 2]>,
}

impl Squares {
    /// A grid whose shaded squares have no vertex. Vertices are numbered row by row, and edges by vertex: to the right, then down.
    pub(super) fn new(
        [rows, columns]: [usize; 2],
        is_shaded: impl Fn(usize) -> bool,
    ) -> Result<Self, DraftError> {
        let count = rows.checked_mul(columns).filter(|&n| n < 1 << 30).ok_or(DraftError::TooLarge)?;
        let mut draft = Draft::new(Topology::Cycle);
        let mut vertices = Vec::with_capacity(count);
        for square in 0..count {
            // Both are below 2^30.
            let at = [(square % columns) as i64, (square / columns) as i64];
            if is_shaded(square) {
                draft.marks.shaded.insert(at);
                vertices.push(None);
            } else {
                vertices.push(Some(draft.positions.len() as u32));
                draft.positions.push(Some(at));
            }
        }
        draft.numbered_vertices(draft.positions.len())?;
        let mut squares = Squares { draft, rows, columns, vertices, edges: vec![[None; 2]; count] };
        for square in 0..count {
            for (way, side) in [1, 2].into_iter().enumerate() {
                let ends = [Some(square), squares.beyond(square, side)].map(|s| squares.vertices[s?]);
                if let [Some(here), Some(next)] = ends {
                    squares.edges[square][way] = Some(squares.draft.parts.edges.len() as u32);
                    squares.draft.parts.edges.push([here, next]);
                }
            }
        }
        Ok(squares)
    }

    /// The square on the other side of a side.
    pub(super) fn beyond(&self, square: usize, side: usize) -> Option<usize> {
        let (row, column) = (square / self.columns, square % self.columns);
        match side {
            0 => (row > 0).then(|| square - self.columns),
            1 => (column + 1 < self.columns).then_some(square + 1),
            2 => (row + 1 < self.rows).then_some(square + self.columns),
            _ => (column > 0).then(|| square - 1),
        }
    }

    /// The edge through a side of a square, if there is one.
    pub(super) fn edge(&self, square: usize, side: usize) -> Option<u32> {
        match side {
            0 | 3 => self.beyond(square, side).and_then(|other| self.edges[other][usize::from(side == 0)]),
            _ => self.edges[square][side - 1],
        }
    }

    /// The edge that leads straight on from the edge through a side.
    pub(super) fn further(&self, square: usize, side: usize) -> Option<u32> {
        self.edge(self.beyond(square, side)?, side)
    }

    /// The edges of a square.
    pub(super) fn edges(&self, square: usize) -> impl Iterator<Item = u32> {
        SIDES.into_iter().filter_map(move |side| self.edge(square, side))
    }

    /// The number of squares.
    pub(super) fn len(&self) -> usize {
        self.vertices.len()
    }

    /// The vertex of a square.
    pub(super) fn vertex(&self, square: usize) -> Option<VertexId> {
        self.vertices[square].map(VertexId)
    }

    /// Marks the vertex of a square.
    pub(super) fn mark(&mut self, square: usize, mark: &str) {
        if let Some(vertex) = self.vertex(square) {
            self.draft.marks.signs.insert(vertex, mark.to_owned());
        }
    }
}
