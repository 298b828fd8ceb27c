//! Learnt clauses with two watched literals each (Moskewicz et al., Chaff, DAC 2001).
//!
//! Invariant: a clause of two or more literals is on the watch lists of its first two. When a watched literal
//! becomes false, another literal that is not false takes its place, or the clause is unit or falsified.
//!
//! Propagation through clauses takes most of the time of a long search, mostly waiting for memory: so a clause is stored in
//! one piece, a literal takes a word, and the watch of a binary clause holds its other literal.

use std::cmp::Reverse;

use zlink_base::limits::{Account, Interrupted};
use zlink_deduce::{Deduction, Lit, Value};

/// The largest number of words that clauses may take: half of what a clause's number in a watch can address, as more clauses are
/// learnt before the next check.
const MAX_WORDS: usize = 1 << 30;

/// A clause's number: the index of its first word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ClauseId(pub(super) u32);

#[derive(Debug, Clone, Copy)]
struct Watch {
    /// The clause's number times two, and 1 if it has two literals.
    clause: u32,
    /// A literal of the clause; if it is true the clause need not be visited.
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

/// The header with which a clause begins.
#[derive(Debug, Clone, Copy)]
struct Header {
    len: usize,
    /// The LBD of the clause: the smallest number of different levels of its literals when it was learnt or used (Audemard and
    /// Simon, IJCAI 2009).
    lbd: u32,
    /// Whether the clause is never deleted: it excludes solutions that were reported, or was demanded.
    keep: bool,
    /// The number of the conflict in which it was learnt or took part last.
    used: u32,
}

impl Header {
    const WORDS: usize = 3;
}

/// The measure by which reductions choose the clauses to keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Usefulness {
    /// Clauses of low LBD are kept.
    Lbd,
    /// Clauses used recently are kept: the focus of a long proof changes.
    LastUse,
}

/// The database of learnt clauses.
#[derive(Debug, Clone, Default)]
pub(super) struct Clauses {
    /// All clauses in sequence, each a header and its literals.
    words: Vec<u32>,
    /// The number of clauses.
    count: usize,
    /// The number of conflicts so far.
    now: u32,
    watches: Vec<Vec<Watch>>,
    /// Whether a clause has ever watched each literal. In a large puzzle few are watched, and so their lists are not looked up.
    watched: Vec<bool>,
}

/// Whether the literal is true; `None` if its variable is open.
#[inline]
pub(super) fn truth(deduction: &Deduction<'_>, literal: Lit) -> Option<bool> {
    match deduction.value(literal.var()) {
        Value::Open => None,
        value => Some((value == Value::In) == literal.value()),
    }
}

impl Clauses {
    pub(super) fn new(variables: usize) -> Self {
        let (watches, watched) = (vec![Vec::new(); 2 * variables], vec![false; 2 * variables]);
        Clauses { watches, watched, ..Clauses::default() }
    }

    /// Grows to this number of variables, which never decreases.
    pub(super) fn grow(&mut self, variables: usize) {
        self.watches.resize(2 * variables, Vec::new());
        self.watched.resize(2 * variables, false);
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }

    pub(super) fn bytes(&self) -> usize {
        // Each clause is watched twice; lists grow by doubling.
        self.words.capacity() * size_of::<u32>() + self.count * 4 * size_of::<Watch>()
    }

    /// Updates `account` by the bytes of the clauses. Fails if that exceeds a limit, or if words may soon not be addressable.
    pub(super) fn report_bytes(&self, account: &mut Account) -> Result<(), Interrupted> {
        if self.words.len() > MAX_WORDS {
            return Err(Interrupted::Memory);
        }
        account.set(self.bytes())
    }

    fn header(&self, id: ClauseId) -> Header {
        let [len, info, used] = [0, 1, 2].map(|i| self.words[id.0 as usize + i]);
        Header { len: len as usize, lbd: info >> 1, keep: info & 1 == 1, used }
    }

