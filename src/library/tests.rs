//! The front door gives the same answers as the modules behind it.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use std::time::Duration;

use crate::{BuildError, GraphError, GraphSets, Numbers, Options, Puzzle, PuzzleBuilder, Reader};
use zlink_base::limits::Interrupted;
use zlink_base::random::Random;
use zlink_convert::Format;
use zlink_engine::{Method, Solver, Stop};
use zlink_explain::Ending;
use zlink_generate::SlitherlinkOptions;
use zlink_puzzle::brute;
use zlink_puzzle::{CellId, Constraint, EdgeId, Topology};

/// A random graph of a few vertices with letters as names, a cell or a pair or two, and more demands.
fn random_puzzle(random: &mut Random) -> PuzzleBuilder<char> {
    let mut builder = PuzzleBuilder::new();
    let letters: Vec<char> = ('a'..='g').take(3 + random.below(5)).collect();
    let mut edges = Vec::new();
    for (i, &u) in letters.iter().enumerate() {
        for &v in &letters[..i] {
            if random.below(3) > 0 {
                builder.edge(u, v);
                edges.push((v, u));
            }
        }
    }
    if random.below(2) == 0 {
        builder.pair(letters[0], letters[1]);
    } else {
        random.shuffle(&mut edges);
        let most = edges.len().min(4);
        let cell = builder.cell(edges[..most].to_vec());
        builder.clue(cell, random.below(4) as u32);
    }
    if random.below(4) == 0 {
        builder.cover();
    }
    if let Some(&(u, v)) = edges.first() {
        match random.below(4) {
            0 => _ = builder.require(u, v),
            1 => _ = builder.forbid(u, v),
            _ => {}
        }
    }
    builder
}

#[test]
fn every_question_has_the_answer_of_the_definition() {
    let mut random = Random::new(7);
    for _ in 0..300 {
        let puzzle = random_puzzle(&mut random).build().unwrap();
        let expected = brute::solutions(&puzzle.document.puzzle);
        let mut found: Vec<Vec<EdgeId>> =
            puzzle.solutions().map(|solution| solution.unwrap().edges().to_vec()).collect();
        found.sort_unstable();
        let mut sorted = expected.clone();
        sorted.sort_unstable();
        assert_eq!(found, sorted);
        assert_eq!(puzzle.count().unwrap(), expected.len().into());
        assert_eq!(puzzle.is_unique().unwrap(), expected.len() == 1);
        let solution = puzzle.solve().unwrap();
        assert_eq!(solution.is_some(), !expected.is_empty());
        let family = puzzle.family().unwrap();
        assert_eq!(family.count(), expected.len().into());
        for set in &family {
            let solution = puzzle.solution_of(set).unwrap();
            assert!(sorted.contains(&solution.edges().to_vec()));
        }
    }
}

#[test]
fn facts_say_the_same_puzzle() {
    let mut random = Random::new(8);
    for _ in 0..100 {
        let puzzle = random_puzzle(&mut random).build_with_terms(|name| name.to_string()).unwrap();
        let again = Puzzle::from_facts(puzzle.to_facts()).unwrap();
        assert_eq!(again.to_facts(), puzzle.to_facts());
        assert_eq!(again.count().unwrap(), puzzle.count().unwrap());
        let names: Vec<String> = puzzle.vertices().map(char::to_string).collect();
        assert!(again.vertices().eq(&names));
    }
}

#[test]
fn names_lead_to_numbers_and_back() {
    let mut builder = PuzzleBuilder::new();
    builder
        .edge((0, 0), (0, 1))
        .edge((0, 1), (1, 1))
        .edge((1, 1), (0, 0))
        .edge((0, 1), (0, 0))
        .vertex((9, 9));
    let face = builder.face([(0, 0), (0, 1), (1, 1)]);
    builder.clue(face, 3);
    let puzzle = builder.build_with_terms(|(x, y)| format!("({x},{y})")).unwrap();
    assert_eq!((puzzle.edge_count(), puzzle.vertices().len()), (3, 4));
    for (i, [u, v]) in puzzle.edges().enumerate() {
        assert_eq!(puzzle.edge(u, v), Some(EdgeId::from_index(i)));
        assert_eq!(puzzle.edge(v, u), Some(EdgeId::from_index(i)));
    }
    assert_eq!(puzzle.edge(&(0, 0), &(9, 9)), None);
    assert_eq!(puzzle.edge(&(0, 0), &(5, 5)), None);
    assert_eq!(puzzle.cell(face), (&[EdgeId(0), EdgeId(1), EdgeId(2)][..], Some(3)));
    assert!(puzzle.to_facts().starts_with("edge((0,0),(0,1)).\n"), "{}", puzzle.to_facts());
    let solution = puzzle.solve().unwrap().unwrap();
    assert_eq!(solution.paths(), [[&(0, 0), &(0, 1), &(1, 1)]]);
    assert!(solution.contains(&(1, 1), &(0, 1)) && !solution.contains(&(1, 1), &(9, 9)));
    assert_eq!(solution.to_string().lines().count(), 3);
}

