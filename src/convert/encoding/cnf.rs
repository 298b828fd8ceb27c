//! The puzzle as a propositional formula, complete: it has exactly as many models as the puzzle has solutions.
//!
//! Variable `i` of the first ones says that edge `i` is chosen. That there is one cycle, or that paths end where they
//! must, is said with more variables, whose values follow from those: each chosen edge gets a direction, each
//! vertex in use its position along the cycle or path in binary, and (for paths) the name of the path's start.
//! Positions grow by one along each edge, except into the start of the cycle, so that no second cycle has any. The
//! start is the vertex of the lowest number, from where the cycle leaves to the lower neighbour; a path of a pair runs
//! from the pair's first end, any other path from its end of the lower number. The size is `O(m log n)`.

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

    /// Directions, positions and the names of paths.
    fn connections(&mut self, limits: &Limits) -> Result<(), Exhausted> {
        // From the first to the second end of each edge, and back.
        let mut arcs = Vec::with_capacity(self.puzzle.edge_count());
        for e in (0..self.puzzle.edge_count()).map(EdgeId::from_index) {
            let [forth, back] = [self.circuit.variable(), self.circuit.variable()];
            self.circuit.clause(&[-forth, -back]);
            self.circuit.clause(&[-forth, edge(e)]);
            self.circuit.clause(&[-back, edge(e)]);
            self.circuit.clause(&[-edge(e), forth, back]);
            arcs.push([forth, back]);
        }
        let first = if self.puzzle.topology() == Topology::Cycle { self.first() } else { Vec::new() };
        let mut bits = vec![Vec::new(); self.puzzle.vertex_count()];
        let width = width(self.puzzle.vertex_count());
        for position in &mut bits {
            *position = (0..width).map(|_| self.circuit.variable()).collect::<Vec<Literal>>();
        }
        let mut starts = Vec::new();
        for v in self.vertices() {
            let (mut out, mut into) = (Vec::new(), Vec::new());
            for &(e, _) in self.incidence.at(v) {
                let [forth, back] = arcs[e.index()];
                let leaves = self.incidence.ends(e)[0] == v;
                out.push(if leaves { forth } else { back });
                into.push(if leaves { back } else { forth });
            }
            self.circuit.at_most(&out, 1);
            self.circuit.at_most(&into, 1);
            match self.roles[v.index()] {
                Role::Start(_) => into.iter().for_each(|&arc| self.circuit.clause(&[-arc])),
                Role::End(_) => out.iter().for_each(|&arc| self.circuit.clause(&[-arc])),
                Role::Inner => {}
            }
            if let Some(&Some(first)) = first.get(v.index()) {
                self.leave_to_lower_neighbour(v, first, &out);
            }
            let has_into = self.circuit.or(&into);
            let has_out = self.circuit.or(&out);
            // Where nothing comes in, the position is 0: unused vertices and the starts of paths.
            for &bit in &bits[v.index()] {
                let mut clause: Vec<Literal> = has_into.into_iter().collect();
                clause.push(-bit);
                self.circuit.clause(&clause);
                if let Some(&Some(first)) = first.get(v.index()) {
                    self.circuit.clause(&[-first, -bit]);
                }
            }
            starts.push((has_into, has_out));
            self.circuit.check(limits)?;
        }
        let successors: Vec<_> = bits.iter().map(|position| self.successor(position)).collect();
        for e in (0..self.puzzle.edge_count()).map(EdgeId::from_index) {
            self.circuit.check(limits)?;
            let [u, v] = self.incidence.ends(e);
            for (arc, from, to) in [(arcs[e.index()][0], u, v), (arcs[e.index()][1], v, u)] {
                // Into the first vertex the position does not grow.
                let mut unless = vec![-arc];
                unless.extend(first.get(to.index()).copied().flatten());
                let (next, overflow) = &successors[from.index()];
                for (&a, &b) in next.iter().zip(&bits[to.index()]) {
                    self.circuit.clause(&[&unless[..], &[-a, b]].concat());
                    self.circuit.clause(&[&unless[..], &[a, -b]].concat());
                }
                unless.extend(overflow.map(|overflow| -overflow));
                self.circuit.clause(&unless);
            }
        }
        match self.puzzle.topology() {
            Topology::Linkage => self.pair_names(limits),
            Topology::PathMatching => self.path_names(&starts, limits),
            _ => Ok(()),
        }
    }

    /// For each vertex: whether it is the first one in use.
    fn first(&mut self) -> Vec<Option<Literal>> {
        let mut before: Option<Literal> = None;
        let mut first = Vec::with_capacity(self.used.len());
        for used in self.used.clone() {
            let Some(used) = used else {
                first.push(None);
                continue;
            };
            first.push(Some(match before {
                None => used,
                Some(before) => self.circuit.and(used, -before),
            }));
            let both: Vec<Literal> = before.into_iter().chain([used]).collect();
            before = self.circuit.or(&both);
        }
        first
    }

    /// The cycle leaves its first vertex along the chosen edge to the neighbour of the lowest number.
    fn leave_to_lower_neighbour(&mut self, v: VertexId, first: Literal, out: &[Literal]) {
        let mut edges: Vec<(VertexId, Literal, Literal)> =
            self.incidence.at(v).iter().zip(out).map(|(&(e, w), &arc)| (w, edge(e), arc)).collect();
        edges.sort_unstable();
        let mut lower: Option<Literal> = None;
        for (_, edge, arc) in edges {
            let mut clause = vec![-first, -edge, arc];
            clause.extend(lower);
            self.circuit.clause(&clause);
            let both: Vec<Literal> = lower.into_iter().chain([edge]).collect();
            lower = self.circuit.or(&both);
        }
    }

    /// One more than a number in binary, and whether that takes another bit.
    fn successor(&mut self, number: &[Literal]) -> (Vec<Literal>, Option<Literal>) {
        // The bit of lowest value changes; each next one changes if all below were 1.
        let mut carry: Option<Literal> = None;
        let mut next = Vec::with_capacity(number.len());
        for &bit in number {
            next.push(match carry {
                None => -bit,
                Some(carry) => self.circuit.exclusive_or(bit, carry),
            });
            carry = Some(match carry {
                None => bit,
                Some(carry) => self.circuit.and(bit, carry),
            });
        }
        (next, carry)
    }

    /// Names of `width` bits, the same at both ends of chosen edges, 0 at vertices out of use.
    fn names(&mut self, width: usize, limits: &Limits) -> Result<Vec<Vec<Literal>>, Exhausted> {
        let mut names = Vec::with_capacity(self.puzzle.vertex_count());
        for v in self.vertices() {
            let name: Vec<Literal> = (0..width).map(|_| self.circuit.variable()).collect();
            for &bit in &name {
                let mut clause: Vec<Literal> = self.used[v.index()].into_iter().collect();
                clause.push(-bit);
                self.circuit.clause(&clause);
            }
            names.push(name);
        }
        for e in (0..self.puzzle.edge_count()).map(EdgeId::from_index) {
            let [u, v] = self.incidence.ends(e).map(VertexId::index);
            for (&a, &b) in names[u].iter().zip(&names[v]) {
                self.circuit.clause(&[-edge(e), -a, b]);
                self.circuit.clause(&[-edge(e), a, -b]);
            }
            self.circuit.check(limits)?;
        }
        Ok(names)
    }

    /// Both ends of a pair have its number as name.
    fn pair_names(&mut self, limits: &Limits) -> Result<(), Exhausted> {
        let names = self.names(width(self.puzzle.pairs().len()), limits)?;
        for (v, name) in names.iter().enumerate() {
            if let Role::Start(pair) | Role::End(pair) = self.roles[v] {
                for (i, &bit) in name.iter().enumerate() {
                    self.circuit.clause(&[if pair >> i & 1 == 1 { bit } else { -bit }]);
                }
            }
        }
        Ok(())
    }

    /// The start of a path gives it its number as name, and the end has a higher one.
    fn path_names(
        &mut self,
        arcs: &[(Option<Literal>, Option<Literal>)],
        limits: &Limits,
    ) -> Result<(), Exhausted> {
        let names = self.names(width(self.puzzle.vertex_count()), limits)?;
        for (v, name) in names.iter().enumerate() {
            let (Some(used), (Some(has_into), Some(has_out))) = (self.used[v], arcs[v]) else { continue };
            for (i, &bit) in name.iter().enumerate() {
                let own = if v >> i & 1 == 1 { bit } else { -bit };
                self.circuit.clause(&[-used, has_into, own]);
                if v >> i & 1 == 0 {
                    let mut clause = vec![-used, has_out, -bit];
                    clause.extend((i + 1..name.len()).filter(|j| v >> j & 1 == 1).map(|j| -name[j]));
                    self.circuit.clause(&clause);
                }
            }
            self.circuit.check(limits)?;
        }
        Ok(())
    }
}

/// The number of bits that tell `count` things apart.
fn width(count: usize) -> usize {
    (usize::BITS - count.saturating_sub(1).leading_zeros()) as usize
}
