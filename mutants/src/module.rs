//! The parts of the core that are mutated.

use std::path::{Path, PathBuf};

/// A part of the core.
pub struct Module {
    /// Its name in the table of results.
    pub name: &'static str,
    /// Its files and folders, from the top of the repository. Each is in the folder of a crate, `src/NAME`.
    pub paths: &'static [&'static str],
    /// Integration tests about it, by their files in `tests/`, fast ones first: run after the unit tests of the mutant's crate.
    pub tests: &'static [&'static str],
}

/// All parts of the core. A file belongs to the first that has it.
pub const MODULES: [Module; 10] = [
    Module {
        name: "deduce",
        paths: &["src/deduce"],
        tests: &["deduce_planted", "cli_without", "differential_small_worlds", "explain_steps"],
    },
    Module {
        name: "search",
        paths: &["src/search"],
        tests: &["published_counts", "differential_small_worlds", "cli_engines", "cli_solve"],
    },
    Module {
        name: "frontier",
        paths: &["src/frontier", "src/graphs", "src/order"],
        tests: &[
            "order_grids",
            "order_random",
            "published_counts",
            "differential_small_worlds",
            "cli_graphs",
            "cli_spill",
        ],
    },
    Module {
        name: "diagram",
        paths: &["src/diagram"],
        tests: &[
            "algebra_small",
            "algebra_random",
            "algebra_limits",
            "diagram_small",
            "diagram_random",
            "diagram_files",
            "diagram_limits",
            "cli_diagram",
        ],
    },
    Module {
        name: "check",
        paths: &["src/puzzle/check.rs", "src/answer", "src/cli/check.rs"],
        tests: &["cli_analyse", "cli_explain", "check_answers", "cli_check", "cli_solve"],
    },
    Module { name: "generate", paths: &["src/generate"], tests: &["cli_generate", "cli_families"] },
    Module {
        name: "explain",
        paths: &["src/explain"],
        tests: &["explain_steps", "cli_explain", "grammar_rules", "loopy_levels"],
    },
    Module { name: "analyse", paths: &["src/analyse"], tests: &["cli_analyse", "cli_prove"] },
    Module { name: "proof", paths: &["src/proof"], tests: &["cli_prove"] },
    Module {
        name: "readers",
        paths: &["src/facts", "src/puzzle", "src/convert", "src/library/texts.rs", "src/library/reading.rs"],
        tests: &[
            "facts_bad_inputs",
            "facts_build",
            "facts_gringo_forms",
            "facts_round_trip",
            "convert_encodings",
            "convert_graphs",
            "convert_round_trips",
            "cli_formats",
            "cli_draw",
        ],
    },
];

/// What tests compare results with.
const ORACLES: [&str; 2] = ["src/puzzle/brute.rs", "src/puzzle/random_puzzles.rs"];

impl Module {
    /// Whether a file, named from the top of the repository, belongs to this part. Files of tests do not.
    pub fn has(&self, path: &str) -> bool {
        let is_test = path.ends_with("/tests.rs") || path.contains("/tests/") || ORACLES.contains(&path);
        let inside = |of: &&str| Path::new(path).starts_with(of);
        self.paths.iter().any(inside) && path.ends_with(".rs") && !is_test
    }
}

/// The folder of the crate that a file in `src/NAME` belongs to, from the top of the repository.
pub fn crate_of(path: &str) -> PathBuf {
    Path::new(path).components().take(2).collect()
}

/// Whether a file is the root of a crate with code of the core.
pub fn is_root(path: &str) -> bool {
    let mut paths = MODULES.iter().flat_map(|module| module.paths);
    paths.any(|of| Path::new(path) == crate_of(of).join("lib.rs"))
}
