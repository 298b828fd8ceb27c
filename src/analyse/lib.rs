//! PUZZLE -> answers to the questions that its designer has after every change.
//!
//! [`analyse`] goes through [`Stage`]s and reports each as soon as it is known:
//!
//! | file | stage |
//! |---|---|
//! | `solutions.rs` | is there none, one, or are there several; how many |
//! | `consequences.rs` | which edges are in all solutions, in none, in some |
//! | `clue_values.rs`, `path_values.rs` | where there are several: how many solutions each further clue, vertex on a path, or pair would leave |
//! | `redundant.rs` | where there is one: which constraints can go (`removal/`: by the clues of a part of the board, `patch.rs`: by another solution near by) |
//! | `together.rs` | the same for clues that a symmetry exchanges, together |
//! | `smallest/` | on request: the fewest clues with which there is still one solution |
//! | `contradiction.rs` | where there is none: which constraints contradict each other |
//! | `number.rs` | counts that are exact or a lower bound |
//!
//! Every stage has limits of its own; what it has not found out when it reaches them is reported as unknown.

#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests run where there are threads"))]

mod clue_values;
mod consequences;
mod contradiction;
mod number;
pub mod patch;
mod path_values;
mod redundant;
pub mod removal;
mod smallest;
mod solutions;
#[cfg(test)]
mod tests;
mod together;

use std::ops::ControlFlow;
use std::time::Duration;

use num_bigint::BigUint;

pub use clue_values::{ClueValues, clue_values, exact_clue_values};
pub use consequences::{Consequences, EnumMode, Meeting, consequences};
pub use contradiction::{Contradiction, contradiction};
pub use number::Number;
pub use path_values::{PathValues, path_values, unique_pairs};
pub use redundant::{Redundant, redundant};
pub use smallest::{Smallest, smallest};
pub use solutions::{Found, number, solutions, varied};

use zlink_base::clock::Instant;
use zlink_base::limits::{Interrupted, Limits, Progress};
use zlink_base::named;
use zlink_deduce::Techniques;
use zlink_diagram::family::Family;
use zlink_engine::{self as engine, Question, Request, Stop};
use zlink_puzzle::{CellId, Constraint, EdgeId, Puzzle, Topology, VertexId};

/// The number of solutions that are listed one by one before the rest are counted in other ways.
const FIRST: usize = 1000;
/// Solutions that are kept may take the memory limit divided by this.
const PART_OF_SOLUTIONS: usize = 8;

named! {
    /// A stage of the analysis.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[non_exhaustive]
    pub enum Stage {
        /// Whether there is no solution, one, or several.
        Solutions = "solutions",
        /// The edges that are in all solutions, in none, in some.
        Edges = "edges",
        /// How many solutions there are.
        Number = "number",
        /// The share of solutions that use each edge.
        Shares = "shares",
        /// What each further clue would leave, where there are several.
        Values = "values",
        /// The constraints that can go, where there is one.
        Redundant = "redundant",
        /// Constraints that contradict each other, where there is none.
        Contradiction = "contradiction",
    }
}

/// The finding of a stage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// No solution, the only solution, or two of several.
    Solutions(Found),
    /// The edges that are in all solutions, in none, and in some.
    Edges(Consequences),
    /// The number of solutions, exact or a lower bound.
    Number(Number),
    /// For each edge, the number of solutions that use it.
    Shares(Vec<BigUint>),
    /// The numbers of solutions that further constraints would leave.
    Values(Values),
    /// The constraints that can be removed.
    Redundant(Redundant),
    /// Constraints that contradict each other.
    Contradiction(Contradiction),
}

/// The numbers of solutions that each further constraint of a puzzle with several solutions would leave.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Values {
    /// For each cell without a clue, what each value of a clue would leave.
    pub clues: Vec<ClueValues>,
    /// For a linkage: what each vertex that is no end of a pair would leave if it had to be on the path of each pair.
    pub paths: Vec<PathValues>,
    /// For a linkage: further pairs that make the solution unique, among those that were tried.
    pub pairs: Vec<[VertexId; 2]>,
    /// If orbits of cells and an answer were given: the orbits whose further clues, all at once, make the answer the only solution.
    pub together: Option<Vec<Vec<(CellId, u32)>>>,
}

/// The result of a stage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The stage that this reports on.
    pub stage: Stage,
    /// The finding, perhaps a partial one; `None` if the stage found nothing.
    pub finding: Option<Finding>,
    /// The limit that ended the stage early, if one did.
    pub stopped: Option<Interrupted>,
    /// The time that the stage took.
    pub time: Duration,
}

