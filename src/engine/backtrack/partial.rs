//! Partial solutions: the decided edges, and their consequences for vertices, sums and paths.

use super::ends::Ends;
use zlink_deduce::Value;
use zlink_puzzle::{EdgeId, Incidence, Puzzle, Sum, SumId, Topology, VertexId};

/// The ways in which a partial solution can be continued.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Prospect {
    /// There is no continuation.
    Dead,
    /// All constraints are met, and there is no other continuation.
    Solved,
    /// Exactly one of the edges on offer must be chosen.
    Extend,
    /// The edge on offer may be in or out.
    Split,
}

/// A decided edge.
#[derive(Debug, Clone, Copy)]
struct Decision {
    edge: EdgeId,
    /// The other ends of the paths that a chosen edge joined; `None` if it closed a cycle or is out.
    joined: Option<[VertexId; 2]>,
}

/// What a sum still demands of its literals whose edges are open.
#[derive(Debug, Clone, Copy, Default)]
struct Demand {
    /// The least and the greatest number of these literals that may hold.
    least: i64,
    most: i64,
    /// The number of these literals, and of those among them that are negative.
    open: i64,
    open_negative: i64,
}

impl Demand {
    fn of(sum: Sum<'_>) -> Self {
        let Sum { least, most, .. } = sum;
        Demand { least, most, open: sum.len() as i64, open_negative: sum.negative.len() as i64 }
    }

    /// Whether some number of open literals is within the bounds.
    fn can_be_met(self) -> bool {
        self.least <= self.most && self.least <= self.open && self.most >= 0
    }

    /// Whether the sum is within its bounds if no more edges are chosen.
    fn is_met(self) -> bool {
        (self.least..=self.most).contains(&self.open_negative)
    }

    /// Whether a literal may hold, or may fail to.
    fn allows(self, holds: bool) -> bool {
        if holds { self.most > 0 } else { self.least < self.open }
    }

    /// Counts a literal, negative or not, that holds or does not; or takes that back, by -1.
    fn count(&mut self, is_negative: bool, holds: bool, by: i64) {
        self.open -= by;
        self.open_negative -= if is_negative { by } else { 0 };
        self.least -= if holds { by } else { 0 };
        self.most -= if holds { by } else { 0 };
    }
}

/// A partial solution.
pub(super) struct Partial<'p> {
    puzzle: &'p Puzzle,
    incidence: Incidence,
    values: Vec<Value>,
    /// For each vertex, the number of its chosen and of its open edges.
    chosen: Vec<u32>,
    open: Vec<u32>,
    partner: Vec<Option<VertexId>>,
    /// For each end of a path, the other end.
    mate: Vec<VertexId>,
    /// The ends of paths that may be extended (and must be, unless any set of paths is a solution).
    ends: Ends,
    /// What each sum still demands.
    demands: Vec<Demand>,
    /// The number of sums that are not within their bounds if no more edges are chosen.
    unmet: usize,
    /// The number of vertices without a chosen edge, if all of them must be covered.
    uncovered: usize,
    /// The number of closed cycles.
    cycles: usize,
    decisions: Vec<Decision>,
    /// A lower bound on the least open edge: all edges with smaller numbers are decided.
    first_open: usize,
}

impl<'p> Partial<'p> {
    /// The partial solution of `values` and the required and forbidden edges, or `None` if it cannot be completed.
    pub(super) fn new(puzzle: &'p Puzzle, values: &[Value]) -> Option<Self> {
        let incidence = Incidence::of(puzzle);
        let vertices = puzzle.vertex_count();
        let ids = || (0..vertices).map(VertexId::from_index);
        let mut partial = Partial {
            puzzle,
            values: vec![Value::Open; puzzle.edge_count()],
            chosen: vec![0; vertices],
            open: ids().map(|v| incidence.at(v).len() as u32).collect(),
            partner: vec![None; vertices],
            mate: ids().collect(),
            ends: Ends::new(vertices),
            demands: vec![Demand::default(); puzzle.sum_count()],
            unmet: 0,
            uncovered: if puzzle.cover() { vertices } else { 0 },
            cycles: 0,
            decisions: Vec::new(),
            first_open: 0,
            incidence,
        };
        for (id, sum) in puzzle.sums() {
            let demand = Demand::of(sum);
            if !demand.can_be_met() {
                return None;
            }
            partial.demands[id.index()] = demand;
            partial.unmet += usize::from(!demand.is_met());
        }
        for &[a, b] in puzzle.pairs() {
            partial.partner[a.index()] = Some(b);
            partial.partner[b.index()] = Some(a);
        }
        for v in ids() {
            partial.ends.set(v, partial.partner[v.index()].is_some());
            if !partial.can_be_covered(v) {
                return None;
            }
        }
        let with = |value| {
            let edges = values.iter().enumerate().filter(move |(_, known)| **known == value);
            edges.map(|(i, _)| EdgeId::from_index(i))
        };
        let out = with(Value::Out).chain(puzzle.forbidden().iter().copied());
        let chosen = with(Value::In).chain(puzzle.required().iter().copied());
        out.map(|edge| (edge, Value::Out))
            .chain(chosen.map(|edge| (edge, Value::In)))
            .all(|(edge, value)| match partial.values[edge.index()] {
                Value::Open if value == Value::In => partial.choose(edge),
                Value::Open => partial.drop(edge),
                known => known == value,
            })
            .then_some(partial)
    }

