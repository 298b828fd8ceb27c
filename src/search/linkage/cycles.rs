//! The triangles and squares of a graph: the smallest cycles at which a path can touch itself.

use super::network::Network;

/// A cycle of three or four vertices, in cyclic order.
pub(super) struct ShortCycle {
    pub(super) vertices: Vec<u32>,
    /// Edge `i` joins vertices `i` and `i + 1`.
    pub(super) edges: Vec<u32>,
}

/// The short cycles of usable edges, at most `most`.
pub(super) fn short_cycles(network: &Network, most: usize) -> Vec<ShortCycle> {
    let vertices = network.vertex_count();
    let mut around: Vec<Vec<(u32, u32)>> = vec![Vec::new(); vertices];
    for (e, &[u, v]) in network.ends.iter().enumerate().filter(|(e, _)| network.is_usable(*e)) {
        around[u as usize].push((v, e as u32));
        around[v as usize].push((u, e as u32));
    }
    let mut cycles = Vec::new();
    // The paths of two edges from the root to each vertex: the middle vertex and both edges.
    let mut ways: Vec<Vec<(u32, u32, u32)>> = vec![Vec::new(); vertices];
    let mut reached = Vec::new();
    for root in 0..vertices as u32 {
        for &(y, first) in around[root as usize].iter().filter(|(y, _)| *y > root) {
            for &(z, second) in around[y as usize].iter().filter(|(z, _)| *z > root) {
                if ways[z as usize].is_empty() {
                    reached.push(z);
                }
                ways[z as usize].push((y, first, second));
            }
        }
        for &(y, edge) in around[root as usize].iter().filter(|(y, _)| *y > root) {
            for &(middle, first, second) in ways[y as usize].iter().filter(|(middle, ..)| *middle < y) {
                cycles.push(ShortCycle { vertices: vec![root, middle, y], edges: vec![first, second, edge] });
            }
        }
        for z in reached.drain(..) {
            let here = &ways[z as usize];
            for (i, &(a, a_first, a_second)) in here.iter().enumerate() {
                for &(b, b_first, b_second) in &here[..i] {
                    if cycles.len() < most {
                        cycles.push(ShortCycle {
                            vertices: vec![root, a, z, b],
                            edges: vec![a_first, a_second, b_second, b_first],
                        });
                    }
                }
            }
            ways[z as usize].clear();
        }
        if cycles.len() >= most {
            cycles.truncate(most);
            break;
        }
    }
    cycles
}
