//! Every operation of the algebra on every family over three elements, and on all 65,536 pairs of families, against bit
//! masks: bit `s` of a family is 1 if it has the set `s`, whose bit `l` is the element of level `l`.

use zlink::diagram::{Algebra, Element, Level, NodeId};
use zlink::limits::{Interrupted, Limits};

const LEVELS: u32 = 3;

/// The members of a family.
fn sets(family: u32) -> impl Iterator<Item = u32> + Clone {
    (0..8u32).filter(move |s| family >> s & 1 == 1)
}

/// The family of all sets with a property.
fn such_that(property: impl Fn(u32) -> bool) -> u32 {
    (0..8).filter(|&s| property(s)).map(|s| 1 << s).sum()
}

/// The algebra with the ids of all 256 families.
struct World {
    algebra: Algebra,
    ids: Vec<NodeId>,
}

impl World {
    fn new(limits: &Limits) -> Self {
        let mut algebra = Algebra::new(limits, LEVELS as usize).unwrap();
        let ids = (0..256)
            .map(|family| {
                let levels = |s: u32| (0..LEVELS).filter(move |l| s >> l & 1 == 1).map(Level);
                let sets: Vec<Vec<Level>> = sets(family).map(|s| levels(s).collect()).collect();
                algebra.family(sets).unwrap()
            })
            .collect();
        World { algebra, ids }
    }

    fn family(&self, id: NodeId) -> u32 {
        self.ids.iter().position(|&i| i == id).expect("one of the 256 families") as u32
    }

    fn unary(
        &mut self,
        name: &str,
        operation: impl Fn(&mut Algebra, NodeId) -> Result<NodeId, Interrupted>,
        oracle: impl Fn(u32) -> u32,
    ) {
        for f in 0..256 {
            let result = operation(&mut self.algebra, self.ids[f as usize]).unwrap();
            assert_eq!(self.family(result), oracle(f), "{name} of {f:#010b}");
        }
    }

    fn binary(
        &mut self,
        name: &str,
        operation: impl Fn(&mut Algebra, NodeId, NodeId) -> Result<NodeId, Interrupted>,
        oracle: impl Fn(u32, u32) -> u32,
    ) {
        for f in 0..256 {
            for g in 0..256 {
                let (a, b) = (self.ids[f as usize], self.ids[g as usize]);
                let result = operation(&mut self.algebra, a, b).unwrap();
                assert_eq!(self.family(result), oracle(f, g), "{name} of {f:#010b} and {g:#010b}");
            }
        }
    }
}

fn within(s: u32, t: u32) -> bool {
    s & !t == 0
}

#[test]
fn the_256_families_have_256_ids() {
    let limits = Limits::none();
    let mut ids = World::new(&limits).ids;
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 256);
}

#[test]
fn binary_operations_do_what_they_say() {
    let limits = Limits::none();
    let mut world = World::new(&limits);
    world.binary("union", |a, f, g| a.union(f, g), |f, g| f | g);
    world.binary("intersection", |a, f, g| a.intersection(f, g), |f, g| f & g);
    world.binary("difference", |a, f, g| a.difference(f, g), |f, g| f & !g);
    world.binary("symmetric difference", |a, f, g| a.symmetric_difference(f, g), |f, g| f ^ g);
    world.binary(
        "join",
        |a, f, g| a.join(f, g),
        |f, g| such_that(|u| sets(f).any(|s| sets(g).any(|t| s | t == u))),
    );
    world.binary(
        "meet",
        |a, f, g| a.meet(f, g),
        |f, g| such_that(|u| sets(f).any(|s| sets(g).any(|t| s & t == u))),
    );
    let quotient = |f: u32, g: u32| such_that(|q| sets(g).all(|t| q & t == 0 && f >> (q | t) & 1 == 1));
    world.binary("quotient", |a, f, g| a.quotient(f, g), quotient);
    world.binary(
        "remainder",
        |a, f, g| a.remainder(f, g),
        |f, g| f & !such_that(|u| sets(quotient(f, g)).any(|q| sets(g).any(|t| q | t == u))),
    );
    let subsets = |f: u32, g: u32| f & such_that(|s| sets(g).any(|t| within(s, t)));
    let supersets = |f: u32, g: u32| f & such_that(|s| sets(g).any(|t| within(t, s)));
    world.binary("subsets", |a, f, g| a.subsets(f, g), subsets);
    world.binary("supersets", |a, f, g| a.supersets(f, g), supersets);
    world.binary("non-subsets", |a, f, g| a.non_subsets(f, g), |f, g| f & !subsets(f, g));
    world.binary("non-supersets", |a, f, g| a.non_supersets(f, g), |f, g| f & !supersets(f, g));
}

