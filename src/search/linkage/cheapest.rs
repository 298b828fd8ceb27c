//! Cheapest paths between the terminals of a pair, with distances that do not change as a lower bound (A*).
//!
//! A vertex that is on a path already may be passed on either side of that path, so the search is over *spots*: a vertex and a
//! side. Ties are broken at random, as otherwise the same paths would block each other for ever.
//!
//! Source: Hart, Nilsson and Raphael, A Formal Basis for the Heuristic Determination of Minimum Cost Paths, 1968.

use std::collections::VecDeque;

use super::network::Network;
use super::radix::RadixQueue;
use zlink_base::random::Random;

/// The largest number of distances that are kept, over all pairs.
const MOST_DISTANCES: usize = 1 << 23;

/// The cost of a spot that was not reached, above that of any path.
const UNREACHED: u32 = u32::MAX;

/// The path to be found.
pub(super) struct Question {
    pub(super) pair: usize,
    pub(super) ends: [u32; 2],
    /// A lower bound for the cost of every step.
    pub(super) least: u32,
}

/// A vertex of a path. `by` is its number among the neighbours of the vertex before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Hop {
    pub(super) vertex: u32,
    pub(super) by: u32,
}

/// The distances of all vertices from the goal of a pair, as far as known.
enum Distances {
    /// No path of the pair was searched for.
    New,
    /// One path of the pair was searched for.
    Asked,
    /// The distances in steps, without regard to other paths.
    Known(Box<[u16]>),
}

/// The tables of the searches, kept between them. A spot has twice the number of its vertex, plus one on the second side.
pub(super) struct Cheapest {
    cost: Vec<u32>,
    /// The spot before each spot, and the number of the neighbour by which it was left.
    from: Vec<(u32, u32)>,
    touched: Vec<u32>,
    queue: RadixQueue,
    distances: Vec<Distances>,
    /// The number of distances for which there is room.
    room: usize,
    /// The place of each vertex on the path, for cutting off loops.
    place: Vec<u32>,
}

impl Cheapest {
    pub(super) fn new(vertices: usize, pairs: usize) -> Self {
        Cheapest {
            cost: vec![UNREACHED; 2 * vertices],
            from: vec![(0, 0); 2 * vertices],
            touched: Vec::new(),
            queue: RadixQueue::new(),
            distances: (0..pairs).map(|_| Distances::New).collect(),
            room: MOST_DISTANCES,
            place: vec![0; vertices],
        }
    }

    /// A cheapest path between the ends of `question` over open vertices; `None` if there is none. The `by` of its first hop has
    /// no meaning. `step` takes a vertex, the side on which it is passed, the number of a neighbour and the neighbour, and
    /// returns the side there and the cost of the step. The number of vertices reached is added to `work`.
    pub(super) fn path(
        &mut self,
        network: &Network,
        question: &Question,
        is_open: impl Fn(u32) -> bool,
        step: impl Fn(u32, bool, usize, u32) -> (bool, u32),
        random: &mut Random,
        work: &mut u64,
    ) -> Option<Vec<Hop>> {
        let &Question { pair, ends: [start, goal], least } = question;
        if least > 0 {
            self.keep_distances(network, pair, goal, &is_open, work);
        }
        self.start_over();
        let Cheapest { cost, from, touched, queue, distances, .. } = self;
        let bound = |v: u32| match &distances[pair] {
            Distances::Known(distances) => least * u32::from(distances[v as usize]),
            _ => 0,
        };
        cost[2 * start as usize] = 0;
        touched.push(2 * start);
        queue.push(bound(start), 2 * start);
        let mut last = None;
        while let Some((key, spot)) = queue.pop() {
            let (v, second) = (spot / 2, spot % 2 == 1);
            let here = cost[spot as usize];
            if key > here.saturating_add(bound(v)) {
                continue;
            }
            *work += 1;
            if v == goal {
                last = Some(spot);
                break;
            }
            let neighbours = network.at(v);
            let first = random.below(neighbours.len());
            for i in (first..neighbours.len()).chain(0..first) {
                let (w, _) = neighbours[i];
                if !is_open(w) {
                    continue;
                }
                let (side, step) = step(v, second, i, w);
                let there = here.saturating_add(step).min(UNREACHED - 1);
                let next = 2 * w + u32::from(side);
                let known = &mut cost[next as usize];
                if there < *known {
                    if *known == UNREACHED {
                        touched.push(next);
                    }
                    *known = there;
                    from[next as usize] = (spot, i as u32);
                    queue.push(there.saturating_add(bound(w)), next);
                }
            }
        }
        let hops = self.traced(start, last?);
        Some(self.without_loops(hops))
    }

