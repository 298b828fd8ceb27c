//! The state of deduction: the trail, and the propagators' counts for the part of it that was counted.

use std::sync::{Arc, OnceLock};

use super::clue::Clues;
use super::degree::{Count, Degrees};
use super::ends::{Ends, Join};
use super::equal::Classes;
#[cfg(test)]
use super::hubs::Hub;
use super::induced::Induced;
use super::labels::Labels;
use super::pockets::{Pockets, View};
use super::regions::Regions;
use super::sides::Sides;
use super::{Antecedent, Literal, Trail, Value, balance, blocks, interlace, parity, passage};
use crate::puzzle::{CellId, EdgeId, Embedding, Incidence, Puzzle, Topology, VertexId};

/// The edges on the trail cannot all be right. [`Deduction::explain_conflict`] says why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Conflict {
    cause: Antecedent,
    /// A chosen edge that the rule says must be out, where the cause does not show it.
    edge: Option<EdgeId>,
}

impl Conflict {
    #[inline]
    pub(super) fn of(cause: Antecedent) -> Self {
        Conflict { cause, edge: None }
    }

    pub(super) fn at(cause: Antecedent, edge: EdgeId) -> Self {
        Conflict { cause, edge: Some(edge) }
    }

    /// The rule that is broken.
    pub fn cause(self) -> Antecedent {
        self.cause
    }
}

/// What follows from the rules and from assumptions.
///
/// Level 0 holds what follows from the puzzle; each assumption opens a level. After a conflict the only useful
/// calls are those that explain it and [`Deduction::backtrack`]; a conflict at level 0 means that the puzzle
/// has no solution.
///
/// When every edge is decided and [`Deduction::propagate`] found no conflict, the edges that are in are a
/// solution.
#[derive(Debug, Clone)]
pub struct Deduction<'p> {
    pub(super) puzzle: &'p Puzzle,
    pub(super) incidence: Arc<Incidence>,
    pub(super) trail: Trail,
    degrees: Degrees,
    clues: Clues,
    ends: Ends,
    induced: Option<Induced>,
    /// Of a planar graph; worked out when it is asked for first, once for all copies.
    embedding: Arc<OnceLock<Option<Embedding>>>,
    pub(super) classes: Classes,
    pockets: Pockets,
    sides: Option<Sides>,
    labels: Option<Labels>,
    /// With sides, where one cycle is asked for.
    regions: Option<Regions>,
    /// Trail entries before this position are counted.
    head: usize,
    conflict: Option<Conflict>,
    pub(super) probes: u64,
    /// Trail entries before this position have had the edges near them tried both ways; none before the first time.
    pub(super) tried: Option<usize>,
    /// Clues that were put in force since.
    pub(super) enforced: Vec<CellId>,
    /// Edges whose classes were joined to others since by the parity rule.
    pub(super) joined: Vec<EdgeId>,
    /// Trail entries, and joins of classes, when the parity rule had been applied last.
    summed: Option<(usize, usize)>,
}

impl<'p> Deduction<'p> {
    /// Nothing assumed. The rules are applied by the first call of [`Deduction::propagate`].
    pub fn new(puzzle: &'p Puzzle) -> Self {
        Self::build(puzzle, None, puzzle.cover(), |_| true)
    }

    /// The same for the *induced* solutions of a linkage: those in which no edge that is not forbidden joins two
    /// vertices of a path that are not consecutive on it. For other topologies there is no difference.
    pub fn induced(puzzle: &'p Puzzle) -> Self {
        let linkage = puzzle.topology() == Topology::Linkage;
        Self::build(puzzle, linkage.then(|| Induced::new(puzzle)), puzzle.cover(), |_| true)
    }

    /// The same for those of the induced solutions that cover every vertex, whether or not the puzzle demands that.
    pub fn tight(puzzle: &'p Puzzle) -> Self {
        let linkage = puzzle.topology() == Topology::Linkage;
        Self::build(puzzle, linkage.then(|| Induced::new(puzzle)), linkage || puzzle.cover(), |_| true)
    }

