//! The numbers that tune the portfolio, each with its unit, its effect and how it was found.
//!
//! All were chosen by the time of whole runs on the sets of `benches/sets.sh` and on puzzles of competitions; a factor of two
//! either way changes the geometric mean by less than a tenth, unless it says otherwise.
//!
//! | number | unit | effect |
//! |---|---|---|
//! | `GROWTH` | ratio | the budget of a round, of that of the round before: the work lost is a constant factor of the best strategy's |
//! | `SHORT_TURNS` | turns in a round | how often strategies that can be resumed take turns: none waits long for another |
//! | `FIRST_ROUND` | states | the budget of the first round |
//! | `FIRST_CDCL` | states | the same where CDCL goes first: 2,000 conflicts take as long as planning and a few rounds |
//! | `THOROUGH_ROUND` | round | from which on a thorough plan is worth its time |
//! | `THOROUGH_ROUND_BESIDE_LINKAGES` | round | the same where sweeps come after the search for linkages |
//! | `SWEEP_STATES` | per state | states of a sweep: they cost that much less than those of a depth-first search |
//! | `PROMISING_SWEEP_STATES` | per state | the same where cycles are counted and `DOUBT` times the plan's estimate is less: on grids with few clues a sweep has 0.2 to 2.8 times as many states as that |
//! | `DOUBT` | times the estimate | what such a sweep may spend |
//! | `LINKAGE_SWEEP_STATES` | per state | the same where paths join pairs: nothing else shows as surely that there is no other linkage |
//! | `COVERING_SWEEP_STATES` | per state | the same where the paths cover every vertex, too: there are few states then |
//! | `PROVING_SWEEP_STATES` | per state | the same where one is known, and it is to be shown that there is no other: conflicts teach less then than states, of which there are few |
//! | `EARLY_PROVING_SWEEP_STATES` | per state squared | and no more than that: the first plan is a quick one, and a better one may need a tenth |
//! | `CONFLICTS` | per state | conflicts of CDCL: one takes about as long as five states, but what it taught is kept |
//! | `NON_PLANAR_CONFLICTS` | per state | the same in a graph that is not planar: a plan is wide there, and states are many |
//! | `LINKAGE_CONFLICTS` | per state | the same where paths join pairs: that there is no linkage mostly shows soon |
//! | `COVERING_CONFLICTS` | per state | the same where they cover every vertex |
//! | `COVERING_CONFLICTS_BY_VERTICES` | times vertices per state | the same for a few solutions in small graphs: conflicts cost more with each vertex, states do not |
//! | `MOST_COVERING_CONFLICTS` | per state | and no more than that |
//! | `EXPANDING_CONFLICTS` | per state | the same in an expanding graph that is to be covered: nothing else fills it |
//! | `CROWDED_CONFLICTS` | per state | the same for a few solutions where paths are short and need not cover everything |
//! | `SEEKING_CONFLICTS` | per state | the same in a graph that is not planar until a linkage is known: lightest paths mostly show early that there is none |
//! | `LATE_SEEKING_CONFLICTS` | per state | the same in rounds of `LATE` states and more: it is for CDCL to go on then |
//! | `PIVOTS` | per state | pivots of the linear program: where its relaxation tells something, it mostly does so at once |
//! | `MOST_PIVOTS` | pivots | of a round: with a relaxation that tells nothing, the search tree of the program is no help, and takes an ever smaller part of the time |
//! | `WALK_STEPS` | per state | steps of the walk on cycles: they take about half as long as the conflicts of CDCL |
//! | `HALVES_STEPS` | per state | steps of the search for what both halves of a diagram have in common |
//! | `PROMISING_HALVES_STEPS` | per state | the same where it is likely to come to the end with these |
//! | `FEW_ROWS` | edges per row | with more there is no such limit: most edges are in or out in each relaxation, so the tree is small |
//! | `PROGRAM_EDGES` | edges | that may be open where a linear program takes part: pivots cost more with each |
//! | `LINKAGE_VERTICES` | per state | vertices that the search for linkages may reach, and states of its sweeps |
//! | `PROVING_LINKAGE_VERTICES` | per state | the same where there is a tight linkage, and its sweeps are to show that there is no other |
//! | `QUICK_PLANS`, `THOROUGH_PLANS` | plans | how many take turns before and after the thorough round: no estimate ranks them reliably |
//! | `THOROUGH_PLANS_OF_COUNTS` | plans | the same after it where all solutions are counted: sweeps do that where it takes long, and estimates tell how long |
//! | `FIRST_LINKAGES` | vertices per state | the first budget of the search for linkages, before anything is planned: enough for most |
//! | `GLANCE` | states | the budget in which CDCL then sees whether it is soon clear that there is none |
//! | `GLANCE_BESIDE_ONE` | states | the same for both where there is a tight linkage and more are wanted |
//! | `FIRST_PROOF` | states per vertex | the budget in which CDCL then shows that there is no other one: mostly there is none |
//! | `SHORT_PROOF` | states | the same where the graph is so small that a sweep may do it |
//! | `LARGE_SWEEP` | states, estimated | a sweep with more is worth a thorough plan, which takes as long as some millions of states |
//! | `SWEEP_PLANS` | plans | looked at where there is nothing but a sweep |
//! | `CURVE_SHARE`, `BETTER_CURVE_SHARE` | ratio | of a sweep's time to that of the search for a plan whose frontier is a simple curve: where the best plan so far has none, and where it has one, which is mostly as good |
//! | `NEAR_CURVE` | times the states | where the first plan with a curve has no more than that, others may be better than the best plan |
//! | `WORSE_PLAN` | times the states | a plan with more is not worth it, even where its states are simpler |
//! | `HOPELESS_SWEEP` | states, estimated | a sweep with more does not come to an end beside other strategies |
//! | `SMALL` | vertices | with more than that a plan takes as long as most linkages |
//! | `BACKGROUND_CONFLICTS` | conflicts | of CDCL beside each stretch of a frontier search where all solutions are listed: about a sixth of the time |
//! | `MEMORY_SHARE` | part | of the memory that CDCL may have beside other strategies |
//! | `LISTED`, `COUNTED`, `PLAIN` | eighths of a conflict | what a solution costs CDCL: where a diagram may list all sooner; where they are counted, up to a few thousand, one by one is often quickest; and where nothing else could be quicker |

