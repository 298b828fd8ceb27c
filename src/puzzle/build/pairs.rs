//! Pairs: each vertex is in at most one pair.

use rustc_hash::FxHashMap;

use super::Builder;
use crate::Topology;
use zlink_facts::Place;

impl Builder<'_, '_> {
    pub(super) fn pairs(&mut self, topology: Option<Topology>) -> bool {
        let facts = self.facts;
        if topology.is_some_and(|t| t != Topology::Linkage) {
            return true;
        }
        let mut partner: FxHashMap<u32, (u32, Place)> = FxHashMap::default();
        for fact in &facts.pairs {
            let ends = fact.args.map(|name| self.vertices.get_index_of(&name).map(|i| i as u32));
            let diagnostic = match ends {
                [Some(a), Some(b)] if a == b => {
                    let message = format!("the vertex {} is paired with itself", self.show(fact.args[0]));
                    self.error(message, fact.at, None)
                        .help("pair(A,B): a path joins the different vertices A and B")
                }
                [Some(a), Some(b)] => {
                    let taken = [(a, b), (b, a)]
                        .into_iter()
                        .zip(0..)
                        .find_map(|((v, _), i)| partner.get(&v).map(|&(p, at)| (i, p, at)));
                    match taken {
                        None => {
                            partner.insert(a, (b, fact.at));
                            partner.insert(b, (a, fact.at));
                            self.pairs.push([a, b]);
                            continue;
                        }
                        // A repetition of the pair, in either order.
                        Some((0, p, _)) if p == b => continue,
                        Some((i, _, at)) => {
                            let message = format!("the vertex {} is in two pairs", self.show(fact.args[i]));
                            let diagnostic = self.error(message, fact.at, Some(i)).help(
                                "a vertex is the end of at most one path: correct one of the two facts",
                            );
                            self.note(diagnostic, "the first pair", at)
                        }
                    }
                }
                _ => {
                    let i = ends.iter().position(Option::is_none).unwrap_or(0);
                    let name = self.show(fact.args[i]);
                    self.error(format!("pair names {name}, which is not a vertex"), fact.at, Some(i))
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
