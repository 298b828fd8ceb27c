//! Few places that exclude each of some rivals, no two of them next to each other.
//!
//! A rival is excluded by one place that it does not pass, or by two that it passes in the wrong order.

use zlink_base::random::Random;

/// What excludes one rival.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Rival {
    /// Places that exclude it, alone or with another of them; ascending. Each with when the rival passes it: `None` if it
    /// does not.
    pub(super) places: Vec<(usize, Option<usize>)>,
}

impl Rival {
    /// It is excluded by each of these places.
    pub(super) fn of_any(places: impl Iterator<Item = usize>) -> Self {
        Rival { places: places.map(|place| (place, None)).collect() }
    }

    fn places(&self) -> impl Iterator<Item = usize> {
        self.places.iter().map(|&(place, _)| place)
    }

    /// Whether the places for which `is_chosen` holds exclude it.
    fn excluded(&self, is_chosen: impl Fn(usize) -> bool) -> bool {
        let mut last = None;
        self.places.iter().filter(|(place, _)| is_chosen(*place)).any(|&(_, passed)| {
            let wrong = passed.is_none() || passed < last;
            last = passed;
            wrong
        })
    }
}

/// Rivals, each of which must be excluded.
#[derive(Debug, Clone, Default)]
pub(super) struct Hitting {
    rivals: Vec<Rival>,
    /// For how many rivals each place is of use.
    often: Vec<u32>,
}

/// What a search for fewer places found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fewest {
    /// These, ascending; there are no fewer.
    Places(Vec<usize>),
    /// There are none as few as was asked.
    None,
    /// The search was too long.
    Unknown,
}

/// Rivals looked at before the search for the fewest places is too long.
const LOOKS: usize = 20_000_000;

impl Hitting {
    /// One more rival.
    pub(super) fn push(&mut self, rival: Rival) {
        let last = rival.places().last().map_or(0, |last| last + 1);
        self.often.resize(self.often.len().max(last), 0);
        rival.places().for_each(|place| self.often[place] += 1);
        self.rivals.push(rival);
    }

    /// Adds places until `places` (ascending) exclude all: those that are of use often; false if there is no room.
    pub(super) fn complete(&self, places: &mut Vec<usize>, random: &mut Random) -> bool {
        self.rivals.iter().all(|rival| {
            while !excluded(rival, places) {
                let alone = |place| rival.excluded(|p| p == place || places.binary_search(&p).is_ok());
                let free = rival.places().filter(|&place| is_free(places, place));
                let best = free.map(|p| (alone(p), self.often[p], random.below(1 << 16), p)).max();
                let Some((.., place)) = best else { return false };
                insert(places, place);
            }
            true
        })
    }

    /// Whether `places` (ascending) without this one of them do not exclude all.
    pub(super) fn needs(&self, places: &[usize], place: usize) -> bool {
        let left = |p| p != place && places.binary_search(&p).is_ok();
        self.rivals.iter().any(|rival| !rival.excluded(left))
    }

    /// The fewest places that exclude all, if they are fewer than `below`: for the rival for which the fewest are of use,
    /// these are tried in turn.
    pub(super) fn fewest(&self, below: usize) -> Fewest {
        let mut search = Search::new(self);
        let mut best = None;
        let mut below = below;
        let mut looks = 0;
        // The places that are tried at each depth, and how many of them were.
        let mut levels: Vec<(Vec<usize>, usize)> = Vec::new();
        let mut options = search.options(below);
        loop {
            looks += self.rivals.len();
            if looks > LOOKS {
                return Fewest::Unknown;
            }
            match options.take() {
                Some(places) if places.is_empty() => {
                    below = search.chosen.len();
                    best = Some(search.chosen.clone());
                }
                Some(places) => levels.push((places, 0)),
                None => {}
            }
            let Some((places, tried)) = levels.last_mut() else { break };
            if *tried > 0 {
                search.take_back();
            }
            match places.get(*tried) {
                Some(&place) => {
                    *tried += 1;
                    search.choose(place);
                    options = search.options(below);
                }
                None => {
                    places.iter().for_each(|&place| search.blocked[place + 1] -= 1);
                    levels.pop();
                }
            }
        }
        best.map_or(Fewest::None, |mut places| {
            places.sort_unstable();
            Fewest::Places(places)
        })
    }
}

/// Whether neither the place nor one next to it is among `places` (ascending).
pub(super) fn is_free(places: &[usize], place: usize) -> bool {
    let at = places.partition_point(|&p| p + 1 < place);
    places.get(at).is_none_or(|&p| p > place + 1)
}

/// Puts a place where it belongs.
pub(super) fn insert(places: &mut Vec<usize>, place: usize) {
    if let Err(at) = places.binary_search(&place) {
        places.insert(at, place);
    }
}

