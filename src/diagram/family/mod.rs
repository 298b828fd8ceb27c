//! Families of sets as values: cheap to clone, self-contained, and fit to be sent to and shared between threads.
//!
//! ```
//! use zlink_diagram::Element;
//! use zlink_diagram::family::Family;
//!
//! let [a, b, c] = [0, 1, 2].map(Element);
//! let pairs: Family = [[a, b], [b, c]].into_iter().collect();
//! let singles: Family = [[a], [b]].into_iter().collect();
//! assert_eq!((&pairs | &singles).count(), 4u8.into());
//! assert_eq!((&pairs | &singles).minimal(), singles);
//! assert_eq!(pairs.minimal_hitting_sets(), [vec![b], vec![a, c]].into_iter().collect());
//! ```
//!
//! | file | what |
//! |---|---|
//! | `combine.rs` | operations on two families: operators and methods |
//! | `transform.rs` | operations on one family |
//! | `questions.rs` | questions about a family |
//! | `equal.rs` | equality, which depends on the sets only |
//! | `named.rs` | a family with the names of its elements, as it is stored in files |
//!
//! # Limits
//!
//! Operators and methods without limits are for families whose results are known to be small enough: like a growing
//! `Vec`, they panic if the memory of the machine (or 2^32 nodes) does not suffice. If time and memory matter, use
//! [`Family::combine`] and [`Family::transform`], which do any operation of the [`Algebra`], or several in a row,
//! within [`Limits`], and the methods of [`Family::diagram`], which take limits as well.
//!
//! # Elements
//!
//! The elements of a family have an order, which is the order of the levels of its diagram; some elements may be in
//! no set. Two families may have different elements in different orders: a result has the elements of the first
//! family, in its order, and then those that the second one adds. Combining families is fastest if their orders
//! agree.

mod combine;
mod equal;
mod named;
mod questions;
#[cfg(test)]
mod tests;
mod transform;

use std::fmt;
use std::sync::Arc;

use crate::{Algebra, Diagram, Element, Held, Level, NodeId, Sets};
use zlink_base::limits::{Interrupted, Limits};

pub use named::NamedFamily;

/// A family of sets of [`Element`]s: a set of sets.
///
/// A family is stored as a diagram, and its clones share the nodes of that diagram.
#[derive(Clone)]
pub struct Family {
    diagram: Arc<Diagram>,
}

impl Family {
    /// The family without sets.
    pub fn empty() -> Self {
        std::iter::empty::<[Element; 0]>().collect()
    }

    /// The family of only the empty set.
    pub fn unit() -> Self {
        std::iter::once([]).collect()
    }

    /// The family of all sets of `elements`, which may be repeated.
    pub fn power_set(elements: &[Element]) -> Self {
        let mut elements = elements.to_vec();
        let mut seen = rustc_hash::FxHashSet::default();
        elements.retain(|&element| seen.insert(element));
        made(elements, &Limits::none(), Algebra::power_set).unwrap_or_else(|cause| without_limits(cause))
    }

    /// The elements of the family, in the order of the diagram's levels.
    pub fn elements(&self) -> &[Element] {
        self.diagram.variables()
    }

    /// The diagram of the family, whose methods answer questions within limits.
    pub fn diagram(&self) -> &Diagram {
        &self.diagram
    }

    /// An iterator over the sets, in the order of [`Diagram::sets`].
    pub fn iter(&self) -> Sets<'_> {
        self.diagram.sets()
    }

    /// The shared diagram, for iterators that may outlive the family.
    fn held(self) -> Held<'static> {
        Held::Shared(self.diagram)
    }
}

impl From<Diagram> for Family {
    fn from(diagram: Diagram) -> Self {
        Family { diagram: Arc::new(diagram) }
    }
}

impl<S: IntoIterator<Item = Element>> FromIterator<S> for Family {
    /// The family of the given sets, over the elements that occur in them, in ascending order.
    fn from_iter<I: IntoIterator<Item = S>>(sets: I) -> Self {
        let sets: Vec<Vec<Element>> = sets.into_iter().map(|set| set.into_iter().collect()).collect();
        let mut elements: Vec<Element> = sets.iter().flatten().copied().collect();
        elements.sort_unstable();
        elements.dedup();
        let level = |element: &Element| Level(elements.partition_point(|other| other < element) as u32);
        let sets: Vec<Vec<Level>> = sets.iter().map(|set| set.iter().map(level).collect()).collect();
        made(elements, &Limits::none(), |algebra| algebra.family(sets))
            .unwrap_or_else(|cause| without_limits(cause))
    }
}

impl<'f> IntoIterator for &'f Family {
    type Item = Vec<Element>;
    type IntoIter = Sets<'f>;

    fn into_iter(self) -> Sets<'f> {
        self.iter()
    }
}

impl IntoIterator for Family {
    type Item = Vec<Element>;
    type IntoIter = Sets<'static>;

    fn into_iter(self) -> Sets<'static> {
        Sets::of(self.held())
    }
}

impl fmt::Debug for Family {
    /// Formats the first few sets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        struct Set(Vec<Element>);
        impl fmt::Debug for Set {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_set().entries(self.0.iter().map(|element| element.0)).finish()
            }
        }
        let mut sets = self.iter();
        let mut shown = f.debug_set();
        shown.entries(sets.by_ref().take(SHOWN).map(Set));
        if sets.next_set().is_some() { shown.finish_non_exhaustive() } else { shown.finish() }
    }
}

/// The number of sets that the debug format shows.
const SHOWN: usize = 8;

/// The family that `make` computes in an algebra over `elements`.
fn made(
    elements: Vec<Element>,
    limits: &Limits,
    make: impl FnOnce(&mut Algebra) -> Result<NodeId, Interrupted>,
) -> Result<Family, Interrupted> {
    let mut algebra = Algebra::new(limits, elements.len())?;
    let root = make(&mut algebra)?;
    Ok(algebra.freeze(root, elements)?.into())
}

/// Panics: an operation without limits ran out of memory or ids.
#[cold]
fn without_limits(cause: Interrupted) -> ! {
    panic!("a family of sets is too large: {cause}")
}
