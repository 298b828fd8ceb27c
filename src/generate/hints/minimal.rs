//! The minimal sets of an upset, a family that contains with a set all larger ones.
//!
//! In a minimal set each element is critical: without it the set is not in the upset. So a beginning of a set is
//! followed by the family of the endings that complete it, and for each of its elements by the family of those
//! that would complete it without that element: the endings wanted are in the first family and in none of the
//! others. These are families of the diagram, so that a step to the next level looks arcs up and nothing else;
//! once one of the others equals the first (it is always a part of it) nothing is left, and one that is empty can
//! be forgotten.
//!
//! Many such tuples want the same endings. Therefore the last levels are not walked: each family there is known by
//! the table of all its sets and by that of its minimal sets, and the endings that a tuple wants are those minimal
//! sets of the first family that no other table has. There are few of them, so they are a *list*: the words of their
//! table that are not 0, behind a word with a bit for each of these. Equal lists become one node.

use super::endings::Endings;
use super::families::{Choices, families_of, families_of_slices};
use super::table;
use crate::interner::{Interner, Keys};
use crate::layer::{BATCH, LOST, Worker, expand};
use crate::worker_pool::parts;
use zlink_base::limits::{Account, Interrupted, Limits, Progress};
use zlink_diagram::{Algebra, Level, NodeId};

/// The most levels at the end that are tables, unless another number is asked for.
pub(super) const MOST: usize = 12;
/// The most bytes that the tables of a level may take.
const ROOM: usize = 1 << 27;

/// The minimal sets of `upset`. At most the last `most` levels are tables, and never more than 12.
pub(super) fn minimal_sets(
    algebra: &mut Algebra,
    upset: NodeId,
    most: usize,
    threads: usize,
    progress: &dyn Progress,
) -> Result<NodeId, Interrupted> {
    if upset == NodeId::EMPTY {
        return Ok(upset);
    }
    let limits = algebra.store().limits().clone();
    progress.report("minimal", format_args!("{} nodes", algebra.store().node_count()));
    let (mut of_layers, mut of_endings, mut of_lists) =
        (limits.account(), limits.account(), limits.account());
    // Each node has a place, and is in a layer.
    of_layers.set(algebra.store().node_count() * 12)?;
    let layers = layers(algebra, upset, &limits)?;
    of_layers.set(layers.iter().map(|layer| layer.capacity() * 8).sum())?;
    let top = first_tables(&layers, most, &limits);
    let endings = Endings::new(&layers[top..], &mut of_endings, &limits)?;
    let Tuples { choices, last, account: mut of_tuples } =
        Tuples::new(&layers, top, threads, &limits, progress)?;

    let mut room = [Interner::new(), Interner::new()];
    let wanted = &mut room[0];
    let pool = Worker::pool(threads, Vec::new);
    let mut lists = Vec::with_capacity(last.len());
    for part in parts(last.len(), BATCH) {
        of_lists.set(wanted.bytes())?;
        progress.report("minimal", format_args!("endings: {} of {} states", part.start, last.len()));
        expand(part, &pool, &limits, wanted, &mut lists, |i, keys, list: &mut Vec<u64>| {
            endings.wanted(last.get(i), list);
            if list.is_empty() {
                return [LOST];
            }
            keys.extend(list.iter().copied());
            [keys.close()]
        })?;
    }
    let height = layers.len() - 1 - top;
    drop((last, endings, of_endings, layers, of_layers, pool));
    of_tuples.set(bytes_of(&choices))?;
    // The lists are counted as families from now on.
    drop(of_lists);
    let families = families_of_slices(algebra, &mut room, height, halve_list, threads, &limits)?;
    let end = |&[list]: &[u32; 1]| if list == LOST { NodeId::EMPTY } else { families[list as usize] };
    let levels = (0..top as u32).map(|level| Some(Level(level)));
    Ok(families_of(algebra, &choices, levels, lists.iter().map(end).collect())?[0])
}

/// The first of the levels whose families are known by tables; there are at most `most` of these levels.
fn first_tables(layers: &[LevelArcs], most: usize, limits: &Limits) -> usize {
    let levels = layers.len() - 1;
    let fits = |height: &usize| {
        let bytes = table::words(*height).saturating_mul(4).saturating_mul(layers[levels - height].len());
        bytes <= ROOM.min(limits.memory() / 16)
    };
    levels - (1..=most.min(levels).min(MOST)).take_while(fits).last().unwrap_or(0)
}

/// The tuples that the beginnings of sets lead to.
struct Tuples {
    /// For each level before the tables, where its tuples lead.
    choices: Vec<Choices>,
    /// The tuples behind the last of these levels.
    last: Interner<u32>,
    account: Account,
}

fn bytes_of(choices: &[Choices]) -> usize {
    choices.iter().map(|choices| choices.capacity() * 8).sum()
}

