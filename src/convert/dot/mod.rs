//! Graphs in the language DOT of Graphviz: vertices and edges, also in subgraphs; `pos` of a vertex gives its coordinates.
//!
//! | file | |
//! |---|---|
//! | `tokens` | text -> names and signs, with their places in the text |
//! | `read` | names and signs -> graph |
//! | `write` | graph -> text |

mod read;
mod tokens;
mod write;

pub(super) use read::{MOST_JOINED, read};
pub(super) use write::write;

use super::lines::Text;
use tokens::without_comments;

/// Whether the text begins like a graph in DOT: `graph {`, `strict digraph NAME {`, ...
pub(super) fn looks_like(text: Text<'_>) -> bool {
    let start = &text.all[without_comments(text.all, 0)..];
    let Some((head, _)) = start.split_once('{') else { return false };
    let mut words = head.split(|c: char| c.is_whitespace() || c == '"').filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default().to_ascii_lowercase();
    let is_kind = |word: &str| matches!(word, "graph" | "digraph");
    // A name between the two may be anything in quotes, but no bracket of another language comes before.
    (is_kind(&first)
        || first == "strict" && words.next().is_some_and(|word| is_kind(&word.to_ascii_lowercase())))
        && !head.trim_start_matches(|c: char| c.is_alphabetic() || c.is_whitespace()).starts_with(['[', '('])
}
