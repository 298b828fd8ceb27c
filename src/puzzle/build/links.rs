//! Links: demands on edges, or the answer to be checked.

use super::{Builder, LinkFacts};
use crate::EdgeId;
use zlink_facts::Fact;

impl Builder<'_, '_> {
    pub(super) fn links(&mut self, meaning: LinkFacts) -> bool {
        let facts = self.facts;
        let mut answered: Vec<bool> = Vec::new();
        for fact in &facts.links {
            let is_answer = match meaning {
                LinkFacts::Demand => false,
                LinkFacts::Answer => true,
                LinkFacts::AnswerFrom(source) => fact.at.resolve(facts.sources).0 >= source,
            };
            if is_answer {
                answered.resize(self.edges.ends.len(), false);
                match self.link_edge(fact) {
                    Ok(edge) => {
                        if !std::mem::replace(&mut answered[edge as usize], true) {
                            self.answer.edges.push(EdgeId(edge));
                        }
                    }
                    Err(why) => self.answer.not_edges.push(why),
                }
            } else if let Some(edge) = self.demand(fact) {
                self.required.push(edge);
            } else if self.report.has_too_many() {
                return false;
            }
        }
        for fact in &facts.no_links {
            if let Some(edge) = self.demand(fact) {
                self.forbidden.push(edge);
            } else if self.report.has_too_many() {
                return false;
            }
        }
        self.required.sort_unstable();
        self.required.dedup();
        self.forbidden.sort_unstable();
        self.forbidden.dedup();
        true
    }

    /// The edge that a `link` fact of an answer names, or the reason why it names none.
    fn link_edge(&self, fact: &Fact<2>) -> Result<u32, String> {
        let ends = fact.args.map(|name| self.vertices.get_index_of(&name).map(|i| i as u32));
        let [u, v] = fact.args.map(|name| self.show(name));
        let link = format!("link({u},{v})");
        match ends {
            [Some(a), Some(b)] => match self.edges.find(a, b) {
                Some(edge) if self.edges.ends[edge as usize] == [a, b] => Ok(edge),
                Some(edge) => Err(format!(
                    "{link}: the edge is written {}",
                    self.edge_text(self.edges.ends[edge as usize])
                )),
                None => Err(format!("{link}: there is no edge between {u} and {v}")),
            },
            [None, _] => Err(format!("{link}: there is no vertex {u}")),
            [_, None] => Err(format!("{link}: there is no vertex {v}")),
        }
    }

    /// The edge that a demand names; `None` after reporting an error.
    fn demand(&mut self, fact: &Fact<2>) -> Option<u32> {
        let ends = fact.args.map(|name| self.vertices.get_index_of(&name).map(|i| i as u32));
        let diagnostic = match ends {
            [Some(a), Some(b)] => match self.edges.find(a, b) {
                Some(edge) if self.edges.ends[edge as usize] == [a, b] => return Some(edge),
                Some(edge) => {
                    let written = self.edge_text(self.edges.ends[edge as usize]);
                    self.error("link names an edge in the other direction".into(), fact.at, None)
                        .help(format!("the edge is written {written}: name it in the same order"))
                }
                None => self.no_edge(fact.at, "link", fact.args, ends, 0),
            },
            _ => self.no_edge(fact.at, "link", fact.args, ends, 0),
        };
        self.report.push(diagnostic);
        None
    }
}
