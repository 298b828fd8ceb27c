//! Reads a graph from a tree of elements.

use roxmltree::{Attribute, Node};
use rustc_hash::FxHashMap;

use super::super::Document;
use super::super::graph::{Graph, directed};
use super::super::lines::{Read, Text};
use super::xml::{Xml, attribute};

/// Reads all graphs of a file as one graph, including nodes of nested graphs. Parallel edges become one edge, with a warning.
pub(crate) fn read(text: Text<'_>) -> Read<Document> {
    let xml = Xml::new(text)?;
    xml.is_graphml()?;
    let mut graph = Reader::new(text, &xml);
    let mut is_graph = false;
    for element in xml.elements() {
        match element.tag_name().name() {
            "graph" => is_graph = true,
            "node" => graph.node(element)?,
            "hyperedge" => return Err(xml.error_in_tag(element, "a hyperedge has no meaning here")),
            _ => {}
        }
    }
    if !is_graph && graph.index.is_empty() {
        return Err(text.error_at_start("there is no `graph` in this file"));
    }
    // The nodes of an edge may come after it.
    for edge in xml.elements().filter(|element| element.tag_name().name() == "edge") {
        graph.edge(edge)?;
    }
    graph.read.finish()
}

/// A graph while it is read.
struct Reader<'t, 's> {
    xml: &'t Xml<'s>,
    /// The ids of the keys that hold the `x` and `y` coordinates.
    axes: [Option<&'t str>; 2],
    read: Graph<'s>,
    index: FxHashMap<&'t str, u32>,
}

impl<'t, 's> Reader<'t, 's> {
    fn new(text: Text<'s>, xml: &'t Xml<'s>) -> Self {
        Reader { xml, axes: axes(xml), read: Graph::new(text), index: FxHashMap::default() }
    }

    fn node(&mut self, node: Node<'t, 's>) -> Read<()> {
        let id = self.xml.required(node, "id")?;
        self.xml.no_control_character(id)?;
        let vertex = self.read.draft.named_vertex(id.value());
        let vertex = vertex.map_err(|error| self.xml.error_in_tag(node, &error.to_string()))?;
        if self.index.insert(id.value(), vertex).is_some() {
            return Err(self.xml.error_in_value(id, "a node with this id came before"));
        }
        let position = self.position(node);
        self.read.draft.positions.push(position);
        Ok(())
    }

    /// The coordinates of a node, if it has both.
    fn position(&self, node: Node<'t, 's>) -> Option<[i64; 2]> {
        let mut found = [None; 2];
        for data in node.children().filter(|child| self.xml.is_ours(*child)) {
            let Some(key) = attribute(data, "key").filter(|_| data.tag_name().name() == "data") else {
                continue;
            };
            for (axis, wanted) in self.axes.iter().enumerate() {
                if *wanted == Some(key.value()) {
                    found[axis] = coordinate(data);
                }
            }
        }
        let [x, y] = found;
        Some([x?, y?])
    }

    fn edge(&mut self, edge: Node<'t, 's>) -> Read<()> {
        let [source, target] = [self.xml.required(edge, "source")?, self.xml.required(edge, "target")?];
        let (u, v) = (self.vertex(source)?, self.vertex(target)?);
        // An edge has the direction that it says, or that of all edges of its graph.
        let default = edge.parent().and_then(|graph| attribute(graph, "edgedefault"));
        let direction = attribute(edge, "directed").or(default);
        if let Some(direction) =
            direction.filter(|direction| matches!(direction.value(), "directed" | "true" | "1"))
        {
            return Err(directed(self.read.text, self.xml.in_text(direction.range_value())));
        }
        self.read.edge([u, v], self.xml.tag(edge))
    }

    /// The vertex that an edge names.
    fn vertex(&self, name: Attribute<'t, 's>) -> Read<u32> {
        let missing = || self.xml.error_in_value(name, &format!("there is no node `{}`", name.value()));
        self.xml.no_control_character(name)?;
        self.index.get(name.value()).copied().ok_or_else(missing)
    }
}

/// The ids of the keys of nodes with the names `x` and `y`.
fn axes<'t>(xml: &'t Xml<'_>) -> [Option<&'t str>; 2] {
    let mut axes = [None; 2];
    for key in xml.elements().filter(|element| element.tag_name().name() == "key") {
        let is_of_nodes = attribute(key, "for").is_none_or(|of| matches!(of.value(), "node" | "all"));
        let axis = match attribute(key, "attr.name").map(|name| name.value()) {
            Some("x") if is_of_nodes => 0,
            Some("y") if is_of_nodes => 1,
            _ => continue,
        };
        axes[axis] = attribute(key, "id").map(|id| id.value());
    }
    axes
}

/// The number in an element, rounded; `None` if it is no number or too large for a coordinate.
fn coordinate(data: Node<'_, '_>) -> Option<i64> {
    let text: String = data.children().filter(Node::is_text).filter_map(|part| part.text()).collect();
    let value: Option<f64> = text.trim().parse().ok();
    value.filter(|value| value.abs() < 1e15).map(|value| value.round() as i64)
}
