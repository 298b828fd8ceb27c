//! The library in seven steps. Nothing is defined here; every example is compiled and run.
//!
//! # A puzzle of one's own
//!
//! [`PuzzleBuilder`](crate::PuzzleBuilder) takes a graph whose vertices have names of any type, with cells, clues and pairs. What it
//! [`build`](crate::PuzzleBuilder::build)s is a value: it does not change, a clone shares it, and it answers questions.
//!
//! ```
#![doc = include_str!("../examples/solve.rs")]
//! ```
//!
//! # Texts and boards
//!
//! [`Puzzle::from_facts`](crate::Puzzle::from_facts) reads facts, [`Puzzle::read`](crate::Puzzle::read) every format, a
//! [`Reader`](crate::Reader) says more exactly what a text is. Errors have their places. [`Puzzle::board`](crate::Puzzle::board) gives the
//! blank boards that `zlink board` knows, and [`to_facts`](crate::Puzzle::to_facts) and [`write`](crate::Puzzle::write) give texts back.
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
//! [`Options`](crate::Options) go with the puzzle. Reaching a limit is an error like any other, and nothing is lost by it; a stop flag ends
//! questions from another thread.
//!
//! ```
//! use std::time::Duration;
//! use zlink::{Exhausted, Options, Puzzle, Stop};
//!
//! let options = Options::new()
//!     .time_limit(Duration::from_millis(1))
//!     .progress(|stage, detail| println!("{stage}: {detail}"));
//! let board = Puzzle::board("square", [30, 30], 0)?.with_options(options);
//! assert_eq!(board.count(), Err(Stop::Exhausted(Exhausted::Time)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Solutions one by one, and their number
//!
//! [`solutions`](crate::Puzzle::solutions) is an iterator that can be dropped at any time. Counting hands over no solution, and is exact however
//! large the number is.
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
//! All solutions as one value: a [`Family`](crate::family::Family) is a set of sets with operators and questions. Its element `i` is edge `i`, and
//! [`solution_of`](crate::Puzzle::solution_of) makes a solution of a set.
//!
//! ```
#![doc = include_str!("../examples/count.rs")]
//! ```
//!
//! ```
#![doc = include_str!("../examples/sample.rs")]
//! ```
//!
//! Families are not of puzzles alone: sets of anything can be numbered. Within limits, [`transform`](crate::family::Family::transform) and
//! [`combine`](crate::family::Family::combine) do any operation of the [`Algebra`](crate::diagram::Algebra).
//!
//! ```
#![doc = include_str!("../examples/reliability.rs")]
//! ```
//!
//! # What a designer asks
//!
//! [`analyse`](crate::Puzzle::analyse) tells what is wrong with a puzzle, or what could be spared; [`explain`](crate::Puzzle::explain) how a person
//! solves it; [`rate`](crate::Puzzle::rate) how hard that is; [`make_slitherlink`](crate::Puzzle::make_slitherlink) and
//! [`make_numberlink`](crate::Puzzle::make_numberlink) make new ones.
//!
//! ```
#![doc = include_str!("../examples/design.rs")]
//! ```
//!
//! # Checking
//!
//! [`check`](crate::Puzzle::check) states the rules once more, without any part of a search. It is what every engine is tested against.
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
