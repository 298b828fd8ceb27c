//! Every stage of the analysis.

use std::ops::ControlFlow;

use zlink::analyse::{self, Consequences, Finding, Number, Options, Report, Stage, Values};
use zlink::puzzle::{CellId, EdgeId, Incidence, Parts, Puzzle, VertexId};

use super::case::{Case, Solution, solutions};
use super::puzzle::Input;
use super::restraint::Restraint;

pub(super) fn check(case: &Case, restraint: &Restraint, input: &mut Input<'_>) {
    let (limits, stopper) = restraint.begin();
    // Without the stage `Shares`, clue values are computed in another way.
    let stages = Stage::ALL.iter().copied().filter(|&stage| stage != Stage::Shares || input.chance(50));
    let options = Options { stages: stages.collect(), limits, threads: 1, ..Options::default() };
    let mut reports = Vec::new();
    analyse::analyse(&case.puzzle, &options, &stopper, &mut |report| {
        reports.push(report.clone());
        ControlFlow::Continue(())
    });
    for Report { stage, finding, stopped, .. } in reports {
        assert!(stopped.is_none() || !restraint.is_none(), "{stage:?}: {stopped:?}: {:?}", case.puzzle);
        let Some(finding) = finding else {
            assert!(stopped.is_some(), "{stage:?} found nothing: {:?}", case.puzzle);
            continue;
        };
        if let Err(what) = holds(case, &finding, stopped.is_none()) {
            panic!("{what}: {finding:?} of {:?}", case.puzzle);
        }
    }
    smallest(case, restraint);
}

/// Checks that a finding is true, and complete if `is_complete`.
fn holds(case: &Case, finding: &Finding, is_complete: bool) -> Result<(), &'static str> {
    let count = case.solutions.len();
    let demand = |holds: bool, what: &'static str| if holds { Ok(()) } else { Err(what) };
    match finding {
        Finding::Solutions(found) => {
            demand(found.solutions.iter().all(|solution| case.solutions.contains(solution)), "no solution")?;
            demand(!found.is_all || found.solutions.len() == count, "not all")?;
            demand(!is_complete || found.solutions.len() == count.min(2), "too few")?;
            demand(!is_complete || count >= 2 || found.is_all, "all, but that is not known")
        }
        Finding::Edges(Consequences { in_all, in_none, in_some, unknown, .. }) => {
            demand(!is_complete || unknown.is_empty(), "an edge is unknown")?;
            demand(in_all.iter().all(|&e| case.with(e) == count), "an edge is not in all")?;
            demand(in_none.iter().all(|&e| case.with(e) == 0), "an edge is in some")?;
            demand(in_some.iter().all(|&e| (1..count).contains(&case.with(e))), "an edge is in none or all")?;
            let mut all = [&in_all[..], in_none, in_some, unknown].concat();
            all.sort_unstable();
            demand(all.into_iter().eq(case.edges()), "an edge is missing")
        }
        Finding::Number(number) => {
            demand(is_true(number, count), "another number")?;
            demand(!is_complete || *number == Number::exact(count), "no exact number")
        }
        Finding::Shares(shares) => {
            demand(case.edges().zip(shares).all(|(e, share)| *share == case.with(e).into()), "other shares")
        }
        Finding::Values(values) => self::values(case, values, is_complete),
        Finding::Redundant(redundant) => {
            demand(!is_complete || redundant.unknown.is_empty(), "a constraint is unknown")?;
            let without = |constraint| case.count_with(|other| other != constraint);
            demand(redundant.can_go.iter().all(|&c| without(c) == 1), "a constraint is needed")?;
            demand(redundant.needed.iter().all(|&c| without(c) != 1), "a constraint can go")
        }
        Finding::Contradiction(contradiction) => {
            let left = &contradiction.constraints;
            demand(!is_complete || contradiction.is_minimal, "perhaps not minimal")?;
            demand(case.count_with(|c| left.contains(&c)) == 0, "no contradiction")?;
            let spared = left.iter().filter(|&&one| case.puzzle.is_relaxed_without(one));
            let mut without = spared.map(|&one| case.count_with(|c| c != one && left.contains(&c)));
            demand(!contradiction.is_minimal || without.all(|count| count > 0), "not minimal")
        }
    }
}

