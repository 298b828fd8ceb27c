//! Clues are removed, one by one in a given order, while the solution stays the only one, or while rules still solve the puzzle.
//!
//! With rules, a clue that the deduction of the solution does not use can go. All such clues go at once; then one clue is tested after the other, and
//! after each one that goes the new deduction shows further unused ones. A clue that is needed once stays needed, as the others only
//! become fewer.

use super::Minimal;
use zlink_analyse::patch::SolutionCycle;
use zlink_analyse::removal::{Effort, Fate, Removal};
use zlink_base::limits::{Interrupted, Limits, Progress};
use zlink_explain::{Allowed, Difficulty, Reach};
use zlink_puzzle::{CellId, EdgeId, Puzzle, Topology};

/// The conflict budget of a first search over the whole puzzle, after which it is given up.
const CONFLICTS: u64 = 1000;
/// The efforts until it is known of each clue whether it can go. Clues that little effort can remove go first, so that few questions need
/// more.
const EFFORTS: [Effort; 4] = [Effort::Rules, Effort::Near, Effort::All(CONFLICTS), Effort::All(u64::MAX)];

/// A puzzle with all the clues that it may have, and what decides whether some can go.
pub(super) struct Thinning<'a> {
    pub(super) all: &'a Puzzle,
    /// The only solution, edges ascending.
    pub(super) solution: &'a [EdgeId],
    /// The rules that must solve the puzzle; if `None`, its solution must be the only one.
    pub(super) allowed: Option<&'a Allowed>,
    /// The greatest rating of the puzzle. Rules that solve it need not be those that its rating finds: the easiest first.
    pub(super) rated: Difficulty,
    pub(super) seed: u64,
    pub(super) limits: &'a Limits,
    pub(super) progress: &'a dyn Progress,
}

/// Clues in groups, of which each goes as a whole.
#[derive(Clone)]
pub(super) struct Groups {
    pub(super) groups: Vec<Vec<CellId>>,
    /// The clues that stay anyway.
    pub(super) fixed: Vec<CellId>,
    /// The number of clues in groups that must stay.
    pub(super) at_least: usize,
}

