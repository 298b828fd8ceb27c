//! The parity rule: every vertex of a cycle has an even number of chosen edges, so every cut has; in a linkage
//! every terminal has one; and a clue says whether its cell has an even number.
//!
//! Together these are a linear system over GF(2) in the open edges (for planar graphs it holds the colouring of
//! faces as inside and outside, without needing the faces). A sum of edges that is constant forces an edge, and two
//! edges with the same sum are equal or opposite in every solution. Unknowns are the classes of edges known to be
//! equal.
//!
//! Most of the system is a graph: the equations of the vertices, with classes that lie in two of them. A spanning
//! forest solves that part without elimination: from the leaves on, each class of the forest is the sum of the others
//! at its vertex, and what is left free spans the cycle space. Only clues and roots are left for Gauss-Jordan
//! elimination, in the free unknowns alone, with rows as bit sets.
//!
//! It runs in presolve only, when probing has left little enough. Reasons are not kept: what it finds follows
//! from the puzzle and level 0.

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::equal::Classes;
use super::trail::{Antecedent, Trail};
use super::{Conflict, Value};
use crate::puzzle::{CellId, EdgeId, Incidence, Puzzle, VertexId};

/// Elimination takes time cubic in the number of free unknowns (over 64), so it is not tried with more than this.
const MOST_FREE: usize = 1500;

const NONE: u32 = u32::MAX;

/// The equations of the open edges, those of vertices first: unknowns, all different, that add up to a constant.
struct System {
    /// The representative that each unknown stands for.
    unknowns: Vec<EdgeId>,
    /// The unknowns of all equations.
    terms: Vec<u32>,
    /// Where the terms of each equation end, and its constant.
    equations: Vec<(u32, bool)>,
    vertices: usize,
}

impl System {
    /// The equations of all vertices and clued cells, but for those that say nothing.
    fn read(
        puzzle: &Puzzle,
        in_force: &dyn Fn(CellId) -> bool,
        incidence: &Incidence,
        trail: &Trail,
        classes: &Classes,
    ) -> Self {
        let mut unknowns = Vec::new();
        let mut unknown = vec![NONE; incidence.edge_count()];
        for e in (0..incidence.edge_count()).map(EdgeId::from_index) {
            let (representative, _) = classes.find(e);
            if trail.value(e) == Value::Open && unknown[representative.index()] == NONE {
                unknown[representative.index()] = unknowns.len() as u32;
                unknowns.push(representative);
            }
        }
        let mut system = System { unknowns, terms: Vec::new(), equations: Vec::new(), vertices: 0 };
        let mut add = |edges: &mut dyn Iterator<Item = EdgeId>, mut odd: bool| {
            let start = system.terms.len();
            for e in edges {
                match trail.value(e) {
                    Value::Out => {}
                    Value::In => odd = !odd,
                    Value::Open => {
                        let (representative, opposite) = classes.find(e);
                        odd ^= opposite;
                        system.terms.push(unknown[representative.index()]);
                    }
                }
            }
            keep_odd_ones(&mut system.terms, start);
            if odd || system.terms.len() > start {
                system.equations.push((system.terms.len() as u32, odd));
            }
            system.equations.len()
        };
        let mut vertices = 0;
        if puzzle.topology().forces_parity() {
            let mut terminal = vec![false; incidence.vertex_count()];
            for t in puzzle.pairs().iter().flatten() {
                terminal[t.index()] = true;
            }
            for (v, &odd) in terminal.iter().enumerate() {
                vertices = add(&mut incidence.at(VertexId::from_index(v)).iter().map(|&(e, _)| e), odd);
            }
        }
        for (_, cell) in puzzle.clued_cells().filter(|&(id, _)| in_force(id)) {
            add(&mut cell.edges.iter().copied(), cell.clue.is_some_and(|n| n % 2 == 1));
        }
        system.vertices = vertices;
        system
    }

    /// The unknowns of an equation, and what they add up to.
    fn equation(&self, i: usize) -> (&[u32], bool) {
        let start = if i == 0 { 0 } else { self.equations[i - 1].0 };
        let (end, odd) = self.equations[i];
        (&self.terms[start as usize..end as usize], odd)
    }

