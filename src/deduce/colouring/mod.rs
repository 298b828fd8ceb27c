//! The colouring rule: in a planar graph every face is inside or outside, and an edge is in exactly when its two faces have
//! different colours, inside and outside.
//!
//! Any set of cycles divides the plane in this way. The colours of faces are variables of the trail beside the edges. One
//! literal of a colour stands for what a chain of edges through the dual graph adds up to, so learnt clauses over colours are
//! short and propagate more often. The embedding is computed (see [`Embedding`]); for a graph that is not planar there are no
//! colours.
//!
//! All knowledge of colours is in *equations*: variables that add up to a constant modulo 2. Each edge and the colours of its
//! two faces make one. Each clue makes one of the colours around its cell, in which the colour of the cell itself drops out
//! when the cell has an even number of edges. The last open variable of an equation is decided by the others, which are the
//! reason. What clues imply for colours beyond sums is found by `face_clue`.
//!
//! Two faces share one variable, up to its sign, if an edge between them is decided at level 0 or an equation has no other
//! faces. In each connected part of the remaining graph one face is chosen to be outside; then the edges decide the colours.
//!
//! Sources: the Jordan curve theorem. Colouring the cells of a square grid as inside and outside is common practice
//! for Slitherlink; here any planar graph will do, with or without cells.

mod faces;

use super::context::{Context, Event};
#[cfg(test)]
use super::propagator::{Depth, FromScratch};
use super::propagator::{Propagator, Wakes};
use super::reason::Reason;
use super::rule::Rule;
use super::signed_sets::SignedSets;
use super::trail::Trail;
use super::{Conflict, Lit, Value, Var, tuning};
use faces::{FaceSum, Faces};
use zlink_puzzle::{EdgeId, Embedding, grouped};

/// Variables whose values add up to `odd` modulo 2.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Equation {
    variables: Vec<Var>,
    odd: bool,
}

/// What remains of an equation when the counted variables are replaced by their values.
#[derive(Debug, Clone, Copy)]
struct Left {
    /// The exclusive or of the numbers of the variables that are not counted: the number of the last one if there is only one.
    last: u32,
    /// The number of variables that are not counted.
    open: u8,
    odd: bool,
}

/// The colouring rule: all equations, each with what remains of it.
#[derive(Debug, Clone)]
pub(super) struct Colouring {
    edges: usize,
    /// For each colour variable the value with which most of its faces are inside.
    inward: Vec<bool>,
    /// The variables of equation `i`: `variables[start[i]..start[i + 1]]`.
    start: Vec<u32>,
    variables: Vec<Var>,
    odd: Vec<bool>,
    left: Vec<Left>,
    /// The equations of variable `v`: `at[at_start[v]..at_start[v + 1]]`.
    at_start: Vec<u32>,
    at: Vec<u32>,
}

