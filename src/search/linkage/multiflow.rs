//! Fractional flows: a proof that there is no linkage, where the vertices are too few for the lengths of the paths under some
//! weighting of the vertices.
//!
//! Give the vertices between the terminals any weights. The paths of a linkage are disjoint, so together they weigh no more than
//! all vertices; and each of them weighs no less than a lightest path between its terminals. So if the lightest paths of all
//! pairs together weigh more than all vertices (the *gap*, the difference, is positive), there is no linkage. By linear
//! programming duality there are such weights exactly when there is no *multiflow*, in which a path may be split among several
//! routes; so they exist for most random pairs on a random graph that have no linkage, and for few on a planar one.
//!
//! The weights are found by subgradient ascent: vertices that the latest lightest paths use more than once get heavier, those
//! used less get lighter, and the steps get shorter when they bring no progress. Weights that are compared are integers, so a
//! positive gap is a proof.
//!
//! Sources: Onaga and Kakusho, On Feasibility Conditions of Multicommodity Flows in Networks, 1971, and Iri, On an Extension of
//! the Maximum-Flow Minimum-Cut Theorem to Multicommodity Flows, 1971, for the criterion; Barahona and Anbil, The Volume
//! Algorithm, Mathematical Programming 87, 2000, for the ascent.

use super::cheapest::{Cheapest, Question};
use super::network::Network;
use super::tuning;
use zlink_base::random::Random;
use zlink_deduce::Value;
use zlink_puzzle::EdgeId;

/// The mean of the integer weights, and the largest sum of them.
const MEAN: u32 = 1 << 12;
const MOST: u32 = u32::MAX / 4;

/// A search for weights with a positive gap.
pub(super) struct Multiflow {
    /// The two end points that are still to be joined, for each pair that is not joined.
    pairs: Vec<[u32; 2]>,
    /// The vertices that are free for any path.
    free: Vec<u32>,
    is_free: Vec<bool>,
    /// The weights with the best gap so far, 1 on average; only the weights of free vertices count.
    centre: Vec<f64>,
    /// The best gap so far, as a part of the sum of the weights.
    gap: f64,
    /// A moving average of the number of lightest paths that use each vertex.
    usage: Vec<f64>,
    /// The length of the next step, as a part of the step that would reach the target gap.
    stride: f64,
    /// The number of trials without a better gap since the step length changed.
    failures: u32,
    /// The weights on trial, as integers.
    weights: Vec<u32>,
    /// The number of pairs whose lightest paths by these weights are known.
    joined: usize,
    /// The total weight of these paths.
    distance: u64,
    /// The number of these paths that use each vertex.
    used: Vec<u32>,
    /// The number of weights tried.
    trials: u64,
    cheapest: Cheapest,
    random: Random,
}

impl Multiflow {
    pub(super) fn new(network: &Network, seed: u64) -> Self {
        let vertices = network.vertex_count();
        let mut is_free = vec![true; vertices];
        let mut pairs = Vec::new();
        for &[a, b] in &network.pairs {
            let [first, second] = [a, b].map(|terminal| end_point(network, terminal, &mut is_free));
            // A pair whose edges that are in join its terminals is joined.
            if first != b {
                pairs.push([first, second]);
            }
        }
        let free: Vec<u32> = (0..vertices as u32).filter(|&v| is_free[v as usize]).collect();
        let mut multiflow = Multiflow {
            cheapest: Cheapest::new(vertices, pairs.len()),
            pairs,
            free,
            is_free,
            centre: vec![1.0; vertices],
            gap: f64::NEG_INFINITY,
            usage: vec![1.0; vertices],
            stride: tuning::FIRST_STEP,
            failures: 0,
            weights: vec![0; vertices],
            joined: 0,
            distance: 0,
            used: vec![0; vertices],
            trials: 0,
            random: Random::new(seed),
        };
        multiflow.propose(0.0);
        multiflow
    }

    /// Whether the search has come as near to a positive gap as it can.
    pub(super) fn is_done(&self) -> bool {
        self.stride < tuning::MIN_STEP || self.pairs.is_empty()
    }

