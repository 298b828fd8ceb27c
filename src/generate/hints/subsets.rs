//! The subset construction: which rivals are left after each set of hints.

use super::blocks::{Block, Blocks};
use super::classes::{Classes, Layers};
use super::finish::Finish;
use super::matrix::ones;
use super::table;
use crate::diagram::{Algebra, Level, NodeId};
use crate::generate::slices::{Keys, Slices};
use crate::limits::{Exhausted, Limits, Progress};

/// So many bytes of tables are made into families at a time.
const ROOM: usize = 1 << 24;

/// A state that no good set of hints leads through.
pub(super) const LOST: u32 = u32::MAX;

/// The states of one reading: where each goes without the hint and with it.
pub(super) type Choices = Vec<[u32; 2]>;

/// What so many states lead to is inserted together.
pub(super) const TOGETHER: usize = 64;

/// The choices from `first` on have places among the keys, which become numbers. The keys are done then.
pub(super) fn insert_choices(
    next: &mut Slices<u32>,
    keys: &mut Keys<u32>,
    choices: &mut Choices,
    first: usize,
) -> Result<(), Exhausted> {
    next.insert_all(keys)?;
    for to in choices[first..].iter_mut().flatten().filter(|to| **to != LOST) {
        *to = keys.number(*to);
    }
    keys.clear();
    Ok(())
}

/// The families that the states of the first layer stand for: `ends[i]` is that of state `i` behind the last one.
/// Where a layer has no level its element is not told, and only the way with it counts.
pub(super) fn families_of(
    algebra: &mut Algebra<'_>,
    layers: &[Choices],
    levels: impl DoubleEndedIterator<Item = Option<Level>> + ExactSizeIterator,
    ends: Vec<NodeId>,
) -> Result<Vec<NodeId>, Exhausted> {
    let mut below = ends;
    for (choices, level) in layers.iter().zip(levels).rev() {
        let mut here = Vec::with_capacity(choices.len());
        if let Some(level) = level {
            algebra.expect(level, choices.len())?;
        }
        for choice in choices {
            let [without, with] =
                choice.map(|to| if to == LOST { NodeId::EMPTY } else { below[to as usize] });
            here.push(match level {
                Some(level) => algebra.node(level, without, with)?,
                None => with,
            });
        }
        below = here;
    }
    Ok(below)
}

/// The families of the first of `slices`, which tell of the last `elements` levels; none of them is empty. `halve` gives for a
/// slice and the number of levels behind the first one the slices of the sets without that level and of the rests of
/// those with it, which are empty if there are none; it may use the room. The slices are lost.
pub(super) fn families_of_slices(
    algebra: &mut Algebra<'_>,
    [slices, next]: &mut [Slices<u64>; 2],
    elements: usize,
    halve: for<'s> fn(&'s [u64], usize, bool, &'s mut Vec<u64>) -> &'s [u64],
    limits: &Limits,
) -> Result<Vec<NodeId>, Exhausted> {
    let mut layers: Vec<Choices> = Vec::with_capacity(elements);
    let (mut bytes, mut room) = (0, Vec::new());
    for behind in (0..elements).rev() {
        next.follow(slices);
        let mut choices = Vec::with_capacity(slices.len());
        for i in 0..slices.len() {
            if i.is_multiple_of(1024) {
                limits.check()?;
                limits.check_memory(bytes + slices.bytes() + next.bytes() + algebra.bytes())?;
                slices.hand_over(i, next);
            }
            let slice = slices.get(i);
            let mut choice = [LOST; 2];
            for (with, to) in choice.iter_mut().enumerate() {
                room.clear();
                let half = halve(slice, behind, with == 1, &mut room);
                if !half.is_empty() {
                    *to = next.insert(half)?;
                }
            }
            choices.push(choice);
        }
        bytes += choices.capacity() * 8;
        layers.push(choices);
        std::mem::swap(slices, next);
    }
    let levels = algebra.levels();
    let levels = (levels - elements..levels).map(|level| Some(Level(level as u32)));
    families_of(algebra, &layers, levels, vec![NodeId::UNIT; slices.len()])
}

/// What a subset construction did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct HintReport {
    /// Rivals of the solution on the frontier, over all readings.
    pub rivals: u64,
    /// Classes of rivals.
    pub classes: u64,
    /// Sets of classes, and tables where these are known.
    pub states: u64,
}

