//! The trail: decided variables in the order in which they were decided, each with its antecedent, cut into levels.
//!
//! Entries before the propagation head have been counted by the propagators; later entries wait. A rule decides open variables
//! only; a waiting entry that violates a rule is noticed when it is counted. So everything that a rule used lies before the
//! entry that it added, and a reason can be worked out later.

use super::{Antecedent, Lit, Value, Var};
use zlink_puzzle::EdgeId;

/// The record of a decided variable.
#[derive(Debug, Clone, Copy)]
struct Record {
    position: u32,
    level: u32,
    antecedent: Antecedent,
}

/// The trail: the decided variables, with the value, position, level and antecedent of each.
///
/// The variables are the edges, and possibly the colours of faces (see `colouring`; `In` stands for inside) or the digits of
/// labels (see `label`; `In` stands for 1). Their numbers follow those of the edges.
#[derive(Debug, Clone)]
pub struct Trail {
    values: Vec<Value>,
    /// The number of edges: the first values belong to them.
    edges: usize,
    entries: Vec<Var>,
    /// The record of each variable; meaningful for decided ones only.
    records: Vec<Record>,
    /// The position of the first entry of each level above 0.
    levels: Vec<u32>,
}

impl Trail {
    pub(super) fn new(edges: usize) -> Self {
        let record = Record { position: u32::MAX, level: 0, antecedent: Antecedent::Given };
        Trail {
            values: vec![Value::Open; edges],
            edges,
            entries: Vec::with_capacity(edges),
            records: vec![record; edges],
            levels: Vec::with_capacity(edges),
        }
    }

    /// The value of an edge or another variable.
    #[inline]
    pub fn value(&self, var: impl Into<Var>) -> Value {
        self.values[var.into().index()]
    }

    /// Adds `count` variables that are not edges.
    pub(super) fn add_variables(&mut self, count: usize) {
        let record = Record { position: u32::MAX, level: 0, antecedent: Antecedent::Given };
        self.values.resize(self.values.len() + count, Value::Open);
        self.records.resize(self.values.len(), record);
    }

    /// The values of all edges.
    #[inline]
    pub fn values(&self) -> &[Value] {
        &self.values[..self.edges]
    }

    /// The number of edges and other variables.
    #[inline]
    pub fn variables(&self) -> usize {
        self.values.len()
    }

    /// The edge that a variable stands for; `None` for a colour or a digit.
    #[inline]
    pub fn edge(&self, var: Var) -> Option<EdgeId> {
        (var.index() < self.edges).then(|| EdgeId::from_index(var.index()))
    }

    /// Whether a variable is an edge, not a colour or a digit.
    #[inline]
    pub fn is_edge(&self, var: Var) -> bool {
        var.index() < self.edges
    }

    /// The edges that are in among the first `before` entries, in trail order.
    pub(super) fn chosen(&self, before: u32) -> impl DoubleEndedIterator<Item = EdgeId> {
        let entries = self.entries[..before as usize].iter();
        entries.filter_map(|&var| self.edge(var)).filter(|&e| self.value(e) == Value::In)
    }

    /// The decided variables, in the order in which they were decided.
    #[inline]
    pub fn entries(&self) -> &[Var] {
        &self.entries
    }

    /// The current decision level: the number of open decisions.
    #[inline]
    pub fn level(&self) -> u32 {
        self.levels.len() as u32
    }

    /// The number of variables that were decided before the first decision above `level`.
    #[inline]
    pub fn level_end(&self, level: u32) -> usize {
        self.levels.get(level as usize).map_or(self.entries.len(), |&p| p as usize)
    }

    /// The level at which a decided variable was decided.
    pub fn level_of(&self, var: impl Into<Var>) -> u32 {
        self.records[var.into().index()].level
    }

    /// The position of a decided variable among the entries.
    #[inline]
    pub fn position(&self, var: impl Into<Var>) -> u32 {
        self.records[var.into().index()].position
    }

    /// The antecedent of a decided variable.
    pub fn antecedent(&self, var: impl Into<Var>) -> Antecedent {
        self.records[var.into().index()].antecedent
    }

    /// The literal of a decided variable that holds.
    #[inline]
    pub fn literal(&self, var: impl Into<Var>) -> Lit {
        let var = var.into();
        Lit::new(var, self.value(var) == Value::In)
    }

    /// Whether a variable had `value` when the trail was `before` entries long.
    #[inline]
    pub(super) fn was(&self, var: impl Into<Var>, value: Value, before: u32) -> bool {
        let var = var.into();
        self.value(var) == value && self.position(var) < before
    }

    /// The value of a variable when the trail was `before` entries long.
    #[inline]
    pub(super) fn value_before(&self, var: impl Into<Var>, before: u32) -> Value {
        let var = var.into();
        if self.position(var) < before { self.value(var) } else { Value::Open }
    }

    /// Adds up to `most` literals of those `edges` that had `value` when the trail was `before` entries long.
    #[inline]
    pub(super) fn gather(
        &self,
        edges: impl Iterator<Item = EdgeId>,
        value: Value,
        before: u32,
        most: usize,
        reason: &mut Vec<Lit>,
    ) {
        let full = reason.len().saturating_add(most);
        for e in edges {
            if reason.len() < full && self.was(e, value, before) {
                reason.push(self.literal(e));
            }
        }
    }

    #[inline]
    pub(super) fn push(&mut self, var: impl Into<Var>, value: bool, antecedent: impl Into<Antecedent>) {
        let (var, antecedent) = (var.into(), antecedent.into());
        debug_assert_eq!(self.value(var), Value::Open);
        self.values[var.index()] = if value { Value::In } else { Value::Out };
        let position = self.entries.len() as u32;
        self.records[var.index()] = Record { position, level: self.level(), antecedent };
        self.entries.push(var);
    }

    pub(super) fn open_level(&mut self) {
        self.levels.push(self.entries.len() as u32);
    }

    /// Removes all entries above `level`.
    pub(super) fn backtrack(&mut self, level: u32) {
        let keep = self.level_end(level);
        for var in self.entries.drain(keep..) {
            self.values[var.index()] = Value::Open;
        }
        self.levels.truncate(level as usize);
    }
}
