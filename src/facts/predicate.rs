//! The table of predicates. All that is known of a predicate by its name is made from its row here: its variant of
//! [`Predicate`], its column in [`Facts`], and how it is read, compared and suggested. A stage gives it meaning.

use std::sync::Arc;

use hashbrown::HashTable;

use super::{Fact, Ignored, Place, Source, Symbol, Symbols};

/// The largest number of arguments.
pub(super) const MOST_ARGUMENTS: usize = 3;

/// Makes everything from the table. A row has the variant, the column, whether the facts are negated, the name, and
/// the arguments, of which only the number counts.
macro_rules! predicates {
    ($( $(#[doc = $about:literal])+ $variant:ident, $column:ident: ($negated:literal, $name:literal, [$($argument:ident),*]), )+) => {
        /// What can stand in a pattern.
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
            /// All of them.
            pub const ALL: &[Predicate] = &[$(Predicate::$variant),+];

            /// The predicate of facts `name(...)` or `-name(...)` with `arity` arguments.
            #[inline]
            pub(super) fn of(negated: bool, name: &[u8], arity: usize) -> Option<Self> {
                match (negated, arity, name) {
                    $( ($negated, rows::$column::ARITY, rows::$column::NAME) => Some(Predicate::$variant), )+
                    _ => None,
                }
            }

            /// Its name, with a minus sign in front if its facts are negated.
            pub const fn name(self) -> &'static str {
                match self {
                    $( Predicate::$variant if $negated => concat!("-", $name), )+
                    $( Predicate::$variant => $name, )+
                }
            }

            /// The number of its arguments.
            pub const fn arity(self) -> usize {
                match self {
                    $( Predicate::$variant => rows::$column::ARITY, )+
                }
            }
        }

        /// The facts of a program. Every column keeps the order of the input.
        #[derive(Debug, Clone)]
        pub struct Facts<'s> {
            /// The texts the facts were read from.
            pub sources: &'s [Source],
            /// The names in them.
            pub symbols: Arc<Symbols>,
            $( $(#[doc = $about])+ pub $column: Vec<Fact<{ rows::$column::ARITY }>>, )+
            /// Facts of other predicates, only counted: at most 1000 different ones, in input order.
            pub ignored: Vec<Ignored>,
            /// How many facts there are of predicates beyond these.
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
                    ignored: Vec::new(),
                    ignored_beyond: 0,
                    ignored_keys: Vec::new(),
                    ignored_index: HashTable::new(),
                }
            }

            /// Adds a fact to its column. Arguments beyond those of the predicate are not looked at.
            #[inline]
            pub(super) fn add(&mut self, predicate: Predicate, all: &[Symbol; MOST_ARGUMENTS], at: Place) {
                match predicate {
                    $( Predicate::$variant => self.$column.push(Fact { args: std::array::from_fn(|i| all[i]), at }), )+
                }
            }

            /// How many facts have a meaning here.
            pub fn len(&self) -> usize {
                0 $( + self.$column.len() )+
            }

            /// Whether there is no fact at all, not even one without a meaning here.
            pub fn is_empty(&self) -> bool {
                $( self.$column.is_empty() && )+ self.ignored.is_empty()
            }

            /// Whether the two hold the same facts at the same places.
            pub fn same_as(&self, other: &Facts<'_>) -> bool {
                fn shown<const N: usize>(facts: &Facts<'_>, column: &[Fact<N>]) -> Vec<(Vec<String>, Place)> {
                    let show = |s: &Symbol| facts.symbols.display(*s).to_string();
                    column.iter().map(|f| (f.args.iter().map(show).collect(), f.at)).collect()
                }
                $( shown(self, &self.$column) == shown(other, &other.$column) && )+
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
    /// `weight(E,N)`: the weight of edge E.
    Weight, weights: (false, "weight", [E, N]),
    /// `cover`: every vertex is on the solution.
    Cover, cover: (false, "cover", []),
}

impl Predicate {
    /// Its name and the number of its arguments, as in `edge/2` and `-link/2`.
    pub fn signature(self) -> String {
        format!("{}/{}", self.name(), self.arity())
    }
}
