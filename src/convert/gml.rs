//! Graphs in GML, as networkx and the Topology Zoo have them: `graph [ node [ id 0 ] edge [ source 0 target 1 ] ]`.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Document;
use super::graph::{Graph, directed};
use super::lines::{Piece, Read, Text};

/// A value of a key.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Value<'s> {
    /// A number, or a text in quotes, without them.
    Plain(Piece<'s>),
    /// The start of a list of keys and values.
    Opens,
}

/// The lists that have a meaning here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum List {
    File,
    Graph,
    Node,
    Edge,
    /// The place of a node in a drawing.
    Graphics,
    Other,
}

#[derive(Default)]
struct Node<'s> {
    id: Option<Piece<'s>>,
    label: Option<Piece<'s>>,
    place: [Option<f64>; 2],
}

/// Whether the text begins like GML: perhaps with comments and with keys of the whole file, then `graph [`.
pub(super) fn looks_like(text: Text<'_>) -> bool {
    let mut lines =
        text.lines().map(Piece::trimmed).filter(|line| !line.text.is_empty() && !line.text.starts_with('#'));
    let Some(first) = lines.next() else { return false };
    let rest = &text.all[first.at..];
    let is_list = |rest: &str| rest.trim_start().starts_with('[');
    let word = first.words().next().map_or("", |word| word.text).trim_end_matches('[');
    match word {
        "graph" => is_list(&rest["graph".len()..]),
        "Creator" | "creator" | "Version" | "version" | "comment" | "Comment" => {
            rest.match_indices("graph").any(|(at, word)| is_list(&rest[at + word.len()..]))
        }
        _ => false,
    }
}

/// Reads one graph. Vertices are named by their labels, if all have different ones, and by their ids otherwise.
pub(super) fn read(text: Text<'_>) -> Read<Document> {
    let mut keys = Keys { text, at: 0 };
    let mut lists = vec![List::File];
    let mut opened = Vec::new();
    let (mut nodes, mut edges, mut is_graph) = (Vec::new(), Vec::new(), false);
    while let Some(list) = lists.last().copied() {
        let Some(key) = keys.key()? else {
            if list == List::File {
                break;
            }
            let open: Range<usize> = opened.pop().unwrap_or_default();
            return Err(text.error(open, "the text ends, but this list has no end"));
        };
        if key.text == "]" {
            if list == List::File {
                return Err(text.error(key.range(), "no list is open that ends here"));
            }
            lists.pop();
            opened.pop();
            continue;
        }
        let value = keys.value(key)?;
        if value == Value::Opens {
            opened.push(key.range());
            let inner = match (list, key.text) {
                (List::File, "graph") if std::mem::replace(&mut is_graph, true) => {
                    return Err(text.error(key.range(), "this is a second graph: a file has one"));
                }
                (List::File, "graph") => List::Graph,
                (List::Graph, "node") => {
                    nodes.push((key, Node::default()));
                    List::Node
                }
                (List::Graph, "edge") => {
                    edges.push((key, [None; 2]));
                    List::Edge
                }
                (List::Node, "graphics") => List::Graphics,
                (_, "graph" | "node" | "edge") => {
                    return Err(text.error(key.range(), format!("`{}` has no meaning here", key.text)));
                }
                _ => List::Other,
            };
            lists.push(inner);
            continue;
        }
        let Value::Plain(value) = value else { continue };
        let node = nodes.last_mut().map(|(_, node)| node);
        match (list, key.text, node) {
            (List::Graph, "directed", _) if value.text != "0" => return Err(directed(text, value.range())),
            (List::Node, "id", Some(node)) => node.id = Some(value),
            (List::Node, "label", Some(node)) => node.label = Some(value),
            (List::Graphics, "x", Some(node)) => node.place[0] = value.text.parse().ok(),
            (List::Graphics, "y", Some(node)) => node.place[1] = value.text.parse().ok(),
            (List::Edge, "source" | "target", _) => {
                if let Some((_, ends)) = edges.last_mut() {
                    ends[usize::from(key.text == "target")] = Some(value);
                }
            }
            _ => {}
        }
    }
    if !is_graph {
        return Err(text.error_at_start("there is no `graph [` in this file"));
    }
    build(text, nodes, edges)
}

