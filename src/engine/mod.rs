//! QUESTION -> OUTCOME.
//!
//! [`run()`] puts a [`Request`] to the engine that it names:
//!
//! | file | engine |
//! |---|---|
//! | `portfolio/` | `auto` and `zdd`: several strategies in turns, or on several threads |
//! | `search.rs` | `search`: conflict-driven search alone |
//! | `sat/` | `sat` and `cadical`: a formula for a SAT solver |
//! | `mip/` | `mip`: a linear model for a MIP solver |
//! | `backtrack/` | `backtrack`: extends paths |
//! | `brute.rs` | `brute`: the definition |
//!
//! Engines that find solutions one by one are an `Enumerate` (`enumerate.rs`); `run.rs` makes a count, or as many
//! solutions as were asked for, of that.

mod backtrack;
pub mod brute;
mod compile;
mod enumerate;
mod method;
#[cfg(feature = "mip")]
mod mip;
mod outcome;
mod portfolio;
mod receiver;
mod refusal;
mod run;
#[cfg(any(feature = "sat", feature = "cadical"))]
mod sat;
mod search;
mod spilled;
mod statistics;
mod tally;
#[cfg(test)]
mod tests;
mod together;

pub use crate::encoding::Encoding;
pub use crate::limits::{Progress, Silent};
pub use compile::family;
pub use enumerate::Stop;
pub use method::Method;
pub use outcome::{Outcome, Question, Request, Status};
pub use refusal::Refusal;
pub use run::run;
pub use statistics::{Figure, Statistics};
