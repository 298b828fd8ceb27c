//! Masks, which select squares of a grid.

use zlink::board::Board;
use zlink::convert::read_mask;
use zlink::facts::{Source, parse};
use zlink::limits::Limits;
use zlink::puzzle::{BuildOptions, build};

/// Any bytes are a mask, or there is an error. The boards of a mask are puzzles.
pub fn check(bytes: &[u8]) {
    match read_mask(&Source::new("fuzz", bytes)) {
        Ok(mask) => {
            mask.cells(&Limits::none()).as_ref().map(is_puzzle).expect("some place is marked");
            mask.vertices(&Limits::none()).as_ref().map(is_puzzle).expect("some place is marked");
        }
        Err(error) => assert!(error.to_string().contains("error: ")),
    }
}

/// Checks that the facts of a board describe the board.
pub(crate) fn is_puzzle(board: &Board) {
    let sources = [Source::new("board", board.write(&board.puzzle).to_string())];
    let facts = parse(&sources).expect("a board is facts");
    let built = build(&facts, &BuildOptions::default()).expect("and a puzzle");
    assert_eq!(built.puzzle.vertex_count(), board.puzzle.vertex_count());
    assert_eq!(built.puzzle.edge_count(), board.puzzle.edge_count());
    assert_eq!(built.puzzle.cell_count(), board.puzzle.cell_count());
}
