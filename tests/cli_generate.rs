//! `zlink generate`: its output, and its errors for puzzles that do not exist.

use std::path::Path;

use crate::common::{PATH, file, folder, run, run_on, zlink};

/// No grid of squares, which needs no coordinates.
const TRIANGLE: &str = "edge(0,1). edge(1,2). edge(2,0).\n";

/// The status of `solve -n 2`: 30 if there is exactly one solution.
fn assert_unique(puzzle: &str) {
    let ran = run(&["solve", "-n", "2", "--strict"], puzzle);
    assert_eq!((ran.stdout.lines().count(), ran.stderr.as_str(), ran.status), (1, "", 30), "{puzzle}");
}

fn count(puzzle: &str, predicate: &str) -> usize {
    puzzle.lines().filter(|line| line.starts_with(predicate)).count()
}

#[test]
fn a_random_slitherlink_is_facts_with_one_solution() {
    for lattice in ["square", "triangular", "hexagonal"] {
        let arguments = ["generate", "slitherlink", "--grid", "5x4", "--lattice", lattice, "--seed", "3"];
        let ran = run(&arguments, "");
        assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
        assert_unique(&ran.stdout);
        assert!(count(&ran.stdout, "pos(") > 0);
        assert!(ran.stdout.lines().nth(1).is_some_and(|line| line.ends_with("; seed 3")));
        assert_eq!(run(&arguments, "").stdout, ran.stdout);
    }
}

/// The output of a shell in `folder` for the first comment of a puzzle.
fn made_again(puzzle: &str, folder: &Path, input: &str) -> String {
    let command = puzzle.lines().next().and_then(|line| line.strip_prefix("% ")).expect("a comment");
    let zlink = Path::new(env!("CARGO_BIN_EXE_zlink")).parent().expect("a folder");
    let path = format!("{}:{}", zlink.display(), std::env::var("PATH").unwrap_or_default());
    let mut shell = crate::common::command("sh");
    shell.args(["-c", command]).env("PATH", path).current_dir(folder);
    let ran = run_on(&mut shell, input.as_bytes());
    assert_eq!(ran.status, 0, "{command}: {}", ran.stderr);
    match command.rsplit_once(" # ") {
        Some((_, file)) => std::fs::read_to_string(folder.join(file)).unwrap(),
        None => ran.stdout,
    }
}

#[test]
fn the_first_comment_makes_the_puzzle_again() {
    let place = folder();
    let board = run(&["generate", "slitherlink", "--grid", "3x3", "--density", "1"], "").stdout;
    let board: String = board.lines().filter(|l| !l.starts_with("clue(")).map(|l| format!("{l}\n")).collect();
    let name = "it's a board.lp";
    std::fs::write(place.join(name), &board).unwrap();
    let answer = run(&["solve"], &board).stdout;
    std::fs::write(place.join("-answer.lp"), &answer).unwrap();
    for (arguments, input) in [
        (&["slitherlink", "--grid=4x4", "--seed", "7", "--symmetric", "--time-limit", "100", "-q"][..], ""),
        (&["slitherlink", "--grid", "4x3", "--lattice", "hexagonal", "--difficulty", "easy"], ""),
        (&["slitherlink", "--grid", "5x5", "--rules", "clue,vertex,early-loop", "--require", "vertex"], ""),
        (&["numberlink", "--grid", "5x5", "--difficulty", "normal"], ""),
        (&["slitherlink", "--seed", "2", "--minimal"], &board),
        (&["slitherlink", "--seed", "2", name], ""),
        (&["slitherlink", "--cycles", "many", "--", name, "-answer.lp"], ""),
        (&["numberlink", "--grid", "4x5", "--cover", "--seed", "4"], ""),
        (&["numberlink", name], ""),
        (&["numberlink", "-", "--seed=3"], &board),
        (&["pairs", "--grid", "3x4", "-n", "1"], ""),
        (&["pairs", "--grid", "3x4", "--sample", "1", "--seed", "5", "--threads", "1"], ""),
        (&["hints", "--grid", "3x3", "--seed", "3", "--minimum", "-n1", "--stats"], ""),
        (&["hints", "--grid", "3x3", "--seed", "3", "--minimal", "--hardest", "-n", "1"], ""),
        (&["hints", "--minimal", "--sample", "1", "--without", "0;1", "--", name, "-answer.lp"], ""),
    ] {
        let arguments = [&["generate"], arguments].concat();
        let ran = run_on(zlink(&arguments).current_dir(&place), input.as_bytes());
        assert_eq!(ran.status, 0, "{arguments:?}: {}", ran.stderr);
        assert_eq!(made_again(&ran.stdout, &place, input), ran.stdout, "{arguments:?}");
    }
    // Of several, each one.
    for arguments in [
        &["slitherlink", "--grid", "3x3", "--count", "3", "--seed", "5"][..],
        &["numberlink", "--grid", "3x3", "--count", "2"],
        &["pairs", "--grid", "3x3", "--models", "0"],
        &["pairs", "--grid", "3x3", "--sample", "3", "--seed", "2"],
        &["hints", "--grid", "2x3", "--minimal", "-n", "3"],
        &["hints", "--grid", "2x3", "--minimal", "--hardest", "-n", "0"],
        &["hints", "--grid", "2x3", "--sample", "2"],
    ] {
        let several = place.join("several");
        let arguments = [&["generate"], arguments, &["-o", several.to_str().unwrap()]].concat();
        assert_eq!(run(&arguments, "").status, 0, "{arguments:?}");
        let mut files = 0;
        for file in std::fs::read_dir(&several).unwrap() {
            let puzzle = std::fs::read_to_string(file.unwrap().path()).unwrap();
            assert_eq!(made_again(&puzzle, &place, ""), puzzle, "{arguments:?}");
            files += 1;
        }
        assert!(files > 1, "{arguments:?}");
        std::fs::remove_dir_all(&several).unwrap();
    }
}

