//! The edges of a puzzle under construction, with an index by their ends.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
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

/// The most edges in the chain of a vertex.
const LONGEST: usize = 4;

/// A list of edges without repetition, with an index by their ends.
///
/// The first few edges of each vertex as the lesser end are in a chain, so that neighbours are found near each other in memory; edges beyond
/// are in a hash table.
#[derive(Debug, Default)]
pub struct EdgeList {
    /// The two vertices of each edge.
    pub ends: Vec<[u32; 2]>,
    /// By vertex, the last edge in its chain.
    last: Vec<u32>,
    /// By edge, the one before it in its chain.
    before: Vec<u32>,
    others: HashTable<u32>,
}

impl EdgeList {
    /// Adds the edge from `u` to `v`, unless it is known.
    pub fn add(&mut self, u: u32, v: u32) -> Added {
        let (found, is_full) = self.in_chain([u, v]);
        let EdgeList { ends, last, before, others } = self;
        // There are fewer than 2^31 edges, as `build` checks beforehand.
        let new = ends.len() as u32;
        let known = match found {
            Some(edge) => edge,
            None if is_full => {
                let is = |&e: &u32| same(ends[e as usize], [u, v]);
                match others.entry(hash([u, v]), is, |&e| hash(ends[e as usize])) {
                    Entry::Occupied(found) => *found.get(),
                    Entry::Vacant(free) => *free.insert(new).get(),
                }
            }
            None => {
                let least = u.min(v) as usize;
                if least >= last.len() {
                    last.resize(least + 1, NONE);
                }
                before.resize(ends.len(), NONE);
                before.push(std::mem::replace(&mut last[least], new));
                new
            }
        };
        if known == new {
            ends.push([u, v]);
            return Added::New;
        }
        if ends[known as usize] == [u, v] { Added::Again } else { Added::Reversed }
    }

    /// The index of the edge between `u` and `v`, in either orientation.
    #[inline]
    pub fn find(&self, u: u32, v: u32) -> Option<u32> {
        match self.in_chain([u, v]) {
            (None, true) => self.others.find(hash([u, v]), |&e| same(self.ends[e as usize], [u, v])).copied(),
            (found, _) => found,
        }
    }

    /// The edge with these ends if it is in their chain, and whether the chain has no room for another one.
    #[inline]
    fn in_chain(&self, [u, v]: [u32; 2]) -> (Option<u32>, bool) {
        let mut edge = self.last.get(u.min(v) as usize).copied().unwrap_or(NONE);
        for _ in 0..LONGEST {
            if edge == NONE {
                return (None, false);
            }
            if same(self.ends[edge as usize], [u, v]) {
                return (Some(edge), false);
            }
            edge = self.before[edge as usize];
        }
        (None, true)
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
