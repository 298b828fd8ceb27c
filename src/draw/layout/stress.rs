//! A drawing where distances in the plane are like those in the graph: stress majorization (Gansner, Koren and North 2004). If there are
//! many vertices, it uses the distances from a few landmarks only (as in Ortmann, Klimenta and Brandes 2017).

use std::collections::VecDeque;

use super::component::Component;
use super::plane::{Point, distance, sin_cos};
use zlink_base::limits::{Account, Interrupted, Limits};
use zlink_puzzle::grouped;

/// A desired distance of two vertices, with its weight.
#[derive(Debug, Clone, Copy)]
pub(super) struct Term {
    pub(super) ends: [u32; 2],
    pub(super) length: f64,
    pub(super) weight: f64,
}

/// The most vertices for which all distances are used.
const ALL: usize = 250;
/// The number of landmarks in larger graphs.
const LANDMARKS: usize = 32;

/// The terms, grouped by vertex.
pub(super) struct Pull {
    start: Vec<u32>,
    at: Vec<(u32, f64, f64)>,
}

impl Pull {
    /// Groups the terms of `n` vertices.
    pub(super) fn of(n: usize, terms: &[Term]) -> Self {
        let (start, at) = grouped(
            n,
            terms.iter().flat_map(|&Term { ends: [u, v], length, weight }| {
                [(u, (v, length, weight)), (v, (u, length, weight))]
            }),
        );
        Pull { start, at }
    }

    /// The position that fits the terms of a vertex best, if it has any.
    pub(super) fn target(&self, points: &[Point], v: usize) -> Option<Point> {
        let here = points[v];
        let (mut sum, mut total) = ([0.0; 2], 0.0);
        let [first, end] = [v, v + 1].map(|v| self.start[v] as usize);
        for &(w, length, weight) in &self.at[first..end] {
            let there = points[w as usize];
            let far = distance(here, there).max(1e-9);
            for axis in 0..2 {
                sum[axis] += weight * (there[axis] + length * (here[axis] - there[axis]) / far);
            }
            total += weight;
        }
        (total > 0.0).then(|| sum.map(|c| c / total))
    }
}

/// Moves `points` so that they have the distances of `terms` as well as possible: each vertex in turn moves to the position that fits its
/// terms. Ends after `steps` rounds, or when nothing moves any more.
pub(super) fn relax(
    points: &mut [Point],
    terms: &[Term],
    steps: usize,
    limits: &Limits,
) -> Result<(), Interrupted> {
    let pull = Pull::of(points.len(), terms);
    for _ in 0..steps {
        limits.check()?;
        let mut moved = 0.0f64;
        for v in 0..points.len() {
            if let Some(target) = pull.target(points, v) {
                moved = moved.max(distance(points[v], target));
                points[v] = target;
            }
        }
        if moved < 1e-4 {
            break;
        }
    }
    Ok(())
}

/// A memory account for the terms of a component: once as a list, which doubles as it grows, and twice when grouped by vertex.
pub(super) fn account(component: &Component, limits: &Limits) -> Result<Account, Interrupted> {
    let mut account = limits.account();
    let n = component.vertices.len();
    account.set(n * landmark_count(n) * 4 * size_of::<Term>())?;
    Ok(account)
}

/// Draws any connected graph.
pub(super) fn draw(component: &Component, limits: &Limits) -> Result<Vec<Point>, Interrupted> {
    let _account = account(component, limits)?;
    let landmarks = landmarks(component, limits)?;
    let mut points = spread(component.vertices.len(), &landmarks);
    relax(&mut points, &pulls(component, &landmarks), 300, limits)?;
    Ok(points)
}

/// The terms of the distances in the graph: between all vertices, or from landmarks.
pub(super) fn terms(component: &Component, limits: &Limits) -> Result<Vec<Term>, Interrupted> {
    Ok(pulls(component, &landmarks(component, limits)?))
}

