//! Rip-up and reroute: one pair after the other takes a cheapest path, and those it takes vertices of make way and
//! look for another one, until no pair is without a path.
//!
//! What that costs is negotiated, and paths that touch are told from paths that cross (see `occupancy`). Crossing a
//! path gets much dearer for this pair each time it did so, and for all the more often the other pair found no free
//! way: so the order of the paths round the terminals changes as a whole. Touching a path gets little dearer, for
//! the path can often be pushed aside, and vertices where paths meet get dearer for all but forget: that moves
//! paths within the same order, until there is room for them or it is clear that there is none.
//!
//! It proves nothing, but finds linkages with hardly any room in a few thousand paths. As how long that takes still
//! depends on chance, it begins anew after some time.
//!
//! Sources: prices that rise by congestion, McMurchie and Ebeling, PathFinder: A Negotiation-Based Performance-Driven
//! Router for FPGAs, 1995; paths that make way at once, touch or cross, Kawamura et al., Touch and Cross Router,
//! ICCAD 1990; weights of constraints that were violated, Morris, The Breakout Method, AAAI 1993.

use std::collections::VecDeque;

use super::cheapest::{self, Cheapest, Hop};
use super::network::Network;
use super::occupancy::{NOBODY, Occupancy, Rotation};
use crate::puzzle::EdgeId;
use crate::random::Random;
use crate::search::luby::luby;

/// Price of a vertex that nobody uses, and what it costs more where a path goes along another one.
const BASE: u32 = 10;
const ALONG: u32 = 4;
/// What it costs to come on another path, and by how much that gets dearer for the pair that did it.
const TOUCH: u32 = 10;
const DEARER_TOUCH: u32 = 2;
/// What crossing a path costs at first, and by how much that gets dearer: for the pair that did it, and for all
/// for each path that the owner had to cross itself.
const CROSSING: u32 = 10;
const DEARER_CROSSING: u32 = 30;
const DEARER_FOR_ALL: u32 = 10;
/// The most prices of pairs for pairs that are kept.
const MOST_TOLLS: usize = 1 << 22;
/// Parts of a unit of price that a vertex keeps count of.
const PARTS: u32 = 256;
/// By how much a vertex gets dearer where paths meet, in parts.
const RISE: u32 = 3 * PARTS;
/// Thousandths of that kept from path to path, and after how many paths nothing is left.
const KEPT: u64 = 995;
const MEMORY: usize = 2048;
/// Percent of the paths for which the pair that lost its path last comes first.
const LAST_FIRST: usize = 85;
/// Paths laid in the first attempt, for each pair; the others follow the Luby sequence.
const PATHS: u64 = 200;

/// What a pair pays more for each other pair.
#[derive(Debug, Clone, Copy, Default)]
struct Toll {
    touch: u32,
    crossing: u32,
}

/// What a vertex costs more, in parts, when that many paths were laid.
#[derive(Debug, Clone, Copy, Default)]
struct Price {
    parts: u32,
    at: u64,
}

/// Paths that negotiate.
pub(super) struct Negotiation {
    /// Which pair a terminal belongs to.
    owner: Vec<u32>,
    pairs: Vec<[u32; 2]>,
    paths: Vec<Vec<Hop>>,
    occupancy: Occupancy,
    /// The pairs without a path.
    waiting: VecDeque<u32>,
    /// What a pair pays, and what all pay to cross a path.
    tolls: Vec<Vec<Toll>>,
    for_all: Vec<u32>,
    /// How many more tolls may be kept.
    room: usize,
    prices: Vec<Price>,
    /// What is left of a price after so many paths, of 2^16.
    kept: Vec<u32>,
    /// Paths laid in this attempt.
    laid: u64,
    attempt: u64,
    /// A pair cannot be joined at all.
    hopeless: bool,
    random: Random,
    cheapest: Cheapest,
}

impl Negotiation {
    /// With a rotation, if the graph is planar.
    pub(super) fn new(network: &Network, rotation: Option<Rotation>, seed: u64) -> Self {
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
            occupancy: Occupancy::new(vertices, rotation),
            waiting: VecDeque::new(),
            tolls: vec![Vec::new(); pairs],
            for_all: vec![0; pairs],
            room: MOST_TOLLS,
            prices: vec![Price::default(); vertices],
            kept: kept(),
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

    /// Makes every vertex dearer, by up to `most`, until that is forgotten: for other paths than the shortest.
    pub(super) fn disturb_prices(&mut self, most: u32) {
        for price in &mut self.prices {
            *price = Price { parts: PARTS * self.random.below(most as usize) as u32, at: 0 };
        }
    }

    /// Forgets paths and prices.
    pub(super) fn restart(&mut self) {
        self.attempt = self.attempt.saturating_add(1);
        self.begin();
    }

    fn begin(&mut self) {
        self.laid = 0;
        self.occupancy.clear();
        self.paths.iter_mut().for_each(Vec::clear);
        self.tolls.iter_mut().for_each(|row| row.fill(Toll::default()));
        self.for_all.fill(0);
        self.prices.fill(Price::default());
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
            let next = match self.random.chance(LAST_FIRST) {
                true => self.waiting.pop_back(),
                false => self.waiting.pop_front(),
            };
            let Some(pair) = next else {
                let edge = |hops: &[Hop]| network.at(hops[0].vertex)[hops[1].by as usize].1;
                return Some(self.paths.iter().flat_map(|path| path.windows(2).map(edge)).collect());
            };
            self.laid += 1;
            self.lay(network, pair as usize, work);
        }
        None
    }

