//! The graph: edges, each once and in one orientation, or each with a name, and vertices without edges.

use super::Builder;
use crate::EdgeId;
use crate::edges::Added;
use zlink_facts::Fact;

impl Builder<'_, '_> {
    pub(super) fn graph(&mut self) -> bool {
        let facts = self.facts;
        let mut nodes = facts.nodes.iter().peekable();
        let by_ends = facts.edges.iter().map(|fact| (None, *fact));
        let named = facts
            .named_edges
            .iter()
            .map(|&Fact { args: [name, u, v], at }| (Some(name), Fact { args: [u, v], at }));
        for (edge_name, fact) in by_ends.chain(named) {
            while let Some(node) = nodes.next_if(|node| node.at <= fact.at) {
                self.vertices.insert_full(node.args[0]);
            }
            let [u, v] = fact.args.map(|name| self.vertices.insert_full(name).0 as u32);
            let diagnostic = if u == v {
                let name = self.show(fact.args[0]);
                self.error(format!("the edge from {name} to itself is a loop"), fact.at, None)
                    .help("an edge joins two different vertices: correct one of them or leave the fact out")
            } else if let Some(name) = edge_name {
                let (number, is_new) = self.edge_names.insert_full(name);
                if is_new && self.edges.add(u, v) != Added::New {
                    self.parallel.push(EdgeId::from_index(number));
                    self.edges.ends.push([u, v]);
                }
                if self.edges.ends[number] == [u, v] {
                    continue;
                }
                let message = format!("a second edge has the name {}", self.show(name));
                let help = "each edge is written once, in one direction, and has a name of its own: correct one of them";
                let diagnostic = self.error(message, fact.at, Some(0)).help(help);
                match facts.named_edges.iter().find(|first| first.args[0] == name) {
                    Some(first) => self.note(diagnostic, "the first edge", first.at),
                    None => diagnostic,
                }
            } else if self.edges.add(u, v) == Added::Reversed {
                let first = facts.edges.iter().find(|f| f.args == [fact.args[1], fact.args[0]]);
                let message = format!("{} is written in the other direction before", self.edge_text([u, v]));
                let diagnostic = self
                    .error(message, fact.at, None)
                    .help("each edge is written once, in one direction: leave one of the two facts out");
                match first {
                    Some(first) => self.note(diagnostic, "the first direction", first.at),
                    None => diagnostic,
                }
            } else {
                continue;
            };
            if !self.report.push(diagnostic) {
                return false;
            }
        }
        nodes.for_each(|node| _ = self.vertices.insert_full(node.args[0]));
        true
    }
}
