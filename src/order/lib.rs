//! RESIDUAL -> PLAN: the order in which the frontier sweeps the edges.
//!
//! The frontier of a search consists of the vertices that have both decided and undecided edges, and of the sums that are
//! counted but not finished. The order of the edges decides how wide the frontier is, and with that how many states there
//! are; it decides nothing else.
//!
//! * [`Graph`] is the residual as flat arrays, one connected component at a time.
//! * [`CostModel`] and [`Frontier`] estimate the states of an order, level by level.
//! * `series` contracts paths through vertices of degree two to single edges, `landmark` finds vertices far from each other.
//! * Each heuristic has a file of its own: `sweep`, `bfs`, `greedy`, `beam`. They give orders of the *vertices*, which
//!   `elimination` turns into orders of the edges.
//! * `window` improves the best of them a few consecutive vertices at a time.
//! * [`candidates`] runs all of them, tries each order in both directions, and keeps the best order of each.
//! * [`PlanReport`] describes the outcome for people and programs.
//!
//! No heuristic is best everywhere, and no estimate ranks orders reliably once propagation prunes the search. So
//! callers with long searches should run the first few [`candidates`] in turns under a limit on states.
//!
//! # Example
//!
//! ```
//! use zlink_deduce::{Residual, Value};
//! use zlink_board::Lattice;
//! use zlink_base::limits::Limits;
//! use zlink_order::{self as order, PlanOptions};
//!
//! let puzzle = Lattice::Square.cells(4, 6).expect("a board").puzzle;
//! let residual = Residual::new(&puzzle, &vec![Value::Open; puzzle.edge_count()]).expect("no contradiction");
//! let plans = order::candidates(&residual, &PlanOptions::default(), &Limits::none());
//! assert!(plans.windows(2).all(|two| two[0].cost <= two[1].cost), "the cheapest comes first");
//! assert_eq!(plans[0].order.len(), puzzle.edge_count());
//! ```

#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests run where there are threads"))]

mod beam;
mod bfs;
mod candidate;
mod cost;
mod elimination;
mod frontier;
mod graph;
mod greedy;
mod landmark;
mod log_sum;
mod plan;
mod pool;
mod report;
mod series;
mod sweep;
mod tuning;
mod window;

use zlink_base::limits::{Interrupted, Limits};
use zlink_deduce::{Heuristic, Residual};

use candidate::Candidate;
use landmark::Landmark;
use pool::Pool;
use series::Series;

pub use beam::within;
pub use cost::CostModel;
pub use elimination::closing;
pub use frontier::Frontier;
pub use graph::{Component, Graph, VertexKind};
pub use log_sum::LogSum;
pub use plan::{Effort, Plan, PlanOptions};
pub use report::{Contender, PlanReport, Profile, Step};

/// The order with the least estimated number of states.
pub fn plan(residual: &Residual, options: &PlanOptions, limits: &Limits) -> Plan {
    let options = PlanOptions { keep: 1, ..*options };
    candidates(residual, &options, limits).swap_remove(0)
}

/// Distinct orders of the edges of `residual`, by increasing estimated number of states; at least one.
///
/// At most one order of each heuristic (and one of its reverses) is kept, so that the first few differ in more than details.
/// When a limit is reached, the orders found so far are returned, in the worst case only the given one. As long as no limit is
/// reached, the outcome depends only on the residual and the options.
pub fn candidates(residual: &Residual, options: &PlanOptions, limits: &Limits) -> Vec<Plan> {
    candidates_of(&Graph::of(residual), &CostModel::for_topology(residual.topology), options, limits)
}

