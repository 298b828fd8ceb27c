//! Which sets of edges of a graph are wanted.

use std::ops::RangeBounds;

use zlink_diagram::Diagram;

/// A set of numbers from 0 on: degrees, sizes, numbers of components.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Numbers {
    /// The first and the last number of each run, in ascending order; runs do not touch. `u32::MAX` stands for all further numbers.
    runs: Vec<[u32; 2]>,
}

impl Numbers {
    /// The numbers in a range.
    pub fn range(range: impl RangeBounds<u32>) -> Self {
        use std::ops::Bound::{Excluded, Included, Unbounded};
        let first = match range.start_bound() {
            Included(&first) => Some(first),
            Excluded(&before) => before.checked_add(1),
            Unbounded => Some(0),
        };
        let last = match range.end_bound() {
            Included(&last) => Some(last),
            Excluded(&end) => end.checked_sub(1),
            Unbounded => Some(u32::MAX),
        };
        let run = first.zip(last).filter(|(first, last)| first <= last);
        Numbers { runs: run.map(|(first, last)| [first, last]).into_iter().collect() }
    }

    /// These numbers.
    pub fn of(numbers: impl IntoIterator<Item = u32>) -> Self {
        let mut numbers: Vec<u32> = numbers.into_iter().collect();
        numbers.sort_unstable();
        let mut runs: Vec<[u32; 2]> = Vec::new();
        for number in numbers {
            match runs.last_mut() {
                Some([_, last]) if number <= last.saturating_add(1) => *last = number,
                _ => runs.push([number; 2]),
            }
        }
        Numbers { runs }
    }

    /// Whether a number is in the set.
    pub fn has(&self, number: usize) -> bool {
        self.runs
            .iter()
            .any(|&[first, last]| first as usize <= number && (last == u32::MAX || number <= last as usize))
    }

    /// The greatest number, if there is one. None, too, for the empty set.
    pub fn greatest(&self) -> Option<usize> {
        let &[_, last] = self.runs.last()?;
        (last < u32::MAX).then_some(last as usize)
    }

    /// The least number, if there is one.
    pub(super) fn least(&self) -> Option<usize> {
        self.runs.first().map(|&[first, _]| first as usize)
    }

    /// The numbers that are in both sets.
    #[must_use]
    pub fn and(&self, other: &Numbers) -> Self {
        let both =
            self.runs.iter().flat_map(|a| other.runs.iter().map(move |b| [a[0].max(b[0]), a[1].min(b[1])]));
        Numbers { runs: both.filter(|[first, last]| first <= last).collect() }
    }

    /// The numbers that are in the set when `more` is added.
    #[must_use]
    pub fn less(&self, more: u32) -> Self {
        let runs = self.runs.iter().filter(|[_, last]| *last >= more);
        let less = |&[first, last]: &[u32; 2]| {
            [first.saturating_sub(more), if last == u32::MAX { last } else { last - more }]
        };
        Numbers { runs: runs.map(less).collect() }
    }

    /// The same numbers up to `greatest`, and any greater ones.
    pub(super) fn up_to(&self, greatest: usize) -> Self {
        let greatest = u32::try_from(greatest).unwrap_or(u32::MAX);
        let mut numbers = self.and(&Numbers::range(..=greatest));
        if let Some([_, last]) = numbers.runs.last_mut().filter(|[_, last]| *last == greatest) {
            *last = u32::MAX;
        }
        numbers
    }

    /// A number from which on all or none are in the set.
    pub(super) fn first(&self) -> usize {
        match self.runs.last() {
            None => 0,
            Some(&[first, u32::MAX]) => first as usize,
            Some(&[_, last]) => last as usize + 1,
        }
    }

    /// How far the numbers from `least` to `most` are in the set.
    pub(super) fn within(&self, least: usize, most: usize) -> Share {
        let mut meeting =
            self.runs.iter().filter(|[first, last]| *first as usize <= most && least <= *last as usize);
        match meeting.next() {
            None => Share::None,
            Some(&[first, last])
                if first as usize <= least && (last == u32::MAX || most <= last as usize) =>
            {
                Share::All
            }
            Some(_) => Share::Some,
        }
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
    /// The weight of all vertices, or the greatest number.
    fn total(&self) -> u64 {
        self.weights.iter().fold(0, |sum, &weight| sum.saturating_add(weight))
    }

    /// A weight from which on all weights are the same to the bounds.
    pub(super) fn cap(&self) -> u64 {
        let total = self.total();
        match total <= self.most {
            true if self.ratio.is_some() => total,
            true => total.min(self.least),
            false => self.most + 1,
        }
    }

    /// Whether components whose number is from `fewest` to `most` can weigh `weight` together.
    pub(super) fn can_share(&self, weight: u64, fewest: usize, most: Option<usize>) -> bool {
        let product = |count: usize, each: u64| u128::from(each) * count as u128;
        product(fewest, self.least) <= weight.into()
            && most.is_none_or(|most| u128::from(weight) <= product(most, self.most))
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

    /// Whether there are weights of components, not too great to be added up, and only those beyond the bounds are not told apart.
    pub(super) fn caps_above(&self) -> bool {
        self.weights.as_ref().is_some_and(|weights| weights.cap() > weights.most && weights.total() < 1 << 62)
    }

    /// Whether a set with a group in one component only has to keep it there: any further edge may be taken.
    pub(super) fn is_monotone(&self) -> bool {
        let is_structured = self.others.is_some() || self.acyclic || self.bipartite || self.induced;
        self.groups.len() == 1 && !is_structured && self.weights.is_none()
    }
}
