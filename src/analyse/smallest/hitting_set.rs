//! Minimum hitting set by branch and bound: the fewest elements that hit each of some sets.

use zlink_base::limits::{Interrupted, Limits};

/// The number of search steps between two checks of the limits.
const CHECK_EVERY: u32 = 1 << 10;

/// The sets to be hit, none of them empty; elements are numbered from 0 on.
#[derive(Debug)]
pub(super) struct HittingSets {
    elements: usize,
    sets: Vec<Vec<usize>>,
}

/// A branching point: elements to choose one from, and the number of those already tried.
struct Branch {
    options: Vec<usize>,
    tried: usize,
}

impl HittingSets {
    /// An empty list of sets over `elements` elements.
    pub(super) fn new(elements: usize) -> Self {
        HittingSets { elements, sets: Vec::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.sets.len()
    }

    pub(super) fn push(&mut self, set: Vec<usize>) {
        self.sets.push(set);
    }

    /// A minimum hitting set.
    pub(super) fn fewest(&self, limits: &Limits) -> Result<Vec<usize>, Interrupted> {
        let mut best = self.greedy();
        let mut chosen: Vec<usize> = Vec::new();
        // Elements tried in earlier branches are left out here. An element may be left out at several levels.
        let mut is_chosen = vec![false; self.elements];
        let mut left_out = vec![0u32; self.elements];
        let mut branches: Vec<Branch> = Vec::new();
        let mut steps = 0u32;
        loop {
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(CHECK_EVERY) {
                limits.check()?;
            }
            match self.next(&is_chosen, &left_out, best.len() - chosen.len()) {
                Next::Hit => best.clone_from(&chosen),
                Next::Worse => {}
                Next::Options(options) => branches.push(Branch { options, tried: 0 }),
            }
            // The next untried choice; backtracks where there is none.
            loop {
                let Some(Branch { options, tried }) = branches.last_mut() else { return Ok(best) };
                if *tried > 0 {
                    let last = options[*tried - 1];
                    is_chosen[last] = false;
                    chosen.pop();
                    left_out[last] += 1;
                }
                if let Some(&option) = options.get(*tried) {
                    *tried += 1;
                    is_chosen[option] = true;
                    chosen.push(option);
                    break;
                }
                options.iter().for_each(|&option| left_out[option] -= 1);
                branches.pop();
            }
        }
    }

    /// The next step of the search: only hitting sets with fewer than `below` further elements matter.
    fn next(&self, is_chosen: &[bool], left_out: &[u32], below: usize) -> Next {
        let open = self.sets.iter().filter(|set| !set.iter().any(|&e| is_chosen[e]));
        let mut sets: Vec<Vec<usize>> =
            open.map(|set| set.iter().copied().filter(|&e| left_out[e] == 0).collect()).collect();
        if sets.is_empty() {
            return if below > 0 { Next::Hit } else { Next::Worse };
        }
        sets.sort_by_key(Vec::len);
        if sets[0].is_empty() {
            return Next::Worse;
        }
        // Pairwise disjoint sets need an element each: a lower bound.
        let mut is_used = vec![false; self.elements];
        let mut disjoint = 0;
        for set in &sets {
            if !set.iter().any(|&e| is_used[e]) {
                set.iter().for_each(|&e| is_used[e] = true);
                disjoint += 1;
            }
        }
        if disjoint >= below {
            return Next::Worse;
        }
        let often = |e: usize| sets.iter().filter(|set| set.contains(&e)).count();
        let mut options = sets[0].clone();
        options.sort_by_key(|&e| (std::cmp::Reverse(often(e)), e));
        Next::Options(options)
    }

    /// A hitting set built greedily: each time the element that hits the most open sets.
    fn greedy(&self) -> Vec<usize> {
        let mut open: Vec<&Vec<usize>> = self.sets.iter().collect();
        let mut chosen = Vec::new();
        while !open.is_empty() {
            let mut often = vec![0u32; self.elements];
            open.iter().copied().flatten().for_each(|&e| often[e] += 1);
            let Some(best) = (0..self.elements).max_by_key(|&e| (often[e], std::cmp::Reverse(e))) else {
                break;
            };
            chosen.push(best);
            open.retain(|set| !set.contains(&best));
        }
        chosen
    }
}

enum Next {
    /// All sets are hit, by fewer elements than in the best hitting set before.
    Hit,
    /// No better hitting set is in this branch.
    Worse,
    /// One of these elements has to be chosen.
    Options(Vec<usize>),
}

#[cfg(test)]
mod tests {
    use super::*;
    use zlink_base::random::Random;

    #[test]
    fn there_are_no_fewer() {
        let random = &mut Random::new(5);
        for _ in 0..500 {
            let elements = 1 + random.below(9);
            let mut sets = HittingSets::new(elements);
            for _ in 0..random.below(12) {
                let set: Vec<usize> = (0..elements).filter(|_| random.chance(35)).collect();
                if !set.is_empty() {
                    sets.push(set);
                }
            }
            let hits = |bits: usize| sets.sets.iter().all(|set| set.iter().any(|e| bits >> e & 1 == 1));
            let expected = (0..1usize << elements).filter(|&bits| hits(bits)).map(usize::count_ones).min();
            let found = sets.fewest(&Limits::none()).unwrap();
            assert!(hits(found.iter().map(|e| 1 << e).sum()));
            assert_eq!(Some(found.len() as u32), expected);
        }
    }
}
