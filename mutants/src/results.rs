//! The result of each mutant, in a file with which later runs continue; and the report.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::module::MODULES;
use crate::tree::{Mutant, Tree};

/// The test that caught a mutant; `None` for a survivor.
pub type Catcher = Option<String>;

/// Results by the keys of mutants.
pub struct Results {
    path: PathBuf,
    known: BTreeMap<String, Catcher>,
}

impl Results {
    /// Reads the results of earlier runs.
    pub fn read(path: &Path) -> Self {
        let text = fs::read_to_string(path).unwrap_or_default();
        let entry = |line: &str| {
            let (key, catcher) = line.split_once('\t')?;
            Some((key.to_string(), Some(catcher.to_string()).filter(|catcher| !catcher.is_empty())))
        };
        Results { path: path.to_path_buf(), known: text.lines().filter_map(entry).collect() }
    }

    /// The result of a mutant, if it is known.
    pub fn get(&self, key: &str) -> Option<&Catcher> {
        self.known.get(key)
    }

    /// Adds a result, and appends it to the file.
    pub fn put(&mut self, key: &str, catcher: Catcher) -> io::Result<()> {
        let mut file = OpenOptions::new().create(true).append(true).open(&self.path)?;
        writeln!(file, "{key}\t{}", catcher.as_deref().unwrap_or_default())?;
        self.known.insert(key.to_string(), catcher);
        Ok(())
    }

    /// The table, and the survivors as diffs.
    pub fn report(&self, mutants: &[&Mutant], tree: &Tree) -> String {
        let mut counts = [[0usize; 2]; MODULES.len()];
        let mut survivors = String::new();
        for mutant in mutants {
            let Some(catcher) = self.get(&mutant.key) else { continue };
            counts[mutant.module][usize::from(catcher.is_none())] += 1;
            if catcher.is_none() {
                let text = &tree.texts[&mutant.path];
                let (line, column) = mutant.site.place(text);
                let function = &mutant.site.function;
                let diff = mutant.site.diff(text);
                survivors.push_str(&format!("\n{}:{line}:{column} in `{function}`\n{diff}", mutant.path));
            }
        }
        let mut out = String::from("| module | mutants | caught | survived |\n|---|---:|---:|---:|\n");
        let sum = counts.iter().fold([0, 0], |[a, b], [c, d]| [a + c, b + d]);
        let names = MODULES.iter().map(|module| module.name).chain(["all"]);
        for (name, [caught, survived]) in names.zip(counts.into_iter().chain([sum])) {
            out.push_str(&format!("| {name} | {} | {caught} | {survived} |\n", caught + survived));
        }
        out + &survivors
    }
}
