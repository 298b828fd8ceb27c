//! Every step against the definition: what agrees with its premises agrees with its conclusions.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::*;
use crate::analyse;
use crate::board::Lattice;
use crate::deduce::tests::random::{Random, linkage, puzzle};
use crate::engine::brute;
use crate::generate::{Numberlink, NumberlinkOptions, Slitherlink, SlitherlinkOptions};
use crate::limits::Silent;
use crate::puzzle::{Constraint, Topology, VertexId, check};

/// Whether something holds of a set of edges.
type Holds<'a> = &'a dyn Fn(&dyn Fn(EdgeId) -> bool) -> bool;

/// A puzzle and all sets of edges that have the shape of its solutions.
struct Judge<'p> {
    puzzle: &'p Puzzle,
    shapes: Vec<Vec<bool>>,
}

impl<'p> Judge<'p> {
    /// By brute force.
    fn of_small(puzzle: &'p Puzzle) -> Self {
        Self::new(puzzle, brute::solutions(&bare(puzzle)))
    }

    /// By the engine.
    fn of(puzzle: &'p Puzzle) -> Self {
        let (found, stopped) = analyse::solutions(&bare(puzzle), 1 << 20, &Limits::none(), &Silent);
        assert!(stopped.is_none() && found.is_all);
        Self::new(puzzle, found.solutions)
    }

    fn new(puzzle: &'p Puzzle, solutions: Vec<Vec<EdgeId>>) -> Self {
        let as_flags = |solution: Vec<EdgeId>| {
            let mut flags = vec![false; puzzle.edge_count()];
            solution.iter().for_each(|e| flags[e.index()] = true);
            flags
        };
        Judge { puzzle, shapes: solutions.into_iter().map(as_flags).collect() }
    }

    /// Checks a step and those of its branches; `assumed` is what it may use without naming it.
    fn check(&self, step: &Step) {
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
        let board = Board::new(self.puzzle);
        let known: Vec<EdgeId> = step.premises.edges.iter().map(|known| known.edge).collect();
        let mut near: BTreeSet<EdgeId> = step.conclusions.iter().map(|known| known.edge).collect();
        near.extend(step.premises.clues.iter().flat_map(|&cell| self.puzzle.cell(cell).edges));
        near.extend(vertices.iter().flat_map(|&v| board.incidence.at(v)).map(|(e, _)| e));
        let free: Vec<EdgeId> = near.iter().copied().filter(|e| !known.contains(e)).collect();
        assert!(free.len() <= 22, "{} edges: {step:?}", free.len());
        for way in 0u32..1 << free.len() {
            let flags = |e: EdgeId| match free.iter().position(|&f| f == e) {
                Some(i) => way >> i & 1 == 1,
                None => step.premises.edges.iter().any(|known| known.edge == e && known.is_in),
            };
            let fits = vertices.iter().all(|&v| {
                let degree = board.incidence.at(v).iter().filter(|(e, _)| flags(*e)).count();
                board.allows(v, degree as u32)
            });
            assert!(!fits || holds(&flags), "{step:#?}\n{:?}", self.puzzle);
        }
    }
}

fn bare(puzzle: &Puzzle) -> Puzzle {
    puzzle.with_constraints(|c| matches!(c, Constraint::Pair(_) | Constraint::Cover))
}

/// All steps, and how they end.
fn steps(puzzle: &Puzzle) -> (Vec<Step>, Ending) {
    let mut steps = Vec::new();
    let ending = explain(puzzle, &Limits::none(), &Silent, &mut |step| {
        steps.push(step.clone());
        ControlFlow::Continue(())
    });
    (steps, ending)
}

