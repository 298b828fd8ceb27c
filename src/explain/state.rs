//! The state of an explanation: known edges, relations of two edges, paths; the reasons for them; and queues of places where new facts may
//! lead to a conclusion.

use rustc_hash::FxHashMap;

use super::board::{Board, Site};
use super::step::Known;
use super::{Branch, Difficulty, Rule};
use zlink_base::limits::{Account, Interrupted, Limits, StepsLeft};
use zlink_deduce::Value;
use zlink_puzzle::{CellId, Constraint, EdgeId, Puzzle, SumId, Topology, VertexId};

/// A known fact that conclusions are drawn from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Fact {
    /// The known value of an edge.
    Edge(EdgeId),
    /// A known relation of two edges, by the index of its note.
    Note(u32),
}

/// A note: a known relation of two edges.
#[derive(Debug, Clone, Copy)]
pub(super) struct PairNote {
    pub(super) edges: [EdgeId; 2],
    /// The combinations of values that the edges may have, as bits: see `Relation::of`.
    pub(super) allowed: u8,
    /// How hard the relation is to see.
    pub(super) difficulty: Difficulty,
    inference: u32,
    /// The previous note about the same edges.
    before: Option<u32>,
}

/// A conclusion with its premises. Without a conclusion it is a contradiction.
#[derive(Debug, Clone)]
pub(super) struct Inference {
    pub(super) rule: Rule,
    pub(super) difficulty: Difficulty,
    pub(super) edges: Vec<Known>,
    pub(super) note: Option<([EdgeId; 2], u8)>,
    pub(super) used: Vec<Fact>,
    pub(super) clues: Vec<CellId>,
    /// The bounds and integrity constraints that are used.
    pub(super) constraints: Vec<Constraint>,
    pub(super) vertices: Vec<VertexId>,
    pub(super) pairs: Vec<usize>,
    pub(super) is_global: bool,
    pub(super) is_unique: bool,
    pub(super) branches: Vec<Branch>,
}

impl Inference {
    /// An inference by a rule, still without conclusions and premises.
    pub(super) fn by(rule: Rule) -> Self {
        Inference {
            rule,
            difficulty: rule.difficulty(),
            edges: Vec::new(),
            note: None,
            used: Vec::new(),
            clues: Vec::new(),
            constraints: Vec::new(),
            vertices: Vec::new(),
            pairs: Vec::new(),
            is_global: false,
            is_unique: false,
            branches: Vec::new(),
        }
    }

    /// Adds a sum to the premises: a clue, an integrity constraint, or of bounds the lower and the upper one as told.
    pub(super) fn use_sum(&mut self, puzzle: &Puzzle, sum: SumId, [is_low, is_high]: [bool; 2]) {
        for constraint in puzzle.constraints_of(sum) {
            match constraint {
                Constraint::Clue(cell) => self.clues.push(cell),
                Constraint::AtLeast(_) if !is_low => {}
                Constraint::AtMost(_) if !is_high => {}
                _ => self.constraints.push(constraint),
            }
        }
    }

    pub(super) fn is_contradiction(&self) -> bool {
        self.edges.is_empty() && self.note.is_none()
    }

    /// The memory that the inference takes, in bytes.
    fn bytes(&self) -> usize {
        let lists = size_of_val(&self.edges[..])
            + size_of_val(&self.used[..])
            + size_of_val(&self.clues[..])
            + size_of_val(&self.constraints[..])
            + size_of_val(&self.vertices[..])
            + size_of_val(&self.pairs[..]);
        size_of::<Self>() + lists + self.branches.iter().map(Branch::bytes).sum::<usize>()
    }
}

/// The memory of a note and of its entry in `notes_of`, in bytes.
const NOTE_BYTES: usize = 2 * size_of::<PairNote>();
/// The number of premises of an inference that are tried between two checks of the limits.
pub(super) const PREMISES_UNCHECKED: usize = 64;
/// The number of places that are examined between two checks of the limits.
const PLACES_UNCHECKED: u32 = 64;

/// A place on the board where a rule may have a conclusion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// A clue, for the rule about zeros beside it.
    Zeros(CellId),
    /// A vertex or a sum, for the rules about its edges.
    Site(Site),
    /// A vertex where a path may end.
    End(VertexId),
    /// Two clues or bounds, by their index in [`Board::neighbours`].
    Clues(u32),
}

/// The kind of rules that are applied at a place, the easiest kind first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Look {
    /// Rules about numbers of edges, and about ends of paths.
    Count,
    /// Relations of two edges, from the values of single edges.
    Pairs,
    /// Rules about two clues together.
    Clues,
    /// Relations of two edges, from relations of other pairs.
    PairsFromPairs,
    /// Relations of any two edges, including those from inside-outside colours.
    AllPairs,
}

