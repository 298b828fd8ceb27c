//! Names of pairs in their source: `pair_label(A,B,L)`, or the index of `connection(I,U,V)`. No solver reads them.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};

use super::odd::IgnoredFacts;
use super::{Names, Puzzle, Topology, VertexId};
use zlink_facts::{Diagnostic, Facts, term_of, word_of};

/// The meaning of `pair_label`, for messages.
const MEANING: &str = "pair_label(A,B,L): the pair of A and B is called L where it comes from";

/// The labels of those pairs that have one, by their vertices, whatever the order of these and of the pairs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PairLabels {
    /// The labels as gringo prints them, by the two vertices, the lower one first.
    terms: FxHashMap<[VertexId; 2], String>,
}

/// Labels that differ for all pairs of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DistinctLabels {
    /// The label of each pair, in the order of the pairs.
    pub labels: Vec<String>,
    /// Whether a pair that has a label got a different one.
    pub replaced: bool,
}

fn key([a, b]: [VertexId; 2]) -> [VertexId; 2] {
    [a.min(b), a.max(b)]
}

impl PairLabels {
    /// Labels the pair of two vertices with a word, which may have any characters but NUL.
    pub fn set(&mut self, pair: [VertexId; 2], word: &str) {
        self.terms.insert(key(pair), term_of(word).into_owned());
    }

    /// The label of a pair as a term, as gringo prints it, if it has one.
    pub fn term(&self, pair: [VertexId; 2]) -> Option<&str> {
        self.terms.get(&key(pair)).map(String::as_str)
    }

    /// The label of a pair as a word, which is a string without quotes, if it has one.
    pub fn word(&self, pair: [VertexId; 2]) -> Option<Cow<'_, str>> {
        self.term(pair).map(word_of)
    }

    /// The labels after the vertices are renumbered by `number`.
    pub fn renumbered(&self, number: impl Fn(VertexId) -> VertexId) -> Self {
        let terms = self.terms.iter().map(|(pair, term)| (key(pair.map(&number)), term.clone()));
        PairLabels { terms: terms.collect() }
    }

    /// The first label, as a word, that a second pair has as well.
    pub fn repeated(&self, puzzle: &Puzzle) -> Option<Cow<'_, str>> {
        let mut seen = FxHashSet::default();
        let mut words = puzzle.pairs().iter().filter_map(|&pair| self.word(pair));
        words.find(|word| !seen.insert(word.clone()))
    }

    /// A distinct label for each pair, or `None` if `spare` has not enough.
    ///
    /// `say` gets the index of a pair and its label, and returns the text to use, if there is one. If there is none,
    /// if an earlier pair has the same text, or if the pair has no label, the pair gets the next text of `spare` that
    /// is not in use. Pairs are served in the order `order`.
    pub fn distinct(
        &self,
        puzzle: &Puzzle,
        order: &[usize],
        say: impl Fn(usize, &str) -> Option<String>,
        mut spare: impl Iterator<Item = String>,
    ) -> Option<DistinctLabels> {
        let pairs = puzzle.pairs();
        let mut labels = vec![None; pairs.len()];
        let mut used = FxHashSet::default();
        let mut replaced = false;
        for &i in order {
            let Some(word) = self.word(pairs[i]) else { continue };
            labels[i] = say(i, &word).filter(|said| used.insert(said.clone()));
            replaced |= labels[i].is_none();
        }
        for &i in order {
            if labels[i].is_none() {
                labels[i] = Some(spare.find(|label| !used.contains(label))?);
            }
        }
        Some(DistinctLabels { labels: labels.into_iter().flatten().collect(), replaced })
    }
}

/// The labels that the facts give to the pairs of `puzzle`, which was built from them; a pair gets the first of
/// several labels. The warning is about facts that are ignored. If the topology of the puzzle excludes pairs, there
/// are no labels, either.
pub fn pair_labels(facts: &Facts<'_>, puzzle: &Puzzle, names: &Names) -> (PairLabels, Option<Diagnostic>) {
    let mut found = PairLabels::default();
    let mut odd = IgnoredFacts::of("pair_label", MEANING);
    for fact in facts.connections.iter().filter(|_| !puzzle.pairs().is_empty()) {
        let [index, u, v] = fact.args;
        if let [Some(u), Some(v)] = [u, v].map(|name| names.vertex_of(name)) {
            found.terms.insert(key([u, v]), facts.symbols.display(index).to_string());
        }
    }
    if facts.pair_labels.is_empty() || (puzzle.topology() != Topology::Linkage && !facts.pairs.is_empty()) {
        return (found, None);
    }
    let pairs: FxHashSet<[VertexId; 2]> = puzzle.pairs().iter().copied().map(key).collect();
    for fact in &facts.pair_labels {
        let [a, b, label] = fact.args;
        let show = |argument: usize| facts.symbols.display(fact.args[argument]);
        let pair = match [a, b].map(|name| names.vertex_of(name)) {
            [None, _] => {
                odd.note(fact, 0, || format!("{} is no vertex, but its pair has a label", show(0)));
                continue;
            }
            [_, None] => {
                odd.note(fact, 1, || format!("{} is no vertex, but its pair has a label", show(1)));
                continue;
            }
            [Some(a), Some(b)] => key([a, b]),
        };
        if !pairs.contains(&pair) {
            odd.note(fact, 0, || format!("{} and {} are no pair, but have a label", show(0), show(1)));
            continue;
        }
        let label = facts.symbols.display(label).to_string();
        if *found.terms.entry(pair).or_insert_with(|| label.clone()) != label {
            let what = || {
                format!("the pair of {} and {} has a second label; the first one is taken", show(0), show(1))
            };
            odd.note(fact, 2, what);
        }
    }
    (found, odd.warning(facts))
}
