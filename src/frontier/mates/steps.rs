//! RESIDUAL and PLAN -> the steps of the frontier: everything the inner loop asks about the graph, decided
//! before the loop.

use std::sync::OnceLock;

use crate::deduce::{Residual, ResidualKind};
use crate::diagram::{Element, Level};
use crate::frontier::due::Due;
use crate::frontier::layout::{Field, Layout};
use crate::frontier::pool::Pool;
use crate::puzzle::{EdgeId, Topology, VertexId};

/// A clue counter at the step of one of its edges. The counter holds how many edges the cell still needs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CellStep {
    pub(crate) field: Field,
    /// Edges of the cell after this step.
    pub(crate) left: u64,
}

/// One end of a step's edge.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct EndStep {
    pub(crate) slot: Field,
    /// The code that means "untouched" here; also the slot's number plus one.
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
pub(crate) struct Step {
    /// The puzzle's edge; none for a chain, which is always taken.
    pub(crate) edge: Option<EdgeId>,
    pub(crate) ends: [EndStep; 2],
    /// Constants that enter the state: word and bits.
    pub(crate) enter: Vec<(u8, u64)>,
    pub(crate) cells: Vec<CellStep>,
    /// Nothing after this step must still be taken: no chain, no pair, no cell with a need enters later, and
    /// with cover no vertex.
    pub(crate) nothing_due: bool,
}

/// A compiled plan.
#[derive(Debug, Clone)]
pub(crate) struct Steps {
    pub(crate) topology: Topology,
    pub(crate) cover: bool,
    pub(crate) nonempty: bool,
    pub(crate) steps: Vec<Step>,
    pub(crate) layout: Layout,
    /// Number of slots.
    pub(crate) width: u64,
    /// Codes above this one are those of paths that hold a terminal pair; beyond all codes if there are none.
    pub(crate) pair_base: u64,
    /// Codes from this one on are labels.
    pub(crate) label_base: u64,
    /// The greatest code.
    pub(crate) max_code: u64,
    /// All counter bits, per word.
    pub(crate) counter_bits: Vec<u64>,
    /// The puzzle's vertex at each end of each step.
    vertices: Vec<[VertexId; 2]>,
    /// See [`Steps::frontier`].
    frontier: OnceLock<Vec<Vec<(u16, VertexId)>>>,
}

impl Steps {
    pub(crate) fn new(residual: &Residual, order: &[u32]) -> Self {
        assert_eq!(order.len(), residual.edges.len(), "a plan names every residual edge once");
        Compiler::new(residual, order).compile()
    }

    /// For each step the frontier before it: slot numbers and the vertices in them. Made when first asked for.
    pub(crate) fn frontier(&self) -> &[Vec<(u16, VertexId)>] {
        self.frontier.get_or_init(|| {
            let mut present: Vec<(u16, VertexId)> = Vec::new();
            let mut frontier = Vec::with_capacity(self.steps.len());
            for (step, vertices) in self.steps.iter().zip(&self.vertices) {
                frontier.push(present.clone());
                for (end, &vertex) in step.ends.iter().zip(vertices) {
                    let here = (end.own as u16 - 1, vertex);
                    present.retain(|&entry| entry != here);
                    if !end.leaves {
                        present.push(here);
                    }
                }
            }
            frontier
        })
    }

    /// The variables of a diagram of all solutions, and the level of each step. A chain is no variable.
    pub(crate) fn variables(&self) -> (Vec<Option<Level>>, Vec<Element>) {
        let mut variables = Vec::new();
        let mut levels = Vec::with_capacity(self.steps.len());
        for step in &self.steps {
            levels.push(step.edge.map(|_| Level(variables.len() as u32)));
            variables.extend(step.edge.map(Element::from));
        }
        (levels, variables)
    }

    /// The slot that a plain mate code names.
    #[inline(always)]
    pub(crate) fn slot(&self, code: u64) -> Field {
        self.layout.slots[code as usize - 1]
    }

    /// Whether path ends may be left behind by the other one.
    pub(crate) fn has_fixed_ends(&self) -> bool {
        self.topology == Topology::PathMatching
    }

