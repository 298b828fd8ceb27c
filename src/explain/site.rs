//! Rules at one site (a vertex, a clue, the bounds of a cell, or an integrity constraint): by counting, and by enumerating the choices of its
//! edges that agree with the known relations of two of them.

use rustc_hash::FxHashMap;

use super::board::Site;
use super::state::{Fact, Inference, PREMISES_UNCHECKED, State};
use super::step::Known;
use super::{Difficulty, Rule};
use zlink_base::limits::Interrupted;
use zlink_deduce::Value;
use zlink_puzzle::{CellId, EdgeId, Sum, SumId, VertexId};

/// The most open edges whose choices are enumerated.
pub(super) const MOST_OPEN: usize = 10;

/// A known relation of two edges of a site, by their indices.
struct Related {
    places: [usize; 2],
    allowed: u8,
    note: u32,
}

/// A site with the known values and relations of its edges.
struct Local<'a, 's> {
    state: &'a State<'s>,
    site: Site,
    edges: Vec<EdgeId>,
    /// The index from which on the edges are negative literals, which hold if they are out.
    negative: usize,
    /// The bounds on the number of literals that hold.
    least: i64,
    most: i64,
    values: Vec<Value>,
    /// The number of literals that hold.
    chosen: u32,
    /// The number of open edges.
    open: u32,
    /// The indices of the open edges, ascending; empty if there are more than [`MOST_OPEN`].
    open_places: Vec<usize>,
    related: Vec<Related>,
}

/// The values that occur in the possible choices of the open edges, which are numbered in their order.
struct Common {
    /// By open edge: whether it is in some choice, and whether it is out of some choice.
    met: [[bool; 2]; MOST_OPEN],
    /// By two open edges, the lower number first: the combinations of values that occur.
    pairs: [[u8; MOST_OPEN]; MOST_OPEN],
}

/// The inference by counting the edges of a site.
pub(super) fn count(state: &State<'_>, site: Site) -> Result<Option<Inference>, Interrupted> {
    let Some(local) = Local::new(state, site, None) else { return Ok(None) };
    let Some(hold) = local.counted() else {
        let is_broken = |local: &Local<'_, '_>| local.is_full_or_starved();
        return is_broken(&local).then(|| local.finish(Vec::new(), is_broken)).transpose();
    };
    let open = (0..local.edges.len()).filter(|&i| local.values[i] == Value::Open);
    let conclusions =
        open.map(|i| Known { edge: local.edges[i], is_in: local.is_positive(i) == hold }).collect();
    local.finish(conclusions, move |local| local.counted() == Some(hold)).map(Some)
}

/// The inference of edges of a site from relations of two of its edges up to a difficulty.
pub(super) fn edges(
    state: &State<'_>,
    site: Site,
    at_most: Difficulty,
) -> Result<Option<Inference>, Interrupted> {
    let Some(local) = Local::new(state, site, Some(at_most)) else { return Ok(None) };
    let Some(common) = local.common(false) else { return Ok(None) };
    let Some(common) = common else {
        return local.finish(Vec::new(), |local| matches!(local.common(false), Some(None))).map(Some);
    };
    let mut conclusions = Vec::new();
    for (number, &i) in local.open_places.iter().enumerate() {
        match common.met[number] {
            [true, true] => {}
            [is_in, _] => conclusions.push((i, is_in)),
        }
    }
    if conclusions.is_empty() {
        return Ok(None);
    }
    let known = conclusions.iter().map(|&(i, is_in)| Known { edge: local.edges[i], is_in }).collect();
    let inference = local.finish(known, move |local| match local.common(false) {
        Some(Some(common)) => {
            conclusions.iter().all(|&(i, is_in)| common.met[local.number(i)] == [is_in, !is_in])
        }
        _ => false,
    });
    inference.map(Some)
}

