//! Against the rules as programs: of all loops of a board, the solutions are those that obey the rules.

use super::*;
use crate::{Format, Turn, read, turn, write};
use zlink_facts::Source;
use zlink_puzzle::{EdgeId, Parts, Puzzle, Topology, VertexId, brute, check};

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

/// A loop: by square, which of its sides it passes.
struct Walk<'a> {
    board: &'a SquareLoop,
    sides: Vec<[bool; 4]>,
}

impl<'a> Walk<'a> {
    fn of(board: &'a SquareLoop, puzzle: &Puzzle, places: &[usize], edges: &[EdgeId]) -> Self {
        let mut sides = vec![[false; 4]; board.rows * board.columns];
        for &edge in edges {
            let [a, b] = puzzle.edge_ends(edge).map(|v| places[v.index()]);
            let (a, b) = (a.min(b), a.max(b));
            let side = if b - a == 1 && board.columns > 1 { 1 } else { 2 };
            sides[a][side] = true;
            sides[b][(side + 2) % 4] = true;
        }
        Walk { board, sides }
    }

    fn passes(&self, square: usize) -> bool {
        self.sides[square] != [false; 4]
    }

    fn is_straight(&self, square: usize) -> bool {
        let [above, right, below, left] = self.sides[square];
        above && below || left && right
    }

    /// The squares before and behind a square on the loop.
    fn near(&self, square: usize) -> impl Iterator<Item = usize> {
        let columns = self.board.columns;
        let sides = self.sides[square];
        (0..4usize).filter(move |&side| sides[side]).map(move |side| match side {
            0 => square - columns,
            1 => square + 1,
            2 => square + columns,
            _ => square - 1,
        })
    }

    fn obeys(&self) -> bool {
        let count = self.sides.len();
        match &self.board.kind {
            Kind::Masyu { circles, cover } => (0..count).all(|square| {
                let turns = self.near(square).filter(|&near| !self.is_straight(near)).count();
                let obeys = match circles[square] {
                    Some(Circle::White) => self.is_straight(square) && turns > 0,
                    Some(Circle::Black) => !self.is_straight(square) && turns == 0,
                    None => !cover,
                };
                obeys && (circles[square].is_none() || self.passes(square))
                    || circles[square].is_none() && self.passes(square)
            }),
            Kind::SimpleLoop { shaded } => (0..count).all(|square| self.passes(square) != shaded[square]),
            Kind::CountryRoad(regions) => {
                let of = |region: usize| (0..count).filter(move |&square| regions.of(square) == region);
                let visits = |region: usize| {
                    let leaving =
                        |square: usize| self.near(square).filter(|&near| regions.of(near) != region).count();
                    of(region).map(leaving).sum::<usize>() / 2
                };
                let is_met = |(region, number): (usize, &Option<u32>)| {
                    let passed = of(region).filter(|&square| self.passes(square)).count();
                    passed > 0 && visits(region) <= 1 && number.is_none_or(|number| number as usize == passed)
                };
                let is_passed = |a: usize, b: usize| {
                    let is_wall = regions.has_border(a, b) && regions.of(a) == regions.of(b);
                    let is_crossed = self.near(a).any(|near| near == b);
                    !regions.has_border(a, b)
                        || (self.passes(a) || self.passes(b)) && !(is_wall && is_crossed)
                };
                let columns = self.board.columns;
                regions.numbers().iter().enumerate().all(is_met)
                    && (0..count).all(|a| {
                        (a % columns + 1 == columns || is_passed(a, a + 1))
                            && (a + columns >= count || is_passed(a, a + columns))
                    })
            }
        }
    }
}

