//! The bridge rule of a linkage: how many pairs a cut of the graph that is left separates.
//!
//! A bridge of the graph of chosen and open edges that lies between the terminals of exactly one pair is in; of
//! two or more pairs there is no solution, nor when two pairs must pass (or end at) the same vertex, nor when the
//! terminals of a pair are in different components. (That a bridge between no pair is out follows from the block
//! rule.)
//!
//! One depth-first search with an explicit stack; the number of pairs that leave a subtree is the number of
//! its terminals less twice the number of pairs that meet in it, and where a pair meets is found as in Tarjan's
//! off-line algorithm for lowest common ancestors (1979). The same sum over the numbers of the pairs says which
//! pair it is when there is one.
//!
//! Reasons: what is out across the bridge.

use super::Literal;
use super::trail::{Antecedent, Trail};
use super::{Conflict, Value, blocks};
use crate::puzzle::{EdgeId, Incidence, Puzzle, Topology, VertexId};

const UNSEEN: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
struct Frame {
    vertex: u32,
    via: u32,
    next: u32,
}

struct Search<'a> {
    incidence: &'a Incidence,
    trail: &'a Trail,
    /// For each terminal its pair and its partner.
    partner: Vec<Option<(u32, u32)>>,
    order: Vec<u32>,
    low: Vec<u32>,
    clock: u32,
    /// Union-find: finished vertices point towards the ancestor that is not finished.
    towards: Vec<u32>,
    /// Terminals in the subtree less twice the pairs that meet there.
    leaving: Vec<i64>,
    /// The same with the number of the pair for each terminal.
    numbers: Vec<i64>,
    /// The pair that ends at a vertex or must pass it.
    passing: Vec<Option<u32>>,
    frames: Vec<Frame>,
}

impl Search<'_> {
    /// Enters a vertex; false when its partner is in an earlier component.
    fn enter(&mut self, vertex: u32, via: u32, component: u32) -> bool {
        let v = vertex as usize;
        self.order[v] = self.clock;
        self.low[v] = self.clock;
        self.clock += 1;
        self.frames.push(Frame { vertex, via, next: 0 });
        let Some((pair, partner)) = self.partner[v] else { return true };
        self.leaving[v] += 1;
        self.numbers[v] += i64::from(pair);
        self.passing[v] = Some(pair);
        if self.order[partner as usize] != UNSEEN {
            if self.order[partner as usize] < component {
                return false;
            }
            let meet = self.find(partner);
            self.leaving[meet as usize] -= 2;
            self.numbers[meet as usize] -= 2 * i64::from(pair);
        }
        true
    }

    fn find(&mut self, v: u32) -> u32 {
        let mut here = v;
        while self.towards[here as usize] != here {
            let next = self.towards[here as usize];
            self.towards[here as usize] = self.towards[next as usize];
            here = next;
        }
        here
    }

    fn next_edge(&mut self) -> Option<(u32, u32)> {
        let frame = self.frames.last_mut()?;
        let at = self.incidence.at(VertexId(frame.vertex));
        while let Some(&(e, w)) = at.get(frame.next as usize) {
            frame.next += 1;
            if e.0 != frame.via && self.trail.value(e) != Value::Out {
                return Some((e.0, w.0));
            }
        }
        None
    }

    /// Notes which pair must leave the subtree of `v` by way of `cut`; false when there is another one there.
    fn passes(&mut self, v: usize, cut: usize) -> bool {
        match (self.leaving[v], u32::try_from(self.numbers[v])) {
            (0, _) => true,
            (1, Ok(pair)) => *self.passing[cut].get_or_insert(pair) == pair,
            _ => false,
        }
    }

    /// Searches from `root`; pushes bridges that must be in, fails when a cut is too small.
    fn run(&mut self, root: u32, bridges: &mut Vec<EdgeId>) -> Result<(), ()> {
        let component = self.clock;
        if !self.enter(root, UNSEEN, component) {
            return Err(());
        }
        while let Some(&Frame { vertex, via, .. }) = self.frames.last() {
            let v = vertex as usize;
            if let Some((e, w)) = self.next_edge() {
                if self.order[w as usize] == UNSEEN {
                    if !self.enter(w, e, component) {
                        return Err(());
                    }
                } else {
                    self.low[v] = self.low[v].min(self.order[w as usize]);
                }
                continue;
            }
            self.frames.pop();
            let Some(&Frame { vertex: top, .. }) = self.frames.last() else { return Ok(()) };
            let parent = top as usize;
            self.low[parent] = self.low[parent].min(self.low[v]);
            self.towards[v] = top;
            if self.low[v] >= self.order[parent] && !self.passes(v, parent) {
                return Err(());
            }
            if self.low[v] > self.order[parent] && self.leaving[v] == 1 {
                bridges.push(EdgeId(via));
            }
            self.leaving[parent] += self.leaving[v];
            self.numbers[parent] += self.numbers[v];
        }
        Ok(())
    }
}

/// Decides the bridges that a pair must pass. Everything on the trail must have been counted.
pub(super) fn propagate(puzzle: &Puzzle, incidence: &Incidence, trail: &mut Trail) -> Result<(), Conflict> {
    if puzzle.topology() != Topology::Linkage || puzzle.pairs().is_empty() {
        return Ok(());
    }
    let before = trail.entries().len() as u32;
    let n = incidence.vertex_count();
    let mut partner = vec![None; n];
    for (i, &[a, b]) in puzzle.pairs().iter().enumerate() {
        partner[a.index()] = Some((i as u32, b.0));
        partner[b.index()] = Some((i as u32, a.0));
    }
    let mut search = Search {
        incidence,
        trail,
        partner,
        order: vec![UNSEEN; n],
        low: vec![0; n],
        clock: 0,
        towards: (0..n as u32).collect(),
        leaving: vec![0; n],
        numbers: vec![0; n],
        passing: vec![None; n],
        frames: Vec::new(),
    };
    let mut bridges = Vec::new();
    for v in 0..n {
        if search.order[v] == UNSEEN && search.run(v as u32, &mut bridges).is_err() {
            return Err(Conflict::of(Antecedent::Bridge { before }));
        }
    }
    for e in bridges {
        if trail.value(e) == Value::Open {
            trail.push(e, true, Antecedent::Bridge { before });
        }
    }
    Ok(())
}

/// Why the bridge `edge` is in.
pub(super) fn explain(
    edge: EdgeId,
    before: u32,
    incidence: &Incidence,
    trail: &Trail,
    reason: &mut Vec<Literal>,
) {
    blocks::explain_bridge(edge, before, incidence, trail, reason);
}
