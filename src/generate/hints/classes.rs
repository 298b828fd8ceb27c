//! Which NFA states are equivalent, and which simulate others.
//!
//! An NFA state *survives* a set of hints still to be read if one of its completions agrees with all of them. NFA states
//! that survive the same sets are one class, and of two NFA states the one that survives all that the other does makes
//! the other needless (it *simulates* it). Both are found from the last layer to the first, by the usual one-step
//! conditions; what they miss costs states, not correctness. For the last hints they are exact: there an NFA state is the
//! table of the sets of hints that it does not survive (`finish.rs`).

use std::borrow::Cow;
use std::cmp::Ordering;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::finish::Finish;
use super::matrix::{Matrix, set};
use super::nfa::{Layer, Nfa};
use zlink_base::limits::{Account, Interrupted, Limits, Progress};

/// What an NFA state can become at a reading.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(super) struct Behaviour {
    /// Classes of the next layer, whether the hint is there or not: a minimal choice of them.
    pub(super) agreeing: Vec<u32>,
    /// Further classes of the next layer if the hint is not there.
    pub(super) differing: Vec<u32>,
    /// Whether it becomes, without the hint, a solution that no later hint rules out.
    pub(super) wins_without: bool,
    /// Whether it becomes, also with the hint, a solution that no later hint rules out.
    pub(super) wins: bool,
}

/// The classes of a layer.
#[derive(Debug, Clone, Default)]
pub(super) struct Classes {
    /// The number of classes.
    count: usize,
    /// The behaviour of each class; empty for the layer from which on there are tables.
    pub(super) behaviours: Vec<Behaviour>,
    /// The behaviour of the solution: what other solutions that leave it at this reading become.
    pub(super) own: Behaviour,
    /// Row `x`: the classes that `x` makes needless; no class makes itself needless, nor two each other.
    pub(super) needless: Matrix,
}

impl Classes {
    /// The number of classes.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The number of 64-bit words of a set of classes.
    pub(super) fn words(&self) -> usize {
        self.count.div_ceil(64)
    }
}

/// The class of an NFA state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// The NFA state cannot be completed.
    Dead,
    /// The NFA state survives all hints that are still to come.
    Wins,
    Class(u32),
}

/// The classes of all layers up to the *finish*, the layer from which on there are tables.
#[derive(Debug, Clone)]
pub(super) struct Layers {
    /// The classes of each layer before the finish; last, those of the finish, without behaviours.
    pub(super) classes: Vec<Classes>,
    /// The classes of the finish, with their tables.
    pub(super) finish: Finish,
    /// What depended on the memory limit: the layer of the finish; then, from there back to the first layer, 1 for each layer whose
    /// classes were compared, and 0 for others.
    pub(super) decisions: Vec<u64>,
    /// The memory of the matrices of needless classes.
    _account: Account,
}

