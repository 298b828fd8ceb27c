//! Good sets one by one: the covers of a graph that are the only solutions of their puzzles.
//!
//! Each puzzle is read vertex by vertex, with all the ways to draw what is read, as the sweep over puzzles reads all of
//! them at once (`state.rs`). The puzzles come in an order in which neighbours begin alike as far as can be, so that
//! most of a puzzle has been read with the one before.

use super::covers::Covers;
use super::expand::{Action, act, is_good, pass};
use super::family::{Arc, Keep};
use super::stages::Stage;
use super::state::normalise;
use super::sweep::PairReport;
use super::word::Word;
use zlink_base::limits::{Interrupted, Limits, Progress, StepsLeft};
use zlink_puzzle::VertexId;

/// Puzzles between two looks at the limits.
const INTERVAL: usize = 1 << 8;

/// The terminals of a puzzle in the order in which the frontier leaves them: the stage, and the number of the pair. Pairs
/// are numbered in the order of their first terminals.
pub(super) type Terminals = Box<[(u16, u8)]>;

/// Reads the actions of a puzzle, stage by stage.
pub(super) struct Reader<'t> {
    terminals: &'t [(u16, u8)],
    begun: u8,
}

impl<'t> Reader<'t> {
    /// A reader of the puzzle with these terminals, from `stage` on.
    pub(super) fn new(terminals: &'t [(u16, u8)], stage: usize) -> Self {
        let before = terminals.partition_point(|&(at, _)| usize::from(at) < stage);
        let begun = terminals[..before].iter().map(|&(_, pair)| pair + 1).max().unwrap_or(0);
        Reader { terminals: &terminals[before..], begun }
    }

    /// The number of pairs that were begun before `stage`, which must be the next one, and the action there.
    pub(super) fn next(&mut self, stage: usize) -> (u8, Action) {
        let begun = self.begun;
        let action = match self.terminals {
            [(at, pair), rest @ ..] if usize::from(*at) == stage => {
                self.terminals = rest;
                self.begun = begun.max(pair + 1);
                if *pair == begun { Action::Begin } else { Action::End(*pair) }
            }
            _ => Action::Plain,
        };
        (begun, action)
    }
}

/// The number of stages at the beginning in which two puzzles agree.
pub(super) fn common(one: &[(u16, u8)], other: &[(u16, u8)]) -> usize {
    let same = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    let stage = |terminals: &[(u16, u8)]| terminals.get(same).map_or(usize::MAX, |&(at, _)| usize::from(at));
    stage(one).min(stage(other))
}

