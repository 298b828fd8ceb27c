//! What other solutions can look like, as a nondeterministic finite automaton (NFA) that reads hints: a layered graph.

use super::nfa_state::{Batch, NfaLayout};
use super::sweep::{HintSweep, Step};
use crate::interner::Interner;
use zlink_base::limits::{Account, Interrupted, Limits, Progress};

/// A batch with more NFA states than this is deduplicated.
const MANY: usize = 32;

/// A move of an NFA state at the next reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Move {
    /// Whether the NFA state has as many edges as the solution in the cell that is read: then it survives the hint.
    pub(super) agrees: bool,
    /// The number of the NFA state that it becomes in the next layer.
    pub(super) to: u32,
}

/// The moves of a layer.
#[derive(Debug, Clone, Default)]
pub(super) struct Layer {
    /// The moves of NFA state `i` are `moves[starts[i]..starts[i + 1]]`. The last range belongs to the solution itself: the moves by
    /// which other cycles leave it.
    starts: Vec<usize>,
    moves: Vec<Move>,
}

impl Layer {
    /// The number of NFA states of the layer.
    pub(super) fn len(&self) -> usize {
        self.starts.len() - 2
    }

    /// The moves of an NFA state, or with [`Layer::len`] those away from the solution.
    pub(super) fn moves(&self, state: usize) -> &[Move] {
        &self.moves[self.starts[state]..self.starts[state + 1]]
    }
}

/// All that other solutions can look like on the frontier, reading by reading.
#[derive(Debug, Clone)]
pub(super) struct Nfa {
    /// One layer for each reading.
    pub(super) layers: Vec<Layer>,
    /// After the last reading: whether each NFA state can be completed.
    pub(super) completes: Vec<bool>,
    /// Whether an NFA state can still leave the solution after the last reading, so that no hints tell them apart.
    pub(super) inseparable: bool,
    /// The memory of the layers.
    _account: Account,
}

impl Nfa {
    pub(super) fn new(
        sweep: &HintSweep,
        layout: &NfaLayout,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<Self, Interrupted> {
        let size = layout.size();
        let (mut here, mut next): (Interner<u8>, Interner<u8>) = (Interner::new(), Interner::new());
        let mut own = layout.nothing();
        let (mut batch, mut spare) = (Batch::default(), Batch::default());
        let mut growing = Growing { limits, account: limits.account() };
        let mut layers: Vec<Layer> = Vec::with_capacity(sweep.readings.len());
        let mut bytes = 0;
        let mut account = limits.account();
        for (stretch, reading) in &sweep.readings {
            progress.report("NFA", format_args!("reading {} of {}", layers.len() + 1, sweep.readings.len()));
            next.follow(&mut here);
            let mut layer = Layer { starts: vec![0], moves: Vec::new() };
            let mut next_own = None;
            for i in 0..=here.len() {
                if i.is_multiple_of(1024) {
                    limits.check()?;
                    let moves = layer.moves.capacity() * size_of::<Move>() + layer.starts.capacity() * 8;
                    account.set(bytes + here.bytes() + next.bytes() + moves)?;
                    here.hand_over(i, &mut next);
                }
                let state = if i < here.len() { here.get(i) } else { &own };
                batch.become_of(state, i == here.len(), stretch, layout, &mut spare, &mut growing)?;
                let first = layer.moves.len();
                for (state, own) in batch.bytes.chunks_exact_mut(size).zip(&batch.own) {
                    let agrees = layout.read(reading, state);
                    if *own {
                        next_own = Some(state.to_vec());
                    } else if agrees || !reading.given {
                        layer.moves.push(Move { agrees, to: next.insert(state)? });
                    }
                }
                layer.moves[first..].sort_unstable();
                layer.starts.push(layer.moves.len());
            }
            bytes += layer.moves.capacity() * size_of::<Move>() + layer.starts.capacity() * 8;
            layers.push(layer);
            std::mem::swap(&mut here, &mut next);
            own = next_own.expect("the solution goes on");
        }
        let mut completes = |state: &[u8], own: bool| -> Result<bool, Interrupted> {
            batch.become_of(state, own, &sweep.rest, layout, &mut spare, &mut growing)?;
            let mut ends = batch.bytes.chunks_exact(size).zip(&batch.own);
            Ok(ends.any(|(state, own)| !own && layout.is_complete(state)))
        };
        let inseparable = completes(&own, true)?;
        let completes = here.iter().map(|state| completes(state, false)).collect::<Result<_, _>>()?;
        drop((here, next));
        account.set(bytes)?;
        Ok(Nfa { layers, completes, inseparable, _account: account })
    }
}

impl Nfa {
    /// Whether another solution agrees with all hints, so that no set of them is good.
    pub(super) fn has_a_twin(&self) -> bool {
        let mut here: Vec<bool> = Vec::new();
        for (k, layer) in self.layers.iter().enumerate() {
            let behind = self.layers.get(k + 1).map_or(self.completes.len(), Layer::len);
            let mut next = vec![false; behind];
            // The last entry is the solution, from which NFA states leave.
            for i in (0..layer.len()).filter(|&i| here[i]).chain([layer.len()]) {
                for step in layer.moves(i).iter().filter(|step| step.agrees) {
                    next[step.to as usize] = true;
                }
            }
            here = next;
        }
        self.inseparable || here.iter().zip(&self.completes).any(|(here, completes)| *here && *completes)
    }
}

/// The limits of a batch while it grows.
struct Growing<'a> {
    limits: &'a Limits,
    account: Account,
}

impl Growing<'_> {
    /// Checks the limits before the next two steps, by which a batch becomes at most four times as large. The table that finds
    /// repetitions becomes as large again.
    fn look(&mut self, batch: &Batch) -> Result<(), Interrupted> {
        self.limits.check()?;
        self.account.set(8 * batch.bytes.len())
    }
}

impl Batch {
    /// Replaces the batch by all that `state` can become in a stretch of steps.
    fn become_of(
        &mut self,
        state: &[u8],
        own: bool,
        stretch: &[Step],
        layout: &NfaLayout,
        spare: &mut Batch,
        growing: &mut Growing<'_>,
    ) -> Result<(), Interrupted> {
        self.bytes.clear();
        self.own.clear();
        self.push(state, own);
        for part in stretch.chunks(2) {
            if self.own.len() > MANY {
                growing.look(self)?;
            }
            layout.advance(part, self, spare);
            if self.own.len() > MANY {
                self.unique(layout.size(), spare)?;
            }
        }
        Ok(())
    }

    /// Drops repeated NFA states. The solution itself is never one of them: an NFA state that looks like it stays.
    fn unique(&mut self, size: usize, spare: &mut Batch) -> Result<(), Interrupted> {
        let mut seen = Interner::new();
        spare.bytes.clear();
        spare.own.clear();
        for (state, &own) in self.bytes.chunks_exact(size).zip(&self.own) {
            let known = seen.len();
            if own || seen.insert(state)? as usize == known {
                spare.push(state, own);
            }
        }
        std::mem::swap(self, spare);
        Ok(())
    }
}
