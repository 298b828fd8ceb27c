//! The path rule: edges that would wrongly close paths of chosen edges, or join them, are out (see `ends` for the paths).
//!
//! * An edge between both ends of one path closes a cycle. In a linkage or a path matching it is out. In a
//!   puzzle with one cycle it is out unless the cycle has every chosen edge, meets every clue and covers what must be covered.
//!   Whether a given cycle does so never changes, so the clause "not all of these edges" is valid. An edge that may close the
//!   cycle must go out when another path appears. Once the cycle is closed, all other edges are out.
//! * In a linkage an edge between ends with different labels (pairs) is out.
//!
//! (The rules are those of Algorithms 2 and 5 of Yoshinaka et al. 2012 for a decided prefix, here for any set
//! of chosen edges.) Reasons: the edges of the path or paths; for a closing edge that would leave out a chosen
//! edge, that edge too.

use super::context::{Context, Event};
#[cfg(test)]
use super::ends::Ends;
use super::ends::{End, Join, UNLABELLED, open_edge_between};
#[cfg(test)]
use super::propagator::{Depth, FromScratch};
use super::propagator::{Propagator, Wakes};
use super::reason::Reason;
use super::rule::Rule;
use super::{Conflict, Ground, Lit, Outside, Place, Value, Var};
use zlink_puzzle::{EdgeId, Topology, VertexId};

/// What an edge would do, or does. A reason stores it with the length of the trail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cause {
    /// The edge closes a path to a cycle that is not a solution.
    Closing,
    /// The edge closes a path to a cycle that leaves out a chosen edge.
    Splitting,
    /// The edge joins the paths of terminals of different pairs.
    Crossing,
    /// The only cycle is closed, and the edge is not on it.
    Finished,
}

impl Cause {
    const ALL: [Cause; 4] = [Cause::Closing, Cause::Splitting, Cause::Crossing, Cause::Finished];

    fn reason(self, before: u32) -> Reason {
        Reason::of_kind(Rule::PathEnd, self as u8, [before, 0])
    }

    fn of(reason: Reason) -> (Self, u32) {
        (Self::ALL[usize::from(reason.kind()) % Self::ALL.len()], reason.data()[0])
    }
}

/// The path rule.
#[derive(Debug, Clone)]
pub(super) struct PathEnd {
    /// Edges that may close the cycle, each with the position of the entry that made it so. Only the last can
    /// matter: the path has grown since the others were pushed.
    closable: Vec<(u32, EdgeId)>,
    topology: Topology,
    /// Whether another rule keeps paths of different pairs apart, so that this rule ignores labelled paths.
    leaves_labels: bool,
}

impl PathEnd {
    pub(super) fn new(context: &Context<'_>) -> Self {
        PathEnd { closable: Vec::new(), topology: context.puzzle.topology(), leaves_labels: false }
    }

    /// Leaves it to another rule from now on that paths of different pairs are not joined.
    pub(super) fn leave_labels(&mut self) {
        self.leaves_labels = true;
    }

    /// Decides what follows from an edge that closed a path.
    fn closed(&self, labelled: bool, before: u32, context: &mut Context<'_>) -> Result<(), Conflict> {
        match self.topology {
            Topology::Cycles => Ok(()),
            Topology::Linkage if labelled => Ok(()),
            Topology::Linkage | Topology::PathMatching => Err(Conflict::of(Cause::Closing.reason(before))),
            Topology::Cycle if context.ends.paths() > 0 || context.ends.cycles() > 1 => {
                Err(Conflict::of(Cause::Splitting.reason(before)))
            }
            Topology::Cycle if !context.demands.are_met() || !covers(context.ends.chosen(), context) => {
                Err(Conflict::of(Cause::Closing.reason(before)))
            }
            Topology::Cycle => {
                let trail = &mut context.trail;
                for i in 0..trail.values().len() {
                    if trail.values()[i] == Value::Open {
                        trail.push(EdgeId::from_index(i), false, Cause::Finished.reason(before));
                    }
                }
                Ok(())
            }
        }
    }

