//! The report of the planner for people and programs: the order, the other candidates, and the widths level by level.

use std::fmt;

use serde::Serialize;

use super::{CostModel, Frontier, Graph, Plan};
use zlink_deduce::{Residual, ResidualKind};
use zlink_puzzle::EdgeId;

/// The maximum number of rows of a drawn width profile.
const ROWS: usize = 32;

/// The maximum number of columns of a bar.
const BAR: usize = 40;

/// A chosen order with its profile, and the other candidates.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PlanReport {
    /// The number of vertices of the residual.
    pub vertices: usize,
    /// The number of undecided edges of the residual.
    pub open_edges: usize,
    /// The number of chains of the residual.
    pub chains: usize,
    /// The number of sums of the residual.
    pub sums: usize,
    /// All candidates, the chosen one first.
    pub candidates: Vec<Contender>,
    /// The chosen order.
    pub order: Vec<Step>,
    /// The widths of the chosen order, level by level.
    pub profile: Profile,
}

/// The figures of one candidate.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Contender {
    /// The name of the heuristic that found the order.
    pub heuristic: &'static str,
    /// The decimal logarithm of the estimated number of states.
    pub log10_states: f64,
    /// The maximum number of frontier vertices.
    pub max_frontier: usize,
    /// The maximum number of open sums.
    pub max_open_sums: usize,
}

/// One edge of an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The index of the puzzle's edge; `None` for a chain.
    pub edge: Option<u32>,
    /// The name of the edge, if [`PlanReport::with_names`] was called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// The widths of an order before each of its edges.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Profile {
    /// The numbers of frontier vertices.
    pub frontier: Vec<usize>,
    /// The numbers of open sums.
    pub open_sums: Vec<usize>,
    /// The decimal logarithms of the estimated numbers of states.
    pub log10_states: Vec<f64>,
}

impl PlanReport {
    /// The report about `plans` for `residual`; the first plan is the chosen one.
    pub fn new(residual: &Residual, plans: &[Plan]) -> Self {
        let graph = Graph::of(residual);
        let model = CostModel::for_topology(residual.topology);
        let mut frontier = Frontier::new(&graph, &model);
        let profiles: Vec<Profile> = plans.iter().map(|p| Profile::of(&mut frontier, &p.order)).collect();
        let contender = |(plan, profile): (&Plan, &Profile)| Contender {
            heuristic: plan.heuristic,
            log10_states: plan.cost.max(1.0).log10(),
            max_frontier: profile.frontier.iter().copied().max().unwrap_or(0),
            max_open_sums: profile.open_sums.iter().copied().max().unwrap_or(0),
        };
        let step = |&e: &u32| match residual.edges[e as usize].kind {
            ResidualKind::Open(edge) => Step { edge: Some(edge.0), name: None },
            ResidualKind::Chain => Step { edge: None, name: None },
        };
        let open_edges = residual.open_count();
        PlanReport {
            vertices: residual.vertices.len(),
            open_edges,
            chains: residual.edges.len() - open_edges,
            sums: residual.sums.len(),
            candidates: plans.iter().zip(&profiles).map(contender).collect(),
            order: plans.first().map_or_else(Vec::new, |p| p.order.iter().map(step).collect()),
            profile: profiles.into_iter().next().unwrap_or_default(),
        }
    }

    /// The report with the names of the edges, for formats that have no other access to them.
    pub fn with_names(mut self, name: impl Fn(EdgeId) -> String) -> Self {
        for step in &mut self.order {
            step.name = step.edge.map(|e| name(EdgeId(e)));
        }
        self
    }

    /// Writes the candidates, the profile as a histogram, and the order with one edge on each line.
    pub fn write_text(&self, out: &mut impl fmt::Write, name: impl Fn(EdgeId) -> String) -> fmt::Result {
        let PlanReport { vertices, open_edges, chains, sums, .. } = self;
        writeln!(out, "{vertices} vertices, {open_edges} open edges, {chains} chains, {sums} sums")?;
        writeln!(out, "\n{:<24} {:>10} {:>9} {:>11}", "candidate", "est. states", "frontier", "open sums")?;
        for c in &self.candidates {
            let states = Magnitude(c.log10_states);
            writeln!(out, "{:<24} {states:>11} {:>9} {:>11}", c.heuristic, c.max_frontier, c.max_open_sums)?;
        }
        self.profile.write_text(out)?;
        writeln!(out, "\norder")?;
        for step in &self.order {
            match step.edge {
                Some(e) => writeln!(out, "{}", name(EdgeId(e)))?,
                None => writeln!(out, "(chain)")?,
            }
        }
        Ok(())
    }
}

