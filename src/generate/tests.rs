//! Small generated puzzles against brute force.

use super::{
    Board, GenerateError, GivenPaths, Hints, Lattice, Minimal, Numberlink, NumberlinkOptions, Slitherlink,
    SlitherlinkOptions, Symmetry, ThinOptions, Wanted, Wish, only_solution, thin,
};
use zlink_analyse::patch::{LocalPuzzle, SolutionCycle, nearest};
use zlink_base::limits::Limits;
use zlink_base::random::Random;
use zlink_deduce::{Deduction, Depth, Value};
use zlink_engine::Silent;
use zlink_explain::{Allowed, Difficulty, is_solved_by};
use zlink_puzzle::brute;
use zlink_puzzle::random_puzzles::{Random as Numbers, linkage};
use zlink_puzzle::{CellId, Constraint, EdgeId, Names, Parts, Puzzle, SumId, Topology, check};

fn make(board: &Board, options: &SlitherlinkOptions, seed: u64) -> Result<Hints, GenerateError> {
    Slitherlink::new(board, None)?.random(options, seed, &Limits::none(), &Silent)
}

/// A board with all the cycles of its graph.
struct World {
    board: Board,
    cycles: Vec<Vec<EdgeId>>,
}

impl World {
    fn new(board: Board) -> Self {
        let cycles = brute::solutions(&board.puzzle.with_clues(&[]));
        World { board, cycles }
    }

    fn solutions(&self, puzzle: &Puzzle) -> Vec<Vec<EdgeId>> {
        self.cycles.iter().filter(|cycle| check::verify(puzzle, cycle).is_ok()).cloned().collect()
    }

    fn assert_minimal(&self, puzzle: &Puzzle) {
        for (cell, _) in puzzle.clued_cells() {
            assert!(self.solutions(&without(puzzle, cell)).len() > 1);
        }
    }
}

/// Small boards of all lattices, and one that is not planar.
fn worlds() -> Vec<World> {
    let sizes = [
        (Lattice::Square, 2, 2),
        (Lattice::Square, 2, 3),
        (Lattice::Triangular, 2, 2),
        (Lattice::Triangular, 1, 4),
        (Lattice::Hexagonal, 1, 3),
    ];
    let mut boards: Vec<Board> = sizes.iter().map(|&(lattice, r, c)| lattice.cells(r, c).unwrap()).collect();
    boards.push(clique());
    boards.into_iter().map(World::new).collect()
}

/// The complete graph with 6 vertices; a cell is all the edges at a vertex, or some edges.
fn clique() -> Board {
    let edges: Vec<[u32; 2]> = (0..6).flat_map(|v| (0..v).map(move |u| [u, v])).collect();
    let random = &mut Random::new(5);
    let mut parts = Parts::graph(Topology::Cycle, 6, edges.clone());
    let all = 0..edges.len() as u32;
    parts.cells =
        (0..6).map(|v| (all.clone().filter(|&e| edges[e as usize].contains(&v)).collect(), None)).collect();
    parts.cells.extend((0..12).map(|_| (all.clone().filter(|_| random.chance(30)).collect(), None)));
    let names = Names::numbered(6, parts.cells.len() as u32);
    Board { puzzle: Puzzle::from_parts(parts).unwrap(), names, positions: vec![None; 6] }
}

fn without(puzzle: &Puzzle, gone: CellId) -> Puzzle {
    let cells = (0..puzzle.cell_count()).map(CellId::from_index);
    let clues: Vec<Option<u32>> = cells.map(|c| puzzle.cell(c).clue.filter(|_| c != gone)).collect();
    puzzle.with_clues(&clues)
}

#[test]
fn puzzles_have_one_solution_and_need_every_clue() {
    for world in worlds() {
        let board = &world.board;
        let mut made = 0;
        for seed in 0..12 {
            let options = SlitherlinkOptions {
                minimal: (seed % 2 == 0).then_some(Minimal::Unique),
                ..SlitherlinkOptions::default()
            };
            let Ok(hints) = make(board, &options, seed) else { continue };
            made += 1;
            assert_eq!(world.solutions(&hints.puzzle), std::slice::from_ref(&hints.solution));
            assert_eq!(hints.clues, hints.puzzle.clued_cells().count());
            // On boards as small as these a short search settles everything.
            world.assert_minimal(&hints.puzzle);
        }
        assert!(made > 6, "{made} puzzles on {} cells", board.puzzle.cell_count());
    }
}

/// The puzzle with the clues that fit `solution` in all cells, and some links, bounds and integrity constraints as demands.
fn with_everything(board: &Board, solution: &[EdgeId]) -> Board {
    let mut parts = Parts::of(&board.puzzle);
    for (edges, clue) in &mut parts.cells {
        *clue = Some(edges.iter().filter(|&&e| solution.contains(&EdgeId(e))).count() as u32);
    }
    parts.required = solution.iter().step_by(3).map(|e| e.0).collect();
    (parts.bounds, parts.integrity) = demands(&board.puzzle, solution);
    Board { puzzle: Puzzle::from_parts(parts).unwrap(), ..board.clone() }
}

/// Bounds of some cells and some integrity constraints that `solution` meets.
#[expect(clippy::type_complexity, reason = "these are components of a puzzle")]
fn demands(puzzle: &Puzzle, solution: &[EdgeId]) -> (Vec<(u32, [Option<u32>; 2])>, Vec<Vec<(u32, bool)>>) {
    let is_in = |e: u32| solution.contains(&EdgeId(e));
    let bounds = (0..puzzle.cell_count() as u32).step_by(2).map(|cell| {
        let edges = puzzle.cell(CellId(cell)).edges;
        let count = edges.iter().filter(|e| is_in(e.0)).count() as u32;
        (cell, [Some(count), Some(count + 1)])
    });
    let edges = puzzle.edge_count() as u32;
    let integrity = (0..edges).step_by(3).map(|e| vec![(e, !is_in(e)), ((e + 5) % edges, is_in(e))]);
    (bounds.collect(), integrity.collect())
}

