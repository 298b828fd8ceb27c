//! `zlink solve` and `zlink count`: formats, statuses, options.

use crate::common::{DOMINO, PATH, SQUARE, SQUARE_ANSWER, file, run};
use serde_json::Value;

#[test]
fn a_unique_solution_is_one_line_of_facts() {
    let ran = run(&["solve", "-n", "2"], SQUARE);
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.status), (SQUARE_ANSWER, "", 30));
}

#[test]
fn one_of_several_solutions_is_satisfiable_only() {
    let ran = run(&["solve"], DOMINO);
    assert_eq!(ran.stdout.lines().count(), 1);
    assert_eq!(ran.status, 10);
}

#[test]
fn all_solutions_are_one_a_line_and_different() {
    for arguments in
        [&["solve", "-n", "0"][..], &["solve", "--models=0"], &["solve", "-n3"], &["solve", "-n", "9"]]
    {
        let ran = run(arguments, DOMINO);
        let mut lines: Vec<&str> = ran.stdout.lines().collect();
        lines.sort_unstable();
        lines.dedup();
        assert_eq!(lines.len(), 3, "{arguments:?}");
        if arguments != ["solve", "-n3"] {
            assert_eq!(ran.status, 30, "{arguments:?}");
        }
    }
    let ran = run(&["solve", "-n", "2"], DOMINO);
    assert_eq!((ran.stdout.lines().count(), ran.status), (2, 10));
}

#[test]
fn no_solution_is_a_word() {
    for (format, word) in [("asp", "UNSATISFIABLE\n"), ("aspcomp", "INCONSISTENT\n")] {
        let ran = run(&["solve", "--format", format], PATH);
        assert_eq!((ran.stdout.as_str(), ran.status), (word, 20));
    }
}

#[test]
fn the_later_competitions_want_a_heading() {
    let ran = run(&["solve", "--format", "aspcomp"], SQUARE);
    assert_eq!(ran.stdout, format!("ANSWER\n{SQUARE_ANSWER}"));
    let ran = run(&["solve", "--format", "aspcomp", "-n", "0"], DOMINO);
    assert_eq!(ran.stdout.lines().filter(|line| *line == "ANSWER").count(), 3);
}

/// The number after `key`, as the result parsers of benchmark tools look for it: the key at the start of the line,
/// blanks, a colon, blanks, digits, perhaps a plus sign, blanks, and the end of the line.
fn clasp_figure(stdout: &str, key: &str) -> Option<(u64, bool)> {
    stdout.lines().find_map(|line| {
        let value = line.strip_prefix(key)?.trim_start_matches(' ').strip_prefix(':')?.trim_matches(' ');
        let digits = value.strip_suffix('+').unwrap_or(value);
        Some((digits.parse().ok()?, digits.len() < value.len()))
    })
}

#[test]
fn the_text_of_clingo_is_understood_by_its_parsers() {
    let ran = run(&["solve", "--format", "clingo"], DOMINO);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert!(lines[0].starts_with("zlink version "));
    assert_eq!(&lines[1..3], ["Reading from stdin", "Solving..."]);
    assert!(lines[3].starts_with("Answer: 1"));
    assert!(lines[4].split(' ').all(|atom| atom.starts_with("link(") && atom.ends_with(')')));
    assert_eq!(&lines[5..7], ["SATISFIABLE", ""]);
    assert_eq!(clasp_figure(&ran.stdout, "Models"), Some((1, true)));
    for key in ["Choices", "Conflicts", "Restarts"] {
        assert!(clasp_figure(&ran.stdout, key).is_some(), "{key}");
    }
    for key in ["Calls        : 1", "Time         : ", "CPU Time     : "] {
        assert!(lines.iter().any(|line| line.starts_with(key)), "{key}");
    }
    assert_eq!(ran.status, 10);

    let ran = run(&["solve", "--format=clingo", "-n0"], DOMINO);
    assert_eq!(clasp_figure(&ran.stdout, "Models"), Some((3, false)));
    assert_eq!(ran.stdout.lines().filter(|line| line.starts_with("Answer: ")).count(), 3);
    let ran = run(&["solve", "--format=clingo"], PATH);
    assert!(ran.stdout.lines().any(|line| line == "UNSATISFIABLE"));
    assert_eq!(clasp_figure(&ran.stdout, "Models"), Some((0, false)));
    let ran = run(&["count", "--format=clingo"], DOMINO);
    assert!(ran.stdout.lines().any(|line| line == "SATISFIABLE"));
    assert_eq!((clasp_figure(&ran.stdout, "Models"), ran.status), (Some((3, false)), 30));
}

