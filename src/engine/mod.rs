//! QUESTION -> OUTCOME.

pub mod brute;
mod outcome;
mod race;
mod solve;
mod statistics;
#[cfg(test)]
mod tests;

pub use crate::limits::{Progress, Silent};
pub use outcome::{Outcome, Question, Request, Status};
pub use solve::run;
pub use statistics::{Figure, Statistics};
