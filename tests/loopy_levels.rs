//! The ratings of `zlink rate`, compared with the levels of Loopy.

use serde_json::Value;

use crate::common::run;

const LEVELS: &str = include_str!("loopy_levels.tsv");
const NAMES: [&str; 5] = ["easy", "normal", "tricky", "hard", "extreme"];

fn level(name: &str) -> usize {
    NAMES.iter().position(|&other| other == name).unwrap_or_else(|| panic!("no level: {name}"))
}

#[test]
fn ratings_agree_with_the_levels_of_loopy() {
    let rows = LEVELS.lines().filter(|line| !line.starts_with('#'));
    let (ids, levels): (Vec<&str>, Vec<usize>) =
        rows.filter_map(|row| row.split_once('\t')).map(|(id, name)| (id, level(name))).unzip();
    assert_eq!(ids.len(), 400);
    let ran = run(&[&["rate", "--format", "json"], &ids[..]].concat(), "");
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    let ratings: Vec<Value> =
        ran.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(ratings.iter().all(|rating| rating["solutions"] == "one"));
    let ours = ratings.iter().map(|rating| level(rating["difficulty"].as_str().expect("a difficulty")));
    let apart: Vec<usize> = ours.zip(&levels).map(|(ours, &theirs)| ours.abs_diff(theirs)).collect();
    let count = |most: usize| apart.iter().filter(|&&apart| apart <= most).count();
    // 311 and 399 when it was written.
    assert!(count(0) >= 280 && count(1) >= 380, "{} the same, {} at most one apart", count(0), count(1));
}
