//! The structural rules against their definitions: blocks by removing vertices and edges one by one, the paths of a linkage by
//! listing them, parity and clue faces by trying every assignment, balance by elimination, probing by probing every edge once
//! more.

use std::collections::HashSet;

use super::{decided_by, open_among};
use crate::balance::{self, Balance};
use crate::biconnectivity;
use crate::context::Context;
use crate::face_clue::ClueFace;
use crate::parity::Parity;
use crate::propagator::Propagator;
use crate::reachability::Reachability;
use crate::{Antecedent, Deduction, Depth, Lit, Rule, Scope, Trail, Value, Var};
use zlink_base::limits::Limits;
use zlink_puzzle::random_puzzles::{Random, board, linkage, mesh, puzzle, sparse};
use zlink_puzzle::{EdgeId, Incidence, Parts, Puzzle, Topology, VertexId};

/// The component of each vertex in the remaining graph without a vertex and an edge.
pub(crate) fn components(
    incidence: &Incidence,
    values: &[Value],
    vertex: Option<VertexId>,
    edge: Option<EdgeId>,
) -> Vec<usize> {
    let mut component: Vec<usize> = (0..incidence.vertex_count()).collect();
    loop {
        let mut changed = false;
        for e in (0..values.len()).map(EdgeId::from_index) {
            let ends = incidence.ends(e);
            if values[e.index()] == Value::Out || Some(e) == edge || ends.iter().any(|&v| Some(v) == vertex) {
                continue;
            }
            let low = ends.map(|v| component[v.index()]).into_iter().min().unwrap_or(0);
            for v in ends {
                changed |= component[v.index()] != low;
                component[v.index()] = low;
            }
        }
        if !changed {
            return component;
        }
    }
}

/// Whether two edges of the remaining graph lie in one block: no vertex separates them.
fn same_block(incidence: &Incidence, values: &[Value], e: EdgeId, f: EdgeId) -> bool {
    (0..incidence.vertex_count()).map(VertexId::from_index).all(|x| {
        let component = components(incidence, values, Some(x), None);
        let place = |e: EdgeId| incidence.ends(e).into_iter().find(|&v| v != x).map(|v| component[v.index()]);
        place(e) == place(f)
    })
}

fn is_bridge(incidence: &Incidence, values: &[Value], e: EdgeId) -> bool {
    let component = components(incidence, values, None, Some(e));
    let [u, v] = incidence.ends(e);
    component[u.index()] != component[v.index()]
}

/// The edges that the biconnectivity rule must decide to be out.
pub(crate) fn expected_out(context: &Context<'_>) -> Vec<EdgeId> {
    let (puzzle, incidence, values) = (&*context.puzzle, &*context.incidence, context.trail.values());
    let left: Vec<EdgeId> =
        (0..values.len()).map(EdgeId::from_index).filter(|e| values[e.index()] != Value::Out).collect();
    let first = context.trail.chosen(context.assigned() as u32).next();
    left.into_iter()
        .filter(|&e| match (puzzle.topology(), first) {
            (Topology::PathMatching | Topology::Linkage, _) => false,
            (Topology::Cycle, Some(first)) => e != first && !same_block(incidence, values, e, first),
            _ => is_bridge(incidence, values, e),
        })
        .collect()
}

/// A state with random decisions, propagated without a conflict.
fn state<'p>(random: &mut Random, puzzle: &'p Puzzle) -> Option<Deduction<'p>> {
    let mut deduction = Deduction::new(puzzle);
    deduction.propagate(Depth::Cheap).ok()?;
    for _ in 0..random.below(7) {
        let open = open_among(puzzle.edge_count(), &deduction);
        if open.is_empty() {
            break;
        }
        deduction.assume(open[random.below(open.len())], random.chance(15));
        deduction.propagate(Depth::Cheap).ok()?;
    }
    Some(deduction)
}

