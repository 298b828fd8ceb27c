//! Room for all paths together, against a search for disjoint paths one after another.

use crate::{Deduction, Depth};
use zlink_puzzle::random_puzzles::Random;
use zlink_puzzle::{Incidence, Parts, Puzzle, Topology, VertexId};

/// Whether the path that has come to `here` can be completed, and after it the paths of `pairs`, without the vertices in `used`.
fn joins(incidence: &Incidence, used: &mut [bool], here: VertexId, to: u32, pairs: &[[u32; 2]]) -> bool {
    if here.0 == to {
        return match pairs {
            [] => true,
            [[from, to], rest @ ..] => joins(incidence, used, VertexId(*from), *to, rest),
        };
    }
    incidence.at(here).iter().any(|&(_, w)| {
        if w.0 != to && std::mem::replace(&mut used[w.index()], true) {
            return false;
        }
        let found = joins(incidence, used, w, to, pairs);
        used[w.index()] = w.0 == to;
        found
    })
}

fn has_linkage(puzzle: &Puzzle) -> bool {
    let pairs: Vec<[u32; 2]> = puzzle.pairs().iter().map(|pair| pair.map(|v| v.0)).collect();
    let mut used = vec![false; puzzle.vertex_count()];
    pairs.iter().flatten().for_each(|&v| used[v as usize] = true);
    joins(&Incidence::of(puzzle), &mut used, VertexId(pairs[0][0]), pairs[0][1], &pairs[1..])
}

/// Draws two to four pairs of different vertices from `from`.
fn draw(random: &mut Random, mut from: Vec<u32>) -> Vec<[u32; 2]> {
    let count = 2 + random.below(3);
    let mut one = || from.swap_remove(random.below(from.len()));
    (0..count).map(|_| [one(), one()]).collect()
}

/// Rings of vertices, one inside the other, without a few edges, with pairs on the innermost and the outermost one.
fn ring(random: &mut Random) -> Puzzle {
    let (around, rings) = (4 + random.below(3) as u32, 2 + random.below(3) as u32);
    let mut edges: Vec<[u32; 2]> = Vec::new();
    for v in 0..around * rings {
        edges.push([v, if v % around + 1 < around { v + 1 } else { v + 1 - around }]);
        edges.extend((v + around < around * rings).then_some([v, v + around]));
    }
    for _ in 0..random.below(3) {
        edges.swap_remove(random.below(edges.len()));
    }
    let rims = (0..around).chain(around * (rings - 1)..around * rings).collect();
    let mut parts = Parts::graph(Topology::Linkage, (around * rings) as usize, edges);
    parts.pairs = draw(random, rims);
    Puzzle::from_parts(parts).expect("the parts are consistent")
}

/// Two random graphs with a few edges between them, and pairs most of which are in both.
fn blobs(random: &mut Random) -> Puzzle {
    let size = 8 + random.below(4) as u32;
    let mut edges: Vec<[u32; 2]> = Vec::new();
    for u in 0..2 * size {
        let same_blob = (u + 1..2 * size).filter(|&v| (u < size) == (v < size));
        edges.extend(same_blob.filter(|_| random.chance(40)).map(|v| [u, v]));
    }
    for _ in 0..2 + random.below(3) {
        let edge = [random.below(size as usize) as u32, size + random.below(size as usize) as u32];
        edges.extend((!edges.contains(&edge)).then_some(edge));
    }
    let mut parts = Parts::graph(Topology::Linkage, 2 * size as usize, edges);
    let mut pairs = draw(random, (0..size).collect());
    for (i, [_, b]) in pairs.iter_mut().enumerate().skip(random.below(2)) {
        *b = size + i as u32;
    }
    pairs.iter_mut().filter(|_| random.chance(50)).for_each(|pair| pair.reverse());
    parts.pairs = pairs;
    Puzzle::from_parts(parts).expect("the parts are consistent")
}

#[test]
fn what_lacks_room_has_no_linkage() {
    let mut random = Random(57);
    for (kind, make) in [("ring", ring as fn(&mut Random) -> Puzzle), ("blobs", blobs)] {
        let (mut lacking, mut unsolvable) = (0, 0);
        for _ in 0..3000 {
            let puzzle = make(&mut random);
            let mut deduction = Deduction::new(&puzzle);
            if deduction.propagate(Depth::Structure).is_err() {
                continue;
            }
            let is_unsolvable = !has_linkage(&puzzle);
            unsolvable += usize::from(is_unsolvable);
            if deduction.lacks_room() {
                lacking += 1;
                assert!(is_unsolvable, "{kind}: {puzzle:?}");
            }
        }
        assert!(lacking > 20 && 3 * lacking > unsolvable, "{kind}: {lacking} of {unsolvable}");
    }
}
