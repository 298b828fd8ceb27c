//! Families with names of their elements.

use std::io::{self, Write};

use super::combine::merge;
use super::{Family, made};
use crate::{Algebra, Diagram, Element, FileError, NodeId};
use zlink_base::limits::{Interrupted, Limits};

/// A family and the names of its elements: element `i` is called `names[i]`, so every element is less than the number
/// of names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedFamily {
    /// The names, indexed by element; no two are equal.
    pub names: Vec<String>,
    /// The family, whose elements are indices into `names`.
    pub family: Family,
}

impl NamedFamily {
    /// Reads the compact form of [`Diagram::write_binary`].
    pub fn read_binary(bytes: &[u8], limits: &Limits) -> Result<Self, FileError> {
        let (names, diagram) = Diagram::read_binary(bytes, limits)?;
        Ok(NamedFamily { names, family: diagram.into() })
    }

    /// Writes the compact form of [`Diagram::write_binary`].
    pub fn write_binary(&self, out: impl Write) -> io::Result<()> {
        self.family.diagram().write_binary(|element| &self.names[element.index()], out)
    }

    /// Combines `families` from left to right: `operation` is applied to the first two, then to the result and the
    /// third, and so on. Elements of equal name are the same element. The elements of the result are those of the
    /// first family in its order, then those that each further one adds. Without families, the result has no sets and
    /// no elements.
    pub fn combine(
        families: &[NamedFamily],
        operation: impl Fn(&mut Algebra, NodeId, NodeId) -> Result<NodeId, Interrupted>,
        limits: &Limits,
    ) -> Result<NamedFamily, Interrupted> {
        let mut merged: Vec<&String> = Vec::new();
        let mut levels = Vec::with_capacity(families.len());
        for named in families {
            let (more, of_this) = merge(&merged, &named.by_level());
            merged = more;
            levels.push(of_this);
        }
        let names: Vec<String> = merged.into_iter().cloned().collect();
        let elements = (0..names.len()).map(Element::from_index).collect();
        let family = made(elements, limits, |algebra| {
            let mut result = None;
            for (i, (named, levels)) in families.iter().zip(&levels).enumerate() {
                let next = algebra.import(named.family.diagram(), levels)?;
                let Some(before) = result else {
                    result = Some(next);
                    continue;
                };
                let mut roots = [operation(algebra, before, next)?];
                // After the last operation, freezing drops the garbage.
                if i + 1 < families.len() {
                    algebra.collect(&mut roots)?;
                }
                result = Some(roots[0]);
            }
            Ok(result.unwrap_or(NodeId::EMPTY))
        })?;
        Ok(NamedFamily { names, family })
    }

    /// The names of the elements in the order of the levels.
    fn by_level(&self) -> Vec<&String> {
        self.family.elements().iter().map(|element| &self.names[element.index()]).collect()
    }
}
