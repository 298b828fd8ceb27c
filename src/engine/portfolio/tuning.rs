//! The constants that tune the portfolio, each with its unit and effect.
//!
//! All were chosen by the time of whole runs on the sets of `benches/sets.sh` and on puzzles of competitions; a
//! factor of two either way changes the geometric mean by less than a tenth, unless stated otherwise. "Per state"
//! means: for each state of the budget of a depth-first search.
//!
//! | number | unit | effect |
//! |---|---|---|
//! | `GROWTH` | ratio | of the budget of a round to that of the round before: the lost work is a constant factor of the best strategy's |
//! | `SHORT_TURNS` | turns in a round | of each strategy that can be resumed: none waits long for another |
//! | `FIRST_ROUND` | states | the budget of the first round |
//! | `FIRST_CDCL` | states | the budget of the first round if CDCL has it: 2,000 conflicts take as long as planning and a few rounds |
//! | `THOROUGH_ROUND` | round | the first in which a thorough plan is worth its time |
//! | `THOROUGH_ROUND_BESIDE_LINKAGES` | round | the first with a thorough plan if sweeps follow the search for linkages |
//! | `SWEEP_STATES` | per state | states of a sweep: they cost that much less than those of a depth-first search |
//! | `PROMISING_SWEEP_STATES` | per state | states of a sweep if cycles are counted and it is estimated to be finished with these, by `DOUBT` times the plan's estimate: on grids with few clues a sweep has 0.2 to 2.8 times as many states as estimated |
//! | `NARROW_STATES` | states per edge | of a sweep before the pairs of a large graph are routed, if it is estimated to need no more: about as long as routing takes |
//! | `GLANCED` | times the states | of a good plan: the states of a breadth-first order of a strip |
//! | `DOUBT` | times the estimate | the budget of a promising sweep |
//! | `LINKAGE_SWEEP_STATES` | per state | states of a sweep if paths join pairs: nothing else shows as reliably that there is no other linkage |
//! | `COVERING_SWEEP_STATES` | per state | states of a sweep if the paths cover every vertex as well: there are few states then |
//! | `PROVING_SWEEP_STATES` | per state | states of a sweep if a covering linkage is known, and it remains to be shown that there is no other: there are few states, and conflicts contribute less than these |
//! | `EARLY_PROVING_SWEEP_STATES` | per state squared | an upper bound on the former: the first plan is a quick one, and a better one may need a tenth |
//! | `CONFLICTS` | per state | conflicts of CDCL: one takes about as long as five states, but what is learnt is kept |
//! | `NON_PLANAR_CONFLICTS` | per state | conflicts in a non-planar graph: frontiers are wide there, and states are many |
//! | `LINKAGE_CONFLICTS` | per state | conflicts if paths join pairs: if there is no linkage, that usually shows soon |
//! | `COVERING_CONFLICTS` | per state | conflicts if the paths cover every vertex |
//! | `COVERING_CONFLICTS_BY_VERTICES` | times vertices per state | conflicts for a few covering solutions in small graphs: conflicts cost more with each vertex, states do not |
//! | `MOST_COVERING_CONFLICTS` | per state | an upper bound on the former |
//! | `EXPANDING_CONFLICTS` | per state | conflicts in an expanding graph that must be covered: no other strategy covers it |
//! | `CROWDED_CONFLICTS` | per state | conflicts for a few solutions if paths are short and need not cover every vertex |
//! | `SEEKING_CONFLICTS` | per state | conflicts in a non-planar graph until a linkage is known: lightest paths usually show early that there is none |
//! | `LATE_SEEKING_CONFLICTS` | per state | the former in rounds of `LATE` states and more, in which CDCL has to continue |
//! | `PIVOTS` | per state | simplex iterations of the linear program: if its relaxation is informative, it usually is so at once |
//! | `MOST_PIVOTS` | iterations | an upper bound for a round: if the relaxation is not informative, the search tree of the program does not help, and takes an ever smaller part of the time |
//! | `WALK_STEPS` | per state | steps of the walk on cycles: they take about half as long as the conflicts of CDCL |
//! | `HALVES_STEPS` | per state | steps of the meet-in-the-middle search |
//! | `PROMISING_HALVES_STEPS` | per state | steps of the meet-in-the-middle search if it is likely to be finished with these |
//! | `FEW_ROWS` | edges per row | with more, `MOST_PIVOTS` does not apply: most edges are in or out in each relaxation, so the tree is small |
//! | `PROGRAM_EDGES` | edges | the greatest number of open edges with which a linear program takes part: iterations cost more with each |
//! | `LINKAGE_VERTICES` | per state | vertices that the search for linkages may reach, and states of its sweeps |
//! | `PROVING_LINKAGE_VERTICES` | per state | the former if there is one tight linkage, and its sweeps have to show that there is no other |
//! | `QUICK_PLANS`, `THOROUGH_PLANS` | plans | that take turns before and after the thorough round: no estimate ranks them reliably |
//! | `THOROUGH_PLANS_OF_COUNTS` | plans | that take turns after the thorough round if all solutions are counted: long counts are done by sweeps, whose time can be estimated |
//! | `FIRST_LINKAGES` | vertices per state | the first budget of the search for linkages, before anything is planned: enough for most |
//! | `FIRST_GLANCE` | states | the budget in which CDCL checks whether there soon is a covering linkage, or clearly none, before pairs are routed |
//! | `GLANCE` | states | the budget in which CDCL then checks whether it is soon clear that there is no linkage |
//! | `GLANCE_BESIDE_ONE` | states | the budget of both if there is a tight linkage and more are wanted |
//! | `FIRST_PROOF` | states per vertex | the budget in which CDCL then tries to show that there is no other linkage: usually there is none |
//! | `SHORT_PROOF` | states | the former if the graph is so small that a sweep may show it |
//! | `LARGE_SWEEP` | states, estimated | a sweep with more is worth a thorough plan, which takes as long as some millions of states |
//! | `SWEEP_PLANS` | plans | compared if there is no strategy but a sweep |
//! | `CURVE_SHARE`, `BETTER_CURVE_SHARE` | ratio | of a sweep's time to that of the search for a plan whose frontier is a simple curve: if the best plan so far has none, and if it has one, which is usually as good |
//! | `NEAR_CURVE` | times the states | of the best plan: if the first plan with a curve has fewer, others may be better than the best plan |
//! | `WORSE_PLAN` | times the states | of the best plan: a plan with more is not worth it, even if its states are simpler |
//! | `HOPELESS_SWEEP` | states, estimated | a sweep with more is not finished beside other strategies |
//! | `HOPELESS_EDGES`, `HOPELESS_SEARCH` | edges; states, estimated | with more of both no frontier search has a turn |
//! | `SMALL` | vertices | with more than that a plan takes as long as most searches for linkages |
//! | `BACKGROUND_CONFLICTS` | conflicts | of CDCL beside each stretch of a frontier search if all solutions are listed: about a sixth of the time |
//! | `MEMORY_SHARE` | divisor | of the memory, for CDCL beside other strategies |
//! | `LISTED`, `COUNTED`, `PLAIN` | eighths of a conflict | the price of a solution for CDCL: if a diagram may list all sooner; if they are counted, which one by one is often fastest up to a few thousand; and if nothing else could be faster |

