//! PUZZLE and ANSWERS -> PSEUDO-BOOLEAN FORMULA: it has a model for each solution that is none of the answers, and no others.
//!
//! `docs/reference/proof.md` says what each constraint means, and why these are the solutions. Constraints are numbered from 1 on in
//! the order of the text, as VeriPB numbers them: an equation counts as two, "at least" before "at most".

use std::io::{self, Write};

use super::variable::{Literal, Variable};
use zlink_puzzle::{Constraint, EdgeId, Incidence, Names, Puzzle, Sum, SumId, Topology, VertexId};

/// The number of a constraint.
pub type Number = u64;

/// A formula about a puzzle.
#[derive(Debug, Clone)]
pub struct Formula<'p> {
    puzzle: &'p Puzzle,
    incidence: Incidence,
    answers: &'p [Vec<EdgeId>],
    required: Vec<EdgeId>,
    forbidden: Vec<EdgeId>,
    /// The sums that constrain solutions, ascending, each with the number of its first constraint.
    sums: Vec<(SumId, Number)>,
    /// The vertices one of which is on each solution, where there is to be one cycle.
    roots: Vec<VertexId>,
    is_root: Vec<bool>,
    /// For each vertex the pair that it is a terminal of, and whether it is the first of the two.
    terminal: Vec<Option<(usize, bool)>>,
    start: Start,
}

/// The numbers of the first constraints of all kinds.
#[derive(Debug, Clone, Default)]
struct Start {
    degree: Number,
    cover: Number,
    required: Number,
    forbidden: Number,
    root: Number,
    capacity: Number,
    flow: Number,
    pair: Number,
    label: Number,
    answer: Number,
    end: Number,
}

/// How a sum compares with a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Relation {
    AtLeast,
    Equal,
}

/// The reason why there is no formula for a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unwritten {
    /// Solutions are sets of paths with any ends.
    #[error("there is no formula yet for paths with free ends")]
    FreeEnds,
}

impl<'p> Formula<'p> {
    /// The formula for the solutions of `puzzle` that are none of the `answers`.
    ///
    /// # Errors
    /// The kind of puzzle cannot be written yet.
    pub fn new(puzzle: &'p Puzzle, answers: &'p [Vec<EdgeId>]) -> Result<Self, Unwritten> {
        if puzzle.topology() == Topology::PathMatching {
            return Err(Unwritten::FreeEnds);
        }
        let mut terminal = vec![None; puzzle.vertex_count()];
        for (pair, &[a, b]) in puzzle.pairs().iter().enumerate() {
            terminal[a.index()] = Some((pair, true));
            terminal[b.index()] = Some((pair, false));
        }
        let sorted = |edges: &[EdgeId]| {
            let mut edges = edges.to_vec();
            edges.sort_unstable();
            edges.dedup();
            edges
        };
        let mut formula = Formula {
            incidence: Incidence::of(puzzle),
            answers,
            required: sorted(puzzle.required()),
            forbidden: sorted(puzzle.forbidden()),
            sums: Vec::new(),
            roots: Vec::new(),
            is_root: vec![false; puzzle.vertex_count()],
            terminal,
            start: Start::default(),
            puzzle,
        };
        if puzzle.topology() == Topology::Cycle {
            formula.roots = formula.find_roots();
        }
        for root in &formula.roots {
            formula.is_root[root.index()] = true;
        }
        formula.number();
        Ok(formula)
    }

    /// The fewest vertices known at once to meet each solution with one cycle: one vertex, if all are to be covered; an end of a
    /// required edge; the ends of the edges of which a sum wants one; or all vertices.
    fn find_roots(&self) -> Vec<VertexId> {
        let vertices = || (0..self.puzzle.vertex_count()).map(VertexId::from_index);
        if self.puzzle.cover() {
            return vertices().take(1).collect();
        }
        if let Some(&edge) = self.required.first() {
            return vec![self.incidence.ends(edge)[0]];
        }
        let around = |(_, sum): (SumId, Sum<'_>)| {
            let edges = wanted(sum, &[])?.1.iter();
            let mut around: Vec<VertexId> = edges.flat_map(|&e| self.incidence.ends(e)).collect();
            around.sort_unstable();
            around.dedup();
            Some(around)
        };
        let nonempty = self.puzzle.sums().filter_map(around).filter(|around| !around.is_empty());
        nonempty.min_by_key(Vec::len).unwrap_or_else(|| vertices().collect())
    }

