//! Breadth-first frontier search: level by level, every state expanded once.
//!
//! A *group* of steps is one level of the search: a step with a choice and up to two steps after it that parity
//! decides, so the states between them are never stored. An arc of a group names a state of the next group and
//! which of the forced steps took their edge:
//!
//! ```text
//!   31                     2 1 0
//! | state of the next group | f |      f: bit i is set if forced step i took its edge
//! ```

use std::time::{Duration, Instant};

use num_bigint::BigUint;

use super::kernel::Kernel;
use super::level::{Level, MAX_STATES};
use super::steps::{Step, Steps};
use super::transition::Next;
use super::{Budget, Unfinished};
use crate::diagram::{Arena, Diagram, NodeId, RowBuilder, Tally};
use crate::limits::{Account, Exhausted, Limits};

const FORCED: usize = 2;
const DEAD: u32 = (MAX_STATES as u32) << FORCED;
const ACCEPT: u32 = (MAX_STATES as u32 + 1) << FORCED;

/// What a sweep did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SweepReport {
    /// States stored, over all levels.
    pub states: u64,
    /// The most states of one level.
    pub peak: u64,
    /// The most bytes held at once.
    pub bytes: usize,
    /// Time of the search, which leaves the unreduced diagram.
    pub searching: Duration,
    /// Time of its reduction.
    pub reducing: Duration,
}

/// Steps `start..end`; the first may have a choice, the others are forced.
#[derive(Debug, Clone, Copy)]
struct Group {
    start: usize,
    end: usize,
}

fn groups(steps: &Steps) -> Vec<Group> {
    let forced = |step: &Step| {
        step.edge.is_none() || steps.topology.forces_parity() && step.ends.iter().any(|end| end.leaves)
    };
    let mut groups: Vec<Group> = Vec::new();
    for (i, step) in steps.steps.iter().enumerate() {
        match groups.last_mut() {
            Some(last) if forced(step) && i - last.start <= FORCED => last.end = i + 1,
            _ => groups.push(Group { start: i, end: i + 1 }),
        }
    }
    groups
}

/// Where an arc of the first step gets to through the forced steps of its group.
#[inline(always)]
fn slide<const N: usize>(forced: &[Kernel<'_, N>], mut next: Next<N>) -> (Next<N>, u32) {
    let mut taken = 0;
    for (i, kernel) in forced.iter().enumerate() {
        let Next::Go(state) = next else { break };
        let takes;
        (next, takes) = kernel.force(&state);
        taken |= u32::from(takes) << i;
    }
    (next, taken)
}

/// States between two looks at the limits, and between two words on how far it is.
const CHECK_EVERY: usize = 1 << 14;

/// Runs over all levels. `on_arcs` gets each state's number and arcs, `on_level` each finished level.
struct Sweep<'a, const N: usize> {
    steps: &'a Steps,
    kernels: Vec<Kernel<'a, N>>,
    limits: &'a Limits,
    /// Holds all of it: the levels, and what is kept of those before.
    account: Account,
    budget: Budget<'a>,
    /// States since it told how far it is, those within a level left out.
    passed: usize,
    /// Bytes held when the level at hand began.
    held: usize,
    report: &'a mut SweepReport,
}

impl<'a, const N: usize> Sweep<'a, N> {
    fn new(steps: &'a Steps, limits: &'a Limits, budget: Budget<'a>, report: &'a mut SweepReport) -> Self {
        let (kernels, account) = (Kernel::all(steps), limits.account());
        Sweep { steps, kernels, limits, account, budget, passed: 0, held: 0, report }
    }

    /// The arc to where a slide ended.
    #[inline(always)]
    fn arc(
        &self,
        (end, taken): (Next<N>, u32),
        is_last: bool,
        next: &mut Level<N>,
    ) -> Result<u32, Exhausted> {
        Ok(match end {
            Next::Dead => DEAD,
            Next::Accept => ACCEPT | taken,
            Next::Go(state) if !is_last => next.insert(state)? << FORCED | taken,
            Next::Go(state) if self.steps.accepts(&state) => ACCEPT | taken,
            Next::Go(_) => DEAD,
        })
    }

    /// A level begins, with so many bytes held.
    fn holds(&mut self, bytes: usize) -> Result<(), Exhausted> {
        self.held = bytes;
        self.report.bytes = self.report.bytes.max(bytes);
        self.account.set(bytes)
    }

    /// Expands `level` by `group`; the next states go into `next`. Beside what is reported, so many bytes are held for
    /// each of these.
    fn expand_level(
        &mut self,
        group: Group,
        beside: usize,
        is_last: bool,
        level: &Level<N>,
        next: &mut Level<N>,
        mut on_arcs: impl FnMut(usize, [u32; 2]) -> Result<(), Exhausted>,
    ) -> Result<(), Unfinished> {
        let (first, forced) = (&self.kernels[group.start], &self.kernels[group.start + 1..group.end]);
        for (i, state) in level.states().iter().enumerate() {
            if i % CHECK_EVERY == CHECK_EVERY - 1 {
                self.report_progress(group, i);
                self.limits.check()?;
                let held = self.held + beside * next.len();
                next.set_room(self.account.room().saturating_sub(held));
                self.account.set(held + next.bytes())?;
            }
            let entered = first.enter(state);
            let lo = self.arc(slide(forced, first.lo(&entered)), is_last, next)?;
            let hi = self.arc(slide(forced, first.hi(&entered)), is_last, next)?;
            on_arcs(i, [lo, hi])?;
        }
        self.report.states += level.len() as u64;
        self.report.peak = self.report.peak.max(level.len() as u64);
        if self.report.states + next.len() as u64 > self.budget.most {
            return Err(Unfinished::Paused);
        }
        self.passed += level.len() % CHECK_EVERY;
        if self.passed >= CHECK_EVERY {
            self.passed -= CHECK_EVERY;
            self.report_progress(group, 0);
        }
        Ok(self.limits.check()?)
    }

