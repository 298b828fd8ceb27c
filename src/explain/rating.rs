//! How hard a puzzle is, and why: the hardest rule that is needed, the number of steps by each rule, and the choice of steps.

use super::board::Board;
use super::state::Inference;
use super::step::Step;
use super::{Allowed, Difficulty, Ending, Explainer, Reach, Rule, premises, solver};
use zlink_base::limits::{Interrupted, Limits, Progress};
use zlink_puzzle::Puzzle;

/// The rating of a puzzle: how hard it is, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rating {
    /// The difficulty of the hardest step.
    pub difficulty: Difficulty,
    /// The rule of the hardest steps; if there are several, the one used most often.
    pub hardest: Rule,
    /// The number of steps by each rule, in the order of [`Rule::ALL`], without the rules that were not used.
    pub steps: Vec<(Rule, usize)>,
    /// The number of rounds, where a round takes all of the easiest possible steps at once.
    pub rounds: usize,
    /// The number of steps to choose from in the round with the fewest, before the last tenth of the edges.
    pub narrowest: usize,
    /// The most edges that had to be tried at once; 0 if none had to be tried.
    pub depth: usize,
    /// How the solving ended.
    pub ending: Ending,
}

/// Rates a puzzle. If it has several solutions or none, the rating covers the steps that are possible.
pub fn rate(puzzle: &Puzzle, limits: &Limits, progress: &dyn Progress) -> Rating {
    let board = Board::new(puzzle);
    let mut explainer = Explainer::new(&board, limits, progress);
    let mut tally = Tally::default();
    let ending = loop {
        let round = match round(&mut explainer) {
            Ok(round) if round.is_empty() => break explainer.ending(),
            Ok(round) => round,
            Err(cause) => break Ending::Stopped(cause),
        };
        let open = explainer.state.open();
        let mut steps = 0;
        let mut is_contradictory = false;
        for inference in round {
            if inference.is_contradiction() {
                tally.count(&premises::step(&explainer.state, &inference));
                is_contradictory = true;
                break;
            }
            if inference.edges.iter().any(|known| explainer.state.is_open(known.edge)) {
                tally.count(&premises::step(&explainer.state, &inference));
                if let Err(cause) = explainer.state.add(inference) {
                    return tally.rating(Ending::Stopped(cause));
                }
                steps += 1;
            }
        }
        if is_contradictory {
            break Ending::Contradiction;
        }
        tally.rounds += 1;
        if 10 * open > puzzle.edge_count() {
            tally.narrowest = Some(tally.narrowest.map_or(steps, |least| least.min(steps)));
        }
    };
    tally.rating(ending)
}

/// All inferences that the easiest rules allow now.
fn round(explainer: &mut Explainer<'_>) -> Result<Vec<Inference>, Interrupted> {
    explainer.limits.check()?;
    if let Some(given) = explainer.given.take() {
        return Ok(vec![given]);
    }
    let all = solver::all(&mut explainer.state)?;
    if !all.is_empty() {
        return Ok(all);
    }
    Ok(explainer.beyond()?.into_iter().collect())
}

#[derive(Default)]
struct Tally {
    steps: std::collections::BTreeMap<Rule, usize>,
    hardest: std::collections::BTreeMap<(Difficulty, Rule), usize>,
    rounds: usize,
    narrowest: Option<usize>,
    depth: usize,
}

impl Tally {
    fn count(&mut self, step: &Step) {
        *self.steps.entry(step.rule).or_default() += 1;
        *self.hardest.entry((step.difficulty, step.rule)).or_default() += 1;
        self.depth = self.depth.max(step.depth());
    }

    fn rating(self, ending: Ending) -> Rating {
        let difficulty =
            self.hardest.keys().map(|&(difficulty, _)| difficulty).max().unwrap_or(Difficulty::Easy);
        let hardest = self.hardest.iter().filter(|((level, _), _)| *level == difficulty);
        let hardest = hardest.max_by_key(|(_, count)| **count).map_or(Rule::Given, |((_, rule), _)| *rule);
        Rating {
            difficulty,
            hardest,
            steps: self.steps.into_iter().collect(),
            rounds: self.rounds,
            narrowest: self.narrowest.unwrap_or(0),
            depth: self.depth,
            ending,
        }
    }
}

/// Computes the difficulty of a puzzle that has exactly one solution, without explaining it: [`Difficulty::Extreme`] as soon as an edge
/// would have to be tried. The result is that of [`rate`], much cheaper.
pub fn difficulty(
    puzzle: &Puzzle,
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Difficulty, Interrupted> {
    progress.report("rating", format_args!("{} links", puzzle.edge_count()));
    Ok(Reach::of(puzzle, &Allowed::up_to(Difficulty::Extreme), true, limits)?.difficulty())
}

/// Whether these rules solve a puzzle that has exactly one solution, without trying.
pub fn is_solved_by(puzzle: &Puzzle, allowed: &Allowed, limits: &Limits) -> Result<bool, Interrupted> {
    Ok(Reach::of(puzzle, allowed, true, limits)?.is_solved())
}
