//! Cuts derived from the flow of the formula, and from the evenness of degrees: each is a step or a few.
//!
//! Let n be the number of vertices, S some of them, T the others and d the edges between S and T. The sum of the flow constraints of S and of
//! the capacities of the edges of d into S is
//!
//! ```text
//! (n-1) sum of e in d  +  n sum of r in S  -  sum of v in S  >=  0
//! ```
//!
//! the *cut of S*: edges lead into S if something of the solution is in S and the root is not. The sum of "the degree is at most" over S is
//!
//! ```text
//! 2 sum of v in S  -  2 sum of e within S  -  sum of e in d  >=  0
//! ```
//!
//! If the edges of a cycle through all of S are in, no edge of d is. So the cut of S and this sum contradict each other, when
//! they are weighted such that d disappears. The cuts of T and sums that say that there is something in T are used where the root may be in S.

use rustc_hash::FxHashMap;

use super::formula::{Formula, wanted};
use super::sums::{Sums, Term};
use super::trace::{Kind, StepId, Trace, Word};
use super::variable::Variable;
use zlink_deduce::{Cut, Outside};
use zlink_puzzle::{EdgeId, SumId, VertexId};

/// The cuts that were derived so far.
#[derive(Debug, Default)]
pub(super) struct Cuts {
    sums: Sums,
    /// The cut of these vertices, which are ascending.
    cuts: FxHashMap<Box<[VertexId]>, StepId>,
    /// The constraint of a cut.
    between: FxHashMap<Cut, StepId>,
    /// The constraint of a cycle, whose edges are ascending.
    cycles: FxHashMap<(Box<[EdgeId]>, Outside), StepId>,
}

/// Vertices, ascending, and the others.
struct Sides {
    side: Box<[VertexId]>,
    is_in: Vec<bool>,
    /// The number of possible roots in the side.
    roots: usize,
}

impl Sides {
    fn new(mut side: Vec<VertexId>, formula: &Formula<'_>) -> Self {
        side.sort_unstable();
        side.dedup();
        let mut is_in = vec![false; formula.puzzle().vertex_count()];
        side.iter().for_each(|v| is_in[v.index()] = true);
        let roots = formula.roots().iter().filter(|root| is_in[root.index()]).count();
        Sides { side: side.into(), is_in, roots }
    }

    fn others(&self, formula: &Formula<'_>) -> Self {
        let all = (0..self.is_in.len()).map(VertexId::from_index);
        Sides::new(all.filter(|v| !self.is_in[v.index()]).collect(), formula)
    }

    fn has(&self, v: VertexId) -> bool {
        self.is_in[v.index()]
    }

    /// The vertices of the side but one.
    fn without(&self, v: VertexId) -> Vec<VertexId> {
        self.side.iter().copied().filter(|&w| w != v).collect()
    }

    /// The edges between the side and the others, each with whether it leads out of the side as it is written.
    fn edges(&self, formula: &Formula<'_>) -> Vec<(EdgeId, bool)> {
        let incidence = formula.incidence();
        let at = self.side.iter().flat_map(|&v| incidence.at(v).iter().map(move |&(e, w)| (v, e, w)));
        at.filter(|&(_, _, w)| !self.has(w)).map(|(v, e, _)| (e, incidence.ends(e)[0] == v)).collect()
    }
}

/// Adds constraints to what is there.
fn add(words: &mut Vec<Word>, numbers: impl Iterator<Item = u64>) {
    for number in numbers {
        words.push(Word::Formula(number));
        if words.len() > 1 {
            words.push(Word::Add);
        }
    }
}

impl Cuts {
    /// The number of bytes that the cuts take, about.
    pub(super) fn bytes(&self) -> usize {
        let cuts = self.cuts.keys().map(|side| side.len());
        let between = self.between.keys().map(|cut| cut.side.len());
        let cycles = self.cycles.keys().map(|(edges, _)| edges.len());
        let entries = self.cuts.len() + self.between.len() + self.cycles.len();
        cuts.chain(between).chain(cycles).sum::<usize>() * size_of::<VertexId>()
            + entries * 64
            + self.sums.bytes()
    }