#[test]
fn terms_of_all_kinds_are_read_back() {
    for (text, term) in [
        ("12", "12"),
        ("a", "a"),
        ("(1, 2)", "(1,2)"),
        ("f(x, \"y\")", "f(x,\"y\")"),
        ("Upper", "\"Upper\""),
        ("(1;2)", "\"(1;2)\""),
        ("(1..3)", "\"(1..3)\""),
        ("a). edge(b,c)", "\"a). edge(b,c)\""),
        ("café (x)", "\"café (x)\""),
    ] {
        let mut builder = PuzzleBuilder::new();
        builder.vertex(text);
        let puzzle = builder.build_with_terms(|name| name.to_string()).unwrap();
        assert_eq!(puzzle.to_facts(), format!("node({term}).\n"));
        assert!(Puzzle::from_facts(puzzle.to_facts()).is_ok());
    }
}

#[test]
fn paths_and_cycles_are_walked_along() {
    let mut builder = PuzzleBuilder::new();
    builder.edge(1, 2).edge(2, 3).edge(4, 5).edge(5, 6).edge(6, 4).topology(Topology::Cycles);
    let cycles = builder.build().unwrap();
    assert_eq!(cycles.solve().unwrap().unwrap().paths(), [[&4, &5, &6]]);
    builder.pair(1, 3).topology(Topology::Linkage);
    let linkage = builder.build().unwrap();
    assert_eq!(linkage.solve().unwrap().unwrap().paths(), [[&1, &2, &3]]);
    assert!(linkage.pairs().eq([[&1, &3]]));
}

#[test]
fn what_is_no_puzzle_is_told_by_names() {
    let triangle = || {
        let mut builder = PuzzleBuilder::new();
        builder.edge("a", "b").edge("b", "c").edge("c", "a");
        builder
    };
    let error = |change: fn(&mut PuzzleBuilder<&'static str>)| {
        let mut builder = triangle();
        change(&mut builder);
        builder.build().unwrap_err()
    };
    assert_eq!(error(|b| _ = b.edge("a", "a")), BuildError::Loop("a"));
    assert_eq!(
        error(|b| _ = b.cell([("a", "b"), ("a", "d")])),
        BuildError::CellWithoutEdge { cell: 0, ends: ["a", "d"] }
    );
    assert_eq!(
        error(|b| _ = b.cell([("a", "b"), ("b", "a")])),
        BuildError::CellEdgeTwice { cell: 0, ends: ["b", "a"] }
    );
    assert_eq!(error(|b| _ = b.require("a", "x")), BuildError::NoSuchEdge(["a", "x"]));
    assert_eq!(error(|b| _ = b.forbid("x", "a")), BuildError::NoSuchEdge(["x", "a"]));
    assert_eq!(error(|b| _ = b.pair("a", "b").pair("c", "a")), BuildError::PairedTwice("a"));
    assert_eq!(error(|b| _ = b.pair("a", "a")), BuildError::PairedTwice("a"));
    assert_eq!(error(|b| _ = b.pair("a", "b").topology(Topology::Cycle)), BuildError::PairsOfNoLinkage);
    let vertices = [0, 1].map(zlink_puzzle::VertexId);
    assert_eq!(
        triangle().build().unwrap().with_pairs(&[vertices, vertices]).unwrap_err(),
        BuildError::PairedTwice("a")
    );
    assert_eq!(triangle().build_with_terms(|_| "x".into()).unwrap_err(), BuildError::SameTerm);
    let text = error(|b| _ = b.cell([("a", "d")])).to_string();
    assert_eq!(text, "cell 0 has an edge between \"a\" and \"d\", which the graph does not have");
}

