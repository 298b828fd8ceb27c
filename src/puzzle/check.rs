//! The independent verifier of solutions, which uses no other stage, only the definition of a puzzle.
//!
//! ```
//! use zlink_puzzle::check::{self, Violation};
//! use zlink_puzzle::{EdgeId, Parts, Puzzle, Topology};
//!
//! let triangle = Puzzle::from_parts(Parts::graph(Topology::Cycle, 3, vec![[0, 1], [1, 2], [0, 2]]))?;
//! assert_eq!(check::verify(&triangle, &[EdgeId(0), EdgeId(1), EdgeId(2)]), Ok(()));
//! assert_eq!(check::verify(&triangle, &[]), Err(Violation::Empty));
//! # Ok::<(), zlink_puzzle::PartsError>(())
//! ```

use super::{Cell, CellId, Constraint, EdgeId, Names, Puzzle, SumId, Topology, VertexId};

/// A rule that a set of edges breaks: the first one that is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Violation {
    /// There is no edge, although a cycle is required.
    Empty,
    /// A vertex has a number of chosen edges that the rules do not allow there.
    Degree {
        /// The vertex.
        vertex: VertexId,
        /// The number of its chosen edges.
        degree: u32,
    },
    /// A vertex that must be covered has no chosen edge.
    NotCovered(VertexId),
    /// The chosen edges form more than one cycle; these vertices are on different ones.
    SeveralCycles(VertexId, VertexId),
    /// A vertex lies on a cycle, but only paths are allowed.
    StrayCycle(VertexId),
    /// A vertex, not in a pair, is the end of a path.
    StrayPath(VertexId),
    /// The path from the first vertex, which is in a pair, ends at the second, which is not its partner.
    WrongPair(VertexId, VertexId),
    /// A cell has the wrong number of chosen edges.
    Clue {
        /// The cell.
        cell: CellId,
        /// The clue: the required number of edges.
        expected: u32,
        /// The number of chosen edges of the cell.
        found: u32,
    },
    /// A cell has fewer chosen edges than its lower bound.
    AtLeast {
        /// The cell.
        cell: CellId,
        /// The bound.
        least: u32,
        /// The number of chosen edges of the cell.
        found: u32,
    },
    /// A cell has more chosen edges than its upper bound.
    AtMost {
        /// The cell.
        cell: CellId,
        /// The bound.
        most: u32,
        /// The number of chosen edges of the cell.
        found: u32,
    },
    /// All literals of an integrity constraint hold.
    Integrity(SumId),
    /// A required edge is missing.
    Missing(EdgeId),
    /// A forbidden edge is chosen.
    Forbidden(EdgeId),
}

impl Violation {
    /// The violation in words.
    #[doc(hidden)]
    pub fn explain(&self, puzzle: &Puzzle, names: &Names) -> String {
        let vertex_name = |vertex| names.vertex(vertex);
        let atom = |edge| names.link(puzzle, edge);
        let links = |n: u32| if n == 1 { "1 link".to_string() } else { format!("{n} links") };
        match *self {
            Violation::Empty => "there is no link, but a cycle is asked for".to_string(),
            Violation::Degree { vertex, degree } => {
                let rule = match puzzle.topology() {
                    Topology::Cycle | Topology::Cycles => "on a cycle every vertex has 2",
                    Topology::Linkage if puzzle.pairs().iter().flatten().any(|&end| end == vertex) => {
                        "a vertex of a pair has exactly 1"
                    }
                    Topology::Linkage => "a vertex of no pair has 0 or 2",
                    Topology::PathMatching => "on a path every vertex has at most 2",
                };
                format!("vertex {} has {}, but {rule}", vertex_name(vertex), links(degree))
            }
            Violation::NotCovered(vertex) => {
                format!("vertex {} has no link, but every vertex must be covered", vertex_name(vertex))
            }
            Violation::SeveralCycles(a, b) => {
                let (a, b) = (vertex_name(a), vertex_name(b));
                format!("there is more than one cycle: vertex {a} is on one and vertex {b} on another")
            }
            Violation::StrayCycle(vertex) => {
                format!("vertex {} is on a cycle, but only paths are allowed", vertex_name(vertex))
            }
            Violation::StrayPath(vertex) => {
                format!("the path that ends at vertex {} joins no pair", vertex_name(vertex))
            }
            Violation::WrongPair(start, end) => {
                let joined = format!("vertices {} and {}", vertex_name(start), vertex_name(end));
                format!("a path joins {joined}, which are not a pair")
            }
            Violation::Clue { cell, expected, found } => {
                format!("cell {} has {}, but its clue says {expected}", names.cell(cell), links(found))
            }
            Violation::AtLeast { cell, least, found } => {
                format!("cell {} has {}, but must have at least {least}", names.cell(cell), links(found))
            }
            Violation::AtMost { cell, most, found } => {
                format!("cell {} has {}, but may have at most {most}", names.cell(cell), links(found))
            }
            Violation::Integrity(sum) => format!(
                "the constraint {} is violated",
                Constraint::Integrity(sum).fact(puzzle, names).trim_end_matches('.')
            ),
            Violation::Missing(edge) => format!("{} is required, but missing", atom(edge)),
            Violation::Forbidden(edge) => format!("{} is forbidden", atom(edge)),
        }
    }
}

