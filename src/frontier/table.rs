//! The states of one level, each stored once, in the order in which they were found.

use super::problem::{Arc, BATCH, End, FORCED};
use zlink_base::limits::Interrupted;

/// An arc in one word: the number of the state it leads to, or one of two terminal codes above all numbers; and the forced edges
/// that it takes.
///
/// ```text
///   31                     2 1 0
/// | state of the next level | f |      f: bit i is set if forced edge i is taken
/// ```
pub(crate) mod code {
    use super::{FORCED, MAX_STATES};

    pub(crate) const DEAD: u32 = (MAX_STATES as u32) << FORCED;
    pub(crate) const ACCEPT: u32 = (MAX_STATES as u32 + 1) << FORCED;

    /// The code with the bits of the forced edges cleared.
    #[inline(always)]
    pub(crate) fn target(code: u32) -> u32 {
        code >> FORCED << FORCED
    }

    /// Whether the arc leads to no state.
    #[inline(always)]
    pub(crate) fn is_terminal(code: u32) -> bool {
        code >= DEAD
    }

    /// The number of the state that the arc leads to; meaningful only if it is not terminal.
    #[inline(always)]
    pub(crate) fn number(code: u32) -> usize {
        (code >> FORCED) as usize
    }
}

/// The part of a state that identifies it in a table.
pub trait Key<const N: usize>: Copy {
    /// The identifying part of `state`.
    fn of(self, state: &[u64; N]) -> [u64; N];
}

/// All words of a state identify it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Whole;

impl<const N: usize> Key<N> for Whole {
    #[inline(always)]
    fn of(self, state: &[u64; N]) -> [u64; N] {
        *state
    }
}

/// The bits of this mask identify a state.
#[derive(Debug, Clone, Copy)]
pub struct Bits<const N: usize>(pub [u64; N]);

impl<const N: usize> Key<N> for Bits<N> {
    #[inline(always)]
    fn of(self, state: &[u64; N]) -> [u64; N] {
        std::array::from_fn(|i| state[i] & self.0[i])
    }
}

/// A set of states with dense numbers: a hash table with open addressing over indices, and the states in a separate array.
#[derive(Debug, Clone)]
pub struct StateTable<const N: usize, K = Whole> {
    key: K,
    states: Vec<[u64; N]>,
    /// The index of a state plus one, or zero for a free place. The number of places is a power of two.
    table: Vec<u32>,
    /// The number of states above which the table grows: half the places or, when memory is short, nearly all of them.
    full: usize,
    /// The limit of memory for this table, in bytes.
    room: usize,
    /// The largest number of states that the table has held: their memory has been touched.
    touched: usize,
}

/// The largest number of states of a level: an arc has two bits for the forced steps, and two codes for terminals.
pub(crate) const MAX_STATES: usize = (1 << 30) - 2;

/// The largest number of states that are looked up together.
pub const TOGETHER: usize = 2 * BATCH;

const FIRST_PLACES: usize = 64;

impl<const N: usize> StateTable<N> {
    pub(crate) fn new() -> Self {
        StateTable::with_key(Whole)
    }
}

impl<const N: usize, K: Key<N>> StateTable<N, K> {
    /// An empty table whose states are identified by `key`.
    pub fn with_key(key: K) -> Self {
        let (states, table) = (Vec::new(), vec![0; FIRST_PLACES]);
        StateTable { key, states, table, full: FIRST_PLACES / 2, room: usize::MAX, touched: 0 }
    }

