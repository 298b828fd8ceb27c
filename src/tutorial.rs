//! A tutorial of the library. This module defines nothing; the tests compile and run every example.
//!
//! # A puzzle of your own
//!
//! [`PuzzleBuilder`](crate::PuzzleBuilder) takes a graph whose vertices have names of any type, with cells, clues and pairs.
//! [`build`](crate::PuzzleBuilder::build) returns a [`Puzzle`](crate::Puzzle): an immutable value that is cheap to clone and answers
//! questions.
//!
//! ```
#![doc = include_str!("../examples/solve.rs")]
//! ```
//!
//! # Texts and boards
//!
//! [`Puzzle::from_facts`](crate::Puzzle::from_facts) reads facts, and [`Puzzle::read`](crate::Puzzle::read) reads every format. A
//! [`Reader`](crate::Reader) has options for how a text is read. Errors have the place in the text. [`Puzzle::board`](crate::Puzzle::board)
//! makes the blank boards that `zlink boards` lists. [`to_facts`](crate::Puzzle::to_facts) and [`write`](crate::Puzzle::write) write a
//! puzzle as text.
//!
//! ```
//! use zlink::{Format, Puzzle};
//!
//! let grid = Puzzle::read("4x4t0:c33a3d1a3a2")?;
//! assert_eq!(grid.write(Format::Slitherlink)?.text, "4 4\n...3\n3.3.\n...1\n.3.2\n");
//! let error = Puzzle::from_facts("edge(0,1).\nedge(1,2)").unwrap_err();
//! let spot = error.diagnostics[0].spot.as_ref().unwrap();
//! assert_eq!((spot.line, spot.column), (2, 10));
//! assert_eq!(Puzzle::board("cairo", [4, 4], 0)?.cell_count(), 24);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Limits and progress
//!
//! [`Options`](crate::Options) belong to the puzzle. A question that reaches a limit returns an error, and the puzzle stays usable. A stop
//! flag ends questions from another thread.
//!
//! ```
//! use std::time::Duration;
//! use zlink::{Interrupted, Options, Puzzle, Stop};
//!
//! let options = Options::new()
//!     .time_limit(Duration::from_millis(1))
//!     .progress(|stage, detail| println!("{stage}: {detail}"));
//! let board = Puzzle::board("square", [30, 30], 0)?.with_options(options);
//! assert_eq!(board.count(), Err(Stop::Interrupted(Interrupted::Time)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Solutions one by one, and their number
//!
//! [`solutions`](crate::Puzzle::solutions) is an iterator that you can drop at any time. [`count`](crate::Puzzle::count) returns no
//! solutions, only their number, which is exact however large it is.
//!
//! ```
//! use zlink::Puzzle;
//!
//! let board = Puzzle::board("square", [7, 7], 0)?;
//! let long: Vec<_> = board.solutions().take(100).collect::<Result<_, _>>()?;
//! assert_eq!(long.len(), 100);
//! assert_eq!(board.count()?.to_string(), "603841648931");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Families
//!
//! A [`Family`](crate::family::Family) holds all solutions in one value. It is a set of sets, with operators and questions. Its element `i`
//! is edge `i`, and [`solution_of`](crate::Puzzle::solution_of) turns a set into a solution.
//!
//! ```
#![doc = include_str!("../examples/count.rs")]
//! ```
//!
//! ```
#![doc = include_str!("../examples/sample.rs")]
//! ```
//!
//! Families work for more than puzzles: number the members of any sets. [`transform`](crate::family::Family::transform) and
//! [`combine`](crate::family::Family::combine) perform any operation of the [`Algebra`](crate::diagram::Algebra) within limits.
//!
//! ```
#![doc = include_str!("../examples/reliability.rs")]
//! ```
//!
//! # Trees, forests, matchings, partitions
//!
//! [`GraphSets`](crate::GraphSets) are all sets of edges of a graph that meet given conditions, without a puzzle.
//!
//! ```
//! use zlink::{GraphSets, Numbers};
//!
//! let streets = GraphSets::new([(1, 2), (2, 3), (3, 4), (4, 1), (1, 3), (3, 5), (5, 6), (6, 4)])?;
//! // The cheapest tree of streets that leads everywhere.
//! let trees = streets.clone().spanning_trees().family()?;
//! let costs = [4, 2, 5, 3, 1, 6, 2, 2];
//! assert_eq!(trees.best(|street| costs[street.index()]).unwrap().0, 10);
//! // Two districts that are connected and have three of the places each.
//! let districts = streets.clone().partitions(Numbers::of([2])).component_weights(|_| 1, 3, 3);
//! assert_eq!(districts.count()?, 3u8.into());
//! // Whether one gets from 1 to 6 if each street is closed with a probability of 1/10.
//! assert!(streets.group([1, 6])?.probability(|_| 0.9)? > 0.97);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What a designer asks
//!
//! [`analyse`](crate::Puzzle::analyse) reports what is wrong with a puzzle, or what it could do without.
//! [`explain`](crate::Puzzle::explain) shows how a person solves it, and [`rate`](crate::Puzzle::rate) how hard that is.
//! [`make_slitherlink`](crate::Puzzle::make_slitherlink) and [`make_numberlink`](crate::Puzzle::make_numberlink) generate new puzzles.
//!
//! ```
#![doc = include_str!("../examples/design.rs")]
//! ```
//!
//! # A search of one's own
//!
//! [`propagation`](crate::Puzzle::propagation) tells what the puzzle and assumptions about edges imply, with reasons. It is for searches that
//! do more than find solutions.
//!
//! ```
#![doc = include_str!("../examples/propagation.rs")]
//! ```
//!
//! # Checking
//!
//! [`check`](crate::Puzzle::check) tests a set of edges against the rules of the puzzle, independently of every search. All engines are
//! tested against it.
//!
//! ```
//! use zlink::{EdgeId, PuzzleBuilder};
//!
//! let mut builder = PuzzleBuilder::new();
//! builder.edge('a', 'b').edge('b', 'c').edge('c', 'a');
//! let triangle = builder.build()?;
//! assert!(triangle.check(&[EdgeId(0), EdgeId(1), EdgeId(2)]).is_ok());
//! let error = triangle.check(&[EdgeId(0), EdgeId(1)]).unwrap_err();
//! assert_eq!(error.to_string(), "vertex 0 has 1 link, but on a cycle every vertex has 2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
