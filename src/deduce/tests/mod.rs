//! Deduction against brute force and against itself from scratch, on small random puzzles of every kind.

mod consistency;
mod random;
mod residual;
mod soundness;
