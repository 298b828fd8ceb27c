//! What the rules share: the puzzle, the trail, and the counts of it that several of them read.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use super::classes::Classes;
use super::degrees::Degrees;
use super::demands::Demands;
use super::ends::{Ends, Join};
use super::owners::Owners;
use super::ownership::Ownership;
use super::{Rule, Techniques, Trail, Value, Var};
use zlink_puzzle::{EdgeId, Embedding, Incidence, Puzzle, SumId, VertexId};

/// The part of the state of a deduction that belongs to no single rule.
#[derive(Debug, Clone)]
pub(super) struct Context<'p> {
    pub(super) puzzle: Cow<'p, Puzzle>,
    /// The rules and heuristics in use.
    pub(super) techniques: Techniques,
    pub(super) incidence: Arc<Incidence>,
    pub(super) trail: Trail,
    /// The propagation head: trail entries before this position are counted.
    pub(super) head: usize,
    /// Whether every vertex is to be covered.
    pub(super) cover: bool,
    /// Whether the paths of a linkage must be induced.
    pub(super) induced: bool,
    /// The counts of edges at vertices.
    pub(super) degrees: Degrees,
    /// What the clues in force still demand.
    pub(super) demands: Demands,
    /// The path components of the chosen edges, by their ends.
    pub(super) ends: Ends,
    /// The classes of edges known to be equal or opposite.
    pub(super) classes: Classes,
    /// The owner of each vertex of a linkage. Rules that read it must bring it up to date first.
    pub(super) ownership: Ownership,
    /// The embedding, if the graph is planar. It is computed on the first request and shared by all copies of the context.
    embedding: Arc<OnceLock<Option<Embedding>>>,
}

/// An entry of the trail that is being counted, or whose counting is being undone.
#[derive(Debug, Clone, Copy)]
pub(super) struct Event {
    pub(super) var: Var,
    pub(super) value: bool,
    /// The edge, if the variable is one.
    pub(super) edge: Option<EdgeId>,
    /// The number of counted entries of the trail, this one included.
    pub(super) before: u32,
    /// What the edge, if it is in, does to the paths.
    pub(super) join: Join,
}

impl<'p> Context<'p> {
    /// The context of a puzzle at the start of a trail. A sum is in force if `in_force` holds for it.
    pub(super) fn new(
        puzzle: Cow<'p, Puzzle>,
        techniques: Techniques,
        cover: bool,
        induced: bool,
        in_force: impl Fn(SumId) -> bool,
    ) -> Self {
        let incidence = Incidence::of(&puzzle);
        Context {
            techniques,
            trail: Trail::new(puzzle.edge_count()),
            head: 0,
            cover,
            induced,
            degrees: Degrees::new(&puzzle, &incidence),
            demands: Demands::new(&puzzle, in_force),
            ends: Ends::new(&puzzle),
            classes: Classes::new(puzzle.edge_count(), techniques.has_rule(Rule::Equivalence)),
            ownership: Ownership::new(&puzzle),
            embedding: Arc::default(),
            incidence: Arc::new(incidence),
            puzzle,
        }
    }

    /// The number of decided variables.
    #[inline]
    pub(super) fn assigned(&self) -> usize {
        self.trail.entries().len()
    }

    /// Whether every variable is decided.
    #[inline]
    pub(super) fn is_decided(&self) -> bool {
        self.assigned() == self.trail.variables()
    }

    /// The number of counted entries of the trail.
    #[inline]
    pub(super) fn before(&self) -> u32 {
        self.head as u32
    }

    /// An embedding of the puzzle's graph, if the graph is planar.
    pub(super) fn embedding(&self) -> Option<&Embedding> {
        self.embedding.get_or_init(|| Embedding::of(&self.incidence)).as_ref()
    }

    /// The embedding, if the graph is planar, together with the parts of the context that the crossing rule uses with it.
    pub(super) fn with_embedding(&mut self) -> Option<(&Embedding, &Ownership, &Incidence, &mut Trail)> {
        let embedding = self.embedding.get_or_init(|| Embedding::of(&self.incidence)).as_ref()?;
        Some((embedding, &self.ownership, &self.incidence, &mut self.trail))
    }

    /// The owners of vertices when the trail was `before` entries long.
    pub(super) fn owners_at(&self, before: u32) -> Owners<'_> {
        Owners::new(&self.ownership, &self.incidence, &self.trail, before)
    }

    /// Brings vertex ownership up to date with the trail.
    pub(super) fn update_ownership(&mut self) {
        self.ownership.update(&self.incidence, &self.trail);
    }

    /// The first entry of the trail that is not counted yet, if any.
    #[inline]
    pub(super) fn next(&self) -> Option<Var> {
        self.trail.entries().get(self.head).copied()
    }

    /// An edge at a vertex, other than `but`, that was in when the trail was `before` entries long; with its other end.
    pub(super) fn chosen_at(
        &self,
        vertex: VertexId,
        but: Option<EdgeId>,
        before: u32,
    ) -> Option<(EdgeId, VertexId)> {
        let mut at = self.incidence.at(vertex).iter().copied();
        at.find(|&(e, _)| Some(e) != but && self.trail.was(e, Value::In, before))
    }

    /// Counts the next entry of the trail, which is this edge.
    #[inline(always)]
    pub(super) fn count_edge(&mut self, var: Var, edge: EdgeId) -> Event {
        self.head += 1;
        let value = self.trail.value(var) == Value::In;
        let both = self.incidence.ends(edge);
        self.degrees.apply(both, value);
        self.demands.apply(edge, value, &self.incidence);
        let mut join = Join::Refused;
        if value {
            join = self.ends.apply(both, both.map(|v| self.degrees.count(v).chosen));
            if self.trail.level() == 0 {
                self.ends.root(both);
            }
        }
        Event { var, value, edge: Some(edge), before: self.head as u32, join }
    }

    /// Counts the next entry of the trail, a variable that is not an edge.
    #[inline(always)]
    pub(super) fn count_other(&mut self, var: Var) -> Event {
        self.head += 1;
        let value = self.trail.value(var) == Value::In;
        Event { var, value, edge: None, before: self.head as u32, join: Join::Refused }
    }

    /// The event of the counted entry at `position`, to be passed to the rules when they undo it. Its `join` is not filled in.
    #[inline(always)]
    pub(super) fn counted(&self, position: usize) -> Event {
        let var = self.trail.entries()[position];
        let value = self.trail.value(var) == Value::In;
        Event { var, value, edge: self.trail.edge(var), before: position as u32 + 1, join: Join::Refused }
    }

    /// Undoes the counting of an entry. Entries must be undone in reverse order.
    #[inline(always)]
    pub(super) fn uncount(&mut self, event: &Event) {
        let Some(edge) = event.edge else { return };
        let both = self.incidence.ends(edge);
        if event.value {
            self.ends.undo(both, both.map(|v| self.degrees.count(v).chosen));
        }
        self.degrees.undo(both, event.value);
        self.demands.undo(edge, event.value, &self.incidence);
    }

    /// Takes back all entries above `level`. Those that were counted must have been uncounted.
    pub(super) fn backtrack(&mut self, level: u32) {
        let keep = self.trail.level_end(level);
        self.ownership.forget(keep as u32, &self.incidence);
        self.trail.backtrack(level);
        self.head = self.head.min(keep);
    }
}
