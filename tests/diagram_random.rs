//! Random families over up to twelve elements, against plain sets of sets.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigUint;
use proptest::prelude::*;
use zlink::diagram::{Arena, Diagram, Element, Level, NodeId, RowBuilder, Store};
use zlink::limits::Limits;

/// A family of sets, each a mask over the levels.
type Family = BTreeSet<u16>;

const LEVELS: usize = 12;

/// The edge of a level, numbered backwards.
fn edge(level: usize) -> Element {
    Element((LEVELS - level) as u32)
}

fn variables() -> Vec<Element> {
    (0..LEVELS).map(edge).collect()
}

fn edges(mask: u16) -> Vec<Element> {
    (0..LEVELS).filter(|l| mask >> l & 1 == 1).map(edge).collect()
}

/// The sets that have, or lack, the edge of `level`, each without that edge.
fn cofactor(family: &Family, level: usize, has: bool) -> Family {
    let members = family.iter().filter(|&m| (m >> level & 1 == 1) == has);
    members.map(|m| m & !(1 << level)).collect()
}

fn terminal(family: &Family) -> NodeId {
    if family.is_empty() { NodeId::EMPTY } else { NodeId::UNIT }
}

/// The diagram by rows, with one state for each distinct subfamily of a level. Dead subfamilies are states, too, as in
/// a search without look-ahead.
fn by_rows(limits: &Limits, family: &Family) -> Diagram {
    let mut rows = vec![BTreeSet::from([family.clone()])];
    for level in 0..LEVELS {
        let children = rows[level].iter().flat_map(|s| [false, true].map(|has| cofactor(s, level, has)));
        let next = children.collect();
        rows.push(next);
    }
    let arena = Arena::new(limits);
    let mut builder = RowBuilder::new(&arena, variables()).unwrap();
    let mut below: BTreeMap<Family, NodeId> = rows[LEVELS].iter().map(|s| (s.clone(), terminal(s))).collect();
    for level in (0..LEVELS).rev() {
        builder.begin_row(Level(level as u32)).unwrap();
        let mut node = |s: &Family| {
            let [lo, hi] = [false, true].map(|has| below[&cofactor(s, level, has)]);
            builder.node(lo, hi).unwrap()
        };
        below = rows[level].iter().map(|s| (s.clone(), node(s))).collect();
    }
    builder.finish(below[family]).unwrap()
}

/// The family in a store, made set by set by the union with a path.
fn in_store(store: &mut Store, family: &Family) -> NodeId {
    family.iter().fold(NodeId::EMPTY, |root, &mask| insert(store, root, mask, 0))
}

fn insert(store: &mut Store, root: NodeId, mask: u16, level: usize) -> NodeId {
    if level == LEVELS {
        return NodeId::UNIT;
    }
    let node = store.get(root);
    let (mut lo, mut hi) =
        if node.level == Level(level as u32) { (node.lo, node.hi) } else { (root, NodeId::EMPTY) };
    let side = if mask >> level & 1 == 1 { &mut hi } else { &mut lo };
    *side = insert(store, *side, mask, level + 1);
    store.node(Level(level as u32), lo, hi).unwrap()
}

fn family() -> impl Strategy<Value = Family> {
    let dense = prop::collection::btree_set(0..1u16 << LEVELS, 0..200);
    let narrow = prop::collection::btree_set((0..64u16).prop_map(|m| m * 65), 0..64);
    prop_oneof![dense, narrow]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn agrees_with_sets_of_sets(family in family(), probes in prop::collection::vec(0..1u16 << LEVELS, 50)) {
        let limits = Limits::none();
        let diagram = by_rows(&limits, &family);

        let mut store = Store::new(&limits, LEVELS).unwrap();
        let root = in_store(&mut store, &family);
        let frozen = store.freeze(root, variables()).unwrap();
        prop_assert_eq!(&diagram, &frozen);
        prop_assert_eq!(diagram.row_widths(), frozen.row_widths());

        prop_assert_eq!(diagram.count(&limits).unwrap(), BigUint::from(family.len()));
        let mut expected: Vec<u16> = family.iter().copied().collect();
        // The order of the levels, an edge before its absence: the reversed order of the reversed bits.
        expected.sort_by_key(|m| std::cmp::Reverse(m.reverse_bits()));
        let listed: Vec<Vec<Element>> = diagram.sets().collect();
        prop_assert_eq!(listed, expected.into_iter().map(edges).collect::<Vec<_>>());

        for mask in probes.into_iter().chain(family.iter().copied()) {
            let mut shuffled = edges(mask);
            shuffled.reverse();
            prop_assert_eq!(diagram.contains(&shuffled), family.contains(&mask));
        }
    }

    #[test]
    fn restrict_filters(family in family(), required in 0..1u16 << LEVELS, forbidden in 0..1u16 << LEVELS,
                        thin in 0..1u16 << LEVELS) {
        // Few required edges, so that something is left.
        let (required, forbidden) = (required & thin & thin >> 3, forbidden & !thin);
        let limits = Limits::none();
        let diagram = by_rows(&limits, &family);
        let restricted = diagram.restrict(&edges(required), &edges(forbidden), &limits).unwrap();
        let kept: Family =
            family.iter().copied().filter(|m| m & required == required && m & forbidden == 0).collect();
        let expected = by_rows(&limits, &kept);
        prop_assert_eq!(&restricted, &expected);
        prop_assert_eq!(restricted.node_count(), expected.node_count());
    }

    #[test]
    fn differing_families_differ(a in family(), b in family()) {
        let limits = Limits::none();
        prop_assert_eq!(by_rows(&limits, &a) == by_rows(&limits, &b), a == b);
    }
}
