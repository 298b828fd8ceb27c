//! Excerpts and suggestions for messages.

use super::Builder;
use crate::near::slip;
use zlink_facts::{Diagnostic, Place, Symbol};

impl Builder<'_, '_> {
    pub(super) fn show(&self, symbol: Symbol) -> String {
        let mut text = self.facts.symbols.display(symbol).to_string();
        if text.len() > 60 {
            let cut = (0..=57).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0);
            text.truncate(cut);
            text.push_str("...");
        }
        text
    }

    pub(super) fn edge_text(&self, [u, v]: [u32; 2]) -> String {
        let name = |v: u32| self.show(self.vertices[v as usize]);
        self.edge_of(&name(u), &name(v))
    }

    /// The fact for an edge with these ends.
    fn edge_of(&self, u: &str, v: &str) -> String {
        let name = if self.edge_names.is_empty() { "" } else { "E," };
        format!("edge({name}{u},{v})")
    }

    /// An error at the given argument of the fact at `place`, or at the whole fact.
    pub(super) fn error(&self, message: String, place: Place, argument: Option<usize>) -> Diagnostic {
        self.place(Diagnostic::error(message), place, argument)
    }

    pub(super) fn place(&self, diagnostic: Diagnostic, place: Place, argument: Option<usize>) -> Diagnostic {
        let (source, range) = self.facts.range(place, argument);
        diagnostic.at(self.facts.sources, source, range)
    }

    pub(super) fn note(&self, diagnostic: Diagnostic, text: &str, place: Place) -> Diagnostic {
        let (source, range) = self.facts.range(place, None);
        diagnostic.note(text, self.facts.sources, source, range)
    }

    /// The error for a fact that names an edge which does not exist. Its ends are the arguments `from` and `from +
    /// 1`.
    pub(super) fn no_edge(
        &self,
        at: Place,
        predicate: &str,
        names: [Symbol; 2],
        ends: [Option<u32>; 2],
        from: usize,
    ) -> Diagnostic {
        let [u, v] = names.map(|name| self.show(name));
        let unknown = ends.iter().position(Option::is_none);
        let message = match unknown {
            Some(i) => format!("{predicate} names an edge at {}, which is not a vertex", [&u, &v][i]),
            None => format!("{predicate} names {}, which does not exist", self.edge_of(&u, &v)),
        };
        let diagnostic = self.error(message, at, unknown.map(|i| from + i));
        match self.near_edge(names) {
            Some(edge) => diagnostic.help(format!("did you mean {}?", self.edge_text(edge))),
            None => match ends.iter().flatten().find_map(|&vertex| self.edges_at(vertex)) {
                Some(edges) => diagnostic.help(edges),
                None => diagnostic.help(format!("write {} if the edge is missing", self.edge_of(&u, &v))),
            },
        }
    }

    /// The name among `others` that is most similar to `name`, if `name` is probably a misspelling of it.
    pub(super) fn nearest(&self, name: &str, others: impl Iterator<Item = Symbol>) -> Option<String> {
        let shown = others.map(|other| self.show(other));
        let near = shown.filter_map(|other| slip(name, &other).map(|d| (d, other)));
        near.min_by_key(|&(d, _)| d).map(|(_, other)| other)
    }

    /// Advice for a fact that names a vertex which does not exist.
    pub(super) fn near_vertex(&self, name: Symbol) -> String {
        let text = self.facts.symbols.display(name).to_string();
        match self.nearest(&text, self.vertices.iter().copied()) {
            Some(other) => format!("did you mean {other}?"),
            None => {
                let edge = self.edge_of("U", "V");
                format!("the vertices are those in {edge} and node(V); write node({text}) if it has no edge")
            }
        }
    }

    /// The edge whose names are most similar to `names`, if these are probably a misspelling of it.
    fn near_edge(&self, names: [Symbol; 2]) -> Option<[u32; 2]> {
        let [u, v] = names.map(|name| self.facts.symbols.display(name).to_string());
        // One end must be right; the other end is compared with the vertices adjacent to it.
        let mut best: Option<(usize, [u32; 2])> = None;
        for &edge in &self.edges.ends {
            let [a, b] = edge.map(|v| self.vertices[v as usize]);
            let d = if a == names[0] {
                slip(&v, &self.show(b))
            } else if b == names[1] {
                slip(&u, &self.show(a))
            } else {
                None
            };
            if let Some(d) = d
                && best.is_none_or(|(least, _)| d < least)
            {
                best = Some((d, edge));
            }
        }
        best.map(|(_, edge)| edge)
    }

    /// A sentence with the first few edges at a vertex, if it has any.
    fn edges_at(&self, vertex: u32) -> Option<String> {
        const NAMED: usize = 4;
        let mut at = self.edges.ends.iter().filter(|ends| ends.contains(&vertex));
        let named: Vec<String> = at.by_ref().take(NAMED).map(|&edge| self.edge_text(edge)).collect();
        let dots = if at.next().is_some() { ", ..." } else { "" };
        let vertex = self.show(self.vertices[vertex as usize]);
        (!named.is_empty()).then(|| format!("the edges at {vertex} are {}{dots}", named.join(", ")))
    }
}
