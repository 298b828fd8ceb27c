//! [`Demand`] -> [`Constraint`]: the puzzle behind a theory atom, the literals of its variables, and what clingo is told of it once.
//!
//! Degrees of vertices and colours of faces are clauses and weight constraints of clingo from the beginning: unit propagation is faster with
//! them than a propagator that passes on reasons. The rest is left to the propagator (`state`).

use rustc_hash::FxHashMap;
use zlink::Topology;
use zlink::deduce::{Deduction, Depth, Lit, Value, Var};
use zlink::puzzle::{EdgeId, Parts, Puzzle, VertexId};

use super::atoms::{Demand, Form};
use super::clingo::{Failure, Init, Literal, Stop, TRUE};

/// At most so many clauses say that few edges at a vertex are in; where more are needed, it is a weight constraint.
const CLAUSES: usize = 4;
/// Up to this degree, a clause for each edge says that it does not end at the vertex.
const DEGREE: usize = 50;

/// The number of edges of a cycle of its own that is always in, where the program chooses pairs.
const ALWAYS: usize = 3;

/// A theory atom that is in force.
#[derive(Debug)]
pub(super) struct Constraint {
    /// The literal without which nothing is demanded.
    pub(super) condition: Literal,
    /// For each variable of the trail, the literal that says that it is in.
    pub(super) literals: Vec<Literal>,
    /// For each edge, whether it stands for half of a pair that the program chooses; empty if it chooses none. The last [`ALWAYS`] edges
    /// are those that are always in.
    pub(super) chosen: Vec<bool>,
}

impl Constraint {
    /// The constraint of a demand and the deduction for it; `None` if the condition turned out to be false.
    pub(super) fn new(
        demand: &Demand,
        init: &Init<'_>,
    ) -> Result<Option<(Constraint, Deduction<'static>)>, Stop> {
        let clauses = Clauses { init, condition: demand.condition };
        for &literal in &demand.loops {
            clauses.add(&[-literal])?;
        }
        let links = clauses.links(demand)?;
        let Some(Shape { parts, literals, chosen }) = clauses.shape(demand, links)? else {
            clauses.add(&[])?;
            return Ok(None);
        };
        let visited = clauses.visits(demand, &parts, &literals)?;
        let parts = Parts { cover: visited, ..parts };
        let puzzle = Puzzle::from_parts(parts).map_err(|error| Failure(error.to_string()))?;
        let mut deduction = Deduction::owning(puzzle);
        deduction.add_colours();
        let mut constraint = Constraint { condition: demand.condition, literals, chosen };
        for _ in constraint.literals.len()..deduction.trail().variables() {
            let colour = init.add_literal()?;
            // Without the condition, edges do not decide it, and models would be found several times.
            if demand.condition != TRUE {
                init.add_clause(&[demand.condition, -colour])?;
            }
            constraint.literals.push(colour);
        }
        if !constraint.settle(&mut deduction, 0, init)? {
            return Ok(None);
        }
        if demand.form != Form::Circuit {
            clauses.degrees(&deduction, &constraint)?;
        }
        clauses.colours(&deduction, &constraint)?;
        Ok(Some((constraint, deduction)))
    }

    /// Adds to the deduction what clingo has decided for good, and tells clingo what follows; what is on the trail before `known` was told.
    /// False if nothing would do: then the condition cannot hold.
    pub(super) fn settle(
        &self,
        deduction: &mut Deduction<'static>,
        known: usize,
        init: &Init<'_>,
    ) -> Result<bool, Stop> {
        for var in (0..self.literals.len()).map(Var::from_index) {
            if deduction.value(var) == Value::Open
                && let Some(value) = init.assignment().value(self.literal(var, true))
            {
                deduction.imply_without_reason(Lit::new(var, value));
            }
        }
        let clauses = Clauses { init, condition: self.condition };
        if deduction.propagate(Depth::Changes).and_then(|()| deduction.propagate(Depth::Structure)).is_err()
            || self.is_walk_wrong(deduction)
        {
            clauses.add(&[])?;
            return Ok(false);
        }
        for &var in &deduction.trail().entries()[known..] {
            clauses.add(&[self.literal(var, deduction.value(var) == Value::In)])?;
        }
        Ok(true)
    }

