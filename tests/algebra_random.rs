//! The algebra and the folds on random families over twelve elements, against plain sets of sets.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::{BigInt, BigUint};
use proptest::prelude::*;
use zlink::diagram::{Algebra, Diagram, Element, Level, NodeId, Ratio};
use zlink::limits::Limits;

/// A family of sets, each a mask over the levels.
type Family = BTreeSet<u16>;

const LEVELS: usize = 12;

fn levels(set: u16) -> Vec<Level> {
    (0..LEVELS as u32).filter(|l| set >> l & 1 == 1).map(Level).collect()
}

/// The edge of a level, numbered backwards.
fn edge(level: usize) -> Element {
    Element((LEVELS - level) as u32)
}

fn variables() -> Vec<Element> {
    (0..LEVELS).map(edge).collect()
}

fn mask(edges: &[Element]) -> u16 {
    edges.iter().map(|e| 1u16 << (LEVELS - e.index())).sum()
}

fn store(algebra: &mut Algebra, family: &Family) -> NodeId {
    algebra.family(family.iter().map(|&set| levels(set))).unwrap()
}

fn freeze(algebra: &Algebra, family: NodeId) -> Diagram {
    algebra.freeze(family, variables()).unwrap()
}

fn family() -> impl Strategy<Value = Family> {
    let any = prop::collection::btree_set(0..1u16 << LEVELS, 0..60);
    let dense = prop::collection::btree_set(0..64u16, 0..64);
    let sparse = prop::collection::btree_set(
        (0..LEVELS, 0..LEVELS, 0..LEVELS).prop_map(|(a, b, c)| 1u16 << a | 1 << b | 1 << c),
        0..40,
    );
    prop_oneof![any, dense, sparse]
}

fn within(s: u16, t: u16) -> bool {
    s & !t == 0
}

fn pairs(f: &Family, g: &Family, with: impl Fn(u16, u16) -> u16) -> Family {
    f.iter().flat_map(|&s| g.iter().map(move |&t| (s, t))).map(|(s, t)| with(s, t)).collect()
}

fn filtered(f: &Family, keep: impl Fn(u16) -> bool) -> Family {
    f.iter().copied().filter(|&s| keep(s)).collect()
}