    fn joined_cycle(
        &mut self,
        ends: [VertexId; 2],
        before: u32,
        context: &mut Context<'_>,
    ) -> Result<(), Conflict> {
        if context.ends.cycles() > 0 {
            return Err(Conflict::of(Cause::Splitting.reason(before)));
        }
        let several = context.ends.paths() > 1;
        if several
            && let Some(&(_, e)) = self.closable.last()
            && context.trail.value(e) == Value::Open
        {
            context.trail.push(e, false, Cause::Splitting.reason(before));
        }
        let Some(e) = open_edge_between(ends, &context.incidence, &context.trail) else { return Ok(()) };
        if several {
            context.trail.push(e, false, Cause::Splitting.reason(before));
        } else if covers(context.ends.chosen() + 1, context)
            && context.demands.met_with(e, &context.incidence)
        {
            self.closable.push((before - 1, e));
        } else {
            context.trail.push(e, false, Cause::Closing.reason(before));
        }
        Ok(())
    }

    fn joined_linkage(
        &self,
        ends: [VertexId; 2],
        labels: [u32; 2],
        before: u32,
        context: &mut Context<'_>,
    ) -> Result<(), Conflict> {
        match labels.map(|l| l != UNLABELLED) {
            [true, _] | [_, true] if self.leaves_labels => {}
            [true, true] => return Err(Conflict::of(Cause::Crossing.reason(before))),
            [false, false] => leave_open(ends, before, context),
            // The far end of the other, unlabelled path has just got the label.
            [true, false] => cut_labels(ends[1], before, context),
            [false, true] => cut_labels(ends[0], before, context),
        }
        Ok(())
    }
}

/// Whether a cycle of `length` edges covers every vertex, if it must.
fn covers(length: usize, context: &Context<'_>) -> bool {
    !context.cover || length == context.puzzle.vertex_count()
}

/// Decides that the edge between the ends of a path, if there is an open one, is out.
fn leave_open(ends: [VertexId; 2], before: u32, context: &mut Context<'_>) {
    if let Some(e) = open_edge_between(ends, &context.incidence, &context.trail) {
        context.trail.push(e, false, Cause::Closing.reason(before));
    }
}

/// Decides that edges from the labelled end `v` to ends with another label are out.
fn cut_labels(v: VertexId, before: u32, context: &mut Context<'_>) {
    let Context { ends, incidence, trail, .. } = context;
    let End { mate, label } = ends.end(v);
    for &(e, w) in incidence.at(v) {
        if trail.value(e) != Value::Open || w == mate {
            continue;
        }
        // Both ends of an edge that is still open are path ends: the degree rule has been here.
        let other = ends.end(w).label;
        if other != UNLABELLED && other != label {
            trail.push(e, false, Cause::Crossing.reason(before));
        }
    }
}

impl Propagator for PathEnd {
    const WAKES: Wakes = Wakes::Chosen;
    const IS_PROVABLE: bool = true;

    /// Decides that edges between terminals of different pairs are out.
    fn start(&mut self, context: &mut Context<'_>) -> Result<(), Conflict> {
        for t in context.puzzle.pairs().concat() {
            cut_labels(t, 0, context);
        }
        Ok(())
    }

    #[inline]
    fn forget(&mut self, keep: u32) {
        while self.closable.last().is_some_and(|&(position, _)| position >= keep) {
            self.closable.pop();
        }
    }

    #[inline(always)]
    fn follow(&mut self, context: &mut Context<'_>, event: &Event) -> Result<(), Conflict> {
        let before = event.before;
        match event.join {
            Join::Refused => Ok(()),
            Join::Closed { labelled } => self.closed(labelled, before, context),
            Join::Joined { ends, labels } => match self.topology {
                Topology::Cycles => Ok(()),
                Topology::Cycle => self.joined_cycle(ends, before, context),
                Topology::PathMatching => {
                    leave_open(ends, before, context);
                    Ok(())
                }
                Topology::Linkage => self.joined_linkage(ends, labels, before, context),
            },
        }
    }

    fn explain(&self, context: &Context<'_>, reason: Reason, implied: Var, literals: &mut Vec<Lit>) {
        let Context { ends, incidence, trail, .. } = context;
        let Some(edge) = trail.edge(implied) else { return };
        let [u, v] = incidence.ends(edge);
        match Cause::of(reason) {
            (Cause::Closing, before) => {
                ends.walk(u, before, incidence, trail, literals);
            }
            (Cause::Splitting, before) => {
                let path = ends.walk(u, before, incidence, trail, literals);
                ends.another(path, before, trail, literals);
            }
            (Cause::Crossing, before) => {
                ends.walk(u, before, incidence, trail, literals);
                ends.walk(v, before, incidence, trail, literals);
            }
            (Cause::Finished, before) => {
                let Some(closing) = trail.edge(trail.entries()[before as usize - 1]) else { return };
                ends.walk(incidence.ends(closing)[0], before, incidence, trail, literals);
            }
        }
    }

