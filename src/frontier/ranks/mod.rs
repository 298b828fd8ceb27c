//! RESIDUAL and CURVE -> the number of solutions, with a counter for each word and no table of states.
//!
//! Where the frontier is a simple curve, a state is a balanced word over its slots ([`words`]). All balanced words are
//! numbered, whether they are states that can be reached or not (nearly all can): so the counters of a level are an array,
//! and from one level to the next whole runs of them are added to others (Iwashita, Nakazawa, Kawahara, Uno, Minato,
//! Efficient Computation of the Number of Paths in a Grid Graph with Minimal Perfect Hash Functions, TCS Technical Report
//! A-13-64, 2013).
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

mod adding;
mod blocks;
mod counters;
mod pass;
#[cfg(test)]
mod tests;
mod walk;
mod window;
mod words;

use num_bigint::BigUint;

use super::curve::Curve;
use super::{Budget, SweepReport, Unfinished};
use adding::Addition;
use counters::{Counters, MOST_SUMMANDS};
use pass::Pass;
use walk::{Walk, visit_idle};
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
    /// The empty set must be subtracted: in a count of disjoint cycles nothing else excludes it.
    without_empty: bool,
    updates: f64,
    bytes: f64,
}

impl Ranks {
    /// The count of a residual's solutions along a curve; `None` if the solutions are not cycles, if there are clues or pairs, or
    /// if a level has too many words.
    pub fn new(residual: &Residual, curve: &Curve) -> Option<Self> {
        let many = match residual.topology {
            Topology::Cycle => false,
            Topology::Cycles => true,
            Topology::Linkage | Topology::PathMatching => return None,
        };
        let is_plain = residual.cells.is_empty() && residual.pairs.is_empty();
        if !is_plain || residual.edges.is_empty() || !(many || residual.nonempty) {
            return None;
        }
        let shape = Shape { cover: residual.cover, many };
        let chains = residual.edges.iter().any(|edge| edge.kind == ResidualKind::Chain);
        let without_empty = residual.nonempty && many && !shape.cover && !chains;
        let passes = pass::passes(residual, curve, shape)?;
        let mut ranks = Ranks { shape, passes, without_empty, updates: 0.0, bytes: 0.0 };
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

    /// Estimates the additions and the memory of a count; `None` if a level has too many words.
    fn estimate(&mut self) -> Option<()> {
        let mut words = Words::new(Vec::new());
        for (i, pass) in self.passes.iter().enumerate() {
            if pass.most_sources(words.slots()) > MOST_SUMMANDS {
                return None;
            }
            let limbs = counters::limbs(i as f64 * GROWTH);
            for (depth, beginnings) in words.beginnings(pass.at).into_iter().enumerate() {
                for rule in pass.window.rules.iter().filter(|rule| depth >= rule.need) {
                    let behind = depth.wrapping_add_signed(rule.rise);
                    self.updates +=
                        limbs * beginnings * words.from(pass.at + pass.window.slots, behind) as f64;
                }
            }
            let target = Words::new(pass.flats(words.flats()));
            if target.len() > MOST_WORDS {
                return None;
            }
            self.bytes = self.bytes.max(limbs * 8.0 * (words.len() + target.len()) as f64);
            words = target;
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
        let mut account = limits.account();
        let mut words = Words::new(Vec::new());
        let mut counters = Counters::one();
        let mut sums: Vec<u64> = Vec::new();
        let mut total = BigUint::ZERO;
        let started = Instant::now();
        for (i, pass) in self.passes.iter().enumerate() {
            limits.check()?;
            report.states += words.len() as u64;
            report.peak = report.peak.max(words.len() as u64);
            if report.states > budget.most {
                return Err(Unfinished::Paused);
            }
            let tell = || {
                let (states, last, all) = (report.states, i + 1, self.passes.len());
                budget.progress.report("ranks", format_args!("{states} states, pass {last} of {all}"));
                budget.work_in_background();
            };
            let target = Words::new(pass.flats(words.flats()));
            let summands = pass.most_sources(words.slots());
            counters.make_room(summands, threads)?;
            let bytes = counters.bytes_with(&sums, target.len());
            account.set(bytes)?;
            for letters in &pass.window.completing {
                let is_idle = |letter| self.shape.is_idle(letter);
                total += counters.sum(|add| visit_idle(&words, pass.at, letters, &is_idle, add));
            }
            counters.prepare(&mut sums, target.len())?;
            let cut = blocks::cut(&words, pass.at, pass.window.slots);
            let walk = Walk { source: &words, target: &target, pass, cut: Some(cut) };
            let blocks = &blocks::blocks(&walk, cut)?;
            let (limbs, source) = (counters.limbs, &counters.values[..]);
            Addition { walk, cut, blocks, limbs, source, limits }.run(&mut sums, threads, &tell)?;
            report.bytes = report.bytes.max(bytes);
            counters.replace(&mut sums, summands);
            words = target;
        }
        report.searching = started.elapsed();
        if self.shape.many {
            total += counters.sum(|add| (0..words.len()).for_each(add));
        }
        if self.without_empty {
            total -= 1u8;
        }
        Ok(total)
    }
}
