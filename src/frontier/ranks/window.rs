//! A window, the few neighbouring slots that some steps touch, and the rules by which the steps change its letters.

use super::words::{CLOSED, CLOSES, OPENS, UNTOUCHED, behind, is_flat};
use crate::curve::Entering;

/// A step of the curve, relative to the window.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct WindowStep {
    pub(super) entering: Entering,
    /// The position of the edge's left end in the window, once the ends have entered.
    pub(super) at: usize,
    pub(super) leaves: [bool; 2],
    pub(super) one_left: [bool; 2],
    /// The edge is a chain.
    pub(super) must_take: bool,
    /// Something that enters later must still be taken, inside or outside the window.
    pub(super) is_due: bool,
}

/// The constraints of the whole puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shape {
    /// Every vertex must be touched.
    pub(super) cover: bool,
    /// Solutions are any number of disjoint cycles, instead of one cycle.
    pub(super) many: bool,
}

/// The change of a rule outside the window: where two ends of the same kind are joined, the mate of one of them becomes an end of
/// the other kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    Nothing,
    /// To the left: of the paths that are open before the window, the end with this many more open ends inside it becomes one
    /// that closes.
    Left(usize),
    /// To the right: of the letters that close the paths open after the window, the one after this many becomes one that opens.
    Right(usize),
}

/// A rule: letters of the window, and the letters they become.
#[derive(Debug, Clone)]
pub(super) struct Rule {
    pub(super) from: Vec<u8>,
    pub(super) to: Vec<u8>,
    pub(super) turn: Turn,
    /// The number of paths that must be open before the window.
    pub(super) need: usize,
    /// The number of open paths after the window less that before it, before the steps.
    pub(super) rise: isize,
}

/// Letters of the window after the steps, and the rules that lead to them.
#[derive(Debug, Clone)]
pub(super) struct Target {
    pub(super) to: Vec<u8>,
    /// The number of paths that must be open before the window.
    pub(super) need: usize,
    /// The number of open paths after the window less that before it; the same before and after the steps.
    pub(super) rise: isize,
    /// The indices of the rules that lead to these letters without a turn.
    pub(super) rules: Vec<usize>,
}

/// All possible changes of a window.
#[derive(Debug, Clone)]
pub(super) struct Window {
    /// The number of slots before the steps.
    pub(super) slots: usize,
    /// The flat letters that each slot may have after the steps.
    pub(super) flats: Vec<u8>,
    pub(super) rules: Vec<Rule>,
    /// All combinations of letters that the slots may have after the steps.
    pub(super) targets: Vec<Target>,
    /// The letters before the steps with which a solution is completed, if all letters outside the window are idle.
    pub(super) completing: Vec<Vec<u8>>,
    /// Whether there are rules with [`Turn::Left`].
    pub(super) turns_left: bool,
}

/// The letters of the window between two steps.
#[derive(Debug, Clone)]
struct State {
    letters: Vec<u8>,
    turn: Turn,
    is_complete: bool,
}

impl Window {
    /// The window of `steps` whose slots may have these flat letters before the steps; `None` if a rule would have to turn two
    /// letters outside.
    pub(super) fn new(flats: &[u8], steps: &[WindowStep], shape: Shape) -> Option<Self> {
        let slots = flats.len();
        let (mut rules, mut completing) = (Vec::new(), Vec::new());
        for from in allowed(flats) {
            let (need, rise) = profile(&from);
            let mut states = vec![State { letters: from.clone(), turn: Turn::Nothing, is_complete: false }];
            for step in steps {
                states = step.pass(states, shape)?;
            }
            for State { letters, turn, is_complete } in states {
                if is_complete {
                    if (need, rise) == (0, 0) && letters.iter().all(|&letter| shape.is_idle(letter)) {
                        completing.push(from.clone());
                    }
                    continue;
                }
                let need = if let Turn::Left(inner) = turn { need.max(inner + 2) } else { need };
                rules.push(Rule { from: from.clone(), to: letters, turn, need, rise });
            }
        }
        let entering = |step: &WindowStep| match step.entering {
            Entering::Neither => 0,
            Entering::Left => 1,
            Entering::Both => 2,
        };
        let leaving = |step: &WindowStep| step.leaves.iter().filter(|leaves| **leaves).count();
        let after =
            slots + steps.iter().map(entering).sum::<usize>() - steps.iter().map(leaving).sum::<usize>();
        let flat = |i: usize| rules.iter().map(move |rule| rule.to[i]).filter(|&letter| is_flat(letter));
        let flats: Vec<u8> =
            (0..after).map(|i| flat(i).fold(0, |flats, letter| flats | 1 << letter)).collect();
        let plain =
            |(i, rule): (usize, &Rule), to: &[u8]| (rule.turn == Turn::Nothing && rule.to == to).then_some(i);
        let target = |to: Vec<u8>| {
            let (need, rise) = profile(&to);
            let rules = rules.iter().enumerate().filter_map(|rule| plain(rule, &to)).collect();
            Target { to, need, rise, rules }
        };
        let targets = allowed(&flats).map(target).collect();
        let turns_left = rules.iter().any(|rule| matches!(rule.turn, Turn::Left(_)));
        Some(Window { slots, flats, rules, targets, completing, turns_left })
    }

