//! Blocks after a window, spread in parts over all processes -> the blocks that each process passes next.
//!
//! Every process sends to all others its parts of each block, the number of states it has passed and its results. From that all
//! processes derive the same facts: the number of all states, which determines the windows; which process passes which block; and
//! which batches come from where, in which order. Batches in memory are sent; segments on disk, in a folder that all share, are
//! read by the process that passes the block.
//!
//! ```text
//!   1 if the blocks of the next window are to be committed | states passed
//!   levels of the window: their number, the states of each | result: the number of its words, the words
//!   blocks: their number, each: its number
//!     batches: their number, each: width, records, words
//!     segments: their number, each: window and worker of its file, start, words, records, width, checksum
//! ```

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::Ordering;

use super::block::{Batch, Block, Stored};
use super::exchange::MOST_BLOCKS;
use super::window::{COMMIT_EVERY, Run};
use crate::Unfinished;
use crate::peers::{Peers, assign, gather};
use crate::spill::{Segment, Words, push_segments};
use zlink_base::limits::{Interrupted, Limits};

/// The state of a sweep after a window, as all processes know it.
pub(super) struct Shared {
    /// The blocks that this process passes.
    pub(super) blocks: Vec<Stored>,
    /// The number of states of all blocks.
    pub(super) states: usize,
    /// In the first of several processes all blocks, if all of them are on disk; else `None`.
    pub(super) all: Option<Vec<Stored>>,
    /// The result of each process.
    pub(super) results: Vec<Vec<u64>>,
}

/// A process's part of a block.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Part {
    block: usize,
    /// The width, the number of records and the number of words of each batch.
    batches: Vec<[usize; 3]>,
    segments: Vec<Segment>,
}

impl Part {
    fn of(block: usize, stored: &Stored) -> Self {
        let (batches, segments) = match stored {
            Stored::Memory(block) => {
                let batch = |batch: &Batch| [batch.width, batch.records, batch.words.len()];
                (block.batches.iter().map(batch).collect(), Vec::new())
            }
            Stored::Disk(segments) => (Vec::new(), segments.clone()),
        };
        Part { block, batches, segments }
    }

    fn records(&self) -> u64 {
        let in_memory: usize = self.batches.iter().map(|[_, records, _]| records).sum();
        let on_disk: usize = self.segments.iter().map(|segment| segment.records).sum();
        (in_memory + on_disk) as u64
    }
}

/// The message of a process to the others after a window.
#[derive(Debug, PartialEq, Eq)]
struct Report {
    commits: bool,
    states: u64,
    of_level: Vec<u64>,
    result: Vec<u64>,
    parts: Vec<Part>,
}

impl Report {
    fn words(&self) -> Option<Vec<u64>> {
        let mut words = vec![u64::from(self.commits), self.states];
        for list in [&self.of_level, &self.result] {
            words.push(list.len() as u64);
            words.extend(list);
        }
        words.push(self.parts.len() as u64);
        for Part { block, batches, segments } in &self.parts {
            words.extend([*block as u64, batches.len() as u64]);
            words.extend(batches.iter().flatten().map(|&number| number as u64));
            push_segments(&mut words, segments)?;
        }
        Some(words)
    }

    /// The report of these words, where a state has `state` words; `None` if they are none.
    fn read(state: usize, words: &[u64]) -> Option<Self> {
        let mut words = Words(words);
        let (commits, states) = (words.take()? != 0, words.take()?);
        let (of_level, result) = (words.take_list()?, words.take_list()?);
        let mut parts: Vec<Part> = Vec::new();
        for _ in 0..words.take_count()? {
            let block = words.take_size().filter(|&block| block < MOST_BLOCKS)?;
            if parts.last().is_some_and(|part| part.block >= block) {
                return None;
            }
            let mut batches = Vec::new();
            for _ in 0..words.take_count()? {
                let batch = [words.take_size()?, words.take_size()?, words.take_size()?];
                let least = batch[1].checked_mul(batch[0].checked_add(state)?)?;
                batches.push(Some(batch).filter(|batch| batch[2] >= least)?);
            }
            parts.push(Part { block, batches, segments: words.take_segments()? });
        }
        words.is_empty().then_some(Report { commits, states, of_level, result, parts })
    }
}

