//! Solutions one by one, as an iterator.

use std::collections::VecDeque;
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
use zlink_convert::Document;
use zlink_engine::{self as engine, Question, Stop};
use zlink_puzzle::EdgeId;

/// The number of solutions that the search may be ahead of the iterator.
const AHEAD: usize = 256;

/// An iterator over the solutions of a puzzle, each once. An error, which reports that a limit was reached, is the last item.
///
/// The search begins with the first call of `next` and runs ahead in a thread of its own. Dropping the iterator ends the search. Where no
/// thread can be started, solutions are searched for in batches, each four times as large as the one before, when they are asked for.
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
    Batches(Batches),
    Done,
}

/// A message of the search thread: the edges of a solution, or why there are no more solutions.
type Message = Result<Vec<EdgeId>, Stop>;

impl<V> Solutions<V> {
    pub(super) fn new(puzzle: Puzzle<V>) -> Self {
        Solutions { puzzle, state: State::NotBegun }
    }

    fn begin(&self) -> State {
        let (sender, found) = sync_channel(AHEAD);
        let stop = Arc::new(AtomicBool::new(false));
        let (document, options, flag) =
            (Arc::clone(&self.puzzle.document), self.puzzle.options.clone(), Arc::clone(&stop));
        let searching = move || search(&document, &options, &flag, &sender);
        match thread::Builder::new().name("zlink solutions".to_owned()).spawn(searching) {
            Ok(searcher) => State::Searching { found, stop, searcher },
            Err(_) => State::Batches(Batches::default()),
        }
    }

    /// The next item as of [`next`](Iterator::next), or [`Poll::Pending`] if that takes longer than `time`: for callers that have to do
    /// something else now and then. Waiting several times loses nothing. Where no thread can be started, it takes as long as `next`.
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
        let message = match self.state() {
            State::Searching { found, .. } => match found.recv_timeout(time) {
                Ok(message) => Some(message),
                Err(RecvTimeoutError::Disconnected) => None,
                Err(RecvTimeoutError::Timeout) => return Poll::Pending,
            },
            _ => return Poll::Ready(self.next()),
        };
        Poll::Ready(self.given(message))
    }

    /// The state; starts the search if it has not begun.
    fn state(&mut self) -> &mut State {
        if let State::NotBegun = self.state {
            self.state = self.begin();
        }
        &mut self.state
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

/// Solutions that are searched for without a thread, when they are asked for.
#[derive(Debug, Default)]
struct Batches {
    /// The solutions of all batches so far.
    found: FxHashSet<Vec<EdgeId>>,
    /// Those of the last batch that are still to be given.
    waiting: VecDeque<Vec<EdgeId>>,
    /// How the search ended, if another batch would have no others.
    ending: Option<Result<(), Stop>>,
}

impl Batches {
    /// The next message, `None` after the last one.
    fn next(&mut self, document: &Document, options: &Options) -> Option<Message> {
        while self.waiting.is_empty() {
            match self.ending.take() {
                Some(ending) => return ending.err().map(Err),
                None => self.search(document, options),
            }
        }
        self.waiting.pop_front().map(Ok)
    }

    /// Searches for the next batch.
    fn search(&mut self, document: &Document, options: &Options) {
        let most = (4 * self.found.len()).max(AHEAD) as u64;
        let request = options.request(&document.puzzle, Question::Solutions { at_most: Some(most) });
        let mut take = |edges: &[EdgeId]| {
            if self.found.insert(edges.to_vec()) {
                self.waiting.push_back(edges.to_vec());
            }
            ControlFlow::Continue(())
        };
        let outcome = engine::run(&request, &mut take, options);
        if outcome.exhausted {
            self.ending = Some(Ok(()));
        } else if outcome.models < most {
            self.ending = Some(Err(why(&outcome)));
        }
    }
}

impl<V> Iterator for Solutions<V> {
    type Item = Result<Solution<V>, Stop>;

    fn next(&mut self) -> Option<Self::Item> {
        self.state();
        let message = match &mut self.state {
            State::Searching { found, .. } => found.recv().ok(),
            State::Batches(batches) => batches.next(&self.puzzle.document, &self.puzzle.options),
            State::NotBegun | State::Done => return None,
        };
        self.given(message)
    }
}

impl<V> FusedIterator for Solutions<V> {}

impl<V> Drop for Solutions<V> {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_are_all_solutions_each_once() {
        // 9,349 cycles: four batches.
        let grid = Puzzle::board("square", [4, 4], 0).unwrap();
        let mut batches = Solutions { state: State::Batches(Batches::default()), puzzle: grid.clone() };
        let mut given: Vec<Vec<EdgeId>> =
            batches.by_ref().map(|cycle| cycle.unwrap().edges().to_vec()).collect();
        let mut all: Vec<_> = grid.solutions().map(|cycle| cycle.unwrap().edges().to_vec()).collect();
        given.sort_unstable();
        all.sort_unstable();
        assert!(given.len() == 9349 && given == all && batches.next().is_none());
        let stopped = grid.with_options(Options::new().time_limit(Duration::ZERO));
        let mut batches = Solutions { state: State::Batches(Batches::default()), puzzle: stopped };
        assert!(batches.next().is_some_and(|item| item.is_err()) && batches.next().is_none());
    }
}
