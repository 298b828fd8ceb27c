//! Vertex ownership in a linkage: the path component of a terminal (the chosen edges connected to it) belongs to the pair of
//! that terminal.
//!
//! Ownership is updated along the trail. Each owned vertex has the length of the trail at which a pair got it, so the owners at
//! any earlier length can be read off. An entry that joins a free vertex to the end point of a terminal's component gives the
//! pair the whole component of that vertex.

use super::Value;
use super::trail::Trail;
use zlink_puzzle::{EdgeId, Incidence, Puzzle, Topology, VertexId};

/// Stands for no pair, vertex or edge.
const NONE: u32 = u32::MAX;

/// The place of a vertex on the path of a terminal.
#[derive(Debug, Clone, Copy)]
pub(super) struct PathPosition {
    pair: u32,
    /// The terminal at the start of the path.
    terminal: VertexId,
    /// The number of edges between the terminal and the vertex.
    pub(super) distance: u32,
    /// The edge between the vertex and the vertex before it on the path.
    back: EdgeId,
    /// The length of the trail, counting the entry that gave the pair this vertex.
    since: u32,
}

impl PathPosition {
    const FREE: PathPosition = PathPosition {
        pair: NONE,
        terminal: VertexId(NONE),
        distance: 0,
        back: EdgeId(NONE),
        since: u32::MAX,
    };

    /// The pair that owns the vertex, if it is not free.
    #[inline]
    pub(super) fn owner(self) -> Option<u32> {
        (self.pair != NONE).then_some(self.pair)
    }

    /// The terminal on whose path the vertex lies.
    #[inline]
    pub(super) fn terminal(self) -> Option<VertexId> {
        (self.pair != NONE).then_some(self.terminal)
    }
}

/// The paths of a pair's terminals.
#[derive(Debug, Clone, Copy)]
struct PairPaths {
    terminals: [VertexId; 2],
    /// The end point of each path: its last vertex.
    end_points: [VertexId; 2],
    /// The length of the trail, counting the entry that joined the two paths; `u32::MAX` if none did.
    joined: u32,
}

/// A change of the owners by an entry of the trail.
#[derive(Debug, Clone, Copy)]
enum Change {
    /// A path was extended to this vertex.
    Extended(VertexId),
    /// The paths of this pair were joined.
    Joined(u32),
}

/// The owners of all vertices, at every length of the trail up to the current one.
#[derive(Debug, Clone)]
pub(super) struct Ownership {
    positions: Vec<PathPosition>,
    pairs: Vec<PairPaths>,
    changes: Vec<Change>,
    /// Trail entries before this position are accounted for.
    head: usize,
}