#[test]
fn the_number_of_clues_can_be_chosen() {
    let ran = run(&["generate", "slitherlink", "--grid", "5x5", "--clues", "20"], "");
    assert_eq!(count(&ran.stdout, "clue("), 20);
    assert_unique(&ran.stdout);
    let ran = run(&["generate", "slitherlink", "--grid", "5x5", "--density", "1"], "");
    assert_eq!(count(&ran.stdout, "clue("), 25);
    let ran = run(&["generate", "slitherlink", "--grid", "5x5", "--clues", "1"], "");
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 20));
    assert!(ran.stderr.contains("in place of 1"), "{}", ran.stderr);
}

#[test]
fn a_board_can_come_from_facts() {
    let made = run(&["generate", "slitherlink", "--grid", "4x4", "--density", "1"], "").stdout;
    let board: String = made.lines().filter(|l| !l.starts_with("clue(")).map(|l| format!("{l}\n")).collect();
    let ran = run(&["generate", "slitherlink", "--symmetric"], &board);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
    assert_unique(&ran.stdout);
    // Hexagons without coordinates have the symmetries of their graph.
    let hexagons =
        run(&["generate", "slitherlink", "--grid", "4x4", "--lattice", "hexagonal", "--density", "1"], "");
    let is_board = |line: &&str| !line.starts_with("clue(") && !line.starts_with("pos(");
    let bare: String = hexagons.stdout.lines().filter(is_board).map(|line| format!("{line}\n")).collect();
    assert_eq!(run(&["generate", "slitherlink", "--symmetric"], &bare).status, 65);
    let ran = run(&["generate", "slitherlink", "--symmetric=graph"], &bare);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
    assert_unique(&ran.stdout);
    // A puzzle's own solution is the one that is kept.
    let answer = run(&["solve"], &made).stdout;
    let (board, links) = (file(&board), file(&answer));
    let ran = run(&["generate", "slitherlink", board.to_str().unwrap(), links.to_str().unwrap()], "");
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert_eq!(run(&["solve"], &ran.stdout).stdout, answer);
}

#[test]
fn several_puzzles_go_to_a_folder() {
    let folder = file("").with_extension("folder");
    let name = folder.to_str().unwrap();
    let ran =
        run(&["generate", "slitherlink", "--grid", "4x4", "--seed", "5", "--count", "3", "-o", name], "");
    assert_eq!((ran.stdout.as_str(), ran.stderr.lines().count(), ran.status), ("", 3, 0), "{}", ran.stderr);
    let puzzle = std::fs::read_to_string(folder.join("03.lp")).unwrap();
    assert_unique(&puzzle);
    assert_eq!(run(&["generate", "slitherlink", "--grid", "4x4", "--seed", "7"], "").stdout, puzzle);
    assert_eq!(run(&["generate", "slitherlink", "--grid", "4x4", "--count", "3"], "").status, 1);
}

#[test]
fn the_only_solution_may_have_several_cycles() {
    for arguments in [
        &["generate", "slitherlink", "--grid", "6x6", "--seed", "6", "--cycles", "many"][..],
        &["generate", "hints", "--grid", "4x4", "--seed", "1", "--cycles", "many", "--minimum", "-n", "1"],
    ] {
        let puzzle = run(arguments, "").stdout;
        assert_eq!(run(&["count", "--cycles", "many"], &puzzle).stdout, "1\n", "{arguments:?}");
    }
}

#[test]
fn minimal_puzzles_are_so_with_other_options() {
    let many = ["generate", "slitherlink", "--grid", "4x4", "--seed", "0", "--clues", "16", "--minimal"];
    let ran = run(&many, "");
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 20));
    assert!(ran.stderr.contains("could go"), "{}", ran.stderr);
    // Both commands mean the same: no two clues that a half turn exchanges can go.
    for arguments in [
        &["generate", "slitherlink", "--grid", "8x8", "--minimal", "--symmetric"][..],
        &["generate", "hints", "--grid", "4x4", "--minimal", "--symmetric", "-n", "1"],
    ] {
        let ran = run(arguments, "");
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        assert_unique(&ran.stdout);
        let last = if arguments[3] == "8x8" { 63 } else { 15 };
        for cell in 0..=last / 2 {
            let clues = [format!("clue({cell},"), format!("clue({},", last - cell)];
            let is_there = |line: &&str| !clues.iter().any(|clue| line.starts_with(clue.as_str()));
            let less: String = ran.stdout.lines().filter(is_there).map(|line| format!("{line}\n")).collect();
            if count(&less, "clue(") < count(&ran.stdout, "clue(") {
                assert_eq!(run(&["solve", "-n", "2"], &less).status, 10, "{clues:?}");
            }
        }
    }
}

