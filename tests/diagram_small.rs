//! Every family over three elements, made by both builders, against bit masks.

use std::collections::BTreeSet;

use num_bigint::BigUint;
use zlink::diagram::{Arena, Diagram, Element, Level, NodeId, RowBuilder, Store};
use zlink::limits::Limits;

/// The edges of levels 0, 1, 2: numbered unlike the levels, so that a mix-up shows.
const EDGES: [Element; 3] = [Element(7), Element(3), Element(5)];

type Set = BTreeSet<Element>;

/// The subset of the edges with this mask: bit `l` is the edge of level `l`.
fn subset(mask: u32) -> Set {
    (0..3).filter(|l| mask >> l & 1 == 1).map(|l| EDGES[l]).collect()
}

/// Whether a subset is in a family: the bit `mask` of `family`.
fn sets(family: u32) -> BTreeSet<Set> {
    (0..8).filter(|mask| family >> mask & 1 == 1).map(subset).collect()
}

/// The members of `family` that have, or lack, the edge of level `l`, each without that edge.
fn cofactor(family: u32, l: u32, has: bool) -> u32 {
    let members = (0..8u32).filter(|mask| family >> mask & 1 == 1 && (mask >> l & 1 == 1) == has);
    members.map(|mask| 1 << (mask & !(1 << l))).sum()
}

/// The diagram by Shannon expansion from the top, with one state for each distinct family and level, then reduced from
/// below.
fn by_rows(limits: &Limits, family: u32) -> Diagram {
    let mut rows = vec![vec![family]];
    for l in 0..3 {
        let mut next = Vec::new();
        for &state in &rows[l as usize] {
            for has in [false, true] {
                let child = cofactor(state, l, has);
                if !next.contains(&child) {
                    next.push(child);
                }
            }
        }
        rows.push(next);
    }
    let arena = Arena::new(limits);
    let mut builder = RowBuilder::new(&arena, EDGES.to_vec()).unwrap();
    let mut below: Vec<NodeId> = rows[3].iter().map(|&state| NodeId(state)).collect();
    for l in (0..3u32).rev() {
        builder.begin_row(Level(l)).unwrap();
        let id_of = |family: u32| below[rows[l as usize + 1].iter().position(|&s| s == family).unwrap()];
        let row = &rows[l as usize];
        below = row
            .iter()
            .map(|&s| builder.node(id_of(cofactor(s, l, false)), id_of(cofactor(s, l, true))).unwrap())
            .collect();
    }
    builder.finish(below[0]).unwrap()
}

fn in_store(store: &mut Store, family: u32, l: u32) -> NodeId {
    if l == 3 {
        return NodeId(family);
    }
    let lo = in_store(store, cofactor(family, l, false), l + 1);
    let hi = in_store(store, cofactor(family, l, true), l + 1);
    store.node(Level(l), lo, hi).unwrap()
}

fn listed(diagram: &Diagram) -> BTreeSet<Set> {
    let mut seen = BTreeSet::new();
    for set in diagram.sets() {
        assert!(seen.insert(set.into_iter().collect()), "a set was listed twice");
    }
    seen
}

#[test]
fn both_builders_make_every_family() {
    let limits = Limits::none();
    let mut store = Store::new(&limits, 3).unwrap();
    let mut roots = BTreeSet::new();
    for family in 0..256 {
        let rows = by_rows(&limits, family);
        let root = in_store(&mut store, family, 0);
        let frozen = store.freeze(root, EDGES.to_vec()).unwrap();
        assert!(roots.insert(root), "one id a family");
        assert_eq!(rows, frozen);
        assert_eq!(rows.node_count(), frozen.node_count());
        assert_eq!(rows.row_widths(), frozen.row_widths());
        for diagram in [&rows, &frozen] {
            assert_eq!(listed(diagram), sets(family));
            assert_eq!(diagram.count(&limits).unwrap(), BigUint::from(family.count_ones()));
            for mask in 0..8 {
                let edges: Vec<Element> = subset(mask).into_iter().collect();
                assert_eq!(diagram.contains(&edges), family >> mask & 1 == 1);
                let with_stranger = [&edges[..], &[Element(0)]].concat();
                assert!(!diagram.contains(&with_stranger));
            }
        }
    }
}

