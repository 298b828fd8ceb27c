//! Records of conclusions, for proofs that others check: each learnt clause and each literal of level 0, with what it follows from
//! by unit propagation.
//!
//! A learnt clause follows from the reasons between it and the conflict: those of all literals that are not in it. Literals of level 0
//! become clauses of their own, the first time that one is needed.

use rustc_hash::FxHashMap;

use super::clauses::{ClauseId, Clauses};
use super::{Cdcl, clauses};
use zlink_base::limits::Interrupted;
use zlink_deduce::{Antecedent, Deduction, Ground, Lit, Var};
use zlink_puzzle::EdgeId;

/// What a recorded clause follows from, together with other such hints.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hint {
    /// Constraints of the puzzle.
    Ground(Ground),
    /// An earlier clause, by its number.
    Clause(u32),
    /// The solution is not this one, by its number (see [`Cdcl::exclude`]).
    Excluded(usize),
}

/// Takes down what a search concludes.
pub trait Recorder: Send {
    /// Takes down a clause, with what it follows from in an order in which units propagate. The result is the number of the clause.
    /// The last clause is empty, if there is no solution.
    fn clause(&mut self, literals: &[Lit], hints: &[&Hint]) -> u32;

    /// Checks, now and then, that what was taken down is within the limits of memory.
    fn check(&mut self) -> Result<(), Interrupted>;
}

/// The numbers of what was recorded.
pub(super) struct Record<'p> {
    recorder: &'p mut dyn Recorder,
    /// The clauses that are kept, with their numbers; ascending.
    clauses: Vec<(ClauseId, u32)>,
    /// The literals that hold at level 0, with the numbers of their clauses.
    units: FxHashMap<Var, u32>,
    /// The number of the clause that is about to be asserted.
    latest: Option<u32>,
    seen: Vec<bool>,
}

/// What a literal, or a conflict, follows from.
#[derive(Default)]
struct Reason {
    literals: Vec<Lit>,
    hints: Vec<Hint>,
}

impl Record<'_> {
    fn of_clause(&self, id: ClauseId) -> Hint {
        let found = self.clauses.binary_search_by_key(&id, |&(id, _)| id);
        Hint::Clause(self.clauses[found.expect("every clause is recorded")].1)
    }

    /// Adds the reason of a decided variable.
    fn explain(&self, var: Var, deduction: &Deduction<'_>, clauses: &Clauses, reason: &mut Reason) {
        match deduction.trail().antecedent(var) {
            Antecedent::Clause(id) => {
                let others = clauses.get(ClauseId(id)).filter(|literal| literal.var() != var);
                reason.literals.extend(others.map(|literal| !literal));
                reason.hints.push(self.of_clause(ClauseId(id)));
            }
            Antecedent::Decision => reason.hints.extend(self.units.get(&var).map(|&n| Hint::Clause(n))),
            _ => {
                let mut grounds = Vec::new();
                deduction.explain(var, &mut reason.literals);
                deduction.justify(var, &mut reason.literals, &mut grounds);
                reason.hints.extend(grounds.into_iter().map(Hint::Ground));
            }
        }
    }

    /// The reason of the conflict of the clause `falsified`, or else of the rules.
    fn conflict(&self, falsified: Option<ClauseId>, deduction: &Deduction<'_>, clauses: &Clauses) -> Reason {
        let mut reason = Reason::default();
        match falsified {
            Some(id) => {
                reason.literals.extend(clauses.get(id).map(|literal| !literal));
                reason.hints.push(self.of_clause(id));
            }
            None => {
                let mut grounds = Vec::new();
                deduction.explain_conflict(&mut reason.literals);
                deduction.justify_conflict(&mut reason.literals, &mut grounds);
                reason.hints.extend(grounds.into_iter().map(Hint::Ground));
            }
        }
        reason
    }

    /// Records a clause. When all of its literals are false, the literals of `last` follow by reasons, and `last` is wrong.
    fn derive(&mut self, clause: &[Lit], last: Reason, deduction: &Deduction<'_>, clauses: &Clauses) -> u32 {
        let trail = deduction.trail();
        self.seen.resize(trail.variables(), false);
        let mut marked: Vec<Var> = clause.iter().map(|literal| literal.var()).collect();
        marked.iter().for_each(|var| self.seen[var.index()] = true);
        // The literals are those whose reasons are still to be found, the hints those of the reasons that were found.
        let mut open = Reason { literals: last.literals, hints: Vec::new() };
        let (mut roots, mut found) = (Vec::new(), Vec::new());
        while let Some(literal) = open.literals.pop() {
            let var = literal.var();
            if std::mem::replace(&mut self.seen[var.index()], true) {
                continue;
            }
            marked.push(var);
            if trail.level_of(var) == 0 {
                roots.push(var);
                continue;
            }
            let start = open.hints.len();
            self.explain(var, deduction, clauses, &mut open);
            found.push((trail.position(var), start..open.hints.len()));
        }
        marked.into_iter().for_each(|var| self.seen[var.index()] = false);
        found.sort_unstable_by_key(|&(position, _)| position);
        let roots = self.of_roots(roots, deduction, clauses);
        let between = found.into_iter().flat_map(|(_, range)| &open.hints[range]);
        let hints: Vec<&Hint> = roots.iter().chain(between).chain(&last.hints).collect();
        self.recorder.clause(clause, &hints)
    }

    /// The clauses of literals of level 0; those that are not recorded yet are.
    fn of_roots(&mut self, roots: Vec<Var>, deduction: &Deduction<'_>, clauses: &Clauses) -> Vec<Hint> {
        let trail = deduction.trail();
        let mut missing: FxHashMap<Var, Reason> = FxHashMap::default();
        let mut stack = roots.clone();
        while let Some(var) = stack.pop() {
            if !self.units.contains_key(&var) && !missing.contains_key(&var) {
                let mut reason = Reason::default();
                self.explain(var, deduction, clauses, &mut reason);
                stack.extend(reason.literals.iter().map(|literal| literal.var()));
                missing.insert(var, reason);
            }
        }
        let mut missing: Vec<(Var, Reason)> = missing.into_iter().collect();
        missing.sort_unstable_by_key(|&(var, _)| trail.position(var));
        let unit = |units: &FxHashMap<Var, u32>, var: Var| units.get(&var).map(|&n| Hint::Clause(n));
        for (var, reason) in missing {
            let units: Vec<Hint> =
                reason.literals.iter().filter_map(|literal| unit(&self.units, literal.var())).collect();
            let hints: Vec<&Hint> = units.iter().chain(&reason.hints).collect();
            let number = self.recorder.clause(&[trail.literal(var)], &hints);
            self.units.insert(var, number);
        }
        roots.into_iter().filter_map(|var| unit(&self.units, var)).collect()
    }
}