/// Landmarks: vertices that are far from each other, with their distances to all vertices. In a small graph, all vertices are landmarks.
fn landmarks(component: &Component, limits: &Limits) -> Result<Vec<(usize, Vec<u32>)>, Interrupted> {
    let n = component.vertices.len();
    let wanted = landmark_count(n);
    let mut landmarks: Vec<(usize, Vec<u32>)> = Vec::with_capacity(wanted);
    let mut nearest = vec![u32::MAX; n];
    let mut next = 0;
    while landmarks.len() < wanted {
        limits.check()?;
        let far = distances(component, next);
        for (nearest, far) in nearest.iter_mut().zip(&far) {
            *nearest = (*nearest).min(*far);
        }
        landmarks.push((next, far));
        next = (0..n).max_by_key(|&v| (nearest[v], std::cmp::Reverse(v))).unwrap_or(0);
    }
    Ok(landmarks)
}

fn landmark_count(n: usize) -> usize {
    if n <= ALL { n } else { LANDMARKS }
}

fn pulls(component: &Component, landmarks: &[(usize, Vec<u32>)]) -> Vec<Term> {
    let n = component.vertices.len();
    let mut terms: Vec<Term> = Vec::new();
    for (i, (landmark, far)) in landmarks.iter().enumerate() {
        for (v, &far) in far.iter().enumerate() {
            // A pair of landmarks gets only one term.
            let is_new = v != *landmark && landmarks[..i].iter().all(|(other, _)| *other != v);
            if landmarks.len() < n || is_new {
                let length = f64::from(far);
                let ends = [*landmark as u32, v as u32];
                if v != *landmark {
                    terms.push(Term { ends, length, weight: 1.0 / (length * length) });
                }
            }
        }
    }
    if landmarks.len() < n {
        terms.extend(component.edges.iter().map(|&ends| Term { ends, length: 1.0, weight: 4.0 }));
    }
    terms
}

fn distances(component: &Component, start: usize) -> Vec<u32> {
    let mut distance = vec![u32::MAX; component.vertices.len()];
    distance[start] = 0;
    let mut queue = VecDeque::from([start]);
    while let Some(v) = queue.pop_front() {
        for &w in &component.adjacent[v] {
            if distance[w as usize] == u32::MAX {
                distance[w as usize] = distance[v] + 1;
                queue.push_back(w as usize);
            }
        }
    }
    distance
}

/// An initial drawing by the two directions in which the distances from the landmarks differ most (Harel and Koren 2002).
fn spread(n: usize, landmarks: &[(usize, Vec<u32>)]) -> Vec<Point> {
    let columns: Vec<Vec<f64>> = landmarks
        .iter()
        .take(24)
        .map(|(_, far)| {
            let mean = far.iter().map(|&d| f64::from(d)).sum::<f64>() / n as f64;
            far.iter().map(|&d| f64::from(d) - mean).collect()
        })
        .collect();
    let k = columns.len();
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let covariance: Vec<Vec<f64>> =
        columns.iter().map(|a| columns.iter().map(|b| dot(a, b)).collect()).collect();
    let mut axes: Vec<Vec<f64>> = Vec::new();
    for axis in 0..2usize {
        let mut vector: Vec<f64> = (0..k).map(|i| 1.0 + ((i * (3 + 4 * axis) + 1) % 7) as f64).collect();
        for _ in 0..60 {
            for known in &axes {
                let along = dot(&vector, known);
                vector.iter_mut().zip(known).for_each(|(x, y)| *x -= along * y);
            }
            let image: Vec<f64> = covariance.iter().map(|row| dot(row, &vector)).collect();
            let length = dot(&image, &image).sqrt();
            if length < 1e-9 {
                break;
            }
            vector = image.into_iter().map(|x| x / length).collect();
        }
        axes.push(vector);
    }
    (0..n)
        .map(|v| {
            let along =
                |axis: &[f64]| (0..k).map(|i| axis[i] * columns[i][v]).sum::<f64>() / (k as f64).sqrt();
            // Vertices at the same position could not separate; each is moved in another direction.
            let (sin, cos) = sin_cos(2.399_963 * v as f64);
            [along(&axes[0]) + 0.1 * cos, along(&axes[1]) + 0.1 * sin]
        })
        .collect()
}