    /// Reports progress, `states` states of this group's level being expanded, and gives the background its turn.
    fn report_progress(&self, group: Group, states: usize) {
        let states = self.report.states + states as u64;
        let (last, all) = (group.end, self.steps.steps.len());
        self.budget.progress.report("sweep", format_args!("{states} states, edge {last} of {all}"));
        self.budget.work_in_background();
    }
}

/// All solutions as a diagram over the steps' edges, in their order.
pub(super) fn build<const N: usize>(
    steps: &Steps,
    limits: &Limits,
    budget: Budget<'_>,
    report: &mut SweepReport,
) -> Result<Diagram, Unfinished> {
    let started = Instant::now();
    let groups = groups(steps);
    let mut sweep = Sweep::<N>::new(steps, limits, budget, report);
    let mut rows: Vec<Vec<[u32; 2]>> = Vec::with_capacity(groups.len());
    let mut row_bytes = 0;
    let (mut level, mut next) = (Level::<N>::new(), Level::<N>::new());
    level.insert(steps.root())?;
    for (g, &group) in groups.iter().enumerate() {
        let mut row = Vec::with_capacity(level.len());
        sweep.holds(row_bytes + level.bytes() + 8 * level.len())?;
        sweep.expand_level(group, 0, g + 1 == groups.len(), &level, &mut next, |_, arcs| {
            row.push(arcs);
            Ok(())
        })?;
        row_bytes += row.len() * size_of::<[u32; 2]>();
        rows.push(row);
        std::mem::swap(&mut level, &mut next);
        next.clear();
        if level.is_empty() {
            break;
        }
    }
    drop((level, next));
    sweep.holds(row_bytes)?;
    sweep.report.searching = started.elapsed();
    let started = Instant::now();
    let diagram = reduce(steps, &groups, rows, limits, &mut sweep.account);
    sweep.report.reducing = started.elapsed();
    Ok(diagram?)
}

/// Turns the arcs of all levels, which `account` holds, into a reduced diagram, from the last level up.
fn reduce(
    steps: &Steps,
    groups: &[Group],
    mut rows: Vec<Vec<[u32; 2]>>,
    limits: &Limits,
    account: &mut Account,
) -> Result<Diagram, Exhausted> {
    let (levels, variables) = steps.variables();
    let arena = Arena::new(limits);
    let mut builder = RowBuilder::new(&arena, variables)?;
    let mut below: Vec<NodeId> = Vec::new();
    let mut targets: Vec<[NodeId; 2]> = Vec::new();
    while let Some(row) = rows.pop() {
        limits.check()?;
        let group = groups[rows.len()];
        let target = |arc: u32| match arc >> FORCED << FORCED {
            DEAD => NodeId::EMPTY,
            ACCEPT => NodeId::UNIT,
            _ => below[(arc >> FORCED) as usize],
        };
        targets.clear();
        targets.extend(row.iter().map(|arcs| arcs.map(target)));
        for forced in (group.start + 1..group.end).rev() {
            let Some(level) = levels[forced] else { continue };
            let bit = 1 << (forced - group.start - 1);
            builder.begin_row(level)?;
            for (arcs, target) in row.iter().zip(&mut targets) {
                for side in [0, 1] {
                    if arcs[side] & bit != 0 && target[side] != NodeId::EMPTY {
                        target[side] = builder.node(NodeId::EMPTY, target[side])?;
                    }
                }
            }
        }
        account.shrink(row.len() * size_of::<[u32; 2]>());
        drop(row);
        below.clear();
        match levels[group.start] {
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

/// The number of solutions, with two levels in memory.
pub(super) fn count<const N: usize>(
    steps: &Steps,
    limits: &Limits,
    budget: Budget<'_>,
    report: &mut SweepReport,
) -> Result<BigUint, Unfinished> {
    let groups = groups(steps);
    let mut sweep = Sweep::<N>::new(steps, limits, budget, report);
    let (mut level, mut next) = (Level::<N>::new(), Level::<N>::new());
    level.insert(steps.root())?;
    let mut ways = Tally::new(1);
    ways.set(0, 1);
    let (mut next_ways, mut accepted) = (Tally::new(0), Tally::new(0));
    // Without steps the one solution is the empty set.
    let mut total = BigUint::from(u8::from(groups.is_empty()));
    for (g, &group) in groups.iter().enumerate() {
        next_ways.reset(0, &ways);
        accepted.reset(1, &ways);
        sweep.holds(level.bytes() + ways.bytes())?;
        sweep.expand_level(
            group,
            ways.width() * size_of::<u64>(),
            g + 1 == groups.len(),
            &level,
            &mut next,
            |i, arcs| {
                for arc in arcs {
                    match arc >> FORCED << FORCED {
                        DEAD => {}
                        ACCEPT => accepted.add(0, &ways, i),
                        _ => {
                            let target = (arc >> FORCED) as usize;
                            if target == next_ways.len() {
                                next_ways.push();
                            }
                            next_ways.add(target, &ways, i);
                        }
                    }
                }
                Ok(())
            },
        )?;
        total += accepted.get(0);
        std::mem::swap(&mut ways, &mut next_ways);
        std::mem::swap(&mut level, &mut next);
        next.clear();
        if level.is_empty() {
            break;
        }
    }
    Ok(total)
}
