//! Equal and opposite edges. On a planar board they follow from the inside-outside colours of the faces on both sides of each edge,
//! otherwise from chains of edges.
//!
//! The value of an edge is the sum, modulo two, of two terms: the colours of its faces, or itself and zero. Known edges, and pairs of edges
//! where exactly one is in or both or none, state that two terms are equal or opposite; the consequences are the classes of a disjoint-set
//! forest with parities. The premises of a conclusion are a shortest chain of such statements. Colours: the Jordan curve theorem. Equal and
//! opposite edges: known from Loopy (S. Tatham's puzzle collection).

use std::collections::VecDeque;

use super::board::Site;
use super::site::{MOST_OPEN, known_of, sorted};
use super::state::{Fact, Inference, State};
use super::step::Known;
use super::{Difficulty, Rule};
use zlink_base::limits::Interrupted;
use zlink_puzzle::EdgeId;

/// The most premises that the conclusions of one pass have together; further conclusions are left for the next pass.
pub(super) const MOST_PREMISES: usize = 1 << 20;

/// The terms whose sums are the edges, with all equal and opposite terms found; see the module documentation.
pub(super) struct Relations<'a, 's> {
    state: &'a State<'s>,
    /// By edge: the two terms whose sum it is.
    things: Vec<[u32; 2]>,
    class: Vec<u32>,
    is_opposite: Vec<bool>,
    /// By term: the other terms that a fact relates it to, and that fact.
    links: Vec<Vec<(u32, Fact)>>,
}

impl<'a, 's> Relations<'a, 's> {
    /// The relations that follow from all known facts. They are sound only if solutions consist of cycles.
    pub(super) fn new(state: &'a State<'s>) -> Self {
        let board = state.board;
        let edges = board.puzzle.edge_count();
        let (things, count) = match &board.embedding {
            Some(embedding) => (embedding.beside().to_vec(), embedding.face_count()),
            None => ((0..edges as u32).map(|e| [e, edges as u32]).collect(), edges + 1),
        };
        let mut relations = Relations {
            state,
            things,
            class: (0..count as u32).collect(),
            is_opposite: vec![false; count],
            links: vec![Vec::new(); count],
        };
        let mut said = vec![Vec::new(); count];
        for known in state.known_edges() {
            let [a, b] = relations.things[known.edge.index()];
            said[a as usize].push((b, known.is_in));
            said[b as usize].push((a, known.is_in));
            relations.links[a as usize].push((b, Fact::Edge(known.edge)));
            relations.links[b as usize].push((a, Fact::Edge(known.edge)));
        }
        for (note, known) in state.notes() {
            let both = known_of(state, known.edges, Difficulty::Hard);
            let is_opposite = match both & known.allowed {
                0b0110 if known.allowed == 0b0110 => true,
                0b1001 if known.allowed == 0b1001 => false,
                _ => continue,
            };
            let Some([a, b]) = relations.rest(known.edges) else { continue };
            said[a as usize].push((b, is_opposite));
            said[b as usize].push((a, is_opposite));
            relations.links[a as usize].push((b, Fact::Note(note)));
            relations.links[b as usize].push((a, Fact::Note(note)));
        }
        let mut seen = vec![false; count];
        for start in 0..count {
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            let mut queue = VecDeque::from([start]);
            while let Some(here) = queue.pop_front() {
                for &(next, differs) in &said[here] {
                    let next = next as usize;
                    if !std::mem::replace(&mut seen[next], true) {
                        relations.class[next] = start as u32;
                        relations.is_opposite[next] = relations.is_opposite[here] ^ differs;
                        queue.push_back(next);
                    }
                }
            }
        }
        relations
    }

    /// For two edges that share a term, the two terms whose sum is the sum of the edges.
    fn rest(&self, edges: [EdgeId; 2]) -> Option<[u32; 2]> {
        let [[a, b], [c, d]] = edges.map(|e| self.things[e.index()]);
        match () {
            () if a == c => Some([b, d]),
            () if a == d => Some([b, c]),
            () if b == c => Some([a, d]),
            () if b == d => Some([a, c]),
            () => None,
        }
    }

