//! The partition of the frontier into components, in the words of a state.
//!
//! Each slot has a code: 0 if it has no vertex, and otherwise the number plus one of the smallest slot of the vertex's component, its
//! *first*. So equal partitions have equal codes. All codes have the same width and lie next to each other, so that those of a word are
//! compared and replaced together.

use crate::layout::Field;

/// Where the codes lie in states of `N` words.
#[derive(Debug, Clone)]
pub(super) struct Partition<const N: usize> {
    codes: Vec<Field>,
    bits: u32,
    /// The lowest bit of each code.
    low: [u64; N],
    /// The number of the first slot in each word.
    starts: [usize; N],
    /// The number of words that have codes.
    words: usize,
}

impl<const N: usize> Partition<N> {
    pub(super) fn new(codes: &[Field]) -> Self {
        let bits = codes.first().map_or(1, |field| field.mask.count_ones());
        let (mut low, mut starts) = ([0; N], [0; N]);
        for (slot, field) in codes.iter().enumerate().rev() {
            low[field.word as usize % N] |= 1 << field.shift;
            starts[field.word as usize % N] = slot;
        }
        let words = codes.last().map_or(0, |field| field.word as usize + 1);
        Partition { codes: codes.to_vec(), bits, low, starts, words }
    }

    #[inline(always)]
    pub(super) fn code(&self, state: &[u64; N], slot: usize) -> u64 {
        self.codes[slot].get(state)
    }

    #[inline(always)]
    pub(super) fn set(&self, state: &mut [u64; N], slot: usize, code: u64) {
        self.codes[slot].set(state, code);
    }

    /// The lowest bit of each code of a word that is equal to `code`.
    #[inline(always)]
    fn equal(&self, state: &[u64; N], word: usize, code: u64) -> u64 {
        let low = self.low[word];
        let high = low << (self.bits - 1);
        let below = high - low;
        let differing = state[word] ^ low.wrapping_mul(code);
        (!(((differing & below) + below) | differing) & high) >> (self.bits - 1)
    }

    /// Replaces a code everywhere.
    #[inline(always)]
    pub(super) fn replace(&self, state: &mut [u64; N], from: u64, to: u64) {
        for word in 0..self.words.min(N) {
            state[word] ^= self.equal(state, word, from).wrapping_mul(from ^ to);
        }
    }

    /// The first slot with this code.
    #[inline(always)]
    pub(super) fn first(&self, state: &[u64; N], code: u64) -> Option<usize> {
        (0..self.words.min(N)).find_map(|word| {
            let equal = self.equal(state, word, code);
            (equal != 0).then(|| {
                let before = self.low[word] & (equal & equal.wrapping_neg()).wrapping_sub(1);
                self.starts[word] + before.count_ones() as usize
            })
        })
    }

    /// Whether all codes are 0 or among these.
    pub(super) fn has_only(&self, state: &[u64; N], codes: &[u64]) -> bool {
        let known = |word| {
            codes
                .iter()
                .fold(self.equal(state, word, 0), |known, &code| known | self.equal(state, word, code))
        };
        (0..self.words.min(N)).all(|word| known(word) == self.low[word])
    }

    /// Clears all codes.
    pub(super) fn clear(&self, state: &mut [u64; N]) {
        for (word, low) in state.iter_mut().zip(&self.low) {
            *word &= !low.wrapping_mul((1 << self.bits) - 1);
        }
    }
}
