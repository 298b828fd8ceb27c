//! The lexical level: what lies between tokens, and the tokens themselves.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while1};
use nom::combinator::recognize;
use nom::error::{ErrorKind, ParseError};

use super::fault::{Cause, Fault, Parsed};

const fn table(set: &[u8], ranges: &[(u8, u8)]) -> [bool; 256] {
    let mut table = [false; 256];
    let mut i = 0;
    while i < set.len() {
        table[set[i] as usize] = true;
        i += 1;
    }
    let mut r = 0;
    while r < ranges.len() {
        let mut b = ranges[r].0;
        while b <= ranges[r].1 {
            table[b as usize] = true;
            b += 1;
        }
        r += 1;
    }
    table
}

const NAME: [bool; 256] = table(b"_'", &[(b'a', b'z'), (b'A', b'Z'), (b'0', b'9')]);

/// Whether `byte` may occur in a name.
#[inline]
pub(super) fn is_name(byte: u8) -> bool {
    NAME[byte as usize]
}

fn no_match<T>(input: &[u8]) -> Parsed<'_, T> {
    Err(nom::Err::Error(Fault::from_error_kind(input, ErrorKind::Tag)))
}

/// ```ebnf
/// blanks = { " " | "\t" | "\r" | "\n" | line_comment | block_comment } ;
/// ```
#[inline]
pub(super) fn blanks(input: &[u8]) -> Parsed<'_, ()> {
    let mut rest = input;
    loop {
        match rest {
            [b' ' | b'\t' | b'\r' | b'\n', tail @ ..] => rest = tail,
            [b'%', ..] | [b'#', b'!', ..] => rest = comment(rest)?.0,
            _ => return Ok((rest, ())),
        }
    }
}

#[cold]
fn comment(input: &[u8]) -> Parsed<'_, &[u8]> {
    alt((block_comment, line_comment)).parse(input)
}

/// ```ebnf
/// line_comment = ( "%" | "#!" ) { any byte except "\n" } ;
/// ```
pub(super) fn line_comment(input: &[u8]) -> Parsed<'_, &[u8]> {
    recognize((alt((tag("%"), tag("#!"))), take_while(|b| b != b'\n'))).parse(input)
}

/// ```ebnf
/// block_comment = "%*" { block_comment | any byte } "*%" ;
/// ```
/// The nesting is a counter, not recursion.
pub(super) fn block_comment(input: &[u8]) -> Parsed<'_, &[u8]> {
    let (mut rest, _) = tag("%*").parse(input)?;
    let mut depth = 1usize;
    while depth > 0 {
        (rest, _) = take_while(|b| b != b'%' && b != b'*').parse(rest)?;
        match rest {
            [b'%', b'*', tail @ ..] => {
                depth += 1;
                rest = tail;
            }
            [b'*', b'%', tail @ ..] => {
                depth -= 1;
                rest = tail;
            }
            // As in gringo, a line comment in a block comment ends with its line, and no comment ends or begins in
            // it.
            [b'%', ..] => (rest, _) = take_while(|b| b != b'\n').parse(rest)?,
            [_, tail @ ..] => rest = tail,
            [] => return Fault::fail(input, 2, Cause::OpenComment),
        }
    }
    Ok((rest, &input[..input.len() - rest.len()]))
}

/// ```ebnf
/// identifier = { "_" | "'" } lower { letter | digit | "_" | "'" } ;   (* except the keyword "not" *)
/// ```
#[inline]
pub(super) fn identifier(input: &[u8]) -> Parsed<'_, &[u8]> {
    let (rest, name) = take_while1(is_name).parse(input)?;
    let head = name.iter().find(|&&b| b != b'_' && b != b'\'');
    if head.is_some_and(u8::is_ascii_lowercase) && name != b"not" {
        Ok((rest, name))
    } else {
        no_match(input)
    }
}

/// ```ebnf
/// variable = { "_" | "'" } upper { letter | digit | "_" | "'" } | "_" ;
/// ```
pub(super) fn variable(input: &[u8]) -> Parsed<'_, &[u8]> {
    let (rest, name) = take_while1(is_name).parse(input)?;
    let head = name.iter().find(|&&b| b != b'_' && b != b'\'');
    if head.is_some_and(u8::is_ascii_uppercase) || name == b"_" { Ok((rest, name)) } else { no_match(input) }
}

/// ```ebnf
/// number = decimal | "0x" hex { hex } | "0o" octal { octal } | "0b" binary { binary } ;
/// ```
pub(super) fn number(input: &[u8]) -> Parsed<'_, i64> {
    let (radix, digits) = match input {
        [b'0', b'x', d, ..] if d.is_ascii_hexdigit() => (16, &input[2..]),
        [b'0', b'o', b'0'..=b'7', ..] => (8, &input[2..]),
        [b'0', b'b', b'0' | b'1', ..] => (2, &input[2..]),
        _ => return decimal(input),
    };
    let (rest, digits) = take_while1(|b: u8| (b as char).is_digit(radix)).parse(digits)?;
    let mut value: Option<i64> = Some(0);
    for &d in digits {
        let d = (d as char).to_digit(radix).unwrap_or(0);
        value = value.and_then(|v| v.checked_mul(i64::from(radix))?.checked_add(i64::from(d)));
    }
    match value {
        Some(value) => Ok((rest, value)),
        None => Fault::fail(input, input.len() - rest.len(), Cause::BigInteger),
    }
}

