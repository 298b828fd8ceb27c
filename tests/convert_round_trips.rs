//! What is written in a format is read as the same puzzle.

use proptest::prelude::*;
use zlink::convert::{Document, Format, detect, read, write};
use zlink::facts::Source;
use zlink::puzzle::{CellId, EdgeId};

fn again(format: Format, document: &Document) -> Document {
    let text = write(format, document).unwrap_or_else(|error| panic!("{format:?}: {error}")).text;
    read(format, &Source::new("again", text.clone()))
        .unwrap_or_else(|error| panic!("{format:?}: {error}\n{text}"))
}

/// Everything a puzzle is, in numbers.
fn shape(document: &Document) -> impl PartialEq + std::fmt::Debug + use<> {
    let puzzle = &document.puzzle;
    let edges: Vec<_> = (0..puzzle.edge_count()).map(|e| puzzle.edge_ends(EdgeId::from_index(e))).collect();
    let cells: Vec<_> = (0..puzzle.cell_count())
        .map(|c| {
            let cell = puzzle.cell(CellId::from_index(c));
            (cell.edges.to_vec(), cell.clue)
        })
        .collect();
    let rules = (puzzle.topology(), puzzle.cover(), puzzle.required().to_vec(), puzzle.forbidden().to_vec());
    let labels = document.labels.clone();
    (puzzle.vertex_count(), edges, cells, puzzle.pairs().to_vec(), labels, rules)
}

fn slitherlink() -> impl Strategy<Value = String> {
    (1usize..9, 1usize..9).prop_flat_map(|(rows, columns)| {
        let sign = prop_oneof![3 => Just('.'), 2 => prop::sample::select(vec!['0', '1', '2', '3', '4'])];
        prop::collection::vec(prop::collection::vec(sign, columns), rows).prop_map(move |rows_of| {
            let rows_of: Vec<String> = rows_of.into_iter().map(String::from_iter).collect();
            format!("{rows} {columns}\n{}\n", rows_of.join("\n"))
        })
    })
}

/// What pairs are called: numbers in any order, letters and signs of one character, words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Names {
    Numbers,
    Letters,
    Words,
}

impl Names {
    fn word(self, pair: usize, seed: u64) -> String {
        match self {
            // No two of them are the same: 37 and 4001 have no common divisor.
            Names::Numbers => ((37 * pair as u64 + seed % 4001) % 4001).to_string(),
            Names::Letters => {
                ['z', 'A', 'é', '9', '$', '"', '\\', 'x', 'B', '5', '@', '{'][pair % 12].to_string()
            }
            Names::Words => ["a", "red", "012", "-7", "A", "\"q\"", "\\n", "not", "été", "%x", "x#", "1e3"]
                [pair % 12]
                .into(),
        }
    }
}

/// A grid with pairs at random places, as words.
fn numberlink() -> impl Strategy<Value = (Names, usize, Vec<String>)> {
    let names = prop::sample::select(vec![Names::Numbers, Names::Letters, Names::Words]);
    (names, 2usize..8, 2usize..8, 1usize..12, any::<u64>()).prop_map(|(names, rows, columns, pairs, seed)| {
        let mut places: Vec<usize> = (0..rows * columns).collect();
        let mut state = seed | 1;
        for i in (1..places.len()).rev() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            places.swap(i, (state >> 33) as usize % (i + 1));
        }
        let mut words = vec![".".to_owned(); rows * columns];
        for (pair, ends) in places.chunks_exact(2).take(pairs).enumerate() {
            ends.iter().for_each(|&place| words[place] = names.word(pair, seed));
        }
        (names, columns, words)
    })
}