impl Look {
    pub(super) const ALL: [Look; 5] =
        [Look::Count, Look::Pairs, Look::Clues, Look::PairsFromPairs, Look::AllPairs];

    pub(super) fn difficulty(self) -> Difficulty {
        match self {
            Look::Count => Difficulty::Easy,
            Look::Pairs => Difficulty::Normal,
            Look::Clues | Look::PairsFromPairs => Difficulty::Tricky,
            Look::AllPairs => Difficulty::Hard,
        }
    }
}

/// A stack of places to be examined, the latest first, each place once.
#[derive(Debug, Clone)]
struct Queue {
    places: Vec<Place>,
    waits: Vec<bool>,
}

/// See the module documentation.
pub(super) struct State<'s> {
    pub(super) board: &'s Board<'s>,
    /// The state that this one branched off from; its inferences are not repeated here.
    parent: Option<&'s State<'s>>,
    first_own: u32,
    inferences: Vec<Inference>,
    values: Vec<Value>,
    reasons: Vec<u32>,
    notes: Vec<PairNote>,
    /// The index of the latest note about two edges, the lower edge first.
    notes_of: FxHashMap<[EdgeId; 2], u32>,
    /// For each end of a path, the other end; a vertex without edges is its own mate.
    mates: Vec<VertexId>,
    /// By vertex: the number of its edges that are in.
    degrees: Vec<u32>,
    chosen: usize,
    open: usize,
    closed: Option<VertexId>,
    /// A vertex with more than two edges that are in. From then on the edges that are in are no longer paths and cycles.
    crowded: Option<VertexId>,
    queues: [Queue; 5],
    limits: &'s Limits,
    /// The memory account of inferences and notes.
    account: Account,
    /// The number of places handed out since the last check of the limits.
    unchecked: u32,
}

impl<'s> State<'s> {
    /// The initial state: no edge is known, and all places are to be examined.
    pub(super) fn new(board: &'s Board<'s>, limits: &'s Limits) -> Self {
        let puzzle = board.puzzle;
        let places =
            2 * puzzle.vertex_count() + puzzle.cell_count() + puzzle.sum_count() + board.neighbours.len();
        let queue = Queue { places: Vec::new(), waits: vec![false; places] };
        let edges = puzzle.edge_count();
        let mut state = State {
            board,
            parent: None,
            first_own: 0,
            inferences: Vec::new(),
            values: vec![Value::Open; edges],
            reasons: vec![u32::MAX; edges],
            notes: Vec::new(),
            notes_of: FxHashMap::default(),
            mates: (0..puzzle.vertex_count()).map(VertexId::from_index).collect(),
            degrees: vec![0; puzzle.vertex_count()],
            chosen: 0,
            open: edges,
            closed: None,
            crowded: None,
            limits,
            account: limits.account(),
            unchecked: 0,
            queues: std::array::from_fn(|_| queue.clone()),
        };
        // The last places queued are examined first: clues beside zeros, small clues before large ones, other sums.
        for v in (0..puzzle.vertex_count()).rev().map(VertexId::from_index) {
            state.wake_site(Site::Vertex(v));
            state.wait(Look::Count, Place::End(v));
        }
        puzzle
            .sums()
            .filter(|&(sum, _)| !puzzle.is_clue(sum))
            .for_each(|(sum, _)| state.wake_site(Site::Sum(sum)));
        let mut clues: Vec<CellId> = puzzle.clued_cells().map(|(cell, _)| cell).collect();
        clues.sort_by_key(|&cell| std::cmp::Reverse((puzzle.cell(cell).clue, cell)));
        for &cell in &clues {
            state.wake_site(Site::Sum(cell.into()));
        }
        for &cell in &clues {
            state.wait(Look::Count, Place::Zeros(cell));
        }
        for i in (0..board.neighbours.len() as u32).rev() {
            state.wait(Look::Clues, Place::Clues(i));
        }
        state
    }