/// Clues with several solutions, or with none, do not determine the solution from which to make puzzles.
#[test]
fn clues_name_their_only_solution() {
    // Three cycles: both triangles and the square around them.
    let kite = "edge(0,1). edge(1,2). edge(2,0). edge(2,3). edge(3,0). \
                cell_contains(left,0,1). cell_contains(right,2,3). cell_contains(middle,2,0).";
    let one = run(&["generate", "hints"], format!("{kite} clue(left,1). clue(right,0)."));
    assert_eq!((one.stderr.as_str(), one.status), ("", 0));
    assert!(one.stdout.starts_with("good: 5,"), "{}", one.stdout);
    for clues in ["clue(left,1).", "clue(right,1).", "clue(middle,1).", "clue(left,0). clue(right,0)."] {
        let ran = run(&["generate", "hints"], format!("{kite} {clues}"));
        assert_eq!((ran.stdout.as_str(), ran.status), ("", 65), "{clues}");
        assert!(ran.stderr.contains("do not have exactly one solution"), "{clues}: {}", ran.stderr);
    }
}

#[test]
fn bad_requests_are_refused() {
    let refused = |arguments: &[&str], input: &str, status: i32, word: &str| {
        let ran = run(arguments, input);
        assert_eq!((ran.stdout.as_str(), ran.status), ("", status), "{arguments:?}: {}", ran.stderr);
        assert!(ran.stderr.contains(word), "{arguments:?}: {}", ran.stderr);
    };
    refused(&["generate"], "", 1, "Usage");
    refused(&["generate", "slitherlink", "--grid", "5"], "", 1, "10x15");
    refused(&["generate", "slitherlink", "--grid", "5x5", "--density", "2"], "", 1, "from 0 to 1");
    refused(&["generate", "slitherlink", "--grid", "0x5"], "", 65, "cannot be made");
    refused(&["generate", "slitherlink", "--grid", "4x5", "--symmetric=quarter"], "", 65, "symmetry");
    refused(&["generate", "slitherlink", "--symmetric"], TRIANGLE, 65, "pos facts");
    let kite = "edge(0,1). edge(1,2). edge(2,0). edge(2,3). cell_contains(c,0,1). cell_contains(c,1,2).";
    refused(&["generate", "slitherlink", "--symmetric=graph"], kite, 65, "exchanges cells");
    let stars: String = (1..11).map(|v| format!("edge(0,{v}). cell_contains({v},0,{v}).")).collect();
    refused(&["generate", "slitherlink", "--symmetric=graph"], &format!("{stars} edge(1,2)."), 65, "10,000");
    refused(&["generate", "slitherlink"], PATH, 65, "no cycle");
    refused(&["generate", "slitherlink"], "edge(0,1). link(0,1).", 65, "not a solution");
    refused(&["generate", "slitherlink"], "", 65, "empty");
    refused(&["generate", "numberlink", "--grid", "99999x99999"], "", 65, "99999 by 99999 vertices");
    refused(&["generate", "hints", "--grid", "4x4", "--sample", "0"], "", 1, "1 or more");
    refused(&["generate", "pairs", "--grid", "4x4", "--sample", "0"], "", 1, "1 or more");
    refused(&["generate", "hints", "--grid", "4x4", "--redundant"], "", 65, "no clues");
    refused(
        &["generate", "slitherlink", "--grid", "4x4", "--symmetric", "point"],
        "",
        1,
        "`--symmetric=point`",
    );
    refused(&["generate", "slitherlink", "--symmetric", "both"], "", 65, "`--symmetric=both`");
    let board = file(TRIANGLE);
    let board = board.to_str().unwrap();
    for kind in ["slitherlink", "hints", "pairs", "numberlink"] {
        refused(&["generate", kind, board, "--lattice", "hexagonal"], "", 1, "--lattice");
        refused(&["generate", kind, "--lattice", "hexagonal"], TRIANGLE, 1, "--grid");
    }
    let limited = ["generate", "slitherlink", "--grid", "60x60", "--minimal", "--time-limit", "0.3"];
    refused(&limited, "", 1, "time limit");
}

/// Whether the places of the clues in a grid text are symmetric under a half turn.
fn is_symmetric(text: &str) -> bool {
    let places: Vec<bool> = text.split_whitespace().flat_map(str::chars).map(|clue| clue != '.').collect();
    places.iter().eq(places.iter().rev())
}

