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

/// A list of edges without repetition, with an index by their ends.
#[derive(Debug, Default)]
pub struct EdgeList {
    /// The two vertices of each edge.
    pub ends: Vec<[u32; 2]>,
    index: HashTable<u32>,
}

impl EdgeList {
    /// Adds the edge from `u` to `v`, unless it is known.
    pub fn add(&mut self, u: u32, v: u32) -> Added {
        let EdgeList { ends, index } = self;
        let entry =
            index.entry(hash([u, v]), |&e| same(ends[e as usize], [u, v]), |&e| hash(ends[e as usize]));
        match entry {
            Entry::Occupied(found) if ends[*found.get() as usize] == [u, v] => Added::Again,
            Entry::Occupied(_) => Added::Reversed,
            Entry::Vacant(free) => {
                // There are fewer than 2^31 edges, as `build` checks beforehand.
                free.insert(ends.len() as u32);
                ends.push([u, v]);
                Added::New
            }
        }
    }

    /// The index of the edge between `u` and `v`, in either orientation.
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
