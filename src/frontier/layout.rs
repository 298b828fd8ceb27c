//! Where the parts of a frontier state lie in its words.
//!
//! A state is `N` words of 64 bits. No part crosses a word boundary:
//!
//! ```text
//! | slot 0 | slot 1 | ... | slot k |..| slot k+1 | ... | sum 0 | sum 1 | ... | taken |
//!   a mate code each, `bits` wide        (next word)      counters of sums     one bit, or the total weight of the vertices used so far
//! ```
//!
//! A slot belongs to one frontier vertex at a time. All states of a level assign the slots to the same vertices, so equal states
//! have equal words. Unused bits are zero. The mate codes of a slot, where `S` is the number of slots:
//!
//! | code | meaning |
//! |---|---|
//! | 0 | closed: the vertex takes no further edge |
//! | own slot + 1 | untouched |
//! | other slot + 1 | end of a path whose other end is in that slot |
//! | `S` + other slot + 1 | end of a path from a terminal whose partner has entered, too; the path from the partner ends in that slot |
//! | 2`S` + 1 + k | end of a path from a terminal of the pair with label k whose partner has not entered |
//! | `S` + 1, single pairs only | end of a path that began at either terminal |
//! | `S` + 1, path matchings only | end of a path whose other end has left the frontier |

/// A part of a state: the bits `mask << shift` of word `word`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Field {
    /// The index of the word.
    pub word: u8,
    /// The number of bits below the field.
    pub shift: u8,
    /// The greatest value of the field.
    pub mask: u64,
}

impl Field {
    /// The value of the field in `state`.
    #[inline(always)]
    pub fn get<const N: usize>(self, state: &[u64; N]) -> u64 {
        state[self.word as usize % N] >> self.shift & self.mask
    }

    /// The value of the field in the words of a state.
    pub(crate) fn read(self, words: &[u64]) -> u64 {
        words[self.word as usize] >> self.shift & self.mask
    }

    /// Sets the field in `state` to `value`, which fits.
    #[inline(always)]
    pub fn set<const N: usize>(self, state: &mut [u64; N], value: u64) {
        let word = &mut state[self.word as usize % N];
        *word = *word & !(self.mask << self.shift) | value << self.shift;
    }

    /// Adds `more` to the number in this field, which must be wide enough for the sum.
    #[inline(always)]
    pub fn add<const N: usize>(self, state: &mut [u64; N], more: u64) {
        state[self.word as usize % N] += more << self.shift;
    }

    /// Subtracts `less` from the number in this field, which is not smaller.
    #[inline(always)]
    pub(crate) fn subtract<const N: usize>(self, state: &mut [u64; N], less: u64) {
        state[self.word as usize % N] -= less << self.shift;
    }

    /// Sets the field in `state` to 0.
    #[inline(always)]
    pub fn clear<const N: usize>(self, state: &mut [u64; N]) {
        state[self.word as usize % N] &= !(self.mask << self.shift);
    }
}

/// The largest number of words a state may have.
pub const MAX_WORDS: usize = 64;

/// The fields of a state.
#[derive(Debug, Clone, Default)]
pub struct Layout {
    /// The code of the vertex in each slot.
    pub slots: Vec<Field>,
    /// The counter in each slot of the sums.
    pub counters: Vec<Field>,
    /// Whether an edge was taken; empty where no state needs it.
    pub taken: Field,
    /// The number of words of a state. A state of more than [`MAX_WORDS`] words is not supported.
    pub words: usize,
}

/// Places fields in words, one after the other, so that none crosses a word boundary.
#[derive(Debug, Default)]
pub(crate) struct Packer {
    word: usize,
    used: u32,
}

impl Packer {
    /// The next field of `bits` bits, at least one.
    pub(crate) fn bits(&mut self, bits: u32) -> Field {
        if self.used + bits > 64 {
            self.word += 1;
            self.used = 0;
        }
        let field = Field {
            word: u8::try_from(self.word).unwrap_or(u8::MAX),
            shift: self.used as u8,
            mask: u64::MAX >> (64 - bits),
        };
        self.used += bits;
        field
    }

    /// The next field for numbers up to `greatest`.
    pub(crate) fn up_to(&mut self, greatest: u64) -> Field {
        self.bits((64 - greatest.leading_zeros()).max(1))
    }

    /// The number of words with fields.
    pub(crate) fn words(&self) -> usize {
        self.word + 1
    }
}

impl Layout {
    /// Lays out `slots` mate codes up to `max_code`, counters of these numbers of bits, and one number up to `max_taken`.
    pub fn new(slots: usize, max_code: u64, counters: &[u32], max_taken: u64) -> Self {
        let mut packer = Packer::default();
        let slots = (0..slots).map(|_| packer.up_to(max_code)).collect();
        let counters = counters.iter().map(|&bits| packer.bits(bits)).collect();
        let taken = packer.up_to(max_taken);
        Layout { slots, counters, taken, words: packer.words() }
    }
}
