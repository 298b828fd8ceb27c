//! Random attempts at a puzzle, repeated until one succeeds.

use super::{GenerateError, Missed, Wish};
use zlink_base::limits::{Interrupted, Progress};
use zlink_base::random::Random;

/// The number of attempts (each with its own solution, order of clues or partition) after which a request counts as not met.
pub(super) const ATTEMPTS: usize = 20;

/// Runs `attempt` up to `most` times, until one gives a puzzle, or an error that any other attempt would give, too. All attempts draw
/// from one random sequence, seeded with `seed`.
pub(super) fn attempts<T>(
    most: usize,
    seed: u64,
    progress: &dyn Progress,
    attempt: impl Fn(&mut Random) -> Result<T, GenerateError>,
) -> Result<T, GenerateError> {
    let random = &mut Random::new(seed);
    let mut reason = String::new();
    let mut wishes: Vec<Wish> = Vec::new();
    for number in 1..=most {
        progress.report("attempt", format_args!("{number} of {most}"));
        match attempt(random) {
            Err(GenerateError::NotFound(missed)) => {
                reason = missed.reason;
                let new: Vec<Wish> =
                    missed.wishes.into_iter().filter(|wish| !wishes.contains(wish)).collect();
                wishes.extend(new);
            }
            Err(GenerateError::Interrupted(cause)) => {
                return Err(unfinished(cause, [number, most], None, &reason));
            }
            Err(GenerateError::Unfinished { cause, so_far }) => {
                return Err(unfinished(cause, [number, most], Some(so_far), &reason));
            }
            decided => return decided,
        }
    }
    let reason = format!("no such puzzle was found in {most} attempts; in the last one {reason}");
    Err(Missed::new(reason, wishes).into())
}

/// The error when a limit ends attempt `number` of `most`: `so_far` says how far that attempt was, `before` why the previous one failed.
fn unfinished(
    cause: Interrupted,
    [number, most]: [usize; 2],
    so_far: Option<String>,
    before: &str,
) -> GenerateError {
    let mut text = format!("no such puzzle was found yet, in attempt {number} of {most}");
    text.extend(so_far.map(|so_far| format!(" ({so_far})")));
    if !before.is_empty() {
        text.push_str(&format!("; in the one before {before}"));
    }
    GenerateError::Unfinished { cause, so_far: text }
}
