//! Every command reads every format.

use crate::common::{file, run};

/// A Slitherlink with eight solutions as a grid, an address of puzz.link, and a game ID of Loopy.
const GRID: &str = "3..\n..2\n.1.\n";
const SOLUTION: &str = "4x4t0:c33a3d1a3a2";

#[test]
fn edges_get_and_lose_names() {
    let pairs = "edge(a,b).\nedge(b,c).\npair(a,c).\npair_label(a,c,red).\n";
    let named = "node(a).\nnode(b).\nnode(c).\nedge(e1,a,b).\nedge(e2,b,c).\nconnection(red,a,c).\n";
    assert_eq!(run(&["convert", "--to", "aspcomp2011"], pairs).stdout, named);
    assert_eq!(run(&["convert", "--from", "aspcomp2011"], named).stdout, pairs);
    for (facts, what) in [
        ("edge(a,b). edge(b,c). edge(c,a).", "a puzzle without pairs"),
        ("edge(a,b). edge(b,c). edge(c,a). cover.", "a puzzle without pairs"),
    ] {
        let ran = run(&["convert", "--to", "aspcomp2011"], facts);
        assert_eq!(ran.stderr, format!("zlink: error: the format cannot express {what}\n"));
    }
    // All else that facts say is said, with the names of the edges.
    let facts = "edge(a,b).\nedge(b,c).\nedge(c,a).\nclue(k,1).\ncell_contains(k,a,b).\ncell_contains(l,b,c).\n\
                 pair(a,c).\nlink(a,b).\n-link(c,a).\ncover.\npair_label(a,c,1).\npos(a,0,1).\n";
    let named = run(&["convert", "--to", "aspcomp2011", "--strict"], facts);
    let rest = "connection(1,a,c).\nlink(e1).\n-link(e3).\nclue(k,1).\ncell_contains(k,a,b).\ncell_contains(l,b,c).\ncover.\npos(a,0,1).\n";
    assert!(named.stdout.ends_with(rest), "{named:?}");
    assert_eq!(run(&["convert"], &named.stdout).stdout, facts);
    // The format of 2011 has no other edges.
    assert_eq!(run(&["count", "--from", "facts"], &named.stdout).stdout, "1\n");
    let ran = run(&["count", "--from", "aspcomp2011"], "node(a). edge(a,b). pair(a,b).");
    assert!(ran.status == 65 && ran.stderr.starts_with("-:1:10: error: edge(E,U,V) was expected"), "{ran:?}");
}

#[test]
fn all_commands_read_what_convert_reads() {
    let grid = file(GRID);
    let grid = grid.to_str().unwrap();
    let facts = file(&run(&["convert"], GRID).stdout);
    let facts = facts.to_str().unwrap();
    for command in [
        &["count"][..],
        &["solve", "-n", "0"],
        &["plan"],
        &["diagram", "build", "-o", "/dev/null"],
        &["draw", "--as", "text"],
        &["generate", "slitherlink", "--seed", "3"],
        &["compare", "--engines", "brute", "--quiet"],
    ] {
        let [of_grid, of_facts] = [grid, facts].map(|file| run(&[command, &[file]].concat(), ""));
        assert!(of_grid.status != 65 && of_grid.stderr == of_facts.stderr, "{command:?}: {of_grid:?}");
        // Times differ, and the command that is told names the file.
        if !matches!(command[0], "compare" | "generate") {
            assert_eq!(of_grid.stdout, of_facts.stdout, "{command:?}");
        }
    }
}

#[test]
fn triangles_among_the_zeros_of_a_board_have_the_same_solutions() {
    let parallelogram =
        [[0, 1, 3], [1, 4, 3], [1, 2, 4], [2, 5, 4], [3, 4, 6], [4, 7, 6], [4, 5, 7], [5, 8, 7]];
    let notched = [[1, 6, 5], [2, 7, 6], [5, 6, 10], [6, 11, 10], [6, 7, 11], [7, 12, 11]];
    for triangles in [&parallelogram[..], &notched] {
        let mut facts = String::new();
        for (cell, &[a, b, c]) in triangles.iter().enumerate() {
            for (u, v) in [(a, b), (b, c), (c, a)] {
                let (u, v) = (u.min(v), u.max(v));
                facts += &format!("edge({u},{v}). cell_contains(c{cell},{u},{v}).\n");
            }
        }
        let id = run(&["convert", "--to", "loopy"], &facts).stdout;
        assert!(id.contains("t1:"), "{id}");
        assert_eq!(run(&["count"], &id).stdout, run(&["count"], &facts).stdout);
    }
}

