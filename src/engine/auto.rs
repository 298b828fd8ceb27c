//! The engines `auto` and `zdd`: a race of searches on what deduction left answers the question.

use std::ops::ControlFlow;

use num_bigint::BigUint;
use rustc_hash::FxHashSet;

use super::race::{Attempt, Purpose, Race};
use super::receiver::Receiver;
use super::{Question, Statistics};
use crate::diagram::{Arena, Diagram};
use crate::limits::{Exhausted, Limits};
use crate::puzzle::EdgeId;

/// Up to this many solutions are looked for one by one; for more, all of them are compiled first.
const FEW: u64 = 10_000;

/// Up to this many solutions are told before all of them are compiled.
const EARLY: usize = 256;

/// What a race has to do for a question.
pub(super) fn purpose(question: Question) -> Purpose {
    match question {
        Question::Solutions { at_most: Some(wanted) } if wanted <= FEW => Purpose::Few,
        Question::Solutions { .. } => Purpose::All,
        Question::Count => Purpose::Count,
    }
}

/// Counts, without a diagram where the search needs none.
pub(super) fn count(
    mut race: Race<'_, '_>,
    limits: &Limits,
    statistics: &mut Statistics,
) -> Result<BigUint, Exhausted> {
    let mut learnt = BigUint::ZERO;
    let result = race.run(&mut |attempt| match attempt {
        Attempt::Guided(guided) => {
            let arena = Arena::new(limits);
            guided.diagram(&arena)?.count(limits)
        }
        Attempt::Sweep(sweep) => sweep.count(),
        Attempt::Learn(learn) => {
            let visited = learn.visit(|_| {
                learnt += 1u8;
                ControlFlow::Continue(())
            });
            visited.map(|_| std::mem::take(&mut learnt))
        }
    });
    race.tell(statistics);
    result
}

/// Finds a few solutions one by one.
pub(super) fn find(
    mut race: Race<'_, '_>,
    limits: &Limits,
    receiver: &mut Receiver<'_, '_>,
    statistics: &mut Statistics,
) -> Result<(), Exhausted> {
    // Searches in different orders may find the same solutions.
    let mut seen = FxHashSet::default();
    let mut visit = |solution: &[EdgeId]| {
        if receiver.wants_one() || seen.insert(solution.to_vec()) {
            receiver.take_until_full(solution)
        } else {
            ControlFlow::Continue(())
        }
    };
    let result = race.run(&mut |attempt| match attempt {
        Attempt::Guided(guided) => guided.visit(&mut visit).map(|_| ()),
        Attempt::Learn(learn) => learn.visit(&mut visit).map(|_| ()),
        Attempt::Sweep(sweep) => {
            let arena = Arena::new(limits);
            let diagram = sweep.diagram(&arena)?;
            each_set(&diagram, limits, &mut visit).map(|_| ())
        }
    });
    race.tell(statistics);
    result
}

/// Compiles all solutions and lists them. The few that learning finds before that are not held back, so that a
/// limit does not leave the receiver without any.
pub(super) fn list(
    mut race: Race<'_, '_>,
    limits: &Limits,
    receiver: &mut Receiver<'_, '_>,
    statistics: &mut Statistics,
) -> Result<(), Exhausted> {
    let mut nodes = 0;
    let mut seen: FxHashSet<Vec<EdgeId>> = FxHashSet::default();
    let result = race.run(&mut |attempt| {
        let arena = Arena::new(limits);
        let diagram = match attempt {
            Attempt::Guided(guided) => guided.diagram(&arena)?,
            Attempt::Sweep(sweep) => sweep.diagram(&arena)?,
            Attempt::Learn(learn) => {
                let flow = learn.visit(|solution| {
                    receiver.take(solution)?;
                    seen.insert(solution.to_vec());
                    if seen.len() >= EARLY { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                })?;
                // Too many to be told one by one: the diagram will do it.
                let retires = flow.is_break() && receiver.closed().is_none();
                return if retires { Err(Exhausted::Memory) } else { Ok(()) };
            }
        };
        nodes = diagram.node_count();
        let visit = |solution: &[EdgeId]| {
            if seen.contains(solution) { ControlFlow::Continue(()) } else { receiver.take(solution) }
        };
        each_set(&diagram, limits, visit).map(|_| ())
    });
    race.tell(statistics);
    statistics.set("diagram_nodes", nodes);
    result
}

/// Hands the sets of `diagram` out, edges ascending, until the receiver breaks off.
fn each_set(
    diagram: &Diagram<'_>,
    limits: &Limits,
    mut receive: impl FnMut(&[EdgeId]) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, Exhausted> {
    let mut sets = diagram.sets();
    let mut sorted = Vec::new();
    while let Some(set) = sets.next_set() {
        limits.check()?;
        sorted.clear();
        sorted.extend_from_slice(set);
        sorted.sort_unstable();
        if receive(&sorted).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}
