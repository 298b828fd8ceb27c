//! Turns and mirrors puzzles in the plane, and numbers them anew in reading order, so that every format still recognises a grid.

use std::cmp::Ordering;

use super::{Document, Places};
use zlink_base::named;
use zlink_puzzle::{CellId, EdgeId, Marks, Parts, PartsError, Puzzle, SquareGrid, VertexId};

named! {
    /// How a puzzle is turned or mirrored.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Turn {
        /// Left and right are exchanged
        LeftRight = "left-right",
        /// Above and below are exchanged
        UpDown = "up-down",
        /// A quarter turn to the left
        Left = "left",
        /// A quarter turn to the right
        Right = "right",
        /// Mirrored at the diagonal from the upper left: rows become columns
        Diagonal = "diagonal",
    }
}

/// The reason why a puzzle cannot be turned.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotTurned {
    /// The vertices have no coordinates.
    #[error("only a square grid can be turned without coordinates: give facts pos(V,X,Y)")]
    NoPositions,
    /// A turned coordinate would not fit into 64 bits.
    #[error("the coordinates are too large to be turned")]
    TooLarge,
    /// The turned parts make no puzzle.
    #[error(transparent)]
    Parts(#[from] PartsError),
}

/// Turns or mirrors a puzzle with its names, coordinates, labels, marks and answer. The upper left corner of its bounding box stays in place.
/// Vertices, edges and cells are numbered anew row by row, and so are names of the form 0, 1, ... or f0, f1, ...
pub fn turn(document: &Document, how: Turn) -> Result<Document, NotTurned> {
    let is_placed = document.positions.iter().any(Option::is_some) || !document.marks.shaded.is_empty();
    let mut places = if is_placed { document.positions.clone() } else { on_grid(&document.puzzle)? };
    places.extend(document.marks.shaded.iter().copied().map(Some));
    let mut after = turned(&places, how)?;
    let shaded = after.split_off(document.positions.len());
    let order = Order::of(&document.puzzle, &after);
    let puzzle = order.puzzle(&document.puzzle)?;
    let positions = match is_placed {
        true => order.vertices.iter().map(|v| after[v.index()]).collect(),
        false => vec![None; after.len()],
    };
    let mut answer: Vec<EdgeId> = document.answer.iter().map(|e| EdgeId(order.edge[e.index()])).collect();
    answer.sort_unstable();
    let number = |v: VertexId| VertexId(order.vertex[v.index()]);
    Ok(Document {
        puzzle,
        names: document.names.reordered(&order.vertices, &order.cells),
        positions,
        labels: document.labels.renumbered(number),
        marks: Marks { shaded: shaded.into_iter().flatten().collect(), ..document.marks.renumbered(number) },
        answer,
        places: Places::default(),
        warnings: Vec::new(),
    })
}

/// The column and row of each vertex of a square grid, as coordinates.
fn on_grid(puzzle: &Puzzle) -> Result<Vec<Option<[i64; 2]>>, NotTurned> {
    let grid = SquareGrid::of(puzzle).ok_or(NotTurned::NoPositions)?;
    let place = |v: usize| {
        let [row, column] = grid.place(VertexId::from_index(v));
        Some([column as i64, row as i64])
    };
    Ok((0..puzzle.vertex_count()).map(place).collect())
}

/// The coordinates after the turn.
fn turned(before: &[Option<[i64; 2]>], how: Turn) -> Result<Vec<Option<[i64; 2]>>, NotTurned> {
    let known = || before.iter().flatten().map(|at| at.map(i128::from));
    let [low_x, high_x] =
        [known().map(|[x, _]| x).min(), known().map(|[x, _]| x).max()].map(Option::unwrap_or_default);
    let [low_y, high_y] =
        [known().map(|[_, y]| y).min(), known().map(|[_, y]| y).max()].map(Option::unwrap_or_default);
    let place = |[x, y]: [i64; 2]| {
        let [right, down] = [i128::from(x) - low_x, i128::from(y) - low_y];
        let [left, up] = [high_x - i128::from(x), high_y - i128::from(y)];
        let [x, y] = match how {
            Turn::LeftRight => [left, down],
            Turn::UpDown => [right, up],
            Turn::Left => [down, left],
            Turn::Right => [up, right],
            Turn::Diagonal => [down, right],
        };
        let whole = |c: i128| i64::try_from(c).map_err(|_| NotTurned::TooLarge);
        Ok([whole(low_x + x)?, whole(low_y + y)?])
    };
    before.iter().map(|at| at.map(place).transpose()).collect()
}

/// The new numbers of vertices, edges and cells, in reading order: row by row.
struct Order {
    /// The vertices, in the order of their new numbers; the same for cells and edges.
    vertices: Vec<VertexId>,
    cells: Vec<CellId>,
    edges: Vec<EdgeId>,
    /// By old number: the new number of each vertex, and of each edge.
    vertex: Vec<u32>,
    edge: Vec<u32>,
}

