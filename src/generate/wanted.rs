//! How hard a puzzle is to be, and by which rules people are to solve it.

use super::attempts::ATTEMPTS;
use super::{GenerateError, Missed, Wish};
use zlink_base::limits::{Interrupted, Limits, Progress};
use zlink_explain::{Allowed, Difficulty, Reach, Rule, RuleSet};
use zlink_puzzle::{EdgeId, Puzzle};

/// Requirements for the deduction of the solution.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The exact difficulty of the puzzle.
    pub difficulty: Option<Difficulty>,
    /// The rules that must suffice.
    pub rules: RuleSet,
    /// A rule that must be needed: without it the rules that are no harder than `difficulty` (or, if that is not given, than this rule)
    /// find out less.
    pub require: Option<Rule>,
}

/// Why a puzzle is not as wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Failing {
    /// The puzzle is harder than wanted, for this reason.
    Harder(Missed),
    /// The puzzle is easier than wanted, for this reason.
    Easier(Missed),
}

impl Wanted {
    /// Whether there is any requirement.
    pub fn is_any(&self) -> bool {
        *self != Wanted::default()
    }

    /// The number of attempts at such a puzzle. Whether a puzzle needs a required rule is up to chance, so that takes more of them.
    pub(super) fn attempts(&self) -> usize {
        if self.require.is_some() { 10 * ATTEMPTS } else { ATTEMPTS }
    }

    /// Refuses requirements that no puzzle can meet.
    pub(super) fn check(&self) -> Result<(), GenerateError> {
        let refuse = |reason: String| Err(GenerateError::Request(reason));
        let is_restricted = self.rules != RuleSet::ALL;
        let is_extreme = self.difficulty == Some(Difficulty::Extreme);
        for rule in [Rule::BothWays, Rule::Search] {
            if is_restricted && self.rules.contains(rule) {
                return refuse(format!(
                    "the rule {rule} cannot be among those that are allowed: with it any puzzle is solved"
                ));
            }
        }
        if is_restricted && is_extreme {
            return refuse(format!(
                "a puzzle is {} when something must be tried, which no rules allow that are listed",
                Difficulty::Extreme
            ));
        }
        match self.require {
            Some(rule @ (Rule::Given | Rule::Search)) => {
                refuse(format!("no puzzle can require the rule {rule}"))
            }
            Some(rule) if !self.rules.contains(rule) => {
                refuse(format!("the rule {rule} is required, but not among those that are allowed"))
            }
            Some(rule) if self.difficulty.is_some_and(|wanted| rule.difficulty() > wanted) => {
                refuse(format!(
                    "the rule {rule} is required, but a puzzle that needs it is {} at least",
                    rule.difficulty()
                ))
            }
            _ => Ok(()),
        }
    }

    /// The rules that are to solve the puzzle; `None` if trial and error may be needed.
    pub(super) fn allowed(&self) -> Option<Allowed> {
        match (self.difficulty, self.require) {
            (Some(Difficulty::Extreme), _) | (None, Some(Rule::BothWays)) => None,
            (None, None) if self.rules == RuleSet::ALL => None,
            (None, None) => Some(Allowed { difficulty: Difficulty::Extreme, rules: self.rules }),
            (None, Some(rule)) => Some(Allowed { difficulty: rule.difficulty(), rules: self.rules }),
            (Some(difficulty), _) => Some(Allowed { difficulty, rules: self.rules }),
        }
    }

    /// The edges that are left open by the rules that are to solve the puzzle.
    pub(super) fn open(&self, puzzle: &Puzzle, limits: &Limits) -> Result<Vec<EdgeId>, Interrupted> {
        let allowed = self.allowed().unwrap_or(Allowed::up_to(Difficulty::Extreme));
        Ok(Reach::of(puzzle, &allowed, true, limits)?.open)
    }

    /// The difficulty of a puzzle with one solution if it is as wanted, and otherwise why it is not.
    pub(super) fn judge(
        &self,
        puzzle: &Puzzle,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<Result<Difficulty, Failing>, Interrupted> {
        progress.report("rating", format_args!("{} links", puzzle.edge_count()));
        let reach = |allowed: Allowed| Reach::of(puzzle, &allowed, true, limits);
        let all = Allowed::up_to(Difficulty::Extreme);
        let by_all = reach(all)?;
        let difficulty = by_all.difficulty();
        if let Some(wanted) = self.difficulty
            && wanted != difficulty
        {
            let what = format!("the puzzle was {difficulty}, not {wanted}");
            let failing = if difficulty > wanted { Failing::Harder } else { Failing::Easier };
            return Ok(Err(failing(Missed::new(what, [Wish::Difficulty]))));
        }
        if let Some(allowed) = self.allowed()
            && !reach(allowed)?.is_solved()
        {
            let missed = Missed::new("these rules did not solve the puzzle", self.wishes());
            return Ok(Err(Failing::Harder(missed)));
        }
        if let Some(rule) = self.require {
            let is_needed = match rule {
                Rule::BothWays => !by_all.is_solved(),
                _ => {
                    let allowed = self.allowed().unwrap_or(all);
                    let without = Allowed { rules: allowed.rules.without(rule), ..allowed };
                    reach(without)?.open.len() > reach(allowed)?.open.len()
                }
            };
            if !is_needed {
                let what = format!("the puzzle did not need the rule {rule}");
                return Ok(Err(Failing::Easier(Missed::new(what, [Wish::Require]))));
            }
        }
        Ok(Ok(difficulty))
    }
}

#[cfg(test)]
mod tests;
