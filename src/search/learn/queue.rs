//! Which edge to decide next: one that took part in the latest conflicts.
//!
//! Variable move to front (Ryan, Efficient algorithms for clause-learning SAT solvers, 2004) as a queue with stamps
//! (Biere and Fröhlich, Evaluating CDCL variable scoring schemes, SAT 2015): to find the next edge and to put edges
//! back takes constant time as a rule, however large the graph is, where a heap of activities takes logarithmic
//! time for every edge that propagation decides.

use crate::puzzle::EdgeId;

const NONE: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
struct Link {
    newer: u32,
    older: u32,
    /// The greater, the nearer to the front; 0 for edges that are not in the queue.
    stamp: u64,
}

/// Edges, those bumped last in front.
#[derive(Debug, Clone)]
pub(super) struct Queue {
    links: Vec<Link>,
    newest: u32,
    /// Edges in front of this one are decided; at the end when all are.
    next: u32,
    clock: u64,
    /// With their stamps.
    bumped: Vec<(u64, u32)>,
}

impl Queue {
    /// Of edges with numbers below `edges` these ones, in this order.
    pub(super) fn new(order: &[EdgeId], edges: usize) -> Self {
        let link = Link { newer: NONE, older: NONE, stamp: 0 };
        let (links, bumped) = (vec![link; edges], Vec::new());
        let mut queue = Queue { links, newest: NONE, next: NONE, clock: 0, bumped };
        for &edge in order.iter().rev() {
            queue.put_first(edge.0);
        }
        queue.next = queue.newest;
        queue
    }

    /// How many edges there are, in the queue and not.
    pub(super) fn len(&self) -> usize {
        self.links.len()
    }

    /// The edges of the queue.
    pub(super) fn order(&self) -> Vec<EdgeId> {
        let mut order = Vec::new();
        let mut next = self.newest;
        while let Some(link) = self.links.get(next as usize) {
            order.push(EdgeId(next));
            next = link.older;
        }
        order
    }

    /// Puts all edges of the queue that are listed in front of the others, the last one first.
    pub(super) fn rearrange(&mut self, order: &[EdgeId]) {
        for edge in order {
            if self.links[edge.index()].stamp > 0 {
                self.bring_forward(edge.0);
            }
        }
        self.next = self.newest;
    }

    fn bring_forward(&mut self, edge: u32) {
        if self.newest != edge {
            self.take_out(edge);
            self.put_first(edge);
        }
    }

    fn put_first(&mut self, edge: u32) {
        self.clock += 1;
        self.links[edge as usize] = Link { newer: NONE, older: self.newest, stamp: self.clock };
        if let Some(link) = self.links.get_mut(self.newest as usize) {
            link.newer = edge;
        }
        self.newest = edge;
    }

    fn take_out(&mut self, edge: u32) {
        let Link { newer, older, .. } = self.links[edge as usize];
        match self.links.get_mut(newer as usize) {
            Some(link) => link.older = older,
            None => self.newest = older,
        }
        if let Some(link) = self.links.get_mut(older as usize) {
            link.newer = newer;
        }
        if self.next == edge {
            self.next = if older == NONE { newer } else { older };
        }
    }

    /// Takes note that a decided edge took part in a conflict.
    pub(super) fn bump(&mut self, edge: EdgeId) {
        let Link { stamp, .. } = self.links[edge.index()];
        if stamp > 0 {
            self.bumped.push((stamp, edge.0));
        }
    }

    /// Moves the edges noted to the front; among themselves they keep their order.
    pub(super) fn settle(&mut self) {
        let mut bumped = std::mem::take(&mut self.bumped);
        bumped.sort_unstable_by_key(|&(stamp, _)| stamp);
        for (_, edge) in bumped.drain(..) {
            self.bring_forward(edge);
        }
        self.bumped = bumped;
    }

    /// The first edge that is open.
    pub(super) fn first(&mut self, is_open: impl Fn(EdgeId) -> bool) -> Option<EdgeId> {
        while let Some(link) = self.links.get(self.next as usize) {
            if is_open(EdgeId(self.next)) {
                return Some(EdgeId(self.next));
            }
            self.next = link.older;
        }
        None
    }

    /// Takes note that an edge is open again.
    pub(super) fn reopen(&mut self, edge: EdgeId) {
        let next = self.links.get(self.next as usize).map_or(0, |next| next.stamp);
        if self.links[edge.index()].stamp > next {
            self.next = edge.0;
        }
    }

    /// Whether `a` is in front of `b`.
    pub(super) fn before(&self, a: EdgeId, b: EdgeId) -> bool {
        self.links[a.index()].stamp > self.links[b.index()].stamp
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deduce::tests::random::Random;

    /// The same as a list that is searched from its front.
    #[test]
    fn as_a_list() {
        let random = &mut Random(5);
        for _ in 0..200 {
            let n = 1 + random.below(12);
            let mut list: Vec<EdgeId> = (0..n).map(EdgeId::from_index).collect();
            list.retain(|_| random.chance(80));
            let mut queue = Queue::new(&list, n);
            let mut open = vec![true; n];
            for _ in 0..60 {
                let first = list.iter().copied().find(|e| open[e.index()]);
                assert_eq!(queue.first(|e| open[e.index()]), first);
                let (a, b) = (EdgeId::from_index(random.below(n)), EdgeId::from_index(random.below(n)));
                assert_eq!(queue.order(), list);
                let place = |e| list.iter().position(|&x| x == e);
                if let (Some(i), Some(j)) = (place(a), place(b)) {
                    assert_eq!(queue.before(a, b), i < j);
                }
                match random.below(4) {
                    3 => {
                        let mut order: Vec<EdgeId> = (0..n).map(EdgeId::from_index).collect();
                        order.rotate_left(random.below(n));
                        order.truncate(1 + random.below(n));
                        queue.rearrange(&order);
                        let (mut front, rest): (Vec<EdgeId>, Vec<EdgeId>) =
                            list.iter().partition(|e| order.contains(e));
                        front.sort_by_key(|e| std::cmp::Reverse(order.iter().position(|x| x == e)));
                        list = [front, rest].concat();
                    }
                    0 => first.into_iter().for_each(|e| open[e.index()] = false),
                    1 => {
                        let all = (0..n).map(EdgeId::from_index);
                        let bumped: Vec<EdgeId> =
                            all.filter(|e| !open[e.index()] && random.chance(40)).collect();
                        bumped.iter().for_each(|&e| queue.bump(e));
                        queue.settle();
                        let bumped: Vec<EdgeId> =
                            list.iter().copied().filter(|e| bumped.contains(e)).collect();
                        list.retain(|e| !bumped.contains(e));
                        list.splice(0..0, bumped);
                    }
                    _ => {
                        if !open[a.index()] {
                            open[a.index()] = true;
                            queue.reopen(a);
                        }
                    }
                }
            }
        }
    }
}
