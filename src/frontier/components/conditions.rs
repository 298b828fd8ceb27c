//! Which sets of edges of a graph are wanted.

use std::ops::RangeBounds;

use zlink_diagram::Diagram;

/// A set of numbers from 0 on: degrees, sizes, numbers of components.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Numbers {
    /// Whether each number is in the set.
    first: Vec<bool>,
    /// Whether all further numbers are.
    further: bool,
}

impl Numbers {
    /// The numbers in a range.
    pub fn range(range: impl RangeBounds<u32>) -> Self {
        use std::ops::Bound::{Excluded, Included, Unbounded};
        let start = match range.start_bound() {
            Included(&start) => start as usize,
            Excluded(&before) => before as usize + 1,
            Unbounded => 0,
        };
        let end = match range.end_bound() {
            Included(&last) => Some(last as usize + 1),
            Excluded(&end) => Some(end as usize),
            Unbounded => None,
        };
        let mut first = vec![false; start.min(end.unwrap_or(start))];
        first.resize(end.unwrap_or(start).max(first.len()), true);
        Numbers { first, further: end.is_none() }.shortest()
    }

    /// These numbers.
    pub fn of(numbers: impl IntoIterator<Item = u32>) -> Self {
        let mut first = Vec::new();
        for number in numbers {
            let number = number as usize;
            first.resize(first.len().max(number + 1), false);
            first[number] = true;
        }
        Numbers { first, further: false }.shortest()
    }

    /// The same set, in the only form in which its parts are compared.
    fn shortest(mut self) -> Self {
        while self.first.last() == Some(&self.further) {
            self.first.pop();
        }
        self
    }

    /// Whether a number is in the set.
    pub fn has(&self, number: usize) -> bool {
        self.first.get(number).copied().unwrap_or(self.further)
    }

    /// Whether every number is in the set.
    pub fn is_all(&self) -> bool {
        self.first.is_empty() && self.further
    }

    /// The greatest number, if there is one. None, too, for the empty set.
    pub fn greatest(&self) -> Option<usize> {
        if self.further { None } else { self.first.len().checked_sub(1) }
    }

    /// The numbers that are in both sets.
    #[must_use]
    pub fn and(&self, other: &Numbers) -> Self {
        let both = (0..self.first.len().max(other.first.len())).map(|n| self.has(n) && other.has(n));
        Numbers { first: both.collect(), further: self.further && other.further }.shortest()
    }

    /// The same numbers up to `greatest`, and any greater ones.
    pub(super) fn up_to(&self, greatest: usize) -> Self {
        let first = (0..=greatest).map(|number| self.has(number)).collect();
        Numbers { first, further: self.has(greatest) }.shortest()
    }

    /// A number from which on all or none are in the set.
    pub(super) fn first(&self) -> usize {
        self.first.len()
    }

    /// How far the numbers from `least` to `most` are in the set.
    pub(super) fn within(&self, least: usize, most: usize) -> Share {
        let mut seen = [false; 2];
        for number in least..=most.min(self.first.len().max(least)) {
            seen[usize::from(self.has(number))] = true;
            if seen == [true; 2] {
                return Share::Some;
            }
        }
        if seen[1] { Share::All } else { Share::None }
    }
}

/// How much of something is in a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Share {
    None,
    Some,
    All,
}

/// A linear constraint: the weights of the edges of a set add up to a number from `least` to `most`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Linear {
    /// The weight of each edge.
    pub weights: Vec<i64>,
    /// The least sum.
    pub least: i128,
    /// The greatest sum.
    pub most: i128,
}

/// Weights of vertices, and what those of each component add up to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ComponentWeights {
    /// The weight of each vertex.
    pub weights: Vec<u64>,
    /// The least weight of a component.
    pub least: u64,
    /// The greatest weight of a component.
    pub most: u64,
    /// A fraction that the greatest weight of a component divided by the least one does not exceed.
    pub ratio: Option<[u64; 2]>,
}

impl ComponentWeights {
    /// A weight from which on all weights are the same to the bounds.
    pub(super) fn cap(&self) -> u64 {
        let total = self.weights.iter().fold(0u64, |sum, &weight| sum.saturating_add(weight));
        match total <= self.most {
            true if self.ratio.is_some() => total,
            true => total.min(self.least),
            false => self.most + 1,
        }
    }

    /// Whether components with the least and the greatest of all weights may be together.
    pub(super) fn has_ratio(&self, least: u64, greatest: u64) -> bool {
        self.ratio.is_none_or(|[numerator, denominator]| {
            u128::from(greatest) * u128::from(denominator) <= u128::from(least) * u128::from(numerator)
        })
    }
}

/// A graph, and the conditions on sets of its edges. Every condition is on the graph of all vertices and the edges of the set.
///
/// A component is a largest connected part of that graph. A vertex without an edge is one only if [`single`](Self::single) says so, or
/// if it is in a group.
#[derive(Debug, Clone, Default)]
pub struct Conditions<'d> {
    /// The number of vertices.
    pub vertices: usize,
    /// The two ends of each edge, which differ. Edges may be parallel.
    pub edges: Vec<[u32; 2]>,
    /// The degrees that each vertex may have; empty if none is restricted.
    pub degrees: Vec<Option<Numbers>>,
    /// How many vertices may have each degree. No vertex may have a further degree.
    pub degree_counts: Option<Vec<Numbers>>,
    /// How many edges a set may have.
    pub size: Option<Numbers>,
    /// Linear constraints.
    pub linear: Vec<Linear>,
    /// Groups of vertices: those of a group are in the same component, those of different groups in different ones. No vertex is in two.
    pub groups: Vec<Vec<u32>>,
    /// How many components without a vertex of a group there may be.
    pub others: Option<Numbers>,
    /// Whether a vertex without an edge is a component.
    pub single: bool,
    /// Whether there is no cycle.
    pub acyclic: bool,
    /// Whether there is no odd cycle.
    pub bipartite: bool,
    /// Whether every edge of the graph between two vertices of a component is in the set.
    pub induced: bool,
    /// The weights of components.
    pub weights: Option<ComponentWeights>,
    /// A family that has the set: its elements are edges, and the frontier passes them in the order of its levels.
    pub within: Option<&'d Diagram>,
}

impl Conditions<'_> {
    /// Whether components play a role.
    pub(super) fn has_components(&self) -> bool {
        !self.groups.is_empty()
            || self.others.is_some()
            || self.acyclic
            || self.bipartite
            || self.induced
            || self.weights.is_some()
    }

    /// Whether the edges of a set are those between the vertices of one component.
    pub(super) fn is_one_induced(&self) -> bool {
        let most = self.others.as_ref().and_then(Numbers::greatest);
        self.induced && !self.single && self.groups.is_empty() && most.is_some_and(|most| most <= 1)
    }

    /// Whether a set with a group in one component only has to keep it there: any further edge may be taken.
    pub(super) fn is_monotone(&self) -> bool {
        let is_structured = self.others.is_some() || self.acyclic || self.bipartite || self.induced;
        self.groups.len() == 1 && !is_structured && self.weights.is_none()
    }
}
