//! Every graph on five vertices, under every kind of rule, against the definition.

use std::ops::ControlFlow;

use zlink::engine::{self, Question, Request, Silent, Status};
use zlink::puzzle::brute;
use zlink::puzzle::{Parts, Puzzle, Topology};

const VERTICES: u32 = 5;

fn every_edge() -> Vec<[u32; 2]> {
    (0..VERTICES).flat_map(|u| (u + 1..VERTICES).map(move |v| [u, v])).collect()
}

/// The edges of the graph with this number.
fn graph(number: u32) -> Vec<[u32; 2]> {
    every_edge().into_iter().enumerate().filter(|(i, _)| number >> i & 1 == 1).map(|(_, e)| e).collect()
}

fn agree(name: &str, parts: Parts) {
    let puzzle = Puzzle::from_parts(parts).expect("a puzzle");
    let mut expected = brute::solutions(&puzzle);
    expected.sort_unstable();
    let request = |question| Request::new(&puzzle, question);

    let counted = engine::run(&request(Question::Count), &mut |_| ControlFlow::Continue(()), &Silent);
    assert_eq!(counted.count, Some(expected.len().into()), "{name}: count of {puzzle:?}");

    let mut found = Vec::new();
    let listed = engine::run(
        &request(Question::Solutions { at_most: None }),
        &mut |edges| {
            let mut edges = edges.to_vec();
            edges.sort_unstable();
            found.push(edges);
            ControlFlow::Continue(())
        },
        &Silent,
    );
    found.sort_unstable();
    assert_eq!(found, expected, "{name}: solutions of {puzzle:?}");
    assert!(listed.exhausted);
    let status = if expected.is_empty() { Status::Unsatisfiable } else { Status::Satisfiable };
    assert_eq!((counted.status, listed.status), (status, status), "{name}: {puzzle:?}");
}

fn on_every_graph(name: &str, change: impl Fn(u32, Parts) -> Parts, topology: Topology) {
    for number in 0..1u32 << every_edge().len() {
        agree(name, change(number, Parts::graph(topology, VERTICES as usize, graph(number))));
    }
}

#[test]
fn one_cycle() {
    on_every_graph("one cycle", |_, parts| parts, Topology::Cycle);
}

#[test]
fn disjoint_cycles() {
    on_every_graph("cycles", |_, parts| parts, Topology::Cycles);
}

#[test]
fn path_matchings() {
    on_every_graph("path matchings", |_, parts| parts, Topology::PathMatching);
}

#[test]
fn covers() {
    for topology in [Topology::Cycle, Topology::Cycles, Topology::PathMatching] {
        on_every_graph("cover", |_, parts| Parts { cover: true, ..parts }, topology);
    }
}

#[test]
fn one_pair_and_two() {
    for pairs in [vec![[0, 4]], vec![[0, 1], [2, 3]]] {
        for cover in [false, true] {
            let pairs = pairs.clone();
            let change = move |_, parts| Parts { cover, pairs: pairs.clone(), ..parts };
            on_every_graph("pairs", change, Topology::Linkage);
        }
    }
}

/// Cells and demands that depend on the number of the graph, so that many combinations come up.
#[test]
fn clues_and_demands() {
    let change = |number: u32, mut parts: Parts| {
        let edges = parts.edges.len() as u32;
        let cell =
            |step: u32| (0..edges).filter(|e| (e * step + number).is_multiple_of(3)).collect::<Vec<_>>();
        parts.cells = vec![(cell(1), Some(number % 4)), (cell(2), Some(number % 3)), (cell(5), None)];
        if number.is_multiple_of(5) && edges > 0 {
            parts.required.push(number % edges);
        }
        if number.is_multiple_of(7) && edges > 0 {
            parts.forbidden.push(number / 7 % edges);
        }
        parts
    };
    for topology in [Topology::Cycle, Topology::Cycles, Topology::PathMatching] {
        on_every_graph("clues", change, topology);
    }
    let paired = |number, parts| Parts { pairs: vec![[0, 4]], ..change(number, parts) };
    on_every_graph("clues and a pair", paired, Topology::Linkage);
}
