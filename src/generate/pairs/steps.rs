//! The sweep over edges, step by step, and what comes after each step.

use zlink_frontier::passages::{Event, Visits};

/// An event, and what is known after it.
#[derive(Debug, Clone)]
pub(super) struct Step {
    pub(super) event: Event,
    /// The slots of edges that are still to come and whose ends both are on the frontier.
    pub(super) near: Vec<[u8; 2]>,
    /// How many edges lead from each slot to vertices that are still to come.
    pub(super) outside: Vec<u32>,
    /// Whether the graph is bipartite.
    pub(super) two_sided: bool,
    /// The side of the vertex in each slot, 1 or -1.
    pub(super) side: Vec<i32>,
    /// Twice the number of the vertices still to come on one side, less those on the other.
    pub(super) rest: i32,
}

/// The steps of a sweep over all edges between `vertices` vertices.
pub(super) fn steps(passages: &Visits, vertices: usize) -> Vec<Step> {
    let mut near: Vec<Vec<u32>> = vec![Vec::new(); vertices];
    for [u, v] in (0..passages.len()).map(|i| passages.ends(i).map(|end| end.item)) {
        near[u as usize].push(v);
        near[v as usize].push(u);
    }
    let sides = sides(&near);
    let two_sided = sides.is_some();
    let sides = sides.unwrap_or_else(|| vec![0; vertices]);
    let mut slot: Vec<Option<u8>> = vec![None; vertices];
    let mut rest: i32 = 2 * sides.iter().sum::<i32>();
    let (mut pending, mut outside) = (Vec::new(), vec![0u32; passages.slots()]);
    let mut side = vec![0; passages.slots()];
    let events = (0..passages.len()).flat_map(|i| passages.events(i));
    let step = |event| {
        match event {
            Event::Enter(vertex) => {
                let (item, index) = (vertex.item as usize, vertex.slot as usize);
                slot[item] = Some(vertex.slot as u8);
                (outside[index], side[index]) = (0, sides[item]);
                rest -= 2 * side[index];
                for &w in &near[item] {
                    match slot[w as usize] {
                        Some(other) => {
                            pending.push([other, vertex.slot as u8]);
                            outside[usize::from(other)] -= 1;
                        }
                        None => outside[index] += 1,
                    }
                }
            }
            Event::Pass(ends) => {
                let [a, b] = ends.map(|end| end.slot as u8);
                pending.retain(|&two| two != [a, b] && two != [b, a]);
            }
            Event::Leave(vertex) => slot[vertex.item as usize] = None,
        }
        let (near, outside, side) = (pending.clone(), outside.clone(), side.clone());
        Step { event, near, outside, two_sided, side, rest }
    };
    events.map(step).collect()
}

/// 1 or -1 for each vertex, so that neighbours differ; `None` if there is an odd cycle.
fn sides(near: &[Vec<u32>]) -> Option<Vec<i32>> {
    let mut sides = vec![0; near.len()];
    let mut open = Vec::new();
    for start in 0..near.len() {
        if sides[start] == 0 {
            sides[start] = 1;
            open.push(start);
        }
        while let Some(v) = open.pop() {
            for w in near[v].iter().map(|&w| w as usize) {
                if sides[w] == 0 {
                    sides[w] = -sides[v];
                    open.push(w);
                } else if sides[w] == sides[v] {
                    return None;
                }
            }
        }
    }
    Some(sides)
}
