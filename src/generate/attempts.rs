//! Chance may have it that a puzzle is not made: try again.

use super::Unmet;
use crate::limits::Progress;
use crate::random::Random;

/// What is tried (solutions, orders of clues, partitions) before a request counts as not met.
const ATTEMPTS: usize = 20;

/// Attempts until one gives a puzzle, or an error that another would give, too; all draw from one sequence.
pub(super) fn attempts<T>(
    seed: u64,
    progress: &dyn Progress,
    attempt: impl Fn(&mut Random) -> Result<T, Unmet>,
) -> Result<T, Unmet> {
    let random = &mut Random::new(seed);
    let mut reason = String::new();
    for number in 1..=ATTEMPTS {
        progress.report("attempt", format_args!("{number} of {ATTEMPTS}"));
        match attempt(random) {
            Err(Unmet::NotFound(why)) => reason = why,
            decided => return decided,
        }
    }
    Err(Unmet::NotFound(format!("no such puzzle was found in {ATTEMPTS} attempts; in the last one {reason}")))
}
