//! The passes of a count -> the pass where its two halves meet.

use super::counters::limbs;

/// The estimated number of bits by which the largest counter grows with a pass: 0.55 to 0.7 on square grids, less on others.
const GROWTH: f64 = 0.7;
/// Halves meet at the least level among those with at most this factor of the fewest additions.
const NEARLY: f64 = 1.05;

/// What a pass costs when counters have one limb.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cost {
    /// The number of additions.
    pub(super) updates: f64,
    /// The number of words before the pass.
    pub(super) words: f64,
}

/// The two halves of a count, with estimates.
#[derive(Debug, Clone, Copy)]
pub(super) struct Halves {
    /// The number of passes of the first half.
    pub(super) middle: usize,
    /// The number of additions of 64-bit numbers.
    pub(super) updates: f64,
    /// The largest number of limbs that are held at once.
    pub(super) limbs: f64,
}

impl Halves {
    /// The best halves of passes with these costs.
    pub(super) fn of(costs: &[Cost]) -> Self {
        let count = costs.len();
        let limbs = |passes: usize| limbs(passes as f64 * GROWTH);
        let words = |i: usize| costs.get(i).map_or(1.0, |cost| cost.words);
        // The additions of the first and of the second half, and the largest number of limbs that either of them holds, where they
        // meet before pass `i`.
        let mut first = vec![(0.0f64, 0.0f64)];
        let mut second = vec![(0.0f64, 0.0f64)];
        for i in 0..count {
            let (updates, most) = first[i];
            let both = words(i) + words(i + 1);
            first.push((updates + limbs(i) * costs[i].updates, most.max(limbs(i) * both)));
            let (j, (updates, most)) = (count - 1 - i, second[i]);
            let both = words(j) + words(j + 1);
            second.push((updates + limbs(i) * costs[j].updates, most.max(limbs(i) * both)));
        }
        let met = |middle: usize| {
            let ((ahead, most), (behind, most_behind)) = (first[middle], second[count - middle]);
            let kept = if middle == count { 0.0 } else { limbs(middle) * words(middle) };
            Halves { middle, updates: ahead + behind, limbs: most.max(kept + most_behind) }
        };
        let all = || (0..=count).map(met);
        let fewest = all().map(|halves| halves.updates).fold(f64::INFINITY, f64::min);
        let near = all().filter(|halves| halves.updates <= NEARLY * fewest);
        near.min_by(|a, b| a.limbs.total_cmp(&b.limbs)).unwrap_or(met(count))
    }
}
