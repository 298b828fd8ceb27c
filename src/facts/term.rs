//! Ground terms of every kind, read by precedence with an explicit stack, and evaluated while they are read.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;

use super::arithmetic::{Binary, Unary, Value, interval};
use super::fault::{Cause, Fault, Parsed};
use super::lexical::{
    blanks, identifier, infimum, is_name, minus_number, number, string, supremum, variable,
};

/// The greatest depth of parentheses and pending operators.
const MAX_DEPTH: usize = 1000;
/// The greatest number of terms in one statement.
const MAX_TERMS: usize = 1 << 20;
/// The greatest number of values of one interval.
const MAX_INTERVAL: usize = 1 << 22;
/// The greatest number of values that the terms of one statement may have, summed over the operations on them, and
/// the greatest number of bytes of their texts.
pub(super) const MAX_VALUES: usize = 1 << 23;
const MAX_BYTES: usize = 1 << 26;

/// The values of one term: exactly one, unless there are intervals or pools in it.
pub(super) type Values = Vec<Value>;

/// One of the lists of terms that are separated by `;`.
#[derive(Debug, Default)]
pub(super) struct Alternative {
    pub(super) terms: Vec<Values>,
    /// Whether the list ends with a comma.
    comma: bool,
}

/// The arguments of an atom.
#[derive(Debug, Default)]
pub(super) struct Arguments {
    /// The lists that are separated by `;`.
    pub(super) alternatives: Vec<Alternative>,
    /// The number of values that intervals and pools had.
    pub(super) values: usize,
}

/// ```ebnf
/// arguments = "(" [ terms ] { ";" [ terms ] } ")" ;
/// terms = term { "," term } ;
/// term = function | tuple | absolute | unary term | term binary term
///      | identifier | number | minus_number | string | infimum | supremum ;
/// function = identifier arguments ;
/// tuple = "(" [ [ terms ] [ "," ] ] { ";" [ [ terms ] [ "," ] ] } ")" ;
/// absolute = "|" term { ";" term } "|" ;
/// ```
pub(super) fn arguments(input: &[u8]) -> Parsed<'_, Arguments> {
    let (mut rest, _) = tag("(").parse(input)?;
    let mut reader = Reader::new(rest);
    reader.open(input, Kind::Atom)?;
    loop {
        rest = blanks(rest)?.0;
        let (tail, done) =
            if reader.wants_operand { operand(&mut reader, rest)? } else { operator(&mut reader, rest)? };
        reader.last_end = tail;
        rest = tail;
        if done {
            return Ok((rest, Arguments { alternatives: reader.result, values: reader.values }));
        }
    }
}

/// The meaning of a pair of delimiters around terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind<'a> {
    /// The arguments of the atom.
    Atom,
    Function(&'a [u8]),
    Tuple,
    Absolute,
}

#[derive(Debug)]
struct Group<'a> {
    kind: Kind<'a>,
    open: &'a [u8],
    alternatives: Vec<Alternative>,
    current: Alternative,
}

