//! What whoever makes or solves a puzzle by hand wants to know.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use super::{Puzzle, Solution};
use zlink_analyse::{self as analyse, Finding, Report, Stage};
use zlink_answer as answer;
use zlink_base::limits::Exhausted;
use zlink_convert::Document;
use zlink_explain::{self as explain, Ending, Rating, Step};
use zlink_generate::{
    GenerateError, Hints, Numberlink, NumberlinkOptions, Pairs, Slitherlink, SlitherlinkOptions,
};
use zlink_puzzle::Puzzle as NumberedPuzzle;

/// What is to be known about a puzzle while it is made: a report for each stage of the analysis that made sense.
///
/// As text it is what `zlink analyse` writes.
#[derive(Debug, Clone)]
pub struct Analysis {
    document: Arc<Document>,
    reports: Vec<Report>,
}

impl Analysis {
    /// The reports, in the order of the stages.
    pub fn reports(&self) -> &[Report] {
        &self.reports
    }

    /// What a stage found out, if it ran and found something out.
    pub fn finding(&self, stage: Stage) -> Option<&Finding> {
        self.reports.iter().find(|report| report.stage == stage)?.finding.as_ref()
    }

    /// A line of JSON for each report, as of `zlink analyse --json`.
    pub fn to_json_lines(&self) -> String {
        let reports = answer::Reports::of(&self.document.puzzle, &self.document.names);
        self.reports.iter().map(|report| reports.json(report)).collect()
    }
}

impl fmt::Display for Analysis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reports = answer::Reports::of(&self.document.puzzle, &self.document.names);
        self.reports.iter().try_for_each(|report| f.write_str(&reports.text(report)))
    }
}

/// How a person would solve a puzzle, step by step.
///
/// As text it is what `zlink explain` writes.
#[derive(Debug, Clone)]
pub struct Explanation {
    pub(super) document: Arc<Document>,
    steps: Vec<Step>,
    ending: Ending,
}

impl Explanation {
    /// The steps; what the puzzle itself says of edges is the first one.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// How it ends.
    pub fn ending(&self) -> &Ending {
        &self.ending
    }

    /// Why what a step says is so, in a sentence.
    pub fn sentence(&self, step: &Step) -> String {
        explain::Words::new(&self.document.puzzle, &self.document.names).sentence(step)
    }

    /// A line of JSON for each step and one for the ending, as of `zlink explain --json`.
    pub fn to_json_lines(&self) -> String {
        let words = answer::Explanation::of(&self.document.puzzle, &self.document.names);
        let steps = self.numbered().map(|(number, step)| words.json(number, step));
        steps.chain([words.json_ending(&self.ending)]).collect()
    }

    /// The steps with their numbers, from 1 on; what the puzzle gives is no step, unless it contradicts itself.
    pub(super) fn numbered(&self) -> impl Iterator<Item = (usize, &Step)> {
        let is_step = |step: &&Step| step.rule != explain::Rule::Given || step.conclusions.is_empty();
        self.steps.iter().filter(is_step).enumerate().map(|(i, step)| (i + 1, step))
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = answer::Explanation::of(&self.document.puzzle, &self.document.names);
        self.numbered().try_for_each(|(number, step)| f.write_str(&words.text(number, step)))?;
        f.write_str(&words.ending(&self.ending))
    }
}

/// A puzzle that was made, with its only solution.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Made<V = String> {
    /// The puzzle.
    pub puzzle: Puzzle<V>,
    /// Its solution.
    pub solution: Solution<V>,
    /// How hard it is, where that was worked out.
    pub difficulty: Option<explain::Difficulty>,
}

impl<V> Puzzle<V> {
    /// What its designer wants to know: whether there is no solution, one, or several, and why. The options' limits are those of all stages
    /// together; a stage that reaches one says so in its report.
    pub fn analyse(&self) -> Analysis {
        self.analyse_within(None, |_| ControlFlow::Continue(()))
    }

