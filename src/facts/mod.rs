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
//! `predicate.rs` is the table of predicates: a new one is a row there.
//!
//! [`parse`] tries `plain_fact` on each statement; only when that does not match does `statement` read it again, and
//! either gives the facts or says what is wrong. After an error, reading goes on behind the next full stop, so that
//! several errors are reported at once.

mod arithmetic;
mod diagnostic;
mod excerpt;
mod fault;
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
mod word;

pub use diagnostic::{Diagnostic, MAX_ERRORS, Report, Severity};
pub use excerpt::Spot;
pub use location::{Place, Source};
pub use parse::{parse, parse_thoroughly};
pub use predicate::{Facts, Predicate};
pub use store::{Fact, Ignored};
pub use symbol::{Symbol, Symbols, TooManySymbols};
pub use word::{term_of, word_of};

pub(crate) use location::argument_range;