impl Colouring {
    /// The equations of the edges open at level 0. `clues` are edges of cells with their clues, `equal` pairs of edges that are
    /// equal or, with `true`, opposite. Returned with them: one colour variable of each connected part, which is chosen to be
    /// outside.
    pub(super) fn new(
        embedding: &Embedding,
        clues: &[(&[EdgeId], usize)],
        equal: &[([EdgeId; 2], bool)],
        trail: &Trail,
    ) -> Result<(Self, Vec<Var>), Conflict> {
        let edges = trail.values().len();
        let mut faces = Faces::new(embedding, trail)?;
        let parities = clues.iter().map(|&(edges, clue)| (edges, clue % 2 == 1));
        let parities = parities.chain(equal.iter().map(|(both, opposite)| (&both[..], *opposite)));
        let sums = faces.join(parities.collect())?;
        let open = (0..edges).map(EdgeId::from_index).filter(|&e| trail.value(e) == Value::Open);
        let mut equations = Vec::new();
        let mut variable: Vec<Option<Var>> = vec![None; faces.count];
        let mut count = 0;
        let mut parts = SignedSets::new(variable.len());
        for e in open {
            let ([a, b], odd) = faces.across(e);
            parts.join(a, b, false)?;
            let colours = [a, b].map(|class| {
                *variable[class as usize].get_or_insert_with(|| {
                    count += 1;
                    Var::from_index(edges + count - 1)
                })
            });
            // An edge whose two faces have the same variable is decided by itself: a bridge, for example.
            let colours = colours.into_iter().filter(|_| a != b);
            equations.push(Equation { variables: std::iter::once(e.into()).chain(colours).collect(), odd });
        }
        for FaceSum { faces, odd } in
            sums.into_iter().filter(|sum| (1..=tuning::CLUE_EQUATION).contains(&sum.faces.len()))
        {
            let variables: Option<Vec<Var>> =
                faces.into_iter().map(|class| variable[class as usize]).collect();
            equations.extend(variables.map(|variables| Equation { variables, odd }));
        }
        let mut balance = vec![0i64; count];
        for face in 0..faces.count as u32 {
            let (class, opposite) = faces.classes.find(face);
            if let Some(colour) = variable[class as usize] {
                balance[colour.index() - edges] += if opposite { -1 } else { 1 };
            }
        }
        let inward = balance.into_iter().map(|balance| balance >= 0).collect();
        let roots = (0..).zip(&variable).filter(|&(face, _)| parts.find(face).0 == face);
        let outside = roots.filter_map(|(_, &colour)| colour).collect();
        Ok((Self::index(edges, inward, &equations), outside))
    }

    fn index(edges: usize, inward: Vec<bool>, equations: &[Equation]) -> Self {
        let by_equation =
            (0..).zip(equations).flat_map(|(i, equation)| equation.variables.iter().map(move |&v| (i, v)));
        let by_variable = by_equation.clone().map(|(i, v)| (v.number(), i));
        let (start, variables) = grouped(equations.len(), by_equation);
        let (at_start, at) = grouped(edges + inward.len(), by_variable);
        let odd = equations.iter().map(|equation| equation.odd).collect();
        let left = |e: &Equation| Left {
            last: e.variables.iter().fold(0, |last, v| last ^ v.number()),
            open: e.variables.len() as u8,
            odd: e.odd,
        };
        let left = equations.iter().map(left).collect();
        Colouring { edges, inward, start, variables, odd, left, at_start, at }
    }

    /// The number of colour variables.
    pub(super) fn count(&self) -> usize {
        self.inward.len()
    }

    /// For each colour variable the value with which most of its faces are inside.
    pub(super) fn inward(&self) -> &[bool] {
        &self.inward
    }

    /// The variables of equation `i`: the last open one is decided by the others.
    #[inline]
    fn equation(&self, i: u32) -> &[Var] {
        &self.variables[self.start[i as usize] as usize..self.start[i as usize + 1] as usize]
    }

    /// The colour variables of the faces beside an edge that was open at level 0, if they are two different ones, and whether
    /// the edge is in when their values are equal.
    pub(super) fn across(&self, edge: EdgeId) -> Option<([Var; 2], bool)> {
        let &i = self.at(edge.into()).first()?;
        match *self.equation(i) {
            [_, a, b] => Some(([a, b], self.odd[i as usize])),
            _ => None,
        }
    }

    /// The numbers of the equations that contain a variable.
    #[inline]
    fn at(&self, variable: Var) -> &[u32] {
        let v = variable.index();
        &self.at[self.at_start[v] as usize..self.at_start[v + 1] as usize]
    }

    /// Decides the last variable of an equation that is not counted, unless it is on the trail already. Without such a
    /// variable, checks the sum.
    #[inline]
    fn decide_last(&self, i: u32, trail: &mut Trail) -> Result<(), Conflict> {
        let Left { last, open, odd } = self.left[i as usize];
        if open == 0 {
            return if odd { Err(Conflict::of(reason(i))) } else { Ok(()) };
        }
        let last = Var::from_number(last);
        if trail.value(last) == Value::Open {
            trail.push(last, odd, reason(i));
        }
        Ok(())
    }

