//! Solutions, counts and families by every engine.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use zlink::engine::{self, Method, Question, Request, Status, Stop};
use zlink::puzzle::EdgeId;

use super::case::{Case, Solution};
use super::puzzle::Input;
use super::restraint::Restraint;

/// The most solutions of a puzzle for the engine mip, which solves a program for each solution.
const MOST_OF_MIP: usize = 20;

pub(super) fn check(case: &Case, restraint: &Restraint, input: &mut Input<'_>) {
    for method in Method::ALL {
        if method == Method::Mip && case.solutions.len() > MOST_OF_MIP {
            continue;
        }
        let mut request = Request::new(&case.puzzle, Question::Count);
        request.method = method;
        request.seed = input.byte().into();
        request.presolve = input.chance(70);
        request.threads = 1 + input.below(3) / 2;
        request.sweep_threads = 1 + input.below(3) / 2;
        run(case, restraint, request.clone());
        request.question = Question::Solutions { at_most: None };
        run(case, restraint, request.clone());
        request.question = Question::Solutions { at_most: Some(1 + input.below(3) as u64) };
        run(case, restraint, request);
    }
    family(case, restraint);
}

/// Checks that all results are true and, without restraint, complete.
fn run(case: &Case, restraint: &Restraint, mut request: Request<'_>) {
    let (limits, stopper) = restraint.begin();
    request.limits = limits;
    let told = format!("{:?} {:?} of {:?}", request.method, request.question, case.puzzle);
    let mut found: BTreeSet<Solution> = BTreeSet::new();
    let mut receive = |edges: &[_]| {
        let mut edges = edges.to_vec();
        edges.sort_unstable();
        assert!(case.solutions.contains(&edges), "{edges:?} is no solution: {told}");
        assert!(found.insert(edges), "a solution comes twice: {told}");
        ControlFlow::Continue(())
    };
    let outcome = engine::run(&request, &mut receive, &stopper);
    let count = case.solutions.len();
    match outcome.status {
        Status::Satisfiable => assert!(count > 0, "{told}"),
        Status::Unsatisfiable => assert!(count == 0, "{told}"),
        Status::Unknown => assert!(outcome.stopped.is_some() || outcome.refusal.is_some(), "{told}"),
    }
    assert!(outcome.at_least <= count as u128, "{told}");
    if let Some(counted) = &outcome.count {
        assert_eq!(*counted, count.into(), "{told}");
    }
    if let Question::Solutions { at_most } = request.question {
        assert_eq!(outcome.models, found.len() as u64, "{told}");
        assert!(at_most.is_none_or(|most| outcome.models <= most), "{told}");
        assert!(!outcome.exhausted || found.len() == count, "{told}");
    }
    if restraint.is_none() {
        assert_eq!(outcome.stopped, None, "{told}");
        if outcome.refusal.is_some() {
            return;
        }
        match request.question {
            Question::Count => assert!(outcome.count.is_some(), "{told}"),
            Question::Solutions { at_most } => {
                let wanted = at_most.map_or(count, |most| count.min(most as usize));
                assert_eq!(found.len(), wanted, "{told}");
                assert!(outcome.exhausted || at_most.is_some_and(|most| most as usize == wanted), "{told}");
            }
        }
    }
}

fn family(case: &Case, restraint: &Restraint) {
    let (limits, stopper) = restraint.begin();
    let request = Request { limits, ..Request::new(&case.puzzle, Question::Count) };
    match engine::family(&request, &stopper) {
        Ok(family) => {
            let diagram = family.diagram();
            let sets: BTreeSet<Solution> = diagram
                .sets()
                .map(|set| {
                    let mut edges: Solution = set.into_iter().map(|element| EdgeId(element.0)).collect();
                    edges.sort_unstable();
                    edges
                })
                .collect();
            assert_eq!(sets, case.solutions, "{:?}", case.puzzle);
        }
        Err(Stop::Interrupted(cause)) => assert!(!restraint.is_none(), "{cause}: {:?}", case.puzzle),
        Err(_) => {}
    }
}
