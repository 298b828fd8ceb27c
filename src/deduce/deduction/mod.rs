//! The state of deduction: the trail, and the propagators' counts of its entries up to the propagation head.
//!
//! | file | job |
//! |---|---|
//! | `step` | counts an entry of the trail, and undoes the counting |
//! | `propagate` | applies the rules in rounds |
//! | `explain` | reasons for values and conflicts |
//! | `variables` | the variables of the trail that are not edges |

mod conflict;
mod explain;
mod propagate;
mod step;
mod variables;

use std::borrow::Cow;

use super::context::Context;
#[cfg(test)]
use super::face_clue::ClueFace;
use super::registry::Rules;
use super::{Antecedent, Lit, Techniques, Trail, Value, Var};
pub use conflict::Conflict;
use zlink_puzzle::{Incidence, Puzzle, SumId, Topology, VertexId};

/// The state of deduction for a puzzle: what follows from the rules and from assumptions.
///
/// Level 0 holds what follows from the puzzle; each assumption opens a level. After a conflict the only useful
/// calls are those that explain it and [`Deduction::backtrack`]; a conflict at level 0 means that the puzzle
/// has no solution.
///
/// When every edge is decided and [`Deduction::propagate`] found no conflict, the edges that are in are a
/// solution.
#[derive(Debug, Clone)]
pub struct Deduction<'p> {
    pub(super) context: Context<'p>,
    pub(super) rules: Rules,
    conflict: Option<Conflict>,
    pub(super) probes: u64,
    /// The length of the trail after the last probing: edges near later entries are still to be probed. `None` before the
    /// first.
    pub(super) tried: Option<usize>,
    /// Sums that were put in force since the last probing.
    pub(super) enforced: Vec<SumId>,
}

impl<'p> Deduction<'p> {
    /// A deduction without assumptions. The rules are applied by the first call of [`Deduction::propagate`].
    pub fn new(puzzle: &'p Puzzle) -> Self {
        Self::with(puzzle, Techniques::default())
    }

    /// A deduction without assumptions that uses these techniques.
    pub fn with(puzzle: &'p Puzzle, techniques: Techniques) -> Self {
        Self::build(Cow::Borrowed(puzzle), techniques, false, puzzle.cover(), |_| true)
    }

    /// A deduction about the *induced* solutions of a linkage: those without an edge (forbidden edges excepted) that joins two
    /// vertices of a path that are not consecutive on it. For other topologies this is [`Deduction::with`].
    pub fn induced(puzzle: &'p Puzzle, techniques: Techniques) -> Self {
        let linkage = puzzle.topology() == Topology::Linkage;
        Self::build(Cow::Borrowed(puzzle), techniques, linkage, puzzle.cover(), |_| true)
    }

    /// A deduction about the induced solutions of a linkage that cover every vertex, even if the puzzle does not demand that.
    /// For other topologies this is [`Deduction::with`].
    pub fn tight(puzzle: &'p Puzzle, techniques: Techniques) -> Self {
        let linkage = puzzle.topology() == Topology::Linkage;
        Self::build(Cow::Borrowed(puzzle), techniques, linkage, linkage || puzzle.cover(), |_| true)
    }

    /// A deduction for the puzzle with only those sums for which `in_force` holds. Others can be added with
    /// [`Deduction::enforce`].
    pub fn with_sums(puzzle: &'p Puzzle, in_force: impl Fn(SumId) -> bool) -> Self {
        Self::build(Cow::Borrowed(puzzle), Techniques::default(), false, puzzle.cover(), in_force)
    }

