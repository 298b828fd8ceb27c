//! Writes the puzzle as a propositional formula in the DIMACS format.

use std::fmt::Write;

use crate::Document;
use zlink_base::limits::{Interrupted, Limits};
use zlink_engine::encoding::{Encoding, complete};
use zlink_puzzle::EdgeId;

/// The number of clauses between two checks of the limits.
const INTERVAL: usize = 1 << 12;

/// Writes the formula of an encoding.
pub(super) fn write(encoding: Encoding, document: &Document, limits: &Limits) -> Result<String, Interrupted> {
    let Document { puzzle, names, .. } = document;
    let formula = complete(encoding, puzzle, limits)?;
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "c Encoding {encoding}: one model for each solution of the puzzle. The first {} variables",
        puzzle.edge_count()
    );
    text.push_str("c are its edges; all others follow from them.\n");
    for e in 0..puzzle.edge_count() {
        let _ = writeln!(text, "c {} = {}", e + 1, names.link(puzzle, EdgeId::from_index(e)));
    }
    let _ = writeln!(text, "p cnf {} {}", formula.variables(), formula.clause_count());
    for (i, clause) in formula.clauses().enumerate() {
        for literal in clause {
            let _ = write!(text, "{} ", literal.dimacs());
        }
        text.push_str("0\n");
        if i.is_multiple_of(INTERVAL) {
            limits.check()?;
        }
    }
    limits.check()?;
    Ok(text)
}