    /// The code of a path end left behind by the other one (path matchings).
    pub(crate) fn fixed_code(&self) -> u64 {
        self.width + 1
    }
}

struct Compiler<'r> {
    residual: &'r Residual,
    order: &'r [u32],
    /// First and last step of each vertex, cell.
    vertex_span: Vec<[usize; 2]>,
    cell_span: Vec<[usize; 2]>,
    edge_cells: Vec<Vec<u32>>,
    pair_of: Vec<Option<u32>>,
}

/// Slots, counters and labels of one step, before the layout is known.
struct Draft {
    slots: [usize; 2],
    entering_cells: Vec<(usize, u64)>,
    cells: Vec<(usize, u64)>,
    /// Label with which each end enters.
    labels: [Option<usize>; 2],
    partners: [Option<usize>; 2],
}

impl<'r> Compiler<'r> {
    fn new(residual: &'r Residual, order: &'r [u32]) -> Self {
        let none = [usize::MAX, 0];
        let mut vertex_span = vec![none; residual.vertices.len()];
        let mut cell_span = vec![none; residual.cells.len()];
        let mut edge_cells = vec![Vec::new(); residual.edges.len()];
        for (c, cell) in residual.cells.iter().enumerate() {
            for &e in &cell.edges {
                edge_cells[e as usize].push(c as u32);
            }
        }
        let stretch = |span: &mut [usize; 2], i: usize| *span = [span[0].min(i), span[1].max(i)];
        for (i, &e) in order.iter().enumerate() {
            for v in residual.edges[e as usize].ends {
                stretch(&mut vertex_span[v as usize], i);
            }
            for &c in &edge_cells[e as usize] {
                stretch(&mut cell_span[c as usize], i);
            }
        }
        let mut pair_of = vec![None; residual.vertices.len()];
        for (p, pair) in residual.pairs.iter().enumerate() {
            for &v in pair {
                pair_of[v as usize] = Some(p as u32);
            }
        }
        Compiler { residual, order, vertex_span, cell_span, edge_cells, pair_of }
    }

    fn compile(self) -> Steps {
        let (drafts, [slots, counters, labels]) = self.drafts();
        let width = slots as u64;
        // The ends of a single pair keep its label, which makes the codes shorter.
        let single = self.residual.pairs.len() == 1;
        let (pair_base, label_base) = if single { (u64::MAX / 2, width + 1) } else { (width, 2 * width + 1) };
        let max_code = match self.residual.topology {
            Topology::Cycle | Topology::Cycles => width,
            Topology::Linkage if labels == 0 => width,
            Topology::Linkage => label_base + labels as u64 - 1,
            Topology::PathMatching => width + 1,
        };
        let max_need = self.residual.cells.iter().map(|c| u64::from(c.need)).max().unwrap_or(0);
        let layout = Layout::new(slots, max_code, counters, max_need);
        let mut counter_bits = vec![0u64; layout.words];
        for f in &layout.counters {
            counter_bits[f.word as usize % layout.words] |= f.mask << f.shift;
        }
        let steps = self.steps(&drafts, &layout, label_base);
        let named = |v: u32| self.residual.vertices[v as usize];
        let vertices = self.order.iter().map(|&e| self.residual.edges[e as usize].ends.map(named)).collect();
        Steps {
            topology: self.residual.topology,
            cover: self.residual.cover,
            nonempty: self.residual.nonempty,
            steps,
            layout,
            width,
            pair_base,
            label_base,
            max_code,
            counter_bits,
            vertices,
            frontier: OnceLock::new(),
        }
    }