    /// The same for the puzzle that has only those of the clues for which `in_force` holds; others can be added
    /// with [`Deduction::enforce`].
    pub fn with_clues(puzzle: &'p Puzzle, in_force: impl Fn(CellId) -> bool) -> Self {
        Self::build(puzzle, None, puzzle.cover(), in_force)
    }

    fn build(
        puzzle: &'p Puzzle,
        induced: Option<Induced>,
        cover: bool,
        in_force: impl Fn(CellId) -> bool,
    ) -> Self {
        let incidence = Incidence::of(puzzle);
        let mut deduction = Deduction {
            puzzle,
            trail: Trail::new(puzzle.edge_count()),
            degrees: Degrees::new(puzzle, cover, &incidence),
            clues: Clues::new(puzzle, in_force),
            ends: Ends::new(puzzle, cover),
            induced,
            embedding: Arc::default(),
            classes: Classes::new(puzzle.edge_count()),
            pockets: Pockets::new(puzzle.vertex_count()),
            sides: None,
            labels: None,
            regions: None,
            incidence: Arc::new(incidence),
            head: 0,
            conflict: None,
            probes: 0,
            tried: None,
            enforced: Vec::new(),
            joined: Vec::new(),
            summed: None,
        };
        deduction.conflict = deduction.start().err();
        deduction
    }

    /// Adds a clue of the puzzle that was not in force, at level 0: levels above it are taken back.
    /// [`Deduction::propagate`] works out what follows.
    pub fn enforce(&mut self, cell: CellId) {
        self.backtrack(0);
        if self.conflict.is_some() || self.clues.in_force(cell) {
            return;
        }
        self.clues.enforce(cell, self.puzzle);
        self.enforced.push(cell);
        self.summed = None;
        for event in [true, false] {
            if let Err(conflict) = self.clues.propagate(cell, event, self.puzzle, &mut self.trail) {
                self.conflict = Some(conflict);
            }
        }
    }

    /// What the puzzle says outright, and what follows from vertices, cells and terminals as they are.
    fn start(&mut self) -> Result<(), Conflict> {
        let required = self.puzzle.required().iter().map(|&e| Literal::new(e, true));
        let forbidden = self.puzzle.forbidden().iter().map(|&e| Literal::new(e, false));
        for literal in required.chain(forbidden) {
            if self.trail.value(literal.edge) == Value::Open {
                self.trail.push(literal.edge, literal.value, Antecedent::Given);
            } else if self.trail.literal(literal.edge) != literal {
                return Err(Conflict::of(Antecedent::Given));
            }
        }
        for v in (0..self.puzzle.vertex_count()).map(VertexId::from_index) {
            for event in [true, false] {
                self.degrees.propagate(v, event, &self.incidence, &mut self.trail)?;
            }
        }
        for (c, _) in self.puzzle.clued_cells() {
            for event in [true, false] {
                self.clues.propagate(c, event, self.puzzle, &mut self.trail)?;
            }
        }
        self.ends.start(self.puzzle, &self.incidence, &mut self.trail);
        match &self.induced {
            Some(induced) => induced.start(self.puzzle, &self.incidence, &mut self.trail),
            None => Ok(()),
        }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &'p Puzzle {
        self.puzzle
    }

    /// The puzzle's adjacency.
    pub fn incidence(&self) -> &Incidence {
        &self.incidence
    }

    /// What is known of `edge`.
    #[inline]
    pub fn value(&self, edge: EdgeId) -> Value {
        self.trail.value(edge)
    }

    /// What is known of every edge.
    #[inline]
    pub fn values(&self) -> &[Value] {
        self.trail.values()
    }

    /// The decided edges, in order, with levels and antecedents.
    #[inline]
    pub fn trail(&self) -> &Trail {
        &self.trail
    }

    /// The number of decided edges.
    #[inline]
    pub fn assigned(&self) -> usize {
        self.trail.entries().len()
    }

