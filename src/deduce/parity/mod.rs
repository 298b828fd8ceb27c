//! The parity rule: every vertex of a cycle has an even number of chosen edges, and so has every cut; in a linkage every
//! terminal has one chosen edge; and a clue fixes whether its cell has an even number of them.
//!
//! Together these are a linear system over GF(2) in the open edges (for planar graphs it includes the colouring of faces as
//! inside and outside, without needing the faces). A sum of edges that is constant forces an edge, and two edges with the same
//! sum are equal or opposite in every solution. The unknowns are the classes of edges known to be equal or opposite.
//!
//! Most of the system is a graph: the equations of the vertices, with classes that lie in two of them. A spanning
//! forest solves that part without elimination: from the leaves on, each class of the forest is the sum of the others at its
//! vertex, and the free classes span the cycle space. Only clues and roots are left for Gauss-Jordan elimination, in the free
//! unknowns alone, with rows as bit sets.
//!
//! The rule runs in presolving only, and only if probing has left few enough free unknowns. No reasons are stored: its
//! conclusions follow from the puzzle and level 0.

mod sums;
mod system;

use rustc_hash::{FxBuildHasher, FxHashMap};

#[cfg(test)]
use super::Value;
use super::context::Context;
#[cfg(test)]
use super::propagator::FromScratch;
use super::propagator::{Depth, Propagator};
use super::reason::Reason;
use super::rule::Rule;
use super::{Conflict, Lit, Var, tuning};
use sums::{Sums, flip};
use system::{Joined, System};

const NONE: u32 = u32::MAX;

/// Keeps, from `start` on, only the numbers that occur an odd number of times, once each and ascending.
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

/// Solves the system: every unknown as a sum of free ones. `None` if too many unknowns are free; an error if the system has no
/// solution.
fn solve(system: &System) -> Result<Option<Sums>, Conflict> {
    let forest = system.forest();
    let mut is_free = vec![true; system.unknowns.len()];
    for joined in forest.iter().filter(|joined| joined.by != NONE) {
        is_free[joined.by as usize] = false;
    }
    if is_free.iter().filter(|&&free| free).count() > tuning::PARITY_FREE {
        return Ok(None);
    }
    let mut sums = Sums::of_free(&is_free);
    let mut left = solve_forest(system, &forest, &mut sums);
    let pivots = left.eliminate();
    if (pivots.len()..left.len()).any(|i| left.is_odd(left.row(i))) {
        return Err(Conflict::of(reason()));
    }
    sums.substitute(&left, &pivots);
    Ok(Some(sums))
}

/// Solves for the unknowns of the forest, from the leaves on. The result is the sums that must be zero by the equations of
/// roots and clues.
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

/// The parity rule.
#[derive(Debug, Clone, Default)]
pub(super) struct Parity {
    /// The length of the trail and the number of joins of classes after the last round; `None` if a round must run.
    summed: Option<(usize, usize)>,
}

/// A reason of the rule: it stores nothing.
fn reason() -> Reason {
    Reason::new(Rule::Parity, [0; 2])
}

fn known(context: &Context<'_>) -> (usize, usize) {
    (context.assigned(), context.classes.joins())
}

impl Parity {
    /// Makes the next round run, because clues were put in force since the last one.
    pub(super) fn forget_round(&mut self) {
        self.summed = None;
    }
}

impl Propagator for Parity {
    const DEPTHS: &'static [Depth] = &[Depth::Presolve];
    const IS_PROVABLE: bool = false;

    fn propagate(&mut self, context: &mut Context<'_>, _: Depth) -> Result<(), Conflict> {
        if self.summed == Some(known(context)) {
            return Ok(());
        }
        decide(context)?;
        self.summed = Some(known(context));
        Ok(())
    }

    /// Adds nothing: the conclusions follow from the puzzle and level 0.
    fn explain(&self, _: &Context<'_>, _: Reason, _: Var, _: &mut Vec<Lit>) {}

    fn explain_conflict(&self, _: &Context<'_>, _: Reason, _: Option<Var>, _: &mut Vec<Lit>) {}
}

/// Decides edges whose sum is constant, and joins classes with the same sum. Everything on the trail must be at level 0.
fn decide(context: &mut Context<'_>) -> Result<(), Conflict> {
    let system = System::read(context);
    let Some(mut sums) = solve(&system)? else { return Ok(()) };
    // Unknowns whose sums are the same apart from the constants are equal or opposite.
    let constants: Vec<bool> = (0..sums.len()).map(|i| sums.is_odd(sums.row(i))).collect();
    for i in (0..sums.len()).filter(|&i| constants[i]) {
        let free = sums.free();
        flip(sums.row_mut(i), free);
    }
    let mut latest = FxHashMap::with_capacity_and_hasher(sums.len(), FxBuildHasher);
    let mut same: Vec<(&[u64], [usize; 2])> = Vec::new();
    for (i, sum) in sums.iter().enumerate() {
        same.extend(latest.insert(sum, i).map(|before| (sum, [before, i])));
        if sum.iter().all(|&word| word == 0) {
            context.trail.push(system.unknowns[i], constants[i], reason());
        }
    }
    // Sorted by sums, so that edges with similar sums are probed one after the other.
    same.sort_unstable();
    for (_, [a, b]) in same {
        context.classes.join_and_record(
            system.unknowns[a],
            system.unknowns[b],
            constants[a] != constants[b],
        )?;
    }
    Ok(())
}

#[cfg(test)]
impl FromScratch for Parity {
    fn check(&self, context: &Context<'_>, depth: Depth) {
        let (puzzle, values) = (&*context.puzzle, context.trail.values());
        let open = values.iter().filter(|&&value| value == Value::Open).count();
        if depth != Depth::Presolve || open > 12 {
            return;
        }
        let all = super::tests::structure::parity_assignments(puzzle, values);
        for i in 0..open {
            assert!(all.iter().any(|set| set >> i & 1 != all[0] >> i & 1), "an open edge is forced");
        }
    }
}
