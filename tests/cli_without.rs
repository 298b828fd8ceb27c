//! `--without`: with any technique left out, the answers are those of the definition.

use crate::common::{SQUARE, grid, run};
use zlink::random::Random;

/// The names of all techniques, as the message on a wrong one lists them.
fn techniques() -> Vec<String> {
    let ran = run(&["solve", "--without", "nothing"], SQUARE);
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 1));
    let (_, list) = ran.stderr.split_once("[possible values: ").expect("a list of names");
    let (list, _) = list.split_once(']').expect("the end of the list");
    list.split(", ").map(str::to_owned).collect()
}

/// Some edges, all of which have numbers below `vertices` as their ends.
fn any_graph(random: &mut Random, vertices: usize, edges: usize) -> String {
    let mut all: Vec<(usize, usize)> =
        (0..vertices).flat_map(|u| (u + 1..vertices).map(move |v| (u, v))).collect();
    random.shuffle(&mut all);
    all.truncate(edges);
    all.iter().map(|(u, v)| format!("edge({u},{v}).\n")).collect()
}

/// Clues on some squares of a grid of 3 by 4 vertices, mostly too small to be wrong.
fn clues(random: &mut Random) -> String {
    let mut text = String::new();
    for (cell, corner) in [0, 1, 2, 4, 5, 6].into_iter().enumerate() {
        let [a, b, c, d] = [corner, corner + 1, corner + 4, corner + 5];
        for (u, v) in [(a, b), (c, d), (a, c), (b, d)] {
            text.push_str(&format!("cell_contains({cell},{u},{v}).\n"));
        }
        if random.below(3) == 0 {
            text.push_str(&format!("clue({cell},{}).\n", 1 + random.below(3)));
        }
    }
    text
}

/// Pairs of different vertices with numbers below `vertices`.
fn pairs(random: &mut Random, vertices: usize, pairs: usize) -> String {
    let mut order: Vec<usize> = (0..vertices).collect();
    random.shuffle(&mut order);
    order.chunks_exact(2).take(pairs).map(|pair| format!("pair({},{}).\n", pair[0], pair[1])).collect()
}

/// Puzzles of all kinds that can be solved by definition, each with options.
fn puzzles() -> Vec<(Vec<&'static str>, String)> {
    let random = &mut Random::new(32);
    let mut puzzles = Vec::new();
    for _ in 0..2 {
        puzzles.push((vec![], grid(3, 4) + &clues(random)));
        puzzles.push((vec![], any_graph(random, 7, 13)));
        puzzles.push((vec![], grid(3, 4) + &pairs(random, 12, 2)));
        puzzles.push((vec!["--cover"], grid(4, 3) + &pairs(random, 12, 2)));
        puzzles.push((vec![], any_graph(random, 7, 14) + &pairs(random, 7, 2)));
    }
    puzzles.push((vec!["--cycles", "many"], grid(3, 4) + &clues(random)));
    puzzles.push((vec!["--cover"], any_graph(random, 7, 14) + &pairs(random, 7, 1)));
    puzzles.push((vec!["--path-matchings"], grid(2, 3)));
    puzzles
}

#[test]
fn answers_are_the_same_without_any_of_them() {
    let techniques = techniques();
    assert!(techniques.len() > 20 && techniques.iter().any(|name| name == "crossing"), "{techniques:?}");
    for (options, puzzle) in puzzles() {
        let ask = |question: &[&str], engine: &[&str]| {
            let ran = run(&[question, &options, engine].concat(), &puzzle);
            let mut lines: Vec<String> = ran.stdout.lines().map(str::to_owned).collect();
            lines.sort_unstable();
            (lines, ran.status)
        };
        let questions: [(&[&str], &[&str]); 3] =
            [(&["solve", "-n", "0"], &[]), (&["count"], &["--no-presolve"]), (&["solve", "-n", "2"], &[])];
        let by_definition = questions.map(|(question, _)| ask(question, &["--engine", "brute"]));
        for name in &techniques {
            for ((question, presolve), expected) in questions.iter().zip(&by_definition) {
                let (lines, status) = ask(question, &[&["--without", name], *presolve].concat());
                let context = format!("{question:?} --without {name} {options:?}\n{puzzle}");
                assert_eq!(status, expected.1, "{context}");
                match question.last() {
                    // Any two may be given.
                    Some(&"2") => assert_eq!(lines.len(), expected.0.len(), "{context}"),
                    _ => assert_eq!(lines, expected.0, "{context}"),
                }
            }
        }
    }
}

#[test]
fn several_can_be_left_out_and_what_a_solution_is_cannot() {
    let ran = run(&["count", "--without", "parity,probing,depth-first"], grid(4, 4));
    assert_eq!((ran.stdout.as_str(), ran.status), ("213\n", 30), "{}", ran.stderr);
    for name in ["degree", "clue", "path_end"] {
        let ran = run(&["count", "--without", name], SQUARE);
        assert_eq!((ran.stdout.as_str(), ran.status), ("", 1));
        assert!(ran.stderr.contains(&format!("invalid value '{name}'")), "{}", ran.stderr);
    }
}