#[test]
fn an_iterator_of_solutions_can_be_dropped_at_any_time() {
    let grid = Puzzle::board("square", [30, 30], 0).unwrap();
    for taken in [0, 1, 2, 700] {
        let cycles: Vec<_> = grid.solutions().take(taken).map(Result::unwrap).collect();
        assert_eq!(cycles.len(), taken);
        assert!(cycles.iter().all(|cycle| grid.check(cycle.edges()).is_ok()));
    }
}

#[test]
fn waiting_for_the_next_solution_loses_none() {
    let grid = Puzzle::board("square", [3, 3], 0).unwrap();
    let mut solutions = grid.solutions();
    let mut cycles = Vec::new();
    loop {
        match solutions.next_within(Duration::from_micros(1)) {
            Poll::Pending => {}
            Poll::Ready(Some(cycle)) => cycles.push(cycle.unwrap().edges().to_vec()),
            Poll::Ready(None) => break,
        }
    }
    assert!(solutions.next().is_none());
    let all: Vec<_> = grid.solutions().map(|cycle| cycle.unwrap().edges().to_vec()).collect();
    assert_eq!(cycles.len(), 213);
    assert!(cycles == all);
    let large = Puzzle::board("square", [40, 40], 0).unwrap();
    let hurried = large.with_options(Options::new().time_limit(Duration::ZERO));
    let mut none = hurried.solutions();
    let mut stopped = none.next_within(Duration::from_secs(60));
    while let Poll::Ready(Some(Ok(_))) = stopped {
        stopped = none.next_within(Duration::from_secs(60));
    }
    assert!(matches!(stopped, Poll::Ready(Some(Err(Stop::Interrupted(Interrupted::Time))))));
    assert!(matches!(none.next_within(Duration::ZERO), Poll::Ready(None)));
}

#[test]
fn limits_end_questions() {
    let grid = Puzzle::board("square", [40, 40], 0).unwrap();
    let flag = Arc::new(AtomicBool::new(true));
    let stopped = grid.with_options(Options::new().stop_flag(Arc::clone(&flag)));
    let interrupted = Stop::Interrupted(Interrupted::Stopped);
    assert_eq!(stopped.count().unwrap_err(), interrupted);
    assert_eq!(stopped.is_unique().unwrap_err(), interrupted);
    assert_eq!(stopped.family().unwrap_err(), interrupted);
    let all: Vec<_> = stopped.solutions().collect();
    assert_eq!(all.len(), 1);
    assert_eq!(all[0].as_ref().unwrap_err(), &interrupted);
    assert_eq!(stopped.rate().unwrap_err(), Interrupted::Stopped);
    flag.store(false, Ordering::Relaxed);
    let hurried = grid.with_options(Options::new().time_limit(Duration::ZERO));
    assert_eq!(hurried.count().unwrap_err(), Stop::Interrupted(Interrupted::Time));
    let small = grid.with_options(Options::new().memory_limit(1 << 16).engine(Method::Zdd));
    assert_eq!(small.family().unwrap_err(), Stop::Interrupted(Interrupted::Memory));
}

/// A path of 20,000 edges, where each edge is a step.
#[test]
fn explanations_keep_within_their_memory() {
    let mut path = PuzzleBuilder::new();
    (0..20_000).for_each(|v| _ = path.edge(v, v + 1));
    path.pair(0, 20_000);
    let path = path.build().unwrap();
    assert_eq!(path.explain().ending(), &Ending::Solved);
    let small = path.with_options(Options::new().memory_limit(1 << 20));
    assert_eq!(small.explain().ending(), &Ending::Stopped(Interrupted::Memory));
    assert_eq!(small.rate(), Err(Interrupted::Memory));
}

#[test]
fn progress_is_heard() {
    let heard = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&heard);
    let options = Options::new().progress(move |stage, _| {
        assert!(!stage.is_empty());
        flag.store(true, Ordering::Relaxed);
    });
    Puzzle::board("square", [4, 4], 0).unwrap().with_options(options).count().unwrap();
    assert!(heard.load(Ordering::Relaxed));
}

#[test]
fn an_engine_uses_the_solver_that_is_named() {
    let board = Puzzle::board("square", [2, 2], 0).unwrap();
    let count =
        |engine, solver| board.clone().with_options(Options::new().engine(engine).solver(solver)).count();
    for solver in Solver::ALL {
        let counted = count(solver.method(), solver);
        match solver.is_built() {
            true => assert_eq!(counted.unwrap(), 13u32.into()),
            false => assert!(counted.unwrap_err().to_string().contains("was built without the solver")),
        }
        let refused = count(Method::Auto, solver).unwrap_err().to_string();
        assert_eq!(
            refused,
            format!("the solver {solver} is for the engine {}, not for auto", solver.method())
        );
    }
}

