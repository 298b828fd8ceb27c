//! Counts by rank against brute force and published numbers.

use num_bigint::BigUint;

use super::Ranks;
use crate::curve::Curve;
use crate::{Budget, SweepReport, Unfinished};
use zlink_base::limits::{Interrupted, Limits, Silent};
use zlink_board::Lattice;
use zlink_deduce::{Deduction, Residual, ResidualEdge, ResidualKind, Scope, Value};
use zlink_order::{Effort, PlanOptions, candidates};
use zlink_puzzle::brute;
use zlink_puzzle::random_puzzles::{Random, plain};
use zlink_puzzle::{Parts, Puzzle, Topology};

const NO_CAP: Budget<'static> = Budget::new(u64::MAX, &Silent);

fn residual(parts: Parts) -> Option<Residual> {
    let puzzle = Puzzle::from_parts(parts).expect("the parts are consistent");
    Residual::new(&puzzle, &vec![Value::Open; puzzle.edge_count()]).ok()
}

fn count(ranks: &Ranks, threads: usize) -> BigUint {
    ranks.count(threads, &Limits::none(), NO_CAP, &mut SweepReport::default()).expect("no limit")
}

/// Orders of the edges: sorted by their first vertex, those that the planner proposes, and some random ones.
fn orders(residual: &Residual, random: &mut Random) -> Vec<Vec<u32>> {
    let first =
        |e: &u32| residual.edges[*e as usize].ends.map(|v| residual.vertices[v as usize]).into_iter().min();
    let mut sorted: Vec<u32> = (0..residual.edges.len() as u32).collect();
    sorted.sort_by_key(first);
    let mut orders = vec![sorted];
    let options = PlanOptions { effort: Effort::Thorough, ..PlanOptions::default() };
    orders.extend(candidates(residual, &options, &Limits::none()).into_iter().map(|plan| plan.order));
    for _ in 0..3 {
        let mut order = orders[0].clone();
        (1..order.len()).rev().for_each(|i| order.swap(i, random.below(i + 1)));
        orders.push(order);
    }
    orders
}

/// The counts along the curves of several orders of the edges.
fn counts(residual: &Residual, random: &mut Random) -> Vec<BigUint> {
    let orders = orders(residual, random);
    let curves = orders.iter().filter_map(|order| Curve::new(residual, order));
    let ranks = curves.filter_map(|curve| Ranks::new(residual, &curve));
    ranks.map(|ranks| count(&ranks, 1)).collect()
}

/// A grid of three rows in which some edges are missing and some squares have diagonals.
fn mesh(random: &mut Random) -> Parts {
    let mut edges = Vec::new();
    let columns = 3 + random.below(3) as u32;
    for v in 0..3 * columns {
        edges.extend((v % 3 < 2).then_some([v, v + 1]));
        edges.extend((v / 3 + 1 < columns).then_some([v, v + 3]));
        let diagonal = if random.chance(50) { [v, v + 4] } else { [v + 1, v + 3] };
        edges.extend((v % 3 < 2 && v / 3 + 1 < columns && random.chance(40)).then_some(diagonal));
    }
    edges.retain(|_| !random.chance(8));
    while edges.len() > 17 {
        edges.swap_remove(random.below(edges.len()));
    }
    Parts::graph(Topology::Cycle, 3 * columns as usize, edges)
}

fn grid(rows: u32, columns: u32) -> Parts {
    let mut edges = Vec::new();
    for v in 0..rows * columns {
        edges.extend(((v + 1) % columns > 0).then_some([v, v + 1]));
        edges.extend((v + columns < rows * columns).then_some([v, v + columns]));
    }
    Parts::graph(Topology::Cycle, (rows * columns) as usize, edges)
}

/// The count along the first order with a curve.
fn ranks(residual: &Residual) -> Ranks {
    let orders = orders(residual, &mut Random(1));
    let curve = orders.iter().find_map(|order| Curve::new(residual, order)).expect("a curve");
    Ranks::new(residual, &curve).expect("no clues")
}

fn assert_counts(parts: impl Fn(u32) -> Parts, expected: &[(u32, &str)]) {
    for &(n, number) in expected {
        let residual = residual(parts(n)).expect("no contradiction");
        for threads in [1, 3] {
            assert_eq!(count(&ranks(&residual), threads).to_string(), number, "n = {n}, {threads} threads");
        }
    }
}

