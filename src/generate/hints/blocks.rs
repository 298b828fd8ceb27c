//! Sets of classes, 64 classes at a time.
//!
//! The classes of a set lie close together: of the *blocks* of 64 neighbours few have any, and many sets have
//! the same ones in a block. So what becomes of a block's classes is worked out once for all sets that share it,
//! and a set is the list of its blocks.

use std::mem;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use super::classes::{Behaviour, Classes};
use super::matrix::{ones, set};
use crate::worker_pool::run_jobs;
use zlink_base::limits::{Account, Exhausted, Limits};

/// Images of fewer blocks are not worth another thread.
const FEW: usize = if cfg!(test) { 4 } else { 1 << 12 };

/// Some classes of one block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Block {
    /// Which 64 classes.
    pub(super) word: u32,
    /// Those among them.
    pub(super) bits: u64,
}

/// The blocks of a layer, numbered.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    list: Vec<Block>,
    index: HashTable<(Block, u32)>,
}

impl Blocks {
    /// Forgets all of them. Keeps the memory.
    pub(super) fn clear(&mut self) {
        self.list.clear();
        self.index.clear();
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.list.capacity() * size_of::<Block>() + self.index.capacity() * (size_of::<(Block, u32)>() + 1)
    }

    /// The number of a block.
    #[inline]
    pub(super) fn number(&mut self, block: Block) -> Result<u32, Exhausted> {
        match self.index.entry(hash(block), |(other, _)| *other == block, |(other, _)| hash(*other)) {
            Entry::Occupied(found) => Ok(found.get().1),
            Entry::Vacant(free) => {
                let new = u32::try_from(self.list.len()).map_err(|_| Exhausted::Memory)?;
                free.insert((block, new));
                self.list.push(block);
                Ok(new)
            }
        }
    }

    /// All blocks, in the order of their numbers.
    pub(super) fn list(&self) -> &[Block] {
        &self.list
    }
}

/// What some NFA states become at the reading: parts of a list of blocks.
///
/// The blocks are those of four sets of classes of the next layer, one behind the other: what the NFA states become if
/// the hint is there, what that makes needless, what else they become if it is not, and what that makes needless.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Image {
    /// One of them survives all later hints if the hint is not there.
    pub(super) wins_without: bool,
    /// Also if it is.
    pub(super) wins: bool,
    /// Who found it.
    finder: u16,
    /// The first two sets begin, the last two begin, and all end.
    bounds: [u32; 3],
}

/// What the blocks of a layer become.
#[derive(Debug)]
pub(super) struct Images {
    /// The image of each block.
    images: Vec<Image>,
    /// What becomes of the solution.
    own: Image,
    finders: Vec<Finder>,
    /// Holds the images.
    account: Account,
}

/// Finds images.
#[derive(Debug, Default)]
struct Finder {
    /// The blocks that images are made of.
    parts: Vec<Block>,
    /// The images of single classes.
    of_classes: Vec<Option<Image>>,
    /// Room for the four sets of an image.
    room: Vec<u64>,
    /// Which finder it is.
    number: u16,
    account: Account,
}

impl Images {
    /// None yet, to be found by so many threads.
    pub(super) fn new(threads: usize, limits: &Limits) -> Self {
        let finders = (0..threads.clamp(1, 1 << 15) as u16)
            .map(|number| Finder { number, account: limits.account(), ..Finder::default() })
            .collect();
        Images { images: Vec::new(), own: Image::default(), finders, account: limits.account() }
    }

    /// Finds those of `blocks`, of `classes`, which become classes of `next`, and forgets the ones before.
    pub(super) fn find(
        &mut self,
        blocks: &[Block],
        classes: &Classes,
        next: &Classes,
        limits: &Limits,
    ) -> Result<(), Exhausted> {
        let threads = if blocks.len() < FEW { 1 } else { self.finders.len() };
        let share = blocks.len().div_ceil(threads).max(1);
        self.account.set(self.images.capacity().max(blocks.len()) * size_of::<Image>())?;
        self.images.clear();
        self.images.resize(blocks.len(), Image::default());
        for finder in &mut self.finders {
            finder.reset(classes, next);
        }
        self.own = self.finders[0].image_of(&classes.own, next)?;
        let shares = blocks.chunks(share).zip(self.images.chunks_mut(share)).zip(&mut self.finders);
        run_jobs(shares, threads, |((blocks, images), finder)| {
            finder.find(blocks, images, classes, next, limits)
        })
    }

    /// What the solution becomes where NFA states leave it.
    pub(super) fn own(&self) -> Image {
        self.own
    }

