//! How far the memory of each kind of work exceeds its limit: `docs/reference/limits.md` has the table. There is one
//! thread, as several would make the figures random.

use std::fmt::Write;
use std::time::Duration;

use zlink::clock::Instant;
use zlink::diagram::{Algebra, Diagram, FileError, Level};
use zlink::explanation::Ending;
use zlink::generate::Slitherlink;
use zlink::generate::hints::{HintError, HintQuestion};
use zlink::generate::pairs::{PairError, PairOptions, PairSweep};
use zlink::limits::{Interrupted, Limits, Silent};
use zlink::puzzle::CellId;
use zlink::search::Places;
use zlink::{
    Format, Lattice, Method, NoLayout, NumberlinkOptions, Options, Puzzle, Reader, SlitherlinkOptions, Stop,
};

use super::allocator::peak;

/// The most memory that may be allocated, as a part of the limit.
const MOST: f64 = 2.5;
/// The time limit of a piece of work: far more than any needs, also on a busy machine.
const TIME: Duration = Duration::from_secs(600);

/// Whether work ended at its memory limit, or was done.
fn is_limited<T>(result: Result<T, Interrupted>) -> bool {
    match result {
        Ok(_) => false,
        Err(Interrupted::Memory) => true,
        Err(other) => panic!("{other}"),
    }
}

/// Does work within a memory limit that is too small, unless it `ends` by itself with a smaller result, or in another
/// way.
fn measure(kind: &str, megabytes: usize, ends: bool, work: impl FnOnce(&Limits) -> bool) {
    let mut limits = Limits::none().within(megabytes << 20);
    limits.deadline = Some(Instant::now() + TIME);
    let (bytes, is_limited) = peak(|| work(&limits));
    let times = bytes as f64 / (megabytes << 20) as f64;
    println!("| {kind} | {megabytes} | {times:.1} |");
    assert!(is_limited != ends, "{kind} needs less or more than it did");
    assert!(times <= MOST, "{kind} takes {times:.1} of its limit");
}

/// Asks a question of the library that needs more memory than its limit.
fn ask<T>(
    kind: &str,
    megabytes: usize,
    puzzle: &Puzzle,
    engine: Method,
    question: impl FnOnce(&Puzzle) -> Result<T, Stop>,
) {
    let puzzle = within(megabytes, puzzle.clone(), engine);
    measure(kind, megabytes, false, |_| match question(&puzzle) {
        Ok(_) => false,
        Err(Stop::Interrupted(cause)) => is_limited::<()>(Err(cause)),
        Err(other) => panic!("{other}"),
    });
}

fn within(megabytes: usize, puzzle: Puzzle, engine: Method) -> Puzzle {
    puzzle.with_options(Options::new().engine(engine).memory_limit(megabytes << 20).time_limit(TIME))
}

fn board(side: usize) -> Puzzle {
    Puzzle::board("square", [side, side], 0).expect("a board")
}

/// A graph without structure.
fn wild(vertices: u64, each: u64) -> Puzzle {
    Puzzle::from_facts(wild_facts(vertices, each)).expect("facts")
}

/// The edges of a graph without structure.
pub(crate) fn wild_facts(vertices: u64, each: u64) -> String {
    let mut facts = String::new();
    for (i, k) in (0..vertices).flat_map(|i| (1..=each).map(move |k| (i, k))) {
        let j = (i * 7 + k * k * 13 + k * 31 + 1) % vertices;
        if i < j {
            let _ = write!(facts, "edge({i},{j}). ");
        }
    }
    facts
}

pub(crate) fn test() {
    println!("| work | limit, MiB | at most, times the limit |\n|---|---:|---:|");
    questions();
    puzzles();
    families();
    println!("\n| work | at most, bytes for each byte of text |\n|---|---:|");
    texts();
}

/// The memory of engines.
fn questions() {
    let (large, wild) = (board(14), wild(120, 40));
    for engine in [Method::Auto, Method::Zdd] {
        ask(&format!("count, engine `{engine}`"), 4, &large, engine, Puzzle::count);
    }
    ask("count, engine `sat`", 4, &board(6), Method::Sat, Puzzle::count);
    ask("family", 4, &wild, Method::Auto, Puzzle::family);
    for engine in [Method::Auto, Method::Search, Method::Zdd, Method::Sat, Method::Mip, Method::Backtrack] {
        let puzzle = within(4, wild.clone(), engine);
        measure(&format!("solve and uniqueness, engine `{engine}`"), 4, true, |_| {
            puzzle.solve().is_err() || puzzle.is_unique().is_err()
        });
    }
}

