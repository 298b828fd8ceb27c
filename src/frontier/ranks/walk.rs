//! The runs of words that a pass moves.
//!
//! Words with a common beginning have consecutive numbers, and a pass changes at most one letter after its window. So for each
//! beginning up to the window, or up to a turned letter after it, all words that continue it move together: a *run* of numbers
//! becomes a run of the same length. A walk enumerates these beginnings and keeps the number of the first word of each, before
//! and after the pass.
//!
//! Where the window is near the right end, or a letter there is turned, runs are short. There a walk may stop at a *cut*: what
//! happens after the cut depends only on the depth there and on the turn that is still to be made, so it is computed once for all
//! beginnings.
//!
//! A walk with a cut goes backwards. A turn on the left makes a word larger: so when the walk reaches the turn, the beginning of
//! the turned word has been passed, and all its words have received the counters that come without a turn ([`Visit::first`]) or
//! with one on the right. Thus no counter has to be cleared first.

use super::pass::Pass;
use super::window::Turn;
use super::words::{CLOSED, CLOSES, LETTERS, OPENS, UNTOUCHED, Words, behind};
use zlink_base::limits::Interrupted;

/// The left end of an open path, and the word after the pass in which this end is turned.
#[derive(Debug, Clone, Copy)]
pub(super) struct OpenEnd {
    /// The number of open ends below this one, if it was open before the walk began: then the turned word begins outside the
    /// walk.
    pub(super) outside: Option<usize>,
    /// The number of the first turned word, relative to the first word of the walk that it belongs to.
    pub(super) target: usize,
}

/// Receives the runs of a walk. Numbers are those of words before the pass (`source`) and after it (`target`).
pub(crate) trait Visit {
    /// The first words that become the `len` words from `target` on; `None` if they come from turned words only.
    fn first(&mut self, source: Option<usize>, target: usize, len: usize) -> Result<(), Interrupted>;

    /// A run: `len` words from `source` on become those from `target` on. If an end outside the walk is turned, `target` is
    /// relative to the word in which that end is turned.
    fn run(
        &mut self,
        outside: Option<usize>,
        source: usize,
        target: usize,
        len: usize,
    ) -> Result<(), Interrupted>;

    /// The cut, before the window. `ends` are the open ends, if the pass turns any.
    fn cut(
        &mut self,
        source: usize,
        target: usize,
        depth: usize,
        ends: &[OpenEnd],
    ) -> Result<(), Interrupted>;

    /// The cut, after the window, when the letter that closes the path with number `level` is still to be turned.
    fn turning_cut(
        &mut self,
        source: usize,
        target: usize,
        depth: usize,
        level: usize,
    ) -> Result<(), Interrupted>;
}

/// A walk through the words of a level.
pub(super) struct Walk<'a> {
    pub(super) source: &'a Words,
    pub(super) target: &'a Words,
    pub(super) pass: &'a Pass,
    /// The position of the cut in words before the pass; it is not inside the window.
    pub(super) cut: Option<usize>,
}

/// A position of a walk, with the depth and the numbers of the first words that begin like this.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) position: usize,
    pub(super) depth: usize,
    pub(super) source: usize,
    pub(super) target: usize,
}

