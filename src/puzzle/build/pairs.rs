//! Pairs and connections: each vertex is in at most one, and each connection has an index of its own.

use rustc_hash::FxHashMap;

use super::Builder;
use crate::Topology;
use zlink_facts::{Fact, Place, Symbol};

impl Builder<'_, '_> {
    pub(super) fn pairs(&mut self, topology: Option<Topology>) -> bool {
        let facts = self.facts;
        if topology.is_some_and(|t| t != Topology::Linkage) {
            return true;
        }
        let mut partner: FxHashMap<u32, (u32, Option<Symbol>, Place)> = FxHashMap::default();
        let mut indices: FxHashMap<Symbol, Place> = FxHashMap::default();
        let connections = facts
            .connections
            .iter()
            .map(|&Fact { args: [i, u, v], at }| (Some(i), Fact { args: [u, v], at }));
        for (index, fact) in facts.pairs.iter().map(|fact| (None, *fact)).chain(connections) {
            // The predicate, and the first of its arguments that is a vertex.
            let (predicate, from) = if index.is_some() { ("connection", 1) } else { ("pair", 0) };
            let ends = fact.args.map(|name| self.vertices.get_index_of(name).map(|i| i as u32));
            let diagnostic = match ends {
                [Some(a), Some(b)] if a == b => {
                    let message = format!("the vertex {} is paired with itself", self.show(fact.args[0]));
                    let help = match index {
                        None => "pair(A,B): a path joins the different vertices A and B",
                        Some(_) => "connection(I,U,V): a path joins the different vertices U and V",
                    };
                    self.error(message, fact.at, None).help(help)
                }
                [Some(a), Some(b)] => {
                    let taken = [(a, b), (b, a)]
                        .into_iter()
                        .zip(0..)
                        .find_map(|((v, _), i)| partner.get(&v).map(|&known| (i, known)));
                    match taken {
                        None => {
                            partner.insert(a, (b, index, fact.at));
                            partner.insert(b, (a, index, fact.at));
                            self.pairs.push([a, b]);
                            let Some(index) = index else { continue };
                            let Some(at) = indices.insert(index, fact.at) else { continue };
                            let message = format!("two connections have the index {}", self.show(index));
                            let diagnostic = self.error(message, fact.at, Some(0)).help(
                                "connection(I,U,V): I is the number of the path, and U and V are its ends",
                            );
                            self.note(diagnostic, "the first connection", at)
                        }
                        // A repetition of the pair, in either order.
                        Some((0, (p, other, _))) if p == b && other == index => continue,
                        Some((i, (_, _, at))) => {
                            let message =
                                format!("the vertex {} is in two {predicate}s", self.show(fact.args[i]));
                            let diagnostic = self.error(message, fact.at, Some(from + i)).help(
                                "a vertex is the end of at most one path: correct one of the two facts",
                            );
                            self.note(diagnostic, &format!("the first {predicate}"), at)
                        }
                    }
                }
                _ => {
                    let i = ends.iter().position(Option::is_none).unwrap_or(0);
                    let name = self.show(fact.args[i]);
                    self.error(
                        format!("{predicate} names {name}, which is not a vertex"),
                        fact.at,
                        Some(from + i),
                    )
                    .help(self.near_vertex(fact.args[i]))
                }
            };
            if !self.report.push(diagnostic) {
                return false;
            }
        }
        true
    }
}
