//! For a Numberlink with several solutions: how many solutions are left if a vertex has to be on a given path, and which further pairs make
//! the solution unique.
//!
//! The condition that a vertex is on the path of a pair becomes a puzzle where two copies replace the vertex, each with all of its edges,
//! and two pairs replace the pair, each from one of its ends to a copy. The solutions of that puzzle are those where the path contains the
//! vertex: the path reaches the vertex by an edge of the first copy, and leaves it by an edge of the second.

use super::{Number, solutions};
use zlink_base::limits::{Interrupted, Limits, Progress, StepsLeft};
use zlink_puzzle::{EdgeId, Incidence, Parts, Puzzle, VertexId};

/// The number of solutions that would be left if a vertex had to be on the path of a pair, for each pair.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PathValues {
    /// The vertex, which is no end of a pair.
    pub vertex: VertexId,
    /// By pair: the number of solutions that have the vertex on its path. A lower bound is used as in [`ClueValues`](super::ClueValues): 0
    /// or 1 only if a limit was reached, and 2 otherwise.
    pub solutions: Vec<Number>,
}

impl PathValues {
    /// The pairs that leave exactly one solution if the vertex has to be on their path.
    pub fn unique(&self) -> impl Iterator<Item = usize> + '_ {
        self.solutions.iter().enumerate().filter(|(_, number)| number.is_one()).map(|(pair, _)| pair)
    }
}

/// Computes the [`PathValues`] of each vertex that is no end of a pair, and the limit that was reached before all were known, if one was.
/// `known` are some different solutions (edges ascending), all of them if `is_all`: then numbers are exact.
pub fn path_values(
    puzzle: &Puzzle,
    known: &[Vec<EdgeId>],
    is_all: bool,
    limits: &Limits,
    progress: &dyn Progress,
) -> (Vec<PathValues>, Option<Interrupted>) {
    let incidence = Incidence::of(puzzle);
    let mut met = vec![vec![0u64; puzzle.pairs().len()]; puzzle.vertex_count()];
    for solution in known {
        for (pair, &ends) in puzzle.pairs().iter().enumerate() {
            path(&incidence, solution, ends[0]).iter().for_each(|v| met[v.index()][pair] += 1);
        }
    }
    let is_end: Vec<bool> = ends(puzzle);
    let mut stopped = None;
    let vertices = (0..puzzle.vertex_count()).map(VertexId::from_index);
    let values = vertices.filter(|v| !is_end[v.index()]).map(|vertex| {
        let solutions = (0..puzzle.pairs().len()).map(|pair| {
            let count = met[vertex.index()][pair];
            if is_all {
                return Number::exact(count);
            }
            if count > 1 || stopped.is_some() {
                return Number::at_least(count.min(2));
            }
            let detail = format_args!("vertex {} of {}", vertex.index(), puzzle.vertex_count());
            progress.report("values", detail);
            let question = with_vertex_on_path(puzzle, &incidence, vertex, pair);
            let (found, cause) = solutions_of(question.as_ref(), limits, progress);
            stopped = cause;
            match (found, cause) {
                (found @ 0..=1, None) => Number::exact(found as u64),
                (found, _) => Number::at_least((found as u64).max(count)),
            }
        });
        PathValues { vertex, solutions: solutions.collect() }
    });
    (values.collect(), stopped)
}

/// Finds the further pairs that make the solution unique when added, among all pairs of vertices that are no ends yet, the farthest apart
/// first. Returns them with the limit that was reached before all were tried, if one was. The path of a further pair may use vertices that
/// were on paths of other pairs.
pub fn unique_pairs(
    puzzle: &Puzzle,
    limits: &Limits,
    progress: &dyn Progress,
) -> (Vec<[VertexId; 2]>, Option<Interrupted>) {
    let is_end = ends(puzzle);
    let free: Vec<VertexId> =
        (0..puzzle.vertex_count()).map(VertexId::from_index).filter(|v| !is_end[v.index()]).collect();
    let incidence = Incidence::of(puzzle);
    let mut candidates = Vec::new();
    for (i, &v) in free.iter().enumerate() {
        let distance = distances(&incidence, v);
        let others = free[i + 1..].iter().filter_map(|&w| Some((distance[w.index()]?, [v, w])));
        candidates.extend(others);
    }
    candidates.sort_by_key(|&(distance, pair)| (std::cmp::Reverse(distance), pair));
    let mut unique = Vec::new();
    for (i, &(_, pair)) in candidates.iter().enumerate() {
        progress.report("values", format_args!("pair {i} of {}", candidates.len()));
        let mut parts = Parts::of(puzzle);
        parts.pairs.push(pair.map(|v| v.0));
        let question = Puzzle::from_parts(parts).ok();
        let (found, stopped) = solutions_of(question.as_ref(), limits, progress);
        if stopped.is_some() {
            return (unique, stopped);
        }
        if found == 1 {
            unique.push(pair);
        }
    }
    (unique, None)
}

