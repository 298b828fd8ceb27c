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
//! the table of all its sets and by that of its minimal sets, and the endings that a tuple wants are those minimal
//! sets of the first family that no other table has. There are few of them, so they are a *list*: the words of their
//! table that are not 0, behind a word with a bit for each of these. Equal lists become one node.

use super::families::{Choices, families_of, families_of_slices};
use super::matrix::ones;
use super::table;
use crate::diagram::{Algebra, Level, NodeId};
use crate::generate::layer::{BATCH, LOST, Worker, expand};
use crate::generate::slices::{Keys, Slices};
use crate::generate::turns::parts;
use crate::limits::{Exhausted, Limits, Progress};

/// At most so many levels at the end are tables, unless another number is asked for.
pub(super) const MOST: usize = 12;
/// The tables of a level may take so many bytes.
const ROOM: usize = 1 << 27;

/// The minimal sets of `upset`. At most the last `most` levels are tables, and never more than 12.
pub(super) fn minimal_sets(
    algebra: &mut Algebra<'_>,
    upset: NodeId,
    most: usize,
    threads: usize,
    progress: &dyn Progress,
) -> Result<NodeId, Exhausted> {
    if upset == NodeId::EMPTY {
        return Ok(upset);
    }
    let limits = algebra.store().arena().limits().clone();
    let levels = algebra.levels();
    progress.report("minimal", format_args!("{} nodes", algebra.store().node_count()));
    let layers = layers(algebra, upset, &limits)?;
    let fits = |height: &usize| {
        let bytes = table::words(*height).saturating_mul(4).saturating_mul(layers[levels - height].len());
        bytes <= ROOM.min(limits.memory / 16)
    };
    let height = (1..=most.min(levels).min(MOST)).take_while(fits).last().unwrap_or(0);
    let top = levels - height;
    let mut bytes = layers.iter().map(|layer| layer.capacity() * 8).sum::<usize>();
    let endings = Endings::new(&layers[top..], algebra.bytes() + bytes, &limits)?;

    let (mut here, mut next): (Slices<u32>, Slices<u32>) = (Slices::new(), Slices::new());
    here.insert(&[1])?;
    let mut all: Vec<Choices> = Vec::with_capacity(levels);
    bytes += endings.bytes();
    let crew = Worker::crew(threads, || ());
    for (level, arcs) in layers[..top].iter().enumerate() {
        next.follow(&mut here);
        let mut choices = Choices::with_capacity(here.len());
        for part in parts(here.len(), BATCH) {
            here.hand_over(part.start, &mut next);
            limits.check_memory(bytes + here.bytes() + next.bytes() + algebra.bytes())?;
            progress.report(
                "minimal",
                format_args!("cell {} of {levels}: {} of {} states", level + 1, part.start, here.len()),
            );
            expand(part, &crew, &limits, &mut next, &mut choices, |i, keys, ()| {
                [false, true].map(|hint| step(here.get(i), arcs, hint, keys))
            })?;
        }
        bytes += choices.capacity() * 8;
        all.push(choices);
        std::mem::swap(&mut here, &mut next);
    }
    drop(next);

    let mut room = [Slices::new(), Slices::new()];
    let wanted = &mut room[0];
    let crew = Worker::crew(threads, Vec::new);
    let mut lists = Vec::with_capacity(here.len());
    for part in parts(here.len(), BATCH) {
        limits.check_memory(bytes + here.bytes() + wanted.bytes() + algebra.bytes())?;
        progress.report("minimal", format_args!("endings: {} of {} states", part.start, here.len()));
        expand(part, &crew, &limits, wanted, &mut lists, |i, keys, list: &mut Vec<u64>| {
            endings.wanted(here.get(i), list);
            if list.is_empty() {
                return [LOST];
            }
            keys.extend(list.iter().copied());
            [keys.close()]
        })?;
    }
    drop((here, endings, layers, crew));
    let families = families_of_slices(algebra, &mut room, height, halve_list, threads, &limits)?;
    let end = |&[list]: &[u32; 1]| if list == LOST { NodeId::EMPTY } else { families[list as usize] };
    let levels = (0..top as u32).map(|level| Some(Level(level)));
    Ok(families_of(algebra, &all, levels, lists.iter().map(end).collect())?[0])
}