#[test]
fn blocks_by_removing_vertices() {
    let mut random = Random(11);
    let mut outs = 0;
    for round in 0..3000 {
        let puzzle = if round % 4 == 0 { puzzle(&mut random, 10) } else { sparse(&mut random, 24) };
        let Some(deduction) = state(&mut random, &puzzle) else { continue };
        let incidence = deduction.incidence();
        let expected = expected_out(&deduction.context);
        let mut trail = deduction.trail().clone();
        let known = trail.entries().len();
        match biconnectivity::decide(&puzzle, incidence, &mut trail) {
            Ok(()) => {
                let found = trail.entries()[known..].iter().filter_map(|&var| trail.edge(var));
                let mut found: Vec<EdgeId> = found.collect();
                assert!(found.iter().all(|&e| trail.value(e) == Value::Out));
                found.sort_unstable();
                assert_eq!(found, expected, "{puzzle:?} {:?}", deduction.values());
                outs += found.len();
            }
            Err(_) => assert!(expected.iter().any(|&e| deduction.value(e) == Value::In)),
        }
    }
    assert!(outs > 200, "{outs}: too few to mean anything");
}

/// The paths of a pair from end point to end point, through free vertices.
struct PairPaths<'a> {
    incidence: &'a Incidence,
    values: &'a [Value],
    /// Whether each vertex belongs to a pair.
    owned: Vec<bool>,
}

impl PairPaths<'_> {
    fn path_from(&self, terminal: VertexId) -> Vec<VertexId> {
        let mut path = vec![terminal];
        while let Some(&(_, w)) = self
            .incidence
            .at(path[path.len() - 1])
            .iter()
            .find(|&&(e, w)| self.values[e.index()] == Value::In && !path.contains(&w))
        {
            path.push(w);
        }
        path
    }

    /// Adds all simple paths that extend `path` to `end`, as lists of vertices, each with the edge that leads to it.
    fn extend(
        &self,
        path: &mut Vec<(VertexId, Option<EdgeId>)>,
        end: VertexId,
        found: &mut Vec<Vec<(VertexId, Option<EdgeId>)>>,
    ) {
        let here = path[path.len() - 1].0;
        if here == end {
            found.push(path.clone());
            return;
        }
        for &(e, w) in self.incidence.at(here) {
            let fresh = !path.iter().any(|&(v, _)| v == w) && (w == end || !self.owned[w.index()]);
            if fresh && self.values[e.index()] != Value::Out {
                path.push((w, Some(e)));
                self.extend(path, end, found);
                path.pop();
            }
        }
    }
}

/// The literals that the reachability rule must decide, by listing the paths of each pair; `None` for a conflict.
pub(crate) fn expected_paths(context: &Context<'_>) -> Option<Vec<Lit>> {
    let (puzzle, incidence, values) = (&*context.puzzle, &*context.incidence, context.trail.values());
    let mut pair_paths = PairPaths { incidence, values, owned: vec![false; puzzle.vertex_count()] };
    let terminal_paths: Vec<[Vec<VertexId>; 2]> =
        puzzle.pairs().iter().map(|pair| pair.map(|t| pair_paths.path_from(t))).collect();
    for v in terminal_paths.iter().flatten().flatten() {
        pair_paths.owned[v.index()] = true;
    }
    let mut used = vec![false; values.len()];
    let mut occupant: Vec<Option<usize>> = vec![None; puzzle.vertex_count()];
    let mut decided = Vec::new();
    for (pair, [first, second]) in terminal_paths.iter().enumerate() {
        if first.contains(&second[0]) {
            continue;
        }
        let end_points = [first, second].map(|path| path[path.len() - 1]);
        let mut paths = Vec::new();
        pair_paths.extend(&mut vec![(end_points[0], None)], end_points[1], &mut paths);
        let on_all = |v: Option<VertexId>, e: Option<EdgeId>| {
            paths.iter().all(|path| path.iter().any(|&(w, f)| Some(w) == v || (e.is_some() && f == e)))
        };
        for &(_, e) in paths.first()?.iter() {
            let inner = |e: EdgeId| incidence.ends(e).iter().all(|v| !pair_paths.owned[v.index()]);
            if e.is_some_and(|e| inner(e) && values[e.index()] == Value::Open) && on_all(None, e) {
                decided.extend(e.map(|e| Lit::new(e, true)));
            }
        }
        for v in (0..occupant.len()).map(VertexId::from_index).filter(|v| !pair_paths.owned[v.index()]) {
            if on_all(Some(v), None) && occupant[v.index()].replace(pair).is_some() {
                return None;
            }
        }
        for e in paths.iter().flatten().filter_map(|&(_, e)| e) {
            used[e.index()] = true;
        }
    }
    let owner = |v: VertexId| terminal_paths.iter().position(|pair| pair.iter().any(|f| f.contains(&v)));
    for e in (0..values.len()).map(EdgeId::from_index).filter(|e| values[e.index()] != Value::Out) {
        let [u, v] = incidence.ends(e);
        let is_occupied = |end_point: VertexId, v: VertexId| {
            owner(end_point).is_some_and(|pair| occupant[v.index()].is_some_and(|other| other != pair))
        };
        let free = owner(u).is_none() || owner(v).is_none();
        if free && (!used[e.index()] || is_occupied(u, v) || is_occupied(v, u)) {
            if values[e.index()] == Value::In {
                return None;
            }
            decided.push(Lit::new(e, false));
        }
    }
    decided.sort_unstable();
    decided.dedup();
    Some(decided)
}

