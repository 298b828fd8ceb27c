//! RESIDUAL and PLAN -> the steps of the frontier: everything the inner loop needs to know about the graph, computed before the
//! loop.

use std::sync::OnceLock;

use crate::layout::{Field, Layout};
use crate::passages::{Passages, Visit, Visits};
use crate::sums::{Rest, SumStep};
use zlink_deduce::Residual;
use zlink_puzzle::{EdgeId, Topology, VertexId};

/// One end of a step's edge.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct EndStep {
    pub(crate) slot: Field,
    /// The code of an untouched vertex in this slot; also the slot's number plus one.
    pub(crate) own: u64,
    /// The vertex leaves the frontier after this step.
    pub(crate) leaves: bool,
    /// The vertex has exactly one more edge after this step.
    pub(crate) one_left: bool,
    /// The vertex enters as the second terminal of the pair with this label code.
    pub(crate) partner: Option<u64>,
}

/// What happens when the frontier passes one residual edge.
#[derive(Debug, Clone)]
pub struct Step {
    /// The puzzle's edge; none for a chain, which is always taken.
    pub edge: Option<EdgeId>,
    pub(crate) ends: [EndStep; 2],
    /// Constants to be set when the step is entered: the number of a word, and the bits to set in it.
    pub(crate) enter: Vec<(u8, u64)>,
    pub(crate) sums: Vec<SumStep>,
    /// No chain, no pair and, with cover, no vertex enters after this step, and no sum that needs an edge: no later edge must be taken,
    /// as far as the state does not say so.
    pub(crate) nothing_due: bool,
    /// What the counters must be after this step if no later edge is taken; only used if nothing is due.
    pub(crate) rest: Rest,
}

/// A compiled plan.
#[derive(Debug, Clone)]
pub struct Steps {
    pub(crate) topology: Topology,
    pub(crate) cover: bool,
    pub(crate) nonempty: bool,
    /// What happens at each edge, in the order of the plan.
    pub steps: Vec<Step>,
    /// Where the parts of a state lie.
    pub layout: Layout,
    /// Number of slots.
    pub width: u64,
    /// Codes above this one, up to the labels, belong to paths from terminals whose partners have entered; greater than all codes
    /// if there are none.
    pub(crate) pair_base: u64,
    /// Codes from this one on are labels.
    pub(crate) label_base: u64,
    /// The greatest code.
    pub(crate) max_code: u64,
    /// The vertices at each step, and the puzzle's vertex for each vertex of the residual.
    vertices: Visits,
    names: Vec<VertexId>,
    /// See [`Steps::frontier`].
    frontier: OnceLock<Vec<Vec<(u16, VertexId)>>>,
}

impl Steps {
    /// Compiles the passages of `residual` when its edges are passed in `order`, which has each index once.
    pub fn new(residual: &Residual, order: &[u32]) -> Self {
        assert_eq!(order.len(), residual.edges.len(), "a plan names every residual edge once");
        let passages = Passages::new(residual, order);
        let Passages { vertices, sums, pairs, .. } = &passages;
        let width = vertices.slots() as u64;
        // Both path ends of a single pair keep its label, which makes the codes shorter.
        let single = residual.pairs.len() == 1;
        let (pair_base, label_base) = if single { (u64::MAX / 2, width + 1) } else { (width, 2 * width + 1) };
        let max_code = match residual.topology {
            Topology::Cycle | Topology::Cycles => width,
            Topology::Linkage if pairs.slots() == 0 => width,
            Topology::Linkage => label_base + pairs.slots() as u64 - 1,
            Topology::PathMatching => width + 1,
        };
        let layout = Layout::new(vertices.slots(), max_code, sums.widths(), 1);
        let step = |((i, &e), rest): ((usize, &u32), Rest)| {
            let mut enter = Vec::new();
            let mut constant = |f: Field, value: u64| enter.push((f.word, value << f.shift));
            let mut terminals = pairs.at(i).iter().peekable();
            let ends = vertices.ends(i).map(|vertex| {
                let (slot, own) = (layout.slots[vertex.slot as usize], u64::from(vertex.slot) + 1);
                let is_own = |pair: &&Visit| residual.pairs[pair.item as usize].contains(&vertex.item);
                let pair = terminals.next_if(|pair| vertex.enters && is_own(pair));
                let label = pair.map(|pair| label_base + u64::from(pair.slot));
                let partner = label.filter(|_| !single && pair.is_some_and(|pair| !pair.enters));
                if vertex.enters && partner.is_none() {
                    constant(slot, label.unwrap_or(own));
                }
                EndStep { slot, own, leaves: vertex.left == 0, one_left: vertex.left == 1, partner }
            });
            let sums = sums.at(i, &layout, constant);
            let edge = residual.edges[e as usize].open();
            Step { edge, ends, enter, sums, nothing_due: !passages.is_due(i), rest }
        };
        Steps {
            topology: residual.topology,
            cover: residual.cover,
            nonempty: residual.nonempty,
            steps: order.iter().enumerate().zip(passages.rests(&layout)).map(step).collect(),
            layout,
            width,
            pair_base,
            label_base,
            max_code,
            names: residual.vertices.clone(),
            vertices: passages.vertices,
            frontier: OnceLock::new(),
        }
    }

    /// For each step the frontier before it: slot numbers and the vertices in them. Computed at the first call.
    pub fn frontier(&self) -> &[Vec<(u16, VertexId)>] {
        let named = |(slot, v): (u32, u32)| (slot as u16, self.names[v as usize]);
        let front = |front: Vec<_>| front.into_iter().map(named).collect();
        self.frontier.get_or_init(|| self.vertices.inside().map(front).collect())
    }

    /// The slot that a plain mate code names.
    #[inline(always)]
    pub(crate) fn slot(&self, code: u64) -> Field {
        self.layout.slots[code as usize - 1]
    }

    /// Whether a path end may stay on the frontier after the path's other end has left.
    pub(crate) fn has_fixed_ends(&self) -> bool {
        self.topology == Topology::PathMatching
    }

    /// The code of a path end whose path's other end has left the frontier (path matchings).
    pub(crate) fn fixed_code(&self) -> u64 {
        self.width + 1
    }
}
