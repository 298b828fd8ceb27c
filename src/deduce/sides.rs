//! The side rule: in a planar graph every face lies inside or outside, and an edge is in exactly when its two faces
//! lie on different sides.
//!
//! Any set of cycles cuts the plane so. The sides are variables of the trail beside the edges: one of them says in
//! one literal what a chain of edges through the dual graph adds up to, so clauses that are learnt about them are
//! short and come back more often. Planarity is found by the program (see
//! [`Embedding`]); where the graph is not planar there are no sides.
//!
//! All that is known of sides are *equations*: variables that add up to a constant modulo 2. Each edge and its two
//! sides make one; and each clue makes one of the sides about its cell, in which the side of the cell itself drops
//! out when it has an even number of edges. All variables of an equation but one decide that one; they are the reason.
//! What clues say of sides beyond sums is told in `hubs`.
//!
//! Faces that an edge decided at level 0 separates (or does not), or an equation of two of them, share one variable,
//! up to its sign. In each part of the graph that is left one face is outside; that much is free to choose, and then
//! the edges decide the sides.
//!
//! Sources: the Jordan curve theorem. Colouring the cells of a square grid as inside and outside is common practice
//! for Slitherlink; here any planar graph will do, with or without cells.

use super::equal::Classes;
use super::hubs::Hubs;
use super::parity::keep_odd_ones;
use super::trail::{Antecedent, Trail};
use super::{Conflict, Literal, Value};
use crate::puzzle::{EdgeId, Embedding, grouped};

const NONE: u32 = u32::MAX;

/// Clues over more sides than this make no equation: all of its variables are looked at for each one that is decided.
const LONGEST: usize = 8;

/// Rounds of looking for equations that join two sides: those that others make shorter.
const ROUNDS: usize = 64;

/// Edges, which may be decided or come twice, and whether an odd number of them is in.
type Parity<'a> = (&'a [EdgeId], bool);

/// Variables that add up to a constant.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Equation {
    variables: Vec<EdgeId>,
    odd: bool,
}

/// What is left of an equation when the variables that were counted are put in.
#[derive(Debug, Clone, Copy)]
struct Left {
    /// The exclusive or of the variables that were not counted: where there is one, that one.
    last: u32,
    /// How many they are.
    open: u8,
    odd: bool,
}

/// The equations of the sides.
#[derive(Debug, Clone)]
pub(super) struct Sides {
    edges: usize,
    /// For each side variable the value that has the most faces inside.
    inward: Vec<bool>,
    /// Equation `i` is about `variables[start[i]..start[i + 1]]`.
    start: Vec<u32>,
    variables: Vec<EdgeId>,
    odd: Vec<bool>,
    left: Vec<Left>,
    /// The equations of variable `v`: `at[at_start[v]..at_start[v + 1]]`.
    at_start: Vec<u32>,
    at: Vec<u32>,
    hubs: Hubs,
}

/// Which faces lie beside each edge, and which of them lie on one side.
struct Faces {
    count: usize,
    beside: Vec<[EdgeId; 2]>,
    /// Of faces: these have numbers of their own here.
    classes: Classes,
}

impl Faces {
    fn new(embedding: &Embedding, trail: &Trail) -> Result<Self, Conflict> {
        let beside: Vec<[EdgeId; 2]> = embedding.beside().iter().map(|both| both.map(EdgeId)).collect();
        let count = embedding.face_count();
        let mut classes = Classes::new(count);
        for (&[a, b], &value) in beside.iter().zip(trail.values()) {
            if value != Value::Open {
                classes.join(a, b, value == Value::In)?;
            }
        }
        Ok(Faces { count, beside, classes })
    }

    /// The classes of the two faces beside an edge, and whether the edge is in when these are equal.
    fn across(&self, edge: EdgeId) -> ([EdgeId; 2], bool) {
        let [(a, sign_a), (b, sign_b)] = self.beside[edge.index()].map(|face| self.classes.find(face));
        ([a, b], sign_a ^ sign_b)
    }

    /// The parity as an equation of faces, each of them a class.
    fn equation(&self, (edges, mut odd): Parity<'_>) -> Equation {
        let mut faces: Vec<EdgeId> = Vec::with_capacity(2 * edges.len());
        for &edge in edges {
            let (both, opposite) = self.across(edge);
            odd ^= opposite;
            faces.extend(both);
        }
        keep_odd_ones(&mut faces, 0);
        Equation { variables: faces, odd }
    }

