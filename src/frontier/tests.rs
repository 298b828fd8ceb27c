//! The properties of problems that the drivers rely on, on random graphs of every kind.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::mates::{self, Steps};
use super::problem::Problem;
use super::table::code;
use super::{Budget, Curved, Meeting, Parentheses, SweepReport, count};
use zlink_base::limits::{Limits, Silent};
use zlink_deduce::{Residual, Value};
use zlink_puzzle::random_puzzles::{Random, planar, puzzle, whole_grid};
use zlink_puzzle::{Parts, Puzzle, Topology, brute};

/// Follows all states and checks that states of different classes do not meet in the levels for which the problem promises it.
/// Returns the number of classes beyond the first, summed over all levels and windows.
pub(crate) fn check_classes(problem: &dyn Problem) -> usize {
    let levels = problem.levels().len();
    let mut told_apart = 0;
    let mut states = vec![problem.root()];
    for at in 0..levels {
        assert!(states.iter().all(|state| problem.is_possible(at, state)), "level {at}");
        for window in [1, 2, 4, 7] {
            let until = (at + window).min(levels);
            let mut classes = Vec::new();
            problem.classify(at, until, &states.concat(), &mut classes);
            let mut distinct = classes.clone();
            distinct.sort_unstable();
            distinct.dedup();
            told_apart += distinct.len().saturating_sub(1);
            let mut here: BTreeMap<Vec<u64>, u64> = states.iter().cloned().zip(classes).collect();
            for level in at..until {
                let mut next = BTreeMap::new();
                for (state, &class) in &here {
                    for successor in successors(problem, level, state) {
                        let before = next.insert(successor, class);
                        assert!(before.is_none_or(|before| before == class), "level {level} from {at}");
                    }
                }
                here = next;
            }
        }
        states = all_successors(problem, at, &states);
    }
    assert!(levels == 0 || states.is_empty(), "from the last level no arc leads to a state");
    told_apart
}

/// The states that the arcs of `state` lead to.
fn successors(problem: &dyn Problem, level: usize, state: &[u64]) -> Vec<Vec<u64>> {
    let mut tables = problem.tables();
    tables.append(state, 0).expect("there is memory");
    let mut codes = [[code::DEAD; 2]];
    tables.pass(level, 0, &mut codes).expect("there is memory");
    tables.advance();
    let states = tables.states();
    let led = codes[0].into_iter().filter(|&code| !code::is_terminal(code)).map(code::number);
    led.map(|number| states[number * problem.words()..][..problem.words()].to_vec()).collect()
}

