//! Diagrams in files: round trips, and bytes that are no diagram.

use proptest::prelude::*;
use zlink::diagram::{Algebra, Arena, Diagram, FileError, Level, NamedDiagram, NodeId};
use zlink::limits::{Exhausted, Limits};
use zlink::puzzle::EdgeId;

const LEVELS: usize = 10;

fn limited(memory: usize) -> Limits {
    let mut limits = Limits::none();
    limits.memory = memory;
    limits
}

fn family<'a>(arena: &'a Arena, sets: &[u16]) -> Diagram<'a> {
    let mut algebra = Algebra::new(arena, LEVELS).unwrap();
    let levels = |set: u16| (0..LEVELS as u32).filter(move |l| set >> l & 1 == 1).map(Level);
    let sets: Vec<Vec<Level>> = sets.iter().map(|&set| levels(set).collect()).collect();
    let root = algebra.family(sets).unwrap();
    algebra.freeze(arena, root, (0..LEVELS as u32).map(EdgeId).collect()).unwrap()
}

fn named<'a>(arena: &'a Arena, sets: &[u16]) -> NamedDiagram<'a> {
    let names = (0..LEVELS).map(|l| format!("link({l},\"ü{}\")", l * l)).collect();
    NamedDiagram { names, diagram: family(arena, sets) }
}

fn binary(named: &NamedDiagram<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    named.write_binary(&mut bytes).unwrap();
    bytes
}

