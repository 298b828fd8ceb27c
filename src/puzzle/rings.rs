//! Faces as rings of vertices, from the cells, or from the shortest cycles of a graph without cells.

use super::{EdgeId, Puzzle, VertexId};

/// The vertices of the cycle that `edges` form, in order; `None` if they do not form exactly one.
pub fn ring(puzzle: &Puzzle, edges: &[EdgeId]) -> Option<Vec<VertexId>> {
    if edges.len() < 3 {
        return None;
    }
    // Sorted by vertex, so that both edges at a vertex are adjacent.
    let mut arcs: Vec<(VertexId, VertexId)> = edges
        .iter()
        .flat_map(|&e| {
            let [u, v] = puzzle.edge_ends(e);
            [(u, v), (v, u)]
        })
        .collect();
    arcs.sort_unstable();
    if !arcs.chunks_exact(2).all(|both| both[0].0 == both[1].0)
        || !arcs.windows(3).all(|three| three[0].0 != three[2].0)
    {
        return None;
    }
    let start = puzzle.edge_ends(edges[0])[0];
    let (mut before, mut here) = (start, puzzle.edge_ends(edges[0])[1]);
    let mut ring = vec![start];
    for _ in 0..edges.len() {
        if here == start {
            break;
        }
        ring.push(here);
        let first = arcs.partition_point(|&(v, _)| v < here);
        let next = if arcs[first].1 == before { arcs[first + 1].1 } else { arcs[first].1 };
        (before, here) = (here, next);
    }
    (ring.len() == edges.len()).then_some(ring)
}

/// The most edges of cycles that are searched for.
const LONGEST: usize = 6;

/// All shortest cycles of a graph; `None` unless they have at most six edges and no edge is in more than two of them, so that they
/// may be faces.
pub fn shortest_cycles(adjacent: &[Vec<u32>], edges: &[[u32; 2]]) -> Option<Vec<Vec<u32>>> {
    let most = 2 * edges.len();
    if adjacent.iter().any(|near| near.len() > 12) {
        return None;
    }
    let length = (3..=LONGEST)
        .find(|&length| edges.iter().any(|&[u, v]| !cycles_through(adjacent, u, v, length, 1).is_empty()))?;
    let mut found: Vec<Vec<u32>> = Vec::new();
    for &[u, v] in edges {
        let through = cycles_through(adjacent, u, v, length, 3);
        if through.len() > 2 {
            return None;
        }
        for cycle in through {
            // Each cycle is taken once, at its least edge.
            let least = (0..length).map(|i| {
                let (a, b) = (cycle[i], cycle[(i + 1) % length]);
                [a.min(b), a.max(b)]
            });
            if least.min() == Some([u.min(v), u.max(v)]) {
                found.push(cycle);
            }
        }
        if found.len() > most {
            return None;
        }
    }
    Some(found)
}

/// Up to `enough` cycles of `length` edges through the edge from `u` to `v`.
fn cycles_through(adjacent: &[Vec<u32>], u: u32, v: u32, length: usize, enough: usize) -> Vec<Vec<u32>> {
    let mut found = Vec::new();
    let mut path = vec![u, v];
    // By vertex of the path except the first: the index of the next neighbour to try.
    let mut tried = vec![0usize];
    while let Some(next) = tried.last_mut() {
        let here = path[path.len() - 1];
        let near = &adjacent[here as usize];
        match near.get(*next) {
            None => {
                tried.pop();
                path.pop();
            }
            Some(&w) => {
                *next += 1;
                if path.len() == length {
                    if w == u {
                        found.push(path.clone());
                        if found.len() == enough {
                            return found;
                        }
                    }
                } else if !path.contains(&w) {
                    path.push(w);
                    tried.push(0);
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Parts, Topology};

    #[test]
    fn a_ring_has_its_vertices_in_order() {
        let edges = vec![[0, 1], [2, 3], [1, 2], [3, 0], [4, 5], [5, 6], [6, 4]];
        let puzzle = Puzzle::from_parts(Parts::graph(Topology::Cycles, 7, edges)).unwrap();
        let of = |edges: std::ops::Range<u32>| {
            let ring = ring(&puzzle, &edges.map(EdgeId).collect::<Vec<_>>())?;
            Some(ring.iter().map(|v| v.0).collect::<Vec<u32>>())
        };
        assert_eq!((of(0..4), of(4..7)), (Some(vec![0, 1, 2, 3]), Some(vec![4, 5, 6])));
        assert_eq!((of(0..3), of(0..7)), (None, None));
    }
}
