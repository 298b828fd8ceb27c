//! Deduction for searches that are not part of zlink: assumptions in levels of the caller, and reasons over edges alone.

use std::collections::BinaryHeap;

use super::propagator::Depth;
use super::{Antecedent, Deduction, Lit, Rule, Value};
use zlink_puzzle::{EdgeId, Puzzle};

/// What follows from a puzzle and from assumptions about its edges, for a search of one's own: a SAT or ASP solver, a player's
/// aid, a branch and bound.
///
/// The search makes assumptions ([`assume`](Propagation::assume)) in levels ([`open_level`](Propagation::open_level)), has what
/// follows worked out ([`propagate`](Propagation::propagate)), takes it over ([`take_implied`](Propagation::take_implied)), and
/// goes back ([`undo`](Propagation::undo)). All solutions of the puzzle that agree with the assumptions agree with what is
/// implied. Each implied edge has a [`reason`](Propagation::reason) and each contradiction a
/// [`conflict`](Propagation::conflict): edges that were decided before. As clauses, these hold in every solution of the puzzle, whatever
/// was assumed.
///
/// The time of a step is in proportion to what changes, except for the rules of [`Depth::Structure`], which look at the whole graph.
#[derive(Debug, Clone)]
pub struct Propagation {
    deduction: Deduction<'static>,
    /// For each open level of the caller the level of the deduction when it was opened (each batch of assumptions opens one of these), and
    /// the number of entries that were taken over then.
    levels: Vec<(u32, usize)>,
    /// An assumption that contradicts what was known, and the level of the caller.
    refused: Option<(usize, Lit)>,
    /// The number of entries of the trail that were taken over.
    taken: usize,
    /// The variables that were met while a reason was worked out.
    met: Vec<Met>,
    /// The positions on the trail of those that were met and not replaced yet.
    queue: BinaryHeap<u32>,
}

impl Propagation {
    /// A propagation without assumptions.
    pub fn new(puzzle: Puzzle) -> Self {
        let mut deduction = Deduction::owning(puzzle);
        deduction.add_colours();
        // A conflict is told of when it is asked for.
        let _ = deduction.propagate(Depth::Structure);
        let met = vec![Met::default(); deduction.trail().variables()];
        Propagation { deduction, levels: Vec::new(), refused: None, taken: 0, met, queue: BinaryHeap::new() }
    }

    /// The number of open levels.
    pub fn level(&self) -> usize {
        self.levels.len()
    }

    /// Opens a level for the assumptions from now on.
    pub fn open_level(&mut self) {
        if self.has_news() {
            self.propagate(Depth::Changes);
        }
        self.levels.push((self.deduction.level(), self.taken));
    }

    /// Assumes that an edge is in, or that it is out. Any number of assumptions can be made at a level, before and after calls of
    /// [`propagate`](Propagation::propagate). An assumption may repeat what is known, or contradict it: then there is a
    /// [`conflict`](Propagation::conflict). While there is one, assumptions have no effect. Those of level 0 cannot be taken back.
    ///
    /// # Panics
    /// If there is no such edge.
    pub fn assume(&mut self, edge: EdgeId, is_in: bool) {
        let literal = Lit::new(edge, is_in);
        match self.deduction.value(edge) {
            _ if self.is_contradictory() => {}
            Value::Open if self.has_news() => self.deduction.imply_without_reason(literal),
            Value::Open => self.deduction.assume(edge, is_in),
            value if (value == Value::In) == is_in => {}
            _ => self.refused = Some((self.level(), literal)),
        }
    }

    /// Works out what follows from the assumptions. The result is whether they agree; if not, there is a
    /// [`conflict`](Propagation::conflict).
    ///
    /// [`Depth::Changes`] finds all it can if it is used before each level is opened. [`Depth::Structure`] finds more, in time linear in the
    /// size of the puzzle. There is no presolving here: [`Depth::Presolve`] counts as [`Depth::Structure`].
    pub fn propagate(&mut self, depth: Depth) -> bool {
        let depth = if depth == Depth::Presolve { Depth::Structure } else { depth };
        self.refused.is_none() && self.deduction.propagate(depth).is_ok()
    }

    /// The next edge that is implied, and whether it is in: each once, in the order in which they were decided, beginning with those that
    /// the puzzle alone decides. Edges that are not taken wait, and those taken at a level come again when that level is undone and they
    /// are still implied.
    pub fn take_implied(&mut self) -> Option<(EdgeId, bool)> {
        let trail = self.deduction.trail();
        while let Some(&var) = trail.entries().get(self.taken) {
            self.taken += 1;
            if trail.antecedent(var) != Antecedent::Decision
                && let Some(edge) = trail.edge(var)
            {
                return Some((edge, trail.value(var) == Value::In));
            }
        }
        None
    }

