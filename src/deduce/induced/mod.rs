//! The induced rule of a linkage whose paths must be *induced*: no usable edge (one that is not forbidden) joins
//! two vertices of a path that are not consecutive on it. Only [`Deduction::induced`](super::Deduction::induced)
//! asks for it.
//!
//! In terms of colours: give every vertex the pair whose path it lies on, or none. A usable edge is in exactly when its ends
//! have the same colour. So for two path components (of the chosen edges) P and Q, all usable edges between them have the same
//! value; and a path enters a component at most once at each end point:
//!
//! * an edge is out when there is another usable edge between the two components that it would join;
//! * the components R and R' of the two terminals of a pair have the same colour: a single edge between them is in; a second
//!   edge, or an edge that is out, is a conflict;
//! * an edge between R and an unlabelled component is out when an edge between that component and R' is out.
//!
//! An open edge joins end points of components. So after a union only the edges at the end points of the new component and of
//! its *counterpart*, the component of its terminal's partner, have to be examined. Whether there is another edge between two
//! components is looked up at the vertices of the smaller one.
//!
//! Source: the normal forms of Numberlink solvers that forbid paths to touch themselves; here on any graph, and for components
//! instead of finished paths. Reasons: the chosen edges between the places where the edges attach (and, in the last rule, from
//! there to the terminals, and the edge that is out).

mod reasons;

use super::context::{Context, Event};
use super::path_components::PathComponents;
#[cfg(test)]
use super::propagator::{Depth, FromScratch};
use super::propagator::{Propagator, Wakes};
use super::reason::Reason;
use super::rule::Rule;
use super::trail::Trail;
use super::{Conflict, Lit, Value, Var};
use reasons::{Path, Touch};
use zlink_puzzle::{EdgeId, Incidence, Puzzle, VertexId};

/// The kind of a conclusion. A reason stores it with the length of the trail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cause {
    /// The edge is out: there is another usable edge between the two paths that it would join.
    Chord,
    /// The edge is in: it is the only usable edge between the paths of the two terminals of a pair.
    Meeting,
    /// The edge is out: another edge is out that would have to be in with this one.
    Equal,
}

impl Cause {
    const ALL: [Cause; 3] = [Cause::Chord, Cause::Meeting, Cause::Equal];

    fn reason(self, before: u32) -> Reason {
        Reason::of_kind(Rule::Induced, self as u8, [before, 0])
    }

    fn of(reason: Reason) -> (Self, u32) {
        (Self::ALL[usize::from(reason.kind()) % Self::ALL.len()], reason.data()[0])
    }
}

/// What a chosen edge did to the path components.
#[derive(Debug, Clone, Copy)]
struct Merge {
    /// The representative of the joined component.
    component: VertexId,
    /// Whether there is another usable edge between the two components that were joined.
    chord: bool,
    /// A usable edge between the two components of a pair that became adjacent, and whether there are more such edges.
    meeting: Option<(EdgeId, bool)>,
}

/// The induced rule: the path components and the usable edges.
#[derive(Debug, Clone)]
pub(super) struct Induced {
    components: PathComponents,
    usable: Vec<bool>,
    /// The merge by the last counted entry, if that was an edge that is in.
    merge: Option<Merge>,
}

impl Induced {
    /// The induced rule, if paths must be induced.
    pub(super) fn where_asked_for(context: &Context<'_>) -> Option<Self> {
        context.induced.then(|| Self::new(&context.puzzle))
    }

    fn new(puzzle: &Puzzle) -> Self {
        let mut usable = vec![true; puzzle.edge_count()];
        for e in puzzle.forbidden() {
            usable[e.index()] = false;
        }
        Induced { components: PathComponents::new(puzzle), usable, merge: None }
    }

    /// Joins the components of the ends of a chosen edge.
    fn join(&mut self, edge: EdgeId, incidence: &Incidence) -> Merge {
        let [p, q] = incidence.ends(edge).map(|v| self.components.find(v));
        if p == q {
            self.components.join(incidence.ends(edge));
            return Merge { component: p, chord: false, meeting: None };
        }
        let chord = self.between(p, q, Some(edge), incidence).is_some();
        // The component of a terminal can only have become adjacent to its counterpart through the other, new part.
        let meeting = match [p, q].map(|r| self.components.counterpart(r)) {
            [Some(far), None] if self.components.terminal(q).is_none() => {
                self.between(far, q, None, incidence)
            }
            [None, Some(far)] if self.components.terminal(p).is_none() => {
                self.between(far, p, None, incidence)
            }
            _ => None,
        };
        self.components.join(incidence.ends(edge));
        Merge { component: self.components.find(p), chord, meeting }
    }

