//! Sums of constraints over many vertices, in few words: blocks of vertices with numbers next to each other are summed once.

use rustc_hash::FxHashMap;

use super::formula::Formula;
use super::trace::{Kind, StepId, Trace, Word};
use super::variable::{Literal, Variable};
use zlink_puzzle::VertexId;

/// A constraint that each vertex has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Term {
    /// Flow ends at the vertex, if it is on the solution; sources of flow have none.
    Flow,
    /// The degree of the vertex is at least what it must be.
    AtLeast,
    /// The degree of the vertex is at most what it may be.
    AtMost,
    /// "The variable of the vertex is not negative": in a sum, the variable disappears.
    NotNegative,
}

/// The sums over the 2^`size` vertices from `number` * 2^`size` on that are steps already.
#[derive(Debug, Default)]
pub(super) struct Sums {
    steps: FxHashMap<(Term, u32, u32), StepId>,
}

impl Sums {
    /// The number of bytes that the sums take, about.
    pub(super) fn bytes(&self) -> usize {
        self.steps.capacity() * size_of::<((Term, u32, u32), StepId)>()
    }

    /// Adds the sum over `vertices`, which ascend, to what is there.
    pub(super) fn add(
        &mut self,
        term: Term,
        vertices: &[VertexId],
        words: &mut Vec<Word>,
        formula: &Formula<'_>,
        trace: &mut Trace,
    ) {
        let mut rest = vertices;
        while let Some(&VertexId(first)) = rest.first() {
            // The largest block that begins here and has all of its vertices in the set.
            let fits = |&size: &u32| {
                let count = 1 << size;
                first.trailing_zeros() >= size
                    && rest.get(count - 1).is_some_and(|last| last.index() == first as usize + count - 1)
            };
            let size = (0..u32::BITS).take_while(fits).last().unwrap_or(0);
            if let Some(word) = self.block(term, size, first >> size, formula, trace) {
                words.push(word);
                if words.len() > 1 {
                    words.push(Word::Add);
                }
            }
            rest = &rest[1 << size..];
        }
    }

    /// The sum over a block.
    fn block(
        &mut self,
        term: Term,
        size: u32,
        number: u32,
        formula: &Formula<'_>,
        trace: &mut Trace,
    ) -> Option<Word> {
        if size == 0 {
            let vertex = VertexId(number);
            return match term {
                Term::Flow => formula.flow(vertex).map(Word::Formula),
                Term::AtLeast => Some(Word::Formula(formula.degree(vertex))),
                Term::AtMost => Some(Word::Formula(formula.degree(vertex) + 1)),
                Term::NotNegative => {
                    Some(Word::Literal(Literal { variable: Variable::Vertex(vertex), holds: true }))
                }
            };
        }
        if let Some(&step) = self.steps.get(&(term, size, number)) {
            return Some(Word::Step(step));
        }
        let halves =
            [2 * number, 2 * number + 1].map(|half| self.block(term, size - 1, half, formula, trace));
        match halves {
            [Some(a), Some(b)] => {
                let step = trace.push(Kind::Cutting, [a, b, Word::Add]);
                self.steps.insert((term, size, number), step);
                Some(Word::Step(step))
            }
            [a, b] => a.or(b),
        }
    }
}
