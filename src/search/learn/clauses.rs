//! Learnt clauses with two watched literals each (Moskewicz et al., Chaff, DAC 2001).
//!
//! Invariant: a clause of two or more literals is on the watch lists of its first two. When a watched literal
//! becomes false, another literal that is not false takes its place, or the clause is unit or broken.
//!
//! Visits of clauses take most of a long search, and most of a visit is to wait for memory: so a clause lies in one piece, a
//! literal takes a word, and the watch of a clause of two literals tells all of it.

use std::cmp::Reverse;

use crate::deduce::{Deduction, Lit, Value};
use crate::limits::{Exhausted, Limits};

/// Half of the words that a watch can tell from each other: some clauses more are learnt before the next look.
const MOST_WORDS: usize = 1 << 30;

/// A clause's number: where its words begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ClauseId(pub(super) u32);

#[derive(Debug, Clone, Copy)]
struct Watch {
    /// The clause's number times two, and 1 if it has two literals.
    clause: u32,
    /// A literal of the clause; where it is true the clause need not be looked at.
    blocker: Lit,
}

impl Watch {
    fn new(clause: ClauseId, len: usize, blocker: Lit) -> Watch {
        Watch { clause: clause.0 << 1 | u32::from(len == 2), blocker }
    }

    fn clause(self) -> ClauseId {
        ClauseId(self.clause >> 1)
    }

    fn is_binary(self) -> bool {
        self.clause & 1 == 1
    }
}

/// What a clause begins with.
#[derive(Debug, Clone, Copy)]
struct Header {
    len: usize,
    /// Levels among its literals when it was learnt: the fewer, the more useful (Audemard and Simon, IJCAI 2009).
    levels: u32,
    /// Never dropped: it excludes a solution that was reported.
    keep: bool,
    /// When it was learnt or took part in a conflict last.
    used: u32,
}

impl Header {
    const WORDS: usize = 3;
}

/// Which clauses are worth keeping.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Worth {
    /// Those over few levels.
    Levels,
    /// Those that were used last: what a long proof is about changes.
    Use,
}

/// The clauses.
#[derive(Debug, Clone, Default)]
pub(super) struct Clauses {
    /// One clause after the other, each a header and its literals.
    words: Vec<u32>,
    /// How many clauses there are.
    count: usize,
    /// How many conflicts there were.
    now: u32,
    watches: Vec<Vec<Watch>>,
}

/// Whether the literal is true, if that is decided.
#[inline]
pub(super) fn truth(deduction: &Deduction<'_>, literal: Lit) -> Option<bool> {
    match deduction.value(literal.var()) {
        Value::Open => None,
        value => Some((value == Value::In) == literal.value()),
    }
}

impl Clauses {
    pub(super) fn new(variables: usize) -> Self {
        Clauses { watches: vec![Vec::new(); 2 * variables], ..Clauses::default() }
    }

    /// Is used for so many variables from now on, no fewer than before.
    pub(super) fn widen(&mut self, variables: usize) {
        self.watches.resize(2 * variables, Vec::new());
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }

    pub(super) fn bytes(&self) -> usize {
        // Each clause is watched twice; lists grow by doubling.
        self.words.capacity() * size_of::<u32>() + self.count * 4 * size_of::<Watch>()
    }

    /// Fails when the clauses take more memory than they may, or soon more words than can be numbered.
    pub(super) fn check(&self, limits: &Limits) -> Result<(), Exhausted> {
        if self.words.len() > MOST_WORDS {
            return Err(Exhausted::Memory);
        }
        limits.check_memory(self.bytes())
    }

    fn header(&self, id: ClauseId) -> Header {
        let [len, info, used] = [0, 1, 2].map(|i| self.words[id.0 as usize + i]);
        Header { len: len as usize, levels: info >> 1, keep: info & 1 == 1, used }
    }

