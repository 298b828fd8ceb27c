//! Bytes as a puzzle with a few edges.

use zlink::puzzle::{Parts, Puzzle, Topology};

use super::case::solutions;

const MOST_EDGES: usize = 20;
const MOST_VERTICES: usize = 12;

/// Bytes that are read one by one. After the last one, all are zero.
pub(super) struct Input<'b>(&'b [u8]);

impl<'b> Input<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Self {
        Input(bytes)
    }

    pub(super) fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    /// A number less than `n`; `n` is not zero.
    pub(super) fn below(&mut self, n: usize) -> usize {
        usize::from(self.byte()) % n
    }

    /// Reads a byte; true for about `percent` of a hundred bytes.
    pub(super) fn chance(&mut self, percent: u8) -> bool {
        self.byte() % 100 < percent
    }
}

/// Reads a puzzle; `None` if the bytes describe none.
pub(super) fn read(input: &mut Input<'_>) -> Option<Puzzle> {
    let topologies =
        [Topology::Cycle, Topology::Cycle, Topology::Linkage, Topology::Cycles, Topology::PathMatching];
    let topology = topologies[input.below(topologies.len())];
    let mut parts = if input.chance(60) { grid(input, topology) } else { any(input, topology) };
    if parts.edges.is_empty() {
        return None;
    }
    parts.cover = input.chance(25);
    if topology == Topology::Linkage {
        pairs(input, &mut parts);
    }
    clues(input, &mut parts)?;
    let edges = parts.edges.len();
    for list in [&mut parts.required, &mut parts.forbidden] {
        if input.chance(15) {
            list.push(input.below(edges) as u32);
        }
    }
    constraints(input, &mut parts);
    Puzzle::from_parts(parts).ok()
}

/// A grid whose squares are cells, sometimes without some of its edges.
fn grid(input: &mut Input<'_>, topology: Topology) -> Parts {
    const SIZES: [[u32; 2]; 8] = [[2, 2], [2, 3], [3, 2], [1, 4], [1, 6], [1, 1], [5, 1], [1, 3]];
    let [rows, columns] = SIZES[input.below(SIZES.len())];
    let vertex = |r: u32, c: u32| r * (columns + 1) + c;
    let mut edges = Vec::new();
    for r in 0..=rows {
        for c in 0..=columns {
            edges.extend((c < columns).then(|| [vertex(r, c), vertex(r, c + 1)]));
            edges.extend((r < rows).then(|| [vertex(r, c), vertex(r + 1, c)]));
        }
    }
    let missing = input.below(8).saturating_sub(4);
    for _ in 0..missing {
        edges.remove(input.below(edges.len()));
    }
    let place = |ends: [u32; 2]| edges.iter().position(|&edge| edge == ends).map(|e| e as u32);
    let mut cells = Vec::new();
    for r in 0..rows {
        for c in 0..columns {
            let corners = [[r, c], [r, c + 1], [r + 1, c], [r + 1, c + 1]].map(|[r, c]| vertex(r, c));
            let sides = [[0, 1], [0, 2], [1, 3], [2, 3]].map(|[a, b]| [corners[a], corners[b]]);
            cells.push((sides.into_iter().filter_map(place).collect(), None));
        }
    }
    let vertices = vertex(rows, columns) as usize + 1;
    Parts { cells, ..Parts::graph(topology, vertices, edges) }
}

/// Any graph, with cells of any edges.
fn any(input: &mut Input<'_>, topology: Topology) -> Parts {
    let vertices = 2 + input.below(MOST_VERTICES - 1);
    let mut edges: Vec<[u32; 2]> = Vec::new();
    for _ in 0..input.below(MOST_EDGES + 1) {
        let [u, v] = [0; 2].map(|_| input.below(vertices) as u32);
        if u != v && !edges.iter().any(|edge| edge.contains(&u) && edge.contains(&v)) {
            edges.push([u, v]);
        }
    }
    let mut cells = Vec::new();
    for _ in 0..input.below(8).saturating_sub(3) {
        let mask = u32::from_le_bytes([input.byte(), input.byte(), input.byte(), 0]);
        cells.push(((0..edges.len() as u32).filter(|e| mask >> e & 1 == 1).collect(), None));
    }
    Parts { cells, ..Parts::graph(topology, vertices, edges) }
}

/// Up to three pairs of different vertices.
fn pairs(input: &mut Input<'_>, parts: &mut Parts) {
    let mut free: Vec<u32> = (0..parts.vertices as u32).collect();
    for _ in 0..input.below(4) {
        if free.len() >= 2 {
            let [u, v] = [0; 2].map(|_| free.remove(input.below(free.len())));
            parts.pairs.push([u, v]);
        }
    }
}

/// Adds bounds of up to three cells, and up to three integrity constraints.
fn constraints(input: &mut Input<'_>, parts: &mut Parts) {
    let (cells, edges) = (parts.cells.len(), parts.edges.len());
    for _ in 0..input.below(4) {
        let cell = input.below(cells.max(1));
        let bounds = [0; 2].map(|_| input.chance(60).then(|| input.below(4) as u32));
        let is_new = parts.bounds.iter().all(|&(other, _)| other as usize != cell);
        if is_new && cell < cells && bounds != [None; 2] {
            parts.bounds.push((cell as u32, bounds));
        }
    }
    for _ in 0..input.below(4) {
        let literals = 1 + input.below(4);
        parts.integrity.push((0..literals).map(|_| (input.below(edges) as u32, input.chance(50))).collect());
    }
}

/// Adds clues: mostly the clues of a solution.
fn clues(input: &mut Input<'_>, parts: &mut Parts) -> Option<()> {
    if parts.cells.is_empty() {
        return Some(());
    }
    let possible = solutions(&Puzzle::from_parts(parts.clone()).ok()?);
    let is_planted = input.chance(85) && !possible.is_empty();
    let number = usize::from(input.byte()) << 8 | usize::from(input.byte());
    let planted = is_planted.then(|| &possible[number % possible.len()]);
    let density = input.byte();
    for (edges, clue) in &mut parts.cells {
        if !input.chance(density) {
            continue;
        }
        *clue = Some(match planted {
            Some(planted) => edges.iter().filter(|&&e| planted.iter().any(|edge| edge.0 == e)).count() as u32,
            None => input.below(edges.len() + 2) as u32,
        });
    }
    Some(())
}
