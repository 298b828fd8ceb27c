//! Enumeration of the sets, one at a time.

use super::{Diagram, Element, Held, NodeId};

impl Diagram {
    /// All sets in a fixed order: of two sets, the one that has the element of the first level where they differ
    /// comes first. The elements of each set are in the order of the levels.
    pub fn sets(&self) -> Sets<'_> {
        Sets::of(Held::Borrowed(self))
    }

    /// The height of a node that is no terminal, by a search down from `height`, which it must not exceed.
    #[inline]
    pub(super) fn height_below(&self, id: NodeId, mut height: usize) -> usize {
        while self.tops[height - 1] > id.0 {
            height -= 1;
        }
        height
    }
}

/// An iterator over the sets of a [`Diagram`], which walks its paths with a stack no deeper than the largest set.
///
/// As no path of a reduced diagram is a dead end, the time between two sets is at most linear in the number of
/// levels.
#[derive(Debug, Clone)]
pub struct Sets<'d> {
    diagram: Held<'d>,
    /// The node from which the next set is completed, and a height that this node is not above; `None` to backtrack
    /// first.
    next: Option<(NodeId, usize)>,
    /// The nodes on the current path whose `hi` arc was taken, with their heights.
    taken: Vec<(NodeId, usize)>,
    /// The elements of the nodes in `taken`.
    set: Vec<Element>,
}

impl<'d> Sets<'d> {
    pub(crate) fn of(diagram: Held<'d>) -> Self {
        let all = Some((diagram.root, diagram.variables.len())).filter(|&(root, _)| root != NodeId::EMPTY);
        Sets { diagram, next: all, taken: Vec::new(), set: Vec::new() }
    }

    /// The next set, borrowed and so without a copy, or `None` after the last.
    pub fn next_set(&mut self) -> Option<&[Element]> {
        let (mut id, mut height) = match self.next.take() {
            Some(start) => start,
            None => self.backtrack()?,
        };
        let diagram = &*self.diagram;
        while id != NodeId::UNIT {
            height = diagram.height_below(id, height);
            self.taken.push((id, height));
            self.set.push(diagram.variables[diagram.variables.len() - height]);
            id = diagram.arcs(id).hi;
        }
        Some(&self.set)
    }

    /// Switches from `hi` to `lo` at the last node on the path whose `lo` arc does not lead to EMPTY.
    fn backtrack(&mut self) -> Option<(NodeId, usize)> {
        loop {
            let (id, height) = self.taken.pop()?;
            self.set.pop();
            let lo = self.diagram.arcs(id).lo;
            if lo != NodeId::EMPTY {
                return Some((lo, height));
            }
        }
    }
}

impl Iterator for Sets<'_> {
    type Item = Vec<Element>;

    fn next(&mut self) -> Option<Vec<Element>> {
        self.next_set().map(<[Element]>::to_vec)
    }
}
