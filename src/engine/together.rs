//! The agreement of several processes that share a count, on the request and the plan.

use super::enumerate::Stop;
use super::spilled::planned;
use super::{Progress, Refusal, Request};
use zlink_deduce::{Residual, Value};
use zlink_frontier::peers::{differing, order_from_first};
use zlink_frontier::spill::Checksum;
use zlink_order::Plan;
use zlink_search::Peers;

/// Checks that all processes have the same request.
pub(super) fn agree(request: &Request<'_>, peers: &dyn Peers) -> Result<(), Stop> {
    let Request { puzzle, method, presolve, spill, ref limits, .. } = *request;
    let whole = Residual::new(puzzle, &vec![Value::Open; puzzle.edge_count()]);
    let ours = [
        whole.map_or(0, |residual| residual.fingerprint()),
        u64::from(presolve),
        u64::from(spill.is_some()),
        Checksum::of(method.name().bytes().map(u64::from)),
    ];
    match differing(peers, &ours, limits)? {
        Some(process) => Err(Refusal::OtherCount { process }.into()),
        None => Ok(()),
    }
}

/// The plan of the first process, which the others receive.
pub(super) fn plan_of_first(
    request: &Request<'_>,
    residual: &Residual,
    peers: &dyn Peers,
    progress: &dyn Progress,
) -> Result<Plan, Stop> {
    let mut heuristic = "of the first process";
    let make = || -> Result<Vec<u32>, Stop> {
        let plan = planned(request, residual, progress)?;
        heuristic = plan.heuristic;
        Ok(plan.order)
    };
    let order = order_from_first(peers, make, residual.edges.len(), &request.limits)?;
    Ok(Plan { order, heuristic, cost: 0.0 })
}
