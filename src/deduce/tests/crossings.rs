//! Vertex ownership and the crossing rule, which examine only what changed, against examining everything.

use super::{decided_by, open_among};
use crate::crossing::Crossing;
use crate::ownership::Ownership;
use crate::propagator::Propagator;
use crate::{Deduction, Depth, Rule, Value};
use zlink_puzzle::random_puzzles::Random;
use zlink_puzzle::{EdgeId, Parts, Puzzle, Topology, VertexId};

/// A puzzle on a grid of seven rows and columns without a few of its edges, with up to four pairs.
fn grid(random: &mut Random) -> Puzzle {
    let mut edges: Vec<[u32; 2]> = Vec::new();
    for v in 0..49 {
        edges.extend((v % 7 < 6).then_some([v, v + 1]));
        edges.extend((v < 42).then_some([v, v + 7]));
    }
    for _ in 0..random.below(6) {
        edges.swap_remove(random.below(edges.len()));
    }
    let mut terminals: Vec<u32> = (0..49).collect();
    let mut parts = Parts::graph(Topology::Linkage, 49, edges);
    for _ in 0..2 + random.below(3) {
        let mut draw = || terminals.swap_remove(random.below(terminals.len()));
        parts.pairs.push([draw(), draw()]);
    }
    Puzzle::from_parts(parts).expect("the parts are consistent")
}

/// Makes and takes back random assumptions. `visit` is called after each propagation without a conflict, `forget` before
/// backtracking to a level.
fn stroll<S>(
    random: &mut Random,
    puzzle: &Puzzle,
    state: &mut S,
    mut visit: impl FnMut(&mut Random, &Deduction<'_>, &mut S),
    mut forget: impl FnMut(&Deduction<'_>, &mut S, u32),
) {
    let mut deduction = Deduction::new(puzzle);
    for _ in 0..40 {
        let agrees = deduction.propagate(Depth::Changes).is_ok();
        if agrees {
            visit(random, &deduction, state);
        }
        let open = open_among(puzzle.edge_count(), &deduction);
        if !agrees || open.is_empty() || random.chance(10) {
            if deduction.level() == 0 {
                return;
            }
            let level = random.below(deduction.level() as usize) as u32;
            forget(&deduction, state, level);
            deduction.backtrack(level);
        } else {
            deduction.assume(open[random.below(open.len())], random.chance(60));
        }
    }
}

/// The vertices on the path of a terminal when the trail was `before` entries long.
fn path_from(deduction: &Deduction<'_>, terminal: VertexId, before: u32) -> Vec<VertexId> {
    let (mut path, mut came) = (vec![terminal], None);
    loop {
        let here = path[path.len() - 1];
        let chosen =
            |&&(e, _): &&(EdgeId, VertexId)| Some(e) != came && deduction.trail().was(e, Value::In, before);
        let Some(&(e, v)) = deduction.incidence().at(here).iter().find(chosen) else { return path };
        path.push(v);
        came = Some(e);
    }
}

#[test]
fn owners_by_walking_along_paths() {
    let mut random = Random(31);
    let (mut owned, mut joined) = (0, 0);
    for _ in 0..300 {
        let puzzle = grid(&mut random);
        let mut ownership = Ownership::new(&puzzle);
        let visit = |random: &mut Random, deduction: &Deduction<'_>, ownership: &mut Ownership| {
            ownership.update(deduction.incidence(), deduction.trail());
            for before in [deduction.assigned(), random.below(deduction.assigned() + 1)].map(|b| b as u32) {
                let mut owner = vec![None; puzzle.vertex_count()];
                for (pair, terminals) in (0..).zip(puzzle.pairs()) {
                    let paths = terminals.map(|terminal| path_from(deduction, terminal, before));
                    let end_points = paths.each_ref().map(|path| path[path.len() - 1]);
                    let is_open = end_points[0] != terminals[1];
                    joined += usize::from(!is_open);
                    assert_eq!(
                        ownership.end_points(pair, before, deduction.incidence()),
                        is_open.then_some(end_points)
                    );
                    for path in &paths {
                        for (distance, v) in (0..).zip(path) {
                            owner[v.index()] = Some(pair);
                            let position = ownership.position(*v, before);
                            assert!(
                                !is_open
                                    || position.distance == distance && position.terminal() == Some(path[0])
                            );
                        }
                    }
                }
                for v in (0..owner.len()).map(VertexId::from_index) {
                    assert_eq!(
                        ownership.position(v, before).owner(),
                        owner[v.index()],
                        "{puzzle:?} {before}"
                    );
                    owned += usize::from(owner[v.index()].is_some());
                }
            }
        };
        let forget = |deduction: &Deduction<'_>, ownership: &mut Ownership, level| {
            ownership.forget(deduction.trail().level_end(level) as u32, deduction.incidence());
        };
        stroll(&mut random, &puzzle, &mut ownership, visit, forget);
    }
    assert!(owned > 10_000 && joined > 500, "{owned} {joined}: too few to mean anything");
}

#[test]
fn crossings_by_looking_everywhere() {
    let mut random = Random(32);
    let (mut looks, mut boundary_edges) = (0, 0);
    for _ in 0..1500 {
        let puzzle = grid(&mut random);
        let visit = |_: &mut Random, deduction: &Deduction<'_>, looks: &mut usize| {
            boundary_edges += decided_by(deduction, Rule::Crossing);
            let mut context = deduction.context.clone();
            let result = Crossing::default().propagate(&mut context, Depth::Structure);
            assert_eq!(result, Ok(()), "{puzzle:?} {:?}", deduction.values());
            assert_eq!(context.assigned(), deduction.assigned(), "{puzzle:?} {:?}", deduction.values());
            *looks += 1;
        };
        stroll(&mut random, &puzzle, &mut looks, visit, |_, _, _| {});
    }
    assert!(looks > 5_000 && boundary_edges > 500, "{looks} {boundary_edges}: too few to mean anything");
}
