//! Tests of every question to every engine, against brute force on small random puzzles of every kind, and of limits.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Duration;

use num_bigint::BigUint;

use super::{Encoding, Method, Outcome, Question, Refusal, Request, Silent, Solver, Status, run};
use zlink_base::clock::Instant;
use zlink_base::limits::{Interrupted, Limits};
use zlink_puzzle::random_puzzles::{Random, linkage, puzzle};
use zlink_puzzle::{EdgeId, Parts, Puzzle, Topology, VertexId};

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
        let all: BTreeSet<Vec<EdgeId>> = zlink_puzzle::brute::solutions(&puzzle).into_iter().collect();
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
            // Enough solutions are no proof that there are no more.
            assert!(!outcome.exhausted || wanted == all.len());
            assert!(outcome.exhausted || at_most == Some(wanted as u64));
            assert_eq!(outcome.stopped, None);
        }
    }
}

#[test]
fn paths_without_room_are_not_searched_for() {
    // There is room for fewer than 26 fractional paths.
    let vertices = 120;
    let edges = (0..vertices).flat_map(|v| [1, 13, 37].map(|step| [v, (v + step) % vertices])).collect();
    let mut parts = Parts::graph(Topology::Linkage, vertices as usize, edges);
    parts.pairs = (0..26).map(|i| [2 * i, (2 * i + 61) % vertices]).collect();
    let puzzle = Puzzle::from_parts(parts).expect("the parts are consistent");
    let (outcome, _) = ask(&puzzle, Question::Count, Limits::none());
    assert_eq!(outcome.count, Some(BigUint::ZERO));
    for at_most in [Some(1), Some(2), None] {
        let (outcome, found) = ask(&puzzle, Question::Solutions { at_most }, Limits::none());
        assert_eq!((outcome.status, found.len()), (Status::Unsatisfiable, 0));
    }
}

#[test]
fn one_solution_does_not_wait_for_all() {
    let puzzle = grid(40, Topology::Cycle);
    let one = Question::Solutions { at_most: Some(1) };
    assert_eq!(ask(&puzzle, one, Limits::none()).0.status, Status::Satisfiable);
}

#[test]
fn solutions_keep_coming_where_there_are_too_many_for_a_diagram() {
    const ENOUGH: usize = 2_000;
    for at_most in [None, Some(1_000_000)] {
        let puzzle = grid(30, Topology::Cycle);
        let mut limits = Limits::none();
        limits.deadline = Some(Instant::now() + Duration::from_secs(100));
        let mut found = BTreeSet::new();
        let mut receive = |solution: &[EdgeId]| {
            assert!(found.insert(solution.to_vec()), "all are different");
            if found.len() == ENOUGH { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let question = Question::Solutions { at_most };
        let outcome = run(&Request { limits, ..Request::new(&puzzle, question) }, &mut receive, &Silent);
        assert_eq!((outcome.models, outcome.stopped), (ENOUGH as u64, Some(Interrupted::Stopped)));
        assert_eq!((outcome.status, outcome.exhausted), (Status::Satisfiable, false));
    }
}

/// If solutions are reported before and while the diagram is listed, none is omitted or reported twice.
#[test]
fn all_solutions_are_told_once() {
    for (puzzle, least) in [(grid(5, Topology::Cycle), 9_349), (grid(6, Topology::Linkage), 1_000)] {
        let (counted, _) = ask(&puzzle, Question::Count, Limits::none());
        for presolve in [true, false] {
            let request = Request::new(&puzzle, Question::Solutions { at_most: None });
            let (outcome, found) = put(&Request { presolve, ..request });
            assert!(outcome.exhausted && found.len() >= least, "{}", found.len());
            assert_eq!(counted.count, Some(BigUint::from(found.len())));
            assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), found.len());
        }
    }
}