/// Whether `places` (ascending) exclude `rival`.
fn excluded(rival: &Rival, places: &[usize]) -> bool {
    rival.excluded(|place| places.binary_search(&place).is_ok())
}

struct Search<'h> {
    hitting: &'h Hitting,
    chosen: Vec<usize>,
    is_chosen: Vec<bool>,
    /// For each place, from the one before place 0 on, why it cannot be chosen: chosen neighbours, and that it was
    /// tried.
    blocked: Vec<u32>,
}

impl<'h> Search<'h> {
    fn new(hitting: &'h Hitting) -> Self {
        let places = hitting.often.len();
        Search { hitting, chosen: Vec::new(), is_chosen: vec![false; places], blocked: vec![0; places + 2] }
    }

    fn choose(&mut self, place: usize) {
        self.chosen.push(place);
        self.is_chosen[place] = true;
        self.blocked[place] += 1;
        self.blocked[place + 2] += 1;
    }

    /// Takes back what was chosen last; it is not tried again.
    fn take_back(&mut self) {
        if let Some(place) = self.chosen.pop() {
            self.is_chosen[place] = false;
            self.blocked[place] -= 1;
            self.blocked[place + 2] -= 1;
            self.blocked[place + 1] += 1;
        }
    }

    /// The places of use for that rival that is not excluded for which these are the fewest; none if all are excluded;
    /// `None` if fewer than `below` cannot be had.
    fn options(&self, below: usize) -> Option<Vec<usize>> {
        if self.chosen.len() >= below {
            return None;
        }
        let left = self.hitting.rivals.iter().filter(|rival| !rival.excluded(|place| self.is_chosen[place]));
        let is_open = |place: &usize| !self.is_chosen[*place] && self.blocked[place + 1] == 0;
        let mut left: Vec<Vec<usize>> = left.map(|rival| rival.places().filter(is_open).collect()).collect();
        left.sort_unstable_by_key(Vec::len);
        // Rivals without common places need one place each.
        let mut used = vec![false; self.blocked.len()];
        let mut apart = 0;
        for places in &left {
            if places.iter().all(|&place| !used[place]) {
                places.iter().for_each(|&place| used[place] = true);
                apart += 1;
            }
        }
        let mut first = left.into_iter().next().unwrap_or_default();
        first.sort_unstable_by_key(|&place| std::cmp::Reverse(self.hitting.often[place]));
        let possible = self.chosen.len() + apart < below && (apart == 0 || !first.is_empty());
        possible.then_some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fewest by trying all sets of places below `count`.
    fn by_definition(rivals: &[Rival], count: usize) -> Option<u32> {
        let excludes = |chosen: u32| {
            rivals.iter().all(|rival| {
                let hit = rival.places.iter().filter(|(place, _)| chosen >> place & 1 == 1);
                let passed: Vec<Option<usize>> = hit.map(|&(_, passed)| passed).collect();
                passed.contains(&None) || !passed.is_sorted()
            })
        };
        (0..1u32 << count).filter(|&set| set & set << 1 == 0 && excludes(set)).map(u32::count_ones).min()
    }

    #[test]
    fn the_fewest_places_agree_with_the_definition() {
        let random = &mut Random::new(3);
        for _ in 0..300 {
            let count = 1 + random.below(12);
            let mut hitting = Hitting::default();
            for _ in 0..random.below(8) {
                let mut places: Vec<(usize, Option<usize>)> = (0..1 + random.below(5))
                    .map(|_| (random.below(count), random.chance(60).then(|| random.below(20))))
                    .collect();
                places.sort_unstable();
                places.dedup_by_key(|(place, _)| *place);
                hitting.push(Rival { places });
            }
            let expected = by_definition(&hitting.rivals, count);
            for below in 0..count + 2 {
                let found = match hitting.fewest(below) {
                    Fewest::Places(places) => {
                        assert!(places.windows(2).all(|two| two[0] + 1 < two[1]));
                        assert!(hitting.rivals.iter().all(|rival| excluded(rival, &places)));
                        Some(places.len() as u32)
                    }
                    Fewest::None => None,
                    Fewest::Unknown => panic!("so little is soon searched"),
                };
                assert_eq!(found, expected.filter(|&fewest| (fewest as usize) < below), "{hitting:?}");
            }
            let mut places = Vec::new();
            if hitting.complete(&mut places, random) {
                assert!(places.windows(2).all(|two| two[0] + 1 < two[1]));
                for &place in &places {
                    let rest: Vec<usize> = places.iter().copied().filter(|&p| p != place).collect();
                    let suffices = hitting.rivals.iter().all(|rival| excluded(rival, &rest));
                    assert_eq!(hitting.needs(&places, place), !suffices);
                }
            }
        }
    }
}