/// The family of the sets of hints that are good; `levels` has the level of each reading, none where the hint is
/// always there.
///
/// A state is the set of the classes of rivals that the hints so far leave, without the needless ones; it is lost when
/// one of them survives all hints that may come. The sets of the last hints that no class of a state survives are a
/// table, and equal tables are one family.
pub(super) fn determinise(
    layers: &Layers,
    levels: &[Option<Level>],
    algebra: &mut Algebra<'_>,
    limits: &Limits,
    progress: &dyn Progress,
    report: &mut HintReport,
) -> Result<NodeId, Exhausted> {
    let Layers { classes, finish } = layers;
    let nothing = Classes::default();
    let mut blocks = Blocks::new(&classes[0], classes.get(1).unwrap_or(&nothing));
    let mut next_blocks = Blocks::new(&nothing, &nothing);
    let (mut here, mut next): (Slices<u32>, Slices<u32>) = (Slices::new(), Slices::new());
    here.insert(&[])?;
    let mut all: Vec<Choices> = Vec::with_capacity(finish.layer);
    let mut kept = 0;
    let (mut images, mut keys) = (Vec::new(), Keys::new());
    for k in 0..finish.layer {
        next_blocks.reset(&classes[k + 1], classes.get(k + 2).unwrap_or(&nothing));
        let mut union = Union::new(classes[k + 1].words());
        let own = blocks.image_of(&classes[k].own)?;
        next.follow(&mut here);
        let mut choices = Choices::with_capacity(here.len());
        for i in 0..here.len() {
            if i.is_multiple_of(TOGETHER) {
                insert_choices(&mut next, &mut keys, &mut choices, i.saturating_sub(TOGETHER))?;
            }
            if i.is_multiple_of(1024) {
                limits.check()?;
                here.hand_over(i, &mut next);
                let states = here.bytes() + next.bytes() + choices.capacity() * 8;
                limits.check_memory(kept + states + blocks.bytes() + next_blocks.bytes())?;
                progress.report(
                    "hints",
                    format_args!("reading {} of {}: {i} of {} states", k + 1, levels.len(), here.len()),
                );
            }
            images.clear();
            images.push(own);
            for &block in here.get(i) {
                images.push(blocks.image(block)?);
            }
            let mut choice = [LOST; 2];
            if !images.iter().any(|image| image.wins) {
                union.clear();
                images.iter().for_each(|&image| union.add(0, blocks.agreeing(image)));
                union.settle(&mut next_blocks, &mut keys)?;
                choice[1] = keys.close();
                if levels[k].is_some() && !images.iter().any(|image| image.wins_without) {
                    images.iter().for_each(|&image| union.add(1, blocks.differing(image)));
                    union.settle(&mut next_blocks, &mut keys)?;
                    choice[0] = keys.close();
                }
            }
            choices.push(choice);
        }
        let last = choices.len().saturating_sub(1) / TOGETHER * TOGETHER;
        insert_choices(&mut next, &mut keys, &mut choices, last)?;
        report.states += next.len() as u64;
        kept += choices.capacity() * 8;
        all.push(choices);
        std::mem::swap(&mut here, &mut next);
        std::mem::swap(&mut blocks, &mut next_blocks);
    }
    next.follow(&mut here);
    drop((next, next_blocks));
    let ends = ends(finish, &here, &blocks, kept, algebra, limits, report)?;
    Ok(families_of(algebra, &all, levels[..finish.layer].iter().copied(), ends)?[0])
}

/// The families of the states of the layer from which on there are tables.
fn ends(
    finish: &Finish,
    states: &Slices<u32>,
    blocks: &Blocks<'_>,
    kept: usize,
    algebra: &mut Algebra<'_>,
    limits: &Limits,
    report: &mut HintReport,
) -> Result<Vec<NodeId>, Exhausted> {
    // The table of each block.
    let size = finish.own.len();
    let mut of_blocks = Vec::with_capacity(blocks.len() * size);
    for number in 0..blocks.len() as u32 {
        let start = of_blocks.len();
        of_blocks.extend(table::all(finish.elements));
        let Block { word, bits } = blocks.get(number);
        for bit in ones(&[bits]) {
            table::intersect(&mut of_blocks[start..], finish.table(word * 64 + bit as u32));
        }
    }
    let mut ends = Vec::with_capacity(states.len());
    let mut table = finish.own.clone();
    let mut first = 0;
    let mut room = [Slices::new(), Slices::new()];
    while first < states.len() {
        let tables = &mut room[0];
        tables.clear();
        let mut numbers = Vec::new();
        for i in first..states.len() {
            if i.is_multiple_of(1024) {
                limits.check()?;
                let bytes = (of_blocks.capacity() + ends.capacity()) * 8 + states.bytes() + tables.bytes();
                limits.check_memory(kept + bytes + algebra.bytes())?;
                if tables.item_count() * 8 > ROOM {
                    break;
                }
            }
            table.copy_from_slice(&finish.own);
            for &block in states.get(i) {
                table::intersect(&mut table, &of_blocks[block as usize * size..][..size]);
            }
            let lost = table.iter().all(|word| *word == 0);
            numbers.push(if lost { LOST } else { tables.insert(&table)? });
        }
        report.states += tables.len() as u64;
        let families = families_of_slices(algebra, &mut room, finish.elements, table::halve, limits)?;
        first += numbers.len();
        let end = |&number: &u32| if number == LOST { NodeId::EMPTY } else { families[number as usize] };
        ends.extend(numbers.iter().map(end));
    }
    Ok(ends)
}

/// A union of sets of classes in the making.
struct Union {
    /// The classes, and then those that they make needless.
    words: Vec<u64>,
    /// For each word of the classes, the last block that it was, and its number.
    numbers: Vec<(u64, u32)>,
}

impl Union {
    /// Of so many words.
    fn new(words: usize) -> Self {
        Union { words: vec![0; 2 * words], numbers: vec![(0, 0); words] }
    }

    fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Adds the first or the second two sets of an image.
    #[inline]
    fn add(&mut self, half: usize, blocks: &[Block]) {
        let first = half * self.words.len();
        blocks.iter().for_each(|block| self.words[block.word as usize - first] |= block.bits);
    }

    /// Adds the numbers of the blocks without the needless classes to a key.
    fn settle(&mut self, blocks: &mut Blocks<'_>, key: &mut Keys<u32>) -> Result<(), Exhausted> {
        let (words, needless) = self.words.split_at(self.numbers.len());
        for (word, (bits, needless)) in words.iter().zip(needless).enumerate() {
            let bits = bits & !needless;
            if bits != 0 {
                let known = &mut self.numbers[word];
                if known.0 != bits {
                    *known = (bits, blocks.number(Block { word: word as u32, bits })?);
                }
                key.push(known.1);
            }
        }
        Ok(())
    }
}