#[test]
fn bounds_and_integrity_constraints_stay() {
    for world in worlds() {
        let mut made = 0;
        for (seed, solution) in (0..).zip(world.cycles.iter().step_by(1 + world.cycles.len() / 12)) {
            let mut parts = Parts::of(&world.board.puzzle);
            (parts.bounds, parts.integrity) = demands(&world.board.puzzle, solution);
            let puzzle = Puzzle::from_parts(parts).unwrap();
            let board = Board { puzzle, ..world.board.clone() };
            let options =
                SlitherlinkOptions { minimal: Some(Minimal::Unique), ..SlitherlinkOptions::default() };
            let Ok(hints) = make(&board, &options, seed) else { continue };
            made += 1;
            let is_kept = |constraint: &Constraint| !matches!(constraint, Constraint::Clue(_));
            let kept: Vec<Constraint> = hints.puzzle.constraints().into_iter().filter(is_kept).collect();
            assert_eq!(kept, board.puzzle.constraints());
            assert_eq!(world.solutions(&hints.puzzle), [hints.solution]);
            world.assert_minimal(&hints.puzzle);
        }
        assert!(made > 4, "{made} puzzles on {} cells", world.board.puzzle.cell_count());
    }
}

#[test]
fn symmetries_keep_bounds_and_integrity_constraints() {
    let board = Lattice::Square.cells(2, 2).unwrap();
    let edge = |cell: u32, other: u32| {
        let others = board.puzzle.cell(CellId(other)).edges;
        board.puzzle.cell(CellId(cell)).edges.iter().find(|e| others.contains(e)).unwrap().0
    };
    let with = |bounds: &[u32], integrity: &[[(u32, bool); 2]]| {
        let mut parts = Parts::of(&board.puzzle);
        parts.bounds = bounds.iter().map(|&cell| (cell, [Some(1), None])).collect();
        parts.integrity = integrity.iter().map(|literals| literals.to_vec()).collect();
        Board { puzzle: Puzzle::from_parts(parts).unwrap(), ..board.clone() }
    };
    let orbits = |symmetry: Symmetry, board: &Board| {
        symmetry.orbits(&board.puzzle, &board.positions, &Limits::none()).ok().map(|orbits| orbits.len())
    };
    // The cells 0 and 1 are above 2 and 3.
    let [above, below, left, right] = [edge(0, 1), edge(2, 3), edge(0, 2), edge(1, 3)];
    for (bounds, integrity, expected) in [
        (&[0, 1][..], vec![], [Some(2), None, None, Some(2)]),
        (&[0, 3], vec![], [None, None, Some(2), Some(2)]),
        (&[], vec![[(left, true), (right, true)]], [Some(2), Some(2), Some(2), Some(1)]),
        (&[], vec![[(above, true), (left, false)]], [None, None, None, None]),
        (&[], vec![[(above, true), (below, false)]], [Some(2), None, None, Some(2)]),
        (&[], vec![[(above, true), (below, false)]; 12], [Some(2), None, None, Some(2)]),
        (
            &[],
            vec![[(left, true), (above, false)], [(right, true), (below, false)]],
            [None, None, Some(2), Some(2)],
        ),
    ] {
        let board = with(bounds, &integrity);
        let symmetries = [Symmetry::LeftRight, Symmetry::UpDown, Symmetry::Point, Symmetry::Graph];
        assert_eq!(symmetries.map(|symmetry| orbits(symmetry, &board)), expected, "{bounds:?} {integrity:?}");
    }
}

/// The wishes that stood in the way of a puzzle.
fn missed(made: Result<Hints, GenerateError>) -> Vec<Wish> {
    match made {
        Err(GenerateError::NotFound(missed)) => missed.wishes,
        other => panic!("{other:?}"),
    }
}

#[test]
fn clues_are_at_the_places_and_have_the_values_that_are_wanted() {
    let (mut made, mut none) = (0, 0);
    for world in worlds() {
        let cells = world.board.puzzle.cell_count();
        let random = &mut Random::new(9);
        for seed in 0..20 {
            let places: Vec<CellId> =
                (0..cells).filter(|_| random.chance(70)).map(CellId::from_index).collect();
            let values: Vec<u32> = (0..5).filter(|_| random.chance(50)).collect();
            let (by_place, by_value) = (seed % 3 != 0, seed % 3 != 1);
            let options = SlitherlinkOptions {
                places: by_place.then(|| places.clone()),
                values: by_value.then(|| values.clone()),
                ..SlitherlinkOptions::default()
            };
            let is_wanted = |value: u32| !by_value || values.contains(&value);
            match make(&world.board, &options, seed) {
                Ok(hints) => {
                    made += 1;
                    assert_eq!(world.solutions(&hints.puzzle), std::slice::from_ref(&hints.solution));
                    let clues: Vec<CellId> = hints.puzzle.clued_cells().map(|(cell, _)| cell).collect();
                    assert!(!by_place || clues == places);
                    assert!(clues.iter().all(|&cell| is_wanted(hints.puzzle.cell(cell).clue.unwrap())));
                }
                Err(GenerateError::NotFound(missed)) => {
                    none += 1;
                    assert_eq!(missed.wishes.contains(&Wish::Places), by_place);
                    assert_eq!(missed.wishes.contains(&Wish::Values), by_value);
                    let is_possible = |cycle: &Vec<EdgeId>| {
                        let all = with_everything(&world.board, cycle).puzzle;
                        let has = |cell: CellId| is_wanted(all.cell(cell).clue.unwrap());
                        let kept = |constraint| match constraint {
                            Constraint::Clue(cell) if by_place => places.contains(&cell),
                            Constraint::Clue(cell) => has(cell),
                            _ => false,
                        };
                        let is_fit = !by_place || places.iter().all(|&cell| has(cell));
                        is_fit && world.solutions(&all.with_constraints(kept)).len() == 1
                    };
                    assert!(!world.cycles.iter().any(is_possible), "{places:?} {values:?} on {cells} cells");
                }
                Err(other) => panic!("{other}"),
            }
        }
    }
    assert!(made > 20 && none > 20, "{made} made, {none} not");
}

