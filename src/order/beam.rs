//! Beam search over vertex elimination orders.
//!
//! A prefix of an order is a set of closed vertices; it is extended by closing one of the waiting vertices. In each step the
//! `width` best extensions of the kept prefixes are kept. Prefixes that closed the same set compete for one place, since the
//! same lies ahead of them (Inoue and Minato, path-width optimisation for the frontier method, TCS-TR-A-16-80, 2016, with the
//! whole sum of estimated states as the cost instead of the maximum frontier).

use std::collections::HashSet;

use rustc_hash::FxBuildHasher;

use super::frontier::Cut;
use super::landmark::Landmark;
use super::pool::Pool;
use super::{CostModel, Effort, Frontier, Graph, LogSum, tuning};
use zlink_base::limits::{Interrupted, Limits};

/// Offers the best order of a beam from each landmark, then of beams from the last vertex of the best of these orders.
///
/// On large graphs the beams are narrower and fewer, so that the time stays proportionate.
pub(super) fn offer(
    pool: &mut Pool<'_>,
    graph: &Graph,
    model: &CostModel,
    landmarks: &[Landmark],
    effort: Effort,
    limits: &Limits,
) -> Result<(), Interrupted> {
    let frontier = pool.best_width();
    if frontier > tuning::MAX_FRONTIER {
        return Ok(());
    }
    let work = tuning::BEAM_WORK * (graph.edge_count() / 1000).clamp(1, 4);
    let beams = (landmarks.len() + 1) * tuning::BEAM_HORIZONS.len();
    let affordable = work / (graph.edge_count() * frontier).max(1);
    let width = (affordable / beams).clamp(tuning::MIN_BEAM_WIDTH, tuning::BEAM_WIDTH);
    let (mut left, mut started) = (affordable / width, 0);
    let mut beam = Beam::new(graph, model);
    let mut best: Option<Found> = None;
    let roots = landmarks.iter().map(|l| l.order[0]).map(Some).chain([None]);
    for (root, horizon) in roots.flat_map(|root| tuning::BEAM_HORIZONS.map(|horizon| (root, horizon))) {
        let work = (started * width * graph.edge_count() * frontier) as f64;
        let is_worth_it = effort != Effort::Proportionate || work * tuning::BEAM_STATES < pool.worth();
        if left == 0 || !is_worth_it {
            break;
        }
        left -= 1;
        started += 1;
        let end = best.as_ref().and_then(|b| b.vertices.last().copied());
        let Some(root) = root.or(end) else { continue };
        let mut found = beam.order_from(root, width, horizon, limits)?;
        pool.offer_vertices("beam", &mut found.vertices);
        if best.as_ref().is_none_or(|b| found.log_cost < b.log_cost) {
            best = Some(found);
        }
    }
    Ok(())
}

/// Selects the vertices that a beam may close next: given the bit set of closed vertices, it filters or replaces the list of
/// waiting ones.
type Choose<'g> = &'g dyn Fn(&[u64], &mut Vec<u32>);

/// The best order of the vertices that a beam finds from `root` if it only closes vertices selected by `choose`, after the
/// logarithm of its cost, which is infinite if there is no such order. The graph must be connected.
pub fn within(
    graph: &Graph,
    model: &CostModel,
    choose: Choose<'_>,
    root: u32,
    width: usize,
    horizon: f64,
    limits: &Limits,
) -> Result<(f64, Vec<u32>), Interrupted> {
    let mut beam = Beam { choose: Some(choose), ..Beam::new(graph, model) };
    let found = beam.order_from(root, width, horizon, limits)?;
    Ok((found.log_cost, found.vertices))
}

/// The best order that a beam found, and its cost.
struct Found {
    vertices: Vec<u32>,
    log_cost: f64,
}

/// A prefix of an order: a set of closed vertices and how it was reached.
#[derive(Debug, Clone)]
struct Prefix {
    /// The closed vertices as a bit set.
    closed: Vec<u64>,
    /// The hash of the set of closed vertices.
    hash: u64,
    cut: Cut,
    sum: LogSum,
    /// The index of the last step in [`Beam::steps`].
    step: u32,
}

/// An extension of a kept prefix by one vertex.
#[derive(Debug, Clone, Copy)]
struct Extension {
    score: f64,
    prefix: u32,
    vertex: u32,
    hash: u64,
}

struct Beam<'g> {
    graph: &'g Graph,
    choose: Option<Choose<'g>>,
    frontier: Frontier<'g>,
    /// The steps of all prefixes: the vertex that was closed, and the index of the step before.
    steps: Vec<(u32, u32)>,
    edges: Vec<(bool, u32, u32)>,
    tried: Vec<u32>,
    log_horizon: f64,
}

const NO_STEP: u32 = u32::MAX;

impl<'g> Beam<'g> {
    fn new(graph: &'g Graph, model: &'g CostModel) -> Self {
        Beam {
            graph,
            choose: None,
            frontier: Frontier::new(graph, model),
            steps: Vec::new(),
            edges: Vec::new(),
            tried: Vec::new(),
            log_horizon: 0.0,
        }
    }

