//! The order in which the edges are decided, and what begins and ends with each.

use super::label;
use zlink_base::limits::{Interrupted, Limits};
use zlink_puzzle::{EdgeId, Puzzle};

/// The number of vertices from which distances are measured.
const LANDMARKS: usize = 6;

/// The distance of a vertex that is not reached.
const UNREACHED: usize = usize::MAX;

/// The decision about one edge. Places are those of mates and of needs in a state.
#[derive(Clone, Default)]
pub(super) struct Step {
    /// The places of the two ends, and how many of their edges come later.
    pub(super) ends: [(usize, u32); 2],
    /// The places of the cells with a clue in which the edge is, and how many of their edges come later.
    pub(super) in_cells: Vec<(usize, u32)>,
    /// Whether the edge must be in.
    pub(super) required: bool,
    /// The places of the vertices whose first edge this is, and their first mates.
    pub(super) vertices: Vec<(usize, u32)>,
    /// The places of the cells whose first edge this is, and their clues.
    pub(super) cells: Vec<(usize, u32)>,
}

/// All decisions in their order. Forbidden edges are left out.
pub(super) struct Steps {
    pub(super) steps: Vec<Step>,
    /// The number of places for mates; the first one says whether there is a cycle.
    pub(super) mates: usize,
    /// The number of places for needs.
    pub(super) needs: usize,
}

impl Steps {
    /// The decisions about the edges of `puzzle`; `None` if there is no solution because something has no edges.
    pub(super) fn of(puzzle: &Puzzle, limits: &Limits) -> Result<Option<Self>, Interrupted> {
        let order = order(puzzle, limits)?;
        let mut steps = vec![Step::default(); order.len()];
        let mut time = vec![None; puzzle.edge_count()];
        let mut at_vertex = vec![Vec::new(); puzzle.vertex_count()];
        for (now, &edge) in order.iter().enumerate() {
            time[edge.index()] = Some(now);
            puzzle.edge_ends(edge).iter().for_each(|v| at_vertex[v.index()].push(now));
        }
        for edge in puzzle.required() {
            let Some(now) = time[edge.index()] else { return Ok(None) };
            steps[now].required = true;
        }

        let (place, mates) = places(1, &at_vertex, steps.len());
        let mut first_mate: Vec<u32> = place.iter().map(|&place| place as u32).collect();
        let mut needs_edges = vec![puzzle.cover(); puzzle.vertex_count()];
        for (pair, ends) in (0..).zip(puzzle.pairs()) {
            for v in ends.map(|v| v.index()) {
                (first_mate[v], needs_edges[v]) = (label(pair), true);
            }
        }
        for (v, times) in at_vertex.iter().enumerate() {
            match times.first() {
                Some(&first) => steps[first].vertices.push((place[v], first_mate[v])),
                None if needs_edges[v] => return Ok(None),
                None => {}
            }
        }
        let mut left: Vec<u32> = at_vertex.iter().map(|times| times.len() as u32).collect();
        for (step, &edge) in steps.iter_mut().zip(&order) {
            step.ends = puzzle.edge_ends(edge).map(|v| {
                left[v.index()] -= 1;
                (place[v.index()], left[v.index()])
            });
        }

        let (mut clues, mut in_cell) = (Vec::new(), Vec::new());
        for (_, cell) in puzzle.clued_cells() {
            let mut times: Vec<usize> = cell.edges.iter().filter_map(|edge| time[edge.index()]).collect();
            times.sort_unstable();
            clues.extend(cell.clue);
            in_cell.push(times);
        }
        let (place, needs) = places(0, &in_cell, steps.len());
        for ((place, clue), times) in place.into_iter().zip(clues).zip(in_cell) {
            match times.first() {
                Some(&first) => steps[first].cells.push((place, clue)),
                None if clue > 0 => return Ok(None),
                None => {}
            }
            for (left, now) in (0..).zip(times.into_iter().rev()) {
                steps[now].in_cells.push((place, left));
            }
        }
        Ok(Some(Steps { steps, mates, needs }))
    }
}

/// For each list of ascending times a place from `first` on, which no other list has from the first of these times to the last; and the end of all
/// places.
fn places(first: usize, lists: &[Vec<usize>], times: usize) -> (Vec<usize>, usize) {
    let mut changes = vec![(Vec::new(), Vec::new()); times];
    for (list, times) in lists.iter().enumerate() {
        if let [begin, ..] = times[..]
            && let [.., end] = times[..]
        {
            changes[begin].0.push(list);
            changes[end].1.push(list);
        }
    }
    let (mut place, mut free, mut end) = (vec![0; lists.len()], Vec::new(), first);
    for (begin, ended) in changes {
        for list in begin {
            place[list] = free.pop().unwrap_or(end);
            end = end.max(place[list] + 1);
        }
        free.extend(ended.into_iter().map(|list| place[list]));
    }
    (place, end)
}