    /// Numbers the constraints.
    fn number(&mut self) {
        let [vertices, edges, pairs] =
            [self.puzzle.vertex_count(), self.puzzle.edge_count(), self.puzzle.pairs().len()]
                .map(|count| count as Number);
        let topology = self.puzzle.topology();
        let digits = Number::from(self.label_digits());
        let flow = if self.has_flow() { 1 } else { 0 };
        let degree = 1;
        let mut cover = degree + 2 * vertices + 2 * pairs;
        for (id, _) in self.puzzle.sums() {
            self.sums.push((id, cover));
            cover += self.puzzle.constraints_of(id).into_iter().map(numbers).sum::<Number>();
        }
        let required = cover + if self.puzzle.cover() { vertices } else { 0 };
        let forbidden = required + self.required.len() as Number;
        let root = forbidden + self.forbidden.len() as Number;
        let capacity = root
            + match topology {
                Topology::Cycle => 2 + self.roots.len() as Number,
                Topology::Cycles => 1,
                Topology::Linkage | Topology::PathMatching => 0,
            };
        let flow_at = capacity + flow * 2 * edges;
        let pair = flow_at + flow * (vertices - pairs);
        let label = pair + 2 * pairs * digits;
        let answer = label + 2 * edges * digits;
        let end = answer + self.answers.len() as Number;
        self.start = Start {
            degree,
            cover,
            required,
            forbidden,
            root,
            capacity,
            flow: flow_at,
            pair,
            label,
            answer,
            end,
        };
    }

    /// Whether a flow connects the solution.
    fn has_flow(&self) -> bool {
        self.puzzle.topology() != Topology::Cycles
    }

    /// The number of binary digits of a flow.
    fn flow_digits(&self) -> u32 {
        digits(2 * self.most_flow()).max(1)
    }

    /// The most units of flow along an edge: one for each vertex but the one that it comes from.
    fn most_flow(&self) -> usize {
        self.puzzle.vertex_count().saturating_sub(1)
    }

    /// The number of binary digits of a label.
    pub(super) fn label_digits(&self) -> u32 {
        digits(self.puzzle.pairs().len().saturating_sub(1))
    }

