//! The degree rule: how many chosen edges a vertex has.
//!
//! In a cycle, and in a linkage at all vertices but terminals, a vertex has 0 or 2 chosen edges (2 when it must
//! be covered); a terminal has 1. In a path matching it has at most 2 (at least 1 when it must be covered).
//! (Yoshinaka et al. 2012, section 2.) A terminal is counted with one chosen edge more than it has, as if an
//! edge joined it to its partner: then every linkage is a set of cycles, and 0 or 2 holds everywhere.
//!
//! Reasons: the two chosen edges at the vertex; or the edges that are out there (and the chosen one).

use super::trail::{Antecedent, Trail};
use super::{Conflict, Lit, Value};
use crate::puzzle::{EdgeId, Incidence, Puzzle, Topology, VertexId};

/// Edges at a vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Count {
    /// Chosen edges, one more at a terminal.
    pub(super) chosen: u32,
    /// Edges not counted yet.
    pub(super) open: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Action {
    Nothing,
    AllIn,
    AllOut,
    Conflict,
}

/// The counts of all vertices.
#[derive(Debug, Clone)]
pub(super) struct Degrees {
    counts: Vec<Count>,
    /// What follows when an edge at the vertex has just become out, or in (the first index), from
    /// min(chosen, 3) and min(open, 3).
    table: [[[Action; 4]; 4]; 2],
    cover: bool,
    terminal: Vec<bool>,
}

impl Degrees {
    pub(super) fn new(puzzle: &Puzzle, cover: bool, incidence: &Incidence) -> Self {
        let n = puzzle.vertex_count();
        let mut counts: Vec<Count> = (0..n)
            .map(|v| Count { chosen: 0, open: incidence.at(VertexId::from_index(v)).len() as u32 })
            .collect();
        let mut terminal = vec![false; n];
        for t in puzzle.pairs().iter().flatten() {
            counts[t.index()].chosen = 1;
            terminal[t.index()] = true;
        }
        let table = action_table(puzzle.topology(), cover);
        Degrees { counts, table, cover, terminal }
    }

    /// Whether every vertex is to be covered.
    pub(super) fn cover(&self) -> bool {
        self.cover
    }

    #[inline]
    pub(super) fn count(&self, v: VertexId) -> Count {
        self.counts[v.index()]
    }

    #[inline]
    pub(super) fn apply(&mut self, ends: [VertexId; 2], chosen: bool) {
        for v in ends {
            let count = &mut self.counts[v.index()];
            count.open -= 1;
            count.chosen += u32::from(chosen);
        }
    }

    #[inline]
    pub(super) fn undo(&mut self, ends: [VertexId; 2], chosen: bool) {
        for v in ends {
            let count = &mut self.counts[v.index()];
            count.open += 1;
            count.chosen -= u32::from(chosen);
        }
    }

    /// What follows from an edge at `v` having become in (`chosen`) or out.
    ///
    /// What does not depend on that event followed from an earlier one, so a vertex with many edges is not
    /// looked through again for each of them.
    #[inline]
    pub(super) fn propagate(
        &self,
        v: VertexId,
        event: bool,
        incidence: &Incidence,
        trail: &mut Trail,
    ) -> Result<(), Conflict> {
        let Count { chosen, open } = self.counts[v.index()];
        match self.table[usize::from(event)][chosen.min(3) as usize][open.min(3) as usize] {
            Action::Nothing => Ok(()),
            Action::AllIn => {
                decide_open(v, true, incidence, trail);
                Ok(())
            }
            Action::AllOut => {
                decide_open(v, false, incidence, trail);
                Ok(())
            }
            Action::Conflict => Err(Conflict::of(Antecedent::Degree(v))),
        }
    }

