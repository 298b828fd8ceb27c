//! Every stage against the definition, on small puzzles of all kinds.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::*;
use zlink_base::clock::Instant;
use zlink_base::limits::Silent;
use zlink_deduce::{Deduction, Depth, Value};
use zlink_puzzle::brute;
use zlink_puzzle::random_puzzles::{Random, board, linkage, puzzle};
use zlink_puzzle::{CellId, Constraint, Parts};

/// The reports of a puzzle.
fn reports(puzzle: &Puzzle, options: &Options) -> Vec<Report> {
    let mut reports = Vec::new();
    analyse(puzzle, options, &Silent, &mut |report| {
        reports.push(report.clone());
        ControlFlow::Continue(())
    });
    reports
}

fn puzzles(seed: u64, count: usize) -> impl Iterator<Item = Puzzle> {
    let mut random = Random(seed);
    (0..count).map(move |i| if i % 3 == 0 { linkage(&mut random, 11) } else { puzzle(&mut random, 10) })
}

fn edges(puzzle: &Puzzle) -> impl Iterator<Item = EdgeId> {
    (0..puzzle.edge_count()).map(EdgeId::from_index)
}

/// The number of solutions where only none, one and several are distinguished.
fn up_to_two(count: usize) -> Number {
    if count < 2 { Number::exact(count) } else { Number::at_least(2u8) }
}

/// The number of these solutions that have `value` edges of a cell.
fn with_value(puzzle: &Puzzle, solutions: &[Vec<EdgeId>], cell: CellId, value: usize) -> usize {
    let edges = puzzle.cell(cell).edges;
    solutions.iter().filter(|solution| edges.iter().filter(|e| solution.contains(e)).count() == value).count()
}

/// The number of these solutions that have a vertex on the path of a pair.
fn with_vertex(puzzle: &Puzzle, solutions: &[Vec<EdgeId>], vertex: VertexId, pair: usize) -> usize {
    let is_on_path = |solution: &&Vec<EdgeId>| {
        let mut reached = vec![puzzle.pairs()[pair][0]];
        let mut next = 0;
        while let Some(&here) = reached.get(next) {
            next += 1;
            for edge in *solution {
                let ends = puzzle.edge_ends(*edge);
                if ends.contains(&here) {
                    reached.extend(ends.into_iter().filter(|v| !reached.contains(v)).collect::<Vec<_>>());
                }
            }
        }
        reached.contains(&vertex)
    };
    solutions.iter().filter(is_on_path).count()
}

fn with_pair(puzzle: &Puzzle, pair: [VertexId; 2]) -> Puzzle {
    let mut parts = Parts::of(puzzle);
    parts.topology = Topology::Linkage;
    parts.pairs.push(pair.map(|v| v.0));
    Puzzle::from_parts(parts).unwrap()
}

