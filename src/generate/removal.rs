//! Clues are removed, one by one in a given order, while the solution stays the only one.
//!
//! A clue can go if what is left of the clues still has one solution. Asking that anew for each clue would start
//! from nothing each time, although two questions in a row differ by two clues. So the order is cut in halves: while
//! the first half is being tested, all of the second half is in force, and what follows from that is worked out once
//! for the whole half; in the same way for the halves of the halves. Then the last step towards each single
//! question is small, and a clue is put in force only logarithmically often. Where the clues in force settle everything
//! already, all clues of that part can go at once.
//!
//! Edges are tried both ways only near what the step changed, as everything was tried before it.
//!
//! What deduction leaves open is searched. Another solution, if there is one, breaks a clue that is missing and often
//! differs from the first one near that clue only; so it is looked for there before anywhere.

use std::ops::ControlFlow;

use super::Difficulty;
use crate::deduce::{Deduction, Literal, Value};
use crate::limits::{Exhausted, Limits, Progress};
use crate::puzzle::{CellId, EdgeId, Puzzle};
use crate::search::{Learner, Watch};

/// How many edges away from a missing clue another solution is looked for first.
const NEAR: usize = 4;
/// Conflicts of that search at most.
const NEAR_CONFLICTS: u64 = 200;

/// Parts with fewer groups get the cheap rules only until they are down to one: trying edges finds little there that it
/// would not find for the single groups, and takes long where much is open.
const LOOK_CLOSELY: usize = 4;

/// What may be needed to show that there is no other solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Effort {
    /// The rules.
    pub(super) rules: Difficulty,
    /// The conflicts of a search, where the rules allow one.
    pub(super) conflicts: u64,
}

/// What became of a group of clues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// It is gone.
    Gone,
    /// Without it there is another solution.
    Needed,
    /// It stays: it is needed, or the effort was too small, or enough clues are gone.
    Stays,
}

/// What the clues in force say about the solution.
#[derive(Debug)]
pub(super) enum Verdict {
    /// It is the only one.
    Unique,
    /// There is another one, which differs in these edges.
    Another(Vec<EdgeId>),
    /// The effort did not show it; these edges are open.
    Open(Vec<EdgeId>),
}

/// Removes clues.
pub(super) struct Removal<'a> {
    /// The puzzle with all the clues that it may have.
    pub(super) puzzle: &'a Puzzle,
    /// Its solution, edges ascending.
    pub(super) solution: &'a [EdgeId],
    pub(super) seed: u64,
    pub(super) limits: &'a Limits,
    pub(super) progress: &'a dyn Progress,
}

/// The groups of clues from `from` to `to` (without it) are to be tested, those from `to` on are in force, and of
/// those before `from` the ones that stay.
struct Part<'a> {
    from: usize,
    to: usize,
    deduction: Deduction<'a>,
    /// Groups from here to `from` have been tested since, and are still to be put in force.
    behind: usize,
}

impl<'a> Removal<'a> {
    /// Tests the groups in their order; the clues of a group go together. `fixed` clues are in force all the time, and at
    /// least `at_least` of the clues in groups stay.
    pub(super) fn run(
        &self,
        groups: &[Vec<CellId>],
        fixed: &[CellId],
        at_least: usize,
        effort: Effort,
    ) -> Result<Vec<Fate>, Exhausted> {
        let mut fates = vec![Fate::Stays; groups.len()];
        let mut left: usize = groups.iter().map(Vec::len).sum();
        let mut deduction = Deduction::with_clues(self.puzzle, |_| false);
        fixed.iter().for_each(|&cell| deduction.enforce(cell));
        let mut parts = vec![Part { from: 0, to: groups.len(), deduction, behind: 0 }];
        while let Some(Part { from, to, mut deduction, behind }) = parts.pop() {
            self.limits.check()?;
            let tried = format_args!("{from} of {} tried, {left} left", groups.len());
            self.progress.report("removing clues", tried);
            let may_go = |group: &Vec<CellId>, left: usize| left >= at_least + group.len();
            let pending = |group: usize, fates: &[Fate], left: usize| {
                fates[group] != Fate::Gone && may_go(&groups[group], left)
            };
            if !(from..to).any(|group| pending(group, &fates, left)) {
                continue;
            }
            for group in behind..from {
                if fates[group] != Fate::Gone {
                    groups[group].iter().for_each(|&cell| deduction.enforce(cell));
                }
            }
            if to - from > 1 {
                let rules = if to - from < LOOK_CLOSELY { Difficulty::Easy } else { effort.rules };
                rules.decides(&mut deduction, self.limits)?;
                // Searches begin with a look at all that is out; so they need not look at what is out here.
                if deduction.propagate_pockets().is_err() {
                    continue;
                }
                // What is known without a clue is known without it whatever else is in force.
                for group in from..to {
                    let known = |cell: &CellId| {
                        self.puzzle.cell(*cell).edges.iter().all(|&e| deduction.value(e) != Value::Open)
                    };
                    if pending(group, &fates, left) && groups[group].iter().all(known) {
                        fates[group] = Fate::Gone;
                        left -= groups[group].len();
                    }
                }
                let middle = from + (to - from) / 2;
                let mut first = deduction.clone();
                for group in middle..to {
                    if fates[group] != Fate::Gone {
                        groups[group].iter().for_each(|&cell| first.enforce(cell));
                    }
                }
                parts.push(Part { from: middle, to, deduction, behind: from });
                parts.push(Part { from, to: middle, deduction: first, behind: from });
                continue;
            }
            match self.verdict(&mut deduction, &groups[from], effort)? {
                Verdict::Unique => {
                    fates[from] = Fate::Gone;
                    left -= groups[from].len();
                }
                Verdict::Another(_) => fates[from] = Fate::Needed,
                Verdict::Open(_) => {}
            }
        }
        Ok(fates)
    }

