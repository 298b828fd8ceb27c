//! Solutions, counts, families.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::{Puzzle, Solution, Solutions};
use zlink_base::limits::Exhausted;
use zlink_convert::Document;
use zlink_diagram::Element;
use zlink_diagram::family::Family;
use zlink_engine::{self as engine, Outcome, Question, Stop};
use zlink_puzzle::EdgeId;
use zlink_puzzle::check::{self, Violation};

/// Why edges are no solution. In words it names vertices and cells by their terms.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct NotASolution {
    /// The first rule that they break.
    pub violation: Violation,
    message: String,
}

impl<V> Puzzle<V> {
    /// A solution, or `None` if there is none.
    ///
    /// # Errors
    /// A limit was reached before that was clear.
    pub fn solve(&self) -> Result<Option<Solution<V>>, Stop> {
        let (mut found, outcome) = self.first(1);
        match found.pop() {
            Some(edges) => Ok(Some(self.solution(edges))),
            None if outcome.exhausted => Ok(None),
            None => Err(why(&outcome)),
        }
    }

    /// The solutions one by one, each once.
    pub fn solutions(&self) -> Solutions<V> {
        Solutions::new(self.clone())
    }

    /// Whether there is exactly one solution.
    ///
    /// # Errors
    /// A limit was reached before that was clear.
    pub fn is_unique(&self) -> Result<bool, Stop> {
        let (found, outcome) = self.first(2);
        match found.len() {
            2 => Ok(false),
            count if outcome.exhausted => Ok(count == 1),
            _ => Err(why(&outcome)),
        }
    }

    /// How many solutions there are, exactly.
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

    /// All solutions as a set of sets, whose element `i` is edge `i`.
    ///
    /// # Errors
    /// A limit was reached before it was built, or the graph is too wide for it.
    pub fn family(&self) -> Result<Family, Stop> {
        let request = self.options.request(&self.document.puzzle, Question::Count);
        engine::family(&request, &self.options)
    }

    /// The solution that these edges are, in any order. No part of a search is asked.
    ///
    /// # Errors
    /// They are none: the first rule that they break.
    pub fn check(&self, edges: &[EdgeId]) -> Result<Solution<V>, NotASolution> {
        let Document { puzzle, names, .. } = &*self.document;
        check::verify(puzzle, edges).map_err(|violation| {
            let vertex = |vertex| names.vertex(vertex).to_string();
            let cell = |cell| names.cell(cell).to_string();
            NotASolution { violation, message: violation.explain(puzzle, &vertex, &cell) }
        })?;
        let mut edges = edges.to_vec();
        edges.sort_unstable();
        edges.dedup();
        Ok(self.solution(edges))
    }

    /// The solution that a set of a [family](Puzzle::family) is.
    ///
    /// # Errors
    /// It is none, as may be after operations on the family.
    pub fn solution_of(&self, set: impl IntoIterator<Item = Element>) -> Result<Solution<V>, NotASolution> {
        let edges: Vec<EdgeId> = set.into_iter().map(|element| EdgeId(element.0)).collect();
        self.check(&edges)
    }

    pub(super) fn solution(&self, edges: Vec<EdgeId>) -> Solution<V> {
        Solution::new(self.clone(), edges)
    }

    /// As many solutions as there are, but no more than `most`.
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

/// Why there is no full answer.
pub(super) fn why(outcome: &Outcome) -> Stop {
    match (&outcome.stopped, &outcome.refusal) {
        (_, Some(refusal)) => Stop::Refused(refusal.clone()),
        (Some(cause), None) => Stop::Exhausted(*cause),
        // An engine that ends early says why; this is what a caller makes of one that does not.
        (None, None) => Stop::Exhausted(Exhausted::Interrupted),
    }
}
