//! Negotiated congestion: every pair takes a cheapest path, paths may meet for a price, and the price of a vertex
//! that is used too often rises until the paths part.
//!
//! It proves nothing, but where there is room it finds a linkage in a few shortest-path computations a pair.
//! Source: McMurchie and Ebeling, PathFinder: A Negotiation-Based Performance-Driven Router for FPGAs, 1995.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::network::Network;
use crate::puzzle::EdgeId;

/// Price of a vertex that nobody else uses.
const BASE: u64 = 10;
/// What a vertex used once too often gets dearer by, for good: slowly at first, faster in later attempts.
const RISES: [u64; 3] = [20, 50, 200];
/// Rounds after which prices start anew; each time as many more.
const ROUNDS: u64 = 128;

/// Paths that negotiate, round by round.
pub(super) struct Negotiation {
    /// Which pair a terminal belongs to.
    owner: Vec<u32>,
    pairs: Vec<[u32; 2]>,
    paths: Vec<Vec<(u32, EdgeId)>>,
    /// How many paths use a vertex.
    users: Vec<u32>,
    price: Vec<u64>,
    /// Rounds since the prices were reset, and how often that happened.
    round: u64,
    attempt: u64,
    random: u64,
    search: Dijkstra,
}

/// The tables of a shortest-path search, kept between searches.
struct Dijkstra {
    distance: Vec<u64>,
    from: Vec<(u32, EdgeId)>,
    touched: Vec<u32>,
    queue: BinaryHeap<Reverse<(u64, u64, u32)>>,
}

const NOBODY: u32 = u32::MAX;

impl Negotiation {
    pub(super) fn new(network: &Network, seed: u64) -> Self {
        let vertices = network.vertex_count();
        let mut owner = vec![NOBODY; vertices];
        for (i, pair) in network.pairs.iter().enumerate() {
            for &v in pair {
                owner[v as usize] = i as u32;
            }
        }
        Negotiation {
            owner,
            pairs: network.pairs.clone(),
            paths: vec![Vec::new(); network.pairs.len()],
            users: vec![0; vertices],
            price: vec![0; vertices],
            round: 0,
            attempt: 0,
            random: (seed << 1 | 1).wrapping_mul(0x9e37_79b9_7f4a_7c15),
            search: Dijkstra {
                distance: vec![u64::MAX; vertices],
                from: vec![(NOBODY, EdgeId(0)); vertices],
                touched: Vec::new(),
                queue: BinaryHeap::new(),
            },
        }
    }

    /// How often it began anew; no end of it where a pair cannot be joined at all.
    pub(super) fn attempts(&self) -> u64 {
        self.attempt
    }

    /// Forgets paths and prices.
    pub(super) fn restart(&mut self) {
        self.round = 0;
        self.attempt = self.attempt.saturating_add(1);
        self.price.fill(0);
        self.users.fill(0);
        self.paths.iter_mut().for_each(Vec::clear);
    }

    /// One round: each path that meets another one is laid anew. The work done is added to `work`.
    /// The edges of all paths when they are disjoint now.
    pub(super) fn round(&mut self, network: &Network, work: &mut u64) -> Option<Vec<EdgeId>> {
        if self.round >= ROUNDS.saturating_mul(self.attempt.saturating_add(1)) {
            self.restart();
        }
        let pressure = 1 + self.round / 2;
        for pair in 0..self.pairs.len() {
            let path = &self.paths[pair];
            if self.round > 0 && path.iter().all(|&(v, _)| self.users[v as usize] <= 1) {
                continue;
            }
            for &(v, _) in path {
                self.users[v as usize] -= 1;
            }
            let Some(path) = self.lay(network, pair, pressure, work) else {
                self.attempt = u64::MAX;
                return None;
            };
            self.paths[pair] = path;
            for &(v, _) in &self.paths[pair] {
                self.users[v as usize] += 1;
            }
        }
        self.round += 1;
        let rise = RISES[self.attempt as usize % RISES.len()];
        let mut disjoint = true;
        for (users, price) in self.users.iter().zip(&mut self.price) {
            if *users > 1 {
                *price += rise * u64::from(users - 1);
                disjoint = false;
            }
        }
        disjoint.then(|| self.paths.iter().flat_map(|path| path.iter().skip(1).map(|&(_, e)| e)).collect())
    }

    /// A cheapest path of a pair: its vertices, each with the edge that leads to it.
    fn lay(
        &mut self,
        network: &Network,
        pair: usize,
        pressure: u64,
        work: &mut u64,
    ) -> Option<Vec<(u32, EdgeId)>> {
        let [start, goal] = self.pairs[pair];
        let Dijkstra { distance, from, touched, queue } = &mut self.search;
        for v in touched.drain(..) {
            distance[v as usize] = u64::MAX;
        }
        queue.clear();
        distance[start as usize] = 0;
        touched.push(start);
        queue.push(Reverse((0, 0, start)));
        while let Some(Reverse((here, _, v))) = queue.pop() {
            if here > distance[v as usize] {
                continue;
            }
            *work += 1;
            if v == goal {
                break;
            }
            for &(w, edge) in network.at(v) {
                let i = w as usize;
                if self.owner[i] != NOBODY && self.owner[i] != pair as u32 {
                    continue;
                }
                let cost = (BASE + self.price[i]).saturating_mul(1 + pressure * u64::from(self.users[i]));
                let there = here.saturating_add(cost);
                if there < distance[i] {
                    distance[i] = there;
                    from[i] = (v, edge);
                    touched.push(w);
                    // Ties are broken at random, or else the same paths block each other for ever.
                    self.random ^= self.random << 13;
                    self.random ^= self.random >> 7;
                    self.random ^= self.random << 17;
                    queue.push(Reverse((there, self.random >> 60, w)));
                }
            }
        }
        if distance[goal as usize] == u64::MAX {
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
}
