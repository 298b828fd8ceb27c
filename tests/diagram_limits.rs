//! Big numbers, deep diagrams, and limits.

use std::sync::atomic::Ordering;

use num_bigint::BigUint;
use zlink::diagram::{Arena, Diagram, Element, Level, NodeId, RowBuilder, Store, Tally};
use zlink::limits::{Interrupted, Limits};

fn variables(levels: u32) -> Vec<Element> {
    (0..levels).map(Element).collect()
}

/// All subsets of `levels` edges.
fn power_set(limits: &Limits, levels: u32) -> Result<Diagram, Interrupted> {
    let arena = Arena::new(limits);
    let mut builder = RowBuilder::new(&arena, variables(levels))?;
    let mut root = NodeId::UNIT;
    for level in (0..levels).rev() {
        builder.begin_row(Level(level))?;
        root = builder.node(root, root)?;
    }
    builder.finish(root)
}

/// All subsets of `levels` edges with `size` edges: `(size + 1)` nodes on most levels.
fn combinations(limits: &Limits, levels: u32, size: usize) -> Result<Diagram, Interrupted> {
    let arena = Arena::new(limits);
    let mut builder = RowBuilder::new(&arena, variables(levels))?;
    // By the number of edges still to take.
    let mut below = vec![NodeId::EMPTY; size + 1];
    below[0] = NodeId::UNIT;
    for level in (0..levels).rev() {
        builder.begin_row(Level(level))?;
        for k in (1..=size).rev() {
            below[k] = builder.node(below[k], below[k - 1])?;
        }
    }
    builder.finish(below[size])
}

fn binomial(n: u32, k: u32) -> BigUint {
    (0..k).fold(BigUint::from(1u32), |product, i| product * (n - i) / (i + 1))
}

#[test]
fn counts_grow_beyond_any_word() {
    let limits = Limits::none();
    for levels in [63, 64, 65, 127, 128, 129, 500, 2_000] {
        let diagram = power_set(&limits, levels).unwrap();
        assert_eq!(diagram.count(&limits).unwrap(), BigUint::from(1u32) << levels);
        assert_eq!(diagram.node_count(), levels as usize);
    }
    for (n, k) in [(60, 30), (68, 34), (200, 100), (1_000, 300)] {
        let diagram = combinations(&limits, n, k as usize).unwrap();
        assert_eq!(diagram.count(&limits).unwrap(), binomial(n, k));
    }
}

#[test]
fn counting_survives_long_arcs() {
    // A lone set of the last edge, to which every level has an arc, beside rows that the count drops.
    let limits = Limits::none();
    let levels = 400;
    let mut store = Store::new(&limits, levels).unwrap();
    let last = store.node(Level(399), NodeId::EMPTY, NodeId::UNIT).unwrap();
    let (mut root, mut expected) = (NodeId::UNIT, BigUint::from(1u32));
    for level in (0..399).rev().map(Level) {
        // Mostly free edges; now and then one that is taken unless the last edge is the only one.
        if level.0 % 7 == 0 {
            root = store.node(level, last, root).unwrap();
            expected += 1u32;
        } else {
            root = store.node(level, root, root).unwrap();
            expected *= 2u32;
        }
    }
    let diagram = store.freeze(root, variables(400)).unwrap();
    assert_eq!(diagram.count(&limits).unwrap(), expected);
}

#[test]
fn a_deep_diagram_needs_no_deep_stack() {
    let limits = Limits::none();
    let levels = 200_000;
    let mut store = Store::new(&limits, levels as usize).unwrap();
    let mut root = NodeId::UNIT;
    for level in (0..levels).rev() {
        let lo = if level % 1_000 == 0 { NodeId::UNIT } else { NodeId::EMPTY };
        root = store.node(Level(level), lo, root).unwrap();
    }
    let diagram = store.freeze(root, variables(levels)).unwrap();
    assert_eq!(diagram.count(&limits).unwrap(), BigUint::from(201u32));
    let mut sets = diagram.sets();
    assert_eq!(sets.next_set().map(<[Element]>::len), Some(200_000));
    assert_eq!(sets.count(), 200);
    assert!(diagram.contains(&variables(199_000)));
    assert!(!diagram.contains(&variables(199_001)));
    let restricted = diagram.restrict(&[Element(198_999)], &[Element(199_500)], &limits).unwrap();
    assert_eq!(restricted.sets().collect::<Vec<_>>(), [variables(199_000)]);
}

