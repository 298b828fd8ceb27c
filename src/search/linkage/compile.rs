//! From a network and an order of its vertices to the steps of a sweep.

use super::cycles::ShortCycle;
use super::network::Network;
use super::steps::{Choice, CounterUpdate, Form, NEVER, Neighbour, SecondTerminal, VertexStep, VertexSteps};
use crate::deduce::Value;
use crate::frontier::layout::{Layout, MAX_WORDS};
use crate::frontier::pool::Pool;
use crate::puzzle::EdgeId;

/// The most later neighbours a vertex may have.
const MAX_LATER: usize = 24;

/// The tables of a compilation.
pub(super) struct Compiler<'n> {
    network: &'n Network,
    cycles: &'n [ShortCycle],
    order: &'n [u32],
    form: Form,
    place: Vec<usize>,
    pair_of: Vec<Option<usize>>,
    /// The cycles through each vertex.
    cycles_at: Vec<Vec<u32>>,
    slot_of: Vec<usize>,
    counter_of: Vec<usize>,
}

/// The vertices and counters that enter the frontier at a step.
#[derive(Default)]
struct Entering {
    vertices: Vec<u32>,
    counters: Vec<u32>,
}

impl<'n> Compiler<'n> {
    pub(super) fn new(network: &'n Network, cycles: &'n [ShortCycle], order: &'n [u32], form: Form) -> Self {
        let vertices = network.vertex_count();
        let mut place = vec![0; vertices];
        for (i, &v) in order.iter().enumerate() {
            place[v as usize] = i;
        }
        let mut pair_of = vec![None; vertices];
        for (p, pair) in network.pairs.iter().enumerate() {
            for &v in pair {
                pair_of[v as usize] = Some(p);
            }
        }
        let mut cycles_at = vec![Vec::new(); vertices];
        for (c, cycle) in cycles.iter().enumerate() {
            for &v in &cycle.vertices {
                cycles_at[v as usize].push(c as u32);
            }
        }
        Compiler {
            network,
            cycles,
            order,
            form,
            place,
            pair_of,
            cycles_at,
            slot_of: vec![usize::MAX; vertices],
            counter_of: vec![usize::MAX; cycles.len()],
        }
    }

    /// Neighbours of `v` that come later, the next first.
    fn later(&self, v: u32) -> Vec<(u32, EdgeId)> {
        let here = self.place[v as usize];
        let is_later = |(w, _): &&(u32, EdgeId)| self.place[*w as usize] > here;
        let mut later: Vec<_> = self.network.at(v).iter().filter(is_later).copied().collect();
        later.sort_by_key(|&(w, _)| self.place[w as usize]);
        later
    }

    /// The step at which a cycle's counter is no longer needed: all its edges are decided, and in normal form all its
    /// vertices are passed.
    fn leaves(&self, cycle: &ShortCycle) -> usize {
        let mut places: Vec<usize> = cycle.vertices.iter().map(|&v| self.place[v as usize]).collect();
        places.sort_unstable();
        places[places.len() - if self.form == Form::Normal { 1 } else { 2 }]
    }

    /// The step at which an edge is decided.
    fn decided(&self, edge: u32) -> usize {
        let ends = self.network.ends[edge as usize];
        ends.map(|v| self.place[v as usize]).into_iter().min().unwrap_or(0)
    }

    pub(super) fn compile(mut self) -> Option<VertexSteps> {
        let (mut slots, mut counters, mut labels) = (Pool::default(), Pool::default(), Pool::default());
        let mut label_of = vec![usize::MAX; self.network.pairs.len()];
        let mut entered = vec![false; self.place.len()];
        let mut entered_terminals = vec![0u8; self.network.pairs.len()];
        let mut entering = Vec::with_capacity(self.order.len());
        for (i, &v) in self.order.iter().enumerate() {
            let mut here = Entering::default();
            let mut met = Vec::new();
            let later = self.later(v);
            if later.len() > MAX_LATER {
                return None;
            }
            for w in std::iter::once(v).chain(later.iter().map(|&(w, _)| w)) {
                if std::mem::replace(&mut entered[w as usize], true) {
                    continue;
                }
                self.slot_of[w as usize] = slots.take();
                here.vertices.push(w);
                if let Some(p) = self.pair_of[w as usize] {
                    entered_terminals[p] += 1;
                    match entered_terminals[p] {
                        1 => label_of[p] = labels.take(),
                        _ => met.push(label_of[p]),
                    }
                }
            }
            for &c in &self.cycles_at[v as usize] {
                if self.counter_of[c as usize] == usize::MAX {
                    self.counter_of[c as usize] = counters.take();
                    here.counters.push(c);
                }
            }
            slots.give(self.slot_of[v as usize]);
            for &c in &self.cycles_at[v as usize] {
                if self.leaves(&self.cycles[c as usize]) == i {
                    counters.give(self.counter_of[c as usize]);
                }
            }
            met.into_iter().for_each(|label| labels.give(label));
            entering.push(here);
        }
        let width = slots.size() as u64;
        let label_base = 2 * width + 1;
        let max_code = label_base + (labels.size() as u64).saturating_sub(1);
        let layout = Layout::new(slots.size(), max_code, counters.size(), 3);
        if layout.words > MAX_WORDS {
            return None;
        }
        let mut steps = Vec::with_capacity(self.order.len());
        let mut labelled = vec![false; self.network.pairs.len()];
        for (i, &v) in self.order.iter().enumerate() {
            steps.push(self.step(i, v, &entering[i], &layout, label_base, &label_of, &mut labelled));
        }
        Some(VertexSteps { steps, layout, slots: width, label_base })
    }

