//! The component rule: in a puzzle with one cycle, components of the graph of chosen and open edges without a path are out.
//!
//! The same rule as `biconnectivity` with components in place of blocks, but made to be run at every fixpoint: it searches
//! only where edges went out since it ran last. When an edge, or a vertex with all its edges, went out, two searches
//! start from both sides and take turns. As a rule they meet after a few steps; when one of them is exhausted, it has
//! seen all of a component, the smaller one. A search passes a path in one step, from end to end. Searches that take
//! long are given up: what they would have found is left to `biconnectivity`.
//!
//! Reasons: those of the biconnectivity rule.

use super::context::Context;
use super::degree::Degrees;
use super::ends::Ends;
#[cfg(test)]
use super::propagator::FromScratch;
use super::propagator::{Depth, Propagator};
use super::reason::Reason;
use super::registry::Rule;
use super::trail::Trail;
use super::{Conflict, Lit, Value, Var, biconnectivity, tuning};
use crate::puzzle::{EdgeId, Incidence, Topology, VertexId};

/// The rule: the parts of the trail that it has searched, and scratch tables.
#[derive(Debug, Clone)]
pub(super) struct Component {
    /// For each run the first trail position that it searched, and the one after the last; each begins where the one before
    /// ended.
    runs: Vec<[usize; 2]>,
    /// For each vertex the number of the search that saw it last; every search has its own number.
    marks: Vec<u32>,
    /// For each vertex the number of the last walk along edges that went out that passed it.
    walked: Vec<u32>,
    /// The greatest of these numbers.
    clock: u32,
    queues: [Vec<VertexId>; 2],
    stack: Vec<VertexId>,
    /// Vertices with edges left that are connected by edges that went out since the last run.
    around: Vec<VertexId>,
}

/// The counts that the rule reads.
struct View<'a> {
    degrees: &'a Degrees,
    ends: &'a Ends,
    incidence: &'a Incidence,
}

/// How a pair of searches ended.
enum Meeting {
    /// They met, or were given up.
    Joined,
    /// This search (0 or 1) saw all of its component and did not meet the other.
    Apart(usize),
}

impl Component {
    /// The rule, if one cycle is asked for.
    pub(super) fn where_one_cycle(context: &Context<'_>) -> Option<Self> {
        let vertices = context.puzzle.vertex_count();
        (context.puzzle.topology() == Topology::Cycle).then(|| Component {
            runs: Vec::new(),
            marks: vec![0; vertices],
            walked: vec![0; vertices],
            clock: 0,
            queues: [Vec::new(), Vec::new()],
            stack: Vec::new(),
            around: Vec::new(),
        })
    }

