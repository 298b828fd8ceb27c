//! Small random puzzles of every kind, and a small random number generator: what tests compare with brute force.

use crate::{Parts, Puzzle, Topology, brute};

/// The random number generator SplitMix64 (Steele, Lea, Flood 2014).
#[derive(Debug)]
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A random number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    /// True with a chance of `percent`.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// The edges of a grid of `rows` by `columns` vertices, numbered row by row.
pub fn whole_grid(rows: u32, columns: u32) -> Vec<[u32; 2]> {
    let mut edges = Vec::new();
    for r in 0..rows {
        for c in 0..columns {
            let here = r * columns + c;
            edges.extend((c + 1 < columns).then_some([here, here + 1]));
            edges.extend((r + 1 < rows).then_some([here, here + columns]));
        }
    }
    edges
}

/// A random puzzle with at most `most_edges` edges, every third with constraints of all kinds; usually solvable.
pub fn puzzle(random: &mut Random, most_edges: usize) -> Puzzle {
    if random.chance(33) { constrained(random, most_edges) } else { plain(random, most_edges) }
}

/// A random puzzle with at most `most_edges` edges, without bounds and integrity constraints; usually solvable.
pub fn plain(random: &mut Random, most_edges: usize) -> Puzzle {
    let topologies = [Topology::Cycle, Topology::Cycles, Topology::Linkage, Topology::PathMatching];
    let topology = topologies[random.below(4)];
    let (vertices, all) =
        if random.chance(30) { clusters(random, most_edges) } else { any(random, most_edges) };
    let edges = all.len();
    let mut parts = Parts::graph(topology, vertices, all);
    parts.cover = random.chance(25);
    if topology == Topology::Linkage {
        let mut order: Vec<u32> = (0..vertices as u32).collect();
        shuffle(random, &mut order);
        let pairs = random.below(4).min(vertices / 2);
        parts.pairs = order.chunks_exact(2).take(pairs).map(|p| [p[0], p[1]]).collect();
    }
    for _ in 0..random.below(6).saturating_sub(1) {
        let cell: Vec<u32> = (0..edges as u32).filter(|_| random.chance(35)).collect();
        parts.cells.push((cell, None));
    }
    let planted = if random.chance(85) { plant(random, &parts) } else { None };
    for i in 0..parts.cells.len() {
        if random.chance(75) {
            let clue = match &planted {
                Some(chosen) => parts.cells[i].0.iter().filter(|e| chosen.contains(e)).count(),
                None => random.below(4),
            };
            parts.cells[i].1 = Some(clue as u32);
        }
    }
    if random.chance(15) {
        let e = random.below(edges) as u32;
        match planted.is_some_and(|chosen| chosen.contains(&e)) {
            true => parts.required.push(e),
            false => parts.forbidden.push(e),
        }
    }
    Puzzle::from_parts(parts).expect("the parts are consistent")
}

/// A random puzzle with at most `most_edges` edges and constraints of all kinds; usually solvable.
pub fn constrained(random: &mut Random, most_edges: usize) -> Puzzle {
    let mut parts = Parts::of(&plain(random, most_edges));
    let edges = parts.edges.len();
    let planted = if random.chance(85) { plant(random, &parts) } else { None };
    let planted = planted.unwrap_or_else(|| (0..edges as u32).filter(|_| random.chance(40)).collect());
    for (i, (cell, _)) in (0..).zip(&parts.cells) {
        let count = cell.iter().filter(|e| planted.contains(e)).count();
        let bound = |is_there: bool, bound: usize| is_there.then_some(bound as u32);
        let least = bound(random.chance(40), count.saturating_sub(random.below(2)));
        let most = bound(random.chance(40), count + random.below(2));
        if least.is_some() || most.is_some() {
            parts.bounds.push((i, [least, most]));
        }
    }
    for _ in 0..random.below(5) {
        let mut literals: Vec<(u32, bool)> =
            (0..1 + random.below(4)).map(|_| (random.below(edges) as u32, random.chance(50))).collect();
        if literals.iter().all(|(e, is_in)| planted.contains(e) == *is_in) && random.chance(90) {
            literals[0].1 ^= true;
        }
        parts.integrity.push(literals);
    }
    Puzzle::from_parts(parts).expect("the parts are consistent")
}

/// A puzzle without clues on a graph with many small cuts.
pub fn sparse(random: &mut Random, most_edges: usize) -> Puzzle {
    let topology = [Topology::Cycle, Topology::Cycles, Topology::Linkage, Topology::Linkage][random.below(4)];
    let (vertices, edges) = clusters(random, most_edges);
    let mut parts = Parts::graph(topology, vertices, edges);
    if topology == Topology::Linkage {
        let mut order: Vec<u32> = (0..vertices as u32).collect();
        shuffle(random, &mut order);
        let pairs = 1 + random.below(2);
        parts.pairs = order.chunks_exact(2).take(pairs).map(|p| [p[0], p[1]]).collect();
    }
    Puzzle::from_parts(parts).expect("the parts are consistent")
}