/// The pairs made by `zlink generate numberlink --grid 20x20 --seed 5 --pairs-at-most 20`.
const PAIRS: [[u32; 2]; 20] = [
    [28, 54],
    [35, 57],
    [36, 175],
    [52, 74],
    [56, 256],
    [63, 270],
    [73, 55],
    [89, 8],
    [101, 7],
    [121, 394],
    [174, 258],
    [202, 86],
    [207, 332],
    [226, 378],
    [252, 358],
    [283, 326],
    [285, 206],
    [288, 357],
    [293, 276],
    [314, 249],
];

/// The first solution of a linkage is reported long before it is clear that there is no other.
#[test]
fn a_solution_that_is_found_soon_is_told_soon() {
    let mut parts = Parts::graph_of(&grid(20, Topology::Linkage), Topology::Linkage);
    parts.pairs = PAIRS.to_vec();
    let puzzle = Puzzle::from_parts(parts).unwrap();
    let mut limits = Limits::none();
    limits.deadline = Some(Instant::now() + Duration::from_secs(20));
    let flag = limits.stop_flag();
    let request = Request { limits, ..Request::new(&puzzle, Question::Solutions { at_most: None }) };
    let mut stop = |_: &[EdgeId]| {
        flag.store(true, Ordering::Relaxed);
        ControlFlow::Continue(())
    };
    let outcome = run(&request, &mut stop, &Silent);
    assert_eq!((outcome.status, outcome.models), (Status::Satisfiable, 1));
    assert_eq!((outcome.exhausted, outcome.stopped), (false, Some(Interrupted::Stopped)));
}

/// An engine with its solver and encoding.
#[derive(Debug, Clone, Copy)]
struct Asked {
    method: Method,
    solver: Option<Solver>,
    encoding: Encoding,
}

/// The engines that are built, each with every solver and encoding that it takes.
fn all_engines() -> impl Iterator<Item = Asked> {
    let plain = |method, solver| Asked { method, solver, encoding: Encoding::Edges };
    let own = Method::ALL.into_iter().filter(|method| !matches!(method, Method::Sat | Method::Mip));
    let solvers = Solver::ALL.into_iter().filter(|solver| solver.is_built());
    let with_solvers = solvers.flat_map(move |solver| {
        let engine = plain(solver.method(), Some(solver));
        let encodings = if engine.method == Method::Sat { &Encoding::ALL[..] } else { &[Encoding::Edges] };
        encodings.iter().map(move |&encoding| Asked { encoding, ..engine })
    });
    own.map(move |method| plain(method, None)).chain(with_solvers)
}

/// The engines that accept a puzzle.
fn engines(puzzle: &Puzzle) -> impl Iterator<Item = Asked> {
    all_engines().filter(|engine| engine.encoding.fits(puzzle).is_ok())
}

fn request<'p>(engine: Asked, puzzle: &'p Puzzle, question: Question) -> Request<'p> {
    let Asked { method, solver, encoding } = engine;
    Request { method, solver, encoding, ..Request::new(puzzle, question) }
}

/// Puts every kind of question about small random puzzles to engines, with and without presolving.
fn agree_with_brute_force(seed: u64, puzzles: usize, most_edges: usize, asked: impl Fn(Asked) -> bool) {
    let random = &mut Random(seed);
    for _ in 0..puzzles {
        let puzzle = puzzle(random, most_edges);
        let all: BTreeSet<Vec<EdgeId>> = zlink_puzzle::brute::solutions(&puzzle).into_iter().collect();
        let status = if all.is_empty() { Status::Unsatisfiable } else { Status::Satisfiable };
        let both = engines(&puzzle).filter(|&engine| asked(engine));
        for (engine, presolve) in both.flat_map(|engine| [(engine, true), (engine, false)]) {
            let put = |question| put(&Request { presolve, ..request(engine, &puzzle, question) });
            let shown = format!("{engine:?}, presolve {presolve}: {puzzle:?}");
            let (outcome, _) = put(Question::Count);
            assert_eq!(outcome.count, Some(BigUint::from(all.len())), "{shown}");
            assert_eq!((outcome.status, outcome.exhausted), (status, true), "{shown}");
            for at_most in [None, Some(1), Some(2)] {
                let (outcome, found) = put(Question::Solutions { at_most });
                let wanted = at_most.map_or(all.len(), |most| all.len().min(most as usize));
                assert_eq!((outcome.status, found.len()), (status, wanted), "{shown}");
                assert!(found.iter().all(|solution| all.contains(solution)), "{shown}");
                assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), wanted, "all are different: {shown}");
                assert!(outcome.exhausted || at_most == Some(wanted as u64), "{shown}");
                assert!(!outcome.exhausted || wanted == all.len(), "{shown}");
                assert_eq!((outcome.stopped, outcome.refusal), (None, None), "{shown}");
            }
        }
    }
}

