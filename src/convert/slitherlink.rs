//! Slitherlink on a square grid as text: rows of digits and full stops, perhaps below a line `rows columns`.

use super::document::{Draft, DraftError};
use super::lines::{Read, Text};
use super::matrix::{self, Signs};
use super::{Document, Unsupported};
use zlink_puzzle::{Puzzle, SquareGrid, Topology};

/// The clues of a square grid, row by row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Clues {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) clues: Vec<Option<u32>>,
}

/// Reads a grid of clues.
pub(super) fn read(text: Text<'_>) -> Read<Document> {
    let grid = matrix::read(text, Signs::Clues)?;
    let mut clues = Vec::with_capacity(grid.signs.len());
    for square in grid.squares(text, Signs::Clues)? {
        let Some(sign) = square else {
            clues.push(None);
            continue;
        };
        clues.push(match sign.text.as_bytes() {
            [digit @ b'0'..=b'9'] => Some(u32::from(digit - b'0')),
            _ => return Err(text.error(sign.range(), "a clue was expected: a digit, or `.` for none")),
        });
    }
    let clues = Clues { rows: grid.rows, columns: grid.columns, clues };
    let mut document = clues.document(text, grid.signs.iter().map(|sign| sign.at).collect())?;
    document.warnings.extend(grid.doubt(text, Signs::Clues));
    Ok(document)
}

/// Writes the clues of a puzzle.
pub(super) fn write(document: &Document) -> Result<String, Unsupported> {
    let Clues { rows, columns, clues } = Clues::of(document)?;
    if clues.iter().flatten().any(|&clue| clue > 9) {
        return Err(Unsupported::new("a clue of more than 9"));
    }
    let mut text = format!("{rows} {columns}\n");
    for row in clues.chunks(columns) {
        text.extend(row.iter().map(|clue| clue.and_then(|n| char::from_digit(n, 10)).unwrap_or('.')));
        text.push('\n');
    }
    Ok(text)
}

impl Clues {
    /// The puzzle with these clues, which are at `places` in a text.
    pub(super) fn document(&self, text: Text<'_>, places: Vec<usize>) -> Read<Document> {
        let mut document = self.build().map_err(|error| text.error_at_start(error.to_string()))?;
        document.places.cells = places;
        Ok(document)
    }

    /// The puzzle with these clues: corners are numbered row by row, and cell `c_R_C` has four sides.
    pub(super) fn build(&self) -> Result<Document, DraftError> {
        let Clues { rows, columns, clues } = self;
        let mut draft = Draft::new(Topology::Cycle);
        square_graph(&mut draft, rows + 1, columns + 1)?;
        for row in 0..*rows {
            for column in 0..*columns {
                // The numbers of edges fit, as the size of the graph was checked.
                let sides = self.sides(row, column).iter().map(|&e| e as u32).collect();
                draft.cell(&format!("c_{row}_{column}"), sides, clues[row * columns + column])?;
            }
        }
        draft.finish()
    }

    /// The numbers that [`Clues::build`] gives to the sides of a square: above, left, right, below.
    pub(super) fn sides(&self, row: usize, column: usize) -> [usize; 4] {
        let Clues { rows, columns, .. } = self;
        // Each full row of vertices has two edges per vertex, one to the right and one down, except for the last vertex, which has one.
        let right = |row: usize, column: usize| {
            if row < *rows { row * (2 * columns + 1) + 2 * column } else { row * (2 * columns + 1) + column }
        };
        let down = |row: usize, column: usize| right(row, column) + usize::from(column < *columns);
        [right(row, column), down(row, column), down(row, column + 1), right(row + 1, column)]
    }

    /// The clues of a puzzle that is a Slitherlink on a whole square grid.
    pub(super) fn of(document: &Document) -> Result<Self, Unsupported> {
        plain_rules(&document.puzzle, Topology::Cycle)?;
        Clues::on_grid(document).map(|(_, clues)| clues)
    }

    /// The square grid of a puzzle whose graph is a whole one, and the clues of its squares.
    pub(super) fn on_grid(document: &Document) -> Result<(SquareGrid, Self), Unsupported> {
        let Document { puzzle, positions, .. } = document;
        let grid = SquareGrid::placed(puzzle, positions).filter(|l| l.rows() > 1 && l.columns() > 1);
        let grid = grid.ok_or(Unsupported::new("a graph that is no square grid"))?;
        let (rows, columns) = (grid.rows() - 1, grid.columns() - 1);
        let mut clues = vec![None; rows * columns];
        for (id, cell) in puzzle.clued_cells() {
            let [row, column] = grid
                .square(puzzle, id)
                .ok_or(Unsupported::new("a clue on edges that are not the sides of a square"))?;
            let clue = &mut clues[row * columns + column];
            if clue.is_some_and(|known| Some(known) != cell.clue) {
                return Err(Unsupported::new("two clues in one square"));
            }
            *clue = cell.clue;
        }
        Ok((grid, Clues { rows, columns, clues }))
    }
}

/// Fails if a puzzle has more than a format of graphs, clues and pairs can express.
pub(super) fn plain_rules(puzzle: &Puzzle, topology: Topology) -> Result<(), Unsupported> {
    plain_topology(puzzle, topology)?;
    if puzzle.cover() && topology == Topology::Cycle {
        return Err(Unsupported::new("that every vertex must be covered"));
    }
    Ok(())
}

/// Fails as [`plain_rules`] does, but not if every vertex must be covered.
pub(super) fn plain_topology(puzzle: &Puzzle, topology: Topology) -> Result<(), Unsupported> {
    if puzzle.topology() != topology {
        let what = match puzzle.topology() {
            Topology::Cycle => "a Slitherlink",
            Topology::Cycles => "several cycles",
            Topology::Linkage => "a Numberlink",
            Topology::PathMatching => "sets of paths",
        };
        return Err(Unsupported::new(what));
    }
    if !puzzle.required().is_empty() || !puzzle.forbidden().is_empty() {
        return Err(Unsupported::new("a required or forbidden edge"));
    }
    plain_sums(puzzle)
}

/// Fails if the puzzle has constraints on its edges that most formats cannot express.
pub(super) fn plain_sums(puzzle: &Puzzle) -> Result<(), Unsupported> {
    if puzzle.sums().any(|(sum, _)| !puzzle.is_clue(sum)) {
        return Err(Unsupported::new("a bound or an integrity constraint (`--to facts` does)"));
    }
    Ok(())
}

/// Adds the vertices and edges of a grid of `rows` times `columns` vertices: from each vertex to the right, then down.
pub(super) fn square_graph(draft: &mut Draft, rows: usize, columns: usize) -> Result<(), DraftError> {
    let count = rows.checked_mul(columns).filter(|&n| n < 1 << 30).ok_or(DraftError::TooLarge)?;
    draft.numbered_vertices(count)?;
    for v in 0..count {
        let (row, column) = (v / columns, v % columns);
        // Both are below 2^30.
        let (here, next) = (v as u32, columns as u32);
        if column + 1 < columns {
            draft.parts.edges.push([here, here + 1]);
        }
        if row + 1 < rows {
            draft.parts.edges.push([here, here + next]);
        }
        draft.positions.push(Some([column as i64, row as i64]));
    }
    Ok(())
}
