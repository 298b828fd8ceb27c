//! The runs after a cut, computed once for all words whose beginnings have the same depth.

use super::walk::{OpenEnd, Place, Visit, Walk};
use super::words::Words;
use zlink_base::limits::Interrupted;

/// The largest number of words after a cut, over all depths: they should stay in the first-level cache.
const MOST_WORDS: usize = 1 << 14;
/// The smallest number of words of a level for each word after its cut, so that each run that is found is used often.
const USES: usize = 32;
/// The smallest number of slots after a cut.
const FEWEST_SLOTS: usize = 3;

/// A range of consecutive word numbers that becomes another range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) source: u32,
    pub(super) target: u32,
    pub(super) len: u32,
}

/// The effect of a pass on the words after the cut that begin with one depth. Numbers are relative to the first such word.
#[derive(Debug, Default)]
pub(super) struct Block {
    /// The runs of words in which no letter before the cut is turned.
    pub(super) runs: Vec<Run>,
    /// The runs with a turn, by level. With the cut before the window: runs in which the open end with `level` open ends below it
    /// is turned. With the cut after the window: runs in which the letter that closes the path with number `level` is still to be
    /// turned.
    pub(super) turned: Vec<Vec<Run>>,
}

/// The position where the walk through a level stops: before its window, if the window is near the right end, else after it.
pub(super) fn cut(words: &Words, at: usize, window: usize) -> usize {
    let slots = words.slots();
    let behind = |i: usize| (0..=slots - i).map(|depth| words.from(i, depth)).fold(0, usize::saturating_add);
    let most = (words.len() / USES).min(MOST_WORDS);
    let mut cut = slots.saturating_sub(FEWEST_SLOTS);
    while cut > 0 && behind(cut - 1) <= most {
        cut -= 1;
    }
    if cut < at + window { cut.min(at) } else { cut }
}

/// The blocks after a cut, by depth. `walk` is the walk through the whole level.
pub(super) fn blocks(walk: &Walk<'_>, cut: usize) -> Result<Vec<Block>, Interrupted> {
    let within = Walk { cut: None, ..*walk };
    let mut blocks = Vec::new();
    for depth in 0..=walk.source.slots() - cut {
        let mut block = Block { runs: Vec::new(), turned: vec![Vec::new(); depth + 1] };
        let place = Place { position: cut, depth, source: 0, target: 0 };
        if cut <= walk.pass.at {
            let outside = |level: usize| OpenEnd { outside: Some(level), target: 0 };
            let ends = if walk.pass.window.turns_left { depth } else { 0 };
            within.go(place, &mut (0..ends).map(outside).collect(), &mut block)?;
        } else {
            // The path whose end is turned is inside another one.
            for level in 2..=depth {
                let mut turning = Block::default();
                within.turn(place, level, &mut turning)?;
                block.turned[level] = turning.runs;
            }
        }
        blocks.push(block);
    }
    Ok(blocks)
}

impl Visit for Block {
    fn first(&mut self, source: Option<usize>, target: usize, len: usize) -> Result<(), Interrupted> {
        source.map_or(Ok(()), |source| self.run(None, source, target, len))
    }

    fn run(
        &mut self,
        outside: Option<usize>,
        source: usize,
        target: usize,
        len: usize,
    ) -> Result<(), Interrupted> {
        let runs = match outside {
            None => &mut self.runs,
            Some(level) => &mut self.turned[level],
        };
        let [source, target, len] = [source, target, len].map(|n| n as u32);
        match runs.last_mut() {
            Some(last) if last.source + last.len == source && last.target + last.len == target => {
                last.len += len;
            }
            _ => runs.push(Run { source, target, len }),
        }
        Ok(())
    }

    fn cut(&mut self, _: usize, _: usize, _: usize, _: &[OpenEnd]) -> Result<(), Interrupted> {
        Ok(())
    }

    fn turning_cut(&mut self, _: usize, _: usize, _: usize, _: usize) -> Result<(), Interrupted> {
        Ok(())
    }
}
