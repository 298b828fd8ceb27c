use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::Halves;
use crate::{Budget, Unfinished};
use zlink_base::limits::Silent;
use zlink_base::limits::{Interrupted, Limits};
use zlink_deduce::{Deduction, Depth, Residual, Techniques};
use zlink_puzzle::brute;
use zlink_puzzle::random_puzzles::{Random, whole_grid};
use zlink_puzzle::{EdgeId, Parts, Puzzle, Topology};

/// A grid with a few cells of random edges, at least one of them with many.
fn puzzle(random: &mut Random, topology: Topology) -> Puzzle {
    let [rows, columns] = [[3, 3], [2, 5], [2, 6], [3, 4]][random.below(4)];
    let mut edges = whole_grid(rows, columns);
    if random.chance(30) {
        edges.push([0, columns + 1]);
    }
    let all = || 0..edges.len() as u32;
    let mut parts = Parts::graph(topology, (rows * columns) as usize, edges.clone());
    for i in 0..1 + random.below(4) {
        let percent = if i == 0 { 80 } else { 10 + random.below(80) };
        let cell: Vec<u32> = all().filter(|_| random.chance(percent)).collect();
        let clue = cell.len() * (20 + random.below(50)) / 100;
        if random.chance(40) {
            let bound = |is_there: bool, bound: usize| is_there.then_some(bound as u32);
            let bounds = [bound(random.chance(80), clue), bound(random.chance(80), clue + random.below(3))];
            parts.bounds.push((parts.cells.len() as u32, bounds));
            parts.cells.push((cell, None));
        } else {
            parts.cells.push((cell, random.chance(90).then_some(clue as u32)));
        }
    }
    if topology == Topology::Linkage {
        parts.pairs = vec![[0, rows * columns - 1], [1, columns]];
        parts.pairs.truncate(1 + random.below(2));
    }
    parts.cover = random.chance(10);
    let literal = |random: &mut Random| (random.below(edges.len()) as u32, random.chance(50));
    let constraint = |random: &mut Random| (0..1 + random.below(12)).map(|_| literal(random)).collect();
    parts.integrity = (0..random.below(4)).map(|_| constraint(random)).collect();
    parts.required = all().filter(|_| random.chance(3)).collect();
    parts.forbidden = all().filter(|edge| random.chance(3) && !parts.required.contains(edge)).collect();
    Puzzle::from_parts(parts).expect("a puzzle")
}

fn solutions(puzzle: &Puzzle) -> BTreeSet<Vec<EdgeId>> {
    brute::solutions(puzzle).into_iter().collect()
}

fn residual(puzzle: &Puzzle) -> Option<Residual> {
    let mut deduction = Deduction::new(puzzle);
    deduction.propagate(Depth::Cheap).ok()?;
    deduction.residual().ok()
}

/// Calls `turn` again after each pause. Returns its result and the number of pauses.
fn resume<T>(mut turn: impl FnMut(Budget<'_>) -> Result<T, Unfinished>, budget: u64) -> (T, u32) {
    let mut pauses = 0;
    loop {
        match turn(Budget::new(budget, &Silent)) {
            Err(Unfinished::Paused) => pauses += 1,
            result => return (result.expect("an end"), pauses),
        }
    }
}

#[test]
fn all_solutions_are_visited_and_counted() {
    let random = &mut Random(7);
    let (mut searches, mut several, mut paused) = (0, 0, 0);
    for i in 0..160 {
        let topologies = [Topology::Cycle, Topology::Cycles, Topology::Linkage, Topology::PathMatching];
        let topology = topologies[(i / 2) % 4];
        let puzzle = puzzle(random, topology);
        let Some(residual) = residual(&puzzle) else { continue };
        let Some(mut search) = Halves::new(&residual, Techniques::default()) else { continue };
        let all = solutions(&puzzle);
        let mut visited = BTreeSet::new();
        let budget = [u64::MAX, 50][i % 2];
        let limits = Limits::none();
        let (flow, pauses) = resume(
            |budget| {
                search.visit(&limits, budget, &mut |solution| {
                    assert!(visited.insert(solution.to_vec()), "visited twice");
                    ControlFlow::Continue(())
                })
            },
            budget,
        );
        assert_eq!((flow, &visited), (ControlFlow::Continue(()), &all));
        let mut search = Halves::new(&residual, Techniques::default()).expect("the same");
        let (count, _) = resume(|budget| search.count(&limits, budget), budget);
        assert_eq!(count, all.len().into());
        assert_eq!(search.steps_left(), Some(0.0));
        searches += 1;
        several += usize::from(all.len() > 1);
        paused += usize::from(pauses > 0);
    }
    assert!(searches > 50 && several > 20 && paused > 10, "{searches}, {several}, {paused}");
}

#[test]
fn a_visitor_may_break_off() {
    let mut parts =
        Parts::graph(Topology::Cycle, 5, (1..5).flat_map(|v| (0..v).map(move |u| [u, v])).collect());
    parts.cells.push(((0..9).collect(), Some(3)));
    let puzzle = Puzzle::from_parts(parts).expect("a puzzle");
    let mut search =
        Halves::new(&residual(&puzzle).expect("consistent"), Techniques::default()).expect("a dense cell");
    let mut visited = 0;
    let flow = search.visit(&Limits::none(), Budget::new(u64::MAX, &Silent), &mut |_| {
        visited += 1;
        if visited == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((flow, visited), (Ok(ControlFlow::Break(())), 2));
}

#[test]
fn memory_that_runs_out_is_said() {
    let random = &mut Random(3);
    let mut stopped = 0;
    for _ in 0..40 {
        let puzzle = puzzle(random, Topology::Cycle);
        let Some(mut search) = residual(&puzzle).and_then(|left| Halves::new(&left, Techniques::default()))
        else {
            continue;
        };
        let limits = Limits::none().within(2000);
        let counted = search.count(&limits, Budget::new(u64::MAX, &Silent));
        stopped += usize::from(matches!(counted, Err(Unfinished::Stopped(Interrupted::Memory))));
    }
    assert!(stopped > 10, "{stopped}");
}

#[test]
fn too_few_or_too_many_sums_are_not_for_it() {
    let edges: Vec<[u32; 2]> = (1..8).flat_map(|v| (0..v).map(move |u| [u, v])).collect();
    let with = |cells: u32, len: u32| {
        let mut parts = Parts::graph(Topology::Cycle, 8, edges.clone());
        for i in 0..cells {
            parts.cells.push(((0..len).map(|e| (e + i) % 28).collect(), Some(3)));
        }
        let puzzle = Puzzle::from_parts(parts).expect("a puzzle");
        let residual = Residual::new(&puzzle, Deduction::new(&puzzle).values()).expect("consistent");
        Halves::new(&residual, Techniques::default()).is_some()
    };
    assert!(!with(0, 11) && !with(1, 5) && with(1, 11) && with(20, 11) && !with(50, 11));
}