#[test]
fn reachability_by_listing_paths() {
    let mut random = Random(12);
    let (mut decisions, mut conflicts) = ([0, 0], 0);
    for round in 0..4000 {
        let puzzle = if round % 2 == 0 { linkage(&mut random, 22) } else { sparse(&mut random, 24) };
        let Some(deduction) = state(&mut random, &puzzle) else { continue };
        if puzzle.topology() != Topology::Linkage {
            continue;
        }
        let expected = expected_paths(&deduction.context);
        let mut reachability = Reachability::default();
        // The second search reuses the tables of the first.
        for _ in 0..2 {
            let mut context = deduction.context.clone();
            let known = context.assigned();
            let result = reachability.propagate(&mut context, Depth::Structure);
            let trail = &context.trail;
            let mut found: Vec<Lit> = trail.entries()[known..].iter().map(|&e| trail.literal(e)).collect();
            found.sort_unstable();
            let found = result.ok().map(|()| found);
            assert_eq!(found, expected, "{puzzle:?} {:?}", deduction.values());
        }
        match expected {
            Some(literals) => literals.iter().for_each(|l| decisions[usize::from(l.value())] += 1),
            None => conflicts += 1,
        }
    }
    assert!(
        decisions[0] > 500 && decisions[1] > 100 && conflicts > 100,
        "{decisions:?} {conflicts}: too few"
    );
}

/// Whether the degrees that covering requires are possible when each edge that is not out may count any number of times,
/// negative and fractional ones included: elimination modulo a prime.
pub(crate) fn degrees_can_be_had(puzzle: &Puzzle, values: &[Value]) -> bool {
    const PRIME: i64 = 1_000_003;
    let edges: Vec<usize> = (0..values.len()).filter(|&e| values[e] != Value::Out).collect();
    let mut rows: Vec<Vec<i64>> = (0..puzzle.vertex_count())
        .map(VertexId::from_index)
        .map(|v| {
            let at = |&e: &usize| i64::from(puzzle.edge_ends(EdgeId::from_index(e)).contains(&v));
            let degree = 2 - i64::from(puzzle.pairs().iter().flatten().any(|&t| t == v));
            edges.iter().map(at).chain([degree]).collect()
        })
        .collect();
    for column in 0..edges.len() {
        let Some(place) = rows.iter().position(|row| row[column] != 0) else { continue };
        let pivot = rows.swap_remove(place);
        for row in &mut rows {
            // Both rows are multiplied, so that nothing has to be divided.
            let factor = row[column];
            for (x, y) in row.iter_mut().zip(&pivot) {
                *x = (*x * pivot[column] - factor * y).rem_euclid(PRIME);
            }
        }
    }
    rows.iter().all(|row| row[edges.len()] == 0)
}

