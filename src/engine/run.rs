//! Runs a request: deduction first, then the requested engine on what is left open.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::backtrack::Backtrack;
use super::enumerate::{Enumerate, Stop};
use zlink_base::clock::Instant;

use super::portfolio::{All, Count, Few, Field, Portfolio, Purpose};
use super::receiver::{Closed, Receiver};
use super::search::Search;
use super::tally::Tally;
use super::together::agree;
use super::{Figure, Method, Outcome, Question, Refusal, Request, Solver, Statistics, Status, brute};
use zlink_base::limits::{Interrupted, Progress};
use zlink_deduce::{Contradiction, Deduction, Depth, Heuristic, Residual, Scope, Stopped, Value};
use zlink_puzzle::{EdgeId, Renumbered, Subdivided};
use zlink_search::{Places, SweepReport};

/// Answers `request`.
///
/// `on_solution` is called with each solution once (edges ascending), and may break off. If a limit ends the run
/// early, the outcome has what was found until then.
pub fn run(
    request: &Request<'_>,
    on_solution: &mut (dyn FnMut(&[EdgeId]) -> ControlFlow<()> + Send),
    progress: &dyn Progress,
) -> Outcome {
    if let Some(subdivided) = Subdivided::of(request.puzzle) {
        let simple = Request { puzzle: &subdivided.puzzle, ..request.clone() };
        let mut outcome = run(&simple, &mut |solution| on_solution(subdivided.original(solution)), progress);
        outcome.statistics.set("vertices", request.puzzle.vertex_count());
        outcome.statistics.set("edges", request.puzzle.edge_count());
        return outcome;
    }
    let renumbered =
        request.techniques.has(Heuristic::Renumber).then(|| Renumbered::of(request.puzzle)).flatten();
    let Some(renumbered) = renumbered else {
        return answer(request, on_solution, progress);
    };
    let request = Request { puzzle: &renumbered.puzzle, ..request.clone() };
    answer(&request, &mut |solution| on_solution(&renumbered.original(solution)), progress)
}

/// Answers `request` without renumbering its puzzle.
fn answer(
    request: &Request<'_>,
    on_solution: &mut (dyn FnMut(&[EdgeId]) -> ControlFlow<()> + Send),
    progress: &dyn Progress,
) -> Outcome {
    let wanted = match request.question {
        Question::Solutions { at_most } => at_most,
        Question::Count => None,
    };
    let receiver = Receiver::new(request, wanted, on_solution);
    let tally = Tally::new(progress);
    let mut run = Run { request, progress, receiver, count: None, tally, statistics: Statistics::default() };
    let result = run.answer();
    if let (Err(why), Some(peers)) = (&result, request.peers) {
        peers.stop(&why.to_string());
    }
    run.outcome(result)
}

/// The input of an engine.
struct Start<'p> {
    deduction: Deduction<'p>,
    residual: Residual,
}

/// Checks that the requested engine accepts the puzzle, and chooses its solver, if it uses one.
fn fits(request: &Request<'_>) -> Result<Option<Solver>, Refusal> {
    let Request { puzzle, method, solver, encoding, .. } = *request;
    match method {
        Method::Brute => brute::fits(puzzle)?,
        Method::Sat => encoding.fits(puzzle)?,
        _ => {}
    }
    Solver::choose(method, solver)
}

pub(super) struct Run<'r, 'p> {
    pub(super) request: &'r Request<'p>,
    pub(super) progress: &'r dyn Progress,
    receiver: Receiver<'r, 'p>,
    pub(super) count: Option<BigUint>,
    tally: Tally<'r>,
    pub(super) statistics: Statistics,
}

