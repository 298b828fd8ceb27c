//! Statements: facts of every form, ignored directives, and everything that is rejected with a reason.

use nom::Parser;
use nom::bytes::complete::tag;
use nom::combinator::opt;

use super::arithmetic::Value;
use super::fault::{Cause, Fault, Parsed};
use super::lexical::{blanks, full_stop, identifier, is_name, number, string, variable};
use super::recover;
use super::term::{Alternative, Arguments, arguments, is_token};

/// A statement without errors.
#[derive(Debug)]
pub(super) enum Statement<'a> {
    /// A fact, or several if there are intervals or pools.
    Fact { negated: bool, name: &'a [u8], arguments: Arguments },
    /// An integrity constraint.
    Integrity(Vec<Literal<'a>>),
    /// A directive that does not concern the puzzle.
    Ignored,
    /// The directive that gives a constant a value, which does not concern the puzzle unless a fact has the constant.
    Constant(&'a [u8]),
}

/// A literal of an integrity constraint.
#[derive(Debug)]
pub(super) struct Literal<'a> {
    /// The text from the atom on.
    pub(super) at: &'a [u8],
    pub(super) is_in: bool,
    /// Both ends of the edge, or its name.
    pub(super) names: Vec<Value>,
}

/// ```ebnf
/// statement = fact | constraint | directive ;
/// ```
pub(super) fn statement(input: &[u8]) -> Parsed<'_, Statement<'_>> {
    match input {
        [b'a', b's', b'p', b' ', b'0'..=b'9', ..] => Fault::fail(input, 3, Cause::Aspif),
        [b'#', ..] => directive(input),
        [b'-', ..] => fact(input),
        [b':', b'-', ..] => constraint(input),
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

/// ```ebnf
/// constraint = ":-" [ literal { ( "," | ";" ) literal } ] full_stop ;
/// ```
pub(super) fn constraint(input: &[u8]) -> Parsed<'_, Statement<'_>> {
    let (rest, _) = tag(":-").parse(input)?;
    let (mut rest, ()) = blanks(rest)?;
    let mut literals = Vec::new();
    if let Ok((rest, ())) = full_stop(rest) {
        return Ok((rest, Statement::Integrity(literals)));
    }
    loop {
        let (end, read) = literal(rest)?;
        literals.push(read);
        rest = blanks(end)?.0;
        match rest {
            [b',' | b';', tail @ ..] => rest = blanks(tail)?.0,
            _ => match full_stop(rest) {
                Ok((rest, ())) => return Ok((rest, Statement::Integrity(literals))),
                Err(_) if rest.is_empty() || rest.starts_with(b":-") => {
                    return Fault::fail(end, 1, Cause::NoFullStop);
                }
                Err(_) => return Fault::fail(rest, 1, Cause::NoComma),
            },
        }
    }
}

/// ```ebnf
/// literal = { "not" } identifier arguments ;
/// ```
/// The identifier is `link`, with the name of an edge or its two ends.
pub(super) fn literal(input: &[u8]) -> Parsed<'_, Literal<'_>> {
    let (mut at, mut is_in) = (input, true);
    while at.starts_with(b"not") && at.get(3).is_none_or(|&b| !is_name(b)) {
        (at, is_in) = (blanks(&at[3..])?.0, !is_in);
    }
    let other = || Fault::fail(at, at.iter().take_while(|&&b| is_name(b)).count().max(1), Cause::NotALink);
    let Ok((end, b"link")) = identifier(at) else { return other() };
    let (rest, ()) = blanks(end)?;
    if rest.first() != Some(&b'(') {
        return other();
    }
    let (end, Arguments { alternatives, .. }) = arguments(rest)?;
    let mut names = Vec::with_capacity(2);
    for values in alternatives.iter().flat_map(|alternative| &alternative.terms) {
        match &values[..] {
            [value] if alternatives.len() == 1 => names.push(value.clone()),
            _ => return Fault::fail(at, at.len() - end.len(), Cause::SeveralLinks),
        }
    }
    match names.len() {
        1 | 2 => Ok((end, Literal { at, is_in, names })),
        _ => other(),
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
/// directive = show | defined | program | external | constant ;
/// show = ( "#show" | "#project" ) { any token except full_stop } full_stop ;
/// external = "#external" { any token except full_stop } full_stop [ "[" "false" "]" ] ;
/// constant = "#const" identifier "=" { any token except full_stop } full_stop [ "[" ( "default" | "override" ) "]" ] ;
/// defined = "#defined" [ "-" ] identifier "/" number full_stop ;
/// program = "#program" "base" [ "(" ")" ] full_stop ;
/// ```
pub(super) fn directive(input: &[u8]) -> Parsed<'_, Statement<'_>> {
    let len = 1 + input[1..].iter().take_while(|&&b| is_name(b)).count();
    let rest = &input[len..];
    match &input[..len] {
        b"#show" | b"#project" => Ok((to_full_stop(rest)?.0, Statement::Ignored)),
        // An external atom is false unless the program says otherwise.
        b"#external" => Ok((annotation(to_full_stop(rest)?.0, &[b"false"])?.0, Statement::Ignored)),
        b"#const" => {
            let (rest, name) = identifier(blanks(rest)?.0)?;
            let (rest, _) = tag("=").parse(blanks(rest)?.0)?;
            let (rest, _) = annotation(to_full_stop(rest)?.0, &[b"default", b"override"])?;
            Ok((rest, Statement::Constant(name)))
        }
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

/// Skips what is before the full stop of a directive, and it. Where two operands follow each other, the full stop between them is missing:
/// what follows is no part of the directive, and must not be skipped.
fn to_full_stop(input: &[u8]) -> Parsed<'_, ()> {
    let (mut rest, mut end, mut is_operand_before) = (input, input, false);
    loop {
        rest = blanks(rest)?.0;
        if let Ok((rest, ())) = full_stop(rest) {
            return Ok((rest, ()));
        }
        let after = if rest.first() == Some(&b'"') { string(rest)?.0 } else { recover::skip_token(rest) };
        let token = &rest[..rest.len() - after.len()];
        let is_operand = token.first().is_some_and(|&b| is_name(b) || b == b'"');
        if token.is_empty() || (is_operand && is_operand_before) {
            return Fault::fail(end, 1, Cause::NoFullStop);
        }
        is_operand_before = (is_operand && token != b"not") || token == b")";
        (rest, end) = (after, after);
    }
}

/// Reads one of `words` in brackets, if there are brackets.
fn annotation<'a>(input: &'a [u8], words: &[&[u8]]) -> Parsed<'a, ()> {
    let (at, ()) = blanks(input)?;
    let Some(rest) = at.strip_prefix(b"[") else { return Ok((input, ())) };
    let rest = blanks(rest)?.0;
    let word = &rest[..rest.iter().take_while(|&&b| is_name(b)).count()];
    match blanks(&rest[word.len()..])?.0 {
        [b']', rest @ ..] if words.contains(&word) => Ok((rest, ())),
        _ => Fault::fail(at, 1, Cause::Annotation),
    }
}

/// The text from the first term on that is one of the constants `names`, which are in ascending order. gringo would replace it.
pub(super) fn used_constant<'a>(input: &'a [u8], names: &[&[u8]]) -> Option<&'a [u8]> {
    let mut rest = input;
    while !rest.is_empty() {
        if rest[0] == b'#'
            && let Ok((after, _)) = directive(rest)
        {
            rest = after;
            continue;
        }
        let after = recover::skip_token(rest);
        let is_called = blanks(after).is_ok_and(|(next, ())| next.first() == Some(&b'('));
        if !is_called && names.binary_search(&&rest[..rest.len() - after.len()]).is_ok() {
            return Some(rest);
        }
        rest = after;
    }
    None
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
        [b':', b'~', ..] => (2, Cause::WeakConstraint),
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
