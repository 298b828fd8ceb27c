//! What every stage of zlink uses: limits of time and memory, progress reports, the clock, files that are written as a
//! whole, random numbers that are the same everywhere, enums whose values have names, counts in words, and faults on request for tests.

#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests run where there are threads"))]

pub mod clock;
mod counted;
pub mod faults;
pub mod files;
pub mod limits;
mod named;
pub mod random;

pub use counted::counted;
pub use named::Named;