    /// Whether all clues together leave one solution.
    pub(super) fn all(&self, effort: Effort) -> Result<Verdict, Exhausted> {
        self.verdict(&mut Deduction::new(self.puzzle), &[], effort)
    }

    /// Whether the clues in force leave one solution; `missing` are the clues without which that is asked, when it is
    /// known to be so with them.
    fn verdict(
        &self,
        deduction: &mut Deduction<'_>,
        missing: &[CellId],
        effort: Effort,
    ) -> Result<Verdict, Exhausted> {
        if effort.rules.decides(deduction, self.limits)? {
            return Ok(Verdict::Unique);
        }
        if !missing.is_empty()
            && let Some(near) = self.near(deduction, missing)
            && let another @ Verdict::Another(_) = self.search(near, missing, NEAR_CONFLICTS)?
        {
            return Ok(another);
        }
        match effort.rules {
            Difficulty::Hard => self.search(deduction.clone(), missing, effort.conflicts),
            _ => Ok(Verdict::Open(open(deduction))),
        }
    }

    /// The deduction with everything decided as in the solution but what is near the missing clues.
    fn near<'p>(&self, deduction: &Deduction<'p>, missing: &[CellId]) -> Option<Deduction<'p>> {
        let incidence = deduction.incidence();
        let mut distance = vec![usize::MAX; incidence.vertex_count()];
        let mut reached = Vec::new();
        for &e in missing.iter().flat_map(|&cell| self.puzzle.cell(cell).edges) {
            for v in incidence.ends(e) {
                if std::mem::replace(&mut distance[v.index()], 0) != 0 {
                    reached.push(v);
                }
            }
        }
        let mut next = 0;
        while let Some(&v) = reached.get(next) {
            next += 1;
            if distance[v.index()] == NEAR {
                break;
            }
            for &(_, w) in incidence.at(v) {
                if distance[w.index()] == usize::MAX {
                    distance[w.index()] = distance[v.index()] + 1;
                    reached.push(w);
                }
            }
        }
        let mut near = deduction.clone();
        for e in (0..incidence.edge_count()).map(EdgeId::from_index) {
            let far = incidence.ends(e).iter().all(|v| distance[v.index()] == usize::MAX);
            if far && near.value(e) == Value::Open {
                near.imply_by_clause(Literal::new(e, self.solution.binary_search(&e).is_ok()), u32::MAX);
            }
        }
        // In what is far nothing can be cut off that the solution does not have.
        near.propagate().ok()?;
        near.pass_over_pockets();
        Some(near)
    }

    /// Looks for another solution.
    fn search(
        &self,
        deduction: Deduction<'_>,
        missing: &[CellId],
        conflicts: u64,
    ) -> Result<Verdict, Exhausted> {
        let undecided = open(&deduction);
        let mut learner = Learner::new(deduction, self.seed);
        learner.prefer(self.solution);
        if !missing.is_empty() {
            // Another solution breaks one of the missing clues, or there would be two with them.
            let edges = missing.iter().flat_map(|&cell| self.puzzle.cell(cell).edges);
            let other = |&edge: &EdgeId| Literal::new(edge, self.solution.binary_search(&edge).is_err());
            learner.demand(&edges.map(other).collect::<Vec<_>>());
        }
        let mut other = Vec::new();
        let watch = Watch { cap: conflicts, progress: self.progress };
        let flow = learner.run(self.limits, watch, |solution| {
            if solution == self.solution {
                return ControlFlow::Continue(());
            }
            other.extend_from_slice(solution);
            ControlFlow::Break(())
        });
        match flow {
            Ok(ControlFlow::Continue(())) => Ok(Verdict::Unique),
            Ok(ControlFlow::Break(())) => Ok(Verdict::Another(difference(self.solution, &other))),
            Err(Exhausted::States) => Ok(Verdict::Open(undecided)),
            Err(cause) => Err(cause),
        }
    }
}

fn open(deduction: &Deduction<'_>) -> Vec<EdgeId> {
    let edges = (0..deduction.values().len()).map(EdgeId::from_index);
    edges.filter(|&e| deduction.value(e) == Value::Open).collect()
}

/// The edges in one of two ascending lists only.
fn difference(a: &[EdgeId], b: &[EdgeId]) -> Vec<EdgeId> {
    let only = |a: &[EdgeId], b: &[EdgeId]| -> Vec<EdgeId> {
        a.iter().copied().filter(|e| b.binary_search(e).is_err()).collect()
    };
    let mut edges = only(a, b);
    edges.extend(only(b, a));
    edges
}
