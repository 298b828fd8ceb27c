//! `zlink diagram`: families of sets in files.
//!
//! | file | job |
//! |---|---|
//! | `arguments.rs` | the command line |
//! | `files.rs` | reads and writes diagrams |
//! | `weights.rs` | reads weights |
//! | `families.rs` | makes families: build, combine, transform, filter, convert |
//! | `graphs.rs` | all sets of edges of some kinds |
//! | `questions.rs` | answers questions about one family |

mod arguments;
mod families;
mod files;
mod graphs;
mod questions;
mod weights;

use super::deferred::Deferred;
use super::session::Session;
use arguments::Action;
use zlink_answer::{ExitStatus, Task};
use zlink_base::clock::Instant;

pub(super) use arguments::{Diagram, EXAMPLES};
pub(super) use weights::of as weights_of;

/// Runs the action of the command line.
pub(super) fn diagram(started: Instant, arguments: &Diagram) -> ExitStatus {
    let session = Session::start(started, Task::Diagram, None, arguments.action.limits());
    session.run(|session| match &arguments.action {
        Action::Build(Deferred(build)) => families::build(session, build),
        Action::Combine(Deferred(combine)) => families::combine(session, combine),
        Action::Transform(Deferred(transform)) => families::transform(session, transform),
        Action::Filter(Deferred(filter)) => families::filter(session, filter),
        Action::Convert(Deferred(convert)) => families::convert(session, convert),
        Action::Count(Deferred(asked)) => questions::count(session, asked),
        Action::Sizes(Deferred(asked)) => questions::sizes(session, asked),
        Action::List(Deferred(list)) => questions::list(session, list),
        Action::Sample(Deferred(sample)) => questions::sample(session, sample),
        Action::Best(Deferred(best)) => questions::best(session, best),
        Action::Frequency(Deferred(asked)) => questions::frequency(session, asked),
        Action::Weigh(Deferred(weigh)) => questions::weigh(session, weigh),
        Action::Info(Deferred(info)) => questions::info(session, info),
    })
}
