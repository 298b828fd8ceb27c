//! The algebra on deep diagrams, and at its limits of memory and time.

use std::sync::atomic::Ordering;

use zlink::diagram::{Algebra, Level, NodeId};
use zlink::limits::{Interrupted, Limits};

/// Every `step`-th level.
fn comb(levels: u32, step: usize) -> Vec<Level> {
    (0..levels).step_by(step).map(Level).collect()
}

/// All sets of `size` levels.
fn combinations(algebra: &mut Algebra, size: usize) -> Result<NodeId, Interrupted> {
    let mut below = vec![NodeId::EMPTY; size + 1];
    below[0] = NodeId::UNIT;
    for level in (0..algebra.levels() as u32).rev() {
        for k in (1..=size).rev() {
            below[k] = algebra.node(Level(level), below[k], below[k - 1])?;
        }
    }
    Ok(below[size])
}

#[test]
fn depth_costs_no_stack() {
    let levels = 200_000;
    let limits = Limits::none();
    let mut a = Algebra::new(&limits, levels as usize).unwrap();
    let (f, g) = (a.family([comb(levels, 2)]).unwrap(), a.family([comb(levels, 3)]).unwrap());
    let both = a.union(f, g).unwrap();
    assert_eq!(a.intersection(both, g).unwrap(), g);
    assert_eq!(a.difference(both, g).unwrap(), f);
    let product = a.join(f, g).unwrap();
    assert_eq!(a.subsets(both, product).unwrap(), both);
    assert_eq!(a.non_supersets(both, product).unwrap(), both);
    assert_eq!(a.meet(product, f).unwrap(), f);
    assert_eq!(a.minimal(both).unwrap(), both);
    let rest = comb(levels, 3).into_iter().filter(|l| l.0 % 2 == 1).collect::<Vec<_>>();
    let rest = a.set(&rest).unwrap();
    assert_eq!(a.quotient(product, f).unwrap(), rest);
    assert_eq!(a.of_size(both, levels / 2).unwrap(), f);
    let all = a.power_set().unwrap();
    let others = a.complement(f).unwrap();
    assert_eq!(a.union(others, f).unwrap(), all);
    let weights = vec![1; levels as usize];
    assert_eq!(a.weighing_at_most(both, &weights, i128::from(levels / 2) - 1).unwrap(), g);
    let singles = a.minimal_hitting_sets(f).unwrap();
    assert_eq!(a.of_size(singles, 1).unwrap(), singles);
    let mut roots = [f];
    a.collect(&mut roots).unwrap();
    assert_eq!(a.store().node_count(), levels as usize / 2);
}

#[test]
fn large_questions_are_answered_as_small_ones_are() {
    // Beyond some thousand questions another way is taken.
    let limits = Limits::none();
    let mut a = Algebra::new(&limits, 400).unwrap();
    let (f, g) = (combinations(&mut a, 100).unwrap(), combinations(&mut a, 150).unwrap());
    let both = a.union(f, g).unwrap();
    assert_eq!(a.of_size(both, 100).unwrap(), f);
    assert_eq!(a.of_size_at_least(both, 101).unwrap(), g);
    assert_eq!(a.intersection(both, f).unwrap(), f);
    assert_eq!(a.difference(both, f).unwrap(), g);
    assert_eq!(a.symmetric_difference(both, g).unwrap(), f);
    assert_eq!(a.intersection(f, g).unwrap(), NodeId::EMPTY);
}

#[test]
fn running_out_of_memory_is_an_answer() {
    let limits = Limits::none().within(8_000_000);
    let mut a = Algebra::new(&limits, 600).unwrap();
    let (f, g) = (combinations(&mut a, 60).unwrap(), combinations(&mut a, 61).unwrap());
    let mut roots = [f, g];
    a.collect(&mut roots).unwrap();
    // Sums of many different values: nearly every set of sums has a family of its own.
    let weights: Vec<i64> = (0..600).map(|l| l * l % 1009).collect();
    for _ in 0..3 {
        assert_eq!(a.weighing_at_most(roots[0], &weights, 30_000), Err(Interrupted::Memory));
        assert!(limits.meter().held() <= limits.memory());
        // What is left behind is garbage, and the operands are what they were.
        a.collect(&mut roots).unwrap();
        assert_eq!(a.store().node_count(), 60 * 541 + 540);
    }
    let before = limits.meter().held();
    drop(a);
    assert!(limits.meter().held() < before);
}

#[test]
fn a_stop_flag_ends_an_operation() {
    let limits = Limits::none();
    let mut a = Algebra::new(&limits, 600).unwrap();
    let (f, g) = (combinations(&mut a, 60).unwrap(), combinations(&mut a, 61).unwrap());
    limits.stop_flag().store(true, Ordering::Relaxed);
    assert_eq!(a.join(f, g), Err(Interrupted::Stopped));
    assert_eq!(a.minimal_hitting_sets(f), Err(Interrupted::Stopped));
    assert_eq!(a.union(f, g), Err(Interrupted::Stopped));
    limits.stop_flag().store(false, Ordering::Relaxed);
    let both = a.union(f, g).unwrap();
    assert_eq!(a.of_size(both, 60), Ok(f));
}
