//! Keeps the table of modules in `docs/internals/architecture.md` true: a module uses only those above it, and a crate
//! only where the table says. Whatever the compiler or clippy can hold the code to (no `unsafe`, no standard streams outside
//! the command line) stands in `Cargo.toml`, `clippy.toml` and `src/lib.rs` instead.
//!
//! Items behind `#[cfg(test)]` and modules named `tests` are left out: tests may compare anything with anything.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The verifier and what prints its verdict: the only modules of zlink that each may use.
const INDEPENDENT: &[(&str, &[&str])] = &[
    ("src/puzzle/check.rs", &["puzzle"]),
    ("src/cli/check.rs", &["cli", "answer", "facts", "puzzle", "limits", "clock"]),
    ("src/answer/witness.rs", &["answer", "facts"]),
];

/// The most lines of code, without tests and comments, that a file may have.
const LONGEST_FILE: usize = 500;

/// A row of the table: a module, and the crates that only it may use.
struct Row {
    module: String,
    crates: Vec<String>,
}

/// A source file and the words of its code: identifiers, signs, and brackets.
struct Source {
    path: String,
    module: String,
    words: Vec<String>,
    code_lines: usize,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The rows of the table, in order, and the crates that every module may use.
fn table() -> (Vec<Row>, Vec<String>) {
    let page = read("docs/internals/architecture.md");
    let crates = |text: &str| -> Vec<String> {
        text.split([',', ' ', '\n'])
            .filter(|word| !word.is_empty() && *word != "and")
            .map(crate_name)
            .collect()
    };
    let mut lines = page.lines().skip_while(|line| !line.starts_with("| module |"));
    assert!(lines.next().is_some() && lines.next().is_some(), "architecture.md has no table of modules");
    let rows = lines
        .map_while(|line| line.strip_prefix("| `src/"))
        .map(|line| {
            let cells: Vec<&str> = line.trim_end_matches('|').split('|').map(str::trim).collect();
            let module = cells[0].trim_end_matches('`').trim_end_matches(".rs").to_owned();
            Row { module, crates: crates(cells[2]) }
        })
        .collect();
    let everywhere = page.split("Every module may use ").nth(1).and_then(|rest| rest.split('.').next());
    (rows, crates(everywhere.expect("architecture.md names the crates that every module may use")))
}

fn crate_name(package: &str) -> String {
    package.trim().replace('-', "_")
}

fn dependencies() -> Vec<String> {
    let manifest = read("Cargo.toml");
    let sections = manifest.split("\n[").filter(|section| {
        let head = section.lines().next().unwrap_or_default();
        head == "dependencies]" || head.ends_with(".dependencies]")
    });
    let entries = sections.flat_map(str::lines).filter_map(|line| line.split_once(" = "));
    entries.map(|(name, _)| crate_name(name)).collect()
}

fn sources() -> Vec<Source> {
    let mut found = Vec::new();
    let mut open = vec![root().join("src")];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).expect("src/ is readable") {
            let path: PathBuf = entry.expect("src/ is readable").path();
            if path.file_stem().is_some_and(|name| name == "tests") {
                continue;
            }
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                found.push(source(path.strip_prefix(root()).expect("below the root")));
            }
        }
    }
    assert!(found.len() > 100, "the walk through src/ found too little");
    found
}

fn source(path: &Path) -> Source {
    let tokens: TokenStream =
        read(path).parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut words = Vec::new();
    let mut lines = BTreeSet::new();
    collect(tokens, &mut words, &mut lines);
    let module = path.iter().nth(1).and_then(|name| name.to_str()).expect("UTF-8").trim_end_matches(".rs");
    Source {
        path: path.to_str().expect("UTF-8").replace('\\', "/"),
        module: module.to_owned(),
        words,
        code_lines: lines.len(),
    }
}

/// Adds the words of `tokens`, and the lines that have some, leaving out documentation and items for tests.
fn collect(tokens: TokenStream, words: &mut Vec<String>, lines: &mut BTreeSet<usize>) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        if let (TokenTree::Punct(sign), Some(TokenTree::Group(attribute))) = (&token, tokens.peek())
            && sign.as_char() == '#'
        {
            let text = attribute.to_string();
            if text.starts_with("[doc") {
                tokens.next();
                continue;
            }
            if text == "[cfg (test)]" {
                let ends = |token: &TokenTree| match token {
                    TokenTree::Group(body) => body.delimiter() == Delimiter::Brace,
                    TokenTree::Punct(sign) => sign.as_char() == ';',
                    _ => false,
                };
                tokens.by_ref().skip(1).any(|token| ends(&token));
                continue;
            }
        }
        lines.insert(token.span().start().line);
        lines.insert(token.span().end().line);
        match token {
            TokenTree::Group(group) => {
                words.push("(".to_owned());
                collect(group.stream(), words, lines);
                words.push(")".to_owned());
            }
            word => words.push(word.to_string()),
        }
    }
}