#[test]
fn where_a_clue_is_kept_its_images_are() {
    let grid = "3...\n....\n....\n..2.\n";
    let board = file(&run(&["convert"], grid).stdout);
    let board = board.to_str().unwrap();
    let as_grid = |puzzle: &str| {
        let text = run(&["convert", "--to", "slitherlink"], puzzle).stdout;
        text.split_once('\n').map_or_else(String::new, |(_size, rows)| rows.to_string())
    };
    let mut made = 0;
    for seed in ["1", "2", "3", "4", "5"] {
        let ran = run(&["generate", "slitherlink", board, "--symmetric", "--seed", seed], "");
        if ran.status == 20 {
            continue;
        }
        made += 1;
        let text = as_grid(&ran.stdout);
        assert!(text.starts_with('3') && is_symmetric(&text), "{text}");
        assert_unique(&ran.stdout);
        let answer = file(&run(&["solve"], &ran.stdout).stdout);
        let kept = ["generate", "hints", board, answer.to_str().unwrap(), "--keep", "--symmetric"];
        let ran = run(&[&kept[..], &["--minimum", "-n", "1"]].concat(), "");
        let text = as_grid(&ran.stdout);
        assert!(text.starts_with('3') && is_symmetric(&text), "{text}");
        assert_unique(&ran.stdout);
        // The image of a kept clue is kept.
        assert_eq!(run(&[&kept[..], &["--without", "15"]].concat(), "").status, 65);
    }
    assert!(made > 2);
}

#[test]
fn a_picture_that_cannot_be_drawn_is_an_error() {
    let draw = |file: &str| run(&["generate", "numberlink", "--grid", "5x5", "--draw", file], "");
    for file in ["x.gif", "x"] {
        let ran = draw(file);
        assert_eq!((ran.stdout.as_str(), ran.status), ("", 65), "refused before there is a puzzle");
        assert!(ran.stderr.contains(".svg and .png"), "{}", ran.stderr);
    }
    let ran = draw("/nonexistent/x.svg");
    assert!(ran.stderr.contains("cannot be written"), "{}", ran.stderr);
    assert_eq!(ran.status, 65);
    assert_unique(&ran.stdout);
}

#[test]
fn a_random_numberlink_has_one_solution_with_every_vertex() {
    for arguments in [
        &["generate", "numberlink", "--grid", "6x6", "--seed", "2"][..],
        &["generate", "numberlink", "--grid", "8x8", "--cover"],
        &["generate", "numberlink", "--grid", "5x5", "--lattice", "triangular"],
    ] {
        let ran = run(arguments, "");
        assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
        assert_unique(&ran.stdout);
        // With a vertex on every path, the solution has as many links as there are vertices less the pairs.
        let links = run(&["solve"], &ran.stdout).stdout.matches("link(").count();
        assert_eq!(links + count(&ran.stdout, "pair("), count(&ran.stdout, "pos("));
        assert_eq!(ran.stdout.contains("cover."), arguments.contains(&"--cover"));
    }
    let ran =
        run(&["generate", "numberlink"], "edge(0,1). edge(1,2). edge(2,3). edge(3,0). edge(3,4). edge(4,5).");
    assert_unique(&ran.stdout);
    for input in ["edge(0,1). clue(c,1).", "edge(0,1). edge(1,2). pair(0,2).", "edge(0,1). -link(0,1)."] {
        assert_eq!(run(&["generate", "numberlink"], input).status, 65);
    }
    assert_eq!(run(&["generate", "numberlink", "--grid", "0x5"], "").status, 65);
    assert_eq!(run(&["generate", "numberlink", "--grid", "4x4", "--pairs-at-most", "0"], "").status, 20);
}

/// A PNG file with these rows of pixels, `#` black and `.` white, in this kind of colour.
fn picture(rows: &[&str], colour: png::ColorType, depth: png::BitDepth) -> std::path::PathBuf {
    let (black, white): (&[u8], &[u8]) = match (colour, depth) {
        (png::ColorType::Rgb, _) => (&[40, 10, 30], &[250, 255, 230]),
        // Black that cannot be seen is white.
        (png::ColorType::Rgba, _) => (&[0, 0, 0, 255], &[0, 0, 0, 0]),
        (png::ColorType::GrayscaleAlpha, _) => (&[30, 250], &[0, 10]),
        (_, png::BitDepth::Sixteen) => (&[0x20, 0xff], &[0xf0, 0x00]),
        _ => (&[0], &[1]),
    };
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, rows[0].len() as u32, rows.len() as u32);
    encoder.set_color(colour);
    encoder.set_depth(depth);
    if colour == png::ColorType::Indexed {
        encoder.set_palette(vec![0, 0, 0, 255, 255, 255]);
    }
    let line = |row: &&str| -> Vec<u8> {
        let pixels = row.bytes().map(|b| if b == b'#' { black } else { white });
        match depth {
            png::BitDepth::One => {
                let bits: Vec<u8> = pixels.map(|pixel| pixel[0]).collect();
                let byte = |bits: &[u8]| (0..8).fold(0, |byte, i| byte << 1 | bits.get(i).unwrap_or(&0));
                bits.chunks(8).map(byte).collect()
            }
            _ => pixels.flatten().copied().collect(),
        }
    };
    let data: Vec<u8> = rows.iter().flat_map(line).collect();
    encoder.write_header().unwrap().write_image_data(&data).unwrap();
    let path = file("").with_extension("png");
    std::fs::write(&path, bytes).unwrap();
    path
}

/// Two parts, and cells that no path can pass: a single cell, and two of four cells that touch only one other.
const SHAPE: [&str; 7] = ["####...#", "####..##", "##....##", "......##", "#...#...", "...###..", "....#..."];

