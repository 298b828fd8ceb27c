//! What follows at one vertex or one clue: by counting, and by going through all ways to choose its edges that agree with
//! what is known of pairs of them.

use super::board::Site;
use super::state::{Fact, Inference, State};
use super::step::Known;
use super::{Difficulty, Rule};
use crate::deduce::Value;
use crate::puzzle::{CellId, EdgeId};

/// The most open edges whose choices are gone through.
pub(super) const MOST_OPEN: usize = 10;

/// A relation that holds between two of the edges of a site.
struct Related {
    places: [usize; 2],
    allowed: u8,
    note: u32,
}

/// A site with what is known there.
struct Local<'a, 's> {
    state: &'a State<'s>,
    site: Site,
    edges: Vec<EdgeId>,
    values: Vec<Value>,
    related: Vec<Related>,
}

/// What all ways to choose have in common.
struct Common {
    /// For each edge whether it is in some, and whether it is out of some.
    met: Vec<[bool; 2]>,
    /// For each two edges the combinations that occur.
    pairs: Vec<u8>,
}

/// What follows by counting.
pub(super) fn count(state: &State<'_>, site: Site) -> Option<Inference> {
    let local = Local::new(state, site, None)?;
    let (chosen, open) = local.numbers();
    let value = local.counted(chosen, open);
    let Some(value) = value else {
        let is_broken = |local: &Local<'_, '_>| local.is_full_or_starved();
        return is_broken(&local).then(|| local.finish(Vec::new(), is_broken));
    };
    let conclusions = local.open().map(|i| Known { edge: local.edges[i], is_in: value }).collect();
    Some(local.finish(conclusions, move |local| {
        let (chosen, open) = local.numbers();
        local.counted(chosen, open) == Some(value)
    }))
}

/// The edges that follow when pairs of edges are looked at, as far as what is known of them is no harder than this.
pub(super) fn edges(state: &State<'_>, site: Site, at_most: Difficulty) -> Option<Inference> {
    let local = Local::new(state, site, Some(at_most))?;
    let Some(common) = local.common(false)? else {
        return Some(local.finish(Vec::new(), |local| matches!(local.common(false), Some(None))));
    };
    let mut conclusions = Vec::new();
    for i in local.open() {
        match common.met[i] {
            [true, true] => {}
            [is_in, _] => conclusions.push((i, is_in)),
        }
    }
    if conclusions.is_empty() {
        return None;
    }
    let known = conclusions.iter().map(|&(i, is_in)| Known { edge: local.edges[i], is_in }).collect();
    Some(local.finish(known, move |local| match local.common(false) {
        Some(Some(common)) => conclusions.iter().all(|&(i, is_in)| common.met[i] == [is_in, !is_in]),
        _ => false,
    }))
}

/// What follows of two edges together: of those that share a vertex, or of all.
pub(super) fn pairs(state: &State<'_>, site: Site, from: Option<Difficulty>, all: bool) -> Vec<Inference> {
    let Some(local) = Local::new(state, site, from) else { return Vec::new() };
    let Some(Some(common)) = local.common(true) else { return Vec::new() };
    let mut found = Vec::new();
    let open: Vec<usize> = local.open().collect();
    for (at, &j) in open.iter().enumerate() {
        for &i in &open[..at] {
            let allowed = common.pairs[i * local.edges.len() + j];
            let edges = [local.edges[i], local.edges[j]];
            if !all && !touch(state, edges) {
                continue;
            }
            let known = known_of(state, ordered(edges), Difficulty::Extreme);
            let (edges, allowed) = sorted(edges, allowed);
            if known & allowed == known {
                continue;
            }
            let mut inference = local.finish(Vec::new(), |local| match local.common(true) {
                Some(Some(common)) => {
                    let [i, j] = edges.map(|e| local.edges.iter().position(|&f| f == e).unwrap_or(0));
                    let found = common.pairs[i.min(j) * local.edges.len() + i.max(j)];
                    let found = if i < j { found } else { swapped(found) };
                    found & !allowed == 0
                }
                _ => false,
            });
            inference.rule = Rule::EdgePairs;
            inference.note = Some((edges, allowed));
            found.push(inference);
        }
    }
    found
}

/// What is known of two edges (the lower one first) that is no harder than this.
pub(super) fn known_of(state: &State<'_>, edges: [EdgeId; 2], at_most: Difficulty) -> u8 {
    state.notes_of(edges, at_most).fold(0b1111, |known, (_, note)| known & note.allowed)
}

