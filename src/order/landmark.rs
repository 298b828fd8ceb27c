//! A few vertices far from each other, and every vertex's distance from them: the planner's coordinates.
//!
//! On a rectangular grid the first landmarks are, or lead to, all four corners: with the distances from two corners
//! as coordinates, rows and columns are straight lines (see `sweep`). Finding ends by repeated breadth-first search
//! is the pseudo-peripheral vertex of George and Liu (1979).

use super::Graph;

/// A vertex of the graph, with the distances of all vertices from it.
#[derive(Debug, Clone)]
pub(super) struct Landmark {
    pub(super) distance: Vec<u32>,
    /// The vertices in breadth-first order.
    pub(super) order: Vec<u32>,
}

impl Landmark {
    /// The landmark at `root`, by breadth-first search. The graph must be connected.
    pub(super) fn at(graph: &Graph, root: u32) -> Self {
        let mut distance = vec![u32::MAX; graph.vertex_count()];
        let mut order = Vec::with_capacity(graph.vertex_count());
        distance[root as usize] = 0;
        order.push(root);
        let mut done = 0;
        while done < order.len() {
            let v = order[done];
            done += 1;
            for &(_, w) in graph.at(v) {
                if distance[w as usize] == u32::MAX {
                    distance[w as usize] = distance[v as usize] + 1;
                    order.push(w);
                }
            }
        }
        Landmark { distance, order }
    }

    /// The landmark restricted to the vertices in `kept` (ascending), numbered by their position there.
    pub(super) fn restricted(&self, kept: &[u32]) -> Self {
        let mut name = vec![u32::MAX; self.distance.len()];
        for (i, &v) in kept.iter().enumerate() {
            name[v as usize] = i as u32;
        }
        Landmark {
            distance: kept.iter().map(|&v| self.distance[v as usize]).collect(),
            order: self.order.iter().map(|&v| name[v as usize]).filter(|&v| v != u32::MAX).collect(),
        }
    }
}

/// The vertex with the largest `key`; among several the one with the fewest edges, then the first.
fn extreme(graph: &Graph, key: impl Fn(usize) -> u32) -> u32 {
    let rank = |v: u32| (key(v as usize), u32::MAX - graph.degree(v), u32::MAX - v);
    (0..graph.vertex_count() as u32).max_by_key(|&v| rank(v)).unwrap_or(0)
}

/// The landmark farthest from the first vertex of a connected graph.
pub(super) fn end(graph: &Graph) -> Landmark {
    let anywhere = Landmark::at(graph, 0);
    Landmark::at(graph, extreme(graph, |v| anywhere.distance[v]))
}

/// Six landmarks of a connected graph with at least one vertex.
pub(super) fn choose(graph: &Graph) -> Vec<Landmark> {
    let farthest = |from: &Landmark| Landmark::at(graph, extreme(graph, |v| from.distance[v]));
    let end = end(graph);
    let other_end = farthest(&end);
    let between = extreme(graph, |v| end.distance[v].min(other_end.distance[v]));
    let side = Landmark::at(graph, between);
    let corner = farthest(&side);
    let other_corner = farthest(&corner);
    let mut landmarks = vec![end, other_end, corner, other_corner, side];
    let apart = |v: usize| landmarks.iter().map(|l| l.distance[v]).min().unwrap_or(0);
    let last = Landmark::at(graph, extreme(graph, apart));
    landmarks.push(last);
    landmarks
}
