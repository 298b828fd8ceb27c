//! One fact, and how facts of unknown predicates are counted.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use super::{Facts, Place, Symbol};

/// One fact of a predicate with `N` arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fact<const N: usize> {
    /// Its arguments.
    pub args: [Symbol; N],
    /// Where its text starts.
    pub at: Place,
}

/// How many different ignored predicates are told apart.
const MAX_IGNORED: usize = 1000;
/// How many bytes of their names are kept.
const MAX_IGNORED_NAME: usize = 64;

/// A predicate that means nothing here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ignored {
    /// Name and number of arguments, as in `foo/2`; `-foo/2` for the classical negation.
    pub signature: String,
    /// How many facts of it there are.
    pub count: u64,
    /// Where the first one starts.
    pub first: Place,
}

impl Facts<'_> {
    /// Counts a fact of an unknown predicate.
    #[cold]
    pub(super) fn ignore(&mut self, negated: bool, name: &[u8], arity: usize, at: Place) {
        // Only a short key is kept, so that many long names cannot take much more memory than their text.
        let key = (negated, arity, &name[..name.len().min(MAX_IGNORED_NAME)]);
        let keys = &self.ignored_keys;
        let hash = FxBuildHasher.hash_one(key);
        let found = self.ignored_index.find(hash, |&i| {
            let (negated, arity, name) = &keys[i];
            (*negated, *arity, name.as_slice()) == key
        });
        if let Some(&i) = found {
            self.ignored[i].count += 1;
        } else if self.ignored.len() < MAX_IGNORED {
            let sign = if negated { "-" } else { "" };
            let dots = if key.2.len() < name.len() { "..." } else { "" };
            let signature = format!("{sign}{}{dots}/{arity}", String::from_utf8_lossy(key.2));
            self.ignored_index.insert_unique(hash, self.ignored.len(), |&i| {
                let (negated, arity, name) = &keys[i];
                FxBuildHasher.hash_one((*negated, *arity, name.as_slice()))
            });
            self.ignored_keys.push((negated, arity, key.2.to_vec()));
            self.ignored.push(Ignored { signature, count: 1, first: at });
        } else {
            self.ignored_beyond += 1;
        }
    }
}
