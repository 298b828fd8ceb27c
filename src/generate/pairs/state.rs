//! A state: all the ways to draw what the terminals read so far allow, as far as they differ on the frontier.

use super::word::Word;

/// The pairs of a state: which of them wait for their second terminal, and how many there were so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Pairs {
    /// How many pairs have a name: those that wait, and those whose path is still to be finished.
    pub(super) named: u8,
    /// Bit `l`: pair `l` has one terminal so far.
    pub(super) waiting: u64,
    /// The number of pairs that were begun; zero if any number is allowed.
    pub(super) begun: u8,
}

impl Pairs {
    /// The pairs packed into one number.
    pub(super) fn to_number(self) -> u64 {
        self.waiting | u64::from(self.named) << 48 | u64::from(self.begun) << 56
    }

    /// The pairs that [`Pairs::to_number`] packed.
    pub(super) fn from_number(number: u64) -> Self {
        let [.., named, begun] = number.to_le_bytes();
        Pairs { named, waiting: number & ((1 << 48) - 1), begun }
    }
}

/// Whether `ways` could be those of a state with these pairs where the frontier has `slots`. What comes out of a file may be anything,
/// and no stage checks it again.
pub(super) fn is_possible<W: Word>(pairs: Pairs, ways: &[W], slots: &[u8]) -> bool {
    let are_pairs = usize::from(pairs.named) <= W::LABELS && pairs.waiting >> pairs.named == 0;
    let is_value = |way: W, slot: u8| match way.get(slot) {
        value if value == W::CLOSED => true,
        _ if !slots.contains(&slot) => false,
        value if value >= W::FIRST_LABEL => value - W::FIRST_LABEL < pairs.named,
        mate => slots.contains(&mate) && way.get(mate) == slot,
    };
    // No other bits are set in the word.
    let rebuilt = |way: W| {
        (0..W::SLOTS as u8)
            .fold(W::default(), |word, slot| word.with(slot, way.get(slot)))
            .spoil(way.is_spoilt())
    };
    let is_way = |&way: &W| way == rebuilt(way) && (0..W::SLOTS as u8).all(|slot| is_value(way, slot));
    are_pairs && !ways.is_empty() && ways.iter().all(is_way)
}

/// Brings the ways to draw into order and drops those that say nothing new; false when no unspoilt one is left,
/// so that no good puzzle begins like this.
///
/// * Two ways that look alike are two solutions or none: they become one that is spoilt.
/// * If a spoilt way differs from another one only in that a vertex that the other has closed is untouched, every
///   completion of the other completes it too: the other, spoilt or not, adds nothing.
/// * Likewise if, where the other way has the two ends that a pair still has to join, the spoilt one has untouched
///   vertices and the pair is done: the joining path can be left out of the completion.
pub(super) fn normalise<W: Word>(ways: &mut Vec<W>, slots: &[u8]) -> bool {
    ways.sort_unstable();
    let mut kept = 0;
    let mut i = 0;
    while i < ways.len() {
        let shape = ways[i].shape();
        let mut end = i + 1;
        let mut spoilt = ways[i].is_spoilt();
        while end < ways.len() && ways[end].shape() == shape {
            spoilt = true;
            end += 1;
        }
        ways[kept] = shape.spoil(spoilt);
        kept += 1;
        i = end;
    }
    ways.truncate(kept);
    if ways.iter().all(|way| way.is_spoilt()) {
        return false;
    }
    if kept > 1 {
        drop_dominated(ways, slots);
    }
    ways.iter().any(|way| !way.is_spoilt())
}

/// Domination is transitive and well-founded (the dominating way touches fewer frontier vertices), so the ways that
/// are dropped may be compared with each other as well.
fn drop_dominated<W: Word>(ways: &mut Vec<W>, slots: &[u8]) {
    let dominated = |way: W| {
        let is_spoilt_way = |shape: W| ways.binary_search(&shape.spoil(true)).is_ok();
        slots.iter().enumerate().any(|(i, &slot)| match way.label(slot) {
            None => way.get(slot) == W::CLOSED && is_spoilt_way(way.shape().with(slot, slot)),
            label => slots[i + 1..]
                .iter()
                .find(|&&other| way.label(other) == label)
                .is_some_and(|&other| is_spoilt_way(way.shape().with(slot, slot).with(other, other))),
        })
    };
    let marks: Vec<bool> = ways.iter().map(|&way| dominated(way)).collect();
    let mut mark = marks.iter();
    ways.retain(|_| !mark.next().copied().unwrap_or(false));
}

