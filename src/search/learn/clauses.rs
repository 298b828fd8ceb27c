//! Learnt clauses with two watched literals each (Moskewicz et al., Chaff, DAC 2001).
//!
//! Invariant: a clause of two or more literals is on the watch lists of its first two. When a watched literal
//! becomes false, another literal that is not false takes its place, or the clause is unit or broken.

use crate::deduce::{Deduction, Literal, Value};

/// A clause's number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ClauseId(pub(super) u32);

#[derive(Debug, Clone, Copy)]
struct Watch {
    clause: ClauseId,
    /// A literal of the clause; where it is true the clause need not be looked at.
    blocker: Literal,
}

#[derive(Debug, Clone)]
struct Clause {
    start: u32,
    len: u32,
    /// Levels among its literals when it was learnt: the fewer, the more useful (Audemard and Simon, IJCAI 2009).
    levels: u32,
    /// Never dropped: it excludes a solution that was reported.
    keep: bool,
}

/// The clauses.
#[derive(Debug, Clone, Default)]
pub(super) struct Clauses {
    literals: Vec<Literal>,
    clauses: Vec<Clause>,
    watches: Vec<Vec<Watch>>,
}

fn code(literal: Literal) -> usize {
    2 * literal.edge.index() + usize::from(literal.value)
}

pub(super) fn negated(literal: Literal) -> Literal {
    Literal::new(literal.edge, !literal.value)
}

/// Whether the literal is true, if that is decided.
#[inline]
pub(super) fn truth(deduction: &Deduction<'_>, literal: Literal) -> Option<bool> {
    match deduction.value(literal.edge) {
        Value::Open => None,
        value => Some((value == Value::In) == literal.value),
    }
}

impl Clauses {
    pub(super) fn new(edges: usize) -> Self {
        Clauses { watches: vec![Vec::new(); 2 * edges], ..Clauses::default() }
    }

    /// Is used for so many variables from now on, no fewer than before.
    pub(super) fn widen(&mut self, variables: usize) {
        self.watches.resize(2 * variables, Vec::new());
    }

    pub(super) fn len(&self) -> usize {
        self.clauses.len()
    }

    pub(super) fn bytes(&self) -> usize {
        // Each clause is watched twice; lists grow by doubling.
        self.literals.capacity() * size_of::<Literal>()
            + self.clauses.capacity() * (size_of::<Clause>() + 4 * size_of::<Watch>())
    }

    /// The literals of a clause.
    pub(super) fn get(&self, id: ClauseId) -> &[Literal] {
        let Clause { start, len, .. } = self.clauses[id.0 as usize];
        &self.literals[start as usize..(start + len) as usize]
    }

    /// Adds a clause. Its first two literals must be the last ones to become false when it is backtracked to.
    pub(super) fn add(&mut self, literals: &[Literal], levels: u32, keep: bool) -> ClauseId {
        let id = ClauseId(self.clauses.len() as u32);
        let start = self.literals.len() as u32;
        self.literals.extend_from_slice(literals);
        self.clauses.push(Clause { start, len: literals.len() as u32, levels, keep });
        self.watch(id);
        id
    }

    fn watch(&mut self, id: ClauseId) {
        if let &[first, second, ..] = self.get(id) {
            self.watches[code(first)].push(Watch { clause: id, blocker: second });
            self.watches[code(second)].push(Watch { clause: id, blocker: first });
        }
    }

    /// Visits the clauses that watch the negation of `literal`, which has become true. A unit clause's literal
    /// is handed to `imply`; a broken clause is returned.
    pub(super) fn visit(
        &mut self,
        literal: Literal,
        deduction: &mut Deduction<'_>,
        mut imply: impl FnMut(&mut Deduction<'_>, Literal, ClauseId),
    ) -> Option<ClauseId> {
        let falsified = negated(literal);
        let mut list = std::mem::take(&mut self.watches[code(falsified)]);
        let (mut read, mut kept, mut broken) = (0, 0, None);
        while read < list.len() {
            let Watch { clause, blocker } = list[read];
            read += 1;
            if truth(deduction, blocker) == Some(true) {
                list[kept] = Watch { clause, blocker };
                kept += 1;
                continue;
            }
            let Clause { start, len, .. } = self.clauses[clause.0 as usize];
            let literals = &mut self.literals[start as usize..(start + len) as usize];
            if literals[0] == falsified {
                literals.swap(0, 1);
            }
            let first = literals[0];
            let is_true = first != blocker && truth(deduction, first) == Some(true);
            let next = match is_true {
                true => None,
                false => literals[2..].iter().position(|&l| truth(deduction, l) != Some(false)),
            };
            if let Some(i) = next {
                literals.swap(1, i + 2);
                self.watches[code(literals[1])].push(Watch { clause, blocker: first });
                continue;
            }
            list[kept] = Watch { clause, blocker: first };
            kept += 1;
            if is_true {
                continue;
            }
            if truth(deduction, first) == Some(false) {
                broken = Some(clause);
                break;
            }
            imply(deduction, first, clause);
        }
        list.copy_within(read.., kept);
        list.truncate(kept + list.len() - read);
        self.watches[code(falsified)] = list;
        broken
    }

    /// Drops the half of the clauses that is less useful: those over many levels, among these the older ones.
    /// Nothing may be implied by a dropped clause: call it at level 0.
    pub(super) fn reduce(&mut self) {
        let disposable = |(_, c): &(usize, &Clause)| !c.keep && c.levels > 2;
        let worth = |(i, c): (usize, &Clause)| (c.levels, std::cmp::Reverse(i));
        let mut ranks: Vec<_> = self.clauses.iter().enumerate().filter(disposable).map(worth).collect();
        if ranks.is_empty() {
            return;
        }
        let middle = ranks.len() / 2;
        let bound = *ranks.select_nth_unstable(middle).1;
        let (old, literals) = (std::mem::take(&mut self.clauses), std::mem::take(&mut self.literals));
        for list in &mut self.watches {
            list.clear();
        }
        for entry in old.iter().enumerate() {
            if !disposable(&entry) || worth(entry) < bound {
                let Clause { start, len, levels, keep } = *entry.1;
                self.add(&literals[start as usize..(start + len) as usize], levels, keep);
            }
        }
    }
}
