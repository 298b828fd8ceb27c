//! PUZZLE, ANSWER -> PICTURE.

pub mod svg;
