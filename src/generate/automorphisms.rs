//! All symmetries of a graph, by a depth-first search for the images of its vertices.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;

use zlink_base::limits::{Interrupted, Limits};

/// The symmetries of a graph: all permutations of its vertices that keep its edges.
#[derive(Debug, Clone)]
pub struct Automorphisms {
    /// The symmetries: symmetry `i` maps vertex `v` to `maps[i][v]`.
    maps: Vec<Vec<u32>>,
}

/// The most symmetries of a graph that are listed.
const MOST: usize = 10_000;

impl Automorphisms {
    /// All symmetries of the graph with these edges; `None` when there are more than ten thousand.
    pub fn of(vertices: usize, edges: &[[u32; 2]], limits: &Limits) -> Result<Option<Self>, Interrupted> {
        let mut maps = Vec::new();
        let mut account = limits.account();
        let flow = visit(&vec![0; vertices], edges, limits, |map| {
            account.set(maps.len() * size_of_val(map))?;
            maps.push(map.to_vec());
            Ok(())
        })?;
        Ok(flow.is_continue().then_some(Automorphisms { maps }))
    }

    /// The number of symmetries, the identity included.
    pub fn count(&self) -> usize {
        self.maps.len()
    }

    /// The symmetries, each as a map: vertex `v` goes to entry `v`.
    pub fn maps(&self) -> impl Iterator<Item = &[u32]> {
        self.maps.iter().map(Vec::as_slice)
    }
}

/// Calls `visitor` with each symmetry of the graph that maps every vertex to a vertex of the same colour (`colours[v]`), as a map like
/// those of [`Automorphisms::maps`]. Breaks off after [`MOST`] symmetries.
pub(super) fn visit(
    colours: &[usize],
    edges: &[[u32; 2]],
    limits: &Limits,
    mut visitor: impl FnMut(&[u32]) -> Result<(), Interrupted>,
) -> Result<ControlFlow<()>, Interrupted> {
    let search = Search::new(colours, edges, limits)?;
    let count = colours.len();
    // For each depth, the images still to be tried for the vertex at that place of the order; the last one is tried next.
    let mut choices: Vec<Vec<usize>> = Vec::with_capacity(count + 1);
    let mut images = vec![NONE; count];
    let mut origins = vec![NONE; count];
    let mut map = vec![0u32; count];
    let (mut steps, mut visited) = (0u64, 0);
    choices.push(search.choices(0, &images, &origins));
    while let Some(choice) = choices.last_mut() {
        steps += 1;
        if steps.is_multiple_of(1 << 12) {
            limits.check()?;
        }
        let next = choice.pop();
        let depth = choices.len() - 1;
        if let Some(&from) = search.order.get(depth) {
            if images[from] != NONE {
                origins[std::mem::replace(&mut images[from], NONE)] = NONE;
            }
            if let Some(to) = next {
                (images[from], origins[to]) = (to, from);
                choices.push(search.choices(depth + 1, &images, &origins));
                continue;
            }
        } else {
            if visited == MOST {
                return Ok(ControlFlow::Break(()));
            }
            visited += 1;
            map.iter_mut().zip(&images).for_each(|(map, &image)| *map = image as u32);
            visitor(&map)?;
        }
        choices.pop();
    }
    Ok(ControlFlow::Continue(()))
}

/// In place of the image or the origin of a vertex: there is none yet.
const NONE: usize = usize::MAX;

/// The graph, prepared for the search for symmetries.
struct Search {
    neighbours: Vec<Vec<usize>>,
    /// The signature of each vertex: a number that all its images share.
    signatures: Vec<usize>,
    /// The vertices with each signature.
    classes: Vec<Vec<usize>>,
    /// The vertices in the order in which they get images.
    order: Vec<usize>,
}

