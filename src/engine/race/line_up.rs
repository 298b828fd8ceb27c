//! Which searches take part, and when: a few that need no plan first, then all of them.

use std::time::Instant;

use super::runner::{Runner, Share};
use super::{Field, Lap, Purpose, Race};
use crate::limits::Exhausted;
use crate::order::{self, Effort, Plan, PlanOptions};
use crate::puzzle::Topology;
use crate::search::{FewLearner, Frontier};

/// States of a guided search in the first round.
const FIRST_CAP: u64 = 1 << 7;
/// The same where learning goes first, without a plan: 2,000 conflicts take as long as planning and a few rounds.
const FIRST_LEARNING: u64 = 1 << 10;
/// The same, for so many vertices, where the search for linkages goes next, as there is no tight one: enough for most
/// linkages. Then learning sees whether it is soon clear that there is none.
const FIRST_LINKAGES: u64 = 8;
const FIRST_GLANCE: u64 = 1 << 7;
/// The same for both where there is a tight linkage and more are wanted: learning looks near that one, the search for
/// linkages elsewhere.
const GLANCE_BESIDE_ONE: u64 = 1 << 5;
/// The same, for each vertex, where learning then is to show that there is no other one: mostly there is none.
const FIRST_PROOF: u64 = 6;
/// How many plans take turns, before that round and from it on.
const QUICK_PLANS: usize = 2;
const THOROUGH_PLANS: usize = 3;
/// A sweep with more states than this, by estimate, is worth a thorough plan.
const LARGE: f64 = 3e6;
/// With more than this by a quick plan it does not come to an end beside other searches.
const HOPELESS: f64 = 1e9;
/// With more vertices than this a plan takes as long as most linkages.
const SMALL: usize = 600;

impl Race<'_, '_> {
    /// The searches that go first.
    pub(super) fn first_lap(&mut self) -> Result<Lap, Exhausted> {
        match self.opening(0) {
            Some(lap) => Ok(lap),
            None => {
                Ok(Lap { runners: self.line_up(Effort::Quick)?, cap: FIRST_CAP, round: 0, opening: None })
            }
        }
    }

    /// Searches that need no plan have the first rounds to themselves: where a few solutions are enough learning, which
    /// is soon done where clues say much, where hardly anything is asked for, and where there is a tight linkage; and
    /// the search for linkages; where they are counted, that only off the plane, for whether there is one.
    pub(super) fn opening(&self, number: u32) -> Option<Lap> {
        let (runners, cap) = match number.checked_sub(u32::from(self.is_off_the_plane())) {
            None => (vec![Runner::Linkage], self.first_linkages()),
            Some(0) => self.first_opening()?,
            Some(i) => self.further_openings().into_iter().nth(i as usize - 1)?,
        };
        Some(Lap { runners, cap, round: 0, opening: Some(number) })
    }

    /// Whether a few linkages are wanted, which need not cover everything, in a graph that is not planar: hardly any there is
    /// tight, so the search for linkages goes even before the one for a tight linkage.
    pub(super) fn is_off_the_plane(&self) -> bool {
        let few = self.purpose == Purpose::Few && !self.deduction.puzzle().cover();
        self.linkages.is_some() && few && !self.deduction.is_planar()
    }

    /// The cap of the first search for linkages.
    fn first_linkages(&self) -> u64 {
        self.deduction.puzzle().vertex_count() as u64 / FIRST_LINKAGES
    }

    fn first_opening(&self) -> Option<(Vec<Runner>, u64)> {
        let few = self.purpose == Purpose::Few && self.field == Field::All;
        match self.linkages {
            // Where all are wanted, it is for the first one, and for whether there are others.
            Some(_) if self.purpose == Purpose::All => Some((vec![Runner::Tight], FIRST_CAP)),
            // What cannot be counted may well be shown not to exist.
            Some(_) if self.purpose == Purpose::Count => {
                Some((vec![Runner::Linkage], 2 * self.first_linkages()))
            }
            Some(_) => Some((vec![Runner::Tight], u64::MAX)),
            None if few => Some((vec![Runner::Learn], self.cap_of_learning())),
            None => None,
        }
    }

    /// The cap for learning before anything is planned.
    fn cap_of_learning(&self) -> u64 {
        if self.residual.cells.is_empty() { FIRST_CAP } else { FIRST_LEARNING }
    }

    fn further_openings(&self) -> Vec<(Vec<Runner>, u64)> {
        if self.linkages.is_none() || self.purpose == Purpose::Count {
            return Vec::new();
        }
        let puzzle = self.deduction.puzzle();
        let vertices = puzzle.vertex_count() as u64;
        let proof = (vec![Runner::Learn], vertices.saturating_mul(FIRST_PROOF));
        let one_tight = self.learner.as_ref().is_some_and(FewLearner::has_one_tight);
        match (one_tight, puzzle.cover()) {
            (false, _) => vec![
                (vec![Runner::Linkage], self.first_linkages()),
                (vec![Runner::Learn], FIRST_GLANCE),
                (vec![Runner::Linkage], 2 * self.first_linkages()),
            ],
            // Where every vertex is to be covered, the search for linkages hardly ever finds a second one.
            (true, true) => vec![proof],
            (true, false) => vec![(vec![Runner::Linkage, Runner::Learn], GLANCE_BESIDE_ONE), proof],
        }
    }

