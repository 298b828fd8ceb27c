//! The distribution of the number of elements that sets have in common with given groups.

use std::ops::{AddAssign, Mul, SubAssign};

use num_bigint::BigUint;

use super::{Arcs, Diagram, Element, NodeId};
use zlink_base::limits::{Account, Interrupted, Limits};

/// A number of sets or paths of a diagram; none exceeds the number of all sets.
trait Quantity: Clone + AddAssign + SubAssign + Mul<Output = Self> + From<u8> + Into<BigUint> {}

impl Quantity for u128 {}
impl Quantity for BigUint {}

impl Diagram {
    /// For each group of elements, the number of sets that have 0, 1, 2, ... of its elements, up to all of them.
    ///
    /// The time is proportional to the number of nodes between the first and the last level of each group, times the
    /// number of elements of the group.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn sizes_within(
        &self,
        groups: &[Vec<Element>],
        limits: &Limits,
    ) -> Result<Vec<Vec<BigUint>>, Interrupted> {
        match self.count(limits)?.bits() <= u64::from(u128::BITS) {
            true => Within::<u128>::new(self, limits)?.sizes(groups, limits),
            false => Within::<BigUint>::new(self, limits)?.sizes(groups, limits),
        }
    }
}

/// A diagram with the number of paths above, and the number of sets below, each of its nodes.
struct Within<'d, Q> {
    diagram: &'d Diagram,
    /// By id: the number of paths from the root to the node.
    above: Vec<Q>,
    /// By id: the number of sets below the node.
    below: Vec<Q>,
    /// For each element that is a variable, its level (0 at the top).
    place: Vec<Option<usize>>,
    /// The account that is charged for the numbers.
    _account: Account,
}

impl<'d, Q: Quantity> Within<'d, Q> {
    fn new(diagram: &'d Diagram, limits: &Limits) -> Result<Self, Interrupted> {
        let nodes = diagram.node_count() + 2;
        limits.check()?;
        let mut account = limits.account();
        account.set(2 * nodes * size_of::<Q>())?;
        let mut below = vec![Q::from(0); nodes];
        below[NodeId::UNIT.index()] = Q::from(1);
        for id in 2..nodes {
            let Arcs { lo, hi } = diagram.arcs(NodeId(id as u32));
            let mut sum = below[lo.index()].clone();
            sum += below[hi.index()].clone();
            below[id] = sum;
        }
        limits.check()?;
        let mut above = vec![Q::from(0); nodes];
        above[diagram.root().index()] = Q::from(1);
        for id in (2..nodes).rev() {
            let Arcs { lo, hi } = diagram.arcs(NodeId(id as u32));
            let paths = above[id].clone();
            above[lo.index()] += paths.clone();
            above[hi.index()] += paths;
        }
        let last = diagram.variables().iter().map(|e| e.index() + 1).max().unwrap_or(0);
        let mut place = vec![None; last];
        for (i, element) in diagram.variables().iter().enumerate() {
            place[element.index()] = Some(i);
        }
        Ok(Within { diagram, above, below, place, _account: account })
    }

    fn sizes(&self, groups: &[Vec<Element>], limits: &Limits) -> Result<Vec<Vec<BigUint>>, Interrupted> {
        let mut sizes = Vec::with_capacity(groups.len());
        for group in groups {
            limits.check()?;
            let mut numbers: Vec<BigUint> = self.group(group).into_iter().map(Q::into).collect();
            numbers.resize(group.len() + 1, BigUint::ZERO);
            sizes.push(numbers);
        }
        Ok(sizes)
    }

    /// The number of sets with 0, 1, 2, ... elements of a group. The list may end before sizes that no set has.
    fn group(&self, group: &[Element]) -> Vec<Q> {
        let places = group.iter().filter_map(|element| *self.place.get(element.index())?);
        let mut places: Vec<usize> = places.collect();
        places.sort_unstable();
        let count = places.len();
        let mut sizes = vec![Q::from(0); count + 1];
        sizes[0] = self.below[self.diagram.root().index()].clone();
        let (Some(&top), Some(&bottom)) = (places.first(), places.last()) else { return sizes };
        let levels: Vec<_> = self.diagram.levels_up().rev().collect();
        // The range of ids from the group's first level to its last one.
        let (first, end) = (self.diagram.row(levels[bottom]).start, self.diagram.row(levels[top]).end);
        let at = |id: u32| (id - first) as usize * count;
        // For each node the number of paths from the root with 1, 2, ... elements of the group; the remaining paths
        // have none.
        let mut paths = vec![Q::from(0); (end - first) as usize * count];
        for (place, &level) in levels.iter().enumerate().take(bottom + 1).skip(top) {
            let is_in_group = places.binary_search(&place).is_ok();
            for id in self.diagram.row(level).rev() {
                let own = paths[at(id)..][..count].to_vec();
                let Arcs { lo, hi } = self.diagram.arcs(NodeId(id));
                let mut none = self.above[id as usize].clone();
                own.iter().for_each(|with| none -= with.clone());
                for (child, more) in [(lo, 0), (hi, usize::from(is_in_group))] {
                    let mut pass = |elements: usize, paths_here: Q| match child.0 >= first {
                        true => paths[at(child.0) + elements - 1] += paths_here,
                        false => {
                            let sets = paths_here * self.below[child.index()].clone();
                            sizes[elements] += sets.clone();
                            sizes[0] -= sets;
                        }
                    };
                    if more == 1 {
                        pass(1, none.clone());
                    }
                    // After all elements of the group, there is none left to add.
                    for (i, with) in own.iter().enumerate().take(count - more) {
                        pass(i + 1 + more, with.clone());
                    }
                }
            }
        }
        sizes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Algebra, Level};

    /// Compares the numbers of both widths with an enumeration of the sets.
    #[test]
    fn sets_are_counted_by_their_elements_in_a_group() {
        let limits = Limits::none();
        let levels = 12;
        let mut algebra = Algebra::new(&limits, levels).unwrap();
        for round in 0..60u32 {
            let sets = (0..round * 3).map(|i| {
                (0..levels as u32)
                    .filter(move |level| (i * 7 + round + 1) * (level + 3) * (level + i) % 11 < 5)
            });
            let mut sets: Vec<Vec<Level>> = sets.map(|set| set.map(Level).collect()).collect();
            sets.sort();
            sets.dedup();
            let family = algebra.family(&sets).unwrap();
            let variables =
                (0..levels).map(|i| Element::from_index((i * 5 + round as usize) % levels)).collect();
            let diagram = algebra.freeze(family, variables).unwrap();
            let groups: Vec<Vec<Element>> = (0..8usize)
                .map(|g| (0..g % 5).map(|i| Element::from_index((i * 3 + g) % (levels + 2))).collect())
                .collect();
            let narrow = Within::<u128>::new(&diagram, &limits).unwrap().sizes(&groups, &limits).unwrap();
            let wide = Within::<BigUint>::new(&diagram, &limits).unwrap().sizes(&groups, &limits).unwrap();
            assert_eq!(narrow, wide);
            for (group, sizes) in groups.iter().zip(narrow) {
                let mut expected = vec![BigUint::ZERO; group.len() + 1];
                let mut all = diagram.sets();
                while let Some(set) = all.next_set() {
                    expected[set.iter().filter(|element| group.contains(element)).count()] += 1u8;
                }
                assert_eq!(sizes, expected, "{group:?}");
            }
        }
    }
}
