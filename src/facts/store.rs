//! The facts of a program, one flat column per predicate.

use std::hash::BuildHasher;
use std::sync::Arc;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use super::{Place, Source, Symbol, Symbols};

/// One fact of a predicate with `N` arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fact<const N: usize> {
    /// Its arguments.
    pub args: [Symbol; N],
    /// Where its text starts.
    pub at: Place,
}

/// The predicates of a link puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Predicate {
    Edge,
    CellContains,
    Clue,
    Pair,
    PairLabel,
    Node,
    Link,
    NoLink,
    Pos,
    Cover,
    Weight,
}

impl Predicate {
    /// The predicate of facts `name(...)` or `-name(...)` with `arity` arguments.
    #[inline]
    pub(super) fn of(negated: bool, name: &[u8], arity: usize) -> Option<Self> {
        match (negated, arity, name) {
            (false, 3, b"cell_contains") => Some(Predicate::CellContains),
            (false, 2, b"edge") => Some(Predicate::Edge),
            (false, 2, b"clue") => Some(Predicate::Clue),
            (false, 3, b"pos") => Some(Predicate::Pos),
            (false, 1, b"node") => Some(Predicate::Node),
            (false, 2, b"pair") => Some(Predicate::Pair),
            (false, 3, b"pair_label") => Some(Predicate::PairLabel),
            (false, 2, b"link") => Some(Predicate::Link),
            (true, 2, b"link") => Some(Predicate::NoLink),
            (false, 2, b"weight") => Some(Predicate::Weight),
            (false, 0, b"cover") => Some(Predicate::Cover),
            _ => None,
        }
    }
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

/// The facts of a program. Every column keeps the order of the input.
#[derive(Debug, Clone)]
pub struct Facts<'s> {
    /// The texts the facts were read from.
    pub sources: &'s [Source],
    /// The names in them.
    pub symbols: Arc<Symbols>,
    /// `edge(U,V)`
    pub edges: Vec<Fact<2>>,
    /// `node(V)`
    pub nodes: Vec<Fact<1>>,
    /// `cell_contains(C,U,V)`
    pub contains: Vec<Fact<3>>,
    /// `clue(C,N)`
    pub clues: Vec<Fact<2>>,
    /// `pair(A,B)`
    pub pairs: Vec<Fact<2>>,
    /// `pair_label(A,B,L)`
    pub pair_labels: Vec<Fact<3>>,
    /// `link(U,V)`
    pub links: Vec<Fact<2>>,
    /// `-link(U,V)`
    pub no_links: Vec<Fact<2>>,
    /// `pos(V,X,Y)`
    pub positions: Vec<Fact<3>>,
    /// `weight(E,N)`
    pub weights: Vec<Fact<2>>,
    /// The first `cover`.
    pub cover: Option<Place>,
    /// Facts of other predicates, only counted: at most 1000 different ones, in input order.
    pub ignored: Vec<Ignored>,
    /// How many facts there are of predicates beyond these.
    pub ignored_beyond: u64,
    ignored_keys: Vec<(bool, usize, Vec<u8>)>,
    ignored_index: HashTable<usize>,
}

impl<'s> Facts<'s> {
    pub(super) fn new(sources: &'s [Source]) -> Self {
        Facts {
            sources,
            symbols: Arc::default(),
            edges: Vec::new(),
            nodes: Vec::new(),
            contains: Vec::new(),
            clues: Vec::new(),
            pairs: Vec::new(),
            pair_labels: Vec::new(),
            links: Vec::new(),
            no_links: Vec::new(),
            positions: Vec::new(),
            weights: Vec::new(),
            cover: None,
            ignored: Vec::new(),
            ignored_beyond: 0,
            ignored_keys: Vec::new(),
            ignored_index: HashTable::new(),
        }
    }

    /// Adds a fact to its column. Arguments beyond those of the predicate are not looked at.
    #[inline]
    pub(super) fn add(&mut self, predicate: Predicate, &[a, b, c]: &[Symbol; 3], at: Place) {
        match predicate {
            Predicate::CellContains => self.contains.push(Fact { args: [a, b, c], at }),
            Predicate::Edge => self.edges.push(Fact { args: [a, b], at }),
            Predicate::Clue => self.clues.push(Fact { args: [a, b], at }),
            Predicate::Pos => self.positions.push(Fact { args: [a, b, c], at }),
            Predicate::Node => self.nodes.push(Fact { args: [a], at }),
            Predicate::Pair => self.pairs.push(Fact { args: [a, b], at }),
            Predicate::PairLabel => self.pair_labels.push(Fact { args: [a, b, c], at }),
            Predicate::Link => self.links.push(Fact { args: [a, b], at }),
            Predicate::NoLink => self.no_links.push(Fact { args: [a, b], at }),
            Predicate::Weight => self.weights.push(Fact { args: [a, b], at }),
            Predicate::Cover => self.cover = self.cover.or(Some(at)),
        }
    }

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

    /// Whether there is no fact at all, not even one without a meaning here.
    pub fn is_empty(&self) -> bool {
        let Facts { edges, nodes, contains, clues, pairs, pair_labels, .. } = self;
        let Facts { links, no_links, positions, weights, .. } = self;
        let pairwise = [edges, clues, pairs, links, no_links, weights];
        pairwise.iter().all(|column| column.is_empty())
            && [contains, pair_labels, positions].iter().all(|column| column.is_empty())
            && nodes.is_empty()
            && self.cover.is_none()
            && self.ignored.is_empty()
    }

    /// Whether the two hold the same facts at the same places.
    pub fn same_as(&self, other: &Facts<'_>) -> bool {
        fn shown<const N: usize>(facts: &Facts<'_>, column: &[Fact<N>]) -> Vec<(Vec<String>, Place)> {
            let show = |s: &Symbol| facts.symbols.display(*s).to_string();
            column.iter().map(|f| (f.args.iter().map(show).collect(), f.at)).collect()
        }
        shown(self, &self.edges) == shown(other, &other.edges)
            && shown(self, &self.nodes) == shown(other, &other.nodes)
            && shown(self, &self.contains) == shown(other, &other.contains)
            && shown(self, &self.clues) == shown(other, &other.clues)
            && shown(self, &self.pairs) == shown(other, &other.pairs)
            && shown(self, &self.pair_labels) == shown(other, &other.pair_labels)
            && shown(self, &self.links) == shown(other, &other.links)
            && shown(self, &self.no_links) == shown(other, &other.no_links)
            && shown(self, &self.positions) == shown(other, &other.positions)
            && shown(self, &self.weights) == shown(other, &other.weights)
            && self.cover == other.cover
            && self.ignored == other.ignored
            && self.ignored_beyond == other.ignored_beyond
    }
}
