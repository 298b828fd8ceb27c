//! Cheapest paths between the terminals of a pair, with distances that do not change as a lower bound (A*).
//!
//! Source: Hart, Nilsson and Raphael, A Formal Basis for the Heuristic Determination of Minimum Cost Paths, 1968.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use super::network::Network;
use crate::puzzle::EdgeId;
use crate::random::Random;

/// The most distances that are kept, of all pairs.
const MOST_DISTANCES: usize = 1 << 23;

/// Which path is asked for.
pub(super) struct Question {
    pub(super) pair: usize,
    pub(super) ends: [u32; 2],
    /// A lower bound of the cost of every step.
    pub(super) least: u64,
}

/// What is known of the way from a vertex to the goal of a pair.
enum Distances {
    /// The pair was never asked for.
    New,
    /// It was, once.
    Asked,
    /// Distances without regard to other paths.
    Known(Box<[u16]>),
}

/// The tables of the searches, kept between them.
pub(super) struct Cheapest {
    cost: Vec<u64>,
    from: Vec<(u32, EdgeId)>,
    touched: Vec<u32>,
    /// Bound of the whole path, a random number that breaks ties, the vertex, its cost.
    queue: BinaryHeap<Reverse<(u64, u8, u32, u64)>>,
    distances: Vec<Distances>,
    /// How many more may be kept.
    room: usize,
}

impl Cheapest {
    pub(super) fn new(vertices: usize, pairs: usize) -> Self {
        Cheapest {
            cost: vec![u64::MAX; vertices],
            from: vec![(0, EdgeId(0)); vertices],
            touched: Vec::new(),
            queue: BinaryHeap::new(),
            distances: (0..pairs).map(|_| Distances::New).collect(),
            room: MOST_DISTANCES,
        }
    }

    /// A cheapest path: its vertices, each with the edge that leads to it (the first edge means nothing). The cost
    /// of a step is none where there is no way. The vertices reached are added to `work`.
    pub(super) fn path(
        &mut self,
        network: &Network,
        question: &Question,
        step: impl Fn(u32, u32) -> Option<u64>,
        random: &mut Random,
        work: &mut u64,
    ) -> Option<Vec<(u32, EdgeId)>> {
        let &Question { pair, ends: [start, goal], least } = question;
        self.learn_distances(network, pair, goal, &step, work);
        let Cheapest { cost, from, touched, queue, distances, .. } = self;
        let bound = |v: u32| match &distances[pair] {
            Distances::Known(distances) => least * u64::from(distances[v as usize]),
            _ => 0,
        };
        for v in touched.drain(..) {
            cost[v as usize] = u64::MAX;
        }
        queue.clear();
        cost[start as usize] = 0;
        touched.push(start);
        queue.push(Reverse((0, 0, start, 0)));
        while let Some(Reverse((_, _, v, here))) = queue.pop() {
            if here > cost[v as usize] {
                continue;
            }
            *work += 1;
            if v == goal {
                break;
            }
            for &(w, edge) in network.at(v) {
                let Some(step) = step(v, w) else { continue };
                let there = here.saturating_add(step);
                let known = &mut cost[w as usize];
                if there < *known {
                    if *known == u64::MAX {
                        touched.push(w);
                    }
                    *known = there;
                    from[w as usize] = (v, edge);
                    // Ties are broken at random, or else the same paths block each other for ever.
                    let tie = (random.bits() >> 60) as u8;
                    queue.push(Reverse((there.saturating_add(bound(w)), tie, w, there)));
                }
            }
        }
        if cost[goal as usize] == u64::MAX {
            return None;
        }
        let mut path = Vec::new();
        let mut here = goal;
        while here != start {
            let (before, edge) = from[here as usize];
            path.push((here, edge));
            here = before;
        }
        path.push((start, EdgeId(0)));
        path.reverse();
        Some(path)
    }

    /// Distances are worth their time for a pair that is asked for again and again.
    fn learn_distances(
        &mut self,
        network: &Network,
        pair: usize,
        goal: u32,
        step: &impl Fn(u32, u32) -> Option<u64>,
        work: &mut u64,
    ) {
        match self.distances[pair] {
            Distances::New => self.distances[pair] = Distances::Asked,
            Distances::Asked if self.room >= self.cost.len() => {
                let mut distances = vec![u16::MAX; self.cost.len()].into_boxed_slice();
                let mut queue = VecDeque::from([goal]);
                distances[goal as usize] = 0;
                while let Some(v) = queue.pop_front() {
                    *work += 1;
                    let here = distances[v as usize].saturating_add(1);
                    for &(w, _) in network.at(v) {
                        if distances[w as usize] > here && step(v, w).is_some() {
                            distances[w as usize] = here;
                            queue.push_back(w);
                        }
                    }
                }
                self.room -= distances.len();
                self.distances[pair] = Distances::Known(distances);
            }
            _ => {}
        }
    }
}
