//! `zlink generate slitherlink`: a Slitherlink with a random solution, a given one, or the outline of a picture.

use clap::Args;

use super::board::{Making, board};
use super::difficulty::DifficultyOptions;
use super::picture::PictureOptions;
use super::reproduction::ReproductionCommand;
use super::series::{Series, report_error, series};
use crate::arguments::{Cycles, LimitOptions};
use crate::failure::Failure;
use crate::session::Session;
use crate::values::{named, number, share};
use zlink_answer::ExitStatus;
use zlink_base::counted;
use zlink_generate::{Hints, Minimal, Slitherlink, Symmetry};

pub(super) const EXAMPLES: &str = "\
The puzzle is written as facts, after the command that makes it again. Clues,
bounds and integrity constraints of the input are kept; its link facts, if there
are any, are the solution. The solution for a picture is the outline of its dark
part, changed a little if the clues of all cells leave another solution. Statuses:
0 done, 20 no such puzzle was found, 1 a limit was reached, 33 out of memory, 65
bad input.

Examples:
  zlink generate slitherlink --grid 10x10 --seed 7 > puzzle.lp
  zlink generate slitherlink --grid 20x36 --difficulty easy --symmetric=point
  zlink generate slitherlink --grid 7x7 --require adjacent    two clues side by side matter
  zlink generate slitherlink --grid 8x8 --lattice hexagonal --clues 30
  zlink generate slitherlink --grid 10x10 --minimal --count 20 -o puzzles
  zlink generate slitherlink board.lp                        on any graph with cells
  zlink generate slitherlink board.lp answer.lp              with this solution
  zlink generate slitherlink --picture cat.png --width 30    with the outline of a picture
";

#[derive(Debug, Args)]
pub(crate) struct SlitherlinkOptions {
    #[command(flatten)]
    making: Making,
    #[command(flatten)]
    series: Series,
    #[command(flatten)]
    picture: PictureOptions,
    /// No clue can be removed without a second solution; with --symmetric, no set of clues that the symmetry exchanges. With
    /// `within`, no clue can be removed without a second solution or a harder puzzle than wanted. (Without this option, a clue
    /// stays if a short search does not show that it can be removed.)
    #[arg(long, value_parser = named::<Minimal>(), value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "unique")]
    minimal: Option<Minimal>,
    /// The clues have only these values, separated by commas.
    #[arg(long, value_parser = number::<u32>, value_name = "N,...", value_delimiter = ',')]
    values: Vec<u32>,
    /// These cells, and those with clues of the input, have clues, and no others; zlink finds the values (separated by semicolons).
    #[arg(long, value_name = "CELL;...", value_delimiter = ';')]
    places: Option<Vec<String>>,
    /// The number of clues.
    #[arg(long, value_name = "N", value_parser = number::<usize>, conflicts_with = "density")]
    clues: Option<usize>,
    /// The share of the cells that have a clue, from 0 to 1.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    density: Option<f64>,
    /// The places of the clues are symmetric (the board must be so, and have pos facts unless it is a square grid or HOW is graph).
    #[arg(long, value_parser = named::<Symmetry>(), value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "point")]
    symmetric: Option<Symmetry>,
    #[command(flatten)]
    way: DifficultyOptions,
    /// How many cycles a solution has: exactly one, or one or more that are disjoint.
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Cycles::One)]
    cycles: Cycles,
    #[command(flatten)]
    pub(super) limits: LimitOptions,
}

pub(super) fn slitherlink(session: &Session, options: &SlitherlinkOptions) -> Result<ExitStatus, Failure> {
    let SlitherlinkOptions { making, picture, minimal, clues, density, symmetric, way, cycles, .. } = options;
    let made = match picture.outline(session, *cycles == Cycles::Many)? {
        Some(outline) => outline,
        None => board(session, making, *cycles)?,
    };
    let (board, links) = match made {
        Ok(board) => board,
        Err(error) => return report_error(session, error),
    };
    let cells = board.puzzle.cell_count();
    if let Some(clues) = clues.filter(|&clues| clues > cells) {
        return Err(Failure::input(format!(
            "{} asked for, but the board has {}",
            counted(clues, "clue"),
            counted(cells, "cell")
        )));
    }
    let places = options.places.as_ref().map(|names| super::board::cells(&board, names)).transpose()?;
    let wanted = zlink_generate::SlitherlinkOptions {
        wanted: way.wanted(),
        clues: clues.or(density.map(|share| (share * cells as f64).round() as usize)),
        symmetry: *symmetric,
        minimal: *minimal,
        values: Some(options.values.clone()).filter(|values| !values.is_empty()),
        places,
    };
    let given = Some(links.clone()).filter(|links| !links.is_empty());
    let maker = match Slitherlink::new(&board, given) {
        // The solution may differ a little from the outline of a picture.
        Ok(maker) if picture.is_given() => maker.with_repairs(),
        Ok(maker) => maker,
        Err(error) => return report_error(session, error),
    };
    let make = |seed| {
        let hints = maker.random(&wanted, seed, &session.engine_limits(), session)?;
        let Hints { puzzle, solution, clues, difficulty } = &hints;
        if picture.is_given() {
            let new = solution.iter().filter(|e| !links.contains(e)).count();
            let gone = links.iter().filter(|e| !solution.contains(e)).count();
            if new + gone > 0 {
                session.remark(&format!(
                    "the outline has another solution with the clues of all cells: {new} links are new, {gone} gone"
                ));
            }
        }
        let what = format!("{} in {}, {difficulty}", counted(*clues, "clue"), counted(cells, "cell"));
        Ok((what, board.write(puzzle).to_string()))
    };
    let again = ReproductionCommand::of_this_run::<SlitherlinkOptions>("slitherlink");
    series(session, making, board.puzzle.topology(), again, &options.series, make, || ExitStatus::DONE)
}
