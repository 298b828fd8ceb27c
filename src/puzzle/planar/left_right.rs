//! The left-right planarity test.
//!
//! A depth-first search orients the edges; each edge from a vertex to an ancestor (a return edge) lies to the left or
//! to the right of the tree path that it spans. The graph is planar exactly if sides can be assigned such that
//! certain pairs of return edges are on the same side and others on different sides; these constraints are kept as
//! pairs of intervals on a stack. The sides then determine the order of the edges around each vertex. Linear time but
//! for sorting, no recursion.
//!
//! Sources: de Fraysseix and Rosenstiehl, A characterization of planar graphs by Trémaux orders, Combinatorica 5,
//! 1985; the algorithm as Brandes describes it, The left-right planarity test, 2009.

use std::cmp::Ordering;

use super::rings::Rings;
use super::{Embedding, NONE};
use crate::{EdgeId, Incidence, VertexId, grouped};

/// An interval of return edges on one side, sorted by the height of the ancestor they lead to; `low` and `high` are
/// its ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Interval {
    low: u32,
    high: u32,
}

impl Interval {
    const EMPTY: Interval = Interval { low: NONE, high: NONE };

    fn is_empty(self) -> bool {
        self.low == NONE && self.high == NONE
    }
}

/// Two intervals of return edges that must be on different sides.
#[derive(Debug, Clone, Copy)]
struct Pair {
    left: Interval,
    right: Interval,
}

impl Pair {
    fn swap(&mut self) {
        std::mem::swap(&mut self.left, &mut self.right);
    }
}

/// A vertex on the search path, and the number of its edges that were visited.
#[derive(Debug, Clone, Copy)]
struct Frame {
    vertex: VertexId,
    next: u32,
}

/// The state of the test.
pub(super) struct LeftRight<'a> {
    incidence: &'a Incidence,
    roots: Vec<VertexId>,
    height: Vec<u32>,
    /// For each vertex the tree edge that leads to it.
    parent: Vec<u32>,
    /// For each edge the vertex where it starts.
    tail: Vec<u32>,
    /// For each edge the lowest and the second lowest height to which return edges from it or below it lead.
    low: Vec<u32>,
    low2: Vec<u32>,
    /// For each edge its nesting depth: edges that leave a vertex are sorted by it, from the outermost on.
    nesting: Vec<i64>,
    /// The edges that leave vertex `v`, by nesting depth: `leaving[start[v]..start[v + 1]]`.
    start: Vec<u32>,
    leaving: Vec<EdgeId>,
    stack: Vec<Pair>,
    /// For each edge the height of the stack when its visit began.
    bottom: Vec<usize>,
    /// For each edge the edge relative to whose side its own side is defined.
    reference: Vec<u32>,
    left: Vec<bool>,
    /// For each edge its return edge that leads lowest.
    lowest: Vec<u32>,
}

impl<'a> LeftRight<'a> {
    pub(super) fn new(incidence: &'a Incidence) -> Self {
        let (n, m) = (incidence.vertex_count(), incidence.edge_count());
        LeftRight {
            incidence,
            roots: Vec::new(),
            height: vec![NONE; n],
            parent: vec![NONE; n],
            tail: vec![NONE; m],
            low: vec![0; m],
            low2: vec![0; m],
            nesting: vec![0; m],
            start: Vec::new(),
            leaving: Vec::new(),
            stack: Vec::new(),
            bottom: vec![0; m],
            reference: vec![NONE; m],
            left: vec![false; m],
            lowest: vec![NONE; m],
        }
    }

    /// An embedding of the graph, or `None` if it is not planar.
    pub(super) fn embedding(mut self) -> Option<Embedding> {
        self.orient();
        self.sort();
        self.constrain().then(|| self.embed())
    }

    fn tail(&self, e: EdgeId) -> VertexId {
        VertexId(self.tail[e.index()])
    }

    fn head(&self, e: EdgeId) -> VertexId {
        self.incidence.other_end(e, self.tail(e))
    }

    fn leaving(&self, v: VertexId) -> &[EdgeId] {
        &self.leaving[self.start[v.index()] as usize..self.start[v.index() + 1] as usize]
    }

    fn is_tree_edge(&self, e: EdgeId) -> bool {
        self.parent[self.head(e).index()] == e.0
    }

