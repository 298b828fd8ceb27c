//! Rules at the end of a path: it must not close a loop too early, nor join the path of another pair.

use rustc_hash::FxHashSet;

use super::Rule;
use super::state::{Fact, Inference, State};
use super::step::Known;
use zlink_deduce::Value;
use zlink_puzzle::{EdgeId, Sum, SumId, Topology, VertexId};

/// A part of the solution that a loop would leave out.
enum LeftOut {
    Edge(EdgeId),
    Sum(SumId),
    Vertex(VertexId),
}

/// The inference where a path ends at `v`, or where a loop is closed.
pub(super) fn end(state: &State<'_>, v: VertexId) -> Option<Inference> {
    if let Some(on_loop) = state.closed() {
        return closed(state, on_loop);
    }
    let board = state.board;
    let far = state.mate(v);
    let pair = board.terminal[far.index()];
    if let (Some(p), Some(q)) = (board.terminal[v.index()], pair)
        && p != q
        && state.degree(v) == 1
    {
        let path = state.path(v);
        let is_whole = path.last().is_some_and(|&e| board.incidence.ends(e).contains(&far));
        return is_whole.then(|| {
            let mut inference = Inference::by(Rule::WrongPair);
            inference.pairs = vec![p as usize, q as usize];
            inference.used = path.into_iter().map(Fact::Edge).collect();
            inference.is_global = true;
            inference
        });
    }
    if !state.is_end(v) {
        return None;
    }
    let open = board.incidence.at(v).iter().filter(|&&(edge, w)| state.is_open(edge) && state.is_end(w));
    let mut wrong = Inference::by(Rule::WrongPair);
    for &(edge, w) in open {
        if w == far {
            if let Some(mut inference) = early_loop(state, v, edge) {
                inference.is_global = true;
                inference.edges = vec![Known { edge, is_in: false }];
                return Some(inference);
            }
            continue;
        }
        if let (Some(p), Some(q)) = (pair, board.terminal[state.mate(w).index()])
            && p != q
        {
            wrong.pairs.extend([p as usize, q as usize]);
            wrong.used.extend(state.path(w).into_iter().map(Fact::Edge));
            wrong.edges.push(Known { edge, is_in: false });
        }
    }
    if wrong.edges.is_empty() {
        return None;
    }
    wrong.used.extend(state.path(v).into_iter().map(Fact::Edge));
    wrong.is_global = true;
    Some(wrong)
}

/// The premises for excluding an edge between the ends of the path from `v`: its loop is not allowed, or would leave something out; `None`
/// if the loop may be right.
fn early_loop(state: &State<'_>, v: VertexId, edge: EdgeId) -> Option<Inference> {
    let path = state.path(v);
    let mut inference = Inference::by(Rule::EarlyLoop);
    match state.board.puzzle.topology() {
        Topology::Cycles => return None,
        Topology::Linkage | Topology::PathMatching => {}
        Topology::Cycle => {
            let cycle = path.iter().copied().chain([edge]).collect();
            leave_out(state, &cycle, &mut inference)?;
        }
    }
    inference.used.extend(path.into_iter().map(Fact::Edge));
    Some(inference)
}

/// Adds the part that a cycle leaves out to the premises; `None` if it leaves out nothing.
fn leave_out(state: &State<'_>, cycle: &FxHashSet<EdgeId>, inference: &mut Inference) -> Option<()> {
    match left_out(state, cycle)? {
        LeftOut::Edge(edge) => inference.used.push(Fact::Edge(edge)),
        LeftOut::Sum(sum) => {
            let puzzle = state.board.puzzle;
            let is_few = (puzzle.sum(sum).count(|e| cycle.contains(&e)) as i64) < puzzle.sum(sum).least;
            inference.use_sum(puzzle, sum, [is_few, !is_few]);
        }
        LeftOut::Vertex(vertex) => inference.vertices.push(vertex),
    }
    Some(())
}

/// A part that a cycle leaves out: an edge that is in, a sum that it violates, or a vertex that must be covered.
fn left_out(state: &State<'_>, cycle: &FxHashSet<EdgeId>) -> Option<LeftOut> {
    let board = state.board;
    let known = cycle.iter().filter(|&&e| state.value(e) == Value::In).count();
    if known < state.chosen() {
        let other = state.known_edges().find(|known| known.is_in && !cycle.contains(&known.edge));
        return other.map(|known| LeftOut::Edge(known.edge));
    }
    let is_met = |sum: Sum<'_>| sum.allows(sum.count(|e| cycle.contains(&e)));
    if let Some((sum, _)) = board.puzzle.sums().find(|&(_, sum)| !is_met(sum)) {
        return Some(LeftOut::Sum(sum));
    }
    if board.puzzle.cover() {
        let is_on = |v: VertexId| board.incidence.at(v).iter().any(|(e, _)| cycle.contains(e));
        let mut vertices = (0..board.puzzle.vertex_count()).map(VertexId::from_index);
        return vertices.find(|&v| !is_on(v)).map(LeftOut::Vertex);
    }
    None
}

/// The inference where a loop is closed: a contradiction, or all other edges are out.
fn closed(state: &State<'_>, on_loop: VertexId) -> Option<Inference> {
    let cycle = state.path(on_loop);
    let mut inference = Inference::by(Rule::EarlyLoop);
    inference.is_global = true;
    inference.used = cycle.iter().copied().map(Fact::Edge).collect();
    match state.board.puzzle.topology() {
        Topology::Cycles => return None,
        Topology::Linkage | Topology::PathMatching => return Some(inference),
        Topology::Cycle => {}
    }
    if leave_out(state, &cycle.into_iter().collect(), &mut inference).is_some() {
        return Some(inference);
    }
    inference.rule = Rule::ClosedLoop;
    inference.edges = state.open_edges().map(|edge| Known { edge, is_in: false }).collect();
    (!inference.edges.is_empty()).then_some(inference)
}

/// The contradiction that all edges are out although solutions are cycles.
pub(super) fn empty(state: &State<'_>) -> Option<Inference> {
    (state.open() == 0 && state.chosen() == 0 && state.board.is_cyclic()).then(|| {
        let mut inference = Inference::by(Rule::Empty);
        inference.is_global = true;
        inference.used = state.known_edges().map(|known| Fact::Edge(known.edge)).collect();
        inference
    })
}