#[test]
fn hints_and_checks_read_grids() {
    let puzzle = file(SOLUTION);
    let puzzle = puzzle.to_str().unwrap();
    let answer = run(&["solve", puzzle], "").stdout;
    assert_eq!(run(&["check", puzzle], &answer).stdout, "CORRECT\n");
    assert_eq!(run(&["check", puzzle], "link(0,1).\n").status, 1);
    assert_eq!(run(&["check"], format!("{SOLUTION}\n{answer}")).stdout, "CORRECT\n");
    let answer = file(&answer);
    let hints = run(&["generate", "hints", puzzle, answer.to_str().unwrap()], "");
    assert_eq!(hints.status, 0, "{hints:?}");
    let redundant = run(&["generate", "hints", puzzle, "--redundant"], "");
    assert_eq!(redundant.status, 0, "{redundant:?}");
}

#[test]
fn an_address_or_a_game_id_stands_for_itself() {
    assert_eq!(run(&["count", SOLUTION], "").stdout, "1\n");
    assert_eq!(run(&["count", "https://puzz.link/p?slither/4/4/i38dh682"], "").status, 30);
    for (address, count) in [
        ("puzz.link/p?slither/3/3/i1i3h", "13\n"),
        ("https://puzz.link/p?slither_edit/3/3/i1i3h", "13\n"),
        ("https://puzz.link/p?slither/f/3/3/i1i3h", "1\n"),
        ("puzz.link/p?arukone/3/3/12j1g2", "2\n"),
    ] {
        assert_eq!(run(&["count", address], "").stdout, count, "{address}");
    }
    assert!(run(&["count", "no/such?file"], "").stderr.contains("no/such?file cannot be read"));
    let broken = run(&["count", "https://puzz.link/p?slither/3/3/dX"], "");
    assert_eq!(broken.status, 65);
    assert!(broken.stderr.starts_with("-:1:34: error: no cell of a `slither`"), "{broken:?}");
}

#[test]
fn an_answer_besides_a_puzzle_demands_nothing() {
    let save = "pzprv3\nslither\n2\n2\n3 . \n. . \n1 0 0 \n1 0 0 \n0 0 \n0 0 \n0 0 \n";
    for command in [["count"], ["solve"], ["plan"]] {
        let [with, without] = [save, &save.replace("1 0 0", "0 0 0")].map(|text| run(&command, text).stdout);
        assert_eq!(with, without, "{command:?}");
    }
    assert!(run(&["convert"], save).stdout.contains("\nlink(0,3).\n"));
}

#[test]
fn graphs_without_edges_go_from_format_to_format() {
    let mut text = "p edge 3 0\n".to_owned();
    for format in ["edges", "graphml", "dimacs", "facts"] {
        let run = run(&["convert", "--to", format], &text);
        assert_eq!(run.status, 0, "{run:?}");
        text = run.stdout;
    }
    assert_eq!(text, "node(1).\nnode(2).\nnode(3).\n");
}

#[test]
fn control_characters_in_names_are_told_where_they_are() {
    let graphml = "<graphml><graph>\n<node id='a&#13;'/>\n</graph></graphml>\n";
    for (text, format, place) in [
        ("a b\nb c\0\n", "edges", "-:2:4: error: this is the control character U+0000"),
        ("p edge 2 1\ne 1 2\0\n", "dimacs", "-:2:6: error: this is the control character U+0000"),
        (graphml, "graphml", "-:2:12: error: this is the control character U+000D"),
    ] {
        for command in [&["convert", "--from"][..], &["solve", "--from"]] {
            let run = run(&[command, &[format]].concat(), text);
            assert_eq!(run.status, 65, "{run:?}");
            assert!(run.stderr.starts_with(place), "{run:?}");
        }
    }
}

