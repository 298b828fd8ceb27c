//! A family with the names of its elements.

use std::io::{self, Write};

use super::Family;
use super::combine::{combine, merge};
use crate::diagram::{Algebra, Diagram, Element, FileError, NodeId};
use crate::limits::{Exhausted, Limits};

/// A family and the names of its elements, which are all numbers below that of the names: element `i` is called
/// `names[i]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedFamily {
    /// By element; no two are equal.
    pub names: Vec<String>,
    /// The family.
    pub family: Family,
}

impl NamedFamily {
    /// Reads the compact form.
    pub fn read_binary(bytes: &[u8], limits: &Limits) -> Result<Self, FileError> {
        let (names, diagram) = Diagram::read_binary(bytes, limits)?;
        Ok(NamedFamily { names, family: diagram.into() })
    }

    /// Writes the compact form.
    pub fn write_binary(&self, out: impl Write) -> io::Result<()> {
        self.family.diagram().write_binary(|element| &self.names[element.index()], out)
    }

    /// What `operation` makes of both families, where elements of the same name are the same. The elements of the result
    /// are those of the first family in its order, then those that the other one adds.
    pub fn combine(
        &self,
        operation: impl FnOnce(&mut Algebra, NodeId, NodeId) -> Result<NodeId, Exhausted>,
        other: &NamedFamily,
        limits: &Limits,
    ) -> Result<NamedFamily, Exhausted> {
        let (merged, levels) = merge(&self.by_level(), &other.by_level());
        let names: Vec<String> = merged.into_iter().cloned().collect();
        let elements = (0..names.len()).map(Element::from_index).collect();
        let diagrams = [self, other].map(|named| named.family.diagram());
        let family = combine(diagrams, &levels, elements, operation, limits)?.into();
        Ok(NamedFamily { names, family })
    }

    /// The names in the order of the levels.
    fn by_level(&self) -> Vec<&String> {
        self.family.elements().iter().map(|element| &self.names[element.index()]).collect()
    }
}
