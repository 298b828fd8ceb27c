//! `zlink check`: the verdicts and their reasons.

use crate::common::{DOMINO, PATH, SQUARE, SQUARE_ANSWER, file, run};

/// Runs `zlink check` with the line `answer` in a file of its own.
fn check(instance: &str, answer: &str, options: &[&str]) -> (String, i32) {
    let end = if answer.ends_with('\n') { "" } else { "\n" };
    let (instance, answer) = (file(instance), file(&format!("{answer}{end}")));
    let mut arguments = vec!["check", instance.to_str().unwrap(), answer.to_str().unwrap()];
    arguments.extend(options);
    let ran = run(&arguments, "");
    assert_eq!(ran.stderr, "", "{}", ran.stdout);
    (ran.stdout, ran.status)
}

/// The error of `zlink check` about `answer` in a file of its own.
fn error(instance: &str, answer: &str) -> String {
    let (instance, answer) = (file(instance), file(answer));
    let ran = run(&["check", instance.to_str().unwrap(), answer.to_str().unwrap()], "");
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 65), "{}", ran.stderr);
    ran.stderr
}

#[test]
fn a_correct_answer_is_one_word() {
    assert_eq!(check(SQUARE, SQUARE_ANSWER, &[]), ("CORRECT\n".to_string(), 0));
}

#[test]
fn answers_of_blank_boards_are_checked() {
    let board = ["--board", "hats", "--size", "4"];
    let answer = run(&[&["solve"][..], &board].concat(), "").stdout;
    let given = file(&answer);
    let given = given.to_str().unwrap();
    assert_eq!(run(&[&["check"][..], &board].concat(), &answer).stdout, "CORRECT\n");
    assert_eq!(run(&[&["check", given][..], &board].concat(), "").stdout, "CORRECT\n");
    let both = run(&[&["check", given, given][..], &board].concat(), "");
    assert!(both.stderr.contains("'--board <NAME>' cannot be used with '[ANSWER]'"), "{both:?}");
}

#[test]
fn instance_and_answer_may_be_one_stream() {
    for arguments in [&["check"][..], &["check", "-"], &["check", "-", "-"]] {
        let ran = run(arguments, format!("{SQUARE_ANSWER}{SQUARE}"));
        assert_eq!((ran.stdout.as_str(), ran.status), ("CORRECT\n", 0));
        let ran = run(arguments, format!("{SQUARE}link(0,1).\n"));
        assert_eq!(ran.stdout.lines().next(), Some("INCORRECT"));
        assert_eq!(ran.status, 1);
        let ran = run(arguments, format!("{SQUARE}link(0,1)."));
        assert!(ran.status == 65 && ran.stderr.contains("it may be cut off: vertex 0"), "{ran:?}");
    }
}

/// Two parallel edges and a detour from a to b.
const NAMED: &str =
    "node(a;b;c). edge(e1,a,b). edge(e2,b,a). edge(e3,a,c). edge(e4,c,b). connection(1,a,b).\n";

