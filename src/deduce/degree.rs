//! The degree rule: how many chosen edges a vertex has.
//!
//! In a cycle, and in a linkage at all vertices but terminals, a vertex has 0 or 2 chosen edges (2 when it must
//! be covered); a terminal has 1. In a path matching it has at most 2 (at least 1 when it must be covered).
//! (Yoshinaka et al. 2012, section 2.) A terminal is counted with one chosen edge more than it has, as if an
//! edge joined it to its partner: then every linkage is a set of cycles, and 0 or 2 holds everywhere.
//!
//! Reasons: the two chosen edges at the vertex; or the edges that are out there (and the chosen one).

use super::context::{Context, Event};
use super::degrees::Count;
#[cfg(test)]
use super::degrees::Degrees;
#[cfg(test)]
use super::propagator::{Depth, FromScratch};
use super::propagator::{Propagator, Wakes};
use super::reason::Reason;
use super::rule::Rule;
use super::trail::Trail;
use super::{Conflict, Ground, Lit, Place, Value, Var};
use zlink_puzzle::{Incidence, Topology, VertexId};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Action {
    Nothing,
    AllIn,
    AllOut,
    Conflict,
}

/// The degree rule: what to decide for each count, and which vertices are terminals.
#[derive(Debug, Clone)]
pub(super) struct Degree {
    /// The action at a vertex after one of its edges became out or in (the first index), by min(chosen, 3) and min(open, 3).
    table: [[[Action; 4]; 4]; 2],
    terminal: Vec<bool>,
}

impl Degree {
    pub(super) fn new(context: &Context<'_>) -> Self {
        let puzzle = &context.puzzle;
        let mut terminal = vec![false; puzzle.vertex_count()];
        for t in puzzle.pairs().iter().flatten() {
            terminal[t.index()] = true;
        }
        Degree { table: action_table(puzzle.topology(), context.cover), terminal }
    }

    /// Decides the open edges at `v` after one of its edges was decided, to be in (`event`) or out.
    ///
    /// What follows without this event followed from an earlier one already, so the edges of a vertex are not scanned again for
    /// each event.
    #[inline]
    fn decide_vertex(&self, v: VertexId, event: bool, context: &mut Context<'_>) -> Result<(), Conflict> {
        let Context { incidence, trail, .. } = context;
        let Count { chosen, open } = context.degrees.count(v);
        match self.table[usize::from(event)][chosen.min(3) as usize][open.min(3) as usize] {
            Action::Nothing => Ok(()),
            Action::AllIn => {
                decide_open(v, true, incidence, trail);
                Ok(())
            }
            Action::AllOut => {
                decide_open(v, false, incidence, trail);
                Ok(())
            }
            Action::Conflict => Err(Conflict::of(reason(v))),
        }
    }
}

impl Propagator for Degree {
    const WAKES: Wakes = Wakes::Edges;
    const IS_LOCAL: bool = true;
    const IS_PROVABLE: bool = true;

