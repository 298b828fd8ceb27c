//! Graphs as GraphML: the `id` of each `node`, the `source` and `target` of each `edge`; the keys `x` and `y` of
//! nodes are coordinates.

use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Document;
use super::document::Draft;
use super::lines::{Piece, Read, Text};
use crate::facts::word_of;
use crate::puzzle::{EdgeId, Topology, VertexId};

/// A tag without its angle brackets, and the text that follows it.
#[derive(Debug, Clone, Copy)]
struct Tag<'s> {
    tag: Piece<'s>,
    after: &'s str,
}

impl<'s> Tag<'s> {
    /// Its name without a namespace; a slash when it ends an element.
    fn name(self) -> &'s str {
        if self.tag.text.starts_with('/') {
            return "/";
        }
        let name = self.tag.text.split(|c: char| c.is_whitespace() || c == '/').next().unwrap_or_default();
        name.rsplit(':').next().unwrap_or(name)
    }

    /// The value of an attribute, with the entities in it replaced.
    fn attribute(self, wanted: &str) -> Option<String> {
        let mut rest = self.tag.text;
        loop {
            let (key, tail) = rest.split_once('=')?;
            let tail = tail.trim_start();
            let quote = tail.chars().next().filter(|c| *c == '"' || *c == '\'')?;
            let (value, tail) = tail[1..].split_once(quote)?;
            if key.trim_end().rsplit(|c: char| c.is_whitespace()).next() == Some(wanted) {
                return Some(unescape(value));
            }
            rest = tail;
        }
    }
}

fn unescape(value: &str) -> String {
    let mut text = String::new();
    let mut rest = value;
    while let Some(at) = rest.find('&') {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.find(';').map_or(rest.len(), |i| i + 1);
        let number = |digits: &str, radix| u32::from_str_radix(digits, radix).ok().and_then(char::from_u32);
        let entity = rest[..end].trim_start_matches('&').trim_end_matches(';');
        let sign = match entity {
            "amp" => Some('&'),
            "lt" => Some('<'),
            "gt" => Some('>'),
            "quot" => Some('"'),
            "apos" => Some('\''),
            _ => match entity.strip_prefix("#x") {
                Some(digits) => number(digits, 16),
                None => entity.strip_prefix('#').and_then(|digits| number(digits, 10)),
            },
        };
        match sign {
            Some(sign) => text.push(sign),
            None => text.push_str(&rest[..end]),
        }
        rest = &rest[end..];
    }
    text + rest
}

/// The tags of a text; comments and the like are left out.
fn tags<'s>(text: Text<'s>) -> Read<Vec<Tag<'s>>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(open) = text.all[at..].find('<') {
        let start = at + open;
        let rest = &text.all[start..];
        let end = match () {
            () if rest.starts_with("<!--") => "-->",
            () if rest.starts_with("<![CDATA[") => "]]>",
            () if rest.starts_with("<?") => "?>",
            () => ">",
        };
        let Some(len) = rest.find(end) else {
            return Err(text.error(start..start + 1, "this tag has no end"));
        };
        at = start + len + end.len();
        if end == ">" && !rest.starts_with("<!") {
            let after = &text.all[at..];
            let after = &after[..after.find('<').unwrap_or(after.len())];
            found.push(Tag { tag: Piece { at: start + 1, text: &rest[1..len] }, after });
        }
    }
    Ok(found)
}

/// Reads the first graph of a file.
pub(super) fn read(text: Text<'_>) -> Read<Document> {
    let tags = tags(text)?;
    let mut graph = Graph::new(text);
    for &tag in &tags {
        match tag.name() {
            "key" => graph.key(tag),
            "node" => graph.node(tag)?,
            "edge" => graph.edge(tag)?,
            "data" => graph.data(tag),
            "hyperedge" => return Err(text.error(tag.tag.range(), "a hyperedge has no meaning here")),
            _ => {}
        }
    }
    graph.document()
}

/// An edge by the ids of its ends, which may come later in the file.
struct Edge<'s> {
    tag: Tag<'s>,
    ends: [String; 2],
}

/// What is read of a graph so far.
struct Graph<'s> {
    text: Text<'s>,
    draft: Draft,
    index: FxHashMap<String, u32>,
    edges: Vec<Edge<'s>>,
    /// The ids of the keys that hold coordinates.
    keys: [Option<String>; 2],
    /// The coordinates of each node.
    at: Vec<[Option<i64>; 2]>,
    /// Whether data are those of the last node.
    in_node: bool,
}

