//! The frontier, moved along an order edge by edge.
//!
//! Only counts are updated, forwards and backwards, because the order is still being built. The compilers of a sweep need what
//! is known only at its end (when a vertex leaves, and whose slot is free), and computing that costs more than all that happens
//! here.

use super::{CostModel, Graph, LogSum};

/// The frontier at a position of an order: how many edges of each vertex and sum are behind it.
#[derive(Debug, Clone)]
pub struct Frontier<'g> {
    graph: &'g Graph,
    model: &'g CostModel,
    behind: Vec<u32>,
    chain_behind: Vec<bool>,
    sum_behind: Vec<u32>,
    width: usize,
    open_sums: usize,
    log_product: f64,
    /// The values of [`log_shape`] for small widths.
    shape: [f64; 64],
}

/// The logarithm of the factor by which balanced words of this length are fewer than all words.
fn log_shape(width: usize) -> f64 {
    1.5 * ((1 + width) as f64).ln()
}

impl<'g> Frontier<'g> {
    /// The frontier before the first edge.
    pub fn new(graph: &'g Graph, model: &'g CostModel) -> Self {
        Frontier {
            graph,
            model,
            behind: vec![0; graph.vertex_count()],
            chain_behind: vec![false; graph.vertex_count()],
            sum_behind: vec![0; graph.sum_count()],
            width: 0,
            open_sums: 0,
            log_product: 0.0,
            shape: std::array::from_fn(log_shape),
        }
    }

    /// Moves the frontier back before the first edge.
    pub fn reset(&mut self) {
        self.behind.fill(0);
        self.chain_behind.fill(false);
        self.sum_behind.fill(0);
        (self.width, self.open_sums, self.log_product) = (0, 0, 0.0);
    }

    /// Moves the frontier past one edge.
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
        for &s in self.graph.sums(edge) {
            let behind = &mut self.sum_behind[s as usize];
            let size = self.graph.sum_len(s);
            if *behind == 0 {
                self.open_sums += 1;
                self.log_product += self.model.log_counter();
            }
            *behind += 1;
            if *behind == size {
                self.open_sums -= 1;
                self.log_product -= self.model.log_counter();
            }
        }
    }

    /// Moves the frontier back before the last edge passed. The caller passes the value of [`Frontier::log_product`] before
    /// that edge.
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
        for &s in self.graph.sums(edge) {
            let behind = &mut self.sum_behind[s as usize];
            self.open_sums += usize::from(*behind == self.graph.sum_len(s));
            *behind -= 1;
            self.open_sums -= usize::from(*behind == 0);
        }
        self.log_product = log_product;
    }

    /// A copy of the open vertices and sums. The given ones must include all that are open.
    pub(super) fn cut(&self, vertices: impl Iterator<Item = u32>, sums: impl Iterator<Item = u32>) -> Cut {
        let open = |v: &u32| (1..self.graph.degree(*v)).contains(&self.behind[*v as usize]);
        let open_sum = |s: &u32| (1..self.graph.sum_len(*s)).contains(&self.sum_behind[*s as usize]);
        let mut cut = Cut {
            vertices: vertices
                .filter(open)
                .map(|v| (v, self.behind[v as usize], self.chain_behind[v as usize]))
                .collect(),
            sums: sums.filter(open_sum).map(|s| (s, self.sum_behind[s as usize])).collect(),
            log_product: self.log_product,
        };
        cut.vertices.sort_unstable();
        cut.vertices.dedup();
        cut.sums.sort_unstable();
        cut.sums.dedup();
        cut
    }

    /// Moves the frontier to a cut, from a state in which nothing is open.
    pub(super) fn enter(&mut self, cut: &Cut) {
        for &(v, behind, chain) in &cut.vertices {
            self.behind[v as usize] = behind;
            self.chain_behind[v as usize] = chain;
        }
        for &(s, behind) in &cut.sums {
            self.sum_behind[s as usize] = behind;
        }
        (self.width, self.open_sums) = (cut.vertices.len(), cut.sums.len());
        self.log_product = cut.log_product;
    }

    /// Undoes [`Frontier::enter`].
    pub(super) fn leave(&mut self, cut: &Cut) {
        for &(v, _, _) in &cut.vertices {
            self.behind[v as usize] = 0;
            self.chain_behind[v as usize] = false;
        }
        for &(s, _) in &cut.sums {
            self.sum_behind[s as usize] = 0;
        }
        (self.width, self.open_sums, self.log_product) = (0, 0, 0.0);
    }

    /// The number of edges of a vertex that are behind the frontier.
    #[inline]
    pub(super) fn behind(&self, vertex: u32) -> u32 {
        self.behind[vertex as usize]
    }

    /// The sum of the logarithms of the bases of all open vertices and sums.
    #[inline]
    pub(super) fn log_product(&self) -> f64 {
        self.log_product
    }

    /// The current number of frontier vertices.
    #[inline]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The current number of open sums.
    #[inline]
    pub fn open_sums(&self) -> usize {
        self.open_sums
    }

    /// The logarithm of the estimated number of states at the current position.
    #[inline]
    pub fn log_states(&self) -> f64 {
        let shape = self.shape.get(self.width).copied().unwrap_or_else(|| log_shape(self.width));
        (self.log_product - shape).max(0.0)
    }

    /// The logarithm of the estimated number of states of `order`, summed over its levels.
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

/// The open vertices and sums between two edges of an order: enough to continue from there.
#[derive(Debug, Clone, Default)]
pub(super) struct Cut {
    /// The frontier vertices: for each its number, the number of edges behind, and whether a chain is among them.
    pub(super) vertices: Vec<(u32, u32, bool)>,
    /// The open sums: for each its number, and the number of edges behind.
    pub(super) sums: Vec<(u32, u32)>,
    log_product: f64,
}