/// The states that the arcs of `states` lead to, each once, in ascending order.
fn all_successors(problem: &dyn Problem, level: usize, states: &[Vec<u64>]) -> Vec<Vec<u64>> {
    let mut all: Vec<_> = states.iter().flat_map(|state| successors(problem, level, state)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn check_mates(residual: &Residual, order: &[u32]) -> usize {
    check_classes(&*mates::problem(&Steps::new(residual, order)).expect("narrow enough"))
}

/// The number of solutions by mates, and by parentheses.
fn counts(residual: &Residual, order: &[u32], curve: &Parentheses) -> [BigUint; 2] {
    let steps = Steps::new(residual, order);
    let mates = mates::problem(&steps).expect("narrow enough");
    [&*mates, curve].map(|problem| {
        let (limits, budget) = (Limits::none(), Budget::new(u64::MAX, &Silent));
        let count = count(problem, 2, &limits, budget, None, None, &mut SweepReport::default());
        count.expect("no limit")
    })
}

/// A puzzle on a planar board, with bounds and integrity constraints.
fn constrained_planar(random: &mut Random) -> Puzzle {
    let mut parts = Parts::of(&planar(random));
    for (number, (cell, clue)) in (0..).zip(&mut parts.cells) {
        let len = cell.len() as u32;
        let [least, most] = [random.below(2) as u32, len.saturating_sub(random.below(2) as u32)];
        *clue = clue.filter(|_| random.chance(40));
        let bounds = [random.chance(40).then_some(least), random.chance(60).then_some(most)];
        parts.bounds.push((number, bounds));
    }
    let literal = |random: &mut Random| (random.below(parts.edges.len()) as u32, random.chance(60));
    let constraint = |random: &mut Random| (0..2 + random.below(4)).map(|_| literal(random)).collect();
    parts.integrity = (0..random.below(8)).map(|_| constraint(random)).collect();
    Puzzle::from_parts(parts).expect("a simple graph")
}

#[test]
fn parentheses_count_bounds_and_integrity_constraints() {
    let random = &mut Random(61);
    let (mut curves, mut solutions, mut known) = (0, BigUint::ZERO, 0);
    for _ in 0..500 {
        let puzzle = constrained_planar(random);
        let Ok(residual) = Residual::new(&puzzle, &vec![Value::Open; puzzle.edge_count()]) else { continue };
        let order: Vec<u32> = (0..residual.edges.len() as u32).collect();
        let Some(curve) = Curved::new(&residual, &order).and_then(|curved| Parentheses::new(&curved)) else {
            continue;
        };
        check_classes(&curve);
        let [mates, parentheses] = counts(&residual, &order, &curve);
        assert_eq!(mates, parentheses, "{puzzle:?}");
        if puzzle.edge_count() <= 19 {
            assert_eq!(mates, BigUint::from(brute::solutions(&puzzle).len()), "{puzzle:?}");
            known += 1;
        }
        curves += 1;
        solutions += mates;
    }
    assert!(curves > 90 && known > 20, "{curves} curves, {known} counted by brute force");
    assert!(solutions > BigUint::from(1_000u32), "{solutions} solutions");
}

#[test]
fn states_of_different_classes_do_not_meet() {
    let random = &mut Random(5);
    let mut told_apart = BTreeMap::new();
    let mut counted = BigUint::ZERO;
    for round in 0..600 {
        let puzzle = if round % 2 == 0 { puzzle(random, 16) } else { planar(random) };
        let Ok(residual) = Residual::new(&puzzle, &vec![Value::Open; puzzle.edge_count()]) else { continue };
        let mut order: Vec<u32> = (0..residual.edges.len() as u32).collect();
        if random.chance(50) && round % 2 == 0 {
            for i in (1..order.len()).rev() {
                order.swap(i, random.below(i + 1));
            }
        }
        let kind = (residual.topology as u8, residual.cover, !residual.sums.is_empty());
        *told_apart.entry(("mates", kind)).or_insert(0) += check_mates(&residual, &order);
        if let Some(curve) = Curved::new(&residual, &order).and_then(|curved| Parentheses::new(&curved)) {
            *told_apart.entry(("parentheses", kind)).or_insert(0) += check_classes(&curve);
            let [mates, parentheses] = counts(&residual, &order, &curve);
            assert_eq!(mates, parentheses, "{puzzle:?}");
            counted += mates;
        }
    }
    // Four topologies, each with and without cover and sums; three of them may have a curve.
    let kinds = |name: &str| told_apart.iter().filter(|((of, _), count)| *of == name && **count > 4).count();
    assert!(kinds("mates") == 16 && kinds("parentheses") >= 9, "{told_apart:?}");
    assert!(counted > BigUint::from(1_000u32), "{counted}");
}

#[test]
fn two_sweeps_that_meet_count_what_one_counts() {
    let random = &mut Random(56);
    let mut met = BTreeMap::new();
    for _ in 0..1500 {
        let mut parts = Parts::of(&puzzle(random, 18));
        (parts.topology, parts.cover) = (Topology::Cycle, random.chance(40));
        parts.pairs.clear();
        let Ok(puzzle) = Puzzle::from_parts(parts) else { continue };
        let Ok(residual) = Residual::new(&puzzle, &vec![Value::Open; puzzle.edge_count()]) else { continue };
        let mut order: Vec<u32> = (0..residual.edges.len() as u32).collect();
        for i in (1..order.len()).rev().take(random.below(6)) {
            order.swap(i, random.below(i + 1));
        }
        let Some(meeting) = Meeting::new(&residual, &order) else { continue };
        let steps = Steps::new(&residual, &order);
        let problem = mates::problem(&steps).expect("narrow enough");
        let (limits, budget) = (Limits::none(), Budget::new(u64::MAX, &Silent));
        let report = &mut SweepReport::default();
        let one = count(&*problem, 1, &limits, budget, None, None, report).expect("no limit");
        let two = meeting.count(2, &limits, budget, None, report).expect("no limit");
        assert_eq!(one, two, "{puzzle:?} {order:?}");
        assert_eq!(limits.meter().held(), 0);
        if two > BigUint::ZERO {
            *met.entry((residual.cover, !residual.sums.is_empty())).or_insert(0) += 1;
        }
    }
    assert!(met.len() == 4 && met.values().all(|&met| met > 10), "{met:?}");
}

#[test]
fn on_a_grid_parentheses_and_mates_are_the_same_states() {
    let edges = whole_grid(5, 5);
    let order: Vec<u32> = (0..edges.len() as u32).collect();
    for cover in [false, true] {
        let mut parts = Parts::graph(Topology::Cycle, 25, edges.clone());
        parts.cover = cover;
        let puzzle = Puzzle::from_parts(parts).expect("a simple graph");
        let residual = Residual::new(&puzzle, &vec![Value::Open; puzzle.edge_count()]).expect("open");
        let curve =
            Curved::new(&residual, &order).and_then(|curved| Parentheses::new(&curved)).expect("a curve");
        let steps = Steps::new(&residual, &order);
        let mates = mates::problem(&steps).expect("narrow enough");
        assert_eq!(widths(&curve), widths(&*mates));
    }
}

/// The number of states of each level.
fn widths(problem: &dyn Problem) -> Vec<usize> {
    let mut states = vec![problem.root()];
    let mut widths = Vec::new();
    for level in 0..problem.levels().len() {
        widths.push(states.len());
        states = all_successors(problem, level, &states);
    }
    widths
}