    /// The puzzle.
    pub(super) fn puzzle(&self) -> &'p Puzzle {
        self.puzzle
    }

    /// The adjacency of the puzzle's graph.
    pub(super) fn incidence(&self) -> &Incidence {
        &self.incidence
    }

    /// The number of constraints.
    pub fn len(&self) -> Number {
        self.start.end - 1
    }

    /// Whether there are no constraints.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The vertices that may be roots, ascending.
    pub(super) fn roots(&self) -> &[VertexId] {
        &self.roots
    }

    /// Whether the vertex may be the root.
    pub(super) fn is_root(&self, vertex: VertexId) -> bool {
        self.is_root[vertex.index()]
    }

    /// For a terminal its pair, and whether the flow of the pair comes from it.
    pub(super) fn terminal(&self, vertex: VertexId) -> Option<(usize, bool)> {
        self.terminal[vertex.index()]
    }

    /// The constraint that the degree of a vertex is at least what it must be; the next one is "at most".
    pub(super) fn degree(&self, vertex: VertexId) -> Number {
        self.start.degree + 2 * vertex.index() as Number
    }

    /// The constraint that a sum is at least its lower bound, or at most its upper one.
    pub(super) fn bound(&self, id: SumId, at_least: bool) -> Option<Number> {
        let i = self.sums.binary_search_by_key(&id, |&(id, _)| id).ok()?;
        let first = self.sums[i].1;
        if self.puzzle.is_clue(id) {
            return Some(first + Number::from(!at_least));
        }
        let mut constraints = self.puzzle.constraints_of(id).into_iter();
        let place = constraints.position(|c| matches!(c, Constraint::AtLeast(_)) == at_least)?;
        Some(first + place as Number)
    }

    /// The constraint that a vertex is covered.
    pub(super) fn covered(&self, vertex: VertexId) -> Option<Number> {
        self.puzzle.cover().then(|| self.start.cover + vertex.index() as Number)
    }

    /// The constraint that a required or forbidden edge has this value.
    pub(super) fn given(&self, edge: EdgeId, value: bool) -> Option<Number> {
        let (list, start) = match value {
            true => (&self.required, self.start.required),
            false => (&self.forbidden, self.start.forbidden),
        };
        list.binary_search(&edge).ok().map(|i| start + i as Number)
    }

    /// The constraint that there is at most one root.
    pub(super) fn one_root(&self) -> Number {
        self.start.root + 1
    }

    /// The constraints that there is something: a root, which is on the solution; or an edge.
    pub(super) fn not_empty(&self) -> impl Iterator<Item = Number> {
        let all = self.start.root..self.start.capacity;
        let at_most = (self.puzzle.topology() == Topology::Cycle).then(|| self.one_root());
        all.filter(move |&number| Some(number) != at_most)
    }

    /// The constraint that an edge carries flow as it is written (`against`: against that) only if it is in.
    pub(super) fn capacity(&self, edge: EdgeId, against: bool) -> Number {
        self.start.capacity + 2 * edge.index() as Number + Number::from(against)
    }

    /// The constraint that flow ends at a vertex on the solution; none where flow comes from.
    pub(super) fn flow(&self, vertex: VertexId) -> Option<Number> {
        let is_source = self.terminal(vertex).is_some_and(|(_, first)| first);
        let before = self.puzzle.pairs().iter().filter(|pair| pair[0] < vertex).count();
        (!is_source).then(|| self.start.flow + (vertex.index() - before) as Number)
    }

    /// The constraint about a digit of a terminal's label.
    pub(super) fn label_of_terminal(&self, pair: usize, first: bool, digit: u32) -> Number {
        let terminals = 2 * pair as Number + Number::from(!first);
        self.start.pair + terminals * Number::from(self.label_digits()) + Number::from(digit)
    }

    /// The constraint that a digit that is 1 at the first end of an edge that is in (`against`: at the second) is 1 at the other.
    pub(super) fn label(&self, edge: EdgeId, digit: u32, against: bool) -> Number {
        let digits = edge.index() as Number * Number::from(self.label_digits()) + Number::from(digit);
        self.start.label + 2 * digits + Number::from(against)
    }

    /// The constraint that a solution is not this answer.
    pub(super) fn answer(&self, index: usize) -> Number {
        self.start.answer + index as Number
    }

    /// Writes the formula in the format OPB, with comments that name the facts which its constraints come from.
    ///
    /// # Errors
    /// The errors of `out`.
    pub fn write(&self, names: &Names, out: &mut dyn Write) -> io::Result<()> {
        let mut writer = Writer { names, puzzle: self.puzzle, out };
        let [vertices, edges] = [self.puzzle.vertex_count(), self.puzzle.edge_count()];
        let digits = self.flow_digits() as usize;
        let variables = edges
            + vertices
            + self.roots.len()
            + if self.has_flow() { edges * digits } else { 0 }
            + vertices * self.label_digits() as usize;
        let clues = self.puzzle.clued_cells().count();
        let equations = vertices + clues + usize::from(self.puzzle.topology() == Topology::Cycle);
        let constraints = self.len() - equations as Number;
        writeln!(writer.out, "* #variable= {variables} #constraint= {constraints}")?;
        for edge in self.edges() {
            writer.comment(Variable::Edge(edge), About::Edge(edge))?;
        }
        for vertex in self.vertices() {
            writer.comment(Variable::Vertex(vertex), About::Vertex(vertex))?;
        }
        self.write_local(&mut writer)?;
        self.write_start(&mut writer)?;
        if self.has_flow() {
            self.write_flow(&mut writer)?;
        }
        self.write_labels(&mut writer)?;
        for (index, answer) in self.answers.iter().enumerate() {
            writeln!(writer.out, "* not answer {}", index + 1)?;
            let mut is_in = vec![false; edges];
            answer.iter().for_each(|edge| is_in[edge.index()] = true);
            let terms = self.edges().map(|e| (1, edge_is(e, !is_in[e.index()])));
            writer.constraint(terms, Relation::AtLeast, 1)?;
        }
        Ok(())
    }

    fn edges(&self) -> impl Iterator<Item = EdgeId> + use<> {
        (0..self.puzzle.edge_count()).map(EdgeId::from_index)
    }

    fn vertices(&self) -> impl Iterator<Item = VertexId> + use<> {
        (0..self.puzzle.vertex_count()).map(VertexId::from_index)
    }

    /// Writes the constraints about single vertices, sums and edges.
    fn write_local(&self, writer: &mut Writer<'_>) -> io::Result<()> {
        for vertex in self.vertices() {
            writer.comment("degree", About::Vertex(vertex))?;
            let edges = self.incidence.at(vertex).iter().map(|&(e, _)| (1, edge_is(e, true)));
            match self.terminal(vertex) {
                Some(_) => writer.constraint(edges, Relation::Equal, 1)?,
                None => writer.constraint(edges.chain([(-2, on(vertex))]), Relation::Equal, 0)?,
            }
        }
        for &pair in self.puzzle.pairs() {
            for vertex in pair {
                writer.comment("on", About::Pair(pair))?;
                writer.constraint([(1, on(vertex))], Relation::AtLeast, 1)?;
            }
        }
        for (id, sum) in self.puzzle.sums() {
            for constraint in self.puzzle.constraints_of(id) {
                let (name, relation, right) = match constraint {
                    Constraint::Clue(_) => ("clue", Relation::Equal, sum.least),
                    Constraint::AtLeast(_) => ("at_least", Relation::AtLeast, sum.least),
                    Constraint::AtMost(_) => ("at_most", Relation::AtLeast, -sum.most),
                    _ => ("integrity", Relation::AtLeast, 1),
                };
                writer.comment(name, About::Constraint(constraint))?;
                let terms = sum.literals().map(|(edge, value)| match constraint {
                    Constraint::AtMost(_) => (-1, edge_is(edge, true)),
                    Constraint::Integrity(_) => (1, edge_is(edge, !value)),
                    _ => (1, edge_is(edge, true)),
                });
                writer.constraint(terms, relation, right)?;
            }
        }
        if self.puzzle.cover() {
            for vertex in self.vertices() {
                writer.comment("cover", About::Vertex(vertex))?;
                writer.constraint([(1, on(vertex))], Relation::AtLeast, 1)?;
            }
        }
        for (list, value) in [(&self.required, true), (&self.forbidden, false)] {
            for &edge in list {
                writer.comment(if value { "required" } else { "forbidden" }, About::Edge(edge))?;
                writer.constraint([(1, edge_is(edge, value))], Relation::AtLeast, 1)?;
            }
        }
        Ok(())
    }

    /// Writes the constraints that there is a cycle.
    fn write_start(&self, writer: &mut Writer<'_>) -> io::Result<()> {
        match self.puzzle.topology() {
            Topology::Cycle => {
                writeln!(writer.out, "* one root")?;
                let roots = self.roots.iter().map(|&vertex| (1, root(vertex)));
                writer.constraint(roots, Relation::Equal, 1)?;
                for &vertex in &self.roots {
                    writer.comment("root", About::Vertex(vertex))?;
                    writer.constraint([(1, on(vertex)), (-1, root(vertex))], Relation::AtLeast, 0)?;
                }
                Ok(())
            }
            Topology::Cycles => {
                writeln!(writer.out, "* some edge")?;
                writer.constraint(self.edges().map(|e| (1, edge_is(e, true))), Relation::AtLeast, 1)
            }
            Topology::Linkage | Topology::PathMatching => Ok(()),
        }
    }

    /// Writes the constraints that flow along the edges that are in reaches every vertex on the solution.
    fn write_flow(&self, writer: &mut Writer<'_>) -> io::Result<()> {
        let most = self.most_flow() as i64;
        for edge in self.edges() {
            for (sign, least) in [(-1, -most), (1, most)] {
                writer.comment("capacity", About::Edge(edge))?;
                let terms = std::iter::once((most, edge_is(edge, true))).chain(self.flow_of(edge, sign));
                writer.constraint(terms, Relation::AtLeast, least)?;
            }
        }
        for vertex in self.vertices() {
            if self.flow(vertex).is_none() {
                continue;
            }
            writer.comment("flow", About::Vertex(vertex))?;
            let sign = |e: EdgeId| if self.incidence.ends(e)[0] == vertex { -1 } else { 1 };
            let at = self.incidence.at(vertex).iter().map(|&(e, _)| e);
            let least = at.clone().map(|e| sign(e) * most).sum();
            let source = self.is_root(vertex).then(|| (most + 1, root(vertex)));
            let terms = at.flat_map(|e| self.flow_of(e, sign(e))).chain([(-1, on(vertex))]).chain(source);
            writer.constraint(terms, Relation::AtLeast, least)?;
        }
        Ok(())
    }

    /// The number that stands for the flow along an edge, times `sign`.
    fn flow_of(&self, edge: EdgeId, sign: i64) -> impl Iterator<Item = (i64, Literal)> + use<> {
        (0..self.flow_digits()).map(move |digit| {
            (sign << digit, Literal { variable: Variable::Flow { edge, digit }, holds: true })
        })
    }

    /// Writes the constraints about labels.
    fn write_labels(&self, writer: &mut Writer<'_>) -> io::Result<()> {
        let digits = 0..self.label_digits();
        for (number, &pair) in self.puzzle.pairs().iter().enumerate() {
            for vertex in pair {
                for digit in digits.clone() {
                    writer.comment("label", About::Pair(pair))?;
                    let value = number >> digit & 1 == 1;
                    writer.constraint([(1, label(vertex, digit, value))], Relation::AtLeast, 1)?;
                }
            }
        }
        for edge in self.edges() {
            let [u, v] = self.incidence.ends(edge);
            for digit in digits.clone() {
                for [from, to] in [[u, v], [v, u]] {
                    writer.comment("label", About::Edge(edge))?;
                    let terms = [edge_is(edge, false), label(from, digit, false), label(to, digit, true)];
                    writer.constraint(terms.map(|literal| (1, literal)), Relation::AtLeast, 1)?;
                }
            }
        }
        Ok(())
    }
}

