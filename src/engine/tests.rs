//! Every question against brute force, on small random puzzles of every kind.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::{Encoding, Method, Outcome, Question, Refusal, Request, Silent, Status, brute, run};
use crate::deduce::tests::random::{Random, puzzle};
use crate::limits::{Exhausted, Limits};
use crate::puzzle::{EdgeId, Puzzle, Topology};

fn ask(puzzle: &Puzzle, question: Question, limits: Limits) -> (Outcome, Vec<Vec<EdgeId>>) {
    put(&Request { limits, ..Request::new(puzzle, question) })
}

fn put(request: &Request<'_>) -> (Outcome, Vec<Vec<EdgeId>>) {
    let mut found = Vec::new();
    let mut receive = |solution: &[EdgeId]| {
        found.push(solution.to_vec());
        ControlFlow::Continue(())
    };
    let outcome = run(request, &mut receive, &Silent);
    assert_eq!(outcome.models, found.len() as u64);
    (outcome, found)
}

#[test]
fn all_questions_agree_with_brute_force() {
    let random = &mut Random(3);
    for _ in 0..1500 {
        let puzzle = puzzle(random, 13);
        let all: BTreeSet<Vec<EdgeId>> = brute::solutions(&puzzle).into_iter().collect();
        let status = if all.is_empty() { Status::Unsatisfiable } else { Status::Satisfiable };
        let (outcome, _) = ask(&puzzle, Question::Count, Limits::none());
        assert_eq!((outcome.status, outcome.exhausted), (status, true));
        assert_eq!(outcome.count, Some(BigUint::from(all.len())));
        for at_most in [None, Some(1), Some(3), Some(u64::MAX)] {
            let (outcome, found) = ask(&puzzle, Question::Solutions { at_most }, Limits::none());
            let wanted = at_most.map_or(all.len(), |most| all.len().min(usize::try_from(most).unwrap()));
            assert_eq!((outcome.status, found.len()), (status, wanted));
            assert!(found.iter().all(|solution| all.contains(solution)));
            assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), wanted, "all are different");
            // Having found enough is no proof that there are no more.
            assert!(!outcome.exhausted || wanted == all.len());
            assert!(outcome.exhausted || at_most == Some(wanted as u64));
            assert_eq!(outcome.stopped, None);
        }
    }
}

#[test]
fn a_receiver_may_break_off() {
    let random = &mut Random(5);
    let puzzle = std::iter::repeat_with(|| puzzle(random, 13))
        .find(|puzzle| brute::solutions(puzzle).len() > 5)
        .expect("some puzzle has several solutions");
    for at_most in [None, Some(4)] {
        let request = Request::new(&puzzle, Question::Solutions { at_most });
        let outcome = run(&request, &mut |_| ControlFlow::Break(()), &Silent);
        assert_eq!((outcome.models, outcome.stopped), (1, Some(Exhausted::Interrupted)));
        assert_eq!((outcome.status, outcome.exhausted), (Status::Satisfiable, false));
    }
}

#[test]
fn limits_are_answers() {
    // All cycles of the grid with 40 x 40 vertices: out of reach.
    let n = 40;
    let mut edges = Vec::new();
    for r in 0..n {
        for c in 0..n {
            edges.extend((c + 1 < n).then_some([r * n + c, r * n + c + 1]));
            edges.extend((r + 1 < n).then_some([r * n + c, (r + 1) * n + c]));
        }
    }
    let parts = crate::puzzle::Parts::graph(Topology::Cycle, (n * n) as usize, edges);
    let puzzle = Puzzle::from_parts(parts).unwrap();
    let mut small = Limits::none();
    small.memory = 1 << 22;
    let mut over = Limits::none();
    over.deadline = Some(std::time::Instant::now());
    let stopped = Limits::none();
    stopped.stop_flag().store(true, std::sync::atomic::Ordering::Relaxed);
    for (limits, cause) in
        [(small, Exhausted::Memory), (over, Exhausted::Time), (stopped, Exhausted::Interrupted)]
    {
        let (outcome, _) = ask(&puzzle, Question::Count, limits);
        assert_eq!((outcome.status, outcome.stopped), (Status::Unknown, Some(cause)));
        assert_eq!((outcome.exhausted, outcome.count), (false, None));
    }
    let one = Question::Solutions { at_most: Some(1) };
    assert_eq!(ask(&puzzle, one, Limits::none()).0.status, Status::Satisfiable);
}

