//! The puzzle that is left when some edges are decided: what the planner orders and the frontier sweeps.

use super::Value;
use crate::puzzle::{EdgeId, Incidence, Puzzle, Topology, VertexId};

/// The decided edges admit no solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the decided edges contradict the rules")]
pub struct Contradiction;

/// What an edge of a [`Residual`] stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ResidualKind {
    /// An undecided edge of the puzzle.
    Open(EdgeId),
    /// A path of edges that are in, between the two vertices where it may go on. Always taken.
    Chain,
}

/// An edge of a [`Residual`]. A chain may be parallel to an open edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ResidualEdge {
    /// Residual vertices.
    pub ends: [u32; 2],
    /// What it stands for.
    pub kind: ResidualKind,
}

/// A clue that is not settled yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResidualCell {
    /// Indices into [`Residual::edges`], all of kind [`ResidualKind::Open`].
    pub edges: Vec<u32>,
    /// How many of them a solution takes.
    pub need: u32,
}

/// What is left of a puzzle after some edges are decided.
///
/// The solutions of the puzzle (that agree with the decided edges) are [`Residual::fixed`] joined with one
/// solution of the residual each. A residual without edges has exactly one solution, the empty set.
/// Vertices are numbered densely; those that have two edges already, or no open edge left, are gone.
#[derive(Debug, Clone)]
pub struct Residual {
    /// The shape of a solution.
    pub topology: Topology,
    /// Whether every vertex must have a chosen edge. (Vertices that have one already count as covered; they
    /// are the ends of chains and the terminals of `pairs`.)
    pub cover: bool,
    /// The puzzle's name of each residual vertex.
    pub vertices: Vec<VertexId>,
    /// Open edges (in the puzzle's order), then chains.
    pub edges: Vec<ResidualEdge>,
    /// Clues that have open edges.
    pub cells: Vec<ResidualCell>,
    /// The residual vertices that still have to be joined; such a vertex takes exactly one more edge.
    /// A chain that starts at a terminal is replaced by its other end.
    pub pairs: Vec<[u32; 2]>,
    /// The edges that are in.
    pub fixed: Vec<EdgeId>,
    /// Whether at least one more edge must be taken (a cycle is asked for and none is closed yet).
    pub nonempty: bool,
}

impl Residual {
    /// What is left of `puzzle` when its edges have `values`.
    ///
    /// The values need not be closed under any rule, but a contradiction that shows locally (a degree, a clue,
    /// a closed cycle that is not the solution, a path between wrong terminals) is reported.
    pub fn new(puzzle: &Puzzle, values: &[Value]) -> Result<Self, Contradiction> {
        Self::with(puzzle, &Incidence::of(puzzle), values)
    }

    /// The same, given the puzzle's adjacency.
    pub(super) fn with(
        puzzle: &Puzzle,
        incidence: &Incidence,
        values: &[Value],
    ) -> Result<Self, Contradiction> {
        Builder::new(puzzle, incidence, values)?.build()
    }

    /// The number of open edges.
    pub fn open_count(&self) -> usize {
        self.edges.iter().take_while(|e| e.kind != ResidualKind::Chain).count()
    }
}

struct Builder<'p> {
    puzzle: &'p Puzzle,
    values: Vec<Value>,
    incidence: &'p Incidence,
    /// Chosen edges at each vertex; a terminal counts one more, so that two always means "no further edge".
    degree: Vec<u8>,
    partner: Vec<Option<VertexId>>,
    fixed: Vec<EdgeId>,
}

const ABSENT: u32 = u32::MAX;

impl<'p> Builder<'p> {
    fn new(puzzle: &'p Puzzle, incidence: &'p Incidence, values: &[Value]) -> Result<Self, Contradiction> {
        assert_eq!(values.len(), puzzle.edge_count(), "one value an edge");
        let mut values = values.to_vec();
        let required = puzzle.required().iter().map(|&e| (e, Value::In));
        for (e, value) in required.chain(puzzle.forbidden().iter().map(|&e| (e, Value::Out))) {
            let known = std::mem::replace(&mut values[e.index()], value);
            if known != Value::Open && known != value {
                return Err(Contradiction);
            }
        }
        let mut degree = vec![0u8; puzzle.vertex_count()];
        let mut partner = vec![None; puzzle.vertex_count()];
        for &[a, b] in puzzle.pairs() {
            for (s, t) in [(a, b), (b, a)] {
                degree[s.index()] += 1;
                partner[s.index()] = Some(t);
            }
        }
        let mut fixed = Vec::new();
        for (i, _) in values.iter().enumerate().filter(|(_, v)| **v == Value::In) {
            let e = EdgeId::from_index(i);
            fixed.push(e);
            for v in incidence.ends(e) {
                degree[v.index()] += 1;
                if degree[v.index()] > 2 {
                    return Err(Contradiction);
                }
            }
        }
        Ok(Builder { puzzle, values, incidence, degree, partner, fixed })
    }

    fn is_open(&self, e: EdgeId) -> bool {
        self.values[e.index()] == Value::Open
            && self.incidence.ends(e).iter().all(|v| self.degree[v.index()] < 2)
    }

    fn has_open(&self, v: VertexId) -> bool {
        self.incidence.at(v).iter().any(|&(e, _)| self.is_open(e))
    }