    /// Adds nothing for a conflict at level 0.
    fn explain_conflict(
        &self,
        context: &Context<'_>,
        reason: Reason,
        _: Option<Var>,
        literals: &mut Vec<Lit>,
    ) {
        let Context { ends, incidence, trail, .. } = context;
        if trail.level() == 0 {
            return;
        }
        let ((cause, _), before) = (Cause::of(reason), context.before());
        let Some(edge) = trail.edge(trail.entries()[before as usize - 1]) else { return };
        let earlier = before - 1;
        if cause == Cause::Splitting && ends.cycles() > 0 {
            // A cycle is closed, by this edge or before, and there is a chosen edge elsewhere.
            let above = trail.chosen(before).rev().take_while(|&e| trail.level_of(e) > 0);
            for start in above.map(|e| incidence.ends(e)[0]) {
                let kept = literals.len();
                let path = ends.walk(start, before, incidence, trail, literals);
                if path.is_closed {
                    ends.another(path, before, trail, literals);
                    return;
                }
                literals.truncate(kept);
            }
            return;
        }
        let [u, v] = incidence.ends(edge);
        literals.push(trail.literal(edge));
        ends.walk(u, earlier, incidence, trail, literals);
        if cause == Cause::Crossing {
            ends.walk(v, earlier, incidence, trail, literals);
        }
    }

    fn justify(
        &self,
        context: &Context<'_>,
        reason: Reason,
        implied: Option<Var>,
        literals: &mut Vec<Lit>,
        grounds: &mut Vec<Ground>,
    ) {
        let Context { incidence, trail, .. } = context;
        let (cause, before) = Cause::of(reason);
        // The edge that closes or joins paths, and the paths that were there before it.
        let (edge, before) = match (implied, cause) {
            (Some(_), Cause::Finished) => (trail.entries()[before as usize - 1], before - 1),
            (Some(var), _) => (var, before),
            (None, _) => (trail.entries()[context.before() as usize - 1], context.before() - 1),
        };
        let Some(edge) = trail.edge(edge) else { return };
        let mut path = Path::at(incidence.ends(edge)[0], before, context);
        path.add(edge, before, context);
        if implied.is_none() && cause == Cause::Splitting && !path.is_closed {
            // A cycle was closed before, and the edge is elsewhere.
            let chosen = trail.chosen(before).rev().map(|e| Path::at(incidence.ends(e)[0], before, context));
            let Some(closed) = chosen.into_iter().find(|path| path.is_closed) else { return };
            path = closed;
        }
        literals
            .extend(path.edges.iter().filter(|&&e| Some(Var::from(e)) != implied).map(|&e| trail.literal(e)));
        if cause == Cause::Crossing {
            let is_terminal = |v: &&VertexId| context.puzzle.pairs().iter().flatten().any(|t| t == *v);
            if let [a, b] = *path.vertices.iter().filter(is_terminal).copied().collect::<Vec<_>>() {
                grounds.push(Ground::Apart { edges: path.edges, terminals: [a, b] });
            }
            return;
        }
        let other = match (cause, implied.and_then(|var| trail.edge(var))) {
            (Cause::Finished, implied) => implied,
            (Cause::Splitting, _) => {
                trail.chosen(before + u32::from(implied.is_none())).find(|e| !path.edges.contains(e))
            }
            _ => None,
        };
        literals.extend(other.filter(|&e| implied != Some(e.into())).map(|e| trail.literal(e)));
        let other = other.and_then(|e| incidence.ends(e).into_iter().find(|v| !path.vertices.contains(v)));
        grounds.extend(other.map(|v| Ground::AtMost(Place::Vertex(v))));
        path.justify(other, context, grounds);
    }
}

/// A path or a cycle of chosen edges.
struct Path {
    vertices: Vec<VertexId>,
    edges: Vec<EdgeId>,
    is_closed: bool,
}

