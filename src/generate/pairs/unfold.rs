//! The family as a diagram whose variables are pairs of vertices.
//!
//! The states of the sweep do not know which vertices the waiting pairs began with, and the diagram must: so a state is unfolded into one
//! for each choice of these first terminals. A pair becomes an element where its second terminal is read; where a first terminal is read
//! there is no element, so the families with and without it are united.
//! both are united.

use super::expand::Action;
use super::family::{PairFamily, PairSet};
use crate::interner::Interner;
use zlink_base::limits::{Account, Interrupted, Limits};
use zlink_diagram::{Algebra, Diagram, Element, Level, NodeId};
use zlink_puzzle::VertexId;

/// A transition from an unfolded state to one of the next stage.
#[derive(Debug, Clone, Copy)]
struct Transition {
    to: u32,
    /// The first terminal of the pair that ends here, as a place in the order of the sweep; `None` if no pair ends here.
    first: Option<u32>,
}

/// The transitions of one stage.
#[derive(Debug)]
struct Transitions {
    /// The transitions of state `i` are `all[starts[i]..starts[i + 1]]`.
    starts: Vec<usize>,
    all: Vec<Transition>,
}

impl Transitions {
    fn bytes(&self) -> usize {
        self.starts.capacity() * 8 + self.all.capacity() * size_of::<Transition>()
    }
}

impl PairFamily {
    /// The family as a diagram, and the pairs that its variables stand for: element `i` for pair `i`.
    pub fn diagram(&self, limits: &Limits) -> Result<(Diagram, PairSet), Interrupted> {
        let mut account = limits.account();
        let (stages, ends) = self.unfold(&mut account, limits)?;
        let mut told: Vec<[u32; 2]> = Vec::new();
        for (second, transitions) in stages.iter().enumerate() {
            let firsts = transitions.all.iter().filter_map(|transition| transition.first);
            let start = told.len();
            told.extend(firsts.map(|first| [second as u32, first]));
            told[start..].sort_unstable();
            told.dedup();
        }
        let level = |second: usize, first: u32| {
            told.binary_search(&[second as u32, first]).map_or(Level(0), |level| Level(level as u32))
        };
        let mut algebra = Algebra::new(limits, told.len())?;
        let mut below = vec![NodeId::UNIT; ends];
        for (second, Transitions { starts, all }) in stages.iter().enumerate().rev() {
            let mut here = Vec::with_capacity(starts.len() - 1);
            for (i, ends) in starts.windows(2).enumerate() {
                if i.is_multiple_of(1024) {
                    limits.check()?;
                }
                let transitions = &all[ends[0]..ends[1]];
                let mut family = NodeId::EMPTY;
                for silent in transitions.iter().filter(|transition| transition.first.is_none()) {
                    family = algebra.union(family, below[silent.to as usize])?;
                }
                let mut pairs: Vec<(u32, u32)> = transitions
                    .iter()
                    .filter_map(|transition| Some((transition.first?, transition.to)))
                    .collect();
                pairs.sort_unstable();
                for (first, to) in pairs.into_iter().rev() {
                    family = algebra.node(level(second, first), family, below[to as usize])?;
                }
                here.push(family);
            }
            below = here;
        }
        let root = below.first().copied().unwrap_or(NodeId::EMPTY);
        let variables = (0..told.len()).map(Element::from_index).collect();
        let diagram = algebra.freeze(root, variables)?;
        let vertex = |place: u32| self.vertices[place as usize];
        let pair = |&[second, first]: &[u32; 2]| -> [VertexId; 2] {
            let [a, b] = [vertex(first), vertex(second)];
            [a.min(b), a.max(b)]
        };
        Ok((diagram, told.iter().map(pair).collect()))
    }

    /// The transitions between the unfolded states of all stages, as far as they lead to a good set; and the number of states behind the
    /// last stage. `account` holds their bytes.
    fn unfold(
        &self,
        account: &mut Account,
        limits: &Limits,
    ) -> Result<(Vec<Transitions>, usize), Interrupted> {
        // A key is the number of a state, then the first terminals of its pairs.
        let (mut here, mut next): (Interner<u32>, Interner<u32>) = (Interner::new(), Interner::new());
        if self.live[0][0] {
            here.insert(&[0])?;
        }
        let mut stages: Vec<Transitions> = Vec::with_capacity(self.stages.len());
        let (mut held, mut key) = (0, Vec::new());
        for (stage, arcs) in self.stages.iter().enumerate() {
            next.follow(&mut here);
            let mut transitions = Transitions { starts: vec![0], all: Vec::new() };
            for i in 0..here.len() {
                if i.is_multiple_of(1024) {
                    limits.check()?;
                    account.set(held + transitions.bytes() + here.bytes() + next.bytes())?;
                    here.hand_over(i, &mut next);
                }
                let Some((&state, firsts)) = here.get(i).split_first() else { continue };
                for a in arcs.of(state) {
                    let Some(arc) = self.arc(stage, a) else { continue };
                    let of = |&old: &u8| firsts.get(usize::from(old)).copied().unwrap_or(stage as u32);
                    key.clear();
                    key.push(arc.child);
                    key.extend(arcs.old_names(a).iter().map(of));
                    let first = match arc.action {
                        Action::End(label) => Some(firsts[usize::from(label)]),
                        Action::Plain | Action::Begin => None,
                    };
                    transitions.all.push(Transition { to: next.insert(&key)?, first });
                }
                transitions.starts.push(transitions.all.len());
            }
            held += transitions.bytes();
            stages.push(transitions);
            std::mem::swap(&mut here, &mut next);
        }
        account.set(held)?;
        Ok((stages, here.len()))
    }
}
