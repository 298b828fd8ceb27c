//! Deduction against brute force and against itself from scratch, on small random puzzles of every kind.

mod consistency;
pub(crate) mod random;
mod residual;
mod soundness;
mod structure;
