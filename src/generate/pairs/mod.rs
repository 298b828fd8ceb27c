//! All good Numberlinks of a graph: the sets of pairs with exactly one linkage, which covers every vertex.
//!
//! The problem is that of Yoshinaka et al. (Algorithms 5(2), 2012, section 5, Algorithm 3), the way is another. They
//! sweep the edges and keep for each frontier state the families of pairs that lead there once or spoilt. Here the
//! *puzzle* is read, vertex by vertex in the order in which the frontier leaves them: plain, first terminal of a
//! new pair, or second terminal of a pair that waits. A state is what the part read so far lets one draw: the set of
//! all frontier states (mates and labels) that fit it, each marked *spoilt* when a vertex was left blank or when
//! it can be drawn in two ways. This is the subset construction of automata theory; puzzles are the words. Two
//! beginnings with equal states (up to the names of pairs) have the same good endings. A state without an unspoilt
//! way to draw is dead, and many ways need not be kept (`state.rs`), so there are few states: fewer than the nodes
//! of the diagram of the family.
//!
//! Where few pairs are allowed this is a detour: on a graph of 49 vertices nearly all beginnings with three pairs stay possible for long.
//! There the solutions are listed, and the puzzle of each is checked (`covers.rs`, `listed.rs`).
//!
//! | file | job |
//! |---|---|
//! | `word.rs` | one way to draw, packed |
//! | `stages.rs` | the sweep, compiled |
//! | `state.rs` | the normal form of a set of ways |
//! | `table.rs` | the states of a stage |
//! | `expand.rs` | the successors of a state |
//! | `count.rs` | the number of good sets: from stage to stage, in shards |
//! | `turn.rs` | shards on several threads |
//! | `shard.rs` | states with their weights, in memory and on disk |
//! | `share.rs` | shards of several processes |
//! | `resume.rs` | a count that is resumed from disk |
//! | `sweep.rs` | the states of the family: from stage to stage, numbered |
//! | `steps.rs` | the sweep over edges, compiled |
//! | `covers.rs` | all ways to cover the graph with few paths |
//! | `listed.rs` | the good sets among those of the covers |
//! | `family.rs` | the family: count, sizes, list, draw |
//! | `unfold.rs` | the family as a diagram over pairs |
//! | `orbits.rs` | the family up to the graph's symmetries |

mod count;
mod covers;
mod expand;
mod family;
mod listed;
mod orbits;
mod resume;
mod shard;
mod share;
mod stages;
mod state;
mod steps;
mod sweep;
mod table;
#[cfg(test)]
mod tests;
mod turn;
mod unfold;
mod word;

use std::hash::{Hash, Hasher};

use num_bigint::BigUint;

use zlink_base::limits::{Interrupted, Limits, Progress};
use zlink_deduce::{Residual, Value};
use zlink_frontier::passages::Visits;
use zlink_frontier::peers::{differing, order_from_first};
use zlink_order::{self as order, Effort, PlanOptions};
use zlink_puzzle::{EdgeId, Parts, Puzzle, Topology, VertexId};
use zlink_search::{Places, Unfinished};

pub use family::{PairFamily, PairSampler, PairSet, PairSets};
pub use sweep::{PairOptions, PairReport};

use count::Count;
use covers::Covers;
use family::Keep;
use listed::Terminals;
use share::PeerGroup;
use stages::Stage;
use sweep::Sweep;
use word::Word;

/// The width of graphs for which `COVERS` was measured.
const WIDTH: usize = 6;
/// The number of covers up to which listing them is faster than a sweep over puzzles, on graphs of width `WIDTH` (square grids).
const COVERS: usize = if cfg!(test) { 20 } else { 5000 };
/// The factor by which `COVERS` grows with each further vertex on the frontier.
const MORE_COVERS: usize = 12;

/// A graph, ready to be swept for its good sets of pairs.
#[derive(Debug)]
pub struct PairSweep {
    passages: Visits,
    stages: Vec<Stage>,
    vertices: usize,
    /// Whether there is a vertex without edges, which can be on no path.
    isolated: bool,
    options: PairOptions,
    /// The edges in the order in which they are passed.
    order: Vec<u32>,
    /// A hash of the graph and the options, by which saved runs and other processes are compared.
    fingerprint: u64,
}

