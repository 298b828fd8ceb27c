//! The options that name a blank board in place of files.

use std::path::PathBuf;

use clap::Args;

use super::failure::Failure;
use super::input;
use super::values::number;
use zlink_base::limits::Limits;
use zlink_board::{Board, Impossible, Mask, NoBoard, Tiling};
use zlink_convert::read_mask;
use zlink_facts::{Report, Source};
use zlink_library::Texts;

/// A blank board.
#[derive(Debug, Default, Args)]
pub(super) struct BoardOptions {
    /// A blank board in place of files: cairo, hats, penrose-rhombs, ...; `zlink boards` lists them.
    #[arg(long, value_name = "NAME", value_parser = tiling, conflicts_with_all = ["files", "from"])]
    board: Option<&'static Tiling>,
    /// The width and height of the board in places, or one number for both (default: a small board).
    #[arg(id = "board_size", long = "size", value_name = "WxH", value_parser = sides, requires = "board")]
    size: Option<[usize; 2]>,
    /// The part of an aperiodic tiling that the board is (default: --seed of the generators, otherwise 0).
    #[arg(long, value_name = "N", value_parser = number::<u64>, requires = "board")]
    patch: Option<u64>,
    /// A board of squares with holes: a file with rows of `#` (there) and `.` (a hole); `-` is the standard input.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["files", "from", "board"])]
    mask: Option<PathBuf>,
}

/// Reads the name of a tiling.
pub(super) fn tiling(name: &str) -> Result<&'static Tiling, String> {
    Tiling::named(name).map_err(|error| error.to_string())
}

/// Reads a width and a height.
fn sides(text: &str) -> Result<[usize; 2], String> {
    let side = |text: &str| text.parse().ok().filter(|&side: &usize| side > 0);
    let sides = match text.split_once(['x', 'X']) {
        Some((width, height)) => side(width).zip(side(height)),
        None => side(text).zip(side(text)),
    };
    let (width, height) =
        sides.ok_or("expected a width and a height, such as 8x6, or one number for both")?;
    Ok([width, height])
}

impl BoardOptions {
    /// Whether a board is asked for.
    #[cfg(feature = "studio")]
    pub(super) fn is_given(&self) -> bool {
        self.board.is_some() || self.mask.is_some()
    }

    /// The board that the options name, if they name one. `seed` is the patch if the options give none.
    pub(super) fn texts(&self, limits: &Limits, seed: u64) -> Result<Option<Texts>, Failure> {
        self.board(limits, seed, Ok, Mask::cells)
    }

    /// The board that the options name without cells; the squares of a mask are vertices.
    pub(super) fn texts_of_graph(&self, limits: &Limits, seed: u64) -> Result<Option<Texts>, Failure> {
        self.board(limits, seed, Board::without_cells, Mask::vertices)
    }

    fn board(
        &self,
        limits: &Limits,
        seed: u64,
        of_tiling: impl Fn(Board) -> Result<Board, Impossible>,
        of_mask: impl Fn(&Mask, &Limits) -> Result<Board, NoBoard>,
    ) -> Result<Option<Texts>, Failure> {
        let (source, board) = match (self.board, &self.mask) {
            (Some(tiling), _) => {
                let size = self.size.unwrap_or(tiling.small);
                let board = tiling.board(size, self.patch.unwrap_or(seed), limits);
                let board = board.and_then(|board| Ok(of_tiling(board)?));
                (Source::new(format!("the board {}", tiling.name), tiling.name), board)
            }
            (None, Some(file)) => {
                let source = input::read(file, limits)?;
                let mask = read_mask(&source).map_err(|error| Report::from(*error))?;
                let board = of_mask(&mask, limits);
                (source, board)
            }
            (None, None) => return Ok(None),
        };
        let board = board.map_err(|why| match why {
            NoBoard::Impossible(error) => Failure::input(error.to_string()),
            NoBoard::Interrupted(cause) => Failure::Stopped(cause),
        })?;
        Ok(Some(Texts::of_board(source, board)))
    }
}