/// The inferences of relations of two edges of a site: of all, or of those that share a vertex. What an integrity constraint says of two
/// edges is seen wherever they are. Relations up to difficulty `from` are premises, if given.
pub(super) fn pairs(
    state: &State<'_>,
    site: Site,
    from: Option<Difficulty>,
    all: bool,
) -> Result<Vec<Inference>, Interrupted> {
    let mut found = Vec::new();
    let all = all || matches!(site, Site::Sum(sum) if state.board.puzzle.cell_of(sum).is_none());
    let Some(local) = Local::new(state, site, from) else { return Ok(found) };
    let Some(Some(common)) = local.common(true) else { return Ok(found) };
    for (at, &j) in local.open_places.iter().enumerate() {
        for (before, &i) in local.open_places[..at].iter().enumerate() {
            let allowed = common.pairs[before][at];
            let edges = [local.edges[i], local.edges[j]];
            if !all && !touch(state, edges) {
                continue;
            }
            let known = known_of(state, ordered(edges), Difficulty::Extreme);
            let (edges, allowed) = sorted(edges, allowed);
            if known & allowed == known {
                continue;
            }
            let is_sorted = local.edges[i] == edges[0];
            let mut inference = local.finish(Vec::new(), |local| match local.common(true) {
                Some(Some(common)) => {
                    let found = common.pairs[local.number(i)][local.number(j)];
                    let found = if is_sorted { found } else { swapped(found) };
                    found & !allowed == 0
                }
                _ => false,
            })?;
            inference.rule = Rule::EdgePairs;
            inference.note = Some((edges, allowed));
            found.push(inference);
        }
    }
    Ok(found)
}

/// The combinations of values of two edges (the lower one first) that notes up to a difficulty allow.
pub(super) fn known_of(state: &State<'_>, edges: [EdgeId; 2], at_most: Difficulty) -> u8 {
    state.notes_of(edges, at_most).fold(0b1111, |known, (_, note)| known & note.allowed)
}

/// Two edges in ascending order, with the combinations of their values changed accordingly.
pub(super) fn sorted(edges: [EdgeId; 2], allowed: u8) -> ([EdgeId; 2], u8) {
    if edges[0] < edges[1] { (edges, allowed) } else { ([edges[1], edges[0]], swapped(allowed)) }
}

fn ordered(edges: [EdgeId; 2]) -> [EdgeId; 2] {
    sorted(edges, 0).0
}

/// The combinations of values when the edges change places.
fn swapped(allowed: u8) -> u8 {
    (allowed & 0b1001) | (allowed & 0b0010) << 1 | (allowed & 0b0100) >> 1
}

fn touch(state: &State<'_>, [a, b]: [EdgeId; 2]) -> bool {
    let ends = state.board.incidence.ends(a);
    state.board.incidence.ends(b).iter().any(|v| ends.contains(v))
}

impl<'a, 's> Local<'a, 's> {
    /// The state at a site, with notes up to difficulty `notes`, if given; `None` if it has too many open edges for notes.
    fn new(state: &'a State<'s>, site: Site, notes: Option<Difficulty>) -> Option<Self> {
        let edges = state.board.edges(site);
        let Sum { positive, least, most, .. } = state.board.sum(site, &edges);
        let negative = positive.len();
        let values: Vec<Value> = edges.iter().map(|&e| state.value(e)).collect();
        let with = |values: &[Value], value| values.iter().filter(|&&v| v == value).count() as u32;
        let chosen = with(&values[..negative], Value::In) + with(&values[negative..], Value::Out);
        let open = with(&values, Value::Open);
        let mut open_places: Vec<usize> = Vec::new();
        if open as usize <= MOST_OPEN {
            open_places.extend((0..edges.len()).filter(|&i| values[i] == Value::Open));
        }
        let mut related = Vec::new();
        if let Some(at_most) = notes {
            if open as usize > MOST_OPEN {
                return None;
            }
            for (at, &j) in open_places.iter().enumerate() {
                for &i in &open_places[..at] {
                    for (note, known) in state.notes_of(ordered([edges[i], edges[j]]), at_most) {
                        let places = if edges[i] < edges[j] { [i, j] } else { [j, i] };
                        related.push(Related { places, allowed: known.allowed, note });
                    }
                }
            }
        }
        Some(Local { state, site, edges, negative, least, most, values, chosen, open, open_places, related })
    }

    /// Whether the literal at an index holds if its edge is in.
    fn is_positive(&self, place: usize) -> bool {
        place < self.negative
    }

