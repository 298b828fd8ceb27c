//! TEXT -> FACTS: ground facts as gringo accepts them, read into flat columns, one per predicate of a link puzzle.
//!
//! The grammar is in `grammar.md`; each of its rules is a nom function of the same name, in the file given here:
//!
//! | file | rules |
//! |---|---|
//! | `lexical.rs` | `blanks`, `identifier`, `number`, `string`, ... |
//! | `plain.rs` | `plain_fact`: what nearly every fact of an instance looks like, read without any allocation |
//! | `term.rs` | `arguments`: every other ground term (functions, tuples, arithmetic, intervals, pools) |
//! | `statement.rs` | `statement`: every other fact, and the statements that are ignored or refused |
//!
//! `predicate.rs` is the table of predicates: a new one is a row there. `translation.rs` takes the facts that a text in another format
//! stands for.
//!
//! [`parse()`] tries `plain_fact` on each statement. If that does not match, `statement` reads it again, and returns
//! either facts or an error. After an error, reading continues after the next full stop, so that several errors are
//! reported at once.
//!
//! A [`Source`] is a text with a name for messages. Errors have their places in the text. If there are none, the
//! facts are input to `zlink_puzzle::build`.
//!
//! ```
//! use zlink_facts::{self as facts, Source};
//! use zlink_puzzle::{self as puzzle, BuildOptions};
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

#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests run where there are threads"))]

mod arithmetic;
mod diagnostic;
mod excerpt;
mod fault;
mod integrity;
mod lexical;
mod location;
mod parse;
mod plain;
mod predicate;
mod recover;
mod statement;
mod store;
mod symbol;
mod term;
mod translation;
mod word;

pub use diagnostic::{Diagnostic, MAX_ERRORS, Report, Severity};
pub use excerpt::Spot;
pub use integrity::{Integrity, Link, Literal};
pub use location::{Place, Source};
pub use parse::{is_link, parse, parse_thoroughly, parse_translated};
pub use predicate::{Facts, Predicate};
pub use store::{Fact, Ignored};
pub use symbol::{Symbol, Symbols, TooManySymbols};
pub use translation::{Translate, Translation};
pub use word::{term_of, word_of};
