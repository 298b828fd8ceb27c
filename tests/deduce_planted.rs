//! Deduction on graphs too large for brute force: a planted solution agrees with all conclusions, every reason holds
//! for it, and a full assignment is a solution.

use zlink::deduce::{Antecedent, Deduction, Depth, Lit, Scope, Stopped, Value};
use zlink::limits::Limits;
use zlink::puzzle::{EdgeId, Parts, Puzzle, Topology, check};

/// SplitMix64 (Steele, Lea, Flood 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n.max(1) as u64) as usize
    }
}

/// A grid of `rows` by `columns` cells, with one diagonal in a tenth of them; the cells are the squares.
fn grid(random: &mut Random, rows: usize, columns: usize) -> (Vec<[u32; 2]>, Vec<Vec<u32>>) {
    let vertex = |i: usize, j: usize| (i * (columns + 1) + j) as u32;
    let mut edges = Vec::new();
    let mut cells = vec![Vec::new(); rows * columns];
    for i in 0..=rows {
        for j in 0..=columns {
            let sides = [
                (j < columns, [vertex(i, j), vertex(i, j + 1)], [(i, j), (i.wrapping_sub(1), j)]),
                (i < rows, [vertex(i, j), vertex(i + 1, j)], [(i, j), (i, j.wrapping_sub(1))]),
            ];
            for (exists, ends, beside) in sides {
                if exists {
                    for (r, c) in beside.into_iter().filter(|&(r, c)| r < rows && c < columns) {
                        cells[r * columns + c].push(edges.len() as u32);
                    }
                    edges.push([ends[0], ends[1]]);
                }
            }
        }
    }
    for i in 0..rows {
        for j in 0..columns {
            if random.below(10) == 0 {
                edges.push([vertex(i, j), vertex(i + 1, j + 1)]);
            }
        }
    }
    (edges, cells)
}

/// Follows the rules at random until everything is decided; tries again after a conflict.
fn solution(random: &mut Random, puzzle: &Puzzle) -> Option<Vec<EdgeId>> {
    let mut deduction = Deduction::new(puzzle);
    deduction.propagate(Depth::Cheap).ok()?;
    for _ in 0..2000 {
        if deduction.is_decided() {
            return Some(chosen(&deduction));
        }
        let open: Vec<EdgeId> = open(&deduction);
        deduction.assume(open[random.below(open.len())], random.below(3) == 0);
        while deduction.propagate(Depth::Cheap).is_err() {
            let level = deduction.level();
            let decision = deduction.trail().entries()[deduction.trail().level_end(level - 1)];
            let value = deduction.trail().literal(decision).value();
            deduction.backtrack(level - 1);
            if deduction.value(decision) == Value::Open && random.below(8) > 0 {
                deduction.assume(decision, !value);
            } else {
                deduction.backtrack(0);
            }
        }
    }
    None
}

fn open(deduction: &Deduction<'_>) -> Vec<EdgeId> {
    let edges = (0..deduction.values().len()).map(EdgeId::from_index);
    edges.filter(|&e| deduction.value(e) == Value::Open).collect()
}

fn chosen(deduction: &Deduction<'_>) -> Vec<EdgeId> {
    let edges = (0..deduction.values().len()).map(EdgeId::from_index);
    edges.filter(|&e| deduction.value(e) == Value::In).collect()
}

/// The planted solution agrees with the trail; reasons hold and lie earlier.
fn check_trail(deduction: &Deduction<'_>, planted: &[bool], agree: bool) {
    let trail = deduction.trail();
    for &edge in trail.entries() {
        let literal = trail.literal(edge);
        assert!(
            !agree || planted[edge.index()] == literal.value(),
            "the planted solution is lost at {edge:?}"
        );
        if trail.antecedent(edge) == Antecedent::Decision {
            continue;
        }
        let mut reason = Vec::new();
        deduction.explain(edge, &mut reason);
        assert!(reason.iter().all(|r| trail.literal(r.var()) == *r));
        assert!(reason.iter().all(|r| trail.position(r.var()) < trail.position(edge)));
        let applies = reason.iter().all(|r| planted[r.var().index()] == r.value());
        assert!(
            !applies || planted[edge.index()] == literal.value(),
            "{reason:?} does not imply {literal:?}"
        );
    }
}