    /// Lays the path of a pair and takes up those in its way.
    fn lay(&mut self, network: &Network, pair: usize, work: &mut u64) {
        let Negotiation { owner, occupancy, for_all, prices, kept, laid, .. } = self;
        let tolls = &self.tolls[pair];
        let toll = |other: u32| tolls.get(other as usize).copied().unwrap_or_default();
        let is_open = |v: u32| {
            let owner = owner[v as usize];
            owner == NOBODY || owner == pair as u32
        };
        let step = |v: u32, side: bool, neighbour: usize, w: u32| {
            let passage = occupancy.passage(v, side, neighbour, w);
            let mut cost = BASE + prices[w as usize].parts_at(*laid, kept) / PARTS;
            if passage.is_along {
                cost += ALONG;
            }
            if passage.enters != NOBODY {
                cost = cost.saturating_add(TOUCH + toll(passage.enters).touch);
            }
            if passage.crosses != NOBODY {
                let crossing = CROSSING.saturating_add(toll(passage.crosses).crossing);
                cost = cost.saturating_add(crossing).saturating_add(for_all[passage.crosses as usize]);
            }
            (passage.side, cost)
        };
        let question = cheapest::Question { pair, ends: self.pairs[pair], least: BASE };
        let Some(path) = self.cheapest.path(network, &question, is_open, step, &mut self.random, work) else {
            self.hopeless = true;
            return;
        };
        self.resent_crossings(pair, &path);
        for hop in &path {
            let other = self.occupancy.user(hop.vertex);
            if other != NOBODY {
                self.raise_toll(pair, other, DEARER_TOUCH, 0);
                self.take_up(other);
            }
        }
        self.occupancy.take(pair as u32, &path);
        self.paths[pair] = path;
    }

    /// Makes dearer what a path that is about to be laid meets with.
    fn resent_crossings(&mut self, pair: usize, path: &[Hop]) {
        for hop in path.iter().filter(|hop| self.occupancy.user(hop.vertex) != NOBODY) {
            let price = &mut self.prices[hop.vertex as usize];
            let parts = price.parts_at(self.laid, &self.kept).saturating_add(RISE);
            *price = Price { parts, at: self.laid };
        }
        let mut side = false;
        for hops in path.windows(2) {
            let passage = self.occupancy.passage(hops[0].vertex, side, hops[1].by as usize, hops[1].vertex);
            side = passage.side;
            if passage.crosses != NOBODY {
                self.for_all[pair] = self.for_all[pair].saturating_add(DEARER_FOR_ALL);
                self.raise_toll(pair, passage.crosses, 0, DEARER_CROSSING);
            }
        }
    }

    /// Makes touching and crossing another path dearer for `pair`.
    fn raise_toll(&mut self, pair: usize, other: u32, touch: u32, crossing: u32) {
        let (pairs, row) = (self.pairs.len(), &mut self.tolls[pair]);
        if row.is_empty() && self.room >= pairs {
            self.room -= pairs;
            row.resize(pairs, Toll::default());
        }
        if let Some(toll) = row.get_mut(other as usize) {
            toll.touch = toll.touch.saturating_add(touch).min(u32::MAX / 2);
            toll.crossing = toll.crossing.saturating_add(crossing);
        }
    }

    fn take_up(&mut self, pair: u32) {
        for hop in self.paths[pair as usize].drain(..) {
            self.occupancy.free(hop.vertex);
        }
        self.waiting.push_back(pair);
    }
}

impl Price {
    /// The parts left when `laid` paths were laid.
    #[inline]
    fn parts_at(self, laid: u64, kept: &[u32]) -> u32 {
        if self.parts == 0 {
            return 0;
        }
        let left = usize::try_from(laid - self.at).ok().and_then(|age| kept.get(age));
        left.map_or(0, |&kept| ((u64::from(self.parts) * u64::from(kept)) >> 16) as u32)
    }
}

/// What is left of a price after 0, 1, 2, ... paths.
fn kept() -> Vec<u32> {
    let mut left = 1u64 << 48;
    let fall = |_| {
        let now = (left >> 32) as u32;
        left = left / 1000 * KEPT;
        now
    };
    (0..MEMORY).map(fall).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_fall() {
        let kept = kept();
        assert_eq!(kept.len(), MEMORY);
        assert!(kept.windows(2).all(|two| two[1] < two[0] || two[0] < 1000));
        let price = Price { parts: 1000 * PARTS, at: 7 };
        let units = |laid| price.parts_at(laid, &kept) / PARTS;
        assert_eq!([7, 8, 9].map(units), [1000, 994, 990], "rounded down");
        assert!((600..=610).contains(&units(107)), "{}", units(107));
        assert_eq!(units(7 + MEMORY as u64), 0);
        assert_eq!(Price::default().parts_at(u64::MAX, &kept), 0);
    }
}
