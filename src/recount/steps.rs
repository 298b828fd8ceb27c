//! The order in which the edges are decided, and what begins and ends with each.

use super::label;
use zlink_base::limits::{Interrupted, Limits};
use zlink_puzzle::{EdgeId, Puzzle};

/// The number of vertices from which distances are measured.
const LANDMARKS: usize = 6;

/// The distance of a vertex that is not reached.
const UNREACHED: usize = usize::MAX;

/// The decision about one edge.
#[derive(Clone, Default)]
pub(super) struct Step {
    /// Whether the edge must be in.
    pub(super) required: bool,
    /// The two ends of the edge. A vertex begins with its mate.
    pub(super) vertices: Places,
    /// The sums with a literal of the edge. A sum begins with the number of literals that may hold.
    pub(super) sums: Places,
    /// Those of the sums whose literal holds if the edge is out.
    pub(super) negative: Vec<usize>,
}

/// What has an edge, by places in a state.
#[derive(Clone, Default)]
pub(super) struct Places {
    /// The places of what has no earlier edge, and the number with which it begins.
    pub(super) begin: Vec<(usize, u32)>,
    /// All that has the edge.
    pub(super) all: Vec<Open>,
}

/// A vertex or a sum while its edges are decided.
#[derive(Clone, Copy)]
pub(super) struct Open {
    /// The number of the vertex or the sum.
    pub(super) item: usize,
    pub(super) place: usize,
    /// How many of its edges come later.
    pub(super) left: u32,
}

/// All decisions in their order. Forbidden edges are left out.
pub(super) struct Steps {
    pub(super) steps: Vec<Step>,
    /// The number of places for mates; the first one says whether there is a cycle.
    pub(super) mates: usize,
    /// The number of places for how many literals of sums may still hold.
    pub(super) rooms: usize,
    /// For each sum, by how much its bounds differ.
    pub(super) slack: Vec<u32>,
}

/// A vertex or a sum: the number with which it begins, if that is not its own place, and when its edges are decided.
type Item = (Option<u32>, Vec<usize>);

impl Steps {
    /// The decisions about the edges of `puzzle`; `None` if there is no solution because something has no edges.
    pub(super) fn of(puzzle: &Puzzle, limits: &Limits) -> Result<Option<Self>, Interrupted> {
        let order = order(puzzle, limits)?;
        let mut time = vec![None; puzzle.edge_count()];
        let mut vertices = vec![Item::default(); puzzle.vertex_count()];
        for (now, &edge) in order.iter().enumerate() {
            time[edge.index()] = Some(now);
            puzzle.edge_ends(edge).iter().for_each(|v| vertices[v.index()].1.push(now));
        }
        for (pair, ends) in (0..).zip(puzzle.pairs()) {
            ends.iter().for_each(|v| vertices[v.index()].0 = Some(label(pair)));
        }
        let (mut sums, mut slack, mut negative) = (Vec::<Item>::new(), Vec::new(), Vec::new());
        for (item, (_, sum)) in puzzle.sums().enumerate() {
            let mut times: Vec<usize> = sum.literals().filter_map(|(edge, _)| time[edge.index()]).collect();
            times.sort_unstable();
            let later = sum.negative.iter().filter_map(|edge| time[edge.index()]);
            negative.extend(later.clone().map(|now| (now, item)));
            // Negative literals of forbidden edges hold.
            let held = (sum.negative.len() - later.count()) as i64;
            let (least, most) = ((sum.least - held).max(0), (sum.most - held).min(times.len() as i64));
            if least > most {
                return Ok(None);
            }
            sums.push((Some(most as u32), times));
            slack.push((most - least) as u32);
        }
        let is_cut_off = |(label, times): &Item| times.is_empty() && (label.is_some() || puzzle.cover());
        if vertices.iter().any(is_cut_off) {
            return Ok(None);
        }

        let mut steps = vec![Step::default(); order.len()];
        for edge in puzzle.required() {
            let Some(now) = time[edge.index()] else { return Ok(None) };
            steps[now].required = true;
        }
        let mates = place(&vertices, 1, &mut steps, |step| &mut step.vertices);
        let rooms = place(&sums, 0, &mut steps, |step| &mut step.sums);
        negative.into_iter().for_each(|(now, item)| steps[now].negative.push(item));
        Ok(Some(Steps { steps, mates, rooms, slack }))
    }
}

