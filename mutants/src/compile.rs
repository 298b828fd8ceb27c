//! Building the copy, without the mutants that do not compile.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::module::{MODULES, crate_of};
use crate::results::{Results, Verdict};
use crate::rewrite::Rewritten;
use crate::tree::{Mutant, Tree};

/// Attempts to build, each without the mutants that the errors of the one before pointed at: a few for each crate, as the errors of a
/// crate keep those that depend on it from being compiled.
const ATTEMPTS: usize = 40;

/// A program with tests, or a part of it.
#[derive(Debug, Clone)]
pub struct TestProgram {
    /// Whether these are the unit tests of a crate.
    pub is_unit: bool,
    /// The name of the crate, or of the file in `tests/`.
    pub name: String,
    /// The file to run.
    pub path: PathBuf,
    /// The folder of the package, in which cargo runs its tests.
    pub folder: PathBuf,
    /// Whether it is the same as in the run before.
    pub is_fresh: bool,
    /// What the names of its tests begin with.
    pub prefix: String,
}

impl TestProgram {
    /// Whether these are the unit tests of the crate that a file is in.
    pub fn has_unit_tests_of(&self, path: &str) -> bool {
        self.is_unit && self.folder.ends_with(crate_of(path))
    }
}

/// Runs cargo in the copy and returns its messages.
fn cargo(tree: &Tree, target: &Path, arguments: &[impl AsRef<OsStr>]) -> io::Result<Vec<Value>> {
    let output = Command::new("cargo")
        .args(arguments)
        .args(["--message-format=json", "--quiet", "--locked"])
        .current_dir(&tree.to)
        .env("CARGO_TARGET_DIR", target)
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
}

/// The mutants that errors point at, and the texts of the errors that point at none.
fn blamed(messages: &[Value], files: &BTreeMap<String, Rewritten>) -> (BTreeSet<u32>, Vec<String>) {
    let (mut mutants, mut others) = (BTreeSet::new(), Vec::new());
    for message in messages.iter().map(|m| &m["message"]).filter(|m| m["level"] == "error") {
        let empty = Vec::new();
        let spans = message["spans"].as_array().unwrap_or(&empty);
        let byte = |span: &Value, which: &str| usize::try_from(span[which].as_u64()?).ok();
        let file = |span: &Value| files.get(span["file_name"].as_str()?);
        let at = |span: &Value| file(span)?.around(byte(span, "byte_start")?);
        let main: BTreeSet<u32> = spans.iter().filter(|s| s["is_primary"] == true).filter_map(at).collect();
        let mut found = if main.is_empty() { spans.iter().filter_map(at).collect() } else { main };
        // Without a jump, borrows before and after it may overlap: the error points at these.
        if let (true, Some(file)) = (found.is_empty(), spans.iter().find_map(file)) {
            let start = spans.iter().filter_map(|span| byte(span, "byte_start")).min().unwrap_or(0);
            let end = spans.iter().filter_map(|span| byte(span, "byte_end")).max().unwrap_or(0);
            found.extend(file.near(start..end));
        }
        if found.is_empty() && !spans.is_empty() {
            others.push(message["rendered"].as_str().unwrap_or_default().to_string());
        }
        mutants.extend(found);
    }
    (mutants, others)
}

/// Checks the copy until it compiles; mutants that do not compile become `None`, now and in later runs.
pub fn settle(
    tree: &Tree,
    target: &Path,
    results: &mut Results,
    mutants: &mut [Option<&Mutant>],
) -> io::Result<()> {
    for mutant in mutants.iter_mut() {
        *mutant = mutant.filter(|mutant| results.get(&mutant.key) != Some(&Verdict::Invalid));
    }
    for _ in 0..ATTEMPTS {
        let files = tree.write(mutants)?;
        let (blamed, others) = blamed(&cargo(tree, target, &["check", "--lib", "--keep-going"])?, &files);
        if blamed.is_empty() {
            let why = others.concat();
            return if why.is_empty() { Ok(()) } else { Err(io::Error::other(why)) };
        }
        eprintln!("{} mutants do not compile", blamed.len());
        for mutant in blamed.iter().filter_map(|&number| mutants[number as usize - 1].take()) {
            results.put(&mutant.key, Verdict::Invalid)?;
        }
    }
    Err(io::Error::other("the copy does not compile"))
}

/// Builds the tests: the unit tests of every crate, and the files of `tests/`. With `own`, only the unit tests of mutated crates, and
/// the files about a module.
pub fn programs(tree: &Tree, target: &Path, own: bool) -> io::Result<Vec<TestProgram>> {
    let mut arguments = ["test", "--no-run", "--lib", "--test", "all"].map(str::to_string).to_vec();
    if own {
        let crates = MODULES.iter().flat_map(|module| module.paths).map(|path| crate_of(path));
        arguments.push("--package=zlink".to_string());
        arguments.extend(
            crates.filter_map(|folder| Some(format!("--package=zlink-{}", folder.file_name()?.display()))),
        );
    }
    let messages = cargo(tree, target, &arguments)?;
    let mut programs = Vec::new();
    for message in messages.iter().filter(|message| message["profile"]["test"] == true) {
        let text = |value: &Value| value.as_str().map(str::to_string);
        let program = (|| {
            Some(TestProgram {
                is_unit: message["target"]["kind"][0] != "test",
                name: text(&message["target"]["name"])?,
                path: PathBuf::from(text(&message["executable"])?),
                folder: Path::new(message["manifest_path"].as_str()?).parent()?.to_path_buf(),
                is_fresh: message["fresh"] == true,
                prefix: String::new(),
            })
        })();
        programs.extend(program);
    }
    let Some(all) = programs.iter().position(|program| !program.is_unit).map(|at| programs.swap_remove(at))
    else {
        return Err(io::Error::other("the tests do not compile"));
    };
    let list =
        Command::new(&all.path).args(["--list", "--format", "terse"]).current_dir(&all.folder).output()?;
    let list = String::from_utf8_lossy(&list.stdout).into_owned();
    let files: BTreeSet<&str> = list.lines().filter_map(|line| Some(line.split_once("::")?.0)).collect();
    // The test `architecture` looks at the sources, which are mutated here.
    let is_wanted = |file: &&str| {
        *file != "architecture" && (!own || MODULES.iter().any(|module| module.tests.contains(file)))
    };
    programs.extend(files.into_iter().filter(is_wanted).map(|file| TestProgram {
        name: file.to_string(),
        prefix: format!("{file}::"),
        ..all.clone()
    }));
    Ok(programs)
}