#[test]
fn own_engines_agree_with_brute_force() {
    let own = |engine: Asked| engine.solver.is_none() && engine.method != Method::Backtrack;
    agree_with_brute_force(7, 200, 11, own);
}

#[test]
fn backtracking_agrees_with_brute_force() {
    agree_with_brute_force(11, 1500, 13, |engine| engine.method == Method::Backtrack);
}

#[test]
fn encodings_agree_with_brute_force() {
    agree_with_brute_force(13, 800, 12, |engine| engine.method == Method::Sat);
}

#[test]
fn linear_models_agree_with_brute_force() {
    agree_with_brute_force(17, 60, 9, |engine| engine.method == Method::Mip);
}

#[test]
fn parallel_edges_agree_with_brute_force() {
    let random = &mut Random(23);
    for _ in 0..150 {
        let puzzle = with_parallel_edges(random);
        let all: BTreeSet<Vec<EdgeId>> = zlink_puzzle::brute::solutions(&puzzle).into_iter().collect();
        for engine in engines(&puzzle).filter(|engine| engine.method != Method::Mip) {
            let (outcome, _) = put(&request(engine, &puzzle, Question::Count));
            assert_eq!(outcome.count, Some(BigUint::from(all.len())), "{engine:?}: {puzzle:?}");
            let (_, found) = put(&request(engine, &puzzle, Question::Solutions { at_most: None }));
            assert_eq!(found.len(), all.len(), "{engine:?}: {puzzle:?}");
            assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), all, "{engine:?}: {puzzle:?}");
        }
    }
}

/// A random linkage without clues in which some edges are parallel, in either direction; it may require and forbid edges, and have integrity constraints.
fn with_parallel_edges(random: &mut Random) -> Puzzle {
    use std::fmt::Write;
    let simple = linkage(random, 8);
    let mut ends: Vec<[VertexId; 2]> =
        (0..simple.edge_count()).map(|e| simple.edge_ends(EdgeId(e as u32))).collect();
    for _ in 0..=random.below(3) {
        let [u, v] = ends[random.below(ends.len())];
        ends.insert(random.below(ends.len() + 1), if random.chance(50) { [u, v] } else { [v, u] });
    }
    let mut text = String::new();
    (0..simple.vertex_count()).for_each(|v| write!(text, "node({v}).").unwrap());
    ends.iter()
        .zip(0..)
        .for_each(|([u, v], e): (_, u32)| write!(text, "edge({e},{},{}).", u.0, v.0).unwrap());
    simple.pairs().iter().zip(0..).for_each(|([a, b], i): (_, u32)| {
        write!(text, "connection({i},{},{}).", a.0, b.0).unwrap();
    });
    for sign in ["", "-"] {
        if random.chance(20) {
            write!(text, "{sign}link({}).", random.below(ends.len())).unwrap();
        }
    }
    for _ in 0..random.below(3) {
        let [a, b] = [(); 2].map(|()| random.below(ends.len()));
        write!(text, ":- link({a}), not link({b}).").unwrap();
    }
    let sources = [zlink_facts::Source::new("named", text)];
    let options = zlink_puzzle::BuildOptions { parallel: true, ..Default::default() };
    zlink_puzzle::build(&zlink_facts::parse(&sources).unwrap(), &options).unwrap().puzzle
}

