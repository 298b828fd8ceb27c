//! A random walk on the cycles of a graph, in search of one that meets all sums.
//!
//! Where a cell has many edges, no rule says much about any of them, but a cycle that misses few bounds by little usually has
//! others near it that do so, too. A *flip* is the symmetric difference with a short cycle: its edges in the set leave, and the
//! others enter. A cycle stays a cycle if the two share a single path and no other vertex. The *distance* of a cycle is the sum
//! of the amounts by which sums are beyond their bounds; it decides by Metropolis' rule whether a flip is made (Metropolis et al.,
//! Equation of State Calculations by Fast Computing Machines, J. Chem. Phys. 21, 1953). Falling temperatures (simulated
//! annealing) find solutions no sooner than a fixed one, and have to restart again and again.
//!
//! The walk finds solutions and proves nothing.

use std::cmp::Reverse;
use std::ops::{ControlFlow, Range};

use super::{Budget, Unfinished};
use zlink_base::limits::Limits;
use zlink_base::random::Random;
use zlink_deduce::Value;
use zlink_puzzle::{EdgeId, Embedding, Puzzle, Sum, VertexId, grouped};

/// The temperature, in units of the distance.
const TEMPERATURE: f64 = 0.9;
/// The number of steps after which the walk starts again with another cycle.
const STEPS: u64 = 1 << 22;
/// The largest number of short cycles: with more, hardly any flip brings the cycle nearer.
const MOST_FLIPS: usize = 1 << 17;
/// The largest number of edges of a face that is flipped.
const LONGEST_FACE: usize = 12;
/// An increase of the distance by this much or more is never accepted.
const FARTHEST: usize = 32;
const CHECK_EVERY: u64 = 1 << 12;

/// A random walk that can be interrupted and continued.
pub struct CycleWalk {
    /// The edges that a solution may have, ascending.
    edges: Vec<EdgeId>,
    ends: Vec<[u32; 2]>,
    /// The sums that each edge is in: `sums[starts[e]..starts[e + 1]]`, each with 1 if the edge counts when it is in, else with -1.
    starts: Vec<u32>,
    sums: Vec<(u32, i32)>,
    /// For each short cycle the range of its edges in `flip_edges`, and of the vertices at which these begin in `flip_vertices`.
    flips: Vec<Range<u32>>,
    flip_edges: Vec<u32>,
    flip_vertices: Vec<u32>,
    /// The value of each sum without edges, less its lower bound.
    empty: Vec<i64>,
    /// The value of each sum, less its lower bound.
    excess: Vec<i64>,
    /// The upper bound of each sum, less the lower one.
    widths: Vec<i64>,
    distance: u64,
    is_in: Vec<bool>,
    degrees: Vec<u8>,
    /// A flip was made since the distance was last compared with zero.
    is_new: bool,
    /// The probability of accepting a flip, times 2^32, indexed by the increase of the distance.
    chances: [u64; FARTHEST],
    random: Random,
    steps: u64,
}

