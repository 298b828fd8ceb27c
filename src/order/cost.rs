//! How many states an order will have: an estimate for every level, added up.
//!
//! A state is what the decided edges leave to know: for each frontier vertex whether it has no edge, is the end of a
//! path (of which: the mate) or has two edges, and for each open cell how many edges it has (Sekine, Imai and Tani
//! 1995; Knuth, TAOCP 7.1.4, Simpath; Kawahara, Inoue, Iwashita and Minato 2017). When the frontier is a simple curve
//! around what is decided, as in a sweep of a planar graph, path ends pair up like parentheses, so a state is a word
//! over `-`, `(`, `)` and, where two edges are behind the vertex, `2`. Words over three letters with balanced
//! parentheses number about 3^F / F^1.5 (Motzkin), and each further letter adds one to the base. This is the estimate:
//!
//! ```text
//! log states = sum over the frontier of log b(vertex) - 1.5 log(1 + F) + sum over the open cells of log b(cell)
//! ```
//!
//! Vertices that certainly take exactly one more edge (ends of chains, terminals) have fewer letters. An open cell's
//! count is mostly implied by the frontier around it: measured, it costs a factor of about 1.3.
//! Sums are kept as logarithms, so nothing overflows, however wide the graph.

use super::Graph;
use super::graph::VertexKind;
use crate::puzzle::Topology;

/// The bases of the estimate, as logarithms.
#[derive(Debug, Clone, PartialEq)]
pub struct CostModel {
    /// A fresh vertex with one edge behind it.
    entered: f64,
    /// A fresh vertex with two edges or more behind it.
    crossed: f64,
    /// A vertex that takes exactly one more edge, which may be behind it.
    single: f64,
    /// A cell of which some edges are decided and some not.
    cell: f64,
}

impl CostModel {
    /// The bases for solutions of a given shape.
    pub fn for_topology(topology: Topology) -> Self {
        let (entered, crossed, single): (f64, f64, f64) = match topology {
            Topology::Cycle | Topology::Cycles => (3.0, 4.0, 2.5),
            Topology::Linkage => (3.0, 4.0, 2.5),
            Topology::PathMatching => (3.0, 4.0, 3.0),
        };
        CostModel { entered: entered.ln(), crossed: crossed.ln(), single: single.ln(), cell: 1.3f64.ln() }
    }

    /// The share of a vertex with `behind` decided edges out of `degree`.
    #[inline]
    fn vertex(&self, kind: VertexKind, behind: u32, degree: u32, chain_behind: bool) -> f64 {
        if behind == 0 || behind == degree {
            return 0.0;
        }
        match kind {
            VertexKind::Fresh if behind == 1 => self.entered,
            VertexKind::Fresh => self.crossed,
            // Nothing but its chain is decided: a path end for certain.
            VertexKind::ChainEnd if chain_behind && behind == 1 => 0.0,
            VertexKind::ChainEnd | VertexKind::Terminal => self.single,
        }
    }
}

/// A sum of numbers that are given, and kept, as logarithms.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LogSum {
    largest: f64,
    scaled: f64,
}

impl Default for LogSum {
    fn default() -> Self {
        LogSum { largest: f64::NEG_INFINITY, scaled: 0.0 }
    }
}

impl LogSum {
    /// Adds the number with logarithm `log`.
    #[inline]
    pub fn add(&mut self, log: f64) {
        if log > self.largest {
            self.scaled = self.scaled * (self.largest - log).exp() + 1.0;
            self.largest = log;
        } else {
            self.scaled += (log - self.largest).exp();
        }
    }

    /// The logarithm of the sum.
    #[inline]
    pub fn log(&self) -> f64 {
        if self.scaled == 0.0 { f64::NEG_INFINITY } else { self.largest + self.scaled.ln() }
    }
}

/// The frontier as it moves along an order.
#[derive(Debug, Clone)]
pub struct Frontier<'g> {
    graph: &'g Graph,
    model: &'g CostModel,
    behind: Vec<u32>,
    chain_behind: Vec<bool>,
    cell_behind: Vec<u32>,
    width: usize,
    open_cells: usize,
    log_product: f64,
}

impl<'g> Frontier<'g> {
    /// Before the first edge.
    pub fn new(graph: &'g Graph, model: &'g CostModel) -> Self {
        Frontier {
            graph,
            model,
            behind: vec![0; graph.vertex_count()],
            chain_behind: vec![false; graph.vertex_count()],
            cell_behind: vec![0; graph.cell_count()],
            width: 0,
            open_cells: 0,
            log_product: 0.0,
        }
    }

    /// Goes back to before the first edge.
    pub fn reset(&mut self) {
        self.behind.fill(0);
        self.chain_behind.fill(false);
        self.cell_behind.fill(0);
        (self.width, self.open_cells, self.log_product) = (0, 0, 0.0);
    }

    /// Passes one edge.
    pub fn pass(&mut self, edge: u32) {
        let chain = self.graph.is_chain(edge);
        for v in self.graph.ends(edge) {
            let (i, kind, degree) = (v as usize, self.graph.kind(v), self.graph.degree(v));
            self.log_product -= self.model.vertex(kind, self.behind[i], degree, self.chain_behind[i]);
            self.chain_behind[i] |= chain;
            self.width += usize::from(self.behind[i] == 0);
            self.behind[i] += 1;
            self.width -= usize::from(self.behind[i] == degree);
            self.log_product += self.model.vertex(kind, self.behind[i], degree, self.chain_behind[i]);
        }
        for &c in self.graph.cells(edge) {
            let behind = &mut self.cell_behind[c as usize];
            let [size, _] = self.graph.cell(c);
            if *behind == 0 {
                self.open_cells += 1;
                self.log_product += self.model.cell;
            }
            *behind += 1;
            if *behind == size {
                self.open_cells -= 1;
                self.log_product -= self.model.cell;
            }
        }
    }

    /// The number of frontier vertices now.
    #[inline]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of open cells now.
    #[inline]
    pub fn open_cells(&self) -> usize {
        self.open_cells
    }

    /// The logarithm of the estimated number of states now.
    #[inline]
    pub fn log_states(&self) -> f64 {
        (self.log_product - 1.5 * ((1 + self.width) as f64).ln()).max(0.0)
    }

    /// The logarithm of the states of `order`, summed over its levels.
    pub fn log_cost(&mut self, order: &[u32]) -> f64 {
        self.reset();
        let mut sum = LogSum::default();
        for &e in order {
            sum.add(self.log_states());
            self.pass(e);
        }
        sum.log()
    }
}