#[test]
fn any_number_of_threads_counts() {
    let options = Options::new().engine(Method::Zdd);
    for threads in [0, 3, usize::MAX] {
        let board =
            Puzzle::board("square", [2, 2], 0).unwrap().with_options(options.clone().threads(threads));
        assert_eq!(board.count().unwrap(), 13u32.into());
    }
}

#[test]
fn texts_of_all_formats_are_read_and_odd_ones_warned_of() {
    let grid = Puzzle::read("3.\n.2\n").unwrap();
    let facts = Puzzle::from_facts(grid.to_facts()).unwrap();
    assert_eq!(facts.write(Format::Slitherlink).unwrap(), grid.write(Format::Slitherlink).unwrap());
    let covered = Reader::new().format(Format::Slitherlink).cover().read("3.\n.2\n").unwrap();
    assert!(covered.cover() && !grid.cover());
    let odd = Puzzle::from_facts("edge(1,2). edgy(2,3).").unwrap();
    assert_eq!(odd.warnings().len(), 1);
    let error = Reader::new().strict().read("edge(1,2). edgy(2,3).").unwrap_err();
    assert!(error.to_string().starts_with("text:1:12: error:"), "{error}");
    let vague = Puzzle::read("a b\nb c\nc a\n").unwrap();
    assert_eq!(vague.warnings()[0].message, "text is read as edges, as nearly any text could be");
    let pairs = Puzzle::read("3 2\na b\nb c\nc a\n").unwrap();
    assert_eq!(pairs.warnings()[0].message, "text is read as edges, but may be numberlink as well");
    assert!(Reader::new().strict().read("a b\nb c\nc a\n").is_err());
    assert!(Reader::new().strict().format(Format::EdgeList).read("a b\nb c\nc a\n").is_ok());
}

#[test]
fn an_answer_beside_a_puzzle_is_no_demand() {
    // A loop drawn around one square of four.
    let puzzle = Reader::new().format(Format::Paper).read("2 2\n# \n  \n").unwrap();
    assert_eq!(Puzzle::from_facts(puzzle.to_facts()).unwrap().count().unwrap(), puzzle.count().unwrap());
}

#[test]
fn places_and_constraints_have_their_facts() {
    let text = "edge(1,2). edge(2,3). edge(1,3). cell_contains(c,1,2). clue(c,1). pos(2,-5,7). link(2,3).";
    let puzzle = Puzzle::from_facts(text).unwrap();
    let places: Vec<_> = ["1", "2"].map(|name| puzzle.position(puzzle.vertex(&name.into()).unwrap())).into();
    assert_eq!(places, [None, Some([-5, 7])]);
    let [u, v] = puzzle.edge_vertices(EdgeId::from_index(1));
    assert_eq!([puzzle.name(u), puzzle.name(v)], ["2", "3"]);
    assert_eq!(puzzle.edge_between(v, u), Some(EdgeId::from_index(1)));
    assert_eq!(puzzle.fact(Constraint::Clue(CellId::from_index(0))), "clue(c,1).");
    assert_eq!(puzzle.fact(Constraint::Required(puzzle.required()[0])), "link(2,3).");
}

#[test]
fn analyses_explanations_and_pictures_are_those_of_the_program() {
    let puzzle = Puzzle::read("3.3\n...\n3.3\n").unwrap();
    let analysis = puzzle.analyse();
    assert!(analysis.to_string().starts_with("solutions"), "{analysis}");
    assert_eq!(analysis.to_json_lines().lines().count(), analysis.reports().len());
    let mut heard = 0;
    let first = puzzle.analyse_within(None, |so_far| {
        heard += so_far.reports().len();
        ControlFlow::Break(())
    });
    assert_eq!((heard, first.reports().len()), (1, 1));
    let explanation = puzzle.explain();
    let text = explanation.to_string();
    let steps = explanation.to_json_lines().lines().count() - 1;
    assert!(text.starts_with("1. ") && text.contains(&format!("\n{steps}. ")), "{text}");
    assert!(explanation.svg(1).unwrap().unwrap().starts_with("<svg"));
    assert_eq!(explanation.svg(steps + 1).unwrap(), None);
    let solution = puzzle.solve().unwrap().unwrap();
    assert!(solution.svg().unwrap() != puzzle.svg().unwrap());
    assert!(solution.text().unwrap().contains('┏'));
}