use std::time::Duration;

/// The price of a solution in a conflict-driven search, in units of [`PRICE_UNITS`] to a conflict: for each of the
/// first [`FEW`](super::goal::FEW) solutions, and for each later one.
#[derive(Clone, Copy)]
pub(super) struct Price {
    pub(super) first: u64,
    pub(super) later: u64,
}

pub(super) const GROWTH: u64 = 4;
pub(super) const SHORT_TURNS: u64 = 8;
pub(super) const FIRST_ROUND: u64 = 1 << 7;
pub(super) const FIRST_CDCL: u64 = 1 << 10;
pub(super) const THOROUGH_ROUND: u32 = 4;
pub(super) const THOROUGH_ROUND_BESIDE_LINKAGES: u32 = 2;

pub(super) const SWEEP_STATES: u64 = 64;
pub(super) const PROMISING_SWEEP_STATES: u64 = 4096;
pub(super) const NARROW_STATES: u64 = 2048;
pub(super) const GLANCED: f64 = 16.0;
pub(super) const DOUBT: f64 = 4.0;
pub(super) const LINKAGE_SWEEP_STATES: u64 = 128;
pub(super) const COVERING_SWEEP_STATES: u64 = 1024;
pub(super) const PROVING_SWEEP_STATES: u64 = 32_768;
pub(super) const EARLY_PROVING_SWEEP_STATES: u64 = 192;
pub(super) const CONFLICTS: u64 = 2;
pub(super) const NON_PLANAR_CONFLICTS: u64 = 8;
pub(super) const LINKAGE_CONFLICTS: u64 = 4;
pub(super) const COVERING_CONFLICTS: u64 = 8;
pub(super) const COVERING_CONFLICTS_BY_VERTICES: u64 = 8_000;
pub(super) const MOST_COVERING_CONFLICTS: u64 = 32;
pub(super) const EXPANDING_CONFLICTS: u64 = 128;
pub(super) const CROWDED_CONFLICTS: u64 = 16;
pub(super) const SEEKING_CONFLICTS: u64 = 2;
pub(super) const LATE_SEEKING_CONFLICTS: u64 = 8;
pub(super) const LATE: u64 = 1 << 12;
pub(super) const PIVOTS: u64 = 4;
pub(super) const WALK_STEPS: u64 = 256;
pub(super) const HALVES_STEPS: u64 = 256;
pub(super) const PROMISING_HALVES_STEPS: u64 = 4096;
pub(super) const MOST_PIVOTS: u64 = 1_024;
pub(super) const FEW_ROWS: usize = 3;
pub(super) const PROGRAM_EDGES: usize = 2_000;
pub(super) const LINKAGE_VERTICES: u64 = 128;
pub(super) const PROVING_LINKAGE_VERTICES: u64 = 8_192;

