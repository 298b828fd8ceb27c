//! Ground terms as values of one machine word.
//!
//! Two [`Symbol`]s of the same [`Symbols`] table are equal exactly if their terms are, so names are compared and
//! hashed as integers. The two low bits distinguish three layouts:
//!
//! ```text
//! bits 63 .. 2                      1 0
//! [ integer, -2^61 <= i < 2^61    | 0 0 ]
//! [ index into the table          | 1 0 ]   longer texts, larger integers
//! [ 7 bytes of text | 0 0 0 0 0 0 | 0 1 ]   text of at most 7 bytes, padded with NUL (which no text contains)
//! ```
//!
//! The text of a term is its form in gringo's output, which determines the term.

use std::fmt;
use std::hash::{BuildHasher, Hasher};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

const INTEGER: u64 = 0;
const SHORT: u64 = 1;
const LONG: u64 = 2;
const TAG: u64 = 3;
const SHORT_LEN: usize = 7;
const INLINE_MIN: i64 = -(1 << 61);
const INLINE_MAX: i64 = (1 << 61) - 1;

/// A ground term: an integer, a constant, a string, a function term or a tuple.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symbol(u64);

impl std::hash::Hash for Symbol {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0);
    }
}

impl Symbol {
    /// The integer 0.
    pub const ZERO: Symbol = Symbol(INTEGER);

    /// The symbol of a small integer, which is the same in every table.
    pub fn small(value: u32) -> Self {
        Symbol(u64::from(value) << 2 | INTEGER)
    }

    /// A number that no other symbol of the same table has. It is small for small natural numbers, and for the first longer texts.
    #[inline]
    pub fn key(self) -> u64 {
        // The bit of short texts becomes the highest one; in negative integers, the one below is set.
        self.0.rotate_right(1)
    }

    /// The symbol of the integer `value`, if it fits into the word.
    #[inline]
    pub(super) fn inline_integer(value: i64) -> Option<Self> {
        (INLINE_MIN..=INLINE_MAX).contains(&value).then_some(Symbol((value as u64) << 2 | INTEGER))
    }

    /// The symbol of the term with this text (not an integer), if it fits into the word.
    #[inline]
    pub(super) fn inline_text(text: &[u8]) -> Option<Self> {
        if text.len() > SHORT_LEN {
            return None;
        }
        let mut word = [0; 8];
        for (to, &from) in word[1..].iter_mut().zip(text) {
            *to = from;
        }
        Some(Symbol(u64::from_le_bytes(word) | SHORT))
    }
}

/// The error that there are more distinct long names than indices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there are more than 2^32 different names")]
pub struct TooManySymbols;

/// A table of the texts of symbols that do not fit into a word.
#[derive(Clone, Default)]
pub struct Symbols {
    text: Vec<u8>,
    ends: Vec<usize>,
    /// Each text's number, with half of its hash: growing does not read the texts again.
    index: HashTable<(u32, u32)>,
}

impl Symbols {
    /// The symbol of an integer.
    #[inline]
    pub fn integer(&mut self, value: i64) -> Result<Symbol, TooManySymbols> {
        match Symbol::inline_integer(value) {
            Some(symbol) => Ok(symbol),
            None => self.intern(value.to_string().as_bytes()),
        }
    }

    /// The symbol of a term that is not an integer, given by its canonical text.
    #[inline]
    pub fn text(&mut self, text: &[u8]) -> Result<Symbol, TooManySymbols> {
        match Symbol::inline_text(text) {
            Some(symbol) => Ok(symbol),
            None => self.intern(text),
        }
    }

    /// The symbol of the term with this canonical text.
    pub fn of_term(&mut self, text: &str) -> Result<Symbol, TooManySymbols> {
        match text.parse() {
            Ok(number) => self.integer(number),
            Err(_) => self.text(text.as_bytes()),
        }
    }

    /// The symbol in this table for a symbol of the table `other`.
    pub fn copied(&mut self, symbol: Symbol, other: &Symbols) -> Result<Symbol, TooManySymbols> {
        match symbol.0 & TAG {
            LONG => self.intern(slice(&other.text, &other.ends, (symbol.0 >> 2) as u32)),
            _ => Ok(symbol),
        }
    }