    /// Decides what follows from the edge at position `before - 1`, which is in.
    fn follow_chosen(
        &self,
        merge: Merge,
        before: u32,
        incidence: &Incidence,
        trail: &mut Trail,
    ) -> Result<(), Conflict> {
        if merge.chord {
            return Err(Conflict::of(Cause::Chord.reason(before)));
        }
        self.join_pair(merge.meeting, before, trail)?;
        self.exclude_edges(merge.component, before, incidence, trail);
        if let Some(far) = self.components.counterpart(merge.component) {
            self.exclude_edges(far, before, incidence, trail);
        }
        Ok(())
    }

    /// Decides what follows from `edge`, at position `before - 1`, which is out.
    fn follow_left_out(&self, edge: EdgeId, before: u32, incidence: &Incidence, trail: &mut Trail) {
        if !self.usable[edge.index()] {
            return;
        }
        let [p, q] = incidence.ends(edge).map(|v| self.components.find(v));
        let (near, free) = match [p, q].map(|r| self.components.terminal(r).is_some()) {
            [true, false] => (p, q),
            [false, true] => (q, p),
            _ => return,
        };
        let Some(far) = self.components.counterpart(near) else { return };
        for v in self.end_points(free) {
            for &(e, w) in incidence.at(v) {
                if trail.value(e) == Value::Open && self.components.find(w) == far {
                    trail.push(e, false, Cause::Equal.reason(before));
                }
            }
        }
    }

    /// The distinct end points of a component: only they can have open edges.
    fn end_points(&self, component: VertexId) -> impl Iterator<Item = VertexId> {
        let [first, last] = self.components.end_points(component);
        [Some(first), Some(last).filter(|&v| v != first)].into_iter().flatten()
    }

    /// A usable edge between two components, other than `except`, and whether there are more.
    fn between(
        &self,
        p: VertexId,
        q: VertexId,
        except: Option<EdgeId>,
        incidence: &Incidence,
    ) -> Option<(EdgeId, bool)> {
        let (small, large) = if self.components.size(p) <= self.components.size(q) { (p, q) } else { (q, p) };
        let mut found = None;
        for v in self.components.vertices(small) {
            for &(e, w) in incidence.at(v) {
                if self.components.find(w) == large && Some(e) != except && self.usable[e.index()] {
                    match found {
                        None => found = Some(e),
                        Some(first) => return Some((first, true)),
                    }
                }
            }
        }
        found.map(|e| (e, false))
    }

    /// Whether a usable edge between two components is out.
    fn has_edge_out(&self, p: VertexId, q: VertexId, incidence: &Incidence, trail: &Trail) -> bool {
        let (small, large) = if self.components.size(p) <= self.components.size(q) { (p, q) } else { (q, p) };
        self.components.vertices(small).any(|v| {
            incidence.at(v).iter().any(|&(e, w)| {
                self.usable[e.index()] && trail.value(e) == Value::Out && self.components.find(w) == large
            })
        })
    }

    /// Decides that the only edge between the components of a pair is in.
    fn join_pair(
        &self,
        meeting: Option<(EdgeId, bool)>,
        before: u32,
        trail: &mut Trail,
    ) -> Result<(), Conflict> {
        let Some((edge, more)) = meeting else { return Ok(()) };
        if more || trail.value(edge) == Value::Out {
            return Err(Conflict::at(Cause::Meeting.reason(before), edge));
        }
        if trail.value(edge) == Value::Open {
            trail.push(edge, true, Cause::Meeting.reason(before));
        }
        Ok(())
    }

    /// Decides that edges are out at the end points of a component.
    fn exclude_edges(&self, component: VertexId, before: u32, incidence: &Incidence, trail: &mut Trail) {
        let counterpart = self.components.counterpart(component);
        let labelled = self.components.terminal(component).is_some();
        for v in self.end_points(component) {
            for &(e, w) in incidence.at(v) {
                if trail.value(e) != Value::Open {
                    continue;
                }
                let other = self.components.find(w);
                if other == component {
                    continue; // the rule of path ends has been here
                }
                if self.between(component, other, Some(e), incidence).is_some() {
                    trail.push(e, false, Cause::Chord.reason(before));
                    continue;
                }
                // If both are labelled, the path rule decides, or the edge closes the path.
                let (far, free) = match (labelled, self.components.terminal(other).is_some()) {
                    (true, false) => (counterpart, other),
                    (false, true) => (self.components.counterpart(other), component),
                    _ => continue,
                };
                if far.is_some_and(|far| self.has_edge_out(far, free, incidence, trail)) {
                    trail.push(e, false, Cause::Equal.reason(before));
                }
            }
        }
    }
}

impl Propagator for Induced {
    const WAKES: Wakes = Wakes::Edges;
    const IS_PROVABLE: bool = false;

    /// Terminals of a pair that are adjacent are joined by their edge.
    fn start(&mut self, context: &mut Context<'_>) -> Result<(), Conflict> {
        let Context { puzzle, incidence, trail, .. } = context;
        for &[a, b] in puzzle.pairs() {
            self.join_pair(self.between(a, b, None, incidence), 0, trail)?;
        }
        Ok(())
    }