/// The number of solutions up to two, and the limit that was reached before that was known, if one was.
fn solutions_of(
    puzzle: Option<&Puzzle>,
    limits: &Limits,
    progress: &dyn Progress,
) -> (usize, Option<Interrupted>) {
    let Some(puzzle) = puzzle else { return (0, None) };
    let (found, stopped) = solutions(puzzle, 2, limits, progress);
    (found.solutions.len(), stopped.filter(|_| found.solutions.len() < 2))
}

/// The vertices of the path of `solution` that begins at `from`, in their order.
fn path(incidence: &Incidence, solution: &[EdgeId], from: VertexId) -> Vec<VertexId> {
    let mut path = vec![from];
    let (mut here, mut last) = (from, None);
    let next = |here: VertexId, last| {
        let mut at = incidence.at(here).iter();
        at.find(|&&(e, _)| Some(e) != last && solution.binary_search(&e).is_ok())
    };
    let mut steps = StepsLeft::new(solution.len());
    while let Some(&(edge, other)) = next(here, last)
        && steps.take()
    {
        path.push(other);
        (here, last) = (other, Some(edge));
    }
    path
}

/// By vertex: whether it is an end of a pair.
fn ends(puzzle: &Puzzle) -> Vec<bool> {
    let mut is_end = vec![false; puzzle.vertex_count()];
    puzzle.pairs().iter().flatten().for_each(|v| is_end[v.index()] = true);
    is_end
}

/// By vertex: its distance from `from` in edges; `None` if it cannot be reached.
fn distances(incidence: &Incidence, from: VertexId) -> Vec<Option<u32>> {
    let mut distance = vec![None; incidence.vertex_count()];
    distance[from.index()] = Some(0);
    let mut queue = std::collections::VecDeque::from([from]);
    while let Some(v) = queue.pop_front() {
        let next = distance[v.index()].map(|steps| steps + 1);
        for &(_, w) in incidence.at(v) {
            if distance[w.index()].is_none() {
                distance[w.index()] = next;
                queue.push_back(w);
            }
        }
    }
    distance
}

/// An integrity constraint where a vertex is two copies, each with one edge of the path; `twin` has the other copy of each edge that has two.
/// Such an edge is in if either copy is. Two of them are in together at different copies of the vertex only, and three never.
fn of_copies(literals: &[(u32, bool)], twin: &[Option<u32>]) -> Vec<Vec<(u32, bool)>> {
    let has_copies = |&(e, is_in): &(u32, bool)| is_in && twin[e as usize].is_some();
    let (copied, mut others): (Vec<_>, Vec<_>) = literals.iter().copied().partition(has_copies);
    let out: Vec<_> = others.iter().filter_map(|&(e, _)| Some((twin[e as usize]?, false))).collect();
    others.extend(out);
    let ways = [1, 2, 2].get(copied.len()).copied().unwrap_or(0);
    (0..ways)
        .map(|way| {
            let copy = |(i, &(e, _)): (usize, &(u32, bool))| {
                if (i + way) % 2 == 0 { Some(e) } else { twin[e as usize] }
            };
            let copies = copied.iter().enumerate().filter_map(copy).map(|e| (e, true));
            copies.chain(others.iter().copied()).collect()
        })
        .collect()
}

/// The puzzle whose solutions are those with a vertex on the path of a pair; `None` if there are none because the vertex has too few edges.
fn with_vertex_on_path(
    puzzle: &Puzzle,
    incidence: &Incidence,
    vertex: VertexId,
    pair: usize,
) -> Option<Puzzle> {
    if incidence.at(vertex).len() < 2 {
        return None;
    }
    let mut parts = Parts::of(puzzle);
    // The vertex itself is the first copy.
    let copy = parts.vertices as u32;
    parts.vertices += 1;
    let mut twin = vec![None; parts.edges.len()];
    for &(edge, other) in incidence.at(vertex) {
        twin[edge.index()] = Some(parts.edges.len() as u32);
        parts.edges.push([copy, other.0]);
    }
    let twins = |edges: &[u32]| edges.iter().filter_map(|&e| twin[e as usize]).collect::<Vec<u32>>();
    for (edges, _) in &mut parts.cells {
        edges.extend(twins(edges));
    }
    parts.forbidden.extend(twins(&parts.forbidden));
    let (at_vertex, elsewhere) = parts.required.iter().partition(|&&e| twin[e as usize].is_some());
    parts.required = elsewhere;
    let at_vertex: Vec<u32> = at_vertex;
    // A required edge at the vertex: exactly one of its two copies is used.
    parts.cells.extend(at_vertex.iter().filter_map(|&e| Some((vec![e, twin[e as usize]?], Some(1)))));
    parts.integrity = parts.integrity.iter().flat_map(|literals| of_copies(literals, &twin)).collect();
    let [from, to] = parts.pairs[pair];
    parts.pairs[pair] = [from, vertex.0];
    parts.pairs.push([copy, to]);
    Puzzle::from_parts(parts).ok()
}
