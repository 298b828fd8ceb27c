//! Values of ground terms and gringo's operations on them, with 64-bit integers and without wrapping.

use super::fault::Cause;

/// The value of a ground term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    /// An integer.
    Integer(i64),
    /// Any other term, as gringo prints it.
    Text(Vec<u8>),
}

impl Value {
    /// Appends the canonical text of the value.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        match self {
            Value::Integer(i) => out.extend_from_slice(i.to_string().as_bytes()),
            Value::Text(text) => out.extend_from_slice(text),
        }
    }

    fn integer(&self) -> Result<i64, Cause> {
        match self {
            Value::Integer(i) => Ok(*i),
            Value::Text(_) => Err(Cause::Undefined),
        }
    }
}

/// Operators that precede their operand, and `|...|`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unary {
    Minus,
    Complement,
    Absolute,
}

impl Unary {
    /// The result of the operator for the operand `value`.
    pub(super) fn apply(self, value: Value) -> Result<Value, Cause> {
        if let (Unary::Minus, Value::Text(text)) = (self, &value) {
            return negate(text).map(Value::Text).ok_or(Cause::Undefined);
        }
        let i = value.integer()?;
        let result = match self {
            Unary::Minus => i.checked_neg(),
            Unary::Complement => Some(!i),
            Unary::Absolute => i.checked_abs(),
        };
        result.map(Value::Integer).ok_or(Cause::Overflow)
    }
}

/// The classical negation of a constant, function term or tuple; `None` for strings, `#inf` and `#sup`.
fn negate(text: &[u8]) -> Option<Vec<u8>> {
    match text {
        [b'-', positive @ ..] => Some(positive.to_vec()),
        [b'"' | b'#', ..] | [] => None,
        _ => Some([b"-", text].concat()),
    }
}

/// Operators between two operands, from the loosest to the tightest; those on the same line bind equally tightly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[rustfmt::skip]
pub(super) enum Binary {
    Interval,
    Xor,
    Or,
    And,
    Add, Subtract,
    Multiply, Divide, Modulo,
    Power,
}

impl Binary {
    /// The precedence of the operator: the greater, the tighter it binds.
    pub(super) fn precedence(self) -> u8 {
        match self {
            Binary::Interval => 1,
            Binary::Xor => 2,
            Binary::Or => 3,
            Binary::And => 4,
            Binary::Add | Binary::Subtract => 5,
            Binary::Multiply | Binary::Divide | Binary::Modulo => 6,
            Binary::Power => 7,
        }
    }

    /// Whether `a op b op c` means `a op (b op c)`.
    pub(super) fn is_right_associative(self) -> bool {
        self == Binary::Power
    }

    /// The result of the operator, which must not be an interval, for the operands `a` and `b`.
    pub(super) fn apply(self, a: &Value, b: &Value) -> Result<Value, Cause> {
        let (a, b) = (a.integer()?, b.integer()?);
        if matches!(self, Binary::Divide | Binary::Modulo) && b == 0 {
            return Err(Cause::Undefined);
        }
        let result = match self {
            Binary::Interval => return Err(Cause::Undefined),
            Binary::Xor => Some(a ^ b),
            Binary::Or => Some(a | b),
            Binary::And => Some(a & b),
            Binary::Add => a.checked_add(b),
            Binary::Subtract => a.checked_sub(b),
            Binary::Multiply => a.checked_mul(b),
            // Both round towards zero, as in C++.
            Binary::Divide => a.checked_div(b),
            Binary::Modulo => Some(a.wrapping_rem(b)),
            Binary::Power => power(a, b)?,
        };
        result.map(Value::Integer).ok_or(Cause::Overflow)
    }
}

/// The power, as in gringo: 0 for every negative exponent, even if the base is 1 or -1; undefined if the base is 0.
fn power(base: i64, exponent: i64) -> Result<Option<i64>, Cause> {
    match (base, exponent) {
        (0, ..=-1) => Err(Cause::Undefined),
        (_, ..=-1) => Ok(Some(0)),
        (0 | 1, 1..) => Ok(Some(base)),
        (-1, _) => Ok(Some(if exponent % 2 == 0 { 1 } else { -1 })),
        _ => Ok(u32::try_from(exponent).ok().and_then(|e| base.checked_pow(e))),
    }
}

/// The integers from `a` to `b`, or an error if there are more than `most`.
pub(super) fn interval(a: &Value, b: &Value, most: usize) -> Result<std::ops::RangeInclusive<i64>, Cause> {
    let (a, b) = (a.integer()?, b.integer()?);
    if a <= b && b.abs_diff(a) >= most as u64 { Err(Cause::TooMany) } else { Ok(a..=b) }
}
