//! Applies the rules in order of difficulty: the easiest one with a new conclusion.

use super::board::Site;
use super::state::{Inference, Look, Place, State};
use super::{Difficulty, RuleSet, clues, cut, paths, premises, relations::Relations, site};
use zlink_base::limits::Interrupted;
use zlink_puzzle::VertexId;

/// The next conclusion about edges, or a contradiction, by looks up to `at_most` and by allowed rules (`None`: all). Conclusions about
/// pairs of edges on the way are added to the state. A place with only conclusions that are not allowed is skipped until an edge near it
/// changes.
pub(super) fn next(
    state: &mut State<'_>,
    at_most: Look,
    rules: Option<RuleSet>,
) -> Result<Option<Inference>, Interrupted> {
    if let Some(contradiction) = broken(state)? {
        return Ok(Some(contradiction));
    }
    for look in Look::ALL.into_iter().filter(|&look| look <= at_most) {
        while let Some(place) = state.next(look)? {
            let found = look_at(state, look, place)?;
            if let Some(inference) = found.filter(|inference| is_allowed(state, inference, rules)) {
                // The place may have more conclusions.
                state.wait(look, place);
                return Ok(Some(inference));
            }
        }
        if look == Look::AllPairs {
            return Ok(widely(state, rules)?.into_iter().next());
        }
    }
    Ok(None)
}

/// A contradiction that all looks assume to be absent.
fn broken(state: &State<'_>) -> Result<Option<Inference>, Interrupted> {
    match state.crowded() {
        Some(v) => site::count(state, Site::Vertex(v)),
        None => Ok(paths::empty(state)),
    }
}

/// All conclusions about edges by the easiest look that has any.
pub(super) fn all(state: &mut State<'_>) -> Result<Vec<Inference>, Interrupted> {
    if let Some(contradiction) = broken(state)? {
        return Ok(vec![contradiction]);
    }
    for look in Look::ALL {
        let mut found = Vec::new();
        let mut again = Vec::new();
        while let Some(place) = state.next(look)? {
            if let Some(inference) = look_at(state, look, place)? {
                found.push(inference);
                again.push(place);
            }
        }
        again.into_iter().rev().for_each(|place| state.wait(look, place));
        if found.is_empty() && look == Look::AllPairs {
            found = widely(state, None)?;
        }
        if !found.is_empty() {
            return Ok(found);
        }
    }
    Ok(Vec::new())
}

/// Whether the step of an inference is by an allowed rule.
fn is_allowed(state: &State<'_>, inference: &Inference, rules: Option<RuleSet>) -> bool {
    rules.is_none_or(|rules| rules.contains(premises::step(state, inference).rule))
}

/// The conclusion about edges at a place; conclusions about pairs of edges are added to the state.
fn look_at(state: &mut State<'_>, look: Look, place: Place) -> Result<Option<Inference>, Interrupted> {
    let found = match place {
        Place::Zeros(cell) => site::zeros(state, cell),
        Place::End(v) => paths::end(state, v),
        Place::Clues(i) => clues::together(state, state.board.neighbours[i as usize])?,
        Place::Site(site) if look == Look::Count => site::count(state, site)?.or_else(|| match site {
            Site::Sum(sum) => site::line(state, sum),
            Site::Vertex(_) => None,
        }),
        Place::Site(site) => {
            if let Some(inference) = site::edges(state, site, look.difficulty())? {
                return Ok(Some(inference));
            }
            let from = match look {
                Look::Pairs => None,
                _ => Some(look.difficulty()),
            };
            for mut inference in site::pairs(state, site, from, look == Look::AllPairs)? {
                inference.difficulty = look.difficulty();
                state.add(inference)?;
            }
            None
        }
    };
    Ok(found)
}

/// Conclusions from colours and cuts, once no place has a conclusion.
fn widely(state: &mut State<'_>, rules: Option<RuleSet>) -> Result<Vec<Inference>, Interrupted> {
    let mut found = Vec::new();
    if state.board.is_cyclic() {
        loop {
            let relations = Relations::new(state);
            found = relations.edges()?;
            found.retain(|inference| is_allowed(state, inference, rules));
            if !found.is_empty() {
                break;
            }
            let puzzle = state.board.puzzle;
            let sums = puzzle.sums().map(|(sum, _)| Site::Sum(sum));
            let vertices = (0..puzzle.vertex_count()).map(|v| Site::Vertex(VertexId::from_index(v)));
            let pairs = relations.pairs(sums.chain(vertices))?;
            if pairs.is_empty() {
                break;
            }
            for inference in pairs {
                state.add(inference)?;
            }
            while let Some(place) = state.next(Look::AllPairs)? {
                let found = look_at(state, Look::AllPairs, place)?;
                if let Some(inference) = found.filter(|inference| is_allowed(state, inference, rules)) {
                    state.wait(Look::AllPairs, place);
                    return Ok(vec![inference]);
                }
            }
        }
    }
    if found.is_empty() {
        found = cut::bridges(state)?;
        found.retain(|inference| is_allowed(state, inference, rules));
    }
    found.iter_mut().for_each(|inference| inference.difficulty = inference.difficulty.max(Difficulty::Hard));
    Ok(found)
}