/// Two edges, the lower one first, with the combinations of their values.
pub(super) fn sorted(edges: [EdgeId; 2], allowed: u8) -> ([EdgeId; 2], u8) {
    if edges[0] < edges[1] { (edges, allowed) } else { ([edges[1], edges[0]], swapped(allowed)) }
}

fn ordered(edges: [EdgeId; 2]) -> [EdgeId; 2] {
    sorted(edges, 0).0
}

/// The combinations when the edges change places.
fn swapped(allowed: u8) -> u8 {
    (allowed & 0b1001) | (allowed & 0b0010) << 1 | (allowed & 0b0100) >> 1
}

fn touch(state: &State<'_>, [a, b]: [EdgeId; 2]) -> bool {
    let ends = state.board.incidence.ends(a);
    state.board.incidence.ends(b).iter().any(|v| ends.contains(v))
}

impl<'a, 's> Local<'a, 's> {
    /// A site; with notes about pairs of edges that are no harder than this, unless it has too many open edges for them.
    fn new(state: &'a State<'s>, site: Site, notes: Option<Difficulty>) -> Option<Self> {
        let edges = state.board.edges(site);
        let values: Vec<Value> = edges.iter().map(|&e| state.value(e)).collect();
        let mut related = Vec::new();
        if let Some(at_most) = notes {
            if values.iter().filter(|&&value| value == Value::Open).count() > MOST_OPEN {
                return None;
            }
            for j in 0..edges.len() {
                for i in (0..j).filter(|&i| values[i] == Value::Open && values[j] == Value::Open) {
                    for (note, known) in state.notes_of(ordered([edges[i], edges[j]]), at_most) {
                        let places = if edges[i] < edges[j] { [i, j] } else { [j, i] };
                        related.push(Related { places, allowed: known.allowed, note });
                    }
                }
            }
        }
        Some(Local { state, site, edges, values, related })
    }

    fn open(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.edges.len()).filter(|&i| self.values[i] == Value::Open)
    }

    /// How many edges are in, and how many are open.
    fn numbers(&self) -> (u32, u32) {
        let with = |value| self.values.iter().filter(|&&v| v == value).count() as u32;
        (with(Value::In), with(Value::Open))
    }

    /// The value of all open edges, of which there are some, if their number tells it.
    fn counted(&self, chosen: u32, open: u32) -> Option<bool> {
        let admits = |&count: &u32| self.state.board.admits(self.site, count);
        let mut counts = (chosen..=chosen + open).filter(admits);
        match (counts.next()?, counts.next()) {
            (only, None) if only == chosen => (open > 0).then_some(false),
            (only, None) if only == chosen + open => Some(true),
            _ => None,
        }
    }

    fn is_full_or_starved(&self) -> bool {
        let (chosen, open) = self.numbers();
        !(chosen..=chosen + open).any(|count| self.state.board.admits(self.site, count))
    }

    /// What all ways to choose have in common, or `Some(None)` if there is no way; `None` where there are too many to look at.
    fn common(&self, with_pairs: bool) -> Option<Option<Common>> {
        let open: Vec<usize> = self.open().collect();
        if open.len() > MOST_OPEN {
            return None;
        }
        let n = self.edges.len();
        let (chosen, _) = self.numbers();
        let mut common =
            Common { met: vec![[false; 2]; n], pairs: vec![0; if with_pairs { n * n } else { 0 }] };
        let place = |i: usize| open.iter().position(|&j| j == i);
        let related: Vec<([usize; 2], u8)> = self
            .related
            .iter()
            .filter_map(|related| {
                let [i, j] = related.places;
                Some(([place(i)?, place(j)?], related.allowed))
            })
            .collect();
        let mut any = false;
        for way in 0u32..1 << open.len() {
            let bit = |i: usize| way >> i & 1;
            if !self.state.board.admits(self.site, chosen + way.count_ones())
                || related.iter().any(|&([i, j], allowed)| allowed >> (bit(i) + 2 * bit(j)) & 1 == 0)
            {
                continue;
            }
            any = true;
            for (at, &j) in open.iter().enumerate() {
                common.met[j][usize::from(bit(at) == 0)] = true;
                if with_pairs {
                    for (before, &i) in open[..at].iter().enumerate() {
                        common.pairs[i * n + j] |= 1 << (bit(before) + 2 * bit(at));
                    }
                }
            }
        }
        Some(any.then_some(common))
    }

    /// The inference of what holds as long as `follows` does, with nothing among its premises that is not needed.
    fn finish(&self, conclusions: Vec<Known>, follows: impl Fn(&Local<'_, '_>) -> bool) -> Inference {
        let mut least = Local {
            state: self.state,
            site: self.site,
            edges: self.edges.clone(),
            values: self.values.clone(),
            related: Vec::new(),
        };
        let related = |kept: &[usize]| -> Vec<Related> {
            kept.iter().map(|&i| Related { ..self.related[i] }).collect()
        };
        // Notes are harder to see than edges, and edges that are out than those that are in.
        let mut kept: Vec<usize> = (0..self.related.len()).collect();
        for i in (0..self.related.len()).rev() {
            let without: Vec<usize> = kept.iter().copied().filter(|&j| j != i).collect();
            least.related = related(&without);
            if follows(&least) {
                kept = without;
            }
        }
        least.related = related(&kept);
        for value in [Value::Out, Value::In] {
            for i in 0..self.edges.len() {
                if self.values[i] == value {
                    least.values[i] = Value::Open;
                    if !follows(&least) {
                        least.values[i] = value;
                    }
                }
            }
        }
        let rule = match self.site {
            Site::Vertex(_) => Rule::Vertex,
            Site::Clue(_) => Rule::Clue,
        };
        let notes = kept.iter().map(|&i| self.related[i].note);
        let hardest = notes.clone().map(|note| self.state.note(note).difficulty).max();
        let mut inference = Inference::by(if kept.is_empty() { rule } else { Rule::EdgePairs });
        inference.edges = conclusions;
        let is_known = |&i: &usize| least.values[i] != Value::Open;
        let known = (0..self.edges.len()).filter(is_known).map(|i| Fact::Edge(self.edges[i]));
        inference.used = known.chain(notes.map(Fact::Note)).collect();
        inference.difficulty = inference.difficulty.max(hardest.unwrap_or(Difficulty::Easy));
        match self.site {
            Site::Vertex(v) => inference.vertices.push(v),
            Site::Clue(cell) => inference.clues.push(cell),
        }
        inference
    }
}

