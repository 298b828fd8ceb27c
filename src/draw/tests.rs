//! Compares pictures with stored ones that were checked by eye.
//!
//! `UPDATE=1 cargo test --lib draw` writes the stored pictures anew; look at them before committing.

use std::path::Path;

use super::layout::Layout;
use super::{Decided, DrawnStep, NoText, Overlay, Picture, Share, svg, terminal, zdd};
use zlink_base::limits::{Limits, Silent};
use zlink_deduce::{Deduction, Residual, Value};
use zlink_explain::{Rule, Step, Words, explain};
use zlink_order::Plan;
use zlink_puzzle::{EdgeId, Marks, Names, PairLabels, Parts, Puzzle, Topology, VertexId};
use zlink_search::{Budget, Frontier};

/// A puzzle, its names, its layout and one of its solutions.
struct Scene {
    puzzle: Puzzle,
    names: Names,
    labels: PairLabels,
    marks: Marks,
    layout: Layout,
    answer: Vec<EdgeId>,
}

impl Scene {
    fn new(parts: Parts, walks: &[&[u32]]) -> Self {
        let puzzle = Puzzle::from_parts(parts).unwrap();
        let names = Names::numbered(puzzle.vertex_count() as u32, puzzle.cell_count() as u32);
        let layout = Layout::of(&puzzle, &vec![None; puzzle.vertex_count()], &Limits::none()).unwrap();
        let edges = (0..puzzle.edge_count()).map(EdgeId::from_index);
        let on_walk = |e: &EdgeId| {
            let ends = puzzle.edge_ends(*e).map(|v| v.0);
            walks
                .iter()
                .flat_map(|walk| walk.windows(2))
                .any(|w| ends == [w[0], w[1]] || ends == [w[1], w[0]])
        };
        let answer = edges.filter(on_walk).collect();
        Scene { puzzle, names, labels: PairLabels::default(), marks: Marks::default(), layout, answer }
    }

    /// Three by three squares, with clues.
    fn grid(topology: Topology) -> Self {
        let mut edges = Vec::new();
        for v in 0..16u32 {
            if v % 4 < 3 {
                edges.push([v, v + 1]);
            }
            if v < 12 {
                edges.push([v, v + 4]);
            }
        }
        let find = |u: u32, v: u32| edges.iter().position(|e| *e == [u, v]).unwrap() as u32;
        let clues = [Some(3), None, None, None, Some(2), None, None, None, Some(3)];
        let cells = (0..9u32).map(|i| {
            let v = i / 3 * 4 + i % 3;
            let sides = vec![find(v, v + 1), find(v, v + 4), find(v + 1, v + 5), find(v + 4, v + 5)];
            (sides, clues[i as usize].filter(|_| topology == Topology::Cycle))
        });
        let cells = cells.collect();
        let mut parts = Parts::graph(topology, 16, edges);
        parts.cells = cells;
        if topology == Topology::Linkage {
            parts.pairs = vec![[0, 13], [3, 10]];
            return Scene::new(parts, &[&[0, 4, 8, 12, 13], &[3, 7, 11, 15, 14, 10]]);
        }
        Scene::new(parts, &[&[0, 1, 5, 9, 10, 11, 15, 14, 13, 12, 8, 4, 0]])
    }

    fn of<'a>(&'a self, overlay: &'a Overlay) -> Picture<'a> {
        Picture {
            puzzle: &self.puzzle,
            names: &self.names,
            labels: &self.labels,
            marks: &self.marks,
            layout: &self.layout,
            answer: &self.answer,
            overlay,
            vertex_names: self.puzzle.cell_count() == 1,
        }
    }

    fn picture(&self, overlay: &Overlay) -> String {
        svg(&self.of(overlay))
    }

    fn text(&self, overlay: &Overlay, colour: bool) -> String {
        terminal(&self.of(overlay), colour).unwrap()
    }
}

/// Compares a picture with the file `tests/pictures/NAME`.
fn matches(name: &str, found: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/pictures").join(name);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, found).unwrap();
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(found, known, "{name} is another picture now");
    if name.ends_with(".svg") {
        well_formed(found);
    }
}

/// Asserts that elements are closed in order, and that no attribute occurs twice.
fn well_formed(text: &str) {
    let mut open = Vec::new();
    for tag in text.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').expect("the end of a tag");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
            continue;
        }
        let name = tag.split([' ', '/']).next().expect("a name");
        let keys: Vec<&str> = tag.split("=\"").filter_map(|part| part.rsplit(' ').next()).collect();
        let keys = &keys[..keys.len() - 1];
        let distinct: std::collections::BTreeSet<_> = keys.iter().collect();
        assert_eq!(distinct.len(), keys.len(), "{tag}");
        assert_eq!(tag.matches('"').count(), 2 * keys.len(), "{tag}");
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn a_slitherlink_with_its_solution() {
    let scene = Scene::grid(Topology::Cycle);
    matches("slitherlink.svg", &scene.picture(&Overlay::None));
    matches("slitherlink.txt", &scene.text(&Overlay::None, false));
}