impl Order {
    /// The order by coordinates; vertices and cells without coordinates come last, in their old order.
    fn of(puzzle: &Puzzle, places: &[Option<[i64; 2]>]) -> Self {
        let mut vertices: Vec<VertexId> = (0..puzzle.vertex_count()).map(VertexId::from_index).collect();
        vertices.sort_by_key(|v| places[v.index()].map_or((true, 0, 0), |[x, y]| (false, y, x)));
        let vertex = numbers(&vertices, |v| v.index());
        let mut edges: Vec<EdgeId> = (0..puzzle.edge_count()).map(EdgeId::from_index).collect();
        edges.sort_by_key(|&e| ascending(puzzle, &vertex, e));
        let edge = numbers(&edges, |e| e.index());
        let middles: Vec<Option<Middle>> = (0..puzzle.cell_count())
            .map(|c| Middle::of(puzzle, puzzle.cell(CellId::from_index(c)).edges, places))
            .collect();
        let mut cells: Vec<CellId> = (0..puzzle.cell_count()).map(CellId::from_index).collect();
        cells.sort_by(|a, b| match (&middles[a.index()], &middles[b.index()]) {
            (Some(a), Some(b)) => a.compare(b),
            (a, b) => a.is_none().cmp(&b.is_none()),
        });
        Order { vertices, cells, edges, vertex, edge }
    }

    /// The puzzle with the new numbers; the ends of each edge ascend.
    fn puzzle(&self, puzzle: &Puzzle) -> Result<Puzzle, PartsError> {
        let parts = Parts::of(puzzle);
        let renumbered = |edges: &[u32]| {
            let mut new: Vec<u32> = edges.iter().map(|&e| self.edge[e as usize]).collect();
            new.sort_unstable();
            new
        };
        let cell = |c: &CellId| {
            let (edges, clue) = &parts.cells[c.index()];
            (renumbered(edges), *clue)
        };
        let new_cell = numbers(&self.cells, |cell| cell.index());
        Puzzle::from_parts(Parts {
            edges: self.edges.iter().map(|&e| ascending(puzzle, &self.vertex, e)).collect(),
            cells: self.cells.iter().map(cell).collect(),
            pairs: parts.pairs.iter().map(|pair| pair.map(|v| self.vertex[v as usize])).collect(),
            bounds: parts.bounds.iter().map(|&(cell, bounds)| (new_cell[cell as usize], bounds)).collect(),
            integrity: parts
                .integrity
                .iter()
                .map(|literals| literals.iter().map(|&(e, is_in)| (self.edge[e as usize], is_in)).collect())
                .collect(),
            required: renumbered(&parts.required),
            forbidden: renumbered(&parts.forbidden),
            ..parts
        })
    }
}

/// The inverse of `order`: by old number, the new one.
fn numbers<T: Copy>(order: &[T], index: impl Fn(T) -> usize) -> Vec<u32> {
    let mut number = vec![0; order.len()];
    (0..).zip(order).for_each(|(new, &old)| number[index(old)] = new);
    number
}

/// The new numbers of the ends of an edge, ascending.
fn ascending(puzzle: &Puzzle, vertex: &[u32], edge: EdgeId) -> [u32; 2] {
    let [u, v] = puzzle.edge_ends(edge).map(|v| vertex[v.index()]);
    [u.min(v), u.max(v)]
}

/// The mean of the coordinates of the ends of some edges, as sum and count.
struct Middle {
    sum: [i128; 2],
    count: i128,
}

impl Middle {
    /// The middle of the ends of `edges`; `None` unless all of them have coordinates.
    fn of(puzzle: &Puzzle, edges: &[EdgeId], places: &[Option<[i64; 2]>]) -> Option<Self> {
        let mut middle = Middle { sum: [0; 2], count: 0 };
        for v in edges.iter().flat_map(|&e| puzzle.edge_ends(e)) {
            let [x, y] = places[v.index()]?.map(i128::from);
            middle = Middle { sum: [middle.sum[0] + x, middle.sum[1] + y], count: middle.count + 1 };
        }
        (middle.count > 0).then_some(middle)
    }

