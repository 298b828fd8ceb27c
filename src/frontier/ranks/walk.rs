//! The runs of words that a pass moves.
//!
//! Words that begin alike have numbers in a row, and a pass changes nothing behind its window but one letter at most.
//! So for each beginning up to the window, and up to the letter that is turned behind it, all words that go on from there
//! move together: a *run* of numbers becomes a run as long. A walk goes through these beginnings and keeps the number of
//! the first word of each before and after the pass.
//!
//! Where the window is near the right end, or a letter there is turned, runs are short. There a walk may stop at a *cut*:
//! what happens behind it depends only on the depth there and on what is still to be done, so it is found out once for all
//! beginnings.
//!
//! Such a walk goes backwards. A turn on the left makes a word larger: so when it comes by, the beginning that it leads to has
//! been passed, and all its words have got what becomes of them without a turn ([`Visit::first`]) or with one on the
//! right. Thus no counter has to be cleared before.

use super::pass::Pass;
use super::window::Turn;
use super::words::{CLOSED, CLOSES, LETTERS, OPENS, UNTOUCHED, Words, behind};
use zlink_base::limits::Exhausted;

/// An end on the left of a path that is open, and the word after the pass in which it is turned.
#[derive(Debug, Clone, Copy)]
pub(super) struct OpenEnd {
    /// Where it was open before the walk began, how many were below it: the turned word begins elsewhere.
    pub(super) outside: Option<usize>,
    /// The number of the first turned word; from the beginning of the walk that it belongs to.
    pub(super) target: usize,
}

/// Gets what a walk comes by. Numbers are of words before the pass (`source`) and after it (`target`).
pub(crate) trait Visit {
    /// The first words that become `len` others; `None` if no others do but by turning a letter.
    fn first(&mut self, source: Option<usize>, target: usize, len: usize) -> Result<(), Exhausted>;

    /// `len` words become as many others. If an end outside is turned, targets are numbered from the word in which it is.
    fn run(
        &mut self,
        outside: Option<usize>,
        source: usize,
        target: usize,
        len: usize,
    ) -> Result<(), Exhausted>;

    /// The cut, before the window; `ends` are the open ends if the pass turns any.
    fn cut(&mut self, source: usize, target: usize, depth: usize, ends: &[OpenEnd]) -> Result<(), Exhausted>;

    /// The cut, behind the window, when the letter that closes from `level` on is still to be turned.
    fn turning_cut(
        &mut self,
        source: usize,
        target: usize,
        depth: usize,
        level: usize,
    ) -> Result<(), Exhausted>;
}

/// A walk through the words of a level.
pub(super) struct Walk<'a> {
    pub(super) source: &'a Words,
    pub(super) target: &'a Words,
    pub(super) pass: &'a Pass,
    /// The position of the cut in words before the pass, none inside the window.
    pub(super) cut: Option<usize>,
}

/// Where a walk is before the window.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) position: usize,
    pub(super) depth: usize,
    pub(super) source: usize,
    pub(super) target: usize,
}

impl Walk<'_> {
    /// Goes on from a place before the window. The open ends there are on top of `ends`, which is left as it was.
    pub(super) fn go<V: Visit>(
        &self,
        place: Place,
        ends: &mut Vec<OpenEnd>,
        visit: &mut V,
    ) -> Result<(), Exhausted> {
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
                    // Only an end inside another path is turned, so two ends fewer are open from there on.
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

    fn pass_window<V: Visit>(&self, place: Place, ends: &[OpenEnd], visit: &mut V) -> Result<(), Exhausted> {
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

    /// Goes on behind the window to the letter that closes the path with number `level`, counted from one, and turns it.
    /// Until then two paths fewer are open after the pass.
    pub(super) fn turn<V: Visit>(&self, place: Place, level: usize, visit: &mut V) -> Result<(), Exhausted> {
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

/// Visits the numbers of the words with which a pass completes a solution: `letters` in its window, all else idle.
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
