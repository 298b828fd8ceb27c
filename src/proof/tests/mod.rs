//! Every conclusion of a rule that can be proved follows from its grounds, and proofs are accepted: by the checker of this folder, and
//! by VeriPB if the environment variable `ZLINK_VERIPB` names it.

mod checker;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::Ordering;

use super::formula::wanted;
use super::proof::write_step;
use super::recorder::Steps;
use super::trace::Trace;
use super::{Formula, Proof, Unproved};
use zlink_base::limits::{Interrupted, Limits, Silent};
use zlink_deduce::{Antecedent, Deduction, Depth, Ground, Lit, Outside, Place, Rule, Techniques, Value};
use zlink_facts::{Source, parse};
use zlink_puzzle::random_puzzles::{Random, board, linkage, mesh, puzzle, rim, sparse};
use zlink_puzzle::{
    BuildOptions, EdgeId, Names, Parts, Puzzle, Subdivided, Topology, VertexId, brute, build,
};
use zlink_search::{Hint, Recorder};

/// The checker VeriPB, if there is one, and a folder for its files.
struct VeriPb {
    program: Option<PathBuf>,
    folder: tempfile::TempDir,
}

impl VeriPb {
    fn new() -> Self {
        let program = std::env::var_os("ZLINK_VERIPB").map(PathBuf::from);
        if program.is_none() {
            eprintln!("ZLINK_VERIPB is not set: proofs are not checked by VeriPB");
        }
        VeriPb { program, folder: tempfile::tempdir().expect("a folder") }
    }

    /// Checks a proof by both checkers.
    fn accept(&self, puzzle: &Puzzle, formula: &str, proof: &str) {
        assert_eq!(checker::check(formula, proof), Ok(()), "{puzzle:?}");
        let Some(program) = &self.program else { return };
        let files = ["formula.opb", "proof.pbp"].map(|name| self.folder.path().join(name));
        for (file, text) in files.iter().zip([formula, proof]) {
            fs::write(file, text).expect("a file");
        }
        let output = Command::new(program).args(&files).output().expect("ZLINK_VERIPB names a program");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && text.contains("s VERIFIED"), "{output:?}: {puzzle:?}");
    }
}

fn text_of(puzzle: &Puzzle, formula: &Formula<'_>) -> String {
    let names = Names::numbered(puzzle.vertex_count() as u32, puzzle.cell_count() as u32);
    let mut text = Vec::new();
    formula.write(&names, &mut text).expect("written to memory");
    String::from_utf8(text).expect("text")
}

/// All steps as text, without a conclusion.
fn steps_as_text(trace: &Trace, constraints: u64) -> String {
    let mut text = format!("pseudo-Boolean proof version 3.0\nf {constraints} ;\n").into_bytes();
    let numbers = (0..trace.len()).map(|step| (step, constraints + 1 + u64::from(step))).collect();
    let result = trace.each(false, |_, kind, words| write_step(kind, words, &numbers, &mut text));
    assert!(result.is_ok(), "written to memory");
    text.extend(b"output NONE ;\nconclusion NONE ;\nend pseudo-Boolean proof ;\n");
    String::from_utf8(text).expect("text")
}