    /// The number of decided edges.
    pub(super) fn decided(&self) -> usize {
        self.decisions.len()
    }

    /// The chosen edges in ascending order.
    pub(super) fn chosen(&self) -> Vec<EdgeId> {
        let chosen = self.values.iter().enumerate().filter(|(_, value)| **value == Value::In);
        chosen.map(|(i, _)| EdgeId::from_index(i)).collect()
    }

    /// The way to continue; the edges on offer are pushed onto `options`.
    pub(super) fn prospect(&mut self, options: &mut Vec<EdgeId>) -> Prospect {
        let topology = self.puzzle.topology();
        if topology != Topology::PathMatching && !self.ends.list().is_empty() {
            return self.extend(options);
        }
        let is_complete = match topology {
            Topology::Linkage => true,
            Topology::Cycle => self.cycles > 0,
            Topology::Cycles | Topology::PathMatching => false,
        };
        match self.edge_to_split().filter(|_| !is_complete) {
            Some(edge) => {
                options.push(edge);
                Prospect::Split
            }
            None if self.unmet > 0 || self.uncovered > 0 => Prospect::Dead,
            None if self.cycles == 0 && matches!(topology, Topology::Cycle | Topology::Cycles) => {
                Prospect::Dead
            }
            None => Prospect::Solved,
        }
    }

    /// Offers the extensions of the end that has the fewest; of several such ends, that of the first vertex.
    fn extend(&self, options: &mut Vec<EdgeId>) -> Prospect {
        let extensions = |v| {
            let edges = self.incidence.at(v).iter().map(|&(edge, _)| edge);
            edges.filter(|&edge| self.values[edge.index()] == Value::Open && self.may_choose(edge))
        };
        let ends = self.ends.list().iter().copied();
        match ends.map(|v| (extensions(v).count(), v)).min() {
            None | Some((0, _)) => Prospect::Dead,
            Some((_, end)) => {
                // The last option is tried first.
                let first = options.len();
                options.extend(extensions(end));
                options[first..].reverse();
                Prospect::Extend
            }
        }
    }

    /// An open edge to branch on: one at the end of a path that need not be extended, if there is one (where the
    /// fewest are open); else one of the unmet sum with the fewest open ones; else the first.
    fn edge_to_split(&mut self) -> Option<EdgeId> {
        let is_open = |edge: EdgeId| self.values[edge.index()] == Value::Open;
        let ends = self.ends.list().iter().map(|&v| (self.open[v.index()], v));
        if let Some((_, end)) = ends.filter(|&(open, _)| open > 0).min() {
            return self.incidence.at(end).iter().map(|&(edge, _)| edge).find(|&edge| is_open(edge));
        }
        let unmet = self.demands.iter().enumerate().filter(|(_, demand)| !demand.is_met());
        if let Some((i, _)) = unmet.min_by_key(|(i, demand)| (demand.open, *i)) {
            let literals = self.puzzle.sum(SumId::from_index(i)).literals();
            return literals.map(|(edge, _)| edge).find(|&edge| is_open(edge));
        }
        let rest = &self.values[self.first_open..];
        self.first_open += rest.iter().position(|&value| value == Value::Open).unwrap_or(rest.len());
        (self.first_open < self.values.len()).then(|| EdgeId::from_index(self.first_open))
    }

    /// Whether the sums of an open edge allow it, and the paths at its ends may be joined.
    fn may_choose(&self, edge: EdgeId) -> bool {
        let [u, v] = self.incidence.ends(edge);
        let [a, b] = [u, v].map(|v| self.mate[v.index()]);
        let joins_well = match self.puzzle.topology() {
            Topology::Cycle if self.cycles > 0 => false,
            Topology::Cycle if a == v => self.ends.list().len() == 2,
            Topology::Linkage | Topology::PathMatching if a == v => false,
            Topology::Linkage => match (self.partner[a.index()], self.partner[b.index()]) {
                (Some(partner), Some(_)) => partner == b,
                _ => true,
            },
            _ => true,
        };
        joins_well && self.incidence.sums(edge).all(|(sum, holds)| self.demands[sum.index()].allows(holds))
    }

