//! Answers to a puzzle, in each form that `zlink check` and `zlink compare` read.

use std::sync::OnceLock;

use zlink::answer::witness;
use zlink::cli::readers::{self, Verdict};
use zlink::convert::Document;
use zlink::facts::{Source, parse};
use zlink::puzzle::brute;
use zlink::puzzle::{BuildOptions, Built, EdgeId, build};

const PUZZLE: &str = "edge(0,1). edge(1,2). edge(3,4). edge(4,5). edge(0,3). edge(1,4). edge(2,5). edge(\"a b\",0).\n\
    edge(\"a b\",3). cell_contains(c,1,2). cell_contains(c,4,5). clue(c,0).";

const LOOP: &str = "edge(0,1). edge(1,2). edge(3,4). edge(4,5). edge(0,3). edge(1,4). edge(2,5).";
const PATHS: &str = "edge(0,1). edge(1,2). edge(3,4). edge(4,5). edge(0,3). edge(1,4). edge(2,5). pair(0,2). pair(3,5). \
    pair_label(0,2,a).";

/// A puzzle in the forms that the checker needs, and its solutions.
struct Known {
    built: Built,
    document: Document,
    solutions: Vec<Vec<EdgeId>>,
}

impl Known {
    fn of(text: &str) -> Self {
        let source = [Source::new("puzzle", text)];
        let facts = parse(&source).expect("facts");
        let built = build(&facts, &BuildOptions::default()).expect("a puzzle");
        let mut solutions = brute::solutions(&built.puzzle);
        solutions.iter_mut().for_each(|solution| solution.sort_unstable());
        assert!(!solutions.is_empty());
        let (document, _) = Document::of_facts(&facts, built.clone());
        Known { built, document, solutions }
    }
}

/// All answers that are read as solutions are solutions.
pub fn check(bytes: &[u8]) {
    static KNOWN: OnceLock<[Known; 3]> = OnceLock::new();
    for Known { built, document, solutions } in KNOWN.get_or_init(|| [PUZZLE, LOOP, PATHS].map(Known::of)) {
        match readers::verdict(built, document, bytes) {
            Verdict::Correct(taken) => {
                for solution in taken {
                    assert!(solutions.contains(&solution), "{solution:?} is no solution");
                }
            }
            Verdict::Incorrect(reason) | Verdict::Unread(reason) => assert!(!reason.is_empty()),
        }
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
