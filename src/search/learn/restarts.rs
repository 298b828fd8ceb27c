//! When to begin anew at level 0.

use super::tuning;
use crate::search::luby::luby;

/// The end of the present run.
#[derive(Debug, Clone)]
pub(super) enum Restarts {
    /// After so many conflicts as the Luby sequence says.
    Luby {
        /// Conflicts for each 1 of the sequence.
        unit: u64,
        runs: u64,
        left: u64,
    },
    /// When the latest clauses lie over more levels than clauses do on average (Audemard and Simon, Refining restarts
    /// strategies for SAT and UNSAT, CP 2012, with averages as by Biere and Fröhlich, Evaluating CDCL restart schemes,
    /// POS 2015).
    Levels { latest: f64, all: f64, conflicts: u64, run: u64 },
}

impl Restarts {
    /// By the Luby sequence, for so many variables.
    pub(super) fn luby(variables: usize) -> Restarts {
        let unit = tuning::RESTART_RUN.max((variables / tuning::RESTART_VARIABLES) as u64);
        Restarts::Luby { unit, runs: 0, left: unit * luby(0) }
    }

    /// By the levels of clauses.
    pub(super) fn levels() -> Restarts {
        Restarts::Levels { latest: 0.0, all: 0.0, conflicts: 0, run: 0 }
    }

    /// Takes note of a conflict that taught a clause over so many levels.
    pub(super) fn count(&mut self, levels: u32) {
        match self {
            Restarts::Luby { left, .. } => *left = left.saturating_sub(1),
            Restarts::Levels { latest, all, conflicts, run } => {
                *conflicts += 1;
                *run += 1;
                let levels = f64::from(levels);
                *latest += (levels - *latest) * tuning::RESTART_LATEST;
                *all += (levels - *all) * tuning::RESTART_ALL.max(1.0 / *conflicts as f64);
            }
        }
    }

    /// Whether it is time to begin anew; if so, the next run begins.
    pub(super) fn is_due(&mut self) -> bool {
        match self {
            Restarts::Luby { left: 1.., .. } => false,
            Restarts::Luby { unit, runs, left } => {
                *runs += 1;
                *left = *unit * luby(*runs);
                true
            }
            Restarts::Levels { latest, all, run, .. } => {
                let due = *run > tuning::RESTART_LEAST && *latest > tuning::RESTART_MARGIN * *all;
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
            restarts.count(5);
            runs[0] += 1;
            if restarts.is_due() {
                runs.insert(0, 0);
            }
        }
        runs.reverse();
        assert_eq!(runs[..7], [1, 1, 2, 1, 1, 2, 4].map(|n| n * tuning::RESTART_RUN));
    }

    #[test]
    fn runs_end_when_levels_grow() {
        let mut restarts = Restarts::levels();
        let mut ends = Vec::new();
        for conflict in 0..300 {
            restarts.count(if conflict < 200 { 10 } else { 20 });
            if restarts.is_due() {
                ends.push(conflict);
            }
        }
        assert!(ends.first().is_some_and(|end| (200..230).contains(end)), "{ends:?}");
        assert!(ends.windows(2).all(|pair| pair[1] - pair[0] > tuning::RESTART_LEAST), "{ends:?}");
    }
}
