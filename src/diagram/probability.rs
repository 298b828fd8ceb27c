//! The probability of a family under independent elements.

use super::fold::Fold;
use super::{Diagram, Level};
use zlink_base::limits::{Interrupted, Limits};

impl Diagram {
    /// The probability that a random set is in the family, if it has the element of level `l` with probability
    /// `probabilities[l]`, independently of all others.
    ///
    /// # Errors
    /// The limit that was reached.
    ///
    /// # Panics
    /// If there is not one probability for each level.
    pub fn probability(&self, probabilities: &[f64], limits: &Limits) -> Result<f64, Interrupted> {
        assert_eq!(probabilities.len(), self.variables.len(), "one probability a level");
        let absent = Absent::new(probabilities);
        let (level, sets) = self.fold(&Sum { probabilities, absent: &absent }, limits)?;
        Ok(sets * absent.product(0, level))
    }
}

/// The fold: for each node its level, and the probability of its sets over the elements of that level and those
/// below.
struct Sum<'p> {
    probabilities: &'p [f64],
    absent: &'p Absent,
}

impl Fold for Sum<'_> {
    type Value = (usize, f64);

    fn empty(&self) -> (usize, f64) {
        (self.probabilities.len(), 0.0)
    }

    fn unit(&self) -> (usize, f64) {
        (self.probabilities.len(), 1.0)
    }

    fn node(&self, level: Level, lo: &(usize, f64), hi: &(usize, f64)) -> (usize, f64) {
        let level = level.index();
        let probability = self.probabilities[level];
        let sets = |&(below, sets): &(usize, f64)| sets * self.absent.product(level + 1, below);
        (level, (1.0 - probability) * sets(lo) + probability * sets(hi))
    }
}

/// Products of the probabilities that elements are absent, over any range of levels. The products over ranges whose
/// lengths are powers of two are stored. (A quotient of two prefix products might be 0 / 0.)
struct Absent {
    /// `powers[k][l]` is the product over the 2^k levels from `l` on.
    powers: Vec<Vec<f64>>,
}

impl Absent {
    fn new(probabilities: &[f64]) -> Self {
        let mut powers =
            vec![probabilities.iter().map(|probability| 1.0 - probability).collect::<Vec<f64>>()];
        let mut length = 1;
        while 2 * length <= probabilities.len() {
            let last = &powers[powers.len() - 1];
            powers.push(last.iter().zip(&last[length..]).map(|(a, b)| a * b).collect());
            length *= 2;
        }
        Absent { powers }
    }

    fn product(&self, from: usize, to: usize) -> f64 {
        let (mut at, mut product) = (from, 1.0);
        while at < to {
            let power = (to - at).ilog2() as usize;
            product *= self.powers[power][at];
            at += 1 << power;
        }
        product
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Algebra, Element};
    use zlink_base::random::Random;

    /// Compares with the sum over the sets, also for certain and impossible elements.
    #[test]
    fn the_probability_is_the_sum_over_the_sets() {
        let (limits, random) = (Limits::none(), &mut Random::new(7));
        for levels in (0..11).chain([40]) {
            for _ in 0..20 {
                let probabilities: Vec<f64> = (0..levels)
                    .map(|_| match random.below(6) {
                        0 => 0.0,
                        1 => 1.0,
                        _ => random.unit(),
                    })
                    .collect();
                let mut sets: Vec<Vec<Level>> = (0..random.below(40))
                    .map(|_| (0..levels as u32).filter(|_| random.chance(60)).map(Level).collect())
                    .collect();
                sets.sort();
                sets.dedup();
                let mut algebra = Algebra::new(&limits, levels).unwrap();
                let family = algebra.family(&sets).unwrap();
                let diagram = algebra.freeze(family, (0..levels).map(Element::from_index).collect()).unwrap();
                let of_set = |set: &Vec<Level>| {
                    let of_level =
                        |(level, p): (u32, &f64)| if set.contains(&Level(level)) { *p } else { 1.0 - p };
                    (0..).zip(&probabilities).map(of_level).product::<f64>()
                };
                let expected = sets.iter().map(of_set).sum::<f64>();
                let found = diagram.probability(&probabilities, &limits).unwrap();
                assert!((found - expected).abs() <= 1e-12, "{found} is not {expected}");
            }
        }
    }

    #[test]
    fn small_probabilities_of_many_elements_are_no_trouble() {
        let levels = 5000;
        let mut algebra = Algebra::new(&Limits::none(), levels).unwrap();
        let family = algebra.power_set().unwrap();
        let diagram = algebra.freeze(family, (0..levels).map(Element::from_index).collect()).unwrap();
        let found = diagram.probability(&vec![0.75; levels], &Limits::none()).unwrap();
        assert!((found - 1.0).abs() < 1e-9, "{found}");
    }
}
