//! Edges in series: a vertex of degree two takes both of its edges or none, so a path through such vertices is a single
//! decision, and the heuristics treat it as one edge.

use super::Graph;
use super::graph::VertexKind;

/// A contraction of a graph in which every path through vertices of degree two is one edge.
#[derive(Debug, Clone)]
pub(super) struct Series {
    /// The graph of the paths; it has no loops.
    pub(super) graph: Graph,
    /// The vertices of the original graph that remain, ascending: they are the vertices of the contracted graph.
    pub(super) kept: Vec<u32>,
    start: Vec<u32>,
    members: Vec<u32>,
}

impl Series {
    /// Contracts `graph`. This is valid only where degrees are even: not when paths may end anywhere.
    pub(super) fn of(graph: &Graph) -> Self {
        let count = graph.vertex_count();
        let passes = |v: u32| graph.degree(v) == 2 && graph.kind(v) == VertexKind::Fresh;
        let mut kept: Vec<bool> = (0..count as u32).map(|v| !passes(v)).collect();
        let mut used = vec![false; graph.edge_count()];
        let mut series = Series { start: vec![0], ..Self::trivial(graph) };
        series.members.clear();
        let mut ends = Vec::new();
        // Starts at branching vertices first: the edges left after them form separate cycles.
        let branching = (0..count as u32).filter(|&v| !passes(v));
        for root in branching.chain((0..count as u32).filter(|&v| passes(v))) {
            for &(first, next) in graph.at(root) {
                if used[first as usize] {
                    continue;
                }
                kept[root as usize] = true;
                let (mut last, mut here) = (first, next);
                used[first as usize] = true;
                series.members.push(first);
                while !kept[here as usize] {
                    let onward = graph.at(here).iter().find(|&&(e, _)| e != last);
                    let Some(&(e, w)) = onward else { break };
                    if w == root {
                        break; // the rest would be a loop: this vertex stays, and with it two parallel paths
                    }
                    used[e as usize] = true;
                    series.members.push(e);
                    (last, here) = (e, w);
                }
                kept[here as usize] = true;
                ends.push([root, here]);
                series.start.push(series.members.len() as u32);
            }
        }
        series.kept = (0..count as u32).filter(|&v| kept[v as usize]).collect();
        let mut name = vec![0; count];
        for (i, &v) in series.kept.iter().enumerate() {
            name[v as usize] = i as u32;
        }
        for pair in &mut ends {
            *pair = pair.map(|v| name[v as usize]);
        }
        series.graph = graph.contracted(ends, &kept, &series.start, &series.members);
        series
    }

    /// The trivial contraction, in which every edge is a path by itself.
    pub(super) fn trivial(graph: &Graph) -> Self {
        let edges = graph.edge_count() as u32;
        Series {
            graph: graph.clone(),
            kept: (0..graph.vertex_count() as u32).collect(),
            start: (0..=edges).collect(),
            members: (0..edges).collect(),
        }
    }

    /// The order of the original edges that corresponds to an order of the paths.
    pub(super) fn expand(&self, order: &[u32]) -> Vec<u32> {
        let mut edges = Vec::with_capacity(self.members.len());
        for &path in order {
            let range = self.start[path as usize] as usize..self.start[path as usize + 1] as usize;
            edges.extend_from_slice(&self.members[range]);
        }
        edges
    }
}
