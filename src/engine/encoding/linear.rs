//! The puzzle as a linear program with integer variables and no objective.
//!
//! [`Program::local`] has the conditions on vertices and sums; the engine `mip` cuts off wrong paths and cycles when they
//! appear. [`Program::complete`] has all conditions, for other solvers: every feasible point is a solution. One cycle is a flow
//! (Gavish and Graves 1978): a root among the vertices in use sends one unit to each of them along chosen edges. Paths are
//! directed and have positions that grow along them (Miller, Tucker and Zemlin 1960), and the paths of pairs carry the number
//! of their pair.

use std::fmt;

use super::model::{Demand, Model};
use zlink_base::limits::{Interrupted, Limits};
use zlink_puzzle::{EdgeId, Incidence, Puzzle, Topology, VertexId};

/// A variable, as an index into [`Program::columns`].
pub type Variable = usize;

/// The relation between the sum of a row and its right-hand side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sense {
    /// The sum is at most the right-hand side.
    AtMost,
    /// The sum equals the right-hand side.
    Equal,
    /// The sum is at least the right-hand side.
    AtLeast,
}

/// A constraint on a weighted sum of variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The variables of the sum, each once, with their factors.
    pub terms: Vec<(Variable, i64)>,
    /// The relation between the sum and the right-hand side.
    pub sense: Sense,
    /// The right-hand side.
    pub right: i64,
}

/// The name of a variable: a prefix for its kind, and the number of the edge or vertex that it belongs to, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Name(&'static str, usize);

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0, self.1)
    }
}

/// A variable of a linear program: its name and its range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// The name, which no other variable has.
    pub name: Name,
    /// The least value.
    pub lower: i64,
    /// The greatest value.
    pub upper: i64,
    /// Whether the variable takes integers only.
    pub is_integer: bool,
}

/// A linear program without an objective.
#[derive(Debug, Clone, Default)]
pub struct Program {
    /// The variables. The first ones are the open edges of the model, in their order, with the value 1 for chosen edges.
    pub columns: Vec<Column>,
    /// The constraints.
    pub rows: Vec<Row>,
}

impl Program {
    /// The program of the conditions of `model` on single vertices and sums. All variables take the values 0 and 1.
    pub fn local(model: &Model<'_>) -> Self {
        let mut program = Program::of_edges(model.open.len());
        let mut halves = 0;
        for rule in &model.rules {
            let positive = rule.positive.iter().map(|&i| (i, 1));
            let mut terms: Vec<(Variable, i64)> =
                positive.chain(rule.negative.iter().map(|&i| (i, -1))).collect();
            // A negative literal is 1 minus its variable.
            let right = |bound: u32| i64::from(bound) - rule.negative.len() as i64;
            match rule.demand {
                Demand::Exactly(n) => program.row(terms, Sense::Equal, right(n)),
                Demand::Between(least, most) => {
                    if least > 0 {
                        program.row(terms.clone(), Sense::AtLeast, right(least));
                    }
                    if (most as usize) < terms.len() {
                        program.row(terms, Sense::AtMost, right(most));
                    }
                }
                Demand::NoneOrTwo => {
                    halves += 1;
                    let half = program.column(Name("y", halves), 0, 1, true);
                    terms.push((half, -2));
                    program.row(terms, Sense::Equal, 0);
                }
            }
        }
        if model.nonempty {
            program.row((0..model.open.len()).map(|i| (i, 1)).collect(), Sense::AtLeast, 1);
        }
        program
    }

    /// The program of all conditions of `puzzle`. Variable `e` is edge `e`.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn complete(puzzle: &Puzzle, limits: &Limits) -> Result<Self, Interrupted> {
        let Ok(model) = Model::undecided(puzzle) else {
            let mut program = Program::of_edges(puzzle.edge_count());
            program.row(Vec::new(), Sense::Equal, 1);
            return Ok(program);
        };
        let program = Program::local(&model);
        limits.check()?;
        let n = i64::try_from(puzzle.vertex_count()).map_err(|_| Interrupted::Memory)?;
        let mut builder = Builder { puzzle, incidence: Incidence::of(puzzle), program, n };
        match puzzle.topology() {
            Topology::Cycle => builder.flow(limits)?,
            // There are no conditions beyond those on vertices and sums.
            Topology::Cycles => {}
            Topology::Linkage => builder.linkage(limits)?,
            Topology::PathMatching => builder.paths(limits)?,
        }
        Ok(builder.program)
    }

    /// A program with a variable for each of `count` edges, and no rows.
    fn of_edges(count: usize) -> Self {
        let mut program = Program::default();
        for e in 0..count {
            program.column(Name("x", e + 1), 0, 1, true);
        }
        program
    }

    fn column(&mut self, name: Name, lower: i64, upper: i64, is_integer: bool) -> Variable {
        self.columns.push(Column { name, lower, upper, is_integer });
        self.columns.len() - 1
    }

    fn row(&mut self, terms: Vec<(Variable, i64)>, sense: Sense, right: i64) {
        self.rows.push(Row { terms, sense, right });
    }
}

/// A builder that adds the conditions that are not local. Variable `e` is edge `e`.
struct Builder<'p> {
    puzzle: &'p Puzzle,
    incidence: Incidence,
    program: Program,
    /// The number of vertices of the puzzle.
    n: i64,
}

