//! Makes Numberlinks easier: paths are cut while the puzzle is harder than wanted. The only solution stays the only one: any other one,
//! with the edges at the cuts added, would have been a solution before.

use super::GenerateError;
use super::partition::{Partition, edge_between};
use super::wanted::{Failing, Wanted};
use zlink_base::limits::{Limits, Progress};
use zlink_explain::Difficulty;
use zlink_puzzle::{EdgeId, Incidence, Puzzle};

/// Cuts paths until the Numberlink is as easy as wanted, and returns its difficulty.
pub(super) fn ease(
    partition: &mut Partition,
    incidence: &Incidence,
    wanted: &Wanted,
    puzzle: impl Fn(&Partition) -> Result<Puzzle, GenerateError>,
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Difficulty, GenerateError> {
    // The last puzzle that was too hard, and where it can be cut. A cut that makes it too easy is taken back, and another place is cut.
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
        let Some((harder, places)) = &mut before else { return Err(reason.into()) };
        let Some([path, at]) = places.pop() else { return Err(reason.into()) };
        *partition = harder.clone();
        partition.cut(path, at);
    }
}

/// The places where paths can be cut (path, position) so that each part has at least two vertices. The best place comes last: in the path
/// with the most open edges, as near to their middle as can be.
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
