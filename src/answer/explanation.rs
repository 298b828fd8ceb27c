//! Steps of an explanation as text and as JSON, one line of JSON for each.

use std::fmt::Write;

use serde_json::{Map, Value, json};

use super::Atoms;
use zlink_explain::{Branch, Ending, Known, Premises, Step, Words};
use zlink_puzzle::{Constraint, Names, Puzzle};

/// The number of facts per line of text.
const FACTS: usize = 6;

/// Formats the steps of explanations of one puzzle.
pub struct Explanation<'p> {
    puzzle: &'p Puzzle,
    names: &'p Names,
    atoms: Atoms,
    words: Words<'p>,
}

impl<'p> Explanation<'p> {
    /// The formatter for explanations of `puzzle`, whose vertices may have coordinates.
    pub fn of(puzzle: &'p Puzzle, names: &'p Names, positions: &[Option<[i64; 2]>]) -> Self {
        let words = Words::new(puzzle, names, positions);
        Explanation { puzzle, names, atoms: Atoms::of_puzzle(puzzle, names), words }
    }

    /// A step as lines of text; `number` is its number from 1.
    pub fn text(&self, number: usize, step: &Step) -> String {
        let mut text = String::new();
        self.write(&mut text, &number.to_string(), step, 0);
        text
    }

    fn write(&self, text: &mut String, number: &str, step: &Step, indent: usize) {
        let margin = " ".repeat(indent);
        let width = number.len() + 2;
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{margin}{number}. {} [{}, {}]",
            self.words.sentence(step),
            step.rule,
            step.difficulty
        );
        let margin = " ".repeat(indent + width);
        let facts = |known: bool| -> Vec<String> {
            step.conclusions.iter().filter(|k| k.is_in == known).map(|&k| self.fact(k)).collect()
        };
        let from: Vec<String> = self.premises(&step.premises);
        for (name, facts) in [("in", facts(true)), ("out", facts(false)), ("from", from)] {
            for (i, some) in facts.chunks(FACTS).enumerate() {
                let name = if i == 0 { name } else { "" };
                let _ = writeln!(text, "{margin}{name:<5} {}", some.join(" "));
            }
        }
        for note in &step.notes {
            let _ = writeln!(text, "{margin}since {}", self.words.relation(note.edges, note.relation));
        }
        for (branch, letter) in step.branches.iter().zip('a'..) {
            let _ = writeln!(text, "{margin}if    {}", self.fact(branch.assumption));
            for (i, step) in branch.steps.iter().chain(branch.broken.as_deref()).enumerate() {
                self.write(text, &format!("{number}{letter}{}", i + 1), step, indent + width);
            }
        }
    }

    /// The last line of an explanation.
    pub fn ending(&self, ending: &Ending) -> String {
        format!("{}\n", self.words.ending(ending))
    }

    /// The fact for a known edge: `link(U,V).`, or `-link(U,V).` if it is out.
    fn fact(&self, known: Known) -> String {
        format!("{}{}.", if known.is_in { "" } else { "-" }, self.atoms.of(known.edge))
    }

    /// The premises of a step as facts; a vertex is written `node(V).`
    fn premises(&self, premises: &Premises) -> Vec<String> {
        let Explanation { puzzle, names, .. } = self;
        let clues = premises.clues.iter().map(|&cell| Constraint::Clue(cell).fact(puzzle, names));
        let constraints = premises.constraints.iter().map(|constraint| constraint.fact(puzzle, names));
        let pairs = premises.pairs.iter().map(|&pair| Constraint::Pair(pair).fact(puzzle, names));
        let vertices = premises.vertices.iter().map(|&v| format!("node({}).", names.vertex(v)));
        let edges = premises.edges.iter().map(|&known| self.fact(known));
        let uses_cover = puzzle.cover() && (premises.is_global || !premises.vertices.is_empty());
        let cover = uses_cover.then(|| Constraint::Cover.fact(puzzle, names));
        clues.chain(constraints).chain(pairs).chain(vertices).chain(edges).chain(cover).collect()
    }

    /// A step as one line of JSON.
    pub fn json(&self, number: usize, step: &Step) -> String {
        let mut object = Map::new();
        object.insert("step".to_owned(), number.into());
        object.extend(self.members(step));
        format!("{}\n", Value::Object(object))
    }

    fn members(&self, step: &Step) -> Map<String, Value> {
        let Explanation { puzzle, names, .. } = self;
        let links = |wanted: bool, known: &[Known]| -> Value {
            let some = known.iter().filter(|known| known.is_in == wanted);
            some.map(|known| Value::from(self.atoms.of(known.edge))).collect()
        };
        let premises = &step.premises;
        let fact = |constraint: Constraint| Value::from(constraint.fact(puzzle, names));
        let clues: Value = premises.clues.iter().map(|&cell| fact(Constraint::Clue(cell))).collect();
        let constraints: Value = premises.constraints.iter().map(|&constraint| fact(constraint)).collect();
        let pairs: Value = premises.pairs.iter().map(|&pair| fact(Constraint::Pair(pair))).collect();
        let vertices: Value =
            premises.vertices.iter().map(|&v| Value::from(names.vertex(v).to_string())).collect();
        let notes: Value = step
            .notes
            .iter()
            .map(|note| Value::from(self.words.relation(note.edges, note.relation)))
            .collect();
        let mut object = Map::new();
        for (key, value) in [
            ("rule", Value::from(step.rule.name())),
            ("difficulty", step.difficulty.name().into()),
            ("sentence", self.words.sentence(step).into()),
            ("in", links(true, &step.conclusions)),
            ("out", links(false, &step.conclusions)),
            (
                "premises",
                json!({
                    "clues": clues,
                    "constraints": constraints,
                    "pairs": pairs,
                    "vertices": vertices,
                    "in": links(true, &premises.edges),
                    "out": links(false, &premises.edges),
                    "whole": premises.is_global,
                    "only_solution": premises.is_unique,
                }),
            ),
            ("notes", notes),
            ("branches", step.branches.iter().map(|branch| self.branch(branch)).collect()),
        ] {
            object.insert(key.to_owned(), value);
        }
        object
    }

    fn branch(&self, branch: &Branch) -> Value {
        let steps: Value = branch.steps.iter().map(|step| Value::Object(self.members(step))).collect();
        let broken = branch.broken.as_ref().map(|step| Value::Object(self.members(step)));
        json!({ "if": self.fact(branch.assumption), "steps": steps, "broken": broken })
    }

    /// The last line of an explanation, as JSON.
    pub fn json_ending(&self, ending: &Ending) -> String {
        let (word, open): (&str, &[_]) = match ending {
            Ending::Solved => ("one", &[]),
            Ending::Several(open) => ("several", open),
            Ending::Contradiction => ("none", &[]),
            Ending::BrokenOff | Ending::Stopped(_) => ("unknown", &[]),
        };
        let open: Value = open.iter().map(|&edge| Value::from(self.atoms.of(edge))).collect();
        format!("{}\n", json!({ "solutions": word, "open": open, "sentence": self.words.ending(ending) }))
    }
}
