//! The barycentric drawing of a disc of faces (Tutte, How to draw a graph, 1963): the rim is on a circle, and every other vertex in the
//! middle of its neighbours. Then the faces grow towards regular polygons, as long as none of them turns over.

use rustc_hash::FxHashMap;

use super::component::Component;
use super::plane::{Point, area, distance, is_simple, sin_cos};
use super::stress::{Term, relax};
use zlink_base::limits::{Interrupted, Limits, StepsLeft};

/// The number of drawings; between them, the weights of long edges grow.
const ROUNDS: usize = 8;

/// The drawing; `None` if the rings are not the faces of a disc.
pub(super) fn draw(
    component: &Component,
    rings: &[Vec<u32>],
    limits: &Limits,
) -> Result<Option<Vec<Point>>, Interrupted> {
    let n = component.vertices.len();
    let Some((rings, rim)) = oriented_disc(component, rings) else { return Ok(None) };
    let mut points = vec![[0.0; 2]; n];
    let mut is_fixed = vec![false; n];
    let radius = rim.len() as f64 / std::f64::consts::TAU;
    for (i, &v) in rim.iter().enumerate() {
        let (sin, cos) = sin_cos(std::f64::consts::TAU * i as f64 / rim.len() as f64);
        points[v as usize] = [radius * cos, radius * sin];
        is_fixed[v as usize] = true;
    }
    place_at_barycentres(&component.edges, &is_fixed, &mut points, ROUNDS, limits)?;
    if !all_turn_one_way(&rings, &points) {
        return Ok(None);
    }
    let flat = points.clone();
    let terms = regular(&rings);
    // More steps let the faces grow more, but none of them may turn over.
    for steps in [400, 100, 25] {
        points.clone_from(&flat);
        relax(&mut points, &terms, steps, limits)?;
        if all_turn_one_way(&rings, &points) {
            return Ok(Some(points));
        }
    }
    Ok(Some(flat))
}

/// Moves every vertex that is not fixed to the weighted middle of its neighbours, `rounds` times; between the rounds, the weights of long
/// edges grow.
pub(super) fn place_at_barycentres(
    edges: &[[u32; 2]],
    is_fixed: &[bool],
    points: &mut [Point],
    rounds: usize,
    limits: &Limits,
) -> Result<(), Interrupted> {
    let mut weights = vec![1.0; edges.len()];
    for round in 0..rounds {
        solve(edges, &weights, is_fixed, points, limits)?;
        if round + 1 < rounds {
            for (weight, &[u, v]) in weights.iter_mut().zip(edges) {
                let length = distance(points[u as usize], points[v as usize]);
                *weight *= length.clamp(0.05, 20.0).sqrt();
            }
        }
    }
    Ok(())
}

/// The rings with the same orientation, and the rim; `None` if the rings are not the faces of a disc.
fn oriented_disc(component: &Component, rings: &[Vec<u32>]) -> Option<(Vec<Vec<u32>>, Vec<u32>)> {
    let mut at_side: FxHashMap<[u32; 2], Vec<usize>> = FxHashMap::default();
    for (r, ring) in rings.iter().enumerate() {
        for (i, &u) in ring.iter().enumerate() {
            let v = ring[(i + 1) % ring.len()];
            at_side.entry([u.min(v), u.max(v)]).or_default().push(r);
        }
    }
    let n = component.vertices.len();
    let is_disc = at_side.len() == component.edges.len() && n + rings.len() == component.edges.len() + 1;
    if !is_disc || at_side.values().any(|faces| faces.len() > 2) {
        return None;
    }
    let mut rings = rings.to_vec();
    let mut is_oriented = vec![false; rings.len()];
    let mut open = vec![0];
    is_oriented[0] = true;
    while let Some(r) = open.pop() {
        let ring = rings[r].clone();
        for (i, &u) in ring.iter().enumerate() {
            let v = ring[(i + 1) % ring.len()];
            for &other in &at_side[&[u.min(v), u.max(v)]] {
                if std::mem::replace(&mut is_oriented[other], true) {
                    continue;
                }
                let at = rings[other].iter().position(|&w| w == u)?;
                if rings[other][(at + 1) % rings[other].len()] == v {
                    rings[other].reverse();
                }
                open.push(other);
            }
        }
    }
    // Each side is passed at most once in each direction, and the rim once.
    let mut next: FxHashMap<u32, u32> = FxHashMap::default();
    let mut passed = rustc_hash::FxHashSet::default();
    for ring in &rings {
        for (i, &u) in ring.iter().enumerate() {
            let v = ring[(i + 1) % ring.len()];
            if !passed.insert([u, v]) {
                return None;
            }
            if at_side[&[u.min(v), u.max(v)]].len() == 1 && next.insert(u, v).is_some() {
                return None;
            }
        }
    }
    let start = *next.keys().min()?;
    let mut rim = vec![start];
    let mut here = next[&start];
    let mut steps = StepsLeft::new(next.len());
    while here != start && steps.take() {
        rim.push(here);
        here = *next.get(&here)?;
    }
    (rim.len() == next.len() && is_oriented.iter().all(|&o| o)).then_some((rings, rim))
}

