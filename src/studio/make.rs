//! The requests to make random puzzles, and to delete what a puzzle does not need.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::board::{PICTURE_BYTES, layout, weight};
use super::boards::{Kind, by_name, refused};
use super::events::EventSender;
use super::hints;
use super::orbits::Together;
use super::puzzle::PuzzleRequest;
use super::refusal::Refusal;
use zlink_base::counted;
use zlink_base::limits::{Interrupted, reserve};
use zlink_draw::layout::Layout;
use zlink_draw::{Overlay, Picture, svg};
use zlink_explain::{Difficulty, Rule, RuleSet};
use zlink_generate::{
    self as generate, Board, GenerateError, GivenPaths, Hints, Minimal, Missed, Numberlink,
    NumberlinkOptions, Pairs, Slitherlink, SlitherlinkOptions, Symmetry, ThinOptions, Thinned, Wanted, Wish,
};
use zlink_puzzle::{EdgeId, Marks, PairLabels, Puzzle};

/// The default number of puzzles.
const COUNT: u64 = 6;

/// The most bytes that sending a puzzle takes per vertex, edge, cell and side of a cell.
const TOLD_BYTES: [usize; 4] = [128, 192, 256, 64];

/// The request: which puzzles are to be made.
#[derive(Debug, Deserialize)]
pub(super) struct GenerateRequest {
    #[serde(flatten)]
    given: PuzzleRequest,
    kind: Kind,
    count: Option<u64>,
    seed: Option<u64>,
    symmetry: Option<String>,
    clues: Option<usize>,
    pairs: Option<usize>,
    #[serde(default)]
    cover: bool,
    #[serde(default)]
    minimal: Minimality,
    values: Option<Vec<u32>>,
    places: Option<Vec<String>>,
    difficulty: Option<String>,
    require: Option<String>,
    rules: Option<Vec<String>>,
    #[serde(default)]
    repairs: bool,
}

/// Whether a clue may be left that could go.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Minimality {
    /// Whether none may be left without which there would still be one solution.
    Whether(bool),
    /// None may be left in this sense.
    Named(String),
}

impl Default for Minimality {
    fn default() -> Self {
        Minimality::Whether(false)
    }
}

impl Minimality {
    fn minimal(&self) -> Result<Option<Minimal>, Refusal> {
        match self {
            Minimality::Whether(whether) => Ok(whether.then_some(Minimal::Unique)),
            Minimality::Named(name) => by_name(&Minimal::ALL, Minimal::name, name).map(Some),
        }
    }
}

impl GenerateRequest {
    /// The demands on how the puzzle can be solved: difficulty and rules.
    fn wanted(&self) -> Result<Wanted, Refusal> {
        let rule = |name: &String| by_name(&Rule::ALL, Rule::name, name);
        let rules = match self.rules.as_deref() {
            None | Some([]) => RuleSet::ALL,
            Some(names) => names.iter().map(rule).collect::<Result<RuleSet, Refusal>>()?,
        };
        let difficulty = difficulty(self.difficulty.as_deref())?;
        let require = self.require.as_ref().map(rule).transpose()?;
        Ok(Wanted { difficulty, rules, require })
    }
}

/// The symmetry with the given name.
pub(super) fn symmetry(name: Option<&str>) -> Result<Option<Symmetry>, Refusal> {
    name.map(|name| by_name(&Symmetry::ALL, Symmetry::name, name)).transpose()
}

/// The difficulty with the given name.
fn difficulty(name: Option<&str>) -> Result<Option<Difficulty>, Refusal> {
    name.map(|name| by_name(&Difficulty::ALL, Difficulty::name, name)).transpose()
}

/// The request to delete what a puzzle does not need.
#[derive(Debug, Deserialize)]
pub(super) struct ThinRequest {
    #[serde(flatten)]
    given: PuzzleRequest,
    #[serde(flatten)]
    together: Together,
    seed: Option<u64>,
    difficulty: Option<String>,
}

