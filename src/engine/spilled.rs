//! A single sweep whose blocks are stored on disk or in other processes, and which resumes an earlier one that was
//! stopped.

use super::enumerate::Stop;
use super::run::Run;
use super::together::plan_of_first;
use super::{Figure, Progress, Request};
use zlink_base::clock::Instant;
use zlink_base::limits::Interrupted;
use zlink_deduce::Residual;
use zlink_order::{CostModel, Effort, Frontier, Graph, Plan, PlanOptions, plan};
use zlink_search::{self as search, Budget, Places, Spill, SpillError};

impl Run<'_, '_> {
    /// Counts the solutions of `residual` by a sweep whose blocks are stored in `places`.
    pub(super) fn spilled(&mut self, residual: &Residual, places: Places<'_>) -> Result<(), Stop> {
        let limits = &self.request.limits;
        let started = Instant::now();
        let plan = match places.peers {
            None => planned(self.request, residual, self.progress)?,
            Some(peers) => plan_of_first(self.request, residual, peers, self.progress)?,
        };
        if let Some(spill) = places.spill {
            spill.expect(&log_states(residual, &plan.order));
        }
        self.statistics.set("plan_time", started.elapsed());
        let started = Instant::now();
        let frontier = search::Frontier::for_sweeps(residual, &plan, self.request.techniques);
        let budget = Budget::new(u64::MAX, self.progress);
        let (count, report) = frontier.count_in(places, self.request.sweep_threads, limits, budget);
        self.statistics.set("search_time", started.elapsed());
        let why = if places.peers.is_some() { "several processes share it" } else { "its blocks go to disk" };
        self.decided_by("sweep", why);
        self.statistics.set("order", plan.heuristic);
        self.statistics.set("threads", self.request.sweep_threads);
        self.add_sweep(&report);
        if let Some(peers) = places.peers {
            self.statistics.set("processes", peers.processes());
            self.statistics.set("bytes_sent", Figure::Bytes(peers.sent()));
        }
        self.count = Some(count.map_err(stopped)?);
        Ok(())
    }
}

/// The reason why a sweep that spills has no result.
pub(super) fn stopped(why: search::Unfinished) -> Stop {
    why.limit().map_or(super::Refusal::TooWide.into(), Stop::from)
}

/// The plan of a sweep that spills. A resumed run uses the stored order of the earlier one, because planning again
/// need not give the same order. The blocks must belong to this puzzle.
pub(super) fn planned(
    request: &Request<'_>,
    residual: &Residual,
    progress: &dyn Progress,
) -> Result<Plan, Stop> {
    let Request { ref limits, techniques, spill, .. } = *request;
    if let Some(spill) = spill {
        match spill.order(residual.fingerprint()) {
            Ok(Some(order)) if order.len() == residual.edges.len() => {
                return Ok(Plan { order: order.to_vec(), heuristic: "resumed", cost: 0.0 });
            }
            Ok(Some(_)) => return Err(failed(spill, SpillError::Other(spill.folder().to_path_buf()))),
            Ok(None) => {}
            Err(error) => return Err(failed(spill, error)),
        }
    }
    progress.report("planning", format_args!("{} edges", residual.edges.len()));
    Ok(plan(residual, &PlanOptions { effort: Effort::Thorough, keep: 1, techniques }, limits))
}

fn failed(spill: &Spill, error: SpillError) -> Stop {
    spill.fail(error).limit().unwrap_or(Interrupted::Storage).into()
}

/// The logarithm of the estimated number of states before each edge of an order.
pub(super) fn log_states(residual: &Residual, order: &[u32]) -> Vec<f64> {
    let graph = Graph::of(residual);
    let model = CostModel::for_topology(residual.topology);
    let mut frontier = Frontier::new(&graph, &model);
    let pass = |&edge: &u32| {
        let states = frontier.log_states();
        frontier.pass(edge);
        states
    };
    order.iter().map(pass).collect()
}