    /// The literals of a clause.
    pub(super) fn get(&self, id: ClauseId) -> impl ExactSizeIterator<Item = Lit> + '_ {
        let start = id.0 as usize + Header::WORDS;
        self.words[start..start + self.header(id).len].iter().map(|&code| Lit::from_code(code))
    }

    /// Adds a clause. Its first two literals must be the last ones to become unassigned when the search backtracks.
    pub(super) fn add(
        &mut self,
        literals: impl ExactSizeIterator<Item = Lit>,
        lbd: u32,
        keep: bool,
    ) -> ClauseId {
        self.push(Header { len: literals.len(), lbd, keep, used: self.now }, literals)
    }

    /// Adds a clause with this header.
    fn push(&mut self, header: Header, literals: impl Iterator<Item = Lit>) -> ClauseId {
        let Header { len, lbd, keep, used } = header;
        let id = ClauseId(self.words.len() as u32);
        self.words.extend([len as u32, lbd << 1 | u32::from(keep), used]);
        self.words.extend(literals.map(Lit::code));
        self.count += 1;
        if let [first, second, ..] = self.words[id.0 as usize + Header::WORDS..] {
            self.watches[first as usize].push(Watch::new(id, len, Lit::from_code(second)));
            self.watches[second as usize].push(Watch::new(id, len, Lit::from_code(first)));
            self.watched[first as usize] = true;
            self.watched[second as usize] = true;
        }
        id
    }

    /// Propagates `literal`, which has become true, through the clauses that watch its negation. The literal of a clause that has
    /// become unit is passed to `imply`; a falsified clause is returned.
    pub(super) fn propagate(
        &mut self,
        literal: Lit,
        deduction: &mut Deduction<'_>,
        mut imply: impl FnMut(&mut Deduction<'_>, Lit, ClauseId),
    ) -> Option<ClauseId> {
        let falsified = (!literal).code();
        if !self.watched[falsified as usize] {
            return None;
        }
        let mut list = std::mem::take(&mut self.watches[falsified as usize]);
        let (mut read, mut kept, mut conflict) = (0, 0, None);
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
                        self.watched[literals[1] as usize] = true;
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
                    conflict = Some(watch.clause());
                    break;
                }
                None => imply(deduction, first, watch.clause()),
            }
        }
        list.copy_within(read.., kept);
        list.truncate(kept + list.len() - read);
        self.watches[falsified as usize] = list;
        conflict
    }

    /// Counts a conflict.
    pub(super) fn count_conflict(&mut self) {
        self.now = self.now.saturating_add(1);
    }

    /// Records that a clause took part in the current conflict.
    pub(super) fn mark_used(&mut self, id: ClauseId) {
        self.words[id.0 as usize + 2] = self.now;
    }

    /// Lowers the LBD of a clause to this one, unless it is lower already.
    pub(super) fn lower_lbd(&mut self, id: ClauseId, lbd: u32) {
        let Header { lbd: before, keep, .. } = self.header(id);
        self.words[id.0 as usize + 1] = lbd.min(before) << 1 | u32::from(keep);
    }

    /// Deletes the less useful half of the clauses; of equally useful ones, those of high LBD and then the older ones. Must be
    /// called at level 0, as no literal may be implied by a deleted clause. The result is the names before and after of the clauses
    /// that are left, in order.
    pub(super) fn reduce(&mut self, by: Usefulness) -> Vec<[ClauseId; 2]> {
        let disposable = |&(_, header): &(ClauseId, Header)| !header.keep && header.lbd > 2;
        let worth = |(id, header): (ClauseId, Header)| {
            let used = if by == Usefulness::LastUse { header.used } else { 0 };
            (Reverse(used), header.lbd, Reverse(id.0))
        };
        let mut ranks: Vec<_> = self.iter().filter(disposable).map(worth).collect();
        if ranks.is_empty() {
            return self.iter().map(|(id, _)| [id; 2]).collect();
        }
        let middle = ranks.len() / 2;
        let bound = *ranks.select_nth_unstable(middle).1;
        let (watches, watched) = (std::mem::take(&mut self.watches), std::mem::take(&mut self.watched));
        let fresh = Clauses { watches, watched, now: self.now, ..Clauses::default() };
        let old = std::mem::replace(self, fresh);
        self.watches.iter_mut().for_each(Vec::clear);
        let kept = old.iter().filter(|entry| !disposable(entry) || worth(*entry) < bound);
        kept.map(|(id, header)| [id, self.push(header, old.get(id))]).collect()
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
