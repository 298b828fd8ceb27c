//! The paths of chosen edges by their ends: joining two of them is O(1) because each end knows the other one
//! (its *mate*, as in the frontier method, but for the whole graph).
//!
//! In a linkage each pair of terminals counts as joined by a virtual edge from the start, so the mate of an end of a
//! terminal's path is the end of its partner's path, and a linkage is complete when every such path closes with itself.
//!
//! Edges chosen at level 0 are left out of reasons. Their paths are not walked along, as the ends of these paths know each
//! other too.
//!
//! Slots: the entry of an *end* (a vertex with at most one chosen edge, the virtual one counted) is up to date.
//! The entry of an inner vertex is the one it had when it became inner. That makes undoing a join possible
//! without a record of it: the ends before the join can be read off the two vertices that were joined.

use super::trail::Trail;
use super::{Lit, Value};
use zlink_puzzle::{EdgeId, Incidence, Puzzle, VertexId};

/// Stands for no label: neither end of the path comes from a terminal.
pub(super) const UNLABELLED: u32 = u32::MAX;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct End {
    /// The other end of the path; the vertex itself when it has no chosen edge.
    pub(super) mate: VertexId,
    /// The pair whose terminals the path comes from, or [`UNLABELLED`].
    pub(super) label: u32,
}

/// The end of a path of edges chosen at level 0. Out of date for inner vertices.
#[derive(Debug, Clone, Copy)]
struct RootEnd {
    /// The other end; the vertex itself when it has no edge chosen at level 0.
    mate: VertexId,
    /// The number of edges of the path.
    length: u32,
}

/// A path that was walked along; the literals of its edges above level 0 were added to a reason.
pub(super) struct Walk {
    /// The index of the first of these literals in the reason.
    first: usize,
    /// The number of edges of level 0 on the path.
    of_root: usize,
    pub(super) is_closed: bool,
}

/// What a chosen edge did to the paths.
#[derive(Debug, Clone, Copy)]
pub(super) enum Join {
    /// The edge violates the degree rule; the paths are unchanged.
    Refused,
    /// The edge closed a path to a cycle.
    Closed {
        /// Whether the path had a label.
        labelled: bool,
    },
    /// The edge joined two paths (a single vertex is a path) to one path with these ends.
    Joined {
        /// The far ends of the path at the edge's first end and of the path at its second end.
        ends: [VertexId; 2],
        /// The labels of these two paths, or [`UNLABELLED`].
        labels: [u32; 2],
    },
}

/// The ends of all paths.
#[derive(Debug, Clone)]
pub(super) struct Ends {
    ends: Vec<End>,
    /// The number of open paths with at least one edge (a virtual one counts).
    paths: usize,
    /// The number of closed paths.
    cycles: usize,
    /// The number of chosen edges.
    chosen: usize,
    /// For each vertex its entry as an end of a path of edges chosen at level 0.
    root: Vec<RootEnd>,
    /// The number of edges chosen at level 0.
    root_chosen: usize,
}

