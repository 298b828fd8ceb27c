//! Breadth-first search over the states of one order, which can be interrupted between two vertices.

use super::steps::{Choice, NEVER, Neighbour, VertexStep, VertexSteps};
use crate::Unfinished;
use zlink_base::limits::{Account, Interrupted, Limits};
use zlink_frontier::layout::Field;
use zlink_frontier::table::{Bits, StateTable, TOGETHER};
use zlink_frontier::with_words;
use zlink_puzzle::EdgeId;

/// The stage of a sweep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// Some vertices are not passed yet.
    Running,
    /// All vertices are passed, and there is a solution.
    Found,
    /// There is no solution.
    Empty,
}

/// A sweep with states of any size.
pub(super) trait Sweep {
    /// Passes vertices until about `states` more states are found, or the sweep is finished.
    fn advance(&mut self, states: u64, limits: &Limits) -> Result<Stage, Interrupted>;
    /// The number of states found so far.
    fn states(&self) -> u64;
    /// The number of vertices passed so far.
    fn passed(&self) -> usize;
    /// Whether the levels have become much smaller than the largest one.
    fn shrinks(&self) -> bool;
    /// The number of bytes held.
    fn bytes(&self) -> usize;
    /// The edges of a solution, if one was found, and of another one if there is any.
    fn solutions(&self) -> Vec<Vec<EdgeId>>;
}

/// The parents of the states of one level.
#[derive(Default)]
struct Trace {
    /// The first parent of each state of the level, a state of the level before, and the choice taken there.
    first: Vec<(u32, u16)>,
    /// The second parents of states, where there are any: the state, the parent, and the choice taken there.
    second: Vec<(u32, u32, u16)>,
}

/// A sweep with states of `N` words.
pub(super) struct Packed<const N: usize> {
    steps: VertexSteps,
    level: StateTable<N, Bits<N>>,
    next: StateTable<N, Bits<N>>,
    traces: Vec<Trace>,
    /// Whether each state of the next level has a second parent.
    has_second: Vec<bool>,
    states: u64,
    /// The number of states of the largest level.
    peak: usize,
    trace_bytes: usize,
    account: Account,
}

/// Found states that are not numbered yet. They are looked up together, so that cache misses overlap.
#[derive(Default)]
struct Batch<const N: usize> {
    states: Vec<[u64; N]>,
    /// The parent of each state, and the choice taken there.
    from: Vec<(u32, u16)>,
    numbers: Vec<u32>,
}

impl<const N: usize> Batch<N> {
    /// Numbers the states in `next`, and records their parents. Of equal states the lightest one is kept.
    fn flush(
        &mut self,
        next: &mut StateTable<N, Bits<N>>,
        weight: Field,
        trace: &mut Trace,
        has_second: &mut Vec<bool>,
    ) -> Result<(), Interrupted> {
        let mut known = next.len() as u32;
        next.insert_batch(&self.states, &mut self.numbers)?;
        for ((&target, state), &from) in self.numbers.iter().zip(&self.states).zip(&self.from) {
            if target == known {
                known += 1;
                trace.first.push(from);
                has_second.push(false);
                continue;
            }
            let mut other = from;
            if weight.get(state) < weight.get(&next.states()[target as usize]) {
                next.replace(target, *state);
                other = std::mem::replace(&mut trace.first[target as usize], from);
            }
            if !std::mem::replace(&mut has_second[target as usize], true) {
                trace.second.push((target, other.0, other.1));
            }
        }
        self.states.clear();
        self.from.clear();
        Ok(())
    }
}

/// The number of states between two checks of the limits.
const CHECK_EVERY: usize = 1 << 13;

