//! `zlink diagram`: its output for small families, and its errors for files that are no family.

use std::path::PathBuf;

use crate::common::{DOMINO, PATH, file, grid, run};

/// Runs `zlink diagram`, expects success, and returns the output.
fn diagram(arguments: &[&str], input: &str) -> String {
    let ran = run(&[&["diagram"], arguments].concat(), input);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0), "{arguments:?}");
    ran.stdout
}

/// Runs `zlink diagram`, expects status 65, and returns the message.
fn refusal(arguments: &[&str], input: &str) -> String {
    let ran = run(&[&["diagram"], arguments].concat(), input);
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 65), "{arguments:?}");
    ran.stderr
}

/// A file that does not exist yet.
fn new_file() -> String {
    let mut path: PathBuf = file("");
    path.set_extension("zdd");
    path.to_str().expect("a plain path").to_string()
}

fn built(instance: &str) -> String {
    let path = new_file();
    assert_eq!(diagram(&["build", "-o", &path], instance), "");
    path
}

/// The lines of the sets, sorted.
fn sets(file: &str) -> Vec<String> {
    let mut lines: Vec<String> = diagram(&["list", file], "").lines().map(str::to_string).collect();
    lines.sort();
    lines
}

const LEFT: &str = "link(0,1). link(0,3). link(1,4). link(3,4).";
const RIGHT: &str = "link(1,2). link(1,4). link(2,5). link(4,5).";
const BOTH: &str = "link(0,1). link(1,2). link(0,3). link(2,5). link(3,4). link(4,5).";

/// A line with its facts in alphabetical order, since the planner chooses the order of levels.
fn in_order(line: &str) -> String {
    let mut facts: Vec<&str> = line.split(' ').collect();
    facts.sort_unstable();
    facts.join(" ")
}

fn normal(file: &str) -> Vec<String> {
    let mut lines: Vec<String> = sets(file).iter().map(|line| in_order(line)).collect();
    lines.sort();
    lines
}

fn expected(lines: &[&str]) -> Vec<String> {
    let mut lines: Vec<String> = lines.iter().map(|line| in_order(line)).collect();
    lines.sort();
    lines
}

#[test]
fn a_puzzle_becomes_a_family() {
    let all = built(DOMINO);
    assert_eq!(diagram(&["count", &all], ""), "3\n");
    assert_eq!(diagram(&["sizes", &all], ""), "4 2\n6 1\n");
    assert_eq!(normal(&all), expected(&[LEFT, RIGHT, BOTH]));
    assert_eq!(diagram(&["list", "-n", "2", &all], "").lines().count(), 2);
    let frequency = diagram(&["frequency", &all], "");
    assert!(frequency.lines().any(|line| line == "link(1,4) 2 0.666667"), "{frequency}");
    assert_eq!(frequency.lines().count(), 7);
    assert!(diagram(&["info", &all], "").starts_with("elements 7\nnodes "));
    let elements = diagram(&["info", "--elements", &all], "");
    assert_eq!(elements.lines().count(), 7);
    assert!(elements.contains("link(0,1)\n"));
}

#[test]
fn decided_edges_are_elements_too() {
    // The tail is in no cycle.
    let all = built(&format!("{DOMINO} edge(5,6). link(0,1)."));
    assert_eq!(normal(&all), expected(&[LEFT, BOTH]));
    assert_eq!(diagram(&["info", "--elements", &all], "").lines().count(), 8);
    let none = built(PATH);
    assert_eq!(diagram(&["count", &none], ""), "0\n");
    assert_eq!(diagram(&["list", &none], ""), "");
    assert_eq!(diagram(&["info", "--elements", &none], ""), "link(0,1)\nlink(1,2)\n");
    // One solution, by deduction alone.
    let one = built("edge(a,b). edge(b,c). edge(c,a). edge(c,d).");
    assert_eq!(normal(&one), expected(&["link(a,b). link(b,c). link(c,a)."]));
}

