//! The loop over all statements of all sources.

use std::sync::Arc;

use super::arithmetic::Value;
use super::fault::{Cause, Fault};
use super::lexical::{blanks, is_name};
use super::plain::{Argument, PlainFact, plain_fact};
use super::predicate::{MOST_ARGUMENTS, Predicate};
use super::recover;
use super::statement::{Statement, statement, used_constant};
use super::symbol::TooManySymbols;
use super::term::{MAX_VALUES, Values, for_each_choice};
use super::translation::{Translate, Translation};
use super::{Diagnostic, Facts, Link, Literal, Place, Report, Source, Symbol, Symbols};

/// The greatest number of facts that intervals and pools may add in all sources together.
const MAX_EXPANSION: usize = 1 << 22;

/// Reads all facts of `sources` as one program; no statement may continue in the next source.
pub fn parse(sources: &[Source]) -> Result<Facts<'_>, Report> {
    parse_translated(sources, None, MAX_EXPANSION)
}

/// Like [`parse`], but one of the texts may be in another format, and intervals and pools add at most `added` facts.
pub fn parse_translated<'s>(
    sources: &'s [Source],
    translate: Option<Translate<'_>>,
    added: usize,
) -> Result<Facts<'s>, Report> {
    parse_with(sources, true, translate, added.min(MAX_EXPANSION))
}

/// Whether `text` followed by a full stop is exactly one fact `link(U,V)` or `link(E)`.
pub fn is_link(text: &str) -> bool {
    let sources = [Source::new("link", format!("{text}.\n"))];
    let links = |facts: &Facts<'_>| facts.links.len() + facts.named_links.len();
    parse(&sources).is_ok_and(|facts| links(&facts) == 1 && facts.len() == 1 && facts.ignored.is_empty())
}

/// Like [`parse`], but without the fast path: every statement is read by the full grammar. For tests.
pub fn parse_thoroughly(sources: &[Source]) -> Result<Facts<'_>, Report> {
    parse_with(sources, false, None, MAX_EXPANSION)
}

fn parse_with<'s>(
    sources: &'s [Source],
    use_plain: bool,
    translate: Option<Translate<'_>>,
    most_added: usize,
) -> Result<Facts<'s>, Report> {
    let mut parser = Parser {
        facts: Facts::new(sources),
        symbols: Symbols::default(),
        report: Report::default(),
        expansion: 0,
        most_added,
        values: 0,
        constants: Vec::new(),
    };
    for (number, source) in sources.iter().enumerate() {
        let base = Place::new(sources, number, 0);
        let goes_on = match translate.filter(|(translated, _)| *translated == number) {
            Some(translate) => parser.translate(translate, base),
            None => parser.read(number, &source.bytes, base, use_plain),
        };
        if !goes_on {
            break;
        }
    }
    parser.refuse_used_constants();
    let Parser { mut facts, symbols, report, .. } = parser;
    facts.symbols = Arc::new(symbols);
    if report.has_errors() { Err(report) } else { Ok(facts) }
}

struct Parser<'s> {
    facts: Facts<'s>,
    symbols: Symbols,
    report: Report,
    /// The number of facts that intervals and pools have added so far, and the greatest number that they may add.
    expansion: usize,
    most_added: usize,
    /// The number of values that intervals and pools have had so far.
    values: usize,
    /// The names that `#const` gives a value.
    constants: Vec<&'s [u8]>,
}

impl<'s> Parser<'s> {
    /// Reads one source; returns false if there are too many errors to continue.
    fn read(&mut self, number: usize, bytes: &'s [u8], base: Place, use_plain: bool) -> bool {
        let mut rest = bytes;
        loop {
            let fault = match blanks(rest) {
                Ok(([], ())) => return true,
                Ok((start, ())) => {
                    let at = Place(base.0 + (bytes.len() - start.len()) as u64);
                    match self.read_statement(start, at, use_plain) {
                        Ok(after) => {
                            rest = after;
                            continue;
                        }
                        Err(fault) => fault,
                    }
                }
                Err(nom::Err::Error(fault) | nom::Err::Failure(fault)) => fault,
                Err(nom::Err::Incomplete(_)) => return true,
            };
            let from = bytes.len() - fault.at.len();
            let diagnostic = Diagnostic::error(fault.cause.message())
                .at(self.facts.sources, number, from..from + fault.len)
                .help(fault.cause.help());
            if !self.report.push(diagnostic) {
                return false;
            }
            rest = match resume(&fault) {
                Some(after) => after,
                None => return true,
            };
        }
    }

    /// Reports the first fact of each source that has a constant with a value.
    fn refuse_used_constants(&mut self) {
        self.constants.sort_unstable();
        self.constants.dedup();
        for (number, source) in self.facts.sources.iter().enumerate() {
            if self.constants.is_empty() || self.report.has_errors() || self.facts.translated == Some(number)
            {
                continue;
            }
            let Some(at) = used_constant(&source.bytes, &self.constants) else { continue };
            let from = source.bytes.len() - at.len();
            let len = at.iter().take_while(|&&b| is_name(b)).count();
            let diagnostic = Diagnostic::error(Cause::Constant.message())
                .at(self.facts.sources, number, from..from + len)
                .help(Cause::Constant.help());
            self.report.push(diagnostic);
        }
    }

