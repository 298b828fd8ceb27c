//! No solution is ever lost, every reason is a valid clause, and a decided state is a solution.

use std::sync::atomic::Ordering;

use super::{decided_by, open_among};
use crate::label::is_idle;
use crate::{Antecedent, Deduction, Depth, Lit, Rule, Scope, Stopped, Techniques, Value, Var};
use zlink_base::limits::Limits;
use zlink_puzzle::brute;
use zlink_puzzle::random_puzzles::{Random, board, linkage, mesh, puzzle, rim, sparse, wide_rim};
use zlink_puzzle::{EdgeId, Incidence, Puzzle, Topology, VertexId, check};

/// Whether a literal holds where the variables of the trail have these values.
fn holds(values: &[bool], literal: Lit) -> bool {
    values[literal.var().index()] == literal.value()
}

/// Whether every edge that is not forbidden and joins two vertices of one path is in the solution.
pub(crate) fn is_induced(puzzle: &Puzzle, solution: &[EdgeId]) -> bool {
    let mut component: Vec<usize> = (0..puzzle.vertex_count()).collect();
    for _ in 0..puzzle.vertex_count() {
        for ends in solution.iter().map(|&e| puzzle.edge_ends(e).map(|v| v.index())) {
            let low = component[ends[0]].min(component[ends[1]]);
            for v in ends {
                component[v] = low;
            }
        }
    }
    (0..puzzle.edge_count()).map(EdgeId::from_index).all(|e| {
        let [u, v] = puzzle.edge_ends(e).map(|v| component[v.index()]);
        u != v || solution.contains(&e) || puzzle.forbidden().contains(&e)
    })
}

/// Whether every vertex has an edge of the solution.
fn covers(puzzle: &Puzzle, solution: &[EdgeId]) -> bool {
    let mut covered = vec![false; puzzle.vertex_count()];
    for v in solution.iter().flat_map(|&e| puzzle.edge_ends(e)) {
        covered[v.index()] = true;
    }
    covered.iter().all(|&covered| covered)
}

/// Checks that the reason of every entry lies before it and implies it.
fn check_reasons(deduction: &Deduction<'_>, solutions: &[Vec<bool>]) {
    for &edge in deduction.trail().entries() {
        if deduction.trail().antecedent(edge) == Antecedent::Decision {
            continue;
        }
        let mut reason = Vec::new();
        deduction.explain(edge, &mut reason);
        let literal = deduction.trail().literal(edge);
        for r in &reason {
            assert_eq!(deduction.trail().literal(r.var()), *r, "a reason holds");
            assert!(
                deduction.trail().position(r.var()) < deduction.trail().position(edge),
                "a reason is earlier"
            );
        }
        for s in solutions {
            let applies = reason.iter().all(|&r| holds(s, r));
            assert!(
                !applies || holds(s, literal),
                "{reason:?} does not imply {literal:?} ({:?}): {s:?}, {:?}",
                deduction.trail().antecedent(edge),
                deduction.puzzle()
            );
        }
    }
}

/// Checks that the reason of a conflict is on the trail and holds in no solution.
fn check_conflict(deduction: &Deduction<'_>, solutions: &[Vec<bool>]) {
    let mut reason = Vec::new();
    deduction.explain_conflict(&mut reason);
    assert!(reason.iter().all(|&r| deduction.trail().value(r.var()) != Value::Open));
    assert!(reason.iter().all(|&r| deduction.trail().literal(r.var()) == r));
    for s in solutions {
        assert!(!reason.iter().all(|&r| holds(s, r)), "{reason:?} is no conflict: {s:?}");
    }
}

/// Checks runs of random decisions, for all solutions and for restricted ones.
fn drive(random: &mut Random, puzzle: &Puzzle, solutions: &[Vec<EdgeId>]) {
    run(random, Deduction::new(puzzle), solutions);
    if puzzle.topology() == Topology::Linkage {
        let induced: Vec<_> = solutions.iter().filter(|s| is_induced(puzzle, s)).cloned().collect();
        run(random, Deduction::induced(puzzle, Techniques::default()), &induced);
        let tight: Vec<_> = induced.into_iter().filter(|s| covers(puzzle, s)).collect();
        run(random, Deduction::tight(puzzle, Techniques::default()), &tight);
    }
}

