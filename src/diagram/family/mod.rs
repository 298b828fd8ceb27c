//! Families of sets as values: cheap to clone, to be sent and shared between threads, and owning all they need.
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
//! | `combine.rs` | two families make one: operators and methods |
//! | `transform.rs` | one family makes another one |
//! | `questions.rs` | what is asked about a family |
//! | `equal.rs` | equality, by the sets and by nothing else |
//! | `named.rs` | a family with the names of its elements, as it is kept in files |
//!
//! # Limits
//!
//! Operators and methods without limits are for families whose results are known to be small enough: like a `Vec` that
//! grows, they panic when the memory of the machine (or 2^32 nodes) does not suffice. Where time and memory matter,
//! [`Family::combine`] and [`Family::transform`] do any operation of the
//! [`Algebra`], or several in a row, within [`Limits`], and the questions of
//! [`Family::diagram`] take limits as well.
//!
//! # Elements
//!
//! A family has its elements in an order, which is that of the levels of its diagram; elements that none of the sets
//! has may be among them. Two families may have different elements in different orders: a result has those of the first
//! one, in its order, and then what the other one adds. Combining families is quickest where the orders agree.

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
use zlink_base::limits::{Exhausted, Limits};

pub use named::NamedFamily;

/// A family of sets of [`Element`]s: a set of sets.
///
/// A clone shares the nodes of the diagram that it is stored as.
#[derive(Clone)]
pub struct Family {
    diagram: Arc<Diagram>,
}

impl Family {
    /// The family without sets.
    pub fn empty() -> Self {
        std::iter::empty::<[Element; 0]>().collect()
    }

    /// The family whose only set is the empty set.
    pub fn unit() -> Self {
        std::iter::once([]).collect()
    }

    /// All sets of these elements.
    pub fn power_set(elements: &[Element]) -> Self {
        let mut elements = elements.to_vec();
        let mut seen = rustc_hash::FxHashSet::default();
        elements.retain(|&element| seen.insert(element));
        made(elements, &Limits::none(), Algebra::power_set).unwrap_or_else(|cause| without_limits(cause))
    }

    /// Its elements, in the order of the diagram's levels.
    pub fn elements(&self) -> &[Element] {
        self.diagram.variables()
    }

    /// The diagram that it is stored as: what can be asked about it, within limits.
    pub fn diagram(&self) -> &Diagram {
        &self.diagram
    }

    /// Its sets, in the order of [`Diagram::sets`].
    pub fn iter(&self) -> Sets<'_> {
        self.diagram.sets()
    }

    /// The diagram for what may outlive the family.
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
    /// The family of these sets, over the elements that they have, in ascending order.
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
    /// The first few sets.
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

/// How many sets the debug form shows.
const SHOWN: usize = 8;

/// What `make` makes of the algebra of families over these elements.
fn made(
    elements: Vec<Element>,
    limits: &Limits,
    make: impl FnOnce(&mut Algebra) -> Result<NodeId, Exhausted>,
) -> Result<Family, Exhausted> {
    let mut algebra = Algebra::new(limits, elements.len())?;
    let root = make(&mut algebra)?;
    Ok(algebra.freeze(root, elements)?.into())
}

/// The end of an operation without limits.
#[cold]
fn without_limits(cause: Exhausted) -> ! {
    panic!("a family of sets is too large: {cause}")
}
