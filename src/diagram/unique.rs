//! The unique table: finds a node by its value.

use std::ops::Range;

use super::Arena;
use crate::limits::Exhausted;

const SLOTS: usize = 8;
const ONES: u64 = u64::MAX / 0xFF;
const HIGHS: u64 = ONES << 7;

/// An open-addressing hash table of node ids. The nodes themselves are elsewhere.
///
/// ```text
///  tags:  [ t0 t1 t2 t3 t4 t5 t6 t7 ] [ ...    one byte a slot; 0 is free, else 0x80 and 7 bits of the hash
///  ids:   [ id0  id1  id2 ...   id7 ] [ ...    four bytes a slot
/// ```
///
/// A group of eight tags is one word, compared at once, so that a new node is nearly always placed without a
/// look at any other node. Five bytes a slot, filled from 7/12 to 7/8: 5.7 to 8.6 bytes a node. Nothing is ever
/// removed. As the ids in the table are a range, it is rebuilt from the nodes when it grows, and the old and the new
/// table need not exist together.
#[derive(Debug)]
pub(super) struct UniqueTable<'a> {
    arena: &'a Arena,
    tags: Vec<u64>,
    ids: Vec<[u32; SLOTS]>,
    groups: usize,
    free: usize,
}

impl<'a> UniqueTable<'a> {
    pub(super) fn new(arena: &'a Arena) -> Self {
        UniqueTable { arena, tags: Vec::new(), ids: Vec::new(), groups: 0, free: 0 }
    }

    pub(super) fn bytes(&self) -> usize {
        self.tags.len() * (SLOTS + SLOTS * size_of::<u32>())
    }

    /// Empties the table and makes room for `expected` ids. Keeps its memory.
    pub(super) fn reset(&mut self, expected: usize) -> Result<(), Exhausted> {
        let groups = expected / (SLOTS - 1) + 1;
        let before = self.bytes();
        if groups > self.tags.len() {
            self.arena.release(before);
            self.arena.reserve(groups * (SLOTS + SLOTS * size_of::<u32>()))?;
            self.tags.clear();
            self.ids.clear();
            self.tags.try_reserve_exact(groups).map_err(|_| Exhausted::Memory)?;
            self.ids.try_reserve_exact(groups).map_err(|_| Exhausted::Memory)?;
            self.tags.resize(groups, 0);
            self.ids.resize(groups, [0; SLOTS]);
        } else {
            self.tags[..groups].fill(0);
        }
        self.groups = groups;
        self.free = groups * (SLOTS - 1);
        Ok(())
    }

    /// The id of the node that is the `same`, else puts `new` in and returns it.
    ///
    /// `held` are the ids in the table and `hash_of` gives their hashes, for when it must grow.
    #[inline]
    pub(super) fn find_or_insert(
        &mut self,
        hash: u64,
        new: u32,
        held: Range<u32>,
        same: impl Fn(u32) -> bool,
        hash_of: impl Fn(u32) -> u64,
    ) -> Result<u32, Exhausted> {
        if self.free == 0 {
            self.grow(held, hash_of)?;
        }
        Ok(self.place(hash, new, same))
    }

    #[inline]
    fn place(&mut self, hash: u64, new: u32, same: impl Fn(u32) -> bool) -> u32 {
        let tag = hash >> 57 | 0x80;
        let mut at = (((hash & 0xFFFF_FFFF) * self.groups as u64) >> 32) as usize;
        loop {
            let tags = self.tags[at];
            let differ = tags ^ (tag * ONES);
            let mut hits = differ.wrapping_sub(ONES) & !differ & HIGHS;
            while hits != 0 {
                let id = self.ids[at][(hits.trailing_zeros() / 8) as usize & (SLOTS - 1)];
                if same(id) {
                    return id;
                }
                hits &= hits - 1;
            }
            let vacant = !tags & HIGHS;
            if vacant != 0 {
                let slot = vacant.trailing_zeros() / 8;
                self.tags[at] = tags | tag << (8 * slot);
                self.ids[at][slot as usize & (SLOTS - 1)] = new;
                self.free -= 1;
                return new;
            }
            at += 1;
            if at == self.groups {
                at = 0;
            }
        }
    }

    #[cold]
    fn grow(&mut self, held: Range<u32>, hash_of: impl Fn(u32) -> u64) -> Result<(), Exhausted> {
        self.reset((held.len() + held.len() / 2).max(64))?;
        for id in held {
            self.place(hash_of(id), id, |_| false);
        }
        Ok(())
    }
}

impl Drop for UniqueTable<'_> {
    fn drop(&mut self) {
        self.arena.release(self.bytes());
    }
}