/// Random squares of a kind.
fn random(kind: usize, [rows, columns]: [usize; 2], random: &mut Random) -> SquareLoop {
    let count = rows * columns;
    let kind = match kind {
        0 => {
            let mut circles = vec![None; count];
            for _ in 0..1 + random.below(3) {
                circles[random.below(count)] = Some([Circle::White, Circle::Black][random.below(2)]);
            }
            Kind::Masyu { circles, cover: random.below(4) == 0 }
        }
        1 => {
            let mut shaded = vec![false; count];
            (0..1 + random.below(3)).for_each(|_| shaded[random.below(count)] = true);
            Kind::SimpleLoop { shaded }
        }
        _ => {
            // Squares of few colours: regions are what is joined.
            let colours: Vec<usize> = (0..count).map(|_| random.below(2)).collect();
            let is_joined = |square: usize| {
                [square + 1, square + columns].map(|other| colours.get(other) == Some(&colours[square]))
            };
            let mut is_joined: Vec<[bool; 2]> = (0..count).map(is_joined).collect();
            if random.below(3) == 0 {
                is_joined[random.below(count)][random.below(2)] = false;
            }
            let mut regions = Regions::between([rows, columns], &is_joined);
            for region in 0..regions.numbers().len() {
                if random.below(3) == 0 {
                    regions.set_number(region, 1 + random.below(4) as u32);
                }
            }
            Kind::CountryRoad(regions)
        }
    };
    SquareLoop { rows, columns, kind }
}

/// By vertex: its square.
fn places(document: &Document, columns: usize) -> Vec<usize> {
    let place = |at: &Option<[i64; 2]>| at.map_or(0, |[x, y]| y as usize * columns + x as usize);
    document.positions.iter().map(place).collect()
}

#[test]
fn solutions_are_the_loops_that_obey_the_rules() {
    let mut numbers = Random(1);
    let mut counts = [[0; 3]; 3];
    for size in [[3, 4], [4, 3], [2, 5], [3, 3], [1, 2], [3, 1]] {
        let all = random(1, size, &mut Random(0));
        let blank =
            SquareLoop { kind: Kind::Masyu { circles: vec![None; size[0] * size[1]], cover: false }, ..all };
        let board = blank.document().unwrap();
        // A board without squares that are shaded has all loops of one with some.
        let loops = brute::solutions(&board.puzzle);
        for (kind, counts) in counts.iter_mut().enumerate() {
            for _ in 0..100 {
                let made = random(kind, size, &mut numbers);
                let own = places(&board, size[1]);
                let document = made.document().unwrap();
                let place = places(&document, size[1]);
                // The same loop in the document, if it has these edges.
                let there = |edge: &EdgeId| {
                    let ends = board.puzzle.edge_ends(*edge).map(|v| own[v.index()]);
                    let [a, b] = ends.map(|square| place.iter().position(|&other| other == square));
                    document.puzzle.edge_between(VertexId::from_index(a?), VertexId::from_index(b?))
                };
                let is_solution = |edges: &Vec<EdgeId>| {
                    let edges: Option<Vec<EdgeId>> = edges.iter().map(there).collect();
                    edges.is_some_and(|edges| check::verify(&document.puzzle, &edges).is_ok())
                };
                let found: Vec<_> = loops.iter().filter(|edges| is_solution(edges)).collect();
                let obeys = |edges: &&Vec<EdgeId>| Walk::of(&made, &board.puzzle, &own, edges).obeys();
                assert_eq!(found, loops.iter().filter(obeys).collect::<Vec<_>>(), "{made:?}");
                counts[found.len().min(2)] += 1;
            }
        }
    }
    assert!(counts.iter().all(|&[none, one, more]| none > 20 && one + more > 20), "{counts:?}");
}

