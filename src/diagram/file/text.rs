//! The form that Graphillion writes with `dump` and reads with `load`.
//!
//! ```text
//! 6 4 B T       node 6: element 4; without it, no set (B); with it, the empty rest (T)
//! 12 3 6 T
//! 24 1 12 6     the root comes last
//! .
//! ```
//!
//! Elements are numbered from 1, the top level first; the file does not name them. Nodes may have any
//! numbers, but come before their parents. Without nodes, the only line is `B` (no set) or `T` (the empty set).

use std::io::{self, Write};

use rustc_hash::FxHashMap;

use super::super::{Arcs, Arena, Diagram, Level, NodeId, Store};
use super::{FileError, Place};
use crate::puzzle::EdgeId;

/// What an entry of the table of numbers takes, roughly.
const ENTRY_BYTES: usize = 32;

impl<'a> Diagram<'a> {
    /// Writes Graphillion's form.
    pub fn write_text(&self, mut out: impl Write) -> io::Result<()> {
        let name = |id: NodeId| match id {
            NodeId::EMPTY => "B".to_string(),
            NodeId::UNIT => "T".to_string(),
            NodeId(id) => id.to_string(),
        };
        if self.root().is_terminal() {
            writeln!(out, "{}", name(self.root()))?;
        } else {
            for level in self.levels_up() {
                for id in self.row(level).filter(|&id| id <= self.root().0) {
                    let Arcs { lo, hi } = self.arcs(NodeId(id));
                    writeln!(out, "{id} {} {} {}", level.0 + 1, name(lo), name(hi))?;
                }
            }
        }
        writeln!(out, ".")?;
        out.flush()
    }

    /// Reads Graphillion's form. There are `elements` of them; without that, as many as the file speaks of.
    pub fn read_text(
        bytes: &[u8],
        elements: Option<usize>,
        arena: &'a Arena,
    ) -> Result<Diagram<'a>, FileError> {
        let text = std::str::from_utf8(bytes).map_err(|_| FileError::NotThisForm("a text of nodes"))?;
        let last = |line: &str| line.split_ascii_whitespace().nth(1).and_then(|l| l.parse::<u32>().ok());
        let levels = match elements {
            Some(elements) => elements,
            None => text.lines().filter_map(last).max().unwrap_or(0) as usize,
        };
        // Each element costs memory, whether the file says much about it or not.
        if levels > bytes.len().max(elements.unwrap_or(0)) {
            return Err(FileError::NotThisForm("a diagram that uses most of its elements"));
        }
        let workspace = Arena::new(arena.limits());
        let mut store = Store::new(&workspace, levels)?;
        let mut ids: FxHashMap<&str, NodeId> = FxHashMap::default();
        ids.insert("B", NodeId::EMPTY);
        ids.insert("T", NodeId::UNIT);
        let mut root = None;
        let mut ended = false;
        for (i, line) in text.lines().enumerate() {
            let wrong = |what: String| FileError::Wrong { at: Place::Line(i + 1), what };
            let words: Vec<&str> = line.split_ascii_whitespace().take(5).collect();
            if ended && !words.is_empty() {
                return Err(wrong("there is more behind the full stop".to_string()));
            }
            let known = |name: &str| {
                ids.get(name).copied().ok_or_else(|| wrong(format!("no node {name} comes before")))
            };
            match words[..] {
                [] => {}
                ["."] => ended = true,
                [name @ ("B" | "T")] if root.is_none() => root = Some(known(name)?),
                [id, element, lo, hi] => {
                    if i % 4096 == 0 {
                        arena.limits().check()?;
                    }
                    let level = element.parse::<u32>().ok().and_then(|element| element.checked_sub(1));
                    let level = level.filter(|&level| (level as usize) < levels).map(Level);
                    let level =
                        level.ok_or_else(|| wrong(format!("{element} is no element from 1 to {levels}")))?;
                    let (lo, hi) = (known(lo)?, known(hi)?);
                    if store.get(lo).level <= level || store.get(hi).level <= level {
                        return Err(wrong("an arc does not lead to a later element".to_string()));
                    }
                    let node = store.node(level, lo, hi)?;
                    workspace.reserve(ENTRY_BYTES)?;
                    if ids.insert(id, node).is_some() {
                        return Err(wrong(format!("node {id} comes twice")));
                    }
                    root = Some(node);
                }
                _ if root.is_none() => return Err(FileError::NotThisForm("a text of nodes")),
                _ => return Err(wrong("expected `ID ELEMENT LO HI`, `B`, `T` or `.`".to_string())),
            }
        }
        match root {
            Some(root) if ended => {
                let variables = (0..levels).map(EdgeId::from_index).collect();
                Ok(store.freeze(arena, root, variables)?)
            }
            Some(_) => Err(FileError::Truncated(bytes.len())),
            None => Err(FileError::NotThisForm("a text of nodes")),
        }
    }
}
