//! RESIDUAL and PLAN -> the number of cycles, by two sweeps that meet in the middle of the plan.
//!
//! One sweep passes the first edges of the plan, the other one the rest, backwards. A solution is then a pair of states: no vertex has
//! a degree but 0 and 2 in both together, the counters of a sum add up, and the paths of both close to one cycle. Many states of the
//! second half of a whole sweep have no solution below; a sweep that comes from the other side never makes them.
//!
//! Where both sweeps end, states go to blocks by what must be equal on both sides ([`Half::key`]), so only the states of corresponding
//! blocks meet, in memory or from disk, and of these only those with equal keys.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use std::thread;

use num_bigint::BigUint;

use super::blocks::{SpillRun, Stop, Stored, Sweep};
use super::count::Counted;
use super::layout::Field;
use super::mates::{self, Steps};
use super::pairings::{Group, Join};
use super::passages::Passages;
use super::problem::{LevelEdges, Problem};
use super::ranks::join;
use super::report::SweepReport;
use super::spill::{Spill, SpillError};
use super::table::hash;
use super::tables::Tables;
use super::{Budget, Unfinished};
use zlink_base::limits::{Interrupted, Limits};
use zlink_deduce::Residual;
use zlink_order::{CostModel, Frontier, Graph};
use zlink_puzzle::Topology;

/// The number of states of a whole sweep, by the plan's estimate, from which on two sweeps are worth their setup.
const FEW_STATES: f64 = if cfg!(test) { 0.0 } else { 1e5 };
/// The part of the work, by the plan's estimate, that each sweep does at least.
const LEAST_PART: f64 = if cfg!(test) { 0.1 } else { 0.3 };
/// The most bytes that a state in the middle takes beside its words, unless its weight is long.
const STATE_BYTES: usize = 192;
/// The folder of the second sweep's blocks, in that of the first one's.
const BEHIND: &str = "behind";

/// Two sweeps that meet.
#[derive(Debug, Clone)]
pub struct Meeting {
    /// The sweep of the first edges, and that of the others.
    halves: [Half; 2],
    /// The bits of the frontier's vertices that have one edge on either side, where degree 0 need not leave the other side an edge.
    single: u64,
    nonempty: bool,
}

/// A sweep up to the middle of the plan.
#[derive(Debug, Clone)]
struct Half {
    steps: Steps,
    order: Vec<u32>,
    /// The number of levels that are passed.
    levels: usize,
    /// The slots of the vertices of the frontier, in the order of the vertices, and the code of an untouched vertex in each.
    slots: Vec<(Field, u64)>,
    /// The counters of the open sums, in the order of the sums, and the value of each sum.
    sums: Vec<(Field, u64)>,
    is_second: bool,
}

/// The parts of a state in the middle that its partners' parts must equal: the bits of the path ends and, with cover, of the vertices
/// whose edges are on the first side; the counters.
type Key = [u64; 3];

/// A number, a mask of vertices.
fn bits(places: impl Iterator<Item = bool>) -> u64 {
    places.zip(0..).filter(|&(is_in, _)| is_in).map(|(_, place)| 1 << place).sum()
}