    /// Whether every edge is decided.
    #[inline]
    pub fn is_decided(&self) -> bool {
        self.assigned() == self.trail.variables()
    }

    /// The number of open assumptions.
    #[inline]
    pub fn level(&self) -> u32 {
        self.trail.level()
    }

    /// Opens a level with an assumption about an open edge. [`Deduction::propagate`] works out what follows; it
    /// must have been called (without a conflict) for the levels below.
    ///
    /// # Panics
    /// When the edge is decided already.
    #[inline]
    pub fn assume(&mut self, edge: EdgeId, value: bool) {
        assert_eq!(self.trail.value(edge), Value::Open, "only an open edge can be assumed");
        debug_assert_eq!(self.head, self.assigned(), "propagate before the next assumption");
        self.trail.open_level();
        self.trail.push(edge, value, Antecedent::Decision);
    }

    /// Puts down, at the present level, that an open edge has `value` for a reason that the antecedent names.
    #[inline]
    pub(super) fn imply(&mut self, edge: EdgeId, value: bool, antecedent: Antecedent) {
        self.trail.push(edge, value, antecedent);
    }

    /// Decides an open edge at the current level because of a clause that the caller keeps: it is the caller's to
    /// explain. [`Deduction::propagate`] works out what follows.
    ///
    /// # Panics
    /// When the edge is decided already.
    #[inline]
    pub fn imply_by_clause(&mut self, literal: Literal, clause: u32) {
        assert_eq!(self.trail.value(literal.edge), Value::Open, "only an open edge can be implied");
        self.trail.push(literal.edge, literal.value, Antecedent::Clause(clause));
    }

    /// Applies the cheap rules (degree, clue, path ends) until nothing follows any more.
    pub fn propagate(&mut self) -> Result<(), Conflict> {
        if let Some(conflict) = self.conflict {
            return Err(conflict);
        }
        let result = self.run();
        self.conflict = result.err();
        result
    }

    #[inline]
    fn run(&mut self) -> Result<(), Conflict> {
        while let Some(&edge) = self.trail.entries().get(self.head) {
            self.head += 1;
            self.step(edge)?;
        }
        let may_be_empty = matches!(self.puzzle.topology(), Topology::Linkage | Topology::PathMatching);
        if self.is_decided() && self.ends.chosen() == 0 && !may_be_empty {
            return Err(Conflict::of(Antecedent::Empty));
        }
        Ok(())
    }

    /// Applies the cheap rules and the structural ones (balance; blocks; in a linkage the ways of the pairs and what
    /// would cross; linear time each round) until nothing follows any more.
    pub fn propagate_structure(&mut self) -> Result<(), Conflict> {
        loop {
            self.propagate()?;
            let known = self.assigned();
            if self.is_decided() {
                return Ok(());
            }
            let balanced =
                balance::propagate(self.puzzle, self.degrees.cover(), &self.incidence, &self.trail);
            let result = balanced.and_then(|()| match self.puzzle.topology() {
                Topology::Linkage => self.propagate_ways(),
                _ => blocks::propagate(self.puzzle, &self.incidence, &mut self.trail),
            });
            self.conflict = result.err();
            result?;
            if self.assigned() == known {
                return Ok(());
            }
        }
    }

    /// One round of the structural rules of a linkage.
    fn propagate_ways(&mut self) -> Result<(), Conflict> {
        let known = self.assigned();
        let mut result = passage::propagate(self.puzzle, &self.incidence, &mut self.trail);
        let can_cross = self.puzzle.pairs().len() > 1;
        if result.is_ok() && can_cross && self.assigned() == known {
            let embedding = self.embedding.get_or_init(|| Embedding::of(&self.incidence));
            if let Some(embedding) = embedding {
                result = interlace::propagate(self.puzzle, embedding, &self.incidence, &mut self.trail);
            }
        }
        result
    }