#[test]
fn families_are_filtered() {
    let all = built(DOMINO);
    let filtered = |arguments: &[&str]| {
        let path = new_file();
        diagram(&[&["filter", &all, "-o", &path], arguments].concat(), "");
        normal(&path)
    };
    assert_eq!(filtered(&["--with", "link(1, 4)"]), expected(&[LEFT, RIGHT]));
    assert_eq!(filtered(&["--with", "link(1,4)", "--with", "link(0,1)."]), expected(&[LEFT]));
    assert_eq!(filtered(&["--without", "link(1,4)"]), expected(&[BOTH]));
    assert_eq!(filtered(&["--size", "5.."]), expected(&[BOTH]));
    assert_eq!(filtered(&["--size", "..5"]), expected(&[LEFT, RIGHT]));
    assert_eq!(filtered(&["--size", "6"]), expected(&[BOTH]));
    assert_eq!(filtered(&["--size", "1..3"]), expected(&[]));
    assert_eq!(filtered(&["--maximal"]).len(), 3);
    let weights = file("weight(link(0,1),5). weight(link(1,4),-3). weight(link(1,2),2).");
    let weights = weights.to_str().unwrap();
    assert_eq!(filtered(&["--weights", weights, "--weight", "..1"]), expected(&[RIGHT]));
    assert_eq!(filtered(&["--weights", weights, "--weight", "2..7"]), expected(&[LEFT, BOTH]));
    assert_eq!(filtered(&["--weights", weights, "--weight", "-1"]), expected(&[RIGHT]));
    assert_eq!(run(&["diagram", "filter", "--weights", weights], "").status, 1, "weights without a bound");
    for range in [["--size", "3..1"], ["--weight", "3..1"]] {
        let ran = run(&[&["diagram", "filter", &all][..], &range].concat(), "");
        assert_eq!((ran.stdout.as_str(), ran.status), ("", 1), "a range the wrong way round");
        assert!(ran.stderr.contains("first number"), "{}", ran.stderr);
    }
    // The file of an operand may be that of the result.
    diagram(&["filter", &all, "--size", "6", "-o", &all], "");
    assert_eq!(normal(&all), expected(&[BOTH]));
}

#[test]
fn families_are_weighed() {
    let all = built(DOMINO);
    let weights = file("weight(link(0,1),5). weight(link(1,4),-3). weight(link(1,2),2).");
    let weights = weights.to_str().unwrap();
    let best = |arguments: &[&str]| {
        let lines = diagram(&[&["best", &all], arguments].concat(), "");
        let split =
            |line: &str| line.split_once(" % ").map(|(set, weight)| (in_order(set), weight.to_string()));
        lines.lines().map(|line| split(line).expect("a weight")).collect::<Vec<_>>()
    };
    let pair = |line: &str, weight: i32| (in_order(line), weight.to_string());
    assert_eq!(best(&["--weights", weights, "-n", "0"]), [pair(RIGHT, -1), pair(LEFT, 2), pair(BOTH, 7)]);
    assert_eq!(best(&["--weights", weights, "--greatest"]), [pair(BOTH, 7)]);
    assert_eq!(best(&["--greatest"]), [pair(BOTH, 6)]);
    assert_eq!(
        diagram(&["weigh", "--weights", weights, &all], ""),
        "sets 3\nleast -1\ngreatest 7\nmean 2.666667 = 8/3\nvariance 10.888889 = 98/9\n"
    );
    assert_eq!(diagram(&["weigh", &built(PATH)], ""), "sets 0\n");
}

#[test]
fn samples_are_sets_and_repeat_with_the_seed() {
    let all = built(DOMINO);
    let drawn = diagram(&["sample", "-n", "50", "--seed", "3", &all], "");
    assert_eq!(drawn, diagram(&["sample", "-n", "50", "--seed", "3", &all], ""));
    let mut kinds: Vec<String> = drawn.lines().map(in_order).collect();
    assert_eq!(kinds.len(), 50);
    kinds.sort();
    kinds.dedup();
    assert_eq!(kinds, expected(&[LEFT, RIGHT, BOTH]));
}

#[test]
fn families_are_combined_by_name() {
    let all = built(DOMINO);
    // The same squares, with the edges in another order, and a third square.
    let more = built(
        "edge(4,5). edge(5,8). edge(7,8). edge(4,7). edge(3,4). edge(2,5). edge(0,3). edge(1,4). edge(1,2). edge(0,1).",
    );
    let combined = |operation: &str, files: &[&str]| {
        let path = new_file();
        diagram(&[&["combine", operation, "-o", &path], files].concat(), "");
        path
    };
    assert_eq!(normal(&combined("intersection", &[&all, &more])), normal(&all));
    assert_eq!(normal(&combined("union", &[&more, &all, &all])), normal(&more));
    let new = combined("difference", &[&more, &all]);
    let count = |file: &str| diagram(&["count", file], "").trim().parse::<u32>().unwrap();
    assert_eq!(count(&new), count(&more) - 3);
    assert!(normal(&new).iter().all(|line| line.contains("link(7,8).")));
    assert_eq!(count(&combined("symmetric-difference", &[&all, &more])), count(&new));
    assert_eq!(normal(&combined("union", &[&all, &new])), normal(&more));
    // The elements are those of the first file, then the new ones.
    let elements = |file: &str| diagram(&["info", "--elements", file], "");
    let union = combined("union", &[&all, &more]);
    assert!(elements(&union).starts_with(&elements(&all)));
    assert_eq!(elements(&union).lines().count(), 10);
    let join = combined("join", &[&all, &all]);
    // Three cycles, and the three unions of two of them: all the same seven edges.
    assert_eq!(count(&join), 4);
    // Only the empty set is disjoint from all cycles.
    assert_eq!(normal(&combined("quotient", &[&join, &all])), [""]);
    assert_eq!(normal(&combined("supersets", &[&join, &all])).len(), 4);
    assert_eq!(normal(&combined("non-subsets", &[&join, &all])).len(), 1);
}