impl<'s> Graph<'s> {
    fn new(text: Text<'s>) -> Self {
        Graph {
            text,
            draft: Draft::new(Topology::Cycle),
            index: FxHashMap::default(),
            edges: Vec::new(),
            keys: [None, None],
            at: Vec::new(),
            in_node: false,
        }
    }

    /// The value of an attribute that must be there.
    fn required(&self, tag: Tag<'s>, name: &str) -> Read<String> {
        let missing = || self.text.error(tag.tag.range(), format!("the attribute `{name}` is missing"));
        tag.attribute(name).ok_or_else(missing)
    }

    /// Notes the keys of coordinates.
    fn key(&mut self, tag: Tag<'s>) {
        let axis = match tag.attribute("attr.name").as_deref() {
            Some("x") => 0,
            Some("y") => 1,
            _ => return,
        };
        self.keys[axis] = tag.attribute("id");
    }

    fn node(&mut self, tag: Tag<'s>) -> Read<()> {
        let id = self.required(tag, "id")?;
        let vertex = self.draft.named_vertex(&id);
        let vertex = vertex.map_err(|error| self.text.error(tag.tag.range(), error.to_string()))?;
        if self.index.insert(id, vertex).is_some() {
            return Err(self.text.error(tag.tag.range(), "a node with this id came before"));
        }
        self.at.push([None; 2]);
        self.in_node = true;
        Ok(())
    }

    fn edge(&mut self, tag: Tag<'s>) -> Read<()> {
        let ends = [self.required(tag, "source")?, self.required(tag, "target")?];
        self.edges.push(Edge { tag, ends });
        self.in_node = false;
        Ok(())
    }

    /// Reads a coordinate of the last node, if that is what the data are.
    fn data(&mut self, tag: Tag<'s>) {
        let Some(last) = self.at.last_mut().filter(|_| self.in_node) else { return };
        let Some(key) = tag.attribute("key") else { return };
        for (axis, wanted) in self.keys.iter().enumerate() {
            if wanted.as_ref() == Some(&key) {
                let value: Option<f64> = tag.after.trim().parse().ok();
                last[axis] = value.filter(|v| v.abs() < 1e15).map(|v| v.round() as i64);
            }
        }
    }

    /// The graph, when all tags are read.
    fn document(mut self) -> Read<Document> {
        if self.index.is_empty() {
            return Err(self.text.error_at_start("there is no `node` in this file"));
        }
        self.join_nodes()?;
        self.draft.positions = self.at.into_iter().map(|[x, y]| Some([x?, y?])).collect();
        self.draft.finish().map_err(|error| self.text.error_at_start(error.to_string()))
    }

    /// Puts the edges into the draft, parallel ones once.
    fn join_nodes(&mut self) -> Read<()> {
        let mut seen = FxHashSet::default();
        for Edge { tag, ends: [source, target] } in &self.edges {
            let vertex = |name: &String| {
                let what = || self.text.error(tag.tag.range(), format!("there is no node `{name}`"));
                self.index.get(name).copied().ok_or_else(what)
            };
            let (u, v) = (vertex(source)?, vertex(target)?);
            if u == v {
                return Err(self.text.error(tag.tag.range(), "an edge must join two different vertices"));
            }
            if seen.insert([u.min(v), u.max(v)]) {
                self.draft.parts.edges.push([u, v]);
            }
        }
        Ok(())
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The graph of a document.
pub(super) fn write(document: &Document) -> String {
    let Document { puzzle, names, positions, .. } = document;
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
                    <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
        .to_owned();
    let has_positions = positions.iter().any(Option::is_some);
    if has_positions {
        for axis in ["x", "y"] {
            let _ =
                writeln!(text, "<key id=\"{axis}\" for=\"node\" attr.name=\"{axis}\" attr.type=\"long\"/>");
        }
    }
    text.push_str("<graph edgedefault=\"undirected\">\n");
    let name = |v: VertexId| {
        let name = names.vertex(v).to_string();
        escape(&word_of(&name))
    };
    for v in (0..puzzle.vertex_count()).map(VertexId::from_index) {
        let _ = match positions[v.index()] {
            Some([x, y]) => writeln!(
                text,
                "<node id=\"{}\"><data key=\"x\">{x}</data><data key=\"y\">{y}</data></node>",
                name(v)
            ),
            None => writeln!(text, "<node id=\"{}\"/>", name(v)),
        };
    }
    for e in 0..puzzle.edge_count() {
        let [u, v] = puzzle.edge_ends(EdgeId::from_index(e)).map(name);
        let _ = writeln!(text, "<edge source=\"{u}\" target=\"{v}\"/>");
    }
    text.push_str("</graph>\n</graphml>\n");
    text
}