#[test]
#[cfg_attr(not(feature = "png"), ignore = "the pictures are PNG")]
fn a_numberlink_has_the_shape_of_a_picture() {
    use png::{BitDepth, ColorType};
    let mut made = Vec::new();
    for (colour, depth) in [
        (ColorType::Grayscale, BitDepth::One),
        (ColorType::Grayscale, BitDepth::Sixteen),
        (ColorType::GrayscaleAlpha, BitDepth::Eight),
        (ColorType::Indexed, BitDepth::One),
        (ColorType::Rgb, BitDepth::Eight),
        (ColorType::Rgba, BitDepth::Eight),
    ] {
        let picture = picture(&SHAPE, colour, depth);
        let drawing = picture.with_extension("svg");
        let (picture, drawn) = (picture.to_str().unwrap(), drawing.to_str().unwrap());
        let arguments = ["generate", "numberlink", "--picture", picture, "--width", "8", "--draw", drawn];
        let ran = run(&arguments, "");
        assert_eq!(ran.status, 0, "{colour:?}: {}", ran.stderr);
        assert!(ran.stderr.contains("dark cells: 3, at (0,4)"), "{colour:?}: {}", ran.stderr);
        assert!(std::fs::read_to_string(&drawing).unwrap().contains("<svg"));
        made.push(ran.stdout);
    }
    // The first line names the picture.
    let puzzle = |made: &'_ str| made.split_once('\n').map(|(_, puzzle)| puzzle.to_owned());
    assert!(made.iter().all(|made_too| puzzle(made_too) == puzzle(&made[0])), "{made:?}");
    assert_unique(&made[0]);
    assert_eq!(count(&made[0], "pos("), 17 + 3);
    for place in ["0,0", "7,3", "4,5"] {
        assert!(made[0].contains(&format!(",{place}).")), "{place}: {}", made[0]);
    }
    let links = run(&["solve"], &made[0]).stdout.matches("link(").count();
    assert_eq!(links + count(&made[0], "pair("), count(&made[0], "pos("));
}

#[test]
#[cfg_attr(not(feature = "png"), ignore = "the pictures are PNG")]
fn the_resolution_and_the_threshold_are_chosen() {
    let rows: Vec<String> = (0..12).map(|y| if y < 6 { "#".repeat(18) } else { "#.".repeat(9) }).collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let picture = picture(&rows, png::ColorType::Rgb, png::BitDepth::Eight);
    let picture = picture.to_str().unwrap();
    let cells = |more: &[&str]| {
        let ran = run(&[&["generate", "numberlink", "--cover", "--picture", picture], more].concat(), "");
        assert_eq!(ran.status, 0, "{more:?}: {}", ran.stderr);
        count(&ran.stdout, "pos(")
    };
    assert_eq!(cells(&["--width", "9", "--threshold", "0.4"]), 27);
    assert_eq!(cells(&["--width", "9", "--threshold", "0.8"]), 54);
    assert_eq!(cells(&["--width", "6"]), 18);
}

#[test]
#[cfg_attr(not(feature = "png"), ignore = "the pictures are PNG")]
fn pictures_without_a_puzzle_are_refused() {
    let white = picture(&["....", "...."], png::ColorType::Rgba, png::BitDepth::Eight);
    let apart = picture(&["#.#.", ".#.#"], png::ColorType::Rgba, png::BitDepth::Eight);
    let (text, absent) = (file("edge(0,1)."), file("").with_extension("absent"));
    let cut = {
        let bytes = std::fs::read(&apart).unwrap();
        let path = file("").with_extension("png");
        std::fs::write(&path, &bytes[..bytes.len() - 20]).unwrap();
        path
    };
    let width = |width: &'static str| -> Vec<&'static str> { vec!["--width", width] };
    for (picture, more, word) in [
        (&white, width("4"), "nothing in the picture"),
        (&apart, width("4"), "neighbours"),
        (&apart, width("0"), "cannot be made"),
        (&apart, width("99999999999"), "cannot be made"),
        (&text, width("4"), "no picture"),
        (&cut, width("4"), "no readable PNG"),
        (&absent, width("4"), "cannot be read"),
    ] {
        let arguments =
            [vec!["generate", "numberlink", "--picture", picture.to_str().unwrap()], more].concat();
        let ran = run(&arguments, "");
        assert_eq!((ran.stdout.as_str(), ran.status), ("", 65), "{arguments:?}: {}", ran.stderr);
        assert!(ran.stderr.contains(word), "{arguments:?}: {}", ran.stderr);
    }
    assert_eq!(run(&["generate", "numberlink", "--grid", "4x4", "--width", "3"], "").status, 1);
}

/// The facts of a board, without a puzzle on it.
fn board(grid: &str) -> String {
    let made = run(&["generate", "numberlink", "--grid", grid], "").stdout;
    made.lines().filter(|line| !line.starts_with("pair(")).map(|line| format!("{line}\n")).collect()
}

/// The links from each of these vertices to the next, on a board numbered row by row.
fn path(vertices: &[usize]) -> String {
    let link = |two: &[usize]| format!("link({},{}).\n", two[0].min(two[1]), two[0].max(two[1]));
    vertices.windows(2).map(link).collect()
}

