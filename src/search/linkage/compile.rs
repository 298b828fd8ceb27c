//! NETWORK and an order of its vertices -> the steps of a sweep.

use super::cycles::ShortCycle;
use super::network::Network;
use super::steps::{Choice, CounterUpdate, Form, NEVER, Neighbour, SecondTerminal, VertexStep, VertexSteps};
use zlink_deduce::Value;
use zlink_frontier::layout::{Field, Layout, MAX_WORDS};
use zlink_frontier::passages::Visits;
use zlink_puzzle::EdgeId;

/// The largest number of later neighbours of a vertex.
const MAX_LATER: usize = 24;
/// The number of bits of the counter of a short cycle.
const COUNTER_BITS: u32 = 2;

/// The tables of a compilation.
pub(super) struct Compiler<'n> {
    network: &'n Network,
    cycles: &'n [ShortCycle],
    order: &'n [u32],
    form: Form,
    place: Vec<usize>,
    pair_of: Vec<Option<u32>>,
    /// For each step the later neighbours of its vertex, the next one first.
    later: Vec<Vec<(u32, EdgeId)>>,
    /// The visits of vertices: each step visits its vertex and the later neighbours.
    vertices: Visits,
    /// The visits of short cycles: each step visits those through its vertex that still need a counter.
    counters: Visits,
    /// The visits of pairs: each step visits those whose terminals enter.
    pairs: Visits,
    layout: Layout,
    label_base: u64,
    weight: Weight,
}

/// The weights of vertices on paths: more vertices always weigh more, and of equally many the earlier ones weigh less.
struct Weight {
    /// The weight of a vertex, to which its place in the order is added.
    each: u64,
    /// An upper bound for the weight of all vertices.
    most: u64,
}

impl Weight {
    /// The weights in a graph of `count` vertices; `None` if they would be too large.
    fn of(count: u64) -> Option<Self> {
        let each = count.checked_mul(count)?.max(1);
        Some(Weight { each, most: each.checked_mul(count + 1)? })
    }
}

impl<'n> Compiler<'n> {
    /// The tables of an order; `None` if a state or a vertex would be too large.
    pub(super) fn new(
        network: &'n Network,
        cycles: &'n [ShortCycle],
        order: &'n [u32],
        form: Form,
    ) -> Option<Self> {
        let count = network.vertex_count();
        let mut place = vec![0; count];
        for (i, &v) in order.iter().enumerate() {
            place[v as usize] = i;
        }
        let mut pair_of = vec![None; count];
        for (p, pair) in (0..).zip(&network.pairs) {
            pair.iter().for_each(|&v| pair_of[v as usize] = Some(p));
        }
        let later = |(i, &v): (usize, &u32)| {
            let is_later = |(w, _): &&(u32, EdgeId)| place[*w as usize] > i;
            let mut later: Vec<_> = network.at(v).iter().filter(is_later).copied().collect();
            later.sort_by_key(|&(w, _)| place[w as usize]);
            later
        };
        let later: Vec<_> = order.iter().enumerate().map(later).collect();
        if later.iter().any(|later| later.len() > MAX_LATER) {
            return None;
        }
        let around = |(&v, later): (&u32, &Vec<(u32, EdgeId)>)| {
            std::iter::once(v).chain(later.iter().map(|&(w, _)| w)).collect::<Vec<_>>()
        };
        let vertices = Visits::new(count, order.iter().zip(&later).map(around));
        // A cycle has a counter until all its edges are decided.
        let mut counters = vec![Vec::new(); order.len()];
        for (c, cycle) in (0..).zip(cycles) {
            let mut places: Vec<usize> = cycle.vertices.iter().map(|&v| place[v as usize]).collect();
            places.sort_unstable();
            places[..places.len() - 1].iter().for_each(|&place| counters[place].push(c));
        }
        let counters = Visits::of_widths(cycles.len(), counters.into_iter(), |_| COUNTER_BITS);
        let pairs = vertices.entering(network.pairs.iter());
        let label_base = 2 * vertices.slots() as u64 + 1;
        let max_code = label_base + (pairs.slots() as u64).saturating_sub(1);
        let weight = Weight::of(count as u64)?;
        let layout = Layout::new(vertices.slots(), max_code, counters.widths(), weight.most);
        (layout.words <= MAX_WORDS).then_some(Compiler {
            network,
            cycles,
            order,
            form,
            place,
            pair_of,
            later,
            vertices,
            counters,
            pairs,
            layout,
            label_base,
            weight,
        })
    }

    /// The step at which an edge is decided.
    fn decided(&self, edge: u32) -> usize {
        let ends = self.network.ends[edge as usize];
        ends.map(|v| self.place[v as usize]).into_iter().min().unwrap_or(0)
    }

    pub(super) fn compile(self) -> VertexSteps {
        let steps = (0..self.order.len()).map(|i| self.step(i)).collect();
        let Compiler { layout, label_base, .. } = self;
        let mut key = vec![0; layout.words];
        for field in &layout.slots {
            key[field.word as usize] |= field.mask << field.shift;
        }
        VertexSteps { steps, slots: layout.slots.len() as u64, key, layout, label_base }
    }

