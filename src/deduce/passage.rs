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

use super::claims::Claims;
use super::territory::{Gate, Territory};
use super::trail::{Antecedent, Trail};
use super::{Conflict, Literal, Value};
use crate::puzzle::{EdgeId, Incidence, VertexId};

const NONE: u32 = u32::MAX;

/// Blocks of the graph of the free vertices, as trees.
struct Blocks {
    /// For each free vertex but the roots the block of the edge to its parent.
    block: Vec<u32>,
    /// For each free vertex its component.
    component: Vec<u32>,
    /// For each vertex how many blocks lie above it.
    depth: Vec<u32>,
    /// For each block the vertex by which it hangs on the one above.
    top: Vec<VertexId>,
    /// For each block an edge, and whether it is the only one.
    edge: Vec<(EdgeId, bool)>,
}

#[derive(Debug, Clone, Copy)]
struct Frame {
    vertex: VertexId,
    via: EdgeId,
    next: u32,
}

impl Blocks {
    fn new(territory: &Territory<'_>) -> Self {
        let incidence = territory.incidence;
        let n = incidence.vertex_count();
        let mut blocks = Blocks {
            block: vec![NONE; n],
            component: vec![NONE; n],
            depth: vec![0; n],
            top: Vec::new(),
            edge: Vec::new(),
        };
        let (mut order, mut low) = (vec![NONE; n], vec![0u32; n]);
        let mut clock = 0u32;
        let mut frames: Vec<Frame> = Vec::new();
        // The vertices whose block is not known yet, in the order in which they were entered.
        let mut waiting: Vec<VertexId> = Vec::new();
        let mut entered: Vec<VertexId> = Vec::new();
        for root in (0..n).map(VertexId::from_index) {
            if !territory.is_free(root) || order[root.index()] != NONE {
                continue;
            }
            let component = clock;
            let mut enter = Some((root, EdgeId(NONE)));
            loop {
                if let Some((v, via)) = enter.take() {
                    order[v.index()] = clock;
                    low[v.index()] = clock;
                    clock += 1;
                    blocks.component[v.index()] = component;
                    entered.push(v);
                    frames.push(Frame { vertex: v, via, next: 0 });
                }
                let Some(frame) = frames.last_mut() else { break };
                let v = frame.vertex;
                if let Some(&(e, w)) = incidence.at(v).get(frame.next as usize) {
                    frame.next += 1;
                    if e == frame.via || !territory.is_free(w) || !territory.is_left(e) {
                        continue;
                    }
                    if order[w.index()] == NONE {
                        waiting.push(w);
                        enter = Some((w, e));
                    } else {
                        low[v.index()] = low[v.index()].min(order[w.index()]);
                    }
                    continue;
                }
                let via = frame.via;
                frames.pop();
                let Some(&Frame { vertex: parent, .. }) = frames.last() else { break };
                low[parent.index()] = low[parent.index()].min(low[v.index()]);
                if low[v.index()] >= order[parent.index()] {
                    let number = blocks.top.len() as u32;
                    blocks.top.push(parent);
                    let start = waiting.iter().rposition(|&w| w == v).unwrap_or(0);
                    blocks.edge.push((via, waiting.len() - start == 1));
                    for w in waiting.drain(start..) {
                        blocks.block[w.index()] = number;
                    }
                }
            }
        }
        // Blocks are numbered from below, vertices were entered from above.
        for v in entered {
            let block = blocks.block[v.index()];
            if block != NONE {
                blocks.depth[v.index()] = blocks.depth[blocks.top[block as usize].index()] + 1;
            }
        }
        blocks
    }

    /// The block of an edge between free vertices.
    fn of(&self, [u, v]: [VertexId; 2]) -> u32 {
        if self.depth[u.index()] > self.depth[v.index()] {
            self.block[u.index()]
        } else {
            self.block[v.index()]
        }
    }

    /// Hands out the vertices that all paths between two vertices of a component pass, and the blocks between them.
    fn way(
        &self,
        [mut u, mut v]: [VertexId; 2],
        mut vertex: impl FnMut(VertexId),
        mut block: impl FnMut(u32),
    ) {
        vertex(u);
        if u != v {
            vertex(v);
        }
        while u != v {
            let (a, b) = (self.block[u.index()], self.block[v.index()]);
            let (depth_u, depth_v) = (self.depth[u.index()], self.depth[v.index()]);
            if depth_u == depth_v && a == b {
                block(a);
                return;
            }
            let low = if depth_u >= depth_v { &mut u } else { &mut v };
            let under = self.block[low.index()];
            block(under);
            *low = self.top[under as usize];
            let (top, met) = (*low, u == v);
            if !met {
                vertex(top);
            }
        }
    }
}

/// The edges that are left from a tip to free vertices.
fn doors<'a>(territory: &'a Territory<'a>, tip: VertexId) -> impl Iterator<Item = (EdgeId, VertexId)> + 'a {
    let at = territory.incidence.at(tip).iter().copied();
    at.filter(|&(e, w)| territory.is_free(w) && territory.is_left(e))
}

