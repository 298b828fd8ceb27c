//! Checks steps by definition: all sets of edges that agree with the premises agree with the conclusions.
//!
//! `tests/explain_steps.rs` uses this file, too.

use std::collections::BTreeSet;

use zlink::explain::{Known, Premises, Rule, Step};
use zlink::puzzle::{Constraint, EdgeId, Incidence, Puzzle, Topology, VertexId};

/// A set of at most 64 edges, as bits.
type Set = u64;

fn set(edges: impl IntoIterator<Item = EdgeId>) -> Set {
    edges.into_iter().fold(0, |set, e| set | 1 << e.index())
}

/// The edges that are known to be in or out, and the edges that are known to be in.
fn known(known: &[Known]) -> [Set; 2] {
    let edges = |known: &mut dyn Iterator<Item = &Known>| set(known.map(|known| known.edge));
    [edges(&mut known.iter()), edges(&mut known.iter().filter(|known| known.is_in))]
}

/// A number of edges that are in, and of others that are out, with its bounds.
struct Bounded {
    positive: Set,
    negative: Set,
    least: u32,
    most: u32,
}

impl Bounded {
    fn allows(&self, edges: Set) -> bool {
        let count = (edges & self.positive).count_ones() + (!edges & self.negative).count_ones();
        (self.least..=self.most).contains(&count)
    }
}

/// A puzzle, and all sets of edges that have the shape of its solutions.
pub struct Judge<'p> {
    puzzle: &'p Puzzle,
    incidence: Incidence,
    shapes: Vec<Set>,
}

impl<'p> Judge<'p> {
    /// A judge of steps about `puzzle`; `shapes` are the solutions of [`bare`].
    pub fn new(puzzle: &'p Puzzle, shapes: &[Vec<EdgeId>]) -> Self {
        assert!(puzzle.edge_count() <= Set::BITS as usize, "the judge is for small puzzles");
        let shapes = shapes.iter().map(|shape| set(shape.iter().copied())).collect();
        Judge { puzzle, incidence: Incidence::of(puzzle), shapes }
    }

    /// Checks a step and the steps of its branches.
    pub fn check(&self, step: &Step) {
        let Premises { clues, constraints, vertices, edges, is_global, is_unique, .. } = &step.premises;
        if step.rule == Rule::Given {
            return;
        }
        let clues: Vec<(Set, Option<u32>)> = clues
            .iter()
            .map(|&cell| self.puzzle.cell(cell))
            .map(|cell| (set(cell.edges.iter().copied()), cell.clue))
            .collect();
        let sums: Vec<Bounded> = constraints.iter().map(|&constraint| self.bounded(constraint)).collect();
        let [premises, premises_in] = known(edges);
        let [concluded, concluded_in] = known(&step.conclusions);
        let agrees = |edges: Set| {
            edges & premises == premises_in
                && clues.iter().all(|&(cell, clue)| clue == Some((edges & cell).count_ones()))
                && sums.iter().all(|sum| sum.allows(edges))
        };
        let follows = |edges: Set| concluded != 0 && edges & concluded == concluded_in;
        let check = |edges: Set| assert!(!agrees(edges) || follows(edges), "{step:#?}\n{:?}", self.puzzle);
        if *is_global {
            let shapes = self.shapes.iter().filter(|&&shape| !is_unique || self.is_induced(shape));
            shapes.for_each(|&shape| check(shape));
        } else {
            // The step depends on a few edges only: all ways to choose them.
            let around = |v: VertexId| set(self.incidence.at(v).iter().map(|&(e, _)| e));
            let vertices: Vec<(Set, VertexId)> = vertices.iter().map(|&v| (around(v), v)).collect();
            let near =
                clues.iter().map(|clue| clue.0).chain(sums.iter().map(|sum| sum.positive | sum.negative));
            let near = near.chain(vertices.iter().map(|v| v.0));
            let free = near.fold(concluded, |near, edges| near | edges) & !premises;
            assert!(free.count_ones() <= 22, "{} edges: {step:?}", free.count_ones());
            let mut chosen = free;
            loop {
                let edges = chosen | premises_in;
                if vertices.iter().all(|&(at, v)| self.allows(v, (edges & at).count_ones())) {
                    check(edges);
                }
                if chosen == 0 {
                    break;
                }
                chosen = (chosen - 1) & free;
            }
        }
        for branch in &step.branches {
            branch.steps.iter().chain(branch.broken.as_deref()).for_each(|step| self.check(step));
        }
    }

