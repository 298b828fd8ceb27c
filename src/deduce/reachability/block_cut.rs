//! The block-cut forest of the graph of the free vertices of a linkage: its blocks (biconnected components), connected by cut
//! vertices to one tree for each component. One depth-first search (Hopcroft and Tarjan 1973) with an explicit stack.

use super::NONE;
use crate::owners::Owners;
use zlink_puzzle::{EdgeId, VertexId};

/// The place of a vertex in the block-cut forest.
#[derive(Debug, Clone, Copy)]
struct Node {
    /// The number of vertices entered before this one; [`NONE`] if it was not entered.
    order: u32,
    /// The component of the vertex.
    component: u32,
    /// The block of the edge between the vertex and its parent; [`NONE`] for a root.
    block: u32,
    /// The number of blocks between the vertex and the root.
    depth: u32,
}

impl Node {
    const OUTSIDE: Node = Node { order: NONE, component: NONE, block: NONE, depth: 0 };
}

/// A block: a biconnected component of the graph of the free vertices.
#[derive(Debug, Clone, Copy)]
struct Block {
    /// The vertex of the block nearest to the root: a cut vertex, or the root.
    top: VertexId,
    /// An edge of the block.
    edge: EdgeId,
    /// Whether this is the only edge of the block: a bridge.
    is_bridge: bool,
}

/// A vertex on the stack of the depth-first search, between the root and the current vertex.
#[derive(Debug, Clone, Copy)]
struct Frame {
    vertex: VertexId,
    /// The edge between the vertex and its parent.
    via: EdgeId,
    /// The index of the next edge of the vertex to examine.
    next: u32,
    /// The lowest order of a vertex known to be adjacent to the subtree of this vertex.
    low: u32,
    /// The number of waiting vertices when this vertex was entered.
    waiting: u32,
}

/// The block-cut forest of the free vertices. The tables are reused by the next search.
#[derive(Debug, Clone, Default)]
pub(super) struct BlockCutForest {
    nodes: Vec<Node>,
    blocks: Vec<Block>,
    components: u32,
    /// The free vertices in the order in which they were entered.
    entered: Vec<VertexId>,
    /// The vertices whose block is not known yet, in the order in which they were entered.
    waiting: Vec<VertexId>,
    frames: Vec<Frame>,
}

impl BlockCutForest {
    /// Finds the blocks of the graph of the free vertices.
    pub(super) fn search(&mut self, owners: &Owners<'_>) {
        let vertices = owners.incidence.vertex_count();
        self.nodes.clear();
        self.nodes.resize(vertices, Node::OUTSIDE);
        self.blocks.clear();
        self.entered.clear();
        self.components = 0;
        for root in (0..vertices).map(VertexId::from_index) {
            if self.nodes[root.index()].order == NONE && owners.is_free(root) {
                self.explore(root, owners);
                self.components += 1;
            }
        }
        // Blocks are numbered from the leaves up, vertices were entered from the root down.
        for &v in &self.entered {
            let block = self.nodes[v.index()].block;
            if block != NONE {
                let top = self.blocks[block as usize].top;
                self.nodes[v.index()].depth = self.nodes[top.index()].depth + 1;
            }
        }
    }

    /// Finds the blocks of the component of `root`.
    fn explore(&mut self, root: VertexId, owners: &Owners<'_>) {
        let mut frame = self.enter(root, EdgeId(NONE));
        loop {
            let Frame { vertex, via, .. } = frame;
            let at = owners.incidence.at(vertex);
            let mut below = None;
            while let Some(&(e, w)) = at.get(frame.next as usize) {
                frame.next += 1;
                if e == via || !owners.is_not_out(e) {
                    continue;
                }
                let order = self.nodes[w.index()].order;
                if order != NONE {
                    frame.low = frame.low.min(order);
                } else if owners.is_free(w) {
                    below = Some((w, e));
                    break;
                }
            }
            if let Some((w, e)) = below {
                self.frames.push(frame);
                frame = self.enter(w, e);
                self.waiting.push(w);
                continue;
            }
            let Some(mut parent) = self.frames.pop() else { return };
            if frame.low < self.nodes[parent.vertex.index()].order {
                parent.low = parent.low.min(frame.low);
            } else {
                self.close(&frame, parent.vertex);
            }
            frame = parent;
        }
    }

    fn enter(&mut self, vertex: VertexId, via: EdgeId) -> Frame {
        let order = self.entered.len() as u32;
        self.entered.push(vertex);
        self.nodes[vertex.index()] = Node { order, component: self.components, ..Node::OUTSIDE };
        Frame { vertex, via, next: 0, low: order, waiting: self.waiting.len() as u32 }
    }

    /// Makes a block of the vertices waiting since the vertex of `frame` was entered, and of `parent`.
    fn close(&mut self, frame: &Frame, parent: VertexId) {
        let number = self.blocks.len() as u32;
        let members = self.waiting.drain(frame.waiting as usize..);
        let is_bridge = members.len() == 1;
        for w in members {
            self.nodes[w.index()].block = number;
        }
        self.blocks.push(Block { top: parent, edge: frame.via, is_bridge });
    }

    /// The number of blocks.
    pub(super) fn len(&self) -> usize {
        self.blocks.len()
    }

    /// The free vertices in the order in which the search met them.
    pub(super) fn vertices(&self) -> &[VertexId] {
        &self.entered
    }

    /// The component of a free vertex.
    #[inline]
    pub(super) fn component(&self, v: VertexId) -> u32 {
        self.nodes[v.index()].component
    }

    /// Whether all free vertices are in one component.
    pub(super) fn is_connected(&self) -> bool {
        self.components <= 1
    }

    /// The block of the edge between a vertex and its parent; `None` for a root or a vertex that is not free.
    #[inline]
    pub(super) fn above(&self, v: VertexId) -> Option<u32> {
        Some(self.nodes[v.index()].block).filter(|&block| block != NONE)
    }

    /// The only edge of a block that has one.
    pub(super) fn bridge(&self, block: u32) -> Option<EdgeId> {
        let Block { edge, is_bridge, .. } = self.blocks[block as usize];
        is_bridge.then_some(edge)
    }

    /// The block of an edge between free vertices.
    #[inline]
    pub(super) fn of(&self, [u, v]: [VertexId; 2]) -> u32 {
        let [u, v] = [u, v].map(|v| self.nodes[v.index()]);
        if u.depth > v.depth { u.block } else { v.block }
    }

    /// Whether a vertex is in a block.
    pub(super) fn has(&self, block: u32, v: VertexId) -> bool {
        self.above(v) == Some(block) || self.blocks[block as usize].top == v
    }

    /// Calls `vertex` with the vertices that all paths between two vertices of a component pass, and `block` with the blocks
    /// between them.
    pub(super) fn path(
        &self,
        [mut u, mut v]: [VertexId; 2],
        mut vertex: impl FnMut(VertexId),
        mut block: impl FnMut(u32),
    ) {
        vertex(u);
        if u != v {
            vertex(v);
        }
        while u != v {
            let (a, b) = (self.nodes[u.index()], self.nodes[v.index()]);
            if a.depth == b.depth && a.block == b.block {
                block(a.block);
                return;
            }
            let (low, under) = if a.depth >= b.depth { (&mut u, a.block) } else { (&mut v, b.block) };
            block(under);
            *low = self.blocks[under as usize].top;
            let (top, met) = (*low, u == v);
            if !met {
                vertex(top);
            }
        }
    }
}