    /// What the classes of a block become.
    #[inline]
    pub(super) fn get(&self, block: u32) -> Image {
        self.images[block as usize]
    }

    /// The first two sets of an image: with w words to a set, word i of the second one is word w + i.
    #[inline]
    pub(super) fn agreeing(&self, image: Image) -> &[Block] {
        let [start, end, _] = image.bounds;
        &self.finders[usize::from(image.finder)].parts[start as usize..end as usize]
    }

    /// The last two sets of an image, where word i of the fourth one is word 3w + i.
    #[inline]
    pub(super) fn differing(&self, image: Image) -> &[Block] {
        let [_, start, end] = image.bounds;
        &self.finders[usize::from(image.finder)].parts[start as usize..end as usize]
    }
}

impl Finder {
    fn reset(&mut self, classes: &Classes, next: &Classes) {
        self.parts.clear();
        self.of_classes.clear();
        self.of_classes.resize(classes.behaviours.len(), None);
        self.room.clear();
        self.room.resize(4 * next.words(), 0);
    }

    fn bytes(&self) -> usize {
        self.parts.capacity() * size_of::<Block>() + self.of_classes.capacity() * size_of::<Option<Image>>()
    }

    /// Finds the images of some blocks.
    fn find(
        &mut self,
        blocks: &[Block],
        images: &mut [Image],
        classes: &Classes,
        next: &Classes,
        limits: &Limits,
    ) -> Result<(), Exhausted> {
        for (i, (&block, image)) in blocks.iter().zip(images).enumerate() {
            if i.is_multiple_of(1024) {
                limits.check()?;
                self.account.set(self.bytes())?;
            }
            *image = self.image(block, classes, next)?;
        }
        Ok(())
    }

    fn image(&mut self, block: Block, classes: &Classes, next: &Classes) -> Result<Image, Exhausted> {
        let bits = [block.bits];
        let members = || ones(&bits).map(|bit| block.word as usize * 64 + bit);
        for class in members() {
            if self.of_classes[class].is_none() {
                self.of_classes[class] = Some(self.image_of(&classes.behaviours[class], next)?);
            }
        }
        if block.bits.is_power_of_two() {
            let class = block.word as usize * 64 + block.bits.trailing_zeros() as usize;
            return Ok(self.of_classes[class].expect("just found"));
        }
        let (mut wins, mut wins_without) = (false, false);
        for image in members().filter_map(|class| self.of_classes[class]) {
            (wins, wins_without) = (wins || image.wins, wins_without || image.wins_without);
            let [start, _, end] = image.bounds;
            for block in &self.parts[start as usize..end as usize] {
                self.room[block.word as usize] |= block.bits;
            }
        }
        self.take_image(wins, wins_without)
    }

    /// What a class with this behaviour becomes.
    fn image_of(&mut self, behaviour: &Behaviour, next: &Classes) -> Result<Image, Exhausted> {
        let words = next.words();
        let needless = &next.needless;
        let (agreeing, differing) = self.room.split_at_mut(2 * words);
        for (classes, room) in [(&behaviour.agreeing, agreeing), (&behaviour.differing, differing)] {
            let (of_classes, of_needless) = room.split_at_mut(words);
            for &class in classes {
                set(of_classes, class as usize);
                if needless.words() > 0 {
                    let row = needless.row(class as usize);
                    of_needless.iter_mut().zip(row).for_each(|(room, row)| *room |= row);
                }
            }
        }
        self.take_image(behaviour.wins, behaviour.wins_without)
    }

    /// The image that is in the room, which is empty then.
    fn take_image(&mut self, wins: bool, wins_without: bool) -> Result<Image, Exhausted> {
        let bound = |parts: &Vec<Block>| u32::try_from(parts.len()).map_err(|_| Exhausted::Memory);
        let mut bounds = [bound(&self.parts)?; 3];
        let half = self.room.len() / 2;
        for (word, bits) in self.room.iter_mut().enumerate() {
            if word == half {
                bounds[1] = bound(&self.parts)?;
            }
            if *bits != 0 {
                self.parts.push(Block { word: word as u32, bits: mem::take(bits) });
            }
        }
        bounds[2] = bound(&self.parts)?;
        Ok(Image { wins_without, wins, finder: self.number, bounds })
    }
}

fn hash(block: Block) -> u64 {
    let product = u128::from(block.bits ^ u64::from(block.word) << 48) * 0x9E37_79B9_7F4A_7C15;
    (product >> 64) as u64 ^ product as u64
}
