//! Trying values of an edge: a value that leads to a contradiction, in as few steps as can be found; or conclusions that follow from both
//! values.

use super::Rule;
use super::premises::{cone, step};
use super::solver;
use super::state::{Fact, Inference, Look, State};
use super::step::{Branch, Known};
use super::structure::Structure;
use super::truth::Truth;
use zlink_base::limits::{Interrupted, Limits};
use zlink_puzzle::EdgeId;

/// The looks up to which branches are followed, one after the other.
const LOOKS: [Look; 3] = [Look::Count, Look::Clues, Look::AllPairs];
/// For each of [`LOOKS`], the number of contradictions that are compared.
const ENOUGH: [usize; 3] = [usize::MAX, 16, 4];
/// The number of assumptions refuted by rules about the whole graph that are compared.
const MOST_STRUCTURES: usize = 4;
/// The most assumptions that are tried with a second trial inside.
const MOST_OUTER: usize = 60;
/// The most edges that are tried inside another trial, and the most conclusions of such trials.
const MOST_INNER: usize = 60;

/// The best step by trying that is found, if there is one.
pub(super) fn both_ways(
    state: &State<'_>,
    truth: &Truth,
    structure: &Structure,
    limits: &Limits,
) -> Result<Option<Inference>, Interrupted> {
    let open = nearest(state, &state.open_edges().collect::<Vec<_>>());
    for (look, enough) in LOOKS.into_iter().zip(ENOUGH) {
        let candidates = open.iter().flat_map(|&edge| truth.refutable(edge));
        if let Some(best) = refuted(state, candidates, look, enough, limits)? {
            return Ok(Some(best));
        }
    }
    if let Some(best) = refuted_by_structure(state, &open, truth, structure, limits)? {
        return Ok(Some(best));
    }
    for look in LOOKS {
        if let Some(best) = common(state, &open, truth, look, limits)? {
            return Ok(Some(best));
        }
    }
    let mut best: Option<(usize, Inference)> = None;
    let candidates: Vec<Known> = open.iter().flat_map(|&edge| truth.refutable(edge)).collect();
    for look in LOOKS {
        for &assumption in candidates.iter().take(MOST_OUTER) {
            limits.check()?;
            if let Some(found) = nested(state, assumption, look, limits)? {
                let size = size_of(&found);
                if best.as_ref().is_none_or(|best| size < best.0) {
                    best = Some((size, found));
                }
            }
        }
        if best.is_some() {
            break;
        }
    }
    Ok(best.map(|best| best.1))
}

/// The open edges, those with the most known edges around them first.
fn nearest(state: &State<'_>, open: &[EdgeId]) -> Vec<EdgeId> {
    let incidence = &state.board.incidence;
    let near = |e: EdgeId| {
        let at = incidence.ends(e).into_iter().flat_map(|v| incidence.at(v));
        at.filter(|(other, _)| !state.is_open(*other)).count()
    };
    let mut edges = open.to_vec();
    edges.sort_by_key(|&e| std::cmp::Reverse(near(e)));
    edges
}

/// The shortest refutation of one of these assumptions.
fn refuted(
    state: &State<'_>,
    candidates: impl Iterator<Item = Known>,
    look: Look,
    enough: usize,
    limits: &Limits,
) -> Result<Option<Inference>, Interrupted> {
    let mut best: Option<(usize, Inference)> = None;
    let mut found = 0;
    for assumption in candidates {
        limits.check()?;
        let (branch, broken) = follow(state, assumption, look)?;
        let Some(broken) = broken else { continue };
        let inference = refutation(&branch, assumption, &broken);
        let size = size_of(&inference);
        if best.as_ref().is_none_or(|best| size < best.0) {
            best = Some((size, inference));
        }
        found += 1;
        if found >= enough {
            break;
        }
    }
    Ok(best.map(|best| best.1))
}

/// The shortest refutation of one of a few assumptions that the rules about the whole graph refute.
fn refuted_by_structure(
    state: &State<'_>,
    open: &[EdgeId],
    truth: &Truth,
    structure: &Structure,
    limits: &Limits,
) -> Result<Option<Inference>, Interrupted> {
    let candidates: Vec<Known> = open.iter().flat_map(|&edge| truth.refutable(edge)).collect();
    let mut best: Option<(usize, Inference)> = None;
    for assumption in structure.refuted(state, &candidates, limits)?.into_iter().take(MOST_STRUCTURES) {
        let (mut branch, mut broken) = follow(state, assumption, Look::AllPairs)?;
        while broken.is_none() {
            let Some(inference) = structure.next(&branch, limits)? else { break };
            if inference.is_contradiction() {
                broken = Some(inference);
                break;
            }
            branch.add(inference)?;
            broken = go_on(&mut branch, Look::AllPairs)?;
        }
        let Some(broken) = broken else { continue };
        let inference = refutation(&branch, assumption, &broken);
        let size = size_of(&inference);
        if best.as_ref().is_none_or(|best| size < best.0) {
            best = Some((size, inference));
        }
    }
    Ok(best.map(|best| best.1))
}

