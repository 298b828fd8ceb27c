//! Integrity constraints: combinations of links that no solution may have.

use super::{Place, Symbol, Symbols};

/// What a `link` names its edge by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Link {
    /// Both ends: `link(U,V)`.
    Ends([Symbol; 2]),
    /// The name of the edge: `link(E)`.
    Name(Symbol),
}

/// A literal of an integrity constraint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Literal {
    /// The link.
    pub link: Link,
    /// Whether the literal holds if the link is in the solution, not if it is left out.
    pub is_in: bool,
    /// The place where the atom starts.
    pub at: Place,
}

/// Integrity constraints: the literals of one may not all hold.
#[derive(Debug, Clone, Default)]
pub struct Integrity {
    /// For each constraint the number of all literals up to its end.
    ends: Vec<usize>,
    literals: Vec<Literal>,
}

impl Integrity {
    /// Adds a constraint.
    pub fn add(&mut self, literals: impl IntoIterator<Item = Literal>) {
        self.literals.extend(literals);
        self.ends.push(self.literals.len());
    }

    /// The literals of each constraint.
    pub fn iter(&self) -> impl Iterator<Item = &[Literal]> {
        (0..self.len()).map(|i| {
            let start = if i == 0 { 0 } else { self.ends[i - 1] };
            &self.literals[start..self.ends[i]]
        })
    }

    /// The number of constraints.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The number of literals of all constraints.
    pub fn literal_count(&self) -> usize {
        self.literals.len()
    }

    /// Whether there are no constraints.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The constraints as texts with the names of their links, and their places, for comparisons.
    pub(super) fn shown(&self, symbols: &Symbols) -> Vec<String> {
        let show = |symbol: Symbol| symbols.display(symbol).to_string();
        let literal = |literal: &Literal| match literal.link {
            Link::Ends(ends) => format!("{:?} {:?} {:?}", literal.at, literal.is_in, ends.map(show)),
            Link::Name(name) => format!("{:?} {:?} {}", literal.at, literal.is_in, show(name)),
        };
        self.iter().map(|literals| literals.iter().map(literal).collect::<Vec<_>>().join(", ")).collect()
    }
}
