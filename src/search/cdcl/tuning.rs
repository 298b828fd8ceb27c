//! The numbers that tune conflict-driven search, each with its unit, its effect and how it was found.
//!
//! "Measured" means that `docs/internals/experiments.md` reports the results of other values; the others were chosen by hand, or are those
//! of the solver or paper that the file which uses them names.
//!
//! | number | unit | effect | found |
//! |---|---|---|---|
//! | `STRUCTURE_FIXPOINTS` | fixpoints of the cheap rules | between two runs of the structural ones, at least | by hand |
//! | `STRUCTURE_EDGES` | edges | for each such fixpoint: looking at the whole graph takes time in proportion to it | by hand |
//! | `STRUCTURE_SELDOM` | times as many fixpoints | where dual connectivity sees at once that the graph falls apart: only cut vertices are left to the structural rules | by hand |
//! | `PROBING_NEWS` | variables decided at level 0 | after which the edges near them are probed | measured (a fifth fewer conflicts), the number by hand |
//! | `STABLE_MODE` | conflicts for each variable | after which the search for a linkage, or for a cycle where sums are sparse, switches to stable mode: labels, VSIDS and deeper minimisation make conflicts fewer and each dearer | measured |
//! | `SHUFFLE` | conflicts | until the edges of a linkage are shuffled: a contradiction may need little of the graph | measured |
//! | `SHUFFLE_GROWTH` | divisor | that interval grows by this part of itself each time: a contradiction may need much of the graph | measured |
//! | `REDUCE`, `REDUCE_MORE` | clauses | kept before the first reduction of the clause database, and how many more after each | by hand; other sizes gave no gain |
//! | `BLOCKING_CLAUSES` | solutions | excluded by a clause each, before the search flips its last decision instead | measured |
//! | `RESTART_RUN` | conflicts | of the first run of the Luby sequence, at least | measured |
//! | `RESTART_VARIABLES` | variables | for each such conflict: a restart takes time in proportion to them | measured |
//! | `RESTART_MIN` | conflicts | of a run that may end by the LBD of its clauses, at least | by hand |
//! | `RESTART_MARGIN` | ratio | of the mean LBD of the latest clauses to that of all, at which a run ends | by hand |
//! | `RESTART_LATEST`, `RESTART_ALL` | weight | of the latest clause in those two moving averages | by hand |
//! | `FAR`, `FAR_VARIABLES` | trail entries, variables for each such entry | more than which it is far to go back: then the search decides in its first order again, which takes time in proportion to the variables | measured |
//! | `REPHASE` | conflicts | until the first rephasing; each interval is longer by that many | by hand; other times gave no gain |
//! | `MINIMISE_DEPTH` | steps | how far reasons of reasons are followed in stable mode | by hand |
//! | `LONG_REASON` | literals | from which on a reason brings only literals of the top level forward: a long cut between two parts of a large puzzle would else draw the search along it, time after time | measured |
//! | `EDGE_BUMPS` | conflicts | in one of which edges are bumped where there are colours of faces, which determine more and are bumped in each; without any edges some searches get stuck | measured |
//! | `DECAY` | part | of an activity that is left after each conflict | by hand; other decays gave no gain |

pub(super) const STRUCTURE_FIXPOINTS: usize = 100;
pub(super) const STRUCTURE_EDGES: usize = 16;
pub(super) const STRUCTURE_SELDOM: usize = 4;
pub(super) const PROBING_NEWS: usize = 30;
pub(super) const STABLE_MODE: u64 = 8;
pub(super) const SHUFFLE: u64 = if cfg!(test) { 20 } else { 2000 };
pub(super) const SHUFFLE_GROWTH: u64 = 8;
pub(super) const REDUCE: usize = 2000;
pub(super) const REDUCE_MORE: usize = 500;
pub(super) const BLOCKING_CLAUSES: u64 = 100;

pub(super) const RESTART_RUN: u64 = 64;
pub(super) const RESTART_VARIABLES: usize = 128;
pub(super) const RESTART_MIN: u64 = 20;
pub(super) const RESTART_MARGIN: f64 = 1.1;
pub(super) const RESTART_LATEST: f64 = 0.03;
pub(super) const RESTART_ALL: f64 = 1e-4;

pub(super) const FAR: usize = if cfg!(test) { 1 } else { 10_000 };
pub(super) const FAR_VARIABLES: usize = 64;
pub(super) const REPHASE: u64 = 300;
pub(super) const MINIMISE_DEPTH: u32 = 100;
pub(super) const LONG_REASON: usize = 50;
pub(super) const EDGE_BUMPS: u64 = 4;
pub(super) const DECAY: f64 = 0.95;