    /// The cap from which it grows when the opening is over.
    pub(super) fn cap_after_opening(&self) -> u64 {
        if self.linkages.is_some() { FIRST_CAP } else { self.cap_of_learning() }
    }

    /// Whether better plans could help any of `runners`.
    pub(super) fn is_worth_planning(&self, runners: &[Runner]) -> bool {
        match self.share {
            None => runners.len() > 1,
            Some(_) => runners.iter().any(|runner| !matches!(runner, Runner::Learn | Runner::Linkage)),
        }
    }

    /// The searches that take part here, the most promising first.
    pub(super) fn line_up(&mut self, effort: Effort) -> Result<Vec<Runner>, Exhausted> {
        // They say nothing of how many there are.
        self.linkages.take_if(|_| self.purpose == Purpose::Count);
        let mut runners = self.line_up_all(effort)?;
        if let Some(Share { part, parts }) = self.share {
            runners.retain(|runner| part == Share::of(runner, self.purpose, parts));
        }
        Ok(runners)
    }

    fn line_up_all(&mut self, effort: Effort) -> Result<Vec<Runner>, Exhausted> {
        // The sweeps of the search for linkages go on where they were, and leave most solutions out: no others are needed
        // beside them, unless all linkages cover every vertex.
        if self.linkages.is_some() && !self.linkages_retired {
            let sweep = if self.deduction.puzzle().cover() { self.covering_sweep(effort)? } else { None };
            return Ok(sweep.into_iter().chain([Runner::Linkage, Runner::Learn]).collect());
        }
        self.progress.report("planning", format_args!("{} edges", self.residual.edges.len()));
        let started = Instant::now();
        // With nothing but the topology to obey hardly a state is dead: looking ahead is of no use.
        let constrained = !self.residual.cells.is_empty() || self.residual.pairs.len() > 1;
        let keep = match effort {
            _ if !constrained => 1,
            Effort::Quick if self.purpose == Purpose::Few => 1,
            Effort::Quick => QUICK_PLANS,
            Effort::Thorough => THOROUGH_PLANS,
        };
        let mut plans = order::candidates(&self.residual, &PlanOptions { effort, keep }, &self.limits);
        if !constrained && plans[0].cost > LARGE {
            let thorough = PlanOptions { effort: Effort::Thorough, keep };
            plans = order::candidates(&self.residual, &thorough, &self.limits);
        }
        self.limits.check()?;
        let frontier = |plan: &Plan| Frontier::new(&self.residual, plan);
        let mut runners: Vec<Runner> = Vec::new();
        if self.field == Field::Sweep {
            runners.extend(plans.iter().map(|plan| Runner::Sweep(frontier(plan), plan.heuristic)));
            self.work.planning += started.elapsed();
            return Ok(runners);
        }
        if constrained || self.purpose == Purpose::Few {
            runners.extend(plans.iter().map(|plan| Runner::Guided(frontier(plan), plan.heuristic)));
        }
        // After one guided search, the sweep: it is cheap. Where paths join pairs it is also the best.
        let joins_pairs = self.deduction.puzzle().topology() == Topology::Linkage;
        let place = if joins_pairs { 0 } else { runners.len().min(1) };
        runners.insert(place, Runner::Sweep(frontier(&plans[0]), plans[0].heuristic));
        match self.purpose {
            _ if self.field != Field::All => {}
            Purpose::Few | Purpose::All => runners.insert(usize::from(joins_pairs), Runner::Learn),
            Purpose::Count if constrained => runners.insert(2, Runner::Learn),
            Purpose::Count => {}
        }
        self.work.planning += started.elapsed();
        Ok(runners)
    }

    /// A sweep beside the search for linkages, if it may come to an end.
    fn covering_sweep(&mut self, effort: Effort) -> Result<Option<Runner>, Exhausted> {
        if effort == Effort::Quick && self.deduction.puzzle().vertex_count() > SMALL {
            return Ok(None);
        }
        let started = Instant::now();
        let plan = |effort| order::plan(&self.residual, &PlanOptions { effort, keep: 1 }, &self.limits);
        let mut best = plan(Effort::Quick);
        let is_hopeful = best.cost < HOPELESS;
        if is_hopeful && effort == Effort::Thorough {
            best = plan(effort);
        }
        self.work.planning += started.elapsed();
        self.limits.check()?;
        Ok(is_hopeful.then(|| Runner::Sweep(Frontier::new(&self.residual, &best), best.heuristic)))
    }
}
