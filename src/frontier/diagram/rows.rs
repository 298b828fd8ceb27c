//! The arcs of each state, block by block: passed from the sweep to the reduction, in memory or on disk.

use crate::blocks::{Evaluation, Evaluator, MOST_BLOCKS, Stop};
use crate::spill::{Saved, Segment, SegmentWriter, Spill, SpillError, read_segment};
use crate::table::code;
use zlink_base::limits::{Account, Interrupted, Limits};

/// The rows of a block in a window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BlockRows {
    /// The codes of the arcs of all states, level by level. A code refers to a state of the same block's next level.
    codes: Vec<[u32; 2]>,
    /// The index after the last code of each level.
    ends: Vec<usize>,
    /// The number of the block that each state after the window goes to.
    pub(super) targets: Vec<u16>,
}

impl BlockRows {
    /// The codes of the states of level `level` of the window.
    pub(super) fn level(&self, level: usize) -> &[[u32; 2]] {
        let start = level.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.codes[start..self.ends[level]]
    }

    /// The number of the block's states on the level after `level`.
    pub(super) fn len_behind(&self, level: usize) -> usize {
        let behind = level + 1;
        if behind == self.levels() { self.targets.len() } else { self.level(behind).len() }
    }

    /// The number of levels of the window.
    pub(super) fn levels(&self) -> usize {
        self.ends.len()
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.codes[..]) + size_of_val(&self.ends[..]) + size_of_val(&self.targets[..])
    }

    /// Encodes the rows as words: the number of levels, their ends, the number of targets; the codes; the targets, four in a
    /// word.
    fn to_words(&self, words: &mut Vec<u64>) {
        words.clear();
        words.push(self.ends.len() as u64);
        words.extend(self.ends.iter().map(|&end| end as u64));
        words.push(self.targets.len() as u64);
        words.extend(self.codes.iter().map(|&[lo, hi]| u64::from(lo) | u64::from(hi) << 32));
        let word = |four: &[u16]| four.iter().rev().fold(0, |word, &target| word << 16 | u64::from(target));
        words.extend(self.targets.chunks(4).map(word));
    }

    /// Decodes words written by [`BlockRows::to_words`]; `None` if they are not the rows of a block.
    fn of_words(words: &[u64]) -> Option<Self> {
        let (&levels, words) = words.split_first()?;
        let (ends, words) = words.split_at_checked(usize::try_from(levels).ok()?)?;
        let ends: Vec<usize> = ends.iter().map(|&end| end as usize).collect();
        let (&targets, words) = words.split_first()?;
        let (codes, words) = words.split_at_checked(*ends.last()?)?;
        let targets = usize::try_from(targets).ok()?;
        if !ends.is_sorted() || words.len() != targets.div_ceil(4) {
            return None;
        }
        let codes = codes.iter().map(|&word| [word as u32, (word >> 32) as u32]).collect();
        let of_word = |&word: &u64| (0..4).map(move |i| (word >> (16 * i)) as u16);
        let targets = words.iter().flat_map(of_word).take(targets).collect();
        Some(BlockRows { codes, ends, targets }).filter(Self::is_possible)
    }

    /// Whether all codes refer to existing states, and all targets are numbers of blocks.
    fn is_possible(&self) -> bool {
        let lead_to = |codes: &[[u32; 2]], states: usize| {
            let leads = |&of_arc: &u32| code::is_terminal(of_arc) || code::number(of_arc) < states;
            codes.as_flattened().iter().all(leads)
        };
        self.targets.iter().all(|&target| usize::from(target) < MOST_BLOCKS)
            && (0..self.levels()).all(|level| lead_to(self.level(level), self.len_behind(level)))
    }
}

/// The rows of a block, in memory or on disk.
#[derive(Debug)]
enum Kept {
    Memory(BlockRows),
    Disk(Segment),
}

/// The rows of a window's blocks, in the order of their numbers.
#[derive(Debug)]
struct WindowRows {
    /// The number of levels of the window.
    levels: usize,
    blocks: Vec<Kept>,
    /// The accounts of the rows in memory.
    accounts: Vec<Account>,
}