#[test]
fn places_are_found_values_for() {
    let board = Lattice::Square.cells(8, 8).unwrap();
    // The letter Z, and a frame; the clue of a corner is kept.
    let is_place = |r: usize, c: usize| {
        r == 0 || r == 7 || c == 0 || c == 7 || (r + c == 7) || r == 1 && c.is_multiple_of(2)
    };
    let places: Vec<CellId> = (0..64).filter(|i| is_place(i / 8, i % 8)).map(CellId::from_index).collect();
    let mut clues = vec![None; 64];
    clues[27] = Some(3);
    let kept = Board { puzzle: board.puzzle.with_clues(&clues), ..board.clone() };
    for (seed, difficulty) in (1..).zip([None, Some(Difficulty::Normal)]) {
        let wanted = Wanted { difficulty, ..Wanted::default() };
        let options =
            SlitherlinkOptions { wanted, places: Some(places.clone()), ..SlitherlinkOptions::default() };
        let hints = make(&kept, &options, seed).unwrap();
        assert_eq!(only_solution(&hints.puzzle, &Limits::none(), &Silent).unwrap(), Some(hints.solution));
        assert_eq!(hints.puzzle.cell(CellId(27)).clue, Some(3));
        for cell in (0..64).map(CellId::from_index) {
            let has_clue = hints.puzzle.cell(cell).clue.is_some();
            assert_eq!(has_clue, places.contains(&cell) || cell == CellId(27));
        }
        assert!(difficulty.is_none_or(|wanted| wanted == hints.difficulty));
    }
    let refused =
        |options: SlitherlinkOptions| matches!(make(&kept, &options, 1), Err(GenerateError::Request(_)));
    let (places, symmetry) = (Some(places), Some(Symmetry::Point));
    assert!(refused(SlitherlinkOptions {
        places: places.clone(),
        symmetry,
        ..SlitherlinkOptions::default()
    }));
    assert!(refused(SlitherlinkOptions { places, clues: Some(9), ..SlitherlinkOptions::default() }));
    assert!(refused(SlitherlinkOptions { values: Some(vec![1, 2]), ..SlitherlinkOptions::default() }));
}

/// Within a difficulty no clue can go without the puzzle leaving it, though some can without a second solution.
#[test]
fn minimal_within_a_difficulty() {
    let board = Lattice::Square.cells(6, 6).unwrap();
    let wanted = Wanted { difficulty: Some(Difficulty::Easy), ..Wanted::default() };
    let mut ambiguous = 0;
    for seed in 0..4 {
        let options =
            SlitherlinkOptions { wanted, minimal: Some(Minimal::Within), ..SlitherlinkOptions::default() };
        let puzzle = make(&board, &options, seed).unwrap().puzzle;
        for (cell, _) in puzzle.clued_cells() {
            let without = without(&puzzle, cell);
            assert!(!is_solved_by(&without, &Allowed::up_to(Difficulty::Easy), &Limits::none()).unwrap());
            ambiguous += usize::from(only_solution(&without, &Limits::none(), &Silent).unwrap().is_none());
        }
    }
    assert!(ambiguous > 0);
    let heart =
        make(&board, &SlitherlinkOptions { wanted, ..SlitherlinkOptions::default() }, 0).unwrap().solution;
    let maker = Slitherlink::new(&board, Some(heart)).unwrap();
    let both = |minimal| {
        let options = SlitherlinkOptions { wanted, minimal: Some(minimal), ..SlitherlinkOptions::default() };
        maker.random(&options, 1, &Limits::none(), &Silent)
    };
    both(Minimal::Within).unwrap();
    assert_eq!(missed(both(Minimal::Unique)), [Wish::Minimal, Wish::Difficulty]);
    let few = SlitherlinkOptions { clues: Some(2), ..SlitherlinkOptions::default() };
    assert_eq!(missed(make(&board, &few, 1)), [Wish::Clues]);
}

#[test]
fn nothing_can_go_from_thin_puzzles() {
    for world in worlds() {
        for (seed, solution) in world.cycles.iter().step_by(1 + world.cycles.len() / 8).enumerate() {
            let board = with_everything(&world.board, solution);
            let options = ThinOptions { seed: seed as u64, ..ThinOptions::default() };
            let thinned = thin(&board, &options, &Limits::none(), &Silent);
            if world.solutions(&board.puzzle).len() > 1 {
                assert!(matches!(thinned, Err(GenerateError::Request(_))));
                continue;
            }
            let thinned = thinned.unwrap();
            let left = board.puzzle.with_constraints(|constraint| !thinned.gone.contains(&constraint));
            assert_eq!(left.constraints(), thinned.puzzle.constraints());
            assert_eq!(world.solutions(&left), std::slice::from_ref(solution));
            for constraint in left.constraints() {
                assert!(world.solutions(&left.with_constraints(|other| other != constraint)).len() > 1);
            }
        }
    }
    // Without a pair, the solution may be another one.
    let (numbers, mut gone) = (&mut Numbers(3), 0);
    for _ in 0..600 {
        let puzzle = linkage(numbers, 9);
        let names = Names::numbered(puzzle.vertex_count() as u32, puzzle.cell_count() as u32);
        let positions = vec![None; puzzle.vertex_count()];
        let board = Board { puzzle, names, positions };
        let Ok(thinned) = thin(&board, &ThinOptions::default(), &Limits::none(), &Silent) else {
            assert_ne!(brute::solutions(&board.puzzle).len(), 1);
            continue;
        };
        gone += thinned.gone.len();
        let left = thinned.puzzle;
        assert_eq!(
            (brute::solutions(&board.puzzle).len(), brute::solutions(&left).len()),
            (1, 1),
            "{left:?}"
        );
        for constraint in left.constraints() {
            let without = left.with_constraints(|other| other != constraint);
            assert_ne!(brute::solutions(&without).len(), 1, "{left:?} {constraint:?}");
        }
    }
    assert!(gone > 100, "{gone}");
}