impl<'p> Cdcl<'p> {
    /// Passes all conclusions to `recorder` from now on. The search must be fresh, with a deduction that uses only what can be proved
    /// ([`Techniques::provable`](zlink_deduce::Techniques::provable)), and must not find solutions but be told of them by
    /// [`Cdcl::exclude`].
    pub fn record(&mut self, recorder: &'p mut dyn Recorder) {
        let seen = Vec::new();
        self.record =
            Some(Record { recorder, clauses: Vec::new(), units: FxHashMap::default(), latest: None, seen });
    }

    /// Excludes a solution (edges ascending), the one with this number.
    pub fn exclude(&mut self, number: usize, solution: &[EdgeId]) {
        let mut is_in = vec![false; self.deduction.values().len()];
        solution.iter().for_each(|edge| is_in[edge.index()] = true);
        let literals = is_in.iter().enumerate().map(|(i, &is_in)| Lit::new(EdgeId::from_index(i), !is_in));
        let (open, known): (Vec<Lit>, Vec<Lit>) =
            literals.partition(|&literal| clauses::truth(&self.deduction, literal).is_none());
        if known.iter().any(|&literal| clauses::truth(&self.deduction, literal) == Some(true)) {
            return;
        }
        if let Some(record) = &mut self.record {
            let last = Reason {
                literals: known.into_iter().map(|literal| !literal).collect(),
                hints: vec![Hint::Excluded(number)],
            };
            record.latest = Some(record.derive(&open, last, &self.deduction, &self.clauses));
        }
        self.demand(&open);
    }

    /// Checks that the record is within the limits of memory.
    pub(super) fn check_record(&mut self) -> Result<(), Interrupted> {
        self.record.as_mut().map_or(Ok(()), |record| record.recorder.check())
    }

    /// Records the clause that was learnt from a conflict of the clause `falsified`, or of the rules.
    pub(super) fn record_learnt(&mut self, falsified: Option<ClauseId>) {
        if let Some(record) = &mut self.record {
            let last = record.conflict(falsified, &self.deduction, &self.clauses);
            let number = record.derive(&self.analysis.clause, last, &self.deduction, &self.clauses);
            record.latest = Some(number);
        }
    }

    /// Names the clause that is now asserted.
    pub(super) fn record_clause(&mut self, id: ClauseId) {
        if let Some(record) = &mut self.record
            && let Some(number) = record.latest.take()
        {
            record.clauses.push((id, number));
        }
    }

    /// Names the literal that is now asserted at level 0.
    pub(super) fn record_unit(&mut self, unit: Lit) {
        if let Some(record) = &mut self.record
            && let Some(number) = record.latest.take()
        {
            record.units.insert(unit.var(), number);
        }
    }

    /// Records that a literal of a unit clause is false at level 0, so that there is no solution.
    pub(super) fn record_false_unit(&mut self, unit: Lit) {
        if let Some(record) = &mut self.record
            && let Some(number) = record.units.remove(&unit.var())
        {
            let last = Reason { literals: vec![!unit], hints: vec![Hint::Clause(number)] };
            record.derive(&[], last, &self.deduction, &self.clauses);
        }
    }

    /// Records the literals of level 0 that clauses imply, before some of the clauses are dropped.
    pub(super) fn record_roots(&mut self) {
        if let Some(record) = &mut self.record {
            let trail = self.deduction.trail();
            let roots = trail.entries()[..trail.level_end(0)].iter().copied();
            let implied = roots.filter(|&var| matches!(trail.antecedent(var), Antecedent::Clause(_)));
            record.of_roots(implied.collect(), &self.deduction, &self.clauses);
        }
    }

    /// Forgets the clauses that were dropped: the others have new names, in the same order.
    pub(super) fn record_renamed(&mut self, renamed: &[[ClauseId; 2]]) {
        let Some(record) = &mut self.record else { return };
        let mut before = std::mem::take(&mut record.clauses).into_iter();
        for &[old, new] in renamed {
            let number = before.find(|&(id, _)| id == old).map(|(_, number)| number);
            record.clauses.extend(number.map(|number| (new, number)));
        }
    }
}
