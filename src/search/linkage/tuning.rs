//! The numbers that tune the search for linkages, each with its unit, its effect and how it was found.
//!
//! "Measured" means that `docs/internals/experiments.md` reports the results of other values; the others were chosen by hand.
//! The work of routing is counted in vertices *reached* by shortest-path searches, that of sweeps in states.
//!
//! Shares of the searches (`mod.rs`, `sweeps.rs`):
//!
//! | number | unit | effect | found |
//! |---|---|---|---|
//! | `MAX_DETOURS` | solutions | visited from one solution by detours | by hand |
//! | `MAX_ATTEMPTS` | restarts | of the router, before it is given up | by hand |
//! | `TURNS` | turns | in which routing and sweeps alternate within one budget | by hand |
//! | `ROUTES_PER_CHECK` | paths | routed between two checks of the limits | by hand |
//! | `PROMISING` | vertices reached for each of the graph | after which the router's share falls: a linkage gets ever less likely | measured |
//! | `COVER_SHARE` | times as much work | for routing where every vertex is to be covered, which no sweep does from a linkage | by hand |
//! | `FIRST_SHARE` | times as much work | for routing before the first sweep, which a linkage makes superfluous | by hand |
//! | `FIRST_REACHED` | vertices reached for each of the graph | before the first sweep | by hand |
//! | `STATES_PER_PROVING_PATH` | states | for each vertex that routing reaches where one linkage is known and need not cover everything: another one is hardly ever found so | by hand |
//! | `MULTIFLOW_SHARE` | vertices reached for each that is due | while it is likely that a multiflow proves that there is no linkage | by hand |
//! | `COVERING_MULTIFLOW_SHARE` | vertices reached for each that is due | while that is likely and every vertex has to be covered, which the router ignores | by hand |
//! | `SWEEP_SHARE` | states | for each vertex reached | by hand |
//! | `PLAN_AFTER` | states for each vertex | after which a sweep is long enough to plan a narrow order | measured |
//! | `SPRINT` | states for each that is due | for a sweep whose levels shrink: it may be near its end, and most of its states are where its levels are largest | measured |
//! | `CYCLES_PER_EDGE` | short cycles | counted for each edge, at most | by hand |
//! | `STARTS` | orders | that a sweep takes without a plan, each from another start | by hand |
//! | `EXPANDING` | part | of the vertices that one step of a breadth-first search reaches in an expanding graph: one in this many. Random graphs reach a quarter where three edges meet at each vertex, half where five do | measured on such graphs |
//!
//! Negotiated-congestion routing (`router.rs`). Costs are in tenths of a free vertex:
//!
//! | number | unit | effect | found |
//! |---|---|---|---|
//! | `BASE_COST` | cost | of a free vertex | the unit |
//! | `ALONG_COST` | cost | more where a path runs along another one | by hand |
//! | `TOUCH_COST`, `TOUCH_RISE` | cost | of a vertex of another path, and the rise for the pair that took it | by hand |
//! | `CROSSING_COST`, `CROSSING_RISE` | cost | of crossing another path, and the rise for the pair that did so | by hand |
//! | `CROSSED_RISE` | cost | by which crossing a path rises for all pairs, each time its own pair had to cross one | by hand |
//! | `HISTORY_RISE` | cost | by which a vertex rises where paths meet | by hand |
//! | `HISTORY_KEPT` | thousandths | of such a rise kept from path to path | by hand |
//! | `HISTORY_LENGTH` | paths | after which nothing of such a rise is left | by hand |
//! | `LAST_FIRST` | per cent | of the paths for which the pair ripped up last is routed first; else the one waiting longest | by hand |
//! | `ROUTES_PER_PAIR` | paths for each pair | in the first attempt; the Luby sequence multiplies it | by hand |
//!
//! Large-neighbourhood search for coverings (`lns`, `window.rs`):
//!
//! | number | unit | effect | found |
//! |---|---|---|---|
//! | `MIN_WINDOW`, `FIRST_WINDOW`, `MAX_WINDOW` | vertices | of a window: the fewest, at first, the most | by hand |
//! | `COVERED`, `REFUTED`, `UNKNOWN` | per cent | of their size to which windows change after one that was covered, was refuted, or was left undecided | by hand |
//! | `SMALL_WINDOW` | vertices | of a window in which other coverings are looked for | by hand |
//! | `MAX_DISTANCE` | vertices | between two uncovered vertices for which a window is laid | by hand |
//! | `MOVES` | local moves | for each uncovered vertex, between two windows | by hand; moves by annealing gave no gain |
//! | `FAILED_WINDOWS` | windows | in vain, before a larger part is destroyed | by hand |
//! | `MIN_PART`, `MAX_PART` | vertices | of such a part | by hand; that there is one was measured |
//! | `REPAIR_ROUTES` | paths | routed to repair it, at most | by hand |
//! | `NOISE` | cost | by up to which vertices of the part cost more at first | by hand |
//! | `FAILED_REPAIRS` | parts | in vain, after which the search starts from another linkage | by hand |
//! | `WINDOW_STATES` | states | of a sweep over a window, before CDCL takes over | by hand |
//! | `OTHERS_STATES` | states | of a sweep for other coverings, after which CDCL is not tried | by hand |
//! | `WINDOW_CONFLICTS` | conflicts | of CDCL over a window | by hand |
//! | `WORK_PER_CONFLICT` | vertices reached | in the time of a conflict | by hand |
//!
//! Multiflows (`multiflow.rs`). Gaps are parts of the sum of all weights:
//!
//! | number | unit | effect | found |
//! |---|---|---|---|
//! | `AVERAGING` | weight | of the latest paths in the moving average of the number of uses of vertices | by hand |
//! | `TARGET_GAP` | gap | at which a step aims | by hand |
//! | `FIRST_STEP`, `MIN_STEP`, `MAX_STEP` | step length | at first; below which the search ends; at most | by hand |
//! | `STEP_GROWTH`, `STEP_DECAY` | factor | after a better gap, and after `STEP_FAILURES` trials without one | by hand |
//! | `STEP_FAILURES` | trials | without a better gap until steps get shorter | by hand |
//! | `PROMISING_GAP`, `PROMISING_FALL`, `LAST_PROMISING_GAP` | gap | up to which a negative gap is worth more work: at first, less after each trial, in the end. Gaps that were closed in the end were mostly smaller | measured on random graphs |

