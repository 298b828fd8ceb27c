//! Clues are removed, one by one in a given order, while the solution stays the only one.
//!
//! A clue can go if what is left of the clues still has one solution. Asking that anew for each clue would start
//! from nothing each time, although two questions in a row differ by two clues. So the order is cut in halves: while
//! the first half is being tested, all of the second half is in force, and what follows from that is worked out once
//! for the whole half; in the same way for the halves of the halves. Then the last step towards each single
//! question is small, and a clue is put in force only logarithmically often. Where the clues in force settle everything
//! already, all clues of that part can go at once.

use std::ops::ControlFlow;

use super::Difficulty;
use crate::deduce::{Deduction, Literal, Value};
use crate::limits::{Exhausted, Limits, Progress};
use crate::puzzle::{CellId, EdgeId, Puzzle};
use crate::search::{Learner, Watch};

/// What the clues in force say about the solution.
#[derive(Debug)]
pub(super) enum Verdict {
    /// It is the only one.
    Unique,
    /// It is not, or the rules that are allowed do not show it: edges that may be otherwise.
    Open(Vec<EdgeId>),
}

/// Removes clues.
pub(super) struct Removal<'a> {
    /// The puzzle with all the clues that it may have.
    pub(super) puzzle: &'a Puzzle,
    /// Its solution, edges ascending.
    pub(super) solution: &'a [EdgeId],
    /// What may be needed to solve it.
    pub(super) rules: Difficulty,
    /// The clues that must remain at least.
    pub(super) at_least: usize,
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
    /// Which of the groups stay; the clues of a group go together. `fixed` clues are in force all the time.
    pub(super) fn run(&self, groups: &[Vec<CellId>], fixed: &[CellId]) -> Result<Vec<bool>, Exhausted> {
        let mut stays = vec![true; groups.len()];
        let mut left: usize = groups.iter().map(Vec::len).sum();
        let mut deduction = Deduction::with_clues(self.puzzle, |_| false);
        fixed.iter().for_each(|&cell| deduction.enforce(cell));
        let mut parts = vec![Part { from: 0, to: groups.len(), deduction, behind: 0 }];
        while let Some(Part { from, to, mut deduction, behind }) = parts.pop() {
            self.limits.check()?;
            self.progress.report(
                "removing clues",
                format_args!("{from} of {} tried, {left} left", groups.len()),
            );
            let may_go = |group: &Vec<CellId>, left: usize| left >= self.at_least + group.len();
            if from == to || !groups[from..to].iter().any(|group| may_go(group, left)) {
                continue;
            }
            for group in behind..from {
                if stays[group] {
                    groups[group].iter().for_each(|&cell| deduction.enforce(cell));
                }
            }
            let goes = match to - from {
                1 => matches!(self.verdict(&mut deduction, &groups[from])?, Verdict::Unique),
                _ => self.rules.decides(&mut deduction, self.limits)?,
            };
            if goes {
                for group in from..to {
                    if may_go(&groups[group], left) {
                        stays[group] = false;
                        left -= groups[group].len();
                    }
                }
            } else if to - from > 1 {
                let middle = from + (to - from) / 2;
                let mut first = deduction.clone();
                groups[middle..to].iter().flatten().for_each(|&cell| first.enforce(cell));
                parts.push(Part { from: middle, to, deduction, behind: from });
                parts.push(Part { from, to: middle, deduction: first, behind: from });
            }
        }
        Ok(stays)
    }

    /// Whether all clues together leave one solution.
    pub(super) fn all(&self) -> Result<Verdict, Exhausted> {
        self.verdict(&mut Deduction::new(self.puzzle), &[])
    }

    /// Whether the clues in force leave one solution; `missing` are the clues without which that is asked, when it is
    /// known to be so with them.
    fn verdict(&self, deduction: &mut Deduction<'_>, missing: &[CellId]) -> Result<Verdict, Exhausted> {
        if self.rules.decides(deduction, self.limits)? {
            return Ok(Verdict::Unique);
        }
        if self.rules < Difficulty::Hard {
            let edges = (0..deduction.values().len()).map(EdgeId::from_index);
            return Ok(Verdict::Open(edges.filter(|&e| deduction.value(e) == Value::Open).collect()));
        }
        let mut learner = Learner::new(deduction.clone(), self.seed);
        learner.prefer(self.solution);
        if !missing.is_empty() {
            // Another solution breaks one of the missing clues, or there would be two with them.
            let edges = missing.iter().flat_map(|&cell| self.puzzle.cell(cell).edges);
            let other = |&edge: &EdgeId| Literal::new(edge, self.solution.binary_search(&edge).is_err());
            learner.demand(&edges.map(other).collect::<Vec<_>>());
        }
        let mut other = Vec::new();
        let watch = Watch { cap: u64::MAX, progress: self.progress };
        let flow = learner.run(self.limits, watch, |solution| {
            if solution == self.solution {
                return ControlFlow::Continue(());
            }
            other.extend_from_slice(solution);
            ControlFlow::Break(())
        })?;
        if std::env::var("DBG").is_ok() { let r=learner.report(); eprintln!("{} conflicts {} decisions {} open {} {:?}", missing.len(), r.conflicts, r.decisions, deduction.values().iter().filter(|v| **v==Value::Open).count(), flow); }
        Ok(match flow {
            ControlFlow::Continue(()) => Verdict::Unique,
            ControlFlow::Break(()) => Verdict::Open(difference(self.solution, &other)),
        })
    }
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
