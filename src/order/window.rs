//! Local improvement: puts a few consecutive vertices of an elimination order (a window) into their best order.
//!
//! The states before and after a window do not depend on the order inside it, so its best order is found exactly, by dynamic
//! programming over the sets of the window's vertices (Held and Karp 1962, here on the whole sum of estimated states). Sets
//! that cost as much as the present window already are left out. Windows overlap and are tried again until no window improves.
//! They correct what beams cannot: beams close only waiting vertices, and they treat a path as one edge even where its sums
//! are better left for later.

use super::elimination::{Elimination, closing};
use super::pool::Pool;
use super::{CostModel, Effort, Frontier, Graph, tuning};
use zlink_base::limits::{Interrupted, Limits};

/// The least part of its cost that a window must gain, more than rounding errors.
const LEAST_GAIN: f64 = 1e-6;

/// Improves the best orders of the pool in place.
pub(super) fn improve(
    pool: &mut Pool<'_>,
    graph: &Graph,
    model: &CostModel,
    effort: Effort,
    limits: &Limits,
) -> Result<(), Interrupted> {
    if pool.best_width() > tuning::MAX_FRONTIER {
        return Ok(());
    }
    // Small graphs cost next to nothing: there is enough work for all their candidates.
    let mut left = tuning::WINDOW_WORK * graph.edge_count().max(tuning::WINDOW_MIN_EDGES);
    if effort == Effort::Proportionate {
        left = left.min((pool.worth() / tuning::WINDOW_STATES) as usize);
    }
    let share = left.div_ceil(tuning::WINDOW_CANDIDATES);
    let mut elimination = Elimination::default();
    let mut window = Window::new(graph, model);
    for (heuristic, order) in pool.best_first() {
        if left == 0 {
            break;
        }
        let mut vertices = closing(graph.vertex_count(), order.iter().map(|&e| graph.ends(e)));
        let work = share.min(left);
        left -= work - window.slide(&mut vertices, work, limits)?;
        pool.offer_edges(improved_name(heuristic), elimination.edge_order(graph, &vertices));
    }
    Ok(())
}

/// The name of an improved order of `heuristic`: the input order is no longer the input order.
fn improved_name(heuristic: &'static str) -> &'static str {
    if heuristic.starts_with("input") { "window" } else { heuristic }
}

/// A window: a few consecutive vertices of an order, with the frontier before them.
struct Window<'g> {
    graph: &'g Graph,
    frontier: Frontier<'g>,
    /// Whether each vertex is closed.
    closed: Vec<bool>,
    /// The position of each vertex in the order.
    rank: Vec<u32>,
    vertices: Vec<u32>,
    /// For each set of the window's vertices the least cost of closing just these, in units of the states before the window.
    least: Vec<f64>,
    /// For each set the last vertex of an order with this cost, by its index in the window.
    last: Vec<u8>,
    /// The logarithm of the states before the window.
    unit: f64,
    /// The cost of the window in its present order, less the least gain.
    present: f64,
    /// The number of edges that may still be passed.
    work: usize,
    passed: Vec<u32>,
    row: Vec<(bool, u32, u32)>,
}

impl<'g> Window<'g> {
    fn new(graph: &'g Graph, model: &'g CostModel) -> Self {
        Window {
            graph,
            frontier: Frontier::new(graph, model),
            closed: vec![false; graph.vertex_count()],
            rank: vec![0; graph.vertex_count()],
            vertices: Vec::with_capacity(tuning::WINDOW_SIZE),
            least: vec![0.0; 1 << tuning::WINDOW_SIZE],
            last: vec![0; 1 << tuning::WINDOW_SIZE],
            unit: 0.0,
            present: 0.0,
            work: 0,
            passed: Vec::new(),
            row: Vec::new(),
        }
    }

    /// Moves the window along `order` and improves it, until nothing improves any more or the `work` is spent. Returns the work
    /// that is left.
    fn slide(&mut self, order: &mut [u32], work: usize, limits: &Limits) -> Result<usize, Interrupted> {
        self.work = work;
        // For each place of the order the last round in which it got another vertex.
        let mut changed = vec![1u32; order.len()];
        let mut round = 1;
        while self.work > 0 && changed.contains(&round) {
            round += 1;
            self.frontier.reset();
            self.closed.fill(false);
            for (i, &v) in order.iter().enumerate() {
                self.rank[v as usize] = i as u32;
            }
            let mut start = 0;
            while start + 1 < order.len() && self.work > 0 {
                limits.check()?;
                let end = order.len().min(start + tuning::WINDOW_SIZE);
                if changed[start..end].iter().any(|&r| r + 1 >= round)
                    && self.improve_window(&mut order[start..end])
                {
                    for (i, &v) in (start..end).zip(&order[start..end]) {
                        if self.rank[v as usize] != i as u32 {
                            (self.rank[v as usize], changed[i]) = (i as u32, round);
                        }
                    }
                }
                for &v in &order[start..end.min(start + tuning::WINDOW_STRIDE)] {
                    self.enter(v);
                }
                self.passed.clear();
                start += tuning::WINDOW_STRIDE;
            }
        }
        Ok(self.work)
    }

