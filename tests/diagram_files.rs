//! Diagrams in files: round trips, and bytes that are no diagram.

use proptest::prelude::*;
use zlink::diagram::{Algebra, Diagram, Element, FileError, Level, NodeId};
use zlink::family::NamedFamily;
use zlink::limits::{Interrupted, Limits};

const LEVELS: usize = 10;

fn limited(memory: usize) -> Limits {
    Limits::none().within(memory)
}

fn family(limits: &Limits, sets: &[u16]) -> Diagram {
    let mut algebra = Algebra::new(limits, LEVELS).unwrap();
    let levels = |set: u16| (0..LEVELS as u32).filter(move |l| set >> l & 1 == 1).map(Level);
    let sets: Vec<Vec<Level>> = sets.iter().map(|&set| levels(set).collect()).collect();
    let root = algebra.family(sets).unwrap();
    algebra.freeze(root, (0..LEVELS as u32).map(Element).collect()).unwrap()
}

fn named(limits: &Limits, sets: &[u16]) -> NamedFamily {
    let names = (0..LEVELS).map(|l| format!("link({l},\"ü{}\")", l * l)).collect();
    NamedFamily { names, family: family(limits, sets).into() }
}

fn binary(named: &NamedFamily) -> Vec<u8> {
    let mut bytes = Vec::new();
    named.write_binary(&mut bytes).unwrap();
    bytes
}

fn text(diagram: &Diagram) -> String {
    let mut bytes = Vec::new();
    diagram.write_text(&mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn files_give_back_what_was_written(sets in prop::collection::vec(0..1u16 << LEVELS, 0..100)) {
        let limits = Limits::none();
        let named = named(&limits, &sets);
        let bytes = binary(&named);
        let read = NamedFamily::read_binary(&bytes, &limits);
        prop_assert_eq!(read.as_ref(), Ok(&named));
        let text = text(named.family.diagram());
        let read = Diagram::read_text(text.as_bytes(), Some(LEVELS), &limits);
        prop_assert_eq!(read.as_ref(), Ok(named.family.diagram()));
    }

    #[test]
    fn damage_is_noticed(sets in prop::collection::vec(0..1u16 << LEVELS, 0..20),
                         at in any::<prop::sample::Index>(), flip in 1..=255u8) {
        let limits = Limits::none();
        let bytes = binary(&named(&limits, &sets));
        let mut damaged = bytes.clone();
        let at = at.index(bytes.len());
        damaged[at] ^= flip;
        prop_assert!(NamedFamily::read_binary(&damaged, &limits).is_err());
        prop_assert!(NamedFamily::read_binary(&bytes[..at], &limits).is_err());
        let longer = [&bytes[..], &[flip]].concat();
        prop_assert!(NamedFamily::read_binary(&longer, &limits).is_err());
    }

    #[test]
    fn any_bytes_are_survived(mut bytes in prop::collection::vec(any::<u8>(), 0..200), dress in 0..3) {
        let limits = limited(1 << 20);
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
        let _ = NamedFamily::read_binary(&bytes, &limits);
        let _ = Diagram::read_text(&bytes, None, &limits);
    }

    #[test]
    fn any_lines_are_survived(lines in prop::collection::vec("[0-9BT]{1,3} [0-9]{1,2} [0-9BT] [0-9BT]{1,2}|[.BT]", 0..12)) {
        let limits = Limits::none();
        if let Ok(diagram) = Diagram::read_text(lines.join("\n").as_bytes(), None, &limits) {
            prop_assert!(diagram.count(&Limits::none()).is_ok());
        }
    }
}

#[test]
fn the_text_is_that_of_graphillion() {
    let limits = Limits::none();
    // What Graphillion 2.1 dumps for {a,b}, {c}, {d}, {a,c,d} over a, b, c, d.
    let dumped = "6 4 B T\n18 3 B 6\n12 3 6 T\n22 2 18 T\n24 1 12 22\n.\n";
    let diagram = Diagram::read_text(dumped.as_bytes(), None, &limits).unwrap();
    let mut sets: Vec<Vec<u32>> = diagram.sets().map(|set| set.iter().map(|e| e.0).collect()).collect();
    sets.sort();
    assert_eq!(sets, [vec![0, 1], vec![0, 2, 3], vec![2], vec![3]]);
    assert_eq!(text(&diagram), "2 4 B T\n3 3 B 2\n4 3 2 T\n5 2 3 T\n6 1 4 5\n.\n");
    for (terminal, root) in [("B\n.\n", NodeId::EMPTY), ("T\n.\n", NodeId::UNIT)] {
        let diagram = Diagram::read_text(terminal.as_bytes(), None, &limits).unwrap();
        assert_eq!(diagram.root(), root);
        assert_eq!(text(&diagram), terminal);
    }
}

#[test]
fn bad_text_is_explained() {
    let limits = Limits::none();
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
        let error = Diagram::read_text(text.as_bytes(), None, &limits).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    let few = Diagram::read_text(b"2 3 B T\n.", Some(2), &limits).unwrap_err();
    assert_eq!(few.to_string(), "the file is wrong at line 1: 3 is no element from 1 to 2");
}

#[test]
fn bad_binaries_are_explained() {
    let limits = Limits::none();
    let bytes = binary(&named(&limits, &[3, 5, 9]));
    let read = |bytes: &[u8]| NamedFamily::read_binary(bytes, &limits).unwrap_err();
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
    let limits = Limits::none();
    let sets: Vec<u16> = (0..1000).filter(|s| s % 7 < 3).collect();
    let bytes = binary(&named(&limits, &sets));
    let small = limited(500);
    let error = NamedFamily::read_binary(&bytes, &small).unwrap_err();
    assert_eq!(error, FileError::Interrupted(Interrupted::Memory));
}

#[test]
fn edges_in_no_set_are_kept() {
    let limits = Limits::none();
    let diagram = family(&limits, &[3, 5]).with_absent(&[Element(20), Element(30)]).unwrap();
    assert_eq!(diagram.variables()[..3], [Element(20), Element(30), Element(0)]);
    assert_eq!(diagram.row_widths()[..2], [0, 0]);
    let sets: Vec<_> = diagram.sets().collect();
    assert_eq!(sets, [vec![Element(0), Element(1)], vec![Element(0), Element(2)]]);
    assert!(diagram.contains(&[Element(0), Element(1)]) && !diagram.contains(&[Element(20)]));
}
