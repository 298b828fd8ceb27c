//! The sets of a family that are unions of orbits.

use crate::interner::Interner;
use crate::layer::LOST;
use zlink_base::limits::{Account, Interrupted};
use zlink_diagram::{Algebra, Level, NodeId};

use super::families::{Choices, families_of};

/// The role of a level among the orbits of more than one level.
#[derive(Clone, Copy)]
enum Step {
    /// The level lies in no such orbit.
    Free,
    /// The level is the first one of this orbit.
    Begins(usize),
    /// The level lies in the open orbit at this place.
    Continues(usize),
    /// The level is the last one of the open orbit at this place.
    Ends(usize),
}

impl Step {
    /// Whether the element may be taken (1) or left (0) after what was decided for each open orbit.
    fn admits(self, decided: &[u32], taken: usize) -> bool {
        match self {
            Step::Free | Step::Begins(_) => true,
            Step::Continues(place) | Step::Ends(place) => decided[place] as usize == taken,
        }
    }

    /// Writes the key of the next state: its family, and 0 or 1 for each open orbit.
    fn write_key(self, key: &mut Vec<u32>, family: NodeId, decided: &[u32], taken: usize) {
        key.clear();
        key.push(family.0);
        key.extend_from_slice(decided);
        match self {
            Step::Free | Step::Continues(_) => {}
            Step::Begins(_) => key.push(taken as u32),
            Step::Ends(place) => drop(key.remove(1 + place)),
        }
    }
}

/// The orbits at a level.
struct Orbits {
    /// The orbit that each level lies in.
    of: Vec<Option<usize>>,
    /// The last level of each orbit.
    last: Vec<usize>,
    /// The orbits that are begun and not finished, in the order in which they were begun.
    open: Vec<usize>,
}

impl Orbits {
    fn new(orbits: &[Vec<Level>], levels: usize) -> Self {
        let mut of = vec![None; levels];
        for (i, orbit) in orbits.iter().enumerate().filter(|(_, orbit)| orbit.len() > 1) {
            orbit.iter().for_each(|level| of[level.index()] = Some(i));
        }
        let last = orbits.iter().map(|orbit| orbit.iter().max().map_or(0, |level| level.index()));
        Orbits { of, last: last.collect(), open: Vec::new() }
    }

    fn step(&self, level: usize) -> Step {
        let Some(orbit) = self.of[level] else { return Step::Free };
        match self.open.iter().position(|&other| other == orbit) {
            None => Step::Begins(orbit),
            Some(place) if self.last[orbit] == level => Step::Ends(place),
            Some(place) => Step::Continues(place),
        }
    }

    fn pass(&mut self, step: Step) {
        match step {
            Step::Free | Step::Continues(_) => {}
            Step::Begins(orbit) => self.open.push(orbit),
            Step::Ends(place) => drop(self.open.remove(place)),
        }
    }
}

/// The sets of `family` that contain all elements or none of each orbit (a set of levels).
///
/// A state of this sweep over the levels is the family that is left, and what was decided for each orbit that is begun and not finished.
/// The sweep takes time and memory exponential in the number of such orbits at worst.
pub(super) fn unions_of_orbits(
    algebra: &mut Algebra,
    family: NodeId,
    orbits: &[Vec<Level>],
) -> Result<NodeId, Interrupted> {
    let levels = algebra.levels();
    let mut orbits = Orbits::new(orbits, levels);
    let (mut here, mut next): (Interner<u32>, Interner<u32>) = (Interner::new(), Interner::new());
    here.insert(&[family.0])?;
    let mut all: Vec<Choices> = Vec::with_capacity(levels);
    let mut bytes = 0;
    let mut account = algebra.store().limits().account();
    for level in 0..levels {
        let step = orbits.step(level);
        let choices = layer(algebra, level, step, [&mut here, &mut next], bytes, &mut account)?;
        orbits.pass(step);
        bytes += choices.capacity() * 8;
        all.push(choices);
        std::mem::swap(&mut here, &mut next);
    }
    let ends = here.iter().map(|key| NodeId(key[0])).collect();
    Ok(families_of(algebra, &all, (0..levels).map(|level| Some(Level(level as u32))), ends)?[0])
}

/// The next states of the states `here` of a level; `next` becomes the states of the next level. The layers before take `bytes` bytes.
fn layer(
    algebra: &Algebra,
    level: usize,
    step: Step,
    [here, next]: [&mut Interner<u32>; 2],
    bytes: usize,
    account: &mut Account,
) -> Result<Choices, Interrupted> {
    let limits = algebra.store().limits();
    next.follow(here);
    let mut choices = Vec::with_capacity(here.len());
    let mut key = Vec::new();
    for i in 0..here.len() {
        if i.is_multiple_of(1024) {
            limits.check()?;
            account.set(bytes + here.bytes() + next.bytes())?;
            here.hand_over(i, next);
        }
        let (&family, decided) = here.get(i).split_first().expect("begins with the family");
        let node = algebra.store().get(NodeId(family));
        let arcs =
            if node.level.index() == level { [node.lo, node.hi] } else { [NodeId(family), NodeId::EMPTY] };
        let mut choice = [LOST; 2];
        for (taken, arc) in arcs.into_iter().enumerate() {
            if arc != NodeId::EMPTY && step.admits(decided, taken) {
                step.write_key(&mut key, arc, decided, taken);
                choice[taken] = next.insert(&key)?;
            }
        }
        choices.push(choice);
    }
    Ok(choices)
}
