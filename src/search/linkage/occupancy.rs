//! The path that each vertex is on, and the side of it on which another path passes.
//!
//! A path that takes vertices of another one either *crosses* it, from one side to the other, or *touches* it and returns to the
//! side that it came from. Where it touches, the other path may be routed again almost unchanged; where it crosses, in a planar
//! graph, one of the two must go around an end of the other. The sides of a path at a vertex are the edges between its two edges
//! there in clockwise order. In a graph that is not planar there are no sides, and every path that takes a vertex of another one
//! crosses it.
//!
//! Source: the distinction, Kawamura et al., Touch and Cross Router, ICCAD 1990.

use super::cheapest::Hop;
use super::network::Network;
use zlink_puzzle::{Embedding, VertexId};

/// The occupant of a free vertex.
pub(super) const NO_PAIR: u32 = u32::MAX;

/// The cyclic order of the edges of a network around the vertices.
pub(super) struct Rotation {
    /// For each neighbour of each vertex the place of the edge around the vertex, and around the neighbour.
    places: Vec<[u32; 2]>,
    /// The index of the first neighbour of each vertex in `places`.
    start: Vec<u32>,
}

impl Rotation {
    /// The rotation of an embedding of the puzzle's graph.
    pub(super) fn new(network: &Network, embedding: &Embedding) -> Self {
        let (mut places, mut start) = (Vec::new(), vec![0]);
        for v in 0..network.vertex_count() as u32 {
            let place = |edge, vertex: u32| embedding.place(edge, VertexId(vertex)) as u32;
            places.extend(network.at(v).iter().map(|&(w, edge)| [place(edge, v), place(edge, w)]));
            start.push(places.len() as u32);
        }
        Rotation { places, start }
    }

    fn places(&self, vertex: u32, neighbour: usize) -> [u32; 2] {
        self.places[self.start[vertex as usize] as usize + neighbour]
    }
}

/// The use of a vertex: the pair whose path takes it, and the places around it of the path's edges in and out.
#[derive(Debug, Clone, Copy)]
struct Use {
    pair: u32,
    places: [u32; 2],
}

impl Use {
    /// Whether the edge at `place` is on the second side of the path.
    fn is_second(&self, place: u32) -> bool {
        let [low, high] =
            if self.places[0] < self.places[1] { self.places } else { [self.places[1], self.places[0]] };
        (low < place && place < high) == (self.places[0] < self.places[1])
    }
}

/// The contact of one step of a path with other paths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Contact {
    /// The pair whose path the step crosses as it leaves a vertex of that path.
    pub(super) crosses: u32,
    /// The pair whose path the step enters.
    pub(super) enters: u32,
    /// Whether the step is an edge of another path.
    pub(super) is_along: bool,
    /// The side of the path at the next vertex on which that vertex is passed: false for the first, true for the second.
    pub(super) side: bool,
}

/// The use of each vertex.
pub(super) struct Occupancy {
    rotation: Option<Rotation>,
    uses: Vec<Use>,
}

const FREE: Use = Use { pair: NO_PAIR, places: [0; 2] };

impl Occupancy {
    pub(super) fn new(vertices: usize, rotation: Option<Rotation>) -> Self {
        Occupancy { rotation, uses: vec![FREE; vertices] }
    }

    /// The pair whose path a vertex is on, or [`NO_PAIR`].
    pub(super) fn occupant(&self, vertex: u32) -> u32 {
        self.uses[vertex as usize].pair
    }

    pub(super) fn clear(&mut self) {
        self.uses.fill(FREE);
    }

    pub(super) fn free(&mut self, vertex: u32) {
        self.uses[vertex as usize] = FREE;
    }

    /// Marks the vertices of a pair's path.
    pub(super) fn take(&mut self, pair: u32, path: &[Hop]) {
        for hop in path {
            self.uses[hop.vertex as usize].pair = pair;
        }
        let Some(rotation) = &self.rotation else { return };
        for hops in path.windows(2) {
            let [u, v] = [hops[0].vertex as usize, hops[1].vertex as usize];
            let [out, into] = rotation.places(hops[0].vertex, hops[1].by as usize);
            self.uses[u].places[1] = out;
            self.uses[v].places[0] = into;
        }
    }

