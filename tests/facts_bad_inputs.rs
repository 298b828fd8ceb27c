//! Every `tests/bad_inputs/NAME.lp` gives exactly the messages of `NAME.err`.
//!
//! A file whose name starts with `strict_` is read with `--strict`. One whose name starts with `warning_` is a puzzle,
//! and its warnings are the messages, including those about coordinates and labels. `UPDATE=1 cargo test --test all
//! facts_bad_inputs::` writes the messages anew.

use std::path::Path;

use zlink::facts::{Source, parse};
use zlink::puzzle::{BuildOptions, build, pair_labels, positions};

/// The messages about `bytes`, and whether one of them is an error.
fn messages(name: &str, bytes: Vec<u8>) -> (String, bool) {
    let sources = [Source::new(name, bytes)];
    let facts = match parse(&sources) {
        Ok(facts) => facts,
        Err(report) => return (report.to_string(), true),
    };
    let options = BuildOptions { strict: name.starts_with("strict_"), ..BuildOptions::default() };
    match build(&facts, &options) {
        Ok(built) => {
            let (_, position) = positions(&facts, &built.names);
            let (_, label) = pair_labels(&facts, &built.puzzle, &built.names);
            let odd: Vec<_> = position.into_iter().chain(label).collect();
            if options.strict && !odd.is_empty() {
                return (odd.into_iter().map(|warning| warning.refused().to_string()).collect(), true);
            }
            (built.warnings.iter().chain(&odd).map(ToString::to_string).collect(), false)
        }
        Err(report) => (report.to_string(), true),
    }
}

#[test]
fn every_bad_input_has_its_message() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad_inputs");
    let mut inputs: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "lp"))
        .collect();
    inputs.sort();
    assert!(inputs.len() >= 40);
    let update = std::env::var_os("UPDATE").is_some();
    let mut wrong = Vec::new();
    for input in inputs {
        let name = input.file_name().unwrap().to_string_lossy().into_owned();
        let (found, is_error) = messages(&name, std::fs::read(&input).unwrap());
        assert_ne!(is_error, name.starts_with("warning_"), "{name}: {found}");
        let expected_file = input.with_extension("err");
        if update {
            std::fs::write(&expected_file, &found).unwrap();
        }
        let expected = std::fs::read_to_string(&expected_file).unwrap_or_default();
        if found != expected {
            wrong.push(format!("{name}\n--- expected\n{expected}--- found\n{found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Inputs too large to keep as files.
#[test]
fn huge_inputs_are_refused_briefly() {
    let deep =
        |open: &str, close: &str| format!("edge(0,1).\nnode({}1{}).", open.repeat(5000), close.repeat(5000));
    let wide = format!("node({}1).", "1,".repeat(2_000_000));
    let cases: Vec<(Vec<u8>, &str)> = vec![
        ("(".repeat(5_000_000).into_bytes(), "x:1:1: error: a term is not a fact"),
        (format!("edge({}", "(".repeat(5_000_000)).into_bytes(), "nested too deeply"),
        (deep("(", ")").into_bytes(), "x:2:1005: error: terms are nested too deeply"),
        (deep("f(", ")").into_bytes(), "nested too deeply"),
        (deep("-", "").into_bytes(), "nested too deeply"),
        (deep("2**", "").into_bytes(), "nested too deeply"),
        (deep("|", "|").into_bytes(), "nested too deeply"),
        (wide.into_bytes(), "too many terms"),
        (b"edge(1..1000000000,1).".to_vec(), "too many facts"),
        (b"edge(1..3000,1..3000).".to_vec(), "too many facts"),
        (b"node(f(1..3000,1..3000)).".to_vec(), "too many facts"),
        (format!("node({}1..4000000{}).", "(".repeat(900), ")".repeat(900)).into_bytes(), "too many facts"),
        (format!("node({}(1..4000000)).", "-".repeat(900)).into_bytes(), "too many facts"),
        ("node(f(1..1500,1..1500),1..0). ".repeat(100).into_bytes(), "too many facts"),
        ("node(1..1000000). ".repeat(6).into_bytes(), "too many facts"),
        (b"edge(1..9223372036854775807,1).".to_vec(), "too many facts"),
        (b"edge(-9223372036854775808..9223372036854775807,1).".to_vec(), "too many facts"),
        (vec![0; 3_000_000], "this character cannot appear here"),
        ("%*".repeat(3_000_000).into_bytes(), "never closed"),
        (format!("edge({}", "\"".repeat(1_000_001)).into_bytes(), "error: "),
        (format!("edge({},1)", "a".repeat(3_000_000)).into_bytes(), "x:1:3000009: error: the full stop"),
        ("edge(0,1) ".repeat(300_000).into_bytes(), "too many errors"),
        ("edge(0,0).".repeat(300_000).into_bytes(), "too many errors"),
    ];
    for (bytes, expected) in cases {
        let start: String = String::from_utf8_lossy(&bytes[..bytes.len().min(30)]).into_owned();
        let (found, is_error) = messages("x", bytes);
        assert!(is_error && found.contains(expected), "{start}: {expected}: {found}");
        assert!(found.len() < 20_000, "{start}: {}", found.len());
    }
}