impl Ends {
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        let mut ends: Vec<End> = (0..puzzle.vertex_count())
            .map(|v| End { mate: VertexId::from_index(v), label: UNLABELLED })
            .collect();
        for (i, &[a, b]) in puzzle.pairs().iter().enumerate() {
            ends[a.index()] = End { mate: b, label: i as u32 };
            ends[b.index()] = End { mate: a, label: i as u32 };
        }
        let alone = |v| RootEnd { mate: VertexId::from_index(v), length: 0 };
        Ends {
            ends,
            paths: puzzle.pairs().len(),
            cycles: 0,
            chosen: 0,
            root: (0..puzzle.vertex_count()).map(alone).collect(),
            root_chosen: 0,
        }
    }

    /// The number of chosen edges.
    #[inline]
    pub(super) fn chosen(&self) -> usize {
        self.chosen
    }

    /// The number of paths that are not closed.
    #[inline]
    pub(super) fn paths(&self) -> usize {
        self.paths
    }

    /// The number of closed paths.
    #[inline]
    pub(super) fn cycles(&self) -> usize {
        self.cycles
    }

    /// The mate and the label of `v`, an end of a path.
    #[inline]
    pub(super) fn end(&self, v: VertexId) -> End {
        self.ends[v.index()]
    }

    /// Joins the paths of `u` and `v`; `degrees` are their numbers of chosen edges, the new one included.
    #[inline]
    pub(super) fn apply(&mut self, [u, v]: [VertexId; 2], degrees: [u32; 2]) -> Join {
        self.chosen += 1;
        if degrees[0] > 2 || degrees[1] > 2 {
            return Join::Refused;
        }
        let (end_u, end_v) = (self.ends[u.index()], self.ends[v.index()]);
        if end_u.mate == v {
            self.paths -= 1;
            self.cycles += 1;
            return Join::Closed { labelled: end_u.label != UNLABELLED };
        }
        let label = end_u.label.min(end_v.label);
        self.ends[end_u.mate.index()] = End { mate: end_v.mate, label };
        self.ends[end_v.mate.index()] = End { mate: end_u.mate, label };
        self.paths = self.paths + 1 - usize::from(degrees[0] == 2) - usize::from(degrees[1] == 2);
        Join::Joined { ends: [end_u.mate, end_v.mate], labels: [end_u.label, end_v.label] }
    }

    /// Records that the edge between `u` and `v` was chosen at level 0, if it joins two paths of level 0.
    pub(super) fn root(&mut self, [u, v]: [VertexId; 2]) {
        self.root_chosen += 1;
        let (root_u, root_v) = (self.root[u.index()], self.root[v.index()]);
        if root_u.mate != v {
            let length = root_u.length + root_v.length + 1;
            self.root[root_u.mate.index()] = RootEnd { mate: root_v.mate, length };
            self.root[root_v.mate.index()] = RootEnd { mate: root_u.mate, length };
        }
    }

    /// Undoes joining the paths of `u` and `v`; `degrees` are their numbers of chosen edges, that of the join still included.
    #[inline]
    pub(super) fn undo(&mut self, [u, v]: [VertexId; 2], degrees: [u32; 2]) {
        self.chosen -= 1;
        if degrees[0] > 2 || degrees[1] > 2 {
            return;
        }
        let single = [u, v].map(|w| End { mate: w, label: UNLABELLED });
        let end_u = if degrees[0] == 1 { single[0] } else { self.ends[u.index()] };
        let end_v = if degrees[1] == 1 { single[1] } else { self.ends[v.index()] };
        if end_u.mate == v {
            self.paths += 1;
            self.cycles -= 1;
            return;
        }
        self.ends[end_u.mate.index()] = End { mate: u, label: end_u.label };
        self.ends[end_v.mate.index()] = End { mate: v, label: end_v.label };
        self.paths = self.paths + usize::from(degrees[0] == 2) + usize::from(degrees[1] == 2) - 1;
    }

    /// Adds the literals of the edges chosen above level 0 on the path that starts at `start` (or the cycle through it), when
    /// the trail was `before` entries long. `start` must not be an inner vertex of a path of level 0.
    pub(super) fn walk(
        &self,
        start: VertexId,
        before: u32,
        incidence: &Incidence,
        trail: &Trail,
        reason: &mut Vec<Lit>,
    ) -> Walk {
        let root = trail.level_end(0) as u32;
        let first = reason.len();
        let (mut here, mut came, mut of_root) = (start, None, 0);
        let is_closed = loop {
            let RootEnd { mate, length } = self.root[here.index()];
            of_root += length as usize;
            here = mate;
            if here == start && came.is_some() {
                break true;
            }
            let chosen =
                |e: EdgeId| Some(e) != came && trail.was(e, Value::In, before) && trail.position(e) >= root;
            let Some(&(e, next)) = incidence.at(here).iter().find(|&&(e, _)| chosen(e)) else {
                break false;
            };
            reason.push(trail.literal(e));
            (here, came) = (next, Some(e));
            if here == start {
                break true;
            }
        };
        Walk { first, of_root, is_closed }
    }

    /// Adds a chosen edge that is not on the path whose literals are the last of `reason`, unless an edge of level 0 is such an
    /// edge.
    pub(super) fn another(&self, path: Walk, before: u32, trail: &Trail, reason: &mut Vec<Lit>) {
        let root = trail.level_end(0);
        if path.of_root < self.root_chosen || before as usize <= root {
            return;
        }
        let mut on_path = vec![false; before as usize - root];
        for literal in &reason[path.first..] {
            on_path[trail.position(literal.var()) as usize - root] = true;
        }
        let above = trail.entries()[root..before as usize].iter().zip(on_path);
        let mut others = above.filter(|&(&e, on_path)| !on_path && trail.is_edge(e));
        let other = others.find(|&(&e, _)| trail.value(e) == Value::In);
        reason.extend(other.map(|(&e, _)| trail.literal(e)));
    }
}

/// The open edge between two vertices, if there is one.
#[inline]
pub(super) fn open_edge_between(
    [a, b]: [VertexId; 2],
    incidence: &Incidence,
    trail: &Trail,
) -> Option<EdgeId> {
    let (at_a, at_b) = (incidence.at(a), incidence.at(b));
    let (fewer, other) = if at_a.len() <= at_b.len() { (at_a, b) } else { (at_b, a) };
    let found = fewer.iter().find(|&&(_, w)| w == other).map(|&(e, _)| e);
    found.filter(|&e| trail.value(e) == Value::Open)
}

#[cfg(test)]
impl Ends {
    /// The mate and label of every end, and the numbers of paths and cycles: these must equal the ones computed from scratch.
    pub(super) fn view(&self, incidence: &Incidence, values: &[Value], puzzle: &Puzzle) -> View {
        let degree = |v: usize| {
            let at = incidence.at(VertexId::from_index(v)).iter();
            at.filter(|(e, _)| values[e.index()] == Value::In).count()
        };
        let terminal = |v: usize| puzzle.pairs().iter().flatten().any(|t| t.index() == v);
        let is_end = |v: usize| degree(v) + usize::from(terminal(v)) < 2;
        let ends = (0..self.ends.len())
            .map(|v| is_end(v).then(|| (self.ends[v].mate.index(), self.ends[v].label)))
            .collect();
        View { ends, paths: self.paths, cycles: self.cycles, chosen: self.chosen }
    }

    /// The ends after joining the chosen edges one by one, in the order of their numbers.
    pub(super) fn from_scratch(puzzle: &Puzzle, incidence: &Incidence, values: &[Value]) -> Self {
        let mut ends = Ends::new(puzzle);
        let mut degrees = vec![0u32; puzzle.vertex_count()];
        for t in puzzle.pairs().iter().flatten() {
            degrees[t.index()] = 1;
        }
        for (i, _) in values.iter().enumerate().filter(|(_, v)| **v == Value::In) {
            let both = incidence.ends(EdgeId::from_index(i));
            for v in both {
                degrees[v.index()] += 1;
            }
            ends.apply(both, both.map(|v| degrees[v.index()]));
        }
        ends
    }
}

/// The comparable state of [`Ends`]; see [`Ends::view`].
#[cfg(test)]
#[derive(Debug, PartialEq, Eq)]
pub(super) struct View {
    ends: Vec<Option<(usize, u32)>>,
    paths: usize,
    cycles: usize,
    chosen: usize,
}