    /// Whether the gap is near enough to 0 for more work to pay off.
    pub(super) fn is_promising(&self) -> bool {
        let most = (tuning::PROMISING_GAP - tuning::PROMISING_FALL * self.trials as f64)
            .max(tuning::LAST_PROMISING_GAP);
        self.trials == 0 || -self.gap < most
    }

    /// The number of weights tried.
    pub(super) fn trials(&self) -> u64 {
        self.trials
    }

    /// Finds the lightest path of the next pair. Returns true if that proves that there is no linkage. The number of vertices
    /// reached is added to `work`.
    pub(super) fn join_next(&mut self, network: &Network, work: &mut u64) -> bool {
        let Some(&ends) = self.pairs.get(self.joined) else { return self.end_trial() };
        let Multiflow { weights, is_free, .. } = self;
        let question = Question { pair: self.joined, ends, least: 0 };
        let is_open = |v: u32| is_free[v as usize] || v == ends[1];
        let step = |_, _, _, w: u32| (false, weights[w as usize]);
        let Some(path) = self.cheapest.path(network, &question, is_open, step, &mut self.random, work) else {
            return true;
        };
        for hop in &path[1..path.len() - 1] {
            self.distance += u64::from(self.weights[hop.vertex as usize]);
            self.used[hop.vertex as usize] += 1;
        }
        self.joined += 1;
        false
    }

    /// Computes the gap once all lightest paths are known, and steps to other weights. Returns whether the gap is positive.
    fn end_trial(&mut self) -> bool {
        self.trials += 1;
        let sum: u64 = self.free.iter().map(|&v| u64::from(self.weights[v as usize])).sum();
        if self.distance > sum {
            return true;
        }
        let gap = -((sum - self.distance) as f64) / (sum as f64).max(1.0);
        let part = if self.trials == 1 { 1.0 } else { tuning::AVERAGING };
        for &v in &self.free {
            let v = v as usize;
            self.usage[v] += part * (f64::from(self.used[v]) - self.usage[v]);
        }
        if gap > self.gap {
            self.gap = gap;
            let factor = self.free.len() as f64 / (sum as f64).max(1.0);
            for &v in &self.free {
                self.centre[v as usize] = f64::from(self.weights[v as usize]) * factor;
            }
            (self.stride, self.failures) = ((self.stride * tuning::STEP_GROWTH).min(tuning::MAX_STEP), 0);
        } else {
            self.failures += 1;
            if self.failures == tuning::STEP_FAILURES {
                (self.stride, self.failures) = (self.stride * tuning::STEP_DECAY, 0);
            }
        }
        let square: f64 = self.free.iter().map(|&v| (self.usage[v as usize] - 1.0).powi(2)).sum();
        let aim = (tuning::TARGET_GAP - self.gap) * self.free.len() as f64;
        self.propose(self.stride * aim / square.max(f64::MIN_POSITIVE));
        false
    }

    /// Puts the weights on trial that are at this step length from the best ones.
    fn propose(&mut self, length: f64) {
        let Multiflow { centre, usage, free, weights, .. } = self;
        let weight = |v: usize| (centre[v] + length * (usage[v] - 1.0)).max(0.0);
        let sum: f64 = free.iter().map(|&v| weight(v as usize)).sum();
        let most = f64::from(MOST).min(f64::from(MEAN) * free.len() as f64);
        for &v in free.iter() {
            weights[v as usize] = (weight(v as usize) * most / sum.max(1.0)).round() as u32;
        }
        (self.joined, self.distance) = (0, 0);
        self.used.fill(0);
    }
}

/// The end point of the path of edges that are in from a terminal. Marks all vertices of the path as not free.
fn end_point(network: &Network, terminal: u32, is_free: &mut [bool]) -> u32 {
    let mut here = terminal;
    is_free[here as usize] = false;
    let is_in = |edge: EdgeId| network.values[edge.index()] == Value::In;
    while let Some(&(next, _)) = network.at(here).iter().find(|&&(w, e)| is_in(e) && is_free[w as usize]) {
        is_free[next as usize] = false;
        here = next;
    }
    here
}

#[cfg(test)]
mod tests {
    use super::Multiflow;
    use crate::linkage::Network;
    use zlink_base::random::Random;
    use zlink_deduce::Value;
    use zlink_puzzle::brute;
    use zlink_puzzle::{EdgeId, Parts, Puzzle, Topology};