/// A grid of `n` by `n` vertices with one cycle, or with two pairs in opposite corners.
fn grid(n: u32, topology: Topology) -> Puzzle {
    let mut edges = Vec::new();
    for r in 0..n {
        for c in 0..n {
            edges.extend((c + 1 < n).then_some([r * n + c, r * n + c + 1]));
            edges.extend((r + 1 < n).then_some([r * n + c, (r + 1) * n + c]));
        }
    }
    let mut parts = Parts::graph(topology, (n * n) as usize, edges);
    if topology == Topology::Linkage {
        parts.pairs = vec![[0, n * n - 1], [n + 1, n * n - n - 2]];
    }
    Puzzle::from_parts(parts).unwrap()
}

/// The facts of a large puzzle may come in any order; answers have the original numbers of its edges.
#[test]
fn a_large_puzzle_in_any_order() {
    const SIDE: u32 = 48;
    let ordered = grid(SIDE, Topology::Cycle);
    let mut edges: Vec<[u32; 2]> =
        (0..ordered.edge_count()).map(|e| ordered.edge_ends(EdgeId::from_index(e)).map(|v| v.0)).collect();
    zlink_base::random::Random::new(7).shuffle(&mut edges);
    // The cycle along the outermost vertices: every square has its clue.
    let is_outer = |v: u32| [v / SIDE, v % SIDE].iter().any(|&i| i == 0 || i == SIDE - 1);
    let number: std::collections::HashMap<[u32; 2], u32> = edges.iter().copied().zip(0..).collect();
    let on_cycle = |[u, v]: [u32; 2]| {
        let side =
            |w: u32| [w / SIDE == 0, w / SIDE == SIDE - 1, w.is_multiple_of(SIDE), w % SIDE == SIDE - 1];
        is_outer(u) && is_outer(v) && side(u).iter().zip(side(v)).any(|(u, v)| *u && v)
    };
    let mut parts = Parts::graph(Topology::Cycle, (SIDE * SIDE) as usize, edges.clone());
    for v in (0..SIDE * (SIDE - 1)).filter(|v| v % SIDE + 1 < SIDE) {
        let around = [[v, v + 1], [v, v + SIDE], [v + 1, v + SIDE + 1], [v + SIDE, v + SIDE + 1]];
        let clue = around.iter().filter(|&&edge| on_cycle(edge)).count() as u32;
        parts.cells.push((around.iter().map(|edge| number[edge]).collect(), Some(clue)));
    }
    let puzzle = Puzzle::from_parts(parts).unwrap();
    let cycle: Vec<EdgeId> =
        (0..edges.len()).filter(|&e| on_cycle(edges[e])).map(EdgeId::from_index).collect();
    let (outcome, found) = ask(&puzzle, Question::Solutions { at_most: Some(2) }, Limits::none());
    assert!(outcome.exhausted);
    assert_eq!(found, [cycle]);
}

/// A puzzle whose solutions the engine cannot all find in a short time.
fn large(Asked { method, encoding, .. }: Asked) -> Puzzle {
    match method {
        Method::Brute => grid(4, Topology::Cycle),
        _ if encoding == Encoding::Edges => grid(30, Topology::Cycle),
        _ => grid(12, Topology::Linkage),
    }
}

/// Checks that a count that was ended by `cause` has the number of solutions counted until then, and no more.
fn assert_ended_early(outcome: &Outcome, cause: Interrupted) {
    let status = if outcome.at_least > 0 { Status::Satisfiable } else { Status::Unknown };
    assert_eq!((outcome.status, outcome.stopped), (status, Some(cause)));
}