    /// A spanning forest of the equations of vertices: these from the roots on, and the unknown that joins each to
    /// its parent ([`NONE`] for roots).
    fn forest(&self) -> Vec<(u32, u32)> {
        // The equations that each unknown lies in; three stands for more than two.
        let mut joined = vec![([NONE; 2], 0u8); self.unknowns.len()];
        for v in 0..self.vertices {
            for &u in self.equation(v).0 {
                let (both, count) = &mut joined[u as usize];
                if let Some(place) = both.get_mut(usize::from(*count)) {
                    *place = v as u32;
                }
                *count = (*count + 1).min(3);
            }
        }
        let mut order: Vec<(u32, u32)> = Vec::with_capacity(self.vertices);
        let mut reached = vec![false; self.vertices];
        let mut next = 0;
        for root in 0..self.vertices {
            if std::mem::replace(&mut reached[root], true) {
                continue;
            }
            order.push((root as u32, NONE));
            while let Some(&(v, _)) = order.get(next) {
                next += 1;
                for &u in self.equation(v as usize).0 {
                    let (both, count) = joined[u as usize];
                    let other = both[usize::from(both[0] == v)];
                    if count == 2 && !std::mem::replace(&mut reached[other as usize], true) {
                        order.push((other, u));
                    }
                }
            }
        }
        order
    }
}

/// Leaves from `start` on only the numbers that stand there an odd number of times, ascending.
pub(super) fn keep_odd_ones<T: Copy + Ord>(numbers: &mut Vec<T>, start: usize) {
    numbers[start..].sort_unstable();
    let (mut read, mut kept) = (start, start);
    while read < numbers.len() {
        let number = numbers[read];
        let run = numbers[read..].iter().take_while(|&&n| n == number).count();
        if run % 2 == 1 {
            numbers[kept] = number;
            kept += 1;
        }
        read += run;
    }
    numbers.truncate(kept);
}

/// Sums of free unknowns and a constant, which has the last bit: `rows[i * words..(i + 1) * words]`.
struct Sums {
    free: usize,
    words: usize,
    rows: Vec<u64>,
}

impl Sums {
    fn new(free: usize, capacity: usize) -> Self {
        let words = free / 64 + 1;
        Sums { free, words, rows: Vec::with_capacity(capacity * words) }
    }

    fn len(&self) -> usize {
        self.rows.len() / self.words
    }

    fn row(&self, i: usize) -> &[u64] {
        &self.rows[i * self.words..(i + 1) * self.words]
    }

    fn row_mut(&mut self, i: usize) -> &mut [u64] {
        &mut self.rows[i * self.words..(i + 1) * self.words]
    }

    /// Adds an empty sum.
    fn push(&mut self) -> &mut [u64] {
        let start = self.rows.len();
        self.rows.resize(start + self.words, 0);
        &mut self.rows[start..]
    }

    /// Whether the constant of the sum is one.
    fn is_odd(&self, row: &[u64]) -> bool {
        bit(row, self.free)
    }

    /// Reduced row echelon form of sums that are zero; returns the pivot of each of the first rows. The others have
    /// no unknown left.
    fn eliminate(&mut self) -> Vec<usize> {
        let mut pivots = Vec::new();
        let (mut pivot, mut other) = (vec![0; self.words], vec![0; self.words]);
        for column in 0..self.free {
            let rank = pivots.len();
            let Some(found) = (rank..self.len()).find(|&i| bit(self.row(i), column)) else { continue };
            pivot.copy_from_slice(self.row(found));
            other.copy_from_slice(self.row(rank));
            self.row_mut(found).copy_from_slice(&other);
            for row in self.rows.chunks_exact_mut(self.words) {
                if bit(row, column) {
                    add(&mut row[column / 64..], &pivot[column / 64..]);
                }
            }
            self.row_mut(rank).copy_from_slice(&pivot);
            pivots.push(column);
        }
        pivots
    }
}

fn bit(row: &[u64], column: usize) -> bool {
    row[column / 64] >> (column % 64) & 1 == 1
}

fn flip(row: &mut [u64], column: usize) {
    row[column / 64] ^= 1 << (column % 64);
}

fn add(row: &mut [u64], other: &[u64]) {
    row.iter_mut().zip(other).for_each(|(a, b)| *a ^= b);
}