#[test]
fn a_numberlink_with_its_solution() {
    let scene = Scene::grid(Topology::Linkage);
    matches("numberlink.svg", &scene.picture(&Overlay::None));
    matches("numberlink.txt", &scene.text(&Overlay::None, false));
    let colours = scene.text(&Overlay::None, true);
    assert!(colours.contains("\u{1b}[1;34m1") && colours.contains("\u{1b}[1;33m"), "{colours:?}");
}

#[test]
fn a_graph_that_is_not_planar_with_a_cell_that_is_no_face() {
    let mut edges = Vec::new();
    for i in 0..5 {
        edges.extend([[i, (i + 1) % 5], [5 + i, 5 + (i + 2) % 5], [i, 5 + i]]);
    }
    let mut parts = Parts::graph(Topology::Cycle, 10, edges);
    parts.cells = vec![(vec![0, 5, 9, 13], Some(2))];
    parts.required = vec![3];
    parts.forbidden = vec![4];
    let scene = Scene::new(parts, &[&[0, 1, 2, 3, 4, 0]]);
    matches("petersen.svg", &scene.picture(&Overlay::None));
    matches("petersen.txt", &scene.text(&Overlay::None, false));
    let plan = Overlay::Plan { order: vec![EdgeId(0)], frontier: Vec::new(), passed: 1 };
    assert_eq!(terminal(&scene.of(&plan), false), Err(NoText::NotSquare));
}

#[test]
fn overlays() {
    let scene = Scene::grid(Topology::Cycle);
    let rules = [
        Some(Rule::Given),
        Some(Rule::Vertex),
        Some(Rule::Clue),
        Some(Rule::EarlyLoop),
        Some(Rule::Diagonal),
        Some(Rule::BothWays),
        None,
    ];
    let count = scene.puzzle.edge_count();
    let step = |e: usize| {
        let edge = EdgeId::from_index(e);
        Decided { edge, is_in: scene.answer.contains(&edge), step: count - e, rule: rules[e % rules.len()] }
    };
    for (name, animate) in [("deduction.svg", false), ("deduction-animated.svg", true)] {
        let steps = (0..scene.puzzle.edge_count()).rev().map(step).collect();
        let overlay = Overlay::Deduction { steps, animate };
        matches(name, &scene.picture(&overlay));
        matches("deduction.txt", &scene.text(&overlay, false));
        let colours = scene.text(&overlay, true);
        assert!(colours.contains("\u{1b}[1;90m") && colours.contains("\u{1b}[1;33m"), "{colours:?}");
        let list = overlay.list(&scene.puzzle, &scene.names).unwrap();
        assert!(list.starts_with("     1  in   clue ") && list.contains("link(0,1)\n"), "{list}");
    }
    let share = |e: usize| match e % 5 {
        0 => Share::None,
        4 => Share::All,
        part => Share::Part(part as f64 / 4.0),
    };
    let shares = (0..scene.puzzle.edge_count()).map(share).collect();
    let overlay = Overlay::Frequency { shares, count: "4 solutions".to_owned() };
    matches("frequency.svg", &scene.picture(&overlay));
    matches("frequency.txt", &scene.text(&overlay, false));
    let list = overlay.list(&scene.puzzle, &scene.names).unwrap();
    assert!(list.starts_with(" 100 %  link(") && list.ends_with("percent of 4 solutions\n"), "{list}");
    let free = Scene::grid(Topology::PathMatching);
    let residual = Residual::new(&free.puzzle, &vec![Value::Open; free.puzzle.edge_count()]).unwrap();
    let overlay = Overlay::plan(&residual, &in_order(&residual));
    matches("plan.svg", &free.picture(&overlay));
    matches("plan.txt", &free.text(&overlay, false));
    assert!(overlay.list(&free.puzzle, &free.names).unwrap().contains("widest frontier behind this edge"));
    let nothing = Overlay::Plan { order: vec![], frontier: vec![], passed: 0 };
    assert!(
        free.picture(&nothing).contains("nothing to order")
            && free.text(&nothing, false).contains("nothing to order")
    );
}

/// The plan that passes the edges in the order of their numbers.
fn in_order(residual: &Residual) -> Plan {
    Plan { order: (0..residual.edges.len() as u32).collect(), heuristic: "input", cost: 0.0 }
}

