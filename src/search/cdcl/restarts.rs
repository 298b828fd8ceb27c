//! The restart policy: when to go back to level 0 and decide anew, with the clauses learnt so far.

use super::tuning;
use crate::luby::luby;

/// The policy for the next restart. A *run* is the search between two restarts.
#[derive(Debug, Clone)]
pub(super) enum Restarts {
    /// The lengths of the runs, in conflicts, follow the Luby sequence.
    Luby {
        /// The number of conflicts for each 1 of the sequence.
        unit: u64,
        /// The number of restarts so far.
        runs: u64,
        /// The number of conflicts until the next restart.
        left: u64,
    },
    /// A run ends when the mean LBD of the latest clauses is above that of all clauses (Audemard and Simon, Refining restarts
    /// strategies for SAT and UNSAT, CP 2012, with moving averages as by Biere and Fröhlich, Evaluating CDCL restart schemes, POS
    /// 2015).
    Lbd {
        /// The moving average of the LBD over the latest clauses.
        latest: f64,
        /// The moving average of the LBD over all clauses.
        all: f64,
        /// The number of conflicts so far.
        conflicts: u64,
        /// The number of conflicts since the last restart.
        run: u64,
    },
}

impl Restarts {
    /// Restarts by the Luby sequence, for this number of variables.
    pub(super) fn luby(variables: usize) -> Restarts {
        let unit = tuning::RESTART_RUN.max((variables / tuning::RESTART_VARIABLES) as u64);
        Restarts::Luby { unit, runs: 0, left: unit * luby(0) }
    }

    /// Restarts by the LBD of learnt clauses.
    pub(super) fn lbd() -> Restarts {
        Restarts::Lbd { latest: 0.0, all: 0.0, conflicts: 0, run: 0 }
    }

    /// Counts a conflict from which a clause with this LBD was learnt.
    pub(super) fn count_conflict(&mut self, lbd: u32) {
        match self {
            Restarts::Luby { left, .. } => *left = left.saturating_sub(1),
            Restarts::Lbd { latest, all, conflicts, run } => {
                *conflicts += 1;
                *run += 1;
                let lbd = f64::from(lbd);
                *latest += (lbd - *latest) * tuning::RESTART_LATEST;
                *all += (lbd - *all) * tuning::RESTART_ALL.max(1.0 / *conflicts as f64);
            }
        }
    }

    /// Whether a restart is due; if so, the next run begins.
    pub(super) fn is_due(&mut self) -> bool {
        match self {
            Restarts::Luby { left: 1.., .. } => false,
            Restarts::Luby { unit, runs, left } => {
                *runs += 1;
                *left = *unit * luby(*runs);
                true
            }
            Restarts::Lbd { latest, all, run, .. } => {
                let due = *run > tuning::RESTART_MIN && *latest > tuning::RESTART_MARGIN * *all;
                if due {
                    *run = 0;
                }
                due
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_by_the_luby_sequence() {
        let mut restarts = Restarts::luby(1000);
        let mut runs = vec![0];
        while runs.len() < 8 {
            restarts.count_conflict(5);
            runs[0] += 1;
            if restarts.is_due() {
                runs.insert(0, 0);
            }
        }
        runs.reverse();
        assert_eq!(runs[..7], [1, 1, 2, 1, 1, 2, 4].map(|n| n * tuning::RESTART_RUN));
    }

    #[test]
    fn runs_end_when_the_lbd_grows() {
        let mut restarts = Restarts::lbd();
        let mut ends = Vec::new();
        for conflict in 0..300 {
            restarts.count_conflict(if conflict < 200 { 10 } else { 20 });
            if restarts.is_due() {
                ends.push(conflict);
            }
        }
        assert!(ends.first().is_some_and(|end| (200..230).contains(end)), "{ends:?}");
        assert!(ends.windows(2).all(|pair| pair[1] - pair[0] > tuning::RESTART_MIN), "{ends:?}");
    }
}