/// Deletes constraints of a puzzle until none can go, and sends which.
pub(super) fn thin(thinning: ThinRequest, events: &EventSender<'_>) -> Result<Option<Interrupted>, Refusal> {
    let job = events.job();
    let (seed, difficulty) = (thinning.seed.unwrap_or(0), difficulty(thinning.difficulty.as_deref())?);
    let (board, _) = thinning.given.read(job)?.into_board();
    let orbits = thinning.together.orbits(&board.puzzle, &board.names, &board.positions, job)?;
    let options = ThinOptions { orbits, seed, difficulty };
    events.begin();
    match generate::thin(&board, &options, &job.limits, events) {
        Ok(Thinned { puzzle, gone }) => {
            let gone: Vec<String> = gone.iter().map(|one| one.fact(&board.puzzle, &board.names)).collect();
            let left =
                if puzzle.pairs().is_empty() { puzzle.clued_cells().count() } else { puzzle.pairs().len() };
            let _ = events.value("thinned", &json!({ "gone": gone, "left": left }));
            Ok(None)
        }
        Err(GenerateError::Interrupted(cause)) => Ok(Some(cause)),
        Err(error) => Err(refused(error, job)),
    }
}

/// The board that puzzles are made on, and the solution that they are to have, empty if it is to be random.
struct Base {
    board: Board,
    answer: Vec<EdgeId>,
}

/// Makes puzzles and sends each as soon as it is made.
pub(super) fn generate(
    making: GenerateRequest,
    events: &EventSender<'_>,
) -> Result<Option<Interrupted>, Refusal> {
    let job = events.job();
    let limits = &job.limits;
    let refused = |error| refused(error, job);
    let wanted = making.wanted()?;
    let symmetry = symmetry(making.symmetry.as_deref())?;
    let (first, count) = (making.seed.unwrap_or(0), making.count.unwrap_or(COUNT));
    let (board, answer) = making.given.read(job)?.into_board();
    let base = Base { board, answer };
    match making.kind {
        Kind::Slitherlink => {
            let maker = base.slitherlink(making.repairs).map_err(refused)?;
            let cells = base.board.puzzle.cell_count();
            if let Some(clues) = making.clues.filter(|&clues| clues > cells) {
                let what = format!(
                    "{} asked for, but the board has {}",
                    counted(clues, "clue"),
                    counted(cells, "cell")
                );
                return Err(Refusal::impossible(what));
            }
            let (clues, minimal, values) = (making.clues, making.minimal.minimal()?, making.values);
            let places = making.places.map(|names| hints::cells(&base.board, &names)).transpose()?;
            let options = SlitherlinkOptions { wanted, clues, symmetry, minimal, values, places };
            events.begin();
            series(&base.board, events, first, count, |seed| {
                let Hints { puzzle, solution, difficulty, .. } =
                    maker.random(&options, seed, limits, events)?;
                Ok((puzzle, solution, Some(difficulty)))
            })
        }
        Kind::Numberlink => {
            let (maker, paths) = base.numberlink().map_err(refused)?;
            let options = NumberlinkOptions { pairs_at_most: making.pairs, cover: making.cover, wanted };
            events.begin();
            series(&base.board, events, first, count, |seed| {
                let Pairs { puzzle, solution, difficulty } = match &paths {
                    Some(paths) => maker.from_paths(paths, &options, seed, limits, events)?,
                    None => maker.random(&options, seed, limits, events)?,
                };
                Ok((puzzle, solution, difficulty))
            })
        }
    }
}

impl Base {
    fn slitherlink(&self, repairs: bool) -> Result<Slitherlink<'_>, GenerateError> {
        let solution = Some(self.answer.clone()).filter(|links| !links.is_empty());
        let maker = Slitherlink::new(&self.board, solution)?;
        Ok(if repairs { maker.with_repairs() } else { maker })
    }

    fn numberlink(&self) -> Result<(Numberlink<'_>, Option<GivenPaths>), GenerateError> {
        let maker = Numberlink::new(&self.board)?;
        let paths = match &self.answer[..] {
            [] => None,
            links => Some(GivenPaths::new(&self.board, links)?),
        };
        Ok((maker, paths))
    }
}

