//! The options for the difficulty of a puzzle and its rules of deduction.

use clap::Args;

use crate::values::named;
use zlink_explain::{Difficulty, Rule, RuleSet};
use zlink_generate::Wanted;

/// What is asked of the way to the solution.
#[derive(Debug, Args)]
pub(super) struct DifficultyOptions {
    /// The difficulty of the hardest rule that is needed to solve the puzzle, exactly.
    #[arg(long, value_parser = named::<Difficulty>(), value_name = "HOW")]
    difficulty: Option<Difficulty>,
    /// Only these rules may be needed, separated by commas.
    #[arg(long, value_parser = named::<Rule>(), value_name = "RULE,...", value_delimiter = ',', hide_possible_values = true)]
    rules: Vec<Rule>,
    /// This rule is needed; without --difficulty, and no trial and error besides.
    #[arg(long, value_parser = named::<Rule>(), value_name = "RULE")]
    require: Option<Rule>,
}

impl DifficultyOptions {
    /// These options in the library's form.
    pub(super) fn wanted(&self) -> Wanted {
        let rules = match &self.rules[..] {
            [] => RuleSet::ALL,
            rules => rules.iter().copied().collect(),
        };
        Wanted { difficulty: self.difficulty, rules, require: self.require }
    }
}
