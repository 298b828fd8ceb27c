//! Drives the real program.

use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;

mod killed;
mod process;
mod temporary;

pub(crate) use killed::killed;
pub(crate) use process::{
    Process, command, finish, finish_bytes, peak_of, read_rest, read_some, signal, start, wait_until,
    wait_until_watched,
};
#[cfg(feature = "studio")]
pub(crate) use process::{peak_so_far, resident};
pub(crate) use temporary::{file, folder};

/// The result of a run of the program.
#[derive(Debug)]
pub(crate) struct Ran {
    /// The exit status.
    pub(crate) status: i32,
    /// The standard output.
    pub(crate) stdout: String,
    /// The standard error.
    pub(crate) stderr: String,
}

/// The program with these arguments, no input and all streams caught.
pub(crate) fn zlink(arguments: &[&str]) -> Command {
    let mut command = command(env!("CARGO_BIN_EXE_zlink"));
    command.args(arguments);
    command
}

/// Runs the program on `input`.
pub(crate) fn run(arguments: &[&str], input: impl AsRef<[u8]>) -> Ran {
    run_on(&mut zlink(arguments), input.as_ref())
}

/// Runs a command on `input`.
pub(crate) fn run_on(command: &mut Command, input: &[u8]) -> Ran {
    let mut child = start(command.stdin(Stdio::piped()));
    let mut stdin = child.stdin.take().expect("a pipe");
    thread::scope(|scope| {
        // It may write before it has read everything, and may leave without reading all of it.
        scope.spawn(move || stdin.write_all(input));
        finish(child)
    })
}

/// The edges of a grid of `rows` by `columns` vertices, named by numbers.
pub(crate) fn grid(rows: usize, columns: usize) -> String {
    let mut text = String::new();
    for r in 0..rows {
        for c in 0..columns {
            let v = r * columns + c;
            if c + 1 < columns {
                text.push_str(&format!("edge({v},{}).\n", v + 1));
            }
            if r + 1 < rows {
                text.push_str(&format!("edge({v},{}).\n", v + columns));
            }
        }
    }
    text
}

/// A square: one cycle.
pub(crate) const SQUARE: &str = "edge(0,1). edge(1,2). edge(2,3). edge(3,0).\n";
/// The line of the answer of [`SQUARE`].
pub(crate) const SQUARE_ANSWER: &str = "link(0,1). link(1,2). link(2,3). link(3,0).\n";
/// Two squares with a common edge: three cycles.
pub(crate) const DOMINO: &str =
    "edge(0,1). edge(1,2). edge(0,3). edge(1,4). edge(2,5). edge(3,4). edge(4,5).\n";
/// A path: no cycle.
pub(crate) const PATH: &str = "edge(0,1). edge(1,2).\n";
