//! Room for the paths of a linkage: necessary conditions on all of them together, which no rule sees edge by edge.
//!
//! **Flows.** Whichever terminal of each pair is called its source, the paths of a linkage are as many vertex-disjoint paths
//! from the sources to the other terminals as there are pairs. If there are not that many even when any source may be joined to
//! any other terminal, a set of fewer vertices separates the pairs, and there is no linkage (Menger's theorem). A cut shows only
//! if the sources of the pairs that it separates lie on one side. So the terminals of each pair in turn are two poles, and the
//! source of any other pair is the terminal nearer to the first pole.
//!
//! **Orders.** See `crossing::rings`.
//!
//! The conditions are tested once, before the search. The flows look at an edge `ROOM_LOOKS` times at most in the mean.

use std::collections::VecDeque;

use super::crossing::disagree_around_rings;
use super::owners::Owners;
use super::{Deduction, Heuristic, Rule, tuning};
use zlink_puzzle::{Topology, VertexId};

/// The number that stands for no vertex.
const NONE: u32 = u32::MAX;

impl Deduction<'_> {
    /// Whether the paths of a linkage are known to lack room together, so that there is no solution that agrees with the trail.
    pub fn lacks_room(&mut self) -> bool {
        let context = &mut self.context;
        if context.puzzle.topology() != Topology::Linkage {
            return false;
        }
        let (flows, crossing) =
            (context.techniques.has(Heuristic::DisjointFlows), context.techniques.has_rule(Rule::Crossing));
        context.update_ownership();
        let owners = context.owners_at(context.assigned() as u32);
        let lacks_flow = || flows && Flow::new(owners).is_too_small();
        let disagree = || crossing && context.embedding().is_some_and(|e| disagree_around_rings(owners, e));
        lacks_flow() || disagree()
    }
}

/// Vertex-disjoint paths through the free vertices from sources to other terminals.
struct Flow<'a> {
    owners: Owners<'a>,
    /// The end points of the pairs that are not joined.
    pairs: Vec<[u32; 2]>,
    /// Whether each vertex is one of them.
    is_end: Vec<bool>,
    /// For each vertex on a path the vertex before it and the vertex after it, the vertex itself at the path's ends.
    before: Vec<u32>,
    after: Vec<u32>,
    /// The number of edges that may still be looked at.
    looks: usize,
}

impl<'a> Flow<'a> {
    fn new(owners: Owners<'a>) -> Self {
        let vertices = owners.incidence.vertex_count();
        let pairs: Vec<[u32; 2]> = owners.open_pairs().map(|(_, ends)| ends.map(|v| v.0)).collect();
        let mut is_end = vec![false; vertices];
        pairs.iter().flatten().for_each(|&v| is_end[v as usize] = true);
        let looks = tuning::ROOM_LOOKS * owners.incidence.edge_count();
        Flow { owners, pairs, is_end, before: vec![NONE; vertices], after: vec![NONE; vertices], looks }
    }

    /// The vertices next to `v` that a path may enter from there.
    fn next(&self, v: u32) -> impl Iterator<Item = u32> + use<'a, '_> {
        let usable = |w: VertexId| self.owners.is_free(w) || self.is_end[w.index()];
        let at = self.owners.incidence.at(VertexId(v)).iter();
        at.filter(move |&&(e, w)| self.owners.is_not_out(e) && usable(w)).map(|&(_, w)| w.0)
    }

    /// Whether fewer paths than pairs exist for some choice of the sources.
    fn is_too_small(&mut self) -> bool {
        (0..self.pairs.len()).any(|poles| {
            let [near, far] = self.pairs[poles].map(|pole| self.distances(pole));
            self.looks > 0 && !self.joins_all(|v| i64::from(near[v as usize]) - i64::from(far[v as usize]))
        })
    }

    /// The distance of each vertex from a pole.
    fn distances(&mut self, pole: u32) -> Vec<u32> {
        let mut distances = vec![NONE; self.is_end.len()];
        distances[pole as usize] = 0;
        let mut queue = VecDeque::from([pole]);
        while let Some(v) = queue.pop_front() {
            for w in self.next(v) {
                if distances[w as usize] == NONE {
                    distances[w as usize] = distances[v as usize] + 1;
                    queue.push_back(w);
                }
            }
        }
        self.looks = self.looks.saturating_sub(2 * self.owners.incidence.edge_count());
        distances
    }

    /// Whether there are as many paths as pairs (or too many edges had to be looked at) if the source of each pair is the end
    /// point with the smaller `rank`.
    fn joins_all(&mut self, rank: impl Fn(u32) -> i64) -> bool {
        let sources: Vec<u32> =
            self.pairs.iter().map(|&[a, b]| if rank(b) < rank(a) { b } else { a }).collect();
        let mut is_sink = self.is_end.clone();
        sources.iter().for_each(|&v| is_sink[v as usize] = false);
        self.before.fill(NONE);
        self.after.fill(NONE);
        sources.iter().all(|&source| self.augment(source, &is_sink)) || self.looks == 0
    }

    /// Adds a path from a source, for which other paths may be rerouted; returns whether that is possible. Breadth-first search
    /// over the two sides of each vertex: paths enter `2 v` and leave `2 v + 1`.
    fn augment(&mut self, source: u32, is_sink: &[bool]) -> bool {
        let mut from = vec![NONE; 2 * is_sink.len()];
        let mut queue = VecDeque::from([2 * source]);
        from[2 * source as usize] = 2 * source;
        while let Some(side) = queue.pop_front() {
            let (v, leaves) = (side / 2, side % 2 == 1);
            let (before, after) = (self.before[v as usize], self.after[v as usize]);
            let mut seen = 0;
            let mut reach = |next: u32, from: &mut Vec<u32>| {
                if from[next as usize] == NONE {
                    from[next as usize] = side;
                    queue.push_back(next);
                }
            };
            match (leaves, before) {
                (false, NONE) if is_sink[v as usize] => {
                    self.reroute(side, &from);
                    return true;
                }
                (false, NONE) => reach(side + 1, &mut from),
                // Back along the path that is here already.
                (false, _) if before != v => reach(2 * before + 1, &mut from),
                (false, _) => {}
                (true, _) => {
                    for w in self.next(v) {
                        seen += 1;
                        if w != after {
                            reach(2 * w, &mut from);
                        }
                    }
                    if before != NONE {
                        reach(side - 1, &mut from);
                    }
                }
            }
            self.looks = self.looks.saturating_sub(seen);
            if self.looks == 0 {
                return false;
            }
        }
        false
    }

    /// Changes the paths along the search's way to the free sink that `side` enters.
    fn reroute(&mut self, side: u32, from: &[u32]) {
        let mut way = vec![side];
        while from[way[way.len() - 1] as usize] != way[way.len() - 1] {
            way.push(from[way[way.len() - 1] as usize]);
        }
        let source = way[way.len() - 1] / 2;
        let steps = || way.windows(2).rev().map(|step| [step[1], step[0]]);
        // First the parts of paths that are given up, then the new ones, as a vertex may be on both.
        for [here, next] in steps().filter(|[here, next]| here / 2 != next / 2 && here % 2 == 0) {
            let (v, w) = (here / 2, next / 2);
            self.before[v as usize] = NONE;
            self.after[w as usize] = NONE;
        }
        self.before[source as usize] = source;
        for [here, next] in steps().filter(|[here, next]| here / 2 != next / 2 && here % 2 == 1) {
            let (v, w) = (here / 2, next / 2);
            self.after[v as usize] = w;
            self.before[w as usize] = v;
        }
        self.after[side as usize / 2] = side / 2;
    }
}