#[test]
fn balance_by_elimination() {
    let mut random = Random(19);
    let (mut conflicts, mut fine) = (0, 0);
    for _ in 0..3000 {
        let puzzle = puzzle(&mut random, 12);
        let Some(deduction) = state(&mut random, &puzzle) else { continue };
        if !puzzle.topology().forces_parity() {
            continue;
        }
        let (incidence, trail) = (deduction.incidence(), deduction.trail());
        let result = balance::check(&puzzle, true, incidence, trail);
        assert_eq!(result.is_ok(), degrees_can_be_had(&puzzle, deduction.values()), "{puzzle:?}");
        let Err(conflict) = result else {
            fine += 1;
            continue;
        };
        // The reason alone makes the degrees impossible too.
        let Antecedent::Rule(cause) = conflict.cause() else { unreachable!() };
        let mut reason = Vec::new();
        Balance.explain_conflict(&deduction.context, cause, None, &mut reason);
        let mut values = vec![Value::Open; puzzle.edge_count()];
        for literal in reason {
            assert_eq!(trail.literal(literal.var()), literal);
            values[literal.var().index()] = if literal.value() { Value::In } else { Value::Out };
        }
        assert!(!degrees_can_be_had(&puzzle, &values), "{puzzle:?} {:?}", deduction.values());
        conflicts += 1;
    }
    assert!(conflicts > 300 && fine > 300, "{conflicts} {fine}: too few");
}

#[test]
fn a_board_with_more_black_squares_than_white_ones_cannot_be_covered() {
    let edges = |side: u32| {
        let across = (0..side * side).filter(move |v| v % side + 1 < side).map(|v| [v, v + 1]);
        across.chain((0..side * (side - 1)).map(move |v| [v, v + side]))
    };
    for (side, possible) in [(15, false), (16, true)] {
        let mut parts = Parts::graph(Topology::Cycle, (side * side) as usize, edges(side).collect());
        parts.cover = true;
        let puzzle = Puzzle::from_parts(parts).unwrap();
        assert_eq!(Deduction::new(&puzzle).propagate(Depth::Structure).is_ok(), possible);
    }
}

/// Every assignment of the open edges with the right parities, by the definition of the rules.
pub(crate) fn parity_assignments(puzzle: &Puzzle, values: &[Value]) -> Vec<u32> {
    let open: Vec<usize> = (0..values.len()).filter(|&e| values[e] == Value::Open).collect();
    let chosen = |set: u32, e: usize| match values[e] {
        Value::Open => open.iter().position(|&o| o == e).is_some_and(|i| set >> i & 1 == 1),
        known => known == Value::In,
    };
    let right = |set: &u32| {
        let vertices = (0..puzzle.vertex_count()).map(VertexId::from_index).all(|v| {
            let at = (0..values.len()).filter(|&e| puzzle.edge_ends(EdgeId::from_index(e)).contains(&v));
            let odd = puzzle.pairs().iter().flatten().any(|&t| t == v);
            !puzzle.topology().forces_parity() || (at.filter(|&e| chosen(*set, e)).count() % 2 == 1) == odd
        });
        vertices
            && puzzle.sums().all(|(_, sum)| {
                let here = sum.count(|e| chosen(*set, e.index())) as i64;
                sum.exactly().is_none_or(|number| number % 2 == here % 2)
            })
    };
    (0..1u32 << open.len()).filter(right).collect()
}

#[test]
fn parity_by_enumeration() {
    let mut random = Random(13);
    let (mut forced, mut equal) = (0, 0);
    for _ in 0..1500 {
        let puzzle = puzzle(&mut random, 9);
        let Some(deduction) = state(&mut random, &puzzle) else { continue };
        let sets = parity_assignments(&puzzle, deduction.values());
        let mut context = deduction.context.clone();
        let result = Parity::default().propagate(&mut context, Depth::Presolve);
        let Context { trail, classes, .. } = &context;
        assert_eq!(result.is_err(), sets.is_empty());
        let open = open_among(puzzle.edge_count(), &deduction);
        let open: Vec<EdgeId> = open.into_iter().filter_map(|var| trail.edge(var)).collect();
        if result.is_err() {
            continue;
        }
        let fixed = |i: usize| sets.iter().all(|s| s >> i & 1 == sets[0] >> i & 1);
        for (i, &e) in open.iter().enumerate() {
            // Of a class of forced edges one is put on the trail; the equality rule decides the others.
            let (representative, opposite) = classes.find(e);
            let known = trail.value(representative) != Value::Open
                || open.iter().any(|&o| classes.find(o).0 == representative && trail.value(o) != Value::Open);
            assert_eq!(known, fixed(i));
            forced += usize::from(known);
            for (j, &f) in open.iter().enumerate().take(i) {
                let (other, sign) = classes.find(f);
                let same = |s: &u32| (s >> i & 1) ^ (s >> j & 1);
                let related = sets.iter().all(|s| same(s) == same(&sets[0]));
                assert_eq!(other == representative, related && fixed(i) == fixed(j), "{e:?} {f:?}");
                if other == representative {
                    assert_eq!(opposite ^ sign, same(&sets[0]) == 1);
                    equal += 1;
                }
            }
        }
    }
    assert!(forced > 20 && equal > 100, "{forced} {equal}: too few to mean anything");
}

