//! Counts that spill to disk: they can be stopped at any moment and resumed, and damage is reported.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::{DOMINO, Ran, file, finish, folder, grid, killed, run, start, wait_until, zlink};

/// OEIS A140517: the cycles of 10 by 10 cells.
const CYCLES: &str = "988808811046283595068099\n";

fn spilled<'a>(puzzle: &'a str, blocks: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["count", "--exit-zero", "--spill", blocks, puzzle], more].concat()
}

fn with_fault(fault: &str, arguments: &[&str]) -> Ran {
    let mut command: Command = zlink(arguments);
    finish(start(command.env("ZLINK_FAULTS", fault)))
}

/// Leaves blocks of a run that was stopped before its end.
fn unfinished(puzzle: &str, blocks: &Path) {
    for limit in (200..).step_by(10) {
        let ran = with_fault(&format!("limit:{limit}"), &spilled(puzzle, blocks.to_str().unwrap(), &[]));
        assert_eq!(ran.status, 1, "{ran:?}");
        if blocks.join("manifest").exists() {
            return;
        }
    }
}

#[test]
fn a_count_on_disk_is_the_same_and_leaves_nothing() {
    let folder = folder();
    let (puzzle, blocks) = (file(&grid(11, 11)), folder.join("blocks"));
    for threads in ["1", "2", "5"] {
        let arguments = ["--threads", threads, "--memory-limit", "60"];
        let ran = run(&spilled(puzzle.to_str().unwrap(), blocks.to_str().unwrap(), &arguments), "");
        assert_eq!((ran.status, ran.stdout.as_str()), (0, CYCLES), "{ran:?}");
        assert!(!blocks.exists());
    }
    let ran = run(&spilled("-", blocks.to_str().unwrap(), &[]), DOMINO);
    assert_eq!((ran.status, ran.stdout.as_str()), (0, "3\n"), "{ran:?}");
}

#[test]
fn killed_at_any_moment_a_count_goes_on() {
    let folder = folder();
    let (puzzle, blocks) = (file(&grid(13, 13)), folder.join("blocks"));
    let arguments = spilled(puzzle.to_str().unwrap(), blocks.to_str().unwrap(), &["--resume"]);
    let resumed = killed(&arguments, &blocks);
    let ran = run(&arguments, "");
    assert_eq!((ran.status, ran.stdout.as_str()), (0, "36954917962039884953387868334644457\n"), "{ran:?}");
    assert!(resumed > 0, "no run has come to its first window");
}

#[test]
fn whatever_fails_a_count_goes_on_afterwards() {
    let folder = folder();
    let (puzzle, blocks) = (file(&grid(10, 10)), folder.join("blocks"));
    let puzzle = puzzle.to_str().unwrap();
    let arguments = spilled(puzzle, blocks.to_str().unwrap(), &["--resume"]);
    for fault in ["open:4", "write:2", "sync:1", "rename:1", "rename:2"] {
        let ran = with_fault(fault, &arguments);
        assert_eq!((ran.status, ran.stdout.as_str()), (1, "UNKNOWN\n"), "{fault}: {ran:?}");
        assert!(ran.stderr.contains("go on with --resume"), "{fault}: {ran:?}");
    }
    for number in 1..40 {
        let ran = with_fault(&format!("read:{number}"), &arguments);
        match ran.status {
            0 => assert_eq!(ran.stdout, "27359264067916806101\n", "read:{number}"),
            _ => assert_eq!(ran.stdout, "UNKNOWN\n", "read:{number}: {ran:?}"),
        }
    }
    let ran = run(&arguments, "");
    assert_eq!((ran.status, ran.stdout.as_str()), (0, "27359264067916806101\n"), "{ran:?}");
}

#[test]
fn blocks_that_do_not_fit_are_told() {
    let folder = folder();
    let blocks = folder.join("blocks");
    let (puzzle, other) = (file(&grid(10, 10)), file(&grid(9, 10)));
    let (puzzle, other) = (puzzle.to_str().unwrap(), other.to_str().unwrap());
    unfinished(puzzle, &blocks);
    let name = blocks.to_str().unwrap();
    let told = |ran: Ran, what: &str| {
        assert_eq!((ran.status, ran.stdout.as_str()), (65, "UNKNOWN\n"), "{ran:?}");
        assert!(ran.stderr.contains(what), "{ran:?}");
    };
    told(run(&spilled(puzzle, name, &[]), ""), "add --resume");
    told(run(&spilled(other, name, &["--resume"]), ""), "another puzzle");
    told(run(&spilled(puzzle, name, &["--resume", "--engine", "sat"]), ""), "for the engines auto and zdd");
    let manifest = blocks.join("manifest");
    let whole = fs::read(&manifest).unwrap();
    fs::write(&manifest, &whole[..whole.len() / 2]).unwrap();
    told(run(&spilled(puzzle, name, &["--resume"]), ""), "damaged");
    fs::write(&manifest, &whole).unwrap();
    // Going on with --resume mends none of these.
    let entries = fs::read_dir(&blocks).unwrap().map(|entry| entry.unwrap().path());
    let block = entries.into_iter().find(|path| path.to_string_lossy().contains("blocks-")).unwrap();
    let (whole, block_name) = (fs::read(&block).unwrap(), block.to_str().unwrap());
    let resumed = || run(&spilled(puzzle, name, &["--resume"]), "");
    fs::remove_file(&block).unwrap();
    told(resumed(), &format!("{block_name}: this file of an unfinished run cannot be read: No such file"));
    fs::create_dir(&block).unwrap();
    told(resumed(), &format!("{block_name}: this file is damaged"));
    fs::remove_dir(&block).unwrap();
    fs::write(&block, &whole[..whole.len() - 8]).unwrap();
    told(resumed(), &format!("{block_name}: this file is damaged"));
    fs::write(&block, &whole).unwrap();
    // What is no file of a run stays, and what cannot be removed is told.
    let (foreign, odd) = (blocks.join("blocks-of-wood"), blocks.join("blocks-99-0"));
    fs::write(&foreign, "mine").unwrap();
    fs::create_dir(&odd).unwrap();
    told(resumed(), &format!("{}: Is a directory", odd.display()));
    fs::remove_dir(&odd).unwrap();
    let ran = run(&spilled(puzzle, name, &["--resume"]), "");
    assert_eq!((ran.status, ran.stdout.as_str()), (0, "27359264067916806101\n"), "{ran:?}");
    assert_eq!(fs::read(&foreign).unwrap(), b"mine");
    assert_eq!(fs::read_dir(&blocks).unwrap().count(), 1);
    let no_folder = foreign.to_str().unwrap();
    told(run(&spilled(puzzle, no_folder, &[]), ""), &format!("{no_folder}: File exists"));
}

