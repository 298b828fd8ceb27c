//! The way in which faces meet: finds equal boards, however their vertices are numbered and drawn.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use zlink_base::limits::StepsLeft;
use zlink_puzzle::{CellId, Puzzle};

/// By cell of a puzzle: the vertices around it.
pub(super) struct Faces {
    pub(super) rings: Vec<Vec<u32>>,
}

/// A connected map of faces that meet at edges, all with the same orientation.
pub(super) struct Map {
    faces: Vec<Vec<u32>>,
    /// By directed edge: the face on that side of the edge, and the number of its side there.
    at_side: FxHashMap<[u32; 2], [usize; 2]>,
    vertices: usize,
}

/// An embedding of a map in another map.
pub(super) struct Image {
    /// By vertex: its vertex in the other map.
    pub(super) vertices: Vec<u32>,
    /// By face: its face in the other map.
    faces: Vec<usize>,
}

impl Faces {
    /// The faces of a puzzle; `None` unless each cell is bounded by one cycle.
    pub(super) fn of(puzzle: &Puzzle) -> Option<Self> {
        let ring = |cell: usize| {
            let edges = puzzle.cell(CellId::from_index(cell)).edges;
            let mut next: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
            for &edge in edges {
                let [u, v] = puzzle.edge_ends(edge).map(|v| v.index() as u32);
                next.entry(u).or_default().push(v);
                next.entry(v).or_default().push(u);
            }
            if edges.len() < 3 || next.len() != edges.len() || next.values().any(|next| next.len() != 2) {
                return None;
            }
            let start = puzzle.edge_ends(edges[0])[0].index() as u32;
            let (mut ring, mut from, mut at) = (vec![start], start, next[&start][0]);
            let mut steps = StepsLeft::new(edges.len());
            while at != start && steps.take() {
                ring.push(at);
                let [a, b] = [next[&at][0], next[&at][1]];
                (from, at) = (at, if a == from { b } else { a });
            }
            (ring.len() == edges.len()).then_some(ring)
        };
        let rings: Option<Vec<Vec<u32>>> = (0..puzzle.cell_count()).map(ring).collect();
        Some(Faces { rings: rings? })
    }
}

fn sides(face: &[u32]) -> impl Iterator<Item = [u32; 2]> {
    face.iter().zip(face.iter().cycle().skip(1)).map(|(&u, &v)| [u, v])
}

impl Map {
    /// The map of these faces; `None` if they are not connected at edges, if more than two meet at an edge, or if they cannot have the same
    /// orientation.
    pub(super) fn new(mut faces: Vec<Vec<u32>>) -> Option<Self> {
        let mut at_edge: FxHashMap<[u32; 2], Vec<usize>> = FxHashMap::default();
        for (i, face) in faces.iter().enumerate() {
            for [u, v] in sides(face) {
                at_edge.entry([u.min(v), u.max(v)]).or_default().push(i);
            }
        }
        if at_edge.values().any(|faces| faces.len() > 2) {
            return None;
        }
        let mut is_done = vec![false; faces.len()];
        *is_done.first_mut()? = true;
        let mut queue = VecDeque::from([0]);
        while let Some(i) = queue.pop_front() {
            for [u, v] in sides(&faces[i].clone()) {
                for &other in at_edge[&[u.min(v), u.max(v)]].iter().filter(|&&other| other != i) {
                    if !std::mem::replace(&mut is_done[other], true) {
                        if sides(&faces[other]).any(|side| side == [u, v]) {
                            faces[other].reverse();
                        }
                        queue.push_back(other);
                    }
                }
            }
        }
        let mut at_side = FxHashMap::default();
        for (i, face) in faces.iter().enumerate() {
            for (k, side) in sides(face).enumerate() {
                // Two faces pass the side in the same direction, as on a Möbius strip.
                if at_side.insert(side, [i, k]).is_some() {
                    return None;
                }
            }
        }
        let vertices = faces.iter().flatten().max().map_or(0, |&v| v as usize + 1);
        is_done.iter().all(|&done| done).then_some(Map { faces, at_side, vertices })
    }

    pub(super) fn faces(&self) -> &[Vec<u32>] {
        &self.faces
    }

    fn mirrored(&self) -> Map {
        let mut faces = self.faces.clone();
        faces.iter_mut().for_each(|face| face.reverse());
        let numbered = faces.iter().enumerate();
        let at_side = numbered
            .flat_map(|(i, face)| sides(face).enumerate().map(move |(k, side)| (side, [i, k])))
            .collect();
        Map { faces, at_side, vertices: self.vertices }
    }

