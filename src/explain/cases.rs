//! The last resort: a search through all cases, with as few premises as possible.

use super::Rule;
use super::state::{Fact, Inference, State};
use super::step::Known;
use super::truth::Truth;
use zlink_analyse as analyse;
use zlink_base::limits::{Interrupted, Limits, Progress};
use zlink_puzzle::{Constraint, EdgeId, Parts, Puzzle};

/// The number of candidates among which the one with the fewest premises is chosen.
const MOST_EDGES: usize = 4;

/// An edge whose value a search through all cases shows, or the contradiction if there is no solution.
pub(super) fn next(
    state: &State<'_>,
    truth: &Truth,
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Option<Inference>, Interrupted> {
    if truth.is_contradictory() {
        return because(state, None, limits, progress).map(Some);
    }
    let targets: Vec<Known> =
        state.open_edges().flat_map(|edge| truth.refutable(edge)).take(MOST_EDGES).collect();
    let mut best: Option<Inference> = None;
    for wrong in targets {
        let found = because(state, Some(wrong), limits, progress)?;
        let size = |inference: &Inference| {
            inference.used.len() + inference.clues.len() + inference.constraints.len()
        };
        if best.as_ref().is_none_or(|best| size(&found) < size(best)) {
            best = Some(found);
        }
    }
    Ok(best)
}

/// The inference that refutes an assumption or, without one, that there is no solution.
fn because(
    state: &State<'_>,
    wrong: Option<Known>,
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Inference, Interrupted> {
    let mut parts = Parts::of(state.board.puzzle);
    (parts.required, parts.forbidden) = (Vec::new(), Vec::new());
    for known in state.known_edges().chain(wrong) {
        let list = if known.is_in { &mut parts.required } else { &mut parts.forbidden };
        list.push(known.edge.0);
    }
    let mut inference = Inference::by(Rule::Search);
    inference.is_global = true;
    inference.edges.extend(wrong.map(|Known { edge, is_in }| Known { edge, is_in: !is_in }));
    let fact = |edge: EdgeId| (wrong.map(|wrong| wrong.edge) != Some(edge)).then_some(Fact::Edge(edge));
    let Ok(puzzle) = Puzzle::from_parts(parts) else { return Ok(inference) };
    let (found, stopped) = analyse::contradiction(&puzzle, limits, progress);
    if let Some(cause) = stopped {
        return Err(cause);
    }
    for constraint in found.constraints {
        match constraint {
            Constraint::Clue(cell) => inference.clues.push(cell),
            Constraint::Pair(pair) => inference.pairs.push(pair),
            Constraint::Required(edge) | Constraint::Forbidden(edge) => inference.used.extend(fact(edge)),
            Constraint::AtLeast(_) | Constraint::AtMost(_) | Constraint::Integrity(_) => {
                inference.constraints.push(constraint);
            }
            Constraint::Cover => {}
        }
    }
    Ok(inference)
}
