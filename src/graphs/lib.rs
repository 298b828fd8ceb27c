//! GRAPH and CONDITIONS -> the family of all sets of edges with these properties, their number, or their probability.
//!
//! [`Conditions`] describe trees, forests, connected subgraphs, matchings, partitions, ... The frontier passes the edges in the order that
//! [`plan`] finds or, for sets of a given family, in the order of that family. This crate knows nothing of puzzles, which have stages of
//! their own.
//!
//! ```
//! use zlink_graphs::{Conditions, Resources, count, plan};
//! use zlink_base::limits::Limits;
//!
//! // Spanning trees of a square with a diagonal.
//! let conditions = Conditions {
//!     vertices: 4,
//!     edges: vec![[0, 1], [1, 2], [2, 3], [3, 0], [0, 2]],
//!     acyclic: true,
//!     single: true,
//!     others: Some(zlink_graphs::Numbers::of([1])),
//!     ..Conditions::default()
//! };
//! let limits = Limits::none();
//! let order = plan(conditions.vertices, &conditions.edges, &limits);
//! assert_eq!(count(&conditions, &order, &Resources::new(&limits)), Ok(8u8.into()));
//! ```

#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod plan;

use std::hash::{Hash, Hasher};

use num_bigint::BigUint;
use rustc_hash::FxHasher;

use zlink_base::limits::{Interrupted, Limits, Progress, Silent};
use zlink_diagram::Element;
use zlink_diagram::family::Family;
use zlink_frontier::components::{Steps, problem};
use zlink_frontier::{Budget, Problem, Spill, SpillError, SpillRun, SweepReport, Unfinished};

pub use plan::{plan, plan_within};
pub use zlink_frontier::components::{ComponentWeights, Conditions, Linear, Numbers};

/// What a sweep may use.
#[derive(Clone, Copy)]
pub struct Resources<'r> {
    /// The limits of time and memory.
    pub limits: &'r Limits,
    /// The number of threads.
    pub threads: usize,
    /// Receives reports of progress.
    pub progress: &'r dyn Progress,
    /// Where blocks of states go, if not to memory.
    pub spill: Option<&'r Spill>,
}

impl<'r> Resources<'r> {
    /// One thread, and nothing on disk.
    pub fn new(limits: &'r Limits) -> Self {
        Resources { limits, threads: 1, progress: &Silent, spill: None }
    }

    fn budget(&self) -> Budget<'r> {
        Budget::new(u64::MAX, self.progress)
    }
}

/// All sets of edges that meet the conditions, as a family over all edges: element `i` is edge `i`. The frontier passes the edges in this
/// order, which is that of the family's elements.
///
/// # Errors
/// A limit was reached, or the graph is too wide for the order.
pub fn family(
    conditions: &Conditions<'_>,
    order: &[u32],
    resources: &Resources<'_>,
) -> Result<Family, Unfinished> {
    let Resources { limits, threads, spill, .. } = *resources;
    let steps = Steps::new(conditions, order);
    let problem = match problem_or_sets(&steps, order)? {
        Ok(problem) => problem,
        Err(number) => {
            let family = if number == 1 { Family::unit() } else { Family::empty() };
            let elements: Vec<Element> = order.iter().map(|&edge| Element(edge)).collect();
            return Ok(family.over(&elements, limits)?);
        }
    };
    let fingerprint = spill.map_or(Ok(0), |_| fingerprint(conditions, limits))?;
    let run = spill.map(|spill| SpillRun { spill, fingerprint, order });
    let report = &mut SweepReport::default();
    let diagram =
        zlink_frontier::build(&*problem, threads, limits, resources.budget(), run.as_ref(), report)?;
    Ok(diagram.into())
}

/// The number of sets of edges that meet the conditions.
///
/// # Errors
/// A limit was reached, or the graph is too wide for the order.
pub fn count(
    conditions: &Conditions<'_>,
    order: &[u32],
    resources: &Resources<'_>,
) -> Result<BigUint, Unfinished> {
    let Resources { limits, threads, spill, .. } = *resources;
    let steps = Steps::new(conditions, order);
    let problem = match problem_or_sets(&steps, order)? {
        Ok(problem) => problem,
        Err(number) => return Ok(number.into()),
    };
    let fingerprint = spill.map_or(Ok(0), |_| fingerprint(conditions, limits))?;
    let run = spill.map(|spill| SpillRun { spill, fingerprint, order });
    let report = &mut SweepReport::default();
    zlink_frontier::count(&*problem, threads, limits, resources.budget(), run.as_ref(), None, report)
}

/// The probability that a random set of edges meets the conditions, if it has edge `e` with probability `probabilities[e]`,
/// independently of all others.
///
/// # Errors
/// A limit was reached, or the graph is too wide for the order.
///
/// # Panics
/// If there is not one probability for each edge.
pub fn probability(
    conditions: &Conditions<'_>,
    order: &[u32],
    probabilities: &[f64],
    resources: &Resources<'_>,
) -> Result<f64, Unfinished> {
    assert_eq!(probabilities.len(), conditions.edges.len(), "one probability an edge");
    let steps = Steps::new(conditions, order);
    let problem = match problem_or_sets(&steps, order)? {
        Ok(problem) => problem,
        Err(number) => return Ok(number.into()),
    };
    let report = &mut SweepReport::default();
    zlink_frontier::probability(&*problem, probabilities, resources.limits, resources.budget(), report)
}

/// The problem, or the number of sets where no edge decides: none, or only the empty one.
fn problem_or_sets<'s>(
    steps: &'s Steps<'s>,
    order: &[u32],
) -> Result<Result<Box<dyn Problem + 's>, u8>, Unfinished> {
    let problem = problem(steps)?.filter(|_| !order.is_empty());
    Ok(problem.ok_or_else(|| u8::from(order.is_empty() && steps.accepts_nothing())))
}

/// The order of the edges in an earlier sweep of these conditions that was stopped and resumes from `spill`.
///
/// # Errors
/// The files are those of another sweep, or damaged: [`Spill::failure`] tells. A limit was reached.
pub fn resumed(
    conditions: &Conditions<'_>,
    spill: &Spill,
    limits: &Limits,
) -> Result<Option<Vec<u32>>, Unfinished> {
    match spill.order(fingerprint(conditions, limits)?) {
        Ok(Some(order)) if order.len() != conditions.edges.len() => {
            Err(spill.fail(SpillError::Other(spill.folder().to_path_buf())))
        }
        Ok(order) => Ok(order.map(<[u32]>::to_vec)),
        Err(error) => Err(spill.fail(error)),
    }
}

/// A hash that is the same in every process.
fn fingerprint(conditions: &Conditions<'_>, limits: &Limits) -> Result<u64, Interrupted> {
    let Conditions { vertices, edges, degrees, degree_counts, size, linear, groups, others, .. } = conditions;
    let Conditions { single, acyclic, bipartite, induced, weights, within, .. } = conditions;
    let mut hasher = FxHasher::default();
    (vertices, edges, degrees, degree_counts, size, linear, groups, others).hash(&mut hasher);
    (single, acyclic, bipartite, induced, weights).hash(&mut hasher);
    within.map(|diagram| diagram.fingerprint(limits)).transpose()?.hash(&mut hasher);
    Ok(hasher.finish())
}