    /// The largest distance of a face from the first one.
    pub(super) fn extent(&self) -> usize {
        let mut distance = vec![None; self.faces.len()];
        distance[0] = Some(0);
        let mut queue = VecDeque::from([0]);
        let mut most = 0;
        while let Some(i) = queue.pop_front() {
            most = distance[i].unwrap_or(0);
            for [u, v] in sides(&self.faces[i]) {
                if let Some(&[other, _]) = self.at_side.get(&[v, u])
                    && distance[other].is_none()
                {
                    distance[other] = Some(most + 1);
                    queue.push_back(other);
                }
            }
        }
        most
    }

    /// All embeddings of this map in `other`, also as a mirror image.
    pub(super) fn images_in<'a>(&'a self, other: &'a Map) -> impl Iterator<Item = Image> + 'a {
        [false, true].into_iter().flat_map(move |mirror| {
            let image = mirror.then(|| self.mirrored());
            let places =
                (0..other.faces.len()).flat_map(|face| (0..other.faces[face].len()).map(move |k| [face, k]));
            places.filter_map(move |[face, turn]| image.as_ref().unwrap_or(self).image_at(other, face, turn))
        })
    }

    /// The embedding where the first face is `face` of `other`, from its corner `turn` on; `None` if there is none.
    fn image_at(&self, other: &Map, face: usize, turn: usize) -> Option<Image> {
        const NONE: u32 = u32::MAX;
        let mut vertices = vec![NONE; self.vertices];
        let mut is_taken = vec![false; other.vertices];
        let mut at: Vec<Option<[usize; 2]>> = vec![None; self.faces.len()];
        at[0] = Some([face, turn]);
        let mut queue = VecDeque::from([0]);
        while let Some(i) = queue.pop_front() {
            let [face, turn] = at[i]?;
            let (mine, theirs) = (&self.faces[i], &other.faces[face]);
            let n = mine.len();
            if theirs.len() != n {
                return None;
            }
            for k in 0..n {
                let (v, w) = (mine[k], theirs[(k + turn) % n]);
                let image = &mut vertices[v as usize];
                if *image == NONE {
                    if std::mem::replace(&mut is_taken[w as usize], true) {
                        return None;
                    }
                    *image = w;
                } else if *image != w {
                    return None;
                }
            }
            for k in 0..n {
                let back = [mine[(k + 1) % n], mine[k]];
                let Some(&[next, side]) = self.at_side.get(&back) else { continue };
                let their_back = [theirs[(k + 1 + turn) % n], theirs[(k + turn) % n]];
                let &[their_next, their_side] = other.at_side.get(&their_back)?;
                let size = other.faces[their_next].len();
                if self.faces[next].len() != size {
                    return None;
                }
                let place = [their_next, (their_side + size - side) % size];
                match at[next] {
                    None => {
                        at[next] = Some(place);
                        queue.push_back(next);
                    }
                    Some(known) if known != place => return None,
                    Some(_) => {}
                }
            }
        }
        let faces: Option<Vec<usize>> = at.into_iter().map(|at| Some(at?[0])).collect();
        Some(Image { vertices, faces: faces? })
    }
}

impl Image {
    /// The clues of `puzzle`, by face of the other map, which has `count` faces.
    pub(super) fn clues(&self, puzzle: &Puzzle, count: usize) -> Vec<Option<u32>> {
        let mut clues = vec![None; count];
        for (cell, &face) in self.faces.iter().enumerate() {
            clues[face] = puzzle.cell(CellId::from_index(cell)).clue;
        }
        clues
    }

    /// The clues of [`Image::clues`], with zeros on outside faces that do not meet the image at an edge; `None` if an outside edge remains
    /// that a cycle may pass.
    pub(super) fn clues_among_zeros(
        &self,
        puzzle: &Puzzle,
        map: &Map,
        large: &Map,
    ) -> Option<Vec<Option<u32>>> {
        let mut clues = self.clues(puzzle, large.faces.len());
        let image = |v: u32| self.vertices[v as usize];
        let inside: rustc_hash::FxHashSet<[u32; 2]> = map
            .faces
            .iter()
            .flat_map(|face| sides(face))
            .flat_map(|[u, v]| [[image(u), image(v)], [image(v), image(u)]])
            .collect();
        let mut is_outside = vec![true; large.faces.len()];
        self.faces.iter().for_each(|&face| is_outside[face] = false);
        let is_zero =
            |face: usize| is_outside[face] && !sides(&large.faces[face]).any(|side| inside.contains(&side));
        let is_closed = |&[u, v]: &[u32; 2]| {
            let faces = [[u, v], [v, u]].into_iter().filter_map(|side| large.at_side.get(&side));
            inside.contains(&[u, v]) || faces.into_iter().any(|&[face, _]| is_zero(face))
        };
        if !large.at_side.keys().all(is_closed) {
            return None;
        }
        for face in (0..large.faces.len()).filter(|&face| is_zero(face)) {
            clues[face] = Some(0);
        }
        Some(clues)
    }
}
