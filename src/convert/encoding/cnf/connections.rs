//! That there is one cycle, or that paths end where they must: directions, positions and the names of paths.

use super::{Formula, Role, edge};
use crate::convert::encoding::circuit::Literal;
use crate::limits::{Exhausted, Limits};
use crate::puzzle::{EdgeId, Topology, VertexId};

/// The variables of directions and positions.
struct Walk {
    /// For each edge: it is passed from its first to its second end, and back.
    arcs: Vec<[Literal; 2]>,
    /// For each vertex: it is the first one of the cycle. Empty where paths are asked for.
    first: Vec<Option<Literal>>,
    /// The position of each vertex in binary.
    positions: Vec<Vec<Literal>>,
}

impl Walk {
    fn first(&self, v: VertexId) -> Option<Literal> {
        self.first.get(v.index()).copied().flatten()
    }
}

/// Whether the cycle or path comes into a vertex, and goes out of it; `None` where it cannot.
type Passage = (Option<Literal>, Option<Literal>);

impl Formula<'_> {
    /// All that connects the chosen edges.
    pub(super) fn connections(&mut self, limits: &Limits) -> Result<(), Exhausted> {
        let walk = self.walk();
        let mut passages = Vec::with_capacity(self.puzzle.vertex_count());
        for v in self.vertices() {
            passages.push(self.pass(v, &walk));
            self.circuit.check(limits)?;
        }
        self.count_positions(&walk, limits)?;
        match self.puzzle.topology() {
            Topology::Linkage => self.pair_names(limits),
            Topology::PathMatching => self.path_names(&passages, limits),
            _ => Ok(()),
        }
    }

    /// Each chosen edge gets one direction.
    fn walk(&mut self) -> Walk {
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
        let width = width(self.puzzle.vertex_count());
        let mut position = || (0..width).map(|_| self.circuit.variable()).collect::<Vec<Literal>>();
        let positions = (0..self.puzzle.vertex_count()).map(|_| position()).collect();
        Walk { arcs, first, positions }
    }

    /// The walk comes into a vertex and goes out of it once at most; where it begins, the position is 0.
    fn pass(&mut self, v: VertexId, walk: &Walk) -> Passage {
        let (mut out, mut into) = (Vec::new(), Vec::new());
        for &(e, _) in self.incidence.at(v) {
            let [forth, back] = walk.arcs[e.index()];
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
        let first = walk.first(v);
        if let Some(first) = first {
            self.leave_to_lower_neighbour(v, first, &out);
        }
        let has_into = self.circuit.or(&into);
        let has_out = self.circuit.or(&out);
        // Where nothing comes in, the position is 0: unused vertices and the starts of paths.
        for &bit in &walk.positions[v.index()] {
            let mut clause: Vec<Literal> = has_into.into_iter().collect();
            clause.push(-bit);
            self.circuit.clause(&clause);
            if let Some(first) = first {
                self.circuit.clause(&[-first, -bit]);
            }
        }
        (has_into, has_out)
    }

    /// Along each arc the position grows by one, but for the arc into the first vertex.
    fn count_positions(&mut self, walk: &Walk, limits: &Limits) -> Result<(), Exhausted> {
        let successors: Vec<_> = walk.positions.iter().map(|position| self.successor(position)).collect();
        for e in (0..self.puzzle.edge_count()).map(EdgeId::from_index) {
            self.circuit.check(limits)?;
            let [u, v] = self.incidence.ends(e);
            let [forth, back] = walk.arcs[e.index()];
            for (arc, from, to) in [(forth, u, v), (back, v, u)] {
                let mut unless = vec![-arc];
                unless.extend(walk.first(to));
                let (next, overflow) = &successors[from.index()];
                for (&a, &b) in next.iter().zip(&walk.positions[to.index()]) {
                    self.circuit.clause(&[&unless[..], &[-a, b]].concat());
                    self.circuit.clause(&[&unless[..], &[a, -b]].concat());
                }
                unless.extend(overflow.map(|overflow| -overflow));
                self.circuit.clause(&unless);
            }
        }
        Ok(())
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
    fn path_names(&mut self, passages: &[Passage], limits: &Limits) -> Result<(), Exhausted> {
        let names = self.names(width(self.puzzle.vertex_count()), limits)?;
        for (v, name) in names.iter().enumerate() {
            let (Some(used), (Some(has_into), Some(has_out))) = (self.used[v], passages[v]) else { continue };
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
