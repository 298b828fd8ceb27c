//! VMTF (variable move to front): a variable of the latest conflicts is decided next (Ryan, Efficient algorithms for
//! clause-learning SAT solvers, 2004).
//!
//! The queue is a linked list with stamps (Biere and Fröhlich, Evaluating CDCL variable scoring schemes, SAT 2015): finding
//! the next variable and putting variables back usually takes constant time, however large the graph is, whereas a heap
//! of activities takes logarithmic time for every variable that propagation decides.

use zlink_deduce::Var;

const NONE: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
struct Link {
    newer: u32,
    older: u32,
    /// The stamp: the greater, the nearer to the front; 0 for variables that are not in the queue.
    stamp: u64,
}

/// The queue of variables, with the one that was moved to the front last as its first.
#[derive(Debug, Clone)]
pub(super) struct VmtfQueue {
    links: Vec<Link>,
    newest: u32,
    /// The variable at which the search for an open one starts: all in front of it are decided. `NONE` if all are decided.
    next: u32,
    /// The greatest stamp.
    clock: u64,
    /// The greatest stamp of a variable that was never moved.
    unmoved: u64,
    /// The variable at which the search goes on among those that were never moved: all in front of it are decided. So a search that
    /// begins at a variable that was moved need not go through all of them again.
    rest: u32,
    /// The variables bumped in the current conflict, with their stamps.
    bumped: Vec<(u64, u32)>,
}

impl VmtfQueue {
    /// A queue of the variables of `order`, whose numbers are below `variables`, in this order.
    pub(super) fn new(order: &[Var], variables: usize) -> Self {
        let link = Link { newer: NONE, older: NONE, stamp: 0 };
        let (links, bumped) = (vec![link; variables], Vec::new());
        let unmoved = order.len() as u64;
        let mut queue = VmtfQueue { links, newest: NONE, next: NONE, clock: 0, unmoved, rest: NONE, bumped };
        for &variable in order.iter().rev() {
            queue.insert_first(variable.number());
        }
        (queue.next, queue.rest) = (queue.newest, queue.newest);
        queue
    }

    /// The number of variables, in the queue or not.
    pub(super) fn len(&self) -> usize {
        self.links.len()
    }

    /// The variables of the queue, from first to last.
    pub(super) fn order(&self) -> Vec<Var> {
        let mut order = Vec::new();
        let mut next = self.newest;
        while let Some(link) = self.links.get(next as usize) {
            order.push(Var::from_number(next));
            next = link.older;
        }
        order
    }

    /// Moves the listed variables that are in the queue to its front, the last one of the list first.
    pub(super) fn move_to_front(&mut self, order: &[Var]) {
        for variable in order {
            if self.links[variable.index()].stamp > 0 {
                self.move_first(variable.number());
            }
        }
        self.next = self.newest;
    }

    fn move_first(&mut self, variable: u32) {
        if self.newest != variable {
            self.unlink(variable);
            self.insert_first(variable);
        }
    }

    fn insert_first(&mut self, variable: u32) {
        self.clock += 1;
        self.links[variable as usize] = Link { newer: NONE, older: self.newest, stamp: self.clock };
        if let Some(link) = self.links.get_mut(self.newest as usize) {
            link.newer = variable;
        }
        self.newest = variable;
    }

    fn unlink(&mut self, variable: u32) {
        let Link { newer, older, .. } = self.links[variable as usize];
        match self.links.get_mut(newer as usize) {
            Some(link) => link.older = older,
            None => self.newest = older,
        }
        if let Some(link) = self.links.get_mut(older as usize) {
            link.newer = newer;
        }
        if self.rest == variable {
            self.rest = older;
        }
        if self.next == variable {
            self.next = if older == NONE { newer } else { older };
        }
    }

    /// Records a decided variable that took part in the current conflict.
    pub(super) fn bump(&mut self, variable: Var) {
        let Link { stamp, .. } = self.links[variable.index()];
        if stamp > 0 {
            self.bumped.push((stamp, variable.number()));
        }
    }

    /// Moves the bumped variables to the front, in their previous order.
    pub(super) fn end_conflict(&mut self) {
        let mut bumped = std::mem::take(&mut self.bumped);
        bumped.sort_unstable_by_key(|&(stamp, _)| stamp);
        for (_, variable) in bumped.drain(..) {
            self.move_first(variable);
        }
        self.bumped = bumped;
    }

    /// The first open variable.
    pub(super) fn first(&mut self, is_open: impl Fn(Var) -> bool) -> Option<Var> {
        while self.next != NONE {
            let stamp = self.stamp(self.next);
            if stamp <= self.unmoved && self.stamp(self.rest) < stamp {
                self.next = self.rest;
                continue;
            }
            if is_open(Var::from_number(self.next)) {
                return Some(Var::from_number(self.next));
            }
            self.next = self.links[self.next as usize].older;
            if stamp <= self.unmoved {
                self.rest = self.next;
            }
        }
        None
    }

    /// Moves the start of the search back to a variable that backtracking unassigned.
    pub(super) fn reopen(&mut self, variable: Var) {
        let stamp = self.links[variable.index()].stamp;
        if stamp > self.stamp(self.next) {
            self.next = variable.number();
        }
        if stamp <= self.unmoved && stamp > self.stamp(self.rest) {
            self.rest = variable.number();
        }
    }

    /// The stamp of a variable; 0 for [`NONE`].
    #[inline]
    fn stamp(&self, variable: u32) -> u64 {
        self.links.get(variable as usize).map_or(0, |link| link.stamp)
    }

    /// Whether `a` is in front of `b`.
    pub(super) fn before(&self, a: Var, b: Var) -> bool {
        self.links[a.index()].stamp > self.links[b.index()].stamp
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zlink_puzzle::random_puzzles::Random;

    /// Compares the queue with a list that is searched from its front.
    #[test]
    fn as_a_list() {
        let random = &mut Random(5);
        for _ in 0..200 {
            let n = 1 + random.below(12);
            let mut list: Vec<Var> = (0..n).map(Var::from_index).collect();
            list.retain(|_| random.chance(80));
            let mut queue = VmtfQueue::new(&list, n);
            let mut open = vec![true; n];
            for _ in 0..60 {
                let first = list.iter().copied().find(|e| open[e.index()]);
                assert_eq!(queue.first(|e| open[e.index()]), first);
                let (a, b) = (Var::from_index(random.below(n)), Var::from_index(random.below(n)));
                assert_eq!(queue.order(), list);
                let place = |e| list.iter().position(|&x| x == e);
                if let (Some(i), Some(j)) = (place(a), place(b)) {
                    assert_eq!(queue.before(a, b), i < j);
                }
                match random.below(4) {
                    3 => {
                        let mut order: Vec<Var> = (0..n).map(Var::from_index).collect();
                        order.rotate_left(random.below(n));
                        order.truncate(1 + random.below(n));
                        queue.move_to_front(&order);
                        let (mut front, rest): (Vec<Var>, Vec<Var>) =
                            list.iter().partition(|e| order.contains(e));
                        front.sort_by_key(|e| std::cmp::Reverse(order.iter().position(|x| x == e)));
                        list = [front, rest].concat();
                    }
                    0 => first.into_iter().for_each(|e| open[e.index()] = false),
                    1 => {
                        let all = (0..n).map(Var::from_index);
                        let bumped: Vec<Var> =
                            all.filter(|e| !open[e.index()] && random.chance(40)).collect();
                        bumped.iter().for_each(|&e| queue.bump(e));
                        queue.end_conflict();
                        let bumped: Vec<Var> = list.iter().copied().filter(|e| bumped.contains(e)).collect();
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