#[test]
fn thin_puzzles_keep_their_symmetry_and_their_difficulty() {
    let board = Lattice::Square.cells(6, 6).unwrap();
    let rated = |puzzle: &Puzzle| zlink_explain::rate(puzzle, &Limits::none(), &Silent).difficulty;
    for (seed, difficulty) in (0..).zip([None, Some(Difficulty::Easy), Some(Difficulty::Normal), None]) {
        let made =
            make(&board, &SlitherlinkOptions { clues: Some(36), ..SlitherlinkOptions::default() }, seed);
        let full = Board { puzzle: made.unwrap().puzzle, ..board.clone() };
        let symmetry = Some(Symmetry::Point).filter(|_| seed % 2 == 0);
        let orbits = symmetry
            .map(|symmetry| symmetry.orbits(&board.puzzle, &board.positions, &Limits::none()).unwrap());
        let options = ThinOptions { orbits, seed, difficulty };
        let left = match thin(&full, &options, &Limits::none(), &Silent) {
            Ok(thinned) => thinned.puzzle,
            Err(error) => {
                assert!(rated(&full.puzzle) > difficulty.unwrap(), "{error}");
                continue;
            }
        };
        let is_good = |puzzle: &Puzzle| {
            only_solution(puzzle, &Limits::none(), &Silent).unwrap().is_some()
                && difficulty.is_none_or(|most| rated(puzzle) <= most)
        };
        assert!(is_good(&left));
        for cell in (0..36).map(CellId::from_index) {
            let orbit = if symmetry.is_some() { vec![cell, CellId(35 - cell.0)] } else { vec![cell] };
            let is_clued = |cell: &CellId| left.cell(*cell).clue.is_some();
            assert!(orbit.iter().all(|other| is_clued(other) == is_clued(&cell)));
            let gone = |constraint| matches!(constraint, Constraint::Clue(cell) if orbit.contains(&cell));
            assert!(!is_clued(&cell) || !is_good(&left.with_constraints(|constraint| !gone(constraint))));
        }
    }
}

/// A given solution that the clues of all cells do not determine makes no puzzle; changed a little, it does.
#[test]
fn solutions_are_repaired_where_that_is_allowed() {
    let (mut ambiguous, mut repaired) = (0, 0);
    for world in worlds() {
        let puzzle = &world.board.puzzle;
        for links in world.cycles.iter().take(60) {
            let count = |cell| puzzle.cell(cell).edges.iter().filter(|e| links.contains(e)).count() as u32;
            let clues = (0..puzzle.cell_count()).map(|cell| Some(count(CellId::from_index(cell))));
            let all = puzzle.with_clues(&clues.collect::<Vec<_>>());
            let make = |repairs: bool| {
                let maker = Slitherlink::new(&world.board, Some(links.clone())).unwrap();
                let maker = if repairs { maker.with_repairs() } else { maker };
                maker.random(&SlitherlinkOptions::default(), 1, &Limits::none(), &Silent)
            };
            if world.solutions(&all).len() == 1 {
                assert_eq!(make(true).unwrap().solution, *links);
                continue;
            }
            ambiguous += 1;
            assert!(matches!(make(false), Err(GenerateError::NotFound(_))));
            match make(true) {
                Ok(hints) => {
                    repaired += 1;
                    assert_eq!(world.solutions(&hints.puzzle), std::slice::from_ref(&hints.solution));
                }
                Err(GenerateError::NotFound(_)) => {}
                Err(other) => panic!("{other}"),
            }
        }
    }
    assert!(ambiguous > 3 && repaired > 1, "{ambiguous} ambiguous, {repaired} repaired");
}

#[test]
fn the_same_seed_gives_the_same_puzzle() {
    let board = Lattice::Square.cells(6, 6).unwrap();
    let facts =
        |seed| board.write(&make(&board, &SlitherlinkOptions::default(), seed).unwrap().puzzle).to_string();
    assert_eq!(facts(1), facts(1));
    assert_ne!(facts(1), facts(2));
}

#[test]
fn the_number_of_clues_is_the_one_that_was_asked_for() {
    let board = Lattice::Square.cells(6, 6).unwrap();
    for clues in [25, 30, 36] {
        let options = SlitherlinkOptions { clues: Some(clues), ..SlitherlinkOptions::default() };
        assert_eq!(make(&board, &options, 3).unwrap().clues, clues);
    }
    for clues in [2, 37] {
        let options = SlitherlinkOptions { clues: Some(clues), ..SlitherlinkOptions::default() };
        assert!(matches!(make(&board, &options, 3), Err(GenerateError::NotFound(_))));
    }
    // Most solutions of this board have fewer clues of these values than are wanted.
    let narrow = Lattice::Square.cells(5, 1).unwrap();
    let wanted = Wanted { difficulty: Some(Difficulty::Easy), ..Wanted::default() };
    for seed in 0..20 {
        let values = Some(vec![0, 1, 2]);
        let options = SlitherlinkOptions { wanted, values, clues: Some(4), ..SlitherlinkOptions::default() };
        match make(&narrow, &options, seed) {
            Ok(hints) => assert_eq!(hints.clues, 4),
            Err(error) => assert!(matches!(error, GenerateError::NotFound(_))),
        }
    }
}

#[test]
fn several_wishes_hold_together_or_are_told() {
    let mut all = worlds();
    all.push(World::new(Lattice::Square.cells(5, 1).unwrap()));
    let (random, mut made, mut none) = (&mut Random::new(62), 0, 0);
    for world in all {
        let cells = world.board.puzzle.cell_count();
        let orbits = Symmetry::Graph.orbits(&world.board.puzzle, &world.board.positions, &Limits::none());
        let difficulties = [Difficulty::Easy, Difficulty::Normal, Difficulty::Tricky, Difficulty::Hard];
        for seed in 0..15 {
            let mut options = SlitherlinkOptions::default();
            options.wanted.difficulty =
                random.chance(60).then(|| difficulties[random.below(4).min(random.below(4))]);
            options.values = random.chance(60).then(|| (0..5).filter(|_| random.chance(60)).collect());
            options.minimal = random.chance(40).then(|| [Minimal::Unique, Minimal::Within][random.below(2)]);
            options.symmetry = (orbits.is_ok() && random.chance(30)).then_some(Symmetry::Graph);
            match random.below(4) {
                0 | 1 => options.clues = Some(random.below(cells + 1)),
                2 if options.symmetry.is_none() => {
                    let places = (0..cells).filter(|_| random.chance(60)).map(CellId::from_index);
                    options.places = Some(places.collect());
                }
                _ => {}
            }
            let SlitherlinkOptions { wanted, clues, symmetry, minimal, values, places } = &options;
            match make(&world.board, &options, seed) {
                Ok(hints) => {
                    made += 1;
                    let puzzle = &hints.puzzle;
                    let clued: Vec<CellId> = puzzle.clued_cells().map(|(cell, _)| cell).collect();
                    let value = |cell: &CellId| puzzle.cell(*cell).clue.unwrap();
                    assert_eq!(world.solutions(puzzle), std::slice::from_ref(&hints.solution), "{options:?}");
                    assert!(clues.is_none_or(|clues| clued.len() == clues), "{options:?}");
                    assert!(values.as_ref().is_none_or(|v| clued.iter().all(|c| v.contains(&value(c)))));
                    assert!(places.as_ref().is_none_or(|places| clued == *places), "{options:?}");
                    if let Some(difficulty) = wanted.difficulty {
                        assert_eq!(hints.difficulty, difficulty, "{options:?}");
                        let allowed = Allowed::up_to(difficulty);
                        assert!(is_solved_by(puzzle, &allowed, &Limits::none()).unwrap(), "{options:?}");
                    }
                    if symmetry.is_some() {
                        let is_whole = |orbit: &Vec<CellId>| {
                            orbit.iter().all(|cell| clued.contains(cell) == clued.contains(&orbit[0]))
                        };
                        assert!(orbits.as_ref().unwrap().iter().all(is_whole), "{options:?}");
                    } else if *minimal == Some(Minimal::Unique) {
                        world.assert_minimal(puzzle);
                    }
                }
                Err(GenerateError::NotFound(missed)) => {
                    none += 1;
                    assert!(!missed.wishes.is_empty(), "{options:?}");
                }
                Err(other) => panic!("{options:?}: {other}"),
            }
        }
    }
    assert!(made > 30 && none > 30, "{made} made, {none} not");
}