    /// Whether the edges that are in join or close paths of chosen pairs wrongly.
    fn is_walk_wrong(&self, deduction: &Deduction<'_>) -> bool {
        let mut seen = vec![false; self.chosen.len()];
        (0..seen.len()).map(EdgeId::from_index).any(|edge| {
            if seen[edge.index()] || deduction.value(edge) != Value::In {
                return false;
            }
            let (walked, is_wrong) = self.walk(deduction, edge);
            walked.iter().for_each(|edge| seen[edge.index()] = true);
            is_wrong
        })
    }

    /// Walks along the edges that are in from this one: they must not join two chosen pairs, and not close without one. The edges, and whether
    /// they do.
    pub(super) fn walk(&self, deduction: &Deduction<'_>, edge: EdgeId) -> (Vec<EdgeId>, bool) {
        let is_pair = |edge: EdgeId| self.chosen[edge.index()];
        let next = |edge: EdgeId, vertex| {
            let mut at = deduction.incidence().at(vertex).iter().copied();
            at.find(|&(other, _)| other != edge && deduction.value(other) == Value::In)
        };
        let mut walked = vec![edge];
        let mut halves = usize::from(is_pair(edge));
        let mut is_closed = false;
        for start in deduction.incidence().ends(edge) {
            let (mut at, mut vertex) = (edge, start);
            while let Some((other, end)) = next(at, vertex).filter(|_| !is_closed && halves <= 2) {
                is_closed = other == edge;
                if !is_closed {
                    walked.push(other);
                    halves += usize::from(is_pair(other));
                }
                (at, vertex) = (other, end);
            }
        }
        let is_always = edge.index() + ALWAYS >= self.chosen.len();
        (walked, halves > 2 || (is_closed && halves == 0 && !is_always))
    }

    /// The literal that says that a variable has this value.
    #[inline]
    pub(super) fn literal(&self, var: Var, value: bool) -> Literal {
        let literal = self.literals[var.index()];
        if value { literal } else { -literal }
    }
}

/// The puzzle of a demand, without its vertices to visit.
struct Shape {
    parts: Parts,
    literals: Vec<Literal>,
    chosen: Vec<bool>,
}

/// The clauses of one theory atom: each holds only under its condition.
struct Clauses<'a> {
    init: &'a Init<'a>,
    condition: Literal,
}

