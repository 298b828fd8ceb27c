//! `zlink boards`.

use std::path::{Path, PathBuf};

use clap::Args;

use super::arguments::LimitOptions;
use super::board::tiling;
use super::failure::Failure;
use super::session::Session;
use zlink_answer::{ExitStatus, Task};
use zlink_base::clock::Instant;
use zlink_base::files;
use zlink_base::limits::Limits;
use zlink_board::{Board, TILINGS, Tiling};
use zlink_draw::layout::Layout;
use zlink_draw::{Overlay, Picture, svg};
use zlink_puzzle::{Marks, PairLabels};

pub(super) const EXAMPLES: &str = "\
Shows each board at its default size. `--size WxH` gives the number of places in
a row, and the number of rows. What a place is (a square, a hexagon with the tiles
around it, an area) depends on the tiling. For aperiodic tilings, each `--patch N`
is another part of the tiling.

Examples:
  zlink boards                                  names, sizes, what the cells are
  zlink boards cairo hats                       only these two
  zlink boards -o pictures                      pictures/square.svg, pictures/cairo.svg, ...
  zlink generate slitherlink --board cairo --size 5x4 > puzzle.lp
  zlink count --board kagome
  zlink draw --board penrose --size 12 --patch 3 -o penrose.svg
  zlink convert --board hats > hats.lp          a blank board as facts
";

/// The command line of `zlink boards`.
#[derive(Debug, Args)]
pub(super) struct Boards {
    /// Only these boards.
    #[arg(value_name = "NAMES", value_parser = tiling)]
    names: Vec<&'static Tiling>,
    /// Draw each of them in this folder: square.svg, cairo.svg, ...
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
    #[command(flatten)]
    pub(super) limits: LimitOptions,
}

/// Lists the boards, or draws them.
pub(super) fn boards(started: Instant, arguments: &Boards) -> ExitStatus {
    let session = Session::start(started, Task::Plan, None, &arguments.limits);
    session.run(|session| run(session, arguments))
}

fn run(session: &Session, arguments: &Boards) -> Result<ExitStatus, Failure> {
    let all: Vec<&'static Tiling> =
        if arguments.names.is_empty() { TILINGS.iter().collect() } else { arguments.names.clone() };
    let mut text = format!("{:<24} size  cells  vertices  edges  what the cells are\n", "board");
    for tiling in all {
        let board = tiling.board(tiling.small, 0, &Limits::none());
        let board = board.map_err(|error| Failure::input(error.to_string()))?;
        if let Some(folder) = &arguments.output {
            draw(session, tiling, &board, folder)?;
            continue;
        }
        let [width, height] = tiling.small;
        let puzzle = &board.puzzle;
        let also = match tiling.aliases {
            [] => String::new(),
            aliases => format!(" (also: {})", aliases.join(", ")),
        };
        text.push_str(&format!(
            "{:<24} {:<5} {:>5} {:>9} {:>6}  {}{also}\n",
            tiling.name,
            format!("{width}x{height}"),
            puzzle.cell_count(),
            puzzle.vertex_count(),
            puzzle.edge_count(),
            tiling.cells,
        ));
    }
    let text = if arguments.output.is_some() { "" } else { &text };
    Ok(session.output.result(text, ExitStatus::DONE))
}

fn draw(session: &Session, tiling: &Tiling, board: &Board, folder: &Path) -> Result<(), Failure> {
    let layout = Layout::of(&board.puzzle, &board.positions, &session.limits)
        .map_err(|why| Failure::input(why.to_string()))?;
    let picture = Picture {
        puzzle: &board.puzzle,
        names: &board.names,
        labels: &PairLabels::default(),
        marks: &Marks::default(),
        layout: &layout,
        answer: &[],
        overlay: &Overlay::None,
        vertex_names: false,
    };
    let file = folder.join(format!("{}.svg", tiling.name));
    let written =
        std::fs::create_dir_all(folder).and_then(|()| files::write_bytes(&file, svg(&picture).as_bytes()));
    written.map_err(|error| Failure::input(format!("{} cannot be written: {error}", file.display())))
}
