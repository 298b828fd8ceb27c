//! The fast path for facts whose arguments are decimal integers, words, and terms of these as gringo prints them.

use nom::error::{ErrorKind, ParseError};

use super::fault::{Fault, Parsed};
use super::lexical::{blanks, decimal, full_stop, identifier};
use super::predicate::MOST_ARGUMENTS;

/// An argument of a plain fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Argument<'a> {
    Integer(i64),
    /// The text of a word or a term.
    Text(&'a [u8]),
}

/// A plain fact: its predicate, and its arguments `args[..len]`.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlainFact<'a> {
    pub(super) name: &'a [u8],
    pub(super) args: [Argument<'a>; MOST_ARGUMENTS],
    pub(super) len: usize,
}

/// ```ebnf
/// plain_fact = identifier blanks [ "(" plain_argument { "," plain_argument } ")" blanks ] full_stop ;
/// ```
/// A plain fact has at most three arguments. `statement` accepts every plain fact as well, with the same meaning.
#[inline]
pub(super) fn plain_fact(input: &[u8]) -> Parsed<'_, PlainFact<'_>> {
    let (rest, name) = identifier(input)?;
    let mut fact = PlainFact { name, args: [Argument::Integer(0); MOST_ARGUMENTS], len: 0 };
    let (mut rest, ()) = blanks(rest)?;
    if let [b'(', tail @ ..] = rest {
        rest = tail;
        loop {
            let (tail, argument) = plain_argument(rest)?;
            let Some(slot) = fact.args.get_mut(fact.len) else { return not_plain(input) };
            *slot = argument;
            fact.len += 1;
            match tail {
                [b',', tail @ ..] => rest = tail,
                [b')', tail @ ..] => {
                    rest = tail;
                    break;
                }
                _ => return not_plain(input),
            }
        }
        rest = blanks(rest)?.0;
    }
    let (rest, ()) = full_stop(rest)?;
    Ok((rest, fact))
}

/// ```ebnf
/// plain_argument = blanks ( [ "-" ] decimal | plain_term ) blanks ;
/// ```
#[inline]
fn plain_argument(input: &[u8]) -> Parsed<'_, Argument<'_>> {
    let (rest, ()) = blanks(input)?;
    let (rest, argument) = match rest {
        [b'0'..=b'9', ..] => {
            let (rest, value) = decimal(rest)?;
            (rest, Argument::Integer(value))
        }
        [b'-', tail @ ..] => {
            let (rest, value) = decimal(tail)?;
            (rest, Argument::Integer(-value))
        }
        _ => {
            let (rest, text) = plain_term(rest)?;
            (rest, Argument::Text(text))
        }
    };
    let (rest, ()) = blanks(rest)?;
    Ok((rest, argument))
}

/// ```ebnf
/// plain_term = identifier | [ identifier ] "(" plain_item { "," plain_item } ")" ;   (* no blanks; a tuple has two items at least *)
/// plain_item = decimal | identifier ;
/// ```
#[inline]
fn plain_term(input: &[u8]) -> Parsed<'_, &[u8]> {
    let is_tuple = input.starts_with(b"(");
    let mut rest = if is_tuple { input } else { identifier(input)?.0 };
    if rest.starts_with(b"(") {
        let mut items = 0;
        while items == 0 || rest.starts_with(b",") {
            rest = plain_item(&rest[1..])?.0;
            items += 1;
        }
        match rest {
            [b')', tail @ ..] if items > 1 || !is_tuple => rest = tail,
            _ => return not_plain(input),
        }
    }
    Ok((rest, &input[..input.len() - rest.len()]))
}

#[inline]
fn plain_item(input: &[u8]) -> Parsed<'_, ()> {
    match input {
        [b'0'..=b'9', ..] => decimal(input).map(|(rest, _)| (rest, ())),
        _ => identifier(input).map(|(rest, _)| (rest, ())),
    }
}

fn not_plain<T>(input: &[u8]) -> Parsed<'_, T> {
    Err(nom::Err::Error(Fault::from_error_kind(input, ErrorKind::Verify)))
}