/// A clue whose open edges are all in, apart from those that a 0 beside it takes away.
pub(super) fn zeros(state: &State<'_>, cell: CellId) -> Option<Inference> {
    let puzzle = state.board.puzzle;
    let edges = puzzle.cell(cell).edges;
    let clue = puzzle.cell(cell).clue.filter(|&clue| clue > 0)?;
    if edges.iter().any(|&e| !state.is_open(e)) {
        return None;
    }
    let zero = |e: &EdgeId| {
        state.board.incidence.cells(*e).iter().copied().find(|&cell| puzzle.cell(cell).clue == Some(0))
    };
    let mut zeros: Vec<_> = edges.iter().filter_map(zero).collect();
    let left: Vec<EdgeId> = edges.iter().copied().filter(|e| zero(e).is_none()).collect();
    if zeros.is_empty() || left.len() != clue as usize {
        return None;
    }
    zeros.sort_unstable();
    zeros.dedup();
    let mut inference = Inference::by(Rule::ZeroBeside);
    inference.edges = left.into_iter().map(|edge| Known { edge, is_in: true }).collect();
    inference.clues = std::iter::once(cell).chain(zeros).collect();
    Some(inference)
}

/// A clue that can do without one of its open edges, where a line comes to a corner between two of them: not both are in, and so all
/// others are.
pub(super) fn line(state: &State<'_>, cell: CellId) -> Option<Inference> {
    let board = state.board;
    let edges = board.puzzle.cell(cell).edges;
    let with = |value: Value| edges.iter().copied().filter(move |&e| state.value(e) == value);
    let (chosen, open) = (with(Value::In).count(), with(Value::Open).count());
    if board.puzzle.cell(cell).clue? as usize + 1 != chosen + open || open < 3 {
        return None;
    }
    for v in with(Value::Open).flat_map(|e| board.incidence.ends(e)) {
        let meets = |e: &EdgeId| board.incidence.ends(*e).contains(&v);
        let at = board.incidence.at(v).iter().map(|&(e, _)| e);
        // At a terminal no more than one edge is in anyway.
        let line = at.clone().find(|&e| state.value(e) == Value::In);
        let is_end = board.terminal[v.index()].is_some();
        if with(Value::Open).filter(meets).count() != 2 || line.is_none() && !is_end {
            continue;
        }
        let mut inference = Inference::by(Rule::LineAtClue);
        let others = with(Value::Open).filter(|e| !meets(e));
        inference.edges = others.map(|edge| Known { edge, is_in: true }).collect();
        inference.clues.push(cell);
        inference.vertices.push(v);
        let out = with(Value::Out).chain(line.filter(|_| !is_end));
        inference.used = out.map(Fact::Edge).collect();
        return Some(inference);
    }
    None
}
