//! QUESTION -> OUTCOME.

pub mod brute;
mod outcome;
mod statistics;

pub use outcome::{Outcome, Progress, Question, Request, Silent, Status};
pub use statistics::{Figure, Statistics};