/// The rows of a window in memory, and the accounts of that memory.
pub(super) type Held = (Vec<BlockRows>, Vec<Account>);

/// The rows of all windows.
pub(super) struct Rows<'s> {
    windows: Vec<WindowRows>,
    spill: Option<&'s Spill>,
    limits: &'s Limits,
}

impl<'s> Rows<'s> {
    pub(super) fn new(spill: Option<&'s Spill>, limits: &'s Limits) -> Self {
        Rows { windows: Vec::new(), spill, limits }
    }

    /// The number of levels of all windows that have not been taken.
    pub(super) fn levels(&self) -> usize {
        self.windows.iter().map(|window| window.levels).sum()
    }

    /// Takes the rows of the last window, in the order of its blocks, and the accounts of their memory.
    pub(super) fn pop(&mut self) -> Result<Option<Held>, Stop> {
        let Some(WindowRows { levels, blocks, mut accounts }) = self.windows.pop() else { return Ok(None) };
        let mut loaded = self.limits.account();
        let mut rows = Vec::with_capacity(blocks.len());
        for kept in blocks {
            rows.push(match (kept, self.spill) {
                (Kept::Memory(rows), _) => rows,
                (Kept::Disk(segment), Some(spill)) => {
                    let rows = read_rows(spill, &segment, levels)?;
                    loaded.grow(rows.bytes())?;
                    rows
                }
                (Kept::Disk(_), None) => unreachable!("only a spill puts rows on disk"),
            });
        }
        accounts.push(loaded);
        Ok(Some((rows, accounts)))
    }

    /// The error for files on disk that do not fit together.
    pub(super) fn damaged(&self) -> Stop {
        match self.spill {
            Some(spill) => SpillError::Damaged(spill.folder().to_path_buf()).into(),
            None => Interrupted::Storage.into(),
        }
    }
}

/// Reads the rows of a block in a window of `levels` levels.
fn read_rows(spill: &Spill, segment: &Segment, levels: usize) -> Result<BlockRows, SpillError> {
    let words = read_segment(spill.folder(), segment)?;
    let rows = BlockRows::of_words(&words).filter(|rows| rows.levels() == levels);
    rows.ok_or_else(|| SpillError::Damaged(spill.folder().join(&segment.file)))
}

impl Evaluation for Rows<'_> {
    type Evaluator = WorkerRows;

    const NAME: &'static str = "diagram";
    const ROOT: &'static [u64] = &[];

    fn evaluator(&self, worker: usize) -> WorkerRows {
        WorkerRows { worker, ..WorkerRows::default() }
    }

    fn begin_window(&self, to: usize, worker: &mut WorkerRows) {
        worker.account = self.limits.account();
        // A worker may pass no block of this window.
        worker.ends.clear();
        worker.writer = self.spill.map(|spill| spill.rows(to, worker.worker));
    }

    fn end_window<'e>(
        &mut self,
        workers: impl Iterator<Item = &'e mut WorkerRows>,
        sync: bool,
    ) -> Result<(), SpillError> {
        let (mut levels, mut blocks, mut accounts) = (0, Vec::new(), Vec::new());
        for worker in workers {
            levels = levels.max(worker.ends.len());
            if let Some(writer) = worker.writer.take() {
                writer.finish(sync)?;
            }
            blocks.append(&mut worker.passed);
            accounts.push(std::mem::take(&mut worker.account));
        }
        blocks.sort_by_key(|&(number, _)| number);
        let blocks = blocks.into_iter().map(|(_, kept)| kept).collect();
        self.windows.push(WindowRows { levels, blocks, accounts });
        Ok(())
    }

    fn save(&self, _results: &[Vec<u64>], saved: &mut Saved) -> bool {
        let segments = |window: &WindowRows| {
            let segment = |kept: &Kept| match kept {
                Kept::Disk(segment) => Some(segment.clone()),
                Kept::Memory(_) => None,
            };
            window.blocks.iter().map(segment).collect::<Option<Vec<Segment>>>()
        };
        let rows = self.windows.iter().map(segments).collect::<Option<Vec<_>>>();
        rows.map(|rows| saved.rows = rows).is_some()
    }

    fn restore(&mut self, saved: &Saved) {
        let window = |segments: &Vec<Segment>| WindowRows {
            levels: segments.iter().map(|segment| segment.records).max().unwrap_or(0),
            blocks: segments.iter().cloned().map(Kept::Disk).collect(),
            accounts: Vec::new(),
        };
        self.windows = saved.rows.iter().map(window).collect();
    }
}

