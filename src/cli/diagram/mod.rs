//! `zlink diagram`: families of sets in files.
//!
//! | file | job |
//! |---|---|
//! | `arguments.rs` | the command line |
//! | `files.rs` | reads and writes diagrams |
//! | `weights.rs` | reads weights |
//! | `families.rs` | from families to families: build, combine, transform, filter, convert |
//! | `questions.rs` | what is asked about one family |

mod arguments;
mod families;
mod files;
mod questions;
mod weights;

use std::time::Instant;

use super::session::Session;
use crate::answer::{ExitStatus, Task};
use arguments::Action;

pub(super) use arguments::{Diagram, EXAMPLES};

/// Does what is asked for.
pub(super) fn diagram(started: Instant, arguments: &Diagram) -> ExitStatus {
    let session = Session::start(started, Task::Diagram, None, arguments.action.limits());
    session.run(|session| match &arguments.action {
        Action::Build(build) => families::build(session, build),
        Action::Combine(combine) => families::combine(session, combine),
        Action::Transform(transform) => families::transform(session, transform),
        Action::Filter(filter) => families::filter(session, filter),
        Action::Convert(convert) => families::convert(session, convert),
        Action::Count(asked) => questions::count(session, asked),
        Action::Sizes(asked) => questions::sizes(session, asked),
        Action::List(list) => questions::list(session, list),
        Action::Sample(sample) => questions::sample(session, sample),
        Action::Best(best) => questions::best(session, best),
        Action::Frequency(asked) => questions::frequency(session, asked),
        Action::Weigh(weigh) => questions::weigh(session, weigh),
        Action::Info(info) => questions::info(session, info),
    })
}
