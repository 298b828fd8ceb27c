//! The two ways to name an edge: by its ends, as in `edge(U,V)`, or by a name of its own, as in `edge(E,U,V)`. A puzzle keeps to one.

use super::{BuildOptions, Builder};
use crate::{EdgeId, Topology};
use zlink_facts::{Place, Predicate};

impl Builder<'_, '_> {
    /// Reports facts of both kinds, and named edges of no Numberlink; returns false if there are any.
    pub(super) fn vocabulary(&mut self, topology: Option<Topology>) -> bool {
        let facts = self.facts;
        let first = |places: &[(Option<Place>, Predicate)]| {
            places.iter().filter_map(|&(at, predicate)| Some((at?, predicate))).min_by_key(|&(at, _)| at)
        };
        let by_ends = first(&[
            (facts.edges.first().map(|fact| fact.at), Predicate::Edge),
            (facts.pairs.first().map(|fact| fact.at), Predicate::Pair),
            (facts.pair_labels.first().map(|fact| fact.at), Predicate::PairLabel),
            (facts.links.first().map(|fact| fact.at), Predicate::Link),
            (facts.no_links.first().map(|fact| fact.at), Predicate::NoLink),
        ]);
        let named = first(&[
            (facts.named_edges.first().map(|fact| fact.at), Predicate::NamedEdge),
            (facts.connections.first().map(|fact| fact.at), Predicate::Connection),
            (facts.named_links.first().map(|fact| fact.at), Predicate::NamedLink),
            (facts.no_named_links.first().map(|fact| fact.at), Predicate::NoNamedLink),
        ]);
        let unconnected =
            facts.named_edges.first().filter(|_| facts.connections.is_empty() && topology.is_none());
        let diagnostic = match (by_ends, named, unconnected) {
            (Some(ends), Some(named), _) => {
                let (earlier, later) = if ends.0 < named.0 { (ends, named) } else { (named, ends) };
                let [signature, other] = [later.1, earlier.1].map(Predicate::signature);
                let message = format!("{signature} does not go together with {other}");
                let diagnostic = self.error(message, later.0, None).help(
                    "write edge(U,V), pair(A,B), link(U,V), or else edge(E,U,V), connection(I,U,V), link(E)",
                );
                self.note(diagnostic, &format!("the first {other}"), earlier.0)
            }
            (_, _, Some(edge)) => {
                let message = "there is edge(E,U,V), but no connection(I,U,V)".into();
                let diagnostic = self.error(message, edge.at, None);
                match self.meant() {
                    Some((unknown, help)) => self.note(diagnostic, "an unknown fact", unknown).help(help),
                    None => diagnostic.help(
                        "edge(E,U,V) is the edge E of a Numberlink; an edge without a name is edge(U,V)",
                    ),
                }
            }
            _ => return true,
        };
        self.report.push(diagnostic);
        false
    }

    /// Reports parallel edges where they are not allowed; returns false if there are too many errors.
    pub(super) fn parallel(&mut self, options: &BuildOptions) -> bool {
        let Some(&EdgeId(second)) = self.parallel.first() else { return true };
        let is_linkage = options.topology.unwrap_or(self.implied()) == Topology::Linkage;
        let is_covered = options.cover || !self.facts.cover.is_empty();
        if options.parallel && is_linkage && !is_covered && self.facts.contains.is_empty() {
            return true;
        }
        let [u, v] = self.edges.ends[second as usize];
        let at = |edge: Option<u32>| {
            let name = edge.and_then(|edge| self.edge_names.get(edge as usize));
            self.facts.named_edges.iter().find(|fact| Some(&fact.args[0]) == name).map(|fact| fact.at)
        };
        let (Some(first), Some(second)) = (at(self.edges.find(u, v)), at(Some(second))) else { return true };
        let diagnostic = self.error("this edge is parallel to another one".into(), second, None).help(
            "parallel edges are only for solve (without -e and --as), count, check, prove, diagram build --graphs, convert --to aspcomp2011 and --encoding opb; not with cells, cover, --path-matchings or --cycles",
        );
        let diagnostic = self.note(diagnostic, "the other edge", first);
        self.report.push(diagnostic)
    }
}