#[test]
fn answers_may_name_edges() {
    for (answer, verdict) in [
        ("link(e1).", "CORRECT\n"),
        ("ANSWER\nlink(e4). link(e3).", "CORRECT\n"),
        ("link(e1). link(e2).", "INCORRECT\nvertex a has 2 links, but a vertex of a pair has exactly 1\n"),
        ("link(e9).", "INCORRECT\nlink(e9) is no edge of the instance\n"),
    ] {
        let status = i32::from(verdict != "CORRECT\n");
        assert_eq!(check(NAMED, answer, &[]), (verdict.to_string(), status));
        if !answer.starts_with("ANSWER") {
            let ran = run(&["check"], format!("{answer}\n{NAMED}"));
            assert_eq!((ran.stdout.as_str(), ran.status), (verdict, status));
        }
    }
    // By their ends, where that is certain.
    assert_eq!(check(NAMED, "link(a,c). link(c,b).", &[]).0, "CORRECT\n");
    assert_eq!(check(NAMED, "link(b,a).", &[]).0, "CORRECT\n");
    assert!(check(NAMED, "link(c,a). link(c,b).", &[]).0.contains("link(c,a) is written backwards"));
    let parallel = NAMED.replace("e2,b,a", "e2,a,b");
    assert!(error(&parallel, "link(a,b).\n").contains("link(a,b) may be one of several edges"));
    // Atoms of the other arity are helpers if there are links as the instance has them.
    assert_eq!(check(NAMED, "link(e1). link(a,c).", &[]).0, "CORRECT\n");
    assert_eq!(check(SQUARE, &format!("link(0). {SQUARE_ANSWER}"), &[]).0, "CORRECT\n");
    assert!(error(SQUARE, "link(e3).\n").contains("the answer has link(E), but the instance has edge(U,V)"));
    let demand = format!("{NAMED} link(e1). -link(e3).");
    assert_eq!(check(&demand, "link(e2).", &[]).0, "INCORRECT\nlink(e1) is required, but missing\n");
    let mixed = run(&["check"], format!("{NAMED}link(a,b)."));
    assert!(mixed.stderr.starts_with("-:2:1: error: link/2 does not go together with edge/3"), "{mixed:?}");
}

#[test]
fn parallel_edges_are_solved_counted_and_converted_and_nothing_else() {
    let solved = run(&["solve", "-n", "0", "--format", "aspcomp"], NAMED);
    let mut lines: Vec<&str> = solved.stdout.lines().filter(|line| *line != "ANSWER").collect();
    lines.sort_unstable();
    assert_eq!((lines, solved.status), (vec!["link(e1).", "link(e2).", "link(e3). link(e4)."], 30));
    assert_eq!(run(&["count", "--engine", "zdd"], NAMED).stdout, "3\n");
    let written = run(&["convert", "--to", "aspcomp2011"], NAMED).stdout;
    assert_eq!(
        written.replace('\n', " ").trim(),
        NAMED.trim().replace("node(a;b;c)", "node(a). node(b). node(c)")
    );
    for arguments in [
        &["convert"][..],
        &["convert", "--to", "aspcomp2011", "--turn", "left"],
        &["convert", "--encoding", "cnf"],
        &["solve", "--as", "text"],
        &["solve", "-e", "brave"],
        &["count", "--path-matchings"],
        &["count", "--cover"],
        &["draw", "--as", "text"],
        &["diagram", "build"],
        &["analyse"],
        &["explain"],
    ] {
        let ran = run(arguments, NAMED);
        assert_eq!(ran.status, 65, "{arguments:?}: {ran:?}");
        assert!(ran.stderr.contains("error: this edge is parallel to another one"), "{arguments:?}: {ran:?}");
    }
}

#[test]
fn the_answer_may_come_on_the_standard_input() {
    let instance = file(SQUARE);
    let instance = instance.to_str().unwrap();
    assert_eq!(run(&["check", instance], SQUARE_ANSWER).stdout, "CORRECT\n");
    let answer = file(SQUARE_ANSWER);
    assert_eq!(run(&["check", "-", answer.to_str().unwrap()], SQUARE).stdout, "CORRECT\n");
}

#[test]
fn every_format_of_solve_is_read() {
    let instance = file(DOMINO);
    let instance = instance.to_str().unwrap();
    for format in ["asp", "aspcomp", "clingo", "json"] {
        for n in ["1", "0"] {
            let answer = run(&["solve", "--format", format, "-n", n, instance], "").stdout;
            let ran = run(&["check", instance], &answer);
            assert_eq!((ran.stdout.as_str(), ran.status), ("CORRECT\n", 0), "{format}: {answer}");
        }
    }
}

