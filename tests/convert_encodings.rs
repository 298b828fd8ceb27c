//! The models of the formula that `convert --encoding` writes are the solutions of the puzzle, in every encoding of the
//! engine.

use proptest::prelude::*;
use zlink::board::Board;
use zlink::convert::language::{Language, NotWritten, write as write_in};
use zlink::convert::{Document, Format, read};
use zlink::encoding::Encoding;
use zlink::facts::Source;
use zlink::limits::{Interrupted, Limits};
use zlink::puzzle::brute;
use zlink::puzzle::{Names, Parts, Puzzle, Topology};

/// A formula: the number of variables, and the clauses.
struct Formula {
    variables: usize,
    clauses: Vec<Vec<i32>>,
}

impl Formula {
    fn of(text: &str) -> Self {
        let mut lines = text.lines().filter(|line| !line.starts_with('c'));
        let header: Vec<&str> = lines.next().expect("a header").split(' ').collect();
        let clauses: Vec<Vec<i32>> = lines
            .map(|line| {
                line.split(' ').map(|word| word.parse().expect("a literal")).take_while(|&l| l != 0).collect()
            })
            .collect();
        assert_eq!(header[..2], ["p", "cnf"]);
        assert_eq!(header[3], clauses.len().to_string());
        Formula { variables: header[2].parse().expect("a number"), clauses }
    }

    /// The models that extend `values`, each cut to the first `edges` variables.
    fn models(&self, values: &mut Vec<Option<bool>>, edges: usize, found: &mut Vec<Vec<usize>>) {
        let mut implied = Vec::new();
        let is_consistent = self.propagate(values, &mut implied);
        if is_consistent {
            match (1..=self.variables).find(|&v| values[v].is_none()) {
                None => found.push((0..edges).filter(|&e| values[e + 1] == Some(true)).collect()),
                Some(open) => {
                    for value in [false, true] {
                        values[open] = Some(value);
                        self.models(values, edges, found);
                    }
                    values[open] = None;
                }
            }
        }
        implied.into_iter().for_each(|v| values[v] = None);
    }

    fn propagate(&self, values: &mut [Option<bool>], implied: &mut Vec<usize>) -> bool {
        loop {
            let known = implied.len();
            for clause in &self.clauses {
                let value = |l: &i32| values[l.unsigned_abs() as usize].map(|value| value == (*l > 0));
                if clause.iter().any(|l| value(l) == Some(true)) {
                    continue;
                }
                let open: Vec<i32> = clause.iter().copied().filter(|l| value(l).is_none()).collect();
                match open[..] {
                    [] => return false,
                    [last] => {
                        values[last.unsigned_abs() as usize] = Some(last > 0);
                        implied.push(last.unsigned_abs() as usize);
                    }
                    _ => {}
                }
            }
            if implied.len() == known {
                return true;
            }
        }
    }
}