/// The number of constraints for a constraint on a sum.
fn numbers(constraint: Constraint) -> Number {
    if matches!(constraint, Constraint::Clue(_)) { 2 } else { 1 }
}

/// The bound that a sum is beyond if the solution has only `edges`, which ascend: whether it is the lower one, and the edges one of which
/// would have to be in, too.
pub(super) fn wanted<'a>(sum: Sum<'a>, edges: &[EdgeId]) -> Option<(bool, &'a [EdgeId])> {
    let hold = sum.count(|e| edges.binary_search(&e).is_ok()) as i64;
    if hold < sum.least {
        Some((true, sum.positive))
    } else {
        (hold > sum.most).then_some((false, sum.negative))
    }
}

/// The number of binary digits of a number.
fn digits(number: usize) -> u32 {
    usize::BITS - number.leading_zeros()
}

fn edge_is(edge: EdgeId, value: bool) -> Literal {
    Literal { variable: Variable::Edge(edge), holds: value }
}

fn on(vertex: VertexId) -> Literal {
    Literal { variable: Variable::Vertex(vertex), holds: true }
}

fn root(vertex: VertexId) -> Literal {
    Literal { variable: Variable::Root(vertex), holds: true }
}

fn label(vertex: VertexId, digit: u32, value: bool) -> Literal {
    Literal { variable: Variable::Label { vertex, digit }, holds: value }
}