/// What solvers print about [`SQUARE`] with one diagonal, whose solution is `link(0,1). link(1,2). link(2,3). link(3,0).`.
pub(crate) const PRINTED: &[&str] = &[
    "clingo version 5.8.3\nReading from x.lp ...\nSolving...\nAnswer: 1 (Time: 0.001s)\n\
     edge(0,1) v(0) link(0,1) link(1,2) -link(0,2) link(2,3) link(3,0) note(\"x. y\") (1,) 7\nSATISFIABLE\n\n\
     Models       : 1+\nCalls        : 1\n",
    "clingo version 5.8.3\nReading      : 0.001s\nSolving...\nAnswer: 1\nlink(0,1)\n\"a b\"\nlink(1,2)\nlink(2,3)\nlink(3,0)\n\
     ------|\nSATISFIABLE\n",
    "link(0,1) link(1,2) link(2,3) link(3,0)\nSATISFIABLE\n",
    "link(0,1)\nlink(1,2)\nlink(2,3)\nlink(3,0)\nSATISFIABLE\n",
    "link(0,1),link(1,2),link(2,3),link(3,0)\nOPTIMUM FOUND\n",
    "% clingo version 5.8.3\n% Answer: 1\nANSWER\nv(0). link(0,1). link(1,2). link(2,3). link(3,0).\n% \n% Models : 1\n",
    "{\n  \"Solver\": \"clingo\",\n  \"Call\": [{\"Witnesses\": [{\"Value\": [\"link(0,1)\", \"7\", \"link(1,2)\", \"link(2,3)\", \
     \"link(3,0)\"]}]}],\n  \"Result\": \"SATISFIABLE\"\n}\n",
    "DLV [build BEN/Dec 17 2012]\n\n{v(0), link(0,1), link(1,2), link(2,3), link(3,0)}\n",
    "smodels version 2.34. Reading...done\nAnswer: 1\nStable Model: link(0,1) link(1,2) link(2,3) link(3,0) \nTrue\n",
    "Answer: 1\r\nlink(0,1) link(1,2) link(2,3) link(3,0)\r\nSATISFIABLE\r\n",
];

#[test]
fn what_solvers_print_is_read() {
    for text in PRINTED {
        assert_eq!(check(SQUARE, text, &[]), ("CORRECT\n".to_owned(), 0), "{text}");
        let less = text.replacen("link(2,3)", "linked(2,3)", 1);
        let ran = run(&["check", file(SQUARE).to_str().unwrap()], &less);
        let is_joined = less.starts_with("link(0,1)\n");
        assert_eq!(
            (ran.status, ran.stdout.contains("INCORRECT")),
            if is_joined { (65, false) } else { (1, true) },
            "{less}"
        );
        let other = text.replace("link(", "in(");
        let ran = run(&["check", file(SQUARE).to_str().unwrap()], &other);
        assert_eq!((ran.stdout.as_str(), ran.status), ("", 65), "{other}");
        let stream = run(&["check"], format!("{SQUARE}{text}"));
        let is_cut = text.starts_with("link") || text.starts_with("DLV");
        assert!(is_cut || stream.stdout == "CORRECT\n", "{text}: {stream:?}");
        assert!(!stream.stdout.contains("INCORRECT"), "{text}: {stream:?}");
    }
}