#[test]
fn every_engine_keeps_the_limits() {
    for engine in all_engines() {
        // CDCL lists cycles of an empty grid without using memory.
        let learns = matches!(engine.method, Method::Auto | Method::Search);
        let puzzle = if learns { grid(12, Topology::Linkage) } else { large(engine) };
        let ask = |limits| put(&Request { limits, ..request(engine, &puzzle, Question::Count) }).0;
        let (mut over, stopped) = (Limits::none(), Limits::none());
        over.deadline = Some(Instant::now());
        stopped.stop_flag().store(true, Ordering::Relaxed);
        // These engines have no data that grows.
        let grows = !matches!(engine.method, Method::Backtrack | Method::Brute);
        let small = Limits::none().within(1 << 16);
        let small = grows.then_some((small, Interrupted::Memory));
        let others = [(over, Interrupted::Time), (stopped, Interrupted::Stopped)];
        for (limits, cause) in others.into_iter().chain(small) {
            let outcome = ask(limits);
            assert_ended_early(&outcome, cause);
            assert!(outcome.at_least == 0 || learns && cause == Interrupted::Memory, "{engine:?}");
            assert_eq!((outcome.exhausted, outcome.count), (false, None));
        }
    }
}

#[test]
fn every_engine_stops_soon_after_it_is_asked_to() {
    for engine in all_engines().filter(|engine| engine.method != Method::Brute) {
        let puzzle = large(engine);
        let limits = Limits::none();
        let flag = limits.stop_flag();
        let asker = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(300));
            flag.store(true, Ordering::Relaxed);
            Instant::now()
        });
        let question = Question::Solutions { at_most: None };
        let (outcome, _) = put(&Request { limits, ..request(engine, &puzzle, question) });
        let waited = asker.join().unwrap().elapsed();
        assert_eq!(outcome.stopped, Some(Interrupted::Stopped), "{engine:?}");
        // No engine would be finished in that time.
        assert!(waited < Duration::from_secs(100), "{engine:?} went on for {waited:?}");
    }
}

#[test]
fn a_receiver_may_break_off_every_engine() {
    let random = &mut Random(5);
    let puzzle = std::iter::repeat_with(|| puzzle(random, 9))
        .find(|puzzle| {
            puzzle.topology() == Topology::Linkage && zlink_puzzle::brute::solutions(puzzle).len() > 3
        })
        .expect("some puzzle has several solutions");
    for engine in engines(&puzzle) {
        for (presolve, at_most) in [(true, None), (false, None), (true, Some(3)), (false, Some(3))] {
            let request = Request { presolve, ..request(engine, &puzzle, Question::Solutions { at_most }) };
            let outcome = run(&request, &mut |_| ControlFlow::Break(()), &Silent);
            assert_eq!((outcome.models, outcome.stopped), (1, Some(Interrupted::Stopped)), "{engine:?}");
            assert_eq!((outcome.status, outcome.exhausted), (Status::Satisfiable, false));
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_run() {
    let random = &mut Random(23);
    for _ in 0..10 {
        let puzzle = puzzle(random, 10);
        for (engine, seed) in engines(&puzzle).flat_map(|engine| [(engine, 0), (engine, 9)]) {
            let question = Question::Solutions { at_most: Some(6) };
            let run = || put(&Request { seed, presolve: false, ..request(engine, &puzzle, question) }).1;
            assert_eq!(run(), run(), "{engine:?}");
        }
    }
}

#[test]
fn a_vertex_may_have_many_edges() {
    // The wheel with n spokes has n (n - 1) + 1 cycles.
    let n = 13;
    let spokes = (0..n).map(|i| [i, n]);
    let rim = (0..n).map(|i| [i, (i + 1) % n]);
    let parts = Parts::graph(Topology::Cycle, n as usize + 1, spokes.chain(rim).collect());
    let puzzle = Puzzle::from_parts(parts).unwrap();
    let bare = |engine, question| put(&Request { presolve: false, ..request(engine, &puzzle, question) });
    for engine in engines(&puzzle).filter(|engine| !matches!(engine.method, Method::Brute | Method::Mip)) {
        let count = bare(engine, Question::Count).0.count;
        assert_eq!(count, Some(BigUint::from(n * (n - 1) + 1)), "{engine:?}");
    }
    for engine in engines(&puzzle).filter(|engine| engine.method == Method::Mip) {
        let (_, found) = bare(engine, Question::Solutions { at_most: Some(4) });
        assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), 4);
    }
}

#[test]
fn encodings_refuse_what_they_cannot_express() {
    let puzzle = grid(3, Topology::Cycle);
    for encoding in [Encoding::Positions, Encoding::Colours, Encoding::Shapes] {
        let (outcome, _) =
            put(&Request { method: Method::Sat, encoding, ..Request::new(&puzzle, Question::Count) });
        assert!(matches!(outcome.refusal, Some(Refusal::Encoding(_))));
        assert_eq!((outcome.status, outcome.exhausted, outcome.count), (Status::Unknown, false, None));
    }
}

#[test]
fn brute_force_refuses_what_is_too_large() {
    let puzzle = grid(5, Topology::Cycle);
    let (outcome, _) = put(&Request { method: Method::Brute, ..Request::new(&puzzle, Question::Count) });
    assert!(matches!(outcome.refusal, Some(Refusal::TooManyEdges { edges: 40, .. })));
    assert_eq!((outcome.status, outcome.exhausted), (Status::Unknown, false));
}

/// A puzzle of `instances/`, without the clues whose running number modulo 97 is in `without`.
pub(super) fn instance(name: &str, without: std::ops::Range<usize>) -> Puzzle {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../instances").join(name);
    let source = [zlink_facts::Source::new(name, std::fs::read(file).unwrap())];
    let mut facts = zlink_facts::parse(&source).unwrap();
    let mut number = 0;
    facts.clues.retain(|_| {
        number += 1;
        !without.contains(&(number % 97))
    });
    zlink_puzzle::build(&facts, &zlink_puzzle::BuildOptions::default()).unwrap().puzzle
}

#[test]
fn threads_change_no_answer() {
    // In tests a portfolio is split after its first round.
    let cases = [
        ("numberlink/grid-10x10.lp", 0..0, 137_374_597u64),
        ("numberlink/grid-14x14.lp", 0..0, 1),
        ("slitherlink/loopy-great-hexagonal-medium-irr1.lp", 40..42, 10_081),
    ];
    for (name, without, count) in cases {
        let puzzle = instance(name, without);
        for threads in [1, 2, 3, 5] {
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
                assert!(found.iter().all(|solution| zlink_puzzle::check::verify(&puzzle, solution).is_ok()));
            }
        }
    }
}