#[test]
fn small_graphs_have_as_many_solutions_as_brute_force_finds() {
    let mut random = Random(35);
    let (mut curves, mut solutions) = (0, 0);
    for round in 0..300 {
        let mut parts = if round % 2 == 0 {
            let any = Parts::of(&plain(&mut random, 14));
            Parts { cells: Vec::new(), pairs: Vec::new(), ..any }
        } else {
            mesh(&mut random)
        };
        parts.topology = if random.chance(70) { Topology::Cycle } else { Topology::Cycles };
        parts.cover = random.chance(30);
        (parts.required, parts.forbidden) = (Vec::new(), Vec::new());
        for _ in 0..random.below(3) {
            parts.required.push(random.below(parts.edges.len()) as u32);
        }
        parts.required.dedup();
        let Some(residual) = residual(parts.clone()) else { continue };
        let expected = brute::solutions(&Puzzle::from_parts(parts.clone()).expect("as before"));
        for count in counts(&residual, &mut random) {
            assert_eq!(count, BigUint::from(expected.len()), "{parts:?}");
            curves += 1;
            solutions += expected.len();
        }
    }
    assert!(curves > 500 && solutions > 2500, "{curves} curves, {solutions} solutions");
}

#[test]
fn cycles_of_square_grids() {
    // OEIS A140517.
    let expected = [
        (2, "1"),
        (3, "13"),
        (4, "213"),
        (5, "9349"),
        (6, "1222363"),
        (7, "487150371"),
        (8, "603841648931"),
        (11, "988808811046283595068099"),
        (13, "36954917962039884953387868334644457"),
    ];
    assert_counts(|n| grid(n, n), &expected);
}

#[test]
fn hamiltonian_cycles_of_square_grids() {
    // OEIS A003763.
    let expected =
        [(2, "1"), (4, "6"), (6, "1072"), (8, "4638576"), (10, "467260456608"), (3, "0"), (5, "0")];
    assert_counts(|n| Parts { cover: true, ..grid(n, n) }, &expected);
}

#[test]
fn hamiltonian_cycles_of_what_deduction_leaves() {
    // The corners of the grid are chains, which enter with both ends at once.
    for (n, number) in [(8, "4638576"), (10, "467260456608"), (12, "1076226888605605706")] {
        let puzzle = Puzzle::from_parts(Parts { cover: true, ..grid(n, n) }).expect("a grid");
        let mut deduction = Deduction::new(&puzzle);
        deduction.probe(Scope::Fixpoint, &Limits::none()).expect("no contradiction");
        let residual = deduction.residual().expect("no contradiction");
        assert_eq!(count(&ranks(&residual), 2).to_string(), number, "n = {n}");
    }
}

#[test]
fn paths_from_corner_to_corner() {
    // OEIS A007764. With a chain from corner to corner the paths are cycles.
    let expected = ["2", "12", "184", "8512", "1262816", "575780564", "789360053252"];
    for (n, number) in (2..).zip(expected) {
        let mut residual = residual(grid(n, n)).expect("no contradiction");
        let degree = |v: u32| residual.edges.iter().filter(|edge| edge.ends.contains(&v)).count();
        let name = |v: u32| residual.vertices[v as usize].index();
        let mut corners: Vec<u32> = (0..n * n).filter(|&v| degree(v) == 2).collect();
        corners.sort_by_key(|&v| name(v));
        let ends = [corners[0], corners[3]];
        residual.edges.push(ResidualEdge { ends, kind: ResidualKind::Chain });
        assert_eq!(count(&ranks(&residual), 2).to_string(), number, "n = {n}");
    }
}

/// A triangle of triangles with `sides` edges a side; with `cut`, the vertices at its corners lose their edges.
fn triangle(sides: u32, cut: bool) -> Parts {
    let number = |row: u32, i: u32| row * (row + 1) / 2 + i;
    let corners = [0, number(sides, 0), number(sides, sides)];
    let mut edges = Vec::new();
    for row in 1..=sides {
        for i in 0..row {
            edges.push([number(row - 1, i), number(row, i)]);
            edges.push([number(row - 1, i), number(row, i + 1)]);
            edges.push([number(row, i), number(row, i + 1)]);
        }
    }
    edges.retain(|ends| !cut || !ends.iter().any(|v| corners.contains(v)));
    Parts::graph(Topology::Cycle, number(sides + 1, 0) as usize, edges)
}