impl Source {
    /// The words after `crate::`; rustfmt and the style of this project have no `use crate::{...}`.
    fn modules_used(&self) -> BTreeSet<&str> {
        let paths = self.words.windows(4).filter(|words| words[..3] == ["crate", ":", ":"]);
        paths.map(|words| words[3].as_str()).collect()
    }

    /// Whether a path or a `use` begins with `name`.
    fn uses_crate(&self, name: &str) -> bool {
        self.words.iter().enumerate().any(|(i, word)| {
            let goes_on = self.words.get(i + 1).is_some_and(|next| next == ":")
                && self.words.get(i + 2).is_some_and(|next| next == ":");
            let begins = i == 0 || self.words[i - 1] != ":" || i < 3 || self.words[i - 3] == "(";
            word == name && begins && (goes_on || i > 0 && self.words[i - 1] == "use")
        })
    }
}

fn assert_none(errors: &[String]) {
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

#[test]
fn modules_use_only_those_above_them() {
    let (rows, _) = table();
    let place = |module: &str| rows.iter().position(|row| row.module == module);
    let mut errors = Vec::new();
    for source in sources().iter().filter(|source| !matches!(source.module.as_str(), "lib" | "main")) {
        let Some(own) = place(&source.module) else {
            errors.push(format!("{}: module {} is not in the table", source.path, source.module));
            continue;
        };
        for used in source.modules_used() {
            if place(used).is_some_and(|used| used > own) {
                errors.push(format!("{} uses {used}, which is below it in the table", source.path));
            }
        }
    }
    assert_none(&errors);
}

#[test]
fn crates_are_used_where_the_table_says() {
    let (rows, everywhere) = table();
    let sources = sources();
    let mut errors = Vec::new();
    for name in dependencies().iter().filter(|name| !everywhere.contains(name)) {
        let homes: Vec<&str> =
            rows.iter().filter(|row| row.crates.contains(name)).map(|row| row.module.as_str()).collect();
        if homes.is_empty() {
            errors.push(format!("{name} is in Cargo.toml, but the table has no module that may use it"));
        }
        let strays = sources.iter().filter(|s| !homes.contains(&s.module.as_str()) && s.uses_crate(name));
        errors
            .extend(strays.map(|source| format!("{} uses {name}, which belongs to {homes:?}", source.path)));
    }
    assert_none(&errors);
}

/// Not every system has a clock, so all but one file use the seam, in which clippy could not tell the standard type from itself.
#[test]
fn the_clock_is_asked_through_its_seam() {
    let named = |words: &[String]| -> Vec<String> {
        // `std::time::X`, or `std::time::{X, Y}`.
        let paths = words.windows(7).filter(|words| words[..6] == ["std", ":", ":", "time", ":", ":"]);
        let mut names: Vec<String> = paths.map(|words| words[6].clone()).collect();
        for (i, _) in words
            .windows(7)
            .enumerate()
            .filter(|(_, words)| words[..7] == ["std", ":", ":", "time", ":", ":", "("])
        {
            names.extend(words[i + 7..].iter().take_while(|word| *word != ")").cloned());
        }
        names
    };
    let asks = |source: &Source| named(&source.words).iter().any(|name| name == "Instant");
    let (seam, others): (Vec<Source>, Vec<Source>) =
        sources().into_iter().partition(|source| source.path == "src/clock.rs");
    assert!(seam.iter().all(asks) && seam.len() == 1, "the seam itself is not found");
    let errors = others.iter().filter(|source| asks(source));
    let errors =
        errors.map(|source| format!("{} uses std::time::Instant: use crate::clock::Instant", source.path));
    assert_none(&errors.collect::<Vec<_>>());
}

#[test]
fn the_verifier_is_independent() {
    let (rows, _) = table();
    for (path, allowed) in INDEPENDENT {
        let source = source(Path::new(path));
        for used in source.modules_used() {
            let is_module = rows.iter().any(|row| row.module == used);
            assert!(!is_module || allowed.contains(&used), "{path} uses {used}");
        }
    }
}

#[test]
fn files_are_small_and_named_after_what_they_hold() {
    let mut errors = Vec::new();
    for source in sources() {
        if source.code_lines > LONGEST_FILE {
            errors.push(format!("{} has {} lines of code", source.path, source.code_lines));
        }
        let buckets = ["util", "utils", "helper", "helpers", "common", "misc"];
        if source.path.split(['/', '.']).any(|part| buckets.contains(&part)) {
            errors.push(format!("{}: the name says nothing of what it holds", source.path));
        }
    }
    assert_none(&errors);
}
