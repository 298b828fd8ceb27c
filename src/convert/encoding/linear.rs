//! The puzzle as a mixed integer program. Variables `x...` are the edges; the others only say that there is one cycle,
//! or that paths end where they must.
//!
//! One cycle is a flow (Gavish and Graves 1978): a root among the vertices in use sends one unit to each of them along
//! chosen edges. Paths are directed and have positions that grow along them (Miller, Tucker and Zemlin 1960), and
//! those of pairs carry the number of their pair.

use crate::limits::{Exhausted, Limits};
use crate::puzzle::{EdgeId, Incidence, Puzzle, Topology, VertexId};

/// A variable of the program, by its index.
pub(super) type Variable = usize;

/// How a row's sum compares with its right-hand side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sense {
    AtMost,
    Equal,
    AtLeast,
}

/// One demand.
#[derive(Debug, Clone)]
pub(super) struct Row {
    pub(super) terms: Vec<(i64, Variable)>,
    pub(super) sense: Sense,
    pub(super) right: i64,
}

/// What values a variable takes.
#[derive(Debug, Clone)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) lower: i64,
    pub(super) upper: i64,
    pub(super) is_integer: bool,
}

/// A program without an objective.
#[derive(Debug, Default)]
pub(super) struct Program {
    pub(super) columns: Vec<Column>,
    pub(super) rows: Vec<Row>,
}

impl Program {
    fn column(&mut self, name: String, lower: i64, upper: i64, is_integer: bool) -> Variable {
        self.columns.push(Column { name, lower, upper, is_integer });
        self.columns.len() - 1
    }

    fn row(&mut self, terms: Vec<(i64, Variable)>, sense: Sense, right: i64) {
        self.rows.push(Row { terms, sense, right });
    }
}

/// Edge `e` is the variable of the same index.
struct Model<'p> {
    puzzle: &'p Puzzle,
    incidence: Incidence,
    program: Program,
    /// The number of vertices.
    n: i64,
}

/// The program of a puzzle.
pub(super) fn program(puzzle: &Puzzle, limits: &Limits) -> Result<Program, Exhausted> {
    let n = i64::try_from(puzzle.vertex_count()).map_err(|_| Exhausted::Memory)?;
    let mut model = Model { puzzle, incidence: Incidence::of(puzzle), program: Program::default(), n };
    for e in 0..puzzle.edge_count() {
        model.program.column(format!("x{}", e + 1), 0, 1, true);
    }
    for &e in puzzle.required() {
        model.program.columns[e.index()].lower = 1;
    }
    for &e in puzzle.forbidden() {
        model.program.columns[e.index()].upper = 0;
    }
    for (_, cell) in puzzle.clued_cells() {
        let terms = cell.edges.iter().map(|e| (1, e.index())).collect();
        model.program.row(terms, Sense::Equal, cell.clue.map_or(0, i64::from));
    }
    limits.check()?;
    match puzzle.topology() {
        Topology::Cycle => {
            let used = model.used();
            model.flow(&used, limits)?;
        }
        Topology::Cycles => {
            let used = model.used();
            let terms = used.into_iter().flatten().map(|y| (1, y)).collect();
            model.program.row(terms, Sense::AtLeast, 1);
        }
        Topology::Linkage => model.linkage(limits)?,
        Topology::PathMatching => model.paths(limits)?,
    }
    Ok(model.program)
}

