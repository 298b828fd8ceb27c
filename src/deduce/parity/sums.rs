//! Sums over GF(2) as bit sets, and Gauss-Jordan elimination.

/// Sums of free unknowns and a constant, one row of bits each: `rows[i * words..(i + 1) * words]`. The constant is bit `free`.
pub(super) struct Sums {
    free: usize,
    words: usize,
    rows: Vec<u64>,
}

impl Sums {
    pub(super) fn new(free: usize, capacity: usize) -> Self {
        let words = free / 64 + 1;
        Sums { free, words, rows: Vec::with_capacity(capacity * words) }
    }

    /// One sum for each unknown: a free unknown is itself, the others are empty sums.
    pub(super) fn of_free(is_free: &[bool]) -> Self {
        let free = is_free.iter().filter(|&&free| free).count();
        let mut sums = Sums::new(free, is_free.len());
        let mut next = 0;
        for &is_free in is_free {
            let sum = sums.push();
            if is_free {
                flip(sum, next);
                next += 1;
            }
        }
        sums
    }

    /// The number of free unknowns.
    pub(super) fn free(&self) -> usize {
        self.free
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len() / self.words
    }

    pub(super) fn row(&self, i: usize) -> &[u64] {
        &self.rows[i * self.words..(i + 1) * self.words]
    }

    pub(super) fn row_mut(&mut self, i: usize) -> &mut [u64] {
        &mut self.rows[i * self.words..(i + 1) * self.words]
    }

    /// Appends an empty sum.
    fn push(&mut self) -> &mut [u64] {
        let start = self.rows.len();
        self.rows.resize(start + self.words, 0);
        &mut self.rows[start..]
    }

    /// An empty sum with as many words as the rows.
    pub(super) fn empty(&self) -> Vec<u64> {
        vec![0; self.words]
    }

    pub(super) fn push_unless_zero(&mut self, sum: &[u64]) {
        if sum.iter().any(|&word| word != 0) {
            self.push().copy_from_slice(sum);
        }
    }

    /// All sums, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[u64]> {
        self.rows.chunks_exact(self.words)
    }

    /// Whether the constant of the sum is one.
    pub(super) fn is_odd(&self, row: &[u64]) -> bool {
        bit(row, self.free)
    }

    /// Brings the sums, all of which are zero, into reduced row echelon form. The result is the pivot column of each of the
    /// first rows; the other rows have no unknown left.
    pub(super) fn eliminate(&mut self) -> Vec<usize> {
        let mut pivots = Vec::new();
        let (mut pivot, mut other) = (vec![0; self.words], vec![0; self.words]);
        for column in 0..self.free {
            let rank = pivots.len();
            let Some(found) = (rank..self.len()).find(|&i| bit(self.row(i), column)) else { continue };
            pivot.copy_from_slice(self.row(found));
            other.copy_from_slice(self.row(rank));
            self.row_mut(found).copy_from_slice(&other);
            for row in self.rows.chunks_exact_mut(self.words) {
                if bit(row, column) {
                    add(&mut row[column / 64..], &pivot[column / 64..]);
                }
            }
            self.row_mut(rank).copy_from_slice(&pivot);
            pivots.push(column);
        }
        pivots
    }

    /// Replaces each pivot by the sum that its row in `reduced` gives it.
    pub(super) fn substitute(&mut self, reduced: &Sums, pivots: &[usize]) {
        let mut row_of = vec![usize::MAX; self.free];
        let mut pivot_bits = self.empty();
        for (i, &column) in pivots.iter().enumerate() {
            row_of[column] = i;
            flip(&mut pivot_bits, column);
        }
        for sum in self.rows.chunks_exact_mut(self.words) {
            for word in 0..sum.len() {
                // Reduced rows have no pivots but their own.
                let mut found = sum[word] & pivot_bits[word];
                while found != 0 {
                    let column = word * 64 + found.trailing_zeros() as usize;
                    found &= found - 1;
                    add(sum, reduced.row(row_of[column]));
                }
            }
        }
    }
}

fn bit(row: &[u64], column: usize) -> bool {
    row[column / 64] >> (column % 64) & 1 == 1
}

pub(super) fn flip(row: &mut [u64], column: usize) {
    row[column / 64] ^= 1 << (column % 64);
}

pub(super) fn add(row: &mut [u64], other: &[u64]) {
    row.iter_mut().zip(other).for_each(|(a, b)| *a ^= b);
}