    /// A constraint that propagates when no edge leaves the side but those to `cut.through`: what is on one side is not on the
    /// solution, if the other vertex is.
    pub(super) fn cut(&mut self, cut: &Cut, formula: &Formula<'_>, trace: &mut Trace) -> StepId {
        if let Some(&step) = self.between.get(cut) {
            return step;
        }
        let sides = Sides::new(cut.side.clone(), formula);
        let step = match cut.through {
            Some(through) => self.through(&sides, through, cut.between, formula, trace),
            None if sides.roots == 0 => self.of(&sides, formula, trace),
            None if sides.roots == formula.roots().len() => self.of(&sides.others(formula), formula, trace),
            None => {
                let (words, _) = self.either(&sides, cut.between, formula, trace);
                trace.push(Kind::Cutting, words)
            }
        };
        self.between.insert(cut.clone(), step);
        step
    }

    /// A constraint that propagates when all edges of a cycle are in but one: that one is out. If the cycle leaves out a vertex, this one
    /// must be on the solution, or else it propagates that it is not. The edges ascend.
    pub(super) fn cycle(
        &mut self,
        edges: Vec<EdgeId>,
        outside: Outside,
        formula: &Formula<'_>,
        trace: &mut Trace,
    ) -> StepId {
        let incidence = formula.incidence();
        let key = (edges.into_boxed_slice(), outside);
        if let Some(&step) = self.cycles.get(&key) {
            return step;
        }
        let sides = Sides::new(key.0.iter().flat_map(|&e| incidence.ends(e)).collect(), formula);
        let n = formula.puzzle().vertex_count() as u64;
        let mut words = Vec::new();
        self.sums.add(Term::AtMost, &sides.side, &mut words, formula, trace);
        let factor = match outside {
            _ if sides.roots == 0 => {
                let cut = self.of(&sides, formula, trace);
                words.extend([Word::Multiply(n - 1), Word::Step(cut), Word::Add]);
                return self.keep_cycle(key, words, trace);
            }
            Outside::Terminals => unreachable!("paths have no roots"),
            Outside::Vertex(_) => 1,
            Outside::Sum(_) => 2,
        };
        let others = sides.others(formula);
        let is_split = others.roots > 0;
        words.push(Word::Multiply(if is_split { 2 * factor * n } else { factor * n }));
        // Around all vertices, the cycle leaves out nothing but edges.
        if !others.side.is_empty() {
            words.extend([Word::Step(self.of(&others, formula, trace)), Word::Multiply(factor), Word::Add]);
        }
        if let Outside::Sum(id) = outside {
            self.sum(id, &key.0, &others, &mut words, formula, trace);
        }
        if is_split {
            words.extend(self.clause(&sides, sides.side[0], formula, trace));
            words.extend([
                Word::Formula(formula.one_root()),
                Word::Add,
                Word::Multiply(factor * n),
                Word::Add,
            ]);
        }
        self.keep_cycle(key, words, trace)
    }

    fn keep_cycle(&mut self, key: (Box<[EdgeId]>, Outside), words: Vec<Word>, trace: &mut Trace) -> StepId {
        let step = trace.push(Kind::Cutting, words);
        self.cycles.insert(key, step);
        step
    }

    /// Adds the bound that a sum is beyond if only the edges of a cycle are in, and that the ends on this side of the edges that it wants are on
    /// the solution: twice.
    fn sum(
        &mut self,
        id: SumId,
        cycle: &[EdgeId],
        sides: &Sides,
        words: &mut Vec<Word>,
        formula: &Formula<'_>,
        trace: &mut Trace,
    ) {
        let sum = formula.puzzle().sum(id);
        let (at_least, wanted) = wanted(sum, cycle).expect("the sum is beyond a bound");
        let ends = wanted.iter().flat_map(|&e| formula.incidence().ends(e));
        let mut touched: Vec<VertexId> = ends.filter(|&v| sides.has(v)).collect();
        touched.sort_unstable();
        touched.dedup();
        self.sums.add(Term::AtMost, &touched, words, formula, trace);
        let bound = formula.bound(id, at_least).expect("the sum has the bound");
        words.extend([Word::Formula(bound), Word::Multiply(2), Word::Add]);
    }

    /// The cut of a side.
    fn of(&mut self, sides: &Sides, formula: &Formula<'_>, trace: &mut Trace) -> StepId {
        if let Some(&step) = self.cuts.get(&sides.side) {
            return step;
        }
        let mut words = Vec::new();
        self.sums.add(Term::Flow, &sides.side, &mut words, formula, trace);
        add(&mut words, sides.edges(formula).into_iter().map(|(e, out)| formula.capacity(e, out)));
        let step = trace.push(Kind::Cutting, words);
        self.cuts.insert(sides.side.clone(), step);
        step
    }

