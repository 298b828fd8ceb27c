//! Answers to requests: what `zlink_studio` returns as a whole, or tells event by event while the work runs.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::thread;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Interval, Sleep, interval_at, sleep_until};

use super::body;
use super::refused::Refused;
use super::server::Studio;
use super::work::{Piece, StopOnDrop, in_time};
use zlink_base::limits::Interrupted;
use zlink_studio::{Buffer, Listener, Question, Refusal, Reply, Weight, ask};

/// The most events that wait for their reader; when there are more, the work waits.
const MOST_WAITING: usize = 64;
/// The time between two attempts to queue an event.
const PAUSE: Duration = Duration::from_millis(2);
/// The silence after which a comment is sent, to show that the connection is alive.
const BEAT: Duration = Duration::from_secs(1);

/// Answers a request to `question`.
pub(super) async fn answer(
    question: Question,
    State(studio): State<Arc<Studio>>,
    request: Request,
) -> Result<Response, Refused> {
    let query = request.uri().query().unwrap_or_default().to_owned();
    let (body, room) = body::read(request, question.takes(), studio.work.account()).await?;
    let turn = if question.is_constant() { None } else { Some(studio.work.turn().await?) };
    let (piece, stop, late) = studio.work.begin(room);
    let (events, heard) = mpsc::channel(MOST_WAITING);
    let (first, is_ready) = oneshot::channel();
    tokio::task::spawn_blocking(move || {
        let _turn = turn;
        let sender = Sender { piece: &piece, events, first: Mutex::new(Some(first)) };
        let request = zlink_studio::Request { question, query: &query, body };
        let answer = ask(request, studio.start.as_ref(), &piece.job, &sender);
        let whole = match answer {
            Ok(None) => return,
            Ok(Some(reply)) => Ok(reply),
            Err(refusal) => Err(refusal),
        };
        sender.send_first(First::Whole(whole));
    });
    match in_time(late, is_ready).await?.map_err(|_| Refusal::crashed())? {
        First::Whole(answer) => Ok(whole(answer?)),
        First::Events => {
            let beat = interval_at(tokio::time::Instant::now() + BEAT, BEAT);
            let late = late.map(|late| Box::pin(sleep_until(late)));
            let body = Body::from_stream(Events { heard, beat, late, is_over: false, _stop: stop });
            Ok(([(CONTENT_TYPE, "text/event-stream")], body).into_response())
        }
    }
}

/// The response that is sent as a whole. Its memory is given back when the last byte is sent.
fn whole(reply: Reply) -> Response {
    ([(CONTENT_TYPE, reply.kind)], Body::from(Bytes::from_owner(reply.bytes))).into_response()
}

/// What is known first of an answer.
enum First {
    /// All of it.
    Whole(Result<Reply, Refusal>),
    /// Events follow.
    Events,
}

/// Sends the events of a piece of work to the connection.
struct Sender<'a> {
    piece: &'a Piece,
    events: mpsc::Sender<Bytes>,
    first: Mutex<Option<oneshot::Sender<First>>>,
}

impl Sender<'_> {
    fn send_first(&self, first: First) {
        if let Some(sender) = self.first.lock().unwrap_or_else(PoisonError::into_inner).take() {
            // An error means that the client has left.
            let _ = sender.send(first);
        }
    }
}

impl Listener for Sender<'_> {
    fn begin(&self) {
        self.send_first(First::Events);
    }

    #[expect(clippy::disallowed_methods, reason = "only systems with threads have sockets")]
    fn hear(&self, event: Buffer, weight: Weight) -> ControlFlow<()> {
        let mut event = Bytes::from_owner(event);
        if weight == Weight::Last {
            self.piece.done();
            // An error means that nobody listens; there is nothing left to stop.
            let _ = self.events.blocking_send(event);
            return ControlFlow::Continue(());
        }
        loop {
            event = match self.events.try_send(event) {
                Ok(()) => return ControlFlow::Continue(()),
                Err(TrySendError::Full(_)) if weight == Weight::Progress => return ControlFlow::Continue(()),
                Err(TrySendError::Full(event)) if self.piece.job.limits.check().is_ok() => event,
                Err(_) => return ControlFlow::Break(()),
            };
            thread::sleep(PAUSE);
        }
    }
}

/// The body of a response with events. Dropping it stops the work.
struct Events {
    heard: mpsc::Receiver<Bytes>,
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
        if let Poll::Ready(event) = self.heard.poll_recv(context) {
            self.beat.reset();
            return Poll::Ready(event.map(Ok));
        }
        if self.late.as_mut().is_some_and(|late| late.as_mut().poll(context).is_ready()) {
            self.is_over = true;
            let end = Buffer::end(Some(Interrupted::Time));
            return Poll::Ready(Some(Ok(Bytes::from_owner(end))));
        }
        self.beat.poll_tick(context).map(|_| Some(Ok(Bytes::from_static(b":\n\n"))))
    }
}