    /// The cheapest elimination order found from `root`. The graph must be connected.
    fn order_from(
        &mut self,
        root: u32,
        width: usize,
        horizon: f64,
        limits: &Limits,
    ) -> Result<Found, Interrupted> {
        self.log_horizon = horizon.ln();
        self.steps.clear();
        let words = self.graph.vertex_count().div_ceil(64);
        let start = Prefix {
            closed: vec![0; words],
            hash: 0,
            cut: Cut::default(),
            sum: LogSum::default(),
            step: NO_STEP,
        };
        let mut kept = vec![start];
        let mut extensions = Vec::new();
        let mut seen = HashSet::with_hasher(FxBuildHasher);
        let mut best: Option<Prefix> = None;
        while !kept.is_empty() {
            limits.check()?;
            extensions.clear();
            for (i, prefix) in kept.iter().enumerate() {
                self.extend(prefix, i as u32, root, &mut extensions);
            }
            extensions.sort_unstable_by(|a, b| {
                a.score.total_cmp(&b.score).then(a.prefix.cmp(&b.prefix)).then(a.vertex.cmp(&b.vertex))
            });
            seen.clear();
            let mut next = Vec::with_capacity(width);
            for extension in &extensions {
                if next.len() == width {
                    break;
                }
                if !seen.insert(extension.hash) {
                    continue;
                }
                let prefix = self.apply(&kept[extension.prefix as usize], extension);
                if !prefix.cut.vertices.is_empty() {
                    next.push(prefix);
                } else if best.as_ref().is_none_or(|b| prefix.sum.log() < b.sum.log()) {
                    best = Some(prefix); // nothing waits, so every edge is behind
                }
            }
            kept = next;
        }
        let mut order = Vec::with_capacity(self.graph.vertex_count());
        let (mut step, log_cost) = best.map_or((NO_STEP, f64::INFINITY), |p| (p.step, p.sum.log()));
        while let Some(&(vertex, before)) = self.steps.get(step as usize) {
            order.push(vertex);
            step = before;
        }
        order.reverse();
        // Vertices whose edges were all passed with their neighbours have no step.
        let mut missing = vec![true; self.graph.vertex_count()];
        for &v in &order {
            missing[v as usize] = false;
        }
        order.extend((0..self.graph.vertex_count() as u32).filter(|&v| missing[v as usize]));
        Ok(Found { vertices: order, log_cost })
    }

    /// Scores the extensions of a prefix by one waiting vertex; without waiting vertices, by the root.
    fn extend(&mut self, prefix: &Prefix, index: u32, root: u32, extensions: &mut Vec<Extension>) {
        self.frontier.enter(&prefix.cut);
        let before = self.frontier.log_product();
        self.tried.clear();
        self.tried.extend(prefix.cut.vertices.iter().map(|&(v, _, _)| v));
        if self.tried.is_empty() {
            self.tried.push(root);
        }
        if let Some(choose) = self.choose {
            choose(&prefix.closed, &mut self.tried);
        }
        if self.tried.len() > tuning::BEAM_BRANCHES {
            let (graph, frontier) = (self.graph, &self.frontier);
            let is_new = |w: u32| frontier.behind(w) == 0 && !is_member(&prefix.closed, w);
            self.tried.sort_by_cached_key(|&v| graph.at(v).iter().filter(|&&(_, w)| is_new(w)).count());
            self.tried.truncate(tuning::BEAM_BRANCHES);
        }
        for i in 0..self.tried.len() {
            let v = self.tried[i];
            let mut sum = self.close(prefix, v);
            sum.add(self.frontier.log_states() + self.log_horizon);
            let hash = prefix.hash ^ scatter(v);
            extensions.push(Extension { score: sum.log(), prefix: index, vertex: v, hash });
            self.reopen(before);
        }
        self.frontier.leave(&prefix.cut);
    }

    /// Closes `v`: passes the edges that it still has, which stay in `self.edges`, and returns the sum of states so far.
    fn close(&mut self, prefix: &Prefix, v: u32) -> LogSum {
        self.edges.clear();
        for &(e, w) in self.graph.at(v) {
            if !is_member(&prefix.closed, w) {
                self.edges.push((self.frontier.behind(w) == 0, w, e));
            }
        }
        self.edges.sort_unstable();
        let mut sum = prefix.sum;
        for &(_, _, e) in &self.edges {
            sum.add(self.frontier.log_states());
            self.frontier.pass(e);
        }
        sum
    }

    /// Takes back the edges passed by the last [`Beam::close`].
    fn reopen(&mut self, log_product: f64) {
        for &(_, _, e) in self.edges.iter().rev() {
            self.frontier.take_back(e, log_product);
        }
    }

    /// The prefix after an extension.
    fn apply(&mut self, prefix: &Prefix, extension: &Extension) -> Prefix {
        let v = extension.vertex;
        self.frontier.enter(&prefix.cut);
        let before = self.frontier.log_product();
        let sum = self.close(prefix, v);
        let mut closed = prefix.closed.clone();
        closed[v as usize / 64] |= 1 << (v % 64);
        let waiting = prefix.cut.vertices.iter().map(|&(w, _, _)| w);
        let counting = prefix.cut.sums.iter().map(|&(s, _)| s);
        let entered = self.edges.iter().map(|&(_, w, _)| w);
        let started = self.edges.iter().flat_map(|&(_, _, e)| self.graph.sums(e)).copied();
        let cut = self.frontier.cut(waiting.chain(entered), counting.chain(started));
        self.steps.push((v, prefix.step));
        let step = (self.steps.len() - 1) as u32;
        self.reopen(before);
        self.frontier.leave(&prefix.cut);
        Prefix { closed, hash: extension.hash, cut, sum, step }
    }
}

fn is_member(set: &[u64], v: u32) -> bool {
    set[v as usize / 64] >> (v % 64) & 1 == 1
}

/// The hash of a vertex; the hash of a set is the exclusive or over its members (splitmix64).
fn scatter(v: u32) -> u64 {
    let mut x = (u64::from(v) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}
