//! Every rule of `grammar.md` is named in `src/facts/`, and the reverse.

use std::collections::BTreeSet;
use std::path::Path;

/// Rules that `arguments` reads with its stack, and the one that is a loop over sources.
const READ_BY_ARGUMENTS: [&str; 8] =
    ["terms", "term", "function", "tuple", "list", "absolute", "unary", "binary"];
/// Rules that `directive` reads.
const READ_BY_DIRECTIVE: [&str; 5] = ["show", "defined", "program", "external", "constant"];

#[test]
fn every_rule_is_a_function() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let grammar = std::fs::read_to_string(root.join("grammar.md")).unwrap();
    let rules: BTreeSet<&str> = grammar
        .split("```ebnf\n")
        .skip(1)
        .filter_map(|block| block.split("```").next())
        .flat_map(str::lines)
        .filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()))
        .filter_map(|line| line.split_once('=').map(|(name, _)| name.trim()))
        .collect();
    let code: String = std::fs::read_dir(root.join("src/facts"))
        .unwrap()
        .map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap())
        .collect();
    assert!(rules.len() > 25, "{rules:?}");
    for rule in &rules {
        let is_part = READ_BY_ARGUMENTS.contains(rule) || READ_BY_DIRECTIVE.contains(rule);
        let is_function = code.contains(&format!("fn {rule}(")) || code.contains(&format!("fn {rule}<"));
        assert!(is_function != is_part, "{rule}");
    }
    let returns = "Parsed<'_, ";
    for file in ["lexical", "plain", "statement"] {
        let code = std::fs::read_to_string(root.join(format!("src/facts/{file}.rs"))).unwrap();
        for line in code.lines().filter(|line| line.starts_with("pub(super) fn ") && line.contains(returns)) {
            let name = line["pub(super) fn ".len()..].split(['(', '<']).next().unwrap();
            assert!(rules.contains(name), "{name} is not in grammar.md");
        }
    }
}