fn check(puzzle: &Puzzle, expected: &[Vec<EdgeId>], finding: &Finding) {
    let among = |e: &EdgeId| expected.iter().filter(|solution| solution.contains(e)).count();
    match finding {
        Finding::Solutions(found) => {
            assert_eq!(found.solutions.len(), expected.len().min(2));
            assert!(found.solutions.iter().all(|solution| expected.contains(solution)));
            assert!(found.is_all || expected.len() > 1);
        }
        Finding::Edges(Consequences { in_all, in_none, in_some, unknown }) => {
            let with = |is: &dyn Fn(usize) -> bool| -> Vec<EdgeId> {
                edges(puzzle).filter(|e| is(among(e))).collect()
            };
            assert_eq!(*in_all, with(&|count| count == expected.len()));
            assert_eq!(*in_none, with(&|count| count == 0));
            assert_eq!(*in_some, with(&|count| 0 < count && count < expected.len()));
            assert!(unknown.is_empty());
        }
        Finding::Number(number) => assert_eq!(*number, Number::exact(expected.len())),
        Finding::Shares(shares) => {
            let expected: Vec<BigUint> = edges(puzzle).map(|e| among(&e).into()).collect();
            assert_eq!(*shares, expected);
        }
        Finding::Values(values) => {
            for cell in &values.clues {
                for (value, number) in cell.solutions.iter().enumerate() {
                    let count = with_value(puzzle, expected, cell.cell, value);
                    assert_eq!(*number, Number::exact(count), "{puzzle:?}");
                }
            }
            for vertex in &values.paths {
                for (pair, number) in vertex.solutions.iter().enumerate() {
                    let count = with_vertex(puzzle, expected, vertex.vertex, pair);
                    assert_eq!(*number, Number::exact(count), "{puzzle:?}");
                }
            }
            let ends: Vec<VertexId> = puzzle.pairs().iter().flatten().copied().collect();
            for u in (0..puzzle.vertex_count()).map(VertexId::from_index) {
                for v in (u.index() + 1..puzzle.vertex_count()).map(VertexId::from_index) {
                    if puzzle.topology() == Topology::Linkage && !ends.contains(&u) && !ends.contains(&v) {
                        let with_pair = with_pair(puzzle, [u, v]);
                        let is_unique = brute::solutions(&with_pair).len() == 1;
                        assert_eq!(values.pairs.contains(&[u, v]), is_unique, "{puzzle:?}");
                    }
                }
            }
        }
        Finding::Redundant(redundant) => {
            let is_redundant = |&constraint: &Constraint| {
                brute::solutions(&puzzle.with_constraints(|other| other != constraint)).len() == 1
            };
            assert!(redundant.can_go.iter().all(is_redundant), "{puzzle:?}");
            assert!(!redundant.needed.iter().any(is_redundant), "{puzzle:?}");
            assert!(redundant.unknown.is_empty());
            let mut all = [&redundant.can_go[..], &redundant.needed].concat();
            let mut constraints = puzzle.constraints();
            all.sort_unstable();
            constraints.sort_unstable();
            assert_eq!(all, constraints);
        }
        Finding::Contradiction(contradiction) => {
            assert!(contradiction.is_minimal);
            let part = |without: Option<Constraint>| {
                let kept = |constraint| contradiction.constraints.contains(&constraint);
                puzzle.with_constraints(|constraint| kept(constraint) && Some(constraint) != without)
            };
            assert!(brute::solutions(&part(None)).is_empty(), "{puzzle:?}");
            for &constraint in &contradiction.constraints {
                if part(None).is_relaxed_without(constraint) {
                    assert!(
                        !brute::solutions(&part(Some(constraint))).is_empty(),
                        "{puzzle:?} {constraint:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn every_stage_says_what_the_definition_says() {
    let mut met = [0; Stage::ALL.len()];
    for puzzle in puzzles(7, 1200) {
        let expected = brute::solutions(&puzzle);
        for report in reports(&puzzle, &Options::default()) {
            assert_eq!(report.stopped, None);
            check(&puzzle, &expected, &report.finding.expect("all of it is found out"));
            met[report.stage as usize] += 1;
        }
    }
    assert!(met.iter().all(|&count| count > 50), "{met:?}");
}

#[test]
fn values_of_clues_without_a_diagram() {
    let mut several = 0;
    for puzzle in puzzles(11, 600) {
        let expected = brute::solutions(&puzzle);
        let known = &expected[..expected.len().min(several % 3)];
        several += usize::from(expected.len() > 1);
        let (values, stopped) = clue_values(&puzzle, known, false, &Limits::none(), &Silent);
        assert_eq!(stopped, None);
        for cell in values {
            for (value, number) in cell.solutions.iter().enumerate() {
                let count = with_value(&puzzle, &expected, cell.cell, value);
                assert_eq!(*number, up_to_two(count), "{puzzle:?}");
            }
        }
        let (values, _) = clue_values(&puzzle, &expected, true, &Limits::none(), &Silent);
        for cell in values {
            for (value, number) in cell.solutions.iter().enumerate() {
                assert_eq!(*number, Number::exact(with_value(&puzzle, &expected, cell.cell, value)));
            }
        }
    }
    assert!(several > 100, "{several}");
}

#[test]
fn the_fewest_clues_are_the_fewest() {
    let mut fewer = 0;
    for puzzle in puzzles(29, 900) {
        let expected = brute::solutions(&puzzle);
        let [solution] = &expected[..] else { continue };
        let clued: Vec<CellId> = puzzle.clued_cells().map(|(cell, _)| cell).collect();
        let with = |bits: u32| {
            puzzle.with_constraints(|constraint| match constraint {
                Constraint::Clue(cell) => {
                    clued.iter().position(|&other| other == cell).is_some_and(|i| bits >> i & 1 == 1)
                }
                _ => true,
            })
        };
        let is_enough = |bits: &u32| brute::solutions(&with(*bits)).len() == 1;
        let least = (0..1u32 << clued.len()).filter(is_enough).map(u32::count_ones).min();
        let (found, stopped) = smallest(&puzzle, solution, &clued, &Limits::none(), &Silent);
        assert_eq!((found.is_smallest, stopped), (true, None));
        assert_eq!(Some(found.stay.len() as u32), least, "{puzzle:?}");
        let stay = found.stay.iter().map(|cell| clued.iter().position(|other| other == cell).unwrap());
        assert!(is_enough(&stay.map(|i| 1 << i).sum()));
        fewer += usize::from(found.stay.len() < clued.len());
    }
    assert!(fewer > 30, "{fewer}");
}

#[test]
fn vertices_on_paths_without_all_solutions() {
    let mut random = Random(23);
    let (mut several, mut demanding) = (0, 0);
    for i in 0..800 {
        let mut puzzle = linkage(&mut random, 11);
        for _ in 0..i % 4 {
            let mut literal = || (EdgeId::from_index(random.below(puzzle.edge_count())), random.chance(50));
            let literals: Vec<(EdgeId, bool)> = (0..3).map(|_| literal()).collect();
            puzzle = puzzle.with_integrity(&literals);
        }
        let expected = brute::solutions(&puzzle);
        if expected.len() < 2 {
            continue;
        }
        several += 1;
        demanding += usize::from(puzzle.integrity().len() > 0);
        let (values, stopped) =
            path_values(&puzzle, &expected[..several % 3], false, &Limits::none(), &Silent);
        assert_eq!(stopped, None);
        for vertex in values {
            for (pair, number) in vertex.solutions.iter().enumerate() {
                let count = with_vertex(&puzzle, &expected, vertex.vertex, pair);
                assert_eq!(*number, up_to_two(count), "{puzzle:?}");
            }
        }
    }
    assert!(several > 40 && demanding > 20, "{several}, {demanding} with integrity constraints");
}

/// The solutions of a patch are those of the puzzle that are as the known one outside of it.
#[test]
fn patches_have_the_solutions_that_differ_there() {
    let (mut random, mut several) = (Random(31), 0);
    for _ in 0..3000 {
        let puzzle = board(&mut random, 14);
        if puzzle.topology() != Topology::Cycle {
            continue;
        }
        let expected = brute::solutions(&puzzle);
        let Some(known) = expected.get(random.below(expected.len())) else { continue };
        let mut deduction = Deduction::new(&puzzle);
        let (true, Some(round)) =
            (deduction.propagate(Depth::Cheap).is_ok(), patch::SolutionCycle::new(known, &puzzle))
        else {
            continue;
        };
        let is_open = |e: &EdgeId| deduction.value(*e) == Value::Open;
        let open: Vec<EdgeId> = edges(&puzzle).filter(is_open).filter(|_| random.chance(70)).collect();
        let Some(patch) = patch::LocalPuzzle::new(&open, &deduction, &round) else { continue };
        let found = brute::solutions(&patch.puzzle);
        assert!(found.contains(&patch.solution), "{puzzle:?}");
        let is_outside = |e: &EdgeId| !open.contains(e);
        let outside =
            |solution: &Vec<EdgeId>| -> Vec<EdgeId> { solution.iter().copied().filter(is_outside).collect() };
        let like_known = expected.iter().filter(|solution| outside(solution) == outside(known)).count();
        assert_eq!(found.len(), like_known, "{puzzle:?}");
        several += usize::from(like_known > 1);
    }
    assert!(several > 50, "{several}");
}

#[test]
fn a_required_edge_is_on_the_path_of_its_vertex() {
    let edges = vec![[0, 5], [2, 5], [4, 5], [1, 4], [3, 4], [0, 1], [2, 3], [0, 4]];
    let mut parts = Parts::graph(Topology::Linkage, 6, edges);
    (parts.pairs, parts.required) = (vec![[0, 1], [2, 3]], vec![2]);
    let puzzle = Puzzle::from_parts(parts).unwrap();
    let (values, _) = path_values(&puzzle, &[], false, &Limits::none(), &Silent);
    let of_vertex = values.iter().find(|values| values.vertex == VertexId(4)).unwrap();
    assert_eq!(of_vertex.solutions, [Number::exact(1usize), Number::exact(1usize)]);
}

#[test]
fn consequences_begin_with_what_is_known() {
    for puzzle in puzzles(13, 300) {
        let expected = brute::solutions(&puzzle);
        let mut met: Vec<Vec<EdgeId>> = expected[..expected.len().min(2)].to_vec();
        let known = met.clone();
        let found =
            consequences(&puzzle, Techniques::default(), &known, &Limits::none(), &Silent, |meeting| {
                met.push(meeting.solution.to_vec());
                ControlFlow::Continue(())
            });
        match found.unwrap() {
            None => assert!(expected.is_empty()),
            Some((consequences, stopped)) => {
                assert_eq!(stopped, None);
                check(&puzzle, &expected, &Finding::Edges(consequences));
            }
        }
        assert!(met.iter().all(|solution| expected.contains(solution)));
    }
}

#[test]
fn what_limits_do_not_allow_is_not_told() {
    for puzzle in puzzles(17, 60) {
        let mut limits = Limits::none();
        limits.deadline = Some(Instant::now());
        let stopped = Options { limits, ..Options::default() };
        let expected = brute::solutions(&puzzle);
        for report in reports(&puzzle, &stopped) {
            // Deduction alone may have come to an answer.
            assert!(report.stopped.is_some() || report.finding.is_some());
            if let Some(Finding::Solutions(found)) = &report.finding {
                assert!(found.solutions.iter().all(|solution| expected.contains(solution)));
            }
        }
    }
}

#[test]
fn whoever_listens_may_break_off() {
    for puzzle in puzzles(19, 20) {
        let mut count = 0;
        analyse(&puzzle, &Options::default(), &Silent, &mut |_| {
            count += 1;
            ControlFlow::Break(())
        });
        assert_eq!(count, 1);
    }
}

/// Solutions that vary are solutions, all different, as many as asked for, and it is known whether there are more.
#[test]
fn solutions_vary() {
    for puzzle in puzzles(11, 400) {
        let expected = brute::solutions(&puzzle);
        for at_most in [1, 2, 3, expected.len().max(1), expected.len() + 1] {
            let mut told: Vec<Vec<EdgeId>> = Vec::new();
            let (is_all, stopped) = varied(&puzzle, at_most, &Limits::none(), &Silent, |solution| {
                told.push(solution.to_vec());
                ControlFlow::Continue(())
            });
            assert_eq!((is_all, stopped), (expected.len() <= at_most, None), "{puzzle:?}");
            assert_eq!(told.len(), expected.len().min(at_most));
            assert!(told.iter().all(|solution| expected.contains(solution)));
            assert!((1..told.len()).all(|i| !told[..i].contains(&told[i])));
        }
    }
}

#[test]
fn a_listener_ends_the_search_for_solutions_that_vary() {
    let square = puzzles(11, 400).find(|puzzle| brute::solutions(puzzle).len() > 3).unwrap();
    let mut told = 0;
    let (is_all, stopped) = varied(&square, 3, &Limits::none(), &Silent, |_| {
        told += 1;
        ControlFlow::Break(())
    });
    assert_eq!((told, is_all, stopped), (1, false, None));
    let mut over = Limits::none();
    over.deadline = Some(Instant::now());
    let (is_all, stopped) = varied(&square, 3, &over, &Silent, |_| ControlFlow::Continue(()));
    assert_eq!((is_all, stopped), (false, Some(Interrupted::Time)));
}

/// Clues that go or come together, by the definition, for random sets of cells in place of the orbits of a symmetry.
#[test]
fn clues_of_an_orbit_go_and_come_together() {
    let mut random = Random(5);
    let mut met = [0; 4];
    for (number, puzzle) in puzzles(23, 6000).enumerate().filter(|(_, puzzle)| puzzle.cell_count() > 0) {
        let expected = brute::solutions(&puzzle);
        let Some(answer) = expected.get(number % expected.len().max(1)) else { continue };
        let mut orbits = vec![Vec::new(); 1 + puzzle.cell_count() / 2];
        for cell in (0..puzzle.cell_count()).map(CellId::from_index) {
            let orbit = random.below(orbits.len());
            orbits[orbit].push(cell);
        }
        let options =
            Options { orbits: Some(orbits.clone()), answer: Some(answer.clone()), ..Options::default() };
        let with = |cells: &[CellId], clue: &dyn Fn(CellId) -> Option<u32>| {
            let all = (0..puzzle.cell_count()).map(CellId::from_index);
            let clues = all.map(|c| if cells.contains(&c) { clue(c) } else { puzzle.cell(c).clue });
            puzzle.with_clues(&clues.collect::<Vec<_>>())
        };
        let is_clued = |cell: &CellId| puzzle.cell(*cell).clue.is_some();
        let value =
            |cell: CellId| puzzle.cell(cell).edges.iter().filter(|e| answer.contains(e)).count() as u32;
        for report in reports(&puzzle, &options) {
            match report.finding {
                Some(Finding::Redundant(redundant)) => {
                    let together = redundant.together.unwrap();
                    for orbit in &orbits {
                        let clued: Vec<CellId> = orbit.iter().copied().filter(is_clued).collect();
                        let can_go = brute::solutions(&with(&clued, &|_| None)).len() == 1;
                        assert_eq!(together.contains(&clued), can_go && !clued.is_empty(), "{puzzle:?}");
                        met[usize::from(can_go)] += usize::from(clued.len() > 1);
                    }
                }
                Some(Finding::Values(values)) => {
                    let together = values.together.unwrap();
                    for orbit in &orbits {
                        let new: Vec<CellId> = orbit.iter().copied().filter(|c| !is_clued(c)).collect();
                        let clues: Vec<(CellId, u32)> = new.iter().map(|&cell| (cell, value(cell))).collect();
                        let is_unique = brute::solutions(&with(&new, &|cell| Some(value(cell)))).len() == 1;
                        assert_eq!(together.contains(&clues), is_unique && !new.is_empty(), "{puzzle:?}");
                        met[2 + usize::from(is_unique)] += usize::from(new.len() > 1);
                    }
                }
                _ => {}
            }
        }
    }
    assert!(met.iter().all(|&times| times > 15), "{met:?}");
}