    /// A bound or an integrity constraint.
    fn bounded(&self, constraint: Constraint) -> Bounded {
        let of_cell = |cell, least: Option<u32>, most: Option<u32>| {
            let positive = set(self.puzzle.cell(cell).edges.iter().copied());
            Bounded { positive, negative: 0, least: least.unwrap_or(0), most: most.unwrap_or(u32::MAX) }
        };
        match constraint {
            Constraint::AtLeast(cell) => of_cell(cell, self.puzzle.cell(cell).at_least, None),
            Constraint::AtMost(cell) => of_cell(cell, None, self.puzzle.cell(cell).at_most),
            Constraint::Integrity(sum) => {
                let sum = self.puzzle.sum(sum);
                let [positive, negative] =
                    [sum.positive, sum.negative].map(|edges| set(edges.iter().copied()));
                Bounded { positive, negative, least: 0, most: sum.len() as u32 - 1 }
            }
            other => panic!("{other:?} is neither a bound nor an integrity constraint"),
        }
    }

    /// Whether a vertex can have this number of edges in a solution.
    fn allows(&self, v: VertexId, degree: u32) -> bool {
        let is_terminal = self.puzzle.pairs().iter().flatten().any(|&end| end == v);
        let covers = self.puzzle.cover();
        match self.puzzle.topology() {
            _ if is_terminal => degree == 1,
            Topology::PathMatching => degree <= 2 && (!covers || degree > 0),
            _ => degree == 2 || degree == 0 && !covers,
        }
    }

    /// Whether a shape is induced: no path can be shortened by an edge that may be used.
    fn is_induced(&self, shape: Set) -> bool {
        let mut part: Vec<usize> = (0..self.puzzle.vertex_count()).collect();
        let edges = || (0..self.puzzle.edge_count()).map(EdgeId::from_index);
        let is_in = |e: EdgeId| shape >> e.index() & 1 == 1;
        let ends = |e: EdgeId| self.puzzle.edge_ends(e).map(VertexId::index);
        for e in edges().filter(|&e| is_in(e)) {
            let [a, b] = ends(e).map(|v| part[v]);
            part.iter_mut().filter(|part| **part == a).for_each(|part| *part = b);
        }
        edges().all(|e| {
            let [a, b] = ends(e).map(|v| part[v]);
            is_in(e) || a != b || self.puzzle.forbidden().contains(&e)
        })
    }
}

/// The puzzle without its clues and other constraints on edges.
pub fn bare(puzzle: &Puzzle) -> Puzzle {
    puzzle.with_constraints(|c| matches!(c, Constraint::Pair(_) | Constraint::Cover))
}

/// Checks the order of steps: no premise is used before it is known, and no edge is concluded twice.
pub fn check_order(puzzle: &Puzzle, steps: &[Step]) {
    let mut known: BTreeSet<Known> = BTreeSet::new();
    for step in steps {
        assert!(step.premises.edges.iter().all(|premise| known.contains(premise)), "{step:?}");
        let is_premised = step.rule == Rule::Given
            || !step.premises.clues.is_empty()
            || !step.premises.constraints.is_empty()
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

/// The edges that steps conclude to be in, ascending.
pub fn solution_of(steps: &[Step]) -> Vec<EdgeId> {
    let conclusions = steps.iter().flat_map(|step| &step.conclusions);
    let mut edges: Vec<EdgeId> = conclusions.filter(|known| known.is_in).map(|known| known.edge).collect();
    edges.sort_unstable();
    edges
}
