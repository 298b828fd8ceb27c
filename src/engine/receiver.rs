//! Takes solutions from an engine, and knows when there are enough.

use std::ops::ControlFlow;

use super::Request;
use zlink_puzzle::{EdgeId, check};

/// Gets solutions, edges ascending; breaks when it wants no more.
pub(super) type OnSolution<'s> = dyn FnMut(&[EdgeId]) -> ControlFlow<()> + Send + 's;

/// Why a receiver takes no more solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Closed {
    /// It has as many as were asked for.
    Enough,
    /// Whoever asked for them broke off.
    BrokenOff,
}

/// Hands solutions on to whoever asked for them.
pub(super) struct Receiver<'r, 'p> {
    request: &'r Request<'p>,
    wanted: Option<u64>,
    on_solution: &'r mut OnSolution<'r>,
    models: u64,
    closed: Option<Closed>,
}

impl<'r, 'p> Receiver<'r, 'p> {
    /// Takes `wanted` solutions at most.
    pub(super) fn new(
        request: &'r Request<'p>,
        wanted: Option<u64>,
        on_solution: &'r mut OnSolution<'r>,
    ) -> Self {
        Receiver { request, wanted, on_solution, models: 0, closed: None }
    }

    /// How many solutions it took.
    pub(super) fn models(&self) -> u64 {
        self.models
    }

    /// Why it takes no more.
    pub(super) fn closed(&self) -> Option<Closed> {
        self.closed
    }

    /// Takes a solution (edges ascending), unless there are enough already. Breaks if it did not, or if this was
    /// the last.
    pub(super) fn take(&mut self, solution: &[EdgeId]) -> ControlFlow<()> {
        debug_assert_eq!(check::verify(self.request.puzzle, solution), Ok(()));
        if self.closed.is_some() {
            return ControlFlow::Break(());
        }
        if self.is_full() {
            return self.close(Closed::Enough);
        }
        self.models += 1;
        match (self.on_solution)(solution) {
            ControlFlow::Break(()) => self.close(Closed::BrokenOff),
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
        }
    }

    /// The same for engines that have to search for each solution: the last one that is wanted breaks, too.
    pub(super) fn take_until_full(&mut self, solution: &[EdgeId]) -> ControlFlow<()> {
        self.take(solution)?;
        if self.is_full() { self.close(Closed::Enough) } else { ControlFlow::Continue(()) }
    }

    /// Whether the first solution is all that it wants.
    pub(super) fn wants_one(&self) -> bool {
        self.wanted == Some(1)
    }

    fn is_full(&self) -> bool {
        self.wanted.is_some_and(|wanted| self.models >= wanted)
    }

    fn close(&mut self, why: Closed) -> ControlFlow<()> {
        self.closed = Some(why);
        ControlFlow::Break(())
    }
}
