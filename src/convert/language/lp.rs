//! Writes the integer program in the LP format of CPLEX.

use std::fmt::Write;

use crate::Document;
use zlink_base::limits::{Interrupted, Limits};
use zlink_engine::encoding::linear::{Program, Sense, Variable};
use zlink_puzzle::EdgeId;

/// The number of terms on a line: readers accept lines of a few hundred characters only.
const TERMS: usize = 12;

/// Writes the integer program of a puzzle.
pub(super) fn write(document: &Document, limits: &Limits) -> Result<String, Interrupted> {
    let Document { puzzle, names, .. } = document;
    let program = Program::complete(puzzle, limits)?;
    let mut text =
        "\\ Every feasible point is a solution of the puzzle: the edges whose variable is 1.\n".to_owned();
    // Writing to a string cannot fail.
    for e in 0..puzzle.edge_count() {
        let _ =
            writeln!(text, "\\ {} = {}", program.columns[e].name, names.link(puzzle, EdgeId::from_index(e)));
    }
    let any = program.columns.first().map_or_else(|| "x".to_owned(), |column| column.name.to_string());
    let _ = writeln!(text, "Minimize\n obj: 0 {any}\nSubject To");
    for (i, row) in program.rows.iter().enumerate() {
        let _ = write!(text, " c{}:", i + 1);
        if row.terms.is_empty() {
            let _ = write!(text, " 0 {any}");
        }
        terms(&mut text, &program, &row.terms);
        let sense = match row.sense {
            Sense::AtMost => "<=",
            Sense::Equal => "=",
            Sense::AtLeast => ">=",
        };
        let _ = writeln!(text, " {sense} {}", row.right);
    }
    text.push_str("Bounds\n");
    for column in &program.columns {
        let _ = writeln!(text, " {} <= {} <= {}", column.lower, column.name, column.upper);
    }
    text.push_str("General\n");
    for column in program.columns.iter().filter(|column| column.is_integer) {
        let _ = writeln!(text, " {}", column.name);
    }
    text.push_str("End\n");
    Ok(text)
}

fn terms(text: &mut String, program: &Program, terms: &[(Variable, i64)]) {
    for (i, &(variable, factor)) in terms.iter().enumerate() {
        if i > 0 && i % TERMS == 0 {
            text.push_str("\n  ");
        }
        let sign = if factor < 0 { '-' } else { '+' };
        let name = program.columns[variable].name;
        let _ = match factor.unsigned_abs() {
            1 => write!(text, " {sign} {name}"),
            factor => write!(text, " {sign} {factor} {name}"),
        };
    }
}
