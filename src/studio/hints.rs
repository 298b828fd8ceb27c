//! The request about all good sets of hints of a solution: how many there are, and samples as puzzles.

use std::thread;

use num_bigint::BigUint;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::events::EventSender;
use super::job::Job;
use super::make::{Gallery, symmetry};
use super::puzzle::PuzzleRequest;
use super::refusal::Refusal;
use zlink_base::limits::Interrupted;
use zlink_diagram::family::Family;
use zlink_explain as explain;
use zlink_generate::hints::{HintChoice, HintError, HintFamily, HintQuestion};
use zlink_generate::{Board, GenerateError, Slitherlink, Symmetry, only_solution};
use zlink_puzzle::{CellId, EdgeId};

/// The most threads that one request uses.
const MOST_THREADS: usize = 4;
/// The default number of samples.
const SAMPLES: usize = 6;

/// The request: which sets of hints are wanted.
#[derive(Debug, Deserialize)]
pub(super) struct Choosing {
    #[serde(flatten)]
    given: PuzzleRequest,
    #[serde(default)]
    minimal: bool,
    size: Option<u32>,
    symmetry: Option<String>,
    containing: Option<Vec<String>>,
    without: Option<Vec<String>>,
    sample: Option<usize>,
    seed: Option<u64>,
}

/// A request that was read and checked.
struct Wanted {
    board: Board,
    solution: Vec<EdgeId>,
    choice: HintChoice,
    symmetry: Option<Symmetry>,
    samples: usize,
    seed: u64,
}

/// Why the work has ended early.
enum Ended {
    Stopped(Interrupted),
    Refused(Refusal),
}

impl From<Interrupted> for Ended {
    fn from(cause: Interrupted) -> Self {
        Ended::Stopped(cause)
    }
}

impl From<Refusal> for Ended {
    fn from(refusal: Refusal) -> Self {
        Ended::Refused(refusal)
    }
}

impl From<HintError> for Ended {
    fn from(error: HintError) -> Self {
        match error {
            HintError::Interrupted(cause) => Ended::Stopped(cause),
            error => Ended::Refused(Refusal::impossible(error.to_string())),
        }
    }
}

/// Sends the number of good sets of hints, and samples.
pub(super) fn hints(choosing: Choosing, events: &EventSender<'_>) -> Result<Option<Interrupted>, Refusal> {
    let symmetry = symmetry(choosing.symmetry.as_deref())?;
    let wanted = wanted(choosing, symmetry, events.job())?;
    events.begin();
    match wanted.tell(events) {
        Ok(()) => Ok(None),
        Err(Ended::Stopped(cause)) => Ok(Some(cause)),
        Err(Ended::Refused(refusal)) => Err(refusal),
    }
}

fn wanted(choosing: Choosing, symmetry: Option<Symmetry>, job: &Job) -> Result<Wanted, Refusal> {
    let (board, solution) = choosing.given.read(job)?.into_board();
    if solution.is_empty() {
        return Err(Refusal::impossible("hints are for a solution: the answer is missing"));
    }
    // This checks the solution, so that the error says what is wrong with it.
    Slitherlink::new(&board, Some(solution.clone()))
        .map_err(|error| Refusal::impossible(error.to_string()))?;
    let cells = |names: &Option<Vec<String>>| cells(&board, names.as_deref().unwrap_or_default());
    let choice = HintChoice {
        minimal: choosing.minimal,
        size: choosing.size,
        containing: cells(&choosing.containing)?,
        without: cells(&choosing.without)?,
        ..HintChoice::default()
    };
    let samples = choosing.sample.unwrap_or(SAMPLES);
    Ok(Wanted { solution, choice, symmetry, samples, seed: choosing.seed.unwrap_or(0), board })
}

/// The cells with the given names.
pub(super) fn cells(board: &Board, names: &[String]) -> Result<Vec<CellId>, Refusal> {
    let cell = |name: &String| {
        let mut all = (0..board.puzzle.cell_count()).map(CellId::from_index);
        let found = all.find(|&cell| board.names.cell(cell).to_string() == *name);
        found.ok_or_else(|| Refusal::impossible(format!("there is no cell {name}")))
    };
    names.iter().map(cell).collect()
}

impl Wanted {
    fn tell(mut self, events: &EventSender<'_>) -> Result<(), Ended> {
        let limits = &events.job().limits;
        if let Some(symmetry) = self.symmetry {
            let orbits = symmetry.orbits(&self.board.puzzle, &self.board.positions, limits).map_err(
                |error| match error {
                    GenerateError::Interrupted(cause) => Ended::Stopped(cause),
                    error => Ended::Refused(Refusal::impossible(error.to_string())),
                },
            );
            self.choice.orbits = Some(orbits?);
        }
        let candidates: Vec<CellId> = (0..self.board.puzzle.cell_count()).map(CellId::from_index).collect();
        let question = HintQuestion {
            puzzle: &self.board.puzzle,
            solution: &self.solution,
            candidates: &candidates,
            given: &[],
            threads: thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS),
        };
        let (mut family, _) = question.family(limits, events)?;
        let number = |family: &Family| Ok::<_, Interrupted>(family.diagram().counts(limits)?.total());
        let good = number(&family.good)?;
        // The minimal sets may need more memory than all good sets; then they are not counted.
        let minimal = match family.minimal(limits, events) {
            Err(Interrupted::Memory) if !self.choice.minimal => None,
            minimal => Some(minimal?),
        };
        let minimal_count = minimal.as_ref().map(number).transpose()?;
        if let (true, None, Some(minimal)) = (self.choice.minimal, &self.choice.orbits, minimal) {
            // The minimal sets are known by now. With a symmetry, other sets are minimal.
            family.good = minimal;
            self.choice.minimal = false;
        }
        // The sets are not weighted.
        let chosen = family.choose(&self.choice, |_| 0, limits, events)?;
        let mut sizes = Map::new();
        let counts = chosen.diagram().size_distribution(limits)?;
        for (size, count) in counts.iter().enumerate().filter(|(_, count)| **count != BigUint::ZERO) {
            sizes.insert(size.to_string(), count.to_string().into());
        }
        let told = events.value(
            "count",
            &json!({
                "good": good.to_string(),
                "minimal": minimal_count.map(|count| Value::from(count.to_string())),
                "chosen": counts.iter().sum::<BigUint>().to_string(),
                "sizes": sizes,
            }),
        );
        if told.is_break() || chosen.is_empty() {
            return Ok(());
        }
        self.tell_samples(&question, &family, &chosen, events)
    }

    fn tell_samples(
        &self,
        question: &HintQuestion<'_>,
        family: &HintFamily,
        chosen: &Family,
        events: &EventSender<'_>,
    ) -> Result<(), Ended> {
        let limits = &events.job().limits;
        let gallery = Gallery::new(&self.board, events)?;
        let mut solution = self.solution.clone();
        solution.sort_unstable();
        let counts = chosen.diagram().counts(limits)?;
        for (number, set) in (1..).zip(counts.samples(self.seed).take(self.samples)) {
            let hints: Vec<CellId> = set.iter().map(|element| family.cells[element.index()]).collect();
            let puzzle = question.puzzle(&hints)?;
            if only_solution(&puzzle, limits, events)?.as_ref() != Some(&solution) {
                return Err(Refusal::crashed().into());
            }
            let difficulty = explain::difficulty(&puzzle, limits, events)?;
            if gallery.tell(number, self.seed, &(puzzle, solution.clone(), Some(difficulty))).is_break() {
                break;
            }
        }
        Ok(())
    }
}