/// The engines as they can be asked for.
const ENGINES: &[(Method, Encoding)] = &[
    (Method::Auto, Encoding::Edges),
    (Method::Search, Encoding::Edges),
    (Method::Zdd, Encoding::Edges),
    #[cfg(feature = "sat")]
    (Method::Sat, Encoding::Edges),
    #[cfg(feature = "sat")]
    (Method::Sat, Encoding::Positions),
    #[cfg(feature = "sat")]
    (Method::Sat, Encoding::Colours),
    (Method::Backtrack, Encoding::Edges),
    (Method::Brute, Encoding::Edges),
];

/// The same, with and without deduction, for a puzzle of some topology.
fn engines(topology: Topology) -> impl Iterator<Item = (Method, Encoding, bool)> {
    let meant = move |encoding| encoding == Encoding::Edges || topology == Topology::Linkage;
    let engines = ENGINES.iter().filter(move |engine| meant(engine.1));
    engines.flat_map(|&(method, encoding)| [(method, encoding, true), (method, encoding, false)])
}

#[test]
fn all_engines_agree_with_brute_force() {
    let random = &mut Random(7);
    for _ in 0..300 {
        let puzzle = puzzle(random, 11);
        let all: BTreeSet<Vec<EdgeId>> = brute::solutions(&puzzle).into_iter().collect();
        let status = if all.is_empty() { Status::Unsatisfiable } else { Status::Satisfiable };
        for (method, encoding, presolve) in engines(puzzle.topology()) {
            let request =
                |question| Request { method, encoding, presolve, ..Request::new(&puzzle, question) };
            let (outcome, _) = put(&request(Question::Count));
            let shown = format!("{method} {encoding} {presolve} {puzzle:?}");
            assert_eq!(outcome.count, Some(BigUint::from(all.len())), "{shown}");
            assert_eq!((outcome.status, outcome.exhausted), (status, true));
            for at_most in [None, Some(1), Some(2)] {
                let (outcome, found) = put(&request(Question::Solutions { at_most }));
                let wanted = at_most.map_or(all.len(), |most| all.len().min(most as usize));
                assert_eq!((outcome.status, found.len()), (status, wanted), "{shown}");
                assert!(found.iter().all(|solution| all.contains(solution)));
                assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), wanted, "all are different");
                assert!(outcome.exhausted || at_most == Some(wanted as u64));
                assert!(!outcome.exhausted || wanted == all.len());
                assert_eq!((outcome.stopped, outcome.refusal), (None, None));
            }
        }
    }
}

#[test]
fn brute_force_refuses_what_is_too_large() {
    let edges = (0..30).map(|i| [i, i + 1]).collect();
    let parts = crate::puzzle::Parts::graph(Topology::Cycle, 31, edges);
    let puzzle = Puzzle::from_parts(parts).unwrap();
    let (outcome, _) = put(&Request { method: Method::Brute, ..Request::new(&puzzle, Question::Count) });
    assert!(matches!(outcome.refusal, Some(Refusal::TooManyEdges { edges: 30, .. })));
    assert_eq!((outcome.status, outcome.exhausted), (Status::Unknown, false));
}

/// A puzzle of `instances/`, without the clues of cells whose number is in `without` modulo 97.
fn instance(name: &str, without: std::ops::Range<usize>) -> Puzzle {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("instances").join(name);
    let source = [crate::facts::Source::new(name, std::fs::read(file).unwrap())];
    let mut facts = crate::facts::parse(&source).unwrap();
    let mut number = 0;
    facts.clues.retain(|_| {
        number += 1;
        !without.contains(&(number % 97))
    });
    crate::puzzle::build(&facts, &crate::puzzle::BuildOptions::default()).unwrap().puzzle
}