/// Texts as other programs and people write them: the number of solutions, or the beginning of the message that refuses them.
#[test]
fn texts_are_read_right_or_refused() {
    let two = "-:4:1: error: a second puzzle begins here";
    for (text, options, expected) in [
        // Signs for empty squares: one in a text. Another one that is there twice is a label.
        ("A.A\n_._\n", "", "1"),
        ("A.A\n__.\n._.\n", "", "-:2:1: error: `.` and `_` may both stand for empty squares"),
        ("3.-\n..2\n", "", "-:1:3: error: `.` and `-` may both"),
        ("1 _ 1\n- _ -\n", "--from numberlink", "-:1:3: error: `-` and `_` may both"),
        ("1 _ 1\n- _ _\n- - _\n", "--from numberlink", "-:1:3: error: `-` and `_` may both"),
        ("3 -1 -1\n-1 -1 2\n", "", "3"),
        ("3**\n**2\n", "", "3"),
        ("A**\n***\n**A\n", "", "2"),
        ("5 0 5\n0 0 0\n", "", "4"),
        (
            "1 0 1\n2 0 2\n",
            "--from numberlink",
            "-:1:3: error: `0` may be a label or stand for an empty square",
        ),
        ("A0A\nB.B\n00C\nC..\n", "", "-:1:2: error: `.` and `0` may both stand for empty squares"),
        // Blanks as empty squares, in rows of one length.
        ("3  \n  2\n", "", "3"),
        ("3\n  2\n", "--from slitherlink", "-:1:1: error: the blanks in these rows may be empty squares"),
        ("A B\n   \nA B\n", "", "0"),
        ("AB C\n    \nAB C\n", "", "0"),
        ("2 3\n3  \n  2\n", "", "3"),
        (
            "A B C\nA B C\n",
            "--from numberlink",
            "-:1:1: error: the blanks in this row stand between labels, or",
        ),
        ("2 3\nA B C\nA B C\n", "", "1"),
        // Two puzzles.
        ("A..\n..A\n\na.b\na.b\n", "", two),
        ("3..\n..2\n\n3..\n", "", two),
        ("AB\nAB\n\nABC\nABC\n", "", two),
        ("2 2\nAB\nAB\n2 2\nab\nab\n", "", two),
        ("2 2\n3.\n..\n\n2 2\n.3\n..\n", "", "-:5:1: error: a second puzzle begins here"),
        ("A.B\nA.B\n# 2\nC.D\nC.D\n", "", two),
        ("3..\n..2\n\u{c}3..\n..2\n", "", "-:3:1: error: this is a control character"),
        ("3 3 2\n1 . 2\n. . .\n1 . 2\n", "", "-:1:1: error: this may be a row, or a size and a third number"),
        ("3xx\nxx2\n", "", "-:1:2: error: a clue was expected"),
        ("#title\nA..\n..A\n", "", "1"),
        ("3,0,1,2;0,1,2,5;3,2", "", "-:1:19: error: a path is on square 2 already"),
        // A line with `#` or `%` in front is a row of labels, or a comment.
        ("%..\n..%\n", "--from flow", "1"),
        ("% a board\nA..\n..A\n", "", "1"),
        ("# . .\n. . #\n", "--from numberlink", "-:1:1: error: this is a comment, or a row"),
        ("+..\n..+\nA.A\n", "", "2"),
        // Lists of edges.
        ("4 5\n1 2\n2 3\n3 4\n4 1\n1 3\n", "--cover", "1"),
        ("3 3\n0 1\n1 2\n2 0\n", "--cover", "1"),
        ("4 3\n1 2\n2 3\n3 1\n", "--cover", "0"),
        ("1 -- 2\n2 -- 3\n3 -- 1\n", "", "1"),
        ("a--b\nb--c\nc--a\n", "", "1"),
        ("1-2\n2-3\n3-1\n", "", "1"),
        ("1 -> 2\n2 -> 3\n3 -> 1\n", "", "-:1:3: error: as edges: the graph is directed"),
        ("1,2\n2,3\n3,1\n", "", "1"),
        ("a;b\nb;c\nc;a\n", "", "1"),
        ("source,target\n1,2\n2,3\n3,1\n", "--cover", "1"),
        ("source,target,weight\n1,2,5\n2,3,7\n3,1,9\n", "--from edges", "1"),
        ("1 2 5\n2 3 7\n3 1 9\n", "--from edges", "-:1:5: error: nothing was expected behind two names"),
        ("1 2 5\n2 3 7\n3 1 9\n", "--from weighted-edges", "1"),
        ("1 2 0.5\n2 3 7\n3 1 9\n", "", "1"),
        ("1 2 5\n2 3\n3 1 9\n", "--from weighted-edges", "-:2:1: error: a weight was expected"),
        ("0 1 {}\n1 2 {}\n2 0 {}\n", "", "1"),
        (
            "0 1 {'weight': 3}\n1 2 {}\n2 0\n",
            "",
            "-:3:1: error: as edges: all lines, or no line, end with data",
        ),
        ("(0, 0) (0, 1) {}\n(0, 1) (1, 1) {}\n(1, 1) (0, 0) {}\n", "", "1"),
        ("(0, 0) (0, 1)\n(0, 0 (0, 1)\n", "", "-:2:1: error: as edges: a closing parenthesis is missing"),
        ("a b\nc\n", "--from edges", "-:2:1: error: two names were expected"),
        ("node1 node2\nnode2 node3\nnode3 node1\n", "--from edges", "1"),
        (
            "Source,Target,Type,Id,Label,Weight\n1,2,Undirected,0,,1\n2,3,Undirected,1,,1\n3,1,Undirected,2,,1\n",
            "--cover",
            "1",
        ),
        ("Source,Target,Type\n1,2,Directed\n", "--from edges", "-:2:5: error: the graph is directed"),
        ("5 6\n1 2 3\n1 3 4\n2 3 5\n3 4 6\n3 5 7\n4 5 8\n", "--from weighted-edges", "2"),
        ("\u{feff}a b\nb c\nc a\n", "--from edges", "1"),
        ("\u{feff}3..\n..2\n", "", "3"),
        ("a b\nb c\u{200b}\nc a\n", "--from edges", "-:2:4: error: this is the control character U+200B"),
        ("a b\rb c\rc a\r", "--from edges", "-:1:4: error: here is a carriage return alone"),
        ("[1,2]\n[2,3]\n[3,1]\n", "--from edges", "-:1:1: error: this does not look like a name"),
        ("1 2;\n2 3;\n3 1;\n", "--from edges", "-:1:3: error: this does not look like a name"),
        ("a #1\n#1 b\nb a\n", "--from edges", "-:1:3: error: this does not look like a name"),
        ("# a list of edges\n1; 2;\n2; 3;\n3; 1;\n", "", "1"),
        ("1 2\n\n2 3\n3 1\n", "", "1"),
        ("0,1,1\n1,2,1\n2,0,1\n", "", "1"),
        ("0 1 {'weight': 1}\n0 2 {'weight': 2}\n1 2 {'weight': 3}\n", "", "1"),
        (
            ",source,target\n0,1,2\n1,2,3\n",
            "--from edges",
            "-:1:1: error: a name was expected before this comma",
        ),
        (
            "source,target,weight\na,b,1\nb,,2\nc,a,1\n",
            "--from edges",
            "-:3:2: error: a name was expected before this comma",
        ),
        (
            "p 3 3\ne 1 2\ne 2 3\ne 1 3\n",
            "--from weighted-edges",
            "-:1:1: error: this begins like a DIMACS file",
        ),
        ("A  B\n    \nA  B\n", "", "4"),
        ("C]\nC]\n", "", "-:2:1: error: this is a second graph"),
        (
            "<?xml version='1.0'?><gexf><graph><nodes/></graph></gexf>",
            "",
            "-:1:23: error: this is `gexf`: of XML, only",
        ),
        // Neighbours.
        ("0: [1, 2]\n1: [0, 2]\n", "--from adjacency-list", "-:1:4: error: this does not look like a name"),
        ("0 1 2\n1 2\n2\n", "", "1"),
        ("0: 1 2\n1: 2\n", "", "1"),
        ("a b c\nb a c\nc a b\n", "", "1"),
        (
            "a b c\nb c\nc a\n",
            "--from adjacency-list",
            "-:1:3: error: this vertex does not have the other one",
        ),
        ("0 1 5\n1 2\n2\n", "--from adjacency-list", "-:1:5: error: this vertex has no line of its own"),
        ("0 1 1\n1 0 1\n1 1 0\n", "", "1"),
        ("011\n101\n110\n", "", "1"),
        ("3\n0 1 1\n1 0 1\n1 1 0\n", "--from adjacency-matrix", "1"),
        ("0 1 1\n0 0 1\n1 1 0\n", "--from adjacency-matrix", "-:1:3: error: the graph is directed"),
        (
            "1 1 1\n1 0 1\n1 1 0\n",
            "--from adjacency-matrix",
            "-:1:1: error: an edge must join two different vertices",
        ),
    ] {
        let options: Vec<&str> = ["count"].into_iter().chain(options.split_whitespace()).collect();
        let ran = run(&options, text);
        match expected.parse::<u32>() {
            Ok(_) => assert_eq!(ran.stdout.trim_end(), expected, "{text}{options:?}: {ran:?}"),
            Err(_) => assert!(
                ran.status == 65 && ran.stderr.starts_with(expected),
                "{text}{options:?}: {}",
                ran.stderr
            ),
        }
    }
}

