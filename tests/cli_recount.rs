//! `zlink recount` and `zlink count --verify`.

use std::path::Path;

use serde_json::Value;

use crate::common::{DOMINO, PATH, file, grid, run};

/// A Slitherlink that deduction solves, with a frontier that is too wide for a recount.
const WIDE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/instances/slitherlink/square-20x20.lp");

/// Two parallel edges and a detour from a to b.
const PARALLEL: &str = "connection(1,a,b). edge(e1,a,b). edge(e2,a,b). edge(e3,a,c). edge(e4,c,b).\n";

#[test]
fn a_recount_is_written_as_a_count_is() {
    for (facts, options, count, status) in [
        (DOMINO, &[][..], "3", 30),
        (PATH, &[], "0", 20),
        (PATH, &["--path-matchings"], "4", 30),
        (DOMINO, &["--cycles", "many", "--cover"], "1", 30),
        (DOMINO, &["--exit-zero"], "3", 0),
        (PARALLEL, &[], "3", 30),
    ] {
        let ran = run(&[&["recount"], options].concat(), facts);
        assert_eq!(
            (ran.stdout, ran.stderr.as_str(), ran.status),
            (format!("{count}\n"), "", status),
            "{facts}"
        );
        for command in [&["recount"][..], &["count", "--verify"]] {
            let ran = run(&[command, options, &["--format", "json"]].concat(), facts);
            let models = &serde_json::from_str::<Value>(&ran.stdout).expect("JSON")["Models"];
            assert_eq!(models["Number"].to_string(), count, "{command:?} {facts}");
            assert_eq!(
                models["Verified"].as_str(),
                (command[0] == "count").then_some("yes"),
                "{command:?} {facts}"
            );
        }
    }
}

#[test]
fn a_count_that_is_verified_says_so() {
    let ran = run(&["count", "--verify"], DOMINO);
    let said = "zlink: verified: the recount is the same\n";
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.status), ("3\n", said, 30));
    let ran = run(&["count", "--verify", "--quiet", "--format", "clingo"], DOMINO);
    assert!(
        ran.stdout.contains("Models       : 3\n  Verified   : yes\n") && ran.stderr.is_empty(),
        "{ran:?}"
    );
}

#[test]
fn limits_end_a_recount() {
    for (limit, status) in [("--time-limit=0.3", 1), ("--memory-limit=60", 33)] {
        let ran = run(&["recount", limit, WIDE], "");
        assert_eq!((ran.stdout.as_str(), ran.status), ("UNKNOWN\n", status), "{ran:?}");
        assert!(ran.stderr.contains("limit was reached"), "{ran:?}");
    }
}

#[test]
fn a_count_without_a_whole_recount_is_no_answer() {
    let ran = run(&["count", "--verify", "--memory-limit=60", WIDE], "");
    // It was found by search.
    assert_eq!((ran.stdout.as_str(), ran.status), ("at least 1\n", 33), "{ran:?}");
    assert!(ran.stderr.contains("the count is 1, which is not verified"), "{ran:?}");
}

#[test]
fn a_count_that_is_interrupted_is_not_recounted() {
    let ran = run(&["count", "--verify", "--engine=backtrack", "--time-limit=0.3"], grid(12, 12));
    assert!(ran.stdout.starts_with("at least ") && ran.status == 11, "{ran:?}");
    assert!(!ran.stderr.contains("verified"), "{ran:?}");
}

/// Faults can be injected only in builds with debug assertions.
#[cfg(debug_assertions)]
#[test]
fn counts_that_differ_are_no_answer() {
    use crate::common::{finish, start, zlink};

    let puzzle = file(DOMINO);
    for engine in ["auto", "search", "zdd", "brute"] {
        let name = Path::to_str(&puzzle).expect("UTF-8");
        let mut command = zlink(&["count", "--verify", "--engine", engine, name]);
        let ran = finish(start(command.env("ZLINK_FAULTS", "recount:1")));
        assert_eq!((ran.stdout.as_str(), ran.status), ("UNKNOWN\n", 65), "{ran:?}");
        assert!(ran.stderr.contains("internal error: the count is 3, but the recount 3"), "{ran:?}");
    }
}
