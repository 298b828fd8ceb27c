//! Two cells with clues or bounds that touch: enumerates the choices of the edges of both that are possible at every vertex around and close no loop too early.

use std::collections::VecDeque;

use super::Rule;
use super::state::{Fact, Inference, PREMISES_UNCHECKED, State};
use super::step::Known;
use zlink_base::limits::Interrupted;
use zlink_deduce::Value;
use zlink_puzzle::{EdgeId, Sum, SumId, VertexId};

/// The most open edges whose choices are enumerated.
const MOST_OPEN: usize = 10;

/// An end vertex of the edges of the clues.
struct Corner {
    vertex: VertexId,
    /// The edges at the vertex that belong to the clues, as bits.
    inside: u32,
    /// The other edges at the vertex, with their values.
    others: Vec<(EdgeId, Value)>,
    /// The number of `others` that are in.
    chosen: usize,
    /// The number of `others` that are open.
    open: usize,
    is_used: bool,
}

impl Corner {
    /// Sets the value of one of the other edges, by index; returns the previous value.
    fn set(&mut self, other: usize, value: Value) -> Value {
        let before = std::mem::replace(&mut self.others[other].1, value);
        for (number, of) in [(&mut self.chosen, Value::In), (&mut self.open, Value::Open)] {
            *number = *number + usize::from(value == of) - usize::from(before == of);
        }
        before
    }
}

/// A clue, or the bounds of a cell.
#[derive(Clone, Copy)]
struct Clue {
    sum: SumId,
    /// The edges of the cell as bits.
    edges: u32,
    least: i64,
    most: i64,
}

/// Two clues with the known values around them.
struct Together {
    edges: Vec<EdgeId>,
    values: Vec<Value>,
    /// By edge: the indices of its ends in `corners`.
    ends: Vec<[usize; 2]>,
    clues: [Clue; 2],
    corners: Vec<Corner>,
    /// By corner: the numbers of edges that it may have, as bits.
    allowed: Vec<u8>,
    /// An edge or clue that a loop of these edges would leave out, so that it would close too early; `None` if such a loop may be the
    /// solution.
    outside: Option<Outside>,
}

impl Clue {
    /// Whether a choice of edges, as bits, meets the clue.
    fn allows(&self, way: u32) -> bool {
        (self.least..=self.most).contains(&i64::from((way & self.edges).count_ones()))
    }
}

/// The values that all possible choices have in common.
#[derive(PartialEq, Eq)]
struct Forced {
    /// The edges of the clues that are in, and those that are out, as bits.
    inside: u32,
    outside: u32,
    /// By corner: the common value of all other open edges.
    others: Vec<Option<bool>>,
}

impl Forced {
    fn is_empty(&self) -> bool {
        self.inside == 0 && self.outside == 0 && self.others.iter().all(Option::is_none)
    }

    fn includes(&self, other: &Forced) -> bool {
        let mut others = other.others.iter().zip(&self.others);
        other.inside & !self.inside == 0
            && other.outside & !self.outside == 0
            && others.all(|(wanted, found)| wanted.is_none() || wanted == found)
    }
}

/// A part of the solution that a loop around two clues would leave out.
#[derive(Clone, Copy)]
enum Outside {
    Edge(EdgeId),
    Clue(SumId),
}

/// The inference from two clues together, with as few premises as possible.
pub(super) fn together(state: &State<'_>, sums: [SumId; 2]) -> Result<Option<Inference>, Interrupted> {
    let mut together = Together::new(state, sums);
    let Some(forced) = together.forced().filter(|forced| !forced.is_empty()) else { return Ok(None) };
    together.shrink(state, |together| together.forced().is_some_and(|found| found.includes(&forced)))?;
    if let Some(Outside::Clue(_)) = together.outside {
        together.outside = nearest_clue(state, &together.edges, sums).map(Outside::Clue);
    }
    let bits = |bits: u32| (0..together.edges.len()).filter(move |i| bits >> i & 1 == 1);
    let mut inference = Inference::by(if together.clues[0].edges & together.clues[1].edges > 0 {
        Rule::Adjacent
    } else {
        Rule::Diagonal
    });
    let all_in = bits(forced.inside).map(|i| (i, true));
    let conclusions = all_in.chain(bits(forced.outside).map(|i| (i, false)));
    inference.edges = conclusions.map(|(i, is_in)| Known { edge: together.edges[i], is_in }).collect();
    for (corner, value) in together.corners.iter().zip(&forced.others) {
        let open = corner.others.iter().filter(|&&(e, _)| state.is_open(e));
        inference.edges.extend(
            value.iter().flat_map(|&is_in| open.clone().map(move |&(edge, _)| Known { edge, is_in })),
        );
    }
    inference.edges.sort_unstable();
    inference.edges.dedup();
    let inside = (0..together.edges.len()).filter(|&i| together.values[i] != Value::Open);
    let mut used: Vec<Fact> = inside.map(|i| Fact::Edge(together.edges[i])).collect();
    for corner in together.corners.iter().filter(|corner| corner.is_used) {
        inference.vertices.push(corner.vertex);
        let known = corner.others.iter().filter(|other| other.1 != Value::Open);
        used.extend(known.map(|&(e, _)| Fact::Edge(e)));
    }
    let puzzle = state.board.puzzle;
    for Clue { sum, least, most, edges } in together.clues {
        inference.use_sum(puzzle, sum, [least > 0, most < i64::from(edges.count_ones())]);
    }
    match together.outside {
        Some(Outside::Edge(e)) => used.push(Fact::Edge(e)),
        Some(Outside::Clue(sum)) => inference.use_sum(puzzle, sum, [true, false]),
        None => {}
    }
    inference.is_global = together.outside.is_some();
    used.sort_unstable();
    used.dedup();
    inference.used = used;
    Ok(Some(inference))
}

