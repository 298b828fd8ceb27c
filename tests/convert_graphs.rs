//! The formats of graphs of other programs: what is written comes back, and what is only read is the graph that a small writer here wrote.

use std::fmt::Write;

use proptest::prelude::*;
use zlink::convert::{Document, Format, detect, is_tour, read, read_tour, write};
use zlink::facts::Source;
use zlink::puzzle::{EdgeId, VertexId};

use crate::common::{folder, run};

/// A graph: the number of vertices, and the edges, each once.
type Plain = (usize, Vec<[usize; 2]>);

fn plain() -> impl Strategy<Value = Plain> {
    (1usize..20).prop_flat_map(|count| {
        let edges = prop::collection::btree_set((0..count, 0..count), 0..30);
        edges.prop_map(move |ends| {
            let ordered = |(u, v): (usize, usize)| (u.min(v), u.max(v));
            let all: std::collections::BTreeSet<_> =
                ends.into_iter().filter(|(u, v)| u != v).map(ordered).collect();
            (count, all.into_iter().map(|(u, v)| [u, v]).collect())
        })
    })
}

/// The number of vertices of a document and its edges, sorted.
fn graph_of(document: &Document) -> Plain {
    let puzzle = &document.puzzle;
    let ends = |e| puzzle.edge_ends(EdgeId::from_index(e)).map(|end| end.index());
    let mut edges: Vec<[usize; 2]> = (0..puzzle.edge_count()).map(ends).collect();
    edges.iter_mut().for_each(|ends| ends.sort_unstable());
    edges.sort_unstable();
    (puzzle.vertex_count(), edges)
}

/// Reads a text in a format without any warning.
fn read_plain(format: Format, text: &str) -> Document {
    let document = read(format, &Source::new("text", text)).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(document.warnings, [], "{text}");
    document
}

/// The numbers of the neighbours of each vertex, counted from 1, with `after` behind each.
fn neighbours((count, edges): &Plain, after: &str) -> Vec<String> {
    let row = |v: usize| {
        let others =
            edges.iter().filter_map(|ends| ends.iter().position(|&end| end == v).map(|at| ends[1 - at]));
        others.map(|other| format!("{}{after}", other + 1)).collect::<Vec<_>>().join(" ")
    };
    (0..*count).map(row).collect()
}

