//! A relation between the things of two lists, as a matrix of bits.

/// A matrix of bits, row by row.
#[derive(Debug, Clone, Default)]
pub(super) struct Matrix {
    words: usize,
    bits: Vec<u64>,
}

impl Matrix {
    /// A matrix without rows; rows have `columns` bits.
    pub(super) fn new(columns: usize) -> Self {
        Matrix { words: columns.div_ceil(64), bits: Vec::new() }
    }

    /// The bytes of a matrix of this size.
    pub(super) fn bytes_of(rows: usize, columns: usize) -> usize {
        rows.saturating_mul(columns.div_ceil(64)).saturating_mul(8)
    }

    /// The bytes that the matrix takes.
    pub(super) fn bytes(&self) -> usize {
        self.bits.capacity() * 8
    }

    /// The number of 64-bit words of a row.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// Appends a row.
    pub(super) fn push(&mut self, row: &[u64]) {
        self.bits.extend_from_slice(&row[..self.words]);
    }

    /// Row `i`.
    #[inline]
    pub(super) fn row(&self, i: usize) -> &[u64] {
        &self.bits[i * self.words..][..self.words]
    }

    /// Row `i`, to be changed.
    pub(super) fn row_mut(&mut self, i: usize) -> &mut [u64] {
        &mut self.bits[i * self.words..][..self.words]
    }

    /// Appends a row without bits.
    pub(super) fn push_empty(&mut self) {
        self.bits.resize(self.bits.len() + self.words, 0);
    }

    /// The transposed matrix; `columns` is the number of columns of this one.
    pub(super) fn transposed(&self, columns: usize) -> Self {
        let rows = self.bits.len().checked_div(self.words).unwrap_or(0);
        let mut transposed = Matrix::new(rows);
        let words = transposed.words;
        transposed.bits.resize(columns * words, 0);
        let mut block = [0u64; 64];
        // Eight squares one below the other become a whole cache line of each row.
        for (i, eight) in self.bits.chunks(512 * self.words.max(1)).enumerate() {
            for j in 0..self.words {
                for (k, rows) in eight.chunks(64 * self.words).enumerate() {
                    block.fill(0);
                    block
                        .iter_mut()
                        .zip(rows.chunks_exact(self.words))
                        .for_each(|(word, row)| *word = row[j]);
                    if block.iter().any(|word| *word != 0) {
                        transpose(&mut block);
                        let there = transposed.bits[64 * j * words..].chunks_exact_mut(words);
                        there.zip(&block).for_each(|(row, word)| row[8 * i + k] = *word);
                    }
                }
            }
        }
        transposed
    }

    /// Whether bit `j` of row `i` is set.
    #[inline]
    pub(super) fn has(&self, i: usize, j: usize) -> bool {
        has(self.row(i), j)
    }
}

/// Exchanges the rows and the columns of a square (Warren, Hacker's Delight, section 7-3).
fn transpose(square: &mut [u64; 64]) {
    let (mut width, mut mask) = (32, u64::MAX >> 32);
    while width > 0 {
        for i in (0..64).filter(|i| i & width == 0) {
            let exchanged = (square[i] >> width ^ square[i + width]) & mask;
            square[i] ^= exchanged << width;
            square[i + width] ^= exchanged;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

/// Whether bit `j` of a row is set.
#[inline]
pub(super) fn has(row: &[u64], j: usize) -> bool {
    row[j / 64] >> (j % 64) & 1 == 1
}

/// Sets bit `j` of a row.
#[inline]
pub(super) fn set(row: &mut [u64], j: usize) {
    row[j / 64] |= 1 << (j % 64);
}

/// The positions of the set bits of a row.
pub(super) fn ones(row: &[u64]) -> impl Iterator<Item = usize> + Clone + '_ {
    row.iter().enumerate().flat_map(|(i, &word)| {
        std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)))
            .take_while(|word| *word != 0)
            .map(move |word| i * 64 + word.trailing_zeros() as usize)
    })
}
