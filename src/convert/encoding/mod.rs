//! A puzzle with its rules for solvers of other kinds. In each language the solutions are those of the puzzle.
//!
//! | file | language |
//! |---|---|
//! | `clingo` | an answer set program |
//! | `cnf` | a propositional formula, with as many models as there are solutions |
//! | `linear` | a mixed integer program, in the file formats `lp` and `mps` |

mod clingo;
mod cnf;
mod linear;
mod lp;
mod mps;

use super::Document;
use crate::encoding::{Encoding, Unfit};
use crate::limits::{Exhausted, Limits};

/// A solver's language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Language {
    /// A program for clingo: one answer set for each solution, in the atoms `link(U,V)`.
    Clingo,
    /// A formula in the DIMACS format: one model for each solution, the edges are the first variables.
    Cnf(Encoding),
    /// An integer program in the LP format of CPLEX.
    Lp,
    /// The same in the free MPS format.
    Mps,
}

/// Why a puzzle was not written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotWritten {
    /// The encoding has no meaning for it.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// A limit was reached.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
}

/// The puzzle and its rules in `language`.
///
/// # Errors
/// When the encoding is for other puzzles, or a limit is reached.
pub fn encode(language: Language, document: &Document, limits: &Limits) -> Result<String, NotWritten> {
    match language {
        Language::Clingo => Ok(clingo::write(document)),
        Language::Cnf(encoding) => {
            encoding.fits(&document.puzzle)?;
            Ok(cnf::write(encoding, document, limits)?)
        }
        Language::Lp => Ok(lp::write(document, limits)?),
        Language::Mps => Ok(mps::write(document, limits)?),
    }
}