    /// A copy of the state with its own further inferences, to follow an assumption.
    pub(super) fn branch(&'s self) -> Result<State<'s>, Interrupted> {
        let mut account = self.limits.account();
        account.grow(self.notes.len() * NOTE_BYTES)?;
        Ok(State {
            parent: Some(self),
            first_own: self.first_own + self.inferences.len() as u32,
            inferences: Vec::new(),
            values: self.values.clone(),
            reasons: self.reasons.clone(),
            notes: self.notes.clone(),
            notes_of: self.notes_of.clone(),
            mates: self.mates.clone(),
            degrees: self.degrees.clone(),
            queues: self.queues.clone(),
            account,
            ..*self
        })
    }

    /// Fails when a limit is reached.
    pub(super) fn check_limits(&self) -> Result<(), Interrupted> {
        self.limits.check()
    }

    pub(super) fn value(&self, edge: EdgeId) -> Value {
        self.values[edge.index()]
    }

    pub(super) fn is_open(&self, edge: EdgeId) -> bool {
        self.value(edge) == Value::Open
    }

    /// The known value of an edge; `None` if it is open.
    pub(super) fn known(&self, edge: EdgeId) -> Option<Known> {
        match self.value(edge) {
            Value::Open => None,
            value => Some(Known { edge, is_in: value == Value::In }),
        }
    }

    pub(super) fn open_edges(&self) -> impl Iterator<Item = EdgeId> + '_ {
        (0..self.values.len()).map(EdgeId::from_index).filter(|&e| self.is_open(e))
    }