impl<'p> Run<'_, 'p> {
    fn outcome(mut self, result: Result<(), Stop>) -> Outcome {
        let (models, closed) = (self.receiver.models(), self.receiver.closed());
        let at_least = if self.count.is_some() { 0 } else { self.tally.at_least() };
        if at_least > 0 {
            self.statistics.set("counted_at_least", u64::try_from(at_least).unwrap_or(u64::MAX));
        }
        let found =
            models > 0 || at_least > 0 || self.count.as_ref().is_some_and(|count| *count != BigUint::ZERO);
        let exhausted = result.is_ok() && closed.is_none();
        let status = match (found, exhausted) {
            (true, _) => Status::Satisfiable,
            (false, true) => Status::Unsatisfiable,
            (false, false) => Status::Unknown,
        };
        let (stopped, refusal) = match result {
            Ok(()) => ((closed == Some(Closed::BrokenOff)).then_some(Interrupted::Stopped), None),
            Err(Stop::Interrupted(cause)) => (Some(cause), None),
            Err(Stop::Refused(refusal)) => (None, Some(refusal)),
        };
        Outcome {
            status,
            exhausted,
            models,
            count: self.count,
            at_least,
            stopped,
            refusal,
            statistics: self.statistics,
        }
    }

    fn answer(&mut self) -> Result<(), Stop> {
        let Request { puzzle, method, peers, .. } = *self.request;
        if let Some(peers) = peers {
            agree(self.request, peers)?;
        }
        self.statistics.set("engine", method.name());
        self.statistics.set("vertices", puzzle.vertex_count());
        self.statistics.set("edges", puzzle.edge_count());
        self.statistics.set("clues", puzzle.clued_cells().count());
        self.statistics.set("pairs", puzzle.pairs().len());
        let solver = fits(self.request)?;
        if method == Method::Brute {
            return self.enumerate(&mut brute::Brute::new(puzzle));
        }
        let start = if self.request.presolve { self.presolve()? } else { self.bare() };
        let Ok(Start { deduction, residual }) = start else {
            self.decided_by("deduction", "it found a contradiction");
            self.count = Some(BigUint::ZERO);
            return Ok(());
        };
        self.statistics.set("open_edges", residual.open_count());
        if residual.edges.is_empty() {
            self.decided_by("deduction", "it decided every edge");
            return self.only(residual.fixed);
        }
        let places = Places { spill: self.request.spill, peers };
        if places.are_given() && self.request.question == Question::Count {
            return self.spilled(&residual, places);
        }
        // The values of the edges for engines that do not deduce themselves.
        let known = || match self.request.presolve {
            true => deduction.values().to_vec(),
            false => vec![Value::Open; puzzle.edge_count()],
        };
        match method {
            Method::Auto => self.portfolio(deduction, residual, Field::All),
            Method::Zdd if self.request.presolve => self.portfolio(deduction, residual, Field::Frontier),
            Method::Zdd => self.portfolio(deduction, residual, Field::Sweep),
            Method::Search => {
                let Request { question, presolve, ref limits, seed, .. } = *self.request;
                let few = presolve && Purpose::of(question) == Purpose::Few;
                self.enumerate(&mut Search::new(deduction, few, limits, seed))
            }
            Method::Sat | Method::Mip => {
                match solver.and_then(|solver| solver.engine(self.request, known())) {
                    Some(mut engine) => self.enumerate(&mut *engine),
                    None => Ok(()),
                }
            }
            Method::Backtrack => self.enumerate(&mut Backtrack::new(puzzle, known())),
            // Dealt with above.
            Method::Brute => Ok(()),
        }
    }

    /// Records which part of the program found the answer, and why it was that part.
    pub(super) fn decided_by(&mut self, part: &'static str, why: &'static str) {
        self.statistics.set("decided_by", part);
        self.statistics.set("decided_why", why);
    }

    /// Records the statistics of a sweep.
    pub(super) fn add_sweep(&mut self, report: &SweepReport) {
        self.statistics.set("sweep_states", report.states);
        self.statistics.set("sweep_peak", report.peak);
        self.statistics.set("sweep_bytes", Figure::Bytes(report.bytes as u64));
    }

    /// Applies all rules to their fixpoint.
    fn presolve(&mut self) -> Result<Result<Start<'p>, Contradiction>, Interrupted> {
        let puzzle = self.request.puzzle;
        self.progress.report("deduction", format_args!("{} edges", puzzle.edge_count()));
        let started = Instant::now();
        let mut deduction = Deduction::with(puzzle, self.request.techniques);
        let presolved = deduction.probe(Scope::Fixpoint, &self.request.limits);
        // The portfolio looks at the room after it has looked for a linkage that covers every vertex.
        let looks = self.request.method != Method::Auto || self.request.question == Question::Count;
        let presolved = presolved.and_then(|_| {
            let lacks_room = looks && deduction.lacks_room();
            if lacks_room { Err(Contradiction.into()) } else { Ok(deduction.residual()?) }
        });
        for (rule, count) in deduction.rule_counts().rows() {
            self.statistics.set(format!("deduced_{rule}"), count as usize);
        }
        self.statistics.set("deduction_time", started.elapsed());
        match presolved {
            Ok(residual) => Ok(Ok(Start { deduction, residual })),
            Err(Stopped::Unsatisfiable(contradiction)) => Ok(Err(contradiction)),
            Err(Stopped::Interrupted(cause)) => Err(cause),
        }
    }

    /// The puzzle without presolving; searches that propagate start from the fixpoint of the cheap rules.
    fn bare(&mut self) -> Result<Start<'p>, Contradiction> {
        let puzzle = self.request.puzzle;
        let mut deduction = Deduction::with(puzzle, self.request.techniques);
        let residual = match self.request.method {
            Method::Auto | Method::Search => {
                deduction.propagate(Depth::Cheap).map_err(|_| Contradiction)?;
                Residual::new(puzzle, deduction.values())?
            }
            _ => Residual::new(puzzle, &vec![Value::Open; puzzle.edge_count()])?,
        };
        Ok(Start { deduction, residual })
    }

    /// Reports the only solution.
    fn only(&mut self, mut solution: Vec<EdgeId>) -> Result<(), Stop> {
        self.count = Some(BigUint::from(1u8));
        if self.request.question != Question::Count {
            solution.sort_unstable();
            let _ = self.receiver.take(&solution);
        }
        Ok(())
    }

    /// Runs an engine that finds the solutions one by one.
    fn enumerate(&mut self, engine: &mut dyn Enumerate) -> Result<(), Stop> {
        self.decided_by(self.request.method.name(), "it was asked for");
        let Request { limits, question, .. } = self.request;
        let started = Instant::now();
        let tally = &self.tally;
        let result = match question {
            Question::Count => engine.enumerate(limits, self.progress, &mut |_| {
                tally.add();
                ControlFlow::Continue(())
            }),
            Question::Solutions { .. } => {
                let receiver = &mut self.receiver;
                engine.enumerate(limits, self.progress, &mut |solution| receiver.take_until_full(solution))
            }
        };
        self.statistics.set("search_time", started.elapsed());
        engine.add_statistics(&mut self.statistics);
        let _ = result?;
        if *question == Question::Count {
            self.count = Some(BigUint::from(self.tally.counted()));
        }
        Ok(())
    }

    /// Runs the portfolio: several strategies in turns, or on several threads.
    fn portfolio(&mut self, deduction: Deduction<'p>, residual: Residual, field: Field) -> Result<(), Stop> {
        let Request { ref limits, question, seed, threads, sweep_threads, .. } = *self.request;
        let purpose = Purpose::of(question);
        let mut portfolio = Portfolio::new(residual, deduction, limits, self.progress, purpose, field, seed);
        portfolio.set_sweep_threads(sweep_threads);
        let answered = match purpose {
            Purpose::Count => {
                portfolio.run(threads, &Count(&self.tally)).map(|count| self.count = Some(count))
            }
            Purpose::Few => portfolio.run(threads, &Few::new(&mut self.receiver)),
            Purpose::All => {
                let all = All::new(&mut self.receiver);
                let answered = portfolio.run(threads, &all);
                self.statistics.set("diagram_nodes", all.diagram_nodes());
                answered
            }
        };
        portfolio.add_statistics(&mut self.statistics);
        Ok(answered?)
    }
}