impl Together {
    fn new(state: &State<'_>, sums: [SumId; 2]) -> Self {
        let board = state.board;
        let mut edges: Vec<EdgeId> =
            sums.iter().flat_map(|&sum| board.puzzle.sum(sum).positive).copied().collect();
        edges.sort_unstable();
        edges.dedup();
        let bit = |e: &EdgeId| edges.binary_search(e).map_or(0, |i| 1u32 << i);
        let mut vertices: Vec<VertexId> = edges.iter().flat_map(|&e| board.incidence.ends(e)).collect();
        vertices.sort_unstable();
        vertices.dedup();
        let corners = vertices
            .iter()
            .map(|&vertex| {
                let at = board.incidence.at(vertex);
                let others = at.iter().filter(|(e, _)| bit(e) == 0).map(|&(e, _)| (e, state.value(e)));
                let others: Vec<(EdgeId, Value)> = others.collect();
                let with = |value| others.iter().filter(|other| other.1 == value).count();
                let (chosen, open) = (with(Value::In), with(Value::Open));
                let inside = at.iter().map(|(e, _)| bit(e)).sum();
                Corner { vertex, inside, others, chosen, open, is_used: true }
            })
            .collect();
        let place = |v: VertexId| vertices.binary_search(&v).unwrap_or(0);
        let clues = sums.map(|sum| {
            let Sum { positive, least, most, .. } = board.puzzle.sum(sum);
            Clue { sum, edges: positive.iter().map(bit).sum(), least, most }
        });
        Together {
            values: edges.iter().map(|&e| state.value(e)).collect(),
            ends: edges.iter().map(|&e| board.incidence.ends(e).map(place)).collect(),
            outside: outside(state, &edges, sums),
            allowed: vertices
                .iter()
                .map(|&v| {
                    (0..=2).filter(|&degree| board.allows(v, degree)).fold(0, |set, degree| set | 1 << degree)
                })
                .collect(),
            edges,
            clues,
            corners,
        }
    }

    /// The values that all possible choices have in common; `None` if no choice is possible, or there are too many to enumerate.
    fn forced(&self) -> Option<Forced> {
        let with = |value| {
            let edges = self.values.iter().enumerate().filter(move |(_, v)| **v == value);
            edges.fold(0u32, |bits, (i, _)| bits | 1 << i)
        };
        let (chosen, open) = (with(Value::In), with(Value::Open));
        if open.count_ones() as usize > MOST_OPEN {
            return None;
        }
        // For each corner, its edges of the clues as bits; and, by their number, which numbers of other edges are possible, as bits.
        let corners: Vec<(u32, [u8; 8])> = self
            .corners
            .iter()
            .zip(&self.allowed)
            .map(|(corner, &allowed)| {
                let (known, open) = (corner.chosen, corner.open);
                let fits = |inside: usize, more: usize| {
                    !corner.is_used
                        || inside + known + more < 8 && allowed >> (inside + known + more) & 1 == 1
                };
                let most = open.min(7);
                let more = |inside: usize| {
                    (0..=most).filter(|&more| fits(inside, more)).fold(0u8, |set, more| set | 1 << more)
                };
                (corner.inside, std::array::from_fn(more))
            })
            .collect();
        let (mut all, mut any) = (u32::MAX, 0);
        let mut others = vec![0u8; corners.len()];
        let mut some_way = false;
        // All subsets of the open edges.
        let mut subset = open;
        loop {
            let way = chosen | subset;
            let more = |&(inside, more): &(u32, [u8; 8])| more[((way & inside).count_ones() as usize).min(7)];
            if self.clues.iter().all(|clue| clue.allows(way))
                && corners.iter().all(|corner| more(corner) > 0)
                && !(self.outside.is_some() && self.has_loop(way))
            {
                some_way = true;
                all &= way;
                any |= way;
                others.iter_mut().zip(&corners).for_each(|(others, corner)| *others |= more(corner));
            }
            if subset == 0 {
                break;
            }
            subset = (subset - 1) & open;
        }
        let value = |(corner, &more): (&Corner, &u8)| match corner.open {
            0 => None,
            _ if more == 1 => Some(false),
            open if open < 8 && u32::from(more) == 1 << open => Some(true),
            _ => None,
        };
        some_way.then(|| Forced {
            inside: all & open,
            outside: open & !any,
            others: self.corners.iter().zip(&others).map(value).collect(),
        })
    }