impl CycleWalk {
    /// A walk on the cycles of `puzzle` in search of those that agree with `values`; `None` if there are no short cycles, or too
    /// many. The same seed gives the same walk.
    pub fn new(puzzle: &Puzzle, values: &[Value], embedding: Option<&Embedding>, seed: u64) -> Option<Self> {
        let all = || (0..puzzle.edge_count()).map(EdgeId::from_index);
        let mut values = values.to_vec();
        puzzle.required().iter().for_each(|edge| values[edge.index()] = Value::In);
        puzzle.forbidden().iter().for_each(|edge| values[edge.index()] = Value::Out);
        let edges: Vec<EdgeId> = all().filter(|edge| values[edge.index()] != Value::Out).collect();
        let mut number = vec![None; puzzle.edge_count()];
        (0..).zip(&edges).for_each(|(e, edge)| number[edge.index()] = Some(e));
        // The edges that are known to be in are a sum, too, and so are all edges, with cover.
        let known: Vec<EdgeId> = all().filter(|edge| values[edge.index()] == Value::In).collect();
        let covering: Vec<EdgeId> = all().filter(|_| puzzle.cover()).collect();
        let exactly = |positive, n: usize| Sum { positive, negative: &[], least: n as i64, most: n as i64 };
        let mut all_sums: Vec<Sum<'_>> = puzzle.sums().map(|(_, sum)| sum).collect();
        all_sums.push(exactly(&known, known.len()));
        all_sums.extend(puzzle.cover().then(|| exactly(&covering, puzzle.vertex_count())));
        if all_sums.iter().any(|sum| sum.least > sum.most) {
            return None;
        }
        let parts = (0..).zip(&all_sums).flat_map(|(i, sum)| {
            let numbered = sum.literals().filter_map(|(edge, value)| Some((number[edge.index()]?, value)));
            numbered.map(move |(e, value)| (e, (i, if value { 1 } else { -1 })))
        });
        let (starts, sums) = grouped(edges.len(), parts);
        let mut walk = CycleWalk {
            ends: edges.iter().map(|&edge| puzzle.edge_ends(edge).map(|v| v.index() as u32)).collect(),
            starts,
            sums,
            flips: Vec::new(),
            flip_edges: Vec::new(),
            flip_vertices: Vec::new(),
            empty: all_sums.iter().map(|sum| sum.negative.len() as i64 - sum.least).collect(),
            excess: Vec::new(),
            widths: all_sums.iter().map(|sum| sum.most - sum.least).collect(),
            distance: 0,
            is_in: vec![false; edges.len()],
            degrees: vec![0; puzzle.vertex_count()],
            is_new: false,
            chances: std::array::from_fn(|more| {
                ((-(more as f64) / TEMPERATURE).exp() * f64::from(u32::MAX)) as u64
            }),
            random: Random::new(seed),
            steps: 0,
            edges,
        };
        walk.add_short_cycles();
        let faces = embedding.map(Embedding::faces).unwrap_or_default();
        for face in faces.iter().filter(|face| (5..=LONGEST_FACE).contains(&face.len())) {
            walk.add_face(face, &number);
        }
        if walk.flips.is_empty() || walk.flips.len() > MOST_FLIPS {
            return None;
        }
        walk.begin();
        Some(walk)
    }

    /// The number of flips tried.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Adds the cycles of three and of four edges (Chiba and Nishizeki, Arboricity and Subgraph Listing Algorithms, SIAM J.
    /// Comput. 14, 1985): each is found from its vertex of largest degree, so that the neighbours of a hub are enumerated once.
    fn add_short_cycles(&mut self) {
        let at = self.ends.iter().zip(0..).flat_map(|(&[u, v], e)| [(u, [v, e]), (v, [u, e])]);
        let (starts, others) = grouped(self.degrees.len(), at);
        let around = |v: u32| &others[starts[v as usize] as usize..starts[v as usize + 1] as usize];
        let mut order: Vec<u32> = (0..self.degrees.len() as u32).collect();
        order.sort_by_key(|&v| Reverse(around(v).len()));
        let mut is_done = vec![false; order.len()];
        let mut to: Vec<Option<u32>> = vec![None; order.len()];
        // For each vertex the paths of two edges to it: the vertex between, and the edges.
        let mut ways: Vec<Vec<[u32; 3]>> = vec![Vec::new(); order.len()];
        for first in order {
            is_done[first as usize] = true;
            let next = |v: u32| around(v).iter().filter(|[w, _]| !is_done[*w as usize]);
            next(first).for_each(|&[v, e]| to[v as usize] = Some(e));
            for &[second, e] in next(first) {
                for &[third, f] in next(second) {
                    if let Some(last) = to[third as usize].filter(|_| third > second) {
                        self.add_flip(&[e, f, last], &[first, second, third]);
                    }
                    for &[fourth, last, g] in &ways[third as usize] {
                        self.add_flip(&[e, f, g, last], &[first, second, third, fourth]);
                    }
                    if self.flips.len() > MOST_FLIPS {
                        return;
                    }
                    ways[third as usize].push([second, e, f]);
                }
            }
            next(first).for_each(|&[v, _]| to[v as usize] = None);
            for &[second, _] in next(first) {
                next(second).for_each(|&[third, _]| ways[third as usize].clear());
            }
        }
    }

    /// Adds a face, if it is a cycle and all its edges may be in a solution.
    fn add_face(&mut self, face: &[(VertexId, EdgeId)], number: &[Option<u32>]) {
        let vertices: Vec<u32> = face.iter().map(|&(vertex, _)| vertex.index() as u32).collect();
        let edges: Option<Vec<u32>> = face.iter().map(|&(_, edge)| number[edge.index()]).collect();
        let mut distinct = vertices.clone();
        distinct.sort_unstable();
        distinct.dedup();
        if let Some(edges) = edges.filter(|_| distinct.len() == face.len()) {
            self.add_flip(&edges, &vertices);
        }
    }

    fn add_flip(&mut self, edges: &[u32], vertices: &[u32]) {
        let start = self.flip_edges.len() as u32;
        self.flip_edges.extend(edges);
        self.flip_vertices.extend(vertices);
        self.flips.push(start..self.flip_edges.len() as u32);
    }

