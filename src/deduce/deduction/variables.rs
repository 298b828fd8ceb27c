//! The variables of the trail that are not edges (colours of faces, digits of labels), and the values of all variables in a
//! solution.

use super::Deduction;
use crate::propagator::Depth;
use crate::{Rule, Value, Var};
use zlink_puzzle::{EdgeId, Embedding, Puzzle, Topology};

impl Deduction<'_> {
    /// Adds variables for the colours of faces to the trail (see `colouring`), at level 0, when the puzzle asks for cycles in a
    /// planar graph. Decided edges need no colours, so call this after presolving.
    pub fn add_colours(&mut self) {
        self.backtrack(0);
        let cycles = matches!(self.puzzle().topology(), Topology::Cycle | Topology::Cycles);
        let is_wanted = cycles && self.techniques().has_rule(Rule::Colouring) && !self.has_colours();
        if !is_wanted || self.propagate(Depth::Cheap).is_err() || !self.is_planar() {
            return;
        }
        let puzzle = self.context.puzzle.clone();
        let (clues, equal) = (self.open_clues(&puzzle), self.equal_edges());
        self.conflict = self.rules.add_colours(&clues, &equal, &mut self.context).err();
    }

    /// An embedding of the puzzle's graph, if the graph is planar. It is computed on the first request.
    pub fn embedding(&self) -> Option<&Embedding> {
        self.context.embedding()
    }

    /// Whether the puzzle's graph is planar.
    pub fn is_planar(&self) -> bool {
        self.embedding().is_some()
    }

    /// Adds variables for the labels of vertices to the trail (see `label`), at level 0, when the puzzle asks for a linkage.
    /// Vertices without open edges need no labels, so call this after presolving.
    pub fn add_labels(&mut self) {
        self.backtrack(0);
        let is_linkage = self.puzzle().topology() == Topology::Linkage;
        let is_wanted = is_linkage && self.techniques().has_rule(Rule::Label) && self.rules.label.is_none();
        if !is_wanted || self.propagate(Depth::Cheap).is_err() {
            return;
        }
        self.conflict = self.rules.add_labels(&mut self.context).err();
    }

    /// The sums in force with open edges whose literals are all positive and whose number is given: the edges of each, and the number.
    fn open_clues<'a>(&self, puzzle: &'a Puzzle) -> Vec<(&'a [EdgeId], usize)> {
        let open = puzzle.sums().filter(|&(id, _)| self.in_force(id) && self.has_open(id));
        let positive = open.filter(|(_, sum)| sum.negative.is_empty());
        positive.filter_map(|(_, sum)| Some((sum.positive, usize::try_from(sum.exactly()?).ok()?))).collect()
    }

    /// The pairs of open edges that are known to be equal or, with `true`, opposite.
    fn equal_edges(&self) -> Vec<([EdgeId; 2], bool)> {
        let open = (0..self.values().len()).map(EdgeId::from_index).filter(|&e| self.value(e) == Value::Open);
        let class = open.map(|e| (e, self.context.classes.find(e)));
        let others = class.filter(|&(e, (representative, _))| representative != e);
        others.map(|(e, (representative, opposite))| ([e, representative], opposite)).collect()
    }

    /// The colour variables of the faces beside an edge, if it has two different ones, and whether the edge is in when their values are
    /// equal.
    pub fn colours_beside(&self, edge: EdgeId) -> Option<([Var; 2], bool)> {
        self.rules.colouring.as_ref()?.across(edge)
    }

    /// Whether the trail has variables for the colours of faces.
    pub fn has_colours(&self) -> bool {
        self.rules.colouring.is_some()
    }

    /// The values of all variables of the trail in `solution`, a set of edges.
    pub fn values_for(&self, solution: &[EdgeId]) -> Vec<bool> {
        let mut values = vec![false; self.incidence().edge_count()];
        solution.iter().for_each(|e| values[e.index()] = true);
        if let Some(colours) = &self.rules.colouring {
            values.extend(colours.inside(&values, &self.context.trail));
        }
        if let Some(labels) = &self.rules.label {
            values.extend(labels.values(&values, self.incidence()));
        }
        values
    }

    /// The values of all variables of the trail with no edge in, and with colours such that most faces are inside.
    pub fn inward_values(&self) -> Vec<bool> {
        let mut values = vec![false; self.incidence().edge_count()];
        values.extend(self.rules.colouring.iter().flat_map(|colours| colours.inward()));
        values.resize(self.trail().variables(), false);
        values
    }
}
