//! The engines `auto` and `zdd`: a race of searches on what deduction left answers the question.

use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};

use num_bigint::BigUint;
use rustc_hash::FxHashSet;

use super::race::{Attempt, Purpose, Race};
use super::receiver::Receiver;
use super::{Question, Statistics, threads};
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
    threads: usize,
    statistics: &mut Statistics,
) -> Result<BigUint, Exhausted> {
    let learnt = Mutex::new(BigUint::ZERO);
    let result = threads::run(&mut race, threads, &|attempt| match attempt {
        Attempt::Guided(guided) => {
            let limits = guided.limits();
            let arena = Arena::new(limits);
            guided.diagram(&arena)?.count(limits)
        }
        Attempt::Sweep(sweep) => sweep.count(),
        Attempt::Learn(learn) => {
            let mut learnt = lock(&learnt);
            let visited = learn.visit(|_| {
                *learnt += 1u8;
                ControlFlow::Continue(())
            });
            visited.map(|_| std::mem::take(&mut *learnt))
        }
        Attempt::Linkage(_) => Err(Exhausted::Width), // it does not find all
    });
    race.tell(statistics);
    result
}

/// Finds a few solutions one by one.
pub(super) fn find(
    mut race: Race<'_, '_>,
    threads: usize,
    receiver: &mut Receiver<'_, '_>,
    statistics: &mut Statistics,
) -> Result<(), Exhausted> {
    // Different searches may find the same solutions.
    let told = Mutex::new((receiver, FxHashSet::default()));
    let visit = |solution: &[EdgeId]| {
        let (receiver, seen) = &mut *lock(&told);
        if receiver.wants_one() || seen.insert(solution.to_vec()) {
            receiver.take_until_full(solution)
        } else {
            ControlFlow::Continue(())
        }
    };
    let result = threads::run(&mut race, threads, &|attempt| match attempt {
        Attempt::Guided(guided) => guided.visit(visit).map(|_| ()),
        Attempt::Learn(learn) => learn.visit(visit).map(|_| ()),
        Attempt::Linkage(linkage) => linkage.visit(visit).map(|_| ()),
        Attempt::Sweep(sweep) => {
            let limits = sweep.limits();
            let arena = Arena::new(limits);
            let diagram = sweep.diagram(&arena)?;
            each_set(&diagram, limits, visit).map(|_| ())
        }
    });
    race.tell(statistics);
    result
}

/// What [`list`] has told so far.
struct Told<'a, 'r, 'p> {
    receiver: &'a mut Receiver<'r, 'p>,
    /// The solutions that learning found.
    seen: FxHashSet<Vec<EdgeId>>,
    /// The nodes of the diagram that is being listed. From then on nothing else tells solutions.
    nodes: Option<usize>,
}

/// Compiles all solutions and lists them. The few that learning finds before that are not held back, so that a
/// limit does not leave the receiver without any.
pub(super) fn list(
    mut race: Race<'_, '_>,
    threads: usize,
    receiver: &mut Receiver<'_, '_>,
    statistics: &mut Statistics,
) -> Result<(), Exhausted> {
    let told = Mutex::new(Told { receiver, seen: FxHashSet::default(), nodes: None });
    let early = |solution: &[EdgeId]| {
        let told = &mut *lock(&told);
        if told.nodes.is_some() {
            return ControlFlow::Break(());
        }
        told.receiver.take(solution)?;
        told.seen.insert(solution.to_vec());
        if told.seen.len() >= EARLY { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let listed = |solution: &[EdgeId]| {
        let told = &mut *lock(&told);
        if told.seen.contains(solution) { ControlFlow::Continue(()) } else { told.receiver.take(solution) }
    };
    let all = |diagram: &Diagram<'_>, limits: &Limits| {
        if lock(&told).nodes.replace(diagram.node_count()).is_some() {
            // Another search was quicker and is at it.
            return Err(Exhausted::Memory);
        }
        each_set(diagram, limits, listed).map(|_| ())
    };
    let result = threads::run(&mut race, threads, &|attempt| match attempt {
        Attempt::Guided(guided) => {
            let limits = guided.limits();
            let arena = Arena::new(limits);
            all(&guided.diagram(&arena)?, limits)
        }
        Attempt::Sweep(sweep) => {
            let limits = sweep.limits();
            let arena = Arena::new(limits);
            all(&sweep.diagram(&arena)?, limits)
        }
        Attempt::Learn(learn) => {
            let flow = learn.visit(early)?;
            // Too many to be told one by one: the diagram will do it.
            let retires = flow.is_break() && lock(&told).receiver.closed().is_none();
            if retires { Err(Exhausted::Memory) } else { Ok(()) }
        }
        Attempt::Linkage(_) => Err(Exhausted::Width), // it does not find all
    });
    race.tell(statistics);
    statistics.set("diagram_nodes", lock(&told).nodes.unwrap_or(0));
    result
}

/// What `mutex` guards. A panic elsewhere ends the run anyway.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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