fn all_turn_one_way(rings: &[Vec<u32>], points: &[Point]) -> bool {
    rings.iter().all(|ring| {
        let corners: Vec<Point> = ring.iter().map(|&v| points[v as usize]).collect();
        area(corners.iter().copied()) > 1e-4 && is_simple(&corners)
    })
}

/// The distances between the corners of the rings as regular polygons with sides of length 1.
fn regular(rings: &[Vec<u32>]) -> Vec<Term> {
    let mut terms = Vec::new();
    for ring in rings {
        let k = ring.len();
        let angle = std::f64::consts::PI / k as f64;
        for i in 0..k {
            for j in i + 1..k {
                let length = sin_cos(angle * (j - i) as f64).0 / sin_cos(angle).0;
                terms.push(Term { ends: [ring[i], ring[j]], length, weight: 1.0 / (length * length) });
            }
        }
    }
    terms
}

/// Moves every vertex that is not fixed to the weighted middle of its neighbours: conjugate gradients with the diagonal as preconditioner,
/// for one coordinate after the other.
fn solve(
    edges: &[[u32; 2]],
    weights: &[f64],
    is_fixed: &[bool],
    points: &mut [Point],
    limits: &Limits,
) -> Result<(), Interrupted> {
    let n = points.len();
    let mut diagonal = vec![0.0f64; n];
    for (&[u, v], weight) in edges.iter().zip(weights) {
        diagonal[u as usize] += weight;
        diagonal[v as usize] += weight;
    }
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    // The Laplacian on the free vertices; the others count as 0.
    let apply = |x: &[f64], out: &mut [f64]| {
        for v in 0..n {
            out[v] = diagonal[v] * x[v];
        }
        for (&[u, v], weight) in edges.iter().zip(weights) {
            out[u as usize] -= weight * x[v as usize];
            out[v as usize] -= weight * x[u as usize];
        }
        for v in (0..n).filter(|&v| is_fixed[v]) {
            out[v] = 0.0;
        }
    };
    for axis in 0..2 {
        let all: Vec<f64> = points.iter().map(|p| p[axis]).collect();
        let mut residual = vec![0.0; n];
        apply(&all, &mut residual);
        residual.iter_mut().for_each(|r| *r = -*r);
        let mut scaled: Vec<f64> = residual.iter().zip(&diagonal).map(|(r, d)| r / d).collect();
        let mut direction = scaled.clone();
        let mut image = vec![0.0; n];
        let mut error = dot(&residual, &scaled);
        // Nested small faces need exact positions; in drawings of many vertices they would not be visible.
        let (most, enough) = if n < 20_000 { (2000, 1e-22) } else { (600, 1e-10) };
        for _ in 0..n.min(most) {
            limits.check()?;
            if error < enough {
                break;
            }
            apply(&direction, &mut image);
            let step = error / dot(&direction, &image);
            for v in (0..n).filter(|&v| !is_fixed[v]) {
                points[v][axis] += step * direction[v];
                residual[v] -= step * image[v];
                scaled[v] = residual[v] / diagonal[v];
            }
            let next = dot(&residual, &scaled);
            for v in 0..n {
                direction[v] = scaled[v] + next / error * direction[v];
            }
            error = next;
        }
    }
    Ok(())
}
