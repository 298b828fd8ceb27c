//! Recognises a document as a puzzle with a loop through squares: its marks say which one, and that puzzle must have the same rules.

use std::collections::BTreeSet;

use super::{Circle, Kind, Regions, SquareLoop};
use crate::{Document, Unsupported};
use zlink_puzzle::{EdgeId, Puzzle, SquareGrid, Topology, VertexId};

/// The error that the rules are not those of the marks.
const OTHER_RULES: Unsupported =
    Unsupported::new("rules that its circles, regions and shaded squares do not say");

impl SquareLoop {
    /// The puzzle that a document is by its marks; none without marks.
    pub(in super::super) fn of(document: &Document) -> Result<Option<Self>, Unsupported> {
        let Document { puzzle, marks, .. } = document;
        if marks.is_empty() {
            return Ok(None);
        }
        let Grid { rows, columns, squares } = Grid::of(document)?;
        let count = rows * columns;
        let kind = if !marks.regions.is_empty() {
            Kind::CountryRoad(regions(document, [rows, columns], &squares)?)
        } else if !marks.signs.is_empty() {
            let mut circles = vec![None; count];
            for (vertex, mark) in &marks.signs {
                let circle = Circle::of(mark).ok_or(Unsupported::new("marks that are no circles"))?;
                circles[squares[vertex.index()]] = Some(circle);
            }
            Kind::Masyu { circles, cover: puzzle.cover() }
        } else {
            let mut shaded = vec![true; count];
            squares.iter().for_each(|&square| shaded[square] = false);
            Kind::SimpleLoop { shaded }
        };
        let found = SquareLoop { rows, columns, kind };
        let made = found.document().map_err(|_| OTHER_RULES)?;
        let own = Grid::of(&made)?.squares;
        match Rules::of(&made.puzzle, &own) == Rules::of(puzzle, &squares) {
            true => Ok(Some(found)),
            false => Err(OTHER_RULES),
        }
    }
}

/// The squares of a document.
struct Grid {
    rows: usize,
    columns: usize,
    /// By vertex: its square.
    squares: Vec<usize>,
}

impl Grid {
    /// The grid whose squares are the vertices and the shaded squares.
    fn of(document: &Document) -> Result<Self, Unsupported> {
        let no_grid = Unsupported::new("a graph that is no square grid");
        let Document { puzzle, positions, marks, .. } = document;
        let places: Vec<[i64; 2]> = positions.iter().flatten().copied().collect();
        if places.is_empty() && marks.shaded.is_empty() {
            let grid = SquareGrid::of(puzzle).ok_or(no_grid)?;
            let (rows, columns) = (grid.rows(), grid.columns());
            let square = |v: usize| {
                let [row, column] = grid.place(VertexId::from_index(v));
                row * columns + column
            };
            return Ok(Grid { rows, columns, squares: (0..puzzle.vertex_count()).map(square).collect() });
        }
        let all: BTreeSet<[i64; 2]> = places.iter().chain(&marks.shaded).copied().collect();
        let ends = |axis: usize| {
            let low = all.iter().map(|at| at[axis]).min()?;
            let high = all.iter().map(|at| at[axis]).max()?;
            Some((low, usize::try_from(high.checked_sub(low)?).ok()?.checked_add(1)?))
        };
        let (Some((left, columns)), Some((top, rows))) = (ends(0), ends(1)) else { return Err(no_grid) };
        // Each square of the rectangle is one vertex, or shaded.
        let count = puzzle.vertex_count() + marks.shaded.len();
        if rows.checked_mul(columns) != Some(count)
            || all.len() != count
            || places.len() != puzzle.vertex_count()
        {
            return Err(no_grid);
        }
        // The differences are below `rows` and `columns`.
        let square = |[x, y]: &[i64; 2]| (y - top) as usize * columns + (x - left) as usize;
        Ok(Grid { rows, columns, squares: places.iter().map(square).collect() })
    }
}

/// The regions of the squares with their numbers.
fn regions(document: &Document, size: [usize; 2], squares: &[usize]) -> Result<Regions, Unsupported> {
    let Document { puzzle, marks, .. } = document;
    let mut names = vec![None; size[0] * size[1]];
    for (vertex, name) in &marks.regions {
        names[squares[vertex.index()]] = Some(name);
    }
    if names.iter().any(Option::is_none) {
        return Err(Unsupported::new("a square that is in no region"));
    }
    let is_joined = |square: usize| {
        [square + 1, square + size[1]]
            .map(|other| names.get(other).is_some_and(|name| *name == names[square]))
    };
    let mut is_joined: Vec<[bool; 2]> = (0..names.len()).map(is_joined).collect();
    for &edge in puzzle.forbidden() {
        let [a, b] = step(puzzle, squares, edge);
        is_joined[a][usize::from(b - a != 1 || size[1] == 1)] = false;
    }
    let mut regions = Regions::between(size, &is_joined);
    for (vertex, mark) in &marks.signs {
        let number = mark.parse().ok().filter(|&number: &u32| number > 0);
        let number = number.ok_or(Unsupported::new("marks of regions that are no numbers from 1 on"))?;
        regions.set_number(regions.of(squares[vertex.index()]), number);
    }
    Ok(regions)
}

/// An edge, by its two squares.
type Step = [usize; 2];

/// A sum: its positive and negative literals, sorted, and its bounds.
type Sum = (Vec<Step>, Vec<Step>, i64, i64);

/// The graph and the rules of a puzzle, with squares for vertices, in an order that no numbering changes.
#[derive(PartialEq, Eq)]
struct Rules {
    topology: Topology,
    cover: bool,
    edges: Vec<Step>,
    sums: Vec<Sum>,
}

/// The squares of an edge, the former one first.
fn step(puzzle: &Puzzle, squares: &[usize], edge: EdgeId) -> Step {
    let [a, b] = puzzle.edge_ends(edge).map(|v| squares[v.index()]);
    [a.min(b), a.max(b)]
}

fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut sorted: Vec<T> = items.collect();
    sorted.sort_unstable();
    sorted.dedup();
    sorted
}

impl Rules {
    fn of(puzzle: &Puzzle, squares: &[usize]) -> Self {
        let step = |&edge: &EdgeId| step(puzzle, squares, edge);
        let steps = |edges: &[EdgeId]| sorted(edges.iter().map(step));
        let sums =
            puzzle.sums().map(|(_, sum)| (steps(sum.positive), steps(sum.negative), sum.least, sum.most));
        let single = |count: i64| move |edge: &EdgeId| (vec![step(edge)], Vec::new(), count, count);
        let required = puzzle.required().iter().map(single(1));
        let forbidden = puzzle.forbidden().iter().map(single(0));
        Rules {
            topology: puzzle.topology(),
            cover: puzzle.cover(),
            edges: sorted((0..puzzle.edge_count()).map(|e| step(&EdgeId::from_index(e)))),
            sums: sorted(sums.chain(required).chain(forbidden)),
        }
    }
}
