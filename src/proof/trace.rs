//! The steps of a proof in the order in which they were found, each with those that it uses, in few bytes, and if there are very many in a
//! file.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::variable::{Literal, Variable};
use zlink_base::files;
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

/// The number of bytes of a chunk, about.
const CHUNK: usize = if cfg!(test) { 1 << 8 } else { 1 << 22 };

/// The number of chunks that stay in memory.
const CHUNKS_IN_MEMORY: usize = if cfg!(test) { 2 } else { 16 };

/// The steps of a proof.
#[derive(Debug, Default)]
pub(super) struct Trace {
    chunks: Vec<Chunk>,
    /// The latest steps: for each the number of its bytes, and these.
    latest: Chunk,
    /// The bytes of one step.
    scratch: Vec<u8>,
    /// The folder in which a file may be made, and that file.
    folder: Option<PathBuf>,
    file: Option<File>,
}

/// Some steps that were found one after the other.
#[derive(Debug, Default)]
struct Chunk {
    first: StepId,
    steps: StepId,
    /// The steps; empty if they are in the file.
    bytes: Vec<u8>,
    /// The place of the steps in the file, and the number of their bytes.
    stored: Option<(u64, usize)>,
}

impl Trace {
    /// No steps. Many of them go to a file without a name in `folder`, if there is one.
    pub(super) fn new(folder: Option<&Path>) -> Self {
        Trace { folder: folder.map(Path::to_owned), ..Trace::default() }
    }

    /// The number of steps.
    pub(super) fn len(&self) -> StepId {
        self.latest.first + self.latest.steps
    }

    /// The number of bytes that the steps take in memory.
    pub(super) fn bytes(&self) -> usize {
        self.chunks.iter().chain([&self.latest]).map(|chunk| chunk.bytes.capacity()).sum()
    }

    /// Adds a step.
    pub(super) fn push(&mut self, kind: Kind, words: impl IntoIterator<Item = Word>) -> StepId {
        let (id, mut step) = (self.len(), std::mem::take(&mut self.scratch));
        step.push(u8::from(kind == Kind::Cutting));
        for word in words {
            let (tag, value) = match word {
                Word::Formula(number) => (0, number),
                Word::Step(step) => (1, u64::from(id - step)),
                Word::Add => (2, 0),
                Word::Multiply(factor) => (3, factor),
                Word::Divide(divisor) => (4, divisor),
                Word::Saturate => (5, 0),
                Word::Literal(literal) => (6, code(literal)),
                Word::Weaken(variable) => (7, code(Literal { variable, holds: true })),
            };
            write_number(value << 3 | tag, &mut step);
        }
        write_number(step.len() as u64, &mut self.latest.bytes);
        self.latest.bytes.append(&mut step);
        self.latest.steps += 1;
        self.scratch = step;
        id
    }

    /// Closes the chunk of the latest steps if it is long enough, and moves it to the file if there are many.
    ///
    /// # Errors
    /// The errors of the file.
    pub(super) fn tidy(&mut self) -> io::Result<()> {
        if self.latest.bytes.len() < CHUNK {
            return Ok(());
        }
        let next = Chunk { first: self.len(), ..Chunk::default() };
        let mut chunk = std::mem::replace(&mut self.latest, next);
        if let Some(folder) = self.folder.as_deref().filter(|_| self.chunks.len() >= CHUNKS_IN_MEMORY) {
            let file = match &mut self.file {
                Some(file) => file,
                none => none.insert(files::nameless(folder)?),
            };
            let bytes = std::mem::take(&mut chunk.bytes);
            chunk.stored = Some((file.stream_position()?, bytes.len()));
            file.write_all(&bytes)?;
        }
        self.chunks.push(chunk);
        Ok(())
    }