#[test]
fn the_best_of_answers_with_costs_counts() {
    let text = "Answer: 1\nlink(0,1) link(1,2)\nOptimization: 2\nAnswer: 2\nlink(0,1) link(1,2) link(2,3) link(3,0)\n\
                Optimization: 1\nOPTIMUM FOUND\n";
    let instance = file(SQUARE);
    let instance = instance.to_str().unwrap();
    let ran = run(&["check", instance], text);
    assert_eq!((ran.stdout.as_str(), ran.status), ("CORRECT\n", 0));
    assert_eq!(ran.stderr, "zlink: the answers have costs: answer 2 of 2 is checked\n");
    let plain = text.replace("Optimization", "Time");
    for (text, which, stdout) in [
        (text, "1", "INCORRECT\nanswer 1: vertex 0 has 1 link, but on a cycle every vertex has 2\n"),
        (text, "last", "CORRECT\n"),
        (&plain, "2", "CORRECT\n"),
        (&plain, "last", "CORRECT\n"),
        (&plain, "1", "INCORRECT\nanswer 1: vertex 0 has 1 link, but on a cycle every vertex has 2\n"),
        ("link(0,1). link(1,2).\nlink(0,1). link(1,2). link(2,3). link(3,0).\n", "2", "CORRECT\n"),
        ("link(0,1).\nlink(1,2).\nlink(2,3).\nlink(3,0).\n", "1", "CORRECT\n"),
        (&plain, "3", ""),
        (&plain, "0", ""),
    ] {
        let ran = run(&["check", "--answer", which, instance], text);
        assert_eq!(ran.stdout, stdout, "{which}: {text}{}", ran.stderr);
    }
    assert!(run(&["check", instance], plain).stdout.starts_with("INCORRECT\nanswer 1: "));
}

#[test]
fn grids_and_drawings_are_read() {
    let loops = "4 4\n3..2\n....\n.2..\n...3\n";
    let paths = "a . . a\n. b . .\n. . b .\n";
    for instance in [loops, paths] {
        let puzzle = file(instance);
        let puzzle = puzzle.to_str().unwrap();
        for form in ["grid", "text"] {
            let solve = |n| run(&["solve", "--as", form, "-n", n, puzzle], "").stdout;
            for answer in [solve("1"), solve("0"), solve("0").replace('\n', " \r\n")] {
                let ran = run(&["check", puzzle], &answer);
                assert_eq!(
                    (ran.stdout.as_str(), ran.status),
                    ("CORRECT\n", 0),
                    "{form}: {answer}{}",
                    ran.stderr
                );
            }
            let wrong = ["#", "━", "\n."].iter().fold(solve("1"), |text, sign| text.replacen(sign, "\n ", 1));
            assert_ne!(run(&["check", puzzle], wrong).stdout, "CORRECT\n");
        }
    }
    let stdout = |answer: &str| run(&["check", file(loops).to_str().unwrap()], answer).stdout;
    assert_eq!(stdout("4 4\n#\n\n\n\n"), "INCORRECT\ncell c_0_0 has 4 links, but its clue says 3\n");
    for unread in ["4 4\n#\n\n\n", "4 4\n#####\n\n\n\n", "3 3\n#\n\n\n", "4 4\nx#\n\n\n\n"] {
        assert_eq!(stdout(unread), "", "{unread}");
    }
    let said = |answer: &str| run(&["check", file(paths).to_str().unwrap()], answer);
    assert_eq!(said("a a a a\n. b b .\n. . b .\n").stdout, "CORRECT\n");
    for (unread, why) in [
        ("a a . a\na a a a\n. b b .\n", "no path passes all squares of `a`"),
        ("a . . a\n. b b .\n. . b .\n", "no path passes all squares of `a`"),
        ("a a a a\n. b b .\n", "the 3 rows of a grid were expected"),
        ("a a a a\n. b b .\n. . b", "a row of 4 labels was expected"),
    ] {
        let ran = said(unread);
        assert_eq!((ran.stdout.as_str(), ran.status), ("", 65), "{unread}");
        assert!(ran.stderr.contains(why), "{unread}: {}", ran.stderr);
    }
    let two_ways = file("3 3\na . .\n. . .\n. . a\n");
    let ran = run(&["check", two_ways.to_str().unwrap()], "a a a\na a a\na a a\n");
    assert!(ran.stderr.contains("it is not certain which links"), "{}", ran.stderr);
    let hats = run(&["solve", "--board", "hats", "--size", "3", "--as", "text"], "").stdout;
    let ran = run(&["check", "--board", "hats", "--size", "3"], hats);
    assert!(ran.stderr.contains("a drawing in dots does not say which edges it has"), "{}", ran.stderr);
}

