//! Keeps the architecture: which module may use which crate, which module, and the standard streams.
//!
//! It reads `src/` as text. Comments, strings, `#[cfg(test)]` items and modules named `tests` are left out: tests
//! may compare anything with anything.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Every dependency and the modules that may use it; `*` means all of them.
const CRATES: &[(&str, &[&str])] = &[
    ("annotate_snippets", &["facts", "cli"]),
    ("batsat", &["engine"]),
    ("bumpalo", &["diagram"]),
    ("bzip2", &["cli"]),
    ("clap", &["cli"]),
    ("clap_complete", &["cli"]),
    ("clap_mangen", &["cli"]),
    ("flate2", &["cli"]),
    ("hashbrown", &["*"]),
    ("cadical_sys", &["engine"]),
    ("highs", &["engine"]),
    ("indexmap", &["puzzle"]),
    ("microlp", &["engine"]),
    ("nix", &["cli"]),
    ("nom", &["facts"]),
    ("num_bigint", &["random", "diagram", "family", "search", "engine", "generate", "answer", "cli"]),
    ("petgraph", &["puzzle", "order"]),
    ("png", &["generate"]),
    ("roxmltree", &["convert"]),
    ("rustc_hash", &["*"]),
    ("ruzstd", &["cli"]),
    ("serde", &["order", "answer", "compare", "cli"]),
    ("serde_json", &["answer", "compare", "cli"]),
    ("signal_hook", &["cli"]),
    ("ctor", &["main"]),
    ("tempfile", &["files"]),
    ("thiserror", &["*"]),
    ("tiny_skia", &["draw"]),
    ("xz4rust", &["cli"]),
];

/// Every module and the modules it may use: only earlier ones.
const MODULES: &[(&str, &[&str])] = &[
    ("named", &[]),
    ("faults", &[]),
    ("technique", &["named"]),
    ("limits", &["faults"]),
    ("random", &[]),
    ("files", &["faults"]),
    ("tutorial", &[]),
    ("facts", &["limits"]),
    ("puzzle", &["facts", "limits"]),
    ("board", &["named", "puzzle", "random"]),
    ("deduce", &["technique", "puzzle", "limits"]),
    ("order", &["technique", "deduce", "puzzle", "limits"]),
    ("diagram", &["random", "limits"]),
    ("family", &["diagram", "limits"]),
    ("search", &["technique", "diagram", "order", "deduce", "puzzle", "random", "limits"]),
    ("encoding", &["named", "deduce", "puzzle", "limits"]),
    (
        "engine",
        &[
            "technique",
            "named",
            "encoding",
            "search",
            "family",
            "diagram",
            "order",
            "deduce",
            "puzzle",
            "limits",
        ],
    ),
    (
        "generate",
        &[
            "named", "files", "board", "engine", "search", "diagram", "order", "deduce", "puzzle", "random",
            "limits",
        ],
    ),
    ("answer", &["named", "engine", "puzzle", "limits"]),
    ("convert", &["named", "encoding", "board", "puzzle", "facts", "limits"]),
    ("draw", &["diagram", "order", "deduce", "puzzle", "limits"]),
    ("compare", &["named", "draw"]),
    (
        "cli",
        &[
            "technique",
            "faults",
            "files",
            "compare",
            "convert",
            "draw",
            "generate",
            "board",
            "answer",
            "engine",
            "encoding",
            "search",
            "family",
            "diagram",
            "order",
            "deduce",
            "puzzle",
            "facts",
            "random",
            "limits",
        ],
    ),
];

/// Single files that may use less than their module.
const FILES: &[(&str, &[&str])] = &[
    ("src/puzzle/check.rs", &["puzzle"]),
    ("src/cli/check.rs", &["cli", "answer", "facts", "puzzle", "limits"]),
    ("src/answer/witness.rs", &["answer", "facts"]),
];

