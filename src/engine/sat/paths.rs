//! The paths and cycles of the chosen edges, as a theory of the SAT solver: a wrong one is excluded when it turns up.

use std::ops::Not;

use batsat::{Lit, Theory, TheoryArg};

use crate::encoding::{Broken, Model};
use crate::puzzle::{EdgeId, Topology, VertexId};

/// An edge that was chosen.
#[derive(Debug, Clone, Copy)]
struct Step {
    edge: EdgeId,
    /// The other ends of the paths that it joined; `None` if it closed a cycle.
    joined: Option<[VertexId; 2]>,
}

/// Where a level began.
#[derive(Debug, Clone, Copy)]
struct Level {
    read: usize,
    steps: usize,
}

/// The chosen edges as paths.
pub(super) struct Paths {
    topology: Topology,
    /// The ends of each edge of the puzzle.
    ends: Vec<[VertexId; 2]>,
    /// The edge of each of the solver's first variables, and the literal that chooses each edge.
    open: Vec<EdgeId>,
    literals: Vec<Option<Lit>>,
    partner: Vec<Option<VertexId>>,
    /// The chosen edges at each vertex.
    chosen: Vec<[Option<EdgeId>; 2]>,
    /// The other end of the path that ends here.
    mate: Vec<VertexId>,
    /// An edge of the cycle, when there is to be one and it is closed.
    closed: Option<EdgeId>,
    steps: Vec<Step>,
    levels: Vec<Level>,
    /// How much of the solver's trail was read.
    read: usize,
    explanation: Vec<Lit>,
    /// How many wrong paths and cycles were excluded.
    pub(super) lemmas: u64,
}

impl Paths {
    /// The fixed edges of `model`; `literals` choose the open ones.
    pub(super) fn new(model: &Model<'_>, literals: &[Lit]) -> Result<Self, Broken> {
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
            steps: Vec::new(),
            levels: Vec::new(),
            read: 0,
            explanation: Vec::new(),
            lemmas: 0,
        };
        for &edge in &model.fixed {
            paths.choose(edge).map_err(|_| Broken)?;
        }
        Ok(paths)
    }

    /// Adds a chosen edge, unless it does not go together with others; these are returned with it.
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
                if cycle.len() <= self.steps.len() {
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
        self.steps.push(Step { edge, joined });
        Ok(())
    }

    /// The edges of the path from its end `from` up to a vertex of `last`, and `last`, which need not be chosen yet.
    /// If `last` is chosen, it closes a cycle.
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

    /// The cycle with a chosen edge that is not on it.
    fn with_another(&self, mut cycle: Vec<EdgeId>) -> Vec<EdgeId> {
        cycle.sort_unstable();
        let other = self.steps.iter().map(|step| step.edge).find(|edge| cycle.binary_search(edge).is_err());
        cycle.extend(other);
        cycle
    }

    /// Reads what is new on the trail.
    fn read(&mut self, acts: &mut TheoryArg<'_>) {
        while let Some(&literal) = acts.model().get(self.read) {
            self.read += 1;
            let edge = self.open.get(literal.var().idx() as usize).copied();
            let Some(edge) = edge.filter(|_| literal.sign()) else { continue };
            if let Err(together) = self.choose(edge) {
                self.lemmas += 1;
                self.explanation.clear();
                let literals = together.iter().filter_map(|edge| self.literals[edge.index()]);
                self.explanation.extend(literals.map(Lit::not));
                acts.raise_conflict(&self.explanation, true);
                return;
            }
        }
    }
}

impl Theory for Paths {
    fn final_check(&mut self, acts: &mut TheoryArg<'_>) {
        self.read(acts);
    }

    fn partial_check(&mut self, acts: &mut TheoryArg<'_>) {
        self.read(acts);
    }

    fn create_level(&mut self) {
        self.levels.push(Level { read: self.read, steps: self.steps.len() });
    }

    fn pop_levels(&mut self, n: usize) {
        let keep = self.levels.len().saturating_sub(n);
        let Some(&Level { read, steps }) = self.levels.get(keep) else { return };
        self.levels.truncate(keep);
        self.read = read;
        while self.steps.len() > steps {
            let Some(Step { edge, joined }) = self.steps.pop() else { return };
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

    fn n_levels(&self) -> usize {
        self.levels.len()
    }

    fn explain_propagation(&mut self, _: Lit) -> &[Lit] {
        // Nothing is propagated.
        &[]
    }
}
