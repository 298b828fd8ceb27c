//! The label and the colour of each pair in pictures: paths that touch get different colours.

use std::collections::BTreeSet;

use super::characters::COLOURS;
use super::geometry::traces;
use zlink_puzzle::{EdgeId, PairLabels, Puzzle};

/// The longest label in characters; longer ones are cut off.
const LONGEST: usize = 12;

/// The labels at the ends of the pairs, all different: the pair's own label if it has one, otherwise a number.
pub fn pair_signs(puzzle: &Puzzle, labels: &PairLabels) -> Vec<String> {
    let order: Vec<usize> = (0..puzzle.pairs().len()).collect();
    let numbers = (1u64..).map(|n| n.to_string());
    let distinct = labels.distinct(puzzle, &order, |_, word| sign(word), numbers);
    distinct.map(|distinct| distinct.labels).unwrap_or_default()
}

/// A label without control characters, cut to the longest length; `None` if it has no visible character.
fn sign(word: &str) -> Option<String> {
    if word.trim().is_empty() {
        return None;
    }
    let visible = |c: char| if c.is_control() || c.is_whitespace() && c != ' ' { '\u{fffd}' } else { c };
    let mut sign: String = word.chars().take(LONGEST).map(visible).collect();
    if word.chars().nth(LONGEST).is_some() {
        sign.pop();
        sign.push('…');
    }
    Some(sign)
}

/// By vertex: the pair that ends there.
pub(super) fn pair_at(puzzle: &Puzzle) -> Vec<Option<usize>> {
    let mut pair_at = vec![None; puzzle.vertex_count()];
    for (i, ends) in puzzle.pairs().iter().enumerate() {
        ends.iter().for_each(|v| pair_at[v.index()] = Some(i));
    }
    pair_at
}

/// By pair: the number of its colour, below `colours`: the pair's own number modulo `colours`, unless a path that touches its path has that
/// colour.
///
/// Two paths touch if an edge joins them. The colours are assigned greedily, the paths with the fewest neighbours last (Matula and Beck,
/// Smallest-last ordering, JACM 1983), so six colours are enough for any planar graph.
pub(super) fn pair_colours(puzzle: &Puzzle, answer: &[EdgeId], colours: usize) -> Vec<usize> {
    let mut pair_at = pair_at(puzzle);
    for trace in traces(puzzle, answer) {
        let pair = trace.vertices.first().and_then(|v| pair_at[v.index()]);
        if pair.is_some() {
            trace.vertices.iter().for_each(|v| pair_at[v.index()] = pair);
        }
    }
    let mut neighbours = vec![BTreeSet::new(); puzzle.pairs().len()];
    for e in (0..puzzle.edge_count()).map(EdgeId::from_index) {
        if let [Some(i), Some(j)] = puzzle.edge_ends(e).map(|v| pair_at[v.index()])
            && i != j
        {
            neighbours[i].insert(j);
            neighbours[j].insert(i);
        }
    }
    let mut degrees: Vec<usize> = neighbours.iter().map(BTreeSet::len).collect();
    let mut left: BTreeSet<(usize, usize)> = degrees.iter().copied().zip(0..).collect();
    let mut order = Vec::with_capacity(neighbours.len());
    while let Some((_, i)) = left.pop_first() {
        order.push(i);
        for &j in &neighbours[i] {
            if left.remove(&(degrees[j], j)) {
                degrees[j] -= 1;
                left.insert((degrees[j], j));
            }
        }
    }
    let mut given = vec![None; neighbours.len()];
    for i in order.into_iter().rev() {
        let is_free = |colour: &usize| neighbours[i].iter().all(|&j| given[j] != Some(*colour));
        let free = (i..i + colours).map(|colour| colour % colours).find(is_free);
        given[i] = Some(free.unwrap_or(i % colours));
    }
    given.into_iter().flatten().collect()
}

/// By vertex: the colour of the pair whose path passes it, if one does.
pub(super) fn path_colours(puzzle: &Puzzle, answer: &[EdgeId], pair_colours: &[usize]) -> Vec<Option<u8>> {
    let pair_at = pair_at(puzzle);
    let mut colours = vec![None; puzzle.vertex_count()];
    for trace in traces(puzzle, answer) {
        let pair = trace.vertices.first().and_then(|v| pair_at[v.index()]);
        let colour = pair.map(|i| COLOURS[pair_colours[i]]);
        trace.vertices.iter().for_each(|v| colours[v.index()] = colour);
    }
    colours
}

#[cfg(test)]
mod tests {
    use super::*;
    use zlink_puzzle::{Parts, Topology};

    /// A ladder of `rungs`, where each rung is a pair.
    fn ladder(rungs: u32) -> Puzzle {
        let sides = (0..2 * rungs - 2).map(|v| [v, v + 2]);
        let steps = (0..rungs).map(|i| [2 * i, 2 * i + 1]);
        let edges = sides.chain(steps.clone()).collect();
        let mut parts = Parts::graph(Topology::Linkage, 2 * rungs as usize, edges);
        parts.pairs = steps.collect();
        Puzzle::from_parts(parts).unwrap()
    }

    #[test]
    fn pairs_are_called_what_they_are_called() {
        let puzzle = ladder(6);
        let mut labels = PairLabels::default();
        assert_eq!(pair_signs(&puzzle, &labels), ["1", "2", "3", "4", "5", "6"]);
        for (i, word) in [(0, "b"), (1, "1"), (2, "a label beyond all bounds"), (4, "b"), (5, " \t")] {
            labels.set(puzzle.pairs()[i], word);
        }
        assert_eq!(pair_signs(&puzzle, &labels), ["b", "1", "a label bey…", "2", "3", "4"]);
        assert_eq!(labels.repeated(&puzzle).as_deref(), Some("b"));
    }

    #[test]
    fn pairs_have_their_own_colours_where_they_can() {
        assert_eq!(pair_colours(&ladder(9), &[], 7), [0, 1, 2, 3, 4, 5, 6, 0, 1]);
    }

    #[test]
    fn paths_that_touch_differ() {
        // A hub beside 14 rungs in a row, with the number of one of them.
        let mut parts = Parts::graph(Topology::Linkage, 32, Vec::new());
        parts.pairs = (0..16).map(|i| [2 * i, 2 * i + 1]).collect();
        parts.edges = parts.pairs.clone();
        parts.edges.extend((1..16).map(|i| [0, 2 * i]));
        parts.edges.extend((1..15).map(|i| [2 * i, 2 * i + 2]));
        let puzzle = Puzzle::from_parts(parts).unwrap();
        for colours in [3, 7] {
            let given = pair_colours(&puzzle, &[], colours);
            assert!(given[1..].iter().all(|&colour| colour != given[0]), "{given:?}");
            assert!(given[1..].windows(2).all(|pair| pair[0] != pair[1]), "{given:?}");
        }
    }
}
