//! The states of one level, each once, in the order in which they were found.

use crate::limits::Exhausted;

/// A set of states with dense numbers: open addressing over indices, the states beside it.
#[derive(Debug, Clone, Default)]
pub(super) struct Level<const N: usize> {
    states: Vec<[u64; N]>,
    /// Index of a state plus one; zero is a free place. A power of two places.
    table: Vec<u32>,
}

/// The most states a level may have: two bits of an arc are kept for the forced steps, two codes for terminals.
pub(super) const MAX_STATES: usize = (1 << 30) - 2;

const FIRST_PLACES: usize = 64;

impl<const N: usize> Level<N> {
    pub(super) fn new() -> Self {
        Level { states: Vec::new(), table: vec![0; FIRST_PLACES] }
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

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.states.capacity() * N * 8 + self.table.capacity() * 4
    }

    /// Forgets the states but keeps the room, shrunk when it is far too large.
    pub(super) fn clear(&mut self) {
        let places = self.table.len();
        if places > FIRST_PLACES && self.states.len() * 8 < places {
            self.table = vec![0; places / 2];
        } else {
            self.table.fill(0);
        }
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
        if self.states.len() * 2 > self.table.len() {
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