#[test]
fn threads_are_stopped_together() {
    let puzzle = instance("numberlink/grid-14x14.lp", 0..0);
    let n = puzzle.vertex_count();
    // The 14 x 14 grid with only two pairs, which has more solutions than can be counted.
    let edges =
        (0..puzzle.edge_count()).map(|e| puzzle.edge_ends(EdgeId::from_index(e)).map(|v| v.index() as u32));
    let topology = zlink_puzzle::Topology::Linkage;
    let mut parts = zlink_puzzle::Parts::graph(topology, n, edges.collect());
    parts.pairs = vec![[0, n as u32 - 2], [1, n as u32 - 1]];
    let puzzle = Puzzle::from_parts(parts).unwrap();
    for threads in [2, 3] {
        let request = Request { threads, ..Request::new(&puzzle, Question::Count) };
        let soon = Instant::now() + Duration::from_millis(300);
        let mut limits = Limits::none();
        limits.deadline = Some(soon);
        let (outcome, _) = put(&Request { limits, ..request.clone() });
        assert_ended_early(&outcome, Interrupted::Time);
        let late = soon.elapsed();
        assert!(late.as_secs() < 100, "stopped {late:?} after the deadline");
        let limits = Limits::none().within(1 << 24);
        // CDCL would never end.
        let method = Method::Zdd;
        let (outcome, _) = put(&Request { limits, method, ..request.clone() });
        assert_ended_early(&outcome, Interrupted::Memory);
        let limits = Limits::none();
        let flag = limits.stop_flag();
        let outcome = std::thread::scope(|scope| {
            let asked = scope.spawn(|| put(&Request { limits, ..request.clone() }).0);
            std::thread::sleep(Duration::from_millis(100));
            flag.store(true, std::sync::atomic::Ordering::Relaxed);
            asked.join().unwrap()
        });
        assert_ended_early(&outcome, Interrupted::Stopped);
    }
}
