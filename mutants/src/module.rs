//! The parts of the core that are mutated.

use std::path::{Path, PathBuf};

/// A part of the core.
pub struct Module {
    /// Its name in the table of results.
    pub name: &'static str,
    /// Its files and folders, from the top of the repository. Each is in the folder of a crate, `src/NAME`.
    pub paths: &'static [&'static str],
    /// Integration tests about it, by their files in `tests/`: run after the unit tests of the mutant's crate.
    pub tests: &'static [&'static str],
}

/// All parts of the core.
pub const MODULES: [Module; 5] = [
    Module { name: "deduce", paths: &["src/deduce"], tests: &["deduce_planted"] },
    Module { name: "search", paths: &["src/search"], tests: &["published_counts"] },
    Module {
        name: "diagram",
        paths: &["src/diagram"],
        tests: &[
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
        tests: &["cli_check", "cli_solve"],
    },
    Module { name: "generate", paths: &["src/generate"], tests: &["cli_generate"] },
];

impl Module {
    /// Whether a file, named from the top of the repository, belongs to this part. Files of tests do not.
    pub fn has(&self, path: &str) -> bool {
        let is_test = path.ends_with("/tests.rs") || path.contains("/tests/");
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
