//! Blocks: the states of a level that one thread passes by itself for some levels, and their exchange behind these.

use super::problem::Problem;
use super::table::StateTable;
use crate::limits::Exhausted;

/// States of a block, about: two levels of them with their weights fit the cache of a core.
const BLOCK_STATES: usize = if cfg!(test) { 4 } else { 1 << 14 };
/// The most blocks behind a window.
const MOST_BLOCKS: usize = 1 << 10;
/// The most levels of a window: longer ones would exchange less, but their blocks grow out of the cache.
const LONGEST_WINDOW: usize = 6;

/// Where the window that begins at level `at` ends, with so many states at its beginning.
///
/// As long as possible, but so short that the parts of a state that it does not touch can tell enough blocks apart.
pub(crate) fn window_end<const N: usize>(problem: &dyn Problem<N>, at: usize, states: usize) -> usize {
    let levels = problem.levels().len();
    let longest = (at + LONGEST_WINDOW).min(levels);
    let blocks = block_count(states);
    if blocks == 1 {
        return longest;
    }
    // A part that is not touched tells somewhat more than one bit.
    let wanted = (blocks.ilog2() as usize + 3) * 3 / 4;
    let is_told = |until: &usize| problem.untouched(at, *until) >= wanted;
    (at + 1..=longest).rev().find(is_told).unwrap_or((at + 1).min(levels))
}

fn block_count(states: usize) -> usize {
    (states / BLOCK_STATES).clamp(1, MOST_BLOCKS).next_power_of_two()
}

/// Records one behind the other: `N` words of a state, then the limbs of its weight.
#[derive(Debug, Clone, Default)]
pub(crate) struct Batch {
    limbs: usize,
    words: Vec<u64>,
}

/// A block before it is passed: what the workers have sent to it.
#[derive(Debug, Clone)]
pub(crate) struct Block<const N: usize> {
    batches: Vec<Batch>,
}

impl<const N: usize> Block<N> {
    /// The block of one state of weight 1.
    pub(crate) fn of(state: [u64; N]) -> Self {
        let words = state.into_iter().chain([1]).collect();
        Block { batches: vec![Batch { limbs: 1, words }] }
    }

    /// Its states.
    pub(crate) fn len(&self) -> usize {
        self.batches.iter().map(|batch| batch.words.len() / (N + batch.limbs)).sum()
    }

    pub(crate) fn bytes(&self) -> usize {
        self.batches.iter().map(|batch| size_of_val(&batch.words[..])).sum()
    }

    /// The limbs of its longest weight.
    pub(crate) fn limbs(&self) -> usize {
        self.batches.iter().map(|batch| batch.limbs).max().unwrap_or(1)
    }

    /// Appends its states, and their weights with so many limbs each.
    pub(crate) fn load(
        &self,
        limbs: usize,
        table: &mut StateTable<N>,
        weights: &mut Vec<u64>,
    ) -> Result<(), Exhausted> {
        weights.try_reserve(self.len() * limbs).map_err(|_| Exhausted::Memory)?;
        for batch in &self.batches {
            for record in batch.words.chunks_exact(N + batch.limbs) {
                let (state, weight) = record.split_at(N);
                table.append(std::array::from_fn(|i| state[i]))?;
                weights.extend_from_slice(weight);
                weights.resize(weights.len() + limbs - batch.limbs, 0);
            }
        }
        Ok(())
    }
}

/// What a worker has sent to each of the blocks behind a window.
#[derive(Debug, Default)]
pub(crate) struct Exchanged {
    /// For each block batches, of which only the last one is added to.
    blocks: Vec<Vec<Batch>>,
    bytes: usize,
}

impl Exchanged {
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }
}

/// The exchange behind a window.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Exchange {
    at: usize,
    until: usize,
    blocks: usize,
}

impl Exchange {
    /// For a window up to level `at`, with so many states before it, and the next one up to level `until`.
    pub(crate) fn new(at: usize, until: usize, states: usize) -> Self {
        Exchange { at, until, blocks: block_count(2 * states) }
    }

    /// Nothing is sent yet.
    pub(crate) fn empty(&self) -> Exchanged {
        Exchanged { blocks: vec![Vec::new(); self.blocks], bytes: 0 }
    }

    /// Sends states of level `at` with their weights to their blocks.
    pub(crate) fn send<const N: usize>(
        &self,
        problem: &dyn Problem<N>,
        states: &[[u64; N]],
        weights: &[u64],
        limbs: usize,
        classes: &mut Vec<u64>,
        to: &mut Exchanged,
    ) {
        classes.clear();
        if self.blocks > 1 {
            problem.classify(self.at, self.until, states, classes);
        } else {
            classes.resize(states.len(), 0);
        }
        to.bytes += states.len() * (N + limbs) * size_of::<u64>();
        for ((state, weight), &class) in states.iter().zip(weights.chunks_exact(limbs)).zip(&*classes) {
            let batches = &mut to.blocks[class as usize >> 7 & (self.blocks - 1)];
            let batch = match batches.last_mut() {
                Some(batch) if batch.limbs == limbs => batch,
                _ => {
                    batches.push(Batch { limbs, words: Vec::new() });
                    batches.last_mut().expect("one was added")
                }
            };
            batch.words.extend_from_slice(state);
            batch.words.extend_from_slice(weight);
        }
    }

    /// The blocks of what all workers have sent, without empty ones.
    pub(crate) fn blocks<const N: usize>(&self, sent: impl Iterator<Item = Exchanged>) -> Vec<Block<N>> {
        let mut blocks: Vec<Block<N>> = (0..self.blocks).map(|_| Block { batches: Vec::new() }).collect();
        for worker in sent {
            for (block, batches) in blocks.iter_mut().zip(worker.blocks) {
                block.batches.extend(batches);
            }
        }
        blocks.retain(|block| !block.batches.is_empty());
        blocks
    }
}
