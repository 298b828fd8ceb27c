//! The place of a label in a polygon, and the paths that a set of edges forms.

use super::layout::{Point, bounds, distance};
use zlink_puzzle::{EdgeId, Puzzle, VertexId};

/// The point of a polygon that is roughly the farthest from its sides, and its distance: a grid search, refined around the best point (as
/// polylabel does).
pub(super) fn roomiest(polygon: &[Point]) -> (Point, f64) {
    let (low, high) = bounds(polygon);
    let count = polygon.len() as f64;
    let centroid = [
        polygon.iter().map(|p| p[0]).sum::<f64>() / count,
        polygon.iter().map(|p| p[1]).sum::<f64>() / count,
    ];
    let mut best = (centroid, room(polygon, centroid));
    let mut size = [high[0] - low[0], high[1] - low[1]];
    let mut middle = [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0];
    for _ in 0..4 {
        for i in -3i32..=3 {
            for j in -3i32..=3 {
                let p = [middle[0] + size[0] * f64::from(i) / 7.0, middle[1] + size[1] * f64::from(j) / 7.0];
                let room = room(polygon, p);
                // The centroid stays the choice unless another point is clearly better.
                if room > best.1 + 3e-5 {
                    best = (p, room);
                }
            }
        }
        middle = best.0;
        size = size.map(|s| s / 3.0);
    }
    best
}

/// The distance from a point to the nearest side of a polygon; negative outside.
fn room(polygon: &[Point], p: Point) -> f64 {
    let mut inside = false;
    let mut nearest = f64::INFINITY;
    for (i, &a) in polygon.iter().enumerate() {
        let b = polygon[(i + 1) % polygon.len()];
        if (a[1] > p[1]) != (b[1] > p[1]) && p[0] < (b[0] - a[0]) * (p[1] - a[1]) / (b[1] - a[1]) + a[0] {
            inside = !inside;
        }
        let along = [b[0] - a[0], b[1] - a[1]];
        let length = along[0] * along[0] + along[1] * along[1];
        let at =
            if length > 0.0 { ((p[0] - a[0]) * along[0] + (p[1] - a[1]) * along[1]) / length } else { 0.0 };
        let at = at.clamp(0.0, 1.0);
        nearest = nearest.min(distance(p, [a[0] + at * along[0], a[1] + at * along[1]]));
    }
    if inside { nearest } else { -nearest }
}

/// A path or cycle of chosen edges, by its vertices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Trace {
    pub(super) vertices: Vec<VertexId>,
    pub(super) is_closed: bool,
}

/// The paths and cycles that `edges` form. Paths end at vertices of more than two of these edges.
pub(super) fn traces(puzzle: &Puzzle, edges: &[EdgeId]) -> Vec<Trace> {
    let mut at: Vec<Vec<(usize, VertexId)>> = vec![Vec::new(); puzzle.vertex_count()];
    for (i, &e) in edges.iter().enumerate() {
        let [u, v] = puzzle.edge_ends(e);
        at[u.index()].push((i, v));
        at[v.index()].push((i, u));
    }
    let mut passed = vec![false; edges.len()];
    let mut found = Vec::new();
    let is_end = |v: usize| at[v].len() != 2;
    let starts = (0..at.len()).filter(|&v| is_end(v)).chain((0..at.len()).filter(|&v| !is_end(v)));
    for start in starts {
        for &(first, next) in &at[start] {
            if std::mem::replace(&mut passed[first], true) {
                continue;
            }
            let mut vertices = vec![VertexId::from_index(start), next];
            let mut here = next.index();
            while here != start && !is_end(here) {
                let Some(&(edge, next)) = at[here].iter().find(|(edge, _)| !passed[*edge]) else { break };
                passed[edge] = true;
                vertices.push(next);
                here = next.index();
            }
            let is_closed = here == start;
            if is_closed {
                vertices.pop();
            }
            found.push(Trace { vertices, is_closed });
        }
    }
    found
}
