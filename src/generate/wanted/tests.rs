//! Puzzles are as hard as wanted, by the full rating.

use super::*;
use crate::{Board, Hints, Numberlink, NumberlinkOptions, Pairs, Slitherlink, SlitherlinkOptions};
use zlink_base::limits::Silent;
use zlink_board::Lattice;
use zlink_explain as explain;

fn slitherlink(board: &Board, wanted: Wanted, seed: u64) -> Result<Hints, GenerateError> {
    let options = SlitherlinkOptions { wanted, ..SlitherlinkOptions::default() };
    Slitherlink::new(board, None)?.random(&options, seed, &Limits::none(), &Silent)
}

fn numberlink(board: &Board, wanted: Wanted, seed: u64) -> Result<Pairs, GenerateError> {
    let options = NumberlinkOptions { wanted, cover: seed % 2 == 1, ..NumberlinkOptions::default() };
    Numberlink::new(board)?.random(&options, seed, &Limits::none(), &Silent)
}

fn of(difficulty: Difficulty) -> Wanted {
    Wanted { difficulty: Some(difficulty), ..Wanted::default() }
}

fn rated(puzzle: &Puzzle) -> Difficulty {
    explain::rate(puzzle, &Limits::none(), &Silent).difficulty
}

#[test]
fn the_difficulty_is_the_one_that_was_asked_for() {
    for (lattice, rows, columns) in
        [(Lattice::Square, 6, 6), (Lattice::Triangular, 4, 4), (Lattice::Hexagonal, 5, 5)]
    {
        let board = lattice.cells(rows, columns).unwrap();
        for (difficulty, seed) in Difficulty::ALL.into_iter().flat_map(|d| (0..4).map(move |seed| (d, seed)))
        {
            let hints = slitherlink(&board, of(difficulty), seed).unwrap();
            assert_eq!(
                (hints.difficulty, rated(&hints.puzzle)),
                (difficulty, difficulty),
                "{lattice} {seed}"
            );
        }
    }
    let board = Lattice::Square.vertices(6, 6).unwrap();
    for difficulty in [Difficulty::Easy, Difficulty::Normal, Difficulty::Hard, Difficulty::Extreme] {
        for seed in 0..4 {
            let pairs = numberlink(&board, of(difficulty), seed).unwrap();
            let found = (pairs.difficulty, rated(&pairs.puzzle));
            assert_eq!(found, (Some(difficulty), difficulty), "{seed}");
        }
    }
}

#[test]
fn given_paths_are_cut_until_it_is_easy() {
    let board = Lattice::Square.vertices(6, 6).unwrap();
    let maker = Numberlink::new(&board).unwrap();
    for seed in 0..4 {
        let made = numberlink(&board, of(Difficulty::Extreme), 2 * seed).unwrap();
        let paths = crate::GivenPaths::new(&board, &made.solution).unwrap();
        let options = NumberlinkOptions { wanted: of(Difficulty::Easy), ..NumberlinkOptions::default() };
        let eased = maker.from_paths(&paths, &options, seed, &Limits::none(), &Silent).unwrap();
        assert_eq!((eased.difficulty, rated(&eased.puzzle)), (Some(Difficulty::Easy), Difficulty::Easy));
        assert!(eased.puzzle.pairs().len() > made.puzzle.pairs().len());
        assert!(eased.solution.iter().all(|e| made.solution.contains(e)));
    }
}

#[test]
fn other_rules_than_those_that_are_allowed_are_not_needed() {
    let board = Lattice::Square.cells(6, 6).unwrap();
    let counting = [Rule::Clue, Rule::Vertex, Rule::EarlyLoop, Rule::ClosedLoop];
    let with_colours = [&counting[..], &[Rule::InsideOutside]].concat();
    for rules in [&counting[..], &with_colours] {
        let wanted = Wanted { rules: rules.iter().copied().collect(), ..Wanted::default() };
        for seed in 0..4 {
            let hints = slitherlink(&board, wanted, seed).unwrap();
            let steps = explain::steps_by(&hints.puzzle, &wanted.allowed().unwrap());
            let known: usize = steps.iter().map(|step| step.conclusions.len()).sum();
            assert_eq!(known, hints.puzzle.edge_count());
            assert!(steps.iter().all(|step| rules.contains(&step.rule)));
        }
    }
}

#[test]
fn rules_that_are_required_are_needed() {
    let board = Lattice::Square.cells(6, 6).unwrap();
    for rule in [Rule::Corner, Rule::Diagonal, Rule::Adjacent, Rule::InsideOutside, Rule::EarlyLoop] {
        let wanted = Wanted { require: Some(rule), ..Wanted::default() };
        let hints = slitherlink(&board, wanted, 1).unwrap();
        let solves = |rules: RuleSet| {
            let allowed = Allowed { difficulty: rule.difficulty(), rules };
            explain::is_solved_by(&hints.puzzle, &allowed, &Limits::none()).unwrap()
        };
        assert!(solves(RuleSet::ALL) && !solves(RuleSet::ALL.without(rule)), "{rule}");
    }
    let wanted = Wanted { require: Some(Rule::BothWays), ..Wanted::default() };
    assert_eq!(rated(&slitherlink(&board, wanted, 1).unwrap().puzzle), Difficulty::Extreme);
}

#[test]
fn what_no_puzzle_can_be_is_told() {
    let board = Lattice::Square.cells(4, 4).unwrap();
    let only = |rule: Rule| [rule].into_iter().collect::<RuleSet>();
    let impossible = [
        Wanted { rules: only(Rule::BothWays), ..Wanted::default() },
        Wanted { rules: only(Rule::Clue), ..of(Difficulty::Extreme) },
        Wanted { rules: only(Rule::Clue), require: Some(Rule::Corner), ..Wanted::default() },
        Wanted { require: Some(Rule::Search), ..Wanted::default() },
        Wanted { require: Some(Rule::Connected), ..of(Difficulty::Tricky) },
    ];
    for wanted in impossible {
        assert!(matches!(slitherlink(&board, wanted, 1), Err(GenerateError::Request(_))), "{wanted:?}");
    }
    let never = [
        Wanted { rules: only(Rule::Vertex), ..Wanted::default() },
        Wanted { require: Some(Rule::WrongPair), ..Wanted::default() },
    ];
    for wanted in never {
        assert!(matches!(slitherlink(&board, wanted, 1), Err(GenerateError::NotFound(_))), "{wanted:?}");
    }
}

/// The cheap rating agrees with the full one, on puzzles without requirements.
#[test]
fn both_ratings_agree() {
    let mut met = [0; 5];
    let mut check = |puzzle: &Puzzle| {
        let cheap = explain::difficulty(puzzle, &Limits::none(), &Silent).unwrap();
        assert_eq!(cheap, rated(puzzle), "{puzzle:?}");
        met[cheap as usize] += 1;
    };
    for seed in 0..25 {
        let cells = [(Lattice::Square, 5, 5), (Lattice::Triangular, 3, 4), (Lattice::Hexagonal, 3, 4)];
        for (lattice, rows, columns) in cells {
            let board = lattice.cells(rows, columns).unwrap();
            check(&slitherlink(&board, Wanted::default(), seed).unwrap().puzzle);
        }
        for (lattice, rows, columns) in [(Lattice::Square, 5, 6), (Lattice::Triangular, 5, 4)] {
            let board = lattice.vertices(rows, columns).unwrap();
            check(&numberlink(&board, Wanted::default(), seed).unwrap().puzzle);
        }
    }
    assert!(met.iter().all(|&count| count > 2), "{met:?}");
}
