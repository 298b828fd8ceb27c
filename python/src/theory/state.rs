//! What one thread of clingo knows of a constraint: the deduction, kept in step with clingo's decisions.

use std::sync::Arc;

use zlink::deduce::{Antecedent, Deduction, Depth, Lit, Value, Var};
use zlink::puzzle::EdgeId;

use super::clingo::{Control, Failure, Literal, Stop, TRUE};
use super::constraint::Constraint;

/// The number of edges for each fixpoint between two looks at the whole graph.
const STRUCTURE_EDGES: usize = 64;

/// The state of one constraint in one thread.
pub(super) struct State {
    pub(super) constraint: Arc<Constraint>,
    deduction: Deduction<'static>,
    /// The decision level of clingo at which the condition was found to hold; `None` while it does not.
    active: Option<u32>,
    /// For each level of the deduction above 0, the decision level of clingo.
    levels: Vec<u32>,
    /// Entries of the trail before this position are known to clingo.
    told: usize,
    /// Entries of the trail before this position do not join or close paths of chosen pairs wrongly.
    walked: usize,
    /// The number of fixpoints since the last look at the whole graph.
    fixpoints: usize,
    /// Scratch: literals that clingo has decided.
    news: Vec<Lit>,
    /// Scratch: a reason.
    reason: Vec<Lit>,
    /// Scratch: a clause.
    clause: Vec<Literal>,
}

impl State {
    pub(super) fn new(constraint: Arc<Constraint>, deduction: Deduction<'static>) -> Self {
        State {
            told: deduction.assigned(),
            walked: deduction.assigned(),
            constraint,
            deduction,
            active: None,
            levels: Vec::new(),
            fixpoints: 0,
            news: Vec::new(),
            reason: Vec::new(),
            clause: Vec::new(),
        }
    }

    /// Adds a literal that clingo has decided.
    pub(super) fn add(&mut self, literal: Lit) {
        if self.active.is_some() {
            self.news.push(literal);
        }
    }

    /// Takes back what was found at this decision level.
    pub(super) fn undo(&mut self, level: u32) {
        self.news.clear();
        while self.levels.last().is_some_and(|&last| last >= level) {
            self.levels.pop();
        }
        self.deduction.backtrack(self.levels.len() as u32);
        self.told = self.told.min(self.deduction.assigned());
        self.walked = self.walked.min(self.told);
        if self.active.is_some_and(|active| active >= level) {
            self.active = None;
        }
    }

    /// Follows what clingo has decided, and tells it what follows. `is_total`: clingo has decided everything.
    pub(super) fn propagate(&mut self, control: &Control<'_>, is_total: bool) -> Result<(), Stop> {
        let level = control.assignment.level();
        if self.active.is_none() {
            if control.assignment.value(self.constraint.condition) != Some(true) {
                return Ok(());
            }
            self.active = Some(level);
            self.gather(control);
        } else if is_total && !self.deduction.is_decided() {
            self.gather(control);
        }
        let mut news = std::mem::take(&mut self.news);
        let assumed = news.drain(..).try_for_each(|literal| self.assume(literal, level, control));
        self.news = news;
        assumed?;
        self.deduce(Depth::Cheap, control)?;
        if self.tell(control)? {
            return Ok(());
        }
        self.deduce(Depth::Changes, control)?;
        if self.tell(control)? {
            return Ok(());
        }
        self.fixpoints += 1;
        if self.fixpoints > self.deduction.values().len() / STRUCTURE_EDGES {
            self.fixpoints = 0;
            self.deduce(Depth::Structure, control)?;
            self.tell(control)?;
        }
        match is_total && !self.deduction.is_decided() {
            true => {
                Err(Failure("a bug in zlink, please report it: a set of links is not decided".into()).into())
            }
            false => Ok(()),
        }
    }

    /// Adds all literals that clingo has decided.
    fn gather(&mut self, control: &Control<'_>) {
        self.news.clear();
        for (i, &literal) in self.constraint.literals.iter().enumerate() {
            if let Some(value) = control.assignment.value(literal) {
                self.news.push(Lit::new(Var::from_index(i), value));
            }
        }
    }