/// A sweep at its start.
pub(super) fn sweep(steps: VertexSteps) -> Result<Box<dyn Sweep + Send>, Interrupted> {
    fn packed<const N: usize>(steps: VertexSteps) -> Result<Box<dyn Sweep + Send>, Unfinished> {
        let key = Bits(std::array::from_fn(|i| steps.key.get(i).copied().unwrap_or(0)));
        let mut level = StateTable::with_key(key);
        level.insert([0; N])?;
        Ok(Box::new(Packed {
            steps,
            level,
            next: StateTable::with_key(key),
            traces: Vec::new(),
            has_second: Vec::new(),
            states: 0,
            peak: 0,
            trace_bytes: 0,
            account: Account::default(),
        }))
    }
    let sweep = with_words!(steps, packed(steps));
    sweep.map_err(|why| match why {
        Unfinished::Stopped(cause) => cause,
        // `VertexSteps::new` rejects states that are too wide, and no budget is involved yet.
        Unfinished::TooWide | Unfinished::Paused => Interrupted::Memory,
    })
}

impl<const N: usize> Packed<N> {
    fn pass(&mut self, limits: &Limits) -> Result<(), Interrupted> {
        let step = &self.steps.steps[self.traces.len()];
        let mut trace = Trace::default();
        self.has_second.clear();
        let weight = self.steps.layout.taken;
        let mut batch = Batch::<N>::default();
        for (i, &state) in self.level.states().iter().enumerate() {
            if i % CHECK_EVERY == CHECK_EVERY - 1 {
                limits.check()?;
                let held = self.bytes();
                self.next.set_room(self.account.room().saturating_sub(held - self.next.bytes()));
                self.account.set(held)?;
            }
            let mut entered = state;
            self.steps.enter(step, &mut entered);
            let mate = step.vertex.slot.get(&entered);
            let need = match mate {
                0 => 0,
                mate if mate == step.vertex.own => 2,
                _ => 1,
            };
            for &index in &step.by_need[need] {
                let choice = &step.choices[index as usize];
                let Some(state) = self.steps.choose(step, choice, mate, entered) else { continue };
                batch.states.push(state);
                batch.from.push((i as u32, index));
                if batch.states.len() == TOGETHER {
                    batch.flush(&mut self.next, weight, &mut trace, &mut self.has_second)?;
                }
            }
        }
        batch.flush(&mut self.next, weight, &mut trace, &mut self.has_second)?;
        self.states += self.next.len() as u64;
        self.peak = self.peak.max(self.next.len());
        trace.first.shrink_to_fit();
        self.trace_bytes += trace.first.capacity() * size_of::<(u32, u16)>()
            + trace.second.capacity() * size_of::<(u32, u32, u16)>();
        self.traces.push(trace);
        std::mem::swap(&mut self.level, &mut self.next);
        self.next.clear();
        Ok(())
    }

    /// The edges of the solution that leads to the last state, traced back along first parents. With `turn`, the edges of another
    /// solution, traced back along a second parent at the first state met that has one; `None` if there is none.
    fn trace_back(&self, turn: bool) -> Option<Vec<EdgeId>> {
        let mut edges = Vec::new();
        let mut turned = !turn;
        let mut state = 0u32;
        for (step, trace) in self.steps.steps.iter().zip(&self.traces).rev() {
            let second = trace.second.iter().find(|(target, ..)| !turned && *target == state);
            let (parent, choice) = match second {
                Some(&(_, parent, choice)) => {
                    turned = true;
                    (parent, choice)
                }
                None => *trace.first.get(state as usize)?,
            };
            edges.extend(&step.choices[choice as usize].edges);
            state = parent;
        }
        edges.sort_unstable();
        turned.then_some(edges)
    }
}

impl<const N: usize> Sweep for Packed<N> {
    fn advance(&mut self, states: u64, limits: &Limits) -> Result<Stage, Interrupted> {
        self.account.move_to(limits);
        self.account.set(self.bytes())?;
        let goal = self.states.saturating_add(states);
        while self.traces.len() < self.steps.steps.len() {
            if self.level.is_empty() {
                return Ok(Stage::Empty);
            }
            if self.states >= goal {
                return Ok(Stage::Running);
            }
            limits.check()?;
            self.pass(limits)?;
        }
        Ok(if self.level.is_empty() { Stage::Empty } else { Stage::Found })
    }

