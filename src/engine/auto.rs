//! The engines `auto` and `zdd`: a race of searches on what deduction left answers the question.

use std::ops::ControlFlow;
use std::sync::Mutex;

use num_bigint::BigUint;
use rustc_hash::FxHashSet;

use super::race::{Attempt, FEW, Purpose, Race};
use super::receiver::Receiver;
use super::tally::Tally;
use super::threads::{self, lock};
use super::{Question, Statistics};
use crate::diagram::{Arena, Diagram};
use crate::limits::{Exhausted, Limits};
use crate::puzzle::EdgeId;

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
    tally: &Tally<'_>,
    statistics: &mut Statistics,
) -> Result<BigUint, Exhausted> {
    let result = threads::run(&mut race, threads, &|attempt| match attempt {
        Attempt::Guided(guided) => {
            let limits = guided.limits();
            let arena = Arena::new(limits);
            guided.diagram(&arena)?.count(limits)
        }
        Attempt::Sweep(sweep) => sweep.count(),
        Attempt::Learn(learn) => {
            let visited = learn.visit(|_| {
                tally.add();
                ControlFlow::Continue(())
            });
            visited.map(|_| BigUint::from(tally.counted()))
        }
        // It does not find all.
        Attempt::Linkage(linkage) => match linkage.visit(|_| {
            tally.see();
            ControlFlow::Break(())
        })? {
            ControlFlow::Break(()) => Err(Exhausted::Width),
            ControlFlow::Continue(()) => Ok(BigUint::ZERO),
        },
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
    /// The solutions that were not told from a diagram, in as little room as it takes: one bit for each edge.
    seen: FxHashSet<Box<[u64]>>,
    /// The nodes of the diagram that is being listed. From then on nothing else tells solutions.
    nodes: Option<usize>,
    packed: Vec<u64>,
}

impl Told<'_, '_, '_> {
    /// Tells a solution (edges ascending) that was found by itself, unless it was told before.
    fn take(&mut self, solution: &[EdgeId]) -> ControlFlow<()> {
        if self.nodes.is_some() {
            return ControlFlow::Break(());
        }
        self.pack(solution);
        let is_new = self.seen.insert(self.packed.as_slice().into());
        if is_new { self.receiver.take(solution) } else { ControlFlow::Continue(()) }
    }

    /// Tells a solution of the diagram, unless it was told before.
    fn take_listed(&mut self, solution: &[EdgeId]) -> ControlFlow<()> {
        if !self.seen.is_empty() {
            self.pack(solution);
            if self.seen.contains(self.packed.as_slice()) {
                return ControlFlow::Continue(());
            }
        }
        self.receiver.take(solution)
    }

    fn pack(&mut self, solution: &[EdgeId]) {
        self.packed.clear();
        self.packed.resize(solution.last().map_or(0, |last| last.index() / 64 + 1), 0);
        solution.iter().for_each(|edge| self.packed[edge.index() / 64] |= 1 << (edge.index() % 64));
    }
}

/// Lists all solutions: those that are found one by one as they come, and the others as soon as one of the searches
/// has compiled all of them.
pub(super) fn list(
    mut race: Race<'_, '_>,
    threads: usize,
    receiver: &mut Receiver<'_, '_>,
    statistics: &mut Statistics,
) -> Result<(), Exhausted> {
    let told = Mutex::new(Told { receiver, seen: FxHashSet::default(), nodes: None, packed: Vec::new() });
    let all = |diagram: &Diagram<'_>, limits: &Limits| {
        if lock(&told).nodes.replace(diagram.node_count()).is_some() {
            // Another search was quicker and is at it.
            return Err(Exhausted::Memory);
        }
        each_set(diagram, limits, |solution| lock(&told).take_listed(solution)).map(|_| ())
    };
    // Whether a search that broke off leaves the rest to others; it takes no further part then.
    let leaves = |flow: ControlFlow<()>| flow.is_break() && lock(&told).receiver.closed().is_none();
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
            let flow = learn.visit(|solution| lock(&told).take(solution))?;
            if leaves(flow) { Err(Exhausted::Width) } else { Ok(()) }
        }
        Attempt::Linkage(linkage) => {
            // It finds one solution, and shows that there is no other.
            let several = || lock(&told).seen.len() > 1;
            if several() {
                return Err(Exhausted::Width);
            }
            let flow = linkage.visit(|solution| {
                lock(&told).take(solution)?;
                if several() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })?;
            if leaves(flow) { Err(Exhausted::Width) } else { Ok(()) }
        }
    });
    race.tell(statistics);
    statistics.set("diagram_nodes", lock(&told).nodes.unwrap_or(0));
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
