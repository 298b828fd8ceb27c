//! `zlink generate`: puzzles with exactly one solution.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, Subcommand, ValueEnum};

use super::arguments::{Cycles, Input, LimitOptions};
use super::deferred::Deferred;
use super::draw::{Kind, by_ending, png};
use super::failure::Failure;
use super::generate_hints::{self, HintsOptions};
use super::generate_pairs::{self, PairsOptions};
use super::input;
use super::session::Session;
use super::values::{counted, number, positive};
use crate::answer::{ExitStatus, Task};
use crate::draw;
use crate::draw::layout::{Layout, NoLayout};
use crate::generate::{
    Board, Difficulty, Hints, Lattice, Numberlink, PairWish, Picture, Shape, Slitherlink, Symmetry, Unmet,
    Wish,
};
use crate::puzzle::{BuildOptions, EdgeId, LinkFacts, Puzzle, Topology};

pub(super) const EXAMPLES: &str = "\
Examples:
  zlink generate slitherlink --grid 10x10 --seed 7      a random puzzle of 10 by 10 cells
  zlink generate hints board.lp answer.lp               all sets of hints that make a puzzle
  zlink generate pairs --grid 4x4                       all Numberlinks with one, covering, solution
  zlink generate numberlink --grid 8x8 --seed 7         a random puzzle on 8 by 8 vertices
  zlink generate slitherlink --help                     all that can be asked of it
";

const SLITHERLINK: &str = "\
The puzzle is written as facts, after a comment that says how to make it again.
The clues that the input has are kept; its link facts, if there are any, are the
solution. Statuses: 0 done, 20 no such puzzle was found, 1 a limit was reached,
33 out of memory, 65 bad input.

Examples:
  zlink generate slitherlink --grid 10x10 --seed 7 > puzzle.lp
  zlink generate slitherlink --grid 20x36 --difficulty easy --symmetric=point
  zlink generate slitherlink --grid 8x8 --lattice hexagonal --clues 30
  zlink generate slitherlink --grid 10x10 --minimal --count 20 -o puzzles
  zlink generate slitherlink board.lp                        on any graph with cells
  zlink generate slitherlink board.lp answer.lp              with this solution
";

const NUMBERLINK: &str = "\
The only solution passes every vertex, and no path of it touches itself. A
built-in board of squares or triangles has as many rows and columns of vertices
as --grid says, one of hexagons as many hexagons. Statuses: 0 done, 20 no such
puzzle was found, 1 a limit was reached, 33 out of memory, 65 bad input.

Examples:
  zlink generate numberlink --grid 8x8 --seed 7 > puzzle.lp
  zlink generate numberlink --grid 10x10 --pairs-at-most 9
  zlink generate numberlink --grid 20x40 --cover --count 10 -o puzzles
  zlink generate numberlink --picture cat.png --width 30     on the dark part of a picture
  zlink generate numberlink --picture cat.png --draw cat.svg > cat.lp
  zlink generate numberlink graph.lp                         on any graph
";

/// What kind of puzzle.
#[derive(Debug, Subcommand)]
pub(super) enum Generate {
    /// A Slitherlink: clues that only one cycle meets.
    #[command(after_help = SLITHERLINK, after_long_help = SLITHERLINK)]
    Slitherlink(Deferred<SlitherlinkOptions>),
    /// All good sets of hints of a Slitherlink solution: their numbers, or puzzles with chosen ones.
    #[command(after_help = generate_hints::EXAMPLES, after_long_help = generate_hints::EXAMPLES)]
    Hints(Deferred<HintsOptions>),
    /// All good sets of pairs of a graph (Numberlinks with one solution, which covers it): their numbers, or puzzles.
    #[command(after_help = generate_pairs::EXAMPLES, after_long_help = generate_pairs::EXAMPLES)]
    Pairs(Deferred<PairsOptions>),
    /// A Numberlink: pairs that paths join in one way only, through every vertex.
    #[command(after_help = NUMBERLINK, after_long_help = NUMBERLINK)]
    Numberlink(Deferred<NumberlinkOptions>),
}

