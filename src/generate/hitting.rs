//! Few places that exclude all of some rivals (other solutions), no two places next to each other.
//!
//! A rival is excluded by one place that it does not pass, or by two that it passes in the wrong order.

use zlink_base::random::Random;

/// The places that exclude one rival.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Rival {
    /// The places, ascending, each with the step at which the rival passes it. A place that the rival does not pass (`None`) excludes it
    /// alone, two places that it passes in the wrong order exclude it together.
    pub(super) places: Vec<(usize, Option<usize>)>,
}

impl Rival {
    /// The rival that each of these places excludes alone.
    pub(super) fn of_any(places: impl Iterator<Item = usize>) -> Self {
        Rival { places: places.map(|place| (place, None)).collect() }
    }

    fn places(&self) -> impl Iterator<Item = usize> {
        self.places.iter().map(|&(place, _)| place)
    }

    /// Whether the places for which `is_chosen` holds exclude the rival.
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
    /// For each place, the number of rivals that it helps to exclude.
    often: Vec<u32>,
}

/// What a search for fewer places found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fewest {
    /// The fewest places that exclude all rivals, ascending.
    Places(Vec<usize>),
    /// All sets of places that exclude all rivals have at least as many places as the bound.
    None,
    /// The search was given up because it took too long.
    Unknown,
}

/// The number of rivals looked at, with repetitions, after which the search for the fewest places is given up.
const LOOKS: usize = 20_000_000;

impl Hitting {
    /// Adds a rival.
    pub(super) fn push(&mut self, rival: Rival) {
        let last = rival.places().last().map_or(0, |last| last + 1);
        self.often.resize(self.often.len().max(last), 0);
        rival.places().for_each(|place| self.often[place] += 1);
        self.rivals.push(rival);
    }

    /// Adds places until `places` (ascending) exclude all rivals, preferring places that help against many; false if there is no room.
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

    /// Whether `places` (ascending) without `place` leave a rival.
    pub(super) fn needs(&self, places: &[usize], place: usize) -> bool {
        let left = |p| p != place && places.binary_search(&p).is_ok();
        self.rivals.iter().any(|rival| !rival.excluded(left))
    }

    /// The fewest places that exclude all rivals, if they are fewer than `below`. A branch and bound: the branches are the open places of
    /// the rival that has the fewest.
    pub(super) fn fewest(&self, below: usize) -> Fewest {
        let mut search = Search::new(self);
        let mut best = None;
        let mut below = below;
        let mut looks = 0;
        // For each depth, the places to be tried, and how many of them have been.
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

/// Whether neither `place` nor one next to it is among `places` (ascending).
pub(super) fn is_free(places: &[usize], place: usize) -> bool {
    let at = places.partition_point(|&p| p + 1 < place);
    places.get(at).is_none_or(|&p| p > place + 1)
}

/// Inserts `place` into `places`, which stay ascending, unless it is there already.
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
    /// Entry `place + 1`: the number of reasons why `place` cannot be chosen, which are its chosen neighbours and that it was tried.
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

    /// Takes back the place that was chosen last, and blocks it so that it is not tried again.
    fn take_back(&mut self) {
        if let Some(place) = self.chosen.pop() {
            self.is_chosen[place] = false;
            self.blocked[place] -= 1;
            self.blocked[place + 2] -= 1;
            self.blocked[place + 1] += 1;
        }
    }

    /// The open places of the rival, among those not excluded, that has the fewest; empty if all rivals are excluded. `None` if fewer
    /// than `below` places cannot suffice.
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

    /// The number of the fewest places below `count` that exclude all rivals, by trying all sets.
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
