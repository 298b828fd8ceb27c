//! The results of a request, told while the work runs: an event stream as in the HTML Living Standard, section 9.2.

use std::fmt;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde::Serialize;
use serde_json::json;

use super::job::{Job, fail_on_request};
use super::refusal::Refusal;
use super::reply::Buffer;
use zlink_base::clock::Instant;
use zlink_base::limits::{Interrupted, Progress};

/// The least time between two events about progress.
const BETWEEN: Duration = Duration::from_millis(200);

/// Takes the events of a request, each as the bytes of an event stream.
pub trait Listener: Sync {
    /// The request is accepted; its events follow.
    fn begin(&self);

    /// Takes an event. Returns `Break` when nobody listens any more.
    fn hear(&self, event: Buffer, weight: Weight) -> ControlFlow<()>;
}

/// What an event is worth to its listener.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    /// Progress: it may be dropped.
    Progress,
    /// A result: the work waits until it is taken, as long as its limits allow.
    Result,
    /// The last event, sent whatever the limits say.
    Last,
}

/// Sends the events of a request.
pub(crate) struct EventSender<'a> {
    job: &'a Job,
    listener: &'a dyn Listener,
    has_begun: AtomicBool,
    /// The time of the last event about progress.
    told: Mutex<Option<Instant>>,
}

impl<'a> EventSender<'a> {
    pub(crate) fn new(job: &'a Job, listener: &'a dyn Listener) -> Self {
        EventSender { job, listener, has_begun: AtomicBool::new(false), told: Mutex::default() }
    }

    /// The work on the request.
    pub(crate) fn job(&self) -> &'a Job {
        self.job
    }

    /// Accepts the request: from now on, its answer is a stream of events.
    pub(crate) fn begin(&self) {
        self.has_begun.store(true, Ordering::Relaxed);
        self.listener.begin();
        fail_on_request();
    }

    /// Whether the request is accepted.
    pub(crate) fn has_begun(&self) -> bool {
        self.has_begun.load(Ordering::Relaxed)
    }

    /// Sends an event whose data is one line of JSON. Returns `Break` when the work should end: nobody listens, or a limit is reached.
    pub(crate) fn line(&self, name: &str, json: &str) -> ControlFlow<()> {
        self.result(name, |event| event.write_all(json.trim_end().as_bytes()))
    }

    /// Sends an event whose data is `value` as JSON. Returns as [`EventSender::line`] does.
    pub(crate) fn value(&self, name: &str, value: &impl Serialize) -> ControlFlow<()> {
        self.result(name, |event| Ok(serde_json::to_writer(event, value)?))
    }

    /// Sends an event whose data `write` writes. Events that wait for their reader count as memory; without any left, the work is stopped.
    fn result(&self, name: &str, write: impl FnOnce(&mut Buffer) -> io::Result<()>) -> ControlFlow<()> {
        let mut event = Buffer::of_event(&self.job.limits);
        let written = write!(event, "event: {name}\ndata: ").and_then(|()| write(&mut event));
        if written.and_then(|()| event.write_all(b"\n\n")).is_err() {
            if event.failed() == Some(Interrupted::Memory) {
                self.job.stop(Interrupted::Memory);
            }
            return ControlFlow::Break(());
        }
        self.listener.hear(event, Weight::Result)
    }

    /// Sends the last event, when all work is done.
    pub(crate) fn end(&self, ending: Result<Option<Interrupted>, Refusal>) {
        let event = match ending {
            Ok(stopped) => {
                let stopped = stopped.or(self.job.cause()).map(|cause| self.job.explain(cause));
                Buffer::end(stopped)
            }
            Err(refusal) => Buffer::short("failed", &json!({ "error": refusal.error() })),
        };
        // When nobody listens, there is nothing left to stop.
        let _ = self.listener.hear(event, Weight::Last);
    }
}

impl Progress for EventSender<'_> {
    fn report(&self, phase: &str, detail: fmt::Arguments<'_>) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if told.is_some_and(|told| now.duration_since(told) < BETWEEN) {
            return;
        }
        *told = Some(now);
        let progress = json!({ "phase": phase, "detail": detail.to_string() });
        let _ = self.listener.hear(Buffer::short("progress", &progress), Weight::Progress);
    }
}