    fn build(self) -> Result<Residual, Contradiction> {
        let topology = self.puzzle.topology();
        let (chains, cycles) = self.chosen_components()?;
        match topology {
            Topology::Linkage | Topology::PathMatching if cycles > 0 => return Err(Contradiction),
            Topology::Cycle if cycles > 1 || (cycles == 1 && !chains.is_empty()) => {
                return Err(Contradiction);
            }
            Topology::Cycle if cycles == 1 => return self.closed(),
            _ => {}
        }
        let mut edges = Vec::new();
        let mut edge_index = vec![ABSENT; self.puzzle.edge_count()];
        let mut vertices = Vec::new();
        let mut vertex_index = vec![ABSENT; self.puzzle.vertex_count()];
        let mut residual_vertex = |v: VertexId| -> u32 {
            if vertex_index[v.index()] == ABSENT {
                vertex_index[v.index()] = vertices.len() as u32;
                vertices.push(v);
            }
            vertex_index[v.index()]
        };
        for (i, index) in edge_index.iter_mut().enumerate() {
            let e = EdgeId::from_index(i);
            if self.is_open(e) {
                *index = edges.len() as u32;
                let ends = self.incidence.ends(e).map(&mut residual_vertex);
                edges.push(ResidualEdge { ends, kind: ResidualKind::Open(e) });
            }
        }
        // Where the path of each terminal has got to.
        let mut reach: Vec<VertexId> = (0..self.puzzle.vertex_count()).map(VertexId::from_index).collect();
        for &[a, b] in &chains {
            let terminal = |v: VertexId| self.partner[v.index()].is_some();
            match (terminal(a), terminal(b)) {
                (true, true) if self.partner[a.index()] == Some(b) => {}
                (true, true) => return Err(Contradiction),
                (true, false) => reach[a.index()] = b,
                (false, true) => reach[b.index()] = a,
                (false, false) if topology == Topology::PathMatching => {
                    if self.has_open(a) || self.has_open(b) {
                        let ends = [a, b].map(&mut residual_vertex);
                        edges.push(ResidualEdge { ends, kind: ResidualKind::Chain });
                    }
                }
                (false, false) if self.has_open(a) && self.has_open(b) => {
                    let ends = [a, b].map(&mut residual_vertex);
                    edges.push(ResidualEdge { ends, kind: ResidualKind::Chain });
                }
                (false, false) => return Err(Contradiction),
            }
        }
        let mut pairs = Vec::new();
        for &[a, b] in self.puzzle.pairs() {
            if self.degree[a.index()] == 2 && self.degree[b.index()] == 2 && reach[a.index()] == a {
                continue; // joined already
            }
            let ends = [reach[a.index()], reach[b.index()]];
            if !ends.iter().all(|&v| self.has_open(v)) {
                return Err(Contradiction);
            }
            pairs.push(ends.map(&mut residual_vertex));
        }
        if self.puzzle.cover() {
            let uncovered = |v: usize| self.degree[v] == 0 && !self.has_open(VertexId::from_index(v));
            if (0..self.puzzle.vertex_count()).any(uncovered) {
                return Err(Contradiction);
            }
        }
        let cells = self.cells(&edge_index)?;
        let nonempty = match topology {
            Topology::Cycle => true,
            Topology::Cycles => cycles == 0,
            Topology::Linkage | Topology::PathMatching => false,
        };
        if edges.is_empty() && nonempty {
            return Err(Contradiction);
        }
        let (cover, fixed) = (self.puzzle.cover(), self.fixed);
        Ok(Residual { topology, cover, vertices, edges, cells, pairs, fixed, nonempty })
    }

    /// The one cycle is closed: it is the solution or there is none.
    fn closed(self) -> Result<Residual, Contradiction> {
        crate::puzzle::check::verify(self.puzzle, &self.fixed).map_err(|_| Contradiction)?;
        Ok(Residual {
            topology: Topology::Cycle,
            cover: self.puzzle.cover(),
            vertices: Vec::new(),
            edges: Vec::new(),
            cells: Vec::new(),
            pairs: Vec::new(),
            fixed: self.fixed,
            nonempty: false,
        })
    }

    /// The ends of the paths that the chosen edges form, and the number of cycles.
    fn chosen_components(&self) -> Result<(Vec<[VertexId; 2]>, usize), Contradiction> {
        let chosen = |v: VertexId| {
            let at = self.incidence.at(v).iter();
            at.filter(|&&(e, _)| self.values[e.index()] == Value::In).map(|&(_, w)| w)
        };
        let mut seen = vec![false; self.puzzle.vertex_count()];
        let walk = |start: VertexId, seen: &mut Vec<bool>| {
            let mut here = start;
            loop {
                seen[here.index()] = true;
                match chosen(here).find(|w| !seen[w.index()]) {
                    Some(next) => here = next,
                    None => return here,
                }
            }
        };
        let mut chains = Vec::new();
        for v in (0..seen.len()).map(VertexId::from_index) {
            if !seen[v.index()] && chosen(v).count() == 1 {
                chains.push([v, walk(v, &mut seen)]);
            }
        }
        let mut cycles = 0;
        for v in (0..seen.len()).map(VertexId::from_index) {
            if !seen[v.index()] && chosen(v).count() == 2 {
                walk(v, &mut seen);
                cycles += 1;
            }
        }
        Ok((chains, cycles))
    }

    fn cells(&self, edge_index: &[u32]) -> Result<Vec<ResidualCell>, Contradiction> {
        let mut cells = Vec::new();
        for (_, cell) in self.puzzle.clued_cells() {
            let chosen = cell.edges.iter().filter(|e| self.values[e.index()] == Value::In).count() as u32;
            let open: Vec<u32> =
                cell.edges.iter().map(|e| edge_index[e.index()]).filter(|&i| i != ABSENT).collect();
            let need = cell.clue.unwrap_or(chosen).checked_sub(chosen).ok_or(Contradiction)?;
            if need as usize > open.len() {
                return Err(Contradiction);
            }
            if !open.is_empty() {
                cells.push(ResidualCell { edges: open, need });
            }
        }
        Ok(cells)
    }
}
