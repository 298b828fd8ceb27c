//! A puzzle that is written in a format and read again does not change.

use proptest::prelude::*;
use zlink::convert::{Document, Format, Recognised, detect, read, recognise, write};
use zlink::facts::Source;
use zlink::puzzle::{CellId, EdgeId, VertexId, check};

fn again(format: Format, document: &Document) -> Document {
    let text = write(format, document).unwrap_or_else(|error| panic!("{format:?}: {error}")).text;
    read(format, &Source::new("again", text.clone()))
        .unwrap_or_else(|error| panic!("{format:?}: {error}\n{text}"))
}

/// All parts of a puzzle, as numbers.
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

/// The kind of labels of pairs: numbers in any order, letters and signs of one character, words.
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

/// Facts of a graph of up to eight vertices and few edges, and whether all names are plain words.
fn lone_vertices() -> impl Strategy<Value = (String, bool)> {
    const PLAIN: [&str; 8] = ["1", "b", "2", "0", "c_d", "x", "17", "y"];
    const ODD: [&str; 8] =
        ["1", "\"1\"", "f(1,a)", "\"f(1,a)\"", "\"a\\nb\"", "\"\r<&>\"", "\"a--b \"", "-3"];
    let edges = prop::collection::btree_set((0usize..8, 0usize..8), 0..4);
    let names = prop::bool::ANY.prop_flat_map(|is_plain| {
        let names = Just(if is_plain { PLAIN } else { ODD }.to_vec()).prop_shuffle();
        (Just(is_plain), names)
    });
    (1usize..9, names, edges, any::<bool>()).prop_map(|(count, (is_plain, names), edges, has_positions)| {
        let mut facts: String = names[..count].iter().map(|name| format!("node({name}).\n")).collect();
        for (u, v) in edges.into_iter().filter(|&(u, v)| u < v && v < count) {
            facts += &format!("edge({},{}).\n", names[u], names[v]);
        }
        if has_positions {
            facts += &format!("pos({},3,-4).\n", names[count - 1]);
        }
        (facts, is_plain)
    })
}