use std::time::Duration;

use super::turn::Price;

pub(super) const GROWTH: u64 = 4;
pub(super) const SHORT_TURNS: u64 = 8;
pub(super) const FIRST_ROUND: u64 = 1 << 7;
pub(super) const FIRST_CDCL: u64 = 1 << 10;
pub(super) const THOROUGH_ROUND: u32 = 4;
pub(super) const THOROUGH_ROUND_BESIDE_LINKAGES: u32 = 2;

pub(super) const SWEEP_STATES: u64 = 64;
pub(super) const PROMISING_SWEEP_STATES: u64 = 4096;
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
pub(super) const MOST_PIVOTS: u64 = 2_048;
pub(super) const FEW_ROWS: usize = 3;
pub(super) const PROGRAM_EDGES: usize = 2_000;
pub(super) const LINKAGE_VERTICES: u64 = 128;
pub(super) const PROVING_LINKAGE_VERTICES: u64 = 8_192;

pub(super) const QUICK_PLANS: usize = 2;
pub(super) const THOROUGH_PLANS: usize = 3;
pub(super) const THOROUGH_PLANS_OF_COUNTS: usize = 1;
pub(super) const FIRST_LINKAGES: u64 = 8;
pub(super) const GLANCE: u64 = 1 << 7;
pub(super) const GLANCE_BESIDE_ONE: u64 = 1 << 5;
pub(super) const FIRST_PROOF: u64 = 6;
pub(super) const SHORT_PROOF: u64 = 32;
pub(super) const LARGE_SWEEP: f64 = 1.5e7;
pub(super) const SWEEP_PLANS: usize = 4;
pub(super) const CURVE_SHARE: f64 = 8.0;
pub(super) const BETTER_CURVE_SHARE: f64 = 64.0;
pub(super) const NEAR_CURVE: f64 = 8.0;
pub(super) const WORSE_PLAN: f64 = 20.0;
pub(super) const HOPELESS_SWEEP: f64 = 1e9;
pub(super) const SMALL: usize = 600;

pub(super) const BACKGROUND_CONFLICTS: u64 = 8;
pub(super) const MEMORY_SHARE: usize = 8;

/// Parts of a conflict in which prices are told.
pub(super) const PRICE_UNITS: u64 = 8;
pub(super) const LISTED: Price = Price { first: 1, later: 1 };
pub(super) const COUNTED: Price = Price { first: 2, later: 32 };
pub(super) const PLAIN: Price = Price { first: 2, later: 2 };

/// How long a portfolio runs on one thread before others join in: most puzzles are solved before a second one would have
/// started. In tests, one round.
pub(super) const ALONE: Duration = if cfg!(test) { Duration::ZERO } else { Duration::from_millis(50) };
