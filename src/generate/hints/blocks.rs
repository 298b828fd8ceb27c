//! Sets of classes, 64 classes at a time.
//!
//! The classes of a set lie close together: of the *blocks* of 64 neighbours few have any, and many sets have
//! the same ones in a block. So what becomes of a block's classes is worked out once for all sets that share it,
//! and a set is the list of its blocks.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use super::classes::{Behaviour, Classes};
use super::matrix::{ones, set};
use crate::limits::Exhausted;

/// Some classes of one block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Block {
    /// Which 64 classes.
    pub(super) word: u32,
    /// Those among them.
    pub(super) bits: u64,
}

/// What some rivals become at the reading: parts of a list of blocks.
///
/// The blocks are those of four sets of classes of the next layer, one behind the other: what the rivals become if
/// the hint is there, what that makes needless, what else they become if it is not, and what that makes needless.
#[derive(Debug, Clone, Copy)]
pub(super) struct Image {
    /// One of them survives all later hints if the hint is not there.
    pub(super) wins_without: bool,
    /// Also if it is.
    pub(super) wins: bool,
    /// The first two sets begin, the last two begin, and all end.
    bounds: [u32; 3],
}

/// The blocks of a layer, numbered, and what is known of them.
#[derive(Debug)]
pub(super) struct Blocks<'c> {
    classes: &'c Classes,
    next: &'c Classes,
    list: Vec<Block>,
    index: HashTable<(Block, u32)>,
    images: Vec<Option<Image>>,
    of_classes: Vec<Option<Image>>,
    /// The blocks that images are made of.
    parts: Vec<Block>,
    /// Room for the four sets of an image.
    room: Vec<u64>,
}

impl<'c> Blocks<'c> {
    /// The blocks of `classes`, which become classes of `next`.
    pub(super) fn new(classes: &'c Classes, next: &'c Classes) -> Self {
        let (list, index, images) = (Vec::new(), HashTable::new(), Vec::new());
        let room = vec![0; 4 * next.words()];
        let of_classes = vec![None; classes.behaviours.len()];
        Blocks { classes, next, list, index, images, of_classes, parts: Vec::new(), room }
    }

    /// The same for others. Keeps the memory.
    pub(super) fn reset(&mut self, classes: &'c Classes, next: &'c Classes) {
        (self.classes, self.next) = (classes, next);
        self.list.clear();
        self.index.clear();
        self.images.clear();
        self.of_classes.clear();
        self.of_classes.resize(classes.behaviours.len(), None);
        self.parts.clear();
        self.room.clear();
        self.room.resize(4 * next.words(), 0);
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        (self.list.capacity() + self.parts.capacity()) * size_of::<Block>()
            + (self.images.capacity() + self.of_classes.capacity()) * size_of::<Option<Image>>()
            + self.index.capacity() * (size_of::<(Block, u32)>() + 1)
    }

    /// The number of blocks.
    pub(super) fn len(&self) -> usize {
        self.list.len()
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
                self.images.push(None);
                Ok(new)
            }
        }
    }

    /// Block `number`.
    pub(super) fn get(&self, number: u32) -> Block {
        self.list[number as usize]
    }

    /// What the classes of a block become.
    #[inline]
    pub(super) fn image(&mut self, number: u32) -> Result<Image, Exhausted> {
        match self.images[number as usize] {
            Some(image) => Ok(image),
            None => self.find_image(number),
        }
    }

    #[cold]
    fn find_image(&mut self, number: u32) -> Result<Image, Exhausted> {
        let Block { word, bits } = self.list[number as usize];
        let classes = || ones(std::slice::from_ref(&bits)).map(|bit| word as usize * 64 + bit);
        for class in classes() {
            if self.of_classes[class].is_none() {
                let of_class = &self.classes.behaviours[class];
                self.of_classes[class] = Some(self.image_of(of_class)?);
            }
        }
        let image = if bits.is_power_of_two() {
            self.of_classes[word as usize * 64 + bits.trailing_zeros() as usize].expect("just found")
        } else {
            let (mut wins, mut wins_without) = (false, false);
            for image in classes().filter_map(|class| self.of_classes[class]) {
                (wins, wins_without) = (wins || image.wins, wins_without || image.wins_without);
                let [start, _, end] = image.bounds;
                for block in &self.parts[start as usize..end as usize] {
                    self.room[block.word as usize] |= block.bits;
                }
            }
            self.take_image(wins, wins_without)?
        };
        self.images[number as usize] = Some(image);
        Ok(image)
    }

    /// What a class with this behaviour becomes.
    pub(super) fn image_of(&mut self, behaviour: &Behaviour) -> Result<Image, Exhausted> {
        let words = self.next.words();
        let needless = &self.next.needless;
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
                self.parts.push(Block { word: word as u32, bits: std::mem::take(bits) });
            }
        }
        bounds[2] = bound(&self.parts)?;
        Ok(Image { wins_without, wins, bounds })
    }

    /// The first two sets of an image: with w words to a set, word i of the second one is word w + i.
    #[inline]
    pub(super) fn agreeing(&self, image: Image) -> &[Block] {
        let [start, end, _] = image.bounds;
        &self.parts[start as usize..end as usize]
    }

    /// The last two sets of an image, where word i of the fourth one is word 3w + i.
    #[inline]
    pub(super) fn differing(&self, image: Image) -> &[Block] {
        let [_, start, end] = image.bounds;
        &self.parts[start as usize..end as usize]
    }
}

fn hash(block: Block) -> u64 {
    let product = u128::from(block.bits ^ u64::from(block.word) << 48) * 0x9E37_79B9_7F4A_7C15;
    (product >> 64) as u64 ^ product as u64
}
