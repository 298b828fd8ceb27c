//! Pictures from which puzzles are made: PNG, PBM, PGM, PPM.

use zlink::generate::Picture;
use zlink::limits::Limits;

use super::mending;

/// The number of columns of cells into which a picture is divided.
const COLUMNS: usize = 7;

/// Any bytes are a picture, or there is an error. A picture makes a board, or there is an error.
pub fn check(bytes: &[u8]) {
    let picture = match Picture::read(bytes, &Limits::none()) {
        Ok(picture) => Ok(picture),
        Err(_) => Picture::read(&mending::png(bytes), &Limits::none()),
    };
    match picture {
        Ok(picture) => {
            for threshold in [0.0, 0.5, 1.0] {
                if let Ok(shape) = picture.shape(COLUMNS, threshold, &Limits::none()) {
                    assert_eq!(shape.board.positions.len(), shape.board.puzzle.vertex_count());
                }
                for cycles in [false, true] {
                    if let Ok(outline) = picture.outline(COLUMNS, threshold, cycles, &Limits::none()) {
                        let checked = zlink::puzzle::check::verify(&outline.board.puzzle, &outline.links);
                        assert!(checked.is_ok(), "the outline is no solution: {checked:?}");
                    }
                }
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
