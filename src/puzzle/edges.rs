//! The edges while the puzzle is built: found by their two ends.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;

/// What became of an edge that was added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Added {
    /// It is new.
    New,
    /// It was there, in this orientation.
    Again,
    /// It was there, in the other orientation.
    Reversed,
}

/// A list of edges without repetition, with an index.
#[derive(Debug, Default)]
pub struct EdgeList {
    /// The two vertices of each edge.
    pub ends: Vec<[u32; 2]>,
    index: HashTable<u32>,
}

impl EdgeList {
    /// Adds the edge from `u` to `v`.
    pub fn add(&mut self, u: u32, v: u32) -> Added {
        let EdgeList { ends, index } = self;
        let entry =
            index.entry(hash([u, v]), |&e| same(ends[e as usize], [u, v]), |&e| hash(ends[e as usize]));
        match entry {
            Entry::Occupied(found) if ends[*found.get() as usize] == [u, v] => Added::Again,
            Entry::Occupied(_) => Added::Reversed,
            Entry::Vacant(free) => {
                // Fewer than 2^31, as `build` checks beforehand.
                free.insert(ends.len() as u32);
                ends.push([u, v]);
                Added::New
            }
        }
    }

    /// The edge between `u` and `v`, in either orientation.
    pub fn find(&self, u: u32, v: u32) -> Option<u32> {
        self.index.find(hash([u, v]), |&e| same(self.ends[e as usize], [u, v])).copied()
    }
}

fn same([a, b]: [u32; 2], [u, v]: [u32; 2]) -> bool {
    (a == u && b == v) || (a == v && b == u)
}

fn hash([u, v]: [u32; 2]) -> u64 {
    FxBuildHasher.hash_one(u64::from(u.min(v)) << 32 | u64::from(u.max(v)))
}
