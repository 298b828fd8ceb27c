//! Sets of pairs and of hints that spill to disk: the runs can be stopped at any moment and resumed, and damage is
//! reported.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::common::{Ran, finish, folder, killed, run, signal, start, wait_until_watched, zlink};

/// The good sets of pairs of 5 by 5 vertices (Yoshinaka et al. 2012, table 5).
const PAIRS: &str = "16027290\n";

fn pairs<'a>(grid: &'a str, states: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    [&["generate", "pairs", "--grid", grid, "--spill", states.to_str().unwrap()], more].concat()
}

fn hints<'a>(layers: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    [&["generate", "hints", "--grid", "5x5", "--seed", "2", "--spill", layers.to_str().unwrap()], more]
        .concat()
}

fn with_fault(fault: &str, arguments: &[&str]) -> Ran {
    finish(start(zlink(arguments).env("ZLINK_FAULTS", fault)))
}

/// Leaves files in `place` of a run that was stopped before its end.
fn unfinished(arguments: &[&str], place: &Path) {
    for limit in (0..).map(|n| 40 + 10 * n) {
        let ran = with_fault(&format!("limit:{limit}"), arguments);
        assert_eq!((ran.status, ran.stdout.as_str()), (1, ""), "{ran:?}");
        if place.join("manifest").exists() {
            return;
        }
    }
}

#[test]
fn pairs_on_disk_are_the_same_and_leave_nothing() {
    let folder = folder();
    let states = folder.join("states");
    for more in [&["--threads", "1", "--memory-limit", "60"][..], &["--threads", "3"], &[]] {
        let ran = run(&pairs("5x5", &states, more), "");
        assert_eq!((ran.status, ran.stdout.as_str()), (0, PAIRS), "{ran:?}");
        assert!(!states.exists());
    }
    let ran = run(&pairs("3x4", &states, &["--pairs-at-most", "12"]), "");
    assert_eq!((ran.status, ran.stdout.as_str()), (0, "807\n"), "{ran:?}");
    assert_eq!(run(&pairs("3x4", &states, &["--sizes"]), "").status, 1);
}

#[test]
fn killed_at_any_moment_pairs_go_on() {
    let folder = folder();
    let states = folder.join("states");
    let arguments = pairs("5x5", &states, &["--resume"]);
    let resumed = killed(&arguments, &states);
    let ran = run(&arguments, "");
    assert_eq!((ran.status, ran.stdout.as_str()), (0, PAIRS), "{ran:?}");
    assert!(resumed > 0, "no run has put anything on disk");
    assert!(!states.exists(), "also what a killed run was writing is gone");
}

#[test]
fn pairs_that_are_stopped_are_on_disk() {
    let folder = folder();
    let states = folder.join("states");
    let arguments = pairs("6x7", &states, &["--resume"]);
    let ran = run(&[&arguments[..], &["--time-limit", "1"]].concat(), "");
    assert_eq!((ran.status, ran.stdout.as_str()), (1, ""), "{ran:?}");
    let before = fs::read(states.join("manifest")).unwrap();
    let child = start(&mut zlink(&arguments));
    wait_until_watched(&child);
    std::thread::sleep(Duration::from_secs(1));
    signal(&child, "INT");
    let ran = finish(child);
    assert_eq!((ran.status, ran.stdout.as_str()), (1, ""), "{ran:?}");
    assert_ne!(fs::read(states.join("manifest")).unwrap(), before);
}

#[test]
#[cfg(debug_assertions)]
fn whatever_fails_pairs_and_hints_go_on_afterwards() {
    let folder = folder();
    let place = folder.join("place");
    let expected = run(&["generate", "hints", "--grid", "5x5", "--seed", "2"], "").stdout;
    for (arguments, expected) in
        [(pairs("5x5", &place, &["--resume"]), PAIRS), (hints(&place, &["--resume"]), &expected)]
    {
        for fault in ["open:3", "write:1", "sync:1", "rename:1", "rename:2"] {
            let ran = with_fault(fault, &arguments);
            assert_eq!((ran.status, ran.stdout.as_str()), (1, ""), "{fault}: {ran:?}");
            assert!(ran.stderr.contains("go on with --resume"), "{fault}: {ran:?}");
        }
        for number in 1..20 {
            let ran = with_fault(&format!("read:{number}"), &arguments);
            match ran.status {
                0 => assert_eq!(ran.stdout, expected, "read:{number}"),
                _ => assert_eq!(ran.stdout, "", "read:{number}: {ran:?}"),
            }
        }
        let ran = run(&arguments, "");
        assert_eq!((ran.status, ran.stdout.as_str()), (0, expected), "{ran:?}");
        assert!(!place.exists());
    }
}

#[test]
#[cfg(debug_assertions)]
fn what_does_not_fit_is_told() {
    let folder = folder();
    let place = folder.join("place");
    let told = |arguments: &[&str], what: &str| {
        let ran = run(arguments, "");
        assert_eq!((ran.status, ran.stdout.as_str()), (65, ""), "{ran:?}");
        assert!(ran.stderr.contains(what), "{ran:?}");
    };
    unfinished(&pairs("4x5", &place, &[]), &place);
    told(&pairs("4x5", &place, &[]), "add --resume");
    told(&pairs("5x4", &place, &["--resume"]), "another puzzle");
    told(&pairs("4x5", &place, &["--resume", "--pairs-at-most", "3"]), "other options");
    told(&hints(&place, &["--resume"]), "another puzzle");
    let manifest = place.join("manifest");
    let whole = fs::read(&manifest).unwrap();
    fs::write(&manifest, &whole[..whole.len() / 2]).unwrap();
    told(&pairs("4x5", &place, &["--resume"]), "damaged");
    fs::write(&manifest, &whole).unwrap();
    let entries = fs::read_dir(&place).unwrap().map(|entry| entry.unwrap().path());
    let block = entries.into_iter().find(|path| path.to_string_lossy().contains("blocks-")).unwrap();
    let bytes = fs::read(&block).unwrap();
    fs::remove_file(&block).unwrap();
    told(
        &pairs("4x5", &place, &["--resume"]),
        &format!("{}: this file of an unfinished run", block.display()),
    );
    fs::write(&block, &bytes[..bytes.len() / 2]).unwrap();
    told(&pairs("4x5", &place, &["--resume"]), &format!("{}: this file is damaged", block.display()));
    fs::write(&block, &bytes).unwrap();
    let ran = run(&pairs("4x5", &place, &["--resume"]), "");
    assert_eq!((ran.status, ran.stdout.as_str()), (0, "338460\n"), "{ran:?}");
    // No folder can be made there; the run would take hours.
    let file = folder.join("file");
    fs::write(&file, "").unwrap();
    told(&pairs("8x8", &file.join("states"), &[]), "Not a directory");
}

#[test]
fn killed_at_any_moment_hints_go_on() {
    let folder = folder();
    let layers = folder.join("layers");
    let expected = run(&["generate", "hints", "--grid", "5x5", "--seed", "2"], "").stdout;
    let arguments = hints(&layers, &["--resume"]);
    let resumed = killed(&arguments, &layers);
    let ran = run(&arguments, "");
    assert_eq!((ran.status, ran.stdout.as_str()), (0, expected.as_str()), "{ran:?}");
    assert!(resumed > 0 || !cfg!(debug_assertions), "no run has put anything on disk");
    assert!(!layers.exists());
}
