//! The blocks (biconnected components) of the graph of the free vertices of a linkage, which hang together in trees by
//! their cut vertices: one depth-first search (Hopcroft and Tarjan 1973) with an explicit stack.

use super::NONE;
use crate::deduce::territory::Territory;
use crate::puzzle::{EdgeId, VertexId};

/// A vertex in its tree.
#[derive(Debug, Clone, Copy)]
struct Node {
    /// How many vertices were entered before it; none if it was not.
    order: u32,
    /// Its component.
    component: u32,
    /// The block of the edge to its parent; none for a root.
    block: u32,
    /// How many blocks lie above it.
    depth: u32,
}

impl Node {
    const OUTSIDE: Node = Node { order: NONE, component: NONE, block: NONE, depth: 0 };
}

/// A block.
#[derive(Debug, Clone, Copy)]
struct Block {
    /// The vertex by which it hangs on the one above.
    top: VertexId,
    /// One of its edges.
    edge: EdgeId,
    /// Whether that is the only one.
    is_bridge: bool,
}

/// A vertex of which some edges have been looked at.
#[derive(Debug, Clone, Copy)]
struct Frame {
    vertex: VertexId,
    /// The edge to its parent.
    via: EdgeId,
    /// The next of its edges to look at.
    next: u32,
    /// The first vertex entered that is known to be next to what lies below it.
    low: u32,
    /// How many vertices were waiting when it was entered.
    waiting: u32,
}

/// See the module documentation. The tables are kept from one search to the next.
#[derive(Debug, Clone, Default)]
pub(super) struct Forest {
    nodes: Vec<Node>,
    blocks: Vec<Block>,
    components: u32,
    /// The free vertices in the order in which they were entered.
    entered: Vec<VertexId>,
    /// The vertices whose block is not known yet, in the order in which they were entered.
    waiting: Vec<VertexId>,
    frames: Vec<Frame>,
}

impl Forest {
    /// Finds the blocks of the graph of the free vertices.
    pub(super) fn search(&mut self, territory: &Territory<'_>) {
        let vertices = territory.incidence.vertex_count();
        self.nodes.clear();
        self.nodes.resize(vertices, Node::OUTSIDE);
        self.blocks.clear();
        self.entered.clear();
        self.components = 0;
        for root in (0..vertices).map(VertexId::from_index) {
            if self.nodes[root.index()].order == NONE && territory.is_free(root) {
                self.explore(root, territory);
                self.components += 1;
            }
        }
        // Biconnectivity are numbered from below, vertices were entered from above.
        for &v in &self.entered {
            let block = self.nodes[v.index()].block;
            if block != NONE {
                let top = self.blocks[block as usize].top;
                self.nodes[v.index()].depth = self.nodes[top.index()].depth + 1;
            }
        }
    }

    /// Finds those of the component of `root`.
    fn explore(&mut self, root: VertexId, territory: &Territory<'_>) {
        let mut frame = self.enter(root, EdgeId(NONE));
        loop {
            let Frame { vertex, via, .. } = frame;
            let at = territory.incidence.at(vertex);
            let mut below = None;
            while let Some(&(e, w)) = at.get(frame.next as usize) {
                frame.next += 1;
                if e == via || !territory.is_left(e) {
                    continue;
                }
                let order = self.nodes[w.index()].order;
                if order != NONE {
                    frame.low = frame.low.min(order);
                } else if territory.is_free(w) {
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

    /// What waits since the vertex of the frame was entered, and its parent, are a block.
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

    /// The block in which a vertex hangs on others; none for a root, and none for a vertex that is not free.
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

    /// Hands out the vertices that all paths between two vertices of a component pass, and the blocks between them.
    pub(super) fn way(
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
