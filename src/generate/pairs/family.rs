//! All good sets of pairs of a graph, as the graph of the sweep's states: a decision diagram that reads a puzzle
//! vertex by vertex.

use num_bigint::BigUint;

use super::expand::Action;
use zlink_base::random::Random;
use zlink_diagram::Tally;
use zlink_puzzle::VertexId;

/// A set of pairs: each with its terminals in the order of the sweep, the pairs in the order of their second ones.
pub type PairSet = Vec<[VertexId; 2]>;

/// A step from a state to a state of the next stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Arc {
    pub(super) child: u32,
    pub(super) action: Action,
}

/// The arcs from one stage to the next.
#[derive(Debug, Clone, Default)]
pub(super) struct Arcs {
    /// The arcs of state `i` are `arcs[starts[i]..starts[i + 1]]`.
    starts: Vec<usize>,
    pub(super) arcs: Vec<Arc>,
    /// The old name of each pair of the child of arc `a`: `names[name_starts[a]..name_starts[a + 1]]`. A pair that
    /// the arc begins has as its old name the number of pairs before.
    name_starts: Vec<usize>,
    names: Vec<u8>,
}

impl Arcs {
    /// The numbers of the arcs of `state`.
    pub(super) fn of(&self, state: u32) -> std::ops::Range<usize> {
        self.starts[state as usize]..self.starts[state as usize + 1]
    }

    fn states(&self) -> usize {
        self.starts.len() - 1
    }

    /// The old names of the pairs of the child of this arc.
    pub(super) fn old_names(&self, arc: usize) -> &[u8] {
        &self.names[self.name_starts[arc]..self.name_starts[arc + 1]]
    }
}

/// Collects the arcs of all stages.
#[derive(Debug, Default)]
pub(super) struct Keep {
    done: Vec<Arcs>,
    at_hand: Arcs,
    done_bytes: usize,
}

impl Keep {
    /// Begins a stage.
    pub(super) fn begin_stage(&mut self) {
        self.at_hand = Arcs { starts: vec![0], name_starts: vec![0], ..Arcs::default() };
    }

    /// Ends the stage at hand.
    pub(super) fn end_stage(&mut self) {
        self.done_bytes = self.bytes();
        self.done.push(std::mem::take(&mut self.at_hand));
    }

    /// The family, when the vertices left the frontier in this order and these states of the last stage are good.
    pub(super) fn finish(self, vertices: Vec<VertexId>, good: &[bool]) -> PairFamily {
        let mut live = vec![good.to_vec()];
        for arcs in self.done.iter().rev() {
            let below = live.last().expect("begins with one");
            let lives = |state| arcs.of(state).any(|a| below[arcs.arcs[a].child as usize]);
            live.push((0..arcs.states() as u32).map(lives).collect());
        }
        live.reverse();
        PairFamily { vertices, stages: self.done, live }
    }
}

impl Keep {
    /// Adds an arc of the state at hand; pair `i` of its child was called `old_names[i]` before.
    pub(super) fn arc(&mut self, arc: Arc, old_names: &[u8]) {
        let Arcs { arcs, name_starts, names, .. } = &mut self.at_hand;
        arcs.push(arc);
        names.extend_from_slice(old_names);
        name_starts.push(names.len());
    }

    /// Ends the state at hand, all of whose arcs were added.
    pub(super) fn end_state(&mut self) {
        self.at_hand.starts.push(self.at_hand.arcs.len());
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        let Arcs { starts, arcs, name_starts, names } = &self.at_hand;
        let words = starts.capacity() + name_starts.capacity();
        self.done_bytes + words * 8 + arcs.capacity() * size_of::<Arc>() + names.capacity()
    }
}

/// All good sets of pairs of a graph.
#[derive(Debug, Clone)]
pub struct PairFamily {
    pub(super) vertices: Vec<VertexId>,
    pub(super) stages: Vec<Arcs>,
    /// For each stage, and after the last one, which states lead to a good set.
    pub(super) live: Vec<Vec<bool>>,
}

impl PairFamily {
    /// Arc `a` of `stage`; `None` if it leads to no good set.
    pub(super) fn arc(&self, stage: usize, a: usize) -> Option<Arc> {
        let arc = self.stages[stage].arcs[a];
        self.live[stage + 1][arc.child as usize].then_some(arc)
    }

    /// For each stage the number of good sets that can be reached from each state.
    fn completions(&self) -> Vec<Tally> {
        let last = self.live.last().map_or(&[][..], Vec::as_slice);
        let mut tally = Tally::new(last.len());
        (0..last.len()).filter(|&i| last[i]).for_each(|i| tally.set(i, 1));
        let mut all = vec![tally];
        for arcs in self.stages.iter().rev() {
            let below = all.last().expect("begins with one");
            let mut here = Tally::new(arcs.states());
            for state in 0..arcs.states() {
                for arc in &arcs.arcs[arcs.of(state as u32)] {
                    here.add(state, below, arc.child as usize);
                }
            }
            all.push(here);
        }
        all.reverse();
        all
    }

