//! Every step against the definition: what agrees with its premises agrees with its conclusions.
//!
//! The tests of `src/explain` use it, too.

use std::collections::BTreeSet;

use zlink::explain::{Known, Premises, Rule, Step};
use zlink::puzzle::{Constraint, EdgeId, Incidence, Puzzle, Topology, VertexId};

/// Whether something holds of a set of edges.
type Holds<'a> = &'a dyn Fn(&dyn Fn(EdgeId) -> bool) -> bool;

/// A puzzle and all sets of edges that have the shape of its solutions.
pub(super) struct Judge<'p> {
    incidence: Incidence,
    puzzle: &'p Puzzle,
    shapes: Vec<Vec<bool>>,
}

impl<'p> Judge<'p> {
    /// `shapes` are the solutions of [`bare`].
    pub(super) fn new(puzzle: &'p Puzzle, solutions: Vec<Vec<EdgeId>>) -> Self {
        let as_flags = |solution: Vec<EdgeId>| {
            let mut flags = vec![false; puzzle.edge_count()];
            solution.iter().for_each(|e| flags[e.index()] = true);
            flags
        };
        Judge {
            incidence: Incidence::of(puzzle),
            puzzle,
            shapes: solutions.into_iter().map(as_flags).collect(),
        }
    }

    /// Checks a step and those of its branches; `assumed` is what it may use without naming it.
    pub(super) fn check(&self, step: &Step) {
        let Premises { clues, vertices, edges, is_global, .. } = &step.premises;
        if step.rule == Rule::Given {
            return;
        }
        let meets_clues = |flags: &dyn Fn(EdgeId) -> bool| {
            clues.iter().all(|&cell| {
                let cell = self.puzzle.cell(cell);
                cell.clue == Some(cell.edges.iter().filter(|&&e| flags(e)).count() as u32)
            })
        };
        let follows = |flags: &dyn Fn(EdgeId) -> bool| {
            !step.conclusions.is_empty()
                && step.conclusions.iter().all(|known| flags(known.edge) == known.is_in)
        };
        let agrees =
            |flags: &dyn Fn(EdgeId) -> bool| edges.iter().all(|known| flags(known.edge) == known.is_in);
        if *is_global {
            for shape in self.shapes.iter().filter(|shape| !step.premises.is_unique || self.is_induced(shape))
            {
                let flags = |e: EdgeId| shape[e.index()];
                assert!(
                    !agrees(&flags) || !meets_clues(&flags) || follows(&flags),
                    "{step:#?}\n{:?}",
                    self.puzzle
                );
            }
        } else {
            self.check_near(step, &|flags| !agrees(flags) || !meets_clues(flags) || follows(flags), vertices);
        }
        for branch in &step.branches {
            branch.steps.iter().chain(branch.broken.as_deref()).for_each(|step| self.check(step));
        }
    }

    /// Whether a vertex can have this number of edges in a solution.
    fn allows(&self, v: VertexId, degree: usize) -> bool {
        let is_terminal = self.puzzle.pairs().iter().flatten().any(|&end| end == v);
        let covers = self.puzzle.cover();
        match self.puzzle.topology() {
            _ if is_terminal => degree == 1,
            Topology::PathMatching => degree <= 2 && (!covers || degree > 0),
            _ => degree == 2 || degree == 0 && !covers,
        }
    }

    /// Whether no path can be shortened.
    fn is_induced(&self, shape: &[bool]) -> bool {
        let mut part: Vec<usize> = (0..self.puzzle.vertex_count()).collect();
        let ends = |e: usize| self.puzzle.edge_ends(EdgeId::from_index(e)).map(VertexId::index);
        for e in (0..shape.len()).filter(|&e| shape[e]) {
            let [a, b] = ends(e).map(|v| part[v]);
            part.iter_mut().filter(|part| **part == a).for_each(|part| *part = b);
        }
        let is_usable = |e: usize| !self.puzzle.forbidden().contains(&EdgeId::from_index(e));
        (0..shape.len()).all(|e| {
            let [a, b] = ends(e).map(|v| part[v]);
            shape[e] || a != b || !is_usable(e)
        })
    }

    /// The same for a step that uses nothing but a few edges: all ways to choose them.
    fn check_near(&self, step: &Step, holds: Holds<'_>, vertices: &[VertexId]) {
        let known: Vec<EdgeId> = step.premises.edges.iter().map(|known| known.edge).collect();
        let mut near: BTreeSet<EdgeId> = step.conclusions.iter().map(|known| known.edge).collect();
        near.extend(step.premises.clues.iter().flat_map(|&cell| self.puzzle.cell(cell).edges));
        near.extend(vertices.iter().flat_map(|&v| self.incidence.at(v)).map(|(e, _)| e));
        let free: Vec<EdgeId> = near.iter().copied().filter(|e| !known.contains(e)).collect();
        assert!(free.len() <= 22, "{} edges: {step:?}", free.len());
        for way in 0u32..1 << free.len() {
            let flags = |e: EdgeId| match free.iter().position(|&f| f == e) {
                Some(i) => way >> i & 1 == 1,
                None => step.premises.edges.iter().any(|known| known.edge == e && known.is_in),
            };
            let fits = vertices.iter().all(|&v| {
                let degree = self.incidence.at(v).iter().filter(|(e, _)| flags(*e)).count();
                self.allows(v, degree)
            });
            assert!(!fits || holds(&flags), "{step:#?}\n{:?}", self.puzzle);
        }
    }
}

/// The puzzle without its clues and without what it says of edges.
pub(super) fn bare(puzzle: &Puzzle) -> Puzzle {
    puzzle.with_constraints(|c| matches!(c, Constraint::Pair(_) | Constraint::Cover))
}

/// Checks steps one after the other: nothing is used before it is known, and nothing is concluded twice.
pub(super) fn check_order(puzzle: &Puzzle, steps: &[Step]) {
    let mut known: BTreeSet<Known> = BTreeSet::new();
    for step in steps {
        assert!(step.premises.edges.iter().all(|premise| known.contains(premise)), "{step:?}");
        let is_premised = step.rule == Rule::Given
            || !step.premises.clues.is_empty()
            || !step.premises.vertices.is_empty()
            || !step.premises.edges.is_empty()
            || !step.premises.pairs.is_empty();
        assert!(is_premised || puzzle.cover() || step.premises.is_global, "{step:?}");
        for conclusion in &step.conclusions {
            assert!(!known.iter().any(|known| known.edge == conclusion.edge), "{step:?}");
        }
        known.extend(&step.conclusions);
    }
}

/// The edges that are in by the conclusions of steps, ascending.
pub(super) fn solution_of(steps: &[Step]) -> Vec<EdgeId> {
    let conclusions = steps.iter().flat_map(|step| &step.conclusions);
    let mut edges: Vec<EdgeId> = conclusions.filter(|known| known.is_in).map(|known| known.edge).collect();
    edges.sort_unstable();
    edges
}