/// Whether a number is `count`, or a lower bound of it.
fn is_true(number: &Number, count: usize) -> bool {
    match number {
        Number::Exact(exact) => *exact == count.into(),
        Number::AtLeast(bound) => *bound <= count.into(),
    }
}

/// Whether a number is `count`, or a lower bound of it. A complete one must show whether the count is 0, 1, or more.
fn is_clear(number: &Number, count: usize, is_complete: bool) -> bool {
    is_true(number, count) && (!is_complete || matches!(number, Number::Exact(_)) || count >= 2)
}

fn values(case: &Case, values: &Values, is_complete: bool) -> Result<(), &'static str> {
    let puzzle = &case.puzzle;
    for of_cell in &values.clues {
        let edges = puzzle.cell(of_cell.cell).edges;
        for (value, number) in of_cell.solutions.iter().enumerate() {
            let meets = |solution: &&Solution| edges.iter().filter(|e| solution.contains(e)).count() == value;
            let count = case.solutions.iter().filter(meets).count();
            if !is_clear(number, count, is_complete) {
                return Err("another number of solutions with a clue");
            }
        }
    }
    let cells = (0..puzzle.cell_count()).filter(|&i| puzzle.cell(CellId::from_index(i)).clue.is_none());
    if is_complete && values.clues.len() != cells.count() {
        return Err("a cell is missing");
    }
    let incidence = Incidence::of(puzzle);
    for of_vertex in &values.paths {
        for (pair, number) in of_vertex.solutions.iter().enumerate() {
            let joins = |solution: &&Solution| {
                reached(&incidence, solution, puzzle.pairs()[pair][0]).contains(&of_vertex.vertex)
            };
            let count = case.solutions.iter().filter(joins).count();
            if !is_clear(number, count, is_complete) {
                return Err("another number of solutions with a vertex on a path");
            }
        }
    }
    for &pair in &values.pairs {
        let mut parts = Parts::of(puzzle);
        parts.pairs.push(pair.map(|v| v.0));
        let more = Puzzle::from_parts(parts).map_err(|_| "a pair that cannot be")?;
        if solutions(&more).len() != 1 {
            return Err("a pair that does not make the solution unique");
        }
    }
    Ok(())
}

/// The vertices that edges connect to `from`.
fn reached(incidence: &Incidence, edges: &[EdgeId], from: VertexId) -> Vec<VertexId> {
    let mut reached = vec![from];
    let mut next = 0;
    while next < reached.len() {
        for &(e, w) in incidence.at(reached[next]) {
            if edges.contains(&e) && !reached.contains(&w) {
                reached.push(w);
            }
        }
        next += 1;
    }
    reached
}

/// Checks the smallest set of clues that suffices against all sets of clues.
fn smallest(case: &Case, restraint: &Restraint) {
    let candidates: Vec<CellId> = case.puzzle.clued_cells().map(|(cell, _)| cell).collect();
    let Some(only) = case.solutions.first().filter(|_| case.solutions.len() == 1) else { return };
    let (limits, stopper) = restraint.begin();
    let (found, stopped) = analyse::smallest(&case.puzzle, only, &candidates, &limits, &stopper);
    assert!(stopped.is_none() || !restraint.is_none(), "{:?}", case.puzzle);
    let is_enough = |stay: &dyn Fn(CellId) -> bool| {
        let keeps = |c| !matches!(c, zlink::puzzle::Constraint::Clue(cell) if !stay(cell));
        case.count_with(keeps) == 1
    };
    assert!(is_enough(&|cell| found.stay.contains(&cell)), "{found:?} of {:?}", case.puzzle);
    if found.is_smallest {
        let bits = |set: u32| move |i: usize| set >> i & 1 == 1;
        let fewer =
            (0u32..1 << candidates.len()).filter(|set| (set.count_ones() as usize) < found.stay.len());
        for set in fewer {
            let stays = bits(set);
            let stay = |cell: CellId| candidates.iter().position(|&other| other == cell).is_some_and(&stays);
            assert!(!is_enough(&stay), "{found:?} of {:?}", case.puzzle);
        }
    }
}