    fn assume(&mut self, literal: Lit, level: u32, control: &Control<'_>) -> Result<(), Stop> {
        match self.deduction.value(literal.var()) {
            Value::Open if level > self.levels.last().copied().unwrap_or(0) => {
                self.levels.push(level);
                self.deduction.assume(literal.var(), literal.value());
                Ok(())
            }
            Value::Open => {
                self.deduction.imply_without_reason(literal);
                Ok(())
            }
            value if (value == Value::In) == literal.value() => Ok(()),
            // What follows was told, or known, at a level that clingo has left.
            _ if self.deduction.trail().antecedent(literal.var()) == Antecedent::Decision => {
                Err(Failure("a bug in zlink, please report it: a literal has two values".into()).into())
            }
            _ => self.tell_reason(!literal, control),
        }
    }

    /// Applies the rules of this depth; tells clingo of a conflict.
    fn deduce(&mut self, depth: Depth, control: &Control<'_>) -> Result<(), Stop> {
        if self.deduction.propagate(depth).is_err() {
            self.reason.clear();
            self.deduction.explain_conflict(&mut self.reason);
            return self.tell_conflict(control);
        }
        if !self.constraint.chosen.is_empty() {
            while let Some(&var) = self.deduction.trail().entries().get(self.walked) {
                self.walked += 1;
                if let Some(edge) = self.deduction.trail().edge(var)
                    && self.deduction.value(edge) == Value::In
                {
                    self.walk(edge, control)?;
                }
            }
        }
        Ok(())
    }

    /// Tells clingo what is on the trail and not known to it. True if there was anything.
    fn tell(&mut self, control: &Control<'_>) -> Result<bool, Stop> {
        let mut is_new = false;
        while let Some(&var) = self.deduction.trail().entries().get(self.told) {
            let literal = self.deduction.trail().literal(var);
            if control.assignment.value(self.constraint.literal(var, literal.value())) != Some(true) {
                is_new = true;
                self.tell_reason(literal, control)?;
            }
            self.told += 1;
        }
        Ok(is_new)
    }

    /// Adds the clause of a literal that the deduction has decided.
    fn tell_reason(&mut self, literal: Lit, control: &Control<'_>) -> Result<(), Stop> {
        self.reason.clear();
        self.deduction.explain(literal.var(), &mut self.reason);
        self.clause.clear();
        self.clause.push(self.constraint.literal(literal.var(), literal.value()));
        self.add_clause(control)
    }

    /// Adds the clause that the literals of the reason do not all hold, when they do. Those that clingo does not know of yet give way to
    /// their own reasons: it would go on otherwise.
    fn tell_conflict(&mut self, control: &Control<'_>) -> Result<(), Stop> {
        let trail = self.deduction.trail();
        for &var in trail.entries()[self.told..].iter().rev() {
            let literal = trail.literal(var);
            let is_known =
                || control.assignment.value(self.constraint.literal(var, literal.value())) == Some(true);
            if self.reason.contains(&literal) && !is_known() {
                self.reason.retain(|&other| other != literal);
                self.deduction.explain(var, &mut self.reason);
            }
        }
        self.reason.sort_unstable_by_key(|literal| literal.var().index());
        self.reason.dedup();
        self.clause.clear();
        self.add_clause(control)?;
        Err(Stop::Backtrack)
    }

    /// Adds the clause that the literals of the reason imply those of the clause.
    fn add_clause(&mut self, control: &Control<'_>) -> Result<(), Stop> {
        let constraint = &self.constraint;
        self.clause
            .extend(self.reason.iter().map(|&literal| constraint.literal(literal.var(), !literal.value())));
        if constraint.condition != TRUE {
            self.clause.push(-constraint.condition);
        }
        control.add_clause(&self.clause)
    }

    /// Tells clingo if the edge is in what must not be walked.
    fn walk(&mut self, edge: EdgeId, control: &Control<'_>) -> Result<(), Stop> {
        let (walked, is_wrong) = self.constraint.walk(&self.deduction, edge);
        if is_wrong {
            self.reason.clear();
            self.reason.extend(walked.into_iter().map(|edge| Lit::new(edge, true)));
            return self.tell_conflict(control);
        }
        Ok(())
    }
}
