//! Breadth-first orders from vertices on the rim of the graph.

use super::Graph;
use super::landmark::Landmark;
use super::pool::Pool;
use zlink_base::limits::{Interrupted, Limits};

/// Offers the breadth-first order from each landmark.
pub(super) fn offer(
    pool: &mut Pool<'_>,
    graph: &Graph,
    landmarks: &[Landmark],
    limits: &Limits,
) -> Result<(), Interrupted> {
    debug_assert!(landmarks.iter().all(|l| l.order.len() == graph.vertex_count()));
    for landmark in landmarks {
        limits.check()?;
        pool.offer_vertices("breadth-first", &mut landmark.order.clone());
    }
    Ok(())
}
