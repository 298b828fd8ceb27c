//! Facts to puzzle: the facts that are accepted, and their meaning.

use zlink::facts::{Predicate, Source, parse};
use zlink::puzzle::{
    BuildOptions, Built, CellId, EdgeId, LinkFacts, Subdivided, Topology, VertexId, build, pair_labels,
};

fn built(text: &str) -> Built {
    built_with(text, &BuildOptions::default())
}

fn built_with(text: &str, options: &BuildOptions) -> Built {
    let sources = [Source::new("t.lp", text)];
    let facts = parse(&sources).unwrap_or_else(|report| panic!("{report}"));
    build(&facts, options).unwrap_or_else(|report| panic!("{report}"))
}

fn edges(built: &Built) -> Vec<String> {
    (0..built.puzzle.edge_count())
        .map(|e| built.names.link(&built.puzzle, EdgeId::from_index(e)).to_string())
        .collect()
}

#[test]
fn every_predicate_is_in_the_reference_and_known_to_the_fuzzer() {
    let read = |name| std::fs::read_to_string(format!("{}/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let (reference, tokens) = (read("docs/reference/facts.md"), read("fuzz/tokens/facts"));
    for predicate in Predicate::ALL {
        let start = if predicate.arity() == 0 { "" } else { "(" };
        let start = format!("{}{start}", predicate.name());
        assert!(reference.contains(&format!("`{start}")), "{start}");
        assert!(tokens.contains(&format!("\"{start}")), "{start}");
    }
}

#[test]
fn a_square_with_a_clue() {
    let built = built(
        "node(z). clue(outer,4). edge(0,1). edge(1,2).edge(3,2). edge(0,3).\n\
         cell_contains(inner,0,1). cell_contains(outer,0,1). cell_contains(outer,1,2). cell_contains(outer,1,2).",
    );
    let puzzle = &built.puzzle;
    assert_eq!(puzzle.topology(), Topology::Cycle);
    assert!(!puzzle.cover());
    assert_eq!(edges(&built), ["link(0,1)", "link(1,2)", "link(3,2)", "link(0,3)"]);
    let names: Vec<_> =
        (0..puzzle.vertex_count()).map(|v| built.names.vertex(VertexId::from_index(v)).to_string()).collect();
    assert_eq!(names, ["z", "0", "1", "2", "3"]);
    assert_eq!(built.names.cell(CellId(0)).to_string(), "outer");
    assert_eq!(puzzle.cell(CellId(0)).edges, [EdgeId(0), EdgeId(1)]);
    assert_eq!(puzzle.cell(CellId(0)).clue, Some(4));
    assert_eq!(puzzle.cell(CellId(1)).clue, None);
    assert!(built.warnings.is_empty());
}

#[test]
fn the_same_fact_twice_counts_once() {
    let built =
        built("edge(a,b). edge(a,b). edge(b,c). pair(a,c). pair(a,c). pair(c,a). clue(x,1). clue(x,1).");
    assert_eq!(edges(&built), ["link(a,b)", "link(b,c)"]);
    assert_eq!(built.puzzle.topology(), Topology::Linkage);
    assert_eq!(built.puzzle.pairs(), [[VertexId(0), VertexId(2)]]);
    assert_eq!(built.puzzle.cell(CellId(0)).clue, Some(1));
}

#[test]
fn cells_may_come_before_their_edges_and_reversed() {
    let built =
        built("cell_contains(c,1,0). cell_contains(c,1,2). edge(0,1). edge(1,2). clue(c,99999999999).");
    assert_eq!(built.puzzle.cell(CellId(0)).edges, [EdgeId(0), EdgeId(1)]);
    assert_eq!(built.puzzle.cell(CellId(0)).clue, Some(i32::MAX as u32));
    assert_eq!(built.warnings.len(), 1);
    assert!(built.warnings[0].to_string().starts_with("t.lp:1:1: warning: the edge is written edge(0,1)"));
}

#[test]
fn names_are_whatever_gringo_takes() {
    let built = built(r#"edge(f(1,(2,)),"a \"b\" c"). edge(-3,_x'). edge((0,1),-9223372036854775808)."#);
    assert_eq!(
        edges(&built),
        [r#"link(f(1,(2,)),"a \"b\" c")"#, "link(-3,_x')", "link((0,1),-9223372036854775808)"]
    );
}

#[test]
fn intervals_and_pools_are_expanded() {
    let built = built("edge(1..2,3..4). edge(10,11;12,13). edge(0x10,2+3*4). cover.");
    assert_eq!(
        edges(&built),
        ["link(1,3)", "link(1,4)", "link(2,3)", "link(2,4)", "link(10,11)", "link(12,13)", "link(16,14)"]
    );
    assert!(built.puzzle.cover());
}

#[test]
fn links_are_demands_or_the_answer() {
    let text = "edge(0,1). edge(1,2). edge(2,0). link(0,1). link(0,1). -link(1,2).";
    let demands = built(text);
    assert_eq!(demands.puzzle.required(), [EdgeId(0)]);
    assert_eq!(demands.puzzle.forbidden(), [EdgeId(1)]);
    assert!(demands.answer.edges.is_empty());
    let text = format!("{text} link(0,2). link(0,5). link(5,0).");
    let answer = built_with(&text, &BuildOptions { links: LinkFacts::Answer, ..BuildOptions::default() });
    assert!(answer.puzzle.required().is_empty());
    assert_eq!(answer.puzzle.forbidden(), [EdgeId(1)]);
    assert_eq!(answer.answer.edges, [EdgeId(0)]);
    assert_eq!(
        answer.answer.not_edges,
        [
            "link(0,2): the edge is written edge(2,0)",
            "link(0,5): there is no vertex 5",
            "link(5,0): there is no vertex 5"
        ]
    );
}

#[test]
fn answers_can_be_told_from_demands_by_their_source() {
    let sources =
        [Source::new("p.lp", "edge(0,1). edge(1,2). link(0,1)."), Source::new("a.lp", "link(1,2).")];
    let facts = parse(&sources).unwrap();
    let options = BuildOptions { links: LinkFacts::AnswerFrom(1), ..BuildOptions::default() };
    let built = build(&facts, &options).unwrap();
    assert_eq!(built.puzzle.required(), [EdgeId(0)]);
    assert_eq!(built.answer.edges, [EdgeId(1)]);
}

#[test]
fn unknown_facts_are_one_warning_or_one_error() {
    let text = "edge(0,1). foo. foo. edge(1,2,3,4). -edge(0,1). bar(1..3).";
    let warnings = built(text).warnings;
    assert_eq!(warnings.len(), 1);
    let shown = warnings[0].to_string();
    assert!(
        shown.starts_with(
            "t.lp:1:12: warning: ignored: foo/0 (2 facts), edge/4 (1 fact), -edge/2 (1 fact), bar/1 (3 facts)\n"
        ),
        "{shown}"
    );
    assert!(shown.contains("help: edge/2 was probably meant in place of edge/4"), "{shown}");
    let sources = [Source::new("t.lp", text)];
    let facts = parse(&sources).unwrap();
    let report = build(&facts, &BuildOptions { strict: true, ..BuildOptions::default() }).unwrap_err();
    assert!(report.to_string().starts_with("t.lp:1:12: error: unknown facts: foo/0 (2 facts)"), "{report}");
}

/// Two paths from a to c, and two parallel edges on the first.
const NAMED: &str =
    "node(a). node(b). node(c). edge(e1,a,b). edge(p,b,a). edge(e2,b,c). edge(e3,c,a). connection(left,a,c).";

#[test]
fn edges_may_have_names_and_be_parallel() {
    let options = BuildOptions { parallel: true, ..BuildOptions::default() };
    let text = format!("{NAMED} edge(e3,c,a). connection(left,c,a). link(p). -link(e3).");
    let Built { puzzle, names, .. } = &built_with(&text, &options);
    assert_eq!(edges(&built_with(&text, &options)), ["link(e1)", "link(p)", "link(e2)", "link(e3)"]);
    assert_eq!(puzzle.topology(), Topology::Linkage);
    assert_eq!((puzzle.pairs(), puzzle.vertex_count()), (&[[VertexId(0), VertexId(2)]][..], 3));
    assert_eq!((puzzle.required(), puzzle.forbidden()), (&[EdgeId(1)][..], &[EdgeId(3)][..]));
    let sources = [Source::new("t.lp", text.as_str())];
    let (labels, warning) = pair_labels(&parse(&sources).unwrap(), puzzle, names);
    assert_eq!((labels.term([VertexId(2), VertexId(0)]), warning), (Some("left"), None));
    // What does not know of parallel edges does not get them.
    let simple = Subdivided::of(puzzle).unwrap();
    assert_eq!((simple.puzzle.vertex_count(), simple.puzzle.edge_count()), (4, 5));
    assert_eq!(simple.original(&[EdgeId(1), EdgeId(2), EdgeId(4)]), [EdgeId(1), EdgeId(2)]);
    assert!(Subdivided::of(&built("edge(e1,a,b). connection(1,a,b).").puzzle).is_none());
    for more in ["cover.", "cell_contains(c,b,c)."] {
        let sources = [Source::new("t.lp", format!("{NAMED} {more}"))];
        let report = build(&parse(&sources).unwrap(), &options).unwrap_err();
        assert!(report.to_string().contains("this edge is parallel to another one"), "{report}");
    }
}

#[test]
fn an_answer_names_edges_as_the_puzzle_does() {
    let options = BuildOptions { links: LinkFacts::Answer, parallel: true, ..BuildOptions::default() };
    let answer = built_with(&format!("{NAMED} link(e2). link(p). link(e2). link(x)."), &options).answer;
    assert_eq!(answer.edges, [EdgeId(2), EdgeId(1)]);
    assert_eq!(answer.not_edges, ["link(x): there is no edge x"]);
}

#[test]
fn two_vocabularies_in_two_files_are_an_error_with_both_places() {
    let sources = [Source::new("one.lp", "edge(a,b).\n"), Source::new("two.lp", "\nedge(e,b,c).")];
    let report = build(&parse(&sources).unwrap(), &BuildOptions::default()).unwrap_err().to_string();
    assert!(report.starts_with("two.lp:2:1: error: edge/3 does not go together with edge/2"), "{report}");
    assert!(report.contains("one.lp:1:1: note: the first edge/2"), "{report}");
}

#[test]
fn unknown_facts_are_an_error_only_where_there_is_no_edge() {
    for (text, is_read) in [("node(1).", true), ("node(1). foo.", false), ("edge(1,2). foo.", true)] {
        let sources = [Source::new("t.lp", text)];
        assert_eq!(build(&parse(&sources).unwrap(), &BuildOptions::default()).is_ok(), is_read, "{text}");
    }
}

#[test]
fn an_empty_input_is_an_empty_puzzle() {
    for text in [
        "",
        "% nothing\n",
        "%* %* *% *%",
        "#show link/2. #program base.\n",
        "#const n=3. #external edge(1,2).",
    ] {
        assert_eq!(built(text).puzzle.vertex_count(), 0);
    }
}