#[test]
fn presolve_is_a_fixpoint_of_probing_in_small_graphs() {
    let mut random = Random(17);
    for _ in 0..1000 {
        let puzzle = puzzle(&mut random, 12);
        let mut deduction = Deduction::new(&puzzle);
        if deduction.probe(Scope::Fixpoint, &Limits::none()).is_err() {
            continue;
        }
        deduction.rules.check_from_scratch(&deduction.context, Depth::Presolve);
        for e in (0..puzzle.edge_count()).map(EdgeId::from_index) {
            if deduction.value(e) != Value::Open {
                continue;
            }
            let mut implied: Vec<Vec<Lit>> = Vec::new();
            for value in [true, false] {
                let base = deduction.assigned();
                deduction.assume(e, value);
                assert_eq!(deduction.propagate(Depth::Cheap), Ok(()), "a failed literal is left");
                let trail = deduction.trail();
                implied.push(trail.entries()[base..].iter().map(|&e| trail.literal(e)).collect());
                deduction.backtrack(0);
            }
            assert!(implied[0].iter().all(|l| !implied[1].contains(l)), "a common consequence is left");
        }
    }
}

/// The literals common to all values of a clue face, its edges and the colours beyond that agree with the clue and with the
/// trail; `None` if there are no such values.
pub(crate) fn common_of(face: &ClueFace, trail: &Trail) -> Option<Vec<Lit>> {
    let n = face.edges.len();
    let mut common: Option<Vec<Lit>> = None;
    for values in 0u32..1 << (n + 1) {
        let inside = values >> n & 1 == 1;
        let mut all = vec![Lit::new(face.colour, inside)];
        for (i, edge) in face.edges.iter().enumerate() {
            let chosen = values >> i & 1 == 1;
            all.push(Lit::new(edge.edge, chosen));
            all.push(Lit::new(edge.beyond, chosen ^ inside ^ edge.odd));
        }
        let agrees = |l: &Lit| trail.value(l.var()) == Value::Open || trail.literal(l.var()) == *l;
        if (values & ((1 << n) - 1)).count_ones() as usize == face.clue && all.iter().all(agrees) {
            match &mut common {
                None => common = Some(all),
                Some(common) => common.retain(|l| all.contains(l)),
            }
        }
    }
    common
}

/// At a fixpoint the rule has found everything that a clue face by itself implies; checked by trying all values.
#[test]
fn clue_faces_by_trying() {
    let mut random = Random(29);
    let (mut faces, mut decided) = (0, 0);
    for _ in 0..2000 {
        let puzzle = board(&mut random, 40);
        let mut deduction = Deduction::new(&puzzle);
        deduction.add_colours();
        let mut agrees = deduction.propagate(Depth::Cheap).is_ok();
        for _ in 0..6 {
            let open = open_among(deduction.trail().variables(), &deduction);
            if !agrees || open.is_empty() {
                break;
            }
            deduction.assume(open[random.below(open.len())], random.chance(50));
            agrees = deduction.propagate(Depth::Cheap).is_ok();
            for face in deduction.clue_faces().iter().filter(|_| agrees) {
                let beyond: HashSet<Var> = face.edges.iter().map(|edge| edge.beyond).collect();
                if beyond.len() == face.edges.len() {
                    faces += 1;
                    let common = common_of(face, deduction.trail()).expect("a conflict that was not seen");
                    let known = |l: &Lit| deduction.trail().value(l.var()) != Value::Open;
                    assert!(common.iter().all(known), "{puzzle:?} {face:?}");
                }
            }
        }
        decided += decided_by(&deduction, Rule::FaceClue);
    }
    assert!(faces > 2000 && decided > 1000, "{faces} {decided}: too few to mean anything");
}

