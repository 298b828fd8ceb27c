//! The linear system, and the part of it that is a forest.

use super::sums::{Sums, add, flip};
use super::{NONE, keep_odd_ones};
use crate::Value;
use crate::context::Context;
use zlink_puzzle::{EdgeId, VertexId};

/// The linear system of the open edges. Each equation is a set of distinct unknowns that add up to a constant; the equations of
/// vertices come first.
pub(super) struct System {
    /// The representative that each unknown stands for.
    pub(super) unknowns: Vec<EdgeId>,
    /// The unknowns of all equations, one equation after the other.
    terms: Vec<u32>,
    /// For each equation the end of its terms in `terms`, and its constant.
    pub(super) equations: Vec<(u32, bool)>,
    /// The number of equations of vertices.
    pub(super) vertices: usize,
}

/// An equation (a vertex) in the spanning forest.
#[derive(Clone, Copy)]
pub(super) struct Joined {
    pub(super) equation: u32,
    /// The unknown that joins the equation to its parent; [`NONE`] for roots.
    pub(super) by: u32,
}

impl System {
    /// The system of all vertices and of all clues in force, without equations that are trivially true.
    pub(super) fn read(context: &Context<'_>) -> Self {
        let Context { puzzle, incidence, trail, classes, demands, .. } = context;
        let mut unknowns = Vec::new();
        let mut unknown = vec![NONE; incidence.edge_count()];
        for e in (0..incidence.edge_count()).map(EdgeId::from_index) {
            let (representative, _) = classes.find(e);
            if trail.value(e) == Value::Open && unknown[representative.index()] == NONE {
                unknown[representative.index()] = unknowns.len() as u32;
                unknowns.push(representative);
            }
        }
        let mut system = System { unknowns, terms: Vec::new(), equations: Vec::new(), vertices: 0 };
        let mut add = |edges: &mut dyn Iterator<Item = EdgeId>, mut odd: bool| {
            let start = system.terms.len();
            for e in edges {
                match trail.value(e) {
                    Value::Out => {}
                    Value::In => odd = !odd,
                    Value::Open => {
                        let (representative, opposite) = classes.find(e);
                        odd ^= opposite;
                        system.terms.push(unknown[representative.index()]);
                    }
                }
            }
            keep_odd_ones(&mut system.terms, start);
            if odd || system.terms.len() > start {
                system.equations.push((system.terms.len() as u32, odd));
            }
            system.equations.len()
        };
        let mut vertices = 0;
        if puzzle.topology().forces_parity() {
            let mut terminal = vec![false; incidence.vertex_count()];
            for t in puzzle.pairs().iter().flatten() {
                terminal[t.index()] = true;
            }
            for (v, &odd) in terminal.iter().enumerate() {
                vertices = add(&mut incidence.at(VertexId::from_index(v)).iter().map(|&(e, _)| e), odd);
            }
        }
        for (_, sum) in puzzle.sums().filter(|&(id, _)| demands.in_force(id)) {
            if let Some(number) = sum.exactly() {
                // A negative literal holds when its edge adds 0.
                let odd = (number + sum.negative.len() as i64) % 2 == 1;
                add(&mut sum.literals().map(|(e, _)| e), odd);
            }
        }
        system.vertices = vertices;
        system
    }

    /// The unknowns of an equation, and the constant that they add up to.
    fn equation(&self, i: usize) -> (&[u32], bool) {
        let start = if i == 0 { 0 } else { self.equations[i - 1].0 };
        let (end, odd) = self.equations[i];
        (&self.terms[start as usize..end as usize], odd)
    }

    /// Writes to `into` the sum of the constant and all unknowns of an equation except `but` ([`NONE`] for all unknowns).
    pub(super) fn total(&self, equation: usize, but: u32, sums: &Sums, into: &mut [u64]) {
        into.fill(0);
        let (unknowns, odd) = self.equation(equation);
        for &u in unknowns.iter().filter(|&&u| u != but) {
            add(into, sums.row(u as usize));
        }
        if odd {
            flip(into, sums.free());
        }
    }

    /// A spanning forest of the equations of vertices, parents before children.
    pub(super) fn forest(&self) -> Vec<Joined> {
        // The equations of vertices that contain each unknown, and their number; 3 stands for more than two.
        let mut joined = vec![([NONE; 2], 0u8); self.unknowns.len()];
        for v in 0..self.vertices {
            for &u in self.equation(v).0 {
                let (both, count) = &mut joined[u as usize];
                if let Some(place) = both.get_mut(usize::from(*count)) {
                    *place = v as u32;
                }
                *count = (*count + 1).min(3);
            }
        }
        let mut order: Vec<Joined> = Vec::with_capacity(self.vertices);
        let mut reached = vec![false; self.vertices];
        let mut next = 0;
        for root in 0..self.vertices {
            if std::mem::replace(&mut reached[root], true) {
                continue;
            }
            order.push(Joined { equation: root as u32, by: NONE });
            while let Some(&Joined { equation: v, .. }) = order.get(next) {
                next += 1;
                for &u in self.equation(v as usize).0 {
                    let (both, count) = joined[u as usize];
                    let other = both[usize::from(both[0] == v)];
                    if count == 2 && !std::mem::replace(&mut reached[other as usize], true) {
                        order.push(Joined { equation: other, by: u });
                    }
                }
            }
        }
        order
    }
}
