//! `zlink draw` and `zlink convert`: files and streams, kinds of pictures, messages.

use crate::common::{DOMINO, PATH, SQUARE, SQUARE_ANSWER, file, folder, grid, run};

const GRID: &str = "3 3\n3..\n.2.\n..3\n";

#[test]
fn a_picture_is_svg_on_the_standard_output() {
    let ran = run(&["draw"], SQUARE);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    assert!(ran.stdout.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""), "{}", ran.stdout);
    assert!(ran.stdout.ends_with("</svg>\n"));
    assert_eq!(run(&["draw"], SQUARE).stdout, ran.stdout);
}

#[test]
fn the_answer_may_come_in_the_same_stream_or_in_a_file() {
    let bold = |text: &str| text.contains("stroke=\"#111\"");
    let one_stream = run(&["draw"], format!("{SQUARE}{SQUARE_ANSWER}"));
    let instance = file(SQUARE);
    let instance = instance.to_str().unwrap();
    let two_files = run(&["draw", instance, "-"], SQUARE_ANSWER);
    let solved = run(&["draw", "--solve"], SQUARE);
    assert!(bold(&one_stream.stdout) && !bold(&run(&["draw"], SQUARE).stdout));
    assert_eq!(one_stream.stdout, two_files.stdout);
    assert_eq!(one_stream.stdout, solved.stdout);
    // In clingo's form, and in JSON.
    for format in ["clingo", "json", "aspcomp"] {
        let answer = run(&["solve", "--format", format], SQUARE).stdout;
        assert_eq!(run(&["draw", instance, "-"], &answer).stdout, solved.stdout, "{format}");
    }
    // Behind a grid as text, too.
    let facts = run(&["convert"], GRID).stdout;
    for format in ["asp", "clingo", "json"] {
        let answer = run(&["solve", "--format", format], &facts).stdout;
        let stream = run(&["draw"], format!("{GRID}{answer}"));
        assert!(bold(&stream.stdout), "{format}: {}", stream.stderr);
    }
    // Of several answers the first.
    let diamond = "edge(a,b). edge(b,c). edge(c,d). edge(d,a). edge(a,c).\n";
    let instance = file(diamond);
    let instance = instance.to_str().unwrap();
    let answers = run(&["solve", "-n", "0"], diamond).stdout;
    let first = answers.split_inclusive('\n').next().unwrap();
    assert!(answers.len() > first.len());
    assert_eq!(run(&["draw", instance, "-"], &answers).stdout, run(&["draw", instance, "-"], first).stdout);
    assert_eq!(
        run(&["draw"], format!("{diamond}{answers}")).stdout,
        run(&["draw", instance, "-"], first).stdout
    );
    // But one answer may have a line for each link, and a wrong one is drawn as a whole.
    let spread = first.replace(". ", ".\n");
    assert_eq!(run(&["draw", instance, "-"], &spread).stdout, run(&["draw", instance, "-"], first).stdout);
    let wrong = "link(a,b).\nlink(b,c).\n";
    assert_eq!(
        run(&["draw", instance, "-"], wrong).stdout,
        run(&["draw", instance, "-"], wrong.replace('\n', " ")).stdout
    );
    // An answer alone is a graph.
    let alone = run(&["draw"], SQUARE_ANSWER);
    assert!(bold(&alone.stdout), "{}", alone.stderr);
}

#[test]
fn grids_are_drawn_as_text() {
    let ran = run(&["draw", "--solve", "--as", "text"], GRID);
    assert_eq!(ran.stdout.lines().count(), 7, "{}", ran.stderr);
    assert!(ran.stdout.contains('┏') && !ran.stdout.contains('\u{1b}'), "{}", ran.stdout);
    let pairs = run(&["draw", "--solve", "--as", "text", "--colour", "always"], "1 . 2\n. . .\n1 . 2\n");
    assert!(pairs.stdout.contains("\u{1b}[1;34m"), "{}{}", pairs.stdout, pairs.stderr);
}

