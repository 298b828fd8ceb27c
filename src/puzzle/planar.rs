//! Whether a graph is planar, and how it can be drawn without crossings: the left-right planarity test.
//!
//! A depth-first search orients the edges; each edge from a vertex to an ancestor lies to the left or to the right
//! of the tree path that it spans. The graph is planar exactly when sides can be given so that edges that must be on
//! the same side, and edges that must not, are; the constraints are kept as pairs of intervals on a stack. The sides
//! then say how the edges follow each other around each vertex. Linear time but for sorting, no recursion.
//!
//! Sources: de Fraysseix and Rosenstiehl, A characterization of planar graphs by Trémaux orders, Combinatorica 5,
//! 1985; the algorithm as Brandes describes it, The left-right planarity test, 2009.

use super::{EdgeId, Incidence, VertexId};

const NONE: u32 = u32::MAX;

/// A drawing of a planar graph up to deformation: the edges around each vertex in clockwise order.
#[derive(Debug, Clone)]
pub struct Embedding {
    start: Vec<u32>,
    around: Vec<(EdgeId, VertexId)>,
    /// The places of each edge around its first and its second end.
    place: Vec<[u32; 2]>,
    ends: Vec<[VertexId; 2]>,
}

impl Embedding {
    /// An embedding of the graph, if it is planar.
    pub fn of(incidence: &Incidence) -> Option<Self> {
        let (n, m) = (incidence.vertex_count(), incidence.edge_count());
        if n > 2 && m > 3 * n - 6 {
            return None;
        }
        let mut test = LeftRight::new(incidence);
        test.orient();
        test.sort();
        if !test.constrain() {
            return None;
        }
        Some(test.embed())
    }

    /// The edges around `vertex` in clockwise order, each with the neighbour it leads to.
    #[inline]
    pub fn around(&self, vertex: VertexId) -> &[(EdgeId, VertexId)] {
        let i = vertex.index();
        &self.around[self.start[i] as usize..self.start[i + 1] as usize]
    }

    /// The place of `edge` in [`Embedding::around`] of its end `vertex`.
    #[inline]
    pub fn place(&self, edge: EdgeId, vertex: VertexId) -> usize {
        let second = usize::from(self.ends[edge.index()][1] == vertex);
        self.place[edge.index()][second] as usize
    }

    /// The faces: for each the edges along its boundary, each with the vertex where the walk enters it. A walk that
    /// comes to a vertex leaves it by the next edge in clockwise order. A bridge occurs twice; a vertex without
    /// edges has no walk.
    pub fn faces(&self) -> Vec<Vec<(VertexId, EdgeId)>> {
        let mut seen = vec![[false; 2]; self.place.len()];
        let mut faces = Vec::new();
        for e in (0..self.place.len()).map(EdgeId::from_index) {
            for from in self.ends[e.index()] {
                let (mut edge, mut here) = (e, from);
                let mut face = Vec::new();
                loop {
                    let second = usize::from(self.ends[edge.index()][1] == here);
                    if std::mem::replace(&mut seen[edge.index()][second], true) {
                        break;
                    }
                    face.push((here, edge));
                    let [u, v] = self.ends[edge.index()];
                    here = VertexId(u.0 ^ v.0 ^ here.0);
                    let around = self.around(here);
                    edge = around[(self.place(edge, here) + 1) % around.len()].0;
                }
                if !face.is_empty() {
                    faces.push(face);
                }
            }
        }
        faces
    }
}

/// Return edges on one side, by height of the vertex they lead to; the others lie between the first and the last.
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

/// Two intervals that must be on different sides.
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

/// A vertex being searched, and how many of its edges have been looked at.
#[derive(Debug, Clone, Copy)]
struct Frame {
    vertex: VertexId,
    next: u32,
}

struct LeftRight<'a> {
    incidence: &'a Incidence,
    roots: Vec<VertexId>,
    height: Vec<u32>,
    /// For each vertex the edge that led there.
    parent: Vec<u32>,
    /// For each edge the end where it starts.
    tail: Vec<u32>,
    /// The lowest and the second lowest height that an edge leads back to.
    low: Vec<u32>,
    low2: Vec<u32>,
    /// How the edges that leave a vertex are nested: from the outermost on.
    nesting: Vec<i64>,
    /// The edges that leave each vertex, in the order of nesting.
    leaving: Vec<Vec<EdgeId>>,
    stack: Vec<Pair>,
    /// The height of the stack when an edge was begun.
    bottom: Vec<usize>,
    /// The edge to whose side the side of an edge is relative.
    reference: Vec<u32>,
    left: Vec<bool>,
    /// For each edge the next return edge that leads lowest.
    lowest: Vec<u32>,
}

