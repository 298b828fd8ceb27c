//! How long a walk may be that ends by the shape of what it walks on.

/// The steps that a walk has left, at most one for each edge or vertex that it can pass.
///
/// A walk that takes more was sent over something of another shape (a vertex of three edges where there are paths), and could go on
/// for ever. It ends there; with debug assertions it panics, so that a test fails.
#[derive(Debug)]
pub struct StepsLeft(usize);

impl StepsLeft {
    /// A walk of at most this many steps.
    pub fn new(most: usize) -> Self {
        StepsLeft(most)
    }

    /// Takes a step; `false` when none is left.
    pub fn take(&mut self) -> bool {
        debug_assert!(self.0 > 0, "a walk takes more steps than what it walks on has");
        let is_left = self.0 > 0;
        self.0 = self.0.saturating_sub(1);
        is_left
    }
}
