//! Clues and other sums are removed, one by one in a given order, while the solution stays the only one.
//!
//! A clue can go if the remaining clues still have one solution. Testing each clue from scratch would waste work, as two tests in a row
//! differ by two clues. So the order is cut in halves: while the first half is being tested, all of the second half is in force, and its
//! consequences are worked out once for the whole half; in the same way for the halves of the halves. Then the last step towards each
//! single test is small, and a clue is put in force only logarithmically often. If the clues in force already decide every edge of the
//! clues of a part, all of these can go at once.
//!
//! Edges are probed only near the changes of the step, as everything was probed before it.
//!
//! The edges that deduction leaves open are searched, near the missing clue first. Another solution usually shows on a *patch* of the
//! board, with all else as in the first solution. A proof that there is none is usually local, too: a search that breaks the missing clue
//! and decides only edges near it runs into conflicts whatever it does.

mod parts;

use std::ops::ControlFlow;

use super::patch::{LocalPuzzle, SolutionCycle, nearest};
use parts::{Part, Tests};
use zlink_base::limits::{Interrupted, Limits, Progress};
use zlink_deduce::{Deduction, Depth, Lit, Scope, Stopped};
use zlink_puzzle::{EdgeId, Puzzle, SumId};
use zlink_search::{Budget, Cdcl, Unfinished};

/// The number of open edges nearest to a missing clue among which another solution is looked for.
const NEAR: usize = 150;
/// The number of nearest open edges that are decided for a proof that there is no other solution, and for a second look for one.
const FAR: usize = 400;
/// The conflict budget of each of these searches.
const CONFLICTS: u64 = 300;

/// Parts with at most this many groups get the inside-outside colouring, once for all of their searches. Clues put in force later do not
/// extend it; they are usually far away.
const WITH_SIDES: usize = 100;

/// Parts with fewer groups get the cheap rules only, until they are down to one group: probing finds little there that it would not find
/// for the single groups, and takes long while many edges are open.
const LOOK_CLOSELY: usize = 4;

/// The effort that may be spent on showing that there is no other solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// Propagation and probing alone.
    Rules,
    /// Also a search near the missing clue.
    Near,
    /// Also a search of everything, with at most this many conflicts.
    All(u64),
}

/// The result of testing a group of clues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// The group was removed.
    Gone,
    /// The group stays: without it there is another solution.
    Needed,
    /// The group stays: it is needed, or the effort was too small, or enough clues are gone.
    Stays,
}

/// The result of a search for another solution.
#[derive(Debug)]
enum Verdict {
    /// There is no other solution.
    Unique,
    /// There is another solution, with these edges.
    Another(Vec<EdgeId>),
    /// The effort did not suffice to decide.
    Open,
}

/// Removes groups of clues while the solution stays unique.
pub struct Removal<'a> {
    /// The puzzle with all clues that it may have.
    pub puzzle: &'a Puzzle,
    /// The solution of the puzzle, edges ascending.
    pub solution: &'a [EdgeId],
    /// The solution as a cycle, if it is one; only [`Removal::run`] uses it.
    pub round: Option<SolutionCycle>,
    /// The seed of the searches.
    pub seed: u64,
    /// Whether each group is tested with all others in force, including those that could go.
    pub singly: bool,
    /// The limits of all tests together.
    pub limits: &'a Limits,
    /// Who hears how far it is.
    pub progress: &'a dyn Progress,
}

impl<'a> Removal<'a> {
    /// Tests the groups in their order; the sums of a group (clues, by their cells, or bounds and integrity constraints) go together.
    /// `fixed` sums are always in force, as are bounds and integrity constraints in no group; at least `at_least` of the sums in groups stay.
    pub fn run<S: Copy + Into<SumId>>(
        &self,
        groups: &[Vec<S>],
        fixed: &[S],
        at_least: usize,
        effort: Effort,
    ) -> Result<Vec<Fate>, Interrupted> {
        let of_group = |group: &Vec<S>| group.iter().map(|&sum| sum.into()).collect();
        let groups: Vec<Vec<SumId>> = groups.iter().map(of_group).collect();
        let mut is_tested = vec![false; self.puzzle.sum_count()];
        groups.iter().flatten().for_each(|sum| is_tested[sum.index()] = true);
        let mut tests = Tests::new(&groups, at_least, self.singly);
        let in_force = |sum: SumId| !self.puzzle.is_clue(sum) && !is_tested[sum.index()];
        let mut deduction = Deduction::with_sums(self.puzzle, in_force);
        fixed.iter().for_each(|&sum| deduction.enforce(sum));
        let mut parts = vec![Part { from: 0, to: groups.len(), deduction, behind: 0 }];
        while let Some(mut part) = parts.pop() {
            self.limits.check()?;
            let tried = format_args!("{} of {} tried, {} left", part.from, groups.len(), tests.left());
            self.progress.report("removing clues", tried);
            if !tests.has_pending(&part) {
                continue;
            }
            tests.catch_up(&mut part);
            if part.len() == 1 {
                let fate = self.fate(part.deduction, &groups[part.from], effort)?;
                tests.set_fate(part.from, fate);
            } else if self.deduce(&mut part, effort)? {
                tests.remove_known(&part, self.puzzle);
                let [first, second] = tests.halves(part);
                parts.extend([second, first]);
            }
        }
        Ok(tests.into_fates())
    }