    #[inline(always)]
    fn assign(&mut self, context: &Context<'_>, event: &Event) {
        let chosen = event.edge.filter(|_| event.value);
        self.merge = chosen.map(|edge| self.join(edge, &context.incidence));
    }

    #[inline(always)]
    fn undo(&mut self, _: &Context<'_>, event: &Event) {
        if event.value {
            self.components.undo();
        }
    }

    #[inline(always)]
    fn follow(&mut self, context: &mut Context<'_>, event: &Event) -> Result<(), Conflict> {
        let Context { incidence, trail, .. } = context;
        match (self.merge, event.edge) {
            (Some(merge), _) => return self.follow_chosen(merge, event.before, incidence, trail),
            (None, Some(edge)) => self.follow_left_out(edge, event.before, incidence, trail),
            (None, None) => {}
        }
        Ok(())
    }

    fn explain(&self, context: &Context<'_>, reason: Reason, implied: Var, literals: &mut Vec<Lit>) {
        let Context { incidence, trail, .. } = context;
        let Some(edge) = trail.edge(implied) else { return };
        let [u, v] = incidence.ends(edge);
        match Cause::of(reason) {
            (Cause::Chord, before) => self.explain_chord(edge, before, incidence, trail, literals),
            (Cause::Meeting, before) => {
                for end in [u, v] {
                    literals.extend(Path::from(end, before, incidence, trail).literals(trail));
                }
            }
            (Cause::Equal, before) => {
                let [mut near, mut free] = [u, v].map(|end| Path::from(end, before, incidence, trail));
                if self.components.partner(near.last()).is_none() {
                    std::mem::swap(&mut near, &mut free);
                }
                let Some(far) = self.components.partner(near.last()) else { return };
                let far = Path::from(far, before, incidence, trail);
                // The edge that is out need not have been counted when the rule saw it.
                let out = |e| trail.was(e, Value::Out, trail.position(edge));
                let touches = self.touches(&far, &free, incidence);
                let Some(touch) = touches.into_iter().filter(|t| out(t.edge)).min() else {
                    return;
                };
                literals.push(trail.literal(touch.edge));
                literals.extend(near.literals(trail));
                literals.extend(far.literals(trail).take(touch.at[0]));
                literals.extend(free.literals(trail).take(touch.at[1]));
            }
        }
    }

    fn explain_conflict(
        &self,
        context: &Context<'_>,
        reason: Reason,
        var: Option<Var>,
        literals: &mut Vec<Lit>,
    ) {
        let Context { incidence, trail, .. } = context;
        let before = context.before();
        if let (Cause::Chord, _) = Cause::of(reason) {
            let Some(taken) = trail.edge(trail.entries()[before as usize - 1]) else { return };
            literals.push(trail.literal(taken));
            self.explain_chord(taken, before - 1, incidence, trail, literals);
            return;
        }
        let Some(edge) = var.and_then(|var| trail.edge(var)) else { return };
        // `edge` joins the paths of the two terminals of a pair: the paths are walked from these terminals.
        let terminal = |v| {
            let representative = self.components.find(v);
            self.components.terminal(representative)
        };
        let Some([s, t]) =
            terminal(incidence.ends(edge)[0]).and_then(|s| Some([s, self.components.partner(s)?]))
        else {
            return;
        };
        let [p, q] = [s, t].map(|end| Path::from(end, before, incidence, trail));
        let touches = self.touches(&p, &q, incidence);
        let out = |touch: &&Touch| trail.value(touch.edge) == Value::Out;
        let at = match touches.iter().filter(out).min() {
            Some(touch) => {
                literals.push(trail.literal(touch.edge));
                touch.at
            }
            None => {
                touches.iter().take(2).fold([0, 0], |[i, j], touch| [i.max(touch.at[0]), j.max(touch.at[1])])
            }
        };
        literals.extend(p.literals(trail).take(at[0]));
        literals.extend(q.literals(trail).take(at[1]));
    }
}

#[cfg(test)]
impl FromScratch for Induced {
    fn check(&self, context: &Context<'_>, _: Depth) {
        let Context { incidence, trail, .. } = context;
        let mut fresh = PathComponents::new(&context.puzzle);
        trail.chosen(trail.entries().len() as u32).for_each(|e| fresh.join(incidence.ends(e)));
        for e in (0..trail.values().len()).map(EdgeId::from_index) {
            let ends = incidence.ends(e);
            let joined = |components: &PathComponents| components.find(ends[0]) == components.find(ends[1]);
            assert_eq!(joined(&self.components), joined(&fresh), "{e:?}");
            let chord = joined(&fresh) && self.usable[e.index()] && trail.value(e) != Value::In;
            assert!(!chord, "{e:?} joins two vertices of a path");
        }
    }
}
