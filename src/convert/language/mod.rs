//! Writes a puzzle with its rules in the languages of other solvers. In each language, the solutions are those of the puzzle.
//!
//! | file | language |
//! |---|---|
//! | `clingo` | an answer set program |
//! | `cnf` | a propositional formula, with as many models as there are solutions |
//! | `lp`, `mps` | a mixed integer program, in two file formats |
//! | `opb` | a pseudo-Boolean formula |

mod clingo;
mod cnf;
mod lp;
mod mps;
mod opb;

use super::Document;
use zlink_base::Named;
use zlink_base::limits::{Interrupted, Limits};
use zlink_engine::encoding::{Encoding, Unfit};
use zlink_proof::Unwritten;

/// A solver's language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Language {
    /// A program for clingo: one answer set for each solution, in the atoms `link(U,V)`.
    Clingo,
    /// A formula in the DIMACS format: one model for each solution; the first variables are the edges.
    Cnf(Encoding),
    /// An integer program in the LP format of CPLEX.
    Lp,
    /// An integer program in the free MPS format.
    Mps,
    /// A pseudo-Boolean formula in the format OPB, which proofs are about.
    Opb,
}

impl Language {
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Language::Clingo => ("clingo", "A program for clingo."),
            Language::Cnf(Encoding::Edges) => (
                "cnf",
                "A formula in the DIMACS format, with variables for the edges (`solve --encoding edges`).",
            ),
            Language::Cnf(Encoding::Positions) => (
                "cnf-positions",
                "The same with a variable for each vertex, path and position on the path (puzzles with pairs).",
            ),
            Language::Cnf(Encoding::Colours) => {
                ("cnf-colours", "The same with a variable for each vertex and path (puzzles with pairs).")
            }
            Language::Cnf(Encoding::Shapes) => (
                "cnf-shapes",
                "The same with a variable for each vertex, path and shape of the path there (puzzles with pairs).",
            ),
            Language::Lp => ("lp", "An integer program in the LP format."),
            Language::Mps => ("mps", "An integer program in the free MPS format."),
            Language::Opb => ("opb", "A pseudo-Boolean formula in the format OPB, as `prove` writes it."),
        }
    }
}

impl Named for Language {
    const VALUES: &'static [Language] = &[
        Language::Clingo,
        Language::Cnf(Encoding::Edges),
        Language::Cnf(Encoding::Positions),
        Language::Cnf(Encoding::Colours),
        Language::Cnf(Encoding::Shapes),
        Language::Lp,
        Language::Mps,
        Language::Opb,
    ];

    fn name(self) -> &'static str {
        self.words().0
    }

    fn about(self) -> &'static str {
        self.words().1
    }

    fn alias(self) -> Option<&'static str> {
        (self == Language::Cnf(Encoding::Edges)).then_some("cnf-edges")
    }
}

/// The reason why a puzzle was not written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotWritten {
    /// The encoding does not apply to the puzzle.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// The formula does not know such puzzles.
    #[error(transparent)]
    Unwritten(#[from] Unwritten),
    /// A limit was reached.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

/// Writes the puzzle and its rules in `language`.
///
/// # Errors
/// The encoding is for other puzzles, or a limit was reached.
pub fn write(language: Language, document: &Document, limits: &Limits) -> Result<String, NotWritten> {
    match language {
        Language::Clingo => Ok(clingo::write(document)),
        Language::Cnf(encoding) => {
            encoding.fits(&document.puzzle)?;
            Ok(cnf::write(encoding, document, limits)?)
        }
        Language::Lp => Ok(lp::write(document, limits)?),
        Language::Mps => Ok(mps::write(document, limits)?),
        Language::Opb => opb::write(document, limits),
    }
}
