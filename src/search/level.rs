//! The states of one level, each once, in the order in which they were found.

use crate::limits::Exhausted;

/// A set of states with dense numbers: open addressing over indices, the states beside it.
#[derive(Debug, Clone)]
pub(super) struct Level<const N: usize> {
    states: Vec<[u64; N]>,
    /// Index of a state plus one; zero is a free place. A power of two places.
    table: Vec<u32>,
    /// With more states than this the table has to grow: half as many as places, or, where memory lacks, nearly all.
    full: usize,
    /// What it may hold, in bytes.
    room: usize,
    /// The most states that it has had: so many take memory.
    touched: usize,
}

/// The most states a level may have: two bits of an arc are kept for the forced steps, two codes for terminals.
pub(super) const MAX_STATES: usize = (1 << 30) - 2;

const FIRST_PLACES: usize = 64;

impl<const N: usize> Level<N> {
    pub(super) fn new() -> Self {
        let (states, table) = (Vec::new(), vec![0; FIRST_PLACES]);
        Level { states, table, full: FIRST_PLACES / 2, room: usize::MAX, touched: 0 }
    }

    /// Holds `bytes` at most from now on: near that, it grows in smaller steps.
    pub(super) fn set_room(&mut self, bytes: usize) {
        self.room = bytes;
    }

    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    pub(super) fn states(&self) -> &[[u64; N]] {
        &self.states
    }

    /// Bytes held. What is reserved for the states to come takes no memory yet.
    pub(super) fn bytes(&self) -> usize {
        self.touched.max(self.states.len()) * N * 8 + self.table.len() * 4
    }

    /// Forgets the states but keeps the room, shrunk when it is far too large.
    pub(super) fn clear(&mut self) {
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

    /// The number of `state`, which is new if it equals the former [`Level::len`].
    #[inline(always)]
    pub(super) fn insert(&mut self, state: [u64; N]) -> Result<u32, Exhausted> {
        let mask = self.table.len() - 1;
        let mut place = hash(&state) as usize & mask;
        loop {
            match self.table[place] {
                0 => break,
                i if self.states[i as usize - 1] == state => return Ok(i - 1),
                _ => place = (place + 1) & mask,
            }
        }
        let index = self.states.len();
        if index >= MAX_STATES {
            return Err(Exhausted::Memory);
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

    /// Room for as many states again. Near a limit on the address space it is this step that fails.
    #[cold]
    fn make_room(&mut self) -> Result<(), Exhausted> {
        self.states.try_reserve(1).map_err(|_| Exhausted::Memory)
    }

    #[cold]
    fn grow(&mut self) -> Result<(), Exhausted> {
        let places = self.table.len() * 2;
        if self.bytes().saturating_add(self.table.len() * 4) > self.room {
            let nearly_all = self.table.len() / 8 * 7;
            let is_full = self.full == nearly_all;
            self.full = nearly_all;
            return if is_full { Err(Exhausted::Memory) } else { Ok(()) };
        }
        self.full = places / 2;
        let mask = places - 1;
        self.table.clear();
        self.table.try_reserve_exact(places).map_err(|_| Exhausted::Memory)?;
        self.table.resize(places, 0);
        for (i, state) in self.states.iter().enumerate() {
            let mut place = hash(state) as usize & mask;
            while self.table[place] != 0 {
                place = (place + 1) & mask;
            }
            self.table[place] = i as u32 + 1;
        }
        Ok(())
    }
}

/// Multiply and fold, word by word: states differ in few bits, and linear probing wants them spread.
#[inline(always)]
pub(super) fn hash<const N: usize>(state: &[u64; N]) -> u64 {
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
            let mut level = Level::<1>::new();
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
        // The state for which there was no room any more is held, too.
        let (known, bytes) = fill(FIRST_PLACES * 13);
        assert_eq!((known, bytes), (2 * FIRST_PLACES / 8 * 7, FIRST_PLACES * 8 + 8 * (known + 1)));
    }
}