    /// The words for "an edge leaves the side, or the root is there, or `on` is not on the solution", a clause.
    fn clause(&mut self, sides: &Sides, on: VertexId, formula: &Formula<'_>, trace: &mut Trace) -> Vec<Word> {
        let mut words = vec![Word::Step(self.of(sides, formula, trace))];
        self.sums.add(Term::NotNegative, &sides.without(on), &mut words, formula, trace);
        words.push(Word::Saturate);
        words
    }

    /// The words for "an edge leaves the side, or one of `on`, a vertex of the side and one of the others, is not on the solution", a
    /// clause; and whether the vertex of the side is in it. Where the root is on one side, the clause is about the other one alone.
    fn either(
        &mut self,
        sides: &Sides,
        on: [VertexId; 2],
        formula: &Formula<'_>,
        trace: &mut Trace,
    ) -> (Vec<Word>, bool) {
        if sides.roots == 0 {
            return (self.clause(sides, on[0], formula, trace), true);
        }
        let others = sides.others(formula);
        if others.roots == 0 {
            return (self.clause(&others, on[1], formula, trace), false);
        }
        let mut words = self.clause(sides, on[0], formula, trace);
        words.extend(self.clause(&others, on[1], formula, trace));
        words.extend([Word::Add, Word::Formula(formula.one_root()), Word::Add, Word::Saturate]);
        (words, true)
    }

    /// The cut between two vertices that only edges to a third one, `through`, may pass. A cycle passes a cut twice at least, so it would
    /// enter the side by one edge at `through` and leave it by another, and then it would not be on the other side.
    fn through(
        &mut self,
        sides: &Sides,
        through: VertexId,
        on: [VertexId; 2],
        formula: &Formula<'_>,
        trace: &mut Trace,
    ) -> StepId {
        let (mut words, is_here) = self.either(sides, on, formula, trace);
        // At least one edge, so at least two, as their number is even.
        self.sums.add(Term::AtMost, &sides.side, &mut words, formula, trace);
        words.extend(is_here.then_some(Word::Weaken(Variable::Vertex(on[0]))));
        words.extend([Word::Divide(2), Word::Multiply(2)]);
        self.sums.add(Term::AtLeast, &sides.side, &mut words, formula, trace);
        let wider = Sides::new(sides.side.iter().copied().chain([through]).collect(), formula);
        words.extend(self.either(&wider, on, formula, trace).0);
        words.push(Word::Add);
        add(&mut words, std::iter::once(formula.degree(through) + 1));
        words.extend([Word::Weaken(Variable::Vertex(through)), Word::Saturate]);
        trace.push(Kind::Cutting, words)
    }

    /// A constraint that is violated when no edge leaves two sets of vertices or joins vertices of one, as all are covered, and the degrees
    /// of the first set add up to more than those of the second. The vertices of each set ascend.
    pub(super) fn unbalanced(
        &mut self,
        [more, less]: [Vec<VertexId>; 2],
        formula: &Formula<'_>,
        trace: &mut Trace,
    ) -> StepId {
        let mut words = Vec::new();
        self.sums.add(Term::AtLeast, &more, &mut words, formula, trace);
        self.sums.add(Term::AtMost, &less, &mut words, formula, trace);
        let inner = more.iter().filter(|&&v| formula.terminal(v).is_none());
        for covered in inner.filter_map(|&v| formula.covered(v)) {
            words.extend([Word::Formula(covered), Word::Multiply(2), Word::Add]);
        }
        trace.push(Kind::Cutting, words)
    }

    /// The clause "an edge leaves the side beside `out`, or that is out", as their number is even.
    pub(super) fn even(
        &mut self,
        side: &[VertexId],
        out: EdgeId,
        formula: &Formula<'_>,
        trace: &mut Trace,
    ) -> StepId {
        let sides = Sides::new(side.to_vec(), formula);
        let mut words = Vec::new();
        self.sums.add(Term::AtMost, &sides.side, &mut words, formula, trace);
        let others = sides.edges(formula).into_iter().filter(|&(e, _)| e != out);
        words.extend(others.map(|(e, _)| Word::Weaken(Variable::Edge(e))));
        words.extend([Word::Divide(2), Word::Multiply(2)]);
        self.sums.add(Term::AtLeast, &sides.side, &mut words, formula, trace);
        trace.push(Kind::Cutting, words)
    }
}
