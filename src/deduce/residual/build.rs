//! Building the residual from a puzzle and the values of its edges.

use super::{Contradiction, Residual, ResidualEdge, ResidualKind, ResidualSum};
use crate::Value;
use zlink_puzzle::{EdgeId, Incidence, Puzzle, Topology, VertexId};

/// The number of a vertex or edge that is not in the residual.
const ABSENT: u32 = u32::MAX;

/// The vertices and edges of the residual, numbered in the order in which they are added. It grows edge by edge, which the flat arrays of
/// [`Incidence`] cannot.
struct Graph {
    vertices: Vec<VertexId>,
    edges: Vec<ResidualEdge>,
    /// For each vertex of the puzzle its number in the residual, or [`ABSENT`].
    vertex_index: Vec<u32>,
    /// For each edge of the puzzle its number in the residual, or [`ABSENT`].
    edge_index: Vec<u32>,
}

impl Graph {
    fn new(puzzle: &Puzzle) -> Self {
        Graph {
            vertices: Vec::new(),
            edges: Vec::new(),
            vertex_index: vec![ABSENT; puzzle.vertex_count()],
            edge_index: vec![ABSENT; puzzle.edge_count()],
        }
    }

    /// The number of a vertex in the residual, to which it is added on the first request.
    fn vertex(&mut self, v: VertexId) -> u32 {
        let index = &mut self.vertex_index[v.index()];
        if *index == ABSENT {
            *index = self.vertices.len() as u32;
            self.vertices.push(v);
        }
        *index
    }

    fn open_edge(&mut self, e: EdgeId, ends: [VertexId; 2]) {
        self.edge_index[e.index()] = self.edges.len() as u32;
        let ends = ends.map(|v| self.vertex(v));
        self.edges.push(ResidualEdge { ends, kind: ResidualKind::Open(e) });
    }

    fn chain(&mut self, ends: [VertexId; 2]) {
        let ends = ends.map(|v| self.vertex(v));
        self.edges.push(ResidualEdge { ends, kind: ResidualKind::Chain });
    }
}

/// The builder of the residual: the puzzle with the values of its edges.
pub(super) struct Builder<'p> {
    puzzle: &'p Puzzle,
    values: Vec<Value>,
    incidence: &'p Incidence,
    /// The number of chosen edges at each vertex, plus 1 at a terminal, so that 2 always means "no further edge".
    degree: Vec<u8>,
    partner: Vec<Option<VertexId>>,
    fixed: Vec<EdgeId>,
}