impl Clauses<'_> {
    fn add(&self, clause: &[Literal]) -> Result<(), Stop> {
        let assignment = self.init.assignment();
        if clause.iter().any(|&literal| assignment.value(literal) == Some(true)) {
            return Ok(());
        }
        match self.condition {
            TRUE => self.init.add_clause(clause),
            condition => self.init.add_clause(&[clause, &[-condition]].concat()),
        }
    }

    /// Demands that at most `most` of the literals hold.
    fn at_most(&self, literals: &[Literal], most: usize) -> Result<(), Stop> {
        let n = literals.len();
        // The number of sets of most + 1 literals.
        let sets =
            (0..=most).try_fold(1usize, |sets, i| Some(sets.checked_mul(n.checked_sub(i)?)? / (i + 1)));
        match sets {
            None | Some(0) => Ok(()),
            Some(sets) if sets <= CLAUSES => {
                let mut picked: Vec<usize> = (0..=most).collect();
                loop {
                    self.add(&picked.iter().map(|&i| -literals[i]).collect::<Vec<_>>())?;
                    // The next set in lexicographic order.
                    let Some(at) = (0..=most).rev().find(|&i| picked[i] < n - 1 - (most - i)) else {
                        return Ok(());
                    };
                    picked[at] += 1;
                    for i in at + 1..=most {
                        picked[i] = picked[i - 1] + 1;
                    }
                }
            }
            Some(_) => self.at_least(literals.iter().map(|&literal| -literal), n - most),
        }
    }

    fn at_least(&self, literals: impl Iterator<Item = Literal>, least: usize) -> Result<(), Stop> {
        // clingo takes a constraint under a condition that is known to be false as the opposite constraint.
        if self.init.assignment().value(self.condition) == Some(false) {
            return Ok(());
        }
        let least = i32::try_from(least).map_err(|_| Failure("a vertex has too many edges".into()))?;
        self.init.add_at_least(self.condition, literals, least)
    }

    /// A literal that holds exactly if one of these does.
    fn any(&self, literals: &[Literal]) -> Result<Literal, Stop> {
        if let [literal] = *literals {
            return Ok(literal);
        }
        if literals.contains(&TRUE) {
            return Ok(TRUE);
        }
        let any = self.init.add_literal()?;
        for &literal in literals {
            self.init.add_clause(&[any, -literal])?;
        }
        self.init.add_clause(&[literals, &[-any]].concat())?;
        Ok(any)
    }

    /// The edges with a literal each. Of a circuit, each vertex has at most one arc in and one out, and not one without the other.
    fn links(&self, demand: &Demand) -> Result<Vec<([u32; 2], Literal)>, Stop> {
        let single = |(ends, literals): &([u32; 2], Vec<Literal>)| Ok((*ends, self.any(literals)?));
        let links = demand.edges.iter().map(single).collect::<Result<Vec<_>, Stop>>()?;
        if demand.form != Form::Circuit {
            return Ok(links);
        }
        let mut edges: Vec<([u32; 2], Vec<Literal>)> = Vec::new();
        let mut index = FxHashMap::default();
        let mut ways = vec![[Vec::new(), Vec::new()]; demand.vertices];
        for ([u, v], literal) in links {
            ways[u as usize][0].push(literal);
            ways[v as usize][1].push(literal);
            let ends = [u.min(v), u.max(v)];
            let at = *index.entry(ends).or_insert_with(|| {
                edges.push((ends, Vec::new()));
                edges.len() - 1
            });
            edges[at].1.push(literal);
        }
        let mut visits = vec![&[][..]; demand.vertices];
        demand.visits.iter().for_each(|(vertex, literals)| visits[*vertex as usize] = literals);
        for ([out, into], visits) in ways.iter().zip(visits) {
            for (way, back) in [(out, into), (into, out)] {
                self.at_most(way, 1)?;
                // Whoever visits the vertex comes and goes.
                let always = visits.contains(&TRUE);
                for arc in visits.iter().chain(back.iter().filter(|_| !always)) {
                    self.add(&[way, &[-arc][..]].concat())?;
                }
            }
        }
        for (_, arcs) in &edges {
            self.at_most(arcs, 1)?;
        }
        edges.iter().map(single).collect()
    }

    /// The puzzle of these edges; `None` if no set of edges would do.
    fn shape(&self, demand: &Demand, links: Vec<([u32; 2], Literal)>) -> Result<Option<Shape>, Stop> {
        let topology = match demand.form {
            Form::Cycle | Form::Circuit => Topology::Cycle,
            Form::Cycles => Topology::Cycles,
            Form::Paths => Topology::Linkage,
        };
        let (edges, mut literals): (Vec<[u32; 2]>, Vec<Literal>) = links.into_iter().unzip();
        let mut parts = Parts::graph(topology, demand.vertices, edges);
        let mut chosen = Vec::new();
        if demand.pairs.iter().all(|(_, literals)| literals == &[TRUE]) {
            let mut paired = vec![false; demand.vertices];
            for &([a, b], _) in &demand.pairs {
                let mut again = |v: u32| std::mem::replace(&mut paired[v as usize], true);
                if again(a) | again(b) {
                    return Ok(None);
                }
                parts.pairs.push([a, b]);
            }
        } else {
            // Each pair becomes two edges by way of a new vertex: with them, paths are cycles. Three more edges are always in, as the
            // program may choose no pair, and a puzzle of cycles has one at least.
            parts.topology = Topology::Cycles;
            chosen.resize(literals.len(), false);
            let mut vertex = || {
                parts.vertices += 1;
                parts.vertices as u32 - 1
            };
            let [x, y, z] = [vertex(), vertex(), vertex()];
            let triangle = [[x, y], [y, z], [x, z]];
            for (ends, pair) in &demand.pairs {
                let [a, b] = *ends;
                let pair = self.any(pair)?;
                if a == b {
                    self.add(&[-pair])?;
                    continue;
                }
                let between = vertex();
                parts.edges.extend([[a, between], [b, between]]);
                literals.extend([pair; 2]);
                chosen.extend([true; 2]);
            }
            parts.edges.extend(triangle);
            literals.extend([TRUE; ALWAYS]);
            chosen.extend([false; ALWAYS]);
        }
        let assignment = self.init.assignment();
        for (edge, &literal) in (0..).zip(&literals) {
            match assignment.value(literal) {
                Some(true) => parts.required.push(edge),
                Some(false) => parts.forbidden.push(edge),
                None => {}
            }
        }
        Ok(Some(Shape { parts, literals, chosen }))
    }

    /// Demands an edge at each vertex to be visited. True if these are all vertices, in any case.
    fn visits(&self, demand: &Demand, parts: &Parts, literals: &[Literal]) -> Result<bool, Stop> {
        if demand.visits.is_empty() {
            return Ok(false);
        }
        let mut at = vec![Vec::new(); parts.vertices];
        for (ends, &literal) in parts.edges.iter().zip(literals) {
            ends.iter().for_each(|&v| at[v as usize].push(literal));
        }
        let mut always = vec![false; demand.vertices];
        for (vertex, visits) in &demand.visits {
            always[*vertex as usize] = visits.contains(&TRUE);
            for visit in visits {
                self.add(&[&at[*vertex as usize][..], &[-visit]].concat())?;
            }
        }
        // The vertices that stand for pairs are not to be visited.
        Ok(always.len() == parts.vertices && always.iter().all(|&always| always))
    }

    /// Demands as many edges at each vertex as the puzzle does.
    fn degrees(&self, deduction: &Deduction<'_>, constraint: &Constraint) -> Result<(), Stop> {
        let puzzle = deduction.puzzle();
        let mut ends = vec![false; puzzle.vertex_count()];
        puzzle.pairs().iter().flatten().for_each(|v| ends[v.index()] = true);
        for vertex in (0..puzzle.vertex_count()).map(VertexId::from_index) {
            let edges = deduction.incidence().at(vertex).iter().map(|&(edge, _)| edge);
            let is_in = edges.clone().filter(|&edge| deduction.value(edge) == Value::In).count();
            let open = edges.filter(|&edge| deduction.value(edge) == Value::Open);
            let open: Vec<Literal> = open.map(|edge| constraint.literal(edge.into(), true)).collect();
            let most = if ends[vertex.index()] { 1 } else { 2 };
            if open.is_empty() {
                continue;
            }
            self.at_most(&open, most - is_in)?;
            if is_in > 0 || ends[vertex.index()] {
                self.add(&open)?;
            } else if puzzle.cover() {
                self.at_least(open.iter().copied(), 2)?;
            } else if open.len() <= DEGREE {
                for i in 0..open.len() {
                    let clause =
                        open.iter().enumerate().map(|(j, &literal)| if i == j { -literal } else { literal });
                    self.add(&clause.collect::<Vec<_>>())?;
                }
            }
        }
        Ok(())
    }

    /// Demands that an edge is in exactly if its faces have different colours.
    fn colours(&self, deduction: &Deduction<'_>, constraint: &Constraint) -> Result<(), Stop> {
        for edge in (0..deduction.values().len()).map(EdgeId::from_index) {
            let open = deduction.value(edge) == Value::Open;
            let Some(([a, b], odd)) = deduction.colours_beside(edge).filter(|_| open) else { continue };
            let edge = constraint.literal(edge.into(), !odd);
            let [a, b] = [a, b].map(|colour| constraint.literal(colour, true));
            for clause in [[-edge, a, b], [-edge, -a, -b], [edge, -a, b], [edge, a, -b]] {
                self.add(&clause)?;
            }
        }
        Ok(())
    }
}
