//! The subset construction: which NFA states are left after each set of hints.

use std::mem;

use super::blocks::{Block, Image, Images};
use super::classes::Layers;
use super::disk::{Disk, Rows, Start};
use super::families::{Choices, families_before, families_of_slices};
use super::finish::Finish;
use super::matrix::{ones, set};
use super::states::States;
use super::table;
use crate::interner::{Interner, Keys};
use crate::layer::{BATCH, LOST, Worker, expand};
use crate::worker_pool::{minutes_left, parts};
use zlink_base::clock::Instant;
use zlink_base::limits::{Interrupted, Limits, Progress};
use zlink_diagram::{Algebra, Level, NodeId};

/// The bytes of tables that are made into families at a time.
const ROOM: usize = 1 << 24;

/// The numbers of states of a subset construction.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct HintReport {
    /// States of the NFA, over all readings.
    pub nfa_states: u64,
    /// Equivalence classes of NFA states, over all layers.
    pub classes: u64,
    /// Sets of classes, and tables in place of these for the last hints.
    pub dfa_states: u64,
}

/// The family of the sets of hints that are good; `levels` has the level of each reading, `None` where the hint is always there.
///
/// A state is the set of the classes of NFA states that the hints so far leave, without the needless ones; it is lost when
/// one of them survives all hints that may come. The sets of the last hints that no class of a state survives are a
/// table, and equal tables are one family.
///
/// With a disk, the layers that are done and the states behind them are written there now and then, and a run is resumed from them.
pub(super) fn determinise(
    layers: &Layers,
    levels: &[Option<Level>],
    algebra: &mut Algebra,
    threads: usize,
    disk: Option<&Disk<'_>>,
    progress: &dyn Progress,
    report: &mut HintReport,
) -> Result<NodeId, Interrupted> {
    let limits = &algebra.store().limits().clone();
    let Layers { classes, finish, .. } = layers;
    let mut account = limits.account();
    let start = disk.map(|disk| disk.load(layers, limits, &mut account)).transpose()?.flatten();
    let Start { layer, rows: mut all, states: mut here, dfa_states } = start.map_or_else(Start::root, Ok)?;
    report.dfa_states += dfa_states;
    let mut next = States::new();
    let mut images = Images::new(threads, limits);
    let mut pool = Worker::pool(threads, Union::default);
    let mut kept = 0;
    for k in layer..finish.layer {
        let began = Instant::now();
        account.set(kept + here.bytes() + next.bytes())?;
        images.find(here.blocks.list(), &classes[k], &classes[k + 1], limits)?;
        let words = classes[k + 1].words();
        next.follow(&mut here, words);
        pool.workers().for_each(|worker| worker.room.reset(words));
        let mut choices = Choices::with_capacity(here.sets.len());
        for part in parts(here.sets.len(), BATCH) {
            here.sets.hand_over(part.start, &mut next.sets);
            account.set(kept + here.bytes() + next.bytes() + choices.capacity() * 8)?;
            let (reading, done, states) = (k + 1, part.start, here.sets.len());
            match (disk, minutes_left(began, done, states)) {
                (Some(disk), Some(left)) => progress.report(
                    "hints",
                    format_args!(
                        "reading {reading} of {}: {done} of {states} states, {} MB written, about {left} min left in this \
                         reading",
                        levels.len(),
                        disk.written() / 1_000_000
                    ),
                ),
                _ => progress.report(
                    "hints",
                    format_args!("reading {reading} of {}: {done} of {states} states", levels.len()),
                ),
            }
            let told = levels[k].is_some();
            expand(part, &pool, limits, &mut next, &mut choices, |i, keys, union: &mut Union| {
                union.step(&images, here.sets.get(i), told, keys)
            })?;
        }
        report.dfa_states += next.sets.len() as u64;
        kept += choices.capacity() * 8;
        all.push(Rows::Memory(choices));
        mem::swap(&mut here, &mut next);
        if let Some(disk) = disk
            && disk.is_due(k + 1 == finish.layer)
        {
            disk.commit(finish.layer, &mut all, &here, report.dfa_states)?;
            kept = 0;
        }
    }
    next.sets.follow(&mut here.sets);
    drop((next, images, pool));
    account.set(kept + here.bytes())?;
    let mut below = ends(finish, &here, algebra, threads, limits, report)?;
    drop(here);
    while let Some(rows) = all.pop() {
        let choices = match (rows, disk) {
            (Rows::Memory(choices), _) => choices,
            (Rows::Disk(segments), Some(disk)) => {
                account.set(kept + segments.iter().map(|segment| 8 * segment.words).sum::<usize>())?;
                disk.read_rows(&segments, below.len())?
            }
            (Rows::Disk(_), None) => unreachable!("only a disk has rows"),
        };
        below = families_before(algebra, &choices, levels[all.len()], &below)?;
    }
    Ok(below.first().copied().unwrap_or(NodeId::EMPTY))
}