#[derive(Debug, Args)]
pub(super) struct SlitherlinkOptions {
    #[command(flatten)]
    making: Making,
    #[command(flatten)]
    series: Series,
    /// No clue can go without a second solution; with --symmetric, no clues that the symmetry exchanges can go together.
    /// (Otherwise a clue stays when a short search does not show that it can.)
    #[arg(long)]
    minimal: bool,
    /// How many clues the puzzle has.
    #[arg(long, value_name = "N", value_parser = number::<usize>, conflicts_with = "density")]
    clues: Option<usize>,
    /// Which share of the cells has a clue.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    density: Option<f64>,
    /// The places of the clues are symmetric (the board must be so, and have pos facts unless it is a square grid).
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

#[derive(Debug, Args)]
pub(super) struct NumberlinkOptions {
    #[command(flatten)]
    making: Making,
    #[command(flatten)]
    series: Series,
    /// The dark part of this PNG file in place of a grid.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["files", "grid", "lattice"])]
    picture: Option<PathBuf>,
    /// Into how many columns of cells the picture is divided.
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = number::<usize>, requires = "picture", conflicts_with_all = ["files", "grid"])]
    width: usize,
    /// What is dark, from 0 (nothing) to 1 (all that is not white).
    #[arg(long, value_name = "SHARE", value_parser = share, default_value_t = 0.5, requires = "picture", conflicts_with_all = ["files", "grid"])]
    threshold: f64,
    /// Draw the puzzle to this file, .svg or .png.
    #[arg(long, value_name = "FILE", conflicts_with = "count")]
    draw: Option<PathBuf>,
    /// At most so many pairs. The fewer, the longer it takes: on 20 by 20 vertices, 40 are made at once, 24 in about ten
    /// seconds, 20 in minutes.
    #[arg(long, value_name = "N", value_parser = number::<usize>)]
    pairs_at_most: Option<usize>,
    /// There may be other solutions that leave a vertex out; the puzzle has the fact `cover`.
    #[arg(long)]
    cover: bool,
    #[command(flatten)]
    limits: LimitOptions,
}

/// What every kind of puzzle needs.
#[derive(Debug, Args)]
pub(super) struct Making {
    #[command(flatten)]
    pub(super) input: Input,
    /// A built-in board in place of files: rows and columns.
    #[arg(long, value_name = "RxC", value_parser = grid, conflicts_with = "files")]
    pub(super) grid: Option<(usize, usize)>,
    /// The cells of the built-in board.
    #[arg(long, value_enum, value_name = "CELLS", default_value_t = LatticeName::Square, requires = "grid", conflicts_with = "files")]
    pub(super) lattice: LatticeName,
    /// The same seed gives the same puzzle.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u64>)]
    pub(super) seed: u64,
    /// Write each puzzle to a file of its own in this folder: 01.lp, 02.lp, ...
    #[arg(short, long, value_name = "FOLDER")]
    pub(super) output: Option<PathBuf>,
}

/// What random puzzles need beside.
#[derive(Debug, Args)]
struct Series {
    /// How many puzzles; the seeds are those from --seed on.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "output", value_parser = positive::<u64>)]
    count: u64,
}

/// The lattices by their names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum LatticeName {
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
pub(super) enum SymmetryName {
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
        Generate::Slitherlink(Deferred(options)) => {
            let session = Session::start(started, Task::Generate, None, &options.limits);
            session.run(|session| slitherlink(session, options))
        }
        Generate::Hints(Deferred(options)) => {
            let session = Session::start(started, Task::Generate, None, &options.limits);
            session.run(|session| generate_hints::hints(session, options))
        }
        Generate::Pairs(Deferred(options)) => {
            let session = Session::start(started, Task::Generate, None, &options.limits);
            session.run(|session| generate_pairs::pairs(session, options))
        }
        Generate::Numberlink(Deferred(options)) => {
            let session = Session::start(started, Task::Generate, None, &options.limits);
            session.run(|session| numberlink(session, options))
        }
    }
}