/// The good puzzles among those whose solutions are covers, in order; and the report.
pub(super) fn good<W: Word>(
    covers: &Covers,
    stages: &[Stage],
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<(Vec<Terminals>, PairReport), Interrupted> {
    let mut report = PairReport { states: covers.states() as u64, ways: 0, bytes: covers.bytes() };
    let mut puzzles = Vec::with_capacity(covers.count());
    let mut ends = Ends::new(stages);
    covers.each(limits, |edges| puzzles.push(ends.terminals(edges)))?;
    let each = size_of::<Terminals>() + puzzles.first().map_or(0, |puzzle| size_of_val(&puzzle[..]));
    report.bytes += puzzles.len() * each;
    let mut account = limits.account();
    account.set(puzzles.len() * each)?;
    puzzles.sort_unstable();
    let mut good = Vec::new();
    // The ways to draw before each stage of the puzzle that was read last.
    let mut read: Vec<Vec<W>> = vec![vec![W::nothing()]];
    let mut last: &[(u16, u8)] = &[];
    let mut room = Vec::new();
    for (i, puzzle) in puzzles.iter().enumerate() {
        if i.is_multiple_of(INTERVAL) {
            limits.check()?;
            progress.report("puzzles", format_args!("{i} of {}", puzzles.len()));
        }
        // A puzzle with two covers has two solutions.
        if puzzles.get(i + 1) == Some(puzzle) || i > 0 && puzzles[i - 1] == *puzzle {
            continue;
        }
        read.truncate(common(last, puzzle).saturating_add(1));
        last = puzzle;
        let mut reader = Reader::new(puzzle, read.len() - 1);
        while let Some(stage) = stages.get(read.len() - 1) {
            let (begun, action) = reader.next(read.len() - 1);
            room.clear();
            room.extend_from_slice(&read[read.len() - 1]);
            pass(&stage.events, &mut room);
            let mut after = Vec::new();
            if normalise(&mut room, &stage.slots) {
                act(action, begun, &room, stage.slot, &mut after);
            }
            let remaining: Vec<u8> = stage.left().collect();
            // Without an unspoilt way there is no unique solution that covers everything.
            if !normalise(&mut after, &remaining) {
                break;
            }
            report.states += 1;
            report.ways += after.len() as u64;
            read.push(after);
        }
        if read.len() == stages.len() + 1 && read.last().is_some_and(|ways| is_good(ways)) {
            good.push(puzzle.clone());
        }
    }
    Ok((good, report))
}

/// Adds good puzzles, which ascend, to `keep`, stage by stage: a state for each beginning.
pub(super) fn record(puzzles: &[Terminals], stages: usize, keep: &mut Keep) {
    // For each stage the arcs, with the state before and the number of pairs behind.
    let mut arcs: Vec<Vec<(u32, Arc, u8)>> = vec![Vec::new(); stages];
    // The state that the last puzzle is in before each stage.
    let mut states = vec![0u32; stages + 1];
    let mut last: Option<&Terminals> = None;
    for puzzle in puzzles {
        let from = last.map_or(0, |last| common(last, puzzle)).min(stages);
        last = Some(puzzle);
        let mut reader = Reader::new(puzzle, from);
        for stage in from..stages {
            let (begun, action) = reader.next(stage);
            let child = arcs[stage].len() as u32;
            let begun = begun + u8::from(action == Action::Begin);
            arcs[stage].push((states[stage], Arc { child, action }, begun));
            states[stage + 1] = child;
        }
    }
    let names: Vec<u8> = (0..=u8::MAX).collect();
    let mut count = 1;
    for arcs in arcs {
        keep.begin_stage();
        let mut told = arcs.iter().peekable();
        for state in 0..count {
            while let Some((_, arc, begun)) = told.next_if(|(before, ..)| *before == state) {
                keep.arc(*arc, &names[..usize::from(*begun)]);
            }
            keep.end_state();
        }
        keep.end_stage();
        count = arcs.len() as u32;
    }
}

/// Finds the ends of paths.
struct Ends {
    /// For each vertex, the stage in which it leaves.
    stage: Vec<u16>,
    /// For each vertex, its neighbours on its path.
    near: Vec<[Option<VertexId>; 2]>,
}

impl Ends {
    fn new(stages: &[Stage]) -> Self {
        let count = stages.iter().map(|stage| stage.vertex.index() + 1).max().unwrap_or(0);
        let mut stage_of = vec![0; count];
        for (number, stage) in (0..).zip(stages) {
            stage_of[stage.vertex.index()] = number;
        }
        Ends { stage: stage_of, near: vec![[None; 2]; count] }
    }

    fn terminals(&mut self, edges: &[[VertexId; 2]]) -> Terminals {
        self.near.fill([None; 2]);
        for &[u, v] in edges {
            for (v, w) in [(u, v), (v, u)] {
                let near = &mut self.near[v.index()];
                near[usize::from(near[0].is_some())] = Some(w);
            }
        }
        let mut pairs: Vec<[u16; 2]> = Vec::new();
        for v in (0..self.near.len()).filter(|&v| matches!(self.near[v], [Some(_), None])) {
            let (mut from, mut here) = (None, v);
            let mut steps = StepsLeft::new(edges.len());
            while let Some(next) = self.near[here].into_iter().flatten().find(|w| Some(w.index()) != from)
                && steps.take()
            {
                (from, here) = (Some(here), next.index());
            }
            // Each path counts from one of its ends only.
            if self.stage[v] < self.stage[here] {
                pairs.push([self.stage[v], self.stage[here]]);
            }
        }
        pairs.sort_unstable();
        let numbered = (0u8..).zip(&pairs).flat_map(|(pair, stages)| stages.map(|stage| (stage, pair)));
        let mut terminals: Vec<(u16, u8)> = numbered.collect();
        terminals.sort_unstable();
        terminals.into()
    }
}