#[test]
fn deduced_edges_are_told_in_order_and_the_rest_of_the_answer_after_them() {
    let scene = Scene::grid(Topology::Cycle);
    let steps = steps(&scene);
    let some = &steps[..steps.len() / 2];
    let Overlay::Deduction { steps: told, .. } = Overlay::deduction(some, &scene.answer, false) else {
        panic!("another overlay");
    };
    let known: Vec<EdgeId> = some.iter().flat_map(|step| &step.conclusions).map(|known| known.edge).collect();
    assert!(!known.is_empty());
    assert!(told.iter().map(|decided| decided.edge).take(known.len()).eq(known.iter().copied()));
    assert_eq!(told[known.len() - 1].step, some.len());
    assert!(told[known.len()..].iter().all(|decided| decided.rule.is_none() && decided.is_in));
    assert!(scene.answer.iter().all(|edge| told.iter().any(|decided| decided.edge == *edge)));
}

/// The steps of the explanation of a scene's puzzle.
fn steps(scene: &Scene) -> Vec<Step> {
    let mut steps = Vec::new();
    explain(&scene.puzzle, &Limits::none(), &Silent, &mut |step| {
        steps.push(step.clone());
        std::ops::ControlFlow::Continue(())
    });
    steps
}

#[test]
fn a_step_and_what_it_is_drawn_from() {
    let scene = Scene::grid(Topology::Cycle);
    let mut known = Vec::new();
    let words = Words::new(&scene.puzzle, &scene.names, &[]);
    for (i, step) in steps(&scene).into_iter().enumerate() {
        let panels = step.branches.len().max(1);
        let sentence = words.sentence(&step);
        let overlay = Overlay::Step(Box::new(DrawnStep {
            number: i + 1,
            known: known.clone(),
            step: step.clone(),
            sentence,
        }));
        let (picture, text) = (scene.picture(&overlay), scene.text(&overlay, false));
        assert_eq!(picture.matches("class=\"clues\"").count(), panels);
        assert!(picture.contains("orange: from what") && text.contains("! what follows"), "{text}");
        if i == 0 {
            matches("step.svg", &picture);
            matches("step.txt", &text);
        }
        known.extend(step.conclusions);
    }
}

#[test]
fn a_small_diagram() {
    let edges = vec![[0, 1], [1, 2], [0, 3], [1, 4], [2, 5], [3, 4], [4, 5]];
    let puzzle = Puzzle::from_parts(Parts::graph(Topology::Cycle, 6, edges)).unwrap();
    let limits = Limits::none();
    let mut deduction = Deduction::new(&puzzle);
    let residual = Residual::new(&puzzle, &[Value::Open; 7]).unwrap();
    let order = in_order(&residual);
    let budget = Budget::new(u64::MAX, &Silent);
    let (diagram, _) = Frontier::new(&residual, &order).depth_first(&mut deduction, &limits, budget);
    let picture = zdd::svg(&diagram.unwrap(), |e| format!("e{}", e.index())).unwrap();
    matches("diagram.svg", &picture);
}

/// Two rows of three squares, one of which is shaded; circles, a number, and a border that the answer crosses once.
#[test]
fn marks_regions_and_shaded_squares() {
    let edges = vec![[0, 1], [0, 2], [1, 3], [2, 3], [3, 4]];
    let mut parts = Parts::graph(Topology::Cycle, 5, edges);
    // A cell that is no face, and all edges inside of the region on the left.
    parts.cells = vec![(vec![0, 1], Some(2)), (vec![1], Some(1))];
    parts.integrity = vec![vec![(0, true), (4, true)]];
    let places = [[0, 0], [1, 0], [0, 1], [1, 1], [2, 1]].map(Some);
    let mut scene = Scene::new(parts, &[&[0, 1, 3, 2, 0]]);
    scene.layout = Layout::of(&scene.puzzle, &places, &Limits::none()).unwrap();
    let bare = scene.picture(&Overlay::None);
    assert!(bare.contains("⊘") && bare.contains(">2</text>"), "{bare}");
    let marks =
        [(0, Marks::WHITE), (3, Marks::BLACK), (2, "7")].map(|(v, mark)| (VertexId(v), mark.to_owned()));
    scene.marks.signs = marks.into_iter().collect();
    scene.marks.regions =
        (0..5).map(|v| (VertexId(v), ["left", "right"][v as usize % 2].to_owned())).collect();
    scene.marks.shaded = [[2, 0]].into();
    let picture = scene.picture(&Overlay::None);
    matches("marks.svg", &picture);
    assert!(!picture.contains("⊘") && !picture.contains(">2</text>"), "{picture}");
    let text = " ○━━━┓   ▒\n ┃   ┃\n ┗━━━●╌│╌·\n   7\n";
    assert_eq!(scene.text(&Overlay::None, false), text);
}
