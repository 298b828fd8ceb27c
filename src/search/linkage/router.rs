//! Negotiated-congestion routing: one pair after the other is routed along a cheapest path; the paths whose vertices it takes
//! are ripped up and routed again, until every pair has a path.
//!
//! Costs depend on earlier conflicts, and touching is distinguished from crossing (see `occupancy`). Crossing
//! another path gets much dearer for the pair that did it, and for all pairs the more often the crossed pair had to cross
//! others: so the order of the paths around the terminals changes as a whole. Touching a path gets little dearer, as it
//! can often be pushed aside. A vertex where paths meet gets dearer for all pairs, and this history cost decays: that
//! moves paths within the same order, until there is room for them or it is clear that there is none.
//!
//! The router proves nothing, but finds linkages with hardly any room in a few thousand paths. As how long that takes
//! depends on chance, it restarts after some time.
//!
//! Sources: costs that rise by congestion, McMurchie and Ebeling, PathFinder: A Negotiation-Based Performance-Driven
//! Router for FPGAs, 1995; ripping up paths that are touched or crossed, Kawamura et al., Touch and Cross Router,
//! ICCAD 1990; weights of constraints that were violated, Morris, The Breakout Method, AAAI 1993.

use std::collections::VecDeque;

use super::cheapest::{self, Cheapest, Hop};
use super::network::Network;
use super::occupancy::{NO_PAIR, Occupancy, Rotation};
use super::tuning;
use crate::luby::luby;
use zlink_base::random::Random;
use zlink_puzzle::EdgeId;

/// The largest number of penalties that are kept: they are tables of pairs by pairs.
const MAX_PENALTIES: usize = 1 << 22;
/// The number of parts of a unit of cost in which history costs are counted.
const PARTS: u32 = 256;

/// The additional costs for a pair to touch and to cross the path of another one.
#[derive(Debug, Clone, Copy, Default)]
struct Penalty {
    touch: u32,
    crossing: u32,
}

/// The additional cost of a vertex where paths met, in parts of 1/[`PARTS`], when `at` paths had been routed.
#[derive(Debug, Clone, Copy, Default)]
struct HistoryCost {
    parts: u32,
    at: u64,
}

/// The router.
pub(super) struct Router {
    /// The pair of each terminal.
    owner: Vec<u32>,
    pairs: Vec<[u32; 2]>,
    paths: Vec<Vec<Hop>>,
    occupancy: Occupancy,
    /// The pairs without a path; the last one ripped up is at the back.
    unrouted: VecDeque<u32>,
    /// The penalties of each pair, indexed by the other pair; empty as long as there are none.
    penalties: Vec<Vec<Penalty>>,
    crossing_costs: Vec<u32>,
    /// The number of penalties for which there is room.
    room: usize,
    history: Vec<HistoryCost>,
    /// The part of a history cost that is left, in units of 2^-16, indexed by the number of paths routed since.
    kept: Vec<u32>,
    /// The number of paths routed since the last restart.
    routed: u64,
    attempt: u64,
    /// Whether some pair cannot be joined at all.
    is_infeasible: bool,
    random: Random,
    cheapest: Cheapest,
}

impl Router {
    /// A router with all pairs unrouted; with a rotation if the graph is planar.
    pub(super) fn new(network: &Network, rotation: Option<Rotation>, seed: u64) -> Self {
        let (vertices, pairs) = (network.vertex_count(), network.pairs.len());
        let mut owner = vec![NO_PAIR; vertices];
        for (i, pair) in network.pairs.iter().enumerate() {
            for &v in pair {
                owner[v as usize] = i as u32;
            }
        }
        let mut router = Router {
            owner,
            pairs: network.pairs.clone(),
            paths: vec![Vec::new(); pairs],
            occupancy: Occupancy::new(vertices, rotation),
            unrouted: VecDeque::new(),
            penalties: vec![Vec::new(); pairs],
            crossing_costs: vec![0; pairs],
            room: MAX_PENALTIES,
            history: vec![HistoryCost::default(); vertices],
            kept: kept(),
            routed: 0,
            attempt: 0,
            is_infeasible: false,
            random: Random::new(seed),
            cheapest: Cheapest::new(vertices, pairs),
        };
        router.reset();
        router
    }

