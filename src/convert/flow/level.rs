//! The levels of Flow Free's packs: `SIZE,0,NUMBER,PATHS,BRIDGES,HOLES,WALLS;PATH;PATH;...`
//!
//! The size is a number of squares, or `WIDTH:HEIGHT`, perhaps with `+B`, which draws a border around the board. Squares are counted row by
//! row from 0. Bridges, holes and walls `A|B` are lists separated by colons, and may be missing. A path is the list of its squares; it is
//! checked, but only its ends are kept.

use super::board::{Board, Pair, Square};
use crate::Document;
use crate::lines::{Piece, Read, Text};

/// Whether the text looks like a level.
pub(super) fn looks_like(text: Text<'_>) -> bool {
    let Some(line) = text.lines().map(Piece::trimmed).find(|line| !line.text.is_empty()) else {
        return false;
    };
    let Some((head, _)) = line.text.split_once(';') else { return false };
    let is_head = |c: char| c.is_ascii_digit() || ",:|+B".contains(c);
    head.starts_with(|c: char| c.is_ascii_digit()) && head.contains(',') && head.chars().all(is_head)
}

/// Reads the text.
pub(super) fn read(text: Text<'_>) -> Read<Document> {
    let mut lines = text.lines().map(Piece::trimmed).filter(|line| !line.text.is_empty());
    let Some(line) = lines.next() else {
        return Err(text.error_at_start("a level was expected, but there is nothing"));
    };
    if let Some(second) = lines.next() {
        let what = "a second level begins here, but a text holds one puzzle: give one line of the pack";
        return Err(text.error(second.range(), what));
    }
    let mut parts: Vec<Piece<'_>> = split(line, ';').collect();
    if parts.len() > 1 && parts.last().is_some_and(|part| part.text.is_empty()) {
        parts.pop();
    }
    let fields: Vec<Piece<'_>> = split(parts[0], ',').collect();
    let level = Level { text, board: board(text, &fields)? };
    let paths = number(text, fields[3])?;
    if paths != parts.len() - 1 {
        let what = format!("there are {} paths, not {paths}", parts.len() - 1);
        return Err(text.error(fields[3].range(), what));
    }
    let paths: Vec<Vec<(usize, Piece<'_>)>> =
        parts[1..].iter().map(|&part| level.squares(part, ',')).collect::<Read<_>>()?;
    level.check(&paths)?;
    let pair =
        |path: &Vec<(usize, Piece<'_>)>| Pair { ends: [path[0].0, path[path.len() - 1].0], label: None };
    let pairs: Vec<Pair<'_>> = paths.iter().map(pair).collect();
    // An error at a bridge is reported at the list of bridges.
    level.board.build(text, &pairs, |_| fields.get(4).unwrap_or(&fields[0]).range())
}

/// Reads the board from the fields of the head.
fn board(text: Text<'_>, fields: &[Piece<'_>]) -> Read<Board> {
    if fields.len() < 4 {
        return Err(text.error(fields[0].range(), "a head `SIZE,0,NUMBER,PATHS` was expected"));
    }
    if let Some(more) = fields.get(7..).into_iter().flatten().find(|field| !field.text.is_empty()) {
        return Err(text.error(more.range(), "nothing was expected behind the walls"));
    }
    let size = fields[0].text.strip_suffix("+B").unwrap_or(fields[0].text);
    let sides: Vec<Piece<'_>> = split(Piece { text: size, ..fields[0] }, ':').collect();
    let (columns, rows) = match sides[..] {
        [side] => (number(text, side)?, number(text, side)?),
        [width, height] => (number(text, width)?, number(text, height)?),
        _ => return Err(text.error(fields[0].range(), "a size was expected: `SIDE` or `WIDTH:HEIGHT`")),
    };
    let count = rows.checked_mul(columns).filter(|&n| n > 0 && n < 1 << 24);
    let count =
        count.ok_or_else(|| text.error(fields[0].range(), "the board has no squares, or too many"))?;
    if fields[1].text != "0" {
        return Err(text.error(fields[1].range(), "a 0 was expected"));
    }
    number(text, fields[2])?;
    let mut level = Level { text, board: Board::open(rows, columns, vec![Square::Plain; count]) };
    for (field, kind) in fields.iter().skip(4).zip([Square::Bridge, Square::Hole]) {
        for (square, place) in level.squares(*field, ':')? {
            if std::mem::replace(&mut level.board.squares[square], kind) != Square::Plain {
                return Err(text.error(place.range(), "this square is a bridge or a hole already"));
            }
        }
    }
    for wall in fields.get(6).into_iter().flat_map(|field| split(*field, ':')).filter(|w| !w.text.is_empty())
    {
        let ends = level.squares(wall, '|')?;
        let [(a, _), (b, _)] = ends[..] else {
            return Err(text.error(wall.range(), "a wall is between two squares: `A|B`"));
        };
        let (a, b) = (a.min(b), a.max(b));
        match level.board.around(a) {
            [_, Some(right), ..] if right == b => level.board.right[a] = true,
            [.., Some(below)] if below == b => level.board.below[a] = true,
            _ => return Err(text.error(wall.range(), "a wall is between neighbours")),
        }
    }
    Ok(level.board)
}

/// A level while it is read.
struct Level<'s> {
    text: Text<'s>,
    board: Board,
}