#[test]
fn other_graphs_are_drawn_as_text_in_dots() {
    let is_dot = |c: char| ('\u{2801}'..='\u{28ff}').contains(&c);
    let triangle = "edge(0,1). edge(1,2). edge(2,0). \
                    cell_contains(c,0,1). cell_contains(c,1,2). cell_contains(c,2,0). clue(c,3).";
    let dots = |options: &[&str]| {
        let ran = run(&[&["draw", "--as", "text"], options].concat(), triangle);
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{ran:?}");
        assert!(ran.stdout.contains('3'), "{}", ran.stdout);
        ran.stdout.chars().filter(|&c| is_dot(c)).map(|c| (c as u32 - 0x2800).count_ones()).sum::<u32>()
    };
    let (open, solved) = (dots(&[]), dots(&["--solve"]));
    assert!(open > 0 && solved > 2 * open, "{open} and {solved} dots");
    let names =
        run(&["draw", "--as", "text", "--vertex-names"], "edge(ape,bee). edge(bee,cat). edge(cat,ape).");
    assert!(["ape", "bee", "cat"].iter().all(|name| names.stdout.contains(name)), "{}", names.stdout);
    let solved = run(&["solve", "--as", "text"], triangle);
    assert!(solved.status == 30 && solved.stdout.contains(is_dot), "{solved:?}");
}

#[test]
fn overlays_have_legends() {
    for (option, words) in [
        ("--deduction", "the steps of the deduction"),
        ("--plan", "the widest frontier"),
        ("--frequency", "percent of 3 solutions"),
    ] {
        let ran = run(&["draw", option], DOMINO);
        assert_eq!(ran.status, 0, "{option}: {}", ran.stderr);
        assert!(ran.stdout.contains(words), "{option}: {}", ran.stdout);
    }
    assert!(run(&["draw", "--deduction", "--animate"], SQUARE).stdout.contains("<set "));
    assert_eq!(run(&["draw", "--plan", "--frequency"], DOMINO).status, 1);
}

#[test]
fn the_file_tells_what_is_drawn() {
    let folder = folder();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (picture, text) = (path("picture.svg"), path("picture.txt"));
    assert_eq!(run(&["draw", "-o", &picture], GRID).stdout, "");
    assert!(std::fs::read_to_string(&picture).unwrap().starts_with("<svg"));
    assert_eq!(run(&["draw", "-o", &text], GRID).status, 0);
    assert!(std::fs::read_to_string(&text).unwrap().contains("3"));
    let other = run(&["draw", "-o", &path("picture.gif")], GRID);
    assert_eq!(other.status, 65);
    assert!(other.stderr.contains(".gif"), "{}", other.stderr);
}

#[test]
fn pictures_in_pixels_need_no_fonts() {
    let path = folder().join("pixels.png");
    let ran = run(&["draw", "--solve", "-o", path.to_str().unwrap()], GRID);
    if cfg!(feature = "png") {
        assert_eq!((ran.status, ran.stdout.as_str(), ran.stderr.as_str()), (0, "", ""));
        let picture = std::fs::read(&path).unwrap();
        assert!(picture.starts_with(b"\x89PNG\r\n\x1a\n") && picture.len() > 1000);
        // Three squares of 34 pixels and a margin, twice as many pixels.
        let size = [16, 20].map(|at| u32::from_be_bytes(picture[at..at + 4].try_into().unwrap()));
        assert_eq!(size, [313, 313]);
    } else {
        assert_eq!(ran.status, 65);
        assert!(ran.stderr.contains("built without PNG"), "{}", ran.stderr);
    }
}

#[test]
fn overlays_are_drawn_as_text_too() {
    let steps = run(&["draw", "--deduction", "--solve", "--as", "text"], GRID);
    assert!(steps.stdout.contains("numbers: the steps of the deduction"), "{}{}", steps.stdout, steps.stderr);
    let shares = run(&["draw", "--frequency", "--as", "text"], GRID);
    assert!(shares.stdout.contains("100") && shares.stdout.contains("percent of "), "{}", shares.stdout);
    let plan = run(&["draw", "--plan", "--as", "text"], GRID);
    assert_eq!(plan.status, 0, "{}", plan.stderr);
    // Where there is no grid, they are lists.
    let triangle = "edge(0,1). edge(1,2). edge(2,0).";
    let list = run(&["draw", "--frequency", "--as", "text"], triangle);
    assert_eq!(
        list.stdout,
        " 100 %  link(0,1)\n 100 %  link(1,2)\n 100 %  link(2,0)\nnumbers: percent of 1 solution\n"
    );
    let moving = run(&["draw", "--deduction", "--animate", "--as", "text"], GRID);
    assert_eq!(moving.status, 65);
    assert!(moving.stderr.contains("SVG only"), "{}", moving.stderr);
    let names = run(&["draw", "--vertex-names", "--as", "text"], GRID);
    assert!(names.stdout.contains("15"), "{}", names.stdout);
}

