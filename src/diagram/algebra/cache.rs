//! The operation cache: answers to earlier questions.

use super::super::NodeId;
use zlink_base::limits::{Account, Limits};

/// The number of entries at the first use of a cache.
const FIRST: usize = 1 << 10;
/// The greatest number of entries, whatever the budget: half a gigabyte.
const MOST: usize = 1 << 25;

/// A question (operation tag and operands) and its answer; tag 0 marks a free entry.
#[derive(Debug, Clone, Copy, Default)]
struct Entry {
    f: NodeId,
    g: NodeId,
    tag: u32,
    answer: NodeId,
}

/// A direct-mapped table from questions to answers. A new answer overwrites the entry in its place, so the cache may
/// forget, but is never wrong. It grows with the number of questions while the budget allows.
#[derive(Debug)]
pub(super) struct Cache {
    /// An eighth of the memory limit, in bytes: the most that the entries may take.
    most: usize,
    account: Account,
    entries: Vec<Entry>,
    /// The number of bits by which a hash is shifted right to give an index.
    shift: u32,
}

impl Cache {
    pub(super) fn new(limits: &Limits) -> Self {
        Cache {
            most: limits.memory() / 8,
            account: limits.account(),
            entries: vec![Entry::default()],
            shift: 63,
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.entries.len() * size_of::<Entry>()
    }

    #[inline]
    fn index(&self, tag: u32, f: NodeId, g: NodeId) -> usize {
        let key = u64::from(f.0) | u64::from(g.0) << 32;
        let product = u128::from(key ^ u64::from(tag) << 24) * 0x9E37_79B9_7F4A_7C15;
        // The length minus one is the mask. It matters only for one entry: a shift by 63 leaves one bit.
        ((product as u64 ^ (product >> 64) as u64) >> self.shift) as usize & (self.entries.len() - 1)
    }

    #[inline]
    pub(super) fn get(&self, tag: u32, f: NodeId, g: NodeId) -> Option<NodeId> {
        let entry = &self.entries[self.index(tag, f, g)];
        (entry.f == f && entry.g == g && entry.tag == tag).then_some(entry.answer)
    }

    #[inline]
    pub(super) fn put(&mut self, tag: u32, f: NodeId, g: NodeId, answer: NodeId) {
        let index = self.index(tag, f, g);
        self.entries[index] = Entry { f, g, tag, answer };
    }

    /// Grows to `entries` entries, unless they would take more than an eighth of the budget.
    pub(super) fn fit(&mut self, entries: usize) {
        let wanted = entries.clamp(FIRST, MOST).next_power_of_two();
        let bytes = wanted.saturating_mul(size_of::<Entry>());
        if wanted <= self.entries.len() || bytes > self.most || self.account.grow(bytes).is_err() {
            return;
        }
        let mut grown = Vec::new();
        if grown.try_reserve_exact(wanted).is_err() {
            self.account.shrink(bytes);
            return;
        }
        grown.resize(wanted, Entry::default());
        let outgrown = std::mem::replace(&mut self.entries, grown);
        self.shift = 64 - wanted.trailing_zeros();
        for entry in outgrown.iter().filter(|entry| entry.tag != 0) {
            self.put(entry.tag, entry.f, entry.g, entry.answer);
        }
        // The initial single entry was never charged to the account.
        self.account.shrink(if outgrown.len() > 1 { outgrown.len() * size_of::<Entry>() } else { 0 });
    }
}