/// Every unknown as a sum of free ones; `None` when too many are free. Contradictory when the puzzle is.
fn solve(system: &System) -> Result<Option<Sums>, Conflict> {
    let forest = system.forest();
    let mut is_free = vec![true; system.unknowns.len()];
    for &(_, unknown) in forest.iter().filter(|&&(_, unknown)| unknown != NONE) {
        is_free[unknown as usize] = false;
    }
    let free = is_free.iter().filter(|&&free| free).count();
    if free > MOST_FREE {
        return Ok(None);
    }
    let mut sums = Sums::new(free, system.unknowns.len());
    let mut next = 0;
    for &is_free in &is_free {
        let sum = sums.push();
        if is_free {
            flip(sum, next);
            next += 1;
        }
    }
    let total = |sums: &Sums, equation: usize, but: u32, into: &mut [u64]| {
        into.fill(0);
        let (unknowns, odd) = system.equation(equation);
        for &u in unknowns.iter().filter(|&&u| u != but) {
            add(into, sums.row(u as usize));
        }
        if odd {
            flip(into, free);
        }
    };
    let mut left = Sums::new(free, system.equations.len() - system.vertices + 1);
    let mut scratch = vec![0; sums.words];
    for &(v, parent) in forest.iter().rev() {
        total(&sums, v as usize, parent, &mut scratch);
        if parent != NONE {
            sums.row_mut(parent as usize).copy_from_slice(&scratch);
        } else if scratch.iter().any(|&word| word != 0) {
            left.push().copy_from_slice(&scratch);
        }
    }
    for equation in system.vertices..system.equations.len() {
        total(&sums, equation, NONE, &mut scratch);
        if scratch.iter().any(|&word| word != 0) {
            left.push().copy_from_slice(&scratch);
        }
    }
    let pivots = left.eliminate();
    if (pivots.len()..left.len()).any(|i| left.is_odd(left.row(i))) {
        return Err(Conflict::of(Antecedent::Parity));
    }
    let mut row_of = vec![NONE; free];
    let mut pivot_bits = vec![0; sums.words];
    for (i, &column) in pivots.iter().enumerate() {
        row_of[column] = i as u32;
        flip(&mut pivot_bits, column);
    }
    for sum in sums.rows.chunks_exact_mut(sums.words) {
        for word in 0..sum.len() {
            // Reduced rows have no pivots but their own.
            let mut found = sum[word] & pivot_bits[word];
            while found != 0 {
                let column = word * 64 + found.trailing_zeros() as usize;
                found &= found - 1;
                add(sum, left.row(row_of[column] as usize));
            }
        }
    }
    Ok(Some(sums))
}

/// Decides what parity forces and joins classes that it finds equal; true when anything was new. Only clues that are
/// `in_force` count.
/// Everything on the trail must be at level 0 and have been counted.
pub(super) fn propagate(
    puzzle: &Puzzle,
    in_force: &dyn Fn(CellId) -> bool,
    incidence: &Incidence,
    trail: &mut Trail,
    classes: &mut Classes,
    joined: &mut Vec<EdgeId>,
) -> Result<bool, Conflict> {
    let system = System::read(puzzle, in_force, incidence, trail, classes);
    let Some(mut sums) = solve(&system)? else { return Ok(false) };
    // Without their constants, the same sum is the same value, or the opposite one.
    let constants: Vec<bool> = (0..sums.len()).map(|i| sums.is_odd(sums.row(i))).collect();
    for i in (0..sums.len()).filter(|&i| constants[i]) {
        let free = sums.free;
        flip(sums.row_mut(i), free);
    }
    let mut changed = false;
    let mut latest = FxHashMap::with_capacity_and_hasher(sums.len(), FxBuildHasher);
    let mut same: Vec<(&[u64], [usize; 2])> = Vec::new();
    for (i, sum) in sums.rows.chunks_exact(sums.words).enumerate() {
        same.extend(latest.insert(sum, i).map(|before| (sum, [before, i])));
        if sum.iter().all(|&word| word == 0) {
            changed = true;
            trail.push(system.unknowns[i], constants[i], Antecedent::Parity);
        }
    }
    // By their sums, so that the edges of sums that are much alike are tried one after the other.
    same.sort_unstable();
    for (_, [a, b]) in same {
        if classes.join(system.unknowns[a], system.unknowns[b], constants[a] != constants[b])? {
            changed = true;
            joined.extend([system.unknowns[a], system.unknowns[b]]);
        }
    }
    Ok(changed)
}
