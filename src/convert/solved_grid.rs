//! Solutions on square grids, read again as `solution` writes them.

use rustc_hash::FxHashMap;

use super::lines::{Piece, Read, Text};
use super::region::Region;
use super::slitherlink::Clues;
use super::{Document, matrix, solution};
use zlink_facts::Source;
use zlink_puzzle::{EdgeId, Incidence, SquareGrid, Topology, VertexId};

/// The most steps of the search for a path through all vertices of a label: this many, and some for each vertex.
const MOST_STEPS: usize = 1 << 16;
const STEPS_EACH: usize = 64;

/// The edges of the solutions in a text of grids like those of [`solution_grid`](super::solution_grid), with blank lines between them;
/// `None` if the text does not begin like one. Fails if a grid is not whole, or if its labels do not determine the links.
pub fn read_solution_grids(document: &Document, source: &Source) -> Read<Option<Vec<Vec<EdgeId>>>> {
    let text = Text::new(source)?;
    let lines: Vec<Piece<'_>> = text.lines().collect();
    match document.puzzle.topology() {
        Topology::Cycle | Topology::Cycles => regions(document, text, &lines),
        Topology::Linkage => labels(document, text, &lines),
        Topology::PathMatching => Ok(None),
    }
}

/// The lines from the next one on that is not blank.
fn skip_blank<'l, 's>(lines: &'l [Piece<'s>]) -> &'l [Piece<'s>] {
    let blank = lines.iter().take_while(|line| line.text.trim().is_empty()).count();
    &lines[blank..]
}

fn regions(document: &Document, text: Text<'_>, lines: &[Piece<'_>]) -> Read<Option<Vec<Vec<EdgeId>>>> {
    let Ok((grid, Clues { rows, columns, .. })) = Clues::on_grid(document) else { return Ok(None) };
    let mut rest = skip_blank(lines);
    let is_size = rest.first().is_some_and(|&line| matrix::size(line.trimmed()).is_some());
    if !is_size || !text.all.contains('#') {
        return Ok(None);
    }
    let mut solutions = Vec::new();
    while let Some((&head, below)) = rest.split_first() {
        if matrix::size(head.trimmed()) != Some([columns, rows]) {
            return Err(
                text.error(head.range(), format!("the size `{columns} {rows}` of the puzzle was expected"))
            );
        }
        if below.len() < rows {
            return Err(text.error_at_end(format!("the grid ends before its {rows} rows")));
        }
        let mut inside = vec![false; rows * columns];
        for (row, line) in below[..rows].iter().enumerate() {
            let squares = Piece { at: line.at, text: line.text.trim_end() };
            for (column, sign) in squares.characters().enumerate() {
                if column == columns || !sign.text.chars().all(matrix::is_drawn) {
                    let what =
                        format!("a row of {columns} squares was expected: `#` inside, a blank outside");
                    return Err(text.error(sign.range(), what));
                }
                inside[row * columns + column] = sign.text == "#";
            }
        }
        solutions.push(Region { rows, columns, inside }.outline_on(&document.puzzle, &grid));
        rest = skip_blank(&below[rows..]);
    }
    Ok(Some(solutions))
}