    /// Whether these edges contain a loop.
    fn has_loop(&self, way: u32) -> bool {
        let mut parts: Vec<usize> = (0..self.corners.len()).collect();
        for (i, ends) in self.ends.iter().enumerate().filter(|(i, _)| way >> i & 1 == 1) {
            debug_assert!(i < 32);
            let [a, b] = ends.map(|v| parts[v]);
            if a == b {
                return true;
            }
            parts.iter_mut().filter(|part| **part == a).for_each(|part| *part = b);
        }
        false
    }

    /// Removes premises that `holds` does not need.
    fn shrink(&mut self, state: &State<'_>, holds: impl Fn(&Together) -> bool) -> Result<(), Interrupted> {
        let outside = self.outside.take();
        if !holds(self) {
            self.outside = outside;
        }
        for i in 0..self.corners.len() {
            if std::mem::replace(&mut self.corners[i].is_used, false) && !holds(self) {
                self.corners[i].is_used = true;
            }
        }
        for i in 0..self.corners.len() {
            for j in 0..self.corners[i].others.len() {
                if j % PREMISES_UNCHECKED == PREMISES_UNCHECKED - 1 {
                    state.check_limits()?;
                }
                let value = self.corners[i].set(j, Value::Open);
                if value != Value::Open && !holds(self) {
                    self.corners[i].set(j, value);
                }
            }
        }
        for i in 0..self.clues.len() {
            let clue = self.clues[i];
            if state.board.puzzle.is_clue(clue.sum) {
                continue;
            }
            self.clues[i].least = 0;
            if !holds(self) {
                self.clues[i].least = clue.least;
            }
            self.clues[i].most = clue.edges.count_ones().into();
            if !holds(self) {
                self.clues[i].most = clue.most;
            }
        }
        for i in 0..self.edges.len() {
            let value = std::mem::replace(&mut self.values[i], Value::Open);
            if value != Value::Open && !holds(self) {
                self.values[i] = value;
            }
        }
        Ok(())
    }
}

/// An edge that is in, or a cell without any of these edges, that a loop of these edges would leave out.
fn outside(state: &State<'_>, edges: &[EdgeId], sums: [SumId; 2]) -> Option<Outside> {
    if !state.is_one_cycle() {
        return None;
    }
    if let Some(sum) = elsewhere(state, edges, sums) {
        return Some(Outside::Clue(sum));
    }
    let mut known = state.known_edges();
    known
        .find(|known| known.is_in && edges.binary_search(&known.edge).is_err())
        .map(|known| Outside::Edge(known.edge))
}

/// A third cell for which [`is_elsewhere`] holds.
fn elsewhere(state: &State<'_>, edges: &[EdgeId], sums: [SumId; 2]) -> Option<SumId> {
    state.board.puzzle.sums().map(|(sum, _)| sum).find(|&sum| is_elsewhere(state, edges, sums, sum))
}

/// Whether `sum` is a third clue, not 0, or a lower bound, that a loop of the edges of two clues cannot meet.
fn is_elsewhere(state: &State<'_>, edges: &[EdgeId], sums: [SumId; 2], sum: SumId) -> bool {
    let third = state.board.puzzle.sum(sum);
    !sums.contains(&sum) && third.least > 0 && !third.positive.iter().any(|e| edges.binary_search(e).is_ok())
}

/// The nearest cell for which [`is_elsewhere`] holds.
fn nearest_clue(state: &State<'_>, edges: &[EdgeId], sums: [SumId; 2]) -> Option<SumId> {
    let board = state.board;
    let mut seen = vec![false; board.puzzle.vertex_count()];
    let mut queue: VecDeque<VertexId> = edges.iter().flat_map(|&e| board.incidence.ends(e)).collect();
    queue.iter().for_each(|v| seen[v.index()] = true);
    while let Some(v) = queue.pop_front() {
        let mut near = board.sums_at[v.index()].iter().copied();
        if let Some(sum) = near.find(|&sum| is_elsewhere(state, edges, sums, sum)) {
            return Some(sum);
        }
        for &(_, w) in board.incidence.at(v) {
            if !std::mem::replace(&mut seen[w.index()], true) {
                queue.push_back(w);
            }
        }
    }
    // The cell may be in another component of the graph.
    elsewhere(state, edges, sums)
}
