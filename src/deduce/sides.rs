//! The side rule: in a planar graph every face lies inside or outside, and an edge is in exactly when its two faces
//! lie on different sides.
//!
//! Any set of cycles cuts the plane so. The sides are variables of the trail beside the edges: one of them says in
//! one literal what a chain of edges through the dual graph adds up to, so clauses that are learnt about them are
//! short and come back more often. Planarity is found by the program (see [`Embedding`]); where the graph is not
//! planar there are no sides.
//!
//! Faces that an edge decided at level 0 separates (or does not) share one variable, up to its sign. In each part of
//! the graph that is left one face is outside; that much is free to choose, and then the edges decide the sides.
//! Reasons: the other two of an edge and its sides.
//!
//! Sources: the Jordan curve theorem. Colouring the cells of a square grid as inside and outside is common practice
//! for Slitherlink; here any planar graph will do, with or without cells.

use super::equal::Classes;
use super::trail::{Antecedent, Trail};
use super::{Conflict, Value};
use crate::puzzle::{EdgeId, Embedding, Incidence};

const NONE: u32 = u32::MAX;

/// The two sides along an edge.
#[derive(Debug, Clone, Copy)]
struct Across {
    /// Variables; the first is `NONE` when the edge has been decided at level 0.
    sides: [u32; 2],
    /// Whether the edge is in when the variables are equal, not when they differ.
    odd: bool,
}

/// Which side variables each edge lies between.
#[derive(Debug, Clone)]
pub(super) struct Sides {
    edges: usize,
    across: Vec<Across>,
    /// The edges along each side variable: `along[start[s]..start[s + 1]]`.
    start: Vec<u32>,
    along: Vec<EdgeId>,
}

impl Sides {
    /// The sides of what level 0 leaves open, with the variables that must be outside, one in each part.
    pub(super) fn new(
        embedding: &Embedding,
        incidence: &Incidence,
        trail: &Trail,
    ) -> Result<(Self, Vec<EdgeId>), Conflict> {
        let edges = incidence.edge_count();
        let faces = embedding.faces();
        // Faces have numbers of their own here.
        let mut beside = vec![[EdgeId(NONE); 2]; edges];
        for (face, walk) in (0..).zip(&faces) {
            for &(_, e) in walk {
                let place = usize::from(beside[e.index()][0] != EdgeId(NONE));
                beside[e.index()][place] = EdgeId(face);
            }
        }
        let mut classes = Classes::new(faces.len());
        for e in (0..edges).map(EdgeId::from_index) {
            if trail.value(e) != Value::Open {
                let [a, b] = beside[e.index()];
                classes.join(a, b, trail.value(e) == Value::In)?;
            }
        }
        let mut variable = vec![NONE; faces.len()];
        let mut count = 0;
        let mut across = vec![Across { sides: [NONE; 2], odd: false }; edges];
        let mut parts = Classes::new(faces.len());
        for e in (0..edges).map(EdgeId::from_index).filter(|&e| trail.value(e) == Value::Open) {
            let [(a, sign_a), (b, sign_b)] = beside[e.index()].map(|face| classes.find(face));
            parts.join(a, b, false)?;
            for class in [a, b] {
                if variable[class.index()] == NONE {
                    variable[class.index()] = edges as u32 + count;
                    count += 1;
                }
            }
            let sides = [a, b].map(|class| variable[class.index()]);
            across[e.index()] = Across { sides, odd: sign_a ^ sign_b };
        }
        let is_root = |&face: &EdgeId| variable[face.index()] != NONE && parts.find(face).0 == face;
        let roots = (0..faces.len()).map(EdgeId::from_index).filter(is_root);
        let outside = roots.map(|face| EdgeId(variable[face.index()])).collect();
        Ok((Self::index(edges, across, count as usize), outside))
    }

