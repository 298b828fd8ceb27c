//! Solutions on square grids as text: the squares inside of the loops, or the paths by the labels of their pairs.

use super::numberlink::sign;
use super::region::Region;
use super::slitherlink::Clues;
use super::{Document, Unsupported, paper};
use zlink_base::limits::StepsLeft;
use zlink_puzzle::{EdgeId, SquareGrid, Topology, VertexId};

/// Draws the solution `edges` of a puzzle on a whole square grid. Loops are drawn in the format `paper`, which can be read again. In a
/// linkage, each vertex has the label of its path, or `.` if no path passes it.
pub fn solution_grid(document: &Document, edges: &[EdgeId]) -> Result<String, Unsupported> {
    match document.puzzle.topology() {
        Topology::Cycle | Topology::Cycles => {
            let (grid, _) = Clues::on_grid(document)?;
            let region = Region::of(&document.puzzle, &grid, edges);
            Ok(paper::drawing(&region.ok_or(Unsupported::new("what is no set of loops"))?))
        }
        Topology::Linkage => paths(document, edges),
        Topology::PathMatching => Err(Unsupported::new("sets of paths")),
    }
}

fn paths(document: &Document, edges: &[EdgeId]) -> Result<String, Unsupported> {
    let puzzle = &document.puzzle;
    let grid = SquareGrid::placed(puzzle, &document.positions)
        .ok_or(Unsupported::new("a graph that is no square grid"))?;
    let labels = labels(document)?;
    let mut next: Vec<Vec<VertexId>> = vec![Vec::new(); puzzle.vertex_count()];
    for &edge in edges {
        let [u, v] = puzzle.edge_ends(edge);
        next[u.index()].push(v);
        next[v.index()].push(u);
    }
    let columns = grid.columns().max(1);
    let mut signs = vec!["."; grid.rows() * columns];
    for (&[first, _], label) in puzzle.pairs().iter().zip(&labels) {
        let (mut last, mut here) = (None, Some(first));
        let mut steps = StepsLeft::new(edges.len() + 1);
        while let Some(v) = here
            && steps.take()
        {
            let [row, column] = grid.place(v);
            signs[row * columns + column] = label;
            here = next[v.index()].iter().copied().find(|&w| Some(w) != last && w != first);
            last = Some(v);
        }
    }
    let width = signs.iter().map(|sign| sign.chars().count()).max().unwrap_or(1);
    let row = |row: &[&str]| {
        let words: Vec<String> = row.iter().map(|sign| format!("{sign:>width$}")).collect();
        words.join(" ") + "\n"
    };
    Ok(signs.chunks(columns).map(row).collect())
}

/// The labels of the pairs, all different; pairs without a label are numbered.
pub(super) fn labels(document: &Document) -> Result<Vec<String>, Unsupported> {
    let order: Vec<usize> = (0..document.puzzle.pairs().len()).collect();
    // A label may stand in any column, including the first, where it could be taken for a comment.
    let say = |_, word: &str| sign(word, true, true);
    let numbers = (1u32..).map(|n| n.to_string());
    let labels = document.labels.distinct(&document.puzzle, &order, say, numbers);
    Ok(labels.ok_or(Unsupported::new("so many pairs"))?.labels)
}
