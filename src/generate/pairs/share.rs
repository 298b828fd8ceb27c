//! SHARDS behind a stage, in parts on all processes -> the shards that each of them passes next.
//!
//! Every process reports to all others how much it has of each shard. From these reports all derive the same: how many shards the next
//! stage has, and which process passes which shard. Parts in memory are sent to that process; if there is a shared folder they are
//! written there, and that process reads them.
//!
//! ```text
//!   1 if the words are too narrow | 1 if the states are to be put on disk to stay | threads | memory | states, ways so far
//!   parts: their number, each: its shard | its bytes | segments: their number, each: window and worker of its file, start, ...
//! ```

use std::collections::BTreeMap;
use std::sync::Mutex;

use num_bigint::BigUint;

use super::count::Count;
use super::resume;
use super::shard::Shard;
use super::sweep::PairReport;
use super::word::Word;
use zlink_base::clock::Instant;
use zlink_base::limits::{Interrupted, Limits};
use zlink_frontier::peers::{assign, from_first, gather};
use zlink_frontier::spill::{Segment, Words, push_segments};
use zlink_search::{Peers, Unfinished};

/// The most shards that a report may refer to.
const MOST_SHARDS: usize = 1 << 16;

/// The processes of a count, and what is known of all of them.
pub(super) struct PeerGroup<'a> {
    pub(super) peers: &'a dyn Peers,
    /// The limits of this process alone, which hold while it waits for the others.
    pub(super) limits: &'a Limits,
    /// The memory limit of the first process, by which all processes divide stages into shards.
    pub(super) memory: u64,
    /// The number of threads of the first process, by which all processes divide stages into shards.
    pub(super) threads: u64,
}

impl<'a> PeerGroup<'a> {
    pub(super) fn new(peers: &'a dyn Peers, limits: &'a Limits) -> Self {
        PeerGroup { peers, limits, memory: 0, threads: 1 }
    }
}

/// The part of a shard that a process has.
#[derive(Debug, PartialEq, Eq)]
struct Part {
    shard: usize,
    bytes: u64,
    segments: Vec<Segment>,
}

/// What a process reports to the others.
#[derive(Debug, PartialEq, Eq)]
struct Report {
    too_narrow: bool,
    commits: bool,
    threads: u64,
    memory: u64,
    states: u64,
    ways: u64,
    parts: Vec<Part>,
}

impl Report {
    fn words(&self) -> Option<Vec<u64>> {
        let Report { threads, memory, states, ways, .. } = *self;
        let mut words = vec![self.too_narrow.into(), self.commits.into(), threads, memory, states, ways];
        words.push(self.parts.len() as u64);
        for Part { shard, bytes, segments } in &self.parts {
            words.extend([*shard as u64, *bytes]);
            push_segments(&mut words, segments)?;
        }
        Some(words)
    }

    fn read(words: &[u64]) -> Option<Self> {
        let mut words = Words(words);
        let (too_narrow, commits) = (words.take()? != 0, words.take()? != 0);
        let (threads, memory) = (words.take()?.clamp(1, u32::MAX.into()), words.take()?);
        let (states, ways) = (words.take()?, words.take()?);
        let mut parts: Vec<Part> = Vec::new();
        for _ in 0..words.take_count()? {
            let shard = words.take_size().filter(|&shard| shard < MOST_SHARDS)?;
            if parts.last().is_some_and(|part| part.shard >= shard) {
                return None;
            }
            let bytes = words.take().filter(|bytes| *bytes <= 1 << 48)?;
            parts.push(Part { shard, bytes, segments: words.take_segments()? });
        }
        words.is_empty().then_some(Report { too_narrow, commits, threads, memory, states, ways, parts })
    }
}