    /// How many good sets have 0, 1, 2, ... pairs.
    pub fn sizes(&self) -> Vec<BigUint> {
        let last = self.live.last().map_or(&[][..], Vec::as_slice);
        let mut below: Vec<Vec<BigUint>> =
            last.iter().map(|live| if *live { vec![BigUint::from(1u8)] } else { Vec::new() }).collect();
        for arcs in self.stages.iter().rev() {
            below = (0..arcs.states() as u32)
                .map(|state| {
                    let mut sizes: Vec<BigUint> = Vec::new();
                    for arc in &arcs.arcs[arcs.of(state)] {
                        let shift = usize::from(arc.action == Action::Begin);
                        let more = &below[arc.child as usize];
                        if !more.is_empty() && sizes.len() < more.len() + shift {
                            sizes.resize(more.len() + shift, BigUint::ZERO);
                        }
                        sizes.iter_mut().skip(shift).zip(more).for_each(|(size, more)| *size += more);
                    }
                    sizes
                })
                .collect();
        }
        below.swap_remove(0)
    }

    /// All good sets, one by one.
    pub fn sets(&self) -> PairSets<'_> {
        let mut path = Vec::with_capacity(self.stages.len() + 1);
        if self.live[0][0] {
            path.push(Visit::new(self, 0, 0, Vec::new(), 0));
        }
        PairSets { family: self, path, set: Vec::new() }
    }

    /// A sampler, which draws good sets at random.
    pub fn sampler(&self) -> PairSampler<'_> {
        PairSampler { family: self, completions: self.completions() }
    }

    /// The number of good sets.
    pub fn count(&self) -> BigUint {
        self.completions()[0].get(0)
    }

    /// Follows arc `a` of `stage`: adds the pair that it completes to `set` and renames the first terminals of
    /// the pairs that wait.
    fn follow(&self, stage: usize, a: usize, first: &[VertexId], set: &mut PairSet) -> Vec<VertexId> {
        let vertex = self.vertices[stage];
        let arcs = &self.stages[stage];
        if let Action::End(label) = arcs.arcs[a].action {
            set.push([first[usize::from(label)], vertex]);
        }
        let of = |&old: &u8| first.get(usize::from(old)).copied().unwrap_or(vertex);
        arcs.old_names(a).iter().map(of).collect()
    }
}

/// A state on the way to a set.
#[derive(Debug)]
pub(crate) struct Visit {
    /// The arcs that are still to be tried.
    arcs: std::ops::Range<usize>,
    /// The first terminal of each named pair.
    first: Vec<VertexId>,
    /// The number of pairs that were complete here.
    complete: usize,
}

impl Visit {
    fn new(family: &PairFamily, stage: usize, state: u32, first: Vec<VertexId>, complete: usize) -> Self {
        let arcs = family.stages.get(stage).map_or(0..0, |arcs| arcs.of(state));
        Visit { arcs, first, complete }
    }
}

/// Visits the sets of a [`PairFamily`].
#[derive(Debug)]
pub struct PairSets<'f> {
    family: &'f PairFamily,
    path: Vec<Visit>,
    set: PairSet,
}

impl PairSets<'_> {
    /// The next set; `None` after the last one.
    pub fn next_set(&mut self) -> Option<&[[VertexId; 2]]> {
        let last = self.family.stages.len();
        // The set that was handed out last ends the path.
        if self.path.len() == last + 1 && last > 0 {
            self.path.pop();
        }
        loop {
            let stage = self.path.len().checked_sub(1)?;
            if last == 0 {
                self.path.clear();
                return Some(&self.set);
            }
            let visit = &mut self.path[stage];
            self.set.truncate(visit.complete);
            let Some(a) = visit.arcs.next() else {
                self.path.pop();
                continue;
            };
            let Some(arc) = self.family.arc(stage, a) else { continue };
            let first = self.family.follow(stage, a, &visit.first, &mut self.set);
            let complete = self.set.len();
            self.path.push(Visit::new(self.family, stage + 1, arc.child, first, complete));
            if stage + 1 == last {
                return Some(&self.set);
            }
        }
    }
}

/// Draws sets of a [`PairFamily`], all with the same probability.
#[derive(Debug)]
pub struct PairSampler<'f> {
    family: &'f PairFamily,
    completions: Vec<Tally>,
}

impl PairSampler<'_> {
    /// The number of sets to choose from.
    pub fn count(&self) -> BigUint {
        self.completions[0].get(0)
    }

    /// A random set; the empty set if the family is empty.
    pub fn draw(&self, random: &mut Random) -> PairSet {
        let count = self.count();
        if count == BigUint::ZERO {
            return PairSet::new();
        }
        self.nth(random.below_big(&count)).unwrap_or_default()
    }

    /// Set number `index`, in the order of [`PairFamily::sets`]; `None` beyond the last one. Drawing the index
    /// uniformly draws the set uniformly.
    pub fn nth(&self, mut index: BigUint) -> Option<PairSet> {
        if index >= self.count() {
            return None;
        }
        let (mut set, mut first, mut state) = (PairSet::new(), Vec::new(), 0);
        for (stage, arcs) in self.family.stages.iter().enumerate() {
            for a in arcs.of(state) {
                let child = arcs.arcs[a].child;
                let completions = self.completions[stage + 1].get(child as usize);
                if index < completions {
                    first = self.family.follow(stage, a, &first, &mut set);
                    state = child;
                    break;
                }
                index -= completions;
            }
        }
        Some(set)
    }
}