/// The memory of generation, explanation and drawing.
fn puzzles() {
    let board = |side: usize| within(4, board(side), Method::Auto);
    let made = board(7).make_slitherlink(&SlitherlinkOptions::default()).expect("a puzzle");
    measure("generate slitherlink", 4, true, |_| {
        board(9).make_slitherlink(&SlitherlinkOptions::default()).is_err()
    });
    measure("generate numberlink", 4, true, |_| {
        board(12).make_numberlink(&NumberlinkOptions::default()).is_err()
    });
    measure("explain", 4, true, |_| matches!(made.puzzle.explain().ending(), Ending::Stopped(_)));
    measure("rate", 4, true, |_| made.puzzle.rate().is_err());
    measure("analyse", 4, false, |_| {
        let analysis = board(12).analyse();
        analysis.reports().iter().any(|report| report.stopped == Some(Interrupted::Memory))
    });
    let graph = within(4, wild(2000, 4), Method::Auto);
    measure("draw", 4, false, |_| match graph.svg() {
        Ok(_) => false,
        Err(NoLayout::Interrupted(cause)) => is_limited::<()>(Err(cause)),
        Err(other) => panic!("{other}"),
    });
    measure("generate pairs", 4, false, |limits| {
        let (side, mut edges) = (7, Vec::new());
        for vertex in 0..side * side {
            edges.extend((vertex % side + 1 < side).then_some([vertex, vertex + 1]));
            edges.extend((vertex + side < side * side).then_some([vertex, vertex + side]));
        }
        let options = PairOptions { at_most: None, threads: 1 };
        let places = Places { spill: None, peers: None };
        let sweep = PairSweep::new((side * side) as usize, &edges, options, places, limits).expect("a grid");
        match sweep.count(limits, &Silent, places) {
            Ok(_) => false,
            Err(PairError::Interrupted(cause)) => is_limited::<()>(Err(cause)),
            Err(other) => panic!("{other}"),
        }
    });
    let square = zlink::board::Tiling::named("square").expect("a tiling");
    let blank = square.board([8, 8], 0, &Limits::none()).expect("a board");
    let maker = Slitherlink::new(&blank, None).expect("cells");
    let made = maker.random(&SlitherlinkOptions::default(), 1, &Limits::none(), &Silent).expect("a puzzle");
    let cells: Vec<CellId> = (0..blank.puzzle.cell_count()).map(CellId::from_index).collect();
    measure("generate hints", 4, false, |limits| {
        let question = HintQuestion {
            puzzle: &blank.puzzle,
            solution: &made.solution,
            candidates: &cells,
            given: &[],
            threads: 1,
        };
        match question.family(limits, &Silent) {
            Ok(_) => false,
            Err(HintError::Interrupted(cause)) => is_limited::<()>(Err(cause)),
            Err(other) => panic!("{other}"),
        }
    });
}

/// The memory of diagrams.
fn families() {
    const LEVELS: u32 = 400;
    measure("algebra", 4, false, |limits| {
        let thinned = || -> Result<(), Interrupted> {
            let mut algebra = Algebra::new(limits, LEVELS as usize)?;
            let mut family = algebra.power_set()?;
            for k in 1..LEVELS {
                let mut set = [0, k * 7 % LEVELS, k * 31 % LEVELS].map(Level).to_vec();
                set.sort_unstable();
                set.dedup();
                let set = algebra.family([set])?;
                family = algebra.non_supersets(family, set)?;
            }
            Ok(())
        };
        is_limited(thinned())
    });
    let family = board(10).family().expect("no limit");
    let mut bytes = Vec::new();
    let names: Vec<String> = family.elements().iter().map(|element| element.0.to_string()).collect();
    let name = |element: zlink::diagram::Element| names[element.index()].as_str();
    family.diagram().write_binary(name, &mut bytes).expect("room");
    measure("read a diagram", 1, false, |limits| match Diagram::read_binary(&bytes, limits) {
        Ok(_) => false,
        Err(FileError::Interrupted(cause)) => is_limited::<()>(Err(cause)),
        Err(other) => panic!("{other}"),
    });
}

/// Texts are read and written as a whole. The memory for this grows with the texts, and no limit bounds it.
fn texts() {
    let grid = Puzzle::lattice(Lattice::Square, 100, 100).expect("a grid");
    let row = |(kind, most): (&str, f64), text: usize, bytes: usize| {
        let times = bytes as f64 / text as f64;
        println!("| {kind} | {times:.0} |");
        assert!(times <= most, "{kind} takes {times:.0} bytes for each byte");
    };
    for format in [Format::Facts, Format::EdgeList, Format::Dimacs, Format::Graphml] {
        let (bytes, written) = peak(|| grid.write(format).expect("a graph"));
        row((&format!("write {format}"), 4.0), written.text.len(), bytes);
        let (bytes, _) =
            peak(|| Reader::new().format(format).read(written.text.as_str()).expect("it is read"));
        row((&format!("read {format}"), 60.0), written.text.len(), bytes);
    }
}
