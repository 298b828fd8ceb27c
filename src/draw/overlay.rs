//! Data about edges that a picture shows in addition to the puzzle: how they were deduced, the order in which the frontier passes them, or
//! how many solutions use them.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::canvas::{Canvas, LINE};
use super::contradiction;
use super::layout::Point;
use super::palette::{FAINT, INK, distinct, shade};
use super::scene::{Anchor, Colour, Style};
use super::share::Share;
use super::step::DrawnStep;
use zlink_base::counted;
use zlink_deduce::Residual;
use zlink_explain::{Rule, Step};
use zlink_frontier::passages::Passages;
use zlink_order::Plan;
use zlink_puzzle::{Constraint, EdgeId, VertexId};

/// An edge that was decided, and the step that decided it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decided {
    /// The edge that was decided.
    pub edge: EdgeId,
    /// Whether it is in the solution.
    pub is_in: bool,
    /// The number of the step, from 1 on; 0 for edges that the puzzle gives.
    pub step: usize,
    /// The rule of the step; `None` for an edge of the answer that was not deduced.
    pub rule: Option<Rule>,
}

/// The data about edges that a picture shows.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Overlay {
    /// No data.
    #[default]
    None,
    /// The order in which edges were decided, and the rules that decided them; in an animated picture, edges appear one by one.
    Deduction {
        /// The edges, in the order in which they were decided.
        steps: Vec<Decided>,
        /// Whether the picture is animated.
        animate: bool,
    },
    /// One step of an explanation.
    Step(Box<DrawnStep>),
    /// The order in which the frontier passes the edges.
    Plan {
        /// The edges, in the order in which the frontier passes them.
        order: Vec<EdgeId>,
        /// The vertices of the frontier where it is widest.
        frontier: Vec<VertexId>,
        /// The number of edges before the frontier is widest.
        passed: usize,
    },
    /// The share of solutions that use each edge.
    Frequency {
        /// By edge: the share of solutions that use it.
        shares: Vec<Share>,
        /// The number of solutions, in words.
        count: String,
    },
    /// Constraints that contradict each other.
    Contradiction {
        /// The constraints that contradict each other.
        constraints: Vec<Constraint>,
    },
}

/// The most edges that get numbers; more would not be legible.
const MOST_NUMBERS: usize = 2500;
/// The seconds from one edge to the next in an animated picture.
const PACE: f64 = 0.25;

impl Overlay {
    /// The overlay of the conclusions of `steps`, and then of the edges of `answer` that are not among them.
    pub fn deduction(steps: &[Step], answer: &[EdgeId], animate: bool) -> Self {
        let mut decided: Vec<Decided> = Vec::new();
        let mut number = 0;
        for step in steps {
            number += usize::from(step.rule != Rule::Given);
            let number = if step.rule == Rule::Given { 0 } else { number };
            let conclusions = step.conclusions.iter();
            decided.extend(conclusions.map(|known| Decided {
                edge: known.edge,
                is_in: known.is_in,
                step: number,
                rule: Some(step.rule),
            }));
        }
        let known: BTreeSet<EdgeId> = decided.iter().map(|decided| decided.edge).collect();
        let open = answer.iter().filter(|edge| !known.contains(edge));
        decided.extend(open.map(|&edge| Decided { edge, is_in: true, step: number + 1, rule: None }));
        Overlay::Deduction { steps: decided, animate }
    }

    /// The overlay of the order of `plan`, and of the frontier where it has the most vertices: those with edges on both sides.
    pub fn plan(residual: &Residual, plan: &Plan) -> Self {
        let vertices = Passages::new(residual, &plan.order).vertices;
        let fronts = vertices.inside().enumerate();
        let (behind, mut widest) = fronts.min_by_key(|(_, front)| Reverse(front.len())).unwrap_or_default();
        widest.sort_unstable_by_key(|&(_, vertex)| vertex);
        let frontier = widest.into_iter().map(|(_, vertex)| residual.vertices[vertex as usize]).collect();
        let open = |&e: &u32| residual.edges[e as usize].open();
        // Chains among the first edges are neither drawn nor counted.
        let passed = plan.order[..behind].iter().filter_map(open).count();
        let order = plan.order.iter().filter_map(open).collect();
        Overlay::Plan { order, frontier, passed }
    }

    /// Whether the overlay draws the solution itself.
    pub(super) fn hides_answer(&self) -> bool {
        matches!(self, Overlay::Deduction { .. } | Overlay::Step(_) | Overlay::Frequency { .. })
    }

