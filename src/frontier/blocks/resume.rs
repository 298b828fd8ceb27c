//! Where a sweep begins, or goes on, and what is on disk for that.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::block::{Block, Stored};
use super::exchange::window_end;
use super::window::Run;
use super::{Evaluation, SpillRun};
use crate::frontier::Unfinished;
use crate::frontier::spill::{Checksum, Saved, SpillError};
use crate::puzzle::EdgeId;

/// Where a sweep begins, or goes on.
pub(super) struct Start<const N: usize> {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) blocks: Vec<Stored<N>>,
}

impl<const N: usize> Run<'_, N> {
    /// Where to begin: before the first level, or behind the last window that is on disk.
    pub(super) fn start<E: Evaluation>(&mut self, evaluation: &mut E) -> Result<Start<N>, Unfinished> {
        let Some(saved) = self.spill.and_then(|spill| spill.spill.saved()) else {
            let blocks = vec![Stored::Memory(Block::of(self.problem.root(), E::ROOT))];
            return Ok(Start { from: 0, to: window_end(self.problem, 0, 1), blocks });
        };
        let (from, to) = (saved.at, saved.until);
        let is_ours = saved.problem == self.fingerprint::<E>() && saved.words == N;
        if let Some(spill) = self.spill
            && !(is_ours && from < to && to <= self.problem.levels().len())
        {
            return Err(spill.spill.fail(SpillError::Other(spill.spill.folder().to_path_buf())));
        }
        self.states = AtomicU64::new(saved.states);
        self.of_level[from] = AtomicU64::new(saved.peak);
        let blocks = saved.blocks.iter().map(|segments| Stored::Disk(segments.clone())).collect();
        self.done = self.part(from);
        evaluation.restore(saved);
        Ok(Start { from, to, blocks })
    }

    /// What its states are and what they are for, as a number.
    fn fingerprint<E: Evaluation>(&self) -> u64 {
        let edges = self.problem.levels().iter().flat_map(|edges| {
            let edge = |edge: &Option<EdgeId>| edge.map_or(u64::MAX, |edge| u64::from(edge.0));
            std::iter::once(edges.len() as u64).chain(edges.iter().map(edge))
        });
        let names = E::NAME.bytes().chain(self.problem.name().bytes());
        Checksum::of(names.map(u64::from).chain(edges))
    }

    /// The part of the work that is done before level `at`.
    pub(super) fn part(&self, at: usize) -> Option<f64> {
        let passed: usize = self.problem.levels()[..at].iter().map(Vec::len).sum();
        self.spill.and_then(|spill| spill.spill.part(passed))
    }

    /// A window is over; if its blocks are on disk, the sweep can go on from there.
    pub(super) fn commit<E: Evaluation>(
        &mut self,
        at: usize,
        until: usize,
        blocks: &[Stored<N>],
        evaluation: &E,
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
        let mut saved = Saved {
            fingerprint: *fingerprint,
            problem: self.fingerprint::<E>(),
            words: N,
            order: order.to_vec(),
            at,
            until,
            states: self.states.load(Ordering::Relaxed),
            peak: self.peak(),
            accepted: Vec::new(),
            rows: Vec::new(),
            blocks,
        };
        if !evaluation.save(&mut saved) {
            return Ok(());
        }
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