    /// The number of restarts; `u64::MAX` where a pair cannot be joined at all.
    pub(super) fn attempts(&self) -> u64 {
        if self.is_infeasible { u64::MAX } else { self.attempt }
    }

    /// Gives every vertex a random history cost below `most`, to get paths other than the shortest ones.
    pub(super) fn randomise_history(&mut self, most: u32) {
        for cost in &mut self.history {
            *cost = HistoryCost { parts: PARTS * self.random.below(most as usize) as u32, at: 0 };
        }
    }

    /// Restarts: forgets paths, penalties and history.
    pub(super) fn restart(&mut self) {
        self.attempt = self.attempt.saturating_add(1);
        self.reset();
    }

    fn reset(&mut self) {
        self.routed = 0;
        self.occupancy.clear();
        self.paths.iter_mut().for_each(Vec::clear);
        self.penalties.iter_mut().for_each(|row| row.fill(Penalty::default()));
        self.crossing_costs.fill(0);
        self.history.fill(HistoryCost::default());
        let mut order: Vec<u32> = (0..self.pairs.len() as u32).collect();
        self.random.shuffle(&mut order);
        self.unrouted = order.into();
    }

    /// Routes up to `most` paths. Returns the edges of all paths once every pair has one. The number of vertices reached is added
    /// to `work`.
    pub(super) fn route(&mut self, network: &Network, most: usize, work: &mut u64) -> Option<Vec<EdgeId>> {
        for _ in 0..most {
            if self.is_infeasible {
                return None;
            }
            if self.routed >= tuning::ROUTES_PER_PAIR * self.pairs.len() as u64 * luby(self.attempt) {
                self.restart();
            }
            let next = match self.random.chance(tuning::LAST_FIRST) {
                true => self.unrouted.pop_back(),
                false => self.unrouted.pop_front(),
            };
            let Some(pair) = next else {
                let edge = |hops: &[Hop]| network.at(hops[0].vertex)[hops[1].by as usize].1;
                return Some(self.paths.iter().flat_map(|path| path.windows(2).map(edge)).collect());
            };
            self.routed += 1;
            self.route_pair(network, pair as usize, work);
        }
        None
    }

    /// Routes a pair and rips up the paths whose vertices it takes.
    fn route_pair(&mut self, network: &Network, pair: usize, work: &mut u64) {
        let Router { owner, occupancy, crossing_costs, history, kept, routed, .. } = self;
        let penalties = &self.penalties[pair];
        let penalty = |other: u32| penalties.get(other as usize).copied().unwrap_or_default();
        let is_open = |v: u32| {
            let owner = owner[v as usize];
            owner == NO_PAIR || owner == pair as u32
        };
        let step = |v: u32, side: bool, neighbour: usize, w: u32| {
            let contact = occupancy.contact(v, side, neighbour, w);
            let mut cost = tuning::BASE_COST + history[w as usize].parts_at(*routed, kept) / PARTS;
            if contact.is_along {
                cost += tuning::ALONG_COST;
            }
            if contact.enters != NO_PAIR {
                cost = cost.saturating_add(tuning::TOUCH_COST + penalty(contact.enters).touch);
            }
            if contact.crosses != NO_PAIR {
                let crossing = tuning::CROSSING_COST.saturating_add(penalty(contact.crosses).crossing);
                cost = cost.saturating_add(crossing).saturating_add(crossing_costs[contact.crosses as usize]);
            }
            (contact.side, cost)
        };
        let question = cheapest::Question { pair, ends: self.pairs[pair], least: tuning::BASE_COST };
        let Some(path) = self.cheapest.path(network, &question, is_open, step, &mut self.random, work) else {
            self.is_infeasible = true;
            return;
        };
        self.raise_costs(pair, &path);
        for hop in &path {
            let other = self.occupancy.occupant(hop.vertex);
            if other != NO_PAIR {
                self.raise_penalty(pair, other, tuning::TOUCH_RISE, 0);
                self.rip_up(other);
            }
        }
        self.occupancy.take(pair as u32, &path);
        self.paths[pair] = path;
    }

