//! The driver that adds probabilities: how likely a random set is a solution, holding the states of two levels at a time.

use super::problem::{BATCH, Problem};
use super::report::SweepReport;
use super::table::code;
use super::{Budget, Unfinished};
use zlink_base::limits::{Interrupted, Limits};
use zlink_puzzle::EdgeId;

/// The probability that a random set of edges is a solution, if edge `e` is in it with probability `probabilities[e]`, independently of
/// all others. The sweep takes one thread.
pub fn probability(
    problem: &dyn Problem,
    probabilities: &[f64],
    limits: &Limits,
    budget: Budget<'_>,
    report: &mut SweepReport,
) -> Result<f64, Unfinished> {
    let levels = problem.levels();
    let of = |edge: &Option<EdgeId>| edge.map_or(1.0, |edge| probabilities[edge.index()]);
    // That no edge from a level on is taken.
    let mut none = vec![1.0; levels.len() + 1];
    for (level, edges) in levels.iter().enumerate().rev() {
        none[level] = none[level + 1]
            * edges.iter().flatten().map(|edge| 1.0 - probabilities[edge.index()]).product::<f64>();
    }
    let mut account = limits.account();
    let mut tables = problem.tables();
    tables.append(&problem.root(), 0)?;
    let (mut here, mut next) = (vec![1.0], Vec::new());
    let mut solutions = 0.0;
    for (level, edges) in levels.iter().enumerate() {
        limits.check()?;
        report.states += here.len() as u64;
        report.peak = report.peak.max(here.len() as u64);
        if report.states > budget.most {
            return Err(Unfinished::Paused);
        }
        budget.progress.report("probability", format_args!("{level} of {} edges", levels.len()));
        tables.begin();
        next.clear();
        for first in (0..here.len()).step_by(BATCH) {
            let mut codes = [[code::DEAD; 2]; BATCH];
            let codes = &mut codes[..BATCH.min(here.len() - first)];
            tables.pass(level, first, codes)?;
            next.try_reserve(2 * codes.len()).map_err(|_| Interrupted::Memory)?;
            for (codes, weight) in codes.iter().zip(&here[first..]) {
                for (&of_arc, takes) in codes.iter().zip([false, true]) {
                    let taken = (0..).zip(edges).map(|(i, edge)| match i {
                        0 => (takes, of(edge)),
                        i => (of_arc >> (i - 1) & 1 == 1, of(edge)),
                    });
                    let share = taken.map(|(takes, p)| if takes { p } else { 1.0 - p }).product::<f64>();
                    match code::target(of_arc) {
                        code::DEAD => {}
                        code::ACCEPT => solutions += weight * share * none[level + 1],
                        _ if code::number(of_arc) == next.len() => next.push(weight * share),
                        _ => next[code::number(of_arc)] += weight * share,
                    }
                }
            }
        }
        tables.advance();
        std::mem::swap(&mut here, &mut next);
        let bytes = tables.bytes() + size_of_val(&here[..]) + size_of_val(&next[..]);
        report.bytes = report.bytes.max(bytes);
        account.set(bytes)?;
        tables.set_room(limits.memory());
    }
    Ok(solutions)
}
