//! RESIDUAL and ORDER -> the frontier as a simple curve: the order of the frontier vertices along it, step by step.
//!
//! In a planar graph the passed edges can be a region that grows, and the frontier vertices lie along its border. Paths inside
//! the region do not cross, so they pair the ends on the border like parentheses (Iwashita et al. 2013; Knuth, The Art of
//! Computer Programming 4A, 7.1.4). Two conditions suffice: a vertex that enters is placed beside the other end of its edge, and
//! an edge between two frontier vertices joins neighbours. Then no two pairs of ends ever cross, whatever the graph is. The
//! embedding only decides on which side a vertex has to enter so that the edges to come join neighbours; where they do not, there
//! is no curve.
//!
//! The vertices are closed in the order in which the given order of the edges closes them. The remaining edges of the vertex that
//! is closed come in the order that the curve requires: first those to its neighbours on the curve, then from left to right.

use zlink_deduce::Residual;
use zlink_order as order;
use zlink_puzzle::{EdgeId, Embedding, Incidence, Topology, VertexId};

/// What happens to the curve when an edge is passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CurveStep {
    /// The index of the edge in the residual.
    pub(crate) edge: u32,
    /// The ends of the edge that enter.
    pub(crate) entering: Entering,
    /// The position on the curve of the edge's left end once its ends have entered; the right end comes next.
    pub(crate) at: usize,
    /// The ends of the edge, as vertices of the residual, from left to right.
    pub(crate) vertices: [u32; 2],
    /// Whether each end leaves after the step.
    pub(crate) leaves: [bool; 2],
    /// Whether each end has exactly one more edge after the step.
    pub(crate) one_left: [bool; 2],
    /// The vertices on the curve before the step, from left to right.
    pub(crate) frontier: Vec<u32>,
}

/// Which ends of an edge enter with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Entering {
    Neither,
    Left,
    Both,
}

/// The steps of a sweep whose frontier is a simple curve.
#[derive(Debug, Clone)]
pub struct Curve {
    pub(crate) steps: Vec<CurveStep>,
    /// The largest number of vertices on the curve, including those that enter with an edge.
    pub(crate) width: usize,
}

/// A residual with a curve.
#[derive(Debug, Clone)]
pub struct Curved {
    /// A residual whose solutions are cycles. A single pair becomes one: its path, closed by an edge between the terminals that
    /// is always taken, is a cycle.
    pub residual: Residual,
    /// The curve along which its frontier lies.
    pub curve: Curve,
}

impl Curved {
    /// The curve of `residual` when its edges are passed in this order. `None` if the solutions are neither cycles nor a single
    /// path, or if the frontier is not a simple curve.
    pub fn new(residual: &Residual, order: &[u32]) -> Option<Self> {
        let closed = Self::cycles(residual)?;
        // The chain of a pair is put first, where it closes no vertex; the curve passes it when it closes the first terminal.
        let chain = residual.edges.len() as u32..closed.edges.len() as u32;
        let curve = Curve::new(&closed, &chain.chain(order.iter().copied()).collect::<Vec<_>>())?;
        Some(Curved { residual: closed, curve })
    }

    /// The residual with cycles as solutions, see [`Curved::residual`]; `None` if they are neither cycles nor a single path.
    pub(super) fn cycles(residual: &Residual) -> Option<Residual> {
        let mut residual = residual.clone();
        match residual.topology {
            Topology::Cycle if residual.nonempty => {}
            Topology::Cycles => {}
            Topology::Linkage => drop(residual.close_pair()?),
            Topology::Cycle | Topology::PathMatching => return None,
        }
        Some(residual)
    }
}

/// The largest number of vertices on a curve: with more, any puzzle has too many states.
pub const MOST_VERTICES: usize = 31;

impl Curve {
    /// The curve for an order of the edges of `residual`; `None` if the frontier is not a simple curve.
    pub(crate) fn new(residual: &Residual, order: &[u32]) -> Option<Self> {
        if residual.edges.iter().any(|edge| edge.ends[0] == edge.ends[1]) {
            return None;
        }
        let around = Sides::of(residual)?.around;
        let ends = order.iter().map(|&e| residual.edges[e as usize].ends);
        let closing = order::closing(residual.vertices.len(), ends);
        // The order leaves open at which face of the first vertex the curve has its two ends. The largest face there is the best
        // guess, but with an edge between the terminals two of them are equally large, so all are tried.
        let first = closing.iter().map(|&v| around[v as usize].len()).find(|&edges| edges > 0)?;
        (0..first).find_map(|turn| Builder::new(residual, around.clone(), turn).build(&closing))
    }

    /// The curve when the vertices are closed in this order. Its two ends are in the largest face at the first vertex.
    pub(super) fn along(residual: &Residual, sides: Sides, closing: &[u32]) -> Option<Self> {
        Builder::new(residual, sides.around, 0).build(closing)
    }

    /// The edges in the order in which they are passed.
    pub(crate) fn order(&self) -> Vec<u32> {
        self.steps.iter().map(|step| step.edge).collect()
    }
}

