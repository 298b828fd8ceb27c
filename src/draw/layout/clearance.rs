//! Room between edges and vertices that are not their ends: an edge that passes close by a vertex would seem to end there. In turn, each
//! vertex that is too close to an edge, and each end of such an edge, moves to where it is better.

use std::f64::consts::TAU;

use super::plane::{Point, distance, side, sin_cos};
use zlink_base::limits::{Interrupted, Limits};

/// The largest product of vertices and edges for which vertices are moved.
const FEW: usize = 20_000;
/// The distance that is aimed at; edges are about 1 long.
const CLOSE: f64 = 0.25;
/// Distances below this one count as this one.
const LEAST: f64 = 1e-3;
/// The most rounds.
const ROUNDS: usize = 24;
/// The directions of steps, and their lengths.
const DIRECTIONS: usize = 12;
const LENGTHS: [f64; 5] = [0.05, 0.12, 0.3, 0.6, 1.2];
/// How many of the lengths are for drawings whose crossings are to stay: there, large steps seldom help.
const SMALL: usize = 3;

/// Moves vertices and edges apart; with `keeps_crossings`, no edges cross that did not, and the faces stay what they are.
pub(super) fn widen(
    points: &mut [Point],
    edges: &[[u32; 2]],
    keeps_crossings: bool,
    limits: &Limits,
) -> Result<(), Interrupted> {
    if points.len() * edges.len() > FEW {
        return Ok(());
    }
    let lengths = if keeps_crossings { &LENGTHS[..SMALL] } else { &LENGTHS[..] };
    let mut drawing = Drawing::of(points, edges, keeps_crossings);
    let steps: Vec<Point> = (0..DIRECTIONS)
        .map(|i| sin_cos(TAU * i as f64 / DIRECTIONS as f64))
        .flat_map(|(sin, cos)| lengths.iter().map(move |length| [length * cos, length * sin]))
        .collect();
    for _ in 0..ROUNDS {
        limits.check()?;
        let mut has_moved = false;
        for v in 0..drawing.points.len() {
            has_moved |= drawing.improve(v, &steps);
        }
        if !has_moved {
            break;
        }
    }
    Ok(())
}

struct Drawing<'a> {
    points: &'a mut [Point],
    edges: Vec<[usize; 2]>,
    neighbours: Vec<Vec<usize>>,
    keeps_crossings: bool,
}

impl<'a> Drawing<'a> {
    fn of(points: &'a mut [Point], edges: &[[u32; 2]], keeps_crossings: bool) -> Self {
        let edges: Vec<[usize; 2]> = edges.iter().map(|ends| ends.map(|end| end as usize)).collect();
        let mut neighbours = vec![Vec::new(); points.len()];
        for &[u, v] in &edges {
            neighbours[u].push(v);
            neighbours[v].push(u);
        }
        Drawing { points, edges, neighbours, keeps_crossings }
    }

    /// Moves a vertex by the best of the steps; returns whether one is better than none.
    fn improve(&mut self, v: usize, steps: &[Point]) -> bool {
        let from = self.points[v];
        let mut best = (self.lack(v, from, f64::MAX), from);
        if best.0 == 0.0 {
            return false;
        }
        for step in steps {
            let to = [from[0] + step[0], from[1] + step[1]];
            let lack = self.lack(v, to, best.0);
            if lack < 0.99 * best.0 && (!self.keeps_crossings || self.is_free(v, to)) {
                best = (lack, to);
            }
        }
        self.points[v] = best.1;
        best.1 != from
    }

    /// What the distances between edges and vertices lack if `v` is at `at`, as far as they depend on that; sums beyond `most` are cut.
    fn lack(&self, v: usize, at: Point, most: f64) -> f64 {
        let mut sum = 0.0;
        let mut add = |p: Point, ends: [Point; 2]| {
            if is_near(p, ends) {
                let lacks = (CLOSE / to_segment(p, ends).max(LEAST) - 1.0).max(0.0);
                sum += lacks * lacks;
            }
            sum < most
        };
        let _ = self
            .edges
            .iter()
            .filter(|ends| !ends.contains(&v))
            .all(|ends| add(at, ends.map(|end| self.points[end])))
            && self.neighbours[v].iter().all(|&w| {
                let mut others = (0..self.points.len()).filter(|&u| u != v && u != w);
                others.all(|u| add(self.points[u], [at, self.points[w]]))
            });
        sum
    }

    /// Whether `v` meets no edge on its way, and its edges no vertex: all crossings stay.
    fn is_free(&self, v: usize, to: Point) -> bool {
        let (from, points) = (self.points[v], &*self.points);
        let meets = |&[a, b]: &[usize; 2]| {
            let (a, b) = (points[a], points[b]);
            side(from, to, a) * side(from, to, b) <= 0.0 && side(a, b, from) * side(a, b, to) <= 0.0
        };
        let sweeps = |w: usize, u: usize| {
            let turn = |a, b| side(a, b, points[u]) * side(from, to, points[w]);
            turn(from, to) >= 0.0 && turn(to, points[w]) >= 0.0 && turn(points[w], from) >= 0.0
        };
        !self.edges.iter().filter(|ends| !ends.contains(&v)).any(meets)
            && self.neighbours[v].iter().all(|&w| {
                let mut others = (0..points.len()).filter(|&u| u != v && u != w);
                !others.any(|u| sweeps(w, u))
            })
    }
}

/// Whether a point is so near to the box around a line segment that the segment may be too close.
fn is_near(p: Point, [a, b]: [Point; 2]) -> bool {
    (0..2).all(|axis| p[axis] > a[axis].min(b[axis]) - CLOSE && p[axis] < a[axis].max(b[axis]) + CLOSE)
}

/// The distance of a point from a line segment.
fn to_segment(p: Point, [a, b]: [Point; 2]) -> f64 {
    let [along, to] = [b, p].map(|q| [q[0] - a[0], q[1] - a[1]]);
    let square = along[0] * along[0] + along[1] * along[1];
    let place = ((along[0] * to[0] + along[1] * to[1]) / square.max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    distance(to, along.map(|c| c * place))
}