    fn near(&self, v: u32, layout: &Layout) -> Neighbour {
        let slot = self.slot_of[v as usize];
        Neighbour { slot: layout.slots[slot], own: slot as u64 + 1 }
    }

    #[allow(clippy::too_many_arguments)]
    fn step(
        &self,
        i: usize,
        v: u32,
        entering: &Entering,
        layout: &Layout,
        label_base: u64,
        label_of: &[usize],
        labelled: &mut [bool],
    ) -> VertexStep {
        let mut enter = Vec::new();
        let mut second_terminals = Vec::new();
        for &w in &entering.vertices {
            let near = self.near(w, layout);
            let mut constant = |value: u64| enter.push((near.slot.word, value << near.slot.shift));
            match self.pair_of[w as usize] {
                None => constant(near.own),
                Some(p) => {
                    let label = label_base + label_of[p] as u64;
                    if std::mem::replace(&mut labelled[p], true) {
                        second_terminals.push(SecondTerminal { label, own: near.own });
                    } else {
                        constant(label);
                    }
                }
            }
        }
        for &c in &entering.counters {
            let field = layout.counters[self.counter_of[c as usize]];
            let allowed = self.cycles[c as usize].edges.len() as u64 - 2;
            enter.push((field.word, (allowed + 1) << field.shift));
        }
        let later = self.later(v);
        let mut masks: Vec<Vec<usize>> = vec![Vec::new()];
        for a in 0..later.len() {
            masks.push(vec![a]);
            masks.extend((0..a).map(|b| vec![b, a]));
        }
        let is_in = |k: usize| self.network.values[later[k].1.index()] == Value::In;
        let forced: Vec<usize> = (0..later.len()).filter(|&k| is_in(k)).collect();
        masks.retain(|mask| forced.iter().all(|k| mask.contains(k)));
        let mut by_need: [Vec<u16>; 3] = Default::default();
        for (index, mask) in masks.iter().enumerate() {
            by_need[mask.len()].push(index as u16);
        }
        let mut choices: Vec<Choice> =
            masks.iter().map(|mask| self.choice(i, v, &later, mask, false, layout)).collect();
        let may_stay_free = self.form == Form::Normal && self.pair_of[v as usize].is_none();
        if may_stay_free && forced.is_empty() {
            by_need[2].push(choices.len() as u16);
            choices.push(self.choice(i, v, &later, &[], true, layout));
        }
        let watched: &[(u32, EdgeId)] = if self.form == Form::AnyCover { &[] } else { &later };
        let adjacent = watched.iter().map(|&(w, _)| (self.near(w, layout), self.adjacent(i, w))).collect();
        VertexStep { vertex: self.near(v, layout), enter, second_terminals, choices, by_need, adjacent }
    }

    /// The untouched codes of the vertices that are on the frontier after step `i` and adjacent to `w`.
    fn adjacent(&self, i: usize, w: u32) -> Vec<u64> {
        let on_frontier = |x: u32| {
            let first = self.network.at(x).iter().map(|&(y, _)| self.place[y as usize]).min();
            self.place[x as usize] > i && first.is_some_and(|first| first <= i)
        };
        let neighbours = self.network.at(w).iter().map(|&(x, _)| x);
        neighbours.filter(|&x| on_frontier(x)).map(|x| self.slot_of[x as usize] as u64 + 1).collect()
    }

    fn choice(
        &self,
        i: usize,
        v: u32,
        later: &[(u32, EdgeId)],
        mask: &[usize],
        unused: bool,
        layout: &Layout,
    ) -> Choice {
        let near = |k: usize| self.near(later[k].0, layout);
        let take = mask.iter().map(|&k| near(k)).collect();
        let watched = self.form != Form::AnyCover;
        let skip = (0..later.len()).filter(|k| watched && !mask.contains(k)).map(near).collect();
        let edges: Vec<EdgeId> = mask.iter().map(|&k| later[k].1).collect();
        let mut counts = Vec::new();
        for &c in &self.cycles_at[v as usize] {
            let cycle = &self.cycles[c as usize];
            let leaves = self.leaves(cycle);
            if leaves < i {
                continue;
            }
            let taken = cycle.edges.iter().filter(|&&e| edges.contains(&EdgeId(e))).count();
            let is_open = |e: &&u32| self.decided(**e) > i && self.network.values[**e as usize] != Value::Out;
            let open = cycle.edges.iter().filter(is_open).count();
            let mut next = [0u8; 4];
            for allowed in 0..3usize {
                next[allowed + 1] = match allowed.checked_sub(taken) {
                    None => NEVER,
                    Some(_) if leaves == i => 0,
                    Some(left) if self.matters(left, open) => left as u8 + 1,
                    Some(_) => 0,
                };
            }
            // The two edges taken meet at the opposite vertex: the path may as well pass here.
            if unused && self.opposite(cycle, v).is_some_and(|b| self.place[b as usize] < i) {
                next[1] = NEVER;
            }
            let counter = layout.counters[self.counter_of[c as usize]];
            if next != [0, 1, 2, 3] {
                counts.push(CounterUpdate { field: counter, next });
            }
        }
        Choice { take, skip, counts, edges }
    }

    /// The vertex of a square that `v` is not adjacent to on it.
    fn opposite(&self, cycle: &ShortCycle, v: u32) -> Option<u32> {
        let at = cycle.vertices.iter().position(|&w| w == v)?;
        (cycle.vertices.len() == 4).then(|| cycle.vertices[(at + 2) % 4])
    }

    /// Whether a counter that has `left` to give tells states apart that differ, with `open` edges to come.
    fn matters(&self, left: usize, open: usize) -> bool {
        match self.form {
            Form::Cover | Form::AnyCover => open > left,
            Form::Normal => open >= left,
        }
    }
}
