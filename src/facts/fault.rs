//! Errors in the text of a statement: the error type of all nom functions of this module. It is small and does not
//! allocate, because the parsers also fail when they try alternatives.

use nom::error::{ErrorKind, ParseError};

/// The kinds of errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cause {
    /// No grammar rule matches at this place.
    Unexpected,
    /// The text ends within a statement.
    End,
    /// The full stop after a fact is missing.
    NoFullStop,
    /// A term was expected.
    NoTerm,
    /// A `,` or `)` was expected within arguments.
    Unclosed,
    /// A decimal fraction occurs.
    Fraction,
    /// Two tokens follow each other with nothing between them.
    TwoTerms,
    /// A block comment is not closed.
    OpenComment,
    /// A string is not closed, or contains a raw line break.
    OpenString,
    /// A string contains an escape other than `\"`, `\\`, `\n`.
    BadEscape,
    /// A string contains a NUL byte or invalid UTF-8.
    BadStringByte,
    /// A byte occurs with which no token starts.
    BadByte,
    /// The file starts with a byte-order mark.
    ByteOrderMark,
    /// An integer has leading zeros.
    LeadingZero,
    /// A number has a plus sign.
    PlusSign,
    /// An integer does not fit into 64 bits.
    BigInteger,
    /// The result of arithmetic does not fit into 64 bits.
    Overflow,
    /// An operand is not an integer, or a divisor is zero.
    Undefined,
    /// Intervals or pools stand for too many facts.
    TooMany,
    /// Parentheses are nested too deeply.
    TooDeep,
    /// A statement has too many terms.
    TooLong,
    /// A script call `@f(...)` occurs.
    Script,
    /// A variable occurs.
    Variable,
    /// The keyword `not` occurs.
    Not,
    /// The statement is a rule with a body.
    Rule,
    /// The statement is a weak constraint.
    WeakConstraint,
    /// The body of an integrity constraint has something else than a link.
    NotALink,
    /// A link of an integrity constraint has intervals or pools.
    SeveralLinks,
    /// A `,` or a full stop was expected in an integrity constraint.
    NoComma,
    /// The statement is a disjunction of atoms.
    Disjunction,
    /// The statement has a conditional literal.
    Condition,
    /// The statement is a choice.
    Choice,
    /// The statement is a directive that concerns the puzzle.
    Directive,
    /// A directive has an annotation that gives it another meaning.
    Annotation,
    /// A fact has a constant that `#const` gives a value.
    Constant,
    /// The statement starts a program part other than `base`.
    ProgramPart,
    /// The statement is a query.
    Query,
    /// A comparison or a term occurs where an atom should be.
    NotAnAtom,
    /// A name that starts with a capital letter occurs where a predicate should be.
    VariableName,
    /// Something else occurs in place of a full stop.
    NotAStop,
    /// Two full stops follow each other.
    TwoStops,
    /// A closing parenthesis has no opening one.
    ExtraParenthesis,
    /// The input is in gringo's output format (aspif).
    Aspif,
    /// There are more different names than indices.
    Names,
}