    /// Why paths would cross: see [`Antecedent::Interlaced`].
    fn explain_interlaced(&self, edge: Option<EdgeId>, before: u32, reason: &mut Vec<Literal>) {
        if let Some(Some(embedding)) = self.embedding.get() {
            let (incidence, trail) = (&self.incidence, &self.trail);
            interlace::explain(edge, before, self.puzzle, embedding, incidence, trail, reason);
        }
    }

    /// Why a part of the graph is out, or why two parts are a conflict: see [`Antecedent::Severed`].
    fn explain_severed(&self, edge: Option<EdgeId>, before: u32, by: EdgeId, reason: &mut Vec<Literal>) {
        if let Some(regions) = &self.regions {
            regions.explain(edge, (before, by), &self.incidence, &self.trail, reason);
        }
    }

    /// What implies the value of a variable, or a conflict, by what is known of sides.
    fn explain_sides(&self, cause: Antecedent, implied: Option<EdgeId>, reason: &mut Vec<Literal>) {
        if let Some(sides) = &self.sides {
            sides.explain(cause, implied, &self.trail, reason);
        }
    }

    /// Why no path passes `v`.
    fn explain_idle(&self, v: VertexId, reason: &mut Vec<Literal>) {
        reason.extend(self.incidence.at(v).iter().map(|&(e, _)| self.trail.literal(e)));
    }

    /// The values of all variables of the trail in `solution` (edges ascending).
    pub fn values_for(&self, solution: &[EdgeId]) -> Vec<bool> {
        let mut values = vec![false; self.incidence.edge_count()];
        solution.iter().for_each(|e| values[e.index()] = true);
        if let Some(sides) = &self.sides {
            values.extend(sides.inside(&values, &self.trail));
        }
        if let Some(labels) = &self.labels {
            values.extend(labels.values(&values, &self.incidence));
        }
        values
    }

    /// The values of all variables of the trail with no edge in, and with sides such that most faces are inside.
    pub fn inward_values(&self) -> Vec<bool> {
        let mut values = vec![false; self.incidence.edge_count()];
        values.extend(self.sides.iter().flat_map(|sides| sides.inward()));
        values.resize(self.trail.variables(), false);
        values
    }

    /// Adds variables for the sides of faces to the trail (see `sides`), at level 0, when the puzzle asks for cycles
    /// in a planar graph. Edges that are decided by then need none: call it after presolving.
    pub fn add_sides(&mut self) {
        self.backtrack(0);
        let cycles = matches!(self.puzzle.topology(), Topology::Cycle | Topology::Cycles);
        if self.sides.is_some() || !cycles || self.conflict.is_some() || self.propagate().is_err() {
            return;
        }
        let Some(embedding) = self.embedding.get_or_init(|| Embedding::of(&self.incidence)) else { return };
        let (clues, equal) = (self.open_clues(), self.equal_edges());
        let (sides, outside) = match Sides::new(embedding, &clues, &equal, &self.trail) {
            Ok(sides) => sides,
            Err(conflict) => {
                self.conflict = Some(conflict);
                return;
            }
        };
        if self.puzzle.topology() == Topology::Cycle {
            self.regions = Some(Regions::new(embedding, &self.trail));
        }
        self.trail.add_variables(sides.count());
        for side in outside {
            self.trail.push(side, false, Antecedent::Given);
        }
        self.conflict = sides.start(&mut self.trail).err();
        self.sides = Some(sides);
    }

    /// Adds variables for the labels of vertices to the trail (see `labels`), at level 0, when the puzzle asks for a
    /// linkage. What is decided by then needs none: call it after presolving.
    pub fn add_labels(&mut self) {
        self.backtrack(0);
        let is_linkage = self.puzzle.topology() == Topology::Linkage;
        if self.labels.is_some() || !is_linkage || self.conflict.is_some() || self.propagate().is_err() {
            return;
        }
        match Labels::new(self.puzzle, &self.incidence, &self.trail) {
            Ok(None) => {}
            Ok(Some((labels, given))) => {
                self.trail.add_variables(labels.count());
                for literal in given {
                    self.trail.push(literal.edge, literal.value, Antecedent::Given);
                }
                self.ends.leave_labels();
                self.labels = Some(labels);
            }
            Err(conflict) => self.conflict = Some(conflict),
        }
    }