pub(crate) const MAX_DETOURS: usize = 1 << 14;
pub(super) const MAX_ATTEMPTS: u64 = 128;
pub(super) const TURNS: u64 = 8;
pub(super) const ROUTES_PER_CHECK: usize = 32;
pub(super) const PROMISING: u64 = 4096;
pub(super) const COVER_SHARE: u64 = 8;
pub(super) const FIRST_SHARE: u64 = 4;
pub(super) const FIRST_REACHED: u64 = 512;
pub(super) const STATES_PER_PROVING_PATH: u64 = 8;
pub(super) const MULTIFLOW_SHARE: u64 = 16;
pub(super) const COVERING_MULTIFLOW_SHARE: u64 = 64;
pub(super) const SWEEP_SHARE: u64 = 2;
pub(super) const PLAN_AFTER: u64 = 2048;
pub(super) const SPRINT: u64 = 2;
pub(super) const CYCLES_PER_EDGE: usize = 2;
pub(super) const STARTS: usize = 3;
pub(super) const EXPANDING: usize = 5;

pub(super) const BASE_COST: u32 = 10;
pub(super) const ALONG_COST: u32 = 4;
pub(super) const TOUCH_COST: u32 = 10;
pub(super) const TOUCH_RISE: u32 = 2;
pub(super) const CROSSING_COST: u32 = 10;
pub(super) const CROSSING_RISE: u32 = 30;
pub(super) const CROSSED_RISE: u32 = 10;
pub(super) const HISTORY_RISE: u32 = 3;
pub(super) const HISTORY_KEPT: u64 = 995;
pub(super) const HISTORY_LENGTH: usize = 2048;
pub(super) const LAST_FIRST: usize = 85;
pub(super) const ROUTES_PER_PAIR: u64 = 200;

pub(super) const MIN_WINDOW: usize = 24;
pub(super) const FIRST_WINDOW: usize = 48;
pub(super) const MAX_WINDOW: usize = 150;
pub(super) const COVERED: usize = 80;
pub(super) const REFUTED: usize = 105;
pub(super) const UNKNOWN: usize = 85;
pub(super) const SMALL_WINDOW: usize = 32;
pub(super) const MAX_DISTANCE: usize = 32;
pub(super) const MOVES: usize = 64;
pub(super) const FAILED_WINDOWS: usize = 16;
pub(super) const MIN_PART: usize = 250;
pub(super) const MAX_PART: usize = 750;
pub(super) const REPAIR_ROUTES: usize = 1000;
pub(super) const NOISE: u32 = 40;
pub(super) const FAILED_REPAIRS: usize = 24;
pub(super) const WINDOW_STATES: u64 = 1 << 12;
pub(super) const OTHERS_STATES: u64 = 1 << 14;
pub(super) const WINDOW_CONFLICTS: u64 = 200;
pub(super) const WORK_PER_CONFLICT: u64 = 400;

pub(super) const AVERAGING: f64 = 0.1;
pub(super) const TARGET_GAP: f64 = 0.05;
pub(super) const FIRST_STEP: f64 = 0.3;
pub(super) const MIN_STEP: f64 = 0.01;
pub(super) const MAX_STEP: f64 = 2.0;
pub(super) const STEP_GROWTH: f64 = 1.2;
pub(super) const STEP_DECAY: f64 = 0.75;
pub(super) const STEP_FAILURES: u32 = 5;
pub(super) const PROMISING_GAP: f64 = 0.36;
pub(super) const PROMISING_FALL: f64 = 0.0125;
pub(super) const LAST_PROMISING_GAP: f64 = 0.1;
