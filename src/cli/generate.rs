//! `zlink generate`: puzzles with exactly one solution.

use std::path::PathBuf;
use std::time::Instant;

use clap::{Args, Subcommand, ValueEnum};

use super::arguments::{Cycles, Input, LimitOptions};
use super::failure::Failure;
use super::input;
use super::session::Session;
use crate::answer::{ExitStatus, Task};
use crate::facts::{self, Facts, Symbol};
use crate::generate::{Board, Difficulty, Hints, Lattice, Slitherlink, Symmetry, Unmet, Wish};
use crate::puzzle::{BuildOptions, LinkFacts, Names, Topology};

pub(super) const EXAMPLES: &str = "\
Examples:
  zlink generate slitherlink --grid 10x10 --seed 7           a random puzzle of 10 by 10 cells
  zlink generate slitherlink --help                          all that can be asked of it
";

const SLITHERLINK: &str = "\
The puzzle is written as facts, after a comment that says how to make it again. The clues that the input has are kept;
its link facts, if there are any, are the solution. Statuses: 0 done, 20 no such puzzle was found, 1 a limit was reached,
33 out of memory, 65 bad input.

Examples:
  zlink generate slitherlink --grid 10x10 --seed 7 > puzzle.lp
  zlink generate slitherlink --grid 20x36 --difficulty easy --symmetric point
  zlink generate slitherlink --grid 8x8 --lattice hexagonal --clues 30
  zlink generate slitherlink --grid 10x10 --minimal --count 20 -o puzzles
  zlink generate slitherlink board.lp                        on any graph with cells
  zlink generate slitherlink board.lp answer.lp              with this solution
";

/// What kind of puzzle.
#[derive(Debug, Subcommand)]
pub(super) enum Generate {
    /// A Slitherlink: clues that only one cycle meets.
    #[command(after_help = SLITHERLINK, after_long_help = SLITHERLINK)]
    Slitherlink(SlitherlinkOptions),
}

#[derive(Debug, Args)]
pub(super) struct SlitherlinkOptions {
    #[command(flatten)]
    making: Making,
    /// No clue can go without a second solution. (Otherwise a clue stays when a short search does not show that it can.)
    #[arg(long)]
    minimal: bool,
    /// How many clues the puzzle has.
    #[arg(long, value_name = "N", conflicts_with = "density")]
    clues: Option<usize>,
    /// Which share of the cells has a clue.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    density: Option<f64>,
    /// The places of the clues are symmetric (the board must be so, and have pos facts).
    #[arg(long, value_enum, value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "point")]
    symmetric: Option<SymmetryName>,
    /// What it takes to solve the puzzle, exactly.
    #[arg(long, value_enum, value_name = "HOW")]
    difficulty: Option<DifficultyName>,
    /// How many cycles a solution has: exactly one, or one or more that are disjoint.
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Cycles::One)]
    cycles: Cycles,
    #[command(flatten)]
    limits: LimitOptions,
}

/// What every kind of puzzle needs.
#[derive(Debug, Args)]
struct Making {
    #[command(flatten)]
    input: Input,
    /// A built-in board in place of files: rows and columns of cells.
    #[arg(long, value_name = "RxC", value_parser = grid, conflicts_with = "files")]
    grid: Option<(usize, usize)>,
    /// The cells of the built-in board.
    #[arg(long, value_enum, value_name = "CELLS", default_value_t = LatticeName::Square)]
    lattice: LatticeName,
    /// The same seed gives the same puzzle.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// How many puzzles; the seeds are those from --seed on.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "output", value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
    /// Write each puzzle to a file of its own in this folder: 01.lp, 02.lp, ...
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

/// The lattices by their names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LatticeName {
    /// Squares.
    Square,
    /// Triangles: R rows of 2C.
    Triangular,
    /// Hexagons.
    Hexagonal,
}

impl From<LatticeName> for Lattice {
    fn from(name: LatticeName) -> Self {
        match name {
            LatticeName::Square => Lattice::Square,
            LatticeName::Triangular => Lattice::Triangular,
            LatticeName::Hexagonal => Lattice::Hexagonal,
        }
    }
}

/// The symmetries by their names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SymmetryName {
    /// Under a half turn.
    Point,
    /// Under a quarter turn.
    Quarter,
    /// Left and right are mirrored.
    LeftRight,
    /// Above and below are mirrored.
    UpDown,
    /// Both of these.
    Both,
    /// Mirrored at the diagonal from the upper left.
    Diagonal,
}

impl From<SymmetryName> for Symmetry {
    fn from(name: SymmetryName) -> Self {
        match name {
            SymmetryName::Point => Symmetry::Point,
            SymmetryName::Quarter => Symmetry::Quarter,
            SymmetryName::LeftRight => Symmetry::LeftRight,
            SymmetryName::UpDown => Symmetry::UpDown,
            SymmetryName::Both => Symmetry::Both,
            SymmetryName::Diagonal => Symmetry::Diagonal,
        }
    }
}

/// The difficulties by their names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DifficultyName {
    /// Following the rules from clue to clue is enough.
    Easy,
    /// Edges must be tried both ways.
    Normal,
    /// A search is needed.
    Hard,
}

impl From<DifficultyName> for Difficulty {
    fn from(name: DifficultyName) -> Self {
        match name {
            DifficultyName::Easy => Difficulty::Easy,
            DifficultyName::Normal => Difficulty::Normal,
            DifficultyName::Hard => Difficulty::Hard,
        }
    }
}

