//! The frontier itself, moved along an order edge by edge.
//!
//! Only counts move, forwards and back: an order is being made here, of which the compilers of a sweep ask what is not known
//! before its end (who leaves when, and whose slot is free), and which costs more than all that happens here.

use super::{CostModel, Graph, LogSum};

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
    /// [`log_shape`] of small widths.
    shape: [f64; 64],
}

/// The logarithm of the factor by which balanced words are fewer than all words.
fn log_shape(width: usize) -> f64 {
    1.5 * ((1 + width) as f64).ln()
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
            shape: std::array::from_fn(log_shape),
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
    #[inline]
    pub fn pass(&mut self, edge: u32) {
        let chain = self.graph.is_chain(edge);
        for v in self.graph.ends(edge) {
            let (i, kind, degree) = (v as usize, self.graph.kind(v), self.graph.degree(v));
            self.log_product -= self.model.log_vertex(kind, self.behind[i], degree, self.chain_behind[i]);
            self.chain_behind[i] |= chain;
            self.width += usize::from(self.behind[i] == 0);
            self.behind[i] += 1;
            self.width -= usize::from(self.behind[i] == degree);
            self.log_product += self.model.log_vertex(kind, self.behind[i], degree, self.chain_behind[i]);
        }
        for &c in self.graph.cells(edge) {
            let behind = &mut self.cell_behind[c as usize];
            let [size, _] = self.graph.cell(c);
            if *behind == 0 {
                self.open_cells += 1;
                self.log_product += self.model.log_cell();
            }
            *behind += 1;
            if *behind == size {
                self.open_cells -= 1;
                self.log_product -= self.model.log_cell();
            }
        }
    }

    /// Takes the last edge back. The estimate is restored by the caller, from [`Frontier::log_product`].
    #[inline]
    pub(super) fn take_back(&mut self, edge: u32, log_product: f64) {
        for v in self.graph.ends(edge) {
            let i = v as usize;
            self.width += usize::from(self.behind[i] == self.graph.degree(v));
            self.behind[i] -= 1;
            self.width -= usize::from(self.behind[i] == 0);
            if self.graph.is_chain(edge) {
                self.chain_behind[i] = false;
            }
        }
        for &c in self.graph.cells(edge) {
            let behind = &mut self.cell_behind[c as usize];
            self.open_cells += usize::from(*behind == self.graph.cell(c)[0]);
            *behind -= 1;
            self.open_cells -= usize::from(*behind == 0);
        }
        self.log_product = log_product;
    }

    /// Takes a copy of what is open, given vertices and cells that include everything open.
    pub(super) fn cut(&self, vertices: impl Iterator<Item = u32>, cells: impl Iterator<Item = u32>) -> Cut {
        let open = |v: &u32| (1..self.graph.degree(*v)).contains(&self.behind[*v as usize]);
        let open_cell = |c: &u32| (1..self.graph.cell(*c)[0]).contains(&self.cell_behind[*c as usize]);
        let mut cut = Cut {
            vertices: vertices
                .filter(open)
                .map(|v| (v, self.behind[v as usize], self.chain_behind[v as usize]))
                .collect(),
            cells: cells.filter(open_cell).map(|c| (c, self.cell_behind[c as usize])).collect(),
            log_product: self.log_product,
        };
        cut.vertices.sort_unstable();
        cut.vertices.dedup();
        cut.cells.sort_unstable();
        cut.cells.dedup();
        cut
    }

    /// Goes to a cut, from a frontier where nothing is open.
    pub(super) fn enter(&mut self, cut: &Cut) {
        for &(v, behind, chain) in &cut.vertices {
            self.behind[v as usize] = behind;
            self.chain_behind[v as usize] = chain;
        }
        for &(c, behind) in &cut.cells {
            self.cell_behind[c as usize] = behind;
        }
        (self.width, self.open_cells) = (cut.vertices.len(), cut.cells.len());
        self.log_product = cut.log_product;
    }

    /// Undoes [`Frontier::enter`].
    pub(super) fn leave(&mut self, cut: &Cut) {
        for &(v, _, _) in &cut.vertices {
            self.behind[v as usize] = 0;
            self.chain_behind[v as usize] = false;
        }
        for &(c, _) in &cut.cells {
            self.cell_behind[c as usize] = 0;
        }
        (self.width, self.open_cells, self.log_product) = (0, 0, 0.0);
    }

    /// How many edges of a vertex are behind.
    #[inline]
    pub(super) fn behind(&self, vertex: u32) -> u32 {
        self.behind[vertex as usize]
    }

    /// The sum of the logarithms of the bases of everything open.
    #[inline]
    pub(super) fn log_product(&self) -> f64 {
        self.log_product
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
        let shape = self.shape.get(self.width).copied().unwrap_or_else(|| log_shape(self.width));
        (self.log_product - shape).max(0.0)
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

/// What is open between two edges of an order: enough to go on from there.
#[derive(Debug, Clone, Default)]
pub(super) struct Cut {
    /// The frontier vertices: edges behind, and whether the chain is among them.
    pub(super) vertices: Vec<(u32, u32, bool)>,
    /// The open cells: edges behind.
    pub(super) cells: Vec<(u32, u32)>,
    log_product: f64,
}
