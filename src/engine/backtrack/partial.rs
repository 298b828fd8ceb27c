//! Partial solutions: the decided edges, and their consequences for vertices, cells and paths.

use super::ends::Ends;
use zlink_deduce::Value;
use zlink_puzzle::{CellId, EdgeId, Incidence, Puzzle, Topology, VertexId};

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

/// The state of a cell with a clue: the number of edges still needed, and the number of open edges.
#[derive(Debug, Clone, Copy, Default)]
struct Cell {
    need: i64,
    open: i64,
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
    /// The state of each clued cell, by the numbers of all cells.
    cells: Vec<Cell>,
    /// The number of cells that need more edges.
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
            cells: vec![Cell::default(); puzzle.sum_count()],
            unmet: 0,
            uncovered: if puzzle.cover() { vertices } else { 0 },
            cycles: 0,
            decisions: Vec::new(),
            first_open: 0,
            incidence,
        };
        for (id, cell) in puzzle.clued_cells() {
            let need = i64::from(cell.clue.unwrap_or(0));
            let open = i64::try_from(cell.edges.len()).ok()?;
            partial.cells[id.index()] = Cell { need, open };
            partial.unmet += usize::from(need > 0);
            if need > open {
                return None;
            }
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
    /// fewest are open); else one of the cell that needs edges and has the fewest open ones; else the first.
    fn edge_to_split(&mut self) -> Option<EdgeId> {
        let is_open = |edge: EdgeId| self.values[edge.index()] == Value::Open;
        let ends = self.ends.list().iter().map(|&v| (self.open[v.index()], v));
        if let Some((_, end)) = ends.filter(|&(open, _)| open > 0).min() {
            return self.incidence.at(end).iter().map(|&(edge, _)| edge).find(|&edge| is_open(edge));
        }
        let unmet = self.cells.iter().enumerate().filter(|(_, cell)| cell.need > 0);
        if let Some((i, _)) = unmet.min_by_key(|(i, cell)| (cell.open, *i)) {
            let cell = self.puzzle.cell(CellId::from_index(i));
            return cell.edges.iter().copied().find(|&edge| is_open(edge));
        }
        let rest = &self.values[self.first_open..];
        self.first_open += rest.iter().position(|&value| value == Value::Open).unwrap_or(rest.len());
        (self.first_open < self.values.len()).then(|| EdgeId::from_index(self.first_open))
    }

    /// Whether the cells of an open edge need it, and the paths at its ends may be joined.
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
        joins_well && self.incidence.positive(edge).iter().all(|cell| self.cells[cell.index()].need > 0)
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
        let mut fits = true;
        for &cell in self.incidence.positive(edge) {
            let cell = &mut self.cells[cell.index()];
            cell.need -= 1;
            cell.open -= 1;
            self.unmet -= usize::from(cell.need == 0);
            fits &= cell.need <= cell.open;
        }
        fits && both.iter().all(|&v| self.chosen[v.index()] < self.room(v) || self.drop_all(v))
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
        let mut fits = both.iter().all(|&v| self.can_be_covered(v));
        for &cell in self.incidence.positive(edge) {
            let cell = &mut self.cells[cell.index()];
            cell.open -= 1;
            fits &= cell.need <= cell.open;
        }
        fits
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
            if was == Value::Out {
                for &cell in self.incidence.positive(edge) {
                    self.cells[cell.index()].open += 1;
                }
                continue;
            }
            for &cell in self.incidence.positive(edge) {
                let cell = &mut self.cells[cell.index()];
                self.unmet += usize::from(cell.need == 0);
                cell.need += 1;
                cell.open += 1;
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
