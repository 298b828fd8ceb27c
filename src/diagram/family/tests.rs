//! Tests of families against sets of sets.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;

type Sets = BTreeSet<BTreeSet<u32>>;

/// The number of elements in the property tests.
const ELEMENTS: u32 = 6;

fn elements(set: &BTreeSet<u32>) -> Vec<Element> {
    set.iter().copied().map(Element).collect()
}

fn sets_of(family: &Family) -> Sets {
    let sets: Vec<BTreeSet<u32>> =
        family.iter().map(|set| set.into_iter().map(|element| element.0).collect()).collect();
    let count = sets.len();
    let sets: Sets = sets.into_iter().collect();
    assert_eq!(sets.len(), count, "no set comes twice");
    sets
}

/// The family of `sets`, with its elements in the order `order`.
fn family_of(sets: &Sets, order: &[u32]) -> Family {
    let family: Family = sets.iter().map(elements).collect();
    let order: Vec<Element> = order.iter().copied().map(Element).collect();
    let family = family.over(&order, &Limits::none()).unwrap();
    assert_eq!(family.elements(), order);
    family
}

/// A strategy for some sets, and an order of all elements.
fn ordered_sets() -> impl Strategy<Value = (Sets, Vec<u32>)> {
    let set = prop::collection::btree_set(0..ELEMENTS, 0..=ELEMENTS as usize);
    let order = Just((0..ELEMENTS).collect::<Vec<u32>>()).prop_shuffle();
    (prop::collection::btree_set(set, 0..12), order)
}

fn power_set() -> Sets {
    (0..1u32 << ELEMENTS).map(|bits| (0..ELEMENTS).filter(|i| bits >> i & 1 == 1).collect()).collect()
}

/// The sets for which `keep` holds.
fn kept(sets: &Sets, keep: impl Fn(&BTreeSet<u32>) -> bool) -> Sets {
    sets.iter().filter(|set| keep(set)).cloned().collect()
}

/// The results of `make` on all pairs of a set of `f` and a set of `g`.
fn pairs(f: &Sets, g: &Sets, make: impl Fn(&BTreeSet<u32>, &BTreeSet<u32>) -> BTreeSet<u32>) -> Sets {
    f.iter().flat_map(|a| g.iter().map(|b| make(a, b)).collect::<Vec<_>>()).collect()
}

proptest! {
    #[test]
    fn two_families_in_any_orders((f, f_order) in ordered_sets(), (g, g_order) in ordered_sets()) {
        let (a, b) = (family_of(&f, &f_order), family_of(&g, &g_order));
        prop_assert_eq!(sets_of(&(&a | &b)), &f | &g);
        prop_assert_eq!(sets_of(&(&a & &b)), &f & &g);
        prop_assert_eq!(sets_of(&(&a - &b)), &f - &g);
        prop_assert_eq!(sets_of(&(&a ^ &b)), &f ^ &g);
        let join = pairs(&f, &g, |s, t| s | t);
        prop_assert_eq!(sets_of(&a.join(&b)), join);
        prop_assert_eq!(sets_of(&a.meet(&b)), pairs(&f, &g, |s, t| s & t));
        let quotient = kept(&power_set(), |q| g.iter().all(|t| q.is_disjoint(t) && f.contains(&(q | t))));
        prop_assert_eq!(sets_of(&a.quotient(&b)), quotient.clone());
        prop_assert_eq!(sets_of(&a.remainder(&b)), &f - &pairs(&quotient, &g, |s, t| s | t));
        prop_assert_eq!(sets_of(&a.subsets(&b)), kept(&f, |s| g.iter().any(|t| s.is_subset(t))));
        prop_assert_eq!(sets_of(&a.supersets(&b)), kept(&f, |s| g.iter().any(|t| s.is_superset(t))));
        prop_assert_eq!(sets_of(&a.non_subsets(&b)), kept(&f, |s| !g.iter().any(|t| s.is_subset(t))));
        prop_assert_eq!(sets_of(&a.non_supersets(&b)), kept(&f, |s| !g.iter().any(|t| s.is_superset(t))));
        prop_assert_eq!(a == b, f == g);
        prop_assert_eq!(&a | &b, &b | &a);
    }

    #[test]
    fn one_family_in_any_order((f, order) in ordered_sets(), least in 0..ELEMENTS, most in 0..ELEMENTS) {
        let a = family_of(&f, &order);
        let all: Vec<Element> = (0..ELEMENTS).map(Element).collect();
        prop_assert_eq!(sets_of(&a), f.clone());
        prop_assert_eq!(a.count(), f.len().into());
        prop_assert_eq!(a.is_empty(), f.is_empty());
        prop_assert_eq!(sets_of(&a.minimal()), kept(&f, |s| !f.iter().any(|t| t.is_subset(s) && t != s)));
        prop_assert_eq!(sets_of(&a.maximal()), kept(&f, |s| !f.iter().any(|t| t.is_superset(s) && t != s)));
        prop_assert_eq!(sets_of(&a.complement(&all)), &power_set() - &f);
        let hitting = kept(&power_set(), |s| f.iter().all(|t| !t.is_disjoint(s)));
        let minimal = kept(&hitting, |s| !hitting.iter().any(|t| t.is_subset(s) && t != s));
        prop_assert_eq!(sets_of(&a.hitting_sets(&all)), hitting);
        prop_assert_eq!(sets_of(&a.minimal_hitting_sets()), minimal);
        let flip = BTreeSet::from([least, most]);
        prop_assert_eq!(sets_of(&a.change(&elements(&flip))), f.iter().map(|s| s ^ &flip).collect::<Sets>());
        prop_assert_eq!(
            sets_of(&a.restrict(&[Element(least)], &[Element(most)])),
            kept(&f, |s| s.contains(&least) && !s.contains(&most))
        );
        let size = |s: &BTreeSet<u32>| s.len() as u32;
        prop_assert_eq!(sets_of(&a.of_size(least..=most)), kept(&f, |s| (least..=most).contains(&size(s))));
        prop_assert_eq!(sets_of(&a.of_size(..most)), kept(&f, |s| size(s) < most));
        let weight = |element: Element| i64::from(element.0) - 2;
        let weigh = |s: &BTreeSet<u32>| s.iter().map(|&i| i128::from(weight(Element(i)))).sum::<i128>();
        let bound = i128::from(most) - 2;
        prop_assert_eq!(sets_of(&a.weighing_at_most(weight, bound)), kept(&f, |s| weigh(s) <= bound));
        prop_assert_eq!(sets_of(&a.weighing_at_least(weight, bound)), kept(&f, |s| weigh(s) >= bound));
        prop_assert_eq!(a.best(weight).map(|(total, _)| total), f.iter().map(weigh).min());
        prop_assert!(a.best(weight).is_none_or(|(_, set)| a.contains(&set)));
        let sizes: Vec<usize> =
            a.sizes().iter().map(|count| usize::try_from(count).unwrap()).collect();
        prop_assert!((0..=ELEMENTS as usize)
            .all(|n| sizes.get(n).copied().unwrap_or(0) == f.iter().filter(|s| s.len() == n).count()));
        prop_assert!(power_set().iter().all(|s| a.contains(&elements(s)) == f.contains(s)));
        prop_assert_eq!(a.samples(7).take(5).filter(|set| a.contains(set)).count(), if f.is_empty() { 0 } else { 5 });
    }
}

