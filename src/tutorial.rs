//! The library in nine steps, along the data flow. Nothing is defined here; every example is compiled and run.
//!
//! # Text, facts, puzzle
//!
//! A [`Source`](crate::facts::Source) is a text with a name for messages. [`facts::parse`](crate::facts::parse) reads it,
//! [`puzzle::build`](crate::puzzle::build) makes a [`Puzzle`](crate::puzzle::Puzzle) and the
//! [`Names`](crate::puzzle::Names) of its vertices and cells. Both report all they object to at once, each with its place
//! in the text.
//!
//! ```
//! use zlink::facts::{self, Source};
//! use zlink::puzzle::{self, BuildOptions};
//!
//! let sources = [Source::new("two-squares.lp", "
//!     edge(0,1). edge(1,2). edge(3,4). edge(4,5). edge(0,3). edge(1,4). edge(2,5).
//!     cell_contains(left,0,1). cell_contains(left,1,4). cell_contains(left,3,4). cell_contains(left,0,3).
//!     clue(left,3).
//! ")];
//! let facts = facts::parse(&sources).expect("facts");
//! let built = puzzle::build(&facts, &BuildOptions::default()).expect("a puzzle");
//! assert_eq!((built.puzzle.vertex_count(), built.puzzle.edge_count()), (6, 7));
//!
//! let broken = [Source::new("broken.lp", "edge(0,1) edge(1,2).")];
//! let report = facts::parse(&broken).unwrap_err();
//! assert!(report.to_string().starts_with("broken.lp:1:10: error: the full stop after this fact is missing"));
//! ```
//!
//! Programs that have a graph already need no text: [`Parts`](crate::puzzle::Parts) are the columns of a puzzle. The
//! following steps use such a puzzle, the grid with 3 by 3 vertices.
//!
//! ```
//! use zlink::puzzle::{Parts, Puzzle, Topology};
//!
//! let edges = vec![[0, 1], [1, 2], [3, 4], [4, 5], [6, 7], [7, 8], [0, 3], [1, 4], [2, 5], [3, 6], [4, 7], [5, 8]];
//! let mut parts = Parts::graph(Topology::Cycle, 9, edges);
//! // The cell at the upper left: two of its edges are in the solution.
//! parts.cells.push((vec![0, 6, 2, 7], Some(2)));
//! let puzzle = Puzzle::from_parts(parts)?;
//! # assert_eq!(puzzle.cell_count(), 1);
//! # Ok::<(), zlink::puzzle::PartsError>(())
//! ```
//!
//! # Solutions
//!
//! A [`Request`](crate::engine::Request) is a question about a puzzle, with the engine that is to answer it and what it
//! may spend. [`engine::run`](crate::engine::run) hands over each solution as it is found.
//!
//! ```
//! use std::ops::ControlFlow;
//! use zlink::engine::{self, Question, Request, Silent, Status};
//! # use zlink::puzzle::{EdgeId, Parts, Puzzle, Topology};
//! # let edges = vec![[0, 1], [1, 2], [3, 4], [4, 5], [6, 7], [7, 8], [0, 3], [1, 4], [2, 5], [3, 6], [4, 7], [5, 8]];
//! # let mut parts = Parts::graph(Topology::Cycle, 9, edges);
//! # parts.cells.push((vec![0, 6, 2, 7], Some(2)));
//! # let puzzle = Puzzle::from_parts(parts).unwrap();
//!
//! let mut solutions: Vec<Vec<EdgeId>> = Vec::new();
//! let request = Request::new(&puzzle, Question::Solutions { at_most: None });
//! let outcome = engine::run(
//!     &request,
//!     &mut |edges| {
//!         solutions.push(edges.to_vec());
//!         ControlFlow::Continue(())
//!     },
//!     &Silent,
//! );
//! assert_eq!(outcome.status, Status::Satisfiable);
//! assert!(outcome.exhausted, "there are no others");
//! assert_eq!(solutions.len(), 3);
//! ```
//!
//! Whether a puzzle has exactly one solution is the question `Solutions { at_most: Some(2) }`: one solution, and
//! `outcome.exhausted`.
//!
//! # Counting
//!
//! Counts are exact, however large. No solution is handed over.
//!
//! ```
//! use std::ops::ControlFlow;
//! use zlink::engine::{self, Question, Request, Silent};
//! # use zlink::generate::Lattice;
//!
//! // All cycles of the grid with 8 by 8 vertices.
//! let puzzle = Lattice::Square.cells(7, 7).expect("a board").puzzle;
//! let request = Request::new(&puzzle, Question::Count);
//! let outcome = engine::run(&request, &mut |_| ControlFlow::Continue(()), &Silent);
//! assert_eq!(outcome.count.unwrap().to_string(), "603841648931");
//! ```
//!
//! # Checking
//!
//! [`check::verify`](crate::puzzle::check::verify) states the rules once more, without any other stage. It is what
//! `zlink check` runs, and what every engine is tested against.
//!
//! ```
//! use zlink::puzzle::check::{self, Violation};
//! use zlink::puzzle::{EdgeId, Parts, Puzzle, Topology};
//!
//! let triangle = Puzzle::from_parts(Parts::graph(Topology::Cycle, 3, vec![[0, 1], [1, 2], [0, 2]]))?;
//! assert_eq!(check::verify(&triangle, &[EdgeId(0), EdgeId(1), EdgeId(2)]), Ok(()));
//! assert_eq!(check::verify(&triangle, &[]), Err(Violation::Empty));
//! # Ok::<(), zlink::puzzle::PartsError>(())
//! ```
//!
//! # Deduction
//!
//! A [`Deduction`](crate::deduce::Deduction) knows which edges are in every solution and which in none. Each decided edge
//! can be explained by edges that were decided before it.
//!
//! ```
//! use zlink::deduce::{Deduction, Scope, Value};
//! use zlink::limits::Limits;
//! use zlink::puzzle::{EdgeId, Parts, Puzzle, Topology};
//!
//! // A square with a tail: the tail cannot be on a cycle.
//! let edges = vec![[0, 1], [1, 2], [2, 3], [0, 3], [3, 4]];
//! let puzzle = Puzzle::from_parts(Parts::graph(Topology::Cycle, 5, edges))?;
//! let mut deduction = Deduction::new(&puzzle);
//! deduction.probe(Scope::Fixpoint, &Limits::none()).expect("there is a solution");
//! assert_eq!(deduction.value(EdgeId(4)), Value::Out);
//! assert_eq!(deduction.value(EdgeId(0)), Value::In);
//! let residual = deduction.residual().expect("there is a solution");
//! assert!(residual.edges.is_empty(), "nothing is left to search");
//!
//! let mut reason = Vec::new();
//! deduction.explain(EdgeId(4), &mut reason);
//! assert!(reason.is_empty(), "the graph alone says so");
//! # Ok::<(), zlink::puzzle::PartsError>(())
//! ```
//!
//! # Order
//!
//! What deduction leaves is a [`Residual`](crate::deduce::Residual). A [`Plan`](crate::order::Plan) is the order in which
//! the frontier sweeps its edges: a value that can be printed, compared and tested.
//!
//! ```
//! use zlink::deduce::{Residual, Value};
//! use zlink::generate::Lattice;
//! use zlink::limits::Limits;
//! use zlink::order::{self, PlanOptions};
//!
//! let puzzle = Lattice::Square.cells(4, 6).expect("a board").puzzle;
//! let residual = Residual::new(&puzzle, &vec![Value::Open; puzzle.edge_count()]).expect("no contradiction");
//! let plans = order::candidates(&residual, &PlanOptions::default(), &Limits::none());
//! assert!(plans.windows(2).all(|two| two[0].cost <= two[1].cost), "the cheapest comes first");
//! assert_eq!(plans[0].order.len(), puzzle.edge_count());
//! ```
//!
//! # Families
//!
//! [`engine::family`](crate::engine::family) gives all solutions as a [`Family`](crate::family::Family): a set of sets,
//! stored as a zero-suppressed decision diagram. Element `i` is edge `i`.
//!
//! ```
//! use zlink::diagram::Algebra;
//! use zlink::engine::{self, Question, Request, Silent};
//! use zlink::generate::Lattice;
//! use zlink::limits::Limits;
//!
//! let limits = Limits::none();
//! let puzzle = Lattice::Square.cells(3, 3).expect("a board").puzzle;
//! let cycles = engine::family(&Request::new(&puzzle, Question::Count), &Silent)?;
//! assert_eq!(cycles.count(), 213u8.into());
//! assert!(cycles.samples(7).take(3).all(|cycle| cycles.contains(&cycle)));
//! // How many have 4 edges, 6 edges, ...
//! let sizes = cycles.sizes();
//! assert_eq!((sizes[4].to_string(), sizes[5].to_string()), ("9".into(), "0".into()));
//! // The minimal sets of edges that meet every cycle leave a spanning tree.
//! let cuts = cycles.minimal_hitting_sets();
//! assert_eq!(cuts.count(), 100_352u32.into());
//! assert_eq!(cuts.of_size(9..=9), cuts);
//! // The same within limits, and what the diagram answers besides.
//! assert_eq!(cycles.transform(Algebra::minimal_hitting_sets, &limits)?, cuts);
//! let counts = cycles.diagram().counts(&limits)?;
//! let last = counts.set(&(counts.total() - 1u32)).expect("there are that many");
//! assert_eq!(cycles.iter().last(), Some(last));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Making puzzles, formats, pictures
//!
//! [`Slitherlink`](crate::generate::Slitherlink) makes a puzzle with exactly one solution. [`convert`](crate::convert)
//! reads and writes other formats, and [`draw`](crate::draw) makes pictures.
//!
//! ```
//! use zlink::convert::{self, Format};
//! use zlink::engine::Silent;
//! use zlink::facts::Source;
//! use zlink::generate::{Lattice, Slitherlink, SlitherlinkOptions};
//! use zlink::limits::Limits;
//!
//! let limits = Limits::none();
//! let board = Lattice::Square.cells(5, 5).expect("a board");
//! let maker = Slitherlink::new(&board, None).expect("it has cycles");
//! let made = maker.random(&SlitherlinkOptions::default(), 7, &limits, &Silent).expect("a puzzle");
//! let facts = board.write(&made.puzzle).to_string();
//!
//! let document = convert::read(Format::Facts, &Source::new("made", facts)).expect("facts");
//! let grid = convert::write(Format::Slitherlink, &document).expect("a square grid").text;
//! assert_eq!((grid.lines().next(), grid.lines().count()), (Some("5 5"), 6));
//! ```
//!
//! ```
//! use zlink::convert::{self, Format};
//! use zlink::draw::layout::Layout;
//! use zlink::draw::{Overlay, Picture, svg};
//! use zlink::facts::Source;
//! use zlink::limits::Limits;
//!
//! let document = convert::read(Format::Slitherlink, &Source::new("grid", "3.\n.2\n")).expect("a grid");
//! let layout = Layout::of(&document.puzzle, &document.positions, &Limits::none())?;
//! let picture = svg(&Picture {
//!     puzzle: &document.puzzle,
//!     names: &document.names,
//!     labels: &document.labels,
//!     layout: &layout,
//!     answer: &[],
//!     overlay: &Overlay::None,
//!     vertex_names: false,
//! });
//! assert!(picture.starts_with("<svg"));
//! # Ok::<(), zlink::draw::layout::NoLayout>(())
//! ```
//!
//! # Limits
//!
//! [`Limits`](crate::limits::Limits) go through all stages: a deadline, a memory budget, and a flag that another thread
//! may set. Reaching one is an answer, not a failure.
//!
//! ```
//! use std::ops::ControlFlow;
//! use std::sync::atomic::Ordering;
//! use zlink::engine::{self, Question, Request, Silent, Status};
//! use zlink::generate::Lattice;
//! use zlink::limits::{Exhausted, Limits};
//!
//! let puzzle = Lattice::Square.cells(30, 30).expect("a board").puzzle;
//! let limits = Limits::none();
//! limits.stop_flag().store(true, Ordering::Relaxed);
//! let request = Request { limits, ..Request::new(&puzzle, Question::Count) };
//! let outcome = engine::run(&request, &mut |_| ControlFlow::Continue(()), &Silent);
//! assert_eq!((outcome.status, outcome.stopped), (Status::Unknown, Some(Exhausted::Interrupted)));
//! ```