fn graph() -> impl Strategy<Value = String> {
    prop::collection::btree_set((0u32..12, 0u32..12), 1..30).prop_map(|pairs| {
        let all: std::collections::BTreeSet<(u32, u32)> =
            pairs.into_iter().filter(|(u, v)| u != v).map(|(u, v)| (u.min(v), u.max(v))).collect();
        let lines: Vec<String> = all
            .iter()
            .map(|(u, v)| format!("{} {}", "abcdefghijkl".get(*u as usize..).unwrap_or("z"), v))
            .collect();
        lines.join("\n") + "\n0 1\n"
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn slitherlinks_on_grids(text in slitherlink()) {
        let document = read(Format::Slitherlink, &Source::new("text", text.clone())).unwrap();
        prop_assert_eq!(&write(Format::Slitherlink, &document).unwrap().text, &text);
        for format in [Format::Facts, Format::Slitherlink, Format::Pzpr, Format::Loopy] {
            let text = write(format, &document).unwrap().text;
            prop_assert_eq!(detect(&Source::new("text", text)), format);
            let same = again(format, &document);
            if format == Format::Loopy {
                // Other numbers, the same puzzle.
                let back = write(Format::Slitherlink, &same).unwrap().text;
                prop_assert!(back == text_of(&document) || transposed(&back) == text_of(&document));
            } else {
                prop_assert_eq!(shape(&same), shape(&document));
            }
        }
    }

    #[test]
    fn numberlinks_on_grids((names, columns, words) in numberlink()) {
        // A line that begins with % would be a comment.
        prop_assume!(!words.chunks(columns).any(|row| row[0].starts_with(['%', '#'])));
        let rows: Vec<String> = words.chunks(columns).map(|row| row.join(" ")).collect();
        let text = format!("{} {columns}\n{}\n", rows.len(), rows.join("\n"));
        let document = read(Format::Numberlink, &Source::new("text", text.clone())).unwrap();
        let written = write(Format::Numberlink, &document).unwrap();
        prop_assert_eq!((&written.text, written.lost), (&text, vec![]));
        for format in [Format::Facts, Format::Numberlink, Format::Pzpr] {
            let same = again(format, &document);
            if format == Format::Facts {
                prop_assert_eq!(shape(&same), shape(&document));
            } else {
                prop_assert_eq!(shape(&again(format, &same)), shape(&same));
                prop_assert_eq!(same.puzzle.pairs().len(), document.puzzle.pairs().len());
            }
            let lost = write(format, &document).unwrap().lost;
            let is_said = format != Format::Pzpr || names == Names::Numbers;
            prop_assert_eq!(write(Format::Numberlink, &same).unwrap().text == text, is_said);
            prop_assert_eq!(lost.is_empty(), is_said);
        }
        prop_assert!(write(Format::Flow, &document).is_err(), "the paths need not cover the grid");
    }

    #[test]
    fn flows_on_grids((names, columns, words) in numberlink()) {
        let words: Vec<char> = match names {
            Names::Letters => words.iter().map(|word| word.chars().next().unwrap_or('.')).collect(),
            _ => return Ok(()),
        };
        let flow: String = words.chunks(columns).map(|row| row.iter().collect::<String>() + "\n").collect();
        let document = read(Format::Flow, &Source::new("text", flow.clone())).unwrap();
        prop_assert!(document.puzzle.cover());
        let written = write(Format::Flow, &document).unwrap();
        prop_assert_eq!((written.text, written.lost), (flow, vec![]));
        prop_assert_eq!(shape(&again(Format::Flow, &document)), shape(&document));
    }

    /// Labels of every kind, some of them the same, on pairs in any order: no writer mixes pairs up.
    #[test]
    fn labels_that_a_format_cannot_say(
        labels in prop::collection::vec(prop::sample::select(vec!["1", "2", "\"1\"", "a", "\"a\"", "\"b c\"", "f(1)", "\".\"", "\"\"", "99999", "-1"]), 4),
        cover in any::<bool>(),
    ) {
        let mut facts = String::from(if cover { "node(0..11). cover.\n" } else { "node(0..11).\n" });
        for v in 0..12 {
            facts += &if v % 4 < 3 { format!("edge({v},{}). ", v + 1) } else { String::new() };
            facts += &if v < 8 { format!("edge({v},{}).\n", v + 4) } else { String::new() };
        }
        for (i, label) in labels.iter().enumerate() {
            facts += &format!("pair_label({},{i},{label}). pair({i},{}).\n", i + 8, i + 8);
        }
        let document = read(Format::Facts, &Source::new("facts", facts)).unwrap();
        prop_assert_eq!(shape(&again(Format::Facts, &document)), shape(&document));
        let formats = if cover { &[Format::Flow][..] } else { &[Format::Numberlink, Format::Pzpr] };
        for &format in formats {
            let written = write(format, &document).unwrap();
            let same = read(format, &Source::new("again", written.text.clone())).unwrap();
            prop_assert_eq!(same.puzzle.pairs(), document.puzzle.pairs());
            let words = |document: &Document| -> Vec<String> {
                let pairs = document.puzzle.pairs().iter();
                pairs.map(|&pair| document.labels.word(pair).unwrap_or_default().into_owned()).collect()
            };
            prop_assert_eq!(words(&same) != words(&document), !written.lost.is_empty());
            prop_assert_eq!(write(format, &same).unwrap().text, written.text);
        }
    }

    #[test]
    fn graphs(text in graph()) {
        let document = read(Format::EdgeList, &Source::new("text", text)).unwrap();
        for format in [Format::Facts, Format::EdgeList, Format::Dimacs, Format::Graphml] {
            let same = again(format, &document);
            prop_assert_eq!(shape(&same), shape(&document));
            let text = write(format, &document).unwrap().text;
            prop_assert_eq!(detect(&Source::new("text", text)), format);
        }
        let names = again(Format::Graphml, &again(Format::EdgeList, &document)).to_facts();
        prop_assert_eq!(names, document.to_facts());
    }

    #[test]
    fn no_text_breaks_a_reader(text in "[0-9a-zA-Z./:_<>=\" \n#?%+-]{0,80}") {
        let source = Source::new("text", text);
        for format in [
            Format::Facts, Format::Slitherlink, Format::Numberlink, Format::Flow, Format::Pzpr, Format::Loopy,
            Format::Dimacs, Format::EdgeList, Format::Graphml,
        ] {
            let _ = read(format, &source);
        }
        let _ = read(detect(&source), &source);
    }

    #[test]
    fn no_address_breaks_its_reader(
        genre in prop::sample::select(vec!["slither", "numlin", "puzz.link/p?slither", "x"]),
        (width, height) in (0usize..12, 0usize..12),
        cells in "[0-9a-z.%=+-]{0,40}",
    ) {
        let _ = read(Format::Pzpr, &Source::new("text", format!("{genre}/{width}/{height}/{cells}")));
    }

    #[test]
    fn no_game_id_breaks_its_reader(
        (width, height, tiling) in (0usize..9, 0usize..9, 0usize..20),
        clues in "([0-9a-dA-Z,]{0,60}_|[0-9]{2}[ABUV]{1,9}_|[0-9]{2}[CDXY]{1,9}_|([0-9],){3,6}[HTPF]_|[0-9]{1,6}[GDJLXPSFY]_|G[0-9,-]{5,12}_)?[0-9a-zA-C]{0,60}",
    ) {
        let _ = read(Format::Loopy, &Source::new("text", format!("{width}x{height}t{tiling}dh:{clues}")));
    }
}

fn text_of(document: &Document) -> String {
    write(Format::Slitherlink, document).unwrap().text
}

fn transposed(text: &str) -> String {
    let rows: Vec<Vec<char>> = text.lines().skip(1).map(|line| line.chars().collect()).collect();
    let columns = rows.first().map_or(0, Vec::len);
    let turned: Vec<String> = (0..columns).map(|c| rows.iter().map(|row| row[c]).collect()).collect();
    format!("{columns} {}\n{}\n", rows.len(), turned.join("\n"))
}

#[test]
fn real_addresses_are_read() {
    let read = |text: &str| read(Format::Pzpr, &Source::new("text", text)).unwrap();
    // One blank behind a clue is in 5 to 9, two are in a to e, more are letters from g on.
    let document = read("https://puzz.link/p?slither/3/3/ba73");
    assert_eq!(text_of(&document), "3 3\n1..\n0..\n2.3\n");
    let document = read("http://pzv.jp/p.html?numlin/3/2/1-10g-10g1");
    assert_eq!(write(Format::Numberlink, &document).unwrap().text, "2 3\n1 16 .\n16 . 1\n");
    let file = "pzprv3\nslither\n2\n3\n1 . - \n. 3 0 \n";
    assert_eq!(text_of(&read(file)), "2 3\n1..\n.30\n");
}
