//! The rules of presolve against their definitions: blocks and bridges by removing vertices and edges one by
//! one, parity by trying every assignment, probing by trying every edge once more.

use super::random::{Random, puzzle, sparse};
use crate::deduce::equal::Classes;
use crate::deduce::{Deduction, Literal, Value, blocks, bridges, parity};
use crate::limits::Limits;
use crate::puzzle::{EdgeId, Incidence, Puzzle, Topology, VertexId};

/// The component of each vertex in the graph that is left, without a vertex and an edge.
fn components(
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

/// Whether some cycle of the graph that is left may pass both edges: no vertex separates them.
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

/// What the block rule must put out; for a linkage only the bridges between no pair.
fn expected_out(puzzle: &Puzzle, incidence: &Incidence, deduction: &Deduction<'_>) -> Vec<EdgeId> {
    let values = deduction.values();
    let left: Vec<EdgeId> =
        (0..values.len()).map(EdgeId::from_index).filter(|e| values[e.index()] != Value::Out).collect();
    let first = deduction.trail().entries().iter().find(|e| values[e.index()] == Value::In);
    left.into_iter()
        .filter(|&e| match (puzzle.topology(), first) {
            (Topology::PathMatching, _) => false,
            (Topology::Cycle, Some(&first)) => e != first && !same_block(incidence, values, e, first),
            (Topology::Linkage, _) => {
                is_bridge(incidence, values, e)
                    && separated(puzzle, &components(incidence, values, None, Some(e))) == 0
            }
            _ => is_bridge(incidence, values, e),
        })
        .collect()
}

/// How many pairs have their terminals in different components.
fn separated(puzzle: &Puzzle, component: &[usize]) -> usize {
    puzzle.pairs().iter().filter(|[a, b]| component[a.index()] != component[b.index()]).count()
}

/// Whether a cut of no edge, one edge or one vertex separates too many pairs.
fn torn(puzzle: &Puzzle, incidence: &Incidence, values: &[Value]) -> bool {
    let edges = (0..values.len()).map(EdgeId::from_index).filter(|e| values[e.index()] != Value::Out);
    separated(puzzle, &components(incidence, values, None, None)) > 0
        || edges.map(|e| separated(puzzle, &components(incidence, values, None, Some(e)))).any(|n| n > 1)
        || (0..incidence.vertex_count()).map(VertexId::from_index).any(|x| {
            let component = components(incidence, values, Some(x), None);
            let uses =
                |[a, b]: &&[VertexId; 2]| *a == x || *b == x || component[a.index()] != component[b.index()];
            puzzle.pairs().iter().filter(uses).count() > 1
        })
}

/// A state with random decisions, propagated without a conflict.
fn state<'p>(random: &mut Random, puzzle: &'p Puzzle) -> Option<Deduction<'p>> {
    let mut deduction = Deduction::new(puzzle);
    deduction.propagate().ok()?;
    for _ in 0..random.below(7) {
        let open: Vec<EdgeId> = (0..puzzle.edge_count())
            .map(EdgeId::from_index)
            .filter(|&e| deduction.value(e) == Value::Open)
            .collect();
        if open.is_empty() {
            break;
        }
        deduction.assume(open[random.below(open.len())], random.chance(15));
        deduction.propagate().ok()?;
    }
    Some(deduction)
}

