//! `zlink generate`: puzzles with exactly one solution.
//!
//! | file | job |
//! |---|---|
//! | `slitherlink.rs`, `numberlink.rs` | random puzzles |
//! | `hints.rs`, `pairs.rs` | all good puzzles of a board |
//! | `board.rs` | the board of a puzzle to be made |
//! | `picture.rs` | the picture that a puzzle is made from |
//! | `difficulty.rs` | options for the difficulty and the rules of deduction |
//! | `series.rs` | makes several puzzles, and writes them |
//! | `reproduction.rs` | the command that reproduces a puzzle |

mod board;
mod difficulty;
mod hints;
mod numberlink;
mod pairs;
mod picture;
mod reproduction;
mod series;
mod slitherlink;

use clap::Subcommand;

use super::deferred::Deferred;
use super::session::Session;
use hints::HintsOptions;
use numberlink::NumberlinkOptions;
use pairs::PairsOptions;
use slitherlink::SlitherlinkOptions;
use zlink_answer::{ExitStatus, Task};
use zlink_base::clock::Instant;

pub(super) const EXAMPLES: &str = "\
Examples:
  zlink generate slitherlink --grid 10x10 --seed 7      a random puzzle of 10 by 10 cells
  zlink generate hints board.lp answer.lp               all sets of hints that make a puzzle
  zlink generate pairs --grid 4x4                       all Numberlinks of this grid
  zlink generate numberlink --grid 8x8 --seed 7         a random puzzle on 8 by 8 vertices
  zlink generate slitherlink --help                     all options for Slitherlinks
";

/// What kind of puzzle.
#[derive(Debug, Subcommand)]
pub(super) enum Generate {
    /// A Slitherlink: clues that only one cycle meets.
    #[command(after_help = slitherlink::EXAMPLES, after_long_help = slitherlink::EXAMPLES)]
    Slitherlink(Deferred<SlitherlinkOptions>),
    /// All good sets of hints of a Slitherlink solution: their numbers, or puzzles with chosen ones.
    #[command(after_help = hints::EXAMPLES, after_long_help = hints::EXAMPLES)]
    Hints(Deferred<HintsOptions>),
    /// All good sets of pairs of a graph (Numberlinks with one solution, which covers it): their numbers, or puzzles.
    #[command(after_help = pairs::EXAMPLES, after_long_help = pairs::EXAMPLES)]
    Pairs(Deferred<PairsOptions>),
    /// A Numberlink: pairs that paths join in only one way, through every vertex.
    #[command(after_help = numberlink::EXAMPLES, after_long_help = numberlink::EXAMPLES)]
    Numberlink(Deferred<NumberlinkOptions>),
}

/// Writes puzzles.
pub(super) fn generate(started: Instant, kind: &Generate) -> ExitStatus {
    let start = |limits| Session::start(started, Task::Generate, None, limits);
    match kind {
        Generate::Slitherlink(Deferred(options)) => {
            start(&options.limits).run(|session| slitherlink::slitherlink(session, options))
        }
        Generate::Hints(Deferred(options)) => {
            start(&options.limits).run(|session| hints::hints(session, options))
        }
        Generate::Pairs(Deferred(options)) => {
            start(&options.limits).run(|session| pairs::pairs(session, options))
        }
        Generate::Numberlink(Deferred(options)) => {
            start(&options.limits).run(|session| numberlink::numberlink(session, options))
        }
    }
}
