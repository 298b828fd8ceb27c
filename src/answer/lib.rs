//! OUTCOME -> TEXT: answers in the formats of the ASP competitions and of clingo, statistics, exit statuses.
//! TEXT -> CLAIMS: the checker reads answers in these formats.
//!
//! | file | job |
//! |---|---|
//! | `status.rs` | the exit statuses of clasp |
//! | `summary.rs` | the data that a format writes after the answers |
//! | `analysis.rs` | reports of an analysis as text and as JSON |
//! | `explanation.rs` | steps of an explanation as text and as JSON |
//! | `ratings.rs` | ratings as a table, CSV and JSON |
//! | `csv.rs` | fields of comma-separated values |
//! | `atoms.rs` | edges as the atoms `link(U,V)` |
//! | `bounds.rs` | consequences, during the search and at its end |
//! | `output_format.rs` | the choice of a format, and the trait that each implements |
//! | `fact_lines.rs`, `clasp_text.rs`, `clasp_json.rs` | the formats, one per file |
//! | `table.rs` | statistics as text and as JSON |
//! | `witness.rs` | reads answers in any of the formats |
//! | `printed.rs`, `terms.rs` | the lines that solvers print, and the terms in a line |

#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests run where there are threads"))]

mod analysis;
mod atoms;
mod bounds;
mod clasp_json;
mod clasp_text;
pub mod csv;
mod explanation;
mod fact_lines;
mod output_format;
mod printed;
mod ratings;
mod status;
mod summary;
pub mod table;
mod terms;
pub mod witness;

pub use analysis::Reports;
pub use atoms::Atoms;
pub use bounds::{Bounds, Consequences};
pub use explanation::Explanation;
pub use output_format::{OutputFormat, Render, renderer};
pub use ratings::RatingFormat;
pub use status::ExitStatus;
pub use summary::{Summary, Task};
