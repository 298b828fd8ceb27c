//! What the search's own rules about the whole graph conclude: which ways are left to a pair, what keeps the loop in one piece.
//!
//! The rules of [`deduce`](zlink_deduce) find an edge; their reasons are followed back to edges that are known. Then as few of these, and as
//! few clues, as can be are kept with which the same rules still refute the opposite.

use super::shrink::shrink;
use super::state::{Fact, Inference, State};
use super::step::Known;
use super::{Allowed, Difficulty, Rule};
use zlink_base::limits::{Exhausted, Limits};
use zlink_deduce::{self as deduce, Antecedent, Deduction, Depth, Lit, Value, Var};
use zlink_puzzle::{CellId, Constraint, EdgeId, Parts, Puzzle, Topology};

/// See the module documentation.
pub(super) struct Structure {
    /// The puzzle without its given edges, which are known like any others; those that are forbidden stay where paths may not touch
    /// themselves by way of others.
    bare: Puzzle,
    /// Whether the paths of the only solution cannot be shortened: nothing but the pairs is asked for.
    is_induced: bool,
}

/// A premise that may be left out.
#[derive(Clone, Copy)]
enum Item {
    Edge(Known),
    Clue(CellId),
}

impl Structure {
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        let is_kept = |c| !matches!(c, Constraint::Required(_) | Constraint::Forbidden(_));
        Structure { bare: puzzle.with_constraints(is_kept), is_induced: false }
    }

    /// The same for a puzzle that has exactly one solution, if that tells more: then no path of it touches itself.
    pub(super) fn of_unique(puzzle: &Puzzle) -> Option<Self> {
        let is_free = puzzle.topology() == Topology::Linkage
            && !puzzle.cover()
            && puzzle.required().is_empty()
            && puzzle.clued_cells().next().is_none();
        is_free.then(|| Structure { bare: puzzle.clone(), is_induced: true })
    }

    fn deduction(&self) -> Deduction<'_> {
        if self.is_induced { Deduction::induced(&self.bare) } else { Deduction::new(&self.bare) }
    }

    /// To draw conclusions one after the other, without few premises.
    pub(super) fn forward(&self) -> Forward<'_> {
        Forward { structure: self, deduction: None }
    }

    /// Those of these assumptions that the rules refute at once.
    pub(super) fn refuted(
        &self,
        state: &State<'_>,
        candidates: &[Known],
        limits: &Limits,
    ) -> Result<Vec<Known>, Exhausted> {
        let mut deduction = self.deduction();
        let known: Vec<Known> = state.known_edges().collect();
        if assume(&mut deduction, &known).is_err() || deduction.propagate(Depth::Structure).is_err() {
            return Ok(Vec::new());
        }
        let level = deduction.level();
        let mut refuted = Vec::new();
        for &candidate in candidates {
            limits.check()?;
            if deduction.value(candidate.edge) != Value::Open {
                continue;
            }
            deduction.assume(candidate.edge, candidate.is_in);
            if deduction.propagate(Depth::Structure).is_err() {
                refuted.push(candidate);
            }
            deduction.backtrack(level);
        }
        Ok(refuted)
    }

    /// An edge that becomes known, or a contradiction.
    pub(super) fn next(&self, state: &State<'_>, limits: &Limits) -> Result<Option<Inference>, Exhausted> {
        let mut deduction = self.deduction();
        let known: Vec<Known> = state.known_edges().collect();
        let refuted = match assume(&mut deduction, &known) {
            Ok(()) => deduction.propagate(Depth::Structure).map_err(|conflict| Some(conflict.cause())),
            Err(Refuted(cause)) => Err(cause),
        };
        let (rule, target, cone) = if let Err(cause) = refuted {
            let mut literals = Vec::new();
            deduction.explain_conflict(&mut literals);
            let rule = cause.and_then(Antecedent::rule).map_or(Rule::Search, |rule| named(rule, false));
            (rule, None, follow(&deduction, state, literals))
        } else {
            let is_new = |&var: &Var| deduction.trail().edge(var).is_some_and(|e| state.is_open(e));
            let Some(var) = deduction.trail().entries().iter().copied().find(is_new) else { return Ok(None) };
            let Some(edge) = deduction.trail().edge(var) else { return Ok(None) };
            let target = Known { edge, is_in: deduction.value(edge) == Value::In };
            let rule = rule_of(&deduction, edge);
            let mut literals = Vec::new();
            deduction.explain(edge, &mut literals);
            (rule, Some(target), follow(&deduction, state, literals))
        };
        drop(deduction);
        limits.check()?;
        let mut items: Vec<Item> = cone.into_iter().map(Item::Edge).collect();
        if !self.refutes(target, &items) {
            items.extend(self.bare.clued_cells().map(|(cell, _)| Item::Clue(cell)));
            if !self.refutes(target, &items) {
                items.splice(
                    ..items.len() - self.bare.clued_cells().count(),
                    known.iter().map(|&k| Item::Edge(k)),
                );
            }
        }
        shrink(&mut items, |items| limits.check().map(|()| self.refutes(target, items)))?;
        let is_shorter = self.is_induced && !self.follows_anyway(target, &items);
        let mut inference = Inference::by(if is_shorter { Rule::Detour } else { rule });
        inference.is_global = true;
        inference.is_unique = is_shorter;
        inference.edges.extend(target);
        for item in items {
            match item {
                Item::Edge(known) => inference.used.push(Fact::Edge(known.edge)),
                Item::Clue(cell) => inference.clues.push(cell),
            }
        }
        inference.pairs = self.pairs(target, &inference, state, limits)?;
        Ok(Some(inference))
    }

    /// Whether the rules refute the opposite of `target`, or these premises by themselves without one.
    fn refutes(&self, target: Option<Known>, items: &[Item]) -> bool {
        let mut clues: Vec<CellId> = Vec::new();
        let mut edges = Vec::new();
        for &item in items {
            match item {
                Item::Edge(known) => edges.push(known),
                Item::Clue(cell) => clues.push(cell),
            }
        }
        clues.sort_unstable();
        edges.extend(target.map(|Known { edge, is_in }| Known { edge, is_in: !is_in }));
        let mut deduction = if self.is_induced {
            Deduction::induced(&self.bare)
        } else {
            Deduction::with_clues(&self.bare, |cell| clues.binary_search(&cell).is_ok())
        };
        assume(&mut deduction, &edges).is_err() || deduction.propagate(Depth::Structure).is_err()
    }

    /// Whether the rules refute the same where paths may touch themselves.
    fn follows_anyway(&self, target: Option<Known>, items: &[Item]) -> bool {
        Structure { bare: self.bare.clone(), is_induced: false }.refutes(target, items)
    }

    /// The pairs that a step is about: where the path of any of them need not be there, the step does not follow by these rules.
    fn pairs(
        &self,
        target: Option<Known>,
        inference: &Inference,
        state: &State<'_>,
        limits: &Limits,
    ) -> Result<Vec<usize>, Exhausted> {
        let known = inference.used.iter().filter_map(|fact| match fact {
            Fact::Edge(edge) => state.known(*edge),
            Fact::Note(_) => None,
        });
        let wrong = target.map(|Known { edge, is_in }| Known { edge, is_in: !is_in });
        let mut items: Vec<Item> = inference.clues.iter().copied().map(Item::Clue).collect();
        items.extend(known.clone().map(Item::Edge));
        let is_met = |pair: usize| {
            let ends = self.bare.pairs()[pair];
            let mut chosen = known.clone().chain(wrong).filter(|known| known.is_in);
            chosen.any(|known| self.bare.edge_ends(known.edge).iter().any(|v| ends.contains(v)))
        };
        let (met, mut others): (Vec<usize>, Vec<usize>) =
            (0..self.bare.pairs().len()).partition(|&pair| is_met(pair));
        shrink(&mut others, |kept| {
            limits.check()?;
            let is_kept = |pair: usize| met.contains(&pair) || kept.contains(&pair);
            let fewer = self.with_paths(state, is_kept);
            Ok(fewer.is_some_and(|fewer| fewer.refutes(target, &items)))
        })?;
        let mut pairs = [met, others].concat();
        pairs.sort_unstable();
        Ok(pairs)
    }

    /// The same where only these pairs are joined; nothing else may pass the ends of the others either.
    fn with_paths(&self, state: &State<'_>, is_kept: impl Fn(usize) -> bool) -> Option<Structure> {
        let mut parts = Parts::of(&self.bare);
        let incidence = &state.board.incidence;
        let dropped = (0..parts.pairs.len()).filter(|&pair| !is_kept(pair));
        let ends = dropped.flat_map(|pair| self.bare.pairs()[pair]);
        parts.forbidden.extend(ends.flat_map(|v| incidence.at(v)).map(|(e, _)| e.0));
        let mut pairs = 0..;
        parts.pairs.retain(|_| pairs.next().is_some_and(&is_kept));
        let bare = Puzzle::from_parts(parts).ok()?;
        Some(Structure { bare, is_induced: self.is_induced })
    }
}