#[test]
fn listing_starts_at_once_in_a_huge_family() {
    let limits = Limits::none();
    let diagram = power_set(&limits, 500).unwrap();
    let sizes: Vec<usize> = diagram.sets().take(4).map(|set| set.len()).collect();
    assert_eq!(sizes, [500, 499, 499, 498]);
}

#[test]
fn a_tally_is_exact() {
    // Pascal's triangle, row by row, as a forward count would.
    let mut here = Tally::new(1);
    here.set(0, 1);
    let mut next = Tally::new(0);
    for n in 1..300 {
        next.reset(n, &here);
        next.push();
        for k in 0..n {
            next.add(k, &here, k);
            next.add(k + 1, &here, k);
        }
        std::mem::swap(&mut here, &mut next);
    }
    assert_eq!(here.len(), 300);
    for k in [0, 1, 33, 150, 299] {
        assert_eq!(here.get(k as usize), binomial(299, k));
    }
    assert_eq!(here.total(), BigUint::from(1u32) << 299);
    assert_eq!(here.width(), 5);
    assert!(Tally::new(0).is_empty());
}

#[test]
fn a_tally_adds_to_wider_and_to_narrower_counters() {
    let mut wide = Tally::new(1);
    wide.set(0, u64::MAX);
    for _ in 0..70 {
        let copy = wide.clone();
        wide.add(0, &copy, 0);
    }
    let (mut narrow, mut one) = (Tally::new(2), Tally::new(1));
    narrow.set(1, 5);
    one.set(0, 1);
    narrow.add(1, &wide, 0);
    narrow.add(1, &one, 0);
    assert_eq!(narrow.get(1), wide.get(0) + 6u32);
    assert_eq!(narrow.get(0), BigUint::ZERO);
    narrow.set(1, 7);
    assert_eq!(narrow.total(), BigUint::from(7u32));
}

#[test]
fn a_carry_runs_through_all_limbs() {
    let mut one = Tally::new(1);
    one.set(0, 1);
    let (mut ones, mut bits) = (one.clone(), 1);
    for width in 1..6u32 {
        while bits < 64 * width {
            let copy = ones.clone();
            ones.add(0, &copy, 0);
            ones.add(0, &one, 0);
            bits += 1;
        }
        assert_eq!(ones.width(), width as usize);
        let mut next = ones.clone();
        next.add(0, &one, 0);
        assert_eq!(next.get(0), BigUint::from(1u32) << bits);
        next.push_sum(0, 0);
        assert_eq!(next.get(1), BigUint::from(1u32) << (bits + 1));
        ones.push();
        ones.set(1, 1);
        ones.push_sum(1, 0);
        assert_eq!(ones.get(2), BigUint::from(1u32) << bits);
        assert_eq!(ones.get(0) + 1u32, BigUint::from(1u32) << bits);
        let mut only = Tally::new(1);
        only.add(0, &ones, 0);
        ones = only;
    }
}

fn memory(bytes: usize) -> Limits {
    Limits::none().within(bytes)
}

#[test]
fn builders_run_out_of_memory_cleanly() {
    for bytes in [0, 100, 1_000, 10_000, 100_000, 1_000_000] {
        let limits = memory(bytes);
        assert_eq!(combinations(&limits, 2_000, 1_000).map(|d| d.node_count()), Err(Interrupted::Memory));
        assert!(limits.meter().held() <= bytes);

        let fill = || {
            let mut store = Store::new(&limits, 100)?;
            let mut row = vec![NodeId::EMPTY, NodeId::UNIT];
            for level in (0..100).rev().map(Level) {
                let pairs = row.iter().flat_map(|&lo| row.iter().map(move |&hi| (lo, hi)));
                row =
                    pairs.take(2_000).map(|(lo, hi)| store.node(level, lo, hi)).collect::<Result<_, _>>()?;
                row.sort_unstable();
                row.dedup();
            }
            Ok(store.node_count())
        };
        assert_eq!(fill(), Err(Interrupted::Memory));
        assert!(limits.meter().held() <= bytes);
    }
}

