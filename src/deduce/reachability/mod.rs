//! The passage rule of a linkage: where the paths of the pairs that are not joined can still pass.
//!
//! The path of a pair leads from one tip to the other, directly or through free vertices (see `territory`). The
//! blocks (biconnected components) and cut vertices of the graph of the free vertices form trees; all paths between
//! two vertices pass the same cut vertices, those on the way between them in the tree, and no other block. So
//!
//! * a pair must have a way: an open edge between its tips, or open edges from both to one component;
//! * an open edge from a tip to a component that the other tip does not touch is out;
//! * an edge in a block that lies on no way of any pair is out;
//! * a cut vertex that lies on all ways of a pair carries that pair: no other pair can have it on all its ways, and
//!   open edges to it from tips of other pairs are out;
//! * a bridge that lies on all ways of a pair is in.
//!
//! One depth-first search (Hopcroft and Tarjan 1973) with an explicit stack finds the trees; the ways of a pair, one
//! for each choice of open edges at its tips, are climbed in them.
//!
//! Reasons: why the pair cannot leave what it reaches: the edges out of there that are out, or chosen edges that
//! show that another pair has the vertex beyond. For a block without a way: the edges that are out between the
//! parts of the component that hang on it, and out of the component.

mod forest;
mod reasons;

use super::context::Context;
#[cfg(test)]
use super::propagator::FromScratch;
use super::propagator::{Depth, Propagator};
use super::reason::Reason;
use super::territory::Territory;
use super::{Conflict, Lit, Value, Var};
use crate::puzzle::{EdgeId, Topology, VertexId};
use forest::Forest;
use reasons::{Cause, explain};

/// No pair, vertex, edge, block or component.
const NONE: u32 = u32::MAX;

/// The edges that are left from a tip to free vertices, with these.
type Doors = Vec<(EdgeId, VertexId)>;

/// Why there is no solution.
#[derive(Debug, Clone, Copy)]
enum Dead {
    /// There is no way for a pair.
    Torn(u32),
    /// Two pairs must pass the same vertex.
    Jam(VertexId, [u32; 2]),
}

/// What looking for the ways of the pairs takes, kept from one time to the next.
#[derive(Debug, Clone, Default)]
pub(super) struct Reachability {
    forest: Forest,
    /// Biconnectivity on a way.
    used: Vec<bool>,
    /// For each vertex the pair that must pass it.
    carried: Vec<u32>,
    /// The vertices that a pair must pass.
    carriers: Vec<VertexId>,
    /// How many ways of the present pair pass a vertex or a block.
    passing: Vec<u32>,
    crossed: Vec<u32>,
    /// The doors of the present pair, the vertices that its ways pass, and the blocks between them.
    doors: [Doors; 2],
    vertices: Vec<VertexId>,
    blocks: Vec<u32>,
    found: Vec<(Lit, Cause)>,
    /// Why there was no solution when the rule was applied last.
    dead: Option<Dead>,
}

impl Reachability {
    fn search(&mut self, territory: &Territory<'_>) -> Result<(), Dead> {
        self.forest.search(territory);
        self.used.clear();
        self.used.resize(self.forest.len(), false);
        self.crossed.resize(self.forest.len().max(self.crossed.len()), 0);
        self.passing.resize(territory.incidence.vertex_count(), 0);
        self.carried.resize(territory.incidence.vertex_count(), NONE);
        for v in self.carriers.drain(..) {
            self.carried[v.index()] = NONE;
        }
        for (pair, tips) in territory.open_pairs() {
            self.pair(pair, tips, territory)?;
        }
        self.deserted(territory);
        self.trespasses(territory);
        Ok(())
    }

    /// Edges in a block that lies on no way are out.
    fn deserted(&mut self, territory: &Territory<'_>) {
        if self.used.iter().all(|&used| used) {
            return;
        }
        for &v in self.forest.vertices() {
            let Some(block) = self.forest.above(v).filter(|&block| !self.used[block as usize]) else {
                continue;
            };
            for &(e, w) in territory.incidence.at(v) {
                if territory.is_left(e) && territory.is_free(w) && self.forest.has(block, w) {
                    self.found.push((Lit::new(e, false), Cause::Deserted));
                }
            }
        }
    }

    /// Edges from tips of other pairs to a vertex that a pair must pass are out.
    fn trespasses(&mut self, territory: &Territory<'_>) {
        for &v in &self.carriers {
            let pair = self.carried[v.index()];
            for &(e, w) in territory.incidence.at(v) {
                if territory.is_left(e) && territory.owner(w).is_some_and(|other| other != pair) {
                    self.found.push((Lit::new(e, false), Cause::Trespass(pair)));
                }
            }
        }
    }

