//! Is there exactly one solution? The engine's proof, from the puzzle alone.

use super::GenerateError;
use zlink_analyse as analyse;
use zlink_base::limits::{Interrupted, Limits, Progress};
use zlink_puzzle::{EdgeId, Puzzle, check};

/// The solution of a puzzle that has exactly one (edges ascending); `None` if it has none or several.
pub fn only_solution(
    puzzle: &Puzzle,
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Option<Vec<EdgeId>>, Interrupted> {
    let (mut found, stopped) = analyse::solutions(puzzle, 2, limits, progress);
    match stopped {
        Some(cause) => Err(cause),
        // A second solution ends the search before it has seen everything.
        None => Ok(found.solutions.pop().filter(|_| found.is_all)),
    }
}

/// Proves that `puzzle` has this solution (edges ascending) and no other one.
pub(super) fn proved_unique(
    puzzle: &Puzzle,
    solution: &[EdgeId],
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<(), GenerateError> {
    let only = only_solution(puzzle, limits, progress)?;
    if only.as_deref() != Some(solution) || check::verify(puzzle, solution).is_err() {
        return Err(GenerateError::NotFound("the puzzle had more than one solution".into()));
    }
    Ok(())
}