    /// Joins what equations of two faces say, and returns those of more.
    fn join(&mut self, mut left: Vec<Parity<'_>>) -> Result<Vec<Equation>, Conflict> {
        for _ in 0..ROUNDS {
            let (before, mut joined) = (left.len(), Ok(()));
            left.retain(|&parity| {
                let equation = self.equation(parity);
                match equation.variables[..] {
                    [] if equation.odd => joined = Err(Conflict::of(Antecedent::Parity)),
                    [a, b] => joined = joined.and(self.classes.join(a, b, equation.odd).map(|_| ())),
                    [] => {}
                    [..] => return true,
                }
                false
            });
            joined?;
            if left.len() == before {
                break;
            }
        }
        Ok(left.into_iter().map(|parity| self.equation(parity)).collect())
    }
}

impl Sides {
    /// The sides of what level 0 leaves open, given the edges of cells with their `clues`, and edges known to be equal or
    /// opposite; with the variables that must be outside, one in each part.
    pub(super) fn new(
        embedding: &Embedding,
        clues: &[(&[EdgeId], usize)],
        equal: &[([EdgeId; 2], bool)],
        trail: &Trail,
    ) -> Result<(Self, Vec<EdgeId>), Conflict> {
        let edges = trail.values().len();
        let mut faces = Faces::new(embedding, trail)?;
        let parities = clues.iter().map(|&(edges, clue)| (edges, clue % 2 == 1));
        let parities = parities.chain(equal.iter().map(|(both, opposite)| (&both[..], *opposite)));
        let sums = faces.join(parities.collect())?;
        let open = (0..edges).map(EdgeId::from_index).filter(|&e| trail.value(e) == Value::Open);
        let mut equations = Vec::new();
        let mut variable = vec![EdgeId(NONE); faces.count];
        let mut count = 0;
        let mut parts = Classes::new(variable.len());
        for e in open {
            let ([a, b], odd) = faces.across(e);
            parts.join(a, b, false)?;
            for class in [a, b] {
                if variable[class.index()] == EdgeId(NONE) {
                    variable[class.index()] = EdgeId::from_index(edges + count);
                    count += 1;
                }
            }
            // Of a bridge, or where all around it is decided, the sides are one variable.
            let sides = [a, b].map(|class| variable[class.index()]);
            let sides = sides.into_iter().filter(|_| a != b);
            equations.push(Equation { variables: std::iter::once(e).chain(sides).collect(), odd });
        }
        for mut equation in sums.into_iter().filter(|e| (1..=LONGEST).contains(&e.variables.len())) {
            equation.variables.iter_mut().for_each(|class| *class = variable[class.index()]);
            if !equation.variables.contains(&EdgeId(NONE)) {
                equations.push(equation);
            }
        }
        let mut balance = vec![0i64; count];
        for face in (0..variable.len()).map(EdgeId::from_index) {
            let (class, opposite) = faces.classes.find(face);
            if let Some(side) = variable[class.index()].index().checked_sub(edges).filter(|&s| s < count) {
                balance[side] += if opposite { -1 } else { 1 };
            }
        }
        let inward = balance.into_iter().map(|balance| balance >= 0).collect();
        let is_root = |&face: &EdgeId| variable[face.index()] != EdgeId(NONE) && parts.find(face).0 == face;
        let roots = (0..variable.len()).map(EdgeId::from_index).filter(is_root);
        let outside = roots.map(|face| variable[face.index()]).collect();
        let mut sides = Self::index(edges, inward, &equations);
        sides.hubs = Hubs::new(&sides, clues, trail);
        Ok((sides, outside))
    }

    fn index(edges: usize, inward: Vec<bool>, equations: &[Equation]) -> Self {
        let by_equation =
            (0..).zip(equations).flat_map(|(i, equation)| equation.variables.iter().map(move |&v| (i, v)));
        let by_variable = by_equation.clone().map(|(i, v)| (v.0, i));
        let (start, variables) = grouped(equations.len(), by_equation);
        let (at_start, at) = grouped(edges + inward.len(), by_variable);
        let odd = equations.iter().map(|equation| equation.odd).collect();
        let left = |e: &Equation| Left {
            last: e.variables.iter().fold(0, |last, v| last ^ v.0),
            open: e.variables.len() as u8,
            odd: e.odd,
        };
        let left = equations.iter().map(left).collect();
        Sides { edges, inward, start, variables, odd, left, at_start, at, hubs: Hubs::default() }
    }

    /// The number of side variables.
    pub(super) fn count(&self) -> usize {
        self.inward.len()
    }

    /// For each side variable the value that has the most faces inside.
    pub(super) fn inward(&self) -> &[bool] {
        &self.inward
    }