#[test]
fn families_are_transformed() {
    let all = built(DOMINO);
    let transformed = |operation: &str| {
        let path = new_file();
        diagram(&["transform", operation, &all, "-o", &path], "");
        path
    };
    assert_eq!(normal(&transformed("minimal")).len(), 3);
    assert_eq!(diagram(&["count", &transformed("complement")], ""), "125\n");
    let hitting = transformed("minimal-hitting-sets");
    // Two of the edges that every two of the three cycles share, one of another two; no single edge hits all.
    assert_eq!(diagram(&["sizes", &hitting], ""), "2 15\n");
    let all_hitting = transformed("hitting-sets");
    let count: u32 = diagram(&["count", &all_hitting], "").trim().parse().unwrap();
    assert!(count > 15 && count < 128);
}

#[test]
fn elements_are_changed() {
    let all = built(DOMINO);
    let changed = |elements: &[&str], from: &str| {
        let path = new_file();
        let options = elements.iter().flat_map(|&element| ["--element", element]);
        diagram(
            &[&["transform", "change", "-o", &path, from][..], &options.collect::<Vec<_>>()].concat(),
            "",
        );
        path
    };
    let once = changed(&["link(1,4)"], &all);
    let count = |option: &str, file: &str| {
        let kept = new_file();
        diagram(&["filter", option, "link(1,4)", "-o", &kept, file], "");
        diagram(&["count", &kept], "")
    };
    assert_eq!(
        [count("--with", &all), count("--without", &all)],
        [count("--without", &once), count("--with", &once)]
    );
    assert_ne!(std::fs::read(&once).unwrap(), std::fs::read(&all).unwrap());
    // Twice is not at all.
    assert_eq!(normal(&changed(&["link(1,4)", "link(0,1)", "link(1,4)", "link(0,1)"], &all)), normal(&all));
}

#[test]
fn diagrams_go_through_pipes_and_text() {
    let all = built(DOMINO);
    let text = diagram(&["convert", "--to", "text", &all], "");
    assert!(text.ends_with("\n.\n"));
    assert_eq!(diagram(&["count"], &text), "3\n");
    let names = file(&diagram(&["info", "--elements", &all], ""));
    let back = new_file();
    diagram(&["convert", "--elements", names.to_str().unwrap(), "-o", &back], &text);
    assert_eq!(std::fs::read(&back).unwrap(), std::fs::read(&all).unwrap());
    let dot = diagram(&["convert", "--to", "dot", &all], "");
    assert!(dot.starts_with("digraph zdd {") && dot.contains("link(1,4)"));
}

#[test]
fn what_is_no_diagram_is_refused() {
    let all = built(DOMINO);
    assert!(refusal(&["count"], DOMINO).contains("is no diagram"));
    assert!(refusal(&["count", "/nonexistent.zdd"], "").contains("cannot be read"));
    let mut bytes = std::fs::read(&all).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    let damaged = new_file();
    std::fs::write(&damaged, &bytes).unwrap();
    assert!(refusal(&["count", &damaged], "").contains("damaged"));
    std::fs::write(&damaged, &bytes[..middle]).unwrap();
    assert!(refusal(&["list", &damaged], "").contains("ends too early"));
    assert!(refusal(&["filter", &all, "--with", "link(7,9)"], "").contains("no element link(7,9)"));
    assert!(refusal(&["sample", &built(PATH)], "").contains("no sets"));
    let weights = file("weight(link(0,1),x).");
    let weights = weights.to_str().unwrap();
    assert!(refusal(&["best", "--weights", weights, &all], "").contains("no integer"));
    assert!(refusal(&["combine", "union", "-", "-"], "").contains("only once"));
    for arguments in
        [&["diagram"][..], &["diagram", "combine", "union", "x"], &["diagram", "filter", "--size", ".."]]
    {
        assert_eq!(run(arguments, "").status, 1, "{arguments:?}");
    }
}

#[test]
fn limits_end_the_work() {
    let instance = grid(14, 14);
    let ran = run(&["diagram", "build", "--memory-limit", "30"], &instance);
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 33), "{}", ran.stderr);
    let ran = run(&["diagram", "build", "--time-limit", "0.01"], &instance);
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 1), "{}", ran.stderr);
}

#[test]
fn one_family_cannot_be_combined() {
    let ran = run(&["diagram", "combine", "union", "a.zdd"], "");
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 1));
    assert!(ran.stderr.contains("<FIRST> <OTHERS>..."), "{}", ran.stderr);
}
