//! The residual of a puzzle has the same solutions.

use crate::{Deduction, Depth, Residual, Value};
use zlink_puzzle::brute;
use zlink_puzzle::random_puzzles::{Random, puzzle};
use zlink_puzzle::{EdgeId, Puzzle, Topology};

/// The solutions of the residual, by its definition, as sets of the puzzle's edges with the fixed ones.
fn solutions(residual: &Residual) -> Vec<Vec<EdgeId>> {
    let open = residual.open_count();
    let chains: Vec<usize> = (open..residual.edges.len()).collect();
    let mut found = Vec::new();
    for set in 0u32..1 << open {
        let mut chosen: Vec<usize> = (0..open).filter(|e| set >> e & 1 == 1).collect();
        let sums_met = residual.sums.iter().all(|sum| {
            let here = sum.literals().filter(|&(e, value)| (set >> e & 1 == 1) == value).count();
            (sum.least as usize..=sum.most as usize).contains(&here)
        });
        if !sums_met || (residual.nonempty && chosen.is_empty()) {
            continue;
        }
        chosen.extend(&chains);
        if !fits(residual, &chosen) {
            continue;
        }
        let mut edges = residual.fixed.clone();
        edges.extend(chosen.iter().filter_map(|&e| residual.edges[e].open()));
        edges.sort_unstable();
        found.push(edges);
    }
    found
}

/// Whether the chosen edges, with a virtual edge for each pair, have the shape that the topology asks for.
fn fits(residual: &Residual, chosen: &[usize]) -> bool {
    let n = residual.vertices.len();
    let ends: Vec<[u32; 2]> = chosen.iter().map(|&e| residual.edges[e].ends).collect();
    let mut all = ends.clone();
    all.extend(&residual.pairs);
    let degree = |v: usize| all.iter().flatten().filter(|w| **w as usize == v).count();
    // Ends of chains and terminals of pairs count as covered.
    let shape = (0..n).all(|v| match residual.topology {
        Topology::PathMatching => degree(v) <= 2 && (!residual.cover || degree(v) >= 1),
        _ => degree(v) == 2 || (degree(v) == 0 && !residual.cover),
    });
    if !shape {
        return false;
    }
    // Components: label by the smallest vertex.
    let mut label: Vec<usize> = (0..n).collect();
    loop {
        let mut changed = false;
        for [a, b] in &all {
            let low = label[*a as usize].min(label[*b as usize]);
            for v in [*a as usize, *b as usize] {
                changed |= label[v] != low;
                label[v] = low;
            }
        }
        if !changed {
            break;
        }
    }
    let mut components: Vec<usize> = (0..n).filter(|&v| degree(v) > 0).map(|v| label[v]).collect();
    components.sort_unstable();
    components.dedup();
    components.iter().all(|&c| {
        let inside = |e: &&[u32; 2]| label[e[0] as usize] == c;
        let edges = all.iter().filter(inside).count();
        let vertices = (0..n).filter(|&v| label[v] == c).count();
        match residual.topology {
            Topology::Linkage => residual.pairs.iter().filter(inside).count() == 1,
            Topology::PathMatching => edges < vertices,
            Topology::Cycle | Topology::Cycles => true,
        }
    }) && (residual.topology != Topology::Cycle || components.len() <= 1)
}

fn check(puzzle: &Puzzle, values: &[Value], expected: &[Vec<EdgeId>]) {
    let agree = |s: &&Vec<EdgeId>| {
        values.iter().enumerate().all(|(i, v)| match v {
            Value::Open => true,
            v => s.contains(&EdgeId::from_index(i)) == (*v == Value::In),
        })
    };
    let mut expected: Vec<Vec<EdgeId>> = expected.iter().filter(agree).cloned().collect();
    expected.sort();
    let mut found = Residual::new(puzzle, values).map_or(Vec::new(), |residual| solutions(&residual));
    found.sort();
    assert_eq!(found, expected, "{puzzle:?} {values:?}");
}

#[test]
fn same_solutions() {
    let mut random = Random(5);
    for _ in 0..3000 {
        let puzzle = puzzle(&mut random, 9);
        let solutions = brute::solutions(&puzzle);
        check(&puzzle, &vec![Value::Open; puzzle.edge_count()], &solutions);
        let some: Vec<Value> = (0..puzzle.edge_count())
            .map(|_| [Value::Open, Value::Open, Value::Open, Value::In, Value::Out][random.below(5)])
            .collect();
        check(&puzzle, &some, &solutions);
        let mut deduction = Deduction::new(&puzzle);
        if deduction.propagate(Depth::Cheap).is_ok() {
            check(&puzzle, deduction.values(), &solutions);
        }
    }
}
