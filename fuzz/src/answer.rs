//! Answers to a puzzle, in each form that `zlink check` and `zlink compare` read.

use std::sync::OnceLock;

use zlink::answer::witness;
use zlink::cli::readers;
use zlink::facts::{Source, parse};
use zlink::puzzle::brute;
use zlink::puzzle::{BuildOptions, Built, EdgeId, build};

const PUZZLE: &str = "edge(0,1). edge(1,2). edge(3,4). edge(4,5). edge(0,3). edge(1,4). edge(2,5). edge(\"a b\",0).\n\
    edge(\"a b\",3). cell_contains(c,1,2). cell_contains(c,4,5). clue(c,0).";

/// All answers that are read as solutions are solutions.
pub fn check(bytes: &[u8]) {
    static BUILT: OnceLock<(Built, Vec<Vec<EdgeId>>)> = OnceLock::new();
    let (built, solutions) = BUILT.get_or_init(|| {
        let source = [Source::new("puzzle", PUZZLE)];
        let facts = parse(&source).expect("facts");
        let built = build(&facts, &BuildOptions::default()).expect("a puzzle");
        let mut solutions = brute::solutions(&built.puzzle);
        solutions.iter_mut().for_each(|solution| solution.sort_unstable());
        assert!(solutions.len() > 1);
        (built, solutions)
    });
    match readers::solutions(built, bytes) {
        Ok(taken) => {
            for solution in taken {
                assert!(solutions.contains(&solution), "{solution:?} is no solution");
            }
        }
        Err(reason) => assert!(!reason.is_empty()),
    }
    assert!(witness::lines(bytes).all(|line| !line.is_empty()));
    if let Some(number) = readers::told_number(bytes) {
        assert!(!number.is_empty());
    }
    // The puzzle and the answer in one stream.
    let mut puzzle = Source::new("-", bytes);
    if let Some(answer) = readers::cut_answer(&mut puzzle) {
        assert_eq!([puzzle.bytes, answer.bytes].concat(), bytes);
    }
}
