//! Any operation of the system may fail at any time: afterwards there is the whole old file or the whole new one, and
//! the status shows the failure.
//!
//! Faults can be injected (`src/base/faults.rs`) only in builds with debug assertions.
#![cfg(debug_assertions)]

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::{Ran, file, finish, finish_bytes, folder, grid, run, start, zlink};

/// The commands that write the file FILE, and whether they always write the same content.
const WRITERS: [(&[&str], bool); 9] = [
    (&["draw", "PUZZLE", "-o", "FILE", "--as", "svg"], true),
    (&["draw", "PUZZLE", "-o", "FILE", "--as", "png", "--solve"], true),
    (&["convert", "PUZZLE", "--encoding", "cnf", "-o", "FILE"], true),
    (&["diagram", "build", "PUZZLE", "-o", "FILE"], true),
    (&["generate", "numberlink", "--grid", "4x4", "--draw", "FILE"], true),
    (&["generate", "pairs", "--grid", "3x4", "--diagram", "FILE"], true),
    (&["generate", "hints", "--grid", "3x3", "--diagram", "FILE"], true),
    (&["compare", "PUZZLE", "--engines", "search", "--svg", "FILE"], false),
    (&["compare", "PUZZLE", "--engines", "search", "--csv", "FILE"], false),
];

/// The commands that write to the standard output.
const PRINTERS: [&[&str]; 14] = [
    &["solve", "PUZZLE"],
    &["count", "PUZZLE"],
    &["recount", "PUZZLE"],
    &["solve", "PUZZLE", "--as", "text"],
    &["plan", "PUZZLE"],
    &["convert", "PUZZLE", "--to", "loopy"],
    &["draw", "PUZZLE", "--as", "png"],
    &["diagram", "build", "PUZZLE"],
    &["generate", "slitherlink", "--grid", "4x4"],
    &["check", "PUZZLE", "ANSWER"],
    &["boards"],
    &["explain", "PUZZLE"],
    &["rate", "PUZZLE"],
    &["man"],
];

/// A Slitherlink of five by five cells with one solution.
const PUZZLE: &str = "5x5t4de:3a32a2a1a310a44a1322a2d31c4h";

/// The most operations of one kind in a run of a command here.
const MOST: u64 = 300;

fn arguments<'a>(words: &[&'a str], puzzle: &'a Path, other: &'a Path) -> Vec<&'a str> {
    let argument = |&word: &&'a str| match word {
        "PUZZLE" => puzzle.to_str().unwrap(),
        "FILE" | "ANSWER" => other.to_str().unwrap(),
        word => word,
    };
    words.iter().map(argument).collect()
}

fn run_with(fault: &str, arguments: &[&str]) -> Vec<u8> {
    let (status, [stdout, stderr]) = finish_bytes(start(&mut command(fault, arguments)));
    let stderr = String::from_utf8(stderr).unwrap();
    assert!(!stderr.contains("internal error"), "{fault} {arguments:?}: {stderr}");
    let mut told = format!("{status} ").into_bytes();
    told.extend(stdout);
    told
}

fn command(fault: &str, arguments: &[&str]) -> Command {
    let mut command = zlink(arguments);
    command.env("ZLINK_FAULTS", fault);
    command
}

fn ran_with(fault: &str, arguments: &[&str]) -> Ran {
    let ran = finish(start(&mut command(fault, arguments)));
    assert!(!ran.stderr.contains("internal error"), "{fault} {arguments:?}: {ran:?}");
    ran
}