impl<'p> Builder<'p> {
    pub(super) fn new(
        puzzle: &'p Puzzle,
        incidence: &'p Incidence,
        values: &[Value],
    ) -> Result<Self, Contradiction> {
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

    pub(super) fn build(self) -> Result<Residual, Contradiction> {
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
        let mut graph = Graph::new(self.puzzle);
        for e in (0..self.puzzle.edge_count()).map(EdgeId::from_index).filter(|&e| self.is_open(e)) {
            graph.open_edge(e, self.incidence.ends(e));
        }
        let reach = self.join_chains(&chains, &mut graph)?;
        let pairs = self.open_pairs(&reach, &mut graph)?;
        if self.puzzle.cover() {
            self.check_cover()?;
        }
        let sums = self.sums(&graph.edge_index)?;
        let nonempty = match topology {
            Topology::Cycle => true,
            Topology::Cycles => cycles == 0,
            Topology::Linkage | Topology::PathMatching => false,
        };
        if graph.edges.is_empty() && nonempty {
            return Err(Contradiction);
        }
        let Graph { vertices, edges, .. } = graph;
        let (cover, fixed) = (self.puzzle.cover(), self.fixed);
        Ok(Residual { topology, cover, vertices, edges, sums, pairs, fixed, nonempty })
    }

    /// Adds chains without a terminal as edges, if they can be extended. The result is for each terminal the end of its path,
    /// and for all other vertices the vertex itself.
    fn join_chains(
        &self,
        chains: &[[VertexId; 2]],
        graph: &mut Graph,
    ) -> Result<Vec<VertexId>, Contradiction> {
        let mut reach: Vec<VertexId> = (0..self.puzzle.vertex_count()).map(VertexId::from_index).collect();
        let terminal = |v: VertexId| self.partner[v.index()].is_some();
        for &[a, b] in chains {
            match (terminal(a), terminal(b)) {
                (true, true) if self.partner[a.index()] == Some(b) => {}
                (true, true) => return Err(Contradiction),
                (true, false) => reach[a.index()] = b,
                (false, true) => reach[b.index()] = a,
                (false, false) if self.puzzle.topology() == Topology::PathMatching => {
                    if self.has_open(a) || self.has_open(b) {
                        graph.chain([a, b]);
                    }
                }
                (false, false) if self.has_open(a) && self.has_open(b) => graph.chain([a, b]),
                (false, false) => return Err(Contradiction),
            }
        }
        Ok(reach)
    }

    /// The pairs that are not joined yet, by the ends of their paths.
    fn open_pairs(&self, reach: &[VertexId], graph: &mut Graph) -> Result<Vec<[u32; 2]>, Contradiction> {
        let mut pairs = Vec::new();
        for &[a, b] in self.puzzle.pairs() {
            if self.degree[a.index()] == 2 && self.degree[b.index()] == 2 && reach[a.index()] == a {
                continue; // joined already
            }
            let ends = [reach[a.index()], reach[b.index()]];
            if !ends.iter().all(|&v| self.has_open(v)) {
                return Err(Contradiction);
            }
            pairs.push(ends.map(|v| graph.vertex(v)));
        }
        Ok(pairs)
    }

    /// Checks that every vertex has a chosen edge or can have one.
    fn check_cover(&self) -> Result<(), Contradiction> {
        let uncovered = |v: usize| self.degree[v] == 0 && !self.has_open(VertexId::from_index(v));
        match (0..self.puzzle.vertex_count()).any(uncovered) {
            true => Err(Contradiction),
            false => Ok(()),
        }
    }

    /// The residual when the single cycle is closed, without edges: the cycle is the solution, or there is none.
    fn closed(self) -> Result<Residual, Contradiction> {
        zlink_puzzle::check::verify(self.puzzle, &self.fixed).map_err(|_| Contradiction)?;
        Ok(Residual {
            topology: Topology::Cycle,
            cover: self.puzzle.cover(),
            vertices: Vec::new(),
            edges: Vec::new(),
            sums: Vec::new(),
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

    /// The sums with open edges that could still be broken, in terms of residual edges.
    fn sums(&self, edge_index: &[u32]) -> Result<Vec<ResidualSum>, Contradiction> {
        let mut sums = Vec::new();
        for (_, sum) in self.puzzle.sums() {
            let open = |edges: &[EdgeId]| -> Vec<u32> {
                edges.iter().map(|e| edge_index[e.index()]).filter(|&i| i != ABSENT).collect()
            };
            let (positive, negative) = (open(sum.positive), open(sum.negative));
            let len = (positive.len() + negative.len()) as i64;
            let is_absent = |e: EdgeId| edge_index[e.index()] == ABSENT;
            let held = sum.literals().filter(|&(e, value)| {
                // An edge that is not in the residual is in, or it cannot be.
                is_absent(e) && (self.values[e.index()] == Value::In) == value
            });
            let held = held.count() as i64;
            let (least, most) = ((sum.least - held).max(0), (sum.most - held).min(len));
            if least > most {
                return Err(Contradiction);
            }
            if least > 0 || most < len {
                // Both are between 0 and the number of literals.
                let [least, most] = [least, most].map(|bound| bound as u32);
                sums.push(ResidualSum { positive, negative, least, most });
            }
        }
        Ok(sums)
    }
}
