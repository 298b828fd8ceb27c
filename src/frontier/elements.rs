//! Edges as elements of sets: in the families of solutions, element `i` is edge `i`.

use crate::diagram::Element;
use crate::puzzle::EdgeId;

impl From<EdgeId> for Element {
    fn from(edge: EdgeId) -> Self {
        Element(edge.0)
    }
}

impl From<Element> for EdgeId {
    fn from(element: Element) -> Self {
        EdgeId(element.0)
    }
}