fn puzzle() -> impl Strategy<Value = Puzzle> {
    let topology = prop::sample::select(vec![
        Topology::Cycle,
        Topology::Cycles,
        Topology::Linkage,
        Topology::PathMatching,
    ]);
    let edges = prop::collection::btree_set((0u32..6, 0u32..6), 1..16);
    let cells = prop::collection::vec((prop::collection::btree_set(0u32..10, 0..9), 0u32..4), 0..3);
    (topology, edges, cells, 0u32..3, any::<bool>(), 0u32..12, 0u32..12).prop_map(
        |(topology, edges, cells, pairs, cover, required, forbidden)| {
            let all: std::collections::BTreeSet<[u32; 2]> =
                edges.into_iter().filter(|(u, v)| u != v).map(|(u, v)| [u.min(v), u.max(v)]).collect();
            // Every second edge is written backwards.
            let edges: Vec<[u32; 2]> = all
                .into_iter()
                .enumerate()
                .map(|(i, [u, v])| if i % 2 == 0 { [u, v] } else { [v, u] })
                .collect();
            let m = edges.len() as u32;
            let mut parts = Parts::graph(topology, 6, edges);
            parts.cover = cover && required % 3 == 0;
            parts.cells = cells
                .into_iter()
                .map(|(set, clue)| (set.into_iter().filter(|&e| e < m).collect::<Vec<u32>>(), Some(clue)))
                .collect();
            if topology == Topology::Linkage {
                parts.pairs = (0..pairs).map(|i| [5 - i, i]).collect();
            }
            parts.required = if required < m && required % 4 == 0 { vec![required] } else { vec![] };
            parts.forbidden = if forbidden < m { vec![forbidden] } else { vec![] };
            Puzzle::from_parts(parts).expect("a puzzle")
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn models_are_solutions(puzzle in puzzle()) {
        let names = Names::numbered(puzzle.vertex_count() as u32, puzzle.cell_count() as u32);
        let positions = vec![None; puzzle.vertex_count()];
        let document = Document::from(Board { puzzle, names, positions });
        let mut wanted: Vec<Vec<usize>> = brute::solutions(&document.puzzle)
            .into_iter()
            .map(|edges| edges.into_iter().map(|e| e.index()).collect())
            .collect();
        wanted.sort();
        for encoding in Encoding::ALL {
            let written = write_in(Language::Cnf(encoding), &document, &Limits::none());
            if encoding.fits(&document.puzzle).is_err() {
                prop_assert!(matches!(written, Err(NotWritten::Unfit(_))));
                continue;
            }
            let formula = Formula::of(&written.expect("a formula"));
            let mut found = Vec::new();
            formula.models(&mut vec![None; formula.variables + 1], document.puzzle.edge_count(), &mut found);
            found.sort();
            prop_assert_eq!(&found, &wanted, "{}", encoding);
        }
    }
}

#[test]
fn a_formula_without_room_is_not_begun() {
    // Two hubs that all other vertices are joined with: billions of pairs of edges.
    let vertices = 60_000;
    let edges = (2..vertices).flat_map(|v| [[0, v], [1, v]]).collect();
    let mut parts = Parts::graph(Topology::Linkage, vertices as usize, edges);
    parts.pairs = vec![[2, 3], [4, 5]];
    let puzzle = Puzzle::from_parts(parts).expect("a puzzle");
    let names = Names::numbered(vertices, 0);
    let positions = vec![None; vertices as usize];
    let document = Document::from(Board { puzzle, names, positions });
    for memory in [100_000_000, usize::MAX] {
        let limits = Limits::none().within(memory);
        let written = write_in(Language::Cnf(Encoding::Shapes), &document, &limits);
        assert!(matches!(written, Err(NotWritten::Interrupted(Interrupted::Memory))));
    }
}

#[test]
fn programs_have_all_their_parts() {
    let text = "3 3\n2.3\n...\n.1.\n";
    let document = read(Format::Slitherlink, &Source::new("text", text)).expect("a puzzle");
    let of = |language| write_in(language, &document, &Limits::none()).expect("a program");
    let lp = of(Language::Lp);
    let at = |part: &str| lp.find(part).unwrap_or_else(|| panic!("no {part}"));
    let parts = ["\\ x1 = link(0,1)", "Minimize", "Subject To", "Bounds", "General", "End"].map(at);
    assert!(parts.is_sorted(), "{parts:?}");
    assert!(lp.lines().all(|line| line.len() < 250));
    let mps = of(Language::Mps);
    let at = |part: &str| mps.find(part).unwrap_or_else(|| panic!("no {part}"));
    assert!(["NAME", "ROWS", "COLUMNS", "RHS", "BOUNDS", "ENDATA"].map(at).is_sorted());
    let program = of(Language::Clingo);
    assert!(program.contains("edge(0,1).") && program.contains("#show link/2."));
}

#[test]
fn there_is_no_pseudo_boolean_formula_for_free_ends() {
    let parts = Parts::graph(Topology::PathMatching, 2, vec![[0, 1]]);
    let puzzle = Puzzle::from_parts(parts).expect("a puzzle");
    let document = Document::from(Board { puzzle, names: Names::numbered(2, 0), positions: vec![None; 2] });
    let written = write_in(Language::Opb, &document, &Limits::none());
    assert!(matches!(written, Err(NotWritten::Unwritten(_))));
}

#[test]
fn a_pseudo_boolean_formula_without_vertices_has_its_constraint() {
    let puzzle = Puzzle::from_parts(Parts::graph(Topology::Cycle, 0, vec![])).expect("a puzzle");
    let document = Document::from(Board { puzzle, names: Names::numbered(0, 0), positions: vec![] });
    let written = write_in(Language::Opb, &document, &Limits::none()).expect("a formula");
    assert_eq!(written, "* #variable= 0 #constraint= 1\n* one root\n0 v1 = 1 ;\n");
}
