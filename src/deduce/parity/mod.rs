//! The parity rule: every vertex of a cycle has an even number of chosen edges, so every cut has; in a linkage
//! every terminal has one; and a clue says whether its cell has an even number.
//!
//! Together these are a linear system over GF(2) in the open edges (for planar graphs it holds the colouring of
//! faces as inside and outside, without needing the faces). A sum of edges that is constant forces an edge, and two
//! edges with the same sum are equal or opposite in every solution. Unknowns are the classes of edges known to be
//! equal.
//!
//! Most of the system is a graph: the equations of the vertices, with classes that lie in two of them. A spanning
//! forest solves that part without elimination: from the leaves on, each class of the forest is the sum of the others
//! at its vertex, and what is left free spans the cycle space. Only clues and roots are left for Gauss-Jordan
//! elimination, in the free unknowns alone, with rows as bit sets.
//!
//! It runs in presolve only, when probing has left little enough. Reasons are not kept: what it finds follows
//! from the puzzle and level 0.

mod sums;
mod system;

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::Conflict;
use super::equal::Classes;
use super::trail::{Antecedent, Trail};
use crate::puzzle::{CellId, EdgeId, Incidence, Puzzle};
use sums::{Sums, flip};
use system::{Joined, System};

/// Elimination takes time cubic in the number of free unknowns (over 64), so it is not tried with more than this.
const MOST_FREE: usize = 1500;

const NONE: u32 = u32::MAX;

/// Leaves from `start` on only the numbers that stand there an odd number of times, ascending.
pub(super) fn keep_odd_ones<T: Copy + Ord>(numbers: &mut Vec<T>, start: usize) {
    numbers[start..].sort_unstable();
    let (mut read, mut kept) = (start, start);
    while read < numbers.len() {
        let number = numbers[read];
        let run = numbers[read..].iter().take_while(|&&n| n == number).count();
        if run % 2 == 1 {
            numbers[kept] = number;
            kept += 1;
        }
        read += run;
    }
    numbers.truncate(kept);
}

/// Every unknown as a sum of free ones; `None` when too many are free. Contradictory when the puzzle is.
fn solve(system: &System) -> Result<Option<Sums>, Conflict> {
    let forest = system.forest();
    let mut is_free = vec![true; system.unknowns.len()];
    for joined in forest.iter().filter(|joined| joined.by != NONE) {
        is_free[joined.by as usize] = false;
    }
    if is_free.iter().filter(|&&free| free).count() > MOST_FREE {
        return Ok(None);
    }
    let mut sums = Sums::of_free(&is_free);
    let mut left = solve_forest(system, &forest, &mut sums);
    let pivots = left.eliminate();
    if (pivots.len()..left.len()).any(|i| left.is_odd(left.row(i))) {
        return Err(Conflict::of(Antecedent::Parity));
    }
    sums.substitute(&left, &pivots);
    Ok(Some(sums))
}

/// Gives the unknowns of the forest their sums, from the leaves on; returns the sums that the equations of roots and
/// clues say are zero.
fn solve_forest(system: &System, forest: &[Joined], sums: &mut Sums) -> Sums {
    let mut left = Sums::new(sums.free(), system.equations.len() - system.vertices + 1);
    let mut scratch = sums.empty();
    for joined in forest.iter().rev() {
        system.total(joined.equation as usize, joined.by, sums, &mut scratch);
        if joined.by != NONE {
            sums.row_mut(joined.by as usize).copy_from_slice(&scratch);
        } else {
            left.push_unless_zero(&scratch);
        }
    }
    for equation in system.vertices..system.equations.len() {
        system.total(equation, NONE, sums, &mut scratch);
        left.push_unless_zero(&scratch);
    }
    left
}

/// Decides what parity forces and joins classes that it finds equal; true when anything was new. Only clues that are
/// `in_force` count.
/// Everything on the trail must be at level 0 and have been counted.
pub(super) fn propagate(
    puzzle: &Puzzle,
    in_force: &dyn Fn(CellId) -> bool,
    incidence: &Incidence,
    trail: &mut Trail,
    classes: &mut Classes,
    joined: &mut Vec<EdgeId>,
) -> Result<bool, Conflict> {
    let system = System::read(puzzle, in_force, incidence, trail, classes);
    let Some(mut sums) = solve(&system)? else { return Ok(false) };
    // Without their constants, the same sum is the same value, or the opposite one.
    let constants: Vec<bool> = (0..sums.len()).map(|i| sums.is_odd(sums.row(i))).collect();
    for i in (0..sums.len()).filter(|&i| constants[i]) {
        let free = sums.free();
        flip(sums.row_mut(i), free);
    }
    let mut changed = false;
    let mut latest = FxHashMap::with_capacity_and_hasher(sums.len(), FxBuildHasher);
    let mut same: Vec<(&[u64], [usize; 2])> = Vec::new();
    for (i, sum) in sums.iter().enumerate() {
        same.extend(latest.insert(sum, i).map(|before| (sum, [before, i])));
        if sum.iter().all(|&word| word == 0) {
            changed = true;
            trail.push(system.unknowns[i], constants[i], Antecedent::Parity);
        }
    }
    // By their sums, so that the edges of sums that are much alike are tried one after the other.
    same.sort_unstable();
    for (_, [a, b]) in same {
        if classes.join(system.unknowns[a], system.unknowns[b], constants[a] != constants[b])? {
            changed = true;
            joined.extend([system.unknowns[a], system.unknowns[b]]);
        }
    }
    Ok(changed)
}