    /// Works out the consequences that all groups of a part share; false if they are contradictory.
    fn deduce(&self, part: &mut Part<'_>, effort: Effort) -> Result<bool, Interrupted> {
        if part.len() >= LOOK_CLOSELY {
            decides(&mut part.deduction, self.limits)?;
        }
        // A search first looks at all changes of the deduction, so it need not look at the changes made here again.
        if part.deduction.propagate(Depth::Changes).is_err() {
            return Ok(false);
        }
        if effort == Effort::Near && part.len() <= WITH_SIDES {
            part.deduction.add_colours();
        }
        Ok(true)
    }

    /// `None` if all clues together leave one solution; otherwise the edges in which another one differs, or none if that was not decided.
    pub fn all(&self) -> Result<Option<Vec<EdgeId>>, Interrupted> {
        let mut deduction = Deduction::new(self.puzzle);
        if decides(&mut deduction, self.limits)? {
            return Ok(None);
        }
        Ok(match self.search(Cdcl::new(deduction, self.seed), self.solution, &[], u64::MAX)? {
            Verdict::Another(other) => Some(difference(self.solution, &other)),
            Verdict::Open => Some(Vec::new()),
            Verdict::Unique => None,
        })
    }

    /// The fate of the `missing` sums, when all sums but these are in force.
    fn fate(
        &self,
        mut deduction: Deduction<'_>,
        missing: &[SumId],
        effort: Effort,
    ) -> Result<Fate, Interrupted> {
        if decides(&mut deduction, self.limits)? {
            return Ok(Fate::Gone);
        }
        let edges: Vec<EdgeId> =
            missing.iter().flat_map(|&sum| self.puzzle.sum(sum).literals()).map(|(e, _)| e).collect();
        let near = nearest(missing, NEAR, &deduction);
        if self.has_another(&near, &edges, &deduction)? {
            return Ok(Fate::Needed);
        }
        let far = || nearest(missing, FAR, &deduction);
        let verdict = match effort {
            Effort::Rules => Verdict::Open,
            Effort::Near => {
                let far = far();
                self.search(Cdcl::near(deduction, &far), self.solution, &edges, CONFLICTS)?
            }
            Effort::All(conflicts) => {
                let far = far();
                // The nearest edges come first, so equal lengths mean equal lists.
                if far.len() > near.len() && self.has_another(&far, &edges, &deduction)? {
                    return Ok(Fate::Needed);
                }
                self.search(Cdcl::new(deduction, self.seed), self.solution, &edges, conflicts)?
            }
        };
        Ok(match verdict {
            Verdict::Unique => Fate::Gone,
            Verdict::Another(_) => Fate::Needed,
            Verdict::Open => Fate::Stays,
        })
    }

    /// Whether a short search finds another solution that differs only in these open edges, and in at least one of `edges`.
    fn has_another(
        &self,
        open: &[EdgeId],
        edges: &[EdgeId],
        deduction: &Deduction<'_>,
    ) -> Result<bool, Interrupted> {
        let patch = self.round.as_ref().and_then(|round| LocalPuzzle::new(open, deduction, round));
        let Some(patch) = patch else { return Ok(false) };
        let edges = patch.numbers(edges);
        if edges.is_empty() {
            return Ok(false);
        }
        let cdcl = Cdcl::new(Deduction::new(&patch.puzzle), 0);
        let verdict = self.search(cdcl, &patch.solution, &edges, CONFLICTS)?;
        Ok(matches!(verdict, Verdict::Another(_)))
    }

    /// Looks for a solution other than `solution`; if `edges` is not empty, one that differs in some of these.
    fn search(
        &self,
        mut cdcl: Cdcl<'_>,
        solution: &[EdgeId],
        edges: &[EdgeId],
        conflicts: u64,
    ) -> Result<Verdict, Interrupted> {
        cdcl.prefer(solution);
        if !edges.is_empty() {
            // Another solution breaks one of the missing sums, or there would be two solutions with them.
            let other = |&edge: &EdgeId| Lit::new(edge, solution.binary_search(&edge).is_err());
            cdcl.demand(&edges.iter().map(other).collect::<Vec<_>>());
        }
        let mut another = Vec::new();
        let budget = Budget::new(conflicts, self.progress);
        let flow = cdcl.run(self.limits, budget, |found| {
            if found == solution {
                return ControlFlow::Continue(());
            }
            another.extend_from_slice(found);
            ControlFlow::Break(())
        });
        match flow {
            Ok(ControlFlow::Continue(())) => Ok(Verdict::Unique),
            Ok(ControlFlow::Break(())) => Ok(Verdict::Another(another)),
            Err(Unfinished::Stopped(cause)) => Err(cause),
            Err(_) => Ok(Verdict::Open),
        }
    }
}

/// Propagates and probes edges near the changes; true when every edge is decided. Parity is left out: it takes long while many edges are
/// open.
fn decides(deduction: &mut Deduction<'_>, limits: &Limits) -> Result<bool, Interrupted> {
    if deduction.propagate(Depth::Cheap).is_err() {
        return Ok(false);
    }
    if deduction.is_decided() {
        return Ok(true);
    }
    match deduction.probe(Scope::Changes, limits) {
        Err(Stopped::Interrupted(cause)) => Err(cause),
        Err(Stopped::Unsatisfiable(_)) => Ok(false),
        Ok(_) => Ok(deduction.is_decided()),
    }
}

/// The edges that are in exactly one of two ascending lists.
fn difference(a: &[EdgeId], b: &[EdgeId]) -> Vec<EdgeId> {
    let only = |a: &[EdgeId], b: &[EdgeId]| -> Vec<EdgeId> {
        a.iter().copied().filter(|e| b.binary_search(e).is_err()).collect()
    };
    let mut edges = only(a, b);
    edges.extend(only(b, a));
    edges
}