#[test]
fn a_puzzle_file_may_have_its_answer() {
    let drawn = file("2 2\n##\n#\n");
    let drawn = drawn.to_str().unwrap();
    assert_eq!(run(&["check", drawn], "").stdout, "CORRECT\n");
    assert_eq!(run(&["check"], "2 2\n##\n#\n").stdout, "CORRECT\n");
    assert_eq!(run(&["check", drawn], "link(0,1).\n").stdout.lines().next(), Some("INCORRECT"));
    let clued = file("3.\n.3\n");
    let clued = clued.to_str().unwrap();
    assert_eq!(
        run(&["check", clued, drawn], "").stdout,
        "INCORRECT\ncell c_0_0 has 2 links, but its clue says 3\n"
    );
    // Not the same graph, and no answer.
    for (instance, answer) in [("3.3\n.3.\n", drawn), ("a . a\nb . b\n", drawn), ("3.\n.3\n", clued)] {
        let ran = run(&["check", file(instance).to_str().unwrap(), answer], "");
        assert_eq!((ran.stdout.as_str(), ran.status), ("", 65), "{instance}: {}", ran.stderr);
    }
    for puzzle in [clued, file(SQUARE).to_str().unwrap()] {
        let ran = run(&["check", puzzle], "");
        assert!(ran.stderr.contains("has no answer that zlink reads"), "{}", ran.stderr);
        assert_eq!((ran.stdout.as_str(), ran.status), ("", 65));
    }
    let ran = run(&["check"], SQUARE);
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 65), "{}", ran.stderr);
}

#[test]
fn each_of_several_answers_is_checked() {
    let text = format!("ANSWER\n{SQUARE_ANSWER}ANSWER\nlink(0,1).\n");
    let (stdout, status) = check(SQUARE, &text, &[]);
    assert!(stdout.starts_with("INCORRECT\nanswer 2: vertex"), "{stdout}");
    assert_eq!(status, 1);
}

#[test]
fn facts_are_one_answer_or_one_on_each_line() {
    let square = "edge(0,1). edge(1,2). edge(2,3). edge(3,0). edge(0,2).";
    let (left, right) = ("link(0,1). link(1,2). link(0,2).", "link(2,3). link(3,0). link(0,2).");
    assert_eq!(check(square, &format!("% two\n{left}\n\n{right}\n"), &[]).0, "CORRECT\n");
    assert_eq!(check(square, &left.replace(' ', "\n"), &[]).0, "CORRECT\n");
    let wrong = check(square, &format!("{left}\n{right}\nlink(0,1). link(1,2).\n"), &[]).0;
    assert!(wrong.starts_with("INCORRECT\nanswer 3: vertex"), "{wrong}");
    let wrong = check(square, &format!("link(0,1). link(1,2).\n{left}\n{right}\n"), &[]).0;
    assert!(wrong.starts_with("INCORRECT\nanswer 1: vertex"), "{wrong}");
    // The first line is none, so facts on lines of their own are meant to be one together.
    let wrong = check(square, "link(0,1).\nlink(1,2).\nlink(2,3).\n", &[]).0;
    assert!(wrong.starts_with("INCORRECT\nvertex 0 has 1 link"), "{wrong}");
}

#[test]
fn facts_without_a_line_end_may_be_cut_off() {
    let whole = SQUARE_ANSWER.trim_end();
    let square = file(SQUARE);
    assert_eq!(run(&["check", square.to_str().unwrap()], whole).stdout, "CORRECT\n");
    let cut = whole.rsplit_once(' ').unwrap().0;
    assert!(check(SQUARE, cut, &[]).0.starts_with("INCORRECT\n"));
    for cut in [cut.to_owned(), cut.replace(' ', "\n"), format!("{whole}\nlink(0,1). link(0,9).")] {
        let error = error(SQUARE, &cut);
        assert!(error.contains("its last line has no end, so it may be cut off: "), "{error}");
    }
}

