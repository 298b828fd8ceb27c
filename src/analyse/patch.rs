//! A small puzzle cut out of a large one: some edges are open, and all others are as in the known solution.
//!
//! Another solution, if there is one, breaks a clue that is missing and often differs from the known solution near that clue only. A search
//! there needs a puzzle as large as that part, not as the board: outside the part, the known solution consists of paths between vertices of
//! the part, and each of them becomes a path of two edges.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use zlink_deduce::{Deduction, Value};
use zlink_puzzle::{EdgeId, Incidence, Parts, Puzzle, SumId, VertexId};

/// The number of vertices that [`nearest`] visits for each edge that is wanted.
const LOOK: usize = 4;

/// A solution that is one cycle, with the order of its vertices.
#[derive(Debug)]
pub struct SolutionCycle {
    chosen: Vec<bool>,
    /// By vertex: its index along the cycle; `None` if it is not on the cycle.
    place: Vec<Option<usize>>,
    length: usize,
}

impl SolutionCycle {
    /// The cycle, if the solution is one and not several.
    pub fn new(solution: &[EdgeId], puzzle: &Puzzle) -> Option<Self> {
        let incidence = Incidence::of(puzzle);
        let mut chosen = vec![false; incidence.edge_count()];
        solution.iter().for_each(|e| chosen[e.index()] = true);
        let mut place = vec![None; incidence.vertex_count()];
        let mut here = solution.first().map(|&e| incidence.ends(e)[0]);
        let mut length = 0;
        while let Some(v) = here {
            place[v.index()] = Some(length);
            length += 1;
            let mut next = incidence.at(v).iter().filter(|(e, _)| chosen[e.index()]).map(|&(_, w)| w);
            here = next.find(|w| place[w.index()].is_none());
        }
        (length == solution.len()).then_some(SolutionCycle { chosen, place, length })
    }
}

/// A puzzle of the open edges, with a path of two required edges for each path that the known solution has outside of them.
#[derive(Debug)]
pub struct LocalPuzzle {
    /// The puzzle around the removed clues.
    pub puzzle: Puzzle,
    /// The known solution in the numbers of this puzzle, edges ascending.
    pub solution: Vec<EdgeId>,
    /// The number of each open edge in this puzzle.
    number: FxHashMap<EdgeId, EdgeId>,
}

impl LocalPuzzle {
    /// The patch of these open edges; `None` if the cycle passes by all of them.
    pub fn new(open: &[EdgeId], deduction: &Deduction<'_>, round: &SolutionCycle) -> Option<Self> {
        let incidence = deduction.incidence();
        let among: FxHashSet<EdgeId> = open.iter().copied().collect();
        let fixed = |v: VertexId| {
            let at = incidence.at(v).iter();
            at.filter(|(e, _)| round.chosen[e.index()] && !among.contains(e)).map(|&(_, w)| w)
        };
        // At a vertex with two fixed edges, no edge is left to decide.
        let is_free = |e: &&EdgeId| incidence.ends(**e).iter().all(|&v| fixed(v).count() < 2);
        let open: Vec<EdgeId> = open.iter().filter(is_free).copied().collect();

        let mut vertices: FxHashMap<VertexId, u32> = FxHashMap::default();
        let mut edges: Vec<[u32; 2]> = Vec::with_capacity(open.len());
        // The ends of fixed paths: the index on the cycle, whether the path leads on from there, and the vertex.
        let mut ends: Vec<(usize, bool, u32)> = Vec::new();
        for &e in &open {
            edges.push(incidence.ends(e).map(|v| {
                let next = vertices.len() as u32;
                *vertices.entry(v).or_insert_with(|| {
                    if let (Some(w), Some(place)) = (fixed(v).next(), round.place[v.index()]) {
                        let leads_on = round.place[w.index()] == Some((place + 1) % round.length);
                        ends.push((place, leads_on, next));
                    }
                    next
                })
            }));
        }
        let chosen = open.iter().filter(|e| round.chosen[e.index()]).count();
        if ends.is_empty() && chosen < round.length {
            // The cycle does not touch the patch, so that a cycle there would be a second one.
            return None;
        }
        ends.sort_unstable();
        let mut count = vertices.len() as u32;
        for (i, &(_, _, start)) in ends.iter().enumerate().filter(|(_, end)| end.1) {
            let (_, _, end) = ends[(i + 1) % ends.len()];
            edges.extend([[start, count], [count, end]]);
            count += 1;
        }

        let number: FxHashMap<EdgeId, EdgeId> = open.iter().copied().zip((0..).map(EdgeId)).collect();
        let mut solution: Vec<EdgeId> = (0..edges.len()).map(EdgeId::from_index).collect();
        solution.retain(|i| open.get(i.index()).is_none_or(|e| round.chosen[e.index()]));
        let LocalSums { cells, bounds, integrity } = LocalSums::new(&open, deduction, round);
        let parts = Parts {
            cover: deduction.puzzle().cover(),
            cells,
            bounds,
            integrity,
            required: (open.len() as u32..edges.len() as u32).collect(),
            ..Parts::graph(deduction.puzzle().topology(), count as usize, edges)
        };
        Some(LocalPuzzle { puzzle: Puzzle::from_parts(parts).ok()?, solution, number })
    }