#[test]
fn unary_operations_do_what_they_say() {
    let limits = Limits::none();
    let mut world = World::new(&limits);
    let minimal = |f: u32| f & such_that(|s| !sets(f).any(|t| t != s && within(t, s)));
    let maximal = |f: u32| f & such_that(|s| !sets(f).any(|t| t != s && within(s, t)));
    let hitting = |f: u32| such_that(|s| sets(f).all(|t| s & t != 0));
    world.unary("minimal", |a, f| a.minimal(f), minimal);
    world.unary("maximal", |a, f| a.maximal(f), maximal);
    world.unary("hitting sets", |a, f| a.hitting_sets(f), hitting);
    world.unary("minimal hitting sets", |a, f| a.minimal_hitting_sets(f), |f| minimal(hitting(f)));
    world.unary("complement", |a, f| a.complement(f), |f| !f & 0xFF);
    for level in 0..LEVELS {
        let has = move |s: u32| s >> level & 1 == 1;
        world.unary("onset", |a, f| a.onset(f, Level(level)), |f| f & such_that(has));
        world.unary("offset", |a, f| a.offset(f, Level(level)), |f| f & such_that(|s| !has(s)));
        let change = |f: u32| such_that(|s| f >> (s ^ 1 << level) & 1 == 1);
        world.unary("change", |a, f| a.change(f, Level(level)), change);
    }
    // Levels that are none.
    world.unary("onset", |a, f| a.onset(f, Level(LEVELS)), |_| 0);
    world.unary("offset", |a, f| a.offset(f, Level(LEVELS)), |f| f);
    for size in 0..5 {
        let exactly = |s: u32| s.count_ones() == size;
        world.unary("size", |a, f| a.of_size(f, size), |f| f & such_that(exactly));
        world.unary(
            "size at most",
            |a, f| a.of_size_at_most(f, size),
            |f| f & such_that(|s| s.count_ones() <= size),
        );
        world.unary(
            "size at least",
            |a, f| a.of_size_at_least(f, size),
            |f| f & such_that(|s| s.count_ones() >= size),
        );
    }
}

#[test]
fn weights_bound_what_they_should() {
    let limits = Limits::none();
    let mut world = World::new(&limits);
    for weights in [[1, 2, 4], [0, 0, 0], [-3, 5, 1], [2, -2, 2], [i64::MAX, i64::MIN, i64::MAX]] {
        let weight =
            |s: u32| (0..3).filter(|l| s >> l & 1 == 1).map(|l| i128::from(weights[l])).sum::<i128>();
        let bounds: Vec<i128> = (0..8).flat_map(|s| [weight(s) - 1, weight(s)]).collect();
        for bound in bounds.into_iter().chain([i128::MIN, i128::MAX]) {
            world.unary(
                "weight at most",
                |a, f| a.weighing_at_most(f, &weights, bound),
                |f| f & such_that(|s| weight(s) <= bound),
            );
            world.unary(
                "weight at least",
                |a, f| a.weighing_at_least(f, &weights, bound),
                |f| f & such_that(|s| weight(s) >= bound),
            );
        }
    }
}

#[test]
fn collecting_keeps_the_roots_and_nothing_else() {
    let limits = Limits::none();
    for kept in 0..256usize {
        let mut world = World::new(&limits);
        let all = world.algebra.store().node_count();
        let mut roots = [world.ids[kept], world.ids[255 - kept], world.ids[kept]];
        world.algebra.collect(&mut roots).unwrap();
        assert_eq!(roots[0], roots[2]);
        assert!(world.algebra.store().node_count() <= 8 && all > 8);
        // The same families again, and operations on them, find the nodes that stayed.
        let again = World::new(&limits);
        let mut algebra = world.algebra;
        for (root, family) in roots.into_iter().zip([kept, 255 - kept]) {
            let diagram = again.algebra.freeze(again.ids[family], variables()).unwrap();
            let before = algebra.store().node_count();
            assert_eq!(algebra.import(&diagram, &[Level(0), Level(1), Level(2)]).unwrap(), root);
            assert_eq!(algebra.store().node_count(), before);
        }
        let power_set = algebra.power_set().unwrap();
        assert_eq!(algebra.union(roots[0], roots[1]).unwrap(), power_set);
    }
}

fn variables() -> Vec<Element> {
    (0..LEVELS).map(Element).collect()
}

#[test]
fn importing_can_reorder() {
    let limits = Limits::none();
    let mut world = World::new(&limits);
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let levels = order.map(Level);
        for family in 0..256 {
            let id = world.ids[family as usize];
            let diagram = world.algebra.freeze(id, variables()).unwrap();
            let image = world.algebra.import(&diagram, &levels).unwrap();
            let moved = |s: u32| (0..3).filter(|l| s >> l & 1 == 1).map(|l| 1 << order[l]).sum::<u32>();
            let expected: u32 = sets(family).map(|s| 1 << moved(s)).sum();
            assert_eq!(world.family(image), expected);
        }
    }
}
