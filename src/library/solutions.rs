//! Solutions one by one, as an iterator.

use std::iter::FusedIterator;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::task::Poll;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rustc_hash::FxHashSet;

use super::questions::why;
use super::{Options, Puzzle, Solution};
use zlink_base::limits::Interrupted;
use zlink_convert::Document;
use zlink_engine::{self as engine, Question, Stop};
use zlink_puzzle::EdgeId;

/// The number of solutions that the search may be ahead of the iterator.
const AHEAD: usize = 256;

/// An iterator over the solutions of a puzzle, each once. An error, which reports that a limit was reached, is the last item.
///
/// The search begins with the first call of `next` and runs ahead in a thread of its own. Dropping the iterator ends the search.
///
/// ```
/// use zlink::{Lattice, Puzzle};
///
/// let grid = Puzzle::board("square", [3, 3], 0)?;
/// let longest = grid.solutions().filter_map(Result::ok).max_by_key(|cycle| cycle.edges().len());
/// assert_eq!(longest.unwrap().edges().len(), 16);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Solutions<V = String> {
    puzzle: Puzzle<V>,
    state: State,
}

#[derive(Debug)]
enum State {
    NotBegun,
    Searching { found: Receiver<Message>, stop: Arc<AtomicBool>, searcher: JoinHandle<()> },
    Done,
}

/// A message of the search thread: the edges of a solution, or why there are no more solutions.
type Message = Result<Vec<EdgeId>, Stop>;

impl<V> Solutions<V> {
    pub(super) fn new(puzzle: Puzzle<V>) -> Self {
        Solutions { puzzle, state: State::NotBegun }
    }

    fn begin(&self) -> Result<State, Stop> {
        let (sender, found) = sync_channel(AHEAD);
        let stop = Arc::new(AtomicBool::new(false));
        let (document, options, flag) =
            (Arc::clone(&self.puzzle.document), self.puzzle.options.clone(), Arc::clone(&stop));
        let searcher = thread::Builder::new()
            .name("zlink solutions".to_owned())
            .spawn(move || search(&document, &options, &flag, &sender))
            // A thread that cannot be started counts as memory that ran out.
            .map_err(|_| Interrupted::Memory)?;
        Ok(State::Searching { found, stop, searcher })
    }

    /// The next item as of [`next`](Iterator::next), or [`Poll::Pending`] if that takes longer than `time`: for callers that have to do
    /// something else now and then. Waiting several times loses nothing.
    ///
    /// ```
    /// use std::task::Poll;
    /// use std::time::Duration;
    ///
    /// let mut cycles = zlink::Puzzle::board("square", [3, 3], 0)?.solutions();
    /// let cycle = loop {
    ///     match cycles.next_within(Duration::from_millis(50)) {
    ///         Poll::Ready(cycle) => break cycle,
    ///         Poll::Pending => println!("still searching"),
    ///     }
    /// };
    /// assert!(cycle.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn next_within(&mut self, time: Duration) -> Poll<Option<Result<Solution<V>, Stop>>> {
        match self.found() {
            Ok(Some(found)) => match found.recv_timeout(time) {
                Ok(message) => Poll::Ready(self.given(Some(message))),
                Err(RecvTimeoutError::Disconnected) => Poll::Ready(self.given(None)),
                Err(RecvTimeoutError::Timeout) => Poll::Pending,
            },
            Ok(None) => Poll::Ready(None),
            Err(why) => Poll::Ready(Some(Err(why))),
        }
    }

    /// The receiver of solutions, or `None` if there are no more; starts the search if it has not begun.
    fn found(&mut self) -> Result<Option<&Receiver<Message>>, Stop> {
        if let State::NotBegun = self.state {
            self.state = State::Done;
            self.state = self.begin()?;
        }
        match &self.state {
            State::Searching { found, .. } => Ok(Some(found)),
            _ => Ok(None),
        }
    }

    /// The item that a message stands for; `None` as message is the end of the search. Ends the iterator unless the message is a solution.
    fn given(&mut self, message: Option<Message>) -> Option<Result<Solution<V>, Stop>> {
        match message {
            Some(Ok(edges)) => Some(Ok(self.puzzle.solution(edges))),
            Some(Err(why)) => {
                self.end();
                Some(Err(why))
            }
            None => {
                self.end();
                None
            }
        }
    }

    fn end(&mut self) {
        if let State::Searching { found, stop, searcher } = std::mem::replace(&mut self.state, State::Done) {
            stop.store(true, Ordering::Relaxed);
            // A search that waits for room in the channel wakes up.
            drop(found);
            if let Err(panic) = searcher.join()
                && !thread::panicking()
            {
                resume_unwind(panic);
            }
        }
    }
}

/// Searches for all solutions and sends each to the iterator.
///
/// The first `AHEAD` solutions are a question of their own: the engines that find all solutions may take long before the first one.
fn search(document: &Document, options: &Options, stop: &Arc<AtomicBool>, sender: &SyncSender<Message>) {
    let most = Some(AHEAD as u64);
    let mut request = options.request(&document.puzzle, Question::Solutions { at_most: most });
    request.limits = request.limits.bound_by(stop);
    let mut first = FxHashSet::default();
    let mut send = |edges: &[EdgeId]| {
        first.insert(edges.to_vec());
        sent(sender, edges)
    };
    let mut outcome = engine::run(&request, &mut send, options);
    if !outcome.exhausted && Some(outcome.models) == most {
        request.question = Question::Solutions { at_most: None };
        let mut send_others = |edges: &[EdgeId]| match first.remove(edges) {
            true => ControlFlow::Continue(()),
            false => sent(sender, edges),
        };
        outcome = engine::run(&request, &mut send_others, options);
    }
    if !outcome.exhausted {
        // Sending fails if the iterator is gone; then the message is not needed.
        let _ = sender.send(Err(why(&outcome)));
    }
}

/// Sends a solution; breaks when the iterator is gone.
fn sent(sender: &SyncSender<Message>, edges: &[EdgeId]) -> ControlFlow<()> {
    match sender.send(Ok(edges.to_vec())) {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    }
}

impl<V> Iterator for Solutions<V> {
    type Item = Result<Solution<V>, Stop>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.found() {
            Ok(Some(found)) => {
                let message = found.recv().ok();
                self.given(message)
            }
            Ok(None) => None,
            Err(why) => Some(Err(why)),
        }
    }
}

impl<V> FusedIterator for Solutions<V> {}

impl<V> Drop for Solutions<V> {
    fn drop(&mut self) {
        self.end();
    }
}
