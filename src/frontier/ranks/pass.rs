//! RESIDUAL and CURVE -> passes: each is a step with a choice and the forced steps after it, compiled to changes of a window.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::window::{Shape, Window, WindowStep};
use crate::curve::{Curve, CurveStep, Entering};
use crate::passages::Passages;
use zlink_deduce::Residual;

/// The largest number of slots of a window, and of steps of a pass.
const MOST_SLOTS: usize = 4;
const MOST_STEPS: usize = 5;

/// A change of the words of a level: of the letters in a window, and with them of at most one letter outside.
#[derive(Debug, Clone)]
pub(super) struct Pass {
    /// The position of the window's first slot.
    pub(super) at: usize,
    pub(super) window: Arc<Window>,
}

impl Pass {
    /// The flat letters that the slots may have after the pass, from those before it.
    pub(super) fn flats(&self, flats: &[u8]) -> Vec<u8> {
        let (before, rest) = flats.split_at(self.at);
        [before, &self.window.flats, &rest[self.window.slots..]].concat()
    }

    /// The largest number of words that become the same word, in a level with `slots` slots.
    pub(super) fn most_sources(&self, slots: usize) -> usize {
        self.window.most_sources(self.at, slots - self.at - self.window.slots)
    }
}

/// The passes of a curve, in their order; `None` if one of them cannot be expressed as a [`Window`].
pub(super) fn passes(residual: &Residual, curve: &Curve, shape: Shape) -> Option<Vec<Pass>> {
    let must_take = |step: &CurveStep| residual.edges[step.edge as usize].open().is_none();
    let passages = Passages::new(residual, &curve.order());
    let steps: Vec<WindowStep> = (0..)
        .zip(&curve.steps)
        .map(|(i, step)| WindowStep {
            entering: step.entering,
            at: step.at,
            leaves: step.leaves,
            one_left: step.one_left,
            must_take: must_take(step),
            is_due: passages.is_due(i),
        })
        .collect();
    Grouping { shape, windows: FxHashMap::default() }.passes(&steps)
}

/// The flat letters that some slots may have.
type Flats = Vec<u8>;

/// Groups steps into passes. Equal windows are compiled only once.
struct Grouping {
    shape: Shape,
    windows: FxHashMap<(Flats, Vec<WindowStep>), Option<Arc<Window>>>,
}

impl Grouping {
    fn passes(mut self, steps: &[WindowStep]) -> Option<Vec<Pass>> {
        let mut flats = Vec::new();
        let mut passes = Vec::new();
        let mut start = 0;
        while start < steps.len() {
            let mut end = start + 1;
            let mut pass = self.pass(&flats, &steps[start..end])?;
            // Where a vertex leaves, parity forces the choice.
            let is_forced = |step: &WindowStep| step.must_take || step.leaves != [false; 2];
            while end < steps.len() && end - start < MOST_STEPS && is_forced(&steps[end]) {
                let Some(longer) = self.pass(&flats, &steps[start..=end]) else { break };
                pass = longer;
                end += 1;
            }
            flats = pass.flats(&flats);
            passes.push(pass);
            start = end;
        }
        Some(passes)
    }

    /// Compiles steps into one pass; `None` if they touch too many slots or cannot be one [`Window`].
    fn pass(&mut self, flats: &[u8], steps: &[WindowStep]) -> Option<Pass> {
        let [from, to] = touched(flats.len(), steps);
        if to - from > MOST_SLOTS {
            return None;
        }
        let shifted = |step: &WindowStep| WindowStep { at: step.at - from, ..step.clone() };
        let key = (flats[from..to].to_vec(), steps.iter().map(shifted).collect::<Vec<_>>());
        let shape = self.shape;
        let window = self.windows.entry(key);
        let window =
            window.or_insert_with_key(|(flats, steps)| Window::new(flats, steps, shape).map(Arc::new));
        Some(Pass { at: from, window: window.clone()? })
    }
}

/// The range of slots that some steps touch: the first one, and the one after the last.
fn touched(slots: usize, steps: &[WindowStep]) -> [usize; 2] {
    // The frontier during the steps: `Some` for a slot from before the steps, `None` for one that has entered.
    let mut frontier: Vec<Option<usize>> = (0..slots).map(Some).collect();
    let mut touched: Option<[usize; 2]> = None;
    for step in steps {
        let entered: &[usize] = match step.entering {
            Entering::Neither => &[],
            Entering::Left => &[0],
            Entering::Both => &[0, 1],
        };
        entered.iter().for_each(|place| frontier.insert(step.at + place, None));
        for &slot in frontier[step.at..=step.at + 1].iter().flatten() {
            touched = Some(touched.map_or([slot, slot + 1], |[a, b]| [a.min(slot), b.max(slot + 1)]));
        }
        for end in [1, 0] {
            if step.leaves[end] {
                frontier.remove(step.at + end);
            }
        }
    }
    // Steps that touch only entering vertices lie between two slots.
    touched.unwrap_or([steps[0].at; 2])
}