    fn states(&self) -> u64 {
        self.states
    }

    fn passed(&self) -> usize {
        self.traces.len()
    }

    fn shrinks(&self) -> bool {
        self.level.len() <= self.peak / 2
    }

    fn bytes(&self) -> usize {
        self.level.bytes() + self.next.bytes() + self.trace_bytes
    }

    fn solutions(&self) -> Vec<Vec<EdgeId>> {
        [false, true].into_iter().filter_map(|turn| self.trace_back(turn)).collect()
    }
}

impl VertexSteps {
    /// Initialises the slots and counters of the vertices and cycles that enter the frontier at `step`.
    #[inline(always)]
    fn enter<const N: usize>(&self, step: &VertexStep, state: &mut [u64; N]) {
        for &(word, bits) in &step.enter {
            state[word as usize % N] |= bits;
        }
        for second_terminal in &step.second_terminals {
            let slots = &self.layout.slots;
            let own = second_terminal.own as usize;
            if let Some(other) = slots.iter().position(|slot| slot.get(state) == second_terminal.label) {
                slots[other].set(state, self.slots + second_terminal.own);
                slots[own - 1].set(state, self.slots + other as u64 + 1);
            }
        }
    }

    /// The state after a choice; `None` if no completion is a solution of the wanted form. `mate` is the code of the vertex.
    #[inline(always)]
    fn choose<const N: usize>(
        &self,
        step: &VertexStep,
        choice: &Choice,
        mate: u64,
        mut state: [u64; N],
    ) -> Option<[u64; N]> {
        for count in &choice.counts {
            let value = count.field.get(&state);
            let next = count.next[value as usize & 3];
            if next == NEVER {
                return None;
            }
            count.field.set(&mut state, u64::from(next));
        }
        let fellow = |code: u64, near: &Neighbour| code == near.own || code == self.slots + near.own;
        self.layout.taken.add(&mut state, choice.weight);
        // An edge that is left out must not lead to the other end of the vertex's path.
        for near in &choice.skip {
            if fellow(mate, near) {
                return None;
            }
            if choice.take.iter().any(|taken| fellow(taken.slot.get(&state), near)) {
                return None;
            }
        }
        for near in &choice.take {
            self.join(&step.vertex, near, &mut state)?;
        }
        step.vertex.slot.clear(&mut state);
        // The ends of a path must not be adjacent: their edge would close it if taken, and the path touches itself if not.
        for (near, neighbours) in &step.adjacent {
            let code = near.slot.get(&state);
            if code != 0 && neighbours.contains(&code) {
                return None;
            }
        }
        Some(state)
    }

    /// Joins two ends of paths; `None` if they must not be joined.
    #[inline(always)]
    fn join<const N: usize>(&self, u: &Neighbour, v: &Neighbour, state: &mut [u64; N]) -> Option<()> {
        let slots = &self.layout.slots;
        let (mate_u, mate_v) = (u.slot.get(state), v.slot.get(state));
        if mate_u == 0 || mate_v == 0 || mate_u == v.own {
            return None;
        }
        if mate_u == self.slots + v.own {
            u.slot.clear(state);
            v.slot.clear(state);
            return Some(());
        }
        for (end, mate) in [(u, mate_u), (v, mate_v)] {
            if mate != end.own {
                end.slot.clear(state);
            }
        }
        let (marked, plain) = if mate_u > mate_v { (mate_u, mate_v) } else { (mate_v, mate_u) };
        if plain > self.slots {
            return None; // would join two different pairs
        }
        slots[plain as usize - 1].set(state, marked);
        if marked <= self.slots {
            slots[marked as usize - 1].set(state, plain);
        } else if marked < self.label_base {
            slots[(marked - self.slots) as usize - 1].set(state, self.slots + plain);
        }
        Some(())
    }
}