    /// The value with which the literal at an index holds.
    fn holding(&self, place: usize) -> Value {
        if self.is_positive(place) { Value::In } else { Value::Out }
    }

    /// The number of an open edge among the open edges, by its index.
    fn number(&self, place: usize) -> usize {
        self.open_places.partition_point(|&open| open < place)
    }

    /// Makes the edge at an index open.
    fn forget(&mut self, place: usize) {
        self.chosen -= u32::from(self.values[place] == self.holding(place));
        self.values[place] = Value::Open;
        self.open += 1;
        if self.open as usize <= MOST_OPEN {
            self.open_places.insert(self.number(place), place);
        }
    }

    /// Undoes the last [`Local::forget`].
    fn remember(&mut self, place: usize, value: Value) {
        if self.open as usize <= MOST_OPEN {
            self.open_places.remove(self.number(place));
        }
        self.open -= 1;
        self.values[place] = value;
        self.chosen += u32::from(value == self.holding(place));
    }

    /// The admitted numbers of literals that are still possible, ascending.
    fn possible(&self) -> impl Iterator<Item = u32> + '_ {
        let within = |bound: i64| u32::try_from(bound.max(0)).unwrap_or(u32::MAX);
        let least = self.chosen.max(within(self.least));
        // No number is within bounds of which the upper one is negative.
        let most = if self.most < 0 { 0 } else { 1 + (self.chosen + self.open).min(within(self.most)) };
        (least..most).filter(|&count| match self.site {
            Site::Vertex(v) => self.state.board.allows(v, count),
            Site::Sum(_) => true,
        })
    }

    /// Whether all open literals hold, or none, if counting decides it; `None` if no edge is open.
    fn counted(&self) -> Option<bool> {
        let mut counts = self.possible();
        match (counts.next()?, counts.next()) {
            (only, None) if only == self.chosen => (self.open > 0).then_some(false),
            (only, None) if only == self.chosen + self.open => Some(true),
            _ => None,
        }
    }

    fn is_full_or_starved(&self) -> bool {
        self.possible().next().is_none()
    }

    /// The values that occur in all possible choices; `Some(None)` if no choice is possible, and `None` if there are too many to enumerate.
    fn common(&self, with_pairs: bool) -> Option<Option<Common>> {
        if self.open as usize > MOST_OPEN {
            return None;
        }
        let open = &self.open_places;
        let mut common = Common { met: Default::default(), pairs: Default::default() };
        let place = |i: usize| open.binary_search(&i).ok();
        let fits = self.possible().fold(0u32, |set, count| set | 1 << (count - self.chosen));
        let negative = open.iter().filter(|&&i| !self.is_positive(i)).count();
        let negative = (1u32 << open.len()) - (1 << (open.len() - negative));
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
            if fits >> (way ^ negative).count_ones() & 1 == 0
                || related.iter().any(|&([i, j], allowed)| allowed >> (bit(i) + 2 * bit(j)) & 1 == 0)
            {
                continue;
            }
            any = true;
            for at in 0..open.len() {
                common.met[at][usize::from(bit(at) == 0)] = true;
                if with_pairs {
                    for before in 0..at {
                        common.pairs[before][at] |= 1 << (bit(before) + 2 * bit(at));
                    }
                }
            }
        }
        Some(any.then_some(common))
    }

    /// The inference of these conclusions, with only the premises that `follows` needs.
    fn finish(
        &self,
        conclusions: Vec<Known>,
        follows: impl Fn(&Local<'_, '_>) -> bool,
    ) -> Result<Inference, Interrupted> {
        let mut least = Local {
            edges: self.edges.clone(),
            values: self.values.clone(),
            open_places: self.open_places.clone(),
            related: Vec::new(),
            ..*self
        };
        let related = |kept: &[usize]| -> Vec<Related> {
            kept.iter().map(|&i| Related { ..self.related[i] }).collect()
        };
        // Notes are left out first, then edges that are out, as they are harder to see than edges that are in.
        let mut kept: Vec<usize> = (0..self.related.len()).collect();
        for i in (0..self.related.len()).rev() {
            let without: Vec<usize> = kept.iter().copied().filter(|&j| j != i).collect();
            least.related = related(&without);
            if follows(&least) {
                kept = without;
            }
        }
        least.related = related(&kept);
        let bounds = match self.site {
            Site::Sum(sum) if !self.state.board.puzzle.is_clue(sum) => least.shrink_bounds(&follows),
            _ => [false; 2],
        };
        for value in [Value::Out, Value::In] {
            for i in 0..self.edges.len() {
                if i % PREMISES_UNCHECKED == PREMISES_UNCHECKED - 1 {
                    self.state.check_limits()?;
                }
                if self.values[i] == value {
                    least.forget(i);
                    if !follows(&least) {
                        least.remember(i, value);
                    }
                }
            }
        }
        let puzzle = self.state.board.puzzle;
        let rule = match self.site {
            Site::Vertex(_) => Rule::Vertex,
            Site::Sum(sum) if puzzle.is_clue(sum) => Rule::Clue,
            Site::Sum(sum) if puzzle.cell_of(sum).is_some() => Rule::Bound,
            Site::Sum(_) => Rule::Integrity,
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
            Site::Sum(sum) => inference.use_sum(puzzle, sum, bounds),
        }
        Ok(inference)
    }

    /// Drops the bounds that `follows` does not need. Returns whether the lower and the upper one are kept.
    fn shrink_bounds(&mut self, follows: &impl Fn(&Local<'_, '_>) -> bool) -> [bool; 2] {
        let (least, most) = (self.least, self.most);
        self.least = 0;
        let is_low = !follows(self);
        if is_low {
            self.least = least;
        }
        self.most = self.edges.len() as i64;
        let is_high = !follows(self);
        if is_high {
            self.most = most;
        }
        [is_low, is_high]
    }
}