impl Tuples {
    /// The tuples of the levels before `top`.
    fn new(
        layers: &[LevelArcs],
        top: usize,
        threads: usize,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<Self, Interrupted> {
        let mut account = limits.account();
        let mut held = 0;
        let (mut here, mut next): (Interner<u32>, Interner<u32>) = (Interner::new(), Interner::new());
        here.insert(&[1])?;
        let mut all: Vec<Choices> = Vec::with_capacity(top);
        let pool = Worker::pool(threads, || ());
        for (level, arcs) in layers[..top].iter().enumerate() {
            next.follow(&mut here);
            let mut choices = Choices::with_capacity(here.len());
            held += choices.capacity() * 8;
            for part in parts(here.len(), BATCH) {
                here.hand_over(part.start, &mut next);
                account.set(held + here.bytes() + next.bytes())?;
                progress.report(
                    "minimal",
                    format_args!(
                        "cell {} of {}: {} of {} states",
                        level + 1,
                        layers.len() - 1,
                        part.start,
                        here.len()
                    ),
                );
                expand(part, &pool, limits, &mut next, &mut choices, |i, keys, ()| {
                    [false, true].map(|hint| step(here.get(i), arcs, hint, keys))
                })?;
            }
            all.push(choices);
            std::mem::swap(&mut here, &mut next);
        }
        drop(next);
        account.set(held + here.bytes())?;
        Ok(Tuples { choices: all, last: here, account })
    }
}

/// Adds the key of the tuple that `tuple` becomes at a level, without the hint or with it, and returns its place; [`LOST`] if no endings
/// are wanted.
fn step(tuple: &[u32], arcs: &LevelArcs, hint: bool, keys: &mut Keys<u32>) -> u32 {
    let (&first, others) = tuple.split_first().expect("begins with the first family");
    let arc = |family: u32| arcs[family as usize][usize::from(hint)];
    let first_next = arc(first);
    if first_next == EMPTY {
        return LOST;
    }
    keys.push(first_next);
    keys.extend(others.iter().map(|&other| arc(other)));
    if hint {
        keys.push(arcs[first as usize][0]);
    }
    let (_, rest) = keys.open().split_first_mut().expect("begins with the first family");
    if rest.contains(&first_next) {
        keys.shorten(0);
        return LOST;
    }
    rest.sort_unstable();
    let mut kept = 0;
    for i in 0..rest.len() {
        let family = rest[i];
        let known = family == EMPTY || kept > 0 && rest[kept - 1] == family;
        rest[kept] = family;
        kept += usize::from(!known);
    }
    keys.shorten(1 + kept);
    keys.close()
}

/// The place of the empty family on every level.
const EMPTY: u32 = 0;

/// The arcs of the families of one level of a diagram: by the place of each, its places on the next level without the element and with
/// it. Place 0 is that of the empty family.
pub(super) type LevelArcs = Vec<[u32; 2]>;

/// The families of a diagram, level by level, including those behind the last level. As they are upsets, no arc skips a level except to
/// the empty family.
fn layers(algebra: &Algebra, upset: NodeId, limits: &Limits) -> Result<Vec<LevelArcs>, Interrupted> {
    let store = algebra.store();
    let mut places = vec![0; store.node_count() + 2];
    places[upset.index()] = 1;
    let mut here = vec![upset];
    let mut layers = Vec::with_capacity(algebra.levels() + 1);
    for level in 0..algebra.levels() {
        limits.check()?;
        let mut next = Vec::new();
        let mut layer = Vec::with_capacity(here.len() + 1);
        layer.push([EMPTY; 2]);
        for &family in &here {
            let node = store.get(family);
            debug_assert_eq!(node.level.index(), level);
            layer.push([node.lo, node.hi].map(|arc| {
                if arc != NodeId::EMPTY && places[arc.index()] == 0 {
                    next.push(arc);
                    places[arc.index()] = next.len() as u32;
                }
                places[arc.index()]
            }));
        }
        layers.push(layer);
        here = next;
    }
    layers.push(vec![[EMPTY; 2]; here.len() + 1]);
    Ok(layers)
}

/// A half of a list: the sets without the element that has `behind` others behind it, or the rests of those with it.
fn halve_list<'l>(list: &'l [u64], behind: usize, with: bool, room: &'l mut Vec<u64>) -> &'l [u64] {
    let Some(wide) = behind.checked_sub(6) else { return table::halve_word(list[0], behind, with, room) };
    let (which, words) = (list[0], &list[1..]);
    let low = which & ((1 << (1 << wide)) - 1);
    let (low_words, high_words) = words.split_at(low.count_ones() as usize);
    let (which, words) = if with { (which >> (1 << wide), high_words) } else { (low, low_words) };
    if wide > 0 && which != 0 {
        room.push(which);
    }
    room.extend_from_slice(words);
    room
}