#[test]
fn a_family_goes_to_other_threads() {
    fn sendable<T: Send + Sync + Clone + 'static>(value: &T) -> T {
        value.clone()
    }
    let family = Family::power_set(&[0, 1, 2].map(Element));
    let sent = sendable(&family);
    let count = std::thread::spawn(move || sent.count()).join().unwrap();
    assert_eq!(count, 8u8.into());
    assert_eq!(family.count(), count, "the clone was another value");
}

#[test]
fn limits_stop_operations() {
    let large = Family::power_set(&(0..2000).map(Element).collect::<Vec<_>>());
    let limits = Limits::none().within(1 << 12);
    let result = large.combine(Algebra::difference, &Family::unit(), &limits);
    assert_eq!(result.unwrap_err(), Interrupted::Memory);
    assert_eq!(large.transform(Algebra::minimal, &limits).unwrap_err(), Interrupted::Memory);
    assert_eq!(large.transform(Algebra::minimal, &Limits::none()).unwrap(), Family::unit());
}

#[test]
fn the_debug_form_shows_a_few_sets() {
    assert_eq!(format!("{:?} {:?}", Family::empty(), Family::unit()), "{} {{}}");
    let small: Family = [vec![Element(3), Element(1)], vec![Element(2)]].into_iter().collect();
    assert_eq!(format!("{small:?}"), "{{1, 3}, {2}}");
    let large = Family::power_set(&[5, 6, 7, 8].map(Element));
    let text = format!("{large:?}");
    assert!(text.starts_with("{{5, 6, 7, 8}, ") && text.ends_with(", ..}"), "{text}");
}

#[test]
fn named_families_meet_by_names() {
    let named = |names: [&str; 2]| NamedFamily {
        names: names.map(str::to_owned).into(),
        family: [[Element(0), Element(1)]].into_iter().collect(),
    };
    let families = [["a", "b"], ["c", "b"], ["a", "d"]].map(named);
    let unions = |count| NamedFamily::combine(&families[..count], Algebra::union, &Limits::none()).unwrap();
    assert_eq!(unions(0), NamedFamily { names: Vec::new(), family: Family::empty() });
    assert_eq!(unions(1), families[0]);
    assert_eq!(unions(2).names, ["a", "b", "c"]);
    assert_eq!(sets_of(&unions(2).family), Sets::from([[0, 1].into(), [1, 2].into()]));
    assert_eq!(unions(3).names, ["a", "b", "c", "d"]);
    assert_eq!(sets_of(&unions(3).family), Sets::from([[0, 1].into(), [1, 2].into(), [0, 3].into()]));
}
