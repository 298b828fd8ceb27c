//! The balance rule: in a bipartite component of the remaining graph that must be covered, the degrees of the two colours have
//! the same sum.
//!
//! Every edge of a bipartite component has one end of each colour, so the degrees of both colours add up to the same number in
//! every solution. Where all vertices must be covered, the degrees are known: 1 at a terminal, 2 elsewhere. If their sums
//! differ, there is no solution: a board of black and white squares with one more square of one colour has no cycle through all
//! of them. The components are those of the graph of chosen and open edges, so the rule finds more as that graph falls apart.
//!
//! Reasons: the edges that are out between the component and the rest, and the edges that are out between vertices of one
//! colour within it.
//!
//! That a bipartite graph with a Hamiltonian cycle has as many vertices of each colour is folklore.

use super::context::Context;
#[cfg(test)]
use super::propagator::FromScratch;
use super::propagator::{Depth, Propagator};
use super::reason::Reason;
use super::rule::Rule;
use super::trail::Trail;
use super::{Conflict, Ground, Lit, Value, Var};
use zlink_puzzle::{Incidence, Puzzle, VertexId};

/// A two-colouring of the components of the remaining graph (the edges that are not out), one component at a time.
struct Part<'a> {
    incidence: &'a Incidence,
    trail: &'a Trail,
    /// Edges that were out when the trail was this long are not in the graph.
    before: u32,
    /// The colour of each vertex reached so far, in any component.
    colours: Vec<Option<bool>>,
}

impl<'a> Part<'a> {
    fn new(incidence: &'a Incidence, trail: &'a Trail, before: u32) -> Self {
        Part { incidence, trail, before, colours: vec![None; incidence.vertex_count()] }
    }

    /// Colours the component of `start`. The result is its vertices, or `None` if an edge joins two vertices of the same
    /// colour.
    fn colour(&mut self, start: VertexId) -> Option<Vec<VertexId>> {
        self.colours[start.index()] = Some(false);
        let (mut vertices, mut next, mut is_bipartite) = (vec![start], 0, true);
        while let Some(&v) = vertices.get(next) {
            next += 1;
            let colour = self.colours[v.index()];
            for &(e, w) in self.incidence.at(v) {
                if self.trail.was(e, Value::Out, self.before) {
                    continue;
                }
                match self.colours[w.index()] {
                    None => {
                        self.colours[w.index()] = colour.map(|colour| !colour);
                        vertices.push(w);
                    }
                    other => is_bipartite &= other != colour,
                }
            }
        }
        is_bipartite.then_some(vertices)
    }
}

/// The balance rule. It has no state.
#[derive(Debug, Clone)]
pub(super) struct Balance;

impl Propagator for Balance {
    const DEPTHS: &'static [Depth] = &[Depth::Structure];
    const IS_PROVABLE: bool = true;

    fn propagate(&mut self, context: &mut Context<'_>, _: Depth) -> Result<(), Conflict> {
        check(&context.puzzle, context.cover, &context.incidence, &context.trail)
    }

    /// Adds nothing: the rule only finds conflicts, it decides no variable.
    fn explain(&self, _: &Context<'_>, _: Reason, _: Var, _: &mut Vec<Lit>) {}

    /// Adds the literals that bound the component whose degrees do not balance.
    fn explain_conflict(
        &self,
        context: &Context<'_>,
        reason: Reason,
        _: Option<Var>,
        literals: &mut Vec<Lit>,
    ) {
        let [before, start] = reason.data();
        border(VertexId(start), before, &context.incidence, &context.trail, literals);
    }

    fn justify(
        &self,
        context: &Context<'_>,
        reason: Reason,
        _: Option<Var>,
        _: &mut Vec<Lit>,
        grounds: &mut Vec<Ground>,
    ) {
        let [before, start] = reason.data();
        let mut part = Part::new(&context.incidence, &context.trail, before);
        let vertices = part.colour(VertexId(start)).unwrap_or_default();
        let degree = degrees(&context.puzzle);
        let (one, other): (Vec<VertexId>, Vec<VertexId>) =
            vertices.into_iter().partition(|v| part.colours[v.index()] == Some(true));
        let sum = |vertices: &[VertexId]| vertices.iter().map(|v| degree[v.index()]).sum::<i64>();
        let (more, less) = if sum(&one) > sum(&other) { (one, other) } else { (other, one) };
        grounds.push(Ground::Unbalanced { more, less });
    }
}

/// The degree of each vertex where all are covered.
fn degrees(puzzle: &Puzzle) -> Vec<i64> {
    let mut degree = vec![2; puzzle.vertex_count()];
    puzzle.pairs().iter().flatten().for_each(|t| degree[t.index()] = 1);
    degree
}

/// Checks that the degrees balance in each bipartite component of the remaining graph. Without `cover` there is nothing to
/// check.
pub(super) fn check(
    puzzle: &Puzzle,
    cover: bool,
    incidence: &Incidence,
    trail: &Trail,
) -> Result<(), Conflict> {
    if !cover || !puzzle.topology().forces_parity() {
        return Ok(());
    }
    let degree = degrees(puzzle);
    let before = trail.entries().len() as u32;
    let mut part = Part::new(incidence, trail, before);
    for start in (0..incidence.vertex_count()).map(VertexId::from_index) {
        if part.colours[start.index()].is_some() {
            continue;
        }
        let Some(vertices) = part.colour(start) else { continue };
        let signed = |v: &VertexId| match part.colours[v.index()] {
            Some(true) => degree[v.index()],
            _ => -degree[v.index()],
        };
        if vertices.iter().map(signed).sum::<i64>() != 0 {
            // The reason stores the length of the trail and a vertex of the component.
            return Err(Conflict::of(Reason::new(Rule::Balance, [before, start.0])));
        }
    }
    Ok(())
}

/// Adds the literals, which cannot all hold, that bound the component of `start` when the trail was `before` entries long.
fn border(start: VertexId, before: u32, incidence: &Incidence, trail: &Trail, reason: &mut Vec<Lit>) {
    let mut part = Part::new(incidence, trail, before);
    for v in part.colour(start).into_iter().flatten() {
        let colour = part.colours[v.index()];
        for &(e, w) in incidence.at(v) {
            let leaves = part.colours[w.index()].is_none();
            // An edge within the component is met from both ends: count it once.
            let joins_equals = part.colours[w.index()] == colour && v < w;
            if (leaves || joins_equals) && trail.was(e, Value::Out, before) {
                reason.push(trail.literal(e));
            }
        }
    }
}

#[cfg(test)]
impl FromScratch for Balance {
    fn check(&self, context: &Context<'_>, depth: Depth) {
        let (puzzle, values) = (&*context.puzzle, context.trail.values());
        if depth == Depth::Structure
            && context.cover
            && puzzle.topology().forces_parity()
            && !context.is_decided()
        {
            assert!(super::tests::structure::degrees_can_be_had(puzzle, values));
        }
    }
}