    /// The width and height of the legend below the drawing.
    pub(super) fn legend_size(&self, width: f64) -> Point {
        match self {
            Overlay::Step(step) => [400.0, LINE * step.legend(width.max(400.0)).len() as f64 + 12.0],
            Overlay::None => [0.0, 0.0],
            Overlay::Deduction { steps, .. } => [620.0, LINE * (rules(steps).len() + 1) as f64 + 8.0],
            Overlay::Plan { .. } => [380.0, 2.0 * LINE + 12.0],
            Overlay::Frequency { .. } => [380.0, 3.0 * LINE + 12.0],
            Overlay::Contradiction { .. } => [380.0, LINE + 12.0],
        }
    }

    /// Draws the parts of the overlay that lie under the answer.
    pub(super) fn below(&self, canvas: &mut Canvas<'_>) {
        match self {
            Overlay::Plan { order, .. } => {
                let width = canvas.unit * 0.1;
                let last = order.len().max(2) - 1;
                let colours = order.iter().enumerate().map(|(i, &e)| (e, shade(i as f64 / last as f64)));
                lines(canvas, colours, |_| width);
            }
            Overlay::Frequency { shares, .. } => {
                let unit = canvas.unit;
                let edges = (0..shares.len()).map(EdgeId::from_index);
                let used = edges.filter(|e| shares[e.index()] != Share::None);
                let coloured = used.map(|e| (e, shade(shares[e.index()].part())));
                lines(canvas, coloured, |e| unit * (0.05 + 0.12 * shares[e.index()].part()));
            }
            Overlay::Contradiction { constraints } => contradiction::below(canvas, constraints),
            Overlay::Step(step) => step.below(canvas),
            _ => {}
        }
    }

    /// Draws the parts of the overlay that lie over everything else, and the legend.
    pub(super) fn above(&self, canvas: &mut Canvas<'_>) {
        match self {
            Overlay::None => {}
            Overlay::Deduction { steps, animate } => self.steps(canvas, steps, *animate),
            Overlay::Step(step) => step.above(canvas),
            Overlay::Plan { order, frontier, passed } => plan(canvas, order, frontier, *passed),
            Overlay::Frequency { shares, count } => frequency(canvas, shares, count),
            Overlay::Contradiction { constraints } => {
                contradiction::above(canvas, constraints);
                canvas.legend(14.0, canvas.bottom + LINE * 0.7, &contradiction::legend(constraints));
            }
        }
    }

    fn steps(&self, canvas: &mut Canvas<'_>, steps: &[Decided], animate: bool) {
        let named = rules(steps);
        let width = (canvas.unit * 0.12).max(1.5);
        let size = canvas.number_size();
        canvas.scene.open(&[Style::Anchor(Anchor::Middle), Style::RoundEnds]);
        for step in steps {
            let colour = colour(&named, step.rule);
            canvas.scene.open(&[]);
            if animate {
                canvas.scene.appear(PACE * step.step as f64);
            }
            let (width, opacity, dashes, number): (_, _, &[f64], _) = match step.is_in {
                true => (width, 1.0, &[], colour),
                false => (width * 0.35, 0.6, &[2.0, 3.0], Colour::Hex("#888")),
            };
            let line =
                [Style::Stroke(colour), Style::Width(width), Style::Opacity(opacity), Style::Dashes(dashes)];
            canvas.scene.line(canvas.ends(step.edge), &line);
            if steps.len() <= MOST_NUMBERS {
                canvas.number(canvas.middle(step.edge), size, &step.step.to_string(), number);
            }
            canvas.scene.close();
        }
        canvas.scene.close();
        let mut y = canvas.bottom + LINE * 0.5;
        canvas.legend(14.0, y, "numbers: the steps of the deduction; dotted: not in the solution");
        for &rule in &named {
            y += LINE;
            let count = steps.iter().filter(|step| step.rule == rule).count();
            legend_line(canvas, y, colour(&named, rule), 4.0);
            canvas.legend(48.0, y, &described(rule, count));
        }
    }

    /// Whether the overlay is a step of an explanation, which must not show the answer.
    pub(super) fn is_step(&self) -> bool {
        matches!(self, Overlay::Step(_))
    }

    /// The number of boards that are drawn side by side.
    pub(super) fn panels(&self) -> usize {
        match self {
            Overlay::Step(step) => step.panels(),
            _ => 1,
        }
    }
}

