//! The parts of the core that are mutated.

/// A part of the core.
pub struct Module {
    /// What it is called in the table.
    pub name: &'static str,
    /// Its files and folders.
    pub paths: &'static [&'static str],
    /// The unit tests that are run first begin like this.
    pub tests: &'static [&'static str],
    /// The integration tests that are run first.
    pub first: &'static [&'static str],
}

/// All of them.
pub const MODULES: [Module; 5] = [
    Module { name: "deduce", paths: &["src/deduce"], tests: &["deduce::"], first: &["deduce_planted"] },
    Module { name: "search", paths: &["src/search"], tests: &["search::"], first: &["published_counts"] },
    Module {
        name: "diagram",
        paths: &["src/diagram", "src/diagram/family"],
        tests: &["diagram::", "family::", "search::tests"],
        first: &[
            "algebra_small",
            "diagram_small",
            "diagram_random",
            "algebra_random",
            "diagram_files",
            "diagram_limits",
        ],
    },
    Module {
        name: "check",
        paths: &["src/puzzle/check.rs", "src/answer", "src/cli/check.rs"],
        tests: &["puzzle::", "answer::"],
        first: &["cli_check", "cli_solve"],
    },
    Module { name: "generate", paths: &["src/generate"], tests: &["generate::"], first: &["cli_generate"] },
];

impl Module {
    /// Whether a file, named from the top of the repository, belongs to it. Files of tests do not.
    pub fn has(&self, path: &str) -> bool {
        let inside =
            |&of: &&str| path == of || path.strip_prefix(of).is_some_and(|rest| rest.starts_with('/'));
        let is_test = path.ends_with("/tests.rs") || path.contains("/tests/");
        self.paths.iter().any(inside) && path.ends_with(".rs") && !is_test
    }
}
