//! The planner's view of a residual puzzle: flat adjacency, and the kind of each vertex.

use zlink_deduce::{Residual, ResidualKind};
use zlink_puzzle::grouped;

/// The number of edges that a vertex may still take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VertexKind {
    /// No edge or two, or any number up to two when paths may end anywhere.
    Fresh,
    /// Exactly one edge besides its chain: the vertex is the end of a chain.
    ChainEnd,
    /// Exactly one edge: the vertex is a terminal.
    Terminal,
}

/// The multigraph of a residual: open edges and chains, with the sums of each edge.
///
/// Plans need it beside [`Incidence`](zlink_puzzle::Incidence), which has neither parallel edges nor chains.
#[derive(Debug, Clone)]
pub struct Graph {
    ends: Vec<[u32; 2]>,
    is_chain: Vec<bool>,
    kinds: Vec<VertexKind>,
    vertex_start: Vec<u32>,
    arcs: Vec<(u32, u32)>,
    edge_start: Vec<u32>,
    edge_sums: Vec<u32>,
    /// The number of edges of each sum.
    sums: Vec<u32>,
}

/// A connected component of a [`Graph`], with its own numbering: heuristics keep an array entry for each of its vertices, not of the
/// whole graph's.
#[derive(Debug, Clone)]
pub struct Component {
    /// The component as a graph; sums have only their edges in this component.
    pub graph: Graph,
    /// For each edge of the component its index in the whole graph, ascending.
    pub edges: Vec<u32>,
}

impl Graph {
    /// The graph of `residual`, in linear time.
    pub fn of(residual: &Residual) -> Self {
        let ends: Vec<[u32; 2]> = residual.edges.iter().map(|e| e.ends).collect();
        let is_chain: Vec<bool> = residual.edges.iter().map(|e| e.kind == ResidualKind::Chain).collect();
        let mut kinds = vec![VertexKind::Fresh; residual.vertices.len()];
        for (ends, _) in ends.iter().zip(&is_chain).filter(|(_, chain)| **chain) {
            for &v in ends {
                kinds[v as usize] = VertexKind::ChainEnd;
            }
        }
        for &v in residual.pairs.iter().flatten() {
            kinds[v as usize] = VertexKind::Terminal;
        }
        let sums: Vec<Vec<u32>> =
            residual.sums.iter().map(|sum| sum.literals().map(|(e, _)| e).collect()).collect();
        Self::assemble(ends, is_chain, kinds, sums.iter().map(Vec::as_slice))
    }

    /// The graph of vertices from 0 on with these edges, by their ends.
    pub fn plain(vertices: usize, ends: Vec<[u32; 2]>) -> Self {
        let is_chain = vec![false; ends.len()];
        Self::assemble(ends, is_chain, vec![VertexKind::Fresh; vertices], std::iter::empty())
    }

