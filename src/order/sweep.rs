//! Straight sweeps, with distances from landmarks as coordinates.
//!
//! For landmarks at two ends of one side of the graph the sum of the distances from both is the distance from that
//! side (on a grid exactly twice that, plus a constant), and their difference runs along it. Sorting by the sum and
//! then by one of the distances sweeps row by row; single distances sweep in circles.

use super::Graph;
use super::landmark::Landmark;
use super::pool::Pool;
use zlink_base::limits::{Interrupted, Limits};

/// Offers sweeps by sums and differences of two landmarks' distances.
pub(super) fn offer(
    pool: &mut Pool<'_>,
    graph: &Graph,
    landmarks: &[Landmark],
    limits: &Limits,
) -> Result<(), Interrupted> {
    let mut keyed: Vec<(i64, i64, u32)> = Vec::with_capacity(graph.vertex_count());
    let mut vertices = Vec::with_capacity(graph.vertex_count());
    for (i, first) in landmarks.iter().enumerate() {
        for second in &landmarks[i + 1..] {
            for sign in [1i64, -1] {
                limits.check()?;
                keyed.clear();
                keyed.extend((0..graph.vertex_count()).map(|v| {
                    let (a, b) = (i64::from(first.distance[v]), i64::from(second.distance[v]));
                    (a + sign * b, a - sign * b, v as u32)
                }));
                keyed.sort_unstable();
                vertices.clear();
                vertices.extend(keyed.iter().map(|&(_, _, v)| v));
                pool.offer_vertices("sweep", &mut vertices);
            }
        }
    }
    Ok(())
}