pub(super) const QUICK_PLANS: usize = 2;
pub(super) const THOROUGH_PLANS: usize = 3;
pub(super) const THOROUGH_PLANS_OF_COUNTS: usize = 1;
pub(super) const FIRST_LINKAGES: u64 = 8;
pub(super) const FIRST_GLANCE: u64 = 1 << 6;
pub(super) const GLANCE: u64 = 1 << 7;
pub(super) const GLANCE_BESIDE_ONE: u64 = 1 << 5;
pub(super) const FIRST_PROOF: u64 = 6;
pub(super) const SHORT_PROOF: u64 = 64;
pub(super) const LARGE_SWEEP: f64 = 1.5e7;
pub(super) const SWEEP_PLANS: usize = 4;
pub(super) const CURVE_SHARE: f64 = 8.0;
pub(super) const BETTER_CURVE_SHARE: f64 = 64.0;
pub(super) const NEAR_CURVE: f64 = 8.0;
pub(super) const WORSE_PLAN: f64 = 20.0;
pub(super) const HOPELESS_SWEEP: f64 = 1e9;
pub(super) const HOPELESS_EDGES: usize = 20_000;
pub(super) const HOPELESS_SEARCH: f64 = 1e60;
pub(super) const SMALL: usize = 600;

pub(super) const BACKGROUND_CONFLICTS: u64 = 8;
pub(super) const MEMORY_SHARE: usize = 8;

/// The number of price units in a conflict.
pub(super) const PRICE_UNITS: u64 = 8;
pub(super) const LISTED: Price = Price { first: 1, later: 1 };
pub(super) const COUNTED: Price = Price { first: 2, later: 32 };
pub(super) const PLAIN: Price = Price { first: 2, later: 2 };

/// The time that a portfolio runs on one thread before others join: most puzzles are solved before a second thread
/// would have started. In tests, one round.
pub(super) const ALONE: Duration = if cfg!(test) { Duration::ZERO } else { Duration::from_millis(50) };
