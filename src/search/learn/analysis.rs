//! From a conflict to the clause it teaches: the first unique implication point, then dropping what the rest
//! implies (Sörensson and Biere, Minimizing Learned Clauses, SAT 2009; the local form).

use super::clause_of;
use super::clauses::{ClauseId, Clauses};
use super::queue::Queue;
use crate::deduce::{Deduction, Literal};
use crate::puzzle::EdgeId;

/// From so many literals on, only those of the top level count as having taken part in the conflict. A long cut
/// between two parts of a large puzzle would else bring all of its edges to the front of the queue, and the search
/// would go along the cut, time after time.
const LONG: usize = 50;

/// Edges come to the front of the queue in one of so many conflicts only; sides, which say more, in each. Without any
/// edges some searches get stuck.
const EDGES: u64 = 4;

/// Workspace and result of an analysis.
#[derive(Debug, Clone)]
pub(super) struct Analysis {
    /// The clause; its first literal is the one that it makes true at `level`, the second one of that level.
    /// Empty if the conflict does not depend on any decision.
    pub(super) clause: Vec<Literal>,
    /// Where to go back to.
    pub(super) level: u32,
    /// The number of levels among the literals.
    pub(super) levels: u32,
    /// The edges of the clause, and those of the top level that are still to be looked at.
    seen: Vec<bool>,
    reason: Vec<Literal>,
    /// For each level the last analysis that had it among its literals.
    counted: Vec<u64>,
    analyses: u64,
}

impl Analysis {
    pub(super) fn new(edges: usize) -> Self {
        Analysis {
            clause: Vec::new(),
            level: 0,
            levels: 0,
            seen: vec![false; edges],
            reason: Vec::new(),
            counted: Vec::new(),
            analyses: 0,
        }
    }

    /// Is used for so many variables from now on, no fewer than before.
    pub(super) fn widen(&mut self, variables: usize) {
        self.seen.resize(variables, false);
    }

    /// Analyses why the clause `broken` (or, if there is none, what the rules refuse) cannot hold.
    pub(super) fn run(
        &mut self,
        deduction: &Deduction<'_>,
        clauses: &Clauses,
        broken: Option<ClauseId>,
        queue: &mut Queue,
    ) {
        let trail = deduction.trail();
        self.clause.clear();
        self.reason.clear();
        match broken {
            Some(id) => self.reason.extend(clauses.get(id).map(|l| !l)),
            None => deduction.explain_conflict(&mut self.reason),
        }
        let top = self.reason.iter().map(|l| trail.level_of(l.edge)).max().unwrap_or(0);
        let mut position = trail.level_end(top);
        let mut open = self.absorb(deduction, top, queue);
        while top > 0 && open > 0 {
            // The latest marked literal of the top level.
            let edge = loop {
                position -= 1;
                let edge = trail.entries()[position];
                if self.seen[edge.index()] {
                    break edge;
                }
            };
            open -= 1;
            if open == 0 {
                self.clause.push(!trail.literal(edge));
                let last = self.clause.len() - 1;
                self.clause.swap(0, last);
                break;
            }
            self.seen[edge.index()] = false;
            self.explain(deduction, clauses, edge);
            open += self.absorb(deduction, top, queue);
        }
        self.minimise(deduction, clauses);
        self.finish(deduction);
    }

    fn explain(&mut self, deduction: &Deduction<'_>, clauses: &Clauses, edge: EdgeId) {
        self.reason.clear();
        match clause_of(deduction.trail().antecedent(edge)) {
            Some(id) => {
                let others = clauses.get(id).filter(|l| l.edge != edge);
                self.reason.extend(others.map(|l| !l));
            }
            None => deduction.explain(edge, &mut self.reason),
        }
    }

    /// Marks the literals of the reason: those below the top level go into the clause, the others are counted.
    fn absorb(&mut self, deduction: &Deduction<'_>, top: u32, queue: &mut Queue) -> usize {
        let trail = deduction.trail();
        let all = self.analyses.is_multiple_of(EDGES) || !deduction.has_sides();
        let mut at_top = 0;
        for &literal in &self.reason {
            let level = trail.level_of(literal.edge);
            if level == 0 || std::mem::replace(&mut self.seen[literal.edge.index()], true) {
                continue;
            }
            let near = level == top || self.reason.len() < LONG;
            if near && (all || !trail.is_edge(literal.edge)) {
                queue.bump(literal.edge);
            }
            if level == top {
                at_top += 1;
            } else {
                self.clause.push(!literal);
            }
        }
        at_top
    }

    /// Drops literals whose reasons are all in the clause (or known at level 0). Long reasons, which hardly ever are,
    /// are not looked at.
    fn minimise(&mut self, deduction: &Deduction<'_>, clauses: &Clauses) {
        let trail = deduction.trail();
        let mut clause = std::mem::take(&mut self.clause);
        let first = usize::from(!clause.is_empty());
        let mut kept = first;
        for i in first..clause.len() {
            let literal = clause[i];
            self.reason.clear();
            if trail.antecedent(literal.edge).is_local() {
                self.explain(deduction, clauses, literal.edge);
            }
            let implied = |l: &Literal| self.seen[l.edge.index()] || trail.level_of(l.edge) == 0;
            if self.reason.is_empty() || !self.reason.iter().all(implied) {
                // Those that are dropped stay marked until the end: what they imply may be dropped as well.
                clause.swap(kept, i);
                kept += 1;
            }
        }
        clause.iter().for_each(|literal| self.seen[literal.edge.index()] = false);
        clause.truncate(kept);
        self.clause = clause;
    }

    /// Puts a literal of the level to go back to second, and counts the levels.
    fn finish(&mut self, deduction: &Deduction<'_>) {
        let level_of = |l: &Literal| deduction.trail().level_of(l.edge);
        let second = (1..self.clause.len()).max_by_key(|&i| level_of(&self.clause[i]));
        self.level = second.map_or(0, |i| level_of(&self.clause[i]));
        if let Some(i) = second {
            self.clause.swap(1, i);
        }
        self.analyses += 1;
        self.levels = 0;
        for level in self.clause.iter().map(|l| level_of(l) as usize) {
            if self.counted.len() <= level {
                self.counted.resize(level + 1, 0);
            }
            if std::mem::replace(&mut self.counted[level], self.analyses) != self.analyses {
                self.levels += 1;
            }
        }
    }
}