    pub(super) fn known_edges(&self) -> impl Iterator<Item = Known> + '_ {
        (0..self.values.len()).map(EdgeId::from_index).filter_map(|e| self.known(e))
    }

    /// The number of open edges.
    pub(super) fn open(&self) -> usize {
        self.open
    }

    /// The number of edges that are in.
    pub(super) fn chosen(&self) -> usize {
        self.chosen
    }

    /// A vertex of a cycle, if one is closed.
    pub(super) fn closed(&self) -> Option<VertexId> {
        self.closed
    }

    /// The other end of the path that ends at `v`.
    pub(super) fn mate(&self, v: VertexId) -> VertexId {
        self.mates[v.index()]
    }

    /// A vertex with more than two edges that are in, if there is one. It is a contradiction that has to be examined before anything else.
    pub(super) fn crowded(&self) -> Option<VertexId> {
        self.crowded
    }

    /// The number of edges at a vertex that are in.
    pub(super) fn degree(&self, v: VertexId) -> u32 {
        self.degrees[v.index()]
    }

    /// Whether an open edge at `v` could still join a path that ends there.
    pub(super) fn is_end(&self, v: VertexId) -> bool {
        let degree = self.degree(v);
        degree == 1 && self.board.terminal[v.index()].is_none()
            || degree == 0 && self.board.terminal[v.index()].is_some()
    }

    /// The edges that are in on the path through `v`, or the cycle, beginning with its end if `v` is one.
    ///
    /// No vertex may be crowded.
    pub(super) fn path(&self, v: VertexId) -> Vec<EdgeId> {
        let mut path = Vec::new();
        let (mut here, mut last) = (v, None);
        let mut steps = StepsLeft::new(self.chosen);
        let next = |here, last| {
            let mut at = self.board.incidence.at(here).iter();
            at.find(|&&(e, _)| self.value(e) == Value::In && Some(e) != last)
        };
        while let Some(&(e, w)) = next(here, last)
            && steps.take()
        {
            path.push(e);
            (here, last) = (w, Some(e));
            if here == v {
                break;
            }
        }
        path
    }

    /// The notes about two edges (the lower one first) up to a difficulty, the latest first, with their indices.
    pub(super) fn notes_of(
        &self,
        edges: [EdgeId; 2],
        at_most: Difficulty,
    ) -> impl Iterator<Item = (u32, PairNote)> + '_ {
        let latest = self.notes_of.get(&edges).copied();
        let notes = std::iter::successors(latest, |&i| self.notes[i as usize].before);
        notes.map(|i| (i, self.notes[i as usize])).filter(move |(_, note)| note.difficulty <= at_most)
    }

    pub(super) fn note(&self, note: u32) -> PairNote {
        self.notes[note as usize]
    }

    pub(super) fn notes(&self) -> impl Iterator<Item = (u32, PairNote)> + '_ {
        (0..).zip(self.notes.iter().copied())
    }

    /// The inference of a note.
    pub(super) fn inference_of_note(&self, note: u32) -> &Inference {
        self.inference(self.notes[note as usize].inference)
    }

    /// The inference of an edge that became known in this state rather than in its parent, with its number.
    pub(super) fn own_inference_of(&self, edge: EdgeId) -> Option<(u32, &Inference)> {
        let i = self.reasons[edge.index()];
        (self.known(edge).is_some() && i != u32::MAX && i >= self.first_own).then(|| (i, self.inference(i)))
    }

    /// An inference by its number.
    pub(super) fn inference(&self, i: u32) -> &Inference {
        match self.parent {
            Some(parent) if i < self.first_own => parent.inference(i),
            _ => &self.inferences[(i - self.first_own) as usize],
        }
    }

    /// Adds a conclusion to the state. Edges that are known already keep their values and must not contradict the conclusion.
    pub(super) fn add(&mut self, mut inference: Inference) -> Result<(), Interrupted> {
        self.limits.check()?;
        self.account.grow(inference.bytes() + inference.note.map_or(0, |_| NOTE_BYTES))?;
        inference.edges.retain(|known| self.is_open(known.edge));
        let i = self.first_own + self.inferences.len() as u32;
        for &Known { edge, is_in } in &inference.edges {
            self.values[edge.index()] = if is_in { Value::In } else { Value::Out };
            self.reasons[edge.index()] = i;
            self.open -= 1;
            if is_in {
                self.join(edge);
            }
            self.wake_edge(edge);
        }
        if let Some((edges, allowed)) = inference.note {
            let before = self.notes_of.insert(edges, self.notes.len() as u32);
            let note = PairNote { edges, allowed, difficulty: inference.difficulty, inference: i, before };
            self.notes.push(note);
            for site in self.board.common_sites(edges) {
                for look in [Look::Pairs, Look::PairsFromPairs, Look::AllPairs] {
                    if note.difficulty <= look.difficulty() {
                        self.wait(look, Place::Site(site));
                    }
                }
            }
        }
        self.inferences.push(inference);
        Ok(())
    }

    /// Updates the paths for a new edge that is in.
    fn join(&mut self, edge: EdgeId) {
        self.chosen += 1;
        let [u, v] = self.board.incidence.ends(edge);
        [u, v].iter().for_each(|end| self.degrees[end.index()] += 1);
        if let Some(crowded) = [u, v].into_iter().find(|&end| self.degree(end) > 2) {
            self.crowded = Some(crowded);
            return;
        }
        let [a, b] = [self.mate(u), self.mate(v)];
        if a == v {
            self.closed = Some(u);
        }
        self.mates[a.index()] = b;
        self.mates[b.index()] = a;
        for end in [a, b, u, v] {
            self.wait(Look::Count, Place::End(end));
        }
        // Edges to the ends of the path are examined from their other end, too.
        for end in [a, b] {
            for i in 0..self.board.incidence.at(end).len() {
                let other = self.board.incidence.at(end)[i].1;
                self.wait(Look::Count, Place::End(other));
            }
        }
    }

    /// Queues all places where a new value of an edge may matter.
    fn wake_edge(&mut self, edge: EdgeId) {
        let board = self.board;
        for v in board.incidence.ends(edge) {
            for &sum in &board.sums_at[v.index()] {
                self.wait(Look::Count, Place::Site(Site::Sum(sum)));
                for &i in &board.neighbours_of[sum.index()] {
                    self.wait(Look::Clues, Place::Clues(i));
                }
            }
        }
        for (sum, _) in board.incidence.sums(edge) {
            self.wake_site(Site::Sum(sum));
        }
        for v in board.incidence.ends(edge) {
            self.wake_site(Site::Vertex(v));
        }
    }

    fn wake_site(&mut self, site: Site) {
        for look in [Look::Count, Look::Pairs, Look::PairsFromPairs, Look::AllPairs] {
            self.wait(look, Place::Site(site));
        }
    }

    /// Queues a place for a look, unless it is queued already.
    pub(super) fn wait(&mut self, look: Look, place: Place) {
        let number = self.number(place);
        let queue = &mut self.queues[look as usize];
        if !std::mem::replace(&mut queue.waits[number], true) {
            queue.places.push(place);
        }
    }

    /// Takes the latest place that is queued for a look.
    pub(super) fn next(&mut self, look: Look) -> Result<Option<Place>, Interrupted> {
        self.unchecked += 1;
        if self.unchecked > PLACES_UNCHECKED {
            self.unchecked = 0;
            self.limits.check()?;
        }
        let Some(place) = self.queues[look as usize].places.pop() else { return Ok(None) };
        let number = self.number(place);
        self.queues[look as usize].waits[number] = false;
        Ok(Some(place))
    }

    fn number(&self, place: Place) -> usize {
        let vertices = self.mates.len();
        let (cells, sums) = (self.board.puzzle.cell_count(), self.board.puzzle.sum_count());
        match place {
            Place::Site(Site::Vertex(v)) => v.index(),
            Place::End(v) => vertices + v.index(),
            Place::Zeros(cell) => 2 * vertices + cell.index(),
            Place::Site(Site::Sum(sum)) => 2 * vertices + cells + sum.index(),
            Place::Clues(i) => 2 * vertices + cells + sums + i as usize,
        }
    }

    /// Whether solutions are single cycles.
    pub(super) fn is_one_cycle(&self) -> bool {
        self.board.puzzle.topology() == Topology::Cycle
    }
}
