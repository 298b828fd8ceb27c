//! A checksum of 64-bit words: detects disk errors, not deliberate changes.

/// Multiply and fold, word by word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checksum(u64);

impl Default for Checksum {
    fn default() -> Self {
        Checksum(0x243f_6a88_85a3_08d3)
    }
}

impl Checksum {
    /// Goes on with one more word.
    #[inline]
    pub fn add(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0x9e37_79b9_7f4a_7c15;
        // The sum ensures that a leading zero does not hide the words after it.
        self.0 = (product as u64 ^ (product >> 64) as u64).wrapping_add(word.rotate_left(32) | 1);
    }

    /// The checksum of `words`.
    pub fn of(words: impl IntoIterator<Item = u64>) -> u64 {
        let mut sum = Checksum::default();
        words.into_iter().for_each(|word| sum.add(word));
        sum.value()
    }

    /// The checksum of the words so far.
    pub fn value(self) -> u64 {
        self.0
    }
}