/// The branch with the conclusions from an assumption, up to a contradiction if there is one.
fn follow<'s>(
    state: &'s State<'s>,
    assumption: Known,
    look: Look,
) -> Result<(State<'s>, Option<Inference>), Interrupted> {
    let mut branch = state.branch()?;
    let mut assumed = Inference::by(Rule::Given);
    assumed.edges.push(assumption);
    branch.add(assumed)?;
    let broken = go_on(&mut branch, look)?;
    Ok((branch, broken))
}

/// Adds conclusions to a branch, up to a contradiction if there is one.
fn go_on(branch: &mut State<'_>, look: Look) -> Result<Option<Inference>, Interrupted> {
    while let Some(inference) = solver::next(branch, look, None)? {
        if inference.is_contradiction() {
            return Ok(Some(inference));
        }
        branch.add(inference)?;
    }
    Ok(None)
}

/// The inference that an assumption is wrong, because of this contradiction.
fn refutation(branch: &State<'_>, assumption: Known, broken: &Inference) -> Inference {
    let mut inference = Inference::by(Rule::BothWays);
    let steps = cone(branch, std::slice::from_ref(broken), assumption, &mut inference);
    tidy(&mut inference);
    inference.edges = vec![Known { edge: assumption.edge, is_in: !assumption.is_in }];
    if steps.is_empty() {
        // An assumption that breaks at once is refuted by a single rule.
        inference.rule = broken.rule;
        return inference;
    }
    let broken = Some(Box::new(step(branch, broken)));
    inference.branches = vec![Branch { assumption, steps, broken }];
    inference
}

fn tidy(inference: &mut Inference) {
    inference.used.sort_unstable();
    inference.used.dedup();
}

/// The length of the branches of an inference: steps first, then premises.
fn size_of(inference: &Inference) -> usize {
    let steps: usize = inference.branches.iter().map(steps_in).sum();
    steps * 1000 + inference.used.len() + inference.clues.len() + inference.constraints.len()
}

fn steps_in(branch: &Branch) -> usize {
    let steps = branch.steps.iter().chain(branch.broken.as_deref());
    steps.map(|step| 1 + step.branches.iter().map(steps_in).sum::<usize>()).sum()
}

/// The shortest inference that follows from both values of an edge, where neither value leads to a contradiction.
fn common(
    state: &State<'_>,
    open: &[EdgeId],
    truth: &Truth,
    look: Look,
    limits: &Limits,
) -> Result<Option<Inference>, Interrupted> {
    let mut best: Option<(usize, Inference)> = None;
    for &edge in open {
        limits.check()?;
        let ways = [true, false].map(|is_in| Known { edge, is_in });
        let (first, broken) = follow(state, ways[0], look)?;
        if broken.is_some() {
            continue;
        }
        let mut shared: Vec<Known> =
            open.iter().filter(|&&e| e != edge).filter_map(|&e| first.known(e)).collect();
        // Only values common to all solutions can follow both ways.
        shared.retain(|known| truth.may_follow(*known));
        if shared.is_empty() {
            continue;
        }
        let (second, broken) = follow(state, ways[1], look)?;
        if broken.is_some() {
            continue;
        }
        shared.retain(|&known| second.known(known.edge) == Some(known));
        for known in shared {
            limits.check()?;
            let mut inference = Inference::by(Rule::BothWays);
            for (branch, assumption) in [(&first, ways[0]), (&second, ways[1])] {
                let mut last = Inference::by(Rule::Given);
                last.used.push(Fact::Edge(known.edge));
                let steps = cone(branch, &[last], assumption, &mut inference);
                inference.branches.push(Branch { assumption, steps, broken: None });
            }
            tidy(&mut inference);
            inference.edges = vec![known];
            let size = size_of(&inference);
            if best.as_ref().is_none_or(|best| size < best.0) {
                best = Some((size, inference));
            }
        }
    }
    Ok(best.map(|best| best.1))
}

/// The refutation of an assumption by trying other edges inside its branch.
fn nested(
    state: &State<'_>,
    assumption: Known,
    look: Look,
    limits: &Limits,
) -> Result<Option<Inference>, Interrupted> {
    let (mut branch, broken) = follow(state, assumption, Look::AllPairs)?;
    if let Some(broken) = broken {
        return Ok(Some(refutation(&branch, assumption, &broken)));
    }
    // In a wrong branch, any value of an edge can be refuted in principle.
    let changed: Vec<EdgeId> = nearest(&branch, &branch.open_edges().collect::<Vec<_>>());
    for _ in 0..MOST_INNER {
        let candidates = changed
            .iter()
            .filter(|&&edge| branch.is_open(edge))
            .take(MOST_INNER)
            .flat_map(|&edge| [true, false].map(|is_in| Known { edge, is_in }))
            .collect::<Vec<_>>();
        let Some(inner) = refuted(&branch, candidates.into_iter(), look, 1, limits)? else { return Ok(None) };
        branch.add(inner)?;
        if let Some(broken) = go_on(&mut branch, look)? {
            return Ok(Some(refutation(&branch, assumption, &broken)));
        }
    }
    Ok(None)
}