/// A puzzle, its solution, and its difficulty, if known.
type Made = (Puzzle, Vec<EdgeId>, Option<Difficulty>);

/// Makes `count` puzzles, with consecutive seeds from `first` on, and sends them.
fn series(
    board: &Board,
    events: &EventSender<'_>,
    first: u64,
    count: u64,
    make: impl Fn(u64) -> Result<Made, GenerateError>,
) -> Result<Option<Interrupted>, Refusal> {
    let gallery = Gallery::new(board, events)?;
    let missed = |number: u64, reason: &str, wishes: &[Wish]| {
        let wishes: Vec<&str> = wishes.iter().map(|wish| wish.name()).collect();
        events.value("missed", &json!({ "number": number, "reason": reason, "wishes": wishes }))
    };
    for number in 1..=count {
        let seed = first.wrapping_add(number - 1);
        let told = match make(seed) {
            Ok(made) => gallery.tell(number, seed, &made),
            Err(GenerateError::NotFound(Missed { reason, wishes })) => missed(number, &reason, &wishes),
            Err(GenerateError::Request(reason)) => return Err(Refusal::impossible(reason)),
            Err(GenerateError::Interrupted(cause)) => return Ok(Some(cause)),
            Err(GenerateError::Unfinished { cause, so_far }) => {
                let _ = missed(number, &so_far, &[]);
                return Ok(Some(cause));
            }
        };
        if told.is_break() {
            break;
        }
    }
    Ok(None)
}

/// Draws and sends puzzles on one board.
pub(super) struct Gallery<'a> {
    board: &'a Board,
    layout: Layout,
    events: &'a EventSender<'a>,
}

impl<'a> Gallery<'a> {
    pub(super) fn new(board: &'a Board, events: &'a EventSender<'a>) -> Result<Self, Refusal> {
        events.job().reserve(weight(&board.puzzle, PICTURE_BYTES))?;
        let layout = layout(&board.puzzle, &board.positions, events.job())?;
        Ok(Gallery { board, layout, events })
    }

    /// Sends a puzzle with its picture.
    pub(super) fn tell(&self, number: u64, seed: u64, made: &Made) -> ControlFlow<()> {
        #[derive(Serialize)]
        struct Told<'a> {
            number: u64,
            facts: String,
            answer: Vec<String>,
            clues: Option<usize>,
            pairs: Option<usize>,
            difficulty: Option<&'a str>,
            seed: u64,
            svg: String,
        }
        let job = self.events.job();
        let bytes = weight(&self.board.puzzle, TOLD_BYTES);
        let Ok(_room) = reserve(&job.limits, bytes) else {
            // An earlier cause of a stop prevails.
            job.stop(Interrupted::Memory);
            return ControlFlow::Break(());
        };
        let (puzzle, solution, difficulty) = made;
        let Board { names, .. } = self.board;
        let pairs = Some(puzzle.pairs().len()).filter(|&pairs| pairs > 0);
        let picture = svg(&Picture {
            puzzle,
            names,
            labels: &PairLabels::default(),
            marks: &Marks::default(),
            layout: &self.layout,
            answer: &[],
            overlay: &Overlay::None,
            vertex_names: false,
        });
        let told = Told {
            number,
            facts: self.board.write(puzzle).to_string(),
            answer: solution.iter().map(|&e| names.link(puzzle, e).to_string()).collect(),
            clues: pairs.is_none().then(|| puzzle.clued_cells().count()),
            pairs,
            difficulty: difficulty.map(Difficulty::name),
            seed,
            svg: picture,
        };
        self.events.value("puzzle", &told)
    }
}