    /// The largest number of words that become the same word, with `left` and `right` slots beside the window.
    ///
    /// The word before a turn follows from the word after it and the turned letter. On the right, that letter is one of those
    /// that open a path on a certain level, and another letter on the right closes each of them; so they are at most half of
    /// the slots. The same holds for letters that close on the left.
    pub(super) fn most_sources(&self, left: usize, right: usize) -> usize {
        let words = |rule: &Rule| match rule.turn {
            Turn::Nothing => 1,
            Turn::Left(_) => left / 2,
            Turn::Right(_) => right / 2,
        };
        let into = |to: &[u8]| self.rules.iter().filter(|rule| rule.to == to).map(words).sum();
        self.rules.iter().map(|rule| into(&rule.to)).max().unwrap_or(0)
    }
}

impl Window {
    /// The largest number of ways in which a word goes on or is completed.
    pub(super) fn most_ways(&self) -> usize {
        let of = |from: &Vec<u8>| {
            let goes_on = self.rules.iter().filter(|rule| rule.from == *from).count();
            goes_on + self.completing.iter().filter(|letters| *letters == from).count()
        };
        let letters = self.rules.iter().map(|rule| &rule.from).chain(&self.completing);
        letters.map(of).max().unwrap_or(0).max(1)
    }
}

impl Shape {
    /// Whether a vertex with this letter needs no further edge.
    pub(super) fn is_idle(self, letter: u8) -> bool {
        letter == CLOSED || letter == UNTOUCHED && !self.cover
    }
}

/// All combinations of letters of slots that may have these flat letters.
fn allowed(flats: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let slots = flats.len();
    let letters = move |code: usize| -> Vec<u8> {
        (0..slots).map(|i| (code >> (2 * (slots - 1 - i)) & 3) as u8).collect()
    };
    let may = |(&letter, flats): (&u8, &u8)| !is_flat(letter) || flats >> letter & 1 == 1;
    (0..1 << (2 * slots)).map(letters).filter(move |letters| letters.iter().zip(flats).all(may))
}

/// The number of paths that must be open before some letters, and the number of open paths after them less that before.
fn profile(letters: &[u8]) -> (usize, isize) {
    let (mut need, mut open) = (0, 0);
    for &letter in letters {
        match behind(open, letter) {
            Some(next) => open = next,
            None => need += 1,
        }
    }
    (need, open as isize - need as isize)
}

/// The index of the mate of the end at `i`; if the mate is outside, the number of other open ends between.
fn mate(letters: &[u8], i: usize) -> Result<usize, usize> {
    let mut between = 0;
    let (own, places): (u8, &mut dyn Iterator<Item = usize>) =
        if letters[i] == OPENS { (OPENS, &mut (i + 1..letters.len())) } else { (CLOSES, &mut (0..i).rev()) };
    for j in places {
        match letters[j] {
            letter if is_flat(letter) => {}
            letter if letter == own => between += 1,
            _ if between == 0 => return Ok(j),
            _ => between -= 1,
        }
    }
    Err(between)
}

impl WindowStep {
    /// The successors of some states; `None` if one would have to turn a second letter outside.
    fn pass(&self, states: Vec<State>, shape: Shape) -> Option<Vec<State>> {
        let mut next = Vec::with_capacity(2 * states.len());
        for mut state in states {
            self.enter(&mut state);
            if !self.must_take {
                next.extend(self.leave(state.clone(), shape));
            }
            if !state.is_complete && state.letters[self.at] != CLOSED && state.letters[self.at + 1] != CLOSED
            {
                let taken = self.take(state, shape)?;
                next.extend(taken.and_then(|state| self.leave(state, shape)));
            }
        }
        Some(next)
    }

    fn enter(&self, state: &mut State) {
        let places: &[usize] = match self.entering {
            Entering::Neither => &[],
            Entering::Left => &[0],
            Entering::Both => &[0, 1],
        };
        places.iter().for_each(|place| state.letters.insert(self.at + place, UNTOUCHED));
    }

    /// Takes the edge; neither end is closed. The inner `None` is a dead end.
    fn take(&self, mut state: State, shape: Shape) -> Option<Option<State>> {
        let (left, right) = (self.at, self.at + 1);
        let letters = &mut state.letters;
        let joined = match [letters[left], letters[right]] {
            [UNTOUCHED, UNTOUCHED] => [OPENS, CLOSES],
            [UNTOUCHED, end] => [end, CLOSED],
            [end, UNTOUCHED] => [CLOSED, end],
            [OPENS, CLOSES] => {
                // A path becomes a cycle.
                if !shape.many && self.is_due {
                    return Some(None);
                }
                state.is_complete = !shape.many;
                [CLOSED, CLOSED]
            }
            [first, second] => {
                if first == second {
                    // The mate of the inner end is beyond the mate of the outer end, and becomes that mate's partner.
                    let inner = if first == OPENS { right } else { left };
                    match mate(letters, inner) {
                        Ok(place) => letters[place] = first,
                        Err(_) if state.turn != Turn::Nothing => return None,
                        Err(between) if first == OPENS => state.turn = Turn::Right(between),
                        Err(between) => state.turn = Turn::Left(between),
                    }
                }
                [CLOSED, CLOSED]
            }
        };
        state.letters[left..=right].copy_from_slice(&joined);
        Some(Some(state))
    }

    /// Removes the vertices that leave; `None` if one of them may not leave.
    fn leave(&self, mut state: State, shape: Shape) -> Option<State> {
        for end in [1, 0] {
            let letter = &mut state.letters[self.at + end];
            if self.leaves[end] {
                if !shape.is_idle(*letter) {
                    return None;
                }
                state.letters.remove(self.at + end);
            } else if self.one_left[end] && *letter == UNTOUCHED {
                // A single edge is not enough for an untouched vertex.
                if shape.cover {
                    return None;
                }
                *letter = CLOSED;
            }
        }
        Some(state)
    }
}
