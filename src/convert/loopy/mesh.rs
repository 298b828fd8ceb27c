//! Faces -> graph: corners with the same coordinates are one vertex, edges and vertices are numbered by first use.

use rustc_hash::FxHashMap;

use crate::convert::Document;
use crate::convert::document::{Draft, DraftError};
use crate::puzzle::Topology;

/// A tiling that is being put together.
#[derive(Debug, Default)]
pub(super) struct Mesh {
    corners: Vec<[i64; 2]>,
    index: FxHashMap<[i64; 2], u32>,
    /// The corners of each face, around it.
    pub(super) faces: Vec<Vec<u32>>,
}

impl Mesh {
    /// The number of the corner at `at`.
    pub(super) fn corner(&mut self, at: [i64; 2]) -> u32 {
        let Mesh { corners, index, .. } = self;
        *index.entry(at).or_insert_with(|| {
            corners.push(at);
            // The size of a game is limited far below 2^32 corners.
            (corners.len() - 1) as u32
        })
    }

    /// One more face.
    pub(super) fn face(&mut self, corners: impl IntoIterator<Item = [i64; 2]>) {
        let face = corners.into_iter().map(|at| self.corner(at)).collect();
        self.faces.push(face);
    }

    /// How many corners there are.
    pub(super) fn corner_count(&self) -> usize {
        self.corners.len()
    }

    /// Leaves only the faces that `wanted` wants, and their corners; those that stay keep their order.
    pub(super) fn keep(&mut self, wanted: impl Fn(&[u32]) -> bool) {
        self.faces.retain(|face| wanted(face));
        let mut number = vec![None; self.corners.len()];
        self.faces.iter().flatten().for_each(|&v| number[v as usize] = Some(0u32));
        let mut left = Vec::new();
        for (number, &at) in number.iter_mut().zip(&self.corners).filter(|(number, _)| number.is_some()) {
            // Fewer than before.
            *number = Some(left.len() as u32);
            left.push(at);
        }
        self.corners = left;
        self.faces.iter_mut().flatten().for_each(|v| *v = number[*v as usize].unwrap_or(*v));
        self.index = (0..).zip(&self.corners).map(|(v, &at)| (at, v)).collect();
    }

    /// The Slitherlink on this tiling with a clue, or none, for each face.
    pub(super) fn document(self, clues: &[Option<u32>]) -> Result<Document, DraftError> {
        let mut draft = Draft::new(Topology::Cycle);
        draft.numbered_vertices(self.corners.len())?;
        draft.positions = self.corners.into_iter().map(Some).collect();
        let mut index: FxHashMap<[u32; 2], u32> = FxHashMap::default();
        for (i, (face, &clue)) in self.faces.iter().zip(clues).enumerate() {
            let next = face.iter().cycle().skip(1);
            let mut sides = Vec::with_capacity(face.len());
            for (&u, &v) in face.iter().zip(next) {
                let ends = [u.min(v), u.max(v)];
                let edges = &mut draft.parts.edges;
                sides.push(*index.entry(ends).or_insert_with(|| {
                    edges.push(ends);
                    (edges.len() - 1) as u32
                }));
            }
            draft.cell(&format!("f{i}"), sides, clue)?;
        }
        draft.finish()
    }
}
