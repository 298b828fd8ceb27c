//! The paths and cycles of the chosen edges, as a theory beside the formula: a wrong path or cycle is excluded by a
//! clause as soon as it is closed. All back ends share [`Paths`].

use std::ops::Not;

use crate::encoding::{Broken, Literal, Model};
use zlink_puzzle::{EdgeId, Topology, VertexId};

/// A chosen edge.
#[derive(Debug, Clone, Copy)]
struct Choice {
    edge: EdgeId,
    /// The other ends of the paths that the edge joined; `None` if it closed a cycle.
    joined: Option<[VertexId; 2]>,
}

/// The paths of the chosen edges, with the solver's decision levels: the choices of a level are undone with it.
pub(crate) struct Paths {
    topology: Topology,
    /// The ends of each edge of the puzzle.
    ends: Vec<[VertexId; 2]>,
    /// The edge of each of the formula's first variables.
    open: Vec<EdgeId>,
    /// The literal that chooses each edge of the puzzle; `None` if it is decided already.
    literals: Vec<Option<Literal>>,
    partner: Vec<Option<VertexId>>,
    /// The chosen edges at each vertex.
    chosen: Vec<[Option<EdgeId>; 2]>,
    /// For each end of a path, the other end.
    mate: Vec<VertexId>,
    /// The edge that closed the cycle, if the puzzle wants exactly one cycle and it is closed.
    closed: Option<EdgeId>,
    /// The chosen edges in the order of their choice.
    trail: Vec<Choice>,
    /// The length of the trail at the beginning of each decision level.
    levels: Vec<usize>,
    lemma: Vec<Literal>,
    lemmas: u64,
}

impl Paths {
    /// The paths of the fixed edges of `model`. `literals` are the literals that choose its open edges, in order,
    /// which are those of the formula's first variables.
    ///
    /// # Errors
    /// If the fixed edges make a wrong path or cycle.
    pub(crate) fn new(model: &Model<'_>, literals: &[Literal]) -> Result<Self, Broken> {
        let puzzle = model.puzzle;
        let mut of_edge = vec![None; puzzle.edge_count()];
        for (edge, &literal) in model.open.iter().zip(literals) {
            of_edge[edge.index()] = Some(literal);
        }
        let mut paths = Paths {
            topology: puzzle.topology(),
            ends: (0..puzzle.edge_count()).map(|e| puzzle.edge_ends(EdgeId::from_index(e))).collect(),
            open: model.open.clone(),
            literals: of_edge,
            partner: model.partners(),
            chosen: vec![[None; 2]; puzzle.vertex_count()],
            mate: (0..puzzle.vertex_count()).map(VertexId::from_index).collect(),
            closed: None,
            trail: Vec::new(),
            levels: Vec::new(),
            lemma: Vec::new(),
            lemmas: 0,
        };
        for &edge in &model.fixed {
            paths.choose(edge).map_err(|_| Broken)?;
        }
        Ok(paths)
    }

    /// Adds a chosen edge, unless it conflicts with others; then it is returned together with these.
    fn choose(&mut self, edge: EdgeId) -> Result<(), Vec<EdgeId>> {
        let both = self.ends[edge.index()];
        for v in both {
            let room = if self.partner[v.index()].is_some() { 1 } else { 2 };
            let chosen = self.chosen[v.index()].iter().flatten();
            if chosen.clone().count() >= room {
                return Err(chosen.copied().chain([edge]).collect());
            }
        }
        let [a, b] = both.map(|v| self.mate[v.index()]);
        let closes = a == both[1];
        match self.topology {
            Topology::Linkage | Topology::PathMatching if closes => return Err(self.path_from(a, edge)),
            Topology::Cycle if closes => {
                let cycle = self.path_from(a, edge);
                if cycle.len() <= self.trail.len() {
                    return Err(self.with_another(cycle));
                }
                self.closed = Some(edge);
            }
            Topology::Cycle => {
                if let Some(closing) = self.closed {
                    let mut cycle = self.path_from(self.ends[closing.index()][0], closing);
                    cycle.push(edge);
                    return Err(cycle);
                }
            }
            Topology::Linkage => {
                let wrong = self.partner[a.index()].is_some_and(|partner| partner != b);
                if wrong && self.partner[b.index()].is_some() {
                    let mut path = self.path_from(a, edge);
                    let rest = self.path_from(b, edge);
                    path.extend(rest.into_iter().filter(|&other| other != edge));
                    return Err(path);
                }
            }
            Topology::Cycles | Topology::PathMatching => {}
        }
        for v in both {
            let place = self.chosen[v.index()].iter_mut().find(|place| place.is_none());
            place.into_iter().for_each(|place| *place = Some(edge));
        }
        let joined = (!closes).then_some([a, b]);
        if let Some([a, b]) = joined {
            self.mate[a.index()] = b;
            self.mate[b.index()] = a;
        }
        self.trail.push(Choice { edge, joined });
        Ok(())
    }