    /// Raises the costs of the vertices where a new path meets others, and of crossings for each one that it makes.
    fn raise_costs(&mut self, pair: usize, path: &[Hop]) {
        for hop in path.iter().filter(|hop| self.occupancy.occupant(hop.vertex) != NO_PAIR) {
            let cost = &mut self.history[hop.vertex as usize];
            let parts = cost.parts_at(self.routed, &self.kept).saturating_add(tuning::HISTORY_RISE * PARTS);
            *cost = HistoryCost { parts, at: self.routed };
        }
        let mut side = false;
        for hops in path.windows(2) {
            let contact = self.occupancy.contact(hops[0].vertex, side, hops[1].by as usize, hops[1].vertex);
            side = contact.side;
            if contact.crosses != NO_PAIR {
                self.crossing_costs[pair] = self.crossing_costs[pair].saturating_add(tuning::CROSSED_RISE);
                self.raise_penalty(pair, contact.crosses, 0, tuning::CROSSING_RISE);
            }
        }
    }

    /// Raises the penalties of `pair` for touching and for crossing the path of another one.
    fn raise_penalty(&mut self, pair: usize, other: u32, touch: u32, crossing: u32) {
        let (pairs, row) = (self.pairs.len(), &mut self.penalties[pair]);
        if row.is_empty() && self.room >= pairs {
            self.room -= pairs;
            row.resize(pairs, Penalty::default());
        }
        if let Some(penalty) = row.get_mut(other as usize) {
            penalty.touch = penalty.touch.saturating_add(touch).min(u32::MAX / 2);
            penalty.crossing = penalty.crossing.saturating_add(crossing);
        }
    }

    fn rip_up(&mut self, pair: u32) {
        for hop in self.paths[pair as usize].drain(..) {
            self.occupancy.free(hop.vertex);
        }
        self.unrouted.push_back(pair);
    }
}

impl HistoryCost {
    /// The part of the cost that is left when `routed` paths have been routed.
    #[inline]
    fn parts_at(self, routed: u64, kept: &[u32]) -> u32 {
        if self.parts == 0 {
            return 0;
        }
        let left = usize::try_from(routed - self.at).ok().and_then(|age| kept.get(age));
        left.map_or(0, |&kept| ((u64::from(self.parts) * u64::from(kept)) >> 16) as u32)
    }
}

/// The part of a history cost that is left after 0, 1, 2, ... paths, in units of 2^-16.
fn kept() -> Vec<u32> {
    let mut left = 1u64 << 48;
    let fall = |_| {
        let now = (left >> 32) as u32;
        left = left / 1000 * tuning::HISTORY_KEPT;
        now
    };
    (0..tuning::HISTORY_LENGTH).map(fall).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_fall() {
        let kept = kept();
        assert_eq!(kept.len(), tuning::HISTORY_LENGTH);
        assert!(kept.windows(2).all(|two| two[1] < two[0] || two[0] < 1000));
        let cost = HistoryCost { parts: 1000 * PARTS, at: 7 };
        let units = |routed| cost.parts_at(routed, &kept) / PARTS;
        assert_eq!([7, 8, 9].map(units), [1000, 994, 990], "rounded down");
        assert!((600..=610).contains(&units(107)), "{}", units(107));
        assert_eq!(units(7 + tuning::HISTORY_LENGTH as u64), 0);
        assert_eq!(HistoryCost::default().parts_at(u64::MAX, &kept), 0);
    }
}