#[test]
fn operations_run_out_of_memory_cleanly() {
    let free = Limits::none();
    let limits = free.clone();
    let diagram = combinations(&limits, 300, 150).unwrap();
    for bytes in [0, 1_000, 50_000, 150_000] {
        let small = memory(diagram.bytes() + bytes);
        assert_eq!(diagram.restrict(&[Element(3)], &[], &small).map(|_| ()), Err(Interrupted::Memory));
    }
    assert_eq!(diagram.count(&memory(10)), Err(Interrupted::Memory));
    let (all, small) = (power_set(&free, 16).unwrap(), memory(10_000));
    let mut sets = all.by_weight(&[1u8; 16], &small).unwrap();
    let ended = std::iter::from_fn(|| sets.next_set().transpose()).find_map(Result::err);
    assert_eq!(ended, Some(Interrupted::Memory));

    let freeze = |limits: &Limits| {
        let mut store = Store::new(limits, 1_000)?;
        let root = (0..1_000).rev().try_fold(NodeId::UNIT, |id, l| store.node(Level(l), id, id))?;
        Ok::<_, Interrupted>((store.bytes(), store.freeze(root, variables(1_000)).map(|_| ())))
    };
    let limits = Limits::none();
    let (bytes, frozen) = freeze(&limits).unwrap();
    assert_eq!((limits.meter().held(), frozen), (0, Ok(())), "all is given back");
    let small = memory(bytes + 3_000);
    assert_eq!(freeze(&small).unwrap(), (bytes, Err(Interrupted::Memory)));
}

#[test]
fn working_memory_is_given_back() {
    let limits = Limits::none();
    let diagram = combinations(&limits, 300, 150).unwrap();
    assert!(limits.meter().held() <= diagram.bytes(), "the table of the last row is given back");
    assert!(diagram.bytes() < 8 * diagram.node_count() + (1 << 17) + 300 * 8 + 8);
    drop(diagram);
    assert_eq!(limits.meter().held(), 0);
}

#[test]
fn an_interrupt_stops_every_operation() {
    let limits = Limits::none();
    let diagram = power_set(&limits, 10).unwrap();
    limits.stop_flag().store(true, Ordering::Relaxed);
    assert_eq!(diagram.count(&limits), Err(Interrupted::Stopped));
    assert_eq!(diagram.restrict(&[], &[], &limits).map(|_| ()), Err(Interrupted::Stopped));
}

#[test]
fn diagrams_without_variables() {
    let limits = Limits::none();
    for (root, count) in [(NodeId::EMPTY, 0u32), (NodeId::UNIT, 1)] {
        let arena = Arena::new(&limits);
        let diagram = RowBuilder::new(&arena, Vec::new()).unwrap().finish(root).unwrap();
        assert_eq!(diagram.count(&limits).unwrap(), BigUint::from(count));
        assert_eq!(diagram.sets().count(), count as usize);
        assert_eq!(diagram.contains(&[]), root == NodeId::UNIT);
        assert_eq!(diagram.restrict(&[], &[], &limits).unwrap(), diagram);
        let fixed = diagram.with_fixed([Element(4), Element(2)].into_iter()).unwrap();
        assert_eq!(fixed.count(&limits).unwrap(), BigUint::from(count));
        assert_eq!(fixed.contains(&[Element(2), Element(4)]), root == NodeId::UNIT);
    }
}

#[test]
fn rows_may_be_left_out() {
    let limits = Limits::none();
    let arena = Arena::new(&limits);
    let mut builder = RowBuilder::new(&arena, variables(9)).unwrap();
    builder.begin_row(Level(7)).unwrap();
    let low = builder.node(NodeId::UNIT, NodeId::UNIT).unwrap();
    builder.begin_row(Level(3)).unwrap();
    let high = builder.node(NodeId::EMPTY, low).unwrap();
    let diagram = builder.finish(high).unwrap();
    assert_eq!(diagram.row_widths(), [0, 0, 0, 1, 0, 0, 0, 1, 0]);
    assert_eq!(diagram.level(high), Level(3));
    assert_eq!(diagram.level(low), Level(7));
    let sets: Vec<_> = diagram.sets().collect();
    assert_eq!(sets, [vec![Element(3), Element(7)], vec![Element(3)]]);
}

#[test]
fn dot_names_and_escapes() {
    let limits = Limits::none();
    let diagram = combinations(&limits, 2, 1).unwrap();
    let mut text = Vec::new();
    diagram.to_dot(&mut text, |e| format!("\"{}\"", e.0)).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert_eq!(text.matches("label=\"\\\"").count(), diagram.node_count());
    assert_eq!(text.matches("->").count(), 4, "{text}");
    assert_eq!(text.matches("dashed").count(), 1);
}