#[test]
fn what_cannot_be_drawn_is_told() {
    for (arguments, input, words) in [
        (&["draw"][..], "edge(0,1). edge(", "error"),
        (&["draw"], "UNSATISFIABLE\n", "no answer"),
        (&["draw"], "", "empty"),
        (&["draw", "--strict"], "edge(0,1). link(1,2).", "not all of the answer"),
        (&["draw", "nowhere.lp"], "", "nowhere.lp"),
    ] {
        let ran = run(arguments, input);
        assert_eq!((ran.status, ran.stdout.as_str()), (65, ""), "{arguments:?}");
        assert!(ran.stderr.contains(words), "{arguments:?}: {}", ran.stderr);
    }
}

#[test]
fn without_a_solution_the_puzzle_is_drawn() {
    let board = run(&["draw"], PATH).stdout;
    for option in ["--solve", "--frequency", "--plan"] {
        let ran = run(&["draw", option], PATH);
        assert_eq!((ran.status, ran.stdout == board), (20, true), "{option}");
        assert_eq!(ran.stderr, "zlink: there is no solution to draw: the puzzle is UNSATISFIABLE\n");
        assert_eq!(run(&["draw", option, "-q"], PATH).stderr, "");
    }
    let ran = run(&["draw", "--deduction", "--solve"], PATH);
    assert_eq!(ran.status, 20);
    assert!(
        ran.stdout.contains("steps of the deduction") && ran.stderr.contains("no solution"),
        "{}",
        ran.stderr
    );
    // So it is as text.
    let triangle = "edge(0,1). edge(1,2). edge(2,0). cell_contains(c,0,1). clue(c,0).";
    let ran = run(&["draw", "--frequency", "--as", "text"], triangle);
    let board_as_text = run(&["draw", "--as", "text"], triangle).stdout;
    assert!(ran.status == 20 && !board_as_text.is_empty() && ran.stdout == board_as_text, "{ran:?}");
    // A file of its own, too.
    let path = file("");
    let ran = run(&["draw", "--solve", "--as", "svg", "-o", path.to_str().unwrap()], PATH);
    assert_eq!((ran.status, ran.stdout.as_str()), (20, ""));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), board);
}

#[test]
fn at_a_limit_what_is_known_is_drawn() {
    let board = grid(30, 30);
    let ran = run(&["draw", "--frequency", "--time-limit", "2"], &board);
    assert_eq!(ran.status, 1, "{}", ran.stderr);
    assert!(ran.stderr.contains("time limit was reached; what is known is drawn"), "{}", ran.stderr);
    assert_eq!(ran.stdout, run(&["draw"], &board).stdout);
}

#[test]
fn every_answer_is_drawn() {
    let instance = file(SQUARE);
    let instance = instance.to_str().unwrap();
    let board = run(&["draw", instance], "").stdout;
    // One that says no, or nothing.
    for (answer, words) in [
        ("UNSATISFIABLE\n", "says that there is no solution"),
        ("INCONSISTENT\n", "says that there is no solution"),
        ("UNKNOWN\n", "has no answer"),
        ("clingo version 5.7.1\nSolving...\nUNSATISFIABLE\n", "says that there is no solution"),
    ] {
        let ran = run(&["draw", instance, "-"], answer);
        assert_eq!((ran.status, ran.stdout == board), (0, true), "{answer}");
        assert!(ran.stderr.contains(words), "{}", ran.stderr);
    }
    let ran = run(&["draw"], format!("{SQUARE}UNSATISFIABLE\n"));
    assert_eq!((ran.status, ran.stdout == board), (0, true), "{}", ran.stderr);
    let ran = run(&["draw"], format!("{GRID}UNSATISFIABLE\n"));
    assert_eq!((ran.status, ran.stdout == run(&["draw"], GRID).stdout), (0, true), "{}", ran.stderr);
    // A wrong one.
    let wrong = run(&["draw", instance, "-"], "link(0,1). link(1,2).");
    assert_eq!((wrong.status, wrong.stderr.as_str()), (0, ""));
    assert!(wrong.stdout.contains("stroke=\"#111\""));
    // And of one that is none of this puzzle what there is of it.
    let ran = run(&["draw", instance, "-"], "link(0,1). link(4,5). link(1,2). link(0,9).\nlink(7,8).");
    assert_eq!((ran.status, ran.stdout == wrong.stdout), (0, true), "{}", ran.stderr);
    assert!(ran.stderr.contains("there is no vertex 4; 3 links are no edges of it"), "{}", ran.stderr);
}