    /// The draft of each step, and how many slots, counters and labels there are in all.
    fn drafts(&self) -> (Vec<Draft>, [usize; 3]) {
        let (mut slots, mut counters, mut labels) = (Pool::default(), Pool::default(), Pool::default());
        let mut slot_of = vec![usize::MAX; self.vertex_span.len()];
        let mut counter_of = vec![usize::MAX; self.cell_span.len()];
        let mut label_of: Vec<Option<usize>> = vec![None; self.residual.pairs.len()];
        let mut left: Vec<u64> = self.residual.cells.iter().map(|c| c.edges.len() as u64).collect();
        let mut drafts = Vec::with_capacity(self.order.len());
        for (i, &e) in self.order.iter().enumerate() {
            let ends = self.residual.edges[e as usize].ends.map(|v| v as usize);
            let mut draft = Draft {
                slots: [0; 2],
                entering_cells: Vec::new(),
                cells: Vec::new(),
                labels: [None; 2],
                partners: [None; 2],
            };
            let mut free_labels = Vec::new();
            for (side, &v) in ends.iter().enumerate() {
                if self.vertex_span[v][0] == i {
                    slot_of[v] = slots.take();
                    if let Some(p) = self.pair_of[v] {
                        match label_of[p as usize] {
                            None => {
                                label_of[p as usize] = Some(labels.take());
                                draft.labels[side] = label_of[p as usize];
                            }
                            Some(label) if self.residual.pairs.len() == 1 => {
                                draft.labels[side] = Some(label);
                            }
                            Some(label) => {
                                draft.partners[side] = Some(label);
                                free_labels.push(label);
                            }
                        }
                    }
                }
                draft.slots[side] = slot_of[v];
            }
            for &c in &self.edge_cells[e as usize] {
                let c = c as usize;
                if self.cell_span[c][0] == i {
                    counter_of[c] = counters.take();
                    draft.entering_cells.push((counter_of[c], u64::from(self.residual.cells[c].need)));
                }
                left[c] -= 1;
                draft.cells.push((counter_of[c], left[c]));
            }
            for v in ends {
                if self.vertex_span[v][1] == i {
                    slots.give(slot_of[v]);
                }
            }
            for &c in &self.edge_cells[e as usize] {
                if self.cell_span[c as usize][1] == i {
                    counters.give(counter_of[c as usize]);
                }
            }
            for label in free_labels {
                labels.give(label);
            }
            drafts.push(draft);
        }
        (drafts, [slots, counters, labels].map(|pool| pool.size()))
    }

    fn steps(&self, drafts: &[Draft], layout: &Layout, label_base: u64) -> Vec<Step> {
        let due = Due::of(self.residual, self.order);
        let mut edges_left: Vec<u32> = vec![0; self.vertex_span.len()];
        for e in &self.residual.edges {
            for v in e.ends {
                edges_left[v as usize] += 1;
            }
        }
        let mut steps = Vec::with_capacity(drafts.len());
        for (i, draft) in drafts.iter().enumerate() {
            let edge = &self.residual.edges[self.order[i] as usize];
            let mut enter = Vec::new();
            let mut constant = |f: Field, value: u64| enter.push((f.word, value << f.shift));
            let mut ends = [EndStep::default(); 2];
            for side in [0, 1] {
                let v = edge.ends[side] as usize;
                let slot = layout.slots[draft.slots[side]];
                let own = draft.slots[side] as u64 + 1;
                if self.vertex_span[v][0] == i {
                    match (draft.labels[side], draft.partners[side]) {
                        (Some(label), _) => constant(slot, label_base + label as u64),
                        (None, None) => constant(slot, own),
                        (None, Some(_)) => {}
                    }
                }
                edges_left[v] -= 1;
                ends[side] = EndStep {
                    slot,
                    own,
                    leaves: edges_left[v] == 0,
                    one_left: edges_left[v] == 1,
                    partner: draft.partners[side].map(|label| label_base + label as u64),
                };
            }
            for &(counter, need) in &draft.entering_cells {
                constant(layout.counters[counter], need);
            }
            let cells =
                draft.cells.iter().map(|&(c, left)| CellStep { field: layout.counters[c], left }).collect();
            let edge = match edge.kind {
                ResidualKind::Open(e) => Some(e),
                ResidualKind::Chain => None,
            };
            steps.push(Step { edge, ends, enter, cells, nothing_due: due.is_over(i) });
        }
        steps
    }
}