    /// Clears the tables of the previous search.
    fn start_over(&mut self) {
        for spot in self.touched.drain(..) {
            self.cost[spot as usize] = UNREACHED;
        }
        self.queue.clear();
    }

    /// The path from the start to a spot that was reached.
    fn traced(&self, start: u32, mut spot: u32) -> Vec<Hop> {
        let mut hops = Vec::new();
        while spot != 2 * start {
            let (before, by) = self.from[spot as usize];
            hops.push(Hop { vertex: spot / 2, by });
            spot = before;
        }
        hops.push(Hop { vertex: start, by: 0 });
        hops.reverse();
        hops
    }

    /// Cuts off the loops of a path between two passages of a vertex, on one side and on the other.
    fn without_loops(&mut self, hops: Vec<Hop>) -> Vec<Hop> {
        let mut path: Vec<Hop> = Vec::with_capacity(hops.len());
        for hop in hops {
            let place = self.place[hop.vertex as usize] as usize;
            if path.get(place).is_some_and(|earlier| earlier.vertex == hop.vertex) {
                path.truncate(place + 1);
            } else {
                self.place[hop.vertex as usize] = path.len() as u32;
                path.push(hop);
            }
        }
        path
    }

    /// Computes the distances of a pair when its path is searched for the second time: they pay off only for repeated searches.
    fn keep_distances(
        &mut self,
        network: &Network,
        pair: usize,
        goal: u32,
        is_open: &impl Fn(u32) -> bool,
        work: &mut u64,
    ) {
        match self.distances[pair] {
            Distances::New => self.distances[pair] = Distances::Asked,
            Distances::Asked if self.room >= network.vertex_count() => {
                let mut distances = vec![u16::MAX; network.vertex_count()].into_boxed_slice();
                let mut queue = VecDeque::from([goal]);
                distances[goal as usize] = 0;
                while let Some(v) = queue.pop_front() {
                    *work += 1;
                    let here = distances[v as usize].saturating_add(1);
                    for &(w, _) in network.at(v) {
                        if distances[w as usize] > here && is_open(w) {
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

#[cfg(test)]
mod tests {
    use super::{Cheapest, Hop};

    #[test]
    fn loops_are_cut_off() {
        let path = |vertices: &[u32]| -> Vec<Hop> {
            vertices.iter().zip(0..).map(|(&vertex, by)| Hop { vertex, by }).collect()
        };
        let vertices = |hops: Vec<Hop>| hops.iter().map(|hop| hop.vertex).collect::<Vec<_>>();
        let mut cheapest = Cheapest::new(10, 1);
        let plain = path(&[3, 1, 4, 5, 9]);
        assert_eq!(cheapest.without_loops(plain.clone()), plain);
        assert_eq!(vertices(cheapest.without_loops(path(&[0, 1, 2, 3, 4, 2, 5, 6, 5, 7]))), [0, 1, 2, 5, 7]);
        let twice = cheapest.without_loops(path(&[0, 1, 2, 3, 1, 4, 2, 5]));
        assert_eq!(vertices(twice.clone()), [0, 1, 4, 2, 5]);
        assert_eq!(twice[2].by, 5, "the step from the second passage");
    }
}
