//! The edges of a puzzle under construction, with an index by their ends.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// The result of adding an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Added {
    /// The edge is new.
    New,
    /// The edge is known, in this orientation.
    Again,
    /// The edge is known, in the other orientation.
    Reversed,
}

const NONE: u32 = u32::MAX;

/// The number of edges of a vertex that are kept beside each other.
const FEW: usize = 3;

/// A list of edges without repetition, with an index by their ends.
///
/// The first few edges from each vertex to greater ones are beside each other, and so near those of its neighbours; edges beyond are in a
/// hash table.
#[derive(Debug, Default)]
pub struct EdgeList {
    /// The two vertices of each edge.
    pub ends: Vec<[u32; 2]>,
    /// By lesser end, the greater ends and the numbers of its first edges.
    few: Vec<[[u32; 2]; FEW]>,
    others: HashTable<u32>,
}

impl EdgeList {
    /// Adds the edge from `u` to `v`, unless it is known.
    pub fn add(&mut self, u: u32, v: u32) -> Added {
        if let Some(known) = self.find(u, v) {
            return if self.ends[known as usize] == [u, v] { Added::Again } else { Added::Reversed };
        }
        let EdgeList { ends, few, others } = self;
        let least = u.min(v) as usize;
        if least >= few.len() {
            few.resize(least + 1, [[NONE; 2]; FEW]);
        }
        // There are fewer than 2^31 edges, as `build` checks beforehand.
        let new = ends.len() as u32;
        ends.push([u, v]);
        match few[least].iter_mut().find(|[end, _]| *end == NONE) {
            Some(free) => *free = [u.max(v), new],
            None => _ = others.insert_unique(hash([u, v]), new, |&e| hash(ends[e as usize])),
        }
        Added::New
    }

    /// The index of the edge between `u` and `v`, in either orientation.
    #[inline]
    pub fn find(&self, u: u32, v: u32) -> Option<u32> {
        let greatest = u.max(v);
        for &[end, edge] in self.few.get(u.min(v) as usize)? {
            if end == greatest {
                return Some(edge);
            }
            if end == NONE {
                return None;
            }
        }
        self.others.find(hash([u, v]), |&e| same(self.ends[e as usize], [u, v])).copied()
    }
}

fn same([a, b]: [u32; 2], [u, v]: [u32; 2]) -> bool {
    (a == u && b == v) || (a == v && b == u)
}

fn hash([u, v]: [u32; 2]) -> u64 {
    FxBuildHasher.hash_one(u64::from(u.min(v)) << 32 | u64::from(u.max(v)))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::random_puzzles::Random;

    /// Sparse and dense graphs, compared with a hash map.
    #[test]
    fn as_a_map() {
        let random = &mut Random(7);
        for vertices in [2, 5, 12, 100, 1000] {
            let (mut list, mut map) = (EdgeList::default(), HashMap::new());
            for _ in 0..2000 {
                let mut end = || random.below(vertices) as u32;
                let [u, v] = [end(), end()];
                let known = map.get(&[u.min(v), u.max(v)]).copied();
                assert_eq!(list.find(u, v), known);
                let added = match known.map(|e| list.ends[e as usize]) {
                    None => Added::New,
                    Some(ends) if ends == [u, v] => Added::Again,
                    Some(_) => Added::Reversed,
                };
                map.entry([u.min(v), u.max(v)]).or_insert(list.ends.len() as u32);
                assert_eq!(list.add(u, v), added);
                // A parallel edge has no place in the index.
                if added != Added::New && random.below(10) == 0 {
                    list.ends.push([u, v]);
                }
            }
        }
    }
}