    /// Decides the edges of components without a path. Everything on the trail must have been counted, and the
    /// other rules must have nothing left to say.
    fn search_changes(&mut self, view: &View<'_>, trail: &mut Trail) -> Result<(), Conflict> {
        let (start, end) = (self.runs.last().map_or(0, |&[_, end]| end), trail.entries().len());
        self.runs.push([start, end]);
        if self.clock > u32::MAX - 4 * (end - start) as u32 - 8 {
            self.marks.fill(0);
            self.walked.fill(0);
            self.clock = 0;
        }
        self.clock += 1;
        let walk = self.clock;
        for i in start..end {
            let edge = trail.edge(trail.entries()[i]);
            let Some(edge) = edge.filter(|&edge| trail.value(edge) == Value::Out) else { continue };
            let first = view.incidence.ends(edge)[0];
            if self.walked[first.index()] == walk {
                continue;
            }
            self.collect_around(first, walk, start as u32, view, trail);
            let mut last = self.around.first().copied();
            for i in 1..self.around.len() {
                let (Some(a), b) = (last, self.around[i]) else { break };
                last = Some(b);
                if let Meeting::Apart(side) = self.search(a, b, view, trail) {
                    match self.exclude_component(side, view, trail) {
                        Ok(0) => {}
                        Ok(_) => last = Some(a),
                        Err(conflict) => {
                            self.runs.pop();
                            return Err(conflict);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Walks along the edges that went out and collects the vertices that have edges left.
    fn collect_around(&mut self, first: VertexId, walk: u32, start: u32, view: &View<'_>, trail: &Trail) {
        self.around.clear();
        self.walked[first.index()] = walk;
        self.stack.push(first);
        while let Some(v) = self.stack.pop() {
            let count = view.degrees.count(v);
            if count.chosen + count.open > 0 {
                self.around.push(v);
            }
            for &(e, w) in view.incidence.at(v) {
                let went = trail.value(e) == Value::Out && trail.position(e) >= start;
                if went && std::mem::replace(&mut self.walked[w.index()], walk) != walk {
                    self.stack.push(w);
                }
            }
        }
    }

    /// Runs a pair of searches from two vertices.
    fn search(&mut self, a: VertexId, b: VertexId, view: &View<'_>, trail: &Trail) -> Meeting {
        let own = [self.clock + 1, self.clock + 2];
        self.clock += 2;
        let mut next = [0, 0];
        for (side, v) in [a, b].into_iter().enumerate() {
            self.queues[side].clear();
            let Some(v) = end_of_path(v, view, trail) else { return Meeting::Joined };
            if self.marks[v.index()] == own[0] {
                return Meeting::Joined;
            }
            self.marks[v.index()] = own[side];
            self.queues[side].push(v);
        }
        loop {
            for side in [0, 1] {
                let Some(&v) = self.queues[side].get(next[side]) else { return Meeting::Apart(side) };
                next[side] += 1;
                if self.expand(v, own[side], side, view, trail) {
                    return Meeting::Joined;
                }
            }
            if self.queues[0].len() + self.queues[1].len() > tuning::COMPONENT_VERTICES {
                return Meeting::Joined;
            }
        }
    }

    /// Adds the neighbours of `v` to a search; true when the other search of the pair has seen one of them.
    fn expand(&mut self, v: VertexId, own: u32, side: usize, view: &View<'_>, trail: &Trail) -> bool {
        let other = if side == 0 { own + 1 } else { own - 1 };
        let mate = (view.degrees.count(v).chosen == 1).then(|| view.ends.mate(v));
        let open = view.incidence.at(v).iter().filter(|&&(e, _)| trail.value(e) == Value::Open);
        for w in open.map(|&(_, w)| w).chain(mate) {
            let mark = &mut self.marks[w.index()];
            if *mark == other {
                return true;
            }
            if *mark != own {
                *mark = own;
                self.queues[side].push(w);
            }
        }
        false
    }

    /// Completes a search that was stopped when the other one was exhausted.
    fn complete(&mut self, side: usize, view: &View<'_>, trail: &Trail) {
        let own = self.clock - 1 + side as u32;
        let mut next = 0;
        while let Some(&v) = self.queues[side].get(next) {
            next += 1;
            self.expand(v, own, side, view, trail);
        }
    }

    /// Decides that the edges of one side are out, given the search (0 or 1) that saw all of its component: the side without a
    /// path. The number of that side.
    fn exclude_component(
        &mut self,
        side: usize,
        view: &View<'_>,
        trail: &mut Trail,
    ) -> Result<usize, Conflict> {
        let before = trail.entries().len() as u32;
        // The reason keeps how many entries were seen.
        let cause = Reason::new(Rule::Component, [before, 0]);
        let inside = self.queues[side].iter().filter(|&&v| view.degrees.count(v).chosen == 1).count() / 2;
        let empty = match inside {
            0 => side,
            // All paths are on this side: the edges on the other one are out, so its search has to be completed.
            _ if inside == view.ends.paths() => {
                self.complete(1 - side, view, trail);
                1 - side
            }
            _ => {
                let mut at = self.queues[side].iter().flat_map(|&v| view.incidence.at(v));
                let chosen = at.find(|&&(e, _)| trail.value(e) == Value::In);
                return chosen.map_or(Ok(side), |&(e, _)| Err(Conflict::at(cause, e)));
            }
        };
        for &v in &self.queues[empty] {
            for &(e, _) in view.incidence.at(v) {
                if trail.value(e) == Value::Open {
                    trail.push(e, false, cause);
                }
            }
        }
        Ok(empty)
    }
}

impl Propagator for Component {
    const DEPTHS: &'static [Depth] = &[Depth::Changes];

    /// Forgets the runs that ended at trail positions above `keep`: what they decided has been taken back, also what followed
    /// from earlier positions.
    #[inline]
    fn forget(&mut self, keep: u32) {
        while self.runs.last().is_some_and(|&[_, end]| end > keep as usize) {
            self.runs.pop();
        }
    }

    fn propagate(&mut self, context: &mut Context<'_>, _: Depth) -> Result<(), Conflict> {
        let Context { degrees, ends, incidence, trail, .. } = context;
        if ends.paths() == 0 {
            return Ok(());
        }
        self.search_changes(&View { degrees, ends, incidence }, trail)
    }

    fn explain(&self, context: &Context<'_>, reason: Reason, implied: Var, literals: &mut Vec<Lit>) {
        let [before, _] = reason.data();
        biconnectivity::explain(implied, [before, biconnectivity::NO_CUT_VERTEX.0], context, literals);
    }
}

/// The vertex itself when it is not inside a path, otherwise the nearer end of the path; none when both ends are far.
fn end_of_path(v: VertexId, view: &View<'_>, trail: &Trail) -> Option<VertexId> {
    if view.degrees.count(v).chosen < 2 {
        return Some(v);
    }
    let mut here = [v, v];
    let mut came: [Option<EdgeId>; 2] = [None, None];
    for _ in 0..tuning::COMPONENT_VERTICES {
        for side in [0, 1] {
            let other = came[1 - side];
            let step = view.incidence.at(here[side]).iter().find(|&&(e, _)| {
                trail.value(e) == Value::In && Some(e) != came[side] && (here[side] != v || Some(e) != other)
            });
            let &(e, w) = step?;
            (here[side], came[side]) = (w, Some(e));
            if view.degrees.count(w).chosen < 2 {
                return Some(w);
            }
        }
    }
    None
}

#[cfg(test)]
impl FromScratch for Component {
    fn check(&self, context: &Context<'_>, depth: Depth) {
        let Context { incidence, trail, .. } = context;
        let first = trail.chosen(trail.entries().len() as u32).next();
        let Some(first) = first.filter(|_| depth == Depth::Changes) else {
            return;
        };
        let component = super::tests::structure::components(incidence, trail.values(), None, None);
        let place = |e: EdgeId| component[incidence.ends(e)[0].index()];
        for e in (0..trail.values().len()).map(EdgeId::from_index) {
            assert!(trail.value(e) == Value::Out || place(e) == place(first), "{e:?}");
        }
    }
}