    /// Limits the table to `bytes` bytes from now on. Near the limit it grows in smaller steps.
    pub fn set_room(&mut self, bytes: usize) {
        self.room = bytes;
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether there is no state.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// The states, in the order in which they were found.
    pub fn states(&self) -> &[[u64; N]] {
        &self.states
    }

    /// Replaces state `number` by a state with the same key.
    #[inline(always)]
    pub fn replace(&mut self, number: u32, state: [u64; N]) {
        self.states[number as usize] = state;
    }

    /// The number of bytes held. Memory that is reserved but was never written does not count.
    pub fn bytes(&self) -> usize {
        self.touched.max(self.states.len()) * N * 8 + self.table.len() * 4
    }

    /// Removes all states but keeps the capacity; a far too large hash table is halved.
    pub fn clear(&mut self) {
        let places = self.table.len();
        if places > FIRST_PLACES && self.states.len() * 8 < places {
            self.table = vec![0; places / 2];
        } else {
            self.table.fill(0);
        }
        self.full = self.table.len() / 2;
        self.touched = self.touched.max(self.states.len());
        self.states.clear();
    }

    /// Numbers the successors of up to [`BATCH`] states: writes a code for each of their arcs. New states get numbers from the
    /// former [`StateTable::len`] on, in the order of the arcs.
    #[inline]
    pub(crate) fn insert_all(
        &mut self,
        arcs: &[[Arc<N>; 2]],
        codes: &mut [[u32; 2]],
    ) -> Result<(), Interrupted> {
        let arcs = arcs.as_flattened();
        let codes = codes.as_flattened_mut();
        if self.states.len() + arcs.len() > self.full.min(MAX_STATES) {
            return self.insert_each(arcs, codes);
        }
        self.states.try_reserve(arcs.len()).map_err(|_| Interrupted::Memory)?;
        let (places, found) = self.look_up(arcs.iter().map(|arc| &arc.state));
        for (((code, arc), &found), &place) in codes.iter_mut().zip(arcs).zip(&found).zip(&places) {
            *code = match arc.end {
                End::Dead => code::DEAD,
                End::Accept => code::ACCEPT | u32::from(arc.taken),
                End::State => {
                    let number = if found == 0 { self.find_or_push(arc.state, place) } else { found - 1 };
                    number << FORCED | u32::from(arc.taken)
                }
            };
        }
        Ok(())
    }

    /// Numbers up to [`TOGETHER`] states, in their order: new states get numbers from the former [`StateTable::len`] on.
    #[inline]
    pub fn insert_batch(&mut self, states: &[[u64; N]], numbers: &mut Vec<u32>) -> Result<(), Interrupted> {
        numbers.clear();
        if self.states.len() + states.len() > self.full.min(MAX_STATES) {
            for &state in states {
                numbers.push(self.insert(state)?);
            }
            return Ok(());
        }
        self.states.try_reserve(states.len()).map_err(|_| Interrupted::Memory)?;
        let (places, found) = self.look_up(states.iter());
        for ((&state, &found), &place) in states.iter().zip(&found).zip(&places) {
            numbers.push(if found == 0 { self.find_or_push(state, place) } else { found - 1 });
        }
        Ok(())
    }

    /// Returns for each state its first place in the table, and the number plus one of the state there if it is equal, else zero.
    /// All places are read in one loop, so that the cache misses overlap.
    #[inline(always)]
    fn look_up<'s>(
        &self,
        states: impl Iterator<Item = &'s [u64; N]> + Clone,
    ) -> ([usize; TOGETHER], [u32; TOGETHER]) {
        let mask = self.table.len() - 1;
        let mut places = [0usize; TOGETHER];
        let mut count = 0;
        for (place, state) in places.iter_mut().zip(states.clone()) {
            *place = self.hash(state) as usize & mask;
            count += 1;
        }
        let mut found = [0u32; TOGETHER];
        for (found, &place) in found.iter_mut().zip(&places[..count]) {
            *found = self.table[place];
        }
        for (found, state) in found.iter_mut().zip(states) {
            let there = self.states.get((*found as usize).wrapping_sub(1));
            *found = if there.is_some_and(|there| self.is_same(there, state)) { *found } else { 0 };
        }
        (places, found)
    }

    #[inline(always)]
    fn is_same(&self, a: &[u64; N], b: &[u64; N]) -> bool {
        self.key.of(a) == self.key.of(b)
    }

    #[inline(always)]
    fn hash(&self, state: &[u64; N]) -> u64 {
        hash(&self.key.of(state))
    }

    /// [`StateTable::insert_all`] near the limits, one state at a time.
    #[cold]
    fn insert_each(&mut self, arcs: &[Arc<N>], codes: &mut [u32]) -> Result<(), Interrupted> {
        for (code, arc) in codes.iter_mut().zip(arcs) {
            *code = match arc.end {
                End::Dead => code::DEAD,
                End::Accept => code::ACCEPT | u32::from(arc.taken),
                End::State => self.insert(arc.state)? << FORCED | u32::from(arc.taken),
            };
        }
        Ok(())
    }