    fn pair(&mut self, pair: u32, tips: [VertexId; 2], territory: &Territory<'_>) -> Result<(), Dead> {
        let mut direct = false;
        for ((tip, other), doors) in [(tips[0], tips[1]), (tips[1], tips[0])].into_iter().zip(&mut self.doors)
        {
            doors.clear();
            for &(e, w) in territory.incidence.at(tip) {
                if territory.is_left(e) {
                    direct |= w == other;
                    if territory.is_free(w) {
                        doors.push((e, w));
                    }
                }
            }
        }
        if let Some(block) = self.roomy_block() {
            self.used[block as usize] = true;
            return Ok(());
        }
        if !self.forest.is_connected() {
            self.stranded();
        }
        let ways = self.ways();
        if ways == 0 && !direct {
            return Err(Dead::Torn(pair));
        }
        let all = if direct { NONE } else { ways };
        let mut result = Ok(());
        for &v in &self.vertices {
            if std::mem::take(&mut self.passing[v.index()]) == all {
                let carried = &mut self.carried[v.index()];
                if *carried != NONE && *carried != pair && result.is_ok() {
                    result = Err(Dead::Jam(v, [*carried, pair]));
                }
                *carried = pair;
                self.carriers.push(v);
            }
        }
        for &b in &self.blocks {
            if std::mem::take(&mut self.crossed[b as usize]) == all
                && let Some(edge) = self.forest.bridge(b)
            {
                self.found.push((Lit::new(edge, true), Cause::Strait(pair)));
            }
        }
        result
    }

    /// The block that has all doors of the present pair if it must pass none of its vertices: the usual case.
    fn roomy_block(&self) -> Option<u32> {
        let several = |doors: &Doors| doors.len() > 1 && doors[0].1 != doors[1].1;
        let block = self.forest.above(self.doors[0].first()?.1)?;
        let all = || self.doors.iter().flatten().all(|&(_, v)| self.forest.above(v) == Some(block));
        (self.doors.iter().all(several) && all()).then_some(block)
    }

    /// Doors to where the other tip has none are out.
    fn stranded(&mut self) {
        let [first, second] = &self.doors;
        for (here, there) in [(first, second), (second, first)] {
            for &(e, v) in here {
                let component = self.forest.component(v);
                if there.iter().all(|&(_, w)| component != self.forest.component(w)) {
                    self.found.push((Lit::new(e, false), Cause::Stranded));
                }
            }
        }
    }

    /// Marks what lies on the ways of the present pair, one for each choice of doors, and tells how many there are.
    fn ways(&mut self) -> u32 {
        let mut ways = 0;
        self.vertices.clear();
        self.blocks.clear();
        let [first, second] = &self.doors;
        for &(_, v) in first {
            for &(_, w) in second {
                if self.forest.component(v) == self.forest.component(w) {
                    ways += 1;
                    self.forest.way([v, w], |v| self.vertices.push(v), |b| self.blocks.push(b));
                }
            }
        }
        for &v in &self.vertices {
            self.passing[v.index()] += 1;
        }
        for &b in &self.blocks {
            self.crossed[b as usize] += 1;
            self.used[b as usize] = true;
        }
        ways
    }
}

impl Propagator for Reachability {
    const DEPTHS: &'static [Depth] = &[Depth::Structure];

    fn propagate(&mut self, context: &mut Context<'_>, _: Depth) -> Result<(), Conflict> {
        if context.puzzle.topology() != Topology::Linkage {
            return Ok(());
        }
        context.advance_claims();
        let Context { claims, incidence, trail, .. } = context;
        let before = trail.entries().len() as u32;
        self.found.clear();
        self.dead = self.search(&Territory::new(claims, incidence, trail, before)).err();
        if self.dead.is_some() {
            return Err(Conflict::of(Cause::Torn.reason(before)));
        }
        for &(literal, cause) in &self.found {
            match trail.value(literal.var()) {
                Value::Open => trail.push(literal.var(), literal.value(), cause.reason(before)),
                value if (value == Value::In) != literal.value() => {
                    return Err(Conflict::at(cause.reason(before), literal.var()));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn explain(&self, context: &Context<'_>, reason: Reason, implied: Var, literals: &mut Vec<Lit>) {
        let (cause, before) = Cause::of(reason);
        if let Some(edge) = context.trail.edge(implied) {
            explain(cause, edge, &context.territory(before), literals);
        }
    }

    fn explain_conflict(
        &self,
        context: &Context<'_>,
        reason: Reason,
        var: Option<Var>,
        literals: &mut Vec<Lit>,
    ) {
        let (cause, before) = Cause::of(reason);
        let territory = context.territory(before);
        match (self.dead, var.and_then(|var| context.trail.edge(var))) {
            (Some(Dead::Torn(pair)), _) => reasons::torn(&territory, pair, literals),
            (Some(Dead::Jam(vertex, pairs)), _) => reasons::jam(&territory, vertex, pairs, literals),
            (None, Some(edge)) => {
                literals.push(territory.literal(edge));
                explain(cause, edge, &territory, literals);
            }
            (None, None) => {}
        }
    }
}

#[cfg(test)]
impl FromScratch for Reachability {
    fn check(&self, context: &Context<'_>, depth: Depth) {
        let is_linkage = context.puzzle.topology() == Topology::Linkage;
        if depth == Depth::Structure && is_linkage && !context.is_decided() {
            assert_eq!(super::tests::structure::expected_ways(context), Some(Vec::new()));
        }
    }
}
