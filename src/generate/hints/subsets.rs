//! The subset construction: which rivals are left after each set of hints.

use super::classes::{Behaviour, Classes};
use super::matrix::{ones, set};
use crate::diagram::{Algebra, Level, NodeId};
use crate::generate::slices::Slices;
use crate::limits::{Exhausted, Limits, Progress};

/// A state that no good set of hints leads through.
pub(super) const LOST: u32 = u32::MAX;

/// The states of one reading: where each goes without the hint and with it.
pub(super) type Choices = Vec<[u32; 2]>;

/// The family that the choices of all layers lead to: `ends[i]` is that of state `i` behind the last one. Where a
/// layer has no level its element is not told, and only the way with it counts.
pub(super) fn family_of(
    algebra: &mut Algebra<'_>,
    layers: &[Choices],
    levels: impl DoubleEndedIterator<Item = Option<Level>> + ExactSizeIterator,
    ends: Vec<NodeId>,
) -> Result<NodeId, Exhausted> {
    let mut below = ends;
    for (choices, level) in layers.iter().zip(levels).rev() {
        let mut here = Vec::with_capacity(choices.len());
        for choice in choices {
            let [without, with] =
                choice.map(|to| if to == LOST { NodeId::EMPTY } else { below[to as usize] });
            here.push(match level {
                Some(level) => algebra.node(level, without, with)?,
                None => with,
            });
        }
        below = here;
    }
    Ok(below[0])
}

/// What a subset construction did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct HintReport {
    /// Rivals of the solution on the frontier, over all readings.
    pub rivals: u64,
    /// Classes of rivals.
    pub classes: u64,
    /// Sets of classes.
    pub states: u64,
}

/// The states layer by layer. A state is the set of the classes of rivals that the hints so far leave, without
/// the needless ones; it is lost when one of them survives all hints that may come. Those that are not lost are
/// good once all hints are read.
pub(super) fn determinise(
    layers: &[Classes],
    given: impl Fn(usize) -> bool,
    limits: &Limits,
    progress: &dyn Progress,
    report: &mut HintReport,
) -> Result<Vec<Choices>, Exhausted> {
    let mut here: Slices<u32> = Slices::new();
    here.insert(&[])?;
    let mut all: Vec<Choices> = Vec::with_capacity(layers.len());
    let mut kept = 0;
    let mut members: Vec<u32> = Vec::new();
    for (k, layer) in layers.iter().enumerate() {
        let next_layer = layers.get(k + 1);
        let width = next_layer.map_or(0, |next| next.behaviours.len());
        let mut row = vec![0u64; width.div_ceil(64)];
        let mut next = Slices::new();
        let mut choices = Vec::with_capacity(here.len());
        for i in 0..here.len() {
            if i.is_multiple_of(1024) {
                limits.check()?;
                limits.check_memory(kept + here.bytes() + next.bytes() + choices.capacity() * 8)?;
                progress.report(
                    "hints",
                    format_args!("reading {} of {}: {i} of {} states", k + 1, layers.len(), here.len()),
                );
            }
            let of_state = here.get(i);
            let mut choice = [LOST; 2];
            for hint in [false, true] {
                if !hint && given(k) {
                    continue;
                }
                let behaviours =
                    || of_state.iter().map(|&c| &layer.behaviours[c as usize]).chain([&layer.own]);
                if behaviours().any(|b| if hint { b.wins } else { b.wins_without }) {
                    continue;
                }
                row.fill(0);
                for Behaviour { agreeing, differing, .. } in behaviours() {
                    agreeing.iter().for_each(|&c| set(&mut row, c as usize));
                    if !hint {
                        differing.iter().for_each(|&c| set(&mut row, c as usize));
                    }
                }
                if let Some(next_layer) = next_layer.filter(|next| next.needless.words() > 0) {
                    drop_needless(&mut row, next_layer);
                }
                members.clear();
                members.extend(ones(&row).map(|c| c as u32));
                choice[usize::from(hint)] = next.insert(&members)?;
            }
            choices.push(choice);
        }
        report.states += next.len() as u64;
        kept += choices.capacity() * 8;
        all.push(choices);
        here = next;
    }
    Ok(all)
}

/// Takes out of `row` what others in it make needless.
fn drop_needless(row: &mut [u64], layer: &Classes) {
    for word in 0..row.len() {
        let mut left = row[word];
        while left != 0 {
            let class = word * 64 + left.trailing_zeros() as usize;
            row.iter_mut().zip(layer.needless.row(class)).for_each(|(row, needless)| *row &= !needless);
            left &= left.wrapping_sub(1) & row[word];
        }
    }
}