/// Finds the classes of all layers; `given` says which hints are always there. Tables cover at most the last `most` other hints.
/// `decided` has the [`Layers::decisions`] of the saved run that is resumed, which hold for this one, too.
pub(super) fn classify(
    nfa: &Nfa,
    given: impl Fn(usize) -> bool,
    most: usize,
    decided: Option<&[u64]>,
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Layers, Interrupted> {
    let first = decided.and_then(|decided| usize::try_from(*decided.first()?).ok());
    let finish = Finish::new(nfa, &given, most, first, limits)?;
    let mut decisions = vec![finish.layer as u64];
    let most_compared = most_compared((0..nfa.layers.len()).filter(|&layer| !given(layer)).count());
    let mut account = limits.account();
    let mut compares = |account: &Account, count: usize, bytes: usize| {
        let needed = 3 * Matrix::bytes_of(count, count);
        let decision = match decided {
            Some(decided) => decided.get(decisions.len()) == Some(&1),
            None => account.admits((bytes + needed).saturating_mul(4)) && count <= most_compared,
        };
        decisions.push(decision.into());
        decision
    };
    // Which classes of the layer behind simulate which others.
    let mut behind = if compares(&account, finish.count(), 0) {
        Simulation::new(finish.simulators(limits)?, finish.count())
    } else {
        Simulation::none(finish.count())
    };
    let mut bytes = 0;
    let mut all: Vec<Classes> = Vec::with_capacity(finish.layer + 1);
    let mut keep = |classes: Classes, simulation: &Simulation, bytes: &mut usize| {
        let needless = simulation.needless().unwrap_or_default();
        *bytes += needless.bytes();
        all.push(Classes { count: simulation.count, needless, ..classes });
    };
    keep(Classes::default(), &behind, &mut bytes);
    let mut fates = Cow::Borrowed(&finish.fates[..]);
    for (number, layer) in nfa.layers[..finish.layer].iter().enumerate().rev() {
        limits.check()?;
        progress.report("classes", format_args!("{} of {} readings left", number + 1, finish.layer));
        let (classes, layer_fates) = classes_of(layer, &fates, &behind);
        let count = classes.behaviours.len();
        let simulation = if compares(&account, count, bytes) {
            simulate(&classes.behaviours, &behind, limits)?
        } else {
            Simulation::none(count)
        };
        keep(classes, &simulation, &mut bytes);
        account.set(bytes)?;
        (behind, fates) = (simulation, Cow::Owned(layer_fates));
    }
    drop(fates);
    all.reverse();
    Ok(Layers { classes: all, finish, decisions, _account: account })
}

/// The most classes of a layer that are compared pair by pair. Comparing takes the square of their number. It saves states, but few
/// hints give few states anyway.
fn most_compared(hints: usize) -> usize {
    1 << (hints / 3).clamp(12, 15)
}

/// Which classes simulate which others; each one simulates itself.
#[derive(Debug, Clone, Default)]
struct Simulation {
    /// Row `y`: the classes that simulate `y`.
    by: Matrix,
    /// Row `x`: the classes that `x` simulates.
    of: Matrix,
    count: usize,
    /// Whether each class simulates only itself; the matrices are empty then.
    trivial: bool,
}

impl Simulation {
    fn new(by: Matrix, count: usize) -> Self {
        let of = by.transposed(count);
        Simulation { by, of, count, trivial: false }
    }

    fn none(count: usize) -> Self {
        Simulation { by: Matrix::default(), of: Matrix::default(), count, trivial: true }
    }

    fn simulates(&self, x: u32, y: u32) -> bool {
        x == y || !self.trivial && self.by.has(y as usize, x as usize)
    }

    /// Adds the classes that `x` simulates to `classes`.
    fn add_simulated(&self, x: u32, classes: &mut [u64]) {
        if self.trivial {
            set(classes, x as usize);
        } else {
            classes.iter_mut().zip(self.of.row(x as usize)).for_each(|(all, more)| *all |= more);
        }
    }

    fn needless(&self) -> Option<Matrix> {
        if self.trivial {
            return None;
        }
        let mut needless = Matrix::new(self.count);
        for x in 0..self.count {
            needless.push(self.of.row(x));
            for (word, (classes, simulators)) in
                needless.row_mut(x).iter_mut().zip(self.by.row(x)).enumerate()
            {
                // Of two classes that simulate each other the first one is kept.
                let behind = match (64 * word).cmp(&(x - x % 64)) {
                    Ordering::Less => 0,
                    Ordering::Equal => u64::MAX << (x % 64) << 1,
                    Ordering::Greater => u64::MAX,
                };
                *classes &= !simulators | behind;
            }
        }
        Some(needless)
    }
}

/// Drops those of `classes` that others of them make needless.
fn reduce(classes: &mut Vec<u32>, simulation: &Simulation) {
    classes.sort_unstable();
    classes.dedup();
    if classes.len() > 1 && !simulation.trivial {
        let all = classes.clone();
        classes.retain(|&y| {
            !all.iter()
                .any(|&x| x != y && simulation.simulates(x, y) && (x < y || !simulation.simulates(y, x)))
        });
    }
}

fn classes_of(layer: &Layer, behind_fates: &[Fate], behind: &Simulation) -> (Classes, Vec<Fate>) {
    let mut numbers: HashMap<Behaviour, u32, FxBuildHasher> = HashMap::default();
    let mut classes = Classes::default();
    let mut fates = Vec::with_capacity(layer.len());
    for i in 0..=layer.len() {
        let mut behaviour = Behaviour::default();
        for step in layer.moves(i) {
            match (behind_fates[step.to as usize], step.agrees) {
                (Fate::Dead, _) => {}
                (Fate::Wins, true) => (behaviour.wins, behaviour.wins_without) = (true, true),
                (Fate::Wins, false) => behaviour.wins_without = true,
                (Fate::Class(class), true) => behaviour.agreeing.push(class),
                (Fate::Class(class), false) => behaviour.differing.push(class),
            }
        }
        if behaviour.wins {
            behaviour.agreeing.clear();
        }
        if behaviour.wins_without {
            behaviour.differing.clear();
        }
        reduce(&mut behaviour.agreeing, behind);
        reduce(&mut behaviour.differing, behind);
        let Behaviour { agreeing, differing, .. } = &mut behaviour;
        differing.retain(|&y| !agreeing.iter().any(|&x| behind.simulates(x, y)));
        if i == layer.len() {
            classes.own = behaviour;
            break;
        }
        fates.push(if behaviour.wins {
            Fate::Wins
        } else if behaviour == Behaviour::default() {
            Fate::Dead
        } else {
            let next = numbers.len() as u32;
            let class = *numbers.entry(behaviour.clone()).or_insert(next);
            if class == next {
                classes.behaviours.push(behaviour);
            }
            Fate::Class(class)
        });
    }
    (classes, fates)
}

/// The simulation among classes with these behaviours. `x` simulates `y` if for each move of `y` it has one at least as good: to a
/// simulating class, and with the hint where the move of `y` is with the hint.
fn simulate(
    behaviours: &[Behaviour],
    behind: &Simulation,
    limits: &Limits,
) -> Result<Simulation, Interrupted> {
    let count = behaviours.len();
    let words = count.div_ceil(64);
    let mut winners = vec![0u64; words];
    // Row x: the classes behind that something simulates that x can become: with the hint, and with or without it.
    let (mut with, mut without) = (Matrix::new(behind.count), Matrix::new(behind.count));
    for (x, behaviour) in behaviours.iter().enumerate() {
        with.push_empty();
        behaviour.agreeing.iter().for_each(|&c| behind.add_simulated(c, with.row_mut(x)));
        without.push(with.row(x));
        behaviour.differing.iter().for_each(|&c| behind.add_simulated(c, without.row_mut(x)));
        if behaviour.wins_without {
            set(&mut winners, x);
            without.row_mut(x).fill(u64::MAX);
        }
    }
    // Row c: the classes that can become something that simulates c.
    let with = with.transposed(behind.count);
    let without = without.transposed(behind.count);
    let mut by = Matrix::new(count);
    let mut row = vec![0u64; words];
    for (y, behaviour) in behaviours.iter().enumerate() {
        if y.is_multiple_of(256) {
            limits.check()?;
        }
        row.fill(u64::MAX);
        if !count.is_multiple_of(64) {
            row[words - 1] = (1 << (count % 64)) - 1;
        }
        let mut keep = |other: &[u64]| row.iter_mut().zip(other).for_each(|(row, other)| *row &= other);
        behaviour.agreeing.iter().for_each(|&c| keep(with.row(c as usize)));
        behaviour.differing.iter().for_each(|&c| keep(without.row(c as usize)));
        if behaviour.wins_without {
            keep(&winners);
        }
        by.push(&row);
    }
    Ok(Simulation::new(by, count))
}
