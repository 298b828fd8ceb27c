//! Why an edge has its value, and why there is a conflict: which propagator is asked.

use super::{Conflict, Deduction};
use crate::deduce::territory::Territory;
use crate::deduce::{Antecedent, Lit, Var, balance, blocks, interlace, passage};
use crate::puzzle::{EdgeId, VertexId};

impl Deduction<'_> {
    /// Adds to `reason` literals that were on the trail before a variable and that imply its value: in every
    /// solution in which they hold, it has that value. What is known at level 0 may be left out. For decisions
    /// and for what follows from the puzzle alone (given edges, probing) nothing is added.
    pub fn explain(&self, var: impl Into<Var>, reason: &mut Vec<Lit>) {
        let (var, trail) = (var.into(), &self.trail);
        match trail.antecedent(var) {
            cause @ (Antecedent::Side(_) | Antecedent::Hub(_)) => {
                self.explain_sides(cause, Some(var), reason);
            }
            Antecedent::Label(cause) => {
                if let Some(labels) = &self.labels {
                    labels.explain(cause, var, trail, reason);
                }
            }
            Antecedent::Idle(v) => self.explain_idle(v, reason),
            antecedent => {
                if let Some(edge) = trail.edge(var) {
                    self.explain_edge(antecedent, edge, reason);
                }
            }
        }
    }

    /// Why an edge has its value by a rule that decides edges only.
    fn explain_edge(&self, antecedent: Antecedent, edge: EdgeId, reason: &mut Vec<Lit>) {
        let (incidence, trail) = (&self.incidence, &self.trail);
        match antecedent {
            Antecedent::Degree(v) => self.degrees.explain(v, edge, incidence, trail, reason),
            Antecedent::Clue(c) => self.clues.explain(c, edge, self.puzzle, trail, reason),
            Antecedent::Equal(other) => reason.push(trail.literal(other)),
            Antecedent::Decision | Antecedent::Given | Antecedent::Clause(_) => {}
            Antecedent::Blocks { before, wall } => {
                blocks::explain(edge, [before, wall.0], self.puzzle, incidence, trail, reason);
            }
            Antecedent::Severed { before, by } => self.explain_severed(Some(edge), before, by, reason),
            Antecedent::Interlaced { before, pair } => self.explain_interlaced(edge, before, pair, reason),
            antecedent @ (Antecedent::Stranded { before }
            | Antecedent::Deserted { before }
            | Antecedent::Strait { before, .. }
            | Antecedent::Trespass { before, .. }) => {
                passage::explain(antecedent, edge, &self.territory(before), reason);
            }
            antecedent
            @ (Antecedent::Chord { .. } | Antecedent::Meeting { .. } | Antecedent::Twin { .. }) => {
                if let Some(induced) = &self.induced {
                    induced.explain(antecedent, edge, incidence, trail, reason);
                }
            }
            antecedent => self.ends.explain(antecedent, edge, incidence, trail, reason),
        }
    }

    /// Adds to `reason` literals on the trail that do not all hold in any solution: why the last call of
    /// [`Deduction::propagate`] failed. Nothing is added when the puzzle alone is contradictory, or when there
    /// is no conflict.
    pub fn explain_conflict(&self, reason: &mut Vec<Lit>) {
        let Some(Conflict { cause, var }) = self.conflict else { return };
        let (incidence, trail, before) = (&self.incidence, &self.trail, self.head as u32);
        let edge = var.and_then(|var| trail.edge(var));
        match cause {
            Antecedent::Degree(v) => self.degrees.explain_conflict(v, before, incidence, trail, reason),
            Antecedent::Clue(c) => self.clues.explain_conflict(c, before, self.puzzle, trail, reason),
            Antecedent::Equal(other) => {
                reason.extend([Some(other), edge].into_iter().flatten().map(|e| trail.literal(e)));
            }
            Antecedent::Side(_) | Antecedent::Hub(_) => self.explain_sides(cause, None, reason),
            Antecedent::Idle(v) => {
                self.explain_idle(v, reason);
                reason.extend(var.map(|digit| trail.literal(digit)));
            }
            Antecedent::Label(digit) => {
                if let (Some(labels), Some(edge)) = (&self.labels, edge) {
                    labels.explain_conflict(digit, edge, trail, reason);
                }
            }
            Antecedent::Empty => reason.extend(trail.entries().iter().map(|&e| trail.literal(e))),
            Antecedent::Blocks { before, wall } => {
                if let Some(edge) = edge {
                    blocks::explain(edge, [before, wall.0], self.puzzle, incidence, trail, reason);
                }
            }
            Antecedent::Severed { before, by } => self.explain_severed(None, before, by, reason),
            Antecedent::Interlaced { before, pair } => {
                if let Some(door) = edge {
                    self.explain_interlaced(door, before, pair, reason);
                }
            }
            Antecedent::Unbalanced { before, start } => {
                balance::explain_conflict(start, before, incidence, trail, reason);
            }
            Antecedent::Stranded { before }
            | Antecedent::Deserted { before }
            | Antecedent::Strait { before, .. }
            | Antecedent::Trespass { before, .. }
            | Antecedent::Torn { before } => {
                self.passage.explain_conflict(cause, edge, &self.territory(before), reason);
            }
            Antecedent::Chord { .. } | Antecedent::Meeting { .. } => {
                if let Some(induced) = &self.induced {
                    induced.explain_conflict(cause, edge, before, incidence, trail, reason);
                }
            }
            Antecedent::Closing { .. } | Antecedent::Splitting { .. } | Antecedent::Crossing { .. } => {
                self.ends.explain_conflict(cause, before, incidence, trail, reason);
            }
            _ => {}
        }
    }

    /// Why paths would cross: see [`Antecedent::Interlaced`].
    fn explain_interlaced(&self, door: EdgeId, before: u32, pair: u32, reason: &mut Vec<Lit>) {
        if let Some(Some(embedding)) = self.embedding.get() {
            interlace::explain(door, pair, self.territory(before), embedding, reason);
        }
    }

    /// Who had which vertex when the trail was `before` entries long.
    fn territory(&self, before: u32) -> Territory<'_> {
        Territory::new(&self.claims, &self.incidence, &self.trail, before)
    }

    /// Why a part of the graph is out, or why two parts are a conflict: see [`Antecedent::Severed`].
    fn explain_severed(&self, edge: Option<EdgeId>, before: u32, by: EdgeId, reason: &mut Vec<Lit>) {
        if let Some(regions) = &self.regions {
            regions.explain(edge, (before, by), &self.incidence, &self.trail, reason);
        }
    }

    /// What implies the value of a variable, or a conflict, by what is known of sides.
    fn explain_sides(&self, cause: Antecedent, implied: Option<Var>, reason: &mut Vec<Lit>) {
        if let Some(sides) = &self.sides {
            sides.explain(cause, implied, &self.trail, reason);
        }
    }

    /// Why no path passes `v`.
    fn explain_idle(&self, v: VertexId, reason: &mut Vec<Lit>) {
        reason.extend(self.incidence.at(v).iter().map(|&(e, _)| self.trail.literal(e)));
    }
}
