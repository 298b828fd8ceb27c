//! Pairs of ways on the two sides of a node that together meet all sums.

use std::ops::ControlFlow;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::cut::{Crossing, Cut, Range};
use super::{SUMS, Sums, Unfinished};
use zlink_base::limits::{Account, Interrupted, Limits};
use zlink_puzzle::EdgeId;

type Table<T> = HashMap<Sums, T, FxBuildHasher>;

/// The search for pairs at a node where ways meet.
pub(super) struct Meeting<'c> {
    cut: &'c Cut,
    place: Crossing,
    limits: &'c Limits,
    account: &'c mut Account,
    pub(super) steps: u64,
}

impl<'c> Meeting<'c> {
    pub(super) fn new(cut: &'c Cut, place: &Crossing, limits: &'c Limits, account: &'c mut Account) -> Self {
        Meeting { cut, place: *place, limits, account, steps: 0 }
    }

    /// The number of pairs, each of which is a solution.
    pub(super) fn count(&mut self) -> Result<u128, Unfinished> {
        let mut pairs = 0;
        self.pairs(|_, ways| {
            pairs += u128::from(ways);
            Ok(())
        })?;
        Ok(pairs)
    }

    /// Visits the solutions of all pairs (edges ascending).
    pub(super) fn visit(
        &mut self,
        visitor: &mut dyn FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Unfinished> {
        let mut met: Table<Vec<Box<[u32]>>> = Table::default();
        self.pairs(|sums, _| {
            met.try_reserve(1).map_err(|_| Interrupted::Memory)?;
            met.entry(*sums).or_default();
            Ok(())
        })?;
        if met.is_empty() {
            return Ok(ControlFlow::Continue(()));
        }
        // Few ways are part of a pair: these are enumerated again, now with their edges.
        let Meeting {
            cut,
            place: Crossing { node, fewer: stored, .. },
            limits,
            ref mut account,
            ref mut steps,
        } = *self;
        let held = account.held();
        account.grow(met.allocation_size())?;
        cut.each_way(stored, node, cut.range(stored.other(), node), limits, steps, |sums, levels| {
            if let Some(ways) = met.get_mut(sums) {
                account.grow(size_of::<Box<[u32]>>() + size_of_val(levels))?;
                ways.try_reserve(1).map_err(|_| Interrupted::Memory)?;
                ways.push(levels.into());
            }
            Ok::<_, Interrupted>(())
        })?;
        let element = |&level: &u32| EdgeId(cut.diagram.variables()[level as usize].0);
        let mut solution: Vec<EdgeId> = Vec::new();
        // The error is `None` where the visitor breaks off.
        let end =
            cut.each_way(stored.other(), node, cut.range(stored, node), limits, steps, |sums, levels| {
                cut.each_rest(sums, cut.range(stored, node), |rest| {
                    for way in met.get(rest).into_iter().flatten() {
                        solution.clear();
                        solution.extend(levels.iter().chain(way).map(element));
                        solution.sort_unstable();
                        if visitor(&solution).is_break() {
                            return Err(None);
                        }
                    }
                    Ok(())
                })
            });
        account.shrink(account.held() - held);
        match end {
            Ok(()) => Ok(ControlFlow::Continue(())),
            Err(None) => Ok(ControlFlow::Break(())),
            Err(Some(cause)) => Err(cause.into()),
        }
    }

    /// Calls `meet` for each way of the side with more ways that is part of a pair: with the sums of the ways on the other side,
    /// and the number of these.
    fn pairs(
        &mut self,
        mut meet: impl FnMut(&Sums, u64) -> Result<(), Interrupted>,
    ) -> Result<(), Interrupted> {
        let Meeting {
            cut,
            place: Crossing { node, fewer: stored, .. },
            limits,
            ref mut account,
            ref mut steps,
        } = *self;
        let held = account.held();
        let mut table: Table<u64> = Table::default();
        // The range of the ways that are stored is narrower than the one known before.
        let mut range = Range::NONE;
        cut.each_way(stored, node, cut.range(stored.other(), node), limits, steps, |sums, _| {
            if table.len() == table.capacity() {
                table.try_reserve(table.len().max(1 << 8)).map_err(|_| Interrupted::Memory)?;
                account.set(held + table.allocation_size())?;
            }
            *table.entry(*sums).or_insert(0) += 1;
            range.include(&Range { least: *sums, most: *sums }, &[0; SUMS]);
            Ok::<_, Interrupted>(())
        })?;
        if !table.is_empty() {
            cut.each_way(stored.other(), node, &range, limits, steps, |sums, _| {
                cut.each_rest(sums, &range, |rest| {
                    table.get(rest).map_or(Ok::<_, Interrupted>(()), |&ways| meet(rest, ways))
                })
            })?;
        }
        account.shrink(account.held() - held);
        Ok(())
    }
}

impl Cut {
    /// Visits the sums in the range `other` that together with `sums` are required ones.
    fn each_rest<E>(
        &self,
        sums: &Sums,
        other: &Range,
        mut visit: impl FnMut(&Sums) -> Result<(), E>,
    ) -> Result<(), E> {
        let Range { least, most } = &self.required;
        let low: Sums = std::array::from_fn(|i| least[i].saturating_sub(sums[i]).max(other.least[i]));
        let high: Sums = std::array::from_fn(|i| most[i].saturating_sub(sums[i]).min(other.most[i]));
        if (0..SUMS).any(|i| sums[i] > most[i] || low[i] > high[i]) {
            return Ok(());
        }
        let mut rest = low;
        loop {
            visit(&rest)?;
            let Some(next) = (0..SUMS).find(|&i| rest[i] < high[i]) else { return Ok(()) };
            rest[next] += 1;
            rest[..next].copy_from_slice(&low[..next]);
        }
    }
}
