//! The results of a piece of work, sent while it runs: server-sent events (HTML Living Standard, section 9.2).

use std::convert::Infallible;
use std::fmt;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::thread;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Interval, Sleep, interval_at, sleep_until};

use super::refusal::Refusal;
use super::reply::MeteredBuffer;
use super::work::{Job, StopOnDrop, Work, caught, in_time};
use zlink_base::clock::Instant;
use zlink_base::limits::{Account, Interrupted, Progress};

/// The most events that wait for their reader; when there are more, the work waits.
const MOST_WAITING: usize = 64;
/// The least time between two events about progress.
const BETWEEN: Duration = Duration::from_millis(200);
/// The time between two attempts to queue an event.
const PAUSE: Duration = Duration::from_millis(2);
/// The silence after which a comment is sent, to show that the connection is alive.
const BEAT: Duration = Duration::from_secs(1);

/// Sends the events of a piece of work.
pub(super) struct EventSender {
    piece: Arc<Job>,
    events: mpsc::Sender<Bytes>,
    /// The time of the last event about progress.
    told: Mutex<Option<Instant>>,
}

impl EventSender {
    /// The piece of work.
    pub(super) fn piece(&self) -> &Job {
        &self.piece
    }

    /// Sends an event whose data is one line of JSON. Returns `Break` when the work should end: nobody listens, or a limit is reached.
    pub(super) fn line(&self, name: &str, json: &str) -> ControlFlow<()> {
        self.event(name, |event| event.write_all(json.trim_end().as_bytes()))
    }

    /// Sends an event whose data is `value` as JSON. Returns as [`EventSender::line`] does.
    pub(super) fn value(&self, name: &str, value: &impl Serialize) -> ControlFlow<()> {
        self.event(name, |event| Ok(serde_json::to_writer(event, value)?))
    }

    /// Sends an event whose data `write` writes. Events that wait for their reader count as memory; without any left, the work is stopped.
    #[expect(clippy::disallowed_methods, reason = "only systems with threads have sockets")]
    fn event(&self, name: &str, write: impl FnOnce(&mut MeteredBuffer) -> io::Result<()>) -> ControlFlow<()> {
        let mut event = MeteredBuffer::of_event(&self.piece.limits);
        let written = write!(event, "event: {name}\ndata: ").and_then(|()| write(&mut event));
        if written.and_then(|()| event.write_all(b"\n\n")).is_err() {
            if event.failed() == Some(Interrupted::Memory) {
                self.piece.stop(Interrupted::Memory);
            }
            return ControlFlow::Break(());
        }
        let mut event = event.into_bytes();
        loop {
            event = match self.events.try_send(event) {
                Ok(()) => return ControlFlow::Continue(()),
                Err(TrySendError::Full(event)) if self.piece.limits.check().is_ok() => event,
                Err(_) => return ControlFlow::Break(()),
            };
            thread::sleep(PAUSE);
        }
    }

    /// Sends the last event, when all work is done.
    fn last(self, event: Bytes) {
        self.piece.done();
        // An error means that nobody listens; there is nothing left to stop.
        let _ = self.events.blocking_send(event);
    }
}

/// The bytes of a short event, which do not count as memory.
fn event(name: &str, value: &Value) -> Bytes {
    format!("event: {name}\ndata: {value}\n\n").into()
}

/// The event `end`, with the limit that has stopped the work, if one has.
fn end(stopped: Option<Interrupted>) -> Bytes {
    event("end", &json!({ "stopped": stopped.map(|cause| cause.to_string()) }))
}

impl Progress for EventSender {
    fn report(&self, phase: &str, detail: fmt::Arguments<'_>) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if told.is_some_and(|told| now.duration_since(told) < BETWEEN) {
            return;
        }
        *told = Some(now);
        // When the queue is full, this event is dropped.
        let progress = json!({ "phase": phase, "detail": detail.to_string() });
        let _ = self.events.try_send(event("progress", &progress));
    }
}

/// Answers with the events of a piece of work. `prepare` reads the request, and may refuse it. `run` sends the results, and returns
/// the limit that has ended it early, if one has, or why it has failed.
pub(super) async fn stream<T>(
    work: &Work,
    room: Account,
    prepare: impl FnOnce(&Job) -> Result<T, Refusal> + Send + 'static,
    run: impl FnOnce(T, &EventSender) -> Result<Option<Interrupted>, Refusal> + Send + 'static,
) -> Result<Response, Refusal> {
    let turn = work.turn().await?;
    let (piece, stop, late) = work.begin(room);
    let (events, told) = mpsc::channel(MOST_WAITING);
    let (ready, is_ready) = oneshot::channel();
    tokio::task::spawn_blocking(move || {
        let _turn = turn;
        let prepared = match caught(|| prepare(&piece)) {
            Ok(prepared) => prepared,
            Err(refusal) => {
                let _ = ready.send(Err(refusal));
                return;
            }
        };
        let _ = ready.send(Ok(()));
        let teller = EventSender { piece, events, told: Mutex::default() };
        match caught(|| run(prepared, &teller)) {
            Ok(stopped) => {
                let stopped = stopped.or(teller.piece.cause()).map(|cause| teller.piece.explain(cause));
                teller.last(end(stopped));
            }
            Err(refusal) => teller.last(event("failed", &json!({ "error": refusal.error() }))),
        }
    });
    in_time(late, is_ready).await?.unwrap_or_else(|_| Err(Refusal::crashed()))?;
    let beat = interval_at(tokio::time::Instant::now() + BEAT, BEAT);
    let late = late.map(|late| Box::pin(sleep_until(late)));
    let body = Body::from_stream(Events { told, beat, late, is_over: false, _stop: stop });
    Ok(([(CONTENT_TYPE, "text/event-stream")], body).into_response())
}

/// The body of the answer. Dropping it stops the work.
struct Events {
    told: mpsc::Receiver<Bytes>,
    beat: Interval,
    /// When the event `end` is sent at the latest, whether or not the work has ended.
    late: Option<Pin<Box<Sleep>>>,
    is_over: bool,
    _stop: StopOnDrop,
}

impl Stream for Events {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.is_over {
            return Poll::Ready(None);
        }
        if let Poll::Ready(event) = self.told.poll_recv(context) {
            self.beat.reset();
            return Poll::Ready(event.map(Ok));
        }
        if self.late.as_mut().is_some_and(|late| late.as_mut().poll(context).is_ready()) {
            self.is_over = true;
            return Poll::Ready(Some(Ok(end(Some(Interrupted::Time)))));
        }
        self.beat.poll_tick(context).map(|_| Some(Ok(Bytes::from_static(b":\n\n"))))
    }
}