/// Checks whether `chosen` (each edge once, in any order) is a solution of `puzzle`.
pub fn verify(puzzle: &Puzzle, chosen: &[EdgeId]) -> Result<(), Violation> {
    let n = puzzle.vertex_count();
    let mut is_chosen = vec![false; puzzle.edge_count()];
    let mut degrees = vec![0u32; n];
    // The first two neighbours of each vertex; no vertex may have more.
    let mut adjacent = vec![[VertexId(0); 2]; n];
    for &e in chosen {
        is_chosen[e.index()] = true;
        let [u, v] = puzzle.edge_ends(e);
        for (v, w) in [(u, v), (v, u)] {
            let degree = &mut degrees[v.index()];
            if let Some(near) = adjacent[v.index()].get_mut(*degree as usize) {
                *near = w;
            }
            *degree += 1;
        }
    }
    if let Some(&e) = puzzle.required().iter().find(|e| !is_chosen[e.index()]) {
        return Err(Violation::Missing(e));
    }
    if let Some(&e) = puzzle.forbidden().iter().find(|e| is_chosen[e.index()]) {
        return Err(Violation::Forbidden(e));
    }
    let mut partner: Vec<Option<VertexId>> = vec![None; n];
    for &[a, b] in puzzle.pairs() {
        partner[a.index()] = Some(b);
        partner[b.index()] = Some(a);
    }
    for (v, &degree) in degrees.iter().enumerate() {
        let vertex = VertexId::from_index(v);
        let allowed = match puzzle.topology() {
            Topology::Cycle | Topology::Cycles => degree == 0 || degree == 2,
            Topology::Linkage if partner[v].is_some() => degree == 1,
            Topology::Linkage => degree == 0 || degree == 2,
            Topology::PathMatching => degree <= 2,
        };
        if !allowed {
            return Err(Violation::Degree { vertex, degree });
        }
        if puzzle.cover() && degree == 0 {
            return Err(Violation::NotCovered(vertex));
        }
    }
    let adjacent = |v: usize| &adjacent[v][..degrees[v] as usize];
    verify_components(puzzle, &adjacent, &partner)?;
    for cell in (0..puzzle.cell_count()).map(CellId::from_index) {
        let Cell { edges, clue, at_least, at_most } = puzzle.cell(cell);
        let count = || edges.iter().filter(|e| is_chosen[e.index()]).count() as u32;
        if let Some(expected) = clue
            && count() != expected
        {
            return Err(Violation::Clue { cell, expected, found: count() });
        }
        if let Some(least) = at_least
            && count() < least
        {
            return Err(Violation::AtLeast { cell, least, found: count() });
        }
        if let Some(most) = at_most
            && count() > most
        {
            return Err(Violation::AtMost { cell, most, found: count() });
        }
    }
    if let Some((sum, _)) = puzzle
        .integrity()
        .find(|(_, sum)| sum.literals().all(|(edge, is_in)| is_chosen[edge.index()] == is_in))
    {
        return Err(Violation::Integrity(sum));
    }
    Ok(())
}

/// Checks paths and cycles by walking along each once; all degrees are at most two.
fn verify_components<'a>(
    puzzle: &Puzzle,
    adjacent: &impl Fn(usize) -> &'a [VertexId],
    partner: &[Option<VertexId>],
) -> Result<(), Violation> {
    let mut seen = vec![false; partner.len()];
    for v in 0..partner.len() {
        if adjacent(v).len() == 1 && !seen[v] {
            let end = walk(&mut seen, adjacent, v);
            let start = VertexId::from_index(v);
            if puzzle.topology() == Topology::Linkage && partner[v] != Some(end) {
                return Err(if partner[v].is_some() {
                    Violation::WrongPair(start, end)
                } else {
                    Violation::StrayPath(start)
                });
            }
        }
    }
    let mut first_cycle = None;
    for v in 0..partner.len() {
        if adjacent(v).len() != 2 || seen[v] {
            continue;
        }
        walk(&mut seen, adjacent, v);
        let here = VertexId::from_index(v);
        match (puzzle.topology(), first_cycle) {
            (Topology::Linkage | Topology::PathMatching, _) => return Err(Violation::StrayCycle(here)),
            (Topology::Cycle, Some(other)) => return Err(Violation::SeveralCycles(other, here)),
            _ => first_cycle = Some(here),
        }
    }
    let wants_cycle = matches!(puzzle.topology(), Topology::Cycle | Topology::Cycles);
    if wants_cycle && first_cycle.is_none() { Err(Violation::Empty) } else { Ok(()) }
}

/// Marks the vertices of the path or cycle from `start` on, and returns the last one.
fn walk<'a>(seen: &mut [bool], adjacent: &impl Fn(usize) -> &'a [VertexId], start: usize) -> VertexId {
    let mut here = start;
    loop {
        seen[here] = true;
        match adjacent(here).iter().map(|v| v.index()).find(|&v| !seen[v]) {
            Some(v) => here = v,
            None => return VertexId::from_index(here),
        }
    }
}
