//! Searches for linkages against brute force, on small random linkages on any graph.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::network::Network;
use super::routes::Links;
use super::window::{Layout, Window};
use super::{LinkageSearch, Verdict};
use crate::{Budget, Unfinished};
use zlink_base::limits::{Limits, Silent};
use zlink_deduce::{Deduction, Depth, Techniques, Value};
use zlink_puzzle::brute;
use zlink_puzzle::check::verify;
use zlink_puzzle::random_puzzles::{Random, puzzle};
use zlink_puzzle::{EdgeId, Embedding, Incidence, Parts, Puzzle, Topology};

/// A linkage with a few forbidden edges, on the graph of another puzzle or on a small grid.
fn linkage(random: &mut Random) -> Puzzle {
    let (vertices, edges) = if random.chance(50) {
        let graph = puzzle(random, 12);
        let edges = (0..graph.edge_count()).map(|e| graph.edge_ends(EdgeId::from_index(e)).map(|v| v.0));
        (graph.vertex_count(), edges.collect())
    } else {
        grid(2 + random.below(2) as u32, 3 + u32::from(random.chance(10)))
    };
    let mut parts = Parts::graph(Topology::Linkage, vertices, edges);
    parts.cover = random.chance(40);
    let terminals: BTreeSet<u32> = (0..2 + random.below(5)).map(|_| random.below(vertices) as u32).collect();
    let terminals: Vec<u32> = terminals.into_iter().collect();
    let (near, far) = terminals.split_at(terminals.len() / 2);
    parts.pairs = near.iter().zip(far).map(|(&a, &b)| [a, b]).collect();
    if random.chance(20) {
        parts.forbidden.push(random.below(parts.edges.len()) as u32);
    }
    Puzzle::from_parts(parts).expect("the parts are consistent")
}

fn grid(rows: u32, columns: u32) -> (usize, Vec<[u32; 2]>) {
    let mut edges = Vec::new();
    for v in 0..rows * columns {
        if (v + 1) % columns != 0 {
            edges.push([v, v + 1]);
        }
        if v + columns < rows * columns {
            edges.push([v, v + columns]);
        }
    }
    ((rows * columns) as usize, edges)
}

fn solutions(puzzle: &Puzzle) -> BTreeSet<Vec<EdgeId>> {
    brute::solutions(puzzle).into_iter().collect()
}

fn search(puzzle: &Puzzle, values: &[Value], seed: u64) -> Option<LinkageSearch> {
    let embedding = Embedding::of(&Incidence::of(puzzle));
    LinkageSearch::new(puzzle, values, embedding.as_ref(), Techniques::default(), seed)
}

