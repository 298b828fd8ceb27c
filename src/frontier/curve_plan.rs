//! RESIDUAL -> a plan whose frontier is a simple curve, where the graph is planar.
//!
//! Planners without an embedding rarely find such a plan on boards other than square grids. Here a beam search closes a vertex
//! only where the frontier stays a curve: when its edges to come lie side by side around it and lead to its neighbours on the
//! curve, or to vertices that are not on it. Where a vertex cannot be closed, one beside it that is not on the curve may be. The
//! set of closed vertices determines all of this: the neighbour on a side is the first vertex with edges to come on the way along
//! the face between the last passed edge and the first open one.

use std::ops::Range;

use super::curve::{Curve, Curved, Side, Sides};
use zlink_base::limits::{Interrupted, Limits};
use zlink_deduce::Residual;
use zlink_order::{CostModel, Frontier, Graph, Plan, within};

/// The number of prefixes that a beam keeps.
const WIDTH: usize = 10;
/// The number of vertices on the largest face from which beams may begin.
const ROOTS: usize = 8;
/// The number of levels over which a prefix is expected to keep about its current width.
const HORIZON: f64 = 60.0;
/// The cost of extending a prefix by one vertex in all ways, in estimated states of a sweep.
const STEP: f64 = 150.0;

/// The plan with the smallest estimated number of states that beams from `roots` (numbers below `ROOTS`) find, and its curve.
/// Only as many beams are run as take no longer than a sweep of `worth` estimated states. `None` if no plan is found.
pub fn curve_plan(
    residual: &Residual,
    roots: Range<usize>,
    worth: f64,
    limits: &Limits,
) -> Option<(Plan, Curved)> {
    let beams = (worth / (STEP * (residual.vertices.len() * WIDTH) as f64)) as usize;
    let roots = roots.start..roots.end.min(roots.start.saturating_add(beams)).min(ROOTS);
    if roots.is_empty() || residual.edges.iter().any(|edge| edge.ends[0] == edge.ends[1]) {
        return None;
    }
    let closed = Curved::cycles(residual)?;
    let graph = Graph::of(&closed);
    let sides = Sides::of(&closed).filter(|_| graph.components().len() == 1)?;
    let vertices = search(&graph, &sides, &closed, roots, limits).ok()??;
    let curve = Curve::along(&closed, sides, &vertices)?;
    // The chain that closes a pair is not an edge of the plan.
    let order: Vec<u32> =
        curve.order().into_iter().filter(|&e| (e as usize) < residual.edges.len()).collect();
    let (graph, model) = (Graph::of(residual), CostModel::for_topology(residual.topology));
    let cost = Frontier::new(&graph, &model).log_cost(&order).exp().min(f64::MAX);
    Some((Plan { order, heuristic: "curve", cost }, Curved { residual: closed, curve }))
}

/// The order of the vertices with the smallest estimated cost that beams from `roots` find.
fn search(
    graph: &Graph,
    sides: &Sides,
    residual: &Residual,
    roots: Range<usize>,
    limits: &Limits,
) -> Result<Option<Vec<u32>>, Interrupted> {
    let model = CostModel::for_topology(residual.topology);
    let mut best: Option<(f64, Vec<u32>)> = None;
    for i in roots.filter(|_| !sides.outer.is_empty()) {
        let root = sides.outer[i * sides.outer.len() / ROOTS];
        let choose = |closed: &[u64], waiting: &mut Vec<u32>| {
            let region = || Region { sides, residual, root, closed, passed: Vec::new() };
            let chosen = |&v: &u32| {
                let entering = || region().beside_left(v).filter(|&(edge, w)| region().may_enter(edge, w));
                if region().may_close(v) { Some(v) } else { entering().map(|(_, w)| w) }
            };
            *waiting = waiting.iter().filter_map(chosen).collect();
            waiting.sort_unstable();
            waiting.dedup();
        };
        let (log_cost, vertices) = within(graph, &model, &choose, root, WIDTH, HORIZON, limits)?;
        if log_cost.is_finite() && best.as_ref().is_none_or(|(least, _)| log_cost < *least) {
            best = Some((log_cost, vertices));
        }
    }
    Ok(best.map(|(_, vertices)| vertices))
}

/// The region of edges that are passed once the vertices in `closed` are closed.
struct Region<'a> {
    sides: &'a Sides,
    residual: &'a Residual,
    /// The vertex that was closed first: both ends of the curve are in the face before its first edge.
    root: u32,
    closed: &'a [u64],
    /// Further passed edges.
    passed: Vec<u32>,
}

