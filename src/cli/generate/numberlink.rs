//! `zlink generate numberlink`: a random Numberlink, or one with given paths as its solution.

use std::cell::Cell;
use std::path::{Path, PathBuf};

use clap::Args;

use super::board::{Making, vertex_board};
use super::difficulty::DifficultyOptions;
use super::picture::{PictureOptions, first_few};
use super::reproduction::ReproductionCommand;
use super::series::{Series, report_error, series};
use crate::arguments::LimitOptions;
use crate::draw::{Kind, by_ending, png};
use crate::failure::Failure;
use crate::session::Session;
use crate::values::number;
use zlink_answer::{ExitStatus, Task};
use zlink_base::counted;
use zlink_base::files;
use zlink_draw as draw;
use zlink_draw::layout::Layout;
use zlink_generate::{Board, GenerateError, GivenPaths, Numberlink};
use zlink_puzzle::{EdgeId, Marks, PairLabels, Puzzle};

pub(super) const EXAMPLES: &str = "\
The only solution passes every vertex, and none of its paths touches itself. --grid
gives the rows and columns of vertices, for hexagons those of the hexagons.

Link facts of the input are paths of your own: they are cut into few pairs, so that
they are the only solution. They may touch themselves only with --cover; without it
they may leave vertices out, which are reported. Statuses: 0 done, 20 no such puzzle
was found, 1 a limit was reached, 33 out of memory, 65 bad input.

Examples:
  zlink generate numberlink --grid 8x8 --seed 7 > puzzle.lp
  zlink generate numberlink --grid 10x10 --pairs-at-most 9
  zlink generate numberlink --grid 8x8 --difficulty hard
  zlink generate numberlink --grid 20x40 --cover --count 10 -o puzzles
  zlink generate numberlink --picture cat.png --width 30     on the dark part of a picture
  zlink generate numberlink --picture cat.png --draw cat.svg > cat.lp
  zlink generate numberlink graph.lp                         on any graph
  zlink generate numberlink graph.lp paths.lp                cut from these paths
";

#[derive(Debug, Args)]
pub(crate) struct NumberlinkOptions {
    #[command(flatten)]
    making: Making,
    #[command(flatten)]
    series: Series,
    #[command(flatten)]
    picture: PictureOptions,
    /// Draw the puzzle to this file, .svg or .png.
    #[arg(long, value_name = "FILE", conflicts_with = "count")]
    draw: Option<PathBuf>,
    /// The greatest number of pairs. The fewer, the longer it takes: on 20 by 20 vertices, 40 are made at once, 24 in about ten
    /// seconds, 20 in minutes.
    #[arg(long, value_name = "N", value_parser = number::<usize>)]
    pairs_at_most: Option<usize>,
    /// There may be other solutions that leave a vertex out; the puzzle has the fact `cover`.
    #[arg(long)]
    cover: bool,
    #[command(flatten)]
    way: DifficultyOptions,
    #[command(flatten)]
    pub(super) limits: LimitOptions,
}

pub(super) fn numberlink(session: &Session, options: &NumberlinkOptions) -> Result<ExitStatus, Failure> {
    let NumberlinkOptions { making, picture, draw, pairs_at_most, cover, way, .. } = options;
    let draw = match draw {
        Some(file) => Some((file, kind(file)?)),
        None => None,
    };
    let made = match picture.shape(session)? {
        Some(board) => board.map(|board| (board, Vec::new())),
        None => vertex_board(session, making)?,
    };
    let (board, links) = match made {
        Ok(board) => board,
        Err(error) => return report_error(session, error),
    };
    let maker = match Numberlink::new(&board) {
        Ok(maker) => maker,
        Err(error) => return report_error(session, error),
    };
    let wanted = zlink_generate::NumberlinkOptions {
        pairs_at_most: *pairs_at_most,
        cover: *cover,
        wanted: way.wanted(),
    };
    let paths = match given_paths(session, &board, &links, *cover) {
        Some(Err(error)) => return report_error(session, error),
        paths => paths.and_then(Result::ok),
    };
    // If the picture cannot be written, the puzzle is still written.
    let undrawn = Cell::new(None);
    let make = |seed| {
        let limits = session.engine_limits();
        let made = match &paths {
            Some(paths) => maker.from_paths(paths, &wanted, seed, &limits, session)?,
            None => maker.random(&wanted, seed, &limits, session)?,
        };
        let pairs = counted(made.puzzle.pairs().len(), "pair");
        let difficulty = made.difficulty.map_or_else(String::new, |difficulty| format!(", {difficulty}"));
        let what = format!("{pairs} on {}{difficulty}", counted(made.puzzle.vertex_count(), "vertex"));
        if let Some((file, kind)) = draw {
            undrawn.set(picture_of(session, &made.puzzle, &board, file, kind).err());
        }
        Ok((what, board.write(&made.puzzle).to_string()))
    };
    let again = ReproductionCommand::of_this_run::<NumberlinkOptions>("numberlink");
    series(session, making, zlink_puzzle::Topology::Linkage, again, &options.series, make, || {
        match undrawn.take() {
            None => ExitStatus::DONE,
            Some(Failure::Input(text)) => {
                session.show(&text);
                ExitStatus::ERROR
            }
            Some(Failure::Stopped(cause)) => {
                session.remark(&format!("{}: there is no picture", session.explain(cause)));
                ExitStatus::stopped(Task::Generate, cause)
            }
        }
    })
}

/// The paths that the links of the input form, if there are links. Reports if the paths leave vertices out.
fn given_paths(
    session: &Session,
    board: &Board,
    links: &[EdgeId],
    cover: bool,
) -> Option<Result<GivenPaths, GenerateError>> {
    if links.is_empty() {
        return None;
    }
    let paths = GivenPaths::new(board, links);
    if let Ok(paths) = &paths
        && !cover
        && !board.puzzle.cover()
        && let left_out @ [_, ..] = &paths.left_out()[..]
    {
        let names = first_few(left_out.iter().map(|&v| board.names.vertex(v).to_string()));
        session.remark(&format!("the paths leave out vertices: {}, {names}", left_out.len()));
    }
    Some(paths)
}

/// The kind of picture for a file, by its extension.
fn kind(file: &Path) -> Result<Kind, Failure> {
    match by_ending(file) {
        Some(Ok(kind @ (Kind::Svg | Kind::Png))) => Ok(kind),
        _ => Err(Failure::input("puzzles are drawn to files .svg and .png")),
    }
}

/// Draws a puzzle to a file.
fn picture_of(
    session: &Session,
    puzzle: &Puzzle,
    board: &Board,
    file: &Path,
    kind: Kind,
) -> Result<(), Failure> {
    let layout = Layout::of(puzzle, &board.positions, &session.limits)?;
    let drawing = draw::Picture {
        puzzle,
        names: &board.names,
        labels: &PairLabels::default(),
        marks: &Marks::default(),
        layout: &layout,
        answer: &[],
        overlay: &draw::Overlay::None,
        vertex_names: false,
    };
    let scene = draw::scene(&drawing);
    let bytes = if kind == Kind::Png { png(&scene)? } else { scene.svg().into_bytes() };
    files::write_bytes(file, &bytes).map_err(|error| Failure::unwritten(file, &error))
}
