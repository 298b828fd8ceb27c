//! The conditions that there is a single cycle, or that there are no cycles beside paths: directions and positions, which are
//! determined by the chosen edges.
//!
//! Each chosen edge gets a direction, each vertex in use its position along the cycle or path in binary. Positions grow by
//! one along each edge, except into the start of the cycle, so no second cycle can have positions. The start is the vertex with
//! the lowest number, and the cycle leaves it to its neighbour with the lower number. A path of a pair runs from the pair's
//! first terminal, any other path from its end with the lower number (`names.rs`). The size is `O(m log n)`.

use super::gates::{and, exclusive_or, or};
use super::{Encoded, Formula, Literal, Model, cardinality};
use zlink_base::limits::{Interrupted, Limits};
use zlink_puzzle::{Topology, VertexId};

/// How the walk (the cycle or path of chosen edges) passes a vertex. A literal is `None` where there is no edge.
pub(super) struct Passage {
    /// The vertex has a chosen edge.
    pub(super) used: Option<Literal>,
    /// The walk enters the vertex.
    pub(super) has_into: Option<Literal>,
    /// The walk leaves the vertex.
    pub(super) has_out: Option<Literal>,
}

/// An edge at a vertex.
struct End {
    /// The other end of the edge.
    neighbour: VertexId,
    edge: Literal,
    /// The walk passes the edge from the vertex to the neighbour.
    out: Literal,
    /// The walk passes the edge from the neighbour to the vertex.
    into: Literal,
}

struct Walk<'e, 'p> {
    model: &'e Model<'p>,
    formula: &'e mut Formula,
    edges: &'e [Literal],
    /// For each edge the literals that the walk passes it from its first end to its second, and in reverse.
    arcs: Vec<[Literal; 2]>,
    ends: Vec<Vec<End>>,
    /// For each vertex the literal that it is the start of the cycle. `None` where it cannot be, and in puzzles with paths.
    first: Vec<Option<Literal>>,
    /// The position of each vertex in binary.
    positions: Vec<Vec<Literal>>,
}

/// Adds directions and positions to the formula of a model in which every edge is open.
pub(super) fn encode(
    model: &Model<'_>,
    encoded: &mut Encoded,
    limits: &Limits,
) -> Result<Vec<Passage>, Interrupted> {
    let Encoded { formula, edges } = encoded;
    let vertices = model.puzzle.vertex_count();
    let mut ends: Vec<Vec<End>> = Vec::new();
    ends.resize_with(vertices, Vec::new);
    let arcs = edges.iter().map(|_| [formula.variable(), formula.variable()]).collect();
    let (first, positions) = (vec![None; vertices], Vec::with_capacity(vertices));
    let mut walk = Walk { model, formula, edges, arcs, ends, first, positions };
    walk.direct(limits)?;
    let used: Vec<Option<Literal>> = (0..vertices).map(|v| walk.used(v)).collect();
    if model.puzzle.topology() == Topology::Cycle {
        walk.begin(&used);
    }
    let width = width(vertices);
    for _ in 0..vertices {
        let position = (0..width).map(|_| walk.formula.variable()).collect();
        walk.positions.push(position);
        walk.formula.check(limits)?;
    }
    let mut passages = Vec::with_capacity(vertices);
    for (v, used) in used.into_iter().enumerate() {
        passages.push(walk.pass(v, used));
        walk.formula.check(limits)?;
    }
    walk.count_positions(limits)?;
    Ok(passages)
}

impl Walk<'_, '_> {
    /// Adds that each chosen edge has one direction. No path enters the first terminal of a pair or leaves the second.
    fn direct(&mut self, limits: &Limits) -> Result<(), Interrupted> {
        for (i, (&chosen, &[forth, back])) in self.edges.iter().zip(&self.arcs).enumerate() {
            self.formula.clause([!forth, !back]);
            self.formula.clause([!forth, chosen]);
            self.formula.clause([!back, chosen]);
            self.formula.clause([!chosen, forth, back]);
            let [u, v] = self.model.puzzle.edge_ends(self.model.open[i]);
            self.ends[u.index()].push(End { neighbour: v, edge: chosen, out: forth, into: back });
            self.ends[v.index()].push(End { neighbour: u, edge: chosen, out: back, into: forth });
            if i.is_multiple_of(1 << 10) {
                self.formula.check(limits)?;
            }
        }
        for &[source, target] in self.model.puzzle.pairs() {
            self.ends[source.index()].iter().for_each(|end| self.formula.clause([!end.into]));
            self.ends[target.index()].iter().for_each(|end| self.formula.clause([!end.out]));
        }
        Ok(())
    }

