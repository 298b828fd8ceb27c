//! RESIDUAL and CURVE -> the number of solutions, with a counter for each word and no table of states.
//!
//! Where the frontier is a simple curve, a state is a balanced word over its slots ([`words`]). All balanced words are
//! numbered, whether they are states that can be reached or not (nearly all can): so the counters of a level are an array,
//! and from one level to the next whole runs of them are added to others (Iwashita, Nakazawa, Kawahara, Uno, Minato,
//! Efficient Computation of the Number of Paths in a Grid Graph with Minimal Perfect Hash Functions, TCS Technical Report
//! A-13-64, 2013).
//!
//! A pass is a linear map, and can be passed backwards as well: then a counter says in how many ways a word can be completed. A count
//! passes its first half forwards and the rest backwards, so no counter gets longer than about half of the number: the
//! number is the sum, over the words in the middle, of the ways to reach a word times the ways to complete it.
//!
//! | file | job |
//! |---|---|
//! | `words` | the words of a level and their numbers |
//! | `window` | how some steps change the letters of the slots that they touch |
//! | `pass` | the steps in groups: one choice and what it forces |
//! | `walk` | the runs of words that a pass moves |
//! | `blocks` | the runs near the right end, which are short, found once for all words that begin with the same depth |
//! | `counters` | exact counters with a variable number of limbs |
//! | `adding` | adds up the counters, in several threads |
//! | `run` | the count itself: passes forwards and backwards |

mod adding;
mod blocks;
mod counters;
mod pass;
mod run;
#[cfg(test)]
mod tests;
mod walk;
mod window;
mod words;

use num_bigint::BigUint;

use super::curve::Curve;
use super::{Budget, SweepReport, Unfinished};
use counters::MOST_SUMMANDS;
pub(crate) use counters::join;
use pass::Pass;
use run::Run;
use window::Shape;
use words::Words;
use zlink_base::clock::Instant;
use zlink_base::limits::Limits;
use zlink_deduce::{Residual, ResidualKind};
use zlink_puzzle::Topology;

/// The largest number of words of a level. With 32-bit addresses, the counters would not fit long before.
const MOST_WORDS: usize = 1 << (if usize::BITS < 64 { 24 } else { 36 });

/// The estimated number of bits by which the largest counter grows with a pass: 0.55 to 0.7 on square grids, less on others.
const GROWTH: f64 = 0.7;

/// A count by rank, ready to run.
#[derive(Debug, Clone)]
pub struct Ranks {
    shape: Shape,
    passes: Vec<Pass>,
    /// The number of passes that a count passes forwards.
    middle: usize,
    /// The empty set must be subtracted: in a count of disjoint cycles nothing else excludes it.
    without_empty: bool,
    updates: f64,
    bytes: f64,
}

impl Ranks {
    /// The count of a residual's solutions along a curve; `None` if the solutions are not cycles, if there are sums or pairs, or
    /// if a level has too many words.
    pub fn new(residual: &Residual, curve: &Curve) -> Option<Self> {
        let many = match residual.topology {
            Topology::Cycle => false,
            Topology::Cycles => true,
            Topology::Linkage | Topology::PathMatching => return None,
        };
        let is_plain = residual.sums.is_empty() && residual.pairs.is_empty();
        if !is_plain || residual.edges.is_empty() || !(many || residual.nonempty) {
            return None;
        }
        let shape = Shape { cover: residual.cover, many };
        let chains = residual.edges.iter().any(|edge| edge.kind == ResidualKind::Chain);
        let without_empty = residual.nonempty && many && !shape.cover && !chains;
        let passes = pass::passes(residual, curve, shape)?;
        let mut ranks = Ranks { shape, passes, middle: 0, without_empty, updates: 0.0, bytes: 0.0 };
        ranks.estimate()?;
        Some(ranks)
    }

    /// The estimated number of additions of 64-bit numbers in a count.
    pub fn updates(&self) -> f64 {
        self.updates
    }

    /// The estimated number of bytes that a count holds.
    pub fn bytes(&self) -> f64 {
        self.bytes
    }

    /// Estimates the additions and the memory of a count, and finds its middle; `None` if a level has too many words.
    fn estimate(&mut self) -> Option<()> {
        let mut words = Words::new(Vec::new());
        let mut costs = Vec::with_capacity(self.passes.len());
        for pass in &self.passes {
            let summands = pass.most_sources(words.slots()).max(pass.window.most_ways());
            if summands > MOST_SUMMANDS || words.len() > MOST_WORDS {
                return None;
            }
            let mut updates = 0.0;
            for (depth, beginnings) in words.beginnings(pass.at).into_iter().enumerate() {
                for rule in pass.window.rules.iter().filter(|rule| depth >= rule.need) {
                    let behind = depth.wrapping_add_signed(rule.rise);
                    updates += beginnings * words.from(pass.at + pass.window.slots, behind) as f64;
                }
            }
            costs.push([updates, words.len() as f64]);
            words = Words::new(pass.flats(words.flats()));
        }
        // The halves meet where there are few words, so that the counters that are kept there are few.
        let words = |i: usize| costs.get(i).map_or(1.0, |cost: &[f64; 2]| cost[1]);
        let count = costs.len();
        let middles = count * 2 / 5..=count * 3 / 5;
        self.middle = middles.min_by(|&a, &b| words(a).total_cmp(&words(b)))?;
        let limbs = |passes: usize| counters::limbs(passes as f64 * GROWTH);
        let kept = limbs(self.middle) * words(self.middle);
        for (i, [updates, _]) in costs.iter().enumerate() {
            let is_first = i < self.middle;
            let limbs = limbs(if is_first { i } else { count - 1 - i });
            self.updates += limbs * updates;
            let held = limbs * (words(i) + words(i + 1)) + if is_first { 0.0 } else { kept };
            self.bytes = self.bytes.max(8.0 * held);
        }
        Some(())
    }

    /// The number of solutions, counted on `threads` threads. The unit of work is a word, whose counter is added once or twice.
    pub fn count(
        &self,
        threads: usize,
        limits: &Limits,
        budget: Budget<'_>,
        report: &mut SweepReport,
    ) -> Result<BigUint, Unfinished> {
        let started = Instant::now();
        let total = Run::new(self, threads, limits, budget, report).count()?;
        report.searching = started.elapsed();
        Ok(if self.without_empty { total - 1u8 } else { total })
    }
}