#[test]
fn blocks_and_bridges() {
    let mut random = Random(11);
    let (mut outs, mut ins, mut conflicts) = (0, 0, 0);
    for round in 0..3000 {
        let puzzle = if round % 4 == 0 { puzzle(&mut random, 10) } else { sparse(&mut random, 24) };
        let Some(deduction) = state(&mut random, &puzzle) else { continue };
        let incidence = deduction.incidence();
        let expected = expected_out(&puzzle, incidence, &deduction);
        let mut trail = deduction.trail().clone();
        let known = trail.entries().len();
        match blocks::propagate(&puzzle, incidence, &mut trail) {
            // Where pairs are torn apart the bridge rule reports it.
            Ok(()) if torn(&puzzle, incidence, deduction.values()) => {}
            Ok(()) => {
                let mut found = trail.entries()[known..].to_vec();
                assert!(found.iter().all(|&e| trail.value(e) == Value::Out));
                if puzzle.topology() == Topology::Linkage {
                    // Of the other edges in blocks without a pair the tests of soundness speak.
                    found.retain(|&e| is_bridge(incidence, deduction.values(), e));
                }
                found.sort_unstable();
                assert_eq!(found, expected, "{puzzle:?} {:?}", deduction.values());
                outs += found.len();
            }
            Err(_) if puzzle.topology() == Topology::Linkage => {}
            Err(_) => assert!(expected.iter().any(|&e| deduction.value(e) == Value::In)),
        }
        let mut trail = deduction.trail().clone();
        match bridges::propagate(&puzzle, incidence, &mut trail) {
            Ok(()) if puzzle.topology() == Topology::Linkage => {
                assert!(!torn(&puzzle, incidence, deduction.values()));
                let must = |e: EdgeId| {
                    is_bridge(incidence, deduction.values(), e)
                        && separated(&puzzle, &components(incidence, deduction.values(), None, Some(e))) == 1
                };
                for e in (0..puzzle.edge_count()).map(EdgeId::from_index) {
                    if deduction.value(e) == Value::Open {
                        assert_eq!(trail.value(e) == Value::In, must(e));
                        ins += usize::from(must(e));
                    }
                }
            }
            Ok(()) => assert_eq!(trail.entries().len(), known),
            Err(_) => {
                assert!(torn(&puzzle, incidence, deduction.values()));
                conflicts += 1;
            }
        }
    }
    assert!(outs > 200 && ins > 50 && conflicts > 50, "{outs} {ins} {conflicts}: too few to mean anything");
}

/// Every assignment of the open edges that has the right parities, by the rules' own words.
fn parity_assignments(puzzle: &Puzzle, values: &[Value]) -> Vec<u32> {
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
            && puzzle.clued_cells().all(|(_, cell)| {
                let here = cell.edges.iter().filter(|e| chosen(*set, e.index())).count() as u32;
                cell.clue.is_some_and(|clue| clue % 2 == here % 2)
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
        let mut trail = deduction.trail().clone();
        let mut classes = Classes::new(puzzle.edge_count());
        let result = parity::propagate(&puzzle, &|_| true, deduction.incidence(), &mut trail, &mut classes);
        assert_eq!(result.is_err(), sets.is_empty());
        let open: Vec<EdgeId> = (0..puzzle.edge_count())
            .map(EdgeId::from_index)
            .filter(|&e| deduction.value(e) == Value::Open)
            .collect();
        if result.is_err() {
            continue;
        }
        let fixed = |i: usize| sets.iter().all(|s| s >> i & 1 == sets[0] >> i & 1);
        for (i, &e) in open.iter().enumerate() {
            // Of a class of forced edges one is put on the trail; the equality rule does the others.
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
fn presolve_is_a_fixpoint_of_probing() {
    let mut random = Random(17);
    for _ in 0..1000 {
        let puzzle = puzzle(&mut random, 12);
        let mut deduction = Deduction::new(&puzzle);
        if deduction.presolve(&Limits::none()).is_err() {
            continue;
        }
        for e in (0..puzzle.edge_count()).map(EdgeId::from_index) {
            if deduction.value(e) != Value::Open {
                continue;
            }
            let mut implied: Vec<Vec<Literal>> = Vec::new();
            for value in [true, false] {
                let base = deduction.assigned();
                deduction.assume(e, value);
                assert_eq!(deduction.propagate(), Ok(()), "a failed literal is left");
                let trail = deduction.trail();
                implied.push(trail.entries()[base..].iter().map(|&e| trail.literal(e)).collect());
                deduction.backtrack(0);
            }
            assert!(implied[0].iter().all(|l| !implied[1].contains(l)), "a common consequence is left");
        }
    }
}