    /// Starts again with one of the short cycles.
    fn begin(&mut self) {
        self.is_in.fill(false);
        self.degrees.fill(0);
        self.excess.clone_from(&self.empty);
        let flip = self.random.below(self.flips.len());
        for i in self.flips[flip].clone() {
            self.move_sums(self.flip_edges[i as usize], false);
            self.turn(self.flip_edges[i as usize]);
        }
        let sums = self.excess.iter().zip(&self.widths);
        self.distance = sums.map(|(&excess, &width)| beyond(excess, width).unsigned_abs()).sum();
        self.is_new = true;
    }

    /// Visits solutions (edges ascending), some perhaps more than once, until the visitor breaks off. Pauses with
    /// [`Unfinished::Paused`] after about `budget.most` more steps.
    pub fn run(
        &mut self,
        limits: &Limits,
        budget: Budget<'_>,
        visitor: &mut dyn FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Unfinished> {
        let until = self.steps.saturating_add(budget.most);
        while self.steps < until {
            limits.check()?;
            budget.progress.report("walk", format_args!("{} steps, distance {}", self.steps, self.distance));
            for _ in 0..CHECK_EVERY {
                if self.is_new && self.distance == 0 && self.visit(visitor).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                self.is_new = false;
                self.step();
            }
            if self.steps.is_multiple_of(STEPS) {
                self.begin();
            }
        }
        Err(Unfinished::Paused)
    }

    fn visit(&self, visitor: &mut dyn FnMut(&[EdgeId]) -> ControlFlow<()>) -> ControlFlow<()> {
        let solution = self.edges.iter().zip(&self.is_in).filter(|(_, is_in)| **is_in);
        let solution: Vec<EdgeId> = solution.map(|(&edge, _)| edge).collect();
        visitor(&solution)
    }

    /// Tries a random flip.
    fn step(&mut self) {
        self.steps += 1;
        let flip = self.flips[self.random.below(self.flips.len())].clone();
        if !self.stays_cycle(flip.clone()) {
            return;
        }
        let more: i64 = flip.clone().map(|i| self.move_sums(self.flip_edges[i as usize], false)).sum();
        let chance = self.chances.get(more.max(0) as usize).copied().unwrap_or(0);
        if more <= 0 || self.random.bits() >> 32 < chance {
            flip.for_each(|i| self.turn(self.flip_edges[i as usize]));
            self.distance = self.distance.saturating_add_signed(more);
            self.is_new = true;
        } else {
            for i in flip {
                self.move_sums(self.flip_edges[i as usize], true);
            }
        }
    }

    /// Whether the current cycle is still a single cycle after the flip.
    fn stays_cycle(&self, flip: Range<u32>) -> bool {
        let flip = flip.start as usize..flip.end as usize;
        let (edges, vertices) = (&self.flip_edges[flip.clone()], &self.flip_vertices[flip]);
        let mut paths = 0;
        let mut before = self.is_in[edges[edges.len() - 1] as usize];
        for (&edge, &vertex) in edges.iter().zip(vertices) {
            let is_in = self.is_in[edge as usize];
            if !is_in && !before && self.degrees[vertex as usize] > 0 {
                return false;
            }
            paths += usize::from(is_in && !before);
            before = is_in;
        }
        paths == 1
    }

    /// Updates the sums of an edge that is about to be turned, or undoes that with `back`. Returns the change of the distance.
    fn move_sums(&mut self, edge: u32, back: bool) -> i64 {
        let by = if self.is_in[edge as usize] == back { 1 } else { -1 };
        let sums = self.starts[edge as usize] as usize..self.starts[edge as usize + 1] as usize;
        let mut more = 0;
        for &(sum, sign) in &self.sums[sums] {
            let (excess, width) = (&mut self.excess[sum as usize], self.widths[sum as usize]);
            let by = by * i64::from(sign);
            more += beyond(*excess + by, width) - beyond(*excess, width);
            *excess += by;
        }
        more
    }

    /// Toggles whether an edge is in.
    fn turn(&mut self, edge: u32) {
        let is_in = &mut self.is_in[edge as usize];
        *is_in = !*is_in;
        for vertex in self.ends[edge as usize] {
            let degree = &mut self.degrees[vertex as usize];
            *degree = if *is_in { *degree + 1 } else { *degree - 1 };
        }
    }
}

/// The amount by which a number is below 0 or above `width`.
fn beyond(number: i64, width: i64) -> i64 {
    (-number).max(number - width).max(0)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use zlink_base::limits::Silent;
    use zlink_puzzle::brute;
    use zlink_puzzle::random_puzzles::{Random as Draws, constrained, plain};
    use zlink_puzzle::{Parts, Topology};

    /// The solutions that a walk of `steps` steps visits.
    fn visited(puzzle: &Puzzle, values: &[Value], steps: u64) -> Option<BTreeSet<Vec<EdgeId>>> {
        let deduction = zlink_deduce::Deduction::new(puzzle);
        let mut walk = CycleWalk::new(puzzle, values, deduction.embedding(), 5)?;
        let mut found = BTreeSet::new();
        let ended = walk.run(&Limits::none(), Budget::new(steps, &Silent), &mut |solution| {
            found.insert(solution.to_vec());
            ControlFlow::Continue(())
        });
        assert_eq!(ended, Err(Unfinished::Paused));
        Some(found)
    }

    fn solutions(puzzle: &Puzzle) -> BTreeSet<Vec<EdgeId>> {
        brute::solutions(puzzle).into_iter().collect()
    }

    #[test]
    fn nothing_but_solutions_is_visited() {
        let random = &mut Draws(31);
        let (mut walks, mut constrained_walks) = (0, 0);
        for round in 0..600 {
            let has_constraints = round % 2 == 0;
            let puzzle = if has_constraints { constrained(random, 14) } else { plain(random, 14) };
            if puzzle.topology() != Topology::Cycle {
                continue;
            }
            let values = zlink_deduce::Deduction::new(&puzzle).values().to_vec();
            if let Some(found) = visited(&puzzle, &values, 1 << 13) {
                walks += 1;
                constrained_walks += usize::from(has_constraints && !found.is_empty());
                assert!(found.is_subset(&solutions(&puzzle)));
            }
        }
        assert!(walks > 40 && constrained_walks > 10, "{walks} {constrained_walks}");
    }

    /// Without sums all cycles are solutions, and flips of triangles and squares lead to all of them.
    #[test]
    fn every_cycle_is_visited() {
        let complete = (0..5).flat_map(|u| (0..u).map(move |v| [u, v])).collect();
        let grid = (0..9).flat_map(|v| {
            let right = (v % 3 < 2).then_some([v, v + 1]);
            right.into_iter().chain((v < 6).then_some([v, v + 3]))
        });
        for (vertices, edges) in [(5, complete), (9, grid.collect())] {
            let puzzle = Puzzle::from_parts(Parts::graph(Topology::Cycle, vertices, edges)).unwrap();
            let all = vec![Value::Open; puzzle.edge_count()];
            let found = visited(&puzzle, &all, 1 << 16).unwrap();
            assert_eq!(found, solutions(&puzzle));
            // Solutions agree with the edges that are known.
            let values: Vec<Value> = (0..puzzle.edge_count())
                .map(|e| [Value::In, Value::Open, Value::Open, Value::Out, Value::Open][e.min(4)])
                .collect();
            let agrees = |solution: &&Vec<EdgeId>| {
                let has = |e: usize| solution.contains(&EdgeId::from_index(e));
                has(0) && !has(3)
            };
            let expected: BTreeSet<_> = found.iter().filter(agrees).cloned().collect();
            assert_eq!(visited(&puzzle, &values, 1 << 16).unwrap(), expected);
            assert!(!expected.is_empty());
        }
    }

    /// A hub with edges to a ring has as many triangles and as many squares as spokes. No step may enumerate all spokes for each
    /// of them.
    #[test]
    fn a_vertex_may_have_very_many_edges() {
        let spokes = 30_000;
        let ring = (0..spokes).flat_map(|v| [[v, (v + 1) % spokes], [v, spokes]]);
        let puzzle =
            Puzzle::from_parts(Parts::graph(Topology::Cycle, spokes as usize + 1, ring.collect())).unwrap();
        let values = vec![Value::Open; puzzle.edge_count()];
        let walk = CycleWalk::new(&puzzle, &values, None, 1).unwrap();
        assert_eq!(walk.flips.len(), 2 * spokes as usize);
    }

    #[test]
    fn without_short_cycles_there_is_no_walk() {
        let ring: Vec<[u32; 2]> = (0..20).map(|v| [v, (v + 1) % 20]).collect();
        let puzzle = Puzzle::from_parts(Parts::graph(Topology::Cycle, 20, ring)).unwrap();
        assert_eq!(visited(&puzzle, &[Value::Open; 20], 1), None);
    }
}
