//! States as mates: for each frontier vertex the other end of its path, for each open sum a counter.
//! On any graph, for every kind of puzzle.
//!
//! | file | job |
//! |---|---|
//! | `steps` | RESIDUAL and ORDER -> what happens at each edge, with everything that the inner loops ask about the graph |
//! | `transition` | a state and a choice -> the next state: the definition |
//! | `kernel` | the transition of plain steps, in one small record |

mod kernel;
mod steps;
mod transition;

use std::ops::Range;

use super::Unfinished;
use super::layout::Field;
use super::problem::{Arc, End, Expand, LevelEdges, Problem, levels};
use super::tables::{Tables, tables};
use kernel::Kernel;

pub use steps::{Step, Steps};
pub use transition::{Choice, Next};

/// Compiled steps as a problem.
///
/// # Errors
/// When a state is too wide.
pub fn problem(steps: &Steps) -> Result<Box<dyn Problem + '_>, Unfinished> {
    fn mates<const N: usize>(steps: &Steps) -> Result<Box<dyn Problem + '_>, Unfinished> {
        let (ranges, levels) = steps.levels();
        Ok(Box::new(Mates::<N> { steps, kernels: Kernel::all(steps), ranges, levels }))
    }
    with_words!(steps, mates(steps))
}

/// Compiled steps as a problem of states of `N` words.
struct Mates<'a, const N: usize> {
    steps: &'a Steps,
    kernels: Vec<Kernel<'a, N>>,
    /// The steps of each level: the first may have a choice, the others are forced.
    ranges: Vec<Range<usize>>,
    levels: Vec<LevelEdges>,
}

impl<const N: usize> Mates<'_, N> {
    /// The arc of a choice at the first step of a level, followed through the forced steps.
    #[inline(always)]
    fn slide(&self, forced: &[Kernel<'_, N>], mut next: Next<N>, is_last: bool) -> Arc<N> {
        let mut taken = 0;
        for (i, kernel) in forced.iter().enumerate() {
            let Next::Go(state) = next else { break };
            let takes;
            (next, takes) = kernel.force(&state);
            taken |= u8::from(takes) << i;
        }
        match next {
            Next::Dead => Arc::DEAD,
            Next::Accept => Arc { state: [0; N], end: End::Accept, taken },
            Next::Go(state) if !is_last => Arc { state, end: End::State, taken },
            Next::Go(state) if self.steps.accepts(&state) => Arc { state, end: End::Accept, taken },
            Next::Go(_) => Arc::DEAD,
        }
    }
}

impl Steps {
    /// The steps of each level, and its edges.
    pub(crate) fn levels(&self) -> (Vec<Range<usize>>, Vec<LevelEdges>) {
        let forced = |step: &Step| self.topology.forces_parity() && step.ends.iter().any(|end| end.leaves);
        levels(self.steps.iter().map(|step| (step.edge, forced(step))))
    }

    /// The slots and counters that no level from `at` to `until` touches; level `i` has the steps `levels[i]`. Each slot comes with
    /// its code for an untouched vertex, each counter with `None`.
    fn untouched(&self, levels: &[Range<usize>], at: usize, until: usize) -> Vec<(Field, Option<u64>)> {
        let layout = &self.layout;
        let mut slots = vec![true; layout.slots.len()];
        let mut counters = vec![true; layout.counters.len()];
        for level in &levels[at..until.min(levels.len())] {
            for step in &self.steps[level.clone()] {
                step.ends.iter().for_each(|end| slots[end.own as usize - 1] = false);
                for sum in &step.sums {
                    let touched = |field: &Field| *field == sum.field;
                    counters
                        .iter_mut()
                        .zip(&layout.counters)
                        .for_each(|(kept, field)| *kept &= !touched(field));
                }
            }
        }
        let slots = layout.slots.iter().zip(slots).zip(1..).filter(|((_, kept), _)| *kept);
        let counters = layout.counters.iter().zip(counters).filter(|(_, kept)| *kept);
        let slots = slots.map(|((&field, _), own)| (field, Some(own)));
        slots.chain(counters.map(|(&field, _)| (field, None))).collect()
    }

    /// Whether the mates of a state name each other.
    fn is_possible(&self, state: &[u64]) -> bool {
        let Steps { layout, width, pair_base, label_base, .. } = self;
        let code = |slot: u64| layout.slots.get(slot as usize).map(|field| field.read(state));
        (0..*width).all(|slot| match code(slot) {
            Some(0) => true,
            Some(mate) if mate <= *width => code(mate - 1) == Some(slot + 1),
            Some(mate) if mate >= *label_base || self.has_fixed_ends() => mate <= self.max_code,
            Some(mate) => code(mate - pair_base - 1) == Some(pair_base + slot + 1),
            None => false,
        })
    }
}

impl<const N: usize> Expand<N> for Mates<'_, N> {
    fn expand(&self, level: usize, states: &[[u64; N]], arcs: &mut [[Arc<N>; 2]]) {
        let range = self.ranges[level].clone();
        let is_last = level + 1 == self.ranges.len();
        let (first, forced) = (&self.kernels[range.start], &self.kernels[range.start + 1..range.end]);
        for (state, arcs) in states.iter().zip(arcs) {
            let entered = first.enter(state);
            *arcs = [
                self.slide(forced, first.lo(&entered), is_last),
                self.slide(forced, first.hi(&entered), is_last),
            ];
        }
    }
}

impl<const N: usize> Problem for Mates<'_, N> {
    fn name(&self) -> &'static str {
        "mates"
    }

    fn levels(&self) -> &[LevelEdges] {
        &self.levels
    }

    fn words(&self) -> usize {
        N
    }

    fn root(&self) -> Vec<u64> {
        self.steps.root::<N>().to_vec()
    }

    fn tables(&self) -> Box<dyn Tables + '_> {
        tables(self)
    }

    /// The class of a state: for each slot that is not touched whether its vertex is closed, untouched or the end of a path, and
    /// the counters that are not touched.
    ///
    /// These parts are invariant: a step changes the slots of the two ends of its edge, the counters of its sums, and the slots
    /// that the mates of the two ends name. The latter belong to path ends, and these remain path ends, of other paths:
    /// [`Steps::take`] makes the two far ends mates, or gives a far end the code of a pair; when a second terminal enters, the
    /// end with its pair's label gets a code that names its mate; an end that leaves fixes the other one (path matchings). So
    /// states of different classes lead to different states in these levels.
    fn classify(&self, at: usize, until: usize, states: &[u64], classes: &mut Vec<u64>) {
        let fields = self.steps.untouched(&self.ranges, at, until);
        classes.extend(states.as_chunks::<N>().0.iter().map(|state| {
            fields.iter().fold(0u64, |class, &(field, own)| {
                let value = field.get(state);
                let kind = match own {
                    Some(own) => u64::from(value != 0) + u64::from(value != 0 && value != own),
                    None => value,
                };
                (class.rotate_left(5) ^ kind).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            })
        }));
    }

    fn is_possible(&self, _at: usize, state: &[u64]) -> bool {
        self.steps.is_possible(state)
    }

    fn untouched(&self, at: usize, until: usize) -> usize {
        self.steps.untouched(&self.ranges, at, until).len()
    }
}
