//! A count by rank: the passes of its first half forwards, those of the second half backwards.

use num_bigint::BigUint;

use super::Ranks;
use super::adding::Addition;
use super::blocks;
use super::counters::Counters;
use super::walk::{Walk, visit_idle};
use super::words::Words;
use crate::{Budget, SweepReport, Unfinished};
use zlink_base::limits::{Account, Limits};

/// A count and its resources.
pub(super) struct Run<'a> {
    ranks: &'a Ranks,
    threads: usize,
    limits: &'a Limits,
    budget: Budget<'a>,
    report: &'a mut SweepReport,
    account: Account,
    /// The number of bytes of the counters in the middle, while the second half is passed.
    kept: usize,
    /// The number of passes so far.
    passed: usize,
    sums: Vec<u64>,
    /// The number of solutions that are complete in the first half.
    total: BigUint,
}

impl<'a> Run<'a> {
    pub(super) fn new(
        ranks: &'a Ranks,
        threads: usize,
        limits: &'a Limits,
        budget: Budget<'a>,
        report: &'a mut SweepReport,
    ) -> Self {
        let account = limits.account();
        let (kept, passed, sums, total) = (0, 0, Vec::new(), BigUint::ZERO);
        Run { ranks, threads, limits, budget, report, account, kept, passed, sums, total }
    }

    /// The number of solutions.
    pub(super) fn count(mut self) -> Result<BigUint, Unfinished> {
        let ranks = self.ranks;
        let mut flats = vec![Vec::new()];
        for pass in &ranks.passes {
            flats.push(pass.flats(&flats[flats.len() - 1]));
        }
        let mut ahead = Counters::new(1, 1);
        for i in 0..ranks.middle {
            self.pass(i, &flats, &mut ahead, false)?;
        }
        ahead.values.shrink_to_fit();
        self.kept = size_of_val(&ahead.values[..]);
        // Several cycles are complete where no edge is left, a single one where it closes.
        let ends = Words::new(flats[flats.len() - 1].clone()).len();
        let mut behind = Counters::new(ends, u64::from(ranks.shape.many));
        for i in (ranks.middle..ranks.passes.len()).rev() {
            self.pass(i, &flats, &mut behind, true)?;
        }
        Ok(self.total + ahead.product(behind, self.threads)?)
    }

    /// Passes `counters` over pass `i`, forwards or backwards. `flats` are the flat letters of the slots of each level.
    fn pass(
        &mut self,
        i: usize,
        flats: &[Vec<u8>],
        counters: &mut Counters,
        backwards: bool,
    ) -> Result<(), Unfinished> {
        self.limits.check()?;
        let pass = &self.ranks.passes[i];
        let [source, target] = [i, i + 1].map(|level| Words::new(flats[level].clone()));
        self.passed += 1;
        self.report.states += source.len() as u64;
        self.report.peak = self.report.peak.max(source.len() as u64);
        if self.report.states > self.budget.most {
            return Err(Unfinished::Paused);
        }
        let (states, passed, all) = (self.report.states, self.passed, self.ranks.passes.len());
        let tell = || {
            let progress = self.budget.progress;
            progress.report("ranks", format_args!("{states} states, pass {passed} of {all}"));
            self.budget.work_in_background();
        };
        let (summands, len) = match backwards {
            true => (pass.window.most_ways(), source.len()),
            false => (pass.most_sources(source.slots()), target.len()),
        };
        counters.make_room(summands, self.threads)?;
        let bytes = self.kept + counters.bytes_with(&self.sums, len);
        self.account.set(bytes)?;
        self.report.bytes = self.report.bytes.max(bytes);
        let completed = |add: &mut dyn FnMut(usize)| {
            for letters in &pass.window.completing {
                visit_idle(&source, pass.at, letters, &|letter| self.ranks.shape.is_idle(letter), add);
            }
        };
        if !backwards {
            self.total += counters.sum(completed);
        }
        counters.prepare(&mut self.sums, len)?;
        let cut = blocks::cut(&source, pass.at, pass.window.slots);
        let walk = Walk { source: &source, target: &target, pass, cut: Some(cut) };
        let blocks = &blocks::blocks(&walk, cut)?;
        let (limbs, from, limits) = (counters.limbs, &counters.values[..], self.limits);
        let addition = Addition { walk, cut, blocks, backwards, limbs, from, limits };
        addition.run(&mut self.sums, self.threads, &tell)?;
        if backwards {
            completed(&mut |word| self.sums[word * limbs] += 1);
        }
        counters.replace(&mut self.sums, summands);
        Ok(())
    }
}
