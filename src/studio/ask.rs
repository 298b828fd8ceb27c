//! Each request to its answer.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::events::{EventSender, Listener};
use super::job::{Job, fail_on_request};
use super::open::Start;
use super::refusal::Refusal;
use super::reply::Reply;
use super::request::{Question, Request};
use super::{analyse, boards, export, hints, make, open};
use zlink_base::limits::Interrupted;

/// Answers a request. Returns an answer that is sent as a whole; none when the answer was a stream of events, which the `listener` has
/// heard up to its end. `start` is the puzzle that the page opens with. A crash ends this work and nothing else, where panics unwind.
///
/// # Errors
/// When the request is malformed or impossible, the work reaches a limit, or crashes.
pub fn ask(
    request: Request<'_>,
    start: Option<&Start>,
    job: &Job,
    listener: &dyn Listener,
) -> Result<Option<Reply>, Refusal> {
    let events = EventSender::new(job, listener);
    let answer = match request.question.is_constant() {
        true => answer(request, start, &events),
        false => caught(|| answer(request, start, &events)),
    };
    let ending = match answer {
        Ok(Answer::Whole(reply)) => return Ok(Some(reply)),
        Ok(Answer::Events(stopped)) => Ok(stopped),
        Err(refusal) if events.has_begun() => Err(refusal),
        Err(refusal) => return Err(refusal),
    };
    events.end(ending);
    Ok(None)
}

/// The answer to a request.
enum Answer {
    /// An answer that is sent as a whole.
    Whole(Reply),
    /// All events but the last were sent; the limit that has ended the work early, if one has.
    Events(Option<Interrupted>),
}

/// Computes the answer to a request; the last of its events is still to be sent.
fn answer(request: Request<'_>, start: Option<&Start>, events: &EventSender<'_>) -> Result<Answer, Refusal> {
    let job = events.job();
    Ok(match request.question {
        Question::Start => Answer::Whole(open::start(start, job)?),
        Question::Boards => Answer::Whole(boards::boards(job)?),
        Question::Formats => Answer::Whole(export::formats(job)?),
        Question::Open => Answer::Whole(open::open(request.json(job)?, job)?),
        Question::Board => Answer::Whole(boards::board(&request.json(job)?, job)?),
        Question::Mask => Answer::Whole(boards::mask(request.json(job)?, job)?),
        Question::Picture => Answer::Whole(boards::picture(&request, job)?),
        Question::Turn => Answer::Whole(boards::turn(request.json(job)?, job)?),
        Question::Analyse => Answer::Events(analyse::analyse(request.json(job)?, events)?),
        Question::Solutions => Answer::Events(analyse::solutions(request.json(job)?, events)?),
        Question::Explain => Answer::Events(analyse::explain(request.json(job)?, events)?),
        Question::Rate => Answer::Events(analyse::rate(request.json(job)?, events)?),
        Question::Thin => Answer::Events(make::thin(request.json(job)?, events)?),
        Question::Generate => Answer::Events(make::generate(request.json(job)?, events)?),
        Question::Hints => Answer::Events(hints::hints(request.json(job)?, events)?),
        Question::Convert => Answer::Whole(export::convert(request.json(job)?, job)?),
        Question::Draw => Answer::Whole(export::draw(request.json(job)?, job)?),
    })
}

/// Runs `work`; a panic becomes a refusal.
fn caught<T>(work: impl FnOnce() -> Result<T, Refusal>) -> Result<T, Refusal> {
    let work = || {
        fail_on_request();
        work()
    };
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(Refusal::crashed()))
}
