//! Conditions against their definitions, on all sets of edges of small graphs.

use std::collections::BTreeSet;

use super::{ComponentWeights, Conditions, Linear, Numbers, Steps, problem};
use crate::tests::check_classes;
use crate::{Budget, SweepReport, build, count};
use zlink_base::limits::{Limits, Silent};
use zlink_diagram::family::Family;
use zlink_diagram::{Diagram, Element};
use zlink_puzzle::random_puzzles::Random;

/// The component of each vertex in the graph of these edges, as its smallest vertex.
fn components(conditions: &Conditions<'_>, set: &[usize]) -> Vec<usize> {
    let mut component: Vec<usize> = (0..conditions.vertices).collect();
    for _ in 0..conditions.vertices {
        for &edge in set {
            let [u, v] = conditions.edges[edge].map(|vertex| vertex as usize);
            let first = component[u].min(component[v]);
            (component[u], component[v]) = (first, first);
        }
    }
    component
}

/// Whether the vertices of each component have two sides so that every edge joins both.
fn is_bipartite(conditions: &Conditions<'_>, set: &[usize]) -> bool {
    (0..1u32 << conditions.vertices).any(|sides| {
        set.iter().all(|&edge| {
            let [u, v] = conditions.edges[edge];
            sides >> u & 1 != sides >> v & 1
        })
    })
}

/// The definition of [`Conditions`].
fn is_wanted(conditions: &Conditions<'_>, set: &[usize]) -> bool {
    let mut degree = vec![0; conditions.vertices];
    set.iter().flat_map(|&edge| conditions.edges[edge]).for_each(|vertex| degree[vertex as usize] += 1);
    let component = components(conditions, set);
    let group_of =
        |vertex: usize| conditions.groups.iter().position(|group| group.contains(&(vertex as u32)));
    let members =
        |first: usize| (0..conditions.vertices).filter(|&v| component[v] == first).collect::<Vec<_>>();
    let all: BTreeSet<usize> = component.iter().copied().collect();
    let groups_of = |first: usize| members(first).into_iter().filter_map(group_of).collect::<BTreeSet<_>>();
    let is_component =
        |&first: &usize| conditions.single || members(first).len() > 1 || !groups_of(first).is_empty();
    let all: Vec<usize> = all.into_iter().filter(is_component).collect();
    let firsts =
        |group: &Vec<u32>| group.iter().map(|&v| component[v as usize]).collect::<BTreeSet<_>>().len();
    let others = all.iter().filter(|&&first| groups_of(first).is_empty()).count();
    let is_within = |diagram: &Diagram| {
        let elements: Vec<Element> = set.iter().map(|&edge| Element::from_index(edge)).collect();
        diagram.contains(&elements)
    };
    let vertices_of = set.iter().flat_map(|&edge| conditions.edges[edge]).collect::<BTreeSet<_>>().len();
    let parts_of = components(conditions, set).into_iter().filter(|&first| members(first).len() > 1);
    let parts = parts_of.collect::<BTreeSet<_>>().len();
    let checks = [
        degree.iter().enumerate().all(|(vertex, &degree)| {
            conditions.degrees.get(vertex).is_none_or(|d| d.as_ref().is_none_or(|d| d.has(degree)))
        }),
        conditions.degree_counts.as_ref().is_none_or(|counts| {
            let number = |d: usize| degree.iter().filter(|&&degree| degree == d).count();
            degree.iter().all(|&d| d < counts.len())
                && counts.iter().enumerate().all(|(d, c)| c.has(number(d)))
        }),
        conditions.size.as_ref().is_none_or(|numbers| numbers.has(set.len())),
        conditions.linear.iter().all(|linear| {
            let sum = set.iter().map(|&edge| i128::from(linear.weights[edge])).sum();
            (linear.least..=linear.most).contains(&sum)
        }),
        conditions.groups.iter().all(|group| firsts(group) == 1),
        all.iter().all(|&first| groups_of(first).len() <= 1),
        conditions.others.as_ref().is_none_or(|numbers| numbers.has(others)),
        !conditions.acyclic || set.len() + parts == vertices_of,
        !conditions.bipartite || is_bipartite(conditions, set),
        !conditions.induced
            || (0..conditions.edges.len()).all(|edge| {
                let [u, v] = conditions.edges[edge].map(|vertex| vertex as usize);
                set.contains(&edge) || component[u] != component[v]
            }),
        conditions.weights.as_ref().is_none_or(|weights| {
            let of = |&first: &usize| members(first).iter().map(|&v| weights.weights[v]).sum::<u64>();
            let [least, greatest] =
                [all.iter().map(of).min(), all.iter().map(of).max()].map(|w| w.unwrap_or(0));
            let ratio = weights.ratio.unwrap_or([u64::MAX >> 8, 1]);
            all.iter().all(|first| (weights.least..=weights.most).contains(&of(first)))
                && (weights.ratio.is_none() || greatest * ratio[1] <= least * ratio[0])
        }),
        conditions.within.is_none_or(is_within),
    ];
    checks.iter().all(|&holds| holds)
}

fn random_numbers(random: &mut Random, below: usize) -> Numbers {
    let number = |random: &mut Random| random.below(below) as u32;
    match random.below(4) {
        0 => Numbers::range(number(random)..),
        1 => Numbers::range(..=number(random)),
        2 => Numbers::of([number(random), number(random), number(random)]),
        _ => Numbers::range(number(random)..=number(random) + 2),
    }
}

