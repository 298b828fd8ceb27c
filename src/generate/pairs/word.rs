//! A way to draw part of a linkage, as far as the rest of the graph can tell: packed into one machine word.

use std::fmt::Debug;
use std::hash::Hash;

/// What the slot of a frontier vertex may hold, and whether the way is spoilt.
///
/// ```text
///   bit 0        spoilt: a vertex was left blank, or there are two ways to get here
///   bits 1..     slot 0, slot 1, ...; BITS bits each:
///                  own number      untouched: no edge so far
///                  other slot      the mate: the other end of its path
///                  FIRST_LABEL+l   the path's other end is a terminal of pair l
///                  CLOSED          two edges, or no vertex here at the moment
/// ```
pub(super) trait Word: Copy + Ord + Hash + Debug + Default + 'static + Send + Sync {
    /// The number of bits of a slot.
    const BITS: u32;
    /// The number of 64-bit words that a way takes.
    const WORDS: usize = size_of::<Self>() / size_of::<u64>();
    /// The number of slots.
    const SLOTS: usize;
    /// The value of a slot whose vertex takes no further edge, or that has no vertex.
    const CLOSED: u8 = (1 << Self::BITS) - 1;
    /// The value of a slot whose path has a terminal of pair 0 as its other end; the values for other pairs follow.
    const FIRST_LABEL: u8 = Self::SLOTS as u8;
    /// The most pairs that can have a name at a time.
    const LABELS: usize = Self::CLOSED as usize - Self::SLOTS;

    /// What `slot` holds.
    fn get(self, slot: u8) -> u8;
    /// This way with `value` in `slot`.
    fn with(self, slot: u8, value: u8) -> Self;
    /// This way without the mark of being spoilt.
    fn shape(self) -> Self;
    /// Whether this way is spoilt.
    fn is_spoilt(self) -> bool;
    /// This way, spoilt if `spoilt` or if it already is.
    fn spoil(self, spoilt: bool) -> Self;
    /// A word that holds `number`, for what is stored beside ways.
    fn from_number(number: u64) -> Self;
    /// The number that [`Word::from_number`] was given.
    fn to_number(self) -> u64;
    /// Appends this way as `WORDS` words of 64 bits.
    fn push_to(self, words: &mut Vec<u64>);
    /// The way that [`Word::push_to`] appended as these words; missing words count as 0.
    fn from_words(words: &[u64]) -> Self;

    /// The way in which nothing is drawn: all slots are closed, and it is not spoilt.
    fn nothing() -> Self {
        (0..Self::SLOTS as u8).fold(Self::default(), |word, slot| word.with(slot, Self::CLOSED))
    }

    /// The pair whose terminal is the other end of the path at `slot`.
    #[inline]
    fn label(self, slot: u8) -> Option<u8> {
        let value = self.get(slot);
        (value >= Self::FIRST_LABEL && value != Self::CLOSED).then(|| value - Self::FIRST_LABEL)
    }
}

macro_rules! word {
    ($word:ty, $bits:literal, $slots:literal) => {
        impl Word for $word {
            const BITS: u32 = $bits;
            const SLOTS: usize = $slots;

            #[inline]
            fn get(self, slot: u8) -> u8 {
                (self >> (1 + $bits * u32::from(slot))) as u8 & Self::CLOSED
            }

            #[inline]
            fn with(self, slot: u8, value: u8) -> Self {
                let shift = 1 + $bits * u32::from(slot);
                self & !(<$word>::from(Self::CLOSED) << shift) | <$word>::from(value) << shift
            }

            #[inline]
            fn shape(self) -> Self {
                self & !1
            }

            #[inline]
            fn is_spoilt(self) -> bool {
                self & 1 == 1
            }

            #[inline]
            fn spoil(self, spoilt: bool) -> Self {
                self | <$word>::from(spoilt)
            }

            fn from_number(number: u64) -> Self {
                <$word>::from(number)
            }

            fn to_number(self) -> u64 {
                self as u64
            }

            fn push_to(self, words: &mut Vec<u64>) {
                words.extend((0..Self::WORDS).map(|i| (u128::from(self) >> (64 * i)) as u64));
            }

            fn from_words(words: &[u64]) -> Self {
                words.iter().rev().fold(0, |word: u128, &low| word << 64 | u128::from(low)) as $word
            }
        }
    };
}

word!(u64, 5, 12);
word!(u128, 6, 21);

/// Joins the paths at slots `a` and `b` by the edge between them, unless that closes a cycle, gives a vertex a
/// third edge or joins terminals of different pairs.
#[inline]
pub(super) fn join<W: Word>(word: W, a: u8, b: u8) -> Option<W> {
    let (x, y) = (word.get(a), word.get(b));
    if x == W::CLOSED || y == W::CLOSED || x == b {
        return None;
    }
    let closed = word.with(a, W::CLOSED).with(b, W::CLOSED);
    Some(match (x >= W::FIRST_LABEL, y >= W::FIRST_LABEL) {
        (true, true) if x == y => closed,
        (true, true) => return None,
        (true, false) => closed.with(y, x),
        (false, true) => closed.with(x, y),
        (false, false) => closed.with(x, y).with(y, x),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slots_keep_what_they_are_given<W: Word>() {
        let mut word = W::nothing();
        for slot in 0..W::SLOTS as u8 {
            assert_eq!(word.get(slot), W::CLOSED);
            word = word.with(slot, slot);
        }
        assert!(!word.is_spoilt() && word.spoil(true).is_spoilt());
        assert_eq!(word.spoil(true).shape(), word);
        for slot in 0..W::SLOTS as u8 {
            assert_eq!((word.get(slot), word.label(slot)), (slot, None));
        }
        let last = W::LABELS as u8 - 1;
        assert_eq!(word.with(1, W::FIRST_LABEL + last).label(1), Some(last));
        let mut words = Vec::new();
        word.spoil(true).push_to(&mut words);
        assert_eq!((words.len(), W::from_words(&words)), (W::WORDS, word.spoil(true)));
        assert_eq!(W::from_number(77).to_number(), 77);
    }

    #[test]
    fn both_widths_work() {
        slots_keep_what_they_are_given::<u64>();
        slots_keep_what_they_are_given::<u128>();
    }

    #[test]
    fn joining_updates_the_mates() {
        let start = (0..4).fold(u64::nothing(), |word, slot| word.with(slot, slot));
        let one = join(start, 0, 1).unwrap();
        assert_eq!((one.get(0), one.get(1)), (1, 0));
        assert_eq!(join(one, 0, 1), None, "a cycle");
        let two = join(one, 1, 2).unwrap();
        assert_eq!((two.get(0), two.get(1), two.get(2)), (2, u64::CLOSED, 0));
        assert_eq!(join(two, 1, 3), None, "a third edge");
        let label = u64::FIRST_LABEL;
        let labelled = two.with(0, u64::CLOSED).with(2, label);
        let longer = join(labelled, 2, 3).unwrap();
        assert_eq!((longer.get(2), longer.get(3)), (u64::CLOSED, label));
        assert_eq!(join(labelled.with(3, label + 1), 2, 3), None, "different pairs");
        let both = join(labelled.with(3, label), 2, 3).unwrap();
        assert_eq!((both.get(2), both.get(3)), (u64::CLOSED, u64::CLOSED));
    }
}
