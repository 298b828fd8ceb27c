//! PUZZLE and ANSWERS -> PSEUDO-BOOLEAN FORMULA -> PROOF that there is no other answer, for the checker VeriPB.
//!
//! | file | job |
//! |---|---|
//! | `variable` | the variables of the formula |
//! | `formula` | the constraints, and their numbers: [`Formula`] |
//! | `recorder` | what conflict-driven search concludes, as steps of a proof |
//! | `cuts` | steps from the flow of the formula to cuts |
//! | `sums` | sums over vertices, which cuts are made of |
//! | `trace` | the steps in few bytes |
//! | `proof` | the steps that are needed, as text: [`Proof`] |
//!
//! `docs/reference/proof.md` has the formula and its meaning.

#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(test, allow(clippy::print_stderr, reason = "tests say what they leave out"))]

mod cuts;
mod formula;
mod proof;
mod recorder;
mod sums;
#[cfg(test)]
mod tests;
mod trace;
mod variable;

pub use formula::{Formula, Number, Unwritten};
pub use proof::{Proof, Unproved};
pub use variable::{Literal, Variable};
