//! The cut of the relaxed puzzle's diagram, and the cost of enumerating the ways on both sides.

use super::ways::Side;
use super::{SUMS, Sums};
use zlink_base::limits::{Interrupted, Limits};
use zlink_deduce::{Residual, ResidualSum};
use zlink_diagram::{Diagram, NodeId};
use zlink_puzzle::grouped;

/// The smallest and the largest value of each sum, of the ways on one side of a node or of solutions.
#[derive(Debug, Clone, Copy)]
pub(super) struct Range {
    pub(super) least: Sums,
    pub(super) most: Sums,
}

impl Range {
    /// The range of an empty set of ways.
    pub(super) const NONE: Range = Range { least: [u8::MAX; SUMS], most: [0; SUMS] };
    /// The range of the way without edges.
    const NOTHING: Range = Range { least: [0; SUMS], most: [0; SUMS] };

    /// Extends the range to the ways of `other` with `more` added.
    pub(super) fn include(&mut self, other: &Range, more: &Sums) {
        self.least = std::array::from_fn(|i| self.least[i].min(other.least[i].saturating_add(more[i])));
        self.most = std::array::from_fn(|i| self.most[i].max(other.most[i].saturating_add(more[i])));
    }
}

/// A node below a cut with arcs from above it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Crossing {
    pub(super) node: NodeId,
    /// The side of the node with fewer ways.
    pub(super) fewer: Side,
    /// The number of steps to enumerate the ways on both sides.
    pub(super) steps: f64,
}

/// A diagram that is cut at a level. A way from its root to UNIT crosses the cut at its first node on that level or below.
pub(super) struct Cut {
    pub(super) diagram: Diagram,
    /// The amounts that the edge of each level adds to the sums.
    pub(super) edge_sums: Vec<Sums>,
    /// The bounds of each sum.
    pub(super) required: Range,
    /// The level of each node.
    pub(super) levels: Vec<u32>,
    /// The nodes with arcs to each node, twice their id and one more for `hi` arcs: `parents[starts[n]..starts[n + 1]]`.
    pub(super) starts: Vec<u32>,
    pub(super) parents: Vec<u32>,
    /// For each node the range of the ways from the root to it, and of those from it to UNIT.
    pub(super) above: Vec<Range>,
    pub(super) below: Vec<Range>,
    /// The level of the cut.
    pub(super) level: u32,
    /// The nodes where ways meet, by ascending number of pairs of ways per step. The last one is taken first.
    pub(super) meetings: Vec<Crossing>,
    /// The number of meetings at first.
    pub(super) at_first: usize,
    /// The estimated number of steps of all meetings that are left.
    pub(super) cost: f64,
}

impl Cut {
    /// Cuts the diagram of `relaxed` where enumerating the ways on both sides takes the fewest steps.
    pub(super) fn new(
        diagram: Diagram,
        relaxed: &Residual,
        dense: &[ResidualSum],
        limits: &Limits,
    ) -> Result<Self, Interrupted> {
        let mut edge_sums = vec![[0; SUMS]; diagram.variables().len()];
        let mut level_of = vec![None; 0];
        for (level, element) in diagram.variables().iter().enumerate() {
            level_of.resize(level_of.len().max(element.index() + 1), None);
            level_of[element.index()] = Some(level);
        }
        let mut required = Range::NOTHING;
        for (i, sum) in dense.iter().enumerate() {
            (required.least[i], required.most[i]) = (sum.least as u8, sum.most as u8);
            for edge in sum.positive.iter().filter_map(|&e| relaxed.edges[e as usize].open()) {
                if let Some(level) = level_of.get(edge.index()).copied().flatten() {
                    edge_sums[level][i] = 1;
                }
            }
        }
        let levels = levels(&diagram);
        let nodes = levels.len();
        let arcs = (2..nodes as u32).flat_map(|n| {
            let arcs = diagram.arcs(NodeId(n));
            [(arcs.lo, 2 * n), (arcs.hi, 2 * n + 1)].into_iter().filter(|(to, _)| *to != NodeId::EMPTY)
        });
        let (starts, parents) = grouped(nodes, arcs.map(|(to, parent)| (to.0, parent)));
        limits.check()?;
        let mut cut = Cut {
            edge_sums,
            required,
            levels,
            starts,
            parents,
            above: ranges(nodes)?,
            below: ranges(nodes)?,
            level: 0,
            meetings: Vec::new(),
            at_first: 0,
            cost: 0.0,
            diagram,
        };
        cut.find_ranges();
        limits.check()?;
        cut.find_level();
        Ok(cut)
    }

    /// The number of bytes that a cut holds beside its diagram, including those for finding the level.
    pub(super) fn bytes(diagram: &Diagram) -> usize {
        let of_node = 2 * size_of::<Range>() + 2 * size_of::<f64>() + 5 * size_of::<u32>();
        diagram.node_count() * of_node
    }

