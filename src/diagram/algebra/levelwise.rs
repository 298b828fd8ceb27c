//! Large questions, answered level by level.
//!
//! A depth-first evaluation of a large question touches the whole operation cache and the whole store at random, and
//! waits for memory most of the time. A breadth-first one does not: top down, the parts of all questions of a level
//! are collected, equal ones once, each at its own level; bottom up, the answers are put together. The working set is
//! little more than two levels, as in a frontier search, and nothing is forgotten or asked twice.
//!
//! ```text
//!  questions:  f, g, next of its level   as asked
//!              lo, hi, next              when split; parts refer to nodes, or to questions (top bit set)
//!              answer, -, next           when answered
//! ```

use super::super::node::hash;
use super::super::unique::UniqueTable;
use super::super::{Level, NodeId};
use super::Algebra;
use super::operation::{First, Operation, Split};
use zlink_base::limits::{Account, Interrupted, Limits};

/// The bit that marks a reference to a question; without it, the reference is to a node.
const QUESTION: u32 = 1 << 31;
/// The end of the linked list of a level's questions.
const END: u32 = u32::MAX;

/// A question in one of its three states (see the module's table).
#[derive(Debug, Clone, Copy)]
struct Question {
    a: NodeId,
    b: NodeId,
    next: u32,
}

impl Algebra {
    /// The answer to `operation` on `f` and `g`.
    pub(super) fn level_by_level<O: Operation>(
        &mut self,
        operation: O,
        f: NodeId,
        g: NodeId,
    ) -> Result<NodeId, Interrupted> {
        let levels = self.levels();
        let mut questions = Questions::new(self.store.limits(), levels);
        let root = questions.refer(self, operation, (f, g))?;
        for level in 0..levels {
            questions.close(level);
            let mut at = questions.heads[level];
            while at != END {
                self.tick()?;
                let Question { a, b, next } = questions.list[at as usize];
                let split = operation.split(self, a, b)?;
                debug_assert_eq!(split.level.index(), level);
                let lo = questions.refer(self, operation, split.parts[0])?;
                let hi = if split.count == 1 {
                    split.keep
                } else {
                    questions.refer(self, operation, split.parts[1])?
                };
                questions.list[at as usize] = Question { a: lo, b: hi, next };
                at = next;
            }
        }
        for level in (0..levels).rev() {
            let mut at = questions.heads[level];
            while at != END {
                self.tick()?;
                let Question { a, b, next } = questions.list[at as usize];
                let (lo, hi) = (questions.resolve(a), questions.resolve(b));
                let split = Split::two(Level(level as u32), [(a, a), (b, b)]);
                questions.list[at as usize].a = operation.merge(self, &split, [lo, hi, NodeId::EMPTY])?;
                at = next;
            }
        }
        Ok(questions.resolve(root))
    }
}

/// All questions of one evaluation.
struct Questions {
    limits: Limits,
    /// The account that is charged for the list.
    account: Account,
    list: Vec<Question>,
    /// The first question of each level, or [`END`].
    heads: Vec<u32>,
    /// The table of the questions of each level that has any and is not split yet.
    tables: Vec<Option<UniqueTable>>,
    /// Tables of finished levels, for reuse at later levels.
    spare: Vec<UniqueTable>,
    /// The number of questions on each level.
    widths: Vec<u32>,
    /// A rough estimate of the number of questions of the next level.
    expected: usize,
}

impl Questions {
    fn new(limits: &Limits, levels: usize) -> Self {
        Questions {
            limits: limits.clone(),
            account: limits.account(),
            list: Vec::new(),
            heads: vec![END; levels],
            tables: (0..levels).map(|_| None).collect(),
            spare: Vec::new(),
            widths: vec![0; levels],
            expected: 0,
        }
    }

    /// Ends the collection of questions at `level`: its table is free for reuse.
    fn close(&mut self, level: usize) {
        let width = self.widths[level] as usize;
        self.expected = width + width / 2;
        self.spare.extend(self.tables[level].take());
    }

    /// The answer to a question if it is known at once, else a reference to the question.
    #[inline]
    fn refer<O: Operation>(
        &mut self,
        algebra: &mut Algebra,
        operation: O,
        (f, g): (NodeId, NodeId),
    ) -> Result<NodeId, Interrupted> {
        let (a, b) = match operation.first(algebra, f, g)? {
            First::Known(answer) => return Ok(answer),
            First::Ask(a, b) => (a, b),
        };
        let level = algebra.store.get(a).level.min(algebra.store.get(b).level).index();
        if self.list.len() == self.list.capacity() {
            self.grow()?;
        }
        let table = match &mut self.tables[level] {
            Some(table) => table,
            vacant => {
                let mut table = self.spare.pop().unwrap_or_else(|| UniqueTable::new(&self.limits));
                table.reset(self.expected)?;
                vacant.insert(table)
            }
        };
        let new = self.list.len() as u32;
        let list = &self.list;
        let same = |i: u32| list[i as usize].a == a && list[i as usize].b == b;
        let hash_of = |i: u32| hash(list[i as usize].a, list[i as usize].b);
        let found = table.find_or_insert(hash(a, b), new, same, hash_of)?;
        if found == new {
            self.list.push(Question { a, b, next: self.heads[level] });
            self.heads[level] = new;
            self.widths[level] += 1;
        }
        Ok(NodeId(found | QUESTION))
    }

    #[inline]
    fn resolve(&self, reference: NodeId) -> NodeId {
        if reference.0 & QUESTION == 0 { reference } else { self.list[(reference.0 & !QUESTION) as usize].a }
    }

    #[cold]
    fn grow(&mut self) -> Result<(), Interrupted> {
        let more = (self.list.len() / 2).max(1 << 14);
        if self.list.len() + more >= QUESTION as usize {
            return Err(Interrupted::Memory);
        }
        let bytes = more * size_of::<Question>();
        self.account.grow(bytes)?;
        self.list.try_reserve_exact(more).map_err(|_| Interrupted::Memory)
    }
}