#[test]
fn a_puzzle_comes_back_from_facts_addresses_and_turns() {
    let mut numbers = Random(2);
    for round in 0..300 {
        let size = [1 + numbers.below(7), 1 + numbers.below(7)];
        let made = random(round % 3, size, &mut numbers);
        let document = made.document().unwrap();
        let again = |document: &Document, format: Format| {
            let text = write(format, document).unwrap().text;
            read(format, &Source::new("text", text)).unwrap()
        };
        assert_eq!(SquareLoop::of(&document), Ok(Some(made.clone())));
        assert_eq!(SquareLoop::of(&again(&document, Format::Facts)), Ok(Some(made.clone())));
        assert_eq!(SquareLoop::of(&again(&document, Format::Pzpr)), Ok(Some(made.clone())));
        // The whole turn in two halves; each half is a puzzle of its kind, too.
        let half = turn(&turn(&document, Turn::UpDown).unwrap(), Turn::LeftRight).unwrap();
        let half = SquareLoop::of(&half).unwrap().unwrap();
        assert_eq!((half.rows, half.columns), (made.rows, made.columns));
        let whole = turn(&turn(&half.document().unwrap(), Turn::Left).unwrap(), Turn::Left).unwrap();
        assert_eq!(SquareLoop::of(&whole), Ok(Some(made)));
    }
}

#[test]
fn a_document_with_other_rules_is_no_such_puzzle() {
    let circles = vec![Some(Circle::White), None, None, None, Some(Circle::Black), None];
    let made = SquareLoop { rows: 2, columns: 3, kind: Kind::Masyu { circles, cover: false } };
    let document = made.document().unwrap();
    let with = |change: &dyn Fn(&mut Parts)| {
        let mut parts = Parts::of(&document.puzzle);
        change(&mut parts);
        Document { puzzle: Puzzle::from_parts(parts).unwrap(), ..document.clone() }
    };
    assert_eq!(SquareLoop::of(&with(&|_| ())), Ok(Some(made.clone())));
    let changes: [&dyn Fn(&mut Parts); 5] = [
        &|parts| parts.integrity.clear(),
        &|parts| parts.required.push(0),
        &|parts| parts.cells[0].1 = Some(1),
        &|parts| parts.topology = Topology::Cycles,
        &|parts| _ = parts.edges.pop().map(|_| (parts.cells.clear(), parts.integrity.clear())),
    ];
    for change in changes {
        let other = with(change);
        assert!(SquareLoop::of(&other).is_err());
        assert!(write(Format::Pzpr, &other).is_err());
    }
    // What the loop passes may be known without a change of the rules.
    let drawn = Document { answer: vec![EdgeId(0)], ..document.clone() };
    assert_eq!(SquareLoop::of(&drawn), Ok(Some(made)));
    assert!(check::verify(&document.puzzle, &[EdgeId(0)]).is_err());
}

/// The examples of the kinds, each with its solution, in files of every version.
#[test]
fn files_have_solutions() {
    let files = [
        "pzprv3/mashu/3/3/. . . /. 2 . /. . . /1 1 /0 0 /1 1 /1 0 1 /1 0 1 /",
        "pzprv3/mashu/3/3/. 1 . /. . . /. . 2 /1 1 /0 -1 /1 1 /1 0 1 /1 0 1 /",
        "pzprv3/simpleloop/3/3/. . . /. * . /. . . /1 1 /0 0 /1 1 /1 0 1 /1 0 1 /",
        "pzprv3/country/2/2/2/0 0 /1 1 /2 . /. . /1 /1 /1 1 /0 0 /0 2 /",
        "pzprv3.1/country/2/2//2/0 0 /1 1 /. 2 /. . /1 /1 /1 1 /",
        "pzprv3.2/country/2/2//0 /0 /1 1 /. . /2 - /1 /1 /1 1 /0 0 /0 0 /TrialData(1)",
    ];
    let expected = [false, true, true, true, true, true];
    for (text, expected) in files.into_iter().zip(expected) {
        for text in [text.to_owned(), text.replace('/', "\n")] {
            let document = read(Format::Pzpr, &Source::new("file", text.clone()))
                .unwrap_or_else(|e| panic!("{text}: {e}"));
            let is_solved = check::verify(&document.puzzle, &document.answer).is_ok();
            assert_eq!(is_solved, expected, "{text}");
            assert!(SquareLoop::of(&document).unwrap().is_some(), "{text}");
        }
    }
}