#[derive(Debug)]
enum Pending<'a> {
    Group(Group<'a>),
    Unary(Unary, &'a [u8]),
    Binary(Binary, Values, &'a [u8]),
}

#[derive(Debug)]
struct Reader<'a> {
    stack: Vec<Pending<'a>>,
    /// The values of the operand just read, while an operator is expected.
    operand: Values,
    /// The text from the start of that operand on.
    operand_at: &'a [u8],
    wants_operand: bool,
    last_end: &'a [u8],
    terms: usize,
    values: usize,
    bytes: usize,
    result: Vec<Alternative>,
}

impl<'a> Reader<'a> {
    fn new(input: &'a [u8]) -> Self {
        Reader {
            stack: Vec::new(),
            operand: Vec::new(),
            operand_at: input,
            wants_operand: true,
            last_end: input,
            terms: 0,
            values: 0,
            bytes: 0,
            result: Vec::new(),
        }
    }

    fn push(&mut self, at: &'a [u8], pending: Pending<'a>) -> Result<(), nom::Err<Fault<'a>>> {
        if self.stack.len() >= MAX_DEPTH {
            return Fault::fail(at, 1, Cause::TooDeep);
        }
        self.stack.push(pending);
        self.wants_operand = true;
        Ok(())
    }

    fn open(&mut self, at: &'a [u8], kind: Kind<'a>) -> Result<(), nom::Err<Fault<'a>>> {
        let group = Group { kind, open: at, alternatives: Vec::new(), current: Alternative::default() };
        self.push(at, Pending::Group(group))
    }

    fn take(&mut self, at: &'a [u8], value: Value) -> Result<(), nom::Err<Fault<'a>>> {
        self.terms += 1;
        if self.terms > MAX_TERMS {
            return Fault::fail(at, 1, Cause::TooLong);
        }
        self.operand = vec![value];
        self.operand_at = at;
        self.wants_operand = false;
        Ok(())
    }

    /// Adds to the numbers of values and bytes; an error if they exceed their limits.
    fn spend(&mut self, values: usize, bytes: usize) -> Result<(), Cause> {
        self.values = self.values.saturating_add(values);
        self.bytes = self.bytes.saturating_add(bytes);
        if self.values > MAX_VALUES || self.bytes > MAX_BYTES { Err(Cause::TooMany) } else { Ok(()) }
    }

    /// Applies the pending operators that bind more tightly to the operand just read than an operator of `precedence`
    /// would.
    fn reduce(&mut self, precedence: u8, right_associative: bool) -> Result<(), nom::Err<Fault<'a>>> {
        loop {
            match self.stack.last() {
                Some(Pending::Unary(..)) => {}
                Some(Pending::Binary(op, ..)) => {
                    let tighter =
                        op.precedence() > precedence || (op.precedence() == precedence && !right_associative);
                    if !tighter {
                        return Ok(());
                    }
                }
                Some(Pending::Group(_)) | None => return Ok(()),
            }
            let operand = std::mem::take(&mut self.operand);
            let (at, result) = match self.stack.pop() {
                Some(Pending::Unary(op, at)) => (at, self.apply(op, operand)),
                Some(Pending::Binary(op, left, at)) => (at, self.combine(op, &left, &operand)),
                Some(Pending::Group(_)) | None => return Ok(()),
            };
            match result {
                Ok(values) => self.operand = values,
                Err(cause) => return Fault::fail(at, at.len() - self.last_end.len(), cause),
            }
            self.operand_at = at;
        }
    }

    fn apply(&mut self, op: Unary, values: Values) -> Result<Values, Cause> {
        self.spend_several(&values)?;
        values.into_iter().map(|value| op.apply(value)).collect()
    }

    /// Adds the values of a term to their number, if there is more than one.
    fn spend_several(&mut self, values: &[Value]) -> Result<(), Cause> {
        if values.len() > 1 { self.spend(values.len(), 0) } else { Ok(()) }
    }

    fn combine(&mut self, op: Binary, left: &[Value], right: &[Value]) -> Result<Values, Cause> {
        let mut all = Vec::new();
        for a in left {
            for b in right {
                if op == Binary::Interval {
                    let range = interval(a, b, MAX_INTERVAL)?;
                    self.spend(range.clone().count(), 0)?;
                    all.extend(range.map(Value::Integer));
                } else {
                    if left.len() * right.len() > 1 {
                        self.spend(1, 0)?;
                    }
                    all.push(op.apply(a, b)?);
                }
            }
        }
        Ok(all)
    }

    /// Appends the operand just read to the innermost group.
    fn store(&mut self) -> Result<(), nom::Err<Fault<'a>>> {
        self.reduce(0, false)?;
        let operand = std::mem::take(&mut self.operand);
        if let Some(Pending::Group(group)) = self.stack.last_mut() {
            group.current.terms.push(operand);
            group.current.comma = false;
        }
        Ok(())
    }

    /// Ends the current alternative of the innermost group.
    fn end_alternative(&mut self) {
        if let Some(Pending::Group(group)) = self.stack.last_mut() {
            let current = std::mem::take(&mut group.current);
            group.alternatives.push(current);
        }
        self.wants_operand = true;
    }

    /// Closes the innermost group; returns true if it is the atom's.
    fn close(&mut self, rest: &'a [u8]) -> Result<bool, nom::Err<Fault<'a>>> {
        self.end_alternative();
        let Some(Pending::Group(group)) = self.stack.pop() else { return Ok(false) };
        if group.kind == Kind::Atom {
            self.result = group.alternatives;
            return Ok(true);
        }
        match self.evaluate(group.kind, group.alternatives) {
            Ok(values) => self.operand = values,
            Err(cause) => return Fault::fail(group.open, group.open.len() - rest.len(), cause),
        }
        self.operand_at = group.open;
        self.wants_operand = false;
        Ok(false)
    }

    fn evaluate(&mut self, kind: Kind<'a>, alternatives: Vec<Alternative>) -> Result<Values, Cause> {
        let mut values = Vec::new();
        for Alternative { terms, comma } in alternatives {
            match kind {
                Kind::Absolute => {
                    for value in terms.into_iter().flatten() {
                        values.push(Unary::Absolute.apply(value)?);
                    }
                }
                // A tuple of one term without a comma is the term itself.
                Kind::Tuple if terms.len() == 1 && !comma => values.extend(terms.into_iter().flatten()),
                Kind::Tuple => self.compose(&mut values, b"", &terms)?,
                Kind::Function(name) if terms.is_empty() => values.push(Value::Text(name.to_vec())),
                Kind::Function(name) => self.compose(&mut values, name, &terms)?,
                Kind::Atom => {}
            }
        }
        self.spend_several(&values)?;
        Ok(values)
    }

    /// Appends the texts of `name(args)` for every combination of the arguments' values.
    fn compose(&mut self, out: &mut Values, name: &[u8], args: &[Values]) -> Result<(), Cause> {
        let several = args.iter().any(|values| values.len() > 1);
        let mut outcome = Ok(());
        for_each_choice(args, |choice| {
            let mut text = name.to_vec();
            text.push(b'(');
            for (i, value) in choice.iter().enumerate() {
                if i > 0 {
                    text.push(b',');
                }
                value.write(&mut text);
            }
            text.extend_from_slice(if name.is_empty() && choice.len() == 1 { b",)" } else { b")" });
            outcome = self.spend(usize::from(several), text.len());
            out.push(Value::Text(text));
            outcome.is_ok()
        });
        outcome
    }
}

