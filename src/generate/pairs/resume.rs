//! A COUNT that was stopped -> one that is resumed: what of it is on disk.
//!
//! ```text
//!   at      the number of stages that are done
//!   until   the number of shards behind these stages that still wait
//!   blocks  those shards, then the shards of the next stage
//! ```

use std::sync::Mutex;

use super::PairSweep;
use super::count::Count;
use super::shard::Shard;
use super::share::PeerGroup;
use super::sweep::PairReport;
use super::word::Word;
use zlink_base::clock::Instant;
use zlink_base::limits::{Limits, Progress};
use zlink_frontier::spill::{Checksum, Saved, Segment, SpillError};
use zlink_search::{Spill, Unfinished};

/// The most bits of a slot that a saved run may have.
const WIDEST: u32 = <u128 as Word>::BITS;

/// The order of the edges of the saved run, if there is one.
pub(super) fn order(spill: &Spill, fingerprint: u64, edges: usize) -> Result<Option<Vec<u32>>, Unfinished> {
    match spill.order(fingerprint) {
        Ok(Some(order)) if order.len() != edges => Err(other(spill)),
        Ok(order) => Ok(order.map(<[u32]>::to_vec)),
        Err(error) => Err(spill.fail(error)),
    }
}

/// A checksum for states whose slots have `bits` bits, by which saved states are recognised.
fn problem(bits: u32) -> u64 {
    Checksum::of(b"pairs".iter().map(|&byte| byte.into()).chain([bits.into()]))
}

fn other(spill: &Spill) -> Unfinished {
    spill.fail(SpillError::Other(spill.folder().to_path_buf()))
}

/// The record of a count whose shards are on disk as `blocks`; the first `waiting` of them are yet to be passed.
pub(super) fn saved<W: Word>(
    graph: &PairSweep,
    done: usize,
    waiting: usize,
    report: PairReport,
    blocks: Vec<Vec<Segment>>,
) -> Saved {
    Saved {
        fingerprint: graph.fingerprint,
        problem: problem(W::BITS),
        words: 0,
        order: graph.order.clone(),
        at: done,
        until: waiting,
        states: report.states,
        peak: report.ways,
        accepted: Vec::new(),
        blocks,
        rows: Vec::new(),
    }
}

impl<'a, W: Word> Count<'a, W> {
    /// The count before the first stage, or where the saved run was stopped.
    pub(super) fn start(
        graph: &'a PairSweep,
        limits: &'a Limits,
        progress: &'a dyn Progress,
        spill: Option<&'a Spill>,
        together: Option<PeerGroup<'a>>,
    ) -> Result<Self, Unfinished> {
        let mut count = Count::new(graph, limits, progress, spill, together)?;
        if let Some(spill) = spill
            && let Some(saved) = spill.saved()
        {
            match (1..=WIDEST).find(|&bits| problem(bits) == saved.problem) {
                Some(bits) if bits == W::BITS => count.go_on(saved).ok_or_else(|| other(spill))?,
                // Saved by a run with narrow words, before it found them too narrow.
                Some(bits) if bits < W::BITS => {}
                Some(_) => return Err(Unfinished::TooWide),
                None => return Err(other(spill)),
            }
        }
        count.bytes = count.waiting.iter().map(Shard::size).sum();
        count.meet()?;
        Ok(count)
    }

    /// Resumes from `saved`; `None` if that is not possible.
    fn go_on(&mut self, saved: &Saved) -> Option<()> {
        let (waiting, next) = saved.blocks.split_at_checked(saved.until)?;
        let are_shards =
            next.is_empty() || next.len().is_power_of_two() && saved.at < self.graph.stages.len();
        let is_ours = saved.words == 0 && saved.order == self.graph.order;
        if !is_ours || !are_shards || saved.at > self.graph.stages.len() {
            return None;
        }
        let shard = |segments: &Vec<_>| Shard { segments: segments.clone(), ..Shard::new() };
        self.done = saved.at;
        self.waiting = waiting.iter().map(shard).collect();
        self.next = next.iter().map(shard).map(Mutex::new).collect();
        self.report = PairReport { states: saved.states, ways: saved.peak, bytes: 0 };
        Some(())
    }

    /// Writes all states to disk, so that a run can be resumed from here.
    pub(super) fn commit(&mut self, spill: &Spill) -> Result<(), Unfinished> {
        let began = Instant::now();
        let (mut writer, mut words) = (spill.blocks(spill.turn(), 0), Vec::new());
        let next =
            self.next.iter_mut().map(|shard| shard.get_mut().unwrap_or_else(|broken| broken.into_inner()));
        let mut blocks = Vec::new();
        for shard in self.waiting.iter_mut().chain(next) {
            shard.spill(&mut writer, &mut words).map_err(|fault| fault.unfinished(spill))?;
            blocks.push(shard.segments.clone());
        }
        drop(words);
        writer.finish(true).map_err(|error| spill.fail(error))?;
        let saved = saved::<W>(self.graph, self.done, self.waiting.len(), self.report, blocks);
        spill.commit(&saved).map_err(|error| spill.fail(error))?;
        self.committed(began);
        Ok(())
    }
}
