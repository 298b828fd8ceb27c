//! The frontier searches against brute force, on small random puzzles of every kind and in random orders.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::{Budget, Cdcl, Frontier, Places, Spill, SpillError, Unfinished};
use zlink_base::limits::{Exhausted, Limits, Silent};
use zlink_deduce::{Deduction, Depth, Residual, Value};
use zlink_diagram::{Diagram, Element, Node, NodeId};
use zlink_frontier::spill::damage::LeftBehind;
use zlink_order::Plan;
use zlink_puzzle::brute;
use zlink_puzzle::random_puzzles::{Random, puzzle, whole_grid};
use zlink_puzzle::{EdgeId, Parts, Puzzle, Topology, check};

const NO_CAP: Budget<'static> = Budget::new(u64::MAX, &Silent);

fn random_plan(random: &mut Random, residual: &Residual) -> Plan {
    let mut order: Vec<u32> = (0..residual.edges.len() as u32).collect();
    if random.chance(70) {
        for i in (1..order.len()).rev() {
            order.swap(i, random.below(i + 1));
        }
    }
    Plan { order, heuristic: "random", cost: 0.0 }
}

fn family(diagram: &Diagram) -> BTreeSet<Vec<EdgeId>> {
    let mut family = BTreeSet::new();
    let mut sets = diagram.sets();
    while let Some(set) = sets.next_set() {
        let mut set: Vec<EdgeId> = set.iter().map(|&element| EdgeId(element.0)).collect();
        set.sort_unstable();
        assert!(family.insert(set), "a set comes twice");
    }
    family
}

fn some_edges(random: &mut Random, puzzle: &Puzzle) -> Vec<EdgeId> {
    let percent = random.below(101);
    (0..puzzle.edge_count()).map(EdgeId::from_index).filter(|_| random.chance(percent)).collect()
}

