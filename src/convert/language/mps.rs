//! Writes the integer program in the free MPS format.

use std::fmt::Write;

use crate::Document;
use zlink_base::limits::{Interrupted, Limits};
use zlink_engine::encoding::linear::{Program, Sense};
use zlink_puzzle::EdgeId;

/// Writes the integer program of a puzzle.
pub(super) fn write(document: &Document, limits: &Limits) -> Result<String, Interrupted> {
    let Document { puzzle, names, .. } = document;
    let program = Program::complete(puzzle, limits)?;
    let mut text =
        "* Every feasible point is a solution of the puzzle: the edges whose variable is 1.\n".to_owned();
    // Writing to a string cannot fail.
    for e in 0..puzzle.edge_count() {
        let _ =
            writeln!(text, "* {} = {}", program.columns[e].name, names.link(puzzle, EdgeId::from_index(e)));
    }
    text.push_str("NAME puzzle\nROWS\n N obj\n");
    let mut entries = vec![Vec::new(); program.columns.len()];
    for (i, row) in program.rows.iter().enumerate() {
        let sense = match row.sense {
            Sense::AtMost => 'L',
            Sense::Equal => 'E',
            Sense::AtLeast => 'G',
        };
        let _ = writeln!(text, " {sense} c{}", i + 1);
        for &(variable, factor) in &row.terms {
            entries[variable].push((i + 1, factor));
        }
    }
    text.push_str("COLUMNS\n");
    let mut is_integer = false;
    for (column, entries) in program.columns.iter().zip(&entries) {
        if column.is_integer != is_integer {
            is_integer = column.is_integer;
            let way = if is_integer { "INTORG" } else { "INTEND" };
            let _ = writeln!(text, " MARKER 'MARKER' '{way}'");
        }
        let _ = writeln!(text, " {} obj 0", column.name);
        for (row, factor) in entries {
            let _ = writeln!(text, " {} c{row} {factor}", column.name);
        }
    }
    if is_integer {
        text.push_str(" MARKER 'MARKER' 'INTEND'\n");
    }
    text.push_str("RHS\n");
    for (i, row) in program.rows.iter().enumerate().filter(|(_, row)| row.right != 0) {
        let _ = writeln!(text, " rhs c{} {}", i + 1, row.right);
    }
    text.push_str("BOUNDS\n");
    for column in &program.columns {
        let _ = writeln!(text, " LO bnd {} {}", column.name, column.lower);
        let _ = writeln!(text, " UP bnd {} {}", column.name, column.upper);
    }
    text.push_str("ENDATA\n");
    Ok(text)
}