impl Model<'_> {
    fn edges_at(&self, v: VertexId) -> Vec<(i64, Variable)> {
        self.incidence.at(v).iter().map(|(e, _)| (1, e.index())).collect()
    }

    fn vertices(&self) -> impl Iterator<Item = VertexId> + use<> {
        (0..self.puzzle.vertex_count()).map(VertexId::from_index)
    }

    /// For each vertex that is not the end of a pair, a variable that is 1 if it is in use: it has 0 or 2 edges.
    fn used(&mut self) -> Vec<Option<Variable>> {
        let mut is_terminal = vec![false; self.puzzle.vertex_count()];
        self.puzzle.pairs().iter().flatten().for_each(|v| is_terminal[v.index()] = true);
        let lower = i64::from(self.puzzle.cover());
        let mut used = Vec::with_capacity(is_terminal.len());
        for v in self.vertices() {
            let mut terms = self.edges_at(v);
            if is_terminal[v.index()] {
                self.program.row(terms, Sense::Equal, 1);
                used.push(None);
                continue;
            }
            let y = self.program.column(format!("y{}", v.index() + 1), lower, 1, true);
            terms.push((-2, y));
            self.program.row(terms, Sense::Equal, 0);
            used.push(Some(y));
        }
        used
    }

    /// Two variables for each edge, in the direction in which it is given and against it.
    fn arcs(&mut self, letter: char, upper: i64, is_integer: bool) -> Vec<[Variable; 2]> {
        (0..self.puzzle.edge_count())
            .map(|e| {
                ["a", "b"]
                    .map(|way| self.program.column(format!("{letter}{way}{}", e + 1), 0, upper, is_integer))
            })
            .collect()
    }

    /// What comes into a vertex minus what leaves it.
    fn balance(&self, v: VertexId, arcs: &[[Variable; 2]]) -> Vec<(i64, Variable)> {
        let mut terms = Vec::new();
        for &(e, _) in self.incidence.at(v) {
            let into = usize::from(self.incidence.ends(e)[0] == v);
            terms.push((1, arcs[e.index()][into]));
            terms.push((-1, arcs[e.index()][1 - into]));
        }
        terms
    }

    /// One root sends a unit to every vertex in use.
    fn flow(&mut self, used: &[Option<Variable>], limits: &Limits) -> Result<(), Exhausted> {
        let flow = self.arcs('f', self.n, false);
        for (e, both) in flow.iter().enumerate() {
            for &f in both {
                self.program.row(vec![(1, f), (-self.n, e)], Sense::AtMost, 0);
            }
        }
        let mut roots = Vec::new();
        for (v, used) in self.vertices().zip(used) {
            let Some(used) = *used else { continue };
            let number = v.index() + 1;
            let root = self.program.column(format!("r{number}"), 0, 1, true);
            let supply = self.program.column(format!("s{number}"), 0, self.n, false);
            self.program.row(vec![(1, root), (-1, used)], Sense::AtMost, 0);
            self.program.row(vec![(1, supply), (-self.n, root)], Sense::AtMost, 0);
            let mut terms = self.balance(v, &flow);
            terms.extend([(1, supply), (-1, used)]);
            self.program.row(terms, Sense::Equal, 0);
            roots.push((1, root));
            limits.check()?;
        }
        self.program.row(roots, Sense::Equal, 1);
        Ok(())
    }

    /// Directions and positions; returns the directions.
    fn directed(&mut self, limits: &Limits) -> Result<Vec<[Variable; 2]>, Exhausted> {
        let arcs = self.arcs('d', 1, true);
        let last = (self.n - 1).max(0);
        let positions: Vec<Variable> = (0..self.puzzle.vertex_count())
            .map(|v| self.program.column(format!("p{}", v + 1), 0, last, false))
            .collect();
        for (e, &[forth, back]) in arcs.iter().enumerate() {
            self.program.row(vec![(1, forth), (1, back), (-1, e)], Sense::Equal, 0);
            let [u, v] = self.incidence.ends(EdgeId::from_index(e)).map(|v| positions[v.index()]);
            for (arc, from, to) in [(forth, u, v), (back, v, u)] {
                self.program.row(vec![(1, to), (-1, from), (-self.n, arc)], Sense::AtLeast, 1 - self.n);
            }
            limits.check()?;
        }
        Ok(arcs)
    }

    fn linkage(&mut self, limits: &Limits) -> Result<(), Exhausted> {
        self.used();
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
        let most = i64::try_from(pairs.len()).map_err(|_| Exhausted::Memory)?.max(1);
        let mut labels = Vec::with_capacity(label.len());
        for v in self.vertices() {
            let terms = self.balance(v, &arcs);
            self.program.row(terms, Sense::Equal, surplus[v.index()]);
            let (lower, upper) = label[v.index()].map_or((1, most), |number| (number, number));
            labels.push(self.program.column(format!("l{}", v.index() + 1), lower, upper, false));
        }
        for e in 0..self.puzzle.edge_count() {
            let [u, v] = self.incidence.ends(EdgeId::from_index(e)).map(|v| labels[v.index()]);
            for (a, b) in [(u, v), (v, u)] {
                self.program.row(vec![(1, a), (-1, b), (most, e)], Sense::AtMost, most);
            }
            limits.check()?;
        }
        Ok(())
    }

    fn paths(&mut self, limits: &Limits) -> Result<(), Exhausted> {
        let arcs = self.directed(limits)?;
        for v in self.vertices() {
            for sign in [1, -1] {
                let all = self.balance(v, &arcs).into_iter();
                let one_way = all.filter(|&(c, _)| c == sign).map(|(_, arc)| (1, arc)).collect();
                self.program.row(one_way, Sense::AtMost, 1);
            }
            if self.puzzle.cover() {
                let terms = self.edges_at(v);
                self.program.row(terms, Sense::AtLeast, 1);
            }
        }
        Ok(())
    }
}