/// Twelve diamonds in a ring and a triangle apart: 4096 cycles round the ring, 13 others.
#[test]
fn shares_are_never_rounded_to_none_or_all() {
    let mut ring = "edge(n12,n0). edge(x,y). edge(y,z). edge(z,x).\n".to_owned();
    for i in 0..12 {
        let next = i + 1;
        ring += &format!("edge(n{i},a{i}). edge(a{i},n{next}). edge(n{i},b{i}). edge(b{i},n{next}).\n");
    }
    assert_eq!(run(&["count"], &ring).stdout, "4109\n");
    let list = run(&["draw", "--frequency", "--as", "text"], &ring).stdout;
    assert!(list.starts_with(" >99 %  link(n12,n0)\n"), "{list}");
    assert!(list.contains("  <1 %  link(x,y)\n") && !list.contains("100 %"), "{list}");
    let svg = run(&["draw", "--frequency"], &ring).stdout;
    assert!(svg.contains("&gt;99") && svg.contains("&lt;1<") && svg.contains("4109 solutions"), "{svg}");
    assert!(!svg.contains(">100<") && !svg.contains(">0<"), "{svg}");
    // All and none, exactly.
    let list = run(
        &["draw", "--frequency", "--as", "text"],
        format!("{DOMINO}clue(c,1). cell_contains(c,1,4). edge(5,6)."),
    );
    assert!(
        list.stdout.contains(" 100 %  link(1,4)\n") && list.stdout.contains("   0 %  link(5,6)\n"),
        "{}",
        list.stdout
    );
    // The ends of the legend are the colours of such edges.
    let svg = run(&["draw", "--frequency"], format!("{SQUARE}edge(3,4).")).stdout;
    assert!(svg.matches("#00204d").count() >= 5 && svg.contains("in none"), "{svg}");
}

#[test]
fn pairs_keep_their_labels() {
    const LABELS: &str = "3 5\n4 3 2 5 1\n. . . . .\n4 3 2 5 1\n";
    let facts = run(&["convert"], LABELS);
    assert!(facts.stdout.contains("pair_label(0,10,4).\npair_label(1,11,3).\n"), "{}", facts.stdout);
    assert_eq!(run(&["convert", "--to", "numberlink"], &facts.stdout).stdout, LABELS);
    let address = run(&["convert", "--to", "pzpr"], &facts.stdout).stdout;
    assert_eq!(address, "https://puzz.link/p?numlin/5/3/43251k43251\n");
    assert_eq!(run(&["convert", "--to", "numberlink"], &address).stdout, LABELS);
    for input in [LABELS, &facts.stdout, &address] {
        let text = run(&["draw", "--as", "text"], input);
        assert_eq!(text.stdout.lines().next(), Some(" 4   3   2   5   1"), "{}", text.stderr);
        let svg = run(&["draw", "--solve"], input).stdout;
        let labels: Vec<&str> = svg.split("</text>").filter_map(|part| part.rsplit('>').next()).collect();
        assert_eq!(labels[..10], ["4", "4", "3", "3", "2", "2", "5", "5", "1", "1"]);
    }
    // The solver does not look at them.
    assert_eq!(run(&["solve", "--strict"], &facts.stdout).stdout, run(&["solve"], &facts.stdout).stdout);
    // Words, as far as there is room.
    let words = "2 3\nred extraordinarily \u{e9}\nred extraordinarily \u{e9}\n";
    let text = run(&["draw", "--as", "text"], words);
    assert_eq!(
        text.stdout.lines().next(),
        Some("     red     extraordina\u{2026}       \u{e9}"),
        "{}",
        text.stderr
    );
    let told = run(&["convert", "--to", "pzpr"], words);
    assert_eq!((told.stdout.as_str(), told.status), ("https://puzz.link/p?numlin/3/2/123123\n", 0));
    assert_eq!(
        told.stderr,
        "zlink: warning: the format cannot express all labels of pairs; others stand for them\n"
    );
    assert_eq!(run(&["convert", "--to", "pzpr", "--strict"], words).status, 65);
    // Two pairs with one label stay two.
    let twice = facts.stdout.replace("pair_label(1,11,3).", "pair_label(1,11,5).");
    let ran = run(&["convert", "--to", "numberlink"], &twice);
    // The size, then the rows: the second pair of that label has the first number that is free.
    assert_eq!(ran.stdout, "3 5\n4 5 2 3 1\n. . . . .\n4 5 2 3 1\n");
    let ran = run(&["draw", "--as", "text"], &twice);
    assert!(ran.stderr.contains("several pairs have the label 5"), "{}", ran.stderr);
    // Odd facts are warned of.
    for (odd, word) in [
        ("pair_label(0,1,a).", "0 and 1 are no pair, but have a label"),
        ("pair_label(10,0,4). pair_label(10,0,a).", "the pair of 10 and 0 has a second label"),
        (
            "pair_label(0,x,a). pair_label(0,1,a).",
            "x is no vertex, but its pair has a label; 2 pair_label facts",
        ),
    ] {
        let puzzle = format!("{}{odd}", facts.stdout);
        for command in ["draw", "convert"] {
            let ran = run(&[command], &puzzle);
            assert!(ran.status == 0 && ran.stderr.contains(word), "{}", ran.stderr);
            assert_eq!(run(&[command, "-q"], &puzzle).stderr, "");
            assert_eq!(run(&[command, "--strict"], &puzzle).status, 65);
        }
    }
}

