//! Renumbering of puzzles, so that neighbours in the graph are close in memory.
//!
//! Vertices are numbered by the algorithm of Cuthill and McKee (Reducing the bandwidth of sparse symmetric matrices,
//! 1969): breadth first from a peripheral vertex, neighbours of small degree first. Edges and cells follow. On a
//! large puzzle whose facts come in arbitrary order, searches that follow the numbers then go from neighbour to
//! neighbour, and access memory in order.

use super::incidence::grouped;
use super::model::FlatCells;
use super::{CellId, EdgeId, Incidence, Parts, Puzzle, VertexId};

/// The least number of vertices for which renumbering is worthwhile.
const LARGE: usize = 2000;

/// The number of breadth-first searches for a peripheral vertex.
const TRIES: usize = 2;

/// A renumbered puzzle, with the original numbers of its edges.
#[derive(Debug, Clone)]
pub struct Renumbered {
    /// The puzzle, renumbered.
    pub puzzle: Puzzle,
    /// For each edge its number in the original puzzle.
    edges: Vec<EdgeId>,
}

impl Renumbered {
    /// The renumbered puzzle if `puzzle` is large and neighbours are far apart in its numbering, else `None`.
    pub fn of(puzzle: &Puzzle) -> Option<Self> {
        (puzzle.vertex_count() >= LARGE && is_scattered(puzzle)).then(|| Self::by_neighbours(puzzle))
    }

    fn by_neighbours(puzzle: &Puzzle) -> Self {
        let vertex = cuthill_mckee(&Incidence::of(puzzle));
        let ends = |e: EdgeId| puzzle.edge_ends(e).map(|v| vertex[v.index()]);
        let numbers = (0..puzzle.edge_count()).map(EdgeId::from_index);
        let by_least = numbers.map(|e| {
            let [u, v] = ends(e);
            (u.min(v), (u.max(v), e))
        });
        let (start, mut sorted) = grouped(puzzle.vertex_count(), by_least);
        for at in start.windows(2) {
            sorted[at[0] as usize..at[1] as usize].sort_unstable();
        }
        let edges: Vec<EdgeId> = sorted.into_iter().map(|(_, e)| e).collect();
        let mut edge = vec![0u32; edges.len()];
        (0..).zip(&edges).for_each(|(new, old)| edge[old.index()] = new);
        let cell_edges = |c| puzzle.cell(c).edges.iter().map(|e| EdgeId(edge[e.index()]));
        let mut order: Vec<(Option<EdgeId>, CellId)> =
            (0..puzzle.cell_count()).map(CellId::from_index).map(|c| (cell_edges(c).min(), c)).collect();
        order.sort_unstable();
        let mut cells =
            FlatCells { start: vec![0], edges: Vec::new(), clues: Vec::new(), bounds: Vec::new() };
        for (_, c) in order {
            let first = cells.edges.len();
            cells.edges.extend(cell_edges(c));
            cells.edges[first..].sort_unstable();
            cells.start.push(cells.edges.len() as u32);
            let cell = puzzle.cell(c);
            cells.clues.push(cell.clue);
            if cell.at_least.is_some() || cell.at_most.is_some() {
                let new = CellId::from_index(cells.clues.len() - 1);
                cells.bounds.push((new, [cell.at_least, cell.at_most]));
            }
        }
        let renamed = |list: &[EdgeId]| list.iter().map(|e| edge[e.index()]).collect();
        let parts = Parts {
            topology: puzzle.topology(),
            cover: puzzle.cover(),
            vertices: puzzle.vertex_count(),
            edges: edges.iter().map(|&e| ends(e)).collect(),
            cells: Vec::new(),
            bounds: Vec::new(),
            integrity: puzzle
                .integrity()
                .map(|(_, sum)| sum.literals().map(|(e, value)| (edge[e.index()], value)).collect())
                .collect(),
            pairs: puzzle.pairs().iter().map(|pair| pair.map(|v| vertex[v.index()])).collect(),
            required: renamed(puzzle.required()),
            forbidden: renamed(puzzle.forbidden()),
        };
        Renumbered { puzzle: Puzzle::assemble(parts, cells), edges }
    }

