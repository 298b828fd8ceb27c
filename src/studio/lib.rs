//! The local web server of `zlink studio`: HTTP around what the library does. It adds no function of its own.
//!
//! | file | job |
//! |---|---|
//! | `server.rs` | connections and routes |
//! | `patience.rs` | connections whose other end does not read are cut off |
//! | `guard.rs` | which requests are answered: those of the page that the user has opened |
//! | `body.rs` | bodies of requests, within bounds of size and time |
//! | `refusal.rs` | why a request is not answered |
//! | `reply.rs` | answers that are sent as a whole |
//! | `page.rs` | the files of `page/` |
//! | `work.rs` | one piece of work: its turn, its limits, its end |
//! | `events.rs` | what a piece of work tells while it goes on |
//! | `puzzle.rs` | the puzzle of a request |
//! | `board.rs` | a puzzle for the page: what is where |
//! | `boards.rs` | puzzles and blank boards |
//! | `ask.rs` | analyses, explanations, ratings |
//! | `make.rs`, `hints.rs` | puzzles made: at random, and as parts of all |
//! | `export.rs` | other formats and pictures |
//! | `door.rs` | requests of tests, without a socket |
//!
//! The protocol is described in `docs/reference/studio.md`.
//!
//! Every piece of work runs on a thread of its own and under limits of its own: whoever asked for it and leaves stops it,
//! and a crash of one is told and ends nothing else.

#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests run where there are threads"))]

mod ask;
mod board;
mod boards;
mod body;
mod door;
mod events;
mod export;
mod guard;
mod hints;
mod make;
mod page;
mod patience;
mod puzzle;
mod refusal;
mod reply;
mod server;
mod work;

use std::time::Duration;

use zlink_base::limits::Limits;
use zlink_facts::Source;

#[doc(hidden)]
pub use door::{Answered, Door};
pub use server::{Control, Server};

/// The port that is taken if it is free: what browsers keep belongs to an address, so it is found again.
pub const PREFERRED_PORT: u16 = 4269;

/// What a server is told.
#[derive(Debug)]
pub struct Options {
    /// The port; without one [`PREFERRED_PORT`], or else any that is free.
    pub port: Option<u16>,
    /// How long each piece of work may take.
    pub time: Option<Duration>,
    /// What bounds all pieces of work together.
    pub limits: Limits,
    /// The puzzle that the page opens with.
    pub start: Option<Start>,
}

/// The puzzle that the page opens with.
#[derive(Debug, Clone)]
pub struct Start {
    /// What it is called.
    pub name: Option<String>,
    /// Its facts.
    pub sources: Vec<Source>,
    /// Whether they were made of another format: then links are the answer, not demands.
    pub is_translated: bool,
}
