//! What the page of `zlink studio` can ask for, answered by the library's functions: a request in, an answer or a stream of events
//! out. `zlink-server` sends them over HTTP, and the WebAssembly module of `web/` to the page that has loaded it.
//!
//! | file | job |
//! |---|---|
//! | `ask.rs` | each request to its answer |
//! | `request.rs` | requests: their names and what they carry |
//! | `job.rs` | the work on one request: its limits and its memory |
//! | `reply.rs`, `events.rs`, `refusal.rs` | answers: as a whole, as events, as errors |
//! | `puzzle.rs` | the puzzle of a request |
//! | `board.rs` | a puzzle with its layout, as the page receives it |
//! | `open.rs` | requests that open a puzzle: the first one, and those given as text |
//! | `boards.rs` | requests that return a new board: blank, mask, picture, turn |
//! | `analyse.rs` | requests for analyses, explanations, ratings |
//! | `orbits.rs` | the cells whose clues go and come together |
//! | `make.rs`, `hints.rs` | requests that make puzzles: at random, or as samples of all sets of hints |
//! | `export.rs` | requests for other formats and pictures |
//! | `page/`, `files.rs`, `build.rs` | the page, and its files as a part of the program (feature `page`) |
//!
//! The protocol is described in `docs/reference/studio.md`.

#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod analyse;
mod ask;
mod board;
mod boards;
mod events;
mod export;
#[cfg(feature = "page")]
mod files;
mod hints;
mod job;
mod make;
mod open;
mod orbits;
mod puzzle;
mod refusal;
mod reply;
mod request;

pub use ask::ask;
pub use events::{Listener, Weight};
#[cfg(feature = "page")]
pub use files::page_file;
pub use job::Job;
pub use open::Start;
pub use refusal::Refusal;
pub use reply::{Buffer, Reply};
pub use request::{MOST_BYTES, Question, Request, Takes};
