//! The frontier searches against brute force, on small random puzzles of every kind and in random orders.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::{Budget, Cdcl, Frontier, Unfinished};
use zlink_base::limits::{Limits, Silent};
use zlink_deduce::{Deduction, Depth, Residual, Techniques, Value};
use zlink_diagram::{Diagram, Element};
use zlink_order::Plan;
use zlink_puzzle::brute;
use zlink_puzzle::random_puzzles::{Random, puzzle};
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
    let frontier = Frontier::for_sweeps(&residual, &random_plan(random, &residual), Techniques::default());
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
            let frontier = Frontier::for_sweeps(
                &residual,
                &Plan { order, heuristic: "random", cost: 0.0 },
                Techniques::default(),
            );
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
    let frontier = Frontier::for_sweeps(
        &residual,
        &Plan { order, heuristic: "input", cost: 0.0 },
        Techniques::default(),
    );
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
                Frontier::for_sweeps(&residual, &plan, Techniques::default())
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

/// The edges of a generalised Petersen graph with 2n vertices from `first` on. For n = 5 (mod 6) it has no Hamiltonian cycle (Alspach, The
/// classification of Hamiltonian generalized Petersen graphs, JCTB 1983), so no path that covers it joins neighbours.
fn generalised_petersen(n: u32, first: u32) -> Vec<[u32; 2]> {
    let near = |i: u32| [[i, (i + 1) % n], [i, n + i], [n + i, n + (i + 2) % n]];
    (0..n).flat_map(near).map(|edge| edge.map(|v| first + v)).collect()
}

/// Without shuffling, the search refutes the large graph, with which it begins, though the small one takes it five conflicts.
#[test]
fn shuffling_finds_a_contradiction_far_from_the_latest_conflicts() {
    let (large, small) = (41, 5);
    let edges = [generalised_petersen(large, 0), generalised_petersen(small, 2 * large)].concat();
    let graph = Parts::graph(Topology::Linkage, 2 * (large + small) as usize, edges);
    let parts = Parts { cover: true, pairs: vec![[0, 1], [2 * large, 2 * large + 1]], ..graph };
    let puzzle = Puzzle::from_parts(parts).expect("two graphs");
    let conflicts = |without: &[String]| {
        let deduction = Deduction::with(&puzzle, Techniques::without(without));
        let mut cdcl = Cdcl::new(deduction, 0);
        let flow = cdcl.run(&Limits::none(), NO_CAP, |_| panic!("there is no solution"));
        assert_eq!(flow, Ok(ControlFlow::Continue(())));
        cdcl.report().conflicts
    };
    let (with, without) = (conflicts(&[]), conflicts(&["shuffle".into()]));
    assert!(4 * with < without, "{with} {without}");
}

#[test]
fn visits_stop_and_caps_hold() {
    let random = &mut Random(11);
    let (mut stopped, mut bounded) = (0, 0);
    for _ in 0..300 {
        let puzzle = puzzle(random, 12);
        let mut deduction = Deduction::new(&puzzle);
        if deduction.propagate(Depth::Cheap).is_err() {
            continue;
        }
        let Ok(residual) = Residual::new(&puzzle, deduction.values()) else { continue };
        let frontier =
            Frontier::for_sweeps(&residual, &random_plan(random, &residual), Techniques::default());
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
        let mut bounds = 0;
        for most in 1.. {
            let (capped, report) = frontier.depth_first(&mut deduction, &limits, NO_CAP.with(most));
            if report.states <= most {
                assert_eq!((capped.map(|all| all.count(&limits)), report.at_least), (Ok(Ok(all)), 0));
                break;
            }
            assert_eq!(capped.err(), Some(Unfinished::Paused));
            assert!(
                bounds <= report.at_least && BigUint::from(report.at_least) <= all,
                "{bounds} {report:?}"
            );
            bounds = report.at_least;
        }
        bounded += usize::from(bounds > 0);
    }
    assert!(stopped > 50 && bounded > 50, "{stopped} {bounded}");
}