fn json(stdout: &str) -> Value {
    serde_json::from_str(stdout).unwrap_or_else(|error| panic!("{error}: {stdout}"))
}

#[test]
fn the_json_has_the_shape_of_clingos() {
    let value = json(&run(&["solve", "--format", "json", "-n", "0"], DOMINO).stdout);
    assert!(value["Solver"].as_str().unwrap().starts_with("zlink version"));
    assert_eq!(value["Input"], serde_json::json!(["stdin"]));
    assert_eq!(value["Call"][0]["Witnesses"].as_array().unwrap().len(), 3);
    assert!(value["Call"][0]["Witnesses"][0]["Value"][0].as_str().unwrap().starts_with("link("));
    assert_eq!(value["Result"], "SATISFIABLE");
    assert_eq!(value["Models"], serde_json::json!({ "Number": 3, "More": "no" }));
    assert_eq!(value["Calls"], 1);
    for key in ["Total", "Solve", "Model", "Unsat", "CPU"] {
        assert!(value["Time"][key].is_number(), "{key}");
    }
    let value = json(&run(&["solve", "--format", "json"], PATH).stdout);
    assert_eq!(
        (&value["Result"], &value["Models"]["Number"]),
        (&Value::from("UNSATISFIABLE"), &Value::from(0))
    );
    let value = json(&run(&["count", "--format", "json"], DOMINO).stdout);
    assert_eq!(value["Models"]["Number"], 3);
    let value = json(&run(&["solve", "--format", "json"], "edge(0,1)").stdout);
    assert_eq!(value["Result"], "UNKNOWN");
}

#[test]
fn names_are_written_as_they_are_read() {
    let text = r#"edge("a b","x\"y"). edge("x\"y",f(1,(2,a))). edge(f(1,(2,a)),"a b")."#;
    let answer = r#"link("a b","x\"y"). link("x\"y",f(1,(2,a))). link(f(1,(2,a)),"a b")."#;
    assert_eq!(run(&["solve"], text).stdout.trim_end(), answer);
    let value = json(&run(&["solve", "--format", "json"], text).stdout);
    assert_eq!(value["Call"][0]["Witnesses"][0]["Value"][0], r#"link("a b","x\"y")"#);
}

#[test]
fn a_count_is_a_number_alone() {
    for format in ["asp", "aspcomp"] {
        let ran = run(&["count", "--format", format], DOMINO);
        assert_eq!((ran.stdout.as_str(), ran.status), ("3\n", 30));
        let ran = run(&["count", "--format", format], PATH);
        assert_eq!((ran.stdout.as_str(), ran.status), ("0\n", 20));
    }
}

#[test]
fn several_files_are_one_program() {
    let (one, two) = (file("edge(0,1). edge(1,2)."), file("edge(2,0)."));
    let names = [one.to_str().unwrap(), two.to_str().unwrap()];
    assert_eq!(run(&["count", names[0], names[1]], "").stdout, "1\n");
    assert_eq!(run(&["count", names[0], "-"], "edge(2,0).").stdout, "1\n");
    assert_eq!(run(&["count", names[0]], "").stdout, "0\n");
    let ran = run(&["solve", "--format", "clingo", names[0], names[1]], "");
    assert!(ran.stdout.contains(&format!("Reading from {} ...\n", names[0])));
}

#[test]
fn the_rules_can_be_changed() {
    let two = format!("{SQUARE} edge(a,b). edge(b,c). edge(c,a).");
    assert_eq!(run(&["count"], &two).stdout, "2\n");
    assert_eq!(run(&["count", "--cycles", "one"], &two).stdout, "2\n");
    assert_eq!(run(&["count", "--cycles", "many"], &two).stdout, "3\n");
    assert_eq!(run(&["count", "--cover"], &two).stdout, "0\n");
    assert_eq!(run(&["count", "--cover", "--cycles", "many"], &two).stdout, "1\n");
    assert_eq!(run(&["count", "--path-matchings"], PATH).stdout, "4\n");
    assert_eq!(run(&["count"], format!("{PATH} pair(0,2).")).stdout, "1\n");
    // The empty set of paths is an empty line.
    let ran = run(&["solve", "-n", "0", "--path-matchings"], PATH);
    assert_eq!(ran.stdout.lines().count(), 4);
    assert!(ran.stdout.lines().any(str::is_empty));
    let ran = run(&["count", "--path-matchings"], format!("{PATH} pair(0,2)."));
    assert!(ran.stderr.contains("pair facts"), "{}", ran.stderr);
}

#[test]
fn exit_zero_is_for_answered_questions() {
    for (input, status) in [(SQUARE, 0), (PATH, 0), (DOMINO, 0), ("edge(0,1)", 65), ("", 65)] {
        assert_eq!(run(&["solve", "--exit-zero"], input).status, status, "{input}");
        assert_eq!(run(&["count", "--exit-zero"], input).status, status, "{input}");
    }
}

#[test]
fn statistics_go_to_the_standard_error() {
    let ran = run(&["solve", "--stats"], SQUARE);
    assert_eq!(ran.stdout, SQUARE_ANSWER);
    assert!(ran.stderr.lines().all(|line| line.contains(" : ")), "{}", ran.stderr);
    assert!(!ran.stderr.is_empty());
    let ran = run(&["solve", "--stats=json"], SQUARE);
    assert!(json(&ran.stderr).is_object());
    assert_eq!(ran.stdout, SQUARE_ANSWER);
}

#[test]
fn warnings_can_be_errors_or_silent() {
    let text = format!("{SQUARE} colour(0,red).");
    let ran = run(&["solve"], &text);
    assert!(ran.stderr.contains("colour/2"), "{}", ran.stderr);
    assert_eq!(ran.stdout, SQUARE_ANSWER);
    let ran = run(&["solve", "--quiet"], &text);
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), (SQUARE_ANSWER, ""));
    let odd = [
        text,
        format!("{SQUARE} cell_contains(c,1,0)."),
        format!("{SQUARE} clue(none,1)."),
        "% nothing\n".to_string(),
    ];
    for odd in odd {
        let ran = run(&["solve"], &odd);
        assert!(ran.stderr.contains("warning: ") && ran.status != 65, "{}", ran.stderr);
        let ran = run(&["solve", "--strict"], &odd);
        assert_eq!((ran.stdout.as_str(), ran.status), ("UNKNOWN\n", 65), "{odd}");
        assert!(ran.stderr.contains("error: ") && !ran.stderr.contains("warning"), "{}", ran.stderr);
    }
}