#[test]
fn threads_change_no_answer() {
    // In tests a race is split after its first round.
    let cases = [
        ("numberlink/grid-10x10.lp", 0..0, 137_374_597u64),
        ("numberlink/grid-14x14.lp", 0..0, 1),
        ("slitherlink/loopy-great-hexagonal-medium-irr1.lp", 40..42, 10_081),
    ];
    for (name, without, count) in cases {
        let puzzle = instance(name, without);
        for threads in [1, 2, 3] {
            let put = |question, method| {
                let outcome = put(&Request { threads, method, ..Request::new(&puzzle, question) });
                assert_eq!(outcome.0.stopped, None);
                outcome
            };
            for method in [Method::Auto, Method::Zdd] {
                let (outcome, _) = put(Question::Count, method);
                assert_eq!(outcome.count, Some(BigUint::from(count)), "{name}, {threads} threads");
            }
            for at_most in [Some(1), Some(2), Some(500), None] {
                if at_most.is_none() && count > 20_000 {
                    continue;
                }
                let (outcome, found) = put(Question::Solutions { at_most }, Method::Auto);
                let wanted = at_most.unwrap_or(count).min(count);
                assert_eq!(outcome.models, wanted, "{name}, {threads} threads");
                assert!(!outcome.exhausted || wanted == count, "{name}, {threads} threads");
                assert!(outcome.exhausted || at_most == Some(wanted), "{name}, {threads} threads");
                let different: BTreeSet<&Vec<EdgeId>> = found.iter().collect();
                assert_eq!(different.len() as u64, wanted, "all are different");
                assert!(found.iter().all(|solution| crate::puzzle::check::verify(&puzzle, solution).is_ok()));
            }
        }
    }
}

#[test]
fn threads_are_stopped_together() {
    let puzzle = instance("numberlink/grid-14x14.lp", 0..0);
    let n = puzzle.vertex_count();
    // The same grid with two pairs only: more solutions than can be counted.
    let edges =
        (0..puzzle.edge_count()).map(|e| puzzle.edge_ends(EdgeId::from_index(e)).map(|v| v.index() as u32));
    let topology = crate::puzzle::Topology::Linkage;
    let mut parts = crate::puzzle::Parts::graph(topology, n, edges.collect());
    parts.pairs = vec![[0, n as u32 - 1], [1, n as u32 - 2]];
    let puzzle = Puzzle::from_parts(parts).unwrap();
    for threads in [2, 3] {
        let request = Request { threads, ..Request::new(&puzzle, Question::Count) };
        let soon = std::time::Instant::now() + std::time::Duration::from_millis(300);
        let mut limits = Limits::none();
        limits.deadline = Some(soon);
        let (outcome, _) = put(&Request { limits, ..request.clone() });
        assert_eq!((outcome.status, outcome.stopped), (Status::Unknown, Some(Exhausted::Time)));
        let late = soon.elapsed();
        assert!(late.as_millis() < 2_000, "stopped {late:?} after the deadline");
        let mut limits = Limits::none();
        limits.memory = 1 << 24;
        let (outcome, _) = put(&Request { limits, ..request.clone() });
        assert_eq!((outcome.status, outcome.stopped), (Status::Unknown, Some(Exhausted::Memory)));
        let limits = Limits::none();
        let flag = limits.stop_flag();
        let outcome = std::thread::scope(|scope| {
            let asked = scope.spawn(|| put(&Request { limits, ..request.clone() }).0);
            std::thread::sleep(std::time::Duration::from_millis(100));
            flag.store(true, std::sync::atomic::Ordering::Relaxed);
            asked.join().unwrap()
        });
        assert_eq!((outcome.status, outcome.stopped), (Status::Unknown, Some(Exhausted::Interrupted)));
    }
}
