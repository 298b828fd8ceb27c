//! The minimal sets of an upset, which has with a set all larger ones.
//!
//! In a minimal set each element is critical: without it the set is not in the upset. So a beginning of a set is
//! followed by the family of the endings that complete it, and for each of its elements by the family of those
//! that would complete it without that element: the endings wanted are in the first family and in none of the
//! others. These are families of the diagram, so that a step to the next level looks arcs up and nothing else;
//! once one of the others equals the first (it is always a part of it) nothing is left, and one that is empty can
//! be forgotten.
//!
//! Many such tuples want the same endings. Therefore the last levels are not walked: each family there is known by
//! its minimal sets, written as numbers, and as a table of all its sets, and the endings that a tuple wants are
//! those minimal sets of the first family that no other table has. Equal lists of numbers become one node.

use super::subsets::{Choices, LOST, families_of};
use super::table;
use crate::diagram::{Algebra, Level, NodeId};
use crate::generate::slices::Slices;
use crate::limits::{Exhausted, Limits, Progress};

/// At most so many levels at the end are tables, unless another number is asked for.
pub(super) const MOST: usize = 12;
/// The tables of a level may take so many bytes.
const ROOM: usize = 1 << 28;

/// The minimal sets of `upset`. At most the last `most` levels are tables, 16 if there are to be more.
pub(super) fn minimal_sets(
    algebra: &mut Algebra<'_>,
    upset: NodeId,
    most: usize,
    progress: &dyn Progress,
) -> Result<NodeId, Exhausted> {
    if upset == NodeId::EMPTY {
        return Ok(upset);
    }
    let limits = algebra.store().arena().limits().clone();
    let levels = algebra.levels();
    let layers = layers(algebra, upset, &limits)?;
    let fits = |height: &usize| {
        let bytes = table::words(*height).saturating_mul(8).saturating_mul(layers[levels - height].len());
        bytes <= ROOM.min(limits.memory / 8)
    };
    let height = (1..=most.min(levels).min(16)).take_while(fits).last().unwrap_or(0);
    let endings = Endings::new(algebra, &layers, height, &limits)?;
    let top = levels - height;

    let mut here: Slices<u32> = Slices::new();
    here.insert(&[upset.0])?;
    let mut all: Vec<Choices> = Vec::with_capacity(levels);
    let mut bytes = endings.bytes();
    let mut tuple = Vec::new();
    for level in 0..top {
        let mut next = Slices::new();
        let mut choices = Vec::with_capacity(here.len());
        for i in 0..here.len() {
            if i.is_multiple_of(1024) {
                limits.check()?;
                limits.check_memory(bytes + here.bytes() + next.bytes() + algebra.bytes())?;
                progress.report(
                    "minimal",
                    format_args!("cell {} of {levels}: {i} of {} states", level + 1, here.len()),
                );
            }
            let (&first, others) = here.get(i).split_first().expect("begins with the first family");
            let mut choice = [LOST; 2];
            for hint in [false, true] {
                let step = |family: u32| {
                    let node = algebra.store().get(NodeId(family));
                    if hint { node.hi.0 } else { node.lo.0 }
                };
                let first_next = step(first);
                if first_next == NodeId::EMPTY.0 {
                    continue;
                }
                tuple.clear();
                tuple.push(first_next);
                tuple.extend(others.iter().map(|&other| step(other)));
                if hint {
                    tuple.push(algebra.store().get(NodeId(first)).lo.0);
                }
                let rest = &mut tuple[1..];
                if rest.contains(&first_next) {
                    continue;
                }
                rest.sort_unstable();
                tuple.dedup();
                // EMPTY has the least number.
                if tuple.get(1) == Some(&NodeId::EMPTY.0) {
                    tuple.remove(1);
                }
                choice[usize::from(hint)] = next.insert(&tuple)?;
            }
            choices.push(choice);
        }
        bytes += choices.capacity() * 8;
        all.push(choices);
        here = next;
    }

    let mut wanted: Slices<u16> = Slices::new();
    let mut list = Vec::new();
    let mut lists = Vec::with_capacity(here.len());
    for i in 0..here.len() {
        if i.is_multiple_of(1024) {
            limits.check()?;
            limits.check_memory(bytes + here.bytes() + wanted.bytes() + algebra.bytes())?;
        }
        endings.wanted(here.get(i), &mut list);
        lists.push(if list.is_empty() { LOST } else { wanted.insert(&list)? });
    }
    drop((here, endings));
    let families = families_of_lists(algebra, wanted, height, &limits)?;
    let end = |&list: &u32| if list == LOST { NodeId::EMPTY } else { families[list as usize] };
    let levels = (0..top as u32).map(|level| Some(Level(level)));
    Ok(families_of(algebra, &all, levels, lists.iter().map(end).collect())?[0])
}

