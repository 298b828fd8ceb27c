//! Which vertices the fragments of the terminals of a linkage have, kept up to date with the trail, and since when.
//!
//! Every entry of the trail that joins a free vertex to the tip of a fragment gives that all that hangs on the vertex, so
//! what a pair had when the trail was shorter is told by when it got it.

use super::Value;
use super::trail::Trail;
use crate::puzzle::{EdgeId, Incidence, Puzzle, Topology, VertexId};

/// No pair, no vertex, no edge.
const NONE: u32 = u32::MAX;

/// Where on which fragment a vertex lies.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pair: u32,
    /// The terminal of its fragment.
    terminal: VertexId,
    /// How many edges lie between.
    pub(super) rank: u32,
    /// The last of them.
    back: EdgeId,
    /// How long the trail was when the pair had got it.
    since: u32,
}

impl Place {
    const FREE: Place =
        Place { pair: NONE, terminal: VertexId(NONE), rank: 0, back: EdgeId(NONE), since: u32::MAX };

    /// The pair that has the vertex, if it is not free.
    #[inline]
    pub(super) fn owner(self) -> Option<u32> {
        (self.pair != NONE).then_some(self.pair)
    }

    /// The terminal of the fragment on which it lies.
    #[inline]
    pub(super) fn fragment(self) -> Option<VertexId> {
        (self.pair != NONE).then_some(self.terminal)
    }
}

/// The fragments of a pair's terminals.
#[derive(Debug, Clone, Copy)]
struct Fragments {
    terminals: [VertexId; 2],
    /// The last vertex of each.
    tips: [VertexId; 2],
    /// How long the trail was when they had been joined.
    joined: u32,
}

/// What an entry of the trail did.
#[derive(Debug, Clone, Copy)]
enum Event {
    /// A fragment got this vertex for its tip.
    Grown(VertexId),
    /// The fragments of this pair were joined.
    Joined(u32),
}

/// See the module documentation.
#[derive(Debug, Clone)]
pub(super) struct Claims {
    places: Vec<Place>,
    pairs: Vec<Fragments>,
    events: Vec<Event>,
    /// Trail entries before this position are counted.
    head: usize,
}

impl Claims {
    /// Those of the terminals by themselves; only a linkage has any.
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        let vertices = if puzzle.topology() == Topology::Linkage { puzzle.vertex_count() } else { 0 };
        let places = vec![Place::FREE; vertices];
        let mut claims = Claims { places, pairs: Vec::new(), events: Vec::new(), head: 0 };
        for (pair, &terminals) in (0..).zip(puzzle.pairs()) {
            claims.pairs.push(Fragments { terminals, tips: terminals, joined: u32::MAX });
            for terminal in terminals {
                claims.places[terminal.index()] = Place { pair, terminal, since: 0, ..Place::FREE };
            }
        }
        claims
    }

    /// The number of pairs.
    pub(super) fn pairs(&self) -> u32 {
        self.pairs.len() as u32
    }

    /// Where `v` lay when the trail was `before` entries long.
    #[inline]
    pub(super) fn place(&self, v: VertexId, before: u32) -> Place {
        let place = self.places[v.index()];
        if place.since <= before { place } else { Place::FREE }
    }

    /// The tips of a pair when the trail was `before` entries long; none if it was joined.
    #[inline]
    pub(super) fn tips(&self, pair: u32, before: u32, incidence: &Incidence) -> Option<[VertexId; 2]> {
        let Fragments { tips, joined, .. } = self.pairs[pair as usize];
        let tip = |mut tip: VertexId| {
            while self.places[tip.index()].since > before {
                tip = incidence.other_end(self.places[tip.index()].back, tip);
            }
            tip
        };
        (joined > before).then(|| tips.map(tip))
    }

    /// The last vertices of a pair's fragments, joined or not.
    pub(super) fn ends(&self, pair: u32) -> [VertexId; 2] {
        self.pairs[pair as usize].tips
    }

    /// The fragment of `v` from there back to its terminal, which is left out: each vertex after the edge that leads to it
    /// from the terminal's side.
    pub(super) fn back(
        &self,
        v: VertexId,
        incidence: &Incidence,
    ) -> impl Iterator<Item = (EdgeId, VertexId)> {
        let mut here = v;
        std::iter::from_fn(move || {
            let Place { rank, back, .. } = self.places[here.index()];
            (rank > 0).then(|| {
                let step = (back, here);
                here = incidence.other_end(back, here);
                step
            })
        })
    }

    /// Counts what is new on the trail, which must not break any of the cheap rules.
    pub(super) fn advance(&mut self, incidence: &Incidence, trail: &Trail) {
        for (since, e) in (1..).zip(trail.entries().iter().copied()).skip(self.head) {
            if let Some(e) = trail.edge(e).filter(|&e| trail.value(e) == Value::In) {
                let [u, v] = incidence.ends(e);
                match [u, v].map(|v| self.places[v.index()].owner()) {
                    [Some(pair), Some(_)] => {
                        self.pairs[pair as usize].joined = since;
                        self.events.push(Event::Joined(pair));
                    }
                    [Some(_), None] => self.grow(u, e, since, incidence, trail),
                    [None, Some(_)] => self.grow(v, e, since, incidence, trail),
                    [None, None] => {}
                }
            }
        }
        self.head = trail.entries().len();
    }

    /// Gives the fragment of the tip `from` what hangs on it by `edge`.
    fn grow(&mut self, from: VertexId, edge: EdgeId, since: u32, incidence: &Incidence, trail: &Trail) {
        let (mut here, mut next) = (from, Some(edge));
        let mut place = Place { since, ..self.places[from.index()] };
        while let Some(back) = next {
            here = incidence.other_end(back, here);
            place = Place { rank: place.rank + 1, back, ..place };
            self.places[here.index()] = place;
            self.events.push(Event::Grown(here));
            let mut chosen = incidence.at(here).iter().filter(|&&(e, _)| trail.was(e, Value::In, since));
            next = chosen.find(|&&(_, w)| self.places[w.index()].owner().is_none()).map(|&(e, _)| e);
        }
        self.set_tip(place, here);
    }

    fn set_tip(&mut self, place: Place, tip: VertexId) {
        let Fragments { terminals, tips, .. } = &mut self.pairs[place.pair as usize];
        tips[usize::from(terminals[1] == place.terminal)] = tip;
    }

    /// Takes back what entries from position `keep` on did.
    pub(super) fn forget(&mut self, keep: u32, incidence: &Incidence) {
        while let Some(&event) = self.events.last() {
            match event {
                Event::Grown(v) => {
                    let place = self.places[v.index()];
                    if place.since <= keep {
                        break;
                    }
                    self.places[v.index()] = Place::FREE;
                    self.set_tip(place, incidence.other_end(place.back, v));
                }
                Event::Joined(pair) => {
                    let joined = &mut self.pairs[pair as usize].joined;
                    if *joined <= keep {
                        break;
                    }
                    *joined = u32::MAX;
                }
            }
            self.events.pop();
        }
        self.head = self.head.min(keep as usize);
    }
}