/// The graph in all forms that are only read.
fn texts(graph: &Plain) -> Vec<(Format, String)> {
    let (count, edges) = graph;
    let (n, m) = (*count, edges.len());
    let lines = |before: &str, between: &str, after: &str, both: bool| -> String {
        let ways = edges.iter().flat_map(|&[u, v]| [[u, v], [v, u]].into_iter().take(1 + usize::from(both)));
        ways.map(|[u, v]| format!("{before}{}{between}{}{after}\n", u + 1, v + 1)).collect()
    };
    let rows = |after: &str| neighbours(graph, after).into_iter().map(|row| row + "\n").collect::<String>();
    let mut gml = "Creator \"a test\"\ngraph [\n".to_owned();
    for v in 0..n {
        let _ = writeln!(gml, " node [ id {} label \"&quot;{v}&quot;\" graphics [ x {v}.5 y -1 ] ]", 7 * v);
    }
    for [u, v] in edges {
        let _ = writeln!(gml, " edge [ source {} target {} label \"[\" ]", 7 * u, 7 * v);
    }
    let adjacent: String = neighbours(graph, "")
        .iter()
        .enumerate()
        .filter(|(_, row)| !row.is_empty())
        .map(|(v, row)| format!("{} {row} -1\n", v + 1))
        .collect();
    let hcp = format!(
        "NAME: x\nTYPE: HCP\nDIMENSION: {n}\nEDGE_DATA_FORMAT: ADJ_LIST\nEDGE_DATA_SECTION\n{adjacent}-1\nEOF\n"
    );
    let vertices: String = (0..n).map(|v| format!("\"{}\"; ", v + 1)).collect();
    vec![
        (Format::Gml, gml + "]\n"),
        (Format::Metis, format!("% x\n{n} {m}\n{}", rows(""))),
        (Format::Metis, format!("{n} {m} 001\n{}", rows(" 9"))),
        (Format::Tdzdd, rows("")),
        (
            Format::MatrixMarket,
            format!(
                "%%MatrixMarket matrix coordinate pattern symmetric\n%\n{n} {n} {m}\n{}",
                lines("", " ", "", false)
            ),
        ),
        (
            Format::MatrixMarket,
            format!(
                "%%MatrixMarket matrix coordinate real general\n{n} {n} {}\n{}",
                2 * m,
                lines("", " ", " 0.5", true)
            ),
        ),
        (Format::Dimacs, format!("c x\np tw {n} {m}\n{}", lines("", " ", "", false))),
        (Format::Dimacs, format!("p sp {n} {}\n{}", 2 * m, lines("a ", " ", " 3", true))),
        (Format::Hcp, hcp),
        (
            Format::Dot,
            format!(
                "# x\nstrict graph \"g {{\" {{ {vertices}\n{} }}\n",
                lines("", ":n -- ", " [weight=2];", true)
            ),
        ),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn every_form_is_the_same_graph(graph in plain()) {
        for (format, text) in texts(&graph) {
            let document = read_plain(format, &text);
            prop_assert_eq!(&graph_of(&document), &graph, "{}", text);
            prop_assert_eq!(document.puzzle.cover(), format == Format::Hcp);
            if !matches!(format, Format::Metis | Format::Tdzdd) {
                prop_assert_eq!(detect(&Source::new("text", text.as_str())), format, "{}", text);
            }
            for format in Format::ALL.into_iter().filter(|format| format.is_graph() && format.is_written()) {
                if format == Format::Hcp && !document.puzzle.cover() {
                    prop_assert!(write(format, &document).is_err());
                    continue;
                }
                let text = write(format, &document).unwrap().text;
                let again = read_plain(format, &text);
                // A list of edges has lone vertices at its end.
                if format != Format::EdgeList {
                    prop_assert_eq!(&graph_of(&again), &graph, "{}", text);
                }
                if format == Format::Dot {
                    prop_assert_eq!((again.to_facts(), &again.positions), (without_cover(&document), &document.positions));
                }
            }
        }
    }

    #[test]
    fn no_language_breaks_its_reader(
        parts in prop::collection::vec(
            prop::sample::select(vec![
                "graph", "strict ", "digraph", "subgraph ", "{", "}", "[", "]", "--", "->", "a", "b ", "-", "-1 ", "2.5", "\"", "\\", "<", ">",
                ";", ",", "=", ":", "+", "pos=\"1,2!\"", "/*", "*/", "//", "\n", "#", "é", "\0", "node ", "edge ", "id 0 ", "source 0 ",
                "target 1 ", "label ", "graphics ", "directed 0 ", "&#0;", "&amp;", " 1 ", "TYPE : HCP\n", "DIMENSION : 3\n",
                "EDGE_DATA_FORMAT : EDGE_LIST\n", "EDGE_DATA_FORMAT : ADJ_LIST\n", "EDGE_DATA_SECTION\n", "TOUR_SECTION\n", "EOF", "1 2\n",
                "2 3\n", "%%MatrixMarket matrix coordinate pattern general\n", "3 3 2\n", "p sp 3 2\n", "p tw 3 2\n", "a 1 2\n", "t 1 2\n", "l 9\n",
                ">>graph6<<", ">>sparse6<<", ":", "&", "Bw", "~?@", "~~?", "\n\n", "2 2\n", "-x\n", "..\n",
            ]),
            0..24,
        ),
    ) {
        let text = parts.concat();
        for text in [format!("graph {{ {text} }}"), format!("graph [ {text} ]"), text] {
            let source = Source::new("text", text);
            for format in Format::ALL {
                if let Ok(document) = read(format, &source) {
                    Format::ALL.iter().for_each(|&format| _ = write(format, &document));
                }
            }
            let _ = detect(&source);
        }
    }
}

/// The facts of a document without its rule that all vertices are covered.
fn without_cover(document: &Document) -> String {
    document.to_facts().replace("cover.\n", "")
}

fn facts(format: Format, text: &str) -> String {
    let source = Source::new("text", text);
    assert_eq!(detect(&source), format, "{text}");
    read_plain(format, text).to_facts()
}

#[test]
fn graphs_of_nauty_are_read() {
    let triangle = "edge(0,1).\nedge(0,2).\nedge(1,2).\n";
    for text in ["Bw\n", "Bw", ">>graph6<<Bw\n", ">>graph6<<\nBw\n"] {
        assert_eq!(facts(Format::Graph6, text), triangle, "{text}");
    }
    // In sparse6, also of as many vertices as a power of two, where a vertex is padding.
    assert_eq!(facts(Format::Graph6, ":BcN\n"), triangle);
    assert_eq!(facts(Format::Graph6, ">>sparse6<<:An\n"), "edge(0,1).\n");
    // Several graphs are no board.
    for text in [":Fa@x^\n:Fa@x^\n", "Bw\n\nBw\nBw\n", "A_\nBw\nC~\n", "Bw\nBw\n"] {
        let source = Source::new("text", text);
        assert_eq!(detect(&source), Format::Graph6, "{text}");
        assert!(read(Format::Graph6, &source).unwrap_err().to_string().contains("this is a second graph"));
    }
    // No word, no row of a grid and no list of edges is a graph.
    for text in ["Bww", "?", "AABB", "AB.\n..A\n", "3..", "Bw Bw", "A_\nA_\n"] {
        assert_ne!(detect(&Source::new("text", text)), Format::Graph6, "{text}");
    }
}

#[test]
fn what_graphviz_draws_is_read() {
    let text = "// a\nGraph \"x{\" { node [shape=box; color=red] rankdir = LR\n a -- b -- {c; subgraph cluster_1 { d -- e }} [len=2]\n\
                <i <b>x</b>> -- \"q\\\"\" + \"r\" ; a [pos=\"1.5,2!\"] b [pos=\"0,-1\"]\n}\n";
    let edges = "edge(a,b).\nnode(c).\nedge(d,e).\nedge(b,c).\nedge(b,d).\nedge(b,e).\nedge(\"i <b>x</b>\",\"q\\\"r\").\n";
    assert_eq!(facts(Format::Dot, text), format!("{edges}pos(a,150,-200).\npos(b,0,100).\n"));
    // Braces in braces are not as deep as the stack, and take no time in proportion to the square of the text.
    let deep =
        format!("graph {{ a -- {}{}{} }}", "{".repeat(100_000), "b ".repeat(100_000), "}".repeat(100_000));
    assert_eq!(facts(Format::Dot, &deep), "edge(a,b).\n");
}

#[test]
fn labels_of_gml_are_names_if_they_differ() {
    let graph = |labels: [&str; 2]| {
        let [a, b] = labels;
        format!(
            "# x\ngraph [ directed 0 multigraph 1\n node [ id 3 label \"{a}\" ] node [ id 4 label \"{b}\" ]\n edge [ source 3 target 4 key 0 ] ]"
        )
    };
    assert_eq!(facts(Format::Gml, &graph(["a", "&#233; &amp; &x;"])), "edge(a,\"é & &x;\").\n");
    assert_eq!(facts(Format::Gml, &graph(["a", "a"])), "edge(3,4).\n");
    assert_eq!(facts(Format::Gml, &graph(["&amp;", "&"])), "edge(3,4).\n");
}

#[test]
fn repeated_edges_and_wrong_counts_are_told() {
    let told = |format: Format, text: &str| {
        let document = read(format, &Source::new("text", text)).unwrap();
        document.warnings.iter().map(ToString::to_string).collect::<String>()
    };
    let dimacs = told(Format::Dimacs, "p edge 3 4\ne 1 2\ne 2 1\ne 2 3\ne 1 2\n");
    let line = "text:3:1: warning: this edge came before, and so does another one: a puzzle has at most one between two vertices";
    assert!(dimacs.starts_with(line) && dimacs.contains("text:2:1: note: the first one"), "{dimacs}");
    let count = told(Format::Dimacs, "p edge 3 4\ne 1 2\ne 2 3\n");
    assert!(count.starts_with("text:1:10: warning: this declares 4 edges, but 2 follow\n"), "{count}");
    assert_eq!(told(Format::Dimacs, "p edge 2 2\ne 1 2\ne 2 1\n").matches("warning").count(), 1);
    let xml = "<graphml><graph><node id='a'/><node id='b'/>\n<edge source='a' target='b'/>\n<edge source='b' target='a'/></graph></graphml>";
    assert!(told(Format::Graphml, xml).starts_with("text:3:2: warning: this edge came before"));
    assert!(
        told(Format::Dot, "graph { a -- b -- a }").starts_with("text:1:19: warning: this edge came before")
    );
    assert_eq!(detect(&Source::new("text", "p edge 3 many\n")), Format::Dimacs);
    assert_eq!(told(Format::Dot, "strict graph { a -- b -- a }"), "");
    for strict in [false, true] {
        let arguments = if strict { &["count", "--strict"][..] } else { &["count"] };
        let ran = run(arguments, "p edge 3 4\ne 1 2\ne 1 2\ne 2 3\ne 3 1\n");
        let kind = if strict { "error" } else { "warning" };
        assert!(ran.stderr.starts_with(&format!("-:3:1: {kind}: this edge came before:")), "{ran:?}");
        assert_eq!(ran.stdout.trim() == "1", !strict, "{ran:?}");
    }
}

#[test]
fn paths_between_two_ends_are_pairs() {
    let grid = "p edge 6 7\ne 1 2\ne 2 3\ne 4 5\ne 5 6\ne 1 4\ne 2 5\ne 3 6\n";
    // A limit that no path reaches means nothing; another one is answered by the sizes of all paths.
    assert_eq!(run(&["count"], format!("{grid}l 5\nt 1 6\n")).stdout, "4\n");
    let limited = run(&["count"], format!("{grid}l 3\nt 1 6\n"));
    assert_eq!(limited.status, 65);
    assert!(
        limited.stderr.contains("-:9:3: error: ") && limited.stderr.contains("filter --size ..3"),
        "{limited:?}"
    );
    let folder = folder();
    let paths = folder.join("paths.zdd");
    let paths = paths.to_str().unwrap();
    assert_eq!(run(&["diagram", "build", "-o", paths], format!("{grid}t 1 6\n")).status, 0);
    assert_eq!(run(&["diagram", "filter", "--size", "..3", "-o", paths, paths], "").status, 0);
    assert_eq!(run(&["diagram", "count", paths], "").stdout, "3\n");
}

#[test]
fn hamiltonian_cycles_have_tours() {
    let head = "NAME : square\nTYPE : HCP\nDIMENSION : 4\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n1 2\n2 3\n3 4\n4 1\n1 3\n-1\n";
    let puzzle = read_plain(
        Format::Hcp,
        &format!("{head}FIXED_EDGES_SECTION\n-1\nTOUR_SECTION\n1 2 3 4 -1\n-1\nEOF\n"),
    );
    assert_eq!(run(&["count"], head).stdout, "1\n");
    assert!(puzzle.puzzle.cover());
    let tour_edges: Vec<EdgeId> = (0..4).map(EdgeId::from_index).collect();
    assert_eq!(puzzle.answer, tour_edges);
    // The tour of LKH alone.
    let tour = |text: &str| {
        let source = Source::new("tour", text);
        assert!(is_tour(&source));
        read_tour(&source, &puzzle.puzzle, &puzzle.names)
    };
    assert_eq!(
        tour("NAME : x.tour\nTYPE : TOUR\nDIMENSION : 4\nTOUR_SECTION\n4\n3\n2\n1\n-1\nEOF\n"),
        Ok([3, 2, 1, 0].map(VertexId::from_index).to_vec())
    );
    for (text, message) in [
        ("1\n9\n3\n9\n-1\n", "tour:4:1: error: the graph has no vertex `9`\n"),
        ("1\n2\n3\n-1\n", "tour:5:1: error: the tour has 3 vertices, but the graph has 4\n"),
    ] {
        let error = tour(&format!("TYPE : TOUR\nTOUR_SECTION\n{text}")).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
    assert!(tour("TYPE : TOUR\nTOUR_SECTION\n-1\n").unwrap_err().to_string().contains("are missing"));
    assert!(!is_tour(&Source::new("x", head)));
}

#[test]
fn neighbours_alone_are_lists_of_tdzdd() {
    let square = "2 4 3\n1 3\n2 4 1\n1 3\n";
    assert_eq!(
        facts(Format::Tdzdd, square),
        "edge(1,2).\nnode(3).\nedge(1,4).\nedge(1,3).\nedge(2,3).\nedge(3,4).\n"
    );
    assert_ne!(detect(&Source::new("text", "2 4 3\n1 3\n2 4\n1 3\n")), Format::Tdzdd, "3 does not have 1");
}

#[test]
fn drawn_sides_of_a_file_slk_are_the_answer() {
    let text = "# where it is from\n1 2   # the size\n\n3.\n\n-.\n-x\n\n-|x\n".replace('|', "-");
    let document = read(Format::Slk, &Source::new("text", text.as_str())).unwrap();
    assert_eq!(detect(&Source::new("text", text.as_str())), Format::Slk);
    assert_eq!(document.answer.len(), 4);
    assert_eq!(write(Format::Slitherlink, &document).unwrap().text, "1 2\n3.\n");
    for (text, message) in [
        ("1 2\n\n3.\n\n..\n..\n", "a size, clues, horizontal"),
        ("1 2\n\n3.\n\n..\n\n...\n", "text:5:1: error: 2 rows were expected here, but there are 1"),
        ("1 2\n\n3.\n\n..\n..\n\n..\n", "text:8:1: error: this row has 2 signs, not 3"),
        ("1 2\n\n3a\n\n..\n..\n\n...\n", "text:3:2: error: a clue was expected"),
        ("1 2\n\n3.\n\n..\n./\n\n...\n", "text:6:2: error: a side was expected"),
    ] {
        let error = read(Format::Slk, &Source::new("text", text)).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn formats_that_are_only_read_are_not_offered() {
    let ran = run(&["convert", "--to", "gml"], "Bw\n");
    assert!(ran.status != 0 && ran.stderr.contains("graph6, dot, hcp]"), "{ran:?}");
    assert_eq!(run(&["count", "--from", "gml"], "graph [ node [ id 0 ] ]").stdout, "0\n");
    let open = run(&["convert", "--to", "hcp"], "Bw\n");
    assert!(open.status == 65 && open.stderr.contains("--cover"), "{open:?}");
    let ran = run(&["convert", "--cover", "--to", "hcp"], "Bw\n");
    assert_eq!((run(&["count"], &ran.stdout).stdout.as_str(), ran.stderr.as_str()), ("1\n", ""), "{ran:?}");
}