/// Calls `f` with every combination of one value from each list, until it returns false.
pub(super) fn for_each_choice<T>(lists: &[Vec<T>], mut f: impl FnMut(&[&T]) -> bool) {
    let mut choice: Vec<&T> = Vec::with_capacity(lists.len());
    for list in lists {
        match list.first() {
            Some(value) => choice.push(value),
            None => return,
        }
    }
    let mut index = vec![0; lists.len()];
    while f(&choice) {
        let Some(i) = (0..lists.len()).rev().find(|&i| index[i] + 1 < lists[i].len()) else { return };
        index[i] += 1;
        choice[i] = &lists[i][index[i]];
        for j in i + 1..lists.len() {
            index[j] = 0;
            choice[j] = &lists[j][0];
        }
    }
}

/// Reads what may occur where an operand is expected; returns whether that was the end of the arguments.
fn operand<'a>(reader: &mut Reader<'a>, rest: &'a [u8]) -> Parsed<'a, bool> {
    if let Some(Pending::Group(Group { kind, current, .. })) = reader.stack.last_mut() {
        let is_empty = current.terms.is_empty() && !current.comma;
        let may_end = is_empty && *kind != Kind::Absolute || *kind == Kind::Tuple;
        match rest {
            [b')', tail @ ..] if may_end => {
                let done = reader.close(tail)?;
                return Ok((tail, done));
            }
            [b';', tail @ ..] if may_end => {
                reader.end_alternative();
                return Ok((tail, false));
            }
            [b',', tail @ ..] if is_empty && *kind == Kind::Tuple => {
                current.comma = true;
                return Ok((tail, false));
            }
            // After `(,`, only `)` or `;` is possible.
            [_, ..] if current.terms.is_empty() && current.comma => {
                return Fault::fail(rest, 1, Cause::NoTerm);
            }
            _ => {}
        }
    }
    match rest {
        [] => Fault::fail(reader.last_end, 1, Cause::End),
        [b'(', tail @ ..] => reader.open(rest, Kind::Tuple).map(|()| (tail, false)),
        [b'|', tail @ ..] => reader.open(rest, Kind::Absolute).map(|()| (tail, false)),
        [b'~', tail @ ..] => {
            reader.push(rest, Pending::Unary(Unary::Complement, rest)).map(|()| (tail, false))
        }
        [b'-', tail @ ..] => match minus_number(rest) {
            Ok((tail, value)) => reader.take(rest, Value::Integer(value)).map(|()| (tail, false)),
            Err(_) => reader.push(rest, Pending::Unary(Unary::Minus, rest)).map(|()| (tail, false)),
        },
        [b'0'..=b'9', ..] => {
            let (tail, value) = number(rest)?;
            reader.take(rest, Value::Integer(value)).map(|()| (tail, false))
        }
        [b'"' | b'#', ..] => {
            let (tail, text) = alt((string, infimum, supremum)).parse(rest).map_err(|e| no_term(e, rest))?;
            reader.take(rest, Value::Text(text.to_vec())).map(|()| (tail, false))
        }
        [b'@', ..] => Fault::fail(rest, 1, Cause::Script),
        [b'+', ..] => Fault::fail(rest, 1, Cause::PlusSign),
        [b, ..] if is_name(*b) => {
            let Ok((tail, name)) = identifier(rest) else {
                let len = rest.iter().take_while(|&&b| is_name(b)).count();
                let cause = match variable(rest) {
                    Ok(_) => Cause::Variable,
                    Err(_) if &rest[..len] == b"not" => Cause::Not,
                    Err(_) => Cause::NoTerm,
                };
                return Fault::fail(rest, len, cause);
            };
            match blanks(tail)?.0 {
                [b'(', tail @ ..] => reader.open(rest, Kind::Function(name)).map(|()| (tail, false)),
                _ => reader.take(rest, Value::Text(name.to_vec())).map(|()| (tail, false)),
            }
        }
        [b, ..] => Fault::fail(rest, 1, if is_token(*b) { Cause::NoTerm } else { Cause::BadByte }),
    }
}

