//! Cutting planes: rows that exclude wrong paths and cycles, but no solution of the puzzle.

use crate::encoding::Model;
use crate::encoding::linear::{Row, Sense};
use zlink_puzzle::{EdgeId, Topology, VertexId};

/// A path or cycle of chosen edges.
struct Component {
    vertices: Vec<VertexId>,
    /// An arbitrary edge of the component.
    edge: EdgeId,
    is_cycle: bool,
}

/// The greatest number of vertices of a component that get rows of their own.
const ROWS: usize = 32;

/// The rows that cut off a choice of edges that satisfies the local conditions but is not a solution; none for a
/// solution.
pub(super) fn cuts(model: &Model<'_>, is_chosen: &[bool]) -> Vec<Row> {
    let chosen = model.solution(|i| is_chosen[i]);
    let components = components(model, &chosen);
    let mut cuts = Vec::new();
    let mut inside = vec![false; model.puzzle.vertex_count()];
    let partners = model.partners();
    let cycles = components.iter().filter(|component| component.is_cycle).count();
    for (i, component) in components.iter().enumerate() {
        component.vertices.iter().for_each(|v| inside[v.index()] = true);
        let part = Part { model, vertices: &component.vertices, inside: &inside };
        match model.puzzle.topology() {
            Topology::Linkage if component.is_cycle => {
                // No path ends at one of these vertices.
                cuts.extend(part.who_enters_leaves());
            }
            Topology::PathMatching if component.is_cycle => {
                // The edges among these vertices must not form a cycle.
                cuts.push(part.at_most_inside(None, 1));
            }
            Topology::Cycle if cycles > 1 => {
                let [needs_inside, needs_outside] = part.needs();
                if needs_inside && needs_outside {
                    cuts.push(part.two_leave());
                } else if needs_outside {
                    cuts.extend(part.who_enters_leaves());
                } else {
                    // If these vertices have all their edges among them, there can be no other edge.
                    let other = components[(i + 1) % components.len()].edge;
                    cuts.push(part.at_most_inside(Some(other), 0));
                }
            }
            Topology::Linkage => {
                let ends = [component.vertices.first(), component.vertices.last()];
                let partner = |end: Option<&VertexId>| end.and_then(|v| partners[v.index()]);
                if partner(ends[0]).is_some_and(|partner| Some(&partner) != ends[1]) {
                    // The paths of both ends must lead elsewhere.
                    cuts.push(part.two_leave());
                }
            }
            _ => {}
        }
        component.vertices.iter().for_each(|v| inside[v.index()] = false);
    }
    cuts
}

/// A set of vertices, with the position of edges relative to it.
struct Part<'m> {
    model: &'m Model<'m>,
    vertices: &'m [VertexId],
    inside: &'m [bool],
}

impl Part<'_> {
    /// The number of ends of an edge in the part.
    fn ends(&self, edge: EdgeId) -> usize {
        self.model.puzzle.edge_ends(edge).iter().filter(|v| self.inside[v.index()]).count()
    }

    /// Whether every solution has an edge with an end in the part, and whether every solution has an edge with an end
    /// outside it.
    fn needs(&self) -> [bool; 2] {
        let Model { puzzle, open, fixed, .. } = self.model;
        if puzzle.cover() {
            return [true, self.vertices.len() < puzzle.vertex_count()];
        }
        let mut needs = [0, 2].map(|ends| fixed.iter().any(|&edge| self.ends(edge) != ends));
        let is_possible =
            |edge: &EdgeId| open.binary_search(edge).is_ok() || fixed.binary_search(edge).is_ok();
        for (_, sum) in puzzle.sums() {
            for (need, ends) in needs.iter_mut().zip([0, 2]) {
                // Without meeting the need, only these edges could be chosen, so the other negative literals hold.
                let is_spare = |edge: &EdgeId| self.ends(*edge) == ends && is_possible(edge);
                let spare = sum.literals().filter(|(edge, _)| is_spare(edge)).count() as i64;
                let hold = sum.negative.iter().filter(|edge| !is_spare(edge)).count() as i64;
                *need |= sum.least > hold + spare || sum.most < hold;
            }
        }
        needs
    }

    /// The row that compares the sum of `factor` over the chosen edges with `right`; the fixed edges are moved to the
    /// right side.
    fn row(&self, factor: impl Fn(EdgeId) -> i64, sense: Sense, right: i64) -> Row {
        let open = self.model.open.iter().enumerate().map(|(i, &edge)| (i, factor(edge)));
        let fixed: i64 = self.model.fixed.iter().map(|&edge| factor(edge)).sum();
        Row { terms: open.filter(|&(_, factor)| factor != 0).collect(), sense, right: right - fixed }
    }

    /// The number of chosen edges within the part, plus `other`, is at most the number of its vertices minus `fewer`.
    fn at_most_inside(&self, other: Option<EdgeId>, fewer: i64) -> Row {
        let factor = |edge| i64::from(self.ends(edge) == 2 || Some(edge) == other);
        self.row(factor, Sense::AtMost, self.vertices.len() as i64 - fewer)
    }

    /// At least two chosen edges have exactly one end in the part.
    fn two_leave(&self) -> Row {
        self.row(|edge| i64::from(self.ends(edge) == 1), Sense::AtLeast, 2)
    }

    /// For each of the first vertices of the part: there are at least as many chosen edges with exactly one end in
    /// the part as chosen edges at this vertex.
    fn who_enters_leaves(&self) -> impl Iterator<Item = Row> {
        self.vertices.iter().take(ROWS).map(|v| {
            let factor = |edge| {
                let at_vertex = self.model.puzzle.edge_ends(edge).contains(v);
                i64::from(self.ends(edge) == 1) - i64::from(at_vertex)
            };
            self.row(factor, Sense::AtLeast, 0)
        })
    }
}

/// The components of the chosen edges; the vertices of a path are in order from end to end.
fn components(model: &Model<'_>, chosen: &[EdgeId]) -> Vec<Component> {
    let vertices = model.puzzle.vertex_count();
    let mut near: Vec<Vec<(VertexId, EdgeId)>> = vec![Vec::new(); vertices];
    for &edge in chosen {
        let [u, v] = model.puzzle.edge_ends(edge);
        near[u.index()].push((v, edge));
        near[v.index()].push((u, edge));
    }
    let mut seen = vec![false; vertices];
    let mut components = Vec::new();
    // First paths, from their ends, then cycles.
    for degree in [1, 2] {
        for start in (0..vertices).map(VertexId::from_index) {
            if seen[start.index()] || near[start.index()].len() != degree {
                continue;
            }
            let edge = near[start.index()][0].1;
            let mut here = start;
            let mut on_it = Vec::new();
            loop {
                seen[here.index()] = true;
                on_it.push(here);
                match near[here.index()].iter().find(|(v, _)| !seen[v.index()]) {
                    Some(&(next, _)) => here = next,
                    None => break,
                }
            }
            components.push(Component { vertices: on_it, edge, is_cycle: degree == 2 });
        }
    }
    components
}
