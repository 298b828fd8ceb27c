//! A sweep by itself, whose blocks go to disk, and which goes on where one before was stopped.

use std::time::Instant;

use super::Progress;
use super::enumerate::Stop;
use super::run::Run;
use crate::deduce::Residual;
use crate::limits::{Exhausted, Limits};
use crate::order::{CostModel, Effort, Frontier, Graph, Plan, PlanOptions, plan};
use crate::search::{self, Budget, Spill, SpillError};

impl Run<'_, '_> {
    /// Counts the solutions of `residual` by a sweep that spills.
    pub(super) fn spilled(&mut self, residual: &Residual, spill: &Spill) -> Result<(), Stop> {
        let limits = &self.request.limits;
        let started = Instant::now();
        let plan = planned(residual, spill, limits, self.progress)?;
        self.statistics.set("plan_time", started.elapsed());
        let started = Instant::now();
        let frontier = search::Frontier::for_sweeps(residual, &plan);
        let budget = Budget::new(u64::MAX, self.progress);
        let (count, report) = frontier.spilled_count(spill, self.request.sweep_threads, limits, budget);
        self.statistics.set("search_time", started.elapsed());
        self.decided_by("sweep", "its blocks go to disk");
        self.statistics.set("order", plan.heuristic);
        self.statistics.set("threads", self.request.sweep_threads);
        self.add_sweep(&report);
        self.count = Some(count.map_err(stopped)?);
        Ok(())
    }
}

/// Why such a sweep has no result.
pub(super) fn stopped(why: search::Unfinished) -> Stop {
    why.limit().map_or(super::Refusal::TooWide.into(), Stop::from)
}

/// The plan of a sweep that spills. Whose blocks these are the puzzle says, never how far a planner came: a run that goes on
/// has the order of the one before.
pub(super) fn planned(
    residual: &Residual,
    spill: &Spill,
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Plan, Stop> {
    let plan = match spill.order(residual.fingerprint()) {
        Ok(Some(order)) if order.len() == residual.edges.len() => {
            Plan { order: order.to_vec(), heuristic: "resumed", cost: 0.0 }
        }
        Ok(Some(_)) => return Err(failed(spill, SpillError::Other(spill.folder().to_path_buf()))),
        Ok(None) => {
            progress.report("planning", format_args!("{} edges", residual.edges.len()));
            plan(residual, &PlanOptions { effort: Effort::Thorough, keep: 1 }, limits)
        }
        Err(error) => return Err(failed(spill, error)),
    };
    spill.expect(&log_states(residual, &plan.order));
    Ok(plan)
}

fn failed(spill: &Spill, error: SpillError) -> Stop {
    spill.fail(error).limit().unwrap_or(Exhausted::Storage).into()
}

/// The logarithm of the estimated states before each edge of an order.
fn log_states(residual: &Residual, order: &[u32]) -> Vec<f64> {
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
