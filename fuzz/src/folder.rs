//! Folders of runs that were stopped: files in them are changed, and the runs resume.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use num_bigint::BigUint;
use zlink::deduce::{Residual, Techniques, Value};
use zlink::generate::hints::{HintError, HintQuestion};
use zlink::generate::pairs::PairError;
use zlink::limits::{Interrupted, Limits, Silent};
use zlink::order::Plan;
use zlink::puzzle::{CellId, EdgeId, Parts, Puzzle, Topology};
use zlink::search::{Budget, Frontier, Places, Spill, SpillError, Unfinished};

use super::blocks::{self, Stop};
use super::mending;

/// The most changes of a folder.
const MOST: usize = 16;
/// The memory limit of a run in bytes. It suffices for any manifest.
const MEMORY: usize = 1 << 28;

/// After any change of files, a run that resumes has the result of a run without interruptions, or reports a damaged
/// file. The first byte chooses the run, and whether the manifest gets the right checksum again. With that, the
/// manifest can have any content: the run need not have the right result, but it ends. Each four further bytes are a
/// change: its kind, its file, and its place.
pub fn check(bytes: &[u8]) {
    let (&first, changes) = bytes.split_first().unwrap_or((&0, &[]));
    let (run, is_mended) = (RUNS[usize::from(first) % RUNS.len()], first & 0x80 != 0);
    let left = run.left();
    let mut files = left.newer.clone();
    for &[what, which, a, b] in changes.as_chunks::<4>().0.iter().take(MOST) {
        change(&mut files, &left.older, what, usize::from(which), usize::from(u16::from_be_bytes([a, b])));
    }
    if let Some(Some(manifest)) = files.get_mut("manifest").filter(|_| is_mended) {
        mend(manifest);
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, content) in &files {
        let path = folder.path().join(name);
        content
            .as_ref()
            .map_or_else(|| fs::create_dir(&path), |bytes| fs::write(&path, bytes))
            .expect("room");
    }
    let spill = match Spill::open(folder.path(), true) {
        Ok(spill) => spill,
        Err(SpillError::Damaged(_)) => return,
        // There is a folder in place of a file.
        Err(SpillError::File { .. }) if files.values().any(Option::is_none) => return,
        Err(error) => panic!("{error}"),
    };
    match run.go_on(&spill, u64::MAX) {
        Ok(count) => assert!(is_mended || count == left.count, "{count}"),
        Err(Interrupted::Storage) => match spill.failure() {
            Some(SpillError::Damaged(_) | SpillError::Unreadable { .. }) => {}
            Some(SpillError::Other(_)) if is_mended => {}
            other => panic!("{other:?}"),
        },
        Err(_) if is_mended => {}
        Err(other) => panic!("{other}"),
    }
}

/// The files of a folder by their names; `None` for a folder.
type Files = BTreeMap<String, Option<Vec<u8>>>;

/// Changes the file with the number `which`, or two files.
fn change(files: &mut Files, older: &Files, what: u8, which: usize, at: usize) {
    let name = |files: &Files, number: usize| files.keys().nth(number % files.len().max(1)).cloned();
    let (Some(name), Some(other)) = (name(files, which), name(files, at)) else { return };
    let mut content = files[&name].clone();
    let bytes = content.get_or_insert_default();
    // The place of any byte, and of a word.
    let (place, word) = (at % (bytes.len() + 1), at * 8 % (bytes.len() + 1));
    match what % 12 {
        0 => return drop(files.remove(&name)),
        1 => bytes.truncate(place),
        2 => bytes.truncate(word),
        3 if place < bytes.len() => bytes[place] ^= 1 << (which / 16 % 8),
        4 => bytes.extend([at as u8; 11]),
        // A word with another number.
        5 if word + 8 <= bytes.len() => bytes[word] = bytes[word].wrapping_add(1 << (which / 16 % 8)),
        6 if word + 8 <= bytes.len() => bytes[word..word + 8].fill(which as u8),
        7 => return drop(files.insert(name, None)),
        8 => return drop(files.insert(format!("blocks-{at}-0"), content)),
        9 => return drop(files.insert(other, content)),
        10 => {
            let theirs = files.insert(other, content);
            return drop(theirs.map(|content| files.insert(name, content)));
        }
        // A file as it was before the run resumed.
        11 => match older.iter().nth(which % older.len().max(1)) {
            Some((name, content)) => return drop(files.insert(name.clone(), content.clone())),
            None => return,
        },
        _ => return,
    }
    files.insert(name, content);
}

fn mend(manifest: &mut [u8]) {
    let words =
        manifest.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes")));
    let words: Vec<u64> = words.collect();
    if let Some((_, body)) = words.split_last() {
        manifest[8 * body.len()..][..8].copy_from_slice(&mending::checksum(body).to_le_bytes());
    }
}

/// A run that spills to disk, and the amounts of work after which it is stopped for the first and for the second time.
#[derive(Clone, Copy)]
enum Run {
    Count([u64; 2]),
    Diagram([u64; 2]),
    Pairs([u64; 2]),
    Hints([u64; 2]),
}

const RUNS: [Run; 4] =
    [Run::Count([30_000, 40_000]), Run::Diagram([30_000, 40_000]), Run::Pairs([4, 2]), Run::Hints([45, 45])];

