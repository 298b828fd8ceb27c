//! Solutions one by one, as an iterator.

use std::iter::FusedIterator;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use super::questions::why;
use super::{Options, Puzzle, Solution};
use crate::convert::Document;
use crate::engine::{self, Question, Stop};
use crate::limits::Exhausted;
use crate::puzzle::EdgeId;

/// How many solutions may be found before they are asked for.
const AHEAD: usize = 256;

/// The solutions of a puzzle, each once; after an error, which says that a limit was reached, there are no more.
///
/// The search begins with the first call of `next` and goes on in a thread of its own, some solutions ahead. Dropping the iterator ends it.
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

/// A solution, or why there are no more.
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
            // A thread is memory more than anything else.
            .map_err(|_| Exhausted::Memory)?;
        Ok(State::Searching { found, stop, searcher })
    }

    fn end(&mut self) {
        if let State::Searching { found, stop, searcher } = std::mem::replace(&mut self.state, State::Done) {
            stop.store(true, Ordering::Relaxed);
            // Whoever waits for room wakes up.
            drop(found);
            if let Err(panic) = searcher.join()
                && !thread::panicking()
            {
                resume_unwind(panic);
            }
        }
    }
}

/// Sends all solutions.
fn search(document: &Document, options: &Options, stop: &Arc<AtomicBool>, sender: &SyncSender<Message>) {
    let mut request = options.request(&document.puzzle, Question::Solutions { at_most: None });
    request.limits = request.limits.bound_by(stop);
    let mut send = |edges: &[EdgeId]| match sender.send(Ok(edges.to_vec())) {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    };
    let outcome = engine::run(&request, &mut send, options);
    if !outcome.exhausted {
        // Nobody listens any more, or hears it.
        let _ = sender.send(Err(why(&outcome)));
    }
}

impl<V> Iterator for Solutions<V> {
    type Item = Result<Solution<V>, Stop>;

    fn next(&mut self) -> Option<Self::Item> {
        if let State::NotBegun = self.state {
            match self.begin() {
                Ok(state) => self.state = state,
                Err(why) => {
                    self.state = State::Done;
                    return Some(Err(why));
                }
            }
        }
        let State::Searching { found, .. } = &self.state else { return None };
        match found.recv() {
            Ok(Ok(edges)) => Some(Ok(self.puzzle.solution(edges))),
            Ok(Err(why)) => {
                self.end();
                Some(Err(why))
            }
            Err(_) => {
                self.end();
                None
            }
        }
    }
}

impl<V> FusedIterator for Solutions<V> {}

impl<V> Drop for Solutions<V> {
    fn drop(&mut self) {
        self.end();
    }
}
