//! A builder of diagrams, level by level from the last to the first.

use super::chunks::Chunks;
use super::node::hash;
use super::reduced::next_id;
use super::scratch::Scratch;
use super::unique::UniqueTable;
use super::{Arcs, Arena, Diagram, Element, Level, NodeId};
use zlink_base::limits::Interrupted;

/// Makes a [`Diagram`] of nodes that come row by row, from the last level to the top level.
///
/// A breadth-first frontier search is reduced with it after its sweep. Only nodes of the same row can be equal, so
/// there is a unique table for the current row only. The nodes are in an arena until the diagram is finished.
#[derive(Debug)]
pub struct RowBuilder<'a> {
    arena: &'a Arena,
    arcs: Chunks<Arcs, &'a Arena>,
    table: UniqueTable,
    /// For each node of the two rows before the current one: the node of the current row whose lo arc leads to EMPTY and whose
    /// hi arc leads to it; EMPTY if there is none. These nodes, about half of all where a search has forced edges, are not in
    /// the table.
    chains: Scratch<NodeId>,
    tops: Vec<u32>,
    variables: Vec<Element>,
    /// The height of the current row (levels counted from the last, the terminals at 0).
    height: usize,
    /// The first ids of the two rows before the current one, and of the current one.
    rows: [u32; 3],
}

impl<'a> RowBuilder<'a> {
    /// A builder without nodes. Level `l` has the element `variables[l]`.
    pub fn new(arena: &'a Arena, variables: Vec<Element>) -> Result<Self, Interrupted> {
        next_id(variables.len())?;
        let mut arcs = Chunks::within(arena);
        arcs.push(Arcs::default())?;
        arcs.push(Arcs::default())?;
        Ok(RowBuilder {
            arena,
            arcs,
            table: UniqueTable::new(arena.limits()),
            chains: Scratch::new(arena.limits(), 0, NodeId::EMPTY)?,
            tops: vec![2],
            variables,
            height: 0,
            rows: [2; 3],
        })
    }

    /// Starts the row of `level`, which must be above the previous row; rows may be skipped.
    pub fn begin_row(&mut self, level: Level) -> Result<(), Interrupted> {
        let height = self.variables.len().saturating_sub(level.index());
        assert!(height > self.height, "rows come from the last level to the first");
        self.height = height;
        let top = self.arcs.len() as u32;
        self.tops.resize(height, top);
        let [_, before, row] = self.rows;
        let width = top - row;
        self.rows = [before, row, top];
        self.chains = Scratch::new(self.arena.limits(), (top - before) as usize, NodeId::EMPTY)?;
        // Neighbouring rows have about the same width; with room for half as many nodes again, most tables need not
        // grow.
        self.table.reset(width as usize + width as usize / 2)
    }

    /// The node of the current row with the given arcs, which must lead to rows below.
    ///
    /// Returns `lo` if `hi` is EMPTY, and the same id for the same arcs.
    #[inline]
    pub fn node(&mut self, lo: NodeId, hi: NodeId) -> Result<NodeId, Interrupted> {
        debug_assert!(lo.0 < self.rows[2] && hi.0 < self.rows[2], "arcs lead down");
        if hi == NodeId::EMPTY {
            return Ok(lo);
        }
        let new = next_id(self.arcs.len())?;
        let near = hi.0.wrapping_sub(self.rows[0]) as usize;
        if lo == NodeId::EMPTY
            && let Some(chain) = self.chains.get_mut(near)
        {
            if *chain == NodeId::EMPTY {
                *chain = new;
                self.arcs.push(Arcs { lo, hi })?;
            }
            return Ok(*chain);
        }
        let arcs = &self.arcs;
        let hash_of = |id: u32| {
            let Arcs { lo, hi } = arcs.get(id as usize);
            hash(lo, hi)
        };
        let same = |id: u32| arcs.get(id as usize) == Arcs { lo, hi };
        let id = self.table.find_or_insert(hash(lo, hi), new.0, same, hash_of)?;
        if id == new.0 {
            self.arcs.push(Arcs { lo, hi })?;
        }
        Ok(NodeId(id))
    }

    /// The number of nodes so far.
    pub fn node_count(&self) -> usize {
        self.arcs.len() - 2
    }

    /// The bytes in use, including the table of the current row.
    pub fn bytes(&self) -> usize {
        self.arcs.bytes() + self.table.bytes()
    }

    /// The finished diagram with this root, whose nodes are copied from the arena to memory of their own.
    ///
    /// All nodes are kept, so each should be reachable from the root. That holds for a search, in which each state
    /// has a predecessor; otherwise [`Diagram::restrict`] without elements drops the unreachable nodes.
    pub fn finish(mut self, root: NodeId) -> Result<Diagram, Interrupted> {
        drop(self.table);
        self.tops.resize(self.variables.len() + 1, self.arcs.len() as u32);
        Ok(Diagram {
            arcs: self.arcs.owned(self.arena.limits())?,
            tops: self.tops,
            variables: self.variables,
            root,
        })
    }
}
