//! The counters of a level -> the counters of the next one, or of the one before.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::blocks::{Block, Run};
use super::counters::join;
use super::walk::{OpenEnd, Place, Visit, Walk};
use super::words::{LETTERS, behind};
use zlink_base::limits::{Interrupted, Limits};

/// The number of limbs added between two checks of the limits.
const CHECK_EVERY: usize = 1 << 23;
/// The smallest number of limbs that is worth another thread.
const PART: usize = 1 << 15;

/// A walk through a level that adds up counters.
pub(super) struct Addition<'a> {
    pub(super) walk: Walk<'a>,
    pub(super) cut: usize,
    pub(super) blocks: &'a [Block],
    /// Counters of words after the pass are added to those before it, not the other way round.
    pub(super) backwards: bool,
    /// The number of limbs of each counter.
    pub(super) limbs: usize,
    /// The limbs of the counters of the level before the pass or, backwards, after it.
    pub(super) from: &'a [u64],
    pub(super) limits: &'a Limits,
}

impl Addition<'_> {
    /// Writes the sums to `sums`. Each thread walks through the whole level, and writes its part of the sums.
    pub(super) fn run(&self, sums: &mut [u64], threads: usize, tick: &dyn Fn()) -> Result<(), Interrupted> {
        let parts = (sums.len() / PART).clamp(1, threads.max(1));
        let mut rest = sums;
        let mut begin = 0;
        let cut_off = |end: usize| {
            let (part, others) = std::mem::take(&mut rest).split_at_mut((end - begin) * self.limbs);
            rest = others;
            (std::mem::replace(&mut begin, end), part)
        };
        let ends: Vec<usize> = (1..=parts).map(|part| self.boundary(part, parts)).collect();
        let count = ends.len();
        let parts = Mutex::new(ends.into_iter().map(cut_off).collect::<Vec<_>>().into_iter());
        // If a thread cannot be started, the others do its part.
        let work = |tick: Option<&dyn Fn()>| {
            let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
            while let Some((begin, part)) = next() {
                self.fill(begin, part, tick)?;
            }
            Ok(())
        };
        thread::scope(|scope| {
            let spawn = |_| thread::Builder::new().spawn_scoped(scope, || work(None)).ok();
            let others: Vec<_> = (1..count).filter_map(spawn).collect();
            let first = work(Some(tick));
            others.into_iter().map(join).fold(first, Result::and)
        })
    }

    /// The end of a part of the sums. It is the first word of a block, that is, of the words with a common beginning up to the
    /// cut, so no block is in two parts.
    fn boundary(&self, part: usize, parts: usize) -> usize {
        let words = if self.backwards { self.walk.source } else { self.walk.target };
        if part == parts {
            return words.len();
        }
        let goal = (words.len() as u128 * part as u128 / parts as u128) as usize;
        let window = &self.walk.pass.window;
        let cut = if !self.cuts_before() && !self.backwards {
            self.cut + window.flats.len() - window.slots
        } else {
            self.cut
        };
        let (mut number, mut depth) = (0, 0);
        for i in 0..cut {
            let last = LETTERS.into_iter().rev().find_map(|letter| {
                let next = behind(depth, letter).filter(|_| words.may(i, letter))?;
                let number = number + words.before(i, depth, letter);
                (number <= goal && words.from(i + 1, next) > 0).then_some((number, next))
            });
            let Some(last) = last else { break };
            (number, depth) = last;
        }
        number
    }

    /// Writes the sums from number `begin` on.
    fn fill(&self, begin: usize, part: &mut [u64], tick: Option<&dyn Fn()>) -> Result<(), Interrupted> {
        if !self.backwards {
            return self.fill_by::<false>(begin, part, tick);
        }
        if !self.cuts_before() {
            part.fill(0);
        }
        self.fill_by::<true>(begin, part, tick)
    }

    /// Whether the cut is before the window: then all counters of a block before the pass are added to in one visit.
    fn cuts_before(&self) -> bool {
        self.cut <= self.walk.pass.at
    }

    fn fill_by<const BACK: bool>(
        &self,
        begin: usize,
        part: &mut [u64],
        tick: Option<&dyn Fn()>,
    ) -> Result<(), Interrupted> {
        match self.limbs {
            1 => self.add::<1, BACK>(begin, part, tick),
            2 => self.add::<2, BACK>(begin, part, tick),
            3 => self.add::<3, BACK>(begin, part, tick),
            4 => self.add::<4, BACK>(begin, part, tick),
            5 => self.add::<5, BACK>(begin, part, tick),
            6 => self.add::<6, BACK>(begin, part, tick),
            _ => self.add::<0, BACK>(begin, part, tick),
        }
    }

    fn add<const L: usize, const BACK: bool>(
        &self,
        begin: usize,
        part: &mut [u64],
        tick: Option<&dyn Fn()>,
    ) -> Result<(), Interrupted> {
        let end = begin + part.len() / self.limbs;
        let mut adder = Adder::<L, BACK> { addition: self, part, begin, end, added: 0, tick };
        self.walk.go(Place { position: 0, depth: 0, source: 0, target: 0 }, &mut Vec::new(), &mut adder)
    }
}

