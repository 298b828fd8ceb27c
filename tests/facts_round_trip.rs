//! Puzzles that are written as facts and read again do not change.

use proptest::prelude::*;
use zlink::facts::{Source, parse};
use zlink::puzzle::{
    BuildOptions, CellId, EdgeId, Names, Parts, Puzzle, Topology, VertexId, build, write_facts,
};

/// All parts of a puzzle, as text.
fn described(puzzle: &Puzzle) -> String {
    let edges: Vec<_> = (0..puzzle.edge_count()).map(|e| puzzle.edge_ends(EdgeId::from_index(e))).collect();
    let cells: Vec<_> = (0..puzzle.cell_count()).map(|c| puzzle.cell(CellId::from_index(c))).collect();
    format!(
        "{:?} {} {} {edges:?} {cells:?} {:?} {:?} {:?} {:?}",
        puzzle.topology(),
        puzzle.cover(),
        puzzle.vertex_count(),
        puzzle.pairs(),
        puzzle.required(),
        puzzle.forbidden(),
        puzzle.integrity().collect::<Vec<_>>()
    )
}

fn subset(of: usize) -> impl Strategy<Value = Vec<u32>> {
    proptest::collection::vec(any::<bool>(), of)
        .prop_map(|bits| (0u32..).zip(bits).filter(|&(_, bit)| bit).map(|(i, _)| i).collect())
}

/// Random parts of puzzles, without cells that facts cannot express.
fn parts() -> impl Strategy<Value = Parts> {
    let graph = (1usize..9).prop_flat_map(|n| {
        let all: Vec<[u32; 2]> = (0..n as u32).flat_map(|u| (0..u).map(move |v| [u, v])).collect();
        let edges = proptest::sample::subsequence(all.clone(), 0..=all.len()).prop_shuffle();
        (Just(n), edges, any::<u64>(), subset(n), any::<bool>())
    });
    let filled = graph.prop_flat_map(|(n, mut edges, turned, terminals, cover)| {
        for (i, edge) in edges.iter_mut().enumerate() {
            if turned >> (i % 64) & 1 == 1 {
                edge.reverse();
            }
        }
        let m = edges.len();
        let number = || proptest::option::of(0u32..9);
        let cells = proptest::collection::vec(((subset(m), number()), [number(), number()]), 0..5);
        let literal = (0..(m as u32).max(1), any::<bool>());
        let integrity = proptest::collection::vec(proptest::collection::vec(literal, 0..4), 0..4);
        (Just((n, edges, terminals, cover)), cells, integrity, subset(m), subset(m))
    });
    filled.prop_map(|((n, edges, terminals, cover), mut cells, mut integrity, required, forbidden)| {
        cells.retain(|((edges, clue), bounds)| !edges.is_empty() || clue.is_some() || *bounds != [None; 2]);
        integrity.retain(|literals| !edges.is_empty() || literals.is_empty());
        let (cells, bounds): (Vec<_>, Vec<_>) = cells.into_iter().unzip();
        let bounds = (0..).zip(bounds).filter(|(_, bounds)| *bounds != [None; 2]).collect();
        let pairs: Vec<[u32; 2]> = terminals.chunks_exact(2).map(|two| [two[1], two[0]]).collect();
        let topology = if pairs.is_empty() { Topology::Cycle } else { Topology::Linkage };
        Parts {
            cover,
            cells,
            bounds,
            integrity,
            pairs,
            required,
            forbidden,
            ..Parts::graph(topology, n, edges)
        }
    })
}

/// Ground terms as gringo prints them.
fn name() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        any::<i64>().prop_map(|i| i.to_string()),
        (-20i64..20).prop_map(|i| i.to_string()),
        "_{0,2}[a-mp-z][a-zA-Z0-9_']{0,11}",
        "\"([ -!#-\\[\\]-~äß→]|\\\\\"|\\\\\\\\|\\\\n){0,9}\"",
        Just("#inf".to_string()),
        Just("#sup".to_string()),
        Just("-a".to_string()),
        Just("()".to_string()),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            ("[a-m][a-z]{0,5}", proptest::collection::vec(inner.clone(), 1..4))
                .prop_map(|(f, args)| format!("{f}({})", args.join(","))),
            proptest::collection::vec(inner, 1..4).prop_map(|args| match args.as_slice() {
                [one] => format!("({one},)"),
                more => format!("({})", more.join(",")),
            }),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn numbered_puzzles(parts in parts()) {
        let puzzle = Puzzle::from_parts(parts).unwrap();
        let names = Names::numbered(puzzle.vertex_count() as u32, puzzle.cell_count() as u32);
        let text = write_facts(&puzzle, &names).to_string();
        let sources = [Source::new("written", text.clone())];
        let facts = parse(&sources).unwrap();
        let again = build(&facts, &BuildOptions::default()).unwrap();
        // Cells without edges may have clues here.
        prop_assert!(again.warnings.iter().all(|w| w.to_string().contains("no edge is in the cell")));
        prop_assert_eq!(described(&puzzle), described(&again.puzzle), "{}", text);
        prop_assert_eq!(text, write_facts(&again.puzzle, &again.names).to_string());
    }

    #[test]
    fn names_of_every_form(names in proptest::collection::vec(name(), 1..8)) {
        let text: String = names.iter().map(|name| format!("node({name}). ")).collect();
        let sources = [Source::new("nodes", text)];
        let facts = parse(&sources).unwrap();
        let built = build(&facts, &BuildOptions::default()).unwrap();
        let mut distinct: Vec<String> = Vec::new();
        for name in names {
            if !distinct.contains(&name) {
                distinct.push(name);
            }
        }
        let shown: Vec<String> = (0..built.puzzle.vertex_count())
            .map(|v| built.names.vertex(VertexId::from_index(v)).to_string())
            .collect();
        prop_assert_eq!(shown, distinct);
    }
}

#[test]
fn constraints_on_edges_with_names_and_numbers_beyond_those_of_clingo() {
    let read = |text: &str| {
        let sources = [Source::new("read", text)];
        let built = build(&parse(&sources).unwrap(), &BuildOptions::default()).unwrap();
        write_facts(&built.puzzle, &built.names).to_string()
    };
    let named = read("edge(e,1,2). edge(f,2,3). edge(g,1,3). connection(1,1,2). :- link(e), not link(f).");
    assert!(named.ends_with(":- link(1,2), not link(2,3).\n"), "{named}");
    assert_eq!(read(&named), named);
    let large = read(
        "edge(1,2). edge(2,3). edge(1,3). cell_contains(c,1,2). at_most(c,2147483648). clue(c,99999999999). :-.",
    );
    assert!(large.contains("at_most(c,2147483647)") && large.contains("clue(c,2147483647)"), "{large}");
    assert!(large.ends_with("\n:-.\n") && read(&large) == large, "{large}");
}
