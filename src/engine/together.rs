//! What several processes that count the same agree on: that it is the same, and the plan.

use super::enumerate::Stop;
use super::spilled::planned;
use super::{Progress, Refusal, Request};
use crate::deduce::{Residual, Value};
use crate::frontier::peers::{from_first, gather};
use crate::frontier::spill::Checksum;
use crate::order::Plan;
use crate::search::Peers;

/// Makes sure that all processes count the same, in the same way.
pub(super) fn agree(request: &Request<'_>, peers: &dyn Peers) -> Result<(), Stop> {
    let Request { puzzle, method, presolve, spill, ref limits, .. } = *request;
    let whole = Residual::new(puzzle, &vec![Value::Open; puzzle.edge_count()]);
    let ours = vec![
        Checksum::of(env!("CARGO_PKG_VERSION").bytes().map(u64::from)),
        whole.map_or(0, |residual| residual.fingerprint()),
        u64::from(presolve),
        u64::from(spill.is_some()),
        Checksum::of(method.name().bytes().map(u64::from)),
    ];
    let said = gather(peers, ours.clone(), limits)?;
    match said.iter().position(|theirs| *theirs != ours) {
        Some(process) => Err(Refusal::OtherCount { process }.into()),
        None => Ok(()),
    }
}

/// The plan of the first process: how good an order a planner finds may be a matter of time.
pub(super) fn plan_of_first(
    request: &Request<'_>,
    residual: &Residual,
    peers: &dyn Peers,
    progress: &dyn Progress,
) -> Result<Plan, Stop> {
    let Request { ref limits, spill, .. } = *request;
    let mut heuristic = "of the first process";
    let make = || -> Result<Vec<u64>, Stop> {
        let plan = planned(residual, spill, limits, progress)?;
        heuristic = plan.heuristic;
        Ok(plan.order.into_iter().map(u64::from).collect())
    };
    let told = from_first(peers, make, limits)?;
    let mut is_missing = vec![true; residual.edges.len()];
    let edge = |number: u64| {
        let place = is_missing.get_mut(usize::try_from(number).ok()?)?;
        std::mem::take(place).then_some(number as u32)
    };
    let order: Option<Vec<u32>> = told.into_iter().map(edge).collect();
    let order = order.filter(|order| order.len() == residual.edges.len());
    Ok(Plan { order: order.ok_or_else(|| peers.refuse(0))?, heuristic, cost: 0.0 })
}
