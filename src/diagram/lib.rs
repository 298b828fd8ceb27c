//! Zero-suppressed decision diagrams (ZDDs): families of sets.
//!
//! A ZDD is a family of sets of [`Element`]s, which are numbers: what they stand for, such as the edges of a puzzle, is not
//! known here. A *node* asks for one element, the *variable* of its level: its `hi` arc
//! leads to the sets that have the element (without it), its `lo` arc to the sets that do not. The terminals are
//! [`NodeId::EMPTY`], no set at all, and [`NodeId::UNIT`], only the empty set. Level 0 is at the top; arcs
//! lead to greater levels; an element whose level an arc skips is in none of the sets below. Without equal
//! nodes, and without nodes whose `hi` is EMPTY, a family has exactly one diagram under an order of the elements
//! (Minato, DAC 1993; Knuth, TAOCP 4A, 7.1.4).
//!
//! There are two representations, because a family is made in several ways but read in one:
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
//! * [`Diagram`] is frozen: finished, reduced and immutable, eight bytes a node. Its nodes are numbered from the
//!   last level to the first, so that a level is a range of ids, children have smaller ids, and every fold is one
//!   pass over an array. Whatever is asked about one family is asked here.
//! * [`RowBuilder`] makes one when the nodes come level by level from the last: only nodes of the current row
//!   can be equal, so its unique table is transient.
//! * [`Store`] is hash-consed: it takes nodes of any level in any order, children first, and gives equal nodes
//!   equal ids, until [`Store::collect`] gives up what no root needs. Twelve bytes a node and about eight for the
//!   unique tables.
//! * [`Algebra`] is a store with the operations that make families of families.
//!
//! The nodes of a [`RowBuilder`] are in an [`Arena`] until all of them are there; the others own theirs. All have
//! accounts under the [`Limits`](zlink_base::limits::Limits) that they were made with, also finished diagrams: running over the
//! budget is [`Exhausted::Memory`](zlink_base::limits::Exhausted::Memory). Nothing here recurses. Families as values, with operators, are in
//! [`family`](crate::family).

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
#[cfg_attr(not(zlink_inside), doc(hidden))]
pub use arena::Arena;
pub use best::ByWeight;
pub use counts::Counts;
pub use element::Element;
pub use file::{FileError, FilePosition};
pub(crate) use held::Held;
pub use node::{Arcs, Level, Node, NodeId};
pub use reduced::Diagram;
#[cfg_attr(not(zlink_inside), doc(hidden))]
pub use rows::RowBuilder;
pub use sample::Samples;
pub use sets::Sets;
#[cfg_attr(not(zlink_inside), doc(hidden))]
pub use store::Store;
#[cfg_attr(not(zlink_inside), doc(hidden))]
pub use tally::Tally;
pub use weight::{Moments, Ratio};
