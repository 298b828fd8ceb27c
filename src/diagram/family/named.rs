//! A family with the names of its elements.

use std::io::{self, Write};

use super::combine::merge;
use super::{Family, made};
use crate::{Algebra, Diagram, Element, FileError, NodeId};
use zlink_base::limits::{Exhausted, Limits};

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

    /// What `operation` makes of the first two of `families`, of that and the third one, and so on, where elements of the
    /// same name are the same; the family without sets and elements if there are none. The elements of the result are
    /// those of the first family in its order, then those that each other one adds.
    pub fn combine(
        families: &[NamedFamily],
        operation: impl Fn(&mut Algebra, NodeId, NodeId) -> Result<NodeId, Exhausted>,
        limits: &Limits,
    ) -> Result<NamedFamily, Exhausted> {
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
                // What is frozen in the end is free of garbage anyway.
                if i + 1 < families.len() {
                    algebra.collect(&mut roots)?;
                }
                result = Some(roots[0]);
            }
            Ok(result.unwrap_or(NodeId::EMPTY))
        })?;
        Ok(NamedFamily { names, family })
    }

    /// The names in the order of the levels.
    fn by_level(&self) -> Vec<&String> {
        self.family.elements().iter().map(|element| &self.names[element.index()]).collect()
    }
}