    /// A solution of the original puzzle, from one of the renumbered puzzle; its edges are in ascending order.
    pub fn original(&self, solution: &[EdgeId]) -> Vec<EdgeId> {
        let mut original: Vec<EdgeId> = solution.iter().map(|e| self.edges[e.index()]).collect();
        original.sort_unstable();
        original
    }
}

/// Whether consecutive edges are at vertices whose numbers differ, on average, by more than the width of a square
/// grid.
fn is_scattered(puzzle: &Puzzle) -> bool {
    let first = |e: usize| {
        let [u, v] = puzzle.edge_ends(EdgeId::from_index(e));
        u.0.min(v.0)
    };
    let jumps = (1..puzzle.edge_count()).map(|e| u64::from(first(e).abs_diff(first(e - 1)))).sum::<u64>();
    let width = (puzzle.vertex_count() as u64).isqrt();
    jumps > width * puzzle.edge_count() as u64
}

/// The new number of each vertex.
fn cuthill_mckee(incidence: &Incidence) -> Vec<u32> {
    const NONE: u32 = u32::MAX;
    let n = incidence.vertex_count();
    let mut number = vec![NONE; n];
    let mut order: Vec<VertexId> = Vec::with_capacity(n);
    for v in (0..n).map(VertexId::from_index) {
        if number[v.index()] != NONE {
            continue;
        }
        let (first, mut start) = (order.len(), v);
        for searches_left in (0..=TRIES).rev() {
            number[start.index()] = first as u32;
            order.push(start);
            let mut next = first;
            while let Some(&v) = order.get(next) {
                next += 1;
                let found = order.len();
                for &(_, w) in incidence.at(v) {
                    if number[w.index()] == NONE {
                        number[w.index()] = order.len() as u32;
                        order.push(w);
                    }
                }
                order[found..].sort_by_key(|w| incidence.at(*w).len());
                (found..).zip(&order[found..]).for_each(|(i, w)| number[w.index()] = i as u32);
            }
            if searches_left > 0 {
                start = order[order.len() - 1];
                order.drain(first..).for_each(|w| number[w.index()] = NONE);
            }
        }
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Topology;
    use crate::brute;
    use crate::random_puzzles::{Random, puzzle};

    /// The solutions, mapped back, are those of the original puzzle.
    #[test]
    fn the_same_solutions() {
        let random = &mut Random(11);
        for _ in 0..300 {
            let puzzle = puzzle(random, 12);
            let renumbered = Renumbered::by_neighbours(&puzzle);
            let there = brute::solutions(&renumbered.puzzle);
            let mut back: Vec<_> = there.iter().map(|solution| renumbered.original(solution)).collect();
            let mut here = brute::solutions(&puzzle);
            back.sort();
            here.sort();
            assert_eq!(back, here);
        }
    }

    /// The square grid of 50 x 50 vertices: numbered by rows it is not scattered; in random order it is, until it is
    /// renumbered.
    #[test]
    fn scattered() {
        const SIDE: u32 = 50;
        let mut edges = Vec::new();
        for v in 0..SIDE * SIDE {
            edges.extend((v % SIDE + 1 < SIDE).then_some([v, v + 1]));
            edges.extend((v + SIDE < SIDE * SIDE).then_some([v, v + SIDE]));
        }
        let puzzle = |edges| {
            let parts = Parts::graph(Topology::Cycle, (SIDE * SIDE) as usize, edges);
            Puzzle::from_parts(parts).expect("a grid")
        };
        assert!(Renumbered::of(&puzzle(edges.clone())).is_none());
        zlink_base::random::Random::new(3).shuffle(&mut edges);
        let renumbered = Renumbered::of(&puzzle(edges)).expect("scattered");
        assert!(!is_scattered(&renumbered.puzzle));
        let far = |e| {
            let [u, v] = renumbered.puzzle.edge_ends(e);
            u.0.abs_diff(v.0)
        };
        assert!((0..renumbered.puzzle.edge_count()).map(EdgeId::from_index).map(far).max() <= Some(SIDE + 1));
    }
}
