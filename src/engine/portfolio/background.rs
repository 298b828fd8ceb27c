//! CDCL in the background of a long frontier search, in the same thread, so that solutions keep coming meanwhile.

use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::goal::{Goal, Purpose};
use super::tuning::{self, Price};
use super::turn::{CdclTurn, NotDone};
use zlink_base::limits::{Limits, Progress};
use zlink_search::{Background, Budget, StagedCdcl};

/// Resumes CDCL after each stretch of the frontier search's work.
pub(super) struct CdclInBackground<'a, 'p, G: Goal<'p>> {
    pub(super) goal: &'a G,
    pub(super) progress: &'a dyn Progress,
    /// CDCL, or `None` once it has finished.
    pub(super) cdcl: Mutex<Option<&'a mut StagedCdcl<'p>>>,
    pub(super) limits: &'a Limits,
    /// The answer of CDCL, if it comes first; the frontier search is stopped then.
    pub(super) answer: Mutex<Option<G::Answer>>,
    /// The limits of the frontier search.
    pub(super) frontier_limits: &'a Limits,
}

impl<'p, G: Goal<'p>> Background for CdclInBackground<'_, 'p, G> {
    fn work(&self) {
        let mut turn = lock(&self.cdcl);
        let Some(cdcl) = &mut *turn else { return };
        let result = self.goal.cdcl(CdclTurn {
            cdcl,
            tight: false,
            price: Price::of(Purpose::All, false),
            limits: self.limits,
            budget: Budget::new(tuning::BACKGROUND_CONFLICTS, self.progress),
        });
        match result {
            Err(NotDone::Paused) => {}
            Err(_) => *turn = None,
            Ok(answer) => {
                *turn = None;
                *lock(&self.answer) = Some(answer);
                self.frontier_limits.stop_flag().store(true, Ordering::Relaxed);
            }
        }
    }
}

/// Locks `mutex`, even if poisoned: a panic elsewhere ends the run anyway.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