    /// The nodes with arcs to a node, and whether these are `hi` arcs.
    pub(super) fn parents(&self, node: NodeId) -> impl Iterator<Item = (NodeId, bool)> {
        let parents = self.starts[node.index()] as usize..self.starts[node.index() + 1] as usize;
        self.parents[parents].iter().map(|&parent| (NodeId(parent / 2), parent % 2 == 1))
    }

    /// The amounts that an arc of a node adds to the sums.
    pub(super) fn sums_of(&self, node: NodeId, is_hi: bool) -> &Sums {
        if is_hi { &self.edge_sums[self.levels[node.index()] as usize] } else { &[0; SUMS] }
    }

    fn find_ranges(&mut self) {
        self.below[NodeId::UNIT.index()] = Range::NOTHING;
        // Children have smaller ids.
        for n in (2..self.levels.len() as u32).map(NodeId) {
            let arcs = self.diagram.arcs(n);
            let mut range = Range::NONE;
            for (to, is_hi) in [(arcs.lo, false), (arcs.hi, true)] {
                if to != NodeId::EMPTY {
                    range.include(&self.below[to.index()], self.sums_of(n, is_hi));
                }
            }
            self.below[n.index()] = range;
        }
        let root = self.diagram.root();
        for n in (1..self.levels.len() as u32).rev().map(NodeId) {
            let mut range = if n == root { Range::NOTHING } else { Range::NONE };
            for (parent, is_hi) in self.parents(n) {
                range.include(&self.above[parent.index()], self.sums_of(parent, is_hi));
            }
            self.above[n.index()] = range;
        }
    }

    /// Finds the level where enumerating the ways on both sides takes the fewest steps: one for each node on each way.
    fn find_level(&mut self) {
        let root = self.diagram.root();
        if root == NodeId::EMPTY {
            return;
        }
        let nodes = self.levels.len();
        let mut below = vec![1.0; nodes];
        for n in 2..nodes {
            let arcs = self.diagram.arcs(NodeId(n as u32));
            below[n] += below[arcs.lo.index()] * f64::from(arcs.lo != NodeId::EMPTY) + below[arcs.hi.index()];
        }
        let mut above = vec![1.0; nodes];
        for n in (1..nodes).rev() {
            above[n] += self.parents(NodeId(n as u32)).map(|(parent, _)| above[parent.index()]).sum::<f64>();
        }
        // The cost of a cut at each level, as differences from one level to the next.
        let mut more = vec![0.0; self.edge_sums.len() + 2];
        for n in (1..nodes as u32).map(NodeId) {
            let level = self.levels[n.index()] as usize;
            let mut top = level;
            for (parent, _) in self.parents(n) {
                let parent_level = self.levels[parent.index()] as usize;
                top = top.min(parent_level);
                more[parent_level + 1] += above[parent.index()];
                more[level + 1] -= above[parent.index()];
            }
            more[top + 1] += 1.0 + below[n.index()];
            more[level + 1] -= 1.0 + below[n.index()];
        }
        let first = self.levels[root.index()] + 1;
        let mut cost = more[..first as usize].iter().sum::<f64>();
        let mut least = f64::INFINITY;
        for level in first..=self.edge_sums.len() as u32 {
            cost += more[level as usize];
            if cost < least {
                (self.level, least) = (level, cost);
            }
        }
        let mut meetings = Vec::new();
        for n in (1..nodes as u32).map(NodeId).filter(|n| self.levels[n.index()] >= self.level) {
            let from = self.parents(n).filter(|(parent, _)| self.levels[parent.index()] < self.level);
            let up = from.map(|(parent, _)| above[parent.index()]).sum::<f64>();
            if up > 0.0 || n == root {
                let down = below[n.index()];
                let steps = 1.0 + up + down;
                let fewer = if up < down { Side::Above } else { Side::Below };
                meetings.push((up * down / steps, Crossing { node: n, fewer, steps }));
            }
        }
        meetings.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        self.cost = meetings.iter().map(|(_, crossing)| crossing.steps).sum();
        self.meetings = meetings.into_iter().map(|(_, crossing)| crossing).collect();
        self.at_first = self.meetings.len();
    }
}

fn ranges(nodes: usize) -> Result<Vec<Range>, Interrupted> {
    let mut ranges = Vec::new();
    ranges.try_reserve_exact(nodes).map_err(|_| Interrupted::Memory)?;
    ranges.resize(nodes, Range::NONE);
    Ok(ranges)
}

/// The level of each node. The terminals are below all levels.
fn levels(diagram: &Diagram) -> Vec<u32> {
    let last = diagram.variables().len() as u32;
    let mut levels = vec![last; diagram.node_count() + 2];
    for level in diagram.levels_up() {
        for n in diagram.row(level) {
            levels[n as usize] = level.0;
        }
    }
    levels
}
