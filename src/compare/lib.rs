//! RUNS -> COMPARISON: the results of engines on the same instances, as the tables and plots that papers print.
//!
//! This module does not run anything. Its caller runs the engines and fills a [`Comparison`]; this module finds
//! contradictions between answers and writes the reports.
//!
//! | file | job |
//! |---|---|
//! | `record.rs` | the measured runs |
//! | `verdict.rs` | questions and answers |
//! | `agreement.rs` | finds answers that contradict each other |
//! | `summary.rs` | statistics of the runs of an engine |
//! | `table.rs` | aligned text and Markdown |
//! | `report.rs` | the tables: engines, instances |
//! | `csv.rs`, `json.rs` | the runs for other programs |
//! | `axis.rs`, `plot` | the cactus plot and the box plot |

#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests run where there are threads"))]

mod agreement;
mod axis;
mod csv;
mod json;
mod plot;
mod record;
mod report;
mod summary;
mod table;
#[cfg(test)]
mod tests;
mod verdict;

pub use agreement::{Disagreement, disagreements};
pub use csv::csv;
pub use json::json;
pub use plot::plot;
pub use record::{Comparison, End, Instance, Run};
pub use report::{engine_table, instance_table};
pub use summary::{Sample, Summary};
pub use table::{Look, Table};
pub use verdict::{Question, Verdict};