/// The files of a run after its first and after its second stop.
struct Left {
    older: Files,
    newer: Files,
    /// The result of the run.
    count: BigUint,
}

impl Run {
    fn left(self) -> &'static Left {
        static LEFT: [OnceLock<Left>; 4] = [const { OnceLock::new() }; 4];
        let (number, pieces) = match self {
            Run::Count(pieces) => (0, pieces),
            Run::Diagram(pieces) => (1, pieces),
            Run::Pairs(pieces) => (2, pieces),
            Run::Hints(pieces) => (3, pieces),
        };
        LEFT[number].get_or_init(|| {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let open = || Spill::open(folder.path(), true).expect("its own folder");
            let [older, newer] = pieces.map(|most| {
                assert_eq!(self.go_on(&open(), most), Err(Interrupted::Stopped));
                read(folder.path())
            });
            assert!(older != newer && older.len() > 1 && newer.len() > 1);
            Left { older, newer, count: self.go_on(&open(), u64::MAX).expect("it comes to its end") }
        })
    }

    /// Resumes the run and stops it again: counts and diagrams after `most` states, pairs and hints at their `most`-th
    /// report of progress.
    fn go_on(self, spill: &Spill, most: u64) -> Result<BigUint, Interrupted> {
        let limits = Limits::none().within(MEMORY);
        let places = Places { spill: Some(spill), peers: None };
        let budget = Budget::new(most, &Silent);
        let stop = Stop::after(&limits, most);
        let unfinished = |why: Unfinished| why.limit().unwrap_or(Interrupted::Stopped);
        match self {
            Run::Count(_) => frontier().count_in(places, 1, &limits, budget).0.map_err(unfinished),
            Run::Diagram(_) => {
                let diagram = frontier().spilled_sweep(spill, 1, &limits, budget).0.map_err(unfinished)?;
                diagram.count(&limits)
            }
            Run::Pairs(_) => blocks::count(None, spill, &limits, &stop).map_err(|error| match error {
                PairError::Interrupted(cause) => cause,
                _ => Interrupted::Stopped,
            }),
            Run::Hints(_) => hints(spill, &limits, &stop).map_err(|error| match error {
                HintError::Interrupted(cause) => cause,
                _ => Interrupted::Stopped,
            }),
        }
    }
}

/// The content of all files of a run that has stopped.
fn read(folder: &Path) -> Files {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let file = |entry: fs::DirEntry| {
        (entry.file_name().into_string().expect("a name"), Some(fs::read(entry.path()).expect("a file")))
    };
    entries.map(file).filter(|(name, _)| name != "lock").collect()
}

/// A grid of `side` by `side` vertices, with its faces.
fn grid(side: u32) -> Parts {
    let vertex = |x: u32, y: u32| side * y + x;
    let across = |x: u32, y: u32| (side - 1) * y + x;
    let down = |x: u32, y: u32| side * (side - 1) + side * y + x;
    let (mut edges, mut cells) = (Vec::new(), Vec::new());
    for y in 0..side {
        edges.extend((1..side).map(|x| [vertex(x - 1, y), vertex(x, y)]));
    }
    for y in 1..side {
        edges.extend((0..side).map(|x| [vertex(x, y - 1), vertex(x, y)]));
    }
    for y in 1..side {
        let face = |x: u32| [across(x - 1, y - 1), across(x - 1, y), down(x - 1, y - 1), down(x, y - 1)];
        cells.extend((1..side).map(|x| (face(x).to_vec(), None)));
    }
    Parts { cells, ..Parts::graph(Topology::Cycle, (side * side) as usize, edges) }
}

/// The sweep over a grid of 9 by 9 vertices.
fn frontier() -> &'static Frontier {
    static FRONTIER: OnceLock<Frontier> = OnceLock::new();
    FRONTIER.get_or_init(|| {
        let puzzle = Puzzle::from_parts(grid(9)).expect("a simple graph");
        let residual = Residual::new(&puzzle, &vec![Value::Open; puzzle.edge_count()]).expect("no clue");
        // Row by row.
        let mut order: Vec<u32> = (0..residual.edges.len() as u32).collect();
        order.sort_by_key(|&edge| residual.edges[edge as usize].ends.iter().copied().max());
        Frontier::for_sweeps(&residual, &Plan { order, heuristic: "rows", cost: 0.0 }, Techniques::default())
    })
}

/// The good sets of hints of the cycle around a grid of 6 by 6 vertices.
fn hints(spill: &Spill, limits: &Limits, stop: &Stop) -> Result<BigUint, HintError> {
    let puzzle = Puzzle::from_parts(grid(6)).expect("a simple graph");
    let is_outer = |edge: &EdgeId| {
        (0..puzzle.cell_count())
            .filter(|&cell| puzzle.cell(CellId::from_index(cell)).edges.contains(edge))
            .count()
            == 1
    };
    let solution: Vec<EdgeId> = (0..puzzle.edge_count()).map(EdgeId::from_index).filter(is_outer).collect();
    let candidates: Vec<CellId> = (0..puzzle.cell_count()).map(CellId::from_index).collect();
    let question = HintQuestion {
        puzzle: &puzzle,
        solution: &solution,
        candidates: &candidates,
        given: &[],
        threads: 1,
    };
    Ok(question.family_on(spill, limits, stop)?.0.good.count())
}
