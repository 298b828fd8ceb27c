//! The connected components of the chosen edges: paths. A vertex without chosen edges is a component of its own. Each component
//! knows a terminal in it, if there is one.
//!
//! The vertices of a component form a ring; joining two rings, or parting them again, exchanges two links and renames the vertices
//! of the smaller one. So a component is found in one step: that is asked for far more often than edges are chosen.

use zlink_puzzle::{Puzzle, VertexId};

/// Stands for no vertex.
const NONE: u32 = u32::MAX;

/// The record of one chosen edge, to undo its union.
#[derive(Debug, Clone, Copy)]
struct Union {
    /// The representative of the smaller component, or [`NONE`] when nothing was joined.
    small: u32,
    /// Whether the larger component got its terminal from the smaller one.
    moved: bool,
    /// The end points of the larger component before the union.
    ends: [VertexId; 2],
}

/// The path components, which can be parted again.
#[derive(Debug, Clone)]
pub(super) struct PathComponents {
    /// The representative of each vertex.
    component: Vec<u32>,
    size: Vec<u32>,
    next: Vec<u32>,
    /// For each representative the two end points of the component.
    end_points: Vec<[VertexId; 2]>,
    /// For each representative a terminal of the component, or [`NONE`].
    terminal: Vec<u32>,
    /// For each terminal the other terminal of its pair; [`NONE`] for other vertices.
    partner: Vec<u32>,
    unions: Vec<Union>,
}

impl PathComponents {
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
        PathComponents {
            component: alone.clone(),
            size: vec![1; n],
            next: alone,
            end_points: (0..n).map(VertexId::from_index).map(|v| [v, v]).collect(),
            terminal,
            partner,
            unions: Vec::new(),
        }
    }

    /// The representative of the component of `v`.
    #[inline]
    pub(super) fn find(&self, v: VertexId) -> VertexId {
        VertexId(self.component[v.index()])
    }

    /// The number of vertices of the component of this representative.
    #[inline]
    pub(super) fn size(&self, representative: VertexId) -> u32 {
        self.size[representative.index()]
    }

    /// The vertices of the component of `v`.
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

    /// A terminal in the component of this representative.
    #[inline]
    pub(super) fn terminal(&self, representative: VertexId) -> Option<VertexId> {
        let terminal = self.terminal[representative.index()];
        (terminal != NONE).then_some(VertexId(terminal))
    }

    /// The other terminal of the pair of `terminal`.
    #[inline]
    pub(super) fn partner(&self, terminal: VertexId) -> Option<VertexId> {
        let partner = self.partner[terminal.index()];
        (partner != NONE).then_some(VertexId(partner))
    }

    /// The representative of the counterpart: the component of the other terminal of the pair, if that is another component.
    #[inline]
    pub(super) fn counterpart(&self, representative: VertexId) -> Option<VertexId> {
        let other = self.find(self.partner(self.terminal(representative)?)?);
        (other != representative).then_some(other)
    }

    /// The end points of the component of this representative: only they may have open edges.
    #[inline]
    pub(super) fn end_points(&self, representative: VertexId) -> [VertexId; 2] {
        self.end_points[representative.index()]
    }

    /// Joins the components of the two ends of a chosen edge, if they differ. Each call is undone by a call of
    /// [`PathComponents::undo`].
    pub(super) fn join(&mut self, [u, v]: [VertexId; 2]) {
        let (a, b) = (self.find(u), self.find(v));
        let (large, small) = if self.size(a) >= self.size(b) { (a, b) } else { (b, a) };
        let ends = self.end_points(large);
        if a == b {
            self.unions.push(Union { small: NONE, moved: false, ends });
            return;
        }
        let far = |r: VertexId, near: VertexId| {
            if self.end_points(r)[0] == near { self.end_points(r)[1] } else { self.end_points(r)[0] }
        };
        self.end_points[large.index()] = [far(a, u), far(b, v)];
        self.rename(small, large);
        self.size[large.index()] += self.size[small.index()];
        self.next.swap(large.index(), small.index());
        let moved = self.terminal[large.index()] == NONE && self.terminal[small.index()] != NONE;
        if moved {
            self.terminal[large.index()] = self.terminal[small.index()];
        }
        self.unions.push(Union { small: small.0, moved, ends });
    }

    /// Gives the vertices in the ring of `ring` this representative.
    fn rename(&mut self, ring: VertexId, representative: VertexId) {
        let mut here = ring.0;
        loop {
            self.component[here as usize] = representative.0;
            here = self.next[here as usize];
            if here == ring.0 {
                return;
            }
        }
    }

    /// Undoes the latest call of [`PathComponents::join`].
    pub(super) fn undo(&mut self) {
        let Some(Union { small, moved, ends }) = self.unions.pop() else { return };
        if small == NONE {
            return;
        }
        let (small, large) = (small as usize, self.component[small as usize] as usize);
        self.size[large] -= self.size[small];
        self.next.swap(large, small);
        self.rename(VertexId(small as u32), VertexId(small as u32));
        self.end_points[large] = ends;
        if moved {
            self.terminal[large] = NONE;
        }
    }
}
