//! The path rule: chosen edges form paths; joining two of them is O(1) because each end knows the other one
//! (its *mate*, as in the frontier method, but for the whole graph).
//!
//! * An edge between both ends of one path closes a cycle. In a linkage or a path matching it is out. In a
//!   puzzle with one cycle it is out unless the cycle has every chosen edge, meets every clue and covers what
//!   must be covered; as whether a given cycle does that never changes, "not all of these edges" is valid for
//!   every solution. An edge that may close the cycle must go out when another path appears. Once the cycle is
//!   closed everything else is out.
//! * In a linkage each pair of terminals counts as joined by a virtual edge from the start, so the mate of an
//!   end of a terminal's path is the end of its partner's path and a linkage is complete when every such path
//!   closes with itself. An edge between ends with different labels (pairs) is out.
//!
//! (The rules are those of Algorithms 2 and 5 of Yoshinaka et al. 2012 for a decided prefix, here for any set
//! of chosen edges.) Reasons: the edges of the path or paths; for a closing edge that would leave out a chosen
//! edge, that edge too. What was chosen at level 0 is left out of reasons, and its paths are not walked along: their
//! ends know each other as well.
//!
//! Slots: the entry of an *end* (a vertex with at most one chosen edge, the virtual one counted) is up to date.
//! The entry of an inner vertex is the one it had when it became inner. That makes undoing a join possible
//! without a record of it: the ends before the join can be read off the two vertices that were joined.

use super::clue::Clues;
use super::trail::{Antecedent, Trail};
use super::{Conflict, Lit, Value};
use crate::puzzle::{EdgeId, Incidence, Puzzle, Topology, VertexId};

/// No label: neither end of the path comes from a terminal.
const UNLABELLED: u32 = u32::MAX;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct End {
    /// The other end of the path; the vertex itself when it has no chosen edge.
    mate: VertexId,
    /// The pair whose terminals the path comes from.
    label: u32,
}

/// The end of a path of edges chosen at level 0. Stale for inner vertices.
#[derive(Debug, Clone, Copy)]
struct RootEnd {
    /// The other end; the vertex itself when it has no such edge.
    mate: VertexId,
    /// Edges of the path.
    length: u32,
}

/// A path that was walked along: its edges above level 0 were added to a reason.
struct Walk {
    /// Where they start there.
    first: usize,
    /// Edges of level 0 on it.
    of_root: usize,
    is_closed: bool,
}

/// What an edge did to the paths.
#[derive(Debug, Clone, Copy)]
pub(super) enum Join {
    /// The edge broke the degree rule; the paths are as they were.
    Refused,
    /// It closed a path.
    Closed {
        /// The label of the path.
        labelled: bool,
    },
    /// It joined two paths (a single vertex is a path) to one with these ends.
    Joined {
        /// The ends: of the path of the edge's first end and of its second.
        ends: [VertexId; 2],
        /// The labels of the two paths.
        labels: [u32; 2],
    },
}

/// The ends of all paths.
#[derive(Debug, Clone)]
pub(super) struct Ends {
    ends: Vec<End>,
    /// Paths with at least one edge (a virtual one counts).
    paths: usize,
    /// Closed paths.
    cycles: usize,
    /// Chosen edges.
    chosen: usize,
    /// The paths of level 0, by their ends.
    root: Vec<RootEnd>,
    /// Edges chosen at level 0.
    root_chosen: usize,
    /// Edges that may close the cycle, each with the position of the entry that made it so. Only the last can
    /// matter: the path has grown since the others were pushed.
    closable: Vec<(u32, EdgeId)>,
    topology: Topology,
    cover: bool,
    /// Whether paths with other labels are told apart elsewhere.
    leaves_labels: bool,
}