impl Meeting {
    /// The two sweeps of a plan; `None` if the solutions are not single cycles, if the plan promises few states, or if the middle is
    /// too wide or in a sum that is not exact: then states that fit need not have equal keys.
    pub fn new(residual: &Residual, order: &[u32]) -> Option<Self> {
        if residual.topology != Topology::Cycle || !residual.pairs.is_empty() {
            return None;
        }
        let (graph, model) = (Graph::of(residual), CostModel::for_topology(residual.topology));
        let mut frontier = Frontier::new(&graph, &model);
        let states = order.iter().map(|&edge| {
            let states = frontier.log_states().exp();
            frontier.pass(edge);
            states
        });
        let states: Vec<f64> = states.collect();
        let all: f64 = states.iter().sum();
        if all < FEW_STATES {
            return None;
        }
        let orders = [order.to_vec(), order.iter().rev().copied().collect()];
        let steps = orders.each_ref().map(|order| Steps::new(residual, order));
        // The steps after which both sweeps may stop: a level is not divided.
        let ends =
            steps.each_ref().map(|steps| steps.levels().0.iter().map(|level| level.end).collect::<Vec<_>>());
        let mut part = 0.0;
        let before = |states: &f64| {
            part += states / all;
            part - states / all
        };
        let parts: Vec<f64> = states.iter().map(before).collect();
        let is_middle = |&middle: &usize| {
            (LEAST_PART..1.0 - LEAST_PART).contains(&parts[middle])
                && ends[0].binary_search(&middle).is_ok()
                && ends[1].binary_search(&(order.len() - middle)).is_ok()
        };
        let middles: Vec<usize> = (0..order.len()).filter(is_middle).collect();
        let middle = middles.into_iter().min_by(|&a, &b| states[a].total_cmp(&states[b]))?;
        let [ahead, behind] = steps;
        let [forwards, backwards] = orders;
        let ahead = Half::new(residual, ahead, forwards, middle, false)?;
        let behind = Half::new(residual, behind, backwards, order.len() - middle, true)?;
        let visits = |order: &[u32]| {
            let mut edges = vec![0; residual.vertices.len()];
            order
                .iter()
                .flat_map(|&edge| residual.edges[edge as usize].ends)
                .for_each(|v| edges[v as usize] += 1);
            edges
        };
        let sides = [visits(&order[..middle]), visits(&order[middle..])];
        let open = (0..residual.vertices.len()).filter(|&v| sides.iter().all(|edges| edges[v] > 0));
        let single = bits(open.map(|v| sides.iter().all(|edges| edges[v] == 1)));
        Some(Meeting { halves: [ahead, behind], single, nonempty: residual.nonempty })
    }

    /// The number of solutions, computed on `threads` threads. With a place to spill to, blocks go to disk, and a count that was
    /// stopped resumes from there.
    pub fn count(
        &self,
        threads: usize,
        limits: &Limits,
        budget: Budget<'_>,
        spill: Option<&SpillRun<'_>>,
        report: &mut SweepReport,
    ) -> Result<BigUint, Unfinished> {
        let [ahead, behind] = &self.halves;
        let fail = |error| spill.map_or(Interrupted::Storage.into(), |first| first.spill.fail(error));
        let second = spill.map(|first| behind.spill(first)).transpose().map_err(fail)?;
        let second = second.as_ref().zip(spill).map(|(spill, first)| SpillRun {
            spill,
            order: &behind.order,
            ..*first
        });
        let problem = |half| Ok::<_, Unfinished>(HalfProblem { half, problem: mates::problem(&half.steps)? });
        let problems = [problem(ahead)?, problem(behind)?];
        let mut account = limits.account();
        let mut counted = Counted(BigUint::ZERO);
        let mut half = |problem: &HalfProblem<'_>, spill: Option<&SpillRun<'_>>| {
            let budget = budget.with(budget.most.saturating_sub(report.states));
            let sweep = Sweep { problem, threads, limits, budget, spill, peers: None };
            let blocks = sweep.run(&mut counted, report).map_err(|why| {
                let failure = spill.and_then(|run| run.spill.failure());
                failure.map_or(why, fail)
            })?;
            account.grow(blocks.iter().map(|(_, block)| block.bytes()).sum())?;
            Ok::<_, Unfinished>(blocks)
        };
        let first_blocks = half(&problems[0], spill)?;
        let mut second_blocks: BTreeMap<usize, Stored> =
            half(&problems[1], second.as_ref())?.into_iter().collect();
        let pair = |(number, block)| Some([block, second_blocks.remove(&number)?]);
        let pairs = Mutex::new(first_blocks.into_iter().filter_map(pair).collect::<Vec<_>>().into_iter());
        let spills = [spill, second.as_ref()].map(|run| run.map(|run| run.spill));
        let work = || {
            let next = || pairs.lock().unwrap_or_else(PoisonError::into_inner).next();
            let met = std::iter::from_fn(next).map(|blocks| self.meet(&problems, blocks, spills, limits));
            met.sum::<Result<BigUint, Stop>>()
        };
        let met = thread::scope(|scope| {
            let spawn = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
            let others: Vec<_> = (1..threads).filter_map(spawn).collect();
            others.into_iter().map(join).fold(work(), |sum, other| Ok(sum? + other?))
        });
        let met = met.map_err(|stop| stop.unfinished(spills[0]))?;
        spills[1].map_or(Ok(()), Spill::remove).map_err(fail)?;
        Ok(counted.0 + met)
    }

