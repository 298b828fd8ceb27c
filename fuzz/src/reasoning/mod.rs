//! Puzzles of all kinds with at most twenty edges, under any limits: all results agree with the definition.
//!
//! | file | job |
//! |---|---|
//! | `puzzle.rs` | bytes as a puzzle |
//! | `restraint.rs` | bytes as limits |
//! | `case.rs` | a puzzle with all of its solutions, by brute force |
//! | `engines.rs` | solutions, counts and families by every engine |
//! | `analysis.rs` | every stage of the analysis |
//! | `explanation.rs`, `judge.rs` | steps are sound; how explanations and ratings end |
//! | `generation.rs` | puzzles that are made have one solution |

mod analysis;
mod case;
mod engines;
mod explanation;
mod generation;
pub mod judge;
mod puzzle;
mod restraint;

use case::Case;
use puzzle::Input;
use restraint::Restraint;

/// Any bytes are a puzzle, limits, and choices of questions.
pub fn check(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let Some(puzzle) = puzzle::read(&mut input) else { return };
    let case = Case::of(puzzle);
    let restraint = Restraint::read(&mut input);
    engines::check(&case, &restraint, &mut input);
    analysis::check(&case, &restraint, &mut input);
    explanation::check(&case, &restraint);
    generation::check(&case, &restraint, &mut input);
}
