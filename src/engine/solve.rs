//! The engine: deduction first, then a race of frontier searches on what is left.

use std::ops::ControlFlow;
use std::time::Instant;

use num_bigint::BigUint;
use rustc_hash::FxHashSet;

use super::race::{Attempt, Purpose, Race};
use super::{Outcome, Question, Request, Statistics, Status};
use crate::deduce::{Deduction, Presolve, Stopped};
use crate::diagram::{Arena, Diagram};
use crate::limits::{Exhausted, Limits, Progress};
use crate::puzzle::{EdgeId, check};

/// Up to this many solutions are looked for one by one; for more, all of them are compiled first.
const FEW: u64 = 10_000;

/// Up to this many solutions are told before all of them are compiled.
const EARLY: usize = 256;

/// Answers `request`.
///
/// `on_solution` gets each solution once (edges ascending) and may break off. Limits end the run early; what was
/// found until then counts.
pub fn run(
    request: &Request<'_>,
    on_solution: &mut dyn FnMut(&[EdgeId]) -> ControlFlow<()>,
    progress: &dyn Progress,
) -> Outcome {
    let mut run =
        Run { request, progress, on_solution, models: 0, count: None, statistics: Statistics::default() };
    let result = run.answer();
    run.outcome(result)
}

struct Run<'r, 'p> {
    request: &'r Request<'p>,
    progress: &'r dyn Progress,
    on_solution: &'r mut dyn FnMut(&[EdgeId]) -> ControlFlow<()>,
    models: u64,
    count: Option<BigUint>,
    statistics: Statistics,
}

/// How a run that no limit ended came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// The whole space was searched.
    Exhausted,
    /// Enough solutions were found.
    Enough,
    /// The receiver of the solutions broke off.
    BrokenOff,
}

