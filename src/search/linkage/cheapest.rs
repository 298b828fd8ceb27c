//! Cheapest paths between the terminals of a pair, with distances that do not change as a lower bound (A*).
//!
//! A vertex may be passed on either side of the path it is on already, so the search is over *spots*: a vertex and a
//! side. Ties are broken at random, or else the same paths block each other for ever.
//!
//! Source: Hart, Nilsson and Raphael, A Formal Basis for the Heuristic Determination of Minimum Cost Paths, 1968.

use std::collections::VecDeque;

use super::network::Network;
use super::radix::RadixQueue;
use zlink_base::random::Random;

/// The most distances that are kept, of all pairs.
const MOST_DISTANCES: usize = 1 << 23;

/// A cost beyond all paths: the spot was not reached.
const UNREACHED: u32 = u32::MAX;

/// Which path is asked for.
pub(super) struct Question {
    pub(super) pair: usize,
    pub(super) ends: [u32; 2],
    /// A lower bound of the cost of every step.
    pub(super) least: u32,
}

/// A vertex of a path: reached from the one before by its neighbour of this number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Hop {
    pub(super) vertex: u32,
    pub(super) by: u32,
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

/// The tables of the searches, kept between them. Spots are twice the vertex, and one more on the second side.
pub(super) struct Cheapest {
    cost: Vec<u32>,
    /// The spot before, and the number of the neighbour there.
    from: Vec<(u32, u32)>,
    touched: Vec<u32>,
    queue: RadixQueue,
    distances: Vec<Distances>,
    /// How many more may be kept.
    room: usize,
    /// Where on the path a vertex is, when loops are cut off.
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

    /// A cheapest path from the first end over open vertices (the neighbour's number of its first hop means
    /// nothing); none if there is no way. `step` is told a vertex and the side it is passed on, the number of a
    /// neighbour and the neighbour, and knows the side there and the cost. The vertices reached are added to `work`.
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

    /// Forgets the search before.
    fn start_over(&mut self) {
        for spot in self.touched.drain(..) {
            self.cost[spot as usize] = UNREACHED;
        }
        self.queue.clear();
    }

    /// The way from the start to a spot that was reached.
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

    /// The path without the loops between two passages of a vertex, on one side and on the other.
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

    /// Distances are worth their time for a pair that is asked for again and again.
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