#[test]
fn one_run_works_in_a_folder() {
    let folder = folder();
    let (puzzle, output) = (file(&grid(18, 18)), folder.join("all.zdd"));
    let (puzzle, output) = (puzzle.to_str().unwrap(), output.to_str().unwrap());
    let commands: [&[&str]; 4] = [
        &["count", "--exit-zero", puzzle],
        &["diagram", "build", puzzle, "-o", output],
        &["generate", "pairs", "--grid", "6x7"],
        &["generate", "hints", "--grid", "6x6", "--seed", "2"],
    ];
    for (i, first) in commands.iter().enumerate() {
        let place = folder.join(i.to_string());
        let at = ["--resume", "--spill", place.to_str().unwrap()];
        let mut child = start(&mut zlink(&[first, &at[..]].concat()));
        wait_until("it works there", || fs::read(place.join("lock")).is_ok_and(|lock| !lock.is_empty()));
        for second in commands {
            let ran = run(&[second, &at[..]].concat(), "");
            assert_eq!((ran.status, ran.stdout.trim_end_matches("UNKNOWN\n")), (65, ""), "{ran:?}");
            let told = format!("{}: process {} on ", place.display(), child.id());
            assert!(ran.stderr.contains(&told) && ran.stderr.contains("works in this folder"), "{ran:?}");
        }
        child.kill().unwrap();
        child.wait().unwrap();
        // Its lock is gone with it, though the file is there.
        let ran = run(&[first, &at[..], &["--time-limit", "0.1"]].concat(), "");
        assert!(place.join("lock").exists() && ran.status == 1, "{ran:?}");
    }
}

fn built<'a>(puzzle: &'a str, rows: &'a str, output: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["diagram", "build", "--spill", rows, "--resume", puzzle, "-o", output], more].concat()
}

#[test]
fn killed_at_any_moment_a_diagram_is_built_to_its_end() {
    let folder = folder();
    let (puzzle, rows) = (file(&grid(10, 10)), folder.join("rows"));
    let [whole, again] = ["whole.zdd", "again.zdd"].map(|name| folder.join(name));
    let (puzzle, rows_name) = (puzzle.to_str().unwrap(), rows.to_str().unwrap());
    // Without interruptions the file is the same on any number of threads.
    let mut files = Vec::new();
    for threads in ["1", "2", "3"] {
        let ran = run(&built(puzzle, rows_name, whole.to_str().unwrap(), &["--threads", threads]), "");
        assert_eq!(ran.status, 0, "{ran:?}");
        assert!(!rows.exists());
        files.push(fs::read(&whole).unwrap());
    }
    assert!(files.iter().all(|file| *file == files[0]));
    let arguments = built(puzzle, rows_name, again.to_str().unwrap(), &[]);
    let resumed = killed(&arguments, &rows);
    let ran = run(&arguments, "");
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(resumed > 0, "no run has come to its first window");
    assert!(fs::read(&again).unwrap() == files[0], "the same file");
}

#[test]
fn rows_that_do_not_fit_are_told() {
    let folder = folder();
    let (puzzle, rows, output) = (file(&grid(8, 8)), folder.join("rows"), folder.join("all.zdd"));
    let (puzzle, name, output) = (puzzle.to_str().unwrap(), rows.to_str().unwrap(), output.to_str().unwrap());
    for limit in (200..).step_by(10) {
        let ran = with_fault(&format!("limit:{limit}"), &built(puzzle, name, output, &[]));
        assert_eq!(ran.status, 1, "{ran:?}");
        if rows.join("manifest").exists() {
            break;
        }
    }
    let told = |ran: Ran, what: &str| {
        assert_eq!(ran.status, 65, "{ran:?}");
        assert!(ran.stderr.contains(what), "{ran:?}");
    };
    told(run(&["diagram", "build", "--spill", name, puzzle, "-o", output], ""), "add --resume");
    told(run(&spilled(puzzle, name, &["--resume"]), ""), "another puzzle or to other options");
    let full = with_fault("write:1", &built(puzzle, name, output, &[]));
    assert_eq!(full.status, 1, "{full:?}");
    assert!(full.stderr.contains("go on with --resume"), "{full:?}");
    let ran = run(&built(puzzle, name, output, &[]), "");
    assert_eq!(ran.status, 0, "{ran:?}");
    assert_eq!(run(&["diagram", "count", output], "").stdout, "603841648931\n");
}
