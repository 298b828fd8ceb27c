//! Tilings by substitution, of hats and of spectres: tiles are parts of metatiles of several kinds, which are parts of larger metatiles of
//! these kinds, and so on. A patch is described by one of its tiles and the metatiles around it.

use std::fmt::{self, Debug};

use zlink_base::random::Random;

/// A kind of metatile.
pub trait Metatile: Copy + Debug + PartialEq + 'static {
    /// All kinds of the tiling.
    const ALL: &'static [Self];
    /// The most levels of a description: larger metatiles exceed every patch, and the range of the numbers.
    const MOST_LEVELS: usize;
    /// The number of values of [`Patch::turn`].
    const TURNS: usize;
    /// The text between the numbers of a description.
    const GAP: &'static str;

    /// The number of tiles in a metatile of the lowest level.
    fn tile_count(self) -> usize;

    /// The kinds of the parts of a larger metatile.
    fn part_kinds(self) -> impl Iterator<Item = Self>;

    /// The kind with this letter.
    fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| format!("{kind:?}").starts_with(letter))
    }
}

/// A patch of a tiling by substitution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Patch<K> {
    /// How the described tile lies: the number of the first kite of a hat, the direction of a spectre in twelfths of a turn.
    pub turn: usize,
    /// The number of the described tile in its metatile.
    pub tile: usize,
    /// For each metatile from the smallest one on, its number as a part of the next larger one.
    pub parts: Vec<usize>,
    /// The kinds of all metatiles around the described tile, one more than `parts`.
    pub kinds: Vec<K>,
}

impl<K: Metatile> fmt::Display for Patch<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let gap = K::GAP;
        write!(f, "{:X}{gap}{}{gap}", self.turn, self.tile)?;
        self.parts.iter().try_for_each(|part| write!(f, "{part}{gap}"))?;
        // The list of kinds is never empty.
        self.kinds.last().map_or(Ok(()), |kind| write!(f, "{kind:?}"))
    }
}

impl<K: Metatile> Patch<K> {
    /// A random patch that is described by one metatile.
    pub(crate) fn any(random: &mut Random) -> Option<Self> {
        let kind = random.any(K::ALL)?;
        let [turn, tile] = [K::TURNS, kind.tile_count()].map(|count| random.below(count));
        Some(Patch { turn, tile, parts: Vec::new(), kinds: vec![kind] })
    }

    /// All patches that are described by one metatile.
    pub(crate) fn smallest() -> Vec<Self> {
        let tiles = K::ALL.iter().flat_map(|&kind| (0..kind.tile_count()).map(move |tile| (kind, tile)));
        let turned = |(kind, tile)| {
            (0..K::TURNS).map(move |turn| Patch { turn, tile, parts: Vec::new(), kinds: vec![kind] })
        };
        tiles.flat_map(turned).collect()
    }

    /// The metatiles that the largest one may be a part of, each with its number there; none if the description has all levels.
    fn wholes(&self) -> Vec<(K, usize)> {
        let Some(&last) = self.kinds.last().filter(|_| self.parts.len() < K::MOST_LEVELS) else {
            return Vec::new();
        };
        let places = |&whole: &K| {
            let parts = whole.part_kinds().enumerate();
            parts.filter(move |&(_, part)| part == last).map(move |(number, _)| (whole, number))
        };
        K::ALL.iter().flat_map(places).collect()
    }

    /// The patches that this one may be, with one more metatile around it.
    pub(crate) fn larger(&self) -> Vec<Self> {
        let with = |(whole, part): (K, usize)| Patch {
            parts: [&self.parts[..], &[part]].concat(),
            kinds: [&self.kinds[..], &[whole]].concat(),
            ..*self
        };
        self.wholes().into_iter().map(with).collect()
    }

    /// Adds a random metatile around the patch; `None` if the description has all levels.
    pub(crate) fn grow(&mut self, random: &mut Random) -> Option<()> {
        let (whole, part) = random.any(&self.wholes())?;
        self.kinds.push(whole);
        self.parts.push(part);
        Some(())
    }
}
