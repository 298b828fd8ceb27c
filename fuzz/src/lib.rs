//! Properties of all readers of zlink that hold for any bytes. Each file has one check, which panics if its property
//! does not hold.
//!
//! The checks have three users: the libFuzzer targets in `fuzz_targets/`, the short run of `cargo test --test all
//! fuzz::`, and the long run of `run.sh`. `targets.tsv` lists the checks for the last two.

pub mod answer;
pub mod blocks;
pub mod board;
pub mod command_line;
pub mod compressed;
pub mod convert;
pub mod diagram;
pub mod facts;
pub mod folder;
pub mod graphillion;
pub mod mask;
pub mod picture;
pub mod reasoning;
#[cfg(feature = "studio")]
pub mod studio;
pub mod weights;

mod family;
mod mending;