#[test]
fn whatever_fails_a_file_is_the_old_one_or_the_new_one() {
    let puzzle = file(&run(&["convert", PUZZLE], "").stdout);
    for (writer, same) in WRITERS {
        let folder = folder();
        let target = folder.join("file.svg");
        let arguments = arguments(writer, &puzzle, &target);
        let clean = ran_with("", &arguments);
        assert_eq!(clean.status, 0, "{writer:?}: {clean:?}");
        let new = fs::read(&target).unwrap();
        for operation in ["open", "read", "write", "sync", "rename"] {
            let mut failed = 0;
            for number in 1.. {
                assert!(number < MOST, "{operation} {writer:?}");
                let fault = format!("{operation}:{number}");
                fs::write(&target, "old").unwrap();
                let ran = ran_with(&fault, &arguments);
                assert_eq!(names(&folder), ["file.svg"], "{fault} {writer:?}");
                let found = fs::read(&target).unwrap();
                if ran.status == 0 {
                    // A comparison tells the times of its runs, and goes on without one that failed.
                    assert!(if same { found == new } else { found != b"old" }, "{fault} {writer:?}");
                    break;
                }
                failed += 1;
                assert!(ran.stderr.contains("error: "), "{fault} {writer:?}: {ran:?}");
                assert!(found == b"old" || same && found == new, "{fault} {writer:?}");
            }
            let reads_nothing = writer.contains(&"generate") && operation == "read";
            assert!(failed > 0 || reads_nothing, "{operation} {writer:?}");
        }
    }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn an_answer_that_cannot_be_printed_is_an_error() {
    let puzzle = file(&run(&["convert", PUZZLE], "").stdout);
    let answer = file(&run(&["solve", puzzle.to_str().unwrap()], "").stdout);
    for printer in PRINTERS {
        let arguments = arguments(printer, &puzzle, &answer);
        let clean = run_with("", &arguments);
        for number in 1..=MOST {
            let told = run_with(&format!("print:{number}"), &arguments);
            if told == clean {
                assert!(number > 1, "{printer:?} prints nothing");
                break;
            }
            assert!(told.starts_with(b"65 "), "{number} {printer:?}: {}", String::from_utf8_lossy(&told));
            assert!(number < MOST, "{printer:?}");
        }
    }
}

#[test]
fn without_a_standard_output_there_is_no_answer() {
    let puzzle = file(&run(&["convert", PUZZLE], "").stdout);
    let answer = file(&run(&["solve", puzzle.to_str().unwrap()], "").stdout);
    let help: [&[&str]; 4] = [&["--help"], &["solve", "--help"], &["--version"], &["completions", "bash"]];
    let compare: &[&str] = &["compare", "PUZZLE", "--engines", "search"];
    for printer in PRINTERS.into_iter().chain(help).chain([compare]) {
        let mut command = crate::common::command("sh");
        command.args(["-c", "exec \"$0\" \"$@\" >&-", env!("CARGO_BIN_EXE_zlink")]);
        let ran = finish(start(command.args(arguments(printer, &puzzle, &answer))));
        assert_eq!(ran.status, 65, "{printer:?}: {ran:?}");
        assert!(ran.stderr.contains("error: the standard output cannot be written"), "{printer:?}: {ran:?}");
    }
    // Who needs none does not miss it.
    let target = folder().join("file.svg");
    let script = "exec \"$0\" draw \"$1\" -o \"$2\" >&-";
    let zlink = env!("CARGO_BIN_EXE_zlink");
    let mut shell = crate::common::command("sh");
    let drawn = finish(start(shell.args(["-c", script, zlink]).args([&puzzle, &target])));
    assert!(drawn.status == 0 && target.exists(), "{drawn:?}");
}

/// A limit may be reached at any of its checks.
#[test]
fn wherever_the_time_ends_nothing_is_half_said() {
    let puzzle = file(&run(&["convert", PUZZLE], "").stdout);
    let many = file(&grid(6, 6));
    let target = folder().join("file");
    // With the statuses of a run that is stopped.
    let commands: [(&[&str], &Path, &[i32]); 10] = [
        (&["solve", "PUZZLE"], &puzzle, &[1, 11]),
        (&["solve", "PUZZLE", "-n", "2"], &puzzle, &[1, 11]),
        (&["count", "PUZZLE"], &many, &[1, 11]),
        (&["count", "--verify", "PUZZLE"], &many, &[1, 11]),
        (&["recount", "PUZZLE"], &many, &[1]),
        (&["convert", "PUZZLE", "--encoding", "cnf"], &puzzle, &[1]),
        (&["draw", "PUZZLE", "--solve"], &puzzle, &[1]),
        (&["generate", "slitherlink", "--grid", "4x4"], &puzzle, &[1]),
        (&["diagram", "build", "PUZZLE", "-o", "FILE"], &many, &[1]),
        (&["diagram", "build", "PUZZLE", "--graphs", "forests", "-o", "FILE"], &many, &[1]),
    ];
    for (words, puzzle, statuses) in commands {
        let arguments = arguments(words, puzzle, &target);
        let _ = fs::remove_file(&target);
        let clean = ran_with("", &arguments);
        let new = fs::read(&target).unwrap_or_default();
        let mut number = 1;
        while number < 100_000 {
            let _ = fs::remove_file(&target);
            let ran = ran_with(&format!("limit:{number}"), &arguments);
            assert!(
                ran.status == clean.status || statuses.contains(&ran.status),
                "{number} {words:?}: {ran:?}"
            );
            let stopped = ran.stderr.contains("the time limit was reached");
            if ran.status == clean.status && !stopped {
                assert_eq!(ran.stdout, clean.stdout, "{number} {words:?}");
                assert_eq!(fs::read(&target).unwrap_or_default(), new, "{number} {words:?}");
            } else if words[0] == "solve" {
                let said = ran.stdout.as_str();
                assert!([clean.stdout.as_str(), "UNKNOWN\n"].contains(&said), "{number} {words:?}: {ran:?}");
            } else {
                let said = ran.stdout.trim();
                let is_bound = said.strip_prefix("at least ").is_some_and(|n| n.parse::<u128>().is_ok());
                let is_drawing = ran.stderr.contains("what is known is drawn") && said.ends_with("</svg>");
                let is_whole = ["", "UNKNOWN"].contains(&said) || is_bound || is_drawing;
                assert!(is_whole, "{number} {words:?}: {ran:?}");
                assert!(!target.exists(), "{number} {words:?}");
            }
            number += 1 + number / 4;
        }
    }
}