    /// The values of the colour variables for a set of cycles; `on_cycle` has an entry for each edge. Spread from the variables
    /// that are outside.
    pub(super) fn inside(&self, on_cycle: &[bool], trail: &Trail) -> Vec<bool> {
        let mut inside = vec![None; self.count()];
        let place = |v: Var| v.index() - self.edges;
        let variables = (0..self.count()).map(|colour| Var::from_index(self.edges + colour));
        let mut stack: Vec<Var> = variables.filter(|&v| trail.value(v) == Value::Out).collect();
        stack.iter().for_each(|&colour| inside[place(colour)] = Some(false));
        while let Some(colour) = stack.pop() {
            for &i in self.at(colour) {
                if let &[edge, a, b] = self.equation(i) {
                    let other = if a == colour { b } else { a };
                    if inside[place(other)].is_none() {
                        let differs = on_cycle[edge.index()] ^ self.odd[i as usize];
                        inside[place(other)] = inside[place(colour)].map(|value| value ^ differs);
                        stack.push(other);
                    }
                }
            }
        }
        inside.into_iter().map(Option::unwrap_or_default).collect()
    }
}

impl Propagator for Colouring {
    const WAKES: Wakes = Wakes::Variables;
    const IS_LOCAL: bool = true;
    const IS_PROVABLE: bool = false;

    fn start(&mut self, context: &mut Context<'_>) -> Result<(), Conflict> {
        let single = (0..).zip(&self.left).filter(|(_, left)| left.open == 1);
        single.map(|(i, _)| i).try_for_each(|i| self.decide_last(i, &mut context.trail))
    }

    #[inline(always)]
    fn assign(&mut self, _: &Context<'_>, event: &Event) {
        let v = event.var.index();
        for &i in &self.at[self.at_start[v] as usize..self.at_start[v + 1] as usize] {
            let left = &mut self.left[i as usize];
            left.last ^= event.var.number();
            left.open -= 1;
            left.odd ^= event.value;
        }
    }

    #[inline(always)]
    fn undo(&mut self, _: &Context<'_>, event: &Event) {
        let v = event.var.index();
        for &i in &self.at[self.at_start[v] as usize..self.at_start[v + 1] as usize] {
            let left = &mut self.left[i as usize];
            left.last ^= event.var.number();
            left.open += 1;
            left.odd ^= event.value;
        }
    }

    #[inline(always)]
    fn follow(&mut self, context: &mut Context<'_>, event: &Event) -> Result<(), Conflict> {
        for &i in self.at(event.var) {
            if self.left[i as usize].open <= 1 {
                self.decide_last(i, &mut context.trail)?;
            }
        }
        Ok(())
    }

    fn explain(&self, context: &Context<'_>, reason: Reason, implied: Var, literals: &mut Vec<Lit>) {
        let others = self.equation(equation(reason)).iter().filter(|&&v| v != implied);
        literals.extend(others.map(|&v| context.trail.literal(v)));
    }

    fn explain_conflict(
        &self,
        context: &Context<'_>,
        reason: Reason,
        _: Option<Var>,
        literals: &mut Vec<Lit>,
    ) {
        literals.extend(self.equation(equation(reason)).iter().map(|&v| context.trail.literal(v)));
    }
}

/// A reason of the rule: it stores the number of an equation, whose other variables decide the implied one.
#[inline]
fn reason(i: u32) -> Reason {
    Reason::new(Rule::Colouring, [i, 0])
}

fn equation(reason: Reason) -> u32 {
    reason.data()[0]
}

#[cfg(test)]
impl FromScratch for Colouring {
    fn check(&self, context: &Context<'_>, _: Depth) {
        for (i, left) in (0..).zip(&self.left) {
            let value = |v: &&Var| context.trail.value(**v);
            let variables = self.equation(i).iter();
            let open = variables.clone().filter(|v| value(v) == Value::Open).count();
            let chosen = variables.filter(|v| value(v) == Value::In).count();
            let odd = self.odd[i as usize] ^ (chosen % 2 == 1);
            assert_eq!((usize::from(left.open), left.odd), (open, odd), "equation {i}");
            assert!(open > 1 || (open == 0 && !odd), "equation {i}");
        }
    }
}
