//! The receiver of an engine's solutions, which stops when there are enough.

use std::ops::ControlFlow;

use super::Request;
use zlink_puzzle::{EdgeId, check};

/// A callback for solutions, edges ascending, which breaks when no more are wanted.
pub(super) type OnSolution<'s> = dyn FnMut(&[EdgeId]) -> ControlFlow<()> + Send + 's;

/// The reason why a receiver takes no more solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Closed {
    /// The receiver has as many solutions as were asked for.
    Enough,
    /// The callback broke off.
    BrokenOff,
}

/// Passes solutions on to the callback of a request.
pub(super) struct Receiver<'r, 'p> {
    request: &'r Request<'p>,
    wanted: Option<u64>,
    on_solution: &'r mut OnSolution<'r>,
    models: u64,
    closed: Option<Closed>,
}

impl<'r, 'p> Receiver<'r, 'p> {
    /// A receiver that takes at most `wanted` solutions.
    pub(super) fn new(
        request: &'r Request<'p>,
        wanted: Option<u64>,
        on_solution: &'r mut OnSolution<'r>,
    ) -> Self {
        Receiver { request, wanted, on_solution, models: 0, closed: None }
    }

    /// The number of solutions taken.
    pub(super) fn models(&self) -> u64 {
        self.models
    }

    /// The reason why the receiver takes no more, if it does not.
    pub(super) fn closed(&self) -> Option<Closed> {
        self.closed
    }

    /// Takes a solution (edges ascending), unless the receiver is closed or full. Breaks if it did not take it, or if
    /// the callback broke off.
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

    /// Like [`Receiver::take`], for engines that search for each solution: also breaks after the last one that is
    /// wanted.
    pub(super) fn take_until_full(&mut self, solution: &[EdgeId]) -> ControlFlow<()> {
        self.take(solution)?;
        if self.is_full() { self.close(Closed::Enough) } else { ControlFlow::Continue(()) }
    }

    /// Whether exactly one solution is wanted.
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