#[test]
fn what_is_ambiguous_is_told() {
    let both = "1 . 1\n. . .\n2 . 2\n";
    let ran = run(&["count"], both);
    assert_eq!(ran.stdout, "7\n");
    let told = "zlink: warning: the standard input is read as numberlink, but may be slitherlink as well; --from says \
                which it is\n";
    assert_eq!(ran.stderr, told);
    for (from, count) in [("numberlink", "7\n"), ("slitherlink", "5\n")] {
        let ran = run(&["count", "--from", from], both);
        assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), (count, ""), "{from}");
    }
    assert_eq!(run(&["count", "--strict"], both).status, 65);
    let solid = run(&["count"], "1.1\n...\n2.2\n");
    assert!(solid.stderr.contains("is read as slitherlink, but may be flow as well"), "{solid:?}");
    for (text, told) in [
        ("2 2\n2 2\n2 2\n", "-:1:1: warning: this line is read as the size, not as a row"),
        ("3    \n    2\n  1  \n", "-:1:1: warning: each blank is read as an empty square"),
        ("0 1 1\n1 2 1\n2 0 1\n", "is read as slitherlink, but may be weighted-edges as well"),
        ("3 3\n0 1 1\n1 0 1\n1 1 0\n", "is read as adjacency-matrix, but may be slitherlink as well"),
        ("https://puzz.link/p?slither/4/3/d7b\n", "-:1:33: warning: only 8 of 12 cells are here"),
        ("3 2 1\n2 2 2\n", "is read as slitherlink, as any rows of numbers could be; --from slitherlink"),
        ("#title\n1 . 2\n. . .\n1 . 2\n", "is read as numberlink, but may be slitherlink as well"),
        ("# Directed graph\n1 2\n2 3\n3 1\n", "-:1:1: warning: this says that the graph is directed"),
        ("4 3\n1 2\n2 3\n1 4\n", "-:1:1: warning: this line is read as the numbers of vertices and edges"),
        ("4 5\n1 2\n2 3\n3 4\n4 1\n", "-:1:1: warning: this line is read as an edge; if it is the numbers"),
    ] {
        let ran = run(&["count"], text);
        assert!(ran.status != 65 && ran.stderr.contains(told), "{text}{ran:?}");
        assert_eq!(run(&["count", "--strict"], text).status, 65, "{text}");
    }
    let edges = run(&["count"], "a b 1\nb c 3\nc a 2.5\n");
    assert_eq!(edges.stdout, "1\n");
    assert!(
        edges
            .stderr
            .contains("is read as weighted-edges, as nearly any text could be; --from weighted-edges"),
        "{edges:?}"
    );
}

