//! Where a count begins, or goes on, and what is on disk for that.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use num_bigint::BigUint;

use super::blocks::{Block, Stored, window_end};
use super::window::Run;
use super::{SpillRun, weights};
use crate::frontier::Unfinished;
use crate::frontier::spill::{Checksum, Saved, SpillError};
use crate::puzzle::EdgeId;

/// Where a count begins, or goes on.
pub(super) struct Start<const N: usize> {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) blocks: Vec<Stored<N>>,
    pub(super) accepted: Vec<u64>,
}

impl<const N: usize> Run<'_, N> {
    /// Where to begin: before the first level, or behind the last window that is on disk.
    pub(super) fn start(&mut self) -> Result<Start<N>, Unfinished> {
        let Some(saved) = self.spill.and_then(|spill| spill.spill.saved()) else {
            let blocks = vec![Stored::Memory(Block::of(self.problem.root()))];
            return Ok(Start { from: 0, to: window_end(self.problem, 0, 1), blocks, accepted: Vec::new() });
        };
        let (from, to) = (saved.at, saved.until);
        let is_ours = saved.problem == self.fingerprint() && saved.words == N;
        if let Some(spill) = self.spill
            && !(is_ours && from < to && to <= self.problem.levels().len())
        {
            return Err(spill.spill.fail(SpillError::Other(spill.spill.folder().to_path_buf())));
        }
        self.states = AtomicU64::new(saved.states);
        self.of_level[from] = AtomicU64::new(saved.peak);
        let blocks = saved.blocks.iter().map(|segments| Stored::Disk(segments.clone())).collect();
        self.done = self.part(from);
        Ok(Start { from, to, blocks, accepted: saved.accepted.clone() })
    }

    /// What its states are, as a number.
    pub(super) fn fingerprint(&self) -> u64 {
        let edges = self.problem.levels().iter().flat_map(|edges| {
            let edge = |edge: &Option<EdgeId>| edge.map_or(u64::MAX, |edge| u64::from(edge.0));
            std::iter::once(edges.len() as u64).chain(edges.iter().map(edge))
        });
        Checksum::of(self.problem.name().bytes().map(u64::from).chain(edges))
    }

    /// The part of the work that is done before level `at`.
    pub(super) fn part(&self, at: usize) -> Option<f64> {
        let passed: usize = self.problem.levels()[..at].iter().map(Vec::len).sum();
        self.spill.and_then(|spill| spill.spill.part(passed))
    }

    /// A window is over; if its blocks are on disk, the count can go on from there.
    pub(super) fn commit<'w>(
        &mut self,
        at: usize,
        until: usize,
        blocks: &[Stored<N>],
        counted: impl Iterator<Item = &'w Vec<u64>>,
    ) -> Result<(), Unfinished> {
        let Some(SpillRun { spill, fingerprint, order }) = self.spill else { return Ok(()) };
        if !self.commits {
            return Ok(());
        }
        let segments = |block: &Stored<N>| match block {
            Stored::Disk(segments) => Some(segments.clone()),
            Stored::Memory(_) => None,
        };
        let Some(blocks) = blocks.iter().map(segments).collect() else { return Ok(()) };
        let saved = Saved {
            fingerprint: *fingerprint,
            problem: self.fingerprint(),
            words: N,
            order: order.to_vec(),
            at,
            until,
            states: self.states.load(Ordering::Relaxed),
            peak: self.peak(),
            accepted: counted.map(|limbs| weights::value(limbs)).sum::<BigUint>().to_u64_digits(),
            blocks,
        };
        spill.commit(&saved).map_err(|error| spill.fail(error))?;
        self.committed = Instant::now();
        Ok(())
    }

    /// How long it still takes, as far as the plan's estimate goes.
    pub(super) fn left(&self, level: usize) -> Option<Duration> {
        let (before, now) = (self.done.unwrap_or(0.0), self.part(level)?);
        let per_part = self.started.elapsed().as_secs_f64() / (now - before);
        Duration::try_from_secs_f64(per_part * (1.0 - now)).ok()
    }
}
