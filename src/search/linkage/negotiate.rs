//! Rip-up and reroute: one pair after the other takes a cheapest path, and those it runs through make way and look
//! for another one, until no pair is without a path.
//!
//! What running through a path costs is negotiated. It gets dearer for this pair each time it did so, and for all the
//! more often the other pair found no free way: so walls that do not give way are soon gone round, and the order of
//! the paths round the terminals changes as a whole. A vertex where paths were cut gets dearer, too, but forgets:
//! that moves paths a little within the same order.
//!
//! It proves nothing, but finds linkages with hardly any room in a few thousand paths. Attempts take turns in how
//! they go on and begin anew, for how long one takes depends much on chance.
//!
//! Sources: prices that rise by congestion, McMurchie and Ebeling, PathFinder: A Negotiation-Based Performance-Driven
//! Router for FPGAs, 1995; paths that make way at once, Kawamura et al., Touch and Cross Router, ICCAD 1990; weights
//! of constraints that were violated, Morris, The Breakout Method, AAAI 1993.

use std::collections::VecDeque;

use super::cheapest::{self, Cheapest};
use super::network::Network;
use crate::puzzle::EdgeId;
use crate::random::Random;
use crate::search::learn::luby;

/// Price of a vertex that nobody uses.
const BASE: u64 = 10;
/// What running through a path costs at first, and by how much it gets dearer: for the pair that did it, and for all
/// for each path that the owner had to run through itself.
const FIRST: u64 = 10;
const FOR_ONE: u32 = 30;
const FOR_ALL: u64 = 10;
/// The most prices of pairs for pairs that are kept.
const MOST_FOR_ONE: usize = 1 << 23;
/// Parts of a unit of price that a vertex keeps count of.
const PARTS: u64 = 1000;
/// Paths laid in the first attempt, for each pair; the others follow the Luby sequence.
const PATHS: u64 = 80;
/// After so many paths some are taken up at random.
const TURMOIL: u64 = 100;

/// How an attempt goes on.
struct Manner {
    /// By how much a vertex gets dearer where a path was cut.
    rise: u64,
    /// Percent of that kept from path to path.
    keep: u64,
    /// Percent of the paths for which the pair that lost its path last comes first.
    last_first: usize,
    /// Paths taken up at random.
    taken_up: usize,
}

const MANNERS: [Manner; 3] = [
    Manner { rise: 3, keep: 99, last_first: 85, taken_up: 0 },
    Manner { rise: 10, keep: 97, last_first: 85, taken_up: 2 },
    Manner { rise: 3, keep: 99, last_first: 50, taken_up: 1 },
];

const NOBODY: u32 = u32::MAX;

/// Paths that negotiate.
pub(super) struct Negotiation {
    /// Which pair a terminal belongs to.
    owner: Vec<u32>,
    pairs: Vec<[u32; 2]>,
    /// The vertices of each path, each with the edge that leads to it.
    paths: Vec<Vec<(u32, EdgeId)>>,
    /// Whose path a vertex is on.
    user: Vec<u32>,
    /// The pairs without a path.
    waiting: VecDeque<u32>,
    /// What running through a path costs: a pair, and all.
    for_one: Vec<Vec<u32>>,
    for_all: Vec<u64>,
    /// How many more of these may be kept.
    room: usize,
    /// What a vertex costs more, and where that is not zero.
    price: Vec<u64>,
    priced: Vec<u32>,
    /// Paths laid in this attempt.
    laid: u64,
    attempt: u64,
    /// A pair cannot be joined at all.
    hopeless: bool,
    random: Random,
    cheapest: Cheapest,
}

impl Negotiation {
    pub(super) fn new(network: &Network, seed: u64) -> Self {
        let (vertices, pairs) = (network.vertex_count(), network.pairs.len());
        let mut owner = vec![NOBODY; vertices];
        for (i, pair) in network.pairs.iter().enumerate() {
            for &v in pair {
                owner[v as usize] = i as u32;
            }
        }
        let mut negotiation = Negotiation {
            owner,
            pairs: network.pairs.clone(),
            paths: vec![Vec::new(); pairs],
            user: vec![NOBODY; vertices],
            waiting: VecDeque::new(),
            for_one: vec![Vec::new(); pairs],
            for_all: vec![0; pairs],
            room: MOST_FOR_ONE,
            price: vec![0; vertices],
            priced: Vec::new(),
            laid: 0,
            attempt: 0,
            hopeless: false,
            random: Random::new(seed),
            cheapest: Cheapest::new(vertices, pairs),
        };
        negotiation.begin();
        negotiation
    }

    /// How often it began anew; no end of it where a pair cannot be joined at all.
    pub(super) fn attempts(&self) -> u64 {
        if self.hopeless { u64::MAX } else { self.attempt }
    }