/// The stages of an analysis, and the limits on them.
#[derive(Debug, Clone)]
pub struct Options {
    /// The stages to run, apart from the first one, which always runs.
    pub stages: Vec<Stage>,
    /// The limits of all stages together.
    pub limits: Limits,
    /// The time limit of each stage.
    pub stage_time: Option<Duration>,
    /// The number of threads that a count may use.
    pub threads: usize,
    /// Sets of cells whose clues go and come together, as those that a symmetry exchanges.
    pub orbits: Option<Vec<Vec<CellId>>>,
    /// The solution (edges ascending) that further clues are to make the only one.
    pub answer: Option<Vec<EdgeId>>,
}

impl Default for Options {
    /// All stages, without limits, on one thread.
    fn default() -> Self {
        Options {
            stages: Stage::ALL.to_vec(),
            limits: Limits::none(),
            stage_time: None,
            threads: 1,
            orbits: None,
            answer: None,
        }
    }
}

/// Runs the requested stages that make sense for the puzzle, in their order, and passes the result of each to `on_report`. Ends early when
/// `on_report` breaks, or when a limit of the whole analysis is reached: then the last report says so.
pub fn analyse(
    puzzle: &Puzzle,
    options: &Options,
    progress: &dyn Progress,
    on_report: &mut dyn FnMut(&Report) -> ControlFlow<()>,
) {
    let mut analysis = Analysis {
        puzzle,
        options,
        progress,
        on_report,
        known: Vec::new(),
        is_all_known: false,
        family: None,
    };
    // A break only ends the analysis early.
    let _ = analysis.run();
}

struct Analysis<'a> {
    puzzle: &'a Puzzle,
    options: &'a Options,
    progress: &'a dyn Progress,
    on_report: &'a mut dyn FnMut(&Report) -> ControlFlow<()>,
    /// The solutions found so far, all different, edges ascending.
    known: Vec<Vec<EdgeId>>,
    /// Whether `known` has all solutions.
    is_all_known: bool,
    /// The family of all solutions, if a diagram of it was built.
    family: Option<Family>,
}

/// The finding of a stage, and the limit that was reached, if one was.
type Result = (Option<Finding>, Option<Interrupted>);

