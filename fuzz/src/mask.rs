//! Masks: which squares of a grid are there.

use zlink::board::Board;
use zlink::convert::read_mask;
use zlink::facts::{Source, parse};
use zlink::limits::Limits;
use zlink::puzzle::{BuildOptions, build};

/// Any bytes are a mask or an error; the boards of a mask are puzzles.
pub fn check(bytes: &[u8]) {
    match read_mask(&Source::new("fuzz", bytes)) {
        Ok(mask) => {
            mask.cells(&Limits::none()).as_ref().map(is_puzzle).expect("some place is marked");
            mask.vertices(&Limits::none()).as_ref().map(is_puzzle).expect("some place is marked");
        }
        Err(error) => assert!(error.to_string().contains("error: ")),
    }
}

/// That the facts of a board are the board.
pub(crate) fn is_puzzle(board: &Board) {
    let sources = [Source::new("board", board.write(&board.puzzle).to_string())];
    let facts = parse(&sources).expect("a board is facts");
    let built = build(&facts, &BuildOptions::default()).expect("and a puzzle");
    assert_eq!(built.puzzle.vertex_count(), board.puzzle.vertex_count());
    assert_eq!(built.puzzle.edge_count(), board.puzzle.edge_count());
    assert_eq!(built.puzzle.cell_count(), board.puzzle.cell_count());
}