/// Like [`candidates`], of the edges of any graph.
pub fn candidates_of(graph: &Graph, model: &CostModel, options: &PlanOptions, limits: &Limits) -> Vec<Plan> {
    let options = &PlanOptions { keep: options.keep.max(1), ..*options };
    let mut pool = Pool::new(graph, model, options.techniques);
    pool.offer_edges("input", (0..graph.edge_count() as u32).collect());
    let parts = graph.components();
    let ranked: Vec<Vec<Candidate>> =
        parts.iter().map(|part| component_candidates(&part.graph, model, options, limits)).collect();
    let most = ranked.iter().map(Vec::len).max().unwrap_or(0);
    for rank in 0..most {
        let mut order = Vec::with_capacity(graph.edge_count());
        let mut heuristic = "input";
        let mut largest = 0;
        for (part, ranked) in parts.iter().zip(&ranked) {
            let chosen = &ranked[rank.min(ranked.len() - 1)];
            order.extend(chosen.order.iter().map(|&e| part.edges[e as usize]));
            if chosen.order.len() > largest && rank < ranked.len() {
                (largest, heuristic) = (chosen.order.len(), chosen.heuristic);
            }
        }
        pool.offer_edges(heuristic, order);
    }
    let is_long = matches!(options.effort, Effort::Thorough | Effort::Proportionate);
    if is_long && options.techniques.has(Heuristic::OrderWindow) {
        // Running out of time leaves the orders as they are.
        let _ = window::improve(&mut pool, graph, model, options.effort, limits);
    }
    pool.into_candidates(options.keep).into_iter().map(Candidate::into_plan).collect()
}

/// The candidate orders of one component; at least one.
fn component_candidates(
    graph: &Graph,
    model: &CostModel,
    options: &PlanOptions,
    limits: &Limits,
) -> Vec<Candidate> {
    let mut pool = Pool::new(graph, model, options.techniques);
    pool.offer_edges("input", (0..graph.edge_count() as u32).collect());
    let _ = pool.offer_reverses(limits);
    if graph.edge_count() > 2 {
        let joins = model.forces_parity() && options.techniques.has(Heuristic::OrderSeries);
        let series = if joins { Series::of(graph) } else { Series::trivial(graph) };
        let mut paths = Pool::new(&series.graph, model, options.techniques);
        // Running out of time leaves the orders found so far.
        let landmarks = match options.effort {
            Effort::Glance => vec![landmark::end(graph)],
            _ => landmark::choose(graph),
        };
        let landmarks: Vec<Landmark> = landmarks.iter().map(|l| l.restricted(&series.kept)).collect();
        let _ = fill(&mut paths, &series.graph, model, &landmarks, options, limits);
        for found in paths.into_candidates(usize::MAX) {
            pool.offer_edges(found.heuristic, series.expand(&found.order));
        }
    }
    pool.into_candidates(options.keep)
}

/// Offers the orders of every heuristic in use, the cheap ones first.
fn fill(
    pool: &mut Pool<'_>,
    graph: &Graph,
    model: &CostModel,
    landmarks: &[Landmark],
    options: &PlanOptions,
    limits: &Limits,
) -> Result<(), Interrupted> {
    if options.effort == Effort::Glance {
        return bfs::offer(pool, graph, landmarks, limits);
    }
    // Three landmarks still sweep a grid in both directions; all six yield five times as many orders.
    let is_quick = options.effort == Effort::Quick;
    let most = if is_quick && graph.edge_count() > 4_000 { 3 } else { landmarks.len() };
    let cheap = &landmarks[..landmarks.len().min(most)];
    if options.techniques.has(Heuristic::OrderSweep) {
        sweep::offer(pool, graph, cheap, limits)?;
    }
    if options.techniques.has(Heuristic::OrderBfs) {
        bfs::offer(pool, graph, cheap, limits)?;
    }
    if options.techniques.has(Heuristic::OrderGreedy) {
        greedy::offer(pool, graph, cheap, limits)?;
    }
    if !is_quick && options.techniques.has(Heuristic::OrderBeam) {
        beam::offer(pool, graph, model, landmarks, options.effort, limits)?;
    }
    pool.offer_reverses(limits)
}