/// The edges at each vertex, with their other ends.
type Neighbours = Vec<Vec<(EdgeId, usize)>>;

/// The edges that are not forbidden, in an order in which few vertices are open at a time: vertex by vertex, each with its edges to earlier ones.
///
/// Any order would do. One component comes after the other. Vertices come by how much nearer they are to one landmark than to another, and among
/// these by how near they are to the first: in a grid, with two of its corners, that is column by column; with the same landmark twice it is breadth
/// first. The best pair of landmarks is taken, of a few that are far from each other.
fn order(puzzle: &Puzzle, limits: &Limits) -> Result<Vec<EdgeId>, Interrupted> {
    let mut forbidden = vec![false; puzzle.edge_count()];
    puzzle.forbidden().iter().for_each(|edge| forbidden[edge.index()] = true);
    let mut at: Neighbours = vec![Vec::new(); puzzle.vertex_count()];
    for edge in (0..puzzle.edge_count()).map(EdgeId::from_index).filter(|edge| !forbidden[edge.index()]) {
        let [u, v] = puzzle.edge_ends(edge).map(|v| v.index());
        at[u].push((edge, v));
        at[v].push((edge, u));
    }
    let mut distance = vec![vec![UNREACHED; at.len()]; LANDMARKS];
    let mut rank = vec![0; at.len()];
    let mut order = Vec::new();
    for start in 0..at.len() {
        if distance[0][start] != UNREACHED {
            continue;
        }
        let mut component = measure(&at, &mut distance[0], start);
        for landmark in 1..LANDMARKS {
            limits.check()?;
            let (known, new) = distance.split_at_mut(landmark);
            let nearest = |&&v: &&usize| known.iter().map(|distance| distance[v]).min();
            measure(&at, &mut new[0], component.iter().max_by_key(nearest).map_or(start, |&v| v));
        }
        let mut arrange = |[a, b]: [usize; 2]| {
            component
                .sort_unstable_by_key(|&v| (distance[a][v] + at.len() - distance[b][v], distance[a][v], v));
            component.iter().enumerate().for_each(|(i, &v)| rank[v] = i);
            width(&at, &rank, &component)
        };
        let mut best = (usize::MAX, usize::MAX, [0, 0]);
        for pair in (0..LANDMARKS * LANDMARKS).map(|i| [i / LANDMARKS, i % LANDMARKS]) {
            limits.check()?;
            let (most, sum) = arrange(pair);
            best = best.min((most, sum, pair));
        }
        arrange(best.2);
        for &v in &component {
            let mut earlier: Vec<_> = at[v].iter().filter(|&&(_, w)| rank[w] < rank[v]).collect();
            earlier.sort_by_key(|&&(_, w)| rank[w]);
            order.extend(earlier.into_iter().map(|&(edge, _)| edge));
        }
    }
    Ok(order)
}

/// Sets the distances from `start`, and returns the vertices that can be reached, nearest first.
fn measure(at: &Neighbours, distance: &mut [usize], start: usize) -> Vec<usize> {
    distance[start] = 0;
    let mut reached = vec![start];
    let mut done = 0;
    while let Some(&v) = reached.get(done) {
        for &(_, w) in &at[v] {
            if distance[w] == UNREACHED {
                distance[w] = distance[v] + 1;
                reached.push(w);
            }
        }
        done += 1;
    }
    reached
}

/// How wide the sweep over `vertices` is, at most and summed up over all of them. An open vertex counts 5, or 4 when only one of its neighbours is
/// still to come: then it has three kinds of mates in place of four, as it cannot be passed any more.
fn width(at: &Neighbours, rank: &[usize], vertices: &[usize]) -> (usize, usize) {
    let mut narrower = vec![0; vertices.len()];
    for &v in vertices {
        let mut last = [rank[v]; 2];
        for &(_, w) in &at[v] {
            last = [last[0].max(rank[w]), last[1].max(last[0].min(rank[w]))];
        }
        narrower[last[0]] += 4;
        narrower[last[1]] += 1;
    }
    let (mut open, mut most, mut sum) = (0, 0, 0);
    for narrower in narrower {
        open += 5;
        most = open.max(most);
        sum += open;
        open -= narrower;
    }
    (most, sum)
}
