//! A diagram that something else reads.

use std::ops::Deref;
use std::sync::Arc;

use super::Diagram;

/// Borrowed, or shared with its family, so that what reads it may outlive that.
#[derive(Debug, Clone)]
pub(crate) enum Held<'d> {
    Borrowed(&'d Diagram),
    Shared(Arc<Diagram>),
}

impl Deref for Held<'_> {
    type Target = Diagram;

    #[inline]
    fn deref(&self) -> &Diagram {
        match self {
            Held::Borrowed(diagram) => diagram,
            Held::Shared(diagram) => diagram,
        }
    }
}