/// ```ebnf
/// decimal = "0" | nonzero { digit } ;
/// ```
/// The value 2^63 is read as the smallest integer, which only a minus sign makes legal; see [`minus_number`].
#[inline]
pub(super) fn decimal(input: &[u8]) -> Parsed<'_, i64> {
    let (mut rest, mut value) = (input, 0i64);
    while let [d @ b'0'..=b'9', tail @ ..] = rest {
        value = value.wrapping_mul(10).wrapping_add(i64::from(d - b'0'));
        rest = tail;
    }
    match &input[..input.len() - rest.len()] {
        [] => no_match(input),
        [b'0'] => Ok((rest, 0)),
        [b'1'..=b'9', more @ ..] if more.len() < 18 => Ok((rest, value)),
        digits => Ok((rest, rare_decimal(input, digits)?)),
    }
}

/// A decimal with leading zeros, or with too many digits to be sure that it fits.
#[cold]
fn rare_decimal<'a>(input: &'a [u8], digits: &[u8]) -> Result<i64, nom::Err<Fault<'a>>> {
    if digits[0] == b'0' {
        return Fault::fail(input, digits.len(), Cause::LeadingZero);
    }
    match std::str::from_utf8(digits).ok().and_then(|text| text.parse().ok()) {
        Some(value) => Ok(value),
        None => Fault::fail(input, digits.len(), Cause::BigInteger),
    }
}

/// -2^63, the only integer that fits only with its sign.
/// ```ebnf
/// minus_number = "-" "9223372036854775808" ;
/// ```
pub(super) fn minus_number(input: &[u8]) -> Parsed<'_, i64> {
    let (rest, _) = tag("-9223372036854775808").parse(input)?;
    if rest.first().is_some_and(u8::is_ascii_digit) { no_match(input) } else { Ok((rest, i64::MIN)) }
}

/// ```ebnf
/// string = '"' { any byte except '"', "\", "\n" and NUL | '\"' | "\\" | "\n" } '"' ;   (* valid UTF-8 *)
/// ```
/// The text with its quotes and escapes is also what gringo prints.
pub(super) fn string(input: &[u8]) -> Parsed<'_, &[u8]> {
    let (mut rest, _) = tag("\"").parse(input)?;
    let mut has_nul = false;
    loop {
        (rest, _) = take_while(|b| b != b'"' && b != b'\\' && b != b'\n' && b != b'\0').parse(rest)?;
        match rest {
            [b'"', tail @ ..] => {
                let text = &input[..input.len() - tail.len()];
                if has_nul || std::str::from_utf8(text).is_err() {
                    return Fault::fail(input, text.len(), Cause::BadStringByte);
                }
                return Ok((tail, text));
            }
            [b'\\', b'"' | b'\\' | b'n', tail @ ..] => rest = tail,
            [b'\\', b'\n', ..] | [b'\\'] => return Fault::fail(input, 1, Cause::OpenString),
            [b'\\', ..] => return Fault::fail(rest, 2, Cause::BadEscape),
            [b'\0', tail @ ..] => {
                has_nul = true;
                rest = tail;
            }
            _ => return Fault::fail(input, 1, Cause::OpenString),
        }
    }
}

/// ```ebnf
/// infimum = "#inf" [ "imum" ] ;
/// ```
pub(super) fn infimum(input: &[u8]) -> Parsed<'_, &[u8]> {
    keyword(input, &[b"#infimum", b"#inf"], b"#inf")
}

/// ```ebnf
/// supremum = "#sup" [ "remum" ] ;
/// ```
pub(super) fn supremum(input: &[u8]) -> Parsed<'_, &[u8]> {
    keyword(input, &[b"#supremum", b"#sup"], b"#sup")
}

fn keyword<'a>(input: &'a [u8], spellings: &[&[u8]], value: &'static [u8]) -> Parsed<'a, &'a [u8]> {
    let len = 1 + input.iter().skip(1).take_while(|&&b| is_name(b)).count();
    if input.first() == Some(&b'#') && spellings.contains(&&input[..len]) {
        Ok((&input[len..], value))
    } else {
        no_match(input)
    }
}

/// ```ebnf
/// full_stop = "." ;   (* not followed by another "." *)
/// ```
#[inline]
pub(super) fn full_stop(input: &[u8]) -> Parsed<'_, ()> {
    match input {
        [b'.', b'.', ..] => no_match(input),
        [b'.', tail @ ..] => Ok((tail, ())),
        _ => no_match(input),
    }
}
