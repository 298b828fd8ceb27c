//! Faces -> graph: corners with the same coordinates become one vertex; edges and vertices are numbered by first use.

use rustc_hash::FxHashMap;

use super::{Board, Impossible, NoBoard};
use zlink_base::limits::Limits;
use zlink_puzzle::{Names, Parts, Puzzle, Topology};

/// A part of a tiling under construction: faces and their corners.
#[derive(Debug, Default)]
pub struct Mesh {
    corners: Vec<[i64; 2]>,
    index: FxHashMap<[i64; 2], u32>,
    /// The corners of each face, around it.
    pub faces: Vec<Vec<u32>>,
}

impl Mesh {
    /// The number of the corner at `at`.
    pub(crate) fn corner(&mut self, at: [i64; 2]) -> u32 {
        let Mesh { corners, index, .. } = self;
        *index.entry(at).or_insert_with(|| {
            corners.push(at);
            // The size of a game is limited far below 2^32 corners.
            (corners.len() - 1) as u32
        })
    }

    /// Adds a face with these corners, in order around it.
    pub(crate) fn face(&mut self, corners: impl IntoIterator<Item = [i64; 2]>) {
        let face = corners.into_iter().map(|at| self.corner(at)).collect();
        self.faces.push(face);
    }

    /// The coordinates of the corners of a face.
    pub fn corners_of(&self, face: &[u32]) -> Vec<[i64; 2]> {
        face.iter().map(|&v| self.corners[v as usize]).collect()
    }

    /// The coordinates of all corners, by number.
    pub fn corners(&self) -> &[[i64; 2]] {
        &self.corners
    }

    /// The number of corners.
    pub fn corner_count(&self) -> usize {
        self.corners.len()
    }

    /// Keeps only the faces for which `wanted` holds, and their corners, in their order.
    pub(crate) fn keep(&mut self, wanted: impl Fn(&[u32]) -> bool) {
        self.faces.retain(|face| wanted(face));
        let mut number = vec![None; self.corners.len()];
        self.faces.iter().flatten().for_each(|&v| number[v as usize] = Some(0u32));
        let mut left = Vec::new();
        for (number, &at) in number.iter_mut().zip(&self.corners).filter(|(number, _)| number.is_some()) {
            // At most the number of corners before, which fits.
            *number = Some(left.len() as u32);
            left.push(at);
        }
        self.corners = left;
        self.faces.iter_mut().flatten().for_each(|v| *v = number[*v as usize].unwrap_or(*v));
        self.index = (0..).zip(&self.corners).map(|(v, &at)| (at, v)).collect();
    }

    /// The board: vertices are called 0, 1, ..., and faces f0, f1, ...; `clues` has an entry for each face, `None` for no clue.
    pub fn board(self, topology: Topology, clues: &[Option<u32>], limits: &Limits) -> Result<Board, NoBoard> {
        let count = |n: usize| u32::try_from(n).map_err(|_| Impossible::new("the board is too large"));
        let [corners, faces] = [count(self.corners.len())?, count(self.faces.len())?];
        let mut parts = Parts::graph(topology, self.corners.len(), Vec::new());
        let mut index: FxHashMap<[u32; 2], u32> = FxHashMap::default();
        for (number, (face, &clue)) in self.faces.iter().zip(clues).enumerate() {
            if number % (1 << 12) == 0 {
                limits.check()?;
            }
            let edges = &mut parts.edges;
            let sides = face.iter().zip(face.iter().cycle().skip(1)).map(|(&u, &v)| {
                let ends = [u.min(v), u.max(v)];
                *index.entry(ends).or_insert_with(|| {
                    edges.push(ends);
                    // Plane graphs have fewer than three edges per vertex, and boards are small.
                    (edges.len() - 1) as u32
                })
            });
            parts.cells.push((sides.collect(), clue));
        }
        let puzzle = Puzzle::from_parts(parts).map_err(|error| Impossible::new(error.to_string()))?;
        let names = Names::with_faces(corners, faces).ok_or(Impossible::new("the board is too large"))?;
        Ok(Board { puzzle, names, positions: self.corners.into_iter().map(Some).collect() })
    }
}