impl<'p> Run<'_, 'p> {
    fn outcome(self, result: Result<End, Exhausted>) -> Outcome {
        let found = self.models > 0 || self.count.as_ref().is_some_and(|count| *count != BigUint::ZERO);
        let exhausted = result == Ok(End::Exhausted);
        let status = match (found, exhausted) {
            (true, _) => Status::Satisfiable,
            (false, true) => Status::Unsatisfiable,
            (false, false) => Status::Unknown,
        };
        let stopped = match result {
            Ok(End::BrokenOff) => Some(Exhausted::Interrupted),
            Ok(_) => None,
            Err(cause) => Some(cause),
        };
        Outcome {
            status,
            exhausted,
            models: self.models,
            count: self.count,
            stopped,
            statistics: self.statistics,
        }
    }

    fn answer(&mut self) -> Result<End, Exhausted> {
        let (puzzle, limits) = (self.request.puzzle, &self.request.limits);
        self.statistics.set("vertices", puzzle.vertex_count());
        self.statistics.set("edges", puzzle.edge_count());
        self.statistics.set("clues", puzzle.clued_cells().count());
        self.statistics.set("pairs", puzzle.pairs().len());
        self.progress.report("deduction", format_args!("{} edges", puzzle.edge_count()));
        let started = Instant::now();
        let mut deduction = Deduction::new(puzzle);
        let presolved = deduction.presolve(limits);
        for (rule, count) in deduction.rule_counts().rows() {
            self.statistics.set(format!("deduced_{rule}"), count as usize);
        }
        self.statistics.set("deduction_time", started.elapsed());
        let residual = match presolved {
            Ok(Presolve { residual, .. }) => residual,
            Err(Stopped::Unsatisfiable(_)) => {
                self.count = Some(BigUint::ZERO);
                return Ok(End::Exhausted);
            }
            Err(Stopped::Exhausted(cause)) => return Err(cause),
        };
        if residual.edges.is_empty() {
            self.count = Some(BigUint::from(1u8));
            if self.request.question == Question::Count {
                return Ok(End::Exhausted);
            }
            let mut solution = residual.fixed;
            solution.sort_unstable();
            return Ok(match self.report(&solution) {
                ControlFlow::Continue(()) => End::Exhausted,
                ControlFlow::Break(()) => End::BrokenOff,
            });
        }
        let race =
            |purpose| Race::new(residual, deduction, limits, self.progress, purpose, self.request.seed);
        match self.request.question {
            Question::Solutions { at_most: Some(wanted) } if wanted <= FEW => {
                let race = race(Purpose::Few);
                self.find(race, wanted)
            }
            Question::Solutions { at_most } => {
                let race = race(Purpose::All);
                self.list(race, at_most)
            }
            Question::Count => {
                let race = race(Purpose::Count);
                self.count_all(race)
            }
        }
    }

    fn report(&mut self, solution: &[EdgeId]) -> ControlFlow<()> {
        debug_assert_eq!(check::verify(self.request.puzzle, solution), Ok(()));
        self.models += 1;
        (self.on_solution)(solution)
    }

    /// Counts, without a diagram where the search needs none.
    fn count_all(&mut self, mut race: Race<'_, 'p>) -> Result<End, Exhausted> {
        let limits = self.request.limits.clone();
        let mut learnt = BigUint::ZERO;
        let result = race.run(&mut |attempt| match attempt {
            Attempt::Guided(guided) => {
                let arena = Arena::new(&limits);
                guided.diagram(&arena)?.count(&limits)
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
        race.tell(&mut self.statistics);
        self.count = Some(result?);
        Ok(End::Exhausted)
    }

    /// Finds a few solutions one by one.
    fn find(&mut self, mut race: Race<'_, 'p>, wanted: u64) -> Result<End, Exhausted> {
        let limits = self.request.limits.clone();
        // Searches in different orders may find the same solutions.
        let mut seen = FxHashSet::default();
        let mut end = End::Exhausted;
        let mut visit = |run: &mut Self, solution: &[EdgeId]| {
            if wanted > 1 && !seen.insert(solution.to_vec()) {
                return ControlFlow::Continue(());
            }
            end = match run.report(solution) {
                ControlFlow::Break(()) => End::BrokenOff,
                ControlFlow::Continue(()) if run.models >= wanted => End::Enough,
                ControlFlow::Continue(()) => return ControlFlow::Continue(()),
            };
            ControlFlow::Break(())
        };
        let result = race.run(&mut |attempt| match attempt {
            Attempt::Guided(guided) => guided.visit(|solution| visit(self, solution)).map(|_| ()),
            Attempt::Learn(learn) => learn.visit(|solution| visit(self, solution)).map(|_| ()),
            Attempt::Sweep(sweep) => {
                let arena = Arena::new(&limits);
                let diagram = sweep.diagram(&arena)?;
                let _ = each_set(&diagram, &limits, |solution| visit(self, solution))?;
                Ok(())
            }
        });
        race.tell(&mut self.statistics);
        result.map(|()| end)
    }

    /// Compiles all solutions and lists them. The few that learning finds before that are not held back, so that
    /// a limit does not leave the receiver without any.
    fn list(&mut self, mut race: Race<'_, 'p>, at_most: Option<u64>) -> Result<End, Exhausted> {
        let limits = self.request.limits.clone();
        let mut nodes = 0;
        let mut seen: FxHashSet<Vec<EdgeId>> = FxHashSet::default();
        let result = race.run(&mut |attempt| {
            let mut end = End::Exhausted;
            let mut receive = |solution: &[EdgeId]| {
                if at_most.is_some_and(|most| self.models >= most) {
                    end = End::Enough;
                    return ControlFlow::Break(());
                }
                self.report(solution).map_break(|()| end = End::BrokenOff)
            };
            let arena = Arena::new(&limits);
            let diagram = match attempt {
                Attempt::Guided(guided) => guided.diagram(&arena)?,
                Attempt::Sweep(sweep) => sweep.diagram(&arena)?,
                Attempt::Learn(learn) => {
                    let flow = learn.visit(|solution| {
                        receive(solution)?;
                        seen.insert(solution.to_vec());
                        if seen.len() >= EARLY { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                    })?;
                    // Too many to be told one by one: the diagram will do it.
                    let retires = flow.is_break() && end == End::Exhausted;
                    return if retires { Err(Exhausted::Memory) } else { Ok(end) };
                }
            };
            nodes = diagram.node_count();
            let _ = each_set(&diagram, &limits, |solution| {
                if seen.contains(solution) { ControlFlow::Continue(()) } else { receive(solution) }
            })?;
            Ok(end)
        });
        race.tell(&mut self.statistics);
        self.statistics.set("diagram_nodes", nodes);
        result
    }
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