#[test]
fn symmetric_clues_are_symmetric() {
    let image = |symmetry, r: usize, c: usize, n: usize| match symmetry {
        Symmetry::Point => vec![(n - 1 - r, n - 1 - c)],
        Symmetry::Quarter => vec![(c, n - 1 - r)],
        Symmetry::LeftRight => vec![(r, n - 1 - c)],
        Symmetry::UpDown => vec![(n - 1 - r, c)],
        Symmetry::Both => vec![(n - 1 - r, c), (r, n - 1 - c)],
        Symmetry::Diagonal => vec![(c, r)],
        Symmetry::Graph => vec![(c, n - 1 - r), (c, r)],
    };
    let (n, limits) = (7, Limits::none());
    let board = Lattice::Square.cells(n, n).unwrap();
    for symmetry in [
        Symmetry::Point,
        Symmetry::Quarter,
        Symmetry::LeftRight,
        Symmetry::UpDown,
        Symmetry::Both,
        Symmetry::Diagonal,
        Symmetry::Graph,
    ] {
        let options = SlitherlinkOptions { symmetry: Some(symmetry), ..SlitherlinkOptions::default() };
        let hints = make(&board, &options, 1).unwrap();
        let has = |r: usize, c: usize| hints.puzzle.cell(CellId::from_index(r * n + c)).clue.is_some();
        for (r, c) in (0..n).flat_map(|r| (0..n).map(move |c| (r, c))) {
            assert!(image(symmetry, r, c, n).iter().all(|&(i, j)| has(i, j) == has(r, c)), "{symmetry:?}");
        }
        let mut bare = board.clone();
        bare.positions.fill(None);
        assert_eq!(
            symmetry.orbits(&bare.puzzle, &bare.positions, &limits).unwrap(),
            symmetry.orbits(&board.puzzle, &board.positions, &limits).unwrap(),
            "{symmetry:?}"
        );
    }
    let oblong = Lattice::Square.cells(3, 4).unwrap();
    let options = SlitherlinkOptions { symmetry: Some(Symmetry::Quarter), ..SlitherlinkOptions::default() };
    assert!(matches!(make(&oblong, &options, 1), Err(GenerateError::Request(_))));
    assert!(matches!(make(&clique(), &options, 1), Err(GenerateError::Request(_))));
    let options = SlitherlinkOptions { symmetry: Some(Symmetry::Point), ..SlitherlinkOptions::default() };
    make(&Lattice::Triangular.cells(3, 3).unwrap(), &options, 1).unwrap();
    make(&Lattice::Hexagonal.cells(4, 3).unwrap(), &options, 1).unwrap();
    // A shifted row of hexagons in the middle has no counterpart.
    let odd = Lattice::Hexagonal.cells(3, 3).unwrap();
    assert!(matches!(make(&odd, &options, 1), Err(GenerateError::Request(_))));
}

#[test]
fn symmetries_of_graphs_are_those_of_the_plane_where_that_has_all_of_them() {
    let limits = Limits::none();
    let orbits =
        |symmetry: Symmetry, board: &Board| symmetry.orbits(&board.puzzle, &board.positions, &limits);
    let bare = |mut board: Board| {
        board.positions.fill(None);
        board
    };
    for (rows, columns) in [(2, 3), (4, 7), (5, 2)] {
        let board = Lattice::Square.cells(rows, columns).unwrap();
        assert_eq!(orbits(Symmetry::Graph, &bare(board.clone())), orbits(Symmetry::Both, &board));
    }
    // A square has quarter turns and mirrors: the orbits are those of an eighth of it.
    let square = bare(Lattice::Square.cells(5, 5).unwrap());
    let mut sizes: Vec<usize> = orbits(Symmetry::Graph, &square).unwrap().iter().map(Vec::len).collect();
    sizes.sort_unstable();
    assert_eq!(sizes, [1, 4, 4, 4, 4, 8]);
    // Hexagons have coordinates that show a half turn; no other symmetry of the graph exchanges more.
    let hexagons = Lattice::Hexagonal.cells(4, 3).unwrap();
    assert_eq!(orbits(Symmetry::Graph, &bare(hexagons.clone())), orbits(Symmetry::Point, &hexagons));
    let options = SlitherlinkOptions { symmetry: Some(Symmetry::Graph), ..SlitherlinkOptions::default() };
    let made = make(&bare(hexagons), &options, 3).unwrap();
    for orbit in orbits(Symmetry::Graph, &bare(Lattice::Hexagonal.cells(4, 3).unwrap())).unwrap() {
        let has = |cell: &CellId| made.puzzle.cell(*cell).clue.is_some();
        assert!(orbit.iter().all(|cell| has(cell) == has(&orbit[0])));
    }
    // Cells matter: only one of the two triangles of a square is a cell.
    let halves = |cells: Vec<(Vec<u32>, Option<u32>)>| {
        let mut parts = Parts::graph(Topology::Cycle, 4, vec![[0, 1], [1, 2], [0, 2], [2, 3], [0, 3]]);
        let names = Names::numbered(4, cells.len() as u32);
        parts.cells = cells;
        Board { puzzle: Puzzle::from_parts(parts).unwrap(), names, positions: vec![None; 4] }
    };
    let [first, second] = [(vec![0, 1, 2], None), (vec![2, 3, 4], None)];
    assert!(matches!(orbits(Symmetry::Graph, &halves(vec![first.clone()])), Err(GenerateError::Request(_))));
    let both = orbits(Symmetry::Graph, &halves(vec![first, second])).unwrap();
    assert_eq!(both, [[CellId(0), CellId(1)]]);
}