#[test]
fn a_numberlink_is_cut_from_paths_of_ones_own() {
    let snake: Vec<usize> = (0..36).map(|i| if i / 6 % 2 == 0 { i } else { i / 6 * 6 + 5 - i % 6 }).collect();
    let spiral = [0, 1, 2, 3, 4, 9, 14, 19, 24, 23, 22, 21, 20, 15, 10, 5, 6, 7, 8, 13, 18, 17, 16, 11, 12];
    for (grid, paths) in [("6x6", &snake[..]), ("5x5", &spiral)] {
        let (board, links) = (file(&board(grid)), file(&path(paths)));
        let (board, links) = (board.to_str().unwrap(), links.to_str().unwrap());
        for more in [&[][..], &["--cover"]] {
            let arguments = [&["generate", "numberlink", board, links][..], more].concat();
            let ran = run(&arguments, "");
            assert_eq!((ran.stderr.as_str(), ran.status), ("", 0), "{arguments:?}");
            assert_unique(&ran.stdout);
            let pairs = count(&ran.stdout, "pair(");
            let given = path(paths);
            for link in run(&["solve"], &ran.stdout).stdout.split_whitespace() {
                assert!(given.contains(link), "{link}");
            }
            let few = pairs.to_string();
            assert_eq!(run(&[&arguments[..], &["--pairs-at-most", &few]].concat(), "").status, 0);
            let fewer = (pairs - 1).to_string();
            let refused = run(&[&arguments[..], &["--pairs-at-most", &fewer]].concat(), "");
            assert_eq!((refused.stdout.as_str(), refused.status), ("", 20));
            assert_eq!(refused.stderr, format!("zlink: the paths give {pairs} pairs at least\n"));
        }
    }
}

#[test]
fn links_that_make_no_puzzle_are_explained() {
    let nine = board("3x3");
    let ring = path(&[0, 1, 2, 5, 8, 7, 6, 3, 0]);
    for (board, links, more, status, message) in [
        (
            &nine,
            path(&[0, 1, 2]) + &path(&[1, 4]),
            "",
            65,
            "the links are not disjoint paths: from 1 they lead to 0, 2, 4",
        ),
        (&nine, ring, "", 65, "the links are not disjoint paths: (0,1) is on a cycle of them"),
        (
            &nine,
            path(&[0, 1, 2]),
            "--cover",
            65,
            "every vertex is to be covered, but no link is at 3 and 5 other vertices",
        ),
        (&nine, "link(0,4).".into(), "", 65, "(0,4)"),
        // A corner that can be cut off, too short to be cut itself.
        (&nine, path(&[0, 1, 4]), "", 20, "in place of (0,1) (1,4)"),
        (
            &"edge(a,b). edge(b,c). edge(c,a).".to_string(),
            "link(a,b). link(b,c).".into(),
            "",
            20,
            "the edge (c,a) is a shortcut of a path that is too short to be cut there",
        ),
    ] {
        let mut arguments = vec!["generate", "numberlink"];
        arguments.extend((!more.is_empty()).then_some(more));
        let ran = run(&arguments, format!("{board}{links}"));
        assert_eq!((ran.stdout.as_str(), ran.status), ("", status), "{links}{}", ran.stderr);
        assert!(ran.stderr.contains(message), "{links}{}", ran.stderr);
    }
    // A vertex that is left out is told.
    let ran = run(&["generate", "numberlink"], "edge(a,b). edge(b,c). edge(c,d). link(a,b). link(b,c).");
    assert_eq!(ran.stderr, "zlink: the paths leave out vertices: 1, d\n");
    assert_unique(&ran.stdout);
}

/// A file of one of Netpbm's formats with these rows of pixels.
fn netpbm(rows: &[&str], format: u8) -> std::path::PathBuf {
    let mut bytes = format!("P{format}\n{} {}\n", rows[0].len(), rows.len()).into_bytes();
    if !matches!(format, 1 | 4) {
        bytes.extend(b"9\n");
    }
    for row in rows {
        let dark: Vec<bool> = row.bytes().map(|byte| byte == b'#').collect();
        let byte = |bits: &[bool]| (0..8).fold(0, |b, i| b << 1 | u8::from(*bits.get(i).unwrap_or(&false)));
        let of = |dark: &bool| if *dark { 1 } else { 9 };
        match format {
            1 => bytes.extend(dark.iter().map(|&dark| b'0' + u8::from(dark))),
            2 => dark.iter().for_each(|dark| bytes.extend(format!("{} ", of(dark)).into_bytes())),
            3 => dark.iter().for_each(|dark| bytes.extend(format!("{0} {0} {0}\n", of(dark)).into_bytes())),
            4 => bytes.extend(dark.chunks(8).map(byte)),
            5 => bytes.extend(dark.iter().map(of)),
            _ => bytes.extend(dark.iter().flat_map(|dark| [of(dark); 3])),
        }
    }
    let path = file("").with_extension("pnm");
    std::fs::write(&path, bytes).unwrap();
    path
}

