//! The pool of candidates: the best order of each heuristic so far.

use super::candidate::Candidate;
use super::elimination::Elimination;
use super::{CostModel, Frontier, Graph, tuning};
use zlink_base::limits::{Interrupted, Limits};
use zlink_deduce::{Heuristic, Techniques};

/// The pool: estimates the cost of the orders that the heuristics offer and keeps the best of each.
pub(super) struct Pool<'g> {
    graph: &'g Graph,
    frontier: Frontier<'g>,
    elimination: Elimination,
    best: Vec<Candidate>,
    techniques: Techniques,
}

impl<'g> Pool<'g> {
    pub(super) fn new(graph: &'g Graph, model: &'g CostModel, techniques: Techniques) -> Self {
        let frontier = Frontier::new(graph, model);
        Pool { graph, frontier, elimination: Elimination::default(), best: Vec::new(), techniques }
    }

    /// Offers an order of the edges.
    pub(super) fn offer_edges(&mut self, heuristic: &'static str, order: Vec<u32>) {
        debug_assert_eq!(order.len(), self.graph.edge_count());
        let log_cost = self.frontier.log_cost(&order);
        let same = self.best.iter_mut().find(|c| c.heuristic == heuristic);
        match same {
            Some(known) if known.log_cost <= log_cost => {}
            Some(known) => *known = Candidate { order, heuristic, log_cost },
            None => self.best.push(Candidate { order, heuristic, log_cost }),
        }
    }

    /// Offers the edge orders that close the vertices in the given order and in its reverse. `vertices` is unchanged
    /// afterwards.
    pub(super) fn offer_vertices(&mut self, heuristic: &'static str, vertices: &mut [u32]) {
        for _ in 0..2 {
            let order = self.elimination.edge_order(self.graph, vertices);
            self.offer_edges(heuristic, order);
            vertices.reverse();
        }
    }

    /// The orders so far with the names of their heuristics, best first.
    pub(super) fn best_first(&self) -> Vec<(&'static str, Vec<u32>)> {
        let mut best: Vec<&Candidate> = self.best.iter().collect();
        best.sort_by(|a, b| a.log_cost.total_cmp(&b.log_cost));
        best.into_iter().map(|c| (c.heuristic, c.order.clone())).collect()
    }

    /// The budget for finding a better order: the number of estimated states that a sweep passes in the time allowed.
    pub(super) fn worth(&self) -> f64 {
        let least = self.best.iter().map(|c| c.log_cost).fold(f64::INFINITY, f64::min);
        least.exp() * tuning::PROPORTION
    }

    /// The maximum number of frontier vertices of the best order so far.
    pub(super) fn best_width(&mut self) -> usize {
        let best = self.best.iter().min_by(|a, b| a.log_cost.total_cmp(&b.log_cost));
        self.frontier.reset();
        let widths = best.into_iter().flat_map(|c| &c.order).map(|&e| {
            self.frontier.pass(e);
            self.frontier.width()
        });
        widths.max().unwrap_or(0)
    }

    /// Offers the reverse of every order found so far: the number of states is not symmetric.
    pub(super) fn offer_reverses(&mut self, limits: &Limits) -> Result<(), Interrupted> {
        let most = if self.techniques.has(Heuristic::OrderReverse) { self.best.len() } else { 0 };
        for i in 0..most {
            limits.check()?;
            let Some(heuristic) = reverse_name(self.best[i].heuristic) else { continue };
            let order = self.best[i].order.iter().rev().copied().collect();
            self.offer_edges(heuristic, order);
        }
        Ok(())
    }

    /// The kept orders without repetitions, best first, `most` at most.
    pub(super) fn into_candidates(self, most: usize) -> Vec<Candidate> {
        let mut best = self.best;
        best.sort_by(|a, b| a.log_cost.total_cmp(&b.log_cost));
        let mut distinct: Vec<Candidate> = Vec::new();
        for c in best {
            if distinct.len() < most && distinct.iter().all(|d| d.order != c.order) {
                distinct.push(c);
            }
        }
        distinct
    }
}

/// The name of the reverse of an order of `heuristic`; `None` when that is a reverse already.
fn reverse_name(heuristic: &str) -> Option<&'static str> {
    Some(match heuristic {
        "input" => "input reversed",
        "sweep" => "sweep reversed",
        "breadth-first" => "breadth-first reversed",
        "greedy" => "greedy reversed",
        "beam" => "beam reversed",
        _ => return None,
    })
}
