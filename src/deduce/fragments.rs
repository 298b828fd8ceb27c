//! The connected components of the chosen edges (*fragments*; a vertex without chosen edges is one), with the
//! terminal that each holds.
//!
//! Union by size without path compression, so that a union is undone in O(1); the vertices of a fragment form a
//! ring, and joining two rings, or parting them again, exchanges two links.

use crate::puzzle::{Puzzle, VertexId};

/// No vertex.
const NONE: u32 = u32::MAX;

/// What one chosen edge did.
#[derive(Debug, Clone, Copy)]
struct Union {
    /// The representative of the smaller fragment, or [`NONE`] when nothing was joined.
    small: u32,
    /// Whether the larger one got its terminal from it.
    moved: bool,
    /// The ends of the larger one before.
    ends: [VertexId; 2],
}

/// The fragments; see the module documentation.
#[derive(Debug, Clone)]
pub(super) struct Fragments {
    parent: Vec<u32>,
    size: Vec<u32>,
    next: Vec<u32>,
    /// For each representative the first and the last vertex of the fragment.
    ends: Vec<[VertexId; 2]>,
    /// For each representative a terminal of the fragment.
    terminal: Vec<u32>,
    /// For each terminal its partner.
    partner: Vec<u32>,
    unions: Vec<Union>,
}

impl Fragments {
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        let n = puzzle.vertex_count();
        let alone: Vec<u32> = (0..n as u32).collect();
        let (mut terminal, mut partner) = (vec![NONE; n], vec![NONE; n]);
        for &[a, b] in puzzle.pairs() {
            for (s, t) in [(a, b), (b, a)] {
                terminal[s.index()] = s.0;
                partner[s.index()] = t.0;
            }
        }
        Fragments {
            parent: alone.clone(),
            size: vec![1; n],
            next: alone,
            ends: (0..n).map(VertexId::from_index).map(|v| [v, v]).collect(),
            terminal,
            partner,
            unions: Vec::new(),
        }
    }

    /// The representative of the fragment of `v`.
    #[inline]
    pub(super) fn find(&self, v: VertexId) -> VertexId {
        let mut here = v.0;
        while self.parent[here as usize] != here {
            here = self.parent[here as usize];
        }
        VertexId(here)
    }

    /// The number of vertices of the fragment of this representative.
    #[inline]
    pub(super) fn size(&self, representative: VertexId) -> u32 {
        self.size[representative.index()]
    }

    /// The vertices of the fragment of `v`.
    #[inline]
    pub(super) fn vertices(&self, v: VertexId) -> impl Iterator<Item = VertexId> {
        let mut here = Some(v.0);
        std::iter::from_fn(move || {
            let vertex = here?;
            let next = self.next[vertex as usize];
            here = (next != v.0).then_some(next);
            Some(VertexId(vertex))
        })
    }

    /// A terminal in the fragment of this representative.
    #[inline]
    pub(super) fn terminal(&self, representative: VertexId) -> Option<VertexId> {
        let terminal = self.terminal[representative.index()];
        (terminal != NONE).then_some(VertexId(terminal))
    }

    /// The other terminal of the pair.
    #[inline]
    pub(super) fn partner(&self, terminal: VertexId) -> Option<VertexId> {
        let partner = self.partner[terminal.index()];
        (partner != NONE).then_some(VertexId(partner))
    }

    /// The representative of the fragment of the other terminal of the pair, when that is another fragment.
    #[inline]
    pub(super) fn counterpart(&self, representative: VertexId) -> Option<VertexId> {
        let other = self.find(self.partner(self.terminal(representative)?)?);
        (other != representative).then_some(other)
    }

    /// The first and the last vertex of the fragment of this representative: where it may grow, unless they are
    /// terminals with a chosen edge.
    #[inline]
    pub(super) fn ends(&self, representative: VertexId) -> [VertexId; 2] {
        self.ends[representative.index()]
    }

    /// Joins the fragments of the ends of a chosen edge, unless they are one. Each call is undone by one of
    /// [`Fragments::undo`].
    pub(super) fn join(&mut self, [u, v]: [VertexId; 2]) {
        let (a, b) = (self.find(u), self.find(v));
        let (large, small) = if self.size(a) >= self.size(b) { (a, b) } else { (b, a) };
        let ends = self.ends(large);
        if a == b {
            self.unions.push(Union { small: NONE, moved: false, ends });
            return;
        }
        let far = |r: VertexId, near: VertexId| {
            if self.ends(r)[0] == near { self.ends(r)[1] } else { self.ends(r)[0] }
        };
        self.ends[large.index()] = [far(a, u), far(b, v)];
        self.parent[small.index()] = large.0;
        self.size[large.index()] += self.size[small.index()];
        self.next.swap(large.index(), small.index());
        let moved = self.terminal[large.index()] == NONE && self.terminal[small.index()] != NONE;
        if moved {
            self.terminal[large.index()] = self.terminal[small.index()];
        }
        self.unions.push(Union { small: small.0, moved, ends });
    }

    /// Takes the latest union back.
    pub(super) fn undo(&mut self) {
        let Some(Union { small, moved, ends }) = self.unions.pop() else { return };
        if small == NONE {
            return;
        }
        let small = small as usize;
        let large = std::mem::replace(&mut self.parent[small], small as u32) as usize;
        self.size[large] -= self.size[small];
        self.next.swap(large, small);
        self.ends[large] = ends;
        if moved {
            self.terminal[large] = NONE;
        }
    }
}
