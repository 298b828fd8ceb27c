//! Graphs as GraphML: the `id` of each `node`, the `source` and `target` of each `edge`; the keys `x` and `y` of
//! nodes are coordinates.
//!
//! | file | |
//! |---|---|
//! | `xml` | text -> tree of elements, with their places in the text |
//! | `read` | tree -> graph |
//! | `write` | graph -> text |

mod read;
mod write;
mod xml;

pub(super) use read::read;
pub(super) use write::write;