impl Ends {
    pub(super) fn new(puzzle: &Puzzle, cover: bool) -> Self {
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
            closable: Vec::new(),
            topology: puzzle.topology(),
            cover,
            leaves_labels: false,
        }
    }

    /// From now on another rule sees to it that paths of different pairs are not joined.
    pub(super) fn leave_labels(&mut self) {
        self.leaves_labels = true;
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

    /// The other end of the path that ends at `v`.
    #[inline]
    pub(super) fn mate(&self, v: VertexId) -> VertexId {
        self.ends[v.index()].mate
    }

    /// Joins the paths of `u` and `v`; `degrees` are their chosen edges with the new one.
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

    /// Takes note that the edge between `u` and `v` was chosen at level 0, if it joins two paths there.
    pub(super) fn root(&mut self, [u, v]: [VertexId; 2]) {
        self.root_chosen += 1;
        let (root_u, root_v) = (self.root[u.index()], self.root[v.index()]);
        if root_u.mate != v {
            let length = root_u.length + root_v.length + 1;
            self.root[root_u.mate.index()] = RootEnd { mate: root_v.mate, length };
            self.root[root_v.mate.index()] = RootEnd { mate: root_u.mate, length };
        }
    }

    /// Takes the edge between `u` and `v` back; `degrees` are their chosen edges still with it.
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

    /// Forgets closable edges found at trail positions from `keep` on.
    #[inline]
    pub(super) fn forget(&mut self, keep: u32) {
        while self.closable.last().is_some_and(|&(position, _)| position >= keep) {
            self.closable.pop();
        }
    }

    /// Edges between terminals of different pairs are out from the start.
    pub(super) fn start(&self, puzzle: &Puzzle, incidence: &Incidence, trail: &mut Trail) {
        for &t in puzzle.pairs().iter().flatten() {
            self.cut_labels(t, 0, incidence, trail);
        }
    }

    /// What follows from the edge at position `before - 1` of the trail having been taken.
    #[inline]
    pub(super) fn propagate(
        &mut self,
        join: Join,
        before: u32,
        clues: &Clues,
        incidence: &Incidence,
        trail: &mut Trail,
    ) -> Result<(), Conflict> {
        match join {
            Join::Refused => Ok(()),
            Join::Closed { labelled } => self.closed(labelled, before, clues, trail),
            Join::Joined { ends, labels } => match self.topology {
                Topology::Cycles => Ok(()),
                Topology::Cycle => self.joined_cycle(ends, before, clues, incidence, trail),
                Topology::PathMatching => {
                    if let Some(e) = open_edge_between(ends, incidence, trail) {
                        trail.push(e, false, Antecedent::Closing { before });
                    }
                    Ok(())
                }
                Topology::Linkage => self.joined_linkage(ends, labels, before, incidence, trail),
            },
        }
    }

    fn closed(
        &mut self,
        labelled: bool,
        before: u32,
        clues: &Clues,
        trail: &mut Trail,
    ) -> Result<(), Conflict> {
        match self.topology {
            Topology::Cycles => Ok(()),
            Topology::Linkage if labelled => Ok(()),
            Topology::Linkage | Topology::PathMatching => Err(Conflict::of(Antecedent::Closing { before })),
            Topology::Cycle if self.paths > 0 || self.cycles > 1 => {
                Err(Conflict::of(Antecedent::Splitting { before }))
            }
            Topology::Cycle if clues.unmet() > 0 || !self.covers(self.chosen) => {
                Err(Conflict::of(Antecedent::Closing { before }))
            }
            Topology::Cycle => {
                for i in 0..trail.values().len() {
                    if trail.values()[i] == Value::Open {
                        trail.push(EdgeId::from_index(i), false, Antecedent::Finished { before });
                    }
                }
                Ok(())
            }
        }
    }

    /// Whether a cycle of that many edges covers what must be covered.
    fn covers(&self, length: usize) -> bool {
        !self.cover || length == self.ends.len()
    }

    fn joined_cycle(
        &mut self,
        ends: [VertexId; 2],
        before: u32,
        clues: &Clues,
        incidence: &Incidence,
        trail: &mut Trail,
    ) -> Result<(), Conflict> {
        if self.cycles > 0 {
            return Err(Conflict::of(Antecedent::Splitting { before }));
        }
        if self.paths > 1
            && let Some(&(_, e)) = self.closable.last()
            && trail.value(e) == Value::Open
        {
            trail.push(e, false, Antecedent::Splitting { before });
        }
        let Some(e) = open_edge_between(ends, incidence, trail) else { return Ok(()) };
        if self.paths > 1 {
            trail.push(e, false, Antecedent::Splitting { before });
        } else if self.covers(self.chosen + 1) && clues.met_with(e, incidence) {
            self.closable.push((before - 1, e));
        } else {
            trail.push(e, false, Antecedent::Closing { before });
        }
        Ok(())
    }

    fn joined_linkage(
        &self,
        ends: [VertexId; 2],
        labels: [u32; 2],
        before: u32,
        incidence: &Incidence,
        trail: &mut Trail,
    ) -> Result<(), Conflict> {
        match labels.map(|l| l != UNLABELLED) {
            [true, _] | [_, true] if self.leaves_labels => {}
            [true, true] => return Err(Conflict::of(Antecedent::Crossing { before })),
            [false, false] => {
                if let Some(e) = open_edge_between(ends, incidence, trail) {
                    trail.push(e, false, Antecedent::Closing { before });
                }
            }
            // The far end of the other path is what has just been reached.
            [true, false] => self.cut_labels(ends[1], before, incidence, trail),
            [false, true] => self.cut_labels(ends[0], before, incidence, trail),
        }
        Ok(())
    }

    /// Edges from the labelled end `v` to ends with another label are out.
    fn cut_labels(&self, v: VertexId, before: u32, incidence: &Incidence, trail: &mut Trail) {
        let End { mate, label } = self.ends[v.index()];
        for &(e, w) in incidence.at(v) {
            if trail.value(e) != Value::Open || w == mate {
                continue;
            }
            // Both ends of an edge that is still open are path ends: the degree rule has been here.
            let other = self.ends[w.index()].label;
            if other != UNLABELLED && other != label {
                trail.push(e, false, Antecedent::Crossing { before });
            }
        }
    }

    /// Why the rule decided `edge`, which is still on the trail, having seen the positions below `before`.
    pub(super) fn explain(
        &self,
        antecedent: Antecedent,
        edge: EdgeId,
        incidence: &Incidence,
        trail: &Trail,
        reason: &mut Vec<Lit>,
    ) {
        let [u, v] = incidence.ends(edge);
        match antecedent {
            Antecedent::Closing { before } => {
                self.walk(u, before, incidence, trail, reason);
            }
            Antecedent::Splitting { before } => {
                let path = self.walk(u, before, incidence, trail, reason);
                self.another(path, before, trail, reason);
            }
            Antecedent::Crossing { before } => {
                self.walk(u, before, incidence, trail, reason);
                self.walk(v, before, incidence, trail, reason);
            }
            Antecedent::Finished { before } => {
                let Some(closing) = trail.edge(trail.entries()[before as usize - 1]) else { return };
                self.walk(incidence.ends(closing)[0], before, incidence, trail, reason);
            }
            _ => {}
        }
    }

    /// Literals that cannot hold together, after a conflict when the entry at `before - 1` was counted. Those of level
    /// 0 are left out.
    pub(super) fn explain_conflict(
        &self,
        antecedent: Antecedent,
        before: u32,
        incidence: &Incidence,
        trail: &Trail,
        reason: &mut Vec<Lit>,
    ) {
        if trail.level() == 0 {
            return;
        }
        let Some(edge) = trail.edge(trail.entries()[before as usize - 1]) else { return };
        let earlier = before - 1;
        if matches!(antecedent, Antecedent::Splitting { .. }) && self.cycles > 0 {
            // One cycle is closed (by this edge or before) and there is a chosen edge elsewhere.
            let above = trail.chosen(before).rev().take_while(|&e| trail.level_of(e) > 0);
            for start in above.map(|e| incidence.ends(e)[0]) {
                let kept = reason.len();
                let path = self.walk(start, before, incidence, trail, reason);
                if path.is_closed {
                    self.another(path, before, trail, reason);
                    return;
                }
                reason.truncate(kept);
            }
            return;
        }
        let [u, v] = incidence.ends(edge);
        reason.push(trail.literal(edge));
        self.walk(u, earlier, incidence, trail, reason);
        if matches!(antecedent, Antecedent::Crossing { .. }) {
            self.walk(v, earlier, incidence, trail, reason);
        }
    }

    /// Adds the edges chosen above level 0 of the path that starts (or the cycle that passes) at `start`, as the trail
    /// was at length `before`. Nothing of level 0 ends there but a path.
    fn walk(
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

    /// Adds a chosen edge that is not on the path whose edges are the last of `reason`, unless there is one at level 0.
    fn another(&self, path: Walk, before: u32, trail: &Trail, reason: &mut Vec<Lit>) {
        if path.of_root < self.root_chosen {
            return;
        }
        let root = trail.level_end(0);
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
fn open_edge_between([a, b]: [VertexId; 2], incidence: &Incidence, trail: &Trail) -> Option<EdgeId> {
    let (at_a, at_b) = (incidence.at(a), incidence.at(b));
    let (fewer, other) = if at_a.len() <= at_b.len() { (at_a, b) } else { (at_b, a) };
    let found = fewer.iter().find(|&&(_, w)| w == other).map(|&(e, _)| e);
    found.filter(|&e| trail.value(e) == Value::Open)
}

#[cfg(test)]
impl Ends {
    /// Mate and label of every end, the numbers of paths and cycles: what must equal the same from scratch.
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

    /// Joins the chosen edges one by one, in the order of their numbers.
    pub(super) fn from_scratch(puzzle: &Puzzle, incidence: &Incidence, values: &[Value]) -> Self {
        let mut ends = Ends::new(puzzle, puzzle.cover());
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

/// See [`Ends::view`].
#[cfg(test)]
#[derive(Debug, PartialEq, Eq)]
pub(super) struct View {
    ends: Vec<Option<(usize, u32)>>,
    paths: usize,
    cycles: usize,
    chosen: usize,
}
