//! The graph: edges, each once and in one orientation, and vertices without edges.

use super::Builder;
use crate::edges::Added;

impl Builder<'_, '_> {
    pub(super) fn graph(&mut self) -> bool {
        let facts = self.facts;
        let mut nodes = facts.nodes.iter().peekable();
        for fact in &facts.edges {
            while let Some(node) = nodes.next_if(|node| node.at <= fact.at) {
                self.vertices.insert(node.args[0]);
            }
            let [u, v] = fact.args.map(|name| self.vertices.insert_full(name).0 as u32);
            let diagnostic = if u == v {
                let name = self.show(fact.args[0]);
                self.error(format!("the edge from {name} to itself is a loop"), fact.at, None)
                    .help("an edge joins two different vertices: correct one of them or leave the fact out")
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
        self.vertices.extend(nodes.map(|node| node.args[0]));
        true
    }
}