#[test]
fn a_text_that_nobody_takes_is_refused_where_the_best_reading_broke() {
    for (input, place) in [
        ("3..\n.x2\n.1.\n", "-:2:2: error: a clue was expected"),
        ("3 3\n3..\n.2\n..3\n", "-:3:1: error: this row has 2 signs"),
        ("AB.\n...\nA.C\n", "-:1:2: error: the label `B` is here only"),
        ("a b\nb c wide\n", "-:2:5: error: as edges: nothing was expected"),
        ("a b\nb b\n", "-:2:1: error: an edge must join two different vertices"),
        ("hello there, all of you\n", "-:1:"),
        ("\u{0}\n", "-:1:1: error: "),
    ] {
        let ran = run(&["solve", "--format", "json"], input);
        assert_eq!(ran.status, 65, "{input}: {ran:?}");
        assert!(ran.stderr.starts_with(place), "{input}: {}", ran.stderr);
    }
}

#[test]
fn only_one_file_may_be_in_another_format() {
    let [first, second] = [GRID, SOLUTION].map(file);
    let ran = run(&["solve", first.to_str().unwrap(), second.to_str().unwrap()], "");
    assert_eq!(ran.status, 65);
    assert!(ran.stderr.contains("are both puzzles in other formats than facts"), "{}", ran.stderr);
    // Facts may stand beside it.
    let cover = file("cover.\n");
    let ran = run(&["count", "--from", "slitherlink", first.to_str().unwrap(), cover.to_str().unwrap()], "");
    assert_eq!((ran.status, ran.stdout.as_str(), ran.stderr.as_str()), (20, "0\n", ""));
}

