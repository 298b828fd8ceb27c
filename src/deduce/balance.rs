//! The balance rule: in a bipartite part of the graph that is to be covered, both colours need as many edges.
//!
//! Every edge of a part whose vertices have two colours has one end of each, so the degrees of both colours add up to the
//! same in every solution. Where all vertices are covered these are known: 2, or 1 at a terminal. If they do not add
//! up to the same there is no solution; a board of black and white squares with one square more of one colour has no
//! cycle through all of them. Parts are the components of the graph of chosen and open edges, so the rule says more as
//! that falls apart.
//!
//! Reasons: the edges that are out between the part and the rest, and those that are out within it between vertices of one
//! colour.
//!
//! That a bipartite graph with a Hamiltonian cycle has as many vertices of each colour is folklore.

use super::context::Context;
#[cfg(test)]
use super::propagator::FromScratch;
use super::propagator::{Depth, Propagator};
use super::reason::Reason;
use super::registry::Rule;
use super::trail::Trail;
use super::{Conflict, Lit, Value, Var};
use zlink_puzzle::{Incidence, Puzzle, VertexId};

/// A component of the graph that is left, as far as it was looked at.
struct Part<'a> {
    incidence: &'a Incidence,
    trail: &'a Trail,
    /// What was out when the trail was so long is not in the graph.
    before: u32,
    /// The colour of each vertex that was reached, in whichever part.
    colours: Vec<Option<bool>>,
}

impl<'a> Part<'a> {
    fn new(incidence: &'a Incidence, trail: &'a Trail, before: u32) -> Self {
        Part { incidence, trail, before, colours: vec![None; incidence.vertex_count()] }
    }

    /// The vertices that hang together with `start`, coloured in turns; none if an edge joins two of one colour.
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

/// The rule, which keeps nothing of its own.
#[derive(Debug, Clone)]
pub(super) struct Balance;

impl Propagator for Balance {
    const DEPTHS: &'static [Depth] = &[Depth::Structure];

    fn propagate(&mut self, context: &mut Context<'_>, _: Depth) -> Result<(), Conflict> {
        check(context.puzzle, context.cover, &context.incidence, &context.trail)
    }

    /// It only finds conflicts.
    fn explain(&self, _: &Context<'_>, _: Reason, _: Var, _: &mut Vec<Lit>) {}

    /// Why the part of a vertex was what it was when the rule saw it.
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
}

/// Whether the parts of the graph that is left can be covered; `cover` says whether they are to be.
pub(super) fn check(
    puzzle: &Puzzle,
    cover: bool,
    incidence: &Incidence,
    trail: &Trail,
) -> Result<(), Conflict> {
    if !cover || !puzzle.topology().forces_parity() {
        return Ok(());
    }
    let mut degree = vec![2i64; incidence.vertex_count()];
    puzzle.pairs().iter().flatten().for_each(|t| degree[t.index()] = 1);
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
            // The reason keeps how many entries were seen, and a vertex of the part.
            return Err(Conflict::of(Reason::new(Rule::Balance, [before, start.0])));
        }
    }
    Ok(())
}

/// Literals that cannot hold together: why the part of `start` was what it was when the trail was `before` entries long.
fn border(start: VertexId, before: u32, incidence: &Incidence, trail: &Trail, reason: &mut Vec<Lit>) {
    let mut part = Part::new(incidence, trail, before);
    for v in part.colour(start).into_iter().flatten() {
        let colour = part.colours[v.index()];
        for &(e, w) in incidence.at(v) {
            let leaves = part.colours[w.index()].is_none();
            // Both ends of an edge within the part bring it here.
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
        let (puzzle, values) = (context.puzzle, context.trail.values());
        if depth == Depth::Structure
            && context.cover
            && puzzle.topology().forces_parity()
            && !context.is_decided()
        {
            assert!(super::tests::structure::degrees_can_be_had(puzzle, values));
        }
    }
}