    fn start(&mut self, context: &mut Context<'_>) -> Result<(), Conflict> {
        for v in (0..context.puzzle.vertex_count()).map(VertexId::from_index) {
            for event in [true, false] {
                self.decide_vertex(v, event, context)?;
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn follow(&mut self, context: &mut Context<'_>, event: &Event) -> Result<(), Conflict> {
        let Some(edge) = event.edge else { return Ok(()) };
        for v in context.incidence.ends(edge) {
            self.decide_vertex(v, event.value, context)?;
        }
        Ok(())
    }

    fn explain(&self, context: &Context<'_>, reason: Reason, implied: Var, literals: &mut Vec<Lit>) {
        let (v, before) = (vertex(reason), context.trail.position(implied));
        let Context { incidence, trail, .. } = context;
        if trail.value(implied) == Value::In {
            // All but the last edges are out; that an edge is needed at all follows from the cover, the
            // terminal, or the chosen edge here.
            gather(v, Value::Out, before, usize::MAX, incidence, trail, literals);
            if !context.cover && !self.terminal[v.index()] {
                gather(v, Value::In, before, 1, incidence, trail, literals);
            }
        } else {
            let full = 2 - usize::from(self.terminal[v.index()]);
            let start = literals.len();
            gather(v, Value::In, before, full, incidence, trail, literals);
            if literals.len() - start < full {
                // A vertex cannot have exactly one chosen edge.
                literals.truncate(start);
                gather(v, Value::Out, before, usize::MAX, incidence, trail, literals);
            }
        }
    }

    fn explain_conflict(
        &self,
        context: &Context<'_>,
        reason: Reason,
        _: Option<Var>,
        literals: &mut Vec<Lit>,
    ) {
        let (v, before) = (vertex(reason), context.before());
        let Context { incidence, trail, .. } = context;
        let virtual_edge = usize::from(self.terminal[v.index()]);
        if context.degrees.count(v).chosen > 2 {
            gather(v, Value::In, before, 3 - virtual_edge, incidence, trail, literals);
            return;
        }
        gather(v, Value::Out, before, usize::MAX, incidence, trail, literals);
        if !context.cover && virtual_edge == 0 {
            gather(v, Value::In, before, 1, incidence, trail, literals);
        }
    }

    fn justify(
        &self,
        context: &Context<'_>,
        reason: Reason,
        var: Option<Var>,
        _: &mut Vec<Lit>,
        grounds: &mut Vec<Ground>,
    ) {
        let (v, Context { incidence, trail, .. }) = (vertex(reason), context);
        let (most, terminal) = (Ground::AtMost(Place::Vertex(v)), self.terminal[v.index()]);
        let before = var.map_or(context.before(), |implied| trail.position(implied));
        let chosen = incidence.at(v).iter().filter(|&&(e, _)| trail.was(e, Value::In, before)).count();
        let full = 2 - usize::from(terminal) + usize::from(var.is_none());
        if chosen >= full {
            grounds.push(most);
            return;
        }
        // Whether the vertex is on the solution: it is covered, an edge says so, or there are too few edges for that.
        if context.cover && !terminal {
            grounds.push(Ground::Covered(v));
        } else if chosen > 0 {
            grounds.push(most.clone());
        }
        grounds.push(Ground::AtLeast(Place::Vertex(v)));
        if chosen == 0 && var.is_some_and(|implied| trail.value(implied) == Value::Out) {
            grounds.push(most);
        }
    }
}

/// A reason of the rule: it stores the vertex.
#[inline]
fn reason(v: VertexId) -> Reason {
    Reason::new(Rule::Degree, [v.0, 0])
}

fn vertex(reason: Reason) -> VertexId {
    VertexId(reason.data()[0])
}

/// Adds up to `most` literals of edges at `v` that had `value` when the trail was `before` entries long.
fn gather(
    v: VertexId,
    value: Value,
    before: u32,
    most: usize,
    incidence: &Incidence,
    trail: &Trail,
    reason: &mut Vec<Lit>,
) {
    trail.gather(incidence.at(v).iter().map(|&(e, _)| e), value, before, most, reason);
}

fn decide_open(v: VertexId, value: bool, incidence: &Incidence, trail: &mut Trail) {
    for &(e, _) in incidence.at(v) {
        if trail.value(e) == Value::Open {
            trail.push(e, value, reason(v));
        }
    }
}

fn action_table(topology: Topology, cover: bool) -> [[[Action; 4]; 4]; 2] {
    let parity = topology.forces_parity();
    let mut table = [[[Action::Nothing; 4]; 4]; 2];
    for (chosen, open) in (0..4).flat_map(|chosen| (0..4).map(move |open| (chosen, open))) {
        let action = match (chosen, open) {
            (3, _) => Action::Conflict,
            (2, 0) => Action::Nothing,
            (2, _) => Action::AllOut,
            (1, 0) if parity => Action::Conflict,
            (1, 1) if parity => Action::AllIn,
            (0, 0) if cover => Action::Conflict,
            (0, 1) if cover && parity => Action::Conflict,
            (0, 1) if cover => Action::AllIn,
            (0, 1) if parity => Action::AllOut,
            (0, 2) if cover && parity => Action::AllIn,
            _ => Action::Nothing,
        };
        table[1][chosen][open] = action;
        table[0][chosen][open] = if chosen == 2 { Action::Nothing } else { action };
    }
    table
}

#[cfg(test)]
impl FromScratch for Degree {
    fn check(&self, context: &Context<'_>, _: Depth) {
        let Context { puzzle, incidence, trail, degrees, cover, .. } = context;
        assert_eq!(*degrees, Degrees::from_scratch(puzzle, incidence, trail.values()));
        for v in (0..puzzle.vertex_count()).map(VertexId::from_index) {
            let Count { chosen, open } = degrees.count(v);
            let allowed = |degree: u32| match degree {
                0 => !cover,
                1 => puzzle.topology() == Topology::PathMatching,
                _ => degree == 2,
            };
            let possible: Vec<u32> = (chosen..=chosen + open).filter(|&degree| allowed(degree)).collect();
            assert!(!possible.is_empty(), "{v:?}");
            let decides = possible == [chosen] || possible == [chosen + open];
            assert!(open == 0 || !decides, "{v:?} decides its edges");
        }
    }
}