struct Builder<'r> {
    residual: &'r Residual,
    /// The edges around each vertex, clockwise, starting after the largest face at the vertex.
    around: Vec<Vec<u32>>,
    turn: usize,
    passed: Vec<bool>,
    /// The number of edges of each vertex that are not passed.
    left: Vec<usize>,
    /// The frontier vertices from left to right.
    frontier: Vec<u32>,
    curve: Curve,
}

impl<'r> Builder<'r> {
    /// A builder whose curve begins before edge `turn` around the first vertex.
    fn new(residual: &'r Residual, around: Vec<Vec<u32>>, turn: usize) -> Self {
        let left = around.iter().map(Vec::len).collect();
        let passed = vec![false; residual.edges.len()];
        let curve = Curve { steps: Vec::with_capacity(passed.len()), width: 0 };
        Builder { residual, around, turn, passed, left, frontier: Vec::new(), curve }
    }

    fn build(mut self, closing: &[u32]) -> Option<Curve> {
        for &v in closing {
            self.close(v)?;
        }
        Some(self.curve)
    }

    /// Passes the edges that `v` still has.
    fn close(&mut self, v: u32) -> Option<()> {
        let mut edges = self.open_edges(v)?;
        let Some(&first) = edges.first() else { return Some(()) };
        if self.place(v).is_none() {
            if self.frontier.is_empty() {
                // The last component of the graph has ended, and the next one begins.
                self.pass(first, v, Side::Alone)?;
            } else {
                // `v` enters to the left of a neighbour whose leftmost open edge leads to `v`.
                let is_leftmost = |edge: u32, w: u32| {
                    self.place(w).is_some() && self.open_edges(w).is_some_and(|edges| edges[0] == edge)
                };
                let ways = edges.iter().map(|&edge| (edge, self.other_end(edge, v)));
                let (edge, w) = ways.into_iter().find(|&(edge, w)| is_leftmost(edge, w))?;
                self.pass(edge, w, Side::Left)?;
            }
            edges = self.open_edges(v)?;
        }
        let mut rest = &edges[..];
        // Edges to vertices on the curve do not widen the frontier, so they come first.
        while let Some((&edge, others)) = rest.split_first()
            && self.neighbour(v, Side::Left) == Some(self.other_end(edge, v))
        {
            self.pass(edge, v, Side::Left)?;
            rest = others;
        }
        while let Some((&edge, others)) = rest.split_last()
            && self.neighbour(v, Side::Right) == Some(self.other_end(edge, v))
        {
            self.pass(edge, v, Side::Right)?;
            rest = others;
        }
        for &edge in rest {
            let w = self.other_end(edge, v);
            if self.place(w).is_some() && self.neighbour(v, Side::Left) != Some(w) {
                return None;
            }
            self.pass(edge, v, Side::Left)?;
        }
        Some(())
    }

    /// The open edges of `v`, from left to right; `None` if passed edges separate them around `v`.
    fn open_edges(&self, v: u32) -> Option<Vec<u32>> {
        let around = &self.around[v as usize];
        let is_passed = |i: usize| self.passed[around[i % around.len()] as usize];
        let starts: Vec<usize> =
            (0..around.len()).filter(|&i| is_passed(i + around.len() - 1) && !is_passed(i)).collect();
        let start = match starts[..] {
            // Nothing is passed yet: `v` is the first vertex.
            [] if self.curve.steps.is_empty() => self.turn,
            [] => 0,
            [start] => start,
            _ => return None,
        };
        let turned = (start..start + around.len()).map(|i| around[i % around.len()]);
        Some(turned.filter(|&edge| !self.passed[edge as usize]).collect())
    }

    fn other_end(&self, edge: u32, v: u32) -> u32 {
        let [a, b] = self.residual.edges[edge as usize].ends;
        a ^ b ^ v
    }

    fn place(&self, v: u32) -> Option<usize> {
        self.frontier.iter().position(|&w| w == v)
    }

    fn neighbour(&self, v: u32, side: Side) -> Option<u32> {
        let place = self.place(v)?;
        let beside = if side == Side::Left { place.checked_sub(1)? } else { place + 1 };
        self.frontier.get(beside).copied()
    }

    /// Passes an edge of `v` whose other end is on the given side of `v`, or enters there; `None` if the curve gets too long.
    fn pass(&mut self, edge: u32, v: u32, side: Side) -> Option<()> {
        if self.frontier.len() >= MOST_VERTICES {
            return None;
        }
        let w = self.other_end(edge, v);
        let frontier = self.frontier.clone();
        let (at, entering) = match (self.place(v), self.place(w)) {
            (Some(p), Some(q)) => (p.min(q), Entering::Neither),
            (Some(p), None) => {
                debug_assert!(side == Side::Left);
                self.frontier.insert(p, w);
                (p, Entering::Left)
            }
            _ => {
                debug_assert!(side == Side::Alone);
                // `v` stays to the right of all vertices that enter at its edges.
                self.frontier.extend([w, v]);
                (0, Entering::Both)
            }
        };
        self.curve.width = self.curve.width.max(self.frontier.len());
        self.passed[edge as usize] = true;
        let vertices = [self.frontier[at], self.frontier[at + 1]];
        vertices.iter().for_each(|&end| self.left[end as usize] -= 1);
        let left = vertices.map(|end| self.left[end as usize]);
        let (leaves, one_left) = (left.map(|left| left == 0), left.map(|left| left == 1));
        let leaving = |i: usize| leaves[i].then_some(vertices[i]);
        let gone = [leaving(0), leaving(1)];
        self.frontier.retain(|&end| !gone.contains(&Some(end)));
        self.curve.steps.push(CurveStep { edge, entering, at, vertices, leaves, one_left, frontier });
        Some(())
    }
}

