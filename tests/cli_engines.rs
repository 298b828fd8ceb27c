//! `--engine`, `--solver`, `--encoding` and `--no-presolve`.

use crate::common::{DOMINO, PATH, SQUARE, SQUARE_ANSWER, file, grid, run};
use serde_json::Value;

/// The engines that are built, with their encodings.
const ENGINES: &[&[&str]] = &[
    &["--engine", "auto"],
    &["--engine", "search"],
    &["--engine", "zdd"],
    &["--engine", "backtrack"],
    &["--engine", "brute"],
    #[cfg(feature = "mip")]
    &["--engine", "mip"],
    #[cfg(feature = "mip")]
    &["--engine", "mip", "--solver", "microlp"],
    #[cfg(feature = "sat")]
    &["--engine", "sat"],
    #[cfg(feature = "sat")]
    &["--engine", "sat", "--encoding", "positions"],
    #[cfg(feature = "sat")]
    &["--engine", "sat", "--encoding", "colours"],
    #[cfg(feature = "sat")]
    &["--engine", "sat", "--encoding", "shapes"],
    #[cfg(feature = "cadical")]
    &["--engine", "sat", "--solver", "cadical"],
    #[cfg(feature = "cadical")]
    &["--engine", "sat", "--solver", "cadical", "--encoding", "positions"],
    #[cfg(feature = "cadical")]
    &["--engine", "sat", "--solver", "cadical", "--encoding", "colours"],
    #[cfg(feature = "cadical")]
    &["--engine", "sat", "--solver", "cadical", "--encoding", "shapes"],
];

/// Two rows of three vertices, two pairs at the short sides.
const LADDER: &str = "edge(0,1). edge(1,2). edge(3,4). edge(4,5). edge(0,3). edge(1,4). edge(2,5). \
    pair(0,3). pair(2,5).\n";

fn takes_cycles(engine: &[&str]) -> bool {
    !engine.contains(&"--encoding")
}

#[test]
fn all_engines_give_the_same_answers() {
    for engine in ENGINES {
        for presolve in [&[][..], &["--no-presolve"]] {
            let ask = |command: &[&str], input| run(&[command, engine, presolve].concat(), input);
            if takes_cycles(engine) {
                let ran = ask(&["solve", "-n", "2"], SQUARE);
                assert_eq!(
                    (ran.stdout.as_str(), ran.status),
                    (SQUARE_ANSWER, 30),
                    "{engine:?}: {}",
                    ran.stderr
                );
                assert_eq!(ask(&["solve"], PATH).stdout, "UNSATISFIABLE\n", "{engine:?}");
                assert_eq!(ask(&["count"], DOMINO).stdout, "3\n", "{engine:?}");
                assert_eq!(ask(&["solve", "-n", "0"], DOMINO).stdout.lines().count(), 3, "{engine:?}");
                assert_eq!(ask(&["count", "--cycles", "many", "--cover"], DOMINO).stdout, "1\n");
                assert_eq!(ask(&["count", "--path-matchings"], PATH).stdout, "4\n");
            }
            assert_eq!(ask(&["count"], LADDER).stdout, "3\n", "{engine:?}");
            let ran = ask(&["count", "--cover"], LADDER);
            assert_eq!((ran.stdout.as_str(), ran.status), ("2\n", 30), "{engine:?}");
            assert_eq!(ask(&["solve", "-n", "2"], LADDER).status, 10, "{engine:?}");
        }
    }
}

#[test]
fn statistics_say_which_engine_gave_the_answer_and_why() {
    let stats = |engine: &str, input| {
        let words = engine.split(' ');
        let ran =
            run(&["count", "--stats=json", "--engine"].into_iter().chain(words).collect::<Vec<_>>(), input);
        serde_json::from_str::<Value>(&ran.stderr).unwrap_or_else(|error| panic!("{error}: {}", ran.stderr))
    };
    let table = stats("auto", SQUARE);
    assert_eq!((&table["engine"], &table["decided_by"]), (&Value::from("auto"), &Value::from("deduction")));
    for engine in ["search", "backtrack", "brute"] {
        let table = stats(engine, DOMINO);
        assert_eq!(table["engine"], engine);
        assert_eq!(table["decided_by"], engine);
        assert!(table["decided_why"].is_string());
    }
    if cfg!(feature = "mip") {
        let solver = if cfg!(feature = "highs") { "highs" } else { "microlp" };
        assert_eq!(stats("mip", DOMINO)["solver"], solver);
        assert_eq!(stats("mip --solver microlp", DOMINO)["solver"], "microlp");
    }
    let of_sat = [
        (cfg!(feature = "sat"), "sat", "batsat"),
        (cfg!(feature = "sat"), "SAT --solver BatSat", "batsat"),
        (cfg!(feature = "cadical"), "sat --solver cadical", "cadical"),
        (cfg!(feature = "cadical"), "cadical", "cadical"),
    ];
    for (_, engine, solver) in of_sat.iter().filter(|(is_built, ..)| *is_built) {
        let table = stats(engine, DOMINO);
        assert_eq!((&table["engine"], &table["solver"]), (&"sat".into(), &(*solver).into()), "{engine}");
    }
    let table = stats("zdd", DOMINO);
    assert!(table["decided_by"] == "depth-first" || table["decided_by"] == "sweep", "{table}");
}

