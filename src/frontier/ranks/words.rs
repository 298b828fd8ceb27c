//! The balanced words over the slots of a curve, numbered in lexicographic order.

/// The vertex takes no further edge.
pub(super) const CLOSED: u8 = 0;
/// No edge of the vertex is taken so far.
pub(super) const UNTOUCHED: u8 = 1;
/// The vertex ends a path whose other end is to the right.
pub(super) const OPENS: u8 = 2;
/// The vertex ends a path whose other end is to the left.
pub(super) const CLOSES: u8 = 3;
/// All letters, in the order in which words are numbered.
pub(super) const LETTERS: [u8; 4] = [CLOSED, UNTOUCHED, OPENS, CLOSES];

/// Whether a letter is no end of a path.
pub(super) fn is_flat(letter: u8) -> bool {
    letter < OPENS
}

/// The number of open paths after a letter when `depth` are open before it; `None` if it closes one and none is open.
#[inline(always)]
pub(super) fn behind(depth: usize, letter: u8) -> Option<usize> {
    match letter {
        OPENS => Some(depth + 1),
        CLOSES => depth.checked_sub(1),
        _ => Some(depth),
    }
}

/// The words of a level: each slot has a letter, and the ends of paths are balanced like parentheses (a Motzkin word whose flat
/// steps are coloured). A word's number is the number of smaller words, which is a sum over its letters. Words with a common
/// beginning have consecutive numbers.
#[derive(Debug, Clone)]
pub(crate) struct Words {
    /// The flat letters that each slot may have: a bit `1 << letter` each.
    flats: Vec<u8>,
    /// The continuations of a word, for each position and depth before it. No word has a depth above the number of slots left.
    rows: Vec<Row>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Row {
    /// The number of continuations to the end.
    words: usize,
    /// The number of continuations that begin with a smaller letter, for each letter.
    before: [usize; 4],
}

impl Words {
    /// The words over slots with these flat letters (a bit `1 << letter` each). Numbers that do not fit become `usize::MAX`.
    pub(super) fn new(flats: Vec<u8>) -> Self {
        let slots = flats.len();
        let mut words = Words { flats, rows: vec![Row::default(); (slots + 1) * (slots + 1)] };
        words.rows[slots * (slots + 1)].words = 1;
        for i in (0..slots).rev() {
            for depth in 0..=slots - i {
                let mut row = Row::default();
                for letter in LETTERS {
                    row.before[letter as usize] = row.words;
                    let next = behind(depth, letter).filter(|_| words.may(i, letter));
                    row.words = row.words.saturating_add(next.map_or(0, |next| words.from(i + 1, next)));
                }
                words.rows[i * (slots + 1) + depth] = row;
            }
        }
        words
    }

    pub(super) fn slots(&self) -> usize {
        self.flats.len()
    }

    pub(super) fn flats(&self) -> &[u8] {
        &self.flats
    }

    /// The number of words.
    pub(super) fn len(&self) -> usize {
        self.from(0, 0)
    }

    /// Whether slot `i` may have a letter, ends of paths always included.
    #[inline(always)]
    pub(super) fn may(&self, i: usize, letter: u8) -> bool {
        !is_flat(letter) || self.flats[i] >> letter & 1 == 1
    }

    /// The number of continuations from position `i` on when `depth` paths are open.
    #[inline(always)]
    pub(super) fn from(&self, i: usize, depth: usize) -> usize {
        self.row(i, depth).map_or(0, |row| row.words)
    }

    /// The number of continuations from position `i` on that begin with a smaller letter than `letter`.
    #[inline(always)]
    pub(super) fn before(&self, i: usize, depth: usize, letter: u8) -> usize {
        self.row(i, depth).map_or(0, |row| row.before[letter as usize])
    }

    /// The sum that the letters from position `i` on contribute to a word's number.
    pub(super) fn number(&self, i: usize, mut depth: usize, letters: &[u8]) -> usize {
        let mut number = 0;
        for (i, &letter) in (i..).zip(letters) {
            number += self.before(i, depth, letter);
            depth = behind(depth, letter).unwrap_or(0);
        }
        number
    }

    /// The number of beginnings of length `len`, by their depth.
    pub(super) fn beginnings(&self, len: usize) -> Vec<f64> {
        let mut counts = vec![0.0; self.slots() + 2];
        counts[0] = 1.0;
        for i in 0..len {
            let mut longer = vec![0.0; counts.len()];
            for (depth, count) in counts.iter().enumerate().take(self.slots()) {
                for letter in LETTERS.into_iter().filter(|&letter| self.may(i, letter)) {
                    if let Some(next) = behind(depth, letter) {
                        longer[next] += count;
                    }
                }
            }
            counts = longer;
        }
        counts
    }

    #[inline(always)]
    fn row(&self, i: usize, depth: usize) -> Option<&Row> {
        let slots = self.flats.len();
        if depth > slots - i {
            return None;
        }
        self.rows.get(i * (slots + 1) + depth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_one_flat_letter_they_are_as_many_as_motzkin_numbers() {
        // OEIS A001006.
        let motzkin = [1, 1, 2, 4, 9, 21, 51, 127, 323, 835, 2188];
        for (slots, count) in motzkin.into_iter().enumerate() {
            assert_eq!(Words::new(vec![1 << CLOSED; slots]).len(), count);
        }
    }

    #[test]
    fn their_numbers_are_dense_and_in_order() {
        let words = Words::new(vec![3, 1, 2, 0, 3]);
        let mut numbers = Vec::new();
        for code in 0..1u32 << 10 {
            let word: Vec<u8> = (0..5).map(|i| (code >> (8 - 2 * i) & 3) as u8).collect();
            let allowed = (0..5).all(|i| words.may(i, word[i]));
            let depth = word.iter().try_fold(0, |depth, &letter| behind(depth, letter));
            if allowed && depth == Some(0) {
                numbers.push(words.number(0, 0, &word));
            }
        }
        assert_eq!(numbers, (0..words.len()).collect::<Vec<_>>());
    }

    #[test]
    fn more_words_than_numbers_are_told() {
        assert_eq!(Words::new(vec![3; 60]).len(), usize::MAX);
    }
}