/// Whether all edges of the remaining graph are connected.
fn is_whole(deduction: &Deduction<'_>) -> bool {
    let component = components(deduction.incidence(), deduction.values(), None, None);
    let left = (0..deduction.values().len()).map(EdgeId::from_index);
    let left = left.filter(|&e| deduction.value(e) != Value::Out);
    let mut places = left.map(|e| component[deduction.incidence().ends(e)[0].index()]);
    places.next().is_none_or(|first| places.all(|place| place == first))
}

/// Whether edges that are in are apart, if nothing is known but these literals and level 0; or `out` is apart from them.
fn is_apart(deduction: &Deduction<'_>, literals: &[Lit], out: Option<EdgeId>) -> bool {
    let trail = deduction.trail();
    let mut values = vec![Value::Open; deduction.values().len()];
    let at_once = trail.entries()[..trail.level_end(0)].iter().map(|&var| trail.literal(var));
    for literal in at_once.chain(literals.iter().copied()) {
        if let Some(edge) = trail.edge(literal.var()) {
            values[edge.index()] = if literal.value() { Value::In } else { Value::Out };
        }
    }
    let component = components(deduction.incidence(), &values, None, None);
    let place = |edge: EdgeId| component[deduction.incidence().ends(edge)[0].index()];
    let edges = (0..values.len()).map(EdgeId::from_index);
    let chosen: HashSet<_> = edges.filter(|e| values[e.index()] == Value::In).map(place).collect();
    chosen.len() > usize::from(out.is_none()) && !out.is_some_and(|out| chosen.contains(&place(out)))
}

/// At a fixpoint of the dual connectivity rule, a graph that was connected and has a chosen edge still is connected; and reasons suffice.
#[test]
fn regions_by_components() {
    let mut random = Random(23);
    let (mut outs, mut conflicts) = (0, 0);
    for _ in 0..4000 {
        let puzzle = mesh(&mut random, 40);
        if puzzle.topology() != Topology::Cycle {
            continue;
        }
        let mut deduction = Deduction::new(&puzzle);
        deduction.add_colours();
        if deduction.propagate(Depth::Cheap).is_err() {
            continue;
        }
        for step in 0..12 {
            let variables = deduction.trail().variables();
            let open = open_among(if step == 0 { puzzle.edge_count() } else { variables }, &deduction);
            if open.is_empty() {
                break;
            }
            if random.chance(20) && deduction.level() > 1 {
                deduction.backtrack(1 + random.below(deduction.level() as usize - 1) as u32);
            } else {
                deduction.assume(open[random.below(open.len())], step == 0 || random.chance(50));
            }
            let agrees = deduction.propagate(Depth::Changes);
            if let Err(conflict) = agrees {
                if conflict.cause().rule() == Some(Rule::DualConnectivity) {
                    let mut literals = Vec::new();
                    deduction.explain_conflict(&mut literals);
                    assert!(is_apart(&deduction, &literals, None), "{puzzle:?}");
                    conflicts += 1;
                }
                break;
            }
            let whole = is_whole(&deduction);
            if step == 0 && !whole {
                break;
            }
            assert!(whole, "{puzzle:?}");
        }
        for &var in deduction.trail().entries() {
            if deduction.trail().antecedent(var).rule() == Some(Rule::DualConnectivity) {
                let mut literals = Vec::new();
                deduction.explain(var, &mut literals);
                assert!(is_apart(&deduction, &literals, deduction.trail().edge(var)), "{puzzle:?}");
                outs += 1;
            }
        }
    }
    assert!(outs > 300 && conflicts > 15, "{outs} {conflicts}: too few to mean anything");
}