    /// Compares by row, then by column. The products fit into 128 bits: sums of 2^32 numbers of 64 bits, times another count.
    fn compare(&self, other: &Middle) -> Ordering {
        let [x, y] = [0, 1].map(|i| (self.sum[i] * other.count).cmp(&(other.sum[i] * self.count)));
        y.then(x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Format, read, write};
    use zlink_facts::Source;
    use zlink_puzzle::brute;
    use zlink_puzzle::check;

    fn document(format: Format, text: &str) -> Document {
        read(format, &Source::new("text", text)).unwrap()
    }

    fn text(format: Format, document: &Document) -> String {
        write(format, document).unwrap().text
    }

    fn again(document: &Document) -> Document {
        document_of(&document.to_facts())
    }

    fn document_of(facts: &str) -> Document {
        document(Format::Facts, facts)
    }

    const GRID: &str = "3 1 .\n. . 2\n";

    #[test]
    fn a_grid_turns_as_its_text_does() {
        let grid = document(Format::Slitherlink, GRID);
        for (how, expected) in [
            (Turn::LeftRight, [". 1 3", "2 . ."].as_slice()),
            (Turn::UpDown, &[". . 2", "3 1 ."]),
            (Turn::Left, &[". 2", "1 .", "3 ."]),
            (Turn::Right, &[". 3", ". 1", "2 ."]),
            (Turn::Diagonal, &["3 .", "1 .", ". 2"]),
        ] {
            let expected = document(Format::Slitherlink, &expected.join("\n"));
            for grid in [&grid, &again(&grid), &placed(&grid)] {
                let turned = turn(grid, how).unwrap();
                for format in [Format::Slitherlink, Format::Pzpr] {
                    assert_eq!(text(format, &turned), text(format, &expected), "{how}");
                    assert_eq!(text(format, &again(&turned)), text(format, &expected), "{how}");
                }
            }
        }
    }

    /// The document of a grid, with coordinates.
    fn placed(document: &Document) -> Document {
        Document { positions: on_grid(&document.puzzle).unwrap(), ..document.clone() }
    }

    #[test]
    fn four_quarter_turns_and_two_reflections_change_nothing() {
        let mut cairo = zlink_board::Tiling::named("cairo")
            .unwrap()
            .board([3, 2], 0, &zlink_base::limits::Limits::none())
            .unwrap();
        let clues: Vec<Option<u32>> = (0..cairo.puzzle.cell_count()).map(|c| (c == 1).then_some(3)).collect();
        cairo.puzzle = cairo.puzzle.with_clues(&clues);
        for document in [document(Format::Slitherlink, GRID), Document::from(cairo)] {
            // Turning up-down twice numbers the puzzle row by row.
            let first = turn(&turn(&document, Turn::UpDown).unwrap(), Turn::UpDown).unwrap();
            let many = |how: Turn, times: usize| {
                (0..times).fold(first.clone(), |document, _| turn(&document, how).unwrap())
            };
            for (how, times) in [
                (Turn::Left, 4),
                (Turn::Right, 4),
                (Turn::LeftRight, 2),
                (Turn::UpDown, 2),
                (Turn::Diagonal, 2),
            ] {
                assert_eq!(many(how, times).to_facts(), first.to_facts(), "{how}");
                assert_ne!(many(how, 1).to_facts(), first.to_facts(), "{how}");
            }
            let half = many(Turn::Left, 2);
            assert_eq!(half.to_facts(), many(Turn::Right, 2).to_facts());
            assert_eq!(half.to_facts(), turn(&many(Turn::UpDown, 1), Turn::LeftRight).unwrap().to_facts());
        }
    }

    #[test]
    fn solutions_are_carried_over() {
        let facts = "edge(a,b). edge(c,b). edge(c,d). edge(a,d). edge(b,e). edge(e,f). edge(f,c). \
                     pos(a,0,0). pos(b,5,0). pos(c,5,5). pos(d,0,5). pos(e,9,0). pos(f,9,5). \
                     cell_contains(x,a,b). cell_contains(x,c,b). clue(x,2). -link(b,e). link(a,b). \
                     pair(a,d). pair(e,f). pair_label(d,a,\"A b\").";
        let mut puzzle = document_of(facts);
        let solutions = brute::solutions(&puzzle.puzzle);
        assert!(!solutions.is_empty());
        for how in Turn::ALL {
            for solution in &solutions {
                puzzle.answer.clone_from(solution);
                let turned = turn(&puzzle, how).unwrap();
                check::verify(&turned.puzzle, &turned.answer).unwrap();
            }
            let turned = turn(&puzzle, how).unwrap();
            assert_eq!(brute::solutions(&turned.puzzle).len(), solutions.len());
            let facts = again(&turned).to_facts();
            assert!(facts.contains("\"A b\"") && facts.contains("clue(x,2)"), "{facts}");
            assert_eq!(turned.puzzle.required().len() + turned.puzzle.forbidden().len(), 2);
        }
    }

    #[test]
    fn what_has_no_place_is_not_turned() {
        let graph = document_of("edge(0,1). edge(1,2). edge(2,3). edge(3,1).");
        assert_eq!(turn(&graph, Turn::Left).unwrap_err(), NotTurned::NoPositions);
        let far = document_of(&format!("edge(0,1). pos(0,0,{}). pos(1,0,{}).", i64::MIN, i64::MAX));
        assert_eq!(turn(&far, Turn::Left).unwrap_err(), NotTurned::TooLarge);
        assert!(turn(&far, Turn::UpDown).is_ok());
    }
}