#[test]
fn no_link_is_no_answer_unless_it_is_a_solution() {
    let hidden = "Answer: 1\n\nSATISFIABLE\n";
    let json = "{\"Call\": [{\"Witnesses\": [{\"Value\": []}]}], \"Result\": \"SATISFIABLE\"}\n";
    for answer in ["\n", hidden, "\nSATISFIABLE\n", "ANSWER\n\n", json, "DLV [build BEN]\n\n{}\n", "{}\n"] {
        let error = error(SQUARE, answer);
        assert!(error.contains("no link is shown: the answer is empty, or its atoms are hidden"), "{error}");
        assert_eq!(check(PATH, answer, &["--path-matchings"]).0, "CORRECT\n", "{answer}");
    }
}

#[test]
fn what_is_no_answer_is_told() {
    for (answer, why) in [
        ("link(0,1). link(1,2). -link(1,2).\n", "the answer has link(1,2) and -link(1,2)"),
        ("Answer: 1\nlink(0,1) -link(0,1)\n", "the answer has link(0,1) and -link(0,1)"),
        ("% Answer: 2\nANSWER\nlink(0,1).\n% Consequences: [1;1]\n", "brave or cautious consequences"),
        ("{link(0,1), link(1,2", "line 1 of the answer is cut off"),
        ("DLV [build BEN]\n\n{v(0), link(0,1), link\n", "line 3 of the answer is cut off"),
        ("s SATISFIABLE\nv 1 2 3 0\n", "there is no answer in it"),
    ] {
        let error = error(SQUARE, answer);
        assert!(error.contains(why), "{answer}: {error}");
    }
    for puzzle in ["3..\n..2\n.1.\n", "a . . a\n. b . .\n. . b .\n"] {
        let error = error(puzzle, &run(&["draw", "--as", "text"], puzzle).stdout);
        assert!(error.contains("there is no answer in it"), "{error}");
    }
}

#[test]
fn what_is_read_whole_is_judged() {
    let square = "TYPE : HCP\nDIMENSION : 4\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n1 2\n2 3\n3 4\n4 1\n1 3\n-1\n";
    let tour =
        |vertices: &str| check(square, &format!("TYPE : TOUR\nTOUR_SECTION\n{vertices} -1\nEOF\n"), &[]).0;
    assert_eq!(tour("4 3 2 1"), "CORRECT\n");
    assert_eq!(tour("1 2 4 3"), "INCORRECT\nlink(2,4) is no edge of the instance\n");
    let drawing = run(&["solve", "--as", "text"], "4 4\n3..2\n....\n.2..\n...3\n").stdout;
    let other = "4 4\n0..2\n....\n.2..\n...3\n";
    assert_eq!(check(other, &drawing, &[]).0, "INCORRECT\ncell c_0_0 has 3 links, but its clue says 0\n");
    assert!(error(other, &drawing.replacen('━', " ", 3)).contains("not the whole of, a drawing"));
}

