//! The driver that numbers the states of each level: all solutions as a diagram.

use std::time::Instant;

use super::problem::{Arc, BATCH, Problem, variables};
use super::report::SweepReport;
use super::table::{StateTable, code};
use super::{Budget, Unfinished};
use crate::diagram::{Arena, Diagram, NodeId, RowBuilder};
use crate::limits::{Account, Exhausted, Limits};

/// Batches between two looks at the limits, and between two words on how far it is.
const CHECK_EVERY: usize = (1 << 14) / BATCH;

/// All solutions as a diagram over the edges that the levels decide, in their order.
pub(crate) fn build<const N: usize>(
    problem: &dyn Problem<N>,
    limits: &Limits,
    budget: Budget<'_>,
    report: &mut SweepReport,
) -> Result<Diagram, Unfinished> {
    let started = Instant::now();
    let mut account = limits.account();
    let rows = number(problem, limits, &mut account, budget, report)?;
    report.searching = started.elapsed();
    let started = Instant::now();
    let diagram = reduce(problem, rows, limits, &mut account);
    report.reducing = started.elapsed();
    Ok(diagram?)
}

/// The codes of each level's arcs, state by state.
type Rows = Vec<Vec<[u32; 2]>>;

fn number<const N: usize>(
    problem: &dyn Problem<N>,
    limits: &Limits,
    account: &mut Account,
    budget: Budget<'_>,
    report: &mut SweepReport,
) -> Result<Rows, Unfinished> {
    let levels = problem.levels();
    let edges: usize = levels.iter().map(Vec::len).sum();
    let tell = |states: u64, level: usize| {
        let passed: usize = levels[..=level].iter().map(Vec::len).sum();
        budget.progress.report("sweep", format_args!("{states} states, edge {passed} of {edges}"));
        budget.work_in_background();
    };
    let mut rows: Rows = Vec::with_capacity(levels.len());
    let (mut row_bytes, mut batches) = (0, 0);
    let (mut table, mut next) = (StateTable::<N>::new(), StateTable::<N>::new());
    table.insert(problem.root())?;
    let mut arcs = [[Arc::DEAD; 2]; BATCH];
    for level in 0..levels.len() {
        let held = row_bytes + table.bytes() + 8 * table.len();
        report.bytes = report.bytes.max(held);
        account.set(held)?;
        let mut row = vec![[0; 2]; table.len()];
        for (states, codes) in table.states().chunks(BATCH).zip(row.chunks_mut(BATCH)) {
            let arcs = &mut arcs[..states.len()];
            problem.expand(level, states, arcs);
            next.insert_all(arcs, codes)?;
            batches += 1;
            if batches % CHECK_EVERY == 0 {
                tell(report.states, level);
                limits.check()?;
                next.set_room(account.room().saturating_sub(held));
                account.set(held + next.bytes())?;
            }
        }
        report.states += table.len() as u64;
        report.peak = report.peak.max(table.len() as u64);
        row_bytes += size_of_val(&row[..]);
        rows.push(row);
        if report.states + next.len() as u64 > budget.most {
            return Err(Unfinished::Paused);
        }
        limits.check()?;
        std::mem::swap(&mut table, &mut next);
        next.clear();
        if table.is_empty() {
            break;
        }
    }
    report.bytes = report.bytes.max(row_bytes);
    account.set(row_bytes)?;
    Ok(rows)
}

/// Turns the arcs of all levels, which `account` holds, into a reduced diagram, from the last level up.
fn reduce<const N: usize>(
    problem: &dyn Problem<N>,
    mut rows: Rows,
    limits: &Limits,
    account: &mut Account,
) -> Result<Diagram, Exhausted> {
    let (levels, variables) = variables(problem.levels());
    let arena = Arena::new(limits);
    let mut builder = RowBuilder::new(&arena, variables)?;
    let mut below: Vec<NodeId> = Vec::new();
    let mut targets: Vec<[NodeId; 2]> = Vec::new();
    while let Some(row) = rows.pop() {
        limits.check()?;
        let edges = &levels[rows.len()];
        let target = |of_arc: u32| match code::target(of_arc) {
            code::DEAD => NodeId::EMPTY,
            code::ACCEPT => NodeId::UNIT,
            _ => below[code::number(of_arc)],
        };
        targets.clear();
        targets.extend(row.iter().map(|codes| codes.map(target)));
        for forced in (1..edges.len()).rev() {
            let Some(level) = edges[forced] else { continue };
            let bit = 1 << (forced - 1);
            builder.begin_row(level)?;
            for (codes, target) in row.iter().zip(&mut targets) {
                for side in [0, 1] {
                    if codes[side] & bit != 0 && target[side] != NodeId::EMPTY {
                        target[side] = builder.node(NodeId::EMPTY, target[side])?;
                    }
                }
            }
        }
        account.shrink(size_of_val(&row[..]));
        drop(row);
        below.clear();
        match edges[0] {
            None => below.extend(targets.iter().map(|&[_, hi]| hi)),
            Some(level) => {
                builder.begin_row(level)?;
                for &[lo, hi] in &targets {
                    below.push(builder.node(lo, hi)?);
                }
            }
        }
    }
    let root = below.first().copied().unwrap_or(NodeId::UNIT);
    builder.finish(root)
}
