//! Allocations: `limits.rs` measures how well the memory limit holds, `failures.rs` makes allocations fail.
//!
//! `cargo test --test memory` runs both; with a word, only the part whose name begins with it.

#![allow(clippy::disallowed_methods, reason = "tests run where there are threads")]

mod allocator;
#[allow(dead_code, unused_imports, reason = "most of it is for the other tests")]
#[path = "../common/mod.rs"]
mod common;
mod failures;
mod limits;

use std::process::ExitCode;

fn main() -> ExitCode {
    // A program that was started to see what becomes of it.
    if failures::is_asked() {
        return failures::program();
    }
    let word = std::env::args().skip(1).find(|word| !word.starts_with('-')).unwrap_or_default();
    for (name, part) in [("failures", failures::test as fn()), ("limits", limits::test)] {
        if name.starts_with(&word) {
            part();
            println!("{name}: ok");
        }
    }
    ExitCode::SUCCESS
}
