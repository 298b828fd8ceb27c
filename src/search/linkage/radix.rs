//! A priority queue for keys that never fall below the last one removed: bucket `i` holds the keys that differ from it in bit `i
//! - 1` and in no higher one, bucket 0 those that equal it. Of equal keys, the last one inserted is removed first.
//!
//! Source: Ahuja, Mehlhorn, Orlin and Tarjan, Faster Algorithms for the Shortest Path Problem, Journal of the ACM
//! 37, 1990 (radix heaps).

/// The number of buckets: one for each bit of a key, and bucket 0.
const BUCKETS: usize = u32::BITS as usize + 1;

/// A queue of values by ascending keys.
pub(super) struct RadixQueue {
    buckets: [Vec<(u32, u32)>; BUCKETS],
    /// The key that was removed last.
    last: u32,
    len: usize,
}

impl RadixQueue {
    pub(super) fn new() -> Self {
        RadixQueue { buckets: std::array::from_fn(|_| Vec::new()), last: 0, len: 0 }
    }

    pub(super) fn clear(&mut self) {
        if self.len > 0 {
            self.buckets.iter_mut().for_each(Vec::clear);
        }
        (self.last, self.len) = (0, 0);
    }

    fn bucket(&self, key: u32) -> usize {
        (u32::BITS - (key ^ self.last).leading_zeros()) as usize
    }

    /// Inserts a key, which must not be below the last one removed, with its value.
    pub(super) fn push(&mut self, key: u32, value: u32) {
        debug_assert!(key >= self.last);
        let bucket = self.bucket(key);
        self.buckets[bucket].push((key, value));
        self.len += 1;
    }

    /// Removes a smallest key with its value.
    pub(super) fn pop(&mut self) -> Option<(u32, u32)> {
        if self.buckets[0].is_empty() {
            let lowest = self.buckets.iter().position(|bucket| !bucket.is_empty())?;
            let mut moved = std::mem::take(&mut self.buckets[lowest]);
            self.last = moved.iter().map(|&(key, _)| key).min()?;
            for (key, value) in moved.drain(..) {
                let bucket = self.bucket(key);
                self.buckets[bucket].push((key, value));
            }
            self.buckets[lowest] = moved;
        }
        self.len -= 1;
        self.buckets[0].pop()
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Reverse;
    use std::collections::BinaryHeap;

    use super::RadixQueue;
    use zlink_base::random::Random;

    #[test]
    fn keys_come_out_in_order() {
        let mut random = Random::new(3);
        let mut queue = RadixQueue::new();
        for round in 0..200 {
            queue.clear();
            let mut expected = BinaryHeap::new();
            let mut last = 0u32;
            for i in 0..300 {
                if random.chance(60) {
                    let most = if round % 2 == 0 { 40 } else { u32::MAX as usize };
                    let key = last.saturating_add(random.below(most) as u32);
                    queue.push(key, i);
                    expected.push(Reverse(key));
                } else {
                    let key = queue.pop().map(|(key, _)| key);
                    assert_eq!(key, expected.pop().map(|Reverse(key)| key));
                    last = key.unwrap_or(last);
                }
            }
            while let Some((key, _)) = queue.pop() {
                assert_eq!(Some(key), expected.pop().map(|Reverse(key)| key));
            }
            assert!(expected.is_empty());
        }
    }
}
