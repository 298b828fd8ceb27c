//! The sets of a family that are unions of orbits.

use crate::diagram::{Algebra, Level, NodeId};
use crate::generate::layer::LOST;
use crate::generate::slices::Slices;
use crate::limits::Exhausted;

use super::families::{Choices, families_of};

/// The sets of `family` that have of each orbit (a set of levels) all elements or none.
///
/// A sweep over the levels with, beside the family that is left, what was decided of each orbit that is begun and
/// not finished. That takes time and memory exponential in the number of such orbits at worst.
pub(super) fn unions_of_orbits(
    algebra: &mut Algebra<'_>,
    family: NodeId,
    orbits: &[Vec<Level>],
) -> Result<NodeId, Exhausted> {
    let limits = algebra.store().arena().limits().clone();
    let levels = algebra.levels();
    let mut orbit_of = vec![None; levels];
    for (i, orbit) in orbits.iter().enumerate().filter(|(_, orbit)| orbit.len() > 1) {
        orbit.iter().for_each(|level| orbit_of[level.index()] = Some(i));
    }
    let last = |i: usize| orbits[i].iter().max().map_or(0, |level| level.index());
    // The key of a state: its family, and for each open orbit, in the order in which they were begun, 0 or 1.
    let mut open: Vec<usize> = Vec::new();
    let (mut here, mut next): (Slices<u32>, Slices<u32>) = (Slices::new(), Slices::new());
    here.insert(&[family.0])?;
    let mut all: Vec<Choices> = Vec::with_capacity(levels);
    let (mut bytes, mut key) = (0, Vec::new());
    for (level, orbit) in orbit_of.iter().enumerate() {
        let place = orbit.and_then(|orbit| open.iter().position(|&other| other == orbit));
        let closes = orbit.is_some_and(|orbit| last(orbit) == level);
        let begins = orbit.is_some() && place.is_none();
        next.follow(&mut here);
        let mut choices = Vec::with_capacity(here.len());
        for i in 0..here.len() {
            if i.is_multiple_of(1024) {
                limits.check()?;
                limits.check_memory(bytes + here.bytes() + next.bytes() + algebra.bytes())?;
                here.hand_over(i, &mut next);
            }
            let (&family, decided) = here.get(i).split_first().expect("begins with the family");
            let node = algebra.store().get(NodeId(family));
            let arcs = if node.level.index() == level {
                [node.lo, node.hi]
            } else {
                [NodeId(family), NodeId::EMPTY]
            };
            let mut choice = [LOST; 2];
            for (taken, arc) in arcs.into_iter().enumerate() {
                if arc == NodeId::EMPTY || place.is_some_and(|place| decided[place] as usize != taken) {
                    continue;
                }
                key.clear();
                key.push(arc.0);
                key.extend_from_slice(decided);
                if begins {
                    key.push(taken as u32);
                }
                if let Some(place) = place.filter(|_| closes) {
                    key.remove(1 + place);
                }
                choice[taken] = next.insert(&key)?;
            }
            choices.push(choice);
        }
        if begins {
            open.extend(*orbit);
        }
        if let Some(place) = place.filter(|_| closes) {
            open.remove(place);
        }
        bytes += choices.capacity() * 8;
        all.push(choices);
        std::mem::swap(&mut here, &mut next);
    }
    let ends = here.iter().map(|key| NodeId(key[0])).collect();
    Ok(families_of(algebra, &all, (0..levels).map(|level| Some(Level(level as u32))), ends)?[0])
}
