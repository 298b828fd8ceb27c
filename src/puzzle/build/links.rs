//! Links: demands on edges, or the answer to be checked.

use super::{Builder, LinkFacts};
use crate::EdgeId;
use zlink_facts::{Fact, Link, Place};

fn both<'f>(by_ends: &'f [Fact<2>], named: &'f [Fact<1>]) -> impl Iterator<Item = (Link, Place)> {
    let by_ends = by_ends.iter().map(|fact| (Link::Ends(fact.args), fact.at));
    by_ends.chain(named.iter().map(|fact| (Link::Name(fact.args[0]), fact.at)))
}

impl Builder<'_, '_> {
    pub(super) fn links(&mut self, meaning: LinkFacts) -> bool {
        let facts = self.facts;
        let mut answered: Vec<bool> = Vec::new();
        for (link, at) in both(&facts.links, &facts.named_links) {
            let is_answer = match meaning {
                LinkFacts::Demand => false,
                LinkFacts::Answer => true,
                LinkFacts::AnswerFrom(source) => at.resolve(facts.sources).0 >= source,
            };
            if is_answer {
                answered.resize(self.edges.ends.len(), false);
                match self.link_edge(link) {
                    Ok(edge) => {
                        if !std::mem::replace(&mut answered[edge as usize], true) {
                            self.answer.edges.push(EdgeId(edge));
                        }
                    }
                    Err(why) => self.answer.not_edges.push(why),
                }
            } else if let Some(edge) = self.demand(link, at) {
                self.required.push(edge);
            } else if self.report.has_too_many() {
                return false;
            }
        }
        for (link, at) in both(&facts.no_links, &facts.no_named_links) {
            if let Some(edge) = self.demand(link, at) {
                self.forbidden.push(edge);
            } else if self.report.has_too_many() {
                return false;
            }
        }
        for literals in facts.integrity.iter() {
            let edges =
                literals.iter().map(|literal| Some((self.demand(literal.link, literal.at)?, literal.is_in)));
            let edges: Vec<Option<(u32, bool)>> = edges.collect();
            if self.report.has_too_many() {
                return false;
            }
            self.integrity.push(edges.into_iter().flatten().collect());
        }
        self.required.sort_unstable();
        self.required.dedup();
        self.forbidden.sort_unstable();
        self.forbidden.dedup();
        true
    }

    /// The edge that a `link` fact of an answer names, or the reason why it names none.
    fn link_edge(&self, link: Link) -> Result<u32, String> {
        let args = match link {
            Link::Ends(args) => args,
            Link::Name(name) => {
                let edge = self.edge_names.get_index_of(name).map(|edge| edge as u32);
                let name = self.show(name);
                return edge.ok_or_else(|| format!("link({name}): there is no edge {name}"));
            }
        };
        let ends = args.map(|name| self.vertices.get_index_of(name).map(|i| i as u32));
        let [u, v] = args.map(|name| self.show(name));
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
    fn demand(&mut self, link: Link, at: Place) -> Option<u32> {
        let args = match link {
            Link::Ends(args) => args,
            Link::Name(name) => {
                let edge = self.edge_names.get_index_of(name);
                if edge.is_none() {
                    let name = self.show(name);
                    let help = match self.nearest(&name, self.edge_names.iter().copied()) {
                        Some(other) => format!("did you mean {other}?"),
                        None => format!("write edge({name},U,V) if the edge is missing"),
                    };
                    let message = format!("link names the edge {name}, which does not exist");
                    let diagnostic = self.error(message, at, Some(0)).help(help);
                    self.report.push(diagnostic);
                }
                return edge.map(|edge| edge as u32);
            }
        };
        let ends = args.map(|name| self.vertices.get_index_of(name).map(|i| i as u32));
        let diagnostic = match ends {
            [Some(a), Some(b)] => match self.edges.find(a, b) {
                Some(edge) if self.edges.ends[edge as usize] == [a, b] => return Some(edge),
                Some(edge) => {
                    let written = self.edge_text(self.edges.ends[edge as usize]);
                    self.error("link names an edge in the other direction".into(), at, None)
                        .help(format!("the edge is written {written}: name it in the same order"))
                }
                None => self.no_edge(at, "link", args, ends, 0),
            },
            _ => self.no_edge(at, "link", args, ends, 0),
        };
        self.report.push(diagnostic);
        None
    }
}