    /// The contact of the step from `v` to `w`, its neighbour of this number. `v` is passed on the given side of the path that it
    /// is on.
    #[inline]
    pub(super) fn contact(&self, v: u32, side: bool, neighbour: usize, w: u32) -> Contact {
        let (here, there) = (&self.uses[v as usize], &self.uses[w as usize]);
        let mut contact = Contact { crosses: NO_PAIR, enters: there.pair, is_along: false, side: false };
        if here.pair == NO_PAIR && there.pair == NO_PAIR {
            return contact;
        }
        let Some(rotation) = &self.rotation else {
            // A path along which the step runs was counted when it was entered.
            contact.is_along = here.pair == there.pair;
            contact.enters = if contact.is_along { NO_PAIR } else { there.pair };
            contact.crosses = contact.enters;
            return contact;
        };
        let [out, into] = rotation.places(v, neighbour);
        if here.pair == there.pair && here.places.contains(&out) {
            return Contact { enters: NO_PAIR, is_along: true, side, ..contact };
        }
        if here.pair != NO_PAIR && here.is_second(out) != side {
            contact.crosses = here.pair;
        }
        if there.pair != NO_PAIR {
            contact.side = there.is_second(into);
        }
        contact
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zlink_deduce::Value;
    use zlink_puzzle::{Incidence, Parts, Puzzle, Topology};

    /// A grid of five columns and three rows, with the path of pair 0 along its middle row, from the left or the right.
    fn occupied(is_planar: bool, from_left: bool) -> (Network, Occupancy) {
        let right = (0..15u32).filter(|v| v % 5 < 4).map(|v| [v, v + 1]);
        let down = (0..10u32).map(|v| [v, v + 5]);
        let mut parts = Parts::graph(Topology::Linkage, 15, right.chain(down).collect());
        parts.pairs = vec![[5, 9], [1, 13]];
        let puzzle = Puzzle::from_parts(parts).expect("consistent");
        let network = Network::new(&puzzle, &vec![Value::Open; puzzle.edge_count()]).expect("a linkage");
        let embedding = Embedding::of(&Incidence::of(&puzzle)).filter(|_| is_planar);
        let rotation = embedding.map(|embedding| Rotation::new(&network, &embedding));
        let mut occupancy = Occupancy::new(15, rotation);
        let row: Vec<u32> = if from_left { (5..10).collect() } else { (5..10).rev().collect() };
        let path = hops(&network, &row);
        occupancy.take(0, &path);
        (network, occupancy)
    }

    fn hops(network: &Network, vertices: &[u32]) -> Vec<Hop> {
        let mut hops = vec![Hop { vertex: vertices[0], by: 0 }];
        hops.extend(vertices.windows(2).map(|step| {
            let by = network.at(step[0]).iter().position(|&(w, _)| w == step[1]).expect("a neighbour");
            Hop { vertex: step[1], by: by as u32 }
        }));
        hops
    }

    /// The number of times that a path enters the path of pair 0, runs along it and crosses it.
    fn met(network: &Network, occupancy: &Occupancy, vertices: &[u32]) -> [usize; 3] {
        let (mut side, mut met) = (false, [0; 3]);
        for step in hops(network, vertices).windows(2) {
            let contact = occupancy.contact(step[0].vertex, side, step[1].by as usize, step[1].vertex);
            side = contact.side;
            met[0] += usize::from(contact.enters == 0);
            met[1] += usize::from(contact.is_along);
            met[2] += usize::from(contact.crosses == 0);
        }
        met
    }

    #[test]
    fn touching_is_told_from_crossing() {
        for from_left in [false, true] {
            let (network, occupancy) = occupied(true, from_left);
            assert_eq!(met(&network, &occupancy, &[1, 6, 11]), [1, 0, 1], "straight through");
            assert_eq!(met(&network, &occupancy, &[11, 12, 7, 6, 1]), [1, 1, 1], "against its direction");
            assert_eq!(met(&network, &occupancy, &[1, 6, 7, 8, 3]), [1, 2, 0], "back to the same side");
            assert_eq!(
                met(&network, &occupancy, &[11, 6, 7, 12, 13, 8, 3]),
                [2, 1, 1],
                "touched, then crossed"
            );
            assert_eq!(met(&network, &occupancy, &[0, 1, 2, 3]), [0, 0, 0], "beside it");
        }
    }

    #[test]
    fn without_sides_every_path_crosses() {
        let (network, occupancy) = occupied(false, true);
        assert_eq!(met(&network, &occupancy, &[1, 6, 11]), [1, 0, 1]);
        assert_eq!(met(&network, &occupancy, &[1, 6, 7, 8, 3]), [1, 2, 1]);
    }

    #[test]
    fn vertices_are_free_again() {
        let (network, mut occupancy) = occupied(true, true);
        assert_eq!([6, 1].map(|v| occupancy.occupant(v)), [0, NO_PAIR]);
        occupancy.free(6);
        assert_eq!(met(&network, &occupancy, &[1, 6, 11]), [0, 0, 0]);
        occupancy.clear();
        assert_eq!(occupancy.occupant(7), NO_PAIR);
    }
}
