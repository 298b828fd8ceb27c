//! The table of predicates. All that depends on the name of a predicate is made from its row: its variant of
//! [`Predicate`], its column in [`Facts`], and how it is read, compared and suggested. Later stages define its
//! meaning.

use std::sync::Arc;

use hashbrown::HashTable;

use super::{Diagnostic, Fact, Ignored, Integrity, Place, Source, Symbol, Symbols};

/// The greatest number of arguments of a predicate.
pub(super) const MOST_ARGUMENTS: usize = 3;

/// Generates everything from the table. A row has the variant, the column, whether the facts are negated, the name,
/// and the arguments, of which only the number matters.
macro_rules! predicates {
    ($( $(#[doc = $about:literal])+ $variant:ident, $column:ident: ($negated:literal, $name:literal, [$($argument:ident),*]), )+) => {
        /// Constants that can be used in patterns.
        mod rows {
            $( pub(super) mod $column {
                pub(crate) const NAME: &[u8] = $name.as_bytes();
                const ARGUMENTS: &[&str] = &[$(stringify!($argument)),*];
                pub(crate) const ARITY: usize = ARGUMENTS.len();
            } )+
        }

        /// The predicates of a link puzzle.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Predicate {
            $( $(#[doc = $about])+ $variant, )+
        }

        impl Predicate {
            /// All predicates.
            pub const ALL: &[Predicate] = &[$(Predicate::$variant),+];

            /// The predicate of facts `name(...)` or `-name(...)` with `arity` arguments.
            #[inline]
            pub(super) fn of(negated: bool, name: &[u8], arity: usize) -> Option<Self> {
                match (negated, arity, name) {
                    $( ($negated, rows::$column::ARITY, rows::$column::NAME) => Some(Predicate::$variant), )+
                    _ => None,
                }
            }

            /// The name of the predicate, with a minus sign in front if its facts are negated.
            pub const fn name(self) -> &'static str {
                match self {
                    $( Predicate::$variant if $negated => concat!("-", $name), )+
                    $( Predicate::$variant => $name, )+
                }
            }

            /// The number of arguments of the predicate.
            pub const fn arity(self) -> usize {
                match self {
                    $( Predicate::$variant => rows::$column::ARITY, )+
                }
            }
        }

        /// The facts of a program. Every column is in the order of the input.
        #[derive(Debug, Clone)]
        pub struct Facts<'s> {
            /// The texts from which the facts were read.
            pub sources: &'s [Source],
            /// The table of the symbols in the facts.
            pub symbols: Arc<Symbols>,
            $( $(#[doc = $about])+ pub $column: Vec<Fact<{ rows::$column::ARITY }>>, )+
            /// The integrity constraints, in the order of the input.
            pub integrity: Integrity,
            /// The index of the source that is in another format, if one is.
            pub translated: Option<usize>,
            /// The warnings about that source.
            pub warnings: Vec<Diagnostic>,
            /// The number of facts of each unknown predicate: at most 1000 different ones, in input order.
            pub ignored: Vec<Ignored>,
            /// The number of facts of further unknown predicates.
            pub ignored_beyond: u64,
            pub(super) ignored_keys: Vec<(bool, usize, Vec<u8>)>,
            pub(super) ignored_index: HashTable<usize>,
        }

        impl<'s> Facts<'s> {
            pub(super) fn new(sources: &'s [Source]) -> Self {
                Facts {
                    sources,
                    symbols: Arc::default(),
                    $( $column: Vec::new(), )+
                    integrity: Integrity::default(),
                    translated: None,
                    warnings: Vec::new(),
                    ignored: Vec::new(),
                    ignored_beyond: 0,
                    ignored_keys: Vec::new(),
                    ignored_index: HashTable::new(),
                }
            }

            /// Adds a fact to its column. Arguments beyond the predicate's arity are ignored.
            #[inline]
            pub(super) fn add(&mut self, predicate: Predicate, all: &[Symbol; MOST_ARGUMENTS], at: Place) {
                match predicate {
                    $( Predicate::$variant => self.$column.push(Fact { args: std::array::from_fn(|i| all[i]), at }), )+
                }
            }

            /// The number of facts of known predicates and of integrity constraints.
            pub fn len(&self) -> usize {
                self.integrity.len() $( + self.$column.len() )+
            }

            /// Whether there are no facts at all, not even of unknown predicates.
            pub fn is_empty(&self) -> bool {
                $( self.$column.is_empty() && )+ self.integrity.is_empty() && self.ignored.is_empty()
            }

            /// Whether both have the same facts at the same places.
            pub fn same_as(&self, other: &Facts<'_>) -> bool {
                fn shown<const N: usize>(facts: &Facts<'_>, column: &[Fact<N>]) -> Vec<(Vec<String>, Place)> {
                    let show = |s: &Symbol| facts.symbols.display(*s).to_string();
                    column.iter().map(|f| (f.args.iter().map(show).collect(), f.at)).collect()
                }
                $( shown(self, &self.$column) == shown(other, &other.$column) && )+
                self.integrity.shown(&self.symbols) == other.integrity.shown(&other.symbols) &&
                self.ignored == other.ignored && self.ignored_beyond == other.ignored_beyond
            }
        }
    };
}

predicates! {
    /// `cell_contains(C,U,V)`: edge (U,V) is in cell C.
    CellContains, contains: (false, "cell_contains", [C, U, V]),
    /// `edge(U,V)`: an edge.
    Edge, edges: (false, "edge", [U, V]),
    /// `clue(C,N)`: N edges of cell C are in a solution.
    Clue, clues: (false, "clue", [C, N]),
    /// `at_least(C,N)`: N or more edges of cell C are in a solution.
    AtLeast, at_least: (false, "at_least", [C, N]),
    /// `at_most(C,N)`: N or fewer edges of cell C are in a solution.
    AtMost, at_most: (false, "at_most", [C, N]),
    /// `pos(V,X,Y)`: the coordinates of vertex V.
    Pos, positions: (false, "pos", [V, X, Y]),
    /// `node(V)`: a vertex.
    Node, nodes: (false, "node", [V]),
    /// `pair(A,B)`: a path joins A and B.
    Pair, pairs: (false, "pair", [A, B]),
    /// `pair_label(A,B,L)`: the label of the pair of A and B.
    PairLabel, pair_labels: (false, "pair_label", [A, B, L]),
    /// `link(U,V)`: edge (U,V) is required, or in the answer.
    Link, links: (false, "link", [U, V]),
    /// `-link(U,V)`: edge (U,V) is forbidden.
    NoLink, no_links: (true, "link", [U, V]),
    /// `edge(E,U,V)`: an edge with the name E.
    NamedEdge, named_edges: (false, "edge", [E, U, V]),
    /// `connection(I,U,V)`: path I joins U and V.
    Connection, connections: (false, "connection", [I, U, V]),
    /// `link(E)`: edge E is required, or in the answer.
    NamedLink, named_links: (false, "link", [E]),
    /// `-link(E)`: edge E is forbidden.
    NoNamedLink, no_named_links: (true, "link", [E]),
    /// `weight(E,N)`: the weight of edge E.
    Weight, weights: (false, "weight", [E, N]),
    /// `mark(V,M)`: what is drawn at vertex V.
    Mark, marks: (false, "mark", [V, M]),
    /// `region(V,R)`: vertex V is in region R.
    Region, regions: (false, "region", [V, R]),
    /// `shaded(X,Y)`: a square without a vertex.
    Shaded, shaded: (false, "shaded", [X, Y]),
    /// `cover`: every vertex is on the solution.
    Cover, cover: (false, "cover", []),
}

impl Predicate {
    /// The name and the number of arguments of the predicate, such as `edge/2` and `-link/2`.
    pub fn signature(self) -> String {
        format!("{}/{}", self.name(), self.arity())
    }
}
