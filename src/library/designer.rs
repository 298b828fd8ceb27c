//! Questions of people who make or solve puzzles by hand: analyses, explanations, ratings, new puzzles.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use super::{Puzzle, Solution};
use zlink_analyse::{self as analyse, Finding, Report, Stage};
use zlink_answer as answer;
use zlink_base::limits::Interrupted;
use zlink_board::Board;
use zlink_convert::Document;
use zlink_explain::{self as explain, Ending, Rating, Step};
use zlink_generate::{
    GenerateError, Hints, Numberlink, NumberlinkOptions, Pairs, Slitherlink, SlitherlinkOptions,
};
use zlink_puzzle::Puzzle as NumberedPuzzle;

/// The analysis of a puzzle for its designer: a report for each stage that made sense.
///
/// The text form (`Display`) of an analysis is the output of `zlink analyse`.
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

    /// The finding of a stage, if the stage ran and found something out.
    pub fn finding(&self, stage: Stage) -> Option<&Finding> {
        self.reports.iter().find(|report| report.stage == stage)?.finding.as_ref()
    }

    /// A line of JSON for each report, as printed by `zlink analyse --json`.
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

/// The steps in which a person would solve a puzzle.
///
/// The text form (`Display`) of an explanation is the output of `zlink explain`.
#[derive(Debug, Clone)]
pub struct Explanation {
    pub(super) document: Arc<Document>,
    steps: Vec<Step>,
    ending: Ending,
}

impl Explanation {
    /// The steps. The first step has the edges that the puzzle itself requires or forbids, if there are any.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// How the explanation ends.
    pub fn ending(&self) -> &Ending {
        &self.ending
    }

    /// A sentence that says why the conclusions of a step hold.
    pub fn sentence(&self, step: &Step) -> String {
        let Document { puzzle, names, positions, .. } = &*self.document;
        explain::Words::new(puzzle, names, positions).sentence(step)
    }

    /// A line of JSON for each step and one for the ending, as printed by `zlink explain --json`.
    pub fn to_json_lines(&self) -> String {
        let Document { puzzle, names, positions, .. } = &*self.document;
        let words = answer::Explanation::of(puzzle, names, positions);
        let steps = self.numbered().map(|(number, step)| words.json(number, step));
        steps.chain([words.json_ending(&self.ending)]).collect()
    }

    /// The steps with their numbers, from 1 on.
    pub(super) fn numbered(&self) -> impl Iterator<Item = (usize, &Step)> {
        self.steps.iter().filter(|step| step.is_numbered()).enumerate().map(|(i, step)| (i + 1, step))
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Document { puzzle, names, positions, .. } = &*self.document;
        let words = answer::Explanation::of(puzzle, names, positions);
        self.numbered().try_for_each(|(number, step)| f.write_str(&words.text(number, step)))?;
        f.write_str(&words.ending(&self.ending))
    }
}

/// A puzzle that was generated, with its only solution.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Made<V = String> {
    /// The generated puzzle.
    pub puzzle: Puzzle<V>,
    /// The only solution of the puzzle.
    pub solution: Solution<V>,
    /// The difficulty of the puzzle, if it was rated.
    pub difficulty: Option<explain::Difficulty>,
}

impl<V> Puzzle<V> {
    /// Analyses the puzzle for its designer: whether there is no solution, one, or several, and why. The limits of the options hold for all
    /// stages together; a stage that reaches one says so in its report.
    pub fn analyse(&self) -> Analysis {
        self.analyse_within(None, |_| ControlFlow::Continue(()))
    }

    /// Analyses the puzzle as [`Puzzle::analyse`] does, with at most `stage_time` for each stage. `on_report` gets the analysis so far
    /// after each report, which is the last one in it, and may end the analysis.
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

    /// Explains how a person would solve the puzzle, with the easiest step each time. If a limit is reached, the explanation ends with it.
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

    /// Rates how hard the puzzle is for a person, and why.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn rate(&self) -> Result<Rating, Interrupted> {
        let rating = explain::rate(&self.document.puzzle, &self.options.limits(), &self.options);
        match rating.ending {
            Ending::Stopped(cause) => Err(cause),
            _ => Ok(rating),
        }
    }

    /// Makes a random Slitherlink with exactly one solution on this board. Clues of the board are kept; the seed of the options decides
    /// which puzzle is made.
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

    /// Makes a random Numberlink with exactly one solution on the graph of this board; the seed of the options decides which puzzle is
    /// made.
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

    /// The result for a generated puzzle on the graph of this one.
    fn made(
        &self,
        puzzle: NumberedPuzzle,
        mut edges: Vec<zlink_puzzle::EdgeId>,
        difficulty: Option<explain::Difficulty>,
    ) -> Made<V> {
        let Document { names, positions, .. } = &*self.document;
        let board = Board { puzzle, names: names.clone(), positions: positions.clone() };
        let puzzle = Puzzle { document: Arc::new(board.into()), warnings: Arc::default(), ..self.clone() };
        edges.sort_unstable();
        Made { solution: puzzle.solution(edges), puzzle, difficulty }
    }
}