/// A linkage with at least one pair, on a piece of a grid with or without diagonals, or on any graph; no clues.
pub fn linkage(random: &mut Random, most_edges: usize) -> Puzzle {
    let (vertices, edges) = match random.below(3) {
        0 => any(random, most_edges),
        _ => grid(random, most_edges),
    };
    let count = edges.len();
    let mut parts = Parts::graph(Topology::Linkage, vertices, edges);
    parts.cover = random.chance(25);
    let mut order: Vec<u32> = (0..vertices as u32).collect();
    shuffle(random, &mut order);
    let pairs = 1 + random.below(3);
    parts.pairs = order.chunks_exact(2).take(pairs).map(|p| [p[0], p[1]]).collect();
    for list in [&mut parts.required, &mut parts.forbidden] {
        if random.chance(15) {
            list.push(random.below(count) as u32);
        }
    }
    Puzzle::from_parts(parts).expect("the parts are consistent")
}

/// A grid of four rows and columns with two pairs of terminals on its rim; here and there an edge is missing.
pub fn rim(random: &mut Random) -> Puzzle {
    let mut edges: Vec<[u32; 2]> = Vec::new();
    for v in 0..16 {
        edges.extend((v % 4 < 3).then_some([v, v + 1]));
        edges.extend((v < 12).then_some([v + 4, v]));
    }
    if random.chance(50) {
        edges.swap_remove(random.below(24));
    }
    let mut parts = Parts::graph(Topology::Linkage, 16, edges);
    let mut rim = [0, 1, 2, 3, 7, 11, 15, 14, 13, 12, 8, 4];
    shuffle(random, &mut rim);
    parts.pairs = vec![[rim[0], rim[1]], [rim[2], rim[3]]];
    Puzzle::from_parts(parts).expect("the parts are consistent")
}

/// A grid of five rows and columns without ten of its edges, with two pairs of terminals on its rim.
pub fn wide_rim(random: &mut Random) -> Puzzle {
    let mut edges: Vec<[u32; 2]> = Vec::new();
    for v in 0..25 {
        edges.extend((v % 5 < 4).then_some([v, v + 1]));
        edges.extend((v < 20).then_some([v + 5, v]));
    }
    for _ in 0..10 {
        edges.swap_remove(random.below(edges.len()));
    }
    let mut parts = Parts::graph(Topology::Linkage, 25, edges);
    let mut rim: Vec<u32> =
        (0..25).filter(|v| [0, 4].contains(&(v % 5)) || [0, 4].contains(&(v / 5))).collect();
    shuffle(random, &mut rim);
    parts.pairs = vec![[rim[0], rim[1]], [rim[2], rim[3]]];
    Puzzle::from_parts(parts).expect("the parts are consistent")
}

/// A puzzle that asks for one or several cycles on a piece of a grid, with a few random cells with clues.
pub fn mesh(random: &mut Random, most_edges: usize) -> Puzzle {
    let topology = [Topology::Cycle, Topology::Cycles][random.below(2)];
    let (vertices, edges) = grid(random, most_edges);
    let count = edges.len();
    let mut parts = Parts::graph(topology, vertices, edges);
    for _ in 0..random.below(3) {
        let cell: Vec<u32> = (0..count as u32).filter(|_| random.chance(25)).collect();
        let clue = random.below(cell.len().min(3) + 1);
        parts.cells.push((cell, Some(clue as u32)));
    }
    Puzzle::from_parts(parts).expect("the parts are consistent")
}

/// A puzzle that asks for one or several cycles on a piece of a grid, with clues in some of its squares.
pub fn board(random: &mut Random, most_edges: usize) -> Puzzle {
    let topology = [Topology::Cycle, Topology::Cycles][random.below(2)];
    let (vertices, edges) = grid(random, most_edges);
    let mut parts = Parts::graph(topology, vertices, edges);
    // Vertices are numbered column by column; the first edge between columns shows the length of a column.
    let rows = parts.edges.iter().map(|[u, v]| v - u).filter(|&step| step > 1).min().unwrap_or(2);
    for first in (0..(vertices as u32).saturating_sub(rows + 1)).filter(|v| v % rows + 1 < rows) {
        let corners = [first, first + 1, first + rows, first + rows + 1];
        let edges = (0..).zip(&parts.edges).filter(|(_, ends)| ends.iter().all(|v| corners.contains(v)));
        let cell: Vec<u32> = edges.map(|(e, _)| e).collect();
        if random.chance(40) {
            parts.cells.push((cell, Some(random.below(4) as u32)));
        }
    }
    Puzzle::from_parts(parts).expect("the parts are consistent")
}

