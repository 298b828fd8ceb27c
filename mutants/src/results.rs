//! The result of each mutant, in a file of the repository with which later runs continue; and the report.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::module::MODULES;
use crate::tree::{Mutant, Tree};

/// What became of a mutant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// This test fails.
    Caught(String),
    /// No test fails.
    Survived,
    /// Nobody can tell it from the program, for this reason. People write this in the place of [`Verdict::Survived`].
    Equivalent(String),
    /// It does not compile.
    Invalid,
}

impl Verdict {
    /// Whether a run takes too long, which may have been the machine.
    pub fn is_by_time(&self) -> bool {
        matches!(self, Verdict::Caught(by) if by.ends_with("(time)"))
    }

    fn read(word: &str, more: &str) -> Option<Self> {
        Some(match word {
            "caught" => Verdict::Caught(more.to_string()),
            "survived" => Verdict::Survived,
            "equivalent" => Verdict::Equivalent(more.to_string()),
            "invalid" => Verdict::Invalid,
            _ => return None,
        })
    }

    fn columns(&self) -> [&str; 2] {
        match self {
            Verdict::Caught(by) => ["caught", by],
            Verdict::Survived => ["survived", ""],
            Verdict::Equivalent(why) => ["equivalent", why],
            Verdict::Invalid => ["invalid", ""],
        }
    }
}

/// Verdicts by the keys of mutants.
pub struct Results {
    path: PathBuf,
    known: BTreeMap<String, Verdict>,
}

impl Results {
    /// Reads the results of earlier runs, of those mutants that there still are.
    pub fn read(path: &Path, mutants: &[Mutant]) -> io::Result<Self> {
        let there: BTreeSet<&str> = mutants.iter().map(|mutant| mutant.key.as_str()).collect();
        let mut known = BTreeMap::new();
        for line in fs::read_to_string(path)?.lines() {
            let mut columns = line.splitn(3, '\t');
            let mut next = || columns.next().unwrap_or_default();
            let (key, word, more) = (next(), next(), next());
            let verdict = Verdict::read(word, more)
                .ok_or_else(|| io::Error::other(format!("{}: no verdict: {line}", path.display())))?;
            if there.contains(key) {
                known.insert(key.to_string(), verdict);
            }
        }
        Ok(Results { path: path.to_path_buf(), known })
    }

    /// The result of a mutant, if it is known.
    pub fn get(&self, key: &str) -> Option<&Verdict> {
        self.known.get(key)
    }

    /// Adds a result, and writes the file.
    pub fn put(&mut self, key: &str, verdict: Verdict) -> io::Result<()> {
        self.known.insert(key.to_string(), verdict);
        let line = |(key, verdict): (&String, &Verdict)| {
            let [word, more] = verdict.columns();
            format!("{}\n", format!("{key}\t{word}\t{more}").trim_end())
        };
        fs::write(&self.path, self.known.iter().map(line).collect::<String>())
    }

    /// The table, and the survivors as diffs.
    pub fn report(&self, mutants: &[Mutant], tree: &Tree) -> String {
        let mut counts = [[0usize; 3]; MODULES.len()];
        let mut survivors = String::new();
        for mutant in mutants {
            let column = match self.get(&mutant.key) {
                None | Some(Verdict::Invalid) => continue,
                Some(Verdict::Caught(_)) => 0,
                Some(Verdict::Equivalent(_)) => 1,
                Some(Verdict::Survived) => {
                    let text = &tree.texts[&mutant.path];
                    let (line, column) = mutant.site.place(text);
                    let function = &mutant.site.function;
                    let diff = mutant.site.diff(text);
                    survivors.push_str(&format!("\n{}:{line}:{column} in `{function}`\n{diff}", mutant.path));
                    2
                }
            };
            counts[mutant.module][column] += 1;
        }
        let mut out = String::from(
            "| module | mutants | caught | equivalent | survived |\n|---|---:|---:|---:|---:|\n",
        );
        let sum: [usize; 3] = std::array::from_fn(|column| counts.iter().map(|row| row[column]).sum());
        let names = MODULES.iter().map(|module| module.name).chain(["all"]);
        for (name, row) in names.zip(counts.into_iter().chain([sum])) {
            let all: usize = row.iter().sum();
            let [caught, equivalent, survived] = row;
            out.push_str(&format!("| {name} | {all} | {caught} | {equivalent} | {survived} |\n"));
        }
        out + &survivors
    }
}