    /// The variables of an equation: all of them but one decide that one.
    #[inline]
    fn equation(&self, i: u32) -> &[EdgeId] {
        &self.variables[self.start[i as usize] as usize..self.start[i as usize + 1] as usize]
    }

    /// The sides of the faces beside an edge that was open, where they differ, and whether it is in when these are equal.
    pub(super) fn across(&self, edge: EdgeId) -> Option<([EdgeId; 2], bool)> {
        let &i = self.at(edge).first()?;
        match *self.equation(i) {
            [_, a, b] => Some(([a, b], self.odd[i as usize])),
            _ => None,
        }
    }

    /// The equations of a variable.
    #[inline]
    fn at(&self, variable: EdgeId) -> &[u32] {
        let v = variable.index();
        &self.at[self.at_start[v] as usize..self.at_start[v + 1] as usize]
    }

    /// Decides what follows before any variable is counted.
    pub(super) fn start(&self, trail: &mut Trail) -> Result<(), Conflict> {
        let single = (0..).zip(&self.left).filter(|(_, left)| left.open == 1);
        single.map(|(i, _)| i).try_for_each(|i| self.settle(i, trail))
    }

    /// Counts a variable.
    #[inline]
    pub(super) fn apply(&mut self, variable: EdgeId, value: bool) {
        let v = variable.index();
        for &i in &self.at[self.at_start[v] as usize..self.at_start[v + 1] as usize] {
            let left = &mut self.left[i as usize];
            left.last ^= variable.0;
            left.open -= 1;
            left.odd ^= value;
        }
    }

    /// Takes back the counting of a variable.
    #[inline]
    pub(super) fn undo(&mut self, variable: EdgeId, value: bool) {
        let v = variable.index();
        for &i in &self.at[self.at_start[v] as usize..self.at_start[v + 1] as usize] {
            let left = &mut self.left[i as usize];
            left.last ^= variable.0;
            left.open += 1;
            left.odd ^= value;
        }
    }

    /// Decides what follows from a variable that was counted.
    #[inline]
    pub(super) fn propagate(&self, variable: EdgeId, trail: &mut Trail) -> Result<(), Conflict> {
        for &i in self.at(variable) {
            if self.left[i as usize].open <= 1 {
                self.settle(i, trail)?;
            }
        }
        self.hubs.propagate(variable, trail)
    }

    /// Why the rule that `cause` names decided `implied`, or found a conflict.
    pub(super) fn explain(
        &self,
        cause: Antecedent,
        implied: Option<EdgeId>,
        trail: &Trail,
        reason: &mut Vec<Literal>,
    ) {
        match cause {
            Antecedent::Side(i) => {
                let others = self.equation(i).iter().filter(|&&v| Some(v) != implied);
                reason.extend(others.map(|&v| trail.literal(v)));
            }
            Antecedent::Hub(i) => self.hubs.hub(i).explain(implied, trail, reason),
            _ => {}
        }
    }

    #[cfg(test)]
    pub(super) fn hubs(&self) -> &Hubs {
        &self.hubs
    }

    /// Decides the last variable of an equation, unless it waits on the trail to be counted.
    #[inline]
    fn settle(&self, i: u32, trail: &mut Trail) -> Result<(), Conflict> {
        let Left { last, open, odd } = self.left[i as usize];
        if open == 0 {
            return if odd { Err(Conflict::of(Antecedent::Side(i))) } else { Ok(()) };
        }
        if trail.value(EdgeId(last)) == Value::Open {
            trail.push(EdgeId(last), odd, Antecedent::Side(i));
        }
        Ok(())
    }

    /// Which side variables are inside for cycles, given for each edge whether it is on one.
    pub(super) fn inside(&self, on_cycle: &[bool], trail: &Trail) -> Vec<bool> {
        let mut inside = vec![None; self.count()];
        let place = |v: EdgeId| v.index() - self.edges;
        let variables = (0..self.count()).map(|side| EdgeId::from_index(self.edges + side));
        let mut stack: Vec<EdgeId> = variables.filter(|&v| trail.value(v) == Value::Out).collect();
        stack.iter().for_each(|&side| inside[place(side)] = Some(false));
        while let Some(side) = stack.pop() {
            for &i in self.at(side) {
                if let &[edge, a, b] = self.equation(i) {
                    let other = if a == side { b } else { a };
                    if inside[place(other)].is_none() {
                        let differs = on_cycle[edge.index()] ^ self.odd[i as usize];
                        inside[place(other)] = inside[place(side)].map(|value| value ^ differs);
                        stack.push(other);
                    }
                }
            }
        }
        inside.into_iter().map(Option::unwrap_or_default).collect()
    }
}