impl Region<'_> {
    /// Whether the frontier stays a curve when `v` is also closed.
    fn may_close(mut self, v: u32) -> bool {
        let around = &self.sides.around[v as usize];
        let at = |i: usize| around[i % around.len()];
        let starts = |&i: &usize| !self.has(at(i)) && self.has(at(i + around.len() - 1));
        let mut starts = (0..around.len()).filter(starts);
        // No edge is passed around the first vertex of all.
        let Some(start) = starts.next() else { return true };
        if starts.next().is_some() {
            return false;
        }
        let open: Vec<u32> = (start..start + around.len()).map(at).take_while(|&e| !self.has(e)).collect();
        let mut behind = [at(start + around.len() - 1), at(start + open.len())];
        let mut open = &open[..];
        while let Some((&edge, others)) = open.split_first()
            && self.is_beside(v, behind[0], Side::Left, self.other_end(edge, v))
        {
            (open, behind[0]) = (others, edge);
            self.passed.push(edge);
        }
        while let Some((&edge, others)) = open.split_last()
            && self.is_beside(v, behind[1], Side::Right, self.other_end(edge, v))
        {
            (open, behind[1]) = (others, edge);
            self.passed.push(edge);
        }
        open.iter().all(|&edge| self.is_new(self.other_end(edge, v)))
    }

    fn has(&self, edge: u32) -> bool {
        let is_closed = |v: u32| self.closed[v as usize / 64] >> (v % 64) & 1 == 1;
        self.residual.edges[edge as usize].ends.into_iter().any(is_closed) || self.passed.contains(&edge)
    }

    /// The leftmost open edge of `v` and its other end, if that vertex is not on the curve.
    fn beside_left(&self, v: u32) -> Option<(u32, u32)> {
        let around = &self.sides.around[v as usize];
        let before = |i: usize| around[(i + around.len() - 1) % around.len()];
        let edge =
            (0..around.len()).find(|&i| !self.has(around[i]) && self.has(before(i))).map(|i| around[i])?;
        Some((edge, self.other_end(edge, v))).filter(|&(_, w)| self.is_new(w))
    }

    /// Whether the frontier stays a curve when `v` enters by `edge` and is closed: an edge that joins two neighbours on the curve
    /// has to be passed after everything that lies between it and them.
    fn may_enter(mut self, edge: u32, v: u32) -> bool {
        self.passed.push(edge);
        self.may_close(v)
    }

    fn is_new(&self, v: u32) -> bool {
        !self.sides.around[v as usize].iter().any(|&e| self.has(e))
    }

    fn other_end(&self, edge: u32, v: u32) -> u32 {
        let [a, b] = self.residual.edges[edge as usize].ends;
        a ^ b ^ v
    }

    /// Whether `w` is beside `v` on the curve, where `edge` is the last passed edge of `v` on that side.
    fn is_beside(&self, mut v: u32, mut edge: u32, side: Side, w: u32) -> bool {
        if self.is_new(w) {
            return false;
        }
        // A face has no more edges than that.
        for _ in 0..2 * self.residual.edges.len() {
            v = self.other_end(edge, v);
            let around = &self.sides.around[v as usize];
            let Some(place) = around.iter().position(|&e| e == edge) else { return false };
            let (is_last, next) = match side {
                Side::Right => (place + 1 == around.len(), place + 1),
                _ => (place == 0, place + around.len() - 1),
            };
            // The curve ends here.
            if is_last && v == self.root {
                return false;
            }
            edge = around[next % around.len()];
            if !self.has(edge) {
                return v == w;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zlink_deduce::Value;
    use zlink_puzzle::random_puzzles::{Random, whole_grid};
    use zlink_puzzle::{Parts, Puzzle, Topology};

    /// Planar graphs have plans with a curve, and the curve passes the edges in the plan's order.
    #[test]
    fn planar_graphs_have_plans_with_a_curve() {
        let random = &mut Random(23);
        let mut found = 0;
        for round in 0..60 {
            let (rows, columns) = (3 + random.below(4), 3 + random.below(4));
            let mut edges = whole_grid(rows as u32, columns as u32);
            for v in (0..(rows - 1) * columns).filter(|v| v % columns + 1 < columns) {
                let diagonal = [[v, v + columns + 1], [v + 1, v + columns]][random.below(2)];
                if random.chance(50) {
                    edges.push(diagonal.map(|v| v as u32));
                }
            }
            for _ in 0..edges.len() / 4 {
                let edge = edges.swap_remove(random.below(edges.len()));
                let has_two = |v: &u32| edges.iter().filter(|ends| ends.contains(v)).count() > 1;
                if round % 2 == 0 || !edge.iter().all(has_two) {
                    edges.push(edge);
                }
            }
            let topology = if round % 3 == 0 { Topology::Linkage } else { Topology::Cycle };
            let mut parts = Parts::graph(topology, rows * columns, edges);
            if topology == Topology::Linkage {
                parts.pairs = vec![[0, random.below(columns) as u32 + 1]];
            }
            let puzzle = Puzzle::from_parts(parts).expect("a simple graph");
            let residual = Residual::new(&puzzle, &vec![Value::Open; puzzle.edge_count()]).expect("open");
            let Some((plan, curved)) = curve_plan(&residual, 0..3, 1e9, &Limits::none()) else { continue };
            found += 1;
            let mut sorted = plan.order.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, (0..residual.edges.len() as u32).collect::<Vec<_>>());
            assert!(curved.curve.width <= rows.min(columns) + 3, "{}", curved.curve.width);
        }
        assert!(found > 50, "{found}");
        let residual = |edges: Vec<[u32; 2]>, vertices| {
            let parts = Parts::graph(Topology::Cycle, vertices, edges);
            let puzzle = Puzzle::from_parts(parts).expect("a simple graph");
            Residual::new(&puzzle, &vec![Value::Open; puzzle.edge_count()]).expect("open")
        };
        let k5 = (0..5).flat_map(|u| (u + 1..5).map(move |v| [u, v])).collect();
        assert!(curve_plan(&residual(k5, 5), 0..3, 1e9, &Limits::none()).is_none());
        assert!(curve_plan(&residual(whole_grid(5, 5), 25), 0..3, 1.0, &Limits::none()).is_none(), "no time");
    }
}
