//! A puzzle with its rules for solvers of other kinds. In each encoding the solutions are those of the puzzle.
//!
//! | file | encoding |
//! |---|---|
//! | `clingo` | an answer set program |
//! | `cnf`, on top of `circuit` | a propositional formula, with as many models as there are solutions |
//! | `linear` | a mixed integer program, in the file formats `lp` and `mps` |

mod circuit;
mod clingo;
mod cnf;
mod linear;
mod lp;
mod mps;

use super::Document;
use crate::limits::{Exhausted, Limits};

/// A solver's language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// A program for clingo: one answer set for each solution, in the atoms `link(U,V)`.
    Clingo,
    /// A formula in the DIMACS format: one model for each solution, the edges are the first variables.
    Cnf,
    /// An integer program in the LP format of CPLEX.
    Lp,
    /// The same in the free MPS format.
    Mps,
}

/// The text of an encoding.
pub fn encode(encoding: Encoding, document: &Document, limits: &Limits) -> Result<String, Exhausted> {
    match encoding {
        Encoding::Clingo => Ok(clingo::write(document)),
        Encoding::Cnf => cnf::write(document, limits),
        Encoding::Lp => lp::write(document, limits),
        Encoding::Mps => mps::write(document, limits),
    }
}
