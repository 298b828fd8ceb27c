//! `zlink generate`: what it writes, and what it cannot make.

mod common;

use common::{PATH, SQUARE, file, run};

/// The status of `solve -n 2`: 30 if there is exactly one solution.
fn assert_unique(puzzle: &str) {
    let ran = run(&["solve", "-n", "2", "--strict"], puzzle);
    assert_eq!((ran.stdout.lines().count(), ran.stderr.as_str(), ran.status), (1, "", 30), "{puzzle}");
}

fn count(puzzle: &str, predicate: &str) -> usize {
    puzzle.lines().filter(|line| line.starts_with(predicate)).count()
}

#[test]
fn a_random_slitherlink_is_facts_with_one_solution() {
    for lattice in ["square", "triangular", "hexagonal"] {
        let arguments = ["generate", "slitherlink", "--grid", "5x4", "--lattice", lattice, "--seed", "3"];
        let ran = run(&arguments, "");
        assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
        assert_unique(&ran.stdout);
        assert!(count(&ran.stdout, "pos(") > 0);
        assert!(ran.stdout.lines().next().is_some_and(|line| line.ends_with("; seed 3")));
        assert_eq!(run(&arguments, "").stdout, ran.stdout);
    }
}

#[test]
fn the_number_of_clues_can_be_chosen() {
    let ran = run(&["generate", "slitherlink", "--grid", "5x5", "--clues", "20"], "");
    assert_eq!(count(&ran.stdout, "clue("), 20);
    assert_unique(&ran.stdout);
    let ran = run(&["generate", "slitherlink", "--grid", "5x5", "--density", "1"], "");
    assert_eq!(count(&ran.stdout, "clue("), 25);
    let ran = run(&["generate", "slitherlink", "--grid", "5x5", "--clues", "1"], "");
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 20));
    assert!(ran.stderr.contains("in place of 1"), "{}", ran.stderr);
}

#[test]
fn a_board_can_come_from_facts() {
    let made = run(&["generate", "slitherlink", "--grid", "4x4", "--density", "1"], "").stdout;
    let board: String = made.lines().filter(|l| !l.starts_with("clue(")).map(|l| format!("{l}\n")).collect();
    let ran = run(&["generate", "slitherlink", "--symmetric"], &board);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
    assert_unique(&ran.stdout);
    // A puzzle's own solution is the one that is kept.
    let answer = run(&["solve"], &made).stdout;
    let (board, links) = (file(&board), file(&answer));
    let ran = run(&["generate", "slitherlink", board.to_str().unwrap(), links.to_str().unwrap()], "");
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert_eq!(run(&["solve"], &ran.stdout).stdout, answer);
}

#[test]
fn several_puzzles_go_to_a_folder() {
    let folder = file("").with_extension("folder");
    let name = folder.to_str().unwrap();
    let ran =
        run(&["generate", "slitherlink", "--grid", "4x4", "--seed", "5", "--count", "3", "-o", name], "");
    assert_eq!((ran.stdout.as_str(), ran.stderr.lines().count(), ran.status), ("", 3, 0), "{}", ran.stderr);
    let puzzle = std::fs::read_to_string(folder.join("03.lp")).unwrap();
    assert_unique(&puzzle);
    assert_eq!(run(&["generate", "slitherlink", "--grid", "4x4", "--seed", "7"], "").stdout, puzzle);
    assert_eq!(run(&["generate", "slitherlink", "--grid", "4x4", "--count", "3"], "").status, 1);
}

#[test]
fn bad_requests_are_refused() {
    let refused = |arguments: &[&str], input: &str, status: i32, word: &str| {
        let ran = run(arguments, input);
        assert_eq!((ran.stdout.as_str(), ran.status), ("", status), "{arguments:?}: {}", ran.stderr);
        assert!(ran.stderr.contains(word), "{arguments:?}: {}", ran.stderr);
    };
    refused(&["generate"], "", 1, "Usage");
    refused(&["generate", "slitherlink", "--grid", "5"], "", 1, "10x15");
    refused(&["generate", "slitherlink", "--grid", "5x5", "--density", "2"], "", 1, "from 0 to 1");
    refused(&["generate", "slitherlink", "--grid", "0x5"], "", 65, "cannot be made");
    refused(&["generate", "slitherlink", "--grid", "4x5", "--symmetric=quarter"], "", 65, "symmetry");
    refused(&["generate", "slitherlink", "--symmetric"], SQUARE, 65, "pos facts");
    refused(&["generate", "slitherlink"], PATH, 65, "no cycle");
    refused(&["generate", "slitherlink"], "edge(0,1). link(0,1).", 65, "not a solution");
    refused(&["generate", "slitherlink"], "", 65, "empty");
    let limited = ["generate", "slitherlink", "--grid", "60x60", "--minimal", "--time-limit", "0.3"];
    refused(&limited, "", 1, "time limit");
}

#[test]
fn a_random_numberlink_has_one_solution_with_every_vertex() {
    for arguments in [
        &["generate", "numberlink", "--grid", "6x6", "--seed", "2"][..],
        &["generate", "numberlink", "--grid", "8x8", "--cover"],
        &["generate", "numberlink", "--grid", "5x5", "--lattice", "triangular"],
    ] {
        let ran = run(arguments, "");
        assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
        assert_unique(&ran.stdout);
        // With a vertex on every path, the solution has as many links as there are vertices less the pairs.
        let links = run(&["solve"], &ran.stdout).stdout.matches("link(").count();
        assert_eq!(links + count(&ran.stdout, "pair("), count(&ran.stdout, "pos("));
        assert_eq!(ran.stdout.contains("cover."), arguments.contains(&"--cover"));
    }
    let ran =
        run(&["generate", "numberlink"], "edge(0,1). edge(1,2). edge(2,3). edge(3,0). edge(3,4). edge(4,5).");
    assert_unique(&ran.stdout);
    for input in ["edge(0,1). clue(c,1).", "edge(0,1). edge(1,2). pair(0,2).", "edge(0,1). link(0,1)."] {
        assert_eq!(run(&["generate", "numberlink"], input).status, 65);
    }
    assert_eq!(run(&["generate", "numberlink", "--grid", "0x5"], "").status, 65);
    assert_eq!(run(&["generate", "numberlink", "--grid", "4x4", "--pairs-at-most", "0"], "").status, 20);
}