#[test]
fn puzzles_are_made_with_the_names_of_the_board() {
    let board = Puzzle::board("square", [5, 5], 0).unwrap().with_options(Options::new().seed(3));
    let made = board.make_slitherlink(&SlitherlinkOptions::default()).unwrap();
    assert!(made.puzzle.is_unique().unwrap());
    assert_eq!(made.puzzle.solve().unwrap().unwrap().edges(), made.solution.edges());
    assert!(made.puzzle.vertices().eq(board.vertices()));
    let graph = Puzzle::lattice(zlink_board::Lattice::Square, 5, 5).unwrap();
    let made = graph.make_numberlink(&Default::default()).unwrap();
    assert!(made.puzzle.is_unique().unwrap() && made.puzzle.pairs().len() > 0);
    assert!(board.make_numberlink(&Default::default()).is_ok());
    assert!(made.puzzle.make_slitherlink(&Default::default()).is_err());
}

/// All edges of a square grid of vertices.
fn square_grid(side: i32) -> GraphSets<(i32, i32)> {
    let vertices = (0..side).flat_map(|x| (0..side).map(move |y| (x, y)));
    let edges = vertices.flat_map(|(x, y)| [((x, y), (x + 1, y)), ((x, y), (x, y + 1))]);
    GraphSets::new(edges.filter(|(_, (x, y))| *x.max(y) < side)).unwrap()
}

#[test]
fn graph_sets_have_their_published_numbers() {
    let grid = square_grid(4);
    let corners = [(0, 0), (3, 3)];
    // OEIS A007341, A080690, A028420, A004003, A140517, A007764, A145835.
    for (sets, expected) in [
        (grid.clone().spanning_trees(), 100_352u32),
        (grid.clone().acyclic(), 8_790_016),
        (grid.clone().matchings(), 10_012),
        (grid.clone().factors(1), 36),
        (grid.clone().cycles(), 213),
        (grid.clone().paths(corners[0], corners[1]).unwrap(), 184),
        (grid.clone().partitions(Numbers::range(..)), 1_691_690),
        (grid.clone().cliques(2), 24),
        (grid.clone().cliques(3), 0),
        (grid.clone().bipartite(), 1 << 24),
        // Spanning trees of the grid whose two corners are one vertex, by Kirchhoff.
        (grid.clone().rooted_forests(corners).unwrap().spanning(), 186_368),
        (grid.clone().steiner_trees(grid.vertices().copied()).unwrap(), 100_352),
    ] {
        assert_eq!(sets.count().unwrap(), expected.into(), "{sets:?}");
        assert_eq!(sets.family().unwrap().count(), expected.into(), "{sets:?}");
    }
    let matchings = grid.clone().matchings().family().unwrap();
    let within = grid.clone().acyclic().within(matchings.clone()).size(Numbers::of([8]));
    assert_eq!(within.count().unwrap(), 36u8.into());
    assert_eq!(within.family().unwrap(), matchings.of_size(8..));
    // A random set of edges that are there with probability 1/2 is a matching with this probability.
    let probability = grid.matchings().probability(|_| 0.5).unwrap();
    assert!((probability - 10_012.0 / f64::from(1 << 24)).abs() < 1e-12);
}

#[test]
fn odd_conditions_of_graph_sets_are_told() {
    assert_eq!(GraphSets::new([('a', 'b'), ('b', 'b')]).unwrap_err(), GraphError::Loop('b'));
    let sets = GraphSets::with_vertices(['c'], [('a', 'b')]).unwrap();
    assert_eq!(sets.clone().degree('x', Numbers::of([1])).unwrap_err(), GraphError::NoSuchVertex('x'));
    let error = sets.clone().group(['a']).unwrap().group(['b', 'a']).unwrap_err();
    assert_eq!(error.to_string(), "'a' is in a group twice");
    assert_eq!(sets.clone().group(['a', 'c']).unwrap().count().unwrap(), 0u8.into());
    // Only the graph without an edge that is asked for.
    assert_eq!(sets.clone().spanning().components(Numbers::of([3])).count().unwrap(), 1u8.into());
    let heavy = sets.linear(|_| i64::MAX, 0, 0);
    assert!(matches!(heavy.count(), Err(Stop::Refused(_))));
    let stopped = square_grid(12).acyclic().with_options(Options::new().memory_limit(1 << 20));
    assert_eq!(stopped.count(), Err(Stop::Interrupted(Interrupted::Memory)));
}