    /// Takes the facts of a text in another format; returns false if there are too many errors to continue.
    fn translate(&mut self, (number, add): Translate<'_>, start: Place) -> bool {
        let Parser { facts, symbols, report, .. } = self;
        facts.translated = Some(number);
        match add(&mut Translation { facts, symbols, start }) {
            Ok(()) => true,
            Err(TooManySymbols) => {
                let error = Diagnostic::error(Cause::Names.message()).help(Cause::Names.help());
                report.push(error.at(self.facts.sources, number, 0..1))
            }
        }
    }

    fn read_statement(&mut self, start: &'s [u8], at: Place, use_plain: bool) -> Result<&'s [u8], Fault<'s>> {
        if use_plain && let Ok((rest, fact)) = plain_fact(start) {
            self.add_plain(&fact, at).map_err(|_| Fault::new(start, 1, Cause::Names))?;
            return Ok(rest);
        }
        match statement(start) {
            Ok((rest, Statement::Ignored)) => Ok(rest),
            Ok((rest, Statement::Constant(name))) => {
                self.constants.push(name);
                Ok(rest)
            }
            Ok((rest, Statement::Fact { negated, name, arguments })) => {
                let whole = |cause| Fault::new(start, recover::fact_len(start), cause);
                self.values = self.values.saturating_add(arguments.values);
                if self.values > MAX_VALUES {
                    return Err(whole(Cause::TooMany));
                }
                for alternative in &arguments.alternatives {
                    self.add_choices(negated, name, &alternative.terms, at).map_err(whole)?;
                }
                Ok(rest)
            }
            Ok((rest, Statement::Integrity(literals))) => {
                let mut read = Vec::with_capacity(literals.len());
                for literal in &literals {
                    let name = |value| self.symbol(value).map_err(|cause| Fault::new(literal.at, 4, cause));
                    let names = literal.names.iter().map(name).collect::<Result<Vec<Symbol>, _>>()?;
                    let link = match names[..] {
                        [u, v] => Link::Ends([u, v]),
                        [name, ..] => Link::Name(name),
                        [] => continue,
                    };
                    let at = Place(at.0 + (start.len() - literal.at.len()) as u64);
                    read.push(Literal { link, is_in: literal.is_in, at });
                }
                self.facts.integrity.add(read);
                Ok(rest)
            }
            Err(nom::Err::Error(fault) | nom::Err::Failure(fault)) => Err(fault),
            Err(nom::Err::Incomplete(_)) => Err(Fault::new(start, 1, Cause::End)),
        }
    }

    #[inline]
    fn add_plain(&mut self, fact: &PlainFact<'_>, at: Place) -> Result<(), TooManySymbols> {
        let Some(predicate) = Predicate::of(false, fact.name, fact.len) else {
            self.facts.ignore(false, fact.name, fact.len, at);
            return Ok(());
        };
        let mut args = [Symbol::ZERO; MOST_ARGUMENTS];
        for (to, from) in args.iter_mut().zip(&fact.args[..fact.len]) {
            *to = match *from {
                Argument::Integer(i) => self.symbols.integer(i)?,
                Argument::Text(text) => self.symbols.text(text)?,
            };
        }
        self.facts.add(predicate, &args, at);
        Ok(())
    }

    /// Adds one fact for every combination of the terms' values.
    fn add_choices(&mut self, negated: bool, name: &[u8], terms: &[Values], at: Place) -> Result<(), Cause> {
        let facts = terms.iter().fold(1usize, |n, values| n.saturating_mul(values.len()));
        self.expansion = self.expansion.saturating_add(facts.saturating_sub(1));
        if self.expansion > self.most_added {
            return Err(Cause::TooMany);
        }
        let Some(predicate) = Predicate::of(negated, name, terms.len()) else {
            for _ in 0..facts {
                self.facts.ignore(negated, name, terms.len(), at);
            }
            return Ok(());
        };
        let mut columns = Vec::with_capacity(terms.len());
        for values in terms {
            columns.push(values.iter().map(|v| self.symbol(v)).collect::<Result<Vec<Symbol>, _>>()?);
        }
        let Parser { facts, .. } = self;
        for_each_choice(&columns, |choice| {
            let mut args = [Symbol::ZERO; MOST_ARGUMENTS];
            for (to, &&from) in args.iter_mut().zip(choice) {
                *to = from;
            }
            facts.add(predicate, &args, at);
            true
        });
        Ok(())
    }

    fn symbol(&mut self, value: &Value) -> Result<Symbol, Cause> {
        match value {
            Value::Integer(i) => self.symbols.integer(*i),
            Value::Text(text) => self.symbols.text(text),
        }
        .map_err(|TooManySymbols| Cause::Names)
    }
}

/// The text from which reading continues after `fault`, if it does.
fn resume<'a>(fault: &Fault<'a>) -> Option<&'a [u8]> {
    match fault.cause {
        // The next fact starts at the error.
        Cause::NoFullStop => Some(fault.at),
        Cause::ByteOrderMark | Cause::TwoStops => fault.at.get(fault.len..),
        Cause::OpenString => fault.at.iter().position(|&b| b == b'\n').map(|line| &fault.at[line..]),
        // After this error, reading stops.
        Cause::TooMany | Cause::OpenComment | Cause::Aspif => None,
        _ => recover::skip_statement(fault.at),
    }
}