impl Profile {
    /// The profile of `order`.
    fn of(frontier: &mut Frontier<'_>, order: &[u32]) -> Self {
        let mut profile = Profile::default();
        frontier.reset();
        for &e in order {
            profile.frontier.push(frontier.width());
            profile.open_sums.push(frontier.open_sums());
            profile.log10_states.push(frontier.log_states() * std::f64::consts::LOG10_E);
            frontier.pass(e);
        }
        profile
    }

    /// Writes the profile in at most [`ROWS`] rows, each with the maxima of a range of levels.
    fn write_text(&self, out: &mut impl fmt::Write) -> fmt::Result {
        let levels = self.frontier.len();
        if levels == 0 {
            return Ok(());
        }
        writeln!(out, "\n{:<13} {:>8} {:>10} {:>11}", "levels", "frontier", "open sums", "est. states")?;
        let rows = levels.div_ceil(ROWS);
        let widest = self.frontier.iter().copied().max().unwrap_or(0).max(1);
        for first in (0..levels).step_by(rows) {
            let range = first..(first + rows).min(levels);
            let frontier = self.frontier[range.clone()].iter().copied().max().unwrap_or(0);
            let sums = self.open_sums[range.clone()].iter().copied().max().unwrap_or(0);
            let states = self.log10_states[range.clone()].iter().copied().fold(0.0, f64::max);
            let name = format!("{}-{}", range.start, range.end - 1);
            let bar = "#".repeat((frontier * BAR.min(widest)).div_ceil(widest));
            let states = Magnitude(states);
            writeln!(out, "{name:<13} {frontier:>8} {sums:>10} {states:>11} {bar}")?;
        }
        Ok(())
    }
}

/// A number given by its decimal logarithm, shown as `1.5e12`.
struct Magnitude(f64);

impl fmt::Display for Magnitude {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut exponent = self.0.floor();
        let mut tenths = (10f64.powf(self.0 - exponent) * 10.0).round();
        if tenths >= 100.0 {
            (tenths, exponent) = (10.0, exponent + 1.0);
        }
        f.pad(&format!("{:.1}e{exponent:.0}", tenths / 10.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PlanOptions, candidates};
    use zlink_base::limits::Limits;
    use zlink_deduce::Value;
    use zlink_puzzle::{Parts, Puzzle, Topology};

    fn square() -> Residual {
        let edges = vec![[0, 1], [1, 2], [2, 3], [0, 3]];
        let mut parts = Parts::graph(Topology::Cycle, 4, edges);
        parts.cells = vec![(vec![0, 1, 2, 3], Some(4))];
        let puzzle = Puzzle::from_parts(parts).expect("a square");
        Residual::new(&puzzle, &[Value::Open; 4]).expect("nothing is decided")
    }

    #[test]
    fn text_has_every_candidate_level_and_edge() {
        let residual = square();
        let plans = candidates(&residual, &PlanOptions::default(), &Limits::none());
        let report = PlanReport::new(&residual, &plans);
        let mut text = String::new();
        report.write_text(&mut text, |e| format!("edge {}", e.0)).expect("strings take everything");
        assert!(text.starts_with("4 vertices, 4 open edges, 0 chains, 1 sums\n"), "{text}");
        for e in 0..4 {
            assert!(text.contains(&format!("\nedge {e}\n")), "{text}");
        }
        assert!(plans.iter().all(|p| text.contains(p.heuristic)), "{text}");
        assert_eq!(report.profile.frontier.len(), 4);
        assert_eq!(report.profile.frontier[0], 0);
    }

    #[test]
    fn json_has_names_when_they_are_given() {
        let residual = square();
        let plans = candidates(&residual, &PlanOptions::default(), &Limits::none());
        let report = PlanReport::new(&residual, &plans).with_names(|e| format!("e{}", e.0));
        let json = serde_json::to_value(&report).expect("plain data");
        assert_eq!(json["order"].as_array().map(Vec::len), Some(4));
        assert!(json["order"][0]["name"].as_str().is_some_and(|n| n.starts_with('e')));
        assert_eq!(json["candidates"][0]["max_open_sums"], 1);
    }

    #[test]
    fn nothing_to_order_is_reported() {
        let report = PlanReport::new(&square(), &[]);
        let mut text = String::new();
        report.write_text(&mut text, |_| String::new()).expect("strings take everything");
        assert!(report.order.is_empty() && report.profile.frontier.is_empty());
    }

    #[test]
    fn magnitudes_are_rounded_to_two_digits() {
        let shown: Vec<String> =
            [0.0, 1.0, 2.99999, 400.301].iter().map(|&x| Magnitude(x).to_string()).collect();
        assert_eq!(shown, ["1.0e0", "1.0e1", "1.0e3", "2.0e400"]);
    }
}
