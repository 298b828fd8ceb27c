//! What a piece of work tells while it goes on: server-sent events (HTML Living Standard, section 9.2).

use std::convert::Infallible;
use std::fmt;
use std::ops::ControlFlow;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use serde::Serialize;
use serde_json::json;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Interval, interval_at};

use super::refusal::Refusal;
use super::work::{Piece, StopOnDrop, Work, caught};
use crate::clock::Instant;
use crate::limits::{Exhausted, Progress};

/// How many events wait for their reader before the work does.
const MOST_WAITING: usize = 64;
/// The time between two events about how far the work is, at least.
const BETWEEN: Duration = Duration::from_millis(200);
/// The time after which a comment shows that the connection is still there.
const BEAT: Duration = Duration::from_secs(1);

/// Where a piece of work tells what it finds.
pub(super) struct Teller {
    piece: Arc<Piece>,
    events: mpsc::Sender<Bytes>,
    /// When it was last told how far the work is.
    told: Mutex<Option<Instant>>,
}

impl Teller {
    /// The piece of work.
    pub(super) fn piece(&self) -> &Piece {
        &self.piece
    }

    /// Tells one line of JSON; it is over when nobody listens any more.
    pub(super) fn line(&self, name: &str, json: &str) -> ControlFlow<()> {
        let event = format!("event: {name}\ndata: {}\n\n", json.trim_end());
        match self.events.blocking_send(event.into()) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }

    /// Tells a value.
    pub(super) fn value(&self, name: &str, value: &impl Serialize) -> ControlFlow<()> {
        match serde_json::to_string(value) {
            Ok(json) => self.line(name, &json),
            Err(_) => ControlFlow::Break(()),
        }
    }
}

impl Progress for Teller {
    fn report(&self, phase: &str, detail: fmt::Arguments<'_>) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if told.is_some_and(|told| now.duration_since(told) < BETWEEN) {
            return;
        }
        *told = Some(now);
        // Progress that nobody has time to read is not waited for.
        let event = json!({ "phase": phase, "detail": detail.to_string() });
        let _ = self.events.try_send(format!("event: progress\ndata: {event}\n\n").into());
    }
}

/// Answers with the events of a piece of work. `prepare` reads the request, and may refuse it; `run` tells what it finds, and
/// returns the limit that has ended it early, if one has, or why it has failed.
pub(super) async fn stream<T>(
    work: &Work,
    prepare: impl FnOnce(&Piece) -> Result<T, Refusal> + Send + 'static,
    run: impl FnOnce(T, &Teller) -> Result<Option<Exhausted>, Refusal> + Send + 'static,
) -> Result<Response, Refusal> {
    let turn = work.turn().await?;
    let (piece, stop) = work.begin();
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
        let teller = Teller { piece, events, told: Mutex::default() };
        // Nothing is left to be done when nobody hears the end.
        let _ = match caught(|| run(prepared, &teller)) {
            Ok(stopped) => {
                let stopped = stopped.map(|cause| teller.piece.explain(cause).to_string());
                teller.value("end", &json!({ "stopped": stopped }))
            }
            Err(refusal) => teller.value("failed", &json!({ "error": refusal.error() })),
        };
    });
    is_ready.await.unwrap_or_else(|_| Err(Refusal::crashed()))?;
    let beat = interval_at(tokio::time::Instant::now() + BEAT, BEAT);
    let body = Body::from_stream(Events { told, beat, _stop: stop });
    Ok(([(CONTENT_TYPE, "text/event-stream")], body).into_response())
}

/// The body of the answer; when it goes, the work is stopped.
struct Events {
    told: mpsc::Receiver<Bytes>,
    beat: Interval,
    _stop: StopOnDrop,
}

impl Stream for Events {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if let Poll::Ready(event) = self.told.poll_recv(context) {
            self.beat.reset();
            return Poll::Ready(event.map(Ok));
        }
        self.beat.poll_tick(context).map(|_| Some(Ok(Bytes::from_static(b":\n\n"))))
    }
}