    /// A deduction without assumptions that keeps the puzzle itself.
    pub fn owning(puzzle: Puzzle) -> Deduction<'static> {
        let cover = puzzle.cover();
        Deduction::build(Cow::Owned(puzzle), Techniques::default(), false, cover, |_| true)
    }

    fn build(
        puzzle: Cow<'p, Puzzle>,
        techniques: Techniques,
        induced: bool,
        cover: bool,
        in_force: impl Fn(SumId) -> bool,
    ) -> Self {
        let context = Context::new(puzzle, techniques, cover, induced, in_force);
        let mut deduction = Deduction {
            rules: Rules::new(&context),
            context,
            conflict: None,
            probes: 0,
            tried: None,
            enforced: Vec::new(),
        };
        deduction.conflict = deduction.start().err();
        deduction
    }

    /// Puts a sum in force, at level 0: levels above it are taken back. [`Deduction::propagate`] works out what follows.
    pub fn enforce(&mut self, sum: impl Into<SumId>) {
        let sum = sum.into();
        self.backtrack(0);
        if self.conflict.is_some() || self.in_force(sum) {
            return;
        }
        self.enforced.push(sum);
        if let Some(parity) = &mut self.rules.parity {
            parity.forget_round();
        }
        self.conflict = self.rules.clue.enforce(sum, &mut self.context).err();
    }

    /// Decides the required and forbidden edges, and what follows from vertices, cells and terminals before any edge is
    /// counted.
    fn start(&mut self) -> Result<(), Conflict> {
        let Context { puzzle, trail, .. } = &mut self.context;
        let required = puzzle.required().iter().map(|&e| Lit::new(e, true));
        let forbidden = puzzle.forbidden().iter().map(|&e| Lit::new(e, false));
        for literal in required.chain(forbidden) {
            if trail.value(literal.var()) == Value::Open {
                trail.push(literal.var(), literal.value(), Antecedent::Given);
            } else if trail.literal(literal.var()) != literal {
                return Err(Conflict::of(Antecedent::Given));
            }
        }
        self.rules.start(&mut self.context)
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.context.puzzle
    }

    /// The puzzle, if the deduction does not keep it itself.
    pub fn lent_puzzle(&self) -> Option<&'p Puzzle> {
        match self.context.puzzle {
            Cow::Borrowed(puzzle) => Some(puzzle),
            Cow::Owned(_) => None,
        }
    }

    /// The rules and heuristics in use.
    pub fn techniques(&self) -> Techniques {
        self.context.techniques
    }

    /// The adjacency of the puzzle's graph.
    pub fn incidence(&self) -> &Incidence {
        &self.context.incidence
    }

    /// The value of an edge or another variable.
    #[inline]
    pub fn value(&self, var: impl Into<Var>) -> Value {
        self.context.trail.value(var)
    }

    /// The values of all edges.
    #[inline]
    pub fn values(&self) -> &[Value] {
        self.context.trail.values()
    }

    /// The trail: the decided variables in order, with levels and antecedents.
    #[inline]
    pub fn trail(&self) -> &Trail {
        &self.context.trail
    }

    /// The number of decided variables.
    #[inline]
    pub fn assigned(&self) -> usize {
        self.context.assigned()
    }

    /// Whether every variable is decided.
    #[inline]
    pub fn is_decided(&self) -> bool {
        self.context.is_decided()
    }

    /// Whether entries of the trail wait to be propagated.
    #[inline]
    pub(super) fn has_news(&self) -> bool {
        self.context.head < self.assigned()
    }

    /// The conflict that propagation met, if it was not taken back.
    pub(super) fn conflict(&self) -> Option<Conflict> {
        self.conflict
    }

    /// The number of open assumptions.
    #[inline]
    pub fn level(&self) -> u32 {
        self.context.trail.level()
    }

    /// Opens a level with an assumption about an open variable. [`Deduction::propagate`] works out what follows; it
    /// must have been called (without a conflict) for the levels below.
    ///
    /// # Panics
    /// When the variable is decided already.
    #[inline]
    pub fn assume(&mut self, var: impl Into<Var>, value: bool) {
        let var = var.into();
        assert_eq!(self.context.trail.value(var), Value::Open, "only an open variable can be assumed");
        debug_assert_eq!(self.context.head, self.assigned(), "propagate before the next assumption");
        self.context.trail.open_level();
        self.context.trail.push(var, value, Antecedent::Decision);
    }

    /// Decides an open variable at the current level, with this antecedent.
    #[inline]
    pub(super) fn imply(&mut self, literal: Lit, antecedent: Antecedent) {
        self.context.trail.push(literal.var(), literal.value(), antecedent);
    }

    /// Decides an open variable at the current level because of a clause that the caller keeps under the number `clause` and
    /// must explain itself. [`Deduction::propagate`] works out what follows.
    ///
    /// # Panics
    /// When the variable is decided already.
    #[inline]
    pub fn imply_by_clause(&mut self, literal: Lit, clause: u32) {
        assert_eq!(self.value(literal.var()), Value::Open, "only an open variable can be implied");
        self.context.trail.push(literal.var(), literal.value(), Antecedent::Clause(clause));
    }

    /// Decides an open variable at the current level without a reason: the level is 0, the literal holds there, or the caller
    /// backtracks chronologically through all decisions. [`Deduction::propagate`] works out what follows.
    ///
    /// # Panics
    /// When the variable is decided already.
    #[inline]
    pub fn imply_without_reason(&mut self, literal: Lit) {
        assert_eq!(self.value(literal.var()), Value::Open, "only an open variable can be implied");
        self.context.trail.push(literal.var(), literal.value(), Antecedent::Decision);
    }

    /// Whether [`Depth::Changes`](super::Depth::Changes) notices at once that the remaining graph is no longer connected.
    pub fn sees_parts(&self) -> bool {
        self.rules.dual_connectivity.is_some()
    }

    /// Whether a vertex has neither a chosen nor an open edge, so that no solution uses it.
    #[inline]
    pub fn is_unused(&self, vertex: VertexId) -> bool {
        let count = self.context.degrees.count(vertex);
        count.chosen == 0 && count.open == 0
    }

    /// The number of open edges at a vertex.
    #[inline]
    pub fn open_at(&self, vertex: VertexId) -> u32 {
        self.context.degrees.count(vertex).open
    }

    /// Whether a sum is in force.
    #[inline]
    pub fn in_force(&self, sum: SumId) -> bool {
        self.context.demands.in_force(sum)
    }

    /// How many more literals of a sum may hold, and how many of its open literals may fail to hold.
    #[inline]
    pub(super) fn slack(&self, sum: SumId) -> [i32; 2] {
        let demand = self.context.demands.demand(sum);
        [demand.above(), demand.below()]
    }

    /// Whether a sum that is in force has an open edge.
    #[inline]
    pub(super) fn has_open(&self, sum: SumId) -> bool {
        self.context.demands.demand(sum).is_open()
    }

    #[cfg(test)]
    pub(super) fn clue_faces(&self) -> &[ClueFace] {
        self.rules.face_clue.as_ref().map_or(&[], |rule| rule.all())
    }
}