impl PairSweep {
    /// The sweep over the graph with these edges on `vertices` vertices. The edges are in the order of the saved run, if there is one on
    /// disk, and otherwise in the planner's. If several processes count together, the first one sends its order to the others.
    ///
    /// # Errors
    /// A limit was reached, the graph is too wide, or the blocks on disk cannot be used ([`Spill::failure`](zlink_search::Spill::failure)
    /// says why).
    ///
    /// # Panics
    /// When the edges are no simple graph on these vertices.
    pub fn new(
        vertices: usize,
        edges: &[[u32; 2]],
        options: PairOptions,
        places: Places<'_>,
        limits: &Limits,
    ) -> Result<Self, PairError> {
        let parts = Parts::graph(Topology::PathMatching, vertices, edges.to_vec());
        let puzzle = Puzzle::from_parts(parts).expect("a simple graph");
        let mut hasher = rustc_hash::FxHasher::default();
        (vertices, edges, options.at_most).hash(&mut hasher);
        let fingerprint = hasher.finish();
        if let Some(peers) = places.peers
            && let Some(process) = differing(peers, &[fingerprint, places.spill.is_some().into()], limits)?
        {
            return Err(PairError::OtherCount { process });
        }
        let order = || -> Result<Vec<u32>, Unfinished> {
            let saved = places.spill.map(|spill| resume::order(spill, fingerprint, edges.len()));
            Ok(match saved.transpose()?.flatten() {
                Some(order) => order,
                None => planned(&puzzle, edges.len(), limits)?,
            })
        };
        let order = match places.peers {
            None => order()?,
            Some(peers) => order_from_first(peers, order, edges.len(), limits)?,
        };
        let passages = Visits::new(vertices, order.iter().map(|&e| puzzle.edge_ends(EdgeId(e)).map(|v| v.0)));
        if passages.slots() > usize::from(u8::MAX) + 1 {
            return Err(PairError::TooWide);
        }
        let stages = stages::stages(&passages);
        let isolated = stages.len() < vertices;
        Ok(PairSweep { passages, stages, vertices, isolated, options, order, fingerprint })
    }

    /// The most vertices on the frontier at a time, the one that leaves included.
    pub fn width(&self) -> usize {
        self.passages.slots()
    }

    /// The number of good sets. Only the states of two stages are kept.
    ///
    /// With a place to spill to, states go to disk when memory is short, now and then, and when the run is stopped by a limit; then a run
    /// resumes where an earlier one stopped. Several processes share the states of a stage; each of them returns the sum of their counts.
    ///
    /// # Errors
    /// A limit was reached, the graph is too wide, or the blocks on disk cannot be used ([`Spill::failure`](zlink_search::Spill::failure)
    /// says why).
    pub fn count(
        &self,
        limits: &Limits,
        progress: &dyn Progress,
        places: Places<'_>,
    ) -> Result<(BigUint, PairReport), PairError> {
        match self.count_with::<u64>(limits, progress, places) {
            Err(PairError::TooWide) => self.count_with::<u128>(limits, progress, places),
            result => result,
        }
    }

