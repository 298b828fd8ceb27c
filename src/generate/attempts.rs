//! Chance may have it that a puzzle is not made: try again.

use super::GenerateError;
use crate::limits::{Exhausted, Progress};
use crate::random::Random;

/// What is tried (solutions, orders of clues, partitions) before a request counts as not met.
const ATTEMPTS: usize = 20;

/// Attempts until one gives a puzzle, or an error that another would give, too; all draw from one sequence.
pub(super) fn attempts<T>(
    seed: u64,
    progress: &dyn Progress,
    attempt: impl Fn(&mut Random) -> Result<T, GenerateError>,
) -> Result<T, GenerateError> {
    let random = &mut Random::new(seed);
    let mut reason = String::new();
    for number in 1..=ATTEMPTS {
        progress.report("attempt", format_args!("{number} of {ATTEMPTS}"));
        match attempt(random) {
            Err(GenerateError::NotFound(why)) => reason = why,
            Err(GenerateError::Exhausted(cause)) => return Err(unfinished(cause, number, None, &reason)),
            Err(GenerateError::Unfinished { cause, so_far }) => {
                return Err(unfinished(cause, number, Some(so_far), &reason));
            }
            decided => return decided,
        }
    }
    Err(GenerateError::NotFound(format!(
        "no such puzzle was found in {ATTEMPTS} attempts; in the last one {reason}"
    )))
}

/// What is known when a limit ends attempt `number`; `before` is why the one before it failed.
fn unfinished(cause: Exhausted, number: usize, so_far: Option<String>, before: &str) -> GenerateError {
    let mut text = format!("no such puzzle was found yet, in attempt {number} of {ATTEMPTS}");
    text.extend(so_far.map(|so_far| format!(" ({so_far})")));
    if !before.is_empty() {
        text.push_str(&format!("; in the one before {before}"));
    }
    GenerateError::Unfinished { cause, so_far: text }
}
