//! QUESTION -> OUTCOME.

pub mod brute;