/// The inference at a clue whose edges are all in, apart from those of a 0 beside it.
pub(super) fn zeros(state: &State<'_>, cell: CellId) -> Option<Inference> {
    let puzzle = state.board.puzzle;
    let edges = puzzle.cell(cell).edges;
    let clue = puzzle.cell(cell).clue.filter(|&clue| clue > 0)?;
    if edges.iter().any(|&e| !state.is_open(e)) {
        return None;
    }
    let zero = |e: &EdgeId| state.board.cells(*e).find(|&cell| puzzle.cell(cell).clue == Some(0));
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

/// The inference at a cell that needs all open edges but one, where a line comes to a corner between two of them: these are not both in, so
/// all others are.
pub(super) fn line(state: &State<'_>, sum: SumId) -> Option<Inference> {
    let board = state.board;
    board.puzzle.cell_of(sum)?;
    let Sum { positive: edges, least, .. } = board.puzzle.sum(sum);
    let with = |value: Value| edges.iter().copied().filter(move |&e| state.value(e) == value);
    let (chosen, open) = (with(Value::In).count(), with(Value::Open).count());
    if least + 1 != (chosen + open) as i64 || open < 3 {
        return None;
    }
    let mut open_at: FxHashMap<VertexId, u32> = FxHashMap::default();
    for v in with(Value::Open).flat_map(|e| board.incidence.ends(e)) {
        *open_at.entry(v).or_default() += 1;
    }
    for v in with(Value::Open).flat_map(|e| board.incidence.ends(e)).filter(|v| open_at[v] == 2) {
        let meets = |e: &EdgeId| board.incidence.ends(*e).contains(&v);
        let at = board.incidence.at(v).iter().map(|&(e, _)| e);
        // At a terminal, at most one edge is in anyway.
        let line = at.clone().find(|&e| state.value(e) == Value::In);
        let is_end = board.terminal[v.index()].is_some();
        if line.is_none() && !is_end {
            continue;
        }
        let mut inference = Inference::by(Rule::LineAtClue);
        let others = with(Value::Open).filter(|e| !meets(e));
        inference.edges = others.map(|edge| Known { edge, is_in: true }).collect();
        inference.use_sum(board.puzzle, sum, [true, false]);
        inference.vertices.push(v);
        let out = with(Value::Out).chain(line.filter(|_| !is_end));
        inference.used = out.map(Fact::Edge).collect();
        return Some(inference);
    }
    None
}
