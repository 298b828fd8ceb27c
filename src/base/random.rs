//! Random numbers that are the same on every machine, so that all that depends on them can be repeated from its seed.

use num_bigint::BigUint;

/// The SplitMix64 generator (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014).
#[derive(Debug, Clone)]
pub struct Random {
    state: u64,
}

impl Random {
    /// A generator seeded with `seed`.
    pub fn new(seed: u64) -> Self {
        Random { state: seed }
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.state ^ self.state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A random number below `n`; 0 if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        // The high half of the product is below n; its bias is n / 2^64.
        ((u128::from(self.bits()) * n as u128) >> 64) as usize
    }

    /// A random element; `None` if there is none.
    pub fn any<T: Copy>(&mut self, of: &[T]) -> Option<T> {
        of.get(self.below(of.len())).copied()
    }

    /// A random number below `bound`, which must not be 0. Numbers of as many bits are drawn until one is below
    /// `bound`, so all numbers are equally likely, and two draws suffice on average.
    pub fn below_big(&mut self, bound: &BigUint) -> BigUint {
        let bits = bound.bits();
        loop {
            let mut words: Vec<u32> = Vec::new();
            let mut left = bits;
            while left > 0 {
                let word = self.bits();
                for half in [word as u32, (word >> 32) as u32] {
                    let taken = left.min(32);
                    if taken > 0 {
                        words.push((u64::from(half) & ((1u64 << taken) - 1)) as u32);
                    }
                    left -= taken;
                }
            }
            let number = BigUint::new(words);
            if number < *bound {
                return number;
            }
        }
    }

    /// A random number from 0 up to but excluding 1.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// True with a probability of `percent` percent.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// Permutes `items` randomly.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }

    /// A seed for an independent generator.
    pub fn split(&mut self) -> u64 {
        self.bits() ^ 0x6a09_e667_f3bc_c909
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn the_numbers_are_those_of_the_reference() {
        // The first outputs of the authors' program for seed 1234567.
        let random = &mut Random::new(1_234_567);
        assert_eq!(random.bits(), 6_457_827_717_110_365_317);
        assert_eq!(random.bits(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn numbers_stay_in_their_range_and_take_all_values() {
        let random = &mut Random::new(1);
        assert_eq!(random.below(0), 0);
        let mut seen = [0; 5];
        (0..1000).for_each(|_| seen[random.below(5)] += 1);
        assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
        assert!((0..1000).all(|_| (0.0..1.0).contains(&random.unit())));
        let mut items: Vec<usize> = (0..50).collect();
        random.shuffle(&mut items);
        assert!(items.iter().enumerate().any(|(i, &item)| i != item));
        items.sort_unstable();
        assert!(items.iter().enumerate().all(|(i, &item)| i == item));
    }
}