/// A source file: its path from the root, its module, its text with and without what does not count.
struct Source {
    path: String,
    module: String,
    /// How many modules deep it is: `src/a/mod.rs` is 1, `src/a/b.rs` is 2.
    depth: usize,
    words: Vec<String>,
    code_lines: usize,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn sources() -> Vec<Source> {
    let mut found = Vec::new();
    let mut open = vec![root().join("src")];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).expect("src/ is readable") {
            let path = entry.expect("src/ is readable").path();
            if path.file_stem().is_some_and(|name| name == "tests") {
                continue;
            }
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                found.push(source(&path));
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(found.len() > 10, "the walk through src/ found too little");
    found
}

fn source(path: &Path) -> Source {
    let relative = path.strip_prefix(root()).expect("below the root");
    let names: Vec<String> =
        relative.components().skip(1).map(|c| c.as_os_str().to_string_lossy().into_owned()).collect();
    let is_root_of_module = matches!(names.last().map(String::as_str), Some("mod.rs" | "lib.rs" | "main.rs"));
    let text = without_tests(&without_comments_and_strings(&fs::read_to_string(path).expect("UTF-8")));
    Source {
        path: relative.to_string_lossy().replace('\\', "/"),
        module: names[0].trim_end_matches(".rs").to_owned(),
        depth: if is_root_of_module { names.len() - 1 } else { names.len() },
        words: words(&text),
        code_lines: text.lines().filter(|line| !line.trim().is_empty()).count(),
    }
}

/// Blanks comments, string and character literals; line breaks stay.
fn without_comments_and_strings(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut kept = Vec::with_capacity(bytes.len());
    let mut i = 0;
    while i < bytes.len() {
        let rest = &bytes[i..];
        let end = if rest.starts_with(b"//") {
            rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len())
        } else if rest.starts_with(b"/*") {
            block_comment(rest)
        } else if let Some(length) = raw_string(rest) {
            if i > 0 && is_word(bytes[i - 1]) { 0 } else { length }
        } else if rest[0] == b'"' {
            quoted(rest, b'"')
        } else if rest[0] == b'\'' && is_character(rest) {
            quoted(rest, b'\'')
        } else {
            0
        };
        if end == 0 {
            kept.push(bytes[i]);
            i += 1;
        } else {
            kept.push(b' ');
            kept.extend(rest[..end].iter().filter(|&&b| b == b'\n'));
            i += end;
        }
    }
    String::from_utf8_lossy(&kept).into_owned()
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn block_comment(rest: &[u8]) -> usize {
    let (mut depth, mut i) = (0usize, 0);
    while i < rest.len() {
        if rest[i..].starts_with(b"/*") {
            depth += 1;
            i += 2;
        } else if rest[i..].starts_with(b"*/") {
            depth -= 1;
            i += 2;
            if depth == 0 {
                break;
            }
        } else {
            i += 1;
        }
    }
    i.min(rest.len())
}

fn raw_string(rest: &[u8]) -> Option<usize> {
    let prefix = if rest.starts_with(b"br") { 2 } else { usize::from(rest.starts_with(b"r")) };
    let hashes = rest[prefix..].iter().take_while(|&&b| b == b'#').count();
    if prefix == 0 || rest.get(prefix + hashes) != Some(&b'"') {
        return None;
    }
    let mut close = vec![b'"'];
    close.extend(std::iter::repeat_n(b'#', hashes));
    let body = prefix + hashes + 1;
    let at = rest[body..].windows(close.len()).position(|w| w == close)?;
    Some(body + at + close.len())
}

fn quoted(rest: &[u8], quote: u8) -> usize {
    let mut i = 1;
    while i < rest.len() && rest[i] != quote {
        i += if rest[i] == b'\\' { 2 } else { 1 };
    }
    (i + 1).min(rest.len())
}

/// Tells a character literal from a lifetime.
fn is_character(rest: &[u8]) -> bool {
    match rest.get(1) {
        Some(b'\\') => true,
        Some(&b) if b < 128 => rest.get(2) == Some(&b'\''),
        Some(_) => true,
        None => false,
    }
}

/// Takes out every item marked `#[cfg(test)]`, up to its closing brace or semicolon.
fn without_tests(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("#[cfg(test)]") {
        kept.push_str(&rest[..at]);
        let item = &rest[at..];
        let mut depth = 0usize;
        let mut end = item.len();
        for (i, c) in item.char_indices() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 && (c == '}' || c == ';') {
                end = i + 1;
                break;
            }
        }
        rest = &item[end..];
    }
    kept.push_str(rest);
    kept
}

/// The identifiers and single signs of a text, `::` as one.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c.is_alphanumeric() || c == '_' {
            let mut word = c.to_string();
            while let Some(&d) = chars.peek().filter(|d| d.is_alphanumeric() || **d == '_') {
                word.push(d);
                chars.next();
            }
            words.push(word);
        } else if c == ':' && chars.peek() == Some(&':') {
            chars.next();
            words.push("::".to_owned());
        } else if !c.is_whitespace() {
            words.push(c.to_string());
        }
    }
    words
}

/// The top-level modules that a file names, through `crate::`, or through enough `super::`.
fn modules_used(source: &Source) -> BTreeSet<String> {
    let words = &source.words;
    let mut used = BTreeSet::new();
    let mut i = 0;
    while i < words.len() {
        let mut next = i;
        let at_top = if words[i] == "crate" && words.get(i + 1).is_some_and(|w| w == "::") {
            next = i + 2;
            true
        } else {
            let mut ups = 0;
            while words.get(next).is_some_and(|w| w == "super")
                && words.get(next + 1).is_some_and(|w| w == "::")
            {
                ups += 1;
                next += 2;
            }
            ups > 0 && ups >= source.depth
        };
        if !at_top {
            i = next.max(i + 1);
            continue;
        }
        if words.get(next).is_some_and(|w| w == "{") {
            let mut depth = 0usize;
            let mut first = false;
            for word in &words[next..] {
                match word.as_str() {
                    "{" => {
                        depth += 1;
                        first = depth == 1;
                    }
                    "}" => depth -= 1,
                    "," => first = depth == 1,
                    name => {
                        if first {
                            used.insert(name.to_owned());
                        }
                        first = false;
                    }
                }
                if depth == 0 {
                    break;
                }
            }
        } else if let Some(name) = words.get(next) {
            used.insert(name.clone());
        }
        i = next + 1;
    }
    used
}