/// Random conditions of all kinds, without a family.
fn random_conditions(random: &mut Random) -> Conditions<'static> {
    let vertices = 2 + random.below(6);
    let mut conditions = Conditions { vertices, ..Conditions::default() };
    for _ in 0..1 + random.below(11) {
        let [u, v] = [0, 1].map(|_| random.below(vertices) as u32);
        if u != v {
            conditions.edges.push([u, v]);
        }
    }
    let edges = conditions.edges.len();
    if random.chance(30) {
        let numbers = |random: &mut Random| random.chance(60).then(|| random_numbers(random, 4));
        conditions.degrees = (0..vertices).map(|_| numbers(random)).collect();
    }
    if random.chance(15) {
        conditions.degree_counts =
            Some((0..2 + random.below(4)).map(|_| random_numbers(random, 5)).collect());
    }
    conditions.size = random.chance(25).then(|| random_numbers(random, edges + 1));
    for _ in 0..random.below(3).saturating_sub(1) {
        let weights: Vec<i64> = (0..edges).map(|_| random.below(9) as i64 - 3).collect();
        let least = i128::from(random.below(12) as i64 - 6);
        conditions.linear.push(Linear { weights, least, most: least + random.below(9) as i128 });
    }
    let mut free: Vec<u32> = (0..vertices as u32).collect();
    if random.chance(45) {
        for _ in 0..1 + random.below(2) {
            let members = (1 + random.below(3)).min(free.len());
            let group: Vec<u32> = (0..members).map(|_| free.swap_remove(random.below(free.len()))).collect();
            conditions.groups.extend((!group.is_empty()).then_some(group));
        }
    }
    conditions.others = random.chance(55).then(|| random_numbers(random, 4));
    conditions.single = random.chance(30);
    conditions.acyclic = random.chance(30);
    conditions.bipartite = random.chance(15);
    conditions.induced = random.chance(20);
    if conditions.induced && random.chance(40) {
        conditions.others = Some(Numbers::range(random.below(2) as u32..2));
        (conditions.groups, conditions.single) = (Vec::new(), false);
    }
    if random.chance(10) {
        // Balanced partitions.
        conditions.others = Some(Numbers::range(1 + random.below(2) as u32..=2 + random.below(3) as u32));
        (conditions.single, conditions.induced, conditions.groups) = (true, random.chance(70), Vec::new());
    }
    conditions.weights = random.chance(25).then(|| {
        let least = random.below(5) as u64;
        let weights = (0..vertices).map(|_| random.below(4) as u64).collect();
        let ratio = random.chance(40).then(|| [2 + random.below(5) as u64, 1 + random.below(2) as u64]);
        ComponentWeights { weights, least, most: least + random.below(10) as u64, ratio }
    });
    conditions
}

/// A random order of edges: that of a family's elements, if there is one.
fn random_order(random: &mut Random, edges: usize) -> Vec<u32> {
    let mut order: Vec<u32> = (0..edges as u32).collect();
    (1..edges).for_each(|i| order.swap(i, random.below(i + 1)));
    order
}

#[test]
fn all_conditions_are_what_their_definitions_say() {
    let random = &mut Random(6);
    let (mut wanted, mut told_apart, mut refused) = (0, 0, 0);
    for round in 0..4_000 {
        let mut conditions = random_conditions(random);
        let edges = conditions.edges.len();
        let order = random_order(random, edges);
        let sets: Vec<Vec<usize>> =
            (0..1u32 << edges).map(|set| (0..edges).filter(|edge| set >> edge & 1 == 1).collect()).collect();
        let family = random.chance(20).then(|| {
            let elements: Vec<Element> = order.iter().map(|&edge| Element(edge)).collect();
            let part = elements.iter().filter(|_| random.chance(80)).copied().collect::<Vec<_>>();
            let chosen = Family::power_set(&part).of_size(1..4);
            chosen.over(&elements, &Limits::none()).expect("no limit")
        });
        conditions.within = family.as_ref().map(Family::diagram);
        let expected: BTreeSet<Vec<usize>> =
            sets.into_iter().filter(|set| is_wanted(&conditions, set)).collect();
        let steps = Steps::new(&conditions, &order);
        let Some(problem) = problem(&steps).expect("narrow enough") else {
            assert!(expected.is_empty(), "{round}: {conditions:?}");
            continue;
        };
        if edges == 0 {
            assert_eq!(steps.accepts_nothing(), !expected.is_empty(), "{round}: {conditions:?}");
            continue;
        }
        if round % 10 == 0 {
            told_apart += check_classes(&*problem);
            // A damaged block may have any state.
            refused += usize::from(!problem.is_possible(0, &vec![u64::MAX; problem.root().len()]));
        }
        let (limits, budget, report) =
            (Limits::none(), Budget::new(u64::MAX, &Silent), &mut SweepReport::default());
        let number = count(&*problem, 1 + round % 2, &limits, budget, None, None, report).expect("no limit");
        let diagram = build(&*problem, 1 + round % 2, &limits, budget, None, report).expect("no limit");
        let found: BTreeSet<Vec<usize>> = Family::from(diagram)
            .iter()
            .map(|set| {
                let mut set: Vec<usize> = set.iter().map(|edge| edge.index()).collect();
                set.sort_unstable();
                set
            })
            .collect();
        assert_eq!(found, expected, "{round}: {conditions:?} in the order {order:?}");
        assert_eq!(number, expected.len().into(), "{round}: {conditions:?}");
        wanted += expected.len();
    }
    assert!(
        wanted > 20_000 && told_apart > 100 && refused > 200,
        "{wanted} sets, {told_apart} classes, {refused}"
    );
}
