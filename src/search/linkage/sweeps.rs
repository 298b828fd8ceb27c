//! The sweeps of a search for linkages: the choice of those that run, and the number of states for each of them.

use std::ops::ControlFlow;

use super::order;
use super::steps::{Form, VertexSteps};
use super::sweep::{self, Stage, Sweep};
use super::{LinkageSearch, Verdict, cycles, tuning};
use crate::Budget;
use zlink_base::limits::{Interrupted, Limits};
use zlink_deduce::Heuristic;
use zlink_puzzle::EdgeId;

/// A sweep that has been started.
pub(super) struct RunningSweep {
    form: Form,
    sweep: Box<dyn Sweep + Send>,
    /// The number of states beyond the sweep's shares so far: one level can exceed a share, and sprints do.
    overdraft: u64,
}

impl LinkageSearch {
    /// Starts the sweeps; false if that was done before, or their states would be too large.
    fn start_sweeps(&mut self) -> Result<bool, Interrupted> {
        let Some(form) = self.form.take() else { return Ok(false) };
        self.orders = order::diagonal(&self.network);
        if form == Form::Normal && self.techniques.has(Heuristic::ShortCycles) {
            self.cycles =
                cycles::short_cycles(&self.network, tuning::CYCLES_PER_EDGE * self.network.ends.len());
        }
        for order in &self.orders {
            let entry = self.start_sweep(form, order)?;
            self.sweeps.extend(entry);
        }
        Ok(!self.sweeps.is_empty())
    }

    /// A sweep at its start; `None` if its states would be too large.
    fn start_sweep(&self, form: Form, order: &[u32]) -> Result<Option<RunningSweep>, Interrupted> {
        let Some(steps) = VertexSteps::new(&self.network, &self.cycles, order, form) else {
            return Ok(None);
        };
        Ok(Some(RunningSweep { form, sweep: sweep::sweep(steps)?, overdraft: 0 }))
    }

    /// Replaces the sweeps by one in the planner's narrow order once they are long enough for planning to pay off.
    fn switch_to_narrow(&mut self, limits: &Limits) -> Result<(), Interrupted> {
        let enough = self.plan_after.saturating_mul(self.network.vertex_count() as u64);
        if let Some(&RunningSweep { form, .. }) = self.sweeps.first()
            && !self.is_planned
            && self.report.states >= enough
        {
            self.is_planned = true;
            let order = order::narrow(&self.network, self.techniques, limits);
            if let Some(entry) = self.start_sweep(form, &order)? {
                self.sweeps = vec![entry];
                self.orders = vec![order];
            }
        }
        Ok(())
    }

    /// Divides the states that are due for `budget.most` among the sweeps. Returns a verdict if one of them ends the search.
    pub(super) fn advance(
        &mut self,
        limits: &Limits,
        budget: Budget<'_>,
        visitor: &mut dyn FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> Result<Option<Verdict>, Interrupted> {
        let first = tuning::FIRST_REACHED.saturating_mul(self.network.vertex_count() as u64);
        let may_be_found = self.router.is_some() && !self.has_linkage && self.report.reached < first;
        let is_early = self.orders.is_empty() && may_be_found;
        if is_early || self.sweeps.is_empty() && !self.start_sweeps()? {
            return Ok(None);
        }
        self.switch_to_narrow(limits)?;
        let count = self.sweeps.len();
        let share = (budget.most.saturating_mul(tuning::SWEEP_SHARE) / count as u64).max(1);
        for i in 0..count {
            let held: usize = self.sweeps.iter().map(|entry| entry.sweep.bytes()).sum();
            self.report.bytes = self.report.bytes.max(held);
            let entry = &mut self.sweeps[i];
            let due = entry.overdraft.min(share);
            entry.overdraft -= due;
            let before = entry.sweep.states();
            let mut stage = Ok(Stage::Running);
            if due < share {
                stage = entry.sweep.advance(share - due, limits);
            }
            let most = before.saturating_sub(entry.overdraft).saturating_mul(tuning::SPRINT);
            let sprints = |sweep: &dyn Sweep| count == 1 && sweep.shrinks() && sweep.states() < most;
            while stage == Ok(Stage::Running) && sprints(&*entry.sweep) {
                stage = entry.sweep.advance(1, limits);
            }
            let spent = entry.sweep.states() - before;
            entry.overdraft += spent.saturating_sub(share - due);
            self.report.states += spent;
            let (states, passed, vertices) =
                (self.report.states, entry.sweep.passed(), self.network.vertex_count());
            budget
                .progress
                .report("linkages", format_args!("{states} states, vertex {passed} of {vertices}"));
            let form = entry.form;
            let solutions = match stage? {
                Stage::Running => continue,
                Stage::Found => entry.sweep.solutions(),
                Stage::Empty => Vec::new(),
            };
            // The result of one order holds for all orders.
            self.sweeps.clear();
            for solution in &solutions {
                if let Some(verdict) = self.report_solution(solution, limits, visitor)? {
                    return Ok(Some(verdict));
                }
            }
            let complete = match solutions.len() {
                0 => true,
                1 => form == Form::Cover || self.is_isolated,
                _ => false,
            };
            return Ok(Some(if complete { Verdict::Complete } else { Verdict::Retired }));
        }
        Ok(None)
    }
}
