//! `zlink analyse`: its findings in text and in JSON, and its exit statuses.

use serde_json::Value;

use crate::common::{grid, run};

/// Two squares with a common edge, and their cells: three cycles.
const DOMINO: &str = "edge(1,2). edge(2,3). edge(4,5). edge(5,6). edge(1,4). edge(2,5). edge(3,6).
    cell_contains(l,1,2). cell_contains(l,4,5). cell_contains(l,1,4). cell_contains(l,2,5).
    cell_contains(r,2,3). cell_contains(r,5,6). cell_contains(r,3,6). cell_contains(r,2,5).\n";

/// The reports, by their stages.
fn reports(arguments: &[&str], input: &str) -> (u8, Vec<Value>) {
    let ran = run(&[&["analyse", "--json"], arguments].concat(), input);
    assert_eq!(ran.stderr, "", "{ran:?}");
    let parse = |line: &str| serde_json::from_str(line).expect("a line of JSON");
    (u8::try_from(ran.status).expect("a status"), ran.stdout.lines().map(parse).collect())
}

fn stages(reports: &[Value]) -> Vec<&str> {
    reports.iter().map(|report| report["stage"].as_str().expect("a stage")).collect()
}

#[test]
fn several_solutions_and_what_would_make_one_of_them_the_only_one() {
    let (status, reports) = reports(&[], DOMINO);
    assert_eq!(status, 10);
    assert_eq!(stages(&reports), ["solutions", "edges", "number", "shares", "values"]);
    assert_eq!(reports[0]["solutions"], "several");
    assert_eq!(reports[1]["in_all"], serde_json::json!([]));
    assert_eq!(reports[1]["in_some"].as_array().map(Vec::len), Some(7));
    assert_eq!(reports[2]["number"], serde_json::json!({ "exact": "3" }));
    assert_eq!(reports[3]["shares"]["link(2,5)"], "2");
    assert_eq!(reports[3]["shares"]["link(1,2)"], "2");
    let unique: Vec<&str> =
        reports[4]["unique"].as_array().expect("clues").iter().filter_map(Value::as_str).collect();
    // The left square alone has one edge of the right cell, both squares together have three of each.
    assert_eq!(unique, ["clue(l,1).", "clue(l,3).", "clue(l,4).", "clue(r,1).", "clue(r,3).", "clue(r,4)."]);
}

#[test]
fn findings_are_written_as_text() {
    let ran = run(&["analyse"], DOMINO);
    let expected = "solutions      several
edges          0 in all solutions
               0 in no solution
               7 in some solutions and not in others
number         3
shares         7 edges used; --json has the number of solutions for each
values         any of these makes the solution unique:
                 clue(l,1). clue(l,3). clue(l,4). clue(r,1). clue(r,3). clue(r,4).
               solutions by clue:
                 l  0: 0  1: 1  2: 0  3: 1  4: 1
                 r  0: 0  1: 1  2: 0  3: 1  4: 1
";
    assert_eq!((ran.stdout.as_str(), ran.status), (expected, 10));
}

#[test]
fn one_solution_and_what_can_go() {
    let (status, reports) = reports(&[], &format!("{DOMINO} clue(l,4). clue(r,1)."));
    assert_eq!(status, 30);
    assert_eq!(stages(&reports), ["solutions", "edges", "number", "shares", "redundant"]);
    assert_eq!(reports[0]["solutions"], "one");
    assert_eq!(reports[4]["can_go"], serde_json::json!(["clue(l,4).", "clue(r,1)."]));
    assert_eq!(reports[4]["needed"], serde_json::json!([]));
}

#[test]
fn clues_that_a_symmetry_exchanges_go_together() {
    let clues = "4 4\n.223\n3.32\n21.1\n332.\n";
    let (_, reports) = reports(&["--symmetric", "--stages", "redundant"], clues);
    let alone = reports[1]["can_go"].as_array().expect("facts");
    assert!(alone.contains(&"clue(c_0_2,2).".into()) && alone.contains(&"clue(c_1_0,3).".into()));
    let together = serde_json::json!([
        ["clue(c_0_1,2).", "clue(c_3_2,2)."],
        ["clue(c_0_3,3).", "clue(c_3_0,3)."],
        ["clue(c_1_2,3).", "clue(c_2_1,1)."],
        ["clue(c_1_3,2).", "clue(c_2_0,2)."],
    ]);
    assert_eq!(reports[1]["together"], together);
    let clues = "4 3\n.22\n3.3\n21.\n332\n";
    let ran = run(&["analyse", "--symmetric=quarter", "--stages", "redundant"], clues);
    assert!(ran.status == 65 && ran.stderr.contains("the board does not have this symmetry"), "{ran:?}");
}

#[test]
fn no_solution_and_why() {
    let (status, reports) = reports(&[], &format!("{DOMINO} clue(l,2). clue(r,2). -link(1,4). link(1,2)."));
    assert_eq!(status, 20);
    assert_eq!(stages(&reports), ["solutions", "contradiction"]);
    assert_eq!(reports[1]["minimal"], true);
    let facts = reports[1]["contradiction"].as_array().expect("facts").len();
    // No cycle has two edges of a square; the two links contradict each other as well.
    assert!(facts == 1 || facts == 2, "{reports:?}");
}

#[test]
fn a_graph_without_a_cycle_needs_no_clue_to_have_no_solution() {
    let ran = run(&["analyse"], "edge(a,b). edge(b,c).");
    assert_eq!(ran.status, 20);
    assert_eq!(ran.stdout, "solutions      none\ncontradiction  the graph by itself has no solution\n");
}

#[test]
fn only_the_stages_that_are_wanted() {
    let (_, found) = reports(&["--stages", "number"], DOMINO);
    assert_eq!(stages(&found), ["solutions", "number"]);
    let ran = run(&["analyse", "--stages", "numbers"], DOMINO);
    assert_eq!(ran.status, 1);
    assert!(ran.stderr.contains("'number'"), "{}", ran.stderr);
}

#[test]
fn pairs_are_constraints_too() {
    // Two paths that would have to cross.
    let crossing = "edge(a,b). edge(b,c). edge(c,d). edge(d,a). pair(a,c). pair(b,d).";
    let (status, found) = reports(&[], crossing);
    assert_eq!(status, 20);
    assert_eq!(found[1]["contradiction"], serde_json::json!(["pair(a,c).", "pair(b,d)."]));
}

#[test]
fn bad_input_and_limits_are_told_as_everywhere() {
    let bad = run(&["analyse"], "edge(a,b");
    assert_eq!((bad.status, bad.stdout.as_str()), (65, ""));
    // Too wide to be counted, whatever the machine.
    let board = grid(40, 40);
    let ran = run(&["analyse", "--stage-limit", "0.2", "--stages", "number", "--json"], &board);
    let report: Value = serde_json::from_str(ran.stdout.lines().nth(1).expect("two lines")).expect("JSON");
    assert_eq!((ran.status, &report["stopped"]), (10, &Value::from("the time limit was reached")));
    assert!(report["number"]["at_least"].is_string(), "{report}");
}