/// What a comment names.
#[derive(Debug, Clone, Copy)]
enum About {
    Edge(EdgeId),
    Vertex(VertexId),
    Pair([VertexId; 2]),
    Constraint(Constraint),
}

struct Writer<'w> {
    names: &'w Names,
    puzzle: &'w Puzzle,
    out: &'w mut dyn Write,
}

impl Writer<'_> {
    fn comment(&mut self, kind: impl std::fmt::Display, about: About) -> io::Result<()> {
        let names = self.names;
        write!(self.out, "* {kind} ")?;
        match about {
            About::Edge(edge) => {
                let [u, v] = self.puzzle.edge_ends(edge);
                match names.edge(edge) {
                    Some(name) => writeln!(self.out, "edge({name},{},{})", names.vertex(u), names.vertex(v)),
                    None => writeln!(self.out, "edge({},{})", names.vertex(u), names.vertex(v)),
                }
            }
            About::Vertex(vertex) => writeln!(self.out, "node({})", names.vertex(vertex)),
            About::Pair([a, b]) => writeln!(self.out, "pair({},{})", names.vertex(a), names.vertex(b)),
            About::Constraint(constraint) => {
                writeln!(self.out, "{}", constraint.fact(self.puzzle, names).trim_end_matches('.'))
            }
        }
    }

    /// Writes a constraint. OPB has no empty sums: such a sum has the first vertex, no times.
    fn constraint(
        &mut self,
        terms: impl IntoIterator<Item = (i64, Literal)>,
        relation: Relation,
        right: i64,
    ) -> io::Result<()> {
        let mut is_empty = true;
        for (factor, literal) in terms {
            write!(self.out, "{factor} {literal} ")?;
            is_empty = false;
        }
        if is_empty {
            write!(self.out, "0 v1 ")?;
        }
        let sign = if relation == Relation::Equal { "=" } else { ">=" };
        writeln!(self.out, "{sign} {right} ;")
    }
}