    /// The number of solutions whose halves are in these blocks.
    fn meet(
        &self,
        problems: &[HalfProblem<'_>; 2],
        blocks: [Stored; 2],
        spills: [Option<&Spill>; 2],
        limits: &Limits,
    ) -> Result<BigUint, Stop> {
        let mut total = BigUint::ZERO;
        let mut account = limits.account();
        let states: usize = blocks.iter().map(Stored::len).sum();
        let words = problems.iter().map(|problem| problem.words()).max().unwrap_or(0);
        account.set(states * (STATE_BYTES + 2 * words * size_of::<u64>()))?;
        let [first, second] = blocks;
        let first = problems[0].load(first, spills[0])?;
        let second = problems[1].load(second, spills[1])?;
        let mut start = 0;
        let mut done = 0;
        while let Some(key) = first.keys.get(done) {
            limits.check()?;
            let end = done + first.keys[done..].partition_point(|other| other == key);
            start += second.keys[start..].partition_point(|other| other < key);
            let until = start + second.keys[start..].partition_point(|other| other == key);
            if start < until {
                let ends = key[0].count_ones() as usize;
                let join = Join { single: self.single, nonempty: self.nonempty, limits };
                total += join.pairs(&first.group(done..end, ends), second.group(start..until, ends))?;
            }
            (done, start) = (end, until);
        }
        Ok(total)
    }
}

/// The states of a block in the middle, in the order of their keys.
struct States {
    keys: Vec<Key>,
    /// For each state the bits of the vertices that are closed; zero with cover.
    closed: Vec<u64>,
    /// For each state the mates of its ends, as places among the ends of the state; `slots` bytes each.
    mates: Vec<u8>,
    slots: usize,
    weights: Vec<u64>,
    width: usize,
}

impl States {
    /// The states in a range of the same key, with `ends` path ends.
    fn group(&self, range: Range<usize>, ends: usize) -> Group {
        let mates = range.clone().flat_map(|i| &self.mates[i * self.slots..][..ends]).copied().collect();
        let weights = self.weights[range.start * self.width..range.end * self.width].chunks_exact(self.width);
        let weights = weights.flat_map(|weight| weight.iter().copied().chain([0])).collect();
        Group { ends, closed: self.closed[range].to_vec(), mates, weights, width: self.width + 1 }
    }
}

impl Half {
    /// The sweep of the first `middle` edges of `order`; `None` if a key does not hold or tell what is in the middle.
    fn new(
        residual: &Residual,
        steps: Steps,
        order: Vec<u32>,
        middle: usize,
        is_second: bool,
    ) -> Option<Self> {
        let passages = Passages::new(residual, &order);
        let inside = |visits: Option<Vec<(u32, u32)>>| {
            let mut inside: Vec<(u32, u32)> =
                visits.unwrap_or_default().into_iter().map(|(slot, item)| (item, slot)).collect();
            inside.sort_unstable();
            inside
        };
        let slot = |(_, slot): (u32, u32)| (steps.layout.slots[slot as usize], u64::from(slot) + 1);
        let slots: Vec<_> = inside(passages.vertices.inside().nth(middle)).into_iter().map(slot).collect();
        let sum = |(slot, value): (usize, u64)| (steps.layout.counters[slot], value);
        let sums: Vec<_> = passages.sums.exact_before(middle)?.into_iter().map(sum).collect();
        let widths = sums.iter().map(|(field, _)| field.mask.count_ones());
        let fits = slots.len() <= 64 && widths.sum::<u32>() <= 64;
        let levels = steps.levels().0.partition_point(|level| level.end <= middle);
        fits.then_some(Half { steps, order, levels, slots, sums, is_second })
    }

