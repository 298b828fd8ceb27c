//! Good sets of pairs up to the symmetries of the graph.

use num_bigint::BigUint;

use super::PairFamily;
use crate::Automorphisms;
use zlink_base::limits::{Interrupted, Limits};
use zlink_puzzle::VertexId;

impl Automorphisms {
    /// Whether no image of `set` under the symmetries comes before it, as sorted lists of pairs.
    pub fn is_first(&self, set: &[[VertexId; 2]]) -> bool {
        let sorted = |map: Option<&[u32]>| {
            let image = |v: VertexId| map.map_or(v.0, |map| map[v.index()]);
            let mut pairs: Vec<[u32; 2]> = set
                .iter()
                .map(|&[a, b]| {
                    let (a, b) = (image(a), image(b));
                    [a.min(b), a.max(b)]
                })
                .collect();
            pairs.sort_unstable();
            pairs
        };
        let own = sorted(None);
        self.maps().all(|map| sorted(Some(map)) >= own)
    }

    /// The number of orbits of sets of `family`, by the size of the sets: sets that a symmetry exchanges count once. Looks at every set.
    pub fn orbit_sizes(&self, family: &PairFamily, limits: &Limits) -> Result<Vec<BigUint>, Interrupted> {
        let mut sets = family.sets();
        let (mut seen, mut orbits) = (0u64, Vec::new());
        while let Some(set) = sets.next_set() {
            seen += 1;
            if seen.is_multiple_of(1 << 10) {
                limits.check()?;
            }
            if self.is_first(set) {
                if orbits.len() <= set.len() {
                    orbits.resize(set.len() + 1, 0u64);
                }
                orbits[set.len()] += 1;
            }
        }
        Ok(orbits.into_iter().map(BigUint::from).collect())
    }
}