    /// The numbers in this puzzle of those of `edges` that are open.
    pub fn numbers(&self, edges: &[EdgeId]) -> Vec<EdgeId> {
        edges.iter().filter_map(|e| self.number.get(e)).copied().collect()
    }
}

/// The sums in force, as far as they are about open edges: all other edges are as in the known solution.
#[derive(Default)]
struct LocalSums {
    cells: Vec<(Vec<u32>, Option<u32>)>,
    bounds: Vec<(u32, [Option<u32>; 2])>,
    integrity: Vec<Vec<(u32, bool)>>,
}

impl LocalSums {
    fn new(open: &[EdgeId], deduction: &Deduction<'_>, round: &SolutionCycle) -> Self {
        let mut inside: BTreeMap<SumId, Vec<(u32, bool)>> = BTreeMap::new();
        for (i, &e) in (0..).zip(open) {
            for (sum, positive) in deduction.incidence().sums(e).filter(|&(sum, _)| deduction.in_force(sum)) {
                inside.entry(sum).or_default().push((i, positive));
            }
        }
        let mut sums = LocalSums::default();
        for (id, literals) in inside {
            let sum = deduction.puzzle().sum(id);
            let is_in = |e: EdgeId| round.chosen[e.index()];
            let here = literals.iter().filter(|&&(i, value)| is_in(open[i as usize]) == value).count();
            let mut clue = Some(here as u32);
            if sum.exactly().is_none() || !sum.negative.is_empty() {
                let elsewhere = (sum.count(is_in) - here) as i64;
                if deduction.puzzle().cell_of(id).is_none() {
                    if elsewhere == (sum.len() - literals.len()) as i64 {
                        sums.integrity.push(literals);
                    }
                    continue;
                }
                // The known solution is within the bounds.
                let bound = |bound: i64| Some(u32::try_from(bound - elsewhere).unwrap_or(0));
                clue = None;
                sums.bounds.push((sums.cells.len() as u32, [bound(sum.least), bound(sum.most)]));
            }
            sums.cells.push((literals.into_iter().map(|(i, _)| i).collect(), clue));
        }
        sums
    }
}

/// About `wanted` open edges: first those of the sums, then others by breadth-first search from there.
pub fn nearest(sums: &[SumId], wanted: usize, deduction: &Deduction<'_>) -> Vec<EdgeId> {
    let incidence = deduction.incidence();
    let mut seen: FxHashSet<VertexId> = FxHashSet::default();
    let mut found: FxHashSet<EdgeId> = FxHashSet::default();
    let (mut open, mut queue) = (Vec::new(), Vec::new());
    let mut look = |e: EdgeId, open: &mut Vec<EdgeId>, queue: &mut Vec<VertexId>| {
        if deduction.value(e) == Value::Open && found.insert(e) {
            open.push(e);
        }
        queue.extend(incidence.ends(e).into_iter().filter(|&v| seen.insert(v)));
    };
    for (e, _) in sums.iter().flat_map(|&sum| deduction.puzzle().sum(sum).literals()) {
        look(e, &mut open, &mut queue);
    }
    let mut next = 0;
    while let Some(&v) = queue.get(next).filter(|_| open.len() < wanted && next < wanted * LOOK) {
        next += 1;
        incidence.at(v).iter().for_each(|&(e, _)| look(e, &mut open, &mut queue));
    }
    open
}