    /// Orients the edges: tree edges away from the root, return edges towards it.
    fn orient(&mut self) {
        let incidence = self.incidence;
        let mut met: Vec<EdgeId> = Vec::with_capacity(incidence.edge_count());
        let mut frames: Vec<Frame> = Vec::new();
        for root in (0..incidence.vertex_count()).map(VertexId::from_index) {
            if self.height[root.index()] != NONE {
                continue;
            }
            self.height[root.index()] = 0;
            self.roots.push(root);
            frames.push(Frame { vertex: root, next: 0 });
            while let Some(frame) = frames.last_mut() {
                let v = frame.vertex;
                let Some(&(e, w)) = incidence.at(v).get(frame.next as usize) else {
                    frames.pop();
                    if self.parent[v.index()] != NONE {
                        self.finish(EdgeId(self.parent[v.index()]));
                    }
                    continue;
                };
                frame.next += 1;
                if self.tail[e.index()] != NONE {
                    continue;
                }
                self.tail[e.index()] = v.0;
                met.push(e);
                let height = self.height[v.index()];
                self.low[e.index()] = height;
                self.low2[e.index()] = height;
                if self.height[w.index()] == NONE {
                    self.parent[w.index()] = e.0;
                    self.height[w.index()] = height + 1;
                    frames.push(Frame { vertex: w, next: 0 });
                } else {
                    self.low[e.index()] = self.height[w.index()];
                    self.finish(e);
                }
            }
        }
        let by_tail = met.iter().map(|&e| (self.tail[e.index()], e));
        (self.start, self.leaving) = grouped(incidence.vertex_count(), by_tail);
    }

    /// Computes the nesting depth of an edge whose subtree is complete, and updates the heights of the tree edge
    /// above.
    fn finish(&mut self, e: EdgeId) {
        let v = self.tail(e);
        let (low, low2) = (self.low[e.index()], self.low2[e.index()]);
        self.nesting[e.index()] = 2 * i64::from(low) + i64::from(low2 < self.height[v.index()]);
        let parent = self.parent[v.index()];
        if parent == NONE {
            return;
        }
        let p = parent as usize;
        match low.cmp(&self.low[p]) {
            Ordering::Less => {
                self.low2[p] = self.low[p].min(low2);
                self.low[p] = low;
            }
            Ordering::Greater => self.low2[p] = self.low2[p].min(low),
            Ordering::Equal => self.low2[p] = self.low2[p].min(low2),
        }
    }

    fn sort(&mut self) {
        let nesting = &self.nesting;
        for ends in self.start.windows(2) {
            self.leaving[ends[0] as usize..ends[1] as usize].sort_by_key(|e| nesting[e.index()]);
        }
    }

    /// Collects the constraints on the sides; returns false if they are contradictory.
    fn constrain(&mut self) -> bool {
        let mut frames: Vec<Frame> = Vec::new();
        for root in std::mem::take(&mut self.roots) {
            frames.push(Frame { vertex: root, next: 0 });
            while let Some(frame) = frames.last_mut() {
                let v = frame.vertex;
                let Some(&e) = self.leaving(v).get(frame.next as usize) else {
                    frames.pop();
                    if let Some(above) = frames.last_mut() {
                        let first = above.next == 0;
                        above.next += 1;
                        let parent = EdgeId(self.parent[v.index()]);
                        self.remove_back_edges(parent);
                        if !self.integrate(parent, first) {
                            return false;
                        }
                    }
                    continue;
                };
                self.bottom[e.index()] = self.stack.len();
                if self.is_tree_edge(e) {
                    let head = self.head(e);
                    frames.push(Frame { vertex: head, next: 0 });
                    continue;
                }
                let first = frame.next == 0;
                frame.next += 1;
                self.lowest[e.index()] = e.0;
                let right = Interval { low: e.0, high: e.0 };
                self.stack.push(Pair { left: Interval::EMPTY, right });
                if !self.integrate(e, first) {
                    return false;
                }
            }
            self.roots.push(root);
        }
        true
    }

    /// Passes the return edges of `e`, which is complete, on to the tree edge above; `first` is set for the first
    /// edge of a vertex.
    fn integrate(&mut self, e: EdgeId, first: bool) -> bool {
        let v = self.tail(e);
        let above = self.parent[v.index()];
        if self.low[e.index()] >= self.height[v.index()] || above == NONE {
            return true;
        }
        if first {
            self.lowest[above as usize] = self.lowest[e.index()];
            return true;
        }
        self.add_constraints(e, EdgeId(above))
    }

    fn conflicts(&self, interval: Interval, e: EdgeId) -> bool {
        interval.high != NONE && self.low[interval.high as usize] > self.low[e.index()]
    }

