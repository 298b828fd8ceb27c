//! Zero-suppressed decision diagrams (ZDDs): families of sets, exactly counted, combined, sampled, optimised and stored.
//!
//! ```
//! use zlink_diagram::{Element, Family};
//!
//! // The edges of a triangle and a fourth edge: which sets of edges meet every path of two edges?
//! let [ab, bc, ca, cd] = [0, 1, 2, 3].map(Element);
//! let paths: Family = [[ab, bc], [bc, ca], [ca, ab], [bc, cd], [ca, cd]].into_iter().collect();
//! let hitting = paths.minimal_hitting_sets();
//! assert_eq!(hitting.count(), 3u8.into());
//! let weights = [3, 1, 2, 4];
//! assert_eq!(hitting.best(|edge| weights[edge.index()]), Some((3, vec![bc, ca])));
//! ```
//!
//! | to | use |
//! |---|---|
//! | have families of sets as values, with operators and questions | [`Family`], [`family::NamedFamily`] with names |
//! | combine families within limits of time and memory | [`Algebra`] in [`Family::combine`] and [`Family::transform`], [`limits`] |
//! | ask about one family: counts, weights, samples, probabilities, lists in order | [`Diagram`], [`Counts`], [`ByWeight`], [`Sets`] |
//! | make a diagram of a search of one's own | [`RowBuilder`] level by level, [`Store`] in any order, [`Tally`] to count without one |
//! | store a diagram, or exchange it | [`Diagram`] reads and writes a binary and a text form; [`FileError`] |
//!
//! # Diagrams
//!
//! A ZDD is a family of sets of [`Element`]s, which are plain numbers: the crate does not know what they stand for,
//! such as the edges of a graph. A *node* tests one element, the *variable* of its level: its `hi` arc leads to the
//! sets that have the element (without it), its `lo` arc to the sets that do not. The terminals are
//! [`NodeId::EMPTY`], the family without sets, and [`NodeId::UNIT`], the family of only the empty set. Level 0 is at
//! the top, and arcs lead to greater levels; an element whose level an arc skips is in none of the sets below.
//! Without equal nodes, and without nodes whose `hi` is EMPTY, a family has exactly one diagram for each order of the
//! elements (Minato, DAC 1993; Knuth, TAOCP 4A, 7.1.4).
//!
//! Families are made in several ways but read in one, so diagrams under construction differ from finished ones:
//!
//! ```text
//!  breadth-first search -> RowBuilder --finish--+
//!  (last level first)                           +--> Diagram --> count, sizes, weights, frequencies, samples,
//!  depth-first search --> Store -----freeze-----+    |     ^     sets in two orders, restrict, dot, files
//!                           |                        |     |
//!                           |          import (by level)   freeze
//!                           |                        v     |
//!                           +---of_store---------> Algebra --> union, join, minimal, hitting sets, ...
//! ```
//!
//! * [`Diagram`] is frozen: finished, reduced and immutable, with eight bytes a node. Its nodes are numbered from the
//!   last level to the first, so that a level is a range of ids, children have smaller ids, and every fold is one
//!   pass over an array. It answers all questions about a single family.
//! * [`RowBuilder`] makes a diagram of nodes that come level by level from the last: only nodes of the current row
//!   can be equal, so its unique table is transient.
//! * [`Store`] is hash-consed: it takes nodes of any level in any order, children first, and gives equal nodes equal
//!   ids, until [`Store::collect`] frees what no root needs. It takes twelve bytes a node and about eight for the
//!   unique tables.
//! * [`Algebra`] is a store with the operations that make families of families.
//!
//! The nodes of a [`RowBuilder`] are in an [`Arena`] until it is finished; the other types own their nodes. All of
//! them, finished diagrams included, charge their memory to the [`Limits`](limits::Limits) that they were made
//! with; beyond the memory limit, operations fail with [`Interrupted::Memory`](limits::Interrupted::Memory). No
//! operation is recursive. [`family`] has families as values, with operators.

#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests run where there are threads"))]

mod algebra;
mod arena;
mod best;
mod chunks;
mod collect;
mod contains;
mod count;
mod counts;
mod dot;
mod element;
mod equal;
pub mod family;
mod file;
mod fingerprint;
mod fold;
mod freeze;
mod frequency;
mod held;
mod node;
mod probability;
mod reduced;
mod restrict;
mod rows;
mod sample;
mod scratch;
mod sets;
mod sizes;
mod store;
mod tally;
mod unique;
mod weight;
mod within;

pub use algebra::Algebra;
pub use arena::Arena;
pub use best::ByWeight;
pub use counts::Counts;
pub use element::Element;
#[doc(inline)]
pub use family::Family;
pub use file::{FileError, FilePosition};
pub(crate) use held::Held;
pub use node::{Arcs, Level, Node, NodeId};
pub use reduced::Diagram;
pub use rows::RowBuilder;
pub use sample::Samples;
pub use sets::Sets;
pub use store::Store;
pub use tally::Tally;
pub use weight::{Moments, Ratio};
#[doc(inline)]
pub use zlink_base::limits;