#[test]
fn convert_guesses_what_it_reads() {
    for (input, word) in [
        (GRID, "clue(c_0_0,3)."),
        ("1 . 2\n. 5 .\n1 5 2\n", "pair(0,6)."),
        ("A.B\n...\nA.B\n", "cover."),
        ("https://puzz.link/p?slither/3/3/dc83\n", "clue("),
        ("3x3t0de:3c2c3\n", "clue(f0,3)."),
        ("p edge 3 1\ne 1 3\n", "edge(1,3)."),
        (
            "<graphml><graph><node id=\"a\"/><node id=\"b\"/><edge source=\"a\" target=\"b\"/></graph></graphml>",
            "edge(a,b).",
        ),
        (SQUARE, "edge(3,0)."),
    ] {
        let ran = run(&["convert"], input);
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{input}");
        assert!(ran.stdout.contains(word), "{input}: {}", ran.stdout);
    }
}

#[test]
fn convert_says_where_the_input_is_broken() {
    for (input, place) in [
        ("3 3\n3..\n.x.\n..3\n", "-:3:2: error: a clue was expected"),
        ("3 3\n3..\n.2\n..3\n", "-:3:1: error: this row has 2 signs"),
        ("1 . 2\n. 7 .\n1 . 2\n", "-:2:3: error: the label `7` is here only"),
        ("https://puzz.link/p?slither/3/3/dX\n", "-:1:34: error: no cell of a `slither`"),
        ("3x3t0de:3c2c\n", "-:1:9: error: these are 8 faces"),
        ("p edge 3 1\ne 1 4\n", "-:2:5: error: a vertex was expected"),
        ("edge(0,1). edge(1 2).\n", "-:1:"),
    ] {
        let ran = run(&["convert"], input);
        assert_eq!((ran.status, ran.stdout.as_str()), (65, ""), "{input}");
        assert!(ran.stderr.starts_with(place), "{input}: {}", ran.stderr);
    }
    let ran = run(&["convert", "--to", "slitherlink"], "edge(0,1). edge(1,2). edge(2,0).");
    assert_eq!((ran.status, ran.stdout.as_str()), (65, ""));
    assert!(ran.stderr.contains("no square grid"), "{}", ran.stderr);
}

#[test]
fn vertices_that_are_numbered_keep_their_names_in_comments() {
    let ran = run(&["convert", "--to", "edges"], "edge(\"a b\",f(1)). edge(f(1),2).");
    let expected =
        "# a list of edges\n# vertex 0 is \"a b\"\n# vertex 1 is f(1)\n# vertex 2 is 2\n0 1\n1 2\n";
    assert_eq!((ran.stdout.as_str(), ran.status), (expected, 0), "{}", ran.stderr);
    let again = run(&["convert", "--from", "edges", "--to", "edges"], &ran.stdout);
    assert_eq!(again.stdout, "0 1\n1 2\n");
}