#[test]
fn only_equal_families_are_equal() {
    let limits = Limits::none();
    let diagrams: Vec<Diagram> = (0..256).map(|family| by_rows(&limits, family)).collect();
    for (i, a) in diagrams.iter().enumerate() {
        for (j, b) in diagrams.iter().enumerate() {
            assert_eq!(a == b, i == j, "families {i} and {j}");
        }
    }
}

#[test]
fn sets_come_in_the_documented_order() {
    let limits = Limits::none();
    for family in 0..256 {
        let as_levels = |set: Vec<Element>| EDGES.map(|e| !set.contains(&e));
        let keys: Vec<[bool; 3]> = by_rows(&limits, family).sets().map(as_levels).collect();
        assert!(keys.is_sorted(), "family {family:#b}");
    }
}

#[test]
fn restrict_keeps_what_it_should() {
    let limits = Limits::none();
    for family in 0..256 {
        let diagram = by_rows(&limits, family);
        for (required, forbidden) in (0..8).flat_map(|r| (0..8).map(move |f| (r, f))) {
            let list = |mask| subset(mask).into_iter().collect::<Vec<_>>();
            let restricted = diagram.restrict(&list(required), &list(forbidden), &limits).unwrap();
            let expected = by_rows(&limits, kept(family, required, forbidden));
            assert_eq!(restricted, expected);
            assert_eq!(restricted.row_widths(), expected.row_widths());
        }
        let nothing = diagram.restrict(&[Element(0)], &[], &limits).unwrap();
        assert_eq!(nothing.root(), NodeId::EMPTY);
        assert_eq!(diagram.restrict(&[], &[Element(0)], &limits).unwrap(), diagram);
    }
}

/// The members of `family` with all of `required` and none of `forbidden`.
/// The members of `family` with all of `required` and none of `forbidden`.
fn kept(family: u32, required: u32, forbidden: u32) -> u32 {
    let kept = |m: &u32| family >> m & 1 == 1 && m & required == required && m & forbidden == 0;
    (0..8).filter(kept).map(|m| 1 << m).sum()
}

#[test]
fn fixed_edges_join_every_set() {
    let limits = Limits::none();
    let fixed = [Element(9), Element(1)];
    for family in 0..256 {
        let diagram = by_rows(&limits, family).with_fixed(fixed.iter().copied()).unwrap();
        assert_eq!(diagram.variables(), [&fixed[..], &EDGES].concat());
        let expected: BTreeSet<Set> =
            sets(family).into_iter().map(|set| set.into_iter().chain(fixed).collect()).collect();
        assert_eq!(listed(&diagram), expected);
        assert_eq!(diagram.count(&limits).unwrap(), BigUint::from(family.count_ones()));
        let restricted = diagram.restrict(&fixed, &[EDGES[0]], &limits).unwrap();
        assert_eq!(
            restricted,
            by_rows(&limits, kept(family, 0, 1)).with_fixed(fixed.iter().copied()).unwrap()
        );
    }
}

#[test]
fn levels_and_rows_agree() {
    let limits = Limits::none();
    for family in 0..256 {
        let diagram = by_rows(&limits, family);
        assert_eq!(diagram.row_widths().iter().sum::<usize>(), diagram.node_count());
        for level in diagram.levels_up() {
            for id in diagram.row(level).map(NodeId) {
                let node = diagram.node(id);
                assert_eq!(node.level, level);
                assert!(node.lo < id && node.hi < id && node.hi != NodeId::EMPTY);
                assert!(diagram.level(node.lo) > level && diagram.level(node.hi) > level);
            }
        }
        assert_eq!(diagram.level(NodeId::UNIT), Level(3));
    }
}