/// Gives each item a place, from `first` on, that no other item has between its first edge and its last. Returns the end of the places.
fn place(items: &[Item], first: usize, steps: &mut [Step], of: fn(&mut Step) -> &mut Places) -> usize {
    let mut begin = vec![Vec::new(); steps.len()];
    for (item, (number, times)) in items.iter().enumerate().filter(|(_, (_, times))| !times.is_empty()) {
        begin[times[0]].push((item, number, times));
    }
    let (mut free, mut end) = (Vec::new(), first);
    for now in 0..steps.len() {
        for (item, number, times) in std::mem::take(&mut begin[now]) {
            let place = free.pop().unwrap_or(end);
            end = end.max(place + 1);
            of(&mut steps[now]).begin.push((place, number.unwrap_or(place as u32)));
            for (left, &time) in (0..).zip(times.iter().rev()) {
                of(&mut steps[time]).all.push(Open { item, place, left });
            }
        }
        let last = of(&mut steps[now]).all.iter().filter(|open| open.left == 0);
        free.extend(last.map(|open| open.place));
    }
    end
}

/// The edges at each vertex, with their other ends.
type Neighbours = Vec<Vec<(EdgeId, usize)>>;

/// The edges that are not forbidden, in an order in which few vertices are open at a time: vertex by vertex, each with its edges to earlier ones.
///
/// Any order would do. One component comes after the other. Vertices come by how much nearer they are to one landmark than to another, and among
/// these by how near they are to the first: in a grid, with two of its corners, that is column by column; with the same landmark twice it is breadth
/// first. The best pair of landmarks is taken, of a few that are far from each other.
fn order(puzzle: &Puzzle, limits: &Limits) -> Result<Vec<EdgeId>, Interrupted> {
    let mut forbidden = vec![false; puzzle.edge_count()];
    puzzle.forbidden().iter().for_each(|edge| forbidden[edge.index()] = true);
    let mut at: Neighbours = vec![Vec::new(); puzzle.vertex_count()];
    for edge in (0..puzzle.edge_count()).map(EdgeId::from_index).filter(|edge| !forbidden[edge.index()]) {
        let [u, v] = puzzle.edge_ends(edge).map(|v| v.index());
        at[u].push((edge, v));
        at[v].push((edge, u));
    }
    let mut distance = vec![vec![UNREACHED; at.len()]; LANDMARKS];
    let mut rank = vec![0; at.len()];
    let mut order = Vec::new();
    for start in 0..at.len() {
        if distance[0][start] != UNREACHED || at[start].is_empty() {
            continue;
        }
        let mut component = measure(&at, &mut distance[0], start);
        for landmark in 1..LANDMARKS {
            limits.check()?;
            let (known, new) = distance.split_at_mut(landmark);
            let nearest = |&&v: &&usize| known.iter().map(|distance| distance[v]).min();
            measure(&at, &mut new[0], component.iter().max_by_key(nearest).map_or(start, |&v| v));
        }
        let mut arrange = |[a, b]: [usize; 2]| {
            component
                .sort_unstable_by_key(|&v| (distance[a][v] + at.len() - distance[b][v], distance[a][v], v));
            component.iter().enumerate().for_each(|(i, &v)| rank[v] = i);
            width(&at, &rank, &component)
        };
        let mut best = (usize::MAX, usize::MAX, [0, 0]);
        for pair in (0..LANDMARKS * LANDMARKS).map(|i| [i / LANDMARKS, i % LANDMARKS]) {
            limits.check()?;
            let (most, sum) = arrange(pair);
            best = best.min((most, sum, pair));
        }
        arrange(best.2);
        for &v in &component {
            let mut earlier: Vec<_> = at[v].iter().filter(|&&(_, w)| rank[w] < rank[v]).collect();
            earlier.sort_by_key(|&&(_, w)| rank[w]);
            order.extend(earlier.into_iter().map(|&(edge, _)| edge));
        }
    }
    Ok(order)
}

/// Sets the distances from `start`, and returns the vertices that can be reached, nearest first.
fn measure(at: &Neighbours, distance: &mut [usize], start: usize) -> Vec<usize> {
    distance[start] = 0;
    let mut reached = vec![start];
    let mut done = 0;
    while let Some(&v) = reached.get(done) {
        for &(_, w) in &at[v] {
            if distance[w] == UNREACHED {
                distance[w] = distance[v] + 1;
                reached.push(w);
            }
        }
        done += 1;
    }
    reached
}

/// How wide the sweep over `vertices` is, at most and summed up over all of them. An open vertex counts 5, or 4 when only one of its neighbours is
/// still to come: then it has three kinds of mates in place of four, as it cannot be passed any more.
fn width(at: &Neighbours, rank: &[usize], vertices: &[usize]) -> (usize, usize) {
    let mut narrower = vec![0; vertices.len()];
    for &v in vertices {
        let mut last = [rank[v]; 2];
        for &(_, w) in &at[v] {
            last = [last[0].max(rank[w]), last[1].max(last[0].min(rank[w]))];
        }
        narrower[last[0]] += 4;
        narrower[last[1]] += 1;
    }
    let (mut open, mut most, mut sum) = (0, 0, 0);
    for narrower in narrower {
        open += 5;
        most = open.max(most);
        sum += open;
        open -= narrower;
    }
    (most, sum)
}