#[test]
fn minimal_is_minimal_also_with_other_options() {
    let world = World::new(Lattice::Square.cells(2, 3).unwrap());
    let mut made = 0;
    for seed in 0..10 {
        let options = SlitherlinkOptions {
            minimal: Some(Minimal::Unique),
            clues: Some(3),
            ..SlitherlinkOptions::default()
        };
        let Ok(hints) = make(&world.board, &options, seed) else { continue };
        world.assert_minimal(&hints.puzzle);
        made += 1;
    }
    assert!(made > 0);
    let options = SlitherlinkOptions {
        minimal: Some(Minimal::Unique),
        clues: Some(6),
        ..SlitherlinkOptions::default()
    };
    assert!(matches!(make(&world.board, &options, 0), Err(GenerateError::NotFound(_))));
}

#[test]
fn minimal_and_symmetric_is_minimal_among_the_symmetric_ones() {
    let world = World::new(Lattice::Square.cells(3, 3).unwrap());
    let orbits =
        Symmetry::Point.orbits(&world.board.puzzle, &world.board.positions, &Limits::none()).unwrap();
    for seed in 0..10 {
        let options = SlitherlinkOptions {
            minimal: Some(Minimal::Unique),
            symmetry: Some(Symmetry::Point),
            ..SlitherlinkOptions::default()
        };
        let puzzle = make(&world.board, &options, seed).unwrap().puzzle;
        for orbit in orbits.iter().filter(|orbit| puzzle.cell(orbit[0]).clue.is_some()) {
            let less = orbit.iter().fold(puzzle.clone(), |less, &cell| without(&less, cell));
            assert!(world.solutions(&less).len() > 1, "{orbit:?} can go");
        }
    }
}

#[test]
fn a_given_solution_and_given_clues_are_kept() {
    for world in worlds() {
        let random = &mut Random::new(9);
        for _ in 0..5 {
            let solution = world.cycles[random.below(world.cycles.len())].clone();
            let maker = Slitherlink::new(&world.board, Some(solution.clone())).unwrap();
            match maker.random(&SlitherlinkOptions::default(), 1, &Limits::none(), &Silent) {
                Ok(hints) => assert_eq!(world.solutions(&hints.puzzle), [solution]),
                Err(GenerateError::NotFound(_)) => {}
                Err(other) => panic!("{other}"),
            }
        }
    }
    let mut world = World::new(Lattice::Square.cells(2, 3).unwrap());
    world.board.puzzle = world.board.puzzle.with_clues(&[Some(3), None, None, None, Some(1)]);
    let hints = make(&world.board, &SlitherlinkOptions::default(), 1).unwrap();
    assert_eq!(hints.puzzle.cell(CellId::from_index(0)).clue, Some(3));
    assert_eq!(hints.puzzle.cell(CellId::from_index(4)).clue, Some(1));
    assert_eq!(world.solutions(&hints.puzzle), [hints.solution]);
}

#[test]
fn what_is_no_board_is_refused() {
    let request = |made: Result<Hints, GenerateError>| {
        assert!(matches!(made, Err(GenerateError::Request(_))), "{made:?}")
    };
    assert!(Lattice::Square.cells(0, 3).is_err());
    assert!(Lattice::Square.cells(usize::MAX, 3).is_err());
    let path = Parts::graph(Topology::Cycle, 3, vec![[0, 1], [1, 2]]);
    let puzzle = Puzzle::from_parts(path).unwrap();
    let tree = Board { puzzle, names: Names::numbered(3, 0), positions: vec![None; 3] };
    request(make(&tree, &SlitherlinkOptions::default(), 1));
    let board = Lattice::Square.cells(2, 2).unwrap();
    assert!(matches!(Slitherlink::new(&board, Some(Vec::new())), Err(GenerateError::Request(_))));
    // No cells, many cycles: nothing determines one.
    let mut bare = clique();
    bare.puzzle = Puzzle::from_parts(Parts::graph(
        Topology::Cycle,
        6,
        (0..6).flat_map(|v| (0..v).map(move |u| [u, v])).collect(),
    ))
    .unwrap();
    assert!(matches!(make(&bare, &SlitherlinkOptions::default(), 1), Err(GenerateError::NotFound(_))));
}

/// The edges of a cell form two triangles that share a vertex; the first two edges in its list belong to different ones.
#[test]
fn a_cell_may_be_no_cycle() {
    let edges = vec![[0, 1], [2, 3], [3, 4], [2, 4], [1, 2], [0, 2]];
    let mut parts = Parts::graph(Topology::Cycle, 5, edges);
    parts.cells = vec![((0..6).collect(), None), (vec![0], None)];
    let board = Board {
        puzzle: Puzzle::from_parts(parts).unwrap(),
        names: Names::numbered(5, 2),
        positions: vec![None; 5],
    };
    let made = make(&board, &SlitherlinkOptions::default(), 1).unwrap();
    assert_eq!(brute::solutions(&made.puzzle), [made.solution]);
}

#[test]
fn limits_end_the_work() {
    let board = Lattice::Square.cells(20, 20).unwrap();
    let limits = Limits::none();
    limits.stop_flag().store(true, std::sync::atomic::Ordering::Relaxed);
    let made =
        Slitherlink::new(&board, None).unwrap().random(&SlitherlinkOptions::default(), 1, &limits, &Silent);
    assert!(matches!(made, Err(GenerateError::Unfinished { .. })));
}

