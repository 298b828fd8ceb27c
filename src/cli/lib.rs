//! The command line: the only user of clap, of the standard streams and of signals.
//!
//! | file | job |
//! |---|---|
//! | `command.rs` | the command line as a value: the list of commands |
//! | `arguments.rs` | the options that several commands have |
//! | `board.rs` | the options that name a blank board |
//! | `boards.rs` | `zlink boards`: lists and draws the boards |
//! | `deferred.rs` | arguments that are built only when their command is run |
//! | `values.rs` | how the values of options are read |
//! | `analyse.rs`, `explain.rs`, `rate.rs`, `solve.rs`, `recount.rs`, `check.rs`, `plan.rs`, `convert.rs`, `draw.rs`, `pages.rs` | the commands |
//! | `machines.rs` | connects the processes of a count on several machines |
//! | `consequences.rs` | `zlink solve --enum-mode` |
//! | `compare/`, `no_compare.rs` | `zlink compare`: runs engines side by side, or says that this system cannot |
//! | `diagram/` | `zlink diagram`: families of sets in files |
//! | `generate/` | `zlink generate`: makes puzzles |
//! | `studio.rs`, `browser.rs`, `allocator.rs` | `zlink studio`: serves the page, opens it, returns freed memory |
//! | `session.rs` | the state that all runs on an instance share |
//! | `spill.rs` | the folder of `--spill` |
//! | `mistakes.rs` | help for wrong command lines |
//! | `input.rs` | reads files and the standard input |
//! | `compressed.rs` | unpacks compressed input |
//! | `reading.rs` | converts input in any format to facts |
//! | `answers.rs` | reads an answer in any form for `check` |
//! | `readers.rs` | some readers, for tests that try them with arbitrary bytes |
//! | `drawing.rs` | solutions as drawings and grids |
//! | `stdout.rs` | the standard output, if there is one |
//! | `messages.rs` | lines on the standard error |
//! | `output.rs` | writes whole answers under one lock |
//! | `status_line.rs` | progress on a terminal |
//! | `watchdog.rs` | ends the run on signals and limits |
//! | `memory.rs` | the memory that the process may hold |
//! | `system/` | signals, the process's memory and time, the standard output: a file for each system |
//! | `failure.rs` | why a run has no answer |

#![forbid(unsafe_code)]
// The one module that talks to the standard streams (clippy.toml).
#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::print_stderr)]

#[cfg(feature = "studio")]
mod allocator;
mod analyse;
mod answers;
mod arguments;
mod board;
mod boards;
#[cfg(feature = "studio")]
mod browser;
mod check;
mod command;
#[cfg_attr(not(unix), path = "no_compare.rs")]
mod compare;
mod compressed;
mod consequences;
mod convert;
mod deferred;
mod diagram;
mod draw;
mod drawing;
mod explain;
mod failure;
mod generate;
mod input;
mod machines;
mod memory;
mod messages;
mod mistakes;
mod output;
mod pages;
mod plan;
mod prove;
mod rate;
#[doc(hidden)]
pub mod readers;
mod reading;
mod recount;
mod session;
mod solve;
mod spill;
mod status_line;
mod stdout;
#[cfg(feature = "studio")]
mod studio;
mod system;
mod values;
mod watchdog;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};

pub use stdout::look_at_stdout;
use zlink_answer::ExitStatus;
use zlink_base::clock::Instant;

use command::{Arguments, Command};
use deferred::Deferred;
use messages::{message, show};
use stdout::written;

/// Runs the program.
pub fn main() -> ExitCode {
    let started = Instant::now();
    system::take_abort_for_memory();
    std::panic::set_hook(Box::new(|panic| {
        // The threads of timely panic when a connection ends; a lost process is reported elsewhere.
        let is_timely = |name: &str| name.starts_with("timely:");
        if cfg!(feature = "cluster") && std::thread::current().name().is_some_and(is_timely) {
            return;
        }
        show(&format!(
            "zlink: internal error: {panic}\n\
             zlink: this is a defect of zlink; please report it together with the instance\n"
        ));
    }));
    ExitCode::from(run(started).0)
}

fn run(started: Instant) -> ExitStatus {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            let error = mistakes::explain(error);
            if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
                // Only the parser can colour the text.
                return written(
                    stdout::open().and_then(|_| error.print()).and_then(|()| io::stdout().flush()),
                );
            }
            // A closed standard error is no failure.
            let _ = error.print();
            return match error.kind() {
                // For these two commands, 1 means that an answer is wrong.
                _ if std::env::args_os()
                    .nth(1)
                    .is_some_and(|command| command == "check" || command == "compare") =>
                {
                    ExitStatus::ERROR
                }
                _ => ExitStatus::INTERRUPTED,
            };
        }
    };
    match arguments.command {
        Command::Solve(Deferred(arguments)) => solve::solve(started, &arguments),
        Command::Count(Deferred(arguments)) => solve::count(started, &arguments),
        Command::Recount(Deferred(arguments)) => recount::recount(started, &arguments),
        Command::Check(Deferred(arguments)) => check::check(started, &arguments),
        Command::Compare(Deferred(arguments)) => compare::compare(started, &arguments),
        #[cfg(unix)]
        Command::Supervise(Deferred(arguments)) => compare::supervise(&arguments),
        Command::Generate(kind) => generate::generate(started, &kind),
        Command::Plan(Deferred(arguments)) => plan::plan(started, &arguments),
        Command::Diagram(arguments) => diagram::diagram(started, &arguments),
        Command::Boards(Deferred(arguments)) => boards::boards(started, &arguments),
        Command::Analyse(Deferred(arguments)) => analyse::analyse(started, &arguments),
        Command::Explain(Deferred(arguments)) => explain::explain(started, &arguments),
        Command::Rate(Deferred(arguments)) => rate::rate(started, &arguments),
        Command::Draw(Deferred(arguments)) => draw::draw(started, &arguments),
        Command::Prove(Deferred(arguments)) => prove::prove(started, &arguments),
        Command::Convert(Deferred(arguments)) => convert::convert(started, &arguments),
        #[cfg(feature = "studio")]
        Command::Studio(Deferred(arguments)) => studio::studio(&arguments),
        Command::Completions { shell } => pages::completions(Arguments::command(), shell),
        Command::Man { output } => pages::man(Arguments::command(), output.as_deref()),
    }
}
