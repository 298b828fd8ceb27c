//! Questions about solutions: find, count, check, and the family of all.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::{Puzzle, Solution, Solutions};
use zlink_base::limits::Interrupted;
use zlink_convert::Document;
use zlink_deduce::Propagation;
use zlink_diagram::Element;
use zlink_diagram::family::Family;
use zlink_engine::{self as engine, Outcome, Question, Stop};
use zlink_puzzle::EdgeId;
use zlink_puzzle::check::{self, Violation};

/// The reason why a set of edges is no solution. The message names vertices and cells by their terms.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct NotASolution {
    /// The first rule that the edges break.
    pub violation: Violation,
    message: String,
}

impl<V> Puzzle<V> {
    /// Finds a solution; `None` if there is none.
    ///
    /// # Errors
    /// A limit was reached before the answer was known.
    pub fn solve(&self) -> Result<Option<Solution<V>>, Stop> {
        let (mut found, outcome) = self.first(1);
        match found.pop() {
            Some(edges) => Ok(Some(self.solution(edges))),
            None if outcome.exhausted => Ok(None),
            None => Err(why(&outcome)),
        }
    }

    /// An iterator over the solutions, each once.
    pub fn solutions(&self) -> Solutions<V> {
        Solutions::new(self.clone())
    }

    /// Whether there is exactly one solution.
    ///
    /// # Errors
    /// A limit was reached before the answer was known.
    pub fn is_unique(&self) -> Result<bool, Stop> {
        let (found, outcome) = self.first(2);
        match found.len() {
            2 => Ok(false),
            count if outcome.exhausted => Ok(count == 1),
            _ => Err(why(&outcome)),
        }
    }

    /// The exact number of solutions.
    ///
    /// # Errors
    /// A limit was reached before all were counted.
    pub fn count(&self) -> Result<BigUint, Stop> {
        let request = self.options.request(&self.document.puzzle, Question::Count);
        let outcome = engine::run(&request, &mut |_| ControlFlow::Continue(()), &self.options);
        match outcome.count {
            Some(count) => Ok(count),
            None => Err(why(&outcome)),
        }
    }

    /// All solutions as a family of sets, where element `i` is edge `i`.
    ///
    /// # Errors
    /// A limit was reached before the family was built, or the graph is too wide for it.
    pub fn family(&self) -> Result<Family, Stop> {
        let request = self.options.request(&self.document.puzzle, Question::Count);
        engine::family(&request, &self.options)
    }

    /// What follows from the puzzle and from assumptions about edges, with reasons: for a search of one's own.
    ///
    /// ```
    /// use zlink::Puzzle;
    /// use zlink::propagation::{Depth, Value};
    ///
    /// // Two squares side by side; the solutions are the cycles around one of them, and around both.
    /// let puzzle = Puzzle::from_facts("edge(1,2). edge(2,3). edge(4,5). edge(5,6). edge(1,4). edge(2,5). edge(3,6).")?;
    /// let edge = |u: &str, v: &str| puzzle.edge(&u.into(), &v.into()).unwrap();
    /// let (middle, left, right) = (edge("2", "5"), edge("1", "4"), edge("3", "6"));
    ///
    /// let mut propagation = puzzle.propagation();
    /// propagation.open_level();
    /// propagation.assume(middle, true);
    /// propagation.open_level();
    /// propagation.assume(left, true);
    /// assert!(propagation.propagate(Depth::Changes));
    /// assert_eq!(propagation.value(right), Value::Out);
    /// while let Some((implied, is_in)) = propagation.take_implied() {
    ///     let mut reason = Vec::new();
    ///     propagation.reason(implied, &mut reason);
    ///     println!("{implied:?} is {} because of {reason:?}", if is_in { "in" } else { "out" });
    /// }
    /// assert!(propagation.is_decided());
    ///
    /// propagation.undo(1);
    /// propagation.assume(left, false);
    /// propagation.assume(right, false);
    /// assert!(!propagation.propagate(Depth::Changes));
    /// let mut conflict = Vec::new();
    /// assert!(propagation.conflict(&mut conflict));
    /// assert!(!conflict.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn propagation(&self) -> Propagation {
        Propagation::new(self.document.puzzle.clone())
    }

    /// Checks that edges, in any order, are a solution, directly against the rules and without any code of the searches.
    ///
    /// # Errors
    /// The edges are no solution; the error has the first rule that they break.
    pub fn check(&self, edges: &[EdgeId]) -> Result<Solution<V>, NotASolution> {
        let Document { puzzle, names, .. } = &*self.document;
        check::verify(puzzle, edges)
            .map_err(|violation| NotASolution { violation, message: violation.explain(puzzle, names) })?;
        let mut edges = edges.to_vec();
        edges.sort_unstable();
        edges.dedup();
        Ok(self.solution(edges))
    }

    /// The solution that a set of a [family](Puzzle::family) stands for.
    ///
    /// # Errors
    /// The set is no solution, which can happen after operations on the family.
    pub fn solution_of(&self, set: impl IntoIterator<Item = Element>) -> Result<Solution<V>, NotASolution> {
        let edges: Vec<EdgeId> = set.into_iter().map(|element| EdgeId(element.0)).collect();
        self.check(&edges)
    }

    pub(super) fn solution(&self, edges: Vec<EdgeId>) -> Solution<V> {
        Solution::new(self.clone(), edges)
    }

    /// Up to `most` solutions, and the outcome of the search.
    fn first(&self, most: u64) -> (Vec<Vec<EdgeId>>, Outcome) {
        let question = Question::Solutions { at_most: Some(most) };
        let request = self.options.request(&self.document.puzzle, question);
        let mut found = Vec::new();
        let mut receive = |edges: &[EdgeId]| {
            found.push(edges.to_vec());
            ControlFlow::Continue(())
        };
        let outcome = engine::run(&request, &mut receive, &self.options);
        (found, outcome)
    }
}

/// The reason why an outcome has no full answer.
pub(super) fn why(outcome: &Outcome) -> Stop {
    match (&outcome.stopped, &outcome.refusal) {
        (_, Some(refusal)) => Stop::Refused(refusal.clone()),
        (Some(cause), None) => Stop::Interrupted(*cause),
        // An engine that ends early sets one of the two; this covers one that does not.
        (None, None) => Stop::Interrupted(Interrupted::Stopped),
    }
}