    /// Appends a state that is not in the table, without hashing it. Until the table is cleared, states can then only be
    /// appended.
    #[inline]
    pub(crate) fn append(&mut self, state: [u64; N]) -> Result<(), Interrupted> {
        if self.states.len() == self.states.capacity() {
            self.make_room()?;
        }
        self.states.push(state);
        Ok(())
    }

    /// The number of `state`, which is inserted if it is new. The search begins at `place`; there must be room for one more
    /// state.
    #[inline(always)]
    fn find_or_push(&mut self, state: [u64; N], mut place: usize) -> u32 {
        let mask = self.table.len() - 1;
        loop {
            match self.table[place] {
                0 => break,
                i if self.is_same(&self.states[i as usize - 1], &state) => return i - 1,
                _ => place = (place + 1) & mask,
            }
        }
        self.states.push(state);
        let number = self.states.len() as u32;
        self.table[place] = number;
        number - 1
    }

    /// The number of `state`, which is inserted if it is new: then the number is the former [`StateTable::len`].
    #[inline(always)]
    pub fn insert(&mut self, state: [u64; N]) -> Result<u32, Interrupted> {
        let mask = self.table.len() - 1;
        let mut place = self.hash(&state) as usize & mask;
        loop {
            match self.table[place] {
                0 => break,
                i if self.is_same(&self.states[i as usize - 1], &state) => return Ok(i - 1),
                _ => place = (place + 1) & mask,
            }
        }
        let index = self.states.len();
        if index >= MAX_STATES {
            return Err(Interrupted::Memory);
        }
        if index == self.states.capacity() {
            self.make_room()?;
        }
        self.states.push(state);
        self.table[place] = index as u32 + 1;
        if self.states.len() > self.full {
            self.grow()?;
        }
        Ok(index as u32)
    }

    /// Doubles the room for states. Under a limit on the address space, this is the step that fails.
    #[cold]
    fn make_room(&mut self) -> Result<(), Interrupted> {
        self.states.try_reserve(1).map_err(|_| Interrupted::Memory)
    }

    #[cold]
    fn grow(&mut self) -> Result<(), Interrupted> {
        let places = self.table.len() * 2;
        if self.bytes().saturating_add(self.table.len() * 4) > self.room {
            let nearly_all = self.table.len() / 8 * 7;
            let is_full = self.full == nearly_all;
            self.full = nearly_all;
            return if is_full { Err(Interrupted::Memory) } else { Ok(()) };
        }
        self.full = places / 2;
        let mask = places - 1;
        self.table.clear();
        self.table.try_reserve_exact(places).map_err(|_| Interrupted::Memory)?;
        self.table.resize(places, 0);
        for (i, state) in self.states.iter().enumerate() {
            let mut place = self.hash(state) as usize & mask;
            while self.table[place] != 0 {
                place = (place + 1) & mask;
            }
            self.table[place] = i as u32 + 1;
        }
        Ok(())
    }
}

/// Multiply and fold, word by word: states differ in few bits, and linear probing needs well-spread hashes.
#[inline(always)]
pub fn hash(state: &[u64]) -> u64 {
    let mut h = 0u64;
    for &word in state {
        let product = u128::from(h ^ word) * 0x9e37_79b9_7f4a_7c15;
        h = (product as u64) ^ ((product >> 64) as u64);
    }
    h ^ h >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_room_for_a_larger_table_the_one_at_hand_is_filled() {
        let fill = |room: usize| {
            let mut level = StateTable::<1>::new();
            level.set_room(room);
            let numbers = (0..).map(|n: u64| level.insert([n * n]));
            let known = numbers.take_while(Result::is_ok).take(4 * FIRST_PLACES).count();
            let again = (0..known as u64).map(|n| level.insert([n * n]));
            assert!(again.zip(0..).all(|(number, n)| number == Ok(n)), "each is known by its number");
            (known, level.bytes())
        };
        assert_eq!(fill(usize::MAX).0, 4 * FIRST_PLACES);
        for room in [0, FIRST_PLACES * 4, FIRST_PLACES * 12] {
            assert_eq!(fill(room).0, FIRST_PLACES / 8 * 7, "{room}");
        }
        // The table also holds the state whose insertion failed.
        let (known, bytes) = fill(FIRST_PLACES * 13);
        assert_eq!((known, bytes), (2 * FIRST_PLACES / 8 * 7, FIRST_PLACES * 8 + 8 * (known + 1)));
    }
}