#[test]
fn messages_about_a_puzzle_in_another_format_point_into_its_text() {
    for (text, facts, place) in [
        (GRID, "clue(c_1_2,3).\n", ":2:3: note: the first clue\n  |\n2 | ..2\n  |   ^\n"),
        ("A . .\n. B A\nB . .\n", "pair(0,1).\n", ":1:1: note: the first pair\n  |\n1 | A . .\n  | ^\n"),
        ("# edges\na b\n b c\n", "edge(c,b).\n", ":3:2: note: the first direction\n  |\n3 |  b c\n  |  ^\n"),
        ("p edge 3 2\ne 1 2\ne 2 3\n", "edge(3,2).\n", ":3:1: note: the first direction\n  |\n3 | e 2 3\n"),
    ] {
        let (text, facts) = (file(text), file(facts));
        let ran = run(&["count", text.to_str().unwrap(), facts.to_str().unwrap()], "");
        assert_eq!(ran.status, 65, "{ran:?}");
        assert!(ran.stderr.contains(&format!("{}{place}", text.display())), "{}", ran.stderr);
    }
}

#[test]
fn solutions_are_written_as_drawings_and_as_grids() {
    let facts = run(&["solve", SOLUTION], "");
    assert_eq!(run(&["solve", "--as", "facts", SOLUTION], "").stdout, facts.stdout);
    let text = run(&["solve", "--as", "text", SOLUTION], "");
    assert_eq!(
        (text.status, &text.stdout),
        (30, &run(&["draw", "--solve", "--as", "text", SOLUTION], "").stdout)
    );
    // The grid of a cycle is a drawing that is read again, as its edges.
    let grid = run(&["solve", "--as", "grid", SOLUTION], "").stdout;
    assert_eq!(grid, "4 4\n## #\n # #\n####\n# ##\n");
    let again = run(&["convert"], &grid).stdout;
    let links = |text: &str| {
        let atoms = text.split_inclusive('.').map(str::trim).filter(|atom| atom.starts_with("link("));
        atoms.map(str::to_owned).collect::<std::collections::BTreeSet<_>>()
    };
    assert!(links(&again).len() > 4, "{again}");
    assert_eq!(links(&again).len(), links(&facts.stdout).len());
    // Of several solutions each is below a blank line.
    let all = run(&["solve", "-n", "0", "--as", "grid"], "AB.\n...\nA.B\n");
    assert_eq!(
        (all.status, all.stdout.as_str()),
        (30, "A B B\nA B B\nA B B\n\nA B B\nA A B\nA A B\n"),
        "{all:?}"
    );
}

#[test]
fn forms_that_a_puzzle_does_not_have_are_refused_before_the_search() {
    let ran = run(&["solve", "--as", "grid"], "edge(a,b). edge(b,c). edge(c,a).");
    assert_eq!(ran.status, 65, "{ran:?}");
    assert!(ran.stderr.contains("square grid") && ran.stderr.contains("without `--as`"), "{ran:?}");
    assert_eq!(run(&["solve", "--as", "grid", "--format", "json", SOLUTION], "").status, 1);
    let none = run(&["solve", "--as", "grid"], "0.0\n.3.\n0.0\n");
    assert_eq!((none.status, none.stdout.as_str()), (20, "UNSATISFIABLE\n"));
}
