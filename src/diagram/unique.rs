//! The unique table, which finds a node by its value.

use std::mem;

use zlink_base::limits::{Account, Interrupted, Limits};

const SLOTS: usize = 8;
const ONES: u64 = u64::MAX / 0xFF;
const HIGHS: u64 = ONES << 7;

/// Eight slots: their tag bytes in one word, compared at once, and their ids.
#[derive(Debug, Clone, Copy, Default)]
struct Group {
    /// The tag of each slot: 0 if it is free, else 0x80 plus 7 bits of the hash.
    tags: u64,
    ids: [u32; SLOTS],
}

/// An open-addressing hash table of node ids. The nodes themselves are stored elsewhere.
///
/// Thanks to the tags, a new node is nearly always placed without looking at any other node. With five bytes a slot,
/// and slots filled from 7/12 to 7/8, the table takes 5.7 to 8.6 bytes a node. Nothing is ever removed. There is one
/// table for each level: small tables stay in the processor's cache during work on a level, and growing one takes
/// little memory.
#[derive(Debug)]
pub(super) struct UniqueTable {
    account: Account,
    groups: Vec<Group>,
    /// The number of groups in use.
    active: usize,
    /// The number of ids that can still be inserted before the table must grow.
    free: usize,
}

impl UniqueTable {
    pub(super) fn new(limits: &Limits) -> Self {
        UniqueTable { account: limits.account(), groups: Vec::new(), active: 0, free: 0 }
    }

    pub(super) fn bytes(&self) -> usize {
        self.groups.len() * size_of::<Group>()
    }

    /// Empties the table and makes room for `expected` ids. Keeps its memory.
    pub(super) fn reset(&mut self, expected: usize) -> Result<(), Interrupted> {
        let active = expected / (SLOTS - 1) + 1;
        if active > self.groups.len() {
            self.groups = Vec::new();
            self.account.shrink(usize::MAX);
            self.groups = self.vacant(active)?;
        } else {
            self.groups[..active].fill(Group::default());
        }
        self.active = active;
        self.free = active * (SLOTS - 1);
        Ok(())
    }

    /// Empties the table for `expected` ids, no more than it held before. Keeps its memory and allocates none.
    pub(super) fn clear(&mut self, expected: usize) {
        self.active = (expected / (SLOTS - 2) + 1).min(self.groups.len());
        self.groups[..self.active].fill(Group::default());
        self.free = self.active * (SLOTS - 1);
    }

    /// Makes room for `more` ids; `hash_of` gives the hashes of the ids in the table.
    pub(super) fn expect(&mut self, more: usize, hash_of: impl Fn(u32) -> u64) -> Result<(), Interrupted> {
        if self.active == 0 {
            return self.reset(more);
        }
        match more.checked_sub(self.free) {
            None | Some(0) => Ok(()),
            Some(missing) => self.grow(missing.div_ceil(SLOTS - 1), hash_of),
        }
    }

    /// A vector of `count` empty groups, charged to the account.
    fn vacant(&mut self, count: usize) -> Result<Vec<Group>, Interrupted> {
        let bytes = count * size_of::<Group>();
        self.account.grow(bytes)?;
        let mut groups = Vec::new();
        if groups.try_reserve_exact(count).is_err() {
            self.account.shrink(bytes);
            return Err(Interrupted::Memory);
        }
        groups.resize(count, Group::default());
        Ok(groups)
    }

    /// The id for which `same` holds; if there is none, inserts `new` and returns it. `hash_of` gives the hashes of
    /// the ids in the table, in case it must grow.
    #[inline]
    pub(super) fn find_or_insert(
        &mut self,
        hash: u64,
        new: u32,
        same: impl Fn(u32) -> bool,
        hash_of: impl Fn(u32) -> u64,
    ) -> Result<u32, Interrupted> {
        if self.free == 0 {
            self.grow(self.active / 2 + 2, hash_of)?;
        }
        Ok(self.place(hash, new, same))
    }

    #[inline]
    fn place(&mut self, hash: u64, new: u32, same: impl Fn(u32) -> bool) -> u32 {
        let tag = hash >> 57 | 0x80;
        let mut at = (((hash & 0xFFFF_FFFF) * self.active as u64) >> 32) as usize;
        loop {
            let group = &mut self.groups[at];
            let differ = group.tags ^ (tag * ONES);
            let mut hits = differ.wrapping_sub(ONES) & !differ & HIGHS;
            while hits != 0 {
                let id = group.ids[(hits.trailing_zeros() / 8) as usize & (SLOTS - 1)];
                if same(id) {
                    return id;
                }
                hits &= hits - 1;
            }
            let vacant = !group.tags & HIGHS;
            if vacant != 0 {
                let slot = vacant.trailing_zeros() / 8;
                group.tags |= tag << (8 * slot);
                group.ids[slot as usize & (SLOTS - 1)] = new;
                self.free -= 1;
                return new;
            }
            at += 1;
            if at == self.active {
                at = 0;
            }
        }
    }

    #[cold]
    fn grow(&mut self, more: usize, hash_of: impl Fn(u32) -> u64) -> Result<(), Interrupted> {
        let active = self.active + more;
        let groups = self.vacant(active)?;
        let outgrown = mem::replace(&mut self.groups, groups);
        let before = mem::replace(&mut self.active, active);
        self.free = active * (SLOTS - 1);
        for group in &outgrown[..before] {
            // Slots of a group are filled in order.
            for &id in &group.ids[..(group.tags & HIGHS).count_ones() as usize] {
                self.place(hash_of(id), id, |_| false);
            }
        }
        self.account.shrink(outgrown.len() * size_of::<Group>());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn room_for_what_is_expected() {
        let limits = Limits::none();
        let hash_of = |id: u32| u64::from(id).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut table = UniqueTable::new(&limits);
        let mut known = 0;
        for more in [0, 1, 30, 3, 500, 200, 7] {
            table.expect(more, hash_of).unwrap();
            let bytes = table.bytes();
            for new in known..known + more as u32 {
                let id = table.find_or_insert(hash_of(new), new, |_| false, |_| panic!("it grew"));
                assert_eq!(id, Ok(new));
            }
            known += more as u32;
            assert_eq!(table.bytes(), bytes);
            for id in 0..known {
                let found = table.find_or_insert(hash_of(id), known, |other| other == id, hash_of);
                assert_eq!(found, Ok(id));
            }
        }
        assert_eq!(limits.meter().held(), table.bytes());
        drop(table);
        assert_eq!(limits.meter().held(), 0);
    }
}