    fn key(&self, state: &[u64]) -> Key {
        let codes = || self.slots.iter().map(|&(slot, own)| (slot.read(state), own));
        let ends = bits(codes().map(|(code, own)| code != 0 && code != own));
        // An open vertex of one side is closed on the other one.
        let done = bits(codes().map(|(code, own)| if self.is_second { code == own } else { code == 0 }));
        let counter = |key: u64, &(field, value): &(Field, u64)| {
            let left = field.read(state);
            let counter = if self.is_second { value.wrapping_sub(left) & field.mask } else { left };
            (key << (field.mask.count_ones() % 64)) | counter
        };
        [ends, if self.steps.cover { done } else { 0 }, self.sums.iter().fold(0, counter)]
    }

    /// The place for this sweep's blocks, if it is the second one.
    fn spill(&self, first: &SpillRun<'_>) -> Result<Spill, SpillError> {
        // Blocks of this puzzle and order are always right to resume from.
        let spill = Spill::open(&first.spill.folder().join(BEHIND), true)?;
        match spill.order(first.fingerprint)? {
            Some(order) if order != self.order => Err(SpillError::Other(spill.folder().to_path_buf())),
            _ => Ok(spill),
        }
    }
}

/// The levels up to the middle as a problem, whose states after the last level are in classes by their keys.
struct HalfProblem<'a> {
    half: &'a Half,
    problem: Box<dyn Problem + 'a>,
}

impl HalfProblem<'_> {
    /// The states of a block after the last level, which may be on disk.
    fn load(&self, block: Stored, spill: Option<&Spill>) -> Result<States, Stop> {
        let (half, problem) = (self.half, &*self.problem);
        let block = block.load(problem, half.levels, spill)?;
        let (width, slots) = (block.width().max(1), half.slots.len());
        let (mut tables, mut beside) = (problem.tables(), Vec::new());
        block.load(problem.words(), width, &mut *tables, &mut beside)?;
        let states = tables.states().chunks_exact(problem.words());
        let mut sorted: Vec<_> =
            states.map(|state| half.key(state)).zip(beside.chunks_exact(width)).zip(0..).collect();
        sorted.sort_unstable_by_key(|((key, _), _)| *key);
        let mut found = States {
            keys: Vec::new(),
            closed: Vec::new(),
            mates: Vec::new(),
            slots,
            weights: Vec::new(),
            width,
        };
        let mut place_of = vec![0; half.steps.layout.slots.len() + 1];
        for ((key, weight), number) in sorted {
            let state = &tables.states()[number * problem.words()..][..problem.words()];
            let ends = || half.slots.iter().zip(0..).filter(|(_, place)| key[0] >> place & 1 == 1);
            ends().zip(0..).for_each(|((&(_, own), _), end)| place_of[own as usize] = end);
            found.mates.extend(ends().map(|((slot, _), _)| place_of[slot.read(state) as usize]));
            found.keys.push(key);
            found.mates.resize(slots * found.keys.len(), 0);
            let closed = |(slot, _): &(Field, u64)| !half.steps.cover && slot.read(state) == 0;
            found.closed.push(bits(half.slots.iter().map(closed)));
            found.weights.extend(weight);
        }
        Ok(found)
    }
}

impl Problem for HalfProblem<'_> {
    fn name(&self) -> &'static str {
        if self.half.is_second { "mates behind" } else { "mates ahead" }
    }

    fn levels(&self) -> &[LevelEdges] {
        &self.problem.levels()[..self.half.levels]
    }

    fn words(&self) -> usize {
        self.problem.words()
    }

    fn root(&self) -> Vec<u64> {
        self.problem.root()
    }

    fn tables(&self) -> Box<dyn Tables + '_> {
        self.problem.tables()
    }

    fn classify(&self, at: usize, until: usize, states: &[u64], classes: &mut Vec<u64>) {
        if at < self.half.levels {
            return self.problem.classify(at, until, states, classes);
        }
        classes.extend(states.chunks_exact(self.words()).map(|state| hash(&self.half.key(state))));
    }

    fn is_possible(&self, at: usize, state: &[u64]) -> bool {
        self.problem.is_possible(at, state)
    }

    fn untouched(&self, at: usize, until: usize) -> usize {
        self.problem.untouched(at, until)
    }
}