/// The families of the states of the layer from which on there are tables.
fn ends(
    finish: &Finish,
    states: &States,
    algebra: &mut Algebra,
    threads: usize,
    limits: &Limits,
    report: &mut HintReport,
) -> Result<Vec<NodeId>, Interrupted> {
    // The table of each block.
    let size = finish.own.len();
    let mut of_blocks = Vec::with_capacity(states.blocks.list().len() * size);
    for &Block { word, bits } in states.blocks.list() {
        let start = of_blocks.len();
        of_blocks.extend(table::all(finish.elements));
        for bit in ones(&[bits]) {
            table::intersect(&mut of_blocks[start..], finish.table(word * 64 + bit as u32));
        }
    }
    let mut ends = Vec::with_capacity(states.sets.len());
    let (mut account, mut of_tables) = (limits.account(), limits.account());
    account.set(of_blocks.capacity() * 8 + ends.capacity() * size_of::<NodeId>())?;
    let pool = Worker::pool(threads, || finish.own.clone());
    let mut room = [Interner::new(), Interner::new()];
    while ends.len() < states.sets.len() {
        let first = ends.len();
        let tables = &mut room[0];
        tables.clear();
        let mut numbers = Vec::new();
        for part in parts(states.sets.len() - first, BATCH) {
            of_tables.set(tables.bytes())?;
            if tables.item_count() * 8 > ROOM {
                break;
            }
            let part = first + part.start..first + part.end;
            expand(part, &pool, limits, tables, &mut numbers, |i, keys, table: &mut Vec<u64>| {
                table.copy_from_slice(&finish.own);
                for &block in states.sets.get(i) {
                    table::intersect(table, &of_blocks[block as usize * size..][..size]);
                }
                if table.iter().all(|word| *word == 0) {
                    return [LOST];
                }
                keys.extend(table.iter().copied());
                [keys.close()]
            })?;
        }
        report.dfa_states += tables.len() as u64;
        // The tables are counted as families from now on.
        of_tables.shrink(usize::MAX);
        let families =
            families_of_slices(algebra, &mut room, finish.elements, table::halve, threads, limits)?;
        let end =
            |&[number]: &[u32; 1]| if number == LOST { NodeId::EMPTY } else { families[number as usize] };
        ends.extend(numbers.iter().map(end));
    }
    Ok(ends)
}

/// A union of sets of classes in the making.
#[derive(Debug, Default)]
struct Union {
    /// The words of the classes, and then of the classes that they make needless.
    words: Vec<u64>,
    /// Words without bits: the beginning of a key, before the words of its set are known.
    which: Vec<u64>,
    /// A buffer for the images that make up the union.
    images: Vec<Image>,
}

impl Union {
    /// Empties the union, for sets of `words` words.
    fn reset(&mut self, words: usize) {
        self.words.clear();
        self.words.resize(2 * words, 0);
        self.which.clear();
        self.which.resize(words.div_ceil(64), 0);
    }

    /// Adds the keys of what a set becomes without the hint and with it, and returns their places. If the hint is always there (not
    /// `told`), there is no key without it.
    fn step(&mut self, images: &Images, set: &[u32], told: bool, keys: &mut Keys<u64>) -> [u32; 2] {
        let mut found = mem::take(&mut self.images);
        found.clear();
        found.push(images.own());
        found.extend(set.iter().map(|&block| images.get(block)));
        let mut choice = [LOST; 2];
        if !found.iter().any(|image| image.wins) {
            self.words.fill(0);
            found.iter().for_each(|&image| self.add(0, images.agreeing(image)));
            choice[1] = self.push_key(keys);
            if told && !found.iter().any(|image| image.wins_without) {
                found.iter().for_each(|&image| self.add(1, images.differing(image)));
                choice[0] = self.push_key(keys);
            }
        }
        self.images = found;
        choice
    }

    /// Adds `blocks`, the first two sets of an image (`half` is 0) or the last two (1).
    #[inline]
    fn add(&mut self, half: usize, blocks: &[Block]) {
        let first = half * self.words.len();
        blocks.iter().for_each(|block| self.words[block.word as usize - first] |= block.bits);
    }

    /// Adds the key of the classes that are not needless, and returns its place.
    fn push_key(&self, keys: &mut Keys<u64>) -> u32 {
        let (words, needless) = self.words.split_at(self.words.len() / 2);
        keys.extend(self.which.iter().copied());
        for (word, (bits, needless)) in words.iter().zip(needless).enumerate() {
            let bits = bits & !needless;
            if bits != 0 {
                set(keys.open(), word);
                keys.push(bits);
            }
        }
        keys.close()
    }
}
