//! The interface between problems and drivers: a problem defines the states and their transitions, a driver decides what is
//! computed from the states (modelled on the specifications and evaluators of TdZdd).
//!
//! Drivers, blocks and files hold states as words one after the other, as many for each state as [`Problem::words`] says. Only the
//! inner loop knows that number when it is compiled: [`Expand`], and the tables of [`Problem::tables`].

use std::ops::Range;

use super::tables::Tables;
use zlink_diagram::{Element, Level};
use zlink_puzzle::EdgeId;

/// The largest number of forced edges that a level decides after its edge with a choice.
pub(crate) const FORCED: usize = 2;

/// The number of states that are expanded at a time: their successors stay in the first-level cache.
pub(crate) const BATCH: usize = 128;

/// The kind of successor that an arc leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// No completion is a solution.
    Dead,
    /// The only completion takes no further edge, and it is a solution.
    Accept,
    /// The arc leads to a state of the next level.
    State,
}

/// One of the two arcs of a state: without the edge of the level, or with it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Arc<const N: usize> {
    /// The state that the arc leads to, if `end` is [`End::State`].
    pub(crate) state: [u64; N],
    pub(crate) end: End,
    /// Bit `i` is set if forced edge `i` of the level is taken on the way.
    pub(crate) taken: u8,
}

impl<const N: usize> Arc<N> {
    pub(crate) const DEAD: Arc<N> = Arc { state: [0; N], end: End::Dead, taken: 0 };
}

/// The edges that a level decides: first the one with a choice, then up to `FORCED` forced ones. `None` stands for a chain.
pub type LevelEdges = Vec<Option<EdgeId>>;

/// Groups steps into levels: returns the range of steps and the edges of each level. Each item of `steps` is the edge that the
/// step decides (`None` for a chain, which is always forced), and whether the step is forced.
pub(crate) fn levels(
    steps: impl Iterator<Item = (Option<EdgeId>, bool)>,
) -> (Vec<Range<usize>>, Vec<LevelEdges>) {
    let (mut ranges, mut levels): (Vec<Range<usize>>, Vec<LevelEdges>) = (Vec::new(), Vec::new());
    for (i, (edge, is_forced)) in steps.enumerate() {
        match (ranges.last_mut(), levels.last_mut()) {
            (Some(range), Some(level)) if (is_forced || edge.is_none()) && level.len() <= FORCED => {
                range.end = i + 1;
                level.push(edge);
            }
            _ => {
                ranges.push(i..i + 1);
                levels.push(vec![edge]);
            }
        }
    }
    (ranges, levels)
}

/// States, level by level.
///
/// Equal states of a level have the same completions. Drivers rely on nothing else about a state.
pub trait Problem: Sync {
    /// The name of the state encoding.
    fn name(&self) -> &'static str;

    /// The edges that each level decides.
    fn levels(&self) -> &[LevelEdges];

    /// The number of words of a state.
    fn words(&self) -> usize;

    /// The state before the first level. Without levels, the empty set is the one solution.
    fn root(&self) -> Vec<u64>;

    /// Empty tables for the states of two levels.
    fn tables(&self) -> Box<dyn Tables + '_>;

    /// Appends the class of each of `states`, which are at level `at`. States of different classes never lead to equal states at
    /// any level up to `until`.
    fn classify(&self, at: usize, until: usize, states: &[u64], classes: &mut Vec<u64>);

    /// Whether `state` can occur at level `at`. States read from a file may be invalid, and nothing else checks
    /// them.
    fn is_possible(&self, at: usize, state: &[u64]) -> bool;

    /// The number of parts of a state at level `at` that enter its class: the parts that no level before `until` touches.
    fn untouched(&self, at: usize, until: usize) -> usize;
}

/// The transitions of a problem whose states have `N` words.
pub(crate) trait Expand<const N: usize>: Sync {
    /// Writes the two arcs of each of `states`, which are at `level`: without the edge, and with it. No arc from the last level
    /// leads to a state.
    fn expand(&self, level: usize, states: &[[u64; N]], arcs: &mut [[Arc<N>; 2]]);
}

/// The variables of a diagram of all solutions: for each level the variable of each of its edges (`None` for a chain), and the
/// element of each variable.
pub fn variables(levels: &[LevelEdges]) -> (Vec<Vec<Option<Level>>>, Vec<Element>) {
    let mut variables = Vec::new();
    let of_level = |edges: &LevelEdges| {
        let of_edge = |edge: &Option<EdgeId>| {
            edge.map(|edge| {
                variables.push(Element(edge.0));
                Level(variables.len() as u32 - 1)
            })
        };
        edges.iter().map(of_edge).collect()
    };
    let levels = levels.iter().map(of_level).collect();
    (levels, variables)
}