    /// The same with at most so much time for each stage; `on_report` gets what there is after each report, which is the last one in it, and
    /// may end it.
    pub fn analyse_within(
        &self,
        stage_time: Option<Duration>,
        mut on_report: impl FnMut(&Analysis) -> ControlFlow<()>,
    ) -> Analysis {
        let options = analyse::Options {
            limits: self.options.limits(),
            stage_time,
            threads: self.options.thread_count(),
            ..analyse::Options::default()
        };
        let mut analysis = Analysis { document: Arc::clone(&self.document), reports: Vec::new() };
        analyse::analyse(&self.document.puzzle, &options, &self.options, &mut |report| {
            analysis.reports.push(report.clone());
            on_report(&analysis)
        });
        analysis
    }

    /// How a person would solve it, the easiest step each time. Where a limit is reached, the explanation ends with that.
    pub fn explain(&self) -> Explanation {
        let mut steps = Vec::new();
        let limits = self.options.limits();
        let mut account = limits.account();
        let mut full = Ok(());
        let ending = explain::explain(&self.document.puzzle, &limits, &self.options, &mut |step| {
            full = account.grow(step.bytes());
            if full.is_err() {
                return ControlFlow::Break(());
            }
            steps.push(step.clone());
            ControlFlow::Continue(())
        });
        let ending = full.map_or_else(Ending::Stopped, |()| ending);
        Explanation { document: Arc::clone(&self.document), steps, ending }
    }

    /// How hard it is, and why.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn rate(&self) -> Result<Rating, Exhausted> {
        let rating = explain::rate(&self.document.puzzle, &self.options.limits(), &self.options);
        match rating.ending {
            Ending::Stopped(cause) => Err(cause),
            _ => Ok(rating),
        }
    }

    /// A random Slitherlink with exactly one solution on this board. Clues that the board has are kept; the options' seed decides.
    ///
    /// ```
    /// use zlink::{Puzzle, SlitherlinkOptions};
    ///
    /// let board = Puzzle::board("honeycomb", [4, 4], 0)?;
    /// let made = board.make_slitherlink(&SlitherlinkOptions::default())?;
    /// assert!(made.puzzle.is_unique()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// There is no such puzzle on this board, none was found, or a limit was reached.
    pub fn make_slitherlink(&self, options: &SlitherlinkOptions) -> Result<Made<V>, GenerateError> {
        let board = self.as_board();
        let maker = Slitherlink::new(&board, None)?;
        let limits = self.options.limits();
        let Hints { puzzle, solution, difficulty, .. } =
            maker.random(options, self.options.seed_of_puzzles(), &limits, &self.options)?;
        Ok(self.made(puzzle, solution, Some(difficulty)))
    }

    /// A random Numberlink with exactly one solution on the graph of this board; the options' seed decides.
    ///
    /// # Errors
    /// There is no such puzzle on this board, none was found, or a limit was reached.
    pub fn make_numberlink(&self, options: &NumberlinkOptions) -> Result<Made<V>, GenerateError> {
        let board = self.as_board();
        let maker = Numberlink::new(&board)?;
        let limits = self.options.limits();
        let Pairs { puzzle, solution, difficulty } =
            maker.random(options, self.options.seed_of_puzzles(), &limits, &self.options)?;
        Ok(self.made(puzzle, solution, difficulty))
    }

    /// A puzzle on the same graph.
    fn made(
        &self,
        puzzle: NumberedPuzzle,
        mut edges: Vec<zlink_puzzle::EdgeId>,
        difficulty: Option<explain::Difficulty>,
    ) -> Made<V> {
        let Document { names, positions, .. } = &*self.document;
        let document = Document {
            puzzle,
            names: names.clone(),
            positions: positions.clone(),
            labels: Default::default(),
            answer: Vec::new(),
        };
        let puzzle = Puzzle { document: Arc::new(document), warnings: Arc::default(), ..self.clone() };
        edges.sort_unstable();
        Made { solution: puzzle.solution(edges), puzzle, difficulty }
    }
}