/// Where the possible roots are, seen from some vertices.
fn roots(side: &[VertexId], formula: &Formula<'_>) -> &'static str {
    match formula.roots().iter().filter(|root| side.contains(root)).count() {
        0 => "no roots inside",
        all if all == formula.roots().len() => "all roots inside",
        _ => "roots on both sides",
    }
}

/// What kinds of conclusions were met, and how often.
type Met = BTreeMap<String, usize>;

/// The grounds of a conclusion, in words.
fn describe(grounds: &[Ground], implied: Option<Lit>, formula: &Formula<'_>, puzzle: &Puzzle) -> String {
    match grounds {
        [.., Ground::Cut(cut)] => {
            let through = if cut.through.is_some() { "cut through a vertex" } else { "cut" };
            format!("{through}, {}", roots(&cut.side, formula))
        }
        [rest @ .., Ground::Cycle { edges, outside }] => {
            let ends: Vec<VertexId> = edges.iter().flat_map(|&e| puzzle.edge_ends(e)).collect();
            let is_on_cycle = |literal: Lit| edges.iter().any(|&e| Lit::new(e, false) == literal);
            let cause = match (outside, rest) {
                (Outside::Terminals, _) => return "cycle without terminals".to_string(),
                (&Outside::Sum(sum), _) => {
                    let mut edges = edges.clone();
                    edges.sort_unstable();
                    match wanted(puzzle.sum(sum), &edges) {
                        Some((at_least, _)) if !at_least => "too many of a sum",
                        _ => "too few of a sum",
                    }
                }
                (Outside::Vertex(_), [.., Ground::Covered(_)]) => "uncovered",
                (Outside::Vertex(_), _) if implied.is_none_or(is_on_cycle) => "splitting",
                (Outside::Vertex(_), _) => "finished",
            };
            format!("{cause}, {}", roots(&ends, formula))
        }
        [Ground::AtMost(Place::Sum(_)), Ground::AtLeast(Place::Sum(_))] => "excluded bounds".to_string(),
        [.., Ground::Even { .. }] => "bridge".to_string(),
        [.., Ground::Unbalanced { .. }] => "unbalanced".to_string(),
        [.., Ground::Apart { .. }] => "crossing".to_string(),
        _ => "counting".to_string(),
    }
}

/// Makes random assumptions and records each conclusion as a clause of its own.
fn conclude(random: &mut Random, puzzle: &Puzzle, formula: &Formula<'_>, met: &mut Met) -> Trace {
    let subdivided = Subdivided::of(puzzle);
    let searched = subdivided.as_ref().map_or(puzzle, |subdivided| &subdivided.puzzle);
    let mut steps = Steps::new(formula, subdivided.as_ref(), None, &Limits::none());
    let mut deduction = Deduction::with(searched, Techniques::provable());
    let mut known = 0;
    for _ in 0..20 {
        let result = deduction.propagate(Depth::Structure);
        let trail = deduction.trail();
        let mut conclusions = Vec::new();
        for &var in &trail.entries()[known..] {
            let (mut literals, mut grounds) = (Vec::new(), Vec::new());
            deduction.explain(var, &mut literals);
            deduction.justify(var, &mut literals, &mut grounds);
            let antecedent = trail.antecedent(var);
            if antecedent != Antecedent::Decision {
                conclusions.push((antecedent, literals, grounds, Some(trail.literal(var))));
            }
        }
        if let Err(conflict) = result {
            let (mut literals, mut grounds) = (Vec::new(), Vec::new());
            deduction.explain_conflict(&mut literals);
            deduction.justify_conflict(&mut literals, &mut grounds);
            conclusions.push((conflict.cause(), literals, grounds, None));
        }
        for (cause, literals, grounds, implied) in conclusions {
            let cause = cause.rule().map_or("puzzle", Rule::name);
            let what = if implied.is_some() { "literal" } else { "conflict" };
            let key = format!("{cause}: {}: {what}", describe(&grounds, implied, formula, searched));
            *met.entry(key).or_default() += 1;
            let mut clause: Vec<Lit> = literals.into_iter().map(|literal| !literal).chain(implied).collect();
            clause.sort_unstable();
            clause.dedup();
            let hints: Vec<Hint> = grounds.into_iter().map(Hint::Ground).collect();
            steps.clause(&clause, &hints.iter().collect::<Vec<_>>());
        }
        let open: Vec<EdgeId> = (0..searched.edge_count())
            .map(EdgeId::from_index)
            .filter(|&e| deduction.value(e) == Value::Open)
            .collect();
        known = trail.entries().len();
        if result.is_ok() && !open.is_empty() && !random.chance(10) {
            deduction.assume(open[random.below(open.len())], random.chance(60));
        } else if deduction.level() > 0 {
            deduction.backtrack(random.below(deduction.level() as usize) as u32);
            known = deduction.trail().entries().len();
        } else {
            break;
        }
    }
    steps.into_trace().expect("there is no file")
}

/// A linkage with parallel edges.
fn parallel(random: &mut Random) -> Puzzle {
    let mut text = "connection(1,0,1). node(0..4). ".to_owned();
    text += if random.chance(50) { "connection(2,2,3). " } else { "" };
    for edge in 0..4 + random.below(8) {
        let u = random.below(5);
        text += &format!("edge(e{edge},{u},{}). ", (u + 1 + random.below(4)) % 5);
    }
    text += if random.chance(20) { "link(e0). -link(e1). " } else { "" };
    text += if random.chance(50) { ":- link(e1), not link(e2). " } else { "" };
    let sources = [Source::new("parallel.lp", text)];
    let options = BuildOptions { parallel: true, ..BuildOptions::default() };
    build(&parse(&sources).expect("facts"), &options).expect("a puzzle").puzzle
}

/// Two triangles, one of which has the cycle: both halves of the graph are apart.
fn two_triangles(required: u32) -> Puzzle {
    let edges = vec![[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3]];
    let mut parts = Parts::graph(Topology::Cycle, 6, edges);
    parts.required = vec![required];
    Puzzle::from_parts(parts).expect("the parts are consistent")
}

/// A graph with two sets of vertices of different sizes, all of which are to be covered, and an edge within one set.
fn lopsided(random: &mut Random) -> Puzzle {
    let few = 3 + random.below(2) as u32;
    let between = (0..few).flat_map(|a| (few..=2 * few).map(move |b| [a, b]));
    let mut edges: Vec<[u32; 2]> = between.filter(|_| random.chance(85)).collect();
    edges.push([few, few + 1]);
    let topology = [Topology::Cycle, Topology::Cycles, Topology::Linkage][random.below(3)];
    let mut parts = Parts::graph(topology, 2 * few as usize + 1, edges);
    parts.cover = true;
    if topology == Topology::Linkage {
        parts.pairs = vec![[0, few]];
    }
    Puzzle::from_parts(parts).expect("the parts are consistent")
}

/// A piece of a grid on which edges of the cycle ask for other edges. Now and then a cell has bounds that exclude each other.
fn asking(random: &mut Random, edges: usize) -> Puzzle {
    let mut parts = Parts::of(&mesh(random, edges));
    let count = parts.edges.len();
    for _ in 0..1 + random.below(3) {
        let literals = (0..2 + random.below(2)).map(|i| (random.below(count) as u32, i == 0));
        parts.integrity.push(literals.collect());
    }
    if random.chance(5) {
        parts.bounds.push((parts.cells.len() as u32, [Some(2), Some(1)]));
        parts.cells.push((vec![0, 1, 2], None));
    }
    Puzzle::from_parts(parts).expect("the parts are consistent")
}

/// A puzzle of any kind that has a formula.
fn any(random: &mut Random, edges: usize) -> Puzzle {
    loop {
        let puzzle = match random.below(9) {
            0 => board(random, edges + 5),
            1 => mesh(random, edges + 5),
            2 => sparse(random, edges),
            3 => linkage(random, edges),
            4 => parallel(random),
            5 => asking(random, edges + 5),
            _ => puzzle(random, edges),
        };
        if Formula::new(&puzzle, &[]).is_ok() {
            // With a required edge there is one root.
            let mut parts = Parts::of(&puzzle);
            if random.chance(80) || !puzzle.pairs().is_empty() || parts.edges.is_empty() {
                return puzzle;
            }
            parts.required.push(random.below(parts.edges.len()) as u32);
            return Puzzle::from_parts(parts).expect("the parts are consistent");
        }
    }
}

/// The conclusions that random puzzles must bring.
const EXPECTED: [&str; 33] = [
    "balance: unbalanced: conflict",
    "puzzle: counting: literal",
    "puzzle: counting: conflict",
    "degree: counting: literal",
    "degree: counting: conflict",
    "clue: counting: literal",
    "clue: counting: conflict",
    "clue: excluded bounds: conflict",
    "path_end: crossing: literal",
    "path_end: crossing: conflict",
    "path_end: cycle without terminals: literal",
    "path_end: cycle without terminals: conflict",
    "path_end: finished, all roots inside: literal",
    "path_end: finished, roots on both sides: literal",
    "path_end: splitting, all roots inside: literal",
    "path_end: splitting, no roots inside: literal",
    "path_end: splitting, roots on both sides: literal",
    "path_end: splitting, roots on both sides: conflict",
    "path_end: too few of a sum, all roots inside",
    "path_end: too few of a sum, no roots inside",
    "path_end: too few of a sum, roots on both sides: literal",
    "path_end: too few of a sum, roots on both sides: conflict",
    "path_end: too many of a sum, all roots inside",
    "path_end: too many of a sum, roots on both sides",
    "path_end: uncovered, all roots inside",
    "path_end: uncovered, no roots inside",
    "biconnectivity: bridge: literal",
    "biconnectivity: bridge: conflict",
    "biconnectivity: cut through a vertex, no roots inside",
    "biconnectivity: cut through a vertex, all roots inside",
    "biconnectivity: cut through a vertex, roots on both sides",
    "biconnectivity: cut, no roots inside",
    "biconnectivity: cut, roots on both sides",
];

#[test]
fn conclusions_follow_from_their_grounds() {
    let (mut random, veripb, mut met) = (Random(2), VeriPb::new(), Met::new());
    for round in 0..1500 {
        let puzzle = match round {
            0..2 => two_triangles(3 * round),
            2..20 => rim(&mut random),
            20..60 => lopsided(&mut random),
            _ => any(&mut random, 12),
        };
        let formula = Formula::new(&puzzle, &[]).expect("there is a formula");
        let trace = conclude(&mut random, &puzzle, &formula, &mut met);
        veripb.accept(&puzzle, &text_of(&puzzle, &formula), &steps_as_text(&trace, formula.len()));
    }
    for expected in EXPECTED {
        assert!(met.keys().any(|key| key.starts_with(expected)), "{expected}: not among {met:#?}");
    }
}

/// With all answers excluded there is a proof; with one left out, this is what is found, and a model.
#[test]
fn proofs_are_accepted() {
    let (mut random, veripb, mut proved) = (Random(58), VeriPb::new(), 0);
    while proved < 300 {
        let puzzle = any(&mut random, 11);
        let answers = brute::solutions(&puzzle);
        if answers.len() > 50 {
            continue;
        }
        proved += 1;
        let find = |answers: &[Vec<EdgeId>]| {
            let formula = Formula::new(&puzzle, answers).expect("there is a formula");
            let proof = Proof::find(&formula, answers, None, &Limits::none(), &Silent)?;
            let mut text = Vec::new();
            proof.write(&mut text).expect("written to memory");
            Ok([text_of(&puzzle, &formula), String::from_utf8(text).expect("text")])
        };
        let [formula, proof] =
            find(&answers).unwrap_or_else(|error: Unproved| panic!("{error:?}: {puzzle:?}"));
        veripb.accept(&puzzle, &formula, &proof);
        if answers.is_empty() {
            continue;
        }
        let mut others = answers.clone();
        let missing = others.swap_remove(random.below(answers.len()));
        assert!(matches!(find(&others), Err(Unproved::Another(found)) if found == missing), "{puzzle:?}");
        let edges =
            (0..puzzle.edge_count()).map(|e| (format!("e{}", e + 1), missing.iter().any(|m| m.index() == e)));
        let without = text_of(&puzzle, &Formula::new(&puzzle, &others).expect("there is a formula"));
        assert!(checker::has_model(&without, edges.collect()), "{puzzle:?}");
        // The formula without its last line has a model, and the proof is none any more.
        let (first, _) = formula.trim_end().rsplit_once('\n').expect("several lines");
        assert!(checker::check(&format!("{first}\n0 v1 >= 0 ;\n"), &proof).is_err(), "{puzzle:?}");
    }
}

#[test]
fn what_is_interrupted_says_so() {
    let puzzle = rim(&mut Random(1));
    let formula = Formula::new(&puzzle, &[]).expect("there is a formula");
    let limits = Limits::none();
    limits.stop_flag().store(true, Ordering::Relaxed);
    let result = Proof::find(&formula, &[], None, &limits, &Silent);
    assert!(matches!(result, Err(Unproved::Interrupted(Interrupted::Stopped))), "{result:?}");
}