/// Whether a file names a crate: in a `use`, a path or an attribute.
fn uses_crate(source: &Source, name: &str) -> bool {
    let words = &source.words;
    (0..words.len()).any(|i| {
        words[i] == name
            && (words.get(i + 1).is_some_and(|w| w == "::") || (i > 0 && words[i - 1] == "use"))
            && (i == 0 || words[i - 1] != "::" || i < 2 || !is_word(words[i - 2].as_bytes()[0]))
    })
}

fn dependencies() -> Vec<String> {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("Cargo.toml is readable");
    manifest
        .lines()
        .skip_while(|line| *line != "[dependencies]")
        .skip(1)
        .take_while(|line| !line.starts_with('['))
        .filter_map(|line| line.split_once('='))
        .map(|(name, _)| name.trim().replace('-', "_"))
        .collect()
}

#[test]
fn every_dependency_has_its_place() {
    let listed: Vec<&str> = CRATES.iter().map(|(name, _)| *name).collect();
    let mut errors = Vec::new();
    for name in dependencies() {
        if !listed.contains(&name.as_str()) {
            errors.push(format!("{name} is in Cargo.toml, but no module is named that may use it"));
        }
    }
    for source in sources() {
        for (name, homes) in CRATES {
            let allowed = homes.contains(&"*") || homes.contains(&source.module.as_str());
            if !allowed && uses_crate(&source, name) {
                errors.push(format!("{} uses {name}, which belongs to {homes:?}", source.path));
            }
        }
    }
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

#[test]
fn modules_use_only_what_comes_before_them() {
    let mut errors = Vec::new();
    for source in sources() {
        if matches!(source.module.as_str(), "lib" | "main") {
            continue;
        }
        let Some((_, before)) = MODULES.iter().find(|(name, _)| *name == source.module) else {
            errors.push(format!("{}: module {} has no place in the table", source.path, source.module));
            continue;
        };
        for used in modules_used(&source) {
            let known = MODULES.iter().any(|(name, _)| *name == used);
            if known && used != source.module && !before.contains(&used.as_str()) {
                errors.push(format!("{} uses {used}", source.path));
            }
        }
    }
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

#[test]
fn the_checker_is_independent() {
    let sources = sources();
    for (path, allowed) in FILES {
        let source = sources.iter().find(|s| s.path == *path).unwrap_or_else(|| panic!("{path} is missing"));
        for used in modules_used(source) {
            let known = MODULES.iter().any(|(name, _)| *name == used);
            assert!(!known || allowed.contains(&used.as_str()), "{path} uses {used}");
        }
    }
}

#[test]
fn only_the_command_line_touches_the_standard_streams() {
    let streams = ["stdin", "stdout", "stderr", "print", "println", "eprint", "eprintln", "dbg"];
    let mut errors = Vec::new();
    for source in sources().iter().filter(|s| s.module != "cli") {
        for (i, word) in source.words.iter().enumerate() {
            let called = source.words.get(i + 1).is_some_and(|w| w == "(" || w == "!");
            if called && streams.contains(&word.as_str()) {
                errors.push(format!("{} uses {word}", source.path));
            }
        }
    }
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

#[test]
fn files_are_small_and_have_a_noun() {
    let mut errors = Vec::new();
    for source in sources() {
        if source.code_lines > 600 {
            errors.push(format!("{} has {} lines of code", source.path, source.code_lines));
        }
        let bucket = ["util", "utils", "helper", "helpers", "common", "misc"];
        if source.path.split(['/', '.']).any(|part| bucket.contains(&part)) {
            errors.push(format!("{}: a file has the name of the thing it holds", source.path));
        }
        if source.words.windows(2).any(|pair| pair == ["mod", "tests"]) {
            errors.push(format!("{}: its tests are not behind cfg(test)", source.path));
        }
        // The crate ctor wants to be told that what runs before `main` has to be careful; the library has none of it.
        let is_unsafe = |words: &[String]| words[2] == "unsafe" && words[..2] != ["ctor", "("];
        if source.words.windows(3).any(is_unsafe) {
            errors.push(format!("{} has unsafe code", source.path));
        }
    }
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

#[test]
fn the_reader_of_sources_sees_what_it_must() {
    let text = "use crate::{a, b::{c, d}}; // crate::x\nlet s = \"crate::y\"; fn f<'a>(q: &'a str) { super::super::z::w() }\n\
                #[cfg(test)]\nmod tests { use crate::t; fn g() {} }\nuse nom::bytes; let c = '\"'; crate::e::f();";
    let source = Source {
        path: String::new(),
        module: "m".to_owned(),
        depth: 2,
        words: words(&without_tests(&without_comments_and_strings(text))),
        code_lines: 0,
    };
    let used: Vec<String> = modules_used(&source).into_iter().collect();
    assert_eq!(used, ["a", "b", "e", "z"]);
    assert!(uses_crate(&source, "nom"));
    assert!(!uses_crate(&source, "bytes"));
}
