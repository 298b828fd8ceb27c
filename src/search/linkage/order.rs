//! Orders in which the frontier may pass the vertices: the planner's order, and breadth-first orders from vertices that are far
//! apart.
//!
//! On a grid the planner's order is row by row, the others are diagonal by diagonal from a corner. A diagonal frontier is wider,
//! but a path that turns away from it must turn again at the next diagonal or touch itself. Where there are few pairs, or paths
//! must cover every vertex, that leaves far fewer states; with many pairs the narrow frontier has fewer, and a good plan makes it
//! narrower still.

use std::collections::VecDeque;

use super::network::Network;
use super::tuning;
use zlink_base::limits::Limits;
use zlink_deduce::{Residual, ResidualEdge, ResidualKind, Techniques, Value};
use zlink_order::{Effort, PlanOptions, closing, plan};
use zlink_puzzle::{EdgeId, Topology, VertexId, grouped};

/// The graph from which orders are made. It includes the edges that are known to be out: without them its layers would be jagged.
pub(super) struct Layers {
    start: Vec<u32>,
    neighbours: Vec<u32>,
}

impl Layers {
    pub(super) fn of(network: &Network) -> Self {
        let usable = network.ends.iter().enumerate().filter(|(e, _)| network.is_usable(*e));
        let entries = usable.flat_map(|(_, &[u, v])| [(u, v), (v, u)]);
        let (start, neighbours) = grouped(network.vertex_count(), entries);
        Layers { start, neighbours }
    }

    fn vertex_count(&self) -> usize {
        self.start.len() - 1
    }

    fn at(&self, vertex: u32) -> &[u32] {
        let i = vertex as usize;
        &self.neighbours[self.start[i] as usize..self.start[i + 1] as usize]
    }
}

/// The breadth-first orders, one from each start.
pub(super) fn diagonal(network: &Network) -> Vec<Vec<u32>> {
    let mut orders = Vec::with_capacity(tuning::STARTS);
    let graph = &Layers::of(network);
    let mut nearest = vec![u32::MAX; graph.vertex_count()];
    let Some(first) = breadth_first(graph, 0).last().copied() else { return orders };
    let mut start = first;
    for _ in 0..tuning::STARTS {
        orders.push(breadth_first(graph, start));
        let distance = distances(graph, start);
        for (least, distance) in nearest.iter_mut().zip(distance) {
            *least = (*least).min(distance);
        }
        let farthest = (0..nearest.len()).filter(|&v| nearest[v] != u32::MAX).max_by_key(|&v| nearest[v]);
        match farthest {
            Some(v) if nearest[v] > 0 => start = v as u32,
            _ => break,
        }
    }
    orders
}

/// The vertices in the order in which the planner's order of the edges closes them.
pub(super) fn narrow(network: &Network, techniques: Techniques, limits: &Limits) -> Vec<u32> {
    let vertices = network.vertex_count() as u32;
    let open =
        network.ends.iter().zip(&network.values).enumerate().filter(|(_, (_, value))| **value != Value::Out);
    let residual = Residual {
        topology: Topology::Linkage,
        cover: network.cover,
        vertices: (0..vertices).map(VertexId).collect(),
        edges: open
            .map(|(e, (&ends, _))| ResidualEdge { ends, kind: ResidualKind::Open(EdgeId::from_index(e)) })
            .collect(),
        sums: Vec::new(),
        pairs: network.pairs.clone(),
        fixed: Vec::new(),
        nonempty: false,
    };
    let options = PlanOptions { effort: Effort::Proportionate, keep: 1, techniques };
    let plan = plan(&residual, &options, limits);
    let ends = plan.order.iter().map(|&e| residual.edges[e as usize].ends);
    closing(vertices as usize, ends)
}

/// All vertices, in breadth-first order from `start`; other components follow.
pub(super) fn breadth_first(graph: &Layers, start: u32) -> Vec<u32> {
    let vertices = graph.vertex_count() as u32;
    let mut seen = vec![false; vertices as usize];
    let mut order: Vec<u32> = Vec::with_capacity(vertices as usize);
    for root in (start..vertices).take(1).chain(0..vertices) {
        if std::mem::replace(&mut seen[root as usize], true) {
            continue;
        }
        let mut head = order.len();
        order.push(root);
        while let Some(&v) = order.get(head) {
            head += 1;
            for &w in graph.at(v) {
                if !std::mem::replace(&mut seen[w as usize], true) {
                    order.push(w);
                }
            }
        }
    }
    order
}

fn distances(graph: &Layers, start: u32) -> Vec<u32> {
    let mut distance = vec![u32::MAX; graph.vertex_count()];
    let mut queue = VecDeque::from([start]);
    distance[start as usize] = 0;
    while let Some(v) = queue.pop_front() {
        for &w in graph.at(v) {
            if distance[w as usize] == u32::MAX {
                distance[w as usize] = distance[v as usize] + 1;
                queue.push_back(w);
            }
        }
    }
    distance
}
