//! The paths of a Numberlink are cut while it is harder than wanted. What was its only solution stays the only one: with the edges of the cuts
//! any other one would have been one before.

use super::GenerateError;
use super::partition::{Partition, edge_between};
use super::wanted::{Failing, Wanted};
use zlink_base::limits::{Limits, Progress};
use zlink_explain::Difficulty;
use zlink_puzzle::{EdgeId, Incidence, Puzzle};

/// Makes a Numberlink as easy as wanted; its difficulty then.
pub(super) fn ease(
    partition: &mut Partition,
    incidence: &Incidence,
    wanted: &Wanted,
    puzzle: impl Fn(&Partition) -> Result<Puzzle, GenerateError>,
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Difficulty, GenerateError> {
    // What made it too easy is taken back, and another place is cut.
    let mut before: Option<(Partition, Vec<[usize; 2]>)> = None;
    loop {
        limits.check()?;
        progress.report("cutting paths", format_args!("{} pairs", partition.paths.len()));
        let now = puzzle(partition)?;
        let reason = match wanted.judge(&now, limits, progress)? {
            Ok(difficulty) => return Ok(difficulty),
            Err(Failing::Harder(reason)) => {
                let open = wanted.open(&now, limits)?;
                before = Some((partition.clone(), places(partition, incidence, &open)));
                reason
            }
            Err(Failing::Easier(reason)) => reason,
        };
        let Some((harder, places)) = &mut before else { return Err(GenerateError::NotFound(reason)) };
        let Some([path, at]) = places.pop() else { return Err(GenerateError::NotFound(reason)) };
        *partition = harder.clone();
        partition.cut(path, at);
    }
}

/// Where paths can be cut so that each part has two vertices at least; the best place last: in the path of which most is open, as near to
/// the middle of that as can be.
fn places(partition: &Partition, incidence: &Incidence, open: &[EdgeId]) -> Vec<[usize; 2]> {
    let mut found = Vec::new();
    for (i, path) in partition.paths.iter().enumerate() {
        let is_open = |at: &usize| {
            edge_between(incidence, path[at - 1], path[*at]).is_some_and(|e| open.binary_search(&e).is_ok())
        };
        let of_path: Vec<usize> = (1..path.len()).filter(is_open).collect();
        let middle = of_path.get(of_path.len() / 2).copied().unwrap_or(path.len() / 2);
        let places = 2..path.len().saturating_sub(1);
        found.extend(
            places.map(|at| ((of_path.len(), usize::MAX - at.abs_diff(middle), path.len()), [i, at])),
        );
    }
    found.sort_unstable();
    found.into_iter().map(|(_, place)| place).collect()
}