    /// Why the rule decided `edge` at `v`.
    pub(super) fn explain(
        &self,
        v: VertexId,
        edge: EdgeId,
        incidence: &Incidence,
        trail: &Trail,
        reason: &mut Vec<Lit>,
    ) {
        let before = trail.position(edge);
        if trail.value(edge) == Value::In {
            // All but the last edges are out; that an edge is needed at all follows from the cover, the
            // terminal, or the chosen edge here.
            gather(v, Value::Out, before, usize::MAX, incidence, trail, reason);
            if !self.cover && !self.terminal[v.index()] {
                gather(v, Value::In, before, 1, incidence, trail, reason);
            }
        } else {
            let full = 2 - usize::from(self.terminal[v.index()]);
            let start = reason.len();
            gather(v, Value::In, before, full, incidence, trail, reason);
            if reason.len() - start < full {
                // A vertex cannot have one chosen edge only.
                reason.truncate(start);
                gather(v, Value::Out, before, usize::MAX, incidence, trail, reason);
            }
        }
    }

    /// Literals that cannot hold together, after a conflict at `v`.
    pub(super) fn explain_conflict(
        &self,
        v: VertexId,
        before: u32,
        incidence: &Incidence,
        trail: &Trail,
        reason: &mut Vec<Lit>,
    ) {
        let virtual_edge = usize::from(self.terminal[v.index()]);
        if self.counts[v.index()].chosen > 2 {
            gather(v, Value::In, before, 3 - virtual_edge, incidence, trail, reason);
            return;
        }
        gather(v, Value::Out, before, usize::MAX, incidence, trail, reason);
        if !self.cover && virtual_edge == 0 {
            gather(v, Value::In, before, 1, incidence, trail, reason);
        }
    }

    /// The same counts, from the values alone.
    #[cfg(test)]
    pub(super) fn from_scratch(puzzle: &Puzzle, incidence: &Incidence, values: &[Value]) -> Self {
        let mut degrees = Degrees::new(puzzle, puzzle.cover(), incidence);
        for (v, count) in degrees.counts.iter_mut().enumerate() {
            let at = incidence.at(VertexId::from_index(v)).iter().map(|&(e, _)| values[e.index()]);
            count.open = at.clone().filter(|&x| x == Value::Open).count() as u32;
            count.chosen += at.filter(|&x| x == Value::In).count() as u32;
        }
        degrees
    }

    #[cfg(test)]
    pub(super) fn counts(&self) -> &[Count] {
        &self.counts
    }
}

/// Adds up to `most` literals at `v` that had `value` when the trail was `before` entries long.
fn gather(
    v: VertexId,
    value: Value,
    before: u32,
    most: usize,
    incidence: &Incidence,
    trail: &Trail,
    reason: &mut Vec<Lit>,
) {
    trail.gather(incidence.at(v).iter().map(|&(e, _)| e), value, before, most, reason);
}

fn decide_open(v: VertexId, value: bool, incidence: &Incidence, trail: &mut Trail) {
    for &(e, _) in incidence.at(v) {
        if trail.value(e) == Value::Open {
            trail.push(e, value, Antecedent::Degree(v));
        }
    }
}

fn action_table(topology: Topology, cover: bool) -> [[[Action; 4]; 4]; 2] {
    let parity = topology.forces_parity();
    let mut table = [[[Action::Nothing; 4]; 4]; 2];
    for (chosen, open) in (0..4).flat_map(|chosen| (0..4).map(move |open| (chosen, open))) {
        let action = match (chosen, open) {
            (3, _) => Action::Conflict,
            (2, 0) => Action::Nothing,
            (2, _) => Action::AllOut,
            (1, 0) if parity => Action::Conflict,
            (1, 1) if parity => Action::AllIn,
            (0, 0) if cover => Action::Conflict,
            (0, 1) if cover && parity => Action::Conflict,
            (0, 1) if cover => Action::AllIn,
            (0, 1) if parity => Action::AllOut,
            (0, 2) if cover && parity => Action::AllIn,
            _ => Action::Nothing,
        };
        table[1][chosen][open] = action;
        table[0][chosen][open] = if chosen == 2 { Action::Nothing } else { action };
    }
    table
}