impl Walk<'_> {
    /// Continues from a place before the window. The open ends there are on top of `ends`, which is left unchanged.
    pub(super) fn go<V: Visit>(
        &self,
        place: Place,
        ends: &mut Vec<OpenEnd>,
        visit: &mut V,
    ) -> Result<(), Interrupted> {
        let Place { position, depth, source, target } = place;
        let turns = self.pass.window.turns_left;
        let bottom = ends.len() - if turns { depth } else { 0 };
        if self.cut == Some(position) {
            return visit.cut(source, target, depth, &ends[bottom..]);
        }
        if position == self.pass.at {
            return self.pass_window(place, &ends[bottom..], visit);
        }
        for i in 0..LETTERS.len() {
            let letter = LETTERS[if self.cut.is_some() { LETTERS.len() - 1 - i } else { i }];
            let Some(next) = behind(depth, letter).filter(|_| self.source.may(position, letter)) else {
                continue;
            };
            if self.source.from(position + 1, next) == 0 && self.target.from(position + 1, next) == 0 {
                continue;
            }
            let top = ends.len();
            if turns {
                for level in 0..depth.min(next) {
                    let mut end = ends[bottom + level];
                    // Only an end inside another path is turned, so two fewer ends are open from there on.
                    if level > 0 {
                        end.target += self.target.before(position, depth - 2, letter);
                    }
                    ends.push(end);
                }
                if letter == OPENS {
                    let target = target + self.target.before(position, depth, CLOSES);
                    ends.push(OpenEnd { outside: None, target });
                }
            }
            let next = Place {
                position: position + 1,
                depth: next,
                source: source + self.source.before(position, depth, letter),
                target: target + self.target.before(position, depth, letter),
            };
            self.go(next, ends, visit)?;
            ends.truncate(top);
        }
        Ok(())
    }

    fn pass_window<V: Visit>(
        &self,
        place: Place,
        ends: &[OpenEnd],
        visit: &mut V,
    ) -> Result<(), Interrupted> {
        let Place { position: at, depth, .. } = place;
        let window = &self.pass.window;
        let behind = [at + window.slots, at + window.flats.len()];
        for to in window.targets.iter().filter(|to| depth >= to.need) {
            let end = depth.wrapping_add_signed(to.rise);
            let len = self.target.from(behind[1], end);
            if len == 0 {
                continue;
            }
            let target = place.target + self.target.number(at, depth, &to.to);
            let rules = to.rules.iter().map(|&i| &window.rules[i]).filter(|rule| depth >= rule.need);
            let mut sources = rules.map(|rule| place.source + self.source.number(at, depth, &rule.from));
            visit.first(sources.next(), target, len)?;
            sources.try_for_each(|source| visit.run(None, source, target, len))?;
        }
        let turning = window.rules.iter().filter(|rule| rule.turn != Turn::Nothing);
        for rule in turning.filter(|rule| depth >= rule.need) {
            let end = depth.wrapping_add_signed(rule.rise);
            let len = self.source.from(behind[0], end);
            if len == 0 {
                continue;
            }
            let source = place.source + self.source.number(at, depth, &rule.from);
            match rule.turn {
                Turn::Nothing => {}
                Turn::Left(inner) => {
                    let turned = ends[depth - 1 - inner];
                    let target = turned.target + self.target.number(at, depth - 2, &rule.to);
                    visit.run(turned.outside, source, target, len)?;
                }
                Turn::Right(inner) => {
                    let target = place.target + self.target.number(at, depth, &rule.to);
                    let place = Place { position: behind[0], depth: end, source, target };
                    self.turn(place, end - inner, visit)?;
                }
            }
        }
        Ok(())
    }

    /// Continues after the window up to the letter that closes the path with number `level`, counted from one, and turns it.
    /// Until then two fewer paths are open after the pass.
    pub(super) fn turn<V: Visit>(
        &self,
        place: Place,
        level: usize,
        visit: &mut V,
    ) -> Result<(), Interrupted> {
        let Place { position, depth, source, target } = place;
        if self.cut == Some(position) {
            return visit.turning_cut(source, target, depth, level);
        }
        let after = position + self.pass.window.flats.len() - self.pass.window.slots;
        for letter in LETTERS.into_iter().filter(|&letter| self.source.may(position, letter)) {
            let Some(next) = behind(depth, letter) else { continue };
            let len = self.source.from(position + 1, next);
            if len == 0 {
                continue;
            }
            let source = source + self.source.before(position, depth, letter);
            if letter == CLOSES && depth == level {
                visit.run(None, source, target + self.target.before(after, depth - 2, OPENS), len)?;
            } else {
                let target = target + self.target.before(after, depth - 2, letter);
                self.turn(Place { position: position + 1, depth: next, source, target }, level, visit)?;
            }
        }
        Ok(())
    }
}

/// Visits the numbers of the words with which a pass completes a solution: `letters` in its window, and idle letters elsewhere.
pub(super) fn visit_idle(
    words: &Words,
    at: usize,
    letters: &[u8],
    is_idle: &impl Fn(u8) -> bool,
    visit: &mut dyn FnMut(usize),
) {
    let Some(behind) = words.slots().checked_sub(at + letters.len()) else { return };
    let window = words.number(at, 0, letters);
    let mut stack = vec![(0, 0)];
    while let Some((flats, number)) = stack.pop() {
        if flats == at + behind {
            visit(number + window);
            continue;
        }
        let position = if flats < at { flats } else { flats + letters.len() };
        for letter in [CLOSED, UNTOUCHED] {
            if words.may(position, letter) && is_idle(letter) {
                stack.push((flats + 1, number + words.before(position, 0, letter)));
            }
        }
    }
}