/// The position on the curve of an edge's other end relative to the first one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Left,
    Right,
    /// The frontier is empty.
    Alone,
}

/// An embedding of a residual in the plane.
pub(super) struct Sides {
    /// The edges around each vertex in clockwise order, starting after the largest face at the vertex.
    pub(super) around: Vec<Vec<u32>>,
    /// The vertices of the largest face of all.
    pub(super) outer: Vec<u32>,
}

impl Sides {
    /// Embeds `residual`; `None` if it is not planar.
    pub(super) fn of(residual: &Residual) -> Option<Self> {
        // Parallel edges become paths of two edges, as only simple graphs are embedded.
        let mut seen = rustc_hash::FxHashSet::default();
        let mut count = residual.vertices.len();
        let (mut ends, mut names) = (Vec::new(), Vec::new());
        for (e, edge) in (0u32..).zip(&residual.edges) {
            let [u, v] = edge.ends.map(VertexId);
            if seen.insert([u.min(v), u.max(v)]) {
                ends.push([u, v]);
                names.push(e);
            } else {
                let middle = VertexId::from_index(count);
                count += 1;
                ends.extend([[u, middle], [middle, v]]);
                names.extend([e, e]);
            }
        }
        let embedding = Embedding::of(&Incidence::of_graph(count, ends))?;
        // For each vertex the length of its largest face, and the first edge after that face.
        let mut first: Vec<(usize, Option<EdgeId>)> = vec![(0, None); count];
        let faces = embedding.faces();
        for face in &faces {
            for &(here, edge) in face {
                let start = &mut first[here.index()];
                if face.len() > start.0 {
                    *start = (face.len(), Some(edge));
                }
            }
        }
        let turned = |v: usize| {
            let vertex = VertexId::from_index(v);
            let around = embedding.around(vertex);
            let start = first[v].1.map_or(0, |edge| embedding.place(edge, vertex));
            let (before, behind) = around.split_at(start);
            behind.iter().chain(before).map(|&(edge, _)| names[edge.index()]).collect()
        };
        let around = (0..residual.vertices.len()).map(turned).collect();
        let largest = faces.iter().max_by_key(|face| face.len()).into_iter().flatten();
        let outer = largest.map(|(vertex, _)| vertex.0).filter(|&v| (v as usize) < residual.vertices.len());
        Some(Sides { around, outer: outer.collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zlink_deduce::Value;
    use zlink_puzzle::random_puzzles::whole_grid;
    use zlink_puzzle::{Parts, Puzzle, Topology};

    fn curve(vertices: usize, edges: Vec<[u32; 2]>) -> Option<Curve> {
        let order: Vec<u32> = (0..edges.len() as u32).collect();
        let puzzle =
            Puzzle::from_parts(Parts::graph(Topology::Cycle, vertices, edges)).expect("a simple graph");
        let residual = Residual::new(&puzzle, &vec![Value::Open; puzzle.edge_count()]).expect("open");
        Curve::new(&residual, &order)
    }

    #[test]
    fn row_by_row_the_frontier_of_a_grid_is_as_wide_as_a_row_and_one_more() {
        let curve = curve(30, whole_grid(6, 5)).expect("a curve");
        assert_eq!(curve.width, 6);
        assert_eq!(curve.steps.len(), whole_grid(6, 5).len());
        let last = curve.steps.last().expect("a step");
        assert_eq!((last.at, last.leaves, last.frontier.len()), (0, [true; 2], 2));
        for (step, next) in curve.steps.iter().zip(&curve.steps[1..]) {
            let entering = match step.entering {
                Entering::Neither => 0,
                Entering::Left => 1,
                Entering::Both => 2,
            };
            let leaving = step.leaves.iter().filter(|leaves| **leaves).count();
            assert_eq!(step.frontier.len() + entering - leaving, next.frontier.len());
        }
    }

    #[test]
    fn where_an_edge_joins_no_neighbours_there_is_no_curve() {
        // K5 is not planar.
        let k5: Vec<[u32; 2]> = (0..5).flat_map(|u| (u + 1..5).map(move |v| [u, v])).collect();
        assert!(curve(5, k5).is_none());
        // Closed from two opposite corners of the grid, the frontier is two curves.
        let mut edges = whole_grid(4, 4);
        edges.sort_by_key(|ends| (!ends.contains(&0), !ends.contains(&15)));
        assert!(curve(16, edges).is_none());
    }
}