    /// Adds constraints: the return edges of `e` that end above the lowest end of the edge `above` must all be on one
    /// side, and those of earlier edges that end above the lowest end of `e` on the other. Returns false if that is
    /// impossible.
    fn add_constraints(&mut self, e: EdgeId, above: EdgeId) -> bool {
        let mut pair = Pair { left: Interval::EMPTY, right: Interval::EMPTY };
        while self.stack.len() > self.bottom[e.index()] {
            let Some(mut top) = self.stack.pop() else { break };
            if !top.left.is_empty() {
                top.swap();
            }
            if !top.left.is_empty() {
                return false;
            }
            let low = top.right.low;
            if low == NONE {
                continue;
            }
            if self.low[low as usize] > self.low[above.index()] {
                if pair.right.is_empty() {
                    pair.right.high = top.right.high;
                } else {
                    self.reference[pair.right.low as usize] = top.right.high;
                }
                pair.right.low = low;
            } else {
                self.reference[low as usize] = self.lowest[above.index()];
            }
        }
        while let Some(&top) = self.stack.last() {
            if !self.conflicts(top.left, e) && !self.conflicts(top.right, e) {
                break;
            }
            self.stack.pop();
            let mut top = top;
            if self.conflicts(top.right, e) {
                top.swap();
            }
            if self.conflicts(top.right, e) {
                return false;
            }
            if pair.right.low != NONE {
                self.reference[pair.right.low as usize] = top.right.high;
            }
            if top.right.low != NONE {
                pair.right.low = top.right.low;
            }
            if pair.left.is_empty() {
                pair.left.high = top.left.high;
            } else {
                self.reference[pair.left.low as usize] = top.left.high;
            }
            pair.left.low = top.left.low;
        }
        if !(pair.left.is_empty() && pair.right.is_empty()) {
            self.stack.push(pair);
        }
        true
    }

    /// The lowest height to which the return edges of a pair lead.
    fn lowest_of(&self, pair: Pair) -> u32 {
        [pair.left.low, pair.right.low]
            .into_iter()
            .filter(|&e| e != NONE)
            .map(|e| self.low[e as usize])
            .min()
            .unwrap_or(NONE)
    }

    /// Removes the return edges that end where the tree edge `e` starts.
    fn remove_back_edges(&mut self, e: EdgeId) {
        let u = self.tail(e);
        let height = self.height[u.index()];
        while let Some(&top) = self.stack.last() {
            if self.lowest_of(top) != height {
                break;
            }
            self.stack.pop();
            if top.left.low != NONE {
                self.left[top.left.low as usize] = true;
            }
        }
        if let Some(mut top) = self.stack.pop() {
            top.left = self.trim(top.left, top.right.low, u);
            top.right = self.trim(top.right, top.left.low, u);
            self.stack.push(top);
        }
        if self.low[e.index()] < height
            && let Some(&top) = self.stack.last()
        {
            let (left, right) = (top.left.high, top.right.high);
            let is_left =
                left != NONE && (right == NONE || self.low[left as usize] > self.low[right as usize]);
            self.reference[e.index()] = if is_left { left } else { right };
        }
    }

    /// The interval without the return edges that end at `u`; if none is left, the side of the interval follows
    /// `other`.
    fn trim(&mut self, mut interval: Interval, other: u32, u: VertexId) -> Interval {
        while interval.high != NONE && self.head(EdgeId(interval.high)) == u {
            interval.high = self.reference[interval.high as usize];
        }
        if interval.high == NONE && interval.low != NONE {
            self.reference[interval.low as usize] = other;
            self.left[interval.low as usize] = true;
            interval.low = NONE;
        }
        interval
    }

    /// Replaces relative sides by absolute ones.
    fn resolve(&mut self) {
        let mut chain = Vec::new();
        for e in 0..self.left.len() {
            let mut here = e;
            while self.reference[here] != NONE {
                chain.push(here);
                here = std::mem::replace(&mut self.reference[here], NONE) as usize;
            }
            let mut left = self.left[here];
            while let Some(e) = chain.pop() {
                left ^= self.left[e];
                self.left[e] = left;
            }
        }
    }

    fn embed(mut self) -> Embedding {
        self.resolve();
        for e in 0..self.left.len() {
            if self.left[e] {
                self.nesting[e] = -self.nesting[e];
            }
        }
        self.sort();
        let mut rings = Rings::new(self.incidence);
        for &e in &self.leaving {
            rings.push(self.tail(e), e);
        }
        // For each vertex the edges next to which return edges from below are inserted, around the tree edge being
        // searched.
        let mut left_most = vec![EdgeId(NONE); self.incidence.vertex_count()];
        let mut right_most = left_most.clone();
        let mut frames: Vec<Frame> = Vec::new();
        for &root in &self.roots {
            frames.push(Frame { vertex: root, next: 0 });
            while let Some(frame) = frames.last_mut() {
                let v = frame.vertex;
                let Some(&e) = self.leaving(v).get(frame.next as usize) else {
                    frames.pop();
                    continue;
                };
                frame.next += 1;
                let w = self.head(e);
                if self.is_tree_edge(e) {
                    rings.push_first(w, e);
                    left_most[v.index()] = e;
                    right_most[v.index()] = e;
                    frames.push(Frame { vertex: w, next: 0 });
                } else if self.left[e.index()] {
                    rings.insert_before(w, e, left_most[w.index()]);
                    left_most[w.index()] = e;
                } else {
                    rings.insert_after(w, e, right_most[w.index()]);
                }
            }
        }
        rings.finish()
    }
}