fn weight(set: u16, weights: &[i64]) -> i128 {
    levels(set).iter().map(|l| i128::from(weights[l.index()])).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn two_families(f in family(), g in family()) {
        let limits = Limits::none();
        let mut a = Algebra::new(&limits, LEVELS).unwrap();
        let (x, y) = (store(&mut a, &f), store(&mut a, &g));
        let union: Family = &f | &g;
        let quotient = |f: &Family, g: &Family| -> Family {
            filtered(&(0..1u16 << LEVELS).collect(), |q| g.iter().all(|&t| q & t == 0 && f.contains(&(q | t))))
        };
        let expected = [
            (a.union(x, y), union),
            (a.intersection(x, y), &f & &g),
            (a.difference(x, y), &f - &g),
            (a.symmetric_difference(x, y), &f ^ &g),
            (a.join(x, y), pairs(&f, &g, |s, t| s | t)),
            (a.meet(x, y), pairs(&f, &g, |s, t| s & t)),
            (a.quotient(x, y), quotient(&f, &g)),
            (a.remainder(x, y), &f - &pairs(&quotient(&f, &g), &g, |s, t| s | t)),
            (a.subsets(x, y), filtered(&f, |s| g.iter().any(|&t| within(s, t)))),
            (a.supersets(x, y), filtered(&f, |s| g.iter().any(|&t| within(t, s)))),
            (a.non_subsets(x, y), filtered(&f, |s| !g.iter().any(|&t| within(s, t)))),
            (a.non_supersets(x, y), filtered(&f, |s| !g.iter().any(|&t| within(t, s)))),
        ];
        for (i, (result, family)) in expected.into_iter().enumerate() {
            prop_assert_eq!(result.unwrap(), store(&mut a, &family), "operation {}", i);
        }
        // Division undoes the product where the factors share no element.
        let low: Family = f.iter().map(|s| s & 0x3F).collect();
        let high: Family = g.iter().map(|s| s & 0xFC0).collect();
        let (p, q) = (store(&mut a, &low), store(&mut a, &high));
        if !low.is_empty() && !high.is_empty() {
            let product = a.join(p, q).unwrap();
            prop_assert_eq!(a.quotient(product, p).unwrap(), q);
            prop_assert_eq!(a.remainder(product, q).unwrap(), NodeId::EMPTY);
        }
    }

    #[test]
    fn one_family(f in family(), level in 0..LEVELS as u32, size in 0..14u32) {
        let limits = Limits::none();
        let mut a = Algebra::new(&limits, LEVELS).unwrap();
        let x = store(&mut a, &f);
        let bit = 1u16 << level;
        let all: Family = (0..1u16 << LEVELS).collect();
        let hitting = filtered(&all, |s| f.iter().all(|&t| s & t != 0));
        let minimal = |f: &Family| filtered(f, |s| !f.iter().any(|&t| t != s && within(t, s)));
        // Only one smaller by an element can spoil a hitting set.
        let minimal_hitting =
            filtered(&hitting, |s| levels(s).iter().all(|l| !hitting.contains(&(s & !(1 << l.0)))));
        let expected = [
            (a.minimal(x), minimal(&f)),
            (a.maximal(x), filtered(&f, |s| !f.iter().any(|&t| t != s && within(s, t)))),
            (a.hitting_sets(x), hitting),
            (a.minimal_hitting_sets(x), minimal_hitting),
            (a.complement(x), &all - &f),
            (a.onset(x, Level(level)), filtered(&f, |s| s & bit != 0)),
            (a.offset(x, Level(level)), filtered(&f, |s| s & bit == 0)),
            (a.change(x, Level(level)), f.iter().map(|s| s ^ bit).collect()),
            (a.of_size(x, size), filtered(&f, |s| s.count_ones() == size)),
            (a.of_size_at_most(x, size), filtered(&f, |s| s.count_ones() <= size)),
            (a.of_size_at_least(x, size), filtered(&f, |s| s.count_ones() >= size)),
        ];
        for (i, (result, family)) in expected.into_iter().enumerate() {
            prop_assert_eq!(result.unwrap(), store(&mut a, &family), "operation {}", i);
        }
        // Hitting is an involution on minimal families.
        let least = a.minimal(x).unwrap();
        let dual = a.minimal_hitting_sets(least).unwrap();
        prop_assert_eq!(a.minimal_hitting_sets(dual).unwrap(), least);
    }

    #[test]
    fn weighed_families(f in family(), weights in prop::collection::vec(-9i64..10, LEVELS), bound in -20i128..21) {
        let limits = Limits::none();
        let mut a = Algebra::new(&limits, LEVELS).unwrap();
        let x = store(&mut a, &f);
        let light = a.weighing_at_most(x, &weights, bound).unwrap();
        prop_assert_eq!(light, store(&mut a, &filtered(&f, |s| weight(s, &weights) <= bound)));
        let heavy = a.weighing_at_least(x, &weights, bound).unwrap();
        prop_assert_eq!(heavy, store(&mut a, &filtered(&f, |s| weight(s, &weights) >= bound)));

        let diagram = freeze(&a, x);
        let mut expected: Vec<i128> = f.iter().map(|&s| weight(s, &weights)).collect();
        expected.sort_unstable();
        let mut by_weight = diagram.by_weight(&weights, &limits).unwrap();
        let mut listed = Vec::new();
        let mut seen = Family::new();
        while let Some((total, set)) = by_weight.next_set().unwrap() {
            prop_assert!(set.iter().rev().is_sorted(), "edges in the order of the levels");
            prop_assert_eq!(total, weight(mask(&set), &weights));
            prop_assert!(seen.insert(mask(&set)), "a set comes twice");
            listed.push(total);
        }
        prop_assert_eq!(&seen, &f);
        prop_assert_eq!(&listed, &expected);
        let range = diagram.weight_range(&weights, &limits).unwrap();
        prop_assert_eq!(range, expected.first().map(|&least| [least, expected[expected.len() - 1]]));

        let moments = diagram.moments(&weights, &limits).unwrap();
        let count = expected.len() as i128;
        let (sum, squares) = (expected.iter().sum::<i128>(), expected.iter().map(|w| w * w).sum::<i128>());
        prop_assert_eq!(&moments.count, &BigUint::from(f.len()));
        prop_assert_eq!(&moments.sum, &BigInt::from(sum));
        prop_assert_eq!(&moments.squares, &BigInt::from(squares));
        let ratio = |n: i128, d: i128| Ratio::new(BigInt::from(n), BigUint::try_from(d).unwrap());
        prop_assert_eq!(moments.mean(), ratio(sum, count));
        prop_assert_eq!(moments.variance(), ratio(squares * count - sum * sum, count * count));
    }

    #[test]
    fn counted_families(f in family(), seed in any::<u64>()) {
        let limits = Limits::none();
        let mut a = Algebra::new(&limits, LEVELS).unwrap();
        let x = store(&mut a, &f);
        let diagram = freeze(&a, x);
        let mut sizes: Vec<BigUint> = Vec::new();
        for set in &f {
            let size = set.count_ones() as usize;
            sizes.resize(sizes.len().max(size + 1), BigUint::ZERO);
            sizes[size] += 1u8;
        }
        prop_assert_eq!(diagram.rough_count(&limits).unwrap(), (f.len() as f64, 0));
        prop_assert_eq!(&diagram.size_distribution(&limits).unwrap(), &sizes);
        // Over many elements there may be more sets than fit a word.
        let absent: Vec<Element> = (100..200).map(Element).collect();
        let wide = freeze(&a, x).with_absent(&absent).unwrap();
        prop_assert_eq!(wide.size_distribution(&limits).unwrap(), sizes);
        let counts = diagram.counts(&limits).unwrap();
        prop_assert_eq!(counts.total(), BigUint::from(f.len()));
        let frequencies: Vec<BigUint> =
            (0..LEVELS).map(|l| BigUint::from(f.iter().filter(|&s| s >> l & 1 == 1).count())).collect();
        prop_assert_eq!(counts.frequencies(&limits).unwrap(), frequencies);
        for (i, set) in diagram.sets().enumerate() {
            let number = BigUint::from(i);
            prop_assert_eq!(counts.number(&set), Some(number.clone()));
            prop_assert_eq!(counts.set(&number), Some(set));
        }
        prop_assert_eq!(counts.set(&counts.total()), None);
        prop_assert_eq!(counts.number(&[Element(0)]), None);
        let drawn: Vec<_> = counts.clone().samples(seed).take(20).collect();
        prop_assert_eq!(drawn.len(), if f.is_empty() { 0 } else { 20 });
        prop_assert!(drawn.iter().all(|set| f.contains(&mask(set))));
        let again: Vec<_> = counts.clone().samples(seed).take(20).collect();
        prop_assert_eq!(drawn, again);
    }

    #[test]
    fn import_into_any_order(f in family(), order in Just((0..LEVELS as u32).collect::<Vec<_>>()).prop_shuffle()) {
        let limits = Limits::none();
        let mut a = Algebra::new(&limits, LEVELS).unwrap();
        let x = store(&mut a, &f);
        let diagram = freeze(&a, x);
        let to: Vec<Level> = order.iter().copied().map(Level).collect();
        let moved = f.iter().map(|&s| levels(s).iter().map(|l| 1 << order[l.index()]).sum()).collect();
        let mut b = Algebra::new(&limits, LEVELS).unwrap();
        let y = b.import(&diagram, &to).unwrap();
        prop_assert_eq!(y, store(&mut b, &moved));
    }

    #[test]
    fn collecting_changes_no_family(f in family(), g in family(), h in family()) {
        let limits = Limits::none();
        let mut a = Algebra::new(&limits, LEVELS).unwrap();
        let mut roots = [&f, &g].map(|family| store(&mut a, family));
        store(&mut a, &h);
        let before = roots.map(|root| freeze(&a, root));
        a.collect(&mut roots).unwrap();
        let needed = a.union(roots[0], roots[1]).unwrap();
        let mut again = roots;
        let nodes = a.store().node_count();
        for (root, diagram) in roots.iter().zip(&before) {
            prop_assert_eq!(&freeze(&a, *root), diagram);
        }
        prop_assert_eq!(needed, store(&mut a, &(&f | &g)));
        a.collect(&mut again).unwrap();
        prop_assert!(a.store().node_count() <= nodes);
        prop_assert!(a.store().node_count() <= before.iter().map(Diagram::node_count).sum::<usize>());
    }
}