fn grid(text: &str) -> Result<(usize, usize), String> {
    let sides = text.split_once(['x', 'X']).and_then(|(r, c)| Some((r.parse().ok()?, c.parse().ok()?)));
    sides.ok_or_else(|| "expected rows and columns, such as 10x15".to_string())
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a number from 0 to 1".to_string())
}

/// Writes puzzles.
pub(super) fn generate(started: Instant, kind: &Generate) -> ExitStatus {
    match kind {
        Generate::Slitherlink(options) => {
            let session = Session::start(started, Task::Generate, None, &options.limits);
            session.run(|session| slitherlink(session, options))
        }
    }
}

fn slitherlink(session: &Session, options: &SlitherlinkOptions) -> Result<ExitStatus, Failure> {
    let SlitherlinkOptions { making, minimal, clues, density, symmetric, difficulty, cycles, .. } = options;
    let (board, links) = match making.grid {
        Some((rows, columns)) => match Lattice::from(making.lattice).cells(rows, columns) {
            Ok(board) => (board, Vec::new()),
            Err(unmet) => return unmet_request(session, unmet),
        },
        None => {
            let topology = if *cycles == Cycles::Many { Topology::Cycles } else { Topology::Cycle };
            read(session, &making.input, topology)?
        }
    };
    let cells = board.puzzle.cell_count();
    let wish = Wish {
        difficulty: difficulty.map(Difficulty::from),
        clues: clues.or(density.map(|share| (share * cells as f64).round() as usize)),
        symmetry: symmetric.map(Symmetry::from),
        minimal: *minimal,
    };
    let maker = match Slitherlink::new(&board, Some(links).filter(|links| !links.is_empty())) {
        Ok(maker) => maker,
        Err(unmet) => return unmet_request(session, unmet),
    };
    series(session, making, |seed| {
        let hints = maker.random(&wish, seed, &session.engine_limits(), session)?;
        let Hints { puzzle, clues, difficulty, .. } = &hints;
        let what = format!("{clues} clues in {cells} cells, {difficulty}");
        Ok((what, board.write(puzzle).to_string()))
    })
}

/// Makes and writes as many puzzles as are wanted.
fn series(
    session: &Session,
    making: &Making,
    mut make: impl FnMut(u64) -> Result<(String, String), Unmet>,
) -> Result<ExitStatus, Failure> {
    let cannot = |what: &dyn std::fmt::Display, error: std::io::Error| {
        Failure::input(format!("{what} cannot be written: {error}"))
    };
    if let Some(folder) = &making.output {
        std::fs::create_dir_all(folder).map_err(|error| cannot(&folder.display(), error))?;
    }
    let digits = making.count.to_string().len().max(2);
    for i in 0..making.count {
        let seed = making.seed.wrapping_add(i);
        let (what, facts) = match make(seed) {
            Ok(made) => made,
            Err(unmet) => return unmet_request(session, unmet),
        };
        let text = format!("% {what}; seed {seed}\n{facts}");
        match &making.output {
            None => return Ok(session.output.result(&text, ExitStatus::DONE)),
            Some(folder) => {
                let file = folder.join(format!("{:0digits$}.lp", i + 1));
                std::fs::write(&file, text).map_err(|error| cannot(&file.display(), error))?;
                session.remark(&format!("{}: {what}", file.display()));
            }
        }
    }
    Ok(session.output.result("", ExitStatus::DONE))
}

/// Says why there is no puzzle.
fn unmet_request(session: &Session, unmet: Unmet) -> Result<ExitStatus, Failure> {
    match unmet {
        Unmet::Request(reason) => Err(Failure::input(reason)),
        Unmet::Exhausted(cause) => Err(cause.into()),
        Unmet::NotFound(reason) => {
            session.tell(&reason);
            Ok(session.output.result("", ExitStatus::UNSATISFIABLE))
        }
    }
}

/// A board from facts, and the edges of their link facts.
fn read(
    session: &Session,
    input: &Input,
    topology: Topology,
) -> Result<(Board, Vec<crate::puzzle::EdgeId>), Failure> {
    let sources = input::read_all(&input.files, &session.limits)?;
    let facts = facts::parse(&sources).map_err(|report| Failure::Input(report.to_string()))?;
    session.limits.check()?;
    let options = BuildOptions {
        strict: input.strict,
        topology: (topology != Topology::Cycle).then_some(topology),
        links: LinkFacts::Answer,
        ..BuildOptions::default()
    };
    let built = session.build(&facts, &options)?;
    if let Some(reason) = built.answer.not_edges.first() {
        return Err(Failure::input(reason.clone()));
    }
    let positions = positions(&facts, &built.names, built.puzzle.vertex_count());
    Ok((Board { puzzle: built.puzzle, names: built.names, positions }, built.answer.edges))
}

/// The coordinates of the vertices, where they are whole numbers.
fn positions(facts: &Facts<'_>, names: &Names, vertices: usize) -> Vec<Option<[i64; 2]>> {
    let mut positions = vec![None; vertices];
    let number = |symbol: Symbol| facts.symbols.as_integer(symbol);
    for fact in &facts.positions {
        let [vertex, x, y] = fact.args;
        if let (Some(vertex), Some(x), Some(y)) = (names.vertex_of(vertex), number(x), number(y)) {
            positions[vertex.index()] = Some([x, y]);
        }
    }
    positions
}
