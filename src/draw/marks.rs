//! Overlays in pictures of characters: a label for each edge of a grid, or a list if there is no grid.

use std::cmp::Ordering;
use std::fmt::Write;

use super::characters::COLOURS;
use super::contradiction;
use super::overlay::{Decided, Overlay, described, rules};
use super::share::Share;
use super::step;
use zlink_base::counted;
use zlink_explain::{Known, Rule};
use zlink_puzzle::{Constraint, EdgeId, Names, Puzzle};

/// The colour of edges that are out, or were known before.
const DULL: u8 = 90;

/// The kind of line that an edge is drawn with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stroke {
    Heavy,
    Light,
    None,
}

/// The label of an edge, and how the edge is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) label: String,
    pub(super) stroke: Stroke,
    pub(super) colour: Option<u8>,
}

/// The letter and the colour of a rule in a picture that shows the rules `shown`.
fn sign(shown: &[Option<Rule>], rule: Option<Rule>) -> (char, Option<u8>) {
    let place = shown.iter().position(|&other| other == rule).unwrap_or_default();
    let letter = ('a'..='z').nth(place).unwrap_or('z');
    (letter, rule.map(|_| COLOURS[place % COLOURS.len()]))
}

/// The colours of shares in the first, second and last third, and their texts in the key.
const SHARES: [(u8, &str); 3] =
    [(COLOURS[0], "in less than a third"), (COLOURS[1], "in less than two thirds"), (COLOURS[5], "in more")];

/// The mark of a known edge: a line if it is in, otherwise a cross, with a sign beside it.
fn known_mark(known: Known, colour: u8, sign: &str) -> Mark {
    let label = if known.is_in { sign.to_owned() } else { format!("x{sign}") };
    let stroke = if known.is_in { Stroke::Heavy } else { Stroke::None };
    Mark { label, stroke, colour: Some(colour) }
}

impl Overlay {
    /// By edge: its mark, if it has one.
    pub(super) fn marks(&self, puzzle: &Puzzle) -> Vec<Option<Mark>> {
        let mut marks = vec![None; puzzle.edge_count()];
        match self {
            Overlay::None => {}
            Overlay::Deduction { steps, .. } => {
                let shown = rules(steps);
                for &Decided { edge, is_in, step, rule } in steps {
                    let (letter, colour) = sign(&shown, rule);
                    let stroke = if is_in { Stroke::Heavy } else { Stroke::None };
                    let label = format!("{step}{letter}");
                    let colour = if is_in { colour } else { Some(DULL) };
                    marks[edge.index()] = Some(Mark { label, stroke, colour });
                }
            }
            Overlay::Step(drawn) => {
                for known in &drawn.known {
                    marks[known.edge.index()] = Some(known_mark(*known, DULL, ""));
                }
                for known in &drawn.step.premises.edges {
                    marks[known.edge.index()] = Some(known_mark(*known, COLOURS[6], "*"));
                }
                for known in &drawn.step.conclusions {
                    marks[known.edge.index()] = Some(known_mark(*known, COLOURS[1], "!"));
                }
            }
            Overlay::Plan { order, passed, .. } => {
                for (i, edge) in order.iter().enumerate() {
                    let colour = Some(COLOURS[usize::from(i >= *passed)]);
                    let label = (i + 1).to_string();
                    marks[edge.index()] = Some(Mark { label, stroke: Stroke::Light, colour });
                }
            }
            Overlay::Frequency { shares, .. } => {
                for (mark, &share) in marks.iter_mut().zip(shares).filter(|(_, share)| **share != Share::None)
                {
                    let stroke = if share == Share::All { Stroke::Heavy } else { Stroke::Light };
                    let colour = Some(SHARES[share.third()].0);
                    *mark = Some(Mark { label: share.percent(), stroke, colour });
                }
            }
            Overlay::Contradiction { constraints } => {
                for edge in contradiction::edges(constraints, puzzle) {
                    let label = match edge {
                        _ if constraints.contains(&Constraint::Required(edge)) => "in",
                        _ if constraints.contains(&Constraint::Forbidden(edge)) => "out",
                        _ => "",
                    };
                    let colour = Some(COLOURS[5]);
                    marks[edge.index()] =
                        Some(Mark { label: label.to_owned(), stroke: Stroke::Light, colour });
                }
            }
        }
        marks
    }

