//! Statements: facts of every form, ignored directives, and everything that is rejected with a reason.

use nom::Parser;
use nom::bytes::complete::tag;
use nom::combinator::opt;

use super::fault::{Cause, Fault, Parsed};
use super::lexical::{blanks, full_stop, identifier, is_name, number, variable};
use super::recover;
use super::term::{Alternative, Arguments, arguments, is_token};

/// A statement without errors.
#[derive(Debug)]
pub(super) enum Statement<'a> {
    /// A fact, or several if there are intervals or pools.
    Fact { negated: bool, name: &'a [u8], arguments: Arguments },
    /// A directive that does not concern the puzzle.
    Ignored,
}

/// ```ebnf
/// statement = fact | show | program ;
/// ```
pub(super) fn statement(input: &[u8]) -> Parsed<'_, Statement<'_>> {
    match input {
        [b'a', b's', b'p', b' ', b'0'..=b'9', ..] => Fault::fail(input, 3, Cause::Aspif),
        [b'#', ..] => directive(input),
        [b'-', ..] => fact(input),
        _ if identifier(input).is_ok() => fact(input),
        _ => not_a_fact(input),
    }
}

/// ```ebnf
/// fact = [ "-" ] identifier [ arguments ] [ ":-" ] full_stop ;
/// ```
pub(super) fn fact(input: &[u8]) -> Parsed<'_, Statement<'_>> {
    let (rest, minus) = opt(tag("-")).parse(input)?;
    let (rest, ()) = blanks(rest)?;
    let Ok((mut end, name)) = identifier(rest) else { return not_a_fact(rest) };
    let mut read = Arguments { alternatives: vec![Alternative::default()], values: 0 };
    let (rest, ()) = blanks(end)?;
    if rest.first() == Some(&b'(') {
        (end, read) = arguments(rest)?;
    }
    let (rest, ()) = blanks(end)?;
    let (rest, if_) = opt(tag(":-")).parse(rest).map_err(|e: nom::Err<Fault<'_>>| e)?;
    let rest = match if_ {
        None => rest,
        Some(at) => match blanks(rest)?.0 {
            rest @ ([] | [b'.', ..]) => rest,
            _ => return Fault::fail(&end[end.len() - rest.len() - at.len()..], 2, Cause::Rule),
        },
    };
    match full_stop(rest) {
        Ok((rest, ())) => Ok((rest, Statement::Fact { negated: minus.is_some(), name, arguments: read })),
        Err(_) => no_full_stop(rest, end),
    }
}

/// The error for what is in place of the full stop of a fact that ends at `end`.
fn no_full_stop<'a, T>(rest: &'a [u8], end: &'a [u8]) -> Parsed<'a, T> {
    let (len, cause) = match rest {
        [b'.', b'.', ..] => (2, Cause::TwoStops),
        [b',' | b';' | b'|', ..] => (1, Cause::Disjunction),
        [b':', b'-', ..] => return Fault::fail(end, 1, Cause::NoFullStop),
        [b':', ..] => (1, Cause::Condition),
        [b'?', ..] => (1, Cause::Query),
        [b')', ..] => (1, Cause::ExtraParenthesis),
        [b, ..] if !is_token(*b) => (1, Cause::BadByte),
        [b, ..] if !is_name(*b) && !b"-#{\"&".contains(b) => (1, Cause::NotAStop),
        _ => return Fault::fail(end, 1, Cause::NoFullStop),
    };
    Fault::fail(rest, len, cause)
}

/// ```ebnf
/// directive = show | defined | program ;
/// show = "#show" { any token except full_stop } full_stop ;
/// defined = "#defined" [ "-" ] identifier "/" number full_stop ;
/// program = "#program" "base" [ "(" ")" ] full_stop ;
/// ```
pub(super) fn directive(input: &[u8]) -> Parsed<'_, Statement<'_>> {
    let len = 1 + input[1..].iter().take_while(|&&b| is_name(b)).count();
    let rest = &input[len..];
    match &input[..len] {
        b"#show" => match recover::skip_statement(rest) {
            Some(rest) => Ok((rest, Statement::Ignored)),
            None => Fault::fail(input, len, Cause::End),
        },
        b"#defined" => {
            let (rest, _) = opt(tag("-")).parse(blanks(rest)?.0)?;
            let (rest, _) = identifier(blanks(rest)?.0)?;
            let (rest, _) = tag("/").parse(blanks(rest)?.0)?;
            let (end, _) = number(blanks(rest)?.0)?;
            ignored_up_to_stop(end, end)
        }
        b"#program" => {
            let (at, ()) = blanks(rest)?;
            match identifier(at) {
                Ok((rest, b"base")) => program_end(rest),
                Ok((_, name)) => Fault::fail(at, name.len(), Cause::ProgramPart),
                Err(_) => Fault::fail(input, len, Cause::ProgramPart),
            }
        }
        _ => Fault::fail(input, len, Cause::Directive),
    }
}

fn program_end(end: &[u8]) -> Parsed<'_, Statement<'_>> {
    let (mut rest, ()) = blanks(end)?;
    if let Some(tail) = rest.strip_prefix(b"(") {
        rest = blanks(tail)?.0;
        match rest.strip_prefix(b")") {
            Some(tail) => rest = blanks(tail)?.0,
            None => return Fault::fail(rest, 1, Cause::ProgramPart),
        }
    }
    ignored_up_to_stop(rest, end)
}

/// Reads the full stop of a directive, in `rest`; `end` is where a missing full stop is reported.
fn ignored_up_to_stop<'a>(rest: &'a [u8], end: &'a [u8]) -> Parsed<'a, Statement<'a>> {
    match full_stop(blanks(rest)?.0) {
        Ok((rest, ())) => Ok((rest, Statement::Ignored)),
        Err(_) => Fault::fail(end, 1, Cause::NoFullStop),
    }
}

/// The error for text with which no fact can start.
fn not_a_fact<T>(input: &[u8]) -> Parsed<'_, T> {
    let word = input.iter().take_while(|&&b| is_name(b)).count();
    let (len, cause) = match input {
        [] => (1, Cause::End),
        [0xEF, 0xBB, 0xBF, ..] => (3, Cause::ByteOrderMark),
        [b':', b'-', ..] | [b':', b'~', ..] => (2, Cause::Constraint),
        [b'{', ..] => (1, Cause::Choice),
        [b'&', ..] => (1, Cause::Rule),
        [b')', ..] => (1, Cause::ExtraParenthesis),
        _ if word > 0 && &input[..word] == b"not" => (word, Cause::Not),
        _ if word > 0 && variable(input).is_ok() => (word, Cause::VariableName),
        [b'0'..=b'9', ..] if starts_choice(&input[word..]) => (word, Cause::Choice),
        [b'0'..=b'9' | b'"' | b'(' | b'|' | b'~' | b'@', ..] => (word.max(1), Cause::NotAnAtom),
        [b, ..] if !is_token(*b) => (1, Cause::BadByte),
        _ => (word.max(1), Cause::Unexpected),
    };
    Fault::fail(input, len, cause)
}

fn starts_choice(input: &[u8]) -> bool {
    blanks(input).is_ok_and(|(rest, ())| rest.first() == Some(&b'{'))
}
