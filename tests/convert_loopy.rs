//! Game IDs of Loopy give the puzzles that Loopy's own generator made for them, in every detail.
//!
//! `loopy_ids.tsv` has the game IDs of a data set that the generator wrote, with a hash over the facts in it: vertices,
//! edges, cells, clues and coordinates with their numbers.

use std::path::Path;

use zlink::convert::{Document, Format, detect, read, write};
use zlink::facts::Source;
use zlink::puzzle::CellId;

/// The facts of a text that the data set has too, sorted.
fn facts(text: &str) -> Vec<&str> {
    let names = ["edge(", "cell_contains(", "clue(", "pos("];
    let mut facts: Vec<&str> =
        text.lines().filter(|line| names.iter().any(|name| line.starts_with(name))).collect();
    facts.sort_unstable();
    facts
}

fn fnv(facts: &[&str]) -> u64 {
    facts
        .iter()
        .flat_map(|fact| fact.bytes())
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The coordinates around each cell, and its clue.
fn shapes(document: &Document) -> Vec<(Vec<[i64; 2]>, Option<u32>)> {
    let shape = |cell: usize| {
        let cell = document.puzzle.cell(CellId::from_index(cell));
        let ends = cell.edges.iter().flat_map(|&edge| document.puzzle.edge_ends(edge));
        let mut corners: Vec<[i64; 2]> =
            ends.map(|v| document.positions[v.index()].expect("a position")).collect();
        corners.sort_unstable();
        (corners, cell.clue)
    };
    let mut shapes: Vec<_> = (0..document.puzzle.cell_count()).map(shape).collect();
    shapes.sort_unstable();
    shapes
}

#[test]
fn game_ids_are_rebuilt_exactly() {
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/loopy_ids.tsv");
    let table = std::fs::read_to_string(table).expect("the table");
    let mut tilings = std::collections::BTreeSet::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let [name, id, count, hash] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let source = Source::new(name, id);
        assert_eq!(detect(&source), Format::Loopy, "{name}");
        let document = read(Format::Loopy, &source).unwrap_or_else(|error| panic!("{name}: {error}"));
        let text = document.to_facts();
        let found = facts(&text);
        assert_eq!(
            (found.len().to_string().as_str(), format!("{:016x}", fnv(&found)).as_str()),
            (count, hash),
            "{name}"
        );
        tilings.insert(id.split(['t', 'd']).nth(1).expect("a tiling").to_owned());
        // And back; the difficulty is not part of the puzzle.
        let back = write(Format::Loopy, &document).unwrap_or_else(|error| panic!("{name}: {error}")).text;
        if id.split_once('_').is_some_and(|(patch, _)| patch.contains(char::is_uppercase)) {
            // A patch may have several descriptions.
            let again = read(Format::Loopy, &Source::new(name, back.as_str()))
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(shapes(&again), shapes(&document), "{name}: {back}");
            continue;
        }
        let (head, tail) = id.split_once(':').expect("a colon");
        let head = head.trim_end_matches(|c: char| c.is_ascii_lowercase());
        assert_eq!(back.trim_end(), format!("{head}:{tail}"), "{name}");
    }
    assert!(tilings.len() == 18, "{tilings:?}");
}
