//! What a problem tells the drivers, and nothing else passes between them: a problem says what a state is and where it
//! leads, a driver decides what becomes of the states (TdZdd's specifications and evaluators are the model).

use std::ops::Range;

use zlink_diagram::{Element, Level};
use zlink_puzzle::EdgeId;

/// The most forced edges that a level decides beside the one with a choice.
pub(crate) const FORCED: usize = 2;

/// States that are expanded at a time: what they lead to stays in the first cache.
pub(crate) const BATCH: usize = 128;

/// Where a choice leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// No completion is a solution.
    Dead,
    /// The only completion takes no further edge, and it is a solution.
    Accept,
    /// To a state of the next level.
    State,
}

/// One of the two choices of a state.
#[derive(Debug, Clone, Copy)]
pub struct Arc<const N: usize> {
    /// The state it leads to, if it leads to one.
    pub(crate) state: [u64; N],
    pub(crate) end: End,
    /// Bit `i` is set if forced edge `i` of the level is taken on the way.
    pub(crate) taken: u8,
}

impl<const N: usize> Arc<N> {
    pub(crate) const DEAD: Arc<N> = Arc { state: [0; N], end: End::Dead, taken: 0 };
}

/// The edges that a level decides: the one with a choice, then up to [`FORCED`] forced ones. A chain is no edge.
pub type LevelEdges = Vec<Option<EdgeId>>;

/// Cuts steps into levels: the steps of each level, and its edges. For each step it is told which edge it decides, and whether
/// that is without a choice; a chain always is.
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

/// States of `N` words, level by level.
///
/// Equal states of a level have the same completions. The drivers take no other interest in what a state is.
pub trait Problem<const N: usize>: Sync {
    /// What its states are called.
    fn name(&self) -> &'static str;

    /// The edges that each level decides.
    fn levels(&self) -> &[LevelEdges];

    /// The state before the first level; without levels the empty set is the one solution.
    fn root(&self) -> [u64; N];

    /// Where each of `states`, which are at `level`, leads: without the edge, and with it. From the last level no arc
    /// leads to a state.
    fn expand(&self, level: usize, states: &[[u64; N]], arcs: &mut [[Arc<N>; 2]]);

    /// Appends the class of each of `states`, which are at level `at`. States of different classes do not lead to the
    /// same state of any level up to `until`.
    fn classify(&self, at: usize, until: usize, states: &[[u64; N]], classes: &mut Vec<u64>);

    /// Whether `state` could be one of level `at`: what comes out of a file may be anything, and [`Problem::expand`] does not
    /// ask.
    fn is_possible(&self, at: usize, state: &[u64; N]) -> bool;

    /// How many parts of the states of level `at` their classes tell: parts that no level before `until` touches.
    fn untouched(&self, at: usize, until: usize) -> usize;
}

/// The variables of a diagram of all solutions, and the level of each edge. A chain is no variable.
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
