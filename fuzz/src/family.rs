//! Checks of diagrams that were read from a file.

use zlink::diagram::{Algebra, Diagram, Element, Level};
use zlink::limits::{Interrupted, Limits};

/// The memory limit for a diagram, in bytes.
const MEMORY: usize = 32 << 20;
/// The largest product of nodes and levels for questions whose work grows with it.
const MOST_WORK: usize = 20_000;
/// The most sets of a diagram that are checked.
const SETS: usize = 20;

/// The limits for a diagram.
pub(crate) fn limits() -> Limits {
    Limits::none().within(MEMORY)
}

/// Checks a diagram: it contains its sets, and all ways to count them agree.
pub(crate) fn check(diagram: &Diagram) {
    let limits = Limits::none();
    let counts = diagram.counts(&limits).expect("no limit");
    let total = diagram.count(&limits).expect("no limit");
    assert_eq!(total, counts.total());
    for (number, set) in diagram.sets().take(SETS).enumerate() {
        assert!(diagram.contains(&set), "the set {number} is not contained");
        let number = counts.number(&set).expect("a set has a number");
        assert_eq!(counts.set(&number).map(sorted), Some(sorted(set)));
    }
    if (diagram.node_count() + 2) * (diagram.variables().len() + 1) > MOST_WORK {
        return;
    }
    let by_size = diagram.size_distribution(&limits).expect("no limit");
    assert_eq!(by_size.into_iter().sum::<num_bigint::BigUint>(), total);
    let weights = vec![1; diagram.variables().len()];
    let moments = diagram.moments(&weights, &limits).expect("no limit");
    assert_eq!(moments.count, total);
    let frequencies = counts.frequencies(&limits).expect("no limit");
    assert_eq!(num_bigint::BigInt::from(frequencies.into_iter().sum::<num_bigint::BigUint>()), moments.sum);
    match algebra(diagram) {
        Ok(()) | Err(Interrupted::Memory) => {}
        Err(cause) => panic!("{cause}"),
    }
    let mut text = Vec::new();
    diagram.write_text(&mut text).expect("memory takes all that is written");
    let again =
        Diagram::read_text(&text, Some(weights.len()), &self::limits()).expect("what is written can be read");
    assert_eq!(again.count(&limits), Ok(total));
}

/// Checks operations that return the family itself.
fn algebra(diagram: &Diagram) -> Result<(), Interrupted> {
    let count = diagram.variables().len();
    let levels: Vec<Level> = (0..count as u32).map(Level).collect();
    let mut algebra = Algebra::new(&limits(), count)?;
    let f = algebra.import(diagram, &levels)?;
    let others = algebra.complement(f)?;
    assert_eq!(algebra.intersection(f, others)?, zlink::diagram::NodeId::EMPTY);
    assert_eq!(algebra.complement(others)?, f);
    assert_eq!(algebra.difference(f, others)?, f);
    let again = algebra.freeze(f, (0..count).map(Element::from_index).collect())?;
    assert_eq!(again.count(&Limits::none())?, diagram.count(&Limits::none())?);
    Ok(())
}

fn sorted(mut set: Vec<Element>) -> Vec<Element> {
    set.sort_unstable();
    set
}