#[test]
fn pairs_have_one_solution_which_covers() {
    let square = |r, c| Lattice::Square.vertices(r, c).unwrap();
    let boards = [
        square(2, 3),
        square(3, 3),
        square(3, 4),
        Lattice::Triangular.vertices(3, 3).unwrap(),
        Lattice::Hexagonal.vertices(1, 3).unwrap(),
        Board { puzzle: clique().puzzle.with_clues(&[]), ..clique() },
    ];
    for board in boards {
        let maker = Numberlink::new(&board).unwrap();
        let mut made = 0;
        for seed in 0..8 {
            let options = NumberlinkOptions { cover: seed % 2 == 1, ..NumberlinkOptions::default() };
            let pairs = match maker.random(&options, seed, &Limits::none(), &Silent) {
                Ok(pairs) => pairs,
                Err(GenerateError::NotFound(_)) => continue,
                Err(other) => panic!("{other}"),
            };
            made += 1;
            assert_eq!(brute::solutions(&pairs.puzzle), std::slice::from_ref(&pairs.solution));
            let mut covered = vec![false; pairs.puzzle.vertex_count()];
            for v in pairs.solution.iter().flat_map(|&e| pairs.puzzle.edge_ends(e)) {
                covered[v.index()] = true;
            }
            assert!(covered.iter().all(|&covered| covered));
            let again = maker.random(&options, seed, &Limits::none(), &Silent).unwrap();
            assert_eq!(again.puzzle.pairs(), pairs.puzzle.pairs());
        }
        assert!(made > 3, "{made} puzzles on {} vertices", board.puzzle.vertex_count());
    }
}

#[test]
fn few_pairs_are_few_or_refused() {
    let board = Lattice::Square.vertices(6, 6).unwrap();
    let maker = Numberlink::new(&board).unwrap();
    let made = |most| {
        let options = NumberlinkOptions { pairs_at_most: Some(most), ..NumberlinkOptions::default() };
        maker.random(&options, 1, &Limits::none(), &Silent)
    };
    assert!(made(8).is_ok_and(|pairs| pairs.puzzle.pairs().len() <= 8));
    assert!(matches!(made(0), Err(GenerateError::NotFound(_))));
    // A star has no two disjoint paths.
    let star =
        Puzzle::from_parts(Parts::graph(Topology::Cycle, 5, (1..5).map(|v| [0, v]).collect())).unwrap();
    let star = Board { puzzle: star, names: Names::numbered(5, 0), positions: vec![None; 5] };
    let made =
        Numberlink::new(&star).unwrap().random(&NumberlinkOptions::default(), 1, &Limits::none(), &Silent);
    assert!(matches!(made, Err(GenerateError::NotFound(_))));
}

/// Random disjoint paths of a graph, as links.
fn random_links(puzzle: &Puzzle, random: &mut Random) -> Vec<EdgeId> {
    let mut edges: Vec<EdgeId> = (0..puzzle.edge_count()).map(EdgeId::from_index).collect();
    random.shuffle(&mut edges);
    let mut degree = vec![0; puzzle.vertex_count()];
    let mut part: Vec<usize> = (0..puzzle.vertex_count()).collect();
    edges.retain(|&e| {
        let [u, v] = puzzle.edge_ends(e).map(|v| v.index());
        let fits = degree[u] < 2 && degree[v] < 2 && part[u] != part[v] && random.chance(95);
        if fits {
            (degree[u], degree[v]) = (degree[u] + 1, degree[v] + 1);
            let (from, to) = (part[u], part[v]);
            part.iter_mut().filter(|p| **p == from).for_each(|p| *p = to);
        }
        fits
    });
    edges.sort_unstable();
    edges
}

/// The fewest pairs that the paths can be cut into so that they are the only solution, by trying all cuts.
fn fewest_pairs(board: &Puzzle, links: &[EdgeId], cover: bool) -> Option<usize> {
    let mut fewest = None;
    for cut in 0u32..1 << links.len() {
        let left = links.iter().enumerate().filter(|(i, _)| cut >> i & 1 == 0);
        let left: Vec<EdgeId> = left.map(|(_, &e)| e).collect();
        let ends = |links: &[EdgeId]| {
            let mut degree = vec![0; board.vertex_count()];
            links.iter().flat_map(|&e| board.edge_ends(e)).for_each(|v| degree[v.index()] += 1);
            degree
        };
        let (before, after) = (ends(links), ends(&left));
        // A vertex alone is no pair.
        if before.iter().zip(&after).any(|(&before, &after)| before > 0 && after == 0) {
            continue;
        }
        let mut path = vec![usize::MAX; board.vertex_count()];
        let mut pairs = Vec::new();
        for start in (0..path.len()).filter(|&v| after[v] == 1) {
            if path[start] != usize::MAX {
                continue;
            }
            let mut here = start;
            path[here] = start;
            while let Some(next) =
                left.iter().map(|&e| board.edge_ends(e).map(|v| v.index())).find_map(|[u, v]| {
                    if u == here && path[v] == usize::MAX {
                        return Some(v);
                    }
                    (v == here && path[u] == usize::MAX).then_some(u)
                })
            {
                here = next;
                path[here] = start;
            }
            pairs.push([start as u32, here as u32]);
        }
        let count = pairs.len();
        if fewest.is_some_and(|fewest| fewest <= count) {
            continue;
        }
        let parts = Parts { pairs, cover, ..Parts::graph_of(board, Topology::Linkage) };
        if brute::solutions(&Puzzle::from_parts(parts).unwrap()) == [left] {
            fewest = Some(count);
        }
    }
    fewest
}

