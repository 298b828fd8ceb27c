//! Borrowed or shared diagrams.

use std::ops::Deref;
use std::sync::Arc;

use super::Diagram;

/// A diagram that is borrowed, or shared with its family so that an iterator over it may outlive the family.
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
