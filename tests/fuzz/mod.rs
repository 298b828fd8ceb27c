//! A short run of the fuzz targets: the texts of their corpora, and a fixed number of mutations of each. `fuzz/run.sh`
//! makes long ones.

#[allow(unreachable_pub)]
#[path = "../../fuzz/src/lib.rs"]
pub(crate) mod checks;
mod mutation;

use std::path::{Path, PathBuf};

use mutation::Mutator;
use zlink::random::Random;

/// The corpus and the options of a target, by its line in `fuzz/targets.tsv`.
struct Run {
    /// A text, and its file.
    corpus: Vec<(PathBuf, Vec<u8>)>,
    tokens: Vec<Vec<u8>>,
    /// The number of mutations of each text of the corpus.
    mutations: usize,
}

impl Run {
    fn of(name: &str) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let table = std::fs::read_to_string(root.join("fuzz/targets.tsv")).expect("the list of targets");
        let mut lines = table.lines().map(|line| line.split('\t').collect::<Vec<_>>());
        let line = lines.find(|line| line[0] == name).expect("a line for each target");
        let mut corpus = Vec::new();
        for folder in [&format!("fuzz/corpus/{name}"), line[1]].into_iter().filter(|&folder| folder != "-") {
            for entry in std::fs::read_dir(root.join(folder)).expect("a corpus") {
                let path = entry.expect("a corpus").path();
                if path.extension().is_none_or(|ending| ending != "err" && ending != "gitattributes") {
                    let bytes = std::fs::read(&path).expect("a text");
                    corpus.push((path, bytes));
                }
            }
        }
        // Folders are listed in any order.
        corpus.sort();
        let tokens = std::fs::read_to_string(root.join("fuzz/tokens").join(name)).unwrap_or_default();
        Run { corpus, tokens: mutation::tokens(&tokens), mutations: line[2].parse().expect("a number") }
    }
}

/// Runs the check of the target `name`.
fn run(name: &str, check: fn(&[u8])) {
    let Run { corpus, tokens, mutations } = Run::of(name);
    let texts: Vec<&[u8]> = corpus.iter().map(|(_, text)| &text[..]).collect();
    let mutator = Mutator { corpus: &texts, tokens: &tokens };
    let mut random = Random::new(1);
    for (file, text) in &corpus {
        passes(check, text, &file.display().to_string());
        for _ in 0..mutations {
            let mutated = mutator.mutated(text, &mut random);
            passes(check, &mutated, &format!("a mutation of {}", file.display()));
        }
    }
}

fn passes(check: fn(&[u8]), text: &[u8], origin: &str) {
    if std::panic::catch_unwind(|| check(text)).is_err() {
        panic!("{origin}: b\"{}\"", text.escape_ascii());
    }
}

macro_rules! targets {
    ($($(#[$condition:meta])? $name:ident)*) => {
        const TARGETS: &[&str] = &[$(stringify!($name)),*];
        $(
            $(#[$condition])?
            #[test]
            fn $name() {
                run(stringify!($name), checks::$name::check);
            }
        )*
    };
}

targets! {
    answer
    blocks
    board
    command_line
    compressed
    convert
    diagram
    facts
    folder
    graphillion
    mask
    picture
    reasoning
    #[cfg(feature = "studio")]
    studio
    weights
}

/// No target is forgotten in one of the places that name it.
#[test]
fn every_target_is_everywhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let names = |folder: &str| {
        let entries = std::fs::read_dir(root.join(folder))
            .expect("a folder")
            .map(|entry| entry.expect("a file").path());
        let mut names: Vec<String> =
            entries.map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned()).collect();
        names.sort();
        names
    };
    assert_eq!(names("fuzz_targets"), TARGETS);
    assert_eq!(names("corpus"), TARGETS);
    let table = std::fs::read_to_string(root.join("targets.tsv")).expect("the list of targets");
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    let mut listed: Vec<&str> = lines.filter_map(|line| line.split('\t').next()).collect();
    listed.sort_unstable();
    assert_eq!(listed, TARGETS);
    let manifest = std::fs::read_to_string(root.join("Cargo.toml")).expect("the manifest");
    assert!(TARGETS.iter().all(|name| manifest.contains(&format!("fuzz_targets/{name}.rs"))));
}