/// Conclusions about the whole graph, one after the other, in a deduction that goes on from one to the next.
pub(super) struct Forward<'a> {
    structure: &'a Structure,
    /// Made when it is needed.
    deduction: Option<Deduction<'a>>,
}

impl Forward<'_> {
    /// An edge that becomes known by rules that are allowed; its premises are not told.
    pub(super) fn next(&mut self, state: &State<'_>, allowed: &Allowed) -> Option<Inference> {
        let deduction = self.deduction.get_or_insert_with(|| self.structure.deduction());
        let known: Vec<Known> = state.known_edges().collect();
        if assume(deduction, &known).is_err() || deduction.propagate(Depth::Structure).is_err() {
            return None;
        }
        let trail = deduction.trail();
        let new = trail.entries().iter().filter_map(|&var| trail.edge(var)).filter(|&e| state.is_open(e));
        let edge = new.into_iter().find(|&edge| is_allowed(deduction, state, edge, allowed))?;
        let mut inference = Inference::by(rule_of(deduction, edge));
        inference.edges.push(Known { edge, is_in: deduction.value(edge) == Value::In });
        inference.is_global = true;
        Some(inference)
    }
}

/// Whether an edge, and all others by way of which it follows from known ones, follow by rules that are allowed.
fn is_allowed(deduction: &Deduction<'_>, state: &State<'_>, edge: EdgeId, allowed: &Allowed) -> bool {
    if *allowed == Allowed::up_to(Difficulty::Extreme) {
        return true;
    }
    let trail = deduction.trail();
    let mut pending = vec![Lit::new(edge, true)];
    let mut seen = vec![false; trail.variables()];
    while let Some(literal) = pending.pop() {
        let var = literal.var();
        if std::mem::replace(&mut seen[var.index()], true) {
            continue;
        }
        if let Some(edge) = trail.edge(var) {
            if !state.is_open(edge) {
                continue;
            }
            let rule = rule_of(deduction, edge);
            if rule.difficulty() > allowed.difficulty || !allowed.rules.contains(rule) {
                return false;
            }
        }
        deduction.explain(var, &mut pending);
    }
    true
}