    fn assemble<'a>(
        ends: Vec<[u32; 2]>,
        is_chain: Vec<bool>,
        kinds: Vec<VertexKind>,
        sums: impl Iterator<Item = &'a [u32]> + Clone,
    ) -> Self {
        let by_vertex = (0..ends.len() as u32).flat_map(|e| {
            let [u, v] = ends[e as usize];
            [(u, (e, v)), (v, (e, u))]
        });
        let (vertex_start, arcs) = grouped(kinds.len(), by_vertex);
        let by_edge =
            sums.clone().enumerate().flat_map(|(s, edges)| edges.iter().map(move |&e| (e, s as u32)));
        let (edge_start, edge_sums) = grouped(ends.len(), by_edge);
        let sums = sums.map(|edges| edges.len() as u32).collect();
        Graph { ends, is_chain, kinds, vertex_start, arcs, edge_start, edge_sums, sums }
    }

    /// The number of vertices.
    pub fn vertex_count(&self) -> usize {
        self.kinds.len()
    }

    /// The number of edges, chains included.
    pub fn edge_count(&self) -> usize {
        self.ends.len()
    }

    /// The number of sums.
    pub fn sum_count(&self) -> usize {
        self.sums.len()
    }

    /// Both ends of an edge.
    #[inline]
    pub fn ends(&self, edge: u32) -> [u32; 2] {
        self.ends[edge as usize]
    }

    /// Whether an edge is a chain, and so always taken.
    #[inline]
    pub fn is_chain(&self, edge: u32) -> bool {
        self.is_chain[edge as usize]
    }

    /// The kind of a vertex.
    #[inline]
    pub fn kind(&self, vertex: u32) -> VertexKind {
        self.kinds[vertex as usize]
    }

    /// The edges at a vertex, each with its other end.
    #[inline]
    pub fn at(&self, vertex: u32) -> &[(u32, u32)] {
        let i = vertex as usize;
        &self.arcs[self.vertex_start[i] as usize..self.vertex_start[i + 1] as usize]
    }

    /// The number of edges at a vertex.
    #[inline]
    pub fn degree(&self, vertex: u32) -> u32 {
        let i = vertex as usize;
        self.vertex_start[i + 1] - self.vertex_start[i]
    }

    /// The sums of an edge.
    #[inline]
    pub fn sums(&self, edge: u32) -> &[u32] {
        let i = edge as usize;
        &self.edge_sums[self.edge_start[i] as usize..self.edge_start[i + 1] as usize]
    }

    /// The number of edges of a sum.
    #[inline]
    pub fn sum_len(&self, sum: u32) -> u32 {
        self.sums[sum as usize]
    }

    /// The connected components that have an edge, in the order of their first vertices.
    pub fn components(&self) -> Vec<Component> {
        let (label, count) = self.component_labels();
        if count == 1 {
            let edges = (0..self.edge_count() as u32).collect();
            return vec![Component { graph: self.clone(), edges }];
        }
        let mut local_vertex = vec![0u32; self.vertex_count()];
        let mut kinds = vec![Vec::new(); count];
        for v in 0..self.vertex_count() {
            local_vertex[v] = kinds[label[v] as usize].len() as u32;
            kinds[label[v] as usize].push(self.kinds[v]);
        }
        let mut edges = vec![Vec::new(); count];
        let mut sum_lists: Vec<Vec<(u32, u32)>> = vec![Vec::new(); count];
        for e in 0..self.edge_count() as u32 {
            let part = label[self.ends(e)[0] as usize] as usize;
            for &s in self.sums(e) {
                sum_lists[part].push((s, edges[part].len() as u32));
            }
            edges[part].push(e);
        }
        let parts = kinds.into_iter().zip(edges).zip(sum_lists).filter(|((_, edges), _)| !edges.is_empty());
        parts
            .map(|((kinds, edges), mut entries)| {
                entries.sort_unstable();
                let ends = edges.iter().map(|&e| self.ends(e).map(|v| local_vertex[v as usize])).collect();
                let is_chain = edges.iter().map(|&e| self.is_chain(e)).collect();
                let members: Vec<u32> = entries.iter().map(|&(_, e)| e).collect();
                let mut sums = Vec::new();
                let mut done = 0;
                for run in entries.chunk_by(|a, b| a.0 == b.0) {
                    sums.push(&members[done..done + run.len()]);
                    done += run.len();
                }
                let graph = Self::assemble(ends, is_chain, kinds, sums.iter().copied());
                Component { graph, edges }
            })
            .collect()
    }

    /// The graph whose edges are the paths `members[start[i]..start[i + 1]]` with the given ends, and whose vertices are those
    /// marked in `kept`.
    pub(super) fn contracted(
        &self,
        ends: Vec<[u32; 2]>,
        kept: &[bool],
        start: &[u32],
        members: &[u32],
    ) -> Self {
        let path = |i: usize| &members[start[i] as usize..start[i + 1] as usize];
        let is_chain = (0..ends.len()).map(|i| path(i).iter().all(|&e| self.is_chain(e))).collect();
        let kinds = self.kinds.iter().zip(kept).filter(|(_, kept)| **kept).map(|(&kind, _)| kind).collect();
        let mut entries: Vec<(u32, u32)> = (0..ends.len())
            .flat_map(|i| path(i).iter().flat_map(move |&e| self.sums(e).iter().map(move |&s| (s, i as u32))))
            .collect();
        entries.sort_unstable();
        let paths: Vec<u32> = entries.iter().map(|&(_, i)| i).collect();
        let mut sums: Vec<&[u32]> = vec![&[]; self.sum_count()];
        let mut done = 0;
        for run in entries.chunk_by(|a, b| a.0 == b.0) {
            sums[run[0].0 as usize] = &paths[done..done + run.len()];
            done += run.len();
        }
        Self::assemble(ends, is_chain, kinds, sums.into_iter())
    }

    /// The number of the component of each vertex, and the number of components.
    fn component_labels(&self) -> (Vec<u32>, usize) {
        let mut label = vec![u32::MAX; self.vertex_count()];
        let mut count = 0;
        let mut stack = Vec::new();
        for root in 0..self.vertex_count() as u32 {
            if label[root as usize] != u32::MAX {
                continue;
            }
            label[root as usize] = count;
            stack.push(root);
            while let Some(v) = stack.pop() {
                for &(_, w) in self.at(v) {
                    if label[w as usize] == u32::MAX {
                        label[w as usize] = count;
                        stack.push(w);
                    }
                }
            }
            count += 1;
        }
        (label, count as usize)
    }
}
