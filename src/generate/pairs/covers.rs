//! All ways to cover a graph with few paths that do not touch themselves.
//!
//! A good set has one solution, and that is such a cover: a path that touches itself has a shortcut, which leaves a vertex out. So where
//! few pairs are allowed, the covers are far fewer than the beginnings of puzzles that the sweep over puzzles meets. They are found by a
//! sweep over the edges: a state has for each vertex of the frontier its number of edges and the other vertices on its path, and for each
//! two paths whether an edge that was left out is between them, so that they must not be joined. States from which the end cannot be
//! reached are removed; then all ways through the others are walked.

use rustc_hash::FxHashMap;

use super::steps::{Step, steps};
use zlink_base::limits::{Account, Interrupted, Limits, Progress};
use zlink_frontier::passages::{Event, Visits};
use zlink_puzzle::VertexId;

/// The most states of this sweep; with more, the sweep over puzzles is tried.
const MOST_STATES: usize = 20_000_000;
/// The most states of this sweep for each cover that is allowed.
const STATES_EACH: usize = 30;
/// The most slots: a set of paths has a bit for each.
const MOST_SLOTS: usize = 32;
/// States between two looks at the limits.
const INTERVAL: usize = 1 << 12;

/// In place of the number of a path: no vertex, or one on a path that is done.
const NONE: u8 = u8::MAX;

/// What the rest of the graph depends on of the edges that were passed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct State {
    /// The number of ends of paths at vertices that left.
    ends: u8,
    /// For each slot, the number of the path, and the number of edges of the vertex.
    slots: Box<[(u8, u8)]>,
    /// For each path, the set of paths that it must not be joined with, as bits.
    apart: Box<[u32]>,
}

/// The states that the two choices of a step lead to: the edge is left out, or it is in. Steps without a choice have the first.
type Arcs = [Option<u32>; 2];

/// All covers of a graph, as a graph of states.
#[derive(Debug)]
pub(super) struct Covers {
    steps: Vec<Step>,
    /// The arcs of the states before each step.
    arcs: Vec<Vec<Arcs>>,
    /// The number of covers.
    count: usize,
    /// The number of states.
    states: usize,
    /// The memory of the arcs.
    _account: Account,
}

impl Covers {
    /// The covers with at most `at_most` paths; `None` when there are more than `most` covers, or too many states.
    pub(super) fn new(
        passages: &Visits,
        vertices: usize,
        at_most: u8,
        most: usize,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<Option<Self>, Interrupted> {
        let width = passages.slots();
        if width > MOST_SLOTS {
            return Ok(None);
        }
        let steps = steps(passages, vertices);
        let most_ends = at_most.saturating_mul(2);
        let first = State { ends: 0, slots: vec![(NONE, 0); width].into(), apart: Box::new([]) };
        let mut layer = vec![first];
        let mut all: Vec<Vec<Arcs>> = Vec::with_capacity(steps.len());
        let mut states = 0;
        let mut account = limits.account();
        for (number, step) in steps.iter().enumerate() {
            progress.report("covers", format_args!("step {} of {}", number + 1, steps.len()));
            let mut index: FxHashMap<State, u32> = FxHashMap::default();
            let mut arcs = Vec::with_capacity(layer.len());
            for (i, state) in layer.iter().enumerate() {
                if i.is_multiple_of(INTERVAL) {
                    limits.check()?;
                }
                arcs.push([false, true].map(|choice| {
                    let next = state.after(step, choice, most_ends)?;
                    let number = index.len() as u32;
                    Some(*index.entry(next).or_insert(number))
                }));
            }
            all.push(arcs);
            states += index.len();
            if states > most.saturating_mul(STATES_EACH).min(MOST_STATES) {
                return Ok(None);
            }
            account.set(states * size_of::<Arcs>() + index.len() * (size_of::<State>() + width * 4))?;
            let mut next: Vec<(State, u32)> = index.into_iter().collect();
            next.sort_unstable_by_key(|&(_, number)| number);
            layer = next.into_iter().map(|(state, _)| state).collect();
        }
        let count = strike_out(&mut all, layer.len());
        account.set(states * size_of::<Arcs>())?;
        Ok((count <= most).then_some(Covers { steps, arcs: all, count, states, _account: account }))
    }

    /// The number of covers.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The number of states that were met, including those that lead to no cover.
    pub(super) fn states(&self) -> usize {
        self.states
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.states * size_of::<Arcs>()
    }

    /// Calls `visit` with the edges of each cover.
    pub(super) fn each(
        &self,
        limits: &Limits,
        mut visit: impl FnMut(&[[VertexId; 2]]),
    ) -> Result<(), Interrupted> {
        let mut edges: Vec<[VertexId; 2]> = Vec::new();
        // The states on the way, the next choice at each, and how many edges there were before it.
        let mut way: Vec<(u32, u8, usize)> = Vec::new();
        if self.count > 0 {
            way.push((0, 0, 0));
        }
        let mut visited = 0usize;
        while let Some((state, choice, before)) = way.last_mut() {
            edges.truncate(*before);
            let (state, chosen) = (*state as usize, *choice);
            let depth = way.len() - 1;
            if depth == self.steps.len() {
                if visited.is_multiple_of(INTERVAL) {
                    limits.check()?;
                }
                visited += 1;
                visit(&edges);
                way.pop();
                continue;
            }
            if chosen > 1 {
                way.pop();
                continue;
            }
            if let Some((_, choice, _)) = way.last_mut() {
                *choice += 1;
            }
            if let Some(next) = self.arcs[depth][state][usize::from(chosen)] {
                if let (1, Event::Pass(ends)) = (chosen, self.steps[depth].event) {
                    edges.push(ends.map(|end| VertexId(end.item)));
                }
                way.push((next, 0, edges.len()));
            }
        }
        Ok(())
    }
}

/// Removes the arcs that do not lead to the end, and counts the ways that are left.
fn strike_out(all: &mut [Vec<Arcs>], last: usize) -> usize {
    let mut below = vec![1usize; last];
    for arcs in all.iter_mut().rev() {
        let ways = |arcs: &mut Arcs| {
            let mut ways = 0usize;
            for arc in arcs {
                let more = arc.map_or(0, |next| below[next as usize]);
                *arc = arc.filter(|_| more > 0);
                ways = ways.saturating_add(more);
            }
            ways
        };
        below = arcs.iter_mut().map(ways).collect();
    }
    below.first().copied().unwrap_or(0)
}

impl State {
    /// The state after a step; `None` if no cover continues like this.
    fn after(&self, step: &Step, choice: bool, most_ends: u8) -> Option<State> {
        let mut next = self.clone();
        match step.event {
            Event::Enter(_) | Event::Leave(_) if choice => return None,
            Event::Enter(vertex) => {
                next.slots[vertex.slot as usize] = (next.apart.len() as u8, 0);
                next.apart = next.apart.iter().copied().chain([0]).collect();
            }
            Event::Leave(vertex) => {
                let (_, edges) = std::mem::replace(&mut next.slots[vertex.slot as usize], (NONE, 0));
                next.ends += match edges {
                    0 => return None,
                    1 => 1,
                    _ => 0,
                };
            }
            Event::Pass([a, b]) if choice => next.join(a.slot as usize, b.slot as usize)?,
            Event::Pass([a, b]) => next.part(a.slot as usize, b.slot as usize)?,
        }
        // Edges to come that cannot be in, as an end has two edges or both ends are on one path.
        for &[a, b] in &step.near {
            let (a, b) = (usize::from(a), usize::from(b));
            if next.slots[a].1 == 2 || next.slots[b].1 == 2 || next.slots[a].0 == next.slots[b].0 {
                next.part(a, b)?;
            }
        }
        next.renumber();
        (next.least_ends(step)? <= most_ends).then_some(next)
    }