/// Renames pairs so that states that differ only in the names of their pairs become equal, as far as a cheap
/// look finds it: the unspoilt way that looks least decides, by the order of its slots.
#[derive(Debug)]
pub(super) struct Renaming<W> {
    best: Vec<W>,
    trial: Vec<W>,
    /// The unspoilt ways that look least.
    leaders: Vec<W>,
}

/// The old name of each pair of a renamed state.
pub(super) type OldNames = Vec<u8>;

impl<W: Word> Renaming<W> {
    pub(super) fn new() -> Self {
        Renaming { best: Vec::new(), trial: Vec::new(), leaders: Vec::new() }
    }

    /// The renamed pairs and ways; `old_names` becomes the old name of each new one.
    pub(super) fn rename(
        &mut self,
        pairs: Pairs,
        ways: &[W],
        slots: &[u8],
        old_names: &mut OldNames,
    ) -> (Pairs, &[W]) {
        old_names.clear();
        let named = ways.iter().fold(0u64, |set, &way| {
            slots.iter().filter_map(|&slot| way.label(slot)).fold(set, |set, label| set | 1 << label)
        });
        if named == 0 {
            self.best.clear();
            self.best.extend_from_slice(ways);
            return (Pairs { named: 0, waiting: 0, ..pairs }, &self.best);
        }
        self.find_leaders(ways, slots);
        let mut best_waiting = 0;
        let leaders = std::mem::take(&mut self.leaders);
        for (i, &leader) in leaders.iter().enumerate() {
            let mut order: OldNames = Vec::with_capacity(named.count_ones() as usize);
            for label in slots.iter().filter_map(|&slot| leader.label(slot)) {
                if !order.contains(&label) {
                    order.push(label);
                }
            }
            append_the_rest(&mut order, named, ways, slots);
            let mut new_names = [0u8; 64];
            let mut waiting = 0;
            for (new, &old) in order.iter().enumerate() {
                new_names[usize::from(old)] = new as u8;
                waiting |= (pairs.waiting >> old & 1) << new;
            }
            self.trial.clear();
            self.trial.extend(ways.iter().map(|&way| {
                slots.iter().fold(way, |renamed, &slot| match way.label(slot) {
                    Some(label) => renamed.with(slot, W::FIRST_LABEL + new_names[usize::from(label)]),
                    None => renamed,
                })
            }));
            self.trial.sort_unstable();
            if i == 0 || (waiting, &self.trial) < (best_waiting, &self.best) {
                std::mem::swap(&mut self.best, &mut self.trial);
                best_waiting = waiting;
                *old_names = order;
            }
        }
        self.leaders = leaders;
        let named = old_names.len() as u8;
        (Pairs { named, waiting: best_waiting, ..pairs }, &self.best)
    }

    fn find_leaders(&mut self, ways: &[W], slots: &[u8]) {
        self.leaders.clear();
        let mut least = None;
        for &way in ways.iter().filter(|way| !way.is_spoilt()) {
            let (looks, labelled) = nameless(way, slots);
            let looks = (usize::MAX - labelled, looks);
            match least {
                Some(known) if known < looks => continue,
                Some(known) if known == looks => {}
                _ => {
                    least = Some(looks);
                    self.leaders.clear();
                }
            }
            self.leaders.push(way);
        }
    }
}

/// The way with one name for all pairs, and the number of slots that have a pair.
fn nameless<W: Word>(way: W, slots: &[u8]) -> (W, usize) {
    slots
        .iter()
        .filter(|&&slot| way.label(slot).is_some())
        .fold((way, 0), |(way, labelled), &slot| (way.with(slot, W::FIRST_LABEL), labelled + 1))
}

/// Appends the pairs that the leader shows nowhere, in an order that does not depend on their names where they
/// differ at all.
fn append_the_rest<W: Word>(order: &mut OldNames, named: u64, ways: &[W], slots: &[u8]) {
    let known = order.len();
    let rest = order.iter().fold(named, |rest, label| rest & !(1 << label));
    order.extend((0..64u8).filter(|label| rest >> label & 1 == 1));
    if order.len() > known + 1 {
        // The slots of the pair in each way, summed so that the order of the ways does not matter.
        let signature = |label: u8| {
            let places = |way: W| {
                slots.iter().filter(|&&slot| way.label(slot) == Some(label)).fold(0u64, |p, &s| p | 1 << s)
            };
            ways.iter().fold(0u64, |sum, &way| match places(way) {
                0 => sum,
                places => sum.wrapping_add(mix(nameless(way, slots).0.to_number() ^ mix(places))),
            })
        };
        order[known..].sort_by_cached_key(|&label| signature(label));
    }
}

/// Spreads a number over 64 bits (the finaliser of SplitMix64; Steele, Lea, Flood, 2014).
fn mix(mut x: u64) -> u64 {
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}