fn check_puzzle(random: &mut Random, puzzle: &Puzzle, solution: &[EdgeId]) {
    assert_eq!(check::verify(puzzle, solution), Ok(()), "the planted solution is one");
    let mut planted = vec![false; puzzle.edge_count()];
    for e in solution {
        planted[e.index()] = true;
    }
    let mut deduction = Deduction::new(puzzle);
    if random.below(2) == 0 {
        deduction.probe(Scope::Fixpoint, &Limits::none()).expect("there is a solution");
        let rows = deduction.rule_counts().rows();
        let decided: u64 = rows[..rows.len() - 3].iter().map(|(_, n)| n).sum();
        assert_eq!(decided as usize, deduction.assigned(), "every decided edge has its rule");
    }
    assert_eq!(deduction.propagate(Depth::Structure), Ok(()));
    // Along the planted solution, then anywhere.
    for along in [true, false] {
        for _ in 0..40 {
            check_trail(&deduction, &planted, along);
            let open = open(&deduction);
            if open.is_empty() {
                assert_eq!(check::verify(puzzle, &chosen(&deduction)), Ok(()));
                break;
            }
            let edge = open[random.below(open.len())];
            deduction.assume(edge, if along { planted[edge.index()] } else { random.below(2) == 0 });
            let result = if random.below(4) == 0 {
                deduction.propagate(Depth::Structure)
            } else {
                deduction.propagate(Depth::Cheap)
            };
            if result.is_err() {
                assert!(!along, "a conflict along the planted solution");
                let mut reason: Vec<Lit> = Vec::new();
                deduction.explain_conflict(&mut reason);
                assert!(reason.iter().all(|r| deduction.trail().literal(r.var()) == *r));
                assert!(reason.iter().any(|r| planted[r.var().index()] != r.value()), "{reason:?}");
                deduction.backtrack(deduction.level() - 1);
            }
        }
        deduction.backtrack(0);
    }
}

fn planted(topology: Topology, seed: u64, rounds: usize) {
    let mut random = Random(seed);
    let mut done = 0;
    for round in 0..rounds {
        let (rows, columns) = (3 + random.below(6), 3 + random.below(6));
        let (edges, cells) = grid(&mut random, rows, columns);
        let mut parts = Parts::graph(topology, (rows + 1) * (columns + 1), edges);
        parts.cover = round % 5 == 0;
        if topology == Topology::Linkage {
            let corners = [0, columns, (rows + 1) * (columns + 1) - 1, rows * (columns + 1)];
            parts.pairs =
                vec![[corners[0] as u32, corners[1] as u32], [corners[2] as u32, corners[3] as u32]];
        }
        let bare = Puzzle::from_parts(parts.clone()).expect("a grid is a puzzle");
        let Some(solution) = solution(&mut random, &bare) else { continue };
        for cell in cells {
            if random.below(100) < 45 {
                let clue = cell.iter().filter(|&&e| solution.contains(&EdgeId(e))).count();
                parts.cells.push((cell, Some(clue as u32)));
            }
        }
        check_puzzle(&mut random, &Puzzle::from_parts(parts).expect("a grid is a puzzle"), &solution);
        done += 1;
    }
    assert!(done * 3 > rounds, "only {done} of {rounds} have been tried");
}

#[test]
fn one_cycle() {
    planted(Topology::Cycle, 1, 150);
}

#[test]
fn several_cycles() {
    planted(Topology::Cycles, 2, 150);
}

#[test]
fn linkages() {
    planted(Topology::Linkage, 3, 150);
}

#[test]
fn path_matchings() {
    planted(Topology::PathMatching, 4, 100);
}

/// A limit is reported, and the conclusions up to it stay.
#[test]
fn presolve_stops_at_a_limit() {
    let mut random = Random(9);
    let (edges, cells) = grid(&mut random, 60, 60);
    let mut parts = Parts::graph(Topology::Cycle, 61 * 61, edges);
    parts.cells = cells.into_iter().map(|cell| (cell, None)).collect();
    let puzzle = Puzzle::from_parts(parts).expect("a grid is a puzzle");
    let limits = Limits::none();
    limits.stop_flag().store(true, std::sync::atomic::Ordering::Relaxed);
    let mut deduction = Deduction::new(&puzzle);
    assert!(matches!(deduction.probe(Scope::Fixpoint, &limits), Err(Stopped::Interrupted(_))));
    assert_eq!(deduction.level(), 0);
}

/// A vertex with very many edges, and a cell with all of them, take no more than linear time.
#[test]
fn wide_vertices_and_cells() {
    let spokes = 30_000u32;
    let mut edges: Vec<[u32; 2]> = (1..=spokes).map(|v| [0, v]).collect();
    edges.extend((1..spokes).map(|v| [v, v + 1]));
    edges.push([spokes, 1]);
    let all: Vec<u32> = (0..edges.len() as u32).collect();
    let mut parts = Parts::graph(Topology::Cycle, spokes as usize + 1, edges);
    parts.cells = vec![(all, Some(3)), ((0..spokes).collect(), Some(2))];
    let puzzle = Puzzle::from_parts(parts).expect("a wheel is a puzzle");
    let mut deduction = Deduction::new(&puzzle);
    assert_eq!(deduction.propagate(Depth::Cheap), Ok(()));
    deduction.assume(EdgeId(0), true);
    assert_eq!(deduction.propagate(Depth::Cheap), Ok(()));
    deduction.assume(EdgeId(1), true);
    assert_eq!(deduction.propagate(Depth::Cheap), Ok(()));
    deduction.assume(EdgeId(spokes), true);
    assert_eq!(deduction.propagate(Depth::Cheap), Ok(()));
    assert!(deduction.is_decided(), "two neighbouring spokes and the rim between them");
    assert_eq!(chosen(&deduction).len(), 3);
    deduction.backtrack(0);
    deduction.probe(Scope::Fixpoint, &Limits::none()).expect("there are solutions");
    let residual = deduction.residual().expect("there are solutions");
    assert_eq!(residual.open_count(), 2 * spokes as usize);
}