    /// The sides of the faces beside an edge, if these are two variables.
    pub fn sides_beside(&self, edge: EdgeId) -> Option<[EdgeId; 2]> {
        Some(self.sides.as_ref()?.across(edge)?.0)
    }

    /// Whether the trail has variables for the sides of faces.
    pub fn has_sides(&self) -> bool {
        self.sides.is_some()
    }

    /// The cells with open edges whose clues are in force, by their edges, each with its clue.
    fn open_clues(&self) -> Vec<(&'p [EdgeId], usize)> {
        let in_force = self.puzzle.clued_cells().filter(|&(id, _)| self.clues.in_force(id));
        let open = in_force.filter(|&(id, _)| self.clues.demand(id).open > 0);
        open.filter_map(|(_, cell)| Some((cell.edges, cell.clue? as usize))).collect()
    }

    /// What the equality rule knows of open edges: two of them, and whether they are opposite.
    fn equal_edges(&self) -> Vec<([EdgeId; 2], bool)> {
        let open = (0..self.values().len()).map(EdgeId::from_index).filter(|&e| self.value(e) == Value::Open);
        let class = open.map(|e| (e, self.classes.find(e)));
        let others = class.filter(|&(e, (representative, _))| representative != e);
        others.map(|(e, (representative, opposite))| ([e, representative], opposite)).collect()
    }

    /// Whether [`Deduction::propagate_pockets`] sees at once that the graph falls apart.
    pub fn sees_parts(&self) -> bool {
        self.regions.is_some()
    }

    /// Applies the cheap rules and, where one cycle is asked for, the region rule, or the pocket rule where there are no
    /// side variables, until nothing follows any more: these look only where something changed. With sides a search
    /// learns what pockets teach, and looking for them takes longer than it saves.
    pub fn propagate_pockets(&mut self) -> Result<(), Conflict> {
        loop {
            self.propagate()?;
            let known = self.assigned();
            let result = if let Some(regions) = &mut self.regions {
                regions.propagate(&self.incidence, &mut self.trail)
            } else {
                if self.puzzle.topology() != Topology::Cycle || self.ends.paths() == 0 {
                    return Ok(());
                }
                let view = View { degrees: &self.degrees, ends: &self.ends, incidence: &self.incidence };
                self.pockets.propagate(&view, &mut self.trail)
            };
            self.conflict = result.err();
            result?;
            if self.assigned() == known {
                return Ok(());
            }
        }
    }

    /// Applies the parity rule, at level 0; true when it found anything.
    pub(super) fn propagate_parity(&mut self) -> Result<bool, Conflict> {
        self.propagate()?;
        let known = |deduction: &Self| (deduction.assigned(), deduction.classes.joins());
        if self.summed == Some(known(self)) {
            return Ok(false);
        }
        let in_force = |cell| self.clues.in_force(cell);
        let (trail, classes, joined) = (&mut self.trail, &mut self.classes, &mut self.joined);
        let result = parity::propagate(self.puzzle, &in_force, &self.incidence, trail, classes, joined);
        self.conflict = result.err();
        let changed = result?;
        self.summed = Some(known(self));
        self.propagate()?;
        Ok(changed)
    }

    /// Puts down, at level 0, that two open edges are equal (or opposite) in every solution.
    pub(super) fn equate(&mut self, a: EdgeId, b: EdgeId, opposite: bool) -> Result<bool, Conflict> {
        let result = self.classes.join(a, b, opposite);
        self.conflict = result.err();
        result
    }