    /// Whether the edge is known to be in or out.
    ///
    /// # Panics
    /// If there is no such edge.
    pub fn value(&self, edge: EdgeId) -> Value {
        self.deduction.value(edge)
    }

    /// Whether every edge is decided. If [`propagate`](Propagation::propagate) found no conflict then, the edges that are in are a solution.
    pub fn is_decided(&self) -> bool {
        self.deduction.is_decided()
    }

    /// Adds why an implied edge has its value: edges that were decided before it (assumed, or implied and taken before), and
    /// whether they are in. Nothing is added for an edge that the puzzle alone decides, that is assumed, or that is open.
    ///
    /// # Panics
    /// If there is no such edge.
    pub fn reason(&mut self, edge: EdgeId, reason: &mut Vec<(EdgeId, bool)>) {
        if self.deduction.value(edge) != Value::Open {
            let mut literals = Vec::new();
            self.deduction.explain(edge, &mut literals);
            let rule = self.deduction.trail().antecedent(edge).rule();
            self.over_edges(&mut literals, rule, reason);
        }
    }

    /// Adds edges that contradict each other, and whether they are in; false if there is no conflict. They are assumed or implied (and may
    /// wait to be taken). Nothing is added if the puzzle alone has no solution.
    pub fn conflict(&mut self, conflict: &mut Vec<(EdgeId, bool)>) -> bool {
        let (mut literals, trail) = (Vec::new(), self.deduction.trail());
        let rule = match (self.refused, self.deduction.conflict()) {
            (Some((_, refused)), _) => {
                let cause = trail.antecedent(refused.var());
                match cause {
                    Antecedent::Decision => literals.push(!refused),
                    _ => self.deduction.explain(refused.var(), &mut literals),
                }
                conflict.extend(trail.edge(refused.var()).map(|edge| (edge, refused.value())));
                cause.rule()
            }
            (None, Some(contradiction)) => {
                self.deduction.explain_conflict(&mut literals);
                contradiction.cause().rule()
            }
            (None, None) => return false,
        };
        self.over_edges(&mut literals, rule, conflict);
        true
    }

    /// Takes back the assumptions of all levels above `level`, what they imply, and a conflict among them.
    pub fn undo(&mut self, level: usize) {
        let Some(&(before, taken)) = self.levels.get(level) else { return };
        self.levels.truncate(level);
        self.refused.take_if(|&mut (refused, _)| refused > level);
        self.deduction.backtrack(before);
        self.taken = self.taken.min(taken);
    }

    /// Whether there are assumptions that were not propagated.
    fn has_news(&self) -> bool {
        self.deduction.has_news()
    }

    fn is_contradictory(&self) -> bool {
        self.refused.is_some() || self.deduction.conflict().is_some()
    }

    /// Adds edges that together imply `literals`, which are on the trail (`by` is the rule that concludes from them): the edges among them,
    /// and for each other variable those of its reason. Edges that the puzzle alone decides are left out.
    ///
    /// The latest variables are replaced first, each once. As long as all conclusions are sums modulo 2, what occurs twice drops out: the
    /// colours of two faces rest on the edges between these faces, not on all between them and the outside.
    fn over_edges(&mut self, literals: &mut Vec<Lit>, by: Option<Rule>, edges: &mut Vec<(EdgeId, bool)>) {
        let trail = self.deduction.trail();
        let mut is_sum = by == Some(Rule::Colouring);
        loop {
            for literal in literals.drain(..) {
                let (var, position) = (literal.var(), trail.position(literal.var()));
                if trail.level_of(var) == 0 {
                    continue;
                }
                let met = &mut self.met[var.index()];
                if *met == Met::default() {
                    self.queue.push(position);
                }
                met.is_odd ^= is_sum;
                met.is_needed |= !is_sum;
                met.is_queued = true;
            }
            let Some(var) = self.queue.pop().map(|position| trail.entries()[position as usize]) else {
                return;
            };
            let met = std::mem::take(&mut self.met[var.index()]);
            if !met.is_odd && !met.is_needed {
                continue;
            }
            match trail.edge(var) {
                Some(edge) => edges.push((edge, trail.value(var) == Value::In)),
                None => {
                    is_sum = !met.is_needed && trail.antecedent(var).rule() == Some(Rule::Colouring);
                    self.deduction.explain(var, literals);
                }
            }
        }
    }
}

/// How a variable was met while a reason was worked out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Met {
    is_queued: bool,
    /// Whether it occurs an odd number of times in sums modulo 2.
    is_odd: bool,
    /// Whether a conclusion that is no such sum needs it.
    is_needed: bool,
}
