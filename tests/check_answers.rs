//! What `solve` writes in any form is read again, whole or not at all.

use zlink::cli::readers::{Verdict, verdict};
use zlink::convert::Document;
use zlink::facts::{Source, parse};
use zlink::puzzle::{BuildOptions, Built, EdgeId, brute, build};

use crate::cli_check::PRINTED;
use crate::common::{SQUARE, file, run};

/// A stream of pseudorandom numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// A grid of vertices as facts, some of them with names of several characters, with clues or with pairs.
fn grid(random: &mut Random, has_pairs: bool) -> String {
    let [rows, columns] = [0; 2].map(|_: usize| 2 + random.below(2 + usize::from(has_pairs)));
    let name = |row: usize, column: usize| match (row * columns + column) % 5 {
        3 => format!("\"v {row}. {column}\""),
        _ => format!("p({row},{column})"),
    };
    let edge = |[a, b]: [[usize; 2]; 2]| format!("{},{}", name(a[0], a[1]), name(b[0], b[1]));
    let mut facts = String::new();
    for row in 0..rows {
        for column in 0..columns {
            let [right, down] =
                [[row, column + 1], [row + 1, column]].map(|next| edge([[row, column], next]));
            if column + 1 < columns {
                facts += &format!("edge({right}).\n");
            }
            if row + 1 < rows {
                facts += &format!("edge({down}).\n");
            }
            if !has_pairs && column + 1 < columns && row + 1 < rows {
                let sides = [
                    right,
                    down,
                    edge([[row, column + 1], [row + 1, column + 1]]),
                    edge([[row + 1, column], [row + 1, column + 1]]),
                ];
                sides.iter().for_each(|side| facts += &format!("cell_contains(c({row},{column}),{side}).\n"));
                if random.below(3) == 0 {
                    facts += &format!("clue(c({row},{column}),{}).\n", random.below(4));
                }
            }
        }
    }
    if has_pairs {
        let mut places: Vec<usize> = (0..rows * columns).collect();
        let mut pick = || {
            let place = places.swap_remove(random.below(places.len()));
            name(place / columns, place % columns)
        };
        for label in ["a", "\"10\""] {
            let [u, v] = [pick(), pick()];
            facts += &format!("pair({u},{v}).\npair_label({u},{v},{label}).\n");
        }
    }
    facts
}

/// A puzzle and its solutions.
struct Known {
    built: Built,
    document: Document,
    solutions: Vec<Vec<EdgeId>>,
}

impl Known {
    fn of(text: &str) -> Self {
        let source = [Source::new("puzzle", text)];
        let facts = parse(&source).unwrap();
        let built = build(&facts, &BuildOptions::default()).unwrap();
        let mut solutions = brute::solutions(&built.puzzle);
        solutions.iter_mut().for_each(|solution| solution.sort_unstable());
        let (document, _) = Document::of_facts(&facts, built.clone());
        Known { built, document, solutions }
    }

    fn verdict(&self, answer: &str) -> Verdict {
        let verdict = verdict(&self.built, &self.document, answer.as_bytes());
        if let Verdict::Correct(taken) = &verdict {
            assert!(taken.iter().all(|solution| self.solutions.contains(solution)), "{answer}");
        }
        verdict
    }

    /// Checks that no text is called wrong because its end is missing.
    fn cut(&self, answer: &str) {
        for (end, _) in answer.char_indices().rev() {
            let cut = &answer[..end];
            let verdict = self.verdict(cut);
            assert!(!matches!(verdict, Verdict::Incorrect(_)), "{verdict:?}\n{cut}");
        }
    }
}

#[test]
fn answers_in_every_form_are_read_whole_or_not_at_all() {
    let forms = [
        ["--format", "asp"],
        ["--format", "aspcomp"],
        ["--format", "clingo"],
        ["--format", "json"],
        ["--as", "grid"],
        ["--as", "text"],
    ];
    let mut random = Random(55);
    let mut seen = [0; 6];
    while seen.iter().any(|&count| count < 8) {
        let text = grid(&mut random, seen[0] % 2 == 0);
        let known = Known::of(&text);
        if known.solutions.is_empty() {
            continue;
        }
        let puzzle = file(&text);
        for (form, seen) in forms.iter().zip(&mut seen) {
            let answer = run(&["solve", "-n", "3", form[0], form[1], puzzle.to_str().unwrap()], "").stdout;
            let count = known.solutions.len().min(3);
            match known.verdict(&answer) {
                Verdict::Correct(taken) => assert_eq!(taken.len(), count, "{answer}"),
                // The links of a path that touches itself are not always certain.
                Verdict::Unread(why) => {
                    assert!(form[1] == "grid" && why.contains("not certain"), "{why}\n{answer}")
                }
                Verdict::Incorrect(why) => panic!("{why}\n{answer}"),
            }
            *seen += 1;
            let starts = answer.match_indices("link(").map(|(at, _)| at);
            for at in starts {
                let less = format!("{}no{}", &answer[..at], &answer[at..]);
                assert!(matches!(known.verdict(&less), Verdict::Incorrect(_)), "{less}");
            }
            known.cut(&answer);
        }
    }
}

#[test]
fn what_solvers_print_is_read_whole_or_not_at_all() {
    let known = Known::of(SQUARE);
    PRINTED.iter().for_each(|text| known.cut(text));
}