    /// Counts one entry everywhere (so that it can be taken back whatever happens), then applies the rules.
    #[inline]
    fn step(&mut self, edge: EdgeId) -> Result<(), Conflict> {
        let chosen = self.trail.value(edge) == Value::In;
        if let Some(sides) = &mut self.sides {
            sides.apply(edge, chosen);
        }
        if !self.trail.is_edge(edge) {
            return self.step_side(edge);
        }
        let both = self.incidence.ends(edge);
        let cells = self.incidence.cells(edge);
        self.degrees.apply(both, chosen);
        self.clues.apply(cells, chosen);
        let mut join = Join::Refused;
        if chosen {
            join = self.ends.apply(both, both.map(|v| self.degrees.count(v).chosen));
            if self.trail.level() == 0 {
                self.ends.root(both);
            }
        } else if let Some(regions) = &mut self.regions {
            let last = both.into_iter().any(|v| self.degrees.count(v) == Count::default());
            regions.apply(edge, self.head as u32 - 1, last);
        }
        let merge = match &mut self.induced {
            Some(induced) if chosen => Some(induced.apply(edge, &self.incidence)),
            _ => None,
        };
        for v in both {
            self.degrees.propagate(v, chosen, &self.incidence, &mut self.trail)?;
        }
        for &c in cells {
            self.clues.propagate(c, chosen, self.puzzle, &mut self.trail)?;
        }
        self.classes.propagate(edge, &mut self.trail)?;
        self.step_side(edge)?;
        let before = self.head as u32;
        self.ends.propagate(join, before, &self.clues, &self.incidence, &mut self.trail)?;
        match (&self.induced, merge) {
            (Some(induced), Some(merge)) => induced.taken(merge, before, &self.incidence, &mut self.trail),
            (Some(induced), None) => {
                induced.left_out(edge, before, &self.incidence, &mut self.trail);
                Ok(())
            }
            (None, _) => Ok(()),
        }
    }

    #[inline(always)]
    fn step_side(&mut self, variable: EdgeId) -> Result<(), Conflict> {
        match (&self.sides, &self.labels) {
            (Some(sides), _) => sides.propagate(variable, &mut self.trail),
            (None, Some(labels)) => {
                if self.trail.is_edge(variable) && self.trail.value(variable) == Value::Out {
                    let both = self.incidence.ends(variable).into_iter();
                    let mut idle = both.filter(|&v| self.degrees.count(v) == Count::default());
                    idle.try_for_each(|v| labels.leave(v, &mut self.trail))?;
                }
                labels.propagate(variable, &mut self.trail)
            }
            (None, None) => Ok(()),
        }
    }

    /// Takes back everything decided above `level`, and any conflict.
    pub fn backtrack(&mut self, level: u32) {
        if level >= self.trail.level() {
            return;
        }
        self.conflict = None;
        let keep = self.trail.level_end(level);
        for &edge in self.trail.entries()[keep..self.head.max(keep)].iter().rev() {
            let chosen = self.trail.value(edge) == Value::In;
            if let Some(sides) = &mut self.sides {
                sides.undo(edge, chosen);
            }
            if !self.trail.is_edge(edge) {
                continue;
            }
            let both = self.incidence.ends(edge);
            if chosen {
                self.ends.undo(both, both.map(|v| self.degrees.count(v).chosen));
                if let Some(induced) = &mut self.induced {
                    induced.undo();
                }
            } else if let Some(regions) = &mut self.regions {
                regions.undo();
            }
            self.degrees.undo(both, chosen);
            self.clues.undo(self.incidence.cells(edge), chosen);
        }
        self.pockets.forget(keep);
        self.ends.forget(keep as u32);
        if let Some(regions) = &mut self.regions {
            regions.forget(keep as u32);
        }
        self.trail.backtrack(level);
        self.head = self.head.min(keep);
    }