    /// Forgets paths and prices.
    pub(super) fn restart(&mut self) {
        self.attempt = self.attempt.saturating_add(1);
        self.begin();
    }

    fn begin(&mut self) {
        self.laid = 0;
        self.user.fill(NOBODY);
        self.paths.iter_mut().for_each(Vec::clear);
        self.for_one.iter_mut().for_each(|row| row.fill(0));
        self.for_all.fill(0);
        self.price.fill(0);
        self.priced.clear();
        let mut order: Vec<u32> = (0..self.pairs.len() as u32).collect();
        self.random.shuffle(&mut order);
        self.waiting = order.into();
    }

    /// Lays up to `most` paths. The work done is added to `work`. The edges of all paths once every pair has one.
    pub(super) fn lay_paths(
        &mut self,
        network: &Network,
        most: usize,
        work: &mut u64,
    ) -> Option<Vec<EdgeId>> {
        for _ in 0..most {
            if self.hopeless {
                return None;
            }
            if self.laid >= PATHS * self.pairs.len() as u64 * luby(self.attempt) {
                self.restart();
            }
            let manner = &MANNERS[(self.attempt % MANNERS.len() as u64) as usize];
            let next = match self.random.chance(manner.last_first) {
                true => self.waiting.pop_back(),
                false => self.waiting.pop_front(),
            };
            let Some(pair) = next else {
                let edges = self.paths.iter().flat_map(|path| path.iter().skip(1).map(|&(_, edge)| edge));
                return Some(edges.collect());
            };
            self.laid += 1;
            self.forget(manner);
            self.lay(network, pair as usize, manner, work);
            if self.laid.is_multiple_of(TURMOIL) {
                for _ in 0..manner.taken_up {
                    let other = self.random.below(self.pairs.len());
                    if !self.paths[other].is_empty() {
                        self.take_up(other);
                    }
                }
            }
        }
        None
    }

    /// Lets the prices of vertices fall.
    fn forget(&mut self, manner: &Manner) {
        let price = &mut self.price;
        self.priced.retain(|&v| {
            let price = &mut price[v as usize];
            *price = *price * manner.keep / 100;
            *price >= PARTS || {
                *price = 0;
                false
            }
        });
    }

    /// Lays the path of a pair and takes up those it runs through.
    fn lay(&mut self, network: &Network, pair: usize, manner: &Manner, work: &mut u64) {
        let Negotiation { owner, user, price, for_all, .. } = self;
        let for_one = &self.for_one[pair];
        let through = |other: usize| FIRST + for_one.get(other).map_or(0, |&n| u64::from(n)) + for_all[other];
        let cost = |from: u32, to: u32| {
            let owner = owner[to as usize];
            if owner != NOBODY && owner != pair as u32 {
                return None;
            }
            let other = user[to as usize];
            let cut =
                if other == NOBODY || other == user[from as usize] { 0 } else { through(other as usize) };
            Some(BASE + price[to as usize] / PARTS + cut)
        };
        let question = cheapest::Question { pair, ends: self.pairs[pair], least: BASE };
        let Some(path) = self.cheapest.path(network, &question, cost, &mut self.random, work) else {
            self.hopeless = true;
            return;
        };
        let is_taken = |user: &[u32], v: u32| user[v as usize] != NOBODY;
        for &(v, _) in path.iter().filter(|(v, _)| is_taken(&self.user, *v)) {
            let price = &mut self.price[v as usize];
            if *price == 0 {
                self.priced.push(v);
            }
            *price += manner.rise * PARTS;
        }
        for &(v, _) in &path {
            if is_taken(&self.user, v) {
                let other = self.user[v as usize] as usize;
                self.take_up(other);
                self.resent(pair, other);
            }
        }
        for &(v, _) in &path {
            self.user[v as usize] = pair as u32;
        }
        self.paths[pair] = path;
    }

    /// Makes it dearer for `pair` to run through `other`, and for all to run through `pair`, which had to.
    fn resent(&mut self, pair: usize, other: usize) {
        self.for_all[pair] += FOR_ALL;
        let (pairs, row) = (self.pairs.len(), &mut self.for_one[pair]);
        if row.is_empty() && self.room >= pairs {
            self.room -= pairs;
            row.resize(pairs, 0);
        }
        if let Some(cost) = row.get_mut(other) {
            *cost = cost.saturating_add(FOR_ONE);
        }
    }

    fn take_up(&mut self, pair: usize) {
        for (v, _) in self.paths[pair].drain(..) {
            self.user[v as usize] = NOBODY;
        }
        self.waiting.push_back(pair as u32);
    }
}
