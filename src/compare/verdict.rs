//! Questions and answers.

use zlink_base::named;

use std::fmt;

use serde::{Serialize, Serializer};

named! {
    /// What all engines are asked about an instance.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Question {
        /// Is there a solution?
        First = "first",
        /// Is there a solution, and is it the only one?
        Unique = "unique",
        /// How many solutions are there?
        Count = "count",
    }
}

impl Question {
    /// The number of solutions that an engine has to show to answer the question; 0 for all.
    pub fn models(self) -> u64 {
        match self {
            Question::First => 1,
            Question::Unique => 2,
            Question::Count => 0,
        }
    }
}

/// An answer to a [`Question`].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// There is a solution.
    Satisfiable,
    /// There is no solution.
    Unsatisfiable,
    /// There is exactly one solution.
    Unique,
    /// There are two or more solutions.
    Several,
    /// The number of solutions, in decimal digits.
    Count(String),
}

impl Verdict {
    /// Whether `witnesses` prove the answer wrong; that is a number of different solutions that were checked.
    pub fn is_refuted_by(&self, witnesses: usize) -> bool {
        match self {
            Verdict::Satisfiable | Verdict::Several => false,
            Verdict::Unsatisfiable => witnesses > 0,
            Verdict::Unique => witnesses > 1,
            Verdict::Count(digits) => digits.parse().is_ok_and(|count: usize| count < witnesses),
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Satisfiable => "satisfiable",
            Verdict::Unsatisfiable => "unsatisfiable",
            Verdict::Unique => "unique",
            Verdict::Several => "several",
            Verdict::Count(digits) => digits,
        })
    }
}

impl Serialize for Verdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
