//! Keeps the table of crates in `docs/internals/architecture.md` true, and the code to the rules that neither the compiler nor clippy
//! knows: the clock has a seam, the verifier stands alone, files are small. That a crate uses only what it names is cargo's business.
//!
//! Items behind `#[cfg(test)]` and modules named `tests` are left out: tests may compare anything with anything.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The verifier and what prints its verdict: the only crates of zlink that each may use.
const INDEPENDENT: &[(&str, &[&str])] = &[
    ("src/puzzle/check.rs", &[]),
    // The library reads the texts.
    ("src/cli/check.rs", &["answer", "base", "convert", "facts", "library", "puzzle"]),
    ("src/answer/witness.rs", &["facts"]),
    ("src/answer/printed.rs", &[]),
    ("src/answer/terms.rs", &[]),
];

/// The most lines of code, without tests and comments, that a file may have.
const LONGEST_FILE: usize = 500;

/// A source file and the words of its code: identifiers, signs, and brackets.
struct Source {
    path: String,
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

/// The crates of the table, in order.
fn table() -> Vec<String> {
    let page = read("docs/internals/architecture.md");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `src/")?.split_once('`'));
    rows.map(|(name, _)| name.to_owned()).collect()
}

/// The crates of zlink that the crate in the folder `name` of `src/` depends on, apart from its tests.
fn dependencies(name: &str) -> Vec<String> {
    let manifest = read(format!("src/{name}/Cargo.toml"));
    let section = manifest.split("\n[").find(|section| section.starts_with("dependencies]"));
    let names = section.unwrap_or_default().lines().filter_map(|line| line.strip_prefix("zlink-"));
    names.filter_map(|line| line.split(['.', ' ']).next()).map(str::to_owned).collect()
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
    Source { path: path.to_str().expect("UTF-8").replace('\\', "/"), words, code_lines: lines.len() }
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
    /// The crates of zlink that paths of the file name.
    fn crates_used(&self) -> BTreeSet<&str> {
        self.words.iter().filter_map(|word| word.strip_prefix("zlink_")).collect()
    }
}

fn assert_none(errors: &[String]) {
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

#[test]
fn the_table_lists_the_crates_in_the_order_of_the_data_flow() {
    let table = table();
    let folders = fs::read_dir(root().join("src")).expect("src/ is readable");
    let folders = folders.map(|entry| entry.expect("src/ is readable").path()).filter(|path| path.is_dir());
    let folders: BTreeSet<String> =
        folders.map(|path| path.file_name().expect("a name").to_string_lossy().into_owned()).collect();
    assert_eq!(table.iter().cloned().collect::<BTreeSet<_>>(), folders);
    let mut errors = Vec::new();
    for (at, name) in table.iter().enumerate() {
        let below = dependencies(name).into_iter().filter(|used| !table[..at].contains(used));
        errors.extend(below.map(|used| format!("{name} uses {used}, which is below it in the table")));
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
        sources().into_iter().partition(|source| source.path == "src/base/clock.rs");
    assert!(seam.iter().all(asks) && seam.len() == 1, "the seam itself is not found");
    let errors = others.iter().filter(|source| asks(source));
    let errors = errors
        .map(|source| format!("{} uses std::time::Instant: use zlink_base::clock::Instant", source.path));
    assert_none(&errors.collect::<Vec<_>>());
}

#[test]
fn the_verifier_is_independent() {
    for (path, allowed) in INDEPENDENT {
        for used in source(Path::new(path)).crates_used() {
            assert!(allowed.contains(&used), "{path} uses {used}");
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
