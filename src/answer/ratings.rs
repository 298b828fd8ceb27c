//! Ratings of puzzles as a table, as comma-separated values (RFC 4180) and as JSON.

use super::csv;
use serde_json::{Map, Value, json};

use zlink_base::named;
use zlink_explain::{Ending, Rating, Rule};

named! {
    /// How ratings are written.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub enum RatingFormat {
        /// A line for each puzzle, in columns.
        #[default]
        Table = "table",
        /// Comma-separated values with a heading; a column for each rule.
        Csv = "csv",
        /// A line of JSON for each puzzle.
        Json = "json",
    }
}

impl RatingFormat {
    /// The text before the first rating; `width` is the length of the longest name.
    pub fn heading(self, width: usize) -> String {
        match self {
            RatingFormat::Table => format!(
                "{:<width$}  {:<10}  {:<15}  {:>5}  {:>6}  {:>8}  {:>5}  solutions\n",
                "puzzle", "difficulty", "hardest rule", "steps", "rounds", "narrowest", "depth"
            ),
            RatingFormat::Csv => {
                let rules: Vec<&str> = Rule::ALL.iter().map(|rule| rule.name()).collect();
                format!(
                    "puzzle,difficulty,hardest,steps,rounds,narrowest,depth,solutions,{}\r\n",
                    rules.join(",")
                )
            }
            RatingFormat::Json => String::new(),
        }
    }

    /// The line for the rating of the puzzle `name`; `width` is the length of the longest name.
    pub fn line(self, name: &str, rating: &Rating, width: usize) -> String {
        let steps: usize = rating.steps.iter().map(|(_, count)| count).sum();
        let solutions = solutions(&rating.ending);
        let Rating { difficulty, hardest, rounds, narrowest, depth, .. } = rating;
        match self {
            RatingFormat::Table => format!(
                "{name:<width$}  {difficulty:<10}  {hardest:<15}  {steps:>5}  {rounds:>6}  {narrowest:>9}  {depth:>5}  {solutions}\n"
            ),
            RatingFormat::Csv => {
                let counts = Rule::ALL.iter().map(|rule| {
                    rating
                        .steps
                        .iter()
                        .find(|(other, _)| other == rule)
                        .map_or(0, |(_, count)| *count)
                        .to_string()
                });
                let counts: Vec<String> = counts.collect();
                let name = csv::field(name);
                let counts = counts.join(",");
                format!(
                    "{name},{difficulty},{hardest},{steps},{rounds},{narrowest},{depth},{solutions},{counts}\r\n"
                )
            }
            RatingFormat::Json => {
                let rules: Map<String, Value> = rating
                    .steps
                    .iter()
                    .map(|(rule, count)| (rule.name().to_owned(), (*count).into()))
                    .collect();
                let object = json!({
                    "puzzle": name,
                    "difficulty": difficulty.name(),
                    "hardest": hardest.name(),
                    "steps": steps,
                    "rules": rules,
                    "rounds": rounds,
                    "narrowest": narrowest,
                    "depth": depth,
                    "solutions": solutions,
                });
                format!("{object}\n")
            }
        }
    }
}

fn solutions(ending: &Ending) -> &'static str {
    match ending {
        Ending::Solved => "one",
        Ending::Several(_) => "several",
        Ending::Contradiction => "none",
        Ending::BrokenOff | Ending::Stopped(_) => "unknown",
    }
}