    /// Whether weights are found that prove that there is no linkage with the given edges.
    fn excludes(puzzle: &Puzzle, chosen: &[usize]) -> bool {
        let mut values = vec![Value::Open; puzzle.edge_count()];
        for &e in chosen {
            values[e] = Value::In;
        }
        let network = Network::new(puzzle, &values).expect("it is a linkage");
        let mut multiflow = Multiflow::new(&network, 1);
        let mut work = 0;
        while !multiflow.is_done() {
            if multiflow.join_next(&network, &mut work) {
                return true;
            }
        }
        false
    }

    fn linkage(vertices: usize, edges: Vec<[u32; 2]>, pairs: &[[u32; 2]]) -> Puzzle {
        let mut parts = Parts::graph(Topology::Linkage, vertices, edges);
        parts.pairs = pairs.to_vec();
        Puzzle::from_parts(parts).expect("the parts are consistent")
    }

    #[test]
    fn paths_that_need_more_vertices_than_there_are() {
        // All of three pairs have to pass two vertices; each path takes one of them.
        let crossing = |pairs: u32| {
            let edges = (0..2 * pairs).flat_map(|v| [[v, 2 * pairs], [v, 2 * pairs + 1]]).collect();
            let pairs: Vec<[u32; 2]> = (0..pairs).map(|i| [2 * i, 2 * i + 1]).collect();
            linkage(2 * pairs.len() + 2, edges, &pairs)
        };
        assert!(!excludes(&crossing(2), &[]));
        assert!(excludes(&crossing(3), &[]));
        // Vertices off all paths do not help, however many there are.
        let edges = (0..6).flat_map(|v| [[v, 6], [v, 7]]).chain((7..40).map(|v| [v, v + 1])).collect();
        assert!(excludes(&linkage(41, edges, &[[0, 1], [2, 3], [4, 5]]), &[]));
    }

    #[test]
    fn chosen_edges_use_their_vertices() {
        // 0 and 3 can be joined by 1 and 2 or by 4; 5 and 6 only by 4.
        let edges = vec![[0, 1], [1, 2], [2, 3], [0, 4], [3, 4], [5, 4], [6, 4], [5, 7]];
        let puzzle = linkage(8, edges, &[[0, 3], [5, 6]]);
        assert!(!excludes(&puzzle, &[]));
        assert!(!excludes(&puzzle, &[0]));
        assert!(!excludes(&puzzle, &[0, 1, 2]));
        assert!(excludes(&puzzle, &[3]), "4 is on the path from 0");
        assert!(excludes(&puzzle, &[7]), "5 goes astray");
    }

    #[test]
    fn what_is_excluded_has_no_solution() {
        let mut random = Random::new(8);
        let (mut excluded, mut none) = (0, 0);
        for _ in 0..600 {
            let vertices = 8 + random.below(3);
            let mut edges = Vec::new();
            for u in 0..vertices as u32 {
                edges.extend((u + 1..vertices as u32).filter(|_| random.chance(35)).map(|v| [u, v]));
            }
            let mut ends: Vec<u32> = (0..vertices as u32).collect();
            random.shuffle(&mut ends);
            let pairs: Vec<[u32; 2]> =
                (0..2 + random.below(2)).map(|i| [ends[2 * i], ends[2 * i + 1]]).collect();
            if edges.len() > 20 || edges.is_empty() {
                continue;
            }
            let puzzle = linkage(vertices, edges, &pairs);
            let solutions = brute::solutions(&puzzle);
            none += usize::from(solutions.is_empty());
            let excluded_here = excludes(&puzzle, &[]);
            excluded += usize::from(excluded_here);
            assert!(!excluded_here || solutions.is_empty(), "{puzzle:?}");
            if let Some(edges) = solutions.first() {
                let chosen: Vec<usize> =
                    edges.iter().filter(|_| random.chance(50)).map(|&e: &EdgeId| e.index()).collect();
                assert!(!excludes(&puzzle, &chosen), "{puzzle:?} {chosen:?}");
            }
        }
        assert!(excluded * 10 > none * 8, "{excluded} of {none}");
    }
}