/// The rows of the blocks that a worker has passed.
#[derive(Debug, Default)]
pub(super) struct WorkerRows {
    worker: usize,
    /// The current block, and its rows so far.
    block: usize,
    codes: Vec<[u32; 2]>,
    ends: Vec<usize>,
    /// The words beside the states: always empty.
    beside: Vec<u64>,
    /// The rows of the blocks of this window that the worker has passed, with the blocks' numbers.
    passed: Vec<(usize, Kept)>,
    account: Account,
    writer: Option<SegmentWriter>,
    /// A buffer for the words of a segment.
    words: Vec<u64>,
}

impl Evaluator for WorkerRows {
    fn begin(&mut self, block: usize, _width: usize) {
        self.block = block;
        self.widen();
    }

    fn widen(&mut self) {
        self.codes.clear();
        self.ends.clear();
    }

    fn width(&self) -> usize {
        0
    }

    fn beside(&mut self) -> &mut Vec<u64> {
        &mut self.beside
    }

    fn pass(&mut self, _first: usize, codes: &[[u32; 2]]) -> Result<(), Stop> {
        self.codes.try_reserve(codes.len()).map_err(|_| Interrupted::Memory)?;
        self.codes.extend_from_slice(codes);
        Ok(())
    }

    fn end_level(&mut self) {
        self.ends.push(self.codes.len());
    }

    fn end(&mut self, targets: &[u64]) -> Result<(), Stop> {
        let rows = BlockRows {
            codes: exactly(self.codes.iter().copied())?,
            ends: self.ends.clone(),
            targets: exactly(targets.iter().map(|&target| target as u16))?,
        };
        let kept = match &mut self.writer {
            Some(writer) => {
                rows.to_words(&mut self.words);
                Kept::Disk(writer.write(&self.words, 0, rows.levels())?)
            }
            None => {
                self.account.grow(rows.bytes())?;
                Kept::Memory(rows)
            }
        };
        self.passed.push((self.block, kept));
        Ok(())
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.codes[..]) + size_of_val(&self.words[..])
    }
}

/// A vector without spare capacity: rows are large, and kept for long.
fn exactly<T>(items: impl ExactSizeIterator<Item = T>) -> Result<Vec<T>, Interrupted> {
    let mut all = Vec::new();
    all.try_reserve_exact(items.len()).map_err(|_| Interrupted::Memory)?;
    all.extend(items);
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::FORCED;

    /// One state that leads to two, the second of which leads to a state after the window.
    fn rows(last: u32) -> BlockRows {
        let codes = vec![[0, 1 << FORCED], [code::DEAD, code::ACCEPT], [code::DEAD, last << FORCED]];
        BlockRows { codes, ends: vec![1, 3], targets: vec![7; 5] }
    }

    #[test]
    fn words_give_the_rows_again_and_no_others_do() {
        let mut words = Vec::new();
        rows(4).to_words(&mut words);
        assert_eq!(BlockRows::of_words(&words), Some(rows(4)));
        for cut in 0..words.len() {
            assert_eq!(BlockRows::of_words(&words[..cut]), None, "cut at {cut}");
        }
        // There are only five states after the window.
        rows(5).to_words(&mut words);
        assert_eq!(BlockRows::of_words(&words), None);
    }
}
