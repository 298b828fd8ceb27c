//! Writes an address of penpa-edit in which the puzzle can be changed, with its answer as drawn lines.

use std::collections::BTreeMap;

use miniz_oxide::deflate::compress_to_vec;
use serde_json::{Value, json};

use super::{SHORT, SIGNS};
use crate::numberlink::Labels;
use crate::slitherlink::Clues;
use crate::{Document, Unsupported, Written};
use zlink_puzzle::{EdgeId, SquareGrid, Topology, VertexId};

/// The most squares in a row or column of penpa-edit.
const MOST: usize = 100;

/// The style of a line of a solution.
const LINE: u32 = 3;

/// The side of a square in pixels.
const SIDE: usize = 38;

/// Writes an address.
pub(crate) fn write(document: &Document) -> Result<Written, Unsupported> {
    let puzzle = &document.puzzle;
    if puzzle.topology() == Topology::Linkage {
        let is_odd = |word: &str| word.is_empty() || word == "?" || word.trim() != word;
        let say = |word: &str, _| (!is_odd(word)).then(|| word.to_owned());
        let labels =
            Labels::of(document, say, (1u32..).map(|n| n.to_string()), Unsupported::new("so many pairs"))?;
        let grid = SquareGrid::placed(puzzle, &document.positions)
            .ok_or(Unsupported::new("a graph that is no square grid"))?;
        let genre = if puzzle.cover() { "arukone" } else { "numberlink" };
        let sheet = Sheet { rows: labels.rows, columns: labels.columns, genre };
        let words = labels.signs.iter().map(|sign| sign.as_ref().map(|sign| json!(sign)));
        let text = sheet.address(words, sheet.drawing(document, &grid, 0))?;
        return Ok(labels.written(text));
    }
    let Clues { rows, columns, clues } = Clues::of(document)?;
    if clues.iter().flatten().any(|&clue| clue > 4) {
        return Err(Unsupported::new("a clue of more than 4"));
    }
    let (grid, _) = Clues::on_grid(document)?;
    let sheet = Sheet { rows, columns, genre: "slitherlink" };
    // The corners are numbered behind the squares; that at the upper left of the board belongs to the square in front of it.
    let corners = sheet.across() * (rows + 4) - sheet.across() - 1;
    let words = clues.iter().map(|clue| clue.map(|clue| json!(clue)));
    Ok(Written::without(Vec::new(), sheet.address(words, sheet.drawing(document, &grid, corners))?))
}

/// A puzzle without its numbers.
struct Sheet {
    rows: usize,
    columns: usize,
    genre: &'static str,
}

impl Sheet {
    /// The number of squares in a row, with the border.
    fn across(&self) -> usize {
        self.columns + 4
    }

    /// The number of a square.
    fn place(&self, [row, column]: [usize; 2]) -> usize {
        (row + 2) * self.across() + column + 2
    }

    /// The answer of a document: lines between places, which are numbered from `offset` on.
    fn drawing(&self, document: &Document, grid: &SquareGrid, offset: usize) -> BTreeMap<String, u32> {
        let place = |v: VertexId| offset + self.place(grid.place(v));
        let line = |&edge: &EdgeId| {
            let mut ends = document.puzzle.edge_ends(edge).map(place);
            ends.sort_unstable();
            (format!("{},{}", ends[0], ends[1]), LINE)
        };
        document.answer.iter().map(line).collect()
    }

    /// The address, with the words in the squares.
    fn address(
        &self,
        words: impl Iterator<Item = Option<Value>>,
        drawing: BTreeMap<String, u32>,
    ) -> Result<String, Unsupported> {
        let Sheet { rows, columns, genre } = *self;
        if rows.max(columns) > MOST {
            return Err(Unsupported::new("more than 100 squares in a row or column"));
        }
        let squares = (0..rows * columns).map(|i| self.place([i / columns, i % columns]));
        let number =
            |(place, word): (usize, Option<Value>)| Some((place.to_string(), json!([word?, 1, "1"])));
        let numbers: BTreeMap<String, Value> = squares.clone().zip(words).filter_map(number).collect();
        let mut last = 0;
        let steps: Vec<usize> = squares.map(|place| place - std::mem::replace(&mut last, place)).collect();
        // The place at the middle: a square, a corner, or the middle of a side.
        let kind = match (columns % 2, rows % 2) {
            (1, 1) => 0,
            (0, 0) => 1,
            (1, _) => 2,
            _ => 3,
        };
        let middle = (kind * (rows + 4) + rows.div_ceil(2) + 1) * self.across() + columns.div_ceil(2) + 1;
        let is_slitherlink = genre == "slitherlink";
        // Dots or lines between the squares, and what is drawn to solve it.
        let (look, tool, layer) = match is_slitherlink {
            true => (["3", "1", "2"], "edgex", "lineE"),
            false => (["1", "2", "1"], "linex", "line"),
        };
        let mode = json!({ "qa": "pu_a", "grid": look, "pu_q": tools("battleship", 2, 1), "pu_a": tools(tool, 3, 2) });
        let [mut puzzle, mut drawn] = [layers(), layers()];
        puzzle["number"] = json!(numbers);
        drawn[layer] = json!(drawing);
        let [width, height] = [columns, rows].map(|squares| (squares + 1) * SIDE);
        let none = layers();
        let head = format!(
            "square,{columns},{rows},{SIDE},0,1,1,{width},{height},{middle},{middle},0,0,0,0,Title: ,Author: ,,,OFF,false,"
        );
        let sheet = format!(
            "{head}\n[0,0,0,0]\n{mode}\n{puzzle}\n{drawn}\n{}\n[\"Surface\",\"Composite\"]\n{{}}\n\"x\"\n\"x\"\n[3,2,3]\n{mode}\n\
             \"x\"\n0\n{none}\n{none}\n{{}}\n[\"{genre}\"]\n",
            json!(steps)
        );
        let sheet = SHORT.iter().fold(sheet, |sheet, (long, short)| sheet.replace(long, short));
        let packed = base64(&compress_to_vec(sheet.as_bytes(), 9));
        Ok(format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={packed}\n"))
    }
}

/// The tools of a sheet, with the style of lines and that of numbers.
fn tools(tool: &str, line: u32, number: u32) -> Value {
    json!({
        "edit_mode": "combi", "surface": ["", 1], "multicolor": ["", 1], "line": ["1", line], "lineE": ["1", line],
        "wall": ["", line], "cage": ["1", 10], "number": ["1", number], "symbol": ["circle_L", 1], "special": ["thermo", ""],
        "board": ["", ""], "move": ["1", ""], "combi": [tool, ""], "sudoku": ["1", if number == 1 { 1 } else { 9 }],
    })
}

/// A sheet with nothing on it.
fn layers() -> Value {
    let stack = json!({ "__a": [] });
    json!({
        "command_redo": stack, "command_undo": stack, "command_replay": stack, "surface": {}, "number": {}, "numberS": {},
        "symbol": {}, "freeline": {}, "freelineE": {}, "thermo": [], "arrows": [], "direction": [], "squareframe": [],
        "polygon": [], "line": {}, "lineE": {}, "wall": {}, "cage": {}, "deletelineE": {}, "killercages": [], "nobulbthermo": [],
    })
}

fn base64(bytes: &[u8]) -> String {
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let byte = |i: usize| u32::from(three.get(i).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for i in 0..4 {
            let sign = SIGNS[(bits >> (18 - 6 * i) & 63) as usize];
            text.push(if i <= three.len() { char::from(sign) } else { '=' });
        }
    }
    text
}