    /// The sum of two terms, if it is known.
    fn sum(&self, [a, b]: [u32; 2]) -> Option<bool> {
        let [a, b] = [a as usize, b as usize];
        (self.class[a] == self.class[b]).then(|| self.is_opposite[a] ^ self.is_opposite[b])
    }

    /// A shortest chain of facts between two terms of a class.
    fn chain(&self, [from, to]: [u32; 2]) -> Vec<Fact> {
        let mut came: Vec<Option<(u32, Fact)>> = vec![None; self.links.len()];
        let mut queue = VecDeque::from([from]);
        while let Some(here) = queue.pop_front() {
            if here == to {
                break;
            }
            for &(next, fact) in &self.links[here as usize] {
                if next != from && came[next as usize].is_none() {
                    came[next as usize] = Some((here, fact));
                    queue.push_back(next);
                }
            }
        }
        let mut chain = Vec::new();
        let mut here = to;
        while let (true, Some((before, fact))) = (here != from, came[here as usize]) {
            chain.push(fact);
            here = before;
        }
        chain
    }

    /// Inferences of open edges whose value follows, those with the shortest chains first.
    pub(super) fn edges(&self) -> Result<Vec<Inference>, Interrupted> {
        let mut found = Vec::new();
        let mut premises = 0;
        for edge in self.state.open_edges() {
            let things = self.things[edge.index()];
            let Some(is_in) = self.sum(things) else { continue };
            self.state.check_limits()?;
            let mut inference = self.inference(self.chain(things));
            inference.edges = vec![Known { edge, is_in }];
            premises += inference.used.len();
            found.push(inference);
            if premises > MOST_PREMISES {
                break;
            }
        }
        found.sort_by_key(|inference| inference.used.len());
        Ok(found)
    }

    /// Inferences that two open edges of a site are equal or opposite, for each of these sites.
    pub(super) fn pairs(&self, sites: impl Iterator<Item = Site>) -> Result<Vec<Inference>, Interrupted> {
        let mut found = Vec::new();
        let mut premises = 0;
        for site in sites {
            let of_site = self.pairs_at(site);
            if !of_site.is_empty() {
                self.state.check_limits()?;
            }
            premises += of_site.iter().map(|inference| inference.used.len()).sum::<usize>();
            found.extend(of_site);
            if premises > MOST_PREMISES {
                break;
            }
        }
        Ok(found)
    }

    fn pairs_at(&self, site: Site) -> Vec<Inference> {
        let mut edges = self.state.board.edges(site);
        edges.retain(|&e| self.state.is_open(e));
        let mut found = Vec::new();
        if edges.len() > MOST_OPEN {
            return found;
        }
        for (j, &b) in edges.iter().enumerate() {
            for &a in &edges[..j] {
                let Some((differs, chains)) = self.compare([a, b]) else { continue };
                let (edges, allowed) = sorted([a, b], if differs { 0b0110 } else { 0b1001 });
                let known = known_of(self.state, edges, Difficulty::Extreme);
                if known & allowed != known {
                    let mut inference = self.inference(chains);
                    inference.note = Some((edges, allowed));
                    found.push(inference);
                }
            }
        }
        found
    }

    /// Whether two edges differ, if that is known, and the facts that show it.
    fn compare(&self, edges: [EdgeId; 2]) -> Option<(bool, Vec<Fact>)> {
        if let Some(rest) = self.rest(edges) {
            return Some((self.sum(rest)?, self.chain(rest)));
        }
        let [[a, b], [c, d]] = edges.map(|e| self.things[e.index()]);
        for [first, second] in [[[a, c], [b, d]], [[a, d], [b, c]]] {
            if let (Some(x), Some(y)) = (self.sum(first), self.sum(second)) {
                let mut chain = self.chain(first);
                chain.extend(self.chain(second));
                return Some((x ^ y, chain));
            }
        }
        None
    }

    fn inference(&self, mut chain: Vec<Fact>) -> Inference {
        let is_planar = self.state.board.embedding.is_some();
        let mut inference = Inference::by(if is_planar { Rule::InsideOutside } else { Rule::EdgePairs });
        inference.difficulty = Difficulty::Hard;
        chain.sort_unstable();
        chain.dedup();
        inference.used = chain;
        inference.is_global = is_planar;
        inference
    }
}