fn numberlink(session: &Session, options: &NumberlinkOptions) -> Result<ExitStatus, Failure> {
    let NumberlinkOptions { making, picture, draw, pairs_at_most, cover, .. } = options;
    let draw = match draw {
        Some(file) => Some((file, kind(file)?)),
        None => None,
    };
    let made = match picture {
        Some(file) => shape(session, file, options)?.map(|board| (board, Vec::new())),
        None => vertex_board(session, making)?,
    };
    let (board, links) = match made {
        Ok(board) => board,
        Err(unmet) => return unmet_request(session, unmet),
    };
    if !links.is_empty() {
        return Err(Failure::input("random pairs need a graph without link facts"));
    }
    let maker = match Numberlink::new(&board) {
        Ok(maker) => maker,
        Err(unmet) => return unmet_request(session, unmet),
    };
    let wish = PairWish { pairs_at_most: *pairs_at_most, cover: *cover };
    // A picture that cannot be written does not cost the puzzle.
    let undrawn = Cell::new(None);
    let make = |seed| {
        let made = maker.random(&wish, seed, &session.engine_limits(), session)?;
        let pairs = counted(made.puzzle.pairs().len(), "pair");
        let what = format!("{pairs} on {} vertices", made.puzzle.vertex_count());
        if let Some((file, kind)) = draw {
            undrawn.set(picture_of(session, &made.puzzle, &board, file, kind).err());
        }
        Ok((what, board.write(&made.puzzle).to_string()))
    };
    series(session, making, options.series.count, make, || match undrawn.take() {
        None => ExitStatus::DONE,
        Some(Failure::Input(text)) => {
            session.show(&text);
            ExitStatus::ERROR
        }
        Some(Failure::Stopped(cause)) => {
            session.remark(&format!("{}: there is no picture", session.explain(cause)));
            ExitStatus::stopped(Task::Generate, cause)
        }
    })
}

/// The kind of picture that a file is for.
fn kind(file: &Path) -> Result<Kind, Failure> {
    match by_ending(file) {
        Some(Ok(kind @ (Kind::Svg | Kind::Png))) => Ok(kind),
        _ => Err(Failure::input("puzzles are drawn to files .svg and .png")),
    }
}

/// The dark part of a picture as a board.
fn shape(
    session: &Session,
    file: &Path,
    options: &NumberlinkOptions,
) -> Result<Result<Board, Unmet>, Failure> {
    let bytes = std::fs::read(file)
        .map_err(|error| Failure::input(format!("{} cannot be read: {error}", file.display())))?;
    let shape = Picture::read(&bytes).and_then(|picture| picture.shape(options.width, options.threshold));
    let Shape { board, left_out } = match shape {
        Ok(shape) => shape,
        Err(Unmet::Request(reason)) => {
            return Err(Failure::input(format!("{}: {reason}", file.display())));
        }
        Err(unmet) => return Ok(Err(unmet)),
    };
    if !left_out.is_empty() {
        let mut places: Vec<String> = left_out.iter().take(5).map(|[x, y]| format!("({x},{y})")).collect();
        places.extend((left_out.len() > 5).then(|| "...".into()));
        let (count, places) = (left_out.len(), places.join(" "));
        session.remark(&format!("left out as no path can pass them, dark cells: {count}, at {places}"));
    }
    Ok(Ok(board))
}

/// Draws a puzzle to a file.
fn picture_of(
    session: &Session,
    puzzle: &Puzzle,
    board: &Board,
    file: &Path,
    kind: Kind,
) -> Result<(), Failure> {
    let layout = Layout::of(puzzle, &board.positions, &session.limits).map_err(|why| match why {
        NoLayout::Exhausted(cause) => cause.into(),
        NoLayout::TooLarge(_) => Failure::input(why.to_string()),
    })?;
    let drawing = draw::Picture {
        puzzle,
        names: &board.names,
        layout: &layout,
        answer: &[],
        overlay: &draw::Overlay::None,
        vertex_names: false,
    };
    let text = draw::svg(&drawing);
    let bytes = if kind == Kind::Png { png(&text)? } else { text.into_bytes() };
    std::fs::write(file, bytes)
        .map_err(|error| Failure::input(format!("{} cannot be written: {error}", file.display())))
}

fn slitherlink(session: &Session, options: &SlitherlinkOptions) -> Result<ExitStatus, Failure> {
    let SlitherlinkOptions { making, minimal, clues, density, symmetric, difficulty, cycles, .. } = options;
    let (board, links) = match board(session, making, *cycles)? {
        Ok(board) => board,
        Err(unmet) => return unmet_request(session, unmet),
    };
    let cells = board.puzzle.cell_count();
    if let Some(clues) = clues.filter(|&clues| clues > cells) {
        return Err(Failure::input(format!("{clues} clues are asked for, but the board has {cells} cells")));
    }
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
    let make = |seed| {
        let hints = maker.random(&wish, seed, &session.engine_limits(), session)?;
        let Hints { puzzle, clues, difficulty, .. } = &hints;
        let what = format!("{} in {}, {difficulty}", counted(*clues, "clue"), counted(cells, "cell"));
        Ok((what, board.write(puzzle).to_string()))
    };
    series(session, making, options.series.count, make, || ExitStatus::DONE)
}

