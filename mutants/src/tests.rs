//! The rewriter on small texts, the table of modules, the sample and its results.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::find::sites;
use crate::module::{MODULES, crate_of, is_root};
use crate::results::{Results, Verdict};
use crate::rewrite::rewrite;
use crate::site::{Form, Site};
use crate::tree::{Mutant, Tree};
use crate::{Options, ordered};

/// The texts that mutations replace, with their replacements.
fn mutations(text: &str) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> =
        sites(text).unwrap().into_iter().map(|site| (text[site.range].to_string(), site.mutated)).collect();
    all.sort();
    all
}

fn pairs(list: &[(&str, &str)]) -> Vec<(String, String)> {
    list.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect()
}

#[test]
fn operators_literals_and_results() {
    let text = "fn less(a: u32, b: u32) -> bool { !(a < b + 1) && a != 0x10u32 }";
    let expected = [
        ("", "return false;"),
        ("", "return true;"),
        ("!(a < b + 1)", "(a < b + 1)"),
        ("!(a < b + 1) && a != 0x10u32", "!(a < b + 1) || a != 0x10u32"),
        ("0x10u32", "17u32"),
        ("1", "2"),
        ("a != 0x10u32", "a == 0x10u32"),
        ("a < b + 1", "a <= b + 1"),
        ("b + 1", "b"),
        ("b + 1", "b - 1"),
    ];
    assert_eq!(mutations(text), pairs(&expected));
}

#[test]
fn statements_are_left_out() {
    let text = "fn f(v: &mut Vec<u32>) { v.clear(); loop { if v.is_empty() { break; } } }";
    assert_eq!(mutations(text), pairs(&[("break;", ""), ("v.clear();", "")]));
}

#[test]
fn what_must_be_constant_or_is_a_test_stays() {
    let text = "
        const N: usize = 1 + 2;
        const fn two() -> usize { 1 + 1 }
        #[cfg(test)] mod tests { fn f() -> bool { 1 < 2 } }
        #[test] fn t() { g(); }
        fn g(x: Option<u32>) { let [_a, _b]: [u8; 2]; if let Some(1..=3) = x && x.is_some() { assert!(1 < 2) } }
        fn h() -> [u8; 3] { const M: usize = 1; match M { 7 => [b'0'; 3], _ => [b'0'; M + 2] } }
    ";
    assert_eq!(mutations(text), []);
}

#[test]
fn all_mutations_of_a_text_stand_in_it() {
    let text = "fn f(a: u32) -> bool { g(a + 1); a + 1 < 2 }";
    let found = sites(text).unwrap();
    let numbered: Vec<(u32, &Site)> = (1..).zip(&found).collect();
    let rewritten = rewrite(text, &numbered);
    syn::parse_file(&rewritten.text).unwrap();
    assert_eq!(rewritten.places.len(), found.len());
    for (number, site) in numbered {
        let (_, range) = rewritten.places.iter().find(|(n, _)| *n == number).unwrap().clone();
        let place = &rewritten.text[range.clone()];
        assert!(place.contains(&format!("crate::mutants::on({number})")), "{place}");
        assert!(site.form == Form::Statement || place.contains(&site.mutated));
        // An error in what is new belongs to this mutation.
        if site.form != Form::Statement {
            let at = range.start + place.find(&site.mutated).unwrap();
            assert_eq!(rewritten.around(at), Some(number));
        }
    }
}

#[test]
fn diffs_show_whole_lines() {
    let text = "fn f(a: u32) -> bool {\n    a < 3\n}\n";
    let site = sites(text).unwrap().into_iter().find(|site| site.mutated == "a <= 3").unwrap();
    assert_eq!((site.place(text), site.diff(text).as_str()), ((2, 5), "-    a < 3\n+    a <= 3\n"));
}

#[test]
fn modules_are_in_crates_and_have_tests() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for module in &MODULES {
        for path in module.paths {
            let folder = crate_of(path);
            assert!(root.join(path).exists(), "{path}");
            assert!(root.join(&folder).join("Cargo.toml").exists(), "{}", folder.display());
            assert!(is_root(folder.join("lib.rs").to_str().unwrap()));
        }
        for test in module.tests {
            assert!(root.join("tests").join(test).with_extension("rs").exists(), "{test}");
        }
    }
    assert!(!is_root("src/lib.rs") && !is_root("src/deduce/registry.rs"));
    assert!(!MODULES.iter().any(|module| module.has("src/puzzle/brute.rs")));
}

/// A mutant of a module, in a file with this text.
fn mutant(module: usize, key: &str) -> Mutant {
    let site = sites("fn f() -> bool { a < b }").unwrap().remove(0);
    Mutant { module, path: "f.rs".to_string(), site, key: key.to_string() }
}

#[test]
fn modules_have_equal_shares() {
    let mutants = (0..60).map(|i| mutant(usize::from(i >= 50), &i.to_string())).collect();
    let modules: Vec<usize> = ordered(mutants).iter().map(|mutant| mutant.module).collect();
    assert_eq!(modules[..20], [0, 1].repeat(10));
    assert_eq!(modules[20..], [0; 40]);
}

#[test]
#[allow(clippy::disallowed_methods, reason = "tests run where there are processes")]
fn results_are_kept_while_there_is_their_mutant() {
    let path = std::env::temp_dir().join(format!("zlink-mutants-{}.tsv", std::process::id()));
    std::fs::write(&path, "gone\tsurvived\nalike\tequivalent\tmore `work`\nbroken\tinvalid\n").unwrap();
    let mutants = ["alike", "broken", "found", "missed"].map(|key| mutant(1, key));
    let mut results = Results::read(&path, &mutants).unwrap();
    results.put("missed", Verdict::Survived).unwrap();
    results.put("found", Verdict::Caught("deduce (time)".to_string())).unwrap();
    let written =
        "alike\tequivalent\tmore `work`\nbroken\tinvalid\nfound\tcaught\tdeduce (time)\nmissed\tsurvived\n";
    assert_eq!(std::fs::read_to_string(&path).unwrap(), written);
    let results = Results::read(&path, &mutants).unwrap();
    assert!(results.get("found").unwrap().is_by_time() && results.get("gone").is_none());
    let texts = BTreeMap::from([("f.rs".to_string(), "fn f() -> bool { a < b }".to_string())]);
    let report = results.report(&mutants, &Tree { to: PathBuf::new(), texts });
    assert!(report.contains("| search | 3 | 1 | 1 | 1 |\n") && report.contains("| all | 3 | 1 | 1 | 1 |\n"));
    assert_eq!(report.matches("f.rs:1:").count(), 1);
    std::fs::write(&path, "found\tseen\n").unwrap();
    assert!(Results::read(&path, &mutants).is_err());
    std::fs::remove_file(path).unwrap();
}

#[test]
fn options_are_read() {
    let read = |line: &str| Options::of(line.split_whitespace().map(str::to_string));
    let options = read("--own --count 30 --minutes 5 --again").unwrap();
    let expected =
        Options { count: 30, module: None, own: true, minutes: Some(5), again: true, report: false };
    assert_eq!(options, expected);
    assert!(["--count", "--count x", "--seed 1"].iter().all(|line| read(line).is_none()));
}