impl Thinning<'_> {
    /// The cells whose clues stay, ascending. If `is_thorough`, no group can go any more; otherwise one stays if little effort does not
    /// show that it can.
    pub(super) fn run(&self, of: Groups, is_thorough: bool) -> Result<Vec<CellId>, Interrupted> {
        let Groups { mut groups, mut fixed, at_least } = of;
        if let Some(allowed) = self.allowed {
            groups = self.by_rules(allowed, &groups, &fixed, at_least)?;
        } else {
            let removal = self.removal();
            for &effort in if is_thorough { &EFFORTS[..] } else { &EFFORTS[..2] } {
                let fates = removal.run(&groups, &fixed, at_least, effort)?;
                let mut left = Vec::with_capacity(groups.len());
                for (group, fate) in groups.into_iter().zip(fates) {
                    match fate {
                        Fate::Gone => {}
                        Fate::Needed => fixed.extend(group),
                        Fate::Stays => left.push(group),
                    }
                }
                groups = left;
            }
        }
        fixed.extend(groups.into_iter().flatten());
        fixed.sort_unstable();
        Ok(fixed)
    }

    /// Whether some group can go, so that the puzzle is not minimal.
    pub(super) fn can_spare(
        &self,
        groups: &[Vec<CellId>],
        fixed: &[CellId],
        minimal: Minimal,
    ) -> Result<bool, Interrupted> {
        if let (Minimal::Within, Some(allowed)) = (minimal, self.allowed) {
            return Ok(self.by_rules(allowed, groups, fixed, 0)?.len() < groups.len());
        }
        Ok(self.removal().run(groups, fixed, 0, Effort::All(u64::MAX))?.contains(&Fate::Gone))
    }

    fn removal(&self) -> Removal<'_> {
        let Thinning { all: puzzle, solution, seed, limits, progress, .. } = *self;
        let is_round = matches!(puzzle.topology(), Topology::Cycle | Topology::Cycles);
        let round = is_round.then(|| SolutionCycle::new(solution, puzzle)).flatten();
        Removal { puzzle, solution, round, seed, singly: false, limits, progress }
    }

    /// The groups of clues that stay, while these rules solve the puzzle.
    fn by_rules(
        &self,
        allowed: &Allowed,
        groups: &[Vec<CellId>],
        fixed: &[CellId],
        at_least: usize,
    ) -> Result<Vec<Vec<CellId>>, Interrupted> {
        let count = groups.iter().map(Vec::len).sum();
        let mut left = Left { groups, is_there: vec![true; groups.len()], count, at_least };
        let unused = self.unused(allowed, &left, fixed)?.unwrap_or_default();
        self.remove_unused(allowed, &mut left, unused, 0, fixed)?;
        for i in 0..groups.len() {
            if !left.is_there[i] || !left.can_spare(&[i]) {
                continue;
            }
            self.progress.report(
                "removing clues",
                format_args!("{i} of {} tried, {} left", groups.len(), left.count + fixed.len()),
            );
            left.set(&[i], false);
            match self.unused(allowed, &left, fixed)? {
                Some(unused) => self.remove_unused(allowed, &mut left, unused, i + 1, fixed)?,
                None => left.set(&[i], true),
            }
        }
        Ok(groups
            .iter()
            .zip(left.is_there)
            .filter(|(_, is_there)| *is_there)
            .map(|(group, _)| group.clone())
            .collect())
    }

    /// Removes the groups of `unused` from number `from` on, then further groups that the new deduction does not use, and so on.
    fn remove_unused(
        &self,
        allowed: &Allowed,
        left: &mut Left<'_>,
        mut unused: Vec<usize>,
        from: usize,
        fixed: &[CellId],
    ) -> Result<(), Interrupted> {
        loop {
            unused.retain(|&i| i >= from);
            // With fewer clues than must stay, not even none can be spared.
            while !unused.is_empty() && !left.can_spare(&unused) {
                unused.pop();
            }
            if unused.is_empty() {
                return Ok(());
            }
            left.set(&unused, false);
            match self.unused(allowed, left, fixed)? {
                Some(more) => unused = more,
                // Rules about the whole graph do not record what they use, so it may be that not all can go at once. Those that are not
                // tried here are tried in their turn.
                None => {
                    left.set(&unused, true);
                    unused.truncate(unused.len() / 2);
                }
            }
        }
    }

    /// The numbers of the groups that the deduction of the solution does not use; `None` if the rules do not solve the puzzle.
    fn unused(
        &self,
        allowed: &Allowed,
        left: &Left<'_>,
        fixed: &[CellId],
    ) -> Result<Option<Vec<usize>>, Interrupted> {
        let puzzle = left.puzzle(self.all, fixed);
        let reach = Reach::of(&puzzle, allowed, true, self.limits)?;
        if !reach.is_solved() || is_harder(&puzzle, self.rated, self.limits)? {
            return Ok(None);
        }
        let is_unused =
            |i: &usize| left.is_there[*i] && !left.groups[*i].iter().any(|&cell| reach.uses(cell));
        Ok(Some((0..left.groups.len()).filter(is_unused).collect()))
    }
}

/// Whether the rating of a puzzle with one solution is harder than this.
pub(super) fn is_harder(
    puzzle: &Puzzle,
    difficulty: Difficulty,
    limits: &Limits,
) -> Result<bool, Interrupted> {
    let all = Allowed::up_to(Difficulty::Extreme);
    Ok(difficulty < Difficulty::Extreme && Reach::of(puzzle, &all, true, limits)?.difficulty() > difficulty)
}

/// The groups of clues, and which of them are still there.
struct Left<'g> {
    groups: &'g [Vec<CellId>],
    is_there: Vec<bool>,
    /// The number of clues in groups that are still there.
    count: usize,
    /// The least number of clues in groups that must stay.
    at_least: usize,
}

impl Left<'_> {
    fn set(&mut self, groups: &[usize], is_there: bool) {
        for &i in groups {
            self.is_there[i] = is_there;
            let size = self.groups[i].len();
            self.count = if is_there { self.count + size } else { self.count - size };
        }
    }

    fn can_spare(&self, groups: &[usize]) -> bool {
        let size: usize = groups.iter().map(|&i| self.groups[i].len()).sum();
        self.count >= self.at_least + size
    }

    /// The puzzle with the `fixed` clues and those of the groups that are still there.
    fn puzzle(&self, all: &Puzzle, fixed: &[CellId]) -> Puzzle {
        let mut clues = vec![None; all.cell_count()];
        let there = self.groups.iter().zip(&self.is_there).filter(|(_, is_there)| **is_there);
        for cell in there.flat_map(|(group, _)| group).chain(fixed) {
            clues[cell.index()] = all.cell(*cell).clue;
        }
        all.with_clues(&clues)
    }
}