/// Builds the graph of nodes and edges, each with its key.
fn build<'s>(
    text: Text<'s>,
    nodes: Vec<(Piece<'s>, Node<'s>)>,
    edges: Vec<(Piece<'s>, [Option<Piece<'s>>; 2])>,
) -> Read<Document> {
    let mut graph = Graph::new(text);
    let mut ids = FxHashMap::default();
    let labels: Vec<String> = nodes.iter().filter_map(|(_, node)| Some(plain(node.label?.text))).collect();
    let different: FxHashSet<&String> = labels.iter().collect();
    let has_labels = different.len() == nodes.len();
    for (i, (key, node)) in nodes.iter().enumerate() {
        let id = node.id.ok_or_else(|| text.error(key.range(), "this node has no `id`"))?;
        let vertex = match node.label.filter(|_| has_labels) {
            Some(label) => graph.named(&labels[i], label.range())?,
            None => graph.named(id.text, id.range())?,
        };
        if ids.insert(id.text, vertex).is_some() {
            return Err(text.error(id.range(), "a node with this id came before"));
        }
        if let [Some(x), Some(y)] = node.place {
            graph.place(vertex, [x, y]);
        }
    }
    for (key, ends) in edges {
        let [u, v] = ends.map(|end| {
            let end =
                end.ok_or_else(|| text.error(key.range(), "this edge has no `source` or no `target`"))?;
            let missing = || text.error(end.range(), format!("there is no node with the id `{}`", end.text));
            ids.get(end.text).copied().ok_or_else(missing)
        });
        graph.edge([u?, v?], key.range())?;
    }
    graph.finish()
}

/// A text with characters in place of the numbers and names that stand for them.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        let (length, character) = character(rest).unwrap_or((1, '&'));
        plain.push(character);
        rest = &rest[length..];
    }
    plain + rest
}

/// The character that a text like `&#233;` or `&amp;` begins with stands for, and the length of that part.
fn character(text: &str) -> Option<(usize, char)> {
    // No name is longer, and a text may have many `&` without an end.
    let end = text.bytes().take(12).position(|byte| byte == b';')?;
    let name = &text[1..end];
    let character = match name {
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        "lt" => '<',
        "gt" => '>',
        _ => {
            let digits = name.strip_prefix('#')?;
            let number = match digits.strip_prefix('x') {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => digits.parse(),
            };
            char::from_u32(number.ok()?)?
        }
    };
    Some((name.len() + 2, character))
}

/// The keys and values of a text, one after another.
struct Keys<'s> {
    text: Text<'s>,
    at: usize,
}

impl<'s> Keys<'s> {
    /// The text from the next part on that is no blank and in no comment.
    fn rest(&mut self) -> &'s str {
        loop {
            let rest =
                self.text.all[self.at..].trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            self.at = self.text.all.len() - rest.len();
            if !rest.starts_with('#') {
                return rest;
            }
            self.at += rest.find('\n').unwrap_or(rest.len());
        }
    }

    fn take(&mut self, length: usize) -> Piece<'s> {
        let piece = Piece { at: self.at, text: &self.text.all[self.at..self.at + length] };
        self.at += length;
        piece
    }

    /// The next key, or the `]` that ends a list; `None` at the end of the text.
    fn key(&mut self) -> Read<Option<Piece<'s>>> {
        let rest = self.rest();
        if rest.is_empty() {
            return Ok(None);
        }
        if rest.starts_with(']') {
            return Ok(Some(self.take(1)));
        }
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        if length == 0 || rest.starts_with(|c: char| c.is_ascii_digit()) {
            let first = rest.chars().next().map_or(0, char::len_utf8);
            return Err(self.text.error(self.at..self.at + length.max(first), "a key or `]` was expected"));
        }
        Ok(Some(self.take(length)))
    }

    /// The value of `key`.
    fn value(&mut self, key: Piece<'s>) -> Read<Value<'s>> {
        let rest = self.rest();
        if rest.starts_with('[') {
            self.at += 1;
            return Ok(Value::Opens);
        }
        if let Some(inner) = rest.strip_prefix('"') {
            let start = self.at..self.at + 1;
            let length =
                inner.find('"').ok_or_else(|| self.text.error(start, "this quotation has no end"))?;
            self.at += 1;
            let value = self.take(length);
            self.at += 1;
            return Ok(Value::Plain(value));
        }
        let length = rest.find(|c: char| c.is_whitespace() || "[]\"".contains(c)).unwrap_or(rest.len());
        if length == 0 {
            return Err(self.text.error(key.range(), format!("`{}` has no value", key.text)));
        }
        Ok(Value::Plain(self.take(length)))
    }
}
