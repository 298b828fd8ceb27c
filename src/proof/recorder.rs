//! What a search concludes -> the steps of a proof.

use std::io;
use std::path::Path;

use super::cuts::Cuts;
use super::formula::{Formula, Number};
use super::trace::{Kind, Trace, Word};
use super::variable::{Literal, Variable};
use zlink_base::limits::{Account, Interrupted, Limits};
use zlink_deduce::{Ground, Lit, Place};
use zlink_puzzle::{EdgeId, Subdivided, SumId, VertexId};
use zlink_search::{Hint, Recorder};

/// The steps of a proof in the making.
pub(super) struct Steps<'f> {
    formula: &'f Formula<'f>,
    /// The puzzle that is searched, if the formula's has parallel edges.
    subdivided: Option<&'f Subdivided>,
    trace: Trace,
    cuts: Cuts,
    account: Account,
    /// The error that ended the writing of steps to a file.
    failed: Option<io::Error>,
}

impl<'f> Steps<'f> {
    /// No steps. Many of them go to a file in `folder`, if there is one.
    pub(super) fn new(
        formula: &'f Formula<'f>,
        subdivided: Option<&'f Subdivided>,
        folder: Option<&Path>,
        limits: &Limits,
    ) -> Self {
        let (trace, account) = (Trace::new(folder), limits.account());
        Steps { formula, subdivided, trace, cuts: Cuts::default(), account, failed: None }
    }

    /// The edge of the formula.
    fn edge(&self, edge: EdgeId) -> EdgeId {
        self.subdivided.map_or(edge, |subdivided| subdivided.original_edge(edge))
    }

    /// The edges of the formula, each once.
    fn edges(&self, edges: &[EdgeId]) -> Vec<EdgeId> {
        let mut edges: Vec<EdgeId> = edges.iter().map(|&edge| self.edge(edge)).collect();
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    /// The vertices of the formula, ascending: the middle of an edge is none.
    fn vertices(&self, vertices: &[VertexId]) -> Vec<VertexId> {
        let count = self.formula.puzzle().vertex_count();
        let mut vertices: Vec<VertexId> = vertices.iter().copied().filter(|v| v.index() < count).collect();
        vertices.sort_unstable();
        vertices
    }

    /// Adds the constraints of a ground.
    fn ground(&mut self, ground: &Ground, words: &mut Vec<Word>) {
        let formula = self.formula;
        match ground {
            &Ground::Given(edge) => {
                let both = [true, false].map(|value| formula.given(self.edge(edge), value));
                words.extend(both.into_iter().flatten().map(Word::Formula));
            }
            &Ground::AtLeast(Place::Vertex(vertex)) => words.extend(self.degree(vertex).map(Word::Formula)),
            &Ground::AtMost(Place::Vertex(vertex)) => {
                words.extend(self.degree(vertex).map(|n| Word::Formula(n + 1)));
            }
            &Ground::AtLeast(Place::Sum(sum)) => self.bound(sum, true, words),
            &Ground::AtMost(Place::Sum(sum)) => self.bound(sum, false, words),
            &Ground::Covered(vertex) => words.extend(formula.covered(vertex).map(Word::Formula)),
            Ground::NotEmpty => {
                let degrees = formula.roots().iter().map(|&root| formula.degree(root));
                words.extend(degrees.chain(formula.not_empty()).map(Word::Formula));
            }
            Ground::Cut(cut) => words.push(Word::Step(self.cuts.cut(cut, formula, &mut self.trace))),
            Ground::Cycle { edges, outside } => {
                let edges = self.edges(edges);
                words.push(Word::Step(self.cuts.cycle(edges, *outside, formula, &mut self.trace)));
            }
            Ground::Even { side, edge } => {
                words.push(Word::Step(self.cuts.even(side, *edge, formula, &mut self.trace)));
            }
            Ground::Unbalanced { more, less } => {
                let sets = [more, less].map(|vertices| self.vertices(vertices));
                words.push(Word::Step(self.cuts.unbalanced(sets, formula, &mut self.trace)));
            }
            Ground::Apart { edges, terminals } => self.apart(self.edges(edges), *terminals, words),
        }
    }

    /// The constraint that a vertex has the edges that it must have; the next one is "at most". In the middle of an edge, both halves are
    /// that edge.
    fn degree(&self, vertex: VertexId) -> Option<Number> {
        (vertex.index() < self.formula.puzzle().vertex_count()).then(|| self.formula.degree(vertex))
    }

    /// Adds a bound of a sum, or the contradiction of both bounds if they exclude each other.
    fn bound(&mut self, id: SumId, at_least: bool, words: &mut Vec<Word>) {
        let (formula, sum) = (self.formula, self.formula.puzzle().sum(id));
        let numbers = [at_least, !at_least].map(|at_least| formula.bound(id, at_least).map(Word::Formula));
        match numbers {
            [Some(one), Some(other)] if sum.least > sum.most => {
                words.push(Word::Step(self.trace.push(Kind::Cutting, [one, other, Word::Add])));
            }
            [bound, _] => words.extend(bound),
        }
    }

    /// Adds the constraints that carry a digit which is 1 at one of the terminals along the edges to the other one, where it is 0.
    fn apart(&self, mut left: Vec<EdgeId>, terminals: [VertexId; 2], words: &mut Vec<Word>) {
        let formula = self.formula;
        let [Some(a), Some(b)] = terminals.map(|terminal| formula.terminal(terminal)) else { return };
        let digit = (a.0 ^ b.0).trailing_zeros();
        let is_one = a.0 >> digit & 1 == 1;
        let (mut here, label) = if is_one { (terminals[0], a) } else { (terminals[1], b) };
        words.push(Word::Formula(formula.label_of_terminal(label.0, label.1, digit)));
        while let Some(i) = left.iter().position(|&e| formula.incidence().ends(e).contains(&here)) {
            let edge = left.swap_remove(i);
            let against = formula.incidence().ends(edge)[1] == here;
            words.push(Word::Formula(formula.label(edge, digit, against)));
            here = formula.incidence().other_end(edge, here);
        }
        let label = if is_one { b } else { a };
        words.push(Word::Formula(formula.label_of_terminal(label.0, label.1, digit)));
    }

    /// The steps, the last of which is that there is no solution.
    ///
    /// # Errors
    /// The error that ended the writing of steps to a file.
    pub(super) fn into_trace(self) -> io::Result<Trace> {
        self.failed.map_or(Ok(self.trace), Err)
    }
}

impl Recorder for Steps<'_> {
    fn clause(&mut self, literals: &[Lit], hints: &[&Hint]) -> u32 {
        let mut words: Vec<Word> = literals
            .iter()
            .map(|literal| {
                let variable = Variable::Edge(self.edge(EdgeId::from_index(literal.var().index())));
                Word::Literal(Literal { variable, holds: literal.value() })
            })
            .collect();
        for &hint in hints {
            match hint {
                Hint::Ground(ground) => self.ground(ground, &mut words),
                &Hint::Clause(step) => words.push(Word::Step(step)),
                &Hint::Excluded(answer) => words.push(Word::Formula(self.formula.answer(answer))),
            }
        }
        self.trace.push(Kind::Unit, words)
    }

    fn check(&mut self) -> Result<(), Interrupted> {
        if let Err(error) = self.trace.tidy() {
            self.failed = Some(error);
            return Err(Interrupted::Stopped);
        }
        self.account.set(self.trace.bytes() + self.cuts.bytes())
    }
}