fn labels(document: &Document, text: Text<'_>, lines: &[Piece<'_>]) -> Read<Option<Vec<Vec<EdgeId>>>> {
    let Some(grid) = SquareGrid::placed(&document.puzzle, &document.positions) else { return Ok(None) };
    let Ok(labels) = solution::labels(document) else { return Ok(None) };
    let numbers: FxHashMap<&str, usize> = labels.iter().map(String::as_str).zip(0..).collect();
    let is_sign = |word: &str| word == "." || numbers.contains_key(word);
    let words = |line: Piece<'_>| line.words().map(|word| word.text).all(is_sign);
    let incidence = Incidence::of(&document.puzzle);
    let mut rest = skip_blank(lines);
    let fits = |line: &Piece<'_>| words(*line) && line.words().count() == grid.columns();
    if !rest.first().is_some_and(fits) {
        return Ok(None);
    }
    let mut solutions = Vec::new();
    while let Some(&first) = rest.first() {
        let mut signs = vec![None; grid.rows() * grid.columns()];
        for row in 0..grid.rows() {
            let Some(line) = rest.get(row).filter(|line| !line.text.trim().is_empty()) else {
                return Err(text.error(
                    first.range(),
                    format!("the {} rows of a grid were expected from here", grid.rows()),
                ));
            };
            if !fits(line) {
                let what = format!("a row of {} labels was expected, with `.` for none", grid.columns());
                return Err(text.error(line.range(), what));
            }
            for (column, word) in line.words().enumerate() {
                signs[row * grid.columns() + column] = numbers.get(word.text).copied();
            }
        }
        let mut area = Area::of(&incidence, |v| {
            let [row, column] = grid.place(v);
            signs[row * grid.columns() + column]
        });
        let mut edges = Vec::new();
        for (i, &ends) in document.puzzle.pairs().iter().enumerate() {
            let fault = |paths| {
                let what = match paths {
                    Paths::None => {
                        format!("no path passes all squares of `{}` in the grid from here", labels[i])
                    }
                    Paths::Several => {
                        format!(
                            "it is not certain which links the label `{}` has in the grid from here",
                            labels[i]
                        )
                    }
                };
                text.error(first.range(), what)
            };
            edges.extend(area.only_path(i, ends).map_err(fault)?);
        }
        solutions.push(edges);
        rest = skip_blank(&rest[grid.rows()..]);
    }
    Ok(Some(solutions))
}

/// How many paths pass all vertices of a label, if not one.
enum Paths {
    None,
    /// Several, or too many steps to tell.
    Several,
}

/// The labels of the vertices of a graph.
struct Area<'a> {
    incidence: &'a Incidence,
    /// By vertex: the number of its label, if it has one.
    labels: Vec<Option<usize>>,
    /// By label: the number of its vertices.
    counts: FxHashMap<usize, usize>,
    /// By vertex: whether the path that is searched for does not pass it yet.
    is_free: Vec<bool>,
}

impl<'a> Area<'a> {
    fn of(incidence: &'a Incidence, label: impl Fn(VertexId) -> Option<usize>) -> Self {
        let labels: Vec<_> = (0..incidence.vertex_count()).map(VertexId::from_index).map(label).collect();
        let mut counts = FxHashMap::default();
        labels.iter().flatten().for_each(|&label| *counts.entry(label).or_default() += 1);
        Area { incidence, is_free: vec![true; labels.len()], labels, counts }
    }

    fn is_open(&self, vertex: VertexId, label: usize) -> bool {
        self.is_free[vertex.index()] && self.labels[vertex.index()] == Some(label)
    }

    /// The edges of the path from end to end that passes all vertices with the label, if there is exactly one.
    fn only_path(&mut self, label: usize, [first, last]: [VertexId; 2]) -> Result<Vec<EdgeId>, Paths> {
        let incidence = self.incidence;
        let count = self.counts.get(&label).copied().unwrap_or_default();
        let mut steps = 0..MOST_STEPS + STEPS_EACH * count;
        let mut found = None;
        let mut edges: Vec<EdgeId> = Vec::new();
        // The vertices of the path, each with the number of its edges that were tried.
        let mut path = vec![(first, 0)];
        self.is_free[first.index()] = false;
        while let Some((v, tried)) = path.last_mut() {
            steps.next().ok_or(Paths::Several)?;
            let v = *v;
            let Some(&(edge, next)) = incidence.at(v).get(*tried).filter(|_| v != last) else {
                if v == last && path.len() == count && found.replace(edges.clone()).is_some() {
                    return Err(Paths::Several);
                }
                self.is_free[v.index()] = true;
                path.pop();
                edges.pop();
                continue;
            };
            *tried += 1;
            // A neighbour that is passed by needs two other ways, the last vertex one.
            let is_lost = |this: &Self, u: VertexId| {
                let ways = incidence.at(u).iter().filter(|(_, w)| this.is_open(*w, label)).count();
                u != next && this.is_open(u, label) && ways < if u == last { 1 } else { 2 }
            };
            if self.is_open(next, label) && !incidence.at(v).iter().any(|&(_, u)| is_lost(self, u)) {
                self.is_free[next.index()] = false;
                path.push((next, 0));
                edges.push(edge);
            }
        }
        found.ok_or(Paths::None)
    }
}