    /// Counts an edge in its sums, or takes that back, by -1. Returns whether they can still be met.
    fn count(&mut self, edge: EdgeId, is_in: bool, by: i64) -> bool {
        let mut fits = true;
        for (sum, positive) in self.incidence.sums(edge) {
            let demand = &mut self.demands[sum.index()];
            let before = demand.is_met();
            demand.count(!positive, is_in == positive, by);
            self.unmet = self.unmet + usize::from(before) - usize::from(demand.is_met());
            fits &= demand.can_be_met();
        }
        fits
    }

    /// The greatest number of chosen edges at a vertex.
    fn room(&self, vertex: VertexId) -> u32 {
        if self.partner[vertex.index()].is_some() { 1 } else { 2 }
    }

    fn is_end(&self, vertex: VertexId) -> bool {
        self.chosen[vertex.index()] + 1 == self.room(vertex)
    }

    /// Whether a vertex that must be covered still can be.
    fn can_be_covered(&self, vertex: VertexId) -> bool {
        let least = match self.puzzle.topology() {
            Topology::PathMatching => 1,
            _ => self.room(vertex),
        };
        let (chosen, open) = (self.chosen[vertex.index()], self.open[vertex.index()]);
        !self.puzzle.cover() || chosen > 0 || open >= least
    }

    /// Chooses an open edge, and drops the other open edges at ends that are then full. Returns false if that
    /// violates a constraint; the caller then has to undo the decisions since.
    pub(super) fn choose(&mut self, edge: EdgeId) -> bool {
        if !self.may_choose(edge) {
            return false;
        }
        let both = self.incidence.ends(edge);
        if both.iter().any(|&v| self.chosen[v.index()] >= self.room(v)) {
            return false;
        }
        let [a, b] = both.map(|v| self.mate[v.index()]);
        let joined = (a != both[1]).then_some([a, b]);
        match joined {
            Some([a, b]) => {
                self.mate[a.index()] = b;
                self.mate[b.index()] = a;
            }
            None => self.cycles += 1,
        }
        self.values[edge.index()] = Value::In;
        self.decisions.push(Decision { edge, joined });
        for v in both {
            self.open[v.index()] -= 1;
            self.chosen[v.index()] += 1;
            self.uncovered -= usize::from(self.puzzle.cover() && self.chosen[v.index()] == 1);
            self.ends.set(v, self.is_end(v));
        }
        self.count(edge, true, 1)
            && both.iter().all(|&v| self.chosen[v.index()] < self.room(v) || self.drop_all(v))
    }

    fn drop_all(&mut self, vertex: VertexId) -> bool {
        (0..self.incidence.at(vertex).len()).all(|i| {
            let edge = self.incidence.at(vertex)[i].0;
            self.values[edge.index()] != Value::Open || self.drop(edge)
        })
    }

    /// Excludes an open edge. Returns false if that violates a constraint; the caller then has to undo the decisions
    /// since.
    pub(super) fn drop(&mut self, edge: EdgeId) -> bool {
        self.values[edge.index()] = Value::Out;
        self.decisions.push(Decision { edge, joined: None });
        let both = self.incidence.ends(edge);
        for v in both {
            self.open[v.index()] -= 1;
        }
        self.count(edge, false, 1) && both.iter().all(|&v| self.can_be_covered(v))
    }

    /// Undoes all but the first `keep` decisions.
    pub(super) fn take_back(&mut self, keep: usize) {
        while self.decisions.len() > keep {
            let Some(Decision { edge, joined }) = self.decisions.pop() else { return };
            let was = std::mem::replace(&mut self.values[edge.index()], Value::Open);
            self.first_open = self.first_open.min(edge.index());
            let both = self.incidence.ends(edge);
            for v in both {
                self.open[v.index()] += 1;
            }
            self.count(edge, was == Value::In, -1);
            if was == Value::Out {
                continue;
            }
            for v in both {
                self.uncovered += usize::from(self.puzzle.cover() && self.chosen[v.index()] == 1);
                self.chosen[v.index()] -= 1;
                self.ends.set(v, self.is_end(v));
            }
            match joined {
                Some(others) => {
                    for (v, other) in both.into_iter().zip(others) {
                        self.mate[other.index()] = v;
                        self.mate[v.index()] = other;
                    }
                }
                None => self.cycles -= 1,
            }
        }
    }
}
