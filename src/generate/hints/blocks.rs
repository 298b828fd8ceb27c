//! Sets of classes, 64 classes at a time.
//!
//! The classes of a set lie close together: few of the *blocks* of 64 neighbours contain any, and many sets have the same classes in a
//! block. So what the classes of a block become is worked out once for all sets that share it, and a set is the list of its blocks.

use std::mem;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use super::classes::{Behaviour, Classes};
use super::matrix::{ones, set};
use crate::worker_pool::run_jobs;
use zlink_base::limits::{Account, Interrupted, Limits};

/// The least number of blocks whose images are worth another thread.
const FEW: usize = if cfg!(test) { 4 } else { 1 << 12 };

/// A set of classes within one block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Block {
    /// The number of the block: its classes are `64 * word` and the 63 behind.
    pub(super) word: u32,
    /// Bit `i`: whether the set has class `64 * word + i`.
    pub(super) bits: u64,
}

/// The blocks of a layer, numbered.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    list: Vec<Block>,
    index: HashTable<(Block, u32)>,
}

impl Blocks {
    /// Forgets all blocks, but keeps the memory.
    pub(super) fn clear(&mut self) {
        self.list.clear();
        self.index.clear();
    }

    /// The bytes that the blocks take.
    pub(super) fn bytes(&self) -> usize {
        self.list.capacity() * size_of::<Block>() + self.index.capacity() * (size_of::<(Block, u32)>() + 1)
    }

    /// The number of a block, which is new if the block is.
    #[inline]
    pub(super) fn number(&mut self, block: Block) -> Result<u32, Interrupted> {
        match self.index.entry(hash(block), |(other, _)| *other == block, |(other, _)| hash(*other)) {
            Entry::Occupied(found) => Ok(found.get().1),
            Entry::Vacant(free) => {
                let new = u32::try_from(self.list.len()).map_err(|_| Interrupted::Memory)?;
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

/// What some NFA states become at the reading, as a part of a list of blocks.
///
/// The part consists of four sets of classes of the next layer, one behind the other: what the NFA states become if the hint is there,
/// what those classes make needless, what else the NFA states become if the hint is not there, and what those classes make needless.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Image {
    /// Whether one of the NFA states survives all later hints if this hint is not there.
    pub(super) wins_without: bool,
    /// Whether one of the NFA states survives all later hints if this hint is there.
    pub(super) wins: bool,
    /// The number of the finder that has the list.
    finder: u16,
    /// The places in the list where the first two sets begin, where the last two begin, and where all end.
    bounds: [u32; 3],
}

/// The images of the blocks of a layer.
#[derive(Debug)]
pub(super) struct Images {
    /// The image of each block.
    images: Vec<Image>,
    /// The image of the solution.
    own: Image,
    finders: Vec<Finder>,
    /// The memory of the images.
    account: Account,
}

/// Finds images, on one thread.
#[derive(Debug, Default)]
struct Finder {
    /// The list of blocks that images are parts of.
    parts: Vec<Block>,
    /// The image of each single class, once it is found.
    of_classes: Vec<Option<Image>>,
    /// Room for the four sets of an image.
    room: Vec<u64>,
    /// The number of this finder.
    number: u16,
    account: Account,
}

impl Images {
    /// No images yet; `threads` threads will find them.
    pub(super) fn new(threads: usize, limits: &Limits) -> Self {
        let finders = (0..threads.clamp(1, 1 << 15) as u16)
            .map(|number| Finder { number, account: limits.account(), ..Finder::default() })
            .collect();
        Images { images: Vec::new(), own: Image::default(), finders, account: limits.account() }
    }

    /// Finds the images of `blocks`, which are sets of `classes`, in the layer `next`. Forgets the images before.
    pub(super) fn find(
        &mut self,
        blocks: &[Block],
        classes: &Classes,
        next: &Classes,
        limits: &Limits,
    ) -> Result<(), Interrupted> {
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

    /// The image of the solution: what the NFA states become that leave it.
    pub(super) fn own(&self) -> Image {
        self.own
    }

    /// The image of a block, by its number.
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
    ) -> Result<(), Interrupted> {
        for (i, (&block, image)) in blocks.iter().zip(images).enumerate() {
            if i.is_multiple_of(1024) {
                limits.check()?;
                self.account.set(self.bytes())?;
            }
            *image = self.image(block, classes, next)?;
        }
        Ok(())
    }

    fn image(&mut self, block: Block, classes: &Classes, next: &Classes) -> Result<Image, Interrupted> {
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

    /// The image of a class with this behaviour.
    fn image_of(&mut self, behaviour: &Behaviour, next: &Classes) -> Result<Image, Interrupted> {
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

    /// Makes the four sets in the room an image, and empties the room.
    fn take_image(&mut self, wins: bool, wins_without: bool) -> Result<Image, Interrupted> {
        let bound = |parts: &Vec<Block>| u32::try_from(parts.len()).map_err(|_| Interrupted::Memory);
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