#[test]
#[cfg_attr(not(feature = "png"), ignore = "the pictures are PNG")]
fn pictures_of_all_formats_make_the_same_puzzle() {
    let of = |kind: &str, picture: &std::path::Path| {
        let ran = run(&["generate", kind, "--width", "8", "--picture", picture.to_str().unwrap()], "");
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        // The first comment names the file.
        let facts: Vec<String> =
            ran.stdout.lines().filter(|line| !line.starts_with('%')).map(str::to_owned).collect();
        (facts, ran.stderr)
    };
    for kind in ["numberlink", "slitherlink"] {
        let expected = of(kind, &picture(&SHAPE, png::ColorType::Grayscale, png::BitDepth::One));
        for format in 1..=6 {
            assert_eq!(of(kind, &netpbm(&SHAPE, format)), expected, "P{format}");
        }
    }
    let broken = file("P2 3 1 9\n1 2 x\n");
    for kind in ["numberlink", "slitherlink"] {
        let ran = run(&["generate", kind, "--picture", broken.to_str().unwrap()], "");
        assert_eq!((ran.stdout.as_str(), ran.status), ("", 65));
        let message = ": this is no readable PGM: line 2, column 5: expected a value, found `x`";
        assert!(ran.stderr.contains(message), "{}", ran.stderr);
    }
}

#[test]
fn a_slitherlink_has_the_outline_of_a_picture() {
    let rows = ["###.....", "#.#..##.", "###..##.", "........", "##......", "..##...."];
    let picture = netpbm(&rows, 1);
    let picture = picture.to_str().unwrap();
    let make = |more: &[&str]| {
        run(&[&["generate", "slitherlink", "--picture", picture, "--width", "8"], more].concat(), "")
    };
    let ran = make(&[]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let [corners, parts, holes, ..] = ran.stderr.lines().collect::<Vec<_>>()[..] else {
        panic!("{}", ran.stderr)
    };
    assert_eq!(corners, "zlink: cells made dark so that none meet at a corner only: 1");
    assert_eq!(
        parts,
        "zlink: left out all dark parts but the largest, cells: 5 4 (--cycles many keeps them)"
    );
    assert_eq!(holes, "zlink: filled the holes in the dark part, cells: 1 (--cycles many keeps them)");
    assert_unique(&ran.stdout);
    // A margin of one cell is around.
    assert_eq!(count(&ran.stdout, "pos("), 11 * 9);
    let ran = make(&["--cycles", "many", "--minimal"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert_eq!(run(&["count", "--cycles", "many"], &ran.stdout).stdout, "1\n");
    assert_eq!(make(&["--symmetric", "--clues", "9999"]).status, 65);
    assert_eq!(run(&["generate", "slitherlink", "--picture", picture, "--grid", "4x4"], "").status, 1);
    let white = netpbm(&["..", ".."], 4);
    let ran = run(&["generate", "slitherlink", "--picture", white.to_str().unwrap()], "");
    assert!(ran.status == 65 && ran.stderr.contains("nothing in the picture"), "{}", ran.stderr);
}

#[test]
fn a_limit_tells_how_far_the_work_was() {
    let arguments =
        ["generate", "numberlink", "--grid", "20x20", "--pairs-at-most", "1", "--time-limit", "1"];
    let ran = run(&arguments, "");
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 1));
    let lines: Vec<&str> = ran.stderr.lines().collect();
    let [so_far, "zlink: the time limit was reached"] = lines[..] else { panic!("{}", ran.stderr) };
    let begins =
        so_far.starts_with("zlink: no such puzzle was found yet, in attempt 1 of 20 (there were still ");
    assert!(begins && so_far.ends_with(" pairs)"), "{so_far}");
    let ran = run(&[&arguments[..], &["-q"]].concat(), "");
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.status), ("", "", 1));
}

#[test]
fn few_pairs_are_counted_by_their_solutions() {
    let pairs = |grid: &str, most: &str, more: &[&str]| {
        run(&[&["generate", "pairs", "--grid", grid, "--pairs-at-most", most], more].concat(), "")
    };
    let ran = pairs("6x6", "3", &["--sizes"]);
    assert_eq!((ran.stdout.as_str(), ran.status), ("304\n  3 pairs: 304\n", 0));
    assert_eq!(pairs("7x7", "2", &[]).status, 20);
    let ran = pairs("6x6", "3", &["-n", "1"]);
    assert_unique(&ran.stdout);
    assert_eq!(count(&ran.stdout, "pair("), 3);
}

#[test]
fn the_family_of_pairs_is_a_diagram() {
    let path = file("").with_extension("zdd");
    let name = path.to_str().unwrap();
    let ran = run(&["generate", "pairs", "--grid", "3x4", "--diagram", name], "");
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.status), ("", "", 0));
    assert_eq!(run(&["diagram", "count", name], "").stdout, "807\n");
    let first = run(&["diagram", "list", name, "-n", "1"], "").stdout;
    assert!(first.contains("pair("), "{first}");
}

#[test]
fn boards_have_names_for_every_command_and_loopy_knows_them() {
    for board in ["cairo", "floret", "Hexagonal", "penrose", "hats"] {
        let arguments = ["generate", "slitherlink", "--board", board, "--seed", "2", "--density", "1"];
        let made = run(&arguments, "");
        assert_eq!((made.stderr.as_str(), made.status), ("", 0), "{board}");
        assert_eq!(
            count(&made.stdout, "pos("),
            count(&run(&["convert", "--board", board, "--patch", "2"], "").stdout, "pos(")
        );
        let id = run(&["convert", "--to", "loopy"], &made.stdout);
        assert_eq!((id.stderr.as_str(), id.status), ("", 0), "{board}");
        let back = run(&["convert", "--from", "loopy"], &id.stdout);
        assert_eq!(count(&back.stdout, "clue("), count(&made.stdout, "clue("), "{board}");
        assert_eq!(run(&["solve", "-n", "2"], &back.stdout).status, 30, "{board}");
    }
    let patch = |number| run(&["convert", "--board", "penrose", "--patch", number], "").stdout;
    assert!(patch("0") == patch("0") && patch("0") != patch("1"));
    assert_eq!(run(&["count", "--board", "square", "--size", "3"], "").stdout, "213\n");
    assert_eq!(run(&["generate", "pairs", "--board", "square", "--size", "2"], "").status, 0);
    assert_eq!(
        run(&["generate", "hints", "--board", "square", "--board-size", "3x2", "--size", "2"], "").status,
        0
    );
}

