//! Files are written as a whole, by every command that writes one: after a failure the old one is there.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::common::{Ran, command, file, finish, folder, run, start, zlink};

/// The commands that write the file FILE, more than a kilobyte.
const WRITERS: [&[&str]; 9] = [
    &["draw", "PUZZLE", "-o", "FILE", "--as", "svg"],
    &["convert", "PUZZLE", "--encoding", "clingo", "-o", "FILE"],
    &["diagram", "build", "PUZZLE", "-o", "FILE"],
    &["generate", "numberlink", "--grid", "6x6", "--draw", "FILE"],
    &["generate", "pairs", "--grid", "4x4", "--diagram", "FILE"],
    &["generate", "hints", "--grid", "4x4", "--diagram", "FILE"],
    &["compare", "PUZZLE", "--engines", "search", "--svg", "FILE"],
    &["compare", "PUZZLE", "--engines", "search", "--json", "FILE"],
    &["generate", "pairs", "--grid", "5x5", "--checkpoint", "FILE", "--time-limit", "0.5"],
];

/// Names of temporary files that could be guessed.
const TRAPS: [&str; 4] = ["link.svg.new", "file.svg.new", "link.svg.part", "file.svg.part"];

/// A Slitherlink of five by five cells with one solution.
const PUZZLE: &str = "5x5t4de:3a32a2a1a310a44a1322a2d31c4h";

fn arguments<'a>(writer: &[&'a str], puzzle: &'a str, target: &'a str) -> Vec<&'a str> {
    let argument = |&word: &&'a str| match word {
        "PUZZLE" => puzzle,
        "FILE" => target,
        word => word,
    };
    writer.iter().map(argument).collect()
}

/// Runs a writer in a shell that lets files have 512 bytes at most.
fn run_without_room(arguments: &[&str]) -> Ran {
    let mut command = command("sh");
    command.args(["-c", "ulimit -f 1; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_zlink")]).args(arguments);
    finish(start(command.stdout(Stdio::null())))
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// The board of a game ID with all its clues.
fn puzzle() -> PathBuf {
    file(&run(&["convert", PUZZLE], "").stdout)
}

#[test]
fn without_room_the_old_file_stays() {
    let puzzle = puzzle();
    for writer in WRITERS.iter().filter(|writer| !writer.contains(&"--checkpoint")) {
        let folder = folder();
        let target = folder.join("file.svg");
        fs::write(&target, "old").unwrap();
        let ran = run_without_room(&arguments(writer, puzzle.to_str().unwrap(), target.to_str().unwrap()));
        assert!(![0, 10, 20, 30].contains(&ran.status), "{writer:?}: {ran:?}");
        assert_eq!(fs::read_to_string(&target).unwrap(), "old", "{writer:?}");
    }
}

#[test]
fn the_target_of_a_link_is_replaced_and_permissions_stay() {
    let puzzle = puzzle();
    for writer in WRITERS {
        let folder = folder();
        let [target, link] = ["file.svg", "link.svg"].map(|name| folder.join(name));
        if !writer.contains(&"--checkpoint") {
            fs::write(&target, "old").unwrap();
            fs::set_permissions(&target, Permissions::from_mode(0o604)).unwrap();
        }
        symlink("file.svg", &link).unwrap();
        // Those who know where a program puts its temporary files must gain nothing by it.
        let trap = folder.join("trap");
        fs::write(&trap, "untouched").unwrap();
        for name in TRAPS {
            symlink("trap", folder.join(name)).unwrap();
        }
        let ran = run(&arguments(writer, puzzle.to_str().unwrap(), link.to_str().unwrap()), "");
        assert!(ran.status == 0 || writer.contains(&"--checkpoint"), "{writer:?}: {ran:?}");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink(), "{writer:?}");
        assert_eq!(fs::read_to_string(&trap).unwrap(), "untouched", "{writer:?}");
        if !writer.contains(&"--checkpoint") {
            assert_ne!(fs::read(&target).unwrap(), b"old", "{writer:?}");
            assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o604, "{writer:?}");
        }
        let is_known = |name: &str| ["file.svg", "link.svg", "trap"].contains(&name) || TRAPS.contains(&name);
        let found = names(&folder);
        assert!(found.iter().all(|name| is_known(name)), "{writer:?}: {found:?}");
    }
}

#[test]
fn killed_at_any_moment_a_run_leaves_a_whole_file() {
    let puzzle = puzzle();
    let puzzle = puzzle.to_str().unwrap();
    let folder = folder();
    let target = folder.join("file");
    let arguments = ["diagram", "build", puzzle, "-o", target.to_str().unwrap()];
    for pause in 0..20 {
        let mut child = start(&mut zlink(&arguments));
        std::thread::sleep(std::time::Duration::from_micros(700 * pause));
        let _ = child.kill();
        child.wait().unwrap();
        if target.exists() {
            let told = run(&["diagram", "count", target.to_str().unwrap()], "");
            assert_eq!((told.status, told.stdout.trim()), (0, "1"), "{told:?}");
        }
    }
}

#[test]
fn killed_at_any_moment_a_sweep_goes_on_from_its_checkpoint() {
    let folder = folder();
    let states = folder.join("states");
    let arguments = ["generate", "pairs", "--grid", "4x5", "--checkpoint", states.to_str().unwrap()];
    let arguments = [&arguments[..], &["--checkpoint-every", "0"]].concat();
    let mut resumed = 0;
    // Busy machines need longer to come to the first one.
    for pause in (1..20).chain((0..8).map(|n| 100 << n)) {
        if pause > 20 && resumed > 0 {
            break;
        }
        let mut child = start(&mut zlink(&arguments));
        std::thread::sleep(std::time::Duration::from_millis(3 * pause));
        let _ = child.kill();
        child.wait().unwrap();
        // What a killed run was writing stays beside the checkpoint, under a name of its own.
        resumed += u32::from(states.exists());
    }
    let ran = run(&arguments, "");
    assert_eq!((ran.status, ran.stdout.as_str()), (0, "338460\n"), "{ran:?}");
    assert!(resumed > 0, "no run has come to its first checkpoint");
}

#[test]
fn a_checkpoint_is_of_the_puzzle_however_early_a_run_was_ended() {
    let folder = folder();
    let states = folder.join("states");
    let arguments = ["generate", "pairs", "--grid", "4x5", "--checkpoint", states.to_str().unwrap()];
    for limit in ["0.0001", "0.001", "0.01", "0.1"] {
        let ran = run(&[&arguments[..], &["--time-limit", limit]].concat(), "");
        assert!([0, 1].contains(&ran.status), "{ran:?}");
    }
    let ran = run(&arguments, "");
    assert_eq!((ran.status, ran.stdout.as_str()), (0, "338460\n"), "{ran:?}");
    let other = run(&["generate", "pairs", "--grid", "5x4", "--checkpoint", states.to_str().unwrap()], "");
    let saved = fs::read(&states);
    if saved.is_ok() {
        assert_eq!(other.status, 65, "{other:?}");
        assert!(other.stderr.contains("belongs to another graph"), "{other:?}");
    }
}