impl Run<'_> {
    /// Exchanges what all processes know after a window, and assigns the blocks that this process passes next. `blocks` are this
    /// process's parts of blocks with their numbers; `result` is the result of all states that it has passed.
    pub(super) fn share(
        &mut self,
        levels: Range<usize>,
        blocks: Vec<(usize, Stored)>,
        result: Vec<u64>,
        limits: &Limits,
    ) -> Result<Shared, Unfinished> {
        let Some(peers) = self.peers else {
            let blocks: Vec<Stored> = blocks.into_iter().map(|(_, block)| block).collect();
            let states = blocks.iter().map(Stored::len).sum();
            return Ok(Shared { blocks, states, all: None, results: vec![result] });
        };
        let report = Report {
            // If the current window is about to be committed, the interval starts again.
            commits: if self.commits { COMMIT_EVERY.is_zero() } else { self.is_commit_due() },
            states: self.states.load(Ordering::Relaxed) - self.shared,
            of_level: self.of_level[levels.clone()]
                .iter()
                .map(|states| states.load(Ordering::Relaxed))
                .collect(),
            result,
            parts: blocks.iter().map(|(number, block)| Part::of(*number, block)).collect(),
        };
        let words = report.words().ok_or(Interrupted::Storage)?;
        let mut reports = Vec::with_capacity(peers.processes());
        for (process, words) in gather(peers, words, limits)?.iter().enumerate() {
            let report = Report::read(self.problem.words(), words)
                .filter(|report| report.of_level.len() == levels.len());
            reports.push(report.ok_or_else(|| peers.refuse(process))?);
        }
        self.commits_next = reports[0].commits;
        self.shared += reports.iter().map(|report| report.states).sum::<u64>();
        self.states.store(self.shared, Ordering::Relaxed);
        for (i, level) in levels.enumerate() {
            let states = reports.iter().map(|report| report.of_level[i]).sum();
            self.of_level[level].store(states, Ordering::Relaxed);
        }
        let results = reports.iter_mut().map(|report| std::mem::take(&mut report.result)).collect();
        let parts: Vec<Vec<Part>> = reports.into_iter().map(|report| report.parts).collect();
        let (blocks, states) = self.exchange_blocks(peers, &parts, blocks, limits)?;
        let all = (peers.me() == 0).then(|| all_on_disk(&parts)).flatten();
        Ok(Shared { blocks, states, all, results })
    }

    /// Exchanges blocks: returns the blocks that this process passes from now on, and the number of states of all blocks.
    fn exchange_blocks(
        &self,
        peers: &dyn Peers,
        parts: &[Vec<Part>],
        blocks: Vec<(usize, Stored)>,
        limits: &Limits,
    ) -> Result<(Vec<Stored>, usize), Unfinished> {
        let me = peers.me();
        let count = parts.iter().flatten().map(|part| part.block + 1).max().unwrap_or(0);
        let mut sizes = vec![vec![0; parts.len()]; count];
        for (process, parts) in parts.iter().enumerate() {
            parts.iter().for_each(|part| sizes[part.block][process] = part.records());
        }
        let owners = assign(&sizes, &self.threads);
        let is_mine = |part: &&Part| owners[part.block] == me;
        // Received blocks are in memory together with the present ones, which are freed only gradually.
        let mut account = self.limits.account();
        account.set(blocks.iter().map(|(_, block)| block.bytes()).sum::<usize>())?;
        let mut mine: BTreeMap<usize, Stored> = BTreeMap::new();
        for (number, block) in blocks {
            match (owners[number], block) {
                (owner, block) if owner == me => _ = mine.insert(number, block),
                (owner, Stored::Memory(block)) => {
                    for batch in block.batches {
                        peers.send(owner, batch.words)?;
                    }
                }
                // The process that passes the block reads it.
                (_, Stored::Disk(_)) => {}
            }
        }
        for (process, parts) in parts.iter().enumerate().filter(|&(process, _)| process != me) {
            for part in parts.iter().filter(is_mine) {
                let mut batches = Vec::with_capacity(part.batches.len());
                for &[width, records, words] in &part.batches {
                    let message = peers.receive(process, limits)?;
                    account.grow(size_of_val(&message[..]))?;
                    let batch = Some(message).filter(|message| message.len() == words);
                    let batch =
                        batch.and_then(|words| Batch::read(self.problem.words(), width, records, words));
                    batches.push(batch.ok_or_else(|| peers.refuse(process))?);
                }
                let stored = match part.segments.is_empty() {
                    true => Stored::Memory(Block { batches }),
                    false => Stored::Disk(part.segments.clone()),
                };
                let fits = match mine.get_mut(&part.block) {
                    None => mine.insert(part.block, stored).is_none(),
                    Some(block) => block.join(stored),
                };
                if !fits {
                    return Err(peers.refuse(process).into());
                }
            }
        }
        let states = sizes.iter().flatten().sum::<u64>();
        Ok((mine.into_values().collect(), usize::try_from(states).map_err(|_| Interrupted::Memory)?))
    }
}

/// All blocks, if all of them are on disk.
fn all_on_disk(parts: &[Vec<Part>]) -> Option<Vec<Stored>> {
    let mut all: BTreeMap<usize, Vec<Segment>> = BTreeMap::new();
    for part in parts.iter().flatten() {
        if !part.batches.is_empty() {
            return None;
        }
        all.entry(part.block).or_default().extend(part.segments.iter().cloned());
    }
    Some(all.into_values().map(Stored::Disk).collect())
}
