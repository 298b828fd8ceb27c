//! The text form that Graphillion writes with `dump` and reads with `load`.
//!
//! ```text
//! 6 4 B T       node 6: element 4; without it, no set (B); with it, the empty rest (T)
//! 12 3 6 T
//! 24 1 12 6     the root comes last
//! .
//! ```
//!
//! Elements are numbered from 1, the top level first; the file does not name them. Nodes may have any numbers, but
//! each comes before its parents. Without nodes, the only line is `B` (no set) or `T` (the empty set).

use std::io::{self, Write};

use rustc_hash::FxHashMap;

use super::super::{Arcs, Diagram, Element, Level, NodeId, Store};
use super::{FileError, FilePosition};
use zlink_base::limits::{Account, Interrupted, Limits};

/// The bytes charged for an entry of the table of node numbers, roughly.
const ENTRY_BYTES: usize = 32;

impl Diagram {
    /// Writes Graphillion's text form.
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

    /// Reads Graphillion's text form; `elements` is the number of elements, by default the greatest one in the file.
    pub fn read_text(bytes: &[u8], elements: Option<usize>, limits: &Limits) -> Result<Diagram, FileError> {
        let text = std::str::from_utf8(bytes).map_err(|_| FileError::NotThisForm("a text of nodes"))?;
        let last = |line: &str| line.split_ascii_whitespace().nth(1).and_then(|l| l.parse::<u32>().ok());
        let levels = match elements {
            Some(elements) => elements,
            None => text.lines().filter_map(last).max().unwrap_or(0) as usize,
        };
        // Each element costs memory, even one that has no nodes.
        if levels > bytes.len().max(elements.unwrap_or(0)) {
            return Err(FileError::NotThisForm("a diagram that uses most of its elements"));
        }
        let mut reader = Reader::new(limits, levels)?;
        for (i, line) in text.lines().enumerate() {
            reader.line(i, line)?;
        }
        match reader.root {
            Some(root) if reader.ended => {
                let variables = (0..levels).map(Element::from_index).collect();
                Ok(reader.store.freeze(root, variables)?)
            }
            Some(_) => Err(FileError::Truncated(bytes.len())),
            None => Err(FileError::NotThisForm("a text of nodes")),
        }
    }
}

/// The state of reading.
struct Reader<'t> {
    limits: &'t Limits,
    /// The account that is charged for the table of node numbers.
    account: Account,
    levels: usize,
    store: Store,
    /// The nodes by the names that they have in the file.
    ids: FxHashMap<&'t str, NodeId>,
    /// The last node read.
    root: Option<NodeId>,
    /// Whether the final full stop was read.
    ended: bool,
}

impl<'t> Reader<'t> {
    fn new(limits: &'t Limits, levels: usize) -> Result<Self, Interrupted> {
        let store = Store::new(limits, levels)?;
        let ids = [("B", NodeId::EMPTY), ("T", NodeId::UNIT)].into_iter().collect();
        Ok(Reader { limits, account: limits.account(), levels, store, ids, root: None, ended: false })
    }

    /// Reads line `i`, counted from 0.
    fn line(&mut self, i: usize, line: &'t str) -> Result<(), FileError> {
        let words: Vec<&str> = line.split_ascii_whitespace().take(5).collect();
        if self.ended && !words.is_empty() {
            return Err(wrong(i, "there is more behind the full stop"));
        }
        match words[..] {
            [] => {}
            ["."] => self.ended = true,
            [name @ ("B" | "T")] if self.root.is_none() => self.root = Some(self.known(i, name)?),
            [id, element, lo, hi] => self.node(i, id, element, [lo, hi])?,
            _ if self.root.is_none() => return Err(FileError::NotThisForm("a text of nodes")),
            _ => return Err(wrong(i, "expected `ID ELEMENT LO HI`, `B`, `T` or `.`")),
        }
        Ok(())
    }

    /// Adds a node, which becomes the root unless another one follows.
    fn node(&mut self, i: usize, id: &'t str, element: &str, arcs: [&str; 2]) -> Result<(), FileError> {
        if i.is_multiple_of(4096) {
            self.limits.check()?;
        }
        let level = element.parse::<u32>().ok().and_then(|element| element.checked_sub(1));
        let level = level.filter(|&level| (level as usize) < self.levels).map(Level);
        let level =
            level.ok_or_else(|| wrong(i, format!("{element} is no element from 1 to {}", self.levels)))?;
        let (lo, hi) = (self.known(i, arcs[0])?, self.known(i, arcs[1])?);
        if self.store.get(lo).level <= level || self.store.get(hi).level <= level {
            return Err(wrong(i, "an arc does not lead to a later element"));
        }
        let node = self.store.node(level, lo, hi)?;
        self.account.grow(ENTRY_BYTES)?;
        if self.ids.insert(id, node).is_some() {
            return Err(wrong(i, format!("node {id} comes twice")));
        }
        self.root = Some(node);
        Ok(())
    }

    /// The node of an earlier line with this name.
    fn known(&self, i: usize, name: &str) -> Result<NodeId, FileError> {
        let unknown = || wrong(i, format!("no node {name} comes before"));
        self.ids.get(name).copied().ok_or_else(unknown)
    }
}

/// The error for line `i`, counted from 0.
fn wrong(i: usize, what: impl Into<String>) -> FileError {
    FileError::Wrong { at: FilePosition::Line(i + 1), what: what.into() }
}
