//! Graphs as GraphML: the `id` of each `node`, the `source` and `target` of each `edge`; the keys `x` and `y` of
//! nodes are coordinates.
//!
//! | file | |
//! |---|---|
//! | `xml` | a text as a tree of elements that know their places |
//! | `read` | the tree as a graph |
//! | `write` | a graph as text |

mod read;
mod write;
mod xml;

pub(super) use read::read;
pub(super) use write::write;
