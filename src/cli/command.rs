//! The command line as a value: the list of commands, each of which has its arguments in its own file.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use super::deferred::Deferred;
#[cfg(feature = "studio")]
use super::studio;
use super::{
    analyse, boards, check, compare, convert, diagram, draw, explain, generate, pages, plan, prove, rate,
    recount, solve,
};

/// Solves, counts, checks, makes and draws link puzzles on arbitrary graphs, exactly: Generalized Slitherlink (one
/// cycle that satisfies the clues of the cells) and Numberlink (disjoint paths that join given pairs).
///
/// A puzzle is a list of ASP facts: edge(U,V), cell_contains(C,U,V), clue(C,N), pair(A,B), cover, node(V). An
/// answer is a list of link(U,V).
#[derive(Debug, Parser)]
#[command(name = "zlink", version, max_term_width = 100, after_long_help = STATUSES, after_help = OVERVIEW)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,
}

macro_rules! overview {
    () => {
        "\
Examples:
  zlink solve puzzle.lp               one solution, as facts on one line
  zlink solve -n 0 < puzzle.lp        all solutions, one a line
  zlink count --cover puzzle.lp       how many solutions pass every vertex
  zlink solve puzzle.lp | zlink check puzzle.lp
  zlink draw --solve puzzle.lp -o solved.svg
  zlink solve grid.txt                grids, addresses, game IDs: see zlink convert --help
  zlink generate slitherlink --grid 10x10 > puzzle.lp
  zlink help solve                    all options of a command, with examples
"
    };
}

const OVERVIEW: &str = overview!();

const STATUSES: &str = concat!(
    overview!(),
    "
Exit statuses of solve, count and recount (those of clasp):
   0  help or version was shown; with --exit-zero, the question was answered
   1  interrupted or out of time before there was an answer; bad command line
  10  satisfiable; there may be more solutions than were asked for
  11  interrupted or out of time after at least one answer (count: one solution)
  20  unsatisfiable
  30  satisfiable, and all solutions were found or counted
  33  the memory limit was reached
  65  bad input, an engine that does not support it, or the output could not be written

Exit statuses of check:
   0  CORRECT
   1  INCORRECT
   2  undecided: the answer claims that there is no solution, or a limit was reached
  65  bad input or bad command line
"
);

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Find one solution, some, or all.
    #[command(after_help = solve::SOLVE_EXAMPLES, after_long_help = solve::SOLVE_EXAMPLES)]
    Solve(Deferred<solve::Solve>),
    /// Count the solutions exactly.
    #[command(after_help = solve::COUNT_EXAMPLES, after_long_help = solve::COUNT_EXAMPLES)]
    Count(Deferred<solve::Count>),
    /// Count the solutions with a second, short program that shares nothing with the engines.
    #[command(after_help = recount::EXAMPLES, after_long_help = recount::EXAMPLES)]
    Recount(Deferred<recount::Recount>),
    /// Check an answer against the definition of the puzzle.
    #[command(after_help = check::EXAMPLES, after_long_help = check::EXAMPLES)]
    Check(Deferred<check::Check>),
    /// Find all answers, and write a proof that there are no others, for an independent checker.
    #[command(after_help = prove::EXAMPLES, after_long_help = prove::EXAMPLES)]
    Prove(Deferred<prove::Prove>),
    /// Tell the designer of a puzzle whether it has no solution, one or several, and why.
    #[command(after_help = analyse::EXAMPLES, after_long_help = analyse::EXAMPLES)]
    Analyse(Deferred<analyse::Analyse>),
    /// Explain step by step how a person would solve a puzzle.
    #[command(after_help = explain::EXAMPLES, after_long_help = explain::EXAMPLES)]
    Explain(Deferred<explain::Explain>),
    /// Tell how hard puzzles are for people, and why.
    #[command(after_help = rate::EXAMPLES, after_long_help = rate::EXAMPLES)]
    Rate(Deferred<rate::Rate>),
    /// Run engines and other programs on the same instances, and compare them.
    #[command(after_help = compare::EXAMPLES, after_long_help = compare::EXAMPLES)]
    Compare(Deferred<compare::Compare>),
    /// Run one command and measure it, for `compare`.
    #[cfg(unix)]
    #[command(hide = true)]
    Supervise(Deferred<compare::Supervise>),
    /// Make puzzles with exactly one solution.
    #[command(subcommand, after_help = generate::EXAMPLES, after_long_help = generate::EXAMPLES)]
    Generate(generate::Generate),
    /// List or draw the built-in boards.
    #[command(after_help = boards::EXAMPLES, after_long_help = boards::EXAMPLES)]
    Boards(Deferred<boards::Boards>),
    /// Show the order in which a search would process the edges, and the width of its frontier.
    #[command(after_help = plan::EXAMPLES, after_long_help = plan::EXAMPLES)]
    Plan(Deferred<plan::Plan>),
    /// Draw a puzzle and its answer, as SVG or on the terminal.
    #[command(after_help = draw::EXAMPLES, after_long_help = draw::EXAMPLES)]
    Draw(Deferred<draw::Draw>),
    /// Translate puzzles from and to other formats, and for other solvers.
    #[command(after_help = convert::EXAMPLES, after_long_help = convert::EXAMPLES)]
    Convert(Deferred<convert::Convert>),
    /// Work with families of sets, such as all solutions: build, combine, filter, count, list, sample.
    #[command(after_help = diagram::EXAMPLES, after_long_help = diagram::EXAMPLES)]
    Diagram(diagram::Diagram),
    /// Edit, understand and make puzzles in the browser.
    #[cfg(feature = "studio")]
    #[command(after_help = studio::EXAMPLES, after_long_help = studio::EXAMPLES)]
    Studio(Deferred<studio::Studio>),
    /// Write shell completions to the standard output.
    #[command(after_help = pages::COMPLETIONS_EXAMPLES, after_long_help = pages::COMPLETIONS_EXAMPLES)]
    Completions {
        /// The shell to write them for.
        shell: clap_complete::Shell,
    },
    /// Write the manual: one page to the standard output, or a page for each command to a folder.
    #[command(after_help = pages::MAN_EXAMPLES, after_long_help = pages::MAN_EXAMPLES)]
    Man {
        /// Write zlink.1, zlink-solve.1, ... to this folder.
        #[arg(short, long, value_name = "FOLDER")]
        output: Option<PathBuf>,
    },
}
