//! The behaviour of the program when an allocation fails. This test program is started as `zlink`, with a variable that
//! chooses the allocation.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ExitCode, Stdio};

use super::allocator;
use super::common::{Ran, command, file, finish, run_on, start};

/// The environment variable that chooses the allocation that fails, and the total of bytes beyond which all fail.
const VARIABLE: &str = "ZLINK_TEST_ALLOCATIONS";
const OUT_OF_MEMORY: i32 = 33;
/// The status of a program that was ended by a signal: early on, the standard library aborts the process.
const ABORTED: i32 = -1;
/// The most allocations before the program can report that memory has run out.
const FIRST: u64 = 30;
/// The number of allocations of each command that fail, one per run.
const SAMPLE: u64 = 12;

const PUZZLE: &str = "3.3\n.2.\n..2\n";
const BLANK: &str = "....\n....\n....\n....\n";

/// Whether this program is to be `zlink`.
pub(crate) fn is_asked() -> bool {
    std::env::var_os(VARIABLE).is_some()
}

/// `zlink` with allocations that fail. At the end it prints the number of allocations.
pub(crate) fn program() -> ExitCode {
    let asked = std::env::var(VARIABLE).expect("text");
    let (number, most) = asked.split_once(' ').expect("two numbers");
    allocator::fail(number.parse().expect("a number"), most.parse().expect("a number"));
    let status = zlink::cli::main();
    let calls = allocator::calls();
    allocator::fail(0, usize::MAX);
    eprintln!("allocations: {calls}");
    status
}

fn zlink(arguments: &[&str], number: u64, most: usize) -> std::process::Command {
    let program = std::env::current_exe().expect("this program");
    let mut command = command(program.to_str().expect("text"));
    command.args(arguments).env(VARIABLE, format!("{number} {most}"));
    command
}

pub(crate) fn test() {
    let answer = file("UNSATISFIABLE\n");
    let answer = answer.to_str().expect("text");
    for (arguments, input) in [
        (&["solve"][..], PUZZLE),
        (&["solve", "--engine", "sat"], PUZZLE),
        (&["solve", "-n", "0"], BLANK),
        (&["count"], BLANK),
        (&["count", "--engine", "zdd", "--threads", "2"], BLANK),
        (&["check", "-", answer], PUZZLE),
        (&["analyse"], PUZZLE),
        (&["explain"], PUZZLE),
        (&["rate"], PUZZLE),
        (&["convert", "--to", "pzpr"], PUZZLE),
        (&["draw"], PUZZLE),
        (&["generate", "slitherlink"], BLANK),
        (&["generate", "numberlink"], BLANK),
        (&["boards"], ""),
    ] {
        command_fails(arguments, input);
    }
    for (number, most) in [(0, 4 << 20), (20_000, usize::MAX), (30_000, usize::MAX)] {
        studio_fails(number, most);
    }
}

/// Whichever allocation fails, the program ends with its status for that, and has written at most a beginning of its
/// answer. Where it can do without, as where a thread cannot be started, the failure makes no difference.
fn command_fails(arguments: &[&str], input: &str) {
    let run = |number: u64| run_on(&mut zlink(arguments, number, usize::MAX), input.as_bytes());
    let whole = run(0);
    let calls = whole.stderr.lines().last().and_then(|line| line.strip_prefix("allocations: "));
    let calls: u64 = calls.and_then(|calls| calls.parse().ok()).expect("how many there were");
    for part in 0..SAMPLE {
        let number = 1 + calls * part / SAMPLE;
        let Ran { status, stdout, stderr } = run(number);
        let what = format!("{arguments:?}, allocation {number} of {calls}: {status} {stdout} {stderr}");
        let is_whole = status == whole.status && stdout == whole.stdout;
        let is_out = status == OUT_OF_MEMORY || status == ABORTED && number <= FIRST;
        assert!(is_whole || is_out && whole.stdout.starts_with(&stdout), "{what}");
    }
}

/// A request is at work when an allocation fails: the server ends.
fn studio_fails(number: u64, most: usize) {
    let mut child = start(zlink(&["studio", "--no-open", "--port", "0"], number, most).stdin(Stdio::null()));
    let (host, token) = address(&mut child);
    let body = format!(r#"{{"facts": "{}"}}"#, super::limits::wild_facts(120, 40));
    let head = format!(
        "POST /api/1/analyse HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    let mut stream = TcpStream::connect(&host).expect("a connection");
    stream.write_all((head + &body).as_bytes()).expect("it is read");
    let mut answer = Vec::new();
    // It breaks off.
    let _ = stream.read_to_end(&mut answer);
    let answer = String::from_utf8_lossy(&answer);
    let ran = finish(child);
    assert_eq!(ran.status, OUT_OF_MEMORY, "{number} {most}: {answer} {}", ran.stderr);
    assert!(!answer.contains("event: end"), "{answer}");
}

fn address(child: &mut Child) -> (String, String) {
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().expect("a pipe")).read_line(&mut line).expect("a line");
    let address = line.trim_end().strip_prefix("http://").expect("an address");
    let (host, token) = address.split_once("/#token=").expect("a token");
    (host.to_owned(), token.to_owned())
}