    /// All good sets.
    pub fn family(
        &self,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<(PairFamily, PairReport), PairError> {
        match self.family_with::<u64>(limits, progress) {
            Err(PairError::TooWide) => self.family_with::<u128>(limits, progress),
            result => result,
        }
    }

    fn count_with<W: Word>(
        &self,
        limits: &Limits,
        progress: &dyn Progress,
        places: Places<'_>,
    ) -> Result<(BigUint, PairReport), PairError> {
        if !places.are_given()
            && let Some((good, report)) = self.listed::<W>(limits, progress)?
        {
            return Ok((BigUint::from(good.len()), report));
        }
        if self.width() > W::SLOTS {
            return Err(PairError::TooWide);
        }
        let count = |limits: &Limits, together| {
            Count::<W>::start(self, limits, progress, places.spill, together)?.run()
        };
        let (count, report) = match places.peers {
            None => count(limits, None)?,
            Some(peers) => {
                count(&peers.bind(limits), Some(PeerGroup::new(peers, limits))).map_err(|why| match why {
                    Unfinished::Stopped(cause) => Unfinished::Stopped(peers.explain(cause)),
                    why => why,
                })?
            }
        };
        Ok((if self.isolated { BigUint::ZERO } else { count }, report))
    }

    fn family_with<W: Word>(
        &self,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<(PairFamily, PairReport), PairError> {
        let vertices = || self.stages.iter().map(|stage| stage.vertex).collect();
        let mut keep = Keep::default();
        if let Some((good, report)) = self.listed::<W>(limits, progress)? {
            listed::record(&good, self.stages.len(), &mut keep);
            let ends = if self.stages.is_empty() { 1 } else { good.len() };
            return Ok((keep.finish(vertices(), &vec![!good.is_empty(); ends]), report));
        }
        if self.width() > W::SLOTS {
            return Err(PairError::TooWide);
        }
        let mut sweep: Sweep<W> = Sweep::new()?;
        for stage in &self.stages {
            keep.begin_stage();
            let left = self.stages.len() - sweep.done - 1;
            sweep.advance(stage, left, self.options, limits, progress, &mut keep)?;
            keep.end_stage();
        }
        let is_good = |i| !self.isolated && expand::is_good(sweep.table.state(i).1);
        let good: Vec<bool> = (0..sweep.table.len()).map(is_good).collect();
        Ok((keep.finish(vertices(), &good), sweep.report))
    }

    /// The good sets, one by one, if so few pairs are allowed that few paths can be their solutions; otherwise `None`.
    fn listed<W: Word>(
        &self,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<Option<(Vec<Terminals>, PairReport)>, Interrupted> {
        let wider = self.width().saturating_sub(WIDTH).min(4) as u32;
        self.list::<W>(COVERS * MORE_COVERS.pow(wider), limits, progress)
    }

    /// The good sets, one by one, if there are at most `covers` covers; otherwise `None`.
    fn list<W: Word>(
        &self,
        covers: usize,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<Option<(Vec<Terminals>, PairReport)>, Interrupted> {
        let Some(at_most) = self.options.at_most else { return Ok(None) };
        if self.width() > W::SLOTS || usize::from(at_most) > W::LABELS {
            return Ok(None);
        }
        if self.isolated {
            return Ok(Some((Vec::new(), PairReport::default())));
        }
        let covers = Covers::new(&self.passages, self.vertices, at_most, covers, limits, progress)?;
        covers.map(|covers| listed::good::<W>(&covers, &self.stages, limits, progress)).transpose()
    }
}

/// The planner's order of all edges. A plan that a limit cut short is not used: it would take much longer to sweep.
fn planned(puzzle: &Puzzle, edges: usize, limits: &Limits) -> Result<Vec<u32>, Interrupted> {
    let residual = Residual::new(puzzle, &vec![Value::Open; edges]).expect("nothing is decided");
    let plan_options = PlanOptions { effort: Effort::Thorough, keep: 1, ..PlanOptions::default() };
    let plan = order::plan(&residual, &plan_options, limits);
    limits.check()?;
    // The edges of the puzzle that are open in the residual graph.
    Ok(plan.order.iter().filter_map(|&e| residual.edges[e as usize].open()).map(|edge| edge.0).collect())
}

/// The Numberlink with these pairs on the graph of `board`; forbidden edges stay forbidden.
///
/// # Panics
/// When two pairs share a vertex.
pub fn puzzle(board: &Puzzle, set: &[[VertexId; 2]]) -> Puzzle {
    let mut parts = Parts::graph_of(board, Topology::Linkage);
    parts.pairs = set.iter().map(|pair| pair.map(|v| v.0)).collect();
    parts.forbidden = board.forbidden().iter().map(|e| e.0).collect();
    Puzzle::from_parts(parts).expect("disjoint pairs of the graph")
}

/// Why there is no answer about the good sets of a graph.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PairError {
    /// A limit was reached.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// The graph is too wide: a state would not fit the widest form.
    #[error(
        "the graph is too wide: all sets of pairs are found by a sweep whose states would not fit 128 bits"
    )]
    TooWide,
    /// Another process has another graph, other options or another version.
    #[error(
        "process {process} does not count the same: it has another graph, other options or another version"
    )]
    OtherCount {
        /// The number of that process.
        process: usize,
    },
}

impl From<Unfinished> for PairError {
    fn from(why: Unfinished) -> Self {
        why.limit().map_or(PairError::TooWide, PairError::Interrupted)
    }
}
