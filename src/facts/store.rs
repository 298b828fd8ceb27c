//! Single facts, and counts of facts of unknown predicates.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use super::{Facts, Place, Symbol};

/// One fact of a predicate with `N` arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fact<const N: usize> {
    /// The arguments of the fact.
    pub args: [Symbol; N],
    /// The place where the text of the fact starts.
    pub at: Place,
}

/// The greatest number of unknown predicates that are counted separately.
const MAX_IGNORED: usize = 1000;
/// The number of bytes that are kept of the name of an unknown predicate.
const MAX_IGNORED_NAME: usize = 64;

/// An unknown predicate, whose facts are ignored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ignored {
    /// Name and number of arguments, as in `foo/2`; `-foo/2` for the classical negation.
    pub signature: String,
    /// The number of its facts.
    pub count: u64,
    /// The place where its first fact starts.
    pub first: Place,
}

impl Facts<'_> {
    /// Counts a fact of an unknown predicate.
    #[cold]
    pub(super) fn ignore(&mut self, negated: bool, name: &[u8], arity: usize, at: Place) {
        // The key is short, so that many long names cannot take much more memory than their text.
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
