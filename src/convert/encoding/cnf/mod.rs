//! The puzzle as a propositional formula, complete: it has exactly as many models as the puzzle has solutions.
//!
//! Variable `i` of the first ones says that edge `i` is chosen. That there is one cycle, or that paths end where they
//! must, is said with more variables, whose values follow from those: each chosen edge gets a direction, each
//! vertex in use its position along the cycle or path in binary, and (for paths) the name of the path's start.
//! Positions grow by one along each edge, except into the start of the cycle, so that no second cycle has any. The
//! start is the vertex of the lowest number, from where the cycle leaves to the lower neighbour; a path of a pair runs
//! from the pair's first end, any other path from its end of the lower number. The size is `O(m log n)`.

mod connections;

use std::fmt::Write;

use super::circuit::{Circuit, Literal};
use crate::convert::Document;
use crate::limits::{Exhausted, Limits};
use crate::puzzle::{EdgeId, Incidence, Puzzle, Topology, VertexId};

/// The formula as a file of the DIMACS format.
pub(super) fn write(document: &Document, limits: &Limits) -> Result<String, Exhausted> {
    let Document { puzzle, names, .. } = document;
    let circuit = encode(puzzle, limits)?;
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "c One model for each solution of the puzzle. The first {} variables",
        puzzle.edge_count()
    );
    text.push_str("c are its edges; all others follow from them.\n");
    for e in 0..puzzle.edge_count() {
        let _ = writeln!(text, "c {} = {}", e + 1, names.link(puzzle, EdgeId::from_index(e)));
    }
    let _ = writeln!(text, "p cnf {} {}", circuit.variables, circuit.clause_count());
    for clause in circuit.clauses() {
        for literal in clause {
            let _ = write!(text, "{literal} ");
        }
        text.push_str("0\n");
    }
    limits.check()?;
    Ok(text)
}

/// The formula.
pub(super) fn encode(puzzle: &Puzzle, limits: &Limits) -> Result<Circuit, Exhausted> {
    let mut formula = Formula::new(puzzle)?;
    formula.degrees(limits)?;
    formula.clues(limits)?;
    if puzzle.topology() != Topology::Cycles {
        formula.connections(limits)?;
    }
    Ok(formula.circuit)
}

/// What a vertex is when its pair is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Start(usize),
    End(usize),
    Inner,
}

struct Formula<'p> {
    puzzle: &'p Puzzle,
    incidence: Incidence,
    circuit: Circuit,
    roles: Vec<Role>,
    /// Whether a vertex is in use; `None` where it cannot be.
    used: Vec<Option<Literal>>,
}

fn edge(e: EdgeId) -> Literal {
    // Fewer than 2^30, as `new` checks.
    e.index() as Literal + 1
}

impl<'p> Formula<'p> {
    fn new(puzzle: &'p Puzzle) -> Result<Self, Exhausted> {
        if puzzle.edge_count() >= 1 << 29 || puzzle.vertex_count() >= 1 << 29 {
            return Err(Exhausted::Memory);
        }
        let mut roles = vec![Role::Inner; puzzle.vertex_count()];
        for (i, [a, b]) in puzzle.pairs().iter().enumerate() {
            roles[a.index()] = Role::Start(i);
            roles[b.index()] = Role::End(i);
        }
        let mut circuit = Circuit::default();
        for _ in 0..puzzle.edge_count() {
            circuit.variable();
        }
        let used = vec![None; puzzle.vertex_count()];
        Ok(Formula { puzzle, incidence: Incidence::of(puzzle), circuit, roles, used })
    }

    fn vertices(&self) -> impl Iterator<Item = VertexId> + use<> {
        (0..self.puzzle.vertex_count()).map(VertexId::from_index)
    }

    fn edges_at(&self, v: VertexId) -> Vec<Literal> {
        self.incidence.at(v).iter().map(|&(e, _)| edge(e)).collect()
    }

    /// How many chosen edges a vertex has.
    fn degrees(&mut self, limits: &Limits) -> Result<(), Exhausted> {
        for v in self.vertices() {
            let edges = self.edges_at(v);
            match (self.puzzle.topology(), self.roles[v.index()]) {
                (Topology::PathMatching, _) => self.circuit.at_most(&edges, 2),
                (Topology::Linkage, Role::Start(_) | Role::End(_)) => self.circuit.exactly(&edges, 1),
                _ => self.circuit.none_or_two(&edges),
            }
            if self.puzzle.cover() {
                self.circuit.clause(&edges);
            }
            self.used[v.index()] = self.circuit.or(&edges);
            self.circuit.check(limits)?;
        }
        if matches!(self.puzzle.topology(), Topology::Cycle | Topology::Cycles) {
            let some: Vec<Literal> = self.used.iter().flatten().copied().collect();
            self.circuit.clause(&some);
        }
        Ok(())
    }

    /// What the clues and the decided edges say.
    fn clues(&mut self, limits: &Limits) -> Result<(), Exhausted> {
        for (_, cell) in self.puzzle.clued_cells() {
            let edges: Vec<Literal> = cell.edges.iter().map(|&e| edge(e)).collect();
            // A clue of more than all edges is as wrong as any other one.
            let clue = cell.clue.map_or(0, |clue| clue as usize).min(edges.len() + 1);
            self.circuit.exactly(&edges, clue);
            self.circuit.check(limits)?;
        }
        for &e in self.puzzle.required() {
            self.circuit.clause(&[edge(e)]);
        }
        for &e in self.puzzle.forbidden() {
            self.circuit.clause(&[-edge(e)]);
        }
        Ok(())
    }
}
