//! Techniques that can be left out of a run, to measure what each of them contributes (`benches/ablation.py`).
//!
//! A rule of deduction is a technique by its line in `registry`; the other heuristics are listed here. [`Techniques`] are
//! part of a request, and are asked for when a search is set up, never in inner loops. Leaving a technique out changes how
//! long an answer takes, never the answer.

use crate::Rule;
use zlink_base::named;

const _: () = assert!(Rule::ALL.len() <= 64 && Heuristic::ALL.len() <= 64, "a bit for each");

/// The techniques that a run uses: all of them, unless some are left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Techniques {
    /// The rules that are left out: bit `i` is [`Rule`] `i`.
    no_rules: u64,
    /// The heuristics that are left out: bit `i` is [`Heuristic`] `i`.
    no_heuristics: u64,
}

impl Techniques {
    /// All techniques but those with these names. Names that are of none, or of a rule that is not optional, leave out nothing.
    pub fn without(names: &[String]) -> Self {
        let is_named = |name: &str| names.iter().any(|other| other == name);
        let rules = Rule::ALL.iter().filter(|rule| rule.is_optional() && is_named(rule.name()));
        let heuristics = Heuristic::ALL.iter().filter(|heuristic| is_named(heuristic.name()));
        Techniques {
            no_rules: rules.map(|&rule| 1 << rule as u64).sum(),
            no_heuristics: heuristics.map(|&heuristic| 1 << heuristic as u64).sum(),
        }
    }

    /// The techniques whose conclusions can be proved to a checker.
    pub fn provable() -> Self {
        let unprovable = Rule::ALL.iter().filter(|rule| rule.is_optional() && !rule.is_provable());
        let names = unprovable.map(|rule| rule.name().to_string());
        let probing =
            [Heuristic::Probing, Heuristic::SearchProbing].map(|heuristic| heuristic.name().to_string());
        Self::without(&names.chain(probing).collect::<Vec<_>>())
    }

    /// Whether the rule is in use.
    pub(crate) fn has_rule(self, rule: Rule) -> bool {
        self.no_rules & 1 << rule as u64 == 0
    }

    /// Whether the heuristic is in use.
    pub fn has(self, heuristic: Heuristic) -> bool {
        self.no_heuristics & 1 << heuristic as u64 == 0
    }
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
        /// The search for a linkage decides the edges in another random order now and then.
        Shuffle = "shuffle",
        /// Decisions give variables their values in the longest trail without a conflict.
        TargetPhases = "target-phases",
        /// Decisions put faces inside before any conflict.
        InsideFirst = "inside-first",
        /// In a large planar graph the search for cycles decides in its first order again when it has gone back far, and does not go back far for a
        /// unit clause.
        FirstOrder = "first-order",
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
        /// Flows that join sources to any other terminals show that there is no linkage.
        DisjointFlows = "disjoint-flows",
        /// Sweeps count along triangles and squares, so that no path touches itself there.
        ShortCycles = "short-cycles",
        /// Long sweeps change to the planner's order.
        NarrowOrder = "narrow-order",
        /// States are parentheses where the frontier is a simple curve.
        Parentheses = "parentheses",
        /// Counts are by rank where the frontier is a simple curve.
        Ranks = "ranks",
        /// Single cycles are counted by two sweeps that meet, where the frontier is no simple curve.
        TwoSweeps = "two-sweeps",
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Deduction, Scope};
    use zlink_base::limits::Limits;
    use zlink_puzzle::Puzzle;
    use zlink_puzzle::random_puzzles::{Random, puzzle};

    #[test]
    fn deductions_beside_each_other_use_the_techniques_of_each() {
        let names: Vec<String> = Rule::ALL.iter().map(|rule| rule.name().to_string()).collect();
        let random = &mut Random(5);
        let decided_by_optional_rules = |puzzle: &Puzzle, techniques| {
            let mut deduction = Deduction::with(puzzle, techniques);
            let _ = deduction.probe(Scope::Fixpoint, &Limits::none());
            let counts = Rule::ALL.iter().zip(deduction.rule_counts().rules);
            counts.filter(|(rule, _)| rule.is_optional()).map(|(_, count)| count).sum::<usize>()
        };
        let mut decided = 0;
        for puzzle in (0..100).map(|_| puzzle(random, 10)) {
            decided += decided_by_optional_rules(&puzzle, Techniques::default());
            assert_eq!(decided_by_optional_rules(&puzzle, Techniques::without(&names)), 0);
        }
        assert!(decided > 0);
    }

    #[test]
    fn only_what_is_optional_can_be_left_out() {
        let some = ["parity", "degree", "probing", "nothing"].map(str::to_string);
        let techniques = Techniques::without(&some);
        assert!(!techniques.has_rule(Rule::Parity) && techniques.has_rule(Rule::Degree));
        assert!(!techniques.has(Heuristic::Probing) && techniques.has(Heuristic::Renumber));
        assert_eq!(Techniques::without(&["degree".to_string()]), Techniques::default());
    }
}