#[test]
fn convert_writes_programs_and_graphs() {
    for (arguments, words) in [
        (&["--encoding", "clingo"][..], "#show link/2."),
        (&["--encoding", "cnf"], "p cnf "),
        (&["--encoding", "lp"], "Subject To"),
        (&["--encoding", "mps"], "ENDATA"),
        (&["--to", "dimacs"], "p edge 16 24"),
        (&["--to", "graphml"], "<edge source=\"0\" target=\"1\"/>"),
        (&["--to", "pzpr"], "https://puzz.link/p?slither/3/3/"),
        (&["--to", "loopy"], "3x3t0:3c2c3\n"),
    ] {
        let ran = run(&[&["convert"], arguments].concat(), GRID);
        assert_eq!(ran.status, 0, "{arguments:?}: {}", ran.stderr);
        assert!(ran.stdout.contains(words), "{arguments:?}: {}", ran.stdout);
        assert_eq!(ran.stderr.contains("left out"), words.contains("edge"), "{arguments:?}: {}", ran.stderr);
    }
}

#[test]
fn formulas_of_pairs_are_written_in_each_encoding() {
    let pairs = "1..2\n....\n1..2\n";
    for encoding in ["edges", "positions", "colours", "shapes"] {
        let language = format!("cnf-{encoding}");
        let ran = run(&["convert", "--from", "numberlink", "--encoding", &language], pairs);
        assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
        let head = format!(
            "c Encoding {encoding}: one model for each solution of the puzzle. The first 17 variables\n"
        );
        assert!(ran.stdout.starts_with(&head), "{}", ran.stdout);
        if encoding != "edges" {
            let ran = run(&["convert", "--encoding", &language], GRID);
            let words = "is for puzzles with pairs; the encoding edges takes every puzzle";
            assert!(ran.stderr.contains(words), "{}", ran.stderr);
            assert_eq!((ran.stdout.as_str(), ran.status), ("", 65));
        }
    }
    let ran = run(&["convert", "--to", "cnf-shapes"], pairs);
    assert!(ran.stderr.contains("`--encoding cnf-shapes` writes the puzzle"), "{}", ran.stderr);
}

#[test]
fn odd_positions_are_warned_of() {
    for (odd, word) in [
        ("pos(1,a,b).", "the coordinate a is no integer"),
        ("pos(0,1,2). pos(0,1,2). pos(0,2,2).", "the vertex 0 has a second position"),
        ("pos(9,1,2). pos(8,1,2).", "9 is no vertex, but has a position; 2 pos facts"),
    ] {
        let puzzle = format!("{SQUARE}{odd}");
        let ran = run(&["draw"], &puzzle);
        assert_eq!(ran.status, 0);
        assert!(ran.stderr.contains("warning") && ran.stderr.contains(word), "{}", ran.stderr);
        assert!(run(&["generate", "numberlink", "--cover"], &puzzle).stderr.contains(word));
        assert_eq!(run(&["draw", "-q"], &puzzle).stderr, "");
        let refused = run(&["draw", "--strict"], &puzzle);
        assert!(refused.stderr.contains("error: ") && refused.stderr.contains(word), "{}", refused.stderr);
        assert_eq!(refused.status, 65);
        assert!(run(&["convert"], &puzzle).stderr.contains(word));
    }
    assert_eq!(run(&["draw"], format!("{SQUARE}pos(0,1,2). pos(0,1,2).")).stderr, "");
    let ran = run(&["draw"], format!("{SQUARE}mark(9,white)."));
    assert!(ran.stderr.contains("warning: 9 is no vertex, but has a mark"), "{}", ran.stderr);
}

/// A board with a bridge, a hole and a wall that has one solution.
const BOARD: &str = "\
+-+-+-+-+-+
|. . . B #|
+ + + + + +
|C . + . C|
+ + + +-+ +
|. . .|. .|
+ + + + + +
|. A . . A|
+ + + + + +
|B . . . .|
+-+-+-+-+-+
";

