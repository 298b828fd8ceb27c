//! Techniques that can be disabled for a run, to measure what each of them contributes (`benches/ablation.py`).
//!
//! A rule of deduction is a technique by its line in `deduce::registry`; the other heuristics are listed here. A
//! technique is queried when a search is set up, never in inner loops. Disabling a technique changes how long an
//! answer takes, never the answer.

use std::sync::OnceLock;

use crate::named;

/// The names of the techniques that are disabled in this process.
static LEFT_OUT: OnceLock<Vec<String>> = OnceLock::new();

/// Disables the techniques with these names, for the whole process. The first call with a name takes effect, before
/// anything is deduced; later calls change nothing.
pub fn leave_out(names: &[String]) {
    if !names.is_empty() {
        LEFT_OUT.get_or_init(|| names.to_vec());
    }
}

/// Whether the technique with this name is enabled.
pub fn is_used(name: &str) -> bool {
    LEFT_OUT.get().is_none_or(|names| names.iter().all(|other| other != name))
}

named! {
    /// A technique that is no rule of deduction.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Heuristic {
        /// Large puzzles in random order are renumbered, neighbours next to each other.
        Renumber = "renumber",
        /// Each open edge is probed in presolving (failed literals).
        Probing = "probing",
        /// Edges near what becomes known at level 0 are probed during conflict-driven search.
        SearchProbing = "search-probing",
        /// Tight linkages are looked for first: induced ones that cover every vertex.
        Tight = "tight",
        /// Induced linkages are looked for before all others.
        InducedFirst = "induced-first",
        /// After many conflicts the search for a linkage switches to labels, VSIDS and deeper minimisation.
        StableMode = "stable-mode",
        /// Decisions give variables their values in the longest trail without a conflict.
        TargetPhases = "target-phases",
        /// Decisions put faces inside before any conflict.
        InsideFirst = "inside-first",
        /// Where sums over many edges have few of them in, decisions put edges in.
        InFirst = "in-first",
        /// After many solutions the search goes on by flipping its last decision, without blocking clauses.
        FlipDecisions = "flip-decisions",
        /// CDCL goes on beside a frontier search that lists all solutions.
        Background = "background",
        /// Memoised depth-first frontier search takes part in the portfolio.
        DepthFirst = "depth-first",
        /// A linear program takes part in the portfolio.
        Program = "program",
        /// A random walk on cycles takes part in the portfolio.
        CycleWalk = "cycle-walk",
        /// Sums over many edges are met in the middle of a diagram.
        MeetInTheMiddle = "meet-in-the-middle",
        /// The search for linkages takes part in the portfolio.
        Linkages = "linkages",
        /// Paths are routed by negotiated congestion, and made to cover every vertex by large-neighbourhood search.
        NegotiatedCongestion = "negotiated-congestion",
        /// Fractional flows show that there is no linkage.
        Multiflow = "multiflow",
        /// Sweeps count along triangles and squares, so that no path touches itself there.
        ShortCycles = "short-cycles",
        /// Long sweeps change to the planner's order.
        NarrowOrder = "narrow-order",
        /// States are parentheses where the frontier is a simple curve.
        Parentheses = "parentheses",
        /// Counts are by rank where the frontier is a simple curve.
        Ranks = "ranks",
        /// Plans see a path of vertices of degree two as one edge.
        OrderSeries = "order-series",
        /// Orders by distance from landmarks.
        OrderSweep = "order-sweep",
        /// Breadth-first orders.
        OrderBfs = "order-bfs",
        /// Orders that close the cheapest vertex next.
        OrderGreedy = "order-greedy",
        /// Orders by beam search.
        OrderBeam = "order-beam",
        /// Orders improved a few vertices at a time.
        OrderWindow = "order-window",
        /// Orders whose frontier is a simple curve.
        OrderCurve = "order-curve",
        /// Each order is tried backwards, too.
        OrderReverse = "order-reverse",
    }
}

impl Heuristic {
    /// Whether this heuristic is enabled.
    pub fn is_used(self) -> bool {
        is_used(self.name())
    }
}
