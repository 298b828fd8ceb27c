//! Weights of the elements of a diagram, as facts.

use zlink::cli::readers;
use zlink::diagram::{Algebra, Element};
use zlink::facts::{Source, parse};
use zlink::limits::{Interrupted, Limits};

const ELEMENTS: [&str; 4] = ["a", "link(0,1)", "\"b c\"", "4"];
const LEVELS: u32 = ELEMENTS.len() as u32;

/// Any bytes are weights, or there is an error. Sums over the family of all sets are exact for weights of any size.
pub fn check(bytes: &[u8]) {
    let sources = [Source::new("fuzz", bytes)];
    let Ok(facts) = parse(&sources) else { return };
    match readers::weights(&facts, "fuzz", &ELEMENTS.map(String::from)) {
        Ok(weights) => weigh(&weights).expect("no limit"),
        Err(reason) => assert!(!reason.is_empty()),
    }
}

fn weigh(weights: &[i64]) -> Result<(), Interrupted> {
    let limits = Limits::none();
    let mut algebra = Algebra::new(&limits, ELEMENTS.len())?;
    let all = algebra.power_set()?;
    let family = algebra.freeze(all, (0..LEVELS).map(Element).collect())?;
    let weight = |set: u32| -> i128 {
        let chosen = weights.iter().enumerate().filter(|&(level, _)| set >> level & 1 == 1);
        chosen.map(|(_, &weight)| i128::from(weight)).sum()
    };
    let mut wanted: Vec<i128> = (0..1 << LEVELS).map(weight).collect();
    wanted.sort_unstable();
    let range = family.weight_range(weights, &limits)?.expect("there are sets");
    assert_eq!(range, [wanted[0], wanted[wanted.len() - 1]]);
    let mut sets = family.by_weight(weights, &limits)?;
    let mut found = Vec::new();
    while let Some((weight, _)) = sets.next_set()? {
        found.push(weight);
    }
    assert_eq!(found, wanted);
    let moments = family.moments(weights, &limits)?;
    assert_eq!(moments.sum, wanted.iter().sum::<i128>().into());
    if let (Some(mean), Some(variance)) = (moments.mean(), moments.variance()) {
        assert!(!mean.decimal(6).is_empty() && !variance.decimal(6).is_empty());
    }
    let bound = wanted[wanted.len() / 2];
    let light = algebra.weighing_at_most(all, weights, bound)?;
    let light = algebra.freeze(light, (0..LEVELS).map(Element).collect())?;
    let count = wanted.iter().filter(|&&weight| weight <= bound).count();
    assert_eq!(light.count(&limits)?, count.into());
    Ok(())
}