    /// The literal that a vertex has a chosen edge.
    fn used(&mut self, v: usize) -> Option<Literal> {
        let edges: Vec<Literal> = self.ends[v].iter().map(|end| end.edge).collect();
        or(self.formula, &edges)
    }

    /// Adds that the cycle starts at the first vertex in use.
    fn begin(&mut self, used: &[Option<Literal>]) {
        let mut before: Option<Literal> = None;
        for (first, used) in self.first.iter_mut().zip(used) {
            let Some(used) = *used else { continue };
            *first = Some(match before {
                None => used,
                Some(before) => and(self.formula, used, !before),
            });
            let both: Vec<Literal> = before.into_iter().chain([used]).collect();
            before = or(self.formula, &both);
        }
    }

    /// Adds that the walk enters a vertex and leaves it at most once each; at the start the position is 0.
    fn pass(&mut self, v: usize, used: Option<Literal>) -> Passage {
        let out: Vec<Literal> = self.ends[v].iter().map(|end| end.out).collect();
        let into: Vec<Literal> = self.ends[v].iter().map(|end| end.into).collect();
        cardinality::at_most(self.formula, &out, 1);
        cardinality::at_most(self.formula, &into, 1);
        let first = self.first[v];
        if let Some(first) = first {
            self.leave_to_lower_neighbour(v, first);
        }
        let [has_into, has_out] = [into, out].map(|arcs| or(self.formula, &arcs));
        // Where the walk does not enter, the position is 0: at unused vertices and the starts of paths.
        for &bit in &self.positions[v] {
            self.formula.clause(has_into.into_iter().chain([!bit]));
            first.into_iter().for_each(|first| self.formula.clause([!first, !bit]));
        }
        Passage { used, has_into, has_out }
    }

    /// Adds that the position grows by one along each arc, except into the start of the cycle.
    fn count_positions(&mut self, limits: &Limits) -> Result<(), Interrupted> {
        let mut successors = Vec::with_capacity(self.positions.len());
        for position in &self.positions {
            successors.push(successor(self.formula, position));
            self.formula.check(limits)?;
        }
        for (&edge, &[forth, back]) in self.model.open.iter().zip(&self.arcs) {
            self.formula.check(limits)?;
            let [u, v] = self.model.puzzle.edge_ends(edge).map(VertexId::index);
            for (arc, from, to) in [(forth, u, v), (back, v, u)] {
                let unless = [!arc].into_iter().chain(self.first[to]);
                let (next, overflow) = &successors[from];
                for (&a, &b) in next.iter().zip(&self.positions[to]) {
                    self.formula.clause(unless.clone().chain([!a, b]));
                    self.formula.clause(unless.clone().chain([a, !b]));
                }
                self.formula.clause(unless.chain(overflow.map(|overflow| !overflow)));
            }
        }
        Ok(())
    }

    /// Adds that the cycle leaves its start along the chosen edge to the neighbour with the lower number.
    fn leave_to_lower_neighbour(&mut self, v: usize, first: Literal) {
        let ends = &mut self.ends[v];
        ends.sort_unstable_by_key(|end| end.neighbour);
        let mut lower: Option<Literal> = None;
        for &mut End { edge, out, .. } in ends {
            self.formula.clause([!first, !edge, out].into_iter().chain(lower));
            let both: Vec<Literal> = lower.into_iter().chain([edge]).collect();
            lower = or(self.formula, &both);
        }
    }
}

/// The successor of a number in binary, and the literal that it overflows.
fn successor(formula: &mut Formula, number: &[Literal]) -> (Vec<Literal>, Option<Literal>) {
    // The lowest bit changes; each other bit changes if all lower ones were 1.
    let mut carry: Option<Literal> = None;
    let mut next = Vec::with_capacity(number.len());
    for &bit in number {
        next.push(match carry {
            None => !bit,
            Some(carry) => exclusive_or(formula, bit, carry),
        });
        carry = Some(match carry {
            None => bit,
            Some(carry) => and(formula, bit, carry),
        });
    }
    (next, carry)
}

/// The number of bits that distinguish `count` things.
pub(super) fn width(count: usize) -> usize {
    (usize::BITS - count.saturating_sub(1).leading_zeros()) as usize
}