#[test]
fn boards_of_flow_free_are_solved_and_drawn() {
    let facts = run(&["convert"], BOARD).stdout;
    assert!(facts.contains("pos(h(7),7,4).\npos(v(7),8,3).\n"), "{facts}");
    let solved = run(&["solve", "-n", "0"], &facts);
    assert_eq!((solved.stdout.lines().count(), solved.status), (1, 30));
    // Two paths cross on the bridge.
    for link in ["link(6,h(7)).", "link(h(7),8).", "link(2,v(7)).", "link(v(7),12)."] {
        assert!(solved.stdout.contains(link), "{}", solved.stdout);
    }
    assert!(!facts.contains("edge(12,13)."), "there is a wall");
    for picture in [run(&["draw", "--solve"], BOARD), run(&["draw", "--solve"], &facts)] {
        assert!(picture.stdout.starts_with("<svg "), "{}", picture.stderr);
    }
    assert_eq!(run(&["convert", "--to", "flow"], &facts).stdout, BOARD);
    let level = "3:2+B,0,7,2,,,1|4;0,1,2,5;3,4;\n";
    let ran = run(&["convert", "--to", "flow"], level);
    assert_eq!(ran.stdout, "+-+-+-+\n|A . .|\n+ +-+ +\n|B B A|\n+-+-+-+\n", "{}", ran.stderr);
    let broken = run(&["convert"], level.replace("1,2,5", "1,5"));
    let words = "-:1:23: error: no way leads from square 1 to square 5\n";
    assert!(broken.stderr.starts_with(words), "{}", broken.stderr);
    assert_eq!(broken.status, 65);
}

/// The input of figure 8 in "Finding All Solutions and Instances of Numberlink and Slitherlink by ZDDs" (Algorithms 5(2),
/// 2012), as the authors' programs have it (kunisura/algorithms2012, MIT licence).
const LOOP: &str = "7 5\n##   ##\n ## ##\n  ###\n ## ##\n##   ##\n";

#[test]
fn drawn_loops_are_boards_with_an_answer() {
    let ran = run(&["convert"], LOOP);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
    assert!(ran.stdout.contains("\nlink(0,1).\n"), "{}", ran.stdout);
    // The numbers of the paper.
    let hints = run(&["generate", "hints"], &ran.stdout).stdout;
    assert!(hints.starts_with("good: 2912556380, ") && hints.contains("\nminimal: 32639, "), "{hints}");
    let hints = run(&["generate", "hints", "--minimum"], &ran.stdout).stdout;
    assert!(hints.starts_with("chosen: 81, "), "{hints}");
    let drawn = run(&["draw", "--as", "text"], LOOP);
    assert!(drawn.stdout.starts_with(" ┏━━━━━━━┓   ·   ·   ┏━━━━━━━┓\n"), "{}", drawn.stdout);
    assert_eq!(run(&["convert", "--to", "paper"], LOOP).stdout, LOOP);
    assert_eq!(run(&["convert", "--to", "paper"], &ran.stdout).stdout, LOOP);
    let board = run(&["convert", "--to", "slitherlink"], LOOP);
    assert!(board.stderr.contains("left out: the answer"), "{}", board.stderr);
    assert_eq!(run(&["convert", "--strict", "--to", "slitherlink"], LOOP).status, 65);
    for format in ["slitherlink", "numberlink"] {
        let ran = run(&["convert", "--from", format], LOOP);
        assert!(
            ran.stderr.starts_with("-:2:1: error: this looks like a row of a drawn loop"),
            "{}",
            ran.stderr
        );
    }
    // Columns before rows: only that fits.
    let clues = "3 2\n3 - 2\n- 3 -\n";
    assert_eq!(run(&["convert", "--to", "slitherlink"], clues).stdout, "2 3\n3.2\n.3.\n");
    assert_eq!(run(&["convert", "--to", "paper"], clues).stdout, clues);
}

#[test]
fn puzzle_files_of_janko_are_solved_and_drawn() {
    let sheet = "begin\npuzzle slitherlink\nauthor Somebody (1st)\nsize 3\n[problem]\n3 - 1\n- 2 -\n- - 3\n[solution]\n\
                 x x -\n- x -\n- x x\n[moves]\nend\n";
    let solved = run(&["solve"], &run(&["convert"], sheet).stdout);
    assert!(solved.stdout.starts_with("link("), "{}", solved.stdout);
    assert!(run(&["draw", "--solve", "--as", "text"], sheet).stdout.contains('┏'));
    let back = run(&["convert", "--to", "janko"], sheet).stdout;
    let problem = "begin\npuzzle slitherlink\nsize 3\n[problem]\n3 - 1\n- 2 -\n- - 3\n";
    assert_eq!(back, format!("{problem}[solution]\nx x -\n- x -\n- x x\nend\n"));
    // A wrong solution does not change the puzzle.
    let wrong = sheet.replace("x x -\n", "- x -\n");
    assert_eq!(run(&["solve"], &wrong).stdout, run(&["solve"], format!("{problem}end\n")).stdout);
}