impl Builder<'_> {
    fn vertices(&self) -> impl Iterator<Item = VertexId> + use<> {
        (0..self.puzzle.vertex_count()).map(VertexId::from_index)
    }

    /// Adds two variables for each edge: for its direction as given, and for the reverse.
    fn arcs(&mut self, names: [&'static str; 2], upper: i64, is_integer: bool) -> Vec<[Variable; 2]> {
        (0..self.puzzle.edge_count())
            .map(|e| names.map(|name| self.program.column(Name(name, e + 1), 0, upper, is_integer)))
            .collect()
    }

    /// The flow into a vertex minus the flow out of it.
    fn balance(&self, v: VertexId, arcs: &[[Variable; 2]]) -> Vec<(Variable, i64)> {
        let mut terms = Vec::new();
        for &(e, _) in self.incidence.at(v) {
            let into = usize::from(self.incidence.ends(e)[0] == v);
            terms.push((arcs[e.index()][into], 1));
            terms.push((arcs[e.index()][1 - into], -1));
        }
        terms
    }

    /// Adds the flow: one root sends a unit to every vertex in use. A vertex in use has two chosen edges, so each row counts
    /// the flow twice and the chosen edges once.
    fn flow(&mut self, limits: &Limits) -> Result<(), Interrupted> {
        let flow = self.arcs(["fa", "fb"], self.n, false);
        for (e, both) in flow.iter().enumerate() {
            for &f in both {
                self.program.row(vec![(f, 1), (e, -self.n)], Sense::AtMost, 0);
            }
        }
        let mut roots = Vec::new();
        for v in self.vertices() {
            let number = v.index() + 1;
            let root = self.program.column(Name("r", number), 0, 1, true);
            let supply = self.program.column(Name("s", number), 0, self.n, false);
            let edges = || self.incidence.at(v).iter().map(|(e, _)| (e.index(), -1));
            let is_root = [(root, 2)].into_iter().chain(edges()).collect();
            let arrives = self.balance(v, &flow).into_iter().chain([(supply, 1)]);
            let arrives = arrives.map(|(variable, factor)| (variable, 2 * factor)).chain(edges()).collect();
            self.program.row(is_root, Sense::AtMost, 0);
            self.program.row(vec![(supply, 1), (root, -self.n)], Sense::AtMost, 0);
            self.program.row(arrives, Sense::Equal, 0);
            roots.push((root, 1));
            limits.check()?;
        }
        self.program.row(roots, Sense::Equal, 1);
        Ok(())
    }

    /// Adds directions of edges and positions of vertices; returns the directions.
    fn directed(&mut self, limits: &Limits) -> Result<Vec<[Variable; 2]>, Interrupted> {
        let arcs = self.arcs(["da", "db"], 1, true);
        let last = (self.n - 1).max(0);
        let positions: Vec<Variable> = (0..self.puzzle.vertex_count())
            .map(|v| self.program.column(Name("p", v + 1), 0, last, false))
            .collect();
        for (e, &[forth, back]) in arcs.iter().enumerate() {
            self.program.row(vec![(forth, 1), (back, 1), (e, -1)], Sense::Equal, 0);
            let [u, v] = self.incidence.ends(EdgeId::from_index(e)).map(|v| positions[v.index()]);
            for (arc, from, to) in [(forth, u, v), (back, v, u)] {
                self.program.row(vec![(to, 1), (from, -1), (arc, -self.n)], Sense::AtLeast, 1 - self.n);
            }
            limits.check()?;
        }
        Ok(arcs)
    }

    fn linkage(&mut self, limits: &Limits) -> Result<(), Interrupted> {
        let arcs = self.directed(limits)?;
        let pairs = self.puzzle.pairs();
        let mut surplus = vec![0i64; self.puzzle.vertex_count()];
        let mut label = vec![None; self.puzzle.vertex_count()];
        for (number, &[a, b]) in (1i64..).zip(pairs) {
            surplus[a.index()] = -1;
            surplus[b.index()] = 1;
            label[a.index()] = Some(number);
            label[b.index()] = Some(number);
        }
        let most = i64::try_from(pairs.len()).map_err(|_| Interrupted::Memory)?.max(1);
        let mut labels = Vec::with_capacity(label.len());
        for v in self.vertices() {
            let terms = self.balance(v, &arcs);
            self.program.row(terms, Sense::Equal, surplus[v.index()]);
            let (lower, upper) = label[v.index()].map_or((1, most), |number| (number, number));
            labels.push(self.program.column(Name("l", v.index() + 1), lower, upper, false));
        }
        for e in 0..self.puzzle.edge_count() {
            let [u, v] = self.incidence.ends(EdgeId::from_index(e)).map(|v| labels[v.index()]);
            for (a, b) in [(u, v), (v, u)] {
                self.program.row(vec![(a, 1), (b, -1), (e, most)], Sense::AtMost, most);
            }
            limits.check()?;
        }
        Ok(())
    }

    fn paths(&mut self, limits: &Limits) -> Result<(), Interrupted> {
        let arcs = self.directed(limits)?;
        for v in self.vertices() {
            for sign in [1, -1] {
                let all = self.balance(v, &arcs).into_iter();
                let one_way = all.filter(|&(_, factor)| factor == sign).map(|(arc, _)| (arc, 1)).collect();
                self.program.row(one_way, Sense::AtMost, 1);
            }
        }
        Ok(())
    }
}