    fn near(&self, v: u32) -> Neighbour {
        let slot = self.vertices.slot(v);
        Neighbour { slot: self.layout.slots[slot], own: slot as u64 + 1 }
    }

    fn counter(&self, c: u32) -> Field {
        self.layout.counters[self.counters.slot(c)]
    }

    fn step(&self, i: usize) -> VertexStep {
        let v = self.order[i];
        let mut enter = Vec::new();
        let mut constant = |field: Field, value: u64| enter.push((field.word, value << field.shift));
        let mut second_terminals = Vec::new();
        let mut terminals = self.pairs.at(i).iter();
        for vertex in self.vertices.at(i).iter().filter(|vertex| vertex.enters) {
            let near = self.near(vertex.item);
            match self.pair_of[vertex.item as usize].and_then(|_| terminals.next()) {
                None => constant(near.slot, near.own),
                Some(pair) => {
                    let label = self.label_base + u64::from(pair.slot);
                    if pair.enters {
                        constant(near.slot, label);
                    } else {
                        second_terminals.push(SecondTerminal { label, own: near.own });
                    }
                }
            }
        }
        for counter in self.counters.at(i).iter().filter(|counter| counter.enters) {
            let allowed = self.cycles[counter.item as usize].edges.len() as u64 - 2;
            constant(self.counter(counter.item), allowed + 1);
        }
        let later = &self.later[i];
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
        let mut choices: Vec<Choice> = masks.iter().map(|mask| self.choice(i, mask, false)).collect();
        let may_stay_free = self.form == Form::Normal && self.pair_of[v as usize].is_none();
        if may_stay_free && forced.is_empty() {
            by_need[2].push(choices.len() as u16);
            choices.push(self.choice(i, &[], true));
        }
        let watched: &[(u32, EdgeId)] = if self.form == Form::Cover { &[] } else { later };
        let adjacent = watched.iter().map(|&(w, _)| (self.near(w), self.adjacent(i, w))).collect();
        VertexStep { vertex: self.near(v), enter, second_terminals, choices, by_need, adjacent }
    }

    /// The untouched codes of the vertices that are on the frontier after step `i` and adjacent to `w`.
    fn adjacent(&self, i: usize, w: u32) -> Vec<u64> {
        let on_frontier = |x: u32| {
            let first = self.network.at(x).iter().map(|&(y, _)| self.place[y as usize]).min();
            self.place[x as usize] > i && first.is_some_and(|first| first <= i)
        };
        let neighbours = self.network.at(w).iter().map(|&(x, _)| x);
        neighbours.filter(|&x| on_frontier(x)).map(|x| self.near(x).own).collect()
    }

    fn choice(&self, i: usize, mask: &[usize], unused: bool) -> Choice {
        let later = &self.later[i];
        let near = |k: usize| self.near(later[k].0);
        let take = mask.iter().map(|&k| near(k)).collect();
        let watched = self.form != Form::Cover;
        let skip = (0..later.len()).filter(|k| watched && !mask.contains(k)).map(near).collect();
        let edges: Vec<EdgeId> = mask.iter().map(|&k| later[k].1).collect();
        let mut counts = Vec::new();
        for counter in self.counters.at(i) {
            let cycle = &self.cycles[counter.item as usize];
            let taken = cycle.edges.iter().filter(|&&e| edges.contains(&EdgeId(e))).count();
            let is_open = |e: &&u32| self.decided(**e) > i && self.network.values[**e as usize] != Value::Out;
            let open = cycle.edges.iter().filter(is_open).count();
            let left = |left: usize| if counter.left > 0 && open > left { left as u8 + 1 } else { 0 };
            let mut next = [0u8; 4];
            for allowed in 0..3usize {
                let allows = if allowed == 2 && !counter.enters { 1 } else { allowed };
                next[allowed + 1] = allows.checked_sub(taken).map_or(NEVER, left);
            }
            // A corner at the opposite vertex, which comes later, could be moved to this unused one, so it is excluded. If this
            // is not the first vertex of the square, the first one is a neighbour, and any edge of the square taken there belongs
            // to the corner.
            if unused && self.opposite(cycle, self.order[i]).is_some_and(|b| self.place[b as usize] > i) {
                match counter.enters {
                    true => next[3] = if left(1) > 0 { 3 } else { 0 },
                    false => next[2] = left(0),
                }
            }
            if next != [0, 1, 2, 3] {
                counts.push(CounterUpdate { field: self.counter(counter.item), next });
            }
        }
        let weight = if unused { 0 } else { self.weight.each + i as u64 };
        Choice { take, skip, counts, edges, weight }
    }

    /// The vertex of a square opposite to `v`; `None` for a triangle.
    fn opposite(&self, cycle: &ShortCycle, v: u32) -> Option<u32> {
        let at = cycle.vertices.iter().position(|&w| w == v)?;
        (cycle.vertices.len() == 4).then(|| cycle.vertices[(at + 2) % 4])
    }
}