impl Analysis<'_> {
    fn run(&mut self) -> ControlFlow<()> {
        let mut found = None;
        self.stage(Stage::Solutions, |analysis, limits| {
            let (two, stopped) = solutions(analysis.puzzle, 2, limits, analysis.progress);
            analysis.known.clone_from(&two.solutions);
            analysis.is_all_known = two.is_all;
            found = Some(two.clone());
            // A search that ended early without a solution has no finding.
            let is_known = two.is_all || !two.solutions.is_empty();
            (is_known.then_some(Finding::Solutions(two)), stopped)
        })?;
        let Some(found) = found else { return ControlFlow::Continue(()) };
        match (found.solutions.len(), found.is_all) {
            (0, true) => self.stage(Stage::Contradiction, Self::contradiction),
            (0, false) => ControlFlow::Continue(()),
            (count, is_all) => {
                self.stage(Stage::Edges, Self::edges)?;
                self.stage(Stage::Number, Self::number)?;
                self.stage(Stage::Shares, Self::shares)?;
                match (count, is_all) {
                    (1, true) => self.stage(Stage::Redundant, Self::redundant),
                    (1, false) => ControlFlow::Continue(()),
                    _ => self.stage(Stage::Values, Self::values),
                }
            }
        }
    }

    /// Runs a stage within its limits, if it was requested, and reports its result.
    fn stage(&mut self, stage: Stage, work: impl FnOnce(&mut Self, &Limits) -> Result) -> ControlFlow<()> {
        if stage != Stage::Solutions && !self.options.stages.contains(&stage) {
            return ControlFlow::Continue(());
        }
        let started = Instant::now();
        let mut limits = self.options.limits.clone();
        let own = self.options.stage_time.and_then(|time| started.checked_add(time));
        limits.deadline = [limits.deadline, own].into_iter().flatten().min();
        self.progress.report(stage.name(), format_args!("begins"));
        let (finding, stopped) = work(self, &limits);
        (self.on_report)(&Report { stage, finding, stopped, time: started.elapsed() })?;
        // A limit of the stage alone does not end the analysis.
        match self.options.limits.check() {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }

    fn edges(&mut self, limits: &Limits) -> Result {
        if self.is_all_known {
            let consequences = Consequences::of_all(&self.known, self.puzzle.edge_count());
            return (Some(Finding::Edges(consequences)), None);
        }
        let most = self.most_kept(limits);
        let mut met = Vec::new();
        let result =
            consequences(self.puzzle, Techniques::default(), &self.known, limits, self.progress, |meeting| {
                if met.len() < most {
                    met.push(meeting.solution.to_vec());
                }
                ControlFlow::Continue(())
            });
        self.known.append(&mut met);
        match result {
            Ok(Some((consequences, stopped))) => (Some(Finding::Edges(consequences)), stopped),
            Ok(None) => (None, None),
            Err(cause) => (None, Some(cause)),
        }
    }

    /// The number of solutions that may be kept in memory.
    fn most_kept(&self, limits: &Limits) -> usize {
        let bytes = size_of::<EdgeId>() * self.puzzle.edge_count().max(1);
        (limits.memory() / PART_OF_SOLUTIONS / bytes).clamp(2, FIRST)
    }

    fn number(&mut self, limits: &Limits) -> Result {
        if self.is_all_known {
            return (Some(Finding::Number(Number::exact(self.known.len()))), None);
        }
        let most = self.most_kept(limits) as u64;
        let (first, stopped) = solutions(self.puzzle, most, limits, self.progress);
        let met = first.solutions.len().max(self.known.len());
        if first.is_all || stopped.is_some() {
            let number = if first.is_all { Number::exact(met) } else { Number::at_least(met) };
            if first.is_all {
                (self.known, self.is_all_known) = (first.solutions, true);
            }
            return (Some(Finding::Number(number)), stopped);
        }
        let (number, stopped) = number(self.puzzle, limits, self.options.threads, self.progress);
        let number = match number {
            Number::AtLeast(counted) => Number::AtLeast(counted.max(met.into())),
            exact => exact,
        };
        self.known = first.solutions;
        (Some(Finding::Number(number)), stopped)
    }

    fn shares(&mut self, limits: &Limits) -> Result {
        let shares = |analysis: &mut Self| -> std::result::Result<Vec<BigUint>, Stop> {
            let request =
                Request { limits: limits.clone(), ..Request::new(analysis.puzzle, Question::Count) };
            let family = engine::family(&request, analysis.progress)?;
            let diagram = family.diagram();
            let mut shares = vec![BigUint::ZERO; analysis.puzzle.edge_count()];
            let frequencies = diagram.counts(limits)?.frequencies(limits)?;
            for (element, frequency) in diagram.variables().iter().zip(frequencies) {
                shares[element.index()] = frequency;
            }
            analysis.family = Some(family);
            Ok(shares)
        };
        match shares(self) {
            Ok(shares) => (Some(Finding::Shares(shares)), None),
            Err(Stop::Interrupted(cause)) => (None, Some(cause)),
            // The frontier is too wide for a diagram.
            Err(Stop::Refused(_)) => (None, Some(Interrupted::Memory)),
        }
    }

    fn values(&mut self, limits: &Limits) -> Result {
        let exact = self.family.as_ref().map(|family| exact_clue_values(self.puzzle, family, limits));
        let (clues, mut stopped) = match exact {
            Some(Ok(clues)) => (clues, None),
            _ => clue_values(self.puzzle, &self.known, self.is_all_known, limits, self.progress),
        };
        let mut values = Values { clues, ..Values::default() };
        if self.puzzle.topology() == Topology::Linkage && stopped.is_none() {
            (values.paths, stopped) =
                path_values(self.puzzle, &self.known, self.is_all_known, limits, self.progress);
            if stopped.is_none() {
                (values.pairs, stopped) = unique_pairs(self.puzzle, limits, self.progress);
            }
        }
        if let (Some(orbits), Some(answer), None) = (&self.options.orbits, &self.options.answer, stopped) {
            match together::deciding(self.puzzle, answer, orbits, &self.known, limits, self.progress) {
                Ok(deciding) => values.together = Some(deciding),
                Err(cause) => stopped = Some(cause),
            }
        }
        (Some(Finding::Values(values)), stopped)
    }

    fn redundant(&mut self, limits: &Limits) -> Result {
        let solution = &self.known[0];
        let (mut redundant, mut stopped) = redundant(self.puzzle, solution, limits, self.progress);
        if let (Some(orbits), None) = (&self.options.orbits, stopped) {
            let clues = (0..self.puzzle.cell_count()).map(CellId::from_index);
            let can_go: Vec<CellId> =
                clues.filter(|&cell| redundant.can_go.contains(&Constraint::Clue(cell))).collect();
            match together::removable(self.puzzle, solution, orbits, &can_go, limits, self.progress) {
                Ok(removable) => redundant.together = Some(removable),
                Err(cause) => stopped = Some(cause),
            }
        }
        (Some(Finding::Redundant(redundant)), stopped)
    }

    fn contradiction(&mut self, limits: &Limits) -> Result {
        let (contradiction, stopped) = contradiction(self.puzzle, limits, self.progress);
        (Some(Finding::Contradiction(contradiction)), stopped)
    }
}