#[test]
fn given_paths_are_cut_into_the_fewest_pairs() {
    let square = |r, c| Lattice::Square.vertices(r, c).unwrap();
    let random = &mut Random::new(6);
    let (mut made, mut impossible) = (0, 0);
    for board in [square(2, 4), square(3, 3), Lattice::Triangular.vertices(2, 3).unwrap()] {
        for seed in 0..14 {
            let links = random_links(&board.puzzle, random);
            let paths = GivenPaths::new(&board, &links).unwrap();
            let options = NumberlinkOptions {
                cover: seed % 2 == 1 && paths.left_out().is_empty(),
                ..NumberlinkOptions::default()
            };
            let maker = Numberlink::new(&board).unwrap();
            let pairs = maker.from_paths(&paths, &options, seed, &Limits::none(), &Silent);
            let fewest = fewest_pairs(&board.puzzle, &links, options.cover);
            match pairs {
                Ok(pairs) => {
                    made += 1;
                    assert_eq!(brute::solutions(&pairs.puzzle), std::slice::from_ref(&pairs.solution));
                    assert!(pairs.solution.iter().all(|e| links.contains(e)));
                    assert_eq!(Some(pairs.puzzle.pairs().len()), fewest, "{links:?}");
                    let fewer =
                        NumberlinkOptions { pairs_at_most: Some(pairs.puzzle.pairs().len() - 1), ..options };
                    let refused = maker.from_paths(&paths, &fewer, seed, &Limits::none(), &Silent);
                    assert!(
                        matches!(refused, Err(GenerateError::NotFound(missed)) if missed.reason.ends_with("pairs at least"))
                    );
                }
                Err(GenerateError::NotFound(_)) => {
                    impossible += 1;
                    assert_eq!(fewest, None, "{links:?}");
                }
                Err(other) => panic!("{other}"),
            }
        }
    }
    assert!(made > 9 && impossible > 0, "{made} made, {impossible} impossible");
}

/// The solutions of a patch are the parts there of the puzzle's solutions that agree with the known one elsewhere.
#[test]
fn patches_have_the_solutions_of_the_puzzle() {
    let random = &mut Random::new(8);
    let (mut patches, mut others) = (0, 0);
    for world in worlds() {
        for _ in 0..300 {
            let solution = &world.cycles[random.below(world.cycles.len())];
            let puzzle = &world.board.puzzle;
            let count = |cell| puzzle.cell(cell).edges.iter().filter(|e| solution.contains(e)).count() as u32;
            let cells = (0..puzzle.cell_count()).map(CellId::from_index);
            let clues: Vec<Option<u32>> = cells.map(|cell| random.chance(80).then(|| count(cell))).collect();
            let mut parts = Parts::of(&puzzle.with_clues(&clues));
            if random.chance(50) {
                (parts.bounds, parts.integrity) = demands(puzzle, solution);
            }
            let puzzle = Puzzle::from_parts(parts).unwrap();
            let forced: Vec<bool> = (0..puzzle.sum_count()).map(|_| random.chance(50)).collect();
            let mut deduction = Deduction::with_sums(&puzzle, |sum| forced[sum.index()]);
            deduction.propagate(Depth::Cheap).unwrap();
            let mut missing: Vec<SumId> = puzzle.sums().map(|(sum, _)| sum).collect();
            random.shuffle(&mut missing);
            let mut open = nearest(&missing[..missing.len().min(1)], 1 + random.below(12), &deduction);
            assert!(open.iter().all(|&e| deduction.value(e) == Value::Open));
            open.retain(|_| random.chance(80));
            let is_met = |other: &Vec<EdgeId>| {
                let mut in_force = puzzle.sums().filter(|(id, _)| forced[id.index()]);
                in_force.all(|(_, sum)| sum.allows(sum.count(|e| other.contains(&e))))
            };
            let is_alike = |other: &Vec<EdgeId>| {
                let differs = |e: &EdgeId| other.contains(e) != solution.contains(e);
                (0..puzzle.edge_count()).map(EdgeId::from_index).all(|e| open.contains(&e) || !differs(&e))
            };
            let mut expected = world.cycles.clone();
            expected.retain(|other| is_met(other) && is_alike(other));
            let round = SolutionCycle::new(solution, &puzzle).unwrap();
            let Some(patch) = LocalPuzzle::new(&open, &deduction, &round) else {
                assert_eq!(expected, std::slice::from_ref(solution));
                continue;
            };
            assert!(check::verify(&patch.puzzle, &patch.solution).is_ok());
            let board_edges = |found: Vec<EdgeId>| {
                let mut edges: Vec<EdgeId> =
                    solution.iter().copied().filter(|e| patch.numbers(&[*e]).is_empty()).collect();
                edges.extend(open.iter().filter(|&&e| patch.numbers(&[e]).iter().any(|i| found.contains(i))));
                edges.sort_unstable();
                edges
            };
            let mut found: Vec<Vec<EdgeId>> =
                brute::solutions(&patch.puzzle).into_iter().map(board_edges).collect();
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected);
            patches += 1;
            others += usize::from(found.len() > 1);
        }
    }
    assert!(patches > 500 && others > 100, "{patches} {others}");
}

/// Two cycles form no round, so no patches are cut out.
#[test]
fn a_solution_of_two_cycles_makes_a_puzzle() {
    let edges = vec![[0, 1], [1, 2], [2, 0], [2, 3], [3, 4], [4, 5], [5, 3], [0, 5]];
    let cells = [vec![0, 1, 2], vec![4, 5, 6], vec![3], vec![7]].map(|cell| (cell, None)).to_vec();
    let parts = Parts { cells, ..Parts::graph(Topology::Cycles, 6, edges) };
    let puzzle = Puzzle::from_parts(parts).unwrap();
    let links: Vec<EdgeId> = [0, 1, 2, 4, 5, 6].map(EdgeId).to_vec();
    assert!(SolutionCycle::new(&links, &puzzle).is_none());
    let board = Board { puzzle, names: Names::numbered(6, 4), positions: vec![None; 6] };
    let options = SlitherlinkOptions { minimal: Some(Minimal::Unique), ..SlitherlinkOptions::default() };
    let hints = Slitherlink::new(&board, Some(links.clone())).unwrap();
    let hints = hints.random(&options, 1, &Limits::none(), &Silent).unwrap();
    assert_eq!(brute::solutions(&hints.puzzle), [links]);
}

#[test]
fn an_only_solution_is_the_only_one() {
    let random = &mut zlink_puzzle::random_puzzles::Random(41);
    let mut kinds = [0; 3];
    for _ in 0..600 {
        let puzzle = zlink_puzzle::random_puzzles::puzzle(random, 10);
        let solutions = brute::solutions(&puzzle);
        let expected = if solutions.len() == 1 { solutions.first().cloned() } else { None };
        assert_eq!(only_solution(&puzzle, &Limits::none(), &Silent), Ok(expected), "{puzzle:?}");
        kinds[solutions.len().min(2)] += 1;
    }
    assert!(kinds.iter().all(|&kind| kind > 50), "{kinds:?}");
}