fn run(random: &mut Random, mut deduction: Deduction<'_>, solutions: &[Vec<EdgeId>]) {
    let puzzle = deduction.lent_puzzle().expect("it is lent");
    if random.chance(40) && deduction.probe(Scope::Fixpoint, &Limits::none()).is_err() {
        assert!(solutions.is_empty(), "a solution is lost by presolve");
        return;
    }
    if random.chance(60) {
        deduction.add_colours();
        deduction.add_labels();
    }
    let chosen_in = solutions;
    let solutions: Vec<Vec<bool>> = chosen_in.iter().map(|s| deduction.values_for(s)).collect();
    let depth = [Depth::Structure, Depth::Changes, Depth::Cheap][random.below(3)];
    if deduction.propagate(depth).is_err() {
        assert!(solutions.is_empty(), "a solution is lost at level 0");
        return;
    }
    for _ in 0..6 {
        let outcome = loop {
            let live: Vec<_> =
                solutions.iter().filter(|s| decisions(&deduction).iter().all(|&l| holds(s, l))).collect();
            for s in &live {
                let agree = |&e: &Var| holds(s, deduction.trail().literal(e));
                assert!(deduction.trail().entries().iter().all(agree), "a solution is lost: {s:?}");
            }
            check_reasons(&deduction, &solutions);
            if random.chance(20) {
                deduction.rules.check_from_scratch(&deduction.context, depth);
            }
            if deduction.is_decided() {
                break true;
            }
            let open = open_among(deduction.trail().variables(), &deduction);
            deduction.assume(open[random.below(open.len())], random.chance(50));
            if deduction.propagate(depth).is_err() {
                let decided = decisions(&deduction);
                let lost = solutions.iter().find(|s| decided.iter().all(|&l| holds(s, l)));
                assert_eq!(lost, None, "no conflict where there is a solution");
                check_conflict(&deduction, &solutions);
                break false;
            }
        };
        if outcome {
            let chosen: Vec<EdgeId> = (0..puzzle.edge_count())
                .map(EdgeId::from_index)
                .filter(|&e| deduction.value(e) == Value::In)
                .collect();
            assert_eq!(check::verify(puzzle, &chosen), Ok(()), "a decided state is a solution");
            assert!(
                chosen_in.contains(&chosen),
                "a decided state is an induced solution where these are asked for"
            );
        }
        if deduction.level() == 0 {
            return;
        }
        deduction.backtrack(random.below(deduction.level() as usize) as u32);
    }
}

fn decisions(deduction: &Deduction<'_>) -> Vec<Lit> {
    (0..deduction.level())
        .map(|level| deduction.trail().entries()[deduction.trail().level_end(level)])
        .map(|e| deduction.trail().literal(e))
        .collect()
}

#[test]
fn random_puzzles() {
    let mut random = Random(2);
    for round in 0..5000 {
        let puzzle = puzzle(&mut random, if round % 10 == 0 { 12 } else { 9 });
        drive(&mut random, &puzzle, &brute::solutions(&puzzle));
    }
}

#[test]
fn linkages() {
    let mut random = Random(5);
    let mut induced = 0;
    for round in 0..2500 {
        let puzzle = linkage(&mut random, if round % 10 == 0 { 17 } else { 12 });
        let solutions = brute::solutions(&puzzle);
        induced += usize::from(solutions.iter().any(|s| !is_induced(&puzzle, s)));
        drive(&mut random, &puzzle, &solutions);
    }
    assert!(induced > 100, "{induced}: too few to mean anything");
}

/// The solutions of a linkage with two pairs: every path of the first pair with every disjoint path of the second.
fn two_paths(puzzle: &Puzzle) -> Vec<Vec<EdgeId>> {
    let incidence = Incidence::of(puzzle);
    let paths = |[start, end]: [VertexId; 2]| {
        let (mut found, mut open) = (Vec::new(), vec![(vec![start], Vec::new())]);
        while let Some((vertices, edges)) = open.pop() {
            let here: VertexId = vertices[vertices.len() - 1];
            if here == end {
                found.push((vertices, edges));
                continue;
            }
            for &(e, w) in incidence.at(here).iter().filter(|(_, w)| !vertices.contains(w)) {
                open.push(([&vertices[..], &[w]].concat(), [&edges[..], &[e]].concat()));
            }
        }
        found
    };
    let [first, second] = [0, 1].map(|pair| paths(puzzle.pairs()[pair]));
    let mut solutions = Vec::new();
    for (vertices, edges) in &first {
        for (_, others) in second.iter().filter(|(other, _)| !other.iter().any(|v| vertices.contains(v))) {
            let mut solution = [&edges[..], &others[..]].concat();
            solution.sort_unstable();
            solutions.push(solution);
        }
    }
    solutions
}

/// Makes random decisions until everything is decided or a conflict is found.
fn wander(random: &mut Random, deduction: &mut Deduction<'_>) {
    while deduction.propagate(Depth::Cheap).is_ok() && !deduction.is_decided() {
        let open = open_among(deduction.trail().variables(), deduction);
        deduction.assume(open[random.below(open.len())], random.chance(50));
    }
}

/// The colours decide edges and colours on grids, where every edge lies between two faces.
#[test]
fn sides_of_grids() {
    let mut random = Random(7);
    let (mut edges, mut colours, mut clue_faces) = (0, 0, 0);
    for _ in 0..400 {
        let puzzle = if random.chance(50) { mesh(&mut random, 17) } else { board(&mut random, 17) };
        let solutions = brute::solutions(&puzzle);
        run(&mut random, Deduction::new(&puzzle), &solutions);
        let mut deduction = Deduction::new(&puzzle);
        deduction.add_colours();
        wander(&mut random, &mut deduction);
        for &v in deduction.trail().entries() {
            match deduction.trail().antecedent(v).rule() {
                Some(Rule::Colouring) if deduction.trail().is_edge(v) => edges += 1,
                Some(Rule::Colouring) => colours += 1,
                Some(Rule::FaceClue) => clue_faces += 1,
                _ => {}
            }
        }
    }
    assert!(
        edges > 300 && colours > 500 && clue_faces > 30,
        "{edges} {colours} {clue_faces}: too few to mean anything"
    );
}

