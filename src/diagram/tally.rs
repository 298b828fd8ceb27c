//! A vector of exact counters of the same width.

use num_bigint::BigUint;

/// A vector of unsigned counters that never overflow: all have the same number of 64-bit limbs, and all get one more
/// when a sum needs it.
///
/// Tallies can also count without a diagram: with one counter for each frontier state, one tally for the current
/// level and one for the next:
///
/// ```
/// use zlink_diagram::Tally;
/// // Two states; the first leads to both states of the next level, the second only to the last.
/// let mut here = Tally::new(2);
/// here.set(0, 1);
/// here.set(1, u64::MAX);
/// let mut next = Tally::new(2);
/// for (from, to) in [(0, 0), (0, 1), (1, 1)] {
///     next.add(to, &here, from);
/// }
/// assert_eq!(next.get(1), num_bigint::BigUint::from(1u128 << 64));
/// ```
#[derive(Debug, Clone)]
pub struct Tally {
    width: usize,
    /// Counter `i` is `limbs[i * width..][..width]`, the least significant limb first.
    limbs: Vec<u64>,
}

impl Tally {
    /// A vector of `len` counters at 0.
    pub fn new(len: usize) -> Self {
        Tally { width: 1, limbs: vec![0; len] }
    }

    /// The number of counters.
    pub fn len(&self) -> usize {
        self.limbs.len() / self.width
    }

    /// Whether there are no counters.
    pub fn is_empty(&self) -> bool {
        self.limbs.is_empty()
    }

    /// The number of 64-bit limbs of each counter.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The bytes in use. Reserved capacity is not included, as it takes no physical memory yet.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.limbs[..])
    }

    /// Resets the vector to `len` counters at 0, of the current width of `like`. Keeps its memory.
    pub fn reset(&mut self, len: usize, like: &Tally) {
        self.width = like.width;
        self.limbs.clear();
        self.limbs.resize(len * self.width, 0);
    }

    /// Appends a counter at 0.
    #[inline]
    pub fn push(&mut self) {
        self.limbs.resize(self.limbs.len() + self.width, 0);
    }

    /// Appends a counter with the given limbs, the least significant one first.
    pub fn push_limbs(&mut self, limbs: &[u64]) {
        self.widen(limbs.len());
        self.push();
        let start = self.limbs.len() - self.width;
        self.limbs[start..][..limbs.len()].copy_from_slice(limbs);
    }

    /// The limbs of counter `i`, the least significant one first.
    #[inline]
    pub fn limbs(&self, i: usize) -> &[u64] {
        &self.limbs[i * self.width..][..self.width]
    }

    /// The value of counter `i`.
    pub fn get(&self, i: usize) -> BigUint {
        BigUint::new(self.limbs(i).iter().flat_map(|&limb| [limb as u32, (limb >> 32) as u32]).collect())
    }

    /// Sets counter `i` to `value`.
    pub fn set(&mut self, i: usize, value: u64) {
        let counter = &mut self.limbs[i * self.width..][..self.width];
        counter.fill(0);
        counter[0] = value;
    }

    /// Adds counter `i` of `other` to counter `j`.
    #[inline]
    pub fn add(&mut self, j: usize, other: &Tally, i: usize) {
        if self.width == 1
            && other.width == 1
            && let Some(sum) = self.limbs[j].checked_add(other.limbs[i])
        {
            self.limbs[j] = sum;
            return;
        }
        self.add_wide(j, other, i);
    }

    /// Adds counter `i` of `other` to counter `j + i`, for all `i`.
    pub fn add_all(&mut self, j: usize, other: &Tally) {
        if self.width == 1 && other.width == 1 {
            let sums = || self.limbs[j..].iter().zip(&other.limbs);
            if sums().all(|(a, b)| a.checked_add(*b).is_some()) {
                self.limbs[j..].iter_mut().zip(&other.limbs).for_each(|(sum, more)| *sum += more);
                return;
            }
        }
        for i in 0..other.len() {
            self.add_wide(j + i, other, i);
        }
    }

    fn add_wide(&mut self, j: usize, other: &Tally, i: usize) {
        self.widen(other.width);
        let addend = &other.limbs[i * other.width..][..other.width];
        let counter = &mut self.limbs[j * self.width..][..self.width];
        let mut carry = false;
        for (limb, &more) in counter.iter_mut().zip(addend) {
            (*limb, carry) = add_with_carry(*limb, more, carry);
        }
        for limb in &mut counter[addend.len()..] {
            (*limb, carry) = add_with_carry(*limb, 0, carry);
        }
        if carry {
            self.widen(self.width + 1);
            self.limbs[(j + 1) * self.width - 1] = 1;
        }
    }

    /// Adds counter `i` to counter `j` of the same vector.
    #[inline]
    pub fn add_within(&mut self, j: usize, i: usize) {
        if self.width == 1
            && let Some(sum) = self.limbs[j].checked_add(self.limbs[i])
        {
            self.limbs[j] = sum;
            return;
        }
        let (width, mut carry) = (self.width, false);
        for k in 0..width {
            let sum;
            (sum, carry) = add_with_carry(self.limbs[j * width + k], self.limbs[i * width + k], carry);
            self.limbs[j * width + k] = sum;
        }
        if carry {
            self.widen(width + 1);
            self.limbs[(j + 1) * self.width - 1] = 1;
        }
    }

    /// Appends the sum of counters `i` and `j`.
    #[inline]
    pub fn push_sum(&mut self, i: usize, j: usize) {
        if self.width == 1
            && let Some(sum) = self.limbs[i].checked_add(self.limbs[j])
        {
            self.limbs.push(sum);
            return;
        }
        self.push_wide_sum(i, j);
    }

    fn push_wide_sum(&mut self, i: usize, j: usize) {
        let (width, mut carry) = (self.width, false);
        self.limbs.reserve(width);
        for k in 0..width {
            let sum;
            (sum, carry) = add_with_carry(self.limbs[i * width + k], self.limbs[j * width + k], carry);
            self.limbs.push(sum);
        }
        if carry {
            self.widen(width + 1);
            if let Some(top) = self.limbs.last_mut() {
                *top = 1;
            }
        }
    }

    /// Removes the counters from `from` up to but excluding `to`; later ones move down.
    pub(super) fn remove(&mut self, from: usize, to: usize) {
        self.limbs.drain(from * self.width..to * self.width);
    }

    /// The sum of all counters.
    pub fn total(&self) -> BigUint {
        let mut sum = Tally::new(1);
        for i in 0..self.len() {
            sum.add(0, self, i);
        }
        sum.get(0)
    }

    #[cold]
    fn widen(&mut self, width: usize) {
        if width <= self.width {
            return;
        }
        // In place, from the last to the first: a second copy would raise the peak memory of a count.
        let (narrow, len) = (self.width, self.len());
        self.limbs.resize(len * width, 0);
        for i in (0..len).rev() {
            self.limbs.copy_within(i * narrow..(i + 1) * narrow, i * width);
            self.limbs[i * width + narrow..(i + 1) * width].fill(0);
        }
        self.width = width;
    }
}

#[inline]
fn add_with_carry(a: u64, b: u64, carry: bool) -> (u64, bool) {
    let (sum, first) = a.overflowing_add(b);
    let (sum, second) = sum.overflowing_add(u64::from(carry));
    (sum, first | second)
}
