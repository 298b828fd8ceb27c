//! Cuts derived from the flow of the formula, and from the evenness of degrees: each is a step or a few.
//!
//! Let S be vertices and d the edges between S and the others. The sum of the flow constraints of S, of the capacities of the edges of d
//! into S, and of "the flow out of S is not negative" is
//!
//! ```text
//! (n-1) sum of e in d  +  n sum of r in S  >=  sum of v in S
//! ```
//!
//! the *cut of S*: edges lead into S if something of the solution is in S and the root is not.

use rustc_hash::FxHashMap;

use super::formula::Formula;
use super::trace::{Kind, StepId, Trace, Word};
use super::variable::{Literal, Variable};
use zlink_deduce::{Cut, Outside};
use zlink_puzzle::{CellId, EdgeId, Topology, VertexId};

/// The cuts that were derived so far.
#[derive(Debug, Default)]
pub(super) struct Cuts {
    /// "The flow along the edge (`true`: against it) is not negative".
    not_negative: FxHashMap<(EdgeId, bool), StepId>,
    /// The cut of these vertices, which are ascending.
    cuts: FxHashMap<Box<[VertexId]>, StepId>,
    /// The constraint of a cut.
    between: FxHashMap<(Box<[VertexId]>, Option<VertexId>, [VertexId; 2]), StepId>,
    /// The clause of a cycle, whose edges are ascending.
    cycles: FxHashMap<(Box<[EdgeId]>, Outside), StepId>,
}

/// Vertices, ascending, and the others.
struct Sides {
    side: Box<[VertexId]>,
    is_in: Vec<bool>,
}

impl Sides {
    fn new(mut side: Vec<VertexId>, formula: &Formula<'_>) -> Self {
        side.sort_unstable();
        let mut is_in = vec![false; formula.puzzle().vertex_count()];
        side.iter().for_each(|v| is_in[v.index()] = true);
        Sides { side: side.into(), is_in }
    }

    fn others(&self, formula: &Formula<'_>) -> Self {
        let all = (0..self.is_in.len()).map(VertexId::from_index);
        Sides::new(all.filter(|v| !self.is_in[v.index()]).collect(), formula)
    }

    fn has(&self, v: VertexId) -> bool {
        self.is_in[v.index()]
    }

    /// The edges between the side and the others, each with whether it leads out of the side as it is written.
    fn edges(&self, formula: &Formula<'_>) -> Vec<(EdgeId, bool)> {
        let incidence = formula.incidence();
        let at = self.side.iter().flat_map(|&v| incidence.at(v).iter().map(move |&(e, w)| (v, e, w)));
        at.filter(|&(_, _, w)| !self.has(w)).map(|(v, e, _)| (e, incidence.ends(e)[0] == v)).collect()
    }
}

fn without_vertex(v: VertexId) -> Word {
    Word::Weaken(Variable::Vertex(v))
}