    fn index(edges: usize, across: Vec<Across>, count: usize) -> Self {
        let mut start = vec![0u32; count + 1];
        let open = || across.iter().enumerate().filter(|(_, across)| across.sides[0] != NONE);
        for (_, across) in open() {
            for side in across.sides {
                start[side as usize - edges + 1] += 1;
            }
        }
        for i in 0..count {
            start[i + 1] += start[i];
        }
        let mut next = start.clone();
        let mut along = vec![EdgeId(NONE); start[count] as usize];
        for (e, across) in open() {
            for side in across.sides {
                let next = &mut next[side as usize - edges];
                along[*next as usize] = EdgeId::from_index(e);
                *next += 1;
            }
        }
        Sides { edges, across, start, along }
    }

    /// The number of side variables.
    pub(super) fn count(&self) -> usize {
        self.start.len() - 1
    }

    /// Decides what follows before any side is known.
    pub(super) fn start(&self, trail: &mut Trail) -> Result<(), Conflict> {
        (0..self.edges).map(EdgeId::from_index).try_for_each(|edge| self.settle(edge, trail))
    }

    /// Decides what follows from an edge or a side variable.
    #[inline]
    pub(super) fn propagate(&self, variable: EdgeId, trail: &mut Trail) -> Result<(), Conflict> {
        let Some(side) = variable.index().checked_sub(self.edges) else {
            return self.settle(variable, trail);
        };
        for &edge in &self.along[self.start[side] as usize..self.start[side + 1] as usize] {
            self.settle(edge, trail)?;
        }
        Ok(())
    }

    /// Decides the third of an edge and its two sides when two are decided.
    #[inline]
    fn settle(&self, edge: EdgeId, trail: &mut Trail) -> Result<(), Conflict> {
        let Across { sides, odd } = self.across[edge.index()];
        if sides[0] == NONE {
            return Ok(());
        }
        let cause = Antecedent::Side(edge);
        let [a, b] = sides.map(EdgeId);
        let is_in = |v: EdgeId, trail: &Trail| trail.value(v) == Value::In;
        let open = |v: EdgeId, trail: &Trail| trail.value(v) == Value::Open;
        match [edge, a, b].map(|v| open(v, trail)) {
            // A bridge, or all around it is decided.
            [true, _, _] if a == b => trail.push(edge, odd, cause),
            [true, false, false] => trail.push(edge, is_in(a, trail) ^ is_in(b, trail) ^ odd, cause),
            [false, true, false] => trail.push(a, is_in(edge, trail) ^ is_in(b, trail) ^ odd, cause),
            [false, false, true] => trail.push(b, is_in(edge, trail) ^ is_in(a, trail) ^ odd, cause),
            [false, false, false] if is_in(edge, trail) ^ is_in(a, trail) ^ is_in(b, trail) ^ odd => {
                return Err(Conflict::of(cause));
            }
            _ => {}
        }
        Ok(())
    }

    /// The edge and its sides: each two of them decide the third. Of a bridge, whose sides are one variable, nothing
    /// else.
    pub(super) fn triple(&self, edge: EdgeId) -> impl Iterator<Item = EdgeId> + use<> {
        let [a, b] = self.across[edge.index()].sides.map(EdgeId);
        let sides = (a != b).then_some([a, b]);
        std::iter::once(edge).chain(sides.into_iter().flatten())
    }

    /// Which side variables are inside for cycles, given for each edge whether it is on one.
    pub(super) fn inside(&self, on_cycle: &[bool], trail: &Trail) -> Vec<bool> {
        let mut inside = vec![None; self.count()];
        let is_root = |&side: &usize| trail.value(EdgeId::from_index(self.edges + side)) == Value::Out;
        let mut stack: Vec<usize> = (0..self.count()).filter(is_root).collect();
        stack.iter().for_each(|&side| inside[side] = Some(false));
        while let Some(side) = stack.pop() {
            for &edge in &self.along[self.start[side] as usize..self.start[side + 1] as usize] {
                let Across { sides, odd } = self.across[edge.index()];
                let [a, b] = sides.map(|s| s as usize - self.edges);
                let other = if a == side { b } else { a };
                if inside[other].is_none() {
                    let differs = on_cycle[edge.index()] ^ odd;
                    inside[other] = inside[side].map(|value| value ^ differs);
                    stack.push(other);
                }
            }
        }
        inside.into_iter().map(Option::unwrap_or_default).collect()
    }
}
