//! The last hints at once: an NFA state is known by the table of the sets of hints that it does not survive.

use super::classes::Fate;
use super::matrix::{Matrix, set};
use super::nfa::Nfa;
use super::table;
use crate::interner::Interner;
use zlink_base::limits::{Interrupted, Limits};

/// The most hints that tables are over, unless another number is asked for.
pub(super) const MOST: usize = 12;
/// The most bytes that all tables of a layer may take.
const ROOM: usize = 1 << 28;

/// The NFA states of one layer, and what the hints behind it do to them.
#[derive(Debug, Clone)]
pub(super) struct Finish {
    /// The number of the layer.
    pub(super) layer: usize,
    /// The number of hints that are read from this layer on, without those that are always there.
    pub(super) elements: usize,
    /// The class of each NFA state; NFA states with equal tables are one class.
    pub(super) fates: Vec<Fate>,
    /// The table of each class.
    tables: Interner<u64>,
    /// The table of the sets of hints that nothing survives which leaves the solution from this layer on.
    pub(super) own: Vec<u64>,
}

impl Finish {
    /// The tables of the earliest layer that memory allows with at most `most` hints to come, without those that are always there
    /// (`given`); or of the layer `decided`, if that is possible.
    pub(super) fn new(
        nfa: &Nfa,
        given: &impl Fn(usize) -> bool,
        most: usize,
        decided: Option<usize>,
        limits: &Limits,
    ) -> Result<Self, Interrupted> {
        let fate = |&completes: &bool| if completes { Fate::Wins } else { Fate::Dead };
        let mut finish = Finish {
            layer: nfa.layers.len(),
            elements: 0,
            fates: nfa.completes.iter().map(fate).collect(),
            tables: Interner::new(),
            own: table::all(0),
        };
        while let Some(layer) = finish.layer.checked_sub(1) {
            let elements = finish.elements + usize::from(!given(layer));
            let bytes = table::words(elements).saturating_mul(8 * nfa.layers[layer].len());
            let is_enough = match decided {
                Some(decided) => layer < decided,
                None => bytes > limits.memory() / 8,
            };
            if elements > most || bytes > ROOM || is_enough {
                break;
            }
            limits.check()?;
            finish = finish.before(nfa, layer, elements)?;
        }
        Ok(finish)
    }

    /// The tables of `layer`, which is the one before this one and has `elements` hints to come.
    fn before(&self, nfa: &Nfa, layer: usize, elements: usize) -> Result<Self, Interrupted> {
        let all = table::all(self.elements);
        let moves = &nfa.layers[layer];
        let mut tables = Interner::new();
        let mut fates = Vec::with_capacity(moves.len());
        let mut joined = Vec::new();
        let full = table::all(elements);
        for i in 0..=moves.len() {
            let own = i == moves.len();
            let mut with = if own { self.own.clone() } else { all.clone() };
            let mut differing = all.clone();
            for step in moves.moves(i) {
                let target = if step.agrees { &mut with } else { &mut differing };
                match self.fates[step.to as usize] {
                    Fate::Dead => {}
                    Fate::Wins => target.fill(0),
                    Fate::Class(class) => table::intersect(target, self.table(class)),
                }
            }
            joined.clear();
            if elements > self.elements {
                table::intersect(&mut differing, &with);
                table::push_joined(&mut joined, self.elements, &differing, &with);
            } else {
                joined.extend_from_slice(&with);
            }
            if own {
                break;
            }
            fates.push(if joined.iter().all(|word| *word == 0) {
                Fate::Wins
            } else if joined == full {
                Fate::Dead
            } else {
                Fate::Class(tables.insert(&joined)?)
            });
        }
        Ok(Finish { layer, elements, fates, tables, own: joined })
    }

    /// The number of classes.
    pub(super) fn count(&self) -> usize {
        self.tables.len()
    }

    /// The table of a class.
    pub(super) fn table(&self, class: u32) -> &[u64] {
        self.tables.get(class as usize)
    }

    /// Row `y`: the classes that survive all that `y` survives, `y` included.
    pub(super) fn simulators(&self, limits: &Limits) -> Result<Matrix, Interrupted> {
        let (count, words) = (self.count(), table::words(self.elements));
        // The first words of all tables, then the second ones: reads in sequence are adjacent.
        let columns: Vec<u64> =
            (0..words).flat_map(|word| self.tables.iter().map(move |table| table[word])).collect();
        let mut by = Matrix::new(count);
        for y in 0..count {
            if y.is_multiple_of(64) {
                limits.check()?;
            }
            by.push_empty();
            let of_y = self.tables.get(y);
            // The word where the last table had a set that `y` does not have: the next one often has one there, too.
            let mut last = 0;
            for x in 0..count {
                if columns[last * count + x] & !of_y[last] == 0 {
                    let of_x = self.tables.get(x);
                    match of_x.iter().zip(of_y).position(|(x, y)| x & !y != 0) {
                        Some(word) => last = word,
                        None => set(by.row_mut(y), x),
                    }
                }
            }
        }
        Ok(by)
    }
}