/// What people call the rule by which an edge followed.
fn rule_of(deduction: &Deduction<'_>, edge: EdgeId) -> Rule {
    let is_in = deduction.value(edge) == Value::In;
    deduction.trail().antecedent(edge).rule().map_or(Rule::Search, |rule| named(rule, is_in))
}

/// That not all of what was assumed can hold, and the cause, if it is a rule's.
struct Refuted(Option<Antecedent>);

/// Assumes all of these, and follows them by the cheap rules.
fn assume(deduction: &mut Deduction<'_>, known: &[Known]) -> Result<(), Refuted> {
    let follow = |deduction: &mut Deduction<'_>| {
        deduction.propagate(Depth::Cheap).map_err(|conflict| Refuted(Some(conflict.cause())))
    };
    follow(deduction)?;
    for &Known { edge, is_in } in known {
        let literal = Lit::new(edge, is_in);
        match deduction.value(edge) {
            Value::Open if deduction.level() == 0 => deduction.assume(edge, is_in),
            Value::Open => deduction.imply_without_reason(literal),
            value if (value == Value::In) != is_in => return Err(Refuted(None)),
            _ => {}
        }
    }
    follow(deduction)
}

/// The known edges from which these literals follow.
fn follow(deduction: &Deduction<'_>, state: &State<'_>, literals: Vec<Lit>) -> Vec<Known> {
    let mut pending = literals;
    let mut seen = vec![false; deduction.trail().variables()];
    let mut found = Vec::new();
    while let Some(literal) = pending.pop() {
        let var = literal.var();
        if std::mem::replace(&mut seen[var.index()], true) {
            continue;
        }
        match deduction.trail().edge(var).and_then(|edge| state.known(edge)) {
            Some(known) => found.push(known),
            None => deduction.explain(var, &mut pending),
        }
    }
    found.sort_unstable();
    found
}

/// What people call a rule of the search.
fn named(rule: deduce::Rule, is_in: bool) -> Rule {
    match rule {
        deduce::Rule::Degree => Rule::Vertex,
        deduce::Rule::Clue => Rule::Clue,
        deduce::Rule::PathEnd => Rule::EarlyLoop,
        deduce::Rule::Reachability | deduce::Rule::Label if is_in => Rule::OnlyWay,
        deduce::Rule::Reachability | deduce::Rule::Label => Rule::BlockedPair,
        deduce::Rule::Crossing => Rule::Crossing,
        deduce::Rule::Biconnectivity | deduce::Rule::DualConnectivity => Rule::Connected,
        deduce::Rule::Balance => Rule::Balance,
        deduce::Rule::Parity => Rule::CutParity,
        deduce::Rule::Colouring | deduce::Rule::FaceClue => Rule::InsideOutside,
        deduce::Rule::Equivalence => Rule::EdgePairs,
        deduce::Rule::Induced => Rule::Detour,
    }
}