    /// Puts the vertices of a window into their best order; true if it is better than the present one.
    fn improve_window(&mut self, vertices: &mut [u32]) -> bool {
        let sets = 1usize << vertices.len();
        self.vertices.clear();
        self.vertices.extend_from_slice(vertices);
        self.unit = self.frontier.log_states();
        let before = self.frontier.log_product();
        self.least[..sets].fill(f64::INFINITY);
        self.least[0] = 0.0;
        self.present = 0.0;
        for &v in vertices.iter() {
            self.present += self.close(v, f64::INFINITY);
        }
        self.present *= 1.0 - LEAST_GAIN;
        vertices.iter().for_each(|&v| self.closed[v as usize] = false);
        self.reopen(0, before);
        self.visit(vertices.len(), 0);
        if self.least[sets - 1] >= self.present {
            return false;
        }
        let mut set = sets - 1;
        for slot in vertices.iter_mut().rev() {
            let last = self.last[set];
            *slot = self.vertices[usize::from(last)];
            set &= !(1 << last);
        }
        true
    }

    /// Enumerates the sets of closed vertices that agree with `set` except for the first `left` vertices of the window, and
    /// extends each. A set comes after its subsets.
    fn visit(&mut self, left: usize, set: usize) {
        // The first set reached among these is reached from outside them, so its cost is known already.
        if self.least[set..set + (1 << left)].iter().all(|&cost| cost >= self.present) {
            return;
        }
        if left == 0 {
            return self.extend(set);
        }
        self.visit(left - 1, set);
        let v = self.vertices[left - 1];
        let (mark, before) = (self.passed.len(), self.frontier.log_product());
        self.enter(v);
        self.visit(left - 1, set | 1 << (left - 1));
        self.closed[v as usize] = false;
        self.reopen(mark, before);
    }

    /// Extends a set by each vertex of the window that is not in it.
    fn extend(&mut self, set: usize) {
        let (mark, before) = (self.passed.len(), self.frontier.log_product());
        for i in (0..self.vertices.len()).filter(|i| set >> i & 1 == 0) {
            let v = self.vertices[i];
            let next = set | 1 << i;
            let most = self.present.min(self.least[next]);
            let cost = self.least[set] + self.close(v, most - self.least[set]);
            self.closed[v as usize] = false;
            self.reopen(mark, before);
            if cost < most {
                (self.least[next], self.last[next]) = (cost, i as u8);
            }
        }
    }

    /// Closes a vertex: passes the edges that it still has, and returns the cost of the levels before them. Stops when the cost
    /// reaches `most`.
    fn close(&mut self, v: u32, most: f64) -> f64 {
        self.row.clear();
        for &(e, w) in self.graph.at(v) {
            if !self.closed[w as usize] {
                self.row.push((self.frontier.behind(w) == 0, self.rank[w as usize], e));
            }
        }
        self.row.sort_unstable();
        self.work = self.work.saturating_sub(self.row.len());
        let mut cost = 0.0;
        for &(_, _, e) in &self.row {
            cost += (self.frontier.log_states() - self.unit).exp();
            if cost >= most {
                break;
            }
            self.frontier.pass(e);
            self.passed.push(e);
        }
        self.closed[v as usize] = true;
        cost
    }

    /// Closes a vertex without computing the cost.
    fn enter(&mut self, v: u32) {
        for &(e, w) in self.graph.at(v) {
            if !self.closed[w as usize] {
                self.frontier.pass(e);
                self.passed.push(e);
            }
        }
        self.closed[v as usize] = true;
    }

    /// Takes back all passed edges except the first `mark`.
    fn reopen(&mut self, mark: usize, log_product: f64) {
        for e in self.passed.drain(mark..).rev() {
            self.frontier.take_back(e, log_product);
        }
    }
}