fn no_term<'a>(error: nom::Err<Fault<'a>>, at: &'a [u8]) -> nom::Err<Fault<'a>> {
    match error {
        nom::Err::Error(_) => nom::Err::Failure(Fault::new(at, 1, Cause::NoTerm)),
        other => other,
    }
}

/// Reads what may occur after an operand; returns whether that was the end of the arguments.
fn operator<'a>(reader: &mut Reader<'a>, rest: &'a [u8]) -> Parsed<'a, bool> {
    let (op, tail) = match rest {
        [b'.', b'.', tail @ ..] => (Binary::Interval, tail),
        [b'*', b'*', tail @ ..] => (Binary::Power, tail),
        [b'^', tail @ ..] => (Binary::Xor, tail),
        [b'?', tail @ ..] => (Binary::Or, tail),
        [b'&', tail @ ..] => (Binary::And, tail),
        [b'+', tail @ ..] => (Binary::Add, tail),
        [b'-', tail @ ..] => (Binary::Subtract, tail),
        [b'*', tail @ ..] => (Binary::Multiply, tail),
        [b'/', tail @ ..] => (Binary::Divide, tail),
        [b'\\', tail @ ..] => (Binary::Modulo, tail),
        _ => return delimiter(reader, rest),
    };
    reader.reduce(op.precedence(), op.is_right_associative())?;
    let left = std::mem::take(&mut reader.operand);
    let at = reader.operand_at;
    reader.push(rest, Pending::Binary(op, left, at))?;
    Ok((tail, false))
}

fn delimiter<'a>(reader: &mut Reader<'a>, rest: &'a [u8]) -> Parsed<'a, bool> {
    let innermost = reader.stack.iter_mut().rev().find_map(|pending| match pending {
        Pending::Group(group) => Some(group.kind),
        _ => None,
    });
    let in_absolute = innermost == Some(Kind::Absolute);
    match rest {
        [b',', tail @ ..] if !in_absolute => {
            reader.store()?;
            if let Some(Pending::Group(group)) = reader.stack.last_mut() {
                group.current.comma = true;
            }
            reader.wants_operand = true;
            Ok((tail, false))
        }
        [b';', tail @ ..] => {
            reader.store()?;
            reader.end_alternative();
            Ok((tail, false))
        }
        [b')', tail @ ..] if !in_absolute => {
            reader.store()?;
            let done = reader.close(tail)?;
            Ok((tail, done))
        }
        [b'|', tail @ ..] if in_absolute => {
            reader.store()?;
            let done = reader.close(tail)?;
            Ok((tail, done))
        }
        [] => Fault::fail(reader.last_end, 1, Cause::End),
        [b'.', b'0'..=b'9', ..] => Fault::fail(rest, 1, Cause::Fraction),
        [b, ..] if is_name(*b) || matches!(b, b'"' | b'(' | b'#') => {
            let between = &reader.last_end[..reader.last_end.len() - rest.len()];
            if between.contains(&b'\n') {
                Fault::fail(reader.last_end, 1, Cause::Unclosed)
            } else {
                Fault::fail(rest, 1, Cause::TwoTerms)
            }
        }
        [b, ..] => Fault::fail(rest, 1, if is_token(*b) { Cause::Unclosed } else { Cause::BadByte }),
    }
}

/// Whether any token starts with `byte`.
pub(super) fn is_token(byte: u8) -> bool {
    is_name(byte) || b"\\\"#%&()*+,-./:;<=>?@[]^{|}~!$".contains(&byte)
}