    /// The literals of a clause.
    pub(super) fn get(&self, id: ClauseId) -> impl ExactSizeIterator<Item = Lit> + '_ {
        let start = id.0 as usize + Header::WORDS;
        self.words[start..start + self.header(id).len].iter().map(|&code| Lit::from_code(code))
    }

    /// Adds a clause. Its first two literals must be the last ones to become false when it is backtracked to.
    pub(super) fn add(
        &mut self,
        literals: impl ExactSizeIterator<Item = Lit>,
        levels: u32,
        keep: bool,
    ) -> ClauseId {
        self.put(Header { len: literals.len(), levels, keep, used: self.now }, literals)
    }

    /// Adds a clause of which all but the literals is given.
    fn put(&mut self, header: Header, literals: impl Iterator<Item = Lit>) -> ClauseId {
        let Header { len, levels, keep, used } = header;
        let id = ClauseId(self.words.len() as u32);
        self.words.extend([len as u32, levels << 1 | u32::from(keep), used]);
        self.words.extend(literals.map(Lit::code));
        self.count += 1;
        if let [first, second, ..] = self.words[id.0 as usize + Header::WORDS..] {
            self.watches[first as usize].push(Watch::new(id, len, Lit::from_code(second)));
            self.watches[second as usize].push(Watch::new(id, len, Lit::from_code(first)));
        }
        id
    }

    /// Visits the clauses that watch the negation of `literal`, which has become true. A unit clause's literal
    /// is handed to `imply`; a broken clause is returned.
    pub(super) fn visit(
        &mut self,
        literal: Lit,
        deduction: &mut Deduction<'_>,
        mut imply: impl FnMut(&mut Deduction<'_>, Lit, ClauseId),
    ) -> Option<ClauseId> {
        let falsified = (!literal).code();
        let mut list = std::mem::take(&mut self.watches[falsified as usize]);
        let (mut read, mut kept, mut broken) = (0, 0, None);
        while let Some(&watch) = list.get(read) {
            read += 1;
            let known = truth(deduction, watch.blocker);
            if known == Some(true) {
                list[kept] = watch;
                kept += 1;
                continue;
            }
            let (first, known) = match watch.is_binary() {
                true => (watch.blocker, known),
                false => {
                    let start = watch.clause().0 as usize;
                    let (header, rest) = self.words[start..].split_at_mut(Header::WORDS);
                    let literals = &mut rest[..header[0] as usize];
                    if literals[0] == falsified {
                        literals.swap(0, 1);
                    }
                    let first = Lit::from_code(literals[0]);
                    let known = if first == watch.blocker { known } else { truth(deduction, first) };
                    let next = match known {
                        Some(true) => None,
                        _ => literals[2..]
                            .iter()
                            .position(|&l| truth(deduction, Lit::from_code(l)) != Some(false)),
                    };
                    if let Some(i) = next {
                        literals.swap(1, i + 2);
                        self.watches[literals[1] as usize].push(Watch { blocker: first, ..watch });
                        continue;
                    }
                    (first, known)
                }
            };
            list[kept] = Watch { blocker: first, ..watch };
            kept += 1;
            match known {
                Some(true) => {}
                Some(false) => {
                    broken = Some(watch.clause());
                    break;
                }
                None => imply(deduction, first, watch.clause()),
            }
        }
        list.copy_within(read.., kept);
        list.truncate(kept + list.len() - read);
        self.watches[falsified as usize] = list;
        broken
    }

    /// Takes note that a new conflict begins.
    pub(super) fn tick(&mut self) {
        self.now = self.now.saturating_add(1);
    }

    /// Takes note that a clause took part in the present conflict.
    pub(super) fn touch(&mut self, id: ClauseId) {
        self.words[id.0 as usize + 2] = self.now;
    }

    /// Takes note that there are only so many levels among the literals of a clause at present.
    pub(super) fn lower_levels(&mut self, id: ClauseId, levels: u32) {
        let Header { levels: before, keep, .. } = self.header(id);
        self.words[id.0 as usize + 1] = levels.min(before) << 1 | u32::from(keep);
    }

    /// Drops the half of the clauses that is less useful, among equal ones those over many levels, then the older ones.
    /// Nothing may be implied by a dropped clause: call it at level 0.
    pub(super) fn reduce(&mut self, by: Worth) {
        let disposable = |&(_, header): &(ClauseId, Header)| !header.keep && header.levels > 2;
        let worth = |(id, header): (ClauseId, Header)| {
            let used = if by == Worth::Use { header.used } else { 0 };
            (Reverse(used), header.levels, Reverse(id.0))
        };
        let mut ranks: Vec<_> = self.iter().filter(disposable).map(worth).collect();
        if ranks.is_empty() {
            return;
        }
        let middle = ranks.len() / 2;
        let bound = *ranks.select_nth_unstable(middle).1;
        let watches = std::mem::take(&mut self.watches);
        let fresh = Clauses { watches, now: self.now, ..Clauses::default() };
        let old = std::mem::replace(self, fresh);
        self.watches.iter_mut().for_each(Vec::clear);
        for (id, header) in old.iter().filter(|entry| !disposable(entry) || worth(*entry) < bound) {
            self.put(header, old.get(id));
        }
    }

    /// All clauses in the order in which they were learnt.
    fn iter(&self) -> impl Iterator<Item = (ClauseId, Header)> + '_ {
        let mut next = 0;
        std::iter::from_fn(move || {
            let id = ClauseId(next);
            ((next as usize) < self.words.len()).then(|| {
                let header = self.header(id);
                next += (Header::WORDS + header.len) as u32;
                (id, header)
            })
        })
    }
}
