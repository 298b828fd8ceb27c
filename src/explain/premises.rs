//! Turns inferences into steps: notes among the premises are replaced by the facts behind them, and rules about pairs of edges get the
//! names that people use for their shapes.

use rustc_hash::FxHashSet;

use super::state::{Fact, Inference, State};
use super::step::{Known, Note, Premises, Relation, Step};
use super::{Difficulty, Rule};
use zlink_puzzle::Constraint;

/// The step of an inference.
pub(super) fn step(state: &State<'_>, inference: &Inference) -> Step {
    let mut premises = Premises::default();
    let mut notes = Vec::new();
    let mut seen: FxHashSet<u32> = FxHashSet::default();
    let mut pending = vec![inference];
    let mut difficulty = inference.difficulty;
    let mut rule = inference.rule;
    while let Some(inference) = pending.pop() {
        premises.clues.extend(&inference.clues);
        premises.constraints.extend(&inference.constraints);
        premises.vertices.extend(&inference.vertices);
        premises.pairs.extend(&inference.pairs);
        premises.is_global |= inference.is_global;
        premises.is_unique |= inference.is_unique;
        difficulty = difficulty.max(inference.difficulty);
        if inference.rule == Rule::InsideOutside && rule == Rule::EdgePairs {
            rule = Rule::InsideOutside;
        }
        for &fact in &inference.used {
            match fact {
                Fact::Edge(edge) => premises.edges.extend(state.known(edge)),
                Fact::Note(note) if seen.insert(note) => {
                    let known = state.note(note);
                    if let Some(relation) = Relation::of(known.allowed) {
                        notes.push(Note { edges: known.edges, relation });
                    }
                    pending.push(state.inference_of_note(note));
                }
                Fact::Note(_) => {}
            }
        }
    }
    // Notes come before those that depend on them.
    notes.reverse();
    premises.clues.sort_unstable();
    premises.clues.dedup();
    premises.constraints.sort_unstable();
    premises.constraints.dedup();
    premises.vertices.sort_unstable();
    premises.vertices.dedup();
    premises.edges.sort_unstable();
    premises.edges.dedup();
    premises.pairs.sort_unstable();
    premises.pairs.dedup();
    let mut step = Step {
        rule,
        difficulty,
        conclusions: inference.edges.clone(),
        premises,
        notes,
        branches: inference.branches.clone(),
    };
    step.rule = named(state, &step);
    step
}

/// The rule of a step; rules about pairs of edges are named by their shape.
fn named(state: &State<'_>, step: &Step) -> Rule {
    if step.rule != Rule::EdgePairs || step.difficulty > Difficulty::Tricky {
        return step.rule;
    }
    let board = state.board;
    if step.premises.constraints.iter().any(|c| matches!(c, Constraint::Integrity(_))) {
        return step.rule;
    }
    match step.premises.cells()[..] {
        [_] if step.premises.edges.iter().any(|known| known.is_in) => Rule::LineAtClue,
        [_] => Rule::Corner,
        [a, b] => {
            let [a, b] = [a, b].map(|cell| board.puzzle.cell(cell).edges);
            let vertices = |edges: &[zlink_puzzle::EdgeId]| -> Vec<_> {
                edges.iter().flat_map(|&e| board.incidence.ends(e)).collect()
            };
            let [of_a, of_b] = [vertices(a), vertices(b)];
            if a.iter().any(|e| b.contains(e)) {
                Rule::Adjacent
            } else if of_a.iter().any(|v| of_b.contains(v)) {
                Rule::Diagonal
            } else {
                Rule::EdgePairs
            }
        }
        _ => Rule::EdgePairs,
    }
}

/// The steps of a branch that `last` depends on, in order. The premises of these steps and of `last` that were known before the branch
/// began are added to `outer`.
pub(super) fn cone(
    state: &State<'_>,
    last: &[Inference],
    assumption: Known,
    outer: &mut Inference,
) -> Vec<Step> {
    let mut needed: std::collections::BTreeSet<u32> = std::collections::BTreeSet::new();
    let mut seen_notes: FxHashSet<u32> = FxHashSet::default();
    let mut pending: Vec<&Inference> = last.iter().collect();
    while let Some(inference) = pending.pop() {
        outer.clues.extend(&inference.clues);
        outer.constraints.extend(&inference.constraints);
        outer.vertices.extend(&inference.vertices);
        outer.pairs.extend(&inference.pairs);
        outer.is_global |= inference.is_global;
        outer.is_unique |= inference.is_unique;
        for &fact in &inference.used {
            match fact {
                Fact::Edge(edge) if edge == assumption.edge => {}
                Fact::Edge(edge) => match state.own_inference_of(edge) {
                    Some((i, own)) => {
                        if needed.insert(i) {
                            pending.push(own);
                        }
                    }
                    None => outer.used.push(fact),
                },
                Fact::Note(note) => {
                    if seen_notes.insert(note) {
                        pending.push(state.inference_of_note(note));
                    }
                }
            }
        }
    }
    needed.into_iter().map(|i| step(state, state.inference(i))).collect()
}
