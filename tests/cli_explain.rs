//! `zlink explain`, `zlink rate` and `zlink draw --deduction --step`: their output and their exit statuses.

use serde_json::Value;

use crate::common::run;

/// Two squares with a common edge, and their cells: three cycles.
const DOMINO: &str = "edge(1,2). edge(2,3). edge(4,5). edge(5,6). edge(1,4). edge(2,5). edge(3,6).
    cell_contains(l,1,2). cell_contains(l,4,5). cell_contains(l,1,4). cell_contains(l,2,5).
    cell_contains(r,2,3). cell_contains(r,5,6). cell_contains(r,3,6). cell_contains(r,2,5).\n";

fn lines(output: &str) -> Vec<Value> {
    output.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

/// The steps of an explanation, and its last line.
fn explained(input: &str, status: i32) -> (Vec<Value>, Value) {
    let ran = run(&["explain", "--json"], input);
    assert_eq!((ran.status, ran.stderr.as_str()), (status, ""), "{ran:?}");
    let mut lines = lines(&ran.stdout);
    let last = lines.pop().expect("a last line");
    (lines, last)
}

#[test]
fn a_puzzle_is_explained_to_the_end() {
    let (steps, last) = explained(&format!("{DOMINO} clue(l,4). clue(r,1)."), 30);
    assert_eq!(last["solutions"], "one");
    let all =
        |key: &str| -> usize { steps.iter().map(|step| step[key].as_array().map_or(0, Vec::len)).sum() };
    assert_eq!((all("in"), all("out")), (4, 3));
    assert_eq!(steps[0]["rule"], "clue");
    assert_eq!(steps[0]["premises"]["clues"], serde_json::json!(["clue(l,4)."]));
    assert_eq!(steps[0]["sentence"], "The 4 in row 1, column 1 needs all the edges that are left.");
    let (steps, _) = explained(&format!("{DOMINO} clue(l,3). clue(r,0)."), 20);
    assert_eq!(
        steps[0]["sentence"],
        "The 3 in row 1, column 1 cannot have the edges of the 0 beside it: it needs all the others."
    );
    let text = run(&["explain"], format!("{DOMINO} clue(l,4). clue(r,1)."));
    assert!(
        text.stdout.starts_with(
            "1. The 4 in row 1, column 1 needs all the edges that are left. [clue, easy]\n   in "
        ),
        "{}",
        text.stdout
    );
    assert!(text.stdout.ends_with("Every link is known: this is the only solution.\n"));
}

#[test]
fn bounds_and_integrity_constraints_are_explained() {
    let (steps, last) =
        explained(&format!("{DOMINO} at_least(l,4). at_most(r,1). :- link(1,2), link(2,3)."), 30);
    assert_eq!(last["solutions"], "one");
    let by = |rule: &str| steps.iter().find(|step| step["rule"] == rule).expect("a step by this rule");
    assert_eq!(
        by("integrity")["sentence"],
        "The constraint `:- link(1,2), link(2,3)` would be violated if link(2,3) were in."
    );
    assert_eq!(by("integrity")["premises"]["constraints"], serde_json::json!([":- link(1,2), link(2,3)."]));
    assert_eq!(
        by("bound")["sentence"],
        "The cell in row 1, column 1 with at least 4 edges needs all the edges that are left."
    );
    assert_eq!(by("bound")["premises"]["constraints"], serde_json::json!(["at_least(l,4)."]));
    let last_bound = steps.iter().rev().find(|step| step["rule"] == "bound").expect("an upper bound");
    assert_eq!(
        last_bound["sentence"],
        "The cell in row 1, column 2 with at most 1 edge may have no more edges: the others are out."
    );
    let (steps, _) = explained(&format!("{DOMINO} at_least(l,5)."), 20);
    assert_eq!(steps[0]["sentence"], "The cell in row 1, column 1 cannot have at least 5 edges.");
    let (steps, _) = explained(&format!("{DOMINO} link(1,4). :- link(1,4)."), 20);
    assert_eq!(steps[0]["sentence"], "The constraint `:- link(1,4)` is violated.");
}

#[test]
fn rows_and_columns_are_those_of_the_coordinates() {
    let place = |v: i32, x: i32, y: i32| format!("pos({v},{x},{y}). ");
    let clues = format!("{DOMINO} clue(l,1). clue(r,3).");
    // The domino as it is, upright, and from right to left.
    for (across, down, told, written) in [
        (1, 0, ["1 in row 1, column 1", "3 in row 1, column 2"], "1 2\n13\n"),
        (0, 1, ["1 in row 1, column 1", "3 in row 2, column 1"], "2 1\n1\n3\n"),
        (-2, 0, ["1 in row 1, column 2", "3 in row 1, column 1"], "1 2\n31\n"),
    ] {
        let at = |v: i32| {
            place(
                v,
                across * ((v - 1) % 3) + down * ((v - 1) / 3),
                down * ((v - 1) % 3) + across.abs() * ((v - 1) / 3),
            )
        };
        let posed = format!("{clues} {}", (1..=6).map(at).collect::<String>());
        let explained = run(&["explain"], &posed);
        assert!(told.iter().all(|told| explained.stdout.contains(told)), "{explained:?}");
        let converted = run(&["convert", "--to", "slitherlink"], &posed);
        assert_eq!(converted.stdout, written, "{converted:?}");
    }
    let column = "1\n.\n.\n1\n.\n";
    let again = run(&["convert", "--from", "numberlink", "--to", "numberlink"], column);
    assert_eq!(again.stdout, format!("5 1\n{column}"));
}

#[test]
fn several_solutions_and_none() {
    let (steps, last) = explained(&format!("{DOMINO} -link(2,5)."), 30);
    // What the puzzle gives is no step.
    assert!(steps.iter().all(|step| step["rule"] != "given"), "{steps:?}");
    assert_eq!(last["solutions"], "one");
    let (_, last) = explained(DOMINO, 10);
    assert_eq!(
        (&last["solutions"], last["open"].as_array().map(Vec::len)),
        (&Value::from("several"), Some(7))
    );
    let (steps, last) = explained(&format!("{DOMINO} clue(l,4). clue(r,0)."), 20);
    assert_eq!(last["solutions"], "none");
    let broken = steps.last().expect("a contradiction");
    assert_eq!((&broken["in"], &broken["out"]), (&serde_json::json!([]), &serde_json::json!([])));
    let (steps, _) = explained(&format!("{DOMINO} link(1,2). -link(1,2)."), 20);
    assert_eq!(steps[0]["sentence"], "The puzzle says both of a link.");
}

#[test]
fn one_step_is_a_hint() {
    let first = run(&["explain", "--steps", "1"], format!("{DOMINO} clue(l,4)."));
    assert_eq!(first.status, 0);
    assert_eq!(first.stdout.matches("[clue, easy]").count(), 1, "{}", first.stdout);
    assert_eq!(run(&["explain", "--steps", "0"], DOMINO).status, 1);
}

#[test]
fn bad_input_and_limits_are_told() {
    for command in ["explain", "rate"] {
        let bad = run(&[command], "edge(a,b");
        assert_eq!((bad.status, bad.stdout.as_str()), (65, ""), "{bad:?}");
        let late = run(&[command, "--time-limit", "0.000001"], DOMINO);
        assert_eq!((late.status, late.stdout.as_str()), (1, ""), "{late:?}");
        assert!(late.stderr.contains("the time limit was reached"), "{}", late.stderr);
    }
    assert_eq!(run(&["rate", "no-such-file.lp"], "").status, 65);
}

/// Three edges at a vertex are concluded to be in: in the second puzzle by a round of conclusions that are drawn at
/// once, in the others in a branch.
#[test]
fn vertices_with_three_edges_are_contradictions() {
    let spiked =
        "edge(2,3). edge(3,5). edge(3,4). edge(0,2). edge(0,1). edge(4,0). edge(1,3). edge(5,0). cover.";
    for (puzzle, statuses) in
        [("4x4t0:a3c2132c3b3", [30, 0, 0]), (spiked, [20, 0, 20]), ("5x2t0:a21c3a3a", [30, 0, 0])]
    {
        let (arguments, input) = if puzzle.contains(':') { (vec![puzzle], "") } else { (Vec::new(), puzzle) };
        let commands = [&["explain"][..], &["rate"], &["draw", "--deduction"]];
        for (command, status) in commands.into_iter().zip(statuses) {
            let ran = run(&[command, &arguments].concat(), input);
            assert_eq!(ran.status, status, "{command:?} {puzzle}: {ran:?}");
        }
    }
}

#[test]
fn ratings_have_three_forms() {
    let input = &format!("{DOMINO} clue(l,4). clue(r,1).");
    let table = run(&["rate"], input);
    assert_eq!((table.status, table.stdout.lines().count()), (0, 2));
    assert!(table.stdout.contains("easy") && table.stdout.ends_with("one\n"), "{}", table.stdout);
    let csv = run(&["rate", "--format", "csv"], input).stdout;
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert!(rows.len() == 2 && rows[0].len() == rows[1].len() && rows[0][1] == "difficulty", "{csv}");
    let json = lines(&run(&["rate", "--format", "json"], input).stdout);
    assert_eq!((&json[0]["difficulty"], &json[0]["depth"]), (&Value::from("easy"), &Value::from(0)));
    let steps: u64 = json[0]["rules"].as_object().expect("rules").values().filter_map(Value::as_u64).sum();
    assert_eq!(json[0]["steps"], steps);
}

#[test]
fn a_step_is_drawn_by_its_number_or_its_rule() {
    let input = &format!("{DOMINO} clue(l,4). clue(r,1).");
    for arguments in [["--step", "1"], ["--rule", "clue"]] {
        let ran = run(&[&["draw", "--deduction"], &arguments[..]].concat(), input);
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{ran:?}");
        assert!(ran.stdout.contains("1. The 4 in row 1, column 1 needs"), "{}", ran.stdout);
    }
    let ran = run(&["draw", "--deduction", "--step", "99"], input);
    assert!(ran.stderr.contains("there is no such step: the explanation has"), "{ran:?}");
    assert_eq!(run(&["draw", "--step", "1"], input).status, 1);
}
