//! The faces of an embedding, in classes of faces known to have equal or opposite colours.

use crate::parity::keep_odd_ones;
use crate::signed_sets::{Opposed, SignedSets};
use crate::trail::Trail;
use crate::{Conflict, Value, tuning};
use zlink_puzzle::{EdgeId, Embedding};

/// Edges (decided or not, with repetitions), and whether an odd number of them is in.
pub(super) type Parity<'a> = (&'a [EdgeId], bool);

/// An equation of face colours: the colours of `faces` (representatives of classes) add up to `odd` modulo 2.
pub(super) struct FaceSum {
    pub(super) faces: Vec<u32>,
    pub(super) odd: bool,
}

/// The faces beside each edge, and the classes of faces whose colours are known to be equal or opposite.
pub(super) struct Faces {
    pub(super) count: usize,
    beside: Vec<[u32; 2]>,
    pub(super) classes: SignedSets,
}

impl Faces {
    pub(super) fn new(embedding: &Embedding, trail: &Trail) -> Result<Self, Conflict> {
        let beside = embedding.beside().to_vec();
        let count = embedding.face_count();
        let mut classes = SignedSets::new(count);
        for (&[a, b], &value) in beside.iter().zip(trail.values()) {
            if value != Value::Open {
                classes.join(a, b, value == Value::In)?;
            }
        }
        Ok(Faces { count, beside, classes })
    }

    /// The classes of the two faces beside an edge, and whether the edge is in when the colours of these classes are equal.
    pub(super) fn across(&self, edge: EdgeId) -> ([u32; 2], bool) {
        let [(a, sign_a), (b, sign_b)] = self.beside[edge.index()].map(|face| self.classes.find(face));
        ([a, b], sign_a ^ sign_b)
    }

    /// The equation of classes of faces that follows from a parity of edges.
    fn sum(&self, (edges, mut odd): Parity<'_>) -> FaceSum {
        let mut faces: Vec<u32> = Vec::with_capacity(2 * edges.len());
        for &edge in edges {
            let (both, opposite) = self.across(edge);
            odd ^= opposite;
            faces.extend(both);
        }
        keep_odd_ones(&mut faces, 0);
        FaceSum { faces, odd }
    }

    /// Joins the classes of faces that an equation relates. The result is the equations that are left, of more than two
    /// classes.
    pub(super) fn join(&mut self, mut left: Vec<Parity<'_>>) -> Result<Vec<FaceSum>, Conflict> {
        for _ in 0..tuning::COLOURING_ROUNDS {
            let (before, mut joined) = (left.len(), Ok(()));
            left.retain(|&parity| {
                let FaceSum { faces, odd } = self.sum(parity);
                match faces[..] {
                    [] if odd => joined = Err(Opposed),
                    [a, b] => joined = joined.and(self.classes.join(a, b, odd).map(|_| ())),
                    [] => {}
                    [..] => return true,
                }
                false
            });
            joined?;
            if left.len() == before {
                break;
            }
        }
        Ok(left.into_iter().map(|parity| self.sum(parity)).collect())
    }
}