impl<'a> LeftRight<'a> {
    fn new(incidence: &'a Incidence) -> Self {
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
            leaving: vec![Vec::new(); n],
            stack: Vec::new(),
            bottom: vec![0; m],
            reference: vec![NONE; m],
            left: vec![false; m],
            lowest: vec![NONE; m],
        }
    }

    fn tail(&self, e: EdgeId) -> VertexId {
        VertexId(self.tail[e.index()])
    }

    fn head(&self, e: EdgeId) -> VertexId {
        self.incidence.other_end(e, self.tail(e))
    }

    fn is_tree_edge(&self, e: EdgeId) -> bool {
        self.parent[self.head(e).index()] == e.0
    }

    /// Orients the edges: away from the root in the tree, towards it otherwise.
    fn orient(&mut self) {
        let incidence = self.incidence;
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
                self.leaving[v.index()].push(e);
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
    }

    /// What is known when everything that an edge leads to has been searched.
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
            std::cmp::Ordering::Less => {
                self.low2[p] = self.low[p].min(low2);
                self.low[p] = low;
            }
            std::cmp::Ordering::Greater => self.low2[p] = self.low2[p].min(low),
            std::cmp::Ordering::Equal => self.low2[p] = self.low2[p].min(low2),
        }
    }

    fn sort(&mut self) {
        let nesting = &self.nesting;
        for leaving in &mut self.leaving {
            leaving.sort_by_key(|e| nesting[e.index()]);
        }
    }

    /// Collects the constraints on the sides; false when they contradict.
    fn constrain(&mut self) -> bool {
        let mut frames: Vec<Frame> = Vec::new();
        for root in std::mem::take(&mut self.roots) {
            frames.push(Frame { vertex: root, next: 0 });
            while let Some(frame) = frames.last_mut() {
                let v = frame.vertex;
                let Some(&e) = self.leaving[v.index()].get(frame.next as usize) else {
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

    /// Takes the return edges of `e`, all of whose parts are known, over to the edge above.
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

    /// Return edges of `e` that lead above the lowest point of the edge above must all be on one side, those of
    /// earlier edges that lead higher than the lowest of `e` on the other.
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

    /// The lowest height that a pair leads back to.
    fn lowest_of(&self, pair: Pair) -> u32 {
        [pair.left.low, pair.right.low]
            .into_iter()
            .filter(|&e| e != NONE)
            .map(|e| self.low[e as usize])
            .min()
            .unwrap_or(NONE)
    }

    /// Drops return edges that end where the tree edge `e` starts.
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

    /// An interval without the return edges that end at `u`; when none is left its sides follow `other`.
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

    /// Replaces sides that are relative to other edges by sides.
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
        for v in (0..self.leaving.len()).map(VertexId::from_index) {
            for &e in &self.leaving[v.index()] {
                rings.push(v, e);
            }
        }
        // Where edges from below are to be put in: next to the tree edge that is being searched.
        let mut left_most = vec![EdgeId(NONE); self.leaving.len()];
        let mut right_most = left_most.clone();
        let mut frames: Vec<Frame> = Vec::new();
        for &root in &self.roots {
            frames.push(Frame { vertex: root, next: 0 });
            while let Some(frame) = frames.last_mut() {
                let v = frame.vertex;
                let Some(&e) = self.leaving[v.index()].get(frame.next as usize) else {
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

/// The edges around each vertex as rings.
struct Rings<'a> {
    incidence: &'a Incidence,
    /// For each edge the next and the one before around its first and its second end.
    next: Vec<[EdgeId; 2]>,
    back: Vec<[EdgeId; 2]>,
    first: Vec<EdgeId>,
}

impl<'a> Rings<'a> {
    fn new(incidence: &'a Incidence) -> Self {
        let alone: Vec<[EdgeId; 2]> =
            (0..incidence.edge_count()).map(EdgeId::from_index).map(|e| [e, e]).collect();
        let first = vec![EdgeId(NONE); incidence.vertex_count()];
        Rings { incidence, next: alone.clone(), back: alone, first }
    }

    fn side(&self, v: VertexId, e: EdgeId) -> usize {
        usize::from(self.incidence.ends(e)[1] == v)
    }

    /// Puts `e` behind `after` in clockwise order around `v`.
    fn insert_after(&mut self, v: VertexId, e: EdgeId, after: EdgeId) {
        let before = self.next[after.index()][self.side(v, after)];
        let (e_side, after_side, before_side) = (self.side(v, e), self.side(v, after), self.side(v, before));
        self.next[after.index()][after_side] = e;
        self.back[e.index()][e_side] = after;
        self.next[e.index()][e_side] = before;
        self.back[before.index()][before_side] = e;
    }

    fn insert_before(&mut self, v: VertexId, e: EdgeId, before: EdgeId) {
        let after = self.back[before.index()][self.side(v, before)];
        self.insert_after(v, e, after);
        if self.first[v.index()] == before {
            self.first[v.index()] = e;
        }
    }

    fn push(&mut self, v: VertexId, e: EdgeId) {
        match self.first[v.index()] {
            EdgeId(NONE) => self.first[v.index()] = e,
            first => {
                let last = self.back[first.index()][self.side(v, first)];
                self.insert_after(v, e, last);
            }
        }
    }

    fn push_first(&mut self, v: VertexId, e: EdgeId) {
        self.push(v, e);
        self.first[v.index()] = e;
    }

    fn finish(self) -> Embedding {
        let incidence = self.incidence;
        let ends: Vec<[VertexId; 2]> =
            (0..incidence.edge_count()).map(EdgeId::from_index).map(|e| incidence.ends(e)).collect();
        let mut start = vec![0u32];
        let mut around = Vec::with_capacity(2 * ends.len());
        let mut place = vec![[0u32; 2]; ends.len()];
        for v in (0..incidence.vertex_count()).map(VertexId::from_index) {
            let mut e = self.first[v.index()];
            for i in 0..incidence.at(v).len() {
                place[e.index()][self.side(v, e)] = i as u32;
                around.push((e, incidence.other_end(e, v)));
                e = self.next[e.index()][self.side(v, e)];
            }
            start.push(around.len() as u32);
        }
        Embedding { start, around, place, ends }
    }
}

#[cfg(test)]
mod tests {
    use super::Embedding;
    use crate::deduce::tests::random::Random;
    use crate::puzzle::{Incidence, Parts, Puzzle, Topology, VertexId};
    use rustc_hash::FxHashSet;

    fn incidence(n: usize, edges: &[[u32; 2]]) -> Incidence {
        let parts = Parts::graph(Topology::Cycles, n, edges.to_vec());
        Incidence::of(&Puzzle::from_parts(parts).expect("a simple graph"))
    }

    /// Each vertex has its edges around it, and there are as many faces as Euler's formula asks for.
    fn check(incidence: &Incidence, embedding: &Embedding) {
        let n = incidence.vertex_count();
        let mut component: Vec<usize> = (0..n).collect();
        for _ in 0..n {
            for e in 0..incidence.edge_count() {
                let [u, v] = incidence.ends(crate::puzzle::EdgeId::from_index(e)).map(|v| v.index());
                let low = component[u].min(component[v]);
                (component[u], component[v]) = (low, low);
            }
        }
        for v in (0..n).map(VertexId::from_index) {
            let mut around = embedding.around(v).to_vec();
            for (i, &(e, _)) in around.iter().enumerate() {
                assert_eq!(embedding.place(e, v), i);
            }
            around.sort_unstable();
            let mut at = incidence.at(v).to_vec();
            at.sort_unstable();
            assert_eq!(around, at);
        }
        let parts: FxHashSet<usize> = (0..n)
            .filter(|&v| !incidence.at(VertexId::from_index(v)).is_empty())
            .map(|v| component[v])
            .collect();
        let vertices = (0..n).filter(|&v| !incidence.at(VertexId::from_index(v)).is_empty()).count();
        let faces = embedding.faces();
        assert_eq!(faces.iter().map(Vec::len).sum::<usize>(), 2 * incidence.edge_count());
        // One outer face for each component.
        assert_eq!(vertices + faces.len(), incidence.edge_count() + 2 * parts.len());
    }

    /// Wagner's theorem: planar exactly when neither K5 nor K3,3 is a minor. Contracts edges in all ways.
    fn has_no_minor(n: usize, edges: &FxHashSet<[u32; 2]>) -> bool {
        let joined = |u: u32, v: u32| edges.contains(&[u.min(v), u.max(v)]);
        let sets = |size: u32| (0u32..1 << n).filter(move |set| set.count_ones() == size);
        let members = |set: u32| (0..n as u32).filter(move |&v| set >> v & 1 == 1);
        let complete = |set: u32| members(set).all(|u| members(set).all(|v| u == v || joined(u, v)));
        let between = |a: u32, b: u32| a & b == 0 && members(a).all(|u| members(b).all(|v| joined(u, v)));
        if sets(5).any(complete) || sets(3).any(|a| sets(3).any(|b| between(a, b))) {
            return false;
        }
        if n <= 5 {
            return true;
        }
        edges.iter().all(|&[u, v]| {
            // v becomes u, the last vertex becomes v.
            let last = n as u32 - 1;
            let rename = |x: u32| if x == v { u } else { x };
            let shift = |x: u32| if x == last { v } else { x };
            let contracted = edges.iter().map(|e| e.map(rename).map(shift)).filter(|[a, b]| a != b);
            has_no_minor(n - 1, &contracted.map(|[a, b]| [a.min(b), a.max(b)]).collect())
        })
    }

    #[test]
    fn small_graphs_against_minors() {
        let mut random = Random(31);
        let mut planar = 0;
        for _ in 0..1500 {
            let n = 4 + random.below(4);
            let mut edges = Vec::new();
            let share = 40 + random.below(50);
            for u in 0..n as u32 {
                for v in 0..u {
                    if random.chance(share) {
                        edges.push(if random.chance(50) { [u, v] } else { [v, u] });
                    }
                }
            }
            let incidence = incidence(n, &edges);
            let embedding = Embedding::of(&incidence);
            let expected = has_no_minor(n, &edges.iter().map(|&[a, b]| [a.min(b), a.max(b)]).collect());
            assert_eq!(embedding.is_some(), expected, "{edges:?}");
            if let Some(embedding) = embedding {
                check(&incidence, &embedding);
                planar += 1;
            }
        }
        assert!((300..1200).contains(&planar), "{planar}: too few of one kind to mean anything");
    }

    #[test]
    fn triangulations_with_and_without_another_edge() {
        let mut random = Random(32);
        for size in [10, 50, 300] {
            // A triangle, then vertices in faces, numbered at random.
            let (mut edges, mut faces) = (vec![[0, 1], [1, 2], [2, 0]], vec![[0, 1, 2], [0, 2, 1]]);
            for v in 3..size as u32 {
                let i = random.below(faces.len());
                let [a, b, c] = faces[i];
                edges.extend([[a, v], [b, v], [c, v]]);
                faces[i] = [a, b, v];
                faces.extend([[b, c, v], [c, a, v]]);
            }
            let graph = incidence(size, &edges);
            check(&graph, &Embedding::of(&graph).expect("it is planar"));
            // Half of the edges, with one more.
            edges.retain(|_| random.chance(60));
            let graph = incidence(size, &edges);
            check(&graph, &Embedding::of(&graph).expect("it is planar"));
        }
    }

    #[test]
    fn grids_with_a_crossing() {
        for (rows, columns) in [(2, 2), (3, 7), (20, 30)] {
            let at = |r: u32, c: u32| r * columns + c;
            let mut edges = Vec::new();
            for r in 0..rows {
                for c in 0..columns {
                    if c + 1 < columns {
                        edges.push([at(r, c), at(r, c + 1)]);
                    }
                    if r + 1 < rows {
                        edges.push([at(r, c), at(r + 1, c)]);
                    }
                }
            }
            let graph = incidence((rows * columns) as usize, &edges);
            check(&graph, &Embedding::of(&graph).expect("a grid is planar"));
            if rows >= 3 {
                // Opposite corners of the grid, and of one of its squares.
                edges.extend([[at(0, 0), at(2, 2)], [at(0, 2), at(2, 0)], [at(1, 0), at(0, 1)]]);
                let graph = incidence((rows * columns) as usize, &edges);
                assert!(Embedding::of(&graph).is_none());
            }
        }
    }
}
