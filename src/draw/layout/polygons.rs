//! Faces as regular polygons: each face in turn is placed at a side of those that are placed already. If all faces fit, the result is the
//! tiling.

use std::collections::VecDeque;
use std::f64::consts::TAU;

use rustc_hash::FxHashMap;

use super::plane::{Point, bounds, distance, sin_cos};

/// The largest distance between two positions that count as the same.
const TOLERANCE: f64 = 0.02;

/// The positions of `n` vertices; `None` unless the rings fit together as regular polygons with sides of length 1 and reach all vertices.
pub(super) fn draw(n: usize, rings: &[Vec<u32>]) -> Option<Vec<Point>> {
    let mut at_side: FxHashMap<[u32; 2], Vec<usize>> = FxHashMap::default();
    for (r, ring) in rings.iter().enumerate() {
        for (i, &u) in ring.iter().enumerate() {
            let v = ring[(i + 1) % ring.len()];
            let faces = at_side.entry([u.min(v), u.max(v)]).or_default();
            faces.push(r);
            if faces.len() > 2 {
                return None;
            }
        }
    }
    let mut place: Vec<Option<Point>> = vec![None; n];
    let mut is_placed = vec![false; rings.len()];
    let [a, b] = [rings[0][0] as usize, rings[0][1] as usize];
    place[a] = Some([0.0, 0.0]);
    place[b] = Some([1.0, 0.0]);
    // Rings with a side that is placed already, in the direction in which the ring passes it.
    let mut queue = VecDeque::from([(0usize, [rings[0][0], rings[0][1]])]);
    is_placed[0] = true;
    while let Some((r, [u, v])) = queue.pop_front() {
        let mut ring = rings[r].clone();
        let k = ring.len();
        let i = ring.iter().position(|&w| w == u)?;
        if ring[(i + 1) % k] != v {
            ring.reverse();
        }
        let i = ring.iter().position(|&w| w == u)?;
        ring.rotate_left(i);
        let (mut here, next) = (place[u as usize]?, place[v as usize]?);
        let mut step = [next[0] - here[0], next[1] - here[1]];
        let (sin, cos) = sin_cos(TAU / k as f64);
        for (i, &w) in ring.iter().enumerate() {
            match place[w as usize] {
                Some(known) if distance(known, here) > TOLERANCE => return None,
                Some(_) => {}
                None => place[w as usize] = Some(here),
            }
            let x = ring[(i + 1) % k];
            for &other in &at_side[&[w.min(x), w.max(x)]] {
                if !std::mem::replace(&mut is_placed[other], true) {
                    // The neighbour passes the side in the other direction.
                    queue.push_back((other, [x, w]));
                }
            }
            here = [here[0] + step[0], here[1] + step[1]];
            step = [step[0] * cos - step[1] * sin, step[0] * sin + step[1] * cos];
        }
        // Both ends of a queued side are placed by now, as they are on this ring.
    }
    let mut points: Vec<Point> = place.into_iter().collect::<Option<_>>()?;
    let mut taken = rustc_hash::FxHashSet::default();
    for p in &points {
        if !taken.insert(p.map(|c| (c * 8.0).round() as i64)) {
            return None;
        }
    }
    turn(&mut points);
    Some(points)
}

/// Turns a drawing so that its bounding box is small, and the first vertex is at the upper left.
pub(super) fn turn(points: &mut [Point]) {
    let turned = |points: &[Point], degrees: u32| -> Vec<Point> {
        let (sin, cos) = sin_cos(f64::from(degrees).to_radians());
        points.iter().map(|p| [p[0] * cos - p[1] * sin, p[0] * sin + p[1] * cos]).collect()
    };
    let size = |points: &[Point]| {
        let (low, high) = bounds(points);
        (high[0] - low[0]) * (high[1] - low[1])
    };
    let mut best = (size(points), 0);
    for degrees in (15..180).step_by(15) {
        let size = size(&turned(points, degrees));
        if size < best.0 * 0.999 {
            best = (size, degrees);
        }
    }
    let mut found = turned(points, best.1);
    for axis in 0..2 {
        let (low, high) = bounds(&found);
        if found[0][axis] > (low[axis] + high[axis]) / 2.0 {
            found.iter_mut().for_each(|p| p[axis] = -p[axis]);
        }
    }
    points.copy_from_slice(&found);
}