/// Adds up the sums of a part, `BACK`wards or forwards. `L` is the number of limbs, or 0 for larger numbers.
struct Adder<'a, const L: usize, const BACK: bool> {
    addition: &'a Addition<'a>,
    part: &'a mut [u64],
    begin: usize,
    end: usize,
    /// The number of limbs added since the last check of the limits.
    added: usize,
    tick: Option<&'a dyn Fn()>,
}

impl<const L: usize, const BACK: bool> Adder<'_, L, BACK> {
    #[inline(always)]
    fn limbs(&self) -> usize {
        if L == 0 { self.addition.limbs } else { L }
    }

    /// What is added, and what it is added to.
    #[inline(always)]
    fn ends<T>(source: T, target: T) -> [T; 2] {
        if BACK { [target, source] } else { [source, target] }
    }

    /// Adds the runs of a block whose first words have the numbers `source` and `target`.
    fn add_block(&mut self, runs: &[Run], source: usize, target: usize) -> Result<(), Interrupted> {
        let [from, to] = Self::ends(source, target);
        if runs.is_empty() || to < self.begin || to >= self.end {
            return Ok(());
        }
        let limbs = self.limbs();
        let counters = &self.addition.from[from * limbs..];
        let sums = &mut self.part[(to - self.begin) * limbs..];
        for run in runs {
            let [from, to] = Self::ends(run.source, run.target).map(|n| n as usize * limbs);
            let len = run.len as usize * limbs;
            add_row::<L>(&counters[from..from + len], &mut sums[to..to + len]);
        }
        self.count(runs.len() * limbs)
    }

    /// The part of the `len` words from `to` on that belongs to this thread: the number of words before it, and the range of
    /// its limbs.
    #[inline(always)]
    fn own(&self, to: usize, len: usize) -> Option<(usize, Range<usize>)> {
        let (begin, end) = (to.max(self.begin), (to + len).min(self.end));
        let limbs = self.limbs();
        (begin < end).then(|| (begin - to, (begin - self.begin) * limbs..(end - self.begin) * limbs))
    }

    fn count(&mut self, added: usize) -> Result<(), Interrupted> {
        self.added += added;
        if self.added >= CHECK_EVERY {
            self.added = 0;
            if let Some(tick) = self.tick {
                tick();
            }
            self.addition.limits.check()?;
        }
        Ok(())
    }
}

/// Adds a row of limbs, a multiple of `L` unless that is 0.
#[inline(always)]
fn add_row<const L: usize>(from: &[u64], to: &mut [u64]) {
    if L == 0 {
        to.iter_mut().zip(from).for_each(|(sum, limb)| *sum += limb);
        return;
    }
    // Most rows are short, so the limbs of each counter are added without a loop.
    for (sum, counter) in to.chunks_exact_mut(L.max(1)).zip(from.chunks_exact(L.max(1))) {
        for i in 0..L {
            sum[i] += counter[i];
        }
    }
}

impl<const L: usize, const BACK: bool> Visit for Adder<'_, L, BACK> {
    fn first(&mut self, source: Option<usize>, target: usize, len: usize) -> Result<(), Interrupted> {
        if BACK {
            return source.map_or(Ok(()), |source| self.run(None, source, target, len));
        }
        let Some((skipped, own)) = self.own(target, len) else { return Ok(()) };
        let added = own.len();
        match source {
            None => self.part[own].fill(0),
            Some(source) => {
                let counters = &self.addition.from[(source + skipped) * self.limbs()..][..own.len()];
                self.part[own].copy_from_slice(counters);
            }
        }
        self.count(added)
    }

    fn run(
        &mut self,
        _outside: Option<usize>,
        source: usize,
        target: usize,
        len: usize,
    ) -> Result<(), Interrupted> {
        let [from, to] = Self::ends(source, target);
        let Some((skipped, own)) = self.own(to, len) else { return Ok(()) };
        let counters = &self.addition.from[(from + skipped) * self.limbs()..][..own.len()];
        add_row::<L>(counters, &mut self.part[own]);
        self.count(counters.len())
    }

    fn cut(
        &mut self,
        source: usize,
        target: usize,
        depth: usize,
        ends: &[OpenEnd],
    ) -> Result<(), Interrupted> {
        let Walk { source: before, target: after, .. } = self.addition.walk;
        let [_, to] = Self::ends(source, target);
        let len = if BACK { before } else { after }.from(self.addition.cut, depth);
        if let Some((_, own)) = self.own(to, len) {
            self.part[own].fill(0);
        }
        // Words after the pass may have a greater depth than any before it.
        let Some(block) = self.addition.blocks.get(depth) else { return Ok(()) };
        self.add_block(&block.runs, source, target)?;
        for (end, runs) in ends.iter().zip(&block.turned) {
            self.add_block(runs, source, end.target)?;
        }
        Ok(())
    }

    fn turning_cut(
        &mut self,
        source: usize,
        target: usize,
        depth: usize,
        level: usize,
    ) -> Result<(), Interrupted> {
        self.add_block(&self.addition.blocks[depth].turned[level], source, target)
    }
}
