//! `zlink generate hints` and `zlink generate pairs`: all puzzles at once.

use crate::common::{file, run};

/// A grid of 3 by 3 square cells, c1 to c9, and the cycle around all but the middle of the last column.
fn board() -> (String, String) {
    let made = run(&["generate", "slitherlink", "--grid", "3x3", "--density", "1", "--seed", "5"], "").stdout;
    let answer = run(&["solve"], &made).stdout;
    let board = made.lines().filter(|l| !l.starts_with("clue(")).map(|l| format!("{l}\n")).collect();
    (board, answer)
}

#[test]
fn hints_are_counted() {
    let (board, answer) = board();
    let (board, answer) = (file(&board), file(&answer));
    let files = [board.to_str().unwrap(), answer.to_str().unwrap()];
    let ask = |options: &[&str]| run(&[&["generate", "hints"][..], &files, options].concat(), "");
    let ran = ask(&[]);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
    assert!(ran.stdout.starts_with("good: ") && ran.stdout.contains("\nminimal: "), "{}", ran.stdout);
    // Of the good sets, those with and without a cell are all of them.
    let total = |ran: &crate::common::Ran| -> u64 {
        let count = ran.stdout.split([' ', ',']).nth(1);
        count.and_then(|count| count.parse().ok()).unwrap_or_else(|| panic!("{ran:?}"))
    };
    let with = total(&ask(&["--containing", "0"]));
    let without = ask(&["--without", "0"]);
    let without = if without.status == 20 { 0 } else { total(&without) };
    assert_eq!(total(&ran), with + without);
    let ran = ask(&["--size", "0"]);
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 20));
    assert!(ran.stderr.contains("there is no such set of hints"));
    let ran = ask(&["--containing", "z"]);
    assert_eq!(ran.status, 65);
    assert!(ran.stderr.contains("there is no cell z"), "{}", ran.stderr);
}

#[test]
fn any_number_of_threads_says_the_same() {
    for asked in [&["hints", "--grid", "5x5", "--seed", "2"][..], &["pairs", "--grid", "4x5", "--sizes"]] {
        let ask = |threads: &[&str]| run(&[&["generate"][..], asked, threads].concat(), "");
        let ran = ask(&[]);
        assert_eq!((ran.stderr.as_str(), ran.status), ("", 0), "{asked:?}");
        for threads in ["1", "3"] {
            assert_eq!(ask(&["--threads", threads]).stdout, ran.stdout, "{asked:?}");
        }
        assert_eq!(ask(&["--threads", "0"]).status, 1, "{asked:?}");
    }
}

#[test]
fn puzzles_with_chosen_hints_have_one_solution() {
    let (board, answer) = board();
    let (board, links) = (file(&board), file(&answer));
    let files = [board.to_str().unwrap(), links.to_str().unwrap()];
    let choices: [&[&str]; 5] = [
        &["--minimum", "-n", "1"],
        &["--minimal", "--hardest", "-n", "1"],
        &["--symmetric", "-n", "1"],
        &["--sample", "1", "--seed", "7"],
        &["--size", "6", "-n", "1"],
    ];
    for options in choices {
        let ran = run(&[&["generate", "hints"][..], &files, options].concat(), "");
        assert_eq!((ran.stderr.as_str(), ran.status), ("", 0), "{options:?}");
        let solved = run(&["solve", "-n", "2"], &ran.stdout);
        assert_eq!((solved.stdout.as_str(), solved.status), (answer.as_str(), 30), "{options:?}");
    }
    let ran = run(&["generate", "hints", files[0], files[1], "-n", "2"], "");
    assert_eq!(ran.status, 65);
    assert!(ran.stderr.contains("-o FOLDER"), "{}", ran.stderr);
}

#[test]
fn redundant_clues_are_told() {
    let made = run(&["generate", "slitherlink", "--grid", "4x4", "--density", "1"], "").stdout;
    let ran = run(&["generate", "hints", "--redundant"], &made);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
    assert!(
        ran.stdout.contains("can go: ") && ran.stdout.contains(" of 16 can go together"),
        "{}",
        ran.stdout
    );
    let minimal = run(&["generate", "slitherlink", "--grid", "4x4", "--minimal"], "").stdout;
    let ran = run(&["generate", "hints", "--redundant"], &minimal);
    assert!(ran.stdout.starts_with("none of "), "{}", ran.stdout);
    let ran = run(
        &["generate", "hints", "--redundant"],
        "edge(1,2). edge(2,3). edge(1,3). cell_contains(c,1,2). clue(c,0).",
    );
    assert_eq!(ran.status, 65);
    assert!(ran.stderr.contains("do not have exactly one solution"), "{}", ran.stderr);
}

#[test]
fn chosen_hints_become_a_diagram() {
    let diagram = file("");
    let name = diagram.to_str().unwrap();
    let ran = run(&["generate", "hints", "--grid", "3x3", "--minimal", "--diagram", name], "");
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.status), ("", "", 0));
    let told = run(&["generate", "hints", "--grid", "3x3", "--minimal"], "").stdout;
    let counted = run(&["diagram", "count", name], "");
    assert_eq!(counted.status, 0, "{}", counted.stderr);
    assert!(told.starts_with(&format!("chosen: {},", counted.stdout.trim())), "{told} {}", counted.stdout);
}