    /// The symbol in this table for a symbol of the table `other`, if there is one.
    pub fn known(&self, symbol: Symbol, other: &Symbols) -> Option<Symbol> {
        if symbol.0 & TAG != LONG {
            return Some(symbol);
        }
        let text = slice(&other.text, &other.ends, (symbol.0 >> 2) as u32);
        let half = hash_text(text);
        let is = |&(i, other): &(u32, u32)| other == half && slice(&self.text, &self.ends, i) == text;
        let (id, _) = self.index.find(whole(half), is)?;
        Some(Symbol(u64::from(*id) << 2 | LONG))
    }

    fn intern(&mut self, text: &[u8]) -> Result<Symbol, TooManySymbols> {
        let Symbols { text: all, ends, index } = self;
        let half = hash_text(text);
        let is = |&(i, other): &(u32, u32)| other == half && slice(all, ends, i) == text;
        let slot = index.entry(whole(half), is, |&(_, half)| whole(half));
        let id = match slot {
            hashbrown::hash_table::Entry::Occupied(found) => found.get().0,
            hashbrown::hash_table::Entry::Vacant(free) => {
                let id = u32::try_from(ends.len()).map_err(|_| TooManySymbols)?;
                free.insert((id, half));
                all.extend_from_slice(text);
                ends.push(all.len());
                id
            }
        };
        Ok(Symbol(u64::from(id) << 2 | LONG))
    }

    /// The integer value of `symbol`, or `None` if it is not an integer.
    pub fn as_integer(&self, symbol: Symbol) -> Option<i64> {
        match symbol.0 & TAG {
            INTEGER => Some(symbol.0 as i64 >> 2),
            LONG => {
                let text = slice(&self.text, &self.ends, (symbol.0 >> 2) as u32);
                std::str::from_utf8(text).ok()?.parse().ok()
            }
            _ => None,
        }
    }

    /// The text of `symbol`, as gringo prints it.
    pub fn display(&self, symbol: Symbol) -> impl fmt::Display + '_ {
        Shown { symbols: self, symbol }
    }
}

impl fmt::Debug for Symbols {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Symbols").field("long", &self.ends.len()).field("bytes", &self.text.len()).finish()
    }
}

struct Shown<'a> {
    symbols: &'a Symbols,
    symbol: Symbol,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = self.symbol.0;
        let short;
        let text = match word & TAG {
            INTEGER => return (word as i64 >> 2).fmt(f),
            SHORT => {
                short = word.to_le_bytes();
                let text = &short[1..];
                &text[..text.iter().position(|&b| b == 0).unwrap_or(text.len())]
            }
            _ => slice(&self.symbols.text, &self.symbols.ends, (word >> 2) as u32),
        };
        // Strings are checked to be UTF-8 when they are read, and all else is ASCII.
        f.write_str(&String::from_utf8_lossy(text))
    }
}

#[inline]
fn slice<'a>(text: &'a [u8], ends: &[usize], index: u32) -> &'a [u8] {
    let i = index as usize;
    let start = if i == 0 { 0 } else { ends[i - 1] };
    &text[start..ends[i]]
}

#[inline]
fn hash_text(text: &[u8]) -> u32 {
    let mut hasher = FxBuildHasher.build_hasher();
    hasher.write(text);
    hasher.finish() as u32
}

/// A hash for the table, which uses the lowest and the highest bits.
#[inline]
fn whole(half: u32) -> u64 {
    u64::from(half).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_of_every_size_come_back() {
        let mut symbols = Symbols::default();
        for i in [0, 1, -1, 7, i64::MAX, i64::MIN, INLINE_MAX, INLINE_MIN, INLINE_MAX + 1, INLINE_MIN - 1] {
            let symbol = symbols.integer(i).unwrap();
            assert_eq!(symbols.as_integer(symbol), Some(i));
            assert_eq!(symbols.display(symbol).to_string(), i.to_string());
            assert_eq!(symbols.integer(i).unwrap(), symbol);
        }
    }

    #[test]
    fn texts_of_every_length_come_back() {
        let mut symbols = Symbols::default();
        let mut seen = Vec::new();
        for len in 1..20 {
            let text = "abcdefghijklmnopqrstuvwxyz"[..len].to_string();
            let symbol = symbols.text(text.as_bytes()).unwrap();
            assert_eq!(symbols.display(symbol).to_string(), text);
            assert_eq!(symbols.as_integer(symbol), None);
            assert!(!seen.contains(&symbol));
            seen.push(symbol);
            assert_eq!(symbols.text(text.as_bytes()).unwrap(), symbol);
        }
    }
}