impl Path {
    /// The path through `start` when the trail was `before` entries long.
    fn at(start: VertexId, before: u32, context: &Context<'_>) -> Self {
        let mut path = Path { vertices: vec![start], edges: Vec::new(), is_closed: false };
        // In one direction, and unless that leads back, in the other one.
        for _ in 0..2 {
            let (mut here, mut came) = (start, path.edges.first().copied());
            while let Some((e, next)) = context.chosen_at(here, came, before).filter(|_| !path.is_closed) {
                path.edges.push(e);
                path.is_closed = next == start;
                path.vertices.extend(Some(next).filter(|_| !path.is_closed));
                (here, came) = (next, Some(e));
            }
        }
        path
    }

    /// Adds an edge at an end of the path, and what it leads to.
    fn add(&mut self, edge: EdgeId, before: u32, context: &Context<'_>) {
        let [_, beyond] = context.incidence.ends(edge);
        self.edges.push(edge);
        if self.vertices.contains(&beyond) {
            self.is_closed = true;
        } else {
            let rest = Path::at(beyond, before, context);
            self.vertices.extend(rest.vertices);
            self.edges.extend(rest.edges);
        }
    }

    /// Adds the ground why this cycle is not part of a solution: there is a terminal, a vertex on the solution (`other`), an unmet
    /// clue or an uncovered vertex elsewhere; or it exceeds a clue.
    fn justify(self, other: Option<VertexId>, context: &Context<'_>, grounds: &mut Vec<Ground>) {
        let Context { puzzle, demands, .. } = context;
        let outside = match (puzzle.topology(), other) {
            (Topology::Linkage, _) => Outside::Terminals,
            (_, Some(other)) => Outside::Vertex(other),
            _ => {
                let mut is_on_cycle = vec![false; puzzle.edge_count()];
                self.edges.iter().for_each(|e| is_on_cycle[e.index()] = true);
                let on = |e: EdgeId| is_on_cycle[e.index()];
                let mut in_force = puzzle.sums().filter(|&(id, _)| demands.in_force(id));
                let wrong = in_force.find(|(_, sum)| !sum.allows(sum.count(on)));
                match wrong {
                    Some((id, sum)) => {
                        // The edges of the cycle alone may break the sum, whatever else is in.
                        let on_cycle = |edges: &[EdgeId]| edges.iter().filter(|&&e| on(e)).count();
                        if !(0..=sum.most).contains(&(on_cycle(sum.positive) as i64)) {
                            return grounds.push(Ground::AtMost(Place::Sum(id)));
                        }
                        if ((sum.len() - on_cycle(sum.negative)) as i64) < sum.least {
                            return grounds.push(Ground::AtLeast(Place::Sum(id)));
                        }
                        Outside::Sum(id)
                    }
                    None => {
                        let mut vertices = (0..puzzle.vertex_count()).map(VertexId::from_index);
                        let Some(other) = vertices.find(|v| !self.vertices.contains(v)) else { return };
                        grounds.push(Ground::Covered(other));
                        Outside::Vertex(other)
                    }
                }
            }
        };
        grounds.push(Ground::Cycle { edges: self.edges, outside });
    }
}

#[cfg(test)]
impl FromScratch for PathEnd {
    fn check(&self, context: &Context<'_>, _: Depth) {
        let Context { puzzle, incidence, trail, ends, .. } = context;
        let (values, fresh) = (trail.values(), Ends::from_scratch(puzzle, incidence, trail.values()));
        assert_eq!(ends.view(incidence, values, puzzle), fresh.view(incidence, values, puzzle));
        // By walking along the paths: no open edge closes a path that must not be closed.
        for e in (0..values.len()).map(EdgeId::from_index).filter(|&e| trail.value(e) == Value::Open) {
            let [u, v] = incidence.ends(e);
            let (mut far, mut came) = (u, None);
            let chosen = |e, came| Some(e) != came && trail.value(e) == Value::In;
            while let Some(&(e, w)) = incidence.at(far).iter().find(|&&(e, _)| chosen(e, came)) {
                (far, came) = (w, Some(e));
            }
            let closes = far == v && came.is_some();
            match self.topology {
                Topology::Linkage | Topology::PathMatching => assert!(!closes, "{e:?} closes a path"),
                Topology::Cycle => assert!(!closes || fresh.paths() == 1, "{e:?} closes one of several"),
                Topology::Cycles => {}
            }
        }
    }
}
