//! Every command that writes a file writes it as a whole: after a failure, the old file is there.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::common::{Ran, command, file, finish, folder, run, start, zlink};

/// The commands that write the file FILE, more than a kilobyte.
const WRITERS: [&[&str]; 8] = [
    &["draw", "PUZZLE", "-o", "FILE", "--as", "svg"],
    &["convert", "PUZZLE", "--encoding", "clingo", "-o", "FILE"],
    &["diagram", "build", "PUZZLE", "-o", "FILE"],
    &["generate", "numberlink", "--grid", "6x6", "--draw", "FILE"],
    &["generate", "pairs", "--grid", "4x4", "--diagram", "FILE"],
    &["generate", "hints", "--grid", "4x4", "--diagram", "FILE"],
    &["compare", "PUZZLE", "--engines", "search", "--svg", "FILE"],
    &["compare", "PUZZLE", "--engines", "search", "--json", "FILE"],
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
    for writer in WRITERS {
        let folder = folder();
        let target = folder.join("file.svg");
        fs::write(&target, "old").unwrap();
        let ran = run_without_room(&arguments(writer, puzzle.to_str().unwrap(), target.to_str().unwrap()));
        assert!(![0, 10, 20, 30].contains(&ran.status), "{writer:?}: {ran:?}");
        assert_eq!(fs::read_to_string(&target).unwrap(), "old", "{writer:?}");
    }
}

#[test]
fn names_as_long_as_can_be_and_folders_that_do_not_exist() {
    let folder = folder();
    let long = folder.join("x".repeat(255));
    assert_eq!(run(&["convert", PUZZLE, "-o", long.to_str().unwrap()], "").status, 0);
    assert!(long.exists());
    let nowhere = folder.join("none/x.lp");
    let ran = run(&["convert", PUZZLE, "-o", nowhere.to_str().unwrap()], "");
    let told = format!(
        "zlink: error: {} cannot be written: No such file or directory (os error 2)\n",
        nowhere.display()
    );
    assert_eq!(ran.stderr, told);
}

#[test]
fn the_target_of_a_link_is_replaced_and_permissions_stay() {
    let puzzle = puzzle();
    for writer in WRITERS {
        let folder = folder();
        let [target, link] = ["file.svg", "link.svg"].map(|name| folder.join(name));
        fs::write(&target, "old").unwrap();
        fs::set_permissions(&target, Permissions::from_mode(0o604)).unwrap();
        symlink("file.svg", &link).unwrap();
        // Those who know where a program puts its temporary files must gain nothing by it.
        let trap = folder.join("trap");
        fs::write(&trap, "untouched").unwrap();
        for name in TRAPS {
            symlink("trap", folder.join(name)).unwrap();
        }
        let ran = run(&arguments(writer, puzzle.to_str().unwrap(), link.to_str().unwrap()), "");
        assert_eq!(ran.status, 0, "{writer:?}: {ran:?}");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink(), "{writer:?}");
        assert_eq!(fs::read_to_string(&trap).unwrap(), "untouched", "{writer:?}");
        assert_ne!(fs::read(&target).unwrap(), b"old", "{writer:?}");
        assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o604, "{writer:?}");
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
