//! RESIDUAL and PLAN -> the levels of a frontier search, the states of each level, and a count or a diagram of the solutions.
//!
//! The frontier passes the edges in the plan's order. A *state* is what the edges passed so far mean for the edges to come. Equal
//! states have equal completions, so each is expanded once (a node, in the paper of Yoshinaka et al.). A *problem* defines the states
//! and their transitions; a *driver* decides what is computed from the states. No driver knows a problem, and no problem a driver.
//!
//! | file | job |
//! |---|---|
//! | `passages` | which vertices and sums take part at each edge, and in which slots: where every compiler begins |
//! | `sums` | the counters of sums, and what happens to them at each edge |
//! | `problem` | the interface between problems and drivers |
//! | `mates` | problem: states as mates, on any graph, for every kind of puzzle |
//! | `parentheses` | problem: states as parentheses, two bits a slot, where the frontier is a simple curve |
//! | `components` | problem: states as partitions into components, for sets of edges of any kind |
//! | `curve` | the frontier as a simple curve, where the plan sweeps a planar graph |
//! | `curve_plan` | a plan whose frontier is a simple curve |
//! | `blocks` | shared by drivers: blocks of a level pass several levels independently, on several threads and from disk |
//! | `diagram` | driver: numbers the states of each level, and makes the reduced diagram of all solutions |
//! | `count` | driver: adds weights |
//! | `probability` | driver: adds probabilities |
//! | `meet` | driver: counts by two sweeps that meet in the middle of the plan |
//! | `ranks` | problem and driver: counters that are numbered like the states, without a table, where the frontier is a simple curve |
//! | `table` | the states of one level, each once |
//! | `tables` | the states of two successive levels, behind an interface without their number of words |
//! | `spill` | states on disk, for sweeps that can be stopped and resumed |
//! | `peers` | the messages between processes on several machines that count together |
//! | `layout` | where the parts of a state lie |
//! | `budget`, `report` | what a sweep may spend, and statistics of a finished sweep |
//!
//! Sources: Knuth, The Art of Computer Programming 4A, 7.1.4, exercises 225 and 226 (Simpath); Yoshinaka et al., Finding All
//! Solutions and Instances of Numberlink and Slitherlink by ZDDs, Algorithms 5(2), 2012.

#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests run where there are threads"))]

/// Calls a function with the number of words of a state, rounded up to a supported size, as a const argument.
///
/// Each size is a copy of all that is called. Instances have states of up to 10 words. Sweeps of states of 17 to 32 words take twice as
/// long as with a size of their own; without the size 16, those of 9 to 16 words would take three times as long.
#[macro_export]
macro_rules! with_words {
    ($steps:expr, $call:ident ( $($arg:expr),* )) => {
        match $steps.layout.words {
            0..=1 => $call::<1>($($arg),*),
            2 => $call::<2>($($arg),*),
            3..=4 => $call::<4>($($arg),*),
            5..=8 => $call::<8>($($arg),*),
            9..=16 => $call::<16>($($arg),*),
            17..=$crate::layout::MAX_WORDS => {
                $call::<{ $crate::layout::MAX_WORDS }>($($arg),*)
            }
            _ => Err($crate::Unfinished::TooWide),
        }
    };
}

mod blocks;
mod budget;
pub mod components;
pub mod count;
mod curve;
mod curve_plan;
mod diagram;
pub mod layout;
pub mod mates;
mod meet;
mod pairings;
mod parentheses;
pub mod passages;
pub mod peers;
mod probability;
mod problem;
mod ranks;
mod report;
pub mod spill;
mod sums;
pub mod table;
mod tables;
#[cfg(test)]
mod tests;

pub use budget::{Background, Budget, Unfinished};
pub use peers::Peers;
pub use report::SweepReport;
pub use spill::{Spill, SpillError};

pub use blocks::SpillRun;
pub use count::count;
pub use curve::{Curved, MOST_VERTICES};
pub use curve_plan::curve_plan;
pub use diagram::build;
pub use meet::Meeting;
pub use parentheses::Parentheses;
pub use probability::probability;
pub use problem::{LevelEdges, Problem, variables};
pub use ranks::Ranks;