    /// The lines of the key, some with a colour; lines that only explain colours are left out unless `in_colour`.
    pub(super) fn key(&self, in_colour: bool) -> Vec<(Option<u8>, String)> {
        match self {
            Overlay::None => Vec::new(),
            Overlay::Deduction { steps, .. } => {
                let mut key = vec![(
                    None,
                    "numbers: the steps of the deduction; without a line: not in the solution".into(),
                )];
                let shown = rules(steps);
                for &rule in &shown {
                    let count = steps.iter().filter(|step| step.rule == rule).count();
                    let (letter, colour) = sign(&shown, rule);
                    key.push((colour, format!("{letter} {}", described(rule, count))));
                }
                key
            }
            Overlay::Step(drawn) => vec![
                (None, format!("{}. {}", drawn.number, drawn.sentence)),
                (None, "! what follows; * from what; x: not in the solution".into()),
            ],
            Overlay::Plan { order, .. } if order.is_empty() => {
                vec![(None, "nothing to order: deduction decides every edge".into())]
            }
            Overlay::Plan { frontier, passed, .. } => {
                let rest = "where it is widest";
                vec![
                    (None, "numbers: the order in which the sweep passes the edges".into()),
                    (Some(COLOURS[0]), format!("the first {passed}: before the frontier is widest")),
                    (None, format!("◉ the frontier {rest}: {}", counted(frontier.len(), "vertex"))),
                ]
            }
            Overlay::Frequency { count, .. } => {
                let mut key = vec![(None, format!("numbers: percent of {count}"))];
                if in_colour {
                    key.extend(SHARES.map(|(colour, what)| (Some(colour), what.to_owned())));
                }
                key
            }
            Overlay::Contradiction { constraints } => {
                vec![(Some(COLOURS[5]), contradiction::legend(constraints))]
            }
        }
    }

    /// The overlay as a list, for graphs that are no grid; `None` if there is no overlay.
    pub fn list(&self, puzzle: &Puzzle, names: &Names) -> Option<String> {
        let mut text = String::new();
        let name = |edge: EdgeId| names.link(puzzle, edge).to_string();
        // Writing to a string cannot fail.
        match self {
            Overlay::None => return None,
            Overlay::Deduction { steps, .. } => {
                for &Decided { edge, is_in, step, rule } in steps {
                    let value = if is_in { "in " } else { "out" };
                    let rule = rule.map_or("search", Rule::name);
                    let _ = writeln!(text, "{step:>6}  {value}  {rule:<17}  {}", name(edge));
                }
            }
            Overlay::Step(drawn) => {
                for line in step::list(&drawn.step.conclusions, &name) {
                    let _ = writeln!(text, "{line}");
                }
            }
            Overlay::Plan { order, passed, .. } => {
                for (i, &edge) in order.iter().enumerate() {
                    let here = if i + 1 == *passed { "  widest frontier behind this edge" } else { "" };
                    let _ = writeln!(text, "{:>6}  {}{here}", i + 1, name(edge));
                }
            }
            Overlay::Frequency { shares, .. } => {
                let mut edges: Vec<usize> = (0..shares.len()).collect();
                let larger =
                    |a: usize, b: usize| shares[b].partial_cmp(&shares[a]).unwrap_or(Ordering::Equal);
                edges.sort_by(|&a, &b| larger(a, b).then(a.cmp(&b)));
                for edge in edges {
                    let _ =
                        writeln!(text, "{:>4} %  {}", shares[edge].percent(), name(EdgeId::from_index(edge)));
                }
            }
            Overlay::Contradiction { constraints } => {
                for constraint in constraints {
                    let _ = writeln!(text, "{}", constraint.fact(puzzle, names));
                }
            }
        }
        for (_, line) in self.key(false) {
            let line = match self {
                Overlay::Deduction { .. } if line.starts_with("numbers") => continue,
                Overlay::Step(_) if line.starts_with('!') => continue,
                Overlay::Deduction { .. } => line[2..].to_owned(),
                _ => line.trim_start_matches("◉ ").to_owned(),
            };
            let _ = writeln!(text, "{line}");
        }
        Some(text)
    }
}
