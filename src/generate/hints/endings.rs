//! The last levels of the walk to minimal sets: the endings that a tuple of families wants.

use super::matrix::ones;
use super::minimal::LevelArcs;
use super::table;
use zlink_base::limits::{Account, Interrupted, Limits};

/// The families of one level, as tables of all sets and of minimal sets (`table.rs`).
pub(super) struct Endings {
    /// The one-word tables of the families six levels before the end, or at this level if it is nearer: by their places there.
    words: Vec<u64>,
    /// For each place, the indices in `words` of the `wide` words that its table is made of.
    tables: Vec<u32>,
    /// The number of words of a table.
    wide: usize,
    /// For each place, the minimal sets: the words of their table that are not 0.
    minimal: Vec<u64>,
    /// For each place, where its words begin in `minimal`, and a bit for each word of the table that is there.
    starts: Vec<(usize, u64)>,
}

impl Endings {
    /// The endings of the families of the first of `layers`, which are the last layers of the diagram. `account` holds their bytes.
    pub(super) fn new(
        layers: &[LevelArcs],
        account: &mut Account,
        limits: &Limits,
    ) -> Result<Self, Interrupted> {
        let words = vec![0, 1];
        let starts = vec![(0, 0), (0, 1), (1, 0)];
        let mut endings = Endings { words, tables: vec![0, 1], wide: 1, minimal: vec![1], starts };
        // The level behind the one at hand. New memory is slow, so each level takes the memory of the last but one.
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
            account.set(endings.bytes() + 2 * behind.bytes() + more)?;
            endings.follow(&mut behind, element, layer);
        }
        drop(behind);
        account.set(endings.bytes())?;
        Ok(endings)
    }

    /// Becomes the endings of the level before `behind`, where `element` is the number of elements behind the first one.
    fn follow(&mut self, behind: &mut Self, element: usize, layer: &LevelArcs) {
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

    /// The bytes that the endings take.
    pub(super) fn bytes(&self) -> usize {
        (self.words.capacity() + self.minimal.capacity() + 2 * self.starts.capacity()) * 8
            + self.tables.capacity() * 4
    }

    fn table(&self, place: u32) -> &[u32] {
        &self.tables[place as usize * self.wide..][..self.wide]
    }

    /// The minimal sets of a family: the words of their table that are not 0, and a bit for the place of each.
    fn minimal(&self, place: u32) -> (&[u64], u64) {
        let (start, which) = self.starts[place as usize];
        (&self.minimal[start..self.starts[place as usize + 1].0], which)
    }

    /// Makes `list` the minimal sets of the first family of `tuple` that are in none of the others.
    pub(super) fn wanted(&self, tuple: &[u32], list: &mut Vec<u64>) {
        let (first, others) = tuple.split_first().expect("begins with the first family");
        let (words, which) = self.minimal(*first);
        // The words that are left, and their places in the table.
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
