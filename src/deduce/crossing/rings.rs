//! Orders around rings: where pairs join two faces of a planar graph, the graph between the faces is a ring, or annulus.
//!
//! Paths that are disjoint and lead from one face to another meet both faces in the same order, in opposite directions of the
//! walks around them; and no path between two vertices of one face separates the ends of such paths. So three pairs in another
//! order, or two pairs on both sides of a third one, cannot be joined.

use std::collections::BTreeMap;

use super::faces::{Passed, Search};
use crate::owners::Owners;
use zlink_puzzle::Embedding;

/// Two faces, and for each pair between them its places on both.
type Rings = BTreeMap<[usize; 2], Vec<[usize; 2]>>;

/// Whether the orders of the pairs' end points around two faces show that the pairs cannot all be joined.
pub(crate) fn disagree_around_rings(owners: Owners<'_>, embedding: &Embedding) -> bool {
    let mut places: BTreeMap<(u32, bool), [usize; 2]> = BTreeMap::new();
    let mut passed = Passed::default();
    let faces = Search::new(owners, embedding, &mut passed).end_points_by_face();
    for (face, ends) in faces.into_iter().enumerate() {
        places.extend(ends.into_iter().enumerate().map(|(place, end)| (end, [face, place])));
    }
    let mut rings = Rings::new();
    for (pair, _) in owners.open_pairs() {
        if let (Some(&[face, place]), Some(&[other, there])) =
            (places.get(&(pair, false)), places.get(&(pair, true)))
        {
            let swaps = other < face;
            let key = if swaps { [other, face] } else { [face, other] };
            rings.entry(key).or_default().push(if swaps { [there, place] } else { [place, there] });
        }
    }
    rings.iter().filter(|([face, other], _)| face != other).any(|([face, other], across)| {
        let separates = |side: usize, face: &usize| {
            let chords = rings.get(&[*face, *face]).into_iter().flatten();
            chords.into_iter().any(|&[a, b]| {
                let inside = |end: &&[usize; 2]| (a.min(b)..a.max(b)).contains(&end[side]);
                ![0, across.len()].contains(&across.iter().filter(inside).count())
            })
        };
        let mut across_in_order = across.clone();
        across_in_order.sort_unstable();
        let next = across_in_order.iter().cycle().skip(1);
        let ascents = across_in_order.iter().zip(next).filter(|(here, next)| here[1] < next[1]).count();
        ascents > 1 || separates(0, face) || separates(1, other)
    })
}
