//! The crossing rule: paths of a linkage in a planar graph do not cross.
//!
//! Take a component of the graph of the free vertices (see `owners`) in the embedding, and one of its faces. A *boundary
//! edge* of a pair is an open edge from an end point of the pair to the boundary of the face. A pair whose open edges at both
//! end points are all boundary edges of the face must be joined through the component, from a boundary edge of its first
//! end point to one of its second. For two such pairs whose boundary edges alternate around the face this is
//! impossible: the face is a disc as the component is connected, and by the Jordan curve theorem the paths would meet. So
//!
//! * two pairs whose boundary edges alternate, for every choice of them, are a conflict;
//! * a boundary edge that alternates with another pair, for every choice of the other boundary edges, is out.
//!
//! The walk around a face meets the edges that leave the component in their order; all walks together take linear
//! time. The puzzle's graph is embedded once, and which embedding it is does not matter.
//!
//! Conclusions change only at faces that grew (an edge between free vertices went out, or free vertices got an owner) and at
//! faces with boundary edges of a pair whose end points or open edges changed, so only these are walked around again.
//!
//! Reasons: the paths to the end points, and why no path can enter the face anywhere else: the other edges from its boundary
//! and from the end points are out or lead to vertices of other pairs.

mod faces;
mod rings;

use super::context::Context;
use super::owners::Owners;
use super::ownership::Ownership;
#[cfg(test)]
use super::propagator::FromScratch;
use super::propagator::{Depth, Propagator};
use super::reason::Reason;
use super::rule::Rule;
use super::trail::Trail;
use super::{Conflict, Lit, Value, Var, is_crowded};
use faces::{Exclusion, Passed, Search};
pub(super) use rings::disagree_around_rings;
use zlink_puzzle::{EdgeId, Embedding, Incidence, Topology};

/// The crossing rule.
#[derive(Debug, Clone, Default)]
pub(super) struct Crossing {
    /// The length of the trail at the last search; `None` before the first one.
    since: Option<usize>,
    passed: Passed,
}

impl Propagator for Crossing {
    const DEPTHS: &'static [Depth] = &[Depth::Changes, Depth::Structure];
    const IS_PROVABLE: bool = false;

    #[inline]
    fn forget(&mut self, keep: u32) {
        self.since = self.since.map(|known| known.min(keep as usize));
    }

    /// At each fixpoint ([`Depth::Changes`]), searches the faces that changed, if paths are long: then they often obstruct each
    /// other. If paths are short, or every vertex must be covered, conflicts appear as early without this.
    fn propagate(&mut self, context: &mut Context<'_>, depth: Depth) -> Result<(), Conflict> {
        if context.puzzle.topology() != Topology::Linkage {
            return Ok(());
        }
        let known = context.assigned();
        let since = match depth {
            Depth::Changes => {
                if context.cover || is_crowded(&context.puzzle) || self.since == Some(known) {
                    return Ok(());
                }
                self.since.replace(known)
            }
            _ => None,
        };
        if context.puzzle.pairs().len() < 2 || context.is_decided() || context.embedding().is_none() {
            return Ok(());
        }
        context.update_ownership();
        match context.with_embedding() {
            Some((embedding, ownership, incidence, trail)) => {
                decide(ownership, embedding, incidence, trail, since, &mut self.passed)
            }
            None => Ok(()),
        }
    }

    fn explain(&self, context: &Context<'_>, reason: Reason, implied: Var, literals: &mut Vec<Lit>) {
        let [before, other] = reason.data();
        if let (Some(edge), Some(embedding)) = (context.trail.edge(implied), context.embedding()) {
            explain(edge, other, context.owners_at(before), embedding, literals);
        }
    }
}

/// A reason of the rule: it stores the length of the trail and the other pair.
fn reason(before: u32, by: u32) -> Reason {
    Reason::new(Rule::Crossing, [before, by])
}

/// Decides boundary edges. With `since`, nothing followed when the trail had this length, and only the faces that changed since
/// then are searched.
fn decide(
    ownership: &Ownership,
    embedding: &Embedding,
    incidence: &Incidence,
    trail: &mut Trail,
    since: Option<usize>,
    passed: &mut Passed,
) -> Result<(), Conflict> {
    let before = trail.entries().len() as u32;
    let mut search = Search::new(Owners::new(ownership, incidence, trail, before), embedding, passed);
    match since {
        Some(since) => search.search_since(since, trail),
        None => search.search_all(),
    }
    let exclusions = search.exclusions;
    if let Some(&Exclusion { edge, by, .. }) = exclusions.iter().find(|exclusion| exclusion.is_conflict) {
        return Err(Conflict::at(reason(before, by), edge));
    }
    for Exclusion { edge, by, .. } in exclusions {
        if trail.value(edge) == Value::Open {
            trail.push(edge, false, reason(before, by));
        }
    }
    Ok(())
}

/// Adds why the boundary edge `edge` is out, or why there is a conflict: its pair and `other` must both be joined through the
/// face.
fn explain(edge: EdgeId, other: u32, owners: Owners<'_>, embedding: &Embedding, reason: &mut Vec<Lit>) {
    let ends = owners.incidence.ends(edge);
    let mut passed = Passed::default();
    let mut search = Search::new(owners, embedding, &mut passed);
    if let Some(v) = ends.into_iter().find(|&v| owners.is_free(v))
        && let Some(pair) = ends.into_iter().find_map(|v| owners.owner(v))
    {
        search.walk(v, embedding.place(edge, v));
        search.explain([pair, other], reason);
    }
}

#[cfg(test)]
impl FromScratch for Crossing {
    fn check(&self, context: &Context<'_>, depth: Depth) {
        let often = depth == Depth::Changes && !context.cover && !is_crowded(&context.puzzle);
        if often || depth == Depth::Structure {
            let mut context = context.clone();
            let known = context.assigned();
            assert_eq!(Crossing::default().propagate(&mut context, Depth::Structure), Ok(()));
            assert_eq!(context.assigned(), known, "something is left where nothing changed");
        }
    }
}
