//! The places of the clues of cells: inside the cell's face or, if the cell is no face, on a mark beside its edges.

use super::geometry::roomiest;
use super::layout::{Layout, Point, distance};
use zlink_puzzle::{CellId, Puzzle};

/// The distances of a mark from other marks, and from vertices, in edges.
const BESIDE_MARKS: f64 = 0.5;
const BESIDE_VERTICES: f64 = 0.3;
/// The most marks that are pushed apart if they overlap.
const MOST_PUSHED: usize = 300;

/// The place of a clue, in the plane of the layout.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    /// The middle of the place.
    pub at: Point,
    /// The distance to the nearest side of the face or, for a mark, to the border of its own area.
    pub room: f64,
}

/// The places of the clues of some cells.
#[derive(Debug, Clone)]
pub struct Places {
    /// By cell: its place; `None` for cells that were not requested or have no edges.
    places: Vec<Option<Place>>,
}

impl Places {
    /// The places of the cells that are wanted, in a layout of `puzzle`. The marks of other cells are ignored.
    pub fn of(puzzle: &Puzzle, layout: &Layout, is_wanted: impl Fn(CellId) -> bool) -> Self {
        let cells = (0..puzzle.cell_count()).map(CellId::from_index);
        let in_face = |cell: CellId| {
            let face = layout.faces[cell.index()].as_ref().filter(|_| is_wanted(cell))?;
            let corners: Vec<Point> = face.iter().map(|&v| layout.at(v)).collect();
            let (at, room) = roomiest(&corners);
            Some(Place { at, room })
        };
        let mut places: Vec<Option<Place>> = cells.clone().map(in_face).collect();
        let is_marked = |&cell: &CellId| {
            let has_edges = !puzzle.cell(cell).edges.is_empty();
            has_edges && is_wanted(cell) && layout.faces[cell.index()].is_none()
        };
        for (cell, at) in marks(puzzle, layout, cells.filter(is_marked)) {
            places[cell.index()] = Some(Place { at, room: BESIDE_MARKS / 2.0 });
        }
        Places { places }
    }

    /// The place of a cell, if it has one.
    pub fn at(&self, cell: CellId) -> Option<Place> {
        self.places[cell.index()]
    }
}

/// The marks of cells: each in the middle of its cell's edges, but apart from other marks and from vertices.
fn marks(puzzle: &Puzzle, layout: &Layout, cells: impl Iterator<Item = CellId>) -> Vec<(CellId, Point)> {
    let mut marks: Vec<(CellId, Point)> = cells
        .map(|cell| {
            let edges = puzzle.cell(cell).edges;
            let middles = edges.iter().map(|&e| layout.middle(puzzle, e));
            let sum = middles.fold([0.0; 2], |sum, p| [sum[0] + p[0], sum[1] + p[1]]);
            let count = edges.len() as f64;
            // Marks with the same middle move in different directions.
            let angle = 2.399_963 * cell.index() as f64;
            (cell, [sum[0] / count + 0.05 * angle.cos(), sum[1] / count + 0.05 * angle.sin()])
        })
        .collect();
    if marks.len() > MOST_PUSHED {
        return marks;
    }
    for _ in 0..40 {
        for i in 0..marks.len() {
            let here = marks[i].1;
            let others = marks.iter().enumerate().filter(|(j, _)| *j != i);
            let others = others.map(|(_, mark)| (mark.1, BESIDE_MARKS));
            let vertices = layout.positions.iter().map(|&p| (p, BESIDE_VERTICES));
            let mut push = [0.0; 2];
            for (there, room) in others.chain(vertices) {
                let far = distance(here, there).max(1e-6);
                if far < room {
                    let by = 0.5 * (room - far) / far;
                    push = [push[0] + by * (here[0] - there[0]), push[1] + by * (here[1] - there[1])];
                }
            }
            marks[i].1 = [here[0] + push[0], here[1] + push[1]];
        }
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;
    use zlink_base::limits::Limits;
    use zlink_board::Tiling;
    use zlink_puzzle::Parts;

    #[test]
    fn clues_stand_inside_of_faces() {
        for name in ["square", "cairo", "dodecagonal", "hats"] {
            let tiling = Tiling::named(name).unwrap();
            let board = tiling.board(tiling.small, 0, &Limits::none()).unwrap();
            let layout = Layout::of(&board.puzzle, &board.positions, &Limits::none()).unwrap();
            let places = Places::of(&board.puzzle, &layout, |_| true);
            for cell in (0..board.puzzle.cell_count()).map(CellId::from_index) {
                let place = places.at(cell).unwrap();
                let corners = layout.faces[cell.index()].as_ref().unwrap();
                let nearest = corners.iter().map(|&v| distance(place.at, layout.at(v))).fold(9.0, f64::min);
                assert!(place.room > 0.2 && place.room <= nearest + 1e-9, "{name} {cell:?} {place:?}");
            }
        }
    }

    #[test]
    fn marks_keep_apart_and_only_the_wanted_ones_have_a_place() {
        let board = Tiling::named("square").unwrap().board([2, 2], 0, &Limits::none()).unwrap();
        let mut parts = Parts::of(&board.puzzle);
        // Three cells that are no faces, of the same edges, and one without edges.
        parts.cells = vec![(vec![0, 4], None), (vec![0, 4], Some(1)), (vec![0, 4], None), (vec![], Some(0))];
        let puzzle = Puzzle::from_parts(parts).unwrap();
        let layout = Layout::of(&puzzle, &board.positions, &Limits::none()).unwrap();
        let places = Places::of(&puzzle, &layout, |_| true);
        let [a, b, c, d] = [0, 1, 2, 3].map(|cell| places.at(CellId(cell)));
        assert!(d.is_none() && distance(a.unwrap().at, b.unwrap().at) > 0.2, "{a:?} {b:?}");
        assert!(distance(b.unwrap().at, c.unwrap().at) > 0.2, "{b:?} {c:?}");
        let clued = Places::of(&puzzle, &layout, |cell| puzzle.cell(cell).clue.is_some());
        assert!(clued.at(CellId(0)).is_none() && clued.at(CellId(1)).is_some());
    }
}