impl<'s> Level<'s> {
    /// Reads a list of squares, with their places in the text.
    fn squares(&self, list: Piece<'s>, separator: char) -> Read<Vec<(usize, Piece<'s>)>> {
        if list.text.is_empty() {
            return Ok(Vec::new());
        }
        let square = |piece: Piece<'s>| {
            let square = number(self.text, piece)?;
            if square >= self.board.squares.len() {
                let what = format!("the last square is {}", self.board.squares.len() - 1);
                return Err(self.text.error(piece.range(), what));
            }
            Ok((square, piece))
        };
        split(list, separator).map(square).collect()
    }

    /// Fails unless the paths are a solution. A path that has only its ends, which are no neighbours, cannot be checked; then squares may
    /// be uncovered.
    fn check(&self, paths: &[Vec<(usize, Piece<'s>)>]) -> Read<()> {
        let error = |piece: Piece<'s>, what: String| Err(self.text.error(piece.range(), what));
        let squares = &self.board.squares;
        // By square: how often it is passed from left to right, and from top to bottom.
        let mut passed = vec![[0u32; 2]; squares.len()];
        let mut is_whole = true;
        for path in paths {
            let [(first, place), .., (last, end)] = path[..] else {
                let at = path.first().map_or(0..0, |(_, place)| place.range());
                return Err(self.text.error(at, "a path of two squares or more was expected"));
            };
            for (square, place) in [(first, place), (last, end)] {
                if squares[square] != Square::Plain {
                    return error(place, "a path ends here, but this square is a bridge or a hole".into());
                }
            }
            if path.len() == 2 && !self.board.joins(first, last) {
                is_whole = false;
                for (square, place) in [(first, place), (last, end)] {
                    passed[square] = passed[square].map(|n| n + 1);
                    if passed[square][0] > 1 {
                        return error(place, format!("a path is on square {square} already"));
                    }
                }
                continue;
            }
            for (i, &(square, place)) in path.iter().enumerate() {
                let before = i.checked_sub(1).map(|i| path[i].0);
                if let Some(before) = before.filter(|&before| !self.board.joins(before, square)) {
                    let what = format!("no way leads from square {before} to square {square}");
                    return error(place, what);
                }
                let next = path.get(i + 1).map(|next| next.0);
                match (squares[square], before, next) {
                    (Square::Hole, ..) => return error(place, "this square is a hole".into()),
                    (Square::Bridge, Some(before), Some(next)) => {
                        if before.abs_diff(square) != next.abs_diff(square) || before == next {
                            return error(place, "a path goes straight over a bridge".into());
                        }
                        passed[square][usize::from(before.abs_diff(square) != 1)] += 1;
                    }
                    _ => passed[square] = passed[square].map(|n| n + 1),
                }
                if passed[square].iter().any(|&n| n > 1) {
                    return error(place, format!("a path is on square {square} already"));
                }
            }
        }
        let is_bare = |square: &usize| squares[*square] != Square::Hole && passed[*square].contains(&0);
        match (0..squares.len()).find(is_bare) {
            Some(square) if is_whole => {
                let what = match squares[square] {
                    Square::Bridge => format!("the paths do not cross the bridge {square} both ways"),
                    _ => format!("no path is on square {square}"),
                };
                Err(self.text.error_at_start(what))
            }
            _ => Ok(()),
        }
    }
}

/// The parts of a text between separators.
fn split<'s>(piece: Piece<'s>, separator: char) -> impl Iterator<Item = Piece<'s>> {
    let mut at = piece.at;
    piece.text.split(separator).map(move |text| {
        let part = Piece { at, text };
        at += text.len() + separator.len_utf8();
        part
    })
}

fn number(text: Text<'_>, piece: Piece<'_>) -> Read<usize> {
    piece.text.parse().map_err(|_| text.error(piece.range(), "a number was expected"))
}