impl Ownership {
    /// The owners at the start: each pair owns its two terminals. For puzzles other than linkages the tables are empty.
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        let vertices = if puzzle.topology() == Topology::Linkage { puzzle.vertex_count() } else { 0 };
        let positions = vec![PathPosition::FREE; vertices];
        let mut ownership = Ownership { positions, pairs: Vec::new(), changes: Vec::new(), head: 0 };
        for (pair, &terminals) in (0..).zip(puzzle.pairs()) {
            ownership.pairs.push(PairPaths { terminals, end_points: terminals, joined: u32::MAX });
            for terminal in terminals {
                ownership.positions[terminal.index()] =
                    PathPosition { pair, terminal, since: 0, ..PathPosition::FREE };
            }
        }
        ownership
    }

    /// The number of pairs.
    pub(super) fn pairs(&self) -> u32 {
        self.pairs.len() as u32
    }

    /// The position of `v` when the trail was `before` entries long.
    #[inline]
    pub(super) fn position(&self, v: VertexId, before: u32) -> PathPosition {
        let position = self.positions[v.index()];
        if position.since <= before { position } else { PathPosition::FREE }
    }

    /// The end points of a pair when the trail was `before` entries long; `None` if its paths were joined.
    #[inline]
    pub(super) fn end_points(&self, pair: u32, before: u32, incidence: &Incidence) -> Option<[VertexId; 2]> {
        let PairPaths { end_points, joined, .. } = self.pairs[pair as usize];
        let end_point = |mut end_point: VertexId| {
            while self.positions[end_point.index()].since > before {
                end_point = incidence.other_end(self.positions[end_point.index()].back, end_point);
            }
            end_point
        };
        (joined > before).then(|| end_points.map(end_point))
    }

    /// The current end points of a pair, even if its paths are joined.
    pub(super) fn latest_end_points(&self, pair: u32) -> [VertexId; 2] {
        self.pairs[pair as usize].end_points
    }

    /// The path from `v` back to its terminal, which is left out: each vertex with the edge between it and the vertex that is
    /// nearer to the terminal.
    pub(super) fn path_back(
        &self,
        v: VertexId,
        incidence: &Incidence,
    ) -> impl Iterator<Item = (EdgeId, VertexId)> {
        let mut here = v;
        std::iter::from_fn(move || {
            let PathPosition { distance, back, .. } = self.positions[here.index()];
            (distance > 0).then(|| {
                let step = (back, here);
                here = incidence.other_end(back, here);
                step
            })
        })
    }

    /// Brings the owners up to date with the trail, which must be at a fixpoint of the cheap rules.
    pub(super) fn update(&mut self, incidence: &Incidence, trail: &Trail) {
        for (since, e) in (1..).zip(trail.entries().iter().copied()).skip(self.head) {
            if let Some(e) = trail.edge(e).filter(|&e| trail.value(e) == Value::In) {
                let [u, v] = incidence.ends(e);
                match [u, v].map(|v| self.positions[v.index()].owner()) {
                    [Some(pair), Some(_)] => {
                        self.pairs[pair as usize].joined = since;
                        self.changes.push(Change::Joined(pair));
                    }
                    [Some(_), None] => self.extend(u, e, since, incidence, trail),
                    [None, Some(_)] => self.extend(v, e, since, incidence, trail),
                    [None, None] => {}
                }
            }
        }
        self.head = trail.entries().len();
    }

    /// Extends the path that ends in `from` by `edge` and the component beyond it.
    fn extend(&mut self, from: VertexId, edge: EdgeId, since: u32, incidence: &Incidence, trail: &Trail) {
        let (mut here, mut next) = (from, Some(edge));
        let mut position = PathPosition { since, ..self.positions[from.index()] };
        while let Some(back) = next {
            here = incidence.other_end(back, here);
            position = PathPosition { distance: position.distance + 1, back, ..position };
            self.positions[here.index()] = position;
            self.changes.push(Change::Extended(here));
            let mut chosen = incidence.at(here).iter().filter(|&&(e, _)| trail.was(e, Value::In, since));
            next = chosen.find(|&&(_, w)| self.positions[w.index()].owner().is_none()).map(|&(e, _)| e);
        }
        self.set_end_point(position, here);
    }

    fn set_end_point(&mut self, position: PathPosition, end_point: VertexId) {
        let PairPaths { terminals, end_points, .. } = &mut self.pairs[position.pair as usize];
        end_points[usize::from(terminals[1] == position.terminal)] = end_point;
    }

    /// Undoes the changes by entries from position `keep` on.
    pub(super) fn forget(&mut self, keep: u32, incidence: &Incidence) {
        while let Some(&change) = self.changes.last() {
            match change {
                Change::Extended(v) => {
                    let position = self.positions[v.index()];
                    if position.since <= keep {
                        break;
                    }
                    self.positions[v.index()] = PathPosition::FREE;
                    self.set_end_point(position, incidence.other_end(position.back, v));
                }
                Change::Joined(pair) => {
                    let joined = &mut self.pairs[pair as usize].joined;
                    if *joined <= keep {
                        break;
                    }
                    *joined = u32::MAX;
                }
            }
            self.changes.pop();
        }
        self.head = self.head.min(keep as usize);
    }
}