/// Decides what the ways of the pairs decide. Everything on the trail must have been counted.
pub(super) fn propagate(claims: &Claims, incidence: &Incidence, trail: &mut Trail) -> Result<(), Conflict> {
    let before = trail.entries().len() as u32;
    let mut found = Found::default();
    let territory = Territory::new(claims, incidence, trail, before);
    let result = Search::new(&territory, before).run(&mut found);
    result.map_err(|_| Conflict::of(Antecedent::Torn { before }))?;
    for (literal, antecedent) in found.literals {
        match trail.value(literal.edge) {
            Value::Open => trail.push(literal.edge, literal.value, antecedent),
            value if (value == Value::In) != literal.value => {
                return Err(Conflict::at(antecedent, literal.edge));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Why there is no solution.
enum Dead {
    /// There is no way for a pair.
    Torn(u32),
    /// Two pairs must pass the same vertex.
    Jam(VertexId, [u32; 2]),
}

/// What a search has found.
#[derive(Default)]
struct Found {
    literals: Vec<(Literal, Antecedent)>,
}

struct Search<'a> {
    territory: &'a Territory<'a>,
    blocks: Blocks,
    before: u32,
    /// Blocks on a way.
    used: Vec<bool>,
    /// For each vertex the pair that must pass it.
    carried: Vec<u32>,
    /// How many ways of the present pair pass a vertex or a block.
    passing: Vec<u32>,
    crossed: Vec<u32>,
}

impl<'a> Search<'a> {
    fn new(territory: &'a Territory<'a>, before: u32) -> Self {
        let blocks = Blocks::new(territory);
        let n = territory.incidence.vertex_count();
        let count = blocks.top.len();
        Search {
            territory,
            blocks,
            before,
            used: vec![false; count],
            carried: vec![NONE; n],
            passing: vec![0; n],
            crossed: vec![0; count],
        }
    }

    fn run(mut self, found: &mut Found) -> Result<(), Dead> {
        for (pair, tips) in self.territory.open_pairs() {
            self.pair(pair, tips, found)?;
        }
        let before = self.before;
        for e in (0..self.territory.incidence.edge_count()).map(EdgeId::from_index) {
            if !self.territory.is_left(e) {
                continue;
            }
            let ends @ [u, v] = self.territory.incidence.ends(e);
            match [u, v].map(|v| self.territory.owner(v)) {
                [None, None] if !self.used[self.blocks.of(ends) as usize] => {
                    let antecedent = Antecedent::Deserted { before };
                    found.literals.push((Literal::new(e, false), antecedent));
                }
                [Some(pair), None] => self.trespass(pair, v, e, found),
                [None, Some(pair)] => self.trespass(pair, u, e, found),
                _ => {}
            }
        }
        Ok(())
    }

    /// An edge from a tip of `pair` to a vertex that another pair must pass is out.
    fn trespass(&self, pair: u32, v: VertexId, e: EdgeId, found: &mut Found) {
        let carried = self.carried[v.index()];
        if carried != NONE && carried != pair {
            let antecedent = Antecedent::Trespass { before: self.before, pair: carried };
            found.literals.push((Literal::new(e, false), antecedent));
        }
    }

    fn pair(&mut self, pair: u32, tips: [VertexId; 2], found: &mut Found) -> Result<(), Dead> {
        let (territory, before) = (self.territory, self.before);
        let [first, second] = tips.map(|tip| doors(territory, tip).collect::<Vec<_>>());
        let component = |v: VertexId| self.blocks.component[v.index()];
        let mut ways: Vec<[VertexId; 2]> = Vec::new();
        for (here, there) in [(&first, &second), (&second, &first)] {
            for &(e, v) in here {
                if !there.iter().any(|&(_, w)| component(v) == component(w)) {
                    found.literals.push((Literal::new(e, false), Antecedent::Stranded { before }));
                }
            }
        }
        for &(_, v) in &first {
            ways.extend(second.iter().filter(|&&(_, w)| component(v) == component(w)).map(|&(_, w)| [v, w]));
        }
        let direct =
            territory.incidence.at(tips[0]).iter().any(|&(e, w)| w == tips[1] && territory.is_left(e));
        if ways.is_empty() && !direct {
            return Err(Dead::Torn(pair));
        }
        let (mut vertices, mut blocks) = (Vec::new(), Vec::new());
        for &way in &ways {
            self.blocks.way(way, |v| vertices.push(v), |b| blocks.push(b));
        }
        for &v in &vertices {
            self.passing[v.index()] += 1;
        }
        for &b in &blocks {
            self.crossed[b as usize] += 1;
            self.used[b as usize] = true;
        }
        let all = if direct { u32::MAX } else { ways.len() as u32 };
        let mut conflict = Ok(());
        for &v in &vertices {
            if std::mem::take(&mut self.passing[v.index()]) == all {
                let carried = &mut self.carried[v.index()];
                if *carried != NONE && *carried != pair && conflict.is_ok() {
                    conflict = Err(Dead::Jam(v, [*carried, pair]));
                }
                *carried = pair;
            }
        }
        for &b in &blocks {
            let (edge, alone) = self.blocks.edge[b as usize];
            if std::mem::take(&mut self.crossed[b as usize]) == all && alone {
                found.literals.push((Literal::new(edge, true), Antecedent::Strait { before, pair }));
            }
        }
        conflict
    }
}

/// Why `edge` has (or must have) the value that the rule gives it.
pub(super) fn explain(
    antecedent: Antecedent,
    edge: EdgeId,
    claims: &Claims,
    incidence: &Incidence,
    trail: &Trail,
    reason: &mut Vec<Literal>,
) {
    match antecedent {
        Antecedent::Stranded { before } => {
            let territory = Territory::new(claims, incidence, trail, before);
            let [u, v] = incidence.ends(edge);
            let (tip, door) = if territory.is_free(v) { (u, v) } else { (v, u) };
            let Some(pair) = territory.owner(tip) else { return };
            territory.holds(tip, reason);
            let inside = territory.reach(door, Gate::Closed);
            territory.enclosure(pair, tip, &inside, Gate::Closed, reason);
        }
        Antecedent::Strait { before, pair } => {
            let territory = Territory::new(claims, incidence, trail, before);
            enclose(&territory, pair, Gate::Edge(edge), reason);
        }
        Antecedent::Trespass { before, pair } => {
            let territory = Territory::new(claims, incidence, trail, before);
            let [u, v] = incidence.ends(edge);
            let (tip, vertex) = if territory.is_free(v) { (u, v) } else { (v, u) };
            territory.holds(tip, reason);
            enclose(&territory, pair, Gate::Vertex(vertex), reason);
        }
        Antecedent::Deserted { before } => {
            let territory = Territory::new(claims, incidence, trail, before);
            desert(&territory, edge, reason);
        }
        _ => {}
    }
}

/// Literals that cannot hold together, after a conflict.
pub(super) fn explain_conflict(
    cause: Antecedent,
    edge: Option<EdgeId>,
    claims: &Claims,
    incidence: &Incidence,
    trail: &Trail,
    reason: &mut Vec<Literal>,
) {
    match cause {
        Antecedent::Torn { before } => {
            let territory = Territory::new(claims, incidence, trail, before);
            match Search::new(&territory, before).run(&mut Found::default()) {
                Err(Dead::Torn(pair)) => enclose(&territory, pair, Gate::Closed, reason),
                Err(Dead::Jam(vertex, pairs)) => {
                    for pair in pairs {
                        enclose(&territory, pair, Gate::Vertex(vertex), reason);
                    }
                }
                Ok(()) => {}
            }
        }
        cause => {
            if let Some(edge) = edge {
                reason.push(trail.literal(edge));
                explain(cause, edge, claims, incidence, trail, reason);
            }
        }
    }
}

/// Why `pair` must pass the gate: from one tip or from the other, whatever takes fewer literals.
fn enclose(territory: &Territory<'_>, pair: u32, gate: Gate, reason: &mut Vec<Literal>) {
    let Some(tips) = territory.tips(pair) else { return };
    let [first, second] = tips.map(|tip| {
        let mut reason = Vec::new();
        territory.holds(tip, &mut reason);
        let inside = territory.reach(tip, gate);
        territory.enclosure(pair, tip, &inside, gate, &mut reason);
        reason
    });
    reason.extend(if territory.weight(&first) <= territory.weight(&second) { first } else { second });
}

/// Why no path passes `edge`: without its block the component falls into parts, and no pair has its tips at
/// different ones. Told by what is out between the parts and out of the component, and by what shows which tips
/// there are.
fn desert(territory: &Territory<'_>, edge: EdgeId, reason: &mut Vec<Literal>) {
    let incidence = territory.incidence;
    let blocks = Blocks::new(territory);
    let ends = incidence.ends(edge);
    let (block, component) = (blocks.of(ends), blocks.component[ends[0].index()]);
    // The part of each vertex: the vertex of the block on which it hangs.
    let mut part = vec![NONE; incidence.vertex_count()];
    let members = |v: VertexId| {
        blocks.component[v.index()] == component
            && (blocks.block[v.index()] == block || blocks.top[block as usize] == v)
    };
    for root in (0..part.len()).map(VertexId::from_index).filter(|&v| members(v)) {
        part[root.index()] = root.0;
        let mut stack = vec![root];
        while let Some(v) = stack.pop() {
            for &(e, w) in incidence.at(v) {
                let stays = part[w.index()] == NONE && territory.is_free(w) && !members(w);
                if stays && territory.is_left(e) {
                    part[w.index()] = root.0;
                    stack.push(w);
                }
            }
        }
    }
    let mut shown: Vec<VertexId> = Vec::new();
    for v in (0..part.len()).map(VertexId::from_index).filter(|&v| part[v.index()] != NONE) {
        for &(e, w) in incidence.at(v) {
            let other = part[w.index()];
            if territory.is_left(e) {
                if other == NONE {
                    shown.push(w);
                }
            } else if other != part[v.index()] && (other == NONE || v < w) && !(members(v) && members(w)) {
                reason.push(territory.literal(e));
            }
        }
    }
    shown.sort_unstable();
    shown.dedup();
    for tip in shown {
        territory.holds(tip, reason);
    }
}