/// Checks steps one after the other: nothing is used before it is known, and nothing is concluded twice.
fn check_order(puzzle: &Puzzle, steps: &[Step]) {
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

fn solution_of(steps: &[Step]) -> Vec<EdgeId> {
    let conclusions = steps.iter().flat_map(|step| &step.conclusions);
    let mut edges: Vec<EdgeId> = conclusions.filter(|known| known.is_in).map(|known| known.edge).collect();
    edges.sort_unstable();
    edges
}

#[test]
fn steps_on_small_puzzles_of_all_kinds() {
    let mut random = Random(3);
    let mut met: BTreeSet<Rule> = BTreeSet::new();
    let mut endings = [0; 3];
    for i in 0..2500 {
        let puzzle = if i % 3 == 0 { linkage(&mut random, 12) } else { puzzle(&mut random, 11) };
        let expected = brute::solutions(&puzzle);
        let judge = Judge::of_small(&puzzle);
        let (steps, ending) = steps(&puzzle);
        check_order(&puzzle, &steps);
        for step in &steps {
            judge.check(step);
            met.insert(step.rule);
        }
        match (&expected[..], ending) {
            ([], Ending::Contradiction) => endings[0] += 1,
            ([only], Ending::Solved) => {
                assert_eq!(*only, solution_of(&steps));
                endings[1] += 1;
            }
            ([first, others @ ..], Ending::Several(open)) => {
                let differs = |e: &EdgeId| others.iter().any(|other| other.contains(e) != first.contains(e));
                let all = (0..puzzle.edge_count()).map(EdgeId::from_index);
                assert_eq!(open, all.filter(differs).collect::<Vec<_>>(), "{puzzle:?}");
                endings[2] += 1;
            }
            (_, ending) => panic!("{ending:?} with {} solutions: {puzzle:?}", expected.len()),
        }
    }
    assert!(endings.iter().all(|&count| count > 100), "{endings:?}");
    for rule in
        [Rule::Given, Rule::EarlyLoop, Rule::ClosedLoop, Rule::BlockedPair, Rule::CutParity, Rule::BothWays]
    {
        assert!(met.contains(&rule), "{rule}: {met:?}");
    }
}

#[test]
fn steps_on_boards() {
    let mut met: BTreeSet<Rule> = BTreeSet::new();
    for (lattice, rows, columns) in [
        (Lattice::Square, 4, 4),
        (Lattice::Square, 3, 5),
        (Lattice::Triangular, 3, 3),
        (Lattice::Hexagonal, 2, 3),
    ] {
        let board = lattice.cells(rows, columns).unwrap();
        let shapes = Judge::of(&board.puzzle).shapes;
        for seed in 0..12 {
            let options = SlitherlinkOptions { minimal: seed % 2 == 0, ..SlitherlinkOptions::default() };
            let maker = Slitherlink::new(&board, None).unwrap();
            let made = maker.random(&options, seed, &Limits::none(), &Silent).unwrap();
            let judge = Judge { puzzle: &made.puzzle, shapes: shapes.clone() };
            let (steps, ending) = steps(&made.puzzle);
            assert_eq!(ending, Ending::Solved);
            check::verify(&made.puzzle, &solution_of(&steps)).unwrap();
            check_order(&made.puzzle, &steps);
            for step in &steps {
                judge.check(step);
                met.insert(step.rule);
            }
        }
    }
    for rule in
        [Rule::ZeroBeside, Rule::Corner, Rule::Adjacent, Rule::Diagonal, Rule::EdgePairs, Rule::InsideOutside]
    {
        assert!(met.contains(&rule), "{rule}: {met:?}");
    }
}

#[test]
fn steps_of_numberlinks() {
    let mut met: BTreeSet<Rule> = BTreeSet::new();
    for (lattice, rows, columns, cover) in
        [(Lattice::Square, 4, 5, true), (Lattice::Square, 4, 4, false), (Lattice::Triangular, 3, 4, true)]
    {
        let board = lattice.vertices(rows, columns).unwrap();
        let maker = Numberlink::new(&board).unwrap();
        for seed in 0..12 {
            let options = NumberlinkOptions { cover, ..NumberlinkOptions::default() };
            let made = maker.random(&options, seed, &Limits::none(), &Silent).unwrap();
            assert_eq!(made.puzzle.topology(), Topology::Linkage);
            let judge = Judge::of(&made.puzzle);
            let (steps, ending) = steps(&made.puzzle);
            assert_eq!(ending, Ending::Solved);
            assert_eq!(solution_of(&steps), made.solution);
            check_order(&made.puzzle, &steps);
            for step in &steps {
                judge.check(step);
                met.insert(step.rule);
            }
        }
    }
    assert!(met.contains(&Rule::WrongPair) && met.contains(&Rule::Vertex), "{met:?}");
}
