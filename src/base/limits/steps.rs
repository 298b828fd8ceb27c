//! A bound on the length of walks.

/// The number of steps that a walk has left, which starts at the number of edges or vertices that it can pass.
///
/// A longer walk was started on something of the wrong shape (such as a vertex of three edges where paths are
/// expected), and might never end. The walk is cut off there; with debug assertions it panics, so that a test fails.
#[derive(Debug)]
pub struct StepsLeft(usize);

impl StepsLeft {
    /// A walk of at most `most` steps.
    pub fn new(most: usize) -> Self {
        StepsLeft(most)
    }

    /// Takes a step, and returns whether one was left.
    pub fn take(&mut self) -> bool {
        debug_assert!(self.0 > 0, "a walk takes more steps than what it walks on has");
        let is_left = self.0 > 0;
        self.0 = self.0.saturating_sub(1);
        is_left
    }
}
