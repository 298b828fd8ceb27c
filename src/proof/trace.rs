//! The steps of a proof in the order in which they were found, each with those that it uses, in few bytes.

use super::variable::{Literal, Variable};
use zlink_puzzle::{EdgeId, VertexId};

/// The number of a step, from 0 on.
pub(super) type StepId = u32;

/// How a step follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A clause, by unit propagation: literals, then the constraints that it follows from.
    Unit,
    /// A constraint, by cutting planes: operations in Polish notation.
    Cutting,
}

/// A word of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    /// A constraint of the formula.
    Formula(u64),
    /// An earlier step.
    Step(StepId),
    /// The sum of the last two.
    Add,
    Multiply(u64),
    Divide(u64),
    Saturate,
    /// A literal of the clause; in Polish notation "the literal is not negative".
    Literal(Literal),
    /// The variable disappears.
    Weaken(Variable),
}

/// The steps of a proof.
#[derive(Debug, Default)]
pub(super) struct Trace {
    bytes: Vec<u8>,
    /// The place of the first byte of each step.
    starts: Vec<usize>,
}

impl Trace {
    /// The number of steps.
    pub(super) fn len(&self) -> usize {
        self.starts.len()
    }

    /// The number of bytes that the steps take.
    pub(super) fn bytes(&self) -> usize {
        self.bytes.capacity() + self.starts.capacity() * size_of::<usize>()
    }

    /// Adds a step.
    pub(super) fn push(&mut self, kind: Kind, words: impl IntoIterator<Item = Word>) -> StepId {
        let id = self.starts.len() as StepId;
        self.starts.push(self.bytes.len());
        self.bytes.push(u8::from(kind == Kind::Cutting));
        for word in words {
            let (tag, number) = match word {
                Word::Formula(number) => (0, number),
                Word::Step(step) => (1, u64::from(id - step)),
                Word::Add => (2, 0),
                Word::Multiply(factor) => (3, factor),
                Word::Divide(divisor) => (4, divisor),
                Word::Saturate => (5, 0),
                Word::Literal(literal) => (6, code(literal)),
                Word::Weaken(variable) => (7, code(Literal { variable, holds: true })),
            };
            self.number(number << 3 | tag);
        }
        id
    }

    /// Appends a number, seven bits in each byte, the lowest first.
    fn number(&mut self, mut number: u64) {
        while number >= 1 << 7 {
            self.bytes.push(number as u8 | 1 << 7);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    /// A step.
    pub(super) fn step(&self, id: StepId) -> (Kind, impl Iterator<Item = Word> + '_) {
        let start = self.starts[id as usize];
        let end = self.starts.get(id as usize + 1).copied().unwrap_or(self.bytes.len());
        let kind = if self.bytes[start] == 1 { Kind::Cutting } else { Kind::Unit };
        let mut rest = self.bytes[start + 1..end].iter();
        let words = std::iter::from_fn(move || {
            let (mut number, mut shift) = (0, 0);
            loop {
                let &byte = rest.next()?;
                number |= u64::from(byte & 127) << shift;
                shift += 7;
                if byte < 1 << 7 {
                    break;
                }
            }
            Some(match (number & 7, number >> 3) {
                (0, number) => Word::Formula(number),
                (1, back) => Word::Step(id - back as StepId),
                (2, _) => Word::Add,
                (3, factor) => Word::Multiply(factor),
                (4, divisor) => Word::Divide(divisor),
                (5, _) => Word::Saturate,
                (6, code) => Word::Literal(literal(code)),
                (_, code) => Word::Weaken(literal(code).variable),
            })
        });
        (kind, words)
    }
}

/// A literal as a number. Labels and flows have at most 32 digits.
fn code(literal: Literal) -> u64 {
    let (kind, index, digit) = match literal.variable {
        Variable::Edge(edge) => (0, edge.0, 0),
        Variable::Vertex(vertex) => (1, vertex.0, 0),
        Variable::Root(vertex) => (2, vertex.0, 0),
        Variable::Label { vertex, digit } => (3, vertex.0, digit),
        Variable::Flow { edge, digit } => (4, edge.0, digit),
    };
    (u64::from(index) << 3 | kind) << 6 | u64::from(digit) << 1 | u64::from(literal.holds)
}

fn literal(code: u64) -> Literal {
    let (digit, kind, index) = ((code >> 1 & 31) as u32, code >> 6 & 7, (code >> 9) as u32);
    let (edge, vertex) = (EdgeId(index), VertexId(index));
    let variable = match kind {
        0 => Variable::Edge(edge),
        1 => Variable::Vertex(vertex),
        2 => Variable::Root(vertex),
        3 => Variable::Label { vertex, digit },
        _ => Variable::Flow { edge, digit },
    };
    Literal { variable, holds: code & 1 == 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_read_as_they_were_written() {
        let mut trace = Trace::default();
        let (edge, vertex) = (EdgeId(u32::MAX >> 1), VertexId(300));
        let variables = [
            Variable::Edge(edge),
            Variable::Vertex(vertex),
            Variable::Root(vertex),
            Variable::Label { vertex, digit: 31 },
            Variable::Flow { edge, digit: 30 },
        ];
        let literals = variables
            .into_iter()
            .flat_map(|variable| [false, true].map(|holds| Word::Literal(Literal { variable, holds })));
        let numbers = [0, 1, 127, 128, 1 << 40];
        let clause: Vec<Word> = literals.chain(numbers.map(Word::Formula)).collect();
        let weaken = Word::Weaken(variables[0]);
        let pol = [Word::Step(0), Word::Add, Word::Multiply(2), Word::Divide(300), weaken, Word::Saturate];
        assert_eq!(trace.push(Kind::Unit, clause.iter().copied()), 0);
        assert_eq!(trace.push(Kind::Cutting, pol), 1);
        let read = |id| {
            let (kind, words) = trace.step(id);
            (kind, words.collect::<Vec<_>>())
        };
        assert_eq!(read(0), (Kind::Unit, clause));
        assert_eq!(read(1), (Kind::Cutting, pol.to_vec()));
    }
}
