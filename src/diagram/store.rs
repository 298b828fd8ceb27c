//! A growing collection of nodes in which equal nodes are the same node.

use super::chunks::Chunks;
use super::node::hash;
use super::reduced::next_id;
use super::unique::UniqueTable;
use super::{Level, Node, NodeId};
use zlink_base::limits::{Interrupted, Limits};

/// A hash-consed store: takes nodes of any level in any order, children before parents.
///
/// Two ids are equal exactly if their families are. A child always has a smaller id than its parents, so an ascending
/// or descending pass over the ids replaces recursion. The store takes twelve bytes a node, and about eight for the
/// unique tables, one for each level.
#[derive(Debug)]
pub struct Store {
    limits: Limits,
    pub(super) nodes: Chunks<Node>,
    pub(super) tables: Vec<UniqueTable>,
}

impl Store {
    /// A store with only the terminals, over `levels` variables.
    pub fn new(limits: &Limits, levels: usize) -> Result<Self, Interrupted> {
        let terminal = Node { level: Level(next_id(levels)?.0), lo: NodeId::EMPTY, hi: NodeId::EMPTY };
        let mut nodes = Chunks::new(limits);
        nodes.push(terminal)?;
        nodes.push(terminal)?;
        let tables = (0..levels).map(|_| UniqueTable::new(limits)).collect();
        Ok(Store { limits: limits.clone(), nodes, tables })
    }

    /// The limits that the store was made with.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The level of the terminals: the number of variables.
    pub fn levels(&self) -> Level {
        self.get(NodeId::EMPTY).level
    }

    /// The node of `level` with the given arcs, which must lead to greater levels.
    ///
    /// Returns `lo` if `hi` is EMPTY, and the same id for the same node.
    #[inline]
    pub fn node(&mut self, level: Level, lo: NodeId, hi: NodeId) -> Result<NodeId, Interrupted> {
        debug_assert!(level < self.get(lo).level && level < self.get(hi).level, "arcs lead down");
        if hi == NodeId::EMPTY {
            return Ok(lo);
        }
        let new = next_id(self.nodes.len())?;
        let nodes = &self.nodes;
        let hash_of = |id: u32| {
            let Node { lo, hi, .. } = nodes.get(id as usize);
            hash(lo, hi)
        };
        let same = |id: u32| {
            let node = nodes.get(id as usize);
            node.lo == lo && node.hi == hi
        };
        let id = self.tables[level.index()].find_or_insert(hash(lo, hi), new.0, same, hash_of)?;
        if id == new.0 {
            self.nodes.push(Node { level, lo, hi })?;
        }
        Ok(NodeId(id))
    }

    /// Reserves room for `nodes` more nodes of `level`, so that the level's table need not grow for them.
    pub fn expect(&mut self, level: Level, nodes: usize) -> Result<(), Interrupted> {
        let known = &self.nodes;
        self.tables[level.index()].expect(nodes, |id| {
            let Node { lo, hi, .. } = known.get(id as usize);
            hash(lo, hi)
        })
    }

    /// Enters a node that is stored, but in no table, into its level's table.
    pub(super) fn enter(&mut self, id: NodeId) -> Result<(), Interrupted> {
        let nodes = &self.nodes;
        let hash_of = |id: u32| {
            let Node { lo, hi, .. } = nodes.get(id as usize);
            hash(lo, hi)
        };
        let table = &mut self.tables[nodes.get(id.index()).level.index()];
        table.find_or_insert(hash_of(id.0), id.0, |_| false, hash_of)?;
        Ok(())
    }

    /// The level and the arcs of a node.
    #[inline]
    pub fn get(&self, id: NodeId) -> Node {
        self.nodes.get(id.index())
    }

    /// The number of nodes, without the two terminals.
    pub fn node_count(&self) -> usize {
        self.nodes.len() - 2
    }

    /// For each of the first nodes up to `last` the number of sets of its family; `u128::MAX` stands for that many or more.
    pub fn counts_up_to(&self, last: NodeId) -> Result<Vec<u128>, Interrupted> {
        let mut account = self.limits.account();
        account.set((last.index() + 1).max(2) * size_of::<u128>())?;
        let mut counts = vec![0, 1];
        for id in 2..=last.index() {
            let Node { lo, hi, .. } = self.nodes.get(id);
            counts.push(u128::saturating_add(counts[lo.index()], counts[hi.index()]));
        }
        Ok(counts)
    }

    /// The bytes in use, including the unique tables.
    pub fn bytes(&self) -> usize {
        self.nodes.bytes() + self.tables.iter().map(UniqueTable::bytes).sum::<usize>()
    }
}
