//! Until when something comes that a solution must use.

use crate::deduce::{Residual, ResidualKind};

/// The last step of an order at which something enters that a solution must use: a chain, a terminal, a cell with a need, and
/// with cover any vertex.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Due(Option<usize>);

impl Due {
    /// For the residual's edges in this order.
    pub(crate) fn of(residual: &Residual, order: &[u32]) -> Self {
        let mut step = vec![0; residual.edges.len()];
        let mut enters = vec![usize::MAX; residual.vertices.len()];
        for (i, &e) in order.iter().enumerate() {
            step[e as usize] = i;
            residual.edges[e as usize].ends.iter().for_each(|&v| {
                let first = &mut enters[v as usize];
                *first = i.min(*first);
            });
        }
        let chains = residual.edges.iter().zip(&step).filter(|(edge, _)| edge.kind == ResidualKind::Chain);
        let cells = residual.cells.iter().filter(|cell| cell.need > 0);
        let cells = cells.filter_map(|cell| cell.edges.iter().map(|&e| step[e as usize]).min());
        let pairs = residual.pairs.iter().flatten().map(|&v| enters[v as usize]);
        let vertices = enters.iter().copied().filter(|_| residual.cover);
        Due(chains.map(|(_, &i)| i).chain(cells).chain(pairs).chain(vertices).max())
    }

    /// Whether nothing comes any more behind step `i`.
    pub(crate) fn is_over(self, i: usize) -> bool {
        self.0.is_none_or(|last| i >= last)
    }
}