#[test]
fn the_same_seed_gives_the_same_answer() {
    let runs: Vec<String> = (0..3).map(|_| run(&["solve", "--seed", "7"], DOMINO).stdout).collect();
    assert!(runs.iter().all(|stdout| stdout == &runs[0]));
}

#[test]
fn no_facts_are_told_and_many_threads_are_fine() {
    for text in ["% nothing\n", "%* all\n of it *%\n"] {
        let ran = run(&["solve"], text);
        assert_eq!((ran.stdout.as_str(), ran.status), ("UNSATISFIABLE\n", 20), "{}", ran.stderr);
        assert!(ran.stderr.contains("has no facts"), "{}", ran.stderr);
    }
    let ran = run(&["solve", "--threads", "99"], SQUARE);
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), (SQUARE_ANSWER, ""));
}

/// The endings of compressed files, and the programs that make them.
const COMPRESSED: [(&str, &str); 4] = [("gz", "gzip"), ("bz2", "bzip2"), ("xz", "xz"), ("zst", "zstd")];

/// The path of a file in `tests/compressed`, and what is in it.
fn compressed(name: &str) -> (String, Vec<u8>) {
    let path = format!("{}/tests/compressed/{name}", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(&path).unwrap();
    (path, bytes)
}

#[test]
fn compressed_files_are_unpacked() {
    for (ending, _) in COMPRESSED {
        let (path, bytes) = compressed(&format!("square.lp.{ending}"));
        let answers = [
            run(&["solve", &path], ""),
            // By their first bytes, whatever the name; and of several parts.
            run(&["solve"], &bytes),
            run(&["solve"], bytes.repeat(2)),
            run(&["solve", &path, "-"], SQUARE),
        ];
        for ran in answers {
            let streams = (ran.stdout.as_str(), ran.stderr.as_str(), ran.status);
            assert_eq!(streams, (SQUARE_ANSWER, "", 30), "{ending}");
        }
        // Every command reads by the same door.
        for command in [&["plan", &path][..], &["draw", &path], &["convert", "--to", "dot", &path]] {
            let plain = run(
                &[command, &["-"]].concat().into_iter().filter(|w| *w != path).collect::<Vec<_>>(),
                SQUARE,
            );
            assert_eq!(run(command, "").stdout, plain.stdout, "{ending}: {command:?}");
        }
        assert_eq!(run(&["check", &path, "-"], SQUARE_ANSWER).stdout, "CORRECT\n");
    }
}

#[test]
fn compressed_files_that_are_cut_or_damaged_are_told() {
    for (ending, program) in COMPRESSED {
        let (_, bytes) = compressed(&format!("square.lp.{ending}"));
        let cut = file("").with_extension(ending);
        let told = |bytes: &[u8], arguments: &[&str], input: &[u8]| {
            std::fs::write(&cut, bytes).unwrap();
            let ran = run(arguments, input);
            assert_eq!(ran.status, 65, "{ending}: {}", ran.stderr);
            ran.stderr
        };
        let name = cut.to_str().unwrap();
        for length in [bytes.len() / 2, bytes.len() - 1] {
            let expected = format!("zlink: error: {name} ends in the middle of its {program} data\n");
            assert_eq!(told(&bytes[..length], &["solve", name], b""), expected, "{length}");
        }
        let damaged = format!("is damaged: it is no valid {program} data\n");
        for place in [bytes.len() / 2, bytes.len() - 5] {
            let mut bytes = bytes.clone();
            bytes[place] ^= 0x55;
            let message = told(&bytes, &["solve", name], b"");
            assert_eq!(message, format!("zlink: error: {name} {damaged}"), "{place}");
            let message = told(b"", &["count", "-"], &bytes);
            assert_eq!(message, format!("zlink: error: the standard input {damaged}"), "{place}");
        }
        let message = told(b"\x01\x02\x03 no such data, whatever the name says", &["solve", name], b"");
        assert_eq!(message, format!("zlink: error: {name} {damaged}"));
        // A text is a text under any name.
        std::fs::write(&cut, SQUARE).unwrap();
        assert_eq!(run(&["solve", name], "").stdout, SQUARE_ANSWER);
    }
}

#[test]
fn what_cannot_be_unpacked_is_told_with_the_way_out() {
    for (name, program) in [("sha256.xz", "xz"), ("window.xz", "xz"), ("window.zst", "zstd")] {
        let (path, _) = compressed(name);
        let ran = run(&["solve", &path], "");
        let expected = format!(
            "zlink: error: {path} is packed in a way that zlink cannot unpack\n  \
             help: `{program} -dc {path} | zlink ...` unpacks it first\n"
        );
        assert_eq!((ran.stderr, ran.status), (expected, 65));
    }
}

#[test]
fn damaged_bytes_of_compressed_files_are_always_noticed() {
    for (ending, _) in COMPRESSED {
        let (_, bytes) = compressed(&format!("square.lp.{ending}"));
        for place in 0..bytes.len() {
            let mut bytes = bytes.clone();
            bytes[place] = bytes[place].wrapping_add(1 + u8::try_from(place % 250).unwrap());
            let ran = run(&["solve", "-q"], &bytes);
            // Some bytes say nothing of the content, such as the name of a system.
            let fine = ran.stdout == SQUARE_ANSWER;
            assert!(ran.status == 65 || fine, "{ending}, byte {place}: {} {}", ran.status, ran.stderr);
            assert!(!ran.stderr.contains("internal"), "{ending}, byte {place}: {}", ran.stderr);
        }
    }
}

#[test]
fn consequences_are_the_links_of_all_solutions_or_of_any() {
    let puzzle = "instances/slitherlink/specification-completed.lp";
    let ran = run(&["solve", "-e", "cautious", puzzle], "");
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.status), ("link(1,3).\n", "", 30));
    let brave = run(&["solve", "-n", "0", "--enum-mode", "brave", "--format", "aspcomp", puzzle], "");
    assert!(brave.stdout.starts_with("ANSWER\n") && brave.stdout.matches("link(").count() == 6, "{brave:?}");
    let clingo = run(&["solve", "--enum-mode", "brave", "--format", "clingo", puzzle], "").stdout;
    assert!(
        clingo.contains("Consequences: [6;6]\n") && clingo.contains("  Brave      : yes\nConsequences : 6\n")
    );
    let json = run(&["solve", "--enum-mode", "cautious", "--format", "json", puzzle], "").stdout;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["Models"]["Cautious"], "yes");
    assert_eq!(json["Models"]["Consequences"], serde_json::json!({ "True": 1, "Open": 0 }));
    let last = json["Call"][0]["Witnesses"].as_array().and_then(|all| all.last()).expect("a witness");
    assert_eq!(last["Consequences"]["Open"], 0);
    let none = run(&["solve", "--enum-mode", "cautious"], PATH);
    assert_eq!((none.stdout.as_str(), none.status), ("UNSATISFIABLE\n", 20));
    for options in [&["-n", "1"][..], &["--engine", "zdd"], &["--threads", "2"], &["--no-presolve"]] {
        let ran = run(&[&["solve", "--enum-mode", "brave", puzzle], options].concat(), "");
        assert_eq!((ran.stdout.as_str(), ran.status), ("UNKNOWN\n", 65), "{options:?}");
    }
}