fn without_edge(e: EdgeId) -> Word {
    Word::Weaken(Variable::Edge(e))
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
        let between = self.between.keys().map(|(side, ..)| side.len());
        let cycles = self.cycles.keys().map(|(edges, _)| edges.len());
        let entries = self.cuts.len() + self.between.len() + self.cycles.len() + self.not_negative.len();
        cuts.chain(between).chain(cycles).sum::<usize>() * size_of::<VertexId>() + entries * 64
    }

    /// A constraint that propagates when no edge leaves the side but those to `cut.through`: what is on one side is not on the
    /// solution, if the other vertex is.
    pub(super) fn cut(&mut self, cut: &Cut, formula: &Formula<'_>, trace: &mut Trace) -> StepId {
        let sides = Sides::new(cut.side.clone(), formula);
        let key = (sides.side.clone(), cut.through, cut.between);
        if let Some(&step) = self.between.get(&key) {
            return step;
        }
        let step = match cut.through {
            None => self.between(&sides, cut.between, formula, trace),
            Some(through) => self.through(&sides, through, cut.between, formula, trace),
        };
        self.between.insert(key, step);
        step
    }

    /// The clause "not all edges of this cycle are in", or if there is a vertex outside and the root may be anywhere, "or that vertex is
    /// not on the solution".
    pub(super) fn cycle(
        &mut self,
        edges: &[EdgeId],
        outside: Outside,
        formula: &Formula<'_>,
        trace: &mut Trace,
    ) -> StepId {
        let incidence = formula.incidence();
        let mut edges: Box<[EdgeId]> = edges.into();
        edges.sort_unstable();
        let key = (edges.clone(), outside);
        if let Some(&step) = self.cycles.get(&key) {
            return step;
        }
        let mut side: Vec<VertexId> = edges.iter().flat_map(|&e| incidence.ends(e)).collect();
        side.sort_unstable();
        side.dedup();
        let sides = Sides::new(side, formula);
        let on = sides.side[0];
        let mut words = match outside {
            Outside::Terminals => self.clause(&sides, on, formula, trace),
            Outside::Vertex(other) => self.either(&sides, [on, other], formula, trace).0,
            Outside::Cell(cell) => self.around_cell(&sides, &edges, cell, formula, trace),
        };
        // Each of the cycle's vertices has degree 2 at most, so no edge leaves it.
        add(&mut words, sides.side.iter().map(|&v| formula.degree(v) + 1));
        words.extend(sides.side.iter().map(|&v| without_vertex(v)));
        let inner = sides.side.iter().flat_map(|&v| incidence.at(v).iter().map(move |&(e, w)| (v, e, w)));
        let chords = inner.filter(|&(v, e, w)| v < w && sides.has(w) && edges.binary_search(&e).is_err());
        words.extend(chords.map(|(_, e, _)| without_edge(e)));
        words.push(Word::Saturate);
        let step = trace.push(Kind::Cutting, words);
        self.cycles.insert(key, step);
        step
    }

    /// The cut of a side.
    fn of(&mut self, sides: &Sides, formula: &Formula<'_>, trace: &mut Trace) -> StepId {
        if let Some(&step) = self.cuts.get(&sides.side) {
            return step;
        }
        let edges = sides.edges(formula);
        let mut words = Vec::new();
        add(&mut words, sides.side.iter().filter_map(|&v| formula.flow(v)));
        add(&mut words, edges.iter().map(|&(e, out)| formula.capacity(e, out)));
        for &(e, out) in &edges {
            let step = self.not_negative(e, !out, formula, trace);
            words.extend([Word::Step(step), Word::Add]);
        }
        let step = trace.push(Kind::Cutting, words);
        self.cuts.insert(sides.side.clone(), step);
        step
    }

    /// "The flow along an edge, or against it, is not negative": so the flow out of a side disappears by one addition.
    fn not_negative(
        &mut self,
        edge: EdgeId,
        against: bool,
        formula: &Formula<'_>,
        trace: &mut Trace,
    ) -> StepId {
        *self.not_negative.entry((edge, against)).or_insert_with(|| {
            let digits = (0..formula.flow_digits()).flat_map(|digit| {
                let variable = Variable::Flow { edge, against, digit };
                let literal = Word::Literal(Literal { variable, holds: true });
                let scaled = (digit > 0).then_some(Word::Multiply(1 << digit));
                let sum = (digit > 0).then_some(Word::Add);
                [Some(literal), scaled, sum].into_iter().flatten()
            });
            trace.push(Kind::Cutting, digits)
        })
    }

    /// The words for "an edge leaves the side, or the root is there, or `on` is not on the solution", a clause.
    fn clause(&mut self, sides: &Sides, on: VertexId, formula: &Formula<'_>, trace: &mut Trace) -> Vec<Word> {
        let mut words = vec![Word::Step(self.of(sides, formula, trace))];
        words.extend(sides.side.iter().filter(|&&v| v != on).map(|&v| without_vertex(v)));
        words.push(Word::Saturate);
        words
    }

    /// The clause "an edge leaves the side, or one of `on`, a vertex of the side and one of the others, is not on the solution"; with the
    /// vertices that it is about.
    fn either(
        &mut self,
        sides: &Sides,
        on: [VertexId; 2],
        formula: &Formula<'_>,
        trace: &mut Trace,
    ) -> (Vec<Word>, bool) {
        let roots = formula.roots();
        if !roots.iter().any(|&root| sides.has(root)) {
            return (self.clause(sides, on[0], formula, trace), true);
        }
        let others = sides.others(formula);
        if roots.iter().all(|&root| sides.has(root)) {
            return (self.clause(&others, on[1], formula, trace), false);
        }
        let mut words = self.clause(sides, on[0], formula, trace);
        words.extend(self.clause(&others, on[1], formula, trace));
        words.extend([Word::Add, Word::Formula(formula.one_root()), Word::Add, Word::Saturate]);
        (words, true)
    }

    /// The cut between two vertices. Where the root is on one side, this is the cut of the other, whatever of the solution is there.
    fn between(
        &mut self,
        sides: &Sides,
        on: [VertexId; 2],
        formula: &Formula<'_>,
        trace: &mut Trace,
    ) -> StepId {
        let inside = formula.roots().iter().filter(|&&root| sides.has(root)).count();
        if inside == 0 {
            return self.of(sides, formula, trace);
        }
        if inside == formula.roots().len() {
            return self.of(&sides.others(formula), formula, trace);
        }
        let (words, _) = self.either(sides, on, formula, trace);
        trace.push(Kind::Cutting, words)
    }

    /// The words for "an edge leaves a cycle with too few edges of this cell, or a chord in the cell is in, or the first vertex of the
    /// cycle is not on the solution", a clause.
    fn around_cell(
        &mut self,
        sides: &Sides,
        cycle: &[EdgeId],
        cell: CellId,
        formula: &Formula<'_>,
        trace: &mut Trace,
    ) -> Vec<Word> {
        let roots = formula.roots().iter().filter(|&&root| sides.has(root)).count();
        if roots == 0 {
            return self.clause(sides, sides.side[0], formula, trace);
        }
        let (incidence, others) = (formula.incidence(), sides.others(formula));
        let edges = formula.puzzle().cell(cell).edges;
        let mut touched: Vec<VertexId> =
            edges.iter().flat_map(|&e| incidence.ends(e)).filter(|&v| others.has(v)).collect();
        touched.sort_unstable();
        touched.dedup();
        // The solution has vertices beyond the cut, as the cell has edges there that are in.
        let mut words = vec![Word::Step(self.of(&others, formula, trace))];
        let untouched = others.side.iter().filter(|v| touched.binary_search(v).is_err());
        words.extend(untouched.map(|&v| without_vertex(v)));
        words.push(Word::Multiply(2));
        add(&mut words, touched.iter().map(|&v| formula.degree(v) + 1));
        let clue = formula.clue_of(cell).expect("the cell has a clue");
        words.extend([Word::Formula(clue), Word::Multiply(2), Word::Add]);
        let mut beside: Vec<EdgeId> = touched
            .iter()
            .flat_map(|&v| incidence.at(v))
            .filter(|&&(e, w)| others.has(w) && !edges.contains(&e))
            .map(|&(e, _)| e)
            .collect();
        beside.sort_unstable();
        beside.dedup();
        words.extend(beside.into_iter().map(without_edge));
        if roots < formula.roots().len() {
            let factor = Word::Multiply(2 * formula.puzzle().vertex_count() as u64);
            words.extend(self.clause(sides, sides.side[0], formula, trace));
            words.extend([Word::Formula(formula.one_root()), Word::Add, factor, Word::Add]);
        }
        let on_cycle = edges.iter().filter(|&e| cycle.binary_search(e).is_ok());
        words.extend(on_cycle.clone().map(|&e| without_edge(e)));
        let missing = u64::from(formula.clue(cell)).saturating_sub(on_cycle.count() as u64);
        words.extend([Word::Saturate, Word::Divide(2 * missing.max(1))]);
        words
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
        self.twice(&mut words, sides, is_here.then_some(on[0]), formula);
        let wider = sides.side.iter().copied().chain([through]).collect();
        words.extend(self.either(&Sides::new(wider, formula), on, formula, trace).0);
        words.push(Word::Add);
        add(&mut words, std::iter::once(formula.degree(through) + 1));
        words.extend([without_vertex(through), Word::Saturate]);
        trace.push(Kind::Cutting, words)
    }

    /// Makes "at least one" edge between a side and the others "at least two", as their number is even. `on` is the vertex of the side that
    /// the clause says may not be on the solution.
    fn twice(&self, words: &mut Vec<Word>, sides: &Sides, on: Option<VertexId>, formula: &Formula<'_>) {
        add(words, sides.side.iter().map(|&v| formula.degree(v) + 1));
        words.extend(on.map(without_vertex));
        words.extend([Word::Divide(2), Word::Multiply(2)]);
        add(words, sides.side.iter().map(|&v| formula.degree(v)));
    }

    /// The clause "an edge leaves the side beside `out`, or that is out", as their number is even.
    pub(super) fn even(
        &self,
        side: &[VertexId],
        out: EdgeId,
        formula: &Formula<'_>,
        trace: &mut Trace,
    ) -> StepId {
        debug_assert_ne!(formula.puzzle().topology(), Topology::PathMatching);
        let sides = Sides::new(side.to_vec(), formula);
        let mut words = Vec::new();
        add(&mut words, sides.side.iter().map(|&v| formula.degree(v) + 1));
        let others = sides.edges(formula).into_iter().filter(|&(e, _)| e != out);
        words.extend(others.map(|(e, _)| without_edge(e)));
        words.extend([Word::Divide(2), Word::Multiply(2)]);
        add(&mut words, sides.side.iter().map(|&v| formula.degree(v)));
        trace.push(Kind::Cutting, words)
    }
}