    /// Calls `visit` with each step, the first one first or, if `backwards`, last.
    ///
    /// # Errors
    /// The errors of the file and of `visit`.
    pub(super) fn each(
        &self,
        backwards: bool,
        mut visit: impl FnMut(StepId, Kind, Words<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        let chunks = self.chunks.len() + 1;
        for i in (0..chunks).map(|i| if backwards { chunks - 1 - i } else { i }) {
            let chunk = self.chunks.get(i).unwrap_or(&self.latest);
            let bytes = self.load(chunk)?;
            let mut starts = Vec::with_capacity(chunk.steps as usize);
            let mut rest = &bytes[..];
            while let Some(length) = read_number(&mut rest) {
                let (step, after) = rest.split_at(length as usize);
                starts.push(step);
                rest = after;
            }
            let numbers = 0..starts.len();
            for number in numbers.map(|i| if backwards { starts.len() - 1 - i } else { i }) {
                let (id, step) = (chunk.first + number as StepId, starts[number]);
                let kind = if step[0] == 1 { Kind::Cutting } else { Kind::Unit };
                visit(id, kind, Words { id, rest: &step[1..] })?;
            }
        }
        Ok(())
    }

    /// The bytes of a chunk.
    fn load<'c>(&self, chunk: &'c Chunk) -> io::Result<Cow<'c, [u8]>> {
        let (Some((start, length)), Some(mut file)) = (chunk.stored, self.file.as_ref()) else {
            return Ok(Cow::Borrowed(&chunk.bytes));
        };
        let mut bytes = vec![0; length];
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(&mut bytes)?;
        Ok(Cow::Owned(bytes))
    }
}

/// The words of a step.
#[derive(Debug, Clone)]
pub(super) struct Words<'b> {
    id: StepId,
    rest: &'b [u8],
}

impl Iterator for Words<'_> {
    type Item = Word;

    fn next(&mut self) -> Option<Word> {
        let number = read_number(&mut self.rest)?;
        Some(match (number & 7, number >> 3) {
            (0, number) => Word::Formula(number),
            (1, back) => Word::Step(self.id - back as StepId),
            (2, _) => Word::Add,
            (3, factor) => Word::Multiply(factor),
            (4, divisor) => Word::Divide(divisor),
            (5, _) => Word::Saturate,
            (6, code) => Word::Literal(literal(code)),
            (_, code) => Word::Weaken(literal(code).variable),
        })
    }
}

/// Appends a number, seven bits in each byte, the lowest first.
fn write_number(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 1 << 7 {
        bytes.push(number as u8 | 1 << 7);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes a number from the beginning of `bytes`; `None` at their end.
fn read_number(bytes: &mut &[u8]) -> Option<u64> {
    let (mut number, mut shift) = (0, 0);
    loop {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 127) << shift;
        shift += 7;
        if byte < 1 << 7 {
            return Some(number);
        }
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
        let folder = tempfile::tempdir().expect("a folder");
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
        let sum = [Word::Step(0), Word::Add, Word::Multiply(2), Word::Divide(300), weaken, Word::Saturate];
        for folder in [None, Some(folder.path())] {
            let mut trace = Trace::new(folder);
            for i in 0..100 {
                assert_eq!(trace.push(Kind::Unit, clause.iter().copied()), 2 * i);
                assert_eq!(trace.push(Kind::Cutting, sum), 2 * i + 1);
                trace.tidy().expect("a file");
            }
            assert_eq!(trace.file.is_some(), folder.is_some());
            for backwards in [false, true] {
                let mut ids = Vec::new();
                let result = trace.each(backwards, |id, kind, words| {
                    let expected = if id % 2 == 0 {
                        (Kind::Unit, clause.clone())
                    } else {
                        (Kind::Cutting, sum.to_vec())
                    };
                    assert_eq!((kind, words.collect::<Vec<_>>()), expected);
                    ids.push(id);
                    Ok(())
                });
                assert!(result.is_ok());
                let mut expected: Vec<StepId> = (0..200).collect();
                if backwards {
                    expected.reverse();
                }
                assert_eq!(ids, expected);
            }
        }
    }
}