impl Cause {
    pub(super) fn message(self) -> &'static str {
        match self {
            Cause::Unexpected => "a fact was expected here",
            Cause::End => "the input ends within a statement",
            Cause::NoFullStop => "the full stop after this fact is missing",
            Cause::NoTerm => "a term was expected here",
            Cause::Unclosed => "`,` or `)` was expected here",
            Cause::Fraction => "decimal fractions are not allowed",
            Cause::TwoTerms => "`,` or `)` is missing between two terms",
            Cause::OpenComment => "this block comment is never closed",
            Cause::OpenString => "this string is not closed on its line",
            Cause::BadEscape => "unknown escape sequence in a string",
            Cause::BadStringByte => "this string holds a NUL byte or is not valid UTF-8",
            Cause::BadByte => "this character cannot appear here",
            Cause::ByteOrderMark => "the file starts with a byte-order mark",
            Cause::LeadingZero => "an integer must not start with a zero",
            Cause::PlusSign => "an integer must not have a plus sign",
            Cause::BigInteger => "this integer needs more than 64 bits",
            Cause::Overflow => "the result of this arithmetic needs more than 64 bits",
            Cause::Undefined => "the value of this expression is undefined",
            Cause::TooMany => "this stands for too many facts",
            Cause::TooDeep => "terms are nested too deeply",
            Cause::TooLong => "this statement has too many terms",
            Cause::Script => "a script cannot be called from a fact",
            Cause::Variable => "variables are not allowed in facts",
            Cause::Not => "`not` is not allowed in facts",
            Cause::Rule => "this is a rule, not a fact",
            Cause::WeakConstraint => "this is a weak constraint, not a fact",
            Cause::NotALink => "an integrity constraint is about links only",
            Cause::SeveralLinks => "this stands for several links, or for none",
            Cause::NoComma => "`,` or a full stop was expected here",
            Cause::Disjunction => "atoms separated like this are a disjunction, not facts",
            Cause::Condition => "this is a conditional literal, not a fact",
            Cause::Choice => "this is a choice, not a fact",
            Cause::Directive => "this directive is not allowed among facts",
            Cause::Annotation => "with this, the directive concerns the puzzle",
            Cause::Constant => "`#const` gives this constant a value, which is not read",
            Cause::ProgramPart => "gringo does not ground this program part by default",
            Cause::Query => "this is a query, not a fact",
            Cause::NotAnAtom => "a term is not a fact",
            Cause::VariableName => "the name of a predicate must not start with a capital letter",
            Cause::NotAStop => "a full stop was expected here",
            Cause::TwoStops => "one full stop ends a fact, not two",
            Cause::ExtraParenthesis => "this parenthesis closes nothing",
            Cause::Aspif => "this is gringo's output format (aspif), not a list of facts",
            Cause::Names => "there are too many different names",
        }
    }

    pub(super) fn help(self) -> &'static str {
        const GROUND: &str = "only ground facts are read: ground the program first (`gringo --text FILE`)";
        match self {
            Cause::Unexpected => "a fact looks like `edge(0,1).`",
            Cause::End => "complete the statement and end it with a full stop",
            Cause::NoFullStop => "write `.` here",
            Cause::NoTerm => "a term is an integer, a word in lower case, a \"string\", f(terms) or (terms)",
            Cause::Unclosed => "arguments look like `(0,1)`; check the parentheses",
            Cause::Fraction => "use integers, for example by scaling, or a \"string\"",
            Cause::TwoTerms => "separate the arguments of a fact by commas",
            Cause::OpenComment => "close it with `*%`; block comments nest",
            Cause::OpenString => "close it with `\"`; a line break is written \\n",
            Cause::BadEscape => "the escapes are \\\" and \\\\ and \\n",
            Cause::BadStringByte => "write the file in UTF-8 and leave out NUL bytes",
            Cause::BadByte => "names are written with a-z, A-Z, 0-9, _ and ', or as \"strings\"",
            Cause::ByteOrderMark => "save the file as UTF-8 without byte-order mark",
            Cause::LeadingZero => "leave the zeros out, or write a \"string\" if they are part of a name",
            Cause::PlusSign => "leave the sign out",
            Cause::BigInteger | Cause::Overflow => {
                "use smaller numbers, or \"strings\" as names (gringo would silently wrap the value at 32 bits)"
            }
            Cause::Undefined => {
                "arithmetic needs integers and a divisor other than 0 (gringo would silently drop the fact)"
            }
            Cause::TooMany => {
                "write fewer facts by intervals and pools: 4 million at most, and what there is memory for"
            }
            Cause::TooDeep => "at most 1000 levels are read",
            Cause::TooLong => "split it into several facts",
            Cause::Script
            | Cause::Variable
            | Cause::Not
            | Cause::Rule
            | Cause::WeakConstraint
            | Cause::Condition
            | Cause::Choice
            | Cause::Directive
            | Cause::Annotation
            | Cause::Constant => GROUND,
            Cause::NotALink => {
                "a constraint looks like `:- link(0,1), not link(1,2).`; ground it first (`gringo --text FILE`)"
            }
            Cause::SeveralLinks => "write a constraint for each",
            Cause::NoComma => "a constraint looks like `:- link(0,1), not link(1,2).`",
            Cause::Disjunction => "end each fact with a full stop: `edge(0,1). edge(1,2).`",
            Cause::ProgramPart => "use `#program base.` or leave the line out",
            Cause::Query => "write `.` in place of `?`",
            Cause::NotAnAtom => "a fact starts with the name of its predicate, as in `edge(0,1).`",
            Cause::VariableName => "write it in lower case, as in `edge(0,1).`",
            Cause::NotAStop => {
                "a fact is a name with arguments and ends with a full stop, as in `edge(0,1).`"
            }
            Cause::TwoStops => "leave one of them out",
            Cause::ExtraParenthesis => "leave it out",
            Cause::Aspif => "ask for text instead: `gringo --text FILE`",
            Cause::Names => "use fewer than 2^32 names of more than seven characters",
        }
    }
}

/// An error and its place: the text from there on, and the number of bytes to mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fault<'a> {
    pub(super) at: &'a [u8],
    pub(super) len: usize,
    pub(super) cause: Cause,
}

impl<'a> Fault<'a> {
    /// An error at `at`, with `len` bytes to mark.
    pub(super) fn new(at: &'a [u8], len: usize, cause: Cause) -> Self {
        Fault { at, len, cause }
    }

    /// The error as a nom failure, after which no other alternative is tried.
    pub(super) fn fail<T>(at: &'a [u8], len: usize, cause: Cause) -> Result<T, nom::Err<Self>> {
        Err(nom::Err::Failure(Fault::new(at, len, cause)))
    }
}

impl<'a> ParseError<&'a [u8]> for Fault<'a> {
    #[inline]
    fn from_error_kind(input: &'a [u8], _: ErrorKind) -> Self {
        Fault::new(input, 1, Cause::Unexpected)
    }

    #[inline]
    fn append(_: &'a [u8], _: ErrorKind, other: Self) -> Self {
        other
    }
}

/// The result type of the nom functions of this module.
pub(super) type Parsed<'a, T> = nom::IResult<&'a [u8], T, Fault<'a>>;
