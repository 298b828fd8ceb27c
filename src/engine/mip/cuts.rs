//! Rows that cut off wrong paths and cycles, and no solution of the puzzle.

use super::program::{Row, Side};
use crate::engine::model::Model;
use crate::puzzle::{EdgeId, Topology, VertexId};

/// A path or cycle of chosen edges.
struct Component {
    vertices: Vec<VertexId>,
    /// One of its edges.
    edge: EdgeId,
    is_cycle: bool,
}

/// What cuts off the chosen edges, which fulfil the local conditions, if they are no solution; nothing if they are.
pub(super) fn cuts(model: &Model<'_>, is_chosen: &[bool]) -> Vec<Row> {
    let chosen = model.solution(|i| is_chosen[i]);
    let components = components(model, &chosen);
    let mut cuts = Vec::new();
    let mut inside = vec![false; model.puzzle.vertex_count()];
    let partners = model.partners();
    let cycles: Vec<&Component> = components.iter().filter(|component| component.is_cycle).collect();
    for (i, component) in components.iter().enumerate() {
        component.vertices.iter().for_each(|v| inside[v.index()] = true);
        let side = |edge: EdgeId| model.puzzle.edge_ends(edge).map(|v| inside[v.index()]);
        let size = component.vertices.len() as i64;
        match model.puzzle.topology() {
            Topology::Linkage | Topology::PathMatching if component.is_cycle => {
                // The edges among these vertices form no cycle.
                cuts.push(at_most(model, |edge| side(edge) == [true; 2], size - 1));
            }
            Topology::Cycle if cycles.len() > 1 => {
                // If these vertices have all their edges among them, there is no other edge.
                let other = components[(i + 1) % components.len()].edge;
                cuts.push(at_most(model, |edge| side(edge) == [true; 2] || edge == other, size));
            }
            Topology::Linkage => {
                let ends = [component.vertices.first(), component.vertices.last()];
                let partner = |end: Option<&VertexId>| end.and_then(|v| partners[v.index()]);
                if partner(ends[0]).is_some_and(|partner| Some(&partner) != ends[1]) {
                    // The paths of both ends have to go elsewhere.
                    let mut leave = at_most(model, |edge| side(edge)[0] != side(edge)[1], 2);
                    leave.side = Side::AtLeast;
                    cuts.push(leave);
                }
            }
            _ => {}
        }
        component.vertices.iter().for_each(|v| inside[v.index()] = false);
    }
    cuts
}

/// At most so many of the edges that are `counted`, those included that are fixed.
fn at_most(model: &Model<'_>, counted: impl Fn(EdgeId) -> bool, most: i64) -> Row {
    let open = model.open.iter().enumerate().filter(|(_, edge)| counted(**edge));
    let fixed = model.fixed.iter().filter(|edge| counted(**edge)).count();
    Row { sum: open.map(|(i, _)| (i, 1)).collect(), side: Side::AtMost, bound: most - fixed as i64 }
}

/// The components of the chosen edges; the vertices of a path from end to end.
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
    // Paths from their ends, then cycles.
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