/// The board that is asked for, and the links of the input.
pub(super) fn board(
    session: &Session,
    making: &Making,
    cycles: Cycles,
) -> Result<Result<(Board, Vec<EdgeId>), Unmet>, Failure> {
    let topology = if cycles == Cycles::Many { Topology::Cycles } else { Topology::Cycle };
    match making.grid {
        Some((rows, columns)) => {
            let board = Lattice::from(making.lattice).cells_for(topology, rows, columns);
            Ok(board.map(|board| (board, Vec::new())))
        }
        None => read(session, &making.input, topology).map(Ok),
    }
}

/// The graph that is asked for, from files or as a built-in one, and the links of the input.
pub(super) fn vertex_board(
    session: &Session,
    making: &Making,
) -> Result<Result<(Board, Vec<EdgeId>), Unmet>, Failure> {
    match making.grid {
        Some((rows, columns)) => {
            Ok(Lattice::from(making.lattice).vertices(rows, columns).map(|board| (board, Vec::new())))
        }
        None => read(session, &making.input, Topology::Cycle).map(Ok),
    }
}

/// Makes and writes as many puzzles as are wanted; `status` says how that went when all are made.
fn series(
    session: &Session,
    making: &Making,
    count: u64,
    mut make: impl FnMut(u64) -> Result<(String, String), Unmet>,
    status: impl FnOnce() -> ExitStatus,
) -> Result<ExitStatus, Failure> {
    let mut puzzles = Puzzles::new(session, making, count);
    for i in 0..count {
        let seed = making.seed.wrapping_add(i);
        let (what, facts) = match make(seed) {
            Ok(made) => made,
            Err(unmet) => return unmet_request(session, unmet),
        };
        puzzles.write(&format!("{what}; seed {seed}"), &facts)?;
    }
    Ok(puzzles.finish(status()))
}

/// Where puzzles go: one to the standard output, or each to a file of its own.
pub(super) struct Puzzles<'s> {
    session: &'s Session,
    folder: Option<&'s PathBuf>,
    digits: usize,
    written: u64,
    text: String,
}

impl<'s> Puzzles<'s> {
    /// For `count` puzzles at most.
    pub(super) fn new(session: &'s Session, making: &'s Making, count: u64) -> Self {
        let digits = count.to_string().len().clamp(2, 8);
        Puzzles { session, folder: making.output.as_ref(), digits, written: 0, text: String::new() }
    }

    /// Writes a puzzle with a comment before it.
    pub(super) fn write(&mut self, what: &str, facts: &str) -> Result<(), Failure> {
        let text = format!("% {what}\n{facts}");
        self.written += 1;
        let Some(folder) = self.folder else {
            self.text = text;
            return Ok(());
        };
        let file = folder.join(format!("{:0digits$}.lp", self.written, digits = self.digits));
        let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&file, text));
        written.map_err(|error| Failure::input(format!("{} cannot be written: {error}", file.display())))?;
        self.session.remark(&format!("{}: {what}", file.display()));
        Ok(())
    }

    /// All are written.
    pub(super) fn finish(self, status: ExitStatus) -> ExitStatus {
        self.session.output.result(&self.text, status)
    }
}

/// Says why there is no puzzle.
pub(super) fn unmet_request(session: &Session, unmet: Unmet) -> Result<ExitStatus, Failure> {
    match unmet {
        Unmet::Request(reason) => Err(Failure::input(reason)),
        Unmet::Exhausted(cause) => Err(cause.into()),
        Unmet::Unfinished { cause, so_far } => {
            session.remark(&so_far);
            Err(cause.into())
        }
        Unmet::NotFound(reason) => {
            session.tell(&reason);
            Ok(session.output.result("", ExitStatus::UNSATISFIABLE))
        }
    }
}

/// A board from facts, and the edges of their link facts.
fn read(session: &Session, input: &Input, topology: Topology) -> Result<(Board, Vec<EdgeId>), Failure> {
    if let [file] = &input.files[..] {
        let name = file.to_string_lossy();
        if grid(&name).is_ok() && !file.exists() {
            return Err(Failure::input_with_help(
                format!("{name} cannot be read: there is no such file"),
                format!("a built-in board is named by an option: `--grid {name}`"),
            ));
        }
    }
    let sources = input::read_all(&input.files, &session.limits)?;
    let facts = session.facts(&sources, input.strict)?;
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
    let positions = session.positions(&facts, &built.names, input.strict)?;
    Ok((Board { puzzle: built.puzzle, names: built.names, positions }, built.answer.edges))
}
