//! Drives the real program.

#![allow(
    dead_code,
    unreachable_pub,
    reason = "a module of several test programs, none of which uses all of it"
)]

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// What a run of the program left behind.
#[derive(Debug)]
pub struct Ran {
    /// Its exit status.
    pub status: i32,
    /// Its standard output.
    pub stdout: String,
    /// Its standard error.
    pub stderr: String,
}

/// The program with these arguments, no input and all streams caught.
pub fn zlink(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zlink"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program on `input`.
pub fn run(arguments: &[&str], input: impl AsRef<[u8]>) -> Ran {
    let mut child = zlink(arguments).stdin(Stdio::piped()).spawn().expect("zlink starts");
    // The program may leave without reading all of it.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_ref());
    finish(child)
}

/// Waits for the program, which must end by itself.
pub fn finish(child: Child) -> Ran {
    let output = child.wait_with_output().expect("zlink ends");
    Ran {
        status: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).expect("text"),
        stderr: String::from_utf8(output.stderr).expect("text"),
    }
}

/// Sends `signal` (a name such as `TERM`) to `child`.
pub fn signal(child: &Child, signal: &str) {
    let status = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().expect("kill");
    assert!(status.success());
}

/// Reads from `from` until `len` bytes have come.
pub fn read_some(from: &mut impl Read, len: usize) -> Vec<u8> {
    let mut bytes = vec![0; len];
    from.read_exact(&mut bytes).expect("output");
    bytes
}

/// Waits until `condition` holds; a minute is more than any machine needs.
pub fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < Duration::from_secs(60), "never happened: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A new file with `text`, in the folder that cargo gives to tests.
pub fn file(text: &str) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = format!("{}-{}.lp", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("a file");
    path
}

/// A folder of its own for a test.
pub fn folder() -> PathBuf {
    let folder = file("").with_extension("folder");
    std::fs::create_dir(&folder).expect("a folder");
    folder
}

/// The edges of a grid of `rows` by `columns` vertices, named by numbers.
pub fn grid(rows: usize, columns: usize) -> String {
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
pub const SQUARE: &str = "edge(0,1). edge(1,2). edge(2,3). edge(3,0).\n";
/// The line of its answer.
pub const SQUARE_ANSWER: &str = "link(0,1). link(1,2). link(2,3). link(3,0).\n";
/// Two squares with a common edge: three cycles.
pub const DOMINO: &str = "edge(0,1). edge(1,2). edge(0,3). edge(1,4). edge(2,5). edge(3,4). edge(4,5).\n";
/// A path: no cycle.
pub const PATH: &str = "edge(0,1). edge(1,2).\n";