    /// Leaves out the edge between these slots: their paths must not be joined, or it would be a shortcut. `None` if they
    /// are the same path, so that it is one.
    fn part(&mut self, a: usize, b: usize) -> Option<()> {
        let (p, q) = (self.slots[a].0, self.slots[b].0);
        if p == NONE || q == NONE {
            return Some(());
        }
        if p == q {
            return None;
        }
        self.apart[usize::from(p)] |= 1 << q;
        self.apart[usize::from(q)] |= 1 << p;
        Some(())
    }

    /// Joins the paths at these slots; `None` if they must not be joined.
    fn join(&mut self, a: usize, b: usize) -> Option<()> {
        let ((p, of_a), (q, of_b)) = (self.slots[a], self.slots[b]);
        if of_a == 2 || of_b == 2 || p == q || self.apart[usize::from(p)] >> q & 1 == 1 {
            return None;
        }
        self.slots[a].1 += 1;
        self.slots[b].1 += 1;
        self.slots.iter_mut().filter(|(path, _)| *path == q).for_each(|slot| slot.0 = p);
        let of_q = self.apart[usize::from(q)];
        self.apart[usize::from(p)] |= of_q;
        for (path, apart) in self.apart.iter_mut().enumerate() {
            *apart |= u32::from(of_q >> path & 1 == 1) << p;
        }
        Some(())
    }

    /// A lower bound on the number of ends of paths in any cover that continues like this, including those so far; `None` if there is no
    /// such cover.
    fn least_ends(&self, step: &Step) -> Option<u8> {
        // The edges that vertices lack to have two: on one side of a bipartite graph, less those on the other.
        let mut missing = step.rest;
        let mut forced = 0;
        for (slot, &(path, edges)) in self.slots.iter().enumerate().filter(|(_, (path, _))| *path != NONE) {
            missing += step.side[slot] * (2 - i32::from(edges));
            if edges == 2 {
                continue;
            }
            let usable = |&[a, b]: &[u8; 2]| {
                let other = if usize::from(a) == slot { b } else { a };
                let (other, of_other) = self.slots[usize::from(other)];
                let meets = usize::from(a) == slot || usize::from(b) == slot;
                meets && of_other < 2 && other != path && self.apart[usize::from(path)] >> other & 1 == 0
            };
            let room = step.outside[slot] as usize + step.near.iter().filter(|near| usable(near)).count();
            match usize::from(edges) + room {
                0 => return None,
                1 => forced += 1,
                _ => {}
            }
        }
        let missing = if step.two_sided { u8::try_from(missing.abs()).ok()? } else { 0 };
        self.ends.checked_add(missing.max(forced))
    }

    /// Numbers the paths in the order of the slots, and forgets paths that are done, which cannot matter.
    fn renumber(&mut self) {
        let mut grows = 0u32;
        for &(path, edges) in self.slots.iter().filter(|(path, _)| *path != NONE) {
            grows |= u32::from(edges < 2) << path;
        }
        let mut new = [NONE; MOST_SLOTS];
        let mut old: Vec<u8> = Vec::new();
        for (path, _) in self.slots.iter_mut().filter(|(path, _)| *path != NONE) {
            if grows >> *path & 1 == 0 {
                *path = NONE;
                continue;
            }
            if new[usize::from(*path)] == NONE {
                new[usize::from(*path)] = old.len() as u8;
                old.push(*path);
            }
            *path = new[usize::from(*path)];
        }
        let apart = |&path: &u8| {
            let bits = self.apart[usize::from(path)];
            old.iter().enumerate().fold(0, |new, (number, other)| new | (bits >> other & 1) << number)
        };
        self.apart = old.iter().map(apart).collect();
    }
}