/// Checks that every search finds exactly `expected` in the residual of `values`.
fn check(puzzle: &Puzzle, values: &[Value], expected: &BTreeSet<Vec<EdgeId>>, random: &mut Random) {
    let Ok(residual) = Residual::new(puzzle, values) else {
        assert!(expected.is_empty(), "a contradiction, but there are solutions");
        return;
    };
    let limits = Limits::none();
    let frontier = Frontier::for_sweeps(&residual, &random_plan(random, &residual));
    for frontier in [frontier.without_curve(), frontier.clone()] {
        let diagram = frontier.sweep(2, &limits, NO_CAP).0.expect("no limit");
        assert_eq!(&family(&diagram), expected, "sweep");
        assert_eq!(diagram.count(&limits), Ok(BigUint::from(expected.len())), "count of the diagram");
        let count = frontier.sweep_count(1 + random.below(3), &limits, NO_CAP).0.expect("no limit");
        assert_eq!(count, BigUint::from(expected.len()), "sweep_count");
    }
    let mut deduction = Deduction::new(puzzle);
    let mut agrees = deduction.propagate(Depth::Cheap).is_ok();
    for (i, value) in values.iter().enumerate() {
        let edge = EdgeId::from_index(i);
        if agrees && *value != Value::Open && deduction.value(edge) == Value::Open {
            deduction.assume(edge, *value == Value::In);
            agrees = deduction.propagate(Depth::Cheap).is_ok();
        }
    }
    if !agrees {
        assert!(expected.is_empty(), "a conflict, but there are solutions");
        return;
    }
    let (depth_first, _) = frontier.depth_first(&mut deduction, &limits, NO_CAP);
    assert_eq!(&family(&depth_first.expect("no limit")), expected, "depth-first");
    let mut visited = BTreeSet::new();
    let (flow, _) = frontier.visit(&mut deduction, &limits, NO_CAP, |solution| {
        assert!(visited.insert(solution.to_vec()), "a solution comes twice");
        ControlFlow::Continue(())
    });
    assert_eq!(flow, Ok(ControlFlow::Continue(())));
    assert_eq!(&visited, expected, "visit");
    // At level 0 the deduction knows what follows from the puzzle alone.
    if deduction.level() == 0 {
        let some = some_edges(random, puzzle);
        let mut near = Cdcl::near(deduction.clone(), &some);
        let mut found = BTreeSet::new();
        let flow = near.run(&limits, NO_CAP, |solution| {
            assert!(found.insert(solution.to_vec()), "a solution comes twice");
            ControlFlow::Continue(())
        });
        match flow {
            Ok(_) => assert_eq!(&found, expected, "CDCL that may decide some edges"),
            Err(cause) => assert!(cause == Unfinished::Paused && found.is_subset(expected)),
        }
        let mut cdcl = Cdcl::new(deduction.clone(), expected.len() as u64 % 3);
        let mut found = BTreeSet::new();
        let budget = NO_CAP.with(3);
        loop {
            let flow = cdcl.run(&limits, budget, |solution| {
                assert!(found.insert(solution.to_vec()), "a solution comes twice");
                if found.len() % 3 == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if flow == Ok(ControlFlow::Continue(())) {
                break;
            }
        }
        assert_eq!(&found, expected, "CDCL");
        let mut whole = Cdcl::new(deduction.clone(), expected.len() as u64 % 3);
        assert!(whole.run(&limits, NO_CAP, |_| ControlFlow::Continue(())).is_ok());
        assert_eq!(cdcl.report(), whole.report(), "an interruption makes no difference");
    }
}

#[test]
fn all_searches_agree_with_brute_force() {
    let random = &mut Random(7);
    for _ in 0..3000 {
        let puzzle = puzzle(random, 12);
        let solutions: BTreeSet<Vec<EdgeId>> = brute::solutions(&puzzle).into_iter().collect();
        let mut values = vec![Value::Open; puzzle.edge_count()];
        for &e in puzzle.required() {
            values[e.index()] = Value::In;
        }
        for &e in puzzle.forbidden() {
            values[e.index()] = Value::Out;
        }
        check(&puzzle, &values, &solutions, random);
        // Some open edges are decided as in a solution, or are out if there is none.
        let model = solutions.iter().next().cloned().unwrap_or_default();
        for (i, value) in values.iter_mut().enumerate() {
            if *value == Value::Open && random.chance(25) {
                *value = if model.contains(&EdgeId::from_index(i)) { Value::In } else { Value::Out };
            }
        }
        let agrees = |solution: &Vec<EdgeId>| {
            values.iter().enumerate().all(|(i, value)| match value {
                Value::Open => true,
                value => solution.contains(&EdgeId::from_index(i)) == (*value == Value::In),
            })
        };
        let expected = solutions.iter().filter(|s| agrees(s)).cloned().collect();
        check(&puzzle, &values, &expected, random);
    }
}

/// On orders with a wide frontier states take several words, and many of those in the memo differ in few bits, at the same step
/// or at another one.
#[test]
fn states_of_several_words_are_told_apart() {
    let random = &mut Random(5);
    let limits = Limits::none();
    let (side, mut wide) = (5, 0);
    let mut edges = Vec::new();
    for v in 0..side * side {
        edges.extend((v % side + 1 < side).then_some([v, v + 1]));
        edges.extend((v + side < side * side).then_some([v, v + side]));
    }
    for topology in [Topology::Cycle, Topology::Linkage, Topology::PathMatching] {
        for _ in 0..4 {
            let mut parts = Parts::graph(topology, (side * side) as usize, edges.clone());
            if topology == Topology::Linkage {
                parts.pairs = vec![[0, 7], [3, 24], [10, 22]];
            }
            if topology == Topology::PathMatching {
                // Without required edges there would be too many solutions.
                parts.required = (0..edges.len() as u32).filter(|e| e % 3 == 0).collect();
            }
            let puzzle = Puzzle::from_parts(parts).expect("a grid");
            let mut deduction = Deduction::new(&puzzle);
            if deduction.propagate(Depth::Cheap).is_err() {
                continue;
            }
            let residual = Residual::new(&puzzle, deduction.values()).expect("no contradiction");
            let mut order: Vec<u32> = (0..residual.edges.len() as u32).collect();
            for i in (1..order.len()).rev() {
                order.swap(i, random.below(i + 1));
            }
            let frontier = Frontier::for_sweeps(&residual, &Plan { order, heuristic: "random", cost: 0.0 });
            let count = frontier.sweep_count(1 + random.below(3), &limits, NO_CAP).0.expect("no limit");
            let (depth_first, report) = frontier.depth_first(&mut deduction, &limits, NO_CAP);
            assert_eq!(depth_first.expect("no limit").count(&limits), Ok(count), "{topology:?}");
            wide += usize::from(report.hits > 100);
        }
    }
    assert!(wide > 3, "{wide}");
}

/// A grid with some missing edges and its faces as cells, some of them with the clues of a solution, where one is found.
fn planted_grid(random: &mut Random, topology: Topology) -> Puzzle {
    let (rows, columns) = (4 + random.below(3) as u32, 4 + random.below(3) as u32);
    let name = |r: u32, c: u32| r * columns + c;
    let mut edges = Vec::new();
    let mut sides: Vec<Vec<u32>> = vec![Vec::new(); (rows * columns) as usize];
    for r in 0..rows {
        for c in 0..columns {
            let right = (c + 1 < columns).then_some((name(r, c + 1), [(r, c), (r.wrapping_sub(1), c)]));
            let down = (r + 1 < rows).then_some((name(r + 1, c), [(r, c), (r, c.wrapping_sub(1))]));
            for (other, faces) in right.into_iter().chain(down) {
                if random.chance(12) {
                    continue;
                }
                for (r, c) in faces {
                    if r < rows - 1 && c < columns - 1 {
                        sides[name(r, c) as usize].push(edges.len() as u32);
                    }
                }
                edges.push([name(r, c), other]);
            }
        }
    }
    let mut parts = Parts::graph(topology, (rows * columns) as usize, edges);
    if topology == Topology::Linkage {
        let terminals: BTreeSet<u32> = (0..6).map(|_| random.below(parts.vertices) as u32).collect();
        let terminals: Vec<u32> = terminals.into_iter().collect();
        parts.pairs = terminals.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
    }
    parts.cells = sides.into_iter().map(|side| (side, None)).collect();
    let free = Puzzle::from_parts(parts.clone()).expect("a grid");
    let values = vec![Value::Open; free.edge_count()];
    let Ok(residual) = Residual::new(&free, &values) else { return free };
    let limits = Limits::none();
    let order = (0..residual.edges.len() as u32).collect();
    let frontier = Frontier::for_sweeps(&residual, &Plan { order, heuristic: "input", cost: 0.0 });
    let diagram = frontier.sweep(2, &limits, NO_CAP).0.expect("no limit");
    let Some(solution) = diagram.sets().nth(random.below(50)) else { return free };
    for (side, clue) in &mut parts.cells {
        if random.chance(45) {
            let chosen = side.iter().filter(|&&e| solution.contains(&Element(e))).count() as u32;
            // One clue in twenty is wrong.
            *clue = Some(if random.chance(5) { chosen ^ 1 } else { chosen });
        }
    }
    Puzzle::from_parts(parts).expect("a grid")
}

#[test]
fn cdcl_agrees_with_the_sweep_on_grids() {
    let random = &mut Random(23);
    let limits = Limits::none();
    let (mut conflicts, mut unsatisfiable) = (0, 0);
    for topology in [Topology::Cycle, Topology::Cycles, Topology::Linkage, Topology::PathMatching] {
        for round in 0..200 {
            let puzzle = planted_grid(random, topology);
            let residual = Residual::new(&puzzle, &vec![Value::Open; puzzle.edge_count()]);
            let counted = residual.map(|residual| {
                let order = (0..residual.edges.len() as u32).collect();
                let plan = Plan { order, heuristic: "input", cost: 0.0 };
                Frontier::for_sweeps(&residual, &plan)
                    .sweep_count(1 + random.below(3), &limits, NO_CAP)
                    .0
                    .expect("no limit")
            });
            let counted = counted.unwrap_or_default();
            if counted > BigUint::from(5_000u32) {
                continue;
            }
            // There is no presolve, so that there are conflicts.
            let mut cdcl = Cdcl::new(Deduction::new(&puzzle), 0);
            cdcl.blocking_clauses = round % 5;
            let mut found = BTreeSet::new();
            let mut visitor = |solution: &[EdgeId]| {
                assert_eq!(check::verify(&puzzle, solution), Ok(()));
                assert!(found.insert(solution.to_vec()), "a solution comes twice");
                ControlFlow::Continue(())
            };
            // From some conflict on, which may be after the last one, the search is in stable mode.
            if round % 2 == 1 {
                let some = NO_CAP.with(round / 4);
                let _ = cdcl.run(&limits, some, &mut visitor);
                cdcl.enter_stable_mode();
            }
            let flow = cdcl.run(&limits, NO_CAP, visitor);
            assert_eq!(flow, Ok(ControlFlow::Continue(())));
            assert_eq!(BigUint::from(found.len()), counted, "{puzzle:?}");
            conflicts += cdcl.report().conflicts;
            unsatisfiable += u32::from(found.is_empty());
        }
    }
    assert!(conflicts > 1000 && unsatisfiable > 5, "{conflicts} {unsatisfiable}");
}

#[test]
fn visits_stop_and_caps_hold() {
    let random = &mut Random(11);
    let mut stopped = 0;
    for _ in 0..300 {
        let puzzle = puzzle(random, 12);
        let mut deduction = Deduction::new(&puzzle);
        if deduction.propagate(Depth::Cheap).is_err() {
            continue;
        }
        let Ok(residual) = Residual::new(&puzzle, deduction.values()) else { continue };
        let frontier = Frontier::for_sweeps(&residual, &random_plan(random, &residual));
        let limits = Limits::none();
        let all = frontier.sweep_count(1 + random.below(3), &limits, NO_CAP).0.expect("no limit");
        let mut seen = 0;
        let (flow, _) = frontier.visit(&mut deduction, &limits, NO_CAP, |_| {
            seen += 1;
            if seen == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let breaks = all >= BigUint::from(2u32);
        assert_eq!(flow.map(|f| f.is_break()), Ok(breaks));
        stopped += usize::from(breaks);
        let (capped, report) = frontier.depth_first(&mut deduction, &limits, NO_CAP.with(1));
        if report.states > 1 {
            assert_eq!(capped.err(), Some(Unfinished::Paused));
        }
    }
    assert!(stopped > 50);
}

fn on(spill: &Spill) -> Places<'_> {
    Places { spill: Some(spill), peers: None }
}

/// The result of a sweep that goes to disk, and the number of runs. Each run is stopped after `pieces` more states than the one
/// before, and resumed by the next one.
fn in_pieces<T: std::fmt::Debug>(
    pieces: u64,
    random: &mut Random,
    sweep: impl Fn(&Spill, usize, Budget<'_>) -> Result<T, Unfinished>,
) -> (T, u32) {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut budget, mut runs) = (pieces, 0);
    loop {
        let spill = Spill::open(folder.path(), true).expect("the folder can be used");
        let result = sweep(&spill, 1 + random.below(3), NO_CAP.with(budget));
        runs += 1;
        match result {
            Ok(result) => return (result, runs),
            Err(why) => assert_eq!((why, spill.failure().is_none()), (Unfinished::Paused, true)),
        }
        budget += pieces;
    }
}

/// All nodes of a diagram.
fn nodes(diagram: &Diagram) -> (NodeId, Vec<Node>) {
    let ids = (0..diagram.node_count() as u32 + 2).map(NodeId);
    (diagram.root(), ids.map(|id| diagram.node(id)).collect())
}

#[test]
fn sweeps_on_disk_go_on_where_they_were_given_up() {
    let random = &mut Random(11);
    let (mut most_runs, mut most_nodes) = ([0; 2], 0);
    let limits = Limits::none();
    for _ in 0..20 {
        let puzzle = puzzle(random, 24);
        let Ok(residual) = Residual::new(&puzzle, &vec![Value::Open; puzzle.edge_count()]) else { continue };
        let frontier = Frontier::for_sweeps(&residual, &random_plan(random, &residual));
        for frontier in [frontier.without_curve(), frontier] {
            let expected = frontier.sweep_count(1, &limits, NO_CAP).0.expect("no limit");
            let pieces = 40 + random.below(200) as u64;
            let (count, runs) = in_pieces(pieces, random, |spill, threads, budget| {
                frontier.count_in(on(spill), threads, &limits, budget).0
            });
            assert_eq!(count, expected);
            most_runs[0] = runs.max(most_runs[0]);
            // A diagram is the same on any number of threads, and from disk, node for node.
            let expected = frontier.sweep(1, &limits, NO_CAP).0.expect("no limit");
            let again = frontier.sweep(3, &limits, NO_CAP).0.expect("no limit");
            assert_eq!(nodes(&again), nodes(&expected));
            let (diagram, runs) = in_pieces(pieces, random, |spill, threads, budget| {
                frontier.spilled_sweep(spill, threads, &limits, budget).0
            });
            assert_eq!(nodes(&diagram), nodes(&expected));
            most_runs[1] = runs.max(most_runs[1]);
            most_nodes = expected.node_count().max(most_nodes);
        }
    }
    assert!(most_runs.iter().all(|runs| *runs > 5), "some sweeps are given up several times: {most_runs:?}");
    assert!(most_nodes > 500, "{most_nodes}");
}

#[test]
fn damaged_blocks_and_rows_are_told_and_not_used() {
    let puzzle =
        Puzzle::from_parts(Parts::graph(Topology::Cycle, 36, whole_grid(6, 6))).expect("a simple graph");
    let residual = Residual::new(&puzzle, &vec![Value::Open; puzzle.edge_count()]).expect("open");
    let plan = Plan { order: (0..60).collect(), heuristic: "input", cost: 0.0 };
    let frontier = Frontier::for_sweeps(&residual, &plan);
    let folder = tempfile::tempdir().expect("a folder");
    let open = || Spill::open(folder.path(), true).expect("the folder can be used");
    let cap = |most| NO_CAP.with(most);
    let count = |spill: &Spill, most| frontier.count_in(on(spill), 2, &Limits::none(), cap(most)).0;
    let build = |spill: &Spill, most| {
        let diagram = frontier.spilled_sweep(spill, 2, &Limits::none(), cap(most)).0?;
        diagram.count(&Limits::none()).map_err(Unfinished::from)
    };
    let cycles = BigUint::from(1_222_363u32);
    let goes_on = |what: &str, result: Result<BigUint, Unfinished>| match result {
        Ok(count) => count == cycles || panic!("{what}: {count}"),
        Err(Unfinished::Stopped(Exhausted::Storage)) => false,
        Err(other) => panic!("{what}: {other:?}"),
    };
    assert_eq!(count(&open(), 500), Err(Unfinished::Paused));
    assert!(matches!(Spill::open(folder.path(), false), Err(SpillError::Unfinished(_))));
    let left = LeftBehind::of(folder.path());
    let told = left.damage(40, |what, spill| goes_on(what, count(spill, u64::MAX)));
    assert!(told > 40, "{told} of the damages");
    // A sweep of another puzzle must reject these blocks.
    let mut other = residual.clone();
    other.cover = true;
    let spill = open();
    assert!(matches!(spill.order(other.fingerprint()), Err(SpillError::Other(_))));
    assert_eq!(count(&spill, u64::MAX), Ok(cycles.clone()));
    spill.remove().expect("removed");
    drop(spill);
    assert_eq!(build(&open(), 500), Err(Unfinished::Paused));
    assert!(count(&open(), u64::MAX).is_err(), "these are no blocks of a count");
    let left = LeftBehind::of(folder.path());
    let told = left.damage(40, |what, spill| goes_on(what, build(spill, u64::MAX)));
    assert!(told > 80, "{told} of the damages");
    let spill = open();
    assert_eq!(build(&spill, u64::MAX), Ok(cycles.clone()));
    spill.remove().expect("removed");
    assert!(!folder.path().exists());
}