impl Search {
    fn new(colours: &[usize], edges: &[[u32; 2]], limits: &Limits) -> Result<Self, Interrupted> {
        let mut neighbours = vec![Vec::new(); colours.len()];
        for [u, v] in edges.iter().map(|ends| ends.map(|v| v as usize)) {
            neighbours[u].push(v);
            neighbours[v].push(u);
        }
        neighbours.iter_mut().for_each(|near| near.sort_unstable());
        let signatures = signatures(colours, &neighbours, limits)?;
        let mut classes = vec![Vec::new(); signatures.iter().max().map_or(0, |&most| most + 1)];
        signatures.iter().enumerate().for_each(|(v, &signature)| classes[signature].push(v));
        let order = search_order(&neighbours, &signatures, &classes);
        Ok(Search { neighbours, signatures, classes, order })
    }

    /// The possible images of vertex `order[depth]`, given the images of the vertices before it in the order.
    fn choices(&self, depth: usize, images: &[usize], origins: &[usize]) -> Vec<usize> {
        let Some(&from) = self.order.get(depth) else { return Vec::new() };
        let placed = || self.neighbours[from].iter().map(|&near| images[near]).filter(|&image| image != NONE);
        let candidates = match placed().next() {
            Some(image) => &self.neighbours[image],
            None => &self.classes[self.signatures[from]],
        };
        let fits = |&&to: &&usize| {
            let near = &self.neighbours[to];
            origins[to] == NONE
                && self.signatures[to] == self.signatures[from]
                && placed().all(|image| near.binary_search(&image).is_ok())
                && near.iter().filter(|&&near| origins[near] != NONE).count() == placed().count()
        };
        candidates.iter().filter(fits).copied().collect()
    }
}

/// The signature of each vertex, by colour refinement: classes of equal signatures begin as the colours, and are split by the signatures
/// of the neighbours until their number stays the same.
fn signatures(
    colours: &[usize],
    neighbours: &[Vec<usize>],
    limits: &Limits,
) -> Result<Vec<usize>, Interrupted> {
    let mut of: Vec<usize> = colours.to_vec();
    let mut classes = 0;
    loop {
        limits.check()?;
        let near = |v: usize| {
            let mut near: Vec<usize> = neighbours[v].iter().map(|&w| of[w]).collect();
            near.sort_unstable();
            near
        };
        let keys: Vec<(usize, Vec<usize>)> = (0..of.len()).map(|v| (of[v], near(v))).collect();
        let mut distinct: Vec<&(usize, Vec<usize>)> = keys.iter().collect();
        distinct.sort_unstable();
        distinct.dedup();
        let count = distinct.len();
        of = keys.iter().map(|key| distinct.binary_search(&key).unwrap_or_default()).collect();
        if count == classes {
            return Ok(of);
        }
        classes = count;
    }
}

/// The vertices in the order in which they get images. Each one is next to an earlier one where that is possible; rare signatures come
/// first, then vertices with the most placed neighbours.
fn search_order(neighbours: &[Vec<usize>], signatures: &[usize], classes: &[Vec<usize>]) -> Vec<usize> {
    let rarity = |v: usize| classes[signatures[v]].len();
    let mut starts: Vec<usize> = (0..neighbours.len()).collect();
    starts.sort_by_key(|&v| rarity(v));
    let mut order: Vec<usize> = Vec::with_capacity(neighbours.len());
    let mut near = vec![0usize; neighbours.len()];
    let mut placed = vec![false; neighbours.len()];
    let mut waiting = BinaryHeap::new();
    for start in starts {
        waiting.push((Reverse(rarity(start)), 0, Reverse(start)));
        while let Some((_, _, Reverse(v))) = waiting.pop() {
            if std::mem::replace(&mut placed[v], true) {
                continue;
            }
            order.push(v);
            for &w in neighbours[v].iter().filter(|&&w| !placed[w]) {
                near[w] += 1;
                waiting.push((Reverse(rarity(w)), near[w], Reverse(w)));
            }
        }
    }
    order
}