#[test]
fn cycles_of_triangular_boards() {
    // OEIS A266513.
    assert_counts(|n| triangle(n, false), &[(1, "1"), (2, "11")]);
    // The wheel with six spokes; OEIS A002061.
    assert_counts(|n| triangle(n, true), &[(3, "31")]);
    let found = counts(&residual(triangle(6, true)).expect("no contradiction"), &mut Random(3));
    assert!(found.len() > 1 && found.iter().all(|count| *count == found[0]), "{found:?}");
}

#[test]
fn cycles_of_hexagonal_boards_whatever_the_order() {
    let mut random = Random(6);
    let board = Lattice::Hexagonal.vertices(2, 2).expect("a board");
    let small = Parts::graph_of(&board.puzzle, Topology::Cycle);
    let expected = brute::solutions(&Puzzle::from_parts(small.clone()).expect("a board")).len();
    let found = counts(&residual(small).expect("no contradiction"), &mut random);
    assert!(!found.is_empty() && found.iter().all(|count| *count == BigUint::from(expected)));
    let board = Lattice::Hexagonal.vertices(5, 6).expect("a board");
    let large = residual(Parts::graph_of(&board.puzzle, Topology::Cycle)).expect("no contradiction");
    let found = counts(&large, &mut random);
    assert!(found.len() > 1 && found.iter().all(|count| *count == found[0]), "{found:?}");
}

#[test]
fn counters_of_many_limbs() {
    // The cycles are the squares on a string, and any set of squares is disjoint.
    let squares = |k: u32| {
        let square = |i: u32| [[0, 1], [1, 2], [2, 3], [3, 0]].map(|ends| ends.map(|v| 4 * i + v));
        let links = (1..k).map(|i| [4 * i - 2, 4 * i]);
        let edges = (0..k).flat_map(square).chain(links).collect();
        Parts::graph(Topology::Cycles, 4 * k as usize, edges)
    };
    let residual = residual(squares(600)).expect("no contradiction");
    assert_eq!(count(&ranks(&residual), 1), (BigUint::from(1u8) << 600) - 1u8);
}

#[test]
fn what_is_no_set_of_cycles_is_left_to_others() {
    let plain = residual(grid(3, 3)).expect("no contradiction");
    let orders = orders(&plain, &mut Random(1));
    let curve = orders.iter().find_map(|order| Curve::new(&plain, order)).expect("a curve");
    let clued = Parts { cells: vec![(vec![0, 1], Some(1))], ..grid(3, 3) };
    assert!(Ranks::new(&residual(clued).expect("no contradiction"), &curve).is_none());
    let constrained = Parts { integrity: vec![vec![(0, true), (1, false)]], ..grid(3, 3) };
    assert!(Ranks::new(&residual(constrained).expect("no contradiction"), &curve).is_none());
    let matching = Parts { topology: Topology::PathMatching, ..grid(3, 3) };
    assert!(Ranks::new(&residual(matching).expect("no contradiction"), &curve).is_none());
    assert!(Ranks::new(&plain, &curve).is_some());
}

#[test]
fn it_keeps_to_limits() {
    let residual = residual(grid(9, 9)).expect("no contradiction");
    let ranks = ranks(&residual);
    let mut report = SweepReport::default();
    let mut stopped = |limits: &Limits, budget| ranks.count(1, limits, budget, &mut report);
    assert_eq!(stopped(&Limits::none().within(1 << 10), NO_CAP), Err(Interrupted::Memory.into()));
    assert_eq!(stopped(&Limits::none(), NO_CAP.with(100)), Err(Unfinished::Paused));
    let limits = Limits::none();
    limits.stop_flag().store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(stopped(&limits, NO_CAP), Err(Interrupted::Stopped.into()));
    assert_eq!(limits.meter().held(), 0);
}

#[test]
fn the_estimate_is_near_what_a_count_takes() {
    let residual = residual(grid(12, 12)).expect("no contradiction");
    let ranks = ranks(&residual);
    let limits = Limits::none();
    let mut report = SweepReport::default();
    ranks.count(2, &limits, NO_CAP, &mut report).expect("no limit");
    assert_eq!(limits.meter().held(), 0);
    assert_eq!(limits.meter().peak(), report.bytes);
    let bytes = report.bytes as f64;
    assert!(ranks.bytes() < 2.0 * bytes && bytes < 2.0 * ranks.bytes(), "{} {bytes}", ranks.bytes());
    // A state has one or two arcs, and its counter one or two limbs.
    let states = report.states as f64;
    assert!(ranks.updates() > states && ranks.updates() < 4.0 * states, "{} {states}", ranks.updates());
}