/// The vertices and edges of a square grid with two, three or four rows, sometimes with a few diagonals.
fn grid(random: &mut Random, most_edges: usize) -> (usize, Vec<[u32; 2]>) {
    let rows = 2 + random.below(3) as u32;
    let mut all = Vec::new();
    let mut columns = 1;
    let diagonals = if random.chance(30) { 25 } else { 0 };
    all.extend((1..rows).map(|r| [r - 1, r]));
    while all.len() + 3 * rows as usize <= most_edges {
        let first = columns * rows;
        all.extend((1..rows).map(|r| [first + r - 1, first + r]));
        all.extend((0..rows).map(|r| [first + r - rows, first + r]));
        all.extend((1..rows).filter(|_| random.chance(diagonals)).map(|r| [first + r - rows - 1, first + r]));
        columns += 1;
    }
    shuffle(random, &mut all);
    ((columns * rows) as usize, all)
}

/// The vertices and edges of a random graph with 3 to 8 vertices.
fn any(random: &mut Random, most_edges: usize) -> (usize, Vec<[u32; 2]>) {
    let vertices = 3 + random.below(6);
    let mut all: Vec<[u32; 2]> = Vec::new();
    for u in 0..vertices as u32 {
        for v in 0..u {
            all.push(if random.chance(50) { [u, v] } else { [v, u] });
        }
    }
    shuffle(random, &mut all);
    all.truncate(2 + random.below(most_edges - 1));
    (vertices, all)
}

/// The vertices and edges of triangles and squares connected by single vertices and edges, for the rules about cuts.
fn clusters(random: &mut Random, most_edges: usize) -> (usize, Vec<[u32; 2]>) {
    let (mut vertices, mut all) = (1u32, Vec::new());
    loop {
        let size = 3 + random.below(2) as u32;
        if all.len() + size as usize + 1 > most_edges {
            break;
        }
        let mut first = random.below(vertices as usize) as u32;
        if random.chance(50) {
            all.push([first, vertices]);
            first = vertices;
            vertices += 1;
        }
        let ring: Vec<u32> = std::iter::once(first).chain(vertices..vertices + size - 1).collect();
        vertices += size - 1;
        all.extend((0..ring.len()).map(|i| [ring[i], ring[(i + 1) % ring.len()]]));
    }
    shuffle(random, &mut all);
    (vertices as usize, all)
}

/// A random solution of the puzzle without clues, if there is one.
fn plant(random: &mut Random, parts: &Parts) -> Option<Vec<u32>> {
    let puzzle = Puzzle::from_parts(parts.clone()).expect("the parts are consistent");
    let mut solutions = brute::solutions(&puzzle);
    if solutions.is_empty() {
        return None;
    }
    let chosen = solutions.swap_remove(random.below(solutions.len()));
    Some(chosen.into_iter().map(|e| e.0).collect())
}

fn shuffle<T>(random: &mut Random, items: &mut [T]) {
    for i in (1..items.len()).rev() {
        items.swap(i, random.below(i + 1));
    }
}

/// A grid with some edges missing and some diagonals, with some of its squares as cells, for a sweep row by row.
pub fn planar(random: &mut Random) -> Puzzle {
    let (rows, columns) = (3 + random.below(3) as u32, 3 + random.below(2) as u32);
    let mut edges = Vec::new();
    let mut cells = Vec::new();
    for r in 0..rows {
        for c in 0..columns {
            let (here, right, below) = (r * columns + c, c + 1 < columns, r + 1 < rows);
            let first = edges.len() as u32;
            let mut add = |is_there: bool, ends: [u32; 2], random: &mut Random| {
                if is_there && random.chance(88) {
                    edges.push(ends);
                }
            };
            add(right, [here, here + 1], random);
            add(below, [here, here + columns], random);
            match random.below(4) {
                0 => add(right && below, [here, here + columns + 1], random),
                1 => add(right && below, [here + 1, here + columns], random),
                _ => {}
            }
            if random.chance(20) {
                cells.push(((first..edges.len() as u32).collect(), Some(random.below(2) as u32)));
            }
        }
    }
    let topology = [Topology::Cycle, Topology::Cycles, Topology::Linkage][random.below(3)];
    let mut parts = Parts::graph(topology, (rows * columns) as usize, edges);
    parts.cells = cells;
    parts.cover = random.chance(20);
    if topology == Topology::Linkage {
        parts.pairs = vec![[0, rows * columns - 1 - random.below(columns as usize) as u32]];
    }
    Puzzle::from_parts(parts).expect("a simple graph")
}
