//! The sweep over edges, step by step, and what comes after each step.

use super::stages::{self, Stage};
use crate::puzzle::VertexId;

/// What happens to the frontier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Event {
    /// A vertex takes this slot.
    Enter(u8),
    /// The edge between the vertices in these slots is passed.
    Pass([u8; 2], [VertexId; 2]),
    /// The vertex in this slot leaves.
    Leave(u8),
}

/// An event, and what is known behind it.
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

/// The stages, step by step.
pub(super) fn steps(stages: &[Stage], width: usize) -> Vec<Step> {
    let events = events(stages);
    let count = stages.iter().map(|stage| stage.vertex.index() + 1).max().unwrap_or(0);
    let mut near: Vec<Vec<VertexId>> = vec![Vec::new(); count];
    for (event, _) in &events {
        if let Event::Pass(_, [u, v]) = *event {
            near[u.index()].push(v);
            near[v.index()].push(u);
        }
    }
    let sides = sides(&near);
    let two_sided = sides.is_some();
    let sides = sides.unwrap_or_else(|| vec![0; count]);
    let mut slot: Vec<Option<u8>> = vec![None; count];
    let mut rest: i32 = 2 * sides.iter().sum::<i32>();
    let (mut pending, mut outside, mut side) = (Vec::new(), vec![0u32; width], vec![0; width]);
    let mut steps = Vec::with_capacity(events.len());
    for (event, vertex) in events {
        match event {
            Event::Enter(at) => {
                let index = usize::from(at);
                slot[vertex.index()] = Some(at);
                (outside[index], side[index]) = (0, sides[vertex.index()]);
                rest -= 2 * side[index];
                for w in &near[vertex.index()] {
                    match slot[w.index()] {
                        Some(other) => {
                            pending.push([other, at]);
                            outside[usize::from(other)] -= 1;
                        }
                        None => outside[index] += 1,
                    }
                }
            }
            Event::Pass([a, b], _) => pending.retain(|&two| two != [a, b] && two != [b, a]),
            Event::Leave(_) => slot[vertex.index()] = None,
        }
        let (near, outside, side) = (pending.clone(), outside.clone(), side.clone());
        steps.push(Step { event, near, outside, two_sided, side, rest });
    }
    steps
}

/// The events, each with its vertex, if it has one.
fn events(stages: &[Stage]) -> Vec<(Event, VertexId)> {
    // Looked at from the last stage on, it is known which vertex is in a slot.
    let mut vertex = [VertexId(0); 256];
    let mut events = Vec::new();
    for stage in stages.iter().rev() {
        vertex[usize::from(stage.slot)] = stage.vertex;
        events.push((Event::Leave(stage.slot), stage.vertex));
        events.extend(stage.events.iter().rev().map(|&event| match event {
            stages::Event::Enter(slot) => (Event::Enter(slot), vertex[usize::from(slot)]),
            stages::Event::Pass(a, b) => {
                let ends = [a, b].map(|slot| vertex[usize::from(slot)]);
                (Event::Pass([a, b], ends), ends[0])
            }
        }));
    }
    events.reverse();
    events
}

/// 1 or -1 for each vertex, so that neighbours differ; `None` if there is an odd cycle.
fn sides(near: &[Vec<VertexId>]) -> Option<Vec<i32>> {
    let mut sides = vec![0; near.len()];
    let mut open = Vec::new();
    for start in 0..near.len() {
        if sides[start] == 0 {
            sides[start] = 1;
            open.push(start);
        }
        while let Some(v) = open.pop() {
            for w in &near[v] {
                if sides[w.index()] == 0 {
                    sides[w.index()] = -sides[v];
                    open.push(w.index());
                } else if sides[w.index()] == sides[v] {
                    return None;
                }
            }
        }
    }
    Some(sides)
}
