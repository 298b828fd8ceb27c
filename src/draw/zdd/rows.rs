//! The rows of the picture: nodes on their levels, and an item in every row that an arc passes.

use rustc_hash::FxHashMap;

use zlink_diagram::{Arcs, Diagram, Level, NodeId};

/// An item of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Item {
    Node(NodeId),
    /// A point of an arc that passes the row.
    Passing,
}

/// An arc, or a part of an arc, from a row to the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Arc {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) is_hi: bool,
}

/// The rows, with the arcs from each row to the next one.
#[derive(Debug, Default)]
pub(super) struct Rows {
    pub(super) items: Vec<Item>,
    /// The items of each row, from left to right.
    pub(super) rows: Vec<Vec<usize>>,
    /// The arcs, in the order of the rows that they leave.
    pub(super) arcs: Vec<Arc>,
}

impl Rows {
    /// The rows of a diagram: nodes by level. Arcs over several levels get an item in each row between, shared by arcs of the same kind to
    /// the same node. Arcs to the empty family are left out.
    pub(super) fn of(diagram: &Diagram, levels: &[Level]) -> Self {
        let mut found = Rows::default();
        // The arcs that leave the row above: from which item, to which node, of which kind.
        let mut open: Vec<(usize, NodeId, bool)> = Vec::new();
        for i in 0..=levels.len() {
            let nodes: Vec<NodeId> = match levels.get(i) {
                Some(&level) => diagram.row(level).map(NodeId).collect(),
                None if diagram.root() == NodeId::EMPTY => vec![NodeId::EMPTY],
                None => vec![NodeId::UNIT],
            };
            let start = found.items.len();
            found.items.extend(nodes.iter().map(|&id| Item::Node(id)));
            let place: FxHashMap<NodeId, usize> = nodes.iter().copied().zip(start..).collect();
            let mut next = Vec::new();
            let mut passing: FxHashMap<(NodeId, bool), usize> = FxHashMap::default();
            for (from, node, is_hi) in open {
                let to = match place.get(&node) {
                    Some(&place) => place,
                    None => *passing.entry((node, is_hi)).or_insert_with(|| {
                        found.items.push(Item::Passing);
                        next.push((found.items.len() - 1, node, is_hi));
                        found.items.len() - 1
                    }),
                };
                found.arcs.push(Arc { from, to, is_hi });
            }
            for (&id, from) in nodes.iter().zip(start..).filter(|(id, _)| !id.is_terminal()) {
                let Arcs { lo, hi } = diagram.arcs(id);
                let both = [(lo, false), (hi, true)].into_iter().filter(|(child, _)| *child != NodeId::EMPTY);
                next.extend(both.map(|(child, is_hi)| (from, child, is_hi)));
            }
            found.rows.push((start..found.items.len()).collect());
            open = next;
        }
        found
    }

    pub(super) fn is_passing(&self, item: usize) -> bool {
        self.items[item] == Item::Passing
    }

    /// By item: its neighbours in the row above, and in the row below.
    pub(super) fn neighbours(&self) -> [Vec<Vec<usize>>; 2] {
        let mut above = vec![Vec::new(); self.items.len()];
        let mut below = above.clone();
        for &Arc { from, to, .. } in &self.arcs {
            above[to].push(from);
            below[from].push(to);
        }
        [above, below]
    }
}