    /// Adds to `reason` literals that were on the trail before `edge` and that imply its value: in every
    /// solution in which they hold, it has that value. What is known at level 0 may be left out. For decisions
    /// and for what follows from the puzzle alone (given edges, probing) nothing is added.
    pub fn explain(&self, edge: EdgeId, reason: &mut Vec<Literal>) {
        let (incidence, trail) = (&self.incidence, &self.trail);
        match trail.antecedent(edge) {
            Antecedent::Degree(v) => self.degrees.explain(v, edge, incidence, trail, reason),
            Antecedent::Clue(c) => self.clues.explain(c, edge, self.puzzle, trail, reason),
            Antecedent::Equal(other) => reason.push(trail.literal(other)),
            cause @ (Antecedent::Side(_) | Antecedent::Hub(_)) => {
                self.explain_sides(cause, Some(edge), reason);
            }
            Antecedent::Label(cause) => {
                if let Some(labels) = &self.labels {
                    labels.explain(cause, edge, trail, reason);
                }
            }
            Antecedent::Idle(v) => self.explain_idle(v, reason),
            Antecedent::Decision | Antecedent::Given | Antecedent::Clause(_) => {}
            Antecedent::Blocks { before, wall } => {
                blocks::explain(edge, [before, wall.0], self.puzzle, incidence, trail, reason);
            }
            Antecedent::Severed { before, by } => self.explain_severed(Some(edge), before, by, reason),
            Antecedent::Interlaced { before } => self.explain_interlaced(Some(edge), before, reason),
            antecedent @ (Antecedent::Stranded { .. }
            | Antecedent::Deserted { .. }
            | Antecedent::Strait { .. }
            | Antecedent::Trespass { .. }) => {
                passage::explain(antecedent, edge, self.puzzle, incidence, trail, reason);
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
    pub fn explain_conflict(&self, reason: &mut Vec<Literal>) {
        let Some(Conflict { cause, edge }) = self.conflict else { return };
        let (incidence, trail, before) = (&self.incidence, &self.trail, self.head as u32);
        match cause {
            Antecedent::Degree(v) => self.degrees.explain_conflict(v, before, incidence, trail, reason),
            Antecedent::Clue(c) => self.clues.explain_conflict(c, before, self.puzzle, trail, reason),
            Antecedent::Equal(other) => {
                reason.extend([Some(other), edge].into_iter().flatten().map(|e| trail.literal(e)));
            }
            Antecedent::Side(_) | Antecedent::Hub(_) => self.explain_sides(cause, None, reason),
            Antecedent::Idle(v) => {
                self.explain_idle(v, reason);
                reason.extend(edge.map(|digit| trail.literal(digit)));
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
            Antecedent::Interlaced { before } => self.explain_interlaced(None, before, reason),
            Antecedent::Unbalanced { before, start } => {
                balance::explain_conflict(start, before, incidence, trail, reason);
            }
            Antecedent::Stranded { .. }
            | Antecedent::Deserted { .. }
            | Antecedent::Strait { .. }
            | Antecedent::Trespass { .. }
            | Antecedent::Torn { .. } => {
                passage::explain_conflict(cause, edge, self.puzzle, incidence, trail, reason);
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

    /// Whether a vertex has neither a chosen nor an open edge, so that no solution uses it.
    #[inline]
    pub fn is_unused(&self, vertex: VertexId) -> bool {
        let count = self.degrees.count(vertex);
        count.chosen == 0 && count.open == 0
    }

    /// The number of open edges at a vertex.
    #[inline]
    pub fn open_at(&self, vertex: VertexId) -> u32 {
        self.degrees.count(vertex).open
    }

    /// Whether the clue of a cell is in force.
    #[inline]
    pub fn in_force(&self, cell: CellId) -> bool {
        self.clues.in_force(cell)
    }

    /// What is open at a clued cell: how many edges it still asks for, and how many are open.
    #[inline]
    pub fn demand(&self, cell: CellId) -> (i64, u32) {
        let demand = self.clues.demand(cell);
        (demand.need, demand.open)
    }

    #[cfg(test)]
    pub(super) fn propagators(&self) -> (&Degrees, &Clues, &Ends) {
        (&self.degrees, &self.clues, &self.ends)
    }

    #[cfg(test)]
    pub(super) fn hubs(&self) -> &[Hub] {
        self.sides.as_ref().map_or(&[], |sides| sides.hubs().all())
    }
}