/// The rules of these edges, each once, in the order of the catalogue; `None` comes last.
pub(super) fn rules(steps: &[Decided]) -> Vec<Option<Rule>> {
    let mut rules: Vec<Option<Rule>> = steps.iter().map(|step| step.rule).collect();
    rules.sort_unstable_by_key(|rule| (rule.is_none(), *rule));
    rules.dedup();
    rules
}

/// The text of a rule in a legend, with the number of its edges.
pub(super) fn described(rule: Option<Rule>, count: usize) -> String {
    let edges = counted(count, "edge");
    match rule {
        Some(rule) => {
            format!("{rule}: {edges} ({})", rule.about().trim_end_matches('.').to_lowercase())
        }
        None => format!("search: {edges} (not deduced)"),
    }
}

/// The colour of a rule in a picture that shows the rules `shown`.
fn colour(shown: &[Option<Rule>], rule: Option<Rule>) -> Colour {
    match rule {
        None => INK,
        rule => distinct(shown.iter().position(|&other| other == rule).unwrap_or_default()),
    }
}

/// Draws edges as lines, each with its own colour and width.
fn lines(
    canvas: &mut Canvas<'_>,
    edges: impl Iterator<Item = (EdgeId, Colour)>,
    width: impl Fn(EdgeId) -> f64,
) {
    canvas.scene.open(&[Style::RoundEnds]);
    for (edge, colour) in edges {
        canvas.scene.line(canvas.ends(edge), &[Style::Stroke(colour), Style::Width(width(edge))]);
    }
    canvas.scene.close();
}

/// Draws a sample of a line at the start of a line of the legend.
fn legend_line(canvas: &mut Canvas<'_>, y: f64, colour: Colour, width: f64) {
    let ends = [14.0, 40.0].map(|x| [x, y - 4.0]);
    canvas.scene.line(ends, &[Style::Stroke(colour), Style::Width(width)]);
}

/// Draws a bar of all shades, with words at its ends.
fn scale(canvas: &mut Canvas<'_>, y: f64, left: &str, right: &str) {
    canvas.legend(14.0, y, left);
    let start = 22.0 + 6.2 * left.len() as f64;
    for i in (0..20).map(f64::from) {
        let corner = [start + 6.0 * i, y - 9.0];
        canvas.scene.rectangle(corner, [6.0, 10.0], 0.0, &[Style::Fill(shade(i / 19.0))]);
    }
    canvas.legend(start + 128.0, y, right);
}

fn plan(canvas: &mut Canvas<'_>, order: &[EdgeId], frontier: &[VertexId], passed: usize) {
    let unit = canvas.unit;
    canvas.scene.open(&[Style::Anchor(Anchor::Middle)]);
    if order.len() <= MOST_NUMBERS {
        for (i, &e) in order.iter().enumerate() {
            canvas.number(canvas.middle(e), canvas.number_size(), &(i + 1).to_string(), INK);
        }
    }
    canvas.scene.close();
    for &v in frontier {
        canvas.ring(v, unit * 0.16, Colour::Hex("#D55E00"), (unit * 0.06).max(1.0));
    }
    let y = canvas.bottom + LINE * 0.7;
    if order.is_empty() {
        canvas.legend(14.0, y, "nothing to order: deduction decides every edge");
        return;
    }
    scale(canvas, y, "first edge", "last edge");
    let words = format!(
        "rings: the widest frontier, {} after {}",
        counted(frontier.len(), "vertex"),
        counted(passed, "edge")
    );
    canvas.legend(14.0, y + LINE, &words);
}

fn frequency(canvas: &mut Canvas<'_>, shares: &[Share], count: &str) {
    if shares.len() <= 400 {
        let size = (canvas.unit * 0.22).clamp(3.0, 8.0);
        canvas.scene.open(&[Style::Anchor(Anchor::Middle)]);
        for (i, share) in shares.iter().enumerate().filter(|(_, share)| **share != Share::None) {
            canvas.number(canvas.middle(EdgeId::from_index(i)), size, &share.percent(), INK);
        }
        canvas.scene.close();
    }
    let y = canvas.bottom + LINE * 0.7;
    scale(canvas, y, "in few solutions", "in all");
    legend_line(canvas, y + LINE, FAINT, (canvas.unit / 28.0).clamp(0.4, 1.2));
    canvas.legend(48.0, y + LINE, "in none");
    canvas.legend(14.0, y + 2.0 * LINE, &format!("numbers: percent of {count}"));
}
