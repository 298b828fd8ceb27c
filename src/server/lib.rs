//! The local web server of `zlink studio`: the requests of `zlink_studio` over HTTP, and no others.
//!
//! | file | job |
//! |---|---|
//! | `server.rs` | connections and routes |
//! | `write_timeout.rs` | a connection with a write timeout |
//! | `guard.rs` | which requests are answered: those of the page that the user has opened |
//! | `body.rs` | bodies of requests, within bounds of size and time |
//! | `answer.rs` | answers, as a whole or as events while the work runs |
//! | `refused.rs` | error responses |
//! | `page.rs` | requests for the files of the page |
//! | `work.rs` | pieces of work: their queue, their limits, their end |
//! | `door.rs` | requests of tests, without a socket |
//!
//! The protocol is described in `docs/reference/studio.md`.
//!
//! Every piece of work runs on its own thread and under its own limits. It is stopped when its client disconnects. A crash
//! is reported to the client and ends nothing else.

#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests run where there are threads"))]

mod answer;
mod body;
mod door;
mod guard;
mod page;
mod refused;
mod server;
mod work;
mod write_timeout;

use std::time::Duration;

use zlink_base::limits::Limits;

#[doc(hidden)]
pub use door::{Answered, Door};
pub use server::{Control, Server};
pub use zlink_studio::Start;

/// The port that is used if it is free. Browsers store data per address, so with the same port the page finds its data again.
pub const PREFERRED_PORT: u16 = 4269;

/// The options of a server.
#[derive(Debug)]
pub struct Options {
    /// The port. The default is [`PREFERRED_PORT`], or any free port if that is taken.
    pub port: Option<u16>,
    /// The time limit of each piece of work.
    pub time: Option<Duration>,
    /// The limits of all pieces of work together.
    pub limits: Limits,
    /// The puzzle that the page opens with.
    pub start: Option<Start>,
}