#[test]
fn the_reason_names_what_is_wrong() {
    let clued = format!("{SQUARE} cell_contains(c3,0,1). cell_contains(c3,1,2). clue(c3,1).");
    let two_triangles = "edge(a,b). edge(b,c). edge(c,a). edge(d,e). edge(e,f). edge(f,d).";
    let all = "link(a,b). link(b,c). link(c,a). link(d,e). link(e,f). link(f,d).";
    let pairs =
        "edge(1,2). edge(3,4). edge(1,3). edge(2,4). edge(2,5). edge(5,6). edge(6,2). pair(1,2). pair(3,4).";
    let cases = [
        (SQUARE, "link(0,2).", &[][..], "link(0,2) is no edge"),
        (SQUARE, "link(1,0).", &[], "the edge of the instance is edge(0,1)"),
        (SQUARE, "link(0,1). link(1,2).", &[], "vertex 0 has 1 link"),
        (clued.as_str(), SQUARE_ANSWER, &[], "cell c3 has 2 links, but its clue says 1"),
        (two_triangles, all, &[], "vertex a is on one and vertex d on another"),
        (two_triangles, "link(a,b). link(b,c). link(c,a).", &["--cover"], "vertex d has no link"),
        (pairs, "link(1,3). link(2,4).", &[], "vertices 1 and 3, which are not a pair"),
        (
            pairs,
            "link(1,2). link(3,4). link(2,5).",
            &[],
            "vertex 2 has 2 links, but a vertex of a pair has exactly 1",
        ),
        (pairs, "link(1,2).", &[], "vertex 3 has 0 links"),
        (pairs, "link(1,2). link(3,4). link(5,6).", &[], "vertex 5 has 1 link"),
        (two_triangles, all, &["--path-matchings"], "is on a cycle"),
        (
            "edge(0,1). edge(1,2). edge(2,0). edge(2,3). link(0,1).",
            "link(1,2).",
            &[],
            "link(0,1) is required",
        ),
        (
            "edge(0,1). edge(1,2). edge(2,0). -link(0,1).",
            "link(0,1). link(1,2). link(2,0).",
            &[],
            "link(0,1) is forbidden",
        ),
    ];
    for (instance, answer, options, reason) in cases {
        let (stdout, status) = check(instance, answer, options);
        let lines: Vec<&str> = stdout.lines().collect();
        assert_eq!((lines.len(), lines[0], status), (2, "INCORRECT", 1), "{stdout}");
        assert!(lines[1].contains(reason), "expected {reason}: {stdout}");
    }
    assert_eq!(check(two_triangles, all, &["--cycles", "many"]).0, "CORRECT\n");
    assert_eq!(check(PATH, "\n", &["--path-matchings"]).0, "CORRECT\n");
}

#[test]
fn a_claim_without_an_answer_cannot_be_checked() {
    for word in
        ["UNSATISFIABLE\n", "INCONSISTENT\n", "UNKNOWN\n", "clingo version 5\nSolving...\nUNSATISFIABLE\n"]
    {
        let instance = file(PATH);
        let ran = run(&["check", instance.to_str().unwrap()], word);
        assert_eq!((ran.stdout.as_str(), ran.status), ("", 2), "{word}");
        assert!(!ran.stderr.is_empty());
    }
    let ran = run(&["check"], format!("{PATH}UNSATISFIABLE\n"));
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 2));
}

#[test]
fn bad_input_is_neither_word() {
    let good = file(SQUARE);
    let good = good.to_str().unwrap();
    let bad = file("edge(0,");
    let bad = bad.to_str().unwrap();
    let json = file("{\"Call\":");
    let json = json.to_str().unwrap();
    for arguments in [
        &["check", bad, good][..],
        &["check", good, bad],
        &["check", good, json],
        &["check", good, "/nonexistent"],
        &["check", "/nonexistent", good],
        &["check", "/"],
        &["check", "--nonsense"],
        &["check", good, good, good],
    ] {
        let ran = run(arguments, "");
        assert_eq!((ran.stdout.as_str(), ran.status), ("", 65), "{arguments:?}");
        assert!(!ran.stderr.is_empty());
    }
    assert_eq!(run(&["check"], "").status, 65);
}

#[test]
fn an_answer_in_the_place_of_the_instance_is_told() {
    let (instance, answer) = (file(SQUARE), file(SQUARE_ANSWER));
    let ran = run(&["check", answer.to_str().unwrap(), instance.to_str().unwrap()], "");
    assert!(ran.stderr.contains("the instance comes first"), "{}", ran.stderr);
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 65));
    let ran = run(&["check"], SQUARE_ANSWER);
    assert!(ran.stderr.contains("the instance is missing"), "{}", ran.stderr);
    assert_eq!(ran.status, 65);
}