fn text(diagram: &Diagram<'_>) -> String {
    let mut bytes = Vec::new();
    diagram.write_text(&mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn files_give_back_what_was_written(sets in prop::collection::vec(0..1u16 << LEVELS, 0..100)) {
        let arena = Arena::new(&Limits::none());
        let named = named(&arena, &sets);
        let bytes = binary(&named);
        let read = NamedDiagram::read_binary(&bytes, &arena);
        prop_assert_eq!(read.as_ref(), Ok(&named));
        let text = text(&named.diagram);
        let read = Diagram::read_text(text.as_bytes(), Some(LEVELS), &arena);
        prop_assert_eq!(read.as_ref(), Ok(&named.diagram));
    }

    #[test]
    fn damage_is_noticed(sets in prop::collection::vec(0..1u16 << LEVELS, 0..20),
                         at in any::<prop::sample::Index>(), flip in 1..=255u8) {
        let arena = Arena::new(&Limits::none());
        let bytes = binary(&named(&arena, &sets));
        let mut damaged = bytes.clone();
        let at = at.index(bytes.len());
        damaged[at] ^= flip;
        prop_assert!(NamedDiagram::read_binary(&damaged, &arena).is_err());
        prop_assert!(NamedDiagram::read_binary(&bytes[..at], &arena).is_err());
        let longer = [&bytes[..], &[flip]].concat();
        prop_assert!(NamedDiagram::read_binary(&longer, &arena).is_err());
    }

    #[test]
    fn any_bytes_are_survived(mut bytes in prop::collection::vec(any::<u8>(), 0..200), dress in 0..3) {
        let arena = Arena::new(&limited(1 << 20));
        if dress > 0 {
            bytes.splice(0..0, *b"zlinkzdd\x01");
        }
        if dress > 1 {
            // With the checksum that it should have, only the contents are wrong.
            let sum = bytes.iter().fold(0xCBF2_9CE4_8422_2325u64, |sum, &byte| {
                (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
            });
            bytes.extend(sum.to_le_bytes());
        }
        let _ = NamedDiagram::read_binary(&bytes, &arena);
        let _ = Diagram::read_text(&bytes, None, &arena);
    }

    #[test]
    fn any_lines_are_survived(lines in prop::collection::vec("[0-9BT]{1,3} [0-9]{1,2} [0-9BT] [0-9BT]{1,2}|[.BT]", 0..12)) {
        let arena = Arena::new(&Limits::none());
        if let Ok(diagram) = Diagram::read_text(lines.join("\n").as_bytes(), None, &arena) {
            prop_assert!(diagram.count(&Limits::none()).is_ok());
        }
    }
}

#[test]
fn the_text_is_that_of_graphillion() {
    let arena = Arena::new(&Limits::none());
    // What Graphillion 2.1 dumps for {a,b}, {c}, {d}, {a,c,d} over a, b, c, d.
    let dumped = "6 4 B T\n18 3 B 6\n12 3 6 T\n22 2 18 T\n24 1 12 22\n.\n";
    let diagram = Diagram::read_text(dumped.as_bytes(), None, &arena).unwrap();
    let mut sets: Vec<Vec<u32>> = diagram.sets().map(|set| set.iter().map(|e| e.0).collect()).collect();
    sets.sort();
    assert_eq!(sets, [vec![0, 1], vec![0, 2, 3], vec![2], vec![3]]);
    assert_eq!(text(&diagram), "2 4 B T\n3 3 B 2\n4 3 2 T\n5 2 3 T\n6 1 4 5\n.\n");
    for (terminal, root) in [("B\n.\n", NodeId::EMPTY), ("T\n.\n", NodeId::UNIT)] {
        let diagram = Diagram::read_text(terminal.as_bytes(), None, &arena).unwrap();
        assert_eq!(diagram.root(), root);
        assert_eq!(text(&diagram), terminal);
    }
}

#[test]
fn bad_text_is_explained() {
    let arena = Arena::new(&Limits::none());
    for (text, message) in [
        ("", "this is not a text of nodes"),
        ("edge(0,1).", "this is not a text of nodes"),
        ("2 1 B T\nmore\n.", "the file is wrong at line 2: expected `ID ELEMENT LO HI`, `B`, `T` or `.`"),
        ("2 1 B T\n", "the file ends too early, at byte 8"),
        ("2 1 B 3\n.", "the file is wrong at line 1: no node 3 comes before"),
        ("2 1 B T\n2 1 T T\n.", "the file is wrong at line 2: node 2 comes twice"),
        ("2 1 B T\n3 1 2 T\n.", "the file is wrong at line 2: an arc does not lead to a later element"),
        ("2 0 B T\n.", "the file is wrong at line 1: 0 is no element from 1 to 0"),
        ("2 1 B T\n.\nmore", "the file is wrong at line 3: there is more behind the full stop"),
        ("2 4000000000 B T\n.", "this is not a diagram that uses most of its elements"),
    ] {
        let error = Diagram::read_text(text.as_bytes(), None, &arena).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    let few = Diagram::read_text(b"2 3 B T\n.", Some(2), &arena).unwrap_err();
    assert_eq!(few.to_string(), "the file is wrong at line 1: 3 is no element from 1 to 2");
}

#[test]
fn bad_binaries_are_explained() {
    let arena = Arena::new(&Limits::none());
    let bytes = binary(&named(&arena, &[3, 5, 9]));
    let read = |bytes: &[u8]| NamedDiagram::read_binary(bytes, &arena).unwrap_err();
    assert_eq!(read(b""), FileError::NotThisForm("a diagram of zlink"));
    assert_eq!(read(b"edge(0,1)."), FileError::NotThisForm("a diagram of zlink"));
    assert_eq!(read(&bytes[..8]), FileError::Truncated(8));
    assert!(matches!(read(&bytes[..40]), FileError::Truncated(_)));
    let mut later = bytes.clone();
    later[8] = 2;
    assert_eq!(read(&later), FileError::Version(2));
    let mut renamed = bytes.clone();
    let at = bytes.windows(5).position(|w| w == b"link(").unwrap();
    renamed[at] = b'L';
    assert_eq!(read(&renamed), FileError::Checksum);
}

#[test]
fn a_file_that_needs_more_than_the_limit_is_refused() {
    let arena = Arena::new(&Limits::none());
    let sets: Vec<u16> = (0..1000).filter(|s| s % 7 < 3).collect();
    let bytes = binary(&named(&arena, &sets));
    let small = Arena::new(&limited(500));
    let error = NamedDiagram::read_binary(&bytes, &small).unwrap_err();
    assert_eq!(error, FileError::Exhausted(Exhausted::Memory));
}

#[test]
fn edges_in_no_set_are_kept() {
    let arena = Arena::new(&Limits::none());
    let diagram = family(&arena, &[3, 5]).with_absent(&[EdgeId(20), EdgeId(30)]).unwrap();
    assert_eq!(diagram.variables()[..3], [EdgeId(20), EdgeId(30), EdgeId(0)]);
    assert_eq!(diagram.row_widths()[..2], [0, 0]);
    let sets: Vec<_> = diagram.sets().collect();
    assert_eq!(sets, [vec![EdgeId(0), EdgeId(1)], vec![EdgeId(0), EdgeId(2)]]);
    assert!(diagram.contains(&[EdgeId(0), EdgeId(1)]) && !diagram.contains(&[EdgeId(20)]));
}
