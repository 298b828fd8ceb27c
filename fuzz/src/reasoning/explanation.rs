//! Explanations and ratings.

use std::ops::ControlFlow;

use zlink::explain::{self, Ending};
use zlink::puzzle::EdgeId;

use super::case::{Case, solutions};
use super::judge::{self, Judge};
use super::restraint::Restraint;

pub(super) fn check(case: &Case, restraint: &Restraint) {
    let puzzle = &case.puzzle;
    let (limits, stopper) = restraint.begin();
    let mut steps = Vec::new();
    let ending = explain::explain(puzzle, &limits, &stopper, &mut |step| {
        steps.push(step.clone());
        ControlFlow::Continue(())
    });
    judge::check_order(puzzle, &steps);
    let judge = Judge::new(puzzle, &solutions(&judge::bare(puzzle)));
    steps.iter().for_each(|step| judge.check(step));
    ends(case, restraint, &ending);
    if ending == Ending::Solved {
        assert!(case.solutions.contains(&judge::solution_of(&steps)), "{puzzle:?}");
    }
    let (limits, stopper) = restraint.begin();
    let rating = explain::rate(puzzle, &limits, &stopper);
    ends(case, restraint, &rating.ending);
    if rating.ending == Ending::Solved {
        let (limits, stopper) = restraint.begin();
        match explain::difficulty(puzzle, &limits, &stopper) {
            Ok(difficulty) => assert_eq!(difficulty, rating.difficulty, "{puzzle:?}"),
            Err(cause) => assert!(!restraint.is_none(), "{cause}: {puzzle:?}"),
        }
    }
}

/// Checks that an ending agrees with the number of solutions.
fn ends(case: &Case, restraint: &Restraint, ending: &Ending) {
    let count = case.solutions.len();
    let is_right = match ending {
        Ending::Contradiction => count == 0,
        Ending::Solved => count == 1,
        Ending::Several(open) => {
            let differing: Vec<EdgeId> =
                case.edges().filter(|&e| (1..count).contains(&case.with(e))).collect();
            count > 1 && *open == differing
        }
        Ending::Stopped(_) => !restraint.is_none(),
        _ => false,
    };
    assert!(is_right, "{ending:?} with {count} solutions: {:?}", case.puzzle);
}
