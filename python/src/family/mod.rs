//! `zlink.Family`: sets of sets.
//!
//! | file | what |
//! |---|---|
//! | `class.rs` | the class, and what its methods share |
//! | `build.rs` | families from sets and from constraints |
//! | `combine.rs` | operations on two families |
//! | `transform.rs` | operations on one family |
//! | `compare.rs` | comparisons of two families |
//! | `questions.rs` | membership, counts, sizes, frequencies |
//! | `iterators.rs` | sets one by one |
//! | `numbers.rs` | weights, costs and probabilities of elements |
//! | `files.rs` | families as text, bytes and pickles |

mod build;
mod class;
mod combine;
mod compare;
mod files;
mod iterators;
mod numbers;
mod questions;
mod transform;

pub(crate) use class::Family;
pub(crate) use files::restored;
pub(crate) use iterators::SetIterator;