/// The names or numbers of the vertices, and of the ends of the edges, sorted.
fn named_graph(document: &Document, are_numbers: bool) -> (Vec<String>, Vec<[String; 2]>) {
    let puzzle = &document.puzzle;
    let name = |v: VertexId| match are_numbers {
        true => v.index().to_string(),
        false => document.names.vertex(v).to_string(),
    };
    let mut vertices: Vec<String> =
        (0..puzzle.vertex_count()).map(|v| name(VertexId::from_index(v))).collect();
    let mut edges: Vec<[String; 2]> =
        (0..puzzle.edge_count()).map(|e| puzzle.edge_ends(EdgeId::from_index(e)).map(name)).collect();
    edges.iter_mut().for_each(|ends| ends.sort());
    vertices.sort();
    edges.sort();
    (vertices, edges)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn slitherlinks_on_grids(text in slitherlink()) {
        let document = read(Format::Slitherlink, &Source::new("text", text.clone())).unwrap();
        prop_assert_eq!(&write(Format::Slitherlink, &document).unwrap().text, &text);
        for format in
            [Format::Facts, Format::Slitherlink, Format::Pzpr, Format::Penpa, Format::Loopy, Format::Janko]
        {
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

    /// Slitherlinks with any sign for empty squares, a size or none, blanks or none between signs, comments and blanks at line ends.
    #[test]
    fn slitherlinks_of_other_hands(
        text in slitherlink(),
        empty in prop::sample::select(vec![".", "-", "_", "?", "*", " ", "-1"]),
        (is_sized, has_blanks, has_comment) in any::<(bool, bool, bool)>(),
    ) {
        let signs = |row: &str| row.chars().map(|sign| if sign == '.' { empty.to_owned() } else { sign.to_string() }).collect::<Vec<_>>();
        let rows: Vec<Vec<String>> = text.lines().skip(1).map(signs).collect();
        let has_blanks = (has_blanks || empty == "-1") && empty != " ";
        // Blanks in the same columns of all rows stand between signs, and a single row could be anything.
        let is_blank = |row: &Vec<String>| row.iter().map(|sign| sign == " ").collect::<Vec<_>>();
        prop_assume!(empty != " " || is_sized && rows[0].len() > 2 && rows.len() > 2 || rows.iter().any(|row| is_blank(row) != is_blank(&rows[0])));
        // Blank lines above a grid are no rows of it.
        prop_assume!(empty != " " || is_sized || is_blank(&rows[0]).contains(&false));
        prop_assume!(empty != "-1" || rows[0].len() > 1 || is_sized);
        let mut other = if has_comment { "# a comment\n".to_owned() } else { String::new() };
        if is_sized {
            other += text.lines().next().unwrap();
            other += "\n";
        }
        for row in &rows {
            other += &(row.join(if has_blanks { " " } else { "" }) + "\n");
        }
        match read(Format::Slitherlink, &Source::new("text", other.clone())) {
            // Blanks may be separators, and a row the size.
            Ok(document) if !document.warnings.is_empty() => {}
            Ok(document) => prop_assert_eq!(write(Format::Slitherlink, &document).unwrap().text, text, "{}", other),
            // What could be read in two ways is refused.
            Err(error) => prop_assert!(empty == " " || error.message.contains("may"), "{error}{other}"),
        }
    }

    #[test]
    fn numberlinks_on_grids((names, columns, words) in numberlink()) {
        // Where every square has a label, 0 and -1 could be empty squares.
        prop_assume!(words.iter().any(|word| word == ".") || !words.iter().any(|word| word == "0" || word == "-1"));
        // A line that begins with % would be a comment.
        prop_assume!(!words.chunks(columns).any(|row| row[0].starts_with(['%', '#'])));
        let rows: Vec<String> = words.chunks(columns).map(|row| row.join(" ")).collect();
        let text = format!("{} {columns}\n{}\n", rows.len(), rows.join("\n"));
        let document = read(Format::Numberlink, &Source::new("text", text.clone())).unwrap();
        let written = write(Format::Numberlink, &document).unwrap();
        prop_assert_eq!((&written.text, written.lost), (&text, vec![]));
        for format in [Format::Facts, Format::Numberlink, Format::Pzpr, Format::Penpa, Format::Janko] {
            let same = again(format, &document);
            if format == Format::Facts {
                prop_assert_eq!(shape(&same), shape(&document));
            } else {
                prop_assert_eq!(shape(&again(format, &same)), shape(&same));
                prop_assert_eq!(same.puzzle.pairs().len(), document.puzzle.pairs().len());
            }
            let lost = write(format, &document).unwrap().lost;
            let has_numbers = matches!(format, Format::Pzpr | Format::Janko);
            let is_said = !has_numbers || names == Names::Numbers;
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
        let formats = match cover {
            true => &[Format::Flow, Format::Pzpr][..],
            false => &[Format::Numberlink, Format::Pzpr, Format::Penpa],
        };
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
        for format in [Format::Facts, Format::EdgeList, Format::Dimacs, Format::Graphml, Format::Dot] {
            let same = again(format, &document);
            prop_assert_eq!(shape(&same), shape(&document));
            let text = write(format, &document).unwrap().text;
            prop_assert_eq!(detect(&Source::new("text", text)), format);
        }
        let names = again(Format::Dot, &again(Format::Graphml, &again(Format::EdgeList, &document))).to_facts();
        prop_assert_eq!(names, document.to_facts());
    }

    /// Graphs with vertices that no edge has, or without any edge.
    #[test]
    fn graphs_with_lone_vertices((facts, is_plain) in lone_vertices()) {
        let document = read(Format::Facts, &Source::new("facts", facts)).unwrap();
        for format in [Format::Facts, Format::EdgeList, Format::Dimacs, Format::Graphml, Format::Graph6, Format::Dot] {
            let text = write(format, &document).unwrap().text;
            prop_assert_eq!(detect(&Source::new("text", text.clone())), format, "{}", text);
            let same = again(format, &document);
            match format {
                // The vertices have another order.
                Format::EdgeList => {
                    let are_numbers = text.contains("# vertex 0 is");
                    prop_assert_eq!(named_graph(&same, false), named_graph(&document, are_numbers), "{}", text);
                }
                // The edges have another order.
                Format::Graph6 => prop_assert_eq!(named_graph(&same, true), named_graph(&document, true), "{}", text),
                _ => prop_assert_eq!(shape(&same), shape(&document), "{}", text),
            }
            if matches!(format, Format::Facts | Format::Graphml | Format::Dot) {
                prop_assert_eq!(&same.positions, &document.positions, "{}", text);
                prop_assert!(!is_plain || named_graph(&same, false) == named_graph(&document, false), "{}", text);
            }
        }
    }

    #[test]
    fn no_graphml_breaks_its_reader(
        parts in prop::collection::vec(
            prop::sample::select(vec![
                "<graphml>", "</graphml>", "<graph>", "</graph>", "<node id=\"a\">", "<node id='b'/>", "</node>", "<edge",
                " source=\"a\"", " target='b'", "/>", ">", "<key id=\"x\" attr.name=\"x\"/>", "<data key=\"x\">", "</data>", "1",
                "<!--", "-->", "<![CDATA[", "]]>", "<!DOCTYPE graphml [", "<!ENTITY a \"b\">", "]>", "&a;", "&#13;", "\r\n", "\0", "é",
                " xmlns=\"urn:x\"", "<x:node xmlns:x='urn:x' id='c'/>", "<?xml version=\"1.0\"?>", "\u{feff}", "\"", "&#", "&amp;",
            ]),
            0..20,
        ),
    ) {
        read_as_anything(parts.concat());
        read_as_anything(format!("<graphml><graph>{}</graph></graphml>", parts.concat()));
    }

    #[test]
    fn no_text_breaks_a_reader(text in "[0-9a-zA-Z./:;,|_<>=\" \n#?%+\\[\\]-]{0,80}") {
        read_as_anything(text);
    }

    #[test]
    fn no_drawing_no_board_and_no_level_breaks_its_reader(
        drawing in "[0-9]{1,2} [0-9]{1,2}\n([# ]{0,6}\n){0,6}",
        rows in "([AB.#+]{3,4}\n){2,4}",
        frame in "\\+-\\+-\\+-\\+\n(\\|[AB.#+ ][| ][AB.#+][| ][AB.#+]\\|\n\\+[- ]\\+[- ]\\+[- ]\\+\n){1,3}",
        level in "[0-4](:[0-4])?(\\+B)?,0,1,[0-3](,[0-9:]{0,4}){0,2}(,[0-9]\\|[0-9])?(;[0-9](,[0-9]){0,4}){0,3}",
    ) {
        for text in [drawing, rows, frame, level] {
            read_as_anything(text);
        }
    }

    #[test]
    fn no_puzzle_file_breaks_its_reader(
        lines in prop::collection::vec(
            prop::sample::select(vec![
                "begin", "puzzle slitherlink", "puzzle numberlink", "size 2", "rows 2", "cols 2", "size", "unit 3",
                "[problem]", "[solution]", "[moves]", "[areas]", "- 1", "1 -", "3 3", "x -", "x x", "", "end",
            ]),
            0..12,
        ),
    ) {
        read_as_anything(lines.join("\n"));
    }

    #[test]
    fn drawn_loops(
        (width, intervals) in (1usize..9).prop_flat_map(|w| (Just(w), prop::collection::vec((0..w, 0..w), 1..8))),
    ) {
        // Each row overlaps the one before, so the loop does not touch itself.
        let mut rows: Vec<String> = Vec::new();
        let mut last = (0, width - 1);
        for (a, b) in intervals {
            let (mut low, mut high) = (a.min(b), a.max(b));
            (low, high) = (low.min(last.1), high.max(last.0));
            rows.push(format!("{}{}", " ".repeat(low), "#".repeat(high - low + 1)));
            last = (low, high);
        }
        let text = format!("{width} {}\n{}\n", rows.len(), rows.join("\n"));
        let source = Source::new("text", text.clone());
        prop_assert_eq!(detect(&source), Format::Paper);
        let document = read(Format::Paper, &source).unwrap();
        prop_assert!(check::verify(&document.puzzle, &document.answer).is_ok());
        prop_assert_eq!(&write(Format::Paper, &document).unwrap().text, &text);
        // Facts hold the answer as links, and files of janko.at as a solution.
        prop_assert_eq!(&write(Format::Paper, &again(Format::Facts, &document)).unwrap().text, &text);
        prop_assert!(write(Format::Slitherlink, &document).unwrap().without_answer);
        let janko = write(Format::Janko, &document).unwrap();
        prop_assert!(!janko.without_answer);
        prop_assert_eq!(janko.text.matches('x').count(), text.matches('#').count());
        prop_assert_eq!(shape(&again(Format::Janko, &document)), shape(&again(Format::Slitherlink, &document)));
    }

    #[test]
    fn boards_with_bridges_holes_and_walls(board in small_board()) {
        let text = board.text();
        let Ok(document) = read(Format::Flow, &Source::new("text", text.clone())) else {
            // The bridge lacks a way.
            return Ok(());
        };
        prop_assert_eq!(solutions(&document), board.solutions(), "{}", text);
        let written = write(Format::Flow, &document).unwrap().text;
        prop_assert_eq!(detect(&Source::new("text", written)), Format::Flow);
        for same in [again(Format::Flow, &document), again(Format::Facts, &document)] {
            prop_assert_eq!(solutions(&same), solutions(&document), "{}", text);
            prop_assert_eq!(write(Format::Flow, &same).unwrap(), write(Format::Flow, &document).unwrap());
        }
    }

    #[test]
    fn addresses_keep_flags_and_files_are_the_same_puzzles(
        text in slitherlink(),
        (names, columns, words) in numberlink(),
        cover in any::<bool>(),
        seed in any::<u64>(),
    ) {
        let mut document = read(Format::Slitherlink, &Source::new("text", text.clone())).unwrap();
        document.puzzle = document.puzzle.with_cover(cover);
        prop_assert_eq!(shape(&again(Format::Pzpr, &document)), shape(&document));
        let rows = spaced(&text);
        let height = rows.len();
        let width = rows[0].split(' ').count();
        let flag = if cover { "f\n" } else { "" };
        let blocks = [[height, width + 1], [height + 1, width]];
        let (lines, drawn) = drawing(blocks, seed);
        let file = format!("pzprv3\nslither\n{height}\n{width}\n{flag}{}\n{lines}", rows.join("\n"));
        let read_file = |file: &str| read(Format::Pzpr, &Source::new("file", file)).unwrap();
        prop_assert_eq!(shape(&read_file(&file)), shape(&document));
        prop_assert_eq!(read_file(&file).answer.len(), drawn);
        let quoted = format!("https://puzz.link/p?{}", file.trim_end().replace('\n', "/").replace(' ', "%20"));
        prop_assert_eq!(shape(&read_file(&quoted)), shape(&document));
        prop_assert_eq!(read_file(&quoted).answer.len(), drawn);

        if names == Names::Numbers {
            let height = words.len() / columns;
            let rows: Vec<String> = words.chunks(columns).map(|row| row.join(" ")).collect();
            let text = format!("{height} {columns}\n{}\n", rows.join("\n"));
            let mut document = read(Format::Numberlink, &Source::new("text", text)).unwrap();
            document.puzzle = document.puzzle.with_cover(cover);
            let same = again(Format::Pzpr, &document);
            prop_assert_eq!(same.puzzle.cover(), cover);
            prop_assert_eq!(same.puzzle.pairs(), document.puzzle.pairs());
            prop_assert_eq!(shape(&again(Format::Pzpr, &same)), shape(&same));
            let (lines, drawn) = drawing([[height, columns - 1], [height - 1, columns]], seed);
            let file = format!("pzprv3\nnumlin\n{height}\n{columns}\n{}\n{lines}", rows.join("\n"));
            if !words.contains(&"0".to_owned()) {
                let same = read_file(&file);
                prop_assert_eq!(same.puzzle.pairs(), document.puzzle.pairs());
                prop_assert_eq!(same.answer.len(), drawn);
            }
        }
    }

    #[test]
    fn no_address_breaks_its_reader(
        genre in prop::sample::select(vec![
            "slither", "numlin", "puzz.link/p?slither", "arukone/e", "x", "pzprv3/slither", "p?pzprv3.1/slither", "pzprv3/arukone",
            "slitherlink.html?problem=", "slither%2f", "mashu", "simpleloop", "country", "pzprv3/masyu", "pzprv3.1/country",
            "pzprv3.2/country", "pzprv3/simpleloop", "masyu.html?problem=",
        ]),
        (width, height) in (0usize..12, 0usize..12),
        cells in "[0-9a-z.%=+@*$/_ é-]{0,40}",
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

/// The rows of a grid of clues below its size, with blanks between the squares.
fn spaced(text: &str) -> Vec<String> {
    let row = |row: &str| row.chars().map(String::from).collect::<Vec<_>>().join(" ");
    text.lines().skip(1).map(row).collect()
}

/// Two blocks of lines as pzpr's files have them, and the number of lines that are drawn.
fn drawing(blocks: [[usize; 2]; 2], seed: u64) -> (String, usize) {
    let (mut text, mut drawn, mut state) = (String::new(), 0, seed | 1);
    for [rows, columns] in blocks {
        for _ in 0..rows {
            for _ in 0..columns {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let sign = ["0", "1", "-1"][(state >> 33) as usize % 3];
                drawn += usize::from(sign == "1");
                text += &format!("{sign} ");
            }
            text.push('\n');
        }
    }
    (text, drawn)
}

/// Reads a text in every format, and writes the result in every format.
fn read_as_anything(text: String) {
    let source = Source::new("text", text);
    for format in Format::ALL {
        if let Ok(document) = read(format, &source) {
            for format in Format::ALL {
                let _ = write(format, &document);
            }
        }
    }
    let _ = read(detect(&source), &source);
}

#[test]
fn every_sign_is_a_label() {
    let board = |label: char| format!("{label}..A\n....\nA..{label}\n....\n");
    let expected = read(Format::Flow, &Source::new("text", board('X'))).unwrap();
    for label in ('!'..='~').filter(|label| !".A#".contains(*label)) {
        let source = Source::new("text", board(label));
        assert_eq!(detect(&source), Format::Flow, "{label}");
        let document = read(Format::Flow, &source).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(
            (document.puzzle.pairs(), document.puzzle.edge_count()),
            (expected.puzzle.pairs(), 24),
            "{label}"
        );
        assert_eq!(document.labels.word(document.puzzle.pairs()[0]).as_deref(), Some(&*label.to_string()));
    }
    let holes = Source::new("text", board('#'));
    assert_eq!(read(Format::Flow, &holes).unwrap().puzzle.vertex_count(), 14);
    let Ok(Recognised::Document { doubt: Some(doubt), .. }) = recognise(&holes) else { panic!() };
    assert_eq!(doubt.about("it"), "it is read as flow, but may be numberlink as well");
}

#[test]
fn drawings_are_no_other_grids() {
    let source = Source::new("text", "7 5\n##   ##\n ## ##\n  ###\n ## ##\n##   ##\n");
    assert_eq!(detect(&source), Format::Paper);
    for format in [Format::Slitherlink, Format::Numberlink, Format::Flow] {
        assert!(read(format, &source).is_err(), "{format:?}");
    }
}

/// A board of three rows and columns in a frame: a bridge in the middle or a plain square, perhaps a hole, walls.
#[derive(Debug, Clone)]
struct SmallBoard {
    signs: [char; 9],
    right: [bool; 9],
    below: [bool; 9],
}

fn small_board() -> impl Strategy<Value = SmallBoard> {
    let wall = || prop::bool::weighted(0.1);
    let places = Just([0usize, 1, 2, 3, 5, 6, 7, 8]).prop_shuffle();
    let walls = (prop::array::uniform9(wall()), prop::array::uniform9(wall()));
    (places, 1usize..3, prop::bool::weighted(0.7), prop::bool::weighted(0.3), walls).prop_map(
        |(places, pairs, has_bridge, has_hole, (right, below))| {
            let mut signs = ['.'; 9];
            for (i, ends) in places.chunks_exact(2).take(pairs).enumerate() {
                ends.iter().for_each(|&place| signs[place] = ['A', 'B'][i]);
            }
            if has_bridge {
                signs[4] = '+';
            }
            if has_hole {
                signs[places[7]] = '#';
            }
            SmallBoard { signs, right, below }
        },
    )
}

impl SmallBoard {
    fn text(&self) -> String {
        let mut text = String::from("+-+-+-+\n");
        for row in 0..3 {
            text.push('|');
            for square in 3 * row..3 * row + 3 {
                text.push(self.signs[square]);
                text.push(if square % 3 == 2 || self.right[square] { '|' } else { ' ' });
            }
            text.push_str("\n+");
            for square in 3 * row..3 * row + 3 {
                text.push_str(if row == 2 || self.below[square] { "-+" } else { " +" });
            }
            text.push('\n');
        }
        text
    }

    /// How many solutions the board has by the rules of the game: sets of steps between squares, where every plain square
    /// has two steps, an end one, a bridge all four, and walking from an end, straight over bridges, leads to the
    /// other one.
    fn solutions(&self) -> usize {
        let mut steps = Vec::new();
        for square in 0..9 {
            let is_free = |other: usize| self.signs[square] != '#' && self.signs[other] != '#';
            if square % 3 < 2 && !self.right[square] && is_free(square + 1) {
                steps.push((square, square + 1));
            }
            if square < 6 && !self.below[square] && is_free(square + 3) {
                steps.push((square, square + 3));
            }
        }
        (0..1u32 << steps.len())
            .filter(|set| {
                let chosen = steps.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
                self.is_solution(&chosen.map(|(_, &step)| step).collect::<Vec<_>>())
            })
            .count()
    }

    fn is_solution(&self, steps: &[(usize, usize)]) -> bool {
        let around = |square: usize| -> Vec<usize> {
            let other = |&(a, b): &(usize, usize)| match () {
                () if a == square => Some(b),
                () if b == square => Some(a),
                () => None,
            };
            steps.iter().filter_map(other).collect()
        };
        let fits = |square: usize| {
            around(square).len()
                == match self.signs[square] {
                    '#' => 0,
                    '+' => 4,
                    '.' => 2,
                    _ => 1,
                }
        };
        if !(0..9).all(fits) {
            return false;
        }
        let mut walked = 0;
        for start in (0..9).filter(|&square| self.signs[square].is_ascii_alphabetic()) {
            let (mut before, mut here) = (start, around(start)[0]);
            walked += 1;
            while !self.signs[here].is_ascii_alphabetic() {
                let next = match self.signs[here] {
                    '+' => 2 * here - before,
                    _ => around(here).into_iter().find(|&next| next != before).unwrap(),
                };
                (before, here) = (here, next);
                walked += 1;
            }
            if here == start || self.signs[here] != self.signs[start] {
                return false;
            }
        }
        // Each step was walked in both directions, unless some are on cycles.
        walked == 2 * steps.len()
    }
}

/// The number of sets of edges that are solutions.
fn solutions(document: &Document) -> usize {
    let puzzle = &document.puzzle;
    let sets = 0..1u32 << puzzle.edge_count();
    let is_solution = |set: &u32| {
        let edges: Vec<EdgeId> =
            (0..puzzle.edge_count()).filter(|e| set >> e & 1 == 1).map(EdgeId::from_index).collect();
        check::verify(puzzle, &edges).is_ok()
    };
    sets.filter(is_solution).count()
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
    // Blanks at the end may be left out.
    assert_eq!(text_of(&read("slither/3/2/1g2")), "2 3\n1.2\n...\n");
}

#[test]
fn addresses_have_many_forms() {
    let plain = "https://puzz.link/p?slither/3/2/1g23";
    let of = |text: &str| {
        let source = Source::new("text", text);
        assert_eq!(detect(&source), Format::Pzpr, "{text}");
        let document = read(Format::Pzpr, &source).unwrap_or_else(|error| panic!("{text}: {error}"));
        write(Format::Pzpr, &document).unwrap().text
    };
    for text in [
        "puzz.link/p?slither/3/2/1g23",
        "http://pzv.jp/p.html?slither/3/2/1g23/",
        "pzprxs.vercel.app/p?slither_edit/3/2/1g23",
        "https://puzz.link/p?slither_play/3/2/1g23",
        "https://puzz.link/p?type=editor&slitherlink/3/2/1g23",
        "?slither/3/2/1g23",
        "slither/3/2/1g23hg",
        "https%3A//puzz.link/p?slither%2F3%2F2%2F1g23",
        "http://indi.s58.xrea.com/pzpr/v3/p.html?slither/3/2/1g23",
        "http://indi.s58.xrea.com/slither/sa/q.html?3/2/1g23",
        "http://www.kanpen.net/slitherlink.html?pzpr=/3/2/1g23",
        "http://www.kanpen.net/slitherlink.html?problem=2/3/1_._2/3_._./",
        "https://puzz.link/p?pzprv3/slither/2/3/1%20.%202%20/3%20.%20.%20/",
        "https://puzz.link/p?type=player&pzprv3.1/slither/2/3/1%20.%202%20%2F3%20.%20.%20%0A",
        "pzprv3/slither/2/3/1 . 2 /3 . . /",
    ] {
        assert_eq!(of(text), "https://puzz.link/p?slither/3/2/62d\n", "{text}");
    }
    assert_eq!(of(plain), of("https://puzz.link/p?slither/3/2/62d"));
    for (text, again) in [
        ("slither/f/3/2/1g23", "slither/f/3/2/62d"),
        ("pzprv3.1/slither/2/3/f/1 . 2 /3 . . /", "slither/f/3/2/62d"),
        ("numberlink/3/2/12h12", "numlin/3/2/12h12"),
        ("numlin/3/2/@0012h@0012", "numlin/3/2/@0012h@0012"),
        ("arukone/3/2/12h12", "arukone/3/2/12h12"),
        ("arukone/3/2/1-34h1-34", "arukone/3/2/1-34h1-34"),
        ("arukone/e/3/2/12h12", "numlin/3/2/12h12"),
        ("pzprv3/arukone/2/3/passallcell/A z . /. A z /", "arukone/3/2/1-34h1-34"),
        // Circles, also of sizes that fill no sign; shaded squares; regions and their numbers.
        ("mashu/f/5/5/11001201i", "mashu/f/5/5/11001201i"),
        ("http://www.kanpen.net/masyu.html?problem=2/2/1_._/._2_/", "mashu/2/2/9i"),
        ("pzprv3/mashu/2/2/f/1 . /. 2 /", "mashu/f/2/2/9i"),
        ("pearl_edit/2/2/9i", "mashu/2/2/9i"),
        ("simpleloop/6/6/3lqt8g00", "simpleloop/6/6/3lqt8g00"),
        ("pzprv3/simpleloop/2/2/. * /. . /", "simpleloop/2/2/8"),
        ("country/5/5/39j6js004g1g52", "country/5/5/39j6js004g1g52"),
        ("country/2/2/o0.g", "country/2/2/o0h"),
        ("pzprv3.2/country/2/2//0 /1 /0 1 /. . /. - /", "country/2/2/88h"),
    ] {
        assert_eq!(of(text), format!("https://puzz.link/p?{again}\n"), "{text}");
    }
    let letters = read(Format::Pzpr, &Source::new("text", "arukone/3/2/1-34h1-34")).unwrap();
    assert!(
        letters.puzzle.cover() && letters.to_facts().contains("pair_label(1,5,z)."),
        "{}",
        letters.to_facts()
    );
}

#[test]
fn lines_that_are_drawn_are_the_answer() {
    let answer = |format: Format, text: &str| {
        let document =
            read(format, &Source::new("text", text)).unwrap_or_else(|error| panic!("{text}: {error}"));
        let ends = |&edge: &EdgeId| document.puzzle.edge_ends(edge).map(|v| v.0);
        document.answer.iter().map(ends).collect::<Vec<_>>()
    };
    let around = [[0, 1], [0, 3], [1, 4], [3, 4]];
    let slither = "pzprv3\nslither\n1\n2\n4 . \n1 1 -1 \n1 0 \n1 -1 \n";
    assert_eq!(answer(Format::Pzpr, slither), around);
    let coloured = "pzprv3.1\nslither\n1\n2\nf\n4 . \n1 2 \n1 1 -1 \n1 0 \n1 -1 \nTrialData(1)\n? ? ?\n";
    assert_eq!(answer(Format::Pzpr, coloured), around);
    let numlin = "pzprv3\nnumlin\n2\n3\n1 . 1 \n2 . 2 \n1 0 \n1 1 \n0 1 -1 \ninfo:{\n \"x\": 1/2\n}\n";
    assert_eq!(answer(Format::Pzpr, numlin), [[0, 1], [1, 4], [3, 4], [4, 5]]);
    let empty = "pzprv3\nslither\n1\n1\n4 \n0 -1 \n0 \n0 \n";
    assert_eq!(answer(Format::Pzpr, empty), [[0; 2]; 0]);
    // What was taken back, and what came before a restart, is not drawn. The square in the middle has the edges 0 to 3 of its board.
    let save = |states: usize, position: usize, moves: &str| {
        format!(
            "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\nGAME    :5:Loopy\nPARAMS  :7:9x9t0de\n\
             CPARAMS :7:1x2t0de\nDESC    :2:4a\nSEED    :1:7\nNSTATES :1:{states}\nSTATEPOS:1:{position}\n{moves}"
        )
    };
    let moves = "MOVE    :4:0y4y\nMOVE    :10:1y2y3n3y4u\nSOLVE   :3:S5y\n";
    assert_eq!(answer(Format::Loopy, &save(4, 3, moves)).len(), 4);
    assert_eq!(answer(Format::Loopy, &save(4, 4, moves)).len(), 5);
    assert_eq!(answer(Format::Loopy, &save(4, 1, moves)).len(), 0);
    assert_eq!(answer(Format::Loopy, &save(5, 5, &format!("{moves}RESTART :2:4a\n"))).len(), 0);
}

#[test]
fn puzzle_files_are_read() {
    let read = |text: &str| read(Format::Janko, &Source::new("text", text)).unwrap();
    let text = "begin\npuzzle slitherlink\nauthor Somebody (the first)\nsize 3\ndepth 4\n[problem]\n- 3 -\n- 2 3\n- - -\n\
                [solution]\n- x -\n- x x\n- - -\nunit 30\n[moves]\n1,2,3\nend\n";
    assert_eq!(detect(&Source::new("text", text)), Format::Janko);
    let document = read(text);
    assert_eq!(check::verify(&document.puzzle, &document.answer), Ok(()));
    // A solution may be wrong.
    let wrong = read(&text.replace("- x x", "x - -"));
    assert!(check::verify(&wrong.puzzle, &wrong.answer).is_err());
    assert_eq!(text_of(&document), "3 3\n.3.\n.23\n...\n");
    let text =
        "begin\npuzzle arukone\nrows 2\ncols 3\n[problem]\n12 7 -\n7 - 12\n[solution]\nanything\nend\n";
    assert_eq!(write(Format::Numberlink, &read(text)).unwrap().text, "2 3\n12 7 .\n7 . 12\n");
}

#[test]
fn levels_are_read() {
    let read = |text: &str| read(Format::Flow, &Source::new("text", text)).unwrap();
    let text = "3:2+B,0,7,2,,,1|4;0,1,2,5;3,4;\n";
    assert_eq!(detect(&Source::new("text", text)), Format::Flow);
    assert_eq!(
        write(Format::Flow, &read(text)).unwrap().text,
        "+-+-+-+\n|A . .|\n+ +-+ +\n|B B A|\n+-+-+-+\n"
    );
    // Its ends alone are a level, too.
    assert_eq!(write(Format::Flow, &read("3,0,1,2,4;0,8;2,6\n")).unwrap().text, "A.B\n.+.\nB.A\n");
    assert_eq!(write(Format::Flow, &read("3,0,1,1,,1:8;0,2\n")).unwrap().text, "A#A\n...\n..#\n");
}

/// Every `tests/bad_formats/FORMAT_NAME.txt` gives exactly the message of `FORMAT_NAME.err`.
/// `UPDATE=1 cargo test --test all convert_round_trips::` writes the messages anew.
#[test]
fn every_bad_text_has_its_message() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad_formats");
    let mut texts: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "txt"))
        .collect();
    texts.sort();
    let mut wrong = Vec::new();
    let boards =
        [Format::Flow, Format::Janko, Format::Paper, Format::Pzpr, Format::Penpa, Format::Loopy].into_iter();
    for format in boards.chain(Format::ALL.into_iter().filter(|format| format.is_graph())) {
        let prefix = format.name();
        let of_format =
            texts.iter().filter(|text| text.file_name().unwrap().to_string_lossy().starts_with(prefix));
        let mut count = 0;
        for text in of_format {
            count += 1;
            let name = text.file_name().unwrap().to_string_lossy().into_owned();
            let found = match read(format, &Source::new(&*name, std::fs::read(text).unwrap())) {
                Ok(_) => "it is read\n".to_owned(),
                Err(error) => error.to_string(),
            };
            let expected_file = text.with_extension("err");
            if std::env::var_os("UPDATE").is_some() {
                std::fs::write(&expected_file, &found).unwrap();
            }
            let expected = std::fs::read_to_string(&expected_file).unwrap_or_default();
            if found != expected || !found.starts_with(&format!("{name}:")) {
                wrong.push(format!("{name}\n--- expected\n{expected}--- found\n{found}"));
            }
        }
        assert!(count >= 7, "{prefix}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn graphml_is_read_as_xml() {
    let read = |text: &str| {
        let source = Source::new("text", text);
        assert_eq!(detect(&source), Format::Graphml, "{text}");
        read(Format::Graphml, &source).unwrap_or_else(|error| panic!("{error}")).to_facts()
    };
    let expected = "edge(\"a>b\",\"c&d\").\npos(\"a>b\",3,-4).\n";
    for text in [
        // A bracket in an attribute, a comment and CDATA with tags, blanks around signs, a document type.
        "<?xml version=\"1.0\"?>\n<!DOCTYPE graphml SYSTEM \"graphml.dtd\">\n<graphml><key id='d0' for='node' attr.name='x'/>\
         <key id='d1' attr.name='y'/><key id='d0e' for='edge' attr.name='x'/><graph>\
         <node id = 'a>b' ><data key='d0'><!-- 7 -->2.<![CDATA[9]]></data><data key='d1'> -4 </data></node>\
         <!-- <node id='e'/> --><node id=\"c&#38;d\"><graph/></node>\
         <edge target='c&amp;d' source='a&#x3E;b'><data key='d0'>5</data></edge></graph></graphml>",
        // Other languages inside, a prefix, a nested graph; the edge comes first.
        "\u{feff}\n<g:graphml xmlns:g='http://graphml.graphdrawing.org/xmlns' xmlns:y='urn:y'>\
         <g:key id='x' attr.name='x'/><g:key id='y' attr.name='y'/><g:graph><g:edge source='a&gt;b' target='c&amp;d'/>\
         <g:node id='a>b'><g:data key='x'>3</g:data><g:data key='y'>-4</g:data><y:node id='z'/><y:data key='x'>8</y:data>\
         <g:graph><g:node id='c&amp;d'/></g:graph></g:node></g:graph></g:graphml>",
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
    // Nothing is as deep as the input.
    let deep =
        format!("<graphml><graph>{}{}</graph></graphml>", "<x>".repeat(200_000), "</x>".repeat(200_000));
    assert_eq!(read(&deep), "");
    let many: String = (0..2000).map(|i| format!(" a{i}='>'")).collect();
    let source = Source::new("text", format!("<graphml>\n<graph{many}/></graphml>"));
    let error = zlink::convert::read(Format::Graphml, &source).unwrap_err().to_string();
    assert!(error.starts_with("text:2:2: error: an element has more than 1000 attributes\n"), "{error}");
    let spaces: String = (0..2000).map(|i| format!("<x xmlns:a{i}='urn:{i}'>")).collect();
    let source = Source::new("text", format!("<graphml>{spaces}"));
    let error = zlink::convert::read(Format::Graphml, &source).unwrap_err().to_string();
    assert!(error.contains("error: more than 1000 namespaces are declared"), "{error}");
}

#[test]
fn boards_that_walls_make_a_path_are_a_row() {
    let text = "+-+-+-+\n|A . .|\n+ +-+-+\n|A|. .|\n+ +-+ +\n|. . .|\n+-+-+-+\n";
    let document = read(Format::Flow, &Source::new("text", text)).unwrap();
    let row = Source::new("text", write(Format::Flow, &document).unwrap().text);
    assert_eq!(row.bytes, *b"1 9\n..AA.....\n");
    assert_eq!(detect(&row), Format::Flow);
    assert_eq!(read(Format::Flow, &row).unwrap().puzzle.pairs().len(), 1);
}

#[test]
fn graphs_without_vertices_come_back() {
    let nothing = read(Format::Dimacs, &Source::new("text", "p edge 0 0\n")).unwrap();
    for format in [Format::EdgeList, Format::Dimacs, Format::Graphml, Format::Graph6, Format::Dot] {
        let text = write(format, &nothing).unwrap().text;
        assert_eq!(detect(&Source::new("text", text)), format);
        assert_eq!(again(format, &nothing).puzzle.vertex_count(), 0);
    }
}

/// The corpus of the fuzzer, with files named `FORMAT` or `FORMAT_NAME`.
#[test]
fn the_texts_of_the_fuzzer_are_read_as_what_they_are() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus/convert");
    // Facts are recognised as facts, whatever they say.
    for format in Format::ALL.into_iter().filter(|format| *format != Format::Aspcomp2011) {
        let mut count = 0;
        let name = format!("{format:?}").to_lowercase();
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let file = path.file_name().unwrap().to_string_lossy().into_owned();
            if file.split('_').next() == Some(&name) {
                let source = Source::new(&*file, std::fs::read(&path).unwrap());
                assert_eq!(detect(&source), format, "{file}");
                read(format, &source).unwrap_or_else(|error| panic!("{error}"));
                count += 1;
            }
        }
        assert!(count > 0, "{format}");
    }
}

#[test]
fn addresses_of_penpa_edit() {
    // What penpa-edit packs differs; a text is all the same if it is unpacked.
    let read = |text: &str| read(Format::Penpa, &Source::new("text", text));
    let puzzle = "3 4\n3.2.\n..1.\n.0.3\n";
    let mut document = zlink::convert::read(Format::Slitherlink, &Source::new("text", puzzle)).unwrap();
    document.answer = (0..7).map(EdgeId::from_index).collect();
    let address = write(Format::Penpa, &document).unwrap();
    assert!(!address.without_answer);
    let address = address.text;
    assert_eq!(detect(&Source::new("text", address.clone())), Format::Penpa);
    let same = read(&address).unwrap();
    assert_eq!((text_of(&same), same.answer), (puzzle.to_owned(), document.answer));
    let (page, data) = address.trim_end().split_once("p=").unwrap();
    let quoted = data.replace('+', "%2B").replace('/', "%2f").replace('=', "%3D");
    assert_eq!(text_of(&read(&format!("{page}p={quoted}")).unwrap()), puzzle);
    let labels = "2 3\n12 zZ .\nzZ . 12\n";
    let document = zlink::convert::read(Format::Numberlink, &Source::new("text", labels)).unwrap();
    let address = write(Format::Penpa, &document).unwrap().text;
    assert_eq!(write(Format::Numberlink, &read(&address).unwrap()).unwrap().text, labels);
    let covered = "A.B\nA.B\n";
    let document = zlink::convert::read(Format::Flow, &Source::new("text", covered)).unwrap();
    let address = write(Format::Penpa, &document).unwrap().text;
    assert_eq!(write(Format::Flow, &read(&address).unwrap()).unwrap().text, covered);
    for (start, word) in [
        ("x#m=edit&p=", "cannot be unpacked"),
        ("x#m=edit&p=!", ":12: error: no data of penpa-edit have this sign"),
    ] {
        let told = read(start).unwrap_err().to_string();
        assert!(told.contains(word), "{told}");
    }
}