/// Runs a search to its end, with a small budget at a time.
fn run(mut search: LinkageSearch, visited: &mut BTreeSet<Vec<EdgeId>>, most: usize) -> Verdict {
    let budget = Budget::new(5, &Silent);
    loop {
        let verdict = search.run(&Limits::none(), budget, &mut |solution| {
            visited.insert(solution.to_vec());
            if visited.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        match verdict {
            Ok(verdict) => return verdict,
            Err(cause) => assert_eq!(cause, Unfinished::Paused),
        }
    }
}

#[test]
fn first_solutions_and_uniqueness_agree_with_brute_force() {
    let random = &mut Random(5);
    let (mut unique, mut none, mut many, mut covered) = (0, 0, 0, 0);
    for round in 0..2500 {
        let puzzle = linkage(random);
        let expected = solutions(&puzzle);
        let mut deduction = Deduction::new(&puzzle);
        let known = match deduction.propagate(Depth::Cheap) {
            Ok(()) if round % 2 == 0 => deduction.values().to_vec(),
            _ => vec![Value::Open; puzzle.edge_count()],
        };
        let mut search = search(&puzzle, &known, round).expect("a linkage");
        if random.chance(60) {
            search.router = None;
        }
        search.max_attempts = 0;
        if random.chance(50) {
            search.plan_after = 0;
        }
        let mut visited = BTreeSet::new();
        let verdict = run(search, &mut visited, 2);
        assert!(visited.is_subset(&expected), "{puzzle:?}");
        covered += usize::from(puzzle.cover() && !expected.is_empty());
        assert_eq!(visited.len(), expected.len().min(2), "{puzzle:?}");
        match expected.len() {
            0 => none += 1,
            1 => unique += 1,
            _ => many += 1,
        }
        let complete = if expected.len() < 2 { Verdict::Complete } else { Verdict::Stopped };
        assert_eq!(verdict, complete, "{puzzle:?}");
    }
    assert!(unique > 100 && none > 100 && many > 100 && covered > 20, "{unique} {none} {many} {covered}");
}

#[test]
fn detours_lead_from_solution_to_solution() {
    let random = &mut Random(6);
    let mut all = 0;
    for round in 0..500 {
        let puzzle = linkage(random);
        let expected = solutions(&puzzle);
        let open = vec![Value::Open; puzzle.edge_count()];
        let mut search = search(&puzzle, &open, round).expect("a linkage");
        search.max_attempts = 0;
        let mut visited = BTreeSet::new();
        run(search, &mut visited, usize::MAX);
        assert!(visited.is_subset(&expected));
        all += usize::from(!puzzle.cover() && expected.len() > 2 && visited == expected);
    }
    assert!(all > 30, "{all}");
}

#[test]
fn windows_are_covered_exactly_when_that_is_possible() {
    let random = &mut Random(8);
    let (mut found, mut refuted) = (0, 0);
    while found < 60 || refuted < 60 {
        let puzzle = linkage(random);
        if puzzle.cover() || puzzle.pairs().is_empty() {
            continue;
        }
        let network = Network::new(&puzzle, &vec![Value::Open; puzzle.edge_count()]).expect("a linkage");
        let all_solutions = solutions(&puzzle);
        let Some(solution) = all_solutions.first() else { continue };
        let covers = |solution: &&Vec<EdgeId>| {
            let used = solution.iter().flat_map(|&e| puzzle.edge_ends(e)).collect::<BTreeSet<_>>();
            used.len() == puzzle.vertex_count()
        };
        let expected: BTreeSet<_> = all_solutions.iter().filter(covers).cloned().collect();
        let all: Vec<u32> = (0..puzzle.vertex_count() as u32).collect();
        let window = Window::new(&network, &Links::new(&network, solution), &all);
        let limits = Limits::none();
        for layout in [
            window.cover(Techniques::default(), &limits, &mut 0),
            window.cover_by_cdcl(Techniques::default(), &limits, &mut 0),
        ] {
            match layout.expect("no limits") {
                Layout::Found(layout) => {
                    found += 1;
                    let mut edges: Vec<EdgeId> = layout.iter().map(|e| window.edges[e.index()]).collect();
                    edges.sort_unstable();
                    assert!(expected.contains(&edges), "{puzzle:?}");
                }
                Layout::Refuted => {
                    refuted += 1;
                    assert!(expected.is_empty(), "{puzzle:?}");
                }
                Layout::Unknown => {}
            }
        }
    }
}

/// A linkage whose pairs are the ends of disjoint paths that cover a grid.
pub(super) fn planted(random: &mut Random, rows: u32, columns: u32) -> Option<Puzzle> {
    let (vertices, edges) = grid(rows, columns);
    let mut order: Vec<usize> = (0..edges.len()).collect();
    (1..order.len()).for_each(|i| order.swap(i, random.below(i + 1)));
    let mut root: Vec<usize> = (0..vertices).collect();
    let mut degree = vec![0; vertices];
    for [u, v] in order.into_iter().map(|e| edges[e].map(|v| v as usize)) {
        let (from, to) = (root[u], root[v]);
        if degree[u] < 2 && degree[v] < 2 && from != to {
            degree[u] += 1;
            degree[v] += 1;
            root.iter_mut().filter(|r| **r == from).for_each(|r| *r = to);
        }
    }
    let mut parts = Parts::graph(Topology::Linkage, vertices, edges);
    for path in 0..vertices {
        let ends: Vec<u32> =
            (0..vertices).filter(|&v| root[v] == path && degree[v] == 1).map(|v| v as u32).collect();
        parts.pairs.extend(<[u32; 2]>::try_from(ends));
    }
    parts.cover = true;
    (!degree.contains(&0)).then(|| Puzzle::from_parts(parts).expect("consistent"))
}

#[test]
fn vertices_are_covered_by_lns() {
    let random = &mut Random(9);
    let (mut tried, mut covered) = (0, 0);
    while tried < 12 {
        let Some(puzzle) = planted(random, 9, 8) else { continue };
        tried += 1;
        let open = vec![Value::Open; puzzle.edge_count()];
        let mut search = search(&puzzle, &open, 0).expect("a linkage");
        search.form = None;
        let mut found = Vec::new();
        let budget = Budget::new(1 << 20, &Silent);
        let result = search.run(&Limits::none(), budget, &mut |solution| {
            found = solution.to_vec();
            ControlFlow::Break(())
        });
        if result == Ok(Verdict::Stopped) {
            assert_eq!(verify(&puzzle, &found), Ok(()));
            covered += 1;
        }
    }
    assert!(covered > 9, "{covered}");
}

#[test]
fn paths_are_rerouted() {
    // Rows of terminals in opposite order: every path winds around all paths that begin further in.
    let (side, nested) = (14, 5);
    let (vertices, edges) = grid(side, side);
    let mut parts = Parts::graph(Topology::Linkage, vertices, edges);
    parts.pairs = (0..nested).map(|i| [3 * side + i, (side - 4) * side + side - 1 - i]).collect();
    let puzzle = Puzzle::from_parts(parts).expect("consistent");
    let open = vec![Value::Open; puzzle.edge_count()];
    for seed in 0..5 {
        let mut search = search(&puzzle, &open, seed).expect("a linkage");
        search.form = None;
        let budget = Budget::new(1 << 22, &Silent);
        let result = search.run(&Limits::none(), budget, &mut |solution| {
            assert_eq!(verify(&puzzle, solution), Ok(()));
            ControlFlow::Break(())
        });
        assert_eq!(result, Ok(Verdict::Stopped));
    }
}

#[test]
fn other_puzzles_are_not_its_business() {
    let mut parts = Parts::graph(Topology::Linkage, 3, vec![[0, 1], [1, 2]]);
    parts.pairs = vec![[0, 2]];
    parts.required = vec![0];
    let puzzle = Puzzle::from_parts(parts.clone()).expect("consistent");
    assert!(search(&puzzle, &[Value::Open; 2], 0).is_none());
    parts.required.clear();
    assert!(search(&Puzzle::from_parts(parts.clone()).expect("consistent"), &[Value::Open; 2], 0).is_some());
    let clue = Parts { cells: vec![(vec![0, 1], Some(2))], ..parts.clone() };
    let bound =
        Parts { cells: vec![(vec![0, 1], None)], bounds: vec![(0, [Some(1), None])], ..parts.clone() };
    let integrity = Parts { integrity: vec![vec![(0, true), (1, false)]], ..parts };
    for parts in [clue, bound, integrity] {
        let puzzle = Puzzle::from_parts(parts).expect("consistent");
        assert!(search(&puzzle, &[Value::Open; 2], 0).is_none());
    }
}

#[test]
fn cubes_expand_and_grids_do_not() {
    let cube = |dimensions: u32| {
        let both_ends = (0..1u32 << dimensions).flat_map(|v| (0..dimensions).map(move |d| [v, v ^ (1 << d)]));
        (1 << dimensions, both_ends.filter(|[u, v]| u < v).collect::<Vec<_>>())
    };
    let network = |(vertices, edges), forbidden: &[u32]| {
        let mut parts = Parts::graph(Topology::Linkage, vertices, edges);
        parts.cover = true;
        parts.forbidden = forbidden.to_vec();
        let puzzle = Puzzle::from_parts(parts).expect("the parts are consistent");
        Network::new(&puzzle, Deduction::new(&puzzle).values()).expect("it is a plain linkage")
    };
    // Of the 64 vertices of a cube of six dimensions, 20 are three steps away from any other one.
    assert!(network(cube(6), &[]).is_expanding());
    assert!(!network(grid(12, 12), &[]).is_expanding());
    // The first six edges of the cube are those of the first vertex, which is then isolated.
    assert!(network(cube(6), &[0, 1, 2, 3, 4, 5]).is_expanding());
}
