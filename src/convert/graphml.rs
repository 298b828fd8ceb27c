//! Graphs as GraphML: the `id` of each `node`, the `source` and `target` of each `edge`; the keys `x` and `y` of
//! nodes are coordinates.

use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Document;
use super::document::Draft;
use super::lines::{Piece, Read, Text};
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
    let mut draft = Draft::new(Topology::Cycle);
    let mut index: FxHashMap<String, u32> = FxHashMap::default();
    let mut edges = Vec::new();
    // The ids of the keys that hold coordinates.
    let mut keys: [Option<String>; 2] = [None, None];
    let mut at: Vec<[Option<i64>; 2]> = Vec::new();
    let mut in_node = false;
    let missing =
        |tag: Tag<'_>, name: &str| text.error(tag.tag.range(), format!("the attribute `{name}` is missing"));
    for &tag in &tags {
        match tag.name() {
            "key" => {
                let axis = match tag.attribute("attr.name").as_deref() {
                    Some("x") => 0,
                    Some("y") => 1,
                    _ => continue,
                };
                keys[axis] = tag.attribute("id");
            }
            "node" => {
                let id = tag.attribute("id").ok_or_else(|| missing(tag, "id"))?;
                let vertex = draft.named_vertex(&id);
                let vertex = vertex.map_err(|error| text.error(tag.tag.range(), error.to_string()))?;
                if index.insert(id, vertex).is_some() {
                    return Err(text.error(tag.tag.range(), "a node with this id came before"));
                }
                at.push([None; 2]);
                in_node = true;
            }
            "edge" => {
                let source = tag.attribute("source").ok_or_else(|| missing(tag, "source"))?;
                let target = tag.attribute("target").ok_or_else(|| missing(tag, "target"))?;
                edges.push((tag, source, target));
                in_node = false;
            }
            "data" if in_node => {
                let key = tag.attribute("key");
                for (axis, wanted) in keys.iter().enumerate() {
                    if wanted.is_some()
                        && *wanted == key
                        && let Some(last) = at.last_mut()
                    {
                        let value: Option<f64> = tag.after.trim().parse().ok();
                        last[axis] = value.filter(|v| v.abs() < 1e15).map(|v| v.round() as i64);
                    }
                }
            }
            "hyperedge" => return Err(text.error(tag.tag.range(), "a hyperedge has no meaning here")),
            _ => {}
        }
    }
    if index.is_empty() {
        return Err(text.error_at_start("there is no `node` in this file"));
    }
    let mut seen = FxHashSet::default();
    for (tag, source, target) in edges {
        let vertex = |name: &String| {
            let what = || text.error(tag.tag.range(), format!("there is no node `{name}`"));
            index.get(name).copied().ok_or_else(what)
        };
        let (u, v) = (vertex(&source)?, vertex(&target)?);
        if u == v {
            return Err(text.error(tag.tag.range(), "an edge must join two different vertices"));
        }
        if seen.insert([u.min(v), u.max(v)]) {
            draft.parts.edges.push([u, v]);
        }
    }
    draft.positions = at.into_iter().map(|[x, y]| Some([x?, y?])).collect();
    draft.finish().map_err(|error| text.error_at_start(error.to_string()))
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The graph of a document.
pub(super) fn write(document: &Document) -> String {
    let Document { puzzle, names, positions } = document;
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
        let inner = name.strip_prefix('"').and_then(|name| name.strip_suffix('"'));
        escape(&match inner {
            Some(inner) => inner.replace("\\\"", "\"").replace("\\n", "\n").replace("\\\\", "\\"),
            None => name,
        })
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