    /// The edges of the path from its end `from` to an end of `last`, and `last` itself, which need not be chosen
    /// yet. If `last` is chosen, it closes a cycle.
    fn path_from(&self, from: VertexId, last: EdgeId) -> Vec<EdgeId> {
        let mut path = vec![last];
        let mut here = from;
        let mut came_by = last;
        loop {
            let next = self.chosen[here.index()].iter().flatten().find(|&&edge| edge != came_by);
            let Some(&edge) = next.filter(|&&edge| edge != last) else { return path };
            path.push(edge);
            let [u, v] = self.ends[edge.index()];
            here = if u == here { v } else { u };
            came_by = edge;
        }
    }

    /// The edges of the cycle, and a chosen edge that is not on it.
    fn with_another(&self, mut cycle: Vec<EdgeId>) -> Vec<EdgeId> {
        cycle.sort_unstable();
        let other =
            self.trail.iter().map(|choice| choice.edge).find(|edge| cycle.binary_search(edge).is_err());
        cycle.extend(other);
        cycle
    }

    /// Records that a variable of the formula, given by its number, became true. If it chooses an edge that makes a
    /// wrong path or cycle, or is one too many at a vertex, returns the clause that excludes these edges, and the
    /// edge is not chosen.
    pub(crate) fn assign(&mut self, variable: usize) -> Option<&[Literal]> {
        let edge = *self.open.get(variable)?;
        let together = self.choose(edge).err()?;
        self.lemmas += 1;
        self.lemma.clear();
        let literals = together.iter().filter_map(|edge| self.literals[edge.index()]);
        self.lemma.extend(literals.map(Literal::not));
        Some(&self.lemma)
    }

    /// The number of open edges, which are the formula's first variables.
    #[cfg(feature = "cadical")]
    pub(crate) fn open_count(&self) -> usize {
        self.open.len()
    }

    /// The number of clauses that [`Paths::assign`] has returned.
    pub(crate) fn lemmas(&self) -> u64 {
        self.lemmas
    }

    /// The number of current decision levels.
    pub(crate) fn levels(&self) -> usize {
        self.levels.len()
    }

    /// Begins a decision level.
    pub(crate) fn begin_level(&mut self) {
        self.levels.push(self.trail.len());
    }

    /// Undoes all decision levels but the first `keep`.
    pub(crate) fn backtrack(&mut self, keep: usize) {
        let Some(&length) = self.levels.get(keep) else { return };
        self.levels.truncate(keep);
        while self.trail.len() > length {
            let Some(Choice { edge, joined }) = self.trail.pop() else { return };
            let both = self.ends[edge.index()];
            for v in both {
                let place = self.chosen[v.index()].iter_mut().find(|place| **place == Some(edge));
                place.into_iter().for_each(|place| *place = None);
            }
            match joined {
                Some(others) => {
                    for (v, other) in both.into_iter().zip(others) {
                        self.mate[other.index()] = v;
                        self.mate[v.index()] = other;
                    }
                }
                None => self.closed = None,
            }
        }
    }
}
