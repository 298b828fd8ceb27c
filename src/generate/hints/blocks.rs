//! Sets of classes, 64 classes at a time.
//!
//! The classes of a set lie close together: of the *blocks* of 64 neighbours few have any, and many sets have
//! the same ones in a block. So what becomes of a block's classes, and what they make needless, is worked out once
//! for all sets that share it, and a set is the list of its blocks.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxHasher;

use super::classes::{Behaviour, Classes};
use super::matrix::{ones, set};
use crate::limits::Exhausted;

/// Some classes of one block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Block {
    /// Which 64 classes.
    pub(super) word: u32,
    /// Those among them.
    pub(super) bits: u64,
}

/// What some rivals become at the reading.
#[derive(Debug, Clone, Copy)]
pub(super) struct Image {
    /// One of them survives all later hints if the hint is not there.
    pub(super) wins_without: bool,
    /// Also if it is.
    pub(super) wins: bool,
    agreeing: Span,
    differing: Span,
}

/// A part of a list.
#[derive(Debug, Clone, Copy)]
struct Span {
    start: usize,
    end: usize,
}

/// The blocks of a layer, numbered, and what is known of them.
#[derive(Debug)]
pub(super) struct Blocks<'c> {
    classes: &'c Classes,
    list: Vec<Block>,
    index: HashTable<u32>,
    images: Vec<Option<Image>>,
    needless: Vec<Option<Span>>,
    /// The blocks that images and needless classes are made of.
    parts: Vec<Block>,
    /// Room for a set of classes.
    room: Vec<u64>,
}

impl<'c> Blocks<'c> {
    pub(super) fn new(classes: &'c Classes) -> Self {
        let (list, index, images, needless) = (Vec::new(), HashTable::new(), Vec::new(), Vec::new());
        Blocks { classes, list, index, images, needless, parts: Vec::new(), room: Vec::new() }
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        (self.list.capacity() + self.parts.capacity()) * size_of::<Block>()
            + self.images.capacity() * size_of::<Option<Image>>()
            + self.needless.capacity() * size_of::<Option<Span>>()
            + self.index.capacity() * 5
    }

    /// The number of blocks.
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// The number of a block.
    #[inline]
    pub(super) fn number(&mut self, block: Block) -> Result<u32, Exhausted> {
        let list = &self.list;
        match self.index.entry(
            hash(block),
            |&i| list[i as usize] == block,
            |&i| hash(list[i as usize]),
        ) {
            Entry::Occupied(found) => Ok(*found.get()),
            Entry::Vacant(free) => {
                let new = u32::try_from(list.len()).map_err(|_| Exhausted::Memory)?;
                free.insert(new);
                self.list.push(block);
                self.images.push(None);
                self.needless.push(None);
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
    pub(super) fn image(&mut self, number: u32) -> Image {
        match self.images[number as usize] {
            Some(image) => image,
            None => {
                let Block { word, bits } = self.list[number as usize];
                let classes = self.classes;
                let members = ones(std::slice::from_ref(&bits)).map(|bit| word as usize * 64 + bit);
                let image = self.image_of(members.map(|class| &classes.behaviours[class]));
                self.images[number as usize] = Some(image);
                image
            }
        }
    }

    /// What classes with these behaviours become.
    pub(super) fn image_of<'b>(&mut self, all: impl Iterator<Item = &'b Behaviour> + Clone) -> Image {
        let agreeing = all.clone().flat_map(|behaviour| &behaviour.agreeing);
        let differing = all.clone().flat_map(|behaviour| &behaviour.differing);
        Image {
            wins_without: all.clone().any(|behaviour| behaviour.wins_without),
            wins: all.clone().any(|behaviour| behaviour.wins),
            agreeing: self.span_of(agreeing),
            differing: self.span_of(differing),
        }
    }

    /// The blocks that the classes of an image are in if the hint is there.
    pub(super) fn agreeing(&self, image: Image) -> &[Block] {
        &self.parts[image.agreeing.start..image.agreeing.end]
    }

    /// The blocks that further classes are in if it is not.
    pub(super) fn differing(&self, image: Image) -> &[Block] {
        &self.parts[image.differing.start..image.differing.end]
    }

    /// The blocks of the classes that those of a block make needless.
    #[inline]
    pub(super) fn needless(&mut self, number: u32) -> &[Block] {
        let Span { start, end } = match self.needless[number as usize] {
            Some(span) => span,
            None => {
                let Block { word, bits } = self.list[number as usize];
                let start = self.parts.len();
                let needless = &self.classes.needless;
                for other in 0..needless.words() {
                    let rows = ones(std::slice::from_ref(&bits)).map(|bit| needless.row(word as usize * 64 + bit));
                    let bits = rows.fold(0, |bits, row| bits | row[other]);
                    if bits != 0 {
                        self.parts.push(Block { word: other as u32, bits });
                    }
                }
                let span = Span { start, end: self.parts.len() };
                self.needless[number as usize] = Some(span);
                span
            }
        };
        &self.parts[start..end]
    }

    fn span_of<'b>(&mut self, classes: impl Iterator<Item = &'b u32>) -> Span {
        for &class in classes {
            let class = class as usize;
            if self.room.len() <= class / 64 {
                self.room.resize(class / 64 + 1, 0);
            }
            set(&mut self.room, class);
        }
        let start = self.parts.len();
        for (word, bits) in self.room.iter_mut().enumerate().filter(|(_, bits)| **bits != 0) {
            self.parts.push(Block { word: word as u32, bits: std::mem::take(bits) });
        }
        Span { start, end: self.parts.len() }
    }
}

fn hash(block: Block) -> u64 {
    let mut hasher = FxHasher::default();
    block.hash(&mut hasher);
    hasher.finish()
}