#[test]
fn lattices_are_loopys_too() {
    for lattice in ["triangular", "hexagonal"] {
        let made =
            run(&["generate", "slitherlink", "--grid", "4x3", "--lattice", lattice, "--seed", "1"], "");
        let id = run(&["convert", "--to", "loopy"], &made.stdout);
        assert_eq!((id.stderr.as_str(), id.status), ("", 0), "{lattice}");
        let back = run(&["convert"], &id.stdout);
        assert_eq!(run(&["solve", "-n", "2"], &back.stdout).status, 30, "{lattice}: {}", id.stdout);
    }
}

#[test]
fn a_mask_makes_holes() {
    let ring = file("###\n#.#\n###\n");
    let ring = ring.to_str().unwrap();
    assert_eq!(run(&["count", "--mask", ring], "").stdout, "213\n");
    assert_eq!(count(&run(&["convert", "--mask", ring], "").stdout, "cell_contains("), 32);
    assert_eq!(run(&["count", "--mask", "-"], "##\n##\n").stdout, "13\n");
    for (text, message) in [
        ("###\n#x#\n", "-:2:2: error: `#` for a place that is there, or `.` for a hole, was expected"),
        ("###\n##\n", "-:2:1: error: this row has 2 places, the first one 3"),
        ("##\n\n##\n", "-:3:1: error: the rows of a mask have no empty line between them"),
        ("...\n", "-:1:1: error: the mask marks no place: `#` is one that is there, `.` a hole"),
        ("\n", "error: the mask marks no place: `#` is one that is there, `.` a hole"),
    ] {
        let ran = run(&["count", "--mask", "-"], text);
        assert!(ran.stderr.contains(message) && ran.status == 65, "{text:?}: {}", ran.stderr);
    }
}

#[test]
fn wrong_boards_are_explained() {
    for (arguments, message) in [
        (&["--board", "cario"][..], "did you mean cairo?"),
        (&["--board", "torus"], "The boards are square, triangular, honeycomb"),
        (&["--board", "cairo", "--size", "0x3"], "expected a width and a height, such as 8x6"),
        (&["--board", "cairo", "--size", "9999x9999"], "a board of 9999 by 9999 places cannot be made"),
        (&["--board", "hats", "--size", "1"], "no cell of hats fits into 1 by 1 places; take a larger size"),
        (&["--size", "5"], "--board <NAME>"),
        (&["--board", "cairo", "puzzle.lp"], "cannot be used with"),
    ] {
        let ran = run(&[&["count"], arguments].concat(), "");
        assert!(ran.stderr.contains(message), "{arguments:?}: {}", ran.stderr);
    }
}

/// The level of a puzzle by `rate`.
fn level(puzzle: &str) -> String {
    let ran = run(&["rate", "--format", "csv"], puzzle);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0), "{puzzle}");
    ran.stdout.lines().nth(1).and_then(|line| line.split(',').nth(1)).unwrap_or_default().to_owned()
}

#[test]
fn puzzles_are_as_hard_as_they_are_to_be() {
    for level_wanted in ["easy", "normal", "tricky", "hard", "extreme"] {
        let ran = run(&["generate", "slitherlink", "--grid", "6x6", "--difficulty", level_wanted], "");
        assert!(ran.stdout.lines().nth(1).is_some_and(|line| line.contains(level_wanted)));
        assert_unique(&ran.stdout);
        assert_eq!(level(&ran.stdout), level_wanted);
    }
    let ran = run(&["generate", "numberlink", "--grid", "5x5", "--difficulty", "easy"], "");
    assert_unique(&ran.stdout);
    assert_eq!(level(&ran.stdout), "easy");
}

#[test]
fn ways_that_no_puzzle_has_are_told() {
    for (options, status, message) in [
        (&["--rules", "vertex"][..], 20, "these rules did not solve the puzzle"),
        (&["--require", "wrong-pair"], 20, "did not need the rule wrong-pair"),
        (&["--rules", "both-ways"], 65, "the rule both-ways cannot be among those that are allowed"),
        (&["--rules", "clue", "--require", "corner"], 65, "not among those that are allowed"),
        (&["--require", "connected", "--difficulty", "easy"], 65, "hard at least"),
    ] {
        let ran = run(&[&["generate", "slitherlink", "--grid", "4x4"], options].concat(), "");
        assert_eq!((ran.stdout.as_str(), ran.status), ("", status), "{options:?}");
        assert!(ran.stderr.contains(message), "{options:?}: {}", ran.stderr);
    }
}
