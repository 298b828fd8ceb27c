//! Greedy elimination: always close the waiting vertex that brings the fewest new ones.
//!
//! The best-first search by remaining degree that Graphillion has used since 2017 (after Inoue and Minato 2016), with a queue
//! whose keys are renewed only where something changed.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::Graph;
use super::landmark::Landmark;
use super::pool::Pool;
use zlink_base::limits::{Interrupted, Limits};

/// Offers the greedy order from each landmark.
pub(super) fn offer(
    pool: &mut Pool<'_>,
    graph: &Graph,
    landmarks: &[Landmark],
    limits: &Limits,
) -> Result<(), Interrupted> {
    for landmark in landmarks {
        limits.check()?;
        pool.offer_vertices("greedy", &mut order_from(graph, landmark.order[0]));
    }
    Ok(())
}

/// The greedy elimination order of a connected graph from `root`.
fn order_from(graph: &Graph, root: u32) -> Vec<u32> {
    let count = graph.vertex_count();
    let mut queue = Queue {
        // The number of neighbours of each vertex that are neither closed nor waiting.
        unseen: (0..count as u32).map(|v| graph.degree(v)).collect(),
        waiting_since: vec![u32::MAX; count],
        closed: vec![false; count],
        heap: BinaryHeap::new(),
        entered: 0,
    };
    let mut order = Vec::with_capacity(count);
    queue.enter(graph, root);
    while let Some(Reverse((unseen, _, v))) = queue.heap.pop() {
        if queue.closed[v as usize] || unseen != queue.unseen[v as usize] {
            continue; // an outdated key
        }
        queue.closed[v as usize] = true;
        order.push(v);
        for &(_, w) in graph.at(v) {
            if queue.waiting_since[w as usize] == u32::MAX {
                queue.enter(graph, w);
            }
        }
    }
    order
}

struct Queue {
    unseen: Vec<u32>,
    waiting_since: Vec<u32>,
    closed: Vec<bool>,
    /// The waiting vertices, ordered by the fewest unseen neighbours, then by the longest wait.
    heap: BinaryHeap<Reverse<(u32, u32, u32)>>,
    entered: u32,
}

impl Queue {
    fn enter(&mut self, graph: &Graph, v: u32) {
        self.waiting_since[v as usize] = self.entered;
        self.entered += 1;
        self.heap.push(Reverse((self.unseen[v as usize], self.waiting_since[v as usize], v)));
        for &(_, w) in graph.at(v) {
            let i = w as usize;
            self.unseen[i] -= 1;
            if self.waiting_since[i] != u32::MAX && !self.closed[i] {
                self.heap.push(Reverse((self.unseen[i], self.waiting_since[i], w)));
            }
        }
    }
}