#[test]
fn pairs_are_counted_as_in_the_paper() {
    // Table 5 of Yoshinaka et al. 2012.
    assert_eq!(run(&["generate", "pairs", "--grid", "4x4"], "").stdout, "16410\n");
    let ran = run(&["generate", "pairs", "--grid", "3x4", "--sizes"], "");
    assert!(ran.stdout.starts_with("807\n  "), "{}", ran.stdout);
    let of_sizes = ran.stdout.lines().skip(1).filter_map(|line| line.rsplit(' ').next()?.parse::<u32>().ok());
    assert_eq!(of_sizes.sum::<u32>(), 807);
    let ran = run(&["generate", "pairs"], "edge(a,b). edge(b,c). node(d).");
    assert_eq!((ran.stdout.as_str(), ran.status), ("0\n", 20));
    let ran = run(&["generate", "pairs", "--sizes"], "edge(1,0). edge(2,1). edge(2,0).");
    assert_eq!((ran.stdout.as_str(), ran.status), ("0\n", 20));
    let ran = run(&["generate", "pairs"], "edge(a,b). edge(b,c). pair(a,c).");
    assert_eq!(ran.status, 65);
}

#[test]
fn sizes_of_pairs_are_modulo_symmetry_too() {
    let counts = |arguments: &[&str]| -> Vec<u32> {
        let ran =
            run(&[&["generate", "pairs", "--grid", "4x4", "--modulo-symmetry"][..], arguments].concat(), "");
        ran.stdout.lines().filter_map(|line| line.rsplit(' ').next()?.parse().ok()).collect()
    };
    let all = counts(&["--sizes"]);
    assert_eq!((all[0], all[1..].iter().sum::<u32>()), (2138, 2138));
    let few = counts(&["--sizes", "--pairs-at-most", "3"]);
    assert_eq!((few[0], few[1..].iter().sum::<u32>()), (63, 63));
    assert!(all[1..].starts_with(&few[1..]), "{all:?} {few:?}");
}

#[test]
fn written_pairs_are_good() {
    let folder = file("").with_extension("pairs");
    let name = folder.to_str().unwrap();
    for options in [&["--modulo-symmetry", "-n", "0"][..], &["--sample", "3", "--seed", "2"]] {
        let ran = run(&[&["generate", "pairs", "--grid", "2x3", "-q", "-o", name][..], options].concat(), "");
        assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.status), ("", "", 0));
        for entry in std::fs::read_dir(&folder).unwrap() {
            let puzzle = std::fs::read_to_string(entry.unwrap().path()).unwrap();
            for options in [&["solve", "-n", "2"][..], &["solve", "-n", "2", "--cover"]] {
                let solved = run(options, &puzzle);
                assert_eq!((solved.stdout.lines().count(), solved.status), (1, 30), "{puzzle}");
            }
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}

#[test]
fn a_graph_too_wide_for_a_sweep_is_bad_input() {
    let ran = run(&["generate", "pairs", "--grid", "30x30"], "");
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 65));
    assert!(ran.stderr.contains("the graph is too wide"), "{}", ran.stderr);
}

#[test]
fn kept_clues_are_counted() {
    // There are three cycles. The clue 1 of c0 is met by two of them, and each other clue tells these apart.
    let input = "edge(0,1). edge(0,2). edge(1,2). edge(2,3). edge(3,0). cell_contains(c0,0,1). \
        cell_contains(c1,0,2). cell_contains(c1,1,2). cell_contains(c2,2,3). clue(c0,1). \
        link(0,1). link(0,2). link(1,2).";
    let ask = |options: &[&str]| run(&[&["generate", "hints", "--keep"][..], options].concat(), input);
    let told = ask(&[]).stdout;
    assert!(told.contains("  2 hints: 2\n  3 hints: 1\n") && !told.contains("1 hints"), "{told}");
    assert_eq!(ask(&["--size", "2"]).stdout.lines().last(), Some("  2 hints: 2"));
    assert_eq!(ask(&["--size", "3"]).stdout.lines().last(), Some("  3 hints: 1"));
    for size in ["0", "1"] {
        let ran = ask(&["--size", size]);
        assert_eq!((ran.stdout.as_str(), ran.status), ("", 20));
        assert!(ran.stderr.contains("no such set"), "{}", ran.stderr);
    }
    let written = ask(&["--size", "2", "-n", "1"]).stdout;
    assert!(written.contains("\n% 2 hints\n"), "{written}");
    assert_eq!(written.lines().filter(|line| line.starts_with("clue(")).count(), 2);
    let diagram = file("");
    let name = diagram.to_str().unwrap();
    assert_eq!(ask(&["--diagram", name]).status, 0);
    let listed = run(&["diagram", "list", name], "").stdout;
    assert_eq!(listed.lines().filter(|line| line.contains("clue(c0,1)")).count(), 3, "{listed}");
    assert_eq!(listed.matches("clue(").count(), 2 + 2 + 3, "{listed}");
}

#[test]
fn kept_clues_cannot_be_taken_away() {
    let (board, links) = board();
    let all = run(&["generate", "slitherlink", "--grid", "3x3", "--density", "1", "--seed", "5"], "").stdout;
    let kept = all.lines().find(|line| line.starts_with("clue(1,")).unwrap();
    let input = format!("{board}{links}{kept}");
    let told = |arguments: &[&str]| {
        let ran = run(&[&["generate", "hints", "--keep"][..], arguments].concat(), &input);
        (ran.stdout, ran.stderr, ran.status)
    };
    let (stdout, stderr, status) = told(&["--without", "1"]);
    assert_eq!((stdout.as_str(), status), ("", 65));
    assert!(stderr.contains("--keep keeps the clue"), "{stderr}");
    // That it is there anyway is no contradiction.
    assert_eq!(told(&["--containing", "1;2"]), told(&["--containing", "2"]));
    assert_eq!(told(&["--containing", "1;2"]).2, 0);
}