/// Adds the key of the tuple that `tuple` becomes at a level without the hint or with it, and gives its place; [`LOST`] if
/// it wants nothing.
fn step(tuple: &[u32], arcs: &Places, hint: bool, keys: &mut Keys<u32>) -> u32 {
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

/// The place of EMPTY on every level.
const EMPTY: u32 = 0;

/// The families that a diagram leads to on one level: by its place, where each goes to on the next level without the
/// element and with it. Place 0 is that of EMPTY.
type Places = Vec<[u32; 2]>;

/// The families of a diagram level by level, those behind the last one included. As they are upsets, no arc skips a
/// level but to EMPTY.
fn layers(algebra: &Algebra<'_>, upset: NodeId, limits: &Limits) -> Result<Vec<Places>, Exhausted> {
    let store = algebra.store();
    limits.check_memory(algebra.bytes() + store.node_count() * 12)?;
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

/// What is known of the families of one level. Sets are numbers, as in tables.
struct Endings {
    /// The tables of the families six levels before the end, or as many as there are: by their places on that level.
    words: Vec<u64>,
    /// For each place, which of these words its table is made of, ...
    tables: Vec<u32>,
    /// ... so many.
    wide: usize,
    /// For each place the minimal sets: those words of their table that are not 0, ...
    minimal: Vec<u64>,
    /// ... where they begin, and which words they are.
    starts: Vec<(usize, u64)>,
}

impl Endings {
    /// For the families of the first of these layers, which are the last ones; `held` bytes are held elsewhere.
    fn new(layers: &[Places], held: usize, limits: &Limits) -> Result<Self, Exhausted> {
        let words = vec![0, 1];
        let starts = vec![(0, 0), (0, 1), (1, 0)];
        let mut endings = Endings { words, tables: vec![0, 1], wide: 1, minimal: vec![1], starts };
        // The level before the one at hand: new memory is slow, so each level takes that of the last but one.
        let mut behind = Endings {
            words: Vec::new(),
            tables: Vec::new(),
            wide: 1,
            minimal: Vec::new(),
            starts: Vec::new(),
        };
        for (element, layer) in layers.iter().rev().skip(1).enumerate() {
            std::mem::swap(&mut endings, &mut behind);
            limits.check()?;
            let more = layer.len() * table::words(element + 1) * 4;
            limits.check_memory(held + endings.bytes() + 2 * behind.bytes() + more)?;
            endings.follow(&mut behind, element, layer);
        }
        Ok(endings)
    }

    /// Turns into those of the level before `behind`, where there are so many more elements.
    fn follow(&mut self, behind: &mut Self, element: usize, layer: &Places) {
        self.wide = table::words(element + 1);
        self.tables.clear();
        self.tables.reserve_exact(layer.len() * self.wide);
        if element < 6 {
            let join = |&[lo, hi]: &[u32; 2]| {
                behind.words[lo as usize] | behind.words[hi as usize] << (1 << element)
            };
            self.words.clear();
            self.words.extend(layer.iter().map(join));
            self.tables.extend(0..layer.len() as u32);
        } else {
            self.words = std::mem::take(&mut behind.words);
            for place in layer.iter().flatten() {
                self.tables.extend_from_slice(behind.table(*place));
            }
        }
        self.minimal.clear();
        self.starts.clear();
        self.starts.push((0, 0));
        for &[lo, hi] in &layer[1..] {
            let without = behind.table(lo);
            let start = self.minimal.len();
            let ((words, of_lo), (more, of_hi)) = (behind.minimal(lo), behind.minimal(hi));
            let mut which = of_lo;
            if element < 6 {
                let of = |words: &[u64]| words.first().copied().unwrap_or(0);
                let bits = of(more) & !behind.words[lo as usize];
                self.minimal.push(of(words) | bits << (1 << element));
                which = 1;
            } else {
                self.minimal.extend_from_slice(words);
                for (word, bits) in ones(&[of_hi]).zip(more) {
                    let bits = bits & !self.words[without[word] as usize];
                    if bits != 0 {
                        self.minimal.push(bits);
                        which |= 1 << (word + (1 << (element - 6)));
                    }
                }
            }
            self.starts.push((start, which));
        }
        self.starts.push((self.minimal.len(), 0));
    }

    fn bytes(&self) -> usize {
        (self.words.capacity() + self.minimal.capacity() + 2 * self.starts.capacity()) * 8
            + self.tables.capacity() * 4
    }

    fn table(&self, place: u32) -> &[u32] {
        &self.tables[place as usize * self.wide..][..self.wide]
    }

    /// The minimal sets of a family: words, and which ones.
    fn minimal(&self, place: u32) -> (&[u64], u64) {
        let (start, which) = self.starts[place as usize];
        (&self.minimal[start..self.starts[place as usize + 1].0], which)
    }

    /// The minimal sets of the first family that are in none of the others, as a list.
    fn wanted(&self, tuple: &[u32], list: &mut Vec<u64>) {
        let (first, others) = tuple.split_first().expect("begins with the first family");
        let (words, which) = self.minimal(*first);
        // The words that are left, and which ones.
        let (mut left, mut places, mut count) = ([0; 64], [0; 64], 0);
        for (&word, place) in words.iter().zip(ones(&[which])) {
            (left[count], places[count]) = (word, place as u8);
            count += 1;
        }
        for &other in others {
            let of_other = self.table(other);
            let mut kept = 0;
            for i in 0..count {
                let place = places[i];
                let word = left[i] & !self.words[of_other[usize::from(place)] as usize];
                (left[kept], places[kept]) = (word, place);
                kept += usize::from(word != 0);
            }
            count = kept;
        }
        list.clear();
        if self.wide > 1 && count > 0 {
            list.push(places[..count].iter().fold(0, |which, place| which | 1 << place));
        }
        list.extend_from_slice(&left[..count]);
    }
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
