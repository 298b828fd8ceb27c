//! Blank boards by name, width, height and patch.

use zlink::board::Tiling;
use zlink::convert::{Document, Format, read, write};
use zlink::facts::Source;
use zlink::limits::Limits;

use super::mask::is_puzzle;

/// The most places of a board; a request for more is tried only above [`FAR_TOO_LARGE`], where it must be refused.
const MOST_PLACES: u128 = 150;
const FAR_TOO_LARGE: u128 = 1 << 24;
/// The least side of a patch of an aperiodic tiling: the search for the place of a narrower one takes seconds.
const LEAST_SIDE: u64 = 4;

/// The words are a name, a width, a height and a patch. They make a board, or there is an error.
pub fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut words = text.split_whitespace();
    let tiling = match Tiling::named(words.next().unwrap_or_default()) {
        Ok(tiling) => tiling,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let mut number = || words.next().and_then(|word| word.parse::<u64>().ok());
    let (width, height) = (number().unwrap_or(2), number().unwrap_or(2));
    let patch = number().unwrap_or_default();
    let places = u128::from(width) * u128::from(height);
    if places > MOST_PLACES && places < FAR_TOO_LARGE {
        return;
    }
    let size = [width, height].map(|side| usize::try_from(side).unwrap_or(usize::MAX));
    let board = match tiling.board(size, patch, &Limits::none()) {
        Ok(board) => board,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    assert!(places <= MOST_PLACES, "a board of {width} by {height} places was made");
    is_puzzle(&board);
    if tiling.is_aperiodic() && width.min(height) < LEAST_SIDE {
        return;
    }
    let document = Document::from(board);
    if let Ok(written) = write(Format::Loopy, &document) {
        let id = Source::new("written", written.text);
        let again = read(Format::Loopy, &id).expect("a game ID");
        assert_eq!(again.puzzle.edge_count(), document.puzzle.edge_count());
    }
}