/// The labels decide edges and digits, on grids with paths of several pairs.
#[test]
fn labels_of_grids() {
    let mut random = Random(9);
    let (mut edges, mut digits, mut idle) = (0, 0, 0);
    for _ in 0..200 {
        let puzzle = rim(&mut random);
        let mut deduction = Deduction::new(&puzzle);
        deduction.add_labels();
        wander(&mut random, &mut deduction);
        for &v in deduction.trail().entries() {
            match deduction.trail().antecedent(v) {
                Antecedent::Rule(reason) if reason.rule() != Rule::Label => {}
                Antecedent::Rule(reason) if is_idle(reason) => idle += 1,
                Antecedent::Rule(_) if deduction.trail().is_edge(v) => edges += 1,
                Antecedent::Rule(_) => digits += 1,
                _ => {}
            }
        }
    }
    assert!(edges > 300 && digits > 500 && idle > 100, "{edges} {digits} {idle}: too few to mean anything");
}

/// Pairs with their terminals on the rim of a grid often obstruct each other.
#[test]
fn terminals_on_a_rim() {
    let mut random = Random(6);
    let mut interlaced = 0;
    for _ in 0..200 {
        let puzzle = rim(&mut random);
        let solutions = two_paths(&puzzle);
        drive(&mut random, &puzzle, &solutions);
        let mut deduction = Deduction::new(&puzzle);
        if let Err(conflict) = deduction.propagate(Depth::Structure) {
            interlaced += usize::from(conflict.cause().rule() == Some(Rule::Crossing));
        }
    }
    assert!(interlaced > 10, "{interlaced}: too few to mean anything");
}

/// With few terminals, crossings are searched for where something changed.
#[test]
fn crossings_on_a_wide_board() {
    let mut random = Random(35);
    let mut interlaced = 0;
    for _ in 0..500 {
        let puzzle = wide_rim(&mut random);
        assert!(!crate::is_crowded(&puzzle));
        let solutions: Vec<Vec<bool>> =
            two_paths(&puzzle).iter().map(|s| Deduction::new(&puzzle).values_for(s)).collect();
        let mut deduction = Deduction::new(&puzzle);
        for _ in 0..30 {
            let agrees = deduction.propagate(Depth::Changes).is_ok();
            if !agrees {
                check_conflict(&deduction, &solutions);
            } else {
                check_reasons(&deduction, &solutions);
            }
            interlaced += decided_by(&deduction, Rule::Crossing);
            let open = open_among(puzzle.edge_count(), &deduction);
            if agrees && !open.is_empty() && !random.chance(15) {
                deduction.assume(open[random.below(open.len())], random.chance(50));
            } else if deduction.level() > 0 {
                deduction.backtrack(random.below(deduction.level() as usize) as u32);
            } else {
                break;
            }
        }
    }
    assert!(interlaced > 100, "{interlaced}: too few to mean anything");
}

#[test]
fn sparse_puzzles() {
    let mut random = Random(4);
    for _ in 0..1500 {
        let puzzle = sparse(&mut random, 11);
        drive(&mut random, &puzzle, &brute::solutions(&puzzle));
    }
}

#[test]
fn presolve_keeps_every_solution() {
    let mut random = Random(3);
    for _ in 0..3000 {
        let puzzle = puzzle(&mut random, 9);
        let solutions = brute::solutions(&puzzle);
        let mut deduction = Deduction::new(&puzzle);
        if random.chance(50) {
            // What was interrupted goes on.
            let limits = Limits::none();
            limits.stop_flag().store(true, Ordering::Relaxed);
            assert!(deduction.probe(Scope::Fixpoint, &limits).is_err());
        }
        let outcome = deduction.probe(Scope::Fixpoint, &Limits::none());
        let outcome = outcome.and_then(|_| Ok(deduction.residual()?));
        let solutions: Vec<Vec<bool>> = solutions.iter().map(|s| deduction.values_for(s)).collect();
        check_reasons(&deduction, &solutions);
        for s in &solutions {
            assert!(deduction.trail().entries().iter().all(|&e| holds(s, deduction.trail().literal(e))));
        }
        match outcome {
            Ok(_) => {
                assert!(!deduction.is_decided() || solutions.len() == 1);
                assert_eq!(deduction.is_decided(), deduction.rule_counts().open == 0);
            }
            Err(Stopped::Unsatisfiable(_)) => assert!(solutions.is_empty(), "{puzzle:?}"),
            Err(Stopped::Interrupted(_)) => panic!("there is no limit"),
        }
    }
}