impl<W: Word> Count<'_, W> {
    /// Gives each process its part of the first states, which the first process has.
    pub(super) fn meet(&mut self) -> Result<(), Unfinished> {
        let Some(PeerGroup { peers, limits, .. }) = self.together else { return Ok(()) };
        let begin = || -> Result<Vec<u64>, Unfinished> {
            let unused = self.spill.map_or(0, |spill| spill.turn());
            Ok(vec![self.done as u64, self.next.len() as u64, unused as u64])
        };
        let told = from_first(peers, begin, limits)?;
        let [done, next, unused] = match told[..] {
            [done, next, unused] if done <= self.graph.stages.len() as u64 && next <= MOST_SHARDS as u64 => {
                [done as usize, next as usize, usize::try_from(unused).unwrap_or(usize::MAX)]
            }
            _ => return Err(peers.refuse(0).into()),
        };
        if peers.me() > 0 {
            self.done = done;
            self.waiting.clear();
            self.next = (0..next).map(|_| Mutex::new(Shard::new())).collect();
            if let Some(spill) = self.spill {
                spill.skip_to(unused);
            }
        }
        let waiting = std::mem::take(&mut self.waiting).into_iter().enumerate().collect();
        self.share(waiting, false)
    }

    /// Exchanges shards, with their numbers, among the processes behind a stage. Afterwards `waiting` has the shards that this process
    /// passes next. Where the words are too narrow for one process, all processes return that error.
    pub(super) fn share(
        &mut self,
        mut shards: Vec<(usize, Shard<W>)>,
        too_narrow: bool,
    ) -> Result<(), Unfinished> {
        let Some(PeerGroup { peers, limits, .. }) = self.together else {
            self.waiting = shards.into_iter().map(|(_, shard)| shard).collect();
            self.bytes = self.waiting.iter().map(Shard::size).sum();
            return Ok(());
        };
        let commits = self.spill.is_some() && self.is_due();
        let window = self.put_all_on_disk(&mut shards)?;
        let part = |(shard, part): &(usize, Shard<W>)| Part {
            shard: *shard,
            bytes: part.size(),
            segments: part.segments.clone(),
        };
        let report = Report {
            too_narrow,
            commits,
            threads: self.graph.options.threads.max(1) as u64,
            memory: self.limits.memory() as u64,
            states: self.report.states,
            ways: self.report.ways,
            parts: shards.iter().map(part).collect(),
        };
        let words = report.words().ok_or(Interrupted::Storage)?;
        let mut reports = Vec::with_capacity(peers.processes());
        for (process, words) in gather(peers, words, limits)?.iter().enumerate() {
            reports.push(Report::read(words).ok_or_else(|| peers.refuse(process))?);
        }
        if reports.iter().any(|report| report.too_narrow) {
            return Err(Unfinished::TooWide);
        }
        if let Some(together) = &mut self.together {
            (together.memory, together.threads) = (reports[0].memory, reports[0].threads);
        }
        self.exchange(peers, limits, &reports, shards)?;
        if let Some(window) = window.filter(|_| reports[0].commits) {
            self.commit_all(window, &reports)?;
        }
        Ok(())
    }

    /// Moves all states in memory to the shared folder, if there is one. Returns the window in the file's name.
    fn put_all_on_disk(&self, shards: &mut [(usize, Shard<W>)]) -> Result<Option<usize>, Unfinished> {
        let Some(spill) = self.spill else { return Ok(None) };
        let window = spill.turn();
        let (mut writer, mut words) = (spill.blocks(window, self.worker(0)), Vec::new());
        for (_, shard) in shards {
            let held = shard.states.bytes();
            shard.spill(&mut writer, &mut words).map_err(|fault| fault.unfinished(spill))?;
            self.hold(held, 0)?;
        }
        writer.finish(true).map_err(|error| spill.fail(error))?;
        Ok(Some(window))
    }

    /// Sends the parts of shards to the processes that pass them, and receives the parts for this one.
    fn exchange(
        &mut self,
        peers: &dyn Peers,
        limits: &Limits,
        reports: &[Report],
        shards: Vec<(usize, Shard<W>)>,
    ) -> Result<(), Unfinished> {
        let me = peers.me();
        let parts = || reports.iter().flat_map(|report| &report.parts);
        let count = parts().map(|part| part.shard + 1).max().unwrap_or(0);
        let mut sizes = vec![vec![0; reports.len()]; count];
        for (process, report) in reports.iter().enumerate() {
            report.parts.iter().for_each(|part| sizes[part.shard][process] = part.bytes);
        }
        let threads: Vec<u64> = reports.iter().map(|report| report.threads).collect();
        let owners = assign(&sizes, &threads);
        let mut mine: BTreeMap<usize, Shard<W>> = BTreeMap::new();
        for (number, shard) in shards {
            if owners[number] == me {
                mine.insert(number, shard);
            } else if shard.segments.is_empty() {
                let mut words = Vec::new();
                shard.states.words(&mut words)?;
                words.push(shard.states.tally.width() as u64);
                peers.send(owners[number], words)?;
                self.hold(shard.states.bytes(), 0)?;
            }
        }
        let slots = self.slots();
        for (process, report) in reports.iter().enumerate().filter(|&(process, _)| process != me) {
            for part in report.parts.iter().filter(|part| owners[part.shard] == me) {
                let shard = mine.entry(part.shard).or_insert_with(Shard::new);
                if !part.segments.is_empty() {
                    shard.segments.extend(part.segments.iter().cloned());
                    continue;
                }
                let words = peers.receive(process, limits)?;
                let held = shard.states.bytes();
                let read = words.split_last().and_then(|(&width, words)| {
                    let width = usize::try_from(width).ok().filter(|width| (1..=1 << 16).contains(width))?;
                    shard.states.read(words, width, &slots).ok()
                });
                read.ok_or_else(|| peers.refuse(process))?;
                self.hold(held, shard.states.bytes())?;
            }
        }
        self.waiting = mine.into_values().collect();
        self.bytes = sizes.iter().flatten().sum();
        Ok(())
    }

    /// Commits the parts of all processes, which are on disk, so that a run can be resumed from them.
    fn commit_all(&mut self, window: usize, reports: &[Report]) -> Result<(), Unfinished> {
        let began = Instant::now();
        let (Some(spill), Some(PeerGroup { peers, .. })) = (self.spill, &self.together) else {
            return Ok(());
        };
        if peers.me() == 0 {
            let mut blocks: BTreeMap<usize, Vec<Segment>> = BTreeMap::new();
            for part in reports.iter().flat_map(|report| &report.parts) {
                blocks.entry(part.shard).or_default().extend(part.segments.iter().cloned());
            }
            let mut report = PairReport::default();
            reports
                .iter()
                .for_each(|of| report.add(PairReport { states: of.states, ways: of.ways, bytes: 0 }));
            let blocks: Vec<_> = blocks.into_values().collect();
            // Until the first stage ends, there may also be shards of the next one, which only this process has.
            if self.next.is_empty() {
                let saved = resume::saved::<W>(self.graph, self.done, blocks.len(), report, blocks);
                spill.commit_before(Some(window), &saved).map_err(|error| spill.fail(error))?;
            }
        }
        self.committed(began);
        Ok(())
    }

    /// The sums, over all processes, of the numbers of good sets and of the reports.
    pub(super) fn sum(&self, good: BigUint) -> Result<(BigUint, PairReport), Unfinished> {
        let Some(PeerGroup { peers, limits, .. }) = self.together else { return Ok((good, self.report)) };
        let PairReport { states, ways, .. } = self.report;
        let ours = [vec![states, ways], good.to_u64_digits()].concat();
        let (mut good, mut report) = (BigUint::ZERO, PairReport::default());
        for (process, words) in gather(peers, ours, limits)?.iter().enumerate() {
            let [states, ways, limbs @ ..] = &words[..] else { return Err(peers.refuse(process).into()) };
            report.add(PairReport { states: *states, ways: *ways, bytes: 0 });
            good += BigUint::new(limbs.iter().flat_map(|&limb| [limb as u32, (limb >> 32) as u32]).collect());
        }
        Ok((good, report))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    #[test]
    fn a_report_is_read_as_it_was_and_nothing_else_is() {
        let segment = Segment {
            file: PathBuf::from("blocks-3-1"),
            start: 16,
            words: 12,
            records: 2,
            width: 1,
            checksum: 99,
        };
        let report = Report {
            too_narrow: false,
            commits: true,
            threads: 3,
            memory: 1 << 30,
            states: 5,
            ways: 70,
            parts: vec![
                Part { shard: 0, bytes: 10, segments: Vec::new() },
                Part { shard: 7, bytes: 96, segments: vec![segment] },
            ],
        };
        let words = report.words().expect("the file has numbers");
        assert_eq!(Report::read(&words), Some(report));
        for cut in 0..words.len() {
            assert_eq!(Report::read(&words[..cut]), None, "cut at {cut}");
        }
    }
}
