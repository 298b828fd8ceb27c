//! Conclusions of the search's own rules about the whole graph: the ways that are left to a pair, connectivity of the loop, ...
//!
//! The rules of [`deduce`](zlink_deduce) find an edge, and their reasons are followed back to known edges. Then the premises are shrunk:
//! as few of these edges, and as few sums, are kept as the same rules need to refute the opposite.

use super::shrink::shrink;
use super::state::{Fact, Inference, State};
use super::step::Known;
use super::{Allowed, Difficulty, Rule};
use zlink_base::limits::{Interrupted, Limits};
use zlink_deduce::{self as deduce, Antecedent, Deduction, Depth, Lit, Techniques, Value, Var};
use zlink_puzzle::{Constraint, EdgeId, Parts, Puzzle, SumId, Topology};

/// The search's rules for a puzzle; see the module documentation.
pub(super) struct Structure {
    /// The puzzle without its required and forbidden edges, which are known like any others. Forbidden edges stay if paths are induced,
    /// since a path may touch itself along them.
    bare: Puzzle,
    /// Whether paths must be induced: in a unique solution of a puzzle that asks for pairs only, no path can be shortened.
    is_induced: bool,
}

/// A premise that may be left out.
#[derive(Clone, Copy)]
enum Item {
    Edge(Known),
    Sum(SumId),
}

impl Structure {
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        let is_kept = |c| !matches!(c, Constraint::Required(_) | Constraint::Forbidden(_));
        Structure { bare: puzzle.with_constraints(is_kept), is_induced: false }
    }

    /// The rules for a puzzle that has exactly one solution, if that adds any: no path of the solution touches itself.
    pub(super) fn of_unique(puzzle: &Puzzle) -> Option<Self> {
        let is_free = puzzle.topology() == Topology::Linkage
            && !puzzle.cover()
            && puzzle.required().is_empty()
            && !puzzle.has_sums();
        is_free.then(|| Structure { bare: puzzle.clone(), is_induced: true })
    }

    fn deduction(&self) -> Deduction<'_> {
        if self.is_induced {
            Deduction::induced(&self.bare, Techniques::default())
        } else {
            Deduction::new(&self.bare)
        }
    }

    /// Draws conclusions one after the other, without shrinking their premises.
    pub(super) fn forward(&self) -> Forward<'_> {
        Forward { structure: self, deduction: None }
    }

    /// The assumptions among `candidates` that propagation alone refutes.
    pub(super) fn refuted(
        &self,
        state: &State<'_>,
        candidates: &[Known],
        limits: &Limits,
    ) -> Result<Vec<Known>, Interrupted> {
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

    /// The inference of an edge that becomes known, or of a contradiction.
    pub(super) fn next(&self, state: &State<'_>, limits: &Limits) -> Result<Option<Inference>, Interrupted> {
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
            let of_cone = items.len();
            items.extend(self.bare.sums().map(|(sum, _)| Item::Sum(sum)));
            if !self.refutes(target, &items) {
                items.splice(..of_cone, known.iter().map(|&k| Item::Edge(k)));
            }
        }
        shrink(&mut items, |items| limits.check().map(|()| self.refutes(target, items)))?;
        let is_shorter = self.is_induced && !self.follows_anyway(target, &items);
        let mut inference = Inference::by(if is_shorter { Rule::Detour } else { rule });
        inference.is_global = true;
        inference.is_unique = is_shorter;
        inference.edges.extend(target);
        for &item in &items {
            match item {
                Item::Edge(known) => inference.used.push(Fact::Edge(known.edge)),
                Item::Sum(sum) => inference.use_sum(&self.bare, sum, [true; 2]),
            }
        }
        if inference.rule == Rule::Clue && inference.clues.is_empty() {
            inference.rule = match inference.constraints.first() {
                Some(Constraint::Integrity(_)) => Rule::Integrity,
                Some(_) => Rule::Bound,
                None => Rule::Clue,
            };
        }
        inference.pairs = self.pairs(target, &items, state, limits)?;
        Ok(Some(inference))
    }

    /// Whether these premises and the rules refute the opposite of `target` or, without a target, the premises themselves.
    fn refutes(&self, target: Option<Known>, items: &[Item]) -> bool {
        let mut sums: Vec<SumId> = Vec::new();
        let mut edges = Vec::new();
        for &item in items {
            match item {
                Item::Edge(known) => edges.push(known),
                Item::Sum(sum) => sums.push(sum),
            }
        }
        sums.sort_unstable();
        edges.extend(target.map(|Known { edge, is_in }| Known { edge, is_in: !is_in }));
        let mut deduction = if self.is_induced {
            Deduction::induced(&self.bare, Techniques::default())
        } else {
            Deduction::with_sums(&self.bare, |sum| sums.binary_search(&sum).is_ok())
        };
        assume(&mut deduction, &edges).is_err() || deduction.propagate(Depth::Structure).is_err()
    }

    /// Whether [`Structure::refutes`] also holds if paths may touch themselves.
    fn follows_anyway(&self, target: Option<Known>, items: &[Item]) -> bool {
        Structure { bare: self.bare.clone(), is_induced: false }.refutes(target, items)
    }

    /// The pairs that a step needs: if any of them need not be joined, the step no longer follows by these rules.
    fn pairs(
        &self,
        target: Option<Known>,
        items: &[Item],
        state: &State<'_>,
        limits: &Limits,
    ) -> Result<Vec<usize>, Interrupted> {
        let known = items.iter().filter_map(|item| match item {
            Item::Edge(known) => Some(*known),
            Item::Sum(_) => None,
        });
        let wrong = target.map(|Known { edge, is_in }| Known { edge, is_in: !is_in });
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
            Ok(fewer.is_some_and(|fewer| fewer.refutes(target, items)))
        })?;
        let mut pairs = [met, others].concat();
        pairs.sort_unstable();
        Ok(pairs)
    }

    /// The structure where only the kept pairs are joined, and no path passes the ends of the others.
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

/// Draws conclusions about the whole graph one after the other, in one deduction that is extended from each to the next.
pub(super) struct Forward<'a> {
    structure: &'a Structure,
    /// The deduction, created when it is first needed.
    deduction: Option<Deduction<'a>>,
}

impl Forward<'_> {
    /// The inference of an edge that becomes known by allowed rules, without its premises.
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

/// Whether an edge, and all open edges that it depends on, follow by allowed rules.
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

/// The rule of the catalogue for the rule that implied an edge.
fn rule_of(deduction: &Deduction<'_>, edge: EdgeId) -> Rule {
    let is_in = deduction.value(edge) == Value::In;
    deduction.trail().antecedent(edge).rule().map_or(Rule::Search, |rule| named(rule, is_in))
}

/// The error that assumptions contradict each other, with the cause if a rule found it.
struct Refuted(Option<Antecedent>);

/// Assumes the values of these edges, and propagates them by the cheap rules.
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

/// The known edges from which these literals follow, ascending.
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

/// The rule of the catalogue for a rule of the search that concluded an edge is in or out.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_may_touch_itself_where_a_constraint_asks_for_it() {
        let mut parts = Parts::graph(Topology::Linkage, 3, vec![[0, 1], [1, 2], [0, 2]]);
        parts.pairs = vec![[0, 2]];
        let puzzle = Puzzle::from_parts(parts).expect("the parts are consistent");
        assert!(Structure::of_unique(&puzzle).is_some());
        assert!(Structure::of_unique(&puzzle.with_integrity(&[(EdgeId(2), true)])).is_none());
    }
}
