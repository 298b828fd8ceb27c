//! The numbers that tune the planner, each with its unit, its effect and how it was found.
//!
//! "Measured" means that `docs/internals/experiments.md` says what other values gave; the others were chosen by hand. More work
//! never makes a plan worse; the numbers balance the time of planning against that of the search.
//!
//! | number | unit | effect | found |
//! |---|---|---|---|
//! | `BEAM_HORIZONS` | levels | for which a prefix is expected to keep its width: they weigh its width against its cost so far. No single value is best, so every landmark gets a beam with each | by hand |
//! | `BEAM_WIDTH` | prefixes | kept, at most: wider beams cost more and rarely find better orders, beams from other starts do | by hand |
//! | `MIN_BEAM_WIDTH` | prefixes | kept, at least: narrower beams are not worth their time | by hand |
//! | `MAX_FRONTIER` | vertices | in the frontier, at most, for beams and windows to be tried: a search with a wider one does not finish, however good the order is | by hand |
//! | `BEAM_WORK` | extensions | scored per 1,000 edges: about a fifth of a second | by hand |
//! | `BEAM_BRANCHES` | frontier vertices | tried at a step, at most | by hand |
//! | `PROPORTION` | fraction | of the states of a sweep: with proportionate effort, beams take no longer than that, and neither do windows | by hand |
//! | `BEAM_STATES`, `WINDOW_STATES` | estimated states | that a sweep passes in the time in which a beam scores an extension, or a window passes an edge | by counting instructions |
//! | `WINDOW_SIZE` | vertices | of a window: time and memory double with each vertex | by hand |
//! | `WINDOW_STRIDE` | vertices | by which a window moves | by hand |
//! | `WINDOW_WORK` | edges | passed per edge of the graph, at most | by hand |
//! | `WINDOW_MIN_EDGES` | edges | that a graph counts as having, at least, when the work is allotted | by hand |
//! | `WINDOW_CANDIDATES` | orders | that share the work, at least | by hand |

pub(super) const BEAM_HORIZONS: [f64; 2] = [1.0, 60.0];
pub(super) const BEAM_WIDTH: usize = 20;
pub(super) const MIN_BEAM_WIDTH: usize = 4;
pub(super) const MAX_FRONTIER: usize = 128;
pub(super) const BEAM_WORK: usize = 3_000_000;
pub(super) const BEAM_BRANCHES: usize = 48;

pub(super) const PROPORTION: f64 = 0.125;
pub(super) const BEAM_STATES: f64 = 2.0;
pub(super) const WINDOW_STATES: f64 = 2.5;

pub(super) const WINDOW_SIZE: usize = 8;
pub(super) const WINDOW_STRIDE: usize = 3;
pub(super) const WINDOW_WORK: usize = 1_500;
pub(super) const WINDOW_MIN_EDGES: usize = 100;
pub(super) const WINDOW_CANDIDATES: usize = 3;