/// Whether draws are fair by the chi-square statistic: in a million tries, fair draws exceed mean + 5 deviations about
/// once.
fn chi_square(observed: &BTreeMap<u16, u32>, kinds: usize, draws: u32) -> bool {
    let expected = f64::from(draws) / kinds as f64;
    let sum: f64 = observed.values().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
    let missing = (kinds - observed.len()) as f64 * expected;
    let freedom = (kinds - 1) as f64;
    sum + missing < freedom + 5.0 * (2.0 * freedom).sqrt()
}

#[test]
fn samples_are_uniform() {
    let limits = Limits::none();
    let mut a = Algebra::new(&limits, LEVELS).unwrap();
    // Not a power of two, unevenly spread over the tree.
    let f: Family = (0..1000u16).filter(|s| s % 3 == 0 || s % 64 < 7).collect();
    let x = store(&mut a, &f);
    let diagram = freeze(&a, x);
    let counts = diagram.counts(&limits).unwrap();
    for seed in 0..5 {
        let draws = 40_000;
        let mut observed = BTreeMap::new();
        for set in counts.clone().samples(seed).take(draws as usize) {
            *observed.entry(mask(&set)).or_insert(0) += 1;
        }
        assert!(chi_square(&observed, f.len(), draws), "seed {seed}");
    }
}

#[test]
fn ratios_are_written_as_one_expects() {
    let ratio = |n: i32, d: u32| Ratio::new(BigInt::from(n), BigUint::from(d));
    assert_eq!(ratio(1, 0), None);
    let shown: Vec<(String, String)> = [(6, 4), (-1, 3), (0, 7), (10, 5), (-1, 1000), (1999, 1000), (5, 100)]
        .iter()
        .map(|&(n, d)| ratio(n, d).unwrap())
        .map(|r| (r.to_string(), r.decimal(2)))
        .collect();
    let expected = [
        ("3/2", "1.50"),
        ("-1/3", "-0.33"),
        ("0", "0.00"),
        ("2", "2.00"),
        ("-1/1000", "0.00"),
        ("1999/1000", "2.00"),
        ("1/20", "0.05"),
    ];
    assert_eq!(shown, expected.map(|(a, b)| (a.to_string(), b.to_string())));
    assert_eq!(ratio(-7, 2).unwrap().decimal(0), "-4");
}
