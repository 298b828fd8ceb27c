//! Where a sweep begins or resumes, and how its windows are committed to disk.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::block::{Block, Stored};
use super::exchange::window_end;
use super::share::Shared;
use super::window::Run;
use super::{Evaluation, SpillRun, Window};
use crate::Unfinished;
use crate::peers::{from_first, gather};
use crate::spill::{Checksum, Saved, SpillError};
use zlink_base::clock::Instant;
use zlink_base::limits::Limits;
use zlink_puzzle::EdgeId;

/// The window with which a sweep begins or resumes.
pub(super) struct Start {
    pub(super) from: usize,
    pub(super) to: usize,
    /// The blocks of this process, with their numbers.
    pub(super) blocks: Vec<(usize, Stored)>,
}

impl Run<'_> {
    /// Begins before the first level, or resumes after the last window that is on disk. Of several processes the first one
    /// decides, and has all blocks.
    pub(super) fn start<E: Evaluation>(
        &mut self,
        evaluation: &mut E,
        limits: &Limits,
    ) -> Result<Start, Unfinished> {
        let Some(peers) = self.peers else { return self.start_here(evaluation) };
        let ours = [self.fingerprint::<E>(), self.problem.words() as u64, self.threads[0]];
        let said = gather(peers, ours.to_vec(), limits)?;
        if let Some(process) = said.iter().position(|said| said.len() != 3 || said[..2] != ours[..2]) {
            return Err(peers.refuse(process).into());
        }
        self.threads = said.iter().map(|said| said[2].clamp(1, u64::from(u32::MAX))).collect();
        let mut blocks = Vec::new();
        let begin = || -> Result<Vec<u64>, Unfinished> {
            let start = self.start_here(evaluation)?;
            blocks = start.blocks;
            Ok(vec![start.from as u64, start.to as u64, self.states.load(Ordering::Relaxed)])
        };
        let told = from_first(peers, begin, limits)?;
        let levels = self.problem.levels().len() as u64;
        let [from, to, states] = match told[..] {
            [from, to, states] if from < to && to <= levels => [from, to, states],
            _ => return Err(peers.refuse(0).into()),
        };
        (self.states, self.shared) = (AtomicU64::new(states), states);
        self.done = self.part(from as usize);
        Ok(Start { from: from as usize, to: to as usize, blocks })
    }

    fn start_here<E: Evaluation>(&mut self, evaluation: &mut E) -> Result<Start, Unfinished> {
        let Some(saved) = self.spill.and_then(|spill| spill.spill.saved()) else {
            let blocks = vec![(0, Stored::Memory(Block::of(&self.problem.root(), E::ROOT)))];
            return Ok(Start { from: 0, to: window_end(self.problem, 0, 1), blocks });
        };
        let (from, to) = (saved.at, saved.until);
        let is_ours = saved.problem == self.fingerprint::<E>() && saved.words == self.problem.words();
        if let Some(spill) = self.spill
            && !(is_ours && from < to && to <= self.problem.levels().len())
        {
            return Err(spill.spill.fail(SpillError::Other(spill.spill.folder().to_path_buf())));
        }
        self.states = AtomicU64::new(saved.states);
        self.of_level[from] = AtomicU64::new(saved.peak);
        let blocks = saved.blocks.iter().map(|segments| Stored::Disk(segments.clone())).enumerate().collect();
        self.done = self.part(from);
        evaluation.restore(saved);
        Ok(Start { from, to, blocks })
    }

    /// A fingerprint of the problem (its state encoding and levels) and the evaluation.
    fn fingerprint<E: Evaluation>(&self) -> u64 {
        let edges = self.problem.levels().iter().flat_map(|edges| {
            let edge = |edge: &Option<EdgeId>| edge.map_or(u64::MAX, |edge| u64::from(edge.0));
            std::iter::once(edges.len() as u64).chain(edges.iter().map(edge))
        });
        let names = E::NAME.bytes().chain(self.problem.name().bytes());
        Checksum::of(names.map(u64::from).chain(edges))
    }

    /// The fraction of the work that is done before level `at`, by the plan's estimate.
    pub(super) fn part(&self, at: usize) -> Option<f64> {
        let passed: usize = self.problem.levels()[..at].iter().map(Vec::len).sum();
        self.spill.and_then(|spill| spill.spill.part(passed))
    }

    /// Commits a finished window, if its blocks are on disk, so that the sweep can be resumed from there.
    pub(super) fn commit<E: Evaluation>(
        &mut self,
        window: Window,
        shared: &Shared,
        evaluation: &E,
    ) -> Result<(), Unfinished> {
        let Some(SpillRun { spill, fingerprint, order }) = self.spill else { return Ok(()) };
        if !self.commits {
            return Ok(());
        }
        let blocks = match (self.peers, &shared.all) {
            (None, _) => &shared.blocks,
            (Some(_), Some(all)) => all,
            (Some(_), None) => return Ok(()),
        };
        let segments = |block: &Stored| match block {
            Stored::Disk(segments) => Some(segments.clone()),
            Stored::Memory(_) => None,
        };
        let Some(blocks) = blocks.iter().map(segments).collect() else { return Ok(()) };
        let mut saved = Saved {
            fingerprint: *fingerprint,
            problem: self.fingerprint::<E>(),
            words: self.problem.words(),
            order: order.to_vec(),
            at: window.to,
            until: window.next_to,
            states: self.states.load(Ordering::Relaxed),
            peak: self.peak(),
            accepted: Vec::new(),
            rows: Vec::new(),
            blocks,
        };
        if !evaluation.save(&shared.results, &mut saved) {
            return Ok(());
        }
        spill.commit_before(self.peers.map(|_| window.to), &saved).map_err(|error| spill.fail(error))?;
        self.committed = Instant::now();
        Ok(())
    }

    /// The estimated time to the end of the sweep, by the plan's estimate.
    pub(super) fn left(&self, level: usize) -> Option<Duration> {
        let (before, now) = (self.done.unwrap_or(0.0), self.part(level)?);
        let per_part = self.started.elapsed().as_secs_f64() / (now - before);
        Duration::try_from_secs_f64(per_part * (1.0 - now)).ok()
    }
}
