//! Good sets of pairs up to the symmetries of the graph.

use num_bigint::BigUint;

use super::PairFamily;
use crate::limits::{Exhausted, Limits};
use crate::puzzle::VertexId;

/// The symmetries of a graph: all permutations of its vertices that keep its edges.
#[derive(Debug, Clone)]
pub struct Automorphisms {
    /// Each maps vertex `v` to `maps[..][v]`.
    maps: Vec<Vec<u32>>,
}

/// The most symmetries that are listed.
const MOST: usize = 10_000;

impl Automorphisms {
    /// All symmetries of the graph with these edges; `None` when there are more than ten thousand.
    pub fn of(vertices: usize, edges: &[[u32; 2]], limits: &Limits) -> Result<Option<Self>, Exhausted> {
        let mut adjacent = vec![vec![false; vertices]; vertices];
        let mut neighbours = vec![Vec::new(); vertices];
        for &[u, v] in edges {
            let (u, v) = (u as usize, v as usize);
            (adjacent[u][v], adjacent[v][u]) = (true, true);
            neighbours[u].push(v);
            neighbours[v].push(u);
        }
        let signatures = signatures(&neighbours);
        let order = search_order(&neighbours, &signatures);
        // Depth-first: images[i] is the image of order[i], tried[i] the next one to try.
        let (mut images, mut tried) = (Vec::with_capacity(vertices), vec![0usize]);
        let mut used = vec![false; vertices];
        let mut maps = Vec::new();
        let mut steps = 0u64;
        while let Some(next) = tried.last_mut() {
            steps += 1;
            if steps.is_multiple_of(1 << 12) {
                limits.check()?;
            }
            let depth = images.len();
            if depth == vertices {
                if maps.len() == MOST {
                    return Ok(None);
                }
                let mut map = vec![0; vertices];
                order.iter().zip(&images).for_each(|(&from, &to)| map[from] = to as u32);
                maps.push(map);
            }
            let from = order.get(depth).copied();
            let fits = |&to: &usize| {
                from.is_some_and(|from| {
                    !used[to]
                        && signatures[from] == signatures[to]
                        && order
                            .iter()
                            .zip(&images)
                            .all(|(&v, &image): (&usize, &usize)| adjacent[from][v] == adjacent[to][image])
                })
            };
            match (*next..vertices).find(fits) {
                Some(to) => {
                    *next = to + 1;
                    used[to] = true;
                    images.push(to);
                    tried.push(0);
                }
                None => {
                    tried.pop();
                    if let Some(to) = images.pop() {
                        used[to] = false;
                    }
                }
            }
        }
        Ok(Some(Automorphisms { maps }))
    }

    /// How many there are; the identity is one.
    pub fn count(&self) -> usize {
        self.maps.len()
    }

    /// The maps: vertex `v` goes to entry `v`.
    pub fn maps(&self) -> impl Iterator<Item = &[u32]> {
        self.maps.iter().map(Vec::as_slice)
    }

    /// Whether no image of `set` comes before it.
    pub fn is_first(&self, set: &[[VertexId; 2]]) -> bool {
        let sorted = |map: Option<&Vec<u32>>| {
            let image = |v: VertexId| map.map_or(v.0, |map| map[v.index()]);
            let mut pairs: Vec<[u32; 2]> = set
                .iter()
                .map(|&[a, b]| {
                    let (a, b) = (image(a), image(b));
                    [a.min(b), a.max(b)]
                })
                .collect();
            pairs.sort_unstable();
            pairs
        };
        let own = sorted(None);
        self.maps.iter().all(|map| sorted(Some(map)) >= own)
    }

    /// The numbers of sets of `family` by size, those that a symmetry exchanges counted once. It looks at every set.
    pub fn orbit_sizes(&self, family: &PairFamily, limits: &Limits) -> Result<Vec<BigUint>, Exhausted> {
        let mut sets = family.sets();
        let (mut seen, mut orbits) = (0u64, Vec::new());
        while let Some(set) = sets.next_set() {
            seen += 1;
            if seen.is_multiple_of(1 << 10) {
                limits.check()?;
            }
            if self.is_first(set) {
                if orbits.len() <= set.len() {
                    orbits.resize(set.len() + 1, 0u64);
                }
                orbits[set.len()] += 1;
            }
        }
        Ok(orbits.into_iter().map(BigUint::from).collect())
    }
}

/// A number for each vertex that symmetries keep: degrees, refined by those of the neighbours until that brings
/// nothing new.
fn signatures(neighbours: &[Vec<usize>]) -> Vec<usize> {
    let mut of: Vec<usize> = neighbours.iter().map(Vec::len).collect();
    let mut classes = 0;
    loop {
        let keys: Vec<(usize, Vec<usize>)> = neighbours
            .iter()
            .enumerate()
            .map(|(v, near)| {
                let mut near: Vec<usize> = near.iter().map(|&w| of[w]).collect();
                near.sort_unstable();
                (of[v], near)
            })
            .collect();
        let mut distinct: Vec<&(usize, Vec<usize>)> = keys.iter().collect();
        distinct.sort_unstable();
        distinct.dedup();
        of = keys.iter().map(|key| distinct.binary_search(&key).unwrap_or_default()).collect();
        if distinct.len() == classes {
            return of;
        }
        classes = distinct.len();
    }
}

/// Vertices with rare signatures first, then neighbours of those before.
fn search_order(neighbours: &[Vec<usize>], signatures: &[usize]) -> Vec<usize> {
    let mut size = vec![0usize; neighbours.len()];
    signatures.iter().for_each(|&s| size[s] += 1);
    let mut order: Vec<usize> = Vec::with_capacity(neighbours.len());
    let mut near = vec![0usize; neighbours.len()];
    let mut placed = vec![false; neighbours.len()];
    while let Some(v) = (0..neighbours.len())
        .filter(|&v| !placed[v])
        .min_by_key(|&v| (std::cmp::Reverse(near[v].min(1)), size[signatures[v]], std::cmp::Reverse(near[v])))
    {
        placed[v] = true;
        neighbours[v].iter().for_each(|&w| near[w] += 1);
        order.push(v);
    }
    order
}