#[test]
fn an_engine_says_what_it_cannot_do() {
    let large = grid(5, 5);
    let mut refused =
        vec![(&["--engine", "brute"][..], large.as_str(), "at most 24 edges; this puzzle has 40")];
    for engine in ENGINES.iter().filter(|engine| !takes_cycles(engine)) {
        refused.push((engine, SQUARE, "is for puzzles with pairs"));
    }
    let (sat, cadical, mip) = (cfg!(feature = "sat"), cfg!(feature = "cadical"), cfg!(feature = "mip"));
    let without_cadical = "was built without the solver cadical (cargo feature cadical)";
    let with_feature: [(bool, &[&str], &str); 6] = [
        (sat || cadical, &["--engine", "sat"], "was built without the engine sat (cargo feature sat)"),
        (sat, &["--engine", "sat", "--solver", "batsat"], "was built without the solver batsat"),
        (cadical, &["--engine", "sat", "--solver", "cadical"], without_cadical),
        (cadical, &["--engine", "cadical"], without_cadical),
        (mip, &["--engine", "mip"], "was built without the engine mip (cargo feature mip)"),
        (cfg!(feature = "highs"), &["--engine", "mip", "--solver", "highs"], "without the solver highs"),
    ];
    for (_, engine, words) in with_feature.into_iter().filter(|(is_built, ..)| !is_built) {
        refused.push((engine, SQUARE, words));
    }
    for (engine, input, words) in refused {
        for command in ["solve", "count"] {
            let ran = run(&[&[command][..], engine].concat(), input);
            assert_eq!((ran.stdout.as_str(), ran.status), ("UNKNOWN\n", 65), "{engine:?}");
            assert!(ran.stderr.contains(words), "{}", ran.stderr);
            assert_eq!(ran.stderr.lines().count(), 1);
        }
    }
    let ran = run(&["solve", "--encoding", "edges"], SQUARE);
    assert!(ran.stderr.contains("add `--engine sat`"), "{}", ran.stderr);
    assert_eq!((ran.stdout.as_str(), ran.status), ("UNKNOWN\n", 65));
    for (engine, solver, its_engine) in [("auto", "batsat", "sat"), ("sat", "highs", "mip")] {
        let ran = run(&["solve", "--engine", engine, "--solver", solver], SQUARE);
        assert!(ran.stderr.contains(&format!("add `--engine {its_engine}`")), "{}", ran.stderr);
        assert_eq!((ran.stdout.as_str(), ran.status), ("UNKNOWN\n", 65));
    }
    for engine in ENGINES.iter().filter(|engine| takes_cycles(engine)) {
        let ran = run(&[&["count", "--threads", "2"], *engine].concat(), SQUARE);
        if ["auto", "zdd"].contains(&engine[1]) {
            assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.status), ("1\n", "", 30), "{engine:?}");
        } else {
            assert_eq!((ran.stdout.as_str(), ran.status), ("UNKNOWN\n", 65), "{engine:?}");
            assert!(ran.stderr.contains("the engines auto and zdd"), "{}", ran.stderr);
        }
        assert_eq!(run(&[&["count", "--threads", "1"], *engine].concat(), SQUARE).stdout, "1\n");
    }
    let ran = run(&["solve", "--engine", "magic"], SQUARE);
    assert!(ran.stderr.contains("backtrack"), "{}", ran.stderr);
    assert_eq!(ran.status, 1);
}

#[test]
fn every_engine_keeps_the_time_limit() {
    let large = file(&grid(20, 20));
    let pairs = file(&format!("{} pair(0,399). pair(21,378).", grid(20, 20)));
    for engine in ENGINES.iter().filter(|engine| !engine.contains(&"brute")) {
        let name = if takes_cycles(engine) { &large } else { &pairs };
        let count = ["count", "--time-limit", "0.5", "--memory-limit", "1000", name.to_str().unwrap()];
        // Without its limit it would not come to an end.
        let ran = run(&[&count[..], engine].concat(), "");
        // What it has come to, if it goes through the solutions.
        let statuses = if ran.stdout.starts_with("at least ") { [11, 33] } else { [1, 33] };
        assert!(statuses[0] == 11 || ran.stdout == "UNKNOWN\n", "{engine:?}: {} {}", ran.stdout, ran.stderr);
        assert!(statuses.contains(&ran.status), "{engine:?}: {}", ran.status);
    }
}