/// The families that a diagram leads to, level by level, and behind the last one. As they are upsets, no arc skips
/// a level but to EMPTY.
fn layers(algebra: &Algebra<'_>, upset: NodeId, limits: &Limits) -> Result<Vec<Vec<NodeId>>, Exhausted> {
    let store = algebra.store();
    limits.check_memory(algebra.bytes() + store.node_count() / 8 + store.node_count() * 4)?;
    let mut met = vec![false; store.node_count() + 2];
    met[NodeId::EMPTY.index()] = true;
    let mut layers = vec![vec![upset]];
    for level in 0..algebra.levels() {
        let mut next = Vec::new();
        for &family in &layers[level] {
            let node = store.get(family);
            debug_assert_eq!(node.level.index(), level);
            for arc in [node.lo, node.hi] {
                if !std::mem::replace(&mut met[arc.index()], true) {
                    next.push(arc);
                }
            }
        }
        layers.push(next);
    }
    Ok(layers)
}

/// What is known of the families of one level. Sets are numbers, as in tables.
struct Endings {
    /// The place of each family by its id; that of EMPTY is 0.
    places: Vec<u32>,
    words: usize,
    /// For each place, a bit for each set.
    tables: Vec<u64>,
    /// The minimal sets of place `i`, in order, are `minimal[starts[i]..starts[i + 1]]`.
    minimal: Vec<u16>,
    starts: Vec<usize>,
}

impl Endings {
    /// For the families with `height` levels to go.
    fn new(
        algebra: &Algebra<'_>,
        layers: &[Vec<NodeId>],
        height: usize,
        limits: &Limits,
    ) -> Result<Self, Exhausted> {
        let mut endings = Endings {
            places: vec![0; algebra.store().node_count() + 2],
            words: 1,
            tables: vec![0, 1],
            minimal: vec![0],
            starts: vec![0, 0, 1],
        };
        endings.places[NodeId::UNIT.index()] = 1;
        for (element, layer) in layers.iter().rev().skip(1).take(height).enumerate() {
            limits.check()?;
            limits.check_memory(algebra.bytes() + 3 * endings.bytes())?;
            let wide = table::words(element + 1);
            let mut tables = vec![0; wide];
            tables.reserve(layer.len() * wide);
            let (mut minimal, mut starts) = (Vec::new(), vec![0, 0]);
            for &family in layer {
                let node = algebra.store().get(family);
                let [lo, hi] = [node.lo, node.hi].map(|arc| endings.places[arc.index()]);
                let [without, with] = [lo, hi].map(|place| endings.table(place));
                table::push_joined(&mut tables, element, without, with);
                minimal.extend_from_slice(endings.minimal(lo));
                let critical = endings.minimal(hi).iter().filter(|set| !table::has(without, **set));
                minimal.extend(critical.map(|set| set | 1 << element));
                starts.push(minimal.len());
            }
            for (i, family) in layer.iter().enumerate() {
                endings.places[family.index()] = i as u32 + 1;
            }
            endings = Endings { places: endings.places, words: wide, tables, minimal, starts };
        }
        Ok(endings)
    }

    fn bytes(&self) -> usize {
        self.places.capacity() * 4
            + self.tables.capacity() * 8
            + self.minimal.capacity() * 2
            + self.starts.capacity() * 8
    }

    fn table(&self, place: u32) -> &[u64] {
        &self.tables[place as usize * self.words..][..self.words]
    }

    fn minimal(&self, place: u32) -> &[u16] {
        &self.minimal[self.starts[place as usize]..self.starts[place as usize + 1]]
    }

    /// The minimal sets of the first family that are in none of the others.
    fn wanted(&self, tuple: &[u32], list: &mut Vec<u16>) {
        list.clear();
        let (first, others) = tuple.split_first().expect("begins with the first family");
        list.extend_from_slice(self.minimal(self.places[*first as usize]));
        for &other in others {
            let of_other = self.table(self.places[other as usize]);
            list.retain(|&set| !table::has(of_other, set));
        }
    }
}

/// The families of lists of sets of the last `height` elements.
fn families_of_lists(
    algebra: &mut Algebra<'_>,
    mut lists: Slices<u16>,
    height: usize,
    limits: &Limits,
) -> Result<Vec<NodeId>, Exhausted> {
    let mut all: Vec<Choices> = Vec::with_capacity(height);
    let (mut bytes, mut rest) = (0, Vec::new());
    for element in (0..height).rev() {
        let mut next = Slices::new();
        let mut choices = Vec::with_capacity(lists.len());
        for (i, list) in lists.iter().enumerate() {
            if i.is_multiple_of(1024) {
                limits.check()?;
                limits.check_memory(bytes + lists.bytes() + next.bytes() + algebra.bytes())?;
            }
            let (without, with) = list.split_at(list.partition_point(|set| set >> element == 0));
            rest.clear();
            rest.extend(with.iter().map(|set| set ^ 1 << element));
            let mut refer = |list: &[u16]| if list.is_empty() { Ok(LOST) } else { next.insert(list) };
            choices.push([refer(without)?, refer(&rest)?]);
        }
        bytes += choices.capacity() * 8;
        all.push(choices);
        lists = next;
    }
    let levels = algebra.levels();
    let levels = (levels - height..levels).map(|level| Some(Level(level as u32)));
    families_of(algebra, &all, levels, vec![NodeId::UNIT; lists.len()])
}
